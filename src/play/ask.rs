//! Decisions: who is asked, and what became of the answer. A person or a recording answers before the scripts do.

use super::Play;
use super::error::PlayError;
use super::order::OrderData;
use crate::event::Change;
use crate::script::{Arg, Terms};
use crate::value::{ActionId, FigureId, ScriptId, Value};
use std::fmt;
use std::sync::Arc;

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Question<'a> {
    /// Which of these actions to do, if any.
    Order(&'a [ActionId]),
    /// One of a list, under a name the rules give.
    Choice(&'a str, &'a [String]),
}

/// An answer from outside the scripts.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// No opinion: the figure's script decides.
    Script,
    /// This order; none is a pass.
    Order(Option<Arc<OrderData>>),
    /// The choice of that index.
    Choice(usize),
}

/// A person at the prompt, or a recording.
pub trait Controller {
    /// Does what is to be done before a question is put: what a person says of the fight in between.
    ///
    /// # Errors
    /// When it cannot be done.
    fn meanwhile(&mut self, _: &mut Play, _: FigureId) -> Result<(), PlayError> {
        Ok(())
    }

    /// Answers a question put to a figure, or leaves it to the figure's script.
    fn answer(&mut self, play: &Play, figure: FigureId, question: &Question<'_>) -> Answer;
}

/// A caller of scripts, put into words only when one fails.
struct ControllerOf(Arc<str>);

impl fmt::Display for ControllerOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the controller of {}", self.0)
    }
}

/// What a script answered, and why.
type Reply = (Arg, Option<Arc<str>>);

impl Play {
    /// Asks a figure for an order among these actions; none is a pass.
    ///
    /// # Errors
    /// When its script fails.
    pub fn ask_order(&mut self, figure: FigureId, actions: &[ActionId]) -> Result<Option<Arc<OrderData>>, PlayError> {
        if let Answer::Order(order) = self.ask_outside(figure, &Question::Order(actions))? {
            return Ok(order);
        }
        let choices = actions.iter().map(|action| Arg::name(self.rules.names.action(*action))).collect();
        let Some((answer, why)) = self.ask_script(figure, "order", choices)? else { return Ok(None) };
        let order = match &answer {
            Arg::Order(order) => Some(order.clone()),
            _ => None,
        };
        if let Some(why) = why.filter(|_| self.is_heard()) {
            let choice = order.as_ref().map(|order| &self.rules.book.actions[order.action.index()].head.title);
            let choice = choice.map_or(Value::None, |title| Value::Text(title.clone()));
            self.emit(Change::Decided { figure, question: "order".into(), choice, why: Some(why) })?;
        }
        match (&answer, &order) {
            (Arg::Order(_) | Arg::Nil, _) => {}
            (other, _) => {
                return self.refuse_answer(
                    figure,
                    None,
                    &format!("an answer is an order or nothing, not {}", other.sort()),
                );
            }
        }
        match &order {
            Some(order) if order.actor != figure => {
                self.refuse_answer(figure, Some(order.action), "a figure gives orders only to itself")
            }
            Some(order) if !actions.contains(&order.action) => {
                self.refuse_answer(figure, Some(order.action), "this action is not among those asked for")
            }
            _ => Ok(order),
        }
    }

    fn refuse_answer(
        &mut self,
        figure: FigureId,
        action: Option<ActionId>,
        reason: &str,
    ) -> Result<Option<Arc<OrderData>>, PlayError> {
        self.refused.push((action, reason.into()));
        self.emit(Change::Refused { figure, action, reason: reason.into() })?;
        Ok(None)
    }

    fn ask_outside(&mut self, figure: FigureId, question: &Question<'_>) -> Result<Answer, PlayError> {
        let Some(mut controller) = self.controller.take() else { return Ok(Answer::Script) };
        let answer = self.carrying_assumed(|play| {
            controller.meanwhile(play, figure)?;
            Ok(controller.answer(play, figure, question))
        });
        self.controller = Some(controller);
        answer
    }

    /// Asks a figure to choose one of a list; the first if it does not care or answers beside the question.
    pub(super) fn ask_choice(&mut self, figure: FigureId, question: &str, choices: &[Arg]) -> Result<Arg, PlayError> {
        let outside = self.controller.is_some();
        let shown: Vec<String> = choices.iter().filter(|_| outside).map(|choice| self.shown(choice)).collect();
        let first = choices.first().cloned().unwrap_or(Arg::Nil);
        let (chosen, why) = match self.ask_outside(figure, &Question::Choice(question, &shown))? {
            Answer::Choice(index) => (choices.get(index).cloned(), None),
            _ => match self.ask_script(figure, question, choices.to_vec())? {
                Some((answer, why)) => (choices.contains(&answer).then_some(answer), why),
                None => (None, None),
            },
        };
        let chosen = chosen.unwrap_or(first);
        if self.is_heard() {
            let choice = Value::text(&self.shown(&chosen));
            self.emit(Change::Decided { figure, question: question.into(), choice, why })?;
        }
        Ok(chosen)
    }

    /// What the figure's script answers, and why; none if it has no script.
    fn ask_script(&mut self, figure: FigureId, question: &str, choices: Vec<Arg>) -> Result<Option<Reply>, PlayError> {
        let Some(script) = self.state.figure(figure).controller else { return Ok(None) };
        let name = crate::script::Text::Other("name".into());
        let list = crate::script::Text::Other("choices".into());
        let record = Arg::Record([(list, Arg::List(choices)), (name, Arg::text(question))].into());
        let outer = self.deciding.replace(figure);
        let answer = self.carrying_assumed(|play| play.run_controller(script, figure, record));
        self.deciding = outer;
        let mut answer = answer?.into_iter();
        let first = answer.next().unwrap_or(Arg::Nil);
        let why = answer.next().and_then(|why| why.as_text().map(|text| text.to_arc(self.rules.names.texts())));
        Ok(Some((first, why)))
    }

    fn run_controller(&mut self, script: ScriptId, figure: FigureId, question: Arg) -> Result<Vec<Arg>, PlayError> {
        let caller = ControllerOf(self.state.figure(figure).name.clone());
        let terms = Terms { read_only: true, called_by: &caller };
        self.run_script(script, &[Arg::Figure(figure), Arg::Play, question], terms)
    }

    fn shown(&mut self, arg: &Arg) -> String {
        match arg {
            Arg::Text(text) => text.as_str(self.rules.names.texts()).to_string(),
            Arg::Number(number) => number.to_string(),
            Arg::Bool(truth) => truth.to_string(),
            Arg::Nil => "nothing".to_string(),
            other => crate::script::Host::show(self, other),
        }
    }
}
