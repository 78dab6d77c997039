//! Chance as other programs have it, and how the play is asked for it: with the numbers and dice of the author.

use super::script_type::ScriptType;
use super::{Judge, range};
use crate::syntax::{habit_of_dice, parse_formula};
use full_moon::ast::{Call, Expression, FunctionArgs, Index, Suffix};

impl Judge<'_> {
    /// Libraries of Luau of which not everything is there.
    pub(super) fn library(&mut self, library: &str, suffixes: &[&Suffix], at: (usize, usize)) {
        let Some(Suffix::Index(Index::Dot { name, .. })) = suffixes.first() else { return };
        let member = name.token().to_string();
        let whole = suffixes.iter().find_map(|one| match one {
            Suffix::Call(Call::AnonymousCall(args)) => Some(&**args),
            _ => None,
        });
        if library == "table" && matches!(member.as_str(), "insert" | "remove" | "clear") {
            return self.slot_changed(&member, whole);
        }
        let (message, help) = match (library, member.as_str()) {
            ("math", "random") => ("chance comes from the play alone", self.chance(whole, at.1)),
            ("math", "randomseed") => (
                "chance comes from the play alone",
                "take it away: where the dice begin is said when a fight is played, `fray run … --seed 7`".to_string(),
            ),
            ("table", "foreach" | "foreachi" | "getn") => {
                ("this function is not there", "write `for index, value in list do`".to_string())
            }
            _ => return,
        };
        let end = range(suffixes[0]).1;
        self.misused((at.0, whole.map_or(end, |_| at.1)), message, "not for scripts", help);
    }

    /// `table.insert(me.hand, thing)`: what somebody holds is read as a list of its own.
    fn slot_changed(&mut self, member: &str, args: Option<&FunctionArgs>) {
        let Some(FunctionArgs::Parentheses { arguments, .. }) = args else { return };
        let given: Vec<(usize, usize)> = arguments.iter().map(range).collect();
        let Some(list) = given.first() else { return };
        let Some((owner, slot)) = self.slice(*list).trim().rsplit_once('.') else { return };
        let is_slot = self.book.slots.iter().any(|one| *one.head.name == *slot);
        if !is_slot || self.local(owner).is_some_and(|sort| *sort != ScriptType::Figure) {
            return;
        }
        let thing = given.last().filter(|_| given.len() > 1).map_or("THING", |one| self.slice(*one).trim());
        let help = match member {
            "insert" => format!("a thing is put there by a function: `{owner}:hold(\"{slot}\", {thing})`"),
            _ => format!("a thing is taken away by a function: `{owner}:drop(THING)`, or `THING:remove()`"),
        };
        self.misused(*list, "what somebody has does not change with this list", "a list of its own", help);
    }

    /// What `math.random(…)` is here.
    fn chance(&self, args: Option<&FunctionArgs>, end: usize) -> String {
        let given: Vec<&Expression> = match args {
            Some(FunctionArgs::Parentheses { arguments, .. }) => arguments.iter().collect(),
            _ => Vec::new(),
        };
        let texts: Vec<&str> = given.iter().map(|one| self.slice(range(*one)).trim()).collect();
        let number = |text: &str| text.parse::<i64>().ok();
        match texts.as_slice() {
            [] => {
                let behind = self.script.text.get(end..).unwrap_or("").trim_start();
                let limit = behind.strip_prefix("<=").or_else(|| behind.strip_prefix('<')).unwrap_or("").trim_start();
                let limit: String = limit.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                match fraction(&limit) {
                    Some((of, all)) => format!("a chance is asked for in whole numbers: `play:chance({of}, {all})`"),
                    None => "ask for a chance, such as one in two: `play:chance(1, 2)`".to_string(),
                }
            }
            [list] | ["1", list] if list.starts_with('#') => {
                format!("one of a list is chosen by `play:pick({})`", &list[1..])
            }
            [sides] | ["1", sides] if number(sides).is_some() => format!("roll a die: `play:total(\"1d{sides}\")`"),
            [least, most] if let (Some(least), Some(most)) = (number(least), number(most)) => {
                let (sides, more) = (most.saturating_sub(least).saturating_add(1), least.saturating_sub(1));
                let sign = if more < 0 { '-' } else { '+' };
                format!("roll a die: `play:total(\"1d{sides}{sign}{}\")`", more.unsigned_abs())
            }
            _ => "roll dice: `play:total(\"1d6\")`; or `play:chance(1, 2)`, `play:pick(list)`".to_string(),
        }
    }

    /// The dice that a call behind a place is given: as a text, as `(2, 6)`, or as the number of sides.
    pub(super) fn dice_in_call(&self, place: usize) -> Option<String> {
        let inner = self.script.text.get(place..)?.trim_start().strip_prefix('(')?.split_once(')')?.0;
        let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
        let quoted = |text: &str| {
            let inner = ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))?;
            if parse_formula(inner).is_some() { Some(inner.to_string()) } else { habit_of_dice(inner) }
        };
        let is_number = |text: &str| !text.is_empty() && text.len() < 5 && text.bytes().all(|c| c.is_ascii_digit());
        match parts.as_slice() {
            ["1", sides] if is_number(sides) => Some(format!("1d{sides}")),
            [count, sides] if is_number(count) && is_number(sides) => Some(format!("{count}d{sides}")),
            [sides] if is_number(sides) => Some(format!("1d{sides}")),
            [text, ..] => quoted(text),
            [] => None,
        }
    }
}

/// A decimal number below one as whole numbers.
fn fraction(text: &str) -> Option<(u64, u64)> {
    let (whole, digits) = text.split_once('.')?;
    let all = 10u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let of = digits.parse::<u64>().ok().filter(|of| *of > 0 && whole.trim_start_matches('0').is_empty())?;
    let (mut divisor, mut rest) = (all, of);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some((of / divisor, all / divisor))
}
