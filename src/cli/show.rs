//! `fray show`: the rulebook, browsable.

use super::args::{ChoiceArgs, ShowArgs};
use super::cards::plain;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::pack_target::playable;
use super::packs::Packs;
use super::screen::Screen;
use super::thing::{self, missing, table, title_line, trimmed};
use super::{behavior, find, option_reading, sheet};
use crate::diag::{Diagnostics, article, did_you_mean};
use crate::eval::describe;
use crate::explain::cites;
use crate::rulebook::{Always, Choices, Head, Rulebook, Sort, load};
use crate::state::{State, View};
use crate::state::{add_figure, add_side, improvised};
use crate::syntax::{ast, parse};
use crate::text::{Files, Span};
use crate::value::{ActionId, KindId, SheetId};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;

/// Sorts that are not browsed: they are parts of others.
const PARTS: [Sort; 4] = [Sort::Item, Sort::Tag, Sort::Turn, Sort::Script];

/// The form of the answer for programs.
const SCHEMA: &str = "fray.show/1";

/// Prints what was asked for.
pub(super) fn show(args: &ShowArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let Some(pack) = &args.pack else {
        screen.say(&all_packs(packs));
        return Ok(Ended::Done);
    };
    let known = packs.folders("rules");
    if let Some(other) = args.kind.as_ref().filter(|other| known.contains(other) && !known.contains(pack)) {
        let message = format!("`{pack}` is no pack");
        let help = format!("the pack comes first: `fray show {other} {pack}`");
        return Err(CliError::Usage { message, help }.alone());
    }
    if let Some(swapped) = without_pack(args, packs) {
        return Err(swapped.alone());
    }
    let book = find::pack(packs, pack, &args.choices)?;
    let words: Vec<&str> = args.kind.iter().chain(&args.name).map(String::as_str).collect();
    if let (true, Some(word)) = (args.json, words.first().filter(|word| behavior::is_meant(word))) {
        let all = behavior::plain(&book).into_iter().map(|(name, about)| json!({ "name": name, "about": about }));
        screen.json(&json!({ "schema": SCHEMA, "sort": word, "list": all.collect::<Vec<_>>() }));
        return Ok(Ended::Done);
    }
    let browser = RuleBrowser { book: &book, width: screen.width };
    let of_other_sort = |errors| browser.of_other_sort(pack, &words).map_or(errors, CliError::alone);
    if args.json {
        screen.json(&browser.json(&words).map_err(of_other_sort)?);
        return Ok(Ended::Done);
    }
    screen.say(&page(&book, &words, screen.width).map_err(of_other_sort)?);
    Ok(Ended::Done)
}

/// Something to show without the pack that it is of, or a scenario with it.
fn without_pack(args: &ShowArgs, packs: &Packs) -> Option<CliError> {
    let asked = args.pack.as_deref().filter(|asked| !find::is_pack(packs, asked))?;
    if let Some((pack, scenario)) = asked.split_once('/').filter(|_| find::is_scenario(packs, asked)) {
        let message = format!("`{asked}` is a scenario");
        return Some(CliError::Usage { message, help: format!("write `fray show {pack} scenario {scenario}`") });
    }
    let words: Vec<&str> = std::iter::once(asked).chain(args.kind.as_deref()).chain(args.name.as_deref()).collect();
    let of = |pack: &String| {
        // `fray show weapon PACK NAME`: the pack stands between.
        let words: Vec<&str> = words.iter().filter(|word| *word != pack).copied().collect();
        let book = find::pack(packs, pack, &ChoiceArgs::default()).ok()?;
        let browser = RuleBrowser { book: &book, width: 80 };
        if let [sort, name @ ..] = words.as_slice()
            && browser.list(sort).is_ok()
            && (name.is_empty() || browser.named(&name.join(" ")).is_some())
        {
            return Some(format!("{pack} {}", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")));
        }
        let (sort, name) = browser.named(&words.join(" "))?;
        Some(format!("{pack} {sort} {}", quoted(&name)))
    };
    let mut known = packs.folders("rules");
    known.sort_by_key(|pack| !words.contains(&pack.as_str()));
    let shown = known.iter().find_map(of)?;
    let message = format!("`{asked}` is no pack");
    Some(CliError::Usage { message, help: format!("the pack comes first: `fray show {shown}`") })
}

fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("'{word}'") } else { word.to_string() }
}

/// A page of the rulebook: all of it, a sort of declaration, one declaration.
pub(super) fn page(book: &Arc<Rulebook>, words: &[&str], width: usize) -> Result<String, Diagnostics> {
    let browser = RuleBrowser { book, width };
    match words {
        [word] if behavior::is_meant(word) => Ok(behavior::listing(book)),
        [word, name, ..] if behavior::is_meant(word) => behavior::page(book, name),
        [] => Ok(browser.overview()),
        [sort] => Ok(browser.listing(&browser.list(sort)?)),
        [sort, name, ..] => browser.one(&browser.list(sort)?, name),
    }
}

fn all_packs(packs: &Packs) -> String {
    let names = playable(packs);
    let column = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        let title = match load(packs, &name, &Choices::none()) {
            (Some(book), _) => book.pack.head.title.to_string(),
            (None, mistakes) => format!("(cannot be loaded, {} wrong: see `fray check {name}`)", mistakes.len()),
        };
        let _ = writeln!(text, "{name:<column$}  {title}");
    }
    text
}

/// What the parts of a source are called.
const SECTIONS: [&str; 6] = ["section", "sections", "chapter", "chapters", "rule", "rules"];

/// What a word on the command line means.
enum DeclList {
    Sort(Sort),
    Kind(KindId),
}

struct RuleBrowser<'a> {
    book: &'a Arc<Rulebook>,
    width: usize,
}

impl RuleBrowser<'_> {
    /// `cards` and `card`, `weapons` and `weapon`.
    fn list(&self, word: &str) -> Result<DeclList, Diagnostics> {
        let kind = self.book.kinds.iter().position(|kind| *kind.head.name == *word || *kind.plural == *word);
        if let Some(at) = kind {
            return Ok(DeclList::Kind(KindId(at as u16)));
        }
        let sorts = || Sort::ALL.into_iter().filter(|sort| !PARTS.contains(sort));
        if let Some(sort) = sorts().find(|sort| sort.words() == word || plural(*sort) == word) {
            return Ok(DeclList::Sort(sort));
        }
        let mut known: Vec<String> = self.book.kinds.iter().map(|kind| kind.plural.to_string()).collect();
        known.extend(sorts().map(plural));
        let otherwise = format!("there are {}", known.join(", "));
        let singular = self.book.kinds.iter().map(|kind| kind.head.name.to_string());
        known.extend(singular.chain(sorts().map(|sort| sort.words().to_string())));
        let help = did_you_mean(word, known.iter().map(String::as_str), &otherwise);
        let help = if SECTIONS.contains(&word) { self.of_sections().unwrap_or(help) } else { help };
        Err(CliError::UnknownName { sort: "sort of declaration".to_string(), name: word.to_string(), help }.alone())
    }

    /// How a section of the source is looked up.
    fn of_sections(&self) -> Option<String> {
        let card = self.book.cards.iter().find(|card| card.modifiers.iter().any(|one| !one.label.cites.is_empty()))?;
        let (pack, name) = (&self.book.pack.head.name, &card.head.name);
        Some(format!(
            "sections stand behind what is declared by them: `fray cards {pack}` shows that of each modifier, \
             `fray show {pack} card {name}` those of one card"
        ))
    }

    /// The declarations of a sort, in order.
    fn heads(&self, sort: Sort) -> Vec<(u16, &Head)> {
        let names = &self.book.names;
        let mut all: Vec<u16> = names.visible(sort).filter_map(|name| names.find(sort, name)).collect();
        all.sort_unstable();
        all.into_iter().map(|at| (at, self.book.head_of(sort, at))).collect()
    }

    fn overview(&self) -> String {
        let pack = &self.book.pack;
        let mut text = format!("{}\n", pack.head.title);
        let chain: Vec<&str> = self.book.chain.iter().rev().map(|name| &**name).collect();
        let _ = writeln!(text, "  pack     {}", chain.join(" extends "));
        for (word, said) in [("source", &pack.source), ("license", &pack.license)] {
            if let Some(said) = said {
                let _ = writeln!(text, "  {word:<8} {said}");
            }
        }
        for note in &pack.notes {
            let _ = writeln!(text, "  note     {note}");
        }
        text.push('\n');
        for (index, kind) in self.book.kinds.iter().enumerate() {
            let _ =
                writeln!(text, "  {:<16}{:>4}", kind.plural, thing::of_kind(self.book, KindId(index as u16)).count());
        }
        for sort in Sort::ALL.into_iter().filter(|sort| !PARTS.contains(sort) && *sort != Sort::Kind) {
            let count = self.heads(sort).len();
            if count > 0 {
                let _ = writeln!(text, "  {:<16}{count:>4}", plural(sort));
            }
        }
        text + &format!("\nfray show {} SORT [NAME] shows them.\n", pack.head.name)
    }

    fn listing(&self, list: &DeclList) -> String {
        match list {
            DeclList::Kind(kind) => thing::all(self.book, *kind, self.width),
            DeclList::Sort(sort) => self.declarations(*sort),
        }
    }

    fn declarations(&self, sort: Sort) -> String {
        let heads = self.heads(sort);
        if heads.is_empty() {
            return format!("`{}` has no {}\n", self.book.pack.head.name, plural(sort));
        }
        let mut table = table(self.width, &["name", "title", "", "section"]);
        for (at, head) in heads {
            let title = if head.title == head.name { "" } else { &head.title };
            table.add_row([&*head.name, title, &self.gist(sort, at), &cites(&head.cites)]);
            if sort == Sort::Option {
                for [word, title, cites] in option_reading::rows(self.book, &self.book.options[usize::from(at)]) {
                    table.add_row([word, title, String::new(), cites]);
                }
            }
        }
        trimmed(&table)
    }

    /// What a declaration says, where that fits a line.
    fn gist(&self, sort: Sort, at: u16) -> String {
        let (book, at) = (self.book, usize::from(at));
        match sort {
            Sort::Option => book.choice_name(book.options[at].chosen).to_string(),
            Sort::Setting => describe(&book.settings[at].expr, book),
            Sort::Value => describe(&book.values[at].expr, book),
            Sort::Function => describe(&book.functions[at].expr, book),
            Sort::Symbols => {
                let words: Vec<&str> = book.sets[at].words.iter().map(|word| &*word.name).collect();
                words.join(", ")
            }
            Sort::Card => format!("{} modifiers", book.cards[at].modifiers.len()),
            _ => String::new(),
        }
    }

    fn one(&self, list: &DeclList, name: &str) -> Result<String, Diagnostics> {
        match list {
            DeclList::Kind(kind) => thing::one(self.book, *kind, name, self.width),
            DeclList::Sort(sort) => self.declaration(*sort, name),
        }
    }

    /// What is asked for as something that it is not.
    fn of_other_sort(&self, pack: &str, words: &[&str]) -> Option<CliError> {
        let [typed, name, ..] = words else { return self.of_no_sort(pack, words) };
        if self.list(typed).is_err() {
            return self.of_no_sort(pack, words);
        }
        let sort = match self.list(typed).ok()? {
            DeclList::Kind(kind) => &*self.book.kinds[kind.index()].head.name,
            DeclList::Sort(sort) => sort.words(),
        };
        let items = self.book.items.iter().filter(|item| *item.head.name == **name);
        let mut kinds = items.map(|item| &*self.book.kinds[item.kind.index()].head.name);
        let is_named = |sort: &Sort| self.heads(*sort).iter().any(|(_, head)| *head.name == **name);
        let mut sorts = Sort::ALL.into_iter().filter(|sort| !PARTS.contains(sort) && is_named(sort));
        let other = kinds.next().or_else(|| sorts.next().map(Sort::words)).filter(|other| *other != sort)?;
        let quoted = if name.contains(' ') { format!("'{name}'") } else { name.to_string() };
        Some(CliError::OtherSort {
            name: name.to_string(),
            other: format!("{} {other}", article(other)),
            sort: format!("{} {sort}", article(sort)),
            help: format!("write `{other}` for `{typed}`: `fray show {pack} {other} {quoted}`"),
        })
    }

    /// What is named without its sort: `Club`, `Big Club`, `club/Big Club`.
    fn of_no_sort(&self, pack: &str, words: &[&str]) -> Option<CliError> {
        let whole = words.join(" ");
        let joined = whole.split_once(['/', ':', '=', '.']).filter(|(sort, _)| self.list(sort).is_ok());
        let name = joined.map_or(whole.as_str(), |(_, name)| name);
        let found = self.named(name);
        if found.is_none() && words.len() > 1 && joined.is_none() {
            let (sort, known) = words.iter().find_map(|word| self.named(word))?;
            return Some(CliError::UnknownName {
                sort: "declaration".to_string(),
                name: whole.clone(),
                help: format!("did you mean `fray show {pack} {sort} {}`?", quoted(&known)),
            });
        }
        let (sort, known) = found?;
        let quoted = if known.contains(' ') { format!("'{known}'") } else { known.clone() };
        Some(CliError::Usage {
            message: match joined {
                Some(_) => format!("`{whole}` is two words: a sort and a name"),
                None => format!("`{whole}` is {} {sort}, and its sort stands before it", article(&sort)),
            },
            help: format!("write `fray show {pack} {sort} {quoted}`"),
        })
    }

    /// What is called so, in whatever case: its sort and its name.
    fn named(&self, name: &str) -> Option<(String, String)> {
        let is_it = |head: &Head| head.name.eq_ignore_ascii_case(name);
        let items = self.book.items.iter().filter(|item| is_it(&item.head));
        let mut things =
            items.map(|item| (self.book.kinds[item.kind.index()].head.name.to_string(), item.head.name.to_string()));
        let sorts = Sort::ALL.into_iter().filter(|sort| !PARTS.contains(sort));
        let mut others = sorts.filter_map(|sort| {
            let (_, head) = self.heads(sort).into_iter().find(|(_, head)| is_it(head))?;
            Some((sort.words().to_string(), head.name.to_string()))
        });
        things.next().or_else(|| others.next())
    }

    fn declaration(&self, sort: Sort, name: &str) -> Result<String, Diagnostics> {
        let found = self.heads(sort).into_iter().find(|(_, head)| *head.name == *name || *head.title == *name);
        let Some((at, head)) = found else {
            let known = self.heads(sort).into_iter().map(|(_, head)| &*head.name).collect();
            return Err(missing(sort.words(), name, known));
        };
        let place = self.book.sources.get(head.span.source);
        let line = self.book.sources.line(head.span);
        let mut text = match sort {
            Sort::Sheet => self.sheet(SheetId(at)),
            Sort::Card => plain(self.book, &self.book.cards[usize::from(at)], self.width),
            _ => format!("{}{}{}", title_line(head), self.written(head.span), self.amendments(sort, head)),
        };
        let _ = writeln!(text, "\n{}:{line}", place.name);
        for always in self.shared(sort, at) {
            let place = self.book.sources.get(always.head.span.source);
            let line = self.book.sources.line(always.head.span);
            let (written, amended) = (self.written(always.head.span), self.amendments(Sort::Every, &always.head));
            let _ = writeln!(text, "\n{written}{amended}\n{}:{line}", place.name);
        }
        Ok(text)
    }

    /// What an action or a check counts as.
    fn shared(&self, sort: Sort, at: u16) -> Vec<&Always> {
        let all = self.book.always.iter();
        match sort {
            Sort::Action => {
                let phases = &self.book.actions[usize::from(at)].phases;
                all.filter(|always| always.is_of(ActionId(at), phases)).collect()
            }
            Sort::Check => {
                let counts_as = &self.book.checks[usize::from(at)].counts_as;
                counts_as.iter().map(|every| &self.book.always[usize::from(*every)]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A declaration in the author's own words.
    fn written(&self, name: Span) -> String {
        let (file, _) = parse(&self.book.sources, name.source);
        let whole = declared_at(&file.declarations, name);
        let text = whole.map_or("", |span| self.book.sources.slice(span));
        format!("{}\n", text.trim_end())
    }

    /// What packs above say anew about a declaration, in their own words, in the order in which it holds.
    fn amendments(&self, sort: Sort, base: &Head) -> String {
        let mut text = String::new();
        for (id, source) in self.book.sources.iter() {
            let mut found = Vec::new();
            let (file, _) = parse(&self.book.sources, id);
            collect(&file.declarations, &mut found);
            for one in found {
                let titled = one.notes.title.as_ref().filter(|_| sort == Sort::Every && one.name.is_none());
                let named = one.names().map(|name| (&*name.text, name.span));
                let mut names = named.chain(titled.map(|title| (&*title.text, title.span)));
                let Some((_, at)) = names.find(|(text, _)| **text == *base.name) else { continue };
                let written = self.book.sources.slice(one.span);
                let keyword = written.trim_start_matches(|c: char| !c.is_alphabetic()).split_whitespace();
                let keyword = keyword.into_iter().find(|word| !["add", "replace", "remove"].contains(word));
                let same = keyword.and_then(Sort::of_keyword) == Some(sort);
                let around = one.span;
                let is_base =
                    around.source == base.span.source && around.start <= base.span.start && base.span.end <= around.end;
                if same && !is_base {
                    let line = self.book.sources.line(at);
                    let _ = write!(text, "\namended by {}:{line}\n{}\n", source.name, written.trim_end());
                }
            }
        }
        text
    }

    /// The same for programs.
    fn json(&self, words: &[&str]) -> Result<serde_json::Value, Diagnostics> {
        let (book, pack) = (self.book, &self.book.pack);
        let entry = |sort: Sort, at: u16, head: &Head| {
            let mut entry = json!({
                "sort": sort.words(), "name": head.name, "title": head.title, "cites": head.cites,
                "gist": self.gist(sort, at), "file": book.sources.get(head.span.source).name,
                "line": book.sources.line(head.span),
            });
            if sort == Sort::Option {
                entry["readings"] = option_reading::list(book, &book.options[usize::from(at)]);
            }
            entry
        };
        let item = |item: &crate::rulebook::Item| {
            let kind = &book.kinds[item.kind.index()];
            let fields = kind.fields.iter().zip(&item.fields);
            let fields =
                fields.map(|(field, value)| (field.head.name.to_string(), book.show_value(value, field.unit).into()));
            json!({
                "kind": kind.head.name, "name": item.head.name, "cites": item.head.cites,
                "fields": fields.collect::<serde_json::Map<String, serde_json::Value>>(),
            })
        };
        let list = words.first().map(|word| self.list(word)).transpose()?;
        let found: Vec<serde_json::Value> = match &list {
            None => Sort::ALL
                .into_iter()
                .filter(|sort| !PARTS.contains(sort))
                .flat_map(|sort| {
                    self.heads(sort).into_iter().map(move |(at, head)| entry(sort, at, head)).collect::<Vec<_>>()
                })
                .collect(),
            Some(DeclList::Kind(kind)) => thing::of_kind(book, *kind).map(item).collect(),
            Some(DeclList::Sort(sort)) => {
                self.heads(*sort).into_iter().map(|(at, head)| entry(*sort, at, head)).collect()
            }
        };
        let named = |value: &serde_json::Value, name: &str| value["name"] == name || value["title"] == name;
        let (found, text) = match (words.get(1), &list) {
            (Some(name), Some(list)) => {
                let text = self.one(list, name)?;
                (found.into_iter().filter(|value| named(value, name)).collect(), Some(text))
            }
            _ => (found, None),
        };
        Ok(json!({
            "schema": SCHEMA, "pack": pack.head.name, "title": pack.head.title, "source": pack.source,
            "license": pack.license, "found": found, "text": text,
        }))
    }

    fn sheet(&self, sheet: SheetId) -> String {
        let head = &self.book.sheets[sheet.index()].head;
        let rules = crate::odds::kit(self.book.clone()).rules(None);
        let mut state = State::default();
        let made = add_side(&rules, &mut state, "side", "side", &[])
            .and_then(|side| add_figure(&rules, &mut state, side, &improvised(self.book, sheet, None), None));
        match made {
            Ok(figure) => title_line(head) + &sheet::full(&View::new(&rules, &state), figure, self.width),
            // A sheet whose tracks cannot be started is shown as it was written.
            Err(_) => title_line(head) + &self.written(head.span),
        }
    }
}

/// All declarations, those under options too.
fn collect<'a>(declarations: &'a [ast::Declaration], found: &mut Vec<&'a ast::Declaration>) {
    for declaration in declarations {
        match &declaration.body {
            ast::Body::When(_, inner) => collect(inner, found),
            _ => found.push(declaration),
        }
    }
}

fn declared_at(declarations: &[ast::Declaration], name: Span) -> Option<Span> {
    declarations.iter().find_map(|declaration| match &declaration.body {
        ast::Body::When(_, inner) => declared_at(inner, name),
        _ => {
            let is_it = declaration.span.start <= name.start && name.end <= declaration.span.end;
            is_it.then_some(declaration.span)
        }
    })
}

fn plural(sort: Sort) -> String {
    let word = sort.words();
    if sort == Sort::Every {
        return word.to_string();
    }
    if word.ends_with('s') { word.to_string() } else { format!("{word}s") }
}
