//! What a word of the rules does: every modifier, requirement and value that reads it.

use crate::eval::describe;
use crate::rulebook::{Expr, KeyMatch, Modifier, Node, Rulebook};
use crate::value::{ConditionId, FactId, Number, SetId, StateId, Symbol, Value};

/// So many readers of one sort are listed.
const MOST: usize = 20;

/// A word that somebody's state, condition, a fact or what is computed is.
enum StateWord {
    State(StateId, Symbol),
    Condition(ConditionId),
    Fact(FactId),
    Symbol(Symbol),
}

/// Everything that reads a word; none if there is no such word.
pub(super) fn page(book: &Rulebook, name: &str) -> Option<String> {
    let word = word(book, name)?;
    let reads = |expr: &Expr| {
        let mut found = false;
        expr.walk(&mut |part| {
            found |= match (&part.node, &word) {
                (Node::InState(_, state, symbol), StateWord::State(id, word)) => state == id && symbol == word,
                (Node::HasCondition(_, condition), StateWord::Condition(id)) => condition == id,
                (Node::Fact(fact), StateWord::Fact(id)) => fact == id,
                (Node::Const(value), StateWord::Symbol(word)) => *value == Value::Symbol(*word),
                _ => false,
            };
        });
        found
    };
    let mut text = format!("{}\n", title(book, &word));
    let of = |modifiers: &[Modifier], whose: &str| -> Vec<String> {
        let read = modifiers.iter().filter(|one| reads(&one.amount) || one.condition.as_ref().is_some_and(&reads));
        let shown = |one: &Modifier| {
            let amount = fixed(book, &one.amount);
            let amount = amount.map_or_else(|| describe(&one.amount, book), |number| one.target.words(number));
            let cites: String = one.label.cites.iter().map(|cite| format!(" @{cite}")).collect();
            let line = format!("{amount} {} ({whose}){cites}", one.label.text);
            line.trim().to_string()
        };
        read.map(shown).collect()
    };
    let cards = book.cards.iter().flat_map(|card| of(&card.modifiers, &card.head.title));
    let checks = book.checks.iter().flat_map(|check| of(&check.parts, &check.head.title));
    let modifiers: Vec<String> = cards.chain(checks).collect();
    let required = book.actions.iter().flat_map(|action| {
        let read = action.requires.iter().filter(|(expr, _)| reads(expr));
        read.map(|(_, label)| format!("{}: {}", action.head.title, label.text))
    });
    let required: Vec<String> = required.collect();
    let values = book.values.iter().filter(|value| !value.head.is_quiet() && reads(&value.expr));
    let values: Vec<String> = values.map(|value| value.head.title.to_string()).collect();
    let symbol = match word {
        StateWord::State(_, symbol) | StateWord::Symbol(symbol) => Some(symbol),
        StateWord::Condition(_) | StateWord::Fact(_) => None,
    };
    list(&mut text, "counts for", &modifiers);
    list(&mut text, "stands in", &symbol.map_or_else(Vec::new, |symbol| rows(book, symbol)));
    list(&mut text, "is asked by", &required);
    list(&mut text, "goes into", &values);
    Some(text)
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

/// The number that an amount is whatever happens.
fn fixed(book: &Rulebook, expr: &Expr) -> Option<Number> {
    match &expr.node {
        Node::Const(value) => Some(value.as_number().unwrap_or_default()),
        Node::Setting(id) => fixed(book, &book.settings[id.index()].expr),
        _ => None,
    }
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
    let is_it =
        |head: &crate::rulebook::Head| head.name.eq_ignore_ascii_case(name) || head.title.eq_ignore_ascii_case(name);
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
    let shown = |head: &crate::rulebook::Head, sort: &str| {
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
