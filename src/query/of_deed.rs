//! What is rolled or made when something is done, asked of who does it: `Guard's effect with Spear against Ann`.

use super::function_words::{AGAINST, OWN, WITH};
use super::reader::SentenceReader;
use super::{About, ParsedQuery, understood};
use super::{Directory, LONGEST};
use crate::rulebook::{Act, Action, Doing, Line, Rulebook, SentencePart, Type, amounts_called, lines_of};
use crate::value::{ActionId, FactId};
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
    // A check that is said alike is made, and nothing comes of it.
    let mut read: Vec<(ParsedQuery, String)> =
        read.filter(|(asked, _)| matches!(asked.about, About::Action(_))).collect();
    // What the rules allow is meant; of the only one they may say why not. Which of several that they all forbid is meant,
    // nobody knows.
    let is_only_one = read.iter().all(|(asked, _)| asked.about == read[0].0.about);
    let only = (is_only_one && !read.is_empty()).then_some(0);
    let at = read.iter().position(|(asked, _)| cast.allows(asked)).or(only)?;
    Some(DeedAmount { sentence: read.swap_remove(at).1, amount })
}

/// What is performed where all that can come of a sentence is asked.
pub struct PerformedDeed {
    /// What is done, where only its check was said.
    pub asked: ParsedQuery,
    /// The action that was found for the check.
    title: Option<Arc<str>>,
}

impl PerformedDeed {
    /// What a sentence says is done, or the action with the check that it says.
    pub fn of(book: &Rulebook, cast: &Directory, asked: &ParsedQuery) -> PerformedDeed {
        match deed_with_check(book, cast, asked) {
            Some((asked, title)) => PerformedDeed { asked, title: Some(title) },
            None => PerformedDeed { asked: asked.clone(), title: None },
        }
    }

    /// The action that was found for a check, as a line; nothing where one was said.
    pub fn text(&self) -> String {
        self.title.as_ref().map_or_else(String::new, |title| format!("performed: {title}\n"))
    }
}

/// What is done with a check of which all that comes is asked: the action that makes it, of those in whom it is said the
/// one that the rules allow, else the only one that suits the thing it is done with.
fn deed_with_check(book: &Rulebook, cast: &Directory, asked: &ParsedQuery) -> Option<(ParsedQuery, Arc<str>)> {
    let About::Check(check) = asked.about else { return None };
    let actions = book.actions.iter().enumerate().filter(|(_, action)| {
        let takes = |fact: &FactId| *fact == action.by || action.takes.contains(fact);
        action.check == Some(check) && asked.facts.iter().all(|(fact, _)| takes(fact))
    });
    let about = |at: usize| About::Action(ActionId(at as u16));
    let ways =
        actions.map(|(at, action)| (ParsedQuery { about: about(at), ..asked.clone() }, action.head.title.clone()));
    let mut ways: Vec<(ParsedQuery, Arc<str>)> = ways.collect();
    let allowed = ways.iter().position(|(asked, _)| cast.allows(asked));
    let unsuited: Vec<usize> = ways.iter().map(|(asked, _)| cast.unsuited(asked)).collect();
    let least = *unsuited.iter().min()?;
    let mut best = (0..ways.len()).filter(|at| unsuited[*at] == least);
    let only = best.next().filter(|_| best.next().is_none());
    Some(ways.swap_remove(allowed.or(only)?))
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
