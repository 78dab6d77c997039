//! Whether lines amend: their verbs, also within the blocks of other lines.

use crate::syntax::ast::{Entry, LineDecl, LineNode, Verb};
use std::iter::Sum;

/// How many entries declare, and how many amend.
#[derive(Clone, Copy, Default)]
pub(super) struct Verbs {
    plain: usize,
    amending: usize,
}

impl Verbs {
    /// Of one entry.
    pub(super) fn one(verb: Verb) -> Verbs {
        let is_plain = verb == Verb::Plain;
        Verbs { plain: usize::from(is_plain), amending: usize::from(!is_plain) }
    }

    /// Whether there are entries, and all of them amend.
    pub(super) fn amend(self) -> bool {
        self.plain == 0 && self.amending > 0
    }

    /// Whether some amend and others declare.
    pub(super) fn are_mixed(self) -> bool {
        self.plain > 0 && self.amending > 0
    }
}

impl Sum for Verbs {
    fn sum<I: Iterator<Item = Verbs>>(all: I) -> Verbs {
        let add = |a: Verbs, b: Verbs| Verbs { plain: a.plain + b.plain, amending: a.amending + b.amending };
        all.fold(Verbs::default(), add)
    }
}

/// The verbs of lines; of a line that says nothing but what is amended within it, the verbs there.
pub(super) fn line_verbs(lines: &[Entry<LineDecl>]) -> Verbs {
    let verbs = |entry: &Entry<LineDecl>| {
        let inner = || blocks(&entry.node.node).into_iter().map(line_verbs).sum::<Verbs>();
        let own = Verbs::one(entry.verb);
        if own.amend() { own } else { Some(inner()).filter(|inner| inner.amend()).unwrap_or(own) }
    };
    lines.iter().map(verbs).sum()
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
