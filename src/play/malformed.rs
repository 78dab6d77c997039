//! Orders that scripts give and that are none by their form: told at the line of the script that gives them, where
//! somebody watches a single game. What is only not allowed now is no mistake of a script.

use super::order::Order;
use crate::rulebook::Rulebook;
use crate::script::{ScriptError, ScriptPlace};
use crate::value::{FactId, ScriptId};
use miette::NamedSource;

/// Why whoever acts may not give an order: it states what only a referee may say.
pub(crate) fn overstated(book: &Rulebook, order: &Order) -> Option<String> {
    let action = &book.actions[order.action.index()];
    let (fact, _) = order.all_facts().find(|(fact, _)| !action.gives(*fact))?;
    let name = |fact: &FactId| format!("`{}`", book.facts[fact.index()].head.name);
    let takes: Vec<String> = action.takes.iter().map(name).collect();
    let takes = if takes.is_empty() { "nothing".to_string() } else { takes.join(", ") };
    let (action, fact) = (&action.head.name, name(fact));
    Some(format!("`{action}` does not take {fact}, which is the referee's to say; it takes {takes}"))
}

/// Why an order can never be one, whatever the state of the game; none if it can.
pub(super) fn malformed(book: &Rulebook, order: &Order) -> Option<String> {
    overstated(book, order).or_else(|| lacking(book, order))
}

/// What an order lacks of what its action takes.
fn lacking(book: &Rulebook, order: &Order) -> Option<String> {
    let action = &book.actions[order.action.index()];
    let is_given = |fact: &FactId| order.all_facts().any(|(given, _)| given == fact);
    let fact = |fact: &FactId| &book.facts[fact.index()];
    let is_optional = |id: &FactId| fact(id).default.is_some() || fact(id).from.is_some();
    let missing = action.takes.iter().find(|one| !is_given(one) && !is_optional(one))?;
    let all: Vec<String> = action.takes.iter().map(|one| format!("{} = …", fact(one).head.name)).collect();
    let (name, missing) = (&action.head.name, &fact(missing).head.name);
    Some(format!("`{name}` lacks `{missing}`: give what it takes, `{{ {} }}`, and nothing that is nil", all.join(", ")))
}

/// The mistake at the line of a script that gives orders of that action.
pub(super) fn at_script(book: &Rulebook, script: ScriptId, action: Option<&str>, reason: &str) -> Option<ScriptError> {
    let script = book.scripts.get(script.index())?;
    let source = book.sources.get(script.source);
    let text = &source.text;
    let written = |quote: char| format!(":order({quote}{}{quote}", action.unwrap_or_default());
    let found = ['"', '\''].into_iter().find_map(|quote| text.find(&written(quote)));
    let start = found.or_else(|| text.rfind("return ")).unwrap_or(0);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let whole = text[line..].lines().next().unwrap_or("");
    let begin = line + whole.len() - whole.trim_start().len();
    let at = (begin, (line + whole.trim_end().len()).saturating_sub(begin)).into();
    let (message, help) = reason.split_once(": ").map_or((reason, ""), |(message, help)| (message, help));
    let help = match help {
        "" => "an order gives what its action takes, and nothing else".to_string(),
        help => help.to_string(),
    };
    let source = NamedSource::new(&*source.name, text.to_string().into());
    let label = "this order is refused, whatever happens".to_string();
    let place = Box::new(ScriptPlace { source, at, label, help, trace: Vec::new() });
    Some(ScriptError::Misused { message: message.to_string(), place })
}
