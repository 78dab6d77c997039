//! A modifier as the core sees it.

use crate::value::{Number, TagId, Target};

/// How the modifiers of a group combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacking {
    /// All add up.
    All,
    /// Only the lowest.
    Worst,
    /// Only the highest.
    Best,
    /// Each label once, the first.
    Once,
}

/// What became of a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It counts.
    Counts,
    /// It counts with the other sign.
    Inverted,
    /// A tag of it is ignored.
    Ignored,
    /// Another one of its group counts instead: its index in the list.
    Outdone(u16),
}

/// An amount that applies, with what decides whether it counts.
#[derive(Clone, Copy, Debug)]
pub struct AppliedModifier<'a> {
    /// What it changes.
    pub target: Target,
    /// How much, as written.
    pub amount: Number,
    /// Its group: unlike groups never meet. The caller numbers them through all cards.
    pub group: u32,
    /// How its group combines.
    pub stacking: Stacking,
    /// Its label, as any number that is the same for the same label.
    pub label: u32,
    /// Its tags.
    pub tags: &'a [TagId],
    /// Set by `stack`.
    pub fate: Fate,
}

impl<'a> AppliedModifier<'a> {
    /// A modifier of the number needed, in a group of its own kind where all add up.
    pub fn plain(amount: Number, label: u32) -> AppliedModifier<'a> {
        let (target, stacking) = (Target::Number, Stacking::All);
        AppliedModifier { target, amount, group: 0, stacking, label, tags: &[], fate: Fate::Counts }
    }

    /// Whether it counts.
    pub fn counts(&self) -> bool {
        matches!(self.fate, Fate::Counts | Fate::Inverted)
    }

    /// What it contributes: 0 if it does not count, turned if it is inverted; none if that does not fit.
    pub fn effective(&self) -> Option<Number> {
        match self.fate {
            Fate::Counts => Some(self.amount),
            Fate::Inverted => self.amount.negated(),
            Fate::Ignored | Fate::Outdone(_) => Some(Number::ZERO),
        }
    }
}
