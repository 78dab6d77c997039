"""The page holds what it promises: its first example is run, and what stands behind a line is what comes of it."""

from fractions import Fraction
from pathlib import Path

PAGE = next(page for up in (1, 2) if (page := Path(__file__).parents[up] / "docs" / "python.md").exists())


def test_the_page_holds_what_it_promises():
    block = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    names: dict = {"Fraction": Fraction}
    promised = 0
    for line in block.splitlines():
        code, _, behind = line.partition("  #")
        if behind.strip().startswith(("(", "Fraction")):
            assert eval(code, names) == eval(behind.strip(), names), line
            promised += 1
        else:
            exec(code, names)
    assert promised == 3
