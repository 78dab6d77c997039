//! The one word of a line that a failure is about, where the line has it once: Luau itself tells no more than the line.

use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};
use miette::SourceSpan;

/// A line of a script, by its tokens.
pub(super) struct PointedLine<'t> {
    text: &'t str,
    /// Those of the text up to the end of the line.
    tokens: Vec<LuauToken>,
    /// Which of them is the first of the line.
    first: usize,
}

impl<'t> PointedLine<'t> {
    pub(super) fn new(text: &'t str, line: SourceSpan) -> PointedLine<'t> {
        let end = line.offset() + line.len();
        let tokens: Vec<LuauToken> = tokens(text).into_iter().filter(|token| token.start < end).collect();
        let first = tokens.partition_point(|token| token.start < line.offset());
        PointedLine { text, tokens, first }
    }

    fn of(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    /// The only token of the line of which something is so.
    fn only(&self, is: impl Fn(usize) -> bool) -> Option<usize> {
        let mut found = (self.first..self.tokens.len()).filter(|at| is(*at));
        found.next().filter(|_| found.next().is_none())
    }

    fn span(&self, first: usize, last: usize) -> Option<SourceSpan> {
        let (first, last) = (self.tokens.get(first)?, self.tokens.get(last)?);
        Some((first.start, last.end.checked_sub(first.start)?).into())
    }

    fn is_member(&self, at: usize, name: &str, signs: &[&str]) -> bool {
        at > 0 && self.of(at) == name && signs.contains(&self.of(at - 1))
    }

    /// `name` in `owner.name` or `owner:name`.
    pub(super) fn member(&self, name: &str) -> Option<SourceSpan> {
        let at = self.only(|at| self.is_member(at, name, &[".", ":"]))?;
        self.span(at, at)
    }

    /// The dot before a function.
    pub(super) fn dot(&self, name: &str) -> Option<SourceSpan> {
        let at = self.only(|at| self.is_member(at, name, &["."]) && self.of(at + 1) == "(")?;
        self.span(at - 1, at - 1)
    }

    /// A name in quotes.
    pub(super) fn quoted(&self, name: &str) -> Option<SourceSpan> {
        let at = self.only(|at| {
            let is_literal = self.tokens[at].sort == LuauTokenKind::Literal;
            is_literal && [format!("\"{name}\""), format!("'{name}'")].iter().any(|text| text == self.of(at))
        })?;
        self.span(at, at)
    }

    /// What a function is given at a place, counted from 0; the function, if nothing stands there.
    pub(super) fn argument(&self, function: &str, place: usize) -> Option<SourceSpan> {
        let at = self.only(|at| self.is_member(at, function, &[":"]) && self.of(at + 1) == "(")?;
        let (mut depth, mut met, mut begin) = (0_usize, 0, at + 2);
        for next in at + 2..self.tokens.len() {
            match self.of(next) {
                "(" | "{" | "[" => depth += 1,
                ")" | "," if depth == 0 => {
                    if met == place && next > begin {
                        return self.span(begin, next - 1);
                    }
                    if self.of(next) == ")" {
                        break;
                    }
                    (met, begin) = (met + 1, next + 1);
                }
                ")" | "}" | "]" => depth = depth.saturating_sub(1),
                // What a function does has its own commas.
                "function" => return None,
                _ => {}
            }
        }
        self.span(at, at)
    }

    /// The local name that is nil where a member of it is wanted, and what it was set to last above.
    pub(super) fn nothing(&self, member: &str) -> Option<(SourceSpan, &'t str, Option<&'t str>)> {
        let at = self.only(|at| self.is_member(at, member, &[".", ":"]))?;
        let owner = at.checked_sub(2).filter(|owner| self.tokens[*owner].sort == LuauTokenKind::Word)?;
        if owner > 0 && matches!(self.of(owner - 1), "." | ":") {
            return None;
        }
        let (name, above) = (self.of(owner), &self.text[..self.tokens[self.first].start]);
        let set = above.lines().rev().find_map(|line| {
            let line = line.trim_start();
            let (target, value) = line.strip_prefix("local ").unwrap_or(line).split_once(" = ")?;
            let target = target.split(':').next().unwrap_or(target).trim();
            (target == name).then_some(value.trim())
        });
        Some((self.span(owner, owner)?, name, set))
    }

    /// The call with one text that gave nil where a member of what it gives is wanted, and that text with its quotes.
    pub(super) fn nothing_called(&self, member: &str) -> Option<(SourceSpan, &'t str)> {
        let at = self.only(|at| self.is_member(at, member, &[".", ":"]))?;
        let [function, open, text, close] = [at.checked_sub(5)?, at - 4, at - 3, at - 2];
        let is_call = self.of(open) == "(" && self.of(close) == ")" && self.of(text).starts_with(['"', '\'']);
        let is_function = self.tokens[function].sort == LuauTokenKind::Word;
        (is_call && is_function).then_some(())?;
        Some((self.span(text, text)?, self.of(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::PointedLine;

    fn line(text: &str) -> PointedLine<'_> {
        PointedLine::new(text, (0, text.len()).into())
    }

    #[test]
    fn what_stands_once_in_a_line_is_pointed_at() {
        let text = "    return me:order(\"shoot\", foe, { weapon = gun })";
        let shown = |span: Option<miette::SourceSpan>| span.map(|at| &text[at.offset()..at.offset() + at.len()]);
        assert_eq!(shown(line(text).argument("order", 1)), Some("foe"));
        assert_eq!(shown(line(text).argument("order", 2)), Some("{ weapon = gun }"));
        assert_eq!(shown(line(text).argument("order", 3)), Some("order"));
        assert_eq!(shown(line(text).quoted("shoot")), Some("\"shoot\""));
        assert_eq!(shown(line(text).member("order")), Some("order"));
        assert_eq!(shown(line(text).dot("order")), None);
        assert_eq!(line("play:nearest(me.foes(), me)").dot("foes"), Some((15, 1).into()));
        assert_eq!(line("me.foes(me.foes())").dot("foes"), None);
    }
}
