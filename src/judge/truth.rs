//! Conditions of scripts: what is tested for truth although it is always there, so that the test says nothing.

use super::script_type::ScriptType;
use super::{Judge, range, rows_of};
use crate::rulebook::Type;
use crate::script::Shape;
use full_moon::ast::{BinOp, Call, Expression, Index, Suffix, UnOp, Var};

impl Judge<'_> {
    /// Judges a condition and says what it is.
    pub(super) fn condition(&mut self, expr: &Expression) -> ScriptType {
        match expr {
            Expression::Parentheses { expression, .. } => self.condition(expression),
            Expression::UnaryOperator { unop: UnOp::Not(_), expression } => {
                self.condition(expression);
                ScriptType::Truth
            }
            Expression::BinaryOperator { lhs, binop: BinOp::And(_) | BinOp::Or(_), rhs } => {
                self.condition(lhs);
                self.condition(rhs);
                ScriptType::Unknown
            }
            _ => self.tested(expr),
        }
    }

    /// What is tested for itself: what is there in any case is true whatever it is.
    fn tested(&mut self, expr: &Expression) -> ScriptType {
        let sort = self.expr(expr);
        let at = range(expr);
        let is_result = matches!((expr, &sort), (Expression::Var(Var::Name(_)), ScriptType::Result(Some(_))));
        if is_result || self.is_always_there(expr) {
            let text = self.slice(at).trim().to_string();
            if let Some((message, label, help)) = self.always_true(&sort, &text) {
                self.misused(at, message, label, help);
            }
        }
        sort
    }

    /// `foes == nil`: what is always there is compared with nothing.
    pub(super) fn never_nil(&mut self, (expr, sort): (&Expression, &ScriptType), nil: &Expression) {
        if !self.is_always_there(expr) {
            return;
        }
        let text = self.slice(range(expr)).trim().to_string();
        let (message, help) = match sort {
            ScriptType::List(_) => {
                ("a list is never nil, an empty one neither", format!("ask how many it holds: `#{text} == 0`"))
            }
            ScriptType::Result(_) => ("there is always a result", format!("ask what came of it: `{text}.success`")),
            ScriptType::Number => ("a number is never nil", format!("compare it with a number: `{text} == 0`")),
            _ => return,
        };
        self.misused(range(nil), message, "nothing is nil here", help);
    }

    fn always_true(&self, sort: &ScriptType, text: &str) -> Option<(String, &'static str, String)> {
        let what = sort.words(self.book);
        Some(match sort {
            ScriptType::Result(_) => (
                "there is always a result".to_string(),
                "true whatever came of it",
                format!("ask what came of it: `{text}.success`"),
            ),
            ScriptType::Number => {
                let more = if text.contains(":odds(") { "0.5" } else { "0" };
                let help = format!("compare it with a number: `{text} > {more}`");
                (format!("{what} counts as true, 0 too"), "always true", help)
            }
            ScriptType::List(_) => {
                let help = format!("ask how many it holds: `#{text} > 0`");
                ("a list is always there, an empty one too".to_string(), "always true", help)
            }
            ScriptType::Word(set) => {
                let words = &self.book.sets[set.index()].words;
                let first = words.first().map_or("…", |word| &word.name);
                let known: Vec<&str> = words.iter().map(|word| &*word.name).collect();
                let help =
                    format!("compare it with a word: `{text} == \"{first}\"`; its words are {}", known.join(", "));
                (format!("{what} is always there"), "always true", help)
            }
            ScriptType::Order(_) => {
                let help = match text.contains(":order(") {
                    true => format!("ask whether it is allowed: `{}`", text.replacen(":order(", ":legal(", 1)),
                    false => format!("ask whether it is allowed: `{text}:legal()`"),
                };
                ("an order is made whether the rules allow it or not".to_string(), "always true", help)
            }
            ScriptType::Text => {
                (format!("{what} is always there"), "always true", format!("compare it: `{text} == \"…\"`"))
            }
            ScriptType::Cell | ScriptType::Side | ScriptType::Figure | ScriptType::Thing(_) | ScriptType::Dice => {
                let help = "take the condition away, or ask something of it".to_string();
                (format!("{what} is always there"), "always true", help)
            }
            _ => return None,
        })
    }

    /// Whether something is certainly not nil: the answer of a function that always gives one, what everybody has, or a
    /// local name for either.
    pub(super) fn is_always_there(&self, expr: &Expression) -> bool {
        match expr {
            Expression::Parentheses { expression, .. } => self.is_always_there(expression),
            // How many there are is a number, if 0.
            Expression::UnaryOperator { unop: UnOp::Hash(_), .. } => true,
            Expression::Var(Var::Name(name)) => self.certain.contains(&name.token().to_string()),
            Expression::FunctionCall(_) | Expression::Var(Var::Expression(_)) => self.surely == Some(range(expr)),
            _ => false,
        }
    }

    /// Whether the last link of a chain always gives something.
    pub(super) fn gives_always(&self, owner: &ScriptType, last: Option<&&Suffix>) -> bool {
        let always = |text: &str| !text.ends_with('?') && !matches!(text, "any" | "()" | "boolean" | "Value");
        let api = owner.owner();
        match last {
            Some(Suffix::Call(Call::MethodCall(method))) => {
                let name = method.name().token().to_string();
                let row = api.and_then(|api| rows_of(api).find(|row| row.name == name && row.shape != Shape::Field));
                row.is_some_and(|row| always(row.returns))
            }
            Some(Suffix::Index(Index::Dot { name, .. })) => {
                let name = name.token().to_string();
                match api.and_then(|api| rows_of(api).find(|row| row.name == name)) {
                    Some(row) => row.shape == Shape::Field && always(row.returns),
                    None => {
                        let is_declared =
                            matches!(owner, ScriptType::Figure | ScriptType::Side | ScriptType::Thing(Some(_)));
                        let is_kept = self.book.tracks.iter().any(|one| one.by.is_some() && *one.head.name == *name);
                        let r#type = self.type_of_property(owner, &name).filter(|_| is_declared && !is_kept);
                        r#type.is_some_and(|of| !matches!(of, Type::Optional(_) | Type::Nothing | Type::Truth))
                    }
                }
            }
            _ => false,
        }
    }
}
