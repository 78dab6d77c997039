"""fray in Python: sentences answered, exact odds as fractions, many games as rows.

>>> import fray
>>> skirmish = fray.load("skirmish")
>>> skirmish.odds("Bruce shoots Zorgo with Autopistol, range 6").chance
Fraction(103, 108)
"""

from ._answers import Answer, Games, Odds, Sweep, Tournament
from ._errors import FrayError, Mistake
from ._fray import __version__
from ._pack import Pack, Said, command, load, merge, odds, sim, sweep, tournament

__all__ = [
    "Answer",
    "FrayError",
    "Games",
    "Mistake",
    "Odds",
    "Pack",
    "Said",
    "Sweep",
    "Tournament",
    "__version__",
    "command",
    "load",
    "merge",
    "odds",
    "sim",
    "sweep",
    "tournament",
]
