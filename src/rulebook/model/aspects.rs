//! Parts of a game in motion that change apart from each other, and which of them an expression looks at: as long as
//! these stay as they are, so does its value.

use crate::value::{AttributeId, ConditionId, StateId, TrackId};

/// A set of such parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Aspects(u64);

impl Aspects {
    /// None: what is looked at never changes.
    pub const NONE: Aspects = Aspects(0);
    /// Where figures are.
    pub const CELLS_OF_FIGURES: Aspects = Aspects(1);
    /// How figures face.
    pub const FACING: Aspects = Aspects(1 << 1);
    /// Whether figures are in play.
    pub const PRESENCE: Aspects = Aspects(1 << 2);
    /// Where figures are, how they face, whether they are in play.
    pub const PLACES: Aspects = Aspects::CELLS_OF_FIGURES.and(Aspects::FACING).and(Aspects::PRESENCE);
    /// Where things are, which there are, what is spread over cells.
    pub const THINGS: Aspects = Aspects(1 << 3);
    /// What cells are.
    pub const CELLS: Aspects = Aspects(1 << 4);
    pub const TIES: Aspects = Aspects(1 << 5);
    /// Turn, phase, whose round it is, how it ended.
    pub const TIME: Aspects = Aspects(1 << 6);
    /// The words that states are at.
    pub const WORDS: Aspects = Aspects::span(7, 8);
    /// Conditions, with their clocks.
    pub const CONDITIONS: Aspects = Aspects::span(15, 24);
    /// Tracks of figures and sides.
    pub const TRACKS: Aspects = Aspects::span(39, 12);
    /// Fields that each thing has of its own.
    pub const FIELDS: Aspects = Aspects::span(51, 8);
    /// Notes of figures and sides.
    pub const NOTES: Aspects = Aspects::span(59, 5);
    /// How many there are.
    pub const COUNT: usize = u64::BITS as usize;
    /// All of them.
    pub const ALL: Aspects = Aspects(u64::MAX);

    const fn span(from: u32, count: u32) -> Aspects {
        Aspects(((1 << count) - 1) << from)
    }

    /// The one of a span that stands for this declaration, and for a few others where there are many.
    const fn one_of(self, id: u16) -> Aspects {
        Aspects(1 << (self.0.trailing_zeros() + id as u32 % self.0.count_ones()))
    }

    /// The words that this state is at.
    pub const fn word(id: StateId) -> Aspects {
        Aspects::WORDS.one_of(id.0)
    }

    /// Who has this condition.
    pub const fn condition(id: ConditionId) -> Aspects {
        Aspects::CONDITIONS.one_of(id.0)
    }

    /// This track of all who have it.
    pub const fn track(id: TrackId) -> Aspects {
        Aspects::TRACKS.one_of(id.0)
    }

    /// The field at this place, of things of any kind.
    pub const fn field(at: u16) -> Aspects {
        Aspects::FIELDS.one_of(at)
    }

    /// This note of all who have it.
    pub const fn note(id: AttributeId) -> Aspects {
        Aspects::NOTES.one_of(id.0)
    }

    /// With every part of the sorts of which it has one.
    #[must_use]
    pub fn whole(self) -> Aspects {
        let sorts =
            [Aspects::PLACES, Aspects::WORDS, Aspects::CONDITIONS, Aspects::TRACKS, Aspects::FIELDS, Aspects::NOTES];
        sorts.into_iter().filter(|sort| sort.meets(self)).fold(self, Aspects::and)
    }

    /// What is in either.
    #[must_use]
    pub const fn and(self, other: Aspects) -> Aspects {
        Aspects(self.0 | other.0)
    }

    /// Whether anything is in both.
    pub const fn meets(self, other: Aspects) -> bool {
        self.0 & other.0 != 0
    }

    /// The places of those in the set, below [`Aspects::COUNT`].
    pub fn each(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let at = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(at)
        })
    }
}
