//! Numbers in units that do not count here: of cells where the board has none, `5 hexes off` on open ground; in a unit
//! in which nothing of the game is measured, `16"` where there are hexes of no length.

use super::error::SpeechError;
use super::hear::Hearing;
use super::listener::Listener;
use super::little::{self, is};
use super::meaning::Meant;
use super::token::SpokenWord;
use crate::rulebook::Type;
use crate::value::{Board, Number};

/// Before how far somebody is, and behind it.
const BEFORE_DISTANCES: [&str; 4] = ["at", "from", "@", "range"];
const BEHIND_DISTANCES: [&str; 3] = ["away", "off", "apart"];
/// Behind how far somebody goes, besides the ways of the compass.
const BEFORE_WHERE: [&str; 7] = ["toward", "towards", "closer", "nearer", "back", "forward", "forwards"];

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

    /// The line with a way in whole cells of the board, where it says how far it leads in another unit: `4 metres towards
    /// Bob`.
    pub(super) fn in_cells(&self, line: &str) -> Option<String> {
        let listener = self.listener;
        let typed = listener.lexicon.spoken(line);
        let is_length = |two: &[SpokenWord]| two[0].is_number() && listener.lexicon.unit(&two[1]).is_some();
        if !typed.windows(2).any(is_length) {
            return None;
        }
        let spoken = self.mended(line);
        let leads = |word: &SpokenWord| {
            let mut phrases = listener.lexicon.beginning(word).iter();
            let is_known = is(&word.text, little::WAYS) || is(&word.text, &BEFORE_WHERE);
            is_known || phrases.any(|phrase| matches!(phrase.meant, Meant::Leading(_)))
        };
        let is_little = |word: &&SpokenWord| word.text == "to" || is(&word.text, little::ARTICLES);
        // `shoots Bob, 4 m away` is no way.
        let leads_off = |two: &[SpokenWord]| {
            let is_distance = is(&two[0].text, &BEHIND_DISTANCES) && two.get(1).is_none_or(|next| next.text != "from");
            leads(&two[0]) && !is_distance
        };
        let is_way = |at: &usize| {
            let behind = &spoken[at + 1..];
            behind.iter().position(|word| !is_little(&word)).is_some_and(|first| leads_off(&behind[first..]))
        };
        let at = (1..spoken.len()).find(|at| spoken[at - 1].is_number() && is_way(at))?;
        let (number, unit) = (&spoken[at - 1], &spoken[at]);
        let far = self.cells_in(&number.text, unit)?;
        let cells = far.floor();
        let own = listener.unit_of_board()?;
        let said = line.get(number.at..unit.at + unit.length)?;
        let rest = if far.as_int().is_some() { "" } else { ", begun ones not counted" };
        self.attempts.note("", &[format!("{said} are {cells} {own}{rest}")]);
        Some(format!("{}{cells} {own}{}", line.get(..number.at)?, line.get(unit.at + unit.length..)?))
    }

    /// How many cells of the board a length in another unit is.
    fn cells_in(&self, number: &str, word: &SpokenWord) -> Option<Number> {
        let book = self.listener.book();
        let scale = book.ground.as_ref()?.scale;
        let own = &book.units[usize::from(scale.unit?)];
        let name = self.listener.lexicon.unit(word).filter(|name| **name != *own.head.name)?;
        let unit = book.units.iter().find(|one| *one.head.name == *name)?;
        let far = Number::from(number.parse::<i64>().ok()?).times(unit.factor)?.over(scale.amount)?;
        (unit.dimension == own.dimension).then_some(far)
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
