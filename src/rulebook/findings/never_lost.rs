//! Conditions that somebody puts himself or another into, and that nothing ends.

use super::{Examiner, Finding};
use crate::rulebook::show::as_written;
use crate::rulebook::told::each_line;
use crate::rulebook::{Act, Line, Node, SheetLine, Whose};
use crate::text::Span;
use crate::value::{Clock, ConditionId};

impl Examiner<'_> {
    pub(super) fn never_lost(&mut self) {
        let book = self.book;
        for (at, condition) in book.conditions.iter().enumerate() {
            let id = ConditionId(at as u16);
            let is_kept =
                condition.lasts == Clock::UntilTreated && !condition.removes && condition.forbids_all.is_empty();
            if !is_kept || !self.is_of_lines_alone(&condition.head) || self.is_barred_by(id) {
                continue;
            }
            let Some((gained, label)) = self.taken_on(id).filter(|_| !self.is_met_with(id)) else { continue };
            let name = as_written(&condition.head.name);
            let help = format!(
                "say how long it lasts: `lasts until end of turn`, `lasts 2 turns`, or `lasts for good` if nothing is to end \
                 it; or let a line end it: `lose {name}`"
            );
            let (at, other) = ((condition.head.span, "nothing ends it"), (gained, label));
            self.report_two(Finding::NeverLost { condition: name.to_string() }, at, other, &help);
        }
    }

    /// Where an action gives a condition to somebody, if nothing else gives or takes it and it has no end there. What a
    /// deed does to a figure may be an injury that the text leaves untreated.
    fn taken_on(&self, id: ConditionId) -> Option<(Span, &'static str)> {
        let (mut gained, mut all, mut is_ended) = (Vec::new(), 0_usize, false);
        each_line(self.book, &mut |line| match &line.act {
            Act::Gain(_, of, lasting) if *of == id => {
                all += 1;
                is_ended |= lasting.is_some();
            }
            Act::Lose(_, of) if *of == id => is_ended = true,
            _ => {}
        });
        let mut note = |line: &Line| match &line.act {
            Act::Gain(Whose::Mine, of, None) if *of == id => gained.push((line.span, "gained here by who acts")),
            Act::Gain(Whose::Of(_), of, None) if *of == id => gained.push((line.span, "gained here")),
            _ => {}
        };
        for action in &self.book.actions {
            action.first.iter().chain(&action.does).for_each(|line| line.walk(&mut |line| note(line)));
        }
        gained.first().copied().filter(|_| gained.len() == all && !is_ended)
    }

    /// Whether somebody may be in a condition without having put himself into it.
    fn is_met_with(&self, id: ConditionId) -> bool {
        let book = self.book;
        let mut thresholds = book.tracks.iter().flat_map(|track| &track.thresholds);
        let mut sheets = book.sheets.iter().flat_map(|sheet| &sheet.lines);
        thresholds.any(|one| one.gains == id)
            || sheets.any(|line| matches!(line, SheetLine::Condition(of) if *of == id))
    }

    /// Whether an action asks that one is not in it: what is barred for good is told as that.
    fn is_barred_by(&self, id: ConditionId) -> bool {
        let is_it = |node: &Node| match node {
            Node::Not(inner) => matches!(inner.node, Node::HasCondition(_, of) if of == id),
            _ => false,
        };
        self.book.actions.iter().flat_map(|action| &action.requires).any(|(when, _)| is_it(&when.node))
    }
}
