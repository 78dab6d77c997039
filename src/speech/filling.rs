//! What stands in the places of a line that is said for another: what of it is meant, and what is lost.

use super::lexicon::{LinePhrase, PhrasePlace};
use super::listener::Listener;
use super::little::{is, with_name};
use crate::query::Who;

impl PhrasePlace {
    /// The stem of the word that stands there, if it is one.
    pub(super) fn word(&self) -> Option<&String> {
        match self {
            PhrasePlace::Word(stem) => Some(stem),
            _ => None,
        }
    }

    /// Whether it is so, or something in it that may be chosen.
    pub(super) fn has(&self, is_so: &dyn Fn(&PhrasePlace) -> bool) -> bool {
        match self {
            PhrasePlace::OneOf(choices) => choices.iter().flatten().any(|place| place.has(is_so)),
            place => is_so(place),
        }
    }
}

/// How a place of what is meant is found from who does it and what else is named.
type FindPlace = fn(&Listener<'_>, &Who, &str) -> Option<String>;

/// The place from which something lies between somebody and his nearest foe.
pub(super) const BEHIND: &str = "behind";

/// Places of what is meant that stand in no line: the board knows them.
pub(super) const FOUND: [(&str, FindPlace); 5] = [
    ("somewhere", |listener, who, _| listener.somewhere(who)),
    ("somebody", |listener, who, _| {
        let known = listener.attacker_of(who).or_else(|| listener.attacked_by(who));
        known.or_else(|| listener.nearest_foe(who)).map(|(name, _)| name)
    }),
    ("wielded", |listener, who, _| listener.wielded(who)),
    (BEHIND, |listener, who, what| listener.behind(who, what)),
    ("beside", |listener, who, what| listener.beside(who, what)),
];

/// The place so far from somebody.
pub(super) const OFF: &str = "{off}";
/// Whether somebody has what is spoken of, in words.
pub(super) const POSSESSION: &str = "{possession}";

/// Places of somebody who need not be said again: who is spoken of, who is asked, who acted last.
const BEFORE_ALL: [&str; 3] = ["who", "who_asked", "who_acts"];

/// Before whoever or whatever did something to somebody.
const BY: [&str; 2] = ["by", "from"];
/// Somebody's thing, where a meaning speaks of it.
pub(super) const OWN: [&str; 3] = ["{held} of {who}", "with {held}", OF_OTHER];
/// Two things that somebody has in hand.
const WITH_BOTH: &str = "with {held} and {held2}";
/// A thing of somebody else.
const OF_OTHER: &str = "{held} of {other}";
/// What stands in the places of a line.
pub(super) type Filling = Vec<(String, String)>;

/// Whether it is asked of somebody, and what is done is done by another: `what does Ann need if Bob shoots`.
pub(super) fn is_done_by_another(listener: &Listener<'_>, phrase: &LinePhrase, filling: &Filling) -> bool {
    if phrase.meant.contains("{who}") || !phrase.meant.contains("{deed}") {
        return false;
    }
    let said = |wanted: &str| filling.iter().find(|(name, _)| name == wanted).map(|(_, said)| said.as_str());
    let (Some(who), Some(deed)) = (said("who"), said("deed")) else { return false };
    let spoken = listener.lexicon.spoken(deed);
    listener.named_at(&spoken, 0).first().is_some_and(|(_, name, _)| name != who)
}

/// The meaning of a line in which what is done is done to `him`: to the other who is named in it, and named but once.
pub(super) fn with_the_other(listener: &Listener<'_>, meant: &str, filling: &mut Filling) -> String {
    let other = filling.iter().find(|(name, _)| name == "other").map(|(_, said)| said.clone());
    let mut meant = meant.to_string();
    let Some(other) = other else { return meant };
    for (name, said) in filling.iter_mut().filter(|(name, _)| name.starts_with("deed")) {
        let named = with_name(said, &listener.lexicon.spoken(said), &other);
        if named != *said {
            *said = named;
            meant = meant.replace(&format!("{{{name}}} {{other}}"), &format!("{{{name}}}"));
        }
    }
    meant
}

/// Who is named first in a line, and whoever or whatever stands behind `by` and `from`.
pub(super) fn causes(phrase: &LinePhrase, filling: &Filling) -> Vec<String> {
    let name = |place: &PhrasePlace| match place {
        PhrasePlace::Who(name) | PhrasePlace::Rest(name) => Some(name.clone()),
        _ => None,
    };
    let is_by = |place: &PhrasePlace| match place {
        PhrasePlace::Word(word) => is(word, &BY),
        PhrasePlace::OneOf(choices) => {
            let mut places = choices.iter().flatten().peekable();
            places.peek().is_some() && places.all(|place| place.word().is_some_and(|word| is(word, &BY)))
        }
        _ => false,
    };
    let behind = phrase.places.windows(2).filter(|two| is_by(&two[0])).filter_map(|two| name(&two[1]));
    let first = phrase.places.iter().find(|place| matches!(place, PhrasePlace::Who(_))).and_then(name);
    let places: Vec<String> = first.into_iter().chain(behind).collect();
    filling.iter().filter(|(name, _)| places.contains(name)).map(|(_, said)| said.clone()).collect()
}

/// The words of a line that is said for another, and those in its places, by their stems.
pub(super) fn stems<'a>(
    listener: &Listener<'_>,
    phrase: &LinePhrase,
    filling: impl Iterator<Item = &'a (String, String)>,
) -> Vec<String> {
    let mut stems = Vec::new();
    for place in &phrase.places {
        match place {
            PhrasePlace::Word(stem) => stems.push(stem.clone()),
            PhrasePlace::OneOf(choices) => {
                stems.extend(choices.iter().flatten().filter_map(PhrasePlace::word).cloned());
            }
            _ => {}
        }
    }
    stems.extend(filling.flat_map(|(_, said)| listener.lexicon.spoken(said)).map(|word| word.stem));
    stems
}

/// What somebody has in hand, by its own name, where it is called otherwise: `his sword` is his saber.
pub(super) fn own_thing(listener: &Listener<'_>, phrase: &LinePhrase, filling: &mut Filling) {
    let owner = if phrase.meant.contains(OF_OTHER) { "other" } else { "who" };
    let who = filling.iter().find(|(name, _)| name == owner).and_then(|(_, said)| listener.named(said));
    let Some((_, who)) = who else { return };
    let is_his = |name: &str| name == "held" || name == "held2" && phrase.meant.contains(WITH_BOTH);
    for (_, said) in filling.iter_mut().filter(|(name, _)| is_his(name)) {
        if let Some(own) = listener.held_as(&who, &listener.lexicon.spoken(said)) {
            *said = own;
        }
    }
}

/// What was said in places of a line of which its meaning says nothing. Behind a number stands its unit.
pub(super) fn lost(phrase: &LinePhrase, filling: &Filling) -> Vec<String> {
    let is_lost = |(name, said): &&(String, String)| {
        // Whoever did it need not be said again.
        let is_told = |place: &PhrasePlace| match place {
            PhrasePlace::Rest(other) => other == name,
            PhrasePlace::Who(other) => other == name && !BEFORE_ALL.contains(&other.as_str()),
            _ => false,
        };
        let at = phrase.places.iter().position(|place| place.has(&is_told));
        let is_unit = at.is_some_and(|at| at > 0 && phrase.places[at - 1] == PhrasePlace::Number);
        let is_found = (name == "what" || name == "cell")
            && FOUND.iter().any(|(place, _)| phrase.meant.contains(&format!("{{{place}}}")));
        let is_asked_for = name == "held" && phrase.meant.contains(POSSESSION);
        let is_meant = is_asked_for || phrase.meant.contains(&format!("{{{name}}}"));
        let is_placed = name == "other" && phrase.meant.contains(OFF);
        at.is_some() && !is_unit && !is_found && !is_placed && !is_meant && !said.is_empty()
    };
    filling.iter().filter(is_lost).map(|(_, said)| said.clone()).collect()
}
