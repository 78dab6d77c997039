//! What was meant by a word that declares nothing: another one, or the plural of a kind that has another plural.

use super::names::Sort;
use crate::diag::{did_you_mean, suggest};
use crate::syntax::{HabitPlace, habit_of};
use std::collections::BTreeMap;

/// What to write instead of a word that declares nothing; the words of kinds are known with the kind of each.
pub(super) fn strange_keyword(keyword: &str, kinds: &BTreeMap<String, String>, is_table: bool) -> String {
    if let Some(habit) = habit_of(HabitPlace::Declaration, keyword) {
        return habit.help();
    }
    if let Some(kind) = kinds.values().find(|kind| is_table && is_plural(keyword, kind)) {
        let own = kinds.iter().find(|(word, of)| *of == kind && *word != kind).map_or("", |(word, _)| word);
        return format!(
            "the plural of `{kind}` is `{own}`, unless its kind says another: declare it as `kind {kind} plural {keyword}`"
        );
    }
    // Several rows are declared by the plural.
    let plurals = kinds.iter().filter(|(word, kind)| word != kind).map(|(word, _)| &**word);
    if let Some(plural) = suggest(keyword, plurals).filter(|_| is_table) {
        return format!("did you mean `{plural}`?");
    }
    let sorts = Sort::ALL.iter().map(|sort| sort.words()).filter(|word| Sort::of_keyword(word).is_some());
    let names = kinds.keys().map(|word| &**word).chain(sorts);
    did_you_mean(keyword, names, &format!("declare the kind first: `kind {keyword} {{ … }}`"))
}

/// Whether a word is the plural of another as English has it, where that is more than an `s`.
fn is_plural(word: &str, one: &str) -> bool {
    let endings = [("f", "ves"), ("fe", "ves"), ("y", "ies"), ("", "es"), ("man", "men")];
    let other = |(end, plural): (&str, &str)| Some(format!("{}{plural}", one.strip_suffix(end)?));
    word != one && (endings.into_iter().filter_map(other).any(|plural| plural == word) || is_foot(word, one))
}

/// `foot` and `feet`, `tooth` and `teeth`.
fn is_foot(word: &str, one: &str) -> bool {
    one.contains("oo") && one.replacen("oo", "ee", 1) == word
}
