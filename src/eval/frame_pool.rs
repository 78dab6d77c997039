//! Frames that have been used and wait for the next question: a frame has room for every fact of the rules, which costs
//! more to make than most questions.

use super::Frame;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// Frames that wait.
#[derive(Clone, Debug, Default)]
pub struct FramePool(Rc<RefCell<Vec<Frame>>>);

impl FramePool {
    /// A frame with no facts stated and room for so many, which goes back when it is dropped.
    pub fn take(&self, facts: usize) -> PooledFrame {
        let mut frame = self.0.borrow_mut().pop().unwrap_or_else(|| Frame::with_room(facts));
        frame.clear().look_around(true);
        PooledFrame { frame, pool: self.clone() }
    }
}

/// A frame that goes back to its pool.
#[derive(Debug)]
pub struct PooledFrame {
    frame: Frame,
    pool: FramePool,
}

impl Drop for PooledFrame {
    fn drop(&mut self) {
        self.pool.0.borrow_mut().push(std::mem::take(&mut self.frame));
    }
}

impl Deref for PooledFrame {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

impl DerefMut for PooledFrame {
    fn deref_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }
}
