//! Signs, comments, quotes and letters of other languages: told once, and read as they are meant where that fits into
//! their bytes, so that the rest of the entry counts.

use super::in_vain::{CLOSES, COMMENTS};
use super::{Scanner, Slip};
use crate::diag::{is_foreign_space, is_invisible};
use crate::syntax::habit::{found_sign, sign_at};
use crate::syntax::lexis::line_end;
use crate::syntax::limit::MAX_REPORTS;
use crate::text::is_wordly;

/// Signs that mean something elsewhere; only where the parser gives up are they mistakes.
const LEFT_ALONE: [&str; 2] = ["?", "++"];
/// The bytes of a text in other quotes within which its end is looked for.
const LONGEST_TEXT: usize = 4096;

impl<'t> Scanner<'t> {
    /// Takes what is foreign here; false if nothing is.
    pub(super) fn foreign(&mut self, byte: u8) -> bool {
        match byte {
            b'/' | b'-' | b'<' if self.foreign_comment() => true,
            b'\'' | 0x80.. if self.length_mark() => true,
            b'\'' | b'`' => self.foreign_quotes(byte as char),
            b'=' | b'<' | b'>' | b'&' | b'|' | b'!' | b':' | b'%' | b'^' | b'+' | b'-' | b'*' | b'~' => {
                self.foreign_sign()
            }
            0x80.. => self.foreign_character(),
            _ => false,
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn foreign_comment(&mut self) -> bool {
        let rest = self.rest();
        let begins_line = self.start.is_none();
        let end = if rest.starts_with("//") || begins_line && rest.starts_with("--") && !rest.starts_with("---") {
            line_end(self.source, self.at)
        } else if let Some(nth) = COMMENTS.iter().position(|(open, _)| rest.starts_with(open)) {
            self.comment_end(nth)
        } else {
            return false;
        };
        let end = end - usize::from(self.text[self.at..end].ends_with('\r'));
        self.slip(Slip::Comment, self.at, end);
        for at in self.at..end {
            if self.source[at] != b'\n' {
                self.out[at] = b' ';
            }
        }
        self.at = end;
        true
    }

    fn comment_end(&mut self, nth: usize) -> usize {
        let close = COMMENTS[nth].1;
        let is_in_vain = self.at < self.in_vain.comments[nth];
        match if is_in_vain { None } else { self.rest().find(close) } {
            Some(length) => self.at + length + close.len(),
            None => {
                self.in_vain.comments[nth] = self.text.len();
                line_end(self.source, self.at)
            }
        }
    }

    fn foreign_sign(&mut self) -> bool {
        let Some(sign) = sign_at(self.rest()).filter(|sign| !LEFT_ALONE.contains(&sign.foreign)) else { return false };
        // A bar at the beginning of an entry begins a row.
        if sign.foreign == "||" && self.start.is_none() {
            return false;
        }
        let Some(found) = found_sign(self.text, self.at) else { return false };
        let is_repaired = found.right.as_deref().is_some_and(|right| self.write(found.start, found.end, right));
        self.slip(Slip::Foreign { is_repaired }, found.start, found.end);
        self.take(found.end - self.at);
        true
    }

    /// Writes what is meant over what stands there, if it fits; the bytes left over become blanks.
    fn write(&mut self, start: usize, end: usize, right: &str) -> bool {
        let fits = right.len() <= end - start;
        if fits {
            self.blank(start, end);
            self.out[start..start + right.len()].copy_from_slice(right.as_bytes());
        }
        fits
    }

    fn foreign_character(&mut self) -> bool {
        let Some(sign) = self.rest().chars().next() else { return false };
        let end = self.at + sign.len_utf8();
        match sign {
            // A space that does not break, as pages are full of, and its kin.
            _ if is_foreign_space(sign) => {
                self.blank(self.at, end);
                self.at = end;
            }
            _ if is_invisible(sign) => self.invisible(),
            '“' | '”' | '„' | '«' | '»' | '‟' | '‘' | '’' | '‚' => {
                return self.foreign_quotes(sign) || self.take_one(sign);
            }
            _ if sign_at(self.rest()).is_some() => return self.foreign_sign() || self.take_one(sign),
            _ if !sign.is_alphanumeric() => return self.take_one(sign),
            _ => return false,
        }
        true
    }

    /// A sign that cannot be seen. Within a word the rest is moved up to its beginning, so that it is read as one.
    fn invisible(&mut self) {
        let (start, rest) = (self.at, self.rest());
        let is_within = self.text[..start].ends_with(|letter: char| letter.is_alphabetic() || letter == '_');
        let is_rest = |sign: char| is_invisible(sign) || is_within && is_wordly(sign);
        let run = &rest[..rest.find(|sign| !is_rest(sign)).unwrap_or(rest.len())];
        let end = start + run.len();
        let mut letters = Vec::new();
        for (at, sign) in run.char_indices() {
            let behind = start + at + sign.len_utf8();
            match is_invisible(sign) {
                true => self.slip(Slip::Invisible, start + at, behind),
                false => letters.extend_from_slice(&self.source[start + at..behind]),
            }
        }
        self.blank(start, end);
        self.out[start..start + letters.len()].copy_from_slice(&letters);
        match letters.is_empty() {
            true => self.at = end,
            false => self.take(end - start),
        }
    }

    fn take_one(&mut self, sign: char) -> bool {
        self.take(sign.len_utf8());
        true
    }

    /// A text in quotes that are not straight and double.
    fn foreign_quotes(&mut self, open: char) -> bool {
        // Behind a letter it is no quote but an apostrophe.
        let is_apostrophe = self.text[..self.at].ends_with(char::is_alphanumeric);
        if is_apostrophe || self.found.slips.len() >= MAX_REPORTS {
            return false;
        }
        let opened = self.at + open.len_utf8();
        let Some(close) = self.quotes_end(open, opened) else { return false };
        let end = close + self.text[close..].chars().next().map_or(0, char::len_utf8);
        self.blank(self.at, opened);
        self.out[opened - 1] = b'"';
        self.blank(close, end);
        self.out[close] = b'"';
        self.slip(Slip::Quotes, self.at, end);
        self.take(end - self.at);
        true
    }

    /// Where the sign stands that ends a text in other quotes, on the same line: not an apostrophe, if there is a choice.
    fn quotes_end(&mut self, open: char, opened: usize) -> Option<usize> {
        let nth = match open {
            '\'' | '`' => 0,
            '‘' | '’' | '‚' => 1,
            _ => 2,
        };
        if opened <= self.in_vain.quotes[nth] {
            return None;
        }
        let end = self.this_line_end().min(self.text.ceil_char_boundary(opened + LONGEST_TEXT));
        let (mut apostrophe, mut until) = (None, end);
        for (at, sign) in self.text[opened..end].char_indices().map(|(at, sign)| (opened + at, sign)) {
            let is_between_letters = matches!(sign, '\'' | '’')
                && self.text[..at].ends_with(char::is_alphanumeric)
                && self.text[at + sign.len_utf8()..].starts_with(char::is_alphanumeric);
            match CLOSES[nth].contains(&sign) {
                true if is_between_letters => apostrophe = apostrophe.or(Some(at)),
                true => return Some(at),
                false if sign == '"' => {
                    until = at;
                    break;
                }
                false => {}
            }
        }
        if apostrophe.is_none() {
            self.in_vain.quotes[nth] = until;
        }
        apostrophe
    }

    /// The end of a text that begins with a straight quote and ends with a curled one.
    pub(super) fn curled_end(&mut self) -> Option<usize> {
        let line = &self.text[self.at..self.this_line_end()];
        let close = self.at + line.find(['”', '“', '»'])?;
        let end = close + self.text[close..].chars().next().map_or(0, char::len_utf8);
        self.blank(close, end);
        self.out[close] = b'"';
        Some(end)
    }

    /// One past the word that begins here.
    pub(super) fn word_end(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        start + rest.find(|c: char| !is_wordly(c)).unwrap_or(rest.len())
    }

    /// A word whose letters are of two alphabets, though all look Latin: the word that it looks like.
    pub(super) fn look_alike(&mut self, start: usize, end: usize) {
        let word = &self.text[start..end];
        if word.is_ascii() || !word.contains(|c: char| c.is_ascii_alphabetic()) {
            return;
        }
        let looks: Option<String> = word.chars().map(latin).collect();
        let Some(looks) = looks else { return };
        let foreign = word.find(|c: char| !c.is_ascii()).unwrap_or(0);
        self.write(start, end, &looks);
        self.slip(Slip::LookAlike(foreign), start, end);
    }
}

/// The Latin letter that a letter looks like.
pub(super) fn latin(letter: char) -> Option<char> {
    const FOREIGN: &str = "аеорсухіѕјһԁԛԝАВЕКМНОРСТХІЅЈЅҮοαινΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";
    const LATIN: &str = "aeopcyxisjhdqwABEKMHOPCTXISJSYoaivABEZHIKMNOPTYX";
    match letter {
        _ if letter.is_ascii() => Some(letter),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0),
        _ => FOREIGN.chars().zip(LATIN.chars()).find(|(foreign, _)| *foreign == letter).map(|(_, latin)| latin),
    }
}
