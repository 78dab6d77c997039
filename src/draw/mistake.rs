//! Mistakes as a page tells them: what is wrong, the words that it is about, what helps.

use super::document::written;
use crate::diag::Diagnostics;
use maud::{Markup, html};
use miette::{LabeledSpan, SourceCode};

/// Mistakes that came with another, at most.
const MOST_RELATED: usize = 8;
/// Letters of a line that are shown.
const MOST_LETTERS: usize = 300;
/// How a line of the prompt is called by those who show where it stands.
const PROMPT: &str = "prompt";

/// A piece of a line, with what is to be said of it.
type MarkedText = (String, Option<String>);

/// One mistake.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mistake {
    message: String,
    /// The file and the line; nothing for what was just said.
    place: String,
    /// The line in pieces, those it is about with what is to be said of them.
    pieces: Vec<MarkedText>,
    help: String,
}

/// The mistakes of diagnostics, each with those that came with it.
pub(crate) fn mistakes(wrong: &Diagnostics) -> Vec<Mistake> {
    let mut all = Vec::new();
    for one in wrong {
        let source = one.source_code();
        all.push(mistake(one.as_ref(), source));
        let related = one.related().into_iter().flatten().take(MOST_RELATED);
        all.extend(related.map(|other| mistake(other, other.source_code().or(source))));
    }
    all
}

/// Mistakes as HTML.
pub(crate) fn wrong(wrong: &Diagnostics) -> String {
    written(told(&mistakes(wrong)))
}

/// The same of mistakes that were kept.
pub(super) fn told(all: &[Mistake]) -> Markup {
    html! {
        @for one in all {
            div.mistake {
                p { b { (quoted(&one.message)) } @if !one.place.is_empty() { " " small { (one.place) } } }
                @if !one.pieces.is_empty() {
                    p.line { @for (text, said) in &one.pieces {
                        @match said {
                            None => (text),
                            Some(said) => { mark { (text) } @if !said.is_empty() { " " small { (quoted(said)) } " " } },
                        }
                    } }
                }
                @if !one.help.is_empty() { p.help { (quoted(&one.help)) } }
            }
        }
    }
}

fn mistake(one: &dyn miette::Diagnostic, source: Option<&dyn SourceCode>) -> Mistake {
    let labels: Vec<LabeledSpan> = one.labels().into_iter().flatten().collect();
    let (place, pieces) = source.and_then(|source| line(source, &labels)).unwrap_or_default();
    let help = one.help().map_or(String::new(), |help| help.to_string());
    Mistake { message: one.to_string(), place, pieces, help }
}

/// The line of the first label, in pieces.
fn line(source: &dyn SourceCode, labels: &[LabeledSpan]) -> Option<(String, Vec<MarkedText>)> {
    let first = labels.first()?;
    // With the line before it, for alone it would begin with what is marked.
    let seen = source.read_span(first.inner(), 1, 0).ok()?;
    let data = std::str::from_utf8(seen.data()).ok()?;
    let before = data.get(..first.offset().checked_sub(seen.span().offset())?)?;
    let from = before.rfind('\n').map_or(0, |at| at + 1);
    let (begin, text) = (seen.span().offset() + from, data.get(from..)?.trim_end());
    let number = seen.line() + before.matches('\n').count() + 1;
    let mut labels: Vec<&LabeledSpan> = labels.iter().collect();
    labels.sort_by_key(|label| label.offset());
    let (mut at, mut pieces) = (0, Vec::new());
    for label in labels {
        let start = label.offset().checked_sub(begin)?.min(text.len());
        let end = (start + label.len()).min(text.len());
        let (Some(before), Some(meant)) = (text.get(at..start), text.get(start..end)) else { continue };
        pieces.push((cut(before), None));
        pieces.push((cut(meant), Some(label.label().unwrap_or_default().to_string())));
        at = end;
    }
    pieces.push((cut(text.get(at..)?), None));
    pieces.retain(|(text, said)| !text.is_empty() || said.as_ref().is_some_and(|said| !said.is_empty()));
    let name = seen.name().unwrap_or_default();
    let place = if name.is_empty() || name == PROMPT { String::new() } else { format!("{name}:{number}") };
    Some((place, pieces))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_string(),
    }
}

/// What stands between backticks is to be typed, or was.
fn quoted(text: &str) -> Markup {
    html! { @for (at, part) in text.split('`').enumerate() { @if at % 2 == 1 { code { (part) } } @else { (part) } } }
}

#[cfg(test)]
mod tests {
    use super::{mistakes, wrong};
    use crate::diag::Diagnostic;
    use miette::{MietteDiagnostic, NamedSource, SourceSpan};

    #[derive(Debug, thiserror::Error, miette::Diagnostic)]
    #[error("no side is named `blue`")]
    #[diagnostic(code(fray::repl::unknown_name), help("did you mean `red`?"))]
    struct Unknown {
        #[source_code]
        line: NamedSource<String>,
        #[label("not known here")]
        at: SourceSpan,
    }

    #[test]
    fn a_mistake_marks_its_word_and_draws_no_box() {
        let one: Diagnostic =
            Box::new(Unknown { line: NamedSource::new("prompt", "play blue".to_string()), at: (5, 4).into() });
        let html = wrong(&vec![one]);
        assert_eq!(
            html,
            "<div class=\"mistake\"><p><b>no side is named <code>blue</code></b></p><p class=\"line\">play <mark>blue</mark> \
             <small>not known here</small> </p><p class=\"help\">did you mean <code>red</code>?</p></div>"
        );
    }

    #[test]
    fn what_has_no_place_is_told_all_the_same() {
        let one: Diagnostic = Box::new(MietteDiagnostic::new("nothing is there"));
        assert_eq!(mistakes(&vec![one])[0].message, "nothing is there");
    }
}
