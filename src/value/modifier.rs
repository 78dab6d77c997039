//! Which modifier of the rules is meant, and what it changes.

use super::{CardId, CheckId, Number};

/// One modifier of the rules: where it stands, and its place there. The same from the rulebook to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModifierId {
    /// On a card.
    Card(CardId, u16),
    /// A part of a check itself.
    Check(CheckId, u16),
}

/// What a modifier changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The number needed (or the total), in favor of the roller when positive.
    #[default]
    Number,
    /// The number of dice.
    Dice,
    /// The base, which it replaces; of several the last holds.
    Set,
    /// The least number needed.
    AtLeast,
    /// The greatest number needed.
    AtMost,
}

impl Target {
    /// An amount of it as people read it: `+2`, `+1d`, `=5`, `>=3`, `<=18`.
    pub fn words(self, amount: Number) -> String {
        let signed = if amount > Number::ZERO { format!("+{amount}") } else { amount.to_string() };
        match self {
            Target::Number => signed,
            Target::Dice => format!("{signed}d"),
            Target::Set => format!("={amount}"),
            Target::AtLeast => format!(">={amount}"),
            Target::AtMost => format!("<={amount}"),
        }
    }

    /// Whether it is the one that goes without saying.
    pub fn is_number(&self) -> bool {
        *self == Target::Number
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, Target};

    #[test]
    fn amounts_in_words() {
        for (target, amount, words) in [
            (Target::Number, 4, "+4"),
            (Target::Number, -4, "-4"),
            (Target::Dice, 1, "+1d"),
            (Target::Set, 5, "=5"),
            (Target::AtLeast, 3, ">=3"),
            (Target::AtMost, 18, "<=18"),
        ] {
            assert_eq!(target.words(Number::int(amount)), words);
        }
    }
}
