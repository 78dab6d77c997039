//! Words that people say for one another: what a name may mean that is no slip of any. The table is `grammar/alike.tsv`.

use std::sync::LazyLock;

static GROUPS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let lines = include_str!("../../grammar/alike.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').collect()).collect()
});

/// Of names that mean much the same, so many are offered.
const MOST: usize = 3;

/// The names that are said for what was written, by the table; none if they are too many to mean one of them.
pub fn alike<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let plain = plain(wrong);
    let of_wrong: Vec<&Vec<&str>> = GROUPS.iter().filter(|group| holds(group, &plain)).collect();
    if of_wrong.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        let known = self::plain(name);
        if known != plain && !found.contains(&name) && of_wrong.iter().any(|group| holds(group, &known)) {
            found.push(name);
        }
    }
    if found.len() > MOST { Vec::new() } else { found }
}

/// Whether more of what was written is less of what is said for it.
pub fn is_contrary(wrong: &str, known: &str) -> bool {
    let (wrong, known) = (plain(wrong), plain(known));
    GROUPS.iter().any(|group| {
        let Some(middle) = group.iter().position(|word| *word == "|") else { return false };
        let (one, other) = group.split_at(middle);
        holds(one, &wrong) && holds(other, &known) || holds(one, &known) && holds(other, &wrong)
    })
}

fn holds(group: &[&str], word: &str) -> bool {
    let single = word.strip_suffix('s').unwrap_or(word);
    group.iter().any(|one| *one == word || *one == single)
}

/// A name in small letters, its words joined, without what programs put in front of a property.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' ' | '-' => out.push('_'),
            _ => out.extend(letter.to_lowercase()),
        }
    }
    match ["is_", "get_", "has_"].iter().find_map(|before| out.strip_prefix(before)) {
        Some(rest) => rest.to_string(),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn of_some_more_is_less() {
        for (wrong, known, expected, why) in [
            ("health", "wounds", true, "what is left and what was taken"),
            ("hurt", "HP", true, "the other way round"),
            ("health", "hp", false, "the same"),
            ("weight", "mass", false, "a group without two sides"),
        ] {
            assert_eq!(super::is_contrary(wrong, known), expected, "{why}");
        }
    }

    #[test]
    fn names_that_are_said_for_one_another() {
        let names = ["mass", "damage", "MIGHT", "dead", "hurt"];
        for (wrong, expected, why) in [
            ("weight", &["mass"][..], "the same by another word"),
            ("HP", &["damage", "hurt"], "two are said for it"),
            ("strength", &["MIGHT"], "large letters are the same word"),
            ("is_killed", &["dead"], "as programs ask"),
            ("mass", &[], "itself is none of them"),
            ("flux", &[], "a word of no group"),
        ] {
            assert_eq!(alike(wrong, names), expected, "{why}");
        }
    }
}
