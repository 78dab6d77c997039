//! The resolved program. Every name has become an index into one of these lists.

mod amount;
mod aspects;
mod copy_on_write;
mod deed;
mod expr;
mod figure;
mod kind;
mod line_place;
mod question;
mod rule;
mod scenario;
mod template;
mod turn;
mod wording;

pub use amount::{Amount, AmountStep, Step};
pub use aspects::Aspects;
pub use copy_on_write::CopyOnWrite;
pub use deed::*;
pub use expr::{Binary, Expr, Node, Quantifier, Rounding};
pub use figure::*;
pub use kind::*;
pub use line_place::{LinePlace, Whose};
pub use question::*;
pub use rule::*;
pub use scenario::*;
pub use template::{Template, WordsPart};
pub use turn::*;
pub use wording::{WORD_CLASSES, WordList, Wording, WordingSort};

use crate::text::{Sources, Span};
use crate::value::{Board, FactId, ScriptId};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// What every declared thing carries.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its name, as other declarations say it.
    pub name: Arc<str>,
    /// Its title, as players read it; the name if none was given.
    pub title: Arc<str>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Where it is declared.
    pub span: Span,
    /// The pack that declares it.
    pub pack: Arc<str>,
}

impl Head {
    /// Whether it is bookkeeping: its title is the empty text, and stories and sheets leave it out.
    pub fn is_quiet(&self) -> bool {
        self.title.is_empty()
    }

    /// What people are told: its title, or its name where it has none.
    pub fn told(&self) -> &str {
        if self.is_quiet() { &self.name } else { &self.title }
    }
}

/// A label with its citations: of a modifier, a requirement, a base.
#[derive(Clone, Debug)]
pub struct Label {
    /// What a player reads, as it is written.
    pub text: Arc<str>,
    /// What is filled in there, in the order of the text.
    pub places: Vec<LabelPlace>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Where it stands.
    pub span: Span,
}

/// A place of a label, in which the value of a fact is filled in.
#[derive(Clone, Debug)]
pub struct LabelPlace {
    /// Its bytes in the text, braces and all.
    pub bytes: Range<usize>,
    /// The fact; none if no fact has the name in the braces, which is then told itself.
    pub fact: Option<FactId>,
}

impl LabelPlace {
    /// Where a text has names in braces.
    pub(crate) fn all_in(text: &str, fact_named: impl Fn(&str) -> Option<FactId>) -> Vec<LabelPlace> {
        let (mut places, mut from) = (Vec::new(), 0);
        while let Some(open) = text[from..].find('{').map(|at| from + at) {
            let Some(close) = text[open..].find('}').map(|at| open + at) else { break };
            places.push(LabelPlace { bytes: open..close + 1, fact: fact_named(&text[open + 1..close]) });
            from = close + 1;
        }
        places
    }
}

/// Rules, loaded and checked under one choice of options.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The pack asked for.
    pub pack: Pack,
    /// The names of all packs, the lowest first.
    pub chain: Vec<Arc<str>>,
    /// Every text it was read from.
    pub sources: CopyOnWrite<Sources>,
    /// The ground, if the game has one.
    pub ground: Option<Ground>,
    /// Units of measure.
    pub units: CopyOnWrite<Vec<Unit>>,
    /// Sets of symbols: `symbols`, states and inline `one of`.
    pub sets: CopyOnWrite<Vec<SymbolSet>>,
    /// Kinds of things.
    pub kinds: CopyOnWrite<Vec<Kind>>,
    /// All rows of all kinds.
    pub items: CopyOnWrite<Vec<Item>>,
    /// Look-up tables.
    pub tables: CopyOnWrite<Vec<Table>>,
    /// Settings.
    pub settings: CopyOnWrite<Vec<Setting>>,
    pub attributes: CopyOnWrite<Vec<Attribute>>,
    pub tracks: CopyOnWrite<Vec<Track>>,
    pub values: CopyOnWrite<Vec<ValueRule>>,
    /// Functions, and values with parameters.
    pub functions: CopyOnWrite<Vec<FunctionRule>>,
    pub states: CopyOnWrite<Vec<StateRule>>,
    /// Slots.
    pub slots: CopyOnWrite<Vec<Slot>>,
    pub conditions: CopyOnWrite<Vec<Condition>>,
    pub relations: CopyOnWrite<Vec<Relation>>,
    /// Facts.
    pub facts: CopyOnWrite<Vec<Fact>>,
    /// Cards.
    pub cards: CopyOnWrite<Vec<Card>>,
    /// Names of modifier tags.
    pub tags: CopyOnWrite<Vec<Arc<str>>>,
    /// Checks.
    pub checks: CopyOnWrite<Vec<Check>>,
    /// Questions that rules ask.
    pub questions: CopyOnWrite<Vec<Question>>,
    /// Options with the choice in force.
    pub options: CopyOnWrite<Vec<OptionRule>>,
    /// Actions.
    pub actions: CopyOnWrite<Vec<Action>>,
    /// What every action of some phases does.
    pub always: CopyOnWrite<Vec<Always>>,
    /// Named lines.
    pub deeds: CopyOnWrite<Vec<Deed>>,
    /// Reactions.
    pub reactions: CopyOnWrite<Vec<Reaction>>,
    /// The turn, if the game has one.
    pub turn: Turn,
    /// Sheets.
    pub sheets: CopyOnWrite<Vec<Sheet>>,
    /// Maps.
    pub maps: CopyOnWrite<Vec<Map>>,
    /// Scenarios.
    pub scenarios: CopyOnWrite<Vec<Scenario>>,
    pub tests: CopyOnWrite<Vec<Test>>,
    /// Scripts, in order of name; a script of a higher pack hides one of the same name below.
    pub scripts: CopyOnWrite<Vec<Script>>,
    /// What people say, and what is meant by it; those of the lowest pack first.
    pub words: CopyOnWrite<Vec<WordList>>,
    /// Every declared name.
    pub names: CopyOnWrite<crate::rulebook::NameIndex>,
    /// What names what.
    pub usage: CopyOnWrite<crate::rulebook::Usage>,
}

impl Rulebook {
    /// The scripts that decide for figures: what lies in a folder `behavior`, and whatever else plays somebody in a scenario.
    pub fn controllers(&self) -> BTreeSet<ScriptId> {
        let is_behavior = |script: &Script| self.sources.get(script.source).name.contains("/behavior/");
        let there = self.scripts.iter().enumerate().filter(|(_, script)| is_behavior(script));
        let playing = self.scenarios.iter().flat_map(Scenario::controllers);
        there.map(|(at, _)| ScriptId(at as u16)).chain(playing).collect()
    }
}

/// What the `pack` declaration says.
#[derive(Clone, Debug)]
pub struct Pack {
    /// Name and title.
    pub head: Head,
    /// `source`
    pub source: Option<Arc<str>>,
    /// `license`
    pub license: Option<Arc<str>>,
    /// `note`s
    pub notes: Vec<Arc<str>>,
    /// Whether it comes with fray.
    pub is_shipped: bool,
}

/// The board of the game.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Hexes, squares or open.
    pub board: Board,
    /// How long one cell (or one character of an open map) is.
    pub scale: UnitNumber,
    /// The kind whose items cells are.
    pub cells: Option<crate::value::KindId>,
    /// The field that says what entering costs.
    pub step_cost: Option<usize>,
    /// How many steps a step across the corner of two squares counts.
    pub diagonal: crate::value::Number,
    /// The field that says how high a cell is.
    pub height: Option<usize>,
    /// The field that says whether it blocks sight.
    pub opaque: Option<usize>,
    /// Other kinds, and their field that says whether what is spread over cells blocks sight.
    pub veils: Vec<(crate::value::KindId, usize)>,
}

/// A script's text.
#[derive(Clone, Debug)]
pub struct Script {
    /// `shoot` for `scripts/<pack>/shoot.luau`.
    pub name: Arc<str>,
    /// Its path and text among the sources.
    pub source: crate::text::SourceId,
}
