//! The one test binary: each module is one kind of test, its cases are text.

mod language;
mod properties;
mod script;
