//! What stands in the places of a line that is said for another: what of it is meant, and what is lost.

use super::lexicon::{LinePhrase, PhrasePlace};
use super::listener::Listener;
use super::little::{is, is_somebody, with_name};
use crate::query::Who;
use crate::value::Number;

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
const BEHIND: &str = "behind";

/// Places of what is meant that stand in no line: the board knows them.
const FOUND: [(&str, FindPlace); 8] = [
    ("somewhere", |listener, who, _| listener.somewhere(who)),
    ("somebody", |listener, who, _| {
        let known = listener.attacker_of(who).or_else(|| listener.attacked_by(who));
        // Nobody does it to himself.
        let other = known.filter(|(_, other)| other != who);
        other.or_else(|| listener.nearest_foe(who)).map(|(name, _)| name)
    }),
    ("wielded", |listener, who, _| listener.wielded(who)),
    (BEHIND, |listener, who, what| listener.behind(who, what)),
    ("beside", |listener, who, what| listener.beside(who, what)),
    ("rear", |listener, who, other| listener.rear(who, other)),
    ("ground", |listener, who, what| listener.ground(who, what)),
    ("within", |listener, who, what| listener.within(who, what)),
];

/// The place behind another.
const REAR: &str = "{rear}";
/// The place so far from somebody.
const OFF: &str = "{off}";
/// Before the name of something of which somebody has so much left, nothing if no number is said: what he has lost.
const LOST: &str = "{lost ";
/// Whether somebody has what is spoken of, in words.
pub(super) const POSSESSION: &str = "{possession}";

/// Places of somebody who need not be said again: who is spoken of, who is asked, who acted last.
const BEFORE_ALL: [&str; 5] = ["who", "who_asked", "who_acts", "who_faced", "who_suffers"];

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

/// What stands in a place.
fn said<'f>(filling: &'f Filling, wanted: &str) -> Option<&'f str> {
    filling.iter().find(|(name, _)| name == wanted).map(|(_, said)| said.as_str())
}

/// Adds who acts, where a line that means it does not say so; none if it cannot be meant.
pub(super) fn add_actor(listener: &Listener<'_>, phrase: &LinePhrase, filling: &mut Filling) -> Option<()> {
    if !phrase.meant.contains("{actor}") {
        return Some(());
    }
    // Whoever is named first in what is done does it.
    let is_done = |name: &str| phrase.meant.contains(&format!("{{actor}} {{{name}}}"));
    let names = |said: &str| !listener.named_at(&listener.lexicon.spoken(said), 0).is_empty();
    if filling.iter().any(|(name, said)| name.starts_with("deed") && is_done(name) && names(said)) {
        return None;
    }
    // Nobody says who acts; it is none of those who are named.
    let who = |(name, said): &(String, String)| is_somebody(name).then(|| listener.named(said)).flatten();
    let mut others: Vec<(String, Who)> = filling.iter().filter_map(who).collect();
    for (_, said) in filling.iter().filter(|(name, _)| !is_somebody(name)) {
        let spoken = listener.lexicon.spoken(said);
        let named = (0..spoken.len()).filter_map(|at| listener.named_at(&spoken, at).into_iter().next());
        others.extend(named.map(|(_, name, who)| (name, who)).filter(|(_, who)| matches!(who, Who::Figure(_))));
    }
    let actor = listener.actor_beside(&others).or_else(|| listener.anybody(&others))?;
    filling.push(("actor".to_string(), actor.0));
    Some(())
}

/// Adds the places that the board knows; none if one that is meant is not there.
pub(super) fn add_places(listener: &Listener<'_>, phrase: &LinePhrase, filling: &mut Filling) -> Option<()> {
    for (place, found) in FOUND {
        if phrase.meant.contains(&format!("{{{place}}}")) {
            let (_, who) = listener.named(said(filling, "who")?)?;
            let is_there = place == BEHIND && phrase.places.contains(&PhrasePlace::Rest("cell".to_string()));
            let found = match said(filling, "cell").filter(|_| is_there) {
                Some(cell) => listener.behind_cell(&who, cell)?,
                None => {
                    let of = said(filling, "what").or_else(|| said(filling, "other"));
                    found(listener, &who, of.unwrap_or_default())?
                }
            };
            filling.push((place.to_string(), found));
        }
    }
    if phrase.meant.contains(OFF) {
        let named = |place: &str| listener.named(said(filling, place)?).map(|(_, who)| who);
        let (who, other) = (named("who")?, named("other")?);
        let far = Number::from(said(filling, "n")?.parse::<i64>().ok()?);
        let cell = listener.off(&who, &other, far, said(filling, "what").unwrap_or_default())?;
        filling.push((OFF.trim_matches(['{', '}']).to_string(), cell));
    }
    Some(())
}

/// Adds how much somebody has lost, where it is said how much he has left; none if he cannot have lost it.
pub(super) fn add_lost(listener: &Listener<'_>, phrase: &LinePhrase, filling: &mut Filling) -> Option<()> {
    let name = phrase.meant.split_once(LOST).and_then(|(_, rest)| rest.split_once('}')).map(|(name, _)| name);
    if let Some(name) = name {
        let left = said(filling, "n").map_or(Some(0), |number| number.parse::<i64>().ok())?;
        let lost = listener.lost(said(filling, "who")?, name, left)?;
        filling.push((format!("{}{name}", LOST.trim_start_matches('{')), lost));
    }
    Some(())
}

/// Adds to whom something is done, where a line that means it does not say so; none if there is nobody.
pub(super) fn add_target(listener: &Listener<'_>, phrase: &LinePhrase, filling: &mut Filling) -> Option<()> {
    if phrase.meant.contains("{target}") {
        let acting = said(filling, "actor").and_then(|said| listener.named(said));
        // Of whom nothing is done he is meant who was named alone: `Ann takes 3`, and then `is she dead?`.
        let told = acting.is_none().then(|| listener.named_alone()).flatten();
        let foe = || acting.or_else(|| listener.actor()).and_then(|(_, who)| listener.foe_of(&who));
        filling.push(("target".to_string(), told.or_else(|| listener.target()).or_else(foe)?.0));
    }
    Some(())
}

/// Whether it is asked of somebody, and what is done is done by another: `what does Ann need if Bob shoots`.
pub(super) fn is_done_by_another(listener: &Listener<'_>, phrase: &LinePhrase, filling: &Filling) -> bool {
    if phrase.meant.contains("{who}") || !phrase.meant.contains("{deed}") {
        return false;
    }
    let (Some(who), Some(deed)) = (said(filling, "who"), said(filling, "deed")) else { return false };
    let spoken = listener.lexicon.spoken(deed);
    listener.named_at(&spoken, 0).first().is_some_and(|(_, name, _)| name != who)
}

/// The meaning of a line in which what is done is done to `him`: to the other who is named in it, and named but once.
pub(super) fn with_the_other(listener: &Listener<'_>, meant: &str, filling: &mut Filling) -> String {
    let mut meant = meant.to_string();
    let Some(other) = said(filling, "other").map(str::to_string) else { return meant };
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
    let Some((_, who)) = said(filling, owner).and_then(|said| listener.named(said)) else { return };
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
        let is_unit = at.is_some_and(|at| at > 0 && matches!(phrase.places[at - 1], PhrasePlace::Number(_)));
        let is_found = (name == "what" || name == "cell")
            && FOUND.iter().any(|(place, _)| phrase.meant.contains(&format!("{{{place}}}")));
        let is_asked_for = name == "held" && phrase.meant.contains(POSSESSION);
        let is_meant = is_asked_for || phrase.meant.contains(&format!("{{{name}}}"));
        let is_placed = name == "other" && [OFF, REAR].iter().any(|place| phrase.meant.contains(place));
        at.is_some() && !is_unit && !is_found && !is_placed && !is_meant && !said.is_empty()
    };
    filling.iter().filter(is_lost).map(|(_, said)| said.clone()).collect()
}
