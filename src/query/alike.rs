//! Which of the facts that count says the same sort of thing as one that does not.

use super::error::Alternatives;
use crate::rulebook::{Action, Expr, Fact, Function, Label, Node, Rulebook, Type};
use crate::value::{CheckId, FactId, ValueId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Of what is about the same as something, what is most so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// A word of its title is the same.
    Word,
    /// It is found on the board in the same way.
    Geometry,
    /// One comes from the other.
    Derived,
}

/// What a deed requires, or what bars its check.
pub(super) struct Judged<'b> {
    pub expr: &'b Expr,
    pub label: &'b Label,
    /// Whether it keeps from it as things are.
    pub bars: bool,
}

/// Of the facts that count, which are about the same as this one: said in the same way, and come from the same; and where
/// else it counts than for this check.
pub(super) fn alternatives<'b>(
    book: &'b Rulebook,
    fact: FactId,
    counting: &[FactId],
    judged: &[Judged<'_>],
    check: Option<CheckId>,
) -> Alternatives<'b> {
    let own = &book.facts[fact.index()];
    let is_alike = |other: &&FactId| {
        let other = &book.facts[other.index()];
        other.r#type.bare() == own.r#type.bare() && other.unit == own.unit && !other.head.is_quiet()
    };
    let ranked = counting.iter().filter(is_alike).filter_map(|other| Some((nearness(book, fact, *other)?, *other)));
    let ranked: Vec<(Likeness, FactId)> = ranked.collect();
    let nearest = ranked.iter().map(|(nearness, _)| *nearness).max();
    let name = |id: FactId| book.facts[id.index()].head.name.clone();
    let alike = ranked.iter().filter(|(nearness, _)| Some(*nearness) == nearest).map(|(_, other)| name(*other));
    let counting = || counting.iter().map(|other| &book.facts[other.index()]);
    let is_said = |other: &&Fact| !other.head.is_quiet() && !matches!(other.r#type.bare(), Type::Figure);
    let mut sayable: Vec<&str> = Vec::new();
    // What is said in the same way goes before the rest.
    let is_same = |other: &&Fact| other.r#type.bare() == own.r#type.bare();
    let others = counting().filter(|other| !is_same(other));
    for name in counting().filter(is_same).chain(others).filter(is_said).map(|other| &*other.head.name) {
        if !sayable.contains(&name) {
            sayable.push(name);
        }
    }
    let all = counting().map(|other| &*other.head.name).collect();
    let alike: BTreeSet<Arc<str>> = alike.collect();
    let instead = if alike.is_empty() { judged_instead(book, own, judged) } else { None };
    let reads = |check: CheckId| book.checks[check.index()].all_reads.contains(&fact);
    // What its own check reads is kept from counting by something else that is so.
    let is_elsewhere = |action: &&Action| !action.head.is_quiet() && action.check.is_some_and(reads);
    let mut elsewhere: Vec<&str> = Vec::new();
    for action in book.actions.iter().filter(is_elsewhere).filter(|_| !check.is_some_and(reads)) {
        if !elsewhere.contains(&&*action.head.title) {
            elsewhere.push(&action.head.title);
        }
    }
    Alternatives { all, sayable, alike, kept_out: None, instead, elsewhere }
}

/// What looks at the board in the same way as a fact, of what the deed itself requires; in words.
fn judged_instead(book: &Rulebook, fact: &Fact, judged: &[Judged<'_>]) -> Option<String> {
    // What is only worked out from how things stand on the board is not how far, or which way, itself.
    let own: BTreeSet<&str> = measured(fact).into_iter().collect();
    let shared = |expr: &Expr| {
        let (mut found, mut known) = (BTreeMap::new(), BTreeSet::new());
        asked(book, expr, 0, &mut known, &mut found);
        let ways: Vec<&str> = found.keys().copied().filter(|way| own.contains(way)).collect();
        let depth = ways.iter().map(|way| found[way]).min().unwrap_or_default();
        (found.len() - ways.len(), ways, depth)
    };
    let found = judged.iter().filter(|one| !one.label.text.is_empty()).map(|one| (shared(one.expr), one));
    // Of those that look in as many ways what bars it here goes first, then what looks there itself before what looks
    // through values and facts, then what looks in fewer others, then the first.
    let rank = |((others, ways, depth), one): &((usize, Vec<&str>, usize), &Judged<'_>)| {
        (ways.len(), one.bars, Reverse(*depth), Reverse(*others))
    };
    let ((_, ways, _), Judged { label, .. }) =
        found.rev().max_by_key(rank).filter(|((_, ways, _), _)| !ways.is_empty())?;
    let cites: String = label.cites.iter().map(|cite| format!(" @{cite}")).collect();
    Some(format!("leave it out: {} is judged on the board here, by \"{}\"{cites}", ways.join(" and "), label.text))
}

fn nearness(book: &Rulebook, one: FactId, other: FactId) -> Option<Likeness> {
    let (mine, theirs) = (&book.facts[one.index()], &book.facts[other.index()]);
    // Of mere numbers, what one is computed from is seldom the same sort of thing.
    let is_mere = matches!(mine.r#type.bare(), Type::Number(_)) && mine.unit.is_none();
    if !is_mere && (mine.reads.contains(&other) || theirs.reads.contains(&one)) {
        return Some(Likeness::Derived);
    }
    // Two distances are the same sort of thing only if they are between the same.
    let is_of_others = measured(mine).is_some() && measured(theirs).is_some() && mine.reads != theirs.reads;
    if !is_of_others && !geometry(book, mine).is_disjoint(&geometry(book, theirs)) {
        return Some(Likeness::Geometry);
    }
    words(mine).iter().any(|word| words(theirs).contains(word)).then_some(Likeness::Word)
}

/// What a fact is, if it is nothing but what is found on the board in one way.
fn measured(fact: &Fact) -> Option<&'static str> {
    match fact.from.as_ref()?.node {
        Node::Call(function, _) => way_to_see(function),
        _ => None,
    }
}

/// What is asked of the board to find a fact.
fn geometry(book: &Rulebook, fact: &Fact) -> BTreeSet<&'static str> {
    let (mut found, mut known) = (BTreeMap::new(), BTreeSet::new());
    fact.from.iter().chain(&fact.default).for_each(|expr| asked(book, expr, 0, &mut known, &mut found));
    found.into_keys().collect()
}

/// A value or fact that was looked into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LookedInto {
    Value(ValueId),
    Fact(FactId),
}

/// The ways in which an expression looks at the board, each with through how many values and facts it does at least.
fn asked(
    book: &Rulebook,
    expr: &Expr,
    depth: usize,
    known: &mut BTreeSet<LookedInto>,
    found: &mut BTreeMap<&'static str, usize>,
) {
    expr.walk(&mut |part| match &part.node {
        Node::Value(_, value) if known.insert(LookedInto::Value(*value)) => {
            asked(book, &book.values[value.index()].expr, depth + 1, known, found);
        }
        Node::Fact(fact) if known.insert(LookedInto::Fact(*fact)) => {
            let fact = &book.facts[fact.index()];
            fact.from.iter().chain(&fact.default).for_each(|expr| asked(book, expr, depth + 1, known, found));
        }
        Node::Call(function, _) => {
            if let Some(way) = way_to_see(*function) {
                let least = found.entry(way).or_insert(depth);
                *least = depth.min(*least);
            }
        }
        _ => {}
    });
}

/// A way in which a function looks at the board.
fn way_to_see(function: Function) -> Option<&'static str> {
    match function {
        Function::Distance | Function::Adjacent | Function::Near | Function::Within => Some("how far"),
        Function::Bearing | Function::Direction | Function::Facing => Some("which way"),
        Function::Sight | Function::Between => Some("what is between"),
        Function::Height => Some("how high"),
        _ => None,
    }
}

/// The words of a name and title that say something.
fn words(fact: &Fact) -> BTreeSet<String> {
    let text = format!("{} {}", fact.head.name, fact.head.title).to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() > 3);
    words.map(str::to_string).collect()
}
