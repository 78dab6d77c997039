//! How much one text may ask for. Beyond these a diagnostic says so.

/// Bytes of one source.
pub const MAX_SOURCE_BYTES: usize = 2 << 20;
/// Declarations of one source.
pub const MAX_DECLARATIONS: usize = 20_000;
/// Blocks within blocks, and brackets within brackets.
pub const MAX_DEPTH: usize = 48;
/// `if`s in one entry, because each may stand within another.
pub const MAX_IFS: usize = 48;
/// Operators, properties and brackets of one expression.
pub const MAX_OPERATORS: usize = 256;
/// Mistakes reported in one declaration; the rest waits until these are mended.
pub const MAX_MISTAKES: usize = 20;
/// Mistakes reported in one source.
pub const MAX_REPORTS: usize = 200;
/// Dice of one term.
pub const MAX_DICE: u16 = 1000;
/// Sides of one die.
pub const MAX_SIDES: u16 = 1000;
/// How wide and how high a map may be.
pub const MAX_CELLS: usize = 2_000;
/// Cells of all maps of a pack together.
pub const MAX_MAPPED: usize = 4_000_000;
/// Numbers in a list of dice.
pub const MAX_DICE_LIST: usize = 10_000;
