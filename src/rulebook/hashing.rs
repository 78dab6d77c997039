//! How names are looked up: rules have thousands of them, and look-ups are many.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Hashing of short texts: a multiplication for every eight bytes. It begins with a number that nobody knows, so that
/// no rules can be written whose names all fall together.
#[derive(Clone, Debug)]
pub struct NameHashing(u64);

impl Default for NameHashing {
    fn default() -> NameHashing {
        NameHashing(RandomState::new().hash_one(0_u8))
    }
}

impl BuildHasher for NameHashing {
    type Hasher = NameHasher;

    fn build_hasher(&self) -> NameHasher {
        NameHasher(self.0)
    }
}

pub struct NameHasher(u64);

impl NameHasher {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        self.mix(rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
