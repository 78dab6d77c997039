//! Look-up tables: keys of rows and columns, and the cells between them.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::*;
use crate::syntax::ast::{self, Body};

impl Resolver<'_> {
    /// Every table.
    pub(super) fn tables(&mut self) {
        for (at, declared, declaration) in self.whole(Sort::Table) {
            let Body::Table(table) = &declaration.body else { continue };
            let known = &self.book.tables[usize::from(at)];
            let keys = known.keys.clone();
            let (result, unit) = (known.result.clone(), known.unit);
            if keys.len() != table.keys.len() || !self.has_right_width(&declared.name, &keys, &table.grid) {
                continue;
            }
            let columns = match keys.get(1) {
                None => vec![KeyMatch::Any],
                Some(second) => {
                    let heads = table.grid.head.iter().skip(1);
                    heads.map(|cell| self.key(cell, second).unwrap_or(KeyMatch::OneOf(Vec::new()))).collect()
                }
            };
            let is_even = |row: &&ast::RowDecl| row.cells.len() == table.grid.head.len();
            let rows: Vec<Option<TableRow>> = table
                .grid
                .rows
                .iter()
                .filter(is_even)
                .map(|row| self.table_row(row, &keys[0], (&result, unit)))
                .collect();
            let entry = &mut self.book.tables[usize::from(at)];
            entry.columns = columns;
            entry.rows = rows.into_iter().flatten().collect();
        }
    }

    fn has_right_width(&mut self, name: &ast::Name, keys: &[TableKey], grid: &ast::Grid) -> bool {
        let whose = format!("table `{}`", name.text);
        let columns = grid.head.len();
        // Without a head the first row is lost.
        if let Some(first) =
            grid.head.first().filter(|first| first.text.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
        {
            let key = keys.first().map_or("KEY", |key| &*key.name);
            let help = format!("the first row names the columns: `| {key} | value |` above this one");
            self.report(RulebookError::WrongColumns { whose }, first.span, "a key where the head stands", &help);
            return false;
        }
        let (is_right, help) = match keys {
            [_] => (columns == 2, "a table of one key has two columns: the key and the value"),
            [_, _] => (columns >= 2, "a table of two keys has the first key down its side, the second across its head"),
            _ => (false, "a table has one key or two"),
        };
        if !is_right {
            let at =
                grid.head.first().zip(grid.head.last()).map_or(grid.span, |(first, last)| first.span.to(last.span));
            let label = format!("{columns} {}", if columns == 1 { "column" } else { "columns" });
            self.report(RulebookError::WrongColumns { whose }, at, &label, help);
        }
        is_right
    }

    fn table_row(
        &mut self,
        row: &ast::RowDecl,
        key: &TableKey,
        (result, unit): (&Type, Option<u16>),
    ) -> Option<TableRow> {
        let (first, rest) = row.cells.split_first()?;
        let matches = self.key(first, key);
        let cells: Vec<Option<Expr>> = rest.iter().map(|cell| self.table_cell(cell, result, unit)).collect();
        Some(TableRow {
            matches: matches?,
            cells: cells.into_iter().collect::<Option<Vec<_>>>()?,
            cites: self.row_cites(row),
            span: row.span,
        })
    }

    fn table_cell(&mut self, cell: &ast::CellDecl, result: &Type, unit: Option<u16>) -> Option<Expr> {
        if let ast::CellForm::Empty = cell.form {
            let expected = self.book.type_words(result);
            let help = "write `-` for none (if the type says `or none`), or `?` if the source does not say";
            self.unreadable(cell, &expected, "nothing stands here", help);
            return None;
        }
        self.cell(cell, result, unit)
    }
}
