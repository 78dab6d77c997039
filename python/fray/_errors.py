"""What is wrong with what was asked: place, cause and cure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

# The place stands in the frame around the lines that are meant: `╭─[yard.fray:3:7]`.
_PLACE = re.compile(r"\[([^\[\]\n]+:\d+:\d+)\]")


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong."""

    code: str
    """Its kind, `fray::query::sentence`: `fray explain CODE` has an example."""
    message: str
    """What is wrong."""
    place: str | None
    """Where, `file:line:column`, if it is in a text."""
    cause: str | None
    """Why, as the label at the place says it."""
    cure: str | None
    """What to do."""
    text: str
    """All of it as a terminal shows it, with the lines that are meant."""

    @classmethod
    def _of(cls, text: str, plain: str) -> Mistake:
        data: dict[str, Any] = json.loads(plain)
        place = _PLACE.search(text)
        labels = [label["label"] for label in data.get("labels", []) if label.get("label")]
        causes = labels or list(data.get("causes", []))
        return cls(
            code=data.get("code", ""),
            message=data.get("message", ""),
            place=place.group(1) if place else None,
            cause=causes[0] if causes else None,
            cure=data.get("help"),
            text=text,
        )


class FrayError(ValueError):
    """What was asked cannot be answered. `mistakes` says why, as data; as a text it is what `fray` prints."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        self.mistakes = mistakes
        super().__init__(mistakes)

    @property
    def code(self) -> str:
        """The kind of the first mistake."""
        return self.mistakes[0].code if self.mistakes else ""

    @property
    def message(self) -> str:
        """What is wrong first."""
        return self.mistakes[0].message if self.mistakes else ""

    @property
    def place(self) -> str | None:
        """Where."""
        return self.mistakes[0].place if self.mistakes else None

    @property
    def cause(self) -> str | None:
        """Why."""
        return self.mistakes[0].cause if self.mistakes else None

    @property
    def cure(self) -> str | None:
        """What to do."""
        return self.mistakes[0].cure if self.mistakes else None

    def __str__(self) -> str:
        return "\n" + "\n".join(mistake.text.rstrip("\n") for mistake in self.mistakes)


Told = tuple[int, str, str, list[tuple[str, str]]]


def answered(told: Told) -> str:
    """The answer, or what is wrong."""
    _, text, _, mistakes = told
    if mistakes:
        raise FrayError([Mistake._of(text, plain) for text, plain in mistakes])
    return text
