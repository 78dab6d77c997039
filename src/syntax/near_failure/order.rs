//! Parts of an entry in another order than its own: tags before a condition, a title behind what comes after it.

use super::{EntryChange, NearFailure};
use crate::syntax::keyword::is_keyword;
use crate::text::is_wordly;

impl NearFailure<'_> {
    /// Everything of this file.
    pub(in crate::syntax) fn in_other_order(&self) -> impl Iterator<Item = EntryChange> {
        let all = [
            self.tagged_before(),
            self.opposed_before(),
            self.computed_before(),
            self.bounded_before(),
            self.owned_before(),
            self.typed_value(),
            self.titled_late(),
            self.placed_at(),
            self.cited_in_words(),
        ];
        all.into_iter().flatten()
    }

    /// `-1 "far" tags distance when range > 3 m`: tags come last.
    fn tagged_before(&self) -> Option<EntryChange> {
        let is_late = self.is(self.at, "when") || self.is(self.at, "@");
        let tags = (1..self.at).rev().find(|at| self.is(*at, "tags")).filter(|_| is_late)?;
        let (before, said) = (self.said(0, tags), self.said(tags, self.at));
        Some((0, format!("{before} {} {said}", self.said(self.at, self.pieces.len()))))
    }

    /// `opposed by parry comparing totals, ties lose with actor = target`: what is set anew stands behind the check.
    fn opposed_before(&self) -> Option<EntryChange> {
        let is_opposed = self.is(0, "opposed") && self.is(1, "by") && self.is(self.at, "with") && self.at > 3;
        let parts = [self.said(0, 3), self.said(self.at, self.pieces.len()), self.said(3, self.at)];
        is_opposed.then(|| (0, parts.join(" ")))
    }

    /// `fact range number = 0 from distance(a, b) min 0`: what bounds a fact stands before whence it comes.
    fn computed_before(&self) -> Option<EntryChange> {
        let is_bound = self.is(self.at, "min") || self.is(self.at, "max");
        let from = (3..self.at).find(|at| self.is(*at, "from")).filter(|_| is_bound && self.is(0, "fact"))?;
        let cite = (self.at..self.pieces.len()).find(|at| self.is(*at, "@")).unwrap_or(self.pieces.len());
        let parts = [
            self.said(0, from),
            self.said(self.at, cite),
            self.said(from, self.at),
            self.said(cite, self.pieces.len()),
        ];
        Some((0, parts.join(" ").trim_end().to_string()))
    }

    /// `track harm "harm" min 0 number = 0`: what bounds a number stands behind its type and its start.
    fn bounded_before(&self) -> Option<EntryChange> {
        let is_counted = ["track", "fact", "attribute", "note"].iter().any(|word| self.is(0, word));
        let is_bound = |at: &usize| (self.is(*at, "min") || self.is(*at, "max")) && self.is_number(at + 1);
        let bound = (2..=self.at).find(is_bound).filter(|_| is_counted)?;
        let sort = (bound..self.pieces.len()).find(|at| self.is(*at, "number"))?;
        let parts = [self.said(0, bound), self.said(sort, self.pieces.len()), self.said(bound, sort)];
        Some((0, parts.join(" ")))
    }

    /// `@House rules`: a section whose name has blanks in it.
    fn cited_in_words(&self) -> Option<EntryChange> {
        let sign = self.citation()?;
        let is_part = |text: &str| matches!(text, "." | "-" | "/" | ":") || text.chars().all(is_wordly);
        let goes_on = |at: &usize| self.piece(*at).is_some_and(|piece| is_part(piece.text) && !is_keyword(piece.text));
        let end = (sign + 1..self.pieces.len()).find(|at| !goes_on(at)).unwrap_or(self.pieces.len());
        (end > self.at).then(|| (0, self.with(sign + 1, end, &format!("\"{}\"", self.said(sign + 1, end)))))
    }

    /// The sign of the citation behind whose first part the entry cannot be read on.
    pub(super) fn citation(&self) -> Option<usize> {
        let mut at = self.at.checked_sub(1)?;
        if self.here()?.start == self.piece(at)?.end() {
            return None;
        }
        while !self.is(at, "@") {
            let before = self.piece(at.checked_sub(1)?)?;
            at = if before.end() == self.piece(at)?.start { at - 1 } else { return None };
        }
        (at + 1 < self.at).then_some(at)
    }

    /// `value lead "Lead" of side = 3`: whose it is stands at the end.
    fn owned_before(&self) -> Option<EntryChange> {
        let of = (2..=self.at).find(|at| self.is(*at, "of") && self.is(at + 1, "side"))?;
        let is_value = self.is(0, "value") && self.is(of + 2, "=");
        let parts = [self.said(0, of), self.said(of + 2, self.pieces.len()), "of side"];
        is_value.then(|| (0, parts.join(" ")))
    }

    /// `value reach number = might`: what is worked out has the type of what it is worked out of.
    fn typed_value(&self) -> Option<EntryChange> {
        let equals = (3..self.pieces.len().min(7)).find(|at| self.is(*at, "="))?;
        let sort = (2..equals).find(|at| ["number", "truth", "dice", "text"].iter().any(|word| self.is(*at, word)))?;
        let is_value = self.is(0, "value") || self.is(0, "setting");
        is_value.then(|| (0, format!("{} {}", self.said(0, sort), self.said(equals, self.pieces.len()))))
    }

    /// `side red plays waiting "Red"`: a title stands behind the name.
    fn titled_late(&self) -> Option<EntryChange> {
        let title = self.here().filter(|piece| piece.is_text() && self.at > 2)?;
        let is_named = self.is_plain_word(0) && self.is_plain_word(1);
        let is_declared = ["side", "card", "check", "action", "track", "attribute", "note", "fact", "condition"];
        let parts = [self.said(0, 2), title.text, self.said(2, self.at), self.said(self.at + 1, self.pieces.len())];
        let is_it = is_named && is_declared.iter().any(|word| self.is(0, word));
        is_it.then(|| (0, parts.join(" ").trim_end().to_string()))
    }

    /// `at 1,0 Ann`: who it is comes first.
    fn placed_at(&self) -> Option<EntryChange> {
        let is_place = self.is(0, "at") && self.is_number(1) && self.is(2, ",") && self.is_number(3);
        let name = self.said(4, self.pieces.len());
        (is_place && !name.is_empty()).then(|| (0, format!("{name} {}", self.said(0, 4))))
    }
}
