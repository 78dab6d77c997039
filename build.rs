//! What is built into the binary: the packs without their tests, and the trees of their rules, parsed here.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a build script reads files and prints")]
#![allow(dead_code, unused_imports, reason = "it needs only what leads from a text to its tree")]

#[path = "src/diag/mod.rs"]
mod diag;
#[path = "src/syntax/mod.rs"]
mod syntax;
#[path = "src/text/mod.rs"]
mod text;
#[path = "src/value/mod.rs"]
mod value;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What the tables are called in which the rules of a pack's source text stand, one a row.
const INVENTORY: &str = "/inventory.tsv";

fn main() -> io::Result<()> {
    let root = folder("CARGO_MANIFEST_DIR")?;
    let mut paths = Vec::new();
    for kind in ["rules", "scripts"] {
        println!("cargo:rerun-if-changed={kind}");
        gather(&root, kind, &mut paths)?;
    }
    paths.sort();
    let out = folder("OUT_DIR")?;
    let mut list = String::from("[\n");
    for path in paths.iter().filter(|path| is_built_in(path)) {
        let tree = match store(&root, path, &out)? {
            Some(tree) => format!("Some(include_bytes!({tree:?}))"),
            None => "None".to_string(),
        };
        let text = match path.ends_with(INVENTORY) {
            true => store_rows(&root, path, &out)?,
            false => root.join(path),
        };
        let _ = writeln!(list, "BuiltInFile {{ path: {path:?}, text: include_bytes!({text:?}), tree: {tree} }},");
    }
    list.push_str("]\n");
    fs::write(out.join("packs.rs"), list)
}

fn folder(name: &str) -> io::Result<PathBuf> {
    env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("cargo sets {name}")))
}

/// All files below a folder, by their paths from the root.
fn gather(root: &Path, folder: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => gather(root, &path, paths)?,
            false => paths.push(path),
        }
    }
    Ok(())
}

/// Rules, scripts and what rows there are, but those of tests are not.
fn is_built_in(path: &str) -> bool {
    let in_pack = path.splitn(3, '/').nth(2).unwrap_or("");
    let is_read = [".fray", ".luau", INVENTORY].iter().any(|ending| path.ends_with(ending));
    is_read && !text::is_test_file(in_pack)
}

/// Stores the rows of an inventory by their names and what they say, without examples and what was decided of them: where
/// they are now.
fn store_rows(root: &Path, path: &str, out: &Path) -> io::Result<PathBuf> {
    let text = fs::read_to_string(root.join(path))?;
    let rows = text.lines().filter_map(|row| {
        let mut cells = row.split('\t');
        let (id, _, kind) = (cells.next()?, cells.next()?, cells.next()?);
        Some(format!("{id}\t\t{kind}\t{}\n", cells.next().unwrap_or_default()))
    });
    let place = out.join(path);
    fs::create_dir_all(place.parent().unwrap_or(out))?;
    fs::write(&place, rows.collect::<String>())?;
    Ok(place)
}

/// Stores the tree of a file of rules with which nothing is wrong: where it is now.
fn store(root: &Path, path: &str, out: &Path) -> io::Result<Option<PathBuf>> {
    if !path.ends_with(".fray") {
        return Ok(None);
    }
    let mut sources = text::Sources::default();
    let id = sources.add(path, &fs::read_to_string(root.join(path))?);
    let (file, mistakes) = syntax::parse(&sources, id);
    let Some(tree) = syntax::store(&file).filter(|_| mistakes.is_empty()) else { return Ok(None) };
    let place = out.join(path);
    fs::create_dir_all(place.parent().unwrap_or(out))?;
    fs::write(&place, tree)?;
    Ok(Some(place))
}
