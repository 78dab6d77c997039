//! What the modifiers of a declaration count in the orders that are nearest at hand: beside the rule as it is written.

use super::browse::RuleKey;
use super::session::Session;
use super::{reckon, sentence};
use crate::explain::Explanation;
use crate::rulebook::{Rulebook, Sort};
use crate::value::ModifierId;

/// Sentences in which something counts, at most.
const MOST_COUNTING: usize = 4;
/// Modifiers that are told not to count.
const MOST_IDLE: usize = 8;

/// What a declaration counts in a sentence.
pub(crate) struct WorthHere {
    pub sentence: String,
    /// What each of its modifiers is called, how much it is, and by how much it changes the odds.
    pub counting: Vec<(String, String, String)>,
    /// Those that do not count, and why.
    pub idle: Vec<(String, String)>,
}

impl Session {
    /// What the modifiers of a card or a check count in what may be done now: where some do, in those sentences; else in
    /// the first, why none do.
    pub(crate) fn worth_here(&mut self, key: &RuleKey) -> Vec<WorthHere> {
        let book = self.table.book().clone();
        if !has_modifiers(&book, key) {
            return Vec::new();
        }
        let examples = self.lab_examples().into_iter();
        let all = examples.filter_map(|sentence| {
            let explanation = self.look(&sentence, |step| {
                let asked = sentence::this_or_last(step, &sentence)?;
                reckon::reckoned(step, &asked)
            });
            let explanation = explanation.ok()?;
            Some(of_declaration(&book, key, sentence, &explanation))
        });
        let (mut counting, mut idle): (Vec<WorthHere>, Vec<WorthHere>) =
            all.partition(|one: &WorthHere| !one.counting.is_empty());
        counting.truncate(MOST_COUNTING);
        idle.retain(|one| !one.idle.is_empty());
        idle.truncate(1);
        if counting.is_empty() { idle } else { counting }
    }
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
