//! The pass before the grammar: blanks comments and the line breaks that do not end an entry, and notes where entries
//! and declarations begin and end, so that one mistake costs one entry and not the file. Every byte keeps its place.

use super::error::Error;
use super::lexis::{KEYWORDS, character, cite_end, is_wordly, line_end, next_sign, row_end, string_end};
use super::limit::{MAX_DEPTH, MAX_IFS, MAX_REPORTS};

/// A stretch between two ends of lines (or `;`, or braces) at one depth, nested blocks included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
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
    /// A block that nothing closes; the second place is where the scanner gave up.
    Block(usize),
    /// More brackets within each other than the limit.
    Depth,
}

/// What the scanner found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The text with comments and continued line breaks blanked; as long as the original.
    pub text: String,
    /// All stretches, in the order they end.
    pub stretches: Vec<Stretch>,
    /// Slips, with their place.
    pub slips: Vec<(Slip, usize, usize)>,
}

/// Scans a whole text.
pub(super) fn scan(text: &str) -> Scan {
    let scan = Scanner::new(text, false).run();
    if scan.slips.iter().any(|slip| matches!(slip.0, Slip::Block(_))) {
        // Some block is open at the end: look again, and take a keyword at the beginning of a line for a declaration.
        return Scanner::new(text, true).run();
    }
    scan
}

/// Scans without a second look at unclosed blocks.
pub(super) fn scan_once(text: &str) -> Scan {
    Scanner::new(text, false).run()
}

struct Block {
    brace: usize,
    start: Option<usize>,
}

struct Scanner<'t> {
    source: &'t [u8],
    out: Vec<u8>,
    at: usize,
    by_line: bool,
    blocks: Vec<Block>,
    brackets: Vec<usize>,
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
    /// Whether the rest was left unread, because it is too deep.
    gave_up: bool,
    found: Scan,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, by_line: bool) -> Scanner<'t> {
        Scanner {
            source: text.as_bytes(),
            out: text.as_bytes().to_vec(),
            at: 0,
            by_line,
            blocks: Vec::new(),
            brackets: Vec::new(),
            hopeless: 0,
            open_in: None,
            start: None,
            last: 0,
            last_word: 0,
            last_cite: usize::MAX,
            ifs: 0,
            gave_up: false,
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
            b';' => {
                self.end_stretch();
                self.at += 1;
            }
            b'"' => self.string(),
            b'{' => self.open_block(),
            b'}' => self.close_block(),
            b'(' | b'[' => self.open_bracket(),
            b')' | b']' => self.close_bracket(),
            b'|' => self.row(),
            b'@' => {
                let end = cite_end(self.source, self.at);
                self.take(end - self.at);
                self.last_cite = self.last;
            }
            0xC2 if self.source.get(self.at + 1) == Some(&0xA0) => {
                // A space that does not break, as pages are full of.
                self.blank(self.at, self.at + 2);
                self.at += 2;
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
        self.ifs = 0;
        if let Some(start) = self.start.take() {
            let (end, depth) = (self.last, self.blocks.len());
            self.found.stretches.push(Stretch { start, end, depth, missing });
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
        let mut end = start;
        while self.source.get(end).is_some_and(|byte| is_wordly(*byte)) {
            end += 1;
        }
        self.take(end - start);
        self.last_word = start;
        let word = &self.source[start..end];
        if word == b"if" {
            self.ifs += 1;
            if self.ifs == MAX_IFS + 1 {
                self.slip(Slip::Depth, start, end);
            }
        }
        if first && word == b"legend" && !self.blocks.is_empty() {
            self.legend_sign();
        }
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

    fn string(&mut self) {
        let start = self.at;
        match string_end(self.source, start) {
            Some(end) => self.take(end - start),
            None => {
                // The brace at the end of the line was hardly meant as text.
                let mut end = line_end(self.source, start);
                while end > start + 1 && matches!(self.source[end - 1], b' ' | b'\t' | b'\r' | b'{' | b'}') {
                    end -= 1;
                }
                self.slip(Slip::Text, start, end);
                self.take(end - start);
            }
        }
    }

    fn line_break(&mut self) {
        let next = next_sign(self.source, self.at + 1);
        let declares = self.begins_declaration(next);
        if declares && self.by_line && (!self.blocks.is_empty() || !self.brackets.is_empty()) {
            self.close_all();
        } else if self.start.is_some() && (!self.brackets.is_empty() || !declares && self.continues(next)) {
            self.blank(self.at, self.at + 1);
        } else {
            self.end_stretch();
        }
        self.at += 1;
    }

    fn begins_declaration(&self, at: usize) -> bool {
        let own_line = at == 0 || self.source.get(at - 1) == Some(&b'\n');
        let word_at = |at: usize| {
            let rest = &self.source[at.min(self.source.len())..];
            &rest[..rest.iter().take_while(|byte| is_wordly(**byte)).count()]
        };
        let word = word_at(at);
        own_line && KEYWORDS.iter().any(|keyword| keyword.as_bytes() == word) && {
            let behind = at + word.len();
            matches!(self.source.get(behind), Some(b' ')) && word != b"when"
        }
    }

    /// Whether the line goes on: after a comma or an operator, or before `and`, `or`, `else` or a block.
    fn continues(&self, next: usize) -> bool {
        let rest = &self.source[next.min(self.source.len())..];
        let before = |word: &[u8]| rest.starts_with(word) && !rest.get(word.len()).is_some_and(|b| is_wordly(*b));
        if before(b"and") || before(b"or") || before(b"else") || rest.first() == Some(&b'{') {
            return true;
        }
        let words: [&[u8]; 6] = [b"and", b"or", b"not", b"then", b"else", b"if"];
        match self.source.get(self.last.wrapping_sub(1)) {
            _ if self.last == self.last_cite => false,
            Some(b',' | b'+' | b'*' | b'/' | b'=' | b'<' | b'>' | b'-') => true,
            Some(byte) if is_wordly(*byte) => words.contains(&&self.source[self.last_word..self.last]),
            _ => false,
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
        self.blocks.push(Block { brace: self.at, start: self.start.take() });
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
        self.ifs = 0;
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
            self.brackets.push(self.at);
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
        let (mut at, mut depth) = (self.at, 0_usize);
        while let Some(byte) = self.source.get(at) {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b'"' => match string_end(self.source, at) {
                    Some(end) => at = end - 1,
                    None => break,
                },
                b'#' => at = line_end(self.source, at).saturating_sub(1).max(at),
                b'{' | b'}' | b'|' | b';' => break,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return true;
            }
        }
        self.hopeless = at;
        false
    }

    /// A row of a table: one line, in which brackets mean nothing. The brace behind the last bar closes the block.
    fn row(&mut self) {
        let end = row_end(self.source, self.at);
        let mut at = self.at;
        while at < end {
            if self.source[at] == b'\t' {
                self.blank(at, at + 1);
            } else if self.source[at] == b'"' {
                match string_end(self.source, at) {
                    Some(end) => at = end - 1,
                    None => self.slip(Slip::Text, at, line_end(self.source, at)),
                }
            }
            at += 1;
        }
        self.take(end - self.at);
    }
}

impl Slip {
    /// The slip as an error at its place.
    pub(super) fn error(self, place: &super::error::Place, start: usize, end: usize) -> Error {
        let at = place.span(start, end);
        match self {
            Slip::Text => Error::UnclosedText { src: place.src(), at },
            Slip::Bracket => Error::UnclosedBracket { src: place.src(), at },
            Slip::Stray => Error::StrayBracket { bracket: place.text(start, end), src: place.src(), at },
            Slip::Block(gave_up) => Error::UnclosedBlock {
                src: place.src(),
                at,
                end: place.span(gave_up.saturating_sub(1).max(end), gave_up.max(end)),
            },
            Slip::Depth => Error::TooDeep { most: MAX_DEPTH, src: place.src(), at },
        }
    }
}
