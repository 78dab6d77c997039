//! What something of the rules counts for: the modifiers and requirements that read it, or read what is worked out from
//! it.

use crate::explain::modifier_words;
use crate::rulebook::{Act, Action, Doing, Expr, Line, LinePlace, Modifier, Named, Node, Rulebook, Sort};
use crate::text::Span;
use crate::value::{FactId, ItemId, SetId, Symbol, Value};
use std::collections::BTreeSet;

/// Through so many things that are worked out from each other a modifier is still found.
const FARTHEST: usize = 3;
/// So deep the deeds of an action are looked into.
const DEEPEST: usize = 3;

/// What reads something.
pub(super) struct Readers {
    /// How much each modifier is, what it is called, and the card or check it stands in, as a line.
    pub modifiers: Vec<String>,
    /// The deeds that require it, or that it be not so: what is said of a refusal.
    pub required: Vec<String>,
    /// Titles of the values and facts it goes into.
    pub values: Vec<String>,
}

/// What something of that name counts for; nothing at all if nothing goes by it.
pub(super) fn readers_of(book: &Rulebook, name: &str) -> Option<Readers> {
    let subject = subject(book, name);
    if subject.is_empty() {
        return None;
    }
    let places = NamedPlaces::of(book);
    let required = book.actions.iter().flat_map(|action| {
        let read = action.requires.iter().filter(|(expr, _)| places.reads(expr, &subject));
        read.map(|(_, label)| format!("{}: {}", action.head.title, label.text))
    });
    let values = book.values.iter().filter(|value| places.reads(&value.expr, &subject)).map(|value| &value.head);
    let facts =
        book.facts.iter().filter(|fact| fact.default.iter().chain(&fact.from).any(|expr| places.reads(expr, &subject)));
    let heads = values.chain(facts.map(|fact| &fact.head)).filter(|head| !head.is_quiet());
    Some(Readers {
        modifiers: modifiers(book, &places, subject.clone()),
        required: required.collect(),
        values: heads.map(|head| head.title.to_string()).collect(),
    })
}

/// The modifiers that read a subject, or else what is worked out from it: the nearest of them.
fn modifiers(book: &Rulebook, places: &NamedPlaces, mut subject: BTreeSet<Named>) -> Vec<String> {
    let mut known = subject.clone();
    for far in 0..=FARTHEST {
        let found = modifiers_of(book, places, &subject, far > 0);
        if !found.is_empty() {
            return found;
        }
        subject = worked_out(book, places, &subject);
        subject.retain(|named| !known.contains(named));
        known.extend(&subject);
    }
    Vec::new()
}

fn modifiers_of(book: &Rulebook, places: &NamedPlaces, subject: &BTreeSet<Named>, with_when: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut note = |modifiers: &[Modifier], whose: &str| {
        for one in modifiers {
            let reads = |expr: &Expr| places.reads(expr, subject);
            if reads(&one.amount) || one.condition.as_ref().is_some_and(reads) {
                let words = modifier_words(book, one);
                let when = if with_when { words.when.as_str() } else { "" };
                let line = format!("{} {} ({whose}) {when} {}", words.amount, words.label, words.cites);
                lines.push(line.split_whitespace().collect::<Vec<&str>>().join(" "));
            }
        }
    };
    book.cards.iter().for_each(|card| note(&card.modifiers, &card.head.title));
    book.checks.iter().for_each(|check| note(&check.parts, &check.head.title));
    lines
}

/// Values, functions and facts that are worked out from a subject, but not who acts or is acted upon.
fn worked_out(book: &Rulebook, places: &NamedPlaces, subject: &BTreeSet<Named>) -> BTreeSet<Named> {
    let declared = |sort: Sort| move |at: usize| Named::Declared(sort, at as u16);
    let values = book.values.iter().map(|value| &value.expr).enumerate();
    let functions = book.functions.iter().map(|function| &function.expr).enumerate();
    let facts = book.facts.iter().enumerate().filter(|(_, fact)| !fact.is_role());
    let facts = facts.flat_map(|(at, fact)| fact.default.iter().chain(&fact.from).map(move |expr| (at, expr)));
    let settings = book.settings.iter().map(|setting| &setting.expr).enumerate();
    let reading = |(at, expr): (usize, &Expr)| places.reads(expr, subject).then_some(at);
    let values = values.filter_map(reading).map(declared(Sort::Value));
    let functions = functions.filter_map(reading).map(declared(Sort::Function));
    let facts = facts.filter_map(reading).map(declared(Sort::Fact));
    let settings = settings.filter_map(reading).map(declared(Sort::Setting));
    values.chain(functions).chain(facts).chain(settings).collect()
}

/// All that goes by a name, with what it brings along: a thing what is so of it, an action the facts it states.
fn subject(book: &Rulebook, name: &str) -> BTreeSet<Named> {
    let is_it =
        |head: &crate::rulebook::Head| head.name.eq_ignore_ascii_case(name) || head.title.eq_ignore_ascii_case(name);
    let mut all = BTreeSet::new();
    for sort in READ {
        let places = book.names.visible(sort).filter_map(|name| book.names.find(sort, name));
        all.extend(places.filter(|at| is_it(book.head_of(sort, *at))).map(|at| Named::Declared(sort, at)));
    }
    for (at, set) in book.sets.iter().enumerate() {
        let words = set.words.iter().enumerate().filter(|(_, head)| is_it(head));
        all.extend(words.map(|(word, _)| Named::Word(Symbol { set: SetId(at as u16), at: word as u16 })));
    }
    let things = book.items.iter().enumerate().filter(|(_, item)| is_it(&item.head));
    things.for_each(|(at, _)| item(book, ItemId(at as u16), &mut all));
    for (at, action) in book.actions.iter().enumerate().filter(|(_, action)| is_it(&action.head)) {
        all.insert(Named::Declared(Sort::Action, at as u16));
        stated_by(book, action, &mut all);
    }
    all
}

/// Sorts of what expressions read by its name.
const READ: [Sort; 11] = [
    Sort::Setting,
    Sort::Attribute,
    Sort::Note,
    Sort::Track,
    Sort::Value,
    Sort::State,
    Sort::Slot,
    Sort::Condition,
    Sort::Relation,
    Sort::Fact,
    Sort::Option,
];

/// The facts that an action states for what it rolls, and the words it puts somebody in.
fn stated_by(book: &Rulebook, action: &Action, all: &mut BTreeSet<Named>) {
    stated(book, &action.with, all);
    let mut deeds = BTreeSet::new();
    stated_by_lines(book, &action.does, DEEPEST, &mut deeds, all);
}

/// Facts that are stated: a thing is itself; with whom, where and in which manner goes for many a deed.
fn stated(book: &Rulebook, with: &[(FactId, Expr)], all: &mut BTreeSet<Named>) {
    for (fact, value) in with {
        match &value.node {
            Node::Const(Value::Item(id)) => item(book, *id, all),
            Node::Const(Value::Symbol(_)) => {}
            _ if book.facts[fact.index()].is_role() => {}
            _ => {
                all.insert(Named::Declared(Sort::Fact, fact.0));
            }
        }
    }
}

/// A thing, and what is so of it but not of most of its kind.
fn item(book: &Rulebook, id: ItemId, all: &mut BTreeSet<Named>) {
    all.insert(Named::Declared(Sort::Item, id.0));
    let item = &book.items[id.index()];
    let fields = item.fields.iter().zip(&book.kinds[item.kind.index()].fields).enumerate();
    let own = fields.filter(|(_, (value, field))| **value == Value::Truth(true) && field.default != **value);
    all.extend(own.map(|(field, _)| Named::Field(item.kind, field as u16)));
}

fn stated_by_lines(book: &Rulebook, lines: &[Line], deep: usize, deeds: &mut BTreeSet<u16>, all: &mut BTreeSet<Named>) {
    let mut note = |line: &Line| match &line.act {
        Act::Do(call) => {
            stated(book, &call.with, all);
            if let Doing::Deed(id) = call.what
                && deep > 0
                && deeds.insert(id.0)
            {
                stated_by_lines(book, &book.deeds[id.index()].lines, deep - 1, deeds, all);
            }
        }
        Act::Check(rolling) => stated(book, &rolling.with, all),
        Act::Set(LinePlace::State(..), Expr { node: Node::Const(Value::Symbol(word)), .. }) if deep == DEEPEST => {
            all.insert(Named::Word(*word));
        }
        Act::Relate(_, relation, _) if deep == DEEPEST => {
            all.insert(Named::Declared(Sort::Relation, relation.0));
        }
        _ => {}
    };
    lines.iter().for_each(|line| line.walk(&mut note));
}

/// Where the rules name what, to be asked by expression.
struct NamedPlaces(Vec<(Span, Named)>);

impl NamedPlaces {
    fn of(book: &Rulebook) -> NamedPlaces {
        let mut places = book.usage.places().to_vec();
        places.sort_unstable_by_key(|(span, _)| (span.source, span.start));
        NamedPlaces(places)
    }

    /// Whether an expression names any of these.
    fn reads(&self, expr: &Expr, subject: &BTreeSet<Named>) -> bool {
        let at = expr.span;
        let from = self.0.partition_point(|(span, _)| (span.source, span.start) < (at.source, at.start));
        let within = self.0[from..].iter().take_while(|(span, _)| span.source == at.source && span.end <= at.end);
        let mut found = within.into_iter().any(|(_, named)| subject.contains(named));
        // What is said by a state, and what a rule of another place stands for, is named at no place within.
        expr.walk(&mut |part| found |= read_by(&part.node).is_some_and(|named| subject.contains(&named)));
        found
    }
}

/// What a part of an expression reads by itself.
fn read_by(node: &Node) -> Option<Named> {
    let declared = |sort: Sort, at: u16| Some(Named::Declared(sort, at));
    match node {
        Node::Fact(id) => declared(Sort::Fact, id.0),
        Node::Setting(id) => declared(Sort::Setting, id.0),
        Node::Attribute(_, id) => declared(Sort::Attribute, id.0),
        Node::Value(_, id) => declared(Sort::Value, id.0),
        Node::Track(_, id, _) => declared(Sort::Track, id.0),
        Node::State(_, id) => declared(Sort::State, id.0),
        Node::Slot(_, id) => declared(Sort::Slot, id.0),
        Node::Relation(id, ..) => declared(Sort::Relation, id.0),
        Node::HasCondition(_, id) => declared(Sort::Condition, id.0),
        Node::InState(_, _, word) | Node::Const(Value::Symbol(word)) | Node::Is(_, Value::Symbol(word)) => {
            Some(Named::Word(*word))
        }
        Node::Const(Value::Item(id)) | Node::Is(_, Value::Item(id)) => declared(Sort::Item, id.0),
        _ => None,
    }
}
