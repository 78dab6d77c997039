//! A reckoning as lines of plain text, aligned, without colors.

use super::Refusal;
use super::{CheckResult, Compare, Explanation, ModifierLine, Overridden};
use crate::check::{Comparing, Ties};
use std::fmt::Write;

/// Labels are padded to at least this width, so that short and long reckonings look alike.
const LEAST_LABEL: usize = 22;
/// Why a bound does not count.
const IDLE: &str = "what is needed keeps to it anyhow";

impl Explanation {
    /// The lines a player reads: need and odds, each amount with its reason, what came of it.
    pub fn text(&self) -> String {
        let mut out = self.notes();
        self.write(&mut out, "");
        out
    }

    /// In one line: what it is and needs.
    pub fn in_short(&self) -> String {
        let mut all = String::new();
        self.write(&mut all, "");
        let first = all.lines().next().unwrap_or_default();
        let parts: Vec<&str> = first.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
        format!("{}: {}", self.title, parts.join(", "))
    }

    /// The lines before those: whether it would be refused, and what became of what was said.
    pub fn notes(&self) -> String {
        let mut out = self.refused.as_ref().map_or_else(String::new, Refusal::text);
        if let Some(open) = self.undecided.as_ref().filter(|_| self.refused.is_none()) {
            let _ = writeln!(out, "  whether it is allowed is not known: {open}");
        }
        for name in &self.off_board {
            let _ = writeln!(out, "  {name} is not on this board: only the sheet counts");
        }
        for first in &self.ahead {
            let _ = writeln!(out, "  first {first}; what follows is of the roll behind it");
        }
        out += &overridden(&self.overridden);
        for said in &self.aside {
            let _ = writeln!(out, "  {}", said.words());
        }
        for said in &self.later {
            let _ = writeln!(out, "  {said}: may count for what comes of it, not for the roll");
        }
        out + &changes_nothing(&self.idle)
    }

    /// The same with the modifiers that do not count, and why.
    pub fn text_with_reasons(&self) -> String {
        let mut out = self.text();
        self.write_left_out(&mut out, "not counted");
        if let Some(against) = &self.against {
            against.side.write_left_out(&mut out, "not counted for the other side");
        }
        out
    }

    fn write_left_out(&self, out: &mut String, heading: &str) {
        if !self.left_out.is_empty() || self.modifiers.iter().any(|line| line.idle) {
            let _ = writeln!(out, "  {heading}");
        }
        for line in self.modifiers.iter().filter(|line| line.idle) {
            let _ = write!(out, "  {:>4}  {}: {IDLE}", line.target.words(line.amount), line.label);
            cite(out, 0, &line.cites);
        }
        for left in &self.left_out {
            let amount = left.amount.map_or_else(|| "·".to_string(), |amount| left.target.words(amount));
            let _ = write!(out, "  {amount:>4}  {}: {}", left.label, left.why);
            cite(out, 0, &left.cites);
        }
    }

    fn write(&self, out: &mut String, indent: &str) {
        let columns = self.columns(indent);
        self.write_head(out, indent, &columns);
        if let Some(base) = &self.base {
            let amount = base.amount.to_string();
            row(out, indent, &columns, [&amount, &base.label, ""], &base.cites);
        }
        for line in self.told() {
            let worth = line.worth.as_ref().map_or_else(String::new, |worth| format!("worth {}", worth.percent()));
            row(out, indent, &columns, [&line.target.words(line.amount), &label_words(line), &worth], &line.cites);
        }
        if let Some(against) = &self.against {
            let verb = match against.comparing {
                Comparing::Margins => "margins are compared",
                Comparing::AllMargins => "margins are compared, of failures too",
                Comparing::Totals => "the higher total wins",
            };
            let tie = match against.ties {
                Ties::Win => "a tie wins",
                Ties::Lose => "a tie loses",
                Ties::Reroll => "a tie is rolled again",
                Ties::Draw => "a tie is a draw",
            };
            let _ = writeln!(out, "{indent}  against {}: {verb}, {tie}", against.side.name());
            against.side.write(out, &format!("{indent}  "));
        }
        if let Some(result) = &self.result {
            self.write_result(out, indent, result);
        }
    }

    /// The modifiers that people are told of.
    fn told(&self) -> impl Iterator<Item = &ModifierLine> {
        self.modifiers.iter().filter(|line| !line.idle)
    }

    pub(crate) fn name(&self) -> &str {
        self.sentence.as_deref().unwrap_or(&self.title)
    }

    /// What has to be rolled: `need 14 or less on 3d6`, `roll 1d10 +5`.
    pub fn goal(&self) -> String {
        let dice = self.dice.as_deref().unwrap_or("");
        match (self.compare, self.need, self.plus) {
            (Compare::AtMost, Some(need), _) => format!("need {need} or less on {dice}"),
            (Compare::AtLeast, Some(need), _) => format!("need {need} or more on {dice}"),
            (_, _, Some(plus)) if plus != 0 => format!("roll {dice} {plus:+}"),
            _ => format!("roll {dice}"),
        }
    }

    fn write_head(&self, out: &mut String, indent: &str, columns: &Columns) {
        if let Some(cannot) = &self.impossible {
            // That the check cannot be made is why it would be refused.
            if self.refused.as_ref().is_some_and(|refused| *refused.reason == *cannot.why) {
                return;
            }
            let _ = write!(out, "{indent}  impossible: {}", cannot.why);
            return cite(out, 0, &cannot.cites);
        }
        let head = self.goal();
        let Some(odds) = &self.odds else {
            let _ = writeln!(out, "{indent}  {head}");
            return;
        };
        let odds = odds.percent();
        // The percentage ends where those of the worths below end.
        let width = columns.odds_end.saturating_sub(odds.chars().count()).saturating_sub(indent.len() + 4);
        let _ = write!(out, "{indent}  {head:<width$}  {odds}");
        if let Some(draw) = &self.draw {
            let _ = write!(out, ", a draw {}", draw.percent());
        }
        out.push('\n');
    }

    fn write_result(&self, out: &mut String, indent: &str, result: &CheckResult) {
        let dice: Vec<String> = result.dice.iter().map(ToString::to_string).collect();
        let verdict = match (result.draw, result.success) {
            (true, _) => "a draw".to_string(),
            (_, true) => format!("success by {}", result.margin),
            (_, false) if self.odds.is_none() => String::new(),
            (_, false) => format!("failure by {}", result.margin.saturating_neg()),
        };
        // Whoever gave only the sum of the dice has kept them to themselves.
        match dice.len() {
            0 => write!(out, "{indent}  rolled {}", result.total),
            _ => write!(out, "{indent}  rolled {} = {}", dice.join(" "), result.total),
        }
        .expect("a text takes any text");
        if let Some(theirs) = &result.against {
            let dice: Vec<String> = theirs.dice.iter().map(ToString::to_string).collect();
            let _ = match dice.as_slice() {
                [] => write!(out, " against {}", theirs.total),
                dice => write!(out, " against {} = {}", dice.join(" "), theirs.total),
            };
        }
        if !verdict.is_empty() {
            let _ = write!(out, "    {verdict}");
        }
        for field in &result.fields {
            let _ = write!(out, ", {} {}", field.name, field.words);
        }
        cite(out, 0, &result.cites);
    }

    fn columns(&self, indent: &str) -> Columns {
        let labels = self.base.iter().map(|base| base.label.chars().count());
        let label = labels.chain(self.told().map(|line| label_words(line).chars().count()));
        let label = label.max().unwrap_or(0).max(LEAST_LABEL);
        let worths = self.told().filter_map(|line| line.worth.as_ref());
        let worth = worths.map(|worth| worth.percent().chars().count() + 6).max().unwrap_or(13);
        Columns { label, worth, odds_end: indent.len() + 2 + 4 + 2 + label + 2 + worth }
    }
}

/// Before why something would be refused.
pub const REFUSED: &str = "would be refused: ";

impl Refusal {
    /// The line a player reads.
    pub fn text(&self) -> String {
        format!("  {REFUSED}{}{}", self.words(), cited(&self.cites))
    }
}

/// What was stated otherwise than the board says, a line each.
pub fn overridden(lines: &[Overridden]) -> String {
    let line = |one: &Overridden| {
        let same = if one.is_same { ", which needs the same" } else { "" };
        format!("  {} {}, as stated; on the board {}{same}\n", one.what, one.stated, one.board)
    };
    lines.iter().map(line).collect()
}

/// What was said and counts for nothing as things are, a line each.
pub fn changes_nothing(said: &[String]) -> String {
    said.iter().map(|said| format!("  {said}: changes nothing here\n")).collect()
}

/// The sections, and the end of the line.
pub fn cited(cites: &[std::sync::Arc<str>]) -> String {
    let mut text = String::new();
    cite(&mut text, 0, cites);
    text
}

struct Columns {
    label: usize,
    worth: usize,
    odds_end: usize,
}

fn row(
    out: &mut String,
    indent: &str,
    columns: &Columns,
    [amount, label, worth]: [&str; 3],
    cites: &[std::sync::Arc<str>],
) {
    let Columns { label: label_width, worth: worth_width, .. } = *columns;
    let line = format!("{indent}  {amount:>4}  {label:<label_width$}  {worth:>worth_width$}");
    let line = if cites.is_empty() { line.trim_end() } else { &line };
    out.push_str(line);
    cite(out, 2, cites);
}

/// The sections, and the end of the line.
fn cite(out: &mut String, space: usize, cites: &[std::sync::Arc<str>]) {
    for (index, section) in cites.iter().enumerate() {
        let space = if index == 0 { space.max(2) } else { 1 };
        let _ = write!(out, "{:space$}@{section}", "");
    }
    out.push('\n');
}

fn label_words(line: &ModifierLine) -> String {
    match (&line.under, line.inverted) {
        (Some(option), _) => format!("{} ({option})", line.label),
        (None, true) => format!("{} (turned)", line.label),
        (None, false) => line.label.clone(),
    }
}
