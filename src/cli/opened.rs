//! The play in which a sentence of the command line is asked: on the board of a scenario, or in a pack with nobody in it.

use super::args::ChoiceArgs;
use super::argument;
use super::find::{self, FoundScenario, Read, ReadScenario};
use super::packs::Packs;
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Given, Seeded};
use crate::play::Play;
use crate::rulebook::{Choices, Rulebook};
use crate::state::State;
use crate::text::Files;
use std::sync::Arc;

/// Where the dice begin if nobody says.
const FIRST_SEED: u64 = 1;

/// The board of a scenario as its start script leaves it, or none for a pack. What that script rolls falls as in the
/// game that `fray run` plays.
pub(super) fn table(place: &str, choices: &ChoiceArgs, packs: &Packs) -> Result<Play, Diagnostics> {
    Place::read(place, packs)?.table(choices)
}

/// Rules, and nobody.
pub(super) fn nobody(book: Arc<Rulebook>) -> Result<Play, Diagnostics> {
    let kit = crate::odds::kit(book);
    let engine = kit.engine().map_err(|error| vec![Box::new(error) as Diagnostic])?;
    Ok(Play::new(kit.rules(None), State::default(), engine, Box::new(Given::default())))
}

/// A scenario or a pack, read once for one choice of options after another.
pub(super) enum Place {
    /// A board with those who stand on it.
    Scenario(ReadScenario),
    /// Rules, and nobody.
    Pack(Read),
}

impl Place {
    /// Reads what is named.
    pub(super) fn read(place: &str, packs: &Packs) -> Result<Place, Diagnostics> {
        let is_pack = packs.folders("rules").iter().any(|pack| pack == place);
        if find::is_board(packs, place) || !is_pack && !std::path::Path::new(place).exists() {
            return ReadScenario::new(packs, place).map(Place::Scenario);
        }
        Read::pack(packs, place).map(Place::Pack)
    }

    /// Its board under these options.
    pub(super) fn table(&mut self, choices: &ChoiceArgs) -> Result<Play, Diagnostics> {
        match self {
            Place::Scenario(read) => begun(read.under(choices)?),
            Place::Pack(read) => nobody(read.book(choices)?),
        }
    }

    /// The options in force: its own, and those of the command.
    pub(super) fn choices(&self, choices: &ChoiceArgs) -> Result<Choices, Diagnostics> {
        let said = argument::choices(&choices.with)?;
        Ok(match self {
            Place::Scenario(read) => read.choices(&said),
            Place::Pack(_) => said,
        })
    }

    /// The pack that was read.
    pub(super) fn read_pack(&self) -> &Read {
        match self {
            Place::Scenario(read) => read.read(),
            Place::Pack(read) => read,
        }
    }
}

/// The scenario as its start script leaves it.
pub(super) fn begun(found: FoundScenario) -> Result<Play, Diagnostics> {
    let book = found.kit.book.clone();
    let begun = found.kit.play(found.scenario, Box::new(Seeded::new(FIRST_SEED, 0))).and_then(|mut play| {
        play.turn().begin()?;
        Ok(play)
    });
    begun.map_err(|error| vec![error.report(&book)])
}
