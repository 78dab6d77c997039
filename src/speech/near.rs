//! The sentence that works and is nearest to a question that is not understood: about those whom it names.

use super::attempts::Attempts;
use super::hear::{DEEPEST, Hearing, Understanding};
use super::listener::Listener;
use super::little::{ODDS, OF_ODDS, TAKES_ON, is};
use super::piece;
use super::token::MOST_WORDS;
use crate::query::LONGEST;

/// Words of questions for how far something is.
const OF_SPANS: &[&str] = &["far", "distance", "away", "close", "near", "nearer"];

/// A sentence near to a question.
pub struct NearSentence {
    /// The sentence, which works.
    pub text: String,
    /// Whether it says all of the question that stands for something; else only of whom that speaks.
    pub is_close: bool,
}

/// A sentence with those whom a question names, and with what is done in it; nothing where it names nobody.
pub fn sentence_near(listener: &Listener<'_>, line: &str) -> Option<NearSentence> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let spoken = listener.lexicon.spoken(line);
    if line.len() > LONGEST || spoken.len() > MOST_WORDS || !hearing.may_ask(line, &spoken) {
        return None;
    }
    let mut named: Vec<String> = Vec::new();
    for (_, name) in hearing.named_in(&spoken) {
        if listener.figure_named(&name).is_some() && !named.contains(&name) {
            named.push(name);
        }
    }
    let ways = piece::ways(listener, &spoken);
    let whole = || hearing.without_unknown_words(&ways).map(|text| hearing.with_what_is_missing(text));
    let near = |text: String, is_close: bool| Some(NearSentence { text, is_close });
    let (first, second) = (named.first()?, named.get(1));
    if let Some(second) = second.filter(|_| spoken.iter().any(|word| is(&word.text, OF_SPANS))) {
        return near(format!("distance({first}, {second})"), true);
    }
    if let Some(text) = whole() {
        return near(format!("{ODDS}{text}"), true);
    }
    let deed = hearing.with_deed_of(&spoken, &ways);
    // What somebody does of whom alone is spoken is only guessed: the list of all that he can do says more.
    let Some(second) = second else {
        let page = if deed.is_some() { "orders" } else { "show" };
        return near(format!("{page} {first}"), false);
    };
    if let Some(text) = deed {
        return near(format!("{ODDS}{text}"), false);
    }
    let asks_odds = spoken.iter().any(|word| is(&word.text, OF_ODDS));
    match hearing.line(&format!("{first} {TAKES_ON} {second}"), DEEPEST) {
        Ok(Understanding::Line(text)) => near(format!("{ODDS}{text}"), asks_odds),
        _ => None,
    }
}
