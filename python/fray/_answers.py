"""Answers as data: what Python computes with, what a terminal shows, what a notebook draws."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _plain

if TYPE_CHECKING:
    import pandas
    import polars


class Answer:
    """What a sentence is answered: a check reckoned, an amount, what an action would do."""

    def __init__(self, plain: str, text: Callable[[], str]) -> None:
        self.json = plain
        """As `fray ask --json` prints it."""
        self.data: dict[str, Any] = _plain.read(plain)
        """The same as data, chances as fractions."""
        self._text = text

    @cached_property
    def text(self) -> str:
        """As a terminal shows it."""
        return self._text()

    @property
    def chance(self) -> Fraction | None:
        """How likely a success is; none if nothing is tried."""
        found = self.data.get("odds")
        return None if found is None else Fraction(found)

    @property
    def need(self) -> int | None:
        """The number needed on the dice."""
        return self.data.get("need")

    @property
    def refused(self) -> str | None:
        """Why the rules would refuse the action, if they would."""
        found = self.data.get("refused")
        return None if found is None else str(found["reason"])

    @property
    def modifiers(self) -> list[dict[str, Any]]:
        """The modifiers that count, a row each: label, amount, what it is worth, sections."""
        rows = self.data.get("modifiers", [])
        return [
            {
                "label": row["label"],
                "amount": row.get("amount"),
                "target": row.get("target"),
                "worth": row.get("worth"),
                "card": row.get("card"),
                "cites": list(row.get("cites", [])),
            }
            for row in rows
        ]

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        if "modifiers" not in self.data or "against" in self.data:
            return _plain.lines(self.text)
        base = self.data.get("base")
        rows: list[list[object]] = [] if base is None else [[base["amount"], base["label"], "", _cites(base)]]
        for row in self.modifiers:
            amount, worth = row["amount"], row["worth"]
            shown = "" if worth is None else f"{float(worth) * 100:+.1f} %"
            rows.append([_plain.signed(amount), row["label"], shown, _cites(row)])
        told = "".join(_plain.caption(line) for line in self._above())
        return told + _plain.table(["", "", "worth", "section"], rows)

    def _above(self) -> list[str]:
        """What stands above the modifiers: how it was understood, whether it would be refused, the need and the odds."""
        lines = self.text.splitlines()
        end = next((at for at, line in enumerate(lines) if line.startswith("    ")), len(lines))
        return [" ".join(line.split()) for line in lines[: max(1, end)]]


def _cites(row: Mapping[str, Any]) -> str:
    return " ".join(f"@{cite}" for cite in row.get("cites", []))


class Odds(Mapping[Any, Fraction]):
    """What can come out, and how likely each is, exactly.

    Of something that is rolled the keys are numbers, of a check or a comparison they are `True` and `False` (and `None`
    for a draw, if there can be one). All chances together are 1.
    """

    def __init__(self, plain: str, text: Callable[[], str], svg: Callable[[], str]) -> None:
        self.json = plain
        """As `fray odds --json` prints it."""
        self.data: dict[str, Any] = _plain.read(plain)
        """The same as data, chances as fractions."""
        self._text = text
        self._svg = svg
        self._shares = _shares(self.data)

    @cached_property
    def text(self) -> str:
        """As a terminal shows it."""
        return self._text()

    @cached_property
    def svg(self) -> str:
        """A plot."""
        return self._svg()

    @property
    def chance(self) -> Fraction:
        """How likely a success is, or that a comparison holds."""
        if True not in self._shares or not all(key in (True, False, None) for key in self._shares):
            raise TypeError("this is an amount, nothing that succeeds or holds: ask for `odds[value]` or `at_least`")
        return self._shares[True]

    @property
    def mean(self) -> Fraction:
        """The average."""
        return sum((Fraction(value) * share for value, share in self._shares.items()), Fraction(0))

    def at_least(self, value: int | Fraction) -> Fraction:
        """How likely it is that or more."""
        return sum((share for one, share in self._shares.items() if one >= value), Fraction(0))

    def at_most(self, value: int | Fraction) -> Fraction:
        """How likely it is that or less."""
        return sum((share for one, share in self._shares.items() if one <= value), Fraction(0))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each outcome, chances as floats: data frames hold them."""
        return [{"value": value, "chance": float(share)} for value, share in self._shares.items()]

    def __getitem__(self, key: Any) -> Fraction:
        return self._shares[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._shares)

    def __len__(self) -> int:
        return len(self._shares)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return _plain.picture(self.svg)


def _shares(data: Mapping[str, Any]) -> dict[Any, Fraction]:
    """What can come out, from any of the forms in which odds are answered."""
    for rows in ("shares", "totals"):
        if data.get(rows):
            return {row["value"] if "value" in row else row["total"]: Fraction(row["odds"]) for row in data[rows]}
    if data.get("odds") is not None:
        won, drawn = Fraction(data["odds"]), Fraction(data.get("draw", 0))
        shares: dict[Any, Fraction] = {True: won, False: 1 - won - drawn}
        return shares | {None: drawn} if drawn else shares
    if "impossible" in data:
        return {True: Fraction(0), False: Fraction(1)}
    return {_plain.number(data.get("value")): Fraction(1)}


class Games:
    """Many games of a scenario: what they come to, and a row for each game, side, figure, order or effect."""

    def __init__(self, name: str, shard: str, merge: Callable[[list[tuple[str, str]], bool], str]) -> None:
        self._name = name
        self._merge = merge
        self.shard = shard
        """The games as `fray sim --shard` prints them: `fray.merge` and `fray merge` put several together."""

    @cached_property
    def json(self) -> str:
        """The same bytes as `fray sim --json`."""
        return self._merge([(self._name, self.shard)], True)

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the games come to."""
        found: dict[str, Any] = json.loads(self.json)
        return found

    @cached_property
    def lines(self) -> str:
        """The same bytes as `fray sim --rows`; without rows the answer as a terminal shows it."""
        return self._merge([(self._name, self.shard)], False)

    @cached_property
    def head(self) -> dict[str, Any]:
        """Which games they are of: scenario, rules, seed, version of fray."""
        found: dict[str, Any] = json.loads(self.shard.split("\n", 1)[0])
        return found

    @property
    def games(self) -> int:
        """How many."""
        return int(self.data["games"])

    @property
    def wins(self) -> dict[str, int]:
        """How often each side has won."""
        return {side["name"]: side["wins"] for side in self.data["sides"]}

    def interval(self, side: str) -> tuple[float, float, float]:
        """The share of games that a side has won, and between what it lies with 95 % confidence."""
        for one in self.data["sides"]:
            if one["name"] == side:
                return one["odds"]["share"], one["odds"]["low"], one["odds"]["high"]
        raise KeyError(f"no side is named {side!r}: there are {', '.join(self.wins)}")

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """A row each, as plain data: `pandas.DataFrame(games.rows)`."""
        rows: list[dict[str, Any]] = []
        for line in self.shard.splitlines()[1:]:
            part = json.loads(line)
            rows.extend(json.loads(row) for row in part.get("rows", "").splitlines())
        for row in rows:
            if isinstance(row.get("amount"), str):
                row["amount"] = float(Fraction(row["amount"]))
        return rows

    @cached_property
    def table(self) -> dict[str, list[Any]]:
        """The rows as columns: `polars.DataFrame(games.table)`."""
        return _plain.columns(self.rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self.table)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of polars."""
        import polars

        return polars.DataFrame(self.table)

    def __repr__(self) -> str:
        sides = ", ".join(f"{name} {percent}" for name, percent in self._shares())
        return f"{self.head['title']}: {self.games} games, {sides}"

    def _shares(self) -> list[tuple[str, str]]:
        return [(side["name"], _plain.percent(side["odds"]["share"])) for side in self.data["sides"]]

    def _repr_html_(self) -> str:
        titles = dict(self.head["sides"])
        rows: list[list[object]] = []
        for side in self.data["sides"]:
            odds = side["odds"]
            share, low, high = (_plain.percent(odds[key]) for key in ("share", "low", "high"))
            title, standing = titles.get(side["name"], side["name"]), round(side["standing"], 2)
            rows.append([title, side["wins"], share, f"{low} to {high}", standing])
        for name in ("draws", "unfinished"):
            if self.data[name]:
                rows.append([name, self.data[name], _plain.percent(self.data[name] / self.games), "", ""])
        head = ["side", "wins", "share", "95 % confidence", "figures left"]
        title = f"{self.head['title']}: {self.games} games, seed {self.head['seed']}"
        return _plain.caption(title) + _plain.table(head, rows)


class _Report:
    """An answer with rows."""

    def __init__(self, plain: str) -> None:
        self.json = plain
        """The same bytes as the command with `--json` prints."""
        self.data: dict[str, Any] = json.loads(plain)
        """The same as data."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row each."""
        raise NotImplementedError

    @property
    def table(self) -> dict[str, list[Any]]:
        """The rows as columns."""
        return _plain.columns(self.rows)

    def __repr__(self) -> str:
        return "\n".join(" ".join(f"{key} {value}" for key, value in row.items()) for row in self.rows)

    def _repr_html_(self) -> str:
        return _plain.table(self.rows[0] if self.rows else [], [row.values() for row in self.rows])


class Sweep(_Report):
    """A scenario fought with one value of the rules after another, on the same dice."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each value: wins and share of the first side, by how much that differs, its exact chance if known."""
        return [
            {
                "value": _plain.number(cell["value"]),
                "games": cell["games"],
                "wins": cell["wins"][0],
                "share": cell["odds"][0]["share"],
                "low": cell["odds"][0]["low"],
                "high": cell["odds"][0]["high"],
                "shift": cell["shift"],
                "margin": cell["margin"],
                "turns": cell["turns"],
                "exact": float(Fraction(cell["exact"][0])) if cell["exact"] else None,
            }
            for cell in self.data["cells"]
        ]


class Tournament(_Report):
    """Controllers against each other, both on both sides with the same dice."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each two who have met."""
        names = ("controller", "against", "pairs", "share", "margin", "elo", "verdict")
        return [{name: one[name] for name in names} for one in self.data["matches"]]

    @property
    def standing(self) -> dict[str, float]:
        """Everybody by his share of all points, the best first."""
        return {one["controller"]: one["share"] for one in self.data["standing"]}
