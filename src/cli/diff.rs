//! `fray diff`: two packs, files or readings side by side.

use super::args::{ChoiceArgs, DiffArgs};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::packs::Packs;
use super::screen::Screen;
use crate::compare::{FightBounds, FoughtScenario, compare, fight};
use crate::diag::{Diagnostics, did_you_mean};
use crate::play::Rules;
use crate::sim::MOST_GAMES;
use std::sync::Arc;

/// Stands for every scenario of both.
const ALL: &str = "all";

/// Compares, and prints what differs.
pub(super) fn diff(args: &DiffArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let after = args.after.as_ref().unwrap_or(&args.before);
    let mine = rules(packs, &args.before, &ChoiceArgs::default())?;
    let theirs = rules(packs, after, &args.choices)?;
    let with: String = args.choices.with.iter().map(|choice| format!(" --with {choice}")).collect();
    let found = found(args, (&args.before, after), [&mine, &theirs], packs)?;
    let (one, other) = ((&*args.before, &mine), (&*format!("{after}{with}"), &theirs));
    let comparison = screen.counted("sentences", None, |cancel| compare(one, other, cancel));
    let mut comparison = comparison.map_err(|error| super::played::reported(error, &mine.book))?;
    if comparison.has_nothing_in_common() {
        return Err(nothing_in_common(&args.before, after));
    }
    match comparison.unasked {
        0 => comparison.fights = fights(args, found, screen)?,
        unasked => screen.aside(&format!("stopped: {unasked} sentences were not asked, and no scenario was played\n")),
    }
    if args.json {
        screen.json(&comparison);
    } else if args.md {
        screen.say(&comparison.markdown(args.all));
    } else {
        screen.say(&comparison.text(args.all));
    }
    Ok(if comparison.is_same() { Ended::Done } else { Ended::No })
}

/// Two packs of which none understands a sentence of the other.
fn nothing_in_common(before: &str, after: &str) -> Diagnostics {
    let message = format!("`{before}` and `{after}` cannot be compared: no sentence is understood by both");
    let help = "compare a pack with one that extends it, with a changed copy of it, or with itself under another option: \
                `fray diff PACK --with OPTION=READING`";
    CliError::Usage { message, help: help.to_string() }.alone()
}

/// A scenario by its name, as each of both has it.
type FoundTwice = (String, [FoundScenario; 2]);

/// The scenarios that are asked for, before anything is reckoned or played.
fn found(
    args: &DiffArgs,
    (before, after): (&str, &str),
    rules: [&Arc<Rules>; 2],
    packs: &Packs,
) -> Result<Vec<FoundTwice>, Diagnostics> {
    if args.fights.is_empty() {
        return Ok(Vec::new());
    }
    if args.points == 0 || args.points > 50 || args.pairs == 0 || args.pairs > MOST_GAMES {
        let help = format!("ask for 1 to 50 points, in 1 to {MOST_GAMES} pairs");
        return Err(CliError::OutOfRange { what: "-n or --points".to_string(), help }.alone());
    }
    let is_in = |name: &str, rules: &Rules| rules.book.scenarios.iter().any(|one| *one.head.name == *name);
    let names: Vec<String> = match args.fights.iter().any(|name| name == ALL) {
        true => {
            let names = rules[0].book.scenarios.iter().map(|one| one.head.name.to_string());
            names.filter(|name| is_in(name, rules[1])).collect()
        }
        false => args.fights.iter().map(|name| bare(name, [before, after])).collect(),
    };
    if let Some(name) = names.iter().find(|name| !rules.iter().all(|one| is_in(name, one))) {
        return Err(not_in_both(name, [before, after], rules));
    }
    let both = |name: String| {
        let one = find::scenario(packs, &format!("{before}/{name}"), &ChoiceArgs::default())?;
        let other = find::scenario(packs, &format!("{after}/{name}"), &args.choices)?;
        Ok((name, [one, other]))
    };
    names.into_iter().map(both).collect()
}

/// A scenario without the pack before it.
fn bare(name: &str, packs: [&str; 2]) -> String {
    let of = |pack: &str| name.strip_prefix(pack)?.strip_prefix('/').map(str::to_string);
    packs.into_iter().find_map(of).unwrap_or_else(|| name.to_string())
}

/// A scenario that is not in both, with those that are.
fn not_in_both(name: &str, packs: [&str; 2], rules: [&Arc<Rules>; 2]) -> Diagnostics {
    let own =
        |rules: &Rules| -> Vec<String> { rules.book.scenarios.iter().map(|one| one.head.name.to_string()).collect() };
    let [mine, theirs] = rules.map(|rules| own(rules));
    let both: Vec<&str> = mine.iter().filter(|one| theirs.contains(one)).map(String::as_str).collect();
    let has = |all: &[String]| all.iter().any(|one| one == name);
    let whose = match (has(&mine), has(&theirs)) {
        (true, _) => format!("`{}` has it, `{}` has not; ", packs[0], packs[1]),
        (_, true) => format!("`{}` has it, `{}` has not; ", packs[1], packs[0]),
        _ => String::new(),
    };
    let help = match both.as_slice() {
        [] => format!("{whose}they have none in common: a pack that extends the other has its scenarios"),
        both => {
            format!("{whose}{}", did_you_mean(name, both.iter().copied(), &format!("both have {}", both.join(", "))))
        }
    };
    CliError::UnknownName { sort: "scenario of both".to_string(), name: name.to_string(), help }.alone()
}

/// The scenarios that are in both, played under both.
fn fights(args: &DiffArgs, found: Vec<FoundTwice>, screen: &Screen) -> Result<Vec<FoughtScenario>, Diagnostics> {
    let bounds = FightBounds { most: args.pairs, seed: args.seed, least: f64::from(args.points) / 100.0 };
    let mut all = Vec::new();
    for (name, [one, other]) in found {
        let book = one.kit.book.clone();
        let sides = [(one.kit, one.scenario), (other.kit, other.scenario)];
        let ended = screen.counted("pairs of games", Some(args.pairs), |cancel| {
            let before = cancel.rounds();
            let count = |pairs: u64| cancel.count((before + pairs).saturating_sub(cancel.rounds()));
            fight(&name, sides, bounds, (cancel, &count))
        });
        all.push(ended.map_err(|error| super::played::reported(error, &book))?);
    }
    Ok(all)
}

fn rules(packs: &Packs, name: &str, choices: &ChoiceArgs) -> Result<Arc<Rules>, Diagnostics> {
    Ok(crate::odds::kit(find::pack(packs, name, choices)?).rules(None))
}
