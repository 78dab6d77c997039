//! `+1` where a value is set anew: it adds nothing to what stood there, which is told with the sum.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::show::as_written;
use super::signed_value::signed;
use crate::syntax::ast;
use crate::text::Span;
use crate::value::Value;

impl Resolver<'_> {
    /// Warns of a value with a sign that takes the place of another: `might +1` over a sheet on which it is 13.
    pub(super) fn warn_of_sum(
        &mut self,
        (verb, property): (&str, &ast::Property),
        before: &Value,
        value: &Value,
        unit: Option<u16>,
    ) {
        let sources = self.sources;
        let Some((at, written)) = signed(property, sources) else { return };
        if self.merged.pack(at) != self.book.pack.head.name || !matches!(before, Value::Number(_) | Value::Dice(_)) {
            return;
        }
        let Ok(sum) = before.plus(value) else { return };
        let name = as_written(&property.name.text).to_string();
        let bare = written.trim_start_matches(['+', ' ']).to_string();
        let [old, sum] = [before, &sum].map(|value| self.book.show_value(value, unit));
        let help =
            format!("it was {old}: write `{verb}{name} {sum}` for the sum, or `{verb}{name} {bare}` if that is meant");
        let error = RulebookError::AddsNothing { what: property.name.text.clone(), value: bare };
        self.report(error, at, "set anew, and not added", help);
    }

    /// Warns of `set damage = +1`.
    pub(super) fn warn_of_sum_in_line(&mut self, place: Span, to: Span) {
        let sources = self.sources;
        let written = sources.slice(to).trim();
        let Some(bare) = written.strip_prefix('+').map(str::trim) else { return };
        let place = sources.slice(place).trim();
        let help = format!("write `change {place} by {bare}`, or `set {place} = {bare}` if that is meant");
        let error = RulebookError::AddsNothing { what: place.to_string(), value: bare.to_string() };
        self.report(error, to, "set anew, and not added", help);
    }
}
