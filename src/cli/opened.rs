//! The play in which a sentence of the command line is asked: on the board of a scenario, or in a pack with nobody in it.

use super::args::Choices;
use super::find;
use super::packs::Packs;
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Given, Seeded};
use crate::play::{Play, State};
use crate::text::Files;

/// Where the dice begin if nobody says.
const FIRST_SEED: u64 = 1;

/// The board of a scenario as its start script leaves it, or none for a pack. What that script rolls falls as in the
/// game that `fray run` plays.
pub fn table(place: &str, choices: &Choices, packs: &Packs) -> Result<Play, Diagnostics> {
    let is_pack = packs.folders("rules").iter().any(|pack| pack == place);
    if find::is_board(packs, place) || !is_pack && !std::path::Path::new(place).exists() {
        let found = find::scenario(packs, place, choices)?;
        let book = found.kit.book.clone();
        let begun = found.kit.play(found.scenario, Box::new(Seeded::new(FIRST_SEED, 0))).and_then(|mut play| {
            play.begin()?;
            Ok(play)
        });
        return begun.map_err(|error| vec![error.report(&book)]);
    }
    let nobody = Box::new(Given::default());
    let kit = crate::odds::kit(find::pack(packs, place, choices)?);
    let engine = kit.engine().map_err(|error| vec![Box::new(error) as Diagnostic])?;
    Ok(Play::new(kit.rules(None), State::default(), engine, nobody))
}
