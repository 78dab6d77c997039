//! Scripts judged before they run, with the rules beside them: names, members, arguments, comparisons, what is returned.
//! Only what is certain is said: where the type of something is not plain to see, nothing is.

mod annotation;
mod argument;
mod call;
mod chance;
mod change;
mod compare;
mod endless;
mod entry;
mod example;
mod expression;
mod kept;
mod member;
mod name;
mod nothing;
mod role;
mod script_type;
mod statement;
mod truth;

use crate::diag::crash;
use crate::play::script_rows;
use crate::rulebook::Rulebook;
use crate::script::{ApiOwner, ApiRow, Program, ScriptError, ScriptPlace, ScriptSource, is_luau};
use change::Changes;
use full_moon::node::Node;
use miette::NamedSource;
use role::Role;
use script_type::ScriptType;
use std::collections::{BTreeMap, BTreeSet};

/// Room for trees as deep as Luau allows: they are read, walked and dropped by functions that call themselves.
const STACK: usize = 512 << 20;

/// Every mistake of the scripts that can be seen from their text and the rules, in the order of the scripts. Texts that
/// are no Luau are left to those who compile them.
pub fn judge(book: &Rulebook, program: &Program) -> Vec<ScriptError> {
    judge_some(book, program, |_| true)
}

/// The same of those scripts alone whose files are wanted.
pub fn judge_some(
    book: &Rulebook,
    program: &Program,
    is_wanted: impl Fn(&str) -> bool + Send + Sync,
) -> Vec<ScriptError> {
    std::thread::scope(|scope| {
        let judging = std::thread::Builder::new().stack_size(STACK);
        match judging.spawn_scoped(scope, || judged(book, program, &is_wanted)) {
            Ok(judging) => judging.join().unwrap_or_else(|bug| std::panic::resume_unwind(bug)),
            // Where there is no such room, nothing is said of scripts before they run.
            Err(_) => Vec::new(),
        }
    })
}

fn judged(book: &Rulebook, program: &Program, is_wanted: &dyn Fn(&str) -> bool) -> Vec<ScriptError> {
    let roles = role::roles(book);
    let mut found = Vec::new();
    let wanted = program.scripts().iter().enumerate().filter(|(_, script)| is_wanted(&script.path));
    for (at, script) in wanted {
        // What Luau refuses may be deeper than any stack, and the parser may panic at it.
        let tree = is_luau(script).then(|| crash::guarded(|| full_moon::parse(&script.text)));
        if let Some(Ok(Ok(tree))) = tree {
            let role = roles.get(at).copied().unwrap_or_default();
            let mut judge = Judge {
                book,
                script,
                role,
                changes: Changes::of(&tree),
                entry: None,
                is_refused: false,
                is_deciding: false,
                scopes: Vec::new(),
                certain: BTreeSet::new(),
                surely: None,
                last_owner: None,
                doubtful: BTreeMap::new(),
                found: Vec::new(),
            };
            judge.written_types(&annotation::WrittenTypes::of(&tree));
            judge.whole(tree.nodes());
            found.append(&mut judge.found);
        }
    }
    found
}

/// What scripts can call on one of these.
fn rows_of(owner: ApiOwner) -> impl Iterator<Item = &'static ApiRow> {
    script_rows().filter(move |row| row.owner == owner)
}

/// One script at a time.
struct Judge<'a> {
    book: &'a Rulebook,
    script: &'a ScriptSource,
    role: Role,
    changes: Changes,
    /// Where the function stands that the script returns.
    entry: Option<(usize, usize)>,
    /// Whether what that function is given is not what it says: what is missed because of it needs no error of its own.
    is_refused: bool,
    /// Whether what stands here is returned by a controller.
    is_deciding: bool,
    /// What the local names are, the innermost block last.
    scopes: Vec<BTreeMap<String, ScriptType>>,
    /// Local names of what is never nil.
    certain: BTreeSet<String>,
    /// The chain judged last, if what it comes to is never nil.
    surely: Option<(usize, usize)>,
    /// What the last link of that chain was asked of.
    last_owner: Option<ApiOwner>,
    /// Local names of what may be nil and is not looked at, each with what it was made of.
    doubtful: BTreeMap<String, String>,
    found: Vec<ScriptError>,
}

/// The bytes of a node, its comments and blanks left out.
fn range(node: &impl Node) -> (usize, usize) {
    node.range().map_or((0, 0), |(start, end)| (start.bytes(), end.bytes()))
}

impl<'a> Judge<'a> {
    fn place(&self, (start, end): (usize, usize), label: &str, help: impl Into<String>) -> Box<ScriptPlace> {
        let text = &self.script.text;
        let start = text.floor_char_boundary(start.min(text.len()));
        let end = text.ceil_char_boundary(end.clamp(start, text.len()));
        let source = NamedSource::new(&*self.script.path, text.clone().into());
        let (label, help) = (label.to_string(), help.into());
        Box::new(ScriptPlace { source, at: (start, end - start).into(), label, help, trace: Vec::new() })
    }

    /// Something that is there and used in the wrong way.
    fn misused(&mut self, at: (usize, usize), message: impl Into<String>, label: &str, help: impl Into<String>) {
        let place = self.place(at, label, help);
        self.found.push(ScriptError::Misused { message: message.into(), place });
    }

    fn unknown_name(&mut self, at: (usize, usize), sort: &str, name: &str, help: String) {
        let place = self.place(at, "not declared in this rulebook", help);
        self.found.push(ScriptError::UnknownName { sort: sort.to_string(), name: name.to_string(), place });
    }

    fn slice(&self, (start, end): (usize, usize)) -> &'a str {
        self.script.text.get(start..end).unwrap_or("")
    }

    /// What a local name is; none if nobody declared it.
    fn local(&self, name: &str) -> Option<&ScriptType> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Whether a name is neither a local one nor one that every script has.
    fn is_undeclared(&self, name: &str) -> bool {
        self.local(name).is_none() && crate::script::unknown_global(name).is_some()
    }

    /// The name of a local of a sort, the outermost one: what the script itself is given.
    fn local_of(&self, is: impl Fn(&ScriptType) -> bool) -> Option<&str> {
        let mut all = self.scopes.iter().flatten();
        all.find(|(_, sort)| is(sort)).map(|(name, _)| name.as_str())
    }

    /// All local names that hold something like this, the outermost first.
    fn locals_of(&self, is: impl Fn(&ScriptType) -> bool) -> Vec<&str> {
        let all = self.scopes.iter().flatten().filter(|(_, sort)| is(sort));
        all.map(|(name, _)| name.as_str()).collect()
    }

    /// A local name that holds something of a sort, unless it is assigned something else later.
    fn define(&mut self, name: &str, sort: ScriptType) {
        let sort = if self.changes.is_assigned(name) { ScriptType::Unknown } else { sort };
        self.define_as(name, sort);
    }

    /// A local name whose type is written beside it.
    fn define_as(&mut self, name: &str, sort: ScriptType) {
        self.certain.remove(name);
        self.doubtful.remove(name);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), sort);
        }
    }
}
