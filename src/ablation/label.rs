//! What the parts of a check are called where they are weighed: of those of one name, what tells them apart.

use super::Contribution;
use crate::dice::{Mean, Odds};
use crate::rulebook::{Head, Rulebook};
use crate::value::ModifierId;

/// What a part is called.
#[derive(Clone, Debug)]
pub(super) struct PartLabel {
    /// In words.
    pub name: String,
    /// What tells it from others of that name, the more exact last.
    pub apart: Vec<String>,
}

impl From<String> for PartLabel {
    fn from(name: String) -> PartLabel {
        PartLabel { name, apart: Vec::new() }
    }
}

impl PartLabel {
    /// Of something declared: in words that may be those of another declaration.
    pub(super) fn of(name: String, head: &Head) -> PartLabel {
        PartLabel { name, apart: vec![head.name.to_string()] }
    }

    /// What tells a modifier from others of its label: its card or check, then its place.
    pub(super) fn of_modifier(book: &Rulebook, id: ModifierId) -> Vec<String> {
        let (head, at) = match id {
            ModifierId::Card(card, at) => (&book.cards[card.index()].head, at),
            ModifierId::Check(check, at) => (&book.checks[check.index()].head, at),
        };
        let span = book.modifier(id).label.span;
        let place = format!("{}:{}", book.sources.get(span.source).name, book.sources.line(span));
        vec![head.title.to_string(), place, format!("number {} of it", at + 1)]
    }

    /// The row of it, of which the worth is not known yet.
    pub(super) fn row(self, odds: Odds, mean: Option<Mean>) -> Contribution {
        let (sort, without) = ("", String::new());
        let (worth, mean_worth) = (odds.minus(&odds), None);
        Contribution { sort, name: self.name, apart: self.apart, without, odds, worth, mean, mean_worth }
    }
}

/// Adds to equal names of one sort what tells them apart, as far as that is needed.
pub(super) fn tell_apart(rows: &mut [Contribution]) {
    let most = rows.iter().map(|row| row.apart.len()).max().unwrap_or(0);
    for level in 0..most {
        let names: Vec<(&str, String)> = rows.iter().map(|row| (row.sort, row.name.clone())).collect();
        let is_shared =
            |row: &Contribution| names.iter().filter(|(sort, name)| *sort == row.sort && *name == row.name).count() > 1;
        let shared: Vec<bool> = rows.iter().map(is_shared).collect();
        for (row, _) in rows.iter_mut().zip(shared).filter(|(_, shared)| *shared) {
            if let Some(apart) = row.apart.get(level).filter(|apart| !apart.is_empty()) {
                row.name = format!("{} ({apart})", row.name);
            }
        }
    }
}
