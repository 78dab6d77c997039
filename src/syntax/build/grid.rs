//! Tables: rows, cells, and how a cell reads.

use super::Build;
use crate::syntax::ast::{CellDecl, CellForm, ExprDecl, ExprNode, Grid, Name, RowDecl};
use crate::syntax::error::SyntaxError;
use crate::syntax::grammar::{Grammar, ParseNode, Rule};
use crate::text::Span;
use crate::value::Number;
use pest::Parser;

impl Build<'_> {
    pub(crate) fn grid(&mut self, node: ParseNode) -> Grid {
        let span = self.span(&node);
        let nodes: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::row).collect();
        let mut rows: Vec<RowDecl> = nodes.into_iter().map(|row| self.row(row)).collect();
        let head = if rows.is_empty() { None } else { Some(rows.remove(0)) };
        let Some(head) = head else {
            return Grid { head: Vec::new(), rows, span };
        };
        // A line of dashes, as Markdown has it below the head.
        if let Some(at) = rows.iter().position(is_rule) {
            let row = rows.remove(at);
            self.errors.push(SyntaxError::Foreign {
                says: "a table has no line of dashes".to_string(),
                src: self.place.src(),
                at: self.place.of(row.span),
                right: Some(String::new()),
                help: "take this line away: the rows follow the head at once".to_string(),
            });
        }
        for row in rows.iter().filter(|row| row.cells.len() != head.cells.len()) {
            let error = self.ragged(row, &head);
            self.errors.push(error);
        }
        Grid { head: head.cells, rows, span }
    }

    fn ragged(&self, row: &RowDecl, head: &RowDecl) -> SyntaxError {
        let count = |cells: usize| if cells == 1 { "1 cell".to_string() } else { format!("{cells}") };
        let (cells, columns) = (row.cells.len(), head.cells.len());
        let span = match row.cells.get(columns) {
            Some(stray) => stray.span.to(row.cells[cells - 1].span),
            None => row.span,
        };
        let (label, help) = if cells > columns {
            let more = cells - columns;
            (format!("{more} too many"), "take the last away, or give the head another column".to_string())
        } else {
            let missing = &head.cells[cells..];
            let names = missing.iter().map(|cell| format!("`{}`", cell.text)).collect::<Vec<_>>().join(", ");
            (format!("nothing for {names}"), "write an empty cell `|  |` for what takes its default".to_string())
        };
        let cells = if cells == 1 { count(1) } else { format!("{} cells", count(cells)) };
        let (at, head) = (self.place.of(span), self.place.of(head.span));
        SyntaxError::RaggedRow { cells, columns: count(columns), src: self.place.src(), at, label, head, help }
    }

    fn row(&mut self, node: ParseNode) -> RowDecl {
        let span = self.span(&node);
        let (mut cells, mut cites) = (Vec::new(), Vec::new());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::cell => {
                    let start = self.base + part.as_span().start();
                    cells.push(self.cell(part.as_str(), start));
                }
                Rule::cite => cites.push(self.cite(&part)),
                _ => {}
            }
        }
        RowDecl { cells, cites, span }
    }

    /// A cell of that raw text, which begins at a byte of the source.
    fn cell(&mut self, raw: &str, start: usize) -> CellDecl {
        let text = raw.trim();
        let offset = raw.len() - raw.trim_start().len();
        let (start, length) = if text.is_empty() { (start, raw.len()) } else { (start + offset, text.len()) };
        let span = Span { source: self.source, start: start as u32, end: (start + length) as u32 };
        CellDecl { text: text.to_string(), form: self.form(text, span), span }
    }

    fn form(&mut self, text: &str, span: Span) -> CellForm {
        let expr = |node| CellForm::Expr(ExprDecl { node, span });
        match text {
            "" => return CellForm::Empty,
            "-" | "–" | "—" => return CellForm::Dash,
            "?" => return CellForm::Unset,
            "yes" | "true" => return expr(ExprNode::Truth(true)),
            "no" | "false" => return expr(ExprNode::Truth(false)),
            "none" => return expr(ExprNode::None),
            _ => {}
        }
        if text.len() < 18 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return expr(ExprNode::Number(Number::int(text.parse().unwrap_or(0))));
        }
        if is_plain_name(text) {
            return expr(ExprNode::Name(Name { text: text.to_string(), span }));
        }
        if let Some(parts) = split_list(text) {
            let cells = parts.into_iter().map(|(start, part)| self.cell(part, span.start as usize + start));
            return CellForm::List(cells.collect());
        }
        self.parsed(text, span.start as usize)
    }

    fn parsed(&mut self, text: &str, base: usize) -> CellForm {
        if !crate::syntax::is_shallow(text) {
            return CellForm::Words;
        }
        let before = std::mem::replace(&mut self.base, base);
        let form =
            if let Some(range) = text.contains("..").then(|| Grammar::parse(Rule::lone_range, text).ok()).flatten() {
                self.operators = 0;
                range.into_iter().next().map_or(CellForm::Words, |node| CellForm::Range(self.range(node)))
            } else {
                match Grammar::parse(Rule::lone_expr, text).ok().and_then(|mut nodes| nodes.next()) {
                    Some(node) => CellForm::Expr(self.expr(node)),
                    None => CellForm::Words,
                }
            };
        self.base = before;
        form
    }
}

/// Whether every cell of a row is a line of dashes.
fn is_rule(row: &RowDecl) -> bool {
    let is_line = |text: &str| text.len() > 1 && text.trim_matches(':').bytes().all(|byte| byte == b'-');
    !row.cells.is_empty() && row.cells.iter().all(|cell| is_line(cell.text.trim()))
}

/// Whether a text is one word that no operator is, and no dice.
fn is_plain_name(text: &str) -> bool {
    let first = text.as_bytes()[0];
    let dice = first == b'd' && text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    (first.is_ascii_alphabetic() || first == b'_')
        && !dice
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !matches!(text, "and" | "or" | "not" | "if" | "then" | "else" | "is" | "has" | "in" | "where" | "when")
}

/// The parts between the commas outside quotes and brackets, with their offsets; none if there is no such comma.
pub(in crate::syntax) fn split_list(text: &str) -> Option<Vec<(usize, &str)>> {
    let (mut depth, mut quoted, mut start, mut parts) = (0_i32, false, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'(' | b'[' if !quoted => depth += 1,
            b')' | b']' if !quoted => depth -= 1,
            b',' if !quoted && depth <= 0 => {
                parts.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    (parts.len() > 1).then_some(parts)
}
