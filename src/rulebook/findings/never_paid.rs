//! Actions that cost more than anybody can have: more than a track goes up to, or than it ever begins with.

use super::once_for_all::FOR_ALL;
use super::one_way::only_sinks;
use super::slips::bounds;
use super::{Examiner, Finding};
use crate::rulebook::show::as_written;
use crate::rulebook::{Action, Expr, OwnerDecl, SheetLine};
use crate::value::{Number, TrackId};

impl Examiner<'_> {
    /// `spends 5 breath` of a track that goes up to 3.
    pub(super) fn never_paid(&mut self, action: &Action) {
        for (cost, id) in &action.spends {
            let Some(cost_is) = cost.as_number() else { continue };
            let track = &self.book.tracks[id.index()];
            let label = match (bounds(track).1, self.most_held(*id)) {
                (Some(most), _) if cost_is > most => format!("`{}` is at most {most}", track.head.name),
                (None, Some(most)) if cost_is > most => {
                    format!("nobody begins with more than {most} of `{}`, and nothing adds to it", track.head.name)
                }
                _ => continue,
            };
            let finding = Finding::NeverEnough { action: action.head.name.to_string() };
            self.report(finding, cost.span, &label, "nobody can ever pay it: spend less, or let there be more");
        }
    }

    /// `spends 1 breath` of most actions, where nothing gives any back: nobody acts any more when it is gone.
    pub(super) fn only_spent(&mut self) {
        let book = self.book;
        let asked: Vec<&Action> = book.actions.iter().filter(|action| !action.phases.is_empty()).collect();
        for (at, track) in book.tracks.iter().enumerate() {
            let id = TrackId(at as u16);
            let payers = asked.iter().filter(|action| action.spends.iter().any(|(_, of)| *of == id)).count();
            let is_for_most = payers > 1 && 2 * payers >= asked.len();
            let title = track.head.title.to_lowercase();
            let is_kept = track.resets.is_empty() && track.thresholds.is_empty() && track.owner == OwnerDecl::Figure;
            let is_meant = FOR_ALL.iter().any(|word| title.contains(word)) || self.words.contains(&*track.head.name);
            if !self.is_own(&track.head) || !is_for_most || !is_kept || is_meant || !only_sinks(book, id) {
                continue;
            }
            let (name, start) = (as_written(&track.head.name), book.sources.slice(track.start.span).trim());
            let help = format!(
                "give it back: `track {name} number = {start} {{ resets each turn to {start} }}`; if it is to last for the \
                 whole fight, say so in its title: `\"{name} for the fight\"`"
            );
            let finding = Finding::OnlySpent { track: name };
            self.report(finding, track.head.span, "it only goes down, by most of what one may do", help);
        }
    }

    /// The most that anybody has of a track that is only spent: what it begins with, on every sheet, and goes back to.
    fn most_held(&self, id: TrackId) -> Option<Number> {
        let track = &self.book.tracks[id.index()];
        let is_plain = track.owner == OwnerDecl::Figure && track.by.is_none() && track.unit.is_none();
        if !is_plain || self.words.contains(&*track.head.name) || !only_sinks(self.book, id) {
            return None;
        }
        let mut most = track.start.as_number()?;
        for (_, to) in &track.resets {
            most = most.max(Expr::as_number(to)?);
        }
        for line in self.book.sheets.iter().flat_map(|sheet| &sheet.lines) {
            match line {
                SheetLine::Track(of, number) if *of == id => most = most.max(*number),
                _ => {}
            }
        }
        Some(most)
    }
}
