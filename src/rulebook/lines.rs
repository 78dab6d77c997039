//! Lines: what is done, with every name found and every type checked.

use super::error::RulebookError;
use super::resolver::{Resolver, cites};
use super::unfinished::{DeedSignature, OwnAction, SharedRequired};
use super::*;
use crate::syntax::ast::{self, Body, Entry, EveryEntry, Far, LineNode};
use crate::text::Span;
use crate::value::{ActionId, DeedId, FactId, PhaseId, RelationId, SlotId, Value};
use std::sync::Arc;

/// What the lines of a block may use: their locals, and whether somebody acts.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    pub locals: Vec<(String, Type)>,
    pub acts: bool,
    /// What the deed gives.
    pub gives: Option<DeedParameter>,
}

impl Hand {
    /// That of somebody who acts.
    pub(super) fn of_actor() -> Hand {
        Hand { locals: Vec::new(), acts: true, gives: None }
    }

    /// That of nobody.
    pub(super) fn of_nobody() -> Hand {
        Hand { locals: Vec::new(), acts: false, gives: None }
    }
}

impl Resolver<'_> {
    /// Every deed.
    pub(super) fn deeds(&mut self) {
        let mut deeds = Vec::with_capacity(self.deed_signatures.len());
        for (at, declared, declaration) in self.whole(Sort::Deed) {
            let Body::Deed(deed) = &declaration.body else { continue };
            let head = self.declared_head(declared, declaration);
            let DeedSignature { parameters, gives } = self.deed_signatures[usize::from(at)].clone();
            let lines = self.deed_lines(&parameters, gives.clone(), deed);
            deeds.push(Deed { head, parameters, gives, lines });
        }
        self.book.deeds = deeds.into();
    }

    /// What every action of some sort requires, before the first of them is read.
    pub(super) fn shared_requirements(&mut self) -> SharedRequired {
        let mut shared = SharedRequired::new();
        for (_, _, declaration) in self.whole(Sort::Every) {
            let Body::Every(every) = &declaration.body else { continue };
            for entry in &every.entries {
                if let EveryEntry::Require(when, notes) = &entry.node {
                    shared.extend(self.required(when, notes).map(|required| (entry.span, required)));
                }
            }
        }
        shared
    }

    /// What every action of some phases does, and which actions count as such.
    pub(super) fn always(&mut self, shared: &SharedRequired, actions: &[OwnAction]) {
        for (at, declared, declaration) in self.whole(Sort::Every) {
            let Body::Every(every) = &declaration.body else { continue };
            if every.within.is_none() && matches!(&*declared.name.text, "action" | "actions") {
                let phase = self.book.names.visible(Sort::Phase).next().unwrap_or("PHASE").to_string();
                let error = RulebookError::MissingEntry { whose: "`every action`".to_string(), entry: "in" };
                let help = format!(
                    "say in which phases: `every action in {phase} {{ … }}`; or give it a name, which actions then say: \
                     `counts as NAME`"
                );
                self.report(error, declared.name.span, "in which phases?", help);
            }
            let requires = every.entries.iter().filter_map(|entry| shared.get(&entry.span).cloned()).collect();
            let mut lines = Vec::new();
            for entry in &every.entries {
                if let EveryEntry::Does(said) = &entry.node {
                    lines.extend(self.done(said, &mut Hand::of_actor()));
                }
            }
            let (mut phases, mut except) = (Vec::new(), Vec::new());
            if let Some(within) = &every.within {
                phases.extend(within.phases.iter().filter_map(|name| self.find(Sort::Phase, name)).map(PhaseId));
                except.extend(within.except.iter().filter_map(|name| self.find(Sort::Action, name)).map(ActionId));
            }
            let counted = actions.iter().enumerate().filter(|(_, action)| action.counts_as.contains(&at));
            let counted = counted.map(|(at, _)| ActionId(at as u16)).collect();
            let head = self.declared_head(declared, declaration);
            self.book.always.push(Always { head, phases, except, counted, requires, lines });
        }
    }

    /// Reports deeds and actions that lead to themselves.
    pub(super) fn deed_circles(&mut self) {
        let book = &self.book;
        let deeds = (0..book.deeds.len()).map(|at| Doing::Deed(DeedId(at as u16)));
        let all: Vec<Doing> =
            deeds.chain((0..book.actions.len()).map(|at| Doing::Action(ActionId(at as u16)))).collect();
        let (mut done, mut circles) = (Vec::new(), Vec::new());
        for start in all {
            trace(book, start, &mut Vec::new(), &mut done, &mut circles);
        }
        for circle in circles {
            let circle: Vec<(Sort, u16)> = circle.into_iter().map(declared).collect();
            self.report_cycle(&circle);
        }
    }

    /// Lines in order; those that are wrong are reported and left out.
    pub(super) fn done(&mut self, lines: &[Entry<ast::LineDecl>], hand: &mut Hand) -> Vec<Line> {
        let outer = hand.locals.len();
        let mut resolved: Vec<Line> = lines.iter().filter_map(|entry| self.deed_line(&entry.node, hand)).collect();
        Resolver::look_closely(&mut resolved);
        hand.locals.truncate(outer);
        resolved
    }

    fn deed_line(&mut self, line: &ast::LineDecl, hand: &mut Hand) -> Option<Line> {
        let when = line.condition.as_ref().map(|when| self.expect_by(when, &Type::Truth, hand));
        let label = line.notes.title.as_ref().map(|title| self.words(title, hand));
        let act = self.act(line, hand)?;
        let resolved = Line {
            act,
            label: label.flatten(),
            cites: cites(&line.notes.cites),
            if_any: line.if_any.is_some(),
            when: match when {
                Some(when) => Some(when?),
                None => None,
            },
            span: line.span,
        };
        if let Some(at) = line.if_any
            && resolved.subjects().is_empty()
        {
            self.no_subject(line, at);
        }
        if !hand.acts && resolved.needs_actor() {
            let error = RulebookError::MissingEntry { whose: "this line".to_string(), entry: "owner" };
            let (at, help) = self.owner_meant(line);
            self.report(error, at, "whose?", help);
        }
        Some(resolved)
    }

    /// Where a line of a phase says nobody, and how it is said of everybody.
    fn owner_meant(&self, line: &ast::LineDecl) -> (Span, String) {
        let place = match &line.node {
            LineNode::Gain(place, _) | LineNode::Lose(place) | LineNode::Change(place, _) | LineNode::Set(place, _) => {
                place
            }
            LineNode::Relate(place, _) | LineNode::Release(place, _) | LineNode::Hold(_, place) => place,
            LineNode::StepTo(None, _) | LineNode::Walk(None, _) | LineNode::Turn(None, _) => {
                let verb = self.sources.slice(line.span).split_whitespace().next().unwrap_or_default();
                let help = format!("nobody acts in a phase: say who, `for each one in figures() {{ {verb} one … }}`");
                return (line.span, help);
            }
            _ => {
                let help =
                    "nobody acts in a phase: say whose, as in `for each one in figures() { change one.NAME by 1 }`";
                return (line.span, help.to_string());
            }
        };
        let (whole, name) = (self.sources.slice(line.span).trim(), self.sources.slice(place.span).trim());
        let all = whole.replacen(name, &format!("figures().{name}"), 1);
        let all = all.lines().next().unwrap_or("").trim_end();
        let help = format!(
            "nobody acts in a phase: `{all}` is about everybody; of some, `for each one in LIST when … {{ … }}`"
        );
        (place.span, help)
    }

    /// Reports an `if any` behind what names nobody and nothing.
    pub(super) fn no_subject(&mut self, line: &ast::LineDecl, at: Span) {
        let verb = self.sources.slice(line.span).split_whitespace().next().unwrap_or_default();
        let error = RulebookError::UnknownWord { word: "if any".to_string(), after: verb.to_string() };
        let help = "it is for lines about a figure, thing or cell that may be `none`: `gain OWNER.CONDITION if any`";
        self.report(error, at, "nothing here can be missing", help);
    }

    fn act(&mut self, line: &ast::LineDecl, hand: &mut Hand) -> Option<Act> {
        match &line.node {
            LineNode::Let(name, expr) => self.local(name, expr, hand),
            LineNode::Gain(place, lasting) => {
                let (whose, condition) = self.condition_of(place, hand)?;
                let lasting = lasting.as_ref().map(|(count, word)| self.lasting(count, word, hand));
                Some(Act::Gain(whose, condition, lasting.map_or(Some(None), |lasting| lasting.map(Some))?))
            }
            LineNode::Lose(place) => self.condition_of(place, hand).map(|(whose, id)| Act::Lose(whose, id)),
            LineNode::Change(place, by) => self.change(place, by, hand),
            LineNode::Set(place, to) => self.set_line(place, to, hand),
            LineNode::Relate(place, to) => {
                let (whose, relation) = self.relation_of(place, hand)?;
                Some(Act::Relate(whose, relation, self.far_end(relation, to, hand)?))
            }
            LineNode::Release(place, far) => self.release(place, far, hand),
            LineNode::Hold(things, place) => {
                let (whose, name) = self.owned(place, Type::Figure, hand)?;
                let slot = self.find(Sort::Slot, &name).map(SlotId)?;
                // A slot of no kind is reported where it is declared.
                let kind = self.book.slots[slot.index()].kind?;
                let things = self.put(things, hand, |this, expr| this.one_or_more(expr, &[Type::Thing(kind)], hand))?;
                Some(Act::Hold(things, whose, slot))
            }
            LineNode::Drop(things) => self.things_of(things, hand).map(Act::Drop),
            LineNode::Place(who, at) => {
                let of_new = who.is_new;
                let who = self.put(who, hand, |this, expr| match of_new {
                    true => this.things_of(expr, hand),
                    false => this.things_or_figures(expr, hand),
                });
                let at = self.expect_by(at, &Type::Cell, hand);
                Some(Act::Place(who?, at?))
            }
            LineNode::StepTo(who, to) => {
                let (who, to) = (self.mover(who.as_ref(), hand), self.expect_by(to, &Type::Cell, hand));
                Some(Act::StepTo(who?, to?))
            }
            LineNode::Walk(who, along) => {
                let along = self.expect_by(along, &Type::Cell.listed(), hand);
                Some(Act::Walk(self.mover(who.as_ref(), hand)?, along?))
            }
            LineNode::Turn(who, to) => {
                let to = self.one_of(to, &[Type::NUMBER, Type::Figure, Type::Cell], hand);
                Some(Act::Turn(self.mover(who.as_ref(), hand)?, to?))
            }
            LineNode::When(condition, then, otherwise) => {
                let condition = self.expect_by(condition, &Type::Truth, hand);
                let (then, otherwise) = (self.done(then, hand), self.done(otherwise, hand));
                Some(Act::When(condition?, then, otherwise))
            }
            LineNode::Each(name, list, when, lines) => self.each_line(name, (list, when.as_ref()), lines, hand),
            LineNode::Pick(name, list) => self.pick_line(name, list, hand),
            LineNode::Script(name) => self.script(name).map(Act::Script),
            LineNode::Stop => Some(Act::Stop),
            LineNode::Win(side) => self.expect_by(side, &Type::Side, hand).map(Act::Win),
            LineNode::Draw => Some(Act::Draw),
            LineNode::Halt => Some(Act::Halt),
            LineNode::TakeAway(things) => self.things_of(things, hand).map(Act::TakeAway),
            LineNode::Spread(thing, over, lasting) => {
                let thing = self.put(thing, hand, |this, expr| this.things_of(expr, hand));
                let over = self.expect_by(over, &Type::Cell.listed(), hand);
                let lasting = lasting.as_ref().map(|(count, word)| self.lasting(count, word, hand));
                Some(Act::Spread(thing?, over?, lasting.map_or(Some(None), |lasting| lasting.map(Some))?))
            }
            LineNode::Roll(name, dice) => self.roll_line(name, dice, hand),
            LineNode::Check(name, called, with, outcomes) => {
                self.check_line((name, called.as_ref()), with, outcomes, hand)
            }
            LineNode::Ask(asking) => self.ask_line(asking, hand),
            LineNode::Order(who, actions, called) => {
                let who = self.expect_by(who, &Type::Figure, hand);
                let actions: Vec<ActionId> =
                    actions.iter().filter_map(|name| self.find(Sort::Action, name)).map(ActionId).collect();
                let at = called.as_ref().map(|name| self.new_local(name, Type::Truth, hand));
                Some(Act::Order(who?, actions, at.map_or(Some(None), |at| at.map(Some))?))
            }
            LineNode::Later(name, with) => {
                let action = self.find(Sort::Action, name).map(ActionId);
                let with = self.facts_by(with, hand);
                Some(Act::Later(action?, with))
            }
            LineNode::Amount(name, steps) => self.amount_line(name, steps, hand),
            _ => self.saying(line, hand),
        }
    }

    fn saying(&mut self, line: &ast::LineDecl, hand: &mut Hand) -> Option<Act> {
        match &line.node {
            LineNode::Tell(name, text, fields) => {
                let text = text.as_ref().map(|text| self.words(text, hand));
                let fields: Vec<Option<(Arc<str>, Expr)>> = fields
                    .iter()
                    .map(|(name, expr)| Some((name.text.as_str().into(), self.typed_by(expr, hand)?.0)))
                    .collect();
                let fields = fields.into_iter().collect::<Option<Vec<_>>>();
                Some(Act::Tell(name.text.as_str().into(), text.flatten(), fields?))
            }
            LineNode::Say(text) => self.words(text, hand).map(Act::Say),
            LineNode::Do(call) => self.do_line(call, hand),
            LineNode::Give(value) => self.give_line(line, value, hand),
            _ => None,
        }
    }

    pub(super) fn doing(&mut self, name: &ast::Name) -> Option<Doing> {
        let is = |sort: Sort| self.book.names.find(sort, &name.text).is_some();
        if is(Sort::Action) && !is(Sort::Deed) {
            return self.find(Sort::Action, name).map(|at| Doing::Action(ActionId(at)));
        }
        self.find(Sort::Deed, name).map(|at| Doing::Deed(DeedId(at)))
    }

    fn local(&mut self, name: &ast::Name, expr: &ast::ExprDecl, hand: &mut Hand) -> Option<Act> {
        let found = self.typed_by(expr, hand);
        let r#type = found.as_ref().map_or(Type::Nothing, |(_, r#type)| r#type.clone());
        let at = self.new_local(name, r#type, hand)?;
        Some(Act::Let(at, found?.0))
    }

    /// `for each NAME in E when E { … }`
    fn each_line(
        &mut self,
        name: &ast::Name,
        (list, when): (&ast::ExprDecl, Option<&ast::ExprDecl>),
        lines: &[Entry<ast::LineDecl>],
        hand: &mut Hand,
    ) -> Option<Act> {
        let list = self.list_by(list, hand);
        let member = list.as_ref().map_or(Type::Nothing, |(_, member)| member.clone());
        let outer = hand.locals.len();
        let at = self.new_local(name, member, hand)?;
        let when = when.map(|when| self.expect_by(when, &Type::Truth, hand));
        let lines = self.done(lines, hand);
        hand.locals.truncate(outer);
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        Some(Act::Each(Box::new(Each { at, list: list?.0, when, lines })))
    }

    /// `pick NAME from E`
    fn pick_line(&mut self, name: &ast::Name, list: &ast::ExprDecl, hand: &mut Hand) -> Option<Act> {
        let list = self.list_by(list, hand);
        let member = list.as_ref().map_or(Type::Nothing, |(_, member)| member.clone().or_none());
        let at = self.new_local(name, member, hand)?;
        Some(Act::Pick(at, name.text.as_str().into(), list?.0))
    }

    /// A list, and the type of its members.
    fn list_by(&mut self, list: &ast::ExprDecl, hand: &Hand) -> Option<(Expr, Type)> {
        let (expr, found) = self.typed_by(list, hand)?;
        if let Type::List(member) = found.bare() {
            return Some((expr, (**member).clone()));
        }
        let found = self.book.type_words(&found);
        let label = format!("this is {found}");
        let help = "lists are slots, `figures()`, `foes(…)`, `between(…)` and their kin, or `[a, b]`";
        self.report(RulebookError::WrongType { expected: "a list".to_string(), found }, list.span, &label, help);
        None
    }

    /// What a line puts somewhere: things in play, or new ones.
    fn put(
        &mut self,
        things: &ast::ThingsDecl,
        hand: &Hand,
        find: impl FnOnce(&mut Self, &ast::ExprDecl) -> Option<Expr>,
    ) -> Option<Things> {
        let expr = find(self, &self.as_named(&things.expr))?;
        if !things.is_new
            && let Node::Const(Value::Item(item)) = &expr.node
        {
            let name = self.book.items[item.index()].head.name.to_string();
            let written = self.sources.slice(expr.span).trim().to_string();
            let who = if hand.acts { "actor" } else { "target" };
            let help = format!(
                "write `new {written}` for a new one; one that somebody has is `first(t in {who}.SLOT where t is {written})`"
            );
            self.report(RulebookError::NotInPlay { name }, expr.span, "a row, which many things may share", help);
            return None;
        }
        Some(Things { is_new: things.is_new, expr })
    }

    /// An item in quotes, or several, as names.
    fn as_named(&self, expr: &ast::ExprDecl) -> ast::ExprDecl {
        let node = match &expr.node {
            ast::ExprNode::Text(text) if self.book.items.iter().any(|item| *item.head.name == *text.text) => {
                ast::ExprNode::Name(ast::Name { text: text.text.clone(), span: text.span })
            }
            ast::ExprNode::List(members) => {
                ast::ExprNode::List(members.iter().map(|member| self.as_named(member)).collect())
            }
            node => node.clone(),
        };
        ast::ExprDecl { node, span: expr.span }
    }

    /// A name for the lines below it.
    pub(super) fn new_local(&mut self, name: &ast::Name, r#type: Type, hand: &mut Hand) -> Option<u8> {
        let sorts = [Sort::Fact, Sort::Setting, Sort::Option];
        if let Some(sort) = sorts.into_iter().find(|sort| self.book.names.find(*sort, &name.text).is_some()) {
            let error = RulebookError::DuplicateName { sort: sort.words().to_string(), name: name.text.clone() };
            self.report(error, name.span, "declared already", "choose another name for the local");
        }
        let Some(at) = u8::try_from(hand.locals.len()).ok().filter(|at| *at < u8::MAX / 2) else {
            let error = RulebookError::TooLarge { what: "the number of local names".to_string() };
            self.report(error, name.span, "one too many", "split these lines into deeds");
            return None;
        };
        hand.locals.push((name.text.clone(), r#type));
        Some(at)
    }

    fn lasting(&mut self, count: &ast::ExprDecl, word: &ast::Name, hand: &Hand) -> Option<(Expr, Lasting)> {
        let words = [
            ("turns", Lasting::Turns),
            ("turn", Lasting::Turns),
            ("phases", Lasting::Phases),
            ("phase", Lasting::Phases),
        ];
        let span = if word.text.is_empty() { None } else { self.word(word, "for", &words) };
        Some((self.expect_by(count, &Type::NUMBER, hand)?, span?))
    }

    fn release(&mut self, place: &ast::ExprDecl, far: &Far, hand: &Hand) -> Option<Act> {
        let (whose, relation) = self.relation_of(place, hand)?;
        match far {
            Far::All => Some(Act::Release(whose, relation, None)),
            Far::To(far) => Some(Act::Release(whose, relation, Some(self.far_end(relation, far, hand)?))),
            Far::Onto(far) => {
                let far = self.far_end(relation, far, hand)?;
                if let Whose::Of(owner) = &whose {
                    let error =
                        RulebookError::UnknownWord { word: "onto".to_string(), after: "NAME.RELATION".to_string() };
                    let help = "`onto` is about everybody's relation: name it alone, or write `to`";
                    self.report(error, owner.span, "one near end", help);
                }
                Some(Act::ReleaseOnto(relation, far))
            }
        }
    }

    fn far_end(&mut self, relation: RelationId, far: &ast::ExprDecl, hand: &Hand) -> Option<Expr> {
        match self.book.relations[relation.index()].to.clone() {
            // Things of any kind may be the far end.
            Type::Nothing => self.typed_by(far, hand).map(|(expr, _)| expr),
            wanted => self.expect_by(far, &wanted, hand),
        }
    }

    /// `FACT = EXPR, …` in lines.
    pub(super) fn facts_by(&mut self, facts: &[(ast::Name, ast::ExprDecl)], hand: &Hand) -> Vec<(FactId, Expr)> {
        let mut stated = Vec::new();
        for (name, expr) in facts {
            let Some(fact) = self.find(Sort::Fact, name).map(FactId) else { continue };
            let known = &self.book.facts[fact.index()];
            let (r#type, unit) = (known.r#type.clone(), known.unit);
            let value = self.scaled_by(expr, &r#type, unit, hand);
            stated.extend(value.map(|value| (fact, value)));
        }
        stated
    }

    /// Resolves an expression of any type among the locals.
    pub(super) fn typed_by(&mut self, expr: &ast::ExprDecl, hand: &Hand) -> Option<(Expr, Type)> {
        let scope = Scope::new(self.sources).among(&hand.locals);
        self.typed_in(expr, &scope)
    }

    /// Resolves an expression among the locals.
    pub(super) fn expect_by(&mut self, expr: &ast::ExprDecl, wanted: &Type, hand: &Hand) -> Option<Expr> {
        let scope = Scope::new(self.sources).among(&hand.locals);
        self.expect_in(expr, wanted, &scope)
    }

    /// The same where a bare literal takes the declared unit.
    pub(super) fn scaled_by(
        &mut self,
        expr: &ast::ExprDecl,
        wanted: &Type,
        unit: Option<u16>,
        hand: &Hand,
    ) -> Option<Expr> {
        match self.scaled_literal(expr, wanted, unit) {
            Some(amount) => Some(Expr::constant(Value::Number(amount), expr.span)),
            None if *wanted.bare() == Type::Nothing => None,
            None => self.expect_by(expr, wanted, hand),
        }
    }
}

fn declared(doing: Doing) -> (Sort, u16) {
    match doing {
        Doing::Deed(id) => (Sort::Deed, id.0),
        Doing::Action(id) => (Sort::Action, id.0),
    }
}

/// The lines that are done.
pub fn lines_of(book: &Rulebook, doing: Doing) -> &[Line] {
    match doing {
        Doing::Deed(id) => &book.deeds[id.index()].lines,
        Doing::Action(id) => &book.actions[id.index()].does,
    }
}

fn trace(book: &Rulebook, at: Doing, path: &mut Vec<Doing>, done: &mut Vec<Doing>, circles: &mut Vec<Vec<Doing>>) {
    if let Some(from) = path.iter().position(|before| *before == at) {
        circles.push(path[from..].to_vec());
        return;
    }
    if done.contains(&at) {
        return;
    }
    path.push(at);
    for line in lines_of(book, at) {
        line.walk(&mut |line| {
            if let Act::Do(call) = &line.act {
                trace(book, call.what, path, done, circles);
            }
        });
    }
    path.pop();
    done.push(at);
}
