//! Events as a story, blow by blow: plain text, one event at a time, headings only where something happens below them.

use crate::diag::one_line;
use crate::event::Order;
use crate::event::{AmountLine, Change, CheckedModifier, Event, Fields, GoalRecord, Holder, Overruling, Spot};
use crate::play::Rules;
use crate::rulebook::Rulebook;
use crate::state::View;
use crate::state::{Figure, State};
use crate::value::{FactId, FigureId, Number, Position, Symbol, ThingId, Value};
use std::fmt::Write;
use std::sync::Arc;

/// Tells events. It keeps the headings that nothing has happened under yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    turn: Option<String>,
    side: Option<String>,
    phase: Option<String>,
    walk: Option<ToldSteps>,
}

/// Steps of one figure that are told in one line.
#[derive(Clone, Debug)]
struct ToldSteps {
    figure: FigureId,
    line: String,
}

/// Cells of an area that the story names; of the rest it says how many.
const MOST_CELLS_TOLD: usize = 12;
/// What follows the name of a figure in lines that the story itself tells.
const OWN_WORDS: [&str; 10] = [
    ":",
    " declares:",
    " thinks:",
    " may not ",
    " is now ",
    " is no longer ",
    " is out of ",
    " is back in ",
    " moves ",
    " stops",
];

impl Story {
    /// The lines an event adds, with its headings; nothing for what only machines need to know.
    pub(crate) fn tell(&mut self, rules: &Rules, state: &State, event: &Event) -> String {
        let book = &*rules.book;
        let teller = EventNumbers { rules, book, state };
        match &event.change {
            Change::TurnBegan => {
                let text = self.rest();
                *self = Story { turn: Some(format!("\nTurn {}\n", state.turn)), ..Story::default() };
                text
            }
            Change::SideActs { side } => {
                self.side = side.map(|side| format!("  {} to act\n", state.side(side).title));
                // A phase that told nothing is over: what follows is not its own.
                self.phase = None;
                self.rest()
            }
            Change::PhaseBegan { phase } => {
                let text = self.rest();
                self.phase = Some(format!("  {}\n", book.turn.phases[phase.index()].head.title));
                text
            }
            Change::Moved { figure, from, to: Some(to), .. } => self.step(&teller, *figure, *from, *to),
            change => match teller.line(change) {
                Some(line) => self.rest() + &self.headings() + &reasoned(line, event),
                None => String::new(),
            },
        }
    }

    /// What is not told yet, because more of the same might have followed: to be called at the end.
    pub(crate) fn rest(&mut self) -> String {
        self.walk.take().map_or_else(String::new, |walk| walk.line + "\n")
    }

    fn step(&mut self, teller: &EventNumbers<'_>, figure: FigureId, from: Option<Position>, to: Position) -> String {
        let to = teller.cell(to);
        if let Some(walk) = self.walk.as_mut().filter(|walk| walk.figure == figure) {
            walk.line += &format!(" -> {to}");
            return String::new();
        }
        let text = self.rest() + &self.headings();
        let from = from.map_or(String::new(), |from| format!("{} -> ", teller.cell(from)));
        self.walk = Some(ToldSteps { figure, line: format!("      {} moves {from}{to}", teller.figure(figure)) });
        text
    }

    fn headings(&mut self) -> String {
        [self.turn.take(), self.side.take(), self.phase.take()].into_iter().flatten().collect()
    }
}

/// Rules and state, to name what events hold as numbers.
struct EventNumbers<'a> {
    rules: &'a Rules,
    book: &'a Rulebook,
    state: &'a State,
}

impl EventNumbers<'_> {
    /// Whether it is about something that rules keep for themselves.
    fn is_quiet(&self, change: &Change) -> bool {
        match change {
            Change::TrackChanged { track, .. } => self.book.tracks[track.index()].head.is_quiet(),
            Change::NoteChanged { note, .. } => self.book.attributes[note.index()].head.is_quiet(),
            Change::StateChanged { state, .. } => self.book.states[state.index()].head.is_quiet(),
            Change::ConditionGained { condition, .. } | Change::ConditionLost { condition, .. } => {
                self.book.conditions[condition.index()].head.is_quiet()
            }
            Change::Related { relation, .. } | Change::Released { relation, .. } => {
                self.book.relations[relation.index()].head.is_quiet()
            }
            Change::Ordered(order) | Change::Declared(order) => self.book.actions[order.action.index()].head.is_quiet(),
            _ => false,
        }
    }

    /// What is ordered, with its facts.
    fn ordered(&self, order: &Order) -> String {
        let action = &self.book.actions[order.action.index()].head.title;
        format!("{action}{}{}", self.facts(&order.facts), self.assumed(&order.assumed))
    }

    fn line(&self, change: &Change) -> Option<String> {
        if self.is_quiet(change) {
            return None;
        }
        let text = match change {
            Change::Ordered(order) => format!("    {}: {}\n", self.figure(order.actor), self.ordered(order)),
            Change::Declared(order) => format!("    {} declares: {}\n", self.figure(order.actor), self.ordered(order)),
            Change::Refused { figure, action, reason } => {
                let action = action.map_or("that", |action| &*self.book.actions[action.index()].head.title);
                format!("    {} may not {action}: {reason}\n", self.figure(*figure))
            }
            Change::Checked { .. } => self.checked(change)?,
            Change::Rolled { dice, thrown, total, why } => {
                let why = why.as_ref().map_or("rolls", |why| why);
                format!("      {why} {dice}: {}\n", thrown_text(thrown, *total))
            }
            Change::TrackChanged { owner, track, symbol, from, to, cut, why } => {
                let track = &self.book.tracks[track.index()];
                let place = symbol.map_or(String::new(), |symbol| format!(" ({})", self.word(symbol)));
                let cut = cut.map_or(String::new(), |cut| format!(", held at its bound instead of {cut}"));
                let why = because(why);
                format!("      {} {}{place} {from} -> {to}{cut}{why}\n", self.holder(*owner), track.head.title)
            }
            Change::NoteChanged { owner, note, to, why, .. } => {
                let note = &self.book.attributes[note.index()];
                let to = match to {
                    Value::Number(_) => self.shown(to, note.unit),
                    _ => self.value(to),
                };
                format!("      {} {}: {to}{}\n", self.holder(*owner), note.head.title, because(why))
            }
            Change::StateChanged { figure, to, why, .. } => {
                format!("      {} is now {}{}\n", self.figure(*figure), self.word(*to), because(why))
            }
            Change::Released { figure, relation, to, why } => {
                let title = &self.book.relations[relation.index()].head.title;
                format!("      {} is no longer {title} {}{}\n", self.figure(*figure), self.value(to), because(why))
            }
            Change::Related { figure, relation, to } => {
                let title = &self.book.relations[relation.index()].head.title;
                format!("      {} is {title} {}\n", self.figure(*figure), self.value(to))
            }
            other => return self.short(other),
        };
        Some(text)
    }

    fn short(&self, change: &Change) -> Option<String> {
        let text = match change {
            Change::ConditionGained { figure, condition, why, .. } => {
                let title = &self.book.conditions[condition.index()].head.title;
                format!("      {} is {title}{}\n", self.figure(*figure), because(why))
            }
            Change::ConditionLost { figure, condition, why, .. } => {
                let title = &self.book.conditions[condition.index()].head.title;
                format!("      {} is no longer {title}{}\n", self.figure(*figure), because(why))
            }
            Change::Overruled { figure, ruling, shown, counted, reason } => {
                let (shown, counted) = (dice_words(shown), dice_words(counted));
                match ruling {
                    Overruling::Dice => format!("      the referee: the dice show {counted}, not {shown}\n"),
                    Overruling::Success => {
                        format!("      the referee: it counts as a success, though the dice showed {shown}\n")
                    }
                    Overruling::Failure => {
                        format!("      the referee: it counts as a failure, though the dice showed {shown}\n")
                    }
                    Overruling::Allowed => {
                        let who = figure.map_or("somebody", |who| self.figure(who));
                        let reason = reason.as_ref().map_or(String::new(), |reason| format!(": {}", one_line(reason)));
                        format!("    the referee allows {who} what the rules refuse{reason}\n")
                    }
                }
            }
            Change::Halted { figure, why } => format!("      {} stops{}\n", self.figure(*figure), because(why)),
            Change::Removed { figure } => format!("      {} is out of the fight\n", self.figure(*figure)),
            Change::Returned { figure } => format!("      {} is back in the fight\n", self.figure(*figure)),
            Change::SlotChanged { thing, from, to } => self.thing_moved(*thing, *from, *to)?,
            Change::Spread { thing, area } => {
                let item = &self.book.items[self.state.thing(*thing).item.index()].head.title;
                let cells: Vec<String> =
                    area.cells().iter().take(MOST_CELLS_TOLD).map(|cell| self.cell(*cell)).collect();
                let more = area.cells().len().saturating_sub(MOST_CELLS_TOLD);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("      {item} covers {}{more}\n", cells.join(" "))
            }
            Change::CellChanged { cell, to } => {
                format!("      {} is now {}\n", self.cell(*cell), self.book.items[to.index()].head.title)
            }
            Change::Decided { figure, why: Some(why), .. } => format!("    {} thinks: {why}\n", self.figure(*figure)),
            Change::Told { text, name, fields } => {
                let text = text.as_ref().map_or_else(|| self.told(name, fields), |text| text.to_string());
                let text = text.trim_start();
                format!("      {}{}\n", self.mark_of(text), one_line(text))
            }
            Change::Amount { title, steps, total, .. } => amount_lines(title, steps, *total),
            Change::Said { text } => {
                let text = text.trim_start();
                format!("    {}{}\n", self.mark_of(text), one_line(text))
            }
            Change::Won { side, why } => format!("\nVictory for {}: {why}\n", self.state.side(*side).title),
            Change::Drawn { why } => format!("\nNobody wins: {why}\n"),
            Change::LimitReached { limit, at } => format!("\nNobody has won after {at} {limit}\n"),
            _ => return None,
        };
        Some(text)
    }

    /// What stands before something that scripts say or tell, where it reads like a line that the story itself tells of a
    /// figure: so nobody takes it for one.
    fn mark_of(&self, text: &str) -> &'static str {
        let is_deed = |rest: &str| OWN_WORDS.iter().any(|word| rest.starts_with(word)) || rest.contains(" -> ");
        let is_about = |figure: &Figure| text.strip_prefix(&*figure.name).is_some_and(is_deed);
        if self.state.figures.iter().any(is_about) { "» " } else { "" }
    }

    fn thing_moved(&self, thing: ThingId, from: Spot, to: Spot) -> Option<String> {
        let item = &self.book.items[self.state.thing(thing).item.index()].head.title;
        Some(match to {
            Spot::Slot(figure, slot) => {
                format!("      {}: {item} {}\n", self.figure(figure), self.book.slots[slot.index()].head.title)
            }
            Spot::Ground(cell) => format!("      {item} lies at {}\n", self.cell(cell)),
            Spot::Nowhere if from == Spot::Area => format!("      {item} is gone\n"),
            Spot::Nowhere | Spot::Area => return None,
        })
    }

    fn checked(&self, change: &Change) -> Option<String> {
        let Change::Checked { check, actor, facts, base, modifiers, impossible, .. } = change else { return None };
        let title = &self.book.checks[check.index()].head.title;
        let actor = actor.map_or(String::new(), |figure| format!("{}: ", self.figure(figure)));
        let mut text = format!("      {actor}{title}{}", self.facts(facts));
        if let Some(why) = impossible {
            let _ = writeln!(text, " is impossible: {why}");
            return Some(text);
        }
        text += &need_text(change);
        for modifier in base.iter().chain(modifiers) {
            text += &modifier_line(modifier, base.as_ref().is_some_and(|base| std::ptr::eq(base, modifier)));
        }
        text += &outcome_line(change);
        Some(text)
    }

    fn figure(&self, id: FigureId) -> &str {
        self.state.figures.get(id.index()).map_or("somebody", |figure| &figure.name)
    }

    fn holder(&self, holder: Holder) -> &str {
        match holder {
            Holder::Figure(id) => self.figure(id),
            Holder::Side(id) => self.state.sides.get(id.index()).map_or("a side", |side| &side.title),
        }
    }

    fn shown(&self, value: &Value, unit: Option<u16>) -> String {
        crate::eval::show(value, unit, &self.rules.book, &View::new(self.rules, self.state))
    }

    fn word(&self, symbol: Symbol) -> &str {
        &self.book.sets[symbol.set.index()].words[usize::from(symbol.at)].title
    }

    fn cell(&self, cell: Position) -> String {
        crate::state::cell_text(self.book, cell)
    }

    fn facts(&self, facts: &[(FactId, Value)]) -> String {
        let said = facts.iter().filter(|(_, value)| !matches!(value, Value::None | Value::Truth(false)));
        let said: Vec<String> = said.map(|one| self.fact(one)).collect();
        if said.is_empty() { String::new() } else { format!(", {}", said.join(", ")) }
    }

    /// What a referee assumes: that something is not so counts too.
    fn assumed(&self, facts: &[(FactId, Value)]) -> String {
        let said: Vec<String> = facts.iter().map(|one| self.fact(one)).collect();
        if said.is_empty() { String::new() } else { format!("; assumed: {}", said.join(", ")) }
    }

    fn fact(&self, (fact, value): &(FactId, Value)) -> String {
        let rule = &self.book.facts[fact.index()];
        let value = match value {
            Value::Number(_) => self.shown(value, rule.unit),
            _ => self.value(value),
        };
        format!("{} {value}", rule.head.title)
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Figure(id) => self.figure(*id).to_string(),
            Value::Side(id) => self.state.side(*id).title.to_string(),
            Value::Thing(id) => self.book.items[self.state.thing(*id).item.index()].head.title.to_string(),
            Value::Cell(cell) => self.cell(*cell),
            Value::List(list) => match list.last() {
                Some(Value::Cell(_)) => format!("to {}", self.value(&list[list.len() - 1])),
                _ => list.iter().map(|member| self.value(member)).collect::<Vec<_>>().join(", "),
            },
            other => self.shown(other, None),
        }
    }

    fn told(&self, name: &str, fields: &Fields) -> String {
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name} {}", self.value(value))).collect();
        format!("{} {}", name.replace('_', " "), fields.join(", ")).trim_end().to_string()
    }
}

/// A line with what the event says beside its change: the reason, if the change has none of its own, and the sections.
fn reasoned(mut line: String, event: &Event) -> String {
    if matches!(event.change, Change::Checked { .. } | Change::Amount { .. })
        || event.text.is_none() && event.cites.is_empty()
    {
        return line;
    }
    line.truncate(line.trim_end().len());
    line += &because(&event.text);
    event.cites.iter().for_each(|cite| line += &format!("  @{cite}"));
    line + "\n"
}

/// Dice as a person says what they show.
fn dice_words(thrown: &[i64]) -> String {
    thrown.iter().map(i64::to_string).collect::<Vec<String>>().join(" ")
}

fn because(why: &Option<Arc<str>>) -> String {
    why.as_ref().map_or(String::new(), |why| format!(" ({})", one_line(why)))
}

fn thrown_text(thrown: &[i64], total: Number) -> String {
    let dice: Vec<String> = thrown.iter().map(i64::to_string).collect();
    match dice.len() {
        0 => total.to_string(),
        1 if total == Number::int(thrown[0]) => total.to_string(),
        _ => format!("{} = {total}", dice.join(" ")),
    }
}

fn need_text(change: &Change) -> String {
    let Change::Checked { dice, goal, need, odds, .. } = change else { return String::new() };
    let odds = odds.as_ref().map_or(String::new(), |odds| format!(" ({odds})"));
    match (goal, need) {
        (GoalRecord::AtMost, Some(need)) => format!(": {need} or less on {dice}{odds}\n"),
        (GoalRecord::AtLeast, Some(need)) => format!(": {need} or more on {dice}{odds}\n"),
        _ => format!(": {dice}{odds}\n"),
    }
}

fn modifier_line(modifier: &CheckedModifier, base: bool) -> String {
    let amount = if base { modifier.amount.to_string() } else { modifier.target.words(modifier.amount) };
    let cites: String = modifier.cites.iter().map(|cite| format!("  @{cite}")).collect();
    format!("        {amount:>4}  {}{cites}\n", modifier.label)
}

/// A number and the steps in which it was made.
fn amount_lines(title: &str, steps: &[AmountLine], total: Number) -> String {
    let mut text = format!("      {title}: {total}\n");
    for step in steps {
        let amount = match &*step.step {
            "roll" => step.amount.to_string(),
            "plus" => format!("+{}", step.amount),
            "minus" => format!("-{}", step.amount),
            "times" => format!("x{}", step.amount),
            "divided by" => format!("/{}", step.amount),
            other => format!("{other} {}", step.amount),
        };
        let label = step.label.as_ref().map_or(String::new(), |label| format!("  {label}"));
        let dice = step.dice.as_ref().map_or(String::new(), |dice| {
            format!("  ({dice}: {})", step.thrown.iter().map(i64::to_string).collect::<Vec<_>>().join(" "))
        });
        let cites: String = step.cites.iter().map(|cite| format!("  @{cite}")).collect();
        let _ = writeln!(text, "        {amount:>4}{label}{dice}{cites}");
    }
    text
}

fn outcome_line(change: &Change) -> String {
    let Change::Checked { thrown, total, success, margin, fields, opposite, .. } = change else { return String::new() };
    let Some(total) = total else { return String::new() };
    let margin = margin.and_then(|margin| Number::ZERO.minus(margin).map(|less| margin.max(less)));
    let by = margin.map_or(String::new(), |margin| format!(" by {margin}"));
    let verdict = match success {
        Some(true) => format!(", success{by}"),
        Some(false) => format!(", failure{by}"),
        None => String::new(),
    };
    let fields: String = fields.iter().filter_map(|(name, value)| field_text(name, value)).collect();
    let against = opposite.as_ref().map(|theirs| format!(" against {}", thrown_text(&theirs.thrown, theirs.total)));
    let against = against.unwrap_or_default();
    format!("        rolled {}{against}{verdict}{fields}\n", thrown_text(thrown, *total))
}

fn field_text(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(format!(", {name} {number}")),
        Value::Text(text) => Some(format!(", {name} {text}")),
        _ => None,
    }
}
