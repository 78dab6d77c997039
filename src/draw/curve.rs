//! Odds over a number as a curve in SVG, by one reading or two: its colors are those of the page.

use super::canvas::short;
use crate::repl::{LabCurve, LabPoint};
use maud::{Markup, html};

/// Width and height of the picture, and what is left free around the curve.
const SIZE: (f64, f64) = (420.0, 220.0);
const LEFT: f64 = 44.0;
const TOP: f64 = 12.0;
const BELOW: f64 = 34.0;
/// So many numbers stand below the axis.
const MOST_MARKS: usize = 8;
/// Where points are no more than these, each is a dot.
const MOST_DOTS: usize = 45;

/// The curve; `label` is what those are told who do not see it.
pub(super) fn curve(curve: &LabCurve, label: &str) -> Markup {
    let (right, bottom) = (SIZE.0 - 12.0, SIZE.1 - BELOW);
    let marks = curve.points.len().div_ceil(MOST_MARKS).max(1);
    html! {
        svg.curve viewBox={ "0 0 " (short(SIZE.0)) " " (short(SIZE.1)) } role="img" aria-label=(label) {
            @for percent in [0, 25, 50, 75, 100] {
                @let y = height(f64::from(percent) / 100.0);
                line.grid x1=(short(LEFT)) x2=(short(right)) y1=(short(y)) y2=(short(y)) {}
                text x=(short(LEFT - 20.0)) y=(short(y)) { (percent) " %" }
            }
            @for (at, point) in curve.points.iter().enumerate().step_by(marks) {
                text x=(short(across(curve, at))) y=(short(bottom + 12.0)) { (point.value) }
            }
            text x=(short(f64::midpoint(LEFT, right))) y=(short(SIZE.1 - 6.0)) { (curve.title) @if !curve.unit.is_empty() { " (" (curve.unit) ")" } }
            @for (at, _) in curve.points.iter().enumerate().filter(|(_, point)| point.is_now) {
                @let x = short(across(curve, at));
                line.cursor x1=(x) x2=(x) y1=(short(TOP)) y2=(short(bottom)) {}
            }
            @for which in [1, 0] {
                g class={ "line side" (which) } {
                    @for piece in pieces(curve, which) { polyline.middle points=(piece) {} }
                    @if curve.points.len() <= MOST_DOTS {
                        @for (at, odds) in known(curve, which) {
                            circle.dot cx=(short(across(curve, at))) cy=(short(height(odds))) r="2.6" {
                                title { (said(&curve.points[at], which)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The points whose odds are known.
fn known(curve: &LabCurve, which: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let points = curve.points.iter().enumerate();
    points.filter_map(move |(at, point)| Some((at, point.odds[which].as_ref()?.to_f64())))
}

/// The line without those points where nothing can be tried.
fn pieces(curve: &LabCurve, which: usize) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last = None;
    for (at, odds) in known(curve, which) {
        let place = format!("{},{}", short(across(curve, at)), short(height(odds)));
        match (pieces.last_mut(), last) {
            (Some(piece), Some(before)) if before + 1 == at => *piece += &format!(" {place}"),
            _ => pieces.push(place),
        }
        last = Some(at);
    }
    pieces
}

fn across(curve: &LabCurve, at: usize) -> f64 {
    let room = SIZE.0 - 12.0 - LEFT;
    LEFT + room * at as f64 / (curve.points.len().max(2) - 1) as f64
}

fn height(share: f64) -> f64 {
    let bottom = SIZE.1 - BELOW;
    bottom - (bottom - TOP) * share
}

fn said(point: &LabPoint, which: usize) -> String {
    let odds = point.odds[which].as_ref().map_or_else(|| "-".to_string(), crate::dice::Odds::percent);
    format!("{}: {odds}", point.shown)
}
