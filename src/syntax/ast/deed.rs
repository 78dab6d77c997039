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
    /// `hold E in PLACE`
    Hold(Expr, Expr),
    /// `drop E`
    Drop(Expr),
    /// `place E at E`
    Place(Expr, Expr),
    /// `move E to E`
    Move(Option<Expr>, Expr),
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
    /// `script NAME`
    Script(Name),
    /// `stop`
    Stop,
    /// The label alone, after `remove`.
    Label(Text),
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
