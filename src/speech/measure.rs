//! Numbers in units that do not count here: of cells where the board has none, `5 hexes off` on open ground; in a unit
//! in which nothing of the game is measured, `16"` where there are hexes of no length.

use super::error::SpeechError;
use super::hear::Hearing;
use super::listener::Listener;
use super::little::{self, is};
use super::token::SpokenWord;
use crate::rulebook::Type;
use crate::value::Board;

/// Before how far somebody is, and behind it.
const BEFORE_DISTANCES: [&str; 4] = ["at", "from", "@", "range"];
const BEHIND_DISTANCES: [&str; 3] = ["away", "off", "apart"];

impl Listener<'_> {
    /// Whether somebody may be so many cells away.
    pub(super) fn has_cells(&self) -> bool {
        self.book().ground.as_ref().is_none_or(|ground| ground.board != Board::Open)
    }
}

impl Hearing<'_> {
    /// Why a number counts for nothing here in its unit, and the line in the unit of the board.
    pub(super) fn in_other_units(&self, line: &str) -> Option<SpeechError> {
        let spoken = self.listener.lexicon.spoken(line);
        let why = |at: &usize| {
            let word = spoken[at - 1].is_number().then(|| &spoken[*at])?;
            let is_behind = spoken.get(at + 1).is_none_or(|next| !is(&next.text, little::ARTICLES));
            let is_far = at.checked_sub(2).is_some_and(|before| is(&spoken[before].text, &BEFORE_DISTANCES))
                || spoken.get(at + 1).is_some_and(|next| is(&next.text, &BEHIND_DISTANCES));
            let is_cells = is(&word.text, little::CELLS);
            Some((word, self.why_uncounted(word).filter(|_| is_behind && (is_far || is_cells))?))
        };
        let (word, why) = (1..spoken.len()).find_map(|at| why(&at))?;
        let own = self.listener.unit_of_board()?;
        let (before, behind) = (line.get(..word.at)?, line.get(word.at + word.length..)?);
        let instead = format!("{} {own}{behind}", before.trim_end());
        Some(SpeechError::must_be(line, &format!("{} ({why} {own})", instead.trim_end_matches(['?', ' ']))))
    }

    /// Why nothing is counted in what a word says.
    fn why_uncounted(&self, word: &SpokenWord) -> Option<String> {
        if is(&word.text, little::CELLS) {
            let why = format!("no {} are on this board, which is measured in", word.text);
            return (!self.listener.has_cells()).then_some(why);
        }
        let book = self.listener.book();
        let unit = self.listener.lexicon.unit(word)?;
        let unit = book.units.iter().find(|one| *one.head.name == *unit)?;
        let is_measured = |r#type: &Type| *r#type == Type::Number(unit.dimension);
        let in_facts = book.facts.iter().any(|fact| is_measured(fact.r#type.bare()));
        let in_kinds = book.kinds.iter().flat_map(|kind| &kind.fields).any(|field| is_measured(field.r#type.bare()));
        let is_counted = in_facts || in_kinds || book.tracks.iter().any(|track| is_measured(track.r#type.bare()));
        (!is_counted).then(|| format!("nothing here is measured in {}, but in", unit.head.title))
    }
}
