//! Odds as a plot to be printed or put on a page: plain SVG, one panel below the other.

use super::{Bar, Diagram, Plot};
use std::fmt::Write;

/// Width of the whole plot.
const WIDTH: f64 = 720.0;
/// White around everything.
const MARGIN: f64 = 24.0;
/// Height of the columns of a panel.
const TALL: f64 = 180.0;
/// Height of a row of a panel.
const ROW: f64 = 20.0;
/// Width of a letter of the labels, on average.
const LETTER: f64 = 6.6;
/// Longest label, in letters.
const LABEL: usize = 40;
/// Panels that are drawn; more would be no picture.
const MOST_PLOTS: usize = 60;
/// Rows of a panel that are drawn.
const MOST_ROWS: usize = 400;

const STYLE: &str = "text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;font-size:12px;fill:#1f2933}\
.t{font-size:16px;font-weight:600}.p{font-size:13px;font-weight:600}.s{fill:#52606d}.e{text-anchor:end}\
.m{text-anchor:middle}.b{fill:#3b6ea5}.g{stroke:#e4e7eb;stroke-width:1}.a{stroke:#9aa5b1;stroke-width:1}\
.c{fill:none;stroke:#c2571a;stroke-width:1.6}.k{fill:#c2571a}";

/// The whole diagram. `sums` also draws how likely each number or more is.
pub fn svg(diagram: &Diagram, sums: bool) -> String {
    let mut page = Page { body: String::new(), y: MARGIN, labels: labels(diagram, sums) };
    page.text("t", MARGIN, 16.0, &diagram.title, WIDTH - 2.0 * MARGIN);
    page.y += 26.0;
    if let Some(head) = &diagram.head {
        page.text("s", MARGIN, 12.0, head, WIDTH - 2.0 * MARGIN);
        page.y += 22.0;
    }
    let shown = diagram.plots.iter().filter(|plot| sums || !plot.summed_only);
    for plot in shown.clone().take(MOST_PLOTS) {
        page.plot(plot, sums);
    }
    if shown.count() > MOST_PLOTS {
        page.text("s", MARGIN, 12.0, "and more than fits on this page", WIDTH);
        page.y += 20.0;
    }
    if let Some(note) = &diagram.note {
        page.y += 6.0;
        page.text("s", MARGIN, 12.0, note, WIDTH - 2.0 * MARGIN);
        page.y += 18.0;
    }
    let height = page.y + MARGIN - 6.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
        escaped(&diagram.title),
        page.body
    )
}

/// Letters of the longest label of all panels of rows, so that their bars begin in one line.
fn labels(diagram: &Diagram, sums: bool) -> usize {
    let shown = diagram.plots.iter().filter(|plot| (sums || !plot.summed_only) && !is_columns(plot));
    let names = shown.flat_map(|plot| plot.bars.iter().map(|bar| bar.name.chars().count()));
    names.max().unwrap_or(0).min(LABEL)
}

/// Whether a panel is drawn over an axis of numbers.
fn is_columns(plot: &Plot) -> bool {
    plot.ordered && plot.bars.len() > 3
}

struct Page {
    body: String,
    y: f64,
    labels: usize,
}

impl Page {
    /// A line of text whose letters stand `down` below the present height; cut if it is wider than there is room.
    fn text(&mut self, class: &str, x: f64, down: f64, text: &str, room: f64) {
        let most = (room / LETTER).max(4.0) as usize;
        let cut = shortened(text, most);
        let y = self.y + down;
        let _ = writeln!(self.body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(&cut));
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    fn plot(&mut self, plot: &Plot, sums: bool) {
        if !plot.title.is_empty() {
            self.y += 8.0;
            self.text("p", MARGIN, 12.0, &plot.title, WIDTH - 2.0 * MARGIN);
            self.y += 20.0;
        }
        match is_columns(plot) {
            true => self.columns(plot, sums),
            false => self.rows(plot),
        }
    }

    /// One below the other, with names on the left and percent behind.
    fn rows(&mut self, plot: &Plot) {
        let left = MARGIN + self.labels as f64 * LETTER + 12.0;
        let full = WIDTH - MARGIN - 64.0 - left;
        for bar in plot.bars.iter().take(MOST_ROWS) {
            self.text("e", left - 8.0, 14.0, &shortened(&bar.name, LABEL), WIDTH);
            let length = full * bar.odds.to_f64();
            let _ = writeln!(
                self.body,
                "<rect class=\"b\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\"/>",
                self.y + 3.0,
                ROW - 6.0
            );
            self.text("s", left + length + 6.0, 14.0, &bar.odds.percent(), WIDTH);
            self.y += ROW;
        }
        self.y += 4.0;
    }

    /// Side by side over an axis of numbers.
    fn columns(&mut self, plot: &Plot, sums: bool) {
        self.y += 8.0;
        let bars = &plot.bars[..plot.bars.len().min(MOST_ROWS)];
        let most = bars.iter().map(|bar| bar.odds.to_f64()).fold(0.0, f64::max);
        let (step, top) = scale(most);
        let (left, right) = (MARGIN + 44.0, WIDTH - MARGIN - if sums { 44.0 } else { 0.0 });
        let bottom = self.y + TALL;
        let mut tick = 0.0;
        while tick <= top + 1e-9 {
            let y = bottom - TALL * tick / top;
            self.line(if tick == 0.0 { "a" } else { "g" }, (left, y), (right, y));
            self.text("s e", left - 6.0, y - self.y + 4.0, &percent(tick), WIDTH);
            tick += step;
        }
        let slot = (right - left) / bars.len() as f64;
        for (at, bar) in bars.iter().enumerate() {
            let height = TALL * bar.odds.to_f64() / top;
            let x = left + slot * (at as f64 + 0.1);
            let _ = writeln!(
                self.body,
                "<rect class=\"b\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{}: {}</title></rect>",
                bottom - height,
                slot * 0.8,
                escaped(&bar.name),
                escaped(&bar.odds.percent())
            );
        }
        self.names(bars, left, slot, bottom);
        if sums {
            self.sums(plot, (left, right, slot), bottom);
        }
        self.y = bottom + 26.0;
    }

    /// The numbers below the axis, as many as there is room for.
    fn names(&mut self, bars: &[Bar], left: f64, slot: f64, bottom: f64) {
        let widest = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(1) as f64 * LETTER + 6.0;
        let every = (widest / slot).ceil().max(1.0) as usize;
        for (at, bar) in bars.iter().enumerate().step_by(every) {
            self.text("s m", left + slot * (at as f64 + 0.5), bottom - self.y + 15.0, &bar.name, WIDTH);
        }
    }

    /// How likely each number or more is, with an axis of its own on the right.
    fn sums(&mut self, plot: &Plot, (left, right, slot): (f64, f64, f64), bottom: f64) {
        let mut points = String::new();
        for (at, (_, least)) in plot.sums().iter().take(MOST_ROWS).enumerate() {
            let y = bottom - TALL * least.to_f64();
            let x = left + slot * at as f64;
            let _ = write!(points, "{x:.1},{y:.1} {:.1},{y:.1} ", x + slot);
        }
        let _ = writeln!(self.body, "<polyline class=\"c\" points=\"{}\"/>", points.trim_end());
        for quarter in 0..=4 {
            let share = f64::from(quarter) / 4.0;
            self.text("k", right + 6.0, bottom - TALL * share - self.y + 4.0, &percent(share), WIDTH);
        }
        self.text("k e", right - 4.0, 14.0, "this or more", WIDTH);
    }
}

/// A round step for the axis, and where the axis ends.
fn scale(most: f64) -> (f64, f64) {
    let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];
    let step = steps.into_iter().find(|step| most / step <= 5.0).unwrap_or(0.25);
    (step, (most / step).ceil().max(1.0) * step)
}

fn percent(share: f64) -> String {
    let tenths = (share * 1000.0).round() / 10.0;
    format!("{tenths} %")
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some(_) => text.chars().take(most.saturating_sub(1)).collect::<String>() + "…",
    }
}

/// As text between tags.
fn escaped(text: &str) -> String {
    let safe = text.chars().filter(|c| !c.is_control() || *c == '\n');
    safe.collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
