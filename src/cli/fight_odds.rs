//! `fray odds SCENARIO`: how a whole fight ends, exactly where its states are few, else by playing it many times.

use super::args::OddsArgs as Args;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::packs::Packs;
use super::played::{reported, watched};
use super::screen::Screen;
use crate::diag::Diagnostics;
use crate::dice::DiceError;
use crate::odds::fight::{CertainEnds, FightEnds, FightOdds, Size, Unsolved, chain};
use crate::odds::plot::{Diagram, csv, svg};
use crate::sim::{Interval, MOST_GAMES, Tally, Trials};
use crate::syntax::parse_formula;
use serde_json::json;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.ends/1";
/// The form of what is known of a fight that was not followed to its end.
const CERTAIN_SCHEMA: &str = "fray.certain/1";
/// Games that are played where nobody says how many.
const GAMES: u64 = 10_000;
/// Fractions longer than this are only told to programs, in letters.
const LONGEST_FRACTION: usize = 2_000;

/// Whether a word can only be the name of a scenario: dice and numbers are none.
pub(super) fn is_name(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || "_-/.".contains(c);
    word.starts_with(char::is_alphabetic) && word.chars().all(is_letter) && parse_formula(word).is_none()
}

/// What was found out.
struct FightAnswer<'a> {
    title: &'a str,
    sides: Vec<(&'a str, &'a str)>,
    exact: Option<FightOdds>,
    /// Why there is no exact answer, if one was wanted.
    why_not: Option<String>,
    played: Option<Tally>,
}

/// Computes and prints.
pub(super) fn ends(name: &str, args: &Args, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let found = find::scenario(packs, name, &args.choices)?;
    let (exact, why_not) = match args.sim.is_some() && !args.exact {
        true => (None, None),
        false => match exactly(&found, args.steps, screen) {
            Ok(exact) => (Some(exact), None),
            Err(unsolved) => {
                let is_stopped = screen.cancel.is_asked();
                if is_stopped || args.exact {
                    tell_certain(name, &found, &unsolved, args, screen);
                }
                let why = match unsolved.why.is_too_much() && !is_stopped {
                    true => unsolved.why.text(&found.kit.book),
                    false if is_stopped => return Err(vec![Box::new(DiceError::Cancelled)]),
                    false => return Err(vec![unsolved.why.report(&found.kit.book)]),
                };
                if args.exact {
                    let help = format!("{why}; without `--exact` it is played many times instead");
                    return Err(CliError::TooLarge { what: name.to_string(), help }.alone());
                }
                (None, Some(why))
            }
        },
    };
    let games = match (args.sim, &exact) {
        (None, Some(_)) => None,
        (Some(games), _) => Some(games),
        (None, None) => Some(GAMES),
    };
    let played = games.map(|games| played(&found, games, screen)).transpose()?;
    let scenario = &found.kit.book.scenarios[found.scenario.index()];
    let sides = scenario.sides.iter().map(|side| (&*side.head.name, &*side.head.title)).collect();
    let answer = FightAnswer { title: &scenario.head.title, sides, exact, why_not, played };
    match (args.json, args.csv, args.svg) {
        (true, ..) => screen.json(&answer.plain(name)),
        (_, true, _) => screen.say(&csv(&answer.diagram())),
        (.., true) => screen.say(&svg(&answer.diagram(), false)),
        _ => screen.say(&answer.text(screen.width)),
    }
    if !answer.disagreements().is_empty() {
        screen.aside("warning: the exact odds and the games disagree: report the scenario, one of them is wrong\n");
        return Ok(Ended::No);
    }
    Ok(Ended::Done)
}

fn exactly(found: &FoundScenario, steps: u64, screen: &Screen) -> Result<FightOdds, Box<Unsolved>> {
    let size = Size { cancel: screen.cancel.clone(), steps, ..Size::default() };
    let mut kit = found.kit.clone();
    kit.cancel = size.cancel.clone();
    screen.counted("states of the fight", None, |_| chain(&kit, found.scenario, &size))
}

/// What was found of a fight that is too large, or that somebody did not want to wait for.
fn tell_certain(name: &str, found: &FoundScenario, unsolved: &Unsolved, args: &Args, screen: &mut Screen) {
    let Some(certain) = &unsolved.certain else { return };
    let CertainEnds { states, ways, .. } = certain;
    let most = Size::default().states;
    if screen.cancel.is_asked() {
        screen.aside(&format!(
            "stopped: {states} states of the fight were followed, of at most {most}; `--sim` only plays it\n"
        ));
    }
    let sides = found.kit.book.scenarios[found.scenario.index()].sides.iter();
    if args.json {
        let sides = sides.zip(&certain.wins);
        let sides: Vec<_> = sides.map(|(side, odds)| json!({ "name": *side.head.name, "at_least": odds })).collect();
        screen.json(&json!({
            "schema": CERTAIN_SCHEMA, "scenario": name, "sides": sides, "draw_at_least": certain.draw,
            "known": certain.known(), "states": states, "ways": ways,
        }));
        return;
    }
    let mut rows: Vec<(String, f64)> =
        sides.zip(&certain.wins).map(|(side, odds)| (format!("won by {}", side.head.title), *odds)).collect();
    rows.push(("won by nobody".to_string(), certain.draw));
    let column = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, odds) in rows {
        screen.line(&format!("  {name:<column$}  at least {:>10.6} %", odds * 100.0));
    }
    let open = (1.0 - certain.known()).max(0.0) * 100.0;
    screen.line(&format!("{states} states and {ways} ways were followed; of {open:.6} % nothing is known"));
}

fn played(found: &FoundScenario, games: u64, screen: &mut Screen) -> Result<Tally, Diagnostics> {
    if games == 0 || games > MOST_GAMES {
        let help = format!("play from 1 to {MOST_GAMES} games");
        return Err(CliError::OutOfRange { what: format!("--sim {games}"), help }.alone());
    }
    let trials = Trials { games, ..Trials::new(found.kit.clone(), found.scenario) };
    let played = watched(trials, 0..games, screen).map_err(|error| reported(error, &found.kit.book))?;
    Ok(played.tally)
}

impl FightAnswer<'_> {
    /// Every end by its name: the exact odds, and how many games had it.
    fn rows(&self) -> Vec<(String, Option<&crate::dice::Odds>, Option<u64>)> {
        let exact: Option<&FightEnds> = self.exact.as_ref().map(FightOdds::ends);
        let played = self.played.as_ref();
        let side = |(at, (_, title)): (usize, &(&str, &str))| {
            let odds = exact.and_then(|ends| ends.wins.get(at));
            (format!("won by {title}"), odds, played.map(|tally| tally.wins.get(at).copied().unwrap_or(0)))
        };
        let mut rows: Vec<_> = self.sides.iter().enumerate().map(side).collect();
        rows.push(("won by nobody".into(), exact.map(|ends| &ends.draw), played.map(|tally| tally.draws)));
        let open = played.map(|tally| tally.unfinished);
        rows.push(("not over at the limit".into(), exact.map(|ends| &ends.unfinished), open));
        let is_never = |odds: Option<&crate::dice::Odds>| odds.is_none_or(|odds| *odds == crate::dice::Odds::NEVER);
        let mut at = 0;
        rows.retain(|(_, odds, games)| {
            at += 1;
            at <= self.sides.len() || !is_never(*odds) || games.is_some_and(|games| games > 0)
        });
        rows
    }

    /// Ends whose games cannot well come from the exact odds.
    fn disagreements(&self) -> Vec<String> {
        let Some(tally) = &self.played else { return Vec::new() };
        let wrong = self.rows().into_iter().filter(|(_, odds, games)| {
            odds.zip(*games).is_some_and(|(odds, games)| tally.contradicts(games, odds.to_f64()))
        });
        wrong.map(|(name, ..)| name).collect()
    }

    fn diagram(&self) -> Diagram {
        let rows = self.rows();
        let bars = rows.into_iter().map(|(name, odds, games)| {
            let all = self.played.as_ref().map_or(1, |tally| tally.games.max(1));
            let played = || crate::dice::Odds::of(games.unwrap_or(0), all);
            crate::odds::plot::Bar { name, odds: odds.cloned().unwrap_or_else(played) }
        });
        Diagram::of_ends(self.title, bars.collect(), &self.note())
    }

    fn note(&self) -> String {
        match (&self.exact, &self.why_not, &self.played) {
            (Some(chain), ..) => {
                let limit = match (&chain.limited, &chain.endless) {
                    (Some(_), _) => format!("within {} turns", chain.limit),
                    _ => format!("without its limit of {} turns", chain.limit),
                };
                format!("exact, {limit}: {} states, {} ways the dice can fall that matter", chain.states, chain.ways)
            }
            (None, Some(why), Some(tally)) => format!("played {} times, because {why}", tally.games),
            (None, _, tally) => format!("played {} times", tally.as_ref().map_or(0, |tally| tally.games)),
        }
    }

    fn text(&self, width: usize) -> String {
        let rows = self.rows();
        let column = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.title);
        for (name, odds, games) in &rows {
            text += &format!("  {name:<column$}");
            if let Some(odds) = odds {
                text += &format!("  {:>10.6} %", odds.to_f64() * 100.0);
            }
            if let (Some(tally), Some(games)) = (&self.played, games) {
                let Interval { share, low, high } = tally.share(*games);
                let (share, low, high) = (share * 100.0, low * 100.0, high * 100.0);
                text += &format!("  played {share:>5.1} %   ({low:.1} to {high:.1} with 95 % confidence)");
            }
            text.push('\n');
        }
        text += &format!("{}\n", self.note());
        if let Some(chain) = &self.exact {
            text += &self.fractions(chain, width);
        }
        text
    }

    /// The exact odds as fractions, and those of a fight that may go on for ever.
    fn fractions(&self, chain: &FightOdds, width: usize) -> String {
        let mut text = String::new();
        if let (Some(endless), Some(_)) = (&chain.endless, &chain.limited) {
            for ((_, title), odds) in self.sides.iter().zip(&endless.wins) {
                text += &format!("if it went on for ever, {title} would win {:.6} %\n", odds.to_f64() * 100.0);
            }
        }
        let (ends, scope) = match (&chain.endless, &chain.limited) {
            (Some(endless), Some(_)) => (endless, ", for ever"),
            _ => (chain.ends(), ""),
        };
        for ((_, title), odds) in self.sides.iter().zip(&ends.wins) {
            let fraction = odds.to_string();
            text += &match fraction.len() > LONGEST_FRACTION {
                true => format!("{title}: a fraction of {} letters, which `--json` prints\n", fraction.len()),
                false => folded(&format!("{title}{scope}"), &fraction, width),
            };
        }
        text
    }

    fn plain(&self, name: &str) -> serde_json::Value {
        let named = |ends: &FightEnds| {
            let sides = self.sides.iter().zip(&ends.wins);
            let sides: Vec<_> = sides.map(|((name, _), odds)| json!({ "name": name, "odds": odds })).collect();
            json!({ "sides": sides, "draw": ends.draw, "unfinished": ends.unfinished })
        };
        let exact = self.exact.as_ref().map(|chain| {
            json!({
                "limited": chain.limited.as_ref().map(named), "endless": chain.endless.as_ref().map(named),
                "limit": chain.limit, "states": chain.states, "ways": chain.ways,
            })
        });
        let played = self.played.as_ref().map(|tally| {
            let sides = self.sides.iter().zip(&tally.wins);
            let sides: Vec<_> =
                sides.map(|((name, _), wins)| json!({ "name": name, "odds": tally.share(*wins) })).collect();
            json!({
                "games": tally.games, "sides": sides,
                "draw": tally.share(tally.draws), "unfinished": tally.share(tally.unfinished),
            })
        });
        json!({
            "schema": SCHEMA, "scenario": name, "exact": exact, "why_not_exact": self.why_not,
            "played": played, "disagree": self.disagreements(),
        })
    }
}

/// A long fraction below its name, cut where the line ends.
fn folded(name: &str, fraction: &str, width: usize) -> String {
    let room = width.saturating_sub(2).max(20);
    let mut text = format!("{name}:\n");
    let letters: Vec<char> = fraction.chars().collect();
    for line in letters.chunks(room) {
        text += &format!("  {}\n", line.iter().collect::<String>());
    }
    text
}
