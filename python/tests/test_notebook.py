"""The notebook runs from its question to its picture."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

FILE = Path(__file__).parent.parent / "notebooks" / "balance.ipynb"


def test_from_question_to_picture():
    book = nbformat.read(FILE, as_version=4)
    nbformat.validate(book)
    NotebookClient(book, timeout=240, kernel_name="python3").execute()
    outputs = {cell["id"]: cell["outputs"] for cell in book.cells if cell.cell_type == "code"}
    html = "".join(outputs[name][0]["data"]["text/html"] for name in ("start", "ask", "fight"))
    assert html.count("<table>") == 3 and "Bruce Corr against Zorgo: 1000 games" in html
    assert "image/png" in outputs["draw"][-1]["data"]
    assert 8 <= float(outputs["answer"][0]["data"]["text/plain"].split("value")[1].split()[0]) <= 14
