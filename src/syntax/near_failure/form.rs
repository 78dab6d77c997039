//! Changes of form: what is said as another language or plain English says it, in the form that the grammar has. What
//! only reads and means nothing is left to those who know the names.

use super::{EntryChange, EntryPiece, NearFailure};
use crate::diag::suggest_within;
use crate::syntax::grammar::Rule;
use crate::syntax::keyword::keyword;
use crate::text::is_wordly;

/// Behind these an expression begins.
const BEGIN: [&str; 14] =
    ["=", "by", "most", "least", "plus", "then", "else", "roll", ",", "when", "require", "and", "or", "not"];
/// What is no name in a row of names.
const BETWEEN: [&str; 20] = [
    "when", "and", "or", "not", "is", "has", "in", "if", "then", "else", "at", "of", "from", "to", "by", "with", "per",
    "number", "where", "for",
];

impl NearFailure<'_> {
    /// Everything of this file.
    pub(in crate::syntax) fn in_other_form(&self, whole: &str) -> Vec<EntryChange> {
        let single = [
            self.owned(),
            self.rounded(),
            self.chosen_by_signs(),
            self.chosen_behind(),
            self.listed(),
            self.titled(whole),
            self.half(),
            self.said_of_somebody(),
            self.added_to(),
            self.rolled_as(),
            self.in_braces(),
            self.bounded(),
            self.range_by_sign(),
            self.equal_number(),
            self.near_keyword(),
            self.state_of(whole),
            self.quoted_within(),
            self.called_with(whole),
            self.product(),
            self.verb_first(),
            self.dangling(),
            self.name_of_two_words(),
            self.owned_by_side(),
            self.cited_in_brackets(),
            self.titled_behind_cites(),
            self.amount_of_check(),
            self.bounded_in_words(),
            self.reserved_in_quotes(),
            self.one_of_several(),
            self.set_amount(),
            self.kept_per(),
            self.type_of_default(),
            self.indexed(),
            self.related(),
        ];
        single.into_iter().flatten().chain(self.parted()).chain(self.of_before()).chain(self.without_else()).collect()
    }

    /// What stands from one piece up to another.
    pub(super) fn said(&self, from: usize, to: usize) -> &str {
        match (self.piece(from), to.checked_sub(1).and_then(|at| self.piece(at))) {
            (Some(first), Some(last)) if from < to => &self.text[first.start..last.end()],
            _ => "",
        }
    }

    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.piece(at).is_some_and(|piece| piece.text == text)
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        self.piece(at).is_some_and(|piece| piece.text.bytes().all(|byte| byte.is_ascii_digit()))
    }

    pub(super) fn is_plain_word(&self, at: usize) -> bool {
        self.piece(at).is_some_and(|piece| piece.is_word())
    }

    /// Where the expression begins that goes up to a piece.
    pub(super) fn begin_of(&self, at: usize) -> usize {
        (0..at).rev().find(|before| BEGIN.iter().any(|word| self.is(*before, word))).map_or(0, |before| before + 1)
    }

    /// One past the operand that begins at a piece: a name with what belongs to it, or what stands in brackets.
    pub(super) fn operand_end(&self, from: usize) -> usize {
        if self.is(from, "(") {
            let mut depth = 0;
            for at in from..self.pieces.len() {
                depth += i32::from(self.is(at, "(")) - i32::from(self.is(at, ")"));
                if depth == 0 {
                    return at + 1;
                }
            }
        }
        let mut end = from + 1;
        while self.is(end, ".") && self.is_plain_word(end + 1) {
            end += 2;
        }
        end
    }

    /// `STR of target`, `target's STR`.
    fn owned(&self) -> Option<EntryChange> {
        if self.is(self.at, "'") && self.is(self.at + 1, "s") && self.is_plain_word(self.at + 2) {
            let owner = self.previous().filter(|piece| piece.is_word())?;
            let said = format!("{}.{}", owner.text, self.piece(self.at + 2)?.text);
            return Some((1, self.with(self.at - 1, self.at + 3, &said)));
        }
        let of = [Some(self.at), self.at.checked_sub(1)].into_iter().flatten().find(|at| self.is(*at, "of"))?;
        let what = self.piece(of.checked_sub(1)?).filter(|piece| piece.is_word())?;
        let owner = if self.is(of + 1, "the") { of + 2 } else { of + 1 };
        let said = format!("{}.{}", self.piece(owner).filter(|piece| piece.is_word())?.text, what.text);
        Some((1, self.with(of - 1, owner + 1, &said)))
    }

    /// `a / 2 rounded down`.
    fn rounded(&self) -> Option<EntryChange> {
        let at = [Some(self.at), self.at.checked_sub(1)].into_iter().flatten().find(|at| self.is(*at, "rounded"))?;
        let way = ["up", "down", "nearest"].into_iter().find(|way| self.is(at + 1, way))?;
        let from = self.begin_of(at);
        let said = format!("round {way} ({})", self.said(from, at));
        (from < at).then(|| (1, self.with(from, at + 2, &said)))
    }

    /// `a > 3 ? 1 : 0`.
    fn chosen_by_signs(&self) -> Option<EntryChange> {
        let at = self.is(self.at, "?").then_some(self.at)?;
        let colon = (at + 1..self.pieces.len()).find(|colon| self.is(*colon, ":"))?;
        let end = (colon + 1..self.pieces.len()).find(|end| self.pieces[*end].is_text()).unwrap_or(self.pieces.len());
        let from = (0..at).rev().find(|before| self.is(*before, "=")).map_or(0, |before| before + 1);
        let (condition, one, other) = (self.said(from, at), self.said(at + 1, colon), self.said(colon + 1, end));
        let said = format!("if {condition} then {one} else {other}");
        let is_whole = [condition, one, other].iter().all(|part| !part.is_empty());
        is_whole.then(|| (1, self.with(from, end, &said)))
    }

    /// `a if b else c`.
    fn chosen_behind(&self) -> Option<EntryChange> {
        let at = self.is(self.at, "if").then_some(self.at)?;
        let other = (at + 1..self.pieces.len()).find(|other| self.is(*other, "else"))?;
        let end = (other + 1..self.pieces.len()).find(|end| self.pieces[*end].is_text()).unwrap_or(self.pieces.len());
        let from = self.begin_of(at);
        let said =
            format!("if {} then {} else {}", self.said(at + 1, other), self.said(from, at), self.said(other + 1, end));
        (from < at && end > other + 1).then(|| (1, self.with(from, end, &said)))
    }

    /// `reads actor target weapon`: names in a row without commas.
    fn listed(&self) -> Option<EntryChange> {
        let is_name = |at: usize| {
            self.piece(at).is_some_and(|piece| (piece.is_word() || piece.is_text()) && !BETWEEN.contains(&piece.text))
        };
        let from = (1..self.at).rev().take_while(|at| is_name(*at)).last()?;
        let to = (self.at..=self.pieces.len()).find(|at| !is_name(*at)).unwrap_or(self.pieces.len());
        let names: Vec<&str> = self.pieces.get(from..to)?.iter().map(|piece| piece.text).collect();
        (names.len() > 1 && to > self.at).then(|| (2, self.with(from, to, &names.join(", "))))
    }

    /// `target is on the ground`, where that is the title of a word.
    fn titled(&self, whole: &str) -> Option<EntryChange> {
        for from in self.at.saturating_sub(3)..=self.at {
            for to in (from + 1..=(from + 5).min(self.pieces.len())).rev() {
                let words = self.pieces.get(from..to)?;
                if to < self.at || !words.iter().all(EntryPiece::is_word) {
                    continue;
                }
                let quoted = format!("\"{}\"", words.iter().map(|piece| piece.text).collect::<Vec<_>>().join(" "));
                let Some(before) = whole.split(&*quoted).next().filter(|before| before.len() < whole.len()) else {
                    continue;
                };
                let before = before.trim_end();
                let name = &before[before.trim_end_matches(is_wordly).len()..];
                if name.starts_with(char::is_alphabetic) && !words.iter().any(|piece| piece.text == name) {
                    return Some((1, self.with(from, to, name)));
                }
            }
        }
        None
    }

    /// `half of STR`, `twice the margin`.
    fn half(&self) -> Option<EntryChange> {
        let is_said = |at: &usize| self.piece(*at).is_some_and(|one| matches!(one.text, "half" | "twice" | "double"));
        let at = (self.at.saturating_sub(2)..=self.at).find(is_said)?;
        let from = (at + 1..self.pieces.len()).find(|from| !self.is(*from, "of") && !self.is(*from, "the"))?;
        let end = self.operand_end(from);
        let what = self.said(from, end);
        let said = if self.is(at, "half") { format!("{what} / 2") } else { format!("2 * {what}") };
        Some((1, self.with(at, end, &said)))
    }

    /// `target gains stunned`, `target loses 3 AP`, `target takes 2 damage`.
    fn said_of_somebody(&self) -> Option<EntryChange> {
        let who = self.piece(0).filter(|piece| piece.is_word())?.text;
        let verb = self.piece(1)?.text;
        let rest = |from: usize| match self.piece(from) {
            Some(first) => format!(" {}", &self.text[first.start..]),
            None => String::new(),
        };
        if self.is_number(2) {
            let sign = match verb {
                "loses" | "lose" | "pays" | "spends" => "-",
                "gains" | "gets" | "takes" | "suffers" => "",
                _ => return None,
            };
            let what = self.piece(3).filter(|piece| piece.is_word())?.text;
            return Some((1, format!("change {who}.{what} by {sign}{}{}", self.piece(2)?.text, rest(4))));
        }
        let verb = match verb {
            "gains" | "gets" | "becomes" | "suffers" => "gain",
            "loses" => "lose",
            _ => return None,
        };
        let what = self.piece(2).filter(|piece| piece.is_word())?.text;
        Some((1, format!("{verb} {who}.{what}{}", rest(3))))
    }

    /// `add hurt to target.damage`, `subtract 1 from actor.AP`.
    fn added_to(&self) -> Option<EntryChange> {
        let (sign, word) = match self.piece(0)?.text {
            "add" => ("", "to"),
            "subtract" | "take" | "deduct" => ("-", "from"),
            _ => return None,
        };
        let at = (1..self.pieces.len()).find(|at| self.is(*at, word))?;
        let end = self.operand_end(at + 1);
        let (amount, place) = (self.said(1, at), self.said(at + 1, end));
        let said = format!("change {place} by {sign}{amount}");
        (!amount.is_empty() && !place.is_empty()).then(|| (1, self.with(0, end, &said)))
    }

    /// `roll weapon.damage as hurt`.
    fn rolled_as(&self) -> Option<EntryChange> {
        let at = (2..self.pieces.len()).find(|at| self.is(*at, "as"))?;
        let name = self.piece(at + 1).filter(|piece| piece.is_word())?.text;
        let said = format!("roll {name} = {}", self.said(1, at));
        self.is(0, "roll").then(|| (1, self.with(0, at + 2, &said)))
    }

    /// `does set posture = prone`: a block without its braces.
    fn in_braces(&self) -> Option<EntryChange> {
        let here = self.here().filter(|piece| piece.is_word() && self.at > 0)?;
        let is_wanted = self.words.iter().any(|word| word == "{") && !self.text.contains('{');
        is_wanted.then(|| (2, format!("{} {{ {} }}", self.text[..here.start].trim_end(), &self.text[here.start..])))
    }

    /// `number = 0..20`: a range for the bounds of what changes.
    fn bounded(&self) -> Option<EntryChange> {
        let dots = (self.at.saturating_sub(2)..=self.at + 1).find(|at| self.is(*at, ".."))?;
        let (low, high) = (dots.checked_sub(1)?, dots + 1);
        let is_default = self.is_number(low) && self.is_number(high) && low > 0 && self.is(low - 1, "=");
        let (low, high) = (self.piece(low)?.text, self.piece(high)?.text);
        is_default.then(|| (1, self.with(dots - 1, dots + 2, &format!("{low} min {low} max {high}"))))
    }

    /// `target.posture in (kneeling, prone)`: a word that is one of several; `range in (1, 6)`: a range.
    fn one_of_several(&self) -> Option<EntryChange> {
        let open = [Some(self.at), self.at.checked_sub(1)]
            .into_iter()
            .flatten()
            .find(|at| ["(", "[", "{"].iter().any(|sign| self.is(*at, sign)))?;
        let within = open.checked_sub(1).filter(|at| self.is(*at, "in"))?;
        let is_denied = within > 0 && self.is(within - 1, "not");
        let subject_end = if is_denied { within - 1 } else { within };
        let close = (open..self.pieces.len()).find(|at| [")", "]", "}"].iter().any(|sign| self.is(*at, sign)))?;
        let words: Vec<&str> = self.pieces[open + 1..close].iter().map(|piece| piece.text.trim_matches('"')).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| *word != ",").collect();
        let begin = self.begin_of(subject_end);
        let subject = self.said(begin, subject_end);
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if subject.is_empty() || words.is_empty() {
            return None;
        }
        let said = match words.as_slice() {
            [low, high] if is_number(low) && is_number(high) && !is_denied => format!("{subject} in {low}..{high}"),
            words if words.iter().all(|word| word.starts_with(char::is_alphabetic)) => {
                let (is, joint) = if is_denied { ("is not", " and ") } else { ("is", " or ") };
                let each = words.iter().map(|word| format!("{subject} {is} {word}")).collect::<Vec<_>>().join(joint);
                let is_beside =
                    |word| begin.checked_sub(1).is_some_and(|at| self.is(at, word)) || self.is(close + 1, word);
                match words.len() > 1 && (is_beside("not") || joint == " or " && is_beside("and")) {
                    true => format!("({each})"),
                    false => each,
                }
            }
            _ => return None,
        };
        Some((1, self.with(begin, close + 1, &said)))
    }

    /// `per place`, where what something is kept by stands.
    fn kept_per(&self) -> Option<EntryChange> {
        let per = [Some(self.at), self.at.checked_sub(1)].into_iter().flatten().find(|at| self.is(*at, "per"))?;
        Some((1, self.with(per, per + 1, "by")))
    }

    /// `= 5 "label"`: an amount that takes the place of what was there.
    fn set_amount(&self) -> Option<EntryChange> {
        let is_amount = self.at == 0 && self.is(0, "=") && self.is_number(1);
        is_amount.then(|| (0, self.with(0, 1, "set")))
    }

    /// `damage = 1d6` where a type is wanted: that of the default.
    fn type_of_default(&self) -> Option<EntryChange> {
        let here = self.here().filter(|piece| piece.text == "=" && self.wants_type && self.at > 0)?;
        let value = self.piece(self.at + 1)?;
        let sort = match value.text {
            "yes" | "no" | "true" | "false" => "truth",
            text if text.starts_with('"') => "text",
            text if text.bytes().all(|byte| byte.is_ascii_digit()) => "number",
            text if crate::syntax::dice_said::is_dice(text) => "dice",
            _ => return None,
        };
        let at = here.start;
        Some((0, format!("{}{sort} {}", &self.text[..at], &self.text[at..])))
    }

    /// `wounds[leg]`: what is asked for stands in round brackets.
    fn indexed(&self) -> Option<EntryChange> {
        let name = self.previous().filter(|piece| piece.is_word() && self.is(self.at, "["))?;
        let close = (self.at..self.pieces.len()).find(|at| self.is(*at, "]"))?;
        let inside = self.said(self.at + 1, close);
        let is_word = inside.trim_matches('"').starts_with(char::is_alphabetic);
        is_word.then(|| (1, self.with(self.at - 1, close + 1, &format!("{}({})", name.text, inside.trim_matches('"')))))
    }

    /// `range in 1-3`.
    fn range_by_sign(&self) -> Option<EntryChange> {
        let at = [Some(self.at), self.at.checked_sub(2)]
            .into_iter()
            .flatten()
            .find(|at| self.is_number(*at) && *at > 0 && self.is(*at - 1, "in"))?;
        let is_range = self.is(at + 1, "-") && self.is_number(at + 2);
        let said = format!("{}..{}", self.piece(at)?.text, self.piece(at + 2)?.text);
        is_range.then(|| (1, self.with(at, at + 3, &said)))
    }

    /// `range is 3`.
    fn equal_number(&self) -> Option<EntryChange> {
        let before = self.at.checked_sub(1)?;
        (self.is_number(self.at) && self.is(before, "is")).then(|| (1, self.with(before, self.at, "=")))
    }

    /// `by sides`: a word of the grammar with a slip.
    fn near_keyword(&self) -> Option<EntryChange> {
        let known = || {
            let words = Rule::all_rules().iter().filter_map(|rule| keyword(*rule)).flat_map(str::split_whitespace);
            words.chain(["until", "end"]).filter(|word| word.len() > 2)
        };
        let mut before = (self.at.saturating_sub(3)..self.at).rev().filter(|at| *at > 0 && self.is_plain_word(*at));
        before.find_map(|at| {
            let word = self.piece(at)?.text;
            let near = suggest_within(word, known(), 1).filter(|_| !known().any(|known| known == word))?;
            Some((2, self.with(at, at + 1, near)))
        })
    }

    /// `set target prone`: a word of a state, of which the file says that it is one.
    fn state_of(&self, whole: &str) -> Option<EntryChange> {
        let here = self.here().filter(|piece| piece.is_word() && self.is(0, "set") && self.at == 2)?;
        let state = whole.split("state ").skip(1).find(|text| {
            let block = text.split('}').next().unwrap_or("");
            let is_word = |word: &str| word == here.text;
            block.contains('{') && block.split(|c: char| !is_wordly(c)).any(is_word)
        })?;
        let name: String = state.chars().take_while(|c| is_wordly(*c)).collect();
        let said = format!("{}.{name} = {}", self.previous()?.text, here.text);
        Some((1, self.with(1, 3, &said)))
    }

    /// `"the "bad" wind"`: quotes within quotes.
    fn quoted_within(&self) -> Option<EntryChange> {
        let first = self.at.checked_sub(1).filter(|at| self.piece(*at).is_some_and(|piece| piece.is_text()))?;
        let last = (self.at + 1..self.pieces.len()).find(|at| self.pieces[*at].is_text())?;
        let is_within = (self.at..last).all(|at| self.is_plain_word(at));
        let inside = |at: usize| self.piece(at).map_or("", |piece| piece.text.trim_matches('"'));
        let is_touching = self.piece(self.at)?.start == self.piece(first)?.end();
        let said = format!("\"{}\\\"{}\\\"{}\"", inside(first), self.said(self.at, last), inside(last));
        (is_within && is_touching).then(|| (1, self.with(first, last + 1, &said)))
    }

    /// `far_off 6 m`: what is asked without its brackets.
    fn called_with(&self, whole: &str) -> Option<EntryChange> {
        let number = (self.at.saturating_sub(2)..=self.at).find(|at| *at > 0 && self.is_number(*at))?;
        let name = self.piece(number - 1).filter(|piece| piece.is_word())?.text;
        let is_asked = ["table", "function", "value"].iter().any(|sort| whole.contains(&format!("{sort} {name}")));
        let has_unit = self.is_plain_word(number + 1) && !BETWEEN.contains(&self.piece(number + 1)?.text);
        let end = number + 1 + usize::from(has_unit);
        let said = format!("{}({})", name, self.said(number, end));
        is_asked.then(|| (1, self.with(number - 1, end, &said)))
    }

    /// `2(a + b)`.
    fn product(&self) -> Option<EntryChange> {
        let before = self.previous()?;
        let is_product = self.is(self.at, "(") && before.text.bytes().all(|byte| byte.is_ascii_digit());
        is_product.then(|| (1, self.with(self.at, self.at, "* ")))
    }

    /// `skills add Marksmanship`: how an entry amends is said first.
    fn verb_first(&self) -> Option<EntryChange> {
        let is_verb = |at: &usize| self.piece(*at).is_some_and(|one| matches!(one.text, "add" | "replace" | "remove"));
        let at = [Some(self.at), self.at.checked_sub(1)].into_iter().flatten().find(|at| *at > 0 && is_verb(at))?;
        let verb = self.piece(at)?;
        let rest = self.text.get(verb.end()..).unwrap_or("").trim_start();
        Some((1, format!("{} {} {rest}", verb.text, self.text[..verb.start].trim_end())))
    }

    /// `when marksman and`: what joins stands at the end for nothing.
    fn dangling(&self) -> Option<EntryChange> {
        let last = self.at.checked_sub(1).filter(|_| self.at == self.pieces.len())?;
        let is_joint = ["and", "or", ",", "plus", "+"].iter().any(|word| self.is(last, word));
        is_joint.then(|| (1, self.text[..self.pieces[last].start].trim_end().to_string()))
    }

    /// `supplies of side number = 3`: whose it is stands behind type and default.
    fn owned_by_side(&self) -> Option<EntryChange> {
        let is_owned = ["attribute", "note", "track"].iter().any(|sort| self.is(0, sort) || self.is(1, sort));
        let side = (1..self.pieces.len()).find(|at| self.is(*at, "side") || self.is(*at, "sides"))?;
        let of = (1..side).rev().take(3).find(|at| self.is(*at, "of"))?;
        let is_between = (of + 1..side).all(|at| self.is(at, "=") || self.is(at, "the") || self.is(at, "a"));
        let ends = |at: &usize| ["min", "max", "resets", "@"].iter().any(|word| self.is(*at, word));
        let end = (side + 1..self.pieces.len()).find(ends).unwrap_or(self.pieces.len());
        let parts = [self.said(0, of), self.said(side + 1, end), "of side", self.said(end, self.pieces.len())];
        let said = parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ");
        (is_owned && is_between).then_some((1, said))
    }

    /// `-1 "late" (house)`: a citation in brackets at the end.
    fn cited_in_brackets(&self) -> Option<EntryChange> {
        let is_cited = self.is(self.at, "(") && self.is_plain_word(self.at + 1) && self.is(self.at + 2, ")");
        let name = self.piece(self.at + 1)?.text;
        (is_cited && self.at + 3 == self.pieces.len())
            .then(|| (1, self.with(self.at, self.at + 3, &format!("@{name}"))))
    }

    /// `card light @home "Light"`: the title behind the sections.
    fn titled_behind_cites(&self) -> Option<EntryChange> {
        let title = self.piece(self.at).filter(|piece| piece.is_text())?;
        let before = self.text[..title.start].trim_end();
        let is_cite = |word: &&str| word.len() > 1 && word.starts_with('@');
        let mut first = before.len();
        while let Some(cite) = before[..first].trim_end().rsplit(char::is_whitespace).next().filter(is_cite) {
            first = before[..first].trim_end().len() - cite.len();
        }
        let (head, cites, rest) = (&before[..first], &before[first..], &self.text[title.end()..]);
        (!cites.is_empty()).then(|| (1, format!("{head}{} {cites}{rest}", title.text)))
    }

    /// `add -1 "clumsy"` in a check, where amounts begin with `plus`.
    fn amount_of_check(&self) -> Option<EntryChange> {
        let is_verb = ["add", "replace"].iter().any(|verb| self.at == 1 && self.is(0, verb));
        let is_amount = self.is(self.at, "-") || self.is(self.at, "+");
        (is_verb && is_amount).then(|| (1, self.with(self.at, self.at, "plus")))
    }

    /// `number = 0 (0 to 10)`: what bounds a number, in other words.
    fn bounded_in_words(&self) -> Option<EntryChange> {
        let is_bounded = self.words.iter().any(|word| word == "min") && self.words.iter().any(|word| word == "max");
        if !is_bounded {
            return None;
        }
        let between =
            ["(", ")", "[", "]", "to", "..", "-", "in", "from", "between", "and", "range", ",", "within", "up", ":"];
        let is_part = |at: &usize| self.is_number(*at) || between.iter().any(|word| self.is(*at, word));
        let end = (self.at..self.pieces.len()).find(|at| !is_part(at)).unwrap_or(self.pieces.len());
        let numbers: Vec<&str> =
            (self.at..end).filter(|at| self.is_number(*at)).filter_map(|at| Some(self.piece(at)?.text)).collect();
        let [low, high] = numbers[..] else { return None };
        Some((1, self.with(self.at, end, &format!("min {low} max {high}"))))
    }

    /// `choices yes, no`: words of truths that are names here.
    fn reserved_in_quotes(&self) -> Option<EntryChange> {
        let is_reserved = |word: &str| matches!(word, "yes" | "no" | "true" | "false" | "none");
        let is_any = self.at > 0 && self.pieces.iter().skip(1).any(|piece| is_reserved(piece.text));
        let mut said = String::new();
        let mut end = 0;
        for piece in &self.pieces {
            said += &self.text[end..piece.start];
            match piece.start > 0 && is_reserved(piece.text) {
                true => said += &format!("\"{}\"", piece.text),
                false => said += piece.text,
            }
            end = piece.end();
        }
        (is_any && self.is(0, "choices")).then(|| (1, said + &self.text[end..]))
    }

    /// `if C then A`: what it is otherwise.
    fn without_else(&self) -> Vec<EntryChange> {
        let is_wanted = self.words.iter().any(|word| word == "else")
            && self.pieces[..self.at].iter().any(|piece| piece.text == "then");
        match is_wanted {
            true => {
                ["else 0", "else none", "else false"].iter().map(|end| (2, self.with(self.at, self.at, end))).collect()
            }
            false => Vec::new(),
        }
    }

    /// Commas and words between what should be parted otherwise.
    fn parted(&self) -> Vec<EntryChange> {
        let Some(here) = self.here().filter(|_| self.at > 0) else { return Vec::new() };
        let mut all = Vec::new();
        if here.text == "," {
            all.push((2, self.with(self.at, self.at + 1, ";")));
            let is_condition = |piece: &EntryPiece| matches!(piece.text, "when" | "require" | "if");
            if self.pieces[..self.at].iter().any(is_condition) {
                all.push((2, self.with(self.at, self.at + 1, "and")));
            }
        }
        let count = |sign: &str| self.pieces[..self.at].iter().filter(|piece| piece.text == sign).count();
        if count("(") > count(")") && here.is_word() {
            all.push((2, self.with(self.at, self.at, ",")));
            if matches!(here.text, "to" | "and" | "from" | "with" | "by" | "or") {
                all.push((2, self.with(self.at, self.at + 1, ",")));
            }
        }
        // `stars 12 hat Blue`: two entries in one line.
        if self.at > 2 && self.is_plain_word(self.at - 1) && self.is_plain_word(0) {
            all.push((3, self.with(self.at - 1, self.at - 1, ";")));
        }
        all
    }

    /// The two pieces before the place in the other order, and the last of them left out.
    fn of_before(&self) -> Vec<EntryChange> {
        let mut all = Vec::new();
        let Some(last) = self.at.checked_sub(1).filter(|last| *last > 0) else {
            // `12 stars`: the number before the name.
            if self.at == 0 && self.is_number(0) && self.is_plain_word(1) {
                let word = self.pieces[1].text;
                let many = format!("{word}s");
                let word = if self.words.contains(&many) { many.as_str() } else { word };
                all.push((2, self.with(0, 2, &format!("{word} {}", self.pieces[0].text))));
            }
            return all;
        };
        let (one, other) = (self.pieces[last - 1], self.pieces[last]);
        // Behind a `=` at the end the value is missing, and no title is meant as that.
        let is_unfinished = other.text == "=" && self.at == self.pieces.len();
        if last > 1 && one.is_text() != other.is_text() && !is_unfinished {
            all.push((2, self.with(last - 1, last + 1, &format!("{} {}", other.text, one.text))));
        }
        // `require "not at hand" actor.pocket has thing`: the label comes last.
        if last == 1 && other.is_text() {
            let end = self.text.find(" @").unwrap_or(self.text.len());
            let rest = self.text.get(other.end()..end).unwrap_or("").trim();
            all.push((2, format!("{} {rest} {}{}", one.text, other.text, &self.text[end..])));
        }
        // What a test expects is not tried, so that nothing of it is left out.
        if other.is_word() && !self.is(0, "expect") {
            all.push((5, self.with(last, self.at, "")));
        }
        all
    }
}
