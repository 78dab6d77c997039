//! Decisions: who is asked, and what became of the answer. A person or a recording answers before the scripts do.

use super::error::PlayError;
use super::malformed::{at_script, malformed, overstated};
use super::order::{Order, Refused};
use super::{Play, Rules};
use crate::eval::Subject;
use crate::event::Change;
use crate::rulebook::{self, ORDER_QUESTION, Offers, Preset};
use crate::script::{Arg, NameOrText, Terms};
use crate::value::{ActionId, FigureId, Number, QuestionId, ScriptId, Value};
use std::fmt;
use std::sync::Arc;

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum DecisionRequest<'a> {
    /// Which of these actions to do, if any.
    Order(&'a [ActionId]),
    /// One of several, as the rules ask.
    Choice(&'a Choice),
}

/// A question of the rules as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the question.
    pub name: String,
    /// What is asked, with what is told with it.
    pub title: String,
    /// What may be chosen.
    pub offers: Vec<Offer>,
}

/// One of several that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// What a person reads.
    pub title: String,
}

/// A question that is put: what may be chosen now, and a value for each fact that it tells.
#[derive(Clone, Debug)]
pub(in crate::play) struct Put {
    pub question: QuestionId,
    pub choices: Vec<Arg>,
    pub given: Vec<Value>,
}

/// An answer from outside the scripts.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// No opinion: the figure's script decides.
    Script,
    /// This order; none is a pass.
    Order(Option<Arc<Order>>),
    /// This order, even if the rules refuse it.
    Allowed(Arc<Order>),
    /// This order, with why it was chosen; none is a pass.
    Reasoned(Option<Arc<Order>>, Arc<str>),
    /// The choice of that index.
    Choice(usize),
}

/// A person at the prompt, or a recording.
pub trait Controller {
    /// Does what is to be done before a question is put: what a person says of the fight in between.
    fn meanwhile(&mut self, _: &mut Play, _: FigureId) -> Result<(), PlayError> {
        Ok(())
    }

    /// Answers a question put to a figure, or leaves it to the figure's script.
    fn answer(&mut self, play: &Play, figure: FigureId, question: &DecisionRequest<'_>) -> Decision;
}

/// A caller of scripts, put into words only when one fails.
struct ControllerOf(Arc<str>);

impl fmt::Display for ControllerOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the controller of {}", self.0)
    }
}

/// What a script answered, and why.
type ScriptReply = (Arg, Option<Arc<str>>);

/// Who decides, and what was not accepted.
#[derive(Default)]
pub(in crate::play) struct Deciding {
    /// Who decides before the scripts do.
    controller: Option<Box<dyn Controller>>,
    /// The figure whose script is deciding.
    asked: Option<FigureId>,
    /// The figure whose script has failed while it decided.
    failed: Option<FigureId>,
    refused: Vec<Refused>,
    /// Orders that are done even if the rules refuse them.
    allowed: Vec<Arc<Order>>,
    /// Whether an order that is none by its form ends the game.
    is_strict: bool,
}

impl Deciding {
    pub(in crate::play) fn ask_first(&mut self, controller: Box<dyn Controller>) {
        self.controller = Some(controller);
    }

    /// The figure whose script is deciding, if one is.
    pub(in crate::play) fn asked(&self) -> Option<FigureId> {
        self.asked
    }

    /// The figure whose script has failed while it decided, if one has.
    pub(in crate::play) fn failed(&self) -> Option<FigureId> {
        self.failed
    }

    /// Orders that were refused so far, and why.
    pub(in crate::play) fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// An order is done once even if the rules refuse it.
    pub(in crate::play) fn allow(&mut self, order: Arc<Order>) {
        self.allowed.push(order);
    }

    /// Whether an order will be done even if the rules refuse it.
    pub(in crate::play) fn is_allowed(&self, order: &Arc<Order>) -> bool {
        self.allowed.iter().any(|allowed| Arc::ptr_eq(allowed, order))
    }

    /// The same now that it is done: it is done once.
    pub(in crate::play) fn take_allowed(&mut self, order: &Arc<Order>) -> bool {
        let allowed = self.allowed.iter().position(|allowed| Arc::ptr_eq(allowed, order));
        allowed.map(|at| self.allowed.swap_remove(at)).is_some()
    }

    pub(in crate::play) fn refuse(&mut self, action: Option<ActionId>, reason: Arc<str>) {
        self.refused.push((action, reason));
    }

    /// From now on an order of a script that is none by its form ends the game.
    pub(in crate::play) fn be_strict(&mut self) {
        self.is_strict = true;
    }

    /// Forgets all refused orders behind the first so many.
    pub(in crate::play) fn forget_refused(&mut self, kept: usize) {
        self.refused.truncate(kept);
    }
}

/// Puts questions to figures.
pub(in crate::play) struct Decisions<'p> {
    pub(in crate::play) play: &'p mut Play,
}

impl Decisions<'_> {
    /// Asks a figure for an order among these actions; none is a pass.
    pub(super) fn ask_order(
        &mut self,
        figure: FigureId,
        actions: &[ActionId],
    ) -> Result<Option<Arc<Order>>, PlayError> {
        let (order, why) = match self.ask_outside(figure, &DecisionRequest::Order(actions))? {
            Decision::Order(order) => (Some(order), None),
            Decision::Allowed(order) => {
                self.play.deciding.allow(order.clone());
                return Ok(Some(order));
            }
            Decision::Reasoned(order, why) => (Some(order), Some(why)),
            Decision::Script | Decision::Choice(_) => (None, None),
        };
        if let Some(order) = order {
            self.tell_why(figure, order.as_ref(), why)?;
            return match order.as_ref().and_then(|order| Some((order, overstated(&self.play.rules().book, order)?))) {
                Some((order, reason)) => self.refuse_answer(figure, Some(order.action), &reason),
                None => Ok(order),
            };
        }
        let choices = actions.iter().map(|action| Arg::name(self.play.rules().names.action(*action))).collect();
        let Some((answer, why)) = self.ask_script(figure, ORDER_QUESTION, choices, Vec::new())? else {
            return Ok(None);
        };
        let order = match &answer {
            Arg::Order(order) => Some(order.clone()),
            _ => None,
        };
        self.tell_why(figure, order.as_ref(), why)?;
        match (&answer, &order) {
            (Arg::Order(_) | Arg::Nil, _) => {}
            (other, _) => {
                let reason = format!("an answer is an order or nothing, not {}", other.sort());
                self.end_where_strict(figure, None, &reason)?;
                return self.refuse_answer(figure, None, &reason);
            }
        }
        if let Some(order) = &order
            && let Some(reason) = malformed(&self.play.rules().book, order)
        {
            self.end_where_strict(figure, Some(order.action), &reason)?;
        }
        match &order {
            Some(order) if order.actor != figure => {
                self.refuse_answer(figure, Some(order.action), "a figure gives orders only to itself")
            }
            Some(order) if !actions.contains(&order.action) => {
                self.refuse_answer(figure, Some(order.action), "this action is not among those asked for")
            }
            Some(order) => match overstated(&self.play.rules().book, order) {
                Some(reason) => self.refuse_answer(figure, Some(order.action), &reason),
                None => Ok(Some(order.clone())),
            },
            None => Ok(None),
        }
    }

    /// Tells what was ordered and why, if that is known and anybody listens.
    fn tell_why(
        &mut self,
        figure: FigureId,
        order: Option<&Arc<Order>>,
        why: Option<Arc<str>>,
    ) -> Result<(), PlayError> {
        let Some(why) = why.filter(|_| self.play.is_heard()) else { return Ok(()) };
        let choice = order.map(|order| &self.play.rules().book.actions[order.action.index()].head.title);
        let choice = choice.map_or(Value::None, |title| Value::Text(title.clone()));
        self.play.emit(Change::Decided { figure, question: ORDER_QUESTION.into(), choice, why: Some(why) })
    }

    /// Ends the game where an order is none by its form and that is not to go on.
    fn end_where_strict(&self, figure: FigureId, action: Option<ActionId>, reason: &str) -> Result<(), PlayError> {
        let script = self.play.state().figure(figure).controller.filter(|_| self.play.deciding.is_strict);
        let book = &self.play.rules().book;
        let action = action.map(|action| &*book.actions[action.index()].head.name);
        match script.and_then(|script| at_script(book, script, action, reason)) {
            Some(error) => Err(Box::new(error).into()),
            None => Ok(()),
        }
    }

    fn refuse_answer(
        &mut self,
        figure: FigureId,
        action: Option<ActionId>,
        reason: &str,
    ) -> Result<Option<Arc<Order>>, PlayError> {
        self.play.deciding.refuse(action, reason.into());
        self.play.emit(Change::Refused { figure, action, reason: reason.into() })?;
        Ok(None)
    }

    fn ask_outside(&mut self, figure: FigureId, question: &DecisionRequest<'_>) -> Result<Decision, PlayError> {
        let Some(mut controller) = self.play.deciding.controller.take() else { return Ok(Decision::Script) };
        let answer = self.play.carrying_assumed(|play| {
            controller.meanwhile(play, figure)?;
            Ok(controller.answer(play, figure, question))
        });
        self.play.ask_first(controller);
        answer
    }

    /// Asks a figure to choose; what the question presets if it does not care or answers beside the question.
    pub(in crate::play) fn ask_choice(&mut self, figure: FigureId, put: &Put) -> Result<Arg, PlayError> {
        let book = self.play.rules().book.clone();
        let rule = &book.questions[put.question.index()];
        let (chosen, why) = match self.stated_answer(rule, put) {
            Some(stated) => (Some(stated), None),
            None => self.answered(figure, rule, put)?,
        };
        let chosen = match chosen {
            Some(chosen) => chosen,
            None => self.preset(figure, rule, &put.choices)?,
        };
        if self.play.is_heard() {
            let choice = Value::text(&self.shown(&chosen));
            self.play.emit(Change::Decided { figure, question: rule.head.name.clone(), choice, why })?;
        }
        Ok(chosen)
    }

    /// What a person or the figure's script chooses, and why; none if neither does, or beside the question.
    fn answered(
        &mut self,
        figure: FigureId,
        rule: &rulebook::Question,
        put: &Put,
    ) -> Result<(Option<Arg>, Option<Arc<str>>), PlayError> {
        let outside = match self.play.deciding.controller.is_some() {
            true => {
                let choice = self.choice_of(rule, put);
                self.ask_outside(figure, &DecisionRequest::Choice(&choice))?
            }
            false => Decision::Script,
        };
        Ok(match outside {
            Decision::Choice(index) => (put.choices.get(index).cloned(), None),
            _ => match self.ask_script(figure, &rule.head.name, put.choices.clone(), self.told_with(rule, put))? {
                Some((answer, why)) => (put.choices.contains(&answer).then_some(answer), why),
                None => (None, None),
            },
        })
    }

    /// The answer that is stated beforehand, in a fact of the same name, as a referee states it.
    fn stated_answer(&self, rule: &rulebook::Question, put: &Put) -> Option<Arg> {
        let rules = self.play.rules();
        let value = self.play.carried.assumed(rules.book.fact(&rule.head.name)?)?;
        let answer = match value {
            Value::Symbol(symbol) => word_arg(rules, rules.book.symbol_name(*symbol)),
            value => rules.to_arg(value, Number::ONE),
        };
        put.choices.contains(&answer).then_some(answer)
    }

    /// What is chosen by one who does not care.
    fn preset(&self, figure: FigureId, rule: &rulebook::Question, choices: &[Arg]) -> Result<Arg, PlayError> {
        let preset = match &rule.default {
            None => None,
            Some(Preset::Word(at)) => rule.words().get(*at).map(|word| word_arg(self.play.rules(), &word.name)),
            Some(Preset::Computed(expr)) => {
                let frame = self.play.frame();
                let value = self.play.view().scene(&frame).eval_for(Subject::Figure(figure), expr)?;
                let factor = match &rule.choices {
                    Offers::Named { of: Some((of, unit)), .. } => self.play.rules().factor(of, *unit),
                    Offers::Named { of: None, .. } => Number::ONE,
                    Offers::List { of, .. } => self.play.rules().factor(of, None),
                };
                Some(self.play.rules().to_arg(&value, factor))
            }
        };
        let preset = preset.filter(|preset| choices.contains(preset));
        Ok(preset.or_else(|| choices.first().cloned()).unwrap_or(Arg::Nil))
    }

    /// The question as a person reads it.
    fn choice_of(&mut self, rule: &rulebook::Question, put: &Put) -> Choice {
        let mut title = rule.head.title.to_string();
        for (gift, value) in rule.gives.iter().zip(&put.given) {
            let value = crate::eval::show(value, gift.unit, &self.play.rules().book, &self.play.view());
            title += &format!(", {} {value}", gift.head.title);
        }
        let offers = put.choices.iter().map(|choice| {
            let name = self.shown(choice);
            let word = rule.words().iter().find(|word| *word.name == *name);
            let title = word.map_or_else(|| name.clone(), |word| word.title.to_string());
            Offer { name, title }
        });
        Choice { name: rule.head.name.to_string(), title, offers: offers.collect() }
    }

    /// What the controller's script reads of the question beside its name and choices.
    fn told_with(&self, rule: &rulebook::Question, put: &Put) -> Vec<(NameOrText, Arg)> {
        let told = rule.gives.iter().zip(&put.given).map(|(gift, value)| {
            let factor = self.play.rules().factor(&gift.r#type, gift.unit);
            (NameOrText::Other(gift.head.name.clone()), self.play.rules().to_arg(value, factor))
        });
        told.collect()
    }

    /// What the figure's script answers, and why; none if it has no script.
    fn ask_script(
        &mut self,
        figure: FigureId,
        question: &str,
        choices: Vec<Arg>,
        told: Vec<(NameOrText, Arg)>,
    ) -> Result<Option<ScriptReply>, PlayError> {
        let Some(script) = self.play.state().figure(figure).controller else { return Ok(None) };
        let own = [
            (NameOrText::Other("choices".into()), Arg::List(choices)),
            (NameOrText::Other("name".into()), Arg::text(question)),
        ];
        let record = Arg::Record(own.into_iter().chain(told).collect());
        let outer = self.play.deciding.asked.replace(figure);
        let answer = self.play.carrying_assumed(|play| play.decisions().run_controller(script, figure, record));
        self.play.deciding.asked = outer;
        if answer.is_err() {
            self.play.deciding.failed = Some(figure);
        }
        let mut answer = answer?.into_iter();
        let first = answer.next().unwrap_or(Arg::Nil);
        let why = answer.next().and_then(|why| why.as_text().map(|text| text.to_arc(self.play.rules().names.texts())));
        Ok(Some((first, why)))
    }

    fn run_controller(&mut self, script: ScriptId, figure: FigureId, question: Arg) -> Result<Vec<Arg>, PlayError> {
        let caller = ControllerOf(self.play.state().figure(figure).name.clone());
        let terms = Terms { read_only: true, called_by: &caller };
        self.play.run_script(script, &[Arg::Figure(figure), Arg::Play, question], terms)
    }

    fn shown(&mut self, arg: &Arg) -> String {
        match arg {
            Arg::Text(text) => text.as_str(self.play.rules().names.texts()).to_string(),
            Arg::Number(number) => number.to_string(),
            Arg::Bool(truth) => truth.to_string(),
            Arg::Nil => "nothing".to_string(),
            other => crate::script::Host::show(self.play, other),
        }
    }
}

/// What may be chosen where the asker offers nothing of its own: the words of the question, or the list it computes.
pub(in crate::play) fn own_choices(play: &Play, figure: FigureId, question: QuestionId) -> Result<Vec<Arg>, PlayError> {
    let rule = &play.rules().book.questions[question.index()];
    match &rule.choices {
        Offers::Named { words, .. } => Ok(words.iter().map(|word| word_arg(play.rules(), &word.name)).collect()),
        Offers::List { list, of } => {
            let frame = play.frame();
            let value = play.view().scene(&frame).eval_for(Subject::Figure(figure), list)?;
            let factor = play.rules().factor(of, None);
            let Value::List(members) = value else { return Ok(Vec::new()) };
            Ok(members.iter().map(|member| play.rules().to_arg(member, factor)).collect())
        }
    }
}

pub(in crate::play) fn word_arg(rules: &Rules, word: &str) -> Arg {
    rules.names.id(word).map_or_else(|| Arg::text(word), Arg::name)
}
