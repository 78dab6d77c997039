//! Placeholders: declarations of which only the head (name, title, sections) is known yet; every later pass fills in
//! its part.

use super::{
    Aspects, Attribute, CopyOnWrite, Expr, Fact, FunctionRule, Head, Kind, Pack, Relation, Rulebook, Setting, Slot,
    Sort, Table, Track, Turn, Type, ValueRule,
};
use crate::syntax::ast::{self, Body};
use crate::text::Span;
use crate::value::{FactSet, Value};

impl Rulebook {
    /// A rulebook that says nothing, to be filled.
    pub fn empty() -> Rulebook {
        let nowhere = Span::default();
        let head = Head { name: "".into(), title: "".into(), cites: [].into(), span: nowhere, pack: "".into() };
        let pack = Pack { head, source: None, license: None, notes: Vec::new(), is_shipped: false };
        Rulebook {
            pack,
            chain: Vec::new(),
            sources: CopyOnWrite::default(),
            ground: None,
            units: CopyOnWrite::default(),
            sets: CopyOnWrite::default(),
            kinds: CopyOnWrite::default(),
            items: CopyOnWrite::default(),
            tables: CopyOnWrite::default(),
            settings: CopyOnWrite::default(),
            attributes: CopyOnWrite::default(),
            tracks: CopyOnWrite::default(),
            values: CopyOnWrite::default(),
            functions: CopyOnWrite::default(),
            states: CopyOnWrite::default(),
            slots: CopyOnWrite::default(),
            conditions: CopyOnWrite::default(),
            relations: CopyOnWrite::default(),
            facts: CopyOnWrite::default(),
            cards: CopyOnWrite::default(),
            tags: CopyOnWrite::default(),
            checks: CopyOnWrite::default(),
            questions: CopyOnWrite::default(),
            options: CopyOnWrite::default(),
            actions: CopyOnWrite::default(),
            always: CopyOnWrite::default(),
            deeds: CopyOnWrite::default(),
            reactions: CopyOnWrite::default(),
            turn: Turn::default(),
            sheets: CopyOnWrite::default(),
            maps: CopyOnWrite::default(),
            scenarios: CopyOnWrite::default(),
            tests: CopyOnWrite::default(),
            scripts: CopyOnWrite::default(),
            words: CopyOnWrite::default(),
            names: CopyOnWrite::default(),
            usage: CopyOnWrite::default(),
        }
    }

    /// Adds the placeholder of a declaration: its head, and nothing else yet.
    pub(super) fn push_blank(&mut self, sort: Sort, head: Head, body: &Body) {
        match sort {
            Sort::Kind | Sort::Table => self.push_lists(head, body),
            Sort::Attribute | Sort::Note | Sort::Track | Sort::Value | Sort::Function | Sort::Slot | Sort::Relation => {
                self.push_figures(sort, head, body)
            }
            _ => self.push_rules(sort, head),
        }
    }

    fn push_lists(&mut self, head: Head, body: &Body) {
        match body {
            Body::Kind(kind) => {
                let plural = kind.plural.as_ref().map_or(format!("{}s", head.name), |plural| plural.text.clone());
                self.kinds.push(Kind { head, plural: plural.into(), fields: Vec::new() });
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
            (Sort::Slot, _) => self.slots.push(Slot { head, kind: None, most: None }),
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
            _ => {}
        }
    }
}
