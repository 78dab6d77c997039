//! Chance for play: a named generator, so that a seed means the same for ever on every machine.

use super::{Chance, DiceError, Seen, rolled, validate};
use crate::value::{Formula, Keep, Term};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Dice from a seed. Trial *n* of many uses stream *n* of the same seed.
#[derive(Clone, Debug)]
pub struct Seeded {
    seed: u64,
    rng: ChaCha8Rng,
}

/// Where a seeded source stands, as it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SeededState {
    /// The seed.
    pub seed: u64,
    /// The stream.
    pub stream: u64,
    /// How many words of it are used.
    pub position: u64,
}

impl Seeded {
    /// The beginning of a stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Seeded {
        let mut key = [0_u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..12].copy_from_slice(b"fray");
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Seeded { seed, rng }
    }

    /// Where it stands.
    pub fn state(&self) -> SeededState {
        let position = u64::try_from(self.rng.get_word_pos()).unwrap_or(u64::MAX);
        SeededState { seed: self.seed, stream: self.rng.get_stream(), position }
    }

    /// The source that stands there.
    pub fn restored(state: SeededState) -> Seeded {
        let mut seeded = Seeded::new(state.seed, state.stream);
        seeded.rng.set_word_pos(state.position.into());
        seeded
    }

    /// One of `0..sides`, each exactly as likely: the few words that would favor some sides are thrown away.
    #[inline]
    pub(crate) fn below(&mut self, sides: u16) -> u16 {
        let sides = u32::from(sides);
        let mut product = u64::from(self.rng.next_u32()) * u64::from(sides);
        if (product as u32) < sides {
            let unfair = sides.wrapping_neg() % sides;
            while (product as u32) < unfair {
                product = u64::from(self.rng.next_u32()) * u64::from(sides);
            }
        }
        (product >> 32) as u16
    }
}

impl Chance for Seeded {
    fn position(&self) -> u64 {
        self.state().position
    }

    fn roll(&mut self, formula: &Formula, _seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        validate(formula)?;
        thrown.clear();
        if let [Term { minus: false, count, sides, keep: Keep::All }] = formula.terms[..] {
            // Most rolls are like dice that all count, and simulations make millions of them.
            let mut sum = 0_i64;
            thrown.extend((0..count).map(|_| {
                let die = self.below(sides) + 1;
                sum += i64::from(die);
                die
            }));
            return sum.checked_add(formula.plus).ok_or(DiceError::Overflow);
        }
        for term in &formula.terms {
            thrown.extend((0..term.count).map(|_| self.below(term.sides) + 1));
        }
        rolled(formula, thrown)
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        match of {
            0 => Err(DiceError::NoChoice),
            1 => Ok(0),
            _ => Ok(self.below(of)),
        }
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        match (ways, of) {
            (_, 0) => Err(DiceError::NoChoice),
            (0, _) => Ok(false),
            _ if ways >= of => Ok(true),
            _ => Ok(self.below(of) < ways),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(seed: u64, stream: u64) -> Vec<u16> {
        let mut thrown = Vec::new();
        Seeded::new(seed, stream).roll(&Formula::dice(12, 6), Seen::Dice, &mut thrown).expect("twelve dice");
        thrown
    }

    #[test]
    fn a_seed_means_the_same_for_ever() {
        assert_eq!(
            [first(1, 0), first(1, 1), first(2, 0)],
            [
                [3, 2, 3, 1, 5, 4, 1, 3, 5, 5, 3, 4],
                [3, 6, 4, 3, 5, 1, 3, 6, 2, 1, 4, 4],
                [2, 1, 3, 4, 1, 5, 1, 1, 4, 3, 2, 4]
            ]
        );
    }

    #[test]
    fn a_saved_source_goes_on_where_it_stood() {
        let mut source = Seeded::new(7, 3);
        let mut thrown = Vec::new();
        for count in [1, 5, 70] {
            source.roll(&Formula::dice(count, 20), Seen::Dice, &mut thrown).expect("dice");
            let mut again = Seeded::restored(source.state());
            let mut copy = source.clone();
            assert_eq!((again.pick(1_000), again.pick(9)), (copy.pick(1_000), copy.pick(9)));
        }
    }

    #[test]
    fn every_side_comes_as_often() {
        let (mut source, mut counts, mut thrown) = (Seeded::new(11, 0), [0_u32; 6], Vec::new());
        for _ in 0..600 {
            source.roll(&Formula::dice(100, 6), Seen::Dice, &mut thrown).expect("dice");
            thrown.iter().for_each(|die| counts[usize::from(*die) - 1] += 1);
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn certain_things_use_no_chance() {
        let mut source = Seeded::new(5, 0);
        assert_eq!((source.happens(0, 6), source.happens(6, 6), source.pick(1)), (Ok(false), Ok(true), Ok(0)));
        assert_eq!(source.state(), Seeded::new(5, 0).state());
        assert_eq!(source.pick(0), Err(DiceError::NoChoice));
        assert_eq!(source.happens(1, 0), Err(DiceError::NoChoice));
    }
}
