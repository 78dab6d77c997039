//! What is said of a sentence that is none: a word alone, and somebody to whom something is done.

use super::function_words::{BY, UNDERGOING};
use super::possessive::named;
use super::reader::SentenceReader;
use super::{Quantity, patterns};
use crate::rulebook::{Head, Rulebook, SentencePart, Type};

/// So many letters a verb and its participle begin with at least: `shoots` and `shot`.
const LEAST_SHARED: usize = 3;
/// What is said of a word that nobody knows.
const UNKNOWN: &str = "expected a figure";

/// Says what to type instead, should nothing be understood from a place on.
pub(super) fn advise(reader: &mut SentenceReader<'_>, start: usize) {
    if reader.is_brief() {
        return;
    }
    let at = reader.furthest();
    if let Some(help) = done_to(reader, start, at) {
        reader.advise_surely(at, help, "who does something stands first");
    } else if at == start
        && let Some((label, help)) = alone(reader, start)
    {
        // A slip in somebody's name goes before what is said of any other word.
        match label {
            UNKNOWN => reader.advise(at, help, Some(label)),
            _ => reader.advise_surely(at, help, label),
        }
    }
}

/// `Zorgo is shot by Bruce`.
fn done_to(reader: &SentenceReader<'_>, start: usize, at: usize) -> Option<String> {
    let text = reader.sentence();
    let (sentence, clauses) = text.get(start..)?.split_once(',').unwrap_or((text.get(start..)?, ""));
    let whom = text.get(start..at)?.trim();
    let (done, by) = text.get(at..start + sentence.len())?.split_once(BY)?;
    let mut words = done.split_whitespace();
    let participle = words.next().filter(|word| UNDERGOING.contains(word)).and(words.next())?;
    let (who, with) =
        by.trim().split_once(' ').map_or((by.trim(), String::new()), |(who, with)| (who, format!(" {with}")));
    let clauses = if clauses.is_empty() { String::new() } else { format!(",{clauses}") };
    let verb = verb_of(reader.book(), participle)?;
    (!whom.is_empty() && !who.is_empty()).then(|| format!("write `{who} {verb} {whom}{with}{clauses}`"))
}

/// The verb of an action or check that begins like a participle.
fn verb_of<'b>(book: &'b Rulebook, participle: &str) -> Option<&'b str> {
    let shared = |verb: &str| verb.chars().zip(participle.chars()).take_while(|(one, other)| one == other).count();
    let verbs = patterns(book).filter_map(|(_, sentence)| first_word(&sentence.parts));
    let near = verbs.map(|verb| (shared(verb), verb)).filter(|(shared, _)| *shared >= LEAST_SHARED);
    near.min_by_key(|(shared, verb)| (std::cmp::Reverse(*shared), verb.len())).map(|(_, verb)| verb)
}

/// The first word of a pattern.
fn first_word(parts: &[SentencePart]) -> Option<&str> {
    parts.iter().find_map(|part| match part {
        SentencePart::Word(word) => Some(&**word),
        SentencePart::Fact(_) => None,
    })
}

/// A word that means something, and is no sentence: what it is, and how it is asked for or said.
fn alone(reader: &SentenceReader<'_>, start: usize) -> Option<(&'static str, String)> {
    let (book, text) = (reader.book(), reader.sentence().get(start..)?.trim());
    let is_it = |name: &str| !name.is_empty() && name.replace('_', " ").eq_ignore_ascii_case(&text.replace('_', " "));
    let is_called = |head: &Head| is_it(&head.name) || is_it(&head.title);
    let somebody = reader.wanted_at(start).into_iter().next()?;
    if let Some(quantity) = named(book, &is_it) {
        return Some(match quantity {
            Quantity::Fact(fact) if book.facts[fact.index()].r#type == Type::Truth => {
                ("said of no deed", format!("it is said behind a sentence: `{somebody} …, {text}`"))
            }
            _ => ("of whom?", format!("say whose it is: `{somebody}'s {text}`")),
        });
    }
    let mut words = book.states.iter().flat_map(|state| &book.sets[state.set.index()].words);
    let is_word = words.any(|word| is_it(&word.name) || is_it(&word.title));
    if is_word || book.conditions.iter().any(|one| is_called(&one.head)) {
        return Some(("of whom?", format!("say behind a sentence who is so: `{somebody} …, target {text}`")));
    }
    let Some(item) = book.items.iter().find(|item| is_called(&item.head)) else {
        let verb = patterns(book).find_map(|(_, sentence)| first_word(&sentence.parts))?;
        let is_lone = !text.contains(char::is_whitespace);
        let help =
            format!("a sentence says who does what, `{somebody} {verb} …`; what is so stands behind it and a comma");
        return is_lone.then_some((UNKNOWN, help));
    };
    let kind = &book.kinds[item.kind.index()].head.name;
    Some((
        "nobody does anything with it",
        format!(
            "say who does what with it: `{somebody} … with {text}`; `fray show {} {kind} {}` tells what it is",
            book.pack.head.name,
            crate::rulebook::as_written(&item.head.name)
        ),
    ))
}
