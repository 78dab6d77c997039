//! Look-ups by name, and values in words.

use super::expr::constant;
use super::{Action, Dimension, Expr, Head, Item, Modifier, OptionChoice, Rulebook, Sort, Type};
use crate::syntax::ast::OwnerDecl;
use crate::text::{Sources, Span, is_wordly};
use crate::value::{CheckId, FactId, ItemId, KindId, ModifierId, Number, ScenarioId, SetId, StateId, Symbol, Value};

/// So many numbers of somebody are told to whoever looks for one.
const MOST_NUMBERS: usize = 12;

impl Rulebook {
    /// A modifier by its id, which must be of this rulebook.
    pub fn modifier(&self, id: ModifierId) -> &Modifier {
        match id {
            ModifierId::Card(card, at) => &self.cards[card.index()].modifiers[usize::from(at)],
            ModifierId::Check(check, at) => &self.checks[check.index()].parts[usize::from(at)],
        }
    }

    /// The head of a declaration by sort and position. Tags and scripts have none.
    pub fn head_of(&self, sort: Sort, at: u16) -> &Head {
        let at = usize::from(at);
        match sort {
            Sort::Unit => &self.units[at].head,
            Sort::Symbols => &self.sets[at].head,
            Sort::Kind => &self.kinds[at].head,
            Sort::Item => &self.items[at].head,
            Sort::Table => &self.tables[at].head,
            Sort::Setting => &self.settings[at].head,
            Sort::Attribute | Sort::Note => &self.attributes[at].head,
            Sort::Track => &self.tracks[at].head,
            Sort::Value => &self.values[at].head,
            Sort::Function => &self.functions[at].head,
            Sort::State => &self.states[at].head,
            Sort::Slot => &self.slots[at].head,
            Sort::Condition => &self.conditions[at].head,
            Sort::Relation => &self.relations[at].head,
            Sort::Fact => &self.facts[at].head,
            Sort::Card => &self.cards[at].head,
            Sort::Check => &self.checks[at].head,
            Sort::Question => &self.questions[at].head,
            Sort::Option => &self.options[at].head,
            Sort::Action => &self.actions[at].head,
            Sort::Every => &self.always[at].head,
            Sort::Deed => &self.deeds[at].head,
            Sort::Reaction => &self.reactions[at].head,
            Sort::Phase => &self.turn.phases[at].head,
            Sort::Sheet => &self.sheets[at].head,
            Sort::Map => &self.maps[at].head,
            Sort::Scenario => &self.scenarios[at].head,
            Sort::Test => &self.tests[at].head,
            Sort::Words => &self.words[at].head,
            Sort::Tag | Sort::Script | Sort::Turn => self.turn.head.as_ref().unwrap_or(&self.pack.head),
        }
    }

    /// The first item of that name, of whatever kind.
    pub fn item(&self, name: &str) -> Option<(ItemId, &Item)> {
        let id = *self.names.items(name).first()?;
        Some((id, &self.items[id.index()]))
    }

    /// The item of that kind and name.
    pub fn item_of_kind(&self, kind: KindId, name: &str) -> Option<ItemId> {
        self.names.items(name).iter().copied().find(|id| self.items[id.index()].kind == kind)
    }

    /// The fact of that name.
    pub fn fact(&self, name: &str) -> Option<FactId> {
        self.names.find(Sort::Fact, name).map(FactId)
    }

    /// Whether nobody says what a fact is while an action is done: neither an order nor the rules.
    pub(crate) fn is_never_said(&self, action: &Action, fact: FactId) -> bool {
        let known = &self.facts[fact.index()];
        let is_stated = action.with.iter().any(|(stated, _)| *stated == fact);
        known.default.is_none() && known.from.is_none() && !action.gives(fact) && !is_stated
    }

    /// The fact that names who rolls a check: the first figure it reads.
    pub fn roller(&self, check: CheckId) -> Option<FactId> {
        let reads = &self.checks[check.index()].reads;
        reads.iter().copied().find(|fact| self.facts[fact.index()].r#type == Type::Figure)
    }

    /// The number that an expression is whatever happens: settings count as they are set.
    pub fn number_of(&self, expr: &Expr) -> Option<Number> {
        match constant(expr, self)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The word of that name in a set.
    pub fn symbol_in(&self, set: SetId, name: &str) -> Option<Symbol> {
        let at = self.sets[set.index()].words.iter().position(|word| &*word.name == name)?;
        Some(Symbol { set, at: at as u16 })
    }

    /// The words of that name in any set, in the order of the sets.
    pub fn symbols_named(&self, name: &str) -> Vec<Symbol> {
        let sets = (0..self.sets.len()).map(|set| SetId(set as u16));
        sets.filter_map(|set| self.symbol_in(set, name)).collect()
    }

    /// A word as authors write it.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        &self.sets[symbol.set.index()].words[usize::from(symbol.at)].name
    }

    /// A word as players read it.
    pub fn symbol_title(&self, symbol: Symbol) -> &str {
        &self.sets[symbol.set.index()].words[usize::from(symbol.at)].title
    }

    /// The states that have a word.
    pub fn states_with(&self, word: &str) -> Vec<StateId> {
        let states = self.states.iter().enumerate();
        let having = states.filter(|(_, state)| self.symbol_in(state.set, word).is_some());
        having.map(|(at, _)| StateId(at as u16)).collect()
    }

    /// The names of all declared properties of figures, or of sides.
    pub fn property_names(&self, owner: OwnerDecl) -> Vec<String> {
        let attributes = self.attributes.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let tracks = self.tracks.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let values = self.values.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let states = self.states.iter().map(|one| &one.head);
        let slots = self.slots.iter().map(|one| &one.head);
        let figures = states.chain(slots).filter(|_| owner == OwnerDecl::Figure);
        attributes.chain(tracks).chain(values).chain(figures).map(|head| head.name.to_string()).collect()
    }

    /// Whether figures have a number of that name.
    pub(super) fn is_number_of_figures(&self, name: &str) -> bool {
        let is = |head: &Head, owner: OwnerDecl, r#type: &Type| {
            owner == OwnerDecl::Figure && *head.name == *name && matches!(r#type.bare(), Type::Number(_))
        };
        self.attributes.iter().any(|one| is(&one.head, one.owner, &one.r#type))
            || self.tracks.iter().any(|one| is(&one.head, one.owner, &one.r#type))
            || self.values.iter().any(|one| is(&one.head, one.owner, &one.r#type))
    }

    /// The first numbers of somebody that people are told, for those who look for one.
    pub(super) fn told_numbers(&self, owner: OwnerDecl) -> String {
        let attributes = self.attributes.iter().filter(|one| one.owner == owner && !one.is_note()).map(|one| &one.head);
        let tracks = self.tracks.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let told = attributes.chain(tracks).filter(|head| !head.is_quiet());
        told.map(|head| &*head.name).take(MOST_NUMBERS).collect::<Vec<_>>().join(", ")
    }

    /// The dimension of distances: that of the board's scale, or of metres where there is no board.
    pub fn length(&self) -> Dimension {
        let unit = match &self.ground {
            Some(ground) => ground.scale.unit,
            None => self.names.find(Sort::Unit, "m"),
        };
        unit.map_or(Dimension::PURE, |unit| self.units[usize::from(unit)].dimension)
    }

    /// The options that a scenario plays with, to load the pack again under them.
    pub fn choices_of(&self, scenario: ScenarioId) -> super::Choices {
        let with = &self.scenarios[scenario.index()].with;
        let name = |id: crate::value::OptionId| self.options[id.index()].head.name.to_string();
        let each = with.iter().map(|(option, reading)| (name(*option), reading.as_ref().map(|text| text.to_string())));
        super::Choices(each.collect())
    }

    /// The name of an option's choice: `on`, `off`, or the reading.
    pub fn choice_name(&self, choice: OptionChoice) -> &str {
        match choice {
            OptionChoice::On(true) => "on",
            OptionChoice::On(false) => "off",
            OptionChoice::Reading(symbol) => self.symbol_name(symbol),
        }
    }

    /// A number in a unit: base units divided by what the unit is.
    pub fn in_unit(&self, number: Number, unit: Option<u16>) -> Option<Number> {
        match unit {
            None => Some(number),
            Some(unit) => number.over(self.units[usize::from(unit)].factor),
        }
    }

    /// A value in the author's words; a number is shown in the unit.
    pub fn show_value(&self, value: &Value, unit: Option<u16>) -> String {
        match value {
            Value::None => "none".to_string(),
            Value::Unset => "?".to_string(),
            Value::Truth(true) => "yes".to_string(),
            Value::Truth(false) => "no".to_string(),
            Value::Number(number) => self.show_number(*number, unit),
            Value::Dice(formula) => formula.to_string(),
            Value::Symbol(symbol) => self.symbol_name(*symbol).to_string(),
            Value::Text(text) => text.to_string(),
            Value::Item(id) => self.items[id.index()].head.name.to_string(),
            Value::Cell(position) => format!("{},{}", position.x, position.y),
            Value::Figure(id) => format!("figure {}", id.0),
            Value::Side(id) => format!("side {}", id.0),
            Value::Thing(id) => format!("thing {}", id.0),
            Value::List(values) => {
                values.iter().map(|value| self.show_value(value, unit)).collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn show_number(&self, number: Number, unit: Option<u16>) -> String {
        let shown = self.in_unit(number, unit).unwrap_or(number);
        match unit {
            Some(unit) => format!("{} {}", shown.measured(), self.units[usize::from(unit)].head.name),
            None => shown.to_string(),
        }
    }
}

/// A proposal of names as authors write them: in quotes those of more than one word, but for the cells of tables.
pub(super) fn in_quotes(help: String, sources: &Sources, at: Span) -> String {
    if !help.starts_with("did you mean `") {
        return help;
    }
    let text = &sources.get(at.source).text;
    let before = text.get(..at.start as usize).unwrap_or("");
    let line = before.rfind('\n').map_or(before, |line| &before[line + 1..]);
    if line.trim_start().starts_with('|') {
        return help;
    }
    let parts = help.split('`').enumerate().map(|(at, part)| match at % 2 {
        1 if !part.starts_with('"') => format!("`{}`", as_written(part)),
        1 => format!("`{part}`"),
        _ => part.to_string(),
    });
    parts.collect()
}

/// A name as authors write it: in quotes if it is more than one word.
pub fn as_written(name: &str) -> String {
    let is_plain = name.chars().all(is_wordly);
    if is_plain { name.to_string() } else { format!("\"{name}\"") }
}
