//! Places by what is there: `behind the crates`, `to the wall`.

use super::listener::Listener;
use super::little::{self, is};
use super::token::{SpokenWord, words};
use crate::query::Who;
use crate::state::{BoardView, cell_text, free_toward, is_free};
use crate::value::{ItemId, Number, Position};
use std::collections::BTreeSet;

/// So many quarters from where somebody looks it is behind him.
const HALF_ROUND: i64 = 2;

impl Listener<'_> {
    /// The cell nearest to somebody from which ground that is called so lies between him and his nearest foe.
    pub(super) fn behind(&self, who: &Who, called: &str) -> Option<String> {
        let (_, foe) = self.nearest_foe(who)?;
        let foe = self.place_of(&foe)?;
        let ground = self.ground_called(BoardView::new(self.rules, self.state)?, called);
        self.at_ground(
            who,
            called,
            |_| true,
            |board, at| {
                let next = board.plane.toward(at, foe, board.plane.grains(Number::ONE).unwrap_or(1));
                board.item(next).is_some_and(|item| ground.contains(&item))
            },
        )
    }

    /// The free place behind another's back.
    pub(super) fn rear(&self, who: &Who, other: &str) -> Option<String> {
        let (Who::Figure(own), Who::Figure(other)) = (who, self.named(other)?.1) else { return None };
        let place = free_toward(BoardView::new(self.rules, self.state)?, *own, other, HALF_ROUND)?;
        Some(cell_text(self.book(), place))
    }

    /// The cell beside another that is nearest to somebody from which that lies between him and his nearest foe.
    pub(super) fn behind_cell(&self, who: &Who, cell: &str) -> Option<String> {
        let Who::Figure(own) = who else { return None };
        let (_, foe) = self.nearest_foe(who)?;
        let (foe, from) = (self.place_of(&foe)?, self.place_of(who)?);
        let board = BoardView::new(self.rules, self.state)?;
        let plane = board.plane;
        let cover = plane.cells().find(|at| cell_text(self.book(), *at) == cell)?;
        let may_stand = |at: &Position| plane.contains(*at) && !board.is_opaque(*at) && is_free(board, *own, *at);
        let next = |at: Position| plane.toward(at, foe, plane.grains(Number::ONE).unwrap_or(1));
        let near = plane.neighbors(cover).filter(may_stand).filter(|at| next(*at) == cover);
        near.min_by_key(|at| (plane.steps(from, *at), at.y, at.x)).map(|at| cell_text(self.book(), at))
    }

    /// The cell in the middle of two who are named: `between Ann and Bob`, and in how many words that is said.
    pub(super) fn between(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, String)> {
        let (end, first) = self.placed_at(spoken, at + 1)?;
        let is_and = spoken.get(end).is_some_and(|word| is(&word.text, little::AND));
        let (end, second) = self.placed_at(spoken, end + 1).filter(|_| is_and)?;
        let plane = self.rules.ground.as_ref()?.plane;
        let middle = plane.toward(first, second, plane.steps(first, second) / 2);
        Some((end - at, cell_text(self.book(), middle)))
    }

    /// Where somebody stands who is named here, and where his name ends.
    fn placed_at(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, Position)> {
        let article = spoken.get(at).is_some_and(|word| is(&word.text, little::ARTICLES));
        let at = at + usize::from(article);
        let (length, _, who) = self.named_at(spoken, at).into_iter().next()?;
        Some((at + length, self.place_of(&who)?))
    }

    /// The free cell so far from somebody that is least far from where another stands: who is to stand so far from whom.
    pub(super) fn off(&self, who: &Who, other: &Who, far: Number, unit: &str) -> Option<String> {
        let Who::Figure(own) = who else { return None };
        let board = BoardView::new(self.rules, self.state)?;
        let plane = board.plane;
        let is_unit = |word: &SpokenWord| is(&word.text, little::CELLS) || self.is_unit_of_board(word);
        let unit = words(unit);
        let [unit] = unit.as_slice() else { return None };
        let far = plane.grains(far).filter(|_| is_unit(unit))?;
        let (from, to) = (self.place_of(who)?, self.place_of(other)?);
        let may_stand = |at: &Position| plane.contains(*at) && !board.is_opaque(*at) && is_free(board, *own, *at);
        let straight = if from == to { None } else { Some(plane.toward(to, from, far)) };
        let is_so_far = |at: &Position| plane.steps(*at, to) == far && may_stand(at);
        let cells = || plane.cells().filter(is_so_far).min_by_key(|at| (plane.steps(*at, from), at.y, at.x));
        let cell = straight.filter(may_stand).or_else(cells)?;
        Some(cell_text(self.book(), cell))
    }

    /// The cell of ground that is called so, that is nearest to somebody, whether one can stand in it or not.
    pub(super) fn ground(&self, who: &Who, called: &str) -> Option<String> {
        let (board, from) = (BoardView::new(self.rules, self.state)?, self.place_of(who)?);
        let cells = self.grounds(board, called).into_iter();
        cells.min_by_key(|at| (board.plane.steps(from, *at), at.y, at.x)).map(|at| cell_text(self.book(), at))
    }

    /// The cell of ground that is called so, that is nearest to somebody, where one can stand in it, else beside it.
    pub(super) fn within(&self, who: &Who, called: &str) -> Option<String> {
        let ground = self.ground_called(BoardView::new(self.rules, self.state)?, called);
        let is_in = |board: BoardView<'_>, at| board.item(at).is_some_and(|item| ground.contains(&item));
        self.at_ground(who, called, |_| true, is_in).or_else(|| self.beside(who, called))
    }

    /// The cell of ground that is called so, or beside it, that is nearest to somebody: elsewhere than where he is.
    pub(super) fn beside(&self, who: &Who, called: &str) -> Option<String> {
        let (plane, from) = (self.rules.ground.as_ref()?.plane, self.place_of(who)?);
        let is_elsewhere = |ground: Position| ground != from && plane.neighbors(from).all(|cell| cell != ground);
        let elsewhere = self.at_ground(who, called, is_elsewhere, |_, at| at != from);
        elsewhere.or_else(|| self.at_ground(who, called, |_| true, |_, at| at != from))
    }

    /// The cells of ground that is called so.
    fn grounds(&self, board: BoardView<'_>, called: &str) -> Vec<Position> {
        let called = self.ground_called(board, called);
        board.plane.cells().filter(|at| board.item(*at).is_some_and(|item| called.contains(&item))).collect()
    }

    /// Of the cells of ground that is called so, and of those beside it, the one to which it is least far.
    fn at_ground(
        &self,
        who: &Who,
        called: &str,
        is_meant: impl Fn(Position) -> bool,
        fits: impl Fn(BoardView<'_>, Position) -> bool,
    ) -> Option<String> {
        let Who::Figure(own) = who else { return None };
        let (board, from) = (BoardView::new(self.rules, self.state)?, self.place_of(who)?);
        let plane = board.plane;
        let grain = Number::from(plane.grains(Number::ONE)?);
        let grounds = self.grounds(board, called).into_iter().filter(|ground| is_meant(*ground));
        let cells = grounds.flat_map(|ground| std::iter::once(ground).chain(plane.neighbors(ground)));
        let may_stand = |at: &Position| plane.contains(*at) && !board.is_opaque(*at) && is_free(board, *own, *at);
        // Ground that is hard to enter is as far as it costs.
        let far = |at: Position| Number::from(plane.steps(from, at)).plus(board.cost(at).times(grain)?);
        let near = cells.filter(may_stand).filter(|at| fits(board, *at)).filter_map(|at| Some((far(at)?, at)));
        near.min_by_key(|(far, at)| (*far, at.y, at.x)).map(|(_, at)| cell_text(self.book(), at))
    }

    /// Whether something is ground of the board, and nothing that anybody has.
    pub(super) fn is_ground(&self, item: ItemId) -> bool {
        let board = BoardView::new(self.rules, self.state);
        board.is_some_and(|board| board.plane.cells().any(|at| board.item(at) == Some(item)))
    }

    /// The ground of the board that is called so: each word is one of its name or title, the last of them too; where none
    /// is, the only one of which it is another word, `oak` of an oak tree.
    fn ground_called(&self, board: BoardView<'_>, called: &str) -> Vec<ItemId> {
        let all: BTreeSet<ItemId> = board.plane.cells().filter_map(|at| board.item(at)).collect();
        let is_said = |word: &SpokenWord| !is(&word.text, little::ARTICLES) && !is(&word.text, &little::POINTING);
        let said: Vec<SpokenWord> = words(called).into_iter().filter(is_said).collect();
        let is_named = |item: &ItemId, is_it: &dyn Fn(&[SpokenWord]) -> bool| {
            let head = &self.book().items[item.index()].head;
            is_it(&words(&head.name)) || is_it(&words(&head.title))
        };
        let has_all = |known: &[SpokenWord]| {
            let has = |word: &SpokenWord| known.iter().any(|one| one.stem == word.stem);
            !said.is_empty() && said.iter().all(has)
        };
        let ends = |known: &[SpokenWord]| {
            let is_last = said.last().zip(known.last()).is_some_and(|(said, known)| said.stem == known.stem);
            is_last && has_all(known)
        };
        let whole: Vec<ItemId> = all.iter().copied().filter(|item| is_named(item, &ends)).collect();
        let some = all.iter().copied().filter(|item| whole.is_empty() && is_named(item, &has_all));
        let some: Vec<ItemId> = some.collect();
        if some.len() == 1 { some } else { whole }
    }
}
