//! A line that names nobody and goes on with the last sentence: `going for the head instead?` is the same, aimed at the
//! head, with all that was said before.

use super::hear::{Hearing, Understanding};
use super::little::{self, is};
use super::token::words;
use crate::query::{About, Argument, ParsedQuery, amend};
use crate::value::Value;

/// Words by which something is added to what was supposed before.
const ADDING: [&str; 6] = ["too", "also", "additionally", "besides", "well", "top"];
/// Between the clauses of a sentence.
const BETWEEN: &str = ", ";

/// Whether a line adds something to what was supposed before: `and if he is prone, too?`
pub fn is_added(line: &str) -> bool {
    words(line).iter().any(|word| ADDING.contains(&&*word.text))
}

impl Hearing<'_> {
    /// A question for odds that names nobody and asks for the same as the last sentence, as clauses of that: what was said
    /// there still holds.
    pub(super) fn going_on(&self, line: &str, heard: &Understanding) -> Option<Understanding> {
        let (listener, last) = (self.listener, self.listener.last?);
        let Understanding::Line(text) = heard else { return None };
        let text = text.strip_prefix(little::ODDS)?;
        let spoken = listener.lexicon.spoken(line);
        let names =
            |word: &super::token::SpokenWord| is(&word.text, little::PRONOUNS) || is(&word.text, little::SPEAKER);
        if spoken.iter().any(names) || !self.named_in(&spoken).is_empty() {
            return None;
        }
        let asked = self.understood(text).ok().filter(|asked| self.is_of_the_same(asked, last))?;
        let is_lost = |(fact, _): &&(_, Argument)| asked.facts.iter().all(|(said, _)| said != fact);
        if last.tweaks.is_empty() && !last.facts.iter().any(|fact| is_lost(&fact)) {
            return None;
        }
        let said = text.split_once(BETWEEN).map_or("", |(_, clauses)| clauses);
        // Things that the sentence names in its pattern are said as clauses.
        let book = listener.book();
        let things =
            asked.facts.iter().filter(|said| !last.facts.contains(said)).filter_map(|(fact, said)| match said {
                Argument::Value(Value::Item(item)) => {
                    let (fact, item) = (&book.facts[fact.index()].head.name, &book.items[item.index()].head.name);
                    Some(format!("{fact} {item}"))
                }
                _ => None,
            });
        let clauses = things.chain((!said.is_empty()).then(|| said.to_string())).collect::<Vec<String>>().join(BETWEEN);
        let whole = amend(book, listener.cast, last, &clauses).ok()?;
        let is_all = asked.facts.iter().all(|fact| whole.facts.contains(fact));
        (is_all && self.counts(&whole, &clauses).is_ok()).then(|| Understanding::Line(format!("same {clauses}")))
    }

    /// Whether the same do the same to the same.
    fn is_of_the_same(&self, one: &ParsedQuery, other: &ParsedQuery) -> bool {
        let who = |asked: &ParsedQuery| {
            let said = asked.facts.iter().filter(|(_, said)| matches!(said, Argument::Who(_)));
            said.cloned().collect::<Vec<_>>()
        };
        !matches!(one.about, About::Quantity(_)) && one.about == other.about && who(one) == who(other)
    }
}
