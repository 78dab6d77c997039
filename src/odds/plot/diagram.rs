//! Odds laid out in rows: what the picture in the terminal, the table and the plot are all made from.

use crate::dice::{Dist, Odds};
use crate::explain::{Explanation, Opponent, OutcomeLine, Requirement};
use crate::odds::action::{ActionOdds, InquiryOdds, PartOdds, PartValue};
use crate::odds::expression::{Drawn, ExprOdds, OddsResult, RationalDist, Share};
use crate::value::Number;

/// Several plots under one title.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// What was asked.
    pub title: String,
    /// The answer in a line, if there is one.
    pub head: Option<String>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// How it was computed, if that matters.
    pub note: Option<String>,
}

/// Rows that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What they are about; empty if the title of the diagram says it.
    pub title: String,
    /// Whether they are numbers in order, so that adding them up means something.
    pub ordered: bool,
    /// Whether it is only drawn where rows are added up.
    pub summed_only: bool,
    /// The rows.
    pub bars: Vec<Bar>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What can come out.
    pub name: String,
    /// How likely.
    pub odds: Odds,
}

impl Bar {
    fn new(name: impl ToString, odds: Odds) -> Bar {
        Bar { name: name.to_string(), odds }
    }
}

impl Plot {
    fn new(title: &str, ordered: bool, bars: Vec<Bar>) -> Plot {
        Plot { title: title.to_string(), ordered, summed_only: false, bars }
    }

    /// For each row the odds of it or an earlier one, and of it or a later one.
    pub fn sums(&self) -> Vec<(Odds, Odds)> {
        let mut below = Odds::NEVER;
        let mut sums = Vec::with_capacity(self.bars.len());
        for bar in &self.bars {
            let least = below.not();
            below = below.plus(&bar.odds);
            sums.push((below.clone(), least));
        }
        sums
    }
}

impl Diagram {
    /// Of an expression.
    pub fn of_answer(answer: &ExprOdds) -> Diagram {
        let (head, plots) = match &answer.found {
            OddsResult::Certain { value } => (value.clone(), Vec::new()),
            OddsResult::Chance { odds, percent, contest } => {
                let bars = match contest {
                    Some(contest) => vec![
                        Bar::new("greater", contest.win.clone()),
                        Bar::new("equal", contest.tie.clone()),
                        Bar::new("less", contest.lose.clone()),
                    ],
                    None => vec![Bar::new("yes", odds.clone()), Bar::new("no", odds.not())],
                };
                (format!("{percent}   {odds}"), vec![Plot::new("", false, bars)])
            }
            OddsResult::Distribution { mean_shown, median, min, max, shares, .. } => {
                let bars = shares.iter().map(|share: &Share| Bar::new(share.value, share.odds.clone())).collect();
                let head = format!("{min} to {max}, mean {mean_shown}, median {median}");
                (head, vec![Plot::new("", true, bars)])
            }
        };
        Diagram { title: answer.asked.clone(), head: Some(head), plots, note: None }
    }

    /// Of a check: everything that can come of it, and how its dice fall.
    pub fn of_check(asked: &str, reckoning: &Explanation) -> Diagram {
        let note = reckoning.refused.as_ref().map(|refusal| refusal.text().trim().to_string());
        if let Some(diagram) = Diagram::of_total(asked, reckoning).filter(|_| reckoning.outcomes.is_empty()) {
            return Diagram { note, ..diagram };
        }
        let is_told = |why: &str| reckoning.refused.as_ref().is_some_and(|refusal| *refusal.reason == *why);
        let head = match (&reckoning.impossible, &reckoning.odds) {
            (Some(cannot), _) if is_told(&cannot.why) => None,
            (Some(cannot), _) => Some(format!("impossible: {}", cannot.why)),
            (None, Some(odds)) => Some(format!("{}   {odds}   {}", odds.percent(), reckoning.goal())),
            (None, None) => None,
        };
        let outcomes = reckoning.outcomes.iter();
        let bars: Vec<Bar> = outcomes.map(|outcome| Bar::new(outcome_name(outcome), outcome.odds.clone())).collect();
        let mut plots = Vec::new();
        if !bars.is_empty() && reckoning.impossible.is_none() {
            plots.push(Plot::new("", false, bars));
        }
        if let Requirement::Possible(need) = &reckoning.short {
            plots.extend(rolled("", &need.mine.dice, reckoning));
            if let (Opponent::Rolls(stake, _), Some(against)) = (&need.rival, &reckoning.against) {
                plots.extend(rolled("the other side: ", &stake.dice, &against.side));
            }
        }
        Diagram { title: asked.to_string(), head, plots, note }
    }

    /// Of a check that only makes a total.
    pub fn of_total(asked: &str, reckoning: &Explanation) -> Option<Diagram> {
        let need = reckoning.short.need().filter(|_| !reckoning.totals.is_empty())?;
        let plus = RationalDist::from(Number::int(reckoning.plus.unwrap_or(0)));
        let total = RationalDist::from(Dist::of(&need.mine.dice).ok()?).plus(&plus).ok()?;
        Some(Diagram::of_answer(&ExprOdds::new(asked, &Drawn::Spread(total), |_| String::new())))
    }

    /// Of a whole fight.
    pub fn of_ends(title: &str, bars: Vec<Bar>, note: &str) -> Diagram {
        let plots = vec![Plot::new("", false, bars)];
        Diagram { title: title.to_string(), head: None, plots, note: Some(note.to_string()) }
    }

    /// Of a whole action.
    pub fn of_whole(asked: &str, whole: &ActionOdds) -> Diagram {
        let mut plots = inquired(&whole.asked);
        let come = whole.outcomes.iter().flat_map(of_outcome).collect::<Vec<Bar>>();
        if !come.is_empty() {
            plots.push(Plot::new("", false, come));
        }
        plots.extend(whole.changes.iter().map(of_aspect));
        if !whole.events.is_empty() {
            let bars = whole.events.iter().map(|event| Bar::new(&event.name, event.odds.clone())).collect();
            plots.push(Plot::new("events", false, bars));
        }
        let head = plots.is_empty().then(|| "nothing changes".to_string());
        Diagram { title: asked.to_string(), head, plots, note: Some(whole.note()) }
    }
}

/// How the dice of a check fall: only of interest added up, because the check itself has a single bound.
fn rolled(whose: &str, dice: &crate::value::Formula, reckoning: &Explanation) -> Option<Plot> {
    let dist = Dist::of(dice).ok()?;
    let total = dist.total().clone();
    let bars = dist.iter().map(|(total_of, ways)| Bar::new(total_of, Odds::new(ways, total.clone()))).collect();
    let need = reckoning.need.map_or(String::new(), |need| format!(", need {need}"));
    Some(Plot { summed_only: true, ..Plot::new(&format!("{whose}{dice}{need}"), true, bars) })
}

/// What was asked: yes or no together, numbers each on its own.
fn inquired(all: &[InquiryOdds]) -> Vec<Plot> {
    let yes = all.iter().filter_map(|one| Some(Bar::new(&one.that, one.odds.clone()?)));
    let yes = Plot::new("", false, yes.collect());
    let numbers = all.iter().filter(|one| one.odds.is_none()).map(|one| {
        let ordered = one.becomes.iter().all(|(becomes, _)| matches!(becomes, PartValue::Number(_)));
        let bars = one.becomes.iter().map(|(becomes, odds)| Bar::new(becomes, odds.clone()));
        Plot::new(&one.that, ordered, bars.collect())
    });
    std::iter::once(yes).filter(|plot| !plot.bars.is_empty()).chain(numbers).collect()
}

/// An outcome that comes, or goes.
fn of_outcome(aspect: &PartOdds) -> Vec<Bar> {
    let comes = aspect.was == PartValue::Word("no".to_string());
    let name = if comes { aspect.name.clone() } else { format!("{}: no longer", aspect.name) };
    aspect.becomes.iter().map(|(_, odds)| Bar::new(&name, odds.clone())).collect()
}

fn of_aspect(aspect: &PartOdds) -> Plot {
    let ordered = matches!(aspect.was, PartValue::Number(_));
    let mut rows: Vec<(PartValue, Odds)> = aspect.becomes.clone();
    if ordered && aspect.stays != Odds::NEVER {
        rows.push((aspect.was.clone(), aspect.stays.clone()));
        rows.sort_by(|a, b| a.0.cmp(&b.0));
    }
    Plot::new(&aspect.name, ordered, rows.into_iter().map(|(becomes, odds)| Bar::new(becomes, odds)).collect())
}

/// What comes of a check, in a few words.
fn outcome_name(outcome: &OutcomeLine) -> String {
    let verdict = match (outcome.success, outcome.draw) {
        (None, _) => None,
        (Some(true), _) => Some("success".to_string()),
        (Some(false), true) => Some("draw".to_string()),
        (Some(false), false) => Some("failure".to_string()),
    };
    let fields = outcome.fields.iter().map(|field| format!("{} {}", field.name, field.words));
    let words: Vec<String> = verdict.into_iter().chain(fields).collect();
    if words.is_empty() { "nothing".to_string() } else { words.join(", ") }
}
