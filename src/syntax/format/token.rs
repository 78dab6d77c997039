//! The tokenizer of the formatter: a text as tokens with the space before each, comments included.

use crate::syntax::lexis::{cite_end, line_end, row_end, string_end};
use crate::syntax::scan::scan_once;
use crate::text::is_wordly;

/// What a token is to the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayoutKind {
    /// A word, number or row id.
    Word,
    /// A text in quotes, a citation, the sign of a legend.
    Verbatim,
    /// An operator or bracket.
    Sign,
    /// `{`
    Open,
    /// `}`
    Close,
    /// `;`
    Semicolon,
    /// `# …`
    Comment,
    /// `| … |`
    Row,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayoutToken<'t> {
    pub sort: LayoutKind,
    pub text: &'t str,
    /// Whether blanks stood before it.
    pub spaced: bool,
    /// How many lines ended before it, since the last token.
    pub breaks: usize,
    /// Whether it continues an entry of the line before.
    pub continues: bool,
    /// Whether it is a semicolon without which the line behind it would continue the one before.
    pub parts: bool,
    /// Its first byte.
    pub start: usize,
}

/// Cuts a text that is known to be without mistakes.
pub(super) fn tokens(text: &str) -> Vec<LayoutToken<'_>> {
    let scan = scan_once(text);
    let mut lexer = Lexer {
        text,
        prepared: scan.text.as_bytes(),
        at: 0,
        covers: false,
        depth: 0,
        is_map: false,
        tokens: Vec::new(),
    };
    if text.starts_with('\u{feff}') {
        lexer.at = 3;
    }
    while lexer.next().is_some() {}
    let mut tokens = lexer.tokens;
    mark_parting(text, &mut tokens);
    tokens
}

/// Marks the semicolons beside the end of a line without which that line would go on.
fn mark_parting(text: &str, tokens: &mut [LayoutToken]) {
    let mut without = text.as_bytes().to_vec();
    let (mut gaps, mut between, mut end) = (Vec::new(), Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.sort {
            LayoutKind::Semicolon => between.push(at),
            LayoutKind::Comment => {}
            _ => {
                let (gap, semicolons) = (end..token.start, std::mem::take(&mut between));
                if !semicolons.is_empty() && text[gap.clone()].contains('\n') {
                    semicolons.iter().for_each(|at| without[tokens[*at].start] = b' ');
                    gaps.push((gap, semicolons));
                }
                end = token.start + token.text.len();
            }
        }
    }
    if gaps.is_empty() {
        return;
    }
    let joined = scan_once(&String::from_utf8_lossy(&without)).text;
    for (gap, semicolons) in gaps {
        let mut breaks = text[gap.clone()].match_indices('\n');
        let parts = breaks.all(|(offset, _)| joined.as_bytes()[gap.start + offset] == b' ');
        semicolons.into_iter().for_each(|at| tokens[at].parts = parts);
    }
}

struct Lexer<'t, 's> {
    text: &'t str,
    prepared: &'s [u8],
    at: usize,
    /// Whether the ids behind `covers` are being read, which may contain `-` and `.`.
    covers: bool,
    /// How many blocks are open.
    depth: usize,
    /// Whether the outermost of them is that of a map, in which `legend` has a sign behind it.
    is_map: bool,
    tokens: Vec<LayoutToken<'t>>,
}

impl<'t> Lexer<'t, '_> {
    fn next(&mut self) -> Option<()> {
        let (start, mut breaks, mut continues) = (self.at, 0, false);
        while let Some(c) = self.text[self.at..].chars().next().filter(|c| c.is_whitespace() || *c == '\u{a0}') {
            if c == '\n' {
                breaks += 1;
                continues = (continues || breaks == 1) && self.prepared[self.at] == b' ';
            }
            self.at += c.len_utf8();
        }
        let first = self.text[self.at..].chars().next()?;
        let (sort, length) = self.measure(first, breaks > 0);
        let text = &self.text[self.at..self.at + length];
        let spaced = self.at > start;
        self.covers = match sort {
            LayoutKind::Word => self.covers || text == "covers",
            LayoutKind::Open | LayoutKind::Semicolon => false,
            _ => self.covers,
        };
        match sort {
            LayoutKind::Open => {
                self.is_map = if self.depth == 0 { self.declares_map() } else { self.is_map };
                self.depth += 1;
            }
            LayoutKind::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let text = if sort == LayoutKind::Comment { text.trim_end() } else { text };
        self.tokens.push(LayoutToken { sort, text, spaced, breaks, continues, parts: false, start: self.at });
        self.at += length;
        Some(())
    }

    fn measure(&self, first: char, line_start: bool) -> (LayoutKind, usize) {
        let (source, at) = (self.text.as_bytes(), self.at);
        let last = self.tokens.last().filter(|token| token.sort != LayoutKind::Comment);
        let entry_start =
            line_start || last.is_none_or(|token| matches!(token.sort, LayoutKind::Open | LayoutKind::Semicolon));
        let is_legend = self.depth > 0 && self.is_map && last.is_some_and(|token| token.text == "legend");
        if is_legend && !line_start && self.begins_entry() {
            let quoted = first == '"' && self.text[at + 1..].chars().nth(1) == Some('"');
            let inner = self.text[at + 1..].chars().next().map_or(0, char::len_utf8);
            return (LayoutKind::Verbatim, if quoted { inner + 2 } else { first.len_utf8() });
        }
        match first {
            '#' => (LayoutKind::Comment, line_end(source, at) - at),
            '"' => (LayoutKind::Verbatim, string_end(source, at).unwrap_or(source.len()) - at),
            '@' => (LayoutKind::Verbatim, cite_end(source, at) - at),
            '{' => (LayoutKind::Open, 1),
            '}' => (LayoutKind::Close, 1),
            ';' => (LayoutKind::Semicolon, 1),
            '|' if entry_start => (LayoutKind::Row, row_end(source, at) - at),
            _ if is_wordly(first) => (LayoutKind::Word, self.word()),
            _ => {
                let two = self.text.get(at..at + 2).unwrap_or("");
                let pair = matches!(two, ".." | "!=" | "<=" | ">=");
                (LayoutKind::Sign, if pair { 2 } else { first.len_utf8() })
            }
        }
    }

    /// Whether the declaration whose block opens here is one of a map.
    fn declares_map(&self) -> bool {
        let is_first = |token: &LayoutToken<'_>| token.breaks > 0 && !token.continues;
        let is_before = |token: &&LayoutToken<'_>| matches!(token.sort, LayoutKind::Close | LayoutKind::Semicolon);
        let mut head: Vec<&str> = Vec::new();
        for token in self.tokens.iter().rev().take_while(|token| !is_before(token)) {
            head.push(token.text);
            if is_first(token) {
                break;
            }
        }
        head.into_iter().rev().find(|word| !["add", "replace"].contains(word)) == Some("map")
    }

    /// Whether the last token, `legend`, begins an entry of a block.
    fn begins_entry(&self) -> bool {
        let before = self.tokens.len().checked_sub(2).map(|at| self.tokens[at]);
        let first = self.tokens.last().is_some_and(|token| token.breaks > 0 && !token.continues);
        first || before.is_some_and(|token| matches!(token.sort, LayoutKind::Open | LayoutKind::Semicolon))
    }

    fn word(&self) -> usize {
        let rest = &self.text[self.at..];
        if self.covers {
            return rest.find(|c| !is_wordly(c) && c != '-' && c != '.').unwrap_or(rest.len());
        }
        let whole = rest.find(|c| !is_wordly(c)).unwrap_or(rest.len());
        let behind = rest[..whole].bytes().all(|byte| byte.is_ascii_digit()).then(|| rest[whole..].strip_prefix('.'));
        let decimals = behind.flatten().map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
        if decimals == 0 { whole } else { whole + 1 + decimals }
    }
}
