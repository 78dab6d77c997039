//! Whether lines amend: their verbs, also within the blocks of other lines.

use crate::syntax::ast::{Entry, LineDecl, LineNode, Verb};

/// The verbs of lines; of a line that says nothing but what is amended within it, the verbs there.
pub(super) fn line_verbs(lines: &[Entry<LineDecl>]) -> Vec<Verb> {
    let verbs = |entry: &Entry<LineDecl>| {
        let inner: Vec<Verb> = blocks(&entry.node.node).into_iter().flat_map(line_verbs).collect();
        let amends = entry.verb == Verb::Plain && !inner.is_empty() && inner.iter().all(|verb| *verb != Verb::Plain);
        if amends { inner } else { vec![entry.verb] }
    };
    lines.iter().flat_map(verbs).collect()
}

/// The blocks within a line.
pub(super) fn blocks(line: &LineNode) -> Vec<&[Entry<LineDecl>]> {
    match line {
        LineNode::When(_, then, otherwise) => vec![then, otherwise],
        LineNode::Ask(asking) => vec![&asking.outcomes],
        LineNode::Check(_, _, _, lines)
        | LineNode::On(_, lines)
        | LineNode::Amount(_, lines)
        | LineNode::Each(.., lines) => vec![lines],
        _ => Vec::new(),
    }
}
