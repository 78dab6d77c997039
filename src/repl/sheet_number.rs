//! The numbers of a sheet: what it says, what a fight counts, what follows from both; each with what it is made of.

use super::browse::RuleKey;
use super::session::{LineStep, Session};
use crate::answer::{Part, parts_of_value};
use crate::diag::Diagnostics;
use crate::eval::{Frame, Subject, show};
use crate::event::{Cause, Change, Event, Holder};
use crate::rulebook::{Attribute, Head, OwnerDecl, Rulebook, Sort, Track, ValueRule};
use crate::state::View;
use crate::value::{AttributeId, FigureId, Number, Symbol, TrackId, Value, ValueId};
use std::sync::Arc;

/// Changes of a number that are told, the last of them.
const MOST_CHANGES: usize = 40;
/// What parts the sort, the name and the word of a number.
const BETWEEN: char = '.';

/// Which number of a figure is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberOf {
    Attribute(AttributeId),
    /// Of a track that is kept by words the one of this word.
    Track(TrackId, Option<Symbol>),
    Value(ValueId),
}

/// A number as it stands on a sheet.
pub(crate) struct SheetNumber {
    pub of: NumberOf,
    pub title: String,
    /// Nothing where it is only so.
    pub shown: String,
}

/// A number with what it is made of.
pub(crate) struct MadeNumber {
    pub title: String,
    pub shown: String,
    pub cites: Arc<[Arc<str>]>,
    /// Where it is declared.
    pub declared: RuleKey,
    /// Whether it follows from others.
    pub is_derived: bool,
    pub parts: Vec<MadePart>,
}

/// What it is made of: what stands in the rule of it, or what the fight has added and taken away.
pub(crate) struct MadePart {
    pub title: String,
    pub shown: String,
    pub cites: Arc<[Arc<str>]>,
    pub declared: Option<RuleKey>,
}

impl SheetNumber {
    /// As it is told among others.
    pub(crate) fn words(&self) -> String {
        if self.shown.is_empty() { self.title.clone() } else { format!("{} {}", self.title, self.shown) }
    }
}

impl NumberOf {
    /// By what it is asked for.
    pub(crate) fn written(self, book: &Rulebook) -> String {
        let head = |sort: Sort, head: &Head| format!("{}{BETWEEN}{}", sort.words(), head.name);
        match self {
            NumberOf::Attribute(id) => head(Sort::Attribute, &book.attributes[id.index()].head),
            NumberOf::Value(id) => head(Sort::Value, &book.values[id.index()].head),
            NumberOf::Track(id, word) => {
                let word = word.and_then(|word| book.sets[word.set.index()].words.get(usize::from(word.at)));
                let track = head(Sort::Track, &book.tracks[id.index()].head);
                word.map_or(track.clone(), |word| format!("{track}{BETWEEN}{}", word.name))
            }
        }
    }

    fn read(text: &str, book: &Rulebook) -> Option<NumberOf> {
        let mut words = text.split(BETWEEN);
        let (sort, name, word) = (words.next()?, words.next()?, words.next());
        let place = |mut heads: Box<dyn Iterator<Item = &Head> + '_>| heads.position(|head| *head.name == *name);
        Some(match sort {
            "attribute" => NumberOf::Attribute(AttributeId(
                place(Box::new(book.attributes.iter().map(|one| &one.head)))?.try_into().ok()?,
            )),
            "value" => {
                NumberOf::Value(ValueId(place(Box::new(book.values.iter().map(|one| &one.head)))?.try_into().ok()?))
            }
            "track" => {
                let at = place(Box::new(book.tracks.iter().map(|one| &one.head)))?;
                let symbol = match (word, book.tracks[at].by) {
                    (None, None) => None,
                    (Some(word), Some(set)) => {
                        let at = book.sets[set.index()].words.iter().position(|one| *one.name == *word)?;
                        Some(Symbol { set, at: at.try_into().ok()? })
                    }
                    _ => return None,
                };
                NumberOf::Track(TrackId(at.try_into().ok()?), symbol)
            }
            _ => return None,
        })
    }
}

/// What stands on the sheet of a figure, of which it is said whether it is its own or as the rules have it for everybody.
pub(crate) fn attributes(view: &View<'_>, figure: FigureId, wants: impl Fn(bool) -> bool) -> Vec<SheetNumber> {
    let book = &view.rules.book;
    let is_told = |rule: &Attribute| rule.owner == OwnerDecl::Figure && !(rule.is_note() && rule.head.is_quiet());
    let ours = book.attributes.iter().enumerate().filter(|(_, attribute)| is_told(attribute));
    let said = ours.filter_map(|(index, attribute)| {
        let of = AttributeId(index as u16);
        let value = view.state.attribute(Holder::Figure(figure), of);
        let told = |title: &str, shown: String| {
            Some(SheetNumber { of: NumberOf::Attribute(of), title: title.to_string(), shown })
        };
        match value {
            value if !wants(*value != attribute.default) => None,
            Value::Unset | Value::None | Value::Truth(false) => None,
            Value::Truth(true) => told(&attribute.head.title, String::new()),
            value => told(called(&attribute.head), show(value, attribute.unit, book, view)),
        }
    });
    said.collect()
}

/// What can be derived of a figure; what needs a fight around it is left out, and what comes to nothing.
pub(crate) fn values(view: &View<'_>, figure: FigureId) -> Vec<SheetNumber> {
    let book = &view.rules.book;
    let frame = Frame::new();
    let scene = view.scene(&frame);
    let is_told = |rule: &ValueRule| rule.owner == OwnerDecl::Figure && !rule.head.is_quiet();
    let ours = book.values.iter().enumerate().filter(|(_, value)| is_told(value));
    let known = ours.filter_map(|(index, rule)| {
        let of = ValueId(index as u16);
        let value = scene.value_of(Subject::Figure(figure), of).ok()?;
        // What comes to nothing says nothing; there are many such.
        let is_empty = match &value {
            Value::Number(number) => *number == Number::ZERO,
            Value::Truth(truth) => !truth,
            Value::List(values) => values.is_empty(),
            Value::None | Value::Unset => true,
            _ => false,
        };
        let (title, shown) = match value {
            Value::Truth(_) => (&*rule.head.title, String::new()),
            value => (called(&rule.head), show(&value, None, book, view)),
        };
        (!is_empty).then(|| SheetNumber { of: NumberOf::Value(of), title: title.to_string(), shown })
    });
    known.collect()
}

/// What a fight counts of a figure, as far as it is wanted. What the rules keep for themselves is left out.
pub(crate) fn tracks(
    view: &View<'_>,
    figure: FigureId,
    wants: impl Fn(TrackId, Option<Symbol>, Number) -> bool,
) -> Vec<SheetNumber> {
    let book = &view.rules.book;
    let is_told = |track: &Track| track.owner == OwnerDecl::Figure && !track.head.is_quiet();
    let mut all = Vec::new();
    for (index, track) in book.tracks.iter().enumerate().filter(|(_, track)| is_told(track)) {
        let id = TrackId(index as u16);
        let words = track.by.map_or(0, |set| book.sets[set.index()].words.len());
        let places = match track.by {
            None => vec![None],
            Some(set) => (0..words).map(|at| Some(Symbol { set, at: at as u16 })).collect(),
        };
        for place in places {
            let number = view.state.track(Holder::Figure(figure), view.rules.layout.track(id, place));
            if !wants(id, place, number) {
                continue;
            }
            let of = place.map_or(String::new(), |symbol| format!("({})", book.symbol_title(symbol)));
            let shown = show(&Value::Number(number), track.unit, book, view);
            let title = format!("{}{of}", track.head.title);
            all.push(SheetNumber { of: NumberOf::Track(id, place), title, shown });
        }
    }
    all
}

/// What a player calls it: a name in one word as it is, so that it can be typed; else the title.
fn called(head: &Head) -> &str {
    let is_word = !head.name.contains('_') || head.is_quiet();
    if is_word { &head.name } else { &head.title }
}

impl Session {
    /// The numbers of a figure in the fight: what is counted, what its sheet says, what follows from that.
    pub(crate) fn numbers_of(&self, figure: FigureId) -> [(&'static str, Vec<SheetNumber>); 3] {
        let view = self.table.view();
        [
            ("Counted", tracks(&view, figure, |_, _, _| true)),
            ("On the sheet", attributes(&view, figure, |_| true)),
            ("What follows", values(&view, figure)),
        ]
    }

    /// A number of a figure with what it is made of; none if there is no such number.
    ///
    /// # Errors
    /// When it cannot be told as things are.
    pub(crate) fn made_number(&mut self, figure: FigureId, of: &str) -> Result<Option<MadeNumber>, Diagnostics> {
        if figure.index() >= self.fight().figures.len() {
            return Ok(None);
        }
        let Some(of) = NumberOf::read(of, self.table.book()) else { return Ok(None) };
        let events = self.counted_so_far();
        self.look("", |step| Ok(made(step, figure, of, &events)))
    }

    /// Everything that has happened in the game and is known event by event.
    fn counted_so_far(&self) -> Vec<Event> {
        let came = self.table.played.lines().into_iter().filter_map(|line| line.came.as_ref());
        came.flat_map(|came| came.events.iter().cloned()).collect()
    }
}

fn made(step: &LineStep<'_>, figure: FigureId, of: NumberOf, events: &[Event]) -> Option<MadeNumber> {
    let (view, book) = (step.table.view(), step.table.book());
    let is_it = |number: &SheetNumber| number.of == of;
    let (numbers, sort, head) = match of {
        NumberOf::Attribute(id) => {
            let attribute = &book.attributes[id.index()];
            let sort = if attribute.is_note() { Sort::Note } else { Sort::Attribute };
            (attributes(&view, figure, |_| true), sort, &attribute.head)
        }
        NumberOf::Track(id, _) => (tracks(&view, figure, |_, _, _| true), Sort::Track, &book.tracks[id.index()].head),
        NumberOf::Value(id) => (values(&view, figure), Sort::Value, &book.values[id.index()].head),
    };
    let number = numbers.into_iter().find(is_it)?;
    let parts = match of {
        NumberOf::Attribute(_) | NumberOf::Track(..) => changes(&view, of, figure, events),
        NumberOf::Value(id) => parts_of_value(&view, figure, id).into_iter().map(part).collect(),
    };
    let declared = RuleKey { sort: sort.words().to_string(), name: head.name.to_string() };
    let title = format!("{} of {}", head.told(), view.state.figure(figure).name);
    let is_derived = matches!(of, NumberOf::Value(_));
    Some(MadeNumber { title, shown: number.shown, cites: head.cites.clone(), declared, is_derived, parts })
}

fn part(part: Part) -> MadePart {
    let Part { label, value, cites, declared } = part;
    let declared = declared.map(|(sort, name)| RuleKey { sort: sort.words().to_string(), name: name.to_string() });
    MadePart { title: label, shown: value, cites, declared }
}

/// As what it began, and what has changed it since.
fn changes(view: &View<'_>, of: NumberOf, figure: FigureId, events: &[Event]) -> Vec<MadePart> {
    let (book, owner) = (&view.rules.book, Holder::Figure(figure));
    let shown = |value: &Value, unit: Option<u16>| show(value, unit, book, view);
    let mut parts: Vec<MadePart> = Vec::new();
    for event in events {
        let (before, after) = match (&event.change, of) {
            (Change::TrackChanged { owner: whose, track, symbol, from, to, .. }, NumberOf::Track(id, word))
                if *whose == owner && *track == id && *symbol == word && from != to =>
            {
                let unit = book.tracks[id.index()].unit;
                (shown(&Value::Number(*from), unit), shown(&Value::Number(*to), unit))
            }
            (Change::NoteChanged { owner: whose, note, from, to, .. }, NumberOf::Attribute(id))
                if *whose == owner && *note == id && from != to =>
            {
                let unit = book.attributes[id.index()].unit;
                (shown(from, unit), shown(to, unit))
            }
            _ => continue,
        };
        if parts.is_empty() {
            parts.push(MadePart { title: "before".to_string(), shown: before, cites: Arc::default(), declared: None });
        }
        parts.push(MadePart { title: why(event), shown: after, cites: event.cites.clone(), declared: None });
    }
    let over = parts.len().saturating_sub(MOST_CHANGES);
    parts.drain(..over);
    parts
}

/// When and by what something has changed.
fn why(event: &Event) -> String {
    let why = match &event.change {
        Change::TrackChanged { why, .. } | Change::NoteChanged { why, .. } => why.clone(),
        _ => None,
    };
    let cause = event.cause.as_ref().map(|cause| match cause {
        Cause::Action(name) | Cause::Rule(name) => name.clone(),
    });
    let told = why.or_else(|| event.text.clone()).or(cause);
    let turn = if event.turn == 0 { "before the first turn".to_string() } else { format!("turn {}", event.turn) };
    told.map_or(turn.clone(), |told| format!("{turn}: {told}"))
}
