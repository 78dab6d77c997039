//! Diagnostics as text for people. Whatever they hold, nothing in it steers the terminal, and no source is too long.

use super::excerpt::Excerpt;
use crate::diag::{Diagnostic, escape, one_line, visible};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};
use std::fmt::{self, Debug, Display};
use textwrap::{WordSeparator, WordSplitter};

/// How deep causes and related diagnostics are followed.
const DEEPEST: usize = 16;

/// A word of more letters is no word.
const LONGEST_WORD: usize = 200;
/// So many letters are shown of it.
const SHOWN_LETTERS: usize = 40;

/// A diagnostic drawn for lines of that width, in color or plain.
pub fn rendered(diagnostic: &Diagnostic, width: usize, colored: bool) -> String {
    let theme = if colored { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    // A path or a name with a hyphen is typed back as it stands: lines are parted at blanks alone.
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width)
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let mut text = String::new();
    if handler.render_report(&mut text, &DrawnReport::of(diagnostic.as_ref(), None, DEEPEST)).is_err() {
        text = format!("{}\n", visible(&diagnostic.to_string()));
    }
    text
}

/// A text by strangers, fit to be drawn: nothing in it is hidden, and of a word without end only the beginning is shown.
fn shown(text: &str) -> String {
    let text = visible(text).replace('\t', &escape('\t'));
    let cut = |word: &str| match word.char_indices().nth(LONGEST_WORD) {
        Some(_) => {
            let behind = &word[word.trim_end().len()..];
            word.chars().take(SHOWN_LETTERS).chain(['…']).chain(behind.chars()).collect()
        }
        None => word.to_string(),
    };
    text.split_inclusive(char::is_whitespace).map(cut).collect()
}

/// All that a diagnostic says, fit to be drawn.
#[derive(thiserror::Error)]
#[error("{message}")]
struct DrawnReport {
    message: String,
    code: Option<String>,
    help: Option<String>,
    url: Option<String>,
    severity: Option<Severity>,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    related: Vec<DrawnReport>,
    #[source]
    cause: Option<Box<DrawnCause>>,
    below: Option<Box<DrawnReport>>,
}

/// An error that led to another, in its words.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct DrawnCause {
    message: String,
    #[source]
    next: Option<Box<DrawnCause>>,
}

impl DrawnReport {
    fn of(one: &dyn miette::Diagnostic, outer: Option<&dyn SourceCode>, depth: usize) -> DrawnReport {
        let source = one.source_code().or(outer);
        let labels: Vec<LabeledSpan> = one.labels().into_iter().flatten().collect();
        let excerpt = source.and_then(|source| Excerpt::around(source, &labels));
        let (source_drawn, labels) = excerpt.map_or((None, Vec::new()), |(source, labels)| (Some(source), labels));
        let text = |text: Box<dyn Display + '_>| shown(&text.to_string());
        let related = one.related().filter(|_| depth > 0).into_iter().flatten();
        let below = one.diagnostic_source().filter(|_| depth > 0);
        DrawnReport {
            message: shown(&one.to_string()),
            code: one.code().map(|code| one_line(&code.to_string()).into_owned()),
            help: one.help().map(text),
            url: one.url().map(text),
            severity: one.severity(),
            excerpt: source_drawn,
            labels,
            related: related.map(|inner| DrawnReport::of(inner, source, depth - 1)).collect(),
            cause: one.source().filter(|_| depth > 0).map(|cause| DrawnCause::of(cause, depth - 1)),
            below: below.map(|inner| Box::new(DrawnReport::of(inner, None, depth - 1))),
        }
    }
}

impl DrawnCause {
    fn of(error: &(dyn std::error::Error + 'static), depth: usize) -> Box<DrawnCause> {
        let next = error.source().filter(|_| depth > 0).map(|next| DrawnCause::of(next, depth - 1));
        Box::new(DrawnCause { message: shown(&error.to_string()), next })
    }
}

impl Debug for DrawnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl miette::Diagnostic for DrawnReport {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.code.as_ref().map(|text| Box::new(text) as Box<dyn Display>)
    }

    fn severity(&self) -> Option<Severity> {
        self.severity
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help.as_ref().map(|text| Box::new(text) as Box<dyn Display>)
    }

    fn url<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.url.as_ref().map(|text| Box::new(text) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned())).filter(|_| !self.labels.is_empty()).map(|all| all as _)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let all = self.related.iter().map(|one| one as &dyn miette::Diagnostic);
        if self.related.is_empty() { None } else { Some(Box::new(all)) }
    }

    fn diagnostic_source(&self) -> Option<&dyn miette::Diagnostic> {
        self.below.as_deref().map(|below| below as &dyn miette::Diagnostic)
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn of_a_word_without_end_the_beginning_is_shown() {
        let long = "a".repeat(4000);
        assert_eq!(shown(&format!("`{long} is\nnothing")), format!("`{}… is\nnothing", &long[..39]));
        let path = format!("/{}/rules", "folder/".repeat(20));
        assert_eq!(shown(&path), path);
    }
}
