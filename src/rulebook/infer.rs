//! Settings, values and functions: their types are inferred when first asked for, and rings of them are found on the way.

use super::error::{PlacedError, RulebookError};
use super::expr::Lookup;
use super::resolver::{Inference, Resolver};
use super::says::Says;
use super::{BareSubject, Expr, Head, Named, Rulebook, Sort, Type};
use crate::syntax::ast::{self, Body};
use crate::text::{Span, is_wordly};
use crate::value::{FunctionId, SettingId, ValueId};

/// How many settings and values may each lead to the next: deeper, and neither loading nor computing them is safe.
pub(super) const DEEPEST_CHAIN: usize = 32;
/// How many expressions may stand in one another, those of the settings and values they name counted in.
const DEEPEST_EXPRESSION: usize = 264;

impl Resolver<'_> {
    /// Every setting, every derived value and every function.
    pub(super) fn settings_values_and_functions(&mut self) {
        for at in 0..self.book.settings.len() {
            self.setting_type(SettingId(at as u16));
        }
        for at in 0..self.book.values.len() {
            self.value_type(ValueId(at as u16));
        }
        for at in 0..self.book.functions.len() {
            self.function_type(FunctionId(at as u16));
        }
    }

    /// Something that is being inferred was asked for again.
    fn cycle(&mut self, sort: Sort, at: u16) {
        let from = self.stack.iter().position(|entry| *entry == (sort, at)).unwrap_or(0);
        let ring: Vec<(Sort, u16)> = self.stack[from..].to_vec();
        self.report_cycle(&ring);
        for (sort, at) in ring {
            self.progress(sort)[usize::from(at)] = Inference::Broken;
        }
    }

    /// Reports a ring of declarations that need one another.
    pub(super) fn report_cycle(&mut self, ring: &[(Sort, u16)]) {
        let heads: Vec<Head> = ring.iter().map(|(sort, at)| self.head_at(*sort, *at)).collect();
        let Some(first) = heads.first() else { return };
        let names = heads.iter().chain([first]).map(|head| &*head.name).collect::<Vec<_>>();
        let (sort, name, path) = (ring[0].0.words(), first.name.to_string(), names.join(" -> "));
        let next = heads.get(1).unwrap_or(first);
        let asked = self.named_within(first, &next.name);
        let help = match (ring[0].0, heads.len()) {
            (Sort::Deed | Sort::Action, 1) => format!(
                "no deed does itself: say in its own lines what befalls the next one (`gain`, `change`, `set` of \
                 whoever it is), or let it go on later, from a phase or a `reaction`: `do {name}` there"
            ),
            (_, 1) => format!("say what it is without `{name}` in it"),
            _ => "one of them must be said without the others".to_string(),
        };
        let label = if heads.len() == 1 { "it needs itself here" } else { "begins and ends here" };
        let error = RulebookError::Cycle { sort, name, path };
        let at = asked.filter(|_| heads.len() == 1).unwrap_or(first.span);
        let mut placed = PlacedError::new(error, self.sources, at, label, help);
        if at != first.span {
            placed = placed.and(self.sources, first.span, at, "this one");
        }
        for head in &heads[1..] {
            placed = placed.and(self.sources, head.span, first.span, "and passes here");
        }
        self.diagnostics.push(placed.into());
    }

    /// Where a declaration first names another, or itself, in its own text.
    fn named_within(&self, head: &Head, name: &str) -> Option<Span> {
        let text = &self.sources.get(head.span.source).text;
        let behind = text.get(head.span.end as usize..)?;
        let whole = &behind[..behind.find("\n}").unwrap_or(behind.len())];
        let is_name = |at: usize| {
            !whole[..at].ends_with(|c: char| is_wordly(c) || c == '"')
                && !whole[at + name.len()..].starts_with(|c: char| is_wordly(c) || c == '"')
        };
        let at = whole.match_indices(name).map(|(at, _)| at).find(|at| is_name(*at))?;
        let start = head.span.end + at as u32;
        Some(Span { start, end: start + name.len() as u32, ..head.span })
    }

    /// How far each of a sort has come.
    fn progress(&mut self, sort: Sort) -> &mut Vec<Inference> {
        match sort {
            Sort::Value => &mut self.values,
            Sort::Function => &mut self.functions,
            _ => &mut self.settings,
        }
    }

    fn inferred(&mut self, sort: Sort, at: u16) -> Option<Type> {
        let index = usize::from(at);
        let so_far = self.progress(sort)[index];
        match so_far {
            Inference::Done => {}
            Inference::Broken => return None,
            Inference::Working => {
                self.cycle(sort, at);
                return None;
            }
            Inference::Waiting if self.stack.len() == DEEPEST_CHAIN => {
                self.progress(sort)[index] = Inference::Broken;
                self.too_deep(sort, at);
                return None;
            }
            Inference::Waiting => {
                self.progress(sort)[index] = Inference::Working;
                self.stack.push((sort, at));
                let asked = self.asked_option;
                let found = self.infer(sort, at);
                self.asked_option |= asked;
                self.stack.pop();
                self.settle(sort, at, found);
            }
        }
        let is_done = self.progress(sort)[index] == Inference::Done;
        is_done.then(|| match sort {
            Sort::Value => self.book.values[index].r#type.clone(),
            Sort::Function => self.book.functions[index].r#type.clone(),
            _ => self.book.settings[index].r#type.clone(),
        })
    }

    /// Reports a chain of declarations that goes on too long.
    pub(super) fn too_deep(&mut self, sort: Sort, at: u16) {
        let head = self.head_at(sort, at);
        let what = format!("the chain of declarations that leads to {} `{}`", sort.words(), head.name);
        let help = format!("at most {DEEPEST_CHAIN} may each need the next: say some of them without the others");
        self.report(RulebookError::TooLarge { what }, head.span, "too far down", help);
    }

    fn settle(&mut self, sort: Sort, at: u16, found: Option<(Expr, Type)>) {
        let index = usize::from(at);
        let progress = &mut self.progress(sort)[index];
        let Some(found) = found.filter(|_| *progress == Inference::Working) else {
            *progress = Inference::Broken;
            return;
        };
        *progress = Inference::Done;
        let (expr, r#type) = match sort {
            Sort::Value => {
                let value = &mut self.book.values[index];
                (&mut value.expr, &mut value.r#type)
            }
            Sort::Function => {
                let function = &mut self.book.functions[index];
                (&mut function.expr, &mut function.r#type)
            }
            _ => {
                let setting = &mut self.book.settings[index];
                (&mut setting.expr, &mut setting.r#type)
            }
        };
        (*expr, *r#type) = found;
    }

    fn infer(&mut self, sort: Sort, at: u16) -> Option<(Expr, Type)> {
        let merged = self.merged;
        let position = self.positions.get(sort, at)?;
        let Says::Whole(declaration) = &merged.list[position].says else { return None };
        match &declaration.body {
            Body::Setting(expr) => self.typed(expr, BareSubject::Nobody),
            Body::Value(rule) if rule.is_outcome => {
                Some((self.expect(&rule.expr, &Type::Truth, BareSubject::Figure)?, Type::Truth))
            }
            Body::Value(rule) => {
                let subject = if rule.owner == ast::OwnerDecl::Side { BareSubject::Side } else { BareSubject::Figure };
                self.typed(&rule.expr, subject)
            }
            Body::Function(rule) => {
                let subject = match rule.owner {
                    None => BareSubject::Nobody,
                    Some(ast::OwnerDecl::Side) => BareSubject::Side,
                    Some(ast::OwnerDecl::Figure) => BareSubject::Figure,
                };
                let known = &self.book.functions[usize::from(at)].parameters;
                if known.iter().any(|given| *given.r#type.bare() == Type::Nothing) {
                    return None;
                }
                let given: Vec<(String, Type)> =
                    known.iter().map(|given| (given.name.to_string(), given.r#type.clone())).collect();
                self.typed_with(&rule.expr, subject, &given)
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

    fn function_type(&mut self, id: FunctionId) -> Option<Type> {
        self.inferred(Sort::Function, id.0)
    }

    fn note(&mut self, sort: Sort, at: u16, place: Span) {
        self.book.usage.note(sort, at, place);
    }

    fn note_unplaced(&mut self, sort: Sort, at: u16) {
        self.book.usage.note_unplaced(sort, at);
    }

    fn note_part(&mut self, part: Named, place: Span) {
        if let Named::Field(kind, at) = part {
            self.book.usage.note_asked_field(kind, at);
        }
        self.book.usage.note_part(part, place);
    }

    fn note_option(&mut self) {
        self.asked_option = true;
    }

    fn enter(&mut self) -> bool {
        let is_fine = self.depth < DEEPEST_EXPRESSION;
        self.depth += usize::from(is_fine);
        is_fine
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
