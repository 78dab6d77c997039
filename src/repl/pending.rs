//! What a person is asked at the prompt, and what was answered.

use crate::eval::EvalError;
use crate::play::{Choice, Order, Play, PlayError, Rules};
use crate::query::AssumedChange;
use crate::rulebook::Placement;
use crate::state::{State, add_figure, add_side, name_figure};
use crate::value::{ActionId, Clock, ConditionId, FigureId, Position, RelationId, Value};
use std::sync::Arc;

/// Answers that are kept between two phases.
pub(super) const MOST_REPLIES: usize = 2000;

/// What a person answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HumanReply {
    /// An order; none is a pass.
    Order(Option<Arc<Order>>),
    /// The choice of that index.
    Choice(usize),
    /// No answer yet: something said of figures first, and whether numbers are added.
    Said(Vec<(FigureId, AssumedChange)>, bool),
    /// No answer yet: an action performed first, outside the turn.
    Do(Arc<Order>),
    /// An order even if the rules refuse it.
    Allowed(Arc<Order>),
    /// No answer yet: such an order of somebody who is not asked, performed first.
    DoAllowed(Arc<Order>),
    /// No answer yet: a figure put elsewhere by hand, turned or taken out.
    ByHand(HandDeed),
    /// No answer yet: somebody joins.
    Joined(Arc<JoiningFigure>),
    /// No answer yet: a figure goes by another name, from the beginning of the phase.
    Renamed(FigureId, Arc<str>),
}

/// Somebody who joins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JoiningFigure {
    /// The name of his side; a new one if there is none of that name.
    pub side: String,
    pub placement: Placement,
}

impl JoiningFigure {
    /// Puts him into a fight.
    pub(super) fn enter(&self, rules: &Rules, state: &mut State) -> Result<FigureId, EvalError> {
        let found = state.side_ids().find(|id| state.side(*id).name.eq_ignore_ascii_case(&self.side));
        let side = match found {
            Some(side) => side,
            None => add_side(rules, state, &self.side, &self.side, &[])?,
        };
        add_figure(rules, state, side, &self.placement, None)
    }
}

/// Who has joined in the middle of events: each behind so many of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Newcomers(Vec<(usize, Arc<JoiningFigure>)>);

impl Newcomers {
    /// Somebody joins behind so many events.
    pub(super) fn push(&mut self, after: usize, figure: Arc<JoiningFigure>) {
        self.0.push((after, figure));
    }

    /// Puts those into a fight who join behind exactly so many events; they have joined it once, so nothing is against it.
    pub(super) fn enter(&self, after: usize, rules: &Rules, state: &mut State) {
        for (_, figure) in self.0.iter().filter(|(at, _)| *at == after) {
            let _ = figure.enter(rules, state);
        }
    }

    /// Those behind events of which the first are left out.
    pub(super) fn since(&self, events: usize) -> Newcomers {
        let later = self.0.iter().filter_map(|(at, figure)| Some((at.checked_sub(events)?, figure.clone())));
        Newcomers(later.collect())
    }
}

/// A fight under the names that were given in its phase.
pub(super) fn with_names(state: &State, replies: &[HumanReply]) -> State {
    let mut state = state.clone();
    for reply in replies {
        match reply {
            HumanReply::Renamed(figure, name) if figure.index() < state.figures.len() => {
                name_figure(&mut state, *figure, name);
            }
            _ => {}
        }
    }
    state
}

/// What those at the table do to a figure by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum HandDeed {
    /// Puts it somewhere, and turns it if it is to look somewhere from there.
    Put(FigureId, Position, Option<i64>),
    /// Each goes to where the other stands.
    Interchange((FigureId, Position), (FigureId, Position)),
    /// Turns it.
    Turn(FigureId, i64),
    /// Takes it out of the fight.
    TakeOut(FigureId),
    /// Is so from now on for so long.
    Hold(FigureId, ConditionId, Clock),
    /// Is from now on so to somebody.
    Relate(FigureId, RelationId, FigureId),
    /// Is so to him no longer.
    Release(FigureId, RelationId, FigureId),
}

impl HandDeed {
    /// Does it.
    pub(super) fn done(self, play: &mut Play) -> Result<(), PlayError> {
        match self {
            HandDeed::Put(figure, to, towards) => {
                play.place(figure, to)?;
                towards.map_or(Ok(()), |towards| play.face(figure, towards))
            }
            HandDeed::Interchange((one, at), (other, there)) => {
                play.place(one, there)?;
                play.place(other, at)
            }
            HandDeed::Turn(figure, to) => play.face(figure, to),
            HandDeed::TakeOut(figure) => play.take_out(figure),
            HandDeed::Hold(figure, condition, clock) => {
                play.lose(figure, condition, None)?;
                play.gain(figure, condition, Some(clock), None).map(|_| ())
            }
            HandDeed::Relate(figure, relation, to) => play.relate(relation, figure, Value::Figure(to)),
            HandDeed::Release(figure, relation, to) => play.release(relation, figure, Some(&Value::Figure(to))),
        }
    }
}

/// What a person is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Demand {
    /// Which of these actions to do, if any.
    Order(Vec<ActionId>),
    /// A question of the rules.
    Choice(Choice),
}

/// A question, and the fight at that moment.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// Who is asked.
    pub figure: FigureId,
    pub demand: Demand,
    /// Of the actions it may choose from, those that it could do in some way.
    pub open: Vec<ActionId>,
    /// The fight as it stands.
    pub state: State,
    /// How many events had happened.
    pub seen: usize,
    /// Whether nothing was answered, thrown or told in this phase before: then it can as well be asked anew.
    pub is_first: bool,
    /// Whether dice were rolled in this phase.
    pub has_rolled: bool,
    /// Where the dice stood, and how often they were thrown.
    pub position: u64,
    pub tosses: usize,
}

impl Pending {
    /// The name of the one who is asked.
    pub(super) fn who<'a>(&self, now: &'a State) -> &'a str {
        &now.figure(self.figure).name
    }
}
