"""A pack that is asked, and what is asked of none: dice, many games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ._answers import Answer, Games, Odds, Sweep, Tournament
from ._errors import answered
from ._fray import Engine

Options = Iterable[str] | Mapping[str, str | bool] | None
"""Options to switch: `["night", "gravity=low"]` or `{"night": True, "gravity": "low"}`."""
RowSort = Literal["game", "side", "figure", "order", "effect"]
Progress = Callable[[int], object]
Path = str | os.PathLike[str]


@dataclass(frozen=True)
class Said:
    """What a command said."""

    exit: int
    """0 done, 1 the answer is no."""
    text: str
    """The answer."""
    aside: str
    """What stands beside it."""

    def __repr__(self) -> str:
        return self.text.rstrip("\n")


class Pack:
    """A pack, a file or a scenario that is asked: `fray.load` makes it. For sentences a pack is read once."""

    def __init__(self, name: str, with_: Options = None, rules: Path | None = None) -> None:
        self.name = name
        self.with_ = readings(with_)
        self.rules = None if rules is None else os.fspath(rules)
        self._engine = Engine(self.rules)
        answered(self._engine.open(name, self.with_))

    def ask(self, sentence: str, *, dice: Iterable[int] | None = None) -> Answer:
        """What a check needs with every modifier, how much something is, what an action would do. `dice` are those
        thrown on the table: the answer tells what comes of them."""
        words = ["ask", *_with(self.with_)]
        if dice is not None:
            words += ["--dice", ",".join(str(die) for die in dice)]
        place = ["--", self.name, sentence]
        return Answer(self._say([*words, "--json", *place]), lambda: self._say([*words, *place]))

    def odds(self, sentence: str) -> Odds:
        """What can come of a check or an amount, and how likely each is."""
        return _odds(self._engine, _with(self.with_), [self.name, sentence])

    def command(self, *words: str) -> Said:
        """Any command of the program by its words, `pack.command("worth", pack.name, "…", "--json")`."""
        return _command(self._engine, words)

    def sim(
        self,
        scenario: str | None = None,
        games: int = 1000,
        seed: int = 1,
        threads: int | None = None,
        *,
        rows: RowSort | None = "game",
        used: bool = False,
        plays: Mapping[str, str] | None = None,
        shard: tuple[int, int] = (1, 1),
        progress: Progress | None = None,
    ) -> Games:
        """Plays a scenario of the pack many times, on all cores, while other threads of Python go on. `shard=(3, 16)`
        plays the third of sixteen parts, for `fray.merge`."""
        words = sim_words(self.place(scenario), games, seed, threads, rows, used, plays, self.with_, shard)
        return played(self._engine, words, progress)

    def sweep(
        self,
        value: str,
        scenario: str | None = None,
        games: int = 2000,
        seed: int = 1,
        threads: int | None = None,
        *,
        plays: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Sweep:
        """Sets a value to one thing after another, `figure Bruce.DEX 9..15`, and fights with each on the same dice."""
        words = sweep_words(self.place(scenario), value, games, seed, threads, plays, self.with_)
        return Sweep(answered(self._engine.call(words, progress)))

    def tournament(
        self,
        of: Iterable[str],
        scenarios: Iterable[str] | None = None,
        pairs: int = 2000,
        points: int = 5,
        seed: int = 1,
        threads: int | None = None,
        *,
        progress: Progress | None = None,
    ) -> Tournament:
        """Controllers against each other, until a sequential test decides who is better."""
        places = [self.place(name) for name in scenarios] if scenarios is not None else [self.place(None)]
        words = tournament_words(places, list(of), pairs, points, seed, threads, self.with_)
        return Tournament(answered(self._engine.call(words, progress)))

    def place(self, scenario: str | None) -> str:
        """A scenario of this pack as the command line names it."""
        if scenario is None or "/" in scenario or self._engine.is_board(self.name):
            return self.name if scenario is None else scenario
        return f"{self.name}/{scenario}"

    def _say(self, words: list[str]) -> str:
        return answered(self._engine.call(words))

    def __repr__(self) -> str:
        return f"fray.load({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Pack, (self.name, self.with_, self.rules))


def load(name: str, with_: Options = None, rules: Path | None = None) -> Pack:
    """A pack by its name, a file `yard.fray`, or a scenario with its board. `rules` is a folder with packs of your own,
    laid over those that come with fray."""
    return Pack(name, with_, rules)


def odds(dice: str) -> Odds:
    """The exact odds of dice with arithmetic, `2d6+1`, or of a comparison, `4d6 <= 13`."""
    return _odds(engine(None), [], [dice])


def sim(
    scenario: str,
    games: int = 1000,
    seed: int = 1,
    threads: int | None = None,
    *,
    rows: RowSort | None = "game",
    used: bool = False,
    plays: Mapping[str, str] | None = None,
    with_: Options = None,
    rules: Path | None = None,
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> Games:
    """Plays a scenario many times: `fray.sim("duel", 10_000, seed=7)`."""
    words = sim_words(scenario, games, seed, threads, rows, used, plays, readings(with_), shard)
    return played(engine(rules), words, progress)


def sweep(
    scenario: str,
    value: str,
    games: int = 2000,
    seed: int = 1,
    threads: int | None = None,
    *,
    plays: Mapping[str, str] | None = None,
    with_: Options = None,
    rules: Path | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Sets a value of the rules to one thing after another, and fights a scenario with each on the same dice."""
    words = sweep_words(scenario, value, games, seed, threads, plays, readings(with_))
    return Sweep(answered(engine(rules).call(words, progress)))


def tournament(
    scenarios: str | Iterable[str],
    of: Iterable[str],
    pairs: int = 2000,
    points: int = 5,
    seed: int = 1,
    threads: int | None = None,
    *,
    with_: Options = None,
    rules: Path | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Controllers against each other, until a sequential test decides who is better."""
    places = [scenarios] if isinstance(scenarios, str) else list(scenarios)
    words = tournament_words(places, list(of), pairs, points, seed, threads, readings(with_))
    return Tournament(answered(engine(rules).call(words, progress)))


def merge(shards: Iterable[Games | str]) -> Games:
    """The games of all shards as those of one machine; missing, double and foreign shards are refused by name."""
    texts = [shard.shard if isinstance(shard, Games) else shard for shard in shards]
    named = [(f"shard {at}", text) for at, text in enumerate(texts, 1)]
    own = engine(None)
    answered(own.merge(named, True))
    # All are of the same games and none is missing: their parts in order are one file.
    head = named[0][1].split("\n", 1)[0]
    parts = [line for _, text in named for line in text.splitlines()[1:]]
    parts.sort(key=lambda line: int(line.split('"from":', 1)[1].split(",", 1)[0]))
    return Games("games", "\n".join([head, *parts]) + "\n", lambda files, json: answered(own.merge(files, json)))


def command(*words: str, rules: Path | None = None) -> Said:
    """Any command of the program by its words: `fray.command("worth", "skirmish", "Bruce shoots Zorgo")`."""
    return _command(engine(rules), words)


def engine(rules: Path | None) -> Engine:
    """fray with the packs of a folder."""
    return _engine(None if rules is None else os.fspath(rules))


@cache
def _engine(rules: str | None) -> Engine:
    return Engine(rules)


def played(own: Engine, words: list[str], progress: Progress | None = None) -> Games:
    """Games that a command plays."""
    shard = answered(own.call(words, progress))
    return Games(words[-1], shard, lambda files, json: answered(own.merge(files, json)))


def _odds(own: Engine, with_: list[str], what: list[str]) -> Odds:
    def say(*more: str) -> str:
        return answered(own.call(["odds", *with_, *more, "--", *what]))

    return Odds(say("--json"), say, lambda: say("--svg"))


def _command(own: Engine, words: Iterable[str]) -> Said:
    told = own.call(list(words))
    return Said(told[0], answered(told), told[2])


def readings(with_: Options) -> list[str]:
    """Options as the command line writes them."""
    if with_ is None:
        return []
    if isinstance(with_, Mapping):
        words = {True: "on", False: "off"}
        return [f"{name}={words[value] if isinstance(value, bool) else value}" for name, value in with_.items()]
    return list(with_)


def _with(with_: Iterable[str]) -> list[str]:
    return [f"--with={word}" for word in with_]


def _common(seed: int, threads: int | None, plays: Mapping[str, str] | None, with_: list[str]) -> list[str]:
    words = [f"--seed={seed}", *_with(with_)]
    words += [] if threads is None else [f"--jobs={threads}"]
    return words + [f"--plays={side}={who}" for side, who in (plays or {}).items()]


def sim_words(
    scenario: str,
    games: int,
    seed: int,
    threads: int | None,
    rows: RowSort | None,
    used: bool,
    plays: Mapping[str, str] | None,
    with_: list[str],
    shard: tuple[int, int],
) -> list[str]:
    """The words of `fray sim`."""
    words = ["sim", f"-n={games}", *_common(seed, threads, plays, with_), f"--shard={shard[0]}/{shard[1]}"]
    words += [f"--rows={rows}"] if rows is not None else []
    words += ["--used"] if used else []
    return [*words, "--", scenario]


def sweep_words(
    scenario: str,
    value: str,
    games: int,
    seed: int,
    threads: int | None,
    plays: Mapping[str, str] | None,
    with_: list[str],
    *more: str,
) -> list[str]:
    """The words of `fray sweep`."""
    return ["sweep", f"-n={games}", *_common(seed, threads, plays, with_), *more, "--json", "--", scenario, value]


def tournament_words(
    scenarios: list[str], of: list[str], pairs: int, points: int, seed: int, threads: int | None, with_: list[str]
) -> list[str]:
    """The words of `fray tournament`."""
    words = ["tournament", f"--of={','.join(of)}", f"-n={pairs}", f"--points={points}"]
    return [*words, *_common(seed, threads, None, with_), "--json", "--", *scenarios]
