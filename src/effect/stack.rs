//! Putting modifiers together: ignored ones are dropped first, then each group is stacked as written, then signs turn.

use super::{AppliedModifier, EffectError, Fate, Stacking};
use crate::value::{Number, TagId, Target};

/// What the check that asks does with tags.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'a> {
    /// Tags whose modifiers change sign.
    pub inverts: &'a [TagId],
    /// Tags whose modifiers are dropped.
    pub ignores: &'a [TagId],
}

/// What modifiers come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// In favor of the roller when positive.
    pub number: Number,
    /// More dice, or fewer.
    pub dice: i64,
    /// The base instead of the check's own.
    pub set: Option<Number>,
    /// The least number needed.
    pub at_least: Option<Number>,
    /// The greatest number needed.
    pub at_most: Option<Number>,
}

/// Decides the fate of every modifier and returns what they come to. Uses no memory of its own.
pub fn stack(list: &mut [AppliedModifier<'_>], filter: Filter<'_>) -> Result<Sum, EffectError> {
    for modifier in list.iter_mut() {
        modifier.fate = if shares(modifier.tags, filter.ignores) { Fate::Ignored } else { Fate::Counts };
    }
    for at in 0..list.len() {
        if list[at].fate == Fate::Counts
            && list[at].stacking != Stacking::All
            && let Some(better) = outdone_by(list, at)
        {
            list[at].fate = Fate::Outdone(u16::try_from(better).unwrap_or(u16::MAX));
        }
    }
    let mut sum = Sum::default();
    for modifier in list.iter_mut().filter(|modifier| modifier.fate == Fate::Counts) {
        let turns = matches!(modifier.target, Target::Number | Target::Dice);
        if turns && shares(modifier.tags, filter.inverts) {
            modifier.fate = Fate::Inverted;
        }
        sum.add(modifier)?;
    }
    Ok(sum)
}

impl Sum {
    fn add(&mut self, modifier: &AppliedModifier<'_>) -> Result<(), EffectError> {
        let amount = modifier.effective().ok_or(EffectError::Overflow)?;
        match modifier.target {
            Target::Number => self.number = self.number.plus(amount).ok_or(EffectError::Overflow)?,
            Target::Dice => {
                let whole = amount.as_int().ok_or(EffectError::PartOfADie { amount })?;
                self.dice = self.dice.checked_add(whole).ok_or(EffectError::Overflow)?;
            }
            Target::Set => self.set = Some(amount),
            Target::AtLeast => self.at_least = Some(self.at_least.map_or(amount, |least| least.max(amount))),
            Target::AtMost => self.at_most = Some(self.at_most.map_or(amount, |most| most.min(amount))),
        }
        Ok(())
    }

    /// The number needed by a roll that must come to at most that base.
    pub fn need_at_most(&self, base: Number) -> Result<Number, EffectError> {
        let need = self.set.unwrap_or(base).plus(self.number).ok_or(EffectError::Overflow)?;
        Ok(self.bounded(need))
    }

    /// The number needed by a roll that must reach that base.
    pub fn need_at_least(&self, base: Number) -> Result<Number, EffectError> {
        let need = self.set.unwrap_or(base).minus(self.number).ok_or(EffectError::Overflow)?;
        Ok(self.bounded(need))
    }

    /// Held between the bounds; if they contradict each other the upper one holds.
    pub fn bounded(&self, need: Number) -> Number {
        let raised = self.at_least.map_or(need, |least| need.max(least));
        self.at_most.map_or(raised, |most| raised.min(most))
    }
}

fn shares(tags: &[TagId], wanted: &[TagId]) -> bool {
    !wanted.is_empty() && tags.iter().any(|tag| wanted.contains(tag))
}

/// The index of the modifier that counts instead of this one, if there is one. Of equals the first counts.
fn outdone_by(list: &[AppliedModifier<'_>], at: usize) -> Option<usize> {
    let this = &list[at];
    let rival = |other: &AppliedModifier<'_>| {
        other.group == this.group && other.target == this.target && other.fate != Fate::Ignored
    };
    let beats = |index: usize, other: &AppliedModifier<'_>| match this.stacking {
        Stacking::All => false,
        Stacking::Worst => (other.amount, index) < (this.amount, at),
        Stacking::Best => other.amount > this.amount || (other.amount == this.amount && index < at),
        Stacking::Once => other.label == this.label && index < at,
    };
    // The best of those that beat it is the one that counts, so follow the chain to its end.
    let mut best: Option<usize> = None;
    for (index, other) in list.iter().enumerate().filter(|(index, other)| *index != at && rival(other)) {
        let better_than_best = best.is_none_or(|best| match this.stacking {
            Stacking::Worst => other.amount < list[best].amount,
            Stacking::Best => other.amount > list[best].amount,
            Stacking::All | Stacking::Once => false,
        });
        if beats(index, other) && better_than_best {
            best = Some(index);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIND: TagId = TagId(1);
    const DARK: TagId = TagId(2);

    fn modifier(amount: i64, group: u32, stacking: Stacking) -> AppliedModifier<'static> {
        AppliedModifier { group, stacking, ..AppliedModifier::plain(Number::int(amount), 0) }
    }

    fn amounts(list: &[AppliedModifier<'_>]) -> Vec<i64> {
        list.iter().map(|modifier| modifier.effective().and_then(Number::as_int).expect("whole")).collect()
    }

    #[test]
    fn each_way_of_stacking() {
        for (stacking, expected, sum) in [
            (Stacking::All, [-3, -4, 1, -4, 1], -9),
            (Stacking::Worst, [0, -4, 0, 0, 0], -4),
            (Stacking::Best, [0, 0, 1, 0, 0], 1),
        ] {
            let mut list: Vec<_> = [-3, -4, 1, -4, 1].map(|amount| modifier(amount, 7, stacking)).into();
            let result = stack(&mut list, Filter::default()).expect("small numbers");
            assert_eq!((amounts(&list), result.number), (expected.into(), Number::int(sum)), "{stacking:?}");
        }
    }

    #[test]
    fn once_counts_the_first_of_each_label() {
        let once = |amount, label| AppliedModifier { label, ..modifier(amount, 0, Stacking::Once) };
        let mut list = [once(2, 1), once(3, 2), once(5, 1)];
        assert_eq!(stack(&mut list, Filter::default()).expect("small").number, Number::int(5));
        assert_eq!(list[2].fate, Fate::Outdone(0));
    }

    #[test]
    fn groups_do_not_meet() {
        let mut list = [modifier(-3, 1, Stacking::Worst), modifier(-4, 2, Stacking::Worst)];
        assert_eq!(stack(&mut list, Filter::default()).expect("small").number, Number::int(-7));
    }

    #[test]
    fn ignored_ones_outdo_nobody_and_signs_turn_last() {
        let tagged = |amount, tags| AppliedModifier { tags, ..modifier(amount, 1, Stacking::Worst) };
        let mut list = [tagged(-5, &[WIND]), tagged(-4, &[DARK]), tagged(-2, &[DARK])];
        let filter = Filter { inverts: &[DARK], ignores: &[WIND] };
        assert_eq!(stack(&mut list, filter).expect("small").number, Number::int(4));
        assert_eq!(list.map(|modifier| modifier.fate), [Fate::Ignored, Fate::Inverted, Fate::Outdone(1)]);
    }

    #[test]
    fn dice_base_and_bounds() {
        let with = |target, amount| AppliedModifier { target, ..modifier(amount, 0, Stacking::All) };
        let mut list = [
            with(Target::Dice, 1),
            with(Target::Set, 5),
            with(Target::Number, -4),
            with(Target::AtLeast, 3),
            with(Target::AtMost, 18),
        ];
        let sum = stack(&mut list, Filter::default()).expect("small");
        assert_eq!(sum.dice, 1);
        assert_eq!(sum.need_at_most(Number::int(12)), Ok(Number::int(3)));
        assert_eq!(sum.need_at_least(Number::int(12)), Ok(Number::int(9)));
        let half = Number::fraction(1, 2).expect("a half");
        let mut list = [AppliedModifier { target: Target::Dice, ..AppliedModifier::plain(half, 0) }];
        assert_eq!(stack(&mut list, Filter::default()), Err(EffectError::PartOfADie { amount: half }));
        let mut list = [AppliedModifier::plain(Number::int(i64::MAX), 0), AppliedModifier::plain(Number::ONE, 1)];
        assert_eq!(stack(&mut list, Filter::default()), Err(EffectError::Overflow));
    }
}
