//! A Markov chain solved: states that lead to each other are eliminated together, the last ones first. Nothing is ever
//! subtracted but a chance from one, so all numbers stay fractions from 0 to 1.

use super::FightEnds;
use super::graph::{Graph, Successor};
use crate::dice::{Cancel, DiceError, Odds};
use std::collections::BTreeMap;

/// States that may lead to each other: more would take too long.
const MOST_TOGETHER: usize = 600;

/// How likely each end is from a state: the sides, then a draw, then the limit.
type EndOdds = Vec<Odds>;

/// What is left of a state's ways while its group is solved.
struct OpenRow {
    /// To states of the group.
    inner: BTreeMap<usize, Odds>,
    /// To the ends.
    ends: EndOdds,
}

/// The odds of each end from the first state.
pub(super) fn solve(graph: &Graph, cancel: &Cancel) -> Result<FightEnds, DiceError> {
    let mut solved: Vec<Option<EndOdds>> = vec![None; graph.nodes.len()];
    for group in groups(graph) {
        cancel.check()?;
        if group.len() > MOST_TOGETHER {
            return Err(DiceError::TooManyBranches { budget: MOST_TOGETHER as u64 });
        }
        let shares = solve_group(graph, &group, &solved, cancel)?;
        for (node, share) in group.into_iter().zip(shares) {
            solved[node] = Some(share);
        }
    }
    let share = solved.into_iter().next().flatten().unwrap_or_else(|| vec![Odds::NEVER; graph.sides + 2]);
    Ok(ends(share, graph.sides))
}

/// A share in words; what never ends is unfinished.
pub(super) fn ends(mut share: EndOdds, sides: usize) -> FightEnds {
    share.truncate(sides + 1);
    let draw = share.pop().unwrap_or(Odds::NEVER);
    let over = share.iter().fold(draw.clone(), |sum, odds| sum.plus(odds));
    FightEnds { wins: share, draw, unfinished: over.not() }
}

fn place(goal: Successor, sides: usize) -> Option<usize> {
    match goal {
        Successor::Node(_) => None,
        Successor::Won(side) => Some(side),
        Successor::Drawn => Some(sides),
        Successor::Unfinished => Some(sides + 1),
    }
}

fn solve_group(
    graph: &Graph,
    group: &[usize],
    solved: &[Option<EndOdds>],
    cancel: &Cancel,
) -> Result<Vec<EndOdds>, DiceError> {
    let mut rows: Vec<OpenRow> = group.iter().map(|node| row(graph, *node, group, solved)).collect();
    // Forwards: each state is put into those before it.
    for at in (0..rows.len()).rev() {
        cancel.check()?;
        let (before, rest) = rows.split_at_mut(at);
        let own = &mut rest[0];
        let again = own.inner.remove(&at).unwrap_or(Odds::NEVER).not();
        for odds in own.inner.values_mut().chain(&mut own.ends) {
            // A state that only leads to itself has no ends to share out.
            *odds = odds.over(&again);
        }
        for row in before {
            let Some(there) = row.inner.remove(&at) else { continue };
            for (node, odds) in &own.inner {
                add(row.inner.entry(*node).or_insert(Odds::NEVER), &there, odds);
            }
            for (mine, theirs) in row.ends.iter_mut().zip(&own.ends) {
                add(mine, &there, theirs);
            }
        }
    }
    // Backwards: what is known of those before is put into each.
    for at in 1..rows.len() {
        let (before, rest) = rows.split_at_mut(at);
        for (node, odds) in std::mem::take(&mut rest[0].inner) {
            for (mine, theirs) in rest[0].ends.iter_mut().zip(&before[node].ends) {
                add(mine, &odds, theirs);
            }
        }
    }
    Ok(rows.into_iter().map(|row| row.ends).collect())
}

fn add(sum: &mut Odds, there: &Odds, then: &Odds) {
    if *then != Odds::NEVER {
        *sum = sum.plus(&there.and(then));
    }
}

/// The ways of a state with everything that is solved already put in. States of the group go by their place in it.
fn row(graph: &Graph, node: usize, group: &[usize], solved: &[Option<EndOdds>]) -> OpenRow {
    let mut row = OpenRow { inner: BTreeMap::new(), ends: vec![Odds::NEVER; graph.sides + 2] };
    for (goal, odds) in &graph.nodes[node].ways {
        match (goal, place(*goal, graph.sides)) {
            (_, Some(place)) => row.ends[place] = row.ends[place].plus(odds),
            (Successor::Node(other), None) => match &solved[*other] {
                Some(share) => {
                    for (mine, theirs) in row.ends.iter_mut().zip(share) {
                        add(mine, odds, theirs);
                    }
                }
                None => {
                    let at = group.iter().position(|one| one == other).expect("what is not solved is of the group");
                    let slot = row.inner.entry(at).or_insert(Odds::NEVER);
                    *slot = slot.plus(odds);
                }
            },
            _ => {}
        }
    }
    row
}

/// States in groups that lead to each other; a group comes after all that it leads to (Tarjan's algorithm, without
/// calling itself, because chains are long).
fn groups(graph: &Graph) -> Vec<Vec<usize>> {
    let count = graph.nodes.len();
    let next = |node: usize| -> Vec<usize> {
        let ways = graph.nodes[node].ways.iter();
        ways.filter_map(|(goal, _)| if let Successor::Node(other) = goal { Some(*other) } else { None }).collect()
    };
    let (mut found, mut low, mut open) = (vec![0_usize; count], vec![0_usize; count], vec![false; count]);
    let (mut stack, mut groups, mut counter) = (Vec::new(), Vec::new(), 0);
    for root in 0..count {
        let mut calls: Vec<(usize, Vec<usize>)> = Vec::new();
        if found[root] == 0 {
            calls.push((root, next(root)));
        }
        while let Some((node, left)) = calls.last_mut() {
            let node = *node;
            if found[node] == 0 {
                counter += 1;
                (found[node], low[node], open[node]) = (counter, counter, true);
                stack.push(node);
            }
            match left.pop() {
                Some(other) if found[other] == 0 => calls.push((other, next(other))),
                Some(other) if open[other] => low[node] = low[node].min(found[other]),
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some((caller, _)) = calls.last() {
                        low[*caller] = low[*caller].min(low[node]);
                    }
                    if low[node] == found[node] {
                        groups.push(taken(&mut stack, &mut open, node));
                    }
                }
            }
        }
    }
    groups
}

fn taken(stack: &mut Vec<usize>, open: &mut [bool], node: usize) -> Vec<usize> {
    let mut group = Vec::new();
    while let Some(top) = stack.pop() {
        open[top] = false;
        group.push(top);
        if top == node {
            break;
        }
    }
    group
}

#[cfg(test)]
mod tests {
    use super::super::graph::FightState;
    use super::*;

    fn graph(nodes: &[&[(Successor, u64, u64)]]) -> Graph {
        let node = |ways: &&[(Successor, u64, u64)]| FightState {
            ways: ways.iter().map(|(goal, ways, of)| (*goal, Odds::of(*ways, *of))).collect(),
            ends_turn: false,
        };
        Graph { nodes: nodes.iter().map(node).collect(), sides: 2, counts_turns: false, ways: 0 }
    }

    #[test]
    fn two_who_throw_by_turns() {
        // The first hits one time in three, the second one in two, until one does: 1/3 of all over 1 - 1/3.
        let graph = graph(&[
            &[(Successor::Won(0), 1, 3), (Successor::Node(1), 2, 3)],
            &[(Successor::Won(1), 1, 2), (Successor::Node(0), 1, 2)],
        ]);
        let ends = solve(&graph, &Cancel::default()).expect("it is small");
        assert_eq!((ends.wins, ends.unfinished), (vec![Odds::of(1, 2), Odds::of(1, 2)], Odds::NEVER));
    }

    #[test]
    fn a_state_that_leads_only_to_itself_never_ends() {
        let graph = graph(&[&[(Successor::Won(0), 1, 4), (Successor::Node(1), 3, 4)], &[(Successor::Node(1), 1, 1)]]);
        let ends = solve(&graph, &Cancel::default()).expect("it is small");
        assert_eq!((ends.wins[0].clone(), ends.unfinished), (Odds::of(1, 4), Odds::of(3, 4)));
    }

    #[test]
    fn a_walk_with_walls() {
        // From the third of five places, up or down alike: the farther end is as near as it is.
        let step = |up: Successor, down: Successor| [(up, 1, 2), (down, 1, 2)];
        let rows = [
            step(Successor::Node(1), Successor::Node(2)),
            step(Successor::Won(0), Successor::Node(0)),
            step(Successor::Node(0), Successor::Node(3)),
            step(Successor::Node(2), Successor::Drawn),
        ];
        let rows: Vec<&[(Successor, u64, u64)]> = rows.iter().map(|row| row.as_slice()).collect();
        let ends = solve(&graph(&rows), &Cancel::default()).expect("it is small");
        assert_eq!((ends.wins[0].clone(), ends.draw), (Odds::of(3, 5), Odds::of(2, 5)));
    }
}
