//! `A.NAME`: properties of figures, sides, things and cells, and of each member of a list.

use super::{RulebookError, TypedExpr, Typer};
use crate::diag::did_you_mean;
use crate::rulebook::titled::titled;
use crate::rulebook::{Expr, FUNCTIONS, Function, Head, Named, Node, Sort, Type};
use crate::syntax::ast::{self, ExprNode, OwnerDecl};
use crate::text::{Span, owner_before};
use crate::value::{AttributeId, ItemId, KindId, SlotId, StateId, TrackId, Value, ValueId};

/// A property that the rules declare for figures or sides.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owned {
    Attribute(AttributeId),
    Track(TrackId),
    Value(ValueId),
    State(StateId),
    Slot(SlotId),
}

impl Typer<'_> {
    /// What a name is among the properties of figures, or of sides.
    pub(super) fn owned(&self, text: &str, owner: OwnerDecl) -> Option<Owned> {
        let book = self.book();
        let named = book.names.named(text);
        let find = |sort| named.iter().find(|(other, _)| *other == sort).map(|(_, at)| *at);
        let own = |id: &AttributeId| book.attributes[id.index()].owner == owner;
        let attributes = [Sort::Attribute, Sort::Note].into_iter().filter_map(find).map(AttributeId);
        if let Some(id) = attributes.into_iter().find(own) {
            return Some(Owned::Attribute(id));
        }
        if let Some(id) = find(Sort::Track).map(TrackId).filter(|id| book.tracks[id.index()].owner == owner) {
            return Some(Owned::Track(id));
        }
        if let Some(id) = find(Sort::Value).map(ValueId).filter(|id| book.values[id.index()].owner == owner) {
            return Some(Owned::Value(id));
        }
        if owner == OwnerDecl::Side {
            return None;
        }
        let state = find(Sort::State).map(StateId).map(Owned::State);
        state.or_else(|| find(Sort::Slot).map(SlotId).map(Owned::Slot))
    }

    /// `base.name`
    pub(super) fn property(&mut self, base: &ast::ExprDecl, name: &ast::Name, span: Span) -> TypedExpr {
        if let Some(found) = self.result_of(base, name, span) {
            return found;
        }
        let (base, r#type) = match self.quoted(base) {
            Some(named) => named,
            None => match self.item_with(base, &name.text) {
                Some((item, kind)) => (Expr::constant(Value::Item(item), base.span), Type::Thing(kind)),
                None => self.typed(base, None)?,
            },
        };
        self.property_of(base, &r#type, name, span)
    }

    /// Who or what a quoted name stands for before a point, or before `is`: there it is a name, not a text.
    pub(super) fn quoted(&self, base: &ast::ExprDecl) -> Option<(Expr, Type)> {
        let ExprNode::Text(text) = &base.node else { return None };
        let binding = self.scope.find(&text.text)?;
        Some((Expr::constant(binding.value.clone(), base.span), binding.r#type.clone()))
    }

    /// `shot.margin`: what came of a check that a line above has rolled.
    fn result_of(&mut self, base: &ast::ExprDecl, name: &ast::Name, span: Span) -> Option<TypedExpr> {
        let ExprNode::Name(check) = &base.node else { return None };
        let begins =
            |local: &&(String, Type)| local.0.strip_prefix(&*check.text).is_some_and(|rest| rest.starts_with('.'));
        self.locals.iter().find(begins)?;
        let wanted = format!("{}.{}", check.text, name.text);
        if let Some(at) = self.locals.iter().rposition(|(local, _)| *local == wanted) {
            return Some(Some((Expr { node: Node::Local(at as u8), span }, self.locals[at].1.clone())));
        }
        let known: Vec<&str> =
            self.locals.iter().filter(begins).map(|local| &local.0[check.text.len() + 1..]).collect();
        let help = did_you_mean(&name.text, known.iter().copied(), &format!("it has {}", known.join(", ")));
        let error =
            RulebookError::UnknownProperty { owner: format!("the check `{}`", check.text), name: name.text.clone() };
        self.report(error, name.span, "not a result of it", help);
        Some(None)
    }

    /// The item that a quoted name (or one that several kinds have) means, if only one has that field.
    fn item_with(&mut self, base: &ast::ExprDecl, field: &str) -> Option<(ItemId, KindId)> {
        let book = self.book();
        let items = match &base.node {
            ExprNode::Text(text) => book.names.items(&text.text),
            ExprNode::Name(name) if self.scope.find(&name.text).is_none() => book.names.items(&name.text),
            _ => return None,
        };
        let is_quoted = matches!(base.node, ExprNode::Text(_));
        if !is_quoted && items.len() < 2 {
            return None;
        }
        let with_field = |id: &ItemId| {
            let kind = book.items[id.index()].kind;
            let has = book.kinds[kind.index()].fields.iter().any(|own| &*own.head.name == field);
            has.then_some((*id, kind))
        };
        let mut found = items.iter().filter_map(with_field);
        let only = found.next()?;
        if found.next().is_some() {
            return None;
        }
        self.lookup.note(Sort::Item, only.0.0, base.span);
        Some(only)
    }

    /// A property of a resolved expression.
    pub(super) fn property_of(&mut self, base: Expr, of: &Type, name: &ast::Name, span: Span) -> TypedExpr {
        match of.bare() {
            Type::Figure => self.owned_property(base, OwnerDecl::Figure, name, span),
            Type::Side => self.owned_property(base, OwnerDecl::Side, name, span),
            Type::Thing(kind) => self.field(base, *kind, name, span),
            Type::Cell => self.of_cell(base, name, span),
            Type::List(inner) => self.each(base, inner, name, span),
            Type::Symbol(set) if self.book().symbol_in(*set, &name.text).is_some() => {
                let whole = self.owner_before(name.span).unwrap_or("");
                let help = format!("which word it is, is asked with `is`: write `{whole} is {}`", name.text);
                self.no_property(of, name, &help);
                None
            }
            _ => {
                self.no_property(of, name, "only figures, sides, things, cells and lists of them have properties");
                None
            }
        }
    }

    fn owned_property(&mut self, base: Expr, owner: OwnerDecl, name: &ast::Name, span: Span) -> TypedExpr {
        let whose = if owner == OwnerDecl::Figure { Type::Figure } else { Type::Side };
        let Some(owned) = self.owned(&name.text, owner) else { return self.far_ends(base, &whose, name, span) };
        let base = Box::new(base);
        let (node, r#type) = match owned {
            Owned::Attribute(id) => {
                self.lookup.note(self.book().attributes[id.index()].sort(), id.0, name.span);
                (Node::Attribute(base, id), Self::sound(self.book().attributes[id.index()].r#type.clone())?)
            }
            Owned::Track(id) => {
                self.lookup.note(Sort::Track, id.0, name.span);
                let track = &self.book().tracks[id.index()];
                let r#type = track.r#type.clone();
                if let Some(set) = track.by {
                    let (subject, word) = self.around(name.span);
                    let help = self.by_words(&name.text, set, (&subject, &word));
                    self.no_property(&whose, name, &help);
                    return None;
                }
                (Node::Track(base, id, None), r#type)
            }
            Owned::Value(id) => {
                self.lookup.note(Sort::Value, id.0, name.span);
                (Node::Value(base, id), self.lookup.value_type(id)?)
            }
            Owned::State(id) => {
                self.lookup.note(Sort::State, id.0, name.span);
                (Node::State(base, id), Type::Symbol(self.book().states[id.index()].set))
            }
            Owned::Slot(id) => {
                self.lookup.note(Sort::Slot, id.0, name.span);
                let kind = self.book().slots[id.index()].kind?;
                (Node::Slot(base, id), Type::Thing(kind).listed())
            }
        };
        Some((Expr { node, span }, r#type))
    }

    /// `cell.clouds`: the things of a kind, named by its plural, that lie in a cell or are spread over it.
    fn of_cell(&mut self, base: Expr, name: &ast::Name, span: Span) -> TypedExpr {
        let Some(kind) = self.book().kinds.iter().position(|kind| *kind.plural == *name.text) else {
            return self.built_in(base, &Type::Cell, name, span);
        };
        self.lookup.note(Sort::Kind, kind as u16, name.span);
        let number = Expr { node: Node::Const(Value::int(kind as i64)), span };
        let node = Node::Call(Function::ThingsAt, vec![base, number]);
        Some((Expr { node, span }, Type::Thing(KindId(kind as u16)).listed()))
    }

    /// `figure.aiming`: the far ends of a relation, in the order in which they began.
    fn far_ends(&mut self, base: Expr, whose: &Type, name: &ast::Name, span: Span) -> TypedExpr {
        let found = self.book().names.find(Sort::Relation, &name.text);
        let far = found.map(|at| self.book().relations[usize::from(at)].to.clone());
        let (Some(at), Some(far), Type::Figure) = (found, far, whose) else {
            return self.built_in(base, whose, name, span);
        };
        if far == Type::Nothing {
            self.no_property(whose, name, "its far ends are things of any kind: ask a script");
            return None;
        }
        self.lookup.note(Sort::Relation, at, name.span);
        let number = Expr { node: Node::Const(Value::int(i64::from(at))), span };
        Some((Expr { node: Node::Call(Function::FarEnds, vec![base, number]), span }, far.listed()))
    }

    fn field(&mut self, base: Expr, kind: KindId, name: &ast::Name, span: Span) -> TypedExpr {
        let fields = &self.book().kinds[kind.index()].fields;
        match fields.iter().position(|field| *field.head.name == *name.text) {
            Some(at) => {
                let r#type = Self::sound(fields[at].r#type.clone())?;
                self.lookup.note_part(Named::Field(kind, at as u16), name.span);
                Some((Expr { node: Node::Field(Box::new(base), at as u16), span }, r#type))
            }
            None => self.built_in(base, &Type::Thing(kind), name, span),
        }
    }

    /// A property that every figure, side, thing or cell has.
    fn built_in(&mut self, base: Expr, of: &Type, name: &ast::Name, span: Span) -> TypedExpr {
        let row = FUNCTIONS.iter().find(|row| row.property && row.name == name.text);
        let found = row.and_then(|row| Some((row.function, self.built_in_type(row.function, of)?)));
        match found {
            Some((function, r#type)) => Some((Expr { node: Node::Call(function, vec![base]), span }, r#type)),
            None => {
                self.unknown_property(of, name);
                None
            }
        }
    }

    /// The type of a built-in property of something, if it has it.
    pub(super) fn built_in_type(&self, function: Function, of: &Type) -> Option<Type> {
        match (function, of.bare()) {
            (Function::Name, Type::Figure | Type::Side | Type::Thing(_)) => Some(Type::Text),
            (Function::Side, Type::Figure) => Some(Type::Side),
            (Function::Cell, Type::Figure | Type::Thing(_)) => Some(Type::Cell.or_none()),
            (Function::Cells, Type::Thing(_)) => Some(Type::Cell.listed()),
            (Function::Left, Type::Thing(_)) => Some(Type::NUMBER.or_none()),
            (Function::Facing, Type::Figure) => Some(Type::NUMBER),
            (Function::Removed, Type::Figure) => Some(Type::Truth),
            (Function::Terrain, Type::Cell) => {
                let kind = self.book().ground.as_ref().and_then(|ground| ground.cells)?;
                Some(Type::Thing(kind).or_none())
            }
            (Function::Height, Type::Cell) => Some(Type::Number(self.book().length())),
            _ => None,
        }
    }

    fn each(&mut self, base: Expr, inner: &Type, name: &ast::Name, span: Span) -> TypedExpr {
        let Ok(local) = u8::try_from(self.locals.len()) else {
            self.report(
                RulebookError::TooLarge { what: "this expression".into() },
                span,
                "nested too deep",
                "split it",
            );
            return None;
        };
        self.locals.push((String::new(), inner.clone()));
        let member = Expr { node: Node::Local(local), span };
        let mapped = self.property_of(member, inner, name, span);
        self.locals.pop();
        let (mapped, r#type) = mapped?;
        let node = Node::Map(Box::new(base), local, Box::new(mapped));
        Some((Expr { node, span }, r#type.listed()))
    }

    fn no_property(&mut self, of: &Type, name: &ast::Name, help: &str) {
        let error = RulebookError::UnknownProperty { owner: self.words(of), name: name.text.clone() };
        self.report(error, name.span, "not a property of it", help);
    }

    fn unknown_property(&mut self, of: &Type, name: &ast::Name) {
        let help = self.property_help(of, &name.text, name.span);
        self.no_property(of, name, &help);
    }

    /// Whose the author says that a property is: what stands before its name and the point.
    fn owner_before(&self, at: Span) -> Option<&str> {
        owner_before(&self.scope.sources.get(at.source).text, at.start as usize)
    }

    /// Things that have a field of that name, by the facts that are such things.
    fn holder_of_field(&self, text: &str) -> Option<String> {
        let book = self.book();
        let has = |kind: &KindId| book.kinds[kind.index()].fields.iter().any(|field| *field.head.name == *text);
        let holds = |r#type: &Type| matches!(r#type.bare(), Type::Thing(kind) if has(kind));
        let facts = book.facts.iter().filter(|fact| holds(&fact.r#type) && !fact.head.name.is_empty());
        let kind = book.kinds.iter().find(|kind| kind.fields.iter().any(|field| *field.head.name == *text))?;
        let mut facts: Vec<&str> = facts.map(|fact| &*fact.head.name).collect();
        // The one that is called as the kind is the plainest.
        facts.sort_by_key(|name| (*name != &*kind.head.name, name.len()));
        let most = if facts.first() == Some(&&*kind.head.name) { 1 } else { 3 };
        let asked: Vec<String> = facts.iter().take(most).map(|name| format!("`{name}.{text}`")).collect();
        let what = format!("{} {} has it", crate::diag::article(&kind.head.name), kind.head.name);
        Some(match asked.is_empty() {
            true => format!("{what}: name the {}, as in `first(SLOT).{text}`", kind.head.name),
            false => format!("{what}: write {}", asked.join(" or ")),
        })
    }

    /// `target.mail.stops`, where what somebody has of a kind is in a slot of another name.
    fn held_of_kind(&self, text: &str, at: Span) -> Option<String> {
        let book = self.book();
        let kind = book.kinds.iter().position(|kind| *kind.head.name == *text || *kind.plural == *text)?;
        let holds =
            |slot: &&crate::rulebook::Slot| slot.kind.is_some_and(|held| held.index() == kind) && !slot.head.is_quiet();
        let slots: Vec<&str> = book.slots.iter().filter(holds).map(|slot| &*slot.head.name).collect();
        let slot = *slots.first()?;
        let what = match slots.as_slice() {
            [_] => format!("what somebody has of it is in the slot `{slot}`"),
            all => format!("what somebody has of it is in the slots {}", all.join(", ")),
        };
        let held = match self.owner_before(at) {
            Some(owner) => format!("{owner}.{slot}"),
            None => slot.to_string(),
        };
        let field = self.around(at).1;
        let is_field = book.kinds[kind].fields.iter().any(|one| *one.head.name == *field);
        Some(match is_field {
            true => format!("{what}: `first({held}).{field}` of one, `sum({held}.{field})` of all"),
            false => format!("{what}: write `{held}`"),
        })
    }

    /// Whether a figure can be something of that name: a word of a state, or a condition.
    fn is_being(&self, text: &str) -> bool {
        let book = self.book();
        let is_word = || book.states.iter().any(|state| book.symbol_in(state.set, text).is_some());
        book.names.find(Sort::Condition, text).is_some() || is_word()
    }

    fn asked_with_is(&self, text: &str, at: Span) -> String {
        let whom = self.owner_before(at).map_or(String::new(), |whom| format!("{whom} "));
        format!("it is something a figure can be: write `{whom}is {text}`")
    }

    /// What is meant by a property that is asked as programs do: `is_late`, `isLate`, `get_pace`.
    pub(super) fn asked_in_words(&self, text: &str, at: Span) -> Option<String> {
        let plain = spelled_out(text);
        let being = ["is_", "are_", "was_", "has_", "in_"].iter().find_map(|word| plain.strip_prefix(word));
        if let Some(being) = being.or(Some(&*plain)).filter(|being| *being != text && self.is_being(being)) {
            return Some(self.asked_with_is(being, at));
        }
        let names = self.book().property_names(OwnerDecl::Figure);
        let read = ["get_", "is_", "has_", "current_", "my_"].iter().find_map(|word| plain.strip_prefix(word))?;
        let known = names.iter().find(|name| spelled_out(name) == read)?;
        let whom = self.owner_before(at).map_or(String::new(), |whom| format!("{whom}."));
        Some(format!("its name stands alone: write `{whom}{known}`"))
    }

    /// What is meant by a property that is called: `isLate()`, `late()`, `pace()`.
    pub(super) fn asked_without_brackets(
        &self,
        of: &Type,
        arguments: &[ast::ExprDecl],
        name: &ast::Name,
    ) -> Option<String> {
        let is_of_figure = *of.bare() == Type::Figure && arguments.is_empty();
        let asked = || self.asked_in_words(&name.text, name.span);
        match is_of_figure {
            true if self.is_being(&name.text) => Some(self.asked_with_is(&name.text, name.span)),
            true if self.owned(&name.text, OwnerDecl::Figure).is_some() => {
                let whom = self.owner_before(name.span).unwrap_or("");
                Some(format!("it is read without brackets: write `{whom}.{}`", name.text))
            }
            true => asked(),
            false => None,
        }
    }

    fn property_help(&self, of: &Type, text: &str, at: Span) -> String {
        let book = self.book();
        let names: Vec<String> = match of.bare() {
            Type::Figure => book.property_names(OwnerDecl::Figure),
            Type::Side => book.property_names(OwnerDecl::Side),
            Type::Thing(kind) => {
                book.kinds[kind.index()].fields.iter().map(|field| field.head.name.to_string()).collect()
            }
            _ => Vec::new(),
        };
        let built_in = FUNCTIONS.iter().filter(|row| row.property);
        let built_in = built_in.filter(|row| self.built_in_type(row.function, of).is_some()).map(|row| row.name);
        let sorts = [Sort::Setting, Sort::Option, Sort::Fact];
        let of_nobody = sorts.into_iter().find(|sort| book.names.find(*sort, text).is_some());
        if let Some(sort) = of_nobody.filter(|_| matches!(of.bare(), Type::Figure | Type::Side | Type::Thing(_))) {
            return format!("it is a {} and belongs to nobody: write `{text}` alone", sort.words());
        }
        if *of.bare() == Type::Figure {
            if let Some(asked) = self.track_and_word(text, self.owner_before(at).unwrap_or("")) {
                return asked;
            }
            if self.owned(text, OwnerDecl::Side).is_some() {
                let whom = self.owner_before(at).map(|whom| format!("{whom}.side.{text}"));
                return format!("sides have it: write `{}`", whom.unwrap_or(format!(".side.{text}")));
            }
            if let Some(holder) = self.holder_of_field(text) {
                return holder;
            }
            if let Some(held) = self.held_of_kind(text, at) {
                return held;
            }
            if self.is_being(text) {
                return self.asked_with_is(text, at);
            }
            if let Some(meant) = self.asked_in_words(text, at) {
                return meant;
            }
        }
        let heads: Vec<&Head> = match of.bare() {
            Type::Figure => book.heads_of(OwnerDecl::Figure),
            Type::Side => book.heads_of(OwnerDecl::Side),
            Type::Thing(kind) => book.kinds[kind.index()].fields.iter().map(|field| &field.head).collect(),
            _ => Vec::new(),
        };
        if let Some(titled) = titled(text, heads) {
            return titled;
        }
        let all: Vec<&str> = names.iter().map(|name| &**name).chain(built_in).collect();
        let otherwise = match all.len() {
            _ if crate::diag::suggest(text, all.iter().copied()).is_none()
                && let Some(fact) = crate::diag::suggest(text, book.names.visible(Sort::Fact)) =>
            {
                format!("did you mean the fact `{fact}`? It stands alone")
            }
            0 => "it has no properties".to_string(),
            1..=40 => format!("it has {}", all.join(", ")),
            _ => "`fray show` lists what it has".to_string(),
        };
        let help = did_you_mean(text, all.iter().copied(), &otherwise);
        let meant = help.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?"));
        match meant.filter(|_| *of.bare() == Type::Figure).and_then(|track| Some((track, self.set_of_track(track)?))) {
            Some((track, set)) => {
                let owner = self.owner_before(at).unwrap_or("");
                let how = self.by_words(track, set, (owner, ""));
                format!("did you mean `{track}`? It{}", how.strip_prefix("it").unwrap_or(&how))
            }
            None => help,
        }
    }
}

/// A name in small letters, `_` between its words.
fn spelled_out(name: &str) -> String {
    let mut plain = String::with_capacity(name.len() + 2);
    let mut is_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && is_small {
            plain.push('_');
        }
        is_small = letter.is_lowercase();
        plain.extend(letter.to_lowercase());
    }
    plain
}
