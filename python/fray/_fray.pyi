"""The compiled part: words of a command in, what it says out."""

from collections.abc import Callable
from os import PathLike
from typing import TypeAlias, final

__all__ = ["__version__", "Engine"]

__version__: str

# The code with which the program would end, the answer, what stands beside it, and what is wrong: for people and as JSON.
_Told: TypeAlias = tuple[int, str, str, list[tuple[str, str]]]

@final
class Engine:
    """fray with the packs that come with it, and those of a folder laid over them."""

    def __new__(cls, rules: str | PathLike[str] | None = None) -> Engine: ...
    def call(self, words: list[str], progress: Callable[[int], object] | None = None) -> _Told:
        """Does what a command says; `progress` hears now and then how many games are over."""

    def open(self, place: str, with_: list[str]) -> _Told:
        """Reads a pack or a scenario."""

    def is_board(self, name: str) -> bool:
        """Whether a name is one of a scenario."""

    def merge(self, shards: list[tuple[str, str]], json: bool) -> _Told:
        """The games of shards, each with its name, as `fray merge` prints them."""

    def tournament(self, words: list[str], meetings: list[str]) -> _Told:
        """The meetings of a tournament as one."""

    def swept(self, value: str) -> _Told:
        """The values of a sweep, each as a sweep of its own."""
