//! What is changed in tables: numbers and dice of cells, words for those of another row, rows.

use super::{MutationSort, MutationWalk, Surroundings};
use crate::syntax::build::split_list;
use crate::syntax::grammar::{Grammar, ParseNode, Rule};
use crate::syntax::is_shallow;
use pest::Parser;

/// What a cell is in its table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellRole {
    /// It says for what its row or column is.
    Key,
    /// It says what holds there.
    Value,
}

impl MutationWalk {
    /// The rows of a table, of results, or of things.
    pub(super) fn table(&mut self, node: &ParseNode) {
        let parts = || node.clone().into_inner();
        let Some(grid) = parts().find(|part| part.as_rule() == Rule::grid) else { return };
        let is_things = node.as_rule() == Rule::things;
        let keys = parts().filter(|part| part.as_rule() == Rule::table_key).count();
        let rows: Vec<ParseNode> = grid.into_inner().filter(|part| part.as_rule() == Rule::row).collect();
        let Some((head, rows)) = rows.split_first() else { return };
        let around = self.entry.clone();
        if keys > 1 {
            self.entry = self.range(head);
            cells_of(head).iter().skip(1).for_each(|cell| self.cell(cell, CellRole::Key, ""));
        }
        for (at, row) in rows.iter().enumerate() {
            self.entry = self.range(row);
            let said = row.clone().into_inner().filter(|part| part.as_rule() == Rule::cite);
            self.cites.push(said.map(|cite| cite.as_str().trim_end().trim_start_matches('@').to_string()).collect());
            if !is_things && rows.len() > 1 {
                self.instead(MutationSort::Line, row, "");
            }
            let below = cells_of(&rows[(at + 1) % rows.len()]);
            for (column, cell) in cells_of(row).iter().enumerate() {
                let other = below.get(column).map_or("", |cell| cell.as_str().trim());
                match column {
                    // What a thing is called is no rule.
                    0 if is_things => {}
                    0 => self.cell(cell, CellRole::Key, ""),
                    _ => self.cell(cell, CellRole::Value, other),
                }
            }
            self.cites.pop();
        }
        self.entry = around;
    }

    fn cell(&mut self, node: &ParseNode, role: CellRole, other: &str) {
        let raw = node.as_str();
        let (text, start) = (raw.trim(), self.base + node.as_span().start());
        let start = start + raw.len() - raw.trim_start().len();
        let before = self.found.len();
        let parts = split_list(text);
        for (at, part) in parts.iter().flatten() {
            self.read_cell(part.trim(), start + at + part.len() - part.trim_start().len(), role);
        }
        match parts {
            Some(parts) => {
                for (at, (begin, part)) in parts.iter().enumerate() {
                    let place = match at {
                        0 => start..start + parts[1].0,
                        _ => start + begin - 1..start + begin + part.len(),
                    };
                    self.propose(MutationSort::Member, place, "");
                }
            }
            None => self.read_cell(text, start, role),
        }
        if self.found.len() == before && role == CellRole::Value && text != other {
            let place = if text.is_empty() { start..start } else { start..start + text.len() };
            self.propose(MutationSort::Cell, place, other);
        }
    }

    /// What can be changed in the text of a cell, if it reads as a range or an expression.
    fn read_cell(&mut self, text: &str, start: usize, role: CellRole) {
        if text.is_empty() || !is_shallow(text) {
            return;
        }
        let rule = if text.contains("..") { Rule::lone_range } else { Rule::lone_expr };
        let Some(node) = Grammar::parse(rule, text).ok().and_then(|mut nodes| nodes.next()) else { return };
        let around = std::mem::replace(&mut self.base, start);
        let is_threshold = role == CellRole::Key;
        let mut is_lower = is_threshold && rule == Rule::lone_range;
        let parts: Vec<ParseNode> = if is_lower { node.into_inner().collect() } else { vec![node] };
        for part in parts {
            // A range that begins earlier overlaps the one above, which holds all the same.
            self.visit(&part, Surroundings { is_threshold: is_threshold && !is_lower, is_condition: false });
            is_lower = false;
        }
        self.base = around;
    }
}

fn cells_of<'i>(row: &ParseNode<'i>) -> Vec<ParseNode<'i>> {
    row.clone().into_inner().filter(|part| part.as_rule() == Rule::cell).collect()
}
