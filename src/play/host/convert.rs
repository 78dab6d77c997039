//! Values of the rules to values of scripts, and back: names become indices, quantities get and lose their unit.

use super::ScriptCalls;
use super::names::{Meaning, ScriptNames};
use crate::play::Rules;
use crate::rulebook::{Dimension, Type};
use crate::script::{Arg, HostError, NameOrText};
use crate::value::{FactId, FigureId, ItemId, KindId, Number, SetId, SideId, Symbol, Value};
use std::fmt::Display;
use std::rc::Rc;
use std::sync::Arc;

/// What is wrong with a name a script said.
pub(super) fn unknown(sort: &'static str, name: &NameOrText, names: &ScriptNames, among: Vec<Arc<str>>) -> HostError {
    HostError::Unknown { sort, name: name.as_str(names.texts()).to_string(), among }
}

impl Rules {
    /// How many base units a script's number stands for: the declared unit, or that of the board's scale for lengths.
    pub fn factor(&self, r#type: &Type, unit: Option<u16>) -> Number {
        if let Some(unit) = unit {
            return self.book.units[usize::from(unit)].factor;
        }
        let dimension = match r#type {
            Type::Number(dimension) => *dimension,
            Type::Optional(inner) | Type::List(inner) => return self.factor(inner, None),
            _ => return Number::ONE,
        };
        if dimension == Dimension::default() { Number::ONE } else { self.scale_factor(dimension) }
    }

    /// A value for a script, numbers in the unit of that factor.
    pub(in crate::play) fn to_arg(&self, value: &Value, factor: Number) -> Arg {
        match value {
            Value::None | Value::Unset => Arg::Nil,
            Value::Truth(truth) => Arg::Bool(*truth),
            Value::Number(n) => Arg::number(if factor == Number::ONE { *n } else { n.over(factor).unwrap_or(*n) }),
            Value::Dice(formula) => Arg::Dice(formula.clone()),
            Value::Symbol(symbol) => Arg::name(self.names.word(*symbol)),
            Value::Text(text) => Arg::Text(NameOrText::Other(text.clone())),
            Value::Figure(id) => Arg::Figure(*id),
            Value::Side(id) => Arg::Side(*id),
            Value::Item(id) => Arg::Item(*id),
            Value::Thing(id) => Arg::Thing(*id),
            Value::Cell(cell) => Arg::Cell(*cell),
            Value::List(list) => Arg::List(list.iter().map(|member| self.to_arg(member, factor)).collect()),
        }
    }

    fn scale_factor(&self, dimension: Dimension) -> Number {
        let unit = self.book.ground.as_ref().and_then(|ground| ground.scale.unit);
        let unit = unit.map(|unit| &self.book.units[usize::from(unit)]);
        unit.filter(|unit| unit.dimension == dimension).map_or(Number::ONE, |unit| unit.factor)
    }

    /// How many base units one unit of length is to scripts.
    pub fn length(&self) -> Number {
        let unit = self.book.ground.as_ref().and_then(|ground| ground.scale.unit);
        unit.map_or(Number::ONE, |unit| self.book.units[usize::from(unit)].factor)
    }
}

impl ScriptCalls<'_> {
    pub(super) fn names(&self) -> &ScriptNames {
        &self.play.rules().names
    }

    pub(super) fn meaning(&self, text: &NameOrText) -> Option<&Meaning> {
        match text {
            NameOrText::Name(id) => self.names().meaning(id.index()),
            NameOrText::Other(text) => self.names().find(text),
        }
    }

    /// A value on its way to a script, in units of that many base units.
    pub(in crate::play) fn to_arg(&self, value: &Value, factor: Number) -> Arg {
        self.play.rules().to_arg(value, factor)
    }

    /// A script's value as a value of a type; `what` names it in errors.
    pub(super) fn to_value(
        &self,
        arg: &Arg,
        r#type: &Type,
        unit: Option<u16>,
        what: &dyn Display,
    ) -> Result<Value, HostError> {
        let wrong = || {
            let message = format!("{what} should be {}, not {}", self.type_text(r#type), arg.sort());
            Err(HostError::refused(message, ""))
        };
        Ok(match (r#type, arg) {
            (Type::Optional(inner), arg) => match arg {
                Arg::Nil => Value::None,
                Arg::Text(text) if text.as_str(self.names().texts()) == "none" => Value::None,
                arg => self.to_value(arg, inner, unit, what)?,
            },
            (Type::Number(_), Arg::Number(_)) => {
                let Some(number) = arg.as_number() else { return wrong() };
                Value::Number(number.times(self.play.rules().factor(r#type, unit)).unwrap_or(number))
            }
            (Type::Truth, Arg::Bool(truth)) => Value::Truth(*truth),
            (Type::Symbol(set), Arg::Text(text)) => Value::Symbol(self.symbol(*set, text)?),
            (Type::Thing(_), Arg::Thing(id)) => Value::Thing(*id),
            (Type::Thing(_), Arg::Item(id)) => Value::Item(*id),
            (Type::Thing(kind), Arg::Text(text)) => Value::Item(self.item(*kind, text)?),
            (Type::Figure, Arg::Figure(id)) => Value::Figure(*id),
            (Type::Side, Arg::Side(id)) => Value::Side(*id),
            (Type::Cell, Arg::Cell(cell)) => Value::Cell(*cell),
            (Type::Dice, Arg::Dice(formula)) => Value::Dice(formula.clone()),
            (Type::Text, Arg::Text(text)) => Value::Text(text.to_arc(self.names().texts())),
            (Type::List(inner), Arg::List(list)) => {
                let members: Result<Vec<Value>, HostError> =
                    list.iter().map(|member| self.to_value(member, inner, unit, what)).collect();
                Value::list(members?)
            }
            (Type::Nothing, Arg::Nil) => Value::None,
            _ => return wrong(),
        })
    }

    /// A script's value, whatever it is: for the fields of told events.
    pub(super) fn any_value(&self, arg: &Arg) -> Value {
        match arg {
            Arg::Bool(truth) => Value::Truth(*truth),
            Arg::Number(_) => arg.as_number().map_or(Value::None, Value::Number),
            Arg::Text(text) => Value::Text(text.to_arc(self.names().texts())),
            Arg::Figure(id) => Value::Figure(*id),
            Arg::Side(id) => Value::Side(*id),
            Arg::Thing(id) => Value::Thing(*id),
            Arg::Item(id) => Value::Item(*id),
            Arg::Cell(cell) => Value::Cell(*cell),
            Arg::Dice(formula) => Value::Dice(formula.clone()),
            Arg::List(list) => Value::list(list.iter().map(|member| self.any_value(member))),
            Arg::Nil | Arg::Play | Arg::Order(_) | Arg::Result(_) | Arg::Record(_) => Value::None,
        }
    }

    fn type_text(&self, r#type: &Type) -> String {
        let book = &self.play.rules().book;
        match r#type {
            Type::Number(_) => "a number".to_string(),
            Type::Dice | Type::Chance => "dice".to_string(),
            Type::Truth => "true or false".to_string(),
            Type::Text => "a text".to_string(),
            Type::Symbol(set) => format!("a word of `{}`", book.sets[set.index()].head.name),
            Type::Thing(kind) => format!("a {}", book.kinds[kind.index()].head.title),
            Type::Figure => "a figure".to_string(),
            Type::Side => "a side".to_string(),
            Type::Cell => "a cell".to_string(),
            Type::List(inner) => format!("a list, each {}", self.type_text(inner)),
            Type::Optional(inner) => format!("{} or nil", self.type_text(inner)),
            Type::Nothing => "nothing".to_string(),
        }
    }

    pub(super) fn symbol(&self, set: SetId, text: &NameOrText) -> Result<Symbol, HostError> {
        let found = self.meaning(text).and_then(|meaning| meaning.symbols.iter().find(|symbol| symbol.set == set));
        found.copied().ok_or_else(|| {
            let words = self.play.rules().book.sets[set.index()].words.iter().map(|word| word.name.clone()).collect();
            unknown("word", text, self.names(), words)
        })
    }

    pub(super) fn item(&self, kind: KindId, text: &NameOrText) -> Result<ItemId, HostError> {
        let items = &self.play.rules().book.items;
        let of_kind = |id: &&ItemId| items[id.index()].kind == kind;
        let found = self.meaning(text).and_then(|meaning| meaning.items.iter().find(of_kind));
        found.copied().ok_or_else(|| {
            let among = items.iter().filter(|item| item.kind == kind).map(|item| item.head.name.clone()).collect();
            unknown("thing", text, self.names(), among)
        })
    }

    /// The facts of a script's table. What a table states that cannot change is found out once.
    pub(super) fn facts(&self, arg: &Arg) -> Result<Rc<[(FactId, Value)]>, HostError> {
        let Arg::Record(record) = arg else { return Ok(Rc::default()) };
        if let Some(known) = self.play.scripts.tables().borrow().find(record) {
            return Ok(known);
        }
        let facts: Result<_, _> = record.iter().map(|(name, value)| self.one_fact(name, value)).collect();
        let facts: Rc<[(FactId, Value)]> = facts?;
        self.play.scripts.tables().borrow_mut().keep(record, &facts);
        Ok(facts)
    }

    pub(super) fn one_fact(&self, name: &NameOrText, value: &Arg) -> Result<(FactId, Value), HostError> {
        let book = &self.play.rules().book;
        let id = self.fact_named(name)?;
        let fact = &book.facts[id.index()];
        let what = format_args!("the fact `{}`", fact.head.name);
        Ok((id, self.to_value(value, &fact.r#type, fact.unit, &what)?))
    }

    /// Where a place is: a cell, or the cell of a figure.
    pub(super) fn place_of(&self, arg: &Arg) -> Result<crate::value::Position, HostError> {
        match arg {
            Arg::Cell(cell) => Ok(*cell),
            Arg::Figure(id) => self.play.state().figure(*id).at.ok_or_else(|| {
                HostError::refused(
                    format!("{} is not on the board", self.play.state().figure(*id).name),
                    "place it first",
                )
            }),
            other => Err(HostError::refused(format!("{} is no place", other.sort()), "give a figure or a cell")),
        }
    }

    /// A list of figures for a script.
    pub(super) fn figure_list(figures: impl IntoIterator<Item = FigureId>) -> Arg {
        Arg::List(figures.into_iter().map(Arg::Figure).collect())
    }

    /// A list of sides for a script.
    pub(super) fn side_list(sides: impl IntoIterator<Item = SideId>) -> Arg {
        Arg::List(sides.into_iter().map(Arg::Side).collect())
    }

    /// A text a script said, if it said one.
    pub(super) fn why(&self, arg: &Arg) -> Option<Arc<str>> {
        arg.as_text().map(|text| text.to_arc(self.names().texts()))
    }
}
