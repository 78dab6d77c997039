//! Blocks and brackets of a script: heads as other languages write them, and what is opened and never closed, or closed
//! twice.

use super::{LuauSlip, Shape, SlipSearch};
use crate::syntax::luau::{LuauToken, LuauTokenKind};
use crate::text::is_wordly;

impl SlipSearch<'_> {
    /// `me:foes[1]`, `#me:foes > 0`, `me:speed > 3`: a colon, and no call behind it.
    pub(super) fn not_called(&self) -> Option<LuauSlip> {
        if !self.message.contains("parsing function call") {
            return None;
        }
        for line in self.near() {
            let tokens = self.tokens_of(line);
            let colon = tokens.windows(3).enumerate().find(|(at, three)| {
                let is_word = |token: &LuauToken| token.sort == LuauTokenKind::Word;
                let next = tokens.get(at + 3).map_or("", |token| self.of(token));
                let is_call = next.starts_with(['(', '{', '"', '\'']);
                self.of(&three[1]) == ":" && is_word(&three[0]) && is_word(&three[2]) && !is_call
            });
            let Some((_, [owner, sign, name])) = colon.map(|(at, three)| (at, [three[0], three[1], three[2]])) else {
                continue;
            };
            let (subject, member) = (self.of(&owner), self.of(&name));
            let is_function = self.rows.iter().any(|row| row.name == member && row.shape != Shape::Field);
            return match is_function {
                true => self.found(
                    owner.start,
                    name.end,
                    format!("`{subject}:{member}` is not called"),
                    format!("a function has its brackets: `{subject}:{member}()`"),
                ),
                false => self.found(
                    sign.start,
                    sign.end,
                    "a colon stands before a function that is called",
                    format!("what somebody has is read with a dot: `{subject}.{member}`"),
                ),
            };
        }
        None
    }

    /// `if a = b then`, `if a {`, `if a:`, `elif`, and heads without `then` or `do`.
    pub(super) fn head_of_block(&self) -> Option<LuauSlip> {
        if let Some(found) = self.other_word() {
            return Some(found);
        }
        if let Some(found) = self.head_in_brackets() {
            return Some(found);
        }
        for line in self.near().chain(self.open_head()) {
            let tokens = self.tokens_of(line);
            let heads = ["if", "elseif", "while", "for", "else", "function", "local"];
            let Some(head) = tokens.first().filter(|first| heads.contains(&self.of(first))) else { continue };
            let (word, end) = (self.of(head), line.0 + line.1.trim_end().len());
            let closing = if matches!(word, "if" | "elseif") { "then" } else { "do" };
            let form = match word {
                "if" | "elseif" => format!("`{word} CONDITION then … end`"),
                "while" => "`while CONDITION do … end`".to_string(),
                "for" => "`for index, value in list do … end`".to_string(),
                "else" => "`else … end`".to_string(),
                _ => "`function(me, play) … end`".to_string(),
            };
            let is_function = matches!(word, "function" | "local");
            match tokens.last().map(|last| (last, self.of(last))) {
                Some((last, "{")) if !is_function || line.1.contains("function") => {
                    return self.found(
                        last.start,
                        last.end,
                        "no block begins with `{`",
                        format!("a block has no braces: {form}"),
                    );
                }
                Some((last, ":")) => {
                    return self.found(last.start, last.end, "no block begins with `:`", format!("write {form}"));
                }
                _ => {}
            }
            let single = tokens.windows(3).find(|three| {
                self.of(&three[1]) == "=" && !"=<>~+-*/".contains(self.of(&three[0])) && self.of(&three[2]) != "="
            });
            if matches!(word, "if" | "elseif" | "while") && self.message.contains("got '='") {
                let sign = single.map(|three| three[1])?;
                return self.found(sign.start, sign.end, "`=` puts something into a name", "equality is written `==`");
            }
            let is_open =
                !matches!(word, "else") && !is_function && !tokens.iter().any(|token| self.of(token) == closing);
            if is_open && self.message.contains(&format!("Expected '{closing}'")) {
                let compared = tokens.iter().find(|token| matches!(self.of(token), "is" | "equals"));
                if let Some(is) = compared {
                    let says = format!("`{}` compares nothing in Luau", self.of(is));
                    return self.found(is.start, is.end, says, "equality is written `==`, its contrary `~=`");
                }
                let says = format!("this `{word}` lacks its `{closing}`");
                return self.found(head.start, end, says, format!("write `{closing}` at the end of this line: {form}"));
            }
        }
        None
    }

    /// The line of the last head before the place where Luau misses its `then` or `do`: `if a {` calls `a` with all that
    /// stands in the braces.
    fn open_head(&self) -> Option<(usize, &str)> {
        if !["Expected 'then'", "Expected 'do'"].iter().any(|said| self.message.contains(said)) {
            return None;
        }
        let is_head = |token: &&LuauToken| matches!(self.of(token), "if" | "elseif" | "while" | "for");
        let end = self.line_at(self.line).map_or(self.text.len(), |(start, line)| start + line.len());
        let head = self.tokens.iter().rev().filter(|token| token.start < end).find(is_head)?;
        self.line_at(self.text[..head.start].matches('\n').count() + 1)
    }

    /// `elif`, `else if`, `foreach`, `switch`: words of other languages at the beginning of a line.
    fn other_word(&self) -> Option<LuauSlip> {
        let is_open = self.message.contains("Expected 'end'") || self.message.contains("<eof>");
        let foreign = self.near().find_map(|line| {
            let first = self.tokens_of(line).first()?;
            let help = match self.of(first) {
                "elif" | "elsif" => "write `elseif`",
                "foreach" => "write `for index, value in list do … end`",
                "switch" | "match" | "case" => "each case is asked by itself: `if … then … elseif … then … end`",
                "try" | "catch" => "what may fail is called by `pcall(function() … end)`",
                "import" | "using" | "from" => "a library of the pack is had with `local lib = include(\"NAME\")`",
                "endif" | "endfunction" | "done" | "fi" => "a block ends with `end`",
                _ => return None,
            };
            self.found(first.start, first.end, format!("`{}` is no word of Luau", self.of(first)), help)
        });
        foreign.or_else(|| {
            let at = self.text.find("else if ").filter(|_| is_open)?;
            let help = "write `elseif`, or close the inner `if` with an `end` of its own";
            self.found(at, at + "else if".len(), "`else if` opens another block, which is never closed", help)
        })
    }

    /// Statements behind a `return` of the same block.
    pub(super) fn behind_return(&self) -> Option<LuauSlip> {
        if let Some(found) = self.assigned_and_returned() {
            return Some(found);
        }
        let before = self.line_at(self.line.checked_sub(1)?)?;
        let is_return = self.tokens_of(before).first().is_some_and(|first| self.of(first) == "return");
        let (start, line) = self.line_at(self.line)?;
        let indent = line.len() - line.trim_start().len();
        let is_meant = is_return && self.message.contains("Expected 'end'") && !line.trim_start().starts_with("end");
        let deeper = indent >= before.1.len() - before.1.trim_start().len();
        if !is_meant || !deeper {
            return None;
        }
        let help = "`return` ends its block: put it behind this line, or take this line away";
        self.found(start + indent, start + line.trim_end().len(), "nothing stands behind `return`", help)
    }

    /// `return x += 1`, `if x += 1 then`: what changes a name is a line of its own.
    fn assigned_and_returned(&self) -> Option<LuauSlip> {
        self.near().find_map(|line| {
            let tokens = self.tokens_of(line);
            let at = tokens.iter().position(|token| self.of(token) == "return")?;
            let [_, name, sign, equals, ..] = tokens.get(at..)? else { return None };
            let is_sign = matches!(self.of(sign), "+" | "-" | "*" | "/" | "%") && self.of(equals) == "=";
            let is_it = name.sort == LuauTokenKind::Word && is_sign && sign.end == equals.start;
            let (whole, word) = (&self.text[name.start..], self.of(name));
            let rest = whole.lines().next().unwrap_or("");
            let rest = rest.split(" end").next().unwrap_or(rest).split("--").next().unwrap_or(rest).trim();
            let says = format!("`{}=` changes a name, and gives no value", self.of(sign));
            let help = format!("change it in a line before: `{rest}`, then `return {word}`");
            is_it.then(|| self.found(sign.start, equals.end, says, help)).flatten()
        })
    }

    /// `for (const f of list)`, `while (x > 0)` in the manner of C.
    fn head_in_brackets(&self) -> Option<LuauSlip> {
        self.near().find_map(|line| {
            let tokens = self.tokens_of(line);
            let head = tokens.first().filter(|head| matches!(self.of(head), "for" | "foreach"))?;
            let bracket = tokens.get(1).filter(|token| self.of(token) == "(")?;
            let mut depth = 0;
            let close = tokens.iter().skip(1).find(|token| {
                depth += i32::from(self.of(token) == "(") - i32::from(self.of(token) == ")");
                depth == 0
            });
            let end = close.map_or(bracket.end, |token| token.end);
            let inner = self.text.get(bracket.end..end.saturating_sub(1)).unwrap_or("");
            let words: Vec<&str> =
                inner.split_whitespace().filter(|word| !matches!(*word, "const" | "let" | "var")).collect();
            let help = match words.as_slice() {
                [one, "of" | "in" | ":", list @ ..] if !list.is_empty() => {
                    format!("write `for _, {one} in {} do … end`", list.join(" "))
                }
                _ => "write `for i = 1, LAST do … end`, or `for index, value in LIST do … end`".to_string(),
            };
            let says = format!("no brackets stand behind `{}`", self.of(head));
            self.found(bracket.start, end, says, help)
        })
    }

    /// A block or bracket that was opened and never closed: the place where it was opened.
    pub(super) fn never_closed(&self) -> Option<LuauSlip> {
        let (wanted, rest) = self.message.split_once("Expected '")?.1.split_once('\'')?;
        let opened = rest.split_once("(to close '").and_then(|(_, rest)| rest.split_once('\''));
        let digits = |text: &str, word: &str| {
            let rest = text.split_once(word)?.1;
            rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<usize>().ok()
        };
        let (what, place) = opened?;
        // At the end of the text Luau names the outermost block; the lines show which one was meant to end before.
        if wanted == "end"
            && self.message.contains("<eof>")
            && let Some(found) = self.block_without_end()
        {
            return Some(found);
        }
        let line = self.line_at(digits(place, "at line ").unwrap_or(self.line))?;
        let all = self.tokens_of(line);
        let column = digits(place, "at column ").map(|column| line.0 + column.saturating_sub(1));
        let is_it = |token: &&LuauToken| self.of(token) == what && column.is_none_or(|column| token.start == column);
        let opener = all.iter().rev().find(is_it)?;
        match wanted {
            "end" => {
                let begins = |token: &&LuauToken| matches!(self.of(token), "if" | "elseif" | "while" | "for");
                let before = all.iter().filter(|token| token.start < opener.start);
                let head = before.rev().find(begins).filter(|_| matches!(what, "then" | "do")).unwrap_or(opener);
                let says = format!("this `{}` is never closed", self.of(head));
                self.found(head.start, opener.end, says, "write `end` where its block ends")
            }
            ")" | "}" | "]" => {
                let says = format!("this `{what}` is never closed");
                self.found(opener.start, opener.end, says, format!("close it with `{wanted}`"))
            }
            _ => None,
        }
    }

    /// The block whose `end` is missing, by how the lines are indented: the first that ends further out than it begins.
    fn block_without_end(&self) -> Option<LuauSlip> {
        let indent = |token: &LuauToken| {
            let line = &self.text[self.text[..token.start].rfind('\n').map_or(0, |at| at + 1)..];
            line.len() - line.trim_start_matches([' ', '\t']).len()
        };
        let (mut open, mut is_loop, mut last): (Vec<&LuauToken>, bool, &str) = (Vec::new(), false, "");
        let mut missed = None;
        for token in self.tokens {
            let word = self.of(token);
            // Behind these a choice is a value and has no `end`.
            let is_value = last == "return" || "=(,{[+-*/%^<>~".contains(last) && !last.is_empty();
            match word {
                "do" if is_loop => is_loop = false,
                "if" if is_value || matches!(last, "and" | "or" | "not") => {}
                "for" | "while" | "do" | "function" | "if" | "repeat" => {
                    is_loop |= matches!(word, "for" | "while");
                    open.push(token);
                }
                "until" | "end" => {
                    let begun = open.pop()?;
                    missed = missed.or((indent(token) < indent(begun)).then_some(begun));
                }
                _ => {}
            }
            last = word;
        }
        let begun = missed.or(open.pop())?;
        let rest = self.text[begun.start..].lines().next()?.len() + begun.start;
        let inside = self.tokens.iter().filter(|token| token.start > begun.start && token.end <= rest);
        let closes = |token: &&LuauToken| matches!(self.of(token), "then" | "do");
        let is_function = self.of(begun) == "function";
        let end = inside.rev().find(closes).filter(|_| !is_function).unwrap_or(begun).end;
        let says = format!("this `{}` is never closed", self.of(begun));
        self.found(begun.start, end, says, "write `end` where its block ends")
    }

    /// Statements and functions below the `return` of the script itself.
    pub(super) fn behind_the_last(&self) -> Option<LuauSlip> {
        const CLOSING: [&str; 8] = ["end", "else", "elseif", "until", "then", ")", "}", "]"];
        let (start, line) = self.line_at(self.line).filter(|_| self.message.contains("Expected <eof>"))?;
        let first = self.tokens_of((start, line)).first().filter(|first| !CLOSING.contains(&self.of(first)))?;
        let begins_line = |token: &&LuauToken| token.start == 0 || self.text[..token.start].ends_with('\n');
        let before = self.tokens.iter().filter(|token| token.start < first.start);
        let last = before.rev().filter(begins_line).find(|token| self.of(token) == "return")?;
        let returned = 1 + self.text[..last.start].matches('\n').count();
        let what = line.trim();
        let name = what.strip_prefix("local function ").or_else(|| what.strip_prefix("function "));
        let name =
            name.or_else(|| what.strip_prefix("local ")).and_then(|name| name.split(|c: char| !is_wordly(c)).next());
        let moved = name.map_or("this".to_string(), |name| format!("`{name}`"));
        let help = format!("`return` ends the script: move {moved} above line {returned}");
        self.found(first.start, start + line.trim_end().len(), "nothing may stand behind `return`", help)
    }

    /// One `end` or bracket too many.
    pub(super) fn closed_twice(&self) -> Option<LuauSlip> {
        self.message.contains("<eof>").then_some(())?;
        let (start, line) = self.line_at(self.line)?;
        let first = self.tokens.partition_point(|token| token.start < start + line.len() - line.trim_start().len());
        let last = self.tokens.get(..first)?.iter().rev().find(|token| self.of(token) == "end");
        let here = self.tokens.get(first).filter(|token| matches!(self.of(token), "end" | ")" | "}"));
        let end = here.or(last)?;
        let says = format!("one `{}` too many", self.of(end));
        self.found(end.start, end.end, says, "take it away, or open what it should close")
    }
}
