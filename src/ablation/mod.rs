//! What everything is worth to a check or to a whole action: the odds as they are beside those without a modifier, a
//! thing, a condition, with another reading of an option. Ranked by what it changes.

#![warn(missing_docs)]

mod label;
mod measure;
mod other_readings;
mod unsaid;
mod without;

use crate::dice::{Cancel, Difference, Given, Mean, Odds};
use crate::explain::{Refusal, RequirementBuffers};
use crate::play::{Play, PlayError, Rules};
use crate::query::{BoundQuery, ParsedQuery};
use crate::script::Engine;
use crate::state::State;
use measure::Ablator;
pub use other_readings::OtherReadings;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

/// The form of the answer.
const SCHEMA: &str = "fray.worth/2";

/// So much of what is not said is told, unless all is asked for.
const FEW: usize = 5;

/// A sentence in a state under some rules.
pub struct AblationCase {
    /// The rules.
    pub rules: Arc<Rules>,
    /// What runs their scripts.
    pub engine: Rc<Engine<Play>>,
    /// The fight.
    pub state: State,
    /// The sentence, understood by these rules.
    pub asked: ParsedQuery,
}

/// What is measured.
#[derive(Clone, Debug)]
pub enum Metric {
    /// How likely the check succeeds.
    Check,
    /// What the whole action changes: an aspect by its name, or else what it is most likely to change of somebody else.
    Whole(Option<String>),
}

/// What something is worth.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Contribution {
    /// `modifier`, `option`, `thing`, `condition`, `trait`, `stated`; `not said` of what is not so.
    pub sort: &'static str,
    /// What it is, in words.
    pub name: String,
    /// What tells it from others of that name, the more exact last.
    #[serde(skip)]
    pub apart: Vec<String>,
    /// What is different without it, in words.
    pub without: String,
    /// The odds without it.
    pub odds: Odds,
    /// What it adds to the odds.
    pub worth: Difference,
    /// The average without it, of a whole action that changes a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Mean>,
    /// What it adds to the average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_worth: Option<Mean>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Ablation {
    /// `fray.worth/2`
    pub schema: &'static str,
    /// What was measured: `success`, or an aspect of the fight.
    pub of: String,
    /// Why it would be refused, or cannot be done at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// How likely it is.
    pub odds: Odds,
    /// By how much it changes on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Mean>,
    /// What is so, in order of worth, what counts most first.
    pub rows: Vec<Contribution>,
    /// What is not so and would change it, in the same order.
    pub unsaid: Vec<Contribution>,
    /// How many others that are not so change the check of a whole action, and were not measured.
    pub unmeasured: usize,
    /// How many others change nothing.
    pub idle: usize,
    /// What the sentence states and what changes nothing, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stated_idle: Vec<String>,
    /// In how many trials those were seen to change nothing; 0 if that is exact. Of whole actions only what makes a
    /// difference in a trial is reckoned exactly.
    pub trials: u64,
    /// Whether whoever waited for it did not want to wait any longer: not all was weighed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
}

/// The same sentence with an option switched to a reading.
pub type Switch<'a> = dyn FnMut(&str, &str) -> Switched + 'a;

/// What becomes of a case when an option is switched.
pub enum Switched {
    /// Another case.
    Other(Box<AblationCase>),
    /// The reading changes nothing that goes into it.
    Same,
    /// The sentence makes no sense there.
    Nothing,
}

impl From<Option<AblationCase>> for Switched {
    fn from(case: Option<AblationCase>) -> Switched {
        case.map_or(Switched::Nothing, |case| Switched::Other(Box::new(case)))
    }
}

/// What everything is worth. None if nothing is rolled, or nothing changes. Of an order that would be refused nothing can
/// come: only why it would be is answered if the whole of it is measured.
///
/// # Errors
/// When the sentence cannot be reckoned as it is, or it is cancelled.
pub fn worth(
    case: &AblationCase,
    yardstick: &Metric,
    switch: &mut Switch<'_>,
    cancel: &Cancel,
) -> Result<Option<Ablation>, PlayError> {
    weighed(case, yardstick, cancel, |weigher| weigher.all(case, switch))
}

/// What that is worth which the sentence itself states, and nothing else.
///
/// # Errors
/// As [`worth`].
pub fn worth_of_stated(
    case: &AblationCase,
    yardstick: &Metric,
    cancel: &Cancel,
) -> Result<Option<Ablation>, PlayError> {
    weighed(case, yardstick, cancel, |weigher| weigher.stated(case))
}

fn weighed(
    case: &AblationCase,
    yardstick: &Metric,
    cancel: &Cancel,
    weigh: impl FnOnce(&mut Ablator<'_>) -> Result<(), PlayError>,
) -> Result<Option<Ablation>, PlayError> {
    let refused = case.refusal()?;
    if let (Metric::Whole(_), Some(_)) = (yardstick, &refused) {
        let of = String::new();
        return Ok(Some(Ablation { refused, of, ..Ablation::nothing() }));
    }
    let mut weigher = Ablator::new(yardstick, cancel);
    let Some(now) = weigher.begin(case)? else { return Ok(None) };
    let is_stopped = match weigh(&mut weigher) {
        // What was weighed by then is an answer.
        Err(_) if cancel.is_asked() => true,
        all => all.map(|()| false)?,
    };
    let trials = weigher.trials();
    let Ablator { mut rows, idle, stated_idle, mut unsaid, unmeasured, .. } = weigher;
    rows.sort_by(in_order);
    label::tell_apart(&mut rows);
    label::tell_apart(&mut unsaid);
    let (of, odds, mean) = (now.of, now.odds, now.mean);
    let found = Ablation { rows, unsaid, unmeasured, idle, stated_idle, trials, is_stopped, ..Ablation::nothing() };
    Ok(Some(Ablation { of, refused, odds, mean, ..found }))
}

/// What is worth more goes first.
fn in_order(a: &Contribution, b: &Contribution) -> Ordering {
    let size = |row: &Contribution| row.mean_worth.as_ref().map(Mean::size);
    let by_mean = size(b).cmp(&size(a));
    by_mean.then_with(|| b.worth.size.cmp(&a.worth.size)).then_with(|| a.name.cmp(&b.name))
}

impl AblationCase {
    /// Why its order would be refused, or its check cannot be made.
    fn refusal(&self) -> Result<Option<Refusal>, PlayError> {
        let posed = BoundQuery::new(&self.rules, &self.state, &self.asked)?;
        let nobody = Box::new(Given::default());
        let mut play = Play::new(self.rules.clone(), self.state.clone(), self.engine.clone(), nobody);
        if let Some(refusal) = posed.refusal_in(&mut play) {
            return Ok(Some(refusal));
        }
        let Some(check) = posed.check(&self.rules) else { return Ok(None) };
        let (frame, view) = (posed.check_frame(&self.rules), posed.view(&self.rules));
        let scene = view.scene(&frame);
        let bar = RequirementBuffers::default().bar(&scene, check)?;
        Ok(bar.map(|bar| Refusal::impossible(&scene, bar)))
    }
}

impl Ablation {
    fn nothing() -> Ablation {
        Ablation {
            schema: SCHEMA,
            of: String::new(),
            refused: None,
            odds: Odds::NEVER,
            mean: None,
            rows: Vec::new(),
            unsaid: Vec::new(),
            unmeasured: 0,
            idle: 0,
            stated_idle: Vec::new(),
            trials: 0,
            is_stopped: false,
        }
    }

    /// The lines a person reads; of what is not said only the greatest few if there is a
    /// way to ask for all of it.
    pub fn text(&self, width: usize, rest: Option<&str>) -> String {
        let mean = self.mean.as_ref().map_or(String::new(), |mean| format!(", {:+.2} on average", mean.to_f64()));
        let mut text = self.refused.as_ref().map_or_else(String::new, Refusal::text);
        if self.of.is_empty() {
            return text;
        }
        text += &format!("{}: {}{mean}\n", self.of, self.odds.percent());
        text += &table(&self.rows, width, true);
        let seen = if self.trials > 0 { format!("in {} trials", self.trials) } else { "here".to_string() };
        if !self.stated_idle.is_empty() {
            text += &format!("  stated, and changes nothing {seen}: {}\n", self.stated_idle.join(", "));
        }
        if self.idle > 0 {
            text += &format!("  {} more that are so change nothing {seen}\n", self.idle);
        }
        text += &self.unsaid_text(width, rest);
        if self.is_stopped {
            text += "stopped: the rest was not weighed\n";
        }
        text
    }

    fn unsaid_text(&self, width: usize, rest: Option<&str>) -> String {
        let shown = rest.map_or(self.unsaid.len(), |_| self.unsaid.len().min(FEW));
        let mut text = String::new();
        if shown > 0 {
            text += "not said, and would change it:\n";
            text += &table(&self.unsaid[..shown], width, false);
        }
        if let (Some(way), 1..) = (rest, self.unsaid.len() - shown) {
            text += &format!("  {} more: `{way}`\n", self.unsaid.len() - shown);
        }
        if self.unmeasured > 0 {
            let rest = format!("{} more that are not said would change the check", self.unmeasured);
            text += &format!("  {rest}, and are not measured for the whole action\n");
        }
        text
    }
}

/// Rows under one another, with their sorts if these differ.
fn table(rows: &[Contribution], width: usize, with_sorts: bool) -> String {
    let name = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(width / 2);
    let sort = |row: &Contribution| if with_sorts { format!("{:<9}  ", row.sort) } else { String::new() };
    let line = |row: &Contribution| {
        let mean = row.mean_worth.as_ref().map_or(String::new(), |worth| format!("  {:>+7.2}", worth.to_f64()));
        let (worth, odds) = (row.worth.percent(), row.odds.percent());
        let line = format!("  {worth:>9}{mean}  {}{:<name$}  {odds:>8} if {}", sort(row), row.name, row.without);
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}
