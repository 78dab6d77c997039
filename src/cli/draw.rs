//! The board of a play as text: cells by their legend, figures by letters, and who is who.

use crate::board::Plane;
use crate::draw::initials;
use crate::rulebook::Map;
use crate::state::Ruleset;
use crate::state::{BoardView, State};
use crate::value::{Board, FigureId, ItemId, Position};
use std::fmt::Write;

/// Column numbers stand over every so many columns.
const COLUMN_STEP: usize = 5;
/// What areas are drawn with, as far as the map does not use them.
const AREA_MARKS: &str = "~*%&$!=+^|";
/// What those who are down are drawn with, as far as nothing else is.
const OUT_MARKS: &str = "x-_@?";

/// The map with its figures, the legend below.
pub(super) fn map(rules: &Ruleset, state: &State, map: &Map, width: usize) -> String {
    let letters = initials(state);
    let wide = usize::from(map.width) * 2 + 8 <= width;
    let is_free = |mark: &char| map.legend.iter().all(|(other, _)| other != mark) && !letters.contains(mark);
    let down = OUT_MARKS.chars().find(is_free).unwrap_or('x');
    let drawing = Drawing { rules, state, map, letters: &letters, spread: spread(state, map), down, wide };
    let mut text = drawing.head();
    for row in 0..map.height {
        text += drawing.row(row).trim_end();
        text.push('\n');
    }
    text + &drawing.legend()
}

struct Drawing<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    map: &'a Map,
    letters: &'a [char],
    /// What is spread over the map, each sort with a mark that no cell has.
    spread: Vec<(char, ItemId)>,
    /// What those who are down are drawn with.
    down: char,
    /// Whether there is room for a space between the letters, which makes cells about as wide as high.
    wide: bool,
}

impl Drawing<'_> {
    fn board(&self) -> Board {
        self.rules.book.ground.as_ref().map_or(Board::Square, |ground| ground.board)
    }

    fn step(&self) -> usize {
        if self.wide { 2 } else { 1 }
    }

    fn head(&self) -> String {
        let mut text = "     ".to_string();
        let mut column = 0;
        while column < usize::from(self.map.width) {
            let _ = write!(text, "{:<1$}", column, COLUMN_STEP * self.step());
            column += COLUMN_STEP;
        }
        format!("{}\n", text.trim_end())
    }

    fn row(&self, row: u16) -> String {
        let mut text = format!("{row:>3}  ");
        // Odd rows of hexes stand half a hex to the right.
        if self.board() == Board::Hex && row % 2 == 1 && self.wide {
            text.push(' ');
        }
        for column in 0..self.map.width {
            text.push(self.cell(column, row));
            if self.wide {
                text.push(' ');
            }
        }
        text
    }

    fn cell(&self, column: u16, row: u16) -> char {
        let here = |figure: &FigureId| self.at(*figure) == Some((i64::from(column), i64::from(row)));
        let figure = self.state.figure_ids().filter(|id| !self.state.figure(*id).removed).find(here);
        if let Some(figure) = figure {
            return self.letters[figure.index()];
        }
        if self.down().any(|figure| here(&figure)) {
            return self.down;
        }
        let at = Plane::new(self.board(), self.map.width, self.map.height).place(column, row);
        if let Some((mark, _)) = self.spread.iter().find(|(_, item)| self.covers(*item, at)) {
            return *mark;
        }
        let item = BoardView::new(self.rules, self.state).and_then(|ground| ground.item(at));
        item.map_or(' ', |item| self.character(item))
    }

    fn covers(&self, item: ItemId, at: Position) -> bool {
        let Some(terrain) = &self.rules.ground else { return false };
        let mut areas = self.state.areas.iter().filter(|(id, _)| self.state.thing(*id).item == item);
        areas.any(|(_, area)| area.contains(terrain.plane, at))
    }

    /// The character of a terrain; one that the map did not show at first has the first letter of its name.
    fn character(&self, item: ItemId) -> char {
        let drawn = self.map.legend.iter().find(|(_, other)| *other == item).map(|(character, _)| *character);
        drawn.or_else(|| self.rules.book.items[item.index()].head.name.chars().next()).unwrap_or('?')
    }

    fn down(&self) -> impl Iterator<Item = FigureId> {
        self.state.figure_ids().filter(|id| self.state.figure(*id).removed && self.at(*id).is_some())
    }

    /// The column and row a figure is drawn in.
    fn at(&self, figure: FigureId) -> Option<(i64, i64)> {
        let Position { x, y } = self.state.figure(figure).at?;
        Some(match self.board() {
            Board::Open => (i64::from(x).div_euclid(100), i64::from(y).div_euclid(100)),
            _ => (i64::from(x), i64::from(y)),
        })
    }

    fn legend(&self) -> String {
        let mut text = String::new();
        for side in self.state.side_ids() {
            let here = self.state.standing(side).filter(|figure| self.at(*figure).is_some());
            let named = here.map(|id| format!("{} {}", self.letters[id.index()], self.state.figure(id).name));
            let named: Vec<String> = named.collect();
            if !named.is_empty() {
                let _ = writeln!(text, "     {}: {}", self.state.side(side).title, named.join(", "));
            }
        }
        let out: Vec<&str> = self.down().map(|id| &*self.state.figure(id).name).collect();
        if !out.is_empty() {
            let _ = writeln!(text, "     {} out of the fight: {}", self.down, out.join(", "));
        }
        let book = &self.rules.book;
        let named = |(mark, item): (char, ItemId)| format!("{mark} {}", book.items[item.index()].head.title);
        let drawn = self.map.legend.iter().copied().filter(|(_, item)| self.map.cells.contains(&Some(*item)));
        let mut changed: Vec<ItemId> = self.state.cells.iter().map(|(_, item)| *item).collect();
        changed.sort_unstable();
        changed.dedup();
        let changed = changed.into_iter().filter(|item| !self.map.cells.contains(&Some(*item)));
        let changed = changed.map(|item| (self.character(item), item));
        let ground: Vec<String> = drawn.chain(changed).chain(self.spread.iter().copied()).map(named).collect();
        let _ = writeln!(text, "     {}", ground.join(", "));
        text
    }
}

/// What is spread over the map, each sort with a mark that no cell has.
fn spread(state: &State, map: &Map) -> Vec<(char, ItemId)> {
    let mut items: Vec<ItemId> = state.areas.iter().map(|(id, _)| state.thing(*id).item).collect();
    items.sort_unstable();
    items.dedup();
    let free = AREA_MARKS.chars().filter(|mark| map.legend.iter().all(|(other, _)| other != mark));
    free.zip(items).collect()
}
