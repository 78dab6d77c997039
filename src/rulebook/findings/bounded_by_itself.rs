//! Tracks whose bounds are worked out from themselves.

use super::{Examiner, Finding};
use crate::rulebook::{Expr, Node, Track};
use crate::text::Span;
use crate::value::{TrackId, ValueId};

impl Examiner<'_> {
    /// `max might`, where `might` is less the more there is of the track.
    pub(super) fn bounded_by_itself(&mut self, id: TrackId, track: &Track) {
        for (word, bound) in [("min", &track.min), ("max", &track.max)] {
            let Some(bound) = bound else { continue };
            let mut way = Vec::new();
            if !self.leads_back(bound, id, &mut way) {
                continue;
            }
            let name = |value: &ValueId| self.book.values[value.index()].head.name.to_string();
            let names: Vec<String> = way.iter().map(name).collect();
            let path: Vec<&str> = [&*track.head.name]
                .into_iter()
                .chain(names.iter().map(String::as_str))
                .chain([&*track.head.name])
                .collect();
            let finding = Finding::BoundedByItself { track: track.head.name.to_string(), path: path.join(" -> ") };
            let help = match self.fixed_part(&way) {
                Some(part) => format!("bound it by what does not change with it: `{word} {part}`"),
                None => format!("bound it by what does not change with it, such as a number: `{word} 10`"),
            };
            self.report(finding, bound.span, "changes with it", help);
        }
    }

    /// Whether an expression reads a track of the figure itself, and through which values.
    fn leads_back(&self, expr: &Expr, track: TrackId, way: &mut Vec<ValueId>) -> bool {
        let mut values = Vec::new();
        let mut is_read = false;
        expr.walk(&mut |part| match &part.node {
            Node::Track(whose, id, _) => is_read |= *id == track && matches!(whose.node, Node::Subject),
            Node::Value(whose, id) if matches!(whose.node, Node::Subject) => values.push(*id),
            _ => {}
        });
        is_read
            || values.into_iter().any(|value| {
                let Some(rule) = self.book.values.get(value.index()).filter(|_| !way.contains(&value)) else {
                    return false;
                };
                way.push(value);
                let leads = self.leads_back(&rule.expr, track, way);
                if !leads {
                    way.pop();
                }
                leads
            })
    }

    /// An attribute that the values on the way are made of.
    fn fixed_part(&self, way: &[ValueId]) -> Option<String> {
        let mut found: Option<Span> = None;
        for value in way {
            self.book.values[value.index()].expr.walk(&mut |part| {
                if let Node::Attribute(whose, _) = &part.node
                    && matches!(whose.node, Node::Subject)
                {
                    found = found.or(Some(part.span));
                }
            });
        }
        found.map(|span| self.book.sources.slice(span).trim().to_string())
    }
}
