//! Packs from files: the chain of packs, their declarations parsed, their scripts' texts.

use super::bearing::Bearing;
use super::blame::{is_intended, titles_of_second, unheard};
use super::elsewhere::MeantBelow;
use super::error::{PlacedError, RulebookError, follows, is_error};
use super::level::{Level, LevelFile, entries_of, scenarios};
use super::merge;
use super::merged::MergedDecl;
use super::options::{self, Choices};
use super::resolver::Resolver;
use super::same_readings::same_readings;
use super::says::Says;
use super::stray::{known_packs, strays};
use super::unread::{UnreadFile, unread};
use super::{Rulebook, Script, Sort, findings};
use crate::diag::{Diagnostics, did_you_mean};
use crate::syntax::ast::Lost;
use crate::syntax::{self, ast};
use crate::text::{Files, SourceId, Sources, Span, is_test_file};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The pack below all others.
pub const LOWEST_PACK: &str = "std";
/// How many packs may stand on one another.
const MOST_PACKS: usize = 32;
/// How many declarations one rulebook may have of each sort: ids are 16 bits wide.
pub(super) const MOST_DECLARED: usize = 60_000;

/// Loads a pack for play, without its test files, under a choice of options: everything that is wrong with it is
/// reported at once, and if anything is, there is no rulebook.
pub fn load(files: &dyn Files, pack: &str, choices: &Choices) -> (Option<Arc<Rulebook>>, Diagnostics) {
    PackText::rules(files, pack).load(choices)
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Everything wrong with a pack under its own choice of options, or under any single other reading of one of them.
pub fn check_all(files: &dyn Files, pack: &str) -> Diagnostics {
    let mut text = PackText::read(files, pack);
    let wrong = text.readings().iter().map(|choices| text.resolve(choices).1).collect();
    text.wrong(wrong)
}

/// All errors under every reading, and those of the rules without their tests; and if there are none, what looks wrong
/// under any reading. The rulebook is that of the rules without their tests, under the pack's own options.
pub fn examine(files: &dyn Files, pack: &str) -> (Option<Arc<Rulebook>>, Diagnostics) {
    let (books, diagnostics) = examine_by(files, pack, |readings, look| readings.iter().map(look).collect());
    (books.map(|books| books.alone), diagnostics)
}

/// The rulebooks of a pack that was examined, under its own options.
pub(crate) struct ExaminedBooks {
    /// That of the rules without their tests.
    pub alone: Arc<Rulebook>,
    /// The same with the tests.
    pub with_tests: Option<Arc<Rulebook>>,
}

/// What was seen under one reading.
pub(crate) struct SeenReading {
    used: Vec<findings::Use>,
    found: Vec<findings::OpenFinding>,
    wrong: Diagnostics,
}

/// The same, where somebody else says how all readings are looked at. The rulebooks of the readings are many, so each is
/// let go when it was looked at.
pub(crate) fn examine_by(
    files: &dyn Files,
    pack: &str,
    all: impl FnOnce(&[Choices], &(dyn Fn(&Choices) -> SeenReading + Sync)) -> Vec<SeenReading>,
) -> (Option<ExaminedBooks>, Diagnostics) {
    let mut text = PackText::read(files, pack);
    let readings = Bearing::of(&text.levels, &text.sources).on_what_is_new(text.readings());
    let words = findings::script_words(&text.sources, &text.scripts);
    let look = |choices: &Choices| {
        let (book, wrong) = text.resolve(choices);
        let seen = |book: Arc<Rulebook>| (findings::used(&book), findings::found(&book, &words));
        let (used, found) = book.map(seen).unwrap_or_default();
        SeenReading { used, found, wrong }
    };
    let each = all(&readings, &look);
    let (mut used, mut found, mut wrong, mut seen) = (BTreeSet::new(), Vec::new(), Vec::new(), BTreeSet::new());
    for one in each {
        used.extend(one.used);
        found.extend(one.found.into_iter().filter(|one| seen.insert(identity(&*one.diagnostic))));
        wrong.push(one.wrong);
    }
    found.extend(same_readings(&text.levels, &text.sources, &words));
    let mut diagnostics = text.wrong(wrong);
    if diagnostics.iter().any(|one| is_error(&**one)) {
        return (None, diagnostics);
    }
    let (alone, lacking) = load(files, pack, &Choices::none());
    let Some(alone) = alone else { return (None, lacking) };
    found.retain(|one| one.unless_used.as_ref().is_none_or(|which| !used.contains(which)));
    found.retain(|one| !is_intended(&text.sources, &one.diagnostic));
    diagnostics.extend(found.into_iter().map(|one| one.diagnostic));
    // Where no file holds only tests they are the same.
    let has_tests = text.levels.iter().any(Level::has_test_files);
    let with_tests = if has_tests { text.resolve(&Choices::none()).0 } else { Some(alone.clone()) };
    (Some(ExaminedBooks { alone, with_tests }), diagnostics)
}

/// The packs of one chain, read and parsed: what every choice of options starts from.
pub struct PackText {
    pub(super) sources: Sources,
    pub(super) levels: Vec<Level>,
    pub(super) scripts: Vec<Script>,
    /// Files of the pack that would be scripts if they lay where scripts lie and ended so.
    pub(super) strays: Vec<String>,
    /// Files of rules that are not read, for they end otherwise.
    pub(super) unread: Vec<UnreadFile>,
    pub(super) diagnostics: Diagnostics,
    pub(super) is_broken: bool,
    /// What could not be read.
    pub(super) lost: Lost,
    /// The texts with which nothing is wrong in themselves: their trees can be used again.
    pub(super) sound: BTreeSet<SourceId>,
    /// The pack on which it was probably meant to stand.
    pub(super) meant_below: Option<MeantBelow>,
}

impl PackText {
    /// Reads and parses a pack and all below it, tests and all.
    pub fn read(files: &dyn Files, pack: &str) -> PackText {
        let mut text = PackText::with(Loader::new(files, |_| true), pack);
        text.try_proposals();
        text.join_names();
        text.keep_conditions();
        text.declare_values();
        text.place_ragged();
        text
    }

    /// The same where the pack was read before: texts that have not changed are not parsed again.
    pub(crate) fn again(files: &dyn Files, pack: &str, before: Option<&PackText>) -> PackText {
        PackText::with(Loader { before, ..Loader::new(files, |_| true) }, pack)
    }

    /// The tree of a text that is the same as it was under this number.
    fn tree_of(&self, id: SourceId, name: &str, text: &str) -> Option<Arc<ast::File>> {
        let known = self.sound.contains(&id).then(|| self.sources.get(id))?;
        let is_same = *known.name == *name && *known.text == *text;
        is_same.then(|| self.levels.iter().find_map(|level| level.tree(id))).flatten()
    }

    /// The same without the files of tests: what play needs, and nothing that it does not.
    pub fn rules(files: &dyn Files, pack: &str) -> PackText {
        let mut text = PackText::with(Loader::new(files, |name| !is_test_file(name)), pack);
        text.try_proposals();
        text.join_names();
        text.keep_conditions();
        text.declare_values();
        text.place_ragged();
        text
    }

    fn with(mut loader: Loader<'_>, pack: &str) -> PackText {
        loader.chain(pack);
        let scripts = loader.scripts();
        let (strays, unread) = (strays(loader.files, pack), unread(loader.files, pack));
        let meant_below = MeantBelow::of(loader.files, &loader.levels);
        let Loader { sources, levels, diagnostics, lost, sound, .. } = loader;
        let is_broken = diagnostics.iter().any(|one| is_error(&**one));
        PackText { sources, levels, scripts, strays, unread, diagnostics, is_broken, lost, sound, meant_below }
    }

    /// The rulebook under a choice of options, if nothing is wrong with it. What is wrong with the texts themselves is
    /// said the first time.
    pub fn load(&mut self, choices: &Choices) -> (Option<Arc<Rulebook>>, Diagnostics) {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let (book, mut more) = self.resolve(choices);
        // A block that amends several says its mistakes in each.
        let mut seen = BTreeSet::new();
        more.retain(|one| seen.insert(identity(&**one)));
        diagnostics.append(&mut more);
        (book.filter(|_| !self.is_broken), diagnostics)
    }

    /// The same of texts with which nothing is wrong in themselves.
    pub fn under(&self, choices: &Choices) -> (Option<Arc<Rulebook>>, Diagnostics) {
        let (book, diagnostics) = self.resolve(choices);
        (book.filter(|_| !self.is_broken), diagnostics)
    }

    /// The options that a scenario chooses, as far as that can be told of its text alone.
    pub(crate) fn choices_of(&self, scenario: &str, choices: &Choices) -> Choices {
        let mut written = Vec::new();
        let declarations = || self.levels.iter().flat_map(Level::declarations);
        declarations().for_each(|one| scenarios(one, scenario, &mut written));
        let (mut sources, mut aside) = (self.sources.clone(), Vec::new());
        let chosen = options::choose(&self.levels, choices, &mut sources, &mut aside);
        let merged;
        let entries = match written.as_slice() {
            // It holds whatever is chosen.
            [only] if declarations().any(|one| std::ptr::eq(one, *only)) => entries_of(only),
            _ => {
                merged = merge::merge(&self.levels, &chosen, None, (&sources, &mut aside));
                let is_asked = |one: &&MergedDecl<'_>| one.sort == Sort::Scenario && one.name.text == scenario;
                match merged.list.iter().find(is_asked).map(|one| &one.says) {
                    Some(Says::Whole(declaration)) => entries_of(declaration),
                    _ => &[],
                }
            }
        };
        let with = entries.iter().filter_map(|entry| match &entry.node {
            ast::ScenarioEntry::With(option, reading) => Some((option, reading.as_ref().map(|word| &*word.text))),
            _ => None,
        });
        let known = with.filter(|(option, reading)| {
            chosen.get(&option.text).is_some_and(|known| known.takes(reading.unwrap_or("on")))
        });
        known.fold(Choices::none(), |all, (option, reading)| all.with(&option.text, reading))
    }

    fn resolve(&self, choices: &Choices) -> (Option<Arc<Rulebook>>, Diagnostics) {
        match self.as_far_as(choices) {
            Some((book, is_whole, diagnostics)) => (is_whole.then(|| Arc::new(book)), diagnostics),
            None => (None, Vec::new()),
        }
    }

    /// The rulebook under a choice of options as far as it goes: every name has its place, and what is broken is blank.
    /// Whether nothing is, and what is wrong, is told beside it; there is no book where it is not known on what the pack
    /// stands.
    pub(crate) fn as_far_as(&self, choices: &Choices) -> Option<(Rulebook, bool, Diagnostics)> {
        let (mut sources, mut diagnostics) = (self.sources.clone(), Vec::new());
        // Without its head a pack stands on nothing, and every name would be missed.
        if self.levels.is_empty() || self.lost.pack {
            return None;
        }
        let chosen = options::choose(&self.levels, choices, &mut sources, &mut diagnostics);
        let merged = merge::merge(&self.levels, &chosen, None, (&sources, &mut diagnostics));
        let names = self.levels.iter().map(|level| level.name.clone()).collect();
        let resolver = Resolver::new(&sources, &merged, names, self.scripts.clone(), diagnostics);
        let resolver = Resolver { strays: &self.strays, ..resolver };
        let (book, mut diagnostics) = resolver.resolve(&self.levels, &chosen);
        let is_whole = !diagnostics.iter().any(|one| is_error(&**one));
        let mut lost = self.lost.clone();
        lost.words.extend(titles_of_second(&self.levels, &sources, &diagnostics));
        lost.words.extend(unheard(&self.levels, &sources, &diagnostics));
        diagnostics.retain(|one| !follows(&**one, &lost));
        let diagnostics = self.with_causes(&sources, diagnostics);
        Some((Rulebook { sources: sources.into(), ..book }, is_whole, diagnostics))
    }

    /// What is wrong with the texts themselves; it is said once.
    pub(crate) fn mistakes(&mut self) -> Diagnostics {
        std::mem::take(&mut self.diagnostics)
    }

    /// The texts that were read.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Everything declared in them, the lowest pack first.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = &ast::Declaration> {
        self.levels.iter().flat_map(Level::declarations)
    }

    /// The pack's own choices, then every other reading of each option alone.
    pub fn readings(&self) -> Vec<Choices> {
        options::every_reading(&self.levels)
    }

    /// Whether something of these names, or a script, has to do with each of these options: with what asks for it, or
    /// what may follow from that. Told by names alone: rather too often than once too seldom.
    pub(crate) fn is_met(&self, options: &[&str], met: &BTreeSet<Arc<str>>) -> Vec<bool> {
        let words = findings::script_words(&self.sources, &self.scripts);
        let met: BTreeSet<&str> = met.iter().map(|name| &**name).chain(words.iter().copied()).collect();
        let bearing = self.bearing();
        options.iter().map(|option| words.contains(option) || bearing.is_met(option, &met)).collect()
    }

    /// Which options can bear on what.
    pub(super) fn bearing(&self) -> Bearing<'_> {
        Bearing::of(&self.levels, &self.sources)
    }

    /// What is wrong with the texts, and what was found wrong under each reading, said once.
    fn wrong(&mut self, each: Vec<Diagnostics>) -> Diagnostics {
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let mut seen = BTreeSet::new();
        diagnostics.extend(each.into_iter().flatten().filter(|one| seen.insert(identity(&**one))));
        diagnostics
    }
}

/// By what a diagnostic is known when it comes again under another reading.
fn identity(diagnostic: &dyn miette::Diagnostic) -> (String, Option<String>, Option<usize>) {
    let label = diagnostic.labels().and_then(|mut labels| labels.next());
    let source = diagnostic.source_code().zip(label.as_ref()).and_then(|(source, label)| {
        let contents = source.read_span(label.inner(), 0, 0).ok()?;
        contents.name().map(str::to_string)
    });
    (diagnostic.to_string(), source, label.map(|label| label.offset()))
}

struct Loader<'a> {
    files: &'a dyn Files,
    /// Which files of rules are read.
    wanted: fn(&str) -> bool,
    sources: Sources,
    /// The lowest pack first.
    levels: Vec<Level>,
    diagnostics: Diagnostics,
    lost: Lost,
    sound: BTreeSet<SourceId>,
    /// The pack as it was read before.
    before: Option<&'a PackText>,
}

impl<'a> Loader<'a> {
    fn new(files: &'a dyn Files, wanted: fn(&str) -> bool) -> Loader<'a> {
        Loader {
            files,
            wanted,
            sources: Sources::default(),
            levels: Vec::new(),
            diagnostics: Vec::new(),
            lost: Lost::default(),
            sound: BTreeSet::new(),
            before: None,
        }
    }

    /// Reads the pack and all below it.
    fn chain(&mut self, pack: &str) {
        let asked = self.sources.add("pack", pack);
        let mut at = Span { source: asked, start: 0, end: pack.len() as u32 };
        let mut next = pack.to_string();
        loop {
            if let Some(above) = self.levels.iter().position(|level| *level.name == *next) {
                let mut path: Vec<&str> = self.levels[above..].iter().map(|level| &*level.name).collect();
                path.push(&next);
                let error = RulebookError::PackCycle { name: next.clone(), path: path.join(" -> ") };
                self.report(error, at, "this leads back to where it began", "let the lowest of them extend `std`");
                break;
            }
            if self.levels.len() == MOST_PACKS {
                let error = RulebookError::TooLarge { what: "the chain of packs".to_string() };
                self.report(error, at, "one pack too many", format!("at most {MOST_PACKS} packs stand on one another"));
                break;
            }
            let Some(level) = self.level(&next, at) else {
                self.lost.pack = true;
                break;
            };
            let below = level.extends.clone();
            let is_lowest = *level.name == *LOWEST_PACK;
            self.levels.push(level);
            match below {
                Some(name) => (next, at) = (name.text, name.span),
                None if is_lowest => break,
                None => next = LOWEST_PACK.to_string(),
            }
        }
        self.levels.reverse();
    }

    /// Reads one pack's folder; none if there is no such pack.
    fn level(&mut self, pack: &str, at: Span) -> Option<Level> {
        let folder = format!("rules/{pack}");
        let is_safe = !pack.is_empty() && !pack.contains(['/', '\\']) && !pack.starts_with('.');
        let names = if is_safe { self.files.tree(&folder) } else { Vec::new() };
        // What the tests of a pack below declare is theirs: only the pack that was asked for has its tests.
        let is_wanted = |name: &String| (self.wanted)(name) && (self.levels.is_empty() || !is_test_file(name));
        let mut names: Vec<String> =
            names.into_iter().filter(|name| name.ends_with(".fray") && is_wanted(name)).collect();
        // The rules before their tests, and by their own names: a chapter that is put into another folder stays where
        // it was among the others.
        names.sort_by(|a, b| (is_test_file(a), file_name(a), a).cmp(&(is_test_file(b), file_name(b), b)));
        if names.is_empty() {
            // Only the pack of the core may be absent: then it says nothing.
            if pack == LOWEST_PACK {
                return Some(Level::empty(LOWEST_PACK));
            }
            let packs = self.files.folders("rules");
            let meant = self.files.hint(pack);
            let help =
                meant.unwrap_or_else(|| did_you_mean(pack, packs.iter().map(|name| &**name), &known_packs(&packs)));
            self.report(
                RulebookError::UnknownPack { name: pack.to_string() },
                at,
                "no folder of rules has this name",
                help,
            );
            return None;
        }
        let path = |name: &String| format!("{folder}/{name}");
        let is_shipped = names.iter().all(|name| self.files.parsed(&path(name)).is_some());
        let read = names.iter().filter_map(|name| {
            let (source, tree) = self.file(&path(name))?;
            Some(LevelFile { source, tree, is_test: is_test_file(name) })
        });
        let level = Level::new(pack, read.collect(), is_shipped);
        self.check_head(&level, &folder, at);
        Some(level)
    }

    fn file(&mut self, path: &str) -> Option<(SourceId, Arc<ast::File>)> {
        let bytes = self.files.read(path)?;
        let shown = self.files.shown(path);
        let text = match syntax::decode(&shown, bytes) {
            Ok(text) => text,
            Err(diagnostic) => {
                self.diagnostics.push(diagnostic);
                return None;
            }
        };
        let id = self.sources.add(&shown, &text);
        if let Some(file) = self.files.parsed(path).and_then(|tree| syntax::restore(tree, id)) {
            return Some((id, Arc::new(file)));
        }
        if let Some(tree) = self.before.and_then(|before| before.tree_of(id, &shown, &text)) {
            self.sound.insert(id);
            return Some((id, tree));
        }
        let (file, mut diagnostics) = syntax::parse(&self.sources, id);
        if diagnostics.is_empty() {
            self.sound.insert(id);
        }
        self.diagnostics.append(&mut diagnostics);
        self.lost.join(&file.lost);
        Some((id, Arc::new(file)))
    }

    /// There is one `pack` declaration, and it names the folder.
    fn check_head(&mut self, level: &Level, folder: &str, asked: Span) {
        let heads: Vec<&ast::Declaration> = level.heads().collect();
        let Some(first) = heads.first() else {
            if self.lost.pack {
                return;
            }
            // What it starts from is not known, nor are the names of that.
            self.lost.pack = true;
            let at = level.first_place().unwrap_or(asked);
            // A pack may be a single file.
            let file = self.sources.get(at.source).name.to_string();
            let is_file = level.first_place().is_some() && !file.contains(&format!("{folder}/"));
            let (what, label, begin) = match is_file {
                true => (format!("file `{file}`"), "no `pack` line stands before this", "begin it"),
                false => (format!("folder `{folder}`"), "no file here has a `pack` line", "begin one of its files"),
            };
            let help = format!(
                "{begin} with `pack {0} \"Title\" {{ }}`, or with `pack {0} \"Title\" extends OTHER` where it starts from \
                 another",
                level.name
            );
            self.report(RulebookError::NoPack { what }, at, label, help);
            return;
        };
        for second in &heads[1..] {
            let error = RulebookError::DuplicateName { sort: "pack".to_string(), name: level.name.to_string() };
            let at = second.keyword.span;
            let placed =
                PlacedError::new(error, &self.sources, at, "a second `pack` line", "a folder is one pack: keep one");
            let placed = placed.and(&self.sources, first.keyword.span, at, "the first one");
            self.diagnostics.push(placed.into());
        }
        if let Some(name) = first.name.as_ref().filter(|name| name.text != *level.name) {
            let error = RulebookError::NoPack { what: format!("folder `{folder}`") };
            let help = format!("write `pack {}`, or rename the folder to `{}`", level.name, name.text);
            self.report(error, name.span, &format!("the folder is called `{}`", level.name), help);
        }
    }

    /// The scripts of the whole chain, by name; a higher pack hides a lower one's.
    fn scripts(&mut self) -> Vec<Script> {
        let mut all: BTreeMap<String, SourceId> = BTreeMap::new();
        let packs: Vec<Arc<str>> = self.levels.iter().map(|level| level.name.clone()).collect();
        for (at, pack) in packs.iter().enumerate() {
            all.extend(self.scripts_of(pack, at + 1 == packs.len()));
        }
        all.into_iter().map(|(name, source)| Script { name: name.into(), source }).collect()
    }

    /// The scripts of one pack: each is called as its file is, in whatever folder of the pack that lies.
    fn scripts_of(&mut self, pack: &str, is_asked: bool) -> BTreeMap<String, SourceId> {
        let mut found: BTreeMap<String, SourceId> = BTreeMap::new();
        let folder = format!("scripts/{pack}");
        for file in self.files.tree(&folder) {
            let Some(name) = file_name(&file).strip_suffix(".luau") else { continue };
            if is_test_file(&file) && !(is_asked && (self.wanted)(&file)) {
                continue;
            }
            let path = format!("{folder}/{file}");
            let Some(bytes) = self.files.read(&path) else { continue };
            let shown = self.files.shown(&path);
            match syntax::decode(&shown, bytes) {
                Ok(text) => {
                    let source = self.sources.add(&shown, &text);
                    if let Some(first) = found.insert(name.to_string(), source) {
                        self.report_second(pack, name, first, source);
                    }
                }
                Err(diagnostic) => self.diagnostics.push(diagnostic),
            }
        }
        found
    }

    /// Two scripts of one pack have one name.
    fn report_second(&mut self, pack: &str, name: &str, first: SourceId, second: SourceId) {
        let error = RulebookError::DuplicateScript { pack: pack.to_string(), name: name.to_string() };
        let first_line = |source: SourceId| {
            let line = self.sources.get(source).text.lines().next().unwrap_or("");
            Span { source, start: 0, end: line.len() as u32 }
        };
        let (first, second) = (first_line(first), first_line(second));
        let help = "a script is called as its file is, in whatever folder it lies: rename one of them";
        let placed = PlacedError::new(error, &self.sources, second, "the second of this name", help);
        let placed = placed.and(&self.sources, first, second, "the first one");
        self.diagnostics.push(placed.into());
    }

    fn report(&mut self, error: RulebookError, at: Span, label: &str, help: impl Into<String>) {
        self.diagnostics.push(PlacedError::new(error, &self.sources, at, label, help).into());
    }
}
