//! What is told of a fight beside its moments: who was likely to win, what else could have been ordered.

use crate::value::FigureId;

/// How likely a side was to win at a moment, with its band.
#[derive(Clone, Debug)]
pub(crate) struct ChanceToWin {
    pub moment: usize,
    pub turn: u32,
    /// Who was about to decide; nobody as a turn begins, and at the end.
    pub who: Option<FigureId>,
    /// Whether it is the end of the fight, and nothing is left to chance.
    pub is_end: bool,
    /// By side: the share, from, to.
    pub shares: Vec<(f64, f64, f64)>,
    /// Whether they are no estimate: every way the dice can fall was followed.
    pub is_exact: bool,
}

/// What else could have been ordered at a moment.
#[derive(Clone, Debug)]
pub(crate) struct OtherOrders {
    pub moment: usize,
    pub who: FigureId,
    /// Each in the words of the story, with the exact odds of its check, if it has one.
    pub orders: Vec<(String, Option<String>)>,
    /// How likely the side of the figure is to win by what was done, and by each of these, from, to; none where that was
    /// not tried.
    pub shares: Vec<Option<(f64, f64, f64)>>,
    pub own: Option<(f64, f64, f64)>,
}

/// An order that would have been better than what was done, by more than chance explains.
#[derive(Clone, Debug)]
pub(crate) struct BetterOrder {
    pub moment: usize,
    pub turn: u32,
    pub who: FigureId,
    /// What it would have been, in the words of the story.
    pub order: String,
    /// By how much the chance of its side would have been higher, and how far that may be wrong, 95 times of 100.
    pub gain: (f64, f64),
}

/// What is told of a fight beside its moments.
pub(crate) struct ReplayWords<'a> {
    pub title: &'a str,
    /// Where it comes from: pack, scenario, seed, options.
    pub about: String,
    pub chances: &'a [ChanceToWin],
    /// Games that were played on from each moment.
    pub games: u64,
    /// The best of what else could have been ordered; none if that was not looked for.
    pub better: Option<&'a [BetterOrder]>,
    /// What else could have been ordered, moment by moment.
    pub others: &'a [OtherOrders],
    /// The kept game, that the page can be played again from.
    pub log: &'a str,
}

/// Whether a chance has changed by more than both bands leave open.
pub(crate) fn is_shift(before: &ChanceToWin, after: &ChanceToWin) -> bool {
    before.shares.iter().zip(&after.shares).any(|(old, new)| new.1 > old.2 || new.2 < old.1)
}
