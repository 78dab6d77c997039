//! Second pass: units, the pack's own words, and every declared type.

use super::error::RulebookError;
use super::infer::DEEPEST_CHAIN;
use super::level::Level;
use super::options::{self, Chosen};
use super::resolver::Resolver;
use super::says::Says;
use super::unfinished::DeedSignature;
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, Body, PackEntry, TypeNode};
use crate::syntax::{Habit, HabitPlace, habit_of};
use crate::text::{Span, is_wordly};
use crate::value::{Board, Formula, KindId, Number, SetId, SlotId, StateId};

/// How many base units, and so dimensions, there may be.
const MOST_BASES: usize = 8;

/// What a unit measures, and how many base units it is.
type UnitMeasure = (Dimension, Number);

/// That of a unit whose definition is wrong, which has been reported.
const BROKEN_MEASURE: UnitMeasure = (Dimension::PURE, Number::ONE);

/// A type as declared: with the unit it is written in, and the dice that make it (keys of tables).
#[derive(Clone, Debug)]
pub(super) struct DeclaredType {
    pub r#type: Type,
    pub unit: Option<u16>,
    pub dice: Option<Formula>,
}

impl<'a> Resolver<'a> {
    /// Every unit with its dimension and factor.
    pub(super) fn units(&mut self) {
        let units = self.whole(Sort::Unit);
        let mut known: Vec<Option<UnitMeasure>> = vec![None; units.len()];
        let mut bases = 0;
        for (at, declared, declaration) in &units {
            if let Body::Unit(None) = declaration.body {
                let mut dimension = [0; MOST_BASES];
                match dimension.get_mut(bases) {
                    Some(power) => *power = 1,
                    None => {
                        let help = format!("define it by another unit; at most {MOST_BASES} stand alone");
                        let error = RulebookError::TooLarge { what: "the list of base units".to_string() };
                        self.report(error, declared.name.span, "one too many", help);
                    }
                }
                bases += 1;
                known[usize::from(*at)] = Some((Dimension(dimension), Number::ONE));
            }
        }
        for (at, ..) in &units {
            self.unit(*at, &mut known, &mut Vec::new());
        }
        for ((_, declared, declaration), measure) in units.into_iter().zip(known) {
            let (dimension, factor) = measure.unwrap_or(BROKEN_MEASURE);
            let head = self.declared_head(declared, declaration);
            self.book.units.push(Unit { head, dimension, factor });
        }
    }

    /// Finds what a unit measures by its definition; `path` is what led here.
    fn unit(&mut self, at: u16, known: &mut [Option<UnitMeasure>], path: &mut Vec<u16>) {
        if known[usize::from(at)].is_some() {
            return;
        }
        if let Some(from) = path.iter().position(|above| *above == at) {
            let ring: Vec<(Sort, u16)> = path[from..].iter().map(|at| (Sort::Unit, *at)).collect();
            self.report_cycle(&ring);
            ring.iter().for_each(|(_, at)| known[usize::from(*at)] = Some(BROKEN_MEASURE));
            return;
        }
        if path.len() == DEEPEST_CHAIN {
            self.too_deep(Sort::Unit, at);
            known[usize::from(at)] = Some(BROKEN_MEASURE);
            return;
        }
        let merged = self.merged;
        let Some(declared) = self.positions.get(Sort::Unit, at).map(|at| &merged.list[at]) else { return };
        let Says::Whole(declaration) = &declared.says else { return };
        let Body::Unit(Some((factor, other))) = &declaration.body else { return };
        let Some(below) = self.find(Sort::Unit, other) else {
            known[usize::from(at)] = Some(BROKEN_MEASURE);
            return;
        };
        path.push(at);
        self.unit(below, known, path);
        path.pop();
        let (dimension, below) = known[usize::from(below)].unwrap_or(BROKEN_MEASURE);
        let factor = factor.times(below).filter(|factor| !factor.is_zero());
        if factor.is_none() {
            let error = RulebookError::TooLarge { what: format!("the unit `{}`", declared.name.text) };
            self.report(error, declared.name.span, "0, or beyond exact numbers", "define it by a nearer unit");
        }
        known[usize::from(at)] = Some(factor.map_or(BROKEN_MEASURE, |factor| (dimension, factor)));
    }

    /// What the `pack` lines say; of the ground, the highest pack that speaks of a thing has the say.
    pub(super) fn pack(&mut self, levels: &[Level], chosen: &Chosen) {
        let lines = levels.iter().rev().flat_map(Level::heads).flat_map(|head| match &head.body {
            Body::Pack(pack) => pack.entries.iter().map(|entry| entry.node.clone()).collect(),
            _ => Vec::new(),
        });
        let lines: Vec<PackEntry> = lines.collect();
        let (mut asked, lines): (Vec<PackEntry>, Vec<PackEntry>) =
            lines.into_iter().partition(|line| matches!(line, PackEntry::Board(_, Some(_))));
        asked.retain(|line| match line {
            PackEntry::Board(_, Some(condition)) => {
                options::holds(condition, chosen, self.sources, &mut self.diagnostics) == Some(true)
            }
            _ => true,
        });
        self.pack_lines = asked.into_iter().chain(lines).collect();
        let Some(top) = levels.last() else { return };
        self.book.pack.is_shipped = top.is_shipped;
        for head in top.heads() {
            let Some(name) = &head.name else { continue };
            self.book.pack.head = self.head(name, &head.notes);
            let Body::Pack(pack) = &head.body else { continue };
            for entry in &pack.entries {
                match &entry.node {
                    PackEntry::Source(text) => self.book.pack.source = Some(text.text.as_str().into()),
                    PackEntry::License(text) => self.book.pack.license = Some(text.text.as_str().into()),
                    PackEntry::Note(text) => self.book.pack.notes.push(text.text.as_str().into()),
                    _ => {}
                }
            }
        }
    }

    fn ground(&mut self) {
        let entries = self.pack_lines.clone();
        let board = entries.iter().find_map(|entry| match entry {
            PackEntry::Board(name, _) => Some(name),
            _ => None,
        });
        let Some(board) = board else { return };
        let boards = [("hex", Board::Hex), ("square", Board::Square), ("open", Board::Open)];
        let Some(board) = self.word(board, "board", &boards) else { return };
        let scale = entries.iter().find_map(|entry| match entry {
            PackEntry::Scale(expr) => Some(expr),
            _ => None,
        });
        let scale = scale.and_then(|scale| self.scale(scale));
        let scale = scale.unwrap_or(UnitNumber { amount: Number::ONE, unit: None });
        let cells = entries.iter().find_map(|entry| match entry {
            PackEntry::Cells(name) => Some(name),
            _ => None,
        });
        let cells = cells.and_then(|name| self.find(Sort::Kind, name)).map(KindId);
        let diagonal = self.diagonal(&entries, board);
        let (step_cost, height, opaque, veils) = (None, None, None, Vec::new());
        self.book.ground = Some(Ground { board, scale, cells, step_cost, diagonal, height, opaque, veils });
    }

    /// How many steps a diagonal counts: 1 unless a `pack` line says otherwise.
    fn diagonal(&mut self, entries: &[PackEntry], board: Board) -> Number {
        let said = entries.iter().find_map(|entry| match entry {
            PackEntry::Diagonal(expr) => Some(expr),
            _ => None,
        });
        let Some(said) = said.filter(|_| board == Board::Square) else { return Number::ONE };
        let Some(value) = self.value(said, &Type::NUMBER, None, "what a diagonal step counts") else {
            return Number::ONE;
        };
        match value.as_number().filter(|number| *number >= Number::ONE) {
            Some(number) => number,
            None => {
                let found = self.book.show_value(&value, None);
                let error = RulebookError::WrongType { expected: "1 or more".to_string(), found };
                self.report(error, said.span, "too little", "a diagonal step counts 1 or more straight ones");
                Number::ONE
            }
        }
    }

    fn scale(&mut self, scale: &ast::ExprDecl) -> Option<UnitNumber> {
        let (expr, r#type) = self.typed(scale, BareSubject::Nobody)?;
        let Type::Number(dimension) = r#type else {
            let found = self.book.type_words(&r#type);
            let label = format!("this is {found}");
            let error = RulebookError::WrongType { expected: "a length".to_string(), found };
            self.report(error, scale.span, &label, "write how long a cell is: `scale 1 m`");
            return None;
        };
        let amount = self.constant(&expr, "the scale of the board")?.as_number()?;
        let written = match &scale.node {
            ast::ExprNode::Quantity(_, unit) => self.book.names.find(Sort::Unit, &unit.text),
            _ => self.book.units.iter().position(|unit| unit.dimension == dimension).map(|at| at as u16),
        };
        Some(UnitNumber { amount, unit: written.filter(|_| dimension != Dimension::PURE) })
    }

    /// The fields of cells that the ground is made of.
    fn ground_fields(&mut self) {
        let Some(kind) = self.book.ground.as_ref().and_then(|ground| ground.cells) else { return };
        let entries = self.pack_lines.clone();
        for entry in &entries {
            let (expr, wanted) = match entry {
                PackEntry::StepCost(expr) => (expr, Type::NUMBER),
                PackEntry::Height(expr) => (expr, Type::Number(self.book.length())),
                PackEntry::Opaque(expr) => (expr, Type::Truth),
                _ => continue,
            };
            let veil = self.veil_kind(entry, expr).filter(|veil| *veil != kind);
            let found = self.ground_field(expr, veil.unwrap_or(kind), &wanted);
            let Some(ground) = &mut self.book.ground else { return };
            if let Some(veil) = veil {
                ground.veils.extend(found.map(|field| (veil, field)));
                continue;
            }
            match entry {
                PackEntry::StepCost(_) => ground.step_cost = ground.step_cost.or(found),
                PackEntry::Height(_) => ground.height = ground.height.or(found),
                _ => ground.opaque = ground.opaque.or(found),
            }
        }
    }

    /// The kind that `opaque KIND.FIELD` names.
    fn veil_kind(&self, entry: &PackEntry, expr: &ast::ExprDecl) -> Option<KindId> {
        let (PackEntry::Opaque(_), ast::ExprNode::Property(base, _)) = (entry, &expr.node) else { return None };
        let ast::ExprNode::Name(name) = &base.node else { return None };
        self.book.names.find(Sort::Kind, &name.text).map(KindId)
    }

    fn ground_field(&mut self, expr: &ast::ExprDecl, kind: KindId, wanted: &Type) -> Option<usize> {
        let name = match &expr.node {
            ast::ExprNode::Property(_, name) | ast::ExprNode::Name(name) => name,
            _ => {
                let kind = self.book.kinds[kind.index()].head.name.clone();
                let error =
                    RulebookError::WrongType { expected: "a field".to_string(), found: "an expression".to_string() };
                self.report(error, expr.span, "not a field", format!("name a field: `{kind}.…`"));
                return None;
            }
        };
        let fields = &self.book.kinds[kind.index()].fields;
        let Some(at) = fields.iter().position(|field| *field.head.name == *name.text) else {
            let all: Vec<&str> = fields.iter().map(|field| &*field.head.name).collect();
            let help = did_you_mean(&name.text, all.iter().copied(), &format!("it has {}", all.join(", ")));
            let owner = self.book.type_words(&Type::Thing(kind));
            let error = RulebookError::UnknownProperty { owner, name: name.text.clone() };
            self.report(error, name.span, "not a field of it", help);
            return None;
        };
        if fields[at].r#type.fits(wanted) {
            self.book.usage.note_asked_field(kind, at as u16);
            return Some(at);
        }
        let (expected, found) = (self.book.type_words(wanted), self.book.type_words(&fields[at].r#type));
        let label = format!("this field is {found}");
        let error = RulebookError::WrongType { expected: expected.clone(), found };
        self.report(error, name.span, &label, format!("name a field that is {expected}"));
        None
    }

    /// Every declared type.
    pub(super) fn types(&mut self) {
        self.ground();
        for (at, _, declaration) in self.whole(Sort::Kind) {
            let Body::Kind(kind) = &declaration.body else { continue };
            let fields: Vec<Field> = kind.fields.iter().map(|field| self.field(field)).collect();
            self.book.kinds[usize::from(at)].fields = fields;
        }
        self.ground_fields();
        self.table_types();
        self.figure_types();
        self.function_types();
        self.fact_types();
        self.deed_types();
        self.end_types();
    }

    pub(super) fn table_types(&mut self) {
        for (at, declared, declaration) in self.whole(Sort::Table) {
            let Body::Table(table) = &declaration.body else { continue };
            let keys = table.keys.iter().map(|(name, r#type)| {
                let DeclaredType { r#type, unit, dice } = self.declared(r#type, name)?;
                Some(TableKey { name: name.text.as_str().into(), r#type, unit, dice })
            });
            let keys: Option<Vec<TableKey>> = keys.collect();
            let result = self.declared(&table.result, &declared.name);
            if let (Some(keys), Some(result)) = (keys, result) {
                let entry = &mut self.book.tables[usize::from(at)];
                (entry.keys, entry.result, entry.unit) = (keys, result.r#type, result.unit);
            }
        }
    }

    pub(super) fn figure_types(&mut self) {
        for (at, declared, declaration) in self.attribute_bodies() {
            let Body::Attribute(attribute) = &declaration.body else { continue };
            let found = self.declared_or_broken(&attribute.r#type, &declared.name);
            let entry = &mut self.book.attributes[usize::from(at)];
            (entry.r#type, entry.unit) = (found.r#type, found.unit);
        }
        for (at, declared, declaration) in self.whole(Sort::Track) {
            let Body::Track(track) = &declaration.body else { continue };
            let by = track.by.as_ref().and_then(|by| self.named_set(by));
            if let Some(found) = self.declared(&track.r#type, &declared.name) {
                let is_number = matches!(found.r#type, Type::Number(_));
                if !is_number {
                    let words = self.book.type_words(&found.r#type);
                    let label = format!("this is {words}");
                    let error = RulebookError::WrongType { expected: "a number".to_string(), found: words };
                    self.report(error, track.r#type.span, &label, "tracks are running totals: make it a `state`");
                }
                let entry = &mut self.book.tracks[usize::from(at)];
                let r#type = if is_number { found.r#type } else { Type::NUMBER };
                (entry.r#type, entry.unit, entry.by) = (r#type, found.unit, by);
            }
        }
    }

    pub(super) fn function_types(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Function) {
            let Body::Function(function) = &declaration.body else { continue };
            let given = function.parameters.iter().map(|(name, r#type)| Parameter {
                name: name.text.as_str().into(),
                r#type: self.declared_or_broken(r#type, name).r#type,
            });
            self.book.functions[usize::from(at)].parameters = given.collect();
        }
    }

    fn deed_types(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Deed) {
            let Body::Deed(deed) = &declaration.body else { continue };
            let mut parameters: Vec<DeedParameter> = Vec::with_capacity(deed.parameters.len());
            for (name, written) in &deed.parameters {
                if parameters.iter().any(|known| *known.name == *name.text) {
                    let error = RulebookError::DuplicateName { sort: "name".to_string(), name: name.text.clone() };
                    self.report(error, name.span, "given twice", "choose another name for one of them");
                }
                parameters.push(self.deed_parameter(name, written));
            }
            let gives = deed.gives.as_ref().map(|written| self.deed_parameter(&declared.name, written));
            self.deed_signatures.push(DeedSignature { parameters, gives });
        }
    }

    fn deed_parameter(&mut self, name: &ast::Name, written: &ast::TypeDecl) -> DeedParameter {
        let found = self.declared_or_broken(written, name);
        DeedParameter { name: name.text.as_str().into(), r#type: found.r#type, unit: found.unit }
    }

    pub(super) fn fact_types(&mut self) {
        for (at, declared, declaration) in self.whole(Sort::Fact) {
            let Body::Fact(fact) = &declaration.body else { continue };
            let found = self.declared_or_broken(&fact.r#type, &declared.name);
            let entry = &mut self.book.facts[usize::from(at)];
            (entry.r#type, entry.unit) = (found.r#type, found.unit);
        }
    }

    /// What slots hold and relations lead to.
    fn end_types(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Slot) {
            let Body::Slot(slot) = &declaration.body else { continue };
            self.book.slots[SlotId(at).index()].kind = self.find(Sort::Kind, &slot.kind).map(KindId);
        }
        for (at, _, declaration) in self.whole(Sort::Relation) {
            let Body::Relation(relation) = &declaration.body else { continue };
            self.word(&relation.from, "relation", &[("figure", ())]);
            // `thing` is a thing of any kind.
            let ends = [("figure", Type::Figure), ("cell", Type::Cell), ("thing", Type::Nothing)];
            let words: Vec<(&str, usize)> = ends.iter().enumerate().map(|(at, (word, _))| (*word, at)).collect();
            if let Some(end) = self.word(&relation.to, "to", &words) {
                self.book.relations[usize::from(at)].to = ends[end].1.clone();
            }
        }
    }

    fn field(&mut self, field: &ast::FieldDecl) -> Field {
        let found = self.declared_or_broken(&field.r#type, &field.name);
        let head = self.head(&field.name, &field.notes);
        let default = crate::value::Value::Unset;
        Field { head, r#type: found.r#type, unit: found.unit, tracked: field.tracked, default }
    }

    /// A type as written; a broken one (reported) is that of nothing, and what uses it is not reported again.
    pub(super) fn declared_or_broken(&mut self, written: &ast::TypeDecl, named: &ast::Name) -> DeclaredType {
        self.declared(written, named).unwrap_or(DeclaredType { r#type: Type::Nothing, unit: None, dice: None })
    }

    /// A type as written; `named` is what an inline `one of` is called after.
    pub(super) fn declared(&mut self, written: &ast::TypeDecl, named: &ast::Name) -> Option<DeclaredType> {
        let plain = |r#type| Some(DeclaredType { r#type, unit: None, dice: None });
        match &written.node {
            TypeNode::Name(name) if self.is_swapped(name, named) => None,
            TypeNode::Name(name) => plain(self.named_type(name)?),
            TypeNode::Quantity(unit) => {
                let at = self.find(Sort::Unit, unit)?;
                let dimension = self.book.units[usize::from(at)].dimension;
                Some(DeclaredType { r#type: Type::Number(dimension), unit: Some(at), dice: None })
            }
            TypeNode::OneOf(words) => plain(Type::Symbol(self.inline_set(words, named, written.span))),
            TypeNode::List(inner) => {
                let inner = self.declared(inner, named)?;
                Some(DeclaredType { r#type: inner.r#type.listed(), ..inner })
            }
            TypeNode::Optional(inner) => {
                let inner = self.declared(inner, named)?;
                Some(DeclaredType { r#type: inner.r#type.or_none(), ..inner })
            }
            TypeNode::Dice(term) => {
                let dice = Some(Formula { terms: vec![*term], plus: 0 });
                Some(DeclaredType { r#type: Type::NUMBER, unit: None, dice })
            }
        }
    }

    /// `fact figure actor`: the type stands where the name belongs; that is reported.
    fn is_swapped(&mut self, written: &ast::Name, named: &ast::Name) -> bool {
        const TYPES: [&str; 7] = ["number", "dice", "truth", "text", "figure", "side", "cell"];
        let is_type = |name: &str| TYPES.contains(&name) || self.book.names.find(Sort::Kind, name).is_some();
        let may_be = is_type(&named.text) && !is_type(&written.text) && named.span != written.span;
        let is_known = |sort: &Sort| self.book.names.find(*sort, &written.text).is_some();
        if !may_be || [Sort::Symbols, Sort::State].iter().any(is_known) {
            return false;
        }
        let help = match self.book.names.find(Sort::Kind, &named.text) {
            Some(_) if written.text.contains(&named.text) => format!("did you mean `{}`?", named.text),
            _ => format!("the name comes first, then its type: `{} {}`", written.text, named.text),
        };
        let error = RulebookError::UnknownName { sort: "type".to_string(), name: written.text.clone() };
        self.report(error, written.span, "a type stands here, behind the name", help);
        true
    }

    fn named_type(&mut self, name: &ast::Name) -> Option<Type> {
        let built_in = [
            ("number", Type::NUMBER),
            ("dice", Type::Dice),
            ("truth", Type::Truth),
            ("text", Type::Text),
            ("figure", Type::Figure),
            ("side", Type::Side),
            ("cell", Type::Cell),
        ];
        if let Some((_, r#type)) = built_in.iter().find(|(word, _)| *word == name.text) {
            return Some(r#type.clone());
        }
        if let Some(kind) = self.book.names.find(Sort::Kind, &name.text) {
            self.book.usage.note(Sort::Kind, kind, name.span);
            return Some(Type::Thing(KindId(kind)));
        }
        if let Some(set) = self.set_of(name) {
            return Some(Type::Symbol(set));
        }
        let names = &self.book.names;
        let declared = [Sort::Symbols, Sort::Kind, Sort::State].into_iter().flat_map(|sort| names.visible(sort));
        let all: Vec<&str> = built_in.iter().map(|(word, _)| *word).chain(declared).collect();
        let otherwise = "types are number, dice, truth, text, figure, side, cell, `one of …`, kinds and symbols";
        let help = match habit_of(HabitPlace::Type, &name.text) {
            Some(habit) => self.with_default(name, habit),
            None => did_you_mean(&name.text, all, otherwise),
        };
        let error = RulebookError::UnknownName { sort: "type".to_string(), name: name.text.clone() };
        self.report(error, name.span, "not declared in this rulebook", help);
        None
    }

    /// `bool = False`: the type of another language, with its value.
    fn with_default(&self, name: &ast::Name, habit: &Habit) -> String {
        let text = &self.sources.get(name.span.source).text;
        let behind = text.get(name.span.end as usize..).and_then(|rest| rest.trim_start().strip_prefix('='));
        let value = behind.map_or("", |rest| rest.trim_start().split(|c| !is_wordly(c)).next().unwrap_or(""));
        let known = match (habit.right, &*value.to_lowercase()) {
            (_, "true" | "false") if value.starts_with(char::is_lowercase) => None,
            ("truth", "1" | "yes" | "on" | "enabled" | "true") => Some("true"),
            ("truth", "0" | "no" | "off" | "disabled" | "false") => Some("false"),
            _ => habit_of(HabitPlace::Name, value).map(|one| one.right).filter(|right| !right.is_empty()),
        };
        match (known, habit.right) {
            (Some("none"), right) if !right.is_empty() => format!("write `{right} or none = none`"),
            (Some(value), right) if !right.is_empty() => format!("write `{right} = {value}`"),
            _ => habit.help(),
        }
    }

    /// The set of that name: `symbols`, or the words of a state.
    fn set_of(&mut self, name: &ast::Name) -> Option<SetId> {
        if let Some(at) = self.book.names.find(Sort::Symbols, &name.text) {
            self.book.usage.note(Sort::Symbols, at, name.span);
            return Some(SetId(at));
        }
        let state = self.book.names.find(Sort::State, &name.text).map(StateId)?;
        self.book.usage.note(Sort::State, state.0, name.span);
        Some(self.book.states[state.index()].set)
    }

    fn named_set(&mut self, name: &ast::Name) -> Option<SetId> {
        let found = self.set_of(name);
        if found.is_none() {
            self.find(Sort::Symbols, name);
        }
        found
    }

    /// `one of a, b`: sets of the same words in the same order are one set.
    pub(super) fn inline_set(&mut self, words: &[ast::Name], named: &ast::Name, span: Span) -> SetId {
        let key: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
        if let Some(known) = self.sets.get(&key) {
            return SetId(*known);
        }
        let notes = ast::Notes::default();
        let head = Head { span, ..self.head(named, &notes) };
        let words: Vec<ast::WordDecl> =
            words.iter().map(|word| ast::WordDecl { name: word.clone(), notes: notes.clone() }).collect();
        self.set(head, &words)
    }
}
