//! What the modifiers of a declaration count in the orders that are nearest at hand: beside the rule as it is written.

use super::browse::RuleKey;
use super::session::Session;
use super::{orders, reckon, sentence};
use crate::compare::clauses;
use crate::explain::Explanation;
use crate::rulebook::{Rulebook, Sort};
use crate::value::{FigureId, ModifierId};
use std::collections::BTreeSet;

/// Sentences in which something counts, at most.
const MOST_COUNTING: usize = 4;
/// Modifiers that are told not to count.
const MOST_IDLE: usize = 8;
/// Figures of the fight whose orders are looked at, and so many orders of each.
const MOST_FIGURES: usize = 12;
/// See [`MOST_FIGURES`].
const MOST_OF_EACH: usize = 6;
/// Things that are stated besides until something counts.
const MOST_CLAUSES: usize = 200;

/// What a declaration counts in a sentence.
pub(crate) struct WorthHere {
    pub sentence: String,
    /// What each of its modifiers is called, how much it is, and by how much it changes the odds.
    pub counting: Vec<(String, String, String)>,
    /// Those that do not count, and why.
    pub idle: Vec<(String, String)>,
}

impl Session {
    /// What the modifiers of a card or a check count in what those in the fight may do, or else in sentences of the pack:
    /// where some do, in those sentences; else in the first, with something stated by which they count if that can be
    /// found, or why none do.
    pub(crate) fn worth_here(&mut self, key: &RuleKey) -> Vec<WorthHere> {
        let book = self.table.book().clone();
        if !has_modifiers(&book, key) {
            return Vec::new();
        }
        let (mut counting, mut idle): (Vec<WorthHere>, Option<WorthHere>) = (Vec::new(), None);
        let own = self.own_examples();
        for sentence in own.into_iter().chain(self.lab_examples()) {
            if counting.len() == MOST_COUNTING || counting.iter().any(|one| one.sentence == sentence) {
                continue;
            }
            let Some(worth) = self.worth_in(&book, key, sentence) else { continue };
            match (worth.counting.is_empty(), worth.idle.is_empty()) {
                (false, _) => counting.push(worth),
                (true, false) if idle.is_none() => idle = Some(worth),
                _ => {}
            }
        }
        let Some(idle) = idle.filter(|_| counting.is_empty()) else { return counting };
        vec![self.worth_with_more(&book, key, &idle.sentence).unwrap_or(idle)]
    }

    /// What those in the fight could do to foes now, whatever the phase, each order once.
    fn own_examples(&mut self) -> Vec<String> {
        let state = self.fight();
        let ids: Vec<FigureId> = state.figure_ids().filter(|id| !state.figure(*id).removed).collect();
        let mut found: Vec<String> = Vec::new();
        for id in ids.into_iter().take(MOST_FIGURES) {
            let list = self.look("orders", |step| orders::could_do(step, id)).unwrap_or_default();
            let rolled = list.open.into_iter().filter(|order| order.odds.is_some() && !order.at_own);
            found.extend(rolled.map(|order| order.sentence).take(MOST_OF_EACH));
        }
        found
    }

    fn worth_in(&mut self, book: &Rulebook, key: &RuleKey, sentence: String) -> Option<WorthHere> {
        let explanation = self.look(&sentence, |step| {
            let asked = sentence::this_or_last(step, &sentence)?;
            reckon::reckoned(step, &asked)
        });
        Some(of_declaration(book, key, sentence, &explanation.ok()?))
    }

    /// A sentence with one thing stated besides by which a modifier counts that does not without it. What the modifiers
    /// themselves speak of is tried first.
    fn worth_with_more(&mut self, book: &Rulebook, key: &RuleKey, sentence: &str) -> Option<WorthHere> {
        let about = self.look(sentence, |step| Ok(sentence::this_or_last(step, sentence)?.about)).ok()?;
        let spoken = conditions(book, key);
        let is_spoken = |clause: &String| clause.split_whitespace().any(|word| spoken.contains(word));
        let (near, far): (Vec<String>, Vec<String>) = clauses(self.rules(), about).into_iter().partition(is_spoken);
        let tried = near.into_iter().chain(far).take(MOST_CLAUSES);
        tried.map(|clause| format!("{sentence}, {clause}")).find_map(|more| {
            let worth = self.worth_in(book, key, more)?;
            (!worth.counting.is_empty()).then_some(worth)
        })
    }
}

/// The words of the conditions under which the modifiers of a card or a check count.
fn conditions(book: &Rulebook, key: &RuleKey) -> BTreeSet<String> {
    let card = book.names.find(Sort::Card, &key.name).filter(|_| key.sort == Sort::Card.words());
    let check = book.names.find(Sort::Check, &key.name).filter(|_| key.sort == Sort::Check.words());
    let of_card = card.map_or(&[][..], |at| &book.cards[usize::from(at)].modifiers);
    let of_check = check.map_or(&[][..], |at| &book.checks[usize::from(at)].parts);
    let conditions = of_card.iter().chain(of_check).filter_map(|modifier| modifier.condition.as_ref());
    let is_sign = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let words = conditions.flat_map(|condition| book.sources.slice(condition.span).split(is_sign));
    words.filter(|word| !word.is_empty()).map(str::to_string).collect()
}

/// Whether a declaration is of a sort that has modifiers.
fn has_modifiers(book: &Rulebook, key: &RuleKey) -> bool {
    let is_named = |sort: Sort| key.sort == sort.words() && book.names.find(sort, &key.name).is_some();
    is_named(Sort::Card) || is_named(Sort::Check)
}

fn of_declaration(book: &Rulebook, key: &RuleKey, sentence: String, explanation: &Explanation) -> WorthHere {
    let is_own = |id: ModifierId| match id {
        ModifierId::Card(card, _) => key.sort == Sort::Card.words() && *book.cards[card.index()].head.name == *key.name,
        ModifierId::Check(check, _) => {
            key.sort == Sort::Check.words() && *book.checks[check.index()].head.name == *key.name
        }
    };
    let counting = explanation.modifiers.iter().filter(|line| is_own(line.id) && !line.idle);
    let counting = counting.map(|line| {
        let worth = line.worth.as_ref().map_or_else(String::new, |worth| worth.percent());
        (line.label.to_string(), line.target.words(line.amount).to_string(), worth)
    });
    let idle = explanation.left_out.iter().filter(|left| is_own(left.id)).take(MOST_IDLE);
    let idle = idle.map(|left| (left.label.to_string(), left.why.to_string()));
    WorthHere { sentence, counting: counting.collect(), idle: idle.collect() }
}
