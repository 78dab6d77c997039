//! Tokens to lines: where lines break, how deep they stand, and what is one space and what is none.

use super::line::LayoutLine;
use super::token::{LayoutKind, LayoutToken};

/// Lays tokens out in lines.
pub(super) fn lines(tokens: &[LayoutToken]) -> Vec<LayoutLine> {
    let tokens = &needed(tokens);
    let (wide, arms) = (wide_blocks(tokens), arms(tokens));
    let mut layout =
        Layouter { tokens, wide, arms, shifts: Vec::new(), closed: 0, lines: Vec::new(), depth: 0, last: None };
    for at in 0..tokens.len() {
        layout.place(at);
    }
    layout.lines
}

/// The tokens without the semicolons that separate nothing which a line break or brace does not.
fn needed<'t>(tokens: &[LayoutToken<'t>]) -> Vec<LayoutToken<'t>> {
    let mut needed: Vec<LayoutToken> = Vec::with_capacity(tokens.len());
    let mut breaks = 0;
    for (at, token) in tokens.iter().enumerate() {
        let token = LayoutToken { breaks: token.breaks.max(breaks), ..*token };
        let before = needed.last().is_none_or(|last| matches!(last.sort, LayoutKind::Open | LayoutKind::Semicolon));
        let behind = tokens.get(at + 1).is_none_or(|next| {
            next.breaks > 0
                || matches!(
                    next.sort,
                    LayoutKind::Close | LayoutKind::Semicolon | LayoutKind::Comment | LayoutKind::Row
                )
        });
        if token.sort == LayoutKind::Semicolon && (before || !token.parts && (behind || token.breaks > 0)) {
            breaks = token.breaks;
        } else if token.parts {
            breaks = token.breaks;
            needed.push(LayoutToken { breaks: 0, ..token });
        } else {
            breaks = 0;
            needed.push(token);
        }
    }
    needed
}

/// For each brace, whether its block stands on several lines: it did, or it holds a table or a comment.
fn wide_blocks(tokens: &[LayoutToken]) -> Vec<bool> {
    let mut wide = vec![false; tokens.len()];
    let mut open: Vec<(usize, bool)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.breaks > 0 || matches!(token.sort, LayoutKind::Row | LayoutKind::Comment) {
            open.iter_mut().for_each(|(_, several)| *several = true);
        }
        match token.sort {
            LayoutKind::Open => open.push((at, false)),
            LayoutKind::Close => {
                if let Some((start, several)) = open.pop() {
                    (wide[start], wide[at]) = (several, several);
                }
            }
            _ => {}
        }
    }
    wide
}

/// For each token, whether it is the brace around the arms of a `case`, or the colon of an arm.
fn arms(tokens: &[LayoutToken]) -> Vec<bool> {
    let (mut cases, mut open) = (0_usize, Vec::new());
    let colon = |token: &LayoutToken| {
        match (token.sort, token.text) {
            (LayoutKind::Word, "case") => cases += 1,
            (LayoutKind::Open, _) => {
                open.push(cases > 0);
                cases = cases.saturating_sub(1);
                return open.last() == Some(&true);
            }
            (LayoutKind::Sign, "(" | "[") => open.push(false),
            (LayoutKind::Sign, ")" | "]") | (LayoutKind::Close, _) => drop(open.pop()),
            _ => {}
        }
        token.sort == LayoutKind::Sign && token.text == ":" && open.last() == Some(&true)
    };
    tokens.iter().map(colon).collect()
}

struct Layouter<'a, 't> {
    tokens: &'a [LayoutToken<'t>],
    wide: Vec<bool>,
    arms: Vec<bool>,
    /// For each open block, how much deeper than its depth it stands: arms go with the line of their `case`.
    shifts: Vec<usize>,
    /// The shift of the block that was closed last.
    closed: usize,
    lines: Vec<LayoutLine>,
    depth: usize,
    /// The last token placed.
    last: Option<usize>,
}

impl Layouter<'_, '_> {
    fn place(&mut self, at: usize) {
        let token = self.tokens[at];
        let closes_wide = token.sort == LayoutKind::Close && self.wide[at];
        if token.sort == LayoutKind::Close {
            self.depth = self.depth.saturating_sub(1);
            self.closed = self.shifts.pop().unwrap_or(0);
        }
        let last = self.last.map(|last| self.tokens[last]);
        let after_wide = self.last.is_some_and(|last| self.tokens[last].sort == LayoutKind::Open && self.wide[last]);
        let trailing = token.sort == LayoutKind::Comment && token.breaks == 0 && last.is_some();
        let after_row = last.is_some_and(|last| last.sort == LayoutKind::Comment);
        let fresh = last.is_none() || token.breaks > 0 || closes_wide || token.sort == LayoutKind::Row || after_row;
        if trailing {
            if let Some(line) = self.lines.last_mut() {
                line.comment = Some(token.text.to_string());
            }
        } else if fresh || after_wide {
            self.begin(token, after_wide);
        } else {
            let space = self.is_spaced(at);
            if let Some(line) = self.lines.last_mut() {
                line.add(if space { " " } else { "" }, token.text);
            }
        }
        if token.sort == LayoutKind::Open {
            let indent = self.lines.last().map_or(0, |line| line.indent);
            let shift = if self.arms[at] { indent.saturating_sub(2 * self.depth) } else { self.shift() };
            self.shifts.push(shift);
            self.depth += 1;
        }
        self.last = Some(at);
    }

    fn shift(&self) -> usize {
        self.shifts.last().copied().unwrap_or(0)
    }

    fn begin(&mut self, token: LayoutToken, after_wide: bool) {
        let closes = token.sort == LayoutKind::Close;
        let shift = if closes { self.closed } else { self.shift() };
        if token.breaks > 1 && !after_wide && !closes && !self.lines.is_empty() {
            self.lines.push(LayoutLine::blank());
        }
        let goes_on = token.continues && token.sort != LayoutKind::Comment && token.text != "{";
        let indent = 2 * self.depth + shift + if goes_on { 4 } else { 0 };
        self.lines.push(LayoutLine::new(
            indent,
            token.text,
            token.sort == LayoutKind::Row,
            token.sort == LayoutKind::Comment,
        ));
    }

    /// Whether a blank stands between a token and the one before it on the same line.
    fn is_spaced(&self, at: usize) -> bool {
        let Some(last) = self.last else { return false };
        let (left, right) = (self.tokens[last], self.tokens[at]);
        match (left.text, right.text) {
            _ if left.sort == LayoutKind::Verbatim && right.sort == LayoutKind::Verbatim => true,
            (_, ")" | "]" | ";") | ("(" | "[", _) => false,
            (_, ",") => false,
            (_, ":") if self.arms[at] => false,
            (",", _) => !self.is_place(last),
            (_, ".") | (".", _) | ("..", _) | (_, "..")
                if right.sort == LayoutKind::Sign || left.sort == LayoutKind::Sign =>
            {
                false
            }
            (_, "(") if left.sort == LayoutKind::Word => right.spaced,
            ("+" | "-" | "*" | "/", _) if left.sort == LayoutKind::Sign => self.is_operator_spaced(last),
            (_, "+" | "-" | "*" | "/") if right.sort == LayoutKind::Sign => {
                !self.is_binary(at) || self.is_operator_spaced(at) || right.spaced
            }
            _ => true,
        }
    }

    /// Whether a comma stands between the numbers of a place, `at 0,2`.
    fn is_place(&self, comma: usize) -> bool {
        let left = self.tokens[..comma].iter().rev().map(|token| token.text);
        let mut left =
            left.skip_while(|text| *text == "-" || text.starts_with(|c: char| c.is_ascii_digit() || c == '/'));
        matches!(left.next(), Some("at" | "in" | "to"))
    }

    /// Whether a sign stands between two operands, as far as tokens tell.
    fn is_binary(&self, at: usize) -> bool {
        let Some(left) = at.checked_sub(1).map(|left| self.tokens[left]) else { return false };
        let begins = self.tokens[at].breaks > 0 && !self.tokens[at].continues;
        let operator = left.sort == LayoutKind::Sign && !matches!(left.text, ")" | "]" | "?");
        let stop = matches!(
            left.sort,
            LayoutKind::Open | LayoutKind::Semicolon | LayoutKind::Comment | LayoutKind::Close | LayoutKind::Row
        );
        let before_operand = left.sort == LayoutKind::Word && is_before_operand(left.text) && !self.is_property(at - 1);
        !(begins || operator || stop || before_operand)
    }

    /// Whether a word is what is asked of something: `.need`.
    fn is_property(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.tokens[before]);
        before.is_some_and(|before| before.sort == LayoutKind::Sign && before.text == ".")
    }

    /// Whether a sign has a blank behind it: never when it belongs to its number, and else as written.
    fn is_operator_spaced(&self, at: usize) -> bool {
        let left = at.checked_sub(1).map(|left| self.tokens[left]);
        let may_begin = left.is_some_and(|left| left.sort == LayoutKind::Word) && !self.is_property(at - 1);
        let before = self.tokens[at].spaced && !may_begin;
        self.is_binary(at) && (before || self.tokens.get(at + 1).is_some_and(|next| next.spaced))
    }
}

/// Words behind which `-` can only be the sign of a number.
fn is_before_operand(word: &str) -> bool {
    matches!(
        word,
        "and"
            | "or"
            | "not"
            | "if"
            | "then"
            | "else"
            | "in"
            | "where"
            | "when"
            | "add"
            | "replace"
            | "remove"
            | "set"
            | "plus"
            | "most"
            | "least"
            | "up"
            | "down"
            | "nearest"
            | "min"
            | "max"
            | "roll"
            | "margin"
            | "need"
            | "facing"
    )
}
