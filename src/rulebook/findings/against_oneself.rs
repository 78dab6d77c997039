//! Opposed checks of which one figure rolls both sides, though another one is there.

use super::{Examiner, Finding};
use crate::rulebook::show::as_written;
use crate::rulebook::{Check, Goal, Type};
use crate::value::FactId;

impl Examiner<'_> {
    pub(super) fn against_oneself(&mut self) {
        let book = self.book;
        for check in book.checks.iter().filter(|check| check.head.pack == book.pack.head.name) {
            let Goal::Opposed(opposed) = &check.goal else { continue };
            let is_figure = |fact: &&FactId| book.facts[fact.index()].r#type == Type::Figure;
            let figures = |check: &Check| check.reads.iter().filter(is_figure).copied().collect::<Vec<FactId>>();
            let other = &book.checks[opposed.check.index()];
            let (own, theirs) = (figures(check), figures(other));
            let ([roller, rest @ ..], [whose]) = (&own[..], &theirs[..]) else { continue };
            let Some(against) = rest.first().filter(|_| roller == whose) else { continue };
            if opposed.with.iter().any(|(fact, _)| fact == whose) {
                continue;
            }
            let name = |fact: &FactId| as_written(&book.facts[fact.index()].head.name).to_string();
            let (whose, against, with) = (name(whose), name(against), as_written(&other.head.name));
            let help = format!("say who rolls it: `opposed by {with} with {whose} = {against} …`");
            let label = format!("`{with}` is rolled by `{whose}`, who rolls this, too");
            let finding = Finding::AgainstOneself { check: check.head.name.to_string() };
            self.report(finding, check.head.span, &label, help);
        }
    }
}
