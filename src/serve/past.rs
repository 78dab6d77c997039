//! What would have been: another order in the place of one that was given, or anything else from a moment of the story on.

use super::desk::{BranchPlace, Desk, PageReply};
use crate::dice::Cancel;
use crate::draw::{self, Eyes};
use crate::repl::{BranchBounds, BranchStart};
use crate::value::SideId;
use serde_json::json;

/// Games from each of the two moments of a branch.
const BRANCH_GAMES: u64 = 400;

impl Desk {
    /// What would have been if it had gone on otherwise from a line, or in its place.
    pub(super) fn branch(&mut self, from: BranchPlace, lines: &[String], cancel: &Cancel) -> PageReply {
        let BranchPlace { number, sentence, is_instead } = from;
        let Some(moment) = self.story.iter().find(|moment| moment.entry.number == number) else {
            return PageReply::Unknown;
        };
        let again = || moment.again.as_ref();
        let from = match sentence {
            _ if is_instead => {
                again().map(|(table, _)| BranchStart { table, again: None, beside: Some(&moment.table) })
            }
            None => Some(BranchStart { table: &moment.table, again: None, beside: None }),
            Some(at) => moment.course.as_ref().and_then(|course| course.sentences.get(at)).zip(again()).map(
                |(told, (table, line))| BranchStart { table, again: Some((line.as_str(), told.after)), beside: None },
            ),
        };
        let Some(from) = from else { return PageReply::Unknown };
        let seen = self.session.branch(&from, lines, &BranchBounds { games: BRANCH_GAMES, cancel });
        let board = self.board_of(&seen.rules, &seen.state, Eyes::All);
        PageReply::Json(json!({ "html": board, "told": draw::branch(&seen, lines), "wrong": !seen.wrong.is_empty() }))
    }

    /// What whoever has given the order of a line could have done instead, as his side knew it, or as whoever hears all;
    /// nothing where none was given.
    pub(super) fn instead(&mut self, number: usize, side: Option<SideId>) -> String {
        let Some(moment) = self.story.iter().find(|moment| moment.entry.number == number) else { return String::new() };
        let Some((table, _)) = &moment.again else { return String::new() };
        match self.session.orders_then(table, side) {
            Some((who, list)) => draw::instead(&who, &list, side.is_none()),
            None => String::new(),
        }
    }
}
