//! Dice as written: `2d6+1`, `3d6 keep highest 2 - 1d4`. Pure data; `dice/` rolls it and reckons with it.

use std::fmt;

/// Which dice of a term count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// All of them.
    All,
    /// The highest so many.
    Highest(u16),
    /// The lowest so many.
    Lowest(u16),
}

/// A number of like dice, added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Term {
    /// Whether the sum is taken away.
    pub minus: bool,
    /// How many are rolled.
    pub count: u16,
    /// Sides of each, numbered from 1.
    pub sides: u16,
    /// Which count.
    pub keep: Keep,
}

/// A sum of terms and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Formula {
    /// In the order written.
    pub terms: Vec<Term>,
    /// Added at the end.
    pub plus: i64,
}

impl Formula {
    /// `count` dice of `sides` sides.
    pub fn dice(count: u16, sides: u16) -> Formula {
        Formula { terms: vec![Term { minus: false, count, sides, keep: Keep::All }], plus: 0 }
    }

    /// A constant, no dice.
    pub fn constant(plus: i64) -> Formula {
        Formula { terms: Vec::new(), plus }
    }

    /// The same dice with so much added.
    pub fn adding(&self, more: i64) -> Option<Formula> {
        Some(Formula { terms: self.terms.clone(), plus: self.plus.checked_add(more)? })
    }

    /// Whether the same dice are thrown and count: keeping all of them may be said or not.
    pub fn is_same_throw(&self, other: &Formula) -> bool {
        let alike = |(one, other): (&Term, &Term)| {
            let same = Term { keep: one.keep, ..*other } == *one;
            same && (one.keep == other.keep || one.keeps_all() && other.keeps_all())
        };
        let terms = self.terms.iter().zip(&other.terms);
        self.plus == other.plus && self.terms.len() == other.terms.len() && terms.into_iter().all(alike)
    }

    /// How many dice are thrown in all.
    pub fn count(&self) -> u32 {
        self.terms.iter().map(|term| u32::from(term.count)).sum()
    }
}

impl Term {
    /// Whether no die is dropped, whatever is said of keeping.
    pub fn keeps_all(&self) -> bool {
        match self.keep {
            Keep::All => true,
            Keep::Highest(n) | Keep::Lowest(n) => n >= self.count,
        }
    }
}

impl fmt::Display for Term {
    /// Keeping is only told where dice are dropped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)?;
        match self.keep {
            _ if self.keeps_all() => Ok(()),
            Keep::All => Ok(()),
            Keep::Highest(n) => write!(f, " keep highest {n}"),
            Keep::Lowest(n) => write!(f, " keep lowest {n}"),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            let spaced = self.terms.iter().any(|term| !term.keeps_all());
            match (index, term.minus, spaced) {
                (0, false, _) => {}
                (0, true, _) => f.write_str("-")?,
                (_, minus, true) => f.write_str(if minus { " - " } else { " + " })?,
                (_, minus, false) => f.write_str(if minus { "-" } else { "+" })?,
            }
            write!(f, "{term}")?;
        }
        match (self.terms.is_empty(), self.plus) {
            (true, plus) => write!(f, "{plus}"),
            (false, 0) => Ok(()),
            (false, plus) => write!(f, "{plus:+}"),
        }
    }
}
