//! The ground of a picture: every cell by what the rules say of its terrain, with its letter, and what the letters mean.

use super::canvas::{Canvas, outline, short};
use crate::rulebook::Map;
use crate::state::{BoardView, cell_text};
use crate::value::{ItemId, Number, Position};
use maud::{Markup, html};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Numbers stand at every so many columns and rows.
const STEP: u16 = 5;

/// How a terrain is drawn.
#[derive(Clone, Debug, PartialEq)]
struct Terrain {
    /// `plain`, `other`, `slow`, `high`, `low`, `opaque`, each with its own look.
    class: &'static str,
    letter: String,
    title: String,
    /// How much higher it lies than the usual ground, with its sign; empty if it does not.
    height: String,
}

/// The ground of a board as it is now.
pub(super) struct GroundLayer<'a> {
    board: BoardView<'a>,
    canvas: Canvas,
    terrains: BTreeMap<ItemId, Terrain>,
}

impl<'a> GroundLayer<'a> {
    pub(super) fn new(board: BoardView<'a>, map: &Map, canvas: Canvas) -> GroundLayer<'a> {
        let mut count: BTreeMap<ItemId, (usize, Position)> = BTreeMap::new();
        for at in canvas.plane.cells() {
            if let Some(item) = board.item(at) {
                count.entry(item).or_insert((0, at)).0 += 1;
            }
        }
        // Where there is more wall than floor, it is the floor all the same that is looked at.
        let most = count.iter().max_by_key(|(_, (cells, at))| (!board.is_opaque(*at), *cells));
        let usual = most.map(|(_, (_, at))| *at).unwrap_or(Position { x: 0, y: 0 });
        let most = most.map(|(item, _)| *item);
        let book = board.rulebook();
        let drawn = |item: &ItemId| map.legend.iter().find(|(_, other)| other == item).map(|(letter, _)| *letter);
        let terrain = |(item, (_, at)): (&ItemId, &(usize, Position))| {
            let (letter, title) = (drawn(item), book.items[item.index()].head.title.to_string());
            let letter = letter.or_else(|| title.chars().next()).filter(|_| Some(*item) != most);
            let class = class(&board, *at, usual);
            (
                *item,
                Terrain {
                    class,
                    letter: letter.map_or_else(String::new, String::from),
                    title,
                    height: above(&board, *at, usual),
                },
            )
        };
        let terrains = count.iter().map(terrain).collect();
        GroundLayer { board, canvas, terrains }
    }

    /// What the picture needs once: the shape of a cell, the patterns.
    pub(super) fn definitions(&self) -> Markup {
        let origin = self.canvas.middle(Position { x: 0, y: 0 });
        let corners = self.canvas.corners(Position { x: 0, y: 0 });
        let shape: Vec<(f64, f64)> = corners.iter().map(|(x, y)| (x - origin.0, y - origin.1)).collect();
        html! {
            defs {
                path id="cell" d=(outline(&shape)) {}
                pattern id="opaque" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect width="7" height="7" class="p-opaque" {}
                    path d="M0 0V7" class="p-line" {}
                }
                pattern id="slow" width="9" height="9" patternUnits="userSpaceOnUse" {
                    rect width="9" height="9" class="p-slow" {}
                    circle cx="3" cy="3" r="1.1" class="p-dot" {}
                }
                pattern id="spread" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)" {
                    path d="M2 0V8" class="p-spread" {}
                }
            }
        }
    }

    /// The cells, then the letters on them, then the numbers around.
    pub(super) fn cells(&self) -> Markup {
        let plane = self.canvas.plane;
        html! {
            g.cells {
                @for at in plane.cells() {
                    @if let Some(terrain) = self.at(at) {
                        @let (x, y) = self.place(at);
                        use href="#cell" x=(x) y=(y) class=(terrain.class) data-at=(cell_text(self.board.rulebook(), at)) {}
                    }
                }
            }
            g.letters aria-hidden="true" {
                @for at in plane.cells() {
                    @if let Some(terrain) = self.at(at).filter(|terrain| !terrain.letter.is_empty()) {
                        @let (x, y) = self.place(at);
                        text x=(x) y=(y) { (terrain.letter) }
                    }
                }
            }
            @if self.terrains.values().any(|terrain| !terrain.height.is_empty()) {
                g.heights aria-hidden="true" {
                    @for at in plane.cells() {
                        @if let Some(terrain) = self.at(at).filter(|terrain| !terrain.height.is_empty()) {
                            @let (x, y) = self.canvas.middle(at);
                            text x=(short(x)) y=(short(y + 12.0)) { (terrain.height) }
                        }
                    }
                }
            }
            (self.numbers())
        }
    }

    fn numbers(&self) -> Markup {
        let plane = self.canvas.plane;
        let (wide, _) = self.canvas.size();
        html! {
            g.numbers aria-hidden="true" {
                @for column in (0..plane.columns).step_by(usize::from(STEP)) {
                    @let (x, _) = self.place(plane.place(column, 0));
                    text x=(x) y="14" { (column) }
                }
                @for row in (0..plane.rows).step_by(usize::from(STEP)) {
                    @let (_, y) = self.place(plane.place(0, row));
                    text x="10" y=(y) { (row) }
                    text x=(short(wide - 10.0)) y=(y) { (row) }
                }
            }
        }
    }

    /// What the letters mean.
    pub(super) fn legend(&self) -> Markup {
        html! {
            ul.legend {
                @for terrain in self.terrains.values() {
                    li {
                        svg viewBox="-20 -24 40 48" aria-hidden="true" {
                            use href="#cell" class=(terrain.class) {}
                            text { (terrain.letter) }
                        }
                        (terrain.title) @if !terrain.height.is_empty() { ", height " (terrain.height) }
                    }
                }
            }
        }
    }

    fn at(&self, at: Position) -> Option<&Terrain> {
        self.terrains.get(&self.board.item(at)?)
    }

    fn place(&self, at: Position) -> (String, String) {
        let (x, y) = self.canvas.middle(at);
        (short(x), short(y))
    }
}

/// What the rules say of the terrain of a cell beside the usual one, by what matters most to the eye.
fn class(board: &BoardView<'_>, at: Position, usual: Position) -> &'static str {
    match (board.is_opaque(at), board.height(at).cmp(&board.height(usual)), board.cost(at) > board.cost(usual)) {
        (true, ..) => "opaque",
        (_, Ordering::Greater, _) => "high",
        (_, Ordering::Less, _) => "low",
        (_, _, true) => "slow",
        _ if board.item(at) != board.item(usual) => "other",
        _ => "plain",
    }
}

/// How much higher a cell lies than the usual ground, as it stands on the picture.
fn above(board: &BoardView<'_>, at: Position, usual: Position) -> String {
    let above = board.height(at).minus(board.height(usual)).unwrap_or(Number::ZERO);
    match above.cmp(&Number::ZERO) {
        Ordering::Equal => String::new(),
        Ordering::Greater => format!("+{above}"),
        Ordering::Less => above.to_string(),
    }
}
