//! A fault as an author reads it: what, where, why, and what to write next.

use super::describe::words_of;
use super::{EvalError, Fault, Trail};
use crate::diag::Diagnostic;
use crate::rulebook::{FUNCTIONS, Fact, Function, Head, Rulebook, Type};
use crate::text::{SourceText, Sources, Span};
use crate::value::{FactId, Value};
use miette::{NamedSource, SourceSpan};

/// A place in a source, and what was being computed around it.
struct FaultPlace {
    source: NamedSource<SourceText>,
    at: SourceSpan,
    around: Vec<Around>,
    /// A fact that was being looked for, as it could be stated.
    sayable: Option<String>,
}

/// A fault with its place.
#[derive(Clone, Debug, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "each variant holds the data of its sentence")]
pub enum EvalReport {
    #[error("`{what}` is unset: the source does not say")]
    #[diagnostic(code(fray::eval::unset), help("{help}"))]
    Unset {
        what: String,
        /// The fact, if it is one.
        fact: Option<FactId>,
        help: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("used here")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("`{table}` has no cell for {keys}")]
    #[diagnostic(
        code(fray::eval::not_in_table),
        help("add a row or column for it to `{table}`, or do not ask when there is none")
    )]
    NotInTable {
        table: String,
        keys: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("looked up here")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("nobody has said what `{fact}` is")]
    #[diagnostic(code(fray::eval::missing_fact), help("state it, as in `… , {example}`"))]
    MissingFact {
        fact: String,
        example: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("needed here")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("`{function}` needs a board, and there is none here")]
    #[diagnostic(code(fray::eval::no_board), help("{help}, or play on a map"))]
    NoBoard {
        function: &'static str,
        help: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("asks the board")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("`{function}` asks for a figure that is not on the board")]
    #[diagnostic(code(fray::eval::not_placed), help("{help}, or place the figure"))]
    NotPlaced {
        function: &'static str,
        help: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("asks where it stands")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("`none` where {wanted} is needed")]
    #[diagnostic(code(fray::eval::none), help("ask for `is none` first, as in `if … is none then 0 else …`"))]
    Absent {
        wanted: &'static str,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("there is none")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("there is no room in `{slot}`")]
    #[diagnostic(code(fray::eval::no_room), help("`require` that there is room, or `drop` something first"))]
    NoRoom {
        slot: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("the slot is full")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("expected {wanted}, found {found}")]
    #[diagnostic(code(fray::eval::wrong_sort), help("state or compute {wanted} here"))]
    WrongSort {
        wanted: &'static str,
        found: &'static str,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("is {found}")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("{value} is not a whole number")]
    #[diagnostic(code(fray::eval::not_whole), help("say which way with `round up`, `round down` or `round nearest`"))]
    NotWhole {
        value: String,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("must be whole")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("the result is too large")]
    #[diagnostic(
        code(fray::eval::overflow),
        help("numbers are exact fractions of 64 bits, dice at most 64 terms; use smaller ones")
    )]
    Overflow {
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("does not fit")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("division by 0")]
    #[diagnostic(code(fray::eval::division_by_zero), help("ask first, as in `if n = 0 then … else … / n`"))]
    DivisionByZero {
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("the divisor is 0")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("it takes more than {most} steps to compute this")]
    #[diagnostic(code(fray::eval::too_long), help("ask shorter lists, or ask them fewer times"))]
    TooLong {
        most: u32,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("given up here")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("these lines go through more than {most} members of lists")]
    #[diagnostic(code(fray::eval::too_many), help("go through a shorter list: `for each x in list(y in … where …)`"))]
    TooMany {
        most: u32,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("given up here")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
    #[error("one value leads to another too many times")]
    #[diagnostic(code(fray::eval::too_deep), help("at most {most} steps; make the chain shorter"))]
    TooDeep {
        most: u16,
        #[source_code]
        source_code: NamedSource<SourceText>,
        #[label("not followed further")]
        at: SourceSpan,
        #[related]
        around: Vec<Around>,
    },
}

/// What was being computed, or where the thing in question is declared.
#[derive(Clone, Debug, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
#[diagnostic(severity(Advice))]
pub struct Around {
    message: String,
    #[source_code]
    source_code: NamedSource<SourceText>,
    #[label("declared here")]
    at: SourceSpan,
}

impl EvalError {
    /// The diagnostic: the fault in words, with its place, and what was being computed around it.
    pub fn report(&self, rules: &Rulebook) -> EvalReport {
        self.report_in(rules, &rules.sources)
    }

    /// The same for an expression that was read from a text of its own, such as a line at the prompt: `sources` are
    /// those of the rulebook with that text added.
    pub fn report_in(&self, rules: &Rulebook, sources: &Sources) -> EvalReport {
        let (source, at) = place(self.span(), sources);
        let declared = declaration(self.fault(), rules).map(|head| around("declared without a value", head, rules));
        let trail = self.trail().iter().map(|step| step.around(rules));
        let fact = self.trail().iter().find_map(|step| match step {
            Trail::Fact(id) => Some(&rules.facts[id.index()]),
            _ => None,
        });
        let fact = fact.or_else(|| stated_for_check(self.span(), rules));
        let sayable = fact.map(|fact| example(&fact.head.name, &fact.r#type, rules));
        let place = FaultPlace { source, at, around: declared.into_iter().chain(trail).collect(), sayable };
        tell(self.fault(), place, rules)
    }

    /// The same, boxed with all other diagnostics.
    pub fn diagnostic(&self, rules: &Rulebook) -> Diagnostic {
        Box::new(self.report(rules))
    }
}

impl Trail {
    fn around(self, rules: &Rulebook) -> Around {
        let (sort, head) = match self {
            Trail::Value(id) => ("value", &rules.values[id.index()].head),
            Trail::Fact(id) => ("fact", &rules.facts[id.index()].head),
            Trail::Setting(id) => ("setting", &rules.settings[id.index()].head),
            Trail::Table(id) => ("table", &rules.tables[id.index()].head),
        };
        around(&format!("while computing {sort} `{}`", head.name), head, rules)
    }
}

/// The fact that an action states for its check by what failed here: a sentence may state it instead.
fn stated_for_check(at: Span, rules: &Rulebook) -> Option<&Fact> {
    let holds = |span: Span| span.source == at.source && span.start <= at.start && at.end <= span.end;
    let mut stated = rules.actions.iter().flat_map(|action| &action.with);
    stated.find(|(_, expr)| holds(expr.span)).map(|(fact, _)| &rules.facts[fact.index()])
}

/// A span with its source; nothing is shown of a text that is not among the sources.
fn place(span: Span, sources: &Sources) -> (NamedSource<SourceText>, SourceSpan) {
    if span.source.0 as usize >= sources.iter().count() {
        return (NamedSource::new("?", "".into()), (0, 0).into());
    }
    sources.place(span)
}

fn around(message: &str, head: &Head, rules: &Rulebook) -> Around {
    let (source_code, at) = place(head.span, &rules.sources);
    Around { message: message.to_string(), source_code, at }
}

/// Where the thing that has no value is declared.
fn declaration<'a>(fault: &Fault, rules: &'a Rulebook) -> Option<&'a Head> {
    match fault {
        Fault::UnsetAttribute(id, _) => Some(&rules.attributes[id.index()].head),
        Fault::UnsetTrack(id, _) => Some(&rules.tracks[id.index()].head),
        Fault::UnsetField(item, _) => Some(&rules.items[item.index()].head),
        Fault::UnsetCell(table, _) => Some(&rules.tables[table.index()].head),
        Fault::UnsetSetting(id) => Some(&rules.settings[id.index()].head),
        Fault::MissingFact(id) | Fault::UnsetFact(id) => Some(&rules.facts[id.index()].head),
        _ => None,
    }
}

fn tell(fault: &Fault, place: FaultPlace, rules: &Rulebook) -> EvalReport {
    let FaultPlace { source: source_code, at, around, sayable } = place;
    let state = |otherwise: &str| match &sayable {
        Some(example) => format!("state it, as in `… , {example}`"),
        None => otherwise.to_string(),
    };
    match fault {
        Fault::UnsetAttribute(..)
        | Fault::UnsetTrack(..)
        | Fault::UnsetField(..)
        | Fault::UnsetCell(..)
        | Fault::UnsetSetting(_)
        | Fault::UnsetFact(_)
        | Fault::Unset => {
            let (what, help) = unset(fault, rules);
            let fact = if let Fault::UnsetFact(fact) = fault { Some(*fact) } else { None };
            EvalReport::Unset { what, fact, help, source_code, at, around }
        }
        Fault::NotInTable(id, keys) => {
            let table = rules.tables[id.index()].head.name.to_string();
            EvalReport::NotInTable { table, keys: words_ofs(keys, rules), source_code, at, around }
        }
        Fault::MissingFact(id) => {
            let fact = &rules.facts[id.index()];
            let example = example(&fact.head.name, &fact.r#type, rules);
            EvalReport::MissingFact { fact: fact.head.name.to_string(), example, source_code, at, around }
        }
        Fault::NoBoard(function) => {
            let help = state(
                "let a fact be computed from it, which a sentence can state without one: `fact NAME truth = no from …`",
            );
            EvalReport::NoBoard { function: name(*function), help, source_code, at, around }
        }
        Fault::NotPlaced(function, _) => {
            let help = state("ask `f.removed` first");
            EvalReport::NotPlaced { function: name(*function), help, source_code, at, around }
        }
        Fault::Absent(wanted) => EvalReport::Absent { wanted, source_code, at, around },
        Fault::NoRoom(slot) => {
            EvalReport::NoRoom { slot: rules.slots[slot.index()].head.name.to_string(), source_code, at, around }
        }
        Fault::Unrolled(wanted) => EvalReport::WrongSort { wanted, found: "dice", source_code, at, around },
        Fault::WrongSort(wanted, found) => EvalReport::WrongSort { wanted, found, source_code, at, around },
        Fault::NotWhole(value) => EvalReport::NotWhole { value: words_of(value, rules), source_code, at, around },
        Fault::Overflow => EvalReport::Overflow { source_code, at, around },
        Fault::DivisionByZero => EvalReport::DivisionByZero { source_code, at, around },
        Fault::TooLong => EvalReport::TooLong { most: super::walk::MAX_STEPS, source_code, at, around },
        Fault::TooMany { most } => EvalReport::TooMany { most: *most, source_code, at, around },
        Fault::TooDeep => EvalReport::TooDeep { most: super::walk::MAX_DEPTH, source_code, at, around },
    }
}

/// What is unset, and how to give it a value.
fn unset(fault: &Fault, rules: &Rulebook) -> (String, String) {
    match fault {
        Fault::UnsetAttribute(id, _) => {
            let name = &rules.attributes[id.index()].head.name;
            (name.to_string(), format!("give it on the sheet, as in `{name} 10`, or declare a default"))
        }
        Fault::UnsetTrack(id, _) => {
            let name = &rules.tracks[id.index()].head.name;
            (name.to_string(), format!("`{name}` is not kept for this owner or this word"))
        }
        Fault::UnsetField(item, field) => {
            let item = &rules.items[item.index()];
            let field = rules.kinds[item.kind.index()].fields.get(usize::from(*field));
            let field = field.map_or("?", |field| &field.head.name);
            let help = format!("give `{}` its `{field}`, or do not ask for it", item.head.name);
            (format!("{}.{field}", item.head.name), help)
        }
        Fault::UnsetCell(table, keys) => {
            let table = &rules.tables[table.index()].head.name;
            (format!("{table}({})", words_ofs(keys, rules)), format!("fill the cell of `{table}` that is `?`"))
        }
        Fault::UnsetSetting(id) => {
            let name = &rules.settings[id.index()].head.name;
            (name.to_string(), format!("give it, as in `replace setting {name} = …`"))
        }
        Fault::UnsetFact(id) => {
            let name = &rules.facts[id.index()].head.name;
            (name.to_string(), format!("state what `{name}` is"))
        }
        _ => ("?".to_string(), "write a value in its place".to_string()),
    }
}

fn words_ofs(keys: &[Value], rules: &Rulebook) -> String {
    keys.iter().map(|key| words_of(key, rules)).collect::<Vec<_>>().join(", ")
}

/// How a sentence states a fact of that type.
fn example(name: &str, r#type: &Type, rules: &Rulebook) -> String {
    match r#type {
        Type::Truth => name.to_string(),
        Type::Symbol(set) => match rules.sets[set.index()].words.first() {
            Some(word) => format!("{name} {}", word.name),
            None => format!("{name} …"),
        },
        Type::Number(_) => format!("{name} 1"),
        Type::Dice | Type::Chance => format!("{name} 1d6"),
        Type::Thing(kind) => match rules.items.iter().find(|item| item.kind == *kind) {
            Some(item) => format!("{name} {}", super::describe::quoted(&item.head.name)),
            None => format!("{name} …"),
        },
        Type::Optional(inner) => example(name, inner, rules),
        _ => format!("{name} NAME"),
    }
}

/// A function as an author writes it.
fn name(function: Function) -> &'static str {
    FUNCTIONS.iter().find(|row| row.function == function).map_or("?", |row| row.name)
}
