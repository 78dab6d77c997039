//! Checks in play: reckoned, rolled, told. Explained only when somebody will read it.

use super::Play;
use super::error::PlayError;
use super::luck::LuckLedger;
use super::order::SaidInVain;
use super::precision::{Look, Precision};
use crate::check::RollGoal;
use crate::dice::{Chance, DiceError, DiceRuling, Odds, RollReason, Seen};
use crate::eval::Frame;
use crate::event::{Change, CheckedModifier, GoalRecord, Opposite, Overruling, WORTH_UNIT};
use crate::explain::{
    self, CheckResult, ExplainError, Explanation, Need, Opponent, Refusal, Requirement, RequirementBuffers, Thrown,
};
use crate::rulebook;
use crate::value::{CheckId, FactId, FigureId, Formula, Number, Target, Value};
use std::cell::{RefCell, RefMut};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// Throws that are tried for a check that is ruled to come out otherwise than it did.
const MOST_TRIED: usize = 50_000;

/// A check that was asked for: what it needed, and what came of it if it could be rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledCheck {
    /// The number needed on the dice, if the check has one.
    pub need: Option<i64>,
    /// What came of it; none if it could not be made.
    pub result: Option<CheckResult>,
    /// Why it could not be made.
    pub why: Option<Arc<str>>,
}

/// The dice of a play, and how closely they are looked at.
pub(super) struct Rolls {
    chance: Box<dyn Chance>,
    /// The dice of the last throw.
    thrown: Vec<u16>,
    /// How closely scripts look at checks, if every way of the dice is followed.
    looks: Option<Rc<RefCell<Precision>>>,
    requirements: RefCell<RequirementBuffers>,
    /// What a referee ruled of the check that is being rolled.
    ruled: Option<Change>,
    /// How luckily they fall, if anybody wants to know.
    pub(super) luck: Option<Box<LuckLedger>>,
    /// Whether it is told what each modifier is worth.
    weighs_modifiers: bool,
}

impl Rolls {
    pub(super) fn new(chance: Box<dyn Chance>) -> Rolls {
        Rolls {
            chance,
            thrown: Vec::new(),
            looks: None,
            requirements: RefCell::default(),
            ruled: None,
            luck: None,
            weighs_modifiers: false,
        }
    }

    pub(super) fn chance(&self) -> &dyn Chance {
        &*self.chance
    }

    pub(super) fn chance_mut(&mut self) -> &mut dyn Chance {
        &mut *self.chance
    }

    /// Throws dice; their total, and each of them.
    pub(super) fn throw(&mut self, formula: &Formula, seen: Seen) -> Result<(i64, &[u16]), DiceError> {
        let total = self.chance.roll(formula, seen, &mut self.thrown)?;
        if let Some(luck) = &mut self.luck {
            luck.thrown(formula, total);
        }
        Ok((total, &self.thrown))
    }

    /// What a referee has ruled of the dice that fell last, to be told before what they did.
    pub(super) fn take_ruled(&mut self) -> Option<Change> {
        if let Some(ruled) = self.ruled.take() {
            return Some(ruled);
        }
        match self.chance.ruling()? {
            (DiceRuling::Shown(counted), shown) => Some(overruled(None, Overruling::Dice, &shown, &counted)),
            (DiceRuling::Verdict(_), _) => None,
        }
    }

    pub(super) fn look_with(&mut self, looks: Rc<RefCell<Precision>>) {
        self.looks = Some(looks);
    }

    pub(super) fn looks(&self) -> Option<&RefCell<Precision>> {
        self.looks.as_deref()
    }

    /// What finds out briefly what a check needs.
    pub(super) fn requirements(&self) -> RefMut<'_, RequirementBuffers> {
        self.requirements.borrow_mut()
    }
}

impl Play {
    /// From now on it is told of each check what its modifiers are worth.
    pub(crate) fn weigh_modifiers(&mut self) {
        self.dice.weighs_modifiers = true;
    }

    /// What a check needs under these facts.
    pub fn reckon(&self, check: CheckId, frame: &Frame) -> Result<Requirement, PlayError> {
        let view = self.view();
        Ok(self.dice.requirements().reckon(&view.scene(frame), check)?)
    }

    /// What a check needs under these facts, with every reason.
    pub fn explain(&self, check: CheckId, frame: &Frame) -> Result<Explanation, PlayError> {
        let view = self.view();
        Ok(explain::reckon(&view.scene(frame), check)?)
    }

    /// How likely a check is to succeed; never if it cannot be made, none for a mere total.
    pub fn odds(&self, check: CheckId, frame: &Frame) -> Result<Option<Odds>, PlayError> {
        match self.reckon(check, frame)? {
            Requirement::Possible(need) => Ok(need.odds(&self.rules().book)?),
            Requirement::Impossible(_) => Ok(Some(Odds::NEVER)),
        }
    }

    /// Rolls a check and tells it.
    pub fn roll_check(&mut self, check: CheckId, frame: &Frame) -> Result<RolledCheck, PlayError> {
        let look = self.dice.looks().map_or(Look::Total, |looks| looks.borrow().at(check));
        self.roll_looking(check, frame, look)
    }

    /// Counts what dice, or an amount, of that name came to, if anybody wants to know.
    pub(super) fn count_amount(&mut self, name: &Arc<str>, total: Number) {
        if let Some(happened) = self.store.happened_mut() {
            happened.come_to(name, total);
        }
    }

    /// Rolls a check of which it is known how closely what comes of it will be looked at.
    pub(super) fn roll_looking(&mut self, check: CheckId, frame: &Frame, look: Look) -> Result<RolledCheck, PlayError> {
        let look = if self.dice.looks().is_some() { look } else { Look::Total };
        self.note_rolled(check);
        let rolled = match self.is_told() {
            false => self.roll_untold(check, frame, look),
            true => self.roll_told(check, frame, look),
        }?;
        if let Some(happened) = self.store.happened_mut() {
            happened.check(check, rolled.result.as_ref());
        }
        Ok(rolled)
    }

    fn roll_told(&mut self, check: CheckId, frame: &Frame, look: Look) -> Result<RolledCheck, PlayError> {
        let reckoning = self.explain(check, frame)?;
        let Some(need) = reckoning.short.need().cloned() else {
            let why: Arc<str> = reckoning.impossible.as_ref().map_or("it cannot be made", |cannot| &cannot.why).into();
            self.tell_check(check, frame, &reckoning, None)?;
            return Ok(RolledCheck { need: None, result: None, why: Some(why) });
        };
        self.give_reason(check, frame, &need);
        let result = self.throw(&need, look)?;
        self.weigh_check(check, frame, &need, &result);
        let result = self.as_ruled(check, frame, &need, result)?;
        self.tell_check(check, frame, &reckoning, Some(&result))?;
        Ok(RolledCheck { need: need.number(), result: Some(result), why: None })
    }

    fn roll_untold(&mut self, check: CheckId, frame: &Frame, look: Look) -> Result<RolledCheck, PlayError> {
        match self.reckon(check, frame)? {
            Requirement::Impossible(bar) => {
                let why = Refusal::impossible(&self.view().scene(frame), bar).reason;
                Ok(RolledCheck { need: None, result: None, why: Some(why) })
            }
            Requirement::Possible(need) => {
                self.give_reason(check, frame, &need);
                let result = self.throw(&need, look)?;
                self.weigh_check(check, frame, &need, &result);
                Ok(RolledCheck { need: need.number(), result: Some(result), why: None })
            }
        }
    }

    /// Says whose the dice of a check are, and what they have to show, where the source of chance asks for it.
    fn give_reason(&mut self, check: CheckId, frame: &Frame, need: &Need) {
        if !self.asks_reason() {
            return;
        }
        let (actor, facts) = self.told_facts(check, frame);
        let is_opposed = matches!(self.rules().book.checks[check.index()].goal, rulebook::Goal::Opposed(_));
        let other = facts.iter().find_map(|(_, value)| value.as_figure()).filter(|_| is_opposed);
        let title = &self.rules().book.checks[check.index()].head.title;
        let against = facts.iter().find_map(|(_, value)| value.as_figure()).filter(|one| Some(*one) != actor);
        let title = match against {
            Some(one) => format!("{title} ({})", self.state().figure(one).name),
            None => title.to_string(),
        };
        let what = match need.mine.goal {
            RollGoal::AtMost(number) => format!("{title}: {number} or less succeeds, more does not"),
            RollGoal::AtLeast(number) => format!("{title}: {number} or more succeeds, less does not"),
            _ => title,
        };
        self.dice.chance_mut().give_reason(RollReason { who: [actor, other.or(actor)], what, is_check: true });
    }

    /// Whether somebody wants to know what dice are thrown for.
    pub(super) fn asks_reason(&self) -> bool {
        self.dice.chance().asks_reason()
    }

    /// The same of dice that are no check: they are those of whoever acts.
    pub(super) fn give_reason_of(&mut self, who: Option<FigureId>, what: &str) {
        if self.asks_reason() {
            self.dice.chance_mut().give_reason(RollReason { who: [who; 2], what: what.to_string(), is_check: false });
        }
    }

    fn throw(&mut self, need: &Need, look: Look) -> Result<CheckResult, PlayError> {
        let game = &mut **self;
        let book = &game.store.rules().book;
        let (mut mine, mut theirs) = (Thrown::default(), Thrown::default());
        let (chance, thrown) = (&mut *game.dice.chance, (&mut mine, &mut theirs));
        let rolled = match look {
            Look::Verdict => need.roll_for_verdict(book, chance, thrown),
            Look::Total => need.roll(book, chance, Seen::Total, thrown).map(|_| ()),
            Look::Dice => need.roll(book, chance, Seen::Dice, thrown).map(|_| ()),
        };
        rolled.map_err(|error| match error {
            ExplainError::Dice(check, dice @ DiceError::UsedUp { .. }) => {
                PlayError::Dice(dice.rolled_for(&book.checks[check.index()].head.title))
            }
            other => other.into(),
        })?;
        Ok(need.result(book, &mine, Some(&theirs)))
    }

    /// A check as a referee has ruled that it comes out: with the dice nearest to those that fell which come out so. If
    /// none do, it stands, and nothing is told of the ruling.
    fn as_ruled(
        &mut self,
        check: CheckId,
        frame: &Frame,
        need: &Need,
        result: CheckResult,
    ) -> Result<CheckResult, PlayError> {
        let Some((ruling, shown)) = self.dice.chance.ruling() else { return Ok(result) };
        let (actor, _) = self.told_facts(check, frame);
        let wanted = match ruling {
            DiceRuling::Shown(counted) => {
                self.dice.ruled = Some(overruled(actor, Overruling::Dice, &shown, &counted));
                return Ok(result);
            }
            DiceRuling::Verdict(wanted) if wanted == result.success => return Ok(result),
            DiceRuling::Verdict(wanted) => wanted,
        };
        let book = self.rules().book.clone();
        let theirs = match (&need.rival, &result.against) {
            (Opponent::Rolls(stake, _), Some(theirs)) => Thrown::of(&stake.dice, theirs.dice.clone())?,
            _ => Thrown::default(),
        };
        let found = nearest_dice(&need.mine.dice, &result.dice, |mine| {
            let result = need.result(&book, mine, Some(&theirs));
            (result.success == wanted).then_some(result)
        })?;
        let Some(ruled) = found else { return Ok(result) };
        let ruling = if wanted { Overruling::Success } else { Overruling::Failure };
        self.dice.ruled = Some(overruled(actor, ruling, &result.dice, &ruled.dice));
        Ok(ruled)
    }

    fn tell_check(
        &mut self,
        id: CheckId,
        frame: &Frame,
        reckoning: &Explanation,
        result: Option<&CheckResult>,
    ) -> Result<(), PlayError> {
        let (actor, facts) = self.told_facts(id, frame);
        let need = reckoning.short.need();
        let base = reckoning.base.as_ref().map(|base| CheckedModifier {
            label: base.label.as_str().into(),
            amount: base.amount,
            target: Target::Number,
            id: None,
            cites: base.cites.clone(),
            worth: None,
        });
        let is_weighed = self.dice.weighs_modifiers && result.is_some();
        let modifiers = reckoning.modifiers.iter().filter(|line| !line.idle).map(|line| told_line(line, is_weighed));
        let judged = !matches!(self.rules().book.checks[id.index()].goal, rulebook::Goal::Total);
        let change = Change::Checked {
            check: id,
            actor,
            facts,
            dice: reckoning.dice.clone().unwrap_or_default().into(),
            thrown: result.map_or_else(Vec::new, |result| result.dice.iter().map(|die| i64::from(*die)).collect()),
            goal: need.map_or(GoalRecord::Total, |need| goal_of(&self.rules().book.checks[id.index()].goal, need)),
            base,
            need: reckoning.need.map(Number::int),
            odds: reckoning.odds.as_ref().map(|odds| odds.percent().into()),
            total: result.map(|result| Number::int(result.total)),
            margin: result.filter(|_| judged).map(|result| Number::int(result.margin)),
            success: result.filter(|_| judged).map(|result| result.success),
            impossible: reckoning.impossible.as_ref().map(|cannot| cannot.why.as_str().into()),
            modifiers: modifiers.collect(),
            fields: result.map_or_else(Vec::new, told_fields),
            opposite: result.and_then(|result| opposite(reckoning, result)),
        };
        for vain in self.said_in_vain(id, frame) {
            let text = self.told_in_vain(id, &vain).into();
            self.emit(Change::Said { text })?;
        }
        self.emit(change)
    }

    /// That something a referee has said does not hold for a check, and what does.
    fn told_in_vain(&self, id: CheckId, vain: &SaidInVain) -> String {
        let (book, view) = (&self.rules().book, self.view());
        let fact = &book.facts[vain.fact.index()];
        let name = if fact.head.is_quiet() { &fact.head.name } else { &fact.head.title };
        let shown = |value: &Value| crate::eval::show(value, fact.unit, book, &view);
        let check = &book.checks[id.index()].head.title;
        format!(
            "{name} {}, as stated, does not count for {check}: the rule sets {} there",
            shown(&vain.said),
            shown(&vain.holds)
        )
    }

    /// The one who rolls, and the other facts that were stated for it: of those that are carried those that it reads.
    fn told_facts(&self, id: CheckId, frame: &Frame) -> (Option<FigureId>, Vec<(FactId, Value)>) {
        let check = &self.rules().book.checks[id.index()];
        let mut facts = frame.all_stated();
        facts.retain(|(fact, _)| self.is_told_of(*fact, &check.all_reads));
        let who = check.reads.iter().find_map(|fact| {
            let (_, value) = facts.iter().find(|(stated, _)| stated == fact)?;
            Some((*fact, value.as_figure()?))
        });
        if let Some((fact, _)) = who {
            facts.retain(|(stated, _)| *stated != fact);
        }
        (who.map(|(_, figure)| figure), facts)
    }
}

fn overruled(figure: Option<FigureId>, ruling: Overruling, shown: &[u16], counted: &[u16]) -> Change {
    let told = |dice: &[u16]| dice.iter().map(|die| i64::from(*die)).collect();
    Change::Overruled { figure, ruling, shown: told(shown), counted: told(counted), reason: None }
}

/// The dice nearest to those that fell of which something holds: one pip after the other is changed, as few as possible.
fn nearest_dice<T>(
    formula: &Formula,
    shown: &[u16],
    mut holds: impl FnMut(&Thrown) -> Option<T>,
) -> Result<Option<T>, DiceError> {
    let sides: Vec<u16> =
        formula.terms.iter().flat_map(|term| std::iter::repeat_n(term.sides, usize::from(term.count))).collect();
    if sides.len() != shown.len() {
        return Ok(None);
    }
    let (mut known, mut next) = (BTreeSet::from([shown.to_vec()]), VecDeque::from([shown.to_vec()]));
    while let Some(dice) = next.pop_front() {
        if let Some(found) = holds(&Thrown::of(formula, dice.clone())?) {
            return Ok(Some(found));
        }
        for (at, sides) in sides.iter().enumerate() {
            for die in [dice[at] + 1, dice[at] - 1] {
                let mut other = dice.clone();
                other[at] = die;
                if (1..=*sides).contains(&die) && known.len() < MOST_TRIED && known.insert(other.clone()) {
                    next.extend([other]);
                }
            }
        }
    }
    Ok(None)
}

fn told_line(line: &explain::ModifierLine, is_weighed: bool) -> CheckedModifier {
    let worth = line.worth.as_ref().filter(|_| is_weighed);
    CheckedModifier {
        label: line.label.as_str().into(),
        amount: line.amount,
        target: line.target,
        id: Some(line.id),
        cites: line.cites.clone(),
        worth: worth.and_then(|worth| i32::try_from(worth.scaled(WORTH_UNIT.unsigned_abs())).ok()),
    }
}

/// What the other side threw, if there was one who rolled.
fn opposite(reckoning: &Explanation, result: &CheckResult) -> Option<Opposite> {
    let theirs = result.against.as_ref()?;
    Some(Opposite {
        dice: reckoning.against.as_ref().and_then(|against| against.side.dice.clone()).unwrap_or_default().into(),
        thrown: theirs.dice.iter().map(|die| i64::from(*die)).collect(),
        total: Number::int(theirs.total),
    })
}

fn told_fields(result: &CheckResult) -> Vec<(Arc<str>, Value)> {
    let field = |line: &explain::FieldLine| match &line.value {
        Value::Number(number) => (line.name.clone(), Value::Number(*number)),
        _ => (line.name.clone(), Value::text(&line.words)),
    };
    result.fields.iter().map(field).collect()
}

fn goal_of(goal: &rulebook::Goal, need: &Need) -> GoalRecord {
    match (goal, &need.mine.goal) {
        (rulebook::Goal::Opposed(_), _) => GoalRecord::Opposed,
        (_, RollGoal::AtMost(_)) => GoalRecord::AtMost,
        (_, RollGoal::AtLeast(_)) => GoalRecord::AtLeast,
        _ => GoalRecord::Total,
    }
}
