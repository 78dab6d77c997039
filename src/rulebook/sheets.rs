//! Sheets: lines over the defaults, over the sheet it is made from.

use super::error::RulebookError;
use super::infer::DEEPEST_CHAIN;
use super::resolver::Resolver;
use super::says::Says;
use super::show::as_written;
use super::titled::titled;
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, Body, Entry, OwnerDecl, Verb};
use crate::value::{AttributeId, ConditionId, ItemId, KindId, Number, SlotId, StateId, TrackId, Value};

impl Resolver<'_> {
    /// Every sheet.
    pub(super) fn sheets(&mut self) {
        let sheets = self.whole(Sort::Sheet);
        let mut known = vec![None; sheets.len()];
        for (at, ..) in &sheets {
            self.sheet(*at, &mut known, &mut Vec::new());
        }
        for ((_, declared, declaration), lines) in sheets.into_iter().zip(known) {
            let head = self.declared_head(declared, declaration);
            self.book.sheets.push(Sheet { head, lines: lines.unwrap_or_default() });
        }
    }

    /// The lines of a sheet, over those of the sheet it is made from; `path` is what led here.
    fn sheet(&mut self, at: u16, known: &mut [Option<Vec<SheetLine>>], path: &mut Vec<u16>) {
        if known[usize::from(at)].is_some() {
            return;
        }
        if let Some(from) = path.iter().position(|above| *above == at) {
            let ring: Vec<(Sort, u16)> = path[from..].iter().map(|at| (Sort::Sheet, *at)).collect();
            ring.iter().for_each(|(_, at)| known[usize::from(*at)] = Some(Vec::new()));
            self.report_cycle(&ring);
            return;
        }
        if path.len() == DEEPEST_CHAIN {
            known[usize::from(at)] = Some(Vec::new());
            self.too_deep(Sort::Sheet, at);
            return;
        }
        let merged = self.merged;
        let Some(position) = self.positions.get(Sort::Sheet, at) else { return };
        let Says::Whole(declaration) = &merged.list[position].says else { return };
        let Body::Figure(figure) = &declaration.body else { return };
        let mut lines = Vec::new();
        if let Some(from) = &figure.from
            && let Some(below) = self.find(Sort::Sheet, from)
        {
            path.push(at);
            self.sheet(below, known, path);
            path.pop();
            lines = known[usize::from(below)].clone().unwrap_or_default();
        }
        self.lines(&mut lines, &figure.entries, OwnerDecl::Figure);
        known[usize::from(at)] = Some(lines);
    }

    /// Lays entries over lines.
    pub(super) fn lines(&mut self, lines: &mut Vec<SheetLine>, entries: &[Entry<ast::Property>], owner: OwnerDecl) {
        let mut said: Vec<&ast::Name> = Vec::new();
        for entry in entries {
            let name = &entry.node.name;
            if let Some(first) = said.iter().find(|first| first.text == name.text)
                && entry.verb == Verb::Plain
            {
                self.repeated("this sheet".to_string(), &name.text, name.span, first.span);
            }
            said.push(name);
            if entry.verb == Verb::Remove {
                let key = self.line_key(&name.text, owner);
                lines.retain(|line| key.as_ref() != Some(&key_of(line)));
                continue;
            }
            let Some(line) = self.line(&entry.node, owner) else { continue };
            self.sum_on_sheet(lines, &entry.node, &line);
            let old = lines.iter_mut().find(|old| key_of(old) == key_of(&line));
            match (old, line) {
                (Some(SheetLine::Slot(_, items)), SheetLine::Slot(_, more)) if entry.verb == Verb::Add => {
                    items.extend(more);
                }
                (Some(old), line) => {
                    *old = line;
                    if entry.verb == Verb::Add {
                        self.added_again(name);
                    }
                }
                (None, line) => lines.push(line),
            }
        }
    }

    /// Looks for `might +1` over a sheet, or a default, that says a number.
    fn sum_on_sheet(&mut self, lines: &[SheetLine], property: &ast::Property, line: &SheetLine) {
        let below = lines.iter().find(|old| key_of(old) == key_of(line)).cloned();
        let (before, value, unit) = match (line, below) {
            (SheetLine::Attribute(id, value), below) => {
                let known = &self.book.attributes[id.index()];
                // Numbers around 0 are written with their signs.
                if known.default.as_number().is_some_and(Number::is_zero) {
                    return;
                }
                let before = match below {
                    Some(SheetLine::Attribute(_, before)) => before,
                    _ => known.default.clone(),
                };
                (before, value.clone(), known.unit)
            }
            (SheetLine::Track(id, value), Some(SheetLine::Track(_, before))) => {
                (Value::Number(before), Value::Number(*value), self.book.tracks[id.index()].unit)
            }
            _ => return,
        };
        self.warn_of_sum(("", property), &before, &value, unit);
    }

    fn line_key(&self, name: &str, owner: OwnerDecl) -> Option<(Sort, u16)> {
        let book = &self.book;
        let owned = |sort: Sort, at: u16| match sort {
            Sort::Attribute | Sort::Note => book.attributes[usize::from(at)].owner == owner,
            Sort::Track => book.tracks[usize::from(at)].owner == owner,
            _ => owner == OwnerDecl::Figure,
        };
        let sorts = [Sort::Attribute, Sort::Note, Sort::Track, Sort::State, Sort::Slot, Sort::Condition];
        let found = sorts.into_iter().filter_map(|sort| Some((sort, book.names.find(sort, name)?)));
        found.into_iter().find(|(sort, at)| owned(*sort, *at))
    }

    /// One line of a sheet (or of a side).
    pub(super) fn line(&mut self, property: &ast::Property, owner: OwnerDecl) -> Option<SheetLine> {
        let name = &property.name;
        let Some((sort, at)) = self.line_key(&name.text, owner) else {
            self.unknown_line(property, owner);
            return None;
        };
        self.book.usage.note_written(sort, at, name.span);
        let index = usize::from(at);
        match sort {
            Sort::Attribute | Sort::Note => {
                let known = &self.book.attributes[index];
                let (r#type, unit) = (known.r#type.clone(), known.unit);
                Some(SheetLine::Attribute(AttributeId(at), self.property_value(property, &r#type, unit)?))
            }
            Sort::Track => {
                let known = &self.book.tracks[index];
                let (r#type, unit) = (known.r#type.clone(), known.unit);
                let value = self.property_value(property, &r#type, unit)?;
                Some(SheetLine::Track(TrackId(at), value.as_number()?))
            }
            Sort::State => {
                let wanted = Type::Symbol(self.book.states[index].set);
                match self.property_value(property, &wanted, None)? {
                    Value::Symbol(symbol) => Some(SheetLine::State(StateId(at), symbol)),
                    _ => None,
                }
            }
            Sort::Slot => self.slot_line(SlotId(at), property),
            _ => {
                if !property.values.is_empty() {
                    let error =
                        RulebookError::WrongType { expected: "nothing".to_string(), found: "a value".to_string() };
                    self.report(error, name.span, "a condition", "a condition is there or not: write its name alone");
                }
                Some(SheetLine::Condition(ConditionId(at)))
            }
        }
    }

    /// Another slot of figures for so many things of the same kind: that of which the rules speak most.
    fn other_slot(&self, id: SlotId, many: usize) -> Option<String> {
        let slot = &self.book.slots[id.index()];
        let has_room = |name: &String| {
            let other = self.book.slots.iter().find(|slot| *slot.head.name == **name);
            let most = other.and_then(|slot| slot.most.as_ref()?.as_number());
            **name != *slot.head.name && most.is_none_or(|most| most >= (many as i64).into())
        };
        self.book.usual_slots(self.sources, slot.kind?).into_iter().find(has_room)
    }

    fn slot_line(&mut self, id: SlotId, property: &ast::Property) -> Option<SheetLine> {
        let slot = &self.book.slots[id.index()];
        let (wanted, most) = (Type::Thing(slot.kind?).listed(), slot.most.clone());
        let Value::List(values) = self.property_value(property, &wanted, None)? else { return None };
        let items: Vec<ItemId> = values
            .iter()
            .filter_map(|value| match value {
                Value::Item(item) => Some(*item),
                _ => None,
            })
            .collect();
        let most = most.as_ref().and_then(Expr::as_number);
        if let Some(most) = most.filter(|most| *most < (items.len() as i64).into()) {
            let what = format!("what is in `{}`", property.name.text);
            let label = format!("{} things, it holds {most}", items.len());
            // The first that has no room is marked, where each was written by itself.
            let beyond = usize::try_from(most.floor()).ok().and_then(|most| property.values.get(most));
            let at = beyond.filter(|_| property.values.len() == items.len()).map_or(property.name.span, |one| one.span);
            let beyond = property.values.iter().skip(usize::try_from(most.floor()).unwrap_or(0));
            let beyond: Vec<&str> = beyond.map(|one| self.sources.slice(one.span)).collect();
            let help = match self.other_slot(id, beyond.len()).filter(|_| property.values.len() == items.len()) {
                Some(slot) => format!("put the rest elsewhere: `{slot} {}`; or take it out", beyond.join(", ")),
                None => "take some of them out".to_string(),
            };
            self.report(RulebookError::TooLarge { what }, at, &label, help);
        }
        Some(SheetLine::Slot(id, items))
    }

    /// Where things of a kind stand on a sheet, if the kind is named in the place of a property.
    fn of_kind(&self, name: &ast::Name) -> Option<String> {
        let is_named = |one: &Kind| *one.head.name == *name.text || *one.plural == *name.text;
        let at = self.book.kinds.iter().position(is_named)?;
        let said = name.span;
        let behind = self.sources.get(said.source).text.get(said.end as usize..).unwrap_or("");
        let thing = behind.split([';', '\n', '}']).next().unwrap_or("").trim_start_matches(['=', ':', ' ']).trim();
        let thing = if thing.is_empty() { "NAME" } else { thing };
        let slots = self.book.usual_slots(self.sources, KindId(at as u16));
        let slots: Vec<String> = slots.iter().take(3).map(|slot| format!("`{slot} {thing}`")).collect();
        let words = &self.book.kinds[at].head.name;
        match slots.len() {
            0 => None,
            _ => Some(format!("a {words} stands behind what holds it: {}", slots.join(" or "))),
        }
    }

    /// The slots that take what a line says, if that is a thing.
    fn slots_for(&self, property: &ast::Property) -> Option<String> {
        let said = match &property.values.first()?.node {
            ast::ExprNode::Name(name) => &name.text,
            ast::ExprNode::Text(text) => &text.text,
            _ => return None,
        };
        let (_, item) = self.book.item(said)?;
        let slots = self.book.usual_slots(self.sources, item.kind);
        let slots: Vec<String> = slots.iter().take(3).map(|slot| format!("`{slot} {}`", as_written(said))).collect();
        let kind = &self.book.kinds.get(item.kind.index())?.head.name;
        (!slots.is_empty()).then(|| format!("a {kind} stands behind what holds it: {}", slots.join(" or ")))
    }

    /// What a value is made of and a sheet may say.
    fn set_those_of(&self, value: &str) -> String {
        let of_sheet = [Sort::Attribute, Sort::Track, Sort::Note];
        let text = self.book.values.iter().find(|one| *one.head.name == *value).map_or("", |one| {
            let text = self.sources.get(one.head.span.source).text.get(one.head.span.end as usize..).unwrap_or("");
            let line = text.split_once('=').map_or("", |(_, rest)| rest);
            line.lines().next().unwrap_or("")
        });
        let text = text.rsplit_once('@').map_or(text, |(before, _)| before);
        let mut named: Vec<String> = Vec::new();
        for word in text.split(|c: char| !crate::text::is_wordly(c)).filter(|word| !word.is_empty()) {
            let is_said = of_sheet.iter().any(|sort| self.book.names.find(*sort, word).is_some());
            let shown = format!("`{word}`");
            if is_said && !named.contains(&shown) {
                named.push(shown);
            }
        }
        match named.is_empty() {
            true => format!(
                "it is derived from other numbers: set those; `fray show {} value {value}` tells how",
                self.book.pack.head.name
            ),
            false => format!("it is derived from {}: set that", named.join(" and ")),
        }
    }

    fn unknown_line(&mut self, property: &ast::Property, owner: OwnerDecl) {
        let name = &property.name;
        let (whose, words) = match owner {
            OwnerDecl::Figure => (Type::Figure, self.book.names.visible(Sort::Condition).map(str::to_string).collect()),
            OwnerDecl::Side => (Type::Side, Vec::new()),
        };
        let values: Vec<String> = self.book.names.visible(Sort::Value).map(str::to_string).collect();
        let is_derived = |known: &str| values.iter().any(|value| value == known);
        let help = if is_derived(&name.text) {
            self.set_those_of(&name.text)
        } else if let Some(help) =
            titled(&name.text, self.book.heads_of(owner).into_iter().filter(|head| !is_derived(&head.name)))
        {
            help
        } else if let Some(state) =
            self.book.states.iter().find(|one| self.book.symbol_in(one.set, &name.text).is_some())
        {
            format!("it is a word of a state: `{} {}`", state.head.name, name.text)
        } else if let Some(help) = self.of_kind(name) {
            help
        } else {
            let names = self.book.property_names(owner);
            let all = names.iter().chain(&words).filter(|name| !values.contains(name)).map(|name| &**name);
            let declare = format!("declare it: `attribute {} number`", name.text);
            let said: Vec<&str> = names.iter().filter(|name| !values.contains(name)).map(|name| &**name).collect();
            let otherwise = match said.len() {
                0 => declare,
                1..=24 => format!("a sheet says {}; or {declare}", said.join(", ")),
                _ => format!("a sheet says numbers such as {}; or {declare}", self.book.told_numbers(owner)),
            };
            let otherwise = self.slots_for(property).unwrap_or(otherwise);
            did_you_mean(&name.text, all, &otherwise)
        };
        let error = RulebookError::UnknownProperty { owner: self.book.type_words(&whose), name: name.text.clone() };
        self.report(error, name.span, "nothing a sheet can say", help);
    }
}

fn key_of(line: &SheetLine) -> (Sort, u16) {
    match line {
        SheetLine::Attribute(id, _) => (Sort::Attribute, id.0),
        SheetLine::Track(id, _) => (Sort::Track, id.0),
        SheetLine::State(id, _) => (Sort::State, id.0),
        SheetLine::Slot(id, _) => (Sort::Slot, id.0),
        SheetLine::Condition(id) => (Sort::Condition, id.0),
    }
}
