//! The one test binary: each module is one kind of test, its cases are text.

mod golden;
mod language;
mod odds;
mod properties;
mod script;
mod tidy;
