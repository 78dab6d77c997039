//! Lines as written: what an action does.

use super::*;
use crate::text::Span;

/// `every action in PHASES except ACTIONS "Title" { … }`
#[derive(Clone, Debug)]
pub struct Every {
    /// The phases whose actions are meant.
    pub phases: Vec<Name>,
    /// The actions that are not.
    pub except: Vec<Name>,
    /// What stands in the block.
    pub entries: Vec<Entry<EveryEntry>>,
}

/// A line of what every action does.
#[derive(Clone, Debug)]
pub enum EveryEntry {
    /// `does { … }`
    Does(Vec<Entry<Line>>),
    /// `note "…"`
    Note(Text),
}

/// One line: a verb, its arguments, and what may stand behind them.
#[derive(Clone, Debug)]
pub struct Line {
    /// What is done.
    pub node: LineNode,
    /// Where it says `if any`: passed over if whom or what it is about is not there.
    pub if_any: Option<Span>,
    /// Label and citations.
    pub notes: Notes,
    /// Only then.
    pub condition: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// What a line does.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "lines are few")]
pub enum LineNode {
    /// `let NAME = E`
    Let(Name, Expr),
    /// `gain PLACE for N turns`
    Gain(Expr, Option<(Expr, Name)>),
    /// `lose PLACE`
    Lose(Expr),
    /// `change PLACE by E`
    Change(Expr, Expr),
    /// `set PLACE = E`
    Set(Expr, Expr),
    /// `relate PLACE to E`
    Relate(Expr, Expr),
    /// `release PLACE to E`
    Release(Expr, Far),
    /// `hold E in PLACE`, `hold new E in PLACE`
    Hold(Things, Expr),
    /// `drop E`
    Drop(Expr),
    /// `place E at E`, `place new E at E`
    Place(Things, Expr),
    /// `move E to E`
    StepTo(Option<Expr>, Expr),
    /// `walk E along E`
    Walk(Option<Expr>, Expr),
    /// `turn E to E`
    Turn(Option<Expr>, Expr),
    /// `tell NAME "text" with NAME = E`
    Tell(Name, Option<Text>, Vec<(Name, Expr)>),
    /// `say "text"`
    Say(Text),
    /// `do NAME with FACT = E`
    Do(Name, Vec<(Name, Expr)>),
    /// `when E { … } else { … }`
    When(Expr, Vec<Entry<Line>>, Vec<Entry<Line>>),
    /// `for each NAME in E when E { … }`
    Each(Name, Expr, Option<Expr>, Vec<Entry<Line>>),
    /// `pick NAME from E`
    Pick(Name, Expr),
    /// `script NAME`
    Script(Name),
    /// `stop`
    Stop,
    /// `win SIDE`
    Win(Expr),
    /// `draw`
    Draw,
    /// `halt`
    Halt,
    /// `take away E`
    TakeAway(Expr),
    /// `spread E over E for N turns`, `spread new E over E`
    Spread(Things, Expr, Option<(Expr, Name)>),
    /// `roll NAME = E`
    Roll(Name, Expr),
    /// `check NAME as NAME with FACT = E { on … }`: its outcomes are lines of their own.
    Check(Name, Option<Name>, Vec<(Name, Expr)>, Vec<Entry<Line>>),
    /// `ask NAME of E from E as NAME with FACT = E { on … }`
    Ask(Box<AskLine>),
    /// `later NAME with FACT = E`
    Later(Name, Vec<(Name, Expr)>),
    /// `on WORD, WORD { … }`
    On(Vec<Name>, Vec<Entry<Line>>),
    /// `amount NAME { … }`: its steps are lines of their own.
    Amount(Name, Vec<Entry<Line>>),
    /// A step of an amount, and the name it keeps it under.
    Step(Making, Expr, Option<Name>),
    /// The label alone, after `remove`.
    Label(Text),
}

/// What a line puts somewhere.
#[derive(Clone, Debug)]
pub struct Things {
    /// Whether it is made first: `new`.
    pub is_new: bool,
    /// One or several.
    pub expr: Expr,
}

/// `ask NAME of E from E as NAME with FACT = E { on … }`
#[derive(Clone, Debug)]
pub struct AskLine {
    /// The question.
    pub question: Name,
    /// Who is asked.
    pub who: Option<Expr>,
    /// What is offered beside the words of the question.
    pub offered: Option<Expr>,
    /// Under which name the answer is kept.
    pub called: Option<Name>,
    /// What is told with it.
    pub with: Vec<(Name, Expr)>,
    /// What is done then.
    pub outcomes: Vec<Entry<Line>>,
}

/// What a step does to an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
pub enum Far {
    /// All that begin there.
    All,
    /// `to E`: that with one far end.
    To(Expr),
    /// `onto E`: everybody's with that far end.
    Onto(Expr),
}
