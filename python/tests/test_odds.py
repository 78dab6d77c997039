"""Exact odds are those of icepool and dyce, fraction by fraction."""

from collections import Counter
from fractions import Fraction
from itertools import product

import dyce
import icepool
import pytest

import fray

D = icepool.d


def of_icepool(die) -> dict:
    return {outcome: Fraction(count, die.denominator()) for outcome, count in die.items()}


def sum_of(pool: dyce.P, which: slice) -> dyce.H:
    """The sum of some dice of a pool, which lie in order."""
    ways: Counter = Counter()
    for roll, count in pool.rolls_with_counts():
        ways[sum(roll[which])] += count
    return dyce.H(ways)


DICE = {
    "1d6": D(6),
    "3d6": 3 @ D(6),
    "2d6+1": 2 @ D(6) + 1,
    "1d20-3": D(20) - 3,
    "2 * 2d4": 2 * (2 @ D(4)),
    "2d10+1d4": 2 @ D(10) + D(4),
    "4d6 keep highest 3": D(6).highest(4, 3),
    "3d6 keep lowest 2": D(6).lowest(3, 2),
    "4d6 drop lowest 1": D(6).highest(4, 3),
    "max(1d6, 1d8)": icepool.highest(D(6), D(8)),
    "min(2d6, 7)": icepool.lowest(2 @ D(6), 7),
    "10d10": 10 @ D(10),
    "30d6": 30 @ D(6),
}


@pytest.mark.parametrize("text", DICE)
def test_dice_as_icepool(text):
    odds = fray.odds(text)
    assert dict(odds) == of_icepool(DICE[text])
    assert odds.mean == DICE[text].mean()
    assert all(type(share) is Fraction for share in odds.values()) and sum(odds.values()) == 1


@pytest.mark.parametrize(
    ("text", "die"),
    [("4d6 <= 13", 4 @ D(6) <= 13), ("1d20 > 1d12", D(20) > D(12)), ("2d6 = 7", (2 @ D(6)) == 7)],
)
def test_comparisons_as_icepool(text, die):
    assert fray.odds(text).chance == Fraction(die.quantity(True), die.denominator())


@pytest.mark.parametrize(
    ("text", "die"),
    [
        ("3d6", 3 @ dyce.H(6)),
        ("2d6+1", 2 @ dyce.H(6) + 1),
        ("2d10+1d4", 2 @ dyce.H(10) + dyce.H(4)),
        ("4d6 keep highest 3", sum_of(4 @ dyce.P(6), slice(1, 4))),
        ("3d6 keep lowest 2", sum_of(3 @ dyce.P(6), slice(0, 2))),
    ],
)
def test_dice_as_dyce(text, die):
    assert dict(fray.odds(text)) == {outcome: Fraction(count, die.total) for outcome, count in die.items()}


@pytest.fixture(scope="module")
def skirmish():
    return fray.load("skirmish")


@pytest.mark.parametrize("range_", [1, 6, 15, 30, 60])
@pytest.mark.parametrize("more", ["", ", target prone", ", target kneeling"])
def test_a_check_at_or_under_a_number(skirmish, range_, more):
    """Up to 5 it is always a hit, from 16 on never: as the chart of the rules has it."""
    answer = skirmish.ask(f"Bruce shoots Zorgo with Autopistol, range {range_}{more}")
    hits = (3 @ D(6)).map(lambda total: total <= 5 or total <= min(answer.need, 15))
    assert answer.chance == Fraction(hits.quantity(True), hits.denominator())
    odds = skirmish.odds(f"Bruce shoots Zorgo with Autopistol, range {range_}{more}")
    assert odds.chance == answer.chance and odds[False] == 1 - odds.chance


def test_an_opposed_throw():
    """Both throw a d10 and add; the higher total wins, a tie loses."""
    shot = fray.load("action-d10").ask("Hollis fires Heavy Pistol at Trooper, aimed 2")
    mine, theirs = D(10) + shot.data["plus"], D(10) + shot.data["against"]["side"]["plus"]
    hits = mine > theirs
    assert shot.chance == Fraction(hits.quantity(True), hits.denominator()) == Fraction(18, 25)


def test_an_amount_is_a_distribution(skirmish):
    damage = skirmish.odds("Bruce's damage with Autopistol")
    assert dict(damage) == of_icepool(2 @ D(6))
    assert damage.at_least(9) == Fraction(10, 36) and damage.at_most(2) == Fraction(1, 36)
    with pytest.raises(TypeError, match="an amount"):
        damage.chance


def test_worth_is_a_fraction(skirmish):
    answer = skirmish.ask("Bruce shoots Zorgo with Autopistol, range 6, target prone")
    assert (answer.need, answer.chance) == (12, Fraction(20, 27))
    assert {row["label"]: row["worth"] for row in answer.modifiers} == {
        "Marksmanship": Fraction(79, 216),
        "prone target": Fraction(-23, 108),
    }


def test_dice_counted_by_hand():
    ways = Counter(max(a, b) + c for a, b, c in product(range(1, 7), repeat=3))
    assert dict(fray.odds("max(1d6, 1d6) + 1d6")) == {value: Fraction(n, 216) for value, n in ways.items()}
