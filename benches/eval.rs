//! What a part of an expression costs, a check of ten cards, its odds, and its explanation. The yardstick beside them is
//! the same arithmetic written by hand.

#![allow(clippy::disallowed_macros, reason = "a bench may say what it measures")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use fray::eval::{Fault, Frame, Scene, Subject, World};
use fray::explain::{RequirementBuffers, reckon};
use fray::rulebook::{Choices, Function, Rulebook, load};
use fray::text::Memory;
use fray::value::*;
use std::fmt::Write;
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Ten cards of four modifiers each; about half of them apply.
fn pack() -> String {
    let mut text = String::from(
        "pack speed \"Speed\" { }
attribute might number = 10
attribute agility number = 12
track strain number = 0
state posture = upright { upright; low }
condition tired { lasts until treated }
fact actor figure
fact target figure
fact gap number = 4
fact covered truth = false
value probe = if agility - strain * 2 > 3 and might < 20 then agility + might - (strain + 1) * 2 else 0
",
    );
    let mut names = Vec::new();
    for card in 0..10 {
        let _ = writeln!(
            text,
            "card c{card} \"Card {card}\" stacks {} {{
  -1 \"low {card}\" when target.posture is low
  +1 \"rested {card}\" when not (actor is tired)
  -2 \"far {card}\" when gap > {card} and covered
  round down (gap / 2) \"near {card}\" when gap in {card}..6
}}",
            ["all", "worst", "best", "once"][card % 4]
        );
        names.push(format!("c{card}"));
    }
    let _ = writeln!(
        text,
        "check strike {{ reads actor, target; roll 3d6; at most actor.agility \"agility of {{actor}}\"; cards {} }}",
        names.join(", ")
    );
    text
}

struct BenchTable;

impl World for BenchTable {
    fn attribute(&self, _: Subject, id: AttributeId) -> Value {
        Value::int(10 + i64::from(id.0))
    }
    fn track(&self, _: Subject, _: TrackId, _: Option<Symbol>) -> Option<Number> {
        Some(Number::int(3))
    }
    fn state(&self, figure: FigureId, _: StateId) -> Option<Symbol> {
        Some(Symbol { set: SetId(0), at: figure.0 })
    }
    fn slot(&self, _: FigureId, _: SlotId) -> &[ThingId] {
        &[]
    }
    fn has_condition(&self, figure: FigureId, _: ConditionId) -> bool {
        figure.0 == 1
    }
    fn relation(&self, _: RelationId, _: FigureId, _: &Value) -> u32 {
        0
    }
    fn item_of(&self, _: ThingId) -> Option<ItemId> {
        None
    }
    fn tracked(&self, _: ThingId, _: u16) -> Value {
        Value::Unset
    }
    fn figure_name(&self, _: FigureId) -> &str {
        "Ada"
    }
    fn side_name(&self, _: SideId) -> &str {
        "red"
    }
    fn call(&self, function: Function, _: &[Value]) -> Result<Value, Fault> {
        Err(Fault::NoBoard(function))
    }
}

fn rules() -> Arc<Rulebook> {
    let files = Memory::default()
        .with("rules/std/pack.fray", include_str!("../rules/std/pack.fray"))
        .with("rules/speed/pack.fray", &pack());
    let (rules, diagnostics) = load(&files, "speed", &Choices::default());
    for diagnostic in diagnostics {
        eprintln!("{:?}", miette::Report::new_boxed(diagnostic));
    }
    rules.expect("the pack of this file loads")
}

fn frame(rules: &Rulebook) -> Frame {
    let fact = |name: &str| {
        let at = rules.facts.iter().position(|fact| &*fact.head.name == name).expect("it is declared");
        FactId(u16::try_from(at).expect("few facts"))
    };
    let mut frame = Frame::new();
    frame.state(fact("actor"), Value::Figure(FigureId(0))).state(fact("target"), Value::Figure(FigureId(1)));
    frame
}

/// The parts of `probe` that are computed when its condition holds.
const NODES: usize = 21;

#[divan::bench]
fn expression_of_21_nodes(bencher: Bencher) {
    let rules = rules();
    let frame = frame(&rules);
    let scene = Scene { rules: &rules, world: &BenchTable, frame: &frame };
    let expr = &rules.values[0].expr;
    let ada = Subject::Figure(FigureId(0));
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| scene.number_for(black_box(ada), expr));
}

#[divan::bench]
fn yardstick_expression_by_hand(bencher: Bencher) {
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        let (might, agility, strain) = black_box((10_i64, 11_i64, 3_i64));
        if agility - strain * 2 > 3 && might < 20 { agility + might - (strain + 1) * 2 } else { 0 }
    });
}

#[divan::bench]
fn check_of_ten_cards(bencher: Bencher) {
    let rules = rules();
    let frame = frame(&rules);
    let mut reckoner = RequirementBuffers::default();
    bencher.bench_local(|| {
        frame.forget();
        let scene = Scene { rules: &rules, world: &BenchTable, frame: &frame };
        reckoner.reckon(&scene, black_box(CheckId(0)))
    });
}

#[divan::bench]
fn its_exact_odds(bencher: Bencher) {
    let rules = rules();
    let frame = frame(&rules);
    let scene = Scene { rules: &rules, world: &BenchTable, frame: &frame };
    let reckoned = RequirementBuffers::default().reckon(&scene, CheckId(0)).expect("it can be reckoned");
    let need = reckoned.need().expect("it is possible");
    bencher.bench_local(|| black_box(need).odds(&rules));
}

#[divan::bench]
fn its_explanation(bencher: Bencher) {
    let rules = rules();
    let frame = frame(&rules);
    let scene = Scene { rules: &rules, world: &BenchTable, frame: &frame };
    bencher.bench_local(|| reckon(&scene, black_box(CheckId(0))));
}
