//! A set of facts, so that what two sets share is found without looking at every fact.

use super::FactId;

/// Facts, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactSet(Vec<u64>);

impl FactSet {
    /// Puts a fact in.
    pub fn insert(&mut self, fact: FactId) {
        let (word, bit) = place(fact);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= bit;
    }

    /// Takes a fact out.
    pub fn remove(&mut self, fact: FactId) {
        let (word, bit) = place(fact);
        if let Some(word) = self.0.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Takes all facts out.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|word| *word = 0);
    }

    /// Puts in what another set has.
    pub fn include(&mut self, other: &FactSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Whether there is no fact in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The facts, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = FactId> {
        self.shared(self)
    }

    /// The first fact whose place is this one or a later one.
    pub fn first_from(&self, place: usize) -> Option<FactId> {
        let masked = |(at, word): (usize, &u64)| match at == place / 64 {
            true => (at, word & (u64::MAX << (place % 64))),
            false => (at, *word),
        };
        let mut words = self.0.iter().enumerate().skip(place / 64).map(masked);
        let (at, word) = words.find(|(_, word)| *word != 0)?;
        u16::try_from(at * 64 + word.trailing_zeros() as usize).ok().map(FactId)
    }

    /// Whether the facts that both sets have are these and no others.
    #[inline]
    pub fn shares_only(&self, other: &FactSet, these: &FactSet) -> bool {
        let mut shared = self.0.iter().zip(&other.0).map(|(mine, theirs)| mine & theirs);
        let mut these = these.0.iter().copied();
        shared.all(|word| word == these.next().unwrap_or(0)) && these.all(|word| word == 0)
    }

    /// Becomes the set of the facts that two sets have both.
    pub fn copy_shared(&mut self, one: &FactSet, other: &FactSet) {
        self.0.clear();
        self.0.extend(one.0.iter().zip(&other.0).map(|(mine, theirs)| mine & theirs));
    }

    /// Shows every fact that both sets have, in the order of their ids.
    #[inline]
    pub fn each_shared(&self, other: &FactSet, mut see: impl FnMut(FactId)) {
        for (at, (mine, theirs)) in self.0.iter().zip(&other.0).enumerate() {
            let mut left = mine & theirs;
            while left != 0 {
                if let Ok(fact) = u16::try_from(at * 64 + left.trailing_zeros() as usize) {
                    see(FactId(fact));
                }
                left &= left - 1;
            }
        }
    }

    /// The facts that both sets have, in the order of their ids.
    #[inline]
    pub fn shared(&self, other: &FactSet) -> impl Iterator<Item = FactId> {
        self.0.iter().zip(&other.0).enumerate().flat_map(|(at, (mine, theirs))| {
            let mut left = mine & theirs;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                u16::try_from(at * 64 + bit).ok().map(FactId)
            })
        })
    }
}

impl<'a> FromIterator<&'a FactId> for FactSet {
    fn from_iter<I: IntoIterator<Item = &'a FactId>>(facts: I) -> FactSet {
        let mut set = FactSet::default();
        facts.into_iter().for_each(|fact| set.insert(*fact));
        set
    }
}

fn place(fact: FactId) -> (usize, u64) {
    (fact.index() / 64, 1 << (fact.index() % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_sets_share() {
        let facts = |ids: &[u16]| -> FactSet { ids.iter().map(|id| FactId(*id)).collect::<Vec<_>>().iter().collect() };
        let mut one = facts(&[0, 3, 63, 64, 130, 700]);
        let other = facts(&[3, 64, 65, 129, 130]);
        let shared = |one: &FactSet| one.shared(&other).map(|fact| fact.0).collect::<Vec<_>>();
        assert_eq!(shared(&one), [3, 64, 130]);
        let mut seen = Vec::new();
        one.each_shared(&other, |fact| seen.push(fact.0));
        assert_eq!(seen, [3, 64, 130]);
        let mut both = facts(&[7, 9_000]);
        both.copy_shared(&one, &other);
        assert_eq!(both.iter().map(|fact| fact.0).collect::<Vec<_>>(), [3, 64, 130]);
        assert!(one.shares_only(&other, &both) && other.shares_only(&one, &both));
        for wrong in [&[3, 64][..], &[3, 64, 130, 131], &[3, 64, 130, 700], &[]] {
            assert!(!one.shares_only(&other, &facts(wrong)), "{wrong:?}");
        }
        let mut all = facts(&[5]);
        all.include(&one);
        assert_eq!(all.iter().map(|fact| fact.0).collect::<Vec<_>>(), [0, 3, 5, 63, 64, 130, 700]);
        assert!(!all.is_empty() && facts(&[]).is_empty());
        one.remove(FactId(64));
        one.remove(FactId(9_000));
        assert_eq!(shared(&one), [3, 130]);
        one.clear();
        assert!(shared(&one).is_empty() && one.shares_only(&other, &facts(&[])));
    }
}
