//! The events that rules and scripts tell, as far as their texts show it: whatever option is chosen.

use crate::text::Sources;

/// Whether a line tells an event of that name, or a script may.
pub fn is_told(sources: &Sources, name: &str) -> bool {
    let quoted = [format!("\"{name}\""), format!("'{name}'")];
    sources.iter().any(|(_, source)| {
        let is_script = source.name.ends_with(".luau");
        told_in(&source.text).any(|told| told == name)
            || is_script && quoted.iter().any(|word| source.text.contains(word.as_str()))
            || is_script && made_in(&source.text).any(|part| name.starts_with(part) || name.ends_with(part))
    })
}

/// Every event that is told, once for each place.
pub fn told(sources: &Sources) -> impl Iterator<Item = &str> {
    sources.iter().flat_map(|(_, source)| told_in(&source.text))
}

/// The words behind `tell`.
fn told_in(text: &str) -> impl Iterator<Item = &str> {
    text.split("tell").skip(1).filter_map(|behind| {
        let word = match behind.strip_prefix('(') {
            Some(argument) => argument.strip_prefix(['"', '\''])?,
            None => behind.strip_prefix(' ')?.trim_start_matches([' ', '"']),
        };
        let end = word.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(word.len());
        (end > 0).then(|| &word[..end])
    })
}

/// The parts, in quotes, of the names that a script puts together: `play:tell(name .. "_won")`.
fn made_in(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split(":tell(").skip(1).map(|behind| behind.split([',', ')', '\n']).next().unwrap_or(""));
    let parts = names.filter(|name| name.contains("..")).flat_map(|name| name.split(['"', '\'']).skip(1).step_by(2));
    parts.filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{is_told, told};
    use crate::text::Sources;

    #[test]
    fn lines_and_scripts_tell() {
        let mut sources = Sources::default();
        sources.add("rules/a/a.fray", "tell struck \"so\"; telling; say \"fell\"");
        sources.add("scripts/a/b.luau", "play:tell(\"parried\", {}) local name = 'dodged' play:tell(name .. '_won')");
        assert_eq!(told(&sources).collect::<Vec<_>>(), ["struck", "parried"]);
        assert!(is_told(&sources, "dodged"));
        assert!(is_told(&sources, "race_won"));
        assert!(!is_told(&sources, "fell"));
    }
}
