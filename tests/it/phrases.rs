//! Every verb and every word for how somebody is that a list of words declares is heard as what it is declared for.

use crate::speech::table;
use fray::query::{About, Directory, understand};
use fray::rulebook::{Rulebook, Sentence, SentencePart, Type, WordList, WordingSort};
use fray::speech::{Understanding, hear};
use std::collections::BTreeSet;

/// Boards with people on both sides, and two who are not on one.
const BOARDS: [(&str, &str, &str, &str); 6] = [
    ("skirmish", "duel", "Bruce", "Zorgo"),
    ("ww", "tavern_brawl", "Arne", "Jory"),
    ("laser-d20", "firefight", "Pike", "Tam"),
    ("action-d10", "ambush_alley", "Doc", "Gil"),
    ("throw-2d6", "steel", "Ada", "Hook"),
    ("maneuver-3d6", "crossfire", "Nell", "Sven"),
];

/// What a phrase is declared for, in all lists and in the sentences of actions.
fn meanings<'a>(book: &'a Rulebook, said: &str) -> BTreeSet<&'a str> {
    let wordings = book.words.iter().flat_map(WordList::wordings);
    let alike = wordings.filter(|one| one.said.iter().any(|other| **other == *said));
    let begins = |sentence: &Sentence| match sentence.parts.as_slice() {
        [SentencePart::Fact(_), SentencePart::Word(word), SentencePart::Fact(_), ..] => **word == *said,
        _ => false,
    };
    let deeds = book.actions.iter().filter(|action| action.says.iter().any(begins)).map(|action| &*action.head.name);
    alike.map(|one| &*one.meant).chain(deeds).collect()
}

/// What may be done to somebody that has a check.
fn verbs(book: &Rulebook) -> Vec<String> {
    let checked = book.actions.iter().filter(|action| action.check.is_some());
    let verb = |sentence: &Sentence| match sentence.parts.as_slice() {
        [SentencePart::Fact(_), rest @ ..] => {
            let words = rest.iter().map_while(|part| match part {
                SentencePart::Word(word) => Some(word.to_string()),
                SentencePart::Fact(_) => None,
            });
            Some(words.collect::<Vec<String>>().join(" "))
        }
        _ => None,
    };
    let mut verbs: Vec<String> = checked.flat_map(|action| &action.says).filter_map(verb).collect();
    verbs.sort();
    verbs.dedup();
    verbs
}

#[test]
fn what_lists_of_words_say_is_heard() {
    let mut wrong = Vec::new();
    for (pack, scenario, actor, other) in BOARDS {
        let table = table(pack, scenario);
        let book = &table.rules.book;
        let cast = Directory::in_fight(&table.rules, &table.state);
        let commands: Vec<&str> = fray::repl::command_words().collect();
        let listener = table.listener(&cast, &commands);
        let lines = |line: &str| match hear(&listener, line).map(|heard| heard.meant) {
            Ok(Understanding::Line(text)) => vec![text],
            Ok(Understanding::Sequence(texts) | Understanding::Several(texts)) => texts,
            Err(error) => vec![format!("! {error}")],
        };
        let verbs = verbs(book);
        for wording in book.words.iter().flat_map(WordList::wordings).filter(|one| one.sort == WordingSort::Phrase) {
            let is_condition = book.conditions.iter().any(|one| *one.head.name == *wording.meant);
            let action = book.actions.iter().position(|one| *one.head.name == *wording.meant);
            let first = wording.meant.trim_start_matches("not ").split(' ').next().unwrap_or_default();
            // Dice are asked for, and stated of no deed.
            let fact = book.facts.iter().find(|one| *one.head.name == *first && *one.r#type.bare() != Type::Dice);
            for said in &wording.said {
                if meanings(book, said).len() > 1 {
                    continue;
                }
                if is_condition {
                    let line = format!("{actor} is {said}");
                    let heard = lines(&line);
                    if !heard.iter().all(|text| text.contains(&*wording.meant) || text.contains(&**said)) {
                        wrong.push(format!("{pack}: {line} -> {heard:?} instead of {}", wording.meant));
                    }
                } else if let Some(action) = action {
                    let heard: Vec<String> = [format!("{actor} {said} {other}"), format!("{actor} {said}")]
                        .iter()
                        .flat_map(|line| lines(line))
                        .collect();
                    let is_it = |text: &String| {
                        understand(book, &cast, text)
                            .is_ok_and(|asked| matches!(asked.about, About::Action(id) if id.index() == action))
                    };
                    if !heard.iter().any(is_it) {
                        wrong.push(format!("{pack}: {actor} {said} -> {heard:?} instead of {}", wording.meant));
                    }
                } else if let Some(fact) = fact {
                    let said = said.replace("{n}", "3").replace("{signed}", "+3");
                    // What is said of the one who acts stands beside him.
                    let is_his = wording.meant.ends_with(" of actor");
                    let done = verbs.iter().map(|verb| match is_his {
                        true => format!("{actor}, {said}, {verb} {other}"),
                        false => format!("{actor} {verb} {other} {said}"),
                    });
                    // Of what is done, or of the harm that is told.
                    let mut all = done.chain([format!("{other} takes 3 damage {said}")]);
                    let value = wording.meant.split(' ').nth(1).unwrap_or(&fact.head.name);
                    let is_said =
                        |text: &String| text.contains(&*fact.head.name) || text.contains(&format!("to {value}"));
                    if !all.any(|line| lines(&line).iter().any(is_said)) {
                        wrong.push(format!("{pack}: {said} -> nowhere {}", wording.meant));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
