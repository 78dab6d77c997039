//! Texts to trees. A mistake costs the entry that it stands in: the entry is blanked and the declaration read again,
//! so that every mistake is told and everything else is kept.

use super::ast::{Body, Declaration, ExprDecl, File, Lost};
use super::below::joined;
use super::block::is_further_out;
use super::build::Build;
use super::dice_said::dice_said;
use super::error::{ShownText, SyntaxError};
use super::explain::{explain, habit_at, is_misspelt};
use super::failure::{LONE, ParseFailure};
use super::grammar::{Grammar, Rule};
use super::habit::{HabitPlace, habit_of};
use super::keyword::keywords;
use super::language::whole_file;
use super::limit::{MAX_DECLARATIONS, MAX_DEPTH, MAX_DICE_LIST, MAX_IFS, MAX_MISTAKES, MAX_REPORTS, MAX_SOURCE_BYTES};
use super::map_rows::without_long_quotes;
use super::rows::without_rows;
use super::scan::{EntrySpan, Scan, Slip, heads_at, scan};
use super::section::told_by_section;
use super::unopened::told_once;
use super::whole_only::whole_only;
use crate::diag::{Diagnostics, suggest};
use crate::text::{SourceId, Sources, is_wordly};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use std::collections::BTreeMap;

/// Reads a file. Declarations that cannot be read are left out, entries that cannot be read are left out of theirs;
/// everything left out is reported, in the order of the text.
pub fn parse(sources: &Sources, id: SourceId) -> (File, Diagnostics) {
    parse_some(sources, id, |_| true)
}

/// The same for those declarations alone whose text is wanted.
pub fn parse_some(sources: &Sources, id: SourceId, is_wanted: impl Fn(&str) -> bool) -> (File, Diagnostics) {
    let place = ShownText::new(sources, id);
    let text = &sources.get(id).text;
    if text.len() > MAX_SOURCE_BYTES {
        return (File::default(), vec![Box::new(too_large(place, "2 MiB", MAX_SOURCE_BYTES))]);
    }
    let mut file = File::default();
    let mut reader = TreeReader::new(place, id, scan(text));
    for stretch in reader.declarations() {
        if !is_wanted(&text[stretch.start..stretch.end]) {
            continue;
        }
        if file.declarations.len() == MAX_DECLARATIONS || reader.errors.len() >= MAX_REPORTS {
            let most = format!("{MAX_DECLARATIONS} declarations");
            if reader.errors.len() < MAX_REPORTS {
                reader.errors.push(too_large(place, &most, stretch.start));
            }
            break;
        }
        file.declarations.extend(reader.next(stretch));
    }
    file.lost = std::mem::take(&mut reader.lost);
    if let Some(error) = whole_file(&place).filter(|_| !reader.errors.is_empty()) {
        file.lost.pack = true;
        return (file, vec![Box::new(error)]);
    }
    (file, reader.diagnostics())
}

/// Reads one expression, for the prompt and for odds.
pub fn parse_expr(sources: &Sources, id: SourceId) -> Result<ExprDecl, Diagnostics> {
    let place = ShownText::new(sources, id);
    let text = &sources.get(id).text;
    if text.len() > MAX_SOURCE_BYTES {
        return Err(vec![Box::new(too_large(place, "2 MiB", MAX_SOURCE_BYTES))]);
    }
    let mut reader = TreeReader::new(place, id, scan(text));
    if !reader.errors.is_empty() {
        return Err(reader.diagnostics());
    }
    let prepared = std::mem::take(&mut reader.scan.text);
    match Grammar::parse(Rule::lone_expr, &prepared) {
        Ok(mut nodes) => {
            let mut build = Build::new(place, id, (0, text.len()));
            let expr = build.expr(nodes.next().expect("an expression was read"));
            if build.errors.is_empty() {
                return Ok(expr);
            }
            Err(build.errors.into_iter().map(|error| Box::new(error) as _).collect())
        }
        Err(error) => {
            let (at, expected) = failure_of(&error);
            // Depth 1, because the first word need not be a keyword.
            let failure = ParseFailure { block: LONE, ..ParseFailure::alone(&prepared, at, expected) };
            let mut error = explain(&failure, &place);
            if let Some(right) = dice_said(text) {
                error.told_better(format!("write `{right}`"));
            }
            Err(vec![Box::new(error)])
        }
    }
}

/// Reads dice as thrown: `4,2,5` or `4 2 5`.
pub fn parse_dice_list(sources: &Sources, id: SourceId) -> Result<Vec<u32>, Diagnostics> {
    let place = ShownText::new(sources, id);
    let text = &*scan(&sources.get(id).text).text;
    let mut build = Build::new(place, id, (0, text.len()));
    match Grammar::parse(Rule::lone_dice_list, text) {
        Ok(nodes) => {
            let numbers: Vec<u32> = nodes
                .filter(|node| node.as_rule() == Rule::integer)
                .take(MAX_DICE_LIST)
                .map(|node| build.small(&node, u64::from(super::limit::MAX_SIDES)) as u32)
                .collect();
            if build.errors.is_empty() {
                return Ok(numbers);
            }
            Err(build.errors.into_iter().map(|error| Box::new(error) as _).collect())
        }
        Err(error) => {
            let (at, expected) = failure_of(&error);
            let failure = ParseFailure { block: "list", ..ParseFailure::alone(text, at, expected) };
            Err(vec![Box::new(explain(&failure, &place))])
        }
    }
}

/// Whether more lines are needed: a block or bracket is open at the end, and nothing else is wrong.
pub fn is_unfinished(text: &str) -> bool {
    if text.len() > MAX_SOURCE_BYTES {
        return false;
    }
    let found = super::scan::scan_once(text);
    let open = |slip: &Slip| matches!(slip, Slip::Block(_) | Slip::Bracket);
    found.slips.iter().all(|(slip, ..)| open(slip)) && !found.slips.is_empty()
}

/// Bytes to text; the first byte that is none is told with its line and column.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<String, crate::diag::Diagnostic> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let before = String::from_utf8_lossy(&bytes[..good]);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().map_or(0, |last| last.chars().count());
        let byte = bytes.get(good).map_or_else(String::new, |byte| format!("0x{byte:02X}"));
        let mut sources = Sources::default();
        let id = sources.add(name, &String::from_utf8_lossy(&bytes));
        let place = ShownText::new(&sources, id);
        Box::new(SyntaxError::NotText { line, column, byte, src: place.src(), at: place.span(good, good + 1) }) as _
    })
}

/// Whether brackets and choices are within each other no deeper than the grammar may follow.
pub(super) fn is_shallow(text: &str) -> bool {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return false;
        }
    }
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| matches!(*word, "if" | "case" | "let")).count() <= MAX_IFS
}

fn too_large(place: ShownText, most: &str, at: usize) -> SyntaxError {
    SyntaxError::TooLarge { most: most.to_string(), src: place.src(), at: place.span(at, at + 1) }
}

/// Where pest gave up, and what it hoped for.
fn failure_of(error: &pest::error::Error<Rule>) -> (usize, &[Rule]) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => (at, positives),
        ErrorVariant::CustomError { .. } => (at, &[]),
    }
}

/// The byte that an error's first label begins at.
fn place_of(error: &SyntaxError) -> usize {
    miette::Diagnostic::labels(error).and_then(|mut labels| labels.next()).map_or(0, |label| label.offset())
}

/// The words of a text, and what stands in quotes.
fn words(text: &str) -> Vec<String> {
    let parts = text.split('"').enumerate();
    let each = parts.flat_map(|(at, part)| match at % 2 {
        1 => vec![part],
        _ => part.split(|c: char| !is_wordly(c)).filter(|word| !word.is_empty()).collect(),
    });
    each.map(str::to_string).collect()
}

/// For so many mistakes of a text it is looked for what was meant.
const MOST_HELPED: usize = 12;

struct TreeReader<'s> {
    place: ShownText<'s>,
    id: SourceId,
    scan: Scan,
    errors: Vec<SyntaxError>,
    lost: Lost,
    /// Whether what was read last declares nothing, so that what follows may belong to it.
    adrift: bool,
    /// What was written over last: where, and what was said of it.
    mended: Option<(usize, String)>,
    /// What was taken away.
    gone: Vec<EntrySpan>,
}

impl<'s> TreeReader<'s> {
    fn new(place: ShownText<'s>, id: SourceId, scan: Scan) -> TreeReader<'s> {
        let mut reader = TreeReader {
            place,
            id,
            scan,
            errors: Vec::new(),
            lost: Lost::default(),
            adrift: false,
            mended: None,
            gone: Vec::new(),
        };
        let slips = std::mem::take(&mut reader.scan.slips);
        let (mut signs, mut of) = (Vec::new(), None);
        for (slip, start, end) in slips {
            let costly = slip.costs_entry(place.whole()[start..].chars().next());
            let entry = reader.innermost(start).filter(|_| costly);
            // One error for each entry that cannot be read: what else stands in it is not judged.
            // Of signs of another language each is told once: they are mended one by one.
            let sign = matches!(slip, Slip::Foreign { .. }).then(|| place.text(start, end));
            let within = reader.innermost(start).map(|stretch| stretch.start);
            let is_another =
                of == within && sign.as_ref().is_some_and(|sign| !signs.is_empty() && !signs.contains(sign));
            if entry.is_none_or(|entry| !reader.is_blank(entry)) || is_another {
                if of != within {
                    (signs, of) = (Vec::new(), within);
                }
                signs.extend(sign);
                reader.errors.push(slip.error(&place, start, end));
            }
            entry.into_iter().for_each(|stretch| reader.blank(stretch));
        }
        reader
    }

    fn declarations(&self) -> Vec<EntrySpan> {
        let all = self.scan.stretches.iter().filter(|stretch| stretch.depth == 0);
        all.filter(|stretch| !self.scan.text[stretch.start..stretch.end].trim().is_empty()).copied().collect()
    }

    /// The smallest stretch around a byte. Stretches come in the order they end, inner ones first.
    fn innermost(&self, at: usize) -> Option<EntrySpan> {
        let first = self.scan.stretches.partition_point(|stretch| stretch.end < at);
        self.scan.stretches[first..].iter().find(|stretch| stretch.start <= at).copied()
    }

    fn is_blank(&self, stretch: EntrySpan) -> bool {
        self.scan.text[stretch.start..stretch.end].trim().is_empty()
    }

    /// Takes an entry away; its words are lost.
    fn blank(&mut self, stretch: EntrySpan) {
        let words = words(self.scan.text[stretch.start..stretch.end].trim());
        if stretch.depth == 0 {
            let first = words.first().map_or("", String::as_str);
            // Of a pack whose head does not say on what it stands nobody knows what is there.
            let is_head = matches!(first, "extends" | "extend" | "import" | "include" | "requires" | "uses" | "use");
            self.lost.pack |= first == "pack" || suggest(first, ["pack"]).is_some() || is_head;
        }
        // The things of rows have names of several words.
        let rows = self.scan.text[stretch.start..stretch.end].lines();
        let names = rows.filter_map(|line| line.trim().strip_prefix('|')?.split('|').next());
        self.lost.words.extend(names.map(|name| name.trim().to_string()));
        self.lost.words.extend(words);
        self.gone.push(stretch);
        let kept = |byte: u8| if byte == b'\n' { b'\n' } else { b' ' };
        let mut bytes = std::mem::take(&mut self.scan.text).into_bytes();
        for byte in &mut bytes[stretch.start..stretch.end] {
            *byte = kept(*byte);
        }
        self.scan.text = String::from_utf8(bytes).expect("stretches end between characters");
    }

    /// The next declaration. Lines that declare nothing, one behind the other, have one cause and get one error.
    fn next(&mut self, stretch: EntrySpan) -> Option<Declaration> {
        let word = words(&self.scan.text[stretch.start..stretch.end]).into_iter().next().unwrap_or_default();
        let is_meant = keywords().contains(&&*word)
            || suggest(&word, keywords().iter().copied()).is_some()
            || habit_of(HabitPlace::Declaration, &word).is_some();
        // Behind a colon the block stands in lines of its own: `card weather "Weather":`.
        let opens = self.scan.text[stretch.start..stretch.end].trim_end().ends_with(':');
        let errors = self.errors.len();
        let found = self.declaration(stretch);
        if found.is_none() {
            self.blank(stretch);
        }
        if self.adrift && found.is_none() && !is_meant {
            self.errors.truncate(errors);
        }
        self.adrift = found.is_none() && (opens || !keywords().contains(&&*word));
        found
    }

    fn declaration(&mut self, stretch: EntrySpan) -> Option<Declaration> {
        let is_inside = |gone: &EntrySpan| gone.start >= stretch.start && gone.end <= stretch.end;
        let (mut broken, mut missing) = (self.gone.iter().any(is_inside), stretch.missing);
        for _ in 0..MAX_MISTAKES {
            let text = &self.scan.text[stretch.start..stretch.end];
            let closed = (missing > 0).then(|| format!("{text}{}", "\n}".repeat(missing)));
            let error = match Grammar::parse(Rule::lone_declaration, closed.as_deref().unwrap_or(text)) {
                Ok(mut nodes) => {
                    let mut build = Build::new(self.place, self.id, (stretch.start, stretch.end));
                    let built = nodes.next().and_then(|node| build.declaration(node));
                    broken |= !build.errors.is_empty();
                    self.errors.extend(build.errors);
                    return built.map(|built| self.with_gone(Declaration { broken, ..built }));
                }
                Err(error) => error,
            };
            if let Some(error) =
                without_rows(self.place.whole(), (stretch.start, stretch.end), &self.place).filter(|_| !broken)
            {
                self.errors.push(error);
                return None;
            }
            let (at, expected) = failure_of(&error);
            let at = self.settle((stretch.start + at).min(stretch.end), stretch);
            if self.mend(at, expected, stretch) {
                broken = true;
                continue;
            }
            let entry = self.innermost(at).filter(|entry| entry.depth > 0 && entry.start > stretch.start);
            let entry = entry.filter(|_| broken || !self.is_misspelt(stretch));
            self.report(at, entry.unwrap_or(stretch), stretch, expected);
            missing = missing.saturating_sub(entry?.missing);
            self.blank_further_out(entry?, stretch);
            self.blank(entry?);
            broken = true;
        }
        None
    }

    /// The declaration with those within it marked that lost some of their entries.
    fn with_gone(&self, mut declaration: Declaration) -> Declaration {
        if let (true, Body::When(_, inner)) = (declaration.broken, &mut declaration.body) {
            for one in std::mem::take(inner) {
                let (start, end) = (one.span.start as usize, one.span.end as usize);
                let lost = self.gone.iter().any(|gone| start <= gone.start && gone.end <= end);
                inner.push(self.with_gone(Declaration { broken: one.broken || lost, ..one }));
            }
        }
        declaration
    }

    /// Takes away what stands behind an entry that belongs to a block further out, if it belongs there too: one brace
    /// stands too late.
    fn blank_further_out(&mut self, entry: EntrySpan, stretch: EntrySpan) {
        let is_first = self.scan.text[..entry.start].trim_end().ends_with('{');
        if is_first || self.errors.len() > MOST_HELPED {
            return;
        }
        let heads = heads_at(&self.scan.text, stretch.start, entry.start);
        let is_astray = |one: &EntrySpan| is_further_out(&heads, &self.scan.text[one.start..one.end]);
        if !is_astray(&entry) {
            return;
        }
        let behind = self.scan.stretches.iter().skip_while(|one| one.end <= entry.end);
        let in_block = behind.take_while(|one| one.depth >= entry.depth).filter(|one| one.depth == entry.depth);
        let astray: Vec<EntrySpan> = in_block.filter(|one| is_astray(one)).copied().collect();
        astray.into_iter().for_each(|one| self.blank(one));
    }

    /// Reports what is written in another manner at a place, and writes over it what is meant, if it fits; false if it
    /// is something else, or does not fit. The same thing twice in a line is said once.
    fn mend(&mut self, at: usize, expected: &[Rule], stretch: EntrySpan) -> bool {
        if self.is_misspelt(stretch) {
            return false;
        }
        let entry = self.innermost(at).unwrap_or(stretch);
        let failure = self.failure(at, entry, stretch, expected);
        if whole_only(&failure, &self.place).is_some() {
            return false;
        }
        let Some(found) = habit_at(&failure, self.place.whole()) else { return false };
        let Some(right) = found.right.clone().filter(|right| right.len() <= found.end - found.start) else {
            return false;
        };
        if !self.is_part(entry, found.start, found.end) {
            return false;
        }
        let line = |at: usize| self.place.whole().bytes().take(at).filter(|byte| *byte == b'\n').count();
        let is_said =
            self.mended.as_ref().is_some_and(|(at, help)| line(*at) == line(found.start) && *help == found.help);
        if !is_said {
            self.errors.push(found.error(&self.place));
        }
        let blanks = " ".repeat(found.end - found.start - right.len());
        self.scan.text.replace_range(found.start..found.end, &format!("{right}{blanks}"));
        self.mended = Some((found.start, found.help));
        true
    }

    /// Whether what is written over is a part of one entry: anything else would move where another one begins and ends.
    /// Entries that are whole within it are none any more.
    fn is_part(&mut self, entry: EntrySpan, start: usize, end: usize) -> bool {
        let is_whole = |one: &EntrySpan| start <= one.start && one.end <= end;
        let is_cut = |one: &EntrySpan| {
            let is_around = one.start <= start && end <= one.end;
            one.start < end && start < one.end && !is_around && !is_whole(one)
        };
        if start < entry.start || entry.end < end || self.scan.stretches.iter().any(is_cut) {
            return false;
        }
        self.scan.stretches.retain(|one| one.depth <= entry.depth || !is_whole(one));
        true
    }

    /// Whether a declaration that cannot be read begins with nearly a keyword; then what it says means nothing.
    fn is_misspelt(&self, stretch: EntrySpan) -> bool {
        let text = &self.scan.text[stretch.start..stretch.end];
        let word = text.split(|c: char| !is_wordly(c)).next().unwrap_or("");
        is_misspelt(word, &self.scan.text)
    }

    /// A place at the end of an entry belongs to that entry, not to the block around it.
    fn settle(&self, at: usize, stretch: EntrySpan) -> usize {
        let bytes = self.scan.text.as_bytes();
        let ends = |byte: Option<&u8>| matches!(byte, None | Some(b' ' | b'\t' | b'\n' | b';' | b'}'));
        if at < stretch.end && !ends(bytes.get(at)) {
            return at;
        }
        let before = self.scan.text[stretch.start..at].trim_end().len() + stretch.start;
        match bytes.get(before.wrapping_sub(1)) {
            Some(b'{' | b'}' | b';') | None => at,
            Some(_) => before,
        }
    }

    fn report(&mut self, at: usize, entry: EntrySpan, stretch: EntrySpan, expected: &[Rule]) {
        let error = explain(&self.failure(at, entry, stretch, expected), &self.place);
        self.errors.push(error);
    }

    fn failure<'a>(
        &'a self,
        at: usize,
        entry: EntrySpan,
        stretch: EntrySpan,
        expected: &'a [Rule],
    ) -> ParseFailure<'a> {
        // In a text that is nothing but mistakes nobody reads how each entry was meant.
        let is_helped = self.errors.len() < MOST_HELPED;
        ParseFailure {
            text: &self.scan.text,
            at,
            entry: (entry.start, entry.depth),
            block: self.block_around(entry, stretch),
            heads: if is_helped { heads_at(&self.scan.text, stretch.start, entry.start) } else { Vec::new() },
            expected,
            declaration: if is_helped { (stretch.start, stretch.end) } else { (0, 0) },
            missing: stretch.missing,
        }
    }

    /// The keyword of the block an entry stands in.
    fn block_around(&self, entry: EntrySpan, stretch: EntrySpan) -> &str {
        let first = self.scan.stretches.partition_point(|other| other.end < entry.end);
        let around = self.scan.stretches[first..]
            .iter()
            .find(|other| other.depth < entry.depth && other.start <= entry.start)
            .unwrap_or(&stretch);
        let text = &self.scan.text[around.start..around.end];
        let mut words = text.split(|c: char| !is_wordly(c));
        let first = words.next().unwrap_or("");
        if matches!(first, "add" | "replace" | "remove") { words.next().unwrap_or(first) } else { first }
    }

    /// The same slip in several lines of a declaration is one mistake: it is told once, with the lines in which it comes
    /// again.
    fn join_repeated(&mut self) {
        let heads: Vec<usize> = self.declarations().iter().map(|stretch| stretch.start).collect();
        let whole = self.place.whole();
        let line = |at: usize| 1 + whole.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let mut kept: Vec<SyntaxError> = Vec::new();
        let mut first: BTreeMap<(usize, String), (usize, Vec<usize>)> = BTreeMap::new();
        for error in std::mem::take(&mut self.errors) {
            let at = place_of(&error);
            let key = error.slip().map(|slip| (heads.partition_point(|head| *head <= at), slip));
            match key.as_ref().and_then(|key| first.get_mut(key)) {
                Some((_, lines)) => lines.push(line(at)),
                None => {
                    key.into_iter().for_each(|key| drop(first.insert(key, (kept.len(), Vec::new()))));
                    kept.push(error);
                }
            }
        }
        for (at, lines) in first.into_values().filter(|(_, lines)| !lines.is_empty()) {
            kept[at].comes_again(&lines);
        }
        self.errors = kept;
    }

    fn diagnostics(mut self) -> Diagnostics {
        self.errors.sort_by_key(place_of);
        self.errors = told_by_section(std::mem::take(&mut self.errors), &self.place, place_of);
        self.errors = without_long_quotes(std::mem::take(&mut self.errors), &self.place, place_of);
        self.errors = told_once(std::mem::take(&mut self.errors), &self.place, place_of);
        self.join_repeated();
        self.errors = joined(std::mem::take(&mut self.errors), self.place.whole(), place_of);
        self.errors.into_iter().take(MAX_REPORTS).map(|error| Box::new(error) as _).collect()
    }
}
