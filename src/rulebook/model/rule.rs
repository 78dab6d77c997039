//! Facts, cards, checks, options.

use super::{Aspects, Expr, Head, Label, Type};
use crate::check::{Comparing, ResultKey, Ties};
use crate::effect::Stacking;
use crate::value::{CardId, CheckId, FactId, FactSet, Number, Symbol, TagId, Target, Term, Value};
use std::sync::Arc;

/// A named input of checks.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Name and title.
    pub head: Head,
    /// Its type.
    pub r#type: Type,
    /// The unit numbers are read and shown in.
    pub unit: Option<u16>,
    /// When nobody says.
    pub default: Option<Expr>,
    /// The least and the most that may be said, if it is a number.
    pub bounds: (Option<Number>, Option<Number>),
    /// In a game in motion.
    pub from: Option<Expr>,
    /// Every fact its `from` and `default` read, directly or not.
    pub reads: Vec<FactId>,
    /// The same as a set.
    pub reads_as_set: FactSet,
    /// The figure, thing or cell it is declared to be said of.
    pub of: Option<FactId>,
    /// The figures, things and cells it is about, directly or not: where one of them is set anew, so is this.
    pub roles: Vec<FactId>,
    /// What of a game in motion it depends on, if finding it is so much work that it is better kept.
    pub keeps: Option<Aspects>,
}

impl Fact {
    /// Whether others can be said of what it names: a figure, a thing, a cell.
    pub fn is_role(&self) -> bool {
        matches!(self.r#type.bare(), Type::Figure | Type::Thing(_) | Type::Cell)
    }
}

/// A list of modifiers.
#[derive(Clone, Debug)]
pub struct Card {
    /// Name and title.
    pub head: Head,
    /// The modifiers, in order.
    pub modifiers: Vec<Modifier>,
    /// How each group of them stacks; `Modifier::group` is an index here. Group 0 is the card itself.
    pub groups: Vec<Stacking>,
}

/// One modifier.
#[derive(Clone, Debug)]
pub struct Modifier {
    /// What a player reads.
    pub label: Label,
    /// What it changes.
    pub target: Target,
    /// How much.
    pub amount: Expr,
    /// Whether that may come to none, so that the check cannot be made.
    pub may_be_none: bool,
    /// When; always if none.
    pub condition: Option<Expr>,
    /// Its tags.
    pub tags: Vec<TagId>,
    /// Its group in the card.
    pub group: u16,
    /// Every fact it reads, directly or not.
    pub reads: Vec<FactId>,
    /// The option whose `when` block it stands in, in words, if any.
    pub under: Option<Arc<str>>,
}

/// A roll that is judged.
#[derive(Clone, Debug)]
pub struct Check {
    /// Name and title.
    pub head: Head,
    /// Facts that must be stated.
    pub reads: Vec<FactId>,
    /// Its sentences, the one that is told first.
    pub says: Vec<Sentence>,
    /// What it counts as, by the positions of these.
    pub counts_as: Vec<u16>,
    /// The dice.
    pub roll: Expr,
    /// How it is judged.
    pub goal: Goal,
    /// Labelled parts of its own, before the cards (`plus`).
    pub parts: Vec<Modifier>,
    /// The cards, in order.
    pub cards: Vec<CardId>,
    /// When it cannot be made at all.
    pub impossible: Vec<(Expr, Label)>,
    /// Tags whose modifiers change sign.
    pub inverts: Vec<TagId>,
    /// Tags whose modifiers are dropped.
    pub ignores: Vec<TagId>,
    /// What the dice themselves decide.
    pub results: Vec<Results>,
    /// Names of the result's fields, in the order of `ResultRow::fields`.
    pub fields: Vec<ResultField>,
    /// Every fact that it or its cards read, directly or not.
    pub all_reads: Vec<FactId>,
}

impl Check {
    /// Its own expressions; those of its cards and parts are theirs.
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut exprs: Vec<&Expr> = vec![&self.roll];
        exprs.extend(self.impossible.iter().map(|(when, _)| when));
        exprs.extend(self.results.iter().filter_map(|results| results.when.as_ref()));
        let mut goal = Some(&self.goal);
        while let Some(one) = goal.take() {
            match one {
                Goal::AtMost(need, _) | Goal::AtLeast(need, _) => exprs.push(need),
                Goal::Opposed(opposed) => {
                    exprs.extend(opposed.with.iter().map(|(_, value)| value));
                    goal = opposed.own.as_deref();
                }
                Goal::Total => {}
            }
        }
        exprs
    }
}

/// How a check is judged.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Success if the total is at most this.
    AtMost(Expr, Label),
    /// Success if the total reaches this.
    AtLeast(Expr, Label),
    /// Against another check.
    Opposed(Opposed),
    /// Only a total.
    Total,
}

/// The other side of an opposed check.
#[derive(Clone, Debug)]
pub struct Opposed {
    /// The goal this side has of its own (`at most` or `at least` beside `opposed by`): margins are those of it.
    /// Only a total if none.
    pub own: Option<Box<Goal>>,
    /// Its check.
    pub check: CheckId,
    /// Its facts; all others are as in this check.
    pub with: Vec<(FactId, Expr)>,
    /// What is compared.
    pub comparing: Comparing,
    /// Who has the tie.
    pub ties: Ties,
}

/// A field of a result.
#[derive(Clone, Debug)]
pub struct ResultField {
    /// Its name.
    pub name: Arc<str>,
    /// Its type: a number, or a symbol of a set made from the words in its column.
    pub r#type: Type,
}

/// What the dice decide, for one shape.
#[derive(Clone, Debug)]
pub struct Results {
    /// For which dice; all that have no table of their own if none.
    pub shape: Option<Term>,
    /// When it holds, before all tables that always do.
    pub when: Option<Expr>,
    /// What the rows are read by.
    pub key: ResultKey,
    /// The rows, in order; the first that matches holds.
    pub rows: Vec<ResultRow>,
}

/// A row of a result table.
#[derive(Clone, Debug)]
pub struct ResultRow {
    /// Which keys: from, to, both included.
    pub keys: Vec<(Option<i64>, Option<i64>)>,
    /// Success or failure whatever the need; as usual if none.
    pub success: Option<bool>,
    /// A value for each of `Check::fields`; none where the cell is empty.
    pub fields: Vec<Value>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Where it stands.
    pub span: crate::text::Span,
}

impl crate::check::JudgedRow for ResultRow {
    fn holds(&self, key: i64) -> bool {
        let within = |(from, to): &(Option<i64>, Option<i64>)| {
            from.is_none_or(|from| from <= key) && to.is_none_or(|to| key <= to)
        };
        self.keys.iter().any(within)
    }

    fn success(&self) -> Option<bool> {
        self.success
    }
}

/// The pattern of a sentence: words and places for facts.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// In order.
    pub parts: Vec<SentencePart>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum SentencePart {
    /// A word that must stand there.
    Word(Arc<str>),
    /// A place for a fact.
    Fact(FactId),
}

/// A ruling or an optional rule.
#[derive(Clone, Debug)]
pub struct OptionRule {
    /// Name and title.
    pub head: Head,
    /// Its readings; none for on/off.
    pub readings: Option<crate::value::SetId>,
    /// What the pack says.
    pub default: OptionChoice,
    /// What is in force.
    pub chosen: OptionChoice,
}

/// A choice of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionChoice {
    /// On or off.
    On(bool),
    /// A reading.
    Reading(Symbol),
}
