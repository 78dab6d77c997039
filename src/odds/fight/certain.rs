//! What is certain of a fight of which not everything was followed: the chances that were, carried forward from the
//! beginning. What is not known of leads nowhere, so that no end is less likely than it is said to be.

use super::LONGEST;
use super::graph::{FightState, Successor};
use std::collections::BTreeMap;

/// Ways from states that are carried forward: enough for any fight that ends, and soon done.
const MOST_CARRIED: usize = 2_000_000;
/// What is less likely than this is no longer carried.
const LEAST: f64 = 1e-12;

/// Ends that are at least so likely. These are shown and not reckoned with, so they are no fractions.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct CertainEnds {
    /// That each side wins, in order.
    pub wins: Vec<f64>,
    /// That nobody wins.
    pub draw: f64,
    /// States that were followed.
    pub states: usize,
    /// Ways the dice can fall that were followed.
    pub ways: u64,
}

impl CertainEnds {
    /// Of the states that were followed, within so many turns.
    pub(super) fn of(nodes: &[FightState], sides: usize, limit: u32, ways: u64) -> CertainEnds {
        let mut certain = CertainEnds { wins: vec![0.0; sides], draw: 0.0, states: nodes.len(), ways };
        let mut open: BTreeMap<(u32, usize), f64> = BTreeMap::from([((0, 0), 1.0)]);
        let mut carried = 0;
        while !open.is_empty() && carried < MOST_CARRIED {
            let mut next: BTreeMap<(u32, usize), f64> = BTreeMap::new();
            for ((turn, at), chance) in open {
                let Some(node) = nodes.get(at) else { continue };
                carried += node.ways.len();
                for (goal, odds) in &node.ways {
                    let chance = chance * odds.to_f64();
                    match goal {
                        Successor::Won(side) => certain.wins[*side] += chance,
                        Successor::Drawn => certain.draw += chance,
                        Successor::Unfinished => {}
                        Successor::Node(other) => {
                            // Turns far away are not counted: then no turn is the last.
                            let ends = limit <= LONGEST && nodes.get(*other).is_some_and(|node| node.ends_turn);
                            let turn = turn + u32::from(ends);
                            if chance > LEAST && !(ends && turn >= limit) {
                                *next.entry((turn, *other)).or_insert(0.0) += chance;
                            }
                        }
                    }
                }
            }
            open = next;
        }
        certain
    }

    /// How likely it is that the end is one of which something is known.
    pub fn known(&self) -> f64 {
        self.wins.iter().sum::<f64>() + self.draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Odds;

    fn node(ways: &[(Successor, u64, u64)], ends_turn: bool) -> FightState {
        FightState { ways: ways.iter().map(|(goal, ways, of)| (*goal, Odds::of(*ways, *of))).collect(), ends_turn }
    }

    #[test]
    fn what_was_not_followed_is_nobodys() {
        // The first hits one time in four; what comes of it if he does not was not followed.
        let nodes = [node(&[(Successor::Won(0), 1, 4), (Successor::Node(1), 3, 4)], false)];
        let certain = CertainEnds::of(&nodes, 2, 100, 2);
        assert_eq!((certain.wins.as_slice(), certain.draw, certain.known()), (&[0.25, 0.0][..], 0.0, 0.25));
    }

    #[test]
    fn all_of_it_is_the_whole_answer() {
        let nodes = [
            node(&[(Successor::Won(0), 1, 3), (Successor::Node(1), 2, 3)], false),
            node(&[(Successor::Won(1), 1, 2), (Successor::Node(0), 1, 2)], false),
        ];
        let certain = CertainEnds::of(&nodes, 2, u32::MAX, 4);
        assert!((certain.wins[0] - 0.5).abs() < 1e-9 && (certain.wins[1] - 0.5).abs() < 1e-9, "{certain:?}");
    }

    #[test]
    fn what_comes_behind_the_last_turn_is_no_end() {
        let nodes = [
            node(&[(Successor::Won(0), 1, 2), (Successor::Node(1), 1, 2)], false),
            node(&[(Successor::Won(0), 1, 2), (Successor::Node(1), 1, 2)], true),
        ];
        assert_eq!(CertainEnds::of(&nodes, 2, 1, 2).wins[0], 0.5);
        assert_eq!(CertainEnds::of(&nodes, 2, 3, 2).wins[0], 0.875);
    }
}
