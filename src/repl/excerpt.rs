//! The lines around a place, fit to be drawn: long lines cut around it, hidden characters written out.

use crate::diag::{escape, is_hidden, one_line, visible};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::collections::BTreeMap;
use std::ops::Range;

/// A line of more columns than this is cut.
const WIDEST: usize = 240;
/// Columns that are kept before and behind the beginning and the end of what is labeled.
const BESIDE: usize = 60;
/// Columns of a cut line that holds no place.
const BEGINNING: usize = 120;
/// Places of one line around which something is kept.
const MOST_PLACES: usize = 8;
/// How wide a tab is drawn.
const TAB: usize = 4;
/// What stands for what was cut.
const CUT: char = '…';

/// A part of a source.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: Option<String>,
    text: String,
    /// The line of the source, counted from 0, with which it begins.
    line: usize,
    /// The column in the source of what lies at a place of the text.
    columns: BTreeMap<usize, usize>,
}

impl Excerpt {
    /// The lines that hold all labels, with one more on each side, and the labels as they lie in it.
    pub(super) fn around(source: &dyn SourceCode, labels: &[LabeledSpan]) -> Option<(Excerpt, Vec<LabeledSpan>)> {
        let start = labels.iter().map(LabeledSpan::offset).min()?;
        let end = labels.iter().map(|label| label.offset() + label.len()).max()?;
        let contents = source.read_span(&(start, end - start).into(), 1, 1).ok()?;
        let text = std::str::from_utf8(contents.data()).ok()?;
        let base = contents.span().offset();
        let ends = labels.iter().flat_map(|label| [label.offset(), label.offset() + label.len()]);
        let mut places: BTreeMap<usize, usize> = ends.map(|at| (at.saturating_sub(base), 0)).collect();
        let mut drawn = String::with_capacity(text.len());
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            draw(line, at, &mut places, &mut drawn);
            at += line.len();
        }
        places.range_mut(at..).for_each(|(_, new)| *new = drawn.len());
        let moved = labels.iter().map(|label| moved(label, base, &places)).collect();
        let name = contents.name().map(|name| one_line(name).into_owned());
        let columns = places.iter().map(|(at, new)| (*new, column(text, *at))).collect();
        Some((Excerpt { name, text: drawn, line: contents.line(), columns }, moved))
    }
}

/// A label where its text lies now.
fn moved(label: &LabeledSpan, base: usize, places: &BTreeMap<usize, usize>) -> LabeledSpan {
    let new = |at: usize| places.get(&(at - base)).copied().unwrap_or(0);
    let (start, end) = (new(label.offset()), new(label.offset() + label.len()));
    let text = label.label().map(|text| visible(text).into_owned());
    let span: SourceSpan = (start, end - start).into();
    if label.primary() {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
}

/// How far behind the beginning of its line a place lies.
fn column(text: &str, at: usize) -> usize {
    text.bytes().take(at).rev().take_while(|byte| *byte != b'\n').count()
}

/// Appends a line that begins at `start`, and notes where the places in it have come to lie.
fn draw(line: &str, start: usize, places: &mut BTreeMap<usize, usize>, drawn: &mut String) {
    let kept = kept(line, start, places);
    let end = line.trim_end_matches(['\n', '\r']).len();
    let (mut column, mut is_cut) = (0_usize, false);
    for (at, c) in line.char_indices() {
        let is_kept = c == '\n' || kept.iter().any(|range| range.contains(&column));
        if !is_kept && !is_cut {
            drawn.push(CUT);
        }
        // A place where something was cut lies behind the mark.
        if let Some(new) = places.get_mut(&(start + at)) {
            *new = drawn.len();
        }
        // Within a line it would lead back to its beginning; at the end it is a part of the break.
        if c == '\r' && at >= end {
            continue;
        }
        is_cut = !is_kept;
        if is_kept && is_odd(c) {
            *drawn += &escape(c);
        } else if is_kept {
            drawn.push(c);
        }
        column += columns(c);
    }
}

/// The columns of a line that are drawn.
fn kept(line: &str, start: usize, places: &BTreeMap<usize, usize>) -> Vec<Range<usize>> {
    let mut windows = Vec::new();
    if line.chars().map(columns).sum::<usize>() <= WIDEST {
        windows.push(0..usize::MAX);
        return windows;
    }
    let mut column: usize = 0;
    for (at, c) in line.char_indices() {
        if windows.len() < MOST_PLACES && places.contains_key(&(start + at)) {
            windows.push(column.saturating_sub(BESIDE)..column + BESIDE);
        }
        column += columns(c);
    }
    if windows.is_empty() {
        windows.push(0..BEGINNING);
    }
    windows
}

fn is_odd(c: char) -> bool {
    is_hidden(c) && c != '\n' && c != '\t'
}

/// How many columns a character takes, or a few more.
fn columns(c: char) -> usize {
    match c {
        '\n' => 0,
        '\t' => TAB,
        c if is_odd(c) => escape(c).len(),
        '\u{1100}'.. => 2,
        _ => 1,
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.as_str().read_span(span, before, after)?;
        let (data, at, line, count) = (found.data(), *found.span(), found.line() + self.line, found.line_count());
        // Where a line was cut, a place is named as it is in the source.
        let named = self.columns.get(&span.offset()).filter(|_| (before, after) == (0, 0));
        let column = named.copied().unwrap_or(found.column());
        Ok(Box::new(match &self.name {
            Some(name) => MietteSpanContents::new_named(name.clone(), data, at, line, column, count),
            None => MietteSpanContents::new(data, at, line, column, count),
        }))
    }
}
