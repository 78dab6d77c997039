//! What could stand at a place: by what stands before it, by the type of that, and in sentences by what was said.

use super::Analysis;
use super::lexeme::{TokenSort, lexemes};
use crate::query::{Directory, fitting};
use crate::rulebook::{FUNCTIONS, OwnerDecl, Rulebook, Scope, Sort, Type, as_written, resolve_expr};
use crate::syntax::{BlockEntries, VERBS, block_entries, keywords, parse_expr};
use crate::text::{SourceId, is_wordly};
use std::ops::Range;

/// Something that could stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// What is shown, and typed.
    pub label: String,
    /// What it is.
    pub sort: String,
    /// What is said of it.
    pub detail: String,
    /// The bytes that it takes the place of.
    pub at: Range<usize>,
}

/// Words behind which names of certain sorts stand.
const BEHIND: &[(&str, &[Sort])] = &[
    ("cards", &[Sort::Card]),
    ("reads", &[Sort::Fact]),
    ("takes", &[Sort::Fact]),
    ("gains", &[Sort::Condition]),
    ("gain", &[Sort::Condition]),
    ("lose", &[Sort::Condition]),
    ("forbids", &[Sort::Action]),
    ("with", &[Sort::Option, Sort::Fact]),
    ("when", &[Sort::Option, Sort::Fact]),
    ("check", &[Sort::Check]),
    ("script", &[Sort::Script]),
    ("map", &[Sort::Map]),
    ("scenario", &[Sort::Scenario]),
    ("phase", &[Sort::Phase]),
    ("counts", &[Sort::Every]),
    ("card", &[Sort::Card]),
    ("figure", &[Sort::Sheet]),
    ("from", &[Sort::Sheet]),
    ("place", &[Sort::Sheet]),
    ("do", &[Sort::Deed]),
    ("order", &[Sort::Action]),
    ("by", &[Sort::Symbols, Sort::Fact]),
];

/// Behind these a sentence stands.
const SENTENCES: &[&str] = &["ask", "order", "legal", "refused"];

impl Analysis {
    /// What could stand at a place of a text.
    pub(crate) fn completions(&self, source: SourceId, at: usize) -> Vec<Completion> {
        let held = self.sources().get(source);
        let text = &held.text[..held.text.floor_char_boundary(at.min(held.text.len()))];
        let mut found = match held.name.ends_with(".luau") {
            true => self.said_in_script(text),
            false => self.in_rules(text),
        };
        found.sort_by(|one, other| (&one.label, &one.sort).cmp(&(&other.label, &other.sort)));
        found.dedup_by(|one, other| one.label == other.label);
        found
    }

    fn in_rules(&self, text: &str) -> Vec<Completion> {
        let pieces = lexemes(text);
        if let Some(last) = pieces.last().filter(|last| last.end == text.len()) {
            match last.sort {
                TokenSort::Comment | TokenSort::Cite | TokenSort::Number => return Vec::new(),
                TokenSort::Text if !is_closed(&text[last.start..]) => return self.in_text(text, last.start, &pieces),
                _ => {}
            }
        }
        let start =
            text.len() - text.chars().rev().take_while(|letter| is_wordly(*letter)).map(char::len_utf8).sum::<usize>();
        let at = start..text.len();
        let before = text[..start].trim_end_matches(' ');
        if let Some(owner) = before.strip_suffix('.').filter(|owner| !owner.ends_with('.')) {
            return self.members(owner, at);
        }
        let word = last_word(before);
        match word {
            "is" | "not" if word == "is" || last_word(before.trim_end_matches("not").trim_end()) == "is" => {
                let subject = before.trim_end_matches("not").trim_end().trim_end_matches("is").trim_end();
                return self.could_be(subject, at);
            }
            "has" | "no" => return self.declared(&[Sort::Item], &at),
            "expect" => {
                let words = crate::syntax::EXPECTATIONS.iter().map(|word| keyword(word, &at));
                return words.chain(self.anything(&at)).collect();
            }
            "extends" => return self.declared_packs(&at),
            "as" if last_word(before.trim_end_matches("as").trim_end()) == "counts" => {
                return self.declared(&[Sort::Every], &at);
            }
            _ => {}
        }
        if let Some((subject, "=" | "!=")) = before.rsplit_once(' ')
            && let Some(Type::Symbol(_) | Type::Thing(_)) =
                self.type_before(subject).as_ref().map(|found| found.bare().clone())
        {
            return self.could_be(subject, at);
        }
        if is_entry_start(before) {
            return self.entry_words(text, &at);
        }
        // A list of names goes on behind a comma.
        let head = last_word(
            before
                .rsplit_once(['\n', ';', '{'])
                .map_or(before, |(_, line)| line)
                .trim_start()
                .split(' ')
                .next()
                .unwrap_or(""),
        );
        let behind = BEHIND.iter().find(|(behind, _)| *behind == word || before.ends_with(',') && *behind == head);
        match behind {
            Some((_, sorts)) => self.declared(sorts, &at).into_iter().chain(self.callable(&at)).collect(),
            None => self.anything(&at),
        }
    }

    /// Within a text in quotes: a sentence of a test, a fact in braces, or a name that needs quotes.
    fn in_text(&self, text: &str, quote: usize, pieces: &[super::lexeme::Lexeme]) -> Vec<Completion> {
        let inside = &text[quote + 1..];
        let before = pieces.len().checked_sub(2).map_or("", |at| &text[pieces[at].start..pieces[at].end]);
        if SENTENCES.contains(&before) {
            return self.in_sentence(inside, quote + 1);
        }
        let start =
            text.len() - text.chars().rev().take_while(|letter| is_wordly(*letter)).map(char::len_utf8).sum::<usize>();
        if text[..start].ends_with('{') {
            return self.declared(&[Sort::Fact], &(start..text.len()));
        }
        Vec::new()
    }

    fn in_sentence(&self, said: &str, from: usize) -> Vec<Completion> {
        let Some(book) = &self.good else { return Vec::new() };
        let cast = Directory::of_sheets(book);
        let last = said.rfind([' ', ',']).map_or(0, |at| at + 1);
        let mut start = last;
        // A name may be of several words.
        for _ in 0..4 {
            let typed = said[start..].to_lowercase();
            let mut names = fitting(book, &cast, None, &said[..start]);
            names.retain(|name| name.to_lowercase().starts_with(&typed));
            if !names.is_empty() {
                let at = from + start..from + said.len();
                let each = names.into_iter().map(|label| {
                    let detail = self.by_name(&label).map(|named| super::Entity::of(&self.book, named));
                    let sort = detail.map_or_else(String::new, |entity| words_of(&entity));
                    Completion { label, sort, detail: String::new(), at: at.clone() }
                });
                return each.collect();
            }
            match said[..start].trim_end().rfind([' ', ',']) {
                Some(found) => start = found + 1,
                None if start > 0 => start = 0,
                None => break,
            }
        }
        Vec::new()
    }

    /// The properties of what stands before a point.
    fn members(&self, owner: &str, at: Range<usize>) -> Vec<Completion> {
        let book = self.known();
        let Some(found) = self.type_before(owner) else { return self.every_property(&at) };
        let found = match found.bare() {
            Type::List(inner) => inner.bare().clone(),
            other => other.clone(),
        };
        let built_in = FUNCTIONS.iter().filter(|row| row.property);
        let mut all: Vec<Completion> = match &found {
            Type::Figure => self.properties(OwnerDecl::Figure, &at),
            Type::Side => self.properties(OwnerDecl::Side, &at),
            Type::Thing(kind) => book.kinds.get(kind.index()).map_or_else(Vec::new, |kind| {
                let field = |field: &crate::rulebook::Field| one(&field.head.name, "field", &field.head.title, &at);
                kind.fields.iter().map(field).collect()
            }),
            _ => Vec::new(),
        };
        all.extend(built_in.map(|row| one(row.name, "property", row.sentence, &at)));
        all
    }

    fn properties(&self, owner: OwnerDecl, at: &Range<usize>) -> Vec<Completion> {
        let names = self.known().property_names(owner);
        let sorts = [Sort::Attribute, Sort::Note, Sort::Track, Sort::Value, Sort::State, Sort::Slot];
        names.iter().map(|name| self.named(name, &sorts, at)).collect()
    }

    pub(super) fn every_property(&self, at: &Range<usize>) -> Vec<Completion> {
        let fields = self.known().kinds.iter().flat_map(|kind| &kind.fields);
        let fields = fields.map(|field| one(&field.head.name, "field", &field.head.title, at));
        [OwnerDecl::Figure, OwnerDecl::Side]
            .into_iter()
            .flat_map(|owner| self.properties(owner, at))
            .chain(fields)
            .collect()
    }

    /// What something can be: behind `is`.
    fn could_be(&self, subject: &str, at: Range<usize>) -> Vec<Completion> {
        let book = self.known();
        let word = |set: crate::value::SetId| {
            let set = &book.sets[set.index()];
            set.words.iter().map(|word| one(&word.name, &set.head.name, &word.title, &at)).collect::<Vec<_>>()
        };
        let found = self.type_before(subject).map(|found| found.bare().clone());
        match found {
            Some(Type::Symbol(set)) => word(set),
            Some(Type::Thing(kind)) => {
                let items = book.items.iter().filter(|item| item.kind == kind);
                items.map(|item| one(&as_written(&item.head.name), "thing", &item.head.title, &at)).collect()
            }
            _ => {
                let states = book.states.iter().flat_map(|state| word(state.set));
                self.declared(&[Sort::Condition], &at)
                    .into_iter()
                    .chain(states)
                    .chain([keyword("not", &at), keyword("none", &at)])
                    .collect()
            }
        }
    }

    /// The type of the last operand of a text.
    fn type_before(&self, text: &str) -> Option<Type> {
        let book = self.good.as_deref()?;
        let is_part = |letter: &char| is_wordly(*letter) || *letter == '.';
        let length: usize = text.chars().rev().take_while(is_part).map(char::len_utf8).sum();
        let operand = text[text.len() - length..].trim_matches('.');
        let mut sources = book.sources.clone();
        let id = sources.add("place", operand);
        let expr = parse_expr(&sources, id).ok()?;
        let mut scope = Scope::new(&sources);
        for subject in [crate::rulebook::BareSubject::Nobody, crate::rulebook::BareSubject::Figure] {
            scope = scope.of(subject);
            if let Ok((_, found)) = resolve_expr(book, &expr, &scope) {
                return Some(found);
            }
        }
        None
    }

    /// Words that begin declarations, or entries of the block around a place.
    fn entry_words(&self, text: &str, at: &Range<usize>) -> Vec<Completion> {
        let book = self.known();
        let heads = heads_around(text);
        let word = heads.last().map_or("", |head| head.split(' ').find(|word| !VERBS.contains(word)).unwrap_or(""));
        if let Some(kind) = book.kinds.iter().find(|kind| *kind.head.name == *word) {
            return kind.fields.iter().map(|field| one(&field.head.name, "field", &field.head.title, at)).collect();
        }
        match block_entries(&heads) {
            BlockEntries::Declarations => self.declarations(at),
            BlockEntries::Properties => self.properties(OwnerDecl::Figure, at),
            BlockEntries::Rows => self.anything(at),
            BlockEntries::Words(words) => {
                let sheets = if word == "side" { self.declared(&[Sort::Sheet], at) } else { Vec::new() };
                words.iter().map(|word| keyword(word, at)).chain(sheets).collect()
            }
        }
    }

    /// Words that begin declarations.
    fn declarations(&self, at: &Range<usize>) -> Vec<Completion> {
        let kinds = self.known().kinds.iter().flat_map(|kind| [&kind.head.name, &kind.plural]);
        let kinds = kinds.map(|name| one(name, "kind", "things of this kind", at));
        keywords().iter().map(|word| keyword(word, at)).chain(kinds).collect()
    }

    /// Everything that may stand in an expression.
    fn anything(&self, at: &Range<usize>) -> Vec<Completion> {
        let book = self.known();
        let words = book
            .sets
            .iter()
            .flat_map(|set| set.words.iter().map(|word| one(&word.name, &set.head.name, &word.title, at)));
        self.callable(at)
            .into_iter()
            .chain(words)
            .chain(self.properties(OwnerDecl::Figure, at))
            .chain(self.declared(&[Sort::Item], at))
            .collect()
    }

    fn callable(&self, at: &Range<usize>) -> Vec<Completion> {
        let functions =
            FUNCTIONS.iter().filter(|row| !row.property).map(|row| one(row.name, "function", row.sentence, at));
        let sorts = [Sort::Fact, Sort::Setting, Sort::Option, Sort::Table, Sort::Function, Sort::Relation];
        self.declared(&sorts, at).into_iter().chain(functions).collect()
    }

    fn declared_packs(&self, at: &Range<usize>) -> Vec<Completion> {
        self.book.chain.iter().filter(|pack| ***pack != *self.pack).map(|pack| one(pack, "pack", "", at)).collect()
    }

    pub(super) fn declared(&self, sorts: &[Sort], at: &Range<usize>) -> Vec<Completion> {
        let book = self.known();
        let names = sorts.iter().flat_map(|sort| book.names.visible(*sort).map(move |name| (*sort, name)));
        names.map(|(sort, name)| self.named(name, &[sort], at)).collect()
    }

    fn named(&self, name: &str, sorts: &[Sort], at: &Range<usize>) -> Completion {
        let book = self.known();
        let found = sorts.iter().find_map(|sort| Some((*sort, book.names.find(*sort, name)?)));
        let title = match found {
            Some((Sort::Tag | Sort::Script, _)) | None => String::new(),
            Some((sort, at)) => book.head_of(sort, at).title.to_string(),
        };
        one(&as_written(name), found.map_or("", |(sort, _)| sort.words()), &title, at)
    }

    /// The rulebook by which names are offered: the last whole one knows their types.
    pub(super) fn known(&self) -> &Rulebook {
        self.good.as_deref().unwrap_or(&self.book)
    }
}

fn words_of(entity: &super::Entity) -> String {
    match entity {
        super::Entity::Declared(sort, ..) => sort.words().to_string(),
        super::Entity::Word(set, _) => set.clone(),
        super::Entity::Field(..) => "field".to_string(),
    }
}

pub(super) fn one(label: &str, sort: &str, detail: &str, at: &Range<usize>) -> Completion {
    Completion { label: label.to_string(), sort: sort.to_string(), detail: detail.to_string(), at: at.clone() }
}

fn keyword(word: &str, at: &Range<usize>) -> Completion {
    one(word, "keyword", "", at)
}

fn is_closed(text: &str) -> bool {
    text.len() > 1 && text.ends_with('"')
}

pub(super) fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    let length: usize = text.chars().rev().take_while(|letter| is_wordly(*letter)).map(char::len_utf8).sum();
    &text[text.len() - length..]
}

/// Whether an entry or a declaration begins here.
fn is_entry_start(before: &str) -> bool {
    before.is_empty() || before.ends_with(['\n', ';', '{', '}'])
}

/// What stands before the braces that are open at the end of a text, the outermost first.
fn heads_around(text: &str) -> Vec<&str> {
    let pieces = lexemes(text);
    let mut skipped =
        pieces.iter().filter(|piece| matches!(piece.sort, TokenSort::Comment | TokenSort::Text)).peekable();
    let mut open: Vec<usize> = Vec::new();
    for (at, sign) in text.char_indices().filter(|(_, sign)| matches!(sign, '{' | '}')) {
        while skipped.next_if(|piece| piece.end <= at).is_some() {}
        if skipped.peek().is_some_and(|piece| piece.start <= at) {
            continue;
        }
        match sign {
            '{' => open.push(at),
            _ => drop(open.pop()),
        }
    }
    open.iter().map(|at| text[..*at].rsplit(['\n', '{', '}', ';']).next().unwrap_or("").trim()).collect()
}
