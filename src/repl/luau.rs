//! `= LUAU`: an expression or statements in the sandbox, with the figures they name at hand.

use super::Response;
use super::answer::LineStop;
use super::session::{Answered, LineStep};
use super::tracked;
use crate::diag::Diagnostic;
use crate::play::{Play, PlayError, ScriptNames};
use crate::script::{Arg, DECLARE, Engine, Host, Program, ScriptError, ScriptSource, Terms};
use crate::state::State;
use crate::text::is_wordly;
use crate::value::ScriptId;
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// What the script is called in its errors.
const NAME: &str = "prompt";

/// Runs a line of Luau.
pub(super) fn run(step: &mut LineStep<'_>, code: &str) -> Answered {
    if code.is_empty() {
        return Err(step.line.missing("nothing to run", "write `= 1 + 1`, or anything that Luau can do").into());
    }
    match attempt(step, code, "return ") {
        Err(LuauFailure::Syntax(first)) => match attempt(step, code, "") {
            Err(LuauFailure::Syntax(_)) => Err(in_the_line(step, first, code)),
            other => other.map_err(|failed| in_the_line(step, failed.stop(), code)),
        },
        other => other.map_err(|failed| in_the_line(step, failed.stop(), code)),
    }
}

/// What is wrong with the line itself, told of the line; what is wrong in a script of the rules stays there.
fn in_the_line(step: &LineStep<'_>, stop: LineStop, code: &str) -> LineStop {
    let LineStop::Wrong(diagnostics) = &stop else { return stop };
    let [diagnostic] = diagnostics.as_slice() else { return stop };
    let label = diagnostic.labels().and_then(|mut labels| labels.next());
    let text = diagnostic.source_code().zip(label);
    let text = text.and_then(|(source, label)| source.read_span(label.inner(), 0, 0).ok());
    if text.is_none_or(|text| text.name() != Some(NAME)) {
        return stop;
    }
    let what = diagnostic.labels().and_then(|mut labels| labels.next()?.label().map(str::to_string));
    let what = what.unwrap_or_else(|| "Luau stops here".to_string());
    let message =
        diagnostic.to_string().replace("got 'end'", "got nothing more").replace("got <eof>", "got nothing more");
    let cast = step.table.cast();
    let named = cast.names.iter().find(|(name, _)| message == format!("no global is named `{name}`"));
    let help = match named {
        Some((name, _)) => format!("`new {name}` lets it join the fight first"),
        None if is_of_unknown(diagnostic.as_ref()) && !step.table.now().figures.is_empty() => {
            let figures = &step.table.now().figures;
            let names = figures.iter().take(MOST_NAMED).map(|figure| format!("`{}`", figure.name));
            let names = names.collect::<Vec<String>>().join(", ");
            format!("figures are known here by their names, such as {names}; declare anything else with `local` first")
        }
        None => diagnostic.help().map_or_else(|| "mend this line".to_string(), |help| help.to_string()),
    };
    step.line.nothing(code, &message, &what, &help).into()
}

/// Whether a name is not known of which nothing more is: no name of another Lua, no slip of one that is.
fn is_of_unknown(diagnostic: &dyn miette::Diagnostic) -> bool {
    diagnostic.help().is_some_and(|help| help.to_string() == DECLARE)
}

/// So many figures are named as examples.
const MOST_NAMED: usize = 3;

enum LuauFailure {
    Syntax(LineStop),
    Other(LineStop),
}

impl LuauFailure {
    fn stop(self) -> LineStop {
        match self {
            LuauFailure::Syntax(stop) | LuauFailure::Other(stop) => stop,
        }
    }
}

fn attempt(step: &mut LineStep<'_>, code: &str, before: &str) -> Result<Response, LuauFailure> {
    let (state, asked) = (step.table.now().clone(), step.table.pending.is_some().then(|| step.table.clone()));
    let text = script(&state, code, before);
    let (engine, script) =
        engine(step, text).map_err(|error| LuauFailure::Other(LineStop::from(error as Diagnostic)))?;
    let own = step.table.engine.replace(engine.clone());
    let mut shown = String::new();
    let mut is_syntax = false;
    let told = tracked::outside(step, state, |play| {
        // While somebody is asked, one may look.
        let terms = Terms { read_only: asked.is_some(), called_by: &"the prompt" };
        match engine.run(script, &[Arg::Play], play, terms) {
            Ok(values) => {
                let words: Vec<String> = values.iter().map(|value| words(play, value)).collect();
                shown = words.join(", ");
                Ok(())
            }
            Err(error) => {
                is_syntax = matches!(error, ScriptError::Syntax { .. });
                Err(PlayError::Script(Box::new(error)))
            }
        }
    });
    step.table.engine = own;
    if let Some(table) = asked {
        (step.table, step.changes) = (table, false);
    }
    let told = told.map_err(if is_syntax { LuauFailure::Syntax } else { LuauFailure::Other })?;
    Ok(Response::of(if shown.is_empty() { told } else { format!("{told}{shown}\n") }))
}

/// A value as a person reads it.
fn words(play: &mut Play, value: &Arg) -> String {
    match value {
        Arg::Text(text) => text.to_arc(play.rules().names.texts()).to_string(),
        Arg::Number(number) => number.to_string(),
        Arg::Bool(truth) => truth.to_string(),
        Arg::Nil => "nil".to_string(),
        Arg::List(values) => {
            let inner: Vec<String> = values.iter().map(|value| words(play, value)).collect();
            format!("{{ {} }}", inner.join(", "))
        }
        Arg::Record(fields) => {
            let names = play.rules().names.texts().to_vec();
            let inner: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{} = {}", name.as_str(&names), words(play, value)))
                .collect();
            format!("{{ {} }}", inner.join(", "))
        }
        other => play.show(other),
    }
}

/// The line as a script, with a local for each figure it names.
fn script(state: &State, code: &str, before: &str) -> String {
    let words: Vec<&str> = code.split(|c: char| !is_wordly(c)).collect();
    let mut text = "return function(play: Play)".to_string();
    for figure in state.figures.iter().filter(|figure| words.contains(&&*figure.name)) {
        let _ = write!(text, " local {0} = play:figure(\"{0}\")", figure.name);
    }
    format!("{text}\n{before}{code}\nend\n")
}

fn engine(step: &LineStep<'_>, text: String) -> Result<(Rc<Engine<Play>>, ScriptId), Box<ScriptError>> {
    let kit = &step.table.kit;
    let mut scripts: Vec<ScriptSource> = kit.program.scripts().to_vec();
    let script = ScriptId(scripts.len() as u16);
    scripts.push(ScriptSource { name: NAME.into(), path: NAME.into(), text: text.into() });
    let program = Program::new(scripts, ScriptNames::new(&kit.book).texts().to_vec());
    Ok((Rc::new(Engine::new(Arc::new(program), kit.cancel.clone()).map_err(Box::new)?), script))
}
