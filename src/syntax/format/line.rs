//! Lines to text: columns of tables, legends and comments.

/// One line before its columns are aligned.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutLine {
    /// Blanks before it.
    pub indent: usize,
    /// What stands on it, the comment excepted.
    pub text: String,
    /// Behind the text.
    pub comment: Option<String>,
    /// Whether it is a row of a table; then this is its part behind the last bar.
    pub row: Option<String>,
    /// Whether it is a comment alone.
    pub remark: bool,
}

impl LayoutLine {
    pub(super) fn blank() -> LayoutLine {
        LayoutLine::default()
    }

    pub(super) fn new(indent: usize, text: &str, row: bool, remark: bool) -> LayoutLine {
        LayoutLine { indent, text: text.to_string(), comment: None, row: row.then(String::new), remark }
    }

    /// Adds a token. Behind a row come its citations.
    pub(super) fn add(&mut self, space: &str, token: &str) {
        match &mut self.row {
            Some(behind) => *behind = format!("{behind} {token}"),
            None => {
                self.text.push_str(space);
                self.text.push_str(token);
            }
        }
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// Aligns what stands in columns and joins the lines.
pub(super) fn print(mut lines: Vec<LayoutLine>) -> String {
    align_tables(&mut lines);
    align_legends(&mut lines);
    align_comments(&mut lines);
    let mut out = String::new();
    for line in &lines {
        if !line.is_blank() {
            out.extend(std::iter::repeat_n(' ', line.indent));
            out.push_str(&line.text);
        }
        out.push('\n');
    }
    out
}

/// Runs of lines for which a test holds; blank lines and remarks within a run belong to it, if the test lets them.
fn runs(
    lines: &[LayoutLine],
    belongs: impl Fn(&LayoutLine) -> bool,
    may_pass: impl Fn(&LayoutLine) -> bool,
) -> Vec<Vec<usize>> {
    let (mut all, mut run) = (Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        if belongs(line) {
            run.push(at);
        } else if !may_pass(line) {
            all.push(std::mem::take(&mut run));
        }
    }
    all.push(run);
    all.retain(|run| !run.is_empty());
    all
}

fn align_tables(lines: &mut [LayoutLine]) {
    for run in runs(lines, |line| line.row.is_some(), |line| line.remark || line.is_blank()) {
        let rows: Vec<Vec<String>> = run.iter().map(|at| cells(&lines[*at].text)).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0))
            .collect();
        let numeric: Vec<bool> = (0..columns).map(|column| is_numeric(&rows, column)).collect();
        for (at, row) in run.into_iter().zip(&rows) {
            let line = &mut lines[at];
            line.text = row_text(row, &widths, &numeric);
            line.text.push_str(line.row.as_deref().unwrap_or(""));
        }
    }
}

fn row_text(row: &[String], widths: &[usize], numeric: &[bool]) -> String {
    let mut text = String::from("|");
    for ((cell, wide), right) in row.iter().zip(widths).zip(numeric) {
        let fill = " ".repeat(wide - width(cell));
        let (before, behind) = if *right { (fill.as_str(), "") } else { ("", fill.as_str()) };
        text.push_str(&format!(" {before}{cell}{behind} |"));
    }
    text
}

/// The trimmed cells of a row, bars within texts left alone.
fn cells(row: &str) -> Vec<String> {
    let (mut cells, mut start, mut quoted, mut escaped) = (Vec::new(), 1, false, false);
    for (at, byte) in row.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => quoted = !quoted,
            b'|' if !quoted => {
                cells.push(row[start..at].trim().to_string());
                start = at + 1;
            }
            _ => {}
        }
        escaped = byte == b'\\' && quoted && !escaped;
    }
    cells
}

/// Whether every cell below the head is a number, empty, `-` or `?`, and one is a number.
fn is_numeric(rows: &[Vec<String>], column: usize) -> bool {
    let number = |cell: &str| {
        let digits = cell.trim_start_matches(['-', '+']);
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'/')
            && !digits.contains("..")
    };
    let body = || rows.iter().skip(1).filter_map(|row| row.get(column));
    body().any(|cell| number(cell)) && body().all(|cell| matches!(cell.as_str(), "" | "-" | "?") || number(cell))
}

fn align_legends(lines: &mut [LayoutLine]) {
    let parts = |line: &LayoutLine| {
        let rest = line.text.strip_prefix("legend ")?;
        let sign = if rest.starts_with('"') && rest.chars().nth(2) == Some('"') { 3 } else { 1 };
        let (end, _) = rest.char_indices().nth(sign)?;
        // Elsewhere `legend` is a name, and what stands behind it a value.
        let name = rest[end..].strip_prefix(' ')?;
        Some((rest[..end].to_string(), name.trim_start().to_string()))
    };
    for run in runs(lines, |line| parts(line).is_some(), |line| line.remark) {
        let widest = run.iter().filter_map(|at| parts(&lines[*at])).map(|(sign, _)| width(&sign)).max().unwrap_or(0);
        for at in run {
            if let Some((sign, name)) = parts(&lines[at]) {
                let fill = " ".repeat(widest - width(&sign));
                lines[at].text = format!("legend {sign}{fill} {name}");
            }
        }
    }
}

fn align_comments(lines: &mut [LayoutLine]) {
    for run in runs(lines, |line| line.comment.is_some(), |_| false) {
        let end = |line: &LayoutLine| line.indent + width(&line.text);
        let widest = run.iter().map(|at| end(&lines[*at])).max().unwrap_or(0);
        for at in run {
            let line = &mut lines[at];
            let fill = " ".repeat(widest - end(line) + 2);
            if let Some(comment) = line.comment.take() {
                line.text = format!("{}{fill}{comment}", line.text);
            }
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}
