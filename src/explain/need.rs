//! What a check needs and rolls, without a reason: what play and simulation ask for. It allocates nothing once its
//! buffers have grown.

use super::gather::{ModifierState, amount, gather};
use super::{ExplainError, Thrown};
use crate::check::{self, Contested, Outcomes, ResultRows, Roller, Verdict};
use crate::dice::{self, Odds};
use crate::effect::{self, Filter, Sum};
use crate::eval::{EvalError, Fault, Frame, Scene, World};
use crate::rulebook::{Check, Expr, Goal, Opposed, ResultRow, Rulebook};
use crate::value::{CheckId, FactId, Formula, Number, Value};
use std::sync::Arc;

/// What one side of a check rolls and needs.
#[derive(Clone, Debug, PartialEq)]
pub struct RollNeed {
    /// Its check.
    pub check: CheckId,
    /// The dice, after all changes.
    pub dice: Arc<Formula>,
    /// What they are held against, after all modifiers and bounds.
    pub goal: check::RollGoal,
    /// Which result table of the check holds for these dice.
    pub table: Option<usize>,
}

/// The other side of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Opponent {
    /// There is none.
    Nobody,
    /// One who rolls too.
    Rolls(RollNeed, Contested),
    /// One who cannot roll, and so has lost.
    Cannot(Impossibility),
}

/// What a check needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    /// The side that asks.
    pub mine: RollNeed,
    /// The other.
    pub rival: Opponent,
}

/// Why a check cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossibility {
    /// The check says so: an index of `Check::impossible`.
    Ruled(CheckId, usize),
    /// The number it needs is none.
    NoNeed(CheckId),
    /// The amount of a modifier is none: its place among the parts and cards of the check.
    NoAmount(CheckId, usize),
}

/// A check as far as play needs to know.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// It can be rolled.
    Possible(Need),
    /// It cannot be made.
    Impossible(Impossibility),
}

impl Requirement {
    /// What is needed, if it can be rolled.
    pub fn need(&self) -> Option<&Need> {
        match self {
            Requirement::Possible(need) => Some(need),
            Requirement::Impossible(_) => None,
        }
    }
}

/// Buffers that reckoning uses again and again.
#[derive(Debug, Default)]
pub struct RequirementBuffers {
    modifiers: Vec<effect::AppliedModifier<'static>>,
    other: Frame,
    shifted: Vec<(Arc<Formula>, i64, Arc<Formula>)>,
}

/// Dice formulas with changed numbers of dice that are kept for the next time.
const MAX_SHIFTED: usize = 32;

impl RequirementBuffers {
    /// What a check needs under these facts.
    pub fn reckon<W: World + ?Sized>(
        &mut self,
        scene: &Scene<'_, W>,
        id: CheckId,
    ) -> Result<Requirement, ExplainError> {
        let mine = match self.stake(scene, id)? {
            Ok(stake) => stake,
            Err(bar) => return Ok(Requirement::Impossible(bar)),
        };
        let rival = match &scene.rules.checks[id.index()].goal {
            Goal::Opposed(opposed) => self.rival(scene, opposed)?,
            _ => Opponent::Nobody,
        };
        Ok(Requirement::Possible(Need { mine, rival }))
    }

    /// Why a check cannot be made under these facts; none if it can. That is less work than to find what it needs.
    pub fn bar<W: World + ?Sized>(
        &mut self,
        scene: &Scene<'_, W>,
        id: CheckId,
    ) -> Result<Option<Impossibility>, ExplainError> {
        let check = &scene.rules.checks[id.index()];
        if let Some(at) = barred(scene, check)? {
            return Ok(Some(Impossibility::Ruled(id, at)));
        }
        if let Some(at) = lacking(scene, check)? {
            return Ok(Some(Impossibility::NoAmount(id, at)));
        }
        if base_of(check).is_none() || base(scene, check)?.is_some() {
            return Ok(None);
        }
        // A modifier may say instead what is needed.
        Ok(self.stake(scene, id)?.err())
    }

    fn rival<W: World + ?Sized>(&mut self, scene: &Scene<'_, W>, opposed: &Opposed) -> Result<Opponent, ExplainError> {
        let mut frame = std::mem::take(&mut self.other);
        let stake = rebind(scene, opposed, &mut frame).map_err(ExplainError::from).and_then(|()| {
            let theirs = Scene { rules: scene.rules, world: scene.world, frame: &frame };
            self.stake(&theirs, opposed.check)
        });
        self.other = frame;
        Ok(match stake? {
            Ok(stake) => Opponent::Rolls(stake, contested(opposed)),
            Err(bar) => Opponent::Cannot(bar),
        })
    }

    fn stake<W: World + ?Sized>(
        &mut self,
        scene: &Scene<'_, W>,
        id: CheckId,
    ) -> Result<Result<RollNeed, Impossibility>, ExplainError> {
        let check = &scene.rules.checks[id.index()];
        if let Some(at) = barred(scene, check)? {
            return Ok(Err(Impossibility::Ruled(id, at)));
        }
        let mut list = recycle(std::mem::take(&mut self.modifiers));
        let (mut seen, mut missing) = (0, None);
        let gathered = gather(scene, id, &mut list, |_, found| {
            if found == ModifierState::None {
                missing = missing.or(Some(seen));
            }
            seen += 1;
        });
        let sum = effect::stack(&mut list, filter(check));
        self.modifiers = recycle(list);
        gathered?;
        if let Some(at) = missing {
            return Ok(Err(Impossibility::NoAmount(id, at)));
        }
        self.settle(scene, id, &sum.map_err(|error| ExplainError::Effect(id, error))?)
    }

    /// Dice and number needed once the modifiers are put together.
    pub(super) fn settle<W: World + ?Sized>(
        &mut self,
        scene: &Scene<'_, W>,
        id: CheckId,
        sum: &Sum,
    ) -> Result<Result<RollNeed, Impossibility>, ExplainError> {
        let check = &scene.rules.checks[id.index()];
        let base = base(scene, check)?;
        let Some(goal) = goal(check, base, sum).map_err(|error| ExplainError::Effect(id, error))? else {
            return Ok(Err(Impossibility::NoNeed(id)));
        };
        let dice = dice_of(scene, check)?;
        let dice = self.shifted(dice, sum.dice).map_err(|error| ExplainError::Dice(id, error))?;
        let table = table(scene, check, &dice)?;
        Ok(Ok(RollNeed { check: id, dice, goal, table }))
    }

    fn shifted(&mut self, dice: Arc<Formula>, more: i64) -> Result<Arc<Formula>, dice::DiceError> {
        if more == 0 {
            return Ok(dice);
        }
        if let Some((_, _, known)) = self.shifted.iter().find(|(from, by, _)| *by == more && *from == dice) {
            return Ok(known.clone());
        }
        let changed = Arc::new(dice::shifted(&dice, more)?);
        if self.shifted.len() >= MAX_SHIFTED {
            self.shifted.clear();
        }
        self.shifted.push((dice, more, changed.clone()));
        Ok(changed)
    }
}

/// The same buffer, empty, for modifiers that live as long as another rulebook.
fn recycle<'b>(mut list: Vec<effect::AppliedModifier<'_>>) -> Vec<effect::AppliedModifier<'b>> {
    list.clear();
    list.into_iter().map(|_| unreachable!("the list is empty")).collect()
}

/// The first modifier whose amount is none, so that the check cannot be made: its place among the parts and cards.
fn lacking<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check) -> Result<Option<usize>, EvalError> {
    let cards = check.cards.iter().flat_map(|card| &scene.rules.cards[card.index()].modifiers);
    for (at, modifier) in check.parts.iter().chain(cards).enumerate().filter(|(_, modifier)| modifier.may_be_none) {
        let counts = modifier.condition.as_ref().map_or(Ok(true), |condition| scene.truth(condition))?;
        let is_dropped = modifier.tags.iter().any(|tag| check.ignores.contains(tag));
        if counts && !is_dropped && amount(scene, modifier)?.is_none() {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Which tags a check turns and drops.
pub(super) fn filter(check: &Check) -> Filter<'_> {
    Filter { inverts: &check.inverts, ignores: &check.ignores }
}

/// The first reason of its own for which a check cannot be made.
pub(super) fn barred<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check) -> Result<Option<usize>, EvalError> {
    for (at, (when, _)) in check.impossible.iter().enumerate() {
        if scene.truth(when)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// The facts of the other side: as in this check, save those that are bound anew. What is stated of a figure, thing or
/// cell that is bound anew is said of the one before, and does not hold of the new one.
pub(super) fn rebind<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    opposed: &Opposed,
    frame: &mut Frame,
) -> Result<(), EvalError> {
    frame.copy_stated(scene.frame);
    for (fact, expr) in &opposed.with {
        let value = scene.eval(expr)?;
        let is_another = || scene.fact(*fact).map_or(true, |before| before != value);
        if scene.rules.facts[fact.index()].is_role() && is_another() {
            let is_about = |stated: FactId| {
                stated != *fact
                    && scene.rules.facts[stated.index()].roles.contains(fact)
                    && opposed.with.iter().all(|(set, _)| *set != stated)
            };
            frame.unstate_all(is_about);
        }
        frame.state(*fact, value);
    }
    Ok(())
}

/// The goal a check has of its own, beside another side's.
pub(super) fn own_goal(check: &Check) -> &Goal {
    match &check.goal {
        Goal::Opposed(opposed) => opposed.own.as_deref().unwrap_or(&Goal::Total),
        goal => goal,
    }
}

/// The expression and label of the number needed.
pub(super) fn base_of(check: &Check) -> Option<(&Expr, &crate::rulebook::Label)> {
    match own_goal(check) {
        Goal::AtMost(expr, label) | Goal::AtLeast(expr, label) => Some((expr, label)),
        Goal::Opposed(_) | Goal::Total => None,
    }
}

/// The number needed before modifiers; none if there is none of it.
pub(super) fn base<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check) -> Result<Option<Number>, EvalError> {
    let Some((expr, _)) = base_of(check) else { return Ok(None) };
    match scene.eval(expr)? {
        Value::Number(number) => Ok(Some(number)),
        Value::None => Ok(None),
        other => Err(EvalError::new(Fault::WrongSort("a number", other.sort()), expr.span)),
    }
}

/// The goal after modifiers; none if the number needed is none.
pub(super) fn goal(
    check: &Check,
    base: Option<Number>,
    sum: &Sum,
) -> Result<Option<check::RollGoal>, effect::EffectError> {
    let base = base.or(sum.set);
    Ok(match (own_goal(check), base) {
        (Goal::AtMost(..), Some(base)) => Some(check::at_most(sum.need_at_most(base)?)),
        (Goal::AtLeast(..), Some(base)) => Some(check::at_least(sum.need_at_least(base)?)),
        (Goal::AtMost(..) | Goal::AtLeast(..), None) => None,
        _ => Some(check::RollGoal::Sum(sum.need_at_most(Number::ZERO)?.floor())),
    })
}

pub(super) fn dice_of<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check) -> Result<Arc<Formula>, EvalError> {
    match scene.eval(&check.roll)? {
        Value::Dice(formula) => Ok(formula),
        Value::Number(number) => match number.as_int() {
            Some(whole) => Ok(Arc::new(Formula::constant(whole))),
            None => Err(EvalError::new(Fault::NotWhole(Value::Number(number)), check.roll.span)),
        },
        Value::None => Err(EvalError::new(Fault::Absent("dice"), check.roll.span)),
        other => Err(EvalError::new(Fault::WrongSort("dice", other.sort()), check.roll.span)),
    }
}

/// The table of results that holds: the first whose condition does, else the one that always does.
fn table<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check, dice: &Formula) -> Result<Option<usize>, EvalError> {
    for (at, results) in check.results.iter().enumerate() {
        if let Some(when) = &results.when
            && check::table_for([(at, results.shape)], dice).is_some()
            && scene.truth(when)?
        {
            return Ok(Some(at));
        }
    }
    let always = check.results.iter().enumerate().filter(|(_, results)| results.when.is_none());
    Ok(check::table_for(always.map(|(at, results)| (at, results.shape)), dice))
}

fn contested(opposed: &Opposed) -> Contested {
    Contested { comparing: opposed.comparing, ties: opposed.ties }
}

impl RollNeed {
    /// As `check` judges it.
    pub fn side<'a>(&'a self, rules: &'a Rulebook) -> Roller<'a, ResultRow> {
        let results = self.table.and_then(|at| rules.checks[self.check.index()].results.get(at));
        let table = results.map(|results| ResultRows { key: results.key, rows: &results.rows });
        Roller { formula: &self.dice, goal: self.goal, table }
    }

    /// How much of its roll must be seen to judge it.
    pub fn seen(&self, rules: &Rulebook) -> dice::Seen {
        match self.side(rules).table.map(|table| table.key) {
            Some(check::ResultKey::Lowest | check::ResultKey::Highest) => dice::Seen::Sorted,
            _ => dice::Seen::Total,
        }
    }
}

impl Need {
    /// The verdict on dice that were rolled; `theirs` are those of the other side, if it rolls.
    pub fn judge(&self, rules: &Rulebook, mine: &Thrown, theirs: Option<&Thrown>) -> Verdict {
        let side = self.mine.side(rules);
        match (&self.rival, theirs) {
            (Opponent::Rolls(stake, contested), Some(theirs)) => {
                let other = check::judge(&stake.side(rules), theirs.total, &theirs.dice);
                check::judge_opposed(&side, mine.total, &mine.dice, &other, *contested)
            }
            (Opponent::Cannot(_), _) if matches!(side.goal, check::RollGoal::Sum(_)) => {
                Verdict { success: true, ..check::judge(&side, mine.total, &mine.dice) }
            }
            _ => check::judge(&side, mine.total, &mine.dice),
        }
    }

    /// The exact odds of everything that can come of it.
    pub fn outcomes(&self, rules: &Rulebook) -> Result<Outcomes, ExplainError> {
        let side = self.mine.side(rules);
        let outcomes = match &self.rival {
            Opponent::Rolls(stake, contested) => check::odds_opposed(&side, &stake.side(rules), *contested),
            _ => check::odds(&side),
        };
        outcomes.map_err(|error| ExplainError::Dice(self.mine.check, error))
    }

    /// How likely a success is; none for a mere total.
    pub fn odds(&self, rules: &Rulebook) -> Result<Option<Odds>, ExplainError> {
        match (&self.rival, self.mine.goal) {
            (Opponent::Cannot(_), check::RollGoal::Sum(_)) => Ok(Some(Odds::ALWAYS)),
            (Opponent::Nobody, check::RollGoal::Sum(_)) if self.mine.table.is_none() => Ok(None),
            _ => Ok(Some(self.outcomes(rules)?.success)),
        }
    }

    /// The number needed on the dice; none for a mere total.
    pub fn number(&self) -> Option<i64> {
        match self.mine.goal {
            check::RollGoal::AtMost(need) | check::RollGoal::AtLeast(need) => Some(need),
            check::RollGoal::Sum(_) => None,
        }
    }
}

/// How likely a check is to succeed under these facts: never if it cannot be made, none for a mere total.
pub fn odds<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    check: CheckId,
    reckoner: &mut RequirementBuffers,
) -> Result<Option<Odds>, ExplainError> {
    match reckoner.reckon(scene, check)? {
        Requirement::Possible(need) => need.odds(scene.rules),
        Requirement::Impossible(_) => Ok(Some(Odds::NEVER)),
    }
}
