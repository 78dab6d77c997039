//! Expressions, types and tables as written.

use super::{Cite, Name, TextDecl};
use crate::text::Span;
use crate::value::{Number, Term};

/// An expression with its place.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ExprDecl {
    /// What it is.
    pub node: ExprNode,
    /// Where it stands.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum ExprNode {
    /// `12`, `1/2` is a division; `0.5` is exact.
    Number(Number),
    /// `4 kg`: a literal with a unit.
    Quantity(Number, Name),
    /// `3d6 keep highest 2` (always with `minus: false`).
    Dice(Term),
    /// `"text"`: a text, or a name with spaces where a name is meant.
    Text(TextDecl),
    /// `true`, `yes`, `false`, `no`.
    Truth(bool),
    /// `none` or `-` in a cell.
    None,
    /// `?`
    Unset,
    /// `actor`, `DEX`, `prone`, `self`.
    Name(Name),
    /// `A.name`.
    Property(Box<ExprDecl>, Name),
    /// `name(a, b)`.
    Call(Name, Vec<ExprDecl>),
    /// `A.name(a, b)`.
    Method(Box<ExprDecl>, Name, Vec<ExprDecl>),
    /// `[a, b]`.
    List(Vec<ExprDecl>),
    /// `not A`, `-A`, `round up A`.
    Unary(Unary, Box<ExprDecl>),
    /// `A + B` and all two-sided operators.
    Binary(BinaryDecl, Box<ExprDecl>, Box<ExprDecl>),
    /// `A is NAME`, `A is not NAME`.
    Is {
        /// The left side.
        subject: Box<ExprDecl>,
        /// Whether `not` stands there.
        negated: bool,
        /// The word (`none` is the name `none`).
        word: Name,
    },
    /// `L has X`, `L has no X`.
    Has {
        /// The list.
        list: Box<ExprDecl>,
        /// Whether `no` stands there.
        negated: bool,
        /// What it should contain.
        member: Box<ExprDecl>,
    },
    /// `A in 1..6`.
    In(Box<ExprDecl>, Range),
    /// `if C then A else B`.
    If(Box<ExprDecl>, Box<ExprDecl>, Box<ExprDecl>),
    /// `case E { a: X, else Y }` and `case { C: X, else Y }`.
    Case {
        /// What the patterns are compared with; without it each arm has a condition.
        subject: Option<Box<ExprDecl>>,
        /// The arms, in the order in which they are tried.
        arms: Vec<Arm>,
        /// Behind `else`.
        otherwise: Option<Box<ExprDecl>>,
    },
    /// `let x = E, y = E in E`.
    Let(Vec<(Name, ExprDecl)>, Box<ExprDecl>),
    /// `5 x E`: the sum of independent repetitions.
    Repeat(u32, Box<ExprDecl>),
    /// `any(x in L where C)` and its kin.
    Over {
        quantifier: QuantifierDecl,
        /// The name of each member.
        variable: Name,
        /// The list.
        list: Box<ExprDecl>,
        /// `where C`.
        condition: Option<Box<ExprDecl>>,
        /// `: E`, of `sum`.
        body: Option<Box<ExprDecl>>,
    },
}

/// An arm of a `case`.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Arm {
    /// What it is for; without a subject one condition.
    pub patterns: Vec<Pattern>,
    /// What it says.
    pub value: ExprDecl,
}

/// What an arm of a `case` is for.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum Pattern {
    /// A word, thing or value; without a subject a condition.
    Expr(ExprDecl),
    /// `1..6`
    Range(Range),
}

/// `LO..HI`, either end may be left out.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Range {
    /// The lower end, included.
    pub low: Option<Box<ExprDecl>>,
    /// The upper end, included.
    pub high: Option<Box<ExprDecl>>,
    /// Where it stands.
    pub span: Span,
}

/// One-sided operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Unary {
    /// `not`
    Not,
    /// `-`
    Minus,
    /// `round up`
    RoundUp,
    /// `round down`
    RoundDown,
    /// `round nearest`
    RoundNearest,
}

/// Two-sided operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs, reason = "each is the operator of its name")]
pub enum BinaryDecl {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Over,
    Rolls,
}

/// What is asked of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs, reason = "each is the word of its name")]
pub enum QuantifierDecl {
    Any,
    All,
    Count,
    First,
    Sum,
    List,
}

/// A type as written.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct TypeDecl {
    /// What it is.
    pub node: TypeNode,
    /// Where it stands.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum TypeNode {
    /// A word: `number`, `dice`, `truth`, `text`, `figure`, `side`, `cell`, a symbols name, a kind.
    Name(Name),
    /// `number kg`.
    Quantity(Name),
    /// `one of a, b`.
    OneOf(Vec<Name>),
    /// `list of T`.
    List(Box<TypeDecl>),
    /// `T or none`.
    Optional(Box<TypeDecl>),
    /// `1d6`: numbers that such dice show (keys of tables only).
    Dice(Term),
}

/// A table as written: its head and its rows.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Grid {
    /// The cells of the first row.
    pub head: Vec<CellDecl>,
    /// The rows below.
    pub rows: Vec<RowDecl>,
    /// The whole.
    pub span: Span,
}

/// One row.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct RowDecl {
    /// Its cells.
    pub cells: Vec<CellDecl>,
    /// `@section` behind the last bar.
    pub cites: Vec<Cite>,
    /// The whole row.
    pub span: Span,
}

/// One cell.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct CellDecl {
    /// What stands in it, trimmed.
    pub text: String,
    /// How it reads.
    pub form: CellForm,
    /// Where it stands (an empty cell: between the bars).
    pub span: Span,
}

/// How a cell reads. A word or two that also read as an expression are an `Expr`; the rulebook, which knows the
/// column's type, decides (`text` is always there).
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum CellForm {
    /// Nothing in it.
    Empty,
    /// `-`
    Dash,
    /// `?`
    Unset,
    /// `1..6`, `7..`, `..0`
    Range(Range),
    /// An expression.
    Expr(ExprDecl),
    /// Several with commas.
    List(Vec<CellDecl>),
    /// Anything else: words.
    Words,
}
