//! Chance that follows every branch: a procedure is run again and again, and each run takes another way through its
//! rolls. The results with their exact weights are the odds of the whole procedure.

use super::branch::{Branch, Class, classed, pair_branches, roll_branches};
use super::{Chance, Classed, DiceError, MAX_DEPTH, MAX_FORK, Odds, Pair, Seen, Shares, Weight, validate};
use crate::value::Formula;
use std::collections::BTreeMap;
use std::sync::Arc;

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
    question: RollQuestion,
    branches: Arc<Vec<Branch>>,
    at: usize,
    /// The weight of the way up to and including this branch.
    weight: Weight,
}

#[derive(Clone, Debug, PartialEq)]
enum RollQuestion {
    Roll(Formula, Seen),
    Pair([(Formula, Seen); 2]),
    Pick(u16),
    Happens(u16, u16),
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

    /// This source with fewer rolls one after another.
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

    /// Follows a branch of a question; its branches are made when it is met for the first time.
    fn follow(
        &mut self,
        question: RollQuestion,
        branches: impl FnOnce(&mut Self) -> Result<Arc<Vec<Branch>>, DiceError>,
    ) -> Result<&Branch, DiceError> {
        if self.met == self.path.len() {
            if self.met == self.deepest {
                return Err(DiceError::TooDeep { most: self.deepest });
            }
            let branches = branches(self)?;
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

    /// The throws of a roll, remembered.
    fn throws(&mut self, formula: &Formula, seen: Seen) -> Result<Arc<Vec<Branch>>, DiceError> {
        let key = (formula.clone(), seen);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let branches = Arc::new(roll_branches(formula, seen, self.budget.min(MAX_FORK))?);
        self.known.insert(key, branches.clone());
        Ok(branches)
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
        let branch = self.follow(RollQuestion::Roll(formula.clone(), seen), |source| {
            let all = source.throws(formula, seen)?;
            Ok(class.map_or_else(|| all.clone(), |class| Arc::new(classed(&all, class))))
        })?;
        thrown.extend_from_slice(&branch.dice);
        Ok(branch.total)
    }

    /// The ways two rolls can go together.
    fn pairs(&mut self, pair: &Pair<'_>) -> Result<Arc<Vec<Branch>>, DiceError> {
        let [mine, theirs] = self.both(pair)?;
        if (mine.len() as u64).saturating_mul(theirs.len() as u64) > MAX_FORK {
            return Err(DiceError::TooManyBranches { budget: MAX_FORK });
        }
        Ok(Arc::new(pair_branches([&mine, &theirs], pair.class)))
    }

    fn both(&mut self, pair: &Pair<'_>) -> Result<[Arc<Vec<Branch>>; 2], DiceError> {
        let [(mine, of_mine), (theirs, of_theirs)] = pair.rolls;
        Ok([self.throws(mine, of_mine)?, self.throws(theirs, of_theirs)?])
    }
}

impl Chance for Exhaustive {
    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.throw(formula, seen, thrown, None)
    }

    fn roll_classed(&mut self, roll: Classed<'_>, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.throw(roll.formula, roll.seen, thrown, Some(roll.class))
    }

    fn roll_pair(&mut self, pair: Pair<'_>, thrown: [&mut Vec<u16>; 2]) -> Result<[i64; 2], DiceError> {
        let question = RollQuestion::Pair(pair.rolls.map(|(formula, seen)| (formula.clone(), seen)));
        pair.rolls.iter().try_for_each(|(formula, _)| validate(formula))?;
        let at = self.follow(question, |source| source.pairs(&pair))?.total as usize;
        let [mine, theirs] = self.both(&pair)?;
        let found = [&mine[at / theirs.len()], &theirs[at % theirs.len()]];
        for (thrown, branch) in thrown.into_iter().zip(found) {
            thrown.clone_from(&branch.dice);
        }
        Ok(found.map(|branch| branch.total))
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        let all = |_: &mut Self| Ok(Arc::new((0..of).map(|at| Branch::new(at.into(), 1, of.into())).collect()));
        match of {
            0 => Err(DiceError::NoChoice),
            1 => Ok(0),
            _ => Ok(self.follow(RollQuestion::Pick(of), all)?.total as u16),
        }
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        let (yes, all) = (u128::from(ways), u128::from(of));
        let both = |_: &mut Self| Ok(Arc::new(vec![Branch::new(1, yes, all), Branch::new(0, all - yes, all)]));
        match (ways, of) {
            (_, 0) => Err(DiceError::NoChoice),
            (0, _) => Ok(false),
            _ if ways >= of => Ok(true),
            _ => Ok(self.follow(RollQuestion::Happens(ways, of), both)?.total == 1),
        }
    }
}

impl std::fmt::Display for RollQuestion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RollQuestion::Roll(formula, _) => write!(f, "{formula}"),
            RollQuestion::Pair([(mine, _), (theirs, _)]) => write!(f, "{mine} against {theirs}"),
            RollQuestion::Pick(of) => write!(f, "a choice among {of}"),
            RollQuestion::Happens(ways, of) => write!(f, "a chance of {ways} in {of}"),
        }
    }
}
