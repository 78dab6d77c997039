//! Tracks that are only changed away from where their threshold lies: damage that is added to what should sink.

use super::key::bounds;
use super::same::same;
use super::{Examiner, Finding, Use};
use crate::rulebook::told::each_block;
use crate::rulebook::{
    Act, Amount, Binary, Expr, Function, Line, LinePlace, Node, Quantifier, Rulebook, Step, Track, Type,
};
use crate::text::{Span, is_wordly};
use crate::value::{FactId, Number, TrackId, Value};
use std::collections::BTreeSet;

/// Which way a number goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrackWay {
    Up,
    Down,
}

/// A change of a track: which way it goes, if that is known, and where it stands.
struct TrackChange {
    way: Option<TrackWay>,
    at: Span,
    /// Whether it is a step of an amount.
    is_step: bool,
}

/// What is known of a book's changes of a track.
struct TrackChanges<'b> {
    book: &'b Rulebook,
    track: TrackId,
    found: Vec<TrackChange>,
}

/// Tracks that may go the way that each of their thresholds needs.
pub(super) fn moved_back(book: &Rulebook) -> Vec<Use> {
    let all = (0..book.tracks.len()).map(|at| TrackId(at as u16));
    let moved = all.filter(|track| one_way(book, *track).is_none());
    moved.map(|track| Use::MovedBack(book.tracks[track.index()].head.name.to_string())).collect()
}

impl Examiner<'_> {
    /// `track HP number = STR { when HP <= 0 gains out }`, where the only change of it is `into target.HP`.
    pub(super) fn one_way(&mut self, track: TrackId) {
        let Some((when, changes)) = one_way(self.book, track) else { return };
        let name = self.book.tracks[track.index()].head.name.to_string();
        let raises = changes.iter().all(|change| change.way == Some(TrackWay::Up));
        let mut own = changes.iter().filter(|change| self.is_written_here(change.at));
        let (first, is_scripted) = (own.next(), self.names_in_quotes(&name));
        let Some(change) = first.filter(|_| !is_scripted) else { return };
        let others = own.count();
        let (does, label) = if raises { ("lowers", "this raises it") } else { ("raises", "this lowers it") };
        let when = self.book.sources.slice(when).trim().to_string();
        let (at, help) = self.turned(change, &name, raises);
        let help = match others {
            0 => help,
            _ => format!("{help} (or another of the {} lines that change it)", others + 1),
        };
        let diagnostic = Finding::OneWay { track: name.clone(), does, when };
        let diagnostic = super::PlacedError::new(diagnostic, &self.book.sources, at, label, help).into();
        self.out.push(super::OpenFinding { diagnostic, unless_used: Some(Use::MovedBack(name)) });
    }

    /// Whether a script may change a track: it has its name as a text, or as a key of a table.
    fn names_in_quotes(&self, name: &str) -> bool {
        self.book.scripts.iter().any(|script| {
            let text = &self.book.sources.get(script.source).text;
            text.match_indices(name).any(|(at, _)| {
                let (before, behind) = (&text[..at], &text[at + name.len()..]);
                let is_key = behind.trim_start().starts_with('=') && !behind.trim_start().starts_with("==");
                before.ends_with(['"', '\'', '`']) || is_key && !before.ends_with(is_wordly)
            })
        })
    }

    /// The place to change and what to write there, so that it goes the other way.
    fn turned(&self, change: &TrackChange, name: &str, raises: bool) -> (Span, String) {
        let text = self.book.sources.slice(change.at);
        let (word, other, adds) = if raises { ("into", "out of", "adds") } else { ("out of", "into", "takes away") };
        let why = format!("`{word}` {adds}, and nothing does the contrary");
        let is_it = |place: &str| place.rsplit('.').next().is_some_and(|last| last.split('[').next() == Some(name));
        let place = text.match_indices(word).find_map(|(at, _)| {
            let behind = &text[at + word.len()..];
            let place = behind.trim_start();
            let end = place.find(|c: char| c.is_whitespace() || ";}".contains(c)).unwrap_or(place.len());
            let is_whole = !text[..at].ends_with(is_wordly) && behind.starts_with(char::is_whitespace);
            let length = word.len() + (behind.len() - place.len()) + end;
            (is_whole && is_it(&place[..end])).then(|| (at, length, &place[..end]))
        });
        match place.filter(|_| change.is_step) {
            Some((at, length, place)) => {
                let start = change.at.start + at as u32;
                let at = Span { start, end: start + length as u32, ..change.at };
                (at, format!("write here `{other} {place}`: {why}"))
            }
            None if change.is_step => (change.at, format!("write `{other}` there: {why}")),
            None if raises => (change.at, "take the number from it: `by -N`; or turn the threshold round".to_string()),
            None => (change.at, "add the number to it: `by N`; or turn the threshold round".to_string()),
        }
    }
}

/// Whether a track is never changed by lines but downwards.
pub(super) fn only_sinks(book: &Rulebook, track: TrackId) -> bool {
    let mut changes = TrackChanges { book, track, found: Vec::new() };
    each_block(book, &mut |lines| changes.block(lines));
    changes.found.iter().all(|change| change.way == Some(TrackWay::Down))
}

/// A threshold of a track that none of its changes leads to, with these; none if some may, or nothing changes it.
fn one_way(book: &Rulebook, id: TrackId) -> Option<(Span, Vec<TrackChange>)> {
    let track = &book.tracks[id.index()];
    let needed =
        |when: &Expr| when.conjuncts().into_iter().find_map(|part| Some((part.span, needed(track, id, part)?)));
    let thresholds: Vec<(Span, TrackWay)> = track.thresholds.iter().filter_map(|one| needed(&one.when)).collect();
    if thresholds.is_empty() || !track.resets.iter().all(|(_, to)| same(to, &track.start)) {
        return None;
    }
    let mut changes = TrackChanges { book, track: id, found: Vec::new() };
    each_block(book, &mut |lines| changes.block(lines));
    if book.actions.iter().any(|action| action.spends.iter().any(|(_, of)| *of == id)) {
        changes.found.push(TrackChange { way: Some(TrackWay::Down), at: track.head.span, is_step: false });
    }
    let found = changes.found;
    let is_lost =
        |way: &TrackWay| !found.is_empty() && found.iter().all(|one| one.way.is_some_and(|goes| goes != *way));
    let (when, _) = thresholds.into_iter().find(|(_, way)| is_lost(way))?;
    Some((when, found))
}

/// Which way a track must go for a part of its threshold to hold, if it does not hold where it begins.
fn needed(track: &Track, id: TrackId, part: &Expr) -> Option<TrackWay> {
    let Node::Binary(sign, left, right) = &part.node else { return None };
    let is_it = |expr: &Expr| matches!(&expr.node, Node::Track(_, other, _) if *other == id);
    let is_less = match sign {
        Binary::Less | Binary::LessOrEqual => true,
        Binary::Greater | Binary::GreaterOrEqual => false,
        _ => return None,
    };
    let (other, sinks) = match (is_it(left), is_it(right)) {
        (true, false) => (right, is_less),
        (false, true) => (left, !is_less),
        _ => return None,
    };
    let (start, number) = (track.start.as_number(), other.as_number());
    let bound = |expr: &Option<Expr>| expr.as_ref().and_then(Expr::as_number);
    let begins_apart = match (start, number) {
        (Some(start), Some(number)) => !sign_holds(sinks, start, number),
        (Some(start), None) => Some(start) == bound(if sinks { &track.max } else { &track.min }),
        (None, Some(number)) => sinks && (number == Number::ZERO || Some(number) == bound(&track.min)),
        (None, None) => sinks && track.max.as_ref().is_some_and(|max| same(max, &track.start)),
    };
    let is_settled = is_settled(other) && [&track.min, &track.max].into_iter().flatten().all(is_settled);
    (begins_apart && is_settled).then_some(if sinks { TrackWay::Down } else { TrackWay::Up })
}

/// Whether a track that begins with a number is already there, or no further than that.
fn sign_holds(sinks: bool, start: Number, number: Number) -> bool {
    if sinks { start <= number } else { start >= number }
}

/// Whether it stays the same while a game is played.
fn is_settled(expr: &Expr) -> bool {
    let mut is_settled = true;
    expr.walk(&mut |part| {
        is_settled &= matches!(
            &part.node,
            Node::Const(_)
                | Node::Subject
                | Node::Setting(_)
                | Node::Attribute(..)
                | Node::Binary(..)
                | Node::Round(..)
                | Node::Minus(_)
                | Node::Call(Function::Min | Function::Max, _)
        );
    });
    is_settled
}

impl TrackChanges<'_> {
    /// The changes in lines that share their locals.
    fn block(&mut self, lines: &[Line]) {
        let mut known: BTreeSet<u8> = BTreeSet::new();
        lines.iter().for_each(|line| line.walk(&mut |line| self.line(line, &mut known)));
    }

    fn line(&mut self, line: &Line, known: &mut BTreeSet<u8>) {
        match &line.act {
            Act::Roll(local, _, expr) | Act::Let(local, expr) => {
                let is_positive = self.is_positive(expr, known);
                note(known, *local, is_positive);
            }
            Act::Set(place, _) if self.is_of(place) => self.found(None, line, false),
            Act::Change(place, by) if self.is_of(place) => {
                let way = match &by.node {
                    Node::Minus(by) => self.is_positive(by, known).then_some(TrackWay::Down),
                    _ if by.as_number().is_some_and(|by| by < Number::ZERO) => Some(TrackWay::Down),
                    _ => self.is_positive(by, known).then_some(TrackWay::Up),
                };
                self.found(way, line, false);
            }
            Act::Amount(amount) => self.amount(amount, line, known),
            _ => {}
        }
    }

    fn amount(&mut self, amount: &Amount, line: &Line, known: &mut BTreeSet<u8>) {
        let mut is_positive = false;
        for step in &amount.steps {
            match &step.step {
                Step::Roll(expr) => is_positive = self.is_positive(expr, known),
                Step::Plus(expr) | Step::Times(expr) | Step::Divided(expr, _) | Step::AtMost(expr) => {
                    is_positive &= self.is_positive(expr, known);
                }
                Step::Minus(_) => is_positive = false,
                Step::AtLeast(expr) => is_positive |= step.when.is_none() && self.is_positive(expr, known),
                Step::Into(place) if self.is_of(place) => self.found(is_positive.then_some(TrackWay::Up), line, true),
                Step::OutOf(place) if self.is_of(place) => {
                    self.found(is_positive.then_some(TrackWay::Down), line, true)
                }
                Step::Into(_) | Step::OutOf(_) => {}
            }
            step.keep.into_iter().for_each(|local| note(known, local, is_positive));
        }
        note(known, amount.at, is_positive);
    }

    fn is_of(&self, place: &LinePlace) -> bool {
        matches!(place, LinePlace::Track(_, other, _) if *other == self.track)
    }

    fn found(&mut self, way: Option<TrackWay>, line: &Line, is_step: bool) {
        self.found.push(TrackChange { way, at: line.span, is_step });
    }

    /// Whether a number or dice are never below nothing, as far as that is known.
    fn is_positive(&self, expr: &Expr, known: &BTreeSet<u8>) -> bool {
        let is = |part: &Expr| self.is_positive(part, known);
        match &expr.node {
            Node::Const(value) => is_positive(value),
            Node::Roll(dice) => bounds(dice).0 >= 0,
            Node::Local(local) => known.contains(local),
            Node::Fact(fact) => self.book.facts[fact.index()].bounds.0.is_some_and(|least| least >= Number::ZERO),
            Node::Setting(setting) => is(&self.book.settings[setting.index()].expr),
            Node::Track(_, track, _) => {
                let least = self.book.tracks[track.index()].min.as_ref().and_then(Expr::as_number);
                least.is_some_and(|least| least >= Number::ZERO)
            }
            Node::Field(thing, field) => match &thing.node {
                Node::Fact(fact) => self.is_positive_field(*fact, *field),
                _ => false,
            },
            Node::Table(table, _) => self.book.tables[table.index()].rows.iter().flat_map(|row| &row.cells).all(is),
            Node::Call(Function::Max, all) => all.iter().any(is),
            Node::Call(Function::Min, all) => all.iter().all(is),
            Node::Call(Function::Abs | Function::Count | Function::Distance, _) => true,
            Node::Over { quantifier: Quantifier::Count, .. } => true,
            Node::Binary(Binary::Plus | Binary::Times | Binary::Over, a, b) => is(a) && is(b),
            Node::Round(_, inner) | Node::Repeat(_, inner) => is(inner),
            Node::If(_, a, b) => is(a) && is(b),
            Node::Case(arms, last) => arms.iter().all(|(_, one)| is(one)) && is(last),
            _ => false,
        }
    }

    /// Whether a field of whatever a fact names is never below nothing, and no line changes it.
    fn is_positive_field(&self, fact: FactId, field: u16) -> bool {
        let Type::Thing(kind) = self.book.facts[fact.index()].r#type.bare() else { return false };
        let mut is_changed = false;
        each_block(self.book, &mut |lines| {
            lines.iter().for_each(|line| {
                line.walk(&mut |line| {
                    if let Act::Change(place, _) | Act::Set(place, _) = &line.act {
                        is_changed |= matches!(place, LinePlace::Field(_, other) if *other == field);
                    }
                });
            });
        });
        let mut all = self.book.items.iter().filter(|item| item.kind == *kind);
        !is_changed && all.all(|item| item.fields.get(usize::from(field)).is_some_and(is_positive))
    }
}

/// Keeps in mind whether a local is never below nothing.
fn note(known: &mut BTreeSet<u8>, local: u8, is_positive: bool) {
    match is_positive {
        true => drop(known.insert(local)),
        false => drop(known.remove(&local)),
    }
}

fn is_positive(value: &Value) -> bool {
    match value {
        Value::Number(number) => *number >= Number::ZERO,
        Value::Dice(dice) => bounds(dice).0 >= 0,
        Value::None => true,
        _ => false,
    }
}
