//! What a file in another language declares, as it is written here: an example out of its own words.

use super::habit::form_of_declaration;
use super::keyword::keywords;
use crate::text::is_wordly;

/// So many declarations are shown.
const MOST: usize = 3;

/// A line of another language: what it is about, and what it says of it.
struct KeyedLine<'t> {
    key: &'t str,
    value: &'t str,
    is_text: bool,
}

/// Declarations with the names of the file, if it has any.
pub(super) fn example_of(lines: &[&str]) -> Option<String> {
    let lines: Vec<KeyedLine> =
        lines.iter().flat_map(|line| line.split_inclusive(['{', '['])).filter_map(keyed).collect();
    let title = lines.iter().find(|line| line.key == "title" && !line.value.contains('"')).map(|line| line.value);
    let title = title.filter(|title| !title.is_empty()).map_or(String::new(), |title| format!(" \"{title}\""));
    let below = lines.iter().find(|line| line.key == "extends").map(|line| line.value).filter(|name| is_name(name));
    let mut all: Vec<String> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(keyword) = keyword_of(line.key).filter(|_| !line.is_text) else { continue };
        let name = name_of(&lines[at..]);
        let example = match keyword {
            "pack" => name.map(|name| {
                below.map_or(format!("pack {name}{title}"), |below| format!("pack {name}{title} extends {below}"))
            }),
            "card" => Some(card(name.unwrap_or("NAME"), below.is_some(), &lines[at..])),
            keyword => plain_form(keyword).map(|form| match name {
                Some(name) => form.replacen("NAME", name, 1),
                None => form.to_string(),
            }),
        };
        let example = example.map(|example| format!("`{example}`")).filter(|example| !all.contains(example));
        all.extend(example.filter(|_| all.len() < MOST));
    }
    (!all.is_empty()).then(|| all.join(", "))
}

/// A key with what stands behind it.
fn keyed(line: &str) -> Option<KeyedLine<'_>> {
    let line = line.trim().trim_start_matches(['-', ' ', '{', '[', '<']);
    let is_text = line.starts_with('"') && line[1..].contains(['"']);
    let (key, rest) = match line.strip_prefix('"') {
        Some(rest) => rest.split_once('"')?,
        None => line.split_at(line.find(|c: char| !is_wordly(c)).unwrap_or(line.len())),
    };
    let value = rest.trim_start_matches([':', '=', ' ']).trim_end_matches([',', '{', '[', '>', '}', ']', ' ']);
    // In JSON every key is a text.
    let is_text = is_text && !rest.trim_start().starts_with(':') || key.contains(' ');
    (!key.is_empty()).then(|| KeyedLine { key, value: value.trim_matches(['"', '\'']), is_text })
}

/// The keyword that a key is, or of which it is the plural.
pub(super) fn keyword_of(key: &str) -> Option<&'static str> {
    let find = |word: &str| keywords().iter().copied().find(|keyword| *keyword == word);
    find(key).or_else(|| find(key.strip_suffix('s')?))
}

pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|letter| is_wordly(letter) || letter == '-')
}

/// What is declared by a key: what stands behind it, or first below it.
fn name_of<'t>(lines: &[KeyedLine<'t>]) -> Option<&'t str> {
    let (first, below) = lines.split_first()?;
    let next = below.first().filter(|next| keyword_of(next.key).is_none() && !next.is_text);
    let below = next.map(|next| match next.key {
        "name" | "id" => next.value,
        // What has a value of its own is a field, and no name.
        key if next.value.is_empty() => key,
        _ => "",
    });
    [Some(first.value), below].into_iter().flatten().find(|name| is_name(name))
}

/// The one form of a declaration that is told without a word beside it.
fn plain_form(keyword: &str) -> Option<&'static str> {
    form_of_declaration(keyword)?.split('`').nth(1)
}

/// A card with the first of its modifiers; one of a pack below is changed line by line.
fn card(name: &str, is_below: bool, lines: &[KeyedLine]) -> String {
    let is_amount = |line: &&KeyedLine| line.value.parse::<i32>().is_ok();
    let modifier = lines.iter().skip(1).take_while(|line| keyword_of(line.key).is_none()).find(is_amount);
    let (amount, label) = modifier.map_or(("-1", "label"), |line| (line.value, line.key));
    let verb = if is_below { "replace " } else { "" };
    format!("card {name} {{ {verb}{amount} \"{label}\" when CONDITION }}")
}

#[cfg(test)]
mod tests {
    use super::example_of;

    #[test]
    fn the_words_of_the_file_are_shown_in_their_form() {
        for (text, right) in [
            (
                "pack:\n  name: home\n  extends: yard\ncards:\n  - wind:\n      \"dead calm\": -4",
                Some("`pack home extends yard`, `card wind { replace -4 \"dead calm\" when CONDITION }`"),
            ),
            ("pack: yard\nattributes:\n  - name: might", Some("`pack yard`, `attribute might \"Title\" number = 10`")),
            (
                "{\n  \"pack\": \"yard\",\n  \"figures\": [\n    { \"name\": \"Ann\" }",
                Some("`pack yard`, `figure Ann \"Title\" { … }`"),
            ),
            ("[figure]\nname = \"Ann\"", Some("`figure Ann \"Title\" { … }`")),
            ("might: 10\npace: 3", None),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(example_of(&lines).as_deref(), right, "{text}");
        }
    }
}
