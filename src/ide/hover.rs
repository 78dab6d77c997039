//! What is told of a place: what is declared there, in the author's own words, and of a modifier what it is worth.

use super::Analysis;
use super::lexeme::range;
use crate::explain::cited;
use crate::play::script_rows;
use crate::rulebook::{FUNCTIONS, Modifier, Named, Node, Rulebook, Sort};
use crate::text::{SourceId, Span};
use crate::value::{CardId, CheckId, ModifierId};
use std::sync::Arc;

/// Lines of a declaration that are shown.
const MOST_LINES: usize = 12;

impl Analysis {
    /// What is told of a place, as Markdown, and of which bytes it is told.
    pub(crate) fn hover(&self, source: SourceId, at: usize) -> Option<(Span, String)> {
        let modifier = self.modifier_at(source, at);
        let named = self.meant_at(source, at);
        match (modifier, named) {
            (Some((id, span)), named) => {
                let about = named.map(|(_, named)| format!("\n\n---\n\n{}", self.told(named))).unwrap_or_default();
                Some((span, self.modifier_told(id) + &about))
            }
            (None, Some((span, named))) => Some((span, self.told(named))),
            (None, None) => self.function_at(source, at),
        }
    }

    fn told(&self, named: Named) -> String {
        let book = &self.book;
        let (what, cites, span, more) = match named {
            Named::Declared(Sort::Script, at) => {
                let script = &book.scripts[usize::from(at)];
                let text = &book.sources.get(script.source).text;
                let about: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("--")).map(str::trim).collect();
                return format!("**script** `{}`\n\n{}", script.name, about.join(" "));
            }
            Named::Declared(Sort::Tag, at) => return format!("**tag** `{}`", book.tags[usize::from(at)]),
            Named::Declared(sort, at) => {
                let head = book.head_of(sort, at);
                let title = if head.title == head.name { String::new() } else { format!(": {}", head.title) };
                (
                    format!("**{}** `{}`{title}", sort.words(), head.name),
                    &head.cites,
                    head.span,
                    self.value_of(sort, at),
                )
            }
            Named::Word(symbol) => {
                let set = &book.sets[symbol.set.index()];
                let word = &set.words[usize::from(symbol.at)];
                let title = if word.title == word.name { String::new() } else { format!(": {}", word.title) };
                (format!("**word** `{}` of `{}`{title}", word.name, set.head.name), &word.cites, word.span, None)
            }
            Named::Field(kind, at) => {
                let kind = &book.kinds[kind.index()];
                let field = &kind.fields[usize::from(at)];
                let more = Some(book.type_words(&field.r#type));
                (
                    format!("**field** `{}` of `{}`", field.head.name, kind.head.name),
                    &field.head.cites,
                    field.head.span,
                    more,
                )
            }
        };
        let mut text = what + &cites_shown(cites);
        if let Some(more) = more {
            text += &format!("\n\n{more}");
        }
        if let Some(written) = self.written(span) {
            text += &format!("\n\n```fray\n{written}\n```");
        }
        let file = &book.sources.get(span.source).name;
        let short = file.rsplit('/').next().unwrap_or(file);
        text + &format!("\n\n`{short}:{}`", book.sources.line(span))
    }

    /// What something comes to, of what sort it is.
    fn value_of(&self, sort: Sort, at: u16) -> Option<String> {
        let (book, at) = (&self.book, usize::from(at));
        match sort {
            Sort::Fact => {
                let fact = &book.facts[at];
                Some(book.type_words(&fact.r#type))
            }
            Sort::Attribute | Sort::Note => Some(book.type_words(&book.attributes[at].r#type)),
            Sort::Track => Some(book.type_words(&book.tracks[at].r#type)),
            Sort::Value => Some(book.type_words(&book.values[at].r#type)),
            Sort::Setting => {
                let setting = &book.settings[at];
                match &setting.expr.node {
                    Node::Const(value) => Some(format!("comes to {}", book.show_value(value, None))),
                    _ => Some(book.type_words(&setting.r#type)),
                }
            }
            Sort::Option => {
                let option = &book.options[at];
                let readings = option.readings.map(|set| {
                    let words: Vec<&str> = book.sets[set.index()].words.iter().map(|word| &*word.name).collect();
                    format!(", one of {}", words.join(", "))
                });
                Some(format!("chosen: {}{}", book.choice_name(option.chosen), readings.unwrap_or_default()))
            }
            Sort::Item => {
                let item = &book.items[at];
                let kind = book.kinds.get(item.kind.index())?;
                let fields = kind.fields.iter().zip(&item.fields);
                let shown =
                    fields.map(|(field, value)| format!("{} {}", field.head.name, book.show_value(value, field.unit)));
                Some(format!("{}: {}", kind.head.name, shown.collect::<Vec<_>>().join(", ")))
            }
            _ => None,
        }
    }

    /// The declaration around a place, its first lines.
    fn written(&self, at: Span) -> Option<String> {
        let sources = self.text.sources();
        let around = |span: Span| span.source == at.source && span.start <= at.start && at.end <= span.end;
        let declaration = self.text.declarations().find(|one| around(one.span))?;
        let text = sources.slice(declaration.span);
        // Of a long one the lines around the place.
        let within = at.start.saturating_sub(declaration.span.start) as usize;
        let line = text.get(..within).map_or(0, |before| before.matches('\n').count());
        let all: Vec<&str> = text.trim_end().lines().collect();
        let from = if line < MOST_LINES { 0 } else { line };
        let shown: Vec<&str> = all.iter().skip(from).take(MOST_LINES).copied().collect();
        let is_cut = from > 0 || all.len() > from + MOST_LINES;
        Some(shown.join("\n") + if is_cut { "\n…" } else { "" })
    }

    /// The modifier on the line of a place, if it is none of a name that stands in its condition alone.
    pub(super) fn modifier_at(&self, source: SourceId, at: usize) -> Option<(ModifierId, Span)> {
        let around = |span: Span| span.source == source && range(span).contains(&at);
        modifiers(&self.book).into_iter().find_map(|(id, modifier)| {
            let label = modifier.label.span;
            let is_here = around(label) || around(modifier.amount.span);
            is_here.then_some((id, if label.source == source { label } else { modifier.amount.span }))
        })
    }

    fn modifier_told(&self, id: ModifierId) -> String {
        let modifier = self.book.modifier(id);
        let mut text = format!("**modifier** {}{}", modifier.label.text, cites_shown(&modifier.label.cites));
        match self.samples().get(&id) {
            Some(sample) => {
                let worth = sample
                    .worth
                    .as_ref()
                    .map_or_else(|| "changes nothing".to_string(), |worth| format!("is worth {}", worth.percent()));
                let odds = sample
                    .answered
                    .odds
                    .as_ref()
                    .map(|odds| format!(", {}", odds.percent().trim()))
                    .unwrap_or_default();
                text += &format!(
                    "\n\n`{}`\n\nneeds {}{odds}; this counts {} and {worth}",
                    sample.sentence,
                    sample.answered.need,
                    signed(sample.amount)
                );
            }
            None if self.good.is_none() => text += "\n\nThe rules do not load, so nothing is known of its worth.",
            None => text += "\n\nIt counts in none of the sentences that were tried.",
        }
        text
    }

    /// A function that is built in, or of scripts.
    fn function_at(&self, source: SourceId, at: usize) -> Option<(Span, String)> {
        let held = self.sources().get(source);
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let bytes = held.text.as_bytes();
        let start = at - bytes.get(..at)?.iter().rev().take_while(|byte| is_part(byte)).count();
        let end = at + bytes.get(at..)?.iter().take_while(|byte| is_part(byte)).count();
        let word = held.text.get(start..end).filter(|word| !word.is_empty())?;
        let span = Span { source, start: start as u32, end: end as u32 };
        if held.name.ends_with(".luau") {
            let rows: Vec<String> = script_rows()
                .filter(|row| row.name == word)
                .map(|row| format!("**{}** `{}`\n\n{}", row.owner.name(), row.name, row.sentence))
                .collect();
            return (!rows.is_empty()).then(|| (span, rows.join("\n\n")));
        }
        let row = FUNCTIONS.iter().find(|row| row.name == word)?;
        Some((span, format!("**function** `{}`\n\n{}", row.signature, row.sentence)))
    }
}

/// Every modifier of a rulebook.
pub(super) fn modifiers(book: &Rulebook) -> Vec<(ModifierId, &Modifier)> {
    let mut all = Vec::new();
    for (card, declared) in book.cards.iter().enumerate() {
        let each = declared.modifiers.iter().enumerate();
        all.extend(each.map(|(at, one)| (ModifierId::Card(CardId(card as u16), at as u16), one)));
    }
    for (check, declared) in book.checks.iter().enumerate() {
        let each = declared.parts.iter().enumerate();
        all.extend(each.map(|(at, one)| (ModifierId::Check(CheckId(check as u16), at as u16), one)));
    }
    all
}

fn signed(number: crate::value::Number) -> String {
    let text = number.to_string();
    if text.starts_with('-') { text } else { format!("+{text}") }
}

fn cites_shown(cites: &[Arc<str>]) -> String {
    let shown = cited(cites);
    if shown.trim().is_empty() { String::new() } else { format!(" {}", shown.trim()) }
}
