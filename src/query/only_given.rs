//! A condition that a sentence says of somebody, and that nothing reads of him: what comes of it would only give it
//! to him.

use super::bound::BoundQuery;
use super::mentioned::Mention;
use super::uncounted::{Counting, CountsFor, Reaches};
use super::{About, AssumedChange};
use crate::play::Rules;
use std::sync::Arc;

/// What is said and only given, with what counts instead.
pub struct OnlyGiven {
    /// The name of the condition.
    pub condition: Arc<str>,
    /// Of whom it is said.
    pub figure: Arc<str>,
    /// What could be said and is read: `actor dazed`.
    pub instead: Option<String>,
}

/// The first such condition of a sentence, where that is certain.
pub fn only_given(rules: &Rules, posed: &BoundQuery) -> Option<OnlyGiven> {
    let About::Action(_) = posed.about else { return None };
    if !posed.said.iter().any(|(_, what)| matches!(what, AssumedChange::Condition(_, true))) {
        return None;
    }
    let (book, reaches) = (&rules.book, Reaches::default());
    let counting = Counting::of(&reaches, rules, posed);
    let is_one = |(figure, what): &&(_, AssumedChange)| {
        let AssumedChange::Condition(id, true) = what else { return false };
        let of = Mention { figure: *figure, facts: &posed.facts };
        let beyond = counting.beyond();
        counting.weight_of_said(*figure, what) == CountsFor::Later
            && beyond.mentioned.only_gives(&of, *id)
            && !beyond.says(&book.conditions[id.index()].head.name)
    };
    let (figure, what) = posed.said.iter().find(is_one)?;
    let AssumedChange::Condition(id, _) = what else { return None };
    let name = &book.conditions[id.index()].head.name;
    let asked = counting.reach.own.roles_asked(*id).next();
    Some(OnlyGiven {
        condition: name.clone(),
        figure: Arc::from(&*posed.view(rules).state.figure(*figure).name),
        instead: asked.map(|fact| format!("{} {name}", book.facts[fact.index()].head.name)),
    })
}
