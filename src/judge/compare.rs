//! Comparisons: with words that do not exist, with what can never be equal, with what has no order.

use super::expression::text_of;
use super::script_type::ScriptType;
use super::{Judge, range};
use crate::diag::did_you_mean;
use full_moon::ast::Expression;

impl<'a> Judge<'a> {
    /// Two sides of `==` or `~=`.
    pub(super) fn compared(&mut self, one: (&Expression, &ScriptType), two: (&Expression, &ScriptType)) {
        for ((text, _), (_, sort)) in [(one, two), (two, one)] {
            if let Some(word) = text_of(text) {
                self.word_of(sort, &word, range(text));
            }
        }
    }

    /// A text where something of a sort stands: whether it can be that.
    pub(super) fn word_of(&mut self, sort: &ScriptType, word: &str, at: (usize, usize)) {
        match sort {
            ScriptType::Word(set) => {
                let set = &self.book.sets[set.index()];
                let words: Vec<&str> = set.words.iter().map(|head| &*head.name).collect();
                if !words.contains(&word) {
                    let help =
                        did_you_mean(word, words.iter().copied(), &format!("its words are {}", words.join(", ")));
                    let sort = format!("word of `{}`", set.head.name);
                    self.unknown_name(at, &sort, word, help);
                }
            }
            ScriptType::Named(named) => self.named(&[*named], (word.to_string(), at)),
            ScriptType::Number
            | ScriptType::Truth
            | ScriptType::Dice
            | ScriptType::Figure
            | ScriptType::Side
            | ScriptType::Thing(_)
            | ScriptType::Cell
            | ScriptType::List(_) => {
                let message = format!("{} is never equal to a text", sort.words(self.book));
                let help = match sort {
                    ScriptType::Figure | ScriptType::Side | ScriptType::Thing(_) => "compare its name: `.name`",
                    ScriptType::Number => "write the number without quotes",
                    ScriptType::Truth => "write `true` or `false` without quotes",
                    _ => "compare something of it",
                };
                self.misused(at, message, "this is a text", help);
            }
            _ => {}
        }
    }

    /// Two sides of `<` and its kin.
    pub(super) fn ordered(&mut self, one: (&Expression, &ScriptType), two: (&Expression, &ScriptType)) {
        for (expr, sort) in [one, two] {
            let help = match sort {
                ScriptType::Nil => "compare with a number; whether there is something is asked by `== nil`",
                ScriptType::Figure | ScriptType::Side | ScriptType::Thing(_) | ScriptType::Cell => {
                    "compare a number of it: `.NAME`"
                }
                ScriptType::Word(_) => "words are compared with `==`",
                ScriptType::Truth => "a truth needs no comparison",
                ScriptType::List(_) => "how many it holds is `#list`",
                _ => continue,
            };
            let message = format!("{} has no order", sort.words(self.book));
            self.misused(range(expr), message, "neither more nor less than anything", help);
        }
    }
}
