//! What lines change: whose it is, and which of the things that play may change.

use super::error::{PlacedError, RulebookError};
use super::lines::Hand;
use super::resolver::Resolver;
use super::titled::{of_title, titled};
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, ExprNode, OwnerDecl};
use crate::text::{Span, owner_before};
use crate::value::{AttributeId, ConditionId, KindId, RelationId, StateId, TrackId};

impl Resolver<'_> {
    /// A condition and whose it is.
    pub(super) fn condition_of(&mut self, place: &ast::ExprDecl, hand: &Hand) -> Option<(Whose, ConditionId)> {
        let (whose, name) = self.owned(place, Type::Figure, hand)?;
        if self.is_word_of_state(place, &name) {
            return None;
        }
        Some((whose, self.find(Sort::Condition, &name).map(ConditionId)?))
    }

    /// `gain target.calm`, `lose target.calm` of a word of a state. Says so, with the line that sets it.
    fn is_word_of_state(&mut self, place: &ast::ExprDecl, name: &ast::Name) -> bool {
        if self.book.names.find(Sort::Condition, &name.text).is_some() {
            return false;
        }
        let has = |state: &&StateRule| self.book.symbol_in(state.set, &name.text).is_some();
        let Some(state) = self.book.states.iter().find(has) else { return false };
        let sort = as_written(&state.head.name);
        let before = self.sources.get(place.span.source).text.get(..place.span.start as usize).unwrap_or("");
        let mut words = self.book.sets[state.set.index()].words.iter().map(|word| &word.name);
        // Who is calm no longer is something else.
        let other = words.find(|word| ***word != *name.text).filter(|_| before.trim_end().ends_with("lose"));
        let word = as_written(other.map_or(&*name.text, |other| other));
        let owner = self.owner_written(name).map_or(String::new(), |owner| format!("{owner}."));
        let help = format!(
            "it is a word of the state `{sort}` and no condition: a line sets it, `set {owner}{sort} = {word}`"
        );
        let error = RulebookError::UnknownName { sort: Sort::Condition.words().to_string(), name: name.text.clone() };
        self.report(error, name.span, "not declared in this rulebook", help);
        true
    }

    /// A relation and whose it is.
    pub(super) fn relation_of(&mut self, place: &ast::ExprDecl, hand: &Hand) -> Option<(Whose, RelationId)> {
        let (whose, name) = self.owned(place, Type::Figure, hand)?;
        Some((whose, self.find(Sort::Relation, &name).map(RelationId)?))
    }

    /// `OWNER.NAME` or `NAME`, where the owner is of a type, or a list of such.
    pub(super) fn owned(&mut self, place: &ast::ExprDecl, of: Type, hand: &Hand) -> Option<(Whose, ast::Name)> {
        match &place.node {
            ExprNode::Name(name) => Some((Whose::Mine, name.clone())),
            ExprNode::Text(text) => Some((Whose::Mine, ast::Name { text: text.text.clone(), span: text.span })),
            ExprNode::Property(owner, name) => {
                let owner = self.one_or_more(owner, &[of], hand)?;
                Some((Whose::Of(owner), name.clone()))
            }
            _ => self.no_place(place.span),
        }
    }

    fn no_place<T>(&mut self, at: Span) -> Option<T> {
        let what = self.sources.slice(at).trim().to_string();
        let usual = "name what is changed, and before it whose it is: `NAME`, `target.NAME`, `TRACK(target, WORD)`";
        let before = self.sources.get(at.source).text.get(..at.start as usize).unwrap_or("").trim_end();
        let sign = if before.ends_with("lose") { "-" } else { "" };
        // `lose 2 AP`: how much of what.
        let counted = what.split_once(' ').filter(|(amount, name)| {
            amount.bytes().all(|byte| byte.is_ascii_digit()) && self.book.names.find(Sort::Track, name.trim()).is_some()
        });
        let help = match counted.filter(|_| before.ends_with("lose") || before.ends_with("gain")) {
            Some((amount, name)) => {
                format!("a number is changed by an amount: `change {} by {sign}{amount}`", name.trim())
            }
            None => usual.to_string(),
        };
        self.report(RulebookError::NotChangeable { what }, at, "no line changes this", help);
        None
    }

    /// `change PLACE by E`
    pub(super) fn change(&mut self, place: &ast::ExprDecl, by: &ast::ExprDecl, hand: &Hand) -> Option<Act> {
        let (at, wanted, unit) = self.place_of(place, hand)?;
        if !matches!(wanted.bare(), Type::Number(_)) {
            let found = self.book.type_words(&wanted);
            let label = format!("this is {found}");
            let error = RulebookError::WrongType { expected: "a number".to_string(), found };
            self.report(error, place.span, &label, "only numbers change by an amount: `set` it");
            return None;
        }
        Some(Act::Change(at, self.scaled_by(by, &wanted, unit, hand)?))
    }

    /// `set PLACE = E`
    pub(super) fn set_line(&mut self, place: &ast::ExprDecl, to: &ast::ExprDecl, hand: &Hand) -> Option<Act> {
        let (at, wanted, unit) = self.place_of(place, hand)?;
        if matches!(wanted.bare(), Type::Number(_)) {
            self.warn_of_sum_in_line(place.span, to.span);
        }
        Some(Act::Set(at, self.scaled_by(to, &wanted, unit, hand)?))
    }

    /// What is changed, the type of what it holds, and the unit numbers are read in.
    pub(super) fn place_of(&mut self, place: &ast::ExprDecl, hand: &Hand) -> Option<(LinePlace, Type, Option<u16>)> {
        match &place.node {
            ExprNode::Name(name) if self.is_made(name, hand) => None,
            ExprNode::Name(name) => self.place_in(Whose::Mine, &Type::Figure, name),
            ExprNode::Text(text) => {
                let name = ast::Name { text: text.text.clone(), span: text.span };
                self.place_in(Whose::Mine, &Type::Figure, &name)
            }
            ExprNode::Call(name, arguments) => self.worded_track(name, arguments, place.span, hand),
            ExprNode::Property(owner, name) => {
                let (owner, of) = self.typed_by(owner, hand)?;
                let each = match of.bare() {
                    Type::List(inner) => (**inner).clone(),
                    other => other.clone(),
                };
                match each.bare() {
                    Type::Thing(kind) => self.field_of(owner, *kind, name),
                    Type::Cell => self.terrain_of(owner, name),
                    Type::Figure | Type::Side => self.place_in(Whose::Of(owner), each.bare(), name),
                    _ => self.no_place(place.span),
                }
            }
            _ => self.no_place(place.span),
        }
    }

    fn place_in(&mut self, whose: Whose, of: &Type, name: &ast::Name) -> Option<(LinePlace, Type, Option<u16>)> {
        let owner = if *of == Type::Side { OwnerDecl::Side } else { OwnerDecl::Figure };
        let names = &self.book.names;
        let track = names.find(Sort::Track, &name.text).map(TrackId);
        if let Some(id) = track.filter(|id| self.book.tracks[id.index()].owner == owner) {
            self.book.usage.note_written(Sort::Track, id.0, name.span);
            let track = &self.book.tracks[id.index()];
            if let Some(set) = track.by {
                let word = self.book.sets[set.index()].words.first().map_or("…", |word| &word.name);
                let whom = self.owner_written(name).unwrap_or("actor");
                let help = format!("it is kept by words: write `{}({whom}, {word})`", name.text);
                let error = RulebookError::NotChangeable { what: name.text.clone() };
                self.report(error, name.span, "which of them?", help);
                return None;
            }
            let (r#type, unit) = (track.r#type.clone(), track.unit);
            return Some((LinePlace::Track(whose, id, None), r#type, unit));
        }
        let note = names.find(Sort::Note, &name.text).map(AttributeId);
        if let Some(id) = note.filter(|id| self.book.attributes[id.index()].owner == owner) {
            self.book.usage.note_written(Sort::Note, id.0, name.span);
            let note = &self.book.attributes[id.index()];
            return Some((LinePlace::Note(whose, id), note.r#type.clone(), note.unit));
        }
        let state = names.find(Sort::State, &name.text).map(StateId).filter(|_| owner == OwnerDecl::Figure);
        if let Some(id) = state {
            self.book.usage.note(Sort::State, id.0, name.span);
            let set = self.book.states[id.index()].set;
            return Some((LinePlace::State(whose, id), Type::Symbol(set), None));
        }
        self.unchangeable(owner, name)
    }

    /// Why something of a figure or side is not changed by lines.
    fn unchangeable<T>(&mut self, owner: OwnerDecl, name: &ast::Name) -> Option<T> {
        let whom = self.owner_written(name).unwrap_or("actor").to_string();
        let book = &self.book;
        let is = |sort| book.names.find(sort, &name.text).is_some();
        let (of_side, declared) = (format!("sides have it: write `{whom}.side.{}`", name.text), self.is_declared(name));
        let titled_value = || {
            let values: Vec<&Head> = book.values.iter().filter(|one| one.owner == owner).map(|one| &one.head).collect();
            book.names.find(Sort::Value, &of_title(&name.text, &values).first()?.name)
        };
        let derived = book.names.find(Sort::Value, &name.text).or_else(titled_value);
        let derived = derived.map(|at| self.is_derived(usize::from(at), name));
        let known = match () {
            () if is(Sort::Attribute) => Some(&*declared),
            () if derived.is_some() => derived.as_deref(),
            () if is(Sort::Condition) => Some("it is a condition: `gain` or `lose` it"),
            () if is(Sort::Relation) => Some("it is a relation: `relate` or `release` it"),
            () if is(Sort::Slot) => Some("it is a slot: `hold` things in it, or `drop` them"),
            () if is(Sort::Track) && owner == OwnerDecl::Figure => Some(&*of_side),
            () if is(Sort::Track) => Some("figures have it, not sides"),
            () if is(Sort::Fact) => Some("facts are stated: `do DEED with FACT = …`"),
            () => None,
        };
        match known {
            Some(help) => {
                let error = RulebookError::NotChangeable { what: name.text.clone() };
                self.report(error, name.span, "no line changes this", help);
            }
            None => {
                let tracks = book.tracks.iter().filter(|one| one.owner == owner).map(|one| &one.head);
                let states = book.states.iter().map(|one| &one.head).filter(|_| owner == OwnerDecl::Figure);
                let notes = book.attributes.iter().filter(|one| one.is_note() && one.owner == owner);
                let notes = notes.map(|one| &one.head);
                let heads: Vec<&Head> = tracks.chain(states).chain(notes).collect();
                let names: Vec<&str> = heads.iter().map(|head| &*head.name).collect();
                let whose = if owner == OwnerDecl::Side { Type::Side } else { Type::Figure };
                let otherwise = "declare a `track`, a `state` or a `note` of this name";
                let help = titled(&name.text, heads).unwrap_or_else(|| did_you_mean(&name.text, names, otherwise));
                let error = RulebookError::UnknownProperty { owner: book.type_words(&whose), name: name.text.clone() };
                self.report(error, name.span, "not a track, state or note", help);
            }
        }
        None
    }

    /// Whose the author says that something is: what stands before its name and the point.
    fn owner_written(&self, name: &ast::Name) -> Option<&str> {
        owner_before(&self.sources.get(name.span.source).text, name.span.start as usize)
    }

    /// What to do with an attribute that is to change: the line that declares it, as that of a track.
    fn is_declared(&self, name: &ast::Name) -> String {
        let otherwise = "an attribute stands on the sheet: give figures a `track` or a `note` beside it";
        let Some(at) = self.book.names.find(Sort::Attribute, &name.text) else { return otherwise.to_string() };
        let head = &self.book.attributes[usize::from(at)].head;
        if head.pack != self.book.pack.head.name {
            return otherwise.to_string();
        }
        let line = self.sources.line(head.span);
        format!(
            "an attribute stands on the sheet: declare it as `track {} number` (line {line}), or a `note`",
            name.text
        )
    }

    /// A line sets what somebody has, never a name that a line made.
    fn is_made(&mut self, name: &ast::Name, hand: &Hand) -> bool {
        let is_made = hand.locals.iter().any(|(local, _)| *local == name.text);
        let of_somebody = [Sort::Track, Sort::Note, Sort::State].into_iter();
        let is_other = of_somebody.into_iter().any(|sort| self.book.names.find(sort, &name.text).is_some());
        if !is_made || is_other {
            return false;
        }
        let help = format!(
            "a name that `let` makes stays as it is: reckon it in one expression, `let {0} = if … then … else …`, \
             `let {0} = count(f in … where …)`, `let {0} = sum(…)`; what is to change is a `track` or a `note`",
            name.text
        );
        self.report(RulebookError::NotChangeable { what: name.text.clone() }, name.span, "made by a line", help);
        true
    }

    /// `TRACK(owner, WORD)` or `TRACK(WORD)`
    fn worded_track(
        &mut self,
        name: &ast::Name,
        arguments: &[ast::ExprDecl],
        at: Span,
        hand: &Hand,
    ) -> Option<(LinePlace, Type, Option<u16>)> {
        let id = self.find(Sort::Track, name).map(TrackId)?;
        let track = &self.book.tracks[id.index()];
        let (r#type, unit, owner) = (track.r#type.clone(), track.unit, track.owner);
        let Some(set) = track.by else { return self.no_place(at) };
        let of = if owner == OwnerDecl::Side { Type::Side } else { Type::Figure };
        let (whose, word) = match arguments {
            [word] => (Whose::Mine, word),
            [whose, word] => (Whose::Of(self.one_or_more(whose, &[of], hand)?), word),
            _ => {
                let error = RulebookError::WrongArguments {
                    name: name.text.clone(),
                    expected: "whose, and a word".to_string(),
                    found: arguments.len(),
                };
                self.report(error, name.span, "with these", format!("write `{}(target, WORD)`", name.text));
                return None;
            }
        };
        let word = self.expect_by(word, &Type::Symbol(set), hand)?;
        Some((LinePlace::Track(whose, id, Some(word)), r#type, unit))
    }

    fn field_of(&mut self, things: Expr, kind: KindId, name: &ast::Name) -> Option<(LinePlace, Type, Option<u16>)> {
        let fields = &self.book.kinds[kind.index()].fields;
        let Some(at) = fields.iter().position(|field| *field.head.name == *name.text) else {
            let tracked: Vec<&str> =
                fields.iter().filter(|field| field.tracked).map(|field| &*field.head.name).collect();
            let help = did_you_mean(&name.text, tracked, "none of its fields is `tracked`");
            let owner = self.book.type_words(&Type::Thing(kind));
            self.report(
                RulebookError::UnknownProperty { owner, name: name.text.clone() },
                name.span,
                "not a field of it",
                help,
            );
            return None;
        };
        let field = &fields[at];
        if !field.tracked {
            let help = format!("it is the same for every thing of its row: declare it `{} … tracked`", name.text);
            let head = field.head.clone();
            let error = RulebookError::NotChangeable { what: name.text.clone() };
            let placed = PlacedError::new(error, self.sources, name.span, "not tracked", help);
            let placed = match head.is_quiet() {
                true => placed,
                false => placed.and(self.sources, head.span, name.span, "declared here"),
            };
            self.diagnostics.push(placed.into());
            return None;
        }
        Some((LinePlace::Field(things, at as u16), field.r#type.clone(), field.unit))
    }

    fn terrain_of(&mut self, cells: Expr, name: &ast::Name) -> Option<(LinePlace, Type, Option<u16>)> {
        let kind = self.book.ground.as_ref().and_then(|ground| ground.cells);
        match kind.filter(|_| name.text == "terrain") {
            Some(kind) => Some((LinePlace::Terrain(cells), Type::Thing(kind), None)),
            None => {
                let error = RulebookError::NotChangeable { what: name.text.clone() };
                self.report(error, name.span, "no line changes this", "of a cell, `terrain` can be set");
                None
            }
        }
    }

    /// Who moves: the one who acts if nobody is said.
    pub(super) fn mover(&mut self, who: Option<&ast::ExprDecl>, hand: &Hand) -> Option<Whose> {
        match who {
            None => Some(Whose::Mine),
            Some(who) => self.one_or_more(who, &[Type::Figure], hand).map(Whose::Of),
        }
    }

    /// Things, one or several, of any kind.
    pub(super) fn things_of(&mut self, expr: &ast::ExprDecl, hand: &Hand) -> Option<Expr> {
        let kinds: Vec<Type> = (0..self.book.kinds.len()).map(|at| Type::Thing(KindId(at as u16))).collect();
        self.one_or_more_named(expr, &kinds, "a thing", hand)
    }

    /// Things or figures, one or several.
    pub(super) fn things_or_figures(&mut self, expr: &ast::ExprDecl, hand: &Hand) -> Option<Expr> {
        let kinds = (0..self.book.kinds.len()).map(|at| Type::Thing(KindId(at as u16)));
        let all: Vec<Type> = std::iter::once(Type::Figure).chain(kinds).collect();
        self.one_or_more_named(expr, &all, "a figure or a thing", hand)
    }

    /// Something of one of these types, or a list of such.
    pub(super) fn one_or_more(&mut self, expr: &ast::ExprDecl, types: &[Type], hand: &Hand) -> Option<Expr> {
        let words = types.first().map_or_else(String::new, |first| self.book.type_words(first));
        self.one_or_more_named(expr, types, &words, hand)
    }

    fn one_or_more_named(&mut self, expr: &ast::ExprDecl, types: &[Type], words: &str, hand: &Hand) -> Option<Expr> {
        let (resolved, found) = self.typed_by(expr, hand)?;
        let each = match found.bare() {
            Type::List(inner) => inner.bare(),
            other => other,
        };
        if types.iter().any(|wanted| each.fits(wanted)) {
            return Some(resolved);
        }
        self.other_type(words, &found, expr.span)
    }

    /// Something of one of these types.
    pub(super) fn one_of(&mut self, expr: &ast::ExprDecl, types: &[Type], hand: &Hand) -> Option<Expr> {
        let (resolved, found) = self.typed_by(expr, hand)?;
        if types.iter().any(|wanted| found.fits(wanted)) {
            return Some(resolved);
        }
        let words: Vec<String> = types.iter().map(|wanted| self.book.type_words(wanted)).collect();
        self.other_type(&words.join(" or "), &found, expr.span)
    }

    fn other_type(&mut self, expected: &str, found: &Type, at: Span) -> Option<Expr> {
        let found = self.book.type_words(found);
        let label = format!("this is {found}");
        let error = RulebookError::WrongType { expected: expected.to_string(), found };
        self.report(error, at, &label, format!("name {expected}, or several as a list"));
        None
    }
}
