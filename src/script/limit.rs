//! How much a script may use. Everything is counted, nothing is timed, so a run is the same on every machine.

/// Steps (loop turns and calls) that one call of a script may take, everything it causes included.
pub const STEPS: u64 = 4_000_000;

/// Bytes a Luau state may hold beyond what the sandbox and the compiled scripts need.
pub const MEMORY: usize = 24 << 20;

/// A step in which so many bytes were taken costs one more.
pub const BYTES_TAKEN_PER_STEP: usize = 1 << 10;

/// A step while so many bytes are held costs one more, because a single step (moving a list by one) may touch them all.
pub const BYTES_HELD_PER_STEP: usize = 64 << 10;

/// A call of a library that may touch all that is held costs one more for so many bytes of it.
pub const BYTES_TOUCHED_PER_STEP: usize = 4 << 10;

/// What is held beyond this makes every step much dearer.
pub const HEAVY: usize = 4 << 20;

/// So many bytes beyond [`HEAVY`] make a step cost one more.
pub const HEAVY_BYTES_PER_STEP: usize = 4 << 10;

/// Texts that a script makes may have so many bytes.
pub const LONGEST_TEXT: usize = 64 << 10;

/// What Luau notes of a text beside its bytes, and somewhat more.
pub const TEXT_HEAD: usize = 64;

/// So long are texts that make a step dearer.
pub const LONG_TEXT: usize = 96;

/// So many bytes of the longest text make a step cost one more.
pub const TEXT_BYTES_PER_STEP: usize = 256;

/// How many operators a function may have: they are done without a step between them.
pub const OPERATORS: usize = 2000;

/// How deeply scripts may run scripts: an order performed within a reaction within a move, and so on.
pub const DEPTH: usize = 12;

/// How deeply tables given to the game may be nested.
pub const TABLE_DEPTH: usize = 8;

/// How many values a table given to the game may hold in all.
pub const TABLE_VALUES: usize = 10_000;

/// How long a text given to the game may be, in bytes.
pub const TEXT: usize = 4096;

/// How many texts beyond the program's names an engine remembers.
pub const REMEMBERED_TEXTS: usize = 4096;

/// How long a remembered text may be, in bytes.
pub const REMEMBERED_LENGTH: usize = 120;

/// How many handles of cells an engine keeps from one call to the next.
pub const REMEMBERED_CELLS: usize = 1 << 12;

/// How many orders and outcomes of one call an engine keeps, so that they are read quickly.
pub const REMEMBERED_IN_PASSING: usize = 256;

/// How long a script may be, in bytes.
pub const SOURCE: usize = 1 << 20;

/// So many values, given to a function of the game or answered by it, cost a step.
pub const VALUES_PER_STEP: usize = 2;

/// So many bytes of a text that is given to a function of the game cost a step.
pub const GIVEN_BYTES_PER_STEP: usize = 32;

/// How many steps of the way to an error are told.
pub const FRAMES: usize = 6;
