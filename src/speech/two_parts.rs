//! A line of two parts, each of which says something: who does the second, and to whom.

use super::hear::{Hearing, Understanding};
use super::little::{self, is, with_name};
use super::pronoun::TypedPronoun;
use super::telling::CommandRole;
use super::token::SpokenWord;

/// Before the second to whom the same is done.
const AT: [&str; 3] = ["at", "on", "into"];
/// Those of the words for whom something is done to that stand for people.
const PEOPLE: [&str; 2] = ["him", "her"];
/// Before clauses that are said of what was done last.
const SAME: &str = "same ";

/// Two parts of a line, in the order in which they are said.
pub(super) struct TwoParts<'s, 'h> {
    hearing: &'s Hearing<'h>,
    first: &'s str,
    second: &'s str,
    said: Vec<SpokenWord>,
    behind: Vec<SpokenWord>,
    /// Who is named in the first, with the place of the word.
    named: Vec<(usize, String)>,
    /// Who is named where the second begins, in so many words.
    follower: Option<(usize, String)>,
}

impl<'s, 'h> TwoParts<'s, 'h> {
    /// None where the second only goes on with the first: `…, who is hidden`.
    pub(super) fn of(hearing: &'s Hearing<'h>, first: &'s str, second: &'s str) -> Option<TwoParts<'s, 'h>> {
        let (first, second) = (first.trim(), second.trim());
        let listener = hearing.listener;
        let (said, behind) = (listener.lexicon.spoken(first), listener.lexicon.spoken(second));
        // `fires at Bob and then at Cid`
        let before = behind.iter().take_while(|word| is(&word.text, &AT)).count();
        let is_named = before > 0 && before < behind.len() && !listener.named_at(&behind, before).is_empty();
        let second = if is_named { second.get(behind[before].at..)? } else { second };
        let behind = if is_named { listener.lexicon.spoken(second) } else { behind };
        let is_clause = |word: &SpokenWord| is(&word.text, little::WHO) || is(&word.text, little::WHILE);
        // Nor is `wait` anything that is done, where it only calls for attention.
        if behind.first().is_none_or(is_clause) || hearing.is_interjection(first) {
            return None;
        }
        let named = hearing.named_in(&said);
        let follower = listener.named_at(&behind, 0).into_iter().next().map(|(length, name, _)| (length, name));
        Some(TwoParts { hearing, first, second, said, behind, named, follower })
    }

    /// What they mean, one after the other or in one.
    pub(super) fn meant(self) -> Option<Understanding> {
        if let Some((length, other)) = &self.follower {
            if self.hearing.is_of_names(&self.said) {
                return self.done_by_each(*length, other);
            }
            if let [_, .., object] = self.named.as_slice()
                && self.behind.get(*length).is_none_or(|word| !self.hearing.is_done(word))
            {
                return self.done_to_either(object, (*length, other));
            }
        }
        self.number_of_each().or_else(|| self.in_order())
    }

    /// `Ann, Bob and Cid shoot Dan`: each of them does.
    fn done_by_each(&self, length: usize, other: &String) -> Option<Understanding> {
        let is_all = |word: &&SpokenWord| is(&word.text, little::SEVERAL);
        let rest = self.second.get(self.behind[length..].iter().find(|word| !is_all(word))?.at..)?;
        let all = self.named.iter().map(|(_, name)| name).chain([other]);
        let each = all.map(|name| self.hearing.alone(&format!("{name} {rest}")));
        Some(Understanding::Sequence(each.collect::<Option<_>>()?))
    }

    /// `Ann shoots Bob and Cid`: the same with either.
    fn done_to_either(&self, object: &(usize, String), (length, other): (usize, &String)) -> Option<Understanding> {
        let rest = self.behind.get(length).map_or("", |word| self.second.get(word.at..).unwrap_or_default());
        let before = self.first.get(..self.said[object.0].at)?;
        let each = [&object.1, other].map(|name| {
            let text = self.hearing.alone(&format!("{before}{name} {rest}"))?;
            text.contains(&**name).then_some(text)
        });
        Some(Understanding::Sequence(each.into_iter().collect::<Option<_>>()?))
    }

    /// `Ann hits Bob, how much luck has he left?`: of each.
    fn number_of_each(&self) -> Option<Understanding> {
        let [(_, one), (_, other)] = self.named.as_slice() else { return None };
        if one == other || !self.hearing.asks(self.second) {
            return None;
        }
        let Understanding::Sequence(texts) = self.hearing.number_of_each(self.second, &[one, other])? else {
            return None;
        };
        let before = self.hearing.alone(self.first)?;
        Some(Understanding::Sequence([before].into_iter().chain(texts).collect()))
    }

    /// One after the other, or both in one.
    fn in_order(&self) -> Option<Understanding> {
        let hearing = self.hearing;
        let (second, told) = self.second_by_names();
        // Whom the first is done to may only be said of the second.
        let object = hearing.named_in(&hearing.listener.lexicon.spoken(&second)).into_iter().next_back();
        let borrowed = || object.and_then(|(_, name)| hearing.alone(&format!("{} {name}", self.first)));
        let is_more_than_a_name = |text: &String| hearing.listener.named(text).is_none();
        let before = hearing.alone(self.first).or_else(borrowed).filter(is_more_than_a_name)?;
        let lent = || hearing.alone(&format!("{second} {}", self.named.last().filter(|(at, _)| *at > 0)?.1));
        let after = told.or_else(|| hearing.alone(&second)).or_else(lent).filter(is_more_than_a_name)?;
        self.in_one(&before, &after, &second).unwrap_or_else(|| Some(Understanding::Sequence(vec![before, after])))
    }

    /// One part that is only said of what is done in the other; the inner is none where the rules do not read it so.
    fn in_one(&self, before: &str, after: &str, second: &str) -> Option<Option<Understanding>> {
        let hearing = self.hearing;
        let done = |text: &str| text.strip_prefix(little::ODDS).unwrap_or(text).to_string();
        let read = |whole: &str, clauses: &str| {
            let is_read = hearing.is_strict(&format!("{}, {clauses}", done(whole)));
            is_read.then(|| Understanding::Line(format!("{whole}, {clauses}")))
        };
        // `it is dark and Ann shoots Bob`: what was said before is said of that.
        if let Some(clauses) = before.strip_prefix(SAME).filter(|_| hearing.is_strict(&done(after))) {
            return Some(read(after, clauses));
        }
        // `Ann shoots Bob and it is dark`: that is said of the shot, and no other shot.
        let clauses = after.strip_prefix(SAME).filter(|_| hearing.is_strict(&done(before)))?;
        Some(read(before, clauses).filter(|_| !hearing.says_what_is_done(second)))
    }

    /// The second with names for those of whom it speaks; and what it tells, where those at the table do it themselves.
    fn second_by_names(&self) -> (String, Option<String>) {
        let hearing = self.hearing;
        let actor = self.actor();
        let doer = self.follower.as_ref().map(|(_, name)| name);
        let is_another = |name: &&String| doer.or(actor.as_ref()) != Some(name);
        let spoken_of = self.named.iter().rev().map(|(_, name)| name).find(is_another);
        let second = self.with_what_was_named(spoken_of);
        // `Ann is dead, take her off`: what those at the table do themselves.
        let is_command = |text: &String| {
            let first = text.split_whitespace().next().unwrap_or_default();
            CommandRole::OfSomebody.is_of(first) && !hearing.is_strict(text)
        };
        let behind = hearing.listener.lexicon.spoken(&second);
        let told = spoken_of.or(actor.as_ref()).filter(|_| doer.is_none());
        let told = told.and_then(|name| hearing.alone(&with_name(&second, &behind, name)).filter(is_command));
        if doer.is_some() || told.is_some() {
            return (second, told);
        }
        let asked = || Some(format!("odds {} {}", self.doer_asked_about()?, second.trim_end_matches('?')));
        let done = actor.map(|actor| format!("{actor} {second}")).or_else(asked);
        (done.unwrap_or(second), None)
    }

    /// Who does the first.
    fn actor(&self) -> Option<String> {
        if let Some((_, name)) = self.named.first().filter(|(at, _)| *at == 0) {
            return Some(name.clone());
        }
        // `she shoots him and ducks`: who does the first does the second.
        let is_subject = |word: &SpokenWord| is(&word.text, little::PRONOUNS) && !is(&word.text, little::OBJECTS);
        let begins = self.said.first().is_some_and(is_subject) && !is(&self.said[0].text, little::THINGS);
        Some(self.hearing.listener.actor().filter(|_| begins)?.0)
    }

    /// The second with the thing and with him who was named in the first.
    fn with_what_was_named(&self, spoken_of: Option<&String>) -> String {
        let lexicon = self.hearing.listener.lexicon;
        // `draws his knife and throws it`: what is spoken of is a thing, where one was named.
        let thing = self.hearing.thing_in(self.first, &self.said);
        let second = thing.map_or(self.second.to_string(), |thing| with_thing(self.second, &self.behind, thing));
        let second = match (spoken_of, self.named.as_slice()) {
            // `put Ann beside Bob and let her kick him`: the first is who was named first.
            (_, [(_, one), (_, other)]) if one != other && self.has_two_objects() => {
                with_names(&second, &lexicon.spoken(&second), one, other)
            }
            (Some(name), _) => with_name(&second, &lexicon.spoken(&second), name),
            (None, _) => second,
        };
        // `can Ann see Bob, and what does she need to hit him?`: who is asked about first does the second.
        match self.named.as_slice() {
            [(at, one), _] if *at > 0 && self.hearing.asks(self.first) && self.hearing.asks(&second) => {
                let spoken = lexicon.spoken(&second);
                let named = TypedPronoun::subject(&second, &spoken).and_then(|subject| subject.named_at_length(one));
                named.unwrap_or(second)
            }
            _ => second,
        }
    }

    /// Whether the second speaks of two who are acted upon, neither of them by name: `let her kick him`.
    fn has_two_objects(&self) -> bool {
        let objects = self.behind.iter().filter(|word| is(&word.text, &PEOPLE)).count();
        objects == 2 && self.follower.is_none()
    }

    /// Of whom a question for odds asks whether he does it.
    fn doer_asked_about(&self) -> Option<String> {
        let asked = self.hearing.alone(self.first)?;
        let spoken = self.hearing.listener.lexicon.spoken(asked.strip_prefix(little::ODDS)?);
        self.hearing.listener.named_at(&spoken, 0).into_iter().next().map(|(_, name, _)| name)
    }
}

/// A text with a name for the first of those who are acted upon, and another for the second.
fn with_names(text: &str, spoken: &[SpokenWord], first: &str, second: &str) -> String {
    let objects: Vec<&SpokenWord> = spoken.iter().filter(|word| is(&word.text, &PEOPLE)).collect();
    let mut named = text.to_string();
    for (word, name) in objects.iter().zip([first, second]).rev() {
        named.replace_range(word.at..word.at + word.length, name);
    }
    named
}

/// A text with a thing for its `it`.
fn with_thing(text: &str, spoken: &[SpokenWord], thing: &str) -> String {
    let mut named = text.to_string();
    for word in spoken.iter().rev().filter(|word| word.text == "it") {
        let place = word.at..word.at + word.length;
        if text.get(place.clone()).is_some_and(|typed| typed.eq_ignore_ascii_case("it")) {
            named.replace_range(place, &format!("the {thing}"));
        }
    }
    named
}
