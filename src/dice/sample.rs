//! Arbitrary dice, and every throw of them counted the slow and obvious way: what the tests of this floor and of those
//! above hold exact odds against.

use super::{Chance, Seeded};
use crate::value::{Formula, Keep, Term};

/// One of `0..n`.
pub(crate) fn below(source: &mut Seeded, n: u16) -> u16 {
    source.pick(n).expect("a choice")
}

/// One to `most` dice of one to four sides, some kept, some taken away.
pub(crate) fn any_term(source: &mut Seeded, most: u16) -> Term {
    let count = below(source, most) + 1;
    let keep = match below(source, 4) {
        0 => Keep::Highest(below(source, count + 1)),
        1 => Keep::Lowest(below(source, count + 1)),
        _ => Keep::All,
    };
    Term { minus: below(source, 5) == 0, count, sides: below(source, 4) + 1, keep }
}

/// One or two terms and a constant from -1 to 1.
pub(crate) fn any_formula(source: &mut Seeded) -> Formula {
    let terms = (0..below(source, 2) + 1).map(|_| any_term(source, 3)).collect();
    Formula { terms, plus: i64::from(below(source, 3)) - 1 }
}

/// The sides of every die of a formula.
pub(crate) fn sides(formula: &Formula) -> Vec<u16> {
    formula.terms.iter().flat_map(|term| (0..term.count).map(|_| term.sides)).collect()
}

/// Every throw of dice with these sides, each once.
pub(crate) fn throws(sides: &[u16]) -> impl Iterator<Item = Vec<u16>> {
    let ways: u64 = sides.iter().map(|sides| u64::from(*sides)).product();
    let sides = sides.to_vec();
    (0..ways).map(move |mut at| {
        let die = |sides: &u16| {
            let shown = at % u64::from(*sides);
            at /= u64::from(*sides);
            shown as u16 + 1
        };
        sides.iter().map(die).collect()
    })
}

/// The dice that count, sorted term by term, with whether they are taken away.
pub(crate) fn kept(formula: &Formula, dice: &mut impl Iterator<Item = u16>) -> Vec<(bool, u16)> {
    let mut all = Vec::new();
    for term in &formula.terms {
        let mut shown: Vec<u16> = dice.by_ref().take(term.count.into()).collect();
        shown.sort_unstable();
        let kept: &[u16] = match term.keep {
            Keep::All => &shown,
            Keep::Lowest(n) => &shown[..usize::from(n).min(shown.len())],
            Keep::Highest(n) => &shown[shown.len().saturating_sub(n.into())..],
        };
        all.extend(kept.iter().map(|die| (term.minus, *die)));
    }
    all
}

/// The total of a throw.
pub(crate) fn total(formula: &Formula, dice: &mut impl Iterator<Item = u16>) -> i64 {
    let signed = |(minus, die): (bool, u16)| if minus { -i64::from(die) } else { i64::from(die) };
    kept(formula, dice).into_iter().map(signed).sum::<i64>() + formula.plus
}
