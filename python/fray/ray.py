"""Simulations, sweeps and tournaments on a cluster of Ray: the same bytes as on one machine.

>>> import fray.ray
>>> fray.ray.sim("skirmish/arena", 100_000, seed=7).wins

Work is cut into tasks that know nothing of each other: shards of the games, values of a sweep, meetings of a tournament.
A task that was lost with its worker or machine is played again; it comes to the same. Every machine needs the same version
of this package, and packs of your own (`rules`) under the same path; what was played by other rules is refused.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any

import ray
from ray.exceptions import RayTaskError

from ._answers import Games, Sweep, Tournament
from ._errors import answered
from ._pack import Options, Path, Progress, RowSort, engine, merge, readings, sim_words, sweep_words, tournament_words

__all__ = ["sim", "sweep", "tournament"]

_CELLS = '{"schema":"fray.cells/1"}\n'
# So many tasks for each core: whoever is done early takes another.
_TASKS_PER_CORE = 4

def sim(
    scenario: str,
    games: int = 1000,
    seed: int = 1,
    *,
    shards: int | None = None,
    rows: RowSort | None = "game",
    used: bool = False,
    plays: Mapping[str, str] | None = None,
    with_: Options = None,
    rules: Path | None = None,
    retries: int = 3,
    progress: Progress | None = None,
) -> Games:
    """`fray.sim`, its games in so many shards; four for each core of the cluster if not said. `progress` hears how many
    shards are over."""
    _connect()
    of = min(max(games, 1), shards if shards is not None else _cores() * _TASKS_PER_CORE)
    chosen = readings(with_)
    words = [sim_words(scenario, games, seed, 1, rows, used, plays, chosen, (at, of)) for at in range(1, of + 1)]
    return merge(_all([_play.options(max_retries=retries).remote(one, _path(rules)) for one in words], progress))


def sweep(
    scenario: str,
    value: str,
    games: int = 2000,
    seed: int = 1,
    *,
    plays: Mapping[str, str] | None = None,
    with_: Options = None,
    rules: Path | None = None,
    retries: int = 3,
    progress: Progress | None = None,
) -> Sweep:
    """`fray.sweep`, each value in a task of its own."""
    _connect()
    chosen, own = readings(with_), engine(rules)
    values = answered(own.swept(value)).splitlines()
    words = [sweep_words(scenario, one, games, seed, 1, plays, chosen) for one in values]
    cells = _all([_fight.options(max_retries=retries).remote(one, _path(rules)) for one in words], progress)
    with tempfile.TemporaryDirectory() as folder:
        kept = FilePath(folder, "cells")
        kept.write_text(_CELLS + "".join(cells), encoding="utf-8")
        # All are there: nothing is fought again, only told. What other rules have fought is not taken.
        told = sweep_words(scenario, value, games, seed, None, plays, chosen, f"--keep={kept}")
        return Sweep(answered(own.call(told)))


def tournament(
    scenarios: str | Iterable[str],
    of: Iterable[str],
    pairs: int = 2000,
    points: int = 5,
    seed: int = 1,
    *,
    with_: Options = None,
    rules: Path | None = None,
    retries: int = 3,
    progress: Progress | None = None,
) -> Tournament:
    """`fray.tournament`, each meeting of two in a task of its own: a sequential test looks at its games in order."""
    _connect()
    places = [scenarios] if isinstance(scenarios, str) else list(scenarios)
    names, chosen, own = list(of), readings(with_), engine(rules)
    players = names if len(names) > 1 else [*names, "own"]

    def words(who: Iterable[str]) -> list[str]:
        return tournament_words(places, list(who), pairs, points, seed, 1, chosen)

    tasks = [_play.options(max_retries=retries).remote(words(two), _path(rules)) for two in combinations(players, 2)]
    return Tournament(answered(own.tournament(words(names), _all(tasks, progress))))


@ray.remote(num_cpus=1)
def _play(words: list[str], rules: str | None) -> str:
    """Does what a command says."""
    return answered(engine(rules).call(words))


@ray.remote(num_cpus=1)
def _fight(words: list[str], rules: str | None) -> str:
    """Sweeps one value, and gives what a file of kept cells holds of it."""
    with tempfile.TemporaryDirectory() as folder:
        kept = FilePath(folder, "cells")
        answered(engine(rules).call([words[0], f"--keep={kept}", *words[1:]]))
        return kept.read_text(encoding="utf-8").removeprefix(_CELLS)


def _all(tasks: list[Any], progress: Progress | None) -> list[str]:
    """What comes of all tasks, in their order. Whoever stops waiting stops them."""
    try:
        left, over = tasks, 0
        while left and progress is not None:
            _, left = ray.wait(left, num_returns=1)
            over += 1
            progress(over)
        found: list[str] = ray.get(tasks)
        return found
    except RayTaskError as error:
        _cancel(tasks)
        raise error.cause from None
    except BaseException:
        _cancel(tasks)
        raise


def _cancel(tasks: list[Any]) -> None:
    for task in tasks:
        ray.cancel(task)


def _connect() -> None:
    """The cluster that was joined, or one of this machine alone."""
    if not ray.is_initialized():
        ray.init(log_to_driver=False)


def _cores() -> int:
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(resources.get("CPU", 1)))


def _path(rules: Path | None) -> str | None:
    return None if rules is None else os.path.abspath(os.fspath(rules))
