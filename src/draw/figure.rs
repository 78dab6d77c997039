//! A figure in a picture: a shape for its side, its letter, where it faces, what is left of it, signs of how it fares.

use super::canvas::{Canvas, Dot, short};
use super::marker::{markers, moved_tracks};
use crate::state::{State, View};
use crate::story::nearness;
use crate::value::FigureId;
use maud::{Markup, html};

/// Sides that are drawn apart by their shape; further ones begin anew.
pub(super) const SHAPES: usize = 6;
/// Where figures are drawn smaller than this, signs would cover those beside.
const CROWDED: f64 = 0.85;
/// Signs that have room beside a figure.
const MOST_SIGNS: usize = 3;

/// How a figure is drawn.
pub(super) struct FigureStyle<'a> {
    /// The fight as it began.
    pub beginning: Option<&'a State>,
    pub letter: char,
    /// Whether figures of this game face somewhere.
    pub faces: bool,
    /// Whether it is the one whose decision is waited for.
    pub is_asked: bool,
    /// How far it is drawn from the middle of its place, where others stand too, and by how much smaller.
    pub beside: (Dot, f64),
    /// Whether its numbers are told.
    pub is_known: bool,
}

/// A figure where it stands; none if it stands nowhere.
pub(super) fn figure(view: &View<'_>, canvas: Canvas, id: FigureId, style: &FigureStyle<'_>) -> Option<Markup> {
    let figure = view.state.figure(id);
    let middle = canvas.middle(figure.at?);
    let ((aside, down), smaller) = style.beside;
    let (x, y) = (middle.0 + aside, middle.1 + down);
    let r = canvas.radius() * if figure.removed { 0.62 } else { smaller };
    let marks = markers(view, id);
    let left = if figure.removed || !style.is_known { None } else { nearness(view, id).filter(|near| near.now > 0) };
    let side = figure.side.index() % SHAPES;
    let mut class = format!("figure side{side}");
    if figure.removed {
        class += " out";
    }
    if style.is_asked {
        class += " asked";
    }
    let place = crate::state::cell_text(&view.rules.book, figure.at?);
    Some(html! {
        g class=(class) data-figure=(id.index()) data-at=(place) transform={ "translate(" (short(x)) " " (short(y)) ")" } {
            title { (told(view, style.beginning, id, style.is_known)) " (" (view.state.side(figure.side).title) ")" }
            @if style.is_asked { circle.ring r=(short(r * 1.4)) {} }
            @if style.faces && !figure.removed {
                path.nose d=(nose(r)) transform={ "rotate(" (canvas.degrees(figure.facing)) ")" } {}
            }
            (shape(side, r))
            @if figure.removed { path.ended d=(ended(r)) {} } @else { text.letter { (style.letter) } }
            @if let Some(left) = left {
                g.left {
                    rect.lost x=(short(-r)) y=(short(r + 2.0)) width=(short(2.0 * r)) height="4" {}
                    rect.kept x=(short(-r)) y=(short(r + 2.0)) width=(short(2.0 * r * left.left())) height="4" {}
                }
            }
            @if !figure.removed && smaller > CROWDED { (signs(&marks, r)) }
        }
    })
}

/// A figure in one sentence, with its numbers if they are known.
pub(super) fn told(view: &View<'_>, beginning: Option<&State>, id: FigureId, is_known: bool) -> String {
    let figure = view.state.figure(id);
    let mut parts = markers(view, id);
    if is_known {
        parts.extend(moved_tracks(view, beginning, id));
    }
    if parts.is_empty() { figure.name.to_string() } else { format!("{}: {}", figure.name, parts.join(", ")) }
}

/// A shape for each side, so that nobody needs colors to tell them apart.
pub(super) fn shape(side: usize, r: f64) -> Markup {
    let polygon = |corners: usize, turned: f64, grown: f64| {
        let corner = |at: usize| {
            let angle = (turned + 360.0 * at as f64 / corners as f64).to_radians();
            format!("{},{}", short(r * grown * angle.cos()), short(r * grown * angle.sin()))
        };
        (0..corners).map(corner).collect::<Vec<String>>().join(" ")
    };
    match side {
        0 => html! { circle.shape r=(short(r)) {} },
        1 => html! { polygon.shape points=(polygon(4, 45.0, 1.25)) {} },
        2 => html! { polygon.shape points=(polygon(3, -90.0, 1.42)) {} },
        3 => html! { polygon.shape points=(polygon(4, 0.0, 1.3)) {} },
        4 => html! { polygon.shape points=(polygon(5, -90.0, 1.2)) {} },
        _ => html! { polygon.shape points=(polygon(3, 90.0, 1.42)) {} },
    }
}

fn nose(r: f64) -> String {
    let (base, tip, half) = (short(r * 0.9), short(r * 1.55), short(r * 0.5));
    format!("M{base} -{half}L{tip} 0L{base} {half}Z")
}

fn ended(r: f64) -> String {
    let half = short(r * 0.6);
    format!("M-{half} -{half}L{half} {half}M{half} -{half}L-{half} {half}")
}

/// The first letters of what holds of a figure; all of it is in its title and in the list beside the board.
fn signs(marks: &[String], r: f64) -> Markup {
    let step = 14.0;
    html! {
        @for (at, mark) in marks.iter().take(MOST_SIGNS).enumerate() {
            @let x = short(-r + 3.0 + at as f64 * step);
            g.sign transform={ "translate(" (x) " " (short(-r - 4.0)) ")" } {
                circle r="7" {}
                text { (mark.chars().next().unwrap_or('?')) }
            }
        }
    }
}
