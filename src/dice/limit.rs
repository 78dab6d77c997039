//! How much is rolled and reckoned at most, so that nothing an author writes can hang or fill the memory.

/// Dice of one roll.
pub const MAX_DICE: u32 = 1_000;

/// Terms of one formula.
pub const MAX_TERMS: usize = 64;

/// Distance between the least and the greatest total of a distribution.
pub const MAX_SUPPORT: u64 = 1 << 17;

/// Steps of one exact computation; a step on numbers beyond 128 bits counts as several.
pub const MAX_WORK: u64 = 1 << 25;

/// Branches that a procedure may have under every possible roll, unless the caller sets its own budget.
pub const MAX_BRANCHES: u64 = 1_000_000;

/// Ways that a single roll may fall, as far as its caller tells them apart.
pub const MAX_FORK: u64 = 1 << 16;

/// Rolls on one branch.
pub const MAX_DEPTH: usize = 4_096;

/// Throws of two who roll until they differ; then they are taken to be equal for good.
pub const MAX_REROLLS: u32 = 1_000;
