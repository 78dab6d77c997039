//! What can be known of scripts before they run: whether they are Luau, and whether the members they call exist, where
//! the type of what they are called on is plain to see.

use super::api::{Owner, rows_of};
use super::raised::with_article;
use super::sandbox::compiler;
use super::token::{Sort, Token, tokens};
use super::trace::{line_span, syntax_help};
use super::{Place, Program, ScriptError, ScriptSource, limit};
use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use miette::{NamedSource, SourceSpan};
use std::collections::BTreeMap;

/// Every mistake of the scripts that can be found without running them, in the order of the scripts and their lines.
pub fn compile_check(program: &Program) -> Diagnostics {
    let mut found: Diagnostics = Vec::new();
    for script in program.scripts() {
        match syntax_error(script) {
            Some(error) => found.push(Box::new(error)),
            None => found.extend(unknown_members(script).into_iter().map(|error| Box::new(error) as Diagnostic)),
        }
    }
    found
}

fn place(script: &ScriptSource, at: SourceSpan, label: &str, help: String) -> Box<Place> {
    let source = NamedSource::new(&*script.path, script.text.clone());
    Box::new(Place { source, at, label: label.to_string(), help, trace: Vec::new() })
}

fn syntax_error(script: &ScriptSource) -> Option<ScriptError> {
    if script.text.len() > limit::SOURCE {
        let message = format!("a script may have {} bytes, this has {}", limit::SOURCE, script.text.len());
        let place = place(script, line_span(&script.text, 1), "begins here", "split it into libraries".to_string());
        return Some(ScriptError::Syntax { message, place });
    }
    let whole = match compiler().compile(script.text.as_bytes()) {
        Ok(_) => return None,
        Err(mlua::Error::SyntaxError { message, .. }) => message,
        Err(other) => other.to_string(),
    };
    let rest = whole.trim_start_matches(':');
    let (line, message) = rest.split_once(':').unwrap_or(("", rest));
    let (line, message) = line.trim().parse().map_or((1, rest), |line| (line, message));
    let help = syntax_help(message).to_string();
    let place = place(script, line_span(&script.text, line), "Luau stops here", help);
    Some(ScriptError::Syntax { message: message.trim().to_string(), place })
}

/// Names of the text by the one type they are given wherever they are declared with a type.
pub(super) fn typed_names<'a>(text: &'a str, tokens: &[Token]) -> BTreeMap<&'a str, Option<Owner>> {
    let word = |token: &Token| (token.sort == Sort::Word).then(|| &text[token.start..token.end]);
    let mut names: BTreeMap<&str, Option<Owner>> = BTreeMap::new();
    for (index, window) in tokens.windows(3).enumerate() {
        let (Some(name), Some(kind)) = (word(&window[0]), word(&window[2])) else {
            continue;
        };
        let after = tokens.get(index + 3).map(|token| &text[token.start..token.end]);
        if &text[window[1].start..window[1].end] != ":" || matches!(after, Some("(" | "|" | "&" | "?" | ".")) {
            continue;
        }
        let owner = OWNERS.iter().copied().find(|owner| owner.name() == kind);
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

/// The types that scripts may declare.
const OWNERS: [Owner; 7] =
    [Owner::Figure, Owner::Thing, Owner::Side, Owner::Cell, Owner::Order, Owner::Result, Owner::Play];

fn unknown_members(script: &ScriptSource) -> Vec<ScriptError> {
    let text = &*script.text;
    let tokens = tokens(text);
    let names = typed_names(text, &tokens);
    let slice = |token: &Token| &text[token.start..token.end];
    let mut found = Vec::new();
    for (index, window) in tokens.windows(4).enumerate() {
        let [subject, colon, member, open] = window else { continue };
        let chained = index > 0 && matches!(slice(&tokens[index - 1]), "." | ":");
        let called = slice(colon) == ":" && slice(open) == "(" && member.sort == Sort::Word;
        let Some(Some(owner)) = names.get(slice(subject)).filter(|_| called && !chained) else { continue };
        let member_name = slice(member);
        if rows_of(*owner).any(|row| row.name == member_name) {
            continue;
        }
        let nearest = rows_of(*owner).map(|row| row.name);
        let help = did_you_mean(member_name, nearest, "the reference of scripts lists what there is");
        let at = (member.start, member.end - member.start).into();
        let place = place(script, at, "not a member of it", help);
        found.push(ScriptError::UnknownMember {
            sort: with_article(*owner).to_string(),
            name: member_name.to_string(),
            place,
        });
    }
    found
}
