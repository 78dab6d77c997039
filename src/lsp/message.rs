//! Diagnostics as the protocol has them.

use super::position::LineStarts;
use crate::diag::Diagnostic;
use gen_lsp_types::Range;
use serde_json::{Value, json};

/// Where a diagnostic is: the name of its text, and the bytes of its first label.
pub(super) fn place(diagnostic: &Diagnostic) -> Option<(String, std::ops::Range<usize>)> {
    let label = diagnostic.labels()?.next()?;
    let contents = diagnostic.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    let name = contents.name()?.to_string();
    Some((name, label.offset()..label.offset() + label.len()))
}

/// By what a diagnostic is known when it is told again.
pub(super) fn identity(diagnostic: &Diagnostic) -> (String, Option<(String, usize)>) {
    (diagnostic.to_string(), place(diagnostic).map(|(name, bytes)| (name, bytes.start)))
}

/// A diagnostic in the text whose lines these are.
pub(super) fn shown(diagnostic: &Diagnostic, lines: &LineStarts<'_>, uri: &str) -> Value {
    let range = place(diagnostic).map_or_else(Range::default, |(_, bytes)| lines.range(bytes));
    let severity = match diagnostic.severity() {
        None | Some(miette::Severity::Error) => 1,
        Some(miette::Severity::Warning) => 2,
        Some(miette::Severity::Advice) => 3,
    };
    let mut labels = diagnostic.labels().into_iter().flatten();
    let label = labels.next().and_then(|label| label.label().map(str::to_string));
    let related: Vec<Value> = labels
        .filter_map(|label| {
            let range = lines.range(label.offset()..label.offset() + label.len());
            Some(json!({ "location": { "uri": uri, "range": range }, "message": label.label()? }))
        })
        .collect();
    let help = diagnostic.help().map(|help| format!("help: {help}"));
    let parts = [Some(diagnostic.to_string()), label, help];
    let message = parts.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let mut shown = json!({ "range": range, "severity": severity, "source": "fray", "message": message });
    if let Some(code) = diagnostic.code() {
        shown["code"] = json!(code.to_string());
    }
    if !related.is_empty() {
        shown["relatedInformation"] = json!(related);
    }
    shown
}
