//! What something of the rules does: every modifier, requirement and value that reads it, and what is done under its
//! name.

use super::readers::readers_of;
use crate::answer::every_line;
use crate::eval::{amount_in_plain_words, describe};
use crate::explain::{cites, modifier_words, readable};
use crate::rulebook::{Action, Check, Expr, Goal, Head, KeyMatch, Label, Node, Rulebook, Sentence, SentencePart};
use crate::value::{ConditionId, FactId, SetId, StateId, Symbol};
use std::collections::BTreeSet;

/// Verbs of lines that only lead to others.
const LEADING: [&str; 6] = ["do", "let", "stop", "give", "when", "else"];
/// So many readers of one sort are listed.
const MOST: usize = 20;

/// A word that somebody's state, condition, a fact or what is computed is.
enum StateWord {
    State(StateId, Symbol),
    Condition(ConditionId),
    Fact(FactId),
    Symbol(Symbol),
}

/// What something of the rules counts for, and what asks for it; none if nothing does.
pub(super) fn page(book: &Rulebook, name: &str) -> Option<String> {
    let readers = readers_of(book, name)?;
    let word = word(book, name);
    let mut text = word.as_ref().map_or_else(String::new, |word| format!("{}\n", title(book, word)));
    let symbol = match word {
        Some(StateWord::State(_, symbol) | StateWord::Symbol(symbol)) => Some(symbol),
        Some(StateWord::Condition(_) | StateWord::Fact(_)) | None => None,
    };
    list(&mut text, "counts for", &readers.modifiers);
    list(&mut text, "stands in", &symbol.map_or_else(Vec::new, |symbol| rows(book, symbol)));
    list(&mut text, "is asked by", &readers.required);
    list(&mut text, "goes into", &readers.values);
    (!text.is_empty()).then_some(text)
}

/// What is done under that name in the words of a referee: how it is said, what keeps somebody from it, what counts for
/// it; none if it is no action and no check.
pub(super) fn summary(book: &Rulebook, name: &str) -> Option<String> {
    let is_it = |head: &Head| head.name.eq_ignore_ascii_case(name) || head.title.eq_ignore_ascii_case(name);
    let action = book.actions.iter().position(|action| is_it(&action.head));
    let check = book.checks.iter().find(|check| is_it(&check.head));
    let head = action.map_or_else(|| check.map(|check| &check.head), |at| Some(&book.actions[at].head))?;
    let mut text = format!("{}\n", [head.told(), &cites(&head.cites)].join(" ").trim_end());
    let says = action.map_or_else(|| check.map(|check| &check.says), |at| Some(&book.actions[at].says));
    list(&mut text, "is said so", &says.into_iter().flatten().map(|says| said(book, says)).collect::<Vec<String>>());
    if let Some(check) = check.or_else(|| book.actions[action?].check.map(|id| &book.checks[id.index()])) {
        list(&mut text, "is rolled", &rolled(book, check));
        let parts = check.parts.iter().map(|part| modifier_words(book, part));
        let parts = parts.map(|part| spaced(&[&part.amount, &part.label, &part.when, &part.cites]));
        list(&mut text, "with", &parts.collect::<Vec<String>>());
        list(
            &mut text,
            "cannot be when",
            &check.impossible.iter().map(|(_, label)| labelled(book, label)).collect::<Vec<_>>(),
        );
    }
    if let Some(at) = action {
        let action = &book.actions[at];
        let mut asked: Vec<String> = action.requires.iter().map(|(_, label)| labelled(book, label)).collect();
        let mut known = BTreeSet::new();
        asked.retain(|label| known.insert(label.clone()));
        list(&mut text, "is refused when", &asked);
        let spends = action
            .spends
            .iter()
            .map(|(much, track)| spaced(&[&amount_in_plain_words(much, book), book.tracks[track.index()].head.told()]));
        list(&mut text, "costs", &spends.collect::<Vec<String>>());
        list(&mut text, "what may come of it", &comes_of(book, action));
    }
    list(&mut text, "counts for", &readers_of(book, name).map_or_else(Vec::new, |readers| readers.modifiers));
    Some(text)
}

/// What may come of an action: those of its lines that are told in words.
fn comes_of(book: &Rulebook, action: &Action) -> Vec<String> {
    let mut known = BTreeSet::new();
    let told = every_line(book, action).into_iter().filter_map(|line| {
        let verb = line.text.split(' ').next().unwrap_or_default();
        let label = line.text.split('"').nth(1)?;
        // What a deed is given to say is not known here.
        let is_given = label.starts_with('{') && label.ends_with('}');
        let is_told = !LEADING.contains(&verb) && !is_given;
        is_told.then(|| spaced(&[&readable(book, label), &cites(&line.cites)]))
    });
    told.filter(|line| known.insert(line.clone())).collect()
}

/// A sentence with the names of what is to be said in capitals.
fn said(book: &Rulebook, sentence: &Sentence) -> String {
    let words = sentence.parts.iter().map(|part| match part {
        SentencePart::Word(word) => word.to_string(),
        SentencePart::Fact(fact) => book.facts[fact.index()].head.name.to_uppercase(),
    });
    words.collect::<Vec<String>>().join(" ")
}

/// The dice of a check, and what they must come to.
fn rolled(book: &Rulebook, check: &Check) -> Vec<String> {
    let mut goal = Some(&check.goal);
    let dice = match &check.roll.node {
        Node::Setting(id) => &book.settings[id.index()].expr,
        _ => &check.roll,
    };
    let mut lines = vec![amount_in_plain_words(dice, book)];
    while let Some(one) = goal.take() {
        match one {
            Goal::AtMost(need, label) => lines[0] += &format!(", at most {}", base(book, need, label)),
            Goal::AtLeast(need, label) => lines[0] += &format!(", at least {}", base(book, need, label)),
            Goal::Opposed(opposed) => {
                lines.push(format!("against {}", book.checks[opposed.check.index()].head.told()));
                goal = opposed.own.as_deref();
            }
            Goal::Total => {}
        }
    }
    lines
}

fn base(book: &Rulebook, need: &Expr, label: &Label) -> String {
    let plain = amount_in_plain_words(need, book);
    let named = if label.text.is_empty() { plain.clone() } else { readable(book, &label.text) };
    spaced(&[&named, &if named == plain { String::new() } else { format!("({plain})") }, &cites(&label.cites)])
}

fn labelled(book: &Rulebook, label: &Label) -> String {
    spaced(&[&readable(book, &label.text), &cites(&label.cites)])
}

fn spaced(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<&str>>().join(" ")
}

/// The tables that have a row for a word: what stands there, if it is one thing.
fn rows(book: &Rulebook, symbol: Symbol) -> Vec<String> {
    fn is_for(matches: &KeyMatch, symbol: Symbol) -> bool {
        match matches {
            KeyMatch::Symbol(one) => *one == symbol,
            KeyMatch::OneOf(all) => all.iter().any(|one| is_for(one, symbol)),
            KeyMatch::Any | KeyMatch::Range(..) | KeyMatch::Value(_) => false,
        }
    }
    let found = book.tables.iter().filter_map(|table| {
        let row = table.rows.iter().find(|row| is_for(&row.matches, symbol))?;
        let title = if table.head.title.is_empty() { &table.head.name } else { &table.head.title };
        let cites: String = row.cites.iter().map(|cite| format!(" @{cite}")).collect();
        let cell = match row.cells.as_slice() {
            [cell] => format!(": {}", describe(cell, book)),
            _ => String::new(),
        };
        Some(format!("{title}{cell}{cites}"))
    });
    found.collect()
}

fn list(text: &mut String, head: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    *text += &format!("  {head}\n");
    lines.iter().take(MOST).for_each(|line| *text += &format!("    {line}\n"));
    if lines.len() > MOST {
        *text += &format!("    and {} more\n", lines.len() - MOST);
    }
}

fn word(book: &Rulebook, name: &str) -> Option<StateWord> {
    let is_it = |head: &Head| head.name.eq_ignore_ascii_case(name) || head.title.eq_ignore_ascii_case(name);
    let state = book.states.iter().enumerate().find_map(|(at, state)| {
        let word = book.sets[state.set.index()].words.iter().position(is_it)?;
        Some(StateWord::State(StateId(at as u16), Symbol { set: state.set, at: word as u16 }))
    });
    let condition = || {
        book.conditions.iter().position(|one| is_it(&one.head)).map(|at| StateWord::Condition(ConditionId(at as u16)))
    };
    let fact = || book.facts.iter().position(|one| is_it(&one.head)).map(|at| StateWord::Fact(FactId(at as u16)));
    let symbol = || {
        book.sets.iter().enumerate().find_map(|(at, set)| {
            let word = set.words.iter().position(is_it)?;
            Some(StateWord::Symbol(Symbol { set: SetId(at as u16), at: word as u16 }))
        })
    };
    state.or_else(condition).or_else(fact).or_else(symbol)
}

fn title(book: &Rulebook, word: &StateWord) -> String {
    let shown = |head: &Head, sort: &str| {
        let cites: String = head.cites.iter().map(|cite| format!(" @{cite}")).collect();
        format!("{}, {sort}{cites}", head.name)
    };
    match word {
        StateWord::State(state, symbol) => {
            let head = &book.states[state.index()].head;
            format!("{}, a word of {}", book.symbol_name(*symbol), shown(head, "how somebody is"))
        }
        StateWord::Condition(id) => shown(&book.conditions[id.index()].head, "a condition"),
        StateWord::Fact(id) => shown(&book.facts[id.index()].head, "a fact"),
        StateWord::Symbol(symbol) => {
            let set = &book.sets[symbol.set.index()];
            let head = &set.words[symbol.at as usize];
            format!("{}: {}, one word of {}", head.name, head.title, set.head.name)
        }
    }
}
