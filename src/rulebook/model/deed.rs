//! What an action does: lines, with every name resolved.

use super::{Amount, Expr, Head, LinePlace, Step, Template, Type, Whose};
use crate::value::{
    ActionId, CheckId, ConditionId, DeedId, FactId, PhaseId, QuestionId, RelationId, ScriptId, SlotId, Symbol,
};
use std::sync::Arc;

/// Named lines that other lines do.
#[derive(Clone, Debug)]
pub struct Deed {
    /// Name and title.
    pub head: Head,
    /// What it is given: its first locals.
    pub parameters: Vec<DeedParameter>,
    /// What it gives, if it gives anything.
    pub gives: Option<DeedParameter>,
    /// What is done, in order.
    pub lines: Vec<Line>,
}

/// What a deed is given, or gives.
#[derive(Clone, Debug)]
pub struct DeedParameter {
    /// Its name; what is given has that of the deed.
    pub name: Arc<str>,
    /// Its type.
    pub r#type: Type,
    /// The unit of its bare numbers.
    pub unit: Option<u16>,
}

/// A line that does other lines.
#[derive(Clone, Debug)]
pub struct DoCall {
    /// The deed, action or block of lines that is done.
    pub what: Doing,
    /// What the deed is given, one for each of its parameters.
    pub given: Vec<Expr>,
    /// Facts over those of the deed around.
    pub with: Vec<(FactId, Expr)>,
    /// The local that keeps what it gives.
    pub at: Option<u8>,
}

/// What every action of some phases, or that counts as this, requires, and does before its own lines.
#[derive(Clone, Debug)]
pub struct Always {
    /// Name and title.
    pub head: Head,
    /// The phases whose actions are meant.
    pub phases: Vec<PhaseId>,
    /// The actions that are not.
    pub except: Vec<ActionId>,
    /// The actions that count as this.
    pub counted: Vec<ActionId>,
    /// What must hold.
    pub requires: Vec<(Expr, super::Label)>,
    /// What is done, in order.
    pub lines: Vec<Line>,
}

impl Always {
    /// Whether it says something of actions.
    pub fn is_of_actions(&self) -> bool {
        !self.requires.is_empty() || !self.lines.is_empty()
    }

    /// Whether an action that may be ordered in these phases is meant.
    pub fn is_of(&self, action: ActionId, phases: &[PhaseId]) -> bool {
        let is_within = || !self.except.contains(&action) && self.phases.iter().any(|phase| phases.contains(phase));
        self.counted.contains(&action) || is_within()
    }
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// What is done.
    pub act: Act,
    /// Why, as a player reads it.
    pub label: Option<Template>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Whether it is passed over if whom or what it is about is not there.
    pub if_any: bool,
    /// Only then; always if none.
    pub when: Option<Expr>,
    /// Where it stands.
    pub span: crate::text::Span,
}

/// Which lines are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// A deed's.
    Deed(DeedId),
    /// Those of an action.
    Action(ActionId),
}

/// How long something lasts, if a line says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// So many turns.
    Turns,
    /// So many phases.
    Phases,
}

/// What a line does.
#[derive(Clone, Debug)]
pub enum Act {
    /// Gives the local of that number a value.
    Let(u8, Expr),
    /// A condition begins, for so long or as it says itself.
    Gain(Whose, ConditionId, Option<(Expr, Lasting)>),
    /// A condition ends.
    Lose(Whose, ConditionId),
    /// Adds to a number.
    Change(LinePlace, Expr),
    /// Makes it so.
    Set(LinePlace, Expr),
    /// A relation begins.
    Relate(Whose, RelationId, Expr),
    /// A relation ends, with that far end or with all.
    Release(Whose, RelationId, Option<Expr>),
    /// Everybody's relation with that far end ends.
    ReleaseOnto(RelationId, Expr),
    /// Things go into a slot.
    Hold(Things, Whose, SlotId),
    /// Things fall where their holder stands.
    Drop(Expr),
    /// Figures or things go to a cell, without passing between.
    Place(Things, Expr),
    /// One step.
    StepTo(Whose, Expr),
    /// Steps along cells, until stopped.
    Walk(Whose, Expr),
    /// To a facing, or towards a figure or cell.
    Turn(Whose, Expr),
    /// An event of the pack's own, with its text and fields.
    Tell(Arc<str>, Option<Template>, Vec<(Arc<str>, Expr)>),
    /// A line for the story.
    Say(Template),
    /// Other lines.
    Do(Box<DoCall>),
    /// What the deed gives; its lines end here.
    Give(Expr),
    /// These lines or those.
    When(Expr, Vec<Line>, Vec<Line>),
    /// Lines for each member of a list.
    Each(Box<Each>),
    /// The local of that number is a member of a list, each as likely; none if it has none.
    Pick(u8, Arc<str>, Expr),
    /// A program.
    Script(ScriptId),
    /// The end of these lines.
    Stop,
    /// A side wins.
    Win(Expr),
    /// Nobody wins.
    Draw,
    /// In a reaction to a step: who made it stops.
    Halt,
    /// Things go from the map and from every slot.
    TakeAway(Expr),
    /// A thing is spread over cells, for so long or for good.
    Spread(Things, Expr, Option<(Expr, Lasting)>),
    /// Dice are thrown; the local of that number is their total.
    Roll(u8, Arc<str>, Expr),
    /// A check is rolled.
    Check(Box<Rolling>),
    /// A number made in steps.
    Amount(Box<Amount>),
    /// Somebody is asked.
    Ask(Box<Asking>),
    /// A figure is asked for an order among these actions, or all of the phase, which is performed; the local of that
    /// number is whether it was.
    Order(Expr, Vec<ActionId>, Option<u8>),
    /// An action's lines at the end of the moment, with these facts.
    Later(ActionId, Vec<(FactId, Expr)>),
}

/// Things, or figures, that a line puts somewhere.
#[derive(Clone, Debug)]
pub struct Things {
    /// Whether they are made first.
    pub is_new: bool,
    /// One or several.
    pub expr: Expr,
}

/// Lines done for each member of a list, which is known before the first of them is done.
#[derive(Clone, Debug)]
pub struct Each {
    /// The local that is the member.
    pub at: u8,
    /// The list.
    pub list: Expr,
    /// Only for those of whom it holds when their turn comes; for all if none.
    pub when: Option<Expr>,
    /// What is done.
    pub lines: Vec<Line>,
}

/// A question that a line asks.
#[derive(Clone, Debug)]
pub struct Asking {
    pub question: QuestionId,
    /// Who is asked.
    pub who: Whose,
    /// Which words of the question are offered, by their places.
    pub words: Vec<usize>,
    /// When each of these is offered; nothing if all always are.
    pub when: Vec<Option<Expr>>,
    /// What is offered beside them.
    pub offered: Option<Expr>,
    /// What is told with it, in the order of its gifts.
    pub given: Vec<Expr>,
    /// The local that keeps the answer.
    pub at: u8,
    /// What is done then, by the places of words in the question; those of a set that is offered come behind them.
    pub outcomes: Vec<(Vec<usize>, Vec<Line>)>,
}

/// A check that a line rolls.
#[derive(Clone, Debug)]
pub struct Rolling {
    pub check: CheckId,
    /// Facts over those of the deed.
    pub with: Vec<(FactId, Expr)>,
    /// The first of the locals that say what came of it: those of [`RESULT_NAMES`], then one for each field.
    pub at: u8,
    /// How many fields it has.
    pub fields: u8,
    /// Whether lines read its total or margin.
    pub closely: bool,
    /// What is done then.
    pub outcomes: Vec<(Vec<CheckOutcome>, Vec<Line>)>,
}

/// What lines can read of every check, behind its name and a point.
pub const RESULT_NAMES: [&str; 8] =
    ["success", "draw", "possible", "margin", "total", "their_margin", "their_total", "need"];
/// Those that lines have to look closely for, from where to where: margins and totals.
pub const CLOSELY: std::ops::Range<u8> = 3..7;

/// What can come of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// It succeeded.
    Success,
    /// It failed.
    Failure,
    /// Nobody has won.
    Draw,
    /// It could not be made.
    Impossible,
    /// A field of its results, by its position, holds this word.
    Field(u16, Symbol),
}

impl Line {
    /// Calls `visit` for this line and every one within it.
    pub fn walk<'l>(&'l self, visit: &mut dyn FnMut(&'l Line)) {
        visit(self);
        self.within().into_iter().flatten().for_each(|line| line.walk(visit));
    }

    /// The blocks within it.
    pub fn within(&self) -> Vec<&[Line]> {
        match &self.act {
            Act::When(_, then, otherwise) => vec![then, otherwise],
            Act::Check(rolling) => rolling.outcomes.iter().map(|(_, lines)| lines.as_slice()).collect(),
            Act::Ask(asking) => asking.outcomes.iter().map(|(_, lines)| lines.as_slice()).collect(),
            Act::Each(each) => vec![&each.lines],
            _ => Vec::new(),
        }
    }

    /// Calls `visit` for every expression of this line and of those within it.
    pub fn exprs<'l>(&'l self, visit: &mut dyn FnMut(&'l Expr)) {
        self.walk(&mut |line| line.own_exprs(visit));
    }

    /// The same of this line alone.
    pub fn own_exprs<'l>(&'l self, visit: &mut dyn FnMut(&'l Expr)) {
        self.when.iter().for_each(&mut *visit);
        self.label.iter().for_each(|words| words.exprs(visit));
        match &self.act {
            Act::Let(_, a)
            | Act::Give(a)
            | Act::Drop(a)
            | Act::ReleaseOnto(_, a)
            | Act::TakeAway(a)
            | Act::Win(a)
            | Act::Roll(_, _, a)
            | Act::Order(a, ..)
            | Act::Pick(_, _, a) => visit(a),
            Act::When(a, ..) => visit(a),
            Act::Gain(whose, _, lasting) => {
                whose.exprs(visit);
                lasting.iter().for_each(|(count, _)| visit(count));
            }
            Act::Lose(whose, _) => whose.exprs(visit),
            Act::Change(place, a) | Act::Set(place, a) => {
                place.exprs(visit);
                visit(a);
            }
            Act::Relate(whose, _, a) | Act::StepTo(whose, a) | Act::Walk(whose, a) | Act::Turn(whose, a) => {
                whose.exprs(visit);
                visit(a);
            }
            Act::Release(whose, _, far) => {
                whose.exprs(visit);
                far.iter().for_each(visit);
            }
            Act::Each(each) => [&each.list].into_iter().chain(&each.when).for_each(visit),
            Act::Hold(things, whose, _) => {
                visit(&things.expr);
                whose.exprs(visit);
            }
            Act::Place(things, b) => [&things.expr, b].into_iter().for_each(visit),
            Act::Spread(things, b, lasting) => {
                [&things.expr, b].into_iter().chain(lasting.iter().map(|(count, _)| count)).for_each(visit);
            }
            Act::Tell(_, text, fields) => {
                text.iter().for_each(|words| words.exprs(visit));
                fields.iter().for_each(|(_, value)| visit(value));
            }
            Act::Say(words) => words.exprs(visit),
            Act::Ask(asking) => {
                asking.who.exprs(visit);
                let when = asking.when.iter().flatten();
                asking.offered.iter().chain(&asking.given).chain(when).for_each(visit);
            }
            Act::Later(_, with) => with.iter().for_each(|(_, value)| visit(value)),
            Act::Do(call) => call.exprs().for_each(visit),
            Act::Check(rolling) => rolling.with.iter().for_each(|(_, value)| visit(value)),
            Act::Amount(amount) => amount.steps.iter().for_each(|step| step.exprs(visit)),
            Act::Script(_) | Act::Stop | Act::Halt | Act::Draw => {}
        }
    }

    /// The expressions that name whom or what it is about.
    pub fn subjects(&self) -> Vec<&Expr> {
        match &self.act {
            Act::Gain(whose, ..) | Act::Lose(whose, _) | Act::Walk(whose, _) => whose.expr().into_iter().collect(),
            Act::Change(place, _) | Act::Set(place, _) => place.subject().into_iter().collect(),
            Act::Relate(whose, _, far) | Act::StepTo(whose, far) | Act::Turn(whose, far) => {
                whose.expr().into_iter().chain([far]).collect()
            }
            Act::Release(whose, _, far) => whose.expr().into_iter().chain(far).collect(),
            Act::Hold(things, whose, _) => whose.expr().into_iter().chain([&things.expr]).collect(),
            Act::Place(things, to) => vec![&things.expr, to],
            Act::Spread(things, ..) => vec![&things.expr],
            Act::ReleaseOnto(_, a) | Act::Drop(a) | Act::TakeAway(a) | Act::Win(a) | Act::Order(a, ..) => vec![a],
            Act::Later(_, with) => with.iter().map(|(_, value)| value).collect(),
            Act::Do(call) => call.exprs().collect(),
            Act::Check(rolling) => rolling.with.iter().map(|(_, value)| value).collect(),
            Act::Ask(asking) => asking.who.expr().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it is about the one who acts without saying so.
    pub fn needs_actor(&self) -> bool {
        match &self.act {
            Act::Gain(whose, ..)
            | Act::Lose(whose, _)
            | Act::Relate(whose, ..)
            | Act::Release(whose, ..)
            | Act::Hold(_, whose, _)
            | Act::StepTo(whose, _)
            | Act::Walk(whose, _)
            | Act::Turn(whose, _)
            | Act::Change(LinePlace::Track(whose, ..) | LinePlace::State(whose, _) | LinePlace::Note(whose, _), _)
            | Act::Set(LinePlace::Track(whose, ..) | LinePlace::State(whose, _) | LinePlace::Note(whose, _), _) => {
                matches!(whose, Whose::Mine)
            }
            Act::Ask(asking) => matches!(asking.who, Whose::Mine),
            Act::Later(..) => true,
            Act::Amount(amount) => amount.steps.iter().any(|step| match &step.step {
                Step::Into(LinePlace::Track(whose, ..)) | Step::OutOf(LinePlace::Track(whose, ..)) => {
                    matches!(whose, Whose::Mine)
                }
                _ => false,
            }),
            _ => false,
        }
    }
}

impl DoCall {
    /// What it is given, and the facts that are stated.
    fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.given.iter().chain(self.with.iter().map(|(_, value)| value))
    }
}
