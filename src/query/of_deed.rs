//! What is rolled or made when something is done, asked of who does it: `Guard's effect with Spear against Ann`.

use super::function_words::{AGAINST, OWN, WITH};
use super::reader::SentenceReader;
use super::{Directory, LONGEST};
use super::{ParsedQuery, understood};
use crate::rulebook::{Act, Action, Doing, Line, Rulebook, SentencePart, Type, amounts_called, lines_of};
use crate::value::FactId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Something that is rolled or made when a sentence is done.
#[derive(Clone, Debug, PartialEq)]
pub struct DeedAmount {
    /// What is done.
    pub sentence: String,
    /// What of it is asked.
    pub amount: Arc<str>,
}

impl DeedAmount {
    /// What is asked of all that can come of it: `amount(effect)`.
    pub fn that(&self) -> String {
        format!("amount({})", self.amount)
    }
}

/// What is asked of a deed, with the first sentence that says all that was said and leads to it.
pub fn of_a_deed(book: &Rulebook, cast: &Directory, text: &str) -> Option<DeedAmount> {
    if text.len() > LONGEST {
        return None;
    }
    let mut reader = SentenceReader::brief(book, cast, text.trim());
    let actor = taken(&mut reader, |reader| reader.figure().is_some())?;
    if !reader.suffix(OWN) {
        return None;
    }
    let called = amounts_called(book);
    let names: Vec<(&str, &Arc<str>)> = called.iter().map(|(called, name)| (&**called, name)).collect();
    let amount = reader.longest("an amount", &names)?.clone();
    let thing = if reader.word(WITH) { Some(before_a_foe(&mut reader)?) } else { None };
    let other = if reader.word(AGAINST) { Some(taken(&mut reader, |reader| reader.figure().is_some())?) } else { None };
    if !reader.at_end() {
        return None;
    }
    let said = SaidParts { actor, thing, other };
    let leads = book.actions.iter().filter(|action| leads_to(book, action, &amount));
    let sentences = leads.flat_map(|action| said.sentences(book, action));
    let read = sentences.filter_map(|sentence| Some((understood(book, cast, &sentence)?, sentence)));
    let mut read: Vec<(ParsedQuery, String)> = read.collect();
    // What the rules allow is meant; if they allow nothing, they say why of the first.
    let at = read.iter().position(|(asked, _)| cast.allows(asked)).unwrap_or(0);
    let (_, sentence) = (at < read.len()).then(|| read.swap_remove(at))?;
    Some(DeedAmount { sentence, amount })
}

/// What stands between `with` and `against`, or the end.
fn before_a_foe<'a>(reader: &mut SentenceReader<'a>) -> Option<&'a str> {
    let rest = reader.rest();
    let length = rest.find(&format!(" {AGAINST} ")).unwrap_or(rest.len());
    reader.take(length);
    (length > 0).then_some(&rest[..length])
}

/// What is read here, as it is typed.
fn taken<'a>(reader: &mut SentenceReader<'a>, read: impl FnOnce(&mut SentenceReader<'a>) -> bool) -> Option<&'a str> {
    let start = reader.at();
    read(reader).then(|| reader.text_from(start).trim())
}

/// Whether the lines of an action, or of what is done by them, make something of that name.
fn leads_to(book: &Rulebook, action: &Action, amount: &str) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::new(), Vec::new());
    let mut lines: Vec<&Line> = action.first.iter().chain(&action.does).collect();
    loop {
        let mut makes = false;
        for line in lines {
            line.walk(&mut |line| match &line.act {
                Act::Roll(_, name, _) => makes |= **name == *amount,
                Act::Amount(made) => makes |= *made.name == *amount,
                Act::Do(call) => waiting.push(call.what),
                Act::Later(action, _) => waiting.push(Doing::Action(*action)),
                _ => {}
            });
        }
        waiting.retain(|deed| !seen.contains(deed));
        match waiting.pop() {
            Some(deed) if !makes => {
                seen.insert(deed);
                lines = lines_of(book, deed).iter().collect();
            }
            _ => return makes,
        }
    }
}

/// Who does it, with what, to whom.
struct SaidParts<'a> {
    actor: &'a str,
    thing: Option<&'a str>,
    other: Option<&'a str>,
}

impl SaidParts<'_> {
    /// The sentences of an action that say these parts and nothing else.
    fn sentences(&self, book: &Rulebook, action: &Action) -> Vec<String> {
        let sort = |fact: FactId| book.facts[fact.index()].r#type.bare();
        let is_thing = |fact: &FactId| matches!(sort(*fact), Type::Thing(_));
        let of_pattern = |parts: &[SentencePart]| {
            let (mut thing, mut other) = (self.thing, self.other);
            let words = parts.iter().map(|part| match part {
                SentencePart::Word(word) => Some(word.to_string()),
                SentencePart::Fact(fact) if *fact == action.by => Some(self.actor.to_string()),
                SentencePart::Fact(fact) if is_thing(fact) => thing.take().map(str::to_string),
                SentencePart::Fact(fact) if *sort(*fact) == Type::Figure => other.take().map(str::to_string),
                SentencePart::Fact(_) => None,
            });
            let sentence = words.collect::<Option<Vec<String>>>()?.join(" ");
            // What has no place in the pattern is said behind it.
            match (thing, action.takes.iter().find(|fact| is_thing(fact)), other) {
                (None, _, None) => Some(sentence),
                (Some(thing), Some(fact), None) => {
                    Some(format!("{sentence}, {} {thing}", book.facts[fact.index()].head.name))
                }
                _ => None,
            }
        };
        action.says.iter().filter_map(|sentence| of_pattern(&sentence.parts)).collect()
    }
}
