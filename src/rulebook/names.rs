//! Every declared name, by sort: the one index that scripts, the prompt and tests look into.

use super::hashing::NameHashing;
use crate::value::ItemId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

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
        // Most words are told apart by how they begin and how long they are.
        let may_be = |sort: &Sort| {
            let words = sort.words();
            words.len() == keyword.len() && words.as_bytes().first() == keyword.as_bytes().first()
        };
        Sort::ALL.into_iter().filter(may_be).filter(declared).find(|sort| sort.words() == keyword)
    }
}

/// Names to positions in the lists of a rulebook.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    by_name: HashMap<Arc<str>, Vec<(Sort, u16)>, NameHashing>,
    items: HashMap<Arc<str>, Vec<ItemId>, NameHashing>,
    /// Every name once for each sort, as they came.
    all: Vec<(Sort, Arc<str>)>,
    /// Names of what packs above took away.
    removed: BTreeSet<String>,
    /// The names of each sort in order: made when somebody wants to see them.
    sorted: OnceLock<BTreeMap<Sort, Vec<Arc<str>>>>,
}

impl NameIndex {
    /// The position of a declaration of that sort and name (an item: the first of that name).
    pub fn find(&self, sort: Sort, name: &str) -> Option<u16> {
        match sort {
            Sort::Item => Some(self.items.get(name)?.first()?.0),
            _ => self.named(name).iter().find(|(other, _)| *other == sort).map(|(_, at)| *at),
        }
    }

    /// Everything of that name but items: of which sort, and its position there.
    pub(super) fn named(&self, name: &str) -> &[(Sort, u16)] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether one name stands for several of these sorts.
    pub(super) fn has_namesakes(&self, sorts: &[Sort]) -> bool {
        let is_meant = |sort: &Sort| sorts.contains(sort);
        let meant = self.all.iter().filter(|(sort, _)| is_meant(sort));
        meant.map(|(_, name)| self.named(name)).any(|named| named.iter().filter(|(sort, _)| is_meant(sort)).count() > 1)
    }

    /// Every name of that sort, sorted.
    pub fn visible(&self, sort: Sort) -> impl Iterator<Item = &str> {
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: BTreeMap<Sort, Vec<Arc<str>>> = BTreeMap::new();
            self.all.iter().for_each(|(sort, name)| sorted.entry(*sort).or_default().push(name.clone()));
            sorted.values_mut().for_each(|names| names.sort_unstable());
            sorted
        });
        sorted.get(&sort).into_iter().flatten().map(|name| &**name)
    }

    /// The items of that name, of whatever kind.
    pub fn items(&self, name: &str) -> &[ItemId] {
        self.items.get(name).map_or(&[], |ids| ids)
    }

    /// Whether a pack above took away what was called so.
    pub(super) fn is_removed(&self, name: &str) -> bool {
        self.removed.contains(name)
    }

    /// Notes what packs above took away.
    pub(super) fn note_removed(&mut self, names: &BTreeSet<String>) {
        self.removed.clone_from(names);
    }

    pub(super) fn add(&mut self, sort: Sort, name: &Arc<str>, at: u16) {
        let named = self.by_name.entry(name.clone()).or_default();
        if named.iter().all(|(other, _)| *other != sort) {
            named.push((sort, at));
            self.note(sort, name);
        }
    }

    pub(super) fn add_item(&mut self, name: &Arc<str>, id: ItemId) {
        let items = self.items.entry(name.clone()).or_default();
        items.push(id);
        if items.len() == 1 {
            self.note(Sort::Item, name);
        }
    }

    fn note(&mut self, sort: Sort, name: &Arc<str>) {
        self.all.push((sort, name.clone()));
        self.sorted = OnceLock::new();
    }
}
