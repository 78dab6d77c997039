//! The sentence that works and is nearest to a question that is not understood: about those whom it names.

use super::attempts::Attempts;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::listener::Listener;
use super::little::{ODDS, TAKES_ON, is};
use super::piece;
use super::token::MOST_WORDS;
use crate::query::LONGEST;

/// Words of questions for how far something is.
const OF_SPANS: &[&str] = &["far", "distance", "away", "close", "near", "nearer"];

/// A sentence with those whom a question names, and with what is done in it; nothing where it names nobody.
pub fn sentence_near(listener: &Listener<'_>, line: &str) -> Option<String> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let spoken = listener.lexicon.spoken(line);
    if line.len() > LONGEST || spoken.len() > MOST_WORDS {
        return None;
    }
    let mut named: Vec<String> = Vec::new();
    for (_, name) in hearing.named_in(&spoken) {
        if listener.figure_named(&name).is_some() && !named.contains(&name) {
            named.push(name);
        }
    }
    let deed = || hearing.with_deed_of(&spoken, &piece::ways(listener, &spoken));
    match named.as_slice() {
        [] => None,
        [first, second, ..] if spoken.iter().any(|word| is(&word.text, OF_SPANS)) => {
            Some(format!("distance({first}, {second})"))
        }
        [first, second, ..] => {
            let attack = || match hearing.line(&format!("{first} {TAKES_ON} {second}"), DEEPEST) {
                Ok(Understanding::Line(text)) => Some(text),
                _ => None,
            };
            Some(format!("{ODDS}{}", deed().or_else(attack)?))
        }
        [one] => Some(deed().map_or_else(|| format!("show {one}"), |deed| format!("{ODDS}{deed}"))),
    }
}
