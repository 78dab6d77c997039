//! Lines performed: what actions, reactions, phases and deeds do, by the verbs that scripts use.

mod asking;
mod given;
mod rolls;
mod verbs;

use super::error::{PlayError, Trouble};
use super::order::OrderData;
use super::perform::Caller;
use super::{MOST_NESTED, Play};
use crate::eval::{EvalError, Fault, Lent};
use crate::event::Cause;
use crate::rulebook::{Act, Action, Doing, Expr, Line, Phase, Reaction, lines_of};
use crate::script::{Arg, Terms};
use crate::text::Span;
use crate::value::{FactId, FigureId, ScriptId, Value};
use std::fmt::Display;
use std::sync::Arc;

/// Why something happens, beside what caused it: the line that says so.
#[derive(Clone, Debug, Default)]
pub(super) struct Reason {
    /// The label of the line.
    pub label: Option<Arc<str>>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
}

/// The fact that stands for the one who acts, and who that is.
type Actor = (FactId, FigureId);

/// What scripts among lines are called with.
struct Brief<'a> {
    args: &'a [Arg],
    caller: &'a dyn Display,
}

/// Who does lines, and with what.
struct Doer<'a> {
    /// The one who acts, with the fact that stands for it; nobody in a phase.
    who: Option<Actor>,
    /// The facts of the deed.
    frame: Lent,
    /// The names that lines have given, by their numbers.
    locals: Vec<Value>,
    brief: &'a Brief<'a>,
}

impl Doer<'_> {
    /// Gives the local of that number a value; those behind it are of lines that are over.
    fn keep(&mut self, at: u8, value: Value) {
        let at = usize::from(at);
        self.locals.truncate(at);
        self.locals.resize(at, Value::None);
        self.locals.push(value);
    }
}

/// Whether the lines below are still done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Stopped,
}

impl Play {
    /// Does what an order says: what every action does, the lines of this one, its script.
    pub(super) fn do_action(&mut self, action: &Action, order: &Arc<OrderData>) -> Result<(), PlayError> {
        if !action.first.is_empty() || !action.does.is_empty() {
            let book = self.rules.book.clone();
            let outer = self.begin_cause(|| Cause::Action(action.head.name.clone()));
            let args = [Arg::Figure(order.actor), Arg::Order(order.clone()), Arg::Play];
            let caller = Caller { sort: "action", head: &action.head, book: &book };
            let brief = Brief { args: &args, caller: &caller };
            let who = Some((action.by, order.actor));
            let done = self.do_all(&action.first, who, &brief).and_then(|()| self.do_all(&action.does, who, &brief));
            self.cause = outer;
            done?;
        }
        match action.script {
            Some(script) => self.run_order_script(script, order),
            None => Ok(()),
        }
    }

    /// Does what a reaction says.
    pub(super) fn do_reaction(
        &mut self,
        reaction: &Reaction,
        figure: FigureId,
        cause: FigureId,
    ) -> Result<(), PlayError> {
        let reason = std::mem::take(&mut self.reason);
        let done = self.reacted(reaction, figure, cause);
        self.reason = reason;
        done
    }

    fn reacted(&mut self, reaction: &Reaction, figure: FigureId, cause: FigureId) -> Result<(), PlayError> {
        if !reaction.does.is_empty() {
            let book = self.rules.book.clone();
            let outer = self.begin_cause(|| Cause::Rule(reaction.head.name.clone()));
            let args = [Arg::Figure(figure), Arg::Figure(cause), Arg::Play];
            let caller = Caller { sort: "reaction", head: &reaction.head, book: &book };
            let brief = Brief { args: &args, caller: &caller };
            let (own, other) = reaction.ends;
            let (who, over) = (Some((own, figure)), [(own, Value::Figure(figure)), (other, Value::Figure(cause))]);
            let done = self.carrying_over(who, &over, |play| play.do_all(&reaction.does, who, &brief));
            self.cause = outer;
            done?;
        }
        match reaction.script {
            Some(script) => self.run_reaction(reaction, script, figure, cause),
            None => Ok(()),
        }
    }

    /// Does what a phase says.
    pub(super) fn do_phase(&mut self, phase: &Phase) -> Result<(), PlayError> {
        let name = &phase.head.name;
        let outer = self.begin_cause(|| Cause::Rule(format!("phase `{name}`").into()));
        let brief = Brief { args: &[Arg::Play], caller: &format_args!("phase `{name}`") };
        let done = self.do_all(&phase.does, None, &brief);
        self.cause = outer;
        done
    }

    /// Does lines with the facts that are carried.
    fn do_all(&mut self, lines: &[Line], who: Option<Actor>, brief: &Brief<'_>) -> Result<(), PlayError> {
        if lines.is_empty() {
            return Ok(());
        }
        if self.depth >= MOST_NESTED {
            return Err(Trouble::TooDeep { most: MOST_NESTED }.into());
        }
        self.depth += 1;
        let reason = std::mem::take(&mut self.reason);
        let mut doer = Doer { who, frame: self.frame(), locals: Vec::new(), brief };
        let done = self.do_lines(lines, &mut doer);
        self.reason = reason;
        self.depth -= 1;
        done.map(|_| ())
    }

    fn do_lines(&mut self, lines: &[Line], doer: &mut Doer<'_>) -> Result<Flow, PlayError> {
        for line in lines {
            doer.frame.forget();
            if let Some(when) = &line.when
                && !self.holds(when, doer)?
            {
                self.pass_over(line, doer);
                continue;
            }
            if self.do_line(line, doer)? == Flow::Stopped {
                return Ok(Flow::Stopped);
            }
        }
        Ok(Flow::On)
    }

    /// Names that a line gives stand for nothing if it is passed over.
    fn pass_over(&self, line: &Line, doer: &mut Doer<'_>) {
        match &line.act {
            Act::Let(at, _) | Act::Roll(at, ..) => doer.keep(*at, Value::None),
            Act::Check(rolling) => self.keep_result(rolling, None, doer),
            Act::Ask(asking) => doer.keep(asking.at, Value::None),
            Act::Amount(amount) => {
                amount.steps.iter().filter_map(|step| step.keep).for_each(|at| doer.keep(at, Value::None));
                doer.keep(amount.at, Value::None);
            }
            _ => {}
        }
    }

    fn do_line(&mut self, line: &Line, doer: &mut Doer<'_>) -> Result<Flow, PlayError> {
        match &line.act {
            Act::Let(at, value) => {
                let value = self.value(value, doer)?;
                doer.keep(*at, value);
            }
            Act::Roll(at, name, dice) => {
                let total = self.do_roll(line, name, dice, doer)?;
                doer.keep(*at, Value::Number(total));
            }
            Act::Check(rolling) => return self.do_check(line, rolling, doer),
            Act::Ask(asking) => return self.do_ask(line, asking, doer),
            Act::Amount(amount) => self.do_amount(line, amount, doer)?,
            Act::When(condition, then, otherwise) => {
                let lines = if self.holds(condition, doer)? { then } else { otherwise };
                return self.do_lines(lines, doer);
            }
            Act::Do(what, with) => self.do_deed(*what, with, doer)?,
            Act::Script(script) => self.do_script(*script, doer)?,
            Act::Stop => return Ok(Flow::Stopped),
            _ => {
                let label = match &line.label {
                    // How a fight ends is kept even if nobody hears of it.
                    Some(words) if self.is_heard() || matches!(line.act, Act::Win(_) | Act::Draw) => {
                        Some(self.said(words, doer)?)
                    }
                    _ => None,
                };
                let outer = std::mem::replace(&mut self.reason, Reason { label, cites: line.cites.clone() });
                let done = self.do_verb(line, doer);
                self.reason = outer;
                done?;
            }
        }
        Ok(Flow::On)
    }

    fn do_deed(&mut self, what: Doing, with: &[(FactId, Expr)], doer: &Doer<'_>) -> Result<(), PlayError> {
        let book = self.rules.book.clone();
        let mut over = Vec::with_capacity(with.len());
        for (fact, expr) in with {
            over.push((*fact, self.value(expr, doer)?));
        }
        let by = match what {
            Doing::Action(id) => Some(book.actions[id.index()].by),
            Doing::Deed(_) => doer.who.map(|(by, _)| by),
        };
        let said = |by: FactId| over.iter().find(|(fact, _)| *fact == by).and_then(|(_, value)| value.as_figure());
        let who = by.and_then(|by| Some((by, said(by).or(doer.who.map(|(_, me)| me))?)));
        let lines = lines_of(&book, what);
        if over.is_empty() && who == doer.who {
            return self.do_all(lines, who, doer.brief);
        }
        self.carrying_over(who, &over, |play| play.do_all(lines, who, doer.brief))
    }

    fn do_script(&mut self, script: ScriptId, doer: &Doer<'_>) -> Result<(), PlayError> {
        let terms = Terms { read_only: false, called_by: doer.brief.caller };
        self.run_script(script, doer.brief.args, terms).map(|_| ())
    }
}

/// What stands where something else is needed.
#[cold]
fn unfit(wanted: &'static str, found: &Value, at: Span) -> PlayError {
    let fault = match found {
        Value::None => Fault::Absent(wanted),
        other => Fault::WrongSort(wanted, other.sort()),
    };
    EvalError::new(fault, at).into()
}
