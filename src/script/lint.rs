//! What can be known of scripts before they run, without the rules: whether they are Luau, and whether the questions they
//! ask are declared.

use super::api::ApiOwner;
use super::compiler::compiler;
use super::not_luau::{place, syntax_errors};
use super::{Program, ScriptError, ScriptSource, limit};
use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};
use std::collections::BTreeMap;

/// Every mistake of the scripts that can be found without running them, in the order of the scripts and their lines.
pub fn compile_check(program: &Program) -> Diagnostics {
    let mut found: Diagnostics = Vec::new();
    for script in program.scripts() {
        let errors = match syntax_errors(script, program.called()) {
            errors if errors.is_empty() => unknown_questions(script, program),
            errors => errors,
        };
        found.extend(errors.into_iter().map(|error| Box::new(error) as Diagnostic));
    }
    found
}

/// Whether a script is one that Luau takes.
pub fn is_luau(script: &ScriptSource) -> bool {
    script.text.len() <= limit::SOURCE && compiler().compile(script.text.as_bytes()).is_ok()
}

/// Names of the text by the one type they are given wherever they are declared with a type.
pub(super) fn typed_names<'a>(text: &'a str, tokens: &[LuauToken]) -> BTreeMap<&'a str, Option<ApiOwner>> {
    let word = |token: &LuauToken| (token.sort == LuauTokenKind::Word).then(|| &text[token.start..token.end]);
    let mut names: BTreeMap<&str, Option<ApiOwner>> = BTreeMap::new();
    for (index, window) in tokens.windows(3).enumerate() {
        let (Some(name), Some(kind)) = (word(&window[0]), word(&window[2])) else {
            continue;
        };
        let after = tokens.get(index + 3).map(|token| &text[token.start..token.end]);
        if &text[window[1].start..window[1].end] != ":" || matches!(after, Some("(" | "|" | "&" | "?" | ".")) {
            continue;
        }
        let owner = ApiOwner::ALL.into_iter().find(|owner| owner.name() == kind);
        let known = names.entry(name).or_insert(owner);
        if *known != owner {
            *known = None;
        }
    }
    for window in tokens.windows(2) {
        let untyped = matches!(word(&window[0]), Some("local" | "for"));
        if let (true, Some(name)) = (untyped, word(&window[1])) {
            names.insert(name, None);
        }
    }
    names
}

/// The questions that a script asks or compares with that are not declared, and what it reads of one that none tells.
fn unknown_questions(script: &ScriptSource, program: &Program) -> Vec<ScriptError> {
    let Some(questions) = program.questions() else { return Vec::new() };
    let text = &*script.text;
    let tokens = tokens(text);
    let plays = typed_names(text, &tokens);
    let slice = |token: &LuauToken| &text[token.start..token.end];
    let is_question = |word: &str| {
        let typed =
            |three: &[LuauToken]| slice(&three[0]) == word && slice(&three[1]) == ":" && slice(&three[2]) == "Question";
        tokens.windows(3).any(typed)
    };
    let mut found = Vec::new();
    for (at, window) in tokens.windows(4).enumerate() {
        let [subject, sign, member, next] = window else { continue };
        let named = match (slice(sign), slice(member), slice(next)) {
            (":", "ask", "(") if plays.get(slice(subject)) == Some(&Some(ApiOwner::Play)) => {
                second_argument(text, &tokens, at + 4)
            }
            (".", "name", "=" | "~") if is_question(slice(subject)) => tokens.get(at + 5).copied(),
            (".", field, _) if is_question(slice(subject)) && !questions.tells(field) => {
                let help = did_you_mean(field, questions.fields(), "declare it: `gives` in the question");
                let place = place(script, (member.start, field.len()).into(), "no question tells this", help);
                let sort = "a question".to_string();
                found.push(ScriptError::UnknownMember { sort, name: field.to_string(), place });
                None
            }
            _ => None,
        };
        let quoted = named.map(|token| (token.start, slice(&token)));
        let Some((start, name)) = quoted.and_then(|(start, text)| Some((start, unquoted(text)?))) else { continue };
        if !questions.has(name) {
            let help = did_you_mean(name, questions.names(), "declare it: `question NAME \"Title\" { choices … }`");
            let place = place(script, (start, name.len() + 2).into(), "not declared in this rulebook", help);
            found.push(ScriptError::UnknownName { sort: "question".to_string(), name: name.to_string(), place });
        } else if slice(member) == "ask"
            && let Some((start, answer)) = compared_answer(text, &tokens, at + 4)
            && let Some(words) = questions.words(name).filter(|words| !words.iter().any(|word| **word == *answer))
        {
            let all: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            let otherwise = format!("compare with one of its choices: {}", all.join(", "));
            let help = did_you_mean(answer, words.iter().map(|word| &**word), &otherwise);
            let place = place(script, (start, answer.len() + 2).into(), "nobody can answer this", help);
            let sort = format!("choice of `{name}`");
            found.push(ScriptError::UnknownName { sort, name: answer.to_string(), place });
        }
    }
    found
}

/// The text with which the answer of a call is compared whose first argument begins at this token, and where it stands.
fn compared_answer<'t>(text: &'t str, tokens: &[LuauToken], first: usize) -> Option<(usize, &'t str)> {
    let slice = |token: &LuauToken| &text[token.start..token.end];
    let mut depth = 0;
    let close = tokens.iter().enumerate().skip(first).find_map(|(at, token)| {
        match slice(token) {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" if depth == 0 => return Some(at),
            ")" | "}" | "]" => depth -= 1,
            _ => {}
        }
        None
    })?;
    let [sign, equals, answer] = tokens.get(close + 1..close + 4)? else { return None };
    let is_compared = matches!(slice(sign), "=" | "~") && slice(equals) == "=";
    is_compared.then(|| Some((answer.start, unquoted(slice(answer))?)))?
}

/// The second argument of a call whose first begins at this token, if it is a single one.
fn second_argument(text: &str, tokens: &[LuauToken], first: usize) -> Option<LuauToken> {
    let mut depth = 0;
    let comma = tokens.iter().enumerate().skip(first).find_map(|(at, token)| {
        match &text[token.start..token.end] {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" if depth == 0 => return Some(None),
            ")" | "}" | "]" => depth -= 1,
            "," if depth == 0 => return Some(Some(at)),
            _ => {}
        }
        None
    })??;
    let after = tokens.get(comma + 2).map(|token| &text[token.start..token.end]);
    tokens.get(comma + 1).copied().filter(|_| matches!(after, Some("," | ")")))
}

/// What a literal in plain quotes says.
fn unquoted(literal: &str) -> Option<&str> {
    ['"', '\''].iter().find_map(|quote| literal.strip_prefix(*quote)?.strip_suffix(*quote))
}
