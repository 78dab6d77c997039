//! Words that are asked without the one of whom or of what, and what may be asked of it: what is said then.

use super::Typer;
use crate::rulebook::{Sort, Type};
use crate::syntax::ast;
use crate::text::{Span, is_wordly};
use crate::value::SetId;

/// Of so many words all are told.
const FEW: usize = 8;

impl Typer<'_> {
    /// Whether what is asked can be such a word: a word of its own, or something that figures are.
    pub(super) fn can_be(&mut self, subject: &ast::ExprDecl, word: &str) -> bool {
        let said = self.out.len();
        let known = self.typed(subject, None);
        self.out.truncate(said);
        match known.as_ref().map(|(_, r#type)| r#type.bare()) {
            Some(Type::Symbol(set)) => self.book().symbol_in(*set, word).is_some(),
            Some(Type::Figure) | None => true,
            Some(_) => false,
        }
    }

    /// Who can be so: first the one of whom the label or the lines beside it speak.
    pub(super) fn who_beside(&self, word: &str, at: Span) -> String {
        match self.named_beside(at) {
            Some(figure) => format!("say who: `{figure} is {word}`"),
            None => self.book().who_hint(word),
        }
    }

    /// What to write for `none` where none may stand.
    pub(super) fn help_for_none(&self, wanted: &Type) -> String {
        let Type::Symbol(set) = wanted else {
            return format!("where `none` may stand, the type says so: `{} or none`", self.short(wanted));
        };
        let set = &self.book().sets[set.index()];
        let words: Vec<String> = set.words.iter().map(|word| format!("`{}`", word.name)).collect();
        let is_declared = self.book().names.find(Sort::Symbols, &set.head.name).is_some();
        // Words that stand in the type itself have no name by which it could be said.
        let or_none = match is_declared {
            true => format!("{} or none", set.head.name),
            false => {
                format!("one of {} or none", set.words.iter().map(|word| &*word.name).collect::<Vec<_>>().join(", "))
            }
        };
        let list = match words.as_slice() {
            [] => "one of its words".to_string(),
            [one] => one.clone(),
            [few @ .., last] if words.len() <= FEW => format!("{} or {last}", few.join(", ")),
            _ => format!("{}, …", words[..FEW].join(", ")),
        };
        format!("write {list}; where `none` may stand, the type says so: `{or_none}`")
    }

    /// What to write for what is one of several words, and stands where something is so or not.
    pub(super) fn help_for_word(&self, set: SetId, text: &str, at: Span) -> String {
        let words = &self.book().sets[set.index()].words;
        let said = self.label_beside(at).unwrap_or_default().to_lowercase();
        let is_said = |name: &str| {
            let plain = name.replace('_', " ").to_lowercase();
            !plain.is_empty() && format!(" {said} ").replace(['-', ',', ':'], " ").contains(&format!(" {plain} "))
        };
        let mut meant = words.iter().filter(|word| is_said(&word.name) || is_said(&word.title));
        if let (Some(word), None) = (meant.next(), meant.next()) {
            return format!("ask which it is: `{text} is {}`", word.name);
        }
        let asked: Vec<String> = words.iter().take(FEW).map(|word| format!("`{text} is {}`", word.name)).collect();
        match asked.as_slice() {
            [] => format!("ask which it is: `{text} is …`"),
            [one] => format!("ask which it is: {one}"),
            [few @ .., last] if words.len() <= 3 => format!("ask which it is: {} or {last}", few.join(", ")),
            [first, ..] => {
                let names: Vec<&str> = words.iter().take(FEW).map(|word| &*word.name).collect();
                let more = if words.len() > FEW { ", …" } else { "" };
                format!("ask which it is, such as {first}; its words are {}{more}", names.join(", "))
            }
        }
    }

    /// The text of the entry in which something stands: its label.
    fn label_beside(&self, at: Span) -> Option<&str> {
        let whole = &self.scope.sources.get(at.source).text;
        let begin = whole.get(..at.start as usize)?.rfind(['\n', '{', ';']).map_or(0, |end| end + 1);
        whole.get(begin..)?.lines().next()?.split('"').nth(1)
    }

    /// Whether two words are of one set of words.
    fn is_of_one_set(&self, one: &str, other: &str) -> bool {
        let sets =
            |word: &str| self.book().symbols_named(word).into_iter().map(|symbol| symbol.set).collect::<Vec<_>>();
        let others = sets(other);
        sets(one).iter().any(|set| others.contains(set))
    }

    /// `light is dusk or dark`: what is asked of the same before, asked of both.
    pub(super) fn said_of_the_same(&self, at: Span) -> Option<String> {
        let whole = &self.scope.sources.get(at.source).text;
        let before = whole.get(..at.start as usize)?.trim_end();
        let joint = ["or", "and"].into_iter().find(|joint| before.ends_with(&format!(" {joint}")))?;
        let asked = before.strip_suffix(joint)?.trim_end();
        let mut words = asked.split_whitespace().rev();
        let (word, is, subject) = (words.next()?, words.next()?, words.next()?);
        if is != "is" || !word.chars().all(is_wordly) || !self.is_of_one_set(word, self.scope.sources.slice(at).trim())
        {
            return None;
        }
        let both = format!("{subject} is {word} {joint} {subject} is {}", self.scope.sources.slice(at).trim());
        let behind = whole.get(at.end as usize..).unwrap_or("").split_whitespace().next();
        let is_bound = match (words.next(), joint) {
            (Some("not"), _) => true,
            (before, "or") => before == Some("and") || behind == Some("and"),
            _ => false,
        };
        Some(if is_bound { format!("({both})") } else { both })
    }
}
