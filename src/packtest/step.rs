//! The steps of a test that do something.

use super::Failure;
use super::board::{TestBoard, no_check, unknown};
use crate::dice::{DiceError, Given};
use crate::event::Change;
use crate::event::Log;
use crate::explain::{ExplainError, Need, Opponent, RollNeed, Thrown};
use crate::rulebook::PhaseOrder;
use crate::state::{Figure, State, add_figure, improvised};
use crate::syntax::ast::{ExprDecl, Name, PlacementDecl, StepDecl, StepNode};
use crate::text::{Sources, Span};
use crate::turn::Stage;
use crate::value::{Formula, Number, PhaseId, SheetId, Value};

impl TestBoard {
    /// Does one step, or compares what it expects.
    pub(super) fn perform(&mut self, step: &StepDecl) -> Result<(), Failure> {
        let span = step.span;
        match &step.node {
            StepNode::Ask(text) => self.ask(span, &text.text),
            StepNode::Roll(dice) => self.roll(span, dice),
            StepNode::Place(placement, side) => self.place(span, placement, side.as_ref()),
            StepNode::Lay { item, from, to, turns } => self.lay(span, item, (*from, *to), *turns),
            StepNode::Set(left, right) => self.set(left, right),
            StepNode::Gain(figure, condition) => self.gain(span, figure, condition, true),
            StepNode::Lose(figure, condition) => self.gain(span, figure, condition, false),
            StepNode::Relate(relation, from, to, turns) => self.relate(span, relation, from, to, turns.unwrap_or(1)),
            StepNode::Answer(question, figure, choice) => {
                let figure = self.figure(figure)?;
                self.answers.give(span, &question.text, figure, &choice.text);
                Ok(())
            }
            StepNode::Dice(dice) => {
                self.dice_at = Some(span);
                self.dice_spans.extend(numbers_in(&self.kit.book.sources, span));
                self.tray.add(&small(span, dice)?);
                Ok(())
            }
            StepNode::Order(text) => self.order(span, &text.text),
            StepNode::Phase(name, side) => self.enter(span, name, side.as_ref()),
            StepNode::Script(name) => self.script(span, name),
            StepNode::Do(call) => self.do_deed(span, call),
            StepNode::Perform(name, side) => self.perform_phase(span, name, side.as_ref()),
            StepNode::Play(count, word) => self.play_on(span, *count, word),
            StepNode::Expect(expect) => self.expect(span, expect),
            StepNode::With(..) | StepNode::Fails(_) | StepNode::Map(_) | StepNode::Scenario(_) | StepNode::Seed(_) => {
                Ok(())
            }
        }
    }

    /// Rolls what was asked with these dice: those of the asker, then those of the other side.
    fn roll(&mut self, span: Span, dice: &[u32]) -> Result<(), Failure> {
        let dice = small(span, dice)?;
        let book = self.kit.book.clone();
        let Some(question) = &mut self.asked else {
            let got = "nothing: `roll` throws what was asked by `ask`; the dice of an `order` are given before it, `dice 4 2 5`";
            return Err(Failure::new(span, "something asked before", got));
        };
        let Some(question) = &mut question.check else { return Err(no_check(span)) };
        let Some(need) = question.reckoning.short.need() else {
            let why = question.reckoning.impossible.as_ref().map_or("it is impossible", |cannot| &cannot.why);
            return Err(Failure::new(span, "a check that can be rolled", why));
        };
        let mut given = Given::new(dice);
        let (mut mine, mut theirs) = (Thrown::default(), Thrown::default());
        let rolled = need.roll(&book, &mut given, crate::dice::Seen::Dice, (&mut mine, &mut theirs));
        if let Some(wrong) = unfit(rolled.as_ref().err(), &given) {
            let check = &book.checks[need.mine.check.index()].head.name;
            return Err(Failure::new(span, &dice_of(check, need, given.given()), &wrong));
        }
        rolled.map_err(|error| Failure::new(span, "dice that fit", &super::told(&*error.diagnostic(&book))))?;
        question.result = Some(need.result(&book, &mine, Some(&theirs)));
        Ok(())
    }

    fn place(&mut self, span: Span, placement: &PlacementDecl, side: Option<&Name>) -> Result<(), Failure> {
        let book = self.kit.book.clone();
        let sheets = || book.sheets.iter().map(|sheet| &*sheet.head.name);
        let Some(sheet) = book.sheets.iter().position(|sheet| *sheet.head.name == *placement.sheet.text) else {
            return Err(unknown(&placement.sheet, "figure", sheets()));
        };
        let name = placement.called.as_ref().map_or(&placement.sheet.text, |called| &called.text);
        let side_name = side.map_or_else(|| name.clone(), |side| side.text.clone());
        let side = self.side(span, &side_name)?;
        let mut put = improvised(&book, SheetId(sheet as u16), Some(name));
        for entry in &placement.entries {
            put.lines.push(self.sheet_line(&entry.node.name, &entry.node.values)?);
        }
        if let Some(at) = &placement.at {
            if self.play.view().ground().is_none() {
                return Err(self.no_map(at.span));
            }
            put.at = Some(self.cell_on_board(*at)?);
        }
        if let Some(facing) = &placement.facing {
            put.facing = self.number(facing)?.floor();
        }
        if let Some(script) = &placement.plays {
            let found = book.scripts.iter().position(|one| *one.name == *script.text);
            let Some(found) = found else {
                return Err(unknown(script, "script", book.scripts.iter().map(|one| &*one.name)));
            };
            put.plays = Some(crate::value::ScriptId(found as u16));
        }
        let rules = self.rules();
        let added = self.play.set_up(|state| add_figure(&rules, state, side, &put, None));
        added.map_err(|error| self.broken(span, "a figure", error))?;
        Ok(())
    }

    /// A place where there is no board: nobody could say how far it is from there.
    fn no_map(&self, at: Span) -> Failure {
        let cure = match self.kit.book.maps.first() {
            Some(map) => format!("write `map {}` before it, or leave the place out", map.head.name),
            None => "leave the place out, or declare a map".to_string(),
        };
        Failure::new(at, "a place on the map of the test", &format!("this test has no map ({cure})"))
    }

    /// A number of an expression.
    pub(super) fn number(&self, expr: &ExprDecl) -> Result<Number, Failure> {
        match self.value(expr)?.0 {
            Value::Number(number) => Ok(number),
            other => Err(Failure::new(expr.span, "a number", other.sort())),
        }
    }

    fn gain(&mut self, span: Span, figure: &Name, condition: &Name, gain: bool) -> Result<(), Failure> {
        let figure = self.figure(figure)?;
        let conditions = &self.kit.book.conditions;
        let Some(at) = conditions.iter().position(|one| *one.head.name == *condition.text) else {
            return Err(unknown(condition, "condition", conditions.iter().map(|one| &*one.head.name)));
        };
        let id = crate::value::ConditionId(at as u16);
        let done = if gain { self.play.gain(figure, id, None, None) } else { self.play.lose(figure, id, None) };
        done.map(|_| ()).map_err(|error| self.broken(span, "a condition", error))
    }

    fn relate(&mut self, span: Span, relation: &Name, from: &Name, to: &Name, turns: u32) -> Result<(), Failure> {
        let relations = &self.kit.book.relations;
        let Some(at) = relations.iter().position(|one| *one.head.name == *relation.text) else {
            return Err(unknown(relation, "relation", relations.iter().map(|one| &*one.head.name)));
        };
        let id = crate::value::RelationId(at as u16);
        let (from, to) = (self.figure(from)?, Value::Figure(self.figure(to)?));
        self.play.relate(id, from, to.clone()).map_err(|error| self.broken(span, "a relation", error))?;
        self.is_so(Change::RelationAged { figure: from, relation: id, to, turns });
        Ok(())
    }

    fn order(&mut self, span: Span, text: &str) -> Result<(), Failure> {
        let posed = self.pose(span, text)?;
        let Some(order) = posed.order(self.play.rules()) else {
            return Err(self.no_order(span, &posed));
        };
        let refusal = self.refusal_of(&posed, &order).map_err(|error| self.broken(span, text, error))?;
        if let Some(reason) = refusal {
            let expected = format!("a legal order{}", self.required_by(&posed, &reason));
            return Err(Failure::new(span, &expected, &reason));
        }
        self.play.take_up(&posed).map_err(|error| self.broken(span, text, error))?;
        // In a phase of turns by value an order may come again; nobody else acts there in a test.
        let done = match self.play.state().phase.filter(|phase| self.is_by_value(*phase)) {
            Some(phase) => self.play.turn().times_done(phase, &order).map(|_| ()),
            None => self.play.try_perform(&order).map(|_| ()),
        };
        done.map_err(|error| self.broken(span, text, error))?;
        self.count_order(&order);
        self.speaks_of_order(posed.facts);
        Ok(())
    }

    fn is_by_value(&self, phase: PhaseId) -> bool {
        matches!(self.kit.book.turn.phases[phase.index()].order, PhaseOrder::ByValue { .. })
    }

    fn script(&mut self, span: Span, name: &Name) -> Result<(), Failure> {
        let scripts = &self.kit.book.scripts;
        let Some(at) = scripts.iter().position(|script| *script.name == *name.text) else {
            return Err(unknown(name, "script", scripts.iter().map(|script| &*script.name)));
        };
        let done = self.play.run_play_script(crate::value::ScriptId(at as u16), &"a test");
        done.map_err(|error| self.broken(span, "a script", error))
    }

    fn play_on(&mut self, span: Span, count: u32, word: &Name) -> Result<(), Failure> {
        if count == 0 {
            let got = format!("none: `play 1 {}`", word.text.trim_end_matches('s'));
            return Err(Failure::new(span, "one or more to be played", &got));
        }
        let before = (self.play.log().map_or(0, Log::len), self.play.resets(), self.play.state().clone());
        self.given.clear();
        // An order that can be none by its form is a mistake of its script.
        self.play.end_at_malformed_orders();
        let begun = self.play.turn().go_on_behind_phase().and_then(|()| self.play.turn().begin());
        begun.map_err(|error| self.broken(span, "the start of the scenario", error))?;
        let mut left = count;
        let phases = word.text.starts_with("phase");
        while left > 0 && self.play.state().outcome.is_none() {
            let stage = self.play.turn().advance().map_err(|error| self.broken(span, "a turn", error))?;
            let counts = match stage {
                Stage::Phase(..) => phases,
                Stage::TurnEnds(_) => !phases,
                Stage::TurnBegins(_) => false,
            };
            left -= u32::from(counts);
        }
        self.was_played(span, before)
    }

    /// A turn in which nobody was asked, nothing was rolled and nothing happened but what every turn sets back was not
    /// played.
    fn was_played(&self, span: Span, (before, resets, begin): (usize, usize, State)) -> Result<(), Failure> {
        let log = || self.play.log().into_iter().flat_map(Log::iter).skip(before);
        // What is rolled for a side, or told, is no deed of anybody.
        let is_of_somebody = |change: &Change| !change.is_of_time() && change.figure().is_some();
        let happened = log().filter(|event| is_of_somebody(&event.change)).count();
        let has_rolled =
            log().any(|event| matches!(event.change, Change::Checked { .. }) && is_of_somebody(&event.change));
        let only_reset = self.play.resets() - resets;
        let state = self.play.state();
        let decides = |figure: &Figure| !figure.removed && figure.controller.is_some();
        // What comes and goes again within the turn is bookkeeping.
        let has_changed = happened > only_reset && state.figures != begin.figures;
        if has_changed || has_rolled || state.outcome.is_some() || state.figures.iter().any(decides) {
            return Ok(());
        }
        let what = if happened > 0 { "nothing but what is reset" } else { "nothing" };
        let got = format!("{what} happened, and no figure has a script that could be asked: place some with `plays`");
        Err(Failure::new(span, "something to be played", &got))
    }
}

/// `1 die`, `3 dice`.
fn count_of_dice(count: usize) -> String {
    format!("{count} {}", if count == 1 { "die" } else { "dice" })
}

/// What is wrong with given dice, if they do not fit what rolled them.
fn unfit(error: Option<&ExplainError>, given: &Given) -> Option<String> {
    let all = given.given().len();
    match error {
        None if given.left().is_empty() => None,
        None => Some(count_of_dice(all)),
        Some(ExplainError::Dice(_, DiceError::UsedUp { .. })) => Some(format!("only {}", count_of_dice(all))),
        Some(ExplainError::Dice(_, DiceError::Unfit { shown, sides, .. })) => {
            Some(format!("`{shown}`, which no d{sides} shows"))
        }
        Some(_) => None,
    }
}

/// Who rolls against a check, if anybody does.
fn rival_of(need: &Need) -> Option<&RollNeed> {
    match &need.rival {
        Opponent::Rolls(rival, _) => Some(rival),
        Opponent::Nobody | Opponent::Cannot(_) => None,
    }
}

/// The dice that a check rolls, as they may be given: those that were given and fit, others in the place of the rest.
pub(super) fn dice_for(need: &Need, given: &[u16]) -> Vec<String> {
    let each = |dice: &Formula| -> Vec<u16> {
        dice.terms.iter().flat_map(|term| std::iter::repeat_n(term.sides, usize::from(term.count))).collect()
    };
    let sides: Vec<u16> =
        [Some(&need.mine), rival_of(need)].into_iter().flatten().flat_map(|roll| each(&roll.dice)).collect();
    let shown = |(at, sides): (usize, &u16)| {
        let fits = given.get(at).filter(|shown| (1..=*sides).contains(*shown));
        fits.copied().unwrap_or(sides.div_ceil(2)).to_string()
    };
    sides.iter().enumerate().map(shown).collect()
}

/// What a check rolls, and how that is given.
fn dice_of(check: &str, need: &Need, given: &[u16]) -> String {
    let example = dice_for(need, given);
    let against = rival_of(need).map_or(String::new(), |rival| format!(" against {}", rival.dice));
    let count = count_of_dice(example.len());
    format!(
        "the dice as they lie: `{check}` rolls {}{against}, which is {count}, as in `roll {}`",
        need.mine.dice,
        example.join(" ")
    )
}

/// Dice as numbers that dice can show.
fn small(span: Span, dice: &[u32]) -> Result<Vec<u16>, Failure> {
    dice.iter()
        .map(|die| u16::try_from(*die).map_err(|_| Failure::new(span, "a number dice can show", &die.to_string())))
        .collect()
}

/// Where the numbers of a step stand: `dice 4 2 5`.
fn numbers_in(sources: &Sources, span: Span) -> Vec<Span> {
    let (text, mut found, mut begin) = (sources.slice(span), Vec::new(), None);
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (letter.is_ascii_digit(), begin) {
            (true, None) => begin = Some(at),
            (false, Some(from)) => {
                let place = |at: usize| span.start + at as u32;
                found.push(Span { source: span.source, start: place(from), end: place(at) });
                begin = None;
            }
            _ => {}
        }
    }
    found
}
