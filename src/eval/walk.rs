//! The evaluator: the walk over a resolved expression to its value. Numbers, truths and symbols pass through it without
//! an allocation; how deep and how far it goes is bounded.

use super::fault::wanted;
use super::memo::FactQuestion;
use super::settled::is_settled;
use super::{EvalError, Fault, Scene, Subject, Trail, World};
use crate::rulebook::{Binary, Expr, Node, Quantifier};
use crate::text::Span;
use crate::value::{FactId, FigureId, ItemId, Number, Value, ValueId};
use std::sync::Arc;

/// Values that lead to values, facts to facts, expressions in expressions: no rule needs more.
pub(super) const MAX_DEPTH: u16 = 400;

/// Parts that one expression computes at most, with everything it leads to: a fraction of a second.
pub(super) const MAX_STEPS: u32 = 1_000_000;

/// What is asked of a list.
pub(super) struct Over<'a> {
    pub(super) quantifier: Quantifier,
    pub(super) condition: Option<&'a Expr>,
    pub(super) body: Option<&'a Expr>,
}

/// One walk: who `self` is, and the variables of the quantifiers around.
pub(super) struct Walk<'a, W: World + ?Sized> {
    pub(super) scene: Scene<'a, W>,
    pub(super) locals: Vec<Value>,
    pub(super) base: usize,
    subject: Subject,
    depth: u16,
    steps: u32,
}

impl<'a, W: World + ?Sized> Walk<'a, W> {
    /// A walk that has gone nowhere.
    #[inline]
    pub(super) fn new(scene: Scene<'a, W>, subject: Subject) -> Self {
        Walk { scene, subject, locals: Vec::new(), base: 0, depth: 0, steps: 0 }
    }

    /// Gives the buffer for variables back, if it was ever needed.
    #[inline]
    pub(super) fn end(self) {
        if self.locals.capacity() > 0 {
            self.scene.frame.return_locals(self.locals);
        }
    }

    /// Any expression. What leads nowhere else is answered at once.
    pub(super) fn eval(&mut self, expr: &Expr) -> Result<Value, EvalError> {
        match &expr.node {
            Node::Const(Value::Number(number)) => {
                self.steps += 1;
                return Ok(Value::Number(*number));
            }
            Node::Fact(fact) => {
                let known = self.scene.frame.known(*fact);
                return match known {
                    None => self.deeper(expr, |walk| walk.find_fact(*fact, expr.span)),
                    Some(Value::Unset) => Err(EvalError::new(Fault::UnsetFact(*fact), expr.span)),
                    Some(known) => {
                        self.steps += 1;
                        Ok(known)
                    }
                };
            }
            _ => {}
        }
        self.deeper(expr, |walk| walk.node(expr))
    }

    #[inline]
    fn node(&mut self, expr: &Expr) -> Result<Value, EvalError> {
        let span = expr.span;
        match &expr.node {
            Node::Const(value) => Self::used(value, span),
            Node::Subject => match self.subject {
                Subject::Nobody => Err(EvalError::new(Fault::Absent("`self`"), span)),
                subject => Ok(subject.into()),
            },
            Node::Fact(fact) => self.fact(*fact, span),
            Node::Local(local) => self.local(*local, span),
            Node::Setting(id) => {
                let setting = &self.scene.rules.settings[id.index()];
                if let Node::Const(Value::Unset) = setting.expr.node {
                    return Err(EvalError::new(Fault::UnsetSetting(*id), span));
                }
                self.apart(Subject::Nobody, &setting.expr).map_err(|error| error.during(Trail::Setting(*id)))
            }
            Node::Attribute(owner, id) => {
                let owner = self.owner(owner)?;
                match self.scene.world.attribute(owner, *id) {
                    Value::Unset => Err(EvalError::new(Fault::UnsetAttribute(*id, owner.into()), span)),
                    value => Ok(value),
                }
            }
            Node::Value(owner, id) => {
                let owner = self.owner(owner)?;
                self.derived(owner, *id)
            }
            Node::If(condition, yes, no) => {
                let branch = if self.truth(condition)? { yes } else { no };
                self.eval(branch)
            }
            Node::HasCondition(..)
            | Node::InState(..)
            | Node::Is(..)
            | Node::Has(..)
            | Node::Not(_)
            | Node::In(..)
            | Node::Over { quantifier: Quantifier::Any | Quantifier::All, .. } => self.truth(expr).map(Value::Truth),
            Node::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            _ => self.rarer(expr),
        }
    }

    /// The forms that need more room on the stack.
    #[inline(never)]
    fn rarer(&mut self, expr: &Expr) -> Result<Value, EvalError> {
        let span = expr.span;
        let at = |fault| EvalError::new(fault, span);
        match &expr.node {
            Node::Track(owner, id, symbol) => {
                let owner = self.owner(owner)?;
                let symbol = match symbol {
                    None => None,
                    Some(expr) => match self.eval(expr)? {
                        Value::Symbol(symbol) => Some(symbol),
                        other => return Err(EvalError::new(Fault::WrongSort("a word", other.sort()), expr.span)),
                    },
                };
                let amount = self.scene.world.track(owner, *id, symbol);
                amount.map(Value::Number).ok_or_else(|| at(Fault::UnsetTrack(*id, owner.into())))
            }
            Node::State(figure, id) => {
                let figure = self.figure(figure)?;
                self.scene.world.state(figure, *id).map(Value::Symbol).ok_or_else(|| at(Fault::Unset))
            }
            Node::Slot(figure, id) => {
                let figure = self.figure(figure)?;
                Ok(Value::list(self.scene.world.slot(figure, *id).iter().map(|thing| Value::Thing(*thing))))
            }
            Node::Field(thing, field) => self.field(thing, *field, span),
            Node::Call(function, arguments) => self.call(*function, arguments, span),
            Node::Map(list, local, body) => {
                let mut mapped = Vec::new();
                self.each(list, *local, |walk| {
                    mapped.push(walk.eval(body)?);
                    Ok(true)
                })?;
                Ok(Value::list(mapped))
            }
            Node::Table(table, keys) => self.table(*table, keys, span),
            Node::Relation(id, figure, far) => {
                let figure = self.figure(figure)?;
                let far = self.eval(far)?;
                Ok(Value::int(i64::from(self.scene.world.relation(*id, figure, &far))))
            }
            Node::Case(arms, otherwise) => {
                for (condition, value) in arms {
                    if self.truth(condition)? {
                        return self.eval(value);
                    }
                }
                self.eval(otherwise)
            }
            Node::Let(local, value, body) => {
                let value = self.eval(value)?;
                self.with_local(*local, value, |walk| walk.eval(body))
            }
            Node::Minus(inner) => self.eval(inner)?.negated().map_err(|error| EvalError::new(error, span)),
            Node::Round(rounding, inner) => {
                let number = self.number(inner)?;
                Ok(Value::int(rounding.of(number)))
            }
            Node::List(members) => {
                let members = members.iter().map(|member| self.eval(member));
                Ok(Value::List(members.collect::<Result<_, _>>()?))
            }
            Node::Roll(formula) => Ok(Value::Dice(Arc::new(formula.clone()))),
            Node::Repeat(count, inner) => {
                self.eval(inner)?.repeated(*count).map_err(|error| EvalError::new(error, span))
            }
            Node::Over { quantifier, local, list, condition, body } => {
                let over = Over { quantifier: *quantifier, condition: condition.as_deref(), body: body.as_deref() };
                self.over(*local, list, over, span)
            }
            _ => self.truth(expr).map(Value::Truth),
        }
    }

    /// An expression that must be a truth; comparisons need no [`Value`] in between.
    pub(super) fn truth(&mut self, expr: &Expr) -> Result<bool, EvalError> {
        match &expr.node {
            Node::Const(Value::Truth(truth)) => Ok(*truth),
            Node::Binary(Binary::And, left, right) => {
                self.deeper(expr, |walk| Ok(walk.truth(left)? && walk.truth(right)?))
            }
            Node::Binary(Binary::Or, left, right) => self.deeper(expr, |walk| {
                let truth = walk.truth(left)?;
                if truth && (!walk.scene.frame.is_thorough() || is_settled(&walk.scene, left)) {
                    return Ok(true);
                }
                Ok(walk.truth(right)? || truth)
            }),
            Node::Not(inner) => self.deeper(expr, |walk| walk.truth(inner).map(|truth| !truth)),
            Node::HasCondition(figure, id) => {
                let figure = self.figure(figure)?;
                Ok(self.scene.world.has_condition(figure, *id))
            }
            Node::InState(figure, id, word) => {
                let figure = self.figure(figure)?;
                Ok(self.scene.world.state(figure, *id) == Some(*word))
            }
            Node::Is(subject, value) => {
                if let Node::Fact(fact) = subject.node {
                    let quick = self.scene.frame.look(fact, |known| match known {
                        Value::Unset => None,
                        known => Some(self.scene.same(known, value)),
                    });
                    if let Some(truth) = quick {
                        return Ok(truth);
                    }
                }
                let subject = self.eval(subject)?;
                Ok(self.scene.same(&subject, value))
            }
            Node::Has(list, member) => self.has(list, member),
            Node::In(number, low, high) => self.within(number, low.as_deref(), high.as_deref()),
            Node::Over {
                quantifier: quantifier @ (Quantifier::Any | Quantifier::All), local, list, condition, ..
            } => self.deeper(expr, |walk| {
                walk.any_or_all(*quantifier == Quantifier::All, *local, list, condition.as_deref())
            }),
            Node::Binary(operator, left, right) if operator.is_comparison() => {
                self.deeper(expr, |walk| walk.compared(*operator, left, right, expr.span))
            }
            _ => match self.eval(expr)? {
                Value::Truth(truth) => Ok(truth),
                other => Err(EvalError::new(wanted("a truth", &other), expr.span)),
            },
        }
    }

    /// An expression that must be a number.
    pub(super) fn number(&mut self, expr: &Expr) -> Result<Number, EvalError> {
        match self.eval(expr)? {
            Value::Number(number) => Ok(number),
            other => Err(EvalError::new(wanted("a number", &other), expr.span)),
        }
    }

    /// One level further in.
    #[inline]
    pub(super) fn deeper<T>(
        &mut self,
        expr: &Expr,
        work: impl FnOnce(&mut Self) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        if self.depth >= MAX_DEPTH || self.steps >= MAX_STEPS {
            return Err(self.stopped(expr.span));
        }
        self.depth += 1;
        self.steps += 1;
        let answer = work(self);
        self.depth -= 1;
        answer
    }

    #[cold]
    fn stopped(&self, span: Span) -> EvalError {
        EvalError::new(if self.depth >= MAX_DEPTH { Fault::TooDeep } else { Fault::TooLong }, span)
    }

    /// Counts the members of a list that are looked at all at once.
    pub(super) fn count(&mut self, members: usize, span: Span) -> Result<(), EvalError> {
        self.steps = self.steps.saturating_add(u32::try_from(members).unwrap_or(u32::MAX));
        if self.steps >= MAX_STEPS { Err(self.stopped(span)) } else { Ok(()) }
    }

    /// An expression with a `self` and variables of its own: the rule of a value, a fact, a setting, a cell.
    pub(super) fn apart(&mut self, subject: Subject, expr: &Expr) -> Result<Value, EvalError> {
        if let Node::Const(value) = &expr.node {
            return Self::used(value, expr.span);
        }
        let outer = (self.subject, self.base);
        (self.subject, self.base) = (subject, self.locals.len());
        let value = self.eval(expr);
        (self.subject, self.base) = outer;
        value
    }

    /// A constant, unless it is unset.
    #[inline]
    pub(super) fn used(value: &Value, span: Span) -> Result<Value, EvalError> {
        match value {
            Value::Number(number) => Ok(Value::Number(*number)),
            Value::Unset => Err(EvalError::new(Fault::Unset, span)),
            value => Ok(value.clone()),
        }
    }

    /// A derived value of a figure or side.
    pub(super) fn derived(&mut self, owner: Subject, id: ValueId) -> Result<Value, EvalError> {
        let rule = &self.scene.rules.values[id.index()];
        let memo = rule.keeps.and_then(|aspects| self.scene.world.memo(aspects));
        if let Some(known) = memo.and_then(|(memo, since)| memo.borrow().value(id, since, owner)) {
            debug_assert_eq!(self.apart(owner, &rule.expr).ok().as_ref(), Some(&known), "{}", rule.head.name);
            return Ok(known);
        }
        let value = self.apart(owner, &rule.expr).map_err(|error| error.during(Trail::Value(id)))?;
        if let Some((memo, since)) = memo {
            memo.borrow_mut().keep_value(id, since, owner, &value);
        }
        Ok(value)
    }

    /// A fact: stated, from the world, by default.
    #[inline]
    pub(super) fn fact(&mut self, id: FactId, span: Span) -> Result<Value, EvalError> {
        match self.scene.frame.known(id) {
            Some(Value::Unset) => Err(EvalError::new(Fault::UnsetFact(id), span)),
            Some(value) => Ok(value),
            None => self.find_fact(id, span),
        }
    }

    #[inline(never)]
    fn find_fact(&mut self, id: FactId, span: Span) -> Result<Value, EvalError> {
        let Scene { rules, world, frame } = self.scene;
        let fact = &rules.facts[id.index()];
        // Most facts of which nobody says anything are just what they are by default.
        if let (None, Some(Expr { node: Node::Const(value), .. })) = (&fact.from, &fact.default)
            && *value != Value::Unset
        {
            frame.keep(id, value);
            return Ok(value.clone());
        }
        let memo = fact.keeps.filter(|_| frame.is_in_motion()).and_then(|aspects| world.memo(aspects));
        let Some((memo, since)) = memo else {
            let value = self.compute_fact(id, span)?;
            frame.keep(id, &value);
            return Ok(value);
        };
        let question = FactQuestion::new(id, since, &fact.reads_as_set, frame);
        let known = memo.borrow().fact(&question);
        if let Some(known) = known {
            debug_assert_eq!(self.compute_fact(id, span).ok().as_ref(), Some(&known), "{}", fact.head.name);
            frame.keep(id, &known);
            return Ok(known);
        }
        let value = self.compute_fact(id, span)?;
        memo.borrow_mut().keep_fact(&question, &value);
        frame.keep(id, &value);
        Ok(value)
    }

    fn compute_fact(&mut self, id: FactId, span: Span) -> Result<Value, EvalError> {
        let fact = &self.scene.rules.facts[id.index()];
        let mut found = None;
        if let (Some(from), true) = (&fact.from, self.scene.frame.is_in_motion()) {
            match self.apart(Subject::Nobody, from) {
                Ok(value) => found = Some(value),
                Err(error) if error.fault().is_silence() => {}
                Err(error) => return Err(error.during(Trail::Fact(id))),
            }
        }
        match (found, &fact.default) {
            (Some(value), _) => Ok(value),
            (None, Some(default)) => {
                self.apart(Subject::Nobody, default).map_err(|error| error.during(Trail::Fact(id)))
            }
            (None, None) => Err(EvalError::new(Fault::MissingFact(id), span)),
        }
    }

    fn local(&self, local: u8, span: Span) -> Result<Value, EvalError> {
        let value = self.locals.get(self.base + usize::from(local));
        value.cloned().ok_or_else(|| EvalError::new(Fault::Absent("a variable"), span))
    }

    /// Whose property is meant.
    #[inline]
    fn owner(&mut self, expr: &Expr) -> Result<Subject, EvalError> {
        match expr.node {
            Node::Subject => return Ok(self.subject),
            Node::Fact(fact) => {
                let quick = self.scene.frame.look(fact, |known| match known {
                    Value::Figure(id) => Some(Subject::Figure(*id)),
                    Value::Thing(id) => Some(Subject::Thing(*id)),
                    _ => None,
                });
                if let Some(owner) = quick {
                    return Ok(owner);
                }
            }
            _ => {}
        }
        match self.eval(expr)? {
            Value::Figure(id) => Ok(Subject::Figure(id)),
            Value::Side(id) => Ok(Subject::Side(id)),
            Value::Thing(id) => Ok(Subject::Thing(id)),
            Value::Item(id) => Ok(Subject::Item(id)),
            other => Err(EvalError::new(wanted("a figure, a side or a thing", &other), expr.span)),
        }
    }

    #[inline]
    pub(super) fn figure(&mut self, expr: &Expr) -> Result<FigureId, EvalError> {
        match self.owner(expr)? {
            Subject::Figure(id) => Ok(id),
            other => Err(EvalError::new(wanted("a figure", &other.into()), expr.span)),
        }
    }

    fn field(&mut self, thing: &Expr, field: u16, span: Span) -> Result<Value, EvalError> {
        let at = |fault| EvalError::new(fault, span);
        let (item, own) = match self.eval(thing)? {
            Value::Item(item) => (item, None),
            Value::Thing(id) => (self.scene.world.item_of(id).ok_or_else(|| at(Fault::Unset))?, Some(id)),
            other => return Err(EvalError::new(wanted("a thing", &other), thing.span)),
        };
        let row = self.scene.rules.items.get(item.index()).ok_or_else(|| at(Fault::Unset))?;
        let index = usize::from(field);
        if let Some(id) = own
            && self.scene.rules.kinds[row.kind.index()].fields.get(index).is_some_and(|field| field.tracked)
        {
            return Self::given(self.scene.world.tracked(id, field), item, field, span);
        }
        Self::given(row.fields.get(index).cloned().unwrap_or(Value::Unset), item, field, span)
    }

    #[inline]
    fn given(value: Value, item: ItemId, field: u16, span: Span) -> Result<Value, EvalError> {
        match value {
            Value::Unset => Err(EvalError::new(Fault::UnsetField(item, field), span)),
            value => Ok(value),
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, expr: &Expr) -> Result<Value, EvalError> {
        let operate = match operator {
            Binary::Plus => Value::plus,
            Binary::Minus => Value::minus,
            Binary::Times => Value::times,
            Binary::Over => Value::over,
            _ => return self.truth(expr).map(Value::Truth),
        };
        let (left, right) = (self.eval(left)?, self.eval(right)?);
        if let (Value::Number(a), Value::Number(b)) = (&left, &right) {
            // The common case, without a call; what fails here fails again below and is told there.
            let quick = match operator {
                Binary::Plus => a.plus(*b),
                Binary::Minus => a.minus(*b),
                Binary::Times => a.times(*b),
                _ => None,
            };
            if let Some(number) = quick {
                return Ok(Value::Number(number));
            }
        }
        operate(&left, &right).map_err(|error| EvalError::new(error, expr.span))
    }

    fn compared(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) -> Result<bool, EvalError> {
        if let (Node::Fact(fact), Node::Const(bound @ Value::Number(_))) = (&left.node, &right.node) {
            let quick = self.scene.frame.look(*fact, |known| match known {
                Value::Number(_) => known.compared(bound).ok().map(|ordering| operator.holds(ordering)),
                _ => None,
            });
            if let Some(truth) = quick {
                self.steps += 2;
                return Ok(truth);
            }
        }
        let (left, right) = (self.eval(left)?, self.eval(right)?);
        if let Value::List(members) = &left {
            self.count(members.len(), span)?;
        }
        match operator {
            Binary::Equal => Ok(self.scene.same(&left, &right)),
            Binary::NotEqual => Ok(!self.scene.same(&left, &right)),
            _ => {
                let ordering = left.compared(&right).map_err(|error| EvalError::new(error, span))?;
                Ok(operator.holds(ordering))
            }
        }
    }

    fn within(&mut self, number: &Expr, low: Option<&Expr>, high: Option<&Expr>) -> Result<bool, EvalError> {
        let value = self.eval(number)?;
        for (end, operator) in [(low, Binary::GreaterOrEqual), (high, Binary::LessOrEqual)] {
            let Some(end) = end else { continue };
            let bound = self.eval(end)?;
            let ordering = value.compared(&bound).map_err(|error| EvalError::new(error, number.span.to(end.span)))?;
            if !operator.holds(ordering) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
