//! Changes of what authors bring along from elsewhere: a word of another sort before a name, a deed that is only named,
//! a sign between somebody and what he has, an order in plain words.

use super::{EntryChange, EntryPiece, NearFailure, TYPES};
use crate::diag::suggest;
use crate::syntax::habit::is_unit;
use crate::syntax::keyword::is_keyword;
use crate::text::is_wordly;

/// Words that begin the entry of somebody who is placed, beside those of the language.
const PLACING: [&str; 9] = ["put", "spawn", "add", "new", "unit", "model", "character", "token", "figure"];

/// How two numbers are compared, by a sign or a word.
const COMPARING: [(&str, &str); 10] = [
    ("=", "="),
    ("==", "="),
    ("is", "="),
    ("equals", "="),
    (":", "="),
    ("<=", "<="),
    (">=", ">="),
    ("<", "<"),
    (">", ">"),
    ("!=", "!="),
];

/// What a word that is taken for a relation departs from what was written: most are none.
const RELATED: u32 = 3;

impl NearFailure<'_> {
    /// `actor is aiming target`: what holds between two, asked as what one of them is.
    pub(super) fn related(&self) -> Option<EntryChange> {
        let relation = self.at.checked_sub(1).filter(|at| self.is_plain_word(*at) && self.is_plain_word(self.at))?;
        let before = relation.checked_sub(1)?;
        let is_denied = self.is(before, "not");
        let is = if is_denied { before.checked_sub(1)? } else { before };
        let (begin, end) = (self.begin_of(is), self.operand_end(self.at));
        let (from, to) = (self.said(begin, is), self.said(self.at, end));
        let sign = if is_denied { "= 0" } else { "> 0" };
        let said = format!("{}({from}, {to}) {sign}", self.piece(relation)?.text);
        (self.is(is, "is") && !from.is_empty()).then(|| (RELATED, self.with(begin, end, &said)))
    }

    /// Everything of this file.
    pub(in crate::syntax) fn of_habit(&self, whole: &str) -> Vec<EntryChange> {
        let single = [self.named_deed(whole), self.placed_by_word(), self.read_of_somebody(), self.ordered_in_words()];
        let others = [self.counted(), self.unit_behind_name(whole), self.set_by_sum(), self.expected_of_somebody()];
        let more = [self.kept_dice(), self.symbols_in_a_row(), self.set_by(), self.default_by_word()];
        let typed = [self.bounds_for_type(), self.words_for_type()];
        single.into_iter().chain(others).chain(more).chain(typed).flatten().chain(self.placed_by_colon()).collect()
    }

    /// `drop lowest`, `keep high 1`, `keep the best`: which dice are kept, and how many.
    fn kept_dice(&self) -> Option<EntryChange> {
        let is_verb = |at: &usize| self.is(*at, "keep") || self.is(*at, "drop");
        let verb = (self.at.saturating_sub(3)..=self.at).rev().find(is_verb)?;
        let is_said = |piece: &EntryPiece| {
            matches!(piece.text, "the" | "of" | "one" | "die" | "dice") || side_of(piece.text).is_some()
        };
        let is_part = |at: usize| self.is_number(at) || self.piece(at).is_some_and(|piece| is_said(&piece));
        let end = (verb + 1..=self.pieces.len()).find(|at| !is_part(*at))?;
        let side = (verb + 1..end).find_map(|at| side_of(self.piece(at)?.text))?;
        let count = (verb + 1..end).find(|at| self.is_number(*at)).and_then(|at| self.piece(at));
        let said = format!("{} {side} {}", self.piece(verb)?.text, count.map_or("1", |piece| piece.text));
        Some((0, self.with(verb, end, &said)))
    }

    /// `symbols size small medium large`: words without the commas between them.
    fn symbols_in_a_row(&self) -> Option<EntryChange> {
        let first = 2 + usize::from(self.piece(2).is_some_and(|piece| piece.is_text()));
        let words = self.pieces.get(first..).filter(|words| self.is(0, "symbols") && words.len() > 1)?;
        let is_list = words.iter().all(|piece| piece.is_word() || piece.is_text() || piece.text == ",");
        let is_asked = self.at >= first && words.iter().any(EntryPiece::is_word);
        let mut said = String::new();
        for piece in words.iter().filter(|piece| piece.text != ",") {
            let joint = if said.is_empty() {
                ""
            } else if piece.is_text() {
                " "
            } else {
                ", "
            };
            said = format!("{said}{joint}{}", piece.text);
        }
        (is_list && is_asked).then(|| (0, self.with(first, self.pieces.len(), &said)))
    }

    /// `number default 8`: the word for the default is taken for a unit.
    fn default_by_word(&self) -> Option<EntryChange> {
        let word = self.previous().filter(|word| {
            matches!(
                word.text,
                "default" | "defaults" | "starting" | "starts" | "start" | "initially" | "initial" | "is" | "of"
            )
        })?;
        let is_typed = self.at > 1 && TYPES.iter().any(|sort| self.is(self.at - 2, sort));
        let is_value = self.here().is_some_and(|here| here.is_word() || !here.is_sign());
        (is_typed && is_value && !word.text.is_empty()).then(|| (0, self.with(self.at - 1, self.at, "=")))
    }

    /// `track stress 0..10`: the bounds of a number where its type stands.
    fn bounds_for_type(&self) -> Option<EntryChange> {
        let is_bounded = ["track", "fact"].iter().any(|sort| self.is(0, sort) || self.is(1, sort));
        let is_opened = |at: usize| ["from", "between", "(", "["].iter().any(|word| self.is(at, word));
        // The first word was taken for the name of a type.
        let begin = if self.wants_type { self.at } else { self.at.checked_sub(1).filter(|at| is_opened(*at))? };
        let low = begin + usize::from(is_opened(begin));
        let is_range = ["..", "-", "to", "and", ","].iter().any(|word| self.is(low + 1, word));
        let high = low + 2;
        let end = high + 1 + usize::from(self.is(high + 1, ")") || self.is(high + 1, "]"));
        let is_whole = is_bounded && is_range && self.is_number(low) && self.is_number(high);
        let (low, high) = (self.piece(low)?.text, self.piece(high)?.text);
        is_whole.then(|| (0, self.with(begin, end, &format!("number = {low} min {low} max {high}"))))
    }

    /// `attribute rank private, sergeant = private`: words of which it is one, where the type stands.
    fn words_for_type(&self) -> Option<EntryChange> {
        let is_typed = self.is(self.at, ",") && self.words.iter().any(|word| word == "or none");
        let is_listed = self.wants_type && self.here().is_some_and(|here| here.is_text() || here.text == "{");
        let begin = match is_listed {
            true => self.at,
            false => self.at.checked_sub(1).filter(|_| is_typed)?,
        };
        let is_part = |piece: &EntryPiece| piece.is_word() || piece.is_text();
        let is_between = |piece: &EntryPiece| matches!(piece.text, "," | "or" | "and" | "|" | "/" | "{" | "}" | ";");
        let parts = self.pieces.get(begin..)?;
        let end = parts.iter().position(|piece| !is_part(piece) && !is_between(piece)).unwrap_or(parts.len());
        let words: Vec<&str> =
            parts[..end].iter().filter(|piece| !is_between(piece)).map(|one| bare(one.text)).collect();
        let default = self.piece(begin + end + 1).filter(|_| self.is(begin + end, "="));
        let (end, default) = match default {
            Some(word) => (begin + end + 2, format!(" = {}", bare(word.text))),
            None => (begin + end, String::new()),
        };
        let said = format!("one of {}{default}", words.join(", "));
        (words.len() > 1).then(|| (0, self.with(begin, end, &said)))
    }

    /// `set target.bruises by pain`: a number that changes by an amount.
    fn set_by(&self) -> Option<EntryChange> {
        let is_asked = self.is(0, "set") && self.is(self.at, "by") && self.at > 1;
        is_asked.then(|| (0, self.with(0, 1, "change")))
    }

    /// `fall` where that is a deed: it is done by `do`.
    fn named_deed(&self, whole: &str) -> Option<EntryChange> {
        let first = self.piece(0).filter(|piece| self.at == 0 && piece.is_word() && !is_keyword(piece.text))?;
        let is_line = ["do", "tell"].iter().all(|verb| self.words.iter().any(|word| word == verb));
        let is_slip = suggest(first.text, self.words.iter().map(String::as_str)).is_some();
        let is_declared = whole.contains(&format!("deed {}", first.text));
        (is_line && (is_declared || !is_slip)).then(|| (1, format!("do {}", self.text)))
    }

    /// `figure Ann at 0,0`, `spawn Ann at 0,0`: the name alone stands there.
    fn placed_by_word(&self) -> Option<EntryChange> {
        let (first, name) = (self.piece(0)?, self.piece(1).filter(|_| self.at == 1)?);
        let is_placing = PLACING.contains(&first.text) || is_keyword(first.text) && first.text != "set";
        let is_placed = self.is_placement() && (name.is_word() || name.is_text());
        (is_placed && is_placing).then(|| (1, self.text[name.start..].to_string()))
    }

    /// Whether somebody is placed in this entry.
    fn is_placement(&self) -> bool {
        ["plays", "at", "facing"].iter().all(|word| self.words.iter().any(|known| known == word))
    }

    /// `Ann : archer at 0,0`: who decides for her, or the sheet of which she is one.
    fn placed_by_colon(&self) -> Vec<EntryChange> {
        let is_colon = self.at == 1 && self.is(1, ":") && self.is_placement();
        let (Some(first), Some(other)) = (self.piece(0), self.piece(2).filter(|_| is_colon)) else {
            return Vec::new();
        };
        let rest = self.text[other.end()..].trim();
        let title = format!("\"{}\"", first.text.trim_matches('"'));
        let decided = format!("{} {rest} plays {}", first.text, other.text);
        let made = format!("{} {title} {rest}", other.text);
        [(1, decided), (1, made)].into_iter().map(|(cost, text)| (cost, text.trim().to_string())).collect()
    }

    /// `Guard x2 at 4,2`, `2 x Guard at 4,2`: several stand in a rectangle, their number before the name.
    fn counted(&self) -> Option<EntryChange> {
        let digits = |text: &str| text.parse::<i64>().ok().filter(|count| (2..=99).contains(count));
        let text = |at: usize| self.piece(at).map_or("", |piece| piece.text);
        let is_times = |at: usize| matches!(text(at), "x" | "X" | "*");
        let joined = |text: &str| digits(text.strip_prefix(['x', 'X'])?);
        let begun = |text: &str| digits(text.strip_suffix(['x', 'X'])?);
        let (name, count, rest) = if let Some(count) = begun(text(0)) {
            (1, count, 2)
        } else if let Some(count) = joined(text(1)) {
            (0, count, 2)
        } else if let Some(count) = digits(text(2)).filter(|_| is_times(1)) {
            (0, count, 3)
        } else {
            (2, digits(text(0)).filter(|_| is_times(1))?, 3)
        };
        let at = (rest..=rest + 1).find(|at| self.is(*at, "at"))?;
        let (column, row) = (digits_of(text(at + 1))?, digits_of(text(at + 3)).filter(|_| self.is(at + 2, ","))?);
        let is_name = self.piece(name).is_some_and(|piece| piece.is_word() || piece.is_text());
        let title = if at > rest { format!(" {}", text(rest)) } else { String::new() };
        let behind = self.piece(at + 4).map_or("", |piece| &self.text[piece.start..]);
        let place = format!("in {column},{row} to {},{row}", column + count - 1);
        let said = format!("{count} {}{title} {place} {behind}", text(name));
        is_name.then(|| (1, said.trim_end().to_string()))
    }

    /// `set target.hurt + 1`: what is added to a number changes it.
    fn set_by_sum(&self) -> Option<EntryChange> {
        let sign = self.piece(self.at).filter(|piece| matches!(piece.text, "+" | "-") && self.is(0, "set"))?;
        let (place, amount) = (self.said(1, self.at), self.said(self.at + 1, self.pieces.len()));
        let sign = if sign.text == "-" { "-" } else { "" };
        let is_whole = self.at > 1 && amount.starts_with(|c: char| c.is_alphanumeric());
        is_whole.then(|| (0, format!("change {place} by {sign}{amount}")))
    }

    /// `expect Ann refused "Ann strikes Bob"`: the sentence says of whom it is.
    fn expected_of_somebody(&self) -> Option<EntryChange> {
        let is_said =
            self.is(0, "expect") && (self.is(2, "refused") || self.is(2, "legal") || self.is(2, "impossible"));
        let is_somebody = self.is_plain_word(1) || self.piece(1).is_some_and(|piece| piece.is_text());
        (is_said && is_somebody && self.at > 1).then(|| (1, self.with(1, 2, "")))
    }

    /// `range <= weapon.reach m`: what is declared has its unit.
    fn unit_behind_name(&self, whole: &str) -> Option<EntryChange> {
        let unit = self.piece(self.at).filter(|piece| piece.is_word() && self.at > 1)?;
        let name = self.piece(self.at - 1).filter(|piece| piece.is_word() && !is_keyword(piece.text))?;
        let is_named = ["unit ", "number "].iter().any(|sort| {
            let said = format!("{sort}{}", unit.text);
            whole.match_indices(&*said).any(|(at, _)| !whole[at + said.len()..].starts_with(is_wordly))
        });
        let is_unit = is_named || is_unit(unit.text);
        let is_value = !self.is(0, "track") && !self.is(0, "attribute") && name.text != "number";
        (is_unit && is_value && self.at > 2).then(|| (1, self.with(self.at, self.at + 1, "")))
    }

    /// `by highest speed`: the way stands behind the value.
    fn ordered_in_words(&self) -> Option<EntryChange> {
        let by = self.at.checked_sub(2).filter(|by| self.is(*by, "by"))?;
        let value = self.piece(self.at).filter(|piece| piece.is_word())?;
        let way = match self.piece(by + 1)?.text {
            "highest" | "greatest" | "largest" | "best" | "most" | "high" | "biggest" | "descending" => "descending",
            "lowest" | "least" | "smallest" | "worst" | "fewest" | "low" | "ascending" => "ascending",
            _ => return None,
        };
        let is_wanted = self.words.iter().any(|word| word == "descending");
        let end = self.operand_end(self.at);
        let said = format!("{} {way}", &self.text[value.start..self.piece(end - 1)?.end()]);
        is_wanted.then(|| (0, self.with(by + 1, end, &said)))
    }

    /// `expect Ann hurt 9`, `expect Ann has hurt 9`: what somebody has, and what it is.
    fn read_of_somebody(&self) -> Option<EntryChange> {
        let owner = self.piece(1).filter(|piece| self.is(0, "expect") && (piece.is_word() || piece.is_text()))?;
        let is_verb = ["has", "is", "had", "was"].iter().any(|verb| self.is(2, verb));
        let at = if is_verb { 3 } else { 2 };
        let name = self.piece(at).filter(|piece| piece.is_word() && !is_keyword(piece.text))?;
        let sign = COMPARING.iter().find(|(sign, _)| self.is(at + 1, sign)).map(|(_, sign)| *sign);
        let from = at + 1 + usize::from(sign.is_some());
        let number = from + usize::from(self.is(from, "-"));
        if is_keyword(owner.text) || !self.is_number(number) || self.at < 2 {
            return None;
        }
        let ending = [("or more", ">="), ("or less", "<="), ("or fewer", "<=")].into_iter().find(|(words, _)| {
            self.text[self.piece(number).map_or(0, |piece| piece.end())..].trim_start().starts_with(words)
        });
        let sign = ending.map_or(sign.unwrap_or("="), |(_, sign)| sign);
        let rest = if ending.is_some() { number + 3 } else { number + 1 };
        let behind = self.piece(rest).map_or("", |piece| &self.text[piece.start..]);
        let said = format!("expect {}.{} {sign} {} {behind}", owner.text, name.text, self.said(from, number + 1));
        Some((1, said.trim_end().to_string()))
    }

    /// `very small, small`: words of a list that are one name.
    pub(super) fn name_of_two_words(&self) -> Option<EntryChange> {
        let before =
            self.at.checked_sub(1).filter(|before| self.is_plain_word(*before) && self.is_plain_word(self.at))?;
        let is_in_list = self.is(self.at + 1, ",") || before > 0 && self.is(before - 1, ",");
        let both = format!("\"{}\"", self.said(before, self.at + 1));
        (is_in_list && before > 0).then(|| (1, self.with(before, self.at + 1, &both)))
    }
}

fn digits_of(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// Which dice of a throw are meant.
fn side_of(word: &str) -> Option<&'static str> {
    match word {
        "highest" | "high" | "higher" | "best" | "top" | "largest" | "biggest" | "greatest" | "max" => Some("highest"),
        "lowest" | "low" | "lower" | "worst" | "bottom" | "smallest" | "least" | "min" => Some("lowest"),
        _ => None,
    }
}

/// A word without the quotes that it does not need.
fn bare(word: &str) -> &str {
    let inner = word.trim_matches('"');
    if inner.starts_with(char::is_alphabetic) && inner.chars().all(is_wordly) { inner } else { word }
}
