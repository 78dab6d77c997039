//! The small board of one test: a play, the dice given to it, and what was asked last.

use super::answers::Answers;
use super::dice::{TestChance, TestDice};
use super::{EVERYTHING_COUNTS, Failure};
use crate::diag::Diagnostics;
use crate::dice::{Chance, DiceError};
use crate::eval::Frame;
use crate::event::Log;
use crate::explain::{self, CheckResult, Explanation};
use crate::play::{Kit, Play, PlayError, Rules};
use crate::query::{
    About, BoundQuery, Directory, ParsedQuery, doubtful, idle, idle_of_figures, is_looked_at, uncounted,
};
use crate::rulebook::{self, Scope, Test, Type};
use crate::script::Engine;
use crate::state::add_side;
use crate::state::{State, View};
use crate::syntax::EXPECTATIONS;
use crate::syntax::ast::{BinaryDecl, ExprDecl, ExprNode, Name, StepNode};
use crate::text::Span;
use crate::value::{FactId, FigureId, MapId, ScenarioId, SideId, Value};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The names of the actions and checks that sentences were about, shared between the board and whoever reports.
#[derive(Clone, Default)]
pub(super) struct PosedNames(Rc<RefCell<BTreeSet<Arc<str>>>>);

impl PosedNames {
    /// All of them.
    pub(super) fn take(&self) -> BTreeSet<Arc<str>> {
        self.0.take()
    }

    fn note(&self, book: &rulebook::Rulebook, about: About) {
        let name = match about {
            About::Action(id) => &book.actions[id.index()].head.name,
            About::Check(id) => &book.checks[id.index()].head.name,
            About::Quantity(_) => return,
        };
        self.0.borrow_mut().insert(name.clone());
    }
}

/// What was asked last.
pub(super) struct LastQuestion {
    pub posed: BoundQuery,
    pub check: Option<AskedCheck>,
}

/// The check of what was asked last, and what came of it if it was rolled.
pub(super) struct AskedCheck {
    pub reckoning: Explanation,
    pub result: Option<CheckResult>,
}

/// What was asked or ordered last: its facts are those that a later step names.
enum LastAsked {
    /// What was asked, on a board of its own.
    Asked,
    /// What was ordered, or the deed that was done, with these facts.
    Done(Vec<(FactId, Value)>),
}

/// The board of a test.
pub(super) struct TestBoard {
    pub kit: Kit,
    pub play: Play,
    pub tray: TestDice,
    pub answers: Answers,
    posed: PosedNames,
    pub asked: Option<LastQuestion>,
    spoken: Option<LastAsked>,
    /// What deeds have given, by the names under which the test keeps it.
    kept: Vec<(String, Value, Type)>,
    /// Who has given an order in the phase in which the test says it is.
    pub given: Vec<FigureId>,
    /// Where dice were given last.
    pub dice_at: Option<Span>,
    /// Where each given die stands.
    pub dice_spans: Vec<Span>,
    pub failures: Vec<Failure>,
}

impl TestBoard {
    /// The board the steps of a test ask for.
    pub(super) fn new(
        kit: Kit,
        engine: Rc<Engine<Play>>,
        test: &Test,
        posed: &PosedNames,
    ) -> Result<TestBoard, Failure> {
        let tray = TestDice::default();
        let seed = test.steps.iter().find_map(|step| match step.node {
            StepNode::Seed(seed) => Some(seed),
            _ => None,
        });
        let mut play = TestBoard::play(&kit, engine, test, Box::new(TestChance::new(&tray, seed)))?;
        play.keep_log(Log::default());
        let answers = Answers::default();
        play.ask_first(Box::new(answers.clone()));
        Ok(TestBoard {
            kit,
            play,
            tray,
            answers,
            posed: posed.clone(),
            asked: None,
            spoken: None,
            kept: Vec::new(),
            given: Vec::new(),
            dice_at: None,
            dice_spans: Vec::new(),
            failures: Vec::new(),
        })
    }

    fn play(kit: &Kit, engine: Rc<Engine<Play>>, test: &Test, chance: Box<dyn Chance>) -> Result<Play, Failure> {
        let broken = |span: Span, error: PlayError| Failure::broken(span, "a board", error, &kit.book);
        let mut map = None;
        for step in &test.steps {
            match &step.node {
                StepNode::Scenario(name) => {
                    let id = scenario_named(kit, name)?;
                    return kit.play_in(engine, id, chance).map_err(|error| broken(step.span, error));
                }
                StepNode::Map(name) => map = Some(map_named(kit, name)?),
                _ => {}
            }
        }
        Ok(Play::new(kit.rules(map), State::default(), engine, chance))
    }

    /// Whether dice are left over, which no step asked for.
    pub(super) fn finish(mut self, span: Span) -> Vec<Failure> {
        if let Err(error) = self.tray.finish() {
            let taken = self.takers();
            let hint = match &self.asked {
                Some(_) if taken.is_empty() => "; `ask` only reckons: what is to be done is an `order`",
                _ => "",
            };
            let (at, without) = self.unrolled(&error).unwrap_or((self.dice_at.unwrap_or(span), String::new()));
            let expected = format!("that all dice given are rolled{taken}{hint}{without}");
            self.failures.push(Failure::new(at, &expected, &error.to_string()));
        }
        self.failures.extend(self.answers.left_over());
        self.failures
    }

    /// The dice of the last such step that were not rolled, and the step without them.
    fn unrolled(&self, error: &DiceError) -> Option<(Span, String)> {
        let (DiceError::LeftOver { left, .. }, Some(step)) = (error, self.dice_at) else { return None };
        let text = self.kit.book.sources.slice(step);
        let dice: Vec<&str> = text.split_whitespace().collect();
        // Of a step that reaches over its line, or of several, no one place is theirs.
        let kept = dice.len().checked_sub(*left).filter(|kept| *kept > 1 && !text.contains(['\n', '#']))?;
        let start = step.start + (dice[kept].as_ptr() as usize - text.as_ptr() as usize) as u32;
        let end = step.start + text.trim_end().len() as u32;
        Some((Span { start, end, ..step }, format!("; without what is left: `{}`", dice[..kept].join(" "))))
    }

    pub(super) fn rules(&self) -> Arc<Rules> {
        self.play.rules().clone()
    }

    /// Everyone who may be named: those on the board, then the sheets.
    pub(super) fn cast(&self) -> Directory {
        Directory::in_fight(self.play.rules(), self.play.state())
    }

    pub(super) fn understand(&self, span: Span, text: &str) -> Result<ParsedQuery, Failure> {
        let asked = crate::query::understand(&self.kit.book, &self.cast(), text).map_err(|error| {
            let at = self.within(span, text, &error).unwrap_or(span);
            let failure = Failure::new(at, "a sentence that is understood", &error.told());
            let cure = miette::Diagnostic::help(&error).map(|help| help.to_string());
            Failure { cure: cure.filter(|cure| failure.got.ends_with(&format!("({cure})"))), ..failure }
        })?;
        self.posed.note(&self.kit.book, asked.about);
        Ok(asked)
    }

    /// Where in a step the part of its sentence stands with which something is wrong.
    fn within(&self, span: Span, text: &str, error: &dyn miette::Diagnostic) -> Option<Span> {
        let label = error.labels()?.next()?;
        let whole = self.kit.book.sources.slice(span);
        let start = whole.find(&format!("\"{text}\""))? + 1 + label.offset();
        let is_inside = !label.is_empty() && label.offset() + label.len() <= text.len();
        let start = span.start + u32::try_from(start).ok()?;
        is_inside.then(|| Span { start, end: start + label.len() as u32, ..span })
    }

    pub(super) fn pose(&self, span: Span, text: &str) -> Result<BoundQuery, Failure> {
        let asked = self.understand(span, text)?;
        let posed = BoundQuery::new(self.play.rules(), self.play.state(), &asked);
        let posed = posed.map_err(|error| self.broken(span, text, error))?;
        let rules = self.play.rules();
        let doubted = || idle(rules, &self.play.engine(), &posed, &doubtful(rules, &posed, &asked), text);
        match uncounted(rules, &posed, &asked, text).or_else(doubted) {
            Some(error) => {
                let at = self.within(span, text, &error).unwrap_or(span);
                Err(Failure::new(at, EVERYTHING_COUNTS, &error.told()))
            }
            None => {
                let later = idle_of_figures(rules, &self.play.engine(), self.play.state(), &posed);
                match later.first() {
                    Some(said) => Err(Failure::new(span, EVERYTHING_COUNTS, &format!("{said} changes nothing here"))),
                    None => Ok(posed),
                }
            }
        }
    }

    /// A failure of the rules themselves.
    pub(super) fn broken(&self, span: Span, doing: &str, error: impl Into<PlayError>) -> Failure {
        let error = error.into();
        if let PlayError::Dice(DiceError::UsedUp { wanted, given }) = &error {
            let got = match given {
                0 => format!("no dice were given: one was wanted for {wanted}"),
                _ => format!("the dice ran out: die {} was wanted for {wanted}", given + 1),
            };
            let got = format!("{got}{}", self.taker());
            let expected = format!("enough dice (`dice …` before this step, or `seed N`){}", self.takers());
            return Failure::new(span, &expected, &got);
        }
        // A die that shows what it cannot is told where it is given, whoever rolled it.
        if let Some((at, shown, wanted, sides)) = self.tray.unfit()
            && let Some(place) = at.checked_sub(1).and_then(|at| self.dice_spans.get(at))
        {
            return self.unfit(*place, shown, &wanted, sides);
        }
        Failure::broken(span, doing, error, &self.kit.book)
    }

    /// A die that shows what it cannot.
    fn unfit(&self, place: Span, shown: u16, wanted: &str, sides: u16) -> Failure {
        let thrown = wanted.rsplit(' ').next().and_then(|dice| dice.split_once('d')?.0.parse().ok());
        let sums = thrown.and_then(|count| self.tray.as_they_lie(count, sides));
        let expected = match sums {
            Some(dice) => format!("each die as it lies, and no sums: for example `{dice}`"),
            None => format!("each die as it lies: this one shows a number from 1 to {sides}"),
        };
        Failure::new(place, &expected, &format!("`{shown}` does not fit {wanted}{}", self.taker()))
    }

    pub(super) fn ask(&mut self, span: Span, text: &str) -> Result<(), Failure> {
        let posed = self.pose(span, text)?;
        let rules = self.rules();
        let check = posed.check(&rules);
        if check.is_none() && !matches!(posed.about, About::Action(_)) {
            return Err(Failure::new(span, "an action or a check", "neither: `expect` its value"));
        }
        let mut frame = posed.check_frame(&rules);
        frame.look_around(true);
        let reckoning = check.map(|check| explain::reckon(&posed.view(&rules).scene(&frame), check)).transpose();
        let reckoning = reckoning.map_err(|error| self.broken(span, text, error))?;
        let check = reckoning.map(|reckoning| AskedCheck { reckoning, result: None });
        self.asked = Some(LastQuestion { posed, check });
        self.spoken = Some(LastAsked::Asked);
        Ok(())
    }

    /// What was asked last.
    pub(super) fn posed_last(&self) -> Option<&BoundQuery> {
        self.asked.as_ref().map(|question| &question.posed)
    }

    /// The check of what was asked last.
    pub(super) fn asked_check(&self, span: Span) -> Result<&AskedCheck, Failure> {
        match &self.asked {
            None => {
                let got = "nothing: `ask \"…\"` comes first; what came of an `order` is compared, as in `expect NAME.PROPERTY = 3`";
                Err(Failure::new(span, "something asked before", got))
            }
            Some(question) => question.check.as_ref().ok_or_else(|| no_check(span)),
        }
    }

    /// Whether the last that was said was asked and not done.
    pub(super) fn speaks_of_question(&self) -> bool {
        matches!(self.spoken, Some(LastAsked::Asked))
    }

    /// Steps that name facts now speak of an order with these.
    pub(super) fn speaks_of_order(&mut self, facts: Vec<(FactId, Value)>) {
        self.spoken = Some(LastAsked::Done(facts));
    }

    /// A figure on the board by its name.
    pub(super) fn figure(&self, name: &Name) -> Result<FigureId, Failure> {
        let found = self.play.state().figure_ids().find(|id| *self.play.state().figure(*id).name == *name.text);
        found.ok_or_else(|| {
            let names = self.play.state().figures.iter().map(|figure| &*figure.name);
            let help = crate::diag::did_you_mean(&name.text, names, "place it first");
            Failure::new(name.span, &format!("a figure named `{}`", name.text), &help)
        })
    }

    /// A side by its name, made if there is none.
    pub(super) fn side(&mut self, span: Span, name: &str) -> Result<SideId, Failure> {
        let found = self.play.state().side_ids().find(|id| *self.play.state().side(*id).name == *name);
        if let Some(side) = found {
            return Ok(side);
        }
        let rules = self.rules();
        let made = self.play.set_up(|state| add_side(&rules, state, name, name, &[]));
        made.map_err(|error| self.broken(span, "a side", error))
    }

    /// What an expression of a test comes to, with the figures on the board known by name. One that names facts speaks
    /// of what was asked or ordered last.
    pub(super) fn value(&self, expr: &ExprDecl) -> Result<(Value, Type), Failure> {
        let on_board = self.resolved(expr, self.play.state());
        if let Ok(found) = &on_board
            && found.0.named_facts().is_empty()
        {
            return self.computed(found, None);
        }
        match (&self.spoken, &self.asked) {
            (Some(LastAsked::Done(facts)), _) => self.computed(&on_board?, Some((facts, self.play.state()))),
            // Who was only asked about need not be on the board.
            (Some(LastAsked::Asked), Some(LastQuestion { posed, .. })) => {
                let found = self.resolved(expr, &posed.state).map_err(|failure| on_board.err().unwrap_or(failure))?;
                self.is_of_the_asked(&found.0, posed)?;
                self.computed(&found, Some((&posed.facts, &posed.state)))
            }
            _ => Err(on_board.err().unwrap_or_else(|| self.unspoken(expr))),
        }
    }

    /// What an expression comes to where a certain type is wanted, in which a bare number takes the declared unit.
    pub(super) fn value_as(&self, expr: &ExprDecl, wanted: &Type, unit: Option<u16>) -> Result<Value, Failure> {
        let book = &self.kit.book;
        let scaled = rulebook::literal(expr).filter(|_| matches!(wanted.bare(), Type::Number(_)));
        let factor = unit.map(|unit| book.units[usize::from(unit)].factor);
        if let Some(amount) = scaled.zip(factor).and_then(|(number, factor)| number.times(factor)) {
            return Ok(Value::Number(amount));
        }
        let found = rulebook::resolve_expr_as(book, expr, wanted, &self.scope(self.play.state()));
        let found = found.map_err(|mistakes| ill_formed(expr, &mistakes))?;
        Ok(self.computed(&(found, wanted.clone()), None)?.0)
    }

    /// The board on which everyone stands who can be named now.
    pub(super) fn view_of_spoken(&self) -> View<'_> {
        match (&self.spoken, &self.asked) {
            (Some(LastAsked::Asked), Some(question)) => View::new(self.play.rules(), &question.posed.state),
            _ => self.play.view(),
        }
    }

    /// What nothing looks at in what was asked would be compared with its own default.
    fn is_of_the_asked(&self, expr: &rulebook::Expr, posed: &BoundQuery) -> Result<(), Failure> {
        match expr.named_facts().into_iter().find(|fact| !is_looked_at(self.play.rules(), posed, *fact)) {
            None => Ok(()),
            Some(fact) => {
                let name = &self.kit.book.facts[fact.index()].head.name;
                let got = format!("nothing that was asked looks at `{name}`");
                Err(Failure::new(expr.span, "a fact of what was asked", &got))
            }
        }
    }

    fn unspoken(&self, expr: &ExprDecl) -> Failure {
        let text = self.kit.book.sources.slice(expr.span).trim();
        let got = format!("nothing was asked or ordered before: `{text}` names a fact of it");
        Failure::new(expr.span, "something asked or ordered", &got)
    }

    /// Keeps what a deed has given under a name.
    pub(super) fn keep(&mut self, name: &str, value: Value, r#type: Type) {
        self.kept.retain(|(known, ..)| known != name);
        self.kept.push((name.to_string(), value, r#type));
    }

    /// The figures and sides of a board, and what deeds have given, by their names.
    fn scope(&self, state: &State) -> Scope<'_> {
        let book = &self.kit.book;
        let mut scope = Scope::new(&book.sources);
        for id in state.figure_ids() {
            scope = scope.bind(&state.figure(id).name, Value::Figure(id), Type::Figure);
        }
        for id in state.side_ids() {
            scope = scope.bind(&state.side(id).name, Value::Side(id), Type::Side);
        }
        let kept = self.kept.iter();
        kept.fold(scope, |scope, (name, value, r#type)| scope.bind(name, value.clone(), r#type.clone()))
    }

    /// Whether an expression says something of what stands on the board or was asked.
    pub(super) fn is_well_formed(&self, expr: &ExprDecl) -> Result<(), Failure> {
        let on_board = self.resolved(expr, self.play.state());
        match &self.asked {
            Some(question) if on_board.is_err() => self.resolved(expr, &question.posed.state).map(|_| ()),
            _ => on_board.map(|_| ()),
        }
        .map_err(|failure| said_with_sign(expr).unwrap_or(failure))
    }

    fn resolved(&self, expr: &ExprDecl, state: &State) -> Result<(rulebook::Expr, Type), Failure> {
        let found = rulebook::resolve_expr(&self.kit.book, expr, &self.scope(state));
        found.map_err(|mistakes| ill_formed(expr, &mistakes))
    }

    fn computed(
        &self,
        (resolved, r#type): &(rulebook::Expr, Type),
        spoken: Option<(&[(FactId, Value)], &State)>,
    ) -> Result<(Value, Type), Failure> {
        let value = match spoken {
            None => self.play.view().scene(&self.play.frame()).eval(resolved),
            Some((facts, state)) => {
                let mut frame = Frame::new();
                for (fact, value) in facts {
                    frame.state(*fact, value.clone());
                }
                View::new(self.play.rules(), state).scene(&frame).eval(resolved)
            }
        };
        let text = self.kit.book.sources.slice(resolved.span);
        let value = value.map_err(|error| self.broken(resolved.span, text, error))?;
        Ok((value, r#type.clone()))
    }
}

/// An action without a check has only legality and costs.
pub(super) fn no_check(span: Span) -> Failure {
    Failure::new(span, "a check", "an action without one: `expect legal`, `refused`, `spends` speak of it")
}

/// An expression that the rules do not understand.
fn ill_formed(expr: &ExprDecl, mistakes: &Diagnostics) -> Failure {
    let expected = "an expression of these rules";
    if let [mistake] = mistakes.as_slice() {
        return Failure::said_wrongly(expr.span, expected, &**mistake);
    }
    let said: Vec<String> = mistakes.iter().map(|mistake| super::told(&**mistake)).collect();
    Failure::new(expr.span, expected, &said.join("; "))
}

fn scenario_named(kit: &Kit, name: &Name) -> Result<ScenarioId, Failure> {
    let found = kit.book.scenarios.iter().position(|scenario| *scenario.head.name == *name.text);
    found.map(|index| ScenarioId(index as u16)).ok_or_else(|| {
        let names = kit.book.scenarios.iter().map(|scenario| &*scenario.head.name);
        unknown(name, "scenario", names)
    })
}

fn map_named(kit: &Kit, name: &Name) -> Result<MapId, Failure> {
    let found = kit.book.maps.iter().position(|map| *map.head.name == *name.text);
    found
        .map(|index| MapId(index as u16))
        .ok_or_else(|| unknown(name, "map", kit.book.maps.iter().map(|map| &*map.head.name)))
}

/// A name that nothing of that sort has.
pub(super) fn unknown<'a>(name: &Name, sort: &str, names: impl Iterator<Item = &'a str>) -> Failure {
    let names: Vec<&str> = names.into_iter().collect();
    let known = format!("none of that name; {}", crate::diag::listed(&names));
    let help = crate::diag::did_you_mean(
        &name.text,
        names.iter().copied(),
        if names.is_empty() { "there is none" } else { &known },
    );
    Failure::new(name.span, &format!("a {sort} named `{}`", name.text), &help)
}

/// `expect need = 5`: what is expected of a check says its value without a sign.
fn said_with_sign(expr: &ExprDecl) -> Option<Failure> {
    let ExprNode::Binary(BinaryDecl::Equal, left, right) = &expr.node else { return None };
    let (ExprNode::Name(name), ExprNode::Number(value)) = (&left.node, &right.node) else { return None };
    let is_said = EXPECTATIONS.contains(&&*name.text);
    let right = format!("`expect {} {value}`", name.text);
    let got = format!("no `=` stands between `{}` and its value (write {right})", name.text);
    is_said.then(|| Failure::new(expr.span, &right, &got))
}
