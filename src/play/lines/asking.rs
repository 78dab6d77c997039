//! Lines that ask, and lines that put off.

use super::{Doer, Flow, Lines, unfit};
use crate::eval::Subject;
use crate::play::PlayError;
use crate::play::decision::{Put, word_arg};
use crate::play::order::Order;
use crate::rulebook::{Asking, Expr, Line, Offers, Whose};
use crate::script::Arg;
use crate::value::{ActionId, FactId, FigureId, Number, Value};
use std::sync::Arc;

impl Lines<'_> {
    /// `ask NAME { on … }`
    pub(super) fn do_ask(&mut self, line: &Line, asking: &Asking, doer: &mut Doer<'_>) -> Result<Flow, PlayError> {
        let figure = self.one_asked(line, asking, doer)?;
        let words = self.words_offered(asking, doer)?;
        let (values, choices) = self.choices_of(asking, &words, figure, doer)?;
        let given = asking.given.iter().map(|expr| self.value(expr, doer)).collect::<Result<Vec<_>, _>>()?;
        let put = Put { question: asking.question, choices, given };
        let chosen = match &put.choices[..] {
            // Where conditions leave one choice, there is nothing to ask.
            [only] if !asking.when.is_empty() => only.clone(),
            _ => self.because(None, &line.cites, |play| play.decisions().ask_choice(figure, &put))?,
        };
        let at = put.choices.iter().position(|choice| *choice == chosen);
        let answer = at.and_then(|at| values.get(at)).cloned().unwrap_or(Value::None);
        let own = self.play.rules().book.questions[asking.question.index()].words().len();
        let word = at.and_then(|at| words.get(at)).copied();
        let place = match &answer {
            Value::Symbol(symbol) => Some(own + usize::from(symbol.at)),
            _ => word,
        };
        // Where things are offered beside words, a word stands for none of them.
        doer.keep(asking.at, if word.is_some() && asking.offered.is_some() { Value::None } else { answer });
        for (words, lines) in &asking.outcomes {
            let comes = place.is_some_and(|place| words.contains(&place));
            if comes && self.do_lines(lines, doer)? == Flow::Stopped {
                return Ok(Flow::Stopped);
            }
        }
        Ok(Flow::On)
    }

    /// The words that are offered as things are, by their places in the question.
    fn words_offered(&self, asking: &Asking, doer: &Doer<'_>) -> Result<Vec<usize>, PlayError> {
        let mut words = Vec::with_capacity(asking.words.len());
        for (at, word) in asking.words.iter().enumerate() {
            let is_offered = match asking.when.get(at) {
                Some(Some(when)) => self.holds(when, doer)?,
                _ => true,
            };
            if is_offered {
                words.push(*word);
            }
        }
        Ok(words)
    }

    fn one_asked(&self, line: &Line, asking: &Asking, doer: &Doer<'_>) -> Result<FigureId, PlayError> {
        match &asking.who {
            Whose::Mine => doer.who.map(|(_, me)| me).ok_or_else(|| unfit("one who acts", &Value::None, line.span)),
            Whose::Of(expr) => {
                let value = self.value(expr, doer)?;
                value.as_figure().ok_or_else(|| unfit("a figure", &value, expr.span))
            }
        }
    }

    /// What may be chosen, as values and as scripts see them: the words first.
    fn choices_of(
        &self,
        asking: &Asking,
        words: &[usize],
        figure: FigureId,
        doer: &Doer<'_>,
    ) -> Result<(Vec<Value>, Vec<Arg>), PlayError> {
        let rule = &self.play.rules().book.questions[asking.question.index()];
        let words = || words.iter().filter_map(|at| rule.words().get(*at));
        let mut values: Vec<Value> = words().map(|word| Value::Text(word.name.clone())).collect();
        let mut choices: Vec<Arg> = words().map(|word| word_arg(self.play.rules(), &word.name)).collect();
        let (list, factor) = match (&rule.choices, &asking.offered) {
            (Offers::Named { of: Some((of, unit)), .. }, Some(offered)) => {
                (self.value(offered, doer)?, self.play.rules().factor(of, *unit))
            }
            (Offers::List { list, of }, _) => {
                let own = self.play.view().scene(&doer.facts.frame).eval_for(Subject::Figure(figure), list)?;
                (own, self.play.rules().factor(of, None))
            }
            _ => (Value::None, Number::ONE),
        };
        if let Value::List(members) = &list {
            choices.extend(members.iter().map(|member| self.play.rules().to_arg(member, factor)));
            values.extend(members.iter().cloned());
        }
        Ok((values, choices))
    }

    /// `order FIGURE among ACTION, …`: whether an order was given and performed.
    pub(super) fn do_order(&mut self, who: &Expr, actions: &[ActionId], doer: &Doer<'_>) -> Result<bool, PlayError> {
        let value = self.value(who, doer)?;
        let figure = value.as_figure().ok_or_else(|| unfit("a figure", &value, who.span))?;
        match self.play.order_among(figure, actions)? {
            Some(order) => self.play.orders().perform(&order),
            None => Ok(false),
        }
    }

    /// `later NAME with FACT = E`: what the deed states of the facts that the action takes goes with it.
    pub(super) fn do_later(
        &mut self,
        line: &Line,
        action: ActionId,
        with: &[(FactId, Expr)],
        doer: &Doer<'_>,
    ) -> Result<(), PlayError> {
        let book = self.play.rules().book.clone();
        let rule = &book.actions[action.index()];
        let mut facts = Vec::with_capacity(with.len());
        for (fact, expr) in with {
            facts.push((*fact, self.value(expr, doer)?));
        }
        let said = facts.iter().find(|(fact, _)| *fact == rule.by).and_then(|(_, value)| value.as_figure());
        let actor = said.or(doer.who.map(|(_, me)| me));
        let actor = actor.ok_or_else(|| unfit("one who acts", &Value::None, line.span))?;
        for fact in &rule.takes {
            if facts.iter().all(|(stated, _)| stated != fact)
                && let Some(value) = doer.facts.frame.stated(*fact)
            {
                facts.push((*fact, value));
            }
        }
        facts.retain(|(fact, _)| *fact != rule.by);
        facts.sort_by_key(|(fact, _)| *fact);
        self.play.moments().put_off(&Arc::new(Order { action, actor, facts, assumed: Vec::new() }))
    }
}
