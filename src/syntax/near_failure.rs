//! The place where an entry cannot be read, and what could be changed there: each change with how much it departs from what
//! was written.

mod form;
mod habit;
mod order;

use super::failure::{declares, is_filler, token};
use super::grammar::Rule;
use super::habit::phrases_of_habit;
use super::keyword::{entry_words, is_keyword};
use super::phrase::phrases;
use crate::text::is_wordly;

/// What leaving out all that follows costs: as much as is ever tried.
const REST: u32 = 7;

/// The words of types.
const TYPES: [&str; 6] = ["number", "dice", "truth", "text", "figure", "side"];

/// A word, a text, a number or a sign of an entry.
#[derive(Clone, Copy, Debug)]
struct EntryPiece<'a> {
    start: usize,
    text: &'a str,
}

impl EntryPiece<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    fn is_text(&self) -> bool {
        self.text.starts_with('"')
    }

    fn is_sign(&self) -> bool {
        !self.is_text() && !self.text.starts_with(is_wordly)
    }
}

fn pieces(text: &str) -> Vec<EntryPiece<'_>> {
    const DOUBLE: [&str; 5] = ["<=", ">=", "!=", "..", "->"];
    let (mut all, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text[at..];
        let blanks = rest.len() - rest.trim_start().len();
        if blanks > 0 {
            at += blanks;
            continue;
        }
        let double = DOUBLE.iter().find(|sign| rest.starts_with(**sign));
        let word = double.map_or_else(|| token(text, at), |sign| &rest[..sign.len()]);
        if word.is_empty() {
            break;
        }
        all.push(EntryPiece { start: at, text: word });
        at += word.len();
    }
    all
}

/// The place where an entry cannot be read.
pub(super) struct NearFailure<'a> {
    text: &'a str,
    pieces: Vec<EntryPiece<'a>>,
    /// Which piece was not expected; behind the last one if the entry ends too soon.
    at: usize,
    /// The words that were expected.
    words: Vec<String>,
    wants_text: bool,
    wants_type: bool,
    wants_number: bool,
}

/// A change: what it costs, and the entry with it.
pub(super) type EntryChange = (u32, String);

impl<'a> NearFailure<'a> {
    pub(super) fn new(text: &'a str, at: usize, expected: &[Rule]) -> NearFailure<'a> {
        let pieces = pieces(text);
        let index = pieces.iter().position(|piece| piece.end() > at).unwrap_or(pieces.len());
        let phrases = phrases(expected);
        let words = phrases.iter().flat_map(|phrase| phrase.split('`').skip(1).step_by(2)).map(str::to_string);
        let mut words: Vec<String> = words.collect();
        if index == 0 {
            words.extend(expected.iter().filter_map(|rule| entry_words(*rule)).flatten().cloned());
        }
        let wants = |what: &str| phrases.iter().any(|phrase| phrase == what);
        NearFailure {
            text,
            pieces,
            at: index,
            words,
            wants_text: wants("a text in quotes"),
            wants_type: wants("a type"),
            wants_number: wants("a number"),
        }
    }

    fn piece(&self, at: usize) -> Option<EntryPiece<'a>> {
        self.pieces.get(at).copied()
    }

    fn here(&self) -> Option<EntryPiece<'a>> {
        self.piece(self.at)
    }

    fn previous(&self) -> Option<EntryPiece<'a>> {
        self.piece(self.at.checked_sub(1)?)
    }

    /// The entry with pieces, counted from `from` up to `to`, written otherwise.
    fn with(&self, from: usize, to: usize, right: &str) -> String {
        let start = self.piece(from).map_or(self.text.len(), |piece| piece.start);
        let end = to.checked_sub(1).and_then(|at| self.piece(at)).map_or(start, |piece| piece.end()).max(start);
        let blank = |is_needed: bool| if is_needed && !right.is_empty() { " " } else { "" };
        let before = blank(
            self.text[..start].ends_with(|c: char| is_wordly(c) || c == '"') && !right.starts_with([';', ',', '.']),
        );
        let is_inserted = from == to && !self.text[end..].starts_with([' ', ',', ')']) && end < self.text.len();
        let behind = blank(is_inserted || self.text[end..].starts_with(|c: char| is_wordly(c) || c == '"'));
        format!("{}{before}{right}{behind}{}", &self.text[..start], &self.text[end..])
    }

    /// What people say and how it is written: `is more than` for `>`, `two` for `2`.
    pub(super) fn words_of_habit(&self) -> Vec<EntryChange> {
        let mut all = Vec::new();
        for from in self.at.saturating_sub(3)..=self.at {
            for (words, right) in phrases_of_habit() {
                let to = from + words.len();
                let is_said = self.pieces.get(from..to).is_some_and(|pieces| {
                    pieces.iter().zip(words).all(|(piece, word)| piece.text.eq_ignore_ascii_case(word))
                });
                if is_said && to + 1 >= self.at {
                    // A longer phrase says more than a shorter one within it.
                    let cost = if words.len() > 1 { 1 } else { 2 };
                    all.push((cost, self.with(from, to, right)));
                }
            }
        }
        all
    }

    /// `between A and B`: a range, or what is called with both.
    pub(super) fn between(&self) -> Vec<EntryChange> {
        let is_between = |piece: &EntryPiece| piece.text == "between";
        let Some(from) =
            (self.at.saturating_sub(2)..=self.at).find(|at| self.piece(*at).is_some_and(|piece| is_between(&piece)))
        else {
            return Vec::new();
        };
        let ends = |piece: &EntryPiece| piece.is_text() || matches!(piece.text, "and" | "or" | "to" | "@");
        let Some(middle) = (from + 1..self.pieces.len()).find(|at| ends(&self.pieces[*at])) else { return Vec::new() };
        let end = (middle + 1..self.pieces.len()).find(|at| ends(&self.pieces[*at])).unwrap_or(self.pieces.len());
        if middle == from + 1 || end == middle + 1 || self.pieces[middle].is_text() {
            return Vec::new();
        }
        let said = |from: usize, to: usize| self.text[self.pieces[from].start..self.pieces[to - 1].end()].to_string();
        let (low, high) = (said(from + 1, middle), said(middle + 1, end));
        let is_numbers = [&low, &high].iter().any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        if is_numbers {
            // A unit is said with the last of two numbers alone.
            let unit = high.split_once(' ').map_or("", |(_, unit)| unit);
            let low = if low.contains(' ') || unit.is_empty() { low } else { format!("{low} {unit}") };
            return vec![(1, self.with(from, end, &format!("in {low}..{high}")))];
        }
        let start = self.pieces[from].start;
        let before = self.text[..start].trim_end();
        vec![(1, format!("{before}({low}, {high}){}", &self.text[self.pieces[end - 1].end()..]))]
    }

    /// A word that was expected, in place of what stands there or before it.
    pub(super) fn expected_words(&self) -> Vec<EntryChange> {
        let mut all = Vec::new();
        let is_entry = self.at == 0 && self.pieces.len() > 1 && self.here().is_some_and(|piece| piece.is_word());
        let is_entry = is_entry || self.at == 0 && self.here().is_some_and(|piece| !piece.is_sign());
        let few = self.words.len() <= 7 || is_entry;
        // `-4 "late" wenn target is late`: a condition begins with a word that is none here.
        let is_condition =
            self.words.iter().any(|word| word == "when") && !self.pieces.iter().any(|piece| piece.text == "when");
        let is_unknown = |piece: &EntryPiece| piece.is_word() && !is_keyword(piece.text);
        if is_condition && self.at + 1 < self.pieces.len() && self.here().is_some_and(|piece| is_unknown(&piece)) {
            all.push((2, self.with(self.at, self.at + 1, "when")));
        }
        for word in self.words.iter().filter(|word| few && !matches!(word.as_str(), "{" | "}" | "|" | ";" | "tags")) {
            let is_sign = !word.starts_with(char::is_alphabetic);
            if let Some(here) = self.here() {
                let is_amount = matches!(here.text, "+" | "-");
                let is_alike = here.is_sign() && !is_amount || here.is_word() && !is_sign;
                // What parts is left out rather than replaced by a word.
                let cost = if here.is_sign() && (is_sign || !matches!(here.text, "," | ":")) { 2 } else { 3 };
                // `change X hurt "why"`: a word is missing before the last one, and is another one before a value.
                let is_missing = self.piece(self.at + 1).is_none_or(|next| next.is_text());
                if is_missing {
                    all.push((3, self.with(self.at, self.at, word)));
                }
                if is_alike && (self.words.len() == 1 || here.is_sign()) {
                    all.push((cost, self.with(self.at, self.at + 1, word)));
                }
                all.push((3, self.with(self.at, self.at, word)));
            } else {
                all.push((3, format!("{} {word}", self.text)));
            }
        }
        all
    }

    /// Signs that part or join, in place of others.
    pub(super) fn signs(&self) -> Vec<EntryChange> {
        let Some(here) = self.here() else { return Vec::new() };
        let mut all = Vec::new();
        if matches!(here.text, "and" | "or" | "/" | "|" | "+" | "&") {
            all.push((2, self.with(self.at, self.at + 1, ",")));
            all.extend(self.alternatives(here.text));
        }
        // `skill 13 carries "Lamp"`: two entries in one line.
        let is_value = |piece: &EntryPiece| !piece.is_word() && !piece.is_sign();
        let is_pair = self.piece(1).is_some_and(|piece| is_value(&piece)) && is_value(&here);
        if self.at > 2 && is_pair && self.previous().is_some_and(|piece| piece.is_word()) {
            all.push((2, self.with(self.at - 1, self.at - 1, ";")));
        }
        if self.at > 0 {
            all.push((4, self.with(self.at, self.at, ";")));
            if here.is_word() && self.previous().is_some_and(|piece| piece.is_word()) {
                all.push((5, self.with(self.at, self.at, ",")));
            }
        } else {
            let begins = match here.text {
                "<" | "<=" => "at most",
                ">" | ">=" => "at least",
                _ => "",
            };
            if !begins.is_empty() {
                all.push((1, self.with(0, 1, begins)));
            }
            if matches!(here.text, "+" | "-") {
                all.push((2, format!("plus {}", self.text)));
            }
        }
        all
    }

    /// `a | b | c`: words of which it is one.
    fn alternatives(&self, sign: &str) -> Vec<EntryChange> {
        let Some(from) = self.at.checked_sub(1) else { return Vec::new() };
        let mut to = from + 1;
        while self.piece(to).is_some_and(|piece| piece.text == sign)
            && self.piece(to + 1).is_some_and(|piece| piece.is_word())
        {
            to += 2;
        }
        let words: Vec<&str> = (from..to).step_by(2).filter_map(|at| self.piece(at)).map(|piece| piece.text).collect();
        let list = words.join(", ");
        vec![(2, self.with(from, to, &list)), (2, self.with(from, to, &format!("one of {list}")))]
    }

    /// `thing in actor.pocket`: what holds it comes first.
    pub(super) fn held(&self) -> Option<EntryChange> {
        let from =
            (self.at.saturating_sub(1)..=self.at).find(|at| self.piece(*at).is_some_and(|piece| piece.text == "in"))?;
        let ends = |piece: &EntryPiece| piece.is_text() || matches!(piece.text, "and" | "or" | "@" | "when");
        let end = (from + 1..self.pieces.len()).find(|at| ends(&self.pieces[*at])).unwrap_or(self.pieces.len());
        let (item, first, last) =
            (self.piece(from.checked_sub(1)?)?, self.piece(from + 1)?, self.piece(end.checked_sub(1)?)?);
        let holder = self.text.get(first.start..last.end())?;
        let is_item = item.is_word() || item.is_text();
        is_item.then(|| (1, self.with(from - 1, end, &format!("{holder} has {}", item.text))))
    }

    /// `actor speed`, `3 d6`: what belongs together.
    pub(super) fn joined(&self, whole: &str) -> Vec<EntryChange> {
        let (Some(before), Some(here)) = (self.previous(), self.here()) else { return Vec::new() };
        // What stands in a citation belongs to nobody.
        if self.citation().is_some() {
            return Vec::new();
        }
        let mut all = Vec::new();
        let is_said = |word: &str| {
            ["{", ", ", "by ", "takes ", "reads "].iter().any(|sign| whole.contains(&format!("{sign}{word}")))
        };
        let is_subject = |word: &str| {
            whole.contains(&format!("{word}.")) || whole.contains(&format!("fact {word} ")) || is_said(word)
        };
        // Who or what is asked may be declared in a pack below.
        let is_line =
            before.is_word() && here.is_word() && self.at > 1 && !is_keyword(before.text) && !is_keyword(here.text);
        if is_line && !is_subject(before.text) && !is_filler(before.text) {
            all.push((3, format!("{}.{}", &self.text[..before.end()], &self.text[here.start..])));
        }
        if before.is_word() && here.is_word() && is_subject(before.text) {
            all.push((1, format!("{}.{}", &self.text[..before.end()], &self.text[here.start..])));
        }
        if before.is_word() && here.is_word() && is_subject(here.text) && !is_filler(before.text) {
            let pair = format!("{} is {}", here.text, before.text);
            all.push((1, self.with(self.at - 1, self.at + 1, &pair)));
        }
        let is_apart = here.start > before.end();
        if is_apart && before.is_sign() && before.text != ".." && here.text.starts_with(|c: char| c.is_ascii_digit()) {
            all.push((2, format!("{}{}", &self.text[..before.end()], &self.text[here.start..])));
        }
        // `expect Ann damage 6`: what belongs to her, and what it is.
        if let Some(owner) = self.at.checked_sub(2).and_then(|at| self.piece(at))
            && owner.is_word()
            && before.is_word()
            && is_subject(owner.text)
            && declares(whole, before.text)
        {
            let said = format!("{}.{} = {}", owner.text, before.text, here.text);
            all.push((1, self.with(self.at - 2, self.at + 1, &said)));
        }
        if before.is_word() && here.text.starts_with(|c: char| c.is_ascii_digit()) {
            all.push((3, self.with(self.at, self.at, "=")));
        }
        // `when target late`: what a figure is, without `is`.
        let owner = self.pieces[..self.at].iter().rposition(|piece| {
            matches!(piece.text, "when" | "and" | "or" | "not" | "if" | "where" | "require" | "expect")
        });
        if owner.is_some_and(|owner| owner < self.at - 1) && before.is_word() && here.is_word() {
            all.push((3, self.with(self.at, self.at, "is")));
        }
        // `require actor.pocket Key`: what somebody has.
        let is_owned = self.at > 2 && self.piece(self.at - 2).is_some_and(|piece| piece.text == ".");
        if is_owned && before.is_word() && (here.is_word() && !is_keyword(here.text) || here.is_text()) {
            all.push((2, self.with(self.at, self.at, "has")));
        }
        // `range > 3 and < 6`: of what the second is said.
        if matches!(before.text, "and" | "or") && matches!(here.text, "<" | ">" | "<=" | ">=" | "=" | "!=") {
            let is_comparison = |piece: &&EntryPiece| matches!(piece.text, "<" | ">" | "<=" | ">=" | "=" | "!=");
            let sign = self.pieces[..self.at].iter().rposition(|piece| is_comparison(&piece));
            let subject = sign.and_then(|sign| sign.checked_sub(1)).and_then(|at| self.piece(at));
            if let Some(subject) = subject {
                let from = self.text[..subject.start].rfind(|c: char| !is_wordly(c) && c != '.').map_or(0, |at| at + 1);
                all.push((1, self.with(self.at, self.at, &self.text[from..subject.end()])));
            }
        }
        // `-4 "label"` where the label comes first.
        let is_amount = before.text.starts_with(|c: char| c.is_ascii_digit());
        let signed =
            self.at.checked_sub(2).and_then(|at| self.piece(at)).filter(|piece| matches!(piece.text, "+" | "-"));
        if here.is_text() && is_amount {
            let from = if signed.is_some() { self.at - 2 } else { self.at - 1 };
            let amount = self.pieces.get(from).map_or("", |first| &self.text[first.start..before.end()]);
            all.push((2, self.with(from, self.at + 1, &format!("{} = {amount}", here.text))));
            all.push((2, self.with(from, self.at + 1, &format!("{} {amount}", here.text))));
        }
        if let Some(next) = self.piece(self.at + 1).filter(|next| next.is_word() && here.is_word()) {
            let swapped = format!("{} {}", next.text, here.text);
            all.push((2, self.with(self.at, self.at + 2, &swapped)));
        }
        // The wrong way round: `AP 1` for `1 AP`.
        let is_swapped = !before.is_sign() || before.text.len() == 1 && !matches!(before.text, "." | ",");
        if self.at > 1 && is_swapped && (!here.is_sign() || here.text == ".") {
            let swapped = format!("{} {}", here.text, before.text);
            all.push((2, self.with(self.at - 1, self.at + 1, &swapped)));
        }
        all
    }

    /// Words that lack their quotes.
    pub(super) fn quoted(&self) -> Vec<EntryChange> {
        let cost = if self.wants_text { 2 } else { 3 };
        let mut all = Vec::new();
        let is_plain = |at: usize| {
            self.piece(at)
                .is_some_and(|piece| !piece.is_text() && (!piece.is_sign() || "{}'-!?.,".contains(piece.text)))
        };
        let is_value = |piece: &EntryPiece| piece.text.starts_with(|c: char| c.is_ascii_digit());
        for from in [self.at, self.at.saturating_sub(1)] {
            let mut ends: Vec<usize> = (from + 1..=self.pieces.len()).take_while(|to| is_plain(to - 1)).collect();
            ends.reverse();
            // As far as the words go, and up to where a condition begins.
            let stops = |to: &usize| self.piece(*to).is_none_or(|piece| !piece.is_word() || is_keyword(piece.text));
            for to in ends.into_iter().filter(stops) {
                let (Some(first), Some(last)) = (self.piece(from), self.piece(to - 1)) else { continue };
                // A condition behind the words is no part of them.
                let is_cut = !self.pieces[from..to].iter().any(|piece| matches!(piece.text, "when" | "if"));
                if from > 0 && is_cut && !is_keyword(first.text) {
                    let quoted = format!("\"{}\"", &self.text[first.start..last.end()]);
                    let is_title = to - from <= 3
                        && self.pieces[from..to].iter().all(|piece| piece.text.starts_with(char::is_uppercase));
                    if is_title && to - from > 1 {
                        all.push((2, self.with(from, to, &quoted)));
                    }
                    let is_short = to - from == 1;
                    let with_keywords = self.pieces[from + 1..to].iter().any(|piece| is_keyword(piece.text));
                    let cost = cost + 2 * u32::from(with_keywords && !self.wants_text);
                    let with_values = if self.pieces[from..to].iter().any(is_value) { 2 } else { 0 };
                    let cost = cost + with_values + u32::from(!is_short || !self.wants_text);
                    all.push((cost, self.with(from, to, &quoted)));
                }
            }
        }
        all
    }

    /// Condition, label and the rest in another order.
    pub(super) fn reordered(&self) -> Vec<EntryChange> {
        let Some(when) = self.pieces.iter().position(|piece| matches!(piece.text, "when" | "if")) else {
            return Vec::new();
        };
        let is_end = |piece: &EntryPiece| piece.is_text() || matches!(piece.text, "@" | "tags" | "gains");
        let end = (when + 1..self.pieces.len()).find(|at| is_end(&self.pieces[*at])).unwrap_or(self.pieces.len());
        let label = self.pieces.iter().position(EntryPiece::is_text);
        let said = |from: usize, to: usize| match (self.piece(from), to.checked_sub(1).and_then(|at| self.piece(at))) {
            (Some(first), Some(last)) if from < to => self.text[first.start..last.end()].to_string(),
            _ => String::new(),
        };
        let condition = said(when, end).replacen("if ", "when ", 1);
        let (before, label, behind) = match label {
            Some(label) if label < when => (
                format!("{} {}", said(0, label), said(label + 1, when)),
                said(label, label + 1),
                said(end, self.pieces.len()),
            ),
            Some(label) if label >= end => (
                said(0, when),
                said(label, label + 1),
                format!("{} {}", said(end, label), said(label + 1, self.pieces.len())),
            ),
            _ => (said(0, when), String::new(), said(end, self.pieces.len())),
        };
        let before = before.trim().trim_end_matches([':', ',']).to_string();
        // `when wet: -1 "rain"`: what it is the condition of stands behind a colon.
        let (condition, before) = match condition.split_once(':') {
            Some((condition, amount)) if before.is_empty() => (condition.to_string(), amount.trim().to_string()),
            _ => (condition, before),
        };
        let orders = [
            [&before, &label, &condition, &behind],
            [&before, &condition, &label, &behind],
            [&before, &behind, &label, &condition],
            [&condition, &before, &label, &behind],
            [&condition, &behind, &before, &label],
        ];
        let joined = |parts: [&String; 4]| {
            parts
                .into_iter()
                .filter(|part| !part.trim().is_empty())
                .map(|part| part.trim())
                .collect::<Vec<_>>()
                .join(" ")
        };
        orders.into_iter().map(joined).filter(|text| !text.starts_with('"')).map(|text| (2, text)).collect()
    }

    /// What stands there for nothing: a sign, a pair of brackets, a word, the rest.
    pub(super) fn left_out(&self) -> Vec<EntryChange> {
        let Some(here) = self.here() else { return Vec::new() };
        let mut all = Vec::new();
        if here.is_sign() && !matches!(here.text, "(" | "[" | "{" | "<" | ">" | "." | ".." | "+" | "/") {
            all.push((if matches!(here.text, "," | ":") { 1 } else { 2 }, self.with(self.at, self.at + 1, "")));
        }
        if let Some(before) = self.previous().filter(|piece| matches!(piece.text, ":" | "," | "=")) {
            all.push((3, format!("{} {}", &self.text[..before.start], &self.text[before.end()..])));
        }
        let close = match here.text {
            "(" => ")",
            "[" => "]",
            _ => "",
        };
        if let Some(end) = (self.at..self.pieces.len()).find(|at| self.pieces[*at].text == close) {
            let inside = self.text[here.end()..self.pieces[end].start].trim();
            all.push((2, self.with(self.at, end + 1, inside)));
            if self.wants_type && inside.contains(',') {
                all.push((1, self.with(self.at, end + 1, &format!("one of {inside}"))));
            }
        }
        if here.is_word() {
            all.push((6, self.with(self.at, self.at + 1, "")));
        }
        if self.wants_number && self.at == self.pieces.len() {
            all.push((2, format!("{} 1", self.text)));
        }
        // `value x number = 1`: a type where none stands.
        if self.words.iter().any(|word| word == "=") && !self.wants_type && TYPES.contains(&here.text) {
            all.push((1, self.with(self.at, self.at + 1, "")));
        }
        let is_said = |piece: &EntryPiece| piece.is_word() && piece.text != "when";
        if self.at > 1 && self.pieces[self.at..].iter().all(is_said) {
            all.push((REST, self.text[..here.start].trim_end().to_string()));
        }
        all
    }
}
