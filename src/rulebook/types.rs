//! Types in words, what fits where, and the arithmetic of dimensions.

use super::{Dimension, Rulebook, Type};

impl Dimension {
    /// The dimension of pure numbers.
    pub const PURE: Dimension = Dimension([0; 8]);

    /// That of a product.
    pub fn times(self, other: Dimension) -> Option<Dimension> {
        self.zip(other, i8::checked_add)
    }

    /// That of a quotient.
    pub fn over(self, other: Dimension) -> Option<Dimension> {
        self.zip(other, i8::checked_sub)
    }

    fn zip(self, other: Dimension, op: impl Fn(i8, i8) -> Option<i8>) -> Option<Dimension> {
        let mut out = [0; 8];
        for (index, slot) in out.iter_mut().enumerate() {
            *slot = op(self.0[index], other.0[index])?;
        }
        Some(Dimension(out))
    }
}

impl Type {
    /// A number without unit.
    pub const NUMBER: Type = Type::Number(Dimension::PURE);

    /// The type without `or none`.
    pub fn bare(&self) -> &Type {
        match self {
            Type::Optional(inner) => inner.bare(),
            other => other,
        }
    }

    /// A list of it.
    pub fn listed(self) -> Type {
        Type::List(Box::new(self))
    }

    /// It, or none.
    pub fn or_none(self) -> Type {
        match self {
            Type::Optional(_) | Type::Nothing => self,
            other => Type::Optional(Box::new(other)),
        }
    }

    /// Whether a value of this type may stand where `wanted` is. What may be none passes: that it is not is seen when it
    /// is computed.
    pub fn fits(&self, wanted: &Type) -> bool {
        match (self, wanted) {
            (Type::Nothing, _) => true,
            (Type::Optional(inner), _) => inner.fits(wanted),
            (_, Type::Optional(inner)) => self.fits(inner),
            (Type::List(one), Type::List(other)) => one.fits(other),
            (Type::Number(dimension), Type::Dice) => *dimension == Dimension::PURE,
            (Type::Truth, Type::Chance) => true,
            (one, other) => one == other,
        }
    }

    /// The type that both fit, if there is one.
    pub fn join(&self, other: &Type) -> Option<Type> {
        if self == &Type::Nothing && other == &Type::Nothing {
            return Some(Type::Nothing);
        }
        if self == &Type::Nothing {
            return Some(other.clone().or_none());
        }
        if other == &Type::Nothing {
            return Some(self.clone().or_none());
        }
        let optional = matches!(self, Type::Optional(_)) || matches!(other, Type::Optional(_));
        let (one, two) = (self.bare(), other.bare());
        let joined = match (one, two) {
            _ if one.fits(two) => two.clone(),
            _ if two.fits(one) => one.clone(),
            _ => return None,
        };
        Some(if optional { joined.or_none() } else { joined })
    }
}

impl Rulebook {
    /// A type in the author's words, with its article.
    pub fn type_words(&self, r#type: &Type) -> String {
        match r#type {
            Type::Number(dimension) if *dimension == Dimension::PURE => "a number".to_string(),
            Type::Number(dimension) => format!("a number in `{}`", self.dimension_words(*dimension)),
            Type::Dice => "dice".to_string(),
            Type::Chance => "a chance".to_string(),
            Type::Truth => "a truth".to_string(),
            Type::Text => "a text".to_string(),
            Type::Symbol(set) => format!("a word of `{}`", self.sets[set.index()].head.name),
            // One of no kind is reported where it is declared.
            Type::Thing(kind) => match self.kinds.get(kind.index()) {
                Some(kind) => format!("a thing of kind `{}`", kind.head.name),
                None => "a thing".to_string(),
            },
            Type::Figure => "a figure".to_string(),
            Type::Side => "a side".to_string(),
            Type::Cell => "a cell".to_string(),
            Type::List(inner) if **inner == Type::Nothing => "a list".to_string(),
            Type::List(inner) => format!("a list of {}", self.plural_words(inner)),
            Type::Optional(inner) => format!("{} or none", self.type_words(inner)),
            Type::Nothing => "`none`".to_string(),
        }
    }

    /// Several of a type, in the author's words.
    fn plural_words(&self, r#type: &Type) -> String {
        match r#type.bare() {
            Type::Number(dimension) if *dimension == Dimension::PURE => "numbers".to_string(),
            Type::Number(dimension) => format!("numbers in `{}`", self.dimension_words(*dimension)),
            Type::Truth => "truths".to_string(),
            Type::Text => "texts".to_string(),
            Type::Symbol(set) => format!("words of `{}`", self.sets[set.index()].head.name),
            Type::Thing(kind) => {
                self.kinds.get(kind.index()).map_or_else(|| "things".to_string(), |kind| kind.plural.to_string())
            }
            Type::Figure => "figures".to_string(),
            Type::Side => "sides".to_string(),
            Type::Cell => "cells".to_string(),
            Type::List(_) => "lists".to_string(),
            other => self.type_words(other),
        }
    }

    /// A dimension as a unit that has it, or as a product of base units.
    pub fn dimension_words(&self, dimension: Dimension) -> String {
        if let Some(unit) = self.units.iter().find(|unit| unit.dimension == dimension) {
            return unit.head.name.to_string();
        }
        let base = |index: usize| {
            let alone = |unit: &&super::Unit| {
                unit.dimension.0.iter().enumerate().all(|(at, power)| *power == i8::from(at == index))
            };
            self.units.iter().find(alone).map_or("?".to_string(), |unit| unit.head.name.to_string())
        };
        let part = |(index, power): (usize, i8)| match power {
            1 => base(index),
            _ => format!("{}^{power}", base(index)),
        };
        let powers = dimension.0.into_iter().enumerate().filter(|(_, power)| *power != 0);
        powers.map(part).collect::<Vec<_>>().join(" ")
    }
}
