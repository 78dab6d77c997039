//! What a call is given: each of its arguments as it is wanted, two that have changed places, and the word and the owner of
//! a track that is kept by words.

use super::{RulebookError, Typer};
use crate::rulebook::{Expr, Sort, Type};
use crate::syntax::ast;
use crate::text::{Span, is_wordly};
use crate::value::SetId;

/// What an argument must be.
pub(super) enum Want {
    Type(Type),
    /// A figure or a cell.
    Place,
    Anything,
}

impl Typer<'_> {
    /// Arguments, each as it is wanted. Of two that would be right in each other's place that is said, once.
    pub(super) fn given(
        &mut self,
        name: &ast::Name,
        arguments: &[ast::ExprDecl],
        wanted: &[Want],
    ) -> Option<Vec<Expr>> {
        let before = self.out.len();
        let resolved: Vec<Option<Expr>> =
            wanted.iter().zip(arguments).map(|(want, argument)| self.argument(want, argument)).collect();
        if !resolved.iter().any(Option::is_none) || self.is_trying {
            return resolved.into_iter().collect();
        }
        let said = self.out.split_off(before);
        self.is_trying = true;
        let is_right = |at: usize| resolved[at].is_some();
        let pairs = (0..resolved.len()).flat_map(|one| (one + 1..resolved.len()).map(move |other| (one, other)));
        let swapped = pairs.filter(|(one, other)| {
            (!is_right(*one) || !is_right(*other))
                && (0..resolved.len()).all(|at| at == *one || at == *other || is_right(at))
        });
        let swapped: Vec<(usize, usize)> = swapped.collect();
        let meant = swapped.into_iter().find(|(one, other)| {
            let first = self.argument(&wanted[*one], &arguments[*other]).is_some();
            let second = self.argument(&wanted[*other], &arguments[*one]).is_some();
            // Where neither fits, one that does is enough: what is wrong with the other is told when they are in order.
            let is_either = first || second;
            first && second || is_either && !is_right(*one) && !is_right(*other)
        });
        self.is_trying = false;
        self.out.truncate(before);
        match meant {
            Some((one, other)) => self.changed_places(name, arguments, (one, other)),
            None => self.out.extend(said),
        }
        None
    }

    fn changed_places(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], (one, other): (usize, usize)) {
        let mut texts: Vec<&str> = arguments.iter().map(|one| self.scope.sources.slice(one.span).trim()).collect();
        texts.swap(one, other);
        let help = format!("write `{}({})`", name.text, texts.join(", "));
        let at = arguments[one].span.to(arguments[other].span);
        let error = RulebookError::ChangedPlaces { what: format!("the arguments of `{}`", name.text) };
        self.report(error, at, "each stands where the other belongs", help);
    }

    fn argument(&mut self, want: &Want, argument: &ast::ExprDecl) -> Option<Expr> {
        match want {
            Want::Type(r#type) => self.expect(argument, r#type),
            Want::Anything => self.typed(argument, None).map(|(expr, _)| expr),
            Want::Place => {
                let (expr, r#type) = self.typed(argument, Some(&Type::Figure))?;
                if matches!(r#type.bare(), Type::Figure | Type::Cell) {
                    return Some(expr);
                }
                let found = self.words(&r#type);
                let label = format!("this is {found}");
                let expected = "a figure or a cell".to_string();
                self.report(
                    RulebookError::WrongType { expected, found },
                    expr.span,
                    &label,
                    "name a figure, or its cell",
                );
                None
            }
        }
    }

    /// A track that is kept by words, asked without its owner where nobody is meant by himself.
    pub(super) fn lacks_owner(
        &mut self,
        name: &ast::Name,
        set: SetId,
        arguments: &[ast::ExprDecl],
    ) -> Option<(Expr, Type)> {
        let text = |at: usize| arguments.get(at).map_or("", |one| self.scope.sources.slice(one.span).trim());
        let (owner, word) = text(0).rsplit_once('.').unwrap_or(("", text(0)));
        let help = self.by_words(&name.text, set, (owner, word));
        let found = arguments.len();
        let error = RulebookError::WrongArguments {
            name: name.text.clone(),
            expected: "a figure and a word".to_string(),
            found,
        };
        self.report(error, name.span, "whose, and which of them?", help);
        None
    }

    /// A relation asked with anything but its two ends.
    pub(super) fn lacks_end(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl]) -> Option<(Expr, Type)> {
        let said: Vec<String> =
            arguments.iter().map(|one| self.scope.sources.slice(one.span).trim().to_string()).take(2).collect();
        let known = self.book().figure_facts().into_iter().map(|name| name.trim_matches('`').to_string());
        let others = known.filter(|name| !said.contains(name)).collect::<Vec<_>>();
        let ends: Vec<String> = said.iter().cloned().chain(others).chain(["OTHER".to_string()]).take(2).collect();
        let error = RulebookError::WrongArguments {
            name: name.text.clone(),
            expected: "its two ends".to_string(),
            found: arguments.len(),
        };
        self.report(error, name.span, "with these", format!("write `{}({})`", name.text, ends.join(", ")));
        None
    }

    /// How a track that is kept by words is asked: of whom, and for which word.
    pub(super) fn by_words(&self, track: &str, set: SetId, (owner, word): (&str, &str)) -> String {
        let set = &self.book().sets[set.index()];
        let words: Vec<&str> = set.words.iter().map(|word| &*word.name).collect();
        let (is_known, first) = (words.contains(&word), words.first().copied().unwrap_or("…"));
        let owner = match (owner, self.subject_type().is_some()) {
            ("", true) => String::new(),
            ("", false) => format!("{}, ", self.some_figure()),
            (owner, _) => format!("{owner}, "),
        };
        let word = if is_known { word } else { first };
        format!("it is kept by words: write `{track}({owner}{word})`; its words are {}", words.join(", "))
    }

    /// What stands before the dot of a name, and the word behind it: `actor` and `leg` of `actor.wounds.leg`.
    pub(super) fn around(&self, name: Span) -> (String, String) {
        let whole = &self.scope.sources.get(name.source).text;
        let behind = whole.get(name.end as usize..).unwrap_or("");
        let word = behind.strip_prefix(['.', '[', '(']).unwrap_or("").trim_start_matches(['"', ' ']);
        let word = word.chars().take_while(|c| is_wordly(*c)).collect();
        let before = whole.get(..name.start as usize).and_then(|before| before.strip_suffix('.')).unwrap_or("");
        let owner = before.rsplit(|c: char| !is_wordly(c) && c != '.').next().unwrap_or("");
        (owner.to_string(), word)
    }

    /// `actor.wounds_head`: a track that is kept by words, and one of them.
    pub(super) fn track_and_word(&self, said: &str, owner: &str) -> Option<String> {
        let by = |track: &crate::rulebook::Track| {
            let (set, rest) = (track.by?, said.strip_prefix(&*track.head.name)?);
            let word = rest.trim_start_matches('_');
            let is_one = self.book().sets[set.index()].words.iter().any(|one| *one.name == *word);
            is_one.then(|| self.by_words(&track.head.name, set, (owner, word)))
        };
        self.book().tracks.iter().find_map(by)
    }

    /// The words that a track is kept by, if it is.
    pub(super) fn set_of_track(&self, name: &str) -> Option<SetId> {
        let at = self.book().names.find(Sort::Track, name)?;
        self.book().tracks[usize::from(at)].by
    }
}
