//! Tests as written.

use super::*;
use crate::text::Span;
use crate::value::Formula;

/// `test "title" covers A, B { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct TestDecl {
    /// The inventory rows it covers.
    pub covers: Vec<Name>,
    /// Its steps, in order.
    pub steps: Vec<StepDecl>,
}

/// One step.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct StepDecl {
    /// What to do or expect.
    pub node: StepNode,
    /// Where it stands.
    pub span: Span,
}

/// The forms of steps.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "tests are few")]
pub enum StepNode {
    /// `with OPTION = READING`
    With(Name, Option<Name>),
    /// `fails "text"`
    Fails(TextDecl),
    /// `ask "sentence"`
    Ask(TextDecl),
    /// `roll 4 2 5`
    Roll(Vec<u32>),
    /// `map NAME`
    Map(Name),
    /// `scenario NAME`
    Scenario(Name),
    /// `seed N`
    Seed(u64),
    /// `place …`, with the side if one is said: `place Guard at 2,0 facing 3 of blue`
    Place(PlacementDecl, Option<Name>),
    /// `lay THING at 2,0`, `lay THING in 0,0 to 3,2 for 4 turns`
    Lay {
        /// The item.
        item: Name,
        /// Where it lies, or the first corner of what it is spread over.
        from: Point,
        /// The other corner.
        to: Option<Point>,
        /// How long it stays spread; for good if nothing is said.
        turns: Option<u32>,
    },
    /// `set FIGURE.PROPERTY = E`, `set FIGURE.SLOT.FIELD = E`, `set TRACK(FIGURE, WORD) = E`
    Set(ExprDecl, ExprDecl),
    /// `gain FIGURE CONDITION`
    Gain(Name, Name),
    /// `lose FIGURE CONDITION`
    Lose(Name, Name),
    /// `relate RELATION FIGURE FIGURE`, N turns already
    Relate(Name, Name, Name, Option<u32>),
    /// `answer QUESTION of FIGURE = "CHOICE"`
    Answer(Name, Name, TextDecl),
    /// `dice 1 1 1 6 5`
    Dice(Vec<u32>),
    /// `order "sentence"`
    Order(TextDecl),
    /// `phase NAME`, of a side if one is said
    Phase(Name, Option<Name>),
    /// `script NAME`: performs a phase script
    Script(Name),
    /// `do DEED(E, …) as NAME with FACT = E, …`
    Do(DeedCall),
    /// `perform phase NAME`, of a side if one is said
    Perform(Name, Option<Name>),
    /// `play N turns|phases`
    Play(u32, Name),
    /// `expect …`
    Expect(Expect),
}

/// What may be expected.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "tests are few")]
pub enum Expect {
    /// `need N`
    Need(ExprDecl),
    /// `odds FRACTION`
    Odds(ExprDecl),
    /// `impossible "reason"`
    Impossible(Option<TextDecl>),
    /// `modifier "label" = N`
    Modifier(TextDecl, ExprDecl),
    /// `no modifier "label"`
    NoModifier(TextDecl),
    /// `success`, `failure`, `draw`
    Outcome(Name),
    /// `margin N`
    Margin(ExprDecl),
    /// `FIELD VALUE` of the result.
    Field(Name, ExprDecl),
    /// `dice 4d6`
    Dice(Formula),
    /// `event NAME where …`, then others after it
    Events(Vec<Happening>),
    /// `N events NAME where …`, `no event NAME where …`
    Count(u64, Happening),
    /// `legal "sentence"`, in a phase if one is named; of what was asked last, if there is no sentence
    Legal(Option<TextDecl>, Option<Name>),
    /// `refused "sentence" "reason"`, in a phase if one is named; `refused because "reason"` of what was asked last
    Refused(Option<TextDecl>, Option<TextDecl>, Option<Name>),
    /// `spends AMOUNT TRACK`, of what was asked last
    Spends(ExprDecl, Name),
    /// Any truth.
    Truth(ExprDecl),
}

/// `NAME where FIELD = VALUE and …`: an event, and what is to be said of it.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Happening {
    /// Its name.
    pub name: Name,
    /// What its fields are compared with.
    pub fields: Vec<ToldField>,
    /// Where it stands.
    pub span: Span,
}

/// `FIELD = VALUE` of an event.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ToldField {
    /// The field.
    pub name: Name,
    /// How it is compared.
    pub compare: BinaryDecl,
    /// With what.
    pub with: ToldValue,
}

/// What a field of an event is compared with.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum ToldValue {
    /// A place.
    Point(Point),
    /// Anything else.
    Expr(ExprDecl),
}
