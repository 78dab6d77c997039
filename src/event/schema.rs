//! The forms in which a log is stored, by their names and versions.

/// The name and version of the form with the numbers of one rulebook.
pub const SCHEMA: &str = "fray.events/1";
/// The name and version of the stored form: with names.
pub const NAMED_SCHEMA: &str = "fray.events/2";
