//! What a value of a script is known to be.

use crate::diag::article;
use crate::rulebook::{Rulebook, Sort, Type};
use crate::script::ApiOwner;
use crate::value::{ActionId, CheckId, KindId, SetId};

/// A key of a table as it is written, where it stands, and what it holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecordKey {
    pub(super) name: String,
    pub(super) at: (usize, usize),
    pub(super) sort: ScriptType,
    /// The text that it plainly is.
    pub(super) text: Option<String>,
    /// Where what it holds stands.
    pub(super) value: (usize, usize),
}

/// What a value is, as far as that is plain to see.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptType {
    /// It may be anything.
    Unknown,
    Nil,
    Number,
    Text,
    Truth,
    Dice,
    Function,
    /// A table of named values.
    Table,
    /// A table as it is written: its keys, and what they hold.
    Record(Vec<RecordKey>),
    Figure,
    /// A thing, perhaps of a known kind.
    Thing(Option<KindId>),
    Side,
    Cell,
    /// An order, perhaps of a known action.
    Order(Option<ActionId>),
    /// An outcome, perhaps of a known check.
    Result(Option<CheckId>),
    Question,
    Play,
    /// A word of a set.
    Word(SetId),
    /// The name of something declared.
    Named(Sort),
    List(Box<ScriptType>),
}

impl ScriptType {
    /// The type of an annotation, or of what a function is said to return.
    pub(super) fn of_text(text: &str) -> ScriptType {
        let text = text.trim().trim_end_matches('?').trim_end();
        if let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            let is_list = !inner.contains([':', ',']);
            return if is_list { ScriptType::of_text(inner).listed() } else { ScriptType::Table };
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return inner.split(',').next().map_or(ScriptType::Nil, ScriptType::of_text);
        }
        match text {
            "number" => ScriptType::Number,
            "string" => ScriptType::Text,
            "boolean" => ScriptType::Truth,
            "nil" | "" => ScriptType::Nil,
            "Dice" => ScriptType::Dice,
            "Facts" => ScriptType::Table,
            "Figure" => ScriptType::Figure,
            "Thing" => ScriptType::Thing(None),
            "Side" => ScriptType::Side,
            "Cell" => ScriptType::Cell,
            "Order" => ScriptType::Order(None),
            "Result" => ScriptType::Result(None),
            "Question" => ScriptType::Question,
            "ActionName" => ScriptType::Named(Sort::Action),
            "ItemName" => ScriptType::Named(Sort::Item),
            "KindName" => ScriptType::Named(Sort::Kind),
            "PhaseName" => ScriptType::Named(Sort::Phase),
            "Terrain" => ScriptType::Thing(None),
            "Play" => ScriptType::Play,
            _ => ScriptType::Unknown,
        }
    }

    /// What scripts get for a value of the rules.
    pub(super) fn of_type(r#type: &Type) -> ScriptType {
        match r#type {
            Type::Number(_) | Type::Chance => ScriptType::Number,
            Type::Dice => ScriptType::Dice,
            Type::Truth => ScriptType::Truth,
            Type::Text => ScriptType::Text,
            Type::Symbol(set) => ScriptType::Word(*set),
            Type::Thing(kind) => ScriptType::Thing(Some(*kind)),
            Type::Figure => ScriptType::Figure,
            Type::Side => ScriptType::Side,
            Type::Cell => ScriptType::Cell,
            Type::List(inner) => ScriptType::of_type(inner).listed(),
            Type::Optional(inner) => ScriptType::of_type(inner),
            Type::Nothing => ScriptType::Nil,
        }
    }

    pub(super) fn listed(self) -> ScriptType {
        ScriptType::List(Box::new(self))
    }

    /// Either of two: what both are, if they agree; nil is passed over, for it is tested before use.
    pub(super) fn or(self, other: ScriptType) -> ScriptType {
        match (self, other) {
            (ScriptType::Nil, other) | (other, ScriptType::Nil) => other,
            (one, other) if one == other => one,
            (ScriptType::Record(_) | ScriptType::Table, ScriptType::Record(_) | ScriptType::Table) => ScriptType::Table,
            (ScriptType::Thing(_), ScriptType::Thing(_)) => ScriptType::Thing(None),
            (ScriptType::Order(_), ScriptType::Order(_)) => ScriptType::Order(None),
            (ScriptType::Result(_), ScriptType::Result(_)) => ScriptType::Result(None),
            _ => ScriptType::Unknown,
        }
    }

    /// Whether one may stand where the other is wanted: words stand for things and symbols, numbers for dice.
    pub(super) fn may_be(&self, wanted: &ScriptType) -> bool {
        use ScriptType as S;
        match (self, wanted) {
            (S::Unknown | S::Nil, _) | (_, S::Unknown | S::Nil) => true,
            (S::Text | S::Word(_) | S::Named(_), S::Text | S::Word(_) | S::Named(_) | S::Thing(_) | S::Dice) => true,
            (S::Number, S::Dice) => true,
            (S::Thing(one), S::Thing(other)) => one.is_none() || other.is_none() || one == other,
            (S::List(one), S::List(other)) => one.may_be(other),
            (S::Record(_) | S::Table, _) | (_, S::Record(_) | S::Table) => true,
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        }
    }

    /// Whose rows of the table of functions it has.
    pub(super) fn owner(&self) -> Option<ApiOwner> {
        Some(match self {
            ScriptType::Figure => ApiOwner::Figure,
            ScriptType::Thing(_) => ApiOwner::Thing,
            ScriptType::Side => ApiOwner::Side,
            ScriptType::Cell => ApiOwner::Cell,
            ScriptType::Order(_) => ApiOwner::Order,
            ScriptType::Result(_) => ApiOwner::Result,
            ScriptType::Play => ApiOwner::Play,
            _ => return None,
        })
    }

    /// In words, with an article.
    pub(super) fn words(&self, book: &Rulebook) -> String {
        match self {
            ScriptType::Unknown => "something".to_string(),
            ScriptType::Nil => "nil".to_string(),
            ScriptType::Number => "a number".to_string(),
            ScriptType::Text => "a text".to_string(),
            ScriptType::Truth => "a truth".to_string(),
            ScriptType::Dice => "dice".to_string(),
            ScriptType::Function => "a function".to_string(),
            ScriptType::Table | ScriptType::Record(_) => "a table".to_string(),
            ScriptType::Thing(Some(kind)) => format!("a thing of `{}`", book.kinds[kind.index()].head.name),
            ScriptType::Question => "a question".to_string(),
            ScriptType::Word(set) => format!("a word of `{}`", book.sets[set.index()].head.name),
            ScriptType::Named(sort) => format!("the name of {} {}", article(sort.words()), sort.words()),
            ScriptType::List(_) => "a list".to_string(),
            ScriptType::Figure
            | ScriptType::Thing(None)
            | ScriptType::Side
            | ScriptType::Cell
            | ScriptType::Order(_)
            | ScriptType::Result(_)
            | ScriptType::Play => self.owner().map_or("", ApiOwner::words).to_string(),
        }
    }
}
