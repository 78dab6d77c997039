//! Declarations of which only the head is known: every later pass fills in its part.

use super::{
    Action, Always, Aspects, Attribute, Card, Check, Condition, Deed, Dimension, Expr, Fact, FunctionRule, Goal, Head,
    Kind, Map, NameIndex, Offers, OwnRolls, Pack, Question, Reaction, Relation, Rulebook, Scenario, Setting, Sheet,
    Slot, Sort, Stacks, Table, Test, Track, Trigger, Turn, Type, Unit, Usage, ValueRule, WordList, scenarios,
};
use crate::syntax::ast::{self, Body};
use crate::text::{Sources, Span};
use crate::value::{Clock, FactId, FactSet, KindId, Number, Value};

/// The kind of what names none: it is reported, and nothing is looked up in it.
pub(super) const NO_KIND: KindId = KindId(u16::MAX);

impl Rulebook {
    /// A rulebook that says nothing, to be filled.
    pub fn empty() -> Rulebook {
        let nowhere = Span::default();
        let head = Head { name: "".into(), title: "".into(), cites: [].into(), span: nowhere, pack: "".into() };
        let pack = Pack { head, source: None, license: None, notes: Vec::new() };
        Rulebook {
            pack,
            chain: Vec::new(),
            sources: Sources::default(),
            ground: None,
            units: Vec::new(),
            sets: Vec::new(),
            kinds: Vec::new(),
            items: Vec::new(),
            tables: Vec::new(),
            settings: Vec::new(),
            attributes: Vec::new(),
            tracks: Vec::new(),
            values: Vec::new(),
            functions: Vec::new(),
            states: Vec::new(),
            slots: Vec::new(),
            conditions: Vec::new(),
            relations: Vec::new(),
            facts: Vec::new(),
            cards: Vec::new(),
            tags: Vec::new(),
            checks: Vec::new(),
            questions: Vec::new(),
            options: Vec::new(),
            actions: Vec::new(),
            always: Vec::new(),
            deeds: Vec::new(),
            reactions: Vec::new(),
            turn: Turn::default(),
            sheets: Vec::new(),
            maps: Vec::new(),
            scenarios: Vec::new(),
            tests: Vec::new(),
            scripts: Vec::new(),
            words: Vec::new(),
            names: NameIndex::default(),
            usage: Usage::default(),
        }
    }

    /// Adds a declaration of which only the head is known.
    pub(super) fn push_blank(&mut self, sort: Sort, head: Head, body: &Body) {
        match sort {
            Sort::Unit => self.units.push(Unit { head, dimension: Dimension::PURE, factor: Number::ONE }),
            Sort::Sheet => self.sheets.push(Sheet { head, lines: Vec::new() }),
            Sort::Map => {
                let (cells, legend) = (Vec::new(), Vec::new());
                self.maps.push(Map { head, width: 0, height: 0, short: false, cells, legend, broken: false });
            }
            Sort::Scenario => self.scenarios.push(scenario(head)),
            Sort::Turn => self.turn.head = Some(head),
            Sort::Kind | Sort::Table | Sort::Test => self.push_lists(head, body),
            Sort::Attribute
            | Sort::Note
            | Sort::Track
            | Sort::Value
            | Sort::Function
            | Sort::Slot
            | Sort::Condition
            | Sort::Relation => self.push_figures(sort, head, body),
            _ => self.push_rules(sort, head),
        }
    }

    fn push_lists(&mut self, head: Head, body: &Body) {
        match body {
            Body::Kind(kind) => {
                let plural = kind.plural.as_ref().map_or(format!("{}s", head.name), |plural| plural.text.clone());
                self.kinds.push(Kind { head, plural: plural.into(), fields: Vec::new() });
            }
            Body::Test(test) => {
                let covers = test.covers.iter().map(|row| row.text.as_str().into()).collect();
                let title = head.name.clone();
                self.tests.push(Test { head: Head { title, ..head }, covers, steps: test.steps.clone() });
            }
            _ => {
                let (keys, rows, columns) = (Vec::new(), Vec::new(), Vec::new());
                self.tables.push(Table { head, keys, result: Type::NUMBER, unit: None, rows, columns });
            }
        }
    }

    fn push_figures(&mut self, sort: Sort, head: Head, body: &Body) {
        let r#type = Type::NUMBER;
        let nothing = Expr::constant(Value::Unset, head.span);
        match (sort, body) {
            (_, Body::Attribute(attribute)) => {
                let (owner, default) = (attribute.owner, Value::Unset);
                let resets = attribute.note.is_some().then(Vec::new);
                self.attributes.push(Attribute { head, owner, r#type, unit: None, default, resets });
            }
            (_, Body::Track(track)) => self.tracks.push(Track {
                head,
                owner: track.owner,
                by: None,
                r#type,
                unit: None,
                start: nothing,
                min: None,
                max: None,
                thresholds: Vec::new(),
                resets: Vec::new(),
            }),
            (_, Body::Value(value)) => {
                let ast::ValueDecl { is_outcome, owner, .. } = *value;
                self.values.push(ValueRule { head, owner, r#type, is_outcome, expr: nothing, keeps: None });
            }
            (_, Body::Function(function)) => {
                let (owner, parameters) = (function.owner, Vec::new());
                self.functions.push(FunctionRule { head, owner, parameters, r#type, expr: nothing });
            }
            (Sort::Slot, _) => self.slots.push(Slot { head, kind: NO_KIND, most: None }),
            (Sort::Condition, _) => self.conditions.push(Condition {
                head,
                lasts: Clock::UntilTreated,
                stacks: Stacks::Never,
                forbids: Vec::new(),
                forbids_all: None,
                removes: false,
            }),
            _ => {
                self.relations.push(Relation {
                    head,
                    to: Type::Figure,
                    one: false,
                    ends_when: None,
                    looks: Aspects::NONE,
                    ends: None,
                });
            }
        }
    }

    fn push_rules(&mut self, sort: Sort, head: Head) {
        let r#type = Type::NUMBER;
        let nothing = Expr::constant(Value::Unset, head.span);
        match sort {
            Sort::Setting => self.settings.push(Setting { head, r#type, expr: nothing }),
            Sort::Fact => {
                let (bounds, reads) = ((None, None), Vec::new());
                self.facts.push(Fact {
                    head,
                    r#type,
                    unit: None,
                    default: None,
                    bounds,
                    from: None,
                    reads,
                    reads_as_set: FactSet::default(),
                    of: None,
                    roles: Vec::new(),
                    keeps: None,
                });
            }
            Sort::Card => self.cards.push(Card { head, modifiers: Vec::new(), groups: Vec::new() }),
            Sort::Check => self.checks.push(check(head, nothing)),
            Sort::Question => {
                let choices = Offers::Named { of: None, words: Vec::new() };
                self.questions.push(Question { head, gives: Vec::new(), choices, default: None });
            }
            Sort::Words => self.words.push(WordList { head, wordings: Vec::new() }),
            Sort::Action => self.actions.push(action(head)),
            Sort::Every => {
                let (phases, except, counted) = (Vec::new(), Vec::new(), Vec::new());
                let (requires, lines) = (Vec::new(), Vec::new());
                self.always.push(Always { head, phases, except, counted, requires, lines });
            }
            Sort::Deed => self.deeds.push(Deed { head, parameters: Vec::new(), gives: None, lines: Vec::new() }),
            Sort::Reaction => self.reactions.push(Reaction {
                head,
                on: Trigger::Step,
                own: false,
                ends: (FactId(0), FactId(0)),
                when: None,
                does: Vec::new(),
                script: None,
            }),
            _ => {}
        }
    }
}

fn scenario(head: Head) -> Scenario {
    Scenario {
        head,
        map: None,
        with: Vec::new(),
        limit: scenarios::DEFAULT_LIMIT,
        sides: Vec::new(),
        does: Vec::new(),
        start: None,
        wins: Vec::new(),
        last_standing: false,
    }
}

fn action(head: Head) -> Action {
    Action {
        head,
        says: Vec::new(),
        by: FactId(0),
        takes: Vec::new(),
        with: Vec::new(),
        rolls: OwnRolls::default(),
        check: None,
        phases: Vec::new(),
        requires: Vec::new(),
        spends: Vec::new(),
        first: Vec::new(),
        does: Vec::new(),
        script: None,
    }
}

fn check(head: Head, roll: Expr) -> Check {
    Check {
        head,
        reads: Vec::new(),
        says: Vec::new(),
        roll,
        goal: Goal::Total,
        parts: Vec::new(),
        cards: Vec::new(),
        impossible: Vec::new(),
        inverts: Vec::new(),
        ignores: Vec::new(),
        results: Vec::new(),
        fields: Vec::new(),
        all_reads: Vec::new(),
    }
}
