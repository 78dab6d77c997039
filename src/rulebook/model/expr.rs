//! The resolved expression.

use crate::rulebook::Function;
use crate::text::Span;
use crate::value::{
    AttributeId, ConditionId, FactId, Formula, Number, RelationId, SettingId, SlotId, StateId, Symbol, TableId,
    TrackId, Value, ValueId,
};
use std::cmp::Ordering;

/// An expression with its place, for errors while it is computed.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub node: Node,
    /// Where it stands.
    pub span: Span,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum Node {
    /// A value known at load: literals, symbols, items, options, settings that are constant.
    Const(Value),
    /// The figure (or side, or thing) whose property this is: `self`.
    Subject,
    /// A fact of the frame.
    Fact(FactId),
    /// A variable of an enclosing quantifier or `let`, counted from the outermost.
    Local(u8),
    /// A setting (settings may be computed from others).
    Setting(SettingId),
    /// An attribute of a figure or side.
    Attribute(Box<Expr>, AttributeId),
    /// A derived value of a figure or side.
    Value(Box<Expr>, ValueId),
    /// A track of a figure or side, with its symbol if it is kept by symbols.
    Track(Box<Expr>, TrackId, Option<Box<Expr>>),
    /// A state of a figure.
    State(Box<Expr>, StateId),
    /// A slot of a figure: a list of things.
    Slot(Box<Expr>, SlotId),
    /// A field of a thing or item, by its position in the kind.
    Field(Box<Expr>, u16),
    /// A built-in property or function; the subject of a property is its first argument.
    Call(Function, Vec<Expr>),
    /// A property of each member of a list: the inner expression sees the member as the local of that number.
    Map(Box<Expr>, u8, Box<Expr>),
    /// A table look-up with one or two keys.
    Table(TableId, Vec<Expr>),
    /// How many turns a relation has held; 0 if it does not.
    Relation(RelationId, Box<Expr>, Box<Expr>),
    /// Whether a figure has a condition.
    HasCondition(Box<Expr>, ConditionId),
    /// Whether a figure is in a state, given a word of it.
    InState(Box<Expr>, StateId, Symbol),
    /// Equality with a constant: symbols, items (a thing is its item), `none`.
    Is(Box<Expr>, Value),
    /// Whether a list contains a value (a thing counts as its item).
    Has(Box<Expr>, Box<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// `-`
    Minus(Box<Expr>),
    /// To a whole number.
    Round(Rounding, Box<Expr>),
    /// Two-sided operators.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `E in LO..HI`
    In(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `if C then A else B`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `case`: the value behind the first condition that holds, else the last.
    Case(Vec<(Expr, Expr)>, Box<Expr>),
    /// `let`: the second expression, which sees the first as the local of that number.
    Let(u8, Box<Expr>, Box<Expr>),
    /// A list.
    List(Vec<Expr>),
    /// Dice as a random number (in odds and rolls); as data they are a `Const(Value::Dice)`.
    Roll(Formula),
    /// The sum of so many independent repetitions.
    Repeat(u32, Box<Expr>),
    /// A question about a list; its variable is the local of that number.
    Over {
        /// Which question.
        quantifier: Quantifier,
        /// The variable's number.
        local: u8,
        /// The list.
        list: Box<Expr>,
        /// `where`
        condition: Option<Box<Expr>>,
        /// `: E` of `sum`
        body: Option<Box<Expr>>,
    },
}

/// How a fraction becomes whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// To the nearest, halves away from zero.
    Nearest,
}

impl Rounding {
    /// The whole number that a fraction becomes.
    pub fn of(self, number: Number) -> i64 {
        match self {
            Rounding::Up => number.ceil(),
            Rounding::Down => number.floor(),
            Rounding::Nearest => number.round(),
        }
    }
}

/// Two-sided operators. `And` and `Or` ask the second side only if needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the operator of its name")]
pub enum Binary {
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
}

impl Binary {
    /// Whether it compares its two sides.
    pub fn is_comparison(self) -> bool {
        !matches!(self, Binary::Or | Binary::And | Binary::Plus | Binary::Minus | Binary::Times | Binary::Over)
    }

    /// Whether a comparison is so of two that compare like this.
    #[inline]
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Binary::Less => ordering.is_lt(),
            Binary::LessOrEqual => ordering.is_le(),
            Binary::Greater => ordering.is_gt(),
            Binary::GreaterOrEqual => ordering.is_ge(),
            Binary::NotEqual => ordering.is_ne(),
            _ => ordering.is_eq(),
        }
    }
}

/// Questions about lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is the word of its name")]
pub enum Quantifier {
    Any,
    All,
    Count,
    First,
    Sum,
    List,
}

impl Expr {
    /// A constant.
    pub fn constant(value: Value, span: Span) -> Expr {
        Expr { node: Node::Const(value), span }
    }

    /// What stands for an expression that is wrong: that has been reported, and such rules are not played.
    pub(crate) fn broken(span: Span) -> Expr {
        Expr::constant(Value::Unset, span)
    }

    /// The constant number it is, if it is one.
    pub fn as_number(&self) -> Option<Number> {
        match &self.node {
            Node::Const(value) => value.as_number(),
            _ => None,
        }
    }
}

impl Expr {
    /// The facts that it names itself.
    pub fn named_facts(&self) -> Vec<FactId> {
        let mut found = Vec::new();
        self.walk(&mut |part| {
            if let Node::Fact(fact) = part.node {
                found.push(fact);
            }
        });
        found
    }

    /// The parts that must all be so for it to be, from the left: of `a and b and c` the three.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Binary(Binary::And, left, right) => [left.conjuncts(), right.conjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// The parts of which one must be so for it to be, from the left: of `a or b or c` the three.
    pub fn disjuncts(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Binary(Binary::Or, left, right) => [left.disjuncts(), right.disjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// Calls `visit` for this expression and every one inside, outermost first.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        match &self.node {
            Node::Const(_) | Node::Subject | Node::Fact(_) | Node::Local(_) | Node::Setting(_) | Node::Roll(_) => {}
            Node::Attribute(a, _)
            | Node::Value(a, _)
            | Node::Track(a, _, None)
            | Node::State(a, _)
            | Node::Slot(a, _)
            | Node::Field(a, _)
            | Node::HasCondition(a, _)
            | Node::InState(a, _, _)
            | Node::Is(a, _)
            | Node::Not(a)
            | Node::Minus(a)
            | Node::Round(_, a)
            | Node::Repeat(_, a) => a.walk(visit),
            Node::Track(a, _, Some(b))
            | Node::Map(a, _, b)
            | Node::Let(_, a, b)
            | Node::Relation(_, a, b)
            | Node::Has(a, b)
            | Node::Binary(_, a, b) => [a, b].into_iter().for_each(|part| part.walk(visit)),
            Node::If(a, b, c) => [a, b, c].into_iter().for_each(|part| part.walk(visit)),
            Node::Case(arms, otherwise) => {
                arms.iter().flat_map(|(condition, value)| [condition, value]).for_each(|part| part.walk(visit));
                otherwise.walk(visit);
            }
            Node::Call(_, all) | Node::Table(_, all) | Node::List(all) => all.iter().for_each(|part| part.walk(visit)),
            Node::In(a, low, high) => {
                a.walk(visit);
                low.iter().chain(high).for_each(|part| part.walk(visit));
            }
            Node::Over { list, condition, body, .. } => {
                list.walk(visit);
                condition.iter().chain(body).for_each(|part| part.walk(visit));
            }
        }
    }
}

impl Expr {
    /// Changes this expression and every one inside, outermost first; what `change` says no to is not looked into.
    pub fn change(&mut self, change: &mut dyn FnMut(&mut Expr) -> bool) {
        if change(self) {
            self.node.parts_mut().into_iter().for_each(|part| part.change(change));
        }
    }

    /// The expression with a constant where a local of that number is read.
    pub fn with_local(&self, local: u8, value: &Value) -> Expr {
        let mut expr = self.clone();
        expr.change(&mut |part| {
            if matches!(part.node, Node::Local(other) if other == local) {
                part.node = Node::Const(value.clone());
            }
            true
        });
        expr
    }
}

impl Node {
    /// The number of the local that it gives to a part of it.
    pub fn bound_mut(&mut self) -> Option<&mut u8> {
        match self {
            Node::Map(_, local, _) | Node::Let(local, ..) | Node::Over { local, .. } => Some(local),
            _ => None,
        }
    }

    fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Node::Const(_) | Node::Subject | Node::Fact(_) | Node::Local(_) | Node::Setting(_) | Node::Roll(_) => {
                Vec::new()
            }
            Node::Attribute(a, _)
            | Node::Value(a, _)
            | Node::Track(a, _, None)
            | Node::State(a, _)
            | Node::Slot(a, _)
            | Node::Field(a, _)
            | Node::HasCondition(a, _)
            | Node::InState(a, _, _)
            | Node::Is(a, _)
            | Node::Not(a)
            | Node::Minus(a)
            | Node::Round(_, a)
            | Node::Repeat(_, a) => vec![a],
            Node::Track(a, _, Some(b))
            | Node::Map(a, _, b)
            | Node::Let(_, a, b)
            | Node::Relation(_, a, b)
            | Node::Has(a, b)
            | Node::Binary(_, a, b) => vec![a, b],
            Node::If(a, b, c) => vec![a, b, c],
            Node::Case(arms, otherwise) => {
                let arms = arms.iter_mut().flat_map(|(condition, value)| [condition, value]);
                arms.chain([&mut **otherwise]).collect()
            }
            Node::Call(_, all) | Node::Table(_, all) | Node::List(all) => all.iter_mut().collect(),
            Node::In(a, low, high) => [a].into_iter().chain(low).chain(high).map(|part| &mut **part).collect(),
            Node::Over { list, condition, body, .. } => {
                [list].into_iter().chain(condition).chain(body).map(|part| &mut **part).collect()
            }
        }
    }
}
