//! Parts of a game in motion that change apart from each other, and which of them an expression looks at: as long as
//! these stay as they are, so does its value.

/// A set of such parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Aspects(u16);

impl Aspects {
    /// None: what is looked at never changes.
    pub const NONE: Aspects = Aspects(0);
    /// Where figures are, how they face, whether they are in play.
    pub const PLACES: Aspects = Aspects(1);
    /// The words that states are at.
    pub const WORDS: Aspects = Aspects(1 << 1);
    /// Conditions, with their clocks.
    pub const CONDITIONS: Aspects = Aspects(1 << 2);
    /// Tracks of figures and sides.
    pub const TRACKS: Aspects = Aspects(1 << 3);
    /// Fields that each thing has of its own.
    pub const FIELDS: Aspects = Aspects(1 << 4);
    /// Where things are, which there are, what is spread over cells.
    pub const THINGS: Aspects = Aspects(1 << 5);
    /// What cells are.
    pub const CELLS: Aspects = Aspects(1 << 6);
    pub const TIES: Aspects = Aspects(1 << 7);
    /// Turn, phase, whose round it is, how it ended.
    pub const TIME: Aspects = Aspects(1 << 8);
    /// Notes of figures and sides.
    pub const NOTES: Aspects = Aspects(1 << 9);
    /// How many there are.
    pub const COUNT: usize = 10;
    /// All of them.
    pub const ALL: Aspects = Aspects((1 << Aspects::COUNT) - 1);

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
        (0..Aspects::COUNT).filter(move |at| self.0 & (1 << at) != 0)
    }
}
