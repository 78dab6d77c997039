//! Questions whose answer is the same as long as the rules are: `play:option("…")`, `play:setting("…")`. A script that
//! asks by a literal name gets the answer written into its text, so that it costs nothing, and Luau leaves out what can
//! then never happen.

use super::api::ApiOwner;
use super::lint::typed_names;
use super::{Arg, NameOrText, Program};
use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};

/// The text with every such question answered, on the same lines.
pub(super) fn answered(text: &str, program: &Program) -> String {
    let tokens = tokens(text);
    let names = typed_names(text, &tokens);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, window) in tokens.windows(6).enumerate() {
        let asked = AskedTokens { text, before: &tokens[..at], question: window, after: tokens.get(at + 6) };
        let is_play = || names.get(asked.word(&window[0])) == Some(&Some(ApiOwner::Play));
        if let Some(answer) =
            asked.name().filter(|_| is_play()).and_then(|(function, name)| program.constant(function, name))
            && let Some(literal) = literal(answer, program)
        {
            out.push_str(&text[done..window[0].start]);
            out.push_str(&literal);
            done = window[5].end;
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Six tokens that may be a question, and what stands around them.
struct AskedTokens<'a> {
    text: &'a str,
    before: &'a [LuauToken],
    question: &'a [LuauToken],
    after: Option<&'a LuauToken>,
}

impl<'a> AskedTokens<'a> {
    fn word(&self, token: &LuauToken) -> &'a str {
        &self.text[token.start..token.end]
    }

    /// Which function is asked by which literal name, if it is nothing but that and stands where a value does.
    fn name(&self) -> Option<(&'a str, &'a str)> {
        let [_, colon, member, open, name, close] = self.question else { return None };
        if (self.word(colon), self.word(open), self.word(close)) != (":", "(", ")") {
            return None;
        }
        let name = self.word(name).strip_prefix('"')?.strip_suffix('"')?;
        (self.is_value() && self.is_whole()).then_some((self.word(member), name))
    }

    /// Whether what stands before it shows that it is a value, and no statement.
    fn is_value(&self) -> bool {
        let mut before = self.before.iter().rev().map(|token| (token.sort, self.word(token)));
        match before.next() {
            Some((LuauTokenKind::Word, word)) => {
                matches!(word, "return" | "if" | "elseif" | "while" | "until" | "and" | "or" | "not")
            }
            Some((LuauTokenKind::Mark, ".")) => {
                before.next() == Some((LuauTokenKind::Mark, ".")) && before.next() != Some((LuauTokenKind::Mark, "."))
            }
            Some((LuauTokenKind::Mark, mark)) => !matches!(mark, ")" | "]" | "}" | ":" | ";"),
            _ => false,
        }
    }

    /// Whether nothing follows that would make a member, a call or an index of it.
    fn is_whole(&self) -> bool {
        let is_one_line = !self.text[self.question[0].start..self.question[5].end].contains('\n');
        let goes_on = |token: &LuauToken| {
            token.sort == LuauTokenKind::Literal || matches!(self.word(token), ":" | "." | "[" | "(" | "{")
        };
        is_one_line && !self.after.is_some_and(goes_on)
    }
}

/// A value as Luau writes it, if it has a plain form.
fn literal(answer: &Arg, program: &Program) -> Option<String> {
    match answer {
        Arg::Nil => Some("(nil)".to_string()),
        Arg::Bool(truth) => Some(format!("({truth})")),
        Arg::Number(n) if n.is_finite() => Some(format!("({n:?})")),
        Arg::Text(text) => {
            let text = NameOrText::as_str(text, program.names());
            let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b'-'));
            plain.then(|| format!("(\"{text}\")"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::answered;
    use crate::script::{Arg, Constants, Program};

    #[test]
    fn questions_with_one_answer_are_answered() {
        let options = [
            ("wet".into(), Arg::Bool(true)),
            ("ruling".into(), Arg::text("by_form")),
            ("odd".into(), Arg::text("a\"b")),
        ];
        let settings = [("depth".into(), Arg::Number(-2.5))];
        let answers = Constants::from([("option", options.into()), ("setting", settings.into())]);
        let program = Program::default().knowing(answers);
        let typed = "function(play: Play) ";
        for (text, expected) in [
            ("if play:option(\"wet\") then end", "if (true) then end"),
            ("x = 1 + play:setting(\"depth\")", "x = 1 + (-2.5)"),
            ("return play:option(\"ruling\") == \"by_form\"", "return (\"by_form\") == \"by_form\""),
            ("f(a, play:option(\"wet\"))", "f(a, (true))"),
            ("s = s .. play:option(\"ruling\")", "s = s .. (\"by_form\")"),
        ] {
            assert_eq!(answered(&format!("{typed}{text}"), &program), format!("{typed}{expected}"));
        }
        for text in [
            "play:option(\"wet\")",
            "f() play:option(\"wet\")",
            "x = play:option(\"other\")",
            "x = play:option(\"odd\")",
            "x = play:option(name)",
            "x = a.play:option(\"wet\")",
            "x = play:option(\"ruling\"):upper()",
            "x = play:option(\n\"wet\")",
            "x = play:table(\"wet\")",
            "local play = 1 x = play:option(\"wet\")",
        ] {
            let text = format!("{typed}{text}");
            assert_eq!(answered(&text, &program), text);
        }
        let untyped = "x = play:option(\"wet\")";
        assert_eq!(answered(untyped, &program), untyped);
    }
}
