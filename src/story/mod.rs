//! Events as a story, blow by blow: plain text, one event at a time, headings only where something happens below them.

mod brief;
mod health;
mod lines;
mod nearness;
mod rolled;
mod standing;

use crate::event::{Change, Event, Order};
use crate::play::Rules;
use crate::state::State;
use crate::value::{FigureId, Position};
pub(crate) use brief::BriefStory;
pub(crate) use health::{UNHARMED, harm, harm_kept, health, stances};
pub(crate) use lines::within;
use lines::{EventLines, reasoned};
pub(crate) use nearness::{harm_way, nearness};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How much a story tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StoryForm {
    /// What happens, and why.
    #[default]
    Plain,
    /// What those who decide think, and what is only kept count of, too.
    Details,
}

/// Tells events. It keeps the headings that nothing has happened under yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    form: StoryForm,
    /// Whether it says at the end of each turn how it stands.
    sums_up: bool,
    turn: Option<String>,
    side: Option<String>,
    phase: Option<String>,
    walk: Option<ToldSteps>,
    /// Whether a turn has begun.
    is_turn: bool,
    /// The order that is being performed.
    order: Option<Arc<Order>>,
    /// The reckonings that were told.
    reckoned: BTreeSet<String>,
}

/// Steps of one figure that are told in one line.
#[derive(Clone, Debug)]
struct ToldSteps {
    figure: FigureId,
    line: String,
}

impl Story {
    /// A story that says at the end of each turn how it stands.
    pub(crate) fn summing_up(form: StoryForm) -> Story {
        Story { form, sums_up: true, ..Story::default() }
    }

    /// A story told alike, from its beginning.
    pub(crate) fn anew(&self) -> Story {
        Story { form: self.form, sums_up: self.sums_up, ..Story::default() }
    }

    /// The lines an event adds, with its headings; nothing for what only machines need to know.
    pub(crate) fn tell(&mut self, rules: &Rules, state: &State, event: &Event) -> String {
        match &event.change {
            Change::TurnBegan => {
                let text = self.rest() + &self.standing(rules, state);
                self.turn = Some(format!("\nTurn {}\n", state.turn));
                (self.side, self.phase, self.order, self.is_turn) = (None, None, None, true);
                return text;
            }
            Change::SideActs { side } => {
                self.side = side.map(|side| format!("  {} to act\n", state.side(side).title));
                // A phase that told nothing is over: what follows is not its own.
                (self.phase, self.order) = (None, None);
                return self.rest();
            }
            Change::PhaseBegan { phase } => {
                let text = self.rest();
                self.phase = Some(format!("  {}\n", rules.book.turn.phases[phase.index()].head.title));
                self.order = None;
                return text;
            }
            Change::Ordered(order) => self.order = Some(order.clone()),
            _ => {}
        }
        let order = self.order.clone();
        let (form, is_turn) = (self.form, self.is_turn);
        let lines = EventLines { rules, book: &rules.book, state, form, order: order.as_deref(), is_turn };
        match &event.change {
            Change::Moved { figure, from, to: Some(to), .. } => self.step(&lines, *figure, *from, *to),
            change @ Change::Checked { .. } if form == StoryForm::Plain => self.check(&lines, change),
            change => match lines.line(change) {
                Some(line) => self.rest() + &self.headings() + &reasoned(line, event),
                None => String::new(),
            },
        }
    }

    /// What is not told yet, because more of the same might have followed: to be called at the end.
    pub(crate) fn rest(&mut self) -> String {
        self.walk.take().map_or_else(String::new, |walk| walk.line + "\n")
    }

    /// A check; what it is made of only where that was not told before.
    fn check(&mut self, lines: &EventLines<'_>, change: &Change) -> String {
        let Some(told) = lines.checked(change) else { return String::new() };
        let is_new = self.reckoned.insert(told.key);
        let before = if is_new || told.parts.is_empty() { "" } else { ", as before" };
        let parts = if is_new { told.parts } else { String::new() };
        self.rest() + &self.headings() + &told.heading + before + "\n" + &parts + &told.outcome
    }

    fn step(&mut self, lines: &EventLines<'_>, figure: FigureId, from: Option<Position>, to: Position) -> String {
        let to = lines.cell(to);
        if let Some(walk) = self.walk.as_mut().filter(|walk| walk.figure == figure) {
            walk.line += &format!(" -> {to}");
            return String::new();
        }
        let text = self.rest() + &self.headings();
        let from = from.map_or(String::new(), |from| format!("{} -> ", lines.cell(from)));
        self.walk = Some(ToldSteps { figure, line: format!("      {} moves {from}{to}", lines.figure(figure)) });
        text
    }

    /// How it stands at the end of a turn in which something was told.
    fn standing(&self, rules: &Rules, state: &State) -> String {
        let has_told = self.is_turn && self.turn.is_none();
        if self.sums_up && has_told { standing::at_the_end(rules, state) } else { String::new() }
    }

    fn headings(&mut self) -> String {
        [self.turn.take(), self.side.take(), self.phase.take()].into_iter().flatten().collect()
    }
}
