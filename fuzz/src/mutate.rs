//! Changes to a case, the same for the same seed on every machine.

/// Numbers that look random (SplitMix64).
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next below a limit; 0 if that is none.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() % limit as u64) as usize }
    }
}

/// Makes cases of others.
pub struct Mutator<'s> {
    /// What they are made of.
    pub seeds: &'s [Vec<u8>],
    /// What is put between.
    pub words: &'s [&'s str],
    /// The longest.
    pub longest: usize,
}

impl Mutator<'_> {
    /// A case with some changes.
    pub fn mutated(&self, random: &mut Random) -> Vec<u8> {
        let mut case = self.seed(random);
        for _ in 0..=random.below(6) {
            self.change(&mut case, random);
        }
        case.truncate(self.longest);
        case
    }

    fn seed(&self, random: &mut Random) -> Vec<u8> {
        self.seeds.get(random.below(self.seeds.len())).cloned().unwrap_or_default()
    }

    fn change(&self, case: &mut Vec<u8>, random: &mut Random) {
        let start = random.below(case.len() + 1);
        let longest = 1 << random.below(8);
        let end = (start + random.below(longest)).min(case.len());
        match random.below(9) {
            0 => drop(case.drain(start..end)),
            1 => case.insert(start, random.next() as u8),
            2 if start < case.len() => case[start] ^= 1 << random.below(8),
            3 => {
                let piece = case[start..end].to_vec();
                let at = random.below(case.len() + 1);
                drop(case.splice(at..at, piece));
            }
            4 => {
                let other = self.seed(random);
                let from = random.below(other.len() + 1);
                let to = (from + random.below(200)).min(other.len());
                drop(case.splice(start..end, other[from..to].iter().copied()));
            }
            5 => {
                let piece = case[start..end].to_vec();
                (0..random.below(40)).for_each(|_| drop(case.splice(start..start, piece.iter().copied())));
            }
            6 => self.exchange_lines(case, random),
            _ => {
                let word = self.words.get(random.below(self.words.len())).copied().unwrap_or("0");
                let end = if random.below(2) == 0 { start } else { end };
                drop(case.splice(start..end, word.bytes()));
            }
        }
    }

    /// Puts one line where another is.
    fn exchange_lines(&self, case: &mut Vec<u8>, random: &mut Random) {
        let mut lines: Vec<&[u8]> = case.split(|byte| *byte == b'\n').collect();
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(one, other);
        *case = lines.join(&b'\n');
    }
}
