//! Which options hold, and whether a `when` block stands under that choice.

use super::error::{PlacedError, RulebookError};
use super::level::Level;
use crate::diag::{Diagnostics, did_you_mean, listed, suggest};
use crate::syntax::ast;
use crate::text::{Sources, Span};
use std::collections::BTreeMap;

/// What a table has chosen: names of options, each with a reading, or none for on. A reading `off` or `on` is
/// understood for options without readings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices(pub Vec<(String, Option<String>)>);

impl Choices {
    /// The pack's own choices.
    pub fn none() -> Choices {
        Choices::default()
    }

    /// With one more.
    pub fn with(mut self, option: &str, reading: Option<&str>) -> Choices {
        self.0.push((option.to_string(), reading.map(str::to_string)));
        self
    }
}

/// The choice for every declared option.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    options: BTreeMap<String, Known>,
}

/// An option and the choice in force.
#[derive(Debug)]
pub(super) struct Known {
    /// Its readings; none for on/off.
    pub readings: Vec<String>,
    /// `on`, `off`, or a reading.
    pub chosen: String,
}

impl Known {
    /// Whether it is plain on or off.
    pub(super) fn is_switch(&self) -> bool {
        self.readings.is_empty()
    }

    /// Whether it may be chosen like that.
    pub(super) fn takes(&self, reading: &str) -> bool {
        match self.is_switch() {
            true => reading == "on" || reading == "off",
            false => self.readings.iter().any(|known| known == reading),
        }
    }
}

impl Chosen {
    /// The option of that name.
    pub(super) fn get(&self, option: &str) -> Option<&Known> {
        self.options.get(option)
    }

    /// Names of all options, sorted.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.options.keys().map(|name| &**name)
    }
}

/// Finds every option of the chain, and applies the choices to them.
pub(super) fn choose(levels: &[Level], choices: &Choices, sources: &mut Sources, out: &mut Diagnostics) -> Chosen {
    let mut chosen = Chosen::default();
    for option in in_force(levels) {
        let readings = option.readings.iter().map(|word| word.name.text.clone()).collect();
        chosen.options.insert(option.name.to_string(), Known { readings, chosen: option.default.to_string() });
    }
    for (option, reading) in &choices.0 {
        let said = reading.as_deref().unwrap_or("on");
        match chosen.options.get_mut(option) {
            Some(known) if known.takes(said) => known.chosen = said.to_string(),
            _ => out.push(unknown_choice(&chosen, option, reading.as_deref(), sources).into()),
        }
    }
    chosen
}

/// The pack's own choices, then every other reading of each option alone.
pub(super) fn every_reading(levels: &[Level]) -> Vec<Choices> {
    let mut all = vec![Choices::none()];
    for option in in_force(levels) {
        let switch = if option.default == "on" { "off" } else { "on" };
        let readings = option.readings.iter().map(|word| &*word.name.text).filter(|word| *word != option.default);
        let others = if option.readings.is_empty() { vec![switch] } else { readings.collect() };
        all.extend(others.into_iter().map(|reading| Choices::none().with(option.name, Some(reading))));
    }
    all
}

/// An option as the highest pack that declares it says.
struct OptionInForce<'a> {
    name: &'a str,
    readings: &'a [ast::WordDecl],
    default: &'a str,
}

/// Every option of the chain. One of a pack below that is said anew without its readings keeps them: that they are
/// missing is told where the packs are merged.
fn in_force(levels: &[Level]) -> Vec<OptionInForce<'_>> {
    let mut all: Vec<OptionInForce> = Vec::new();
    for declaration in levels.iter().flat_map(Level::declarations) {
        let (ast::Body::Option(option), Some(name)) = (&declaration.body, &declaration.name) else { continue };
        let said = OptionInForce { name: &name.text, readings: &option.readings, default: &option.default.text };
        match all.iter_mut().find(|known| known.name == name.text) {
            Some(known) if !known.readings.is_empty() && names_a_reading(option) => {
                let takes = known.readings.iter().any(|word| word.name.text == said.default);
                known.default = if takes { said.default } else { known.default };
            }
            Some(known) => *known = said,
            None => all.push(said),
        }
    }
    all
}

/// Whether an option says which of its readings holds, and lists none.
pub(super) fn names_a_reading(option: &ast::OptionDecl) -> bool {
    option.readings.is_empty() && !matches!(&*option.default.text, "on" | "off")
}

fn unknown_choice(
    chosen: &Chosen,
    option: &str,
    reading: Option<&str>,
    sources: &mut Sources,
) -> PlacedError<RulebookError> {
    let said = reading.map_or(option.to_string(), |reading| format!("{option}={reading}"));
    let id = sources.add("--with", &said);
    let all = chosen.names().collect::<Vec<_>>();
    let error = RulebookError::UnknownChoice { choice: said.clone() };
    let span = |start: usize, end: usize| Span { source: id, start: start as u32, end: end as u32 };
    // `a:b`, `a b`, `a.b`: an option and its reading, joined by another sign.
    let joined = [':', ' ', '.', '/'].into_iter().filter(|_| reading.is_none()).find_map(|sign| {
        let (name, reading) = option.split_once(sign)?;
        chosen.get(name.trim()).map(|known| (name.trim(), reading.trim(), known, name.len(), sign.len_utf8()))
    });
    if let Some((name, reading, known, at, width)) = joined {
        let on_off = |word: &str| matches!(word, "on" | "yes" | "true" | "1");
        let help = match known.is_switch() {
            true if on_off(reading) => format!("write `--with {name}`"),
            true => format!("write `--with {name}=off`"),
            false if known.takes(reading) => format!("write `--with {name}={reading}`"),
            false => {
                let names = known.readings.iter().map(|name| &**name);
                let near = did_you_mean(reading, names, &format!("its readings are {}", known.readings.join(", ")));
                format!("write `--with {name}=READING`; {near}")
            }
        };
        return PlacedError::new(error, sources, span(at, at + width), "`=` joins an option and its reading", help);
    }
    match chosen.get(option) {
        None => {
            let otherwise = match all.as_slice() {
                [] => "it has no options".to_string(),
                all => format!("{}; `fray show PACK options` says what each is", listed(all)),
            };
            let help = did_you_mean(option, chosen.names(), &otherwise);
            PlacedError::new(error, sources, span(0, option.len()), "no option has this name", help)
        }
        Some(known) if known.is_switch() => {
            let help = match reading {
                Some("yes" | "true" | "1" | "ON" | "On") => format!("write `--with {option}`"),
                Some("no" | "false" | "0" | "OFF" | "Off" | "none") => format!("write `--with {option}=off`"),
                _ => format!("it is switched: write `{option}` or `{option}=off`"),
            };
            PlacedError::new(error, sources, span(option.len() + 1, said.len()), "this option has no readings", help)
        }
        Some(known) => {
            let names = known.readings.iter().map(|name| &**name);
            let all = known.readings.join(", ");
            let otherwise = match (reading, known.readings.first()) {
                (None, Some(first)) => format!("say which, such as `{option}={first}`: readings: {all}"),
                _ => format!("readings: {all}"),
            };
            let help = did_you_mean(reading.unwrap_or(""), names, &otherwise);
            let start = reading.map_or(0, |_| option.len() + 1);
            PlacedError::new(error, sources, span(start, said.len()), "this option must have one of its readings", help)
        }
    }
}

/// Whether a `when` condition holds; what it asks must be options alone.
pub(super) fn holds(
    condition: &ast::ExprDecl,
    chosen: &Chosen,
    sources: &Sources,
    out: &mut Diagnostics,
) -> Option<bool> {
    use ast::{BinaryDecl, ExprNode, Unary};
    match &condition.node {
        ExprNode::Truth(truth) => Some(*truth),
        ExprNode::Unary(Unary::Not, inner) => Some(!holds(inner, chosen, sources, out)?),
        ExprNode::Binary(BinaryDecl::And, a, b) => both(a, b, chosen, sources, out).map(|(a, b)| a && b),
        ExprNode::Binary(BinaryDecl::Or, a, b) => both(a, b, chosen, sources, out).map(|(a, b)| a || b),
        ExprNode::Name(name) => Some(switch(name, chosen, sources, out)?.chosen == "on"),
        ExprNode::Is { subject, negated, word } => {
            let ExprNode::Name(name) = &subject.node else { return refuse(condition, sources, out) };
            let known = option(name, chosen, sources, out)?;
            if !known.takes(&word.text) {
                let names = known.readings.iter().map(|name| &**name);
                let otherwise = match known.is_switch() {
                    true => "it is on or off: write its name alone".to_string(),
                    false => format!("its readings are {}", known.readings.join(", ")),
                };
                let help = did_you_mean(&word.text, names, &otherwise);
                let error =
                    RulebookError::UnknownName { sort: format!("reading of `{}`", name.text), name: word.text.clone() };
                out.push(PlacedError::new(error, sources, word.span, "not a reading of this option", help).into());
                return None;
            }
            Some((known.chosen == word.text) != *negated)
        }
        _ => refuse(condition, sources, out),
    }
}

fn both(
    a: &ast::ExprDecl,
    b: &ast::ExprDecl,
    chosen: &Chosen,
    sources: &Sources,
    out: &mut Diagnostics,
) -> Option<(bool, bool)> {
    let (a, b) = (holds(a, chosen, sources, out), holds(b, chosen, sources, out));
    Some((a?, b?))
}

fn option<'c>(name: &ast::Name, chosen: &'c Chosen, sources: &Sources, out: &mut Diagnostics) -> Option<&'c Known> {
    let known = chosen.get(&name.text);
    if known.is_none() {
        let behind = sources.get(name.span.source).text.get(name.span.end as usize..).unwrap_or("");
        let head = behind.split(['{', '\n']).next().unwrap_or("").trim_start();
        let asks_more =
            head.starts_with(['.', '<', '>', '(', '=']) || head.starts_with("is ") || head.starts_with("has ");
        let help = match asks_more && suggest(&name.text, chosen.names()).is_none() {
            true => "a block `when` at the outermost level asks for options alone; what is so in play is asked by each modifier, \
                     or of a whole card: `card NAME when CONDITION { … }`"
                .to_string(),
            false => did_you_mean(&name.text, chosen.names(), "declare it: `option NAME \"Title\" off`"),
        };
        let error = RulebookError::UnknownName { sort: "option".to_string(), name: name.text.clone() };
        out.push(PlacedError::new(error, sources, name.span, "not declared in this rulebook", help).into());
    }
    known
}

fn switch<'c>(name: &ast::Name, chosen: &'c Chosen, sources: &Sources, out: &mut Diagnostics) -> Option<&'c Known> {
    let known = option(name, chosen, sources, out)?;
    if known.is_switch() {
        return Some(known);
    }
    let help = format!("say which: `{} is {}`", name.text, known.readings[0]);
    let error = RulebookError::WrongType { expected: "a truth".to_string(), found: "a reading".to_string() };
    out.push(PlacedError::new(error, sources, name.span, "this option has readings", help).into());
    None
}

fn refuse(condition: &ast::ExprDecl, sources: &Sources, out: &mut Diagnostics) -> Option<bool> {
    let help = match sources.slice(condition.span).split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
        Some((name, "on" | "yes" | "true")) => format!("an option that is on or off stands alone: `when {name}`"),
        Some((name, "off" | "no" | "false")) => format!("an option that is on or off stands alone: `when not {name}`"),
        Some((name, value)) => format!("a reading stands behind `is`: `when {name} is {value}`"),
        None => "use names of options with `is`, `and`, `or` and `not`; what changes in play belongs into conditions"
            .to_string(),
    };
    out.push(PlacedError::new(RulebookError::NotAnOption, sources, condition.span, "not an option", help).into());
    None
}
