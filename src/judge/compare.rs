//! Comparisons: with words that do not exist, with what can never be equal, with what has no order.

use super::expression::text_of;
use super::role::Role;
use super::script_type::ScriptType;
use super::{Judge, range};
use crate::diag::did_you_mean;
use full_moon::ast::{Call, Expression, Suffix};

impl<'a> Judge<'a> {
    /// Two sides of `==` or `~=`.
    pub(super) fn compared(&mut self, one: (&Expression, &ScriptType), two: (&Expression, &ScriptType)) {
        let found = self.found.len();
        for ((nil, nil_sort), other) in [(one, two), (two, one)] {
            if *nil_sort == ScriptType::Nil && is_nil(nil) {
                self.never_nil(other, nil);
            }
        }
        for ((text, _), (other, sort)) in [(one, two), (two, one)] {
            if let Some(word) = text_of(text) {
                self.word_of(sort, &word, range(text));
            } else if is_truth(text) && self.found.len() == found {
                self.never_a_truth((other, sort), range(text));
            }
        }
        for ((text, text_sort), (other, sort)) in [(one, two), (two, one)] {
            if *text_sort == ScriptType::Text && text_of(text).is_none() && self.found.len() == found {
                self.never_a_text((other, sort), text);
            }
        }
    }

    /// `figure.side ~= me.side.name`: a name where somebody or something is compared.
    fn never_a_text(&mut self, (other, sort): (&Expression, &ScriptType), text: &Expression) {
        if !matches!(sort, ScriptType::Figure | ScriptType::Side | ScriptType::Thing(_) | ScriptType::Cell) {
            return;
        }
        let (said, name) = (self.slice(range(other)).trim(), self.slice(range(text)).trim());
        // The name of a side is that of one, the name of a figure that of another.
        let alike = name.strip_suffix(".name").filter(|whose| match sort {
            ScriptType::Side => whose.ends_with(".side"),
            ScriptType::Figure => !whose.ends_with(".side"),
            _ => false,
        });
        let help = match (sort, alike) {
            (ScriptType::Cell, _) => "compare with a cell".to_string(),
            (_, Some(whose)) => format!("compare like with like: `{}`", self.put_beside((other, said), (text, whose))),
            _ => {
                let named = format!("{said}.name");
                format!("compare its name: `{}`", self.put_beside((other, &named), (text, name)))
            }
        };
        let message = format!("{} is never equal to a text", sort.words(self.book));
        self.misused(range(text), message, "this is a text", help);
    }

    /// Two sides of a comparison, written otherwise, with the sign between them.
    fn put_beside(&self, one: (&Expression, &str), two: (&Expression, &str)) -> String {
        let (first, last) = if range(one.0).0 <= range(two.0).0 { (one, two) } else { (two, one) };
        let sign = self.slice((range(first.0).1, range(last.0).0)).trim();
        format!("{} {sign} {}", first.1, last.1)
    }

    /// `true` or `false` where something else is compared.
    fn never_a_truth(&mut self, (other, sort): (&Expression, &ScriptType), at: (usize, usize)) {
        let said = self.slice(range(other)).trim().to_string();
        let help = match sort {
            ScriptType::Result(_) => format!("ask what came of it: `{said}.success`"),
            ScriptType::Number => format!("compare with a number: `{said} > 0`"),
            ScriptType::List(_) => format!("ask how many it holds: `#{said} > 0`"),
            ScriptType::Figure | ScriptType::Side | ScriptType::Thing(_) | ScriptType::Cell => {
                format!("whether there is one is asked by `{said} ~= nil`")
            }
            ScriptType::Word(set) => {
                let words = &self.book.sets[set.index()].words;
                format!("compare with a word: `{said} == \"{}\"`", words.first().map_or("…", |word| &word.name))
            }
            _ => return,
        };
        let message = format!("{} is never equal to a truth", sort.words(self.book));
        self.misused(at, message, "this is a truth", help);
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
            | ScriptType::Order(_)
            | ScriptType::Question
            | ScriptType::Play
            | ScriptType::Result(Some(_))
            | ScriptType::List(_) => {
                let message = format!("{} is never equal to a text", sort.words(self.book));
                let help = match sort {
                    ScriptType::Figure | ScriptType::Side | ScriptType::Thing(_) | ScriptType::Question => {
                        "compare its name: `.name`"
                    }
                    ScriptType::Order(_) => "compare the name of its action: `.action`",
                    ScriptType::Result(_) => "ask what came of it: `.success`",
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
        for ((text, _), (other, sort)) in [(one, two), (two, one)] {
            if *sort == ScriptType::Number
                && let Some(said) = text_of(text)
            {
                let help = match said.trim_end_matches('%').trim().parse::<f64>() {
                    Ok(number) if said.contains('%') => {
                        format!("a chance is a number from 0 to 1: `{}`", number / 100.0)
                    }
                    Ok(_) => format!("write it without quotes: `{said}`"),
                    Err(_) => {
                        let number: String =
                            said.trim().chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                        match number.is_empty() {
                            true => "compare with a number".to_string(),
                            false => format!("write the number alone: `{number}`"),
                        }
                    }
                };
                self.misused(range(text), "a number is neither more nor less than a text", "this is a text", help);
            } else if self.is_chance(other)
                && let Ok(percent) = self.slice(range(text)).parse::<f64>()
                && percent > 1.0
            {
                let help = format!("a chance is a number from 0 to 1: `{}`", percent / 100.0);
                self.misused(range(text), "no chance is more than 1", "more than certain", help);
            }
        }
        for (expr, sort) in [one, two] {
            self.stated_alone(expr);
            let help = match sort {
                ScriptType::Dice => match self.role {
                    Role::Controller => {
                        "who decides rolls nothing: compare a number, or `me:odds` of what is to be done"
                    }
                    _ => "dice are rolled before they are compared: `play:total(…)`",
                },
                ScriptType::Nil => "compare with a number; whether there is something is asked by `== nil`",
                ScriptType::Figure | ScriptType::Side | ScriptType::Thing(_) | ScriptType::Cell => {
                    "compare a number of it: `.NAME`"
                }
                ScriptType::Word(_) => "words are compared with `==`",
                ScriptType::Truth => "a truth needs no comparison",
                ScriptType::List(_) => "how many it holds is `#list`",
                ScriptType::Result(_) => {
                    "compare a number of it: `.margin`, `.total`; whether it was made is `.success`"
                }
                _ => continue,
            };
            let message = match sort {
                ScriptType::Dice => "dice have no order".to_string(),
                sort => format!("{} has no order", sort.words(self.book)),
            };
            self.misused(range(expr), message, "neither more nor less than anything", help);
        }
    }

    /// `order.range > 3` of a fact that an order need not state: nil has no order.
    fn stated_alone(&mut self, expr: &Expression) {
        let at = range(expr);
        let text = self.slice(at).trim().to_string();
        let Some((order, name)) = text.split_once('.') else { return };
        let (Some(ScriptType::Order(Some(action))), Some(fact)) = (self.local(order), self.book.fact(name)) else {
            return;
        };
        let action = &self.book.actions[action.index()];
        if action.gives(fact) || action.with.iter().any(|(stated, _)| *stated == fact) || self.is_asked_for(&text) {
            return;
        }
        let message =
            format!("`{}` does not take `{name}`, so `{text}` is nil unless somebody states it", action.head.name);
        let help = format!("ask what it is, stated or not: `{order}:fact(\"{name}\")`");
        self.misused(at, message, "nil has no order", help);
    }

    /// Whether the script asks anywhere whether there is such a thing.
    fn is_asked_for(&self, text: &str) -> bool {
        let script = &self.script.text;
        script.match_indices(text).any(|(at, _)| {
            let (before, behind) = (script[..at].trim_end(), script[at + text.len()..].trim_start());
            let asks = ["and", "or", "then", "~=", "=="].iter().any(|word| behind.starts_with(word));
            asks || before.ends_with("not")
        })
    }

    /// Whether an expression asks for a chance.
    fn is_chance(&self, expr: &Expression) -> bool {
        let Expression::FunctionCall(call) = expr else { return false };
        let last = call.suffixes().last();
        matches!(last, Some(Suffix::Call(Call::MethodCall(method))) if method.name().token().to_string() == "odds")
    }
}

fn is_nil(expr: &Expression) -> bool {
    matches!(expr, Expression::Symbol(symbol) if symbol.token().to_string() == "nil")
}

/// Whether an expression is `true` or `false`.
fn is_truth(expr: &Expression) -> bool {
    matches!(expr, Expression::Symbol(symbol) if matches!(symbol.token().to_string().as_str(), "true" | "false"))
}
