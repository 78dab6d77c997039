//! The steps of a test that compare.

use super::Failure;
use super::bench::{Bench, Question};
use crate::diag::did_you_mean;
use crate::dice::Odds;
use crate::eval::show;
use crate::syntax::EXPECTATIONS;
use crate::syntax::ast::{Binary, Expect, Expr, ExprNode, Name};
use crate::text::Span;
use crate::value::{Number, Value};

/// A diagnostic in one line: what is wrong, and the help.
pub(super) fn told(diagnostic: &(dyn miette::Diagnostic + Send + Sync)) -> String {
    match diagnostic.help() {
        Some(help) => format!("{diagnostic} ({help})"),
        None => diagnostic.to_string(),
    }
}

impl Bench {
    /// Compares what a step expects with what there is.
    pub fn expect(&mut self, span: Span, expect: &Expect) -> Result<(), Failure> {
        match expect {
            Expect::Event(name, negated) => self.expect_event(span, name, *negated),
            Expect::Legal(text) => match self.refused(span, &text.text)? {
                None => Ok(()),
                Some(reason) => Err(Failure::new(span, "a legal order", &format!("refused: {reason}"))),
            },
            Expect::Refused(text, reason) => {
                self.expect_refused(span, &text.text, reason.as_ref().map(|text| &*text.text))
            }
            Expect::Truth(expr) => self.expect_truth(expr),
            asked => self.expect_of_question(span, asked),
        }
    }

    fn expect_event(&self, span: Span, name: &Name, negated: bool) -> Result<(), Failure> {
        let log = self.play.log.as_ref();
        let happened = log.is_some_and(|log| log.iter().any(|event| event.change.name() == name.text));
        match (happened, negated) {
            (true, true) => Err(Failure::new(span, &format!("no event `{}`", name.text), "it happened")),
            (false, false) => {
                let mut names: Vec<&str> =
                    log.iter().flat_map(|log| log.iter()).map(|event| event.change.name()).collect();
                names.sort_unstable();
                names.dedup();
                Err(Failure::new(span, &format!("an event `{}`", name.text), &format!("only {}", names.join(", "))))
            }
            _ => Ok(()),
        }
    }

    /// Why an order is refused; none if it is legal.
    fn refused(&mut self, span: Span, text: &str) -> Result<Option<String>, Failure> {
        let posed = self.pose(span, text)?;
        let Some(order) = posed.order(&self.play.rules) else {
            return Err(Failure::new(span, "an action", "a check, which nobody can be ordered to do"));
        };
        let refusal = self.play.refusal_in(&posed.state, &order).map_err(|error| self.broken(span, text, error))?;
        Ok(refusal.map(|refusal| refusal.reason.to_string()))
    }

    fn expect_refused(&mut self, span: Span, text: &str, reason: Option<&str>) -> Result<(), Failure> {
        match (self.refused(span, text)?, reason) {
            (None, _) => Err(Failure::new(span, "a refusal", "the order is legal")),
            (Some(got), Some(reason)) if got != reason => {
                Err(Failure::new(span, &format!("the refusal \"{reason}\""), &format!("\"{got}\"")))
            }
            _ => Ok(()),
        }
    }

    fn expect_truth(&self, expr: &Expr) -> Result<(), Failure> {
        let wanted = self.kit.book.sources.slice(expr.span).trim().to_string();
        match self.value(expr)?.0 {
            Value::Truth(true) => Ok(()),
            Value::Truth(false) => Err(Failure::new(expr.span, &wanted, &self.left_side(expr))),
            other => Err(Failure::new(expr.span, "a truth", other.sort())),
        }
    }

    /// What the left side of a comparison is.
    fn left_side(&self, expr: &Expr) -> String {
        let compared = |op: &Binary| !matches!(op, Binary::And | Binary::Or);
        match &expr.node {
            ExprNode::Binary(op, left, _) if compared(op) => match self.value(left) {
                Ok((value, _)) => self.shown(&value),
                Err(failure) => failure.got,
            },
            _ => "it is not so".to_string(),
        }
    }

    fn shown(&self, value: &Value) -> String {
        show(value, None, &self.kit.book, &self.play.view())
    }

    fn expect_of_question(&self, span: Span, expect: &Expect) -> Result<(), Failure> {
        let Some(question) = &self.asked else { return Err(Failure::new(span, "something asked before", "nothing")) };
        let compared = match expect {
            Expect::Need(expr) => self.expect_need(question, expr)?,
            Expect::Odds(expr) => self.expect_odds(question, expr)?,
            Expect::Impossible(reason) => impossible(question, reason.as_ref().map(|text| &*text.text)),
            Expect::Modifier(label, expr) => self.expect_modifier(question, &label.text, expr)?,
            Expect::NoModifier(label) => modifier(question, &label.text)
                .map(|amount| (format!("no modifier \"{}\"", label.text), amount.to_string())),
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
                Err(Failure { span, expected, got, reckoning: Some(question.reckoning.text_with_reasons()) })
            }
        }
    }

    /// A word that is no field of the result is misspelt: perhaps one that begins another expectation.
    fn expect_known(&self, question: &Question, name: &Name) -> Result<(), Failure> {
        let check = self.kit.book.checks.iter().find(|check| check.head.name == question.reckoning.check);
        let fields = check.iter().flat_map(|check| &check.fields).map(|field| &*field.name);
        let known: Vec<&str> = fields.chain(["total"]).collect();
        if known.contains(&name.text.as_str()) {
            return Ok(());
        }
        let otherwise = format!("the fields of this check are {}", known.join(", "));
        let help = did_you_mean(&name.text, known.iter().copied().chain(EXPECTATIONS), &otherwise);
        Err(Failure::new(name.span, &format!("a field named `{}` of the result", name.text), &help))
    }

    fn expect_need(&self, question: &Question, expr: &Expr) -> Result<Compared, Failure> {
        let wanted = self.number(expr)?;
        let need = question.reckoning.need.map(Number::int);
        Ok(differ(
            need == Some(wanted),
            format!("need {wanted}"),
            need.map_or("no need".into(), |need| format!("need {need}")),
        ))
    }

    fn expect_odds(&self, question: &Question, expr: &Expr) -> Result<Compared, Failure> {
        let wanted = self.number(expr)?;
        let (Ok(ways), Ok(of)) = (u64::try_from(wanted.numerator()), u64::try_from(wanted.denominator())) else {
            return Err(Failure::new(expr.span, "a fraction between 0 and 1", &wanted.to_string()));
        };
        let wanted = Odds::of(ways, of);
        let got = question.reckoning.odds.as_ref();
        Ok(differ(
            got == Some(&wanted),
            format!("odds {wanted}"),
            got.map_or("no odds".into(), |odds| format!("odds {odds}")),
        ))
    }

    fn expect_modifier(&self, question: &Question, label: &str, expr: &Expr) -> Result<Compared, Failure> {
        let wanted = self.number(expr)?;
        let got = modifier(question, label);
        let said = got.map_or_else(
            || {
                let labels: Vec<&str> = question.reckoning.modifiers.iter().map(|line| line.label.as_str()).collect();
                format!("no such modifier among {}", if labels.is_empty() { "none".into() } else { labels.join(", ") })
            },
            |amount| amount.to_string(),
        );
        Ok(differ(got == Some(wanted), format!("modifier \"{label}\" = {wanted}"), said))
    }

    fn expect_result(&self, question: &Question, field: &str, expr: &Expr) -> Result<Compared, Failure> {
        let Some(result) = &question.result else {
            return Ok(Some((format!("{field} of a roll"), "nothing was rolled".into())));
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

/// What was expected and what came, if they differ.
type Compared = Option<(String, String)>;

fn differ(same: bool, expected: String, got: String) -> Compared {
    (!same).then_some((expected, got))
}

fn modifier(question: &Question, label: &str) -> Option<Number> {
    let reckoning = &question.reckoning;
    let line = reckoning.modifiers.iter().find(|line| line.label == label).map(|line| line.amount);
    line.or_else(|| reckoning.base.as_ref().filter(|base| base.label == label).map(|base| base.amount))
}

fn impossible(question: &Question, reason: Option<&str>) -> Compared {
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

fn outcome(question: &Question, word: &Name) -> Compared {
    let Some(result) = &question.result else { return Some((word.text.clone(), "nothing was rolled".into())) };
    let got = match (result.draw, result.success) {
        (true, _) => "draw",
        (_, true) => "success",
        _ => "failure",
    };
    differ(got == word.text, word.text.clone(), got.to_string())
}
