//! A rulebook of which a reading changes a few lines is the one that is resolved from the start under that reading.

use fray::cli::{Builtin, Packs};
use fray::rulebook::{Choices, OptionChoice, PackText, Rulebook, Variations};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// What goes into the odds of checks, list by list.
fn parts(book: &Rulebook) -> [(&'static str, Vec<String>); 9] {
    fn told<T: Debug>(list: &[T]) -> Vec<String> {
        list.iter().map(|one| format!("{one:?}")).collect()
    }
    [
        ("setting", told(&book.settings)),
        ("value", told(&book.values)),
        ("function", told(&book.functions)),
        ("table", told(&book.tables)),
        ("track", told(&book.tracks)),
        ("fact", told(&book.facts)),
        ("card", told(&book.cards)),
        ("check", told(&book.checks)),
        ("option", told(&book.options)),
    ]
}

/// The names of the other readings of an option.
fn others(book: &Rulebook, at: usize) -> Vec<String> {
    let option = &book.options[at];
    match (option.readings, option.chosen) {
        (None, OptionChoice::On(true)) => vec!["off".to_string()],
        (None, _) => vec!["on".to_string()],
        (Some(set), now) => {
            let words = book.sets[set.index()].words.iter().map(|word| word.name.to_string());
            words.filter(|word| word != book.choice_name(now)).collect()
        }
    }
}

#[test]
fn what_a_reading_touches_is_resolved_as_all_would_be() {
    let packs = Packs::new(Builtin);
    for pack in ["maneuver-3d6", "action-d10", "laser-d20", "throw-2d6", "ww", "skirmish"] {
        let text = PackText::rules(&packs, pack);
        let base = text.under(&Choices::none()).0.unwrap_or_else(|| panic!("{pack}"));
        let variations = Variations::new(&text, base.clone(), BTreeSet::new());
        let (mut narrow, mut all) = (0, 0);
        for (at, option) in base.options.iter().enumerate() {
            for reading in others(&base, at) {
                let choices = Choices::none().with(&option.head.name, Some(&reading));
                all += 1;
                let Some(found) = variations.under(&option.head.name, &choices) else { continue };
                narrow += 1;
                // Of a large pack every fourth is enough.
                if base.options.len() > 40 && narrow % 4 != 0 {
                    continue;
                }
                let whole = text.under(&choices).0.unwrap_or_else(|| panic!("{pack} {choices:?}"));
                for ((sort, found), (_, whole)) in parts(&found).into_iter().zip(parts(&whole)) {
                    assert_eq!(found.len(), whole.len(), "{pack} {choices:?} {sort}");
                    let differ = found.iter().zip(&whole).find(|(found, whole)| found != whole);
                    assert_eq!(differ, None, "{pack} {choices:?} {sort}");
                }
            }
        }
        assert!(narrow * 2 > all || all == 0, "{pack}: {narrow} of {all}");
    }
}
