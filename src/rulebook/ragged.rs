//! A row of a table with cells too few or too many: where in it, by what its columns hold.

use super::load::PackText;
use super::options::Choices;
use super::tried::syntax_error_mut;
use super::{Kind, Rulebook, Type};
use crate::diag::Diagnostic;
use crate::syntax::{SyntaxError, parse_formula};
use crate::value::Value;

/// So many cells too few or too many have a place that can be found.
const MOST: usize = 2;
/// In longer rows nothing is looked for.
const LONGEST: usize = 40;
/// So many rows are looked at, each beside so many others.
const MOST_ROWS: usize = 50;

/// A text of a cell, and where its raw text begins and ends.
type PlacedCell<'t> = (&'t str, usize, usize);

impl PackText {
    /// Says of ragged rows where the cells are missing or left over.
    pub(super) fn place_ragged(&mut self) {
        let is_ragged = |one: &mut Diagnostic| matches!(syntax_error_mut(one), Some(SyntaxError::RaggedRow { .. }));
        if !self.diagnostics.iter_mut().any(is_ragged) {
            return;
        }
        let Some((book, ..)) = self.as_far_as(&Choices::none()) else { return };
        let mut looked_at = 0;
        for one in &mut self.diagnostics {
            if looked_at < MOST_ROWS
                && let Some(SyntaxError::RaggedRow { src, at, label, head, help, .. }) = syntax_error_mut(one)
            {
                looked_at += 1;
                let text: &str = src.inner().as_ref();
                if let Some(found) = placed(&book, text, at.offset(), head.offset()) {
                    *at = (found.start, found.end - found.start).into();
                    (*label, *help) = (found.label, found.help);
                }
            }
        }
    }
}

struct Placed {
    start: usize,
    end: usize,
    label: String,
    help: String,
}

/// What a column holds.
struct Column<'b> {
    name: &'b str,
    r#type: Option<&'b Type>,
    /// Whether an empty cell says something.
    has_default: bool,
    /// What the other rows have there.
    others: Vec<&'b str>,
}

fn placed(book: &Rulebook, text: &str, row: usize, head: usize) -> Option<Placed> {
    let (row, head) = (parted_row(text, row)?, parted_row(text, head)?);
    let (few, many) = (row.len().min(head.len()), row.len().max(head.len()));
    if few < 2 || many - few > MOST || many > LONGEST || few == many {
        return None;
    }
    let columns = columns(book, text, &row, &head);
    if let Some(found) = parted_by_another_sign(book, &row, &columns) {
        return Some(found);
    }
    let mut best: Vec<Vec<usize>> = Vec::new();
    let mut most = i32::MIN;
    for left in left_out(many, many - few) {
        let kept: Vec<usize> = (0..many).filter(|at| !left.contains(at)).collect();
        let pairs = kept.iter().enumerate();
        let score: i32 = match row.len() < head.len() {
            true => {
                let lacks = left.iter().filter(|at| !columns[**at].has_default).count() as i32;
                pairs.map(|(cell, column)| columns[*column].fit(book, row[cell].0)).sum::<i32>() - lacks
            }
            false => pairs.map(|(column, cell)| columns[column].fit(book, row[*cell].0)).sum(),
        };
        if score > most {
            (most, best) = (score, Vec::new());
        }
        if score == most {
            best.push(left);
        }
    }
    match row.len() < head.len() {
        true => missing(&row, &columns, &best),
        false => left_over(&row, &best),
    }
}

/// Signs that part the cells of tables elsewhere.
const PARTING: [char; 6] = [';', ',', '\t', '¦', '!', '/'];

/// `| 2d6+1; 9 |`: cells parted by another sign than a bar, where the row is right with bars in its place.
fn parted_by_another_sign(book: &Rulebook, row: &[PlacedCell<'_>], columns: &[Column<'_>]) -> Option<Placed> {
    let lacking = columns.len().checked_sub(row.len()).filter(|lacking| *lacking > 0)?;
    let parted = PARTING.into_iter().flat_map(|sign| {
        row.iter()
            .enumerate()
            .filter(move |(_, cell)| !cell.0.contains('"') && cell.0.matches(sign).count() == lacking)
            .map(move |(at, cell)| (sign, at, cell))
    });
    let whole_with = |at: usize, sign: char| -> Vec<&str> {
        let each = row.iter().enumerate().flat_map(|(nth, cell)| match nth == at {
            true => cell.0.split(sign).map(str::trim).collect(),
            false => vec![cell.0],
        });
        each.collect()
    };
    let can_be = |cells: &[&str]| cells.iter().zip(columns).all(|(text, column)| column.fit(book, text) >= 0);
    let mut right = parted.filter_map(|(sign, at, cell)| {
        let cells = whole_with(at, sign);
        can_be(&cells).then_some((sign, cell, cells))
    });
    let (Some((sign, cell, cells)), None) = (right.next(), right.next()) else { return None };
    let start = cell.1 + cell.0.find(sign)?;
    let shown = if sign == '\t' { "a tab".to_string() } else { format!("`{sign}`") };
    Some(Placed {
        start,
        end: start + sign.len_utf8(),
        label: format!("cells are parted by `|`, and this is {shown}"),
        help: format!("write `| {} |`", cells.join(" | ")),
    })
}

/// Where the cells of a row are missing; the first of them is shown.
fn missing(row: &[PlacedCell<'_>], columns: &[Column<'_>], best: &[Vec<usize>]) -> Option<Placed> {
    let names = |of: &[usize]| of.iter().map(|at| format!("`{}`", columns[*at].name)).collect::<Vec<_>>();
    let [holes] = best else {
        let mut all: Vec<usize> = best.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let (first, last) = (row.get(all.first()?.checked_sub(1)?)?, row.last()?);
        let label = format!("one of {} is missing", names(&all).join(", "));
        let help =
            "write its value where it is missing, or an empty cell `|  |` for what takes its default".to_string();
        return Some(Placed { start: first.1, end: last.2, label, help });
    };
    let mut cells = row.iter();
    let written: Vec<String> = (0..columns.len())
        .map(|at| match holes.contains(&at) {
            true if columns[at].has_default => String::new(),
            true if matches!(columns[at].r#type, Some(Type::Optional(_) | Type::List(_))) => "-".to_string(),
            true => "?".to_string(),
            false => cells.next().map_or(String::new(), |cell| cell.0.to_string()),
        })
        .collect();
    let whole = format!("| {} |", written.join(" | "));
    let first = *holes.first()?;
    let (start, end, label) = match row.get(first) {
        Some(cell) => (cell.1, cell.2, format!("{} is missing before this", names(holes).join(" and "))),
        None => (row.last()?.1, row.last()?.2, format!("{} is missing behind this", names(holes).join(" and "))),
    };
    let what = match written[first].as_str() {
        "" => "an empty cell, which takes its default",
        "-" => "`-` for none",
        _ => "`?` where the source does not say",
    };
    Some(Placed { start, end, label, help: format!("write its value there, or {what}: `{whole}`") })
}

/// Which cells of a row are too many, if that is certain.
fn left_over(row: &[PlacedCell<'_>], best: &[Vec<usize>]) -> Option<Placed> {
    let [stray] = best else { return None };
    let (first, last) = (row.get(*stray.first()?)?, row.get(*stray.last()?)?);
    let kept = row.iter().enumerate().filter(|(at, _)| !stray.contains(at)).map(|(_, cell)| cell.0);
    let whole = format!("| {} |", kept.collect::<Vec<_>>().join(" | "));
    let label = if stray.len() == 1 { "this cell is too many" } else { "these cells are too many" };
    let help = format!("take it away: `{whole}`; or give the head another column");
    Some(Placed { start: first.1, end: last.2, label: label.to_string(), help })
}

/// Every way to leave out so many of a row; the first one is the name.
fn left_out(of: usize, many: usize) -> Vec<Vec<usize>> {
    let single = (1..of).map(|at| vec![at]);
    match many {
        1 => single.collect(),
        _ => (1..of).flat_map(|one| (one + 1..of).map(move |other| vec![one, other])).collect(),
    }
}

/// The cells of the line at a place.
fn parted_row(text: &str, at: usize) -> Option<Vec<PlacedCell<'_>>> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next()?;
    let (open, close) = (line.find('|')?, line.rfind('|')?);
    let (mut cells, mut from, mut is_quoted) = (Vec::new(), open + 1, false);
    for (at, letter) in line.char_indices().skip_while(|(at, _)| *at <= open).take_while(|(at, _)| *at <= close) {
        match letter {
            '"' => is_quoted = !is_quoted,
            '|' if !is_quoted => {
                let (raw, cell) = (&line[from..at], line[from..at].trim());
                let begin = start + from + if cell.is_empty() { 0 } else { raw.len() - raw.trim_start().len() };
                cells.push((cell, begin, begin + if cell.is_empty() { raw.len() } else { cell.len() }));
                from = at + 1;
            }
            _ => {}
        }
    }
    (!cells.is_empty()).then_some(cells)
}

fn columns<'b>(book: &'b Rulebook, text: &'b str, row: &[PlacedCell<'_>], head: &[PlacedCell<'b>]) -> Vec<Column<'b>> {
    let field = |kind: &'b Kind, name: &str| kind.fields.iter().find(|field| *field.head.name == *name);
    let known = |kind: &&Kind| head.iter().filter(|cell| field_of(kind, cell.0)).count();
    let kind = book.kinds.iter().filter(|_| head.first().is_some_and(|first| first.0 == "name"));
    let kind = kind.max_by_key(known).filter(|kind| known(kind) > 0);
    let others: Vec<Vec<PlacedCell<'b>>> = rows_below(text, head)
        .into_iter()
        .filter(|other| other.first().map(|one| one.1) != row.first().map(|one| one.1))
        .collect();
    let each = head.iter().enumerate().map(|(at, (name, ..))| {
        let field = kind.and_then(|kind| field(kind, name));
        let others = others.iter().filter(|other| other.len() == head.len()).map(|other| other[at].0).collect();
        let has_default = field.is_some_and(|field| field.default != Value::Unset);
        Column { name, r#type: field.map(|field| &field.r#type), has_default, others }
    });
    each.collect()
}

fn field_of(kind: &Kind, name: &str) -> bool {
    kind.fields.iter().any(|field| *field.head.name == *name)
}

/// The rows that follow a head.
fn rows_below<'t>(text: &'t str, head: &[PlacedCell<'_>]) -> Vec<Vec<PlacedCell<'t>>> {
    let Some(start) = head.first().map(|first| first.1) else { return Vec::new() };
    let mut at = start + text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
    let mut rows = Vec::new();
    while rows.len() < MOST_ROWS
        && text.get(at..).is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with('|'))
    {
        rows.extend(parted_row(text, at));
        at += text[at..].find('\n').map_or(text.len() - at, |end| end + 1);
    }
    rows
}

impl Column<'_> {
    /// How well a text fits the column: above 0 if it can stand there, below if it cannot.
    fn fit(&self, book: &Rulebook, text: &str) -> i32 {
        let is_said = !text.is_empty() && self.others.contains(&text);
        let same = i32::from(is_said);
        match self.r#type {
            _ if text.is_empty() || text == "?" => 0,
            Some(r#type) => fits(book, r#type, text) + same,
            None if self.others.is_empty() => 0,
            None => {
                let sort = look_of(text);
                if self.others.iter().any(|other| look_of(other) == sort) { 1 + same } else { -2 }
            }
        }
    }
}

fn fits(book: &Rulebook, r#type: &Type, text: &str) -> i32 {
    const CANNOT: i32 = -3;
    let or_not = |can: bool| if can { 2 } else { CANNOT };
    if matches!(text, "-" | "–" | "—") {
        return or_not(matches!(r#type, Type::Optional(_) | Type::List(_)));
    }
    let bare = text.trim_matches('"');
    match r#type.bare() {
        Type::Number(_) => match look_of(text) {
            CellSort::Number => 2,
            CellSort::Word if !book.names.named(text).is_empty() => 1,
            _ => CANNOT,
        },
        Type::Dice => match look_of(text) {
            CellSort::Dice => 2,
            CellSort::Number => 0,
            _ => CANNOT,
        },
        Type::Truth => or_not(matches!(text, "yes" | "no" | "true" | "false")),
        Type::Symbol(set) => or_not(book.symbol_in(*set, bare).is_some()),
        Type::Thing(kind) => or_not(book.item_of_kind(*kind, bare).is_some()),
        Type::List(inner) => text.split(',').map(|part| fits(book, inner, part.trim())).min().unwrap_or(0),
        Type::Text => match look_of(text) {
            CellSort::Text | CellSort::Word => 1,
            _ => -1,
        },
        _ => 0,
    }
}

/// What a cell looks like.
#[derive(Clone, Copy, PartialEq)]
enum CellSort {
    None,
    Number,
    Range,
    Dice,
    Text,
    Word,
}

fn look_of(text: &str) -> CellSort {
    let first = text.split(' ').next().unwrap_or("");
    match text {
        "" | "-" | "–" | "—" | "?" => CellSort::None,
        _ if text.contains("..") => CellSort::Range,
        _ if first.parse::<f64>().is_ok() => CellSort::Number,
        _ if text.contains('d') && text.contains(|c: char| c.is_ascii_digit()) && parse_formula(text).is_some() => {
            CellSort::Dice
        }
        _ if text.starts_with('"') => CellSort::Text,
        _ => CellSort::Word,
    }
}
