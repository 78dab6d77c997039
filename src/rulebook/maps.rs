//! Maps as drawn.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::*;
use crate::syntax::ast::{self, Body};
use crate::syntax::{MAX_CELLS, MAX_MAPPED};
use crate::text::Span;
use crate::value::{Board, ItemId};

/// Whether every second row begins with a blank: it stands half a cell to the right.
fn is_shifted(rows: &[ast::TextDecl]) -> bool {
    rows.len() > 1 && rows.iter().skip(1).step_by(2).all(|row| row.text.starts_with(' '))
}

impl Resolver<'_> {
    /// Every map.
    pub(super) fn maps(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Map) {
            let Body::Map(map) = &declaration.body else { continue };
            let mistakes = self.diagnostics.len();
            if map.rows.is_empty() && !declaration.broken {
                let whose = format!("map `{}`", declared.name.text);
                let error = RulebookError::MissingEntry { whose, entry: "rows" };
                let help = "draw it, each row in double quotes: `\"....\"`; or `fill 20 by 10 \".\"`";
                self.report(error, declared.name.span, "nothing is drawn", help);
            }
            let mut drawn = self.map(self.declared_head(declared, declaration), map);
            let is_blank = self.book.ground.as_ref().is_none_or(|ground| ground.cells.is_none());
            drawn.broken = declaration.broken || self.diagnostics.len() > mistakes || is_blank && self.is_ground_told();
            self.book.maps.push(drawn);
        }
    }

    fn map(&mut self, head: Head, map: &ast::MapDecl) -> Map {
        let (legend, mut unknown) = self.legend(map, head.span);
        if !self.fits(map, &head) {
            let (cells, legend) = (Vec::new(), Vec::new());
            return Map { head, width: 0, height: 0, short: false, cells, legend, broken: true };
        }
        let drawn: Vec<ast::TextDecl> = map.rows.iter().flat_map(ast::DrawnRows::each).collect();
        let is_open = self.book.ground.as_ref().is_some_and(|ground| ground.board == Board::Open);
        let is_shifted = !is_open && is_shifted(&drawn);
        let each = drawn.iter().enumerate();
        let rows: Vec<Vec<Option<ItemId>>> =
            each.map(|(at, row)| self.row(row, is_shifted && at % 2 == 1, &legend, &mut unknown)).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let short = self.short(&drawn, &rows);
        let height = rows.len() as u16;
        let fill = |mut row: Vec<Option<ItemId>>| {
            row.resize(width, None);
            row
        };
        let cells = rows.into_iter().flat_map(fill).collect();
        Map { head, width: width as u16, height, short, cells, legend, broken: false }
    }

    /// Whether a map is no larger than one may be, and all maps together; if not, that is reported.
    fn fits(&mut self, map: &ast::MapDecl, head: &Head) -> bool {
        let widest = map.rows.iter().map(ast::DrawnRows::width).max().unwrap_or(0);
        let height: usize = map.rows.iter().map(|rows| rows.down).sum();
        let before: usize = self.book.maps.iter().map(|map| map.cells.len()).sum();
        let help = match () {
            () if widest > MAX_CELLS || height > MAX_CELLS => format!("at most {MAX_CELLS} cells wide and high"),
            () if before + widest * height > MAX_MAPPED => format!("at most {MAX_MAPPED} cells in all maps of a pack"),
            () => return true,
        };
        let what = format!("map `{}`", head.name);
        self.report(RulebookError::TooLarge { what }, head.span, "too many cells", help);
        false
    }

    /// Whether every second row is one cell shorter. Rows that do not make a map are reported.
    fn short(&mut self, drawn: &[ast::TextDecl], rows: &[Vec<Option<ItemId>>]) -> bool {
        let width = rows.first().map_or(0, Vec::len);
        let second = rows.get(1).map_or(width, Vec::len);
        let short = second + 1 == width && is_shifted(drawn);
        let wanted = |at: usize| width - usize::from(short && at % 2 == 1);
        for (at, row) in rows.iter().enumerate().filter(|(at, row)| row.len() != wanted(*at)) {
            let error = RulebookError::RaggedMap { row: at, cells: row.len(), wanted: wanted(at) };
            let help = "all rows are equally long; behind a blank, every second row may be one cell shorter";
            self.report(error, drawn[at].span, "counted from 0", help);
        }
        short
    }

    /// What each character stands for, and those of which that is not known.
    fn legend(&mut self, map: &ast::MapDecl, at: Span) -> (Vec<(char, ItemId)>, Vec<char>) {
        let kind = self.book.ground.as_ref().and_then(|ground| ground.cells);
        let Some(kind) = kind else {
            if self.is_ground_told() {
                return (Vec::new(), Vec::new());
            }
            let help = "say in the `pack` block what maps are drawn with: `board hex` and `cells KIND`";
            let error = RulebookError::MissingEntry { whose: "the pack".to_string(), entry: "cells" };
            self.report(error, at, "a map needs a kind of cell", help);
            return (Vec::new(), Vec::new());
        };
        let (mut legend, mut broken): (Vec<(char, ItemId)>, Vec<char>) = (Vec::new(), Vec::new());
        for (text, name) in &map.legend {
            let mut letters = text.text.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                let error = RulebookError::BadLegend { character: text.text.clone() };
                self.report(error, text.span, "not one character", "one character stands for one cell");
                continue;
            };
            if legend.iter().any(|(known, _)| *known == letter) {
                let error =
                    RulebookError::DuplicateName { sort: "the character".to_string(), name: letter.to_string() };
                let drawn = map.rows.iter().flat_map(|rows| rows.text.text.chars());
                let is_new = |one: &char| {
                    !one.is_whitespace() && !map.legend.iter().any(|(text, _)| text.text.starts_with(*one))
                };
                let free: std::collections::BTreeSet<char> = drawn.filter(is_new).collect();
                let help = match free.first().filter(|_| free.len() == 1) {
                    Some(other) => {
                        // What was meant is known: that it is missing is told by this.
                        broken.push(*other);
                        format!("write `legend {other} {}`, which is drawn and means nothing", name.text)
                    }
                    None => "choose another character".to_string(),
                };
                self.report(error, text.span, "already in the legend", help);
                continue;
            }
            match self.book.item_of_kind(kind, &name.text) {
                Some(item) => {
                    self.book.usage.note(Sort::Item, item.0, name.span);
                    legend.push((letter, item));
                }
                None => {
                    self.unknown_item(kind, name);
                    // The character is known all the same: what is wrong is told once.
                    broken.push(letter);
                }
            }
        }
        (legend, broken)
    }

    /// Whether the `pack` block says what maps are drawn with: then it is told there what is wrong with it.
    fn is_ground_told(&self) -> bool {
        let is_board = |entry: &ast::PackEntry| matches!(entry, ast::PackEntry::Board(..));
        let is_cells = |entry: &ast::PackEntry| matches!(entry, ast::PackEntry::Cells(..));
        self.pack_lines.iter().any(is_board) && self.pack_lines.iter().any(is_cells)
    }

    fn unknown_item(&mut self, kind: crate::value::KindId, name: &ast::Name) {
        let head = self.book.kinds[kind.index()].head.name.to_string();
        let of_kind = self.book.items.iter().filter(|item| item.kind == kind).map(|item| &*item.head.name);
        let help = crate::diag::did_you_mean(&name.text, of_kind, &format!("declare it: `{head} {} {{ }}`", name.text));
        let error = RulebookError::UnknownName { sort: head, name: name.text.clone() };
        self.report(error, name.span, "not declared in this rulebook", help);
    }

    /// One row; a character that means nothing is told where it stands first.
    fn row(
        &mut self,
        row: &ast::TextDecl,
        is_shifted: bool,
        legend: &[(char, ItemId)],
        unknown: &mut Vec<char>,
    ) -> Vec<Option<ItemId>> {
        let drawn = if is_shifted { row.text.strip_prefix(' ').unwrap_or(&row.text) } else { &row.text };
        let skipped = row.text.len() - drawn.len();
        let mut cells = Vec::new();
        for (offset, letter) in drawn.char_indices() {
            let found = legend.iter().find(|(known, _)| *known == letter).map(|(_, item)| *item);
            let is_drawn = !legend.is_empty() || self.book.ground.as_ref().is_some_and(|ground| ground.cells.is_some());
            if found.is_none() && is_drawn && !unknown.contains(&letter) {
                unknown.push(letter);
                let is_plain = (row.span.end - row.span.start) as usize == row.text.len() + 2;
                let start = row.span.start + 1 + (skipped + offset) as u32;
                let span = Span { source: row.span.source, start, end: start + letter.len_utf8() as u32 };
                let error = RulebookError::BadLegend { character: letter.to_string() };
                let help = match letter {
                    ' ' => "a blank is no cell: draw what is there, or end the row before it".to_string(),
                    _ => format!("say what it stands for: `legend {letter} NAME`"),
                };
                self.report(error, if is_plain { span } else { row.span }, "not in the legend", help);
            }
            cells.push(found);
        }
        cells
    }
}
