//! Conditions that count somewhere and that nothing gives to anybody.

use super::{Examiner, Finding, Use};
use crate::rulebook::show::as_written;
use crate::rulebook::told::each_line;
use crate::rulebook::{Act, Rulebook, SheetLine, Sort, WordList};
use crate::value::ConditionId;
use std::collections::BTreeSet;

/// The conditions that something gives to somebody.
pub(super) fn gained(book: &Rulebook) -> Vec<Use> {
    given(book).into_iter().map(|id| Use::Gained(book.conditions[id.index()].head.name.to_string())).collect()
}

impl Examiner<'_> {
    /// What a sentence may say of somebody is no reason to declare it, where no test says it.
    pub(super) fn never_gained(&mut self) {
        let book = self.book;
        // Without phases nothing happens: who is what, a referee says. What comes with fray is looked at without its tests.
        if book.turn.phases.is_empty() || book.pack.is_shipped && !book.tests.iter().any(|test| self.is_own(&test.head))
        {
            return;
        }
        let given = given(book);
        for (at, condition) in book.conditions.iter().enumerate() {
            let name = &condition.head.name;
            let is_met = given.contains(&ConditionId(at as u16)) || self.words.contains(&**name);
            let is_used = book.usage.is_named(Sort::Condition, at as u16);
            if is_met || !is_used || !self.is_own(&condition.head) || self.is_in_tests(name) || self.is_meant(name) {
                continue;
            }
            let written = as_written(name);
            let help = format!(
                "let something give it: a line of an action, `gain target.{written}`, or a threshold of a track, \
                 `when … gains {written}`; if it is one of a state, it is a word of that state"
            );
            let (which, name) = (Use::Gained(name.to_string()), name.to_string());
            let label = "read, and never gained";
            self.report_unused(which, Finding::NeverGained { condition: name }, condition.head.span, label, help);
        }
    }

    /// Whether the words of a pack stand for it.
    fn is_meant(&self, name: &str) -> bool {
        let mut meant = self.book.words.iter().flat_map(WordList::wordings).map(|one| &*one.meant);
        meant.any(|text| text.split(|letter: char| !crate::text::is_wordly(letter)).any(|word| word == name))
    }
}

/// The conditions that lines, tracks, sheets and sides give.
fn given(book: &Rulebook) -> BTreeSet<ConditionId> {
    let mut given: BTreeSet<ConditionId> = BTreeSet::new();
    each_line(book, &mut |line| {
        if let Act::Gain(_, id, _) = line.act {
            given.insert(id);
        }
    });
    given.extend(book.tracks.iter().flat_map(|track| &track.thresholds).map(|one| one.gains));
    let sides = book.scenarios.iter().flat_map(|scenario| &scenario.sides);
    let sides = sides.flat_map(|side| side.lines.iter().chain(side.figures.iter().flat_map(|figure| &figure.lines)));
    for line in book.sheets.iter().flat_map(|sheet| &sheet.lines).chain(sides) {
        if let SheetLine::Condition(id) = line {
            given.insert(*id);
        }
    }
    given
}
