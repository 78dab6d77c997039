//! What lies in a place where nobody looks for it, and what packs there are instead of one that is not.

use crate::text::{Files, Sources, is_wordly};

/// The files of a pack that are scripts but for where they lie, or for how their names end.
pub(super) fn strays(files: &dyn Files, pack: &str) -> Vec<String> {
    let mut found = Vec::new();
    for folder in [format!("rules/{pack}"), format!("scripts/{pack}")] {
        let is_rules = folder.starts_with("rules");
        let is_stray = |name: &String| match name.rsplit_once('.') {
            Some((_, "lua")) => true,
            Some((_, "luau")) => is_rules,
            _ => false,
        };
        found.extend(files.tree(&folder).into_iter().filter(is_stray).map(|name| format!("{folder}/{name}")));
    }
    found.extend(files.list("scripts").into_iter().map(|name| format!("scripts/{name}")));
    found
}

/// What to say of a pack that is not there.
pub(super) fn known_packs(packs: &[String]) -> String {
    match packs {
        [] => "put its files into `rules/<pack>/`".to_string(),
        packs => format!("the packs here are {}", packs.join(", ")),
    }
}

/// Which other card or check has a modifier of that label.
pub(super) fn holder_of_label(sources: &Sources, label: &str) -> Option<String> {
    let quoted = format!("\"{label}\"");
    let texts = sources.iter().map(|(_, source)| source).filter(|source| source.name.ends_with(".fray"));
    for source in texts {
        for (at, _) in source.text.match_indices(&*quoted) {
            let line = source.text[..at].rfind('\n').map_or(0, |line| line + 1);
            let amount = source.text[line..at].trim();
            if !amount.starts_with(['-', '+']) && !amount.starts_with("plus ") {
                continue;
            }
            let before = &source.text[..line];
            let heads = ["card ", "check "].into_iter().filter_map(|head| {
                let at = before.rfind(&format!("\n{head}"))? + 1;
                Some((at, before[at..].split(['{', '"', '@']).next()?.trim().to_string()))
            });
            let owner = heads.max_by_key(|(at, _)| *at).map(|(_, head)| head);
            if owner.is_some() {
                return owner.map(|head| format!("`{head}`"));
            }
        }
    }
    None
}

/// Which other declaration has such an entry: the word with which it begins, and its label.
pub(super) fn holder_of_entry(sources: &Sources, entry: &str) -> Option<String> {
    let (word, label) = entry.split_once(' ').filter(|(word, _)| word.chars().all(is_wordly))?;
    let quoted = format!("\"{label}\"");
    let texts = sources.iter().map(|(_, source)| source).filter(|source| source.name.ends_with(".fray"));
    texts.into_iter().find_map(|source| {
        let found = source.text.match_indices(&*quoted).find(|(at, _)| {
            let entry = source.text[..*at].rsplit(['\n', ';', '{']).next().unwrap_or("").trim_start();
            entry.split(' ').next() == Some(word)
        });
        let before = &source.text[..found?.0];
        // Declarations begin their lines.
        let head = before.rsplit('\n').find(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))?;
        let head = head.split(['{', '"', '@']).next()?.trim();
        (head.split(' ').count() == 2 && !head.starts_with("when ")).then(|| format!("`{head}`"))
    })
}

/// Whether a script ends with a table, or with the name of one: it is a library.
pub(super) fn gives_table(text: &str) -> bool {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.trim_start().starts_with("--"));
    let Some(given) = lines.filter_map(|line| line.strip_prefix("return")).next_back() else { return false };
    let given = given.trim();
    given.starts_with('{')
        || ["", ": any", ": {}"].iter().any(|sort| text.contains(&format!("local {given}{sort} = {{")))
}
