//! Events as tests speak of them: by name, with fields, in order, so many times.

use super::Failure;
use super::board::TestBoard;
use super::dice::TakenDice;
use super::fields::fields_of;
use crate::diag::{article, did_you_mean};
use crate::event::{Change, Fields, Log, NAMES};
use crate::rulebook::{Sort, Type, as_written, is_told, told};
use crate::syntax::ast::{BinaryDecl, ExprDecl, ExprNode, Happening, Name, ToldField, ToldValue};
use crate::text::Span;
use crate::value::{FigureId, Number, Value};

/// Of events that were meant and differ, so many are shown.
const MOST_SHOWN: usize = 6;

/// Of dice that were taken, so many rolls are named, the last ones.
const MOST_TAKEN: usize = 12;

/// What is declared, with the event that tells what becomes of it, and the field that names it.
const OF_SORTS: [(Sort, &str, &str); 9] = [
    (Sort::Condition, "condition_gained", "condition"),
    (Sort::Track, "track_changed", "track"),
    (Sort::Note, "note_changed", "note"),
    (Sort::State, "state_changed", "state"),
    (Sort::Check, "checked", "check"),
    (Sort::Action, "ordered", "action"),
    (Sort::Relation, "related", "relation"),
    (Sort::Phase, "phase_began", "phase"),
    (Sort::Question, "decided", "question"),
];

impl TestBoard {
    /// Compares what happened, in order, with what was expected to.
    pub(super) fn expect_events(&self, span: Span, happenings: &[Happening]) -> Result<(), Failure> {
        let mut from = 0;
        for happening in happenings {
            let found = self.events(happening)?.into_iter().find(|(at, _)| *at >= from);
            let Some((at, _)) = found else {
                // What nothing ever tells is told as that.
                self.expect_told(happening)?;
                let after = if from > 0 { " after that" } else { "" };
                let wanted = format!("an event {}{after}", self.words(happening));
                return Err(Failure::new(span, &wanted, &self.others(happening)));
            };
            from = at + 1;
        }
        Ok(())
    }

    /// Compares how often something happened.
    pub(super) fn expect_count(&self, span: Span, count: u64, happening: &Happening) -> Result<(), Failure> {
        let found = self.events(happening)?;
        if count == 0 && found.is_empty() {
            self.expect_told(happening)?;
        }
        if found.len() as u64 == count {
            return Ok(());
        }
        let words = self.words(happening);
        let (wanted, got) = match (count, found.len()) {
            (0, _) => (format!("no event {words}"), "it happened".to_string()),
            (_, 0) => (format!("{count} events {words}"), self.others(happening)),
            (_, got) => (format!("{count} events {words}"), got.to_string()),
        };
        let said = if found.is_empty() { got } else { format!("{got}: {}", self.shown_events(&found)) };
        Err(Failure::new(span, &wanted, &said))
    }

    /// That it does not happen is expected of something that can.
    pub(super) fn expect_told(&self, happening: &Happening) -> Result<(), Failure> {
        for told in &happening.fields {
            if let ToldValue::Expr(ExprDecl { node: ExprNode::Name(name), .. }) = &told.with {
                self.expect_a_name(name)?;
            }
        }
        let name = happening.name.text.as_str();
        let book = &self.kit.book;
        if NAMES.contains(&name) || is_told(book, name) {
            return Ok(());
        }
        if let Some(cure) = self.as_event(happening) {
            let got = format!("nothing tells an event of this name, so it cannot happen ({cure})");
            return Err(Failure::new(happening.name.span, &format!("an event named `{name}`"), &got));
        }
        let told = told(book);
        let known = told.iter().map(String::as_str).chain(NAMES);
        let cure = did_you_mean(name, known, "events are told by lines, `tell NAME`, and by scripts");
        let got = format!("nothing tells an event of this name, so it cannot happen ({cure})");
        Err(Failure::new(happening.name.span, &format!("an event named `{name}`"), &got))
    }

    /// What is declared by the name of an event: how it is told that something comes of it.
    fn as_event(&self, happening: &Happening) -> Option<String> {
        let (names, name) = (&self.kit.book.names, happening.name.text.as_str());
        let (sort, event, field) = OF_SORTS.into_iter().find(|(sort, ..)| names.find(*sort, name).is_some())?;
        let written = as_written(name);
        let rest: String = happening.fields.iter().map(|told| format!(" and {}", self.said(told))).collect();
        let event = format!(
            "`{name}` is {} {}: `expect event {event} where {field} = {written}{rest}`",
            article(sort.words()),
            sort.words()
        );
        let figure =
            happening.fields.iter().find(|told| told.name.text == "figure").and_then(|told| match &told.with {
                ToldValue::Expr(expr) => Some(self.kit.book.sources.slice(expr.span).trim()),
                ToldValue::Point(_) => None,
            });
        match sort {
            Sort::Condition => Some(format!("{event}, or `expect {} is {written}`", figure.unwrap_or("NAME"))),
            _ => Some(event),
        }
    }

    /// What is said of a field, as it is written.
    fn said(&self, told: &ToldField) -> &str {
        let end = match &told.with {
            ToldValue::Expr(expr) => expr.span.end,
            ToldValue::Point(point) => point.span.end,
        };
        self.kit.book.sources.slice(Span { end, ..told.name.span }).trim()
    }

    fn words(&self, happening: &Happening) -> String {
        format!("`{}`", self.kit.book.sources.slice(happening.span).trim())
    }

    /// The events that are as a test says, by their place in the log.
    fn events(&self, happening: &Happening) -> Result<Vec<(usize, Fields)>, Failure> {
        let mut found = Vec::new();
        for (at, fields) in self.named(&happening.name.text) {
            let mut fits = true;
            for told in &happening.fields {
                fits = fits && self.fits(&fields, told)?;
            }
            if fits {
                found.push((at, fields));
            }
        }
        Ok(found)
    }

    /// That a field never is what nothing is called proves nothing.
    fn expect_a_name(&self, name: &Name) -> Result<(), Failure> {
        let (book, state) = (&self.kit.book, self.play.state());
        let figures = state.figures.iter().map(|figure| &*figure.name);
        let sides = state.side_ids().map(|side| &*state.side(side).name);
        let words = book.sets.iter().flat_map(|set| &set.words).map(|word| &*word.name);
        let declared = Sort::ALL.into_iter().flat_map(|sort| book.names.visible(sort));
        let known: Vec<&str> = figures.chain(sides).chain(words).chain(declared).collect();
        if known.contains(&name.text.as_str()) {
            return Ok(());
        }
        let help = did_you_mean(&name.text, known, "nothing is called so");
        Err(Failure::new(name.span, &format!("something named `{}`", name.text), &help))
    }

    fn changes(&self) -> impl Iterator<Item = &Change> {
        self.play.log().into_iter().flat_map(Log::iter).map(|event| &event.change)
    }

    pub(super) fn named(&self, name: &str) -> Vec<(usize, Fields)> {
        let changes = self.changes().enumerate().filter(|(_, change)| change.name() == name);
        changes.map(|(at, change)| (at, fields_of(change, &self.kit.book, self.play.state()))).collect()
    }

    fn fits(&self, fields: &Fields, told: &ToldField) -> Result<bool, Failure> {
        let Some((_, value)) = fields.iter().find(|(name, _)| **name == *told.name.text) else {
            let names: Vec<&str> = fields.iter().map(|(name, _)| &**name).collect();
            let help = did_you_mean(&told.name.text, names.iter().copied(), &format!("it has {}", names.join(", ")));
            return Err(Failure::new(told.name.span, &format!("a field `{}` of the event", told.name.text), &help));
        };
        let wanted = match &told.with {
            ToldValue::Point(point) => {
                let cell = crate::state::position(&self.kit.book, point.x, point.y);
                return Ok(compared(told.compare, cell.map(Value::Cell).as_ref() == Some(value), None));
            }
            ToldValue::Expr(expr) => match &expr.node {
                ExprNode::Name(name) => return Ok(compared(told.compare, self.is_called(value, &name.text), None)),
                ExprNode::Text(text) => return Ok(compared(told.compare, self.is_called(value, &text.text), None)),
                _ => match self.measured(fields, &told.name.text) {
                    Some((wanted, unit)) => self.value_as(expr, &wanted, unit)?,
                    None => self.value(expr)?.0,
                },
            },
        };
        let numbers = value.as_number().zip(wanted.as_number());
        Ok(compared(told.compare, *value == wanted, numbers))
    }

    /// The type and unit of a field that is a fact, or where a track stood: a bare number takes it.
    fn measured(&self, fields: &Fields, name: &str) -> Option<(Type, Option<u16>)> {
        let book = &self.kit.book;
        if matches!(name, "from" | "to") {
            let (_, track) = fields.iter().find(|(name, _)| **name == *"track")?;
            let track = book.tracks.iter().find(|one| *track == Value::Text(one.head.name.clone()))?;
            return Some((track.r#type.clone(), track.unit));
        }
        let fact = &book.facts[book.fact(name)?.index()];
        fact.unit.map(|unit| (fact.r#type.clone(), Some(unit)))
    }

    /// Whether a value goes by a name.
    fn is_called(&self, value: &Value, name: &str) -> bool {
        let (book, state) = (&self.kit.book, self.play.state());
        let item = |item: &crate::value::ItemId| *book.items[item.index()].head.name == *name;
        match value {
            Value::Text(text) => **text == *name,
            Value::Figure(id) => *state.figure(*id).name == *name,
            Value::Side(id) => *state.side(*id).name == *name,
            Value::Item(id) => item(id),
            Value::Thing(id) => item(&state.thing(*id).item),
            Value::Symbol(symbol) => {
                let words = &book.sets[symbol.set.index()].words;
                words.get(usize::from(symbol.at)).is_some_and(|word| *word.name == *name)
            }
            _ => false,
        }
    }

    /// What happened instead: events of that name, or else the names of all.
    fn others(&self, happening: &Happening) -> String {
        let named = self.named(&happening.name.text);
        if !named.is_empty() {
            return format!("only {}", self.shown_events(&named));
        }
        let mut names: Vec<&str> = self.changes().map(Change::name).collect();
        names.sort_unstable();
        names.dedup();
        format!("only {}", names.join(", "))
    }

    fn shown_events(&self, events: &[(usize, Fields)]) -> String {
        let shown = |(_, fields): &(usize, Fields)| {
            let field = |(name, value): &(_, Value)| format!("{name} = {}", self.shown(value));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        };
        let more = if events.len() > MOST_SHOWN { "; …" } else { "" };
        let shown: Vec<String> = events.iter().take(MOST_SHOWN).map(shown).collect();
        format!("{}{more}", shown.join("; "))
    }

    /// Who took the dice that were given, for a message.
    pub(super) fn takers(&self) -> String {
        let shown = |dice: &Vec<u16>| dice.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ");
        let words = |taken: &TakenDice| {
            let dice: Vec<String> = taken.dice.iter().map(shown).collect();
            format!("{} by {}", dice.join(" and "), self.rolled_for(&taken.what, taken.who))
        };
        let taken = self.tray.taken();
        let some: Vec<String> = taken.iter().rev().take(MOST_TAKEN).rev().map(words).collect();
        let more = if taken.len() > some.len() { "…, " } else { "" };
        if some.is_empty() { String::new() } else { format!("; taken: {more}{}", some.join(", ")) }
    }

    /// Who wanted the die that could not be rolled, for a message.
    pub(super) fn taker(&self) -> String {
        let wanted = self.tray.wanted();
        wanted.map_or_else(String::new, |(what, who)| format!(", by {}", self.rolled_for(&what, who)))
    }

    /// `"Shot" of Ann`
    fn rolled_for(&self, what: &str, who: Option<FigureId>) -> String {
        let who = who.map_or_else(String::new, |who| format!(" of {}", self.play.state().figure(who).name));
        format!("\"{what}\"{who}")
    }
}

/// Whether a comparison holds; all but equality are of numbers.
fn compared(compare: BinaryDecl, equal: bool, numbers: Option<(Number, Number)>) -> bool {
    match (compare, numbers) {
        (BinaryDecl::Equal, _) => equal,
        (BinaryDecl::NotEqual, _) => !equal,
        (BinaryDecl::Less, Some((a, b))) => a < b,
        (BinaryDecl::LessOrEqual, Some((a, b))) => a <= b,
        (BinaryDecl::Greater, Some((a, b))) => a > b,
        (BinaryDecl::GreaterOrEqual, Some((a, b))) => a >= b,
        _ => false,
    }
}
