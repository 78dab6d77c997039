//! Games that are kept in a file while they are played, and gone on with.

#![allow(clippy::disallowed_methods, reason = "the entrance knows a clock")]

use super::error::{CliError, shown};
use super::file_arguments::long_text;
use super::played::{reported, tell_stopped};
use super::screen::Screen;
use super::write::{append, write_whole};
use crate::diag::Diagnostics;
use crate::repl::Replaced;
use crate::rulebook::Rulebook;
use crate::sim::{KEPT_GAMES, KeptFault, KeptGames, KeptHead, PlayedGames, Trials, spoken};
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

/// Games that are played before they are kept: more and more, until they take this long.
const FIRST: u64 = 128;
/// See [`FIRST`].
const EACH: Duration = Duration::from_secs(2);

/// Games that are kept while they are played.
pub(super) struct KeptRun<'a> {
    /// The file into which they are written.
    pub path: &'a Path,
    /// The rules, the scenario and the bounds of these games.
    pub head: KeptHead,
    /// The games among them that are played here.
    pub wanted: Range<u64>,
    /// Whether those count that are there already.
    pub resume: bool,
}

impl KeptRun<'_> {
    /// Plays what is missing; all that is there then, and the file.
    pub(super) fn play(
        self,
        mut trials: Trials,
        screen: &mut Screen,
        book: &Rulebook,
    ) -> Result<(PlayedGames, KeptGames), Diagnostics> {
        let mut kept = self.begun()?;
        (trials.cancel, trials.kit.cancel) = (screen.cancel.clone(), screen.cancel.clone());
        let missing = kept.missing(self.wanted.clone());
        let left: u64 = missing.iter().map(|gap| gap.end - gap.start).sum();
        let all = self.wanted.end - self.wanted.start;
        if left < all {
            screen.aside(&format!("{} of {all} games were kept; {left} are played\n", all - left));
        }
        screen.counted("games", Some(left), |_| self.play_missing(&trials, &mut kept, missing, book))?;
        let played = kept.together();
        tell_stopped(played.tally.games, all, screen);
        Ok((played, kept))
    }

    /// What is in the file, or a new file.
    fn begun(&self) -> Result<KeptGames, Diagnostics> {
        let is_there = self.path.exists() && self.resume;
        let kept = if is_there { read(self.path)? } else { KeptGames::none(self.head.clone()) };
        self.head.differs(&kept.head).map_err(|fault| told(fault, &[self.path]))?;
        let force = "name another file; what was written there is no file of kept games";
        write_whole(self.path, kept.text().as_bytes(), Replaced::Beginning(KEPT_GAMES), force)
            .map_err(CliError::alone)?;
        Ok(kept)
    }

    /// Plays and keeps, until all is played or somebody stops it.
    fn play_missing(
        &self,
        trials: &Trials,
        kept: &mut KeptGames,
        missing: Vec<Range<u64>>,
        book: &Rulebook,
    ) -> Result<(), Diagnostics> {
        let mut size = FIRST;
        for gap in missing {
            let mut at = gap.start;
            while at < gap.end {
                let games = at..gap.end.min(at + size);
                let began = Instant::now();
                let parts = trials.play_parts(games.clone()).map_err(|error| reported(error, book))?;
                let played: u64 = parts.iter().map(|(part, _)| part.end - part.start).sum();
                let lines: String = parts.into_iter().map(|(part, played)| kept.add(part, played)).collect();
                append(self.path, lines.as_bytes()).map_err(CliError::alone)?;
                if played < games.end - games.start {
                    return Ok(());
                }
                at = games.end;
                if began.elapsed() < EACH {
                    size *= 2;
                }
            }
        }
        Ok(())
    }
}

/// Reads a file of kept games.
pub(super) fn read(path: &Path) -> Result<KeptGames, Diagnostics> {
    KeptGames::read(&long_text(path)?).map_err(|fault| told(fault, &[path]))
}

/// What is wrong with kept games; the first file is that with which something is wrong.
pub(super) fn told(fault: KeptFault, files: &[&Path]) -> Diagnostics {
    let path = files.first().map_or_else(String::new, |path| shown(path));
    let other = |at: usize| files.get(at).map_or_else(String::new, |path| shown(path));
    let error = match fault {
        KeptFault::Unlike(line, why) => CliError::NotKeptGames { path, line, why },
        KeptFault::Foreign { what, mine, theirs } => CliError::ForeignGames { path, what, mine, theirs },
        KeptFault::Double { games, at } => {
            let other = other(at + 1);
            CliError::DoubleGames { path, games: spoken(&games), other }
        }
        KeptFault::Missing(gaps) => {
            let games = gaps.iter().map(spoken).collect::<Vec<_>>().join(", ");
            CliError::MissingGames { games }
        }
    };
    error.alone()
}
