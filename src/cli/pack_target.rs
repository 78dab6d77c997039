//! What `check` and `test` are pointed at: a pack by name, a folder of packs, a pack's folder, a single file.

#![allow(clippy::disallowed_methods, reason = "the entrance reads files")]

use super::elsewhere::FoldersElsewhere;
use super::error::{CliError, shown};
use super::file_arguments;
use super::files::Disk;
use super::packs::Packs;
use crate::diag::{Diagnostic, Diagnostics, did_you_mean, suggest};
use crate::syntax::{ast, parse};
use crate::text::{Files, OverlayFiles, Sources};
use std::path::Path;

/// One pack to look at, and the files it is found in.
pub(super) struct PackTarget {
    /// Its name.
    pub pack: String,
    /// Everything it may stand on, itself on top.
    pub files: Packs,
}

impl PackTarget {
    /// Its files that were not read: what they say does not hold, and nobody would notice.
    pub(super) fn unread(&self) -> Diagnostics {
        let folders = [format!("rules/{}", self.pack), format!("scripts/{}", self.pack)];
        let error = |(path, why): (String, String)| -> Diagnostic {
            let help = "make it a text file of the pack, or take it away".to_string();
            Box::new(CliError::Unreadable { path, why, help })
        };
        folders.iter().flat_map(|folder| self.files.unread(folder)).map(error).collect()
    }
}

/// What the arguments name; every pack there is if there are none.
pub(super) fn targets(paths: &[String], packs: &Packs) -> Result<Vec<PackTarget>, Diagnostics> {
    let mut targets = Vec::new();
    if paths.is_empty() {
        targets.extend(all_in(playable(packs), packs));
    }
    for path in paths {
        targets.extend(named(path, packs)?);
    }
    Ok(targets)
}

/// The one pack that an argument names.
pub(super) fn only(path: &str, packs: &Packs) -> Result<PackTarget, Diagnostics> {
    let mut found = named(path, packs)?;
    match (found.pop(), found.is_empty()) {
        (Some(target), true) => match target.unread() {
            unread if unread.is_empty() => Ok(target),
            unread => Err(unread),
        },
        _ => {
            let help = "name one pack, its folder, or one file".to_string();
            Err(CliError::UnknownPath { path: path.to_string(), help }.alone())
        }
    }
}

fn named(path: &str, packs: &Packs) -> Result<Vec<PackTarget>, Diagnostics> {
    let known = packs.folders("rules");
    // A name of a pack means that pack, even where a folder happens to be called like it.
    if known.iter().any(|pack| pack == path) {
        return Ok(all_in(vec![path.to_string()], packs));
    }
    let place = Path::new(path);
    if place.is_file() {
        return Ok(vec![file(place, packs)?]);
    }
    if place.is_dir() {
        return folder(place, packs);
    }
    let beside = format!("rules/{path}");
    let help = match Path::new(&beside).is_dir() {
        true => format!("did you mean `{beside}`? With `--rules .` the packs of this folder count everywhere"),
        false => {
            let otherwise = format!("the packs are {}; a path must exist", known.join(", "));
            let there = beside_names(place);
            let (pack, rest) = path.split_once('/').unwrap_or((path, ""));
            let ended = format!("{path}.fray");
            match suggest(path, there.iter().map(String::as_str)) {
                _ if there.contains(&ended) => format!("did you mean `{ended}`?"),
                _ if path.contains('*') => "no file here is called so: name the files, or their folder".to_string(),
                _ if let Some(meant) = packs.hint(path).filter(|_| rest.is_empty()) => {
                    format!("{meant}; a whole pack is looked at, or one file")
                }
                _ if !rest.is_empty() && known.iter().any(|known| known == pack) => {
                    format!("`{pack}` is the pack: a whole pack is looked at, `{pack}` alone")
                }
                Some(near) => format!("did you mean `{near}`?"),
                None if let Some(near) = nearest_path(place) => format!("did you mean `{near}`?"),
                None => did_you_mean(path, known.iter().map(String::as_str), &otherwise),
            }
        }
    };
    Err(CliError::UnknownPath { path: path.to_string(), help }.alone())
}

/// The path that is there if a slip in each of its parts is mended.
fn nearest_path(place: &Path) -> Option<String> {
    let mut found = std::path::PathBuf::new();
    for part in place {
        let next = found.join(part);
        found = match next.exists() {
            true => next,
            false => {
                let there = beside_names(&next);
                std::path::PathBuf::from(suggest(&shown(&next), there.iter().map(String::as_str))?)
            }
        };
    }
    Some(shown(&found))
}

/// The files and folders that stand where a path leads that does not exist, and the packs of the folder one is in.
fn beside_names(place: &Path) -> Vec<String> {
    let folder = place.parent().filter(|parent| !parent.as_os_str().is_empty());
    let in_folder = |folder: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| shown(&entry.path())).take(MOST_BESIDE).collect();
        names.sort();
        names
    };
    let mut names = match folder {
        Some(folder) => in_folder(folder),
        None => in_folder(Path::new(".")).iter().map(|name| name.trim_start_matches("./").to_string()).collect(),
    };
    // A pack that is named alone stands in `rules`; then it is the path that is meant.
    let bare = place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let packs = in_folder(Path::new("rules"));
    let near = suggest(&bare, packs.iter().filter_map(|name| name.strip_prefix("rules/")));
    if let (Some(near), None) = (near, folder) {
        return vec![format!("rules/{near}")];
    }
    if names.iter().any(|name| *name == format!("{}.fray", place.display())) {
        names.retain(|name| *name == format!("{}.fray", place.display()));
    }
    names
}

/// So many names are looked at.
const MOST_BESIDE: usize = 1_000;

/// The folders of rules that hold any.
pub(super) fn playable(files: &dyn Files) -> Vec<String> {
    let holds_rules = |pack: &String| files.tree(&format!("rules/{pack}")).iter().any(|name| name.ends_with(".fray"));
    files.folders("rules").into_iter().filter(holds_rules).collect()
}

fn all_in(packs: Vec<String>, files: &Packs) -> Vec<PackTarget> {
    packs.into_iter().map(|pack| PackTarget { pack, files: files.clone() }).collect()
}

/// A pack's folder, the folder `rules`, or the folder that holds it.
fn folder(path: &Path, packs: &Packs) -> Result<Vec<PackTarget>, Diagnostics> {
    let unreadable = |why: std::io::Error| {
        let help = "name a folder that can be read".to_string();
        CliError::Unreadable { path: shown(path), why: why.to_string(), help }.alone()
    };
    let full = path.canonicalize().map_err(unreadable)?;
    let around = pack_around(&full).unwrap_or(&full);
    let own = rule_files(around);
    if !own.is_empty() {
        return Ok(vec![pack_folder(path, around, &own, packs)?]);
    }
    let root = match full.file_name().is_some_and(|name| name == "rules") {
        true => full.parent().unwrap_or(&full),
        false => &full,
    };
    let disk = Disk::at(root);
    let found = playable(&disk);
    if found.is_empty() {
        let help = "name a folder with `.fray` files, or one that holds `rules/<pack>/`".to_string();
        return Err(CliError::NoRules { path: shown(path), is_there: true, help }.alone());
    }
    Ok(all_in(found, &packs.clone().under(disk.clone())))
}

/// A folder of `.fray` files: in its place under `rules/` it keeps its scripts, elsewhere it is a pack without any.
fn pack_folder(path: &Path, full: &Path, own: &[String], packs: &Packs) -> Result<PackTarget, Diagnostics> {
    let name = full.file_name().map_or_else(|| "pack".to_string(), |name| name.to_string_lossy().into_owned());
    let rules = full.parent().filter(|parent| parent.file_name().is_some_and(|name| name == "rules"));
    if let Some(root) = rules.and_then(Path::parent) {
        return Ok(PackTarget { pack: name, files: packs.clone().under(Disk::at(root)) });
    }
    let around = full.parent().unwrap_or(full);
    let disk = Disk::at(around).within(&name);
    let text = |file: &String| disk.read(&format!("{name}/{file}")).and_then(|bytes| String::from_utf8(bytes).ok());
    let pack = own.iter().filter_map(text).find_map(|text| declared(&text)).unwrap_or_else(|| name.clone());
    let placed = FoldersElsewhere::default().with(format!("rules/{pack}"), disk, &name);
    let files = packs.clone().under(with_scripts(placed, Some(path), &pack));
    Ok(PackTarget { files, pack })
}

/// The files of rules in the folder of a pack, and in those inside it; none if none stands in the folder itself.
fn rule_files(folder: &Path) -> Vec<String> {
    let is_rules = |name: &String| name.ends_with(".fray");
    let (Some(root), Some(name)) = (folder.parent(), folder.file_name().and_then(|name| name.to_str())) else {
        return Vec::new();
    };
    let disk = Disk::at(root).within(name);
    if !disk.list(name).iter().any(is_rules) {
        return Vec::new();
    }
    disk.tree(name).into_iter().filter(is_rules).collect()
}

/// The folder of the pack that a folder lies in or is. A pack may have a folder `rules` inside: the outermost folder
/// below one of that name is it which holds a file of rules itself, else the innermost.
fn pack_around(folder: &Path) -> Option<&Path> {
    let is_below = |folder: &&Path| folder.parent().and_then(Path::file_name).is_some_and(|name| name == "rules");
    let below = || folder.ancestors().filter(is_below);
    below().filter(|folder| !rule_files(folder).is_empty()).last().or_else(|| below().next())
}

/// A single file: a pack of its own if it says so, else the pack whose folder it lies in.
fn file(path: &Path, packs: &Packs) -> Result<PackTarget, Diagnostics> {
    if path.extension().is_some_and(|ending| ending == "luau" || ending == "lua") {
        let full = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        return of_script(&full, packs).ok_or_else(|| {
            let message = format!("`{}` is a script, and of no pack", shown(path));
            let help = "a script is looked at with its pack: it lies in `scripts/PACK/` beside `rules/PACK/`, and \
                        `fray check PACK --rules .` reads both";
            CliError::Usage { message, help: help.to_string() }.alone()
        });
    }
    of_file(path, &file_arguments::text(path)?, packs)
}

/// The pack of a script: the folder of `scripts/` that it lies in.
pub(super) fn of_script(path: &Path, packs: &Packs) -> Option<PackTarget> {
    let is_below = |folder: &&Path| folder.parent().and_then(Path::file_name).is_some_and(|name| name == "scripts");
    let folder = path.ancestors().skip(1).filter(is_below).last()?;
    let root = folder.parent()?.parent()?;
    let pack = folder.file_name()?.to_str()?.to_string();
    Some(PackTarget { pack, files: packs.clone().under(Disk::at(root)) })
}

/// The pack of a file of rules that says this: a pack of its own if it says so, else the pack whose folder it lies in.
pub(super) fn of_file(path: &Path, text: &str, packs: &Packs) -> Result<PackTarget, Diagnostics> {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let said = declared(text);
    if let Some(folder) = full.parent().and_then(pack_around) {
        let own = rule_files(folder);
        let is_called = |name: &String| folder.file_name().is_some_and(|folder| folder.to_str() == Some(name));
        if !own.is_empty() || said.as_ref().is_none_or(is_called) {
            return pack_folder(folder, folder, &own, packs);
        }
    }
    let stem = path.file_stem().map_or_else(|| "pack".to_string(), |stem| stem.to_string_lossy().into_owned());
    let pack = said.unwrap_or(stem);
    // What was named here is meant as rules, whatever it is called.
    let placed = OverlayFiles::default().with(&format!("rules/{pack}/pack.fray"), &shown(path), text);
    let files = packs.clone().under(placed).under(with_scripts(FoldersElsewhere::default(), path.parent(), &pack));
    Ok(PackTarget { pack, files })
}

/// With the scripts of a pack that stand beside its rules: `scripts/<pack>/` in the same folder.
fn with_scripts(placed: FoldersElsewhere, folder: Option<&Path>, pack: &str) -> FoldersElsewhere {
    let here = Path::new(".");
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(here);
    let scripts = format!("scripts/{pack}");
    match folder.join(&scripts).is_dir() {
        true => placed.with(scripts.clone(), Disk::at(folder), &scripts),
        false => placed,
    }
}

/// The name in the `pack` line of a text.
fn declared(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let id = sources.add("pack", text);
    let (file, _) = parse(&sources, id);
    let head = file.declarations.iter().find(|declaration| matches!(declaration.body, ast::Body::Pack(_)))?;
    Some(head.name.as_ref()?.text.clone())
}
