//! Scenarios that end by nothing but the patience of the program, and victories that come behind their last turn.

use super::same::bound;
use super::{Examiner, Finding};
use crate::rulebook::{Expr, Function, Node, Scenario, Win};
use crate::value::Number;

impl Examiner<'_> {
    /// A scenario that says neither who wins nor how long it goes, and `wins red when turn() > 12` within 10 turns.
    pub(super) fn endless(&mut self) {
        for scenario in self.own_scenarios() {
            if scenario.wins.is_empty() && !scenario.last_standing && !scenario.is_limited {
                let finding = Finding::NeverEnds { name: scenario.head.name.to_string(), turns: scenario.limit };
                let help = "say who wins, `wins last side standing` or `wins SIDE when CONDITION \"reason\"`; or for how \
                            long it goes, `limit 20 turns`";
                self.report(finding, scenario.head.span, "nobody wins it, and nothing ends it", help);
            }
            for win in &scenario.wins {
                self.won_too_late(scenario, win);
            }
        }
    }

    fn won_too_late(&mut self, scenario: &Scenario, win: &Win) {
        let last = Number::int(scenario.limit.into());
        let is_late = |part: &&Expr| first_turn(part).is_some_and(|first| first > last);
        let Some(late) = win.when.conjuncts().into_iter().find(is_late) else { return };
        let text = self.book.sources.slice(late.span).trim().to_string();
        let finding = Finding::WonTooLate { text, turns: scenario.limit };
        let help = match scenario.is_limited {
            true => "ask for an earlier turn, or write a later `limit`".to_string(),
            false => format!("without a `limit` it goes {} turns: write one, `limit 200 turns`", scenario.limit),
        };
        self.report(finding, late.span, "never, for the fight is over", help);
    }
}

/// The first turn in which a part of a condition may hold, where it asks for the number of the turn.
fn first_turn(part: &Expr) -> Option<Number> {
    let (what, least, _) = bound(part)?;
    let (least, is_in) = least.filter(|_| matches!(&what.node, Node::Call(Function::Turn, _)))?;
    if is_in { Some(least) } else { Number::int(least.floor()).plus(Number::ONE) }
}
