"""The five dice expressions of docs/performance.md by icepool and dyce, in process, in milliseconds.

Rerun it in an environment of its own:
    python3 -m venv peers && peers/bin/pip install icepool==2.1.3 dyce==0.7.0 && peers/bin/python benches/peers.py
"""

import statistics
import time

import dyce
import icepool
from dyce import H, P
from icepool import Die, d6


def icepool_shots(armor):
    hit = (4 @ d6 - armor).map(lambda n: max(n, 0))
    return 5 @ Die({1: 1, 0: 1}).map({1: hit, 0: 0})


def dyce_shots(armor):
    hit = (4 @ H(6) - armor).apply(lambda n: max(n, 0))
    return 5 @ H.from_counts([*hit.items(), (0, hit.total)])


TASKS = {
    "4d6 at most 13": (lambda: (4 @ d6).probability("<=", 13), lambda: 4 @ H(6)),
    "best 2 of 3d6": (lambda: d6.highest(3, 2), lambda: P(6, 6, 6).at(slice(1, None))),
    "12-3d6 against 11-3d6": (lambda: (12 - 3 @ d6) - (11 - 3 @ d6), lambda: (12 - 3 @ H(6)) - (11 - 3 @ H(6))),
    "five shots, armor 4": (lambda: icepool_shots(4), lambda: dyce_shots(4)),
    "five shots, armor 9": (lambda: icepool_shots(9), lambda: dyce_shots(9)),
}


def milliseconds(task):
    times = []
    for _ in range(200):
        start = time.perf_counter()
        task()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


for name, (by_icepool, by_dyce) in TASKS.items():
    print(f"{name:24} icepool {milliseconds(by_icepool):7.3f}   dyce {milliseconds(by_dyce):7.3f}")
