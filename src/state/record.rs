//! A log as it is kept and told to programs: names where the play has numbers, so that it is read without the rules and
//! outlives a change of them. `docs/log.md` describes the form, `docs/log.schema.json` states it.

#![warn(missing_docs)]

use super::Ruleset;
use super::parts::State;
use crate::diag::visible_json;
use crate::event::{Event, EventError, Log};
use crate::rulebook::Head;
use crate::value::Symbol;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The stored form of a log of a fight that began so.
#[must_use]
pub fn log_text(rules: &Ruleset, begin: &State, log: &Log) -> String {
    let mut names = LogNames::new(rules, begin, LogDirection::ToNames);
    let text = log.to_named_lines(&mut |event| {
        // What play has numbered has a name.
        let _ = names.event(event);
    });
    visible_json(&text).into_owned()
}

/// Some of what happened in a fight that people have played, from the fight as it stood then.
pub(crate) struct RecordedPart<'a> {
    pub begin: &'a State,
    /// The line that has made it so, where no event tells of it.
    pub said: Option<&'a str>,
    pub events: &'a [Event],
}

/// The stored form of a fight that people have played: the events of all its parts, one after the other.
pub(crate) fn played_text(rules: &Ruleset, about: BTreeMap<String, String>, parts: &[RecordedPart<'_>]) -> String {
    let mut text = Log::headed(about).to_named_lines(&mut |_| {});
    let mut before = 0;
    for part in parts {
        if let Some(said) = part.said {
            text += &format!("{}\n", json!({ "said": said, "before": before }));
        }
        let mut log = Log::default();
        let held = part.events.iter().take_while(|event| log.push((*event).clone()).is_ok()).count();
        let mut names = LogNames::new(rules, part.begin, LogDirection::ToNames);
        let lines = log.to_named_lines(&mut |event| {
            let _ = names.event(event);
            event["seq"] = json!(event["seq"].as_u64().unwrap_or(0) + before);
        });
        text += lines.split_once('\n').map_or("", |(_, events)| events);
        before += held as u64;
    }
    visible_json(&text).into_owned()
}

/// Reads the stored form of a log of a fight that began so; `name` is the path as the reader knows it.
///
/// # Errors
/// When it is no log, or names what these rules or this fight do not have.
pub fn read_log(name: &str, text: &str, rules: &Ruleset, begin: &State) -> Result<Log, EventError> {
    let mut names = LogNames::new(rules, begin, LogDirection::ToNumbers);
    Log::from_named_lines(name, text, &mut |event| names.event(event))
}

/// Which way names and numbers are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LogDirection {
    ToNames,
    ToNumbers,
}

/// What has a name in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LoggedName {
    Action,
    Attribute,
    Card,
    Check,
    Condition,
    Fact,
    Figure,
    Item,
    Phase,
    Relation,
    Side,
    Slot,
    State,
    Track,
}

impl LoggedName {
    fn words(self) -> &'static str {
        match self {
            LoggedName::Action => "action",
            LoggedName::Attribute => "attribute or note",
            LoggedName::Card => "card",
            LoggedName::Check => "check",
            LoggedName::Condition => "condition",
            LoggedName::Fact => "fact",
            LoggedName::Figure => "figure",
            LoggedName::Item => "thing of the rules",
            LoggedName::Phase => "phase",
            LoggedName::Relation => "relation",
            LoggedName::Side => "side",
            LoggedName::Slot => "slot",
            LoggedName::State => "state",
            LoggedName::Track => "track",
        }
    }
}

/// Names of one sort, by number, and back.
#[derive(Default)]
struct NameList {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl NameList {
    /// Of several that have one name the second is `NAME~2`.
    fn of(all: impl Iterator<Item = String>) -> NameList {
        let mut list = NameList::default();
        let mut met: BTreeMap<String, usize> = BTreeMap::new();
        for name in all {
            let times = met.entry(name.clone()).or_insert(0);
            *times += 1;
            let name = if *times > 1 { format!("{name}~{times}") } else { name };
            list.numbers.insert(name.clone(), list.names.len());
            list.names.push(name);
        }
        list
    }
}

/// The names of a rulebook and of a fight, and which thing is a piece of what.
struct LogNames {
    direction: LogDirection,
    lists: BTreeMap<LoggedName, NameList>,
    /// Words, `SET.WORD`.
    words: BTreeMap<String, Symbol>,
    sets: NameList,
    spelled: Vec<Vec<String>>,
    /// Of each thing in play the number of its row.
    things: Vec<usize>,
    /// Of each row the names of its fields.
    fields: Vec<Vec<String>>,
}

type Swapped = Result<(), String>;

impl LogNames {
    fn new(rules: &Ruleset, begin: &State, direction: LogDirection) -> LogNames {
        let book = &rules.book;
        fn heads<'a>(all: impl Iterator<Item = &'a Head>) -> NameList {
            NameList::of(all.map(|head| head.name.to_string()))
        }
        let item =
            |item: &crate::rulebook::Item| format!("{}.{}", book.kinds[item.kind.index()].head.name, item.head.name);
        let lists = BTreeMap::from([
            (LoggedName::Action, heads(book.actions.iter().map(|one| &one.head))),
            (LoggedName::Attribute, heads(book.attributes.iter().map(|one| &one.head))),
            (LoggedName::Card, heads(book.cards.iter().map(|one| &one.head))),
            (LoggedName::Check, heads(book.checks.iter().map(|one| &one.head))),
            (LoggedName::Condition, heads(book.conditions.iter().map(|one| &one.head))),
            (LoggedName::Fact, heads(book.facts.iter().map(|one| &one.head))),
            (LoggedName::Figure, NameList::of(begin.figures.iter().map(|one| one.name.to_string()))),
            (LoggedName::Item, NameList::of(book.items.iter().map(item))),
            (LoggedName::Phase, heads(book.turn.phases.iter().map(|one| &one.head))),
            (LoggedName::Relation, heads(book.relations.iter().map(|one| &one.head))),
            (LoggedName::Side, NameList::of(begin.sides.iter().map(|one| one.name.to_string()))),
            (LoggedName::Slot, heads(book.slots.iter().map(|one| &one.head))),
            (LoggedName::State, heads(book.states.iter().map(|one| &one.head))),
            (LoggedName::Track, heads(book.tracks.iter().map(|one| &one.head))),
        ]);
        let sets = heads(book.sets.iter().map(|set| &set.head));
        let spelled: Vec<Vec<String>> =
            book.sets.iter().map(|set| set.words.iter().map(|word| word.name.to_string()).collect()).collect();
        let mut words = BTreeMap::new();
        for (set, (name, spelled)) in sets.names.iter().zip(&spelled).enumerate() {
            for (at, word) in spelled.iter().enumerate() {
                let symbol = Symbol { set: crate::value::SetId(set as u16), at: at as u16 };
                words.insert(format!("{name}.{word}"), symbol);
            }
        }
        let field = |field: &crate::rulebook::Field| field.head.name.to_string();
        let of_item = |item: &crate::rulebook::Item| book.kinds[item.kind.index()].fields.iter().map(field).collect();
        LogNames {
            direction,
            lists,
            words,
            sets,
            spelled,
            things: begin.things.iter().map(|thing| thing.item.index()).collect(),
            fields: book.items.iter().map(of_item).collect(),
        }
    }

    /// Exchanges the names or numbers of an event.
    fn event(&mut self, event: &mut Json) -> Swapped {
        if let Some(phase) = event.get_mut("phase") {
            self.swap(LoggedName::Phase, phase)?;
        }
        let Some(change) = event.get_mut("change").and_then(Json::as_object_mut) else { return Ok(()) };
        let kind = change.get("type").and_then(Json::as_str).unwrap_or_default().to_string();
        self.note_thing(change)?;
        if let (Some(thing), Some(field)) = (change.get("thing").cloned(), change.get_mut("field")) {
            self.field(&thing, field)?;
        }
        for (key, value) in change.iter_mut() {
            self.member(&kind, key, value)?;
        }
        Ok(())
    }

    fn member(&self, kind: &str, key: &str, value: &mut Json) -> Swapped {
        match key {
            "phase" => self.swap(LoggedName::Phase, value),
            "side" => self.swap(LoggedName::Side, value),
            "sides" => each(value, |one| self.swap(LoggedName::Side, one)),
            "figure" | "actor" => self.swap(LoggedName::Figure, value),
            "action" => self.swap(LoggedName::Action, value),
            "check" => self.swap(LoggedName::Check, value),
            "track" => self.swap(LoggedName::Track, value),
            "note" => self.swap(LoggedName::Attribute, value),
            "state" => self.swap(LoggedName::State, value),
            "condition" => self.swap(LoggedName::Condition, value),
            "relation" => self.swap(LoggedName::Relation, value),
            "item" => self.swap(LoggedName::Item, value),
            "thing" => self.thing(value),
            "symbol" => self.word(value),
            "owner" | "choice" => self.value(value),
            "facts" | "assumed" => each(value, |pair| {
                at(pair, 0, |fact| self.swap(LoggedName::Fact, fact))?;
                at(pair, 1, |value| self.value(value))
            }),
            "fields" => each(value, |pair| at(pair, 1, |value| self.value(value))),
            "base" => self.modifier(value),
            "modifiers" => each(value, |one| self.modifier(one)),
            "from" | "to" => self.end(kind, value),
            _ => Ok(()),
        }
    }

    /// What something was, or is now.
    fn end(&self, kind: &str, value: &mut Json) -> Swapped {
        match kind {
            "note_changed" | "thing_changed" | "related" | "relation_aged" | "released" => self.value(value),
            "state_changed" => self.word(value),
            "cell_changed" => self.swap(LoggedName::Item, value),
            "slot_changed" => match value.get_mut("slot") {
                Some(slot) => {
                    at(slot, 0, |figure| self.swap(LoggedName::Figure, figure))?;
                    at(slot, 1, |slot| self.swap(LoggedName::Slot, slot))
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn value(&self, value: &mut Json) -> Swapped {
        let Some((sort, held)) = value.as_object_mut().and_then(|one| one.iter_mut().next()) else { return Ok(()) };
        match sort.as_str() {
            "figure" => self.swap(LoggedName::Figure, held),
            "side" => self.swap(LoggedName::Side, held),
            "item" => self.swap(LoggedName::Item, held),
            "thing" => self.thing(held),
            "symbol" => self.word(held),
            "list" => each(held, |one| self.value(one)),
            _ => Ok(()),
        }
    }

    fn modifier(&self, modifier: &mut Json) -> Swapped {
        let Some((sort, place)) =
            modifier.get_mut("id").and_then(Json::as_object_mut).and_then(|id| id.iter_mut().next())
        else {
            return Ok(());
        };
        let named = if sort == "card" { LoggedName::Card } else { LoggedName::Check };
        at(place, 0, |one| self.swap(named, one))
    }

    fn swap(&self, named: LoggedName, value: &mut Json) -> Swapped {
        let list = &self.lists[&named];
        let found = match (self.direction, &*value) {
            (_, Json::Null) => return Ok(()),
            (LogDirection::ToNames, number) => {
                number_in(number).and_then(|at| list.names.get(at)).map(|name| json!(name))
            }
            (LogDirection::ToNumbers, name) => {
                name.as_str().and_then(|name| list.numbers.get(name)).map(|at| json!(at))
            }
        };
        *value = found.ok_or_else(|| format!("no {} of this fight is {value}", named.words()))?;
        Ok(())
    }

    fn word(&self, value: &mut Json) -> Swapped {
        let found = match (self.direction, &*value) {
            (_, Json::Null) => return Ok(()),
            (LogDirection::ToNames, word) => self.spelling(word).map(Json::String),
            (LogDirection::ToNumbers, name) => name
                .as_str()
                .and_then(|name| self.words.get(name))
                .map(|symbol| json!({ "set": symbol.set, "at": symbol.at })),
        };
        *value = found.ok_or_else(|| format!("no word of these rules is {value}"))?;
        Ok(())
    }

    fn spelling(&self, word: &Json) -> Option<String> {
        let (set, at) = (number_in(word.get("set")?)?, number_in(word.get("at")?)?);
        Some(format!("{}.{}", self.sets.names.get(set)?, self.spelled.get(set)?.get(at)?))
    }

    /// A thing in play is what it is a piece of, with its number: `weapon.Club#3`.
    fn thing(&self, value: &mut Json) -> Swapped {
        let number = self.thing_number(value).ok_or_else(|| format!("this is no thing in play: {value}"))?;
        *value = match self.direction {
            LogDirection::ToNumbers => json!(number),
            LogDirection::ToNames => {
                let item = self.things.get(number).and_then(|item| self.lists[&LoggedName::Item].names.get(*item));
                json!(format!("{}#{number}", item.map_or("", String::as_str)))
            }
        };
        Ok(())
    }

    fn thing_number(&self, value: &Json) -> Option<usize> {
        match self.direction {
            LogDirection::ToNames => number_in(value),
            LogDirection::ToNumbers => value.as_str()?.rsplit_once('#')?.1.parse().ok(),
        }
    }

    /// Remembers what a thing is a piece of that has just come into being.
    fn note_thing(&mut self, change: &serde_json::Map<String, Json>) -> Swapped {
        let (Some(thing), Some(item)) = (change.get("thing"), change.get("item")) else { return Ok(()) };
        let mut item = item.clone();
        if self.direction == LogDirection::ToNumbers {
            self.swap(LoggedName::Item, &mut item)?;
        }
        let (Some(thing), Some(item)) = (self.thing_number(thing), number_in(&item)) else { return Ok(()) };
        if thing > super::MOST_THINGS {
            return Err(format!("there are not so many things: {thing}"));
        }
        if self.things.len() <= thing {
            self.things.resize(thing + 1, item);
        }
        self.things[thing] = item;
        Ok(())
    }

    /// A field, by its place among those of its kind.
    fn field(&self, thing: &Json, field: &mut Json) -> Swapped {
        let item = self.thing_number(thing).and_then(|thing| self.things.get(thing));
        let fields = item.and_then(|item| self.fields.get(*item)).map_or(&[][..], Vec::as_slice);
        let found = match self.direction {
            LogDirection::ToNames => number_in(field).and_then(|at| fields.get(at)).map(|name| json!(name)),
            LogDirection::ToNumbers => {
                fields.iter().position(|name| Some(&**name) == field.as_str()).map(|at| json!(at))
            }
        };
        *field = found.ok_or_else(|| format!("{thing} has no field {field}"))?;
        Ok(())
    }
}

fn number_in(value: &Json) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

fn each(list: &mut Json, mut swap: impl FnMut(&mut Json) -> Swapped) -> Swapped {
    list.as_array_mut().map_or(Ok(()), |list| list.iter_mut().try_for_each(&mut swap))
}

fn at(pair: &mut Json, place: usize, swap: impl FnOnce(&mut Json) -> Swapped) -> Swapped {
    pair.get_mut(place).map_or(Ok(()), swap)
}
