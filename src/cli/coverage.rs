//! Which rows of a pack's inventory the passing tests cover.

use crate::diag::Diagnostics;
use crate::packtest::{Inventory, InventoryRow};
use crate::text::Files;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// Letters of a rule that are shown.
const SHOWN: usize = 80;

/// The rows of an inventory, and which are covered.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    rows: Vec<InventoryRow>,
    covered: BTreeSet<Arc<str>>,
}

impl Coverage {
    /// The inventory of a pack; empty if it has none.
    pub(super) fn of(files: &dyn Files, pack: &str) -> Result<Coverage, Diagnostics> {
        let rows = Inventory::read(files, pack).map_err(|wrong| vec![wrong])?.rows;
        Ok(Coverage { rows, covered: BTreeSet::new() })
    }

    /// Whether there is no inventory.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A test that covers these has passed.
    pub(super) fn cover(&mut self, ids: &[Arc<str>]) {
        self.covered.extend(ids.iter().cloned());
    }

    fn needed(&self) -> impl Iterator<Item = &InventoryRow> {
        self.rows.iter().filter(|row| row.is_tested())
    }

    fn is_covered(&self, row: &InventoryRow) -> bool {
        self.covered.contains(row.id.as_str())
    }

    /// Ids that tests name and the inventory does not have.
    fn unknown(&self) -> Vec<&str> {
        let known: BTreeSet<&str> = self.rows.iter().map(|row| row.id.as_str()).collect();
        self.covered.iter().map(|id| &**id).filter(|id| !known.contains(id)).collect()
    }

    /// Sections in the order of the inventory, each with its uncovered rows and how many it has.
    fn sections(&self) -> Vec<(&str, Vec<&InventoryRow>, usize)> {
        let mut order: Vec<&str> = Vec::new();
        let mut by_section: BTreeMap<&str, (Vec<&InventoryRow>, usize)> = BTreeMap::new();
        for row in self.needed() {
            let entry = by_section.entry(&row.section).or_insert_with(|| {
                order.push(&row.section);
                (Vec::new(), 0)
            });
            entry.1 += 1;
            if !self.is_covered(row) {
                entry.0.push(row);
            }
        }
        order.into_iter().filter_map(|name| by_section.remove(name).map(|(open, all)| (name, open, all))).collect()
    }

    /// The uncovered rows by section, and the sum.
    pub(super) fn text(&self, pack: &str) -> String {
        let mut text = String::new();
        for (section, open, all) in self.sections().into_iter().filter(|(_, open, _)| !open.is_empty()) {
            let _ = writeln!(text, "{section}: {} of {all} rows without a passing test", open.len());
            for row in open {
                let _ = writeln!(text, "  {}  {}", row.id, shortened(&row.rule));
            }
        }
        let (all, covered) = self.count();
        for id in self.unknown() {
            let _ = writeln!(text, "a test covers `{id}`, which the inventory does not have");
        }
        let _ = writeln!(text, "{pack}: {covered} of {all} rows covered");
        text
    }

    /// What is covered, for programs.
    pub(super) fn json(&self, schema: &str, pack: &str) -> serde_json::Value {
        let (all, covered) = self.count();
        let open: Vec<&str> = self.needed().filter(|row| !self.is_covered(row)).map(|row| row.id.as_str()).collect();
        json!({
            "schema": schema, "coverage": pack, "rows": all, "covered": covered,
            "uncovered": open, "unknown": self.unknown(),
        })
    }

    fn count(&self) -> (usize, usize) {
        (self.needed().count(), self.needed().filter(|row| self.is_covered(row)).count())
    }
}

fn shortened(rule: &str) -> String {
    match rule.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", rule[..at].trim_end()),
        None => rule.to_string(),
    }
}
