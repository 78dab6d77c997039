//! What is to be done, which is no question, and what is said of it behind a comma.

use super::attempts::Attempts;
use super::hear::{DEEPEST, Hearing, Understanding, understood};
use super::listener::Listener;
use super::little::{self, DO};
use super::ranking::allowed_instead;
use std::cell::OnceCell;

impl Hearing<'_> {
    /// What is to be done, which is no question whatever else begins so: `do Ann talks`.
    pub(super) fn ordered(&self, line: &str, depth: usize) -> Option<Understanding> {
        let rest = line.strip_prefix(DO).filter(|_| !line.ends_with('?'))?;
        if let Some(Ok(heard)) = self.command(line, depth)
            && is_order(&heard)
        {
            return Some(heard);
        }
        match understood(self, rest.trim()).ok().filter(|_| depth == DEEPEST)? {
            Understanding::Line(text) if self.is_strict(&text) => Some(Understanding::Line(format!("{DO}{text}"))),
            _ => None,
        }
    }

    /// What is meant by a line of which the end is said of the rest: `puts two bullets into Bob, range 14`.
    pub(super) fn with_clauses_behind(&self, line: &str) -> Option<Understanding> {
        let (first, clauses) = line.rsplit_once(", ")?;
        let Understanding::Line(text) = self.line(first.trim(), DEEPEST).ok()? else { return None };
        let bare = text.strip_prefix(little::ODDS).unwrap_or(&text);
        let asked = self.understood(bare).ok()?;
        let listener = Listener { last: Some(&asked), names: OnceCell::new(), ..*self.listener };
        let hearing = Hearing { listener: &listener, attempts: &Attempts::default() };
        let clauses = hearing.clauses(clauses.trim().trim_end_matches('?')).ok()?;
        self.is_strict(&format!("{bare}, {clauses}")).then(|| Understanding::Line(format!("{text}, {clauses}")))
    }

    /// A sentence with the thing of which somebody has one that is called so, where it names one that he has not.
    pub(super) fn with_what_he_has(&self, line: &str) -> Option<String> {
        let asked = self.understood(line).ok().filter(|asked| !self.has_what_is_named(asked))?;
        allowed_instead(self.listener, line, &asked)
    }
}

/// Whether something is to be done.
fn is_order(heard: &Understanding) -> bool {
    match heard {
        Understanding::Line(text) => text.starts_with(DO),
        Understanding::Sequence(texts) => texts.iter().any(|text| text.starts_with(DO)),
        Understanding::Several(_) => false,
    }
}
