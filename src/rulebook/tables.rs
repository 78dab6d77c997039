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
            if self.has_keys_swapped(&declared.name, &keys, &table.grid) {
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
        if let ([key], [first, second]) = (keys, grid.head.as_slice()) {
            let (one, two) = (first.text.trim(), second.text.trim());
            if two == &*key.name && one != two {
                let what = format!("the columns of `{}`", name.text);
                let help = format!("the key comes first: `| {two} | {one} |`, and in each row below it");
                self.report(RulebookError::ChangedPlaces { what }, first.span.to(second.span), "the head", &help);
                return false;
            }
            if let Some(said) = self.other_unit(one, key) {
                let own = key.unit.map(|unit| self.book.units[usize::from(unit)].head.name.to_string());
                let own = own.map_or("without a unit".to_string(), |unit| format!("in `{unit}`"));
                let help =
                    format!("say it with the key, `({} number {said})`, and head the column `{}`", key.name, key.name);
                let label = format!("the keys are read {own}");
                self.report(RulebookError::WrongColumns { whose }, first.span, &label, &help);
                return false;
            }
        }
        let (is_right, help) = match keys {
            [_] => (columns == 2, "a table of one key has two columns: the key and the value"),
            [one, two] => {
                let is_list = columns == 3 && grid.head.get(1).is_some_and(|cell| cell.text.trim() == &*two.name);
                if let Some(help) = is_list.then(|| as_grid(one, two, grid)) {
                    let at = grid.head[1].span;
                    self.report(RulebookError::WrongColumns { whose }, at, "a key as a column of its own", &help);
                    return false;
                }
                (columns >= 2, "a table of two keys has the first key down its side, the second across its head")
            }
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
        let before = self.diagnostics.len();
        let matches = self.key(first, key);
        let cells: Vec<Option<Expr>> = rest.iter().map(|cell| self.table_cell(cell, result, unit)).collect();
        if let ([only], true) = (rest, matches.is_none() || cells.iter().any(Option::is_none)) {
            self.swapped_cells((first, only), key, (result, unit), before);
        }
        Some(TableRow {
            matches: matches?,
            cells: cells.into_iter().collect::<Option<Vec<_>>>()?,
            cites: self.row_cites(row),
            span: row.span,
        })
    }

    /// The unit that the head of a column says of its key, if that is counted in another.
    fn other_unit(&self, head: &str, key: &TableKey) -> Option<String> {
        let rest = head
            .strip_prefix(&*key.name)
            .filter(|rest| !rest.is_empty() && matches!(key.r#type.bare(), Type::Number(_)))?;
        let said = rest.trim().trim_matches(['(', ')', '[', ']']).trim_start_matches("in ").trim();
        let at = self.book.names.find(Sort::Unit, said)?;
        (key.unit != Some(at)).then(|| said.to_string())
    }

    /// A value where the key stands, and the key where the value does.
    fn swapped_cells(
        &mut self,
        (first, second): (&ast::CellDecl, &ast::CellDecl),
        key: &TableKey,
        (result, unit): (&Type, Option<u16>),
        before: usize,
    ) {
        // `7-12` is a range with another sign, wherever it stands.
        if super::hint::range_meant(&first.text).is_some() {
            return;
        }
        let said = self.diagnostics.split_off(before);
        let is_swapped = self.key(second, key).is_some() && self.table_cell(first, result, unit).is_some();
        self.diagnostics.truncate(before);
        if !is_swapped {
            self.diagnostics.extend(said);
            return;
        }
        let help = format!("the key comes first: `| {} | {} |`", second.text.trim(), first.text.trim());
        let what = "the cells of this row".to_string();
        let at = first.span.to(second.span);
        self.report(RulebookError::ChangedPlaces { what }, at, "the value, then its key", &help);
    }

    /// A table of two keys with the first across its head and the second down its side; that is reported.
    fn has_keys_swapped(&mut self, name: &ast::Name, keys: &[TableKey], grid: &ast::Grid) -> bool {
        let [one, two] = keys else { return false };
        let (Some(head), Some(side)) = (grid.head.get(1), grid.rows.first().and_then(|row| row.cells.first())) else {
            return false;
        };
        let before = self.diagnostics.len();
        let is_right = self.key(head, two).is_some() || self.key(side, one).is_some();
        let is_swapped = !is_right && self.key(head, one).is_some() && self.key(side, two).is_some();
        self.diagnostics.truncate(before);
        if is_swapped {
            let help = format!(
                "the first key goes down the side, the second across the head: declare `{0}` first, then `{1}`, and call \
                 it `{2}({0}, {1})`",
                two.name, one.name, name.text
            );
            let at = grid.head[0].span;
            let error = RulebookError::ChangedPlaces { what: format!("the keys of `{}`", name.text) };
            self.report(error, at, &format!("`{}` stands down the side here", two.name), &help);
        }
        is_swapped
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

/// The rows of a table of two keys as they stand in a grid.
fn as_grid(one: &TableKey, two: &TableKey, grid: &ast::Grid) -> String {
    let (mut across, mut down): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for row in grid.rows.iter().filter(|row| row.cells.len() == 3) {
        let [first, second] = [row.cells[0].text.trim(), row.cells[1].text.trim()];
        if !across.contains(&second) {
            across.push(second);
        }
        if !down.contains(&first) {
            down.push(first);
        }
    }
    let value = |first: &str, second: &str| {
        let of = |row: &&ast::RowDecl| row.cells[0].text.trim() == first && row.cells[1].text.trim() == second;
        let rows = grid.rows.iter().filter(|row| row.cells.len() == 3);
        rows.clone().find(of).map_or("…", |row| row.cells[2].text.trim())
    };
    let line = |first: &str| {
        let cells: Vec<&str> = across.iter().map(|second| value(first, second)).collect();
        format!("`| {first} | {} |`", cells.join(" | "))
    };
    let rows: Vec<String> = down.iter().take(2).map(|first| line(first)).collect();
    format!(
        "the second key stands across the head: `| {} \\ {} | {} |`, then {}",
        one.name,
        two.name,
        across.join(" | "),
        rows.join(", ")
    )
}
