//! Expectations that hold for all that the numbers in them may be: compared with their bounds, with themselves, one way or the other.

use super::Examiner;
use super::same::{NumberRange, either_holds, same, settled};
use crate::rulebook::{
    Binary, Expr, Function, Node, Quantifier, Scope, Sort, Test, Track, Type, as_written, resolve_expr,
};
use crate::syntax::ast::{ExprDecl, StepNode};
use crate::text::is_wordly;
use crate::value::{FigureId, Number, Value};
use std::collections::BTreeSet;

/// Values that are made of values, so far down.
pub(super) const DEEPEST: usize = 8;

impl Examiner<'_> {
    /// What is wrong with an expectation that cannot fail, as far as its numbers and names show that.
    pub(super) fn held_anyhow(&self, test: &Test, expr: &ExprDecl) -> Option<String> {
        let resolved = self.resolved(test, expr)?;
        self.is_always(&resolved).then(|| self.instead_of(&resolved))
    }

    /// The expectation as rules read it, whoever it names.
    fn resolved(&self, test: &Test, expr: &ExprDecl) -> Option<Expr> {
        let book = self.book;
        let text = book.sources.slice(expr.span);
        let placed = test.steps.iter().filter_map(|step| match &step.node {
            StepNode::Place(placement, _) => {
                Some(placement.called.as_ref().map_or(&*placement.sheet.text, |called| &*called.text))
            }
            _ => None,
        });
        let figures = book.scenarios.iter().flat_map(|one| &one.sides).flat_map(|side| &side.figures);
        let named = figures.map(|figure| &*figure.name).chain(book.sheets.iter().map(|sheet| &*sheet.head.name));
        let is_other =
            |name: &str| [Sort::Fact, Sort::Setting].iter().any(|sort| book.names.find(*sort, name).is_some());
        let is_said = |name: &&str| {
            let apart = |letter: Option<char>| letter.is_none_or(|letter| !is_wordly(letter));
            text.match_indices(*name)
                .any(|(at, _)| apart(text[..at].chars().next_back()) && apart(text[at + name.len()..].chars().next()))
        };
        let names: BTreeSet<&str> = placed.chain(named).filter(|name| !is_other(name)).filter(is_said).collect();
        let each = names.into_iter().enumerate();
        let scope = each.fold(Scope::new(&book.sources), |scope, (at, name)| {
            scope.bind(name, Value::Figure(FigureId(at as u16)), Type::Figure)
        });
        resolve_expr(book, expr, &scope).ok().map(|(expr, _)| expr)
    }

    /// Whether it holds whatever is so. What is constant says how the rules are declared: that may be expected.
    fn is_always(&self, expr: &Expr) -> bool {
        let range = |what: &Expr| self.span_of(what, 0);
        match &expr.node {
            Node::Const(_) => false,
            Node::Binary(Binary::And, ..) => expr.conjuncts().into_iter().all(|part| self.is_always(part)),
            Node::Binary(Binary::Or, ..) => {
                let parts = expr.disjuncts();
                let earlier = |at: usize| parts[..at].iter();
                let is_either = parts.iter().enumerate().any(|(at, one)| earlier(at).any(|two| either_holds(one, two)));
                is_either || parts.iter().any(|part| self.is_always(part)) || self.is_all_words(&parts)
            }
            Node::Binary(Binary::NotEqual, a, b) => {
                let (a, b) = (self.span_of(a, 0), self.span_of(b, 0));
                is_below(a, b) || is_below(b, a)
            }
            Node::Binary(sign @ (Binary::LessOrEqual | Binary::Less), a, b) => {
                self.is_less(a, b, *sign == Binary::Less)
            }
            Node::Binary(sign @ (Binary::GreaterOrEqual | Binary::Greater), a, b) => {
                self.is_less(b, a, *sign == Binary::Greater)
            }
            Node::Binary(Binary::Equal, a, b) => same(a, b) && !matches!(a.node, Node::Const(_)),
            Node::In(what, ..) if what.as_number().is_some() => false,
            _ => settled(expr, &range) == Some(true),
        }
    }

    /// Whether one number is never more than another, or always less.
    fn is_less(&self, a: &Expr, b: &Expr, strictly: bool) -> bool {
        if matches!((&a.node, &b.node), (Node::Const(_), Node::Const(_))) {
            return false;
        }
        let (low, high) = (self.span_of(a, 0), self.span_of(b, 0));
        let by_ends = low.1.zip(high.0).is_some_and(|(most, least)| most < least || most == least && !strictly);
        by_ends || !strictly && (same(a, b) || self.is_bound_of(a, b, true) || self.is_bound_of(b, a, false))
    }

    /// Whether something is the most (or the least) that a track of the same figure may be.
    fn is_bound_of(&self, track: &Expr, bound: &Expr, is_most: bool) -> bool {
        let Node::Track(whose, id, _) = &track.node else { return false };
        let track: &Track = &self.book.tracks[id.index()];
        let Some(own) = (if is_most { &track.max } else { &track.min }) else { return false };
        match (&own.node, &bound.node) {
            (Node::Attribute(a, one), Node::Attribute(b, two)) => {
                one == two && matches!(a.node, Node::Subject) && same(whose, b)
            }
            (Node::Value(a, one), Node::Value(b, two)) => {
                one == two && matches!(a.node, Node::Subject) && same(whose, b)
            }
            _ => false,
        }
    }

    /// Whether one of these must be, for they are all words of one thing.
    fn is_all_words(&self, parts: &[&Expr]) -> bool {
        let symbol = |part: &&Expr| match &part.node {
            Node::Is(_, Value::Symbol(symbol)) | Node::InState(_, _, symbol) => Some(*symbol),
            _ => None,
        };
        let Some(words) = parts.iter().map(symbol).collect::<Option<BTreeSet<_>>>() else { return false };
        let about = |a: &Expr, b: &Expr| match (&a.node, &b.node) {
            (Node::Is(a, _), Node::Is(b, _)) => same(a, b),
            (Node::InState(a, one, _), Node::InState(b, two, _)) => one == two && same(a, b),
            _ => false,
        };
        let Some(set) = words.first().map(|symbol| symbol.set) else { return false };
        parts.iter().all(|part| about(parts[0], part))
            && words.len() == self.book.sets[set.index()].words.len()
            && words.iter().all(|symbol| symbol.set == set)
    }

    /// The least and the most that a number comes to, made of what is declared of its parts.
    pub(super) fn span_of(&self, expr: &Expr, depth: usize) -> NumberRange {
        if depth > DEEPEST {
            return (None, None);
        }
        let of = |part: &Expr| self.span_of(part, depth + 1);
        let both = |a: Option<Number>, b: Option<Number>, how: fn(Number, Number) -> Option<Number>| {
            a.zip(b).and_then(|(a, b)| how(a, b))
        };
        let zero = Some(Number::ZERO);
        match &expr.node {
            Node::Const(_) => (expr.as_number(), expr.as_number()),
            Node::Value(_, id) => {
                let rule = &self.book.values[id.index()];
                match rule.r#type {
                    Type::Number(_) => of(&rule.expr),
                    _ => (None, None),
                }
            }
            Node::Binary(Binary::Plus, a, b) => {
                let (a, b) = (of(a), of(b));
                (both(a.0, b.0, Number::plus), both(a.1, b.1, Number::plus))
            }
            Node::Binary(Binary::Minus, a, b) => {
                let (a, b) = (of(a), of(b));
                (both(a.0, b.1, Number::minus), both(a.1, b.0, Number::minus))
            }
            Node::Binary(Binary::Times, a, b) => match (of(a), of(b)) {
                ((Some(a), most), (Some(b), other)) if a >= Number::ZERO && b >= Number::ZERO => {
                    (a.times(b), both(most, other, Number::times))
                }
                _ => (None, None),
            },
            Node::Minus(inner) => {
                let (least, most) = of(inner);
                (most.and_then(Number::negated), least.and_then(Number::negated))
            }
            Node::If(_, a, b) => {
                let (a, b) = (of(a), of(b));
                (a.0.zip(b.0).map(|(a, b)| a.min(b)), a.1.zip(b.1).map(|(a, b)| a.max(b)))
            }
            Node::Call(Function::Max, parts) if parts.len() > 1 => {
                (parts.iter().filter_map(|part| of(part).0).max(), None)
            }
            Node::Call(Function::Min, parts) if parts.len() > 1 => {
                (None, parts.iter().filter_map(|part| of(part).1).min())
            }
            Node::Call(Function::Abs | Function::Count | Function::Times | Function::Distance, _) => (zero, None),
            Node::Over { quantifier: Quantifier::Count, .. } | Node::Relation(..) => (zero, None),
            _ => self.range(expr),
        }
    }

    /// What to expect instead.
    fn instead_of(&self, expr: &Expr) -> String {
        let book = self.book;
        let text = |part: &Expr| book.sources.slice(part.span).trim();
        let plain = || "compare something of a figure, of a fact or of the rules with what it should be".to_string();
        let one_or_other = match &expr.node {
            Node::Binary(Binary::Or, ..) => true,
            Node::Binary(_, a, b) if same(a, b) => return plain(),
            _ => false,
        };
        if one_or_other {
            return "one or the other holds whatever happens: expect the one that should".to_string();
        }
        let compared = match &expr.node {
            Node::Not(inner) => inner,
            _ => expr,
        };
        let what = match &compared.node {
            Node::Binary(_, a, b) if a.as_number().is_some() => b,
            Node::Binary(_, a, _) => a,
            Node::In(a, ..) => a,
            _ => return plain(),
        };
        let unit = match &what.node {
            Node::Track(_, id, _) => book.tracks[id.index()].unit,
            Node::Fact(id) => book.facts[id.index()].unit,
            _ => None,
        };
        let show = |number: Number| book.show_value(&Value::Number(number), unit);
        let (least, most) = self.span_of(what, 0);
        let name = text(what);
        match (least, most) {
            (Some(least), _) => format!(
                "`{name}` is never less than {0}: say what it comes to, `expect {name} = {0}`, or that it is more, \
                 `expect {name} > {0}`",
                show(least)
            ),
            (None, Some(most)) => {
                format!("`{name}` is never more than {0}: say what it comes to, `expect {name} = {0}`", show(most))
            }
            _ => format!("that is what `{}` is bounded by: say what it comes to", as_written(name)),
        }
    }
}

/// Whether all of one range lies below all of another.
fn is_below(a: NumberRange, b: NumberRange) -> bool {
    a.1.zip(b.0).is_some_and(|(most, least)| most < least)
}
