//! Every expression and every line that the highest pack writes.

use super::Examiner;
use crate::rulebook::{Check, Expr, Head, Line};

impl<'b> Examiner<'b> {
    /// Every expression that stands outside of lines.
    pub(super) fn own_exprs(&self) -> Vec<&'b Expr> {
        let book = self.book;
        let is_own = |head: &Head| self.is_own(head);
        let settings = book.settings.iter().filter(|one| is_own(&one.head)).map(|one| &one.expr);
        let values = book.values.iter().filter(|one| is_own(&one.head)).map(|one| &one.expr);
        let functions = book.functions.iter().filter(|one| is_own(&one.head)).map(|one| &one.expr);
        let facts = book.facts.iter().filter(|one| is_own(&one.head));
        let facts = facts.flat_map(|fact| fact.default.iter().chain(&fact.from));
        let checks = || book.checks.iter().filter(|one| is_own(&one.head));
        let cards = book.cards.iter().filter(|one| is_own(&one.head)).flat_map(|card| &card.modifiers);
        let counted = cards.chain(checks().flat_map(|one| &one.parts));
        let counted = counted.flat_map(|one| std::iter::once(&one.amount).chain(&one.condition));
        let actions = book.actions.iter().filter(|one| is_own(&one.head));
        let asked = actions
            .flat_map(|one| one.requires.iter().map(|(when, _)| when).chain(one.spends.iter().map(|(cost, _)| cost)));
        let all = settings.chain(values).chain(functions).chain(facts).chain(checks().flat_map(Check::exprs));
        all.chain(counted).chain(asked).collect()
    }

    /// Every block of lines of an action, a deed or a reaction.
    pub(super) fn own_lines(&self) -> Vec<&'b [Line]> {
        let book = self.book;
        let actions = book.actions.iter().filter(|one| self.is_own(&one.head)).map(|one| &*one.does);
        let deeds = book.deeds.iter().filter(|one| self.is_own(&one.head)).map(|one| &*one.lines);
        let reactions = book.reactions.iter().filter(|one| self.is_own(&one.head)).map(|one| &*one.does);
        actions.chain(deeds).chain(reactions).collect()
    }
}
