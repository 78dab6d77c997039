//! The order in which a rulebook is resolved, and what all its parts share: reporting, look-ups, expressions.

use super::error::{Error, Placed};
use super::expr::{self, Lookup, Typer};
use super::merge::{Declared, Level, Merged, Says};
use super::options::Chosen;
use super::show::as_written;
use super::{Expr, Head, Label, Rulebook, Scope, Script, Sort, Subject, Type, Usage};
use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use crate::syntax::ast::{self, Body, Declaration};
use crate::text::{Sources, Span};
use crate::value::{ScriptId, SettingId, Value, ValueId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far a thing that is inferred on demand has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Waiting,
    Working,
    Done,
    Broken,
}

/// Builds one rulebook.
pub(super) struct Resolver<'a> {
    pub sources: &'a Sources,
    pub merged: &'a Merged<'a>,
    pub book: Rulebook,
    pub diagnostics: Diagnostics,
    /// The position of each merged declaration in its list of the rulebook.
    pub ids: Vec<u16>,
    /// And back: where each stands among the merged.
    pub positions: BTreeMap<(Sort, u16), usize>,
    pub settings: Vec<Progress>,
    pub values: Vec<Progress>,
    /// What is being inferred, the outermost first.
    pub stack: Vec<(Sort, u16)>,
    /// Sets by their words.
    pub sets: BTreeMap<Vec<String>, u16>,
    /// Whether the expression at hand asked an option.
    pub asked_option: bool,
    /// What the `pack` lines of the whole chain say, the highest first.
    pub pack_lines: Vec<ast::PackEntry>,
}

impl<'a> Resolver<'a> {
    pub fn new(
        sources: &'a Sources,
        merged: &'a Merged<'a>,
        chain: Vec<Arc<str>>,
        scripts: Vec<Script>,
        diagnostics: Diagnostics,
    ) -> Resolver<'a> {
        let book = Rulebook { chain, scripts, ..Rulebook::empty() };
        Resolver {
            sources,
            merged,
            book,
            diagnostics,
            ids: Vec::new(),
            positions: BTreeMap::new(),
            settings: Vec::new(),
            values: Vec::new(),
            stack: Vec::new(),
            sets: BTreeMap::new(),
            asked_option: false,
            pack_lines: Vec::new(),
        }
    }

    /// Resolves everything, names before types, types before expressions.
    pub fn resolve(mut self, levels: &[Level], chosen: &Chosen) -> (Rulebook, Diagnostics) {
        self.heads(chosen);
        self.units();
        self.pack(levels);
        self.types();
        self.settings_and_values();
        self.things();
        self.tables();
        self.figures();
        self.facts();
        self.cards();
        self.checks();
        self.actions();
        self.turn();
        self.sheets();
        self.maps();
        self.scenarios();
        self.tests();
        self.reads();
        levels.iter().flat_map(Level::declarations).for_each(|declaration| self.asked_options(declaration));
        (self.book, self.diagnostics)
    }

    /// Notes the options that `when` blocks ask for, whether they are in force or not.
    fn asked_options(&mut self, declaration: &Declaration) {
        let Body::When(condition, inner) = &declaration.body else { return };
        let words = self.sources.slice(condition.span);
        let names = words.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        for at in names.filter_map(|name| self.book.names.find(Sort::Option, name)).collect::<Vec<_>>() {
            self.book.usage.note(Sort::Option, at);
        }
        inner.iter().for_each(|declaration| self.asked_options(declaration));
    }

    /// Every whole declaration with its position in the rulebook.
    pub fn whole(&self, sort: Sort) -> Vec<(u16, &'a Declared<'a>, &'a Declaration)> {
        let merged: &'a Merged<'a> = self.merged;
        let each = merged.list.iter().zip(&self.ids).filter(|(declared, _)| declared.sort == sort);
        each.filter_map(|(declared, id)| match &declared.says {
            Says::Whole(declaration) => Some((*id, declared, &**declaration)),
            Says::Row(..) => None,
        })
        .collect()
    }

    pub fn report(&mut self, error: Error, at: Span, label: &str, help: impl Into<String>) {
        let diagnostic: Diagnostic = Placed::new(error, self.sources, at, label, help).into();
        self.diagnostics.push(diagnostic);
    }

    /// Reports a mistake with a second place.
    pub fn report_two(&mut self, error: Error, at: (Span, &str), other: (Span, &str), help: &str) {
        let placed = Placed::new(error, self.sources, at.0, at.1, help);
        self.diagnostics.push(placed.and(self.sources, other.0, at.0, other.1).into());
    }

    /// The head of a declaration.
    pub fn head(&self, name: &ast::Name, notes: &ast::Notes) -> Head {
        let title = notes.title.as_ref().map_or(&*name.text, |title| &*title.text);
        Head {
            name: name.text.as_str().into(),
            title: title.into(),
            cites: cites(&notes.cites),
            span: name.span,
            pack: self.merged.pack(name.span),
        }
    }

    /// A label; without a title of its own it is what stands at `otherwise`.
    pub fn label(&self, notes: &ast::Notes, otherwise: Span) -> Label {
        match &notes.title {
            Some(title) => Label { text: title.text.as_str().into(), cites: cites(&notes.cites), span: title.span },
            None => {
                let text = self.sources.slice(otherwise).trim();
                Label { text: text.into(), cites: cites(&notes.cites), span: otherwise }
            }
        }
    }

    /// The position of a declared name; reports it if there is none.
    pub fn find(&mut self, sort: Sort, name: &ast::Name) -> Option<u16> {
        let found = self.find_unused(sort, name);
        if let Some(at) = found {
            self.book.usage.note(sort, at);
        }
        found
    }

    /// The same where naming a thing is not using it.
    pub fn find_unused(&mut self, sort: Sort, name: &ast::Name) -> Option<u16> {
        let found = self.book.names.find(sort, &name.text);
        match found {
            Some(_) => {}
            None => {
                let otherwise = match sort {
                    Sort::Tag => "no modifier has this tag: write `tags` behind one".to_string(),
                    Sort::Phase => "declare it in the turn: `phase … { }`".to_string(),
                    _ => format!("declare it: `{} {} …`", sort.words(), as_written(&name.text)),
                };
                let help = did_you_mean(&name.text, self.book.names.visible(sort), &otherwise);
                let error = Error::UnknownName { sort: sort.words().to_string(), name: name.text.clone() };
                self.report(error, name.span, "not declared in this rulebook", help);
            }
        }
        found
    }

    /// A script of the pack; reports it if there is none.
    pub fn script(&mut self, name: &ast::Name) -> Option<ScriptId> {
        let found = self.book.names.find(Sort::Script, &name.text);
        match found {
            Some(at) => self.book.usage.note(Sort::Script, at),
            None => {
                let pack = self.merged.pack(name.span);
                let otherwise = format!("write it: `scripts/{pack}/{}.luau`", name.text);
                let help = did_you_mean(&name.text, self.book.names.visible(Sort::Script), &otherwise);
                let error = Error::MissingScript { name: name.text.clone() };
                self.report(error, name.span, "no file has this name", help);
            }
        }
        found.map(ScriptId)
    }

    /// One of a few words; reports any other.
    pub fn word<T: Copy>(&mut self, name: &ast::Name, after: &str, words: &[(&str, T)]) -> Option<T> {
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == name.text) {
            return Some(*meaning);
        }
        let all = words.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        let help = did_you_mean(&name.text, all.iter().copied(), &format!("write one of {}", all.join(", ")));
        let error = Error::UnknownWord { word: name.text.clone(), after: after.to_string() };
        self.report(error, name.span, "not understood here", help);
        None
    }

    /// Resolves an expression in the plain scope of a subject.
    pub fn expect(&mut self, expr: &ast::Expr, wanted: &Type, subject: Subject) -> Option<Expr> {
        let scope = Scope::new(self.sources).of(subject);
        self.expect_in(expr, wanted, &scope)
    }

    /// Resolves an expression in any scope.
    pub fn expect_in(&mut self, expr: &ast::Expr, wanted: &Type, scope: &Scope) -> Option<Expr> {
        self.asked_option = false;
        let mut typer = Typer::new(self, scope);
        let found = typer.expect(expr, wanted);
        let mut out = std::mem::take(&mut typer.out);
        self.diagnostics.append(&mut out);
        if self.asked_option {
            self.book.usage.note_option(expr.span);
        }
        found
    }

    /// Resolves an expression of any type.
    pub fn typed(&mut self, expr: &ast::Expr, subject: Subject) -> Option<(Expr, Type)> {
        let scope = Scope::new(self.sources).of(subject);
        let mut typer = Typer::new(self, &scope);
        let found = typer.typed(expr, None);
        let mut out = std::mem::take(&mut typer.out);
        self.diagnostics.append(&mut out);
        found
    }

    /// A value that must be known at load; a bare number takes the unit that is declared beside it.
    pub fn value(&mut self, expr: &ast::Expr, wanted: &Type, unit: Option<u16>, what: &str) -> Option<Value> {
        let resolved = self.expect_scaled(expr, wanted, unit, Subject::Nobody)?;
        self.constant(&resolved, what)
    }

    /// The constant that an expression is.
    pub fn constant(&mut self, expr: &Expr, what: &str) -> Option<Value> {
        let value = expr::constant(expr, &self.book);
        if value.is_none() {
            let help = "use numbers, words, things and settings; what changes in play belongs into a `value`";
            self.report(Error::NotConstant { what: what.to_string() }, expr.span, "this changes in play", help);
        }
        value
    }

    /// An expression where a bare literal takes the declared unit.
    pub fn expect_scaled(
        &mut self,
        expr: &ast::Expr,
        wanted: &Type,
        unit: Option<u16>,
        subject: Subject,
    ) -> Option<Expr> {
        if *wanted.bare() == Type::Nothing {
            return None;
        }
        let literal = literal(expr).filter(|_| matches!(wanted.bare(), Type::Number(_)));
        if let (Some(unit), Some(number)) = (unit, literal)
            && let Some(amount) = number.times(self.book.units[usize::from(unit)].factor)
        {
            return Some(Expr::constant(Value::Number(amount), expr.span));
        }
        self.expect(expr, wanted, subject)
    }

    fn settings_and_values(&mut self) {
        for at in 0..self.book.settings.len() {
            self.setting_type(SettingId(at as u16));
        }
        for at in 0..self.book.values.len() {
            self.value_type(ValueId(at as u16));
        }
    }

    /// Something that is being inferred was asked for again.
    fn cycle(&mut self, sort: Sort, at: u16) {
        let from = self.stack.iter().position(|entry| *entry == (sort, at)).unwrap_or(0);
        let ring: Vec<(Sort, u16)> = self.stack[from..].to_vec();
        self.report_cycle(&ring);
        for (sort, at) in ring {
            let list = if sort == Sort::Value { &mut self.values } else { &mut self.settings };
            list[usize::from(at)] = Progress::Broken;
        }
    }

    pub fn report_cycle(&mut self, ring: &[(Sort, u16)]) {
        let heads: Vec<Head> = ring.iter().map(|(sort, at)| self.book.head_of(*sort, *at).clone()).collect();
        let Some(first) = heads.first() else { return };
        let names = heads.iter().chain([first]).map(|head| &*head.name).collect::<Vec<_>>();
        let (sort, name, path) = (ring[0].0.words(), first.name.to_string(), names.join(" -> "));
        let mut placed = Placed::new(
            Error::Cycle { sort, name, path },
            self.sources,
            first.span,
            "begins and ends here",
            "one of them must be said without the others",
        );
        for head in &heads[1..] {
            placed = placed.and(self.sources, head.span, first.span, "and passes here");
        }
        self.diagnostics.push(placed.into());
    }

    fn inferred(&mut self, sort: Sort, at: u16) -> Option<Type> {
        let index = usize::from(at);
        let list = if sort == Sort::Value { &mut self.values } else { &mut self.settings };
        match list[index] {
            Progress::Done => {}
            Progress::Broken => return None,
            Progress::Working => {
                self.cycle(sort, at);
                return None;
            }
            Progress::Waiting => {
                list[index] = Progress::Working;
                self.stack.push((sort, at));
                let asked = self.asked_option;
                let found = self.infer(sort, at);
                self.asked_option |= asked;
                self.stack.pop();
                self.settle(sort, at, found);
            }
        }
        let list = if sort == Sort::Value { &self.values } else { &self.settings };
        let is_done = list[index] == Progress::Done;
        is_done.then(|| match sort {
            Sort::Value => self.book.values[index].r#type.clone(),
            _ => self.book.settings[index].r#type.clone(),
        })
    }

    fn settle(&mut self, sort: Sort, at: u16, found: Option<(Expr, Type)>) {
        let index = usize::from(at);
        let list = if sort == Sort::Value { &mut self.values } else { &mut self.settings };
        let Some((expr, r#type)) = found.filter(|_| list[index] == Progress::Working) else {
            list[index] = Progress::Broken;
            return;
        };
        list[index] = Progress::Done;
        if sort == Sort::Value {
            let value = &mut self.book.values[index];
            (value.expr, value.r#type) = (expr, r#type);
        } else {
            let setting = &mut self.book.settings[index];
            (setting.expr, setting.r#type) = (expr, r#type);
        }
    }

    fn infer(&mut self, sort: Sort, at: u16) -> Option<(Expr, Type)> {
        let merged = self.merged;
        let position = *self.positions.get(&(sort, at))?;
        let Says::Whole(declaration) = &merged.list[position].says else { return None };
        match &declaration.body {
            Body::Setting(expr) => self.typed(expr, Subject::Nobody),
            Body::Value(rule) => {
                let subject = if rule.owner == ast::Owner::Side { Subject::Side } else { Subject::Figure };
                self.typed(&rule.expr, subject)
            }
            _ => None,
        }
    }
}

impl Lookup for Resolver<'_> {
    fn book(&self) -> &Rulebook {
        &self.book
    }

    fn value_type(&mut self, id: ValueId) -> Option<Type> {
        self.inferred(Sort::Value, id.0)
    }

    fn setting_type(&mut self, id: SettingId) -> Option<Type> {
        self.inferred(Sort::Setting, id.0)
    }

    fn note(&mut self, sort: Sort, at: u16) {
        self.book.usage.note(sort, at);
    }

    fn note_option(&mut self) {
        self.asked_option = true;
    }
}

/// Citations as shared texts.
pub(super) fn cites(cites: &[ast::Cite]) -> Arc<[Arc<str>]> {
    cites.iter().map(|cite| Arc::from(cite.text.as_str())).collect()
}

/// The number of a literal, with or without sign.
pub(super) fn literal(expr: &ast::Expr) -> Option<crate::value::Number> {
    match &expr.node {
        ast::ExprNode::Number(number) => Some(*number),
        ast::ExprNode::Unary(ast::Unary::Minus, inner) => literal(inner)?.negated(),
        _ => None,
    }
}

impl Rulebook {
    /// A rulebook that says nothing, to be filled.
    pub fn empty() -> Rulebook {
        let nowhere = Span::default();
        let head = Head { name: "".into(), title: "".into(), cites: [].into(), span: nowhere, pack: "".into() };
        let pack = super::Pack { head, source: None, license: None, notes: Vec::new() };
        Rulebook {
            pack,
            chain: Vec::new(),
            sources: Sources::default(),
            ground: None,
            units: Vec::new(),
            sets: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            tables: Vec::new(),
            settings: Vec::new(),
            attributes: Vec::new(),
            tracks: Vec::new(),
            values: Vec::new(),
            states: Vec::new(),
            slots: Vec::new(),
            conditions: Vec::new(),
            relations: Vec::new(),
            facts: Vec::new(),
            cards: Vec::new(),
            tags: Vec::new(),
            checks: Vec::new(),
            options: Vec::new(),
            actions: Vec::new(),
            reactions: Vec::new(),
            turn: super::Turn::default(),
            sheets: Vec::new(),
            maps: Vec::new(),
            scenarios: Vec::new(),
            tests: Vec::new(),
            scripts: Vec::new(),
            names: super::Names::default(),
            usage: Usage::default(),
        }
    }

    /// The head of a declaration by sort and position. Tags and scripts have none.
    pub fn head_of(&self, sort: Sort, at: u16) -> &Head {
        let at = usize::from(at);
        match sort {
            Sort::Unit => &self.units[at].head,
            Sort::Symbols => &self.sets[at].head,
            Sort::Kind => &self.kinds[at].head,
            Sort::Item => &self.items[at].head,
            Sort::Table => &self.tables[at].head,
            Sort::Setting => &self.settings[at].head,
            Sort::Attribute => &self.attributes[at].head,
            Sort::Track => &self.tracks[at].head,
            Sort::Value => &self.values[at].head,
            Sort::State => &self.states[at].head,
            Sort::Slot => &self.slots[at].head,
            Sort::Condition => &self.conditions[at].head,
            Sort::Relation => &self.relations[at].head,
            Sort::Fact => &self.facts[at].head,
            Sort::Card => &self.cards[at].head,
            Sort::Check => &self.checks[at].head,
            Sort::Option => &self.options[at].head,
            Sort::Action => &self.actions[at].head,
            Sort::Reaction => &self.reactions[at].head,
            Sort::Phase => &self.turn.phases[at].head,
            Sort::Sheet => &self.sheets[at].head,
            Sort::Map => &self.maps[at].head,
            Sort::Scenario => &self.scenarios[at].head,
            Sort::Test => &self.tests[at].head,
            Sort::Tag | Sort::Script | Sort::Turn => self.turn.head.as_ref().unwrap_or(&self.pack.head),
        }
    }
}
