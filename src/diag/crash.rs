//! What should never happen: a panic is caught, told as a bug of fray with its place, and nothing else is lost by it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Where the last panic was, if [`note_places`] was called.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// A mistake of fray itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("fray has a bug: {what}{place}")]
#[diagnostic(
    code(fray::diag::bug),
    help(
        "this is no mistake of yours: please report it with what you typed, the files it needs, and `fray {version}`"
    )
)]
pub struct Bug {
    /// What was said of it.
    pub what: String,
    /// Where in the source of fray, if that is known.
    pub place: String,
    version: &'static str,
}

/// From now on panics print nothing of their own; where they were is kept for [`guarded`].
pub fn note_places() {
    std::panic::set_hook(Box::new(|told: &PanicHookInfo<'_>| {
        let place = told.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
        *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }));
}

/// Does some work that may have bugs.
///
/// # Errors
/// When it panics. What it was changing is then as far as it came.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Bug> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|thrown| {
        let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        Bug { what: said(&*thrown), place, version: env!("CARGO_PKG_VERSION") }
    })
}

fn said(thrown: &(dyn Any + Send)) -> String {
    let text = thrown.downcast_ref::<String>().map(String::as_str).or_else(|| thrown.downcast_ref::<&str>().copied());
    text.unwrap_or("something was thrown that is no text").to_string()
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_becomes_a_bug() {
        assert_eq!(guarded(|| 3), Ok(3));
        let bug = guarded(|| -> u8 { panic!("the {} is empty", "list") }).expect_err("it panics");
        assert_eq!(bug.what, "the list is empty");
        assert!(bug.to_string().starts_with("fray has a bug: the list is empty"), "{bug}");
    }
}
