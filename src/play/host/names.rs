//! Every name of the rules with all it may mean, so that a script's word becomes an index once and for all.

use crate::rulebook::{Head, NameHashing, Rulebook};
use crate::script::NameId;
use crate::value::{
    ActionId, AttributeId, CheckId, ConditionId, DeedId, FactId, ItemId, KindId, OptionId, QuestionId, RelationId,
    SettingId, SlotId, StateId, Symbol, TableId, TrackId, ValueId,
};
use std::collections::HashMap;
use std::sync::Arc;

/// What a name may mean.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    /// An attribute.
    pub attribute: Option<AttributeId>,
    /// A derived value.
    pub value: Option<ValueId>,
    /// A track.
    pub track: Option<TrackId>,
    /// A state.
    pub state: Option<StateId>,
    /// A slot.
    pub slot: Option<SlotId>,
    /// A condition.
    pub condition: Option<ConditionId>,
    /// A relation.
    pub relation: Option<RelationId>,
    /// A fact.
    pub fact: Option<FactId>,
    /// A check.
    pub check: Option<CheckId>,
    /// An action.
    pub action: Option<ActionId>,
    /// A deed.
    pub deed: Option<DeedId>,
    /// A table.
    pub table: Option<TableId>,
    /// A setting.
    pub setting: Option<SettingId>,
    /// A question.
    pub question: Option<QuestionId>,
    /// An option.
    pub option: Option<OptionId>,
    /// Items, of one kind each.
    pub items: Vec<ItemId>,
    /// Fields of kinds, with their positions.
    pub fields: Vec<(KindId, u16)>,
    /// Words of sets.
    pub symbols: Vec<Symbol>,
}

/// Room for so many names is made at once.
const ROOM: usize = 1 << 11;

/// The names of a rulebook.
#[derive(Clone, Debug, Default)]
pub struct ScriptNames {
    texts: Vec<Arc<str>>,
    meanings: Vec<Meaning>,
    index: HashMap<Arc<str>, usize, NameHashing>,
    words: Vec<Vec<NameId>>,
    actions: Vec<NameId>,
    items: Vec<NameId>,
}

impl ScriptNames {
    /// All names of a rulebook.
    pub fn new(book: &Rulebook) -> ScriptNames {
        let mut names = ScriptNames {
            texts: Vec::with_capacity(ROOM),
            meanings: Vec::with_capacity(ROOM),
            index: HashMap::with_capacity_and_hasher(ROOM, NameHashing::default()),
            ..ScriptNames::default()
        };
        names.figures(book);
        names.rules(book);
        names.things(book);
        names.reverse(book);
        names
    }

    /// For each word, action and item the index of its name, for the way out to scripts.
    fn reverse(&mut self, book: &Rulebook) {
        let id = |name: &Arc<str>| NameId(self.index.get(name).map_or(0, |index| *index as u32));
        self.words = book.sets.iter().map(|set| set.words.iter().map(|word| id(&word.name)).collect()).collect();
        self.actions = book.actions.iter().map(|action| id(&action.head.name)).collect();
        self.items = book.items.iter().map(|item| id(&item.head.name)).collect();
    }

    /// The name of a word.
    pub fn word(&self, symbol: Symbol) -> NameId {
        self.words[symbol.set.index()][usize::from(symbol.at)]
    }

    /// The name of an action.
    pub fn action(&self, id: ActionId) -> NameId {
        self.actions[id.index()]
    }

    /// The name of an item.
    pub fn item(&self, id: ItemId) -> NameId {
        self.items[id.index()]
    }

    /// The index of a name.
    pub fn id(&self, text: &str) -> Option<NameId> {
        self.index.get(text).map(|index| NameId(*index as u32))
    }

    /// The texts, in the order of their indices.
    pub fn texts(&self) -> &[Arc<str>] {
        &self.texts
    }

    /// What the name of that index means.
    pub fn meaning(&self, index: usize) -> Option<&Meaning> {
        self.meanings.get(index)
    }

    /// What a text means.
    pub fn find(&self, text: &str) -> Option<&Meaning> {
        self.index.get(text).and_then(|index| self.meanings.get(*index))
    }

    fn of(&mut self, name: &Arc<str>) -> &mut Meaning {
        let next = self.texts.len();
        let index = *self.index.entry(name.clone()).or_insert(next);
        if index == next {
            self.texts.push(name.clone());
            self.meanings.push(Meaning::default());
        }
        &mut self.meanings[index]
    }

    fn each<'a, T: 'a>(&mut self, list: &'a [T], head: impl Fn(&'a T) -> &'a Head, set: impl Fn(&mut Meaning, u16)) {
        for (index, one) in list.iter().enumerate() {
            set(self.of(&head(one).name), index as u16);
        }
    }

    fn figures(&mut self, book: &Rulebook) {
        self.each(&book.attributes, |one| &one.head, |meaning, at| meaning.attribute = Some(AttributeId(at)));
        self.each(&book.values, |one| &one.head, |meaning, at| meaning.value = Some(ValueId(at)));
        self.each(&book.tracks, |one| &one.head, |meaning, at| meaning.track = Some(TrackId(at)));
        self.each(&book.states, |one| &one.head, |meaning, at| meaning.state = Some(StateId(at)));
        self.each(&book.slots, |one| &one.head, |meaning, at| meaning.slot = Some(SlotId(at)));
        self.each(&book.conditions, |one| &one.head, |meaning, at| meaning.condition = Some(ConditionId(at)));
        self.each(&book.relations, |one| &one.head, |meaning, at| meaning.relation = Some(RelationId(at)));
    }

    fn rules(&mut self, book: &Rulebook) {
        self.each(&book.facts, |one| &one.head, |meaning, at| meaning.fact = Some(FactId(at)));
        self.each(&book.checks, |one| &one.head, |meaning, at| meaning.check = Some(CheckId(at)));
        self.each(&book.actions, |one| &one.head, |meaning, at| meaning.action = Some(ActionId(at)));
        self.each(&book.deeds, |one| &one.head, |meaning, at| meaning.deed = Some(DeedId(at)));
        self.each(&book.tables, |one| &one.head, |meaning, at| meaning.table = Some(TableId(at)));
        self.each(&book.settings, |one| &one.head, |meaning, at| meaning.setting = Some(SettingId(at)));
        self.each(&book.options, |one| &one.head, |meaning, at| meaning.option = Some(OptionId(at)));
        self.each(&book.turn.phases, |one| &one.head, |_, _| {});
        self.each(&book.questions, |one| &one.head, |meaning, at| meaning.question = Some(QuestionId(at)));
        for word in book.questions.iter().flat_map(|question| question.words()) {
            self.of(&word.name);
        }
        for gift in book.questions.iter().flat_map(|question| &question.gives) {
            self.of(&gift.head.name);
        }
        for field in book.checks.iter().flat_map(|check| &check.fields) {
            self.of(&field.name);
        }
    }

    fn things(&mut self, book: &Rulebook) {
        self.each(&book.items, |one| &one.head, |meaning, at| meaning.items.push(ItemId(at)));
        for (kind, rule) in book.kinds.iter().enumerate() {
            self.of(&rule.head.name);
            let kind = KindId(kind as u16);
            self.each(&rule.fields, |one| &one.head, |meaning, at| meaning.fields.push((kind, at)));
        }
        for (set, rule) in book.sets.iter().enumerate() {
            let set = crate::value::SetId(set as u16);
            self.each(&rule.words, |one| one, |meaning, at| meaning.symbols.push(Symbol { set, at }));
        }
        for side in book.scenarios.iter().flat_map(|scenario| &scenario.sides) {
            self.of(&side.head.name);
        }
    }
}
