//! A small rulebook and a small world made by hand, for the tests of this floor and of the one above.

use super::{Fault, Subject, World};
use crate::rulebook::*;
use crate::text::{Sources, Span};
use crate::value::*;
use std::sync::Arc;

/// A head without title and citation.
pub(crate) fn head(name: &str) -> Head {
    Head { name: name.into(), title: name.into(), cites: Arc::new([]), span: Span::default(), pack: "sample".into() }
}

pub(crate) fn label(text: &str) -> Label {
    let fact = |name: &str| FACTS.iter().position(|known| *known == name).map(|at| FactId(at as u16));
    Label { text: text.into(), places: LabelPlace::all_in(text, fact), cites: Arc::new([]), span: Span::default() }
}

pub(crate) fn expr(node: Node) -> Expr {
    Expr { node, span: Span::default() }
}

pub(crate) fn num(n: i64) -> Expr {
    expr(Node::Const(Value::int(n)))
}

pub(crate) fn truth(truth: bool) -> Expr {
    expr(Node::Const(Value::Truth(truth)))
}

pub(crate) fn fact(id: u16) -> Expr {
    expr(Node::Fact(FactId(id)))
}

pub(crate) fn me() -> Expr {
    expr(Node::Subject)
}

pub(crate) fn bin(operator: Binary, left: Expr, right: Expr) -> Expr {
    expr(Node::Binary(operator, Box::new(left), Box::new(right)))
}

pub(crate) fn attribute(owner: Expr, id: u16) -> Expr {
    expr(Node::Attribute(Box::new(owner), AttributeId(id)))
}

pub(crate) fn value(owner: Expr, id: u16) -> Expr {
    expr(Node::Value(Box::new(owner), ValueId(id)))
}

pub(crate) fn call(function: Function, arguments: Vec<Expr>) -> Expr {
    expr(Node::Call(function, arguments))
}

pub(crate) fn dice(count: u16, sides: u16) -> Expr {
    expr(Node::Const(Value::Dice(Arc::new(Formula::dice(count, sides)))))
}

/// The names of the facts, in order.
const FACTS: [&str; 7] = ["actor", "target", "tool", "gap", "covered", "light", "near gap"];
pub(crate) const LOW: Symbol = Symbol { set: SetId(0), at: 1 };
pub(crate) const ACTOR: FactId = FactId(0);
pub(crate) const TARGET: FactId = FactId(1);
pub(crate) const TOOL: FactId = FactId(2);
pub(crate) const GAP: FactId = FactId(3);
pub(crate) const COVERED: FactId = FactId(4);
pub(crate) const LIGHT: FactId = FactId(5);

/// A rulebook that declares nothing.
pub(crate) fn empty() -> Rulebook {
    let mut sources = Sources::default();
    sources.add("rules/sample/sample.fray", "the text of the sample\n");
    let pack = Pack { head: head("sample"), source: None, license: None, notes: vec![], is_shipped: false };
    Rulebook { pack, chain: vec!["sample".into()], sources: sources.into(), ..Rulebook::empty() }
}

/// The sample of these tests: two figures with spears.
pub(crate) fn rulebook() -> Rulebook {
    let mut rules = empty();
    *rules.units = vec![Unit { head: head("pace"), dimension: Dimension::default(), factor: Number::int(2) }];
    *rules.sets = vec![
        SymbolSet { head: head("posture"), words: ["upright", "low"].map(head).into() },
        SymbolSet { head: head("zone"), words: ["near", "far"].map(head).into() },
    ];
    *rules.states = vec![StateRule { head: head("posture"), set: SetId(0), default: Symbol { set: SetId(0), at: 0 } }];
    *rules.slots = vec![Slot { head: head("ready"), kind: Some(KindId(0)), most: None }];
    *rules.conditions = vec![Condition {
        head: head("tired"),
        lasts: Clock::UntilTreated,
        stacks: Stacks::Never,
        forbids: vec![],
        forbids_all: vec![],
        removes: false,
        hides: false,
    }];
    *rules.relations = vec![Relation {
        head: head("watching"),
        to: Type::Figure,
        one: true,
        ends_when: None,
        looks: Aspects::NONE,
        ends: None,
    }];
    figures(&mut rules);
    things(&mut rules);
    facts(&mut rules);
    rules
}

fn number() -> Type {
    Type::Number(Dimension::default())
}

fn figures(rules: &mut Rulebook) {
    let owner = OwnerDecl::Figure;
    let declare =
        |name| Attribute { head: head(name), owner, r#type: number(), unit: None, default: Value::Unset, resets: None };
    *rules.attributes = ["might", "agility", "luck"].map(declare).into();
    *rules.tracks = vec![Track {
        head: head("strain"),
        owner,
        by: None,
        r#type: number(),
        unit: None,
        start: num(0),
        min: None,
        max: None,
        thresholds: vec![],
        resets: vec![],
    }];
    let strain = expr(Node::Track(Box::new(me()), TrackId(0), None));
    let vigor = bin(Binary::Minus, attribute(me(), 0), strain);
    let half = bin(Binary::Over, value(me(), 0), num(2));
    let fortune = bin(Binary::Plus, attribute(me(), 2), num(1));
    let declare =
        |name, expr| ValueRule { head: head(name), owner, r#type: number(), is_outcome: false, expr, keeps: None };
    *rules.values = vec![
        declare("vigor", vigor),
        declare("half", half),
        declare("fortune", fortune),
        declare("loop", value(me(), 3)),
    ];
}

fn things(rules: &mut Rulebook) {
    let field =
        |name, tracked| Field { head: head(name), r#type: number(), unit: None, tracked, default: Value::Unset };
    *rules.kinds = vec![Kind {
        head: head("tool"),
        plural: "tools".into(),
        fields: vec![field("weight", false), field("edge", false), field("charge", true)],
    }];
    let item = |name, fields| Item { head: head(name), kind: KindId(0), fields };
    *rules.items = vec![
        item("Spear", vec![Value::int(4), Value::None, Value::int(9)]),
        item("Long Sling", vec![Value::Unset, Value::int(2), Value::int(9)]),
    ];
    let row = |matches, cells| TableRow { matches, cells, cites: Arc::new([]), span: Span::default() };
    let range = |low: i64, high: i64| KeyMatch::Range(Some(Number::int(low)), Some(Number::int(high)));
    let key = |name: &str, r#type| TableKey { name: name.into(), r#type, unit: None, dice: None };
    let zone = |at| KeyMatch::Symbol(Symbol { set: SetId(1), at });
    *rules.tables = vec![
        Table {
            head: head("band"),
            keys: vec![key("gap", number())],
            result: number(),
            unit: None,
            rows: vec![row(range(0, 6), vec![num(0)]), row(range(7, 12), vec![expr(Node::Const(Value::Unset))])],
            columns: vec![KeyMatch::Any],
        },
        Table {
            head: head("grid"),
            keys: vec![key("tool", Type::Thing(KindId(0))), key("zone", Type::Symbol(SetId(1)))],
            result: number(),
            unit: None,
            rows: vec![
                row(KeyMatch::Value(Value::Item(ItemId(0))), vec![num(8), num(5)]),
                row(
                    KeyMatch::OneOf(vec![KeyMatch::Value(Value::Item(ItemId(1)))]),
                    vec![num(7), expr(Node::Const(Value::None))],
                ),
            ],
            columns: vec![zone(0), zone(1)],
        },
    ];
    let setting = |name, expr| Setting { head: head(name), r#type: number(), expr };
    *rules.settings = vec![
        setting("ring", num(3)),
        setting("rings", bin(Binary::Times, expr(Node::Setting(SettingId(0))), num(2))),
        setting("gone", expr(Node::Const(Value::Unset))),
    ];
}

fn facts(rules: &mut Rulebook) {
    let declare = |name, r#type, default, from| {
        let (head, bounds, reads, reads_as_set) = (head(name), (None, None), vec![], FactSet::default());
        let (unit, of, roles, keeps) = (None, None, vec![], None);
        Fact { head, r#type, unit, default, bounds, from, reads, reads_as_set, of, roles, keeps }
    };
    let gap = call(Function::Distance, vec![fact(0), fact(1)]);
    *rules.facts = vec![
        declare("actor", Type::Figure, None, None),
        declare("target", Type::Figure, None, None),
        declare("tool", Type::Thing(KindId(0)), None, None),
        declare("gap", number(), Some(num(2)), Some(gap)),
        declare("covered", Type::Truth, Some(truth(false)), None),
        declare("light", Type::Symbol(SetId(1)), None, None),
        declare("near gap", number(), None, Some(call(Function::Distance, vec![fact(0), fact(1)]))),
    ];
}

/// Two figures, Ada (0) and Ben (1), each with a spear (things 0 and 1); Ben is low and tired.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) board: bool,
    pub(crate) strain: i64,
    pub(crate) agility: i64,
}

pub(crate) const WORLD: Sample = Sample { board: true, strain: 3, agility: 11 };

impl World for Sample {
    fn attribute(&self, owner: Subject, id: AttributeId) -> Value {
        match (owner, id.0) {
            (Subject::Figure(_), 0) => Value::int(10),
            (Subject::Figure(_), 1) => Value::int(self.agility),
            _ => Value::Unset,
        }
    }
    fn track(&self, owner: Subject, _: TrackId, _: Option<Symbol>) -> Option<Number> {
        matches!(owner, Subject::Figure(_)).then(|| Number::int(self.strain))
    }
    fn state(&self, figure: FigureId, id: StateId) -> Option<Symbol> {
        (id.0 == 0).then_some(Symbol { set: SetId(0), at: figure.0 })
    }
    fn slot(&self, figure: FigureId, _: SlotId) -> &[ThingId] {
        &[ThingId(0), ThingId(1)][figure.index()..=figure.index()]
    }
    fn has_condition(&self, figure: FigureId, _: ConditionId) -> bool {
        figure.0 == 1
    }
    fn relation(&self, _: RelationId, figure: FigureId, far: &Value) -> u32 {
        if figure.0 == 0 && *far == Value::Figure(FigureId(1)) { 4 } else { 0 }
    }
    fn item_of(&self, thing: ThingId) -> Option<ItemId> {
        (thing.0 < 2).then_some(ItemId(0))
    }
    fn tracked(&self, thing: ThingId, _: u16) -> Value {
        Value::int(5 + i64::from(thing.0))
    }
    fn figure_name(&self, figure: FigureId) -> &str {
        ["Ada", "Ben"][figure.index()]
    }
    fn side_name(&self, _: SideId) -> &str {
        "red"
    }
    fn call(&self, function: Function, arguments: &[Value]) -> Result<Value, Fault> {
        match function {
            Function::Foes => Ok(Value::list([Value::Figure(FigureId(1))])),
            Function::Turn => Ok(Value::int(1)),
            _ if !self.board => Err(Fault::NoBoard(function)),
            Function::Distance if arguments == [Value::Figure(FigureId(0)), Value::Figure(FigureId(1))] => {
                Ok(Value::int(7))
            }
            _ => Err(Fault::NotPlaced(function, FigureId(0))),
        }
    }
}
