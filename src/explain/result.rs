//! What came of a check that was rolled.

#![warn(missing_docs)]

use super::{ExplainError, Need, Opponent, RollNeed, Thrown};
use crate::check::{self, Contested, Ties, Verdict};
use crate::dice::{self, Chance, Classed, Pair, Seen};
use crate::eval::words_of;
use crate::rulebook::{ResultField, Rulebook};
use crate::value::{CheckId, Value};
use std::cell::Cell;
use std::sync::Arc;

/// A field of a result table that is not empty.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FieldLine {
    /// Its name.
    pub name: Arc<str>,
    /// Its value in words.
    #[serde(rename = "value")]
    pub words: String,
    /// Its value.
    #[serde(skip)]
    pub value: Value,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct CheckResult {
    /// Whether it succeeded.
    pub success: bool,
    /// Whether nobody won.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
    /// The total with what a mere total adds.
    pub total: i64,
    /// By how much it succeeded; negative if it fell short.
    pub margin: i64,
    /// The dice as thrown.
    pub dice: Vec<u16>,
    /// The dice that counted.
    pub kept: Vec<u16>,
    /// The fields of the result table that are not empty.
    pub fields: Vec<FieldLine>,
    /// What the dice decided, as its table cites it.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
    /// The other side's roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Box<CheckResult>>,
}

/// What two verdicts count as together.
type Alike<'a> = &'a dyn Fn(&Verdict, &Verdict) -> u64;

impl Need {
    /// Rolls the check. `seen` is how much of the dice the caller will look at beyond the verdict. Both rolls are left
    /// in the given buffers.
    pub fn roll(
        &self,
        rules: &Rulebook,
        chance: &mut dyn Chance,
        seen: Seen,
        (mine, theirs): (&mut Thrown, &mut Thrown),
    ) -> Result<Verdict, ExplainError> {
        match &self.rival {
            Opponent::Rolls(stake, contest) if contest.ties == Ties::Reroll => {
                // Whatever the caller looks at, no two throws are taken for the same.
                let met = Cell::new(0);
                let alike = |_: &Verdict, _: &Verdict| met.replace(met.get() + 1);
                self.roll_pair(rules, chance, (stake, *contest), (seen, &alike), (&mut *mine, &mut *theirs))?;
            }
            Opponent::Rolls(stake, _) => {
                self.mine.throw(rules, chance, seen, mine)?;
                stake.throw(rules, chance, seen, theirs)?;
            }
            _ => {
                self.mine.throw(rules, chance, seen, mine)?;
                return Ok(self.judge(rules, mine, None));
            }
        }
        Ok(self.judge(rules, mine, Some(theirs)))
    }

    /// Rolls the check where only its verdict will be looked at. The rolls are left in the buffers.
    pub fn roll_for_verdict(
        &self,
        rules: &Rulebook,
        chance: &mut dyn Chance,
        (mine, theirs): (&mut Thrown, &mut Thrown),
    ) -> Result<(), ExplainError> {
        if let Opponent::Rolls(stake, contest) = &self.rival {
            let alike = |mine: &Verdict, theirs: &Verdict| verdict_class(mine) << u32::BITS | verdict_class(theirs);
            return self.roll_pair(rules, chance, (stake, *contest), (Seen::Total, &alike), (mine, theirs));
        }
        let class =
            |total: i64, dice: &[u16]| verdict_class(&self.judge(rules, &Thrown { total, dice: dice.to_vec() }, None));
        let roll = Classed { formula: &self.mine.dice, seen: self.mine.seen(rules), class: &class };
        let rolled = chance.roll_classed(roll, &mut mine.dice);
        mine.total = rolled.map_err(|error| ExplainError::Dice(self.mine.check, error))?;
        Ok(())
    }

    fn roll_pair(
        &self,
        rules: &Rulebook,
        chance: &mut dyn Chance,
        (stake, contest): (&RollNeed, Contested),
        (seen, alike): (Seen, Alike<'_>),
        (mine, theirs): (&mut Thrown, &mut Thrown),
    ) -> Result<(), ExplainError> {
        let (side, other_side) = (self.mine.side(rules), stake.side(rules));
        let class = |[mine, theirs]: [(i64, &[u16]); 2]| {
            let other = check::judge(&other_side, theirs.0, theirs.1);
            let verdict = check::judge_opposed(&side, mine.0, mine.1, &other, contest);
            let again = verdict.draw && contest.ties == Ties::Reroll;
            (!again).then(|| alike(&verdict, &other))
        };
        let rolls = [&self.mine, stake].map(|one| (&*one.dice, seen.max(one.seen(rules))));
        let rolled = chance.roll_pair(Pair { rolls, class: &class }, [&mut mine.dice, &mut theirs.dice]);
        [mine.total, theirs.total] = rolled.map_err(|error| ExplainError::Dice(self.mine.check, error))?;
        Ok(())
    }

    /// The verdict with everything that people and scripts read of it.
    pub fn result(&self, rules: &Rulebook, mine: &Thrown, theirs: Option<&Thrown>) -> CheckResult {
        let mut result = self.mine.result(rules, self.judge(rules, mine, theirs), mine);
        if let (Opponent::Rolls(stake, _), Some(theirs)) = (&self.rival, theirs) {
            let alone = Need { mine: stake.clone(), rival: Opponent::Nobody };
            result.against = Some(Box::new(stake.result(rules, alone.judge(rules, theirs, None), theirs)));
        }
        result
    }
}

/// A number for each sort of verdict.
fn verdict_class(verdict: &Verdict) -> u64 {
    let row = verdict.row.map_or(0, |row| u64::from(row) + 1);
    row << 2 | u64::from(verdict.draw) << 1 | u64::from(verdict.success)
}

impl RollNeed {
    fn throw(
        &self,
        rules: &Rulebook,
        chance: &mut dyn Chance,
        seen: Seen,
        into: &mut Thrown,
    ) -> Result<(), ExplainError> {
        let seen = seen.max(self.seen(rules));
        into.total =
            chance.roll(&self.dice, seen, &mut into.dice).map_err(|error| ExplainError::Dice(self.check, error))?;
        Ok(())
    }

    fn result(&self, rules: &Rulebook, verdict: Verdict, thrown: &Thrown) -> CheckResult {
        let check = &rules.checks[self.check.index()];
        let results = self.table.and_then(|at| check.results.get(at));
        let row = results.zip(verdict.row).and_then(|(results, at)| results.rows.get(usize::from(at)));
        let mut kept = Vec::new();
        dice::kept_dice(&self.dice, &thrown.dice, &mut kept);
        CheckResult {
            success: verdict.success,
            draw: verdict.draw,
            total: verdict.total,
            margin: verdict.margin,
            dice: thrown.dice.clone(),
            kept,
            fields: row.map_or_else(Vec::new, |row| field_lines(rules, self.check, &row.fields)),
            cites: row.map_or_else(|| Arc::new([]) as Arc<_>, |row| row.cites.clone()),
            against: None,
        }
    }
}

/// The fields of a row of a check's result table, without the empty ones.
pub fn field_lines(rules: &Rulebook, check: CheckId, values: &[Value]) -> Vec<FieldLine> {
    let fields = rules.checks[check.index()].fields.iter().zip(values);
    let line = |(field, value): (&ResultField, &Value)| FieldLine {
        name: field.name.clone(),
        words: words_of(value, rules),
        value: value.clone(),
    };
    fields.filter(|(_, value)| **value != Value::None).map(line).collect()
}
