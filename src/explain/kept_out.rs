//! What keeps something that a check could look at from counting.

use super::reasons::label_of;
use super::why::why_false;
use crate::eval::{Scene, World};
use crate::rulebook::{Expr, Modifier};
use crate::value::CheckId;
use std::sync::Arc;

/// A modifier that would count by what is looked at, and does not by something else.
pub struct KeptOut {
    /// The modifier, in words.
    pub label: String,
    /// Its sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// What is not so: `` `manner is shooting` is false (manner is striking) ``.
    pub why: String,
}

impl KeptOut {
    /// That it is better left out, with the reason.
    pub fn help(&self) -> String {
        let cites: String = self.cites.iter().map(|cite| format!(" @{cite}")).collect();
        format!("leave it out: \"{}\"{cites} does not count here, for {}", self.label, self.why)
    }
}

/// The first modifier of a check that looks at something, which lets it count, while another part of its condition does
/// not hold.
pub fn kept_out<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    check: CheckId,
    looks: &dyn Fn(&Expr) -> bool,
) -> Option<KeptOut> {
    let check = &scene.rules.checks[check.index()];
    let cards = check.cards.iter().flat_map(|card| &scene.rules.cards[card.index()].modifiers);
    check.parts.iter().chain(cards).find_map(|modifier| {
        let bar = bar_of(scene, modifier, looks)?;
        let cites = modifier.label.cites.clone();
        Some(KeptOut { label: label_of(scene, modifier), cites, why: why_false(scene, bar) })
    })
}

fn bar_of<'m, W: World + ?Sized>(
    scene: &Scene<'_, W>,
    modifier: &'m Modifier,
    looks: &dyn Fn(&Expr) -> bool,
) -> Option<&'m Expr> {
    let parts = modifier.condition.as_ref()?.conjuncts();
    let (own, others): (Vec<&Expr>, Vec<&Expr>) = parts.into_iter().partition(|part| looks(part));
    let is = |part: &&Expr, truth: bool| scene.truth(part) == Ok(truth);
    let counts_by_it = (!own.is_empty() || looks(&modifier.amount)) && own.iter().all(|part| is(part, true));
    others.into_iter().find(|part| counts_by_it && is(part, false))
}
