//! `a` or `an`.

/// The article of a word that the language of rules has.
pub fn article(word: &str) -> &'static str {
    let is_vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']) && word != "unit";
    if is_vowel { "an" } else { "a" }
}
