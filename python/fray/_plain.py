"""JSON of fray as Python's own numbers, and small tables of HTML."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

_FRACTION = re.compile(r"-?\d+(/\d+)?")
# Fields that hold chances and amounts; a fraction is a text there: `20/27`.
_EXACT = frozenset(
    "odds worth mean median min max value at_most at_least win tie lose draw amount stays".split()
)


def number(value: Any) -> Any:
    """A number as Python has it: whole, or a fraction; anything else as it is."""
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        found = Fraction(value)
        return int(found) if "/" not in value else found
    return value


def chance(value: Any) -> Fraction:
    """A chance."""
    return Fraction(value)


def percent(share: Fraction | float) -> str:
    """As people read it."""
    return f"{float(share) * 100:.1f} %"


def read(text: str) -> Any:
    """JSON, its chances and exact amounts as numbers."""
    return _numbered(json.loads(text))


def _numbered(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: chance(item) if key == "odds" and isinstance(item, str)
            else number(item) if key in _EXACT and isinstance(item, str)
            else _numbered(item)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_numbered(item) for item in value]
    return value


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of HTML; what stands in it is escaped, numbers stand to the right."""
    body = "".join(f"<tr>{_cells(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{_cells(head, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Iterable[object], tag: str) -> str:
    return "".join(f"<{tag} style='text-align:{_side(cell)}'>{_shown(cell)}</{tag}>" for cell in row)


def _side(cell: object) -> str:
    is_number = isinstance(cell, (int, float, Fraction)) or str(cell).endswith(" %") or str(cell)[:1] in ("+", "-")
    return "right" if is_number else "left"


def _shown(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:.3f}"
    return html.escape("" if cell is None else str(cell))


def signed(amount: object) -> object:
    """A number with its sign."""
    return f"{amount:+}" if isinstance(amount, int) else amount


def caption(text: str) -> str:
    """A line above a table."""
    return f"<p><b>{html.escape(text)}</b></p>"


def lines(text: str) -> str:
    """Text as a terminal shows it."""
    return f"<pre>{html.escape(text)}</pre>"


def picture(svg: str) -> str:
    """A drawing that keeps its styles to itself."""
    data = base64.b64encode(svg.encode()).decode()
    return f"<img alt='' style='max-width:100%' src='data:image/svg+xml;base64,{data}'>"


def columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns."""
    names: Mapping[str, Any] = rows[0] if rows else {}
    return {name: [row[name] for row in rows] for name in names}
