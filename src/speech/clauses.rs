//! Clauses of the last sentence, said anew: `no, tired`, `actually range 9`; and how somebody is said to be.

use super::compose::idle_of;
use super::correction::{CORRECTED, CORRECTS};
use super::draft::{Draft, RemarkOf, Spoken};
use super::error::SpeechError;
use super::hear::{Hearing, nothing};
use super::little::{self, is};
use super::piece;
use super::token::{MOST_WORDS, SpokenWord};
use crate::query::{About, Argument, ParsedQuery, SentenceError, Who, amend};
use crate::rulebook::Type;
use crate::value::{FactId, ItemId, KindId, Value};

impl Hearing<'_> {
    /// Clauses of the last sentence with nothing wrong but letters.
    pub(super) fn slipped_clauses(&self, line: &str, spoken: &[SpokenWord]) -> Option<String> {
        let last = self.listener.last?;
        let mut text = line.to_string();
        let is_form = |word: &SpokenWord| spoken.iter().filter(|other| other.at == word.at).count() > 1;
        for word in spoken.iter().rev().filter(|word| !is_form(word)) {
            let typed = line.get(word.at..word.at + word.length)?;
            if word.is_word() && !typed.eq_ignore_ascii_case(&word.text) {
                text.replace_range(word.at..word.at + word.length, &word.text);
            }
        }
        let asked = amend(self.listener.book(), self.listener.cast, last, &text).ok()?;
        (text != line && self.counts(&asked, &text).is_ok()).then_some(text)
    }

    /// `ANN is prone`, if nothing is done.
    pub(super) fn told(&self, draft: &Draft) -> Option<String> {
        let (name, who) = draft.actor.as_ref().filter(|_| draft.deed.is_none())?;
        let is_alone =
            draft.others.is_empty() && draft.values.is_empty() && draft.things.is_empty() && draft.spots.is_empty();
        let is_clause = !draft.clauses.is_empty() || !draft.owned.is_empty() || !draft.left_out.is_empty();
        if !is_alone || draft.remarks.is_empty() || !draft.numbers.is_empty() || is_clause {
            return None;
        }
        let mut said = Vec::new();
        for remark in &draft.remarks {
            if !matches!(&remark.of, RemarkOf::Named(_, other) if other == who) {
                return None;
            }
            said.push(format!("{name} {}", remark.text));
        }
        let text = said.join(", ");
        self.is_told(&text).then_some(text)
    }

    /// Clauses of the last sentence, as the prompt reads them.
    pub(super) fn clauses(&self, text: &str) -> Result<String, SpeechError> {
        let nothing = nothing();
        let last = self.listener.last.unwrap_or(&nothing);
        let amended = |text: &str| {
            let asked = amend(self.listener.book(), self.listener.cast, last, text)?;
            // Where no sentence was typed yet, nothing says what counts.
            self.listener.last.map_or(Ok(()), |_| self.counts(&asked, text))?;
            Ok::<ParsedQuery, SentenceError>(asked)
        };
        if let Some(clause) = self.taken(text, last).filter(|clause| amended(clause).is_ok()) {
            return Ok(clause);
        }
        if amended(text).is_ok() {
            return Ok(text.to_string());
        }
        let spoken = self.mended(text);
        if let Some(asking) = spoken.iter().find(|word| is(&word.text, little::OF_ODDS)) {
            return Err(SpeechError::word(text, asking.at, asking.length, String::new()));
        }
        if let Some(clauses) = self.slipped_clauses(text, &spoken) {
            return Ok(clauses);
        }
        let ways = if spoken.len() > MOST_WORDS { Vec::new() } else { piece::ways(self.listener, &spoken) };
        let mut wrong = None;
        for way in piece::all(&ways).filter(|way| piece::unknown(way) == 0) {
            let draft = Draft::of(self.listener, way);
            // A number of something takes no other's place.
            if !draft.numbers.is_empty() && self.counts_something(&spoken) {
                continue;
            }
            for of in self.spoken_of(&draft, last) {
                let Some(clauses) = self.clauses_of(&draft, last, &of) else { continue };
                match amended(&clauses) {
                    Ok(_) => return Ok(clauses),
                    Err(error) => wrong = wrong.or(Some(error)),
                }
            }
        }
        Err(self.not_understood(text, &spoken, &ways, wrong, None))
    }

    /// Whether a number is said with what it counts: `two shots`.
    fn counts_something(&self, spoken: &[SpokenWord]) -> bool {
        let lexicon = self.listener.lexicon;
        let says_nothing = |word: &SpokenWord| {
            lexicon.is_empty_word(word)
                || is(&word.text, little::GLUE)
                || [CORRECTS, CORRECTED].into_iter().any(|class| self.is_of(&word.text, class))
        };
        let is_counted = |pair: &[SpokenWord]| pair[0].is_number() && pair[1].is_word() && !says_nothing(&pair[1]);
        spoken.windows(2).any(is_counted)
    }

    /// Of whom is spoken where nobody is named: of whom the same was said before, then of each in the last sentence.
    fn spoken_of(&self, draft: &Draft, last: &ParsedQuery) -> Vec<String> {
        if draft.remarks.iter().all(|remark| remark.of != RemarkOf::Actor) {
            return vec![String::new()];
        }
        let facts = &self.listener.book().facts;
        let name = |fact: FactId| format!("{} ", facts[fact.index()].head.name);
        let before = last.tweaks.iter().rev().filter_map(|tweak| tweak.role);
        let roles = last.facts.iter().filter(|(_, said)| matches!(said, Argument::Who(_))).map(|(fact, _)| *fact);
        let own = before.map(name).chain([String::new()]);
        own.chain(roles.collect::<Vec<FactId>>().into_iter().rev().map(name)).collect()
    }

    fn clauses_of(&self, draft: &Draft, last: &ParsedQuery, of: &str) -> Option<String> {
        let book = self.listener.book();
        let name = |fact: FactId| book.facts[fact.index()].head.name.to_string();
        let mut clauses = draft.clauses.clone();
        clauses.extend(draft.values.iter().map(|(fact, word)| format!("{} {word}", name(*fact))));
        for spoken in &draft.things {
            let (Spoken::Items(items) | Spoken::Owned(items) | Spoken::Of(_, items)) = spoken else { return None };
            let item = self.thing_held(items, last)?;
            let kind = book.items[item.index()].kind;
            let fact = self.fact_of(kind, last)?;
            let item = &book.items[item.index()];
            let fact = &fact;
            clauses.push(format!("{} {}", name(*fact), item.head.name));
        }
        let place =
            |who: &Who| last.facts.iter().find(|(_, said)| matches!(said, Argument::Who(other) if other == who));
        let first = last.facts.iter().find(|(_, said)| matches!(said, Argument::Who(_)));
        let mut idle = Vec::new();
        for (clause, role) in &draft.owned {
            let counts = match &clause.of {
                RemarkOf::Actor => first.is_none_or(|(fact, _)| fact == role),
                RemarkOf::Role(fact) => fact == role,
                RemarkOf::Named(_, who) => place(who).is_some_and(|(fact, _)| fact == role),
            };
            match &clause.of {
                _ if counts => clauses.push(clause.text.clone()),
                RemarkOf::Actor => idle.push(&clause.text),
                _ => return None,
            }
        }
        for remark in &draft.remarks {
            clauses.push(match &remark.of {
                RemarkOf::Actor => format!("{of}{}", remark.text),
                RemarkOf::Role(fact) => format!("{} {}", name(*fact), remark.text),
                RemarkOf::Named(other, who) => {
                    let of = place(who).map_or_else(|| other.clone(), |(fact, _)| name(*fact));
                    format!("{of} {}", remark.text)
                }
            });
        }
        // A number alone takes the place of the one that was said last.
        let is_number = |said: &Argument| matches!(said, Argument::Value(Value::Number(_)));
        let said_last = last.facts.iter().rev().find(|(_, said)| is_number(said));
        let is_corrected = clauses.is_empty() && draft.numbers.len() == 1;
        if let Some((fact, _)) = said_last.filter(|_| is_corrected) {
            clauses.push(format!("{} {}", name(*fact), draft.numbers[0]));
        }
        // Whoever is named is one of the last sentence, or something is said of him.
        let is_said = |who: &Who| {
            let of = |remark: &RemarkOf| matches!(remark, RemarkOf::Named(_, other) if other == who);
            let owns = draft.owned.iter().any(|(clause, _)| of(&clause.of));
            owns || place(who).is_some() || draft.remarks.iter().any(|remark| of(&remark.of))
        };
        let is_all = draft.deed.is_none()
            && draft.actor.iter().chain(&draft.others).all(|(_, who)| is_said(who))
            && draft.left_out.is_empty()
            && (draft.numbers.is_empty() || is_corrected)
            && draft.spots.is_empty();
        let clauses = (is_all && !clauses.is_empty()).then(|| clauses.join(", "))?;
        let actor = first.and_then(|(_, said)| self.named_figure(said)).unwrap_or_default();
        let idle: Vec<String> = idle.into_iter().map(|text| idle_of(&actor, text)).collect();
        self.attempts.note(&clauses, &idle);
        Some(clauses)
    }

    /// Of things that may be meant the one that the one who acts has at hand, else the first.
    fn thing_held(&self, items: &[ItemId], last: &ParsedQuery) -> Option<ItemId> {
        let who = last.facts.iter().find_map(|(_, said)| match said {
            Argument::Who(who) => Some(who),
            _ => None,
        });
        let book = self.listener.book();
        let kind_of = |item: &ItemId| book.items[item.index()].kind;
        let fits: Vec<ItemId> =
            items.iter().copied().filter(|item| self.fact_of(kind_of(item), last).is_some()).collect();
        let has = |item: &ItemId| {
            let mut held = who.into_iter().flat_map(|who| self.listener.has(who, kind_of(item))).flatten();
            held.any(|one| one == *item)
        };
        fits.iter().find(|item| has(item)).or(fits.first()).copied()
    }

    /// The fact of the last sentence that a thing of a kind can be.
    fn fact_of(&self, kind: KindId, last: &ParsedQuery) -> Option<FactId> {
        let book = self.listener.book();
        let is_of = |fact: &FactId| *book.facts[fact.index()].r#type.bare() == Type::Thing(kind);
        let said = last.facts.iter().map(|(fact, _)| *fact).find(is_of);
        let takes: &[FactId] = match last.about {
            About::Action(id) => &book.actions[id.index()].takes,
            _ => &[],
        };
        said.or_else(|| takes.iter().copied().find(is_of))
    }

    /// The last sentence of somebody else: `no, Ann`; of one of the own side as if he acted.
    pub(super) fn of_another(&self, spoken: &[SpokenWord]) -> Option<String> {
        let last = self.listener.last?;
        let (length, name, other) = self.listener.named_at(spoken, 0).into_iter().next()?;
        let says_nothing = |word: &SpokenWord| self.listener.lexicon.is_empty_word(word) || word.is_comma();
        if !spoken[length..].iter().all(says_nothing) || !last.tweaks.is_empty() {
            return None;
        }
        let book = self.listener.book();
        let mut draft = Draft { deed: Some((last.about, Vec::new())), ..Draft::default() };
        for (fact, said) in &last.facts {
            match said {
                Argument::Who(who) => {
                    let named = (self.listener.name_of(who)?, who.clone());
                    match &draft.actor {
                        None => draft.actor = Some(named),
                        Some(_) => draft.others.push(named),
                    }
                }
                Argument::Value(Value::Item(item)) => draft.things.push(Spoken::Items(vec![*item])),
                Argument::Value(Value::Number(number)) => {
                    let declared = &book.facts[fact.index()];
                    // A number is kept in the smallest unit, and said in its own.
                    let own = declared.unit.map(|unit| book.units[usize::from(unit)].factor);
                    let said = own.map_or(Some(*number), |factor| number.over(factor))?;
                    draft.clauses.push(format!("{} {said}", declared.head.name));
                }
                Argument::Value(Value::Truth(true)) => {
                    draft.clauses.push(book.facts[fact.index()].head.name.to_string())
                }
                Argument::Value(Value::Symbol(word)) => draft.values.push((*fact, book.symbol_name(*word).to_string())),
                _ => return None,
            }
        }
        let acts = draft.actor.as_ref().is_some_and(|(_, who)| self.is_beside(who, &other));
        if acts || spoken.len() > length {
            // What he has in hand is his own.
            draft.things.clear();
            draft.actor = Some((name, other));
        } else {
            *draft.others.first_mut()? = (name, other);
        }
        let composed = super::compose::compose(self.listener, &draft).into_iter().map(|one| one.text);
        composed.into_iter().find(|text| self.is_strict(text))
    }

    /// Whether somebody else is on the same side.
    fn is_beside(&self, who: &Who, other: &Who) -> bool {
        let side = |who: &Who| match who {
            Who::Figure(id) => Some(self.listener.state.figure(*id).side),
            Who::Sheet(_) => None,
        };
        who != other && side(who).is_some_and(|own| side(other) == Some(own))
    }

    /// A word for what the last deed takes: `no, slowly` behind `Ann goes fast`.
    fn taken(&self, text: &str, last: &ParsedQuery) -> Option<String> {
        let book = self.listener.book();
        let About::Action(id) = last.about else { return None };
        let said = text.trim();
        let facts = book.actions[id.index()].takes.iter().map(|fact| &book.facts[fact.index()]);
        let of = facts.filter_map(|fact| match fact.r#type.bare() {
            Type::Symbol(set) => Some((fact, book.sets[set.index()].words.iter())),
            _ => None,
        });
        let mut words = of.flat_map(|(fact, words)| words.map(move |word| (&fact.head.name, &word.name)));
        words.find(|(_, word)| ***word == *said).map(|(fact, word)| format!("{fact} {word}"))
    }
}
