//! Games of a command that is watched: stopped by whoever waits, and what stopped them otherwise.

use super::error::CliError;
use super::screen::Screen;
use crate::diag::{Diagnostic, Diagnostics};
use crate::rulebook::Rulebook;
use crate::sim::{PlayedGames, SimError, Trials};
use std::ops::Range;

/// Plays some games, or those of them that were over when somebody wanted to wait no longer.
pub(super) fn watched(mut trials: Trials, games: Range<u64>, screen: &mut Screen) -> Result<PlayedGames, SimError> {
    (trials.cancel, trials.kit.cancel) = (screen.cancel.clone(), screen.cancel.clone());
    let all = games.end - games.start;
    let played = screen.counted("games", Some(all), |_| trials.play_some(games))?;
    tell_stopped(played.tally.games, all, screen);
    Ok(played)
}

/// Says that not all games were played, if that is so.
pub(super) fn tell_stopped(played: u64, all: u64, screen: &mut Screen) {
    if played < all {
        screen.aside(&format!("stopped: {played} of {all} games were over, and only these count\n"));
    }
}

/// What stopped the games, with the rule or script to blame.
pub(super) fn reported(error: SimError, book: &Rulebook) -> Diagnostics {
    let one = |diagnostic: Diagnostic| vec![diagnostic];
    match error {
        SimError::Game(trial, error) => {
            let note = CliError::FailedGame { trial };
            let mut all: Diagnostics = one(Box::new(note));
            all.push(error.report(book));
            all
        }
        SimError::Engine(error) => one(error),
        SimError::Threads(why) => {
            CliError::OutOfRange { what: "--jobs".to_string(), help: format!("use fewer threads: {why}") }.alone()
        }
    }
}
