//! Odds drawn with letters.

use super::{Diagram, Plot};
use crate::dice::{Contest, Odds};
use crate::odds::expression::{ExprOdds, OddsResult, Share};

/// More lines than this are put together, several numbers to a line.
const MAX_LINES: usize = 40;

/// Eighths of a letter, from nothing to all but the whole.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// The answer as a few lines of text, none wider than `width` where that is possible.
pub fn picture(answer: &ExprOdds, width: usize) -> String {
    match &answer.found {
        OddsResult::Certain { value } => format!("{value}\n"),
        OddsResult::Chance { odds, percent, contest } => {
            let mut text = format!("{percent}   {odds}\n");
            if let Some(contest) = contest.as_ref().filter(|contest| is_open(contest)) {
                for (word, odds) in [("greater", &contest.win), ("equal", &contest.tie), ("less", &contest.lose)] {
                    text += &line(word, 7, odds, &Odds::ALWAYS, width);
                }
            }
            text
        }
        OddsResult::Distribution { mean_shown, median, min, max, shares, .. } => {
            let mut text = format!("{min} to {max}, mean {mean_shown}, median {median}\n");
            text += &bars(shares, width);
            text
        }
    }
}

/// A diagram as lines of text. `sums` shows how likely each number or less, or more, is instead of the numbers alone.
pub fn text(diagram: &Diagram, width: usize, sums: bool) -> String {
    let mut text = String::new();
    if let Some(head) = &diagram.head {
        text += &format!("{head}\n");
    }
    for plot in diagram.plots.iter().filter(|plot| sums || !plot.summed_only) {
        if !plot.title.is_empty() {
            text += &format!("{}\n", plot.title);
        }
        text += &if sums && plot.ordered { summed(plot, width) } else { rows(plot, width) };
    }
    if let Some(note) = &diagram.note {
        text += &format!("{note}\n");
    }
    text
}

/// Rows with percent and bar: numbers end in one column, words begin in one.
fn rows(plot: &Plot, width: usize) -> String {
    let column = plot.bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
    let letters = width.saturating_sub(column + 15).clamp(10, 60);
    let mut text = String::new();
    for one in &plot.bars {
        let name = if plot.ordered { format!("{:>column$}", one.name) } else { format!("{:<column$}", one.name) };
        let line = format!("  {name}  {:>8}  {}", one.odds.percent(), bar(one.odds.to_f64(), letters));
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// Each number with the odds of at most and at least that, and a bar for the first.
fn summed(plot: &Plot, width: usize) -> String {
    let column = plot.bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0).max(1);
    let letters = width.saturating_sub(column + 28).clamp(10, 60);
    let mut text = format!("{:column$}   at most  at least\n", "");
    for (one, (most, least)) in plot.bars.iter().zip(plot.sums()) {
        let share = bar(most.to_f64(), letters);
        let line = format!("{:>column$}  {:>8}  {:>8}  {share}", one.name, most.percent(), least.percent());
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// A bar of that share of so many letters, to the eighth of a letter.
pub fn bar(share: f64, letters: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * letters as f64 * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Whether all three can happen, so that the odds alone do not say how it stands.
fn is_open(contest: &Contest) -> bool {
    [&contest.win, &contest.tie, &contest.lose].iter().all(|odds| **odds != Odds::NEVER)
}

fn bars(shares: &[Share], width: usize) -> String {
    let together = shares.len().div_ceil(MAX_LINES).max(1);
    let lines: Vec<(String, Odds)> = shares.chunks(together).map(grouped).collect();
    let column = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let most = lines.iter().map(|(_, odds)| odds).max().cloned().unwrap_or(Odds::ALWAYS);
    lines.iter().map(|(name, odds)| line(name, column, odds, &most, width)).collect()
}

fn grouped(shares: &[Share]) -> (String, Odds) {
    let odds = shares.iter().fold(Odds::NEVER, |sum, share| sum.plus(&share.odds));
    match shares {
        [first, .., last] => (format!("{}..{}", first.value, last.value), odds),
        [only] => (only.value.to_string(), odds),
        [] => (String::new(), odds),
    }
}

fn line(name: &str, column: usize, odds: &Odds, most: &Odds, width: usize) -> String {
    let letters = width.saturating_sub(column + 13).max(10);
    let share = odds.to_f64() / most.to_f64();
    let text = format!("{name:>column$}  {:>8}  {}", odds.percent(), bar(share, letters));
    format!("{}\n", text.trim_end())
}
