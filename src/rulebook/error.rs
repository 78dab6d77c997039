//! What an author can get wrong in declarations, and where. The enum holds the sentences; [`Placed`] adds place and help.

use crate::syntax::ast::Lost;
use crate::text::{SourceText, Sources, Span};
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use std::fmt;

/// A mistake in declarations.
#[derive(Debug, Clone, PartialEq, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "the sentence of each variant says what its fields are")]
pub enum RulebookError {
    #[error("this divides by 0")]
    #[diagnostic(code(fray::rulebook::divides_by_zero))]
    DividesByZero,
    #[error("no {sort} is named `{name}`")]
    #[diagnostic(code(fray::rulebook::unknown_name))]
    UnknownName { sort: String, name: String },
    #[error("there is no pack `{name}`")]
    #[diagnostic(code(fray::rulebook::unknown_pack))]
    UnknownPack { name: String },
    #[error("`{name}` extends itself: {path}")]
    #[diagnostic(code(fray::rulebook::pack_cycle))]
    PackCycle { name: String, path: String },
    #[error("the {what} does not say which pack it is")]
    #[diagnostic(code(fray::rulebook::no_pack))]
    NoPack { what: String },
    #[error("`{keyword}` declares nothing here")]
    #[diagnostic(code(fray::rulebook::unknown_keyword))]
    UnknownKeyword { keyword: String },
    #[error("{sort} `{name}` is declared twice")]
    #[diagnostic(code(fray::rulebook::duplicate_name))]
    DuplicateName { sort: String, name: String },
    #[error("{sort} `{name}` is there already, and its lines stay")]
    #[diagnostic(code(fray::rulebook::unmarked_change))]
    Unmarked { sort: String, name: String },
    #[error("the pack `{pack}` has two scripts called `{name}`")]
    #[diagnostic(code(fray::rulebook::duplicate_script))]
    DuplicateScript { pack: String, name: String },
    #[error("there is no {sort} `{name}` to {verb}")]
    #[diagnostic(code(fray::rulebook::not_there))]
    NotThere { sort: String, name: String, verb: &'static str },
    #[error("`{name}` both amends and declares")]
    #[diagnostic(code(fray::rulebook::mixed_block))]
    MixedBlock { name: String },
    #[error("`{head}` is amended here and says another `{part}`")]
    #[diagnostic(code(fray::rulebook::restated))]
    Restated { head: String, part: &'static str },
    #[error("`{text}` in this text is never closed")]
    #[diagnostic(code(fray::rulebook::open_place))]
    OpenPlace { text: String },
    #[error("what a track leads to is asked of the one who has `{track}`, not of `{name}`")]
    #[diagnostic(code(fray::rulebook::wrong_owner))]
    WrongOwner { name: String, track: String },
    #[error("{what} have changed places")]
    #[diagnostic(code(fray::rulebook::changed_places))]
    ChangedPlaces { what: String },
    #[error("a {sort} is declared under one name")]
    #[diagnostic(code(fray::rulebook::several_names))]
    SeveralNames { sort: String },
    #[error("`{choice}` chooses nothing this pack knows")]
    #[diagnostic(code(fray::rulebook::unknown_choice))]
    UnknownChoice { choice: String },
    #[error("expected {expected}, found {found}")]
    #[diagnostic(code(fray::rulebook::wrong_type))]
    WrongType { expected: String, found: String },
    #[error("{left} and {right} do not mix")]
    #[diagnostic(code(fray::rulebook::unit_mismatch))]
    UnitMismatch { left: String, right: String },
    #[error("`{rounding}` reaches no further than `{part}`")]
    #[diagnostic(code(fray::rulebook::split_rounding))]
    SplitRounding { rounding: String, part: String },
    #[error("{what} must be known when the pack is loaded")]
    #[diagnostic(code(fray::rulebook::not_constant))]
    NotConstant { what: String },
    #[error("{owner} has no property `{name}`")]
    #[diagnostic(code(fray::rulebook::unknown_property))]
    UnknownProperty { owner: String, name: String },
    #[error("`{what}` cannot be changed")]
    #[diagnostic(code(fray::rulebook::not_changeable))]
    NotChangeable { what: String },
    #[error("`{name}` is not a thing in play")]
    #[diagnostic(code(fray::rulebook::not_in_play))]
    NotInPlay { name: String },
    #[error("`{name}` takes {expected}, not {found}")]
    #[diagnostic(code(fray::rulebook::wrong_arguments))]
    WrongArguments { name: String, expected: String, found: usize },
    #[error("`{name}` means more than one thing")]
    #[diagnostic(code(fray::rulebook::ambiguous_name))]
    AmbiguousName { name: String },
    #[error("{sort} `{name}` needs itself: {path}")]
    #[diagnostic(code(fray::rulebook::cycle))]
    Cycle { sort: &'static str, name: String, path: String },
    #[error("{whose} has no `{entry}`")]
    #[diagnostic(code(fray::rulebook::missing_entry))]
    MissingEntry { whose: String, entry: &'static str },
    #[error("the deed `{name}` may end without giving anything")]
    #[diagnostic(code(fray::rulebook::may_not_give))]
    MayNotGive { name: String },
    #[error("this `case` says nothing for {what}")]
    #[diagnostic(code(fray::rulebook::missing_arm))]
    MissingArm { what: String },
    #[error("{whose} says `{entry}` twice")]
    #[diagnostic(code(fray::rulebook::repeated_entry))]
    RepeatedEntry { whose: String, entry: String },
    #[error("`{word}` cannot stand after `{after}`")]
    #[diagnostic(code(fray::rulebook::unknown_word))]
    UnknownWord { word: String, after: String },
    #[error("there is no script `{name}`")]
    #[diagnostic(code(fray::rulebook::missing_script))]
    MissingScript { name: String },
    #[error("`{text}` cannot be read as {expected}")]
    #[diagnostic(code(fray::rulebook::unreadable_cell))]
    UnreadableCell { text: String, expected: String },
    #[error("{whose} has the wrong columns")]
    #[diagnostic(code(fray::rulebook::wrong_columns))]
    WrongColumns { whose: String },
    #[error("{who} does not stand on the map")]
    #[diagnostic(code(fray::rulebook::off_map))]
    OffMap { who: String },
    #[error("this sentence cannot be understood")]
    #[diagnostic(code(fray::rulebook::bad_sentence))]
    BadSentence,
    #[error("{what} is too large")]
    #[diagnostic(code(fray::rulebook::too_large))]
    TooLarge { what: String },
    #[error("the character `{character}` of this map means nothing")]
    #[diagnostic(code(fray::rulebook::bad_legend))]
    BadLegend { character: String },
    #[error("row {row} of this map has {cells} cells where {wanted} are needed")]
    #[diagnostic(code(fray::rulebook::ragged_map))]
    RaggedMap { row: usize, cells: usize, wanted: usize },
    #[error("a `when` block cannot hold {what}")]
    #[diagnostic(code(fray::rulebook::not_in_when))]
    NotInWhen { what: String },
    #[error("the modifier `{label}` counts always now")]
    #[diagnostic(code(fray::rulebook::lost_condition), severity(Warning))]
    LostCondition { label: String },
    #[error("the modifier `{label}` counts the other way now")]
    #[diagnostic(code(fray::rulebook::turned_sign), severity(Warning))]
    TurnedSign { label: String },
    #[error("{what} is so already")]
    #[diagnostic(code(fray::rulebook::unchanged), severity(Warning))]
    Unchanged { what: String },
    #[error("`{track}` no longer gains {gains}")]
    #[diagnostic(code(fray::rulebook::lost_gains), severity(Warning))]
    LostGains { track: String, gains: String },
    #[error("{sort} `{title}` is there already, and named `{name}`")]
    #[diagnostic(code(fray::rulebook::title_for_name))]
    TitleForName { sort: String, title: String, name: String },
    #[error("`{said}` never means `{meant}`")]
    #[diagnostic(code(fray::rulebook::never_heard), severity(Warning))]
    NeverHeard { said: String, meant: String },
    #[error("`+` adds nothing here: `{what}` is {value}")]
    #[diagnostic(code(fray::rulebook::adds_nothing), severity(Warning))]
    AddsNothing { what: String, value: String },
    #[error("`{name}` has {fields} at their defaults now")]
    #[diagnostic(code(fray::rulebook::lost_fields), severity(Warning))]
    LostFields { name: String, fields: String },
    #[error("option `{name}` is replaced without its readings")]
    #[diagnostic(code(fray::rulebook::lost_readings))]
    LostReadings { name: String },
    #[error("{sort} `{name}` is taken away, and rules below name it")]
    #[diagnostic(code(fray::rulebook::removed_in_use))]
    RemovedInUse { sort: String, name: String },
    #[error("`{name}` does not fit the rules below: {said}")]
    #[diagnostic(code(fray::rulebook::breaks_below))]
    BreaksBelow { name: String, said: String },
    #[error("`when` asks for something other than options")]
    #[diagnostic(code(fray::rulebook::not_an_option))]
    NotAnOption,
}

impl RulebookError {
    /// The name that is missed, if that is what is wrong.
    fn missed(&self) -> Option<&str> {
        match self {
            RulebookError::UnknownName { name, .. }
            | RulebookError::UnknownProperty { name, .. }
            | RulebookError::NotThere { name, .. }
            | RulebookError::BadLegend { character: name }
            | RulebookError::UnknownKeyword { keyword: name } => Some(name),
            _ => None,
        }
    }
}

/// Whether a diagnostic is more than advice.
pub(super) fn is_error(diagnostic: &dyn Diagnostic) -> bool {
    !matches!(diagnostic.severity(), Some(miette::Severity::Warning | miette::Severity::Advice))
}

/// The mistake of a rulebook that a diagnostic tells.
pub(super) fn rulebook_error<'a>(
    diagnostic: &'a (dyn Diagnostic + Send + Sync + 'static),
) -> Option<&'a RulebookError> {
    let error: &(dyn std::error::Error + Send + Sync + 'static) = diagnostic;
    error.downcast_ref::<PlacedError<RulebookError>>().map(|placed| &placed.error)
}

/// The name that a mistake misses.
pub(super) fn missed_name<'a>(diagnostic: &'a (dyn Diagnostic + Send + Sync + 'static)) -> Option<&'a str> {
    rulebook_error(diagnostic).and_then(RulebookError::missed)
}

/// Whether something is declared a second time.
pub(super) fn is_second(diagnostic: &(dyn Diagnostic + Send + Sync + 'static)) -> bool {
    matches!(rulebook_error(diagnostic), Some(RulebookError::DuplicateName { .. }))
}

/// The name of what is declared a second time.
pub(super) fn second_name<'a>(diagnostic: &'a (dyn Diagnostic + Send + Sync + 'static)) -> Option<&'a str> {
    match rulebook_error(diagnostic) {
        Some(RulebookError::DuplicateName { name, .. }) => Some(name),
        _ => None,
    }
}

/// Whether something does not fit what stands below.
pub(super) fn breaks_below(diagnostic: &(dyn Diagnostic + Send + Sync + 'static)) -> bool {
    matches!(rulebook_error(diagnostic), Some(RulebookError::BreaksBelow { .. }))
}

/// Whether lines of a block do not say how they change what is there.
pub(super) fn is_unmarked(diagnostic: &(dyn Diagnostic + Send + Sync + 'static)) -> bool {
    matches!(rulebook_error(diagnostic), Some(RulebookError::Unmarked { .. }))
}

/// Whether something is said twice in one block.
pub(super) fn is_repeated(diagnostic: &(dyn Diagnostic + Send + Sync + 'static)) -> bool {
    matches!(rulebook_error(diagnostic), Some(RulebookError::RepeatedEntry { .. }))
}

/// Whether a mistake only follows from what could not be read.
pub(super) fn follows(diagnostic: &(dyn Diagnostic + Send + Sync + 'static), lost: &Lost) -> bool {
    // Without its scale a board measures in no unit.
    let is_measure = matches!(rulebook_error(diagnostic), Some(RulebookError::UnitMismatch { .. }));
    if is_measure && lost.words.contains("scale") {
        return true;
    }
    missed_name(diagnostic).is_some_and(|name| {
        let is_lost = |name: &str| lost.words.contains(name);
        is_lost(name) || name.strip_suffix('s').is_some_and(is_lost) || name.chars().count() == 1 && is_lost("legend")
    })
}

/// A mistake or finding with its place and help.
#[derive(Debug)]
pub struct PlacedError<E> {
    error: E,
    source: NamedSource<SourceText>,
    labels: Vec<LabeledSpan>,
    help: String,
}

impl<E> PlacedError<E> {
    /// A mistake at a place; the label says why it is one, the help what to type.
    pub fn new(error: E, sources: &Sources, at: Span, label: &str, help: impl Into<String>) -> PlacedError<E> {
        let (source, span) = sources.place(at);
        let labels = vec![LabeledSpan::new_primary_with_span(Some(label.to_string()), span)];
        PlacedError { error, source, labels, help: help.into() }
    }

    /// A second place: a label if it stands in the same text, else a remark in the help.
    pub fn and(mut self, sources: &Sources, at: Span, first: Span, label: &str) -> PlacedError<E> {
        let (source, span) = sources.place(at);
        if at.source == first.source {
            self.labels.push(LabeledSpan::new_with_span(Some(label.to_string()), span));
        } else {
            let line = sources.line(at);
            self.help = format!("{} ({label}: {}:{line})", self.help, source.name());
        }
        self
    }
}

impl<E: fmt::Display> fmt::Display for PlacedError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<E: fmt::Display + fmt::Debug> std::error::Error for PlacedError<E> {}

impl<E: Diagnostic> Diagnostic for PlacedError<E> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error.code()
    }

    fn severity(&self) -> Option<miette::Severity> {
        self.error.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.help.is_empty()).then(|| Box::new(&self.help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
