//! The tokenizer of sentences at the prompt and in tests: their words and numbers, before anything is known of what
//! they name.

use super::build::{exact, unquoted};
use super::limit::{MAX_DICE, MAX_SIDES};
use crate::value::{Keep, Number, Term};

/// One word, number, text or sign of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// As written; a text in quotes without them.
    pub text: String,
    /// First byte in the sentence, and one past the last.
    pub span: (usize, usize),
    /// What it looks like.
    pub form: Form,
}

/// What a token looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Letters, digits, `_` and `'`.
    Word,
    /// `12`, `0.5` (a sign before it is a token of its own).
    Number(Number),
    /// In double quotes.
    Text,
    /// `3d6`
    Dice(Term),
    /// `,`
    Comma,
    /// `@`
    At,
    /// Any other character.
    Punct(char),
}

/// Cuts a sentence into its tokens. Nothing is an error here: a quote that is never closed runs to the end.
///
/// ```
/// use fray::syntax::sentence::{words, Form};
/// let tokens = words("Ann throws \"Long Spear\", range 12");
/// assert_eq!(tokens[2].text, "Long Spear");
/// assert_eq!(tokens[3].form, Form::Comma);
/// assert_eq!(tokens[5].form, Form::Number(12.into()));
/// ```
pub fn words(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let length = length(&text[at..], c);
        let raw = &text[at..at + length];
        let form = form(raw, c);
        let shown = if form == Form::Text { in_quotes(raw) } else { raw.to_string() };
        tokens.push(Token { text: shown, span: (at, at + length), form });
        at += length;
    }
    tokens
}

fn is_wordly(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// How many bytes the token at the beginning has.
fn length(rest: &str, first: char) -> usize {
    if first == '"' {
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                '"' if !escaped => return at + 1,
                _ => escaped = c == '\\' && !escaped,
            }
        }
        return rest.len();
    }
    if !is_wordly(first) {
        return first.len_utf8();
    }
    let whole = rest.find(|c| !is_wordly(c)).unwrap_or(rest.len());
    let decimals =
        match rest[..whole].bytes().all(|byte| byte.is_ascii_digit()).then(|| rest[whole..].strip_prefix('.')) {
            Some(Some(behind)) => behind.bytes().take_while(u8::is_ascii_digit).count(),
            _ => 0,
        };
    if decimals == 0 { whole } else { whole + 1 + decimals }
}

fn form(raw: &str, first: char) -> Form {
    match first {
        '"' => Form::Text,
        ',' => Form::Comma,
        '@' => Form::At,
        _ if !is_wordly(first) => Form::Punct(first),
        _ => match (first.is_ascii_digit().then(|| exact(raw)).flatten(), dice(raw)) {
            (Some(number), _) => Form::Number(number),
            (None, Some(term)) => Form::Dice(term),
            (None, None) => Form::Word,
        },
    }
}

fn in_quotes(raw: &str) -> String {
    match raw.len() > 1 && raw.ends_with('"') {
        true => unquoted(raw),
        false => raw.trim_start_matches('"').to_string(),
    }
}

fn dice(raw: &str) -> Option<Term> {
    let (count, sides) = raw.split_once('d')?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(count) || !digits(sides) {
        return None;
    }
    let count = if count.is_empty() { 1 } else { count.parse().ok()? };
    let sides = sides.parse().ok()?;
    let fits = (1..=MAX_DICE).contains(&count) && (1..=MAX_SIDES).contains(&sides);
    fits.then_some(Term { minus: false, count, sides, keep: Keep::All })
}

#[cfg(test)]
mod tests {
    use super::{Form, words};

    #[test]
    fn every_form_of_token() {
        let shown =
            |text: &str| words(text).iter().map(|token| format!("{}:{:?}", token.text, token.form)).collect::<Vec<_>>();
        assert_eq!(
            shown("Ann's \"Long Spear\" 3d6, not 0.5 @5.2 x=-1 9mm 0d6"),
            [
                "Ann's:Word",
                "Long Spear:Text",
                "3d6:Dice(Term { minus: false, count: 3, sides: 6, keep: All })",
                ",:Comma",
                "not:Word",
                "0.5:Number(1/2)",
                "@:At",
                "5.2:Number(26/5)",
                "x:Word",
                "=:Punct('=')",
                "-:Punct('-')",
                "1:Number(1)",
                "9mm:Word",
                "0d6:Word",
            ]
        );
    }

    #[test]
    fn spans_are_those_of_the_sentence() {
        let text = "é \"a \\\" b\" \"open";
        let tokens = words(text);
        let slices: Vec<&str> = tokens.iter().map(|token| &text[token.span.0..token.span.1]).collect();
        assert_eq!(slices, ["é", "\"a \\\" b\"", "\"open"]);
        assert_eq!(tokens[1].text, "a \" b");
        assert_eq!(tokens[2].text, "open");
        assert_eq!(tokens[0].form, Form::Word);
    }
}
