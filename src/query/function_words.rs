//! The little words of English that a sentence may hold without anything being declared for them. Nowhere else in the
//! reading of sentences does a word stand for itself.

/// Before a name: `the Guard`, `his Rifle`. A name that begins with one keeps it.
pub(super) const BEFORE_NAMES: &[&str] = &["the", "a", "an", "his", "her", "its", "their"];

/// Those of them that say whose it is.
pub(super) const POSSESSIVES: &[&str] = &["his", "her", "its", "their"];

/// Before a clause, with a comma or without: `at range 12`, `and target prone`.
pub(super) const BEFORE_CLAUSES: &[&str] = &["and", "at", "from", "in", "to"];

/// As many of them may stand before one clause: `and at range 12`.
pub(super) const MOST_BEFORE_A_CLAUSE: usize = 2;

/// What turns a clause into its contrary at its beginning: `not dodging`, `without a shield`.
pub(super) const NOT: &[&str] = &["not", "without", "no"];

/// Between someone and what is said of them: `target is prone`.
pub(super) const ARE: &[&str] = &["is", "has"];

/// Behind these stands what is done to somebody: `Zorgo is shot by Bruce`.
pub(super) const UNDERGOING: &[&str] = &["is", "gets", "was", "are", "got", "being"];
/// Before whoever does it.
pub(super) const BY: &str = " by ";

/// Between someone and what is his: `Guard's reach`, `the Guards' reach`.
pub(super) const OWN: &[&str] = &["'s", "\u{2019}s", "'", "\u{2019}"];

/// Before the thing with which something is asked for, and before the other figure it is about.
pub(super) const WITH: &str = "with";
/// See [`WITH`].
pub(super) const AGAINST: &str = "against";

/// Between the members of a list: `3,4 then 3,5`.
pub(super) const BETWEEN_MEMBERS: &[&str] = &["then", "and"];

/// Behind the number of cells of a way: `2 hexes east`.
pub(super) const CELLS: &[&str] = &["hexes", "hex", "squares", "square", "cells", "cell", "steps", "step"];

/// The ways of the compass, in eighths of a turn clockwise from east.
pub(super) const WAYS: [&str; 8] =
    ["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];

/// Whether a word may stand before a clause.
pub(super) fn is_little(word: &str) -> bool {
    BEFORE_CLAUSES.contains(&word)
}
