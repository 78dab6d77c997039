//! A Markov chain followed turn by turn to the limit of its scenario. All ways after so many steps are of the same
//! total, so they are counted and only put into lowest terms at the end.

use super::FightEnds;
use super::graph::{Graph, Successor};
use super::solve::ends;
use crate::dice::{Cancel, Count, DiceError, Odds};
use std::collections::BTreeMap;

/// The odds of each end within so many turns.
pub(super) fn within(graph: &Graph, limit: u32, cancel: &Cancel) -> Result<FightEnds, DiceError> {
    let per_step = graph.nodes.iter().flat_map(|node| &node.ways).fold(Count::ONE, |all, (_, odds)| {
        let divisor = all.gcd(odds.total());
        all.times(&odds.total().over(&divisor))
    });
    let mut over = vec![Count::ZERO; graph.sides + 2];
    let mut total = Count::ONE;
    let mut open: BTreeMap<(u32, usize), Count> = BTreeMap::from([((0, 0), Count::ONE)]);
    while !open.is_empty() {
        cancel.check()?;
        total = total.times(&per_step);
        over.iter_mut().for_each(|count| *count = count.times(&per_step));
        let mut next: BTreeMap<(u32, usize), Count> = BTreeMap::new();
        for ((turn, node), count) in &open {
            for (goal, odds) in &graph.nodes[*node].ways {
                let ways = count.times(odds.ways()).times(&per_step.over(odds.total()));
                let slot = match goal {
                    Successor::Won(side) => &mut over[*side],
                    Successor::Drawn => &mut over[graph.sides],
                    Successor::Unfinished => &mut over[graph.sides + 1],
                    Successor::Node(other) => {
                        let turn = turn + u32::from(graph.nodes[*other].ends_turn);
                        match graph.nodes[*other].ends_turn && turn >= limit {
                            true => &mut over[graph.sides + 1],
                            false => next.entry((turn, *other)).or_insert(Count::ZERO),
                        }
                    }
                };
                *slot = slot.plus(&ways);
            }
        }
        open = next;
    }
    let share = over.into_iter().map(|count| Odds::new(count, total.clone())).collect();
    Ok(ends(share, graph.sides))
}
