//! Lines as written: what an action does.

use super::*;
use crate::text::Span;

/// `deed NAME(NAME TYPE, …) "Title" gives TYPE { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct DeedDecl {
    /// What it is given, with their types.
    pub parameters: Vec<(Name, TypeDecl)>,
    /// What it gives.
    pub gives: Option<TypeDecl>,
    /// Its lines.
    pub lines: Vec<Entry<LineDecl>>,
}

/// `do NAME(E, …) as NAME with FACT = E, …`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct DeedCall {
    /// The deed, or an action.
    pub deed: Name,
    /// What it is given.
    pub given: Vec<ExprDecl>,
    /// Under which name what it gives is kept.
    pub called: Option<Name>,
    /// Facts over those of the deed around.
    pub with: Vec<(Name, ExprDecl)>,
}

/// `every action in PHASES except ACTIONS "Title" { … }`, or `every NAME "Title" { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Every {
    /// The phases whose actions are meant, and the actions that are not; none if it has a name, and those are meant
    /// that count as it.
    pub within: Option<EveryWithin>,
    /// What stands in the block.
    pub entries: Vec<Entry<EveryEntry>>,
}

/// `action in PHASES except ACTIONS`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct EveryWithin {
    /// The phases whose actions are meant.
    pub phases: Vec<Name>,
    /// The actions that are not.
    pub except: Vec<Name>,
}

/// A line of what every action requires and does, or of what every check has.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "what is shared is little")]
pub enum EveryEntry {
    /// `require E "reason" @cite`
    Require(ExprDecl, Notes),
    /// `does { … }`
    Does(Vec<Entry<LineDecl>>),
    /// A line that checks share.
    Check(CheckEntry),
    /// `counts as a, b`
    CountsAs(Vec<Name>),
    /// `note "…"`
    Note(TextDecl),
}

/// One line: a verb, its arguments, and what may stand behind them.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LineDecl {
    /// What is done.
    pub node: LineNode,
    /// Where it says `if any`: passed over if whom or what it is about is not there.
    pub if_any: Option<Span>,
    /// Label and citations.
    pub notes: Notes,
    /// Only then.
    pub condition: Option<ExprDecl>,
    /// The whole line.
    pub span: Span,
}

/// What a line does.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "lines are few")]
pub enum LineNode {
    /// `let NAME = E`
    Let(Name, ExprDecl),
    /// `gain PLACE for N turns`
    Gain(ExprDecl, Option<(ExprDecl, Name)>),
    /// `lose PLACE`
    Lose(ExprDecl),
    /// `change PLACE by E`
    Change(ExprDecl, ExprDecl),
    /// `set PLACE = E`
    Set(ExprDecl, ExprDecl),
    /// `relate PLACE to E`
    Relate(ExprDecl, ExprDecl),
    /// `release PLACE to E`
    Release(ExprDecl, Far),
    /// `hold E in PLACE`, `hold new E in PLACE`
    Hold(ThingsDecl, ExprDecl),
    /// `drop E`
    Drop(ExprDecl),
    /// `place E at E`, `place new E at E`
    Place(ThingsDecl, ExprDecl),
    /// `move E to E`
    StepTo(Option<ExprDecl>, ExprDecl),
    /// `walk E along E`
    Walk(Option<ExprDecl>, ExprDecl),
    /// `turn E to E`
    Turn(Option<ExprDecl>, ExprDecl),
    /// `tell NAME "text" with NAME = E`
    Tell(Name, Option<TextDecl>, Vec<(Name, ExprDecl)>),
    /// `say "text"`
    Say(TextDecl),
    /// `do NAME(E, …) as NAME with FACT = E`
    Do(Box<DeedCall>),
    /// `give E`
    Give(ExprDecl),
    /// `when E { … } else { … }`
    When(ExprDecl, Vec<Entry<LineDecl>>, Vec<Entry<LineDecl>>),
    /// `for each NAME in E when E { … }`
    Each(Name, ExprDecl, Option<ExprDecl>, Vec<Entry<LineDecl>>),
    /// `pick NAME from E`
    Pick(Name, ExprDecl),
    /// `script NAME`
    Script(Name),
    /// `stop`
    Stop,
    /// `win SIDE`
    Win(ExprDecl),
    /// `draw`
    Draw,
    /// `halt`
    Halt,
    /// `take away E`
    TakeAway(ExprDecl),
    /// `spread E over E for N turns`, `spread new E over E`
    Spread(ThingsDecl, ExprDecl, Option<(ExprDecl, Name)>),
    /// `roll NAME = E`
    Roll(Name, ExprDecl),
    /// `check NAME as NAME with FACT = E { on … }`: its outcomes are lines of their own.
    Check(Name, Option<Name>, Vec<(Name, ExprDecl)>, Vec<Entry<LineDecl>>),
    /// `ask NAME of E from E as NAME with FACT = E { on … }`
    Ask(Box<AskLine>),
    /// `order E among NAME, NAME as NAME`
    Order(ExprDecl, Vec<Name>, Option<Name>),
    /// `later NAME with FACT = E`
    Later(Name, Vec<(Name, ExprDecl)>),
    /// `on WORD, WORD { … }`
    On(Vec<Name>, Vec<Entry<LineDecl>>),
    /// `amount NAME { … }`: its steps are lines of their own.
    Amount(Name, Vec<Entry<LineDecl>>),
    /// A step of an amount, and the name it keeps it under.
    Step(Making, ExprDecl, Option<Name>),
    /// The label alone, after `remove`.
    Label(TextDecl),
}

/// What a line puts somewhere.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ThingsDecl {
    /// Whether it is made first: `new`.
    pub is_new: bool,
    /// One or several.
    pub expr: ExprDecl,
}

/// `ask NAME of E from E as NAME with FACT = E { on … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct AskLine {
    /// The question.
    pub question: Name,
    /// Who is asked.
    pub who: Option<ExprDecl>,
    /// What is offered beside the words of the question.
    pub offered: Option<ExprDecl>,
    /// When each of the words that are offered is; nothing if none says so.
    pub offered_when: Vec<Option<ExprDecl>>,
    /// Under which name the answer is kept.
    pub called: Option<Name>,
    /// What is told with it.
    pub with: Vec<(Name, ExprDecl)>,
    /// What is done then.
    pub outcomes: Vec<Entry<LineDecl>>,
}

/// What a step does to an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Making {
    /// `roll E`: begins with dice, or a number.
    Roll,
    /// `plus E`
    Plus,
    /// `minus E`
    Minus,
    /// `times E`
    Times,
    /// `divided by E rounded up`
    Divided(Option<Unary>),
    /// `at least E`
    AtLeast,
    /// `at most E`
    AtMost,
    /// `into PLACE`
    Into,
    /// `out of PLACE`
    OutOf,
}

impl Making {
    /// The words it begins with.
    pub fn words(self) -> &'static str {
        match self {
            Making::Roll => "roll",
            Making::Plus => "plus",
            Making::Minus => "minus",
            Making::Times => "times",
            Making::Divided(_) => "divided by",
            Making::AtLeast => "at least",
            Making::AtMost => "at most",
            Making::Into => "into",
            Making::OutOf => "out of",
        }
    }
}

/// Which relations a line ends.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum Far {
    /// All that begin there.
    All,
    /// `to E`: that with one far end.
    To(ExprDecl),
    /// `onto E`: everybody's with that far end.
    Onto(ExprDecl),
}
