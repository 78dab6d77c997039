//! A decider who searches, for every game: of the orders that the rules allow, and what the figure's own script would do,
//! each is tried by playing the fight on from here with other dice, again and again; those that do worse are left out,
//! until one remains.
//!
//! It cannot cheat: the dice to come are others than those that will be thrown, and what others have declared and not yet
//! done is asked of their scripts anew. Others are taken to play by the scripts they have.

use super::candidates::legal_orders;
use super::end::standing;
use crate::dice::{Cancel, Chance, Seeded, SeededState};
use crate::event::Order;
use crate::play::{Controller, Decision, DecisionRequest, Kit, Play, PlayError, Progress, Rules};
use crate::script::Engine;
use crate::state::State;
use crate::turn::Stage;
use crate::value::{FigureId, PhaseId, ScenarioId, SideId};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// A fight is played on for so many turns; then those count who are left.
const HORIZON: u32 = 6;
/// An order is only preferred to that of the script if it is better by so many standard errors.
const CERTAIN: f64 = 1.0;
/// Seeds of fights that are played on are others than those of fights.
const ASIDE: u64 = 0x5eed_0000_0000_0000;

/// How much a searching decider may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SearchBudget {
    /// So many fights may be played on for one decision.
    pub fights: u32,
}

/// A decider who searches for some sides of one game.
#[derive(Clone)]
pub(crate) struct SearchMind(Rc<RefCell<Searching>>);

struct Searching {
    rules: Arc<Rules>,
    scenario: ScenarioId,
    /// In which fights are played on: that of the game may be at work.
    engine: Rc<Engine<Play>>,
    sides: Vec<(SideId, SearchBudget)>,
    seed: u64,
    game: u64,
    /// Where the stage of the turn began that is played now.
    begun: Option<StageBegin>,
    /// What was decided in it.
    decided: Vec<DecidedOnce>,
    /// Decisions so far.
    decisions: u64,
    cancel: Cancel,
}

/// A game between two stages of a turn.
#[derive(Clone)]
struct StageBegin {
    state: State,
    progress: Progress,
    dice: SeededState,
}

/// What a searching decider has decided.
#[derive(Clone)]
struct DecidedOnce {
    figure: FigureId,
    decision: Decision,
    /// The phase, if it was declared there.
    declared_in: Option<PhaseId>,
}

/// A decision that is tried, and what it came to in each fight.
struct TriedDecision {
    decision: Decision,
    /// Whether the same is ordered again as long as it may be: what pays only when it is done twice pays in no other way.
    again: bool,
    values: Vec<f64>,
}

impl SearchMind {
    /// Seated at a game of a seed, if anybody searches there.
    pub(crate) fn at(
        play: &mut Play,
        kit: &Kit,
        sides: &[(SideId, SearchBudget)],
        which: (u64, u64),
    ) -> Result<Option<SearchMind>, PlayError> {
        let Some(scenario) = play.scenario_id().filter(|_| !sides.is_empty()) else { return Ok(None) };
        let mind = SearchMind::new(kit, scenario, sides, which)?;
        play.ask_first(Box::new(mind.clone()));
        Ok(Some(mind))
    }

    /// Plays until the game ends, or so many turns are over.
    pub(crate) fn run(&self, play: &mut Play, limit: u32, cancel: &Cancel) -> Result<(), PlayError> {
        play.turn().begin()?;
        while play.state().outcome.is_none() && play.state().turn < limit {
            cancel.check()?;
            self.play_turn(play)?;
            cancel.count(1);
        }
        play.run_unless(limit, cancel)
    }

    fn new(
        kit: &Kit,
        scenario: ScenarioId,
        sides: &[(SideId, SearchBudget)],
        (seed, game): (u64, u64),
    ) -> Result<SearchMind, PlayError> {
        let engine = kit.engine().map_err(|error| PlayError::Script(Box::new(error)))?;
        Ok(SearchMind(Rc::new(RefCell::new(Searching {
            rules: kit.rules_of(scenario),
            scenario,
            engine,
            sides: sides.to_vec(),
            seed,
            game,
            begun: None,
            decided: Vec::new(),
            decisions: 0,
            cancel: kit.cancel.clone(),
        }))))
    }

    /// Plays one whole turn.
    pub(super) fn play_turn(&self, play: &mut Play) -> Result<(), PlayError> {
        loop {
            {
                let mut own = self.0.borrow_mut();
                let dice = SeededState { seed: own.seed, stream: own.game, position: play.chance().position() };
                own.begun = Some(StageBegin { state: play.state().clone(), progress: play.progress(), dice });
                own.decided.clear();
            }
            if matches!(play.turn().advance()?, Stage::TurnEnds(_)) {
                return Ok(());
            }
        }
    }
}

impl Controller for SearchMind {
    fn answer(&mut self, play: &Play, figure: FigureId, question: &DecisionRequest<'_>) -> Decision {
        let mut own = self.0.borrow_mut();
        let side = play.state().figure(figure).side;
        let Some((_, budget)) = own.sides.iter().find(|(searching, _)| *searching == side).copied() else {
            return Decision::Script;
        };
        if own.begun.is_none() {
            return Decision::Script;
        }
        own.decisions += 1;
        let decision = own.decide(play, figure, question, budget);
        let declares = |phase: &PhaseId| play.rules().book.turn.phases[phase.index()].declared.is_some();
        let declared_in = play.state().phase.filter(declares);
        own.decided.push(DecidedOnce { figure, decision: decision.clone(), declared_in });
        decision
    }
}

impl Searching {
    fn decide(&self, play: &Play, figure: FigureId, question: &DecisionRequest<'_>, budget: SearchBudget) -> Decision {
        if self.cancel.is_asked() {
            return Decision::Script;
        }
        let mut chance = Seeded::new(self.seed ^ ASIDE, self.game << 20 | self.decisions);
        let mut tried: Vec<TriedDecision> = options(play, figure, question, &mut chance);
        if tried.len() < 2 {
            return tried.pop().map_or(Decision::Script, |one| one.decision);
        }
        // Each round has as many fights, and half of those that are tried go on.
        let rounds = tried.len().ilog2() + 1;
        for _ in 0..rounds {
            let each = (budget.fights / rounds / tried.len() as u32).max(1);
            for _ in 0..each {
                for one in &mut tried {
                    if self.cancel.is_asked() {
                        return Decision::Script;
                    }
                    let nth = one.values.len() as u64;
                    let value = self.played_on(figure, one, nth);
                    one.values.push(value);
                }
            }
            halve(&mut tried);
        }
        best(&tried, &|decision| told(play, decision))
    }

    /// What comes of a decision in one fight that is played on: 1 for a victory, 0 for a defeat.
    fn played_on(&self, figure: FigureId, what: &TriedDecision, nth: u64) -> f64 {
        let Some(begun) = self.begun.clone() else { return 0.0 };
        let side = begun.state.figure(figure).side;
        let dice = Rc::new(RefCell::new(Seeded::restored(begun.dice)));
        let (rules, engine) = (self.rules.clone(), self.engine.clone());
        let (turn, limit) = (begun.state.turn, rules.book.scenarios[self.scenario.index()].limit);
        let last = limit.min(turn + HORIZON);
        let mut play = Play::resume(rules, begun.state, self.scenario, engine, Box::new(dice.clone()));
        play.go_on_from(begun.progress);
        // The same dice for each that is tried: only the decision differs.
        let later = Seeded::new(self.seed ^ ASIDE ^ self.decisions << 32, self.game << 20 | nth);
        play.ask_first(Box::new(PlayedOn {
            known: self.known(side),
            figure,
            tried: Some(what.decision.clone()),
            again: order_again(what),
            dice,
            later,
        }));
        while play.state().outcome.is_none() && !self.cancel.is_asked() {
            match play.turn().advance() {
                Ok(Stage::TurnEnds(_)) if play.state().turn >= last => break,
                Ok(_) => {}
                // What breaks the game is nothing to choose.
                Err(_) => return 0.0,
            }
        }
        value(play.state(), side)
    }

    /// What is known to a side of what was decided in this stage: all but what others have declared and not yet done.
    fn known(&self, side: SideId) -> VecDeque<(FigureId, Decision)> {
        let state = self.begun.as_ref().map(|begun| &begun.state);
        let is_own = |figure: FigureId| state.is_some_and(|state| state.figure(figure).side == side);
        let known = self.decided.iter().filter(|one| one.declared_in.is_none() || is_own(one.figure));
        known.map(|one| (one.figure, one.decision.clone())).collect()
    }
}

/// Who decides in a fight that is played on: first what is known, then what is tried, then the scripts.
struct PlayedOn {
    known: VecDeque<(FigureId, Decision)>,
    figure: FigureId,
    tried: Option<Decision>,
    /// What the figure orders again and again.
    again: Option<Arc<Order>>,
    dice: Rc<RefCell<Seeded>>,
    /// The dice from the decision on.
    later: Seeded,
}

impl Controller for PlayedOn {
    fn answer(&mut self, play: &Play, figure: FigureId, question: &DecisionRequest<'_>) -> Decision {
        if self.known.iter().next().is_some_and(|(known, _)| *known == figure) {
            return self.known.pop_front().map_or(Decision::Script, |(_, decision)| decision);
        }
        if self.known.is_empty() && figure == self.figure && self.tried.is_some() {
            self.dice.replace(self.later.clone());
            return self.tried.take().unwrap_or(Decision::Script);
        }
        if let (DecisionRequest::Order(actions), Some(order)) = (question, self.again.as_ref()) {
            let is_open = self.tried.is_none() && figure == self.figure && actions.contains(&order.action);
            if is_open && matches!(play.refusal(order), Ok(None)) {
                return Decision::Order(self.again.clone());
            }
        }
        match question {
            // Whoever has no script does whatever is allowed.
            DecisionRequest::Order(actions) if play.state().figure(figure).controller.is_none() => {
                let mut orders = legal_orders(play, figure, actions, &mut self.later);
                let of = u16::try_from(orders.len() + 1).unwrap_or(1);
                let at = usize::from(self.later.pick(of).unwrap_or(0));
                Decision::Order((at < orders.len()).then(|| orders.swap_remove(at)))
            }
            _ => Decision::Script,
        }
    }
}

/// What may be decided: what the script says, if there is one, and everything that the rules allow.
fn options(play: &Play, figure: FigureId, question: &DecisionRequest<'_>, chance: &mut Seeded) -> Vec<TriedDecision> {
    let mut all = Vec::new();
    if play.state().figure(figure).controller.is_some() {
        all.push(Decision::Script);
    }
    let mut again = Vec::new();
    match question {
        DecisionRequest::Order(actions) => {
            all.push(Decision::Order(None));
            again = legal_orders(play, figure, actions, chance);
            all.extend(again.iter().map(|order| Decision::Order(Some(order.clone()))));
        }
        DecisionRequest::Choice(choice) => all.extend((0..choice.offers.len()).map(Decision::Choice)),
    }
    let once = all.into_iter().map(|decision| TriedDecision { decision, again: false, values: Vec::new() });
    let again = again.into_iter().map(|order| Decision::Order(Some(order)));
    once.chain(again.map(|decision| TriedDecision { decision, again: true, values: Vec::new() })).collect()
}

/// The order that is given again and again where one is tried so.
fn order_again(tried: &TriedDecision) -> Option<Arc<Order>> {
    match &tried.decision {
        Decision::Order(order) if tried.again => order.clone(),
        _ => None,
    }
}

/// Leaves the better half, in the order of what was tried; what the script says stays.
fn halve(tried: &mut Vec<TriedDecision>) {
    let mut ranked: Vec<usize> = (0..tried.len()).collect();
    ranked.sort_by(|a, b| mean(&tried[*b].values).total_cmp(&mean(&tried[*a].values)));
    let better: Vec<usize> = ranked[..tried.len().div_ceil(2)].to_vec();
    let mut at = 0;
    tried.retain(|one| {
        at += 1;
        one.decision == Decision::Script || better.contains(&(at - 1))
    });
}

/// The best that was tried; what the script says unless another is better with some certainty.
fn best(tried: &[TriedDecision], told: &dyn Fn(&Decision) -> String) -> Decision {
    let best = tried.iter().reduce(|a, b| if mean(&b.values) > mean(&a.values) { b } else { a });
    let Some(best) = best else { return Decision::Script };
    let Some(script) = tried.iter().find(|one| one.decision == Decision::Script) else {
        return best.decision.clone();
    };
    let gains: Vec<f64> = best.values.iter().zip(&script.values).map(|(best, script)| best - script).collect();
    let gain = mean(&gains);
    let spread = mean(&gains.iter().map(|one| (one - gain).powi(2)).collect::<Vec<f64>>());
    let error = (spread / gains.len().max(1) as f64).sqrt();
    if gain <= CERTAIN * error || gain <= 0.0 {
        return Decision::Script;
    }
    let why = format!("{:.0} points more than {}", gain * 100.0, told(&Decision::Script));
    match &best.decision {
        Decision::Order(order) => Decision::Reasoned(order.clone(), why.into()),
        other => other.clone(),
    }
}

fn told(play: &Play, decision: &Decision) -> String {
    match decision {
        Decision::Script => "as usual".to_string(),
        Decision::Order(Some(order)) | Decision::Reasoned(Some(order), _) => order_title(play, order),
        _ => "to pass".to_string(),
    }
}

fn order_title(play: &Play, order: &Order) -> String {
    play.rules().book.actions[order.action.index()].head.title.to_string()
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// What a side has of a state: the victory, or as much as it has more of its figures left than the others of theirs.
fn value(state: &State, side: SideId) -> f64 {
    if let Some(outcome) = &state.outcome {
        return match outcome.winner {
            Some(winner) => {
                if winner == side {
                    1.0
                } else {
                    0.0
                }
            }
            None => 0.5,
        };
    }
    let begun = |side: SideId| state.figure_ids().filter(|id| state.figure(*id).side == side).count().max(1) as f64;
    let left: Vec<f64> =
        state.side_ids().zip(standing(state)).map(|(side, standing)| standing as f64 / begun(side)).collect();
    let others: Vec<f64> =
        left.iter().enumerate().filter(|(at, _)| *at != side.index()).map(|(_, left)| *left).collect();
    0.5 + 0.5 * (left[side.index()] - mean(&others))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(decision: Decision, values: &[f64]) -> TriedDecision {
        TriedDecision { decision, again: false, values: values.to_vec() }
    }

    #[test]
    fn another_is_only_preferred_if_it_is_better() {
        let told = |_: &Decision| "as usual".to_string();
        let script = || tried(Decision::Script, &[0.0, 1.0, 0.0, 1.0]);
        for (values, expected, why) in [
            ([1.0, 1.0, 1.0, 1.0], Decision::Choice(1), "it always wins"),
            ([0.0, 1.0, 0.0, 1.0], Decision::Script, "it is the same"),
            ([0.0, 0.0, 1.0, 1.0], Decision::Script, "it wins as often"),
            ([0.0, 1.0, 0.0, 0.0], Decision::Script, "it wins less"),
        ] {
            assert_eq!(best(&[script(), tried(Decision::Choice(1), &values)], &told), expected, "{why}");
        }
    }

    #[test]
    fn the_worse_half_is_left_out_and_the_script_is_not() {
        let mut all: Vec<TriedDecision> = [0.1, 0.4, 0.9, 0.2, 0.8]
            .iter()
            .enumerate()
            .map(|(at, value)| tried(Decision::Choice(at), &[*value]))
            .collect();
        all[0].decision = Decision::Script;
        halve(&mut all);
        let left: Vec<&Decision> = all.iter().map(|one| &one.decision).collect();
        assert_eq!(left, [&Decision::Script, &Decision::Choice(1), &Decision::Choice(2), &Decision::Choice(4)]);
    }
}
