//! What to type instead, as data: a diagnostic that knows its remedy has it as a change of the text.

use super::error::SyntaxError;
use crate::diag::Diagnostic;

/// A change of a text that a diagnostic proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The text, by the name under which it was read.
    pub source: String,
    /// The first byte that goes.
    pub start: usize,
    /// One past the last byte that goes.
    pub end: usize,
    /// What stands there.
    pub wrong: String,
    /// What comes in its place.
    pub right: String,
    /// Whether it is certain to be meant; a nearest name is a guess.
    pub is_safe: bool,
}

impl TextEdit {
    /// The text with the change made; none if something else stands there.
    pub fn applied(&self, text: &str) -> Option<String> {
        text.get(self.start..self.end).filter(|found| *found == self.wrong)?;
        let (before, behind) = (text.get(..self.start)?, text.get(self.end..)?);
        Some(format!("{before}{}{behind}", self.right))
    }
}

/// The change that a diagnostic proposes, if it knows one.
pub fn edit_of(diagnostic: &Diagnostic) -> Option<TextEdit> {
    let label = diagnostic.labels()?.next()?;
    let (start, end) = (label.offset(), label.offset() + label.len());
    let contents = diagnostic.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    let source = contents.name()?.to_string();
    let wrong = std::str::from_utf8(contents.data()).ok()?;
    // The lines around come along: what is labelled is the tail that the label measures.
    let wrong = wrong.get(label.offset().checked_sub(contents.span().offset())?..)?.get(..label.len())?;
    let error: &(dyn std::error::Error + Send + Sync + 'static) = &**diagnostic;
    if let Some(SyntaxError::Foreign { right, .. }) = error.downcast_ref::<SyntaxError>() {
        let (wrong, right) = (wrong.to_string(), right.clone()?);
        return Some(TextEdit { source, start, end, wrong, right, is_safe: true });
    }
    if let Some((rewriting, _)) = error.downcast_ref::<SyntaxError>().and_then(SyntaxError::rewriting)
        && let Some(right) = rewriting.texts.first()
    {
        let at = &rewriting.at;
        let contents = diagnostic.source_code()?.read_span(at, 0, 0).ok()?;
        let text =
            std::str::from_utf8(contents.data()).ok()?.get(at.offset().checked_sub(contents.span().offset())?..)?;
        let (start, wrong) = (at.offset(), text.get(..at.len())?.to_string());
        return Some(TextEdit { source, start, end: start + at.len(), wrong, right: right.clone(), is_safe: false });
    }
    let help = diagnostic.help()?.to_string();
    let titled = |near: &str| near.split_once("`? Its title ").map(|(near, _)| near.len());
    let near = help.strip_prefix("did you mean `");
    let near = near.and_then(|near| titled(near).map(|end| &near[..end]).or_else(|| near.strip_suffix("`?")));
    let near = near.or_else(|| help.strip_prefix("say in which unit: `")?.strip_suffix('`'));
    let near = near.or_else(|| help.strip_prefix("write here `")?.split_once('`').map(|(near, _)| near));
    let near = near.or_else(|| help.strip_prefix("below it is ")?.split_once(": write `")?.1.strip_suffix('`'));
    let near = near.filter(|near| !near.contains('`'))?;
    let right = match wrong.chars().next() {
        Some('"') if near.starts_with('"') => near.to_string(),
        Some(quote @ ('"' | '\'')) => format!("{quote}{near}{quote}"),
        _ => near.to_string(),
    };
    Some(TextEdit { source, start, end, wrong: wrong.to_string(), right, is_safe: false })
}
