//! First pass: every declaration gets its place, so that all names are known before any expression is read.

use super::error::Error;
use super::merge::{Declared, Says};
use super::options::Chosen;
use super::resolver::{Progress, Resolver, cites};
use super::*;
use crate::syntax::ast::{self, Body, Declaration};
use crate::text::Span;
use crate::value::{ItemId, KindId, SetId, Symbol, Value};
use std::sync::Arc;

impl<'a> Resolver<'a> {
    /// Places every declaration, names every script.
    pub(super) fn heads(&mut self, chosen: &Chosen) {
        let merged = self.merged;
        for (position, declared) in merged.list.iter().enumerate() {
            let at = self.place(declared, chosen);
            self.ids.push(at);
            self.positions.insert((declared.sort, at), position);
            if !matches!(declared.sort, Sort::Item | Sort::Turn) {
                let name: Arc<str> = declared.name.text.as_str().into();
                self.book.names.add(declared.sort, &name, at);
            }
        }
        self.place_items();
        for (at, script) in self.book.scripts.iter().enumerate() {
            self.book.names.add(Sort::Script, &script.name, at as u16);
        }
        self.book.turn.phases = self.phase_heads();
        self.settings = vec![Progress::Waiting; self.book.settings.len()];
        self.values = vec![Progress::Waiting; self.book.values.len()];
        self.clashes();
    }

    /// Adds an empty entry to the list of its sort; returns its position there.
    fn place(&mut self, declared: &Declared<'a>, chosen: &Chosen) -> u16 {
        let notes = match &declared.says {
            Says::Whole(declaration) => declaration.notes.clone(),
            Says::Row(_, _, row) => ast::Notes { title: None, cites: row.cites.clone() },
        };
        let head = self.head(&declared.name, &notes);
        let Says::Whole(declaration) = &declared.says else { return self.place_item(head) };
        if declared.sort == Sort::Item {
            return self.place_item(head);
        }
        let length = self.length(declared.sort);
        if length >= load::MOST_DECLARED {
            let what = format!("the list of all {}", declared.sort.words());
            let help = format!("at most {} of a sort can be declared", load::MOST_DECLARED);
            self.report(Error::TooLarge { what }, declared.name.span, "one too many", help);
            return 0;
        }
        self.push(declared.sort, head, declaration, chosen);
        length as u16
    }

    fn length(&self, sort: Sort) -> usize {
        let book = &self.book;
        match sort {
            Sort::Unit => book.units.len(),
            Sort::Symbols => book.sets.len(),
            Sort::Kind => book.kinds.len(),
            Sort::Table => book.tables.len(),
            Sort::Setting => book.settings.len(),
            Sort::Attribute => book.attributes.len(),
            Sort::Track => book.tracks.len(),
            Sort::Value => book.values.len(),
            Sort::State => book.states.len(),
            Sort::Slot => book.slots.len(),
            Sort::Condition => book.conditions.len(),
            Sort::Relation => book.relations.len(),
            Sort::Fact => book.facts.len(),
            Sort::Card => book.cards.len(),
            Sort::Check => book.checks.len(),
            Sort::Option => book.options.len(),
            Sort::Action => book.actions.len(),
            Sort::Reaction => book.reactions.len(),
            Sort::Sheet => book.sheets.len(),
            Sort::Map => book.maps.len(),
            Sort::Scenario => book.scenarios.len(),
            Sort::Test => book.tests.len(),
            Sort::Item => book.items.len(),
            Sort::Phase | Sort::Tag | Sort::Script | Sort::Turn => 0,
        }
    }

    fn push(&mut self, sort: Sort, head: Head, declaration: &Declaration, chosen: &Chosen) {
        let nothing = Expr::constant(Value::Unset, head.span);
        let r#type = Type::NUMBER;
        let book = &mut self.book;
        match (sort, &declaration.body) {
            (Sort::Unit, _) => {
                book.units.push(Unit { head, dimension: Dimension::PURE, factor: crate::value::Number::ONE })
            }
            (Sort::Symbols, Body::Symbols(words)) => {
                self.set(head, words);
            }
            (Sort::Kind, Body::Kind(kind)) => {
                let plural = kind.plural.as_ref().map_or(format!("{}s", head.name), |plural| plural.text.clone());
                book.kinds.push(Kind { head, plural: plural.into(), fields: Vec::new() });
            }
            (Sort::Table, _) => book.tables.push(Table {
                head,
                keys: Vec::new(),
                result: r#type,
                unit: None,
                rows: Vec::new(),
                columns: Vec::new(),
            }),
            (Sort::Setting, _) => book.settings.push(Setting { head, r#type, expr: nothing }),
            (Sort::Attribute, Body::Attribute(attribute)) => book.attributes.push(Attribute {
                head,
                owner: attribute.owner,
                r#type,
                unit: None,
                default: Value::Unset,
            }),
            (Sort::Track, Body::Track(track)) => book.tracks.push(Track {
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
            (Sort::Value, Body::Value(value)) => {
                book.values.push(ValueRule { head, owner: value.owner, r#type, expr: nothing })
            }
            (Sort::State, Body::State(state)) => self.state(head, state),
            (Sort::Slot, _) => book.slots.push(Slot { head, kind: KindId(0), most: None }),
            (Sort::Condition, _) => book.conditions.push(Condition {
                head,
                lasts: Lasts::UntilTreated,
                stacks: Stacks::Never,
                forbids: Vec::new(),
                removes: false,
            }),
            (Sort::Relation, _) => {
                book.relations.push(Relation { head, to: Type::Figure, one: false, ends_when: None, ends: None })
            }
            (Sort::Fact, _) => {
                book.facts.push(Fact { head, r#type, unit: None, default: None, from: None, reads: Vec::new() })
            }
            (Sort::Card, _) => book.cards.push(Card { head, modifiers: Vec::new(), groups: Vec::new() }),
            (Sort::Check, _) => book.checks.push(empty_check(head, nothing)),
            (Sort::Option, Body::Option(option)) => self.option(head, option, chosen),
            (Sort::Action, _) => book.actions.push(Action {
                head,
                says: None,
                by: crate::value::FactId(0),
                takes: Vec::new(),
                check: None,
                with: Vec::new(),
                phases: Vec::new(),
                requires: Vec::new(),
                spends: Vec::new(),
                script: None,
            }),
            (Sort::Reaction, _) => book.reactions.push(Reaction {
                head,
                on: Trigger::Step,
                ends: (crate::value::FactId(0), crate::value::FactId(0)),
                when: None,
                script: crate::value::ScriptId(0),
            }),
            (Sort::Turn, _) => book.turn.head = Some(head),
            (Sort::Sheet, _) => book.sheets.push(Sheet { head, lines: Vec::new() }),
            (Sort::Map, _) => book.maps.push(Map { head, width: 0, height: 0, cells: Vec::new(), legend: Vec::new() }),
            (Sort::Scenario, _) => book.scenarios.push(Scenario {
                head,
                map: None,
                with: Vec::new(),
                limit: scenarios::DEFAULT_LIMIT,
                sides: Vec::new(),
                start: None,
                wins: Vec::new(),
                last_standing: false,
            }),
            (Sort::Test, Body::Test(test)) => {
                let covers = test.covers.iter().map(|row| row.text.as_str().into()).collect();
                let title = head.name.clone();
                book.tests.push(Test { head: Head { title, ..head }, covers, steps: test.steps.clone() });
            }
            _ => {}
        }
    }

    fn place_item(&mut self, head: Head) -> u16 {
        let at = self.book.items.len().min(load::MOST_DECLARED);
        if at < load::MOST_DECLARED {
            self.book.items.push(Item { head, kind: KindId(0), fields: Vec::new() });
        } else {
            let help = format!("at most {} things can be declared", load::MOST_DECLARED);
            self.report(Error::TooLarge { what: "the list of all things".into() }, head.span, "one too many", help);
        }
        at as u16
    }

    /// Once all kinds have their place: whose each thing is.
    fn place_items(&mut self) {
        let mut words = std::collections::BTreeMap::new();
        for (at, kind) in self.book.kinds.iter().enumerate() {
            words.insert(kind.plural.to_string(), KindId(at as u16));
            words.insert(kind.head.name.to_string(), KindId(at as u16));
        }
        for (declared, id) in self.merged.list.iter().zip(&self.ids) {
            let keyword = match &declared.says {
                Says::Row(keyword, ..) => keyword,
                Says::Whole(declaration) if declared.sort == Sort::Item => &declaration.keyword,
                Says::Whole(_) => continue,
            };
            let Some(item) = self.book.items.get_mut(usize::from(*id)) else { continue };
            if let Some(kind) = words.get(&keyword.text) {
                item.kind = *kind;
                self.book.names.add_item(&item.head.name, ItemId(*id));
            }
        }
    }

    /// A set of words; words that occur twice are reported.
    pub(super) fn set(&mut self, head: Head, words: &[ast::Word]) -> SetId {
        for (at, word) in words.iter().enumerate() {
            if let Some(first) = words[..at].iter().find(|first| first.name.text == word.name.text) {
                let error = Error::DuplicateName { sort: "the word".to_string(), name: word.name.text.clone() };
                let other = (first.name.span, "first here");
                self.report_two(error, (word.name.span, "the same word again"), other, "take one of them away");
            }
        }
        let id = self.book.sets.len() as u16;
        let key = words.iter().map(|word| word.name.text.clone()).collect();
        self.sets.entry(key).or_insert(id);
        let words = words.iter().map(|word| self.head(&word.name, &word.notes)).collect();
        self.book.sets.push(SymbolSet { head, words });
        SetId(id)
    }

    fn state(&mut self, head: Head, state: &ast::State) {
        let set = self.set(head.clone(), &state.words);
        let default = self.book.symbol_in(set, &state.default.text).unwrap_or_else(|| {
            self.unknown_in_set(set, &state.default);
            Symbol { set, at: 0 }
        });
        self.book.states.push(State { head, set, default });
    }

    /// Reports that a set has no such word.
    pub(super) fn unknown_in_set(&mut self, set: SetId, name: &ast::Name) {
        let set = &self.book.sets[set.index()];
        let words: Vec<&str> = set.words.iter().map(|word| &*word.name).collect();
        let otherwise = format!("its words are {}", words.join(", "));
        let help = crate::diag::did_you_mean(&name.text, words.iter().copied(), &otherwise);
        let error = Error::UnknownName { sort: format!("word of `{}`", set.head.name), name: name.text.clone() };
        self.report(error, name.span, "not one of its words", help);
    }

    fn option(&mut self, head: Head, option: &ast::OptionRule, chosen: &Chosen) {
        let said = chosen.get(&head.name).map_or(option.default.text.clone(), |known| known.chosen.clone());
        let (readings, default, chosen) = if option.readings.is_empty() {
            (None, OptionChoice::On(option.default.text == "on"), OptionChoice::On(said == "on"))
        } else {
            let set = self.set(head.clone(), &option.readings);
            let default = self.book.symbol_in(set, &option.default.text).unwrap_or_else(|| {
                self.unknown_in_set(set, &option.default);
                Symbol { set, at: 0 }
            });
            let chosen = self.book.symbol_in(set, &said).unwrap_or(default);
            (Some(set), OptionChoice::Reading(default), OptionChoice::Reading(chosen))
        };
        self.book.options.push(OptionRule { head, readings, default, chosen });
    }

    /// Names that would hide one another where they are used.
    fn clashes(&mut self) {
        let names = |book: &Rulebook, sort: Sort| -> Vec<(Sort, Arc<str>, Span)> {
            let all: Vec<String> = book.names.visible(sort).map(str::to_string).collect();
            let heads = all.iter().filter_map(|name| book.names.find(sort, name)).map(|at| book.head_of(sort, at));
            heads.map(|head| (sort, head.name.clone(), head.span)).collect()
        };
        let groups: [&[Sort]; 3] = [
            &[Sort::Attribute, Sort::Track, Sort::Value, Sort::State, Sort::Slot],
            &[Sort::Fact, Sort::Setting, Sort::Option],
            &[Sort::Table, Sort::Relation, Sort::Track],
        ];
        for group in groups {
            let mut seen: std::collections::BTreeMap<Arc<str>, (Sort, Span)> = std::collections::BTreeMap::new();
            let all: Vec<_> = group.iter().flat_map(|sort| names(&self.book, *sort)).collect();
            for (sort, name, span) in all {
                if let Some((other, first)) = seen.get(&name).copied() {
                    let error = Error::DuplicateName { sort: sort.words().to_string(), name: name.to_string() };
                    let label = format!("this name is taken by the {}", other.words());
                    let help = "both are used by their bare name: rename one of them";
                    self.report_two(error, (span, &label), (first, "declared here"), help);
                }
                seen.insert(name, (sort, span));
            }
        }
        for sort in [Sort::Table, Sort::Relation] {
            for (_, name, span) in names(&self.book, sort) {
                if FUNCTIONS.iter().any(|row| row.name == &*name) {
                    let error = Error::DuplicateName { sort: "the function".to_string(), name: name.to_string() };
                    self.report(error, span, "a function of this name is built in", "choose another name");
                }
            }
        }
    }

    fn phase_heads(&mut self) -> Vec<Phase> {
        let phases: Vec<&ast::Phase> = self.ast_phases();
        let mut out: Vec<Phase> = Vec::new();
        for phase in phases {
            let head = self.head(&phase.name, &phase.notes);
            if let Some(at) = self.book.names.find(Sort::Phase, &phase.name.text) {
                let first = out[usize::from(at)].head.span;
                let error = Error::DuplicateName { sort: "phase".to_string(), name: phase.name.text.clone() };
                let help = "every phase has its own name; a phase that comes again stands in `rounds`";
                self.report_two(error, (phase.name.span, "again"), (first, "first here"), help);
                continue;
            }
            self.book.names.add(Sort::Phase, &head.name, out.len() as u16);
            let order = PhaseOrder::BySide;
            out.push(Phase {
                head,
                script: None,
                asks: false,
                order,
                acting_side: false,
                orders: None,
                actions: vec![],
            });
        }
        out
    }

    /// All phases of the turn, those in `rounds` too, in order.
    pub(super) fn ast_phases(&self) -> Vec<&'a ast::Phase> {
        let turns = self.whole(Sort::Turn);
        let entries = turns.iter().flat_map(|(_, _, declaration)| match &declaration.body {
            Body::Turn(entries) => entries.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        let phases = entries.flat_map(|entry| match &entry.node {
            ast::TurnEntry::Phase(phase) => vec![phase],
            ast::TurnEntry::Rounds(inner) => inner.iter().map(|entry| &entry.node).collect(),
            _ => Vec::new(),
        });
        phases.collect()
    }

    /// Citations of a row.
    pub(super) fn row_cites(&self, row: &ast::Row) -> Arc<[Arc<str>]> {
        cites(&row.cites)
    }
}

fn empty_check(head: Head, roll: Expr) -> Check {
    Check {
        head,
        reads: Vec::new(),
        says: None,
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
