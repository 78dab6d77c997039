//! Numbers of other dimensions than are wanted, and how they are counted in a unit.

use super::{PlacedError, RulebookError, Typer};
use crate::rulebook::{Binary, Dimension, Expr, Node, Type};
use crate::text::Span;

impl Typer<'_> {
    /// What is declared as a bare number with a default in a unit, as it was meant.
    fn declared_with_unit(&self, default: Span) -> Option<String> {
        let text = &self.scope.sources.get(default.source).text;
        let before = text.get(..default.start as usize)?;
        crate::rulebook::hint::typed_by_default(before, self.scope.sources.slice(default))
    }

    /// Numbers of two dimensions where one is wanted.
    pub(super) fn unit_mismatch(&mut self, expr: &Expr, found: Dimension, wanted: Dimension) {
        let left = self.words(&Type::Number(wanted));
        let right = match self.unit_read(expr, found) {
            Some(unit) => format!("a number in `{unit}`"),
            None => self.words(&Type::Number(found)),
        };
        let pure = Dimension::PURE;
        let text = self.scope.sources.slice(expr.span).to_string();
        let help = if found == pure {
            format!("say in which unit: `{text} {}`", self.book().fitting_unit(wanted))
        } else if wanted == pure
            && let Some(declared) = self.declared_with_unit(expr.span)
        {
            format!("the unit stands in the type: `{declared}`")
        } else if wanted == pure {
            format!("divide it by a unit: `{}`", self.counted(expr, found))
        } else {
            let unit = self.book().fitting_unit(wanted);
            let number = text.split_whitespace().next().filter(|_| matches!(text.split_whitespace().count(), 2));
            match number.filter(|number| number.starts_with(|c: char| c.is_ascii_digit())) {
                Some(number) => {
                    format!("what it is compared or added to is counted in `{unit}`: write `{number} {unit}`")
                }
                None => format!("they are of different dimensions: what fits is counted in `{unit}`"),
            }
        };
        let label = format!("this is {right}");
        // A setting whose number says no unit is mended where it is declared.
        let declared = self.book().settings.iter().find(|one| *one.head.name == *text).map(|one| one.expr.span);
        if let Some(at) = declared.filter(|_| found == pure) {
            let (number, unit) = (self.scope.sources.slice(at).to_string(), self.book().fitting_unit(wanted));
            let help = format!("say there in which unit: `setting {text} = {number} {unit}`");
            let error = RulebookError::UnitMismatch { left, right };
            let placed = PlacedError::new(error, self.scope.sources, expr.span, &label, help);
            let placed = placed.and(self.scope.sources, at, expr.span, "this number says no unit");
            self.out.push(placed.into());
            return;
        }
        self.report(RulebookError::UnitMismatch { left, right }, expr.span, &label, help);
    }

    /// The unit in which a number of a dimension is declared that an expression reads.
    fn unit_read(&self, expr: &Expr, dimension: Dimension) -> Option<String> {
        let book = self.book();
        let mut found: Option<u16> = None;
        expr.walk(&mut |part| {
            let unit = match &part.node {
                Node::Fact(id) => book.facts[id.index()].unit,
                Node::Attribute(_, id) => book.attributes[id.index()].unit,
                Node::Track(_, id, _) => book.tracks[id.index()].unit,
                _ => None,
            };
            found = found.or(unit.filter(|at| book.units[usize::from(*at)].dimension == dimension));
        });
        found.map(|at| book.units[usize::from(at)].head.name.to_string())
    }

    /// The unit in which a number is best counted: that in which it is declared.
    pub(super) fn unit_of(&self, expr: &Expr, dimension: Dimension) -> String {
        self.unit_read(expr, dimension).unwrap_or_else(|| self.book().dimension_words(dimension))
    }

    /// An expression as a plain number: what divides it says a unit; a modifier, which is a whole number, is rounded.
    fn counted(&self, expr: &Expr, dimension: Dimension) -> String {
        let text = |span: Span| self.scope.sources.slice(span).trim_end();
        let unit = self.unit_of(expr, dimension);
        let inner = if let Node::Minus(inner) = &expr.node { inner } else { expr };
        let sign = text(Span { end: inner.span.start, ..expr.span });
        let (sign, bare) = match text(inner.span).strip_prefix('+') {
            Some(bare) => ("+", bare.trim_start()),
            None => (sign, text(inner.span)),
        };
        match &inner.node {
            // `range / 10` as `range / 10 hex`
            Node::Binary(Binary::Over, _, divisor) if divisor.as_number().is_some() => {
                let behind = text(Span { start: divisor.span.end, ..inner.span });
                let all = format!("{} {unit}{behind}", bare.strip_suffix(behind).unwrap_or(bare));
                let bare = all.strip_prefix('(').and_then(|all| all.strip_suffix(')')).unwrap_or(&all);
                match self.is_before_label(expr.span) {
                    true => format!("{sign}(round down ({bare}))"),
                    false => format!("{sign}{all}"),
                }
            }
            Node::Binary(..) | Node::If(..) | Node::Let(..) if !bare.starts_with('(') => {
                format!("{sign}({bare}) / 1 {unit}")
            }
            _ => format!("{sign}{bare} / 1 {unit}"),
        }
    }

    /// Whether a label stands behind it, as behind the amount of a modifier.
    fn is_before_label(&self, at: Span) -> bool {
        let text = &self.scope.sources.get(at.source).text;
        text.get(at.end as usize..).unwrap_or("").trim_start().starts_with('"')
    }
}
