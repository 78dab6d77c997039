//! Fields of things that have values, and for which no rule and no script asks.

use super::{Examiner, Finding, Use};
use crate::rulebook::show::as_written;
use crate::rulebook::{Field, Kind, Rulebook, Type};
use crate::value::KindId;

/// The fields for which something asks.
pub(super) fn asked(book: &Rulebook) -> Vec<Use> {
    let is_asked = |kind: &usize, at: &usize| book.usage.is_field_asked(KindId(*kind as u16), *at as u16);
    let kinds = book.kinds.iter().enumerate();
    let all = kinds.flat_map(|(kind, declared)| {
        let fields = declared.fields.iter().enumerate().filter(move |(at, _)| is_asked(&kind, at));
        fields.map(move |(_, field)| use_of(declared, field))
    });
    all.collect()
}

fn use_of(kind: &Kind, field: &Field) -> Use {
    Use::Field(kind.head.name.to_string(), field.head.name.to_string())
}

impl Examiner<'_> {
    /// The one number, dice or truth that each thing has for nothing, while its others count; a text or a word is for those
    /// who read the table.
    pub(super) fn unread_fields(&mut self) {
        let (book, scripts) = (self.book, self.words);
        // A pack in which nothing is rolled has its things for those above.
        if book.checks.is_empty() {
            return;
        }
        let own: Vec<(usize, &Kind)> =
            book.kinds.iter().enumerate().filter(|(_, kind)| self.is_own(&kind.head)).collect();
        for (kind, declared) in own {
            let fields = declared.fields.iter().enumerate().filter(|(_, field)| {
                matches!(field.r#type.bare(), Type::Number(_) | Type::Dice | Type::Truth)
                    && self.is_own(&field.head)
                    && !scripts.contains(&*field.head.name)
            });
            let unread: Vec<&Field> = fields
                .filter(|(at, _)| !book.usage.is_field_asked(KindId(kind as u16), *at as u16))
                .map(|(_, field)| field)
                .collect();
            // Where several are for nothing the table is for those who read it; where all others count, one was forgotten.
            let counts = declared.fields.iter().enumerate().any(|(at, field)| {
                book.usage.is_field_asked(KindId(kind as u16), at as u16) || scripts.contains(&*field.head.name)
            });
            if let [field] = unread[..]
                && counts
            {
                let finding = Finding::NeverRead { sort: "field", name: field.head.name.to_string() };
                let whose = as_written(&declared.head.name);
                let help = format!(
                    "let it count where it should, as in `{whose}.{}` of a fact `{whose}`; or take it and its column away",
                    as_written(&field.head.name)
                );
                let label = "no rule and no script asks for it";
                self.report_unused(use_of(declared, field), finding, field.head.span, label, help);
            }
        }
    }
}
