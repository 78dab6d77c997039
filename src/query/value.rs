//! Values at the cursor, by the type that is wanted: names, numbers, cells, lists.

use super::function_words::{BETWEEN_MEMBERS, is_little};
use super::reader::SentenceReader;
use super::{Argument, Who};
use crate::rulebook::{Dimension, Type};
use crate::syntax::{HabitPlace, habit_of, parse_formula};
use crate::value::{ItemId, KindId, Number, Position, SetId, Symbol, Value};
use std::sync::Arc;

impl<'a> SentenceReader<'a> {
    /// Takes a value of a type; a number without a unit is in `unit`.
    pub(super) fn value(&mut self, r#type: &Type, unit: Option<u16>, title: &str) -> Option<Argument> {
        match r#type {
            Type::Optional(inner) => {
                if self.word("none") {
                    Some(Argument::Value(Value::None))
                } else {
                    self.value(inner, unit, title)
                }
            }
            Type::Figure => self.figure().map(Argument::Who),
            Type::Number(_) => self.number(unit, title).map(|n| Argument::Value(Value::Number(n))),
            Type::Truth => Some(Argument::Value(Value::Truth(self.truth()))),
            Type::Symbol(set) => self.symbol(*set, title).map(|symbol| Argument::Value(Value::Symbol(symbol))),
            Type::Thing(kind) => self.item(*kind).map(|item| Argument::Value(Value::Item(item))),
            Type::Cell => self.cell(title).map(|cell| Argument::Value(Value::Cell(cell))),
            Type::List(inner) => match self.way(inner, title) {
                Some(way) => Some(Argument::Way(way)),
                None => self.list(inner, unit, title),
            },
            Type::Text => Some(Argument::Value(Value::text(&self.quoted()?))),
            Type::Dice => self.dice(title),
            Type::Side | Type::Chance | Type::Nothing => {
                self.want(title, Vec::new());
                None
            }
        }
    }

    /// Takes dice: `2d6+1`, `2d6 + 1`.
    fn dice(&mut self, title: &str) -> Option<Argument> {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | ' ');
        let rest = self.rest();
        let end = rest.find(|letter: char| !is_part(letter)).unwrap_or(rest.len());
        // As much as reads like dice: behind them another clause may begin without a comma.
        let ends = rest[..end].match_indices(' ').map(|(at, _)| at).chain([end]).rev();
        let found = ends.filter(|end| *end > 0).find_map(|end| Some((end, parse_formula(rest[..end].trim_end())?)));
        let Some((length, formula)) = found else {
            self.advise_surely(self.here(), "say dice, as in `2d6+1`".to_string(), &format!("{title}: no dice"));
            self.want("dice, such as `2d6+1`", Vec::new());
            return None;
        };
        self.take(length);
        Some(Argument::Value(Value::Dice(Arc::new(formula))))
    }

    fn list(&mut self, inner: &Type, unit: Option<u16>, title: &str) -> Option<Argument> {
        let mut values = Vec::new();
        let mut end = self.at();
        while let Some(Argument::Value(value)) = self.value(inner, unit, title) {
            values.push(value);
            end = self.at();
            if !self.any_word(BETWEEN_MEMBERS) && !self.next_cell(inner, title) {
                break;
            }
        }
        // Behind the last member `and` begins a clause.
        self.go_to(end);
        (!values.is_empty()).then(|| Argument::Value(Value::list(values)))
    }

    /// Whether another cell follows in a list of them, which needs no word between: `3,4, 4,4`, `3,4 4,4`, `3,4 to 4,4`.
    fn next_cell(&mut self, inner: &Type, title: &str) -> bool {
        let starts_one = |reader: &mut Self| {
            let _ = reader.comma() || reader.word("to");
            reader.cell(title).is_some()
        };
        let follows = matches!(inner, Type::Cell) && self.tries(starts_one);
        if follows {
            let _ = self.comma() || self.word("to");
        }
        follows
    }

    fn quoted(&mut self) -> Option<String> {
        let inner = self.rest().strip_prefix('"')?;
        let (text, _) = inner.split_once('"')?;
        self.take(text.len() + 2);
        Some(text.to_string())
    }

    /// Takes the name of someone.
    pub(super) fn figure(&mut self) -> Option<Who> {
        if let Some(known) = self.known_figure() {
            return known;
        }
        let start = self.at();
        let names: Vec<(&str, Who)> =
            self.cast().names.iter().map(|(name, who)| (name.as_str(), who.clone())).collect();
        let found = self.named("a figure", &names);
        // Whoever goes by a name and a title is listed once.
        let first = |name: &str| {
            let who = names.iter().find(|(other, _)| *other == name).map(|(_, who)| who);
            names.iter().find(|(_, other)| Some(other) == who).is_some_and(|(other, _)| *other == name)
        };
        self.keep_wanted("a figure", first);
        self.remember_figure(start, found.as_ref());
        found
    }

    fn item(&mut self, kind: KindId) -> Option<ItemId> {
        let names = self.item_names(kind);
        self.named(&self.a_thing(kind), &names)
    }

    /// Remembers that a thing of this kind would have been understood here.
    pub(super) fn want_item(&mut self, kind: KindId) {
        let names = self.item_names(kind).into_iter().map(|(name, _)| name.to_string()).collect();
        self.want(&self.a_thing(kind), names);
    }

    /// `a weapon`
    pub(super) fn a_thing(&self, kind: KindId) -> String {
        let title = &self.book().kinds[kind.index()].head.title;
        let article = if title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {title}")
    }

    fn item_names(&self, kind: KindId) -> Vec<(&'a str, ItemId)> {
        let of_kind = self.book().items.iter().enumerate().filter(|(_, item)| item.kind == kind);
        let mut names: Vec<(&'a str, ItemId)> = Vec::new();
        for (index, item) in of_kind {
            names.push((&item.head.name, ItemId(index as u16)));
            if item.head.title != item.head.name {
                names.push((&item.head.title, ItemId(index as u16)));
            }
        }
        names
    }

    pub(super) fn symbol(&mut self, set: SetId, title: &str) -> Option<Symbol> {
        let mut names: Vec<(&str, Symbol)> = Vec::new();
        for (index, word) in self.book().sets[set.index()].words.iter().enumerate() {
            let symbol = Symbol { set, at: index as u16 };
            names.push((&word.name, symbol));
            if word.title != word.name {
                names.push((&word.title, symbol));
            }
        }
        self.named(title, &names)
    }

    fn truth(&mut self) -> bool {
        if self.word("no") || self.word("false") {
            return false;
        }
        let _ = self.word("yes") || self.word("true");
        true
    }

    /// Takes a number, and a unit if one stands behind it.
    pub(super) fn number(&mut self, unit: Option<u16>, title: &str) -> Option<Number> {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | '-' | '+');
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let Some(number) = parse_number(&rest[..length]) else {
            self.want(title, Vec::new());
            return None;
        };
        self.take(length);
        let dimension = unit.map(|unit| self.book().units[usize::from(unit)].dimension);
        let fits = |unit: &crate::rulebook::Unit| Some(unit.dimension) == dimension;
        let all = self.book().units.iter().enumerate().filter(|(_, unit)| fits(unit));
        let names: Vec<(&str, u16)> = all.map(|(at, unit)| (&*unit.head.name, at as u16)).collect();
        let start = self.at();
        let mut said = self.quietly("a unit", &names);
        // The name of a unit may be a little word too: it is one where a clause follows it.
        if said.is_some() && is_little(&self.text_between(start)) && !self.clause_ends() {
            self.go_to(start);
            said = None;
        }
        // The unit in which it is read is named first.
        let own = |other: &u16| Some(*other) != unit;
        let mut fitting: Vec<&(&str, u16)> = names.iter().collect();
        fitting.sort_by_key(|(_, other)| own(other));
        let fitting: Vec<String> = fitting.iter().take(4).map(|(name, _)| format!("`{name}`")).collect();
        let is_other = said.is_none() && self.is_other_unit(dimension);
        if is_other {
            let help = match fitting.join(", ").as_str() {
                "" => "leave the unit out".to_string(),
                units => format!("say it in one of its units ({units}), or without any"),
            };
            self.want("a unit that fits", Vec::new());
            self.advise_surely(self.here(), help, "no unit of this number");
        }
        if said.is_none()
            && dimension.is_some()
            && let Some(word) = self.unit_of_the_world()
        {
            let help =
                format!("say it in one of its units ({}), or without any: `{word}` is none here", fitting.join(", "));
            self.want("a unit that there is", Vec::new());
            self.advise_surely(self.here(), help, "no unit of these rules");
        } else if said.is_none()
            && !is_other
            && !fitting.is_empty()
            && !self.clause_ends()
            && self.rest().starts_with(char::is_alphabetic)
        {
            // Whatever word stands there: if nothing else is meant by it, it was to be a unit.
            let help = format!("say it in one of its units ({}), or without any", fitting.join(", "));
            self.advise_surely(self.here(), help, "no unit of these rules");
        }
        match said.or(unit) {
            Some(unit) => number.times(self.book().units[usize::from(unit)].factor),
            None => Some(number),
        }
    }

    /// What was taken since a place.
    fn text_between(&self, start: usize) -> String {
        self.text_from(start).trim().to_lowercase()
    }

    /// Whether a unit of another dimension stands here.
    fn is_other_unit(&mut self, dimension: Option<Dimension>) -> bool {
        let units = self.book().units.iter().filter(|unit| Some(unit.dimension) != dimension);
        let names: Vec<(&str, ())> = units.map(|unit| (&*unit.head.name, ())).collect();
        self.tries(|reader| reader.quietly("a unit", &names).is_some() && reader.clause_ends())
    }

    /// A unit that people know and the rules do not, if one stands here.
    fn unit_of_the_world(&self) -> Option<&str> {
        let rest = self.rest();
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        let single = word.strip_suffix('s').unwrap_or(word);
        let is_known = self.book().units.iter().any(|unit| *unit.head.name == *word);
        let is_unit = |one: &str| habit_of(HabitPlace::Unit, one).is_some();
        // A letter or two may begin something else.
        let is_meant = word.len() > 2 && (is_unit(word) || is_unit(single) || word == "feet" || word == "inches");
        (is_meant && !is_known).then_some(word)
    }

    /// Takes a place.
    pub(super) fn cell(&mut self, title: &str) -> Option<Position> {
        let back = self.at();
        let x = self.number(None, title)?;
        if !self.comma() {
            self.go_to(back);
            self.want("a cell, such as 3,4", Vec::new());
            return None;
        }
        let y = self.number(None, title)?;
        crate::state::position(self.book(), x, y)
    }
}

fn parse_number(text: &str) -> Option<Number> {
    let text = text.strip_prefix('+').unwrap_or(text);
    if let Some((n, d)) = text.split_once('/') {
        return Number::fraction(n.parse().ok()?, d.parse().ok()?);
    }
    match text.split_once('.') {
        None => text.parse().ok().map(Number::int),
        Some((whole, part)) => {
            let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
            let digits: i64 = format!("{whole}{part}").parse().ok()?;
            Number::fraction(digits, scale)
        }
    }
}
