//! A line that names nobody new and goes on with the last sentence: `going for the head instead?` is the same, aimed at the
//! head, with all that was said before.

use super::hear::{Hearing, Understanding};
use super::line::THAT;
use super::little::{self, OBJECTS, POSSESSIVES, PRONOUNS, SPEAKER, is};
use super::token::words;
use crate::query::{About, Argument, ParsedQuery, amend};
use crate::value::Value;

/// Words by which something is added to what was supposed before.
const ADDING: [&str; 6] = ["too", "also", "additionally", "besides", "well", "top"];
/// Between the clauses of a sentence.
const BETWEEN: &str = ", ";
/// Before a sentence of which all that comes of it is asked.
const ODDS_WHOLE: &str = "odds whole ";

/// Whether a line adds something to what was supposed before: `and if he is prone, too?`
pub fn is_added(line: &str) -> bool {
    words(line).iter().any(|word| ADDING.contains(&&*word.text))
}

impl Hearing<'_> {
    /// A question for odds that names nobody new and asks for the same as the last sentence, as clauses of that: what was said
    /// there still holds. `he` and `him` are those who were spoken of.
    pub(super) fn going_on(&self, line: &str, heard: &Understanding) -> Option<Understanding> {
        let (listener, last) = (self.listener, self.listener.last?);
        let Understanding::Line(text) = heard else { return None };
        let (command, text) =
            [ODDS_WHOLE, little::ODDS].iter().find_map(|word| Some((*word, text.strip_prefix(word)?)))?;
        let (text, that) = text.find(THAT).map_or((text, ""), |at| text.split_at(at));
        let spoken = listener.lexicon.spoken(line);
        let is_pronoun = |at: usize| [PRONOUNS, POSSESSIVES, SPEAKER].iter().any(|words| is(&spoken[at].text, words));
        // `what would he need if Bob was late?`: whoever is named besides is one of those of the sentence.
        let is_subject = |at: usize| is(&spoken[at].text, PRONOUNS) && !is(&spoken[at].text, OBJECTS);
        let of_last: Vec<String> = last.facts.iter().filter_map(|(_, said)| self.named_figure(said)).collect();
        let is_spoken_of = |name: &String| of_last.contains(name) && (0..spoken.len()).any(is_subject);
        if self.named_in(&spoken).into_iter().any(|(at, name)| !is_pronoun(at) && !is_spoken_of(&name)) {
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
        let whole = match clauses.is_empty() {
            true => last.clone(),
            false => {
                amend(book, listener.cast, last, &clauses).ok().filter(|all| self.counts(all, &clauses).is_ok())?
            }
        };
        let is_all = asked.facts.iter().all(|fact| whole.facts.contains(fact));
        let same = if clauses.is_empty() { String::new() } else { format!(" same {clauses}") };
        is_all.then(|| Understanding::Line(format!("{}{same}{that}", command.trim_end())))
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
