//! A text that is made when it is first read.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

type LateMaking = LazyLock<String, Box<dyn FnOnce() -> String + Send + Sync>>;

/// A text that is made when it is first read, and shared by those who hold it: advice that is looked for among all names
/// of a game, in a mistake that is dropped if another reading of the sentence goes.
#[derive(Clone)]
pub struct LateText(Arc<LateMaking>);

impl LateText {
    /// What makes it.
    pub(crate) fn new(make: impl FnOnce() -> String + Send + Sync + 'static) -> LateText {
        LateText(Arc::new(LazyLock::new(Box::new(make))))
    }
}

impl Deref for LateText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for LateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &**self)
    }
}
