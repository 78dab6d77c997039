//! One event as a line of the story.

use super::StoryForm;
use super::nearness::is_spent;
use super::rolled::{amount_lines, dice_words, modifier_line, need_text, outcome_line, thrown_text};
use crate::diag::one_line;
use crate::eval::Frame;
use crate::event::{Change, Event, Fields, Holder, Order, Overruling, Spot};
use crate::play::Rules;
use crate::rulebook::{Node, Rulebook, SentencePart, Track};
use crate::state::{Figure, State, View};
use crate::value::{CheckId, ConditionId, FactId, FigureId, Position, Symbol, ThingId, TrackId, Value};
use std::fmt::Write;
use std::sync::Arc;

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

/// A check as it is told.
pub(super) struct ToldCheck {
    /// What is needed, without the end of the line.
    pub heading: String,
    /// What it is made of.
    pub parts: String,
    /// What came of it.
    pub outcome: String,
    /// What tells this reckoning from all others.
    pub key: String,
}

/// Rules and state, to name what events hold as numbers, and what was told before.
pub(super) struct EventLines<'a> {
    pub rules: &'a Rules,
    pub book: &'a Rulebook,
    pub state: &'a State,
    pub form: StoryForm,
    /// The order that is being performed.
    pub order: Option<&'a Order>,
    /// Whether it is told of a turn, and not of something alone.
    pub is_turn: bool,
}

impl EventLines<'_> {
    /// Whether it is left out: what rules keep for themselves, and what only keeps count unless all is told.
    fn is_quiet(&self, change: &Change) -> bool {
        match change {
            Change::TrackChanged { track, .. } => {
                self.book.tracks[track.index()].head.is_quiet() || (!self.tells_all() && self.is_count(*track))
            }
            Change::Decided { .. } => self.form != StoryForm::Details,
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

    /// Whether what only keeps count is told too: where all is, and of what is done by itself.
    fn tells_all(&self) -> bool {
        self.form == StoryForm::Details || !(self.is_turn || self.order.is_some())
    }

    /// Whether a track only keeps count: what actions spend and what goes back by itself, if nothing comes of it.
    fn is_count(&self, id: TrackId) -> bool {
        let track: &Track = &self.book.tracks[id.index()];
        track.thresholds.is_empty() && (!track.resets.is_empty() || is_spent(self.book, id))
    }

    /// What is ordered, as it would be said.
    pub(super) fn ordered(&self, order: &Order) -> String {
        let said = self.sentence(order).unwrap_or_else(|| {
            let title = &self.book.actions[order.action.index()].head.title;
            format!("{}: {title}{}", self.figure(order.actor), self.facts(&order.facts))
        });
        said + &self.assumed(&order.assumed)
    }

    /// An order in the sentence of its action, if it says all that stands in one; other facts behind it.
    fn sentence(&self, order: &Order) -> Option<String> {
        let action = &self.book.actions[order.action.index()];
        // What is said by the name of the action alone is no sentence of a story.
        let is_name = |part: &SentencePart| matches!(part, SentencePart::Word(word) if *word == action.head.name);
        let mut says = action.says.iter().filter(|says| !says.parts.iter().any(is_name));
        let (words, said) = says.find_map(|says| self.said(&says.parts, action.by, order))?;
        let more: Vec<(FactId, Value)> = order.facts.iter().filter(|(fact, _)| !said.contains(fact)).cloned().collect();
        Some(words + &self.facts(&more))
    }

    /// The words of a sentence with the facts of an order, and which these are; what nobody has said at its end, with
    /// the words before it, is left out.
    fn said(&self, parts: &[SentencePart], by: FactId, order: &Order) -> Option<(String, Vec<FactId>)> {
        let value = |fact: FactId| {
            let given = order.facts.iter().find(|(other, _)| *other == fact).map(|(_, value)| value);
            given.filter(|value| !matches!(value, Value::None | Value::Unset))
        };
        let is_said = |part: &SentencePart| match part {
            SentencePart::Fact(fact) => *fact == by || value(*fact).is_some(),
            SentencePart::Word(_) => true,
        };
        let is_fact = |part: &SentencePart| matches!(part, SentencePart::Fact(_));
        let mut parts = parts;
        while let Some(at) = parts.iter().rposition(is_fact).filter(|at| !is_said(&parts[*at])) {
            let before = parts[..at].iter().rposition(is_fact)?;
            // The word behind the one who acts is what he does.
            parts = &parts[..if before == 0 { 2 } else { before + 1 }.min(at)];
        }
        if parts.len() < 2 || !parts.iter().all(is_said) {
            return None;
        }
        let words = parts.iter().map(|part| match part {
            SentencePart::Word(word) => word.replace('_', " "),
            SentencePart::Fact(fact) if *fact == by => self.figure(order.actor).to_string(),
            SentencePart::Fact(fact) => value(*fact).map_or(String::new(), |value| self.value(value)),
        });
        let words = words.collect::<Vec<String>>().join(" ");
        let said = parts.iter().filter_map(|part| match part {
            SentencePart::Fact(fact) => Some(*fact),
            SentencePart::Word(_) => None,
        });
        Some((words, said.collect()))
    }

    pub(super) fn line(&self, change: &Change) -> Option<String> {
        if self.is_quiet(change) {
            return None;
        }
        let text = match change {
            Change::Ordered(order) => format!("    {}\n", self.ordered(order)),
            Change::Declared(order) => {
                let (who, said) = (self.figure(order.actor), self.ordered(order));
                let said = said.strip_prefix(who).map_or(&*said, |said| said.trim_start_matches([':', ' ']));
                format!("    {who} declares: {said}\n")
            }
            Change::Refused { figure, action, reason } => {
                let action = action.map_or("that", |action| &*self.book.actions[action.index()].head.title);
                format!("    {} may not {action}: {reason}\n", self.figure(*figure))
            }
            Change::Checked { .. } => {
                let told = self.checked(change)?;
                format!("{}\n{}{}", told.heading, told.parts, told.outcome)
            }
            Change::Rolled { dice, thrown, total, why } => {
                let why = why.as_ref().map_or("rolls", |why| why);
                format!("      {why} {dice}: {}\n", thrown_text(thrown, *total))
            }
            Change::TrackChanged { owner, track, symbol, from, to, cut, why } => {
                let track = &self.book.tracks[track.index()];
                let place = symbol.map_or(String::new(), |symbol| format!(" ({})", self.word(symbol)));
                let cut = cut.map_or(String::new(), |cut| format!(", held at its bound instead of {cut}"));
                let (unit, why) = (track.unit, because(why));
                let from = self.book.in_unit(*from, unit).unwrap_or(*from).measured();
                let to = self.shown(&Value::Number(*to), unit);
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
            // Who has it for another reason still has it, and of who has fallen nothing ends.
            Change::ConditionLost { figure, condition, .. } if self.keeps(*figure, *condition) => return None,
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
            Change::Won { side, why } => {
                format!("\nVictory for {}: {why}\n", within(&self.state.side(*side).title))
            }
            Change::Drawn { why } => format!("\nNobody wins: {why}\n"),
            Change::LimitReached { limit, at } => format!("\nNobody has won after {at} {limit}\n"),
            _ => return None,
        };
        Some(text)
    }

    fn keeps(&self, id: FigureId, condition: ConditionId) -> bool {
        let figure = self.state.figure(id);
        figure.removed || figure.conditions.iter().any(|held| held.condition == condition)
    }

    /// What stands before something that scripts say or tell, where it reads like a line that the story itself tells of a
    /// figure: so nobody takes it for one.
    fn mark_of(&self, text: &str) -> &'static str {
        let is_order = |rest: &str| {
            self.book.actions.iter().flat_map(|action| &action.says).any(|says| {
                let [SentencePart::Fact(_), SentencePart::Word(word), ..] = &*says.parts else { return false };
                rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(&*word.replace('_', " ")))
            })
        };
        let is_deed =
            |rest: &str| OWN_WORDS.iter().any(|word| rest.starts_with(word)) || rest.contains(" -> ") || is_order(rest);
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

    pub(super) fn checked(&self, change: &Change) -> Option<ToldCheck> {
        let Change::Checked { check, actor, facts, base, modifiers, impossible, .. } = change else { return None };
        let title = &self.book.checks[check.index()].head.title;
        let whole = format!("{check:?}{actor:?}{}", self.facts(facts));
        // What the order says, its checks need not say again.
        let order = self.order.filter(|order| self.form != StoryForm::Details && *actor == Some(order.actor));
        let is_new = |one: &&(FactId, Value)| order.is_none_or(|order| !order.facts.contains(one));
        let frame = |but: FactId| self.frame_without(but, (*check, *actor), facts);
        let is_telling = |one: &&(FactId, Value)| is_new(one) && !self.is_so_anyway(one, &frame(one.0));
        let facts: Vec<(FactId, Value)> = facts.iter().filter(is_telling).cloned().collect();
        let actor =
            actor.filter(|_| order.is_none()).map_or(String::new(), |actor| format!("{}: ", self.figure(actor)));
        let mut heading = format!("      {actor}{title}{}", self.facts(&facts));
        let (mut parts, mut outcome) = (String::new(), String::new());
        match impossible {
            Some(why) => {
                let _ = write!(heading, " is impossible: {why}");
            }
            None => {
                heading += need_text(change).trim_end();
                for modifier in base.iter().chain(modifiers) {
                    parts += &modifier_line(modifier, base.as_ref().is_some_and(|base| std::ptr::eq(base, modifier)));
                }
                outcome = outcome_line(change);
            }
        }
        let key = format!("{whole}{}{parts}", need_text(change));
        Some(ToldCheck { heading, parts, outcome, key })
    }

    /// What is stated of a check, but for one fact.
    fn frame_without(
        &self,
        but: FactId,
        (check, actor): (CheckId, Option<FigureId>),
        facts: &[(FactId, Value)],
    ) -> Frame {
        let mut frame = Frame::new();
        let roller = self.book.roller(check).zip(actor.map(Value::Figure));
        for (fact, value) in roller.iter().chain(facts).filter(|(fact, _)| *fact != but) {
            frame.state(*fact, value.clone());
        }
        frame
    }

    /// Whether a fact is what it would be if nobody had stated it: by its default, or as things stand.
    fn is_so_anyway(&self, (fact, value): &(FactId, Value), frame: &Frame) -> bool {
        let rule = &self.book.facts[fact.index()];
        let view = View::new(self.rules, self.state);
        (rule.default.is_some() || rule.from.is_some())
            && view.scene(frame).fact(*fact).is_ok_and(|usual| usual == *value)
    }

    /// What came of a check, in a word.
    pub(super) fn verdict(&self, change: &Change) -> Option<String> {
        let Change::Checked { need, total, success, .. } = change else { return None };
        let word = if (*success)? { "made" } else { "missed" };
        let total = (*total)?;
        Some(need.map_or(format!("{word} with {total}"), |need| format!("{word}: {total} for {need}")))
    }

    pub(super) fn figure(&self, id: FigureId) -> &str {
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

    pub(super) fn cell(&self, cell: Position) -> String {
        crate::state::cell_text(self.book, cell)
    }

    fn facts(&self, facts: &[(FactId, Value)]) -> String {
        let is_said = |(fact, value): &&(FactId, Value)| {
            let fact = &self.book.facts[fact.index()];
            let is_usual =
                fact.default.as_ref().is_some_and(|usual| matches!(&usual.node, Node::Const(usual) if usual == value));
            !matches!(value, Value::None | Value::Unset | Value::Truth(false)) && !is_usual && !fact.head.is_quiet()
        };
        let said: Vec<String> = facts.iter().filter(is_said).map(|one| self.fact(one)).collect();
        if said.is_empty() { String::new() } else { format!(", {}", said.join(", ")) }
    }

    /// What a referee assumes: that something is not so counts too.
    fn assumed(&self, facts: &[(FactId, Value)]) -> String {
        let said: Vec<String> = facts.iter().map(|one| self.fact_whole(one)).collect();
        if said.is_empty() { String::new() } else { format!("; assumed: {}", said.join(", ")) }
    }

    /// A fact: what is so by its title alone.
    fn fact(&self, (fact, value): &(FactId, Value)) -> String {
        match value {
            Value::Truth(true) => self.book.facts[fact.index()].head.title.to_string(),
            _ => self.fact_whole(&(*fact, value.clone())),
        }
    }

    fn fact_whole(&self, (fact, value): &(FactId, Value)) -> String {
        let rule = &self.book.facts[fact.index()];
        let value = match value {
            Value::Number(_) => self.shown(value, rule.unit),
            // Of a way its end is told, of other cells each.
            Value::List(list) if rule.of.is_none() && matches!(list.last(), Some(Value::Cell(_))) => {
                list.iter().map(|cell| self.value(cell)).collect::<Vec<String>>().join(" then ")
            }
            _ => self.value(value),
        };
        let name = if rule.head.is_quiet() { &rule.head.name } else { &rule.head.title };
        format!("{name} {value}")
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
pub(super) fn reasoned(mut line: String, event: &Event) -> String {
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

fn because(why: &Option<Arc<str>>) -> String {
    why.as_ref().map_or(String::new(), |why| format!(" ({})", one_line(why)))
}

/// A title in the middle of a sentence.
pub(crate) fn within(title: &str) -> String {
    match title.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => title.to_string(),
    }
}
