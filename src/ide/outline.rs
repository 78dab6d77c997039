//! The outline of a text: what it declares, and which lines can be folded.

use super::Analysis;
use super::analysis::is_test;
use super::lexeme::{TokenSort, lexemes};
use crate::rulebook::{Named, Sort};
use crate::syntax::ast::{Body, Declaration};
use crate::syntax::parse;
use crate::text::{SourceId, Sources, Span};

/// A declaration in the outline.
#[derive(Clone, Debug)]
pub(crate) struct OutlineEntry {
    /// Its keyword.
    pub sort: String,
    /// Its name, or its title if it has none.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// The whole.
    pub whole: Span,
    /// Its name.
    pub at: Span,
    /// Whether it is a test.
    pub is_test: bool,
    /// What stands in it.
    pub inside: Vec<OutlineEntry>,
}

/// Lines that can be folded, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fold {
    /// The first line.
    pub from: usize,
    /// The last line.
    pub to: usize,
    /// Whether it is a comment.
    pub is_comment: bool,
}

/// What a text declares, however broken it is.
pub(crate) fn symbols(text: &str) -> Vec<OutlineEntry> {
    let mut sources = Sources::default();
    let id = sources.add("text", text);
    parse(&sources, id).0.declarations.iter().map(|one| symbol(one, &sources)).collect()
}

fn symbol(one: &Declaration, sources: &Sources) -> OutlineEntry {
    let title = one.notes.title.as_ref().map(|title| title.text.clone());
    let at = one.name.as_ref().map(|name| name.span).or(one.notes.title.as_ref().map(|title| title.span));
    let name = one.name.as_ref().map(|name| name.text.clone()).or_else(|| title.clone());
    let inside = match &one.body {
        Body::When(_, inner) => inner.iter().map(|inner| symbol(inner, sources)).collect(),
        Body::Things(things) => {
            let row = |row: &crate::syntax::ast::RowDecl| {
                let first = row.cells.first()?;
                Some(OutlineEntry {
                    sort: one.keyword.text.clone(),
                    name: first.text.trim_matches('"').to_string(),
                    title: None,
                    whole: row.span,
                    at: first.span,
                    is_test: false,
                    inside: Vec::new(),
                })
            };
            things.grid.rows.iter().filter_map(row).collect()
        }
        _ => Vec::new(),
    };
    let name = match &one.body {
        Body::When(condition, _) => Some(format!("when {}", sources.slice(condition.span).trim())),
        _ => name,
    };
    OutlineEntry {
        sort: one.keyword.text.clone(),
        name: name.filter(|name| !name.is_empty()).unwrap_or_else(|| one.keyword.text.clone()),
        title,
        whole: one.span,
        at: at.unwrap_or(one.keyword.span),
        is_test: is_test(&one.body),
        inside,
    }
}

/// The blocks and comments of more than one line.
pub(crate) fn folds(text: &str) -> Vec<Fold> {
    let starts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line_of = |at: usize| starts.partition_point(|start| *start < at);
    let pieces = lexemes(text);
    let mut skipped =
        pieces.iter().filter(|piece| matches!(piece.sort, TokenSort::Comment | TokenSort::Text)).peekable();
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (at, sign) in text.char_indices().filter(|(_, sign)| matches!(sign, '{' | '}')) {
        while skipped.next_if(|piece| piece.end <= at).is_some() {}
        if skipped.peek().is_some_and(|piece| piece.start <= at) {
            continue;
        }
        match (sign, open.pop()) {
            ('{', before) => open.extend(before.into_iter().chain([line_of(at)])),
            (_, Some(from)) if line_of(at) > from => found.push(Fold { from, to: line_of(at), is_comment: false }),
            _ => {}
        }
    }
    let lines: Vec<bool> = text.lines().map(|line| line.trim_start().starts_with('#')).collect();
    let mut from = 0;
    while from < lines.len() {
        let length = lines[from..].iter().take_while(|is_comment| **is_comment).count();
        if length > 1 {
            found.push(Fold { from, to: from + length - 1, is_comment: true });
        }
        from += length.max(1);
    }
    found.sort_by_key(|fold| (fold.from, fold.to));
    found
}

impl Analysis {
    /// The pieces of a text in its order, each with what it is.
    pub(crate) fn tokens(&self, source: SourceId) -> Vec<(std::ops::Range<usize>, TokenSort)> {
        let text = &self.sources().get(source).text;
        let places = self.places(source);
        let named = |start: usize, end: usize| {
            let from = places.partition_point(|(span, _)| (span.start as usize) < start);
            let found = places[from..].iter().take_while(|(span, _)| span.start as usize == start);
            found.clone().find(|(span, _)| span.end as usize == end).map(|(_, named)| token_of(*named))
        };
        let pieces = lexemes(text).into_iter();
        pieces.map(|piece| (piece.start..piece.end, named(piece.start, piece.end).unwrap_or(piece.sort))).collect()
    }
}

fn token_of(named: Named) -> TokenSort {
    match named {
        Named::Word(_) | Named::Declared(Sort::Condition | Sort::Option | Sort::Unit | Sort::Tag, _) => {
            TokenSort::Constant
        }
        Named::Field(..) => TokenSort::Property,
        Named::Declared(sort, _) => match sort {
            Sort::Fact => TokenSort::Fact,
            Sort::Attribute | Sort::Note | Sort::Track | Sort::Value | Sort::State | Sort::Slot => TokenSort::Property,
            Sort::Kind | Sort::Symbols => TokenSort::Type,
            Sort::Action | Sort::Check | Sort::Card | Sort::Function | Sort::Table | Sort::Deed | Sort::Script => {
                TokenSort::Callable
            }
            _ => TokenSort::Named,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_comments_of_several_lines_fold() {
        let text = "# one\n# two\ncard air {\n  -1 \"a } b\" when wet  # {\n}\nfact wet truth { }\n";
        let fold = |from, to, is_comment| Fold { from, to, is_comment };
        assert_eq!(folds(text), [fold(0, 1, true), fold(2, 4, false)]);
        let names: Vec<String> = symbols(text).into_iter().map(|one| format!("{} {}", one.sort, one.name)).collect();
        assert_eq!(names, ["card air"]);
    }
}
