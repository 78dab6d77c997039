//! The scenarios of two packs, fought with the same dice: who wins more, and whether that is decided.

use crate::dice::Cancel;
use crate::play::Kit;
use crate::sim::{PairedTrials, SequentialVerdict, SimError, Trials};
use crate::value::ScenarioId;

/// How a scenario ends under each of two rulebooks.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct FoughtScenario {
    /// Its name.
    pub scenario: String,
    /// The side whose victories are counted: the first.
    pub side: String,
    /// How many pairs of games were played, each pair with the same dice.
    pub pairs: u64,
    /// The share of games that the side wins under the first.
    pub before: f64,
    /// And under the second.
    pub after: f64,
    /// By how much it does better under the second, a game that nobody wins counted half.
    pub shift: f64,
    /// That is right within so much, with 95 percent confidence.
    pub margin: f64,
    /// How great a share of games was asked about.
    pub least: f64,
    /// What the sequential test says of that.
    pub verdict: SequentialVerdict,
}

/// How many pairs are fought at most, from which seed, and how great a share of victories is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FightBounds {
    /// Pairs.
    pub most: u64,
    /// Where the dice begin.
    pub seed: u64,
    /// The share.
    pub least: f64,
}

/// Fights a scenario under two rulebooks.
///
/// # Errors
/// When a game cannot be played on.
pub(crate) fn fight(
    name: &str,
    games: [(Kit, ScenarioId); 2],
    bounds: FightBounds,
    (cancel, done): (&Cancel, &dyn Fn(u64)),
) -> Result<FoughtScenario, SimError> {
    let (kit, scenario) = &games[0];
    let side =
        kit.book.scenarios[scenario.index()].sides.first().map_or(String::new(), |side| side.head.title.to_string());
    let ways = games.clone().map(|(kit, scenario)| {
        let mut trials = Trials { seed: bounds.seed, ..Trials::new(kit, scenario) };
        (trials.cancel, trials.kit.cancel) = (cancel.clone(), cancel.clone());
        trials
    });
    let trials = PairedTrials { venues: vec![ways], most: bounds.most, least: bounds.least };
    let tally = trials.play(done)?;
    let [before, after] =
        [tally.way(0), tally.way(1)].map(|tally| tally.share(tally.wins.first().copied().unwrap_or(0)).share);
    Ok(FoughtScenario {
        scenario: name.to_string(),
        side,
        pairs: tally.score.pairs,
        before,
        after,
        shift: tally.score.mean(),
        margin: tally.score.margin(),
        least: bounds.least,
        verdict: tally.verdict,
    })
}

impl FoughtScenario {
    /// A line for the terminal.
    pub(crate) fn text(&self) -> String {
        let least = self.least * 100.0;
        let verdict = match self.verdict {
            SequentialVerdict::Higher => "does better".to_string(),
            SequentialVerdict::Lower => "does less well".to_string(),
            SequentialVerdict::Alike => format!("no shift of {least:.0} points"),
            SequentialVerdict::Open => "not decided".to_string(),
        };
        let (before, after) = (self.before * 100.0, self.after * 100.0);
        let (shift, margin) = (self.shift * 100.0, self.margin * 100.0);
        format!(
            "{}: {} wins {before:.1} % -> {after:.1} %, {shift:+.1} points (within {margin:.1}): {verdict}, {} pairs",
            self.scenario, self.side, self.pairs
        )
    }
}
