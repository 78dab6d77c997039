//! Failures of scripts, told by what is wrong with their text where that can be seen: a script stops where it misses what
//! went wrong in a line above.

use crate::diag::{Diagnostic, Diagnostics};
use crate::judge::judge_some;
use crate::play::{Kit, PlayError};
use crate::rulebook::Scenario;
use crate::script::{ScriptError, ScriptPlace};

/// What made a script fail: the mistake that is plain in the same line, or a name above that nobody has where what it
/// should have given is missing; otherwise the failure itself.
pub(super) fn by_its_cause(error: PlayError, kit: &Kit) -> Diagnostic {
    let cause = match &error {
        PlayError::Script(error) => error.place().and_then(|place| cause(error, place, kit)),
        _ => None,
    };
    match cause {
        Some(cause) => Box::new(cause),
        None => error.report(&kit.book),
    }
}

fn cause(error: &ScriptError, failed: &ScriptPlace, kit: &Kit) -> Option<ScriptError> {
    // What takes too long is told as that, whatever else stands there.
    let is_limit =
        matches!(error, ScriptError::Fuel { .. } | ScriptError::Memory { .. } | ScriptError::Recursion { .. });
    let is_argument = |error: &ScriptError| matches!(error, ScriptError::WrongArgument { .. });
    let wanted = failed.source.name();
    let line = |place: &ScriptPlace| {
        let text: &str = place.source.inner();
        text.get(..place.at.offset()).map_or(0, |before| before.matches('\n').count())
    };
    let is_missing = matches!(error, ScriptError::Runtime { message, .. } if message.contains("nil"));
    let is_cause = |found: &ScriptError| {
        found.place().is_some_and(|place| {
            let is_above = is_missing && matches!(found, ScriptError::UnknownName { .. }) && line(place) < line(failed);
            line(place) == line(failed) || is_above
        })
    };
    judge_some(&kit.book, &kit.program, |path| !is_limit && path == wanted)
        .into_iter()
        .find(|found| is_cause(found) && (is_argument(found) || !is_argument(error)))
        .map(|found| found.led_to_by(&failed.trace))
}

/// What is certainly wrong with the script that gave an order which nothing can make of, wherever it stands there: what is
/// told of the order itself only says what came of it.
pub(super) fn of_malformed_order(error: &PlayError, kit: &Kit) -> Diagnostics {
    let PlayError::Script(error) = error else { return Vec::new() };
    let Some(place) = error.place().filter(|_| matches!(**error, ScriptError::Misused { .. })) else {
        return Vec::new();
    };
    let judged = judge_some(&kit.book, &kit.program, |path| path == place.source.name());
    judged.into_iter().map(|error| Box::new(error) as Diagnostic).collect()
}

/// What is certainly wrong with the scripts of a pack.
pub(super) fn of_pack(kit: &Kit, pack: &str) -> Diagnostics {
    let folder = format!("scripts/{pack}/");
    let judged = judge_some(&kit.book, &kit.program, |path| path.contains(&folder));
    judged.into_iter().map(|error| Box::new(error) as Diagnostic).collect()
}

/// What is certainly wrong with the scripts that decide in a scenario.
pub(super) fn of_controllers(kit: &Kit, scenario: &Scenario) -> Diagnostics {
    let book = &kit.book;
    let paths: Vec<&str> =
        scenario.controllers().map(|id| &*book.sources.get(book.scripts[id.index()].source).name).collect();
    let judged = judge_some(book, &kit.program, |path| paths.contains(&path));
    judged.into_iter().map(|error| Box::new(error) as Diagnostic).collect()
}
