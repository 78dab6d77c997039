//! What a word means, where that is declared, and where else it is said: in rules, tests and scripts.

use super::Analysis;
use super::analysis::is_test;
use super::lexeme::{TokenSort, lexemes, range, whole_words};
use crate::rulebook::{Named, Rulebook, Sort};
use crate::syntax::ast::Declaration;
use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};
use crate::text::{SourceId, Span};
use std::collections::BTreeSet;

/// Something declared, by names alone: the same in every pack that knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entity {
    /// A declaration; of a thing, its kind too.
    Declared(Sort, String, Option<String>),
    /// A word of a set.
    Word(String, String),
    /// A field of a kind.
    Field(String, String),
}

impl Entity {
    /// Its name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Entity::Declared(_, name, _) | Entity::Word(_, name) | Entity::Field(_, name) => name,
        }
    }

    pub(super) fn of(book: &Rulebook, named: Named) -> Entity {
        match named {
            Named::Declared(Sort::Script, at) => {
                Entity::Declared(Sort::Script, book.scripts[usize::from(at)].name.to_string(), None)
            }
            Named::Declared(Sort::Tag, at) => Entity::Declared(Sort::Tag, book.tags[usize::from(at)].to_string(), None),
            Named::Declared(sort, at) => {
                let kind = (sort == Sort::Item).then(|| book.items[usize::from(at)].kind);
                let kind = kind.and_then(|kind| Some(book.kinds.get(kind.index())?.head.name.to_string()));
                Entity::Declared(sort, book.head_of(sort, at).name.to_string(), kind)
            }
            Named::Word(symbol) => {
                let set = &book.sets[symbol.set.index()];
                Entity::Word(set.head.name.to_string(), set.words[usize::from(symbol.at)].name.to_string())
            }
            Named::Field(kind, at) => {
                let kind = &book.kinds[kind.index()];
                Entity::Field(kind.head.name.to_string(), kind.fields[usize::from(at)].head.name.to_string())
            }
        }
    }
}

impl Analysis {
    /// What stands at a place of a text, and the bytes of its name there.
    pub(crate) fn entity_at(&self, source: SourceId, at: usize) -> Option<(Span, Entity)> {
        let (span, named) = self.meant_at(source, at)?;
        Some((span, Entity::of(&self.book, named)))
    }

    pub(super) fn meant_at(&self, source: SourceId, at: usize) -> Option<(Span, Named)> {
        if let Some(found) = self.named_at(source, at) {
            return Some(found);
        }
        let text = &self.sources().get(source).text;
        let is_script = self.sources().get(source).name.ends_with(".luau");
        let (start, end) = if is_script { script_word(text, at)? } else { word_or_text(text, at)? };
        let span = |start: usize, end: usize| Span { source, start: start as u32, end: end as u32 };
        if let Some(named) = self.by_name(&text[start..end]) {
            return Some((span(start, end), named));
        }
        // In a sentence a name may be of several words: the longest around the place.
        let inside = text.get(start..end)?;
        let mut around: Vec<(usize, usize, Named)> = Vec::new();
        for (name, named) in self.names_in(inside) {
            let places = whole_words(inside, &name).map(|from| (start + from, start + from + name.len()));
            around.extend(places.filter(|(from, to)| (*from..=*to).contains(&at)).map(|(from, to)| (from, to, named)));
        }
        let (from, to, named) = around.into_iter().max_by_key(|(from, to, _)| to - from)?;
        Some((span(from, to), named))
    }

    /// Whatever is declared by a name.
    pub(super) fn by_name(&self, name: &str) -> Option<Named> {
        let book = &self.book;
        let declared = Sort::ALL.into_iter().find_map(|sort| Some(Named::Declared(sort, book.names.find(sort, name)?)));
        declared
            .or_else(|| book.symbols_named(name).first().map(|symbol| Named::Word(*symbol)))
            .or_else(|| self.field(name))
    }

    fn field(&self, name: &str) -> Option<Named> {
        let kinds = self.book.kinds.iter().enumerate();
        let fields = kinds
            .flat_map(|(kind, declared)| declared.fields.iter().enumerate().map(move |(at, field)| (kind, at, field)));
        let found = fields.into_iter().find(|(_, _, field)| *field.head.name == *name);
        found.map(|(kind, at, _)| Named::Field(crate::value::KindId(kind as u16), at as u16))
    }

    /// The declared names that a text contains.
    fn names_in(&self, text: &str) -> Vec<(String, Named)> {
        let book = &self.book;
        let sorts = Sort::ALL.into_iter().filter(|sort| !matches!(sort, Sort::Test | Sort::Words | Sort::Script));
        let names = sorts.flat_map(|sort| book.names.visible(sort).map(move |name| (sort, name)));
        let inside = names.filter(|(_, name)| text.contains(name));
        let declared = inside
            .filter_map(|(sort, name)| Some((name.to_string(), Named::Declared(sort, book.names.find(sort, name)?))));
        let words = book.sets.iter().flat_map(|set| &set.words).filter(|word| text.contains(&*word.name));
        let words = words
            .filter_map(|word| Some((word.name.to_string(), Named::Word(*book.symbols_named(&word.name).first()?))));
        declared.chain(words).collect()
    }

    /// What is meant by the same name here.
    pub(super) fn find(&self, entity: &Entity) -> Option<Named> {
        let book = &self.book;
        let sought = |named: &Named| Entity::of(book, *named) == *entity;
        match entity {
            Entity::Declared(Sort::Item, name, _) => {
                book.names.items(name).iter().map(|item| Named::Declared(Sort::Item, item.0)).find(sought)
            }
            Entity::Declared(sort, name, _) => Some(Named::Declared(*sort, book.names.find(*sort, name)?)),
            Entity::Word(_, name) => book.symbols_named(name).into_iter().map(Named::Word).find(sought),
            Entity::Field(..) => self.all_places().map(|(_, named)| *named).find(sought),
        }
    }

    /// Where something is declared, and where packs above declare it anew or amend it.
    pub(crate) fn definitions(&self, entity: &Entity) -> Vec<Span> {
        let Some(named) = self.find(entity) else { return Vec::new() };
        let mut places: BTreeSet<Span> = self.heads_of(entity).into_iter().collect();
        places.insert(match named {
            Named::Declared(Sort::Script, at) => {
                let source = self.book.scripts[usize::from(at)].source;
                Span { source, start: 0, end: 0 }
            }
            Named::Declared(Sort::Tag | Sort::Turn, _) => return places.into_iter().collect(),
            Named::Declared(sort, at) => self.book.head_of(sort, at).span,
            Named::Word(symbol) => self.book.sets[symbol.set.index()].words[usize::from(symbol.at)].span,
            Named::Field(kind, at) => self.book.kinds[kind.index()].fields[usize::from(at)].head.span,
        });
        places.into_iter().collect()
    }

    /// The names behind the keyword of the declarations that are about it.
    fn heads_of(&self, entity: &Entity) -> Vec<Span> {
        let Entity::Declared(sort, name, kind) = entity else { return Vec::new() };
        let mut found = Vec::new();
        let is_of = |one: &Declaration| match kind {
            Some(kind) => {
                let kind = self.book.kinds.iter().find(|known| *known.head.name == **kind);
                kind.is_some_and(|kind| [&*kind.head.name, &*kind.plural].contains(&one.keyword.text.as_str()))
            }
            None => Sort::of_keyword(&one.keyword.text) == Some(*sort),
        };
        fn each<'d>(one: &'d Declaration, visit: &mut dyn FnMut(&'d Declaration)) {
            visit(one);
            if let crate::syntax::ast::Body::When(_, inner) = &one.body {
                inner.iter().for_each(|one| each(one, visit));
            }
        }
        for declaration in self.text.declarations() {
            each(declaration, &mut |one| {
                let names = one.names().filter(|said| is_of(one) && said.text == *name);
                found.extend(names.map(|said| said.span));
            });
        }
        found
    }

    /// Every place where something is named, its declarations counted in.
    pub(crate) fn references(&self, entity: &Entity) -> Vec<Span> {
        let Some(named) = self.find(entity) else { return Vec::new() };
        let mut places: BTreeSet<Span> = self.heads_of(entity).into_iter().collect();
        // A place where one and the same name is noted for several readings is one place.
        places.extend(self.all_places().filter(|(_, other)| *other == named).map(|(span, _)| *span));
        for (source, text) in self.sources().iter() {
            let more = match text.name.ends_with(".luau") {
                true => in_script(&text.text, entity),
                false => self.in_texts(source, entity),
            };
            let span = |(start, end): (usize, usize)| Span { source, start: start as u32, end: end as u32 };
            let is_new = |span: &Span| !self.places(source).iter().any(|(known, _)| known == span);
            places.extend(more.into_iter().map(span).filter(is_new));
        }
        places.into_iter().collect()
    }

    /// In the sentences and words of tests, and in the braces of texts.
    fn in_texts(&self, source: SourceId, entity: &Entity) -> Vec<(usize, usize)> {
        let (text, name) = (&self.sources().get(source).text, entity.name());
        if !text.contains(name) {
            return Vec::new();
        }
        let tests: Vec<_> =
            self.declared_in(&self.sources().get(source).name).into_iter().filter(|one| is_test(&one.body)).collect();
        let in_test = |at: usize| {
            let around = tests.iter().find(|one| range(one.span).contains(&at))?;
            let is_title = around.notes.title.as_ref().is_some_and(|title| range(title.span).contains(&at));
            Some(!is_title)
        };
        let mut found = Vec::new();
        for piece in lexemes(text) {
            let inside = &text[piece.start..piece.end];
            match (piece.sort, in_test(piece.start)) {
                (TokenSort::Text, Some(true)) => {
                    found.extend(whole_words(inside, name).map(|at| (piece.start + at, piece.start + at + name.len())));
                }
                (TokenSort::Word, Some(true)) if inside == name => found.push((piece.start, piece.end)),
                (TokenSort::Text, None) => {
                    let in_braces = whole_words(inside, name).filter(|at| is_in_braces(inside, *at));
                    found.extend(in_braces.map(|at| (piece.start + at, piece.start + at + name.len())));
                }
                _ => {}
            }
        }
        found
    }
}

/// Whether a place of a text stands within braces: `"{actor} shoots"`.
fn is_in_braces(text: &str, at: usize) -> bool {
    let before = &text[..at];
    before.rfind('{').is_some_and(|open| before.rfind('}').is_none_or(|close| close < open))
}

/// The word or the inside of the text around a place.
fn word_or_text(text: &str, at: usize) -> Option<(usize, usize)> {
    let piece = lexemes(text)
        .into_iter()
        .find(|piece| (piece.start..=piece.end).contains(&at) && piece.sort != TokenSort::Comment)?;
    match piece.sort {
        TokenSort::Text => Some((piece.start + 1, piece.end.max(piece.start + 2) - 1)),
        _ => Some((piece.start, piece.end)),
    }
    .filter(|(start, end)| start <= end && text.is_char_boundary(*end))
}

/// The same in a script: only texts, members and keys are names of the rules.
fn script_word(text: &str, at: usize) -> Option<(usize, usize)> {
    let all = tokens(text);
    let index =
        all.iter().position(|token| (token.start..=token.end).contains(&at) && token.sort != LuauTokenKind::Mark)?;
    said(text, &all, index)
}

/// The bytes of the name of the rules that a token of a script may be.
fn said(text: &str, all: &[LuauToken], index: usize) -> Option<(usize, usize)> {
    let token = all[index];
    let mark = |at: Option<usize>| at.and_then(|at| all.get(at)).map(|token| &text[token.start..token.end]);
    match token.sort {
        LuauTokenKind::Literal if text[token.start..].starts_with(['"', '\'']) && token.end > token.start + 1 => {
            Some((token.start + 1, token.end - 1))
        }
        LuauTokenKind::Word => {
            let is_member = mark(index.checked_sub(1)) == Some(".");
            let is_key = mark(Some(index + 1)) == Some("=") && matches!(mark(index.checked_sub(1)), Some("{" | ","));
            (is_member || is_key).then_some((token.start, token.end))
        }
        _ => None,
    }
}

/// Where a script names something.
fn in_script(text: &str, entity: &Entity) -> Vec<(usize, usize)> {
    let name = entity.name();
    if !text.contains(name) {
        return Vec::new();
    }
    let all = tokens(text);
    let named = (0..all.len()).filter_map(|index| said(text, &all, index));
    named.filter(|(start, end)| text.get(*start..*end) == Some(name)).collect()
}
