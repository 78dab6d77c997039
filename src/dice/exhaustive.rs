//! Chance that follows every branch: a procedure is run again and again, and each run takes another way through its
//! rolls. The results with their exact weights are the odds of the whole procedure.

use super::{Chance, Classed, Count, DiceError, Dist, MAX_DEPTH, MAX_FORK, Odds, Seen, Shares, rolled, validate};
use crate::value::{Formula, Term};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many of all equally likely ways a run stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Its ways.
    pub ways: Count,
    /// Of so many.
    pub of: Count,
}

/// The source of one run.
#[derive(Debug)]
pub struct Exhaustive {
    budget: u64,
    /// How many rolls may follow one another.
    deepest: usize,
    /// The forks of the present way, in the order met.
    path: Vec<Fork>,
    /// How many of them this run has met.
    met: usize,
    /// Rolls seen before: procedures ask for the same few again and again.
    known: BTreeMap<(Formula, Seen), Arc<Vec<Branch>>>,
    runs: u64,
}

/// A question to chance with the branch that is followed.
#[derive(Debug)]
struct Fork {
    question: Question,
    branches: Arc<Vec<Branch>>,
    at: usize,
    /// The weight of the way up to and including this branch.
    weight: Weight,
}

#[derive(Clone, Debug, PartialEq)]
enum Question {
    Roll(Formula, Seen),
    Pick(u16),
    Happens(u16, u16),
}

/// What makes throws alike.
type Class<'a> = &'a dyn Fn(i64, &[u16]) -> u64;

#[derive(Clone, Debug)]
struct Branch {
    total: i64,
    dice: Vec<u16>,
    weight: Weight,
}

/// Runs a procedure under everything that chance can do. Equal results are put together; their odds sum to one. More
/// runs than the budget are an error.
pub fn exhaust<R: Ord, E: From<DiceError>>(
    budget: u64,
    mut procedure: impl FnMut(&mut Exhaustive) -> Result<R, E>,
) -> Result<Vec<(R, Odds)>, E> {
    let mut source = Exhaustive::new(budget);
    let mut shares = Shares::default();
    while source.advance()? {
        let result = procedure(&mut source)?;
        source.finish()?;
        shares.add(result, &source.weight());
    }
    Ok(shares.odds().collect())
}

impl Exhaustive {
    /// Before the first run; `advance` begins each.
    pub fn new(budget: u64) -> Exhaustive {
        Exhaustive { budget, deepest: MAX_DEPTH, path: Vec::new(), met: 0, known: BTreeMap::new(), runs: 0 }
    }

    /// The same with fewer rolls one after another.
    pub fn at_most_deep(self, deepest: usize) -> Exhaustive {
        Exhaustive { deepest: deepest.min(MAX_DEPTH), ..self }
    }

    /// Begins the next run; false if every way has been gone. An error if that takes more runs than the budget.
    pub fn advance(&mut self) -> Result<bool, DiceError> {
        self.met = 0;
        if self.runs > 0 {
            while self.path.last().is_some_and(|fork| fork.at + 1 == fork.branches.len()) {
                self.path.pop();
            }
            let before = self.path.len().checked_sub(2).map(|at| self.path[at].weight.clone());
            let Some(last) = self.path.last_mut() else { return Ok(false) };
            last.at += 1;
            last.weight = Weight::after(before.as_ref(), &last.branches[last.at].weight);
        }
        if self.runs == self.budget {
            return Err(DiceError::TooManyBranches { budget: self.budget });
        }
        self.runs += 1;
        Ok(true)
    }

    /// The weight of the run that just ended.
    pub fn weight(&self) -> Weight {
        self.path.last().map_or(Weight::ALL, |fork| fork.weight.clone())
    }

    /// Whether this run has met a fork.
    pub fn is_forked(&self) -> bool {
        self.met > 0
    }

    /// How many forks this run has met.
    pub fn depth(&self) -> usize {
        self.met
    }

    /// How many runs have begun.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// An error if the run that ended asked less than the one before on the same way.
    pub fn finish(&self) -> Result<(), DiceError> {
        match self.path.get(self.met) {
            None => Ok(()),
            Some(fork) => Err(DiceError::Diverged { before: fork.question.to_string(), now: "nothing".to_string() }),
        }
    }

    fn follow(&mut self, question: Question, class: Option<Class<'_>>) -> Result<&Branch, DiceError> {
        if self.met == self.path.len() {
            if self.met == self.deepest {
                return Err(DiceError::TooDeep { most: self.deepest });
            }
            let branches = match (self.branches(&question)?, class) {
                (branches, None) => branches,
                (branches, Some(class)) => Arc::new(classed(&branches, class)),
            };
            let weight = Weight::after(self.path.last().map(|fork| &fork.weight), &branches[0].weight);
            self.path.push(Fork { question, branches, at: 0, weight });
        } else if self.path[self.met].question != question {
            let before = self.path[self.met].question.to_string();
            return Err(DiceError::Diverged { before, now: question.to_string() });
        }
        self.met += 1;
        let fork = &self.path[self.met - 1];
        Ok(&fork.branches[fork.at])
    }

    fn branches(&mut self, question: &Question) -> Result<Arc<Vec<Branch>>, DiceError> {
        match question {
            Question::Roll(formula, seen) => {
                let key = (formula.clone(), *seen);
                if let Some(known) = self.known.get(&key) {
                    return Ok(known.clone());
                }
                let branches = Arc::new(roll_branches(formula, *seen, self.budget.min(MAX_FORK))?);
                self.known.insert(key, branches.clone());
                Ok(branches)
            }
            Question::Pick(of) => {
                let branch = |at: u16| Branch::new(at.into(), 1, (*of).into());
                Ok(Arc::new((0..*of).map(branch).collect()))
            }
            Question::Happens(ways, of) => {
                let (ways, of) = (u128::from(*ways), u128::from(*of));
                Ok(Arc::new(vec![Branch::new(1, ways, of), Branch::new(0, of - ways, of)]))
            }
        }
    }

    fn throw(
        &mut self,
        formula: &Formula,
        seen: Seen,
        thrown: &mut Vec<u16>,
        class: Option<Class<'_>>,
    ) -> Result<i64, DiceError> {
        validate(formula)?;
        thrown.clear();
        if formula.terms.iter().all(|term| term.count == 0) {
            return Ok(formula.plus);
        }
        let branch = self.follow(Question::Roll(formula.clone(), seen), class)?;
        thrown.extend_from_slice(&branch.dice);
        Ok(branch.total)
    }
}

/// One branch for all of a class, with their weight.
fn classed(branches: &[Branch], class: Class<'_>) -> Vec<Branch> {
    let mut found: Vec<(u64, Branch)> = Vec::new();
    for branch in branches {
        let own = class(branch.total, &branch.dice);
        match found.iter_mut().find(|(other, _)| *other == own) {
            // All branches of a roll are counted of the same number.
            Some((_, one)) => one.weight.ways = one.weight.ways.plus(&branch.weight.ways),
            None => found.push((own, branch.clone())),
        }
    }
    found.into_iter().map(|(_, branch)| branch).collect()
}

impl Chance for Exhaustive {
    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.throw(formula, seen, thrown, None)
    }

    fn roll_classed(&mut self, roll: Classed<'_>, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.throw(roll.formula, roll.seen, thrown, Some(roll.class))
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        match of {
            0 => Err(DiceError::NoChoice),
            1 => Ok(0),
            _ => Ok(self.follow(Question::Pick(of), None)?.total as u16),
        }
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        match (ways, of) {
            (_, 0) => Err(DiceError::NoChoice),
            (0, _) => Ok(false),
            _ if ways >= of => Ok(true),
            _ => Ok(self.follow(Question::Happens(ways, of), None)?.total == 1),
        }
    }
}

impl Weight {
    /// Everything.
    pub const ALL: Weight = Weight { ways: Count::ONE, of: Count::ONE };

    fn after(before: Option<&Weight>, next: &Weight) -> Weight {
        match before {
            None => next.clone(),
            Some(before) => Weight { ways: before.ways.times(&next.ways), of: before.of.times(&next.of) },
        }
    }

    /// As a fraction of everything.
    pub fn odds(&self) -> Odds {
        Odds::new(self.ways.clone(), self.of.clone())
    }
}

impl Branch {
    fn new(total: i64, ways: u128, of: u128) -> Branch {
        Branch { total, dice: Vec::new(), weight: Weight { ways: ways.into(), of: of.into() } }
    }
}

/// The branches of a roll: totals, sorted dice, or throws.
fn roll_branches(formula: &Formula, seen: Seen, budget: u64) -> Result<Vec<Branch>, DiceError> {
    if seen == Seen::Total {
        let dist = Dist::of(formula)?;
        let weigh = |ways| Weight { ways, of: dist.total().clone() };
        return Ok(dist.iter().map(|(total, ways)| Branch { total, dice: Vec::new(), weight: weigh(ways) }).collect());
    }
    let mut throws = vec![(Vec::new(), Count::ONE)];
    let mut of = Count::ONE;
    for term in &formula.terms {
        let of_term = term_throws(term, seen, budget)?;
        if (throws.len() as u64).saturating_mul(of_term.len() as u64) > budget {
            return Err(DiceError::TooManyBranches { budget });
        }
        throws = (throws.iter())
            .flat_map(|(before, ways)| of_term.iter().map(move |(dice, more)| joined(before, ways, dice, more)))
            .collect();
        of = of.times(&Count::Small(term.sides.into()).power(term.count.into()));
    }
    let branch = |(dice, ways): (Vec<u16>, Count)| {
        Ok(Branch { total: rolled(formula, &dice)?, dice, weight: Weight { ways, of: of.clone() } })
    };
    throws.into_iter().map(branch).collect()
}

fn joined(before: &[u16], ways: &Count, dice: &[u16], more: &Count) -> (Vec<u16>, Count) {
    (before.iter().chain(dice).copied().collect(), ways.times(more))
}

/// Every throw of one term with its ways: each by itself, or sorted upwards with the number of its orders.
fn term_throws(term: &Term, seen: Seen, budget: u64) -> Result<Vec<(Vec<u16>, Count)>, DiceError> {
    let mut throws = vec![(Vec::new(), Count::ONE)];
    for thrown in 1..=u128::from(term.count) {
        let mut next = Vec::new();
        for (dice, ways) in &throws {
            let from = if seen == Seen::Sorted { dice.last().copied().unwrap_or(1) } else { 1 };
            for die in from..=term.sides {
                let mut more: Vec<u16> = dice.clone();
                more.push(die);
                let ways = match seen {
                    // Orders of a multiset: times the dice so far, over how many of them are alike.
                    Seen::Sorted => {
                        let alike = more.iter().filter(|other| **other == die).count() as u128;
                        ways.times(&Count::Small(thrown)).over(&Count::Small(alike))
                    }
                    _ => Count::ONE,
                };
                next.push((more, ways));
                if next.len() as u64 > budget {
                    return Err(DiceError::TooManyBranches { budget });
                }
            }
        }
        throws = next;
    }
    Ok(throws)
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Question::Roll(formula, _) => write!(f, "{formula}"),
            Question::Pick(of) => write!(f, "a choice among {of}"),
            Question::Happens(ways, of) => write!(f, "a chance of {ways} in {of}"),
        }
    }
}
