//! A fight told on a page: of each turn who was harmed and by what, and how many stand; other orders are counted.

use super::StoryForm;
use super::lines::EventLines;
use super::nearness::may_count_harm;
use crate::diag::one_line;
use crate::event::{Change, Event, Holder, Order};
use crate::play::Rules;
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::value::{FigureId, Number, TrackId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Lines of what harmed somebody that a turn has; of the rest it says how many.
const MOST_LINES: usize = 12;

/// Somebody who was harmed.
#[derive(Debug, Default)]
struct Harmed {
    name: String,
    how: Vec<String>,
    /// By what, as far as the rules say.
    why: Option<Arc<str>>,
    /// Whether it is more than what passes: a wound, a fall.
    is_grave: bool,
    /// Whether he is out of the fight by it.
    is_out: bool,
}

impl Harmed {
    fn told(&self) -> String {
        format!("{} {}", self.name, self.how.join(", "))
    }

    fn told_alone(&self) -> String {
        let why = self.why.as_ref().map_or(String::new(), |why| format!(" ({})", one_line(why)));
        format!("  {}: {}{why}\n", self.name, self.how.join(", "))
    }
}

/// An order that is told.
#[derive(Debug)]
struct ToldDeed {
    order: Arc<Order>,
    said: String,
    /// What its checks came to, and whether one was a success.
    rolled: Vec<String>,
    has_succeeded: bool,
}

impl ToldDeed {
    fn has_worked(&self) -> bool {
        self.has_succeeded || self.rolled.is_empty()
    }

    fn names(&self, figure: FigureId) -> bool {
        self.order.facts.iter().any(|(_, value)| value.as_figure() == Some(figure))
    }

    /// Whether what was put off may come of it: it concerns the same figures.
    fn leads_to(&self, put_off: &Order) -> bool {
        let named = |order: &Order| order.facts.iter().filter_map(|(_, value)| value.as_figure()).collect::<Vec<_>>();
        let concerned: Vec<FigureId> = std::iter::once(put_off.actor).chain(named(put_off)).collect();
        self.has_worked()
            && concerned.contains(&self.order.actor)
            && named(&self.order).iter().all(|one| concerned.contains(one))
    }
}

/// What happens in a turn, gathered until it ends.
#[derive(Debug, Default)]
pub(crate) struct BriefStory {
    order: Option<ToldDeed>,
    /// Orders that have harmed nobody so far; what was put off may come of them.
    waiting: Vec<ToldDeed>,
    /// What is put off, as the state has it.
    put_off: Vec<Arc<Order>>,
    /// Who was harmed by it, and how.
    harms: BTreeMap<FigureId, Harmed>,
    lines: Vec<String>,
    /// How often an action was done that harmed nobody it was aimed at, by its title.
    idle: BTreeMap<Arc<str>, usize>,
    /// Turns without harm that were not told yet: the first and the last.
    harmless: Option<(u32, u32)>,
    turn: u32,
    end: String,
}

impl BriefStory {
    /// Hears of an event; the lines of a turn that is over.
    pub(crate) fn tell(&mut self, rules: &Rules, state: &State, event: &Event) -> String {
        let lines = EventLines { rules, book: &rules.book, state, form: StoryForm::Plain, order: None, is_turn: true };
        match &event.change {
            Change::TurnBegan => {
                let text = self.turn(rules, state);
                self.turn = state.turn;
                return text;
            }
            Change::Ordered(order) => {
                self.settle();
                let is_told = !rules.book.actions[order.action.index()].head.is_quiet();
                let (order, said) = (order.clone(), lines.ordered(order));
                self.order = is_told.then_some(ToldDeed { order, said, rolled: Vec::new(), has_succeeded: false });
            }
            Change::PutOff(order) => self.put_off.push(order.clone()),
            Change::TakenUp { nth, .. } => self.take_up(usize::from(*nth)),
            Change::PhaseBegan { .. } | Change::SideActs { .. } => self.settle(),
            change @ Change::Checked { actor, .. } => {
                let own = self.order.as_mut().filter(|deed| *actor == Some(deed.order.actor));
                if let (Some(deed), Some(told)) = (own, lines.verdict(change)) {
                    deed.has_succeeded |= matches!(change, Change::Checked { success: Some(true), .. });
                    deed.rolled.push(told);
                }
            }
            Change::Won { .. } | Change::Drawn { .. } | Change::LimitReached { .. } => {
                self.end = lines.line(&event.change).unwrap_or_default();
            }
            _ => self.harm(&lines, event),
        }
        String::new()
    }

    /// The last turn, and how the fight ended.
    pub(crate) fn rest(&mut self, rules: &Rules, state: &State) -> String {
        let text = self.turn(rules, state) + &self.without_harm();
        text + &std::mem::take(&mut self.end)
    }

    fn harm(&mut self, lines: &EventLines<'_>, event: &Event) {
        let (book, change) = (lines.book, &event.change);
        let (figure, what, is_grave) = match change {
            Change::TrackChanged { owner: Holder::Figure(figure), track, symbol, from, to, .. } => {
                let more = to.minus(*from).filter(|more| *more > Number::ZERO);
                let Some(more) = more.filter(|_| self.is_harm(book, *figure, *track)) else { return };
                let place = symbol.map_or(String::new(), |symbol| format!("{} ", book.symbol_title(symbol)));
                (*figure, place + &counted(more, &book.tracks[track.index()].head.title), true)
            }
            Change::ConditionGained { figure, condition, .. } => {
                let condition = &book.conditions[condition.index()];
                if condition.head.is_quiet() {
                    return;
                }
                (*figure, condition.head.title.to_string(), condition.removes)
            }
            // Of what takes him out of it, it was told.
            Change::Removed { figure } if self.harms.get(figure).is_some_and(|harmed| harmed.is_out) => return,
            Change::Removed { figure } => (*figure, "out of the fight".to_string(), true),
            Change::Returned { figure } => (*figure, "back in the fight".to_string(), true),
            _ => return,
        };
        let why = match change {
            Change::TrackChanged { why, .. } | Change::ConditionGained { why, .. } => why.as_ref(),
            _ => None,
        };
        let harmed = self.harms.entry(figure).or_default();
        harmed.name = lines.figure(figure).to_string();
        harmed.why = harmed.why.take().or_else(|| why.or(event.text.as_ref()).cloned());
        harmed.is_grave |= is_grave;
        harmed.is_out |= is_grave && matches!(change, Change::ConditionGained { .. });
        harmed.how.push(what);
    }

    /// Whether a track that was counted up tells of harm: it has thresholds, or what somebody else did has counted it up.
    fn is_harm(&self, book: &Rulebook, figure: FigureId, track: TrackId) -> bool {
        let is_of_other = self.order.as_ref().is_some_and(|deed| deed.order.actor != figure);
        let rule = &book.tracks[track.index()];
        let has_thresholds = !rule.thresholds.is_empty() && !rule.head.is_quiet();
        has_thresholds || (is_of_other && rule.by.is_none() && may_count_harm(book, track))
    }

    /// What was put off is done: by the order that led to it, where that can be told.
    fn take_up(&mut self, nth: usize) {
        self.settle();
        if nth < self.put_off.len() {
            let put_off = self.put_off.remove(nth);
            let led = self.waiting.iter().position(|deed| deed.leads_to(&put_off));
            self.order = led.map(|at| self.waiting.remove(at));
        }
    }

    /// An order is over: a line if it harmed whom it was aimed at, else it waits for what may come of it; what else
    /// came of it, as when somebody answers it, is told by itself.
    fn settle(&mut self) {
        let order = self.order.take();
        let harms = std::mem::take(&mut self.harms).into_iter().filter(|(_, one)| one.is_grave);
        let Some(deed) = order else {
            self.lines.extend(harms.map(|(_, one)| one.told_alone()));
            return;
        };
        let (by_it, others): (Vec<_>, Vec<_>) = harms.partition(|(figure, _)| deed.has_worked() && deed.names(*figure));
        if by_it.is_empty() {
            self.waiting.push(deed);
        } else {
            let rolled = if deed.rolled.is_empty() { String::new() } else { format!(" ({})", deed.rolled.join("; ")) };
            let harms: Vec<String> = by_it.iter().map(|(_, one)| one.told()).collect();
            self.lines.push(format!("  {}{rolled}: {}\n", deed.said, harms.join("; ")));
        }
        self.lines.extend(others.iter().map(|(_, one)| one.told_alone()));
    }

    /// What is told of a turn that is over; those without harm are told together, before the next with some.
    fn turn(&mut self, rules: &Rules, state: &State) -> String {
        self.settle();
        for deed in self.waiting.drain(..) {
            let title = &rules.book.actions[deed.order.action.index()].head.title;
            *self.idle.entry(title.clone()).or_default() += 1;
        }
        let mut lines = std::mem::take(&mut self.lines);
        if self.turn == 0 || (lines.is_empty() && self.idle.is_empty()) {
            return String::new();
        }
        if lines.is_empty() {
            let first = self.harmless.map_or(self.turn, |(first, _)| first);
            self.harmless = Some((first, self.turn));
            return String::new();
        }
        let before = self.without_harm();
        let more = lines.len().saturating_sub(MOST_LINES);
        lines.truncate(MOST_LINES);
        let mut text = format!("{before}\nTurn {}\n{}", self.turn, lines.concat());
        if more > 0 {
            text += &format!("  and {more} more were harmed\n");
        }
        text += &self.counted();
        let sides = state.side_ids().map(|side| {
            let all = state.figure_ids().filter(|id| state.figure(*id).side == side).count();
            format!("{} {} of {all}", state.side(side).title, state.standing(side).count())
        });
        text + &format!("  in the fight: {}\n", sides.collect::<Vec<String>>().join(", "))
    }

    /// The turns without harm, if there were any.
    fn without_harm(&mut self) -> String {
        match self.harmless.take() {
            Some((first, last)) if first == last => format!("\nTurn {first}\n{}", self.counted()),
            Some((first, last)) => format!("\nTurns {first} to {last}\n{}", self.counted()),
            None => String::new(),
        }
    }

    /// What else was done, by the titles of actions.
    fn counted(&mut self) -> String {
        let counted = std::mem::take(&mut self.idle).into_iter().map(|(title, times)| format!("{title} {times}"));
        let counted: Vec<String> = counted.collect();
        if counted.is_empty() { String::new() } else { format!("  also: {}\n", counted.join(", ")) }
    }
}

/// So much of something, whose title is its plural: `1 wound`.
fn counted(number: Number, title: &str) -> String {
    match title.strip_suffix('s').filter(|_| number == Number::ONE && !title.ends_with("ss")) {
        Some(one) => format!("1 {one}"),
        None => format!("{number} {title}"),
    }
}
