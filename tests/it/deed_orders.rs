//! The `order` of a test does what is asked: for every action with a check, on boards of every pack, what a sentence
//! states makes the check that the order rolls need what `ask` says, under the pack's own readings and others.

use crate::deed_packs::{packs, read_all, readings};
use crate::deeds::{DeedPack, PACKS};
use fray::cli::{CommandReply, Embedded};
use fray::dice::Cancel;
use fray::query::{Argument, ParsedQuery, Who};
use fray::rulebook::{Choices, SentencePart};
use fray::text::Memory;
use fray::value::{ActionId, Number, Value};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What is said besides of one sentence of an action, at most.
const SAID: usize = 6;
/// Boards of each pack.
const BOARDS: usize = 2;

/// A sentence as a test says it; none if it names somebody who is not on the board.
fn spoken(pack: &DeedPack, id: ActionId, asked: &ParsedQuery) -> Option<String> {
    let (book, action) = (pack.book(), pack.action(id));
    let said = |fact| asked.facts.iter().find(|(one, _)| *one == fact).map(|(_, said)| said);
    let words = |said: &Argument| match said {
        Argument::Who(Who::Figure(figure)) => Some(pack.state.figure(*figure).name.to_string()),
        Argument::Value(Value::Item(item)) => Some(book.items[item.index()].head.name.to_string()),
        _ => None,
    };
    let (mut told, mut text) = (vec![action.by], String::new());
    match action.says.first() {
        Some(sentence) => {
            for part in sentence.parts.iter() {
                let word = match part {
                    SentencePart::Word(word) => word.to_string(),
                    SentencePart::Fact(fact) => {
                        told.push(*fact);
                        words(said(*fact)?)?
                    }
                };
                let _ = write!(text, "{word} ");
            }
        }
        None => text = format!("{} {} ", words(said(action.by)?)?, action.head.name),
    }
    let mut text = text.trim_end().to_string();
    for (fact, said) in asked.facts.iter().filter(|(fact, _)| !told.contains(fact)) {
        let fact = &book.facts[fact.index()];
        let value = match said {
            Argument::Value(value) if words(said).is_none() => book.show_value(value, fact.unit),
            said => words(said)?,
        };
        let _ = write!(text, ", {} {value}", fact.head.name);
    }
    Some(text)
}

/// Tests of one board of a pack under these readings, and how many they are.
fn tests_of(pack: &DeedPack, scenario: &str, choices: &Choices) -> (String, usize) {
    let (mut text, mut count) = (String::new(), 0);
    let with: String = choices.0.iter().fold(String::new(), |with, (option, reading)| match reading {
        Some(reading) => with + &format!("  with {option} = {reading}\n"),
        None => with + &format!("  with {option}\n"),
    });
    for id in (0..pack.book().actions.len() as u16).map(ActionId) {
        for (order, check, need) in orders(pack, id) {
            count += 1;
            let _ = write!(
                text,
                "test \"{count} of {}\" {{\n{with}  scenario {scenario}\n  seed 1\n  order \"{}\"\n  \
                 expect event checked where check = {check} and need = {need}\n}}\n",
                pack.name.replace('"', "'"),
                order,
            );
        }
    }
    (text, count)
}

/// Orders of one action with a fact that changes what its check needs: the sentence, the check, what is needed.
fn orders(pack: &DeedPack, id: ActionId) -> Vec<(String, String, Number)> {
    let action = pack.action(id);
    let Some(check) = action.check.map(|check| &pack.book().checks[check.index()]) else { return Vec::new() };
    let begin = pack.sentences(id).into_iter().find_map(|asked| {
        let posed = pack.pose(&asked)?;
        let found = pack.asked(&posed)?;
        pack.performed(&posed).filter(|done| *done == found).map(|_| (asked, found))
    });
    let Some((asked, found)) = begin else { return Vec::new() };
    let said = pack.stated(check).into_iter().filter_map(|(_, state)| {
        let other = state(&asked)?;
        let posed = pack.pose(&other)?;
        let now = pack.asked(&posed).filter(|now| *now != found)?;
        pack.performed(&posed)?;
        Some((spoken(pack, id, &other)?, check.head.name.to_string(), now.0?))
    });
    said.take(SAID).collect()
}

/// A folder with rules of its own, gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("fray-deeds-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("rules/deeds")).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What `fray test` says of these tests in a pack that extends another.
fn tested(name: &str, text: &str) -> CommandReply {
    let folder = Folder::new(name);
    let pack = format!("pack deeds \"Deeds\" extends {name} {{ license \"CC0\" }}\n{text}");
    std::fs::write(folder.0.join("rules/deeds/pack.fray"), pack).expect("a file");
    let mut fray = Embedded::new(Some(&folder.0)).expect("the packs");
    fray.call(&["test".to_string(), "deeds".to_string()], &Cancel::default())
}

#[test]
fn what_a_test_orders_needs_what_is_asked() {
    let files = ["rules", "scripts"].iter().fold(Memory::default(), |files, at| read_all(files, Path::new(at)));
    for name in PACKS {
        let (mut text, mut count) = (String::new(), 0);
        for choices in readings(&files, name, false) {
            for pack in packs(&files, name, &choices, (1, BOARDS)) {
                let Some((_, scenario)) = pack.name.split_once('/') else { continue };
                let (tests, found) = tests_of(&pack, scenario, &choices);
                text += &tests;
                count += found;
            }
        }
        assert!(count >= 2, "{name}: only {count} orders");
        let reply = tested(name, &text);
        let said = format!("{}{}", reply.text, reply.aside);
        let mistakes: String = reply.mistakes.iter().map(|mistake| mistake.text.clone()).collect();
        assert!(reply.exit == 0 && said.contains(&format!("{count} passed")), "{name}: {said}{mistakes}");
    }
}
