//! Texts with names, and places in them.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::Cell;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The index of a source among the [`Sources`] of one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(pub u32);

thread_local! {
    /// The source that stored places are of.
    static RESTORED: Cell<SourceId> = const { Cell::new(SourceId(0)) };
}

impl SourceId {
    /// Reads what was stored of a text, which is this source now: all its places are in it.
    pub fn restore<T>(self, read: impl FnOnce() -> T) -> T {
        let around = RESTORED.replace(self);
        let read = read();
        RESTORED.set(around);
        read
    }

    /// The source that is being restored.
    pub fn restored() -> SourceId {
        RESTORED.get()
    }
}

/// Which source a text is differs from load to load, so nothing of it is stored.
impl Serialize for SourceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl<'de> Deserialize<'de> for SourceId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SourceId, D::Error> {
        <()>::deserialize(deserializer).map(|()| SourceId::restored())
    }
}

/// A place in a source: byte offsets, on character boundaries, `start <= end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// Which source.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both (which must be of one source).
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A named text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as the author knows it, `rules/arena/duel.fray`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    starts: SharedStarts,
}

/// Where the lines of a text begin, once somebody has asked.
type SharedStarts = Arc<OnceLock<Vec<usize>>>;

impl Source {
    /// The text as diagnostics show it.
    pub fn shown(&self) -> SourceText {
        SourceText { text: self.text.clone(), starts: self.starts.clone() }
    }
}

/// A text that diagnostics show parts of. Where its lines begin is found once for all of them: a large file may have
/// thousands of diagnostics.
#[derive(Clone, Debug)]
pub struct SourceText {
    text: Arc<str>,
    starts: SharedStarts,
}

impl<T: Into<Arc<str>>> From<T> for SourceText {
    fn from(text: T) -> SourceText {
        SourceText { text: text.into(), starts: SharedStarts::default() }
    }
}

impl Deref for SourceText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl SourceCode for SourceText {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let starts = self.starts.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(breaks).collect()
        });
        let line = starts.partition_point(|start| *start <= span.offset()).saturating_sub(before.saturating_add(1));
        let start = starts.get(line).copied().unwrap_or(0);
        // What stands before the lines that are shown does not matter.
        let rest = self.text.get(start..).unwrap_or("");
        let found = rest.read_span(&(span.offset() - start, span.len()).into(), before, after)?;
        let (at, size) = (found.span().offset() + start, found.span().len());
        let (line, column, count) = (found.line() + line, found.column(), found.line_count());
        Ok(Box::new(MietteSpanContents::new(found.data(), (at, size).into(), line, column, count)))
    }
}

/// Every source of one load, in the order it was read.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        let id = SourceId(u32::try_from(self.0.len()).expect("fewer sources than 2^32"));
        self.0.push(Source { name: name.into(), text: text.into(), starts: SharedStarts::default() });
        id
    }

    /// The same texts, one of them with other words.
    pub fn with(&self, id: SourceId, text: &str) -> Sources {
        let mut sources = self.clone();
        let source = &mut sources.0[id.0 as usize];
        *source = Source { name: source.name.clone(), text: text.into(), starts: SharedStarts::default() };
        sources
    }

    /// The source of that id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.0[id.0 as usize]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.0.iter().enumerate().map(|(index, source)| (SourceId(index as u32), source))
    }

    /// The text a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The line of a span's start, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        let text = &self.get(span.source).text;
        1 + text.as_bytes().iter().take(span.start as usize).filter(|byte| **byte == b'\n').count()
    }

    /// A source as miette wants it, with the span beside it.
    pub fn place(&self, span: Span) -> (miette::NamedSource<SourceText>, miette::SourceSpan) {
        let source = self.get(span.source);
        let at = (span.start as usize, (span.end - span.start) as usize).into();
        (miette::NamedSource::new(&*source.name, source.shown()), at)
    }
}
