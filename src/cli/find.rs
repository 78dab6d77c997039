//! Which pack declares a scenario, and the rules it is played by.

use super::args::ChoiceArgs;
use super::error::CliError;
use super::files::Disk;
use super::packs::Packs;
use super::{argument, file_arguments, pack_target};
use crate::diag::{Diagnostics, did_you_mean, listed};
use crate::play::Kit;
use crate::rulebook::{Choices, PackText, Rulebook, Sort, unread_help};
use crate::syntax::{ast, decode, parse_some, restore};
use crate::text::{Files, Sources, is_test_file};
use crate::value::ScenarioId;
use std::path::Path;
use std::sync::Arc;

/// A scenario with the rules it is played by.
pub(super) struct FoundScenario {
    /// The rules, under the options of the scenario and of the command.
    pub kit: Kit,
    pub scenario: ScenarioId,
    /// The packs it was found in.
    pub files: Packs,
}

/// A pack, or a file or folder, read once: what rules it holds under one choice of options after another.
pub(super) struct Read {
    text: PackText,
    pack: String,
}

impl Read {
    /// Reads a pack, or a file or folder.
    pub(super) fn pack(packs: &Packs, name: &str) -> Result<Read, Diagnostics> {
        if !packs.folders("rules").iter().any(|pack| pack == name) && Path::new(name).exists() {
            let target = pack_target::only(name, packs)?;
            return Ok(Read::of(&target.files, &target.pack));
        }
        Ok(Read::of(packs, name))
    }

    fn of(packs: &Packs, pack: &str) -> Read {
        Read { text: PackText::rules(packs, pack), pack: pack.to_string() }
    }

    /// The rules under the options of the command.
    pub(super) fn book(&mut self, chosen: &ChoiceArgs) -> Result<Arc<Rulebook>, Diagnostics> {
        let choices = argument::choices(&chosen.with)?;
        self.under(&choices)
    }

    /// Its texts.
    pub(super) fn text(&self) -> &PackText {
        &self.text
    }

    /// The rules under the options of the command, of which one is switched; none if something is wrong with them.
    pub(super) fn switched(&self, choices: &Choices) -> Option<Arc<Rulebook>> {
        self.text.under(choices).0
    }

    fn under(&mut self, choices: &Choices) -> Result<Arc<Rulebook>, Diagnostics> {
        let (book, diagnostics) = self.text.load(choices);
        book.ok_or(diagnostics)
    }
}

/// A scenario and the pack that declares it, read once.
pub(super) struct ReadScenario {
    read: Read,
    name: String,
    files: Packs,
}

impl ReadScenario {
    /// Finds `duel`, `skirmish/duel`, `mine.fray/duel`, `my/folder/duel`, or the only scenario of a file, and reads its
    /// pack.
    pub(super) fn new(packs: &Packs, asked: &str) -> Result<ReadScenario, Diagnostics> {
        ReadScenario::changed(packs, asked, &Packs::clone)
    }

    /// The same in packs in which something is changed before they are read.
    pub(super) fn changed(
        packs: &Packs,
        asked: &str,
        change: &dyn Fn(&Packs) -> Packs,
    ) -> Result<ReadScenario, Diagnostics> {
        let of = |packs: &Packs, pack: &str, name: &str| {
            let files = change(packs);
            ReadScenario { read: Read::of(&files, pack), name: name.to_string(), files }
        };
        if asked.ends_with(".fray") && Path::new(asked).is_file() {
            let target = pack_target::only(asked, packs)?;
            return match scenarios_of(&target.files, &target.pack).as_slice() {
                [only] => Ok(of(&target.files, &target.pack, only)),
                // A scenario may be missing because it could not be read.
                [] => Read::of(&target.files, &target.pack)
                    .under(&Choices::none())
                    .and_then(|_| Err(unknown(asked, Vec::new()))),
                several => Err(unknown(asked, several.iter().map(|name| format!("{}/{name}", target.pack)).collect())),
            };
        }
        if let Some((path, name)) = in_place(packs, asked) {
            let target = pack_target::only(path, packs)?;
            return Ok(of(&target.files, &target.pack, name));
        }
        if let Some(error) = other_path(packs, asked) {
            return Err(error);
        }
        let is_pack = |name: &str| packs.folders("rules").iter().any(|pack| pack == name);
        let holder = asked.rsplit_once('/').map_or("", |(holder, _)| holder);
        let is_path = holder.contains('/') || asked.contains('/') && Path::new(asked).exists();
        if is_path && !is_pack(holder) {
            let help = "a scenario is named `PACK/SCENARIO`, `FILE.fray/SCENARIO` or `FOLDER/SCENARIO`; `fray show PACK \
                        scenarios` lists them";
            return Err(CliError::UnknownName {
                sort: "scenario".to_string(),
                name: asked.to_string(),
                help: help.to_string(),
            }
            .alone());
        }
        Ok(match asked.split_once('/') {
            Some((pack, name)) => of(packs, pack, name),
            None => of(packs, &declaring(packs, asked)?, asked),
        })
    }

    /// The scenario and its rules, under its own options and those of the command.
    pub(super) fn under(&mut self, chosen: &ChoiceArgs) -> Result<FoundScenario, Diagnostics> {
        let choices = self.choices(&argument::choices(&chosen.with)?);
        let book = self.read.under(&choices)?;
        self.in_rules(book)
    }

    /// Its own options, and those that are said: these come later and so have the last word.
    pub(super) fn choices(&self, said: &Choices) -> Choices {
        let mut choices = self.read.text.choices_of(&self.name, said);
        choices.0.extend(said.0.iter().cloned());
        choices
    }

    /// The pack that declares it.
    pub(super) fn read(&self) -> &Read {
        &self.read
    }

    /// The scenario in rules that were made of its pack.
    pub(super) fn in_rules(&self, book: Arc<Rulebook>) -> Result<FoundScenario, Diagnostics> {
        let ReadScenario { read: Read { pack, .. }, name, files } = self;
        match book.names.find(Sort::Scenario, name) {
            Some(at) => {
                let files = files.clone();
                Ok(FoundScenario { kit: crate::odds::kit(book), scenario: ScenarioId(at), files })
            }
            None => {
                let known = book.names.visible(Sort::Scenario).map(|other| format!("{pack}/{other}"));
                let asked = format!("{pack}/{name}");
                match unread_help(files, pack, "scenario", name) {
                    Some(help) => {
                        Err(CliError::UnknownName { sort: "scenario".to_string(), name: asked, help }.alone())
                    }
                    None => Err(unknown(&asked, known.collect())),
                }
            }
        }
    }
}

/// The rules of a pack, or of a file or folder, under the options of the command.
pub(super) fn pack(packs: &Packs, name: &str, chosen: &ChoiceArgs) -> Result<Arc<Rulebook>, Diagnostics> {
    argument::choices(&chosen.with)?;
    Read::pack(packs, name)?.book(chosen)
}

/// Finds `duel`, `skirmish/duel`, `mine.fray/duel`, `my/folder/duel`, or the only scenario of a file, under the options
/// of the command.
pub(super) fn scenario(packs: &Packs, asked: &str, chosen: &ChoiceArgs) -> Result<FoundScenario, Diagnostics> {
    ReadScenario::new(packs, asked)?.under(chosen)
}

/// Whether a pack declares a scenario of that name.
pub(super) fn is_scenario(packs: &Packs, asked: &str) -> bool {
    match asked.split_once('/') {
        _ if in_place(packs, asked).is_some() => true,
        Some((pack, name)) => declares(packs, pack, name) || inherits(packs, pack, name),
        None => packs.folders("rules").iter().any(|pack| declares(packs, pack, asked)),
    }
}

/// Whether a name is that of a pack, its folder or a file.
pub(super) fn is_pack(packs: &Packs, name: &str) -> bool {
    packs.folders("rules").iter().any(|pack| pack == name) || Path::new(name).exists()
}

/// `mine.fray/duel`, `my/folder/duel`: a file with a pack or the folder of one, and a scenario that it declares or
/// inherits. What is called like a pack is that pack, and what is there is no scenario.
pub(super) fn in_place<'a>(packs: &Packs, asked: &'a str) -> Option<(&'a str, &'a str)> {
    let (path, name) = asked.rsplit_once('/')?;
    let is_file = || path.ends_with(".fray") && Path::new(path).is_file();
    let is_folder = || Path::new(path).join("pack.fray").is_file() && !Path::new(asked).exists();
    let is_pack = || packs.folders("rules").iter().any(|pack| pack == path);
    (is_file() || is_folder() && !is_pack()).then_some((path, name))
}

/// Whether a pack has a scenario from one on which it stands.
fn inherits(packs: &Packs, pack: &str, name: &str) -> bool {
    let is_pack = packs.folders("rules").iter().any(|known| known == pack);
    let book = || Read::of(packs, pack).under(&Choices::none()).ok();
    is_pack && book().is_some_and(|book| book.names.find(Sort::Scenario, name).is_some())
}

/// Whether a name is that of a scenario: its board counts, where a pack has the name nobody is there.
pub(super) fn is_board(packs: &Packs, name: &str) -> bool {
    !packs.folders("rules").iter().any(|pack| pack == name) && is_scenario(packs, name)
}

/// The pack whose own text declares a scenario.
fn declaring(packs: &Packs, name: &str) -> Result<String, Diagnostics> {
    let all = packs.folders("rules");
    let having: Vec<&String> = all.iter().filter(|pack| declares(packs, pack, name)).collect();
    match having.as_slice() {
        [pack] => Ok(pack.to_string()),
        [] if all.iter().any(|pack| pack == name) => Err(of_that_pack(packs, name)),
        [] if in_this_folder(packs).is_some_and(|all| holds_scenario(&all, name).is_some()) => {
            let help = format!("`rules` of this folder declares it: say that it counts, `{name} --rules .`");
            let (sort, name) = ("scenario".to_string(), name.to_string());
            Err(CliError::UnknownName { sort, name, help }.alone())
        }
        [] => {
            let near = crate::diag::suggest(name, all.iter().map(String::as_str));
            let known: Vec<String> = all.iter().flat_map(|pack| scenarios_of(packs, pack)).collect();
            match near.filter(|_| crate::diag::suggest(name, known.iter().map(String::as_str)).is_none()) {
                Some(pack) => Err(of_that_pack(packs, pack)),
                None => Err(match all.iter().find_map(|pack| unread_help(packs, pack, "scenario", name)) {
                    Some(help) => CliError::UnknownName { sort: "scenario".into(), name: name.into(), help }.alone(),
                    None => unknown(name, known),
                }),
            }
        }
        several => {
            let choices = several.iter().map(|pack| format!("`{pack}/{name}`")).collect();
            Err(CliError::AmbiguousScenario { name: name.to_string(), choices }.alone())
        }
    }
}

/// A path where a scenario is wanted: of a file that is not there, of a kept game, of a script, of a pack's folder.
fn other_path(packs: &Packs, asked: &str) -> Option<Diagnostics> {
    let unknown =
        |help: String| CliError::UnknownName { sort: "scenario".to_string(), name: asked.to_string(), help }.alone();
    let path = Path::new(asked);
    let file = asked.find(".fray").map(|at| &asked[..at + ".fray".len()]);
    if let Some(file) = file.filter(|file| !Path::new(file).is_file()) {
        return file_arguments::text(Path::new(file)).err();
    }
    if path.is_dir() && !packs.folders("rules").iter().any(|pack| pack == asked) {
        let target = pack_target::only(asked, packs).ok()?;
        let first = first_scenario(&target.files, &target.pack)?;
        let pack = &target.pack;
        return Some(unknown(match packs.folders("rules").contains(pack) {
            true => {
                format!("it is the folder of the pack `{pack}`: name one of its scenarios, such as `{pack}/{first}`")
            }
            false => {
                let folder = asked.trim_end_matches('/');
                format!("it is the folder of a pack: name one of its scenarios, such as `{folder}/{first}`")
            }
        }));
    }
    if !path.is_file() {
        return None;
    }
    let name = super::error::shown(path);
    let is_kept = file_arguments::text(path).is_ok_and(|text| text.starts_with("{\"schema\":\"fray.events/"));
    Some(unknown(match path.extension().and_then(|ending| ending.to_str()) {
        _ if is_kept => format!(
            "it is a game that was kept: `fray replay {name} -o fight.html` shows it, `fray run --from {name}` goes on from it"
        ),
        Some("luau" | "lua") => "it is a script, which a scenario names: `side NAME plays SCRIPT { … }`".to_string(),
        Some("fray") => of_a_packs_file(packs, path)?,
        _ => "it is a file, and no rules: a scenario is named `PACK/SCENARIO` or `FILE.fray/SCENARIO`".to_string(),
    }))
}

/// What to say of a file of a pack: the scenarios that are declared in it, or those of the pack.
fn of_a_packs_file(packs: &Packs, path: &Path) -> Option<String> {
    let known = packs.folders("rules");
    let mut folders = path.parent()?.components().map(|folder| folder.as_os_str().to_string_lossy().into_owned());
    let pack = folders.find(|folder| known.contains(folder))?;
    let (mut sources, mut own) = (Sources::default(), Vec::new());
    let text = file_arguments::text(path).ok()?;
    let id = sources.add(&super::error::shown(path), &text);
    collect(&parse_some(&sources, id, |text| text.contains("scenario")).0.declarations, &mut own);
    let is_its = !own.is_empty();
    let own = if is_its { own } else { scenarios_of(packs, &pack) };
    let names: Vec<&str> = own.iter().map(String::as_str).collect();
    let first = names.first()?;
    let of = if is_its { "it" } else { "that pack" };
    Some(format!(
        "it is a file of the pack `{pack}`: name a scenario of {of}, such as `{pack}/{first}`; {}",
        listed(&names)
    ))
}

/// The packs with those of the folder one is in, if there are any that do not count yet.
fn in_this_folder(packs: &Packs) -> Option<Packs> {
    let here = Disk::at(Path::new("."));
    let known = packs.folders("rules");
    let is_new = here.folders("rules").iter().any(|pack| !known.contains(pack));
    is_new.then(|| packs.clone().under(here))
}

/// The pack that declares a scenario, the first of them.
fn holds_scenario(packs: &Packs, name: &str) -> Option<String> {
    packs.folders("rules").into_iter().find(|pack| declares(packs, pack, name))
}

/// What may be meant by a pack that does not exist: one of the folder one is in, or a scenario.
pub(super) fn meant_by_pack(packs: &Packs, name: &str) -> Option<String> {
    if in_this_folder(packs).is_some_and(|all| all.folders("rules").iter().any(|pack| pack == name)) {
        return Some(format!("`rules/{name}` of this folder is such a pack: say that it counts, `--rules .`"));
    }
    if let Some(bare) = bare_of(packs, name) {
        return Some(format!("a pack is named without folder and ending: `{bare}`"));
    }
    if let Some((pack, _)) =
        name.split_once('/').filter(|(pack, _)| packs.folders("rules").iter().any(|one| one == pack))
    {
        return Some(format!("a pack is named alone here, without a scenario: `{pack}`"));
    }
    if name.ends_with(".fray") {
        return Some(file_arguments::missing(Path::new(name)));
    }
    let of = holds_scenario(packs, name)?;
    Some(format!("`{name}` is a scenario of the pack `{of}`"))
}

/// A pack that was named as a file or with its folder.
fn bare_of(packs: &Packs, name: &str) -> Option<String> {
    let bare = name.trim_end_matches('/').trim_end_matches(".fray").rsplit(['/', '\\']).next()?;
    let is_known = bare != name && packs.folders("rules").iter().any(|pack| pack == bare);
    is_known.then(|| bare.to_string())
}

/// Whether the text of a pack declares a scenario of that name.
fn declares(packs: &Packs, pack: &str, name: &str) -> bool {
    scenarios_in(packs, pack, |text| text.contains(name)).iter().any(|other| other == name)
}

/// The pack whose sheets a sentence begins with.
pub(super) fn pack_of_sentence(packs: &Packs, sentence: &str) -> Option<String> {
    let first = sentence.split_whitespace().next()?.trim_end_matches("'s").trim_end_matches(',');
    let has = |pack: &String| {
        let book = Read::of(packs, pack).under(&Choices::none()).ok();
        book.is_some_and(|book| book.names.find(Sort::Sheet, first).is_some())
    };
    packs.folders("rules").into_iter().find(has)
}

/// The first scenario that the text of a pack declares.
pub(super) fn first_scenario(packs: &Packs, pack: &str) -> Option<String> {
    scenarios_of(packs, pack).into_iter().next()
}

/// The scenarios that the text of a pack declares, in order; broken declarations are left out.
fn scenarios_of(packs: &Packs, pack: &str) -> Vec<String> {
    scenarios_in(packs, pack, |_| true)
}

/// The same of those of its files that are wanted.
fn scenarios_in(packs: &Packs, pack: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    let folder = format!("rules/{pack}");
    for file in packs.tree(&folder).into_iter().filter(|file| file.ends_with(".fray") && !is_test_file(file)) {
        let path = format!("{folder}/{file}");
        let Some(text) = packs.read(&path).and_then(|bytes| decode(&path, bytes).ok()) else { continue };
        // Reading every declaration of every pack would be slow, and few of them are scenarios.
        if !text.contains("scenario") || !is_wanted(&text) {
            continue;
        }
        let mut sources = Sources::default();
        let id = sources.add(&path, &text);
        let parsed = packs.parsed(&path).and_then(|tree| restore(tree, id));
        let file = parsed.unwrap_or_else(|| parse_some(&sources, id, |text| text.contains("scenario")).0);
        collect(&file.declarations, &mut names);
    }
    names
}

fn collect(declarations: &[ast::Declaration], names: &mut Vec<String>) {
    for declaration in declarations {
        match (&declaration.body, &declaration.name) {
            (ast::Body::Scenario(_), Some(name)) if declaration.verb != ast::Verb::Remove => {
                names.push(name.text.clone());
            }
            (ast::Body::When(_, inner), _) => collect(inner, names),
            _ => {}
        }
    }
}

fn unknown(name: &str, known: Vec<String>) -> Diagnostics {
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let otherwise = match names.as_slice() {
        [] => "nothing here declares a scenario".to_string(),
        names => format!("{} (`fray show PACK scenarios` lists those of a pack)", listed(names)),
    };
    // `pack:scenario`, and what is written with a blank, a point or another sign.
    let plain = name.replace([':', '.', ' ', '\\', '#'], "/");
    let last = plain.rsplit('/').next().unwrap_or(&plain);
    let same = names.iter().find(|known| **known == plain || (plain != name && **known == last));
    let help = match same {
        Some(same) => format!("did you mean `{same}`?"),
        None => did_you_mean(name, names.iter().copied(), &otherwise),
    };
    CliError::UnknownName { sort: "scenario".to_string(), name: name.to_string(), help }.alone()
}

/// A pack where a scenario is wanted, or the nearest of either where anything may be named.
pub(super) fn nothing(packs: &Packs, name: &str) -> Diagnostics {
    let names = packs.folders("rules");
    let scenarios = |pack: &String| scenarios_of(packs, pack);
    let all: Vec<String> = names.iter().flat_map(scenarios).collect();
    let known = names.iter().chain(&all).map(String::as_str);
    let otherwise =
        format!("the packs are {}; `fray show PACK scenarios` lists the scenarios of one", names.join(", "));
    let help = did_you_mean(name, known, &otherwise);
    CliError::UnknownName { sort: "pack or scenario".to_string(), name: name.to_string(), help }.alone()
}

/// What to say of a pack or its folder where a scenario is wanted, if it has any.
pub(super) fn without_scenario(packs: &Packs, name: &str) -> Option<Diagnostics> {
    match packs.folders("rules").iter().any(|pack| pack == name) {
        true => first_scenario(packs, name).map(|_| of_that_pack(packs, name)),
        false => other_path(packs, name).filter(|_| Path::new(name).is_dir()),
    }
}

/// What to say of a file of rules with several scenarios where one is wanted.
pub(super) fn one_of_several(packs: &Packs, file: &str) -> Option<Diagnostics> {
    let target = pack_target::only(file, packs).ok().filter(|_| file.ends_with(".fray"))?;
    let own = scenarios_of(&target.files, &target.pack);
    let first = own.first().filter(|_| own.len() > 1)?;
    let named: Vec<&str> = own.iter().map(String::as_str).collect();
    let help = format!("it has several: name one of them, such as `{file}/{first}`; {}", listed(&named));
    let (sort, name) = ("scenario".to_string(), file.to_string());
    Some(CliError::UnknownName { sort, name, help }.alone())
}

/// What to say of a pack where a scenario is wanted.
fn of_that_pack(packs: &Packs, pack: &str) -> Diagnostics {
    let own = scenarios_of(packs, pack);
    let names: Vec<&str> = own.iter().map(String::as_str).collect();
    let help = match names.as_slice() {
        [] => "it is a pack without scenarios".to_string(),
        [first, ..] => format!("it is a pack: name one of its scenarios, such as `{pack}/{first}`; {}", listed(&names)),
    };
    CliError::UnknownName { sort: "scenario".to_string(), name: pack.to_string(), help }.alone()
}
