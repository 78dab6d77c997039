//! Games that are kept in a file: to be gone on with, and to be put together with those of other machines. What stands in
//! front says which games they are of, so that only those of the same fight, by the same rules, come together.

use super::trials::{Noted, PlayedGames};
use crate::diag::visible_json;
use crate::rulebook::Rulebook;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// How a file of kept games begins.
pub(crate) const KEPT_GAMES: &str = "{\"schema\":\"fray.games/1\"";
/// The form of the file.
const SCHEMA: &str = "fray.games/1";

/// Which games they are of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptHead {
    schema: String,
    /// The version of fray.
    pub fray: String,
    /// By what the rules are known: a text that differs, or another reading, makes another.
    pub rules: String,
    /// The scenario, as it is named on the command line.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Its sides, by name and title.
    pub sides: Vec<(String, String)>,
    /// Where the dice begin.
    pub seed: u64,
    /// How many games there are in all.
    pub games: u64,
    /// Who plays which side instead of whom the scenario names.
    pub plays: Vec<String>,
    /// What is noted of each.
    pub noted: Noted,
}

/// Some of the games, one behind the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptPart {
    /// The first.
    from: u64,
    /// The one behind the last.
    to: u64,
    #[serde(flatten)]
    played: PlayedGames,
}

/// A file of kept games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptGames {
    /// Which games they are of.
    pub head: KeptHead,
    parts: Vec<KeptPart>,
}

/// What is wrong with kept games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeptFault {
    /// The file holds something else: its line, and why.
    Unlike(usize, String),
    /// They are of other games: which differ in what, mine and theirs.
    Foreign { what: &'static str, mine: String, theirs: String },
    /// These are there twice, the second time in that file.
    Double { games: Range<u64>, at: usize },
    /// These are in none of the files.
    Missing(Vec<Range<u64>>),
}

impl KeptHead {
    /// Of games in this version of fray and this form.
    pub(crate) fn new(book: &Rulebook, scenario: String, at: crate::value::ScenarioId) -> KeptHead {
        let declared = &book.scenarios[at.index()];
        let side = |side: &crate::rulebook::ScenarioSide| (side.head.name.to_string(), side.head.title.to_string());
        KeptHead {
            schema: SCHEMA.to_string(),
            fray: env!("CARGO_PKG_VERSION").to_string(),
            rules: fingerprint(book),
            scenario,
            title: declared.head.title.to_string(),
            sides: declared.sides.iter().map(side).collect(),
            seed: 1,
            games: 1,
            plays: Vec::new(),
            noted: Noted::default(),
        }
    }

    /// In what another is of other games.
    pub(crate) fn differs(&self, other: &KeptHead) -> Result<(), KeptFault> {
        let noted = |head: &KeptHead| serde_json::to_string(&head.noted).unwrap_or_default();
        let pairs = [
            ("version of fray", self.fray.clone(), other.fray.clone()),
            ("scenario", self.scenario.clone(), other.scenario.clone()),
            ("rules", self.rules.clone(), other.rules.clone()),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("number of games", self.games.to_string(), other.games.to_string()),
            ("players", self.plays.join(" "), other.plays.join(" ")),
            ("rows", noted(self), noted(other)),
        ];
        match pairs.into_iter().find(|(_, mine, theirs)| mine != theirs) {
            Some((what, mine, theirs)) => Err(KeptFault::Foreign { what, mine, theirs }),
            None => Ok(()),
        }
    }

    /// As it stands in the file.
    pub(crate) fn line(&self) -> String {
        line_of(self)
    }
}

/// One line of the file.
fn line_of(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data with text keys");
    visible_json(&text).into_owned() + "\n"
}

impl KeptGames {
    /// None yet.
    pub(crate) fn none(head: KeptHead) -> KeptGames {
        KeptGames { head, parts: Vec::new() }
    }

    /// Reads a file. A last line that was not written to its end is left out: whoever wrote it was killed.
    pub(crate) fn read(text: &str) -> Result<KeptGames, KeptFault> {
        let unlike = |line: usize, error: serde_json::Error| {
            let why = error.to_string();
            let why = why.split(" at line").next().unwrap_or_default().to_string();
            KeptFault::Unlike(line, why)
        };
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let head: KeptHead = serde_json::from_str(first).map_err(|error| unlike(1, error))?;
        if head.schema != SCHEMA {
            return Err(KeptFault::Unlike(1, format!("its form is `{}`, not `{SCHEMA}`", head.schema)));
        }
        let mut kept = KeptGames::none(head);
        for (at, line) in rest.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let part: KeptPart = serde_json::from_str(line).map_err(|error| unlike(at + 2, error))?;
            let is_whole = part.from < part.to && part.to <= kept.head.games;
            if !is_whole || part.played.tally.games != part.to - part.from {
                let why = format!("it does not hold the games {}", spoken(&(part.from..part.to)));
                return Err(KeptFault::Unlike(at + 2, why));
            }
            kept.parts.push(part);
        }
        Ok(kept)
    }

    /// The whole file.
    pub(crate) fn text(&self) -> String {
        self.head.line() + &self.parts.iter().map(line_of).collect::<String>()
    }

    /// Adds games; the line with which the file holds them.
    pub(crate) fn add(&mut self, games: Range<u64>, played: PlayedGames) -> String {
        let part = KeptPart { from: games.start, to: games.end, played };
        let line = line_of(&part);
        self.parts.push(part);
        line
    }

    /// Which of these games are not there.
    pub(crate) fn missing(&self, wanted: Range<u64>) -> Vec<Range<u64>> {
        missing(self.parts.iter().collect(), wanted)
    }

    /// All its games together.
    pub(crate) fn together(&self) -> PlayedGames {
        let mut parts: Vec<&KeptPart> = self.parts.iter().collect();
        parts.sort_by_key(|part| part.from);
        let mut all = PlayedGames::default();
        parts.iter().for_each(|part| all.add(&part.played));
        all
    }

    /// The games of several files as one, if they are all of the same games and none is missing or double. What is
    /// wrong is told with the place of the file.
    pub(crate) fn merge(files: &[KeptGames]) -> Result<KeptGames, (usize, KeptFault)> {
        let Some(first) = files.first() else { return Err((0, KeptFault::Missing(Vec::new()))) };
        let mut parts: Vec<(usize, &KeptPart)> = Vec::new();
        for (at, file) in files.iter().enumerate() {
            first.head.differs(&file.head).map_err(|fault| (at, fault))?;
            parts.extend(file.parts.iter().map(|part| (at, part)));
        }
        parts.sort_by_key(|(_, part)| (part.from, part.to));
        for pair in parts.windows(2) {
            let ((one, before), (other, after)) = (pair[0], pair[1]);
            if after.from < before.to {
                let games = after.from..after.to.min(before.to);
                return Err((one.max(other), KeptFault::Double { games, at: one.min(other) }));
            }
        }
        let missing = missing(parts.iter().map(|(_, part)| *part).collect(), 0..first.head.games);
        if !missing.is_empty() {
            return Err((0, KeptFault::Missing(missing)));
        }
        let parts = parts.into_iter().map(|(_, part)| part.clone()).collect();
        Ok(KeptGames { head: first.head.clone(), parts })
    }
}

fn missing(mut parts: Vec<&KeptPart>, wanted: Range<u64>) -> Vec<Range<u64>> {
    parts.sort_by_key(|part| part.from);
    let (mut next, mut missing) = (wanted.start, Vec::new());
    for part in parts {
        if part.from.min(wanted.end) > next {
            missing.push(next..part.from.min(wanted.end));
        }
        next = next.max(part.to);
    }
    if next < wanted.end {
        missing.push(next..wanted.end);
    }
    missing
}

/// The games of shard `at` of so many, counted from 1: as many in each as can be.
pub(crate) fn shard(games: u64, at: u64, of: u64) -> Range<u64> {
    let border = |at: u64| (u128::from(games) * u128::from(at) / u128::from(of)) as u64;
    border(at - 1)..border(at)
}

/// Games as they are spoken of: from the first to the last.
pub(crate) fn spoken(games: &Range<u64>) -> String {
    match games.end.saturating_sub(games.start) {
        1 => games.start.to_string(),
        _ => format!("{} to {}", games.start, games.end.saturating_sub(1)),
    }
}

/// By what rules are known: all their texts, and the readings of their options.
pub(crate) fn fingerprint(book: &Rulebook) -> String {
    let mut hash = Sha256::new();
    let mut put = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    book.sources.iter().for_each(|(_, source)| put(&source.text));
    for option in &book.options {
        put(&option.head.name);
        put(book.choice_name(option.chosen));
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tally::Tally;
    use super::*;

    fn head() -> KeptHead {
        KeptHead {
            schema: SCHEMA.to_string(),
            fray: "1".to_string(),
            rules: "ab".to_string(),
            scenario: "yard/tiff".to_string(),
            title: "A tiff".to_string(),
            sides: Vec::new(),
            seed: 7,
            games: 10,
            plays: Vec::new(),
            noted: Noted::default(),
        }
    }

    fn of(ranges: &[(u64, u64)]) -> KeptGames {
        let mut kept = KeptGames::none(head());
        for (from, to) in ranges {
            let tally = Tally { games: to - from, ..Tally::default() };
            kept.add(*from..*to, PlayedGames { tally, ..PlayedGames::default() });
        }
        kept
    }

    #[test]
    fn shards_are_all_of_the_games_once() {
        for (games, of) in [(10, 3), (16, 16), (5, 7), (1_000_000_000, 999)] {
            let all: Vec<Range<u64>> = (1..=of).map(|at| shard(games, at, of)).collect();
            assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((all[0].start, all[all.len() - 1].end), (0, games));
        }
    }

    #[test]
    fn what_is_missing_double_or_foreign_is_told() {
        assert_eq!(of(&[(2, 4), (7, 8)]).missing(0..10), [0..2, 4..7, 8..10]);
        assert_eq!(of(&[(0, 6)]).missing(3..6), []);
        assert_eq!(KeptGames::merge(&[of(&[(4, 10)]), of(&[(0, 4)])]).expect("all").together().tally.games, 10);
        let missing = KeptGames::merge(&[of(&[(0, 3)]), of(&[(5, 10)])]);
        assert!(matches!(missing, Err((0, KeptFault::Missing(gaps))) if spoken(&gaps[0]) == "3 to 4"));
        let double = KeptGames::merge(&[of(&[(0, 6)]), of(&[(5, 10)])]);
        assert_eq!(double, Err((1, KeptFault::Double { games: 5..6, at: 0 })));
        let mut foreign = of(&[(5, 10)]);
        foreign.head.seed = 8;
        let fault = KeptFault::Foreign { what: "seed", mine: "7".to_string(), theirs: "8".to_string() };
        assert_eq!(KeptGames::merge(&[of(&[(0, 5)]), foreign]), Err((1, fault)));
    }

    #[test]
    fn a_file_is_read_as_far_as_it_was_written() {
        let kept = of(&[(0, 4), (4, 6)]);
        let mut text = kept.head.line();
        let mut again = KeptGames::none(head());
        for part in &kept.parts {
            text += &again.add(part.from..part.to, part.played.clone());
        }
        assert_eq!(KeptGames::read(&text), Ok(kept.clone()));
        let torn = &text[..text.len() - 9];
        assert_eq!(spoken(&KeptGames::read(torn).expect("its first part").missing(0..6)[0]), "4 to 5");
        assert!(matches!(KeptGames::read("{}\n"), Err(KeptFault::Unlike(1, _))));
        let wrong = text.replace("\"to\":6", "\"to\":7");
        assert!(matches!(KeptGames::read(&wrong), Err(KeptFault::Unlike(3, _))));
    }
}
