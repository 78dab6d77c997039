//! `X is NAME` and `LIST has THING`.

use super::property::Owned;
use super::{RulebookError, TypedExpr, Typer, fold};
use crate::diag::did_you_mean;
use crate::rulebook::show::as_written;
use crate::rulebook::{Binary, Expr, Head, Named, Node, Sort, Type};
use crate::syntax::ast::{self, ExprNode};
use crate::text::{Span, is_wordly};
use crate::value::{ConditionId, StateId, Value};

impl Typer<'_> {
    /// `subject is word`
    pub(super) fn is(&mut self, subject: &ast::ExprDecl, word: &ast::Name, span: Span) -> TypedExpr {
        let quoted = self.quoted(subject);
        let (subject, r#type) = quoted.or_else(|| self.typed(subject, None))?;
        self.is_word(subject, &r#type, word, span)
    }

    /// Of whom or what a name that nobody knows was asked: what is so, or not, of the whole table has no owner.
    pub(super) fn asked_of_nobody(&self, behind: &str, figures: &str) -> String {
        let said = behind.strip_prefix(" is ").unwrap_or("");
        let word: String = said.strip_prefix("not ").unwrap_or(said).chars().take_while(|c| is_wordly(*c)).collect();
        let is_new = word.starts_with(char::is_alphabetic) && !self.book().is_state_word(&word);
        match is_new && self.book().names.named(&word).is_empty() {
            true => format!(
                "what is so for all at the table is a fact without an owner: declare it, `fact {word} truth = no`, and ask \
                 `{word}` alone; figures here are {figures}"
            ),
            false => format!("figures here are {figures}"),
        }
    }

    /// The same of what is resolved.
    pub(super) fn is_word(&mut self, subject: Expr, r#type: &Type, word: &ast::Name, span: Span) -> TypedExpr {
        if word.text == "none" {
            return self.is_none(subject, r#type, span);
        }
        let text = word.text.as_str();
        let node = match r#type.bare() {
            Type::Figure => self.figure_is(subject, word)?,
            Type::Symbol(_) | Type::Thing(_) => match self.by_type(text, r#type, word.span) {
                Some((expr, _)) => match expr.node {
                    Node::Const(value) => Node::Is(Box::new(subject), value),
                    other => Node::Binary(Binary::Equal, Box::new(subject), Box::new(Expr { node: other, span })),
                },
                None => self.is_other(subject, r#type, word)?,
            },
            Type::Truth => match text {
                "true" | "yes" | "on" => Node::Is(Box::new(subject), Value::Truth(true)),
                "false" | "no" | "off" => Node::Is(Box::new(subject), Value::Truth(false)),
                _ => {
                    let bare = self.scope.sources.slice(subject.span).trim().to_string();
                    return self.cannot_be(r#type, word, &format!("a truth stands alone: write `{bare}`"));
                }
            },
            Type::Side if self.book().is_state_word(text) => return self.side_cannot_be(&subject, word),
            Type::Side | Type::Cell => self.is_other(subject, r#type, word)?,
            Type::List(_) => return self.cannot_be(r#type, word, "of lists, ask `has`"),
            _ => return self.cannot_be(r#type, word, "compare it with `=`"),
        };
        Some((fold::fold(Expr { node, span }, self.book()), Type::Truth))
    }

    /// What figures are, asked of a side.
    fn side_cannot_be(&mut self, subject: &Expr, word: &ast::Name) -> TypedExpr {
        let side = self.scope.sources.slice(subject.span).trim().to_string();
        let help = format!("a side is asked by its figures: `all(f in side_figures({side}) where f is {})`", word.text);
        let label = format!("`{side}` is a side, and `{}` something that figures are", word.text);
        let (expected, found) = ("a figure".to_string(), self.words(&Type::Side));
        let at = Span { end: word.span.end, ..subject.span };
        self.report(RulebookError::WrongType { expected, found }, at, &label, help);
        None
    }

    fn is_none(&mut self, subject: Expr, r#type: &Type, span: Span) -> TypedExpr {
        let never = !matches!(
            r#type,
            Type::Optional(_) | Type::Nothing | Type::Figure | Type::Thing(_) | Type::Side | Type::Cell
        );
        if never {
            let found = self.words(r#type);
            let help = match r#type {
                Type::List(_) => "a list may be empty: ask `count(…) = 0`".to_string(),
                _ => format!("declare it as `{} or none` if it may be absent", self.short(r#type)),
            };
            let expected = "something that may be none".to_string();
            let label = format!("this is {found}");
            self.report(RulebookError::WrongType { expected, found }, subject.span, &label, help);
            return None;
        }
        let node = Node::Is(Box::new(subject), Value::None);
        Some((fold::fold(Expr { node, span }, self.book()), Type::Truth))
    }

    /// Of a figure: a condition, a word of a state, or another figure.
    fn figure_is(&mut self, subject: Expr, word: &ast::Name) -> Option<Node> {
        let text = word.text.as_str();
        let condition = self.book().names.find(Sort::Condition, text).map(ConditionId);
        let states: Vec<StateId> = self.book().states_with(text);
        let subject = Box::new(subject);
        match (condition, &states[..]) {
            (Some(id), []) => {
                self.lookup.note(Sort::Condition, id.0, word.span);
                Some(Node::HasCondition(subject, id))
            }
            (None, [id]) => {
                self.lookup.note_unplaced(Sort::State, id.0);
                let set = self.book().states[id.index()].set;
                let symbol = self.book().symbol_in(set, text)?;
                self.lookup.note_part(Named::Word(symbol), word.span);
                Some(Node::InState(subject, *id, symbol))
            }
            (None, []) => self.is_other(*subject, &Type::Figure, word),
            (condition, states) => {
                let whose = self.scope.sources.slice(subject.span);
                let names =
                    states.iter().map(|id| format!("`{whose}.{} is {text}`", self.book().states[id.index()].head.name));
                let mut ways: Vec<String> = names.collect();
                ways.extend(condition.map(|_| "rename the condition".to_string()));
                let help = format!("say which is meant: {}", ways.join(", or "));
                let error = RulebookError::AmbiguousName { name: word.text.clone() };
                self.report(error, word.span, "a word of several states, or a condition too", help);
                None
            }
        }
    }

    /// Equality with something in scope that bears the name.
    fn is_other(&mut self, subject: Expr, r#type: &Type, word: &ast::Name) -> Option<Node> {
        let as_name = ast::ExprDecl { node: ExprNode::Name(word.clone()), span: word.span };
        let known = self.locals.iter().any(|(name, _)| *name == word.text)
            || word.text == "self"
            || self.scope.find(&word.text).is_some()
            || self.book().names.find(Sort::Fact, &word.text).is_some()
            || self.book().names.find(Sort::Setting, &word.text).is_some();
        if *r#type == Type::Figure && self.is_said_of_figure(subject.span, word) {
            return None;
        }
        if known {
            let other = self.expect(&as_name, r#type.bare())?;
            return Some(Node::Binary(Binary::Equal, Box::new(subject), Box::new(other)));
        }
        match r#type.bare() {
            Type::Figure if self.is_relation(subject.span, word) => {}
            Type::Figure => self.unknown_state(word),
            other => {
                let other = other.clone();
                self.unknown_of_type(&word.text, &other, word.span);
            }
        }
        None
    }

    /// `target is wet` where `wet` is a fact of its own or a number of figures: what stands there instead is told.
    fn is_said_of_figure(&mut self, subject: Span, word: &ast::Name) -> bool {
        let at = subject.to(word.span);
        let slice = |span: Span| self.scope.sources.slice(span).trim().to_string();
        let (whose, whole) = (slice(subject), slice(at));
        let text = as_written(&word.text);
        let is_own = self.scope.find(&word.text).is_none() && self.locals.iter().all(|(name, _)| *name != word.text);
        let owned = if is_own { self.type_of_owned(&word.text) } else { None };
        let (what, bare, r#type) = match (owned, self.type_in_scope(&word.text)) {
            (_, Some(r#type)) => ("stands by itself", text.to_string(), r#type),
            (Some(r#type), None) => ("stands behind a point", format!("{whose}.{text}"), r#type),
            (None, None) => return false,
        };
        let not = if whole.split_whitespace().any(|part| part == "not") { "not " } else { "" };
        let help = match r#type.bare() {
            Type::Figure => return false,
            Type::Truth => format!("write `{not}{bare}`"),
            Type::Symbol(set) => match self.book().sets[set.index()].words.first() {
                Some(first) if !not.is_empty() => {
                    format!("it is asked which of its words it is: `{bare} is {not}{}`", first.name)
                }
                Some(_) => self.help_for_word(*set, &bare, at),
                None => return false,
            },
            Type::Number(_) => format!("it is a number, which is compared, as in `{bare} > 0`"),
            _ => return false,
        };
        let found = self.words(&r#type);
        let label = format!("`{text}` is {found}, and {what}");
        let expected = "something that a figure is".to_string();
        self.report(RulebookError::WrongType { expected, found }, at, &label, help);
        true
    }

    /// `actor is aiming`, which holds between two: how it is asked is told.
    fn is_relation(&mut self, subject: Span, word: &ast::Name) -> bool {
        let Some(at) = self.book().names.find(Sort::Relation, &word.text) else { return false };
        self.lookup.note(Sort::Relation, at, word.span);
        let (whose, name) = (self.scope.sources.slice(subject).trim().to_string(), as_written(&word.text).to_string());
        let known = self.book().figure_facts().into_iter().map(|fact| fact.trim_matches('`').to_string());
        let other = known.into_iter().find(|fact| *fact != whose).unwrap_or_else(|| "OTHER".to_string());
        let any = match self.book().relations[usize::from(at)].to {
            // Its far ends are things of any kind, of which there is no list.
            Type::Nothing => String::new(),
            _ => format!(", or `count({whose}.{name}) > 0` for whoever it is"),
        };
        let help = format!("ask both ends: `{name}({whose}, {other}) > 0`{any}");
        let (expected, found) = ("something that a figure is".to_string(), "a relation".to_string());
        let label = format!("`{name}` is a relation: it holds between two");
        self.report(RulebookError::WrongType { expected, found }, word.span, &label, help);
        true
    }

    /// The type of what stands alone by that name.
    fn type_in_scope(&self, text: &str) -> Option<Type> {
        let (book, names) = (self.book(), &self.book().names);
        let local = self.locals.iter().rfind(|(name, _)| name == text).map(|(_, r#type)| r#type.clone());
        let bound = || self.scope.find(text).map(|binding| binding.r#type.clone());
        let fact = || names.find(Sort::Fact, text).map(|at| book.facts[usize::from(at)].r#type.clone());
        let option = || {
            let option = &book.options[usize::from(names.find(Sort::Option, text)?)];
            Some(option.readings.map_or(Type::Truth, Type::Symbol))
        };
        local.or_else(bound).or_else(fact).or_else(option)
    }

    /// The type of an attribute, a track or a value of figures.
    fn type_of_owned(&mut self, text: &str) -> Option<Type> {
        match self.owned(text, ast::OwnerDecl::Figure)? {
            Owned::Attribute(id) => Some(self.book().attributes[id.index()].r#type.clone()),
            Owned::Track(id) => Some(self.book().tracks[id.index()].r#type.clone()),
            Owned::Value(id) => self.lookup.value_type(id),
            _ => None,
        }
    }

    fn unknown_state(&mut self, word: &ast::Name) {
        let book = self.book();
        // The bookkeeping of packs below is nothing that an author has heard of.
        let is_known = |head: &&Head| !head.is_quiet() || head.pack == book.pack.head.name;
        let states = book.states.iter().filter(|state| is_known(&&state.head));
        let states = states.flat_map(|state| &book.sets[state.set.index()].words).map(|word| &*word.name);
        let conditions = book.conditions.iter().map(|one| &one.head).filter(is_known);
        let names: Vec<&str> = conditions.map(|head| &*head.name).chain(states).collect();
        let declare = format!("declare it: `condition {} {{ lasts … }}`", as_written(&word.text));
        let otherwise = match names.len() {
            0 => declare,
            1..=16 => format!("a figure can be {}; or {declare}", names.join(", ")),
            _ => format!("a figure can be {}, …; or {declare}", names[..12].join(", ")),
        };
        let help = match book.titled_state(&word.text) {
            Some(titled) => format!("did you mean `{titled}`?"),
            None => did_you_mean(&word.text, names, &otherwise),
        };
        let error = RulebookError::UnknownName { sort: "condition or state".to_string(), name: word.text.clone() };
        self.report(error, word.span, "nothing a figure can be", help);
    }

    fn cannot_be(&mut self, r#type: &Type, word: &ast::Name, help: &str) -> TypedExpr {
        let found = self.words(r#type);
        let label = format!("{found} is left of `is`");
        let expected = "a figure, a thing or a word".to_string();
        self.report(RulebookError::WrongType { expected, found }, word.span, &label, help);
        None
    }

    /// `list has member`
    pub(super) fn has(&mut self, list: &ast::ExprDecl, member: &ast::ExprDecl, span: Span) -> Option<Expr> {
        let (list, r#type) = self.typed(list, None)?;
        let Type::List(inner) = r#type.bare() else {
            let found = self.words(&r#type);
            let whose = self.scope.sources.slice(list.span).to_string();
            let slot = self.book().slots.first().filter(|_| *r#type.bare() == Type::Figure);
            let said = self.scope.sources.slice(member.span).trim();
            let item = self.book().item(said.trim_matches('"')).map(|(_, item)| item.kind);
            let usual = item.and_then(|kind| self.book().usual_slots(self.scope.sources, kind).into_iter().next());
            let is_state = self.book().is_state_word(said);
            let is_number = self.book().is_number_of_figures(said);
            let help = match (r#type.bare(), slot) {
                (Type::Figure, _) if is_state => format!("what somebody is, is asked with `is`: `{whose} is {said}`"),
                (Type::Figure, _) if is_number => {
                    format!("it is a number that everybody has: compare it, such as `{whose}.{said} > 0`")
                }
                (Type::Figure, _) if let Some(slot) = usual => format!("ask a slot of it: `{whose}.{slot} has {said}`"),
                (Type::Thing(_) | Type::Symbol(_), _) => "of one thing, ask `is`".to_string(),
                (_, Some(slot)) => format!("ask a slot of it, such as `{whose}.{} has …`", slot.head.name),
                _ => "a slot, or any list, can be asked what it `has`".to_string(),
            };
            let label = format!("this is {found}");
            self.report(RulebookError::WrongType { expected: "a list".to_string(), found }, list.span, &label, help);
            return None;
        };
        let member = self.expect(member, inner)?;
        Some(Expr { node: Node::Has(Box::new(list), Box::new(member)), span })
    }
}
