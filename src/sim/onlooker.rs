//! A game watched while it is played: the moments before each decision, from which it can be played on with other dice.

use super::candidates::{legal_orders, thin};
use super::onward::OnwardMoment;
use crate::dice::{Cancel, Odds, Seeded, SeededState};
use crate::event::{Log, Order};
use crate::play::{Controller, Decision, DecisionRequest, Play, PlayError, Progress};
use crate::state::State;
use crate::turn::Stage;
use crate::value::FigureId;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A decision that somebody was about to make.
#[derive(Clone, Debug)]
pub(crate) struct AskedMoment {
    /// How many events had happened.
    pub events: usize,
    pub turn: u32,
    pub figure: FigureId,
    pub from: OnwardMoment,
    /// What else the rules allow then, if that was looked for.
    pub others: Vec<OtherOrder>,
}

/// An order that the rules allowed, with the exact odds of its check, if it has one.
#[derive(Clone, Debug)]
pub(crate) struct OtherOrder {
    pub order: Arc<Order>,
    pub odds: Option<Odds>,
}

/// Watches a game with dice of a seed, and leaves every decision to the scripts.
#[derive(Clone)]
pub(crate) struct Onlooker(Rc<RefCell<WatchedGame>>);

struct WatchedGame {
    /// The seed and the stream of its dice.
    which: (u64, u64),
    /// The fight as its stage began, and where its dice stood.
    begun: Option<(State, Progress, SeededState)>,
    /// Questions since then.
    questions: usize,
    /// How many other orders are looked for at each.
    most_others: usize,
    moments: Vec<AskedMoment>,
    /// Where the dice stood as each turn began.
    turns: Vec<SeededState>,
}

impl Onlooker {
    /// Seated at a game whose dice are of that seed and stream; of what else the rules allow, so many are noted.
    pub(crate) fn at(play: &mut Play, which: (u64, u64), most_others: usize) -> Onlooker {
        let watched =
            WatchedGame { which, begun: None, questions: 0, most_others, moments: Vec::new(), turns: Vec::new() };
        let onlooker = Onlooker(Rc::new(RefCell::new(watched)));
        play.ask_first(Box::new(onlooker.clone()));
        onlooker
    }

    /// Plays until the game ends, or so many turns are over.
    pub(crate) fn run(&self, play: &mut Play, limit: u32, cancel: &Cancel) -> Result<(), PlayError> {
        self.0.borrow_mut().turn(play);
        play.turn().begin()?;
        while play.state().outcome.is_none() && play.state().turn < limit {
            cancel.check()?;
            loop {
                self.0.borrow_mut().begin(play);
                if matches!(play.turn().advance()?, Stage::TurnEnds(_)) {
                    break;
                }
            }
            self.0.borrow_mut().turn(play);
        }
        play.run_unless(limit, cancel)
    }

    /// Where the dice stood as each turn began; as the first did, what a scenario begins with was still to come.
    pub(crate) fn turns(&self) -> Vec<SeededState> {
        self.0.borrow().turns.clone()
    }

    /// What was to be decided, in order.
    pub(crate) fn moments(&self) -> Vec<AskedMoment> {
        self.0.borrow().moments.clone()
    }
}

impl WatchedGame {
    fn dice(&self, play: &Play) -> SeededState {
        let (seed, stream) = self.which;
        SeededState { seed, stream, position: play.chance().position() }
    }

    fn turn(&mut self, play: &Play) {
        let dice = self.dice(play);
        self.turns.push(dice);
    }

    fn begin(&mut self, play: &Play) {
        let dice = self.dice(play);
        self.begun = Some((play.state().clone(), play.progress(), dice));
        self.questions = 0;
    }
}

/// How likely the check of an order is to succeed.
fn odds_of(play: &Play, order: &Order) -> Option<Odds> {
    let action = &play.rules().book.actions[order.action.index()];
    play.odds(action.check?, &play.frame_of(action, order)).ok()?
}

impl Controller for Onlooker {
    fn answer(&mut self, play: &Play, figure: FigureId, question: &DecisionRequest<'_>) -> Decision {
        let mut own = self.0.borrow_mut();
        let own = &mut *own;
        if let Some((state, progress, dice)) = &own.begun {
            let from = OnwardMoment {
                state: state.clone(),
                progress: *progress,
                known_dice: Some((*dice, own.questions)),
                ordered: None,
            };
            let events = play.log().map_or(0, Log::len);
            let others = match question {
                DecisionRequest::Order(actions) if own.most_others > 0 => {
                    // Picked by chance of their own: the dice of the game are not touched.
                    let mut chance = Seeded::new(own.moments.len() as u64, 0);
                    let mut others = legal_orders(play, figure, actions, &mut chance);
                    thin(&mut others, own.most_others, &mut chance);
                    others.into_iter().map(|order| OtherOrder { odds: odds_of(play, &order), order }).collect()
                }
                _ => Vec::new(),
            };
            own.moments.push(AskedMoment { events, turn: play.state().turn, figure, from, others });
        }
        own.questions += 1;
        Decision::Script
    }
}
