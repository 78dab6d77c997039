//! `fray diff`: two packs, files or readings side by side.

use super::args::{ChoiceArgs, DiffArgs};
use super::argument;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::packs::Packs;
use super::revision::pack_at_commit;
use super::screen::Screen;
use crate::compare::{FightBounds, FoughtScenario, compare, fight};
use crate::diag::{Diagnostics, did_you_mean};
use crate::play::Rules;
use crate::rulebook::{OptionChoice, Rulebook};
use crate::sim::MOST_GAMES;
use std::path::Path;
use std::sync::Arc;

/// Stands for every scenario of both.
const ALL: &str = "all";

/// Compares, and prints what differs.
pub(super) fn diff(args: &DiffArgs, (packs, folder): (&Packs, Option<&Path>), screen: &mut Screen) -> CommandResult {
    let after = args.after.as_ref().unwrap_or(&args.before);
    let sides = [ComparedPack::of(&args.before, packs, folder)?, ComparedPack::of(after, packs, folder)?];
    let mine = sides[0].rules(&ChoiceArgs::default())?;
    let theirs = match reading_apart(args, &mine.book) {
        Some(error) if sides[1].rules(&ChoiceArgs::default()).is_err() => return Err(error.alone()),
        _ => sides[1].rules(&args.choices)?,
    };
    if args.before == *after {
        in_force(args, &mine.book)?;
    }
    let with: String = args.choices.with.iter().map(|choice| format!(" --with {choice}")).collect();
    let found = found(args, &sides, [&mine, &theirs])?;
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

/// `--with OPTION READING`: a reading that stands where another pack would.
fn reading_apart(args: &DiffArgs, book: &Rulebook) -> Option<CliError> {
    let (word, option) = (args.after.as_ref()?, args.choices.with.last()?);
    let known = book.options.iter().find(|one| *one.head.name == **option)?;
    let words: Vec<&str> = known
        .readings
        .map_or(vec!["on", "off"], |set| book.sets[set.index()].words.iter().map(|word| &*word.name).collect());
    let meant = words.iter().find(|one| **one == word.as_str())?;
    let message = format!("`{word}` is a reading of `{option}`, and no pack");
    let help = format!("the reading stands behind `=`: `fray diff {} --with {option}={meant}`", args.before);
    Some(CliError::Usage { message, help })
}

/// One of the two that are compared.
struct ComparedPack {
    /// As it was typed.
    typed: String,
    /// The pack, its folder or file, as it is called in its packs.
    name: String,
    packs: Packs,
}

impl ComparedPack {
    /// A pack, its folder or a file, or a pack at a commit.
    fn of(typed: &str, packs: &Packs, folder: Option<&Path>) -> Result<ComparedPack, Diagnostics> {
        let (packs, name) = match pack_at_commit(typed, folder) {
            Some(found) => found?,
            None => (packs.clone(), typed.to_string()),
        };
        Ok(ComparedPack { typed: typed.to_string(), name, packs })
    }

    fn rules(&self, choices: &ChoiceArgs) -> Result<Arc<Rules>, Diagnostics> {
        Ok(crate::odds::kit(find::pack(&self.packs, &self.name, choices)?).rules(None))
    }

    fn scenario(&self, name: &str, choices: &ChoiceArgs) -> Result<FoundScenario, Diagnostics> {
        find::scenario(&self.packs, &format!("{}/{name}", self.name), choices)
    }
}

/// A pack beside itself, under readings that are in force anyway; with those that are not.
fn in_force(args: &DiffArgs, book: &Rulebook) -> Result<(), Diagnostics> {
    let choices = argument::choices(&args.choices.with)?.0;
    let each: Option<Vec<(String, Vec<String>)>> =
        choices.into_iter().map(|(name, said)| Some((name.clone(), other_readings(book, &name, said)?))).collect();
    let Some(all) = each.filter(|all| !all.is_empty()) else { return Ok(()) };
    let said: Vec<String> = args.choices.with.iter().map(|choice| format!("`{choice}`")).collect();
    let are = if said.len() == 1 { "is" } else { "are" };
    let message =
        format!("{} {are} in force in `{}` anyway: there is nothing to compare", said.join(", "), args.before);
    let others = all.iter().flat_map(|(name, words)| words.iter().map(move |word| format!("--with {name}={word}")));
    let others: Vec<String> = others.map(|with| format!("`fray diff {} {with}`", args.before)).collect();
    Err(CliError::Usage { message, help: format!("compare with another reading: {}", others.join(", ")) }.alone())
}

/// The other readings of an option, if that which is said is in force.
fn other_readings(book: &Rulebook, name: &str, said: Option<String>) -> Option<Vec<String>> {
    let option = book.options.iter().find(|option| *option.head.name == *name)?;
    let said = said.unwrap_or_else(|| "on".to_string());
    match (option.chosen, option.readings) {
        (OptionChoice::On(is_on), _) => {
            let (now, other) = if is_on { ("on", "off") } else { ("off", "on") };
            (said == now).then(|| vec![other.to_string()])
        }
        (OptionChoice::Reading(word), Some(set)) => {
            let words = book.sets[set.index()].words.iter().map(|word| word.name.to_string());
            let (now, others): (Vec<_>, Vec<_>) = words.enumerate().partition(|(at, _)| *at == usize::from(word.at));
            now.iter().any(|(_, name)| *name == said).then(|| others.into_iter().map(|(_, name)| name).collect())
        }
        _ => None,
    }
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
fn found(args: &DiffArgs, sides: &[ComparedPack; 2], rules: [&Arc<Rules>; 2]) -> Result<Vec<FoundTwice>, Diagnostics> {
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
        false => args.fights.iter().map(|name| bare(name, sides)).collect(),
    };
    if let Some(name) = names.iter().find(|name| !rules.iter().all(|one| is_in(name, one))) {
        return Err(not_in_both(name, [&sides[0].typed, &sides[1].typed], rules));
    }
    let both = |name: String| {
        let one = sides[0].scenario(&name, &ChoiceArgs::default())?;
        let other = sides[1].scenario(&name, &args.choices)?;
        Ok((name, [one, other]))
    };
    names.into_iter().map(both).collect()
}

/// A scenario without the pack before it.
fn bare(name: &str, sides: &[ComparedPack; 2]) -> String {
    let of = |pack: &str| name.strip_prefix(pack)?.strip_prefix('/').map(str::to_string);
    sides
        .iter()
        .flat_map(|side| [&side.typed, &side.name])
        .find_map(|pack| of(pack))
        .unwrap_or_else(|| name.to_string())
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
