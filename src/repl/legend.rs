//! What the numbers of a stored fight mean: the names of all that they stand for, so that the fight is understood by rules
//! in which the same things have other numbers.

use crate::play::Rules;
use crate::rulebook::Head;
use crate::state::State;
use crate::value::{ItemId, PhaseId, Symbol, TrackId};
use serde::{Deserialize, Serialize};

/// Names by number, of every sort that a fight refers to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Legend {
    /// Kinds of things, each with its fields.
    pub kinds: Vec<(String, Vec<String>)>,
    /// Rows of things: the number of their kind, and their name.
    pub items: Vec<(u16, String)>,
    /// Words, set by set.
    pub sets: Vec<Vec<String>>,
    /// Attributes and notes: which of the two, and their name.
    pub attributes: Vec<(String, String)>,
    /// Tracks, and the set for each word of which they have a number.
    pub tracks: Vec<(String, Option<u16>)>,
    pub states: Vec<String>,
    pub slots: Vec<String>,
    pub conditions: Vec<String>,
    pub relations: Vec<String>,
    pub phases: Vec<String>,
    pub sheets: Vec<String>,
    pub scripts: Vec<String>,
    /// The stretches of a turn: their phases, and whether these come once for each side.
    pub plan: Vec<(Vec<u16>, bool)>,
    /// Of each thing the fields that are not as in its row: play has changed them.
    pub played: Vec<Vec<u16>>,
}

impl Legend {
    /// The names of the rules that a fight is fought by.
    pub(super) fn of(rules: &Rules, state: &State) -> Legend {
        let book = &rules.book;
        let played = state.things.iter().map(|thing| {
            let row = &book.items[thing.item.index()].fields;
            let differs = |(at, (value, row))| (value != row).then_some(at as u16);
            thing.fields.iter().zip(row).enumerate().filter_map(differs).collect()
        });
        let field = |field: &crate::rulebook::Field| field.head.name.to_string();
        let kind = |kind: &crate::rulebook::Kind| (kind.head.name.to_string(), kind.fields.iter().map(field).collect());
        let stretch = |part: &crate::turn::TurnSegment| (part.phases.iter().map(|id| id.0).collect(), part.each_side);
        Legend {
            kinds: book.kinds.iter().map(kind).collect(),
            items: book.items.iter().map(|item| (item.kind.0, item.head.name.to_string())).collect(),
            sets: book.sets.iter().map(|set| names(set.words.iter())).collect(),
            attributes: (book.attributes.iter())
                .map(|rule| (rule.sort().words().to_string(), rule.head.name.to_string()))
                .collect(),
            tracks: (book.tracks.iter())
                .map(|track| (track.head.name.to_string(), track.by.map(|set| set.0)))
                .collect(),
            states: names(book.states.iter().map(|rule| &rule.head)),
            slots: names(book.slots.iter().map(|rule| &rule.head)),
            conditions: names(book.conditions.iter().map(|rule| &rule.head)),
            relations: names(book.relations.iter().map(|rule| &rule.head)),
            phases: names(book.turn.phases.iter().map(|rule| &rule.head)),
            sheets: names(book.sheets.iter().map(|rule| &rule.head)),
            scripts: book.scripts.iter().map(|script| script.name.to_string()).collect(),
            plan: rules.plan.iter().map(stretch).collect(),
            played: played.collect(),
        }
    }

    /// The name of a row, and of its kind.
    pub(super) fn item(&self, id: ItemId) -> Option<(&str, &str)> {
        let (kind, name) = self.items.get(id.index())?;
        Some((&self.kinds.get(usize::from(*kind))?.0, name))
    }

    /// The fields of a row.
    pub(super) fn fields(&self, id: ItemId) -> &[String] {
        let kind = self.items.get(id.index()).and_then(|(kind, _)| self.kinds.get(usize::from(*kind)));
        kind.map_or(&[], |(_, fields)| fields)
    }

    /// A word.
    pub(super) fn word(&self, symbol: Symbol) -> Option<&str> {
        Some(self.sets.get(symbol.set.index())?.get(usize::from(symbol.at))?)
    }

    /// The name of a phase.
    pub(super) fn phase(&self, id: PhaseId) -> Option<&str> {
        self.phases.get(id.index()).map(String::as_str)
    }

    /// Where each number of a track lies in the flat list of a figure, with the word that it is for.
    pub(super) fn places(&self, track: TrackId) -> Vec<(Option<&str>, usize)> {
        let words = |set: Option<u16>| set.map(|set| self.sets.get(usize::from(set)).map_or(&[][..], Vec::as_slice));
        let size = |(_, set): &(String, Option<u16>)| words(*set).map_or(1, <[String]>::len);
        let first: usize = self.tracks.iter().take(track.index()).map(size).sum();
        match self.tracks.get(track.index()).map(|(_, set)| words(*set)) {
            Some(Some(words)) => words.iter().enumerate().map(|(at, word)| (Some(&**word), first + at)).collect(),
            Some(None) => vec![(None, first)],
            None => Vec::new(),
        }
    }

    /// Whether turns have the same phases in the same order.
    pub(super) fn is_same_turn(&self, other: &Legend) -> bool {
        self.spoken_plan() == other.spoken_plan()
    }

    fn spoken_plan(&self) -> Vec<(Vec<Option<&str>>, bool)> {
        let part =
            |(phases, each): &(Vec<u16>, bool)| (phases.iter().map(|id| self.phase(PhaseId(*id))).collect(), *each);
        self.plan.iter().map(part).collect()
    }
}

fn names<'a>(heads: impl Iterator<Item = &'a Head>) -> Vec<String> {
    heads.map(|head| head.name.to_string()).collect()
}
