//! The little words that hold a sentence together. What is said with them stands in the packs.

use super::token::SpokenWord;

/// Before a name, and nothing by themselves.
pub(super) const ARTICLES: &[&str] =
    &["the", "a", "an", "his", "her", "its", "their", "my", "your", "our", "some", "one's", "'s"];
/// Between the parts of a sentence, and nothing by themselves.
pub(super) const GLUE: &[&str] = &[
    "at", "in", "on", "to", "from", "of", "with", "by", "into", "onto", "for", "using", "and", "then", "against",
    "that", "toward", "towards",
];
/// Between two things that are said.
pub(super) const AND: &[&str] = &["and", "then"];
/// Between someone and how he is.
pub(super) const ARE: &[&str] = &["is", "are", "was", "were", "am", "be", "been", "being", "has", "have", "had"];
/// Before what is said of the one named last.
pub(super) const WHO: &[&str] = &["who", "which", "that"];
/// Before what is said of the one who acts.
pub(super) const WHILE: &[&str] = &["while", "when", "as", "whilst", "if", "because", "since"];
/// Those of them behind which nothing else can be meant.
pub(super) const OF_ACTOR: &[&str] = &["while", "as", "whilst"];
/// What turns a word into its contrary.
pub(super) const NOT: &[&str] = &["not", "without", "no", "isn't", "never"];
/// Somebody who was named before.
pub(super) const PRONOUNS: &[&str] = &["he", "him", "she", "her", "it", "they", "them", "himself", "herself", "itself"];
/// Those of them that stand for two who are not the same, where both are said.
pub(super) const OF_ONE: [&[&str]; 2] = [&["he", "him", "himself"], &["she", "her", "herself"]];
/// Those of them that stand for whom something is done to.
pub(super) const OBJECTS: &[&str] = &["him", "her", "it", "them"];
/// Those of them that may stand for a thing.
pub(super) const THINGS: &[&str] = &["it", "them", "that", "this"];
/// Before what something is done with.
pub(super) const WITH: &[&str] = &["with", "using"];
/// What somebody does against whom nobody says what he does: the likeliest attack.
pub(super) const TAKES_ON: &str = "takes on";
/// What somebody does who goes somewhere, in whatever way.
pub(super) const MOVES: &str = "moves";
/// Somebody who was named before, as an owner.
pub(super) const POSSESSIVES: &[&str] = &["his", "her", "their", "my"];
/// What ends a verb behind the one to whom it is done: `takes her off`.
pub(super) const ENDS_OF_VERBS: &[&str] =
    &["off", "out", "down", "up", "away", "back", "over", "on", "in", "aside", "again", "now", "too", "there", "here"];
/// The one who speaks.
pub(super) const SPEAKER: &[&str] = &["i", "me", "myself", "we", "us"];
/// What numbers of cells are counted in.
pub(super) const CELLS: &[&str] = &["hexes", "hex", "squares", "square", "cells", "cell", "spaces", "space"];
/// The ways of the compass.
pub(super) const WAYS: &[&str] =
    &["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];

/// Several who are meant at once, and those who are meant by how far they stand.
pub(super) const SEVERAL: &[&str] =
    &["everyone", "everybody", "all", "both", "every", "each", "nearest", "closest", "farthest", "furthest"];
/// What is said of a question, and nothing of what is asked about.
pub(super) const ASKING: &[&str] = &[
    "what",
    "how",
    "which",
    "much",
    "many",
    "likely",
    "probable",
    "hard",
    "easy",
    "good",
    "odds",
    "chance",
    "chances",
    "probability",
    "need",
    "needs",
    "needed",
    "roll",
    "rolls",
    "number",
    "must",
    "can",
    "could",
    "may",
    "might",
    "do",
    "does",
    "did",
    "will",
    "would",
    "should",
    "shall",
    "to",
    "that",
    "of",
    "for",
    "it",
    "if",
    "is",
    "are",
    "be",
    "have",
    "has",
    "there",
    "the",
    "a",
    "an",
    "so",
    "then",
    "not",
    "get",
    "give",
    "me",
    "tell",
    "show",
    "on",
    "i",
    "want",
    "know",
    "whether",
    "any",
    "you",
    "possible",
    "able",
    "see",
    "find",
    "out",
];
/// Those of them with which a question begins.
pub(super) const OPENING: &[&str] = &[
    "what", "how", "which", "can", "could", "may", "might", "do", "does", "did", "will", "would", "should", "shall",
    "is", "are", "i", "tell",
];
/// Those of them without which a line asks for no odds.
pub(super) const OF_ODDS: &[&str] =
    &["odds", "chance", "chances", "likely", "probable", "probability", "need", "needs", "needed", "easier", "harder"];

/// The command by which something is done.
pub(super) const DO: &str = "do ";
/// The command for odds, before what is asked.
pub(super) const ODDS: &str = "odds ";
/// What is done or so before what was asked for.
pub(super) const BEFORE_IT: &str = "first";

/// Whether a word is one of these.
pub(super) fn is(word: &str, words: &[&str]) -> bool {
    words.contains(&word)
}
/// All of them.
pub(super) const ALL: [&[&str]; 10] = [ARTICLES, GLUE, ARE, WHO, WHILE, NOT, PRONOUNS, SPEAKER, CELLS, WAYS];

/// Whether a word is any of them.
pub(super) fn is_little(word: &str) -> bool {
    ALL.iter().any(|words| words.contains(&word))
}

/// Whether a place of a line is somebody's.
pub(super) fn is_somebody(name: &str) -> bool {
    name.starts_with("who") || name == "other"
}

/// Words that point at what stands there.
pub(super) const POINTING: [&str; 4] = ["this", "that", "these", "those"];

/// Whether a place of a line is for a number: `{n}`, `{n2}`, `{n3}`.
pub(super) fn is_number_place(name: &str) -> bool {
    let nth = name.strip_prefix('n');
    nth.is_some_and(|nth| nth.len() <= 1 && nth.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Leading {
    /// Towards somebody.
    Toward,
    /// Away from him.
    Away,
    /// The way somebody faces.
    Ahead,
}

impl Leading {
    /// What packs write for it.
    pub(super) fn of(text: &str) -> Option<Leading> {
        match text {
            "{toward}" => Some(Leading::Toward),
            "{away}" => Some(Leading::Away),
            "{ahead}" => Some(Leading::Ahead),
            _ => None,
        }
    }
}

/// A text with a name for its pronouns.
pub(super) fn with_name(text: &str, spoken: &[SpokenWord], name: &str) -> String {
    let mut named = text.to_string();
    // `her knife` is a thing of hers, `her off` is not.
    let is_thing = |next: &SpokenWord| !is_little(&next.text) && !is(&next.text, ENDS_OF_VERBS);
    let owns = |at: usize| spoken.get(at + 1).is_some_and(|next| next.is_word() && is_thing(next));
    let is_owner = |(at, word): &(usize, &SpokenWord)| is(&word.text, POSSESSIVES) && owns(*at);
    let objects = spoken.iter().enumerate().filter(|(_, word)| is(&word.text, OBJECTS));
    for (_, word) in objects.filter(|object| !is_owner(object)).collect::<Vec<(usize, &SpokenWord)>>().into_iter().rev()
    {
        let place = word.at..word.at + word.length;
        // What stands for several words is no pronoun.
        if text.get(place.clone()).is_some_and(|typed| typed.eq_ignore_ascii_case(&word.text)) {
            named.replace_range(place, name);
        }
    }
    named
}
