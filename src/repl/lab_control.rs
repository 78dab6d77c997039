//! What can be set of a sentence in the odds lab: the facts that its check reads, and how those are whom they name. Each
//! by a name and a word, as a form has them.

use crate::explain::{Explanation, FactLine};
use crate::play::Rules;
use crate::query::{
    Argument, AssumedChange, Assumption, BoundQuery, Directory, ParsedQuery, RoleAspect, Who, read_by, role_aspects,
};
use crate::rulebook::{Fact, Head, Rulebook, Type};
use crate::value::{ConditionId, FactId, Number, StateId, Symbol, Value};
use std::collections::BTreeSet;

/// So many controls are shown.
const MOST: usize = 80;
/// So many words one control has.
const MOST_WORDS: usize = 120;
/// The largest number that may be set.
const LARGEST: f64 = 1e6;
/// Numbers and so many words that are tried in the place of what stands there.
const TRIED: [i64; 8] = [0, 1, 2, 3, 5, 10, 20, 50];
const MOST_TRIED: usize = 12;
/// Yes and no, as a form has them.
const TRUTHS: [&str; 2] = ["yes", "no"];

/// Something that can be set.
pub(crate) struct LabControl {
    /// By which it is known: a fact, or `ROLE.STATE`.
    pub name: String,
    pub title: String,
    pub field: LabField,
    /// What is stated; empty if nothing is.
    pub stated: String,
    /// What it is as things stand.
    pub now: String,
    pub unit: String,
    /// Whether another value would change the odds.
    pub matters: bool,
    /// Whether the rules work it out from other facts that can be set.
    pub is_derived: bool,
}

/// How something is set.
pub(crate) enum LabField {
    /// A number, with the least and the most it may be.
    Number(Option<i64>, Option<i64>),
    /// One of some words, each as it is named and as it is read.
    Words(Vec<(String, String)>),
}

impl LabControl {
    /// Whether it is so now.
    pub(super) fn is_at(&self, value: &str) -> bool {
        let now = if self.stated.is_empty() { &self.now } else { &self.stated };
        match &self.field {
            LabField::Number(..) => self.number().is_some_and(|number| value.parse() == Ok(number)),
            LabField::Words(words) => words.iter().any(|(name, title)| name == value && (now == name || now == title)),
        }
    }

    /// The number it is now.
    pub(super) fn number(&self) -> Option<f64> {
        let now = if self.stated.is_empty() { &self.now } else { &self.stated };
        now.split(' ').next()?.parse().ok()
    }

    /// Values that are tried to find out whether anything hangs on it.
    pub(super) fn tried(&self) -> Vec<String> {
        match &self.field {
            LabField::Number(..) => {
                let now = self.number().unwrap_or(0.0);
                let near = [now + 1.0, now - 1.0, now * 2.0].map(|number| number.to_string());
                near.into_iter().chain(TRIED.iter().map(i64::to_string)).collect()
            }
            LabField::Words(words) => words.iter().take(MOST_TRIED).map(|(name, _)| name.clone()).collect(),
        }
    }

    /// Whether a curve over it says something.
    pub(super) fn varies(&self) -> bool {
        self.matters && !self.is_derived && matches!(&self.field, LabField::Words(words) if words.len() > 1)
    }
}

/// Everything that can be set: what is stated first, then what the check reads as things stand, then what it could read.
pub(super) fn controls(
    rules: &Rules,
    posed: &BoundQuery,
    (asked, cast): (&ParsedQuery, &Directory),
    reckoning: &Explanation,
) -> Vec<LabControl> {
    let book = &rules.book;
    let theirs = reckoning.against.iter().flat_map(|against| &against.side.facts);
    let lines: Vec<&FactLine> = reckoning.facts.iter().chain(theirs).collect();
    let stated = asked.facts.iter().map(|(fact, _)| *fact);
    let read = lines.iter().filter_map(|line| book.fact(&line.name));
    let mut seen = BTreeSet::new();
    let all = stated.chain(read).chain(read_by(book, asked.about)).filter(|fact| seen.insert(*fact));
    let facts = all.filter_map(|fact| of_fact(book, fact, (asked, cast), &lines));
    let (mut found, rest): (Vec<LabControl>, Vec<LabControl>) =
        facts.take(MOST).partition(|one| !one.stated.is_empty());
    let roles = role_aspects(book, asked.about);
    found.extend(roles.into_iter().filter_map(|(role, aspect)| of_role(rules, posed, role, aspect)).take(MOST));
    found.extend(rest);
    told_apart(&mut found);
    found
}

/// No two bear one name, and where two would bear one title it is said by which name each is known.
fn told_apart(controls: &mut Vec<LabControl>) {
    let mut seen = BTreeSet::new();
    controls.retain(|one| seen.insert(one.name.clone()));
    let titles: Vec<String> = controls.iter().map(|one| one.title.clone()).collect();
    let is_twice = |title: &String| titles.iter().filter(|other| *other == title).count() > 1;
    for one in controls.iter_mut().filter(|one| is_twice(&one.title)) {
        one.title = format!("{} ({})", one.title, one.name.replace('.', " "));
    }
}

fn of_fact(
    book: &Rulebook,
    id: FactId,
    (asked, cast): (&ParsedQuery, &Directory),
    lines: &[&FactLine],
) -> Option<LabControl> {
    let fact = &book.facts[id.index()];
    if fact.head.is_quiet() {
        return None;
    }
    let line = lines.iter().find(|line| line.name == fact.head.name);
    let said = asked.facts.iter().find(|(known, _)| *known == id).map(|(_, said)| said);
    let is_truth = matches!(fact.r#type.bare(), Type::Truth);
    let value = |line: &FactLine| match (is_truth, line.value.as_str()) {
        (true, "true") => TRUTHS[0].to_string(),
        (true, "false") => TRUTHS[1].to_string(),
        (_, other) => other.to_string(),
    };
    let unit = fact.unit.map_or(String::new(), |unit| book.units[usize::from(unit)].head.name.to_string());
    Some(LabControl {
        name: fact.head.name.to_string(),
        title: fact.head.title.to_string(),
        field: field(book, fact, cast)?,
        stated: said.map_or(String::new(), |said| shown(book, fact, cast, said)),
        now: line.map_or(String::new(), |line| value(line)),
        unit,
        matters: line.is_some() || said.is_some(),
        is_derived: said.is_none() && fact.reads.iter().any(|read| !book.facts[read.index()].is_role()),
    })
}

fn field(book: &Rulebook, fact: &Fact, cast: &Directory) -> Option<LabField> {
    let pair = |head: &Head| (head.name.to_string(), head.title.to_string());
    let mut words: Vec<(String, String)> = match fact.r#type.bare() {
        Type::Number(_) => {
            let bound = |bound: Option<Number>| book.in_unit(bound?, fact.unit);
            let (least, most) = (bound(fact.bounds.0), bound(fact.bounds.1));
            return Some(LabField::Number(least.map(Number::ceil), most.map(Number::floor)));
        }
        Type::Truth => TRUTHS.map(|word| (word.to_string(), word.to_string())).to_vec(),
        Type::Symbol(set) => book.sets[set.index()].words.iter().map(pair).collect(),
        Type::Thing(kind) => book.items.iter().filter(|item| item.kind == *kind).map(|item| pair(&item.head)).collect(),
        Type::Figure => {
            let mut known: Vec<&Who> = Vec::new();
            let mut names = Vec::new();
            for (name, who) in &cast.names {
                if !known.contains(&who) {
                    known.push(who);
                    names.push((name.clone(), name.clone()));
                }
            }
            names
        }
        _ => return None,
    };
    if matches!(fact.r#type, Type::Optional(_)) {
        words.push(("none".to_string(), "none".to_string()));
    }
    words.truncate(MOST_WORDS);
    Some(LabField::Words(words))
}

/// What is stated, as a form has it.
fn shown(book: &Rulebook, fact: &Fact, cast: &Directory, said: &Argument) -> String {
    match said {
        Argument::Who(who) => {
            cast.names.iter().find(|(_, known)| known == who).map_or(String::new(), |(name, _)| name.clone())
        }
        Argument::Value(Value::Number(number)) => {
            book.in_unit(*number, fact.unit).map_or(String::new(), |number| number.measured())
        }
        Argument::Value(value) => book.show_value(value, None),
        Argument::Way(_) => String::new(),
    }
}

/// How somebody is whom a fact names.
fn of_role(rules: &Rules, posed: &BoundQuery, role: FactId, aspect: RoleAspect) -> Option<LabControl> {
    let book = &rules.book;
    let (_, value) = posed.facts.iter().find(|(fact, _)| *fact == role)?;
    let (figure, role) = (value.as_figure()?, &book.facts[role.index()].head);
    let who = &posed.state.figure(figure).name;
    let (head, now, words) = match aspect {
        RoleAspect::State(id) => {
            let state = &book.states[id.index()];
            let words = book.sets[state.set.index()].words.iter();
            let words = words.map(|word| (word.name.to_string(), word.title.to_string())).collect();
            (&state.head, book.symbol_title(posed.state.figure(figure).states[id.index()]), words)
        }
        RoleAspect::Condition(id) => {
            let has = posed.state.has_condition(figure, id);
            let words = TRUTHS.map(|word| (word.to_string(), word.to_string())).to_vec();
            (&book.conditions[id.index()].head, if has { TRUTHS[0] } else { TRUTHS[1] }, words)
        }
    };
    if head.is_quiet() {
        return None;
    }
    Some(LabControl {
        name: format!("{}.{}", role.name, head.name),
        title: format!("{who}: {}", head.title),
        field: LabField::Words(words),
        stated: String::new(),
        now: now.to_string(),
        unit: String::new(),
        matters: true,
        is_derived: false,
    })
}

/// Whether a fact is a number that is measured on the board, such as a distance between those who are named.
pub(crate) fn is_measured(book: &Rulebook, name: &str) -> bool {
    let Some(fact) = book.fact(name).map(|id| &book.facts[id.index()]) else { return false };
    fact.unit.is_some() && fact.from.is_some() && fact.reads.iter().all(|id| book.facts[id.index()].is_role())
}

/// Sets something of a sentence; none if there is no such thing, or it cannot be so.
pub(super) fn set(book: &Rulebook, cast: &Directory, asked: &mut ParsedQuery, name: &str, value: &str) -> Option<()> {
    if let Some((role, what)) = name.split_once('.') {
        let role = book.fact(role)?;
        let (_, said) = asked.facts.iter().find(|(fact, _)| *fact == role)?;
        let Argument::Who(who) = said else { return None };
        let said = Assumption { who: who.clone(), role: Some(role), what: assumed(book, what, value)? };
        asked.assume(said);
        return Some(());
    }
    let id = book.fact(name)?;
    let said = argument(book, cast, &book.facts[id.index()], value)?;
    match asked.facts.iter_mut().find(|(fact, _)| *fact == id) {
        Some((_, old)) => *old = said,
        None => asked.facts.push((id, said)),
    }
    Some(())
}

fn assumed(book: &Rulebook, what: &str, value: &str) -> Option<AssumedChange> {
    if let Some(at) = book.states.iter().position(|state| *state.head.name == *what) {
        let word = book.symbol_in(book.states[at].set, value)?;
        return Some(AssumedChange::State(StateId(at as u16), word));
    }
    let at = book.conditions.iter().position(|condition| *condition.head.name == *what)?;
    Some(AssumedChange::Condition(ConditionId(at as u16), truth(value)?))
}

fn truth(value: &str) -> Option<bool> {
    Some(TRUTHS.iter().position(|word| *word == value)? == 0)
}

fn argument(book: &Rulebook, cast: &Directory, fact: &Fact, value: &str) -> Option<Argument> {
    if value == "none" && matches!(fact.r#type, Type::Optional(_)) {
        return Some(Argument::Value(Value::None));
    }
    let value = match fact.r#type.bare() {
        Type::Number(_) => Value::Number(number(book, fact, value)?),
        Type::Truth => Value::Truth(truth(value)?),
        Type::Symbol(set) => {
            let is_it = |word: &Head| *word.name == *value || *word.title == *value;
            let at = book.sets[set.index()].words.iter().position(is_it)?;
            Value::Symbol(Symbol { set: *set, at: at as u16 })
        }
        Type::Thing(kind) => Value::Item(book.item_of_kind(*kind, value)?),
        Type::Figure => {
            let (_, who) = cast.names.iter().find(|(name, _)| name == value)?;
            return Some(Argument::Who(who.clone()));
        }
        _ => return None,
    };
    Some(Argument::Value(value))
}

/// A number in the unit of its fact, within its bounds.
fn number(book: &Rulebook, fact: &Fact, text: &str) -> Option<Number> {
    let text = text.split(' ').next()?;
    let decimal: f64 = text.parse().ok().filter(|decimal: &f64| decimal.abs() <= LARGEST)?;
    let factor = fact.unit.map_or(Number::ONE, |unit| book.units[usize::from(unit)].factor);
    let number = Number::from_f64(decimal)?.times(factor)?;
    let (least, most) = fact.bounds;
    let is_within = least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most);
    is_within.then_some(number)
}
