//! Slips of a letter: one left out, doubled, exchanged with the next, or a neighbor on the keyboard.

/// Shorter words are too near to one another.
const LEAST: usize = 4;
/// Names as short as this are meant as well.
const LEAST_OF_NAMES: usize = 3;
/// In words as long as this any letter may be wrong.
const LONG: usize = 8;
/// In names as long as this any letter may be wrong: there are few of them.
const LONG_OF_NAMES: usize = 6;
/// How names end that are written in several ways.
const FAMILIAR: [&str; 4] = ["ie", "ey", "y", "i"];
/// Vowels that sound alike.
const ALIKE: [(u8, u8); 2] = [(b'a', b'e'), (b'e', b'i')];
/// The keys, row by row.
const KEYS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// The known word that is meant, if one differs by a slip only.
pub(super) fn mended<'a>(word: &str, mut known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // `trys` is `tries`.
    if let Some(stem) = word.strip_suffix("ys").filter(|stem| stem.len() + 2 >= LEAST) {
        let right = format!("{stem}ies");
        return known.find(|other| *other == right);
    }
    if word.len() == LEAST_OF_NAMES {
        return slips(word, known.filter(|other| is_near_short(word, other) && begins_alike(word, other)), LONG);
    }
    nearest(word, known.filter(|other| other.len() >= LEAST && begins_alike(word, other)), LONG)
}

/// The known verb of which something in the past is meant, if its past differs by a slip only: `grapled`.
pub(super) fn mended_past<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.as_bytes();
    let is_past = word.len() > LEAST && word.is_ascii() && word.ends_with(b"d");
    let mut known = known.filter(|other| is_past && other.len() >= LEAST && other.as_bytes()[0] == word[0]);
    known.find(|other| pasts(other).iter().any(|past| is_slip(word, past.as_bytes(), LONG)))
}

/// What the regular past of a verb may be, in whatever form of the present it stands: `grabs`, `grabed` or `grabbed`.
fn pasts(verb: &str) -> Vec<String> {
    let bare = if verb.ends_with("ss") { verb } else { verb.strip_suffix('s').unwrap_or(verb) };
    // `bashes`, `parries`
    let bare = bare.strip_suffix('e').unwrap_or(bare);
    match bare.chars().next_back() {
        Some('y' | 'i') => vec![format!("{}ied", &bare[..bare.len() - 1]), format!("{bare}ed")],
        Some(last) => vec![format!("{bare}ed"), format!("{bare}{last}ed")],
        None => Vec::new(),
    }
}

/// Whether two words begin with the same letter, or with the same two exchanged; of long words the first may be wrong.
fn begins_alike(word: &str, other: &str) -> bool {
    let exchanged = || word.bytes().take(2).eq(other.bytes().take(2).collect::<Vec<u8>>().into_iter().rev());
    word.len() >= LONG || word.as_bytes().first() == other.as_bytes().first() || exchanged()
}

/// The name that is meant; those of the table may be shorter than other words.
pub(super) fn named<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() == LEAST_OF_NAMES {
        return slips(word, names.filter(|other| is_near_short(word, other)), LONG_OF_NAMES);
    }
    let names: Vec<&str> = names.filter(|other| other.len() >= LEAST_OF_NAMES).collect();
    // `Robbie` is `Robby`.
    let alike = names.iter().copied().find(|other| familiar(other).is_some() && familiar(other) == familiar(word));
    alike.or_else(|| nearest(word, names.into_iter(), LONG_OF_NAMES))
}

/// What stands before the ending of a familiar name, which is written in several ways.
fn familiar(name: &str) -> Option<&str> {
    FAMILIAR.iter().find_map(|ending| name.strip_suffix(ending)).filter(|stem| stem.len() >= LEAST_OF_NAMES - 1)
}

/// Whether of a name one letter is missing.
pub(super) fn is_short_of(typed: &str, name: &str) -> bool {
    let (typed, name) = (typed.to_lowercase(), name.to_lowercase());
    typed.len() + 1 == name.len() && is_slip(typed.as_bytes(), name.as_bytes(), LONG_OF_NAMES)
}

/// The name that has the same letters in another order, with the same one at its beginning.
pub(super) fn reordered<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let is_it = |name: &&&str| {
        let name = name.to_lowercase();
        name.as_bytes().first() == typed.as_bytes().first() && sorted(&name) == sorted(&typed)
    };
    names.iter().find(is_it).copied()
}

/// Whether of a word so short a letter is missing, or two are exchanged; else it is too near to others.
fn is_near_short(word: &str, other: &str) -> bool {
    other.len() > word.len() || sorted(other) == sorted(word)
}

fn sorted(word: &str) -> Vec<u8> {
    let mut letters = word.as_bytes().to_vec();
    letters.sort_unstable();
    letters
}

fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>, long: usize) -> Option<&'a str> {
    if word.len() < LEAST { None } else { slips(word, known, long) }
}

fn slips<'a>(word: &str, known: impl Iterator<Item = &'a str>, long: usize) -> Option<&'a str> {
    if !word.is_ascii() {
        return None;
    }
    let slips = known.filter(|other| is_slip(word.as_bytes(), other.as_bytes(), long));
    // The same letters in another order are nearer than another letter: `donw` is `down`, and not `done`.
    let is_other = |other: &str| other.len() == word.len() && sorted(other) != sorted(word);
    slips.min_by_key(|other| {
        let begins = other.as_bytes()[0] != word.as_bytes()[0];
        (begins, other.len().abs_diff(word.len()), is_other(other), *other)
    })
}

/// Whether what was typed is one slip away from a word; in one so long any letter may be wrong.
fn is_slip(typed: &[u8], word: &[u8], long: usize) -> bool {
    if typed.len().abs_diff(word.len()) > 1 {
        return false;
    }
    let same = typed.iter().zip(word).take_while(|(a, b)| a == b).count();
    let (typed_rest, word_rest) = (&typed[same..], &word[same..]);
    match (typed_rest, word_rest) {
        ([_, a @ ..], b) if typed.len() > word.len() => a == b,
        (a, [_, b @ ..]) if typed.len() < word.len() => a == b,
        ([a, b, rest @ ..], [c, d, other @ ..]) if a == d && b == c => rest == other,
        ([a, rest @ ..], [b, other @ ..]) => {
            // One vowel is written for another that sounds like it: `neerest`.
            let is_pair = |(one, other): &(u8, u8)| (a, b) == (one, other) || (b, a) == (one, other);
            let sounds_alike = word.len() >= LONG_OF_NAMES && ALIKE.iter().any(is_pair);
            rest == other && (word.len() >= long || sounds_alike || are_neighbors(*a, *b))
        }
        _ => false,
    }
}

fn are_neighbors(a: u8, b: u8) -> bool {
    let place = |key: u8| {
        let row = |(row, keys): (usize, &&str)| keys.bytes().position(|one| one == key).map(|at| (row, at));
        KEYS.iter().enumerate().find_map(row)
    };
    match (place(a), place(b)) {
        (Some((row, at)), Some((other_row, other))) => row.abs_diff(other_row) <= 1 && at.abs_diff(other) <= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{mended, named, reordered};

    #[test]
    fn letters_in_another_order_are_those_of_a_name() {
        assert_eq!(reordered("Latnern", &["Basket", "Lantern"]), Some("Lantern"));
        assert_eq!(reordered("Nlatern", &["Basket", "Lantern"]), None, "it begins otherwise");
    }

    #[test]
    fn of_a_short_name_a_letter_may_be_missing_and_of_a_long_one_any_wrong() {
        let familiar = ["robby", "robin"];
        assert_eq!(named("robbie", familiar.into_iter()), Some("robby"));
        let names = ["hook", "ada", "grim", "tybalt"];
        for (typed, meant) in
            [("hok", Some("hook")), ("aad", Some("ada")), ("adb", None), ("the", None), ("tibalt", Some("tybalt"))]
        {
            assert_eq!(named(typed, names.into_iter()), meant, "{typed}");
        }
    }

    #[test]
    fn a_slip_is_mended_and_another_word_is_not() {
        let known = ["shoots", "stays", "kneels", "pistol", "range", "done", "down", "hard", "head", "need"];
        for (typed, meant) in [
            ("shots", Some("shoots")),
            ("shoost", Some("shoots")),
            ("shoorts", Some("shoots")),
            ("pistil", Some("pistol")),
            ("rnage", Some("range")),
            ("donw", Some("down")),
            ("haed", Some("head")),
            ("stabs", None),
            ("hsoots", Some("shoots")),
            ("nage", None),
            ("it", None),
            ("ned", Some("need")),
            ("nod", None),
        ] {
            assert_eq!(mended(typed, known.into_iter()), meant, "{typed}");
        }
    }
}
