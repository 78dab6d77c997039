//! What is to be done, which is no question, and what is said of it behind a comma.

use super::hear::{DEEPEST, Hearing, Understanding, understood};
use super::listener::Listener;
use super::little::{self, DO};
use super::ranking::allowed_instead;
use crate::query::About;
use std::cell::OnceCell;

/// What is said of each of several.
const EACH: [&str; 2] = [" each", " apiece"];

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
            Understanding::Sequence(texts) => Some(Understanding::Sequence(self.each_done(texts)?)),
            Understanding::Several(texts) => Some(Understanding::Several(self.each_done(texts)?)),
            Understanding::Line(_) => None,
        }
    }

    /// Lines of which each that says what is done is an order; nothing where none does.
    fn each_done(&self, texts: Vec<String>) -> Option<Vec<String>> {
        let is_deed = |text: &String| self.understood(text).is_ok_and(|asked| matches!(asked.about, About::Action(_)));
        let are_done: Vec<bool> = texts.iter().map(is_deed).collect();
        let done =
            texts.into_iter().zip(&are_done).map(|(text, is_done)| if *is_done { format!("{DO}{text}") } else { text });
        are_done.contains(&true).then(|| done.collect())
    }

    /// What is meant by a line of which the end is said of the rest: `puts two bullets into Bob, range 14`; of several who do
    /// the same it is said of each.
    pub(super) fn with_clauses_behind(&self, line: &str) -> Option<Understanding> {
        let (first, clauses) = line.rsplit_once(", ")?;
        let (first, clauses) = (first.trim(), clauses.trim().trim_end_matches('?'));
        let clauses = EACH.iter().find_map(|word| clauses.strip_suffix(word)).unwrap_or(clauses);
        let several = || self.group(first).or_else(|| self.with_clauses_behind(first));
        let texts = match self.line(first, DEEPEST).ok().or_else(several)? {
            Understanding::Line(text) => vec![text],
            Understanding::Sequence(texts) => texts,
            Understanding::Several(_) => return None,
        };
        let each = texts.iter().map(|text| self.with_clauses_of(text, clauses));
        let mut each = each.collect::<Option<Vec<String>>>()?;
        Some(if each.len() == 1 { Understanding::Line(each.remove(0)) } else { Understanding::Sequence(each) })
    }

    /// A sentence with what is said of it.
    fn with_clauses_of(&self, text: &str, clauses: &str) -> Option<String> {
        let bare = text.strip_prefix(little::ODDS).unwrap_or(text);
        let asked = self.understood(bare).ok()?;
        let listener = Listener { last: Some(&asked), names: OnceCell::new(), ..*self.listener };
        let hearing = Hearing { listener: &listener, attempts: &self.attempts.deeper() };
        let clauses = hearing.clauses(clauses).ok()?;
        self.is_strict(&format!("{bare}, {clauses}")).then(|| format!("{text}, {clauses}"))
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
