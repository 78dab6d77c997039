//! What a script costs: a call into the game, and the duel that every dice library can be timed on, beside the same
//! duel written by hand in Rust.

use divan::{Bencher, black_box, counter::ItemsCount};
use fray::dice::Cancel;
use fray::dice::{Chance, Seeded, Seen};
use fray::script::{
    ApiOwner, ApiParameter, ApiRow, ApiType, Arg, Engine, Host, HostError, HostRow, NameOf, NameOrText, Program, Reply,
    ScriptSource, Shape, Terms, may, must,
};
use fray::value::{FigureId, Formula, ScriptId};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// How many duels are fought in one sample, because their lengths differ.
const DUELS: u32 = 1000;

/// How many calls a measured script makes.
const CALLS: u32 = 1000;

/// A host that rolls dice and knows one property.
#[derive(Default)]
struct ToyTable(Option<Box<Seeded>>);

/// What the measured scripts call.
#[rustfmt::skip]
const ROWS: &[HostRow<ToyTable>] = &[
    HostRow { answer: Some(|_, _| Ok(Reply::One(Arg::Bool(true)))), row: row(ApiOwner::Figure, "is", &[must("word", ApiType::Name(NameOf::ConditionOrWord))], "boolean") },
    HostRow { answer: Some(roll_each), row: row(ApiOwner::Play, "roll", &[must("dice", ApiType::Dice), may("why", ApiType::Text)], "(number, {number})") },
    HostRow { answer: Some(roll_total), row: row(ApiOwner::Play, "total", &[must("dice", ApiType::Dice), may("why", ApiType::Text)], "number") },
];

const fn row(
    owner: ApiOwner,
    name: &'static str,
    parameters: &'static [ApiParameter],
    returns: &'static str,
) -> ApiRow {
    ApiRow { owner, shape: Shape::Method, name, parameters, returns, steps: 5, sentence: "", example: "" }
}

fn roll_each(table: &mut &mut ToyTable, args: &[Arg]) -> Result<Reply, HostError> {
    let (Some(Arg::Dice(dice)), Some(chance)) = (args.first(), &mut table.0) else { return Ok(Reply::NOTHING) };
    let mut thrown = Vec::new();
    let total = chance.roll(dice, Seen::Dice, &mut thrown).map_err(|_| HostError::Halt)?;
    let dice = thrown.iter().map(|die| Arg::int(i64::from(*die))).collect();
    Ok(Reply::Two(Arg::int(total), Arg::List(dice)))
}

fn roll_total(table: &mut &mut ToyTable, args: &[Arg]) -> Result<Reply, HostError> {
    let (Some(Arg::Dice(dice)), Some(chance)) = (args.first(), &mut table.0) else { return Ok(Reply::NOTHING) };
    let total = chance.roll(dice, Seen::Total, &mut Vec::new()).map_err(|_| HostError::Halt)?;
    Ok(Reply::One(Arg::int(total)))
}

impl Host for ToyTable {
    type Calls<'h> = &'h mut ToyTable;

    fn rows() -> &'static [&'static [HostRow<ToyTable>]] {
        &[ROWS]
    }

    fn calls<'h>(&'h mut self, _: &'h Engine<ToyTable>) -> &'h mut ToyTable {
        self
    }

    fn get(&mut self, _: &Engine<ToyTable>, _: &Arg, _: &NameOrText) -> Result<Option<Arg>, HostError> {
        Ok(Some(Arg::Number(12.0)))
    }

    fn dice(&mut self, text: &str) -> Option<Arc<Formula>> {
        Some(Arc::new(match text {
            "2d6-1" => Formula::dice(2, 6).adding(-1)?,
            _ => Formula::dice(3, 6),
        }))
    }

    fn show(&mut self, subject: &Arg) -> String {
        subject.sort().to_string()
    }

    fn properties(&mut self, _: &Arg) -> Vec<Arc<str>> {
        Vec::new()
    }
}

/// An engine with one script, and the script.
fn engine(text: &str) -> Engine<ToyTable> {
    let source = ScriptSource { name: "main".into(), path: "main.luau".into(), text: text.into() };
    Engine::new(Arc::new(Program::new(vec![source], vec!["might".into(), "shaken".into()])), Cancel::default())
        .expect("it is built")
}

fn run(engine: &Engine<ToyTable>, table: &mut ToyTable) -> Vec<Arg> {
    let args = [Arg::Figure(FigureId(0)), Arg::Play];
    engine.run(ScriptId(0), &args, table, Terms::default()).expect("the script runs")
}

fn calls(bencher: Bencher<'_, '_>, body: &str) {
    let engine = engine(&format!("return function(me, play) for i = 1, {CALLS} do {body} end end"));
    let mut table = ToyTable(Some(Box::new(Seeded::new(1, 0))));
    bencher.counter(ItemsCount::new(CALLS)).bench_local(|| run(&engine, &mut table));
}

#[divan::bench]
fn nothing(bencher: Bencher<'_, '_>) {
    calls(bencher, "");
}

#[divan::bench]
fn property(bencher: Bencher<'_, '_>) {
    calls(bencher, "local n = me.might");
}

#[divan::bench]
fn method(bencher: Bencher<'_, '_>) {
    calls(bencher, "local yes = me:is('shaken')");
}

#[divan::bench]
fn roll(bencher: Bencher<'_, '_>) {
    calls(bencher, "local n = play:roll('3d6')");
}

#[divan::bench]
fn total(bencher: Bencher<'_, '_>) {
    calls(bencher, "local n = play:total('3d6')");
}

#[divan::bench]
fn run_a_script(bencher: Bencher<'_, '_>) {
    let engine = engine("return function(me, play) end");
    let mut table = ToyTable(Some(Box::new(Seeded::new(1, 0))));
    bencher.bench_local(|| run(&engine, &mut table));
}

#[divan::bench]
fn build_an_engine() -> Engine<ToyTable> {
    engine("return function(me, play) end")
}

/// A first; hit on 3d6 at most 12, parried on 3d6 at most 9, 2d6-1 from 12 points each, until one falls.
const DUEL: &str = r"
local function fall(play: Play)
    local a, b = 12, 12
    while true do
        if play:roll('3d6') <= 12 and play:roll('3d6') > 9 then
            b -= play:roll('2d6-1')
            if b <= 0 then return 1 end
        end
        if play:roll('3d6') <= 12 and play:roll('3d6') > 9 then
            a -= play:roll('2d6-1')
            if a <= 0 then return 0 end
        end
    end
end
return function(me, play) return fall(play) end
";

#[divan::bench(args = ["roll", "total"])]
fn duel_scripted(bencher: Bencher<'_, '_>, roll: &str) {
    let engine = engine(&DUEL.replace(":roll", &format!(":{roll}")));
    let mut table = ToyTable(Some(Box::new(Seeded::new(1, 0))));
    let won: f64 = (0..20_000).map(|_| run(&engine, &mut table)[0].as_int().unwrap_or(0) as f64).sum();
    assert!((won / 20_000.0 - 0.559_895).abs() < 0.02, "A wins {won} of 20000");
    bencher.counter(ItemsCount::new(DUELS)).bench_local(|| {
        for _ in 0..DUELS {
            run(&engine, &mut table);
        }
    });
}

/// The same duel, written by hand on the same dice.
fn duel(chance: &mut Seeded, check: &Formula, damage: &Formula, thrown: &mut Vec<u16>) -> bool {
    let mut points = [12, 12];
    loop {
        for other in [1, 0] {
            let mut roll = |formula| chance.roll(formula, Seen::Dice, thrown).unwrap_or(0);
            if roll(check) <= 12 && roll(check) > 9 {
                points[other] -= roll(damage);
                if points[other] <= 0 {
                    return other == 1;
                }
            }
        }
    }
}

#[divan::bench]
fn duel_by_hand(bencher: Bencher<'_, '_>) {
    let mut chance = Seeded::new(1, 0);
    let check = Formula::dice(3, 6);
    let damage = Formula::dice(2, 6).adding(-1).expect("a small number");
    let mut thrown = Vec::new();
    bencher.counter(ItemsCount::new(DUELS)).bench_local(|| {
        (0..DUELS).filter(|_| duel(&mut chance, black_box(&check), black_box(&damage), &mut thrown)).count()
    });
}
