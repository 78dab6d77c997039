//! One pattern against the words at the cursor.

use super::reader::SentenceReader;
use super::{About, Argument, ParsedQuery, Who};
use crate::rulebook::{SentencePart, Type};
use crate::value::{FactId, ItemId, KindId, Value};

/// A pattern that matched.
pub(super) struct PatternMatch {
    /// What stands in its places.
    pub facts: Vec<(FactId, Argument)>,
    /// Whether all of it was said, as opposed to a thing that went without saying.
    pub is_whole: bool,
}

/// Reads a pattern; the cursor stands behind it if it matches. Two endings may be left out: one whose facts all have a
/// default, and a thing in the last place if the one who acts has only one that could be meant.
pub(super) fn read(reader: &mut SentenceReader<'_>, about: About, parts: &[SentencePart]) -> Option<PatternMatch> {
    let mut facts = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let rest = &parts[index..];
        if read_part(reader, part, &mut facts) {
            continue;
        }
        // Somebody alone does nothing yet.
        let is_begun = parts[..index].iter().any(|part| matches!(part, SentencePart::Word(_)));
        if is_begun && rest_is_optional(reader, rest) {
            break;
        }
        if let Some(kind) = thing_at_the_end(reader, rest).filter(|_| is_begun && reader.clause_ends()) {
            facts.push(left_out(reader, rest, kind, (about, &facts))?);
            return Some(PatternMatch { facts, is_whole: false });
        }
        match part {
            SentencePart::Word(word) => {
                reader.want_word(word);
                at_whom(reader, word, rest.get(1), &facts);
            }
            SentencePart::Fact(fact) => drop(value(reader, *fact)),
        }
        return None;
    }
    Some(PatternMatch { facts, is_whole: true })
}

/// Advises where a sentence ends before a word behind which somebody stands: to name somebody there.
fn at_whom(reader: &mut SentenceReader<'_>, word: &str, next: Option<&SentencePart>, facts: &[(FactId, Argument)]) {
    let Some(SentencePart::Fact(next)) = next else { return };
    if !reader.at_end() || *reader.book().facts[next.index()].r#type.bare() != Type::Figure {
        return;
    }
    let is_named = |who: &Who| facts.iter().any(|(_, said)| matches!(said, Argument::Who(said) if said == who));
    let other = reader.cast().names.iter().find(|(_, who)| !is_named(who)).map(|(name, _)| name.clone());
    if let Some(name) = other {
        let here = reader.here();
        reader.advise(here, format!("somebody stands behind it: say whom, for example `… {word} {name}`"), None);
    }
}

fn read_part(reader: &mut SentenceReader<'_>, part: &SentencePart, facts: &mut Vec<(FactId, Argument)>) -> bool {
    match part {
        SentencePart::Word(word) => reader.word(word),
        SentencePart::Fact(_) if reader.at_end() => false,
        SentencePart::Fact(fact) => {
            let said = value(reader, *fact);
            let is_there = said.is_some();
            facts.extend(said.map(|said| (*fact, said)));
            is_there
        }
    }
}

/// What stands in the place of a fact; else what could stand there is remembered.
fn value(reader: &mut SentenceReader<'_>, fact: FactId) -> Option<Argument> {
    let title = &reader.book().facts[fact.index()].head.title;
    super::clause::fact_value(reader, fact, title)
}

fn rest_is_optional(reader: &SentenceReader<'_>, parts: &[SentencePart]) -> bool {
    let is_optional = |part: &SentencePart| match part {
        SentencePart::Word(_) => true,
        SentencePart::Fact(fact) => has_default(reader, *fact),
    };
    parts.iter().all(is_optional) && parts.iter().any(|part| matches!(part, SentencePart::Fact(_)))
}

fn has_default(reader: &SentenceReader<'_>, fact: FactId) -> bool {
    let fact = &reader.book().facts[fact.index()];
    fact.default.is_some() || fact.from.is_some()
}

/// The kind of the thing in the last place, if nothing else is missing but the word before it, and nothing else says which.
fn thing_at_the_end(reader: &SentenceReader<'_>, rest: &[SentencePart]) -> Option<KindId> {
    let [words @ .., SentencePart::Fact(fact)] = rest else { return None };
    // One word belongs to the thing (`with`); what more is said belongs to the deed and must be.
    let is_alone = matches!(words, [] | [SentencePart::Word(_)]) && !has_default(reader, *fact);
    match reader.book().facts[fact.index()].r#type.bare() {
        Type::Thing(kind) if is_alone => Some(*kind),
        _ => None,
    }
}

/// The thing that goes without saying; else what could be said is remembered.
fn left_out(
    reader: &mut SentenceReader<'_>,
    rest: &[SentencePart],
    kind: KindId,
    (about, facts): (About, &[(FactId, Argument)]),
) -> Option<(FactId, Argument)> {
    let [words @ .., SentencePart::Fact(fact)] = rest else { return None };
    let word = |part: &SentencePart| match part {
        SentencePart::Word(word) => format!("{word} "),
        SentencePart::Fact(_) => String::new(),
    };
    let words: String = words.iter().map(word).collect();
    let of_slots = held(reader, facts, kind);
    // Of what there is, that which the action allows; if it allows nothing, the rules will say why.
    let allows = |item: &ItemId| {
        let said = (*fact, Argument::Value(Value::Item(*item)));
        let facts = facts.iter().cloned().chain([said]).collect();
        reader.cast().allows(&ParsedQuery { about, facts, tweaks: Vec::new() })
    };
    let of_slot = |items: &Vec<ItemId>| items.iter().copied().filter(allows).collect::<Vec<ItemId>>();
    let allowed = of_slots.iter().map(of_slot).find(|items| !items.is_empty());
    let things = allowed.or_else(|| of_slots.first().cloned()).unwrap_or_default();
    if let [only] = things.as_slice() {
        return Some((*fact, Argument::Value(Value::Item(*only))));
    }
    let book = reader.book();
    let names = things.iter().map(|item| format!("{words}{}", book.items[item.index()].head.name)).collect();
    match (things.is_empty(), words.trim_end()) {
        (true, "") => reader.want_item(kind),
        (true, words) => reader.want("the word", words.split(' ').take(1).map(str::to_string).collect()),
        (false, "") => reader.want(&reader.a_thing(kind), names),
        (false, words) => reader.want(&format!("`{words}` and {}", reader.a_thing(kind)), names),
    }
    None
}

/// What the one who acts has of a kind, slot by slot.
fn held(reader: &SentenceReader<'_>, facts: &[(FactId, Argument)], kind: KindId) -> Vec<Vec<ItemId>> {
    let holder = facts.iter().find_map(|(_, said)| match said {
        Argument::Who(who) => Some(who),
        Argument::Value(_) | Argument::Way(_) => None,
    });
    holder.map_or(Vec::new(), |who| reader.cast().things(reader.book(), who, kind))
}

/// With another thing of the one who acts in the place of one that went without saying, if all that is said allows that
/// and not this.
pub(super) fn chosen_anew(reader: &SentenceReader<'_>, asked: &mut ParsedQuery) {
    let (book, said) = (reader.book(), reader.sentence().to_lowercase());
    let unsaid = asked.facts.iter().position(|(_, said_of)| match said_of {
        Argument::Value(Value::Item(item)) => {
            let head = &book.items[item.index()].head;
            ![&head.name, &head.title].into_iter().any(|name| said.contains(&name.to_lowercase()))
        }
        _ => false,
    });
    let Some(at) = unsaid.filter(|_| !reader.cast().allows(asked)) else { return };
    let Argument::Value(Value::Item(item)) = asked.facts[at].1 else { return };
    let with = |other: ItemId| {
        let mut asked = asked.clone();
        asked.facts[at].1 = Argument::Value(Value::Item(other));
        asked
    };
    let things = held(reader, &asked.facts, book.items[item.index()].kind);
    let others = things.into_iter().flatten().filter(|other| *other != item);
    let allowed = others.map(with).find(|asked| reader.cast().allows(asked));
    if let Some(allowed) = allowed {
        *asked = allowed;
    }
}
