//! What a play does not change.

use super::host::ScriptNames;
use super::{Order, Play, PlayError};
use crate::rulebook::{Rulebook, Turn, TurnPart};
use crate::script::Arg;
use crate::state::Ruleset;
use crate::turn::TurnSegment;
use crate::value::MapId;
use std::ops::Deref;
use std::sync::Arc;

/// Everything an order can lead to, as scripts read it. Following every way is the work of a floor above, which puts
/// its function here; a play only asks.
pub type Foresight = fn(&mut Play, &Arc<Order>) -> Result<Arg, PlayError>;

/// What a play does not change: what its state is read by, and what its scripts and its turn need besides.
#[derive(Clone, Debug)]
pub struct Rules {
    set: Ruleset,
    /// What the words of scripts mean.
    pub names: Arc<ScriptNames>,
    /// The phases of a turn, in order.
    pub plan: Vec<TurnSegment>,
    pub(super) foresight: Foresight,
}

impl Rules {
    /// The rules of a rulebook on one of its maps, or on none.
    pub fn new(book: Arc<Rulebook>, names: Arc<ScriptNames>, foresight: Foresight, map: Option<MapId>) -> Rules {
        Rules { names, foresight, plan: plan_of(&book.turn), set: Ruleset::new(book, map) }
    }

    /// The same with a rulebook in which nothing was declared anew or taken out, only left without effect.
    pub fn with_book(&self, book: Arc<Rulebook>) -> Rules {
        Rules { set: Ruleset { book, ..self.set.clone() }, ..self.clone() }
    }
}

impl Deref for Rules {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        &self.set
    }
}

fn plan_of(turn: &Turn) -> Vec<TurnSegment> {
    let stretch = |stretch: &TurnPart| match stretch {
        TurnPart::Phase(phase) => TurnSegment { phases: vec![*phase], each_side: false },
        TurnPart::EachSide(phases) => TurnSegment { phases: phases.clone(), each_side: true },
    };
    turn.plan.iter().map(stretch).collect()
}
