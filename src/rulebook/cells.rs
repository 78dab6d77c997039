//! Cells of tables as written become values: what a cell means is decided by the type of its column.

use super::amend::unquoted;
use super::error::RulebookError;
use super::hint::range_meant;
use super::resolver::Resolver;
use super::*;
use crate::syntax::ast::{self, CellForm, ExprNode};
use crate::syntax::habit_of_dice;
use crate::text::Span;
use crate::value::{Formula, Number, Value};
use std::sync::Arc;

/// What is written in a cell in words, as it is written here.
fn said_otherwise(text: &str, wanted: &Type) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let is_number = matches!(wanted.bare(), Type::Number(_));
    let is_formula = |text: &str| crate::syntax::parse_formula(text).is_some();
    if *wanted.bare() == Type::Dice && is_formula(&lower) {
        return Some(format!("the `d` of dice is small: write `{lower}`"));
    }
    // `2d`, `3d+1`: dice without their sides.
    if *wanted.bare() == Type::Dice
        && let Some((count, rest)) = lower.split_once('d')
        && count.bytes().all(|byte| byte.is_ascii_digit())
        && !rest.starts_with(|c: char| c.is_alphanumeric())
        && is_formula(&format!("{count}d6{}", rest.trim()))
    {
        return Some(format!("dice have sides: six-sided ones are `{count}d6{}`", rest.trim()));
    }
    // `2d6 slashing`: dice, and what is no dice.
    if let Some((dice, rest)) = text.trim().split_once(char::is_whitespace).filter(|(dice, _)| is_formula(dice))
        && *wanted.bare() == Type::Dice
        && rest.trim_start().starts_with(char::is_alphabetic)
    {
        let rest = rest.trim();
        return Some(format!(
            "only `{dice}` is dice: write `{dice}`; what `{rest}` says stands in a column of its own"
        ));
    }
    // `1,5`: a comma makes a list.
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let comma =
        lower.split_once(',').filter(|(whole, part)| is_digits(whole.trim_start_matches('-')) && is_digits(part));
    if let Some((whole, part)) = comma.filter(|_| is_number) {
        return Some(format!("a decimal number has a point: `{whole}.{part}`"));
    }
    // `2kg`: a number and its unit without a blank between.
    let digits = lower.len() - lower.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let (many, unit) = text.trim().split_at(digits.min(text.trim().len()));
    let is_glued = is_number && digits > 0 && !unit.is_empty() && unit.chars().all(char::is_alphabetic);
    if is_glued && matches!(wanted.bare(), Type::Number(dimension) if *dimension != Dimension::PURE) {
        return Some(format!("a blank stands between a number and its unit: `{many} {unit}`"));
    }
    let number = ["minus ", "plus "].into_iter().find_map(|word| Some((word, lower.strip_prefix(word)?.trim())));
    if let Some((word, digits)) = number.filter(|(_, digits)| is_number && digits.bytes().all(|b| b.is_ascii_digit())) {
        return Some(format!("write `{}{digits}`", if word == "minus " { "-" } else { "" }));
    }
    if is_number && let Some(habit) = crate::syntax::habit_of(crate::syntax::HabitPlace::Name, &lower) {
        return Some(habit.help()).filter(|help| help.len() < 40);
    }
    let is_rest = matches!(&*lower, "else" | "other" | "others" | "otherwise" | "rest" | "any" | "*" | "all");
    (is_number && is_rest).then(|| "what is left is a range without an end: `13..`, or `..5` below".to_string())
}

/// Whether a text is what pages have for none.
pub(super) fn says_none(text: &str) -> bool {
    const SAID: &[&str] = &[
        "x", "×", "✗", "✘", "n/a", "na", "n.a.", "nil", "null", "none", "nothing", "never", "no", "nan", "--", "---",
        "-/-", "/", "\\", ".", "*", "∅", "ø",
    ];
    SAID.contains(&&*text.trim().trim_matches('"').to_lowercase())
}

impl Resolver<'_> {
    /// A cell as an expression of a type; none if it is empty or broken (then it is reported).
    pub(super) fn cell(&mut self, cell: &ast::CellDecl, wanted: &Type, unit: Option<u16>) -> Option<Expr> {
        let constant = |value| Some(Expr::constant(value, cell.span));
        match &cell.form {
            CellForm::Empty => None,
            _ if *wanted.bare() == Type::Nothing => None,
            CellForm::Unset => constant(Value::Unset),
            CellForm::Dash => match wanted {
                Type::Optional(_) => constant(Value::None),
                Type::List(_) => constant(Value::list([])),
                _ => {
                    let name = self.book.type_words(wanted);
                    let help = "`-` is none: declare the type `or none`, or leave the cell empty for the default";
                    self.unreadable(cell, &name, "none is not allowed here", help);
                    None
                }
            },
            _ => match wanted.bare() {
                Type::List(inner) => {
                    let members: Vec<&ast::CellDecl> = match &cell.form {
                        CellForm::List(members) => members.iter().collect(),
                        _ => vec![cell],
                    };
                    let values: Vec<Option<Value>> =
                        members.into_iter().map(|member| self.cell_value(member, inner, unit)).collect();
                    constant(Value::list(values.into_iter().collect::<Option<Vec<_>>>()?))
                }
                _ => self.single(cell, wanted, unit),
            },
        }
    }

    fn single(&mut self, cell: &ast::CellDecl, wanted: &Type, unit: Option<u16>) -> Option<Expr> {
        let text = unquoted(&cell.text);
        let constant = |value| Some(Expr::constant(value, cell.span));
        match wanted.bare() {
            Type::Text => constant(Value::text(text)),
            Type::Truth if matches!(text, "yes" | "no" | "true" | "false") => {
                constant(Value::Truth(matches!(text, "yes" | "true")))
            }
            Type::Symbol(set) => match self.book.symbol_in(*set, text) {
                Some(symbol) => {
                    self.book.usage.note_part(Named::Word(symbol), cell.span);
                    constant(Value::Symbol(symbol))
                }
                None => self.computed(cell, wanted, unit),
            },
            Type::Thing(kind) => match self.book.item_of_kind(*kind, text) {
                Some(item) => {
                    self.book.usage.note(Sort::Item, item.0, cell.span);
                    constant(Value::Item(item))
                }
                None => self.computed(cell, wanted, unit),
            },
            _ => self.computed(cell, wanted, unit),
        }
    }

    /// A cell that must be an expression; words that are none are reported by what the column wants.
    fn computed(&mut self, cell: &ast::CellDecl, wanted: &Type, unit: Option<u16>) -> Option<Expr> {
        let plain = cell.text.trim().to_lowercase();
        let is_none = matches!(wanted, Type::Optional(_)) && says_none(&plain);
        if (is_none || matches!(plain.as_str(), "n/a" | "na" | "nil" | "null" | "tbd" | "--" | "none" | "nan"))
            && self.book.names.named(cell.text.trim()).is_empty()
        {
            let name = self.book.type_words(wanted);
            let help = match wanted {
                Type::Optional(_) => "write `-` for none",
                _ => "write `?` if the source does not say, or nothing for the default",
            };
            self.unreadable(cell, &name, "not understood", help);
            return None;
        }
        if let CellForm::Expr(expr) = &cell.form {
            return self.expect_scaled(expr, wanted, unit, BareSubject::Nobody);
        }
        match wanted.bare() {
            Type::Symbol(_) | Type::Thing(_) => {
                let name = ast::ExprDecl {
                    node: ExprNode::Name(ast::Name { text: unquoted(&cell.text).to_string(), span: cell.span }),
                    span: cell.span,
                };
                self.expect(&name, wanted, BareSubject::Nobody)
            }
            _ => {
                let name = self.book.type_words(wanted);
                let dice = habit_of_dice(&cell.text).filter(|_| *wanted.bare() == Type::Dice);
                if let Some(dice) = dice {
                    self.unreadable(cell, &name, "not understood", &format!("write `{dice}`"));
                    return None;
                }
                let help = match said_otherwise(&cell.text, wanted) {
                    Some(right) => right,
                    None => format!("write {name}, `?` if the source does not say, or nothing for the default"),
                };
                self.unreadable(cell, &name, "not understood", &help);
                None
            }
        }
    }

    /// A cell whose value must be known at load.
    pub(super) fn cell_value(&mut self, cell: &ast::CellDecl, wanted: &Type, unit: Option<u16>) -> Option<Value> {
        if let CellForm::Expr(expr) = &cell.form
            && self.asks_figure(expr, wanted, "a cell")
        {
            return None;
        }
        let expr = self.cell(cell, wanted, unit)?;
        self.constant(&expr, "a cell")
    }

    pub(super) fn unreadable(&mut self, cell: &ast::CellDecl, expected: &str, label: &str, help: &str) {
        let error = RulebookError::UnreadableCell { text: cell.text.clone(), expected: expected.to_string() };
        // A minus out of a printed book looks like one and is none.
        if let Some(sign) =
            cell.text.trim().chars().next().filter(|letter| matches!(letter, '−' | '–' | '—' | '‒' | '‐' | '‑'))
        {
            let code = u32::from(sign);
            let help = format!("its sign is U+{code:04X} and no minus: write `{}`", cell.text.replace(sign, "-"));
            return self.report(error, cell.span, "another sign than the minus of the keyboard", help);
        }
        self.report(error, cell.span, label, help);
    }

    /// A cell as a key: a number, a range, a word, a thing, or several with commas.
    pub(super) fn key(&mut self, cell: &ast::CellDecl, key: &TableKey) -> Option<KeyMatch> {
        let is_number = matches!(key.r#type.bare(), Type::Number(_));
        match &cell.form {
            CellForm::List(members) => {
                let each: Vec<Option<KeyMatch>> = members.iter().map(|member| self.key(member, key)).collect();
                Some(KeyMatch::OneOf(each.into_iter().collect::<Option<Vec<_>>>()?))
            }
            CellForm::Range(range) if is_number => {
                let (low, high) = self.ends(range, &key.r#type, key.unit)?;
                self.range(low, high, cell.span)
            }
            CellForm::Empty => {
                let error = RulebookError::MissingEntry { whose: "this row or column".to_string(), entry: "key" };
                self.report(error, cell.span, "an empty key", "every row and column says which keys it holds for");
                None
            }
            _ if is_number && let Some(range) = range_meant(&cell.text) => {
                let help = format!("a range is written `{range}`");
                self.unreadable(cell, "a number or a range", "not understood", &help);
                None
            }
            _ => match self.cell_value(cell, &key.r#type, key.unit)? {
                Value::Number(number) => Some(KeyMatch::Range(Some(number), Some(number))),
                Value::Symbol(symbol) => Some(KeyMatch::Symbol(symbol)),
                value => Some(KeyMatch::Value(value)),
            },
        }
    }

    fn range(&mut self, low: Option<Number>, high: Option<Number>, span: Span) -> Option<KeyMatch> {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            let text = self.sources.slice(span).trim().to_string();
            let error = RulebookError::UnreadableCell { text, expected: "a range".to_string() };
            self.report(error, span, "it ends before it begins", "write the lower end first");
            return None;
        }
        Some(KeyMatch::Range(low, high))
    }

    /// The ends of a range of constants.
    pub(super) fn ends(
        &mut self,
        range: &ast::Range,
        wanted: &Type,
        unit: Option<u16>,
    ) -> Option<(Option<Number>, Option<Number>)> {
        let mut ends = [None, None];
        for (slot, end) in ends.iter_mut().zip([&range.low, &range.high]) {
            let Some(end) = end else { continue };
            let value = self.value(end, wanted.bare(), unit, "the end of a range")?;
            *slot = Some(value.as_number()?);
        }
        let [low, high] = ends;
        Some((low, high))
    }

    /// Dice where a whole number stands.
    pub(super) fn as_dice(value: Value) -> Value {
        match value.as_number().and_then(Number::as_int) {
            Some(plus) => Value::Dice(Arc::new(Formula::constant(plus))),
            None => value,
        }
    }
}
