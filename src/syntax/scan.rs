//! The scanner, a tokenizer that keeps no tokens: the pass before the grammar blanks comments and the line breaks that
//! do not end an entry, and notes where entries and declarations begin and end, so that one mistake costs one entry and
//! not the file. Every byte keeps its place.

mod foreign;
mod forgotten;
mod in_vain;
mod line;
mod mark;
mod slip;

use super::keyword::keywords;
use super::lexis::{character, cite_end, is_wordly, line_end, row_end, string_end};
use super::limit::{MAX_DEPTH, MAX_IFS, MAX_REPORTS};
pub(super) use forgotten::heads_at;
use forgotten::{Forgotten, forgotten_within};
use in_vain::InVain;

/// A stretch between two ends of lines (or `;`, or braces) at one depth, nested blocks included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntrySpan {
    /// First byte.
    pub start: usize,
    /// One past the last byte that is not blank.
    pub end: usize,
    /// 0 for declarations.
    pub depth: usize,
    /// How many braces the author forgot at its end.
    pub missing: usize,
}

/// A problem found while scanning: what, from where, to where, and the other place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slip {
    /// A quote without its partner on the same line.
    Text,
    /// A bracket that nothing closes.
    Bracket,
    /// `)`, `]` or `}` that nothing opened.
    Stray,
    /// `;` within brackets or a place, where a comma parts.
    Semicolon,
    /// A block that nothing closes; the second place is where the scanner gave up.
    Block(usize),
    /// A block that was closed for the author before this place, where something stands that is not in it.
    Forgotten(usize),
    /// More brackets within each other than the limit.
    Depth,
    /// A comment of another language.
    Comment,
    /// A sign of another language; whether the text now says what is meant.
    Foreign {
        /// Whether it was written over.
        is_repaired: bool,
    },
    /// A text in other quotes.
    Quotes,
    /// The mark of a length behind a number, with that.
    Mark,
    /// A character that nobody sees.
    Invisible,
    /// A word with letters of two alphabets; the byte of the first foreign one.
    LookAlike(usize),
}

/// What the scanner found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The text with comments and continued line breaks blanked; as long as the original.
    pub text: String,
    /// All stretches, in the order they end.
    pub stretches: Vec<EntrySpan>,
    /// Slips, with their place.
    pub slips: Vec<(Slip, usize, usize)>,
}

/// Scans a whole text.
pub(super) fn scan(text: &str) -> Scan {
    let scan = Scanner::new(text, false).run();
    if scan.slips.iter().any(|slip| matches!(slip.0, Slip::Block(_))) {
        // Some block is open at the end: look again, and take a keyword at the beginning of a line for a declaration.
        return closed_within(text, Scanner::new(text, true).run());
    }
    scan
}

/// Scans with the braces that are missing within declarations, where that is certain; gives back what it was given if not.
fn closed_within(text: &str, scan: Scan) -> Scan {
    let open = scan.stretches.iter().filter(|stretch| stretch.depth == 0 && stretch.missing > 0);
    let missing = |one: &EntrySpan| forgotten_within(text, &scan.text, one.start..one.end, one.missing);
    let forgotten: Forgotten = open.filter_map(missing).flatten().collect();
    if forgotten.is_empty() {
        return scan;
    }
    let closed = Scanner { forgotten, ..Scanner::new(text, true) }.run();
    let strays = |scan: &Scan| scan.slips.iter().filter(|(slip, ..)| matches!(slip, Slip::Stray)).count();
    if strays(&closed) > strays(&scan) { scan } else { closed }
}

/// Scans without a second look at unclosed blocks.
pub(super) fn scan_once(text: &str) -> Scan {
    Scanner::new(text, false).run()
}

/// The words behind which an expression may stand in another.
const NESTING: [&[u8]; 3] = [b"if", b"case", b"let"];

struct ScannedBlock {
    brace: usize,
    start: Option<usize>,
}

/// A bracket that is open; the braces around the arms of a `case` are brackets too.
struct Bracket {
    is_arms: bool,
    /// How many choices around it wait for their `else`.
    choices: usize,
}

struct Scanner<'t> {
    text: &'t str,
    source: &'t [u8],
    out: Vec<u8>,
    at: usize,
    by_line: bool,
    /// The braces to write where they are missing.
    forgotten: Forgotten,
    blocks: Vec<ScannedBlock>,
    brackets: Vec<Bracket>,
    /// Where `;` stands within brackets.
    semicolons: Vec<usize>,
    /// Up to here brackets mean nothing, because one of them is never closed.
    hopeless: usize,
    /// The beginning of the last entry with a bracket that is never closed.
    open_in: Option<usize>,
    start: Option<usize>,
    last: usize,
    last_word: usize,
    /// Where the last citation ended: its signs are no operators.
    last_cite: usize,
    ifs: usize,
    /// How many choices of the entry wait for their `else`.
    choices: usize,
    /// How many `case`s of the entry wait for their arms.
    cases: usize,
    /// Whether the rest was left unread, because it is too deep.
    gave_up: bool,
    /// The end of the line, as it was last asked for.
    line_end: usize,
    /// Before this place no text in quotes ends.
    no_text_end: usize,
    in_vain: InVain,
    found: Scan,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, by_line: bool) -> Scanner<'t> {
        Scanner {
            text,
            source: text.as_bytes(),
            out: text.as_bytes().to_vec(),
            at: 0,
            by_line,
            forgotten: Forgotten::new(),
            blocks: Vec::new(),
            brackets: Vec::new(),
            semicolons: Vec::new(),
            hopeless: 0,
            open_in: None,
            start: None,
            last: 0,
            last_word: 0,
            last_cite: usize::MAX,
            ifs: 0,
            choices: 0,
            cases: 0,
            gave_up: false,
            line_end: line_end(text.as_bytes(), 0),
            no_text_end: 0,
            in_vain: InVain::default(),
            found: Scan::default(),
        }
    }

    fn run(mut self) -> Scan {
        if self.source.starts_with("\u{feff}".as_bytes()) {
            self.blank(0, 3);
            self.at = 3;
        }
        while let Some(&byte) = self.source.get(self.at) {
            self.step(byte);
        }
        if !self.gave_up {
            self.close_all();
        }
        self.found.text = String::from_utf8(self.out).expect("only whole characters are blanked");
        self.found
    }

    fn step(&mut self, byte: u8) {
        match byte {
            b' ' => self.at += 1,
            _ if !byte.is_ascii_alphanumeric() && self.foreign(byte) => {}
            b'\r' | b'\t' => {
                self.blank(self.at, self.at + 1);
                self.at += 1;
            }
            b'#' => {
                let end = line_end(self.source, self.at);
                self.blank(self.at, end);
                self.at = end;
            }
            b'\n' => self.line_break(),
            b';' if !self.brackets.is_empty() && self.semicolons.contains(&self.at) || self.is_within_place() => {
                self.slip(Slip::Semicolon, self.at, self.at + 1);
                self.out[self.at] = b',';
                self.take(1);
            }
            b';' => {
                self.end_stretch();
                self.at += 1;
            }
            b'"' => self.string(),
            b'{' if self.opens_arms() => self.open_arms(),
            b'{' => self.open_block(),
            b'}' if self.is_in_arms() => self.close_bracket(),
            b'}' => self.close_block(),
            b'(' | b'[' => self.open_bracket(),
            b')' | b']' => self.close_bracket(),
            b'|' => self.row(),
            b'@' => {
                let end = cite_end(self.source, self.at);
                self.take(end - self.at);
                self.last_cite = self.last;
            }
            _ if is_wordly(byte) => self.word(),
            _ => self.take(1),
        }
    }

    fn blank(&mut self, start: usize, end: usize) {
        self.out[start..end].fill(b' ');
    }

    /// Takes bytes that belong to an entry.
    fn take(&mut self, length: usize) {
        self.start.get_or_insert(self.at);
        self.at += length;
        self.last = self.at;
    }

    fn end_stretch(&mut self) {
        self.end_unclosed(0);
    }

    fn end_unclosed(&mut self, missing: usize) {
        (self.ifs, self.choices, self.cases) = (0, 0, 0);
        if let Some(start) = self.start.take() {
            let (end, depth) = (self.last, self.blocks.len());
            self.found.stretches.push(EntrySpan { start, end, depth, missing });
        }
    }

    /// Ends what is open and closes every block for the author.
    fn close_all(&mut self) {
        self.end_stretch();
        self.brackets.clear();
        let mut missing = 0;
        while let Some(block) = self.blocks.pop() {
            self.slip(Slip::Block(self.last), block.brace, block.brace + 1);
            self.start = block.start;
            missing += 1;
            self.end_unclosed(missing);
        }
    }

    fn slip(&mut self, slip: Slip, start: usize, end: usize) {
        if self.found.slips.len() < MAX_REPORTS {
            self.found.slips.push((slip, start, end));
        }
    }

    fn word(&mut self) {
        let first = self.start.is_none();
        let start = self.at;
        let end = self.word_end(start);
        self.look_alike(start, end);
        let word = &self.source[start..end];
        let names = word == b"case" && self.is_behind_keyword();
        self.take(end - start);
        self.last_word = start;
        match word {
            b"if" => self.choices += 1,
            b"else" => self.choices = self.choices.saturating_sub(1).max(self.choices_around()),
            b"case" if !names => self.cases += 1,
            _ => {}
        }
        if NESTING.contains(&word) {
            self.ifs += 1;
            if self.ifs == MAX_IFS + 1 {
                self.slip(Slip::Depth, start, end);
            }
        }
        if first && word == b"legend" && !self.blocks.is_empty() {
            self.legend_sign();
        }
    }

    /// Whether the last word declares something, so that a name comes next.
    fn is_behind_keyword(&self) -> bool {
        let last = self.source.get(self.last_word..self.last).unwrap_or(&[]);
        last == b"extends" || last != b"when" && keywords().iter().any(|keyword| keyword.as_bytes() == last)
    }

    /// The sign behind `legend` may be any character, `#` and `{` too.
    fn legend_sign(&mut self) {
        while matches!(self.source.get(self.at), Some(b' ' | b'\t')) {
            self.blank(self.at, self.at + 1);
            self.at += 1;
        }
        let rest = &self.source[self.at..];
        match rest.first() {
            None | Some(b'\n' | b'\r') => {}
            Some(b'"')
                if rest.get(1).is_some_and(|byte| *byte != b'\n')
                    && rest.get(1 + character(rest[1])) == Some(&b'"') =>
            {
                self.take(2 + character(rest[1]));
            }
            Some(byte) => self.take(character(*byte)),
        }
    }

    /// The end of the line at hand: lines are long where somebody wants to see fray wait.
    fn this_line_end(&mut self) -> usize {
        if self.at > self.line_end {
            self.line_end = line_end(self.source, self.at);
        }
        self.line_end
    }

    /// The end of the text that begins here. Behind a quote that nothing closes there are only escaped ones on its line.
    fn text_end(&mut self) -> Option<usize> {
        let end = if self.at < self.no_text_end { None } else { string_end(self.source, self.at) };
        if end.is_none() {
            self.no_text_end = self.this_line_end();
        }
        end
    }

    fn string(&mut self) {
        if self.length_mark() {
            return;
        }
        let start = self.at;
        let end = self.text_end();
        if let Some(end) = end.is_none().then(|| self.curled_end()).flatten() {
            self.slip(Slip::Quotes, start, end);
            self.take(end - start);
            return;
        }
        match end {
            Some(end) => self.take(end - start),
            None => {
                let end = self.unclosed_end(start);
                self.slip(Slip::Text, start, end);
                self.take(end - start);
            }
        }
    }

    fn open_block(&mut self) {
        self.brackets.clear();
        if self.blocks.len() >= MAX_DEPTH {
            self.slip(Slip::Depth, self.at, self.at + 1);
            (self.at, self.gave_up) = (self.source.len(), true);
            return;
        }
        self.start.get_or_insert(self.at);
        self.blocks.push(ScannedBlock { brace: self.at, start: self.start.take() });
        self.at += 1;
        self.last = self.at;
    }

    fn close_block(&mut self) {
        self.brackets.clear();
        self.end_stretch();
        match self.blocks.pop() {
            Some(block) => self.start = block.start,
            None => {
                self.slip(Slip::Stray, self.at, self.at + 1);
                self.blank(self.at, self.at + 1);
                self.at += 1;
                return;
            }
        }
        self.take(1);
        (self.ifs, self.choices, self.cases) = (0, 0, 0);
    }

    /// How many choices outside the innermost bracket wait for their `else`.
    fn choices_around(&self) -> usize {
        self.brackets.last().map_or(0, |bracket| bracket.choices)
    }

    /// Whether the innermost bracket is that of the arms of a `case`.
    fn is_in_arms(&self) -> bool {
        self.brackets.last().is_some_and(|bracket| bracket.is_arms)
    }

    /// Whether the brace here holds the arms of a `case`, and something closes it.
    fn opens_arms(&mut self) -> bool {
        self.cases > 0 && (!self.brackets.is_empty() || self.at >= self.hopeless && self.is_closed())
    }

    fn open_arms(&mut self) {
        if self.brackets.len() >= MAX_DEPTH {
            self.slip(Slip::Depth, self.at, self.at + 1);
            (self.at, self.gave_up) = (self.source.len(), true);
            return;
        }
        self.cases -= 1;
        self.brackets.push(Bracket { is_arms: true, choices: self.choices });
        self.take(1);
    }

    fn open_bracket(&mut self) {
        if self.brackets.len() >= MAX_DEPTH {
            self.slip(Slip::Depth, self.at, self.at + 1);
            (self.at, self.gave_up) = (self.source.len(), true);
            return;
        }
        if self.brackets.is_empty() && (self.at < self.hopeless || !self.is_closed()) {
            // One for each entry: what the first swallowed is not known to be open.
            if self.open_in != self.start.or(Some(self.at)) {
                self.open_in = self.start.or(Some(self.at));
                self.slip(Slip::Bracket, self.at, self.at + 1);
            }
        } else {
            self.brackets.push(Bracket { is_arms: false, choices: self.choices });
        }
        self.take(1);
    }

    fn close_bracket(&mut self) {
        if self.brackets.pop().is_none() && self.at >= self.hopeless {
            self.slip(Slip::Stray, self.at, self.at + 1);
        }
        self.take(1);
    }

    /// Whether the bracket here is closed before anything that cannot stand inside brackets.
    fn is_closed(&mut self) -> bool {
        let (mut at, mut cases, mut closing) = (self.at, self.cases, Vec::new());
        let mut semicolons = Vec::new();
        while let Some(byte) = self.source.get(at) {
            let in_arms = closing.last() == Some(&b'}');
            match byte {
                b'(' | b'[' => closing.push(b')'),
                b'{' if cases > 0 => {
                    cases -= 1;
                    closing.push(b'}');
                }
                b')' | b']' if !in_arms => drop(closing.pop()),
                b'}' if in_arms => drop(closing.pop()),
                b'"' => match string_end(self.source, at) {
                    Some(end) => at = end - 1,
                    None => break,
                },
                b'#' => at = line_end(self.source, at).saturating_sub(1).max(at),
                b';' if self.is_closed_in_line(at, closing.len()) => semicolons.push(at),
                b'\n' if self.declares_at(at + 1) => break,
                b'{' | b'}' | b')' | b']' | b'|' | b';' => break,
                byte if is_wordly(*byte) => {
                    let rest = &self.source[at..];
                    let word = &rest[..rest.iter().take_while(|byte| is_wordly(**byte)).count()];
                    cases += usize::from(word == b"case");
                    at += word.len() - 1;
                }
                _ => {}
            }
            at += 1;
            if closing.is_empty() {
                self.semicolons = semicolons;
                return true;
            }
        }
        self.hopeless = at;
        false
    }

    /// Whether so many brackets are closed behind a place before its line ends.
    fn is_closed_in_line(&self, at: usize, depth: usize) -> bool {
        let line = &self.source[at..line_end(self.source, at)];
        let count = |bytes: &[u8]| line.iter().filter(|byte| bytes.contains(byte)).count();
        count(b")]") >= depth + count(b"([") && count(b"{}\"|") == 0
    }

    /// A row of a table: one line, in which brackets mean nothing. The brace behind the last bar closes the block.
    fn row(&mut self) {
        let end = row_end(self.source, self.at);
        let (mut at, mut is_open) = (self.at, false);
        while at < end {
            if self.source[at] == b'\t' {
                self.blank(at, at + 1);
            } else if let Some(end) = self.mark_end(at).filter(|_| !is_open) {
                self.slip(Slip::Mark, self.number_start(at), end);
                self.blank(at, end);
                at = end - 1;
            } else if self.source[at] == b'"' && !is_open {
                match string_end(self.source, at) {
                    Some(end) => at = end - 1,
                    None => {
                        is_open = true;
                        let end = self.this_line_end();
                        self.slip(Slip::Text, at, end);
                    }
                }
            }
            at += 1;
        }
        self.take(end - self.at);
    }
}
