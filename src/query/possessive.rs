//! What somebody has: `Guard's reach with Spear against Ann`, any fact or value by its name.

use super::function_words::{AGAINST, OWN, WITH};
use super::reader::SentenceReader;
use super::unread::read_by;
use super::{About, Argument, Clause, Quantity};
use crate::rulebook::{Expr, Field, Head, Node, OwnerDecl, Rulebook, Type, amounts_called};
use crate::value::{AttributeId, FactId, FigureId, KindId, TrackId, Value, ValueId};

impl Quantity {
    /// Its name and title.
    pub fn head(self, book: &Rulebook) -> &Head {
        match self {
            Quantity::Field(thing, at) => {
                field(book, thing, at).map_or(&book.facts[thing.index()].head, |field| &field.head)
            }
            Quantity::Fact(id) => &book.facts[id.index()].head,
            Quantity::Value(id) => &book.values[id.index()].head,
            Quantity::Attribute(id) => &book.attributes[id.index()].head,
            Quantity::Track(id) => &book.tracks[id.index()].head,
        }
    }

    /// The expression that is asked, of a figure.
    pub fn expr(self, book: &Rulebook, whose: Option<FigureId>) -> Expr {
        let span = self.head(book).span;
        let owner = || Box::new(Expr::constant(whose.map_or(Value::None, Value::Figure), span));
        let node = match self {
            Quantity::Fact(id) => Node::Fact(id),
            Quantity::Value(id) => Node::Value(owner(), id),
            Quantity::Attribute(id) => Node::Attribute(owner(), id),
            Quantity::Track(id) => Node::Track(owner(), id, None),
            Quantity::Field(thing, at) => Node::Field(Box::new(Expr { node: Node::Fact(thing), span }), at),
        };
        Expr { node, span }
    }

    /// The unit in which it is shown.
    pub fn unit(self, book: &Rulebook) -> Option<u16> {
        match self {
            Quantity::Fact(id) => book.facts[id.index()].unit,
            Quantity::Value(_) => None,
            Quantity::Attribute(id) => book.attributes[id.index()].unit,
            Quantity::Track(id) => book.tracks[id.index()].unit,
            Quantity::Field(thing, at) => field(book, thing, at)?.unit,
        }
    }
}

fn field(book: &Rulebook, thing: FactId, at: u16) -> Option<&Field> {
    match book.facts[thing.index()].r#type.bare() {
        Type::Thing(kind) => book.kinds[kind.index()].fields.get(usize::from(at)),
        _ => None,
    }
}

/// Reads whose what is asked for, then the thing and the other figure it is asked with.
pub(super) fn read(reader: &mut SentenceReader<'_>) -> Option<Clause> {
    let book = reader.book();
    let who = reader.figure()?;
    if !reader.suffix(OWN) {
        return None;
    }
    let Some(quantity) = reader.longest("a fact or value", &names(book)) else {
        advise_amount(reader);
        return None;
    };
    let quantity = of_thing(reader, quantity).unwrap_or(quantity);
    let about = About::Quantity(quantity);
    let mut read = read_by(book, about);
    read.sort();
    read.dedup();
    let figures: Vec<FactId> = read.iter().copied().filter(|fact| is_figure(book, *fact)).collect();
    let first = first_figure(book)?;
    let mut facts = Vec::new();
    let start = reader.at();
    if reader.word(WITH) {
        match thing(reader, &read) {
            Some(said) => facts.push(said),
            // A clause may begin with the same word.
            None => reader.go_to(start),
        }
    }
    let mut role = figures.first().copied().unwrap_or(first);
    match figures.iter().find(|fact| **fact != first) {
        Some(other) if reader.word(AGAINST) => {
            facts.push((*other, Argument::Who(reader.figure()?)));
            role = first;
        }
        Some(_) => {}
        None => advise_alone(reader, quantity),
    }
    facts.insert(0, (role, Argument::Who(who)));
    Some((about, facts))
}

/// Says of what is rolled or made when something is done how that is asked for.
fn advise_amount(reader: &mut SentenceReader<'_>) {
    let here = reader.here();
    let called = amounts_called(reader.book());
    if let Some((_, name)) = called.iter().find(|(called, _)| reader.tries(|reader| reader.word(called))) {
        let help = format!(
            "ask for it of what is done: `odds \"SENTENCE\" --whole --that \"amount({name})\"`, at the prompt `odds whole SENTENCE that amount({name})`"
        );
        reader.advise_surely(here, help, "this is made when something is done");
    }
}

/// Says of what is the same against anybody that nobody else counts for it.
fn advise_alone(reader: &mut SentenceReader<'_>, quantity: Quantity) {
    let here = reader.here();
    if reader.tries(|reader| reader.word(AGAINST)) {
        let name = &quantity.head(reader.book()).name;
        reader.advise_surely(here, "leave it out".to_string(), &format!("`{name}` is the same against anybody"));
    }
}

/// Behind `with` the field of the thing is meant, where what has that name otherwise asks for none.
fn of_thing(reader: &mut SentenceReader<'_>, quantity: Quantity) -> Option<Quantity> {
    let book = reader.book();
    let is_thing = |fact: &FactId| matches!(book.facts[fact.index()].r#type.bare(), Type::Thing(_));
    if read_by(book, About::Quantity(quantity)).iter().any(is_thing) {
        return None;
    }
    let start = reader.at();
    let has_thing = reader.word(WITH);
    reader.go_to(start);
    let name = &quantity.head(book).name;
    fields(book).into_iter().find(|field| has_thing && field.head(book).name == *name)
}

fn thing(reader: &mut SentenceReader<'_>, read: &[FactId]) -> Option<(FactId, Argument)> {
    let book = reader.book();
    let is_thing = |fact: &&FactId| matches!(book.facts[fact.index()].r#type.bare(), Type::Thing(_));
    read.iter().filter(is_thing).find_map(|fact| {
        let title = &book.facts[fact.index()].head.title;
        Some((*fact, super::clause::fact_value(reader, *fact, title)?))
    })
}

/// What is asked for by a name.
pub(super) fn named(book: &Rulebook, is_it: &dyn Fn(&str) -> bool) -> Option<Quantity> {
    names(book).into_iter().find(|(name, _)| is_it(name)).map(|(_, quantity)| quantity)
}

fn is_figure(book: &Rulebook, fact: FactId) -> bool {
    matches!(book.facts[fact.index()].r#type.bare(), Type::Figure)
}

fn first_figure(book: &Rulebook) -> Option<FactId> {
    (0..book.facts.len()).map(|at| FactId(at as u16)).find(|fact| is_figure(book, *fact))
}

/// The fields of things that some fact names, of the first such fact of each kind.
fn fields(book: &Rulebook) -> Vec<Quantity> {
    let mut kinds: Vec<KindId> = Vec::new();
    let mut fields = Vec::new();
    for (at, fact) in book.facts.iter().enumerate() {
        let Type::Thing(kind) = fact.r#type.bare() else { continue };
        if kinds.contains(kind) {
            continue;
        }
        kinds.push(*kind);
        let count = book.kinds[kind.index()].fields.len();
        fields.extend((0..count).map(|field| Quantity::Field(FactId(at as u16), field as u16)));
    }
    fields
}

/// Everything of figures that has a name; of two that share one, the first in this order.
fn names(book: &Rulebook) -> Vec<(&str, Quantity)> {
    let facts = (0..book.facts.len()).map(|at| Quantity::Fact(FactId(at as u16)));
    let of_figure = |owner: OwnerDecl| owner == OwnerDecl::Figure;
    let values = book.values.iter().enumerate().filter(|(_, value)| of_figure(value.owner));
    let values = values.map(|(at, _)| Quantity::Value(ValueId(at as u16)));
    let attributes = book.attributes.iter().enumerate().filter(|(_, attribute)| of_figure(attribute.owner));
    let attributes = attributes.map(|(at, _)| Quantity::Attribute(AttributeId(at as u16)));
    let tracks = book.tracks.iter().enumerate().filter(|(_, track)| of_figure(track.owner) && track.by.is_none());
    let tracks = tracks.map(|(at, _)| Quantity::Track(TrackId(at as u16)));
    let all = facts.chain(values).chain(attributes).chain(tracks).chain(fields(book));
    let both = |one: Quantity| [(&*one.head(book).name, one), (&*one.head(book).title, one)];
    all.flat_map(both).filter(|(name, _)| !name.is_empty()).collect()
}
