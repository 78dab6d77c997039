//! The inventory of a pack: the rules of its source text, one a row, of which tests say which they cover. A table of
//! tab-separated columns, the first of which are `id`, `section` and `kind`, then the rule in words.

use crate::diag::{Diagnostic, did_you_mean};
use crate::rulebook::Rulebook;
use crate::text::{Files, SourceText};
use miette::{NamedSource, SourceSpan};
use std::collections::BTreeSet;

/// The kind of rows that say nothing to be tested.
const NOTE: &str = "note";

/// The rows, in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    pub rows: Vec<InventoryRow>,
}

/// A rule of the source text.
#[derive(Debug)]
pub(crate) struct InventoryRow {
    /// What stands behind `covers`.
    pub id: String,
    /// Where in the source text.
    pub section: String,
    /// What sort of rule it is.
    pub kind: String,
    /// The rule in words.
    pub rule: String,
}

impl InventoryRow {
    /// Whether it says something that a test can show.
    pub(crate) fn is_tested(&self) -> bool {
        self.kind != NOTE
    }
}

/// What is wrong with an inventory, or with what names its rows.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum InventoryError {
    #[error("a row of the inventory has fewer than four columns")]
    #[diagnostic(code(fray::packtest::inventory_row), help("separate id, section, kind and rule by tabs"))]
    Row {
        #[source_code]
        src: NamedSource<SourceText>,
        #[label("this row")]
        at: SourceSpan,
    },
    #[error("the inventory has no row `{id}`")]
    #[diagnostic(code(fray::packtest::no_row), severity(Warning), help("{help}"))]
    NoRow {
        id: String,
        help: String,
        #[source_code]
        src: NamedSource<SourceText>,
        #[label("this covers nothing")]
        at: SourceSpan,
    },
}

impl Inventory {
    /// The inventory of a pack; without rows if it has none.
    ///
    /// # Errors
    /// When it is no text, or a row has too few columns.
    pub(crate) fn read(files: &dyn Files, pack: &str) -> Result<Inventory, Diagnostic> {
        let path = format!("rules/{pack}/inventory.tsv");
        let Some(bytes) = files.read(&path) else { return Ok(Inventory::default()) };
        let text = crate::syntax::decode(&path, bytes)?;
        let (mut rows, mut at) = (Vec::new(), 0);
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let bare = line.trim_end_matches(['\r', '\n']);
            if index > 0 && !bare.trim().is_empty() {
                let wrong = || -> Diagnostic {
                    let src = NamedSource::new(files.shown(&path), SourceText::from(text.as_str()));
                    Box::new(InventoryError::Row { src, at: (at, bare.len()).into() })
                };
                rows.push(row(bare).ok_or_else(wrong)?);
            }
            at += line.len();
        }
        Ok(Inventory { rows })
    }
}

/// The rows of the same section, or one that is called alike.
fn nearest(id: &str, known: &BTreeSet<String>) -> String {
    let section = id.rsplit_once('-').map_or("", |(section, _)| section);
    let of_it = |row: &&String| row.rsplit_once('-').is_some_and(|(other, _)| other == section);
    let mut same = known.iter().filter(of_it);
    match (same.next(), same.next_back()) {
        (Some(first), Some(last)) => format!("those of `{section}` are `{first}` to `{last}`"),
        (Some(only), None) => format!("`{section}` has one, `{only}`"),
        (None, _) => {
            let otherwise = "name a row of the table `inventory.tsv` of the pack";
            did_you_mean(id, known.iter().map(String::as_str), otherwise)
        }
    }
}

fn row(line: &str) -> Option<InventoryRow> {
    let mut cells = line.split('\t').map(str::to_string);
    Some(InventoryRow { id: cells.next()?, section: cells.next()?, kind: cells.next()?, rule: cells.next()? })
}

/// What is wrong with the inventories of a pack and of those it stands on, and which rows its tests name that none of them
/// has. Where there is no inventory, what is covered is the author's own business.
pub(crate) fn misnamed_rows(files: &dyn Files, book: &Rulebook) -> Vec<Diagnostic> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for pack in book.chain.iter() {
        match Inventory::read(files, pack) {
            Ok(inventory) => known.extend(inventory.rows.into_iter().map(|row| row.id)),
            Err(wrong) => return vec![wrong],
        }
    }
    if known.is_empty() {
        return Vec::new();
    }
    let own = book.tests.iter().filter(|test| test.head.pack == book.pack.head.name);
    let unknown = own.flat_map(|test| &test.covers).filter(|row| !known.contains(&*row.id));
    let finding = |row: &crate::rulebook::CoveredRow| -> Diagnostic {
        let (src, at) = book.sources.place(row.span);
        let help = nearest(&row.id, &known);
        Box::new(InventoryError::NoRow { id: row.id.to_string(), help, src, at })
    };
    unknown.map(finding).collect()
}
