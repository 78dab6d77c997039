//! Every declared name, by sort: the one index that scripts, the prompt and tests look into.

use super::hashing::NameHashing;
use crate::value::ItemId;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the declaration of its name")]
pub enum Sort {
    Unit,
    Symbols,
    Kind,
    Item,
    Table,
    Setting,
    Attribute,
    Note,
    Track,
    Value,
    Function,
    State,
    Slot,
    Condition,
    Relation,
    Fact,
    Card,
    Check,
    Question,
    Option,
    Action,
    Every,
    Deed,
    Reaction,
    Phase,
    Sheet,
    Map,
    Scenario,
    Test,
    Tag,
    Script,
    Turn,
    Words,
}

impl Sort {
    /// Every sort, in the order of the reference.
    pub const ALL: [Sort; 33] = [
        Sort::Unit,
        Sort::Symbols,
        Sort::Kind,
        Sort::Item,
        Sort::Table,
        Sort::Setting,
        Sort::Attribute,
        Sort::Note,
        Sort::Track,
        Sort::Value,
        Sort::Function,
        Sort::State,
        Sort::Slot,
        Sort::Condition,
        Sort::Relation,
        Sort::Fact,
        Sort::Card,
        Sort::Check,
        Sort::Question,
        Sort::Option,
        Sort::Action,
        Sort::Every,
        Sort::Deed,
        Sort::Reaction,
        Sort::Phase,
        Sort::Sheet,
        Sort::Map,
        Sort::Scenario,
        Sort::Test,
        Sort::Tag,
        Sort::Script,
        Sort::Turn,
        Sort::Words,
    ];

    /// The sort in the author's words, which is also its keyword (but for things, phases, tags and scripts).
    pub fn words(self) -> &'static str {
        match self {
            Sort::Unit => "unit",
            Sort::Symbols => "symbols",
            Sort::Kind => "kind",
            Sort::Item => "thing",
            Sort::Table => "table",
            Sort::Setting => "setting",
            Sort::Attribute => "attribute",
            Sort::Note => "note",
            Sort::Track => "track",
            Sort::Value => "value",
            Sort::Function => "function",
            Sort::State => "state",
            Sort::Slot => "slot",
            Sort::Condition => "condition",
            Sort::Relation => "relation",
            Sort::Fact => "fact",
            Sort::Card => "card",
            Sort::Check => "check",
            Sort::Question => "question",
            Sort::Option => "option",
            Sort::Action => "action",
            Sort::Every => "every",
            Sort::Deed => "deed",
            Sort::Reaction => "reaction",
            Sort::Phase => "phase",
            Sort::Sheet => "figure",
            Sort::Map => "map",
            Sort::Scenario => "scenario",
            Sort::Test => "test",
            Sort::Tag => "tag",
            Sort::Script => "script",
            Sort::Turn => "turn",
            Sort::Words => "words",
        }
    }

    /// The sort that a keyword declares; none for `pack`, `when` and the keywords of kinds.
    pub fn of_keyword(keyword: &str) -> Option<Sort> {
        // An outcome is a value that odds tell of.
        let keyword = if keyword == "outcome" { Sort::Value.words() } else { keyword };
        let declared = |sort: &Sort| !matches!(sort, Sort::Item | Sort::Phase | Sort::Tag | Sort::Script);
        Sort::ALL.into_iter().filter(declared).find(|sort| sort.words() == keyword)
    }
}

/// Names to positions in the lists of a rulebook.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    by_sort: BTreeMap<Sort, BTreeMap<Arc<str>, u16>>,
    /// The same the other way round, for look-ups, of which there are many.
    by_name: HashMap<Arc<str>, Vec<(Sort, u16)>, NameHashing>,
    items: BTreeMap<Arc<str>, Vec<ItemId>>,
}

impl NameIndex {
    /// The position of a declaration of that sort and name (an item: the first of that name).
    pub fn find(&self, sort: Sort, name: &str) -> Option<u16> {
        match sort {
            Sort::Item => Some(self.items.get(name)?.first()?.0),
            _ => self.by_name.get(name)?.iter().find(|(other, _)| *other == sort).map(|(_, at)| *at),
        }
    }

    /// Every name of that sort, sorted.
    pub fn visible(&self, sort: Sort) -> impl Iterator<Item = &str> {
        let items = (sort == Sort::Item).then(|| self.items.keys());
        let others = self.by_sort.get(&sort).map(|names| names.keys());
        items.into_iter().flatten().chain(others.into_iter().flatten()).map(|name| &**name)
    }

    /// The items of that name, of whatever kind.
    pub fn items(&self, name: &str) -> &[ItemId] {
        self.items.get(name).map_or(&[], |ids| ids)
    }

    pub(super) fn add(&mut self, sort: Sort, name: &Arc<str>, at: u16) {
        if self.find(sort, name).is_none() {
            self.by_sort.entry(sort).or_default().insert(name.clone(), at);
            self.by_name.entry(name.clone()).or_default().push((sort, at));
        }
    }

    pub(super) fn add_item(&mut self, name: &Arc<str>, id: ItemId) {
        self.items.entry(name.clone()).or_default().push(id);
    }
}
