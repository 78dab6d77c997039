//! Questions: what is told with them, what may be chosen, what is chosen by one who does not care.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, Body, Entry, ExprNode, QuestionEntry};
use crate::text::Span;

/// The question by which figures are asked for orders.
pub const ORDER_QUESTION: &str = "order";
/// What a controller reads of every question.
const FIELDS: [&str; 2] = ["name", "choices"];

impl Rulebook {
    /// The words that may be chosen: the question's own, then those of the set of which the asker offers some.
    pub(crate) fn words_of<'b>(&'b self, question: &'b Question) -> impl Iterator<Item = &'b Head> {
        let set = match &question.choices {
            Offers::Named { of: Some((Type::Symbol(set), _)), .. } => Some(&self.sets[set.index()]),
            _ => None,
        };
        question.words().iter().chain(set.into_iter().flat_map(|set| &set.words))
    }
}

impl Resolver<'_> {
    /// Every question.
    pub(super) fn questions(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Question) {
            let Body::Question(entries) = &declaration.body else { continue };
            let question = self.question(self.declared_head(declared, declaration), entries, declaration.broken);
            self.book.questions.push(question);
            if declared.name.text == ORDER_QUESTION {
                let error = RulebookError::DuplicateName { sort: "question".into(), name: ORDER_QUESTION.into() };
                let help = "figures are asked for orders by this name: choose another";
                self.report(error, declared.name.span, "this question is built in", help);
            }
        }
    }

    fn question(&mut self, head: Head, entries: &[Entry<QuestionEntry>], broken: bool) -> Question {
        let mut gives: Vec<Gift> = Vec::new();
        let mut choices: Option<(&ast::OffersDecl, Span)> = None;
        let mut default: Option<(&ast::ExprDecl, Span)> = None;
        for entry in entries {
            let first = match &entry.node {
                QuestionEntry::Gives(gifts) => {
                    self.gifts(&mut gives, gifts);
                    None
                }
                QuestionEntry::Choices(said) => {
                    choices.replace((said, entry.span)).map(|(_, first)| ("choices", first))
                }
                QuestionEntry::Default(said) => {
                    default.replace((said, entry.span)).map(|(_, first)| ("default", first))
                }
                QuestionEntry::Note(_) => None,
            };
            if let Some((what, first)) = first {
                self.repeated(format!("question `{}`", head.name), what, entry.span, first);
            }
        }
        let choices = match choices {
            Some((choices, _)) => self.choices(&head, choices),
            None if broken => None,
            None => {
                let error =
                    RulebookError::MissingEntry { whose: format!("question `{}`", head.name), entry: "choices" };
                let help = "say what may be chosen: `choices stay, go`, `choices near(self, 3)` or `choices of figure`";
                self.report(error, head.span, "between what?", help);
                None
            }
        };
        // What is wrong has been reported; of its choices nothing is known then.
        let choices = choices.unwrap_or(Offers::Named { of: None, words: Vec::new() });
        let is_lost = broken && choices.words().is_empty();
        let default = default.filter(|_| !is_lost).and_then(|(default, _)| self.preset(&choices, default));
        Question { head, gives, choices, default }
    }

    fn gifts(&mut self, known: &mut Vec<Gift>, gifts: &[ast::GiftDecl]) {
        for gift in gifts {
            let first = known.iter().find(|known| *known.head.name == *gift.name.text).map(|known| known.head.span);
            let error = RulebookError::DuplicateName { sort: "the fact".to_string(), name: gift.name.text.clone() };
            if FIELDS.contains(&&*gift.name.text) {
                self.report(error, gift.name.span, "every question has this", "choose another name");
            } else if let Some(first) = first {
                self.report_two(error, (gift.name.span, "again"), (first, "first here"), "take one of them away");
            } else {
                let head = self.head(&gift.name, &gift.notes);
                let found = self.declared_or_broken(&gift.r#type, &gift.name);
                known.push(Gift { head, r#type: found.r#type, unit: found.unit });
            }
        }
    }

    fn choices(&mut self, head: &Head, choices: &ast::OffersDecl) -> Option<Offers> {
        match choices {
            ast::OffersDecl::Named(of, words) => {
                let words = self.choice_words(words);
                let name = ast::Name { text: head.name.to_string(), span: Span::default() };
                let of = of.as_ref().map(|of| self.declared_or_broken(of, &name));
                Some(Offers::Named { of: of.map(|of| (of.r#type, of.unit)), words })
            }
            ast::OffersDecl::List(list) => {
                let (list, r#type) = self.typed(list, BareSubject::Figure)?;
                let Type::List(of) = r#type else {
                    let found = self.book.type_words(&r#type);
                    let error = RulebookError::WrongType { expected: "a list".to_string(), found };
                    let help = "write what there is to choose from: a list, or words with commas between them";
                    self.report(error, list.span, "not several", help);
                    return None;
                };
                Some(Offers::List { list, of: *of })
            }
        }
    }

    fn choice_words(&mut self, words: &[ast::WordDecl]) -> Vec<Head> {
        let mut heads: Vec<Head> = Vec::new();
        for word in words {
            match heads.iter().find(|first| *first.name == *word.name.text).map(|first| first.span) {
                Some(first) => {
                    let error =
                        RulebookError::DuplicateName { sort: "the choice".to_string(), name: word.name.text.clone() };
                    self.report_two(error, (word.name.span, "again"), (first, "first here"), "take one of them away");
                }
                None => heads.push(self.head(&word.name, &word.notes)),
            }
        }
        heads
    }

    /// A word among the choices, or an expression of their type.
    fn preset(&mut self, choices: &Offers, default: &ast::ExprDecl) -> Option<Preset> {
        let said = match &default.node {
            ExprNode::Name(name) => Some(name.text.as_str()),
            ExprNode::Text(text) => Some(text.text.as_str()),
            ExprNode::Truth(_) => Some(self.sources.slice(default.span).trim()),
            _ => None,
        };
        if let Some(found) = said.and_then(|said| choices.words().iter().position(|word| *word.name == *said)) {
            return Some(Preset::Word(found));
        }
        let (of, unit) = match choices {
            Offers::Named { of: None, words } => {
                let names = words.iter().map(|word| &*word.name);
                let help = did_you_mean(said.unwrap_or_default(), names, "name one of its choices");
                let written = self.sources.slice(default.span).trim();
                let error = RulebookError::UnknownName { sort: "choice".into(), name: said.unwrap_or(written).into() };
                self.report(error, default.span, "not among the choices", help);
                return None;
            }
            Offers::Named { of: Some((of, unit)), .. } => (of.clone(), *unit),
            Offers::List { of, .. } => (of.clone(), None),
        };
        self.expect_scaled(default, &of, unit, BareSubject::Figure).map(Preset::Computed)
    }
}
