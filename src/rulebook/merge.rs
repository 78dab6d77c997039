//! The declarations of a chain of packs become one list: added to, replaced, removed, amended, and switched by options.

use super::amend;
use super::bearing::Touched;
use super::dependents;
use super::error::{PlacedError, RulebookError};
use super::hashing::NameHashing;
use super::level::Level;
use super::lost_readings::lost_readings;
use super::merged::{Merged, MergedDecl, ReplacedDecl};
use super::names::Sort;
use super::options::{self, Chosen};
use super::says::{self, DeclKey, Says};
use super::show::{as_written, in_quotes};
use super::strange_keyword::strange_keyword;
use super::titles_taken::{another_name, declared_as_titled, name_for_title, other_of_name, titled_so};
use super::unchanged::unchanged;
use super::unmarked::{self, amendable, amending_verb_meant, as_added, is_new_one, left_out, lost_gains};
use crate::diag::{Diagnostics, did_you_mean};
use crate::syntax::ast::{self, Body, Declaration, Verb};
use crate::text::{Sources, Span, is_wordly};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Merges the packs, the lowest first: everything, or what is wanted, of which nothing is a thing.
pub(super) fn merge<'a>(
    levels: &'a [Level],
    chosen: &Chosen,
    wanted: Option<&Touched>,
    (sources, out): (&Sources, &mut Diagnostics),
) -> Merged<'a> {
    let kinds = kind_words(levels);
    let most = levels.iter().flat_map(Level::declarations).count();
    let mut merger = Merger {
        merged: Merged { list: Vec::with_capacity(most), ..Merged::default() },
        index: HashMap::with_capacity_and_hasher(most, NameHashing::default()),
        kinds,
        chosen,
        wanted,
        sources,
        out,
        level: 0,
        alone: None,
        is_shipped: false,
        gone: BTreeSet::new(),
    };
    for (number, level) in levels.iter().enumerate() {
        merger.level = number;
        merger.is_shipped = level.is_shipped;
        merger.alone = level.extends.is_none().then(|| level.name.clone());
        merger.pack(level, number + 1 == levels.len());
    }
    let Merger { mut merged, index, .. } = merger;
    let mut keep = vec![false; merged.list.len()];
    index.values().for_each(|entry| keep[entry.at] = true);
    let mut keep = keep.into_iter();
    merged.list.retain(|_| keep.next().unwrap_or(false));
    merged
}

/// Every word that declares things, with its kind; a kind in a `when` block counts even if the block is off.
fn kind_words(levels: &[Level]) -> BTreeMap<String, String> {
    fn add(declaration: &Declaration, words: &mut BTreeMap<String, String>) {
        match (&declaration.body, &declaration.name) {
            (Body::Kind(kind), Some(name)) => {
                let plural = kind.plural.as_ref().map_or(format!("{}s", name.text), |plural| plural.text.clone());
                words.insert(plural, name.text.clone());
                words.insert(name.text.clone(), name.text.clone());
            }
            (Body::When(_, inner), _) => inner.iter().for_each(|inner| add(inner, words)),
            _ => {}
        }
    }
    let mut words = BTreeMap::new();
    levels.iter().flat_map(Level::declarations).for_each(|declaration| add(declaration, &mut words));
    words
}

#[derive(Clone, Copy)]
struct FoundDecl {
    at: usize,
    level: usize,
}

struct Merger<'a, 'b> {
    merged: Merged<'a>,
    index: HashMap<DeclKey, FoundDecl, NameHashing>,
    kinds: BTreeMap<String, String>,
    chosen: &'b Chosen,
    /// What is merged, if that is not everything.
    wanted: Option<&'b Touched>,
    sources: &'b Sources,
    out: &'b mut Diagnostics,
    level: usize,
    /// The name of this pack, if it says of none that it stands on it.
    alone: Option<Arc<str>>,
    /// Whether the pack that is merged comes with fray.
    is_shipped: bool,
    /// What this pack removes with all that uses it.
    gone: BTreeSet<DeclKey>,
}

/// Where a declaration stands in its pack.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Top,
    When,
}

impl<'a> Merger<'a, '_> {
    fn pack(&mut self, level: &'a Level, is_top: bool) {
        for declaration in level.declarations() {
            self.merged.packs.entry(declaration.span.source).or_insert_with(|| level.name.clone());
        }
        let (mut later, mut blocks) = (Vec::new(), Vec::new());
        for declaration in level.declarations() {
            match &declaration.body {
                Body::Pack(_) => {}
                Body::Test(_) if !is_top => {}
                Body::When(..) => blocks.push(declaration),
                _ if declaration.verb != Verb::Plain || amend::amends(declaration) => later.push(declaration),
                _ => self.declare(declaration, Depth::Top),
            }
        }
        later.into_iter().for_each(|declaration| self.declare(declaration, Depth::Top));
        blocks.into_iter().for_each(|block| self.block(block, None));
        self.remove_users();
    }

    /// Takes away the things, sheets and scenarios of the packs below that use what was removed `with users`, and those
    /// that use them in turn. What this pack declares or replaces stays.
    fn remove_users(&mut self) {
        let mut gone = std::mem::take(&mut self.gone);
        if gone.is_empty() {
            return;
        }
        let all: BTreeMap<&DeclKey, &FoundDecl> = self.index.iter().collect();
        let places = dependents::Places::of(all.iter().map(|(key, found)| (*key, &self.merged.list[found.at].says)));
        while !gone.is_empty() {
            let below = self.index.iter().filter(|(_, found)| found.level < self.level);
            let users: Vec<DeclKey> = below
                .filter(|(key, found)| {
                    let declared = &self.merged.list[found.at];
                    let mut changes = declared.changes.iter();
                    places.uses(&declared.says, &key.1, &gone)
                        || changes.any(|fields| places.in_lines(&key.1, fields, &gone))
                })
                .map(|(key, _)| key.clone())
                .collect();
            for key in &users {
                self.index.remove(key);
                self.merged.removed.insert(key.2.clone());
            }
            gone = users.into_iter().collect();
        }
    }

    /// A `when` block: what it holds, if its condition does.
    fn block(&mut self, block: &'a Declaration, outer: Option<&str>) {
        let Body::When(condition, inner) = &block.body else { return };
        if options::holds(condition, self.chosen, self.sources, self.out) != Some(true) {
            return;
        }
        let own = self.sources.slice(condition.span).trim().to_string();
        let words = outer.map_or(own.clone(), |outer| format!("{outer} and {own}"));
        self.merged.blocks.push((block.span, words.as_str().into()));
        for declaration in inner {
            match &declaration.body {
                Body::When(..) => self.block(declaration, Some(&words)),
                Body::Pack(_) | Body::Option(_) => {
                    let what = format!("`{}`", declaration.keyword.text);
                    let help = "declare it outside; it is there whatever is chosen";
                    self.report(RulebookError::NotInWhen { what }, declaration.keyword.span, "not here", help);
                }
                _ => self.declare(declaration, Depth::When),
            }
        }
    }

    fn declare(&mut self, declaration: &'a Declaration, depth: Depth) {
        let keyword = &declaration.keyword;
        let sort = match &declaration.body {
            Body::Function(_) => Some(Sort::Function),
            Body::Removed(_) if self.is_function(declaration) => Some(Sort::Function),
            _ => Sort::of_keyword(&keyword.text),
        };
        if !self.is_wanted(declaration, sort) {
            return;
        }
        let kind = self.kinds.get(&keyword.text).cloned();
        match (&declaration.body, sort, kind) {
            (Body::Things(things), _, Some(_)) if things.grid.rows.is_empty() => {
                self.merged.empty.push((keyword, things));
            }
            (Body::Things(things), _, Some(kind)) => {
                for row in &things.grid.rows {
                    self.row(declaration, things, row, &kind, depth);
                }
            }
            (Body::Thing(_) | Body::Removed(..), None, Some(kind)) => self.one(declaration, Sort::Item, kind, depth),
            (Body::Things(_) | Body::Thing(_), ..) | (_, None, _) => self.unknown_keyword(declaration),
            (_, Some(sort), _) => self.one(declaration, sort, String::new(), depth),
        }
    }

    /// Whether a declaration has to do with what is merged.
    fn is_wanted(&self, declaration: &Declaration, sort: Option<Sort>) -> bool {
        let Some(wanted) = self.wanted else { return true };
        let names = sort.and_then(|sort| wanted.get(&sort));
        names.is_some_and(|names| declaration.names().any(|name| names.contains(&name.text)))
    }

    /// Whether `value NAME` means one with parameters.
    fn is_function(&self, declaration: &Declaration) -> bool {
        let named = |sort, name: &str| self.index.contains_key(&(sort, String::new(), name.to_string()));
        Sort::of_keyword(&declaration.keyword.text) == Some(Sort::Value)
            && declaration.names().all(|name| !named(Sort::Value, &name.text) && named(Sort::Function, &name.text))
    }

    fn row(
        &mut self,
        table: &'a Declaration,
        things: &'a ast::ChartDecl,
        row: &'a ast::RowDecl,
        kind: &str,
        depth: Depth,
    ) {
        let Some(name) = amend::row_name(row) else { return };
        let key = (Sort::Item, kind.to_string(), name.text.clone());
        let says = Says::Row(&table.keyword, things, row);
        self.put(key, table.verb, MergedDecl { sort: Sort::Item, name, says, changes: Vec::new() }, depth);
    }

    fn one(&mut self, declaration: &'a Declaration, sort: Sort, kind: String, depth: Depth) {
        let mut name = declaration.name.clone().unwrap_or_else(|| declaration.keyword.clone());
        if let (Sort::Test, Some(title)) = (sort, &declaration.notes.title) {
            name = ast::Name { text: title.text.clone(), span: title.span };
        }
        if let (Body::Every(every), None) = (&declaration.body, &declaration.name) {
            name.text =
                declaration.notes.title.as_ref().map_or_else(|| says::every_name(every), |title| title.text.clone());
        }
        if sort == Sort::Turn {
            name.text = "turn".to_string();
        }
        let key = (sort, kind, name.text.clone());
        let all = std::iter::once(&name).chain(&declaration.others);
        let keys = all.map(|name| ((sort, key.1.clone(), name.text.clone()), name));
        if let Body::Removed(with_users) = &declaration.body {
            for (key, name) in keys {
                self.remove(&key, name, depth);
                if *with_users {
                    self.gone.insert(key);
                }
            }
        } else if amend::is_mixed(declaration) {
            self.mixed(key, declaration, sort, name, depth);
        } else if declaration.verb == Verb::Plain && amend::amends(declaration) {
            keys.for_each(|(key, name)| self.amend(&key, declaration, name, depth));
        } else {
            self.only_one_name(declaration);
            let says = Says::Whole(Cow::Borrowed(declaration));
            self.put(key, declaration.verb, MergedDecl { sort, name, says, changes: Vec::new() }, depth);
        }
    }

    /// A block of which some entries amend and others declare.
    fn mixed(&mut self, key: DeclKey, declaration: &'a Declaration, sort: Sort, name: ast::Name, depth: Depth) {
        let help = "either every entry begins with `add`, `replace` or `remove`, or none does";
        let error = RulebookError::MixedBlock { name: key.2.clone() };
        let new = if self.index.contains_key(&key) { None } else { unmarked::as_declared(declaration, self.sources) };
        match (new, unmarked::first_plain(declaration)) {
            (Some((declared, at, word)), _) => {
                let help = format!("take `{word}` away: no pack below has a {} `{}`", self.words(&key), key.2);
                self.report(error, at, "everything in this block is new", &help);
                let says = Says::Whole(Cow::Owned(declared));
                self.put(key, declaration.verb, MergedDecl { sort, name, says, changes: Vec::new() }, depth);
            }
            (None, Some(at)) => {
                let below = self.index.get(&key).map(|found| &self.merged.list[found.at].says);
                let plain = unmarked::plain_alone(declaration);
                let marked = below.zip(plain).and_then(|(below, new)| unmarked::marked(&new, below, self.sources));
                let help = match marked {
                    Some(lines) => format!("the other entries amend: write `{lines}` for this one"),
                    None => {
                        "the other entries amend: begin this one with `add`, or with `replace` for one that is there"
                            .to_string()
                    }
                };
                self.report(error, at, "this one declares", help);
            }
            (None, None) => self.report(error, name.span, "some of its entries amend, others declare", help),
        }
    }

    /// Only what amends or removes may name several.
    fn only_one_name(&mut self, declaration: &Declaration) {
        let Some(other) = declaration.others.first() else { return };
        let error = RulebookError::SeveralNames { sort: declaration.keyword.text.clone() };
        let help = "a block for several begins every entry with `add`, `replace` or `remove`; else give each its own";
        self.report(error, other.span, "another name", help);
    }

    fn put(&mut self, key: DeclKey, verb: Verb, declared: MergedDecl<'a>, depth: Depth) {
        if key.0 == Sort::Option
            && let Some(found) = self.index.get(&key).filter(|found| found.level < self.level)
            && let MergedDecl { says, name, .. } = &self.merged.list[found.at]
            && let Some(error) = lost_readings((says, name), &declared.says, verb, self.sources)
        {
            return self.out.push(error);
        }
        match (verb, self.index.get(&key).copied()) {
            (Verb::Replace, found) => {
                if let Some(found) = self.below(&key, found, declared.name.span, "replace", depth) {
                    let old = &self.merged.list[found.at].says;
                    self.out.extend(left_out(old, (&declared.says, &declared.name), self.sources));
                    self.out.extend(lost_gains(old, (&declared.says, &declared.name), self.sources));
                    let by = declared.name.span;
                    let under = self.merged.under(by).filter(|_| depth == Depth::When);
                    let first = self.place_of(found);
                    let same =
                        unchanged((old, first), (&declared.says, &declared.name), under.as_deref(), self.sources);
                    self.out.extend(same.filter(|_| !self.is_shipped));
                    let old = std::mem::replace(&mut self.merged.list[found.at], declared);
                    if found.level < self.level && !self.is_shipped {
                        self.merged.replaced.push(ReplacedDecl { old, by });
                    }
                    self.index.insert(key, FoundDecl { at: found.at, level: self.level });
                }
            }
            (_, Some(found)) => self.again(&key, &declared, found),
            (_, None) => {
                self.called_as_titled(&key, &declared);
                self.index.insert(key, FoundDecl { at: self.merged.list.len(), level: self.level });
                self.merged.list.push(declared);
            }
        }
    }

    /// Looks for a name of an author's pack that is the title of something below.
    fn called_as_titled(&mut self, key: &DeclKey, declared: &MergedDecl<'a>) {
        if self.is_shipped || self.level == 0 {
            return;
        }
        let below = self.index.iter().filter(|(_, found)| found.level < self.level);
        let said = below.map(|(key, found)| (key, &self.merged.list[found.at].says));
        let error = titled_so(key, said)
            .and_then(|known| declared_as_titled((key, &self.words(key)), known, &declared.name, self.sources));
        self.out.extend(error);
    }

    fn remove(&mut self, key: &DeclKey, name: &ast::Name, depth: Depth) {
        let found = self.index.get(key).copied();
        if self.below(key, found, name.span, "remove", depth).is_some() {
            self.index.remove(key);
            self.merged.removed.insert(key.2.clone());
        }
    }

    fn amend(&mut self, key: &DeclKey, declaration: &'a Declaration, name: &ast::Name, depth: Depth) {
        let found = self.index.get(key).copied();
        let Some(found) = self.below(key, found, name.span, "amend", depth) else { return };
        if let Body::Thing(fields) = &declaration.body {
            self.merged.list[found.at].changes.push(fields);
            return;
        }
        let Says::Whole(old) = &mut self.merged.list[found.at].says else { return };
        amend::amend(old.to_mut(), declaration, name, (self.sources, self.out));
    }

    /// What a `replace`, `remove` or amendment means: it must be there, and below (or the amendment is switched).
    fn below(
        &mut self,
        key: &DeclKey,
        found: Option<FoundDecl>,
        at: Span,
        verb: &'static str,
        depth: Depth,
    ) -> Option<FoundDecl> {
        let error = RulebookError::NotThere { sort: self.words(key), name: key.2.clone(), verb };
        match found {
            Some(found) if found.level < self.level || depth == Depth::When => Some(found),
            Some(found) => {
                let first = self.place_of(found);
                let help = "write the change where it is declared; only `when` blocks change their own pack";
                let placed = PlacedError::new(error, self.sources, at, "no pack below declares it", help);
                self.out.push(placed.and(self.sources, first, at, "declared in this pack").into());
                None
            }
            None => {
                let beside = self.index.keys().filter(|(sort, kind, _)| *sort == key.0 && *kind == key.1);
                let mut beside: Vec<&str> = beside.map(|key| &*key.2).collect();
                beside.sort_unstable();
                let otherwise = match verb {
                    "amend" => amendable(&self.words(key), &beside),
                    "remove" => crate::diag::listed(&beside),
                    _ => format!("leave out `{verb}` to declare it"),
                };
                let is_changed = |sort: Sort| verb != "amend" || unmarked::is_amendable(sort);
                let mut others = self.index.keys().filter(|(sort, _, name)| *sort != key.0 && *name == key.2);
                // Lists of words and tests bear any name, and nobody means them by that of something else.
                let is_meant = |sort: Sort| !matches!(sort, Sort::Words | Sort::Test) || sort == key.0;
                let same = others.find(|(sort, ..)| is_changed(*sort) && is_meant(*sort));
                let otherwise = match same {
                    Some(other) => {
                        let words = self.words(other);
                        let says = self.index.get(other).map(|found| &self.merged.list[found.at].says);
                        other_of_name((verb, &key.2), &words, says.filter(|_| key.0 == Sort::Check))
                    }
                    None => otherwise,
                };
                let titled =
                    titled_so(key, self.index.iter().map(|(key, found)| (key, &self.merged.list[found.at].says)));
                if let Some(known) = titled {
                    let help = name_for_title(known, verb, &self.words(key));
                    self.report(error, at, "a title", help);
                    return None;
                }
                let otherwise = match &self.alone {
                    Some(pack) => format!(
                        "`{pack}` stands on no other pack: say in its head on which, `pack {pack} \"TITLE\" extends PACK`"
                    ),
                    None => otherwise,
                };
                let help = in_quotes(did_you_mean(&key.2, beside, &otherwise), self.sources, at);
                self.report(error, at, "no pack below declares it", help);
                None
            }
        }
    }

    /// What is declared and is there: of a pack below it was meant as a change, as far as blocks can change it.
    fn again(&mut self, key: &DeclKey, declared: &MergedDecl<'a>, found: FoundDecl) {
        let change = match &declared.says {
            Says::Whole(new) if found.level < self.level => as_added(new),
            _ => None,
        };
        let Some((change, has_plain)) = change else { return self.duplicate(key, declared, found) };
        if let (Says::Whole(new), Says::Whole(old)) = (&declared.says, &self.merged.list[found.at].says)
            && is_new_one(new, old)
        {
            return self.taken(key, declared, found);
        }
        // Of a broken block nobody knows how the lines began that are lost.
        let is_misspelt = matches!(&declared.says, Says::Whole(new) if self.is_verb_misspelt(new));
        if (has_plain || !change.broken) && !is_misspelt {
            self.unmarked(key, declared, found);
        }
        if let Says::Whole(Cow::Borrowed(Declaration { body: Body::Thing(fields), .. })) = &declared.says {
            self.merged.list[found.at].changes.push(fields);
        } else if let Says::Whole(old) = &mut self.merged.list[found.at].says {
            // Its lines are read like others; that they do not fit in has been said.
            amend::amend(old.to_mut(), &change, &declared.name, (self.sources, &mut Vec::new()));
        }
    }

    /// Whether every plain entry of a card begins with nearly one of the verbs that amend: that is told of the word.
    fn is_verb_misspelt(&self, declaration: &Declaration) -> bool {
        let Body::Card(card) = &declaration.body else { return false };
        let mut plain = card.entries.iter().filter(|entry| entry.verb == Verb::Plain).peekable();
        let is_known = |word: &str| self.index.keys().any(|(_, _, name)| name == word);
        plain.peek().is_some()
            && plain.all(|entry| {
                let text = self.sources.slice(entry.span);
                let word = text.split(|c: char| !is_wordly(c)).next().unwrap_or("");
                amending_verb_meant(word).is_some() && !is_known(word)
            })
    }

    /// Lines for a block of a pack below that do not say whether they are new.
    fn unmarked(&mut self, key: &DeclKey, declared: &MergedDecl, found: FoundDecl) {
        let (words, first) = (self.words(key), self.place_of(found));
        let marked = match &declared.says {
            Says::Whole(new) => unmarked::marked(new, &self.merged.list[found.at].says, self.sources),
            Says::Row(..) => None,
        };
        let error = RulebookError::Unmarked { sort: words.clone(), name: key.2.clone() };
        let how = match marked {
            Some(lines) => format!("say what each line does to it: `{lines}`"),
            None => "begin each line with `add`, or with `replace` or `remove` for one that is there".to_string(),
        };
        let help = format!(
            "{how}; `replace {words}{}` \
             would put this in the place of all its lines",
            if key.0 == Sort::Turn { String::new() } else { format!(" {}", as_written(&key.2)) }
        );
        let placed = PlacedError::new(error, self.sources, declared.name.span, "which lines change?", help);
        self.out.push(placed.and(self.sources, first, declared.name.span, "declared here").into());
    }

    /// A name that something else below has, which is not meant.
    fn taken(&mut self, key: &DeclKey, declared: &MergedDecl, found: FoundDecl) {
        let (words, first) = (self.words(key), self.place_of(found));
        let help = another_name(&words, &key.2);
        let error = RulebookError::DuplicateName { sort: words, name: key.2.clone() };
        let placed = PlacedError::new(error, self.sources, declared.name.span, "taken already", help);
        self.out.push(placed.and(self.sources, first, declared.name.span, "declared here").into());
    }

    fn duplicate(&mut self, key: &DeclKey, declared: &MergedDecl, found: FoundDecl) {
        let error = RulebookError::DuplicateName { sort: self.words(key), name: key.2.clone() };
        let (at, first) = (declared.name.span, self.place_of(found));
        let words = self.words(key);
        let help = match found.level < self.level {
            true if key.0 == Sort::Item => format!(
                "a pack below declares it: `{words} {} {{ replace FIELD VALUE }}` changes some of it; with `replace` in \
                 front all of it is said anew, and fields that are left out have their defaults",
                as_written(&key.2)
            ),
            true => {
                format!("a pack below declares it: leave this out, say `replace {words} …`, or choose another name")
            }
            false => "choose another name, or take one of them away".to_string(),
        };
        let placed = PlacedError::new(error, self.sources, at, "declared again", help);
        self.out.push(placed.and(self.sources, first, at, "first declared here").into());
    }

    fn place_of(&self, found: FoundDecl) -> Span {
        self.merged.list[found.at].name.span
    }

    fn words(&self, key: &DeclKey) -> String {
        if key.0 == Sort::Item { key.1.clone() } else { key.0.words().to_string() }
    }

    fn unknown_keyword(&mut self, declaration: &Declaration) {
        let keyword = &declaration.keyword;
        let help = strange_keyword(&keyword.text, &self.kinds, matches!(declaration.body, Body::Things(_)));
        let error = RulebookError::UnknownKeyword { keyword: keyword.text.clone() };
        self.report(error, keyword.span, "neither a keyword nor a kind of this rulebook", help);
    }

    fn report(&mut self, error: RulebookError, at: Span, label: &str, help: impl Into<String>) {
        self.out.push(PlacedError::new(error, self.sources, at, label, help).into());
    }
}
