//! What the source text of a pack says, row by row of its inventory: found by words, with where it stands there.

use crate::packtest::Inventory;
use crate::rulebook::Rulebook;
use crate::speech::RowIndex;
use crate::text::Files;
use std::fmt::Write;
use std::sync::Arc;

/// Before rows that were found.
const HEADING: &str = "the rules say:\n";
/// A section of more rows than these says much.
const MOST_CITED: usize = 3;
/// How far rows stand in.
const INDENT: &str = "  ";

/// The rows of a rulebook's packs, and where words stand in them.
pub(super) struct RuleText {
    of: Arc<Rulebook>,
    /// What each says, and what it is called.
    rows: Vec<(String, String)>,
    index: RowIndex,
}

impl RuleText {
    /// Those of a rulebook; nothing where its packs have none.
    pub(super) fn read(files: Option<&dyn Files>, book: &Arc<Rulebook>) -> RuleText {
        let inventories = book.chain.iter().rev().filter_map(|pack| Inventory::read(files?, pack).ok());
        let rows: Vec<(String, String)> =
            inventories.flat_map(|inventory| inventory.rows).map(|row| (row.rule, row.id)).collect();
        let index = RowIndex::new(rows.iter().map(|(rule, _)| rule.as_str()));
        RuleText { of: book.clone(), rows, index }
    }

    /// Whether they are those of a rulebook.
    pub(super) fn is_of(&self, book: &Arc<Rulebook>) -> bool {
        Arc::ptr_eq(&self.of, book)
    }

    /// Where words stand in them.
    pub(super) fn index(&self) -> &RowIndex {
        &self.index
    }

    /// Those of these sections: their ids name a section whole, `TH-general-06`, or by its number, `10.2` in `SK-10.2-03`.
    /// None where it says much: what was asked is a small part of that.
    pub(super) fn of_sections(&self, cites: &[Arc<str>]) -> Vec<usize> {
        let is_cited = |id: &str| {
            let section = id.split_once('-').and_then(|(_, rest)| rest.rsplit_once('-')).map(|(section, _)| section);
            cites.iter().any(|cite| **cite == *id || Some(&**cite) == section)
        };
        let rows = self.rows.iter().enumerate().filter(|(_, (_, id))| is_cited(id));
        let rows: Vec<usize> = rows.map(|(at, _)| at).collect();
        if rows.len() > MOST_CITED { Vec::new() } else { rows }
    }

    /// Some of them, one below the other.
    pub(super) fn told(&self, found: &[usize]) -> String {
        let mut text = HEADING.to_string();
        for row in found.iter().filter_map(|at| self.rows.get(*at)) {
            let (rule, id) = row;
            let _ = writeln!(text, "{INDENT}{rule}  @{id}");
        }
        text
    }
}
