//! `fray tournament`: controllers against each other, both on both sides with the same dice, until it is decided who is
//! better.

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::games_args::{ChoiceArgs, TournamentArgs};
use super::packs::Packs;
use super::players::{OWN, decider};
use super::screen::Screen;
use crate::diag::Diagnostics;
use crate::sim::{
    Decider, LostGame, MOST_GAMES, PairedScore, PairedTally, PairedTrials, SequentialVerdict, SideSeat, Trials,
    fingerprint,
};
use serde_json::json;
use std::fmt::Write;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.tournament/1";

/// A scenario in which it is fought.
struct FoughtVenue {
    /// As it was named.
    name: String,
    found: FoundScenario,
    sides: Vec<String>,
}

/// Two who have met.
struct ControllerMatch {
    /// By their places among the players: the second is the one whose score it is.
    who: [usize; 2],
    tally: PairedTally,
}

/// Plays everybody against everybody, and tells who is better.
pub(super) fn tournament(args: &TournamentArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let names = names(args)?;
    let mut venues: Vec<FoughtVenue> = Vec::new();
    for name in &args.scenarios {
        let found = venue(packs, name, &args.choices);
        venues.push(found.map_err(|error| of_players(args, &venues, name).map_or(error, CliError::alone))?);
    }
    let mut matches = Vec::new();
    for other in 0..names.len() {
        for one in 0..other {
            if screen.cancel.is_asked() {
                break;
            }
            matches.push(meet(args, &venues, &names, [other, one], screen)?);
        }
    }
    if screen.cancel.is_asked() {
        let played: u64 = matches.iter().map(|one| one.tally.score.pairs).sum();
        screen.aside(&format!("stopped: {played} pairs of games were over, and only these count\n"));
    }
    let told = ToldTournament { args, names: &names, venues: &venues, matches: &matches };
    match args.json {
        true => screen.json(&told.plain()),
        false => screen.say(&told.text()),
    }
    Ok(Ended::Done)
}

/// Words between the names of those who play against each other.
const BETWEEN: [&str; 7] = ["vs", "vs.", "v", "versus", "against", "and", "&"];

/// The names alone, of words between which such words may stand.
pub(super) fn players<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    words.filter(|word| !word.is_empty() && !BETWEEN.contains(word)).collect()
}

/// Who takes part.
fn names(args: &TournamentArgs) -> Result<Vec<String>, Diagnostics> {
    if args.points == 0 || args.points > 50 || args.pairs == 0 || args.pairs > MOST_GAMES {
        let help = format!("ask for 1 to 50 points, in 1 to {MOST_GAMES} pairs");
        return Err(CliError::OutOfRange { what: "-n or --points".to_string(), help }.alone());
    }
    if let Some(several) = args.of.iter().find(|name| name.trim().contains(' ')) {
        let all = players(args.of.iter().flat_map(|name| name.split_whitespace()));
        let message = format!("`--of {several}` names more than one");
        let line = format!("fray tournament {} --of {}", args.scenarios.join(" "), all.join(","));
        return Err(CliError::Usage { message, help: format!("they stand in one word, with commas: `{line}`") }.alone());
    }
    let mut names: Vec<String> = args.of.iter().map(|name| name.trim().to_string()).collect();
    if names.len() == 1 {
        names.push(OWN.to_string());
    }
    let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
    if let Some((_, name)) = twice {
        let help = match args.of.len() {
            1 => format!("one alone plays against `{OWN}`: name another, `--of CONTROLLER`"),
            _ => "name each controller once: nobody plays against himself".to_string(),
        };
        return Err(CliError::OutOfRange { what: format!("--of {name}"), help }.alone());
    }
    Ok(names)
}

/// Somebody who should play and is taken for a scenario, for a blank stands before his name.
fn of_players(args: &TournamentArgs, venues: &[FoughtVenue], name: &str) -> Option<CliError> {
    let plays = |name: &str| {
        let book = &venues.first()?.found.kit.book;
        book.controllers().into_iter().find(|id| *book.scripts[id.index()].name == *name)
    };
    let is_other = |one: &&str| plays(one).is_some() || BETWEEN.contains(one);
    let (others, scenarios): (Vec<&str>, Vec<&str>) = args.scenarios.iter().map(String::as_str).partition(is_other);
    if !others.contains(&name) || others.iter().all(|one| plays(one).is_none()) {
        return None;
    }
    let all = players(args.of.iter().flat_map(|one| one.split_whitespace()).chain(others));
    let message = format!("`{name}` is no scenario: it plays in them");
    let line = format!("fray tournament {} --of {}", scenarios.join(" "), all.join(","));
    Some(CliError::Usage { message, help: format!("those who play stand in one word, with commas: `{line}`") })
}

fn venue(packs: &Packs, name: &str, choices: &ChoiceArgs) -> Result<FoughtVenue, Diagnostics> {
    let found = find::scenario(packs, name, choices)?;
    let declared = &found.kit.book.scenarios[found.scenario.index()].sides;
    let sides: Vec<String> = declared.iter().map(|side| side.head.name.to_string()).collect();
    if sides.len() < 2 {
        let help = "name a scenario in which at least two sides fight".to_string();
        return Err(CliError::OutOfRange { what: name.to_string(), help }.alone());
    }
    Ok(FoughtVenue { name: name.to_string(), found, sides })
}

/// Two play against each other: in the first way the one has the first side, in the second the other.
fn meet(
    args: &TournamentArgs,
    venues: &[FoughtVenue],
    names: &[String],
    who: [usize; 2],
    screen: &mut Screen,
) -> Result<ControllerMatch, Diagnostics> {
    let cancel = screen.cancel.clone();
    let ways = |venue: &FoughtVenue| -> Result<[Trials; 2], Diagnostics> {
        let players =
            [decider(&venue.found.kit.book, &names[who[0]])?, decider(&venue.found.kit.book, &names[who[1]])?];
        let way = |first: &Decider, others: &Decider| {
            let seats =
                (0..venue.sides.len()).map(|side| SideSeat { side, decider: if side == 0 { *first } else { *others } });
            let trials = Trials::new(venue.found.kit.clone(), venue.found.scenario);
            let mut trials =
                Trials { seed: args.dice.seed, jobs: args.dice.jobs, ..trials }.seated(&seats.collect::<Vec<_>>());
            (trials.cancel, trials.kit.cancel, trials.forgives) = (cancel.clone(), cancel.clone(), true);
            trials
        };
        Ok([way(&players[0], &players[1]), way(&players[1], &players[0])])
    };
    let ways = venues.iter().map(ways).collect::<Result<Vec<_>, _>>()?;
    let least = f64::from(args.points) / 50.0;
    let trials = PairedTrials { venues: ways, most: args.pairs, least };
    let tally = screen.counted("pairs of games", Some(args.pairs), |cancel| {
        let before = cancel.rounds();
        trials.play(&|pairs| cancel.count((before + pairs).saturating_sub(cancel.rounds())))
    });
    let book = &venues[0].found.kit.book;
    Ok(ControllerMatch { who, tally: tally.map_err(|error| super::played::reported(error, book))? })
}

/// A tournament that is over.
struct ToldTournament<'a> {
    args: &'a TournamentArgs,
    names: &'a [String],
    venues: &'a [FoughtVenue],
    matches: &'a [ControllerMatch],
}

impl ToldTournament<'_> {
    fn text(&self) -> String {
        let venues: Vec<&str> = self.venues.iter().map(|venue| &*venue.name).collect();
        let mut text = format!("{} players in {}, seed {}\n", self.names.len(), venues.join(", "), self.args.dice.seed);
        for one in self.matches {
            text += &self.match_text(one);
        }
        if self.names.len() > 2 {
            text += "standing\n";
            for (name, share) in self.standing() {
                let _ = writeln!(text, "  {:>5.1} %  {:>6} Elo  {name}", share * 100.0, elo(share));
            }
        }
        text
    }

    fn match_text(&self, one: &ControllerMatch) -> String {
        let [other, name] = one.who.map(|at| &self.names[at]);
        let score = &one.tally.score;
        let (share, margin) = (share(score), score.margin() / 2.0);
        let mut text = format!("  {name} against {other}, {} pairs\n", score.pairs);
        let (low, high) = ((share - margin).max(0.0), (share + margin).min(1.0));
        let _ = writeln!(
            text,
            "    {name} has {:.1} % of the points, {:.1} to {:.1} with 95 % confidence; Elo {}, {} to {}",
            share * 100.0,
            low * 100.0,
            high * 100.0,
            elo(share),
            elo(low),
            elo(high)
        );
        let points = self.args.points;
        let _ = writeln!(
            text,
            "    {}",
            match one.tally.verdict {
                SequentialVerdict::Higher => format!("decided: {name} is better, by {points} points or nearly"),
                SequentialVerdict::Lower => format!("decided: {other} is better, by {points} points or nearly"),
                SequentialVerdict::Alike => format!("decided: neither is better by {points} points"),
                SequentialVerdict::Open => format!("undecided about {points} points: more pairs with `-n`"),
            }
        );
        for (at, venue) in self.venues.iter().enumerate().filter(|_| self.venues.len() > 1) {
            let _ = writeln!(text, "    {}: {}", venue.name, self.venue_text(one, at));
        }
        for (who, stalled) in self.stalled(one).into_iter().filter(|(_, stalled)| *stalled > 0) {
            let _ = writeln!(text, "    {who} ran for too long in {stalled} games, which are lost");
        }
        let lost: Vec<LostGame> = self.lost(one).collect();
        for lost in lost.iter().take(self.args.lost) {
            let _ = writeln!(text, "    lost: {}", self.command(one, *lost));
        }
        text
    }

    /// How often each won in one of the venues.
    fn venue_text(&self, one: &ControllerMatch, venue: usize) -> String {
        let [first, second] = &one.tally.tallies[venue];
        let wins = |tally: &crate::sim::Tally| tally.wins.first().copied().unwrap_or(0);
        let others = |tally: &crate::sim::Tally| tally.wins.iter().skip(1).sum::<u64>();
        let [other, name] = one.who.map(|at| &self.names[at]);
        let (mine, theirs) = (wins(second) + others(first), wins(first) + others(second));
        format!("{name} won {mine}, {other} {theirs}, of {} games", first.games + second.games)
    }

    /// In how many games each ran for too long.
    fn stalled(&self, one: &ControllerMatch) -> Vec<(&str, u64)> {
        let at = |way: usize, first: bool| {
            let counts = &one.tally.stalled[way];
            if first { counts.first().copied().unwrap_or(0) } else { counts.iter().skip(1).sum() }
        };
        let [other, name] = one.who.map(|at| &*self.names[at]);
        vec![(name, at(1, true) + at(0, false)), (other, at(0, true) + at(1, false))]
    }

    /// The games that the one whose score it is has lost.
    fn lost<'m>(&self, one: &'m ControllerMatch) -> impl Iterator<Item = LostGame> + 'm {
        // In the second way he has the first side.
        one.tally.lost.iter().copied().filter(|lost| lost.by_first == (lost.way == 1))
    }

    /// The command that tells a game.
    fn command(&self, one: &ControllerMatch, lost: LostGame) -> String {
        let venue = &self.venues[lost.venue];
        let (first, others) = (one.who[lost.way], one.who[1 - lost.way]);
        let mut text = format!("fray run {} --seed {} --game {}", venue.name, self.args.dice.seed, lost.game);
        for (at, side) in venue.sides.iter().enumerate() {
            let name = &self.names[if at == 0 { first } else { others }];
            if name != OWN {
                let _ = write!(text, " --plays {side}={name}");
            }
        }
        self.args.choices.with.iter().for_each(|with| text += &format!(" --with {with}"));
        text
    }

    /// Everybody by his share of all points, the best first.
    fn standing(&self) -> Vec<(&str, f64)> {
        let of_match = |one: &ControllerMatch| (one.who, one.tally.score.pairs, share(&one.tally.score));
        standing(self.names, &self.matches.iter().map(of_match).collect::<Vec<_>>())
    }

    fn plain(&self) -> serde_json::Value {
        let one = |one: &ControllerMatch| {
            let [other, name] = one.who.map(|at| &self.names[at]);
            let score = &one.tally.score;
            json!({
                "controller": name, "against": other, "pairs": score.pairs, "pentanomial": score.counts,
                "share": share(score), "margin": score.margin() / 2.0, "elo": elo(share(score)),
                "points": self.args.points, "verdict": one.tally.verdict,
                "stalled": self.stalled(one).into_iter().collect::<std::collections::BTreeMap<_, _>>(),
                "lost": self.lost(one).map(|lost| self.command(one, lost)).collect::<Vec<_>>(),
            })
        };
        let rules: Vec<String> = self.venues.iter().map(|venue| fingerprint(&venue.found.kit.book)).collect();
        let matches = self.matches.iter().map(one).collect();
        whole(self.args, self.names, (&json!(rules), matches), &self.standing())
    }
}

/// The answer for programs; first the rules of each scenario, and who has met.
fn whole(
    args: &TournamentArgs,
    names: &[String],
    (rules, matches): (&serde_json::Value, Vec<serde_json::Value>),
    standing: &[(&str, f64)],
) -> serde_json::Value {
    let standing = standing.iter().map(|(name, share)| json!({ "controller": name, "share": share }));
    json!({
        "schema": SCHEMA, "seed": args.dice.seed, "players": names, "scenarios": args.scenarios, "rules": rules,
        "matches": matches, "standing": standing.collect::<Vec<_>>(),
    })
}

/// Everybody by his share of all points, the best first, from who met in how many pairs and what the second has of them.
fn standing<'n>(names: &'n [String], matches: &[([usize; 2], u64, f64)]) -> Vec<(&'n str, f64)> {
    let mut all: Vec<(&str, f64)> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let mut sum = (0.0, 0.0);
        for (who, pairs, share) in matches.iter().filter(|(who, ..)| who.contains(&at)) {
            let own = if who[1] == at { *share } else { 1.0 - *share };
            let pairs = *pairs as f64;
            sum = (sum.0 + own * pairs, sum.1 + pairs);
        }
        all.push((name, if sum.1 > 0.0 { sum.0 / sum.1 } else { 0.5 }));
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all
}

/// One tournament of all its meetings, each played as a tournament of two: what one machine would have answered.
///
/// # Errors
/// When one is missing, or was played by other rules, with other dice or for other points.
pub(super) fn assembled(args: &TournamentArgs, parts: &[serde_json::Value]) -> Result<serde_json::Value, Diagnostics> {
    let names = names(args)?;
    let (mut matches, mut met) = (Vec::new(), Vec::new());
    let rules = parts.first().map_or(&serde_json::Value::Null, |part| &part["rules"]);
    for other in 0..names.len() {
        for one in 0..other {
            let is_it = |part: &&serde_json::Value| {
                let found = &part["matches"][0];
                let who = found["controller"] == json!(names[one]) && found["against"] == json!(names[other]);
                let dice = part["seed"] == json!(args.dice.seed) && found["points"] == json!(args.points);
                let rest = part["schema"] == json!(SCHEMA) && part["scenarios"] == json!(args.scenarios);
                who && dice && rest && part["rules"] == *rules
            };
            let Some(part) = parts.iter().find(is_it) else {
                let name = format!("{} against {}", names[one], names[other]);
                let help = "it was not played, or by other rules or with other dice: play it again".to_string();
                return Err(CliError::UnknownName { sort: "meeting".to_string(), name, help }.alone());
            };
            let found = &part["matches"][0];
            let count = (found["pairs"].as_u64().unwrap_or(0), found["share"].as_f64().unwrap_or(0.5));
            met.push(([other, one], count.0, count.1));
            matches.push(found.clone());
        }
    }
    Ok(whole(args, &names, (rules, matches), &standing(&names, &met)))
}

/// The share of all points that the second has.
fn share(score: &PairedScore) -> f64 {
    0.5 + score.mean() / 2.0
}

/// The share of points as a difference of Elo, rounded; whoever wins all is without bounds better.
fn elo(share: f64) -> i64 {
    /// What is told of a difference that has no bounds.
    const MOST: f64 = 9999.0;
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    elo.clamp(-MOST, MOST).round() as i64
}

#[cfg(test)]
mod tests {
    use super::elo;

    #[test]
    fn shares_as_elo() {
        assert_eq!([0.5, 0.55, 0.64, 0.36, 1.0, 0.0].map(elo), [0, 35, 100, -100, 9999, -9999]);
    }
}
