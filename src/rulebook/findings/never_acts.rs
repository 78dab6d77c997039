//! What is asked of the one who acts and is so only of those who are out of play.

use super::{Examiner, Finding};
use crate::rulebook::show::as_written;
use crate::rulebook::told::each_line;
use crate::rulebook::{Act, Action, Expr, Goal, Modifier, Node};
use crate::value::{CardId, CheckId, ConditionId, FactId};

/// Whose modifiers are looked at.
#[derive(Clone, Copy)]
pub(super) enum Modified {
    Card(CardId),
    Check(CheckId),
}

impl Examiner<'_> {
    /// Somebody who acts, asked for a condition that takes its bearer out of play; true if that is reported.
    pub(super) fn never_acts(&mut self, modifier: &Modifier, condition: &Expr, of: Modified) -> bool {
        let Some((part, fact, gone)) = self.gone_and_acting(condition, of) else { return false };
        let (fact, gone) = (&self.book.facts[fact.index()].head, &self.book.conditions[gone.index()].head);
        let (fact, gone) = (as_written(&fact.name), as_written(&gone.name));
        let help = format!(
            "whoever is `{gone}` is out of play (`removes`), and `{fact}` acts: take the condition away, or ask for \
             another"
        );
        let finding = Finding::NeverApplies { label: modifier.label.text.to_string() };
        self.report(finding, part.span, "this never holds", help);
        true
    }

    fn gone_and_acting<'e>(&self, condition: &'e Expr, of: Modified) -> Option<(&'e Expr, FactId, ConditionId)> {
        let asked = condition.conjuncts().into_iter().filter_map(|part| match &part.node {
            Node::HasCondition(whose, gone) if self.book.conditions[gone.index()].removes => {
                if let Node::Fact(fact) = whose.node { Some((part, fact, *gone)) } else { None }
            }
            _ => None,
        });
        let mut asked = asked.peekable();
        asked.peek()?;
        let checks = self.checks_of(of);
        asked.find(|(_, fact, _)| self.is_who_acts(*fact, &checks))
    }

    pub(super) fn checks_of(&self, of: Modified) -> Vec<CheckId> {
        match of {
            Modified::Check(check) => vec![check],
            Modified::Card(card) => {
                let all = self.book.checks.iter().enumerate().filter(|(_, check)| check.cards.contains(&card));
                all.map(|(at, _)| CheckId(at as u16)).collect()
            }
        }
    }

    /// Whether a fact is in all of these checks the one who performs an action, at the moment at which it begins.
    fn is_who_acts(&self, fact: FactId, checks: &[CheckId]) -> bool {
        let book = self.book;
        let rolls = |action: &&Action| action.check.is_some_and(|check| checks.contains(&check));
        let is_by = |action: &Action| action.by == fact && action.with.iter().all(|(stated, _)| *stated != fact);
        let all_by = book.actions.iter().filter(rolls).all(is_by);
        let each_rolled = checks.iter().all(|check| book.actions.iter().any(|action| action.check == Some(*check)));
        let is_opposite = |goal: &Goal| matches!(goal, Goal::Opposed(opposed) if checks.contains(&opposed.check));
        all_by && each_rolled && !book.checks.iter().any(|check| is_opposite(&check.goal)) && !self.rolled_later(checks)
    }

    /// Whether a line rolls one of these checks anywhere but at the beginning of an action: somebody may have fallen then.
    fn rolled_later(&self, checks: &[CheckId]) -> bool {
        let book = self.book;
        let is_one = |act: &Act| matches!(act, Act::Check(rolling) if checks.contains(&rolling.check));
        let mut rolled = 0_usize;
        each_line(book, &mut |line| rolled += usize::from(is_one(&line.act)));
        let firsts =
            book.actions.iter().filter(|action| action.first.is_empty()).filter_map(|action| action.does.first());
        rolled > firsts.filter(|line| is_one(&line.act)).count()
    }
}
