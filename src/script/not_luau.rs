//! Texts that are no Luau: where Luau stops, what is wrong in the words of an author, and what to do about it.

use super::api::ApiRow;
use super::compiler::compiler;
use super::slip::{LuauSlip, slip_of};
use super::weight::operators;
use super::{ScriptError, ScriptPlace, ScriptSource, limit};
use miette::{NamedSource, SourceSpan};

/// So many slips of one script are told at once.
const MOST_SLIPS: usize = 8;

/// What is wrong with a script that Luau does not take, and the slips behind it that are found once it is mended.
pub(super) fn syntax_errors(script: &ScriptSource, rows: &[&ApiRow]) -> Vec<ScriptError> {
    let mut found: Vec<ScriptError> = syntax_error(script, rows).into_iter().collect();
    let (mut text, mut edits) = (script.text.to_string(), Vec::new());
    let mut told: Vec<(usize, String)> = Vec::new();
    while !found.is_empty() && told.len() < MOST_SLIPS && edits.len() < 4 * MOST_SLIPS {
        let Some(slip) = certain_slip(&text, rows) else { break };
        let (start, right) = (place_before(&edits, slip.start), slip.right.unwrap_or_default());
        let is_word = right.starts_with(char::is_alphabetic);
        let is_apart = |beside: Option<char>| !is_word || beside.is_none_or(char::is_whitespace);
        let ahead = if is_apart(text[..slip.start].chars().next_back()) { "" } else { " " };
        let after = if is_apart(text[slip.end..].chars().next()) { "" } else { " " };
        // The first of them is told already, and of one line each is told once.
        let line = script.text.get(..start).map_or(0, |before| before.matches('\n').count());
        if !told.is_empty() && !told.iter().any(|(other, says)| *other == line && *says == slip.says) {
            let at = (start, slip.end - slip.start).into();
            let place = place(script, at, "not written so here", slip.help);
            found.push(ScriptError::Syntax { message: slip.says.clone(), place });
        }
        told.push((line, slip.says));
        let right = match right {
            "--" => format!("--{}", &text[slip.start..slip.end]),
            right => format!("{ahead}{right}{after}"),
        };
        text.replace_range(slip.start..slip.end, &right);
        edits.push(ScriptEdit { at: slip.start, old: slip.end - slip.start, new: right.len() });
    }
    found
}

/// What was written over: where, how many bytes, and by how many.
struct ScriptEdit {
    at: usize,
    old: usize,
    new: usize,
}

/// Where a byte stood before all that was written over.
fn place_before(edits: &[ScriptEdit], at: usize) -> usize {
    edits.iter().rev().fold(at, |at, edit| match at {
        at if at >= edit.at + edit.new => at + edit.old - edit.new,
        at => at.min(edit.at + edit.old.min(at.saturating_sub(edit.at))),
    })
}

/// The slip at which Luau stops, if it is certain what was meant.
fn certain_slip(text: &str, rows: &[&ApiRow]) -> Option<LuauSlip> {
    let Err(mlua::Error::SyntaxError { message, .. }) = compiler().compile(text.as_bytes()) else { return None };
    let (line, message) = message.trim_start_matches(':').split_once(':')?;
    slip_of(message, text, line.trim().parse().ok()?, rows).filter(|slip| slip.right.is_some())
}

/// What is wrong with a script that Luau does not take; none if it does.
pub(super) fn syntax_error(script: &ScriptSource, rows: &[&ApiRow]) -> Option<ScriptError> {
    if script.text.len() > limit::SOURCE {
        let message = format!("a script may have {} bytes, this has {}", limit::SOURCE, script.text.len());
        let place = place(script, line_span(&script.text, 1), "begins here", "split it into libraries".to_string());
        return Some(ScriptError::Syntax { message, place });
    }
    let operators = operators(&script.text);
    if operators > limit::OPERATORS {
        let message = format!("a function may have {} operators, one here has {operators}", limit::OPERATORS);
        let place = place(script, line_span(&script.text, 1), "in this script", "split it into functions".to_string());
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
    if let Some(slip) = slip_of(message, &script.text, line, rows) {
        let at = (slip.start, slip.end - slip.start).into();
        return Some(ScriptError::Syntax {
            message: slip.says,
            place: place(script, at, "not written so here", slip.help),
        });
    }
    let help = syntax_help(message, &script.text, line).to_string();
    let (line, message) = match braced_line(&script.text, line) {
        Some(line) => (line, "no block begins with `{`"),
        None => (line, message.trim()),
    };
    let place = place(script, line_span(&script.text, line), "Luau stops here", help);
    Some(ScriptError::Syntax { message: message.to_string(), place })
}

pub(super) fn place(script: &ScriptSource, at: SourceSpan, label: &str, help: String) -> Box<ScriptPlace> {
    let source = NamedSource::new(&*script.path, script.text.clone().into());
    Box::new(ScriptPlace { source, at, label: label.to_string(), help, trace: Vec::new() })
}

/// The line that opens a block with a brace, if Luau stops there or in the line below.
pub(super) fn braced_line(text: &str, line: usize) -> Option<usize> {
    let begins = |line: &str| ["if ", "if(", "for ", "while "].iter().any(|word| line.trim_start().starts_with(word));
    let first = line.saturating_sub(1).max(1);
    let mut lines = text.lines().skip(first - 1).take(line + 1 - first);
    lines.position(|line| line.trim_end().ends_with('{') && begins(line)).map(|at| first + at)
}

/// What to do about a text that is no Luau, by what Luau says of it and by the lines where it stops.
pub(super) fn syntax_help(message: &str, text: &str, line: usize) -> &'static str {
    let lines: Vec<&str> = text.lines().skip(line.saturating_sub(2)).take(2).collect();
    let has = |part: &str| lines.iter().any(|line| line.contains(part));
    const SIGNS: [(&str, &str); 9] = [
        ("!=", "unequal is written `~=`"),
        ("&&", "write `and`"),
        ("||", "write `or`"),
        (
            "++",
            "write `count += 1` for a local name; what the game holds is changed by a function: `me:change(\"NAME\", 1)`",
        ),
        ("elif ", "write `elseif`"),
        ("elsif ", "write `elseif`"),
        ("else if ", "write `elseif`, or close the inner `if` with an `end` of its own"),
        ("//", "a comment begins with `--`"),
        ("!", "write `not`"),
    ];
    if message.contains("<eof>") {
        return "is an `end` missing?";
    }
    if lines.iter().any(|line| line.trim_end().ends_with("--")) {
        return "write `count -= 1` for a local name; what the game holds is changed by a function: `me:change(\"NAME\", -1)`";
    }
    if braced_line(text, line).is_some() {
        return "a block has no braces: `if CONDITION then … end`, `for index, value in list do … end`";
    }
    if message.contains("Expected 'then'") && (message.contains("got 'is'") || message.contains("got 'equals'")) {
        return "equality is written `==`, its contrary `~=`";
    }
    if lines.last().is_some_and(|line| line.trim_end().ends_with(':')) {
        return "a condition ends with `then`, a loop's head with `do`; a block with `end`";
    }
    if lines.iter().any(|line| line.contains('{') && line.contains(": ")) {
        return "in tables `=` stands between name and value: `{ target = foe }`";
    }
    if message.contains("Expected ')'") {
        return "close the bracket with `)`";
    }
    if message.contains("Expected 'then'") && message.contains("got '='") {
        return "equality is written `==`";
    }
    if message.contains("Expected 'then'") {
        return "write `then` behind the condition";
    }
    if message.contains("Expected 'do'") {
        return "write `do` behind it";
    }
    let sign = SIGNS.iter().find(|(sign, _)| has(sign)).map(|(_, help)| *help);
    sign.unwrap_or("mend this line, or what was opened before it")
}

/// The whole line, counted from 1, without its indentation.
pub(super) fn line_span(text: &str, line: usize) -> SourceSpan {
    let mut start = 0;
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        if index + 1 == line {
            let bare = whole.trim();
            let indent = whole.len() - whole.trim_start().len();
            return (start + if bare.is_empty() { 0 } else { indent }, bare.len()).into();
        }
        start += whole.len();
    }
    (text.len(), 0).into()
}
