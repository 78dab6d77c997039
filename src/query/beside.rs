//! What is said in a sentence and does not count for its roll: for whether it may be done, for what it costs, for what
//! comes of it, or for nothing.

use super::bound::BoundQuery;
use super::uncounted::{Counting, CountsFor, Reaches};
use super::variation::{StatedClause, Variation};
use crate::explain::AsideLine;
use crate::play::Rules;
use crate::rulebook::Expr;
use crate::value::CheckId;

/// What is said in a sentence and does not count for its roll, in words.
#[derive(Default)]
pub(super) struct SaidBeside {
    /// For whether it may be done, or what that costs.
    pub(super) aside: Vec<AsideLine>,
    /// If at all, only for what comes of it.
    pub(super) later: Vec<String>,
    /// For nothing as things are, whatever was said.
    pub(super) idle: Vec<String>,
}

impl SaidBeside {
    pub(super) fn of(rules: &Rules, posed: &BoundQuery) -> SaidBeside {
        let mut beside = SaidBeside::default();
        if posed.stated().is_empty() && posed.said.is_empty() {
            return beside;
        }
        let counting = Counting::of(&Reaches::default(), rules, posed);
        let facts = posed.stated().iter().map(|(fact, value)| StatedClause::Fact(*fact, value));
        let figures = posed.said.iter().map(|(figure, what)| StatedClause::Of(*figure, what));
        for said in facts.chain(figures) {
            match counting.of_said(&said) {
                CountsFor::None => beside.idle.push(said.words(rules, posed)),
                CountsFor::Later => beside.later.push(said.words(rules, posed)),
                CountsFor::Order => beside.aside.push(counting.aside(&said)),
                CountsFor::Asked => {}
            }
        }
        beside
    }
}

impl Counting<'_> {
    /// What something counts for that is said in a clause: nothing if what is asked would be the same whatever was
    /// said, and nothing that comes of it may look at it, or can come, for its check cannot be made.
    fn of_said(&self, said: &StatedClause<'_>) -> CountsFor {
        let (is_said_besides, weight) = match said {
            StatedClause::Fact(fact, value) => {
                let is_somebody = self.rules.book.facts[fact.index()].is_role() && value.as_figure().is_some();
                // How often it is done, and the like, may be said in its sentence and not count for the first roll.
                let is_said_for_it = self.is_in_pattern(*fact) && (value.as_number().is_none() || self.looks_at(*fact));
                (!is_somebody && !is_said_for_it, self.weight(*fact))
            }
            StatedClause::Of(figure, what) => {
                let decides = self.is_forbidden_by(*figure, what) || self.takes_out(*figure, what);
                (!decides, self.weight_of_said(*figure, what))
            }
        };
        let variation = self.variation();
        let is_later = match (is_said_besides, weight) {
            (false, _) => return CountsFor::Asked,
            (true, CountsFor::Later) => true,
            (true, _) if variation.hangs_on(said) => return self.of_what_hangs(said, &variation),
            (true, _) => self.is_said_for_later(said),
        };
        if is_later && !variation.is_barred() { CountsFor::Later } else { CountsFor::None }
    }

    /// The same of what makes a difference to what is asked: perhaps only to whether it may be done and what it costs, or
    /// with another word than this.
    fn of_what_hangs(&self, said: &StatedClause<'_>, all: &Variation<'_>) -> CountsFor {
        let Some(roll) = self.roll_alone() else { return CountsFor::Asked };
        if !roll.hangs_on(said) {
            return CountsFor::Order;
        }
        let is_later = roll.is_as_unsaid(said) && self.is_said_for_later(said) && !all.is_barred();
        if is_later { CountsFor::Later } else { CountsFor::Asked }
    }

    /// Whether nothing but what comes of it may look at what is said.
    fn is_said_for_later(&self, said: &StatedClause<'_>) -> bool {
        match said {
            StatedClause::Fact(fact, _) => self.weight_beyond(*fact) == CountsFor::Later,
            StatedClause::Of(figure, what) => self.is_later(*figure, what),
        }
    }

    /// The roll of an action alone, to be asked with something else said; none of what has no roll.
    fn roll_alone(&self) -> Option<Variation<'_>> {
        let (check, action) = (self.posed.check(self.rules)?, self.action()?);
        Some(self.varied(action.with.iter().map(|(_, expr)| expr).collect(), Some(check)))
    }

    /// What something counts for that makes no difference to the roll.
    fn aside(&self, said: &StatedClause<'_>) -> AsideLine {
        let hangs = |exprs: Vec<&Expr>| self.varied(exprs, None).hangs_on(said);
        let action = self.action();
        let requires = action.into_iter().flat_map(|action| &action.requires).map(|(expr, _)| expr).collect();
        let spends = action.into_iter().flat_map(|action| &action.spends).map(|(expr, _)| expr).collect();
        AsideLine {
            said: said.words(self.rules, self.posed),
            allowed: hangs(requires),
            costs: hangs(spends),
            later: self.is_said_for_later(said),
        }
    }

    /// What is asked, to be asked with something else said.
    fn variation(&self) -> Variation<'_> {
        self.varied(self.own_exprs().collect(), self.posed.check(self.rules))
    }

    fn varied<'v>(&'v self, exprs: Vec<&'v Expr>, check: Option<CheckId>) -> Variation<'v> {
        Variation { rules: self.rules, posed: self.posed, exprs, check }
    }
}
