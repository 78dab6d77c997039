//! The key of a table: who does not know it sees nothing.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// 128 bits that nobody can guess. The standard library seeds its hasher from the randomness of the system, and what the
/// hasher makes of a number cannot be foreseen without that seed.
pub(super) fn fresh() -> String {
    let hasher = RandomState::new();
    format!("{:016x}{:016x}", hasher.hash_one(1_u64), hasher.hash_one(2_u64))
}

/// Whether a key is the right one; it takes as long whichever letter is wrong.
pub(super) fn is_right(key: &str, said: &str) -> bool {
    let differing = key.bytes().zip(said.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    key.len() == said.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::{fresh, is_right};

    #[test]
    fn no_key_is_like_another() {
        let (one, other) = (fresh(), fresh());
        assert_eq!((one.len(), one == other), (32, false));
        assert!(is_right(&one, &one) && !is_right(&one, &other) && !is_right(&one, &one[1..]) && !is_right(&one, ""));
    }
}
