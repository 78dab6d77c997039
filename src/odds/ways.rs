//! Every way that chance can take through a procedure, gone until nobody looks closer at a throw than it was thrown.

use crate::dice::Exhaustive;
use crate::play::{PlayError, Precision};
use std::cell::RefCell;
use std::rc::Rc;

/// What goes the ways, and counts what comes of them.
pub(super) trait EveryWay {
    /// What comes of one way.
    type End;
    /// What has come of the ways so far.
    type Found: Default;

    /// The source for all ways, before the first.
    fn source(&self) -> Exhaustive;
    /// Goes one way.
    fn go(&mut self, source: &Rc<RefCell<Exhaustive>>) -> Result<Self::End, PlayError>;
    /// Counts what came of the way that the source has just gone.
    fn count(&mut self, found: &mut Self::Found, end: Self::End, source: &Exhaustive) -> Result<(), PlayError>;
}

/// What came of the ways.
pub(super) struct Followed<F> {
    /// What was counted.
    pub found: F,
    /// How many ways were gone to their end.
    pub runs: u64,
    /// Why not all of them.
    pub stopped: Option<PlayError>,
}

impl<F> Followed<F> {
    /// All ways, or why not all of them were gone.
    pub(super) fn whole(self) -> Result<(F, u64), PlayError> {
        match self.stopped {
            None => Ok((self.found, self.runs)),
            Some(why) => Err(why),
        }
    }
}

/// Goes every way. Throws that nobody tells apart are one way; when somebody does tell them apart, what was found is
/// not to be believed, and all is gone anew with that known.
pub(super) fn follow<W: EveryWay>(walker: &mut W, looks: &RefCell<Precision>) -> Followed<W::Found> {
    loop {
        let source = Rc::new(RefCell::new(walker.source()));
        let mut found = W::Found::default();
        let gone = go_all(walker, looks, &source, &mut found);
        let runs = source.borrow().runs();
        match gone {
            Ok(true) => return Followed { found, runs, stopped: None },
            Ok(false) => {}
            // The way that was begun is not counted.
            Err(why) => return Followed { found, runs: runs.saturating_sub(1), stopped: Some(why) },
        }
    }
}

/// Whether all ways were gone without a closer look.
fn go_all<W: EveryWay>(
    walker: &mut W,
    looks: &RefCell<Precision>,
    source: &Rc<RefCell<Exhaustive>>,
    found: &mut W::Found,
) -> Result<bool, PlayError> {
    while source.borrow_mut().advance()? {
        let end = walker.go(source);
        if looks.borrow_mut().have_come_closer() {
            return Ok(false);
        }
        let end = end?;
        source.borrow().finish()?;
        walker.count(found, end, &source.borrow())?;
    }
    Ok(true)
}
