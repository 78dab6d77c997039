//! The sources of chance and the distributions against each other and against every throw.

use super::sample::{any_formula, below, kept, sides, throws, total};
use super::*;
use crate::value::{Formula, Keep, Term};
use std::collections::BTreeMap;

fn counted<K: Ord>(formula: &Formula, mut key: impl FnMut(&[u16]) -> K) -> BTreeMap<K, u64> {
    let mut tally = BTreeMap::new();
    for throw in throws(&sides(formula)) {
        *tally.entry(key(&throw)).or_default() += 1;
    }
    tally
}

#[test]
fn arbitrary_rolls_agree_with_counting_every_throw() {
    for seed in 0..500 {
        let formula = any_formula(&mut Seeded::new(seed, 1));
        let dist = Dist::of(&formula).expect("few dice");
        let found: BTreeMap<i64, Count> = dist.iter().collect();
        let all: u64 = sides(&formula).iter().map(|sides| u64::from(*sides)).product();
        let counted = counted(&formula, |dice| total(&formula, &mut dice.iter().copied()));
        // Dice of which none is kept change nothing, and are not counted.
        let scale = Count::Small(all.into()).over(dist.total());
        let counted: BTreeMap<i64, Count> =
            counted.into_iter().map(|(n, ways)| (n, Count::Small(ways.into()).over(&scale))).collect();
        assert_eq!(found, counted, "{formula}");
        for throw in throws(&sides(&formula)) {
            assert_eq!(rolled(&formula, &throw), Ok(total(&formula, &mut throw.iter().copied())), "{formula}");
        }
    }
}

#[test]
fn totals_with_their_extreme_dice_agree_with_counting_every_throw() {
    for seed in 0..500 {
        let formula = any_formula(&mut Seeded::new(seed, 2));
        for extreme in [Extreme::Lowest, Extreme::Highest] {
            let counted = counted(&formula, |dice| {
                let dice = || dice.iter().copied();
                let shown = kept(&formula, &mut dice()).into_iter().map(|(_, die)| die);
                let die = if extreme == Extreme::Lowest { shown.min() } else { shown.max() };
                (total(&formula, &mut dice()), die)
            });
            let of: u64 = counted.values().sum();
            let counted: BTreeMap<_, _> = counted.into_iter().map(|(pair, ways)| (pair, Odds::of(ways, of))).collect();
            let Some(joint) = Joint::of(&formula, extreme).expect("few dice") else {
                assert!(counted.keys().all(|(_, die)| die.is_none()), "{formula} keeps dice");
                continue;
            };
            let odds = |(n, die, ways)| ((n, Some(die)), Odds::new(ways, joint.total.clone()));
            let found: BTreeMap<_, _> = joint.iter().map(odds).collect();
            assert_eq!(found, counted, "{formula} {extreme:?}");
        }
    }
}

#[test]
fn keeping_some_of_many_dice() {
    let best = |keep| Formula { terms: vec![Term { minus: false, count: 20, sides: 6, keep }], plus: 0 };
    let high = Dist::of(&best(Keep::Highest(10))).expect("twenty dice");
    let low = Dist::of(&best(Keep::Lowest(10))).expect("twenty dice");
    assert_eq!(high, low.clone().negated().and_then(|low| low.shifted(70)).expect("small"));
    // What is kept and what is not add up to all on average.
    let sum = high.mean().and_then(|high| high.plus(low.mean()?));
    assert_eq!(sum, Some(crate::value::Number::int(70)));
}

#[test]
fn long_counts_agree_with_adding_die_by_die() {
    for (count, sides) in [(50, 6), (57, 6), (128, 2), (129, 2), (43, 8), (31, 20), (30, 20), (1_000, 6)] {
        let whole = Dist::of(&Formula::dice(count, sides)).expect("within the limits");
        let sum = whole.iter().fold(Count::ZERO, |sum, (_, ways)| sum.plus(&ways));
        assert_eq!((&sum, sum.clone()), (whole.total(), Count::Small(sides.into()).power(count.into())));
        if count < 200 {
            let one = Dist::of(&Formula::dice(1, sides)).expect("one die");
            assert_eq!(whole, one.repeated(count.into()).expect("within the limits"));
        }
    }
}

#[test]
fn limits_are_errors() {
    let dice = |count, sides, keep| Formula { terms: vec![Term { minus: false, count, sides, keep }], plus: 0 };
    for (formula, expected) in [
        (dice(1_001, 6, Keep::All), "`1001` dice are more than the 1000 that are rolled at once"),
        (dice(1, 0, Keep::All), "a die needs at least one side"),
        (dice(1_000, 60_000, Keep::All), "the totals reach over a range of more than 131072"),
        (dice(1_000, 20, Keep::Highest(500)), "the exact odds would take more than 33554432 steps"),
        (Formula { plus: i64::MAX, ..dice(1, 6, Keep::All) }, "the total of the roll does not fit a whole number"),
    ] {
        assert_eq!(Dist::of(&formula).expect_err("beyond the limits").to_string(), expected);
    }
    let wide = Dist::of(&Formula::dice(1, 6)).expect("one die").map(|n| Ok(n * 1_000_000));
    assert_eq!(wide, Err(DiceError::TooWide { most: MAX_SUPPORT }));
}

#[test]
fn questions_to_a_distribution() {
    let two = Dist::of(&Formula::dice(2, 6)).expect("two dice");
    assert_eq!(two.quantile(&Odds::of(1, 2)), 7);
    assert_eq!((two.quantile(&Odds::NEVER), two.quantile(&Odds::ALWAYS)), (2, 12));
    assert_eq!(two.at_least(i64::MIN), Odds::ALWAYS);
    assert_eq!(two.at_most(i64::MAX), Odds::ALWAYS);
    let seven_or_more = two.given(|n| n >= 7).expect("it happens");
    assert_eq!((seven_or_more.exactly(7), seven_or_more.total()), (Odds::of(6, 21), &Count::Small(21)));
    assert_eq!(two.given(|n| n > 12), Err(DiceError::Never));
    assert_eq!(two.odds(|n| n % 2 == 0), Odds::of(1, 2));
}

/// A procedure with rolls that depend on rolls, as scripts make them.
fn procedure(chance: &mut dyn Chance, seen: Seen) -> Result<(i64, bool), DiceError> {
    let mut dice = Vec::new();
    let first = chance.roll(&Formula::dice(2, 4), seen, &mut dice)?;
    if first <= 3 {
        return Ok((first, chance.happens(1, 3)?));
    }
    let picked = chance.pick(3)?;
    let best = Formula { terms: vec![Term { minus: true, count: 3, sides: 3, keep: Keep::Highest(2) }], plus: 1 };
    let second = if picked == 0 { 0 } else { chance.roll(&best, seen, &mut dice)? };
    Ok((first + second, picked == 1))
}

#[test]
fn every_branch_is_followed_once_with_its_exact_weight() {
    let found = |seen| exhaust(10_000, |chance| procedure(chance, seen)).expect("few branches");
    // The same by hand: 2d4 and a chance, or 2d4, a pick and the best of three dice.
    let mut counted = BTreeMap::<(i64, bool), Odds>::new();
    for throw in throws(&[4, 4, 3, 3, 3, 3]) {
        let given = if throw[0] + throw[1] <= 3 { vec![throw[0], throw[1], throw[2]] } else { throw.clone() };
        let given = if throw[0] + throw[1] > 3 && throw[2] == 1 { given[..3].to_vec() } else { given };
        let mut source = Given::new(given);
        let result = procedure(&mut source, Seen::Dice).expect("dice that fit");
        assert_eq!(source.finish(), Ok(()));
        let odds = counted.entry(result).or_insert(Odds::NEVER);
        *odds = odds.plus(&Odds::of(1, 16 * 81));
    }
    let counted: Vec<_> = counted.into_iter().collect();
    for seen in [Seen::Total, Seen::Sorted, Seen::Dice] {
        assert_eq!(found(seen), counted, "{seen:?}");
    }
}

#[test]
fn two_rolls_are_made_again_until_they_have_a_class() {
    let (mine, theirs) = (Formula::dice(1, 6), Formula::dice(1, 4));
    let higher = |[mine, theirs]: [(i64, &[u16]); 2]| (mine.0 != theirs.0).then_some(u64::from(mine.0 > theirs.0));
    let rolls = [(&mine, Seen::Total), (&theirs, Seen::Total)];
    let contest = |chance: &mut dyn Chance, class| {
        let totals = chance.roll_pair(Pair { rolls, class }, [&mut Vec::new(), &mut Vec::new()])?;
        Ok::<_, DiceError>(totals[0] > totals[1])
    };
    // Of 24 throws 4 are ties, and in 14 of the other 20 the larger die is higher.
    let found = exhaust(2, |chance| contest(chance, &higher)).expect("two classes");
    assert_eq!(found, [(false, Odds::of(6, 20)), (true, Odds::of(14, 20))]);
    let mut given = Given::new([3, 3, 2, 2, 1, 4]);
    assert_eq!(contest(&mut given, &higher), Ok(false));
    assert_eq!(given.finish(), Ok(()));
    // Nothing is rolled without end.
    assert_eq!(exhaust(1, |chance| contest(chance, &|_| None)), Ok(vec![(false, Odds::ALWAYS)]));
    assert!(contest(&mut Seeded::new(7, 0), &|_| None).is_ok());
}

#[test]
fn single_dice_are_followed_only_if_they_are_seen() {
    let runs = |seen| {
        let mut runs = 0;
        let mut source = Exhaustive::new(1_000);
        let mut dice = Vec::new();
        while source.advance().expect("few branches") {
            source.roll(&Formula::dice(3, 6), seen, &mut dice).expect("three dice");
            assert_eq!(dice.len(), if seen == Seen::Total { 0 } else { 3 });
            runs += 1;
        }
        runs
    };
    assert_eq!([Seen::Total, Seen::Sorted, Seen::Dice].map(runs), [16, 56, 216]);
}

#[test]
fn too_many_branches_and_different_ways_are_errors() {
    let coins = |count: u32| move |chance: &mut Exhaustive| (0..count).try_fold(0, |n, _| Ok(n + chance.pick(2)?));
    assert_eq!(exhaust(1_024, coins(10)).map(|odds| odds.len()), Ok(11));
    assert_eq!(exhaust(1_023, coins(10)), Err(DiceError::TooManyBranches { budget: 1_023 }));
    assert_eq!(exhaust(9, coins(1_000_000)), Err(DiceError::TooDeep { most: MAX_DEPTH }));
    let mut dice = Vec::new();
    let many = exhaust(u64::MAX, |chance| chance.roll(&Formula::dice(9, 6), Seen::Dice, &mut dice));
    assert_eq!(many, Err(DiceError::TooManyBranches { budget: MAX_FORK }));
    let mut sides = 2;
    let changing = exhaust(100, |chance| {
        sides += 1;
        chance.pick(sides)
    });
    let told = changing.map_err(|error| error.to_string());
    assert_eq!(told, Err("the same dice led to another roll: a choice among 3 before, a choice among 4 now".into()));
    let mut asks = true;
    let forgetful = exhaust(100, |chance| if std::mem::take(&mut asks) { chance.pick(2) } else { Ok(0) });
    let told = forgetful.map_err(|error| error.to_string());
    assert_eq!(told, Err("the same dice led to another roll: a choice among 2 before, nothing now".into()));
}

#[test]
fn no_dice_are_one_branch() {
    assert_eq!(exhaust(1, |_| Ok::<_, DiceError>(7)), Ok(vec![(7, Odds::ALWAYS)]));
    assert_eq!(exhaust(0, |_| Ok::<_, DiceError>(7)), Err(DiceError::TooManyBranches { budget: 0 }));
    assert_eq!(exhaust(9, |chance| chance.pick(0)), Err(DiceError::NoChoice));
}

/// Questions of every sort, some of them nonsense.
fn any_questions(chance: &mut dyn Chance, seed: u64, record: &mut Vec<u16>) -> Vec<Result<i64, DiceError>> {
    let (mut choices, mut dice, mut answers) = (Seeded::new(seed, 9), Vec::new(), Vec::new());
    for _ in 0..20 {
        let answer = match below(&mut choices, 4) {
            0 => {
                let of = below(&mut choices, 5);
                let picked = chance.pick(of);
                record.extend(picked.iter().filter(|_| of > 1).map(|picked| picked + 1));
                picked.map(i64::from)
            }
            1 => {
                let (ways, of) = (below(&mut choices, 4), below(&mut choices, 4));
                let happened = chance.happens(ways, of);
                let die = |happened: &bool| if *happened { 1 } else { of };
                record.extend(happened.iter().filter(|_| ways > 0 && ways < of).map(die));
                happened.map(i64::from)
            }
            _ => {
                let mut formula = any_formula(&mut choices);
                formula.terms[0].sides = below(&mut choices, 5);
                let total = chance.roll(&formula, Seen::Dice, &mut dice);
                record.extend_from_slice(if total.is_ok() { &dice } else { &[] });
                total
            }
        };
        answers.push(answer);
    }
    answers
}

#[test]
fn what_was_rolled_can_be_given_again() {
    for seed in 0..300 {
        let mut recorded = Vec::new();
        let played = any_questions(&mut Seeded::new(seed, 0), seed, &mut recorded);
        let mut given = Given::new(recorded.clone());
        let mut again = Vec::new();
        assert_eq!(any_questions(&mut given, seed, &mut again), played);
        assert_eq!((again, given.finish()), (recorded, Ok(())));
    }
}

#[test]
fn arbitrary_given_dice_never_panic_and_are_never_lost() {
    for seed in 0..300 {
        let mut source = Seeded::new(seed, 3);
        let dice: Vec<u16> = (0..below(&mut source, 40)).map(|_| below(&mut source, 6)).collect();
        let mut given = Given::new(dice.clone());
        let mut record = Vec::new();
        let answers = any_questions(&mut given, seed, &mut record);
        assert_eq!(given.left(), &dice[given.used()..]);
        let failed = answers.iter().any(|answer| {
            matches!(answer, Err(DiceError::UsedUp { .. } | DiceError::Unfit { .. } | DiceError::LeftOver { .. }))
        });
        assert!(failed || record.len() == given.used(), "a question that was answered used its dice");
        assert_eq!(given.finish().is_ok(), given.left().is_empty());
    }
}
