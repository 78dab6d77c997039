//! What became of changed rules, as `fray mutants` prints it: each change that nobody noticed as a diff of its line.

use super::screen::Screen;
use crate::mutant::{Judges, Mutant, MutantVerdict, Mutants};
use crate::text::Span;
use serde_json::json;
use std::collections::BTreeSet;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.mutants/1";
/// Letters of a changed line that are shown.
const SHOWN: usize = 160;

/// What became of all changes.
pub(super) struct MutantsAnswer<'m> {
    mutants: &'m Mutants,
    judged: &'m [MutantVerdict],
    judges: Judges,
    pack: &'m str,
    noticed: usize,
    unloadable: usize,
    /// Those that nobody noticed, and for which no reason is given.
    pub unnoticed: Vec<&'m Mutant>,
    /// Those for which one is.
    silenced: usize,
    /// Those of which nothing is known.
    pub stopped: usize,
}

impl<'m> MutantsAnswer<'m> {
    /// Counts.
    pub(super) fn new(mutants: &'m Mutants, judged: &'m [MutantVerdict], judges: Judges, pack: &'m str) -> Self {
        let count = |is: fn(&MutantVerdict) -> bool| judged.iter().filter(|verdict| is(verdict)).count();
        let unnoticed = || mutants.all.iter().zip(judged).filter(|(_, verdict)| **verdict == MutantVerdict::Unnoticed);
        MutantsAnswer {
            mutants,
            judged,
            judges,
            pack,
            noticed: count(|verdict| matches!(verdict, MutantVerdict::Noticed(_))),
            unloadable: count(|verdict| *verdict == MutantVerdict::Unloadable),
            unnoticed: unnoticed().map(|(mutant, _)| mutant).filter(|mutant| mutant.reason.is_none()).collect(),
            silenced: unnoticed().filter(|(mutant, _)| mutant.reason.is_some()).count(),
            stopped: count(|verdict| *verdict == MutantVerdict::Stopped),
        }
    }

    /// For people: what was not noticed, then the sum.
    pub(super) fn print(&self, screen: &mut Screen) {
        for mutant in &self.unnoticed {
            let (file, line) = self.place(mutant.span());
            let (sort, declared) = (mutant.mutation.sort.words(), self.mutants.declared(mutant));
            let (before, after) = self.lines(mutant);
            let row = match (self.judges, self.mutants.is_covered(mutant)) {
                (Judges::Covering, Some(false)) => ", whose row no test covers",
                _ => "",
            };
            screen.line(&format!("{file}:{line}: {sort}, in {declared}{row}"));
            screen.line(&format!("- {before}"));
            screen.line(&if after.is_empty() { String::new() } else { format!("+ {after}\n") });
        }
        for (file, line) in self.needless() {
            screen.line(&format!("{file}:{line}: this reason is not needed: tests notice every change here"));
        }
        screen.line(&self.sum());
    }

    fn sum(&self) -> String {
        let by = match self.judges {
            Judges::All => "noticed",
            Judges::Covering => "noticed by a test that covers the row",
        };
        let judged = self.noticed + self.unnoticed.len() + self.silenced;
        let share = if judged == 0 { String::new() } else { format!(" ({:.1} %)", percent(self.noticed, judged)) };
        let changes = if judged == 1 { "change" } else { "changes" };
        let mut sum = format!("{judged} {changes}: {} {by}{share}, {} not", self.noticed, self.unnoticed.len());
        if self.silenced > 0 {
            sum += &format!(", {} not and with a reason", self.silenced);
        }
        if self.unloadable > 0 {
            sum += &format!("; {} more do not load", self.unloadable);
        }
        sum
    }

    /// For programs: every change, then the sum.
    pub(super) fn print_json(&self, screen: &mut Screen) {
        let tests = &self.mutants.book().tests;
        for (mutant, verdict) in self.mutants.all.iter().zip(self.judged) {
            let (file, line) = self.place(mutant.span());
            let (before, after) = self.lines(mutant);
            let (outcome, by) = match verdict {
                MutantVerdict::Unloadable => ("unloadable", None),
                MutantVerdict::Noticed(test) => ("noticed", Some(tests[*test].head.title.clone())),
                MutantVerdict::Unnoticed if mutant.reason.is_some() => ("silenced", None),
                MutantVerdict::Unnoticed => ("unnoticed", None),
                MutantVerdict::Stopped => ("stopped", None),
            };
            screen.json(&json!({
                "schema": SCHEMA, "file": file, "line": line, "start": mutant.mutation.place.start,
                "end": mutant.mutation.place.end, "right": mutant.mutation.right,
                "change": mutant.mutation.sort.words(), "declaration": self.mutants.declared(mutant),
                "before": before, "after": after, "outcome": outcome, "by": by,
                "cites": mutant.mutation.cites.iter().flatten().collect::<Vec<_>>(),
                "covered": self.mutants.is_covered(mutant),
                "reason": mutant.reason.as_ref().map(|reason| &reason.text),
            }));
        }
        screen.json(&json!({
            "schema": SCHEMA, "pack": self.pack, "covers": self.judges == Judges::Covering,
            "noticed": self.noticed, "unnoticed": self.unnoticed.len(), "silenced": self.silenced,
            "unloadable": self.unloadable, "stopped": self.stopped, "needless": self.needless(),
        }));
    }

    fn place(&self, span: Span) -> (String, usize) {
        let sources = &self.mutants.book().sources;
        (sources.get(span.source).name.to_string(), sources.line(span))
    }

    /// The line before and after the change.
    fn lines(&self, mutant: &Mutant) -> (String, String) {
        let text = &self.mutants.book().sources.get(mutant.source).text;
        let place = &mutant.mutation.place;
        let begin = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[place.end..].find('\n').map_or(text.len(), |at| place.end + at);
        let (head, tail) = (&text[begin..place.start], &text[place.end..end]);
        let after = format!("{head}{}{tail}", mutant.mutation.right);
        (on_one_line(&text[begin..end]), on_one_line(&after))
    }

    /// Reasons that nothing needs; told when all changes were tried that can be made.
    fn needless(&self) -> Vec<(String, usize)> {
        let reasoned = || {
            let all = self.mutants.all.iter().zip(self.judged);
            all.filter_map(|(mutant, verdict)| Some((mutant, verdict, mutant.reason.as_ref()?.place.start)))
        };
        let needed: BTreeSet<_> = reasoned()
            .filter(|(_, verdict, _)| matches!(verdict, MutantVerdict::Unnoticed | MutantVerdict::Stopped))
            .map(|(mutant, _, at)| (mutant.source, at))
            .collect();
        let all: BTreeSet<_> = reasoned().map(|(mutant, _, at)| (mutant.source, at)).collect();
        let place = |(source, at): &(_, usize)| Span { source: *source, start: *at as u32, end: *at as u32 };
        match self.mutants.is_sample {
            true => Vec::new(),
            false => {
                all.iter().filter(|reason| !needed.contains(reason)).map(|reason| self.place(place(reason))).collect()
            }
        }
    }
}

fn percent(part: usize, all: usize) -> f64 {
    part as f64 * 100.0 / all as f64
}

/// Several lines as one, and no more of it than is read.
fn on_one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    match words.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", words[..at].trim_end()),
        None => words,
    }
}
