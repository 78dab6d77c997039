//! The exact odds of a whole fight, an absorbing Markov chain: from each state every way the dice can fall is followed
//! to the next stage of the turn, equal states are one, and the chain they make is solved in fractions. What is hidden
//! in scripts does not matter: they keep nothing between calls, so a state and its place in the turn say all.

#![warn(missing_docs)]

mod certain;
mod graph;
mod limit;
mod solve;

use crate::dice::{Cancel, Odds};
use crate::play::{Kit, MOST_STEPS, PlayError, Progress};
use crate::state::State;
use crate::value::ScenarioId;
pub use certain::CertainEnds;

/// States that are told apart before the fight is held to be too large.
pub const MOST_STATES: usize = 20_000;
/// Ways the dice can fall that are followed, from all states together.
pub const MOST_WAYS: u64 = 1_000_000;
/// Rolls that are followed on all these ways together: a way through many rolls counts for more than one through few.
pub const MOST_ROLLS: u64 = 4_000_000;
/// Rolls one after another within one stage of a turn. Longer stages have more ways than can be followed, or no end.
pub const MOST_IN_A_STAGE: usize = 48;
/// Up to so many turns the limit of a scenario is followed turn by turn.
pub const LONGEST: u32 = 200;

/// How much is done for an answer.
#[derive(Clone, Debug)]
pub struct Size {
    /// How many different states the fight can come to.
    pub states: usize,
    /// Ways the dice can fall, from all states together.
    pub ways: u64,
    /// Rolls on these ways.
    pub rolls: u64,
    /// Steps of scripts on these ways.
    pub steps: u64,
    /// Who may stop it.
    pub cancel: Cancel,
}

impl Default for Size {
    fn default() -> Size {
        Size { states: MOST_STATES, ways: MOST_WAYS, rolls: MOST_ROLLS, steps: MOST_STEPS, cancel: Cancel::default() }
    }
}

/// How a fight ends.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FightEnds {
    /// How likely each side wins, in order.
    pub wins: Vec<Odds>,
    /// How likely nobody wins.
    pub draw: Odds,
    /// How likely it is not over at the limit of turns, or never.
    pub unfinished: Odds,
}

/// The exact answer.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FightOdds {
    /// With the scenario's limit of turns; none if the limit is too far away to be followed turn by turn.
    pub limited: Option<FightEnds>,
    /// Without it; none if the rules count turns, so that a fight without a limit has no end of states.
    pub endless: Option<FightEnds>,
    /// The limit.
    pub limit: u32,
    /// States that were told apart.
    pub states: usize,
    /// Ways the dice can fall that were followed.
    pub ways: u64,
}

impl FightOdds {
    /// The answer to how the scenario ends: within its limit, if that can be said.
    pub fn ends(&self) -> &FightEnds {
        static NOBODY: FightEnds = FightEnds { wins: Vec::new(), draw: Odds::NEVER, unfinished: Odds::ALWAYS };
        self.limited.as_ref().or(self.endless.as_ref()).unwrap_or(&NOBODY)
    }
}

/// Why there is no exact answer, and what was found so far.
#[derive(Debug)]
pub struct Unsolved {
    /// The error at which the search ended.
    pub why: PlayError,
    /// What is certain of the ends; none if nothing was followed.
    pub certain: Option<CertainEnds>,
}

/// The exact odds of a scenario.
///
/// # Errors
/// When a rule or script fails, when there are more states, ways or steps than allowed, when a stage rolls again and
/// again (`DiceError::TooDeep`), or when it is cancelled; with what was found by then.
pub fn chain(kit: &Kit, scenario: ScenarioId, size: &Size) -> Result<FightOdds, Box<Unsolved>> {
    chain_from(kit, scenario, None, size)
}

/// The exact odds of a scenario as a turn of it begins, the fight standing so; of its beginning, without one.
///
/// # Errors
/// As [`chain`].
pub fn chain_from(
    kit: &Kit,
    scenario: ScenarioId,
    from: Option<&State>,
    size: &Size,
) -> Result<FightOdds, Box<Unsolved>> {
    let begun = from.map(|state| (state, Progress::after(state.turn)));
    let limit = kit.book.scenarios[scenario.index()].limit.saturating_sub(from.map_or(0, |state| state.turn));
    let (graph, stopped) = graph::Graph::explore(kit, scenario, begun, size)?;
    let unsolved = |why: PlayError| {
        let certain = CertainEnds::of(&graph.nodes, graph.sides, graph.counted(limit), graph.ways);
        Box::new(Unsolved { why, certain: Some(certain) })
    };
    if let Some(why) = stopped {
        return Err(unsolved(why));
    }
    let solved = solve::solve(&graph, &size.cancel).map_err(|why| unsolved(why.into()))?;
    let (limited, endless) = match graph.counts_turns {
        true => (Some(solved), None),
        false if limit <= LONGEST => {
            let limited = limit::within(&graph, limit, &size.cancel).map_err(|why| unsolved(why.into()))?;
            (Some(limited), Some(solved))
        }
        false => (None, Some(solved)),
    };
    Ok(FightOdds { limited, endless, limit, states: graph.nodes.len(), ways: graph.ways })
}

impl From<PlayError> for Box<Unsolved> {
    fn from(why: PlayError) -> Box<Unsolved> {
        Box::new(Unsolved { why, certain: None })
    }
}
