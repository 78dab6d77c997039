//! Conditions that exclude every word that somebody or something can be.

use super::same::same;
use super::{Examiner, Finding};
use crate::rulebook::{Binary, Expr, Modifier, Node, Rulebook, Type};
use crate::value::{SetId, StateId, Symbol, Value};

impl Examiner<'_> {
    /// `not (light is day) and not (light is dusk)` of what is one of these two words; true if it is reported.
    pub(super) fn no_word_left(&mut self, modifier: &Modifier, condition: &Expr) -> bool {
        let Some((last, set)) = without_a_word(condition, self.book) else { return false };
        let set = &self.book.sets[set.index()];
        let words: Vec<String> = set.words.iter().map(|word| format!("`{}`", word.name)).collect();
        let help = format!(
            "`{}` has no other word than {}: take a part of the condition away, or ask for a word",
            set.head.name,
            enumerated(&words)
        );
        let finding = Finding::NeverApplies { label: modifier.label.text.to_string() };
        self.report(finding, last.span, "by then no word is left", help);
        true
    }
}

/// The last thing for which a condition asks where all words are excluded that something can be, with its set.
fn without_a_word<'e>(condition: &'e Expr, book: &Rulebook) -> Option<(&'e Expr, SetId)> {
    let mut excluded: Vec<(WordOf<'_>, Symbol)> = Vec::new();
    for part in condition.conjuncts() {
        for (whose, word) in denied(part) {
            if !is_always_a_word(whose, book) {
                continue;
            }
            excluded.push((whose, word));
            let words = book.sets[word.set.index()].words.len();
            let mut seen: Vec<u16> =
                excluded.iter().filter(|(other, _)| whose.is_same(*other)).map(|(_, word)| word.at).collect();
            seen.sort_unstable();
            seen.dedup();
            if seen.len() == words {
                return Some((part, word.set));
            }
        }
    }
    None
}

/// Whose word is asked for: the state of somebody, or what an expression comes to.
#[derive(Clone, Copy)]
enum WordOf<'e> {
    State(&'e Expr, StateId),
    Expr(&'e Expr),
}

impl<'e> WordOf<'e> {
    fn of(expr: &'e Expr) -> WordOf<'e> {
        match &expr.node {
            Node::State(whose, state) => WordOf::State(whose, *state),
            _ => WordOf::Expr(expr),
        }
    }

    fn is_same(self, other: WordOf<'_>) -> bool {
        match (self, other) {
            (WordOf::State(a, one), WordOf::State(b, two)) => one == two && same(a, b),
            (WordOf::Expr(a), WordOf::Expr(b)) => same(a, b),
            _ => false,
        }
    }
}

/// Whether it is one of its words, and never none.
fn is_always_a_word(whose: WordOf<'_>, book: &Rulebook) -> bool {
    match whose {
        WordOf::State(..) => true,
        WordOf::Expr(expr) => match &expr.node {
            Node::Fact(id) => matches!(book.facts[id.index()].r#type, Type::Symbol(_)),
            Node::Attribute(_, id) => matches!(book.attributes[id.index()].r#type, Type::Symbol(_)),
            Node::Value(_, id) => matches!(book.values[id.index()].r#type, Type::Symbol(_)),
            _ => false,
        },
    }
}

/// The words that a part of a condition excludes, each with whose it is.
fn denied(part: &Expr) -> Vec<(WordOf<'_>, Symbol)> {
    match &part.node {
        Node::Not(inner) => inner.disjuncts().into_iter().filter_map(word_asked).collect(),
        Node::Binary(Binary::NotEqual, a, b) => match (&a.node, &b.node) {
            (_, Node::Const(Value::Symbol(word))) => vec![(WordOf::of(a), *word)],
            (Node::Const(Value::Symbol(word)), _) => vec![(WordOf::of(b), *word)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The word that a condition asks for.
fn word_asked(condition: &Expr) -> Option<(WordOf<'_>, Symbol)> {
    match &condition.node {
        Node::InState(whose, state, word) => Some((WordOf::State(whose, *state), *word)),
        Node::Is(whose, Value::Symbol(word)) => Some((WordOf::of(whose), *word)),
        Node::Binary(Binary::Equal, a, b) => match &b.node {
            Node::Const(Value::Symbol(word)) => Some((WordOf::of(a), *word)),
            _ => None,
        },
        _ => None,
    }
}

/// `a`, `b` and `c`.
fn enumerated(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
