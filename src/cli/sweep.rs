//! `fray sweep`: a value of the rules set to one thing after another, and a scenario fought with each.

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::file_arguments::long_text;
use super::find::{FoundScenario, ReadScenario};
use super::games_args::SweepArgs;
use super::packs::Packs;
use super::played::reported;
use super::players;
use super::screen::Screen;
use super::swept_name::{sort_named, unreadable, without_sort};
use super::write::{append, write_whole};
use crate::compare::{ValueName, swept_values};
use crate::diag::{Diagnostics, did_you_mean, listed, visible_json};
use crate::dice::Odds;
use crate::odds::fight::{Size, chain};
use crate::repl::Replaced;
use crate::rulebook::{Rulebook, Scenario};
use crate::sim::{Interval, MOST_GAMES, Noted, PairedScore, PlayedGames, Tally, Trials, fingerprint};
use crate::text::{Files, OverlayFiles, SourceText, Span, is_test_file};
use miette::{NamedSource, SourceSpan};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.sweep/1";
/// How a file of kept cells begins.
const KEPT_CELLS: &str = "{\"schema\":\"fray.cells/1\"}\n";
/// Cells of one sweep.
const MOST_CELLS: usize = 1_000;
/// States that a fight may have to be solved, and rolls on all ways through them: a sweep solves many.
const MOST_STATES: usize = 1_000;
/// See [`MOST_STATES`].
const MOST_ROLLS: u64 = 8_000;

/// What looks like a range and is written in another manner.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("`{range}` is no range")]
#[diagnostic(code(fray::cli::out_of_range), help("{help}"))]
struct NoRange {
    range: String,
    help: String,
    #[source_code]
    src: NamedSource<SourceText>,
    #[label("two dots stand between the ends")]
    at: SourceSpan,
}

/// A value that does not say whose it is.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("`{name}` does not say what sort of thing it is")]
#[diagnostic(code(fray::cli::out_of_range), help("{help}"))]
struct NoSort {
    name: String,
    help: String,
    #[source_code]
    src: NamedSource<SourceText>,
    #[label("its sort stands before it")]
    at: SourceSpan,
}

/// Whether the sort stands before a name: `figure Ann.STR`.
fn has_sort(name: &str) -> bool {
    name.split_whitespace().next().is_some_and(|first| !first.contains('.'))
}

/// Games played with one value.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
struct SweptCell {
    /// By what its rules are known.
    rules: String,
    scenario: String,
    seed: u64,
    games: u64,
    /// Who plays instead of whom the scenario names.
    plays: Vec<String>,
    tally: Tally,
    /// What the first side has of each game: 2, 1 or 0.
    points: String,
    /// The exact odds that each side wins, where the fight can be solved.
    exact: Option<Vec<Odds>>,
}

impl SweptCell {
    /// Whether all its games were played.
    fn is_whole(&self) -> bool {
        self.tally.games == self.games
    }
}

/// What is swept.
enum Swept {
    /// A reading of an option.
    Option(String),
    /// What is written in a place of a file of a pack.
    Text { pack: String, path: String, text: String, at: std::ops::Range<usize> },
}

/// Fights with each value, and tells what it does.
pub(super) fn sweep(args: &SweepArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if args.games == 0 || args.games > MOST_GAMES {
        let help = format!("play from 1 to {MOST_GAMES} games with each value");
        return Err(CliError::OutOfRange { what: format!("-n {}", args.games), help }.alone());
    }
    if args.scenario.contains(' ') && !args.value.contains(' ') {
        let message = format!("`{}` is no scenario", args.scenario);
        let help = format!("the scenario comes first: `fray sweep {} '{}'`", args.value, args.scenario);
        return Err(CliError::Usage { message, help }.alone());
    }
    let asked = asked(&args.value);
    let read = || ReadScenario::new(packs, &args.scenario)?.under(&args.choices);
    let (name, values) = match asked {
        Ok(asked) => asked,
        // What it is of is known only by the rules.
        Err(told) => match without_sort(&args.value, &read()?.kit.book) {
            Some(error) => return Err(error.alone()),
            None => return Err(told),
        },
    };
    let found = read()?;
    let (swept, now) = found_value(&name, &found)?;
    let mut kept = kept(args)?;
    // The value as it is, to which all are compared, is played first, and told where it is swept, or in front.
    let mut values = values;
    if !values.contains(&now) {
        values.insert(0, now.clone());
    }
    let others = values.iter().filter(|value| **value != now);
    let mut by_value = BTreeMap::new();
    for value in std::iter::once(&now).chain(others) {
        if screen.cancel.is_asked() {
            break;
        }
        let found = with(args, packs, &swept, value)?;
        let cell = cell(args, found, &mut kept, screen)?;
        if cell.tally.games > 0 {
            by_value.insert(value, cell);
        }
    }
    let cells: Vec<(String, SweptCell)> =
        values.iter().filter_map(|value| Some((value.clone(), by_value.remove(value)?))).collect();
    let whole = cells.iter().filter(|(_, cell)| cell.is_whole()).count();
    if whole < values.len() {
        screen.aside(&format!("stopped: {whole} of {} values were played to the end\n", values.len()));
    }
    let declared = &found.kit.book.scenarios[found.scenario.index()];
    let sides = declared.sides.iter().map(|side| side.head.title.to_string()).collect();
    let told = ToldSweep { args, title: &declared.head.title, name: &name.to_string(), sides, now, cells: &cells };
    match args.json {
        true => screen.json(&told.plain()),
        false => screen.say(&told.text()),
    }
    Ok(Ended::Done)
}

/// The name of the value, and what it is set to.
pub(super) fn asked(text: &str) -> Result<(ValueName, Vec<String>), Diagnostics> {
    let help = "write a name and values: `KIND NAME.FIELD 2d6..4d6`, `figure NAME.FIELD 8..12`, `setting NAME 1, 2, 4`, \
                `card NAME.\"LABEL\" -3..0`, `option NAME on, off`, `side NAME.SHEET 1..6`";
    let wrong = || {
        let message = format!("`{text}` is no name with values behind it");
        unreadable(text).unwrap_or(CliError::Usage { message, help: help.to_string() }).alone()
    };
    // `8 to 12`, `8-12`, `8...12`: ranges in other manners.
    let (head, last) = text.rsplit_once(' ').unwrap_or(("", text));
    let range =
        match head.strip_suffix(" to").or_else(|| head.strip_suffix(" -")).and_then(|head| head.rsplit_once(' ')) {
            Some((name, low)) => Some((name, format!("{low}..{last}"))),
            None => {
                let sign = ["...", "-", "–", "~", ":"].into_iter().find(|sign| last.contains(sign));
                let ends = sign
                    .and_then(|sign| last.split_once(sign))
                    .filter(|(low, high)| !low.is_empty() && !high.is_empty());
                ends.map(|(low, high)| (head, format!("{low}..{high}")))
            }
        };
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if let Some((name, range)) = range.filter(|(_, range)| range.split("..").all(is_number)) {
        let at = text.find(name).map_or(0, |at| at + name.len());
        let at = text.len() - text[at..].trim_start().len();
        let error = NoRange {
            range: text[at..].trim_end().to_string(),
            help: match has_sort(name) {
                true => format!("a range is written with two dots: `{name} {range}`"),
                false => format!(
                    "a range is written with two dots, and before a name stands what it is: `figure {name} {range}`, \
                     or `KIND {name} {range}`"
                ),
            },
            src: NamedSource::new("value", text.into()),
            at: (at, text[at..].trim_end().len()).into(),
        };
        return Err(vec![Box::new(error)]);
    }
    let begins = text.split_whitespace().next().unwrap_or("");
    if begins.contains('.') && !begins.contains("..") && !begins.starts_with(['"', '\'']) {
        let error = NoSort {
            name: begins.to_string(),
            help: format!("write `figure {0}`, or `KIND {0}` of a thing of that kind", text.trim()),
            src: NamedSource::new("value", text.into()),
            at: (text.find(begins).unwrap_or(0), begins.len()).into(),
        };
        return Err(vec![Box::new(error)]);
    }
    let (name, rest) = ValueName::read(text).ok_or_else(wrong)?;
    if name.sort == "option" && rest.contains(['/', '|']) {
        return Err(wrong());
    }
    let values = swept_values(rest).filter(|values| (1..=MOST_CELLS).contains(&values.len())).ok_or_else(wrong)?;
    Ok((name, values))
}

/// Where the value is, and what it is now.
fn found_value(name: &ValueName, found: &FoundScenario) -> Result<(Swept, String), Diagnostics> {
    let book = &found.kit.book;
    if name.sort == "option" {
        let option = book.options.iter().find(|option| *option.head.name == *name.name);
        let option =
            option.ok_or_else(|| unknown(name, book.options.iter().map(|one| &*one.head.name).collect(), book))?;
        return Ok((Swept::Option(name.name.clone()), book.choice_name(option.chosen).to_string()));
    }
    let scenario = &book.scenarios[found.scenario.index()].head.name;
    match name.places(book, scenario).as_slice() {
        [] if let Some(error) = unknown_field(name, book) => Err(error.alone()),
        [] if let Some(error) = unknown_label(name, book) => Err(error.alone()),
        [] if let Some(error) = unknown_side(name, &book.scenarios[found.scenario.index()]) => Err(error.alone()),
        [] => Err(unknown(name, names_like(name, book), book)),
        [span] => {
            let text = book.sources.slice(*span).to_string();
            Ok((in_file(book, *span, &found.files)?, text))
        }
        several => {
            let place = |span: &Span| format!("{}:{}", book.sources.get(span.source).name, book.sources.line(*span));
            let help = format!("it is written in {}", several.iter().map(place).collect::<Vec<_>>().join(" and "));
            Err(CliError::OutOfRange { what: name.to_string(), help }.alone())
        }
    }
}

/// A field that things of the kind do not have.
fn unknown_field(name: &ValueName, book: &Rulebook) -> Option<CliError> {
    let field = name.field.as_ref()?;
    let known: Vec<String> = match &*name.sort {
        "figure" if book.sheets.iter().any(|one| *one.head.name == *name.name) => {
            book.property_names(crate::rulebook::OwnerDecl::Figure)
        }
        kind => {
            let kind = book.kinds.iter().position(|one| *one.head.name == *kind)?;
            let is_it = |one: &crate::rulebook::Item| one.kind.index() == kind && *one.head.name == *name.name;
            book.items.iter().any(is_it).then_some(())?;
            book.kinds[kind].fields.iter().map(|one| one.head.name.to_string()).collect()
        }
    };
    if known.contains(field) {
        return None;
    }
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let help = did_you_mean(field, names.iter().copied(), &listed(&names));
    let sort = format!("number of {} `{}`", name.sort, name.name);
    Some(CliError::UnknownName { sort, name: field.clone(), help })
}

/// A label that no modifier of the card has.
fn unknown_label(name: &ValueName, book: &Rulebook) -> Option<CliError> {
    let card = book.cards.iter().find(|card| name.sort == "card" && *card.head.name == *name.name)?;
    let (label, labels) = (name.field.as_ref()?, card.modifiers.iter().map(|one| &*one.label.text));
    let labels: Vec<&str> = labels.collect();
    if labels.contains(&&**label) {
        return None;
    }
    let help = did_you_mean(label, labels.iter().copied(), &listed(&labels));
    Some(CliError::UnknownName { sort: format!("modifier of card `{}`", name.name), name: label.clone(), help })
}

/// A side that is none of the scenario, or of which nobody of that sheet is.
fn unknown_side(name: &ValueName, scenario: &Scenario) -> Option<CliError> {
    if name.sort != "side" {
        return None;
    }
    let told = |sort: String, wrong: &str, known: &[&str]| {
        let help = did_you_mean(wrong, known.iter().copied(), &listed(known));
        Some(CliError::UnknownName { sort, name: wrong.to_string(), help })
    };
    let sides: Vec<&str> = scenario.sides.iter().map(|side| &*side.head.name).collect();
    let Some(side) = scenario.sides.iter().find(|side| *side.head.name == *name.name) else {
        return told(format!("side of `{}`", scenario.head.name), &name.name, &sides);
    };
    let figures: Vec<&str> = side.figures.iter().map(|figure| &*figure.name).collect();
    told(format!("figure of the side `{}`", name.name), name.field.as_ref()?, &figures)
}

/// Everything of that sort, for whoever has mistyped it.
fn names_like<'b>(name: &ValueName, book: &'b Rulebook) -> Vec<&'b str> {
    match &*name.sort {
        "figure" => book.sheets.iter().map(|one| &*one.head.name).collect(),
        "setting" => book.settings.iter().map(|one| &*one.head.name).collect(),
        "value" => book.values.iter().map(|one| &*one.head.name).collect(),
        "card" => book.cards.iter().map(|one| &*one.head.name).collect(),
        kind => {
            let of_kind = |one: &&crate::rulebook::Item| *book.kinds[one.kind.index()].head.name == *kind;
            book.items.iter().filter(of_kind).map(|one| &*one.head.name).collect()
        }
    }
}

fn unknown(name: &ValueName, known: Vec<&str>, book: &Rulebook) -> Diagnostics {
    let is_there = known.contains(&&*name.name);
    let otherwise = match (is_there, known.is_empty()) {
        (true, _) => "what is swept has to be written down there, in a line or cell of its own: `fray show` shows it",
        (false, true) => "sorts are the kinds of the pack, `figure`, `setting`, `value`, `card`, `option` and `side`",
        (false, false) => "`fray show PACK` lists what there is",
    };
    let whole = format!("{} {}", name.sort, name.name);
    let sort = [&whole, &name.name].into_iter().find_map(|one| Some((sort_named(one, book)?, one.clone())));
    if let Some((sort, whole)) = sort.filter(|(sort, _)| *sort != name.sort) {
        let field = name.field.as_ref().map_or(String::new(), |field| format!(".{field}"));
        let help = format!("`{whole}` is of the sort `{sort}`: write `{sort} {whole}{field}`");
        return CliError::UnknownName { sort: "value".to_string(), name: name.to_string(), help }.alone();
    }
    let near = if is_there { Vec::new() } else { known };
    let help = did_you_mean(&name.name, near, otherwise);
    CliError::UnknownName { sort: "value".to_string(), name: name.to_string(), help }.alone()
}

/// The file in which a place is, among those of the packs in force.
fn in_file(book: &Rulebook, span: Span, files: &Packs) -> Result<Swept, Diagnostics> {
    let source = book.sources.get(span.source);
    for pack in &book.chain {
        let folder = format!("rules/{pack}");
        for name in files.tree(&folder) {
            let path = format!("{folder}/{name}");
            if files.shown(&path) == *source.name || *path == *source.name {
                let at = span.start as usize..span.end as usize;
                return Ok(Swept::Text { pack: pack.to_string(), path, text: source.text.to_string(), at });
            }
        }
    }
    let help = "name a pack, or a file of one".to_string();
    Err(CliError::UnknownPath { path: source.name.to_string(), help }.alone())
}

/// The scenario with the value set.
fn with(args: &SweepArgs, packs: &Packs, swept: &Swept, value: &str) -> Result<FoundScenario, Diagnostics> {
    let mut choices = args.choices.clone();
    match swept {
        Swept::Option(name) => {
            choices.with.push(format!("{name}={value}"));
            ReadScenario::new(packs, &args.scenario)?.under(&choices)
        }
        Swept::Text { pack, path, text, at } => {
            let changed = format!("{}{value}{}", &text[..at.start], &text[at.end..]);
            let edit = |files: &Packs| edited(files, pack, path, &changed);
            ReadScenario::changed(packs, &args.scenario, &edit)?.under(&choices)
        }
    }
}

/// Packs with one file of one of them changed.
fn edited(files: &Packs, pack: &str, path: &str, text: &str) -> Packs {
    let mut over = OverlayFiles::default();
    for folder in [format!("rules/{pack}"), format!("scripts/{pack}")] {
        for name in files.tree(&folder).into_iter().filter(|name| !is_test_file(name)) {
            let own = format!("{folder}/{name}");
            let kept = || files.read(&own).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            if let Some(text) = if own == path { Some(text.to_string()) } else { kept() } {
                over = over.with(&own, &files.shown(&own), &text);
            }
        }
    }
    files.clone().under(over)
}

/// The cells that were fought before.
fn kept(args: &SweepArgs) -> Result<Vec<SweptCell>, Diagnostics> {
    let Some(path) = &args.keep else { return Ok(Vec::new()) };
    let text = if path.exists() { long_text(path)? } else { String::new() };
    if !text.starts_with(KEPT_CELLS) {
        let force = "name another file; what is there is no file of kept cells";
        write_whole(path, KEPT_CELLS.as_bytes(), Replaced::Nothing, force).map_err(CliError::alone)?;
        return Ok(Vec::new());
    }
    // A last line that was not written to its end is fought again.
    Ok(text.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// Fights with one value, unless it was before. What somebody stopped is told with the games that it has, not kept.
fn cell(
    args: &SweepArgs,
    found: FoundScenario,
    kept: &mut Vec<SweptCell>,
    screen: &mut Screen,
) -> Result<SweptCell, Diagnostics> {
    let (book, rules) = (found.kit.book.clone(), fingerprint(&found.kit.book));
    let plays = args.players.plays.clone();
    let is_it = |one: &&SweptCell| {
        one.rules == rules
            && one.scenario == args.scenario
            && (one.seed, one.games) == (args.dice.seed, args.games)
            && one.plays == plays
    };
    if let Some(cell) = kept.iter().find(is_it) {
        return Ok(cell.clone());
    }
    let seats = players::seats(&found, &args.players)?;
    let trials = Trials {
        seed: args.dice.seed,
        games: args.games,
        jobs: args.dice.jobs,
        ..Trials::new(found.kit, found.scenario)
    };
    let mut trials = trials.seated(&seats);
    (trials.cancel, trials.kit.cancel) = (screen.cancel.clone(), screen.cancel.clone());
    let exact = if seats.is_empty() { exactly(&trials, screen) } else { None };
    trials.noted = Noted { points: true, ..Noted::default() };
    let played = screen.counted("games", Some(args.games), |_| trials.play_some(0..args.games));
    let PlayedGames { tally, points, .. } = played.map_err(|error| reported(error, &book))?;
    let (scenario, seed, games) = (args.scenario.clone(), args.dice.seed, args.games);
    let mut cell = SweptCell { rules, scenario, seed, games, plays, tally, points, exact };
    if !cell.is_whole() {
        // Which games were played before it was stopped depends on the threads: they are no pairs with those of others.
        cell.points.clear();
        return Ok(cell);
    }
    if let Some(path) = &args.keep {
        let line = serde_json::to_string(&cell).expect("plain data with text keys") + "\n";
        append(path, visible_json(&line).as_bytes()).map_err(CliError::alone)?;
    }
    kept.push(cell.clone());
    Ok(cell)
}

/// The exact odds of each side, where the fight has few states.
fn exactly(trials: &Trials, screen: &Screen) -> Option<Vec<Odds>> {
    let cancel = screen.cancel.clone();
    let size = Size { states: MOST_STATES, ways: MOST_ROLLS, rolls: MOST_ROLLS, cancel, ..Size::default() };
    let solved = chain(&trials.kit, trials.scenario, &size).ok()?;
    Some(solved.ends().wins.clone())
}

/// A sweep that is over.
struct ToldSweep<'a> {
    args: &'a SweepArgs,
    title: &'a str,
    name: &'a str,
    sides: Vec<String>,
    /// What is written now.
    now: String,
    cells: &'a [(String, SweptCell)],
}

impl ToldSweep<'_> {
    /// By how much the first side does better than with what is written now; none if one of both was stopped.
    fn shift(&self, cell: &SweptCell) -> Option<PairedScore> {
        let (_, base) = self.cells.iter().find(|(value, cell)| *value == self.now && cell.is_whole())?;
        let points = |cell: &SweptCell| -> Vec<i64> {
            cell.points.bytes().map(|byte| i64::from(byte) - i64::from(b'0')).collect()
        };
        let mut score = PairedScore::default();
        points(base).iter().zip(points(cell)).for_each(|(before, after)| score.add(after - before));
        Some(score).filter(|_| cell.is_whole())
    }

    fn text(&self) -> String {
        let (games, seed) = (self.args.games, self.args.dice.seed);
        let now = &self.now;
        let mut text =
            format!("{}: {} is {now}; {games} games each with the same dice, seed {seed}\n", self.title, self.name);
        let column = self.cells.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
        let first = self.sides.first().map_or("", String::as_str);
        for (value, cell) in self.cells {
            let wins = cell.tally.wins.first().copied().unwrap_or(0);
            let Interval { share, low, high } = cell.tally.share(wins);
            let _ = write!(text, "  {value:<column$}  {first} wins {:>5.1} %", share * 100.0);
            let _ = write!(text, " ({:.1} to {:.1})", low * 100.0, high * 100.0);
            let _ = match self.shift(cell) {
                None => write!(text, "  stopped after {} games", cell.tally.games),
                Some(_) if *value == self.now => write!(text, "  as it is"),
                Some(shift) => {
                    write!(text, "  {:+.1} ± {:.1} points", shift.mean() * 100.0, shift.margin() * 100.0)
                }
            };
            let _ = write!(text, "  {:.1} turns", cell.tally.mean(cell.tally.turns));
            if let Some(exact) = cell.exact.as_ref().and_then(|exact| exact.first()) {
                let _ = write!(text, "  exact {:.2} %", exact.to_f64() * 100.0);
            }
            text += "\n";
        }
        text
    }

    fn plain(&self) -> serde_json::Value {
        let cell = |(value, cell): &(String, SweptCell)| {
            let shift = self.shift(cell);
            json!({
                "value": value, "as_it_is": *value == self.now, "rules": cell.rules, "games": cell.tally.games, "wins": cell.tally.wins,
                "odds": cell.tally.wins.iter().map(|wins| cell.tally.share(*wins)).collect::<Vec<_>>(),
                "draws": cell.tally.draws, "unfinished": cell.tally.unfinished, "exact": cell.exact,
                "turns": cell.tally.mean(cell.tally.turns), "shift": shift.as_ref().map(PairedScore::mean),
                "margin": shift.as_ref().map(PairedScore::margin),
            })
        };
        json!({
            "schema": SCHEMA, "scenario": self.args.scenario, "swept": self.name, "now": self.now, "sides": self.sides,
            "seed": self.args.dice.seed, "cells": self.cells.iter().map(cell).collect::<Vec<_>>(),
        })
    }
}
