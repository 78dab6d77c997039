//! Which file a path of the code leads to: through modules, imports and what they pass on.

use super::source::{File, without_comments, without_tests};
use std::collections::{BTreeMap, BTreeSet};

/// Names of modules, and of what stands in them: `["play", "order"]`.
pub type Path = Vec<String>;

/// Imports that lead to imports, followed so far.
const DEEPEST: usize = 8;
/// Words behind which the name of an item stands.
const SORTS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules!"];

/// The files of `src/` by their modules.
pub struct Modules<'f>(BTreeMap<Path, Module<'f>>);

/// A file, with its code without comments, tests and imports, and what it imports: by the name that it has there, `*`
/// for all names.
struct Module<'f> {
    file: &'f File,
    code: String,
    imports: Vec<(String, Path)>,
}

impl<'f> Modules<'f> {
    pub fn new(files: &'f [File]) -> Modules<'f> {
        let module = |file: &'f File| {
            let (code, imports) = split_imports(&without_tests(&without_comments(&file.text)));
            Some((module_of(&file.path)?, Module { file, code, imports }))
        };
        Modules(files.iter().filter_map(module).collect())
    }

    /// Each file, with the others that its code leads to.
    pub fn leads(&self) -> Vec<(&'f File, BTreeSet<&'f str>)> {
        let of = |(own, module): (&Path, &Module<'f>)| {
            let named = named(&module.code);
            let paths = module.imports.iter().map(|(_, path)| path).chain(&named);
            let homes = paths.filter_map(|path| self.home(&self.absolute(path, own, 0)?, 0));
            let others = homes.filter(|home| home.path != module.file.path).map(|home| home.path.as_str());
            (module.file, others.collect())
        };
        self.0.iter().map(of).collect()
    }

    /// A path from the root of the crate, as far as it leads into the crate.
    fn absolute(&self, path: &[String], own: &Path, depth: usize) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([own, rest].concat()),
            "super" => {
                let mut above = own.clone();
                above.pop()?;
                match rest.first().is_some_and(|next| next == "super") {
                    true => self.absolute(rest, &above, depth),
                    false => Some([&above, rest].concat()),
                }
            }
            _ => {
                let child = [own, path].concat();
                if self.0.contains_key(&child[..own.len() + 1]) {
                    return Some(child);
                }
                let (_, imported) = self.0.get(own)?.imports.iter().find(|(name, _)| name == first)?;
                let is_itself = imported.first() == Some(first) || depth == DEEPEST;
                let imported = if is_itself { None } else { self.absolute(imported, own, depth + 1) }?;
                Some([&imported, rest].concat())
            }
        }
    }

    /// The file that declares what a path names.
    fn home(&self, path: &[String], depth: usize) -> Option<&'f File> {
        let mut own: Path = Vec::new();
        for (at, name) in path.iter().enumerate() {
            own.push(name.clone());
            if self.0.contains_key(&own) {
                continue;
            }
            own.pop();
            let module = self.0.get(&own)?;
            if depth == DEEPEST || declares(&module.code, name) {
                return Some(module.file);
            }
            let through = |import: &Path, rest: &[String]| {
                self.home(&[&self.absolute(import, &own, 0)?, rest].concat(), depth + 1)
            };
            if let Some((_, import)) = module.imports.iter().find(|(known, _)| known == name) {
                return through(import, &path[at + 1..]);
            }
            let all = module.imports.iter().filter(|(known, _)| known == "*").map(|(_, import)| import);
            let found = all.filter_map(|import| through(import, &path[at..])).find(|home| declares(&home.text, name));
            return found.or(Some(module.file));
        }
        self.0.get(&own).map(|module| module.file)
    }
}

fn module_of(path: &str) -> Option<Path> {
    let inside = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    let parts = inside.split('/').map(str::to_string);
    Some(parts.filter(|part| part != "mod").collect())
}

fn is_named(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether code declares an item of a name.
fn declares(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].trim_end_matches(' ');
        before.len() < at
            && !code[at + name.len()..].starts_with(is_named)
            && SORTS.iter().any(|sort| before.strip_suffix(sort).is_some_and(|rest| !rest.ends_with(is_named)))
    })
}

/// Code without its imports, and the imports.
fn split_imports(text: &str) -> (String, Vec<(String, Path)>) {
    let (mut code, mut imports, mut lines) = (String::new(), Vec::new(), text.lines());
    while let Some(line) = lines.next() {
        let Some(first) = import_of(line.trim_start()) else {
            code += line;
            code.push('\n');
            continue;
        };
        let mut tree = first.to_string();
        while !tree.contains(';') {
            let Some(line) = lines.next() else { break };
            tree += line.trim();
        }
        branch(tree.split(';').next().unwrap_or(""), &[], &mut imports);
    }
    (code, imports)
}

/// What stands behind the `use` of a line.
fn import_of(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub").unwrap_or(line);
    let line = line.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(line, |(_, rest)| rest);
    line.trim_start().strip_prefix("use ")
}

/// Adds every name that a tree of imports brings in.
fn branch(tree: &str, before: &[String], found: &mut Vec<(String, Path)>) {
    let (head, inside) = match tree.split_once('{') {
        Some((head, inside)) => (head, inside.trim_end().strip_suffix('}')),
        None => (tree, None),
    };
    let (head, called) = head.split_once(" as ").map_or((head, None), |(head, name)| (head, Some(name.trim())));
    let names = head.split("::").map(str::trim).filter(|name| !name.is_empty() && *name != "*");
    let mut path: Path = before.iter().cloned().chain(names.map(str::to_string)).collect();
    match inside {
        Some(inside) => parts(inside).into_iter().for_each(|part| branch(part, &path, found)),
        None => {
            path.pop_if(|last| last == "self" && !before.is_empty());
            let last = if head.trim().ends_with('*') { "*" } else { path.last().map_or("", String::as_str) };
            found.push((called.unwrap_or(last).to_string(), path));
        }
    }
}

/// What stands between the commas that are in no braces.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The paths of more than one name in code.
fn named(code: &str) -> Vec<Path> {
    let mut found = Vec::new();
    let mut end = 0;
    for (at, _) in code.match_indices("::").filter(|(at, _)| *at > 0) {
        let first = code[..at].trim_end_matches(is_named).len();
        if at < end || first == at || code[..first].ends_with([':', '.']) {
            continue;
        }
        let length = code[first..].find(|letter| !is_named(letter) && letter != ':').unwrap_or(code.len() - first);
        end = first + length;
        let names = code[first..end].split("::").filter(|name| !name.is_empty());
        found.push(names.map(str::to_string).collect());
    }
    found
}
