//! The words of a state or an option as other languages list them, an option that is set like a truth, and a state that is
//! set by what somebody is. Told where the parser gives up, with what is meant.

use super::failure::{ParseFailure, token};
use super::habit::FoundHabit;
use crate::text::is_wordly;

/// What is plainly meant, if it is one of these.
pub(super) fn at_failure(failure: &ParseFailure) -> Option<FoundHabit> {
    listed(failure).or_else(|| set_by_is(failure)).or_else(|| legend_in_words(failure))
}

/// `legend . is floor`: the sign and the word stand beside each other.
fn legend_in_words(failure: &ParseFailure) -> Option<FoundHabit> {
    let before = failure.text.get(failure.entry.0..failure.at)?;
    let word = token(failure.text, failure.at);
    let is_between = before.starts_with("legend ") && before.split_whitespace().count() == 2;
    let end = failure.at + word.len();
    let rest = failure.text.get(end..)?.split(['\n', ';', '}']).next()?.trim();
    let is_filler = matches!(word, "is" | "means" | "for" | "are" | "as" | "equals");
    (is_between && is_filler && !rest.is_empty()).then(|| FoundHabit {
        start: failure.at,
        end,
        right: Some(String::new()),
        help: format!("take it away: `{}{rest}`", before.trim_start()),
    })
}

/// Words that say nothing in a list of words, and signs that part or hold them.
const AROUND: [&str; 6] = ["one", "of", "or", "either", "default", "and"];
const SIGNS: [char; 11] = ['=', ':', ',', '|', '/', '[', ']', '(', ')', '"', '\''];

/// `state mood = calm, angry`, `option reach = near | far`, `option gritty = no`.
fn listed(failure: &ParseFailure) -> Option<FoundHabit> {
    let (entry, depth) = failure.entry;
    let line = failure.text.get(entry..)?.split(['\n', ';', '#', '@']).next()?.trim_end();
    if depth > 0 || line.contains('{') || failure.at > entry + line.len() {
        return None;
    }
    let sort = token(line, 0);
    let behind = behind_title(line.strip_prefix(sort).filter(|_| matches!(sort, "state" | "option"))?)?;
    let start = entry + line.len() - behind.len();
    let found =
        |right: String, help: String| Some(FoundHabit { start, end: entry + line.len(), right: Some(right), help });
    let way = token(behind, 0);
    if let ("option", "on" | "off", title) = (sort, way, behind[way.len()..].trim())
        && let Some(text) = title.strip_prefix('"').and_then(|text| text.strip_suffix('"'))
        && !text.contains('"')
    {
        let right = format!("{title} {way}");
        return found(right.clone(), format!("the title stands before it: `{right}`"));
    }
    let mut words = Vec::new();
    for word in behind.split(|c: char| SIGNS.contains(&c) || c == ' ').filter(|word| !word.is_empty()) {
        if !word.chars().all(is_wordly) {
            return None;
        }
        words.push(word);
    }
    words.retain(|word| !AROUND.contains(word));
    if let ("option", [only]) = (sort, words.as_slice()) {
        let right = switch(only)?;
        let head = failure.text.get(entry..start)?.trim_end();
        return found(right.to_string(), format!("an option is on or off: write `{head} {right}`"));
    }
    // `one of calm, angry = calm`: the last is the one that it is at first.
    let last = behind.rsplit_once('=').filter(|(before, _)| !before.trim().is_empty());
    let first = last.map_or(*words.first()?, |(_, last)| last.trim());
    let mut all: Vec<&str> = Vec::new();
    words.iter().for_each(|word| {
        if !all.contains(word) {
            all.push(word);
        }
    });
    if all.len() < 2 || !all.contains(&first) {
        return None;
    }
    let right = format!("= {first} {{ {} }}", all.join("; "));
    let what = if sort == "state" { "it is at first" } else { "holds unless another is chosen" };
    found(right.clone(), format!("the words stand in a block, and before it the one that {what}: `{right}`"))
}

/// What stands behind the name and the title of a declaration.
fn behind_title(behind: &str) -> Option<&str> {
    let mut rest = behind.trim_start();
    let name = token(rest, 0);
    rest = rest[name.len()..].trim_start();
    let title = token(rest, 0);
    if title.starts_with('"') && title.len() > 1 {
        rest = rest[title.len()..].trim_start();
    }
    let is_name = name.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
    (is_name && !rest.is_empty()).then_some(rest)
}

/// How an option is declared that is set like a truth.
fn switch(word: &str) -> Option<&'static str> {
    match word.to_lowercase().as_str() {
        "yes" | "true" | "on" | "enabled" | "1" => Some("on"),
        "no" | "false" | "off" | "disabled" | "none" | "0" => Some("off"),
        _ => None,
    }
}

/// `set target is prone`: which state it is that is set, or the condition that is gained.
fn set_by_is(failure: &ParseFailure) -> Option<FoundHabit> {
    let start = failure.entry.0;
    let before = failure.text.get(start..failure.at)?;
    let place = before.strip_prefix("set ")?.trim();
    let rest = failure.text[failure.at..].trim_start_matches(' ');
    let said = ["is ", "to be ", "be "].iter().find_map(|verb| rest.strip_prefix(verb))?.trim_start();
    let word = token(said, 0);
    let is_place = !place.is_empty() && place.chars().all(|c| is_wordly(c) || c == '.');
    if !is_place || !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let right = if declares_condition(failure.text, word) {
        format!("gain {place}.{word}")
    } else {
        let state = state_of(failure.text, word)?;
        match place.rsplit('.').next() == Some(state) {
            true => format!("set {place} = {word}"),
            false => format!("set {place}.{state} = {word}"),
        }
    };
    let end = failure.text.len() - said.len() + word.len();
    let help = format!("write `{right}`");
    Some(FoundHabit { start, end, right: Some(right), help })
}

fn declares_condition(text: &str, word: &str) -> bool {
    let declared = format!("condition {word}");
    text.match_indices(&*declared).any(|(at, _)| !text[at + declared.len()..].starts_with(is_wordly))
}

/// The state of this text that has a word.
fn state_of<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.match_indices("state ").find_map(|(at, keyword)| {
        let behind = &text[at + keyword.len()..];
        let block = behind.split('}').next()?.split_once('{')?.1;
        let has = block.split(['\n', ';']).any(|entry| token(entry.trim_start(), 0) == word);
        has.then(|| token(behind.trim_start(), 0))
    })
}

#[cfg(test)]
mod tests {
    use super::{at_failure, switch};
    use crate::syntax::failure::ParseFailure;

    fn meant(text: &str, at: &str, depth: usize) -> Option<String> {
        let (at, entry) = (text.find(at).unwrap_or(text.len()), text.rfind('\n').map_or(0, |line| line + 1));
        let failure = ParseFailure { entry: (entry, depth), ..ParseFailure::alone(text, at, &[]) };
        at_failure(&failure)?.right
    }

    #[test]
    fn words_are_listed_in_many_ways() {
        for (text, right) in [
            ("state mood = calm, angry", Some("= calm { calm; angry }")),
            ("state mood \"mood\" one of calm, angry = angry", Some("= angry { calm; angry }")),
            ("option reach \"Reach\" = near | far", Some("= near { near; far }")),
            ("option reach [near, far]", Some("= near { near; far }")),
            ("option gritty \"Gritty\" = no", Some("off")),
            ("option gritty: True", Some("on")),
            ("option gritty off \"Wounds hurt\"", Some("\"Wounds hurt\" off")),
            ("option gritty off \"", Some("off")),
            ("option gritty maybe", None),
            ("state mood = calm { calm; angry }", None),
            ("state mood = 2d6 + 1", None),
            ("symbols mood = calm, angry", None),
        ] {
            assert_eq!(meant(text, "?", 0).as_deref(), right, "{text}");
        }
        assert_eq!(switch("maybe"), None);
    }

    #[test]
    fn what_somebody_is_is_set_by_its_state() {
        let rules = "state mood = calm { calm; angry }\ncondition late { lasts 1 turn }\n";
        for (line, right) in [
            ("set target is angry", Some("set target.mood = angry")),
            ("set target.mood is angry", Some("set target.mood = angry")),
            ("set target is late", Some("gain target.late")),
            ("set target is tall", None),
        ] {
            let text = format!("{rules}{line}");
            assert_eq!(meant(&text, "is ", 2).as_deref(), right, "{line}");
        }
    }
}
