//! Every declaration of the rules in force as it is written, who reads it, and what is found by a word: what a browser of
//! the rules shows, as plain data.

use crate::rulebook::{Named, Rulebook, Sort};
use crate::syntax::ast::{Body, Declaration};
use crate::syntax::parse;
use crate::text::Span;
use crate::value::{ItemId, KindId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Sorts that are no declarations of their own, and words that people say.
const PARTS: [Sort; 5] = [Sort::Item, Sort::Tag, Sort::Turn, Sort::Script, Sort::Words];
/// Sorts that tell what somebody brings along, and where to: no rules, and not for everybody who plays.
const SECRETS: [Sort; 4] = [Sort::Sheet, Sort::Map, Sort::Scenario, Sort::Test];
/// What is found, at most.
const MOST_FOUND: usize = 300;
/// Letters of a line that are shown.
const MOST_LETTERS: usize = 160;

/// What one declaration is known by: its sort, or the kind of a thing, and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RuleKey {
    pub sort: String,
    pub name: String,
}

/// A declaration.
pub(crate) struct RuleEntry {
    pub key: RuleKey,
    pub title: String,
    pub cites: Arc<[Arc<str>]>,
    /// The pack that declares it.
    pub pack: Arc<str>,
    pub(super) named: Named,
    /// The name where it is declared.
    at: Span,
}

/// A line that names something.
pub(crate) struct ReadingLine {
    /// The declaration it stands in, if that is one of the list.
    pub key: Option<RuleKey>,
    /// The title of that.
    pub title: String,
    pub line: String,
    /// Its anchor on the page of the declaration.
    pub anchor: String,
}

/// A piece of a text: what it says, and the declaration it names.
pub(crate) type RulePiece = (String, Option<RuleLink>);

/// Where a word of a text leads.
pub(crate) enum RuleLink {
    Declared(RuleKey),
    /// To all that read it.
    Touched(String),
}

/// A declaration, or what a pack above says of it, in the author's own words.
pub(crate) struct WrittenRule {
    /// The file and the line.
    pub place: String,
    /// The `when` block around it, if it stands in one: it holds only then.
    pub when: String,
    /// Each line with its anchor.
    pub lines: Vec<(String, Vec<RulePiece>)>,
}

/// One declaration in a text.
pub(super) struct WrittenPlace {
    pub span: Span,
    sort: Option<Sort>,
    pub names: Vec<(String, Span)>,
}

/// A `when` block.
pub(super) struct WhenBlock {
    pub span: Span,
    /// Where it says by which readings it holds.
    pub condition: Span,
    /// The names of what stands in it.
    names: Vec<String>,
}

impl WhenBlock {
    pub(super) fn holds(&self, at: Span) -> bool {
        holds(self.span, at)
    }
}

/// All declarations of a rulebook.
pub(crate) struct RuleIndex {
    pub book: Arc<Rulebook>,
    pub entries: Vec<RuleEntry>,
    /// In the order of the texts; those within `when` blocks by themselves.
    written: Vec<WrittenPlace>,
    /// The `when` blocks.
    pub(super) when: Vec<WhenBlock>,
    by_named: BTreeMap<Named, usize>,
    /// What names what, without repeats.
    places: BTreeSet<(Span, Named)>,
    /// Whether only rules are in it, and nothing of a fight.
    is_open: bool,
}

impl RuleIndex {
    /// Reads the texts of a rulebook once.
    pub(crate) fn of(book: &Arc<Rulebook>) -> RuleIndex {
        let (mut written, mut when) = (Vec::new(), Vec::new());
        for (id, _) in book.sources.iter() {
            gather(&parse(&book.sources, id).0.declarations, &mut written, &mut when);
        }
        written.sort_by_key(|one| (one.span.source, one.span.start));
        let entries = entries(book);
        let by_named = entries.iter().enumerate().map(|(at, entry)| (entry.named, at)).collect();
        let places = book.usage.places().iter().copied().collect();
        let mut index = RuleIndex { book: book.clone(), entries, written, when, by_named, places, is_open: false };
        // What a block hangs on is decided before anything is read by name.
        let named = index.when.iter().flat_map(|block| index.options_in(block.condition)).collect::<Vec<_>>();
        index.places.extend(named);
        index
    }

    /// The same for everybody who plays: without figures, maps, scenarios and tests, and without a line of theirs.
    pub(crate) fn open(book: &Arc<Rulebook>) -> RuleIndex {
        let mut index = RuleIndex { is_open: true, ..RuleIndex::of(book) };
        index.entries.retain(|entry| !SECRETS.iter().any(|sort| sort.words() == entry.key.sort));
        index.by_named = index.entries.iter().enumerate().map(|(at, entry)| (entry.named, at)).collect();
        index
    }

    /// Whether only rules are in it.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The sorts with how many declarations each has, in the order of the reference.
    pub(crate) fn sorts(&self) -> Vec<(&str, usize)> {
        let mut sorts: Vec<(&str, usize)> = Vec::new();
        for entry in &self.entries {
            match sorts.iter_mut().find(|(sort, _)| *sort == entry.key.sort) {
                Some((_, count)) => *count += 1,
                None => sorts.push((&entry.key.sort, 1)),
            }
        }
        sorts
    }

    /// The declaration of that key.
    pub(crate) fn find(&self, key: &RuleKey) -> Option<&RuleEntry> {
        self.entries.iter().find(|entry| entry.key == *key)
    }

    /// Declarations in whose name, title, section or text a word stands, those named so first.
    pub(crate) fn search(&self, text: &str) -> Vec<&RuleEntry> {
        let sought = text.to_lowercase();
        let rank = |entry: &&RuleEntry| {
            let (name, title) = (entry.key.name.to_lowercase(), entry.title.to_lowercase());
            let is_cited = entry.cites.iter().any(|cite| format!("@{cite}") == sought || **cite == *sought);
            match () {
                () if name == sought || title == sought => Some(0),
                () if name.contains(&sought) || title.contains(&sought) || is_cited => Some(1),
                () if self.spans(entry).iter().any(|span| self.text(*span).to_lowercase().contains(&sought)) => Some(2),
                () => None,
            }
        };
        let mut found: Vec<(i32, &RuleEntry)> =
            self.entries.iter().filter_map(|entry| Some((rank(&entry)?, entry))).collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().take(MOST_FOUND).map(|(_, entry)| entry).collect()
    }

    /// Lines that read what a declaration declares.
    pub(crate) fn readers(&self, entry: &RuleEntry) -> Vec<ReadingLine> {
        self.lines_naming(&BTreeSet::from([entry.named]))
    }

    /// Lines that read what goes by a name, whatever it is; then those that read what is worked out from it.
    pub(crate) fn touching(&self, name: &str) -> (Vec<ReadingLine>, Vec<ReadingLine>) {
        let named = self.called(name);
        let near = self.lines_naming(&named);
        let keys = near.iter().filter_map(|line| self.find(line.key.as_ref()?));
        let is_worked_out =
            |entry: &&RuleEntry| matches!(entry.named, Named::Declared(Sort::Fact | Sort::Value | Sort::Function, _));
        let through: BTreeSet<Named> =
            keys.filter(is_worked_out).map(|entry| entry.named).filter(|one| !named.contains(one)).collect();
        let is_new = |line: &ReadingLine| !near.iter().any(|known| known.anchor == line.anchor);
        let far = self.lines_naming(&through).into_iter().filter(is_new).collect();
        (near, far)
    }

    /// Names of options whose readings change something of that name.
    pub(crate) fn options_on(&self, names: &BTreeSet<Arc<str>>) -> BTreeSet<String> {
        let bears = |span: &Span| {
            let around = self.when.iter().filter(|block| block.holds(*span)).flat_map(|block| block.names.iter());
            let own = self.around(*span).into_iter().flat_map(|one| one.names.iter().map(|(name, _)| name));
            around.chain(own).any(|name| names.contains(name.as_str()))
        };
        let options = self.places.iter().filter_map(|(span, named)| match named {
            Named::Declared(Sort::Option, at) => Some((span, &self.book.options[usize::from(*at)].head.name)),
            _ => None,
        });
        options.filter(|(span, _)| bears(span)).map(|(_, name)| name.to_string()).collect()
    }

    /// A declaration with all that packs above say of it.
    pub(crate) fn written(&self, entry: &RuleEntry) -> Vec<WrittenRule> {
        self.spans(entry).into_iter().map(|span| self.with_links(span)).collect()
    }

    /// The anchor of a place.
    pub(crate) fn anchor(book: &Rulebook, at: Span) -> String {
        format!("l{}-{}", at.source.0, book.sources.line(at))
    }

    /// Where a declaration stands, that of itself first.
    pub(super) fn spans(&self, entry: &RuleEntry) -> Vec<Span> {
        if let Named::Declared(Sort::Item, _) = entry.named {
            let around = self.around(entry.at);
            let is_alone = around.is_some_and(|one| one.names.iter().any(|(_, at)| *at == entry.at));
            return vec![around.filter(|_| is_alone).map_or_else(|| self.line_of(entry.at), |one| one.span)];
        }
        let Named::Declared(sort, _) = entry.named else { return Vec::new() };
        let is_of = |one: &&WrittenPlace| {
            holds(one.span, entry.at)
                || one.sort == Some(sort) && one.names.iter().any(|(name, _)| *name == entry.key.name)
        };
        let mut spans: Vec<Span> = self.written.iter().filter(is_of).map(|one| one.span).collect();
        spans.sort_by_key(|span| !holds(*span, entry.at));
        spans
    }

    /// The declaration around a place.
    fn around(&self, at: Span) -> Option<&WrittenPlace> {
        let end = self.written.partition_point(|one| (one.span.source, one.span.start) <= (at.source, at.start));
        self.written[..end].last().filter(|one| holds(one.span, at))
    }

    /// The declaration of the list around a place: itself, or the thing whose row it is.
    pub(super) fn entry_at(&self, at: Span) -> Option<&RuleEntry> {
        let around = self.around(at)?;
        let line = self.line_of(at);
        self.entries.iter().find(|entry| match entry.named {
            Named::Declared(Sort::Item, _) => around.sort.is_none() && holds(line, entry.at),
            Named::Declared(sort, _) => {
                holds(around.span, entry.at)
                    || around.sort == Some(sort) && around.names.iter().any(|(name, _)| *name == entry.key.name)
            }
            _ => false,
        })
    }

    /// What goes by a name or title.
    fn called(&self, name: &str) -> BTreeSet<Named> {
        let is_it = |head: &crate::rulebook::Head| {
            head.name.eq_ignore_ascii_case(name) || head.title.eq_ignore_ascii_case(name)
        };
        let declared = self
            .entries
            .iter()
            .filter(|entry| entry.key.name.eq_ignore_ascii_case(name) || entry.title.eq_ignore_ascii_case(name));
        let mut named: BTreeSet<Named> = declared.map(|entry| entry.named).collect();
        for (_, place) in &self.places {
            let head = match place {
                Named::Word(symbol) => &self.book.sets[symbol.set.index()].words[usize::from(symbol.at)],
                Named::Field(kind, at) => &self.book.kinds[kind.index()].fields[usize::from(*at)].head,
                Named::Declared(..) => continue,
            };
            if is_it(head) {
                named.insert(*place);
            }
        }
        named
    }

    /// The lines that name one of these, outside of its own declaration.
    fn lines_naming(&self, named: &BTreeSet<Named>) -> Vec<ReadingLine> {
        let mut reading: Vec<ReadingLine> = Vec::new();
        for (span, _) in self.places.iter().filter(|(_, one)| named.contains(one)) {
            let anchor = RuleIndex::anchor(&self.book, *span);
            if reading.iter().any(|line| line.anchor == anchor) {
                continue;
            }
            let depending = self.depending_on(*span);
            if !depending.is_empty() {
                reading.extend(depending);
                continue;
            }
            let entry = self.entry_at(*span);
            if self.is_open && entry.is_none() {
                continue;
            }
            if entry.is_some_and(|entry| named.contains(&entry.named)) {
                continue;
            }
            let line = self.text(self.line_of(*span)).trim().chars().take(MOST_LETTERS).collect();
            let title = entry.map_or(String::new(), |entry| entry.title.clone());
            reading.push(ReadingLine { key: entry.map(|entry| entry.key.clone()), title, line, anchor });
            if reading.len() >= MOST_FOUND {
                break;
            }
        }
        reading
    }

    /// The words of a text.
    pub(super) fn words_of(&self, span: Span) -> impl Iterator<Item = &str> {
        self.text(span).split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
    }

    /// The options that a condition names, and where.
    fn options_in(&self, condition: Span) -> Vec<(Span, Named)> {
        let text = self.text(condition);
        let named = self.words_of(condition).filter_map(|word| {
            let at = self.book.options.iter().position(|option| *option.head.name == *word)?;
            let start = condition.start + (word.as_ptr() as usize - text.as_ptr() as usize) as u32;
            let span = Span { start, end: start + word.len() as u32, ..condition };
            Some((span, Named::Declared(Sort::Option, at as u16)))
        });
        named.collect()
    }

    /// The declarations in a block.
    pub(super) fn within(&self, block: Span) -> impl Iterator<Item = &WrittenPlace> {
        self.written.iter().filter(move |one| holds(block, one.span))
    }

    /// What hangs on a place in the condition of a block.
    fn depending_on(&self, at: Span) -> Vec<ReadingLine> {
        let Some(block) = self.when.iter().find(|block| holds(block.condition, at)) else { return Vec::new() };
        let line: String = self.text(self.line_of(at)).trim().chars().take(MOST_LETTERS).collect();
        let inner = self.within(block.span).filter_map(|one| {
            let entry = self.entry_at(one.names.first()?.1)?;
            let anchor = RuleIndex::anchor(&self.book, one.span);
            Some(ReadingLine { key: Some(entry.key.clone()), title: entry.title.clone(), line: line.clone(), anchor })
        });
        inner.collect()
    }

    pub(super) fn text(&self, span: Span) -> &str {
        self.book.sources.slice(span)
    }

    /// The whole line of a place.
    fn line_of(&self, at: Span) -> Span {
        let text = &self.book.sources.get(at.source).text;
        let place = (at.start as usize).min(text.len());
        let start = text[..place].rfind('\n').map_or(0, |found| found + 1);
        let end = text[place..].find('\n').map_or(text.len(), |found| place + found);
        Span { source: at.source, start: start as u32, end: end as u32 }
    }

    /// A text line by line, with links where it names something.
    fn with_links(&self, span: Span) -> WrittenRule {
        let mut lines = Vec::new();
        let (mut at, end) = (span.start, span.end);
        while at < end {
            let line = self.line_of(Span { start: at, end: at, ..span });
            let piece = Span { source: span.source, start: at, end: line.end.min(end) };
            lines.push((RuleIndex::anchor(&self.book, piece), self.pieces(piece)));
            at = line.end + 1;
        }
        let place = format!("{}:{}", self.book.sources.get(span.source).name, self.book.sources.line(span));
        let around = self.when.iter().find(|block| block.holds(span)).map(|block| self.text(block.span));
        let when = around.and_then(|text| text.split('{').next()).unwrap_or_default().trim().to_string();
        WrittenRule { place, when, lines }
    }

    fn pieces(&self, line: Span) -> Vec<RulePiece> {
        let mut pieces: Vec<RulePiece> = Vec::new();
        let mut at = line.start;
        let first = Span { start: line.start, end: line.start, ..line };
        let inside = self.places.range((first, Named::Declared(Sort::Unit, 0))..);
        for (span, named) in inside.take_while(|(span, _)| span.source == line.source && span.start < line.end) {
            if span.start < at || span.end > line.end || span.start == span.end {
                continue;
            }
            let Some(link) = self.link(*named) else { continue };
            pieces.push((self.text(Span { start: at, end: span.start, ..line }).to_string(), None));
            pieces.push((self.text(*span).to_string(), Some(link)));
            at = span.end;
        }
        pieces.push((self.text(Span { start: at, ..line }).to_string(), None));
        pieces
    }

    fn link(&self, named: Named) -> Option<RuleLink> {
        match named {
            Named::Word(symbol) => Some(RuleLink::Touched(self.book.symbol_name(symbol).to_string())),
            Named::Field(kind, at) => {
                let field = &self.book.kinds[kind.index()].fields[usize::from(at)];
                Some(RuleLink::Touched(field.head.name.to_string()))
            }
            Named::Declared(..) => {
                let entry = &self.entries[*self.by_named.get(&named)?];
                Some(RuleLink::Declared(entry.key.clone()))
            }
        }
    }
}

/// Whether a place lies in another.
fn holds(around: Span, at: Span) -> bool {
    around.source == at.source && around.start <= at.start && at.end <= around.end
}

fn gather(all: &[Declaration], written: &mut Vec<WrittenPlace>, when: &mut Vec<WhenBlock>) {
    for one in all {
        if let Body::When(condition, inner) = &one.body {
            let names = inner.iter().flat_map(Declaration::names).map(|name| name.text.clone()).collect();
            when.push(WhenBlock { span: one.span, condition: condition.span, names });
            gather(inner, written, when);
            continue;
        }
        let names = one.names().map(|name| (name.text.clone(), name.span)).collect();
        written.push(WrittenPlace { span: one.span, sort: Sort::of_keyword(&one.keyword.text), names });
    }
}

/// Every declaration, things by their kinds.
fn entries(book: &Rulebook) -> Vec<RuleEntry> {
    let entry = |sort: String, named: Named, head: &crate::rulebook::Head| RuleEntry {
        key: RuleKey { sort, name: head.name.to_string() },
        title: if head.title.is_empty() { head.name.to_string() } else { head.title.to_string() },
        cites: head.cites.clone(),
        pack: head.pack.clone(),
        named,
        at: head.span,
    };
    let mut all = Vec::new();
    for sort in Sort::ALL.into_iter().filter(|sort| !PARTS.contains(sort)) {
        let mut places: Vec<u16> = book.names.visible(sort).filter_map(|name| book.names.find(sort, name)).collect();
        places.sort_unstable();
        places.dedup();
        let heads = places.into_iter().map(|at| (at, book.head_of(sort, at)));
        all.extend(heads.map(|(at, head)| entry(sort.words().to_string(), Named::Declared(sort, at), head)));
    }
    for (kind, rule) in book.kinds.iter().enumerate() {
        let items = book.items.iter().enumerate().filter(|(_, item)| item.kind == KindId(kind as u16));
        all.extend(items.map(|(at, item)| {
            let ItemId(id) = ItemId(at as u16);
            entry(rule.head.name.to_string(), Named::Declared(Sort::Item, id), &item.head)
        }));
    }
    all
}
