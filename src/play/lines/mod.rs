//! Lines performed: what actions, reactions, phases and deeds do, by the verbs that scripts use.

mod asking;
mod given;
mod rolls;
mod thrown;
mod verbs;

use super::error::PlayError;
use super::order::Order;
use super::perform::Caller;
use super::store::PlayMoment;
use super::{MOST_PASSES, Play, SCENARIO_START};
use crate::eval::{EvalError, Fault, PooledFrame};
use crate::event::Cause;
use crate::rulebook::{Act, Action, DoCall, Doing, Each, Expr, Line, Phase, Reaction, Scenario, lines_of};
use crate::script::{Arg, Terms};
use crate::text::Span;
use crate::value::{DeedId, FactId, FigureId, ScriptId, Value};
use std::cell::{Cell, RefCell};
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

impl Brief<'_> {
    /// The same for somebody else who acts; an order stays the one that led to it.
    fn args_of(&self, figure: FigureId) -> Vec<Arg> {
        let order = self.args.iter().find(|arg| matches!(arg, Arg::Order(_)));
        vec![Arg::Figure(figure), order.cloned().unwrap_or(Arg::Nil), Arg::Play]
    }
}

/// The facts of a deed and of what it does with the same, with those found out on the way.
struct DeedFacts {
    frame: PooledFrame,
    /// When those were forgotten last.
    since: Cell<PlayMoment>,
}

impl DeedFacts {
    fn of(play: &Play) -> DeedFacts {
        DeedFacts { frame: play.frame(), since: Cell::new(play.store.moment()) }
    }

    /// Forgets what was found out, if anything has happened since.
    fn bring_up_to_date(&self, play: &Play) {
        let now = play.store.moment();
        if self.since.replace(now) != now {
            self.frame.forget();
        }
    }
}

/// Who does lines, and with what.
struct Doer<'a> {
    /// The one who acts, with the fact that stands for it; nobody in a phase.
    who: Option<Actor>,
    facts: &'a DeedFacts,
    /// The names that lines have given, by their numbers; what the deed is given comes first.
    locals: RefCell<Vec<Value>>,
    /// What the deed gives.
    gives: Value,
    brief: &'a Brief<'a>,
}

impl Doer<'_> {
    /// Gives the local of that number a value; those behind it are of lines that are over.
    fn keep(&mut self, at: u8, value: Value) {
        let (at, locals) = (usize::from(at), self.locals.get_mut());
        locals.truncate(at);
        locals.resize(at, Value::None);
        locals.push(value);
    }
}

/// Whether the lines below are still done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Stopped,
}

/// Does the lines of rules.
pub(in crate::play) struct Lines<'p> {
    pub(in crate::play) play: &'p mut Play,
}

impl Lines<'_> {
    /// Does what an order says: what every action does, the lines of this one, its script.
    pub(super) fn do_action(&mut self, action: &Action, order: &Arc<Order>) -> Result<(), PlayError> {
        if !action.first.is_empty() || !action.does.is_empty() {
            let book = self.play.rules().book.clone();
            let outer = self.play.begin_cause(|| Cause::Action(action.head.name.clone()));
            let args = [Arg::Figure(order.actor), Arg::Order(order.clone()), Arg::Play];
            let caller = Caller { sort: "action", head: &action.head, book: &book };
            let brief = Brief { args: &args, caller: &caller };
            let who = Some((action.by, order.actor));
            let done = self.do_all(&action.first, who, &brief).and_then(|_| self.do_all(&action.does, who, &brief));
            self.play.store.replace_cause(outer);
            done?;
        }
        match action.script {
            Some(script) => self.play.run_order_script(script, order),
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
        let reason = self.play.store.replace_reason(Reason::default());
        let done = self.reacted(reaction, figure, cause);
        self.play.store.replace_reason(reason);
        done
    }

    fn reacted(&mut self, reaction: &Reaction, figure: FigureId, cause: FigureId) -> Result<(), PlayError> {
        if !reaction.does.is_empty() {
            let book = self.play.rules().book.clone();
            let outer = self.play.begin_cause(|| Cause::Rule(reaction.head.name.clone()));
            let args = [Arg::Figure(figure), Arg::Figure(cause), Arg::Play];
            let caller = Caller { sort: "reaction", head: &reaction.head, book: &book };
            let brief = Brief { args: &args, caller: &caller };
            let (own, other) = reaction.ends;
            let (who, over) = (Some((own, figure)), [(own, Value::Figure(figure)), (other, Value::Figure(cause))]);
            let done = self.play.carrying_over(who, &over, |play| play.lines().do_all(&reaction.does, who, &brief));
            self.play.store.replace_cause(outer);
            done?;
        }
        match reaction.script {
            Some(script) => self.play.run_reaction(reaction, script, figure, cause),
            None => Ok(()),
        }
    }

    /// Does what a phase says.
    pub(super) fn do_phase(&mut self, phase: &Phase) -> Result<(), PlayError> {
        let name = &phase.head.name;
        let outer = self.play.begin_cause(|| Cause::Rule(format!("phase `{name}`").into()));
        let brief = Brief { args: &[Arg::Play], caller: &format_args!("phase `{name}`") };
        let done = self.do_all(&phase.does, None, &brief);
        self.play.store.replace_cause(outer);
        done.map(|_| ())
    }

    /// Does what a scenario says for its start.
    pub(super) fn do_start(&mut self, scenario: &Scenario) -> Result<(), PlayError> {
        let outer = self.play.begin_cause(|| Cause::Rule(SCENARIO_START.into()));
        let brief = Brief { args: &[Arg::Play], caller: &SCENARIO_START };
        let done = self.do_all(&scenario.does, None, &brief);
        self.play.store.replace_cause(outer);
        done.map(|_| ())
    }

    /// Does a deed by itself, as nobody's order: with these facts, by whom they name.
    pub(super) fn perform_deed(
        &mut self,
        deed: DeedId,
        given: Vec<Value>,
        facts: &[(FactId, Value)],
    ) -> Result<Value, PlayError> {
        let name = self.play.rules().book.deeds[deed.index()].head.name.clone();
        let outer = self.play.begin_cause(|| Cause::Rule(format!("deed `{name}`").into()));
        let done = self.do_named(deed, given, facts);
        self.play.store.replace_cause(outer);
        let gives = done?;
        if self.play.moments == 0 {
            self.play.moments().settle(0)?;
        }
        Ok(gives)
    }

    /// Does a deed that a script names, with what it is given and these facts over those that are carried; what it
    /// gives.
    pub(super) fn do_named(
        &mut self,
        deed: DeedId,
        given: Vec<Value>,
        over: &[(FactId, Value)],
    ) -> Result<Value, PlayError> {
        let book = self.play.rules().book.clone();
        let rule = &book.deeds[deed.index()];
        let who = self.acting_with(self.play.carried.actor(), over);
        let args = match who {
            Some((_, me)) => vec![Arg::Figure(me), Arg::Nil, Arg::Play],
            None => vec![Arg::Play],
        };
        let caller = Caller { sort: "deed", head: &rule.head, book: &book };
        let brief = Brief { args: &args, caller: &caller };
        self.play.carrying_over(who, over, |play| play.lines().do_given(&rule.lines, given, who, &brief))
    }

    /// Who acts with these facts over those of the one who does: where nobody does, whom the fact names by which some
    /// action says who acts.
    fn acting_with(&self, who: Option<Actor>, over: &[(FactId, Value)]) -> Option<Actor> {
        let actions = &self.play.rules().book.actions;
        let acts = |fact: FactId| match who {
            Some((by, _)) => by == fact,
            None => actions.iter().any(|action| action.by == fact),
        };
        let said = over.iter().filter(|(fact, _)| acts(*fact));
        said.filter_map(|(fact, value)| Some((*fact, value.as_figure()?))).next().or(who)
    }

    /// Does lines with the facts that are carried.
    fn do_all(&mut self, lines: &[Line], who: Option<Actor>, brief: &Brief<'_>) -> Result<Value, PlayError> {
        self.do_given(lines, Vec::new(), who, brief)
    }

    /// Does lines that are given something; what they give.
    fn do_given(
        &mut self,
        lines: &[Line],
        given: Vec<Value>,
        who: Option<Actor>,
        brief: &Brief<'_>,
    ) -> Result<Value, PlayError> {
        if lines.is_empty() {
            return Ok(Value::None);
        }
        let facts = DeedFacts::of(self.play);
        self.do_with(lines, given, who, &facts, brief)
    }

    /// Does lines with the facts of the deed around.
    fn do_with(
        &mut self,
        lines: &[Line],
        given: Vec<Value>,
        who: Option<Actor>,
        facts: &DeedFacts,
        brief: &Brief<'_>,
    ) -> Result<Value, PlayError> {
        self.play.nesting.enter()?;
        let reason = self.play.store.replace_reason(Reason::default());
        let mut doer = Doer { who, facts, locals: RefCell::new(given), gives: Value::None, brief };
        let done = self.do_lines(lines, &mut doer);
        self.play.store.replace_reason(reason);
        self.play.nesting.leave();
        done.map(|_| doer.gives)
    }

    fn do_lines(&mut self, lines: &[Line], doer: &mut Doer<'_>) -> Result<Flow, PlayError> {
        for line in lines {
            doer.facts.bring_up_to_date(self.play);
            let is_there = !line.if_any || line.subjects().into_iter().all(|expr| self.is_there(expr, doer));
            let holds = match &line.when {
                Some(when) if is_there => self.holds(when, doer)?,
                _ => is_there,
            };
            if !holds {
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
            Act::Let(at, _) | Act::Roll(at, ..) | Act::Pick(at, ..) => doer.keep(*at, Value::None),
            Act::Order(_, _, Some(at)) => doer.keep(*at, Value::Truth(false)),
            Act::Check(rolling) => self.keep_result(rolling, None, doer),
            Act::Ask(asking) => doer.keep(asking.at, Value::None),
            Act::Do(call) => call.at.into_iter().for_each(|at| doer.keep(at, Value::None)),
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
                self.play.count_amount(name, total);
                doer.keep(*at, Value::Number(total));
            }
            Act::Pick(at, name, list) => {
                let member = self.do_pick(line, name, list, doer)?;
                doer.keep(*at, member);
            }
            Act::Each(each) => return self.do_each(each, doer),
            Act::Check(rolling) => return self.do_check(line, rolling, doer),
            Act::Ask(asking) => return self.do_ask(line, asking, doer),
            Act::Order(who, actions, at) => {
                let is_done = self.do_order(who, actions, doer)?;
                at.iter().for_each(|at| doer.keep(*at, Value::Truth(is_done)));
            }
            Act::Amount(amount) => self.do_amount(line, amount, doer)?,
            Act::When(condition, then, otherwise) => {
                let lines = if self.holds(condition, doer)? { then } else { otherwise };
                return self.do_lines(lines, doer);
            }
            Act::Do(call) => {
                let gives = self.do_deed(call, doer)?;
                call.at.into_iter().for_each(|at| doer.keep(at, gives.clone()));
            }
            Act::Give(value) => {
                doer.gives = self.value(value, doer)?;
                return Ok(Flow::Stopped);
            }
            Act::Script(script) => self.do_script(*script, doer)?,
            Act::Stop => return Ok(Flow::Stopped),
            _ => {
                let label = match &line.label {
                    // How a fight ends is kept even if nobody hears of it.
                    Some(words) if self.play.is_heard() || matches!(line.act, Act::Win(_) | Act::Draw) => {
                        Some(self.said(words, doer)?)
                    }
                    _ => None,
                };
                let outer = self.play.store.replace_reason(Reason { label, cites: line.cites.clone() });
                let done = self.do_verb(line, doer);
                self.play.store.replace_reason(outer);
                done?;
            }
        }
        Ok(Flow::On)
    }

    /// `for each NAME in E { … }`
    fn do_each(&mut self, each: &Each, doer: &mut Doer<'_>) -> Result<Flow, PlayError> {
        let members = self.members_of(&each.list, doer)?;
        for member in members.iter() {
            if !self.play.nesting.pass() {
                return Err(too_many(MOST_PASSES, each.list.span));
            }
            doer.facts.bring_up_to_date(self.play);
            doer.keep(each.at, member.clone());
            let holds = match &each.when {
                Some(when) => self.holds(when, doer)?,
                None => true,
            };
            if holds && self.do_lines(&each.lines, doer)? == Flow::Stopped {
                return Ok(Flow::Stopped);
            }
        }
        Ok(Flow::On)
    }

    fn members_of(&self, list: &Expr, doer: &Doer<'_>) -> Result<Arc<[Value]>, PlayError> {
        match self.value(list, doer)? {
            Value::List(members) => Ok(members),
            other => Err(unfit("a list", &other, list.span)),
        }
    }

    fn do_deed(&mut self, call: &DoCall, doer: &Doer<'_>) -> Result<Value, PlayError> {
        let book = self.play.rules().book.clone();
        let given = call.given.iter().map(|expr| self.value(expr, doer)).collect::<Result<Vec<_>, _>>()?;
        let mut over = Vec::with_capacity(call.with.len());
        for (fact, expr) in &call.with {
            over.push((*fact, self.value(expr, doer)?));
        }
        let who = match call.what {
            Doing::Action(id) => {
                let by = book.actions[id.index()].by;
                let said = over.iter().find(|(fact, _)| *fact == by).and_then(|(_, value)| value.as_figure());
                said.or(doer.who.map(|(_, me)| me)).map(|me| (by, me))
            }
            Doing::Deed(_) => self.acting_with(doer.who, &over),
        };
        let lines = lines_of(&book, call.what);
        if over.is_empty() && who == doer.who {
            return self.do_with(lines, given, who, doer.facts, doer.brief);
        }
        let args = who.filter(|_| who != doer.who).map(|(_, me)| doer.brief.args_of(me));
        let brief = Brief { args: args.as_deref().unwrap_or(doer.brief.args), caller: doer.brief.caller };
        self.play.carrying_over(who, &over, |play| play.lines().do_given(lines, given, who, &brief))
    }

    fn do_script(&mut self, script: ScriptId, doer: &Doer<'_>) -> Result<(), PlayError> {
        let terms = Terms { read_only: false, called_by: doer.brief.caller };
        self.play.run_script(script, doer.brief.args, terms).map(|_| ())
    }
}

/// A list that is too long to go through.
#[cold]
fn too_many(most: u32, at: Span) -> PlayError {
    EvalError::new(Fault::TooMany { most }, at).into()
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
