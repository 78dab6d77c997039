//! The order in which a rulebook is resolved, and what all its parts share: reporting, look-ups, expressions.

use super::error::{PlacedError, RulebookError};
use super::expr::{self, Typer};
use super::level::Level;
use super::merged::{Merged, MergedDecl};
use super::options::Chosen;
use super::says::Says;
use super::show::{as_written, in_quotes};
use super::unfinished::DeedSignature;
use super::{BareSubject, Expr, Head, Label, LabelPlace, Named, Rulebook, Scope, Script, Sort, Type};
use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use crate::syntax::ast::{self, Body, Declaration};
use crate::syntax::entry_habit;
use crate::text::{Sources, Span, is_wordly};
use crate::value::{FactId, Number, ScriptId, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far a thing that is inferred on demand has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inference {
    Waiting,
    Working,
    Done,
    Broken,
}

/// Where declarations stand among the merged, by sort and position in its list.
#[derive(Debug, Default)]
pub(super) struct DeclarationPlaces(Vec<Vec<usize>>);

impl DeclarationPlaces {
    /// Notes where one stands; those of a sort come in their order.
    pub(super) fn put(&mut self, sort: Sort, at: u16, place: usize) {
        if self.0.is_empty() {
            self.0.resize_with(Sort::ALL.len(), Vec::new);
        }
        let (places, at) = (&mut self.0[sort as usize], usize::from(at));
        if places.len() <= at {
            places.resize(at + 1, place);
        }
        places[at] = place;
    }

    /// Where one stands.
    pub(super) fn get(&self, sort: Sort, at: u16) -> Option<usize> {
        self.0.get(sort as usize)?.get(usize::from(at)).copied()
    }
}

/// Builds one rulebook.
pub(super) struct Resolver<'a> {
    pub sources: &'a Sources,
    pub merged: &'a Merged<'a>,
    pub book: Rulebook,
    pub diagnostics: Diagnostics,
    /// The position of each merged declaration in its list of the rulebook; none if the list is full.
    pub ids: Vec<Option<u16>>,
    /// What deeds are given and give, in the order of their positions.
    pub deed_signatures: Vec<DeedSignature>,
    /// How many of each sort have their position.
    pub placed: Vec<usize>,
    /// And back: where each stands among the merged.
    pub positions: DeclarationPlaces,
    pub settings: Vec<Inference>,
    pub values: Vec<Inference>,
    pub functions: Vec<Inference>,
    /// What is being inferred, the outermost first.
    pub stack: Vec<(Sort, u16)>,
    /// Sets by their words.
    pub sets: BTreeMap<Vec<String>, u16>,
    /// Whether the expression at hand asked an option.
    pub asked_option: bool,
    /// How many expressions are being resolved within one another.
    pub depth: usize,
    /// The conditions of modifiers that have been resolved, those of the blocks around them too.
    pub conditions: BTreeMap<Span, Option<Expr>>,
    /// What the `pack` lines of the whole chain say, the highest first.
    pub pack_lines: Vec<ast::PackEntry>,
    /// Scripts that lie where none are looked for.
    pub strays: &'a [String],
}

impl<'a> Resolver<'a> {
    pub(super) fn new(
        sources: &'a Sources,
        merged: &'a Merged<'a>,
        chain: Vec<Arc<str>>,
        scripts: Vec<Script>,
        diagnostics: Diagnostics,
    ) -> Resolver<'a> {
        let book = Rulebook { chain, scripts: scripts.into(), ..Rulebook::empty() };
        Resolver {
            sources,
            merged,
            book,
            diagnostics,
            ids: Vec::new(),
            deed_signatures: Vec::new(),
            placed: vec![0; Sort::ALL.len()],
            positions: DeclarationPlaces::default(),
            settings: Vec::new(),
            values: Vec::new(),
            functions: Vec::new(),
            stack: Vec::new(),
            sets: BTreeMap::new(),
            asked_option: false,
            depth: 0,
            conditions: BTreeMap::new(),
            pack_lines: Vec::new(),
            strays: &[],
        }
    }

    /// Resolves everything, names before types, types before expressions.
    pub(super) fn resolve(mut self, levels: &[Level], chosen: &Chosen) -> (Rulebook, Diagnostics) {
        self.heads(chosen);
        self.units();
        self.pack(levels, chosen);
        self.types();
        self.settings_values_and_functions();
        self.things();
        self.tables();
        self.figures();
        self.facts();
        self.cards();
        self.checks();
        self.questions();
        self.actions_and_turn();
        self.sheets();
        self.maps();
        self.scenarios();
        self.tests();
        self.wordings(levels.last().is_some_and(|level| level.is_shipped));
        self.reads();
        self.replaced_types();
        levels.iter().flat_map(Level::declarations).for_each(|declaration| self.asked_options(declaration));
        (self.book, self.diagnostics)
    }

    /// Notes the options that `when` blocks ask for, whether they are in force or not.
    fn asked_options(&mut self, declaration: &Declaration) {
        let Body::When(condition, inner) = &declaration.body else { return };
        let words = self.sources.slice(condition.span);
        let names = words.split(|letter: char| !is_wordly(letter));
        for at in names.filter_map(|name| self.book.names.find(Sort::Option, name)).collect::<Vec<_>>() {
            self.book.usage.note_unplaced(Sort::Option, at);
        }
        inner.iter().for_each(|declaration| self.asked_options(declaration));
    }

    /// Every whole declaration with its position in the rulebook.
    pub(super) fn whole(&self, sort: Sort) -> Vec<(u16, &'a MergedDecl<'a>, &'a Declaration)> {
        let merged: &'a Merged<'a> = self.merged;
        let each = merged.list.iter().zip(&self.ids).filter(|(declared, _)| declared.sort == sort);
        each.filter_map(|(declared, id)| match &declared.says {
            Says::Whole(declaration) => Some(((*id)?, declared, &**declaration)),
            Says::Row(..) => None,
        })
        .collect()
    }

    /// Attributes and notes, which are kept in one list.
    pub(super) fn attribute_bodies(&self) -> Vec<(u16, &'a MergedDecl<'a>, &'a Declaration)> {
        self.whole(Sort::Attribute).into_iter().chain(self.whole(Sort::Note)).collect()
    }

    pub(super) fn report(&mut self, error: RulebookError, at: Span, label: &str, help: impl Into<String>) {
        let diagnostic: Diagnostic = PlacedError::new(error, self.sources, at, label, help).into();
        self.diagnostics.push(diagnostic);
    }

    /// Reports a mistake with a second place.
    pub(super) fn report_two(&mut self, error: RulebookError, at: (Span, &str), other: (Span, &str), help: &str) {
        let placed = PlacedError::new(error, self.sources, at.0, at.1, help);
        self.diagnostics.push(placed.and(self.sources, other.0, at.0, other.1).into());
    }

    /// The head of a whole declaration.
    pub(super) fn declared_head(&self, declared: &MergedDecl<'_>, declaration: &Declaration) -> Head {
        self.head(&declared.name, &declaration.notes)
    }

    /// The head of what is declared at a position, whether its entry is finished or not.
    pub(super) fn head_at(&self, sort: Sort, at: u16) -> Head {
        let declared = self.positions.get(sort, at).map(|position| &self.merged.list[position]);
        match declared.map(|declared| (declared, &declared.says)) {
            Some((declared, Says::Whole(declaration))) => self.declared_head(declared, declaration),
            _ => self.book.head_of(sort, at).clone(),
        }
    }

    /// The head of a declaration.
    pub(super) fn head(&self, name: &ast::Name, notes: &ast::Notes) -> Head {
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
    pub(super) fn label(&self, notes: &ast::Notes, otherwise: Span) -> Label {
        let (text, span) = match &notes.title {
            Some(title) => (title.text.as_str(), title.span),
            None => (self.sources.slice(otherwise).trim(), otherwise),
        };
        let places = LabelPlace::all_in(text, |name| self.book.names.find(Sort::Fact, name).map(FactId));
        Label { text: text.into(), places, cites: cites(&notes.cites), span }
    }

    /// Reports what stands in braces in a label and is the name of nothing.
    pub(super) fn known_places(&mut self, notes: &ast::Notes) {
        let Some(title) = &notes.title else { return };
        let is_name = |name: &&str| name.starts_with(char::is_alphabetic) && name.chars().all(is_wordly);
        let names = title.text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).filter(is_name);
        let is_open = title.text.rsplit_once('{').is_some_and(|(_, rest)| !rest.contains('}'));
        let last = title.text.rsplit('{').next().unwrap_or("").trim();
        if is_open && !last.is_empty() && last.chars().all(|c| is_wordly(c) || c == '.') {
            let error = RulebookError::OpenPlace { text: format!("{{{last}") };
            self.report(error, title.span, "no `}` closes it", format!("write `{{{last}}}`"));
            return;
        }
        let unknown = names.into_iter().find(|name| self.book.names.named(name).is_empty());
        if let Some(name) = unknown.map(str::to_string) {
            let help = self.book.unknown_help(Sort::Fact, &name, "write it without braces, or name a fact in them");
            let written = self.sources.slice(title.span);
            let at = written.find(&format!("{{{name}}}")).map_or(title.span, |at| {
                let start = title.span.start + at as u32 + 1;
                Span { start, end: start + name.len() as u32, ..title.span }
            });
            let error = RulebookError::UnknownName { sort: "fact".to_string(), name };
            self.report(error, at, "what stands in braces is put there", help);
        }
    }

    /// The position of a declared name; reports it if there is none.
    pub(super) fn find(&mut self, sort: Sort, name: &ast::Name) -> Option<u16> {
        let found = self.find_unused(sort, name);
        if let Some(at) = found {
            self.book.usage.note(sort, at, name.span);
        }
        found
    }

    /// What is proposed for a name, or to correct the declaration: it may be that which is misspelt, where it alone is
    /// spelled so and the name is said more than once.
    fn or_its_declaration(&self, sort: Sort, name: &ast::Name, help: String) -> String {
        let near = help.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?"));
        let text = &self.sources.get(name.span.source).text;
        let said = |wanted: &str| text.split(|c: char| !is_wordly(c)).filter(|word| *word == wanted).count();
        match near.filter(|near| said(near) == 1 && said(&name.text) > 1) {
            Some(_) => format!("{help} If not, correct it where it is declared: `{} {}`", sort.words(), name.text),
            None => help,
        }
    }

    /// The same where naming a thing is not using it.
    pub(super) fn find_unused(&mut self, sort: Sort, name: &ast::Name) -> Option<u16> {
        let found = self.book.names.find(sort, &name.text);
        match found {
            Some(at) => self.book.usage.note_part(Named::Declared(sort, at), name.span),
            None => {
                let otherwise = match sort {
                    Sort::Tag => "no modifier has this tag: write `tags` behind one".to_string(),
                    Sort::Phase => "declare it in the turn: `phase … { }`".to_string(),
                    Sort::Fact if name.text == "figure" => {
                        match self.book.facts.iter().find(|fact| fact.r#type == Type::Figure) {
                            Some(fact) => format!("name the fact that says who: `{}`", fact.head.name),
                            None => "declare who: `fact actor figure`".to_string(),
                        }
                    }
                    _ => format!("declare it: `{} {} …`", sort.words(), as_written(&name.text)),
                };
                let help = match sort {
                    Sort::Unit => {
                        let units = self.whole(Sort::Unit).into_iter();
                        let heads: Vec<Head> = units.map(|(_, unit, whole)| self.declared_head(unit, whole)).collect();
                        self.book.unit_hint_among(heads.iter(), &name.text, &otherwise)
                    }
                    Sort::Action if let Some(said) = self.said_where_unknown(name) => said,
                    _ => {
                        let help = self.book.unknown_help(sort, &name.text, &otherwise);
                        self.or_its_declaration(sort, name, in_quotes(help, self.sources, name.span))
                    }
                };
                let error = RulebookError::UnknownName { sort: sort.words().to_string(), name: name.text.clone() };
                self.report(error, name.span, "not declared in this rulebook", help);
            }
        }
        found
    }

    /// A script that decides for figures. Of a name that is no script, only such are offered.
    pub(super) fn behavior(&mut self, name: &ast::Name) -> Option<ScriptId> {
        let names = &self.book.names;
        let is_path = name.text.contains(['/', '.']);
        // A library hands over a table of functions, and decides for nobody.
        let is_library = |script: &super::Script| super::stray::gives_table(&self.sources.get(script.source).text);
        let found = names.find(Sort::Script, &name.text).map(|at| &self.book.scripts[usize::from(at)]);
        if is_path || found.is_some_and(|script| !is_library(script)) {
            return self.script(name);
        }
        let is_behavior = |script: &&super::Script| {
            self.sources.get(script.source).name.contains("/behavior/") && !is_library(script)
        };
        let known: Vec<&str> = self.book.scripts.iter().filter(is_behavior).map(|script| &*script.name).collect();
        if found.is_some() {
            let help =
                format!("{}; a library is for scripts: `include(\"{}\")`", crate::diag::listed(&known), name.text);
            let error = RulebookError::MissingScript { name: name.text.clone() };
            self.report(error, name.span, "this is a library, which decides for nobody", help);
            return None;
        }
        let is_sheet = names.find(Sort::Sheet, &name.text).is_some();
        let near = did_you_mean(&name.text, known.iter().copied(), "");
        // One that lies elsewhere in the pack may be meant all the same.
        let own = self.book.scripts.iter().filter(|script| !is_library(script)).map(|script| &*script.name);
        let near = if near.is_empty() { did_you_mean(&name.text, own, "") } else { near };
        if known.is_empty() {
            return self.script(name);
        }
        let what = match is_sheet {
            true => format!("`{}` is a figure, and behind `plays` stands the script that decides for it: ", name.text),
            false => String::new(),
        };
        let stray = self.strays.iter().any(|path| path.contains(&format!("/{}.lua", name.text)));
        if stray {
            return self.script(name);
        }
        let pack = self.merged.pack(name.span);
        let listed = match near.is_empty() {
            true if is_sheet => crate::diag::listed(&known),
            true => format!("{}; or write it: `scripts/{pack}/{}.luau`", crate::diag::listed(&known), name.text),
            false => near,
        };
        let error = RulebookError::MissingScript { name: name.text.clone() };
        self.report(error, name.span, "no file has this name", format!("{what}{listed}"));
        None
    }

    /// A script of the pack; reports it if there is none.
    pub(super) fn script(&mut self, name: &ast::Name) -> Option<ScriptId> {
        let found = self.book.names.find(Sort::Script, &name.text);
        match found {
            Some(at) => self.book.usage.note(Sort::Script, at, name.span),
            None => {
                let pack = self.merged.pack(name.span);
                let bare = name
                    .text
                    .rsplit('/')
                    .next()
                    .and_then(|file| file.strip_suffix(".luau").or_else(|| file.strip_suffix(".lua")));
                let otherwise = format!("write it: `scripts/{pack}/{}.luau`", name.text);
                let is_meant = |path: &&String| {
                    let file = path.rsplit('/').next().unwrap_or(path);
                    file.rsplit_once('.').is_some_and(|(stem, _)| stem == name.text)
                };
                let stray = self.strays.iter().find(is_meant);
                let help = match bare {
                    Some(bare) => format!("a script is named without its folder and ending: `{bare}`"),
                    None if let Some(stray) = stray.filter(|stray| {
                        stray.rsplit_once('.').is_some_and(|(path, _)| path == format!("scripts/{pack}/{}", name.text))
                    }) =>
                    {
                        format!("only its ending is another: rename `{stray}` to `scripts/{pack}/{}.luau`", name.text)
                    }
                    None if let Some(stray) = stray => {
                        format!("it lies in another place: move `{stray}` to `scripts/{pack}/{}.luau`", name.text)
                    }
                    None => {
                        let known: Vec<&str> = self.book.names.visible(Sort::Script).collect();
                        let otherwise = match known.len() {
                            0 => otherwise,
                            _ => format!("{otherwise}; {}", crate::diag::listed(&known)),
                        };
                        // A name that says more than that of a script.
                        let mut parts = name.text.split('_').filter(|part| known.contains(part));
                        match (parts.next(), parts.next()) {
                            (Some(part), None) if name.text != part => format!("did you mean `{part}`?"),
                            _ => did_you_mean(&name.text, known, &otherwise),
                        }
                    }
                };
                let error = RulebookError::MissingScript { name: name.text.clone() };
                self.report(error, name.span, "no file has this name", help);
            }
        }
        found.map(ScriptId)
    }

    /// One of a few words; reports any other.
    pub(super) fn word<T: Copy>(&mut self, name: &ast::Name, after: &str, words: &[(&str, T)]) -> Option<T> {
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == name.text) {
            return Some(*meaning);
        }
        let all = words.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        let help = match entry_habit(after, &name.text) {
            Some(habit) => habit.help(),
            None => did_you_mean(&name.text, all.iter().copied(), &format!("write one of {}", all.join(", "))),
        };
        let error = RulebookError::UnknownWord { word: name.text.clone(), after: after.to_string() };
        self.report(error, name.span, "not understood here", help);
        None
    }

    /// Resolves an expression in the plain scope of a subject.
    pub(super) fn expect(&mut self, expr: &ast::ExprDecl, wanted: &Type, subject: BareSubject) -> Option<Expr> {
        let scope = Scope::new(self.sources).of(subject);
        self.expect_in(expr, wanted, &scope)
    }

    /// Resolves an expression in any scope.
    pub(super) fn expect_in(&mut self, expr: &ast::ExprDecl, wanted: &Type, scope: &Scope) -> Option<Expr> {
        self.expect_known_in(expr, wanted, scope).map(|(resolved, _)| resolved)
    }

    /// The same with the type that the expression has of its own.
    pub(super) fn expect_known_in(
        &mut self,
        expr: &ast::ExprDecl,
        wanted: &Type,
        scope: &Scope,
    ) -> Option<(Expr, Type)> {
        self.asked_option = false;
        let mut typer = Typer::new(self, scope);
        let found = typer.expect_known(expr, wanted);
        let mut out = std::mem::take(&mut typer.out);
        self.diagnostics.append(&mut out);
        if self.asked_option {
            self.book.usage.note_option(expr.span);
        }
        found
    }

    /// Resolves an expression of any type.
    pub(super) fn typed(&mut self, expr: &ast::ExprDecl, subject: BareSubject) -> Option<(Expr, Type)> {
        let scope = Scope::new(self.sources).of(subject);
        self.typed_in(expr, &scope)
    }

    /// Resolves an expression of any type in any scope.
    pub(super) fn typed_in(&mut self, expr: &ast::ExprDecl, scope: &Scope) -> Option<(Expr, Type)> {
        self.asked_option = false;
        let mut typer = Typer::new(self, scope);
        let found = typer.typed(expr, None);
        let mut out = std::mem::take(&mut typer.out);
        self.diagnostics.append(&mut out);
        if self.asked_option {
            self.book.usage.note_option(expr.span);
        }
        found
    }

    /// Resolves the rule of a function, whose locals are what it is given.
    pub(super) fn typed_with(
        &mut self,
        expr: &ast::ExprDecl,
        subject: BareSubject,
        given: &[(String, Type)],
    ) -> Option<(Expr, Type)> {
        let scope = Scope::new(self.sources).of(subject).among(given);
        let mut typer = Typer::new(self, &scope);
        let found = typer.typed(expr, None);
        let mut out = std::mem::take(&mut typer.out);
        self.diagnostics.append(&mut out);
        found
    }

    /// A value that must be known at load; a bare number takes the unit that is declared beside it.
    pub(super) fn value(
        &mut self,
        expr: &ast::ExprDecl,
        wanted: &Type,
        unit: Option<u16>,
        what: &str,
    ) -> Option<Value> {
        if self.asks_figure(expr, wanted, what) {
            return None;
        }
        let resolved = self.expect_scaled(expr, wanted, unit, BareSubject::Nobody)?;
        self.constant(&resolved, what)
    }

    /// The constant that an expression is.
    pub(super) fn constant(&mut self, expr: &Expr, what: &str) -> Option<Value> {
        let value = expr::constant(expr, &self.book);
        if value.is_none() {
            let help = "use numbers, words, things and settings; what changes in play belongs into a `value`";
            self.report(RulebookError::NotConstant { what: what.to_string() }, expr.span, "this changes in play", help);
        }
        value
    }

    /// An expression where a bare literal takes the declared unit.
    pub(super) fn expect_scaled(
        &mut self,
        expr: &ast::ExprDecl,
        wanted: &Type,
        unit: Option<u16>,
        subject: BareSubject,
    ) -> Option<Expr> {
        if *wanted.bare() == Type::Nothing {
            return None;
        }
        match self.scaled_literal(expr, wanted, unit) {
            Some(amount) => Some(Expr::constant(Value::Number(amount), expr.span)),
            None => self.expect(expr, wanted, subject),
        }
    }

    /// The amount of a bare literal in the declared unit.
    pub(super) fn scaled_literal(&self, expr: &ast::ExprDecl, wanted: &Type, unit: Option<u16>) -> Option<Number> {
        let number = literal(expr).filter(|_| matches!(wanted.bare(), Type::Number(_)))?;
        number.times(self.book.units[usize::from(unit?)].factor)
    }
}

/// Citations as shared texts.
pub(super) fn cites(cites: &[ast::Cite]) -> Arc<[Arc<str>]> {
    cites.iter().map(|cite| Arc::from(cite.text.as_str())).collect()
}

/// The number of a literal, with or without sign.
pub fn literal(expr: &ast::ExprDecl) -> Option<crate::value::Number> {
    match &expr.node {
        ast::ExprNode::Number(number) => Some(*number),
        ast::ExprNode::Unary(ast::Unary::Minus, inner) => literal(inner)?.negated(),
        _ => None,
    }
}
