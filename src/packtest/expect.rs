//! The steps of a test that compare.

use super::Failure;
use super::board::{AskedCheck, TestBoard};
use super::legal::OrderRefusal;
use super::step::dice_for;
use crate::diag::did_you_mean;
use crate::dice::Odds;
use crate::eval::show;
use crate::rulebook::{Sort, as_written};
use crate::syntax::EXPECTATIONS;
use crate::syntax::ast::{BinaryDecl, Expect, ExprDecl, ExprNode, Name, TextDecl};
use crate::text::Span;
use crate::value::{Formula, Number, Value};

impl TestBoard {
    /// Compares what a step expects with what there is.
    pub(super) fn expect(&mut self, span: Span, expect: &Expect) -> Result<(), Failure> {
        match expect {
            Expect::Events(happenings) => self.expect_events(span, happenings),
            Expect::Count(count, happening) => self.expect_count(span, *count, happening),
            Expect::Legal(text, phase) => match self.refused_there(span, text.as_ref(), phase.as_ref())? {
                None => Ok(()),
                Some(OrderRefusal { reason, by }) => {
                    Err(Failure::new(span, &format!("a legal order{by}"), &format!("refused: {reason}")))
                }
            },
            Expect::Refused(text, reason, phase) => {
                let got = self.refused_there(span, text.as_ref(), phase.as_ref())?;
                refusal_as(span, got.map(|refused| refused.reason), reason.as_ref())
            }
            Expect::Spends(amount, track) => self.expect_spends(span, amount, track),
            Expect::Truth(expr) => self.expect_truth(expr),
            asked => self.expect_of_question(span, asked),
        }
    }

    /// Why a sentence, or what was asked last, is refused.
    fn refused_there(
        &mut self,
        span: Span,
        text: Option<&TextDecl>,
        phase: Option<&Name>,
    ) -> Result<Option<OrderRefusal>, Failure> {
        match text {
            Some(text) => self.refused(span, &text.text, phase),
            None => self.refused_as_asked(span),
        }
    }

    fn expect_truth(&self, expr: &ExprDecl) -> Result<(), Failure> {
        let wanted = self.kit.book.sources.slice(expr.span).trim().to_string();
        match self.value(expr)?.0 {
            Value::Truth(true) => Ok(()),
            Value::Truth(false) => {
                let got = self.not_followed(expr).unwrap_or_else(|| self.left_side(expr));
                let got = match self.only_reckoned(expr) {
                    Some(why) => format!("{got}: {why}"),
                    None => got,
                };
                Err(Failure::new(expr.span, &wanted, &got))
            }
            Value::Number(_) => {
                let got = format!(
                    "a number: say of what it is, as in `expect need {wanted}` or `expect NAME.PROPERTY = {wanted}`"
                );
                Err(Failure::new(expr.span, "a truth", &got))
            }
            other => Err(Failure::new(expr.span, "a truth", other.sort())),
        }
    }

    /// What the left side of a comparison is.
    fn left_side(&self, expr: &ExprDecl) -> String {
        let compared = |op: &BinaryDecl| !matches!(op, BinaryDecl::And | BinaryDecl::Or);
        match &expr.node {
            ExprNode::Binary(op, left, right) if compared(op) => match self.value(left) {
                Ok((value, _)) => self.shown_like(&value, right),
                Err(failure) => failure.got,
            },
            _ => "it is not so".to_string(),
        }
    }

    /// A value in the unit of what it was compared with.
    fn shown_like(&self, value: &Value, other: &ExprDecl) -> String {
        let book = &self.kit.book;
        let unit = match &other.node {
            ExprNode::Quantity(_, unit) => book.units.iter().position(|one| *one.head.name == *unit.text),
            ExprNode::Unary(_, inner) => return self.shown_like(value, inner),
            _ => None,
        };
        show(value, unit.map(|unit| unit as u16), book, &self.view_of_spoken())
    }

    pub(super) fn shown(&self, value: &Value) -> String {
        show(value, None, &self.kit.book, &self.view_of_spoken())
    }

    fn expect_of_question(&self, span: Span, expect: &Expect) -> Result<(), Failure> {
        if let Expect::Field(name, value) = expect {
            self.expect_of_nobody(name, value)?;
        }
        let question = self.asked_check(span)?;
        let compared = match expect {
            Expect::Need(expr) => self.expect_need(question, expr)?,
            Expect::Odds(expr) => self.expect_odds(question, expr)?,
            Expect::Dice(formula) => dice(question, formula),
            Expect::Impossible(reason) => impossible(question, reason.as_ref().map(|text| &*text.text)),
            Expect::Modifier(label, expr) => self.expect_modifier(question, &label.text, expr)?,
            Expect::NoModifier(label) => {
                self.expect_written(question, label)?;
                modifier(question, &label.text)
                    .map(|amount| (format!("no modifier \"{}\"", label.text), amount.to_string()))
            }
            Expect::Outcome(word) => outcome(question, word),
            Expect::Margin(expr) => self.expect_result(question, "margin", expr)?,
            Expect::Field(name, expr) => {
                self.expect_known(question, name)?;
                self.expect_result(question, &name.text, expr)?
            }
            _ => None,
        };
        match compared {
            None => Ok(()),
            Some((expected, got)) => {
                // A label that nothing has is the mistake by itself.
                let span = match expect {
                    Expect::Modifier(label, _) if is_no_label(question, &label.text) => label.span,
                    _ => span,
                };
                let reckoning = Some(question.reckoning.text());
                Err(Failure { reckoning, ..Failure::new(span, &expected, &got) })
            }
        }
    }

    /// What reads as a field of the result and is somebody's name, or a word that nothing is expected by.
    fn expect_of_nobody(&self, name: &Name, value: &ExprDecl) -> Result<(), Failure> {
        let text = name.text.as_str();
        let is_figure = self.kit.book.sheets.iter().any(|sheet| *sheet.head.name == *text)
            || self.play.state().figures.iter().any(|figure| *figure.name == *text);
        let value = self.kit.book.sources.slice(value.span).trim();
        if is_figure {
            let help = format!("a figure: what it is stands behind `is`, `expect {text} is {value}`");
            return Err(Failure::new(name.span, "something to compare", &help));
        }
        let is_field = self.kit.book.checks.iter().flat_map(|check| &check.fields).any(|field| *field.name == *text);
        if is_field || text == "total" || self.asked.is_some() {
            return Ok(());
        }
        let otherwise = "no field of any result; events are expected by `expect event NAME`, the rest is compared";
        let figures = self.of_figures(text).map(|said| format!("no field of any result ({said})"));
        let help = did_you_mean(text, EXPECTATIONS, figures.as_deref().unwrap_or(otherwise));
        Err(Failure::new(name.span, &format!("a field named `{text}` of the result"), &help))
    }

    /// Whether a field is one of the result of what was asked.
    pub(super) fn known_field(&self, span: Span, name: &Name, value: &ExprDecl) -> Result<(), Failure> {
        self.expect_of_nobody(name, value)?;
        self.asked_check(span).map_or(Ok(()), |question| self.expect_known(question, name))
    }

    /// A word that is no field of the result is misspelt: perhaps one that begins another expectation.
    fn expect_known(&self, question: &AskedCheck, name: &Name) -> Result<(), Failure> {
        let check = self.kit.book.checks.iter().find(|check| check.head.name == question.reckoning.check);
        let fields = check.iter().flat_map(|check| &check.fields).map(|field| &*field.name);
        let known: Vec<&str> = fields.chain(["total"]).collect();
        if known.contains(&name.text.as_str()) {
            return Ok(());
        }
        let otherwise = match self.of_figures(&name.text) {
            Some(said) => format!("no field of this result ({said})"),
            None => format!("the fields of this check are {}", known.join(", ")),
        };
        let help = did_you_mean(&name.text, known.iter().copied().chain(EXPECTATIONS), &otherwise);
        Err(Failure::new(name.span, &format!("a field named `{}` of the result", name.text), &help))
    }

    /// How something is compared that figures have.
    fn of_figures(&self, name: &str) -> Option<String> {
        let names = &self.kit.book.names;
        let sorts = [Sort::Track, Sort::Attribute, Sort::Value, Sort::State];
        sorts.into_iter().find(|sort| names.find(*sort, name).is_some())?;
        let state = self.play.state();
        let figure = state.figures.first().map_or("NAME", |figure| &*figure.name);
        Some(format!("figures have it: `expect {}.{name} = …`", as_written(figure)))
    }

    /// The labels of what counts for the check that was asked last.
    pub(super) fn labels_of_asked(&self) -> Vec<String> {
        let check = self.asked.as_ref().and_then(|question| question.check.as_ref());
        let lines = check.into_iter().flat_map(|asked| &asked.reckoning.modifiers);
        lines.map(|line| line.label.clone()).filter(|label| !label.is_empty()).collect()
    }

    /// That a modifier does not count is expected of one that is written somewhere, if only under another option.
    fn expect_written(&self, question: &AskedCheck, label: &TextDecl) -> Result<(), Failure> {
        let reckoning = &question.reckoning;
        let own = reckoning.modifiers.iter().map(|line| line.label.as_str());
        let known: Vec<&str> = own.chain(reckoning.left_out.iter().map(|left| left.label.as_str())).collect();
        let quoted = format!("\"{}\"", label.text);
        let is_declared =
            |text: &str| text.match_indices(&quoted).any(|(at, _)| !text[..at].trim_end().ends_with("modifier"));
        let sources = &self.kit.book.sources;
        if known.contains(&label.text.as_str()) || sources.iter().any(|(_, source)| is_declared(&source.text)) {
            return Ok(());
        }
        let help = did_you_mean(&label.text, known, "nothing in the rules is labelled so, so it cannot count");
        Err(Failure::new(label.span, &format!("a modifier \"{}\"", label.text), &help))
    }

    fn expect_need(&self, question: &AskedCheck, expr: &ExprDecl) -> Result<Compared, Failure> {
        let wanted = self.number(expr)?;
        let need = question.reckoning.need.map(Number::int);
        Ok(differ(
            need == Some(wanted),
            format!("need {wanted}"),
            need.map_or("no need".into(), |need| format!("need {need}")),
        ))
    }

    fn expect_odds(&self, question: &AskedCheck, expr: &ExprDecl) -> Result<Compared, Failure> {
        let said = self.number(expr)?;
        let got = question.reckoning.odds.as_ref();
        let (Ok(ways), Ok(of)) = (u64::try_from(said.numerator()), u64::try_from(said.denominator())) else {
            return Err(Failure::new(expr.span, "a fraction between 0 and 1", &said.to_string()));
        };
        if ways > of {
            let exact = got.map_or(String::new(), |got| format!(", here `expect odds {got}`"));
            return Err(Failure::new(expr.span, &format!("a fraction between 0 and 1{exact}"), &said.to_string()));
        }
        let wanted = Odds::of(ways, of);
        // Who says a percentage, or a decimal number, has read it off something that rounds.
        let is_rounded = got.is_some_and(|got| *got != wanted && is_about(got, &said));
        let exact =
            got.filter(|_| is_rounded).map_or(String::new(), |got| format!(": odds are exact, `expect odds {got}`"));
        Ok(differ(
            got == Some(&wanted),
            format!("odds {wanted}{exact}"),
            got.map_or("no odds".into(), |odds| format!("odds {odds}, {}", odds.percent())),
        ))
    }

    fn expect_modifier(&self, question: &AskedCheck, label: &str, expr: &ExprDecl) -> Result<Compared, Failure> {
        let wanted = self.number(expr)?;
        let got = modifier(question, label);
        let said = got.map_or_else(|| no_modifier(question, label), |amount| amount.to_string());
        Ok(differ(got == Some(wanted), format!("modifier \"{label}\" = {wanted}"), said))
    }

    fn expect_result(&self, question: &AskedCheck, field: &str, expr: &ExprDecl) -> Result<Compared, Failure> {
        let Some(result) = &question.result else {
            return Ok(Some((format!("{field} of a roll"), not_rolled(question))));
        };
        let own = match field {
            "margin" => Some(result.margin),
            "total" => Some(result.total),
            _ => None,
        };
        if let Some(own) = own {
            let wanted = self.number(expr)?;
            return Ok(differ(Number::int(own) == wanted, format!("{field} {wanted}"), format!("{field} {own}")));
        }
        let got = result.fields.iter().find(|line| *line.name == *field).map_or("none", |line| &line.words);
        let wanted = match &expr.node {
            ExprNode::Name(name) => name.text.clone(),
            ExprNode::Text(text) => text.text.clone(),
            ExprNode::None => "none".to_string(),
            _ => self.shown(&self.value(expr)?.0),
        };
        Ok(differ(got == wanted, format!("{field} {wanted}"), format!("{field} {got}")))
    }
}

/// Whether somebody who says a number may have read it off these odds: it differs by less than a percent.
fn is_about(odds: &Odds, said: &Number) -> bool {
    let (least, most) = (odds.scaled(1_000) - odds.scaled(1_000).min(10), odds.scaled(1_000) + 10);
    let thousandths = said.times(Number::int(1_000));
    thousandths.is_some_and(|said| said >= Number::int(least.into()) && said <= Number::int(most.into()))
}

/// What to write where nothing was rolled: as many dice as the check rolls.
pub(super) fn not_rolled(question: &AskedCheck) -> String {
    let dice = question.reckoning.short.need().map(|need| dice_for(need, &[]).join(" "));
    let dice = dice.unwrap_or_else(|| "4 2 5".to_string());
    format!("nothing was rolled: `roll {dice}` behind the `ask` says what the dice show")
}

/// What was expected and what came, if they differ.
type Compared = Option<(String, String)>;

fn differ(same: bool, expected: String, got: String) -> Compared {
    (!same).then_some((expected, got))
}

fn modifier(question: &AskedCheck, label: &str) -> Option<Number> {
    let reckoning = &question.reckoning;
    let line = reckoning.modifiers.iter().find(|line| line.label == label).map(|line| line.amount);
    line.or_else(|| reckoning.base.as_ref().filter(|base| base.label == label).map(|base| base.amount))
}

/// Why a modifier does not count: the reason, or that there is none of that name.
fn no_modifier(question: &AskedCheck, label: &str) -> String {
    let reckoning = &question.reckoning;
    if let Some(left) = reckoning.left_out.iter().find(|left| left.label == label) {
        return format!("it does not count: {}", left.why);
    }
    let labels: Vec<&str> = reckoning.modifiers.iter().map(|line| line.label.as_str()).collect();
    let near = did_you_mean(label, labels.iter().copied(), "");
    let near = if near.is_empty() { near } else { format!("; {near}") };
    format!("no such modifier among {}{near}", if labels.is_empty() { "none".into() } else { labels.join(", ") })
}

fn is_no_label(question: &AskedCheck, label: &str) -> bool {
    modifier(question, label).is_none() && question.reckoning.left_out.iter().all(|left| left.label != label)
}

fn dice(question: &AskedCheck, wanted: &Formula) -> Compared {
    let got = question.reckoning.short.need().map(|need| &*need.mine.dice);
    let said = got.map_or_else(|| "no dice: it is impossible".to_string(), |got| format!("dice {got}"));
    differ(got.is_some_and(|got| got.is_same_throw(wanted)), format!("dice {wanted}"), said)
}

/// Compares why an order is refused with what is expected.
fn refusal_as(span: Span, got: Option<String>, reason: Option<&TextDecl>) -> Result<(), Failure> {
    match (got, reason) {
        (None, _) => Err(Failure::new(span, "a refusal", "the order is legal")),
        (Some(got), Some(reason)) if got != reason.text => {
            let expected = format!("the refusal \"{}\"", reason.text);
            Err(Failure::new(reason.span, &expected, &format!("\"{got}\"")))
        }
        _ => Ok(()),
    }
}

fn impossible(question: &AskedCheck, reason: Option<&str>) -> Compared {
    let got = question.reckoning.impossible.as_ref().map(|cannot| cannot.why.as_str());
    let same = match (got, reason) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(got), Some(reason)) => got == reason,
    };
    let wanted =
        reason.map_or("that it is impossible".to_string(), |reason| format!("that it is impossible: {reason}"));
    differ(same, wanted, got.map_or("it is possible".to_string(), |why| format!("impossible: {why}")))
}

fn outcome(question: &AskedCheck, word: &Name) -> Compared {
    let Some(result) = &question.result else { return Some((word.text.clone(), not_rolled(question))) };
    let got = match (result.draw, result.success) {
        (true, _) => "draw",
        (_, true) => "success",
        _ => "failure",
    };
    differ(got == word.text, word.text.clone(), got.to_string())
}
