//! What an author may have meant: units by other names, a unit that fits, who is asked, ranges in other manners.

use super::{Dimension, Head, Rulebook, Sort, Type};
use crate::diag::did_you_mean;
use crate::syntax::{HabitPlace, habit_of};

impl Rulebook {
    /// What to say of a unit that is not declared: its title, its plural and other spellings are known.
    pub(super) fn unit_hint(&self, text: &str, otherwise: &str) -> String {
        self.unit_hint_among(self.units.iter().map(|unit| &unit.head), text, otherwise)
    }

    /// The same while the units are read of which these are the heads.
    pub(super) fn unit_hint_among<'h>(
        &self,
        mut heads: impl Iterator<Item = &'h Head>,
        text: &str,
        otherwise: &str,
    ) -> String {
        let plain = spelling(text);
        match heads.find(|head| spelling(&head.name) == plain || spelling(&head.title) == plain) {
            Some(head) => format!("did you mean `{}`?", head.name),
            None if let Some(help) = self.unit_of_the_world(text) => help,
            None => did_you_mean(text, self.names.visible(Sort::Unit), otherwise),
        }
    }

    /// How a unit that people know is declared by one that there is.
    fn unit_of_the_world(&self, text: &str) -> Option<String> {
        let single = spelling(text);
        let habit = habit_of(HabitPlace::Unit, &single).or_else(|| habit_of(HabitPlace::Unit, text))?;
        let (base, many) = habit.in_unit();
        let base = &self.units[usize::from(self.names.find(Sort::Unit, base)?)];
        let same = self.units.iter().filter(|unit| unit.dimension == base.dimension);
        let same: Vec<&str> = same.take(8).map(|unit| &*unit.head.name).collect();
        Some(format!("say it in {}; or declare it: `unit {text} = {many} {}`", same.join(", "), base.head.name))
    }

    /// The units that there are, if they are few enough to be told, before what else could be done.
    pub(super) fn units_known(&self, otherwise: &str) -> String {
        let names: Vec<&str> = self.units.iter().map(|unit| &*unit.head.name).collect();
        match names.len() {
            1..=12 => format!("the units are {}; or {otherwise}", names.join(", ")),
            _ => otherwise.to_string(),
        }
    }

    /// The unit in which most of a dimension is declared.
    pub(super) fn fitting_unit(&self, dimension: Dimension) -> String {
        let of = |unit: &Option<u16>| unit.filter(|at| self.units[usize::from(*at)].dimension == dimension);
        let facts = self.facts.iter().filter_map(|fact| of(&fact.unit));
        let attributes = self.attributes.iter().filter_map(|one| of(&one.unit));
        let tracks = self.tracks.iter().filter_map(|one| of(&one.unit));
        let fields = self.kinds.iter().flat_map(|kind| &kind.fields).filter_map(|field| of(&field.unit));
        let mut counted: Vec<(usize, u16)> = Vec::new();
        for at in facts.chain(attributes).chain(tracks).chain(fields) {
            match counted.iter_mut().find(|(_, known)| *known == at) {
                Some(place) => place.0 += 1,
                None => counted.push((1, at)),
            }
        }
        let most = counted.into_iter().max_by_key(|(count, _)| *count);
        most.map_or_else(
            || self.dimension_words(dimension),
            |(_, at)| self.units[usize::from(at)].head.name.to_string(),
        )
    }

    /// Who can be asked: `actor is WORD`, for the figures that checks and actions know.
    pub(super) fn who_hint(&self, word: &str) -> String {
        let facts = self.facts.iter().filter(|fact| fact.r#type == Type::Figure).map(|fact| &fact.head.name);
        let asked: Vec<String> = facts.take(2).map(|name| format!("`{name} is {word}`")).collect();
        match asked.len() {
            0 => format!("say who: `self is {word}`"),
            _ => format!("say who: {}", asked.join(" or ")),
        }
    }

    /// Whether a word is something a figure can be.
    pub(super) fn is_state_word(&self, word: &str) -> bool {
        let in_state = |state: &super::StateRule| self.symbol_in(state.set, word).is_some();
        self.names.find(Sort::Condition, word).is_some() || self.states.iter().any(in_state)
    }
}

/// `attribute stride "Stride" number = 6 m`: the declaration up to its default, with the unit of that in its type.
pub(super) fn typed_by_default(before: &str, default: &str) -> Option<String> {
    let begin = before.rfind(['\n', '{', ';']).map_or(0, |at| at + 1);
    let head = before[begin..].trim().strip_suffix('=')?.trim_end();
    let (_, unit) = default.trim().split_once(' ').filter(|(number, _)| number.parse::<f64>().is_ok())?;
    let at = head.rfind(" number")? + " number".len();
    let behind = head[at..].trim();
    let is_type = behind.is_empty() || behind == "tracked";
    let tail = if behind.is_empty() { String::new() } else { format!(" {behind}") };
    is_type.then(|| format!("{} {}{tail} = {}", &head[..at], unit.trim(), default.trim()))
}

/// A unit's name without its plural and without the differences between the shores of the ocean.
fn spelling(text: &str) -> String {
    let lower = text.to_lowercase();
    let single = match lower.strip_suffix("es") {
        Some(stem) if stem.ends_with(['x', 's', 'h']) => stem,
        _ => lower.strip_suffix('s').unwrap_or(&lower),
    };
    let single = match single {
        "feet" => "foot",
        "sec" => "second",
        "kilo" => "kilogram",
        other => other,
    };
    single.replace("metre", "meter").replace("gramme", "gram")
}

/// A range of numbers in another manner, as it is written here: `7-12`, `13+`, `<= 6`, `7 to 12`.
pub(super) fn range_meant(text: &str) -> Option<String> {
    let text = text.trim();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    for sign in ["–", "—", "−", "-", " to ", "…", "...", " bis "] {
        if let Some((low, high)) = text.split_once(sign).map(|(low, high)| (low.trim(), high.trim()))
            && is_number(low)
            && is_number(high)
        {
            return Some(format!("{low}..{high}"));
        }
    }
    let tails = ["+", " or more", " and up", " or higher", " or above", "...", ".", "…", "-", "–", " up", " ff."];
    let tail = tails.iter().find_map(|end| text.strip_suffix(end));
    let from = tail.or_else(|| [">=", "≥"].iter().find_map(|sign| text.strip_prefix(sign)));
    if let Some(low) = from.map(str::trim).filter(|low| is_number(low)) {
        return Some(format!("{low}.."));
    }
    let heads = ["<=", "≤", "up to ", "max ", "at most ", "…", "."];
    let head = heads.iter().find_map(|sign| text.strip_prefix(sign));
    let to = head.or_else(|| [" or less", " or lower"].iter().find_map(|end| text.strip_suffix(end)));
    if let Some(high) = to.map(str::trim).filter(|high| is_number(high)) {
        return Some(format!("..{high}"));
    }
    let beyond = |sign: char, step: i64| text.strip_prefix(sign)?.trim().parse::<i64>().ok()?.checked_add(step);
    beyond('>', 1).map(|low| format!("{low}..")).or_else(|| beyond('<', -1).map(|high| format!("..{high}")))
}

#[cfg(test)]
mod tests {
    use super::{range_meant, spelling};

    #[test]
    fn ranges_in_other_manners() {
        for (text, meant) in [
            ("7-12", Some("7..12")),
            ("7–12", Some("7..12")),
            ("7 to 12", Some("7..12")),
            ("13+", Some("13..")),
            ("13.", Some("13..")),
            ("13 -", Some("13..")),
            (".6", Some("..6")),
            (">= 13", Some("13..")),
            ("> 12", Some("13..")),
            ("<7", Some("..6")),
            ("up to 6", Some("..6")),
            ("> 9223372036854775807", None),
            ("6 or less", Some("..6")),
            ("-3", None),
            ("wall", None),
            ("", None),
        ] {
            assert_eq!(range_meant(text).as_deref(), meant, "{text}");
        }
    }

    #[test]
    fn units_by_other_names() {
        for (one, other) in [("meters", "metre"), ("hexes", "hex"), ("Feet", "foot"), ("seconds", "second")] {
            assert_eq!(spelling(one), spelling(other));
        }
    }
}
