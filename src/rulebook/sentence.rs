//! Patterns of sentences: words, and places for facts in braces.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::{Sentence, SentencePart, Sort, Type};
use crate::diag::suggest;
use crate::syntax::ast;
use crate::text::Span;
use crate::value::FactId;

impl Resolver<'_> {
    /// A pattern as written, `"{actor} aims at {target}"`, of what is about some facts.
    pub(super) fn sentence(&mut self, text: &ast::TextDecl, about: &[FactId]) -> Option<Sentence> {
        let mut parts = Vec::new();
        let mut is_whole = true;
        for (offset, word) in words(&text.text) {
            let inside = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let span = place(text, offset, word.len());
            match inside {
                Some(name) if !name.is_empty() && !name.contains(['{', '}']) => {
                    let name = ast::Name { text: name.to_string(), span };
                    let known = match self.meant_fact(&name.text, &text.text, about) {
                        None => self.find(Sort::Fact, &name),
                        Some(help) => {
                            let error =
                                RulebookError::UnknownName { sort: Sort::Fact.words().to_string(), name: name.text };
                            self.report(error, span, "not declared in this rulebook", help);
                            None
                        }
                    };
                    match known {
                        Some(at) => parts.push(SentencePart::Fact(FactId(at))),
                        None => is_whole = false,
                    }
                }
                None if !word.contains(['{', '}', ',']) => parts.push(SentencePart::Word(word.into())),
                _ => {
                    let help =
                        "a pattern is words and names of facts, each fact alone in braces: `{actor} hits {target}`";
                    self.report(RulebookError::BadSentence, span, "neither a word nor a fact in braces", help);
                    is_whole = false;
                }
            }
        }
        let is_bare = !parts.iter().any(|part| matches!(part, SentencePart::Fact(_)));
        if let Some(help) = self.with_braces(&text.text).filter(|_| is_bare && is_whole) {
            self.report(RulebookError::BadSentence, text.span, "no fact is in braces", help);
            is_whole = false;
        }
        if parts.iter().all(|part| matches!(part, SentencePart::Fact(_))) && is_whole {
            let help = "a sentence needs a word by which it is known: `{actor} waits`";
            self.report(RulebookError::BadSentence, text.span, "no word in it", help);
            is_whole = false;
        }
        is_whole.then_some(Sentence { parts })
    }

    /// Of the facts that a pattern is about the only one that it does not name, where it names something unknown.
    fn meant_fact(&self, name: &str, text: &str, about: &[FactId]) -> Option<String> {
        if self.book.names.find(Sort::Fact, name).is_some() {
            return None;
        }
        let facts = || about.iter().map(|fact| &*self.book.facts[fact.index()].head.name);
        if suggest(name, facts()).is_some() {
            return None;
        }
        let mut left = facts().filter(|fact| !text.contains(&format!("{{{fact}}}")));
        let only = left.next().filter(|_| left.next().is_none())?;
        Some(format!("did you mean `{only}`?"))
    }

    /// What to write instead of a sentence that names facts without their braces.
    fn with_braces(&self, text: &str) -> Option<String> {
        let is_sign = |c: char| matches!(c, '[' | ']' | '<' | '>' | '(' | ')' | '$' | '%');
        let written = |word: &str| {
            let name = word.trim_matches(is_sign);
            match self.book.names.find(Sort::Fact, name) {
                Some(_) => format!("{{{name}}}"),
                None => word.to_string(),
            }
        };
        let names_figure = |word: &str| {
            let found = self.book.names.find(Sort::Fact, word.trim_matches(is_sign));
            found.is_some_and(|at| self.book.facts[usize::from(at)].r#type == Type::Figure)
        };
        text.split_whitespace().any(names_figure).then_some(())?;
        let right = text.split_whitespace().map(written).collect::<Vec<_>>().join(" ");
        Some(format!("facts stand in braces: `\"{right}\"`"))
    }

    /// The sentence of an action that has none of its own: who, its name, and what it takes.
    pub(super) fn default_sentence(&self, name: &str, by: FactId, takes: &[FactId]) -> Sentence {
        let mut parts = vec![SentencePart::Fact(by)];
        parts.extend(name.split_whitespace().map(|word| SentencePart::Word(word.into())));
        // Lists (ways across the board) cannot be said in a sentence.
        let sayable = takes.iter().filter(|fact| !matches!(self.book.facts[fact.index()].r#type, Type::List(_)));
        parts.extend(sayable.map(|fact| SentencePart::Fact(*fact)));
        Sentence { parts }
    }
}

/// Words with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - base, word))
}

/// A place in a quoted text; the whole of it if escapes have moved things.
fn place(text: &ast::TextDecl, offset: usize, length: usize) -> Span {
    let span = text.span;
    let is_plain = (span.end - span.start) as usize == text.text.len() + 2;
    if !is_plain {
        return span;
    }
    let start = span.start + 1 + offset as u32;
    Span { source: span.source, start, end: start + length as u32 }
}
