//! Which tests cover the row that a rule cites: by what stands behind `covers` and behind `@`.

use crate::packtest::TestReport;
use crate::rulebook::Rulebook;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tests by the rows that they cover.
pub(super) struct CoveredRows {
    by_row: BTreeMap<Arc<str>, Vec<usize>>,
    /// Whether any test says what it covers.
    is_told: bool,
}

impl CoveredRows {
    pub(super) fn of(book: &Rulebook, reports: &[(usize, TestReport)]) -> CoveredRows {
        let mut by_row: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (test, _) in reports {
            for row in book.tests[*test].covers.iter() {
                by_row.entry(row.id.clone()).or_default().push(*test);
            }
        }
        CoveredRows { is_told: !by_row.is_empty(), by_row }
    }

    /// The tests that cover what is cited nearest to a change and covered at all; none if nothing is cited, or no test
    /// covers anything.
    pub(super) fn of_row(&self, cites: &[Vec<String>]) -> Option<Vec<usize>> {
        if !self.is_told || cites.iter().all(Vec::is_empty) {
            return None;
        }
        let found = cites.iter().rev().map(|cites| self.of_cites(cites)).find(|tests| !tests.is_empty());
        Some(found.unwrap_or_default())
    }

    fn of_cites(&self, cites: &[String]) -> Vec<usize> {
        let is_cited = |row: &str| cites.iter().any(|cite| is_of(row, cite));
        let rows = self.by_row.iter().filter(|(row, _)| is_cited(row));
        let mut tests: Vec<usize> = rows.flat_map(|(_, tests)| tests.iter().copied()).collect();
        tests.sort_unstable();
        tests.dedup();
        tests
    }
}

/// Whether a row is what is cited: by its own name, `TH-attack-05`, or by its section, `SK-24.2-01` of `24.2`.
fn is_of(row: &str, cite: &str) -> bool {
    format!("-{row}-").contains(&format!("-{cite}-"))
}
