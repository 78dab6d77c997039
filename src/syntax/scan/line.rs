//! Where a line ends an entry, and where the entry goes on.

use super::{Scanner, Slip};
use crate::syntax::keyword::{is_keyword, keywords};
use crate::syntax::lexis::{is_wordly, line_end, next_sign};

impl<'t> Scanner<'t> {
    pub(super) fn line_break(&mut self) {
        let next = next_sign(self.source, self.at + 1);
        if self.close_forgotten(next) {
            return;
        }
        let declares = self.begins_declaration(next);
        if declares && self.by_line && (!self.blocks.is_empty() || !self.brackets.is_empty()) {
            self.close_all();
        } else if self.start.is_some() && self.is_in_arms() {
            // An arm ends with its line: the break stays, and the entry goes on.
            if self.source.get(self.last.wrapping_sub(1)) != Some(&b',') && self.continues(next) {
                self.blank(self.at, self.at + 1);
            }
        } else if self.start.is_some() && (!self.brackets.is_empty() || !declares && self.continues(next)) {
            self.blank(self.at, self.at + 1);
        } else {
            self.end_stretch();
        }
        self.at += 1;
    }

    /// Closes the blocks whose braces are missing before a sign that begins a line; false if none are, or no blanks are
    /// left to write them over.
    fn close_forgotten(&mut self, next: usize) -> bool {
        let Some(missing) = self.forgotten.remove(&next) else { return false };
        let is_brace = self.source.get(next) == Some(&b'}');
        if next - self.at < missing + usize::from(!is_brace) || missing > self.blocks.len() {
            return false;
        }
        self.end_stretch();
        self.brackets.clear();
        self.blank(self.at, next);
        for _ in 0..missing {
            let block = self.blocks.pop().expect("so many blocks are open");
            self.slip(Slip::Forgotten(next), block.brace, block.brace + 1);
            self.out[self.at] = b'}';
            self.start = block.start;
            self.take(1);
            self.end_stretch();
        }
        if !is_brace {
            self.out[next - 1] = b'\n';
        }
        self.at = next;
        true
    }

    /// Whether a `;` stands between a column and a row: `at 0;0`.
    pub(super) fn is_within_place(&self) -> bool {
        let (before, behind) = self.text.split_at(self.at);
        let column = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let row = behind[1..].trim_start_matches(' ');
        let is_row = row.strip_prefix('-').unwrap_or(row).starts_with(|c: char| c.is_ascii_digit());
        let word = column.trim_end_matches(['-', ' ']);
        let is_behind = column.ends_with([' ', '-']) && [" at", " to", " in"].iter().any(|end| word.ends_with(end));
        column.len() < before.len() && is_row && is_behind
    }

    /// Whether a line begins with a keyword that declares.
    pub(super) fn declares_at(&self, at: usize) -> bool {
        let rest = self.source.get(at..).unwrap_or(&[]);
        let word = &rest[..rest.iter().take_while(|byte| is_wordly(**byte)).count()];
        word != b"when" && keywords().iter().any(|keyword| keyword.as_bytes() == word)
    }

    fn begins_declaration(&self, at: usize) -> bool {
        let own_line = at == 0 || self.source.get(at - 1) == Some(&b'\n');
        let word_at = |at: usize| {
            let rest = &self.source[at.min(self.source.len())..];
            &rest[..rest.iter().take_while(|byte| is_wordly(**byte)).count()]
        };
        let word = word_at(at);
        let begins_entry = || std::str::from_utf8(word).is_ok_and(is_keyword);
        if own_line && self.by_line && self.is_like_thing(at, word.len()) && !begins_entry() {
            return true;
        }
        own_line && keywords().iter().any(|keyword| keyword.as_bytes() == word) && {
            let behind = at + word.len();
            matches!(self.source.get(behind), Some(b' ')) && word != b"when"
        }
    }

    /// Whether a line looks like the declaration of a thing: `KIND NAME "Title" {`, whatever kinds there are.
    fn is_like_thing(&self, at: usize, keyword: usize) -> bool {
        let line = &self.source[at.min(self.source.len())..line_end(self.source, at)];
        let Some(behind) = line.get(keyword..).and_then(|rest| rest.strip_prefix(b" ")) else { return false };
        let names = behind.iter().position(|byte| *byte == b'{').map_or(&[][..], |brace| &behind[..brace]);
        let is_head = |byte: &u8| is_wordly(*byte) || matches!(byte, b' ' | b'"' | b'\'' | b'-' | b'.' | b',' | b'@');
        keyword > 0 && names.first().is_some_and(|byte| is_wordly(*byte) || *byte == b'"') && names.iter().all(is_head)
    }

    /// Whether the line goes on: after a comma or an operator, or before a word that begins nothing, or a block.
    fn continues(&self, at: usize) -> bool {
        let rest = &self.source[at.min(self.source.len())..];
        let next = &rest[..rest.iter().take_while(|byte| is_wordly(**byte)).count()];
        let leads = match next {
            b"else" => !self.is_in_arms() || self.choices > self.choices_around(),
            b"and" | b"or" | b"then" | b"where" => true,
            b"in" => true,
            b"from" => self.entry_word() == b"fact",
            _ => match rest.first() {
                Some(b'"') => self.awaits_label(),
                first => {
                    first == Some(&b'{') || rest.starts_with(b"&&") || self.start.is_some() && rest.starts_with(b"|| ")
                }
            },
        };
        if leads {
            return true;
        }
        let words: [&[u8]; 8] = [b"and", b"or", b"not", b"then", b"else", b"if", b"where", b"from"];
        match self.source.get(self.last.wrapping_sub(1)) {
            _ if self.last == self.last_cite => false,
            Some(b',' | b'+' | b'*' | b'/' | b'=' | b'<' | b'>' | b'-' | b'&') => true,
            Some(byte) if is_wordly(*byte) => match &self.source[self.last_word..self.last] {
                // A forgotten condition must not swallow the entry below.
                b"when" => self.start.is_some_and(|start| self.indent(at) > self.indent(start)),
                word => words.contains(&word),
            },
            _ => false,
        }
    }

    /// Where a text ends that nothing closes: with its line, but for the braces at its end that were hardly meant as words.
    /// A brace closes a block if the text has not opened it, nor has another one on its line.
    pub(super) fn unclosed_end(&mut self, start: usize) -> usize {
        let mut end = self.this_line_end();
        let line = self.source[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let count = |from: usize, sign: u8| self.source[from..end].iter().filter(|byte| **byte == sign).count();
        let closed = |from: usize| count(from, b'}') as i64 - count(from, b'{') as i64;
        let (mut in_text, mut in_line) = (closed(start), closed(line));
        let is_open = self.blocks.last().is_some_and(|block| block.brace >= line);
        while end > start + 1 {
            match self.source[end - 1] {
                b' ' | b'\t' | b'\r' => {}
                b'{' => (in_text, in_line) = (in_text + 1, in_line + 1),
                b'}' if in_text > 0 && (in_line > 0 || is_open) => (in_text, in_line) = (in_text - 1, in_line - 1),
                _ => break,
            }
            end -= 1;
        }
        end
    }

    /// How far the line of a place is indented.
    fn indent(&self, at: usize) -> usize {
        let before = &self.source[..at.min(self.source.len())];
        let line = &before[before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)..];
        line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// The word that the entry at hand begins with, but for `add` and its kin; a sign if it is one.
    fn entry_word(&self) -> &'t [u8] {
        let source: &'t [u8] = self.source;
        let entry = self.start.map_or(&[][..], |start| &source[start..]);
        let word =
            |from: &'t [u8]| &from[..from.iter().take_while(|byte| is_wordly(**byte)).count().max(1).min(from.len())];
        match word(entry) {
            verb @ (b"add" | b"replace" | b"remove") => word(entry[verb.len()..].trim_ascii_start()),
            word => word,
        }
    }

    /// Whether the entry at hand is one that a label ends, which then may have a line of its own.
    fn awaits_label(&self) -> bool {
        matches!(self.entry_word(), b"require" | b"forbids" | b"impossible" | b"at" | b"plus" | b"+" | b"-")
            && self.last != self.last_cite
    }
}
