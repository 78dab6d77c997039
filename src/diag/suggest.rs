//! The nearest name to one that is not known.

use super::unseen::unseen;

/// The nearest of `names`: one that differs only in case, or else one within a third of its letters; none if nothing
/// is close.
pub fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = wrong.chars().count();
    // Of two letters each one counts: `HP` is no slip of `EP`.
    let most = if letters == 2 { 0 } else { letters.max(3) / 3 };
    let names = names.into_iter().filter(|name| letters != 2 || name.chars().count() == 2);
    suggest_within(wrong, names.filter(|name| is_slip_word_by_word(wrong, name)), most)
}

/// Of names in several words each is a slip of its own: `sand_turns` is none of `haul_turns`.
fn is_slip_word_by_word(wrong: &str, name: &str) -> bool {
    let parts = |text: &str| text.split(['_', ' ']).map(str::to_lowercase).collect::<Vec<_>>();
    if wrong.len() > MOST_BYTES || !wrong.contains(['_', ' ']) {
        return true;
    }
    let (said, known) = (parts(wrong), parts(name));
    let is_slip = |(one, other): (&String, &String)| {
        let letters = one.chars().count().max(other.chars().count());
        letters > LONGEST || strsim::osa_distance(one, other) <= (letters / 2).max(1)
    };
    said.len() != known.len() || said.iter().zip(&known).all(is_slip)
}

/// The name nearest to a wrong one, if no more than so many letters differ.
pub fn suggest_within<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>, most: usize) -> Option<&'a str> {
    if wrong.len() > MOST_BYTES {
        return None;
    }
    let (lower, letters) = (wrong.to_lowercase(), wrong.chars().count());
    let distance = |name: &&'a str| {
        // Of so many letters more or fewer none can be the same.
        let is_near = letters.abs_diff(name.chars().count()) <= most;
        let is_same = || name.to_lowercase() == lower;
        match letters <= LONGEST && is_near && *name != wrong {
            true if is_same() => Some(0),
            true => {
                let plain = strsim::osa_distance(&lower, &name.to_lowercase());
                Some(strsim::osa_distance(wrong, name).min(plain + 1)).filter(|distance| *distance <= most)
            }
            false => None,
        }
    };
    let named = names.into_iter().filter(|name| !name.is_empty());
    let near = named.filter_map(|name| Some((distance(&name)?, name)));
    // Letters that only stand in another order are nearer than one that was left out.
    near.min_by_key(|(distance, name)| (*distance, !is_of_same_letters(&lower, name))).map(|(_, name)| name)
}

/// Whether a name has the same letters in another order: `daed` and `dead`.
fn is_of_same_letters(lower: &str, name: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    name.len() == lower.len() && letters(&name.to_lowercase()) == letters(lower)
}

/// Longer words are slips of nothing.
const LONGEST: usize = 80;
/// Of longer texts nothing is compared.
const MOST_BYTES: usize = 400;
/// Of known names, so many are listed.
const MOST_LISTED: usize = 10;
/// Of names that hold what was typed, so many are offered.
const MOST_HOLDING: usize = 3;
/// Names on sheets that stand for longer ones have so many letters at most.
const SHORT: usize = 4;
/// Short words have so many letters at most: of those each one counts, and two are many.
const MOST_SHORT: usize = 5;
/// Shorter words are part of too many names.
const LEAST_HELD: usize = 3;

/// The help line for an unknown name: `did you mean …?`, or what else to do. Where nothing is near, names that hold what
/// was typed are offered, if they are few.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    if wrong.len() > MOST_BYTES {
        return otherwise.to_string();
    }
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if let Some((name, said)) = unseen(wrong, &names) {
        return format!("{} {said}", meant(&[name]));
    }
    let slip = suggest(wrong, names.iter().copied());
    let alike = super::alike(wrong, names.iter().copied());
    // What is said for the same is nearer than what is only spelled alike.
    let is_close = slip.is_some_and(|slip| suggest_within(wrong, [slip], 1).is_some());
    let beside = one_word_off(wrong, &names);
    if !alike.is_empty() && !is_close && kindred(wrong, &names).is_none() {
        let others = alike.iter().filter(|name| !beside.contains(name));
        return meant(&beside.iter().chain(others).copied().collect::<Vec<&str>>());
    }
    // A short name in large letters, as sheets have them, is the beginning of no word in small ones.
    let is_short = wrong.chars().count() <= SHORT && wrong.chars().all(|letter| letter.is_uppercase());
    let names: Vec<&str> = match is_short {
        true => names.into_iter().filter(|name| name.starts_with(|letter: char| letter.is_uppercase())).collect(),
        false => names,
    };
    let slip = slip.filter(|slip| !is_short || names.contains(slip) || slip.eq_ignore_ascii_case(wrong));
    let spoken = || sounding(wrong, &names);
    let kin = kindred(wrong, &names);
    // Another form of a word is nearer than another word in which two letters differ.
    let first = if is_close { slip.or(kin) } else { kin.or(slip) };
    let first = first.or_else(|| reordered(wrong, &names)).or_else(|| begun_alike(wrong, &names));
    if let Some(name) = first.or_else(|| abbreviated(wrong, &names)).or_else(spoken) {
        return match is_close || beside.is_empty() || beside.contains(&name) {
            true => meant(&[name]),
            // As much is left out of the one as is changed in the others.
            false => meant(&[&beside[..], &[name]].concat()),
        };
    }
    match holding(wrong, &names).as_slice() {
        [] => otherwise.to_string(),
        few if few.len() <= MOST_HOLDING => meant(few),
        _ => otherwise.to_string(),
    }
}

/// The names in as many words of which one is another: `heavy charge` for `hard charge`.
fn one_word_off<'a>(wrong: &str, names: &[&'a str]) -> Vec<&'a str> {
    let parts = |text: &str| text.split(['_', ' ']).map(str::to_lowercase).collect::<Vec<_>>();
    let said = parts(wrong);
    let is_off_by_one = |name: &&&str| {
        let known = parts(name);
        known.len() == said.len() && said.iter().zip(&known).filter(|(one, other)| one != other).count() == 1
    };
    let few: Vec<&str> = names.iter().filter(is_off_by_one).copied().take(MOST_HOLDING).collect();
    if said.len() > 1 && few.len() < MOST_HOLDING { few } else { Vec::new() }
}

/// `did you mean `a`, `b` or `c`?`
fn meant(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, first)) if !first.is_empty() => format!("did you mean {} or {last}?", first.join(", ")),
        _ => format!("did you mean {}?", quoted.concat()),
    }
}

/// What known names there are, the first of them by name: `there are a, b, c and 7 more`.
pub fn listed(known: &[&str]) -> String {
    let more = known.len().saturating_sub(MOST_LISTED);
    match more {
        0 if known.is_empty() => "the rules declare none".to_string(),
        0 if known.len() == 1 => format!("there is only {}", known[0]),
        0 => format!("there are {}", known.join(", ")),
        more => format!("there are {} and {more} more", known[..MOST_LISTED].join(", ")),
    }
}

/// The only name of the same words in another order: `sand_kicked` and `kicked_sand`.
fn reordered<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let words = |name: &str| {
        let mut words: Vec<String> = name.split('_').map(str::to_lowercase).collect();
        words.sort_unstable();
        words
    };
    let wanted = words(wrong);
    let mut found = names.iter().filter(|name| wanted.len() > 1 && words(name) == wanted);
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// What words of one family differ in: `shoot` and `shooting`, `dead` and `death`.
const ENDINGS: [&str; 18] =
    ["", "s", "es", "ed", "d", "ing", "er", "ers", "en", "n", "y", "ly", "e", "th", "ion", "ation", "ment", "ness"];
/// Shorter beginnings are shared by chance.
const LEAST_STEM: usize = 3;

/// The only name that is the same word in another form.
pub fn kindred<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    let is_kin = |name: &&&str| {
        let name = name.to_lowercase();
        let shared = name.chars().zip(lower.chars()).take_while(|(one, other)| one == other);
        let stem: usize = shared.map(|(letter, _)| letter.len_utf8()).sum();
        let ends = |text: &str| ENDINGS.contains(&&text[stem..]);
        // A letter that is doubled before an ending: `run`, `running`.
        let doubled = |text: &str| {
            text[stem..].chars().next().is_some_and(|first| {
                name[..stem].ends_with(first) && ENDINGS.contains(&&text[stem + first.len_utf8()..])
            })
        };
        stem >= LEAST_STEM && name != lower && (ends(&name) || doubled(&name)) && (ends(&lower) || doubled(&lower))
    };
    let mut found = names.iter().filter(is_kin);
    let first = found.next().copied();
    first.filter(|first| found.all(|other| other == first))
}

/// The only name of one word that begins like a short one that was typed, and ends otherwise: `Zork` and `Zorgo`.
fn begun_alike<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let letters = wrong.chars().count();
    let is_alike = |name: &&&str| {
        let shared = name.chars().zip(wrong.chars()).take_while(|(one, other)| one == other).count();
        let ends = name.chars().count() - shared;
        let is_same = shared == letters && ends == 0;
        shared >= LEAST_STEM && !is_same && letters - shared <= 2 && ends <= 2 && !name.contains([' ', '_'])
    };
    let mut found = names.iter().filter(is_alike);
    let first = found.next().copied().filter(|_| letters <= MOST_SHORT);
    first.filter(|first| found.all(|other| other == first))
}

/// The only name that is written in full where some of its letters were typed: `rng`, `amnt`.
fn abbreviated<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    if lower.chars().count() < LEAST_STEM || lower.contains(' ') {
        return None;
    }
    let is_of = |name: &&&str| {
        let name = name.to_lowercase();
        let mut letters = name.chars();
        let begins = name.chars().next() == lower.chars().next();
        let is_whole = lower.chars().all(|letter| letters.any(|other| other == letter));
        // Half of a word at least, and what is left out is mostly vowels or the end.
        let consonants: String = name.chars().filter(|c| !"aeiouy".contains(*c)).collect();
        begins && is_whole && name.len() > lower.len() && name.len() <= 3 * lower.len() && {
            let bare: String = lower.chars().filter(|c| !"aeiouy".contains(*c)).collect();
            consonants.starts_with(&bare) || deduplicated(&consonants).starts_with(&deduplicated(&bare))
        }
    };
    let mut found = names.iter().filter(is_of);
    let first = found.next().copied();
    first.filter(|first| found.all(|other| other == first))
}

/// The only name that sounds the same, as English is written: `nite` for `night`.
fn sounding<'a>(wrong: &str, names: &[&'a str]) -> Option<&'a str> {
    let said = sound(wrong);
    let is_heard = |name: &&&str| sound(name) == said && !name.eq_ignore_ascii_case(wrong);
    let mut found = names.iter().filter(|name| said.len() >= LEAST_STEM && is_heard(name));
    let first = found.next().copied();
    first.filter(|first| found.all(|other| other == first))
}

/// A word by its sounds: letters that are not heard are left out.
fn sound(word: &str) -> String {
    let mut text = word.to_lowercase();
    for (written, heard) in [("igh", "i"), ("ph", "f"), ("ck", "k"), ("wh", "w"), ("kn", "n"), ("wr", "r")] {
        text = text.replace(written, heard);
    }
    deduplicated(text.strip_suffix('e').unwrap_or(&text))
}

/// Names, those that are nearest to a wrong one first; of those that are as near the order stays.
pub fn nearest_first<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.into_iter().collect();
    if wrong.len() <= MOST_BYTES {
        let lower = wrong.to_lowercase();
        names.sort_by_cached_key(|name| {
            let shared = name.to_lowercase().chars().zip(lower.chars()).take_while(|(one, other)| one == other).count();
            strsim::osa_distance(&lower, &name.to_lowercase()) + name.chars().count()
                - 2 * shared.min(name.chars().count() / 2)
        });
    }
    names
}

/// A text without letters that stand twice one behind the other.
fn deduplicated(text: &str) -> String {
    let mut out = String::new();
    text.chars().for_each(|letter| {
        if !out.ends_with(letter) {
            out.push(letter);
        }
    });
    out
}

/// The names that begin with what was typed or, if none does, have a word that is it.
fn holding<'a>(wrong: &str, names: &[&'a str]) -> Vec<&'a str> {
    if wrong.chars().count() < LEAST_HELD {
        return Vec::new();
    }
    let wrong = wrong.to_lowercase();
    let mut seen = std::collections::BTreeSet::new();
    let other = |name: &&&str| name.to_lowercase() != wrong;
    let begins = names.iter().filter(other).filter(|name| name.to_lowercase().starts_with(&wrong));
    let begins: Vec<&str> = begins.copied().filter(|name| seen.insert(*name)).collect();
    if !begins.is_empty() {
        return begins;
    }
    let is_word = |name: &&&str| name.to_lowercase().split([' ', '_']).any(|word| word == wrong);
    names.iter().filter(other).filter(is_word).copied().filter(|name| seen.insert(*name)).collect()
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, listed, suggest};

    #[test]
    fn names_that_hold_what_was_typed() {
        let names = ["load_to_MOV", "load_to_DEX", "Long Sword", "Short Sword", "Sword Stick"];
        for (wrong, expected, why) in [
            ("load", "did you mean `load_to_MOV` or `load_to_DEX`?", "both begin so"),
            ("stick", "did you mean `Sword Stick`?", "one of its words"),
            ("Sword", "did you mean `Sword Stick`?", "a beginning goes before a word"),
            ("axe", "ask", "nothing holds it"),
            ("lo", "ask", "too short to guess from"),
        ] {
            assert_eq!(did_you_mean(wrong, names, "ask"), expected, "{why}");
        }
    }

    #[test]
    fn words_of_one_family() {
        let names = ["shoot", "run", "dead", "wound", "range"];
        for (wrong, expected) in [
            ("shooting", "did you mean `shoot`?"),
            ("running", "did you mean `run`?"),
            ("death", "did you mean `dead`?"),
            ("wounded", "did you mean `wound`?"),
            ("random", "ask"),
            ("rng", "did you mean `range`?"),
        ] {
            assert_eq!(did_you_mean(wrong, names, "ask"), expected, "{wrong}");
        }
    }

    #[test]
    fn known_names_are_listed() {
        for (known, said) in [
            (&[][..], "the rules declare none"),
            (&["spear"], "there is only spear"),
            (&["spear", "sword"], "there are spear, sword"),
        ] {
            assert_eq!(listed(known), said);
        }
    }

    #[test]
    fn the_nearest_name_or_silence() {
        let names = ["spear", "sword", "Shield", "EP", "haul_turns"];
        for (wrong, expected, why) in [
            ("spaer", Some("spear"), "two letters swapped"),
            ("shield", Some("Shield"), "only the case differs"),
            ("sord", Some("sword"), "a letter missing"),
            ("crossbow", None, "nothing is close"),
            ("x", None, "too short to guess from"),
            ("HP", None, "of two letters each one counts"),
            ("ep", Some("EP"), "only the case differs"),
            ("sand_turns", None, "its first word is no slip of the other"),
            ("hual_turn", Some("haul_turns"), "each word is a slip"),
        ] {
            assert_eq!(suggest(wrong, names), expected, "{why}");
        }
    }
}
