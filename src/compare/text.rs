//! A comparison as people read it: in the terminal, and as Markdown for a change that is proposed.

use super::declared::{ChangedPart, DeclarationFate};
use super::{AnsweredSentence, Comparison, DeclaredChange, MovedSentence};
use std::fmt::Write;

/// So much of each sort is told unless all is asked for.
const FEW: usize = 20;
/// So many lines of one declaration.
const FEW_PARTS: usize = 8;

impl Comparison {
    /// Lines for the terminal; all of them, or the greatest few.
    pub(crate) fn text(&self, all: bool) -> String {
        self.told(if all { usize::MAX } else { FEW }, if all { usize::MAX } else { FEW_PARTS })
    }

    /// The comparison as text, with at most so many lines of each sort.
    pub(crate) fn text_of(&self, most: usize) -> String {
        self.told(most, FEW_PARTS)
    }

    fn told(&self, most: usize, parts: usize) -> String {
        let mut text = format!("{} -> {}\n", self.before, self.after);
        if self.is_same() {
            let _ = writeln!(text, "  nothing is declared otherwise, and {} sentences are answered alike", self.asked);
            return text + &self.fights_text("  ");
        }
        if !self.declared.is_empty() {
            let _ = writeln!(text, "declared otherwise");
        }
        for change in self.declared.iter().take(most) {
            text += &declared(change, parts);
        }
        more(&mut text, self.declared.len(), most);
        let _ = writeln!(text, "{} of {} sentences are answered otherwise", self.moved.len(), self.asked);
        let alike = self.alike();
        for (first, others) in alike.iter().take(most) {
            let others = if *others > 0 { format!("  and {others} alike") } else { String::new() };
            let _ = writeln!(text, "  {}{others}", first.row().join("  ").trim_end());
        }
        more(&mut text, alike.len(), most);
        text + &self.fights_text("  ")
    }

    /// The scenarios that were fought, a line each.
    fn fights_text(&self, before: &str) -> String {
        self.fights.iter().map(|fight| format!("{before}{}\n", fight.text())).collect()
    }

    /// The sentences that moved from the same to the same for the same reason: the first of them, and how many others.
    fn alike(&self) -> Vec<(&MovedSentence, usize)> {
        let mut found: Vec<(&MovedSentence, usize)> = Vec::new();
        for moved in &self.moved {
            let is_alike = |one: &&mut (&MovedSentence, usize)| {
                let one = one.0;
                (&one.before, &one.after, &one.cites) == (&moved.before, &moved.after, &moved.cites)
            };
            match found.iter_mut().find(is_alike) {
                Some((_, others)) => *others += 1,
                None => found.push((moved, 0)),
            }
        }
        found
    }

    /// The comparison as Markdown.
    pub(crate) fn markdown(&self, all: bool) -> String {
        let most = if all { usize::MAX } else { FEW };
        let mut text = format!("## {} -> {}\n\n", self.before, self.after);
        if self.is_same() {
            let _ = writeln!(text, "Nothing is declared otherwise, and {} sentences are answered alike.\n", self.asked);
            return text + &self.fights_text("- ");
        }
        for change in self.declared.iter().take(most) {
            for line in declared(change, FEW_PARTS).lines() {
                let indent = if line.starts_with("    ") { "  " } else { "" };
                let _ = writeln!(text, "{indent}- {}", line.trim().replace('|', "\\|"));
            }
        }
        more(&mut text, self.declared.len(), most);
        let _ = writeln!(text, "\n{} of {} sentences are answered otherwise.\n", self.moved.len(), self.asked);
        text += &self.fights_text("- ");
        if self.moved.is_empty() {
            return text;
        }
        if !self.fights.is_empty() {
            text += "\n";
        }
        text += "| odds | from | to | sentence | section |\n| ---: | --- | --- | --- | --- |\n";
        let alike = self.alike();
        for (moved, others) in alike.iter().take(most) {
            let shift = moved.shift().map_or_else(String::new, |shift| shift.percent());
            let side = |one: &AnsweredSentence| match &one.odds {
                Some(odds) => format!("{} ({}, {odds})", one.need, odds.percent()),
                None => one.need.clone(),
            };
            let sentence = match others {
                0 => moved.sentence.clone(),
                others => format!("{} (and {others} alike)", moved.sentence),
            };
            let cells = [shift, side(&moved.before), side(&moved.after), sentence, moved.sections()];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        more(&mut text, alike.len(), most);
        text
    }
}

impl MovedSentence {
    /// By how much, from what to what, what is asked, and the sections that say so.
    fn row(&self) -> [String; 4] {
        let shift = self.shift().map_or_else(String::new, |shift| shift.percent());
        let odds = |one: &AnsweredSentence| one.odds.as_ref().map_or("-".to_string(), |odds| odds.percent());
        let needs = match self.before.need == self.after.need {
            true => self.before.need.clone(),
            false => format!("{} -> {}", self.before.need, self.after.need),
        };
        let change = format!("{:>7} -> {:<7}", odds(&self.before), odds(&self.after));
        [format!("{shift:>8}"), change, format!("{}  ({needs})", self.sentence), self.sections()]
    }

    fn sections(&self) -> String {
        self.cites.iter().map(|cite| format!("@{cite}")).collect::<Vec<_>>().join(" ")
    }
}

fn declared(change: &DeclaredChange, most: usize) -> String {
    let fate = match change.fate {
        DeclarationFate::Added => ": new",
        DeclarationFate::Removed => ": gone",
        DeclarationFate::Changed => "",
    };
    let name = format!("{} {}", change.sort, change.name);
    if let [only] = &change.parts[..] {
        return format!("  {name}{}\n", part(only));
    }
    let mut text = format!("  {name}{fate}\n");
    for changed in change.parts.iter().take(most) {
        let _ = writeln!(text, "    {}", part(changed).trim_start());
    }
    if change.parts.len() > most {
        let _ = writeln!(text, "    and {} more", change.parts.len() - most);
    }
    text
}

fn part(part: &ChangedPart) -> String {
    let cites: String = part.cites.iter().map(|cite| format!(" @{cite}")).collect();
    let is_line = |said: &Option<String>| said.as_ref() == Some(&part.name);
    let said = match (&part.before, &part.after) {
        // A line that is the same is no part that differs: its name is what it says.
        (Some(line), None) if is_line(&part.before) => format!(" - {line}"),
        (None, Some(line)) if is_line(&part.after) => format!(" + {line}"),
        (Some(before), Some(after)) => format!(" {}: {before} -> {after}", part.name),
        (Some(before), None) => format!(" {}: {before} -> (gone)", part.name),
        (None, Some(after)) => format!(" {}: (new) {after}", part.name),
        (None, None) => String::new(),
    };
    format!("{}{}", said.replace(" : ", ": "), if cites.is_empty() { cites } else { format!(" {cites}") })
}

fn more(text: &mut String, all: usize, most: usize) {
    if all > most {
        let _ = writeln!(text, "  {} more: `--all`", all - most);
    }
}
