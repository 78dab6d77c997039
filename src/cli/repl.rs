//! `fray repl`, and `fray` alone: the prompt, with the pages and files of the command line lent to it.

#![allow(clippy::disallowed_methods, reason = "the entrance asks clock, environment and terminal")]

use super::args::{ChoiceArgs, ReplArgs};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::packs::Packs;
use super::recall::Recall;
use super::screen::Screen;
use super::shelf::Shelf;
use super::write::{append, write_whole};
use super::{cards, draw, file_arguments, find, pack_target, sheet, show};
use crate::diag::Diagnostics;
use crate::repl::{Frontend, Opened, Replaced, Session};
use crate::rulebook::{LOWEST_PACK, Rulebook};
use crate::state::View;
use crate::text::Files;
use crate::value::{FigureId, MapId};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Opens the prompt. With lines from a pipe, the answer is no if one of them was wrong.
pub(super) fn repl(args: &ReplArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let mut session = session(args.game.as_deref().unwrap_or(LOWEST_PACK), args.seed, packs, screen.width)?;
    if args.details {
        session.tell_details();
    }
    for with in &args.choices.with {
        let answer = session.enter(&format!("with {with}"));
        if !answer.is_good() {
            return Err(answer.diagnostics);
        }
    }
    screen.flush();
    let mut recall = Recall::of(data_folder().map(|folder| folder.join("history.txt")));
    let typed = recall.lines();
    match crate::repl::run(session, typed, |line| recall.add(line)) {
        Ok(true) => Ok(Ended::Done),
        Ok(false) => Ok(Ended::No),
        // Whoever closed the pipe has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Ended::Done),
        Err(error) => Err(CliError::Unanswered { why: error.to_string() }.alone()),
    }
}

/// A session of a pack or scenario, its dice beginning by the clock if nobody says where.
pub(super) fn session(game: &str, seed: Option<u64>, packs: &Packs, width: usize) -> Result<Session, Diagnostics> {
    let desk = Tabletop { packs: packs.clone(), shelf: Shelf::of(data_folder().map(|folder| folder.join("fights"))) };
    let opened = desk.open(game)?;
    Session::new(Box::new(desk), opened, seed.unwrap_or_else(by_the_clock), width)
}

fn by_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs().wrapping_mul(1_000_000_007) ^ u64::from(since.subsec_nanos())) % 1_000_000
}

/// The folder of fray where the user keeps such things.
fn data_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = named("XDG_DATA_HOME").or_else(|| named("APPDATA"));
    let data = data.or_else(|| Some(named("HOME")?.join(".local").join("share")))?;
    Some(data.join("fray"))
}

/// What the command line lends to the prompt.
pub struct Tabletop {
    /// The packs.
    pub packs: Packs,
    /// Where fights are kept safe.
    pub shelf: Shelf,
}

impl Frontend for Tabletop {
    fn open(&self, name: &str) -> Result<Opened, Diagnostics> {
        let opened = |pack: &str, scenario: Option<String>| Opened {
            files: Rc::new(self.packs.clone()),
            pack: pack.to_string(),
            scenario,
        };
        if self.packs.folders("rules").iter().any(|pack| pack == name) {
            return Ok(opened(name, None));
        }
        if Path::new(name).exists() {
            let target = pack_target::only(name, &self.packs)?;
            return Ok(Opened { files: Rc::new(target.files), pack: target.pack, scenario: None });
        }
        if let Some((path, scenario)) = find::in_place(&self.packs, name) {
            let target = pack_target::only(path, &self.packs)?;
            find::scenario(&self.packs, name, &ChoiceArgs::default())?;
            let scenario = Some(scenario.to_string());
            return Ok(Opened { files: Rc::new(target.files), pack: target.pack, scenario });
        }
        if !name.contains('/') && !find::is_scenario(&self.packs, name) {
            return Err(find::nothing(&self.packs, name));
        }
        let found = find::scenario(&self.packs, name, &ChoiceArgs::default())?;
        let book = &found.kit.book;
        let scenario = book.scenarios[found.scenario.index()].head.name.to_string();
        Ok(opened(&book.pack.head.name, Some(scenario)))
    }

    fn show(&self, book: &Arc<Rulebook>, words: &[&str], width: usize) -> Result<String, Diagnostics> {
        show::page(book, words, width)
    }

    fn cards(&self, book: &Arc<Rulebook>, name: Option<&str>, width: usize) -> Result<String, Diagnostics> {
        match name {
            Some(name) => show::page(book, &["card", name], width),
            None => {
                let all: Vec<String> =
                    crate::explain::shown(book).map(|card| cards::plain(book, card, width)).collect();
                Ok(if all.is_empty() { "there are no cards\n".to_string() } else { all.join("\n") })
            }
        }
    }

    fn sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        sheet::glance(view, figure, width)
    }

    fn full_sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        sheet::full(view, figure, width)
    }

    fn held_sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        sheet::held(view, figure, width)
    }

    fn brief(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        sheet::short(view, figure, width)
    }

    fn fate(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        sheet::fate(view, figure, width)
    }

    fn map(&self, view: &View<'_>, map: MapId, width: usize) -> String {
        draw::map(view.rules, view.state, &view.rules.book.maps[map.index()], width)
    }

    fn read(&self, name: &str) -> Result<String, Diagnostics> {
        let text = file_arguments::saved(Path::new(name))?;
        // The page of a replay holds what it was made of.
        Ok(crate::draw::log_in(&text).map(str::to_string).unwrap_or(text))
    }

    fn has(&self, name: &str) -> bool {
        Path::new(name).exists()
    }

    fn write(&self, name: &str, text: &str, replaced: Replaced) -> Result<(), Diagnostics> {
        let force = "name another file, or replace it: a `!` behind the command, as in `save! FILE`";
        write_whole(Path::new(name), text.as_bytes(), replaced, force).map_err(CliError::alone)
    }

    fn append(&self, name: &str, text: &str) -> Result<(), Diagnostics> {
        append(Path::new(name), text.as_bytes()).map_err(CliError::alone)
    }

    fn keep_safe(&self, text: &str) -> Result<String, Diagnostics> {
        self.shelf.keep(text).map_err(CliError::alone)
    }

    fn let_go(&self) {
        self.shelf.let_go();
    }

    fn left_behind(&self) -> Option<String> {
        self.shelf.left().map(|path| path.display().to_string())
    }

    fn forget(&self, name: &str) {
        self.shelf.forget(Path::new(name));
    }
}
