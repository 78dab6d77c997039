//! The whole picture of a game at one moment, in layers: the ground, which seldom changes, and the pieces on it.

use super::canvas::{Canvas, Dot, outline, short};
use super::figure::{FigureStyle, figure};
use super::ground::GroundLayer;
use super::initial::initials;
use crate::event::Spot;
use crate::rulebook::{Map, Rulebook};
use crate::state::{BoardView, State, View};
use crate::value::{FigureId, Position, SideId, Value};
use maud::{Markup, html};

/// A game at one moment, and what a picture of it knows beside.
#[derive(Clone, Copy)]
pub(crate) struct Fight<'a> {
    pub view: &'a View<'a>,
    /// As it began.
    pub beginning: Option<&'a State>,
    pub map: Option<&'a Map>,
    /// Whose decision is waited for.
    pub asked: Option<FigureId>,
    /// Who looks at it.
    pub eyes: Eyes,
}

/// Who looks at a picture: how others fare is seen, but not told in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// Whoever may know everything.
    All,
    /// Who plays a side.
    Side(SideId),
    /// Who only watches.
    Nobody,
}

impl Eyes {
    /// A game as they see it, where somebody is hidden from them.
    pub(crate) fn seen(self, state: &State, book: &Rulebook) -> Option<State> {
        match self {
            Eyes::All => None,
            Eyes::Side(side) => state.as_seen_by(book, Some(side)),
            Eyes::Nobody => state.as_seen_by(book, None),
        }
    }

    /// Whether the numbers of a side's figures may be told.
    pub(super) fn knows(self, side: SideId) -> bool {
        match self {
            Eyes::All => true,
            Eyes::Side(own) => own == side,
            Eyes::Nobody => false,
        }
    }
}

/// How small figures become of which many stand at one place.
const LEAST_FANNED: f64 = 0.72;

/// A game at one moment, to be drawn.
pub(crate) struct Picture<'a> {
    fight: Fight<'a>,
    view: &'a View<'a>,
    board: BoardView<'a>,
    map: &'a Map,
    canvas: Canvas,
    /// Whether figures of this game face somewhere.
    faces: bool,
}

impl<'a> Picture<'a> {
    /// A picture of a game; none if it is played without ground.
    pub(crate) fn new(fight: Fight<'a>) -> Option<Picture<'a>> {
        let (view, map) = (fight.view, fight.map?);
        let board = BoardView::new(view.rules, view.state)?;
        Some(Picture { fight, view, board, map, canvas: Canvas { plane: board.plane }, faces: faces(view) })
    }

    /// The whole of it; `label` is for those who do not see it.
    pub(crate) fn svg(&self, label: &str) -> Markup {
        let (wide, high) = self.canvas.size();
        let ground = self.ground();
        html! {
            svg.board viewBox={ "0 0 " (short(wide)) " " (short(high)) } width=(short(wide)) height=(short(high))
                role="img" aria-label=(label) {
                (ground.definitions())
                g.ground { (ground.cells()) }
                g.pieces { @for piece in self.pieces() { (piece) } }
                g.overlay {}
            }
        }
    }

    /// The same in a frame in which it is scrolled where it is too large, with signs of who stands beyond its edges.
    pub(crate) fn framed(&self, label: &str) -> Markup {
        html! {
            div.board-frame {
                div.board-scroll {
                    (self.svg(label))
                    // Holds it open: nothing on a board becomes smaller than can be read.
                    svg.strut width=(short(self.canvas.least_width().ceil())) height="1" aria-hidden="true" {}
                }
                @for edge in ["left", "right", "up", "down"] {
                    button class={ "beyond " (edge) } type="button" data-beyond=(edge) hidden {}
                }
            }
        }
    }

    /// What the letters on the ground mean.
    pub(crate) fn legend(&self) -> Markup {
        self.ground().legend()
    }

    fn ground(&self) -> GroundLayer<'a> {
        GroundLayer::new(self.board, self.map, self.canvas)
    }

    /// Whatever stands or lies on the ground, each drawn on its own, the lowest first.
    pub(crate) fn pieces(&self) -> Vec<Markup> {
        let mut pieces = self.changed();
        pieces.extend(self.areas());
        pieces.extend(self.things());
        pieces.extend(self.ties());
        let letters = initials(self.view.state);
        let all: Vec<FigureId> = self.view.state.figure_ids().collect();
        let out = |id: &&FigureId| self.view.state.figure(**id).removed;
        let standing = all.iter().filter(|id| !out(id));
        for id in all.iter().filter(out).chain(standing) {
            let style = FigureStyle {
                beginning: self.fight.beginning,
                letter: letters[id.index()],
                faces: self.faces,
                is_asked: self.fight.asked == Some(*id),
                beside: self.beside(*id),
                is_known: self.fight.eyes.knows(self.view.state.figure(*id).side),
            };
            pieces.extend(figure(self.view, self.canvas, *id, &style));
        }
        pieces
    }

    /// How far a figure is drawn from the middle of its place because others stand there too.
    fn beside(&self, id: FigureId) -> (Dot, f64) {
        let state = self.view.state;
        let alone = ((0.0, 0.0), 1.0);
        let Some(at) = state.figure(id).at.filter(|_| !state.figure(id).removed) else { return alone };
        let here: Vec<FigureId> = state.figures_at(at).collect();
        if here.len() < 2 {
            return alone;
        }
        let place = here.iter().position(|other| *other == id).unwrap_or(0) as f64;
        let many = here.len() as f64;
        let angle = std::f64::consts::TAU * place / many;
        // In a ring in which each is seen whole, the more of them the smaller.
        let smaller = (1.0 - 0.06 * many).max(LEAST_FANNED);
        let apart = self.canvas.radius() * smaller * 1.25 / (std::f64::consts::PI / many).sin();
        ((-apart * angle.cos(), -apart * angle.sin()), smaller)
    }

    /// Cells that are no longer what the map shows.
    fn changed(&self) -> Vec<Markup> {
        let book = &self.view.rules.book;
        let cell = |(at, item): &(Position, crate::value::ItemId)| {
            let title = &book.items[item.index()].head.title;
            html! { path.changed d=(outline(&self.canvas.corners(*at))) { title { (title) } } }
        };
        self.view.state.cells.iter().map(cell).collect()
    }

    /// What is spread over cells.
    fn areas(&self) -> Vec<Markup> {
        let (book, state) = (&self.view.rules.book, self.view.state);
        let areas = state.areas.iter().map(|(id, zone)| {
            let title = &book.items[state.thing(*id).item.index()].head.title;
            let cells: String = zone.cells().iter().map(|at| outline(&self.canvas.corners(*at))).collect();
            html! { path.spread d=(cells) { title { (title) } } }
        });
        areas.collect()
    }

    /// What lies on the ground.
    fn things(&self) -> Vec<Markup> {
        let (book, state) = (&self.view.rules.book, self.view.state);
        let left_there = state.things.iter().filter_map(|thing| match thing.place {
            Spot::Ground(at) => Some((at, &book.items[thing.item.index()].head.title)),
            _ => None,
        });
        let drawn = left_there.map(|(at, title)| {
            let (x, y) = self.canvas.middle(at);
            let down = self.canvas.unit() * 0.36;
            html! {
                path.thing d="M-5 0L0 -5L5 0L0 5Z" transform={ "translate(" (short(x)) " " (short(y + down)) ")" } {
                    title { (title) }
                }
            }
        });
        drawn.collect()
    }

    /// Relations that hold between figures.
    fn ties(&self) -> Vec<Markup> {
        let (book, state) = (&self.view.rules.book, self.view.state);
        let lines = state.ties.iter().filter_map(|tie| {
            let head = &book.relations[tie.relation.index()].head;
            let from = self.canvas.middle(state.figure(tie.from).at?);
            let to = match &tie.to {
                Value::Figure(figure) => self.canvas.middle(state.figure(*figure).at?),
                Value::Cell(at) => self.canvas.middle(*at),
                _ => return None,
            };
            if head.is_quiet() || from == to {
                return None;
            }
            let name = format!("{}: {}", state.figure(tie.from).name, head.title);
            Some(html! {
                line.tie x1=(short(from.0)) y1=(short(from.1)) x2=(short(to.0)) y2=(short(to.1)) { title { (name) } }
            })
        });
        lines.collect()
    }
}

/// How a picture that stands alone begins.
pub(crate) const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

/// A picture that stands alone, with its styles in it; none if it is played without ground.
pub(crate) fn picture_alone(fight: Fight<'_>, label: &str) -> Option<String> {
    let drawn = super::document::written(Picture::new(fight)?.svg(label));
    let (head, rest) = drawn.split_once('>')?;
    let head = head.strip_prefix("<svg")?;
    Some(format!("{PICTURE}{head}><style>{}</style>{rest}\n", super::document::STYLE))
}

/// Whether figures of a game face somewhere: once one of them looks elsewhere than where all begin.
fn faces(view: &View<'_>) -> bool {
    let book = &view.rules.book;
    let placed = book.scenarios.iter().flat_map(|scenario| &scenario.sides).flat_map(|side| &side.figures);
    placed.into_iter().any(|figure| figure.facing != 0) || view.state.figures.iter().any(|figure| figure.facing != 0)
}
