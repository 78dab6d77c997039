//! A figure's sheet as text: what it is, what it has, how it fares.

use crate::eval::show;
use crate::event::Holder;
use crate::repl::{SheetNumber, sheet_number};
use crate::rulebook::{Slot, Type};
use crate::state::{State, View, add_figure, add_side, cell_text, improvised};
use crate::story::{UNHARMED, harm, harm_kept, health, stances, within};
use crate::value::{Clock, FactId, FigureId, Number, SlotId, Symbol, ThingId, TrackId, Value};
use std::cmp::Reverse;
use std::fmt::Write;

/// The lines of a figure at the beginning of a fight: what stands on its sheet, without what is derived.
pub(super) fn short(view: &View<'_>, figure: FigureId, width: usize) -> String {
    let sheet = SheetAnswer { view, figure };
    let mut text = format!("  {}", sheet.name());
    let mut parts = sheet.attributes(true);
    parts.extend(sheet.states(true));
    parts.extend(sheet.tracks(not_zero));
    parts.extend(sheet.conditions());
    text += "\n";
    text += &wrapped(&parts, "    ", width);
    text + &sheet.slots("    ", width)
}

/// How a figure fares, and what of it is otherwise than on its sheet.
pub(super) fn fate(view: &View<'_>, figure: FigureId, width: usize) -> String {
    let sheet = SheetAnswer { view, figure };
    let mut parts = health(view, figure);
    parts.extend(sheet.moved());
    wrapped(&parts, &format!("  {}: ", view.state.figure(figure).name), width)
}

/// What a referee looks for: how the figure fares, what it has, what it is made of.
pub(super) fn glance(view: &View<'_>, figure: FigureId, width: usize) -> String {
    let sheet = SheetAnswer { view, figure };
    let section = |title: &str, parts: Vec<String>| wrapped(&parts, &format!("  {title}: "), width);
    let side = &view.state.side(view.state.figure(figure).side).title;
    let mut text = section("place", sheet.place().into_iter().chain([format!("of {}", within(side))]).collect());
    let mut health = harm(view, figure);
    health.extend(sheet.conditions());
    if health.is_empty() {
        health.push(UNHARMED.to_string());
    }
    health.extend(stances(view, figure));
    text += &section("health", health);
    text += &sheet.slots("  ", width);
    let harm = harm_kept(view, figure);
    let mut made_of = sheet.tracks(|track, _, number| number != Number::ZERO && !harm.contains(&track));
    made_of.extend(sheet.attributes(true));
    text + &section("sheet", made_of)
}

/// The same without its numbers, which are told one by one beside it.
pub(super) fn held(view: &View<'_>, figure: FigureId, width: usize) -> String {
    let sheet = SheetAnswer { view, figure };
    let section = |title: &str, parts: Vec<String>| wrapped(&parts, &format!("  {title}: "), width);
    sheet.stands(section) + &sheet.slots("  ", width)
}

/// Everything: first how the figure fares and what it has, then what it is and what follows from that.
pub(super) fn full(view: &View<'_>, figure: FigureId, width: usize) -> String {
    let sheet = SheetAnswer { view, figure };
    let section = |title: &str, parts: Vec<String>| wrapped(&parts, &format!("  {title}: "), width);
    let mut text = sheet.stands(section) + &section("tracks", sheet.tracks(|_, _, _| true));
    text += &sheet.slots("  ", width);
    text += &section("attributes", sheet.attributes(false));
    text + &section("values", sheet.values())
}

struct SheetAnswer<'a> {
    view: &'a View<'a>,
    figure: FigureId,
}

impl SheetAnswer<'_> {
    /// Where it is, and how.
    fn stands(&self, section: impl Fn(&str, Vec<String>) -> String) -> String {
        section("place", self.place())
            + &section("conditions", self.conditions())
            + &section("states", self.states(false))
    }

    fn name(&self) -> String {
        let figure = self.view.state.figure(self.figure);
        let book = &self.view.rules.book;
        let sheet = figure.sheet.map(|sheet| &book.sheets[sheet.index()].head);
        match sheet {
            Some(head) if head.title != figure.name => format!("{} ({})", figure.name, head.title),
            _ => figure.name.to_string(),
        }
    }

    fn shown(&self, value: &Value, unit: Option<u16>) -> String {
        show(value, unit, &self.view.rules.book, self.view)
    }

    /// Where it is, and which way it faces.
    fn place(&self) -> Vec<String> {
        let figure = self.view.state.figure(self.figure);
        let plane = self.view.rules.ground.as_ref().map(|ground| ground.plane);
        let Some((plane, at)) = plane.zip(figure.at) else { return Vec::new() };
        let way = plane.ways().iter().find(|way| plane.compass(way) == Some(figure.facing));
        let facing = way.map(|way| format!("facing {way}"));
        std::iter::once(cell_text(&self.view.rules.book, at)).chain(facing).collect()
    }

    /// Attributes; those that are as the rules have them for everybody only if all are wanted.
    fn attributes(&self, only_own: bool) -> Vec<String> {
        words(sheet_number::attributes(self.view, self.figure, |is_own| is_own || !only_own))
    }

    /// What can be derived; what needs a fight around it is left out, and what comes to nothing.
    fn values(&self) -> Vec<String> {
        words(sheet_number::values(self.view, self.figure))
    }

    /// Tracks, those that are wanted. What the rules keep for themselves is left out.
    fn tracks(&self, wants: impl Fn(TrackId, Option<Symbol>, Number) -> bool) -> Vec<String> {
        words(sheet_number::tracks(self.view, self.figure, wants))
    }

    fn track(&self, track: TrackId, place: Option<Symbol>) -> Number {
        self.view.state.track(Holder::Figure(self.figure), self.view.rules.layout.track(track, place))
    }

    /// The tracks that stand elsewhere than on its sheet; what it keeps of harm is told by itself, and what goes back by
    /// itself says nothing of how it has fared.
    fn moved(&self) -> Vec<String> {
        let Some(begun) = self.begun() else { return self.tracks(not_zero) };
        let before = View::new(self.view.rules, &begun);
        let figure = begun.figure_ids().last().unwrap_or(self.figure);
        let before = SheetAnswer { view: &before, figure };
        let harm = harm_kept(self.view, self.figure);
        let goes_back = |track: TrackId| !self.view.rules.book.tracks[track.index()].resets.is_empty();
        self.tracks(|track, place, number| {
            !harm.contains(&track) && !goes_back(track) && number != before.track(track, place)
        })
    }

    /// Somebody alone, as the sheet has him.
    fn begun(&self) -> Option<State> {
        let mut state = State::default();
        let sheet = self.view.state.figure(self.figure).sheet?;
        let side = add_side(self.view.rules, &mut state, "", "", &[]).ok()?;
        add_figure(self.view.rules, &mut state, side, &improvised(&self.view.rules.book, sheet, None), None).ok()?;
        Some(state)
    }

    fn states(&self, only_moved: bool) -> Vec<String> {
        let book = &self.view.rules.book;
        let figure = self.view.state.figure(self.figure);
        let all = book.states.iter().zip(&figure.states);
        // A word without a title is how everybody is.
        let is_told = |word: &Symbol| !book.symbol_title(*word).is_empty();
        let shown = all.filter(|(state, word)| !state.head.is_quiet() && is_told(word));
        let shown = shown.filter(|(state, word)| !only_moved || state.default != **word);
        shown.map(|(state, word)| format!("{} {}", state.head.title, book.symbol_title(*word))).collect()
    }

    fn conditions(&self) -> Vec<String> {
        let book = &self.view.rules.book;
        let held = &self.view.state.figure(self.figure).conditions;
        let told = held.iter().map(|held| (&book.conditions[held.condition.index()].head, held.clock));
        let told = told.filter(|(head, _)| !head.is_quiet());
        told.map(|(head, clock)| format!("{}{}", head.title, left(clock))).collect()
    }

    fn slots(&self, indent: &str, width: usize) -> String {
        let book = &self.view.rules.book;
        let mut text = String::new();
        for index in self.slots_in_order() {
            let slot = &book.slots[index];
            let things = &self.view.state.figure(self.figure).slots[SlotId(index as u16).index()];
            let named = alike_together(things.iter().map(|thing| self.thing(*thing)));
            if !named.is_empty() && !slot.head.is_quiet() {
                text += &wrapped(&named, &format!("{indent}{}: ", slot.head.title), width);
            }
        }
        text
    }
}

impl SheetAnswer<'_> {
    /// The places of the slots, first those that hold what most is done with.
    fn slots_in_order(&self) -> Vec<usize> {
        let book = &self.view.rules.book;
        let uses = |slot: &Slot| {
            let held = slot.kind.map(Type::Thing);
            let takes = |fact: &FactId| Some(book.facts[fact.index()].r#type.bare()) == held.as_ref();
            book.actions.iter().filter(|action| action.takes.iter().any(takes)).count()
        };
        let mut places: Vec<(usize, usize)> = book.slots.iter().map(uses).enumerate().collect();
        places.sort_by_key(|(at, uses)| (Reverse(*uses), *at));
        places.into_iter().map(|(at, _)| at).collect()
    }

    /// A thing, with what is left of it or has become of it: whatever it has of its own that has a title.
    fn thing(&self, id: ThingId) -> String {
        let book = &self.view.rules.book;
        let thing = self.view.state.thing(id);
        let kind = &book.kinds[book.items[thing.item.index()].kind.index()];
        let own = kind.fields.iter().zip(&thing.fields).filter(|(field, value)| {
            let says = !matches!(value, Value::None | Value::Unset | Value::Truth(false));
            field.tracked && !field.head.is_quiet() && says && field.default != **value
        });
        let own = own.map(|(field, value)| match value {
            Value::Truth(_) => field.head.title.to_string(),
            value => format!("{} {}", field.head.title, self.shown(value, field.unit)),
        });
        let own: Vec<String> = own.collect();
        let name = self.shown(&Value::Thing(id), None);
        if own.is_empty() { name } else { format!("{name} ({})", own.join(", ")) }
    }
}

/// How long a condition still lasts, if that is counted.
fn left(clock: Clock) -> String {
    let counted = |left: u32, unit: &str| match left {
        1 => format!(" (this {unit} only)"),
        left => format!(" (for {left} {unit}s)"),
    };
    match clock {
        Clock::ForGood | Clock::UntilTreated => String::new(),
        Clock::Turns(left) => counted(left, "turn"),
        Clock::Phases(left) => counted(left, "phase"),
        Clock::EndOfTurn => " (this turn only)".to_string(),
        Clock::EndOfPhase => " (this phase only)".to_string(),
    }
}

fn words(numbers: Vec<SheetNumber>) -> Vec<String> {
    numbers.iter().map(SheetNumber::words).collect()
}

fn not_zero(_: TrackId, _: Option<Symbol>, number: Number) -> bool {
    number != Number::ZERO
}

/// Parts with commas between, wrapped to the width; later lines stand below the first part.
pub(super) fn wrapped(parts: &[String], first: &str, width: usize) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let indent = first.chars().count().min(width / 2);
    let mut text = first.to_string();
    let mut column = first.chars().count();
    for (index, part) in parts.iter().enumerate() {
        let comma = if index + 1 < parts.len() { "," } else { "" };
        let length = part.chars().count() + comma.len();
        if index > 0 {
            if column + 1 + length > width {
                let _ = write!(text, "\n{:indent$}", "");
                column = indent;
            } else {
                text.push(' ');
                column += 1;
            }
        }
        text += part;
        text += comma;
        column += length;
    }
    text + "\n"
}

/// Names in their order, those that come more than once with how often: `2 × Knife`.
fn alike_together(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => *times += 1,
            None => counted.push((name, 1)),
        }
    }
    counted.into_iter().map(|(name, times)| if times == 1 { name } else { format!("{times} × {name}") }).collect()
}
