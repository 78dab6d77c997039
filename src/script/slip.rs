//! What is written in a script as other languages write it, or with a slip of the pen, where Luau stops: its place, what
//! is wrong in the words of an author, and what to write. Knows no rules.

mod blocks;

use super::api::{ApiRow, Shape};
use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};
use crate::text::is_wordly;

/// A slip by its place in the text.
pub(super) struct LuauSlip {
    pub start: usize,
    pub end: usize,
    pub says: String,
    pub help: String,
    /// What stands there in Luau, where that is certain.
    pub right: Option<&'static str>,
}

/// What was meant where Luau stops with a message, in a line counted from 1.
pub(super) fn slip_of(message: &str, text: &str, line: usize, rows: &[&ApiRow]) -> Option<LuauSlip> {
    let tokens = tokens(text);
    let slip = SlipSearch { message, text, tokens: &tokens, line, rows };
    slip.unfinished_text()
        .or_else(|| slip.comment())
        .or_else(|| slip.dice())
        .or_else(|| slip.declared())
        .or_else(|| slip.function_head())
        .or_else(|| slip.entry_of_table())
        .or_else(|| slip.field_with_colon())
        .or_else(|| slip.sign())
        .or_else(|| slip.unit())
        .or_else(|| slip.hyphen())
        .or_else(|| slip.not_called())
        .or_else(|| slip.head_of_block())
        .or_else(|| slip.behind_return())
        .or_else(|| slip.never_closed())
        .or_else(|| slip.behind_the_last())
        .or_else(|| slip.closed_twice())
}

struct SlipSearch<'t> {
    message: &'t str,
    text: &'t str,
    tokens: &'t [LuauToken],
    line: usize,
    /// What scripts can call.
    rows: &'t [&'t ApiRow],
}

/// Signs of other languages, the longer first, with what is written instead.
const SIGNS: [(&str, &str, &str); 12] = [
    ("!==", "~=", "write `~=`"),
    ("===", "==", "write `==`"),
    ("!=", "~=", "write `~=`"),
    ("&&", "and", "write `and`"),
    ("||", "or", "write `or`"),
    ("=>", "function", "a function is written `function(me, play) … end`"),
    (
        "++",
        "+= 1",
        "write `count += 1` for a local name; what the game holds is changed by a function: `me:change(\"NAME\", 1)`",
    ),
    ("<>", "~=", "write `~=`"),
    (">>", ">", "write `>`"),
    ("<<", "<", "write `<`"),
    ("?", "if", "a choice is written `if CONDITION then A else B`"),
    ("!", "not", "write `not`"),
];

impl SlipSearch<'_> {
    fn of(&self, token: &LuauToken) -> &str {
        &self.text[token.start..token.end]
    }

    fn found(&self, start: usize, end: usize, says: impl Into<String>, help: impl Into<String>) -> Option<LuauSlip> {
        Some(LuauSlip { start, end: end.max(start), says: says.into(), help: help.into(), right: None })
    }

    /// Where a line begins, and what stands in it.
    fn line_at(&self, line: usize) -> Option<(usize, &str)> {
        let start: usize = self.text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
        Some((start, self.text.get(start..)?.lines().next()?))
    }

    /// The lines where it may stand: where Luau stops, and the one before.
    fn near(&self) -> impl Iterator<Item = (usize, &str)> {
        [Some(self.line), self.line.checked_sub(1)].into_iter().flatten().filter_map(move |line| self.line_at(line))
    }

    /// The tokens of a line.
    fn tokens_of(&self, (start, line): (usize, &str)) -> &[LuauToken] {
        let first = self.tokens.partition_point(|token| token.start < start);
        let last = self.tokens.partition_point(|token| token.start < start + line.len());
        self.tokens.get(first..last).unwrap_or(&[])
    }

    fn unfinished_text(&self) -> Option<LuauSlip> {
        let (start, line) = self.line_at(self.line).filter(|_| self.message.contains("Malformed string"))?;
        let open = self.tokens_of((start, line)).iter().rev().find(|token| {
            let text = self.of(token);
            text.starts_with(['"', '\'']) && (text.len() < 2 || !text.ends_with(&text[..1]))
        })?;
        let end = start + line.trim_end().len();
        self.found(open.start, end, "this text is never closed", "end it with `\"` on the same line")
    }

    /// Comments of other languages.
    fn comment(&self) -> Option<LuauSlip> {
        let (start, line) = self.near().find(|(_, line)| {
            let line = line.trim_start();
            line.starts_with("//") || line.starts_with("/*") || line.starts_with("# ") || line.starts_with("<!--")
        })?;
        let indent = line.len() - line.trim_start().len();
        let sign = if line.trim_start().starts_with('#') { "#" } else { &line.trim_start()[..2] };
        let (from, to) = (start + indent, start + line.trim_end().len());
        let found = self.found(from, to, format!("`{sign}` begins no comment here"), "a comment begins with `--`");
        // A comment of several lines ends who knows where.
        let right = matches!(sign, "//" | "#").then_some("--");
        found.map(|found| LuauSlip { right, ..found })
    }

    /// `play:roll(2d6)`
    fn dice(&self) -> Option<LuauSlip> {
        let (_, dice) = self.near().find_map(|line| {
            let found = self.tokens_of(line).iter().find(|token| {
                let (count, sides) = self.of(token).split_once(['d', 'D', 'w', 'W']).unwrap_or(("", ""));
                let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                token.sort == LuauTokenKind::Literal && is_digits(count) && is_digits(sides)
            })?;
            Some((line.0, *found))
        })?;
        // What is added to them belongs to them.
        let rest = &self.text[dice.end..];
        let signs = rest.trim_start_matches([' ', '+', '-']);
        let digits = signs.trim_start_matches(|c: char| c.is_ascii_digit());
        let plus = if signs.len() < rest.len() && digits.len() < signs.len() { rest.len() - digits.len() } else { 0 };
        let said = self.text[dice.start..dice.end + plus].replace(' ', "").to_lowercase().replace('w', "d");
        self.found(dice.start, dice.end + plus, "dice are no number", format!("dice stand in quotes: `\"{said}\"`"))
    }

    /// `var x = 1`, `int x = 1`
    fn declared(&self) -> Option<LuauSlip> {
        let is_foreign = |word: &str| {
            matches!(
                word,
                "var" | "let" | "const" | "int" | "float" | "double" | "string" | "bool" | "auto" | "my" | "dim"
            )
        };
        self.near().find_map(|line| {
            let [first, name, sign, ..] = self.tokens_of(line) else { return None };
            let is_declared = is_foreign(self.of(first)) && name.sort == LuauTokenKind::Word && self.of(sign) == "=";
            let help = format!("a local name is declared by `local {} = …`", self.of(name));
            let says = format!("`{}` declares nothing", self.of(first));
            let found = is_declared.then(|| self.found(first.start, first.end, says, help)).flatten();
            found.map(|found| LuauSlip { right: Some("local"), ..found })
        })
    }

    /// `def decide(me, play):`, `(me, play) => …`
    fn function_head(&self) -> Option<LuauSlip> {
        const HELP: &str = "a function is written `function(me, play) … end`";
        self.near().find_map(|line| {
            let tokens = self.tokens_of(line);
            let words = tokens.iter().take(2);
            let word = words.into_iter().find(|token| matches!(self.of(token), "def" | "fn" | "func" | "fun" | "sub"));
            let is_head = |word: &&LuauToken| self.text[word.end..line.0 + line.1.len()].contains('(');
            if let Some(word) = word.filter(is_head) {
                return self.found(word.start, word.end, format!("`{}` begins no function", self.of(word)), HELP);
            }
            let arrow = line.1.find("=>").map(|at| line.0 + at)?;
            self.found(arrow, arrow + 2, "no function is written with an arrow", HELP)
        })
    }

    /// `{ target: foe }`, `{ "target" = foe }`, `{ target = foe weapon = x }`
    fn entry_of_table(&self) -> Option<LuauSlip> {
        let line = self.near().find(|line| line.1.contains('{'))?;
        let tokens = self.tokens_of(line);
        let mut depth = 0;
        for (at, token) in tokens.iter().enumerate() {
            let text = |ahead: usize| tokens.get(at + ahead).map_or("", |token| self.of(token));
            depth += i32::from(self.of(token) == "{") - i32::from(self.of(token) == "}");
            let begins = depth > 0 && at > 0 && matches!(self.of(&tokens[at - 1]), "{" | ",");
            let is_name = token.sort == LuauTokenKind::Word;
            let is_text = token.sort == LuauTokenKind::Literal && self.of(token).starts_with(['"', '\'']);
            if begins && is_text && matches!(text(1), "=" | ":") && text(2) != "=" {
                let name = self.of(token).trim_matches(['"', '\'']);
                let end = tokens.get(at + 1).map_or(token.end, |sign| sign.end);
                let help = format!("a name stands without quotes, and `=` behind it: `{name} = …`");
                return self.found(token.start, end, "a text is no name of a table", help);
            }
            let value = tokens.get(at + 2).map(|token| token.start).unwrap_or(token.end);
            if begins && is_name && text(1) == ":" && !matches!(text(3), "(" | "{") {
                let sign = tokens.get(at + 1).map_or(token.end, |sign| sign.end);
                let help = format!("in tables `=` stands between name and value: `{{ {} = … }}`", self.of(token));
                return self.found(token.start, sign.max(value.min(sign)), "no `:` stands in a table", help);
            }
            let is_next = depth > 0 && is_name && text(1) == "=" && text(2) != "=" && !begins && at > 0;
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            let ends_value = before
                .is_some_and(|before| before.sort != LuauTokenKind::Mark || matches!(self.of(before), ")" | "]" | "}"));
            if is_next && ends_value {
                let (start, end) = before.map_or((token.start, token.end), |before| (before.start, token.end));
                return self.found(
                    start,
                    end,
                    "a comma is missing between two entries of a table",
                    format!("write `{}, {} = …`", before.map_or("", |before| self.of(before)), self.of(token)),
                );
            }
        }
        None
    }

    /// `me:score`
    fn field_with_colon(&self) -> Option<LuauSlip> {
        let is_unfinished = self.message.contains("function call arguments after");
        if !self.message.contains("when parsing function call") && !is_unfinished {
            return None;
        }
        let (start, here) = self.line_at(self.line)?;
        // The colon before a type has a blank behind it.
        let is_joint = |at: usize| !is_unfinished || here[at + 1..].starts_with(is_wordly);
        let colon = here.match_indices(':').map(|(at, _)| at).filter(|at| is_joint(*at)).find(|at| {
            let behind = here[at + 1..].trim_start_matches(is_wordly);
            behind.len() < here.len() - at - 1 && !behind.trim_start().starts_with(['(', '{', '"', '\'', '['])
        })?;
        let is_name = |c: char| is_wordly(c) || c == '.';
        let first = here[..colon].rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
        let length = here[colon + 1..].find(|c| !is_name(c)).unwrap_or(here.len() - colon - 1);
        let said = &here[first..colon + 1 + length];
        let name = said[said.find(':')? + 1..].split('.').next()?;
        if let Some(row) = self.rows.iter().find(|row| row.name == name && row.shape != Shape::Field) {
            let given = if row.parameters.iter().all(|parameter| parameter.optional) { "" } else { "…" };
            let end = start + first + said.find(':')? + 1 + name.len();
            let help =
                format!("a function is called with its parentheses: `{}({given})`", &self.text[start + first..end]);
            return self.found(start + first, end, format!("`{name}` is called without its parentheses"), help);
        }
        let help = format!("a field stands behind a point: `{}`", said.replacen(':', ".", 1));
        self.found(start + first, start + first + said.len(), "a colon calls a function, and none is called", help)
    }

    /// A sign of another language, outside of texts and comments.
    fn sign(&self) -> Option<LuauSlip> {
        for line in self.near() {
            for token in self.tokens_of(line).iter().filter(|token| token.sort == LuauTokenKind::Mark) {
                let rest = &self.text[token.start..line.0 + line.1.len()];
                // `?` behind a type says that it may be nil.
                let is_type = rest.starts_with('?') && !self.text[..token.start].ends_with(' ');
                if is_type {
                    continue;
                }
                if let Some((sign, right, help)) = SIGNS.iter().find(|(sign, ..)| rest.starts_with(sign)) {
                    let end = token.start + sign.len();
                    let found = self.found(token.start, end, format!("`{sign}` means nothing in Luau"), *help);
                    // Behind what it belongs to, `!` is none of this.
                    let is_behind = *sign == "!" && self.text[..token.start].ends_with(|c| is_wordly(c) || c == ')');
                    let right = Some(*right).filter(|right| help.ends_with(&format!("`{right}`")) && !is_behind);
                    return found.map(|found| LuauSlip { right, ..found });
                }
            }
        }
        // `count--` is a comment to Luau.
        let (start, line) = self.near().find(|(_, line)| {
            let name = line.trim().strip_suffix("--").unwrap_or("");
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        })?;
        let at = start + line.rfind("--")?;
        let help = "write `count -= 1` for a local name; what the game holds is changed by a function: `me:change(\"NAME\", -1)`";
        self.found(at, at + 2, "`--` begins a comment in Luau", help)
    }

    /// `range <= 2 m`: numbers of scripts have no units.
    fn unit(&self) -> Option<LuauSlip> {
        const KEYWORDS: [&str; 10] = ["then", "do", "and", "or", "else", "elseif", "end", "until", "in", "return"];
        self.near().find_map(|line| {
            self.tokens_of(line).windows(2).find_map(|pair| {
                let (number, word) = (self.of(&pair[0]), self.of(&pair[1]));
                let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                let is_word = pair[1].sort == LuauTokenKind::Word && !KEYWORDS.contains(&word);
                let is_pair = is_number && is_word && pair[0].sort == LuauTokenKind::Literal;
                // Behind it a statement of its own may begin.
                let is_alone = !self.text[pair[1].end..].trim_start_matches(' ').starts_with(['=', '(', ':', '.', ',']);
                let help =
                    format!("numbers stand alone in scripts, in the unit in which the rules declare them: `{number}`");
                let slip = || self.found(pair[1].start, pair[1].end, format!("`{word}` behind a number"), help);
                (is_pair && is_alone).then(slip).flatten()
            })
        })
    }

    /// `local near-foe = …`
    fn hyphen(&self) -> Option<LuauSlip> {
        self.near().find_map(|line| {
            let [local, one, sign, other, ..] = self.tokens_of(line) else { return None };
            let is_name = self.of(local) == "local"
                && self.of(sign) == "-"
                && other.sort == LuauTokenKind::Word
                && one.end == sign.start
                && sign.end == other.start;
            let help = format!("a hyphen is a minus: write `{}_{}`", self.of(one), self.of(other));
            is_name.then(|| self.found(one.start, other.end, "a name has no hyphen", help)).flatten()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::slip_of;
    use crate::script::compiler::compiler;

    /// What is said of a text: the place, what is wrong, the help.
    fn said(text: &str) -> Option<(String, String, String)> {
        let Err(mlua::Error::SyntaxError { message, .. }) = compiler().compile(text.as_bytes()) else { return None };
        let (line, message) = message.trim_start_matches(':').split_once(':')?;
        let slip = slip_of(message, text, line.trim().parse().ok()?, &[])?;
        Some((text[slip.start..slip.end].to_string(), slip.says, slip.help))
    }

    #[test]
    fn slips_have_their_place_and_their_cure() {
        for (text, place, help) in [
            ("local x = foe:score > 2\n", "foe:score", "foe.score"),
            ("local x = f({ target: foe, weapon: b })\n", "target:", "{ target = … }"),
            ("local x = { \"target\" = foe }\n", "\"target\" =", "target = …"),
            ("local x = { target = foe weapon = b }\n", "foe weapon", "foe, weapon = …"),
            ("local x = play:roll(2d6+1)\n", "2d6+1", "\"2d6+1\""),
            ("var x = 1\n", "var", "local x"),
            ("def decide(me, play):\n", "def", "function(me, play)"),
            ("return (me, play) => 1\n", "=>", "function(me, play)"),
            ("// nearest\nlocal x = 1\n", "// nearest", "`--`"),
            ("# nearest\nlocal x = 1\n", "# nearest", "`--`"),
            ("local near-foe = 1\n", "near-foe", "near_foe"),
            ("if a != b then\nend\n", "!=", "~="),
            ("if a = b then\nend\n", "=", "=="),
            ("if a\n  b()\nend\n", "if a", "then"),
            ("if a {\n  b()\n}\n", "{", "then"),
            ("if a:\n  b()\n", ":", "then"),
            ("if a then\n  b()\nelif c then\n  d()\nend\n", "elif", "elseif"),
            ("if a then\n  b()\nelse if c then\n  d()\nend\n", "else if", "elseif"),
            ("local x = \"open\nlocal y = 1\n", "\"open", "same line"),
            ("local x = f(a, b\nlocal y = 1\n", "(", ")"),
            ("if a then\n  b()\nlocal y = 1\n", "if a then", "end"),
            ("if a then\n  while b do\n    c()\nend\n", "while b do", "end"),
            ("if a then\n  if b then\n    c()\n  end\nlocal x = if a then 1 else 2\n", "if a then", "end"),
            ("if a then\n  b()\nend\nend\nreturn 1\n", "end", "take it away"),
            ("if a then\n  return 1\n  b()\nend\n", "b()", "ends its block"),
            ("local x = a ? b : c\n", "?", "if CONDITION then A else B"),
        ] {
            let (found, _, said) = said(text).unwrap_or_else(|| panic!("nothing is said of {text}"));
            assert_eq!(found, place, "{text}");
            assert!(said.contains(help), "{text}: {said}");
        }
    }
}
