//! Every form of expression with its value and its words, and every fault with its diagnostic.

use super::sample::*;
use super::{EvalError, Fault, Frame, Scene, Subject, Trail, describe, eval};
use crate::rulebook::{Binary, Expr, Function, Node, Quantifier, Rounding, Rulebook};
use crate::value::*;
use std::sync::Arc;

fn frame() -> Frame {
    let mut frame = Frame::new();
    frame.state(ACTOR, Value::Figure(FigureId(0))).state(TARGET, Value::Figure(FigureId(1)));
    frame.state(TOOL, Value::Thing(ThingId(0))).state(LIGHT, Value::Symbol(Symbol { set: SetId(1), at: 0 }));
    frame
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn list(numbers: &[i64]) -> Expr {
    expr(Node::List(numbers.iter().map(|n| num(*n)).collect()))
}

fn over(quantifier: Quantifier, list: Expr, condition: Option<Expr>, body: Option<Expr>) -> Expr {
    expr(Node::Over { quantifier, local: 0, list: boxed(list), condition: condition.map(boxed), body: body.map(boxed) })
}

fn local() -> Expr {
    expr(Node::Local(0))
}

fn half(n: i64) -> Value {
    Value::Number(Number::fraction(n, 2).expect("a fraction"))
}

fn tool(item: u16) -> Expr {
    expr(Node::Const(Value::Item(ItemId(item))))
}

fn zone(at: u16) -> Expr {
    expr(Node::Const(Value::Symbol(Symbol { set: SetId(1), at })))
}

#[track_caller]
fn gives(cases: Vec<(Expr, &str, Value)>) {
    let (rules, frame) = (rulebook(), frame());
    for (expr, words, value) in cases {
        assert_eq!(describe(&expr, &rules), words);
        assert_eq!(eval(&expr, &rules, &WORLD, &frame), Ok(value), "{words}");
    }
}

#[test]
fn figures_and_what_they_have() {
    let ready = |who: u16| expr(Node::Slot(boxed(fact(who)), SlotId(0)));
    let posture = || expr(Node::State(boxed(fact(1)), StateId(0)));
    gives(vec![
        (attribute(fact(0), 0), "actor.might", Value::int(10)),
        (value(fact(0), 0), "actor.vigor", Value::int(7)),
        (value(fact(0), 1), "actor.half", half(7)),
        (expr(Node::Track(boxed(fact(1)), TrackId(0), None)), "target.strain", Value::int(3)),
        (expr(Node::Track(boxed(fact(1)), TrackId(0), Some(boxed(zone(1))))), "target.strain(far)", Value::int(3)),
        (posture(), "target.posture", Value::Symbol(LOW)),
        (expr(Node::Is(boxed(posture()), Value::Symbol(LOW))), "target.posture is low", Value::Truth(true)),
        (expr(Node::InState(boxed(fact(0)), StateId(0), LOW)), "actor is low", Value::Truth(false)),
        (expr(Node::HasCondition(boxed(fact(1)), ConditionId(0))), "target is tired", Value::Truth(true)),
        (ready(1), "target.ready", Value::list([Value::Thing(ThingId(1))])),
        (expr(Node::Has(boxed(ready(0)), boxed(tool(0)))), "actor.ready has Spear", Value::Truth(true)),
        (expr(Node::Has(boxed(ready(0)), boxed(tool(1)))), "actor.ready has \"Long Sling\"", Value::Truth(false)),
        (expr(Node::Has(boxed(ready(1)), boxed(fact(2)))), "target.ready has tool", Value::Truth(false)),
        (expr(Node::Has(boxed(list(&[1, 2])), boxed(num(2)))), "[1, 2] has 2", Value::Truth(true)),
        (expr(Node::Relation(RelationId(0), boxed(fact(0)), boxed(fact(1)))), "watching(actor, target)", Value::int(4)),
        (call(Function::Name, vec![fact(1)]), "target.name", Value::text("Ben")),
        (call(Function::Name, vec![fact(2)]), "tool.name", Value::text("Spear")),
        (expr(Node::Field(boxed(fact(2)), 0)), "tool.weight", Value::int(4)),
        (expr(Node::Field(boxed(fact(2)), 2)), "tool.charge", Value::int(5)),
        (expr(Node::Field(boxed(tool(1)), 2)), "\"Long Sling\".charge", Value::int(9)),
        (
            expr(Node::Map(boxed(call(Function::Foes, vec![fact(0)])), 0, boxed(attribute(local(), 1)))),
            "foes(actor).agility",
            Value::list([Value::int(11)]),
        ),
    ]);
}

#[test]
fn arithmetic_is_exact() {
    let down = |expr_: Expr| expr(Node::Round(Rounding::Down, boxed(expr_)));
    let sum = bin(Binary::Plus, num(1), num(2));
    gives(vec![
        (bin(Binary::Times, sum.clone(), num(3)), "(1 + 2) * 3", Value::int(9)),
        (bin(Binary::Plus, num(1), bin(Binary::Times, num(2), num(3))), "1 + 2 * 3", Value::int(7)),
        (bin(Binary::Minus, num(1), bin(Binary::Minus, num(2), num(3))), "1 - (2 - 3)", Value::int(2)),
        (bin(Binary::Over, num(3), num(2)), "3 / 2", half(3)),
        (down(bin(Binary::Over, num(-3), num(2))), "round down (-3 / 2)", Value::int(-2)),
        (expr(Node::Round(Rounding::Up, boxed(value(fact(0), 1)))), "round up actor.half", Value::int(4)),
        (expr(Node::Round(Rounding::Nearest, boxed(value(fact(0), 1)))), "round nearest actor.half", Value::int(4)),
        (expr(Node::Minus(boxed(sum))), "-(1 + 2)", Value::int(-3)),
        (call(Function::Min, vec![num(4), list(&[3, 9])]), "min(4, [3, 9])", Value::int(3)),
        (call(Function::Max, vec![num(4), num(9)]), "max(4, 9)", Value::int(9)),
        (call(Function::Abs, vec![num(-4)]), "abs(-4)", Value::int(4)),
        (call(Function::Clamp, vec![num(7), num(1), num(5)]), "clamp(7, 1, 5)", Value::int(5)),
        (call(Function::Sum, vec![list(&[1, 2, 3])]), "sum([1, 2, 3])", Value::int(6)),
        (call(Function::Count, vec![list(&[1, 2, 3])]), "count([1, 2, 3])", Value::int(3)),
        (expr(Node::Setting(SettingId(1))), "rings", Value::int(6)),
        (expr(Node::If(boxed(fact(4)), boxed(num(1)), boxed(num(2)))), "if covered then 1 else 2", Value::int(2)),
    ]);
}

#[test]
fn truths_and_comparisons() {
    let and = |a, b| bin(Binary::And, a, b);
    let or = |a, b| bin(Binary::Or, a, b);
    let division = || bin(Binary::Equal, bin(Binary::Over, num(1), num(0)), num(1));
    let within = |low: Option<i64>, high: Option<i64>| {
        let end = |n: Option<i64>| n.map(|n| boxed(num(n)));
        expr(Node::In(boxed(fact(3)), end(low), end(high)))
    };
    gives(vec![
        (and(truth(true), or(truth(false), truth(true))), "true and (false or true)", Value::Truth(true)),
        (and(truth(false), division()), "false and 1 / 0 = 1", Value::Truth(false)),
        (or(truth(true), division()), "true or 1 / 0 = 1", Value::Truth(true)),
        (expr(Node::Not(boxed(or(truth(false), truth(true))))), "not (false or true)", Value::Truth(false)),
        (bin(Binary::Less, zone(0), zone(1)), "near < far", Value::Truth(true)),
        (bin(Binary::GreaterOrEqual, num(2), num(2)), "2 >= 2", Value::Truth(true)),
        (bin(Binary::NotEqual, fact(0), fact(1)), "actor != target", Value::Truth(true)),
        (bin(Binary::Equal, fact(2), tool(0)), "tool = Spear", Value::Truth(true)),
        (
            expr(Node::Is(boxed(expr(Node::Field(boxed(fact(2)), 1))), Value::None)),
            "tool.edge is none",
            Value::Truth(true),
        ),
        (within(Some(1), Some(7)), "gap in 1..7", Value::Truth(true)),
        (within(Some(8), None), "gap in 8..", Value::Truth(false)),
        (within(None, Some(6)), "gap in ..6", Value::Truth(false)),
    ]);
}

#[test]
fn lists_tables_and_dice() {
    let big = || Some(bin(Binary::Greater, local(), num(1)));
    let squares = bin(Binary::Times, local(), local());
    let three = |sides| Value::Dice(Arc::new(Formula::dice(3, sides)));
    let text = |formula: &str| formula.to_string();
    let grid = |item, at| expr(Node::Table(TableId(1), vec![tool(item), zone(at)]));
    gives(vec![
        (over(Quantifier::Any, list(&[1, 2]), big(), None), "any(x1 in [1, 2] where x1 > 1)", Value::Truth(true)),
        (over(Quantifier::All, list(&[1, 2]), big(), None), "all(x1 in [1, 2] where x1 > 1)", Value::Truth(false)),
        (over(Quantifier::Count, list(&[1, 2, 3]), big(), None), "count(x1 in [1, 2, 3] where x1 > 1)", Value::int(2)),
        (over(Quantifier::First, list(&[1, 2, 3]), big(), None), "first(x1 in [1, 2, 3] where x1 > 1)", Value::int(2)),
        (over(Quantifier::First, list(&[1]), big(), None), "first(x1 in [1] where x1 > 1)", Value::None),
        (
            over(Quantifier::Sum, list(&[1, 2, 3]), None, Some(squares)),
            "sum(x1 in [1, 2, 3] : x1 * x1)",
            Value::int(14),
        ),
        (expr(Node::Table(TableId(0), vec![num(6)])), "band(6)", Value::int(0)),
        (grid(0, 1), "grid(Spear, far)", Value::int(5)),
        (grid(1, 0), "grid(\"Long Sling\", near)", Value::int(7)),
        (grid(1, 1), "grid(\"Long Sling\", far)", Value::None),
        (expr(Node::Table(TableId(1), vec![fact(2), fact(5)])), "grid(tool, light)", Value::int(8)),
        (expr(Node::Roll(Formula::dice(3, 6))), "3d6", three(6)),
        (call(Function::Dice, vec![num(3), num(8)]), "dice(3, 8)", three(8)),
    ]);
    let (rules, frame) = (rulebook(), frame());
    let keep = expr(Node::Const(Value::Dice(Arc::new(Formula {
        terms: vec![Term { minus: false, count: 3, sides: 6, keep: Keep::Highest(2) }],
        plus: 1,
    }))));
    for (expr, expected) in [
        (bin(Binary::Plus, dice(2, 6), num(3)), text("2d6+3")),
        (bin(Binary::Minus, num(12), dice(3, 6)), text("-3d6+12")),
        (bin(Binary::Minus, dice(2, 6), dice(1, 4)), text("2d6-1d4")),
        (expr(Node::Minus(boxed(dice(1, 4)))), text("-1d4")),
        (expr(Node::Repeat(6, boxed(bin(Binary::Plus, dice(3, 6), num(1))))), text("18d6+6")),
        (expr(Node::Repeat(2, boxed(keep))), text("3d6 keep highest 2 + 3d6 keep highest 2+2")),
    ] {
        let Ok(Value::Dice(found)) = eval(&expr, &rules, &WORLD, &frame) else { unreachable!("{expected} is dice") };
        assert_eq!(found.to_string(), expected);
    }
}

#[test]
fn a_fact_is_stated_or_seen_or_taken_by_default() {
    let (rules, mut frame) = (rulebook(), frame());
    let nowhere = Sample { board: false, ..WORLD };
    let gap = |world: &Sample, frame: &Frame| Scene { rules: &rules, world, frame }.fact(GAP);
    assert_eq!(gap(&WORLD, &frame), Ok(Value::int(7)), "seen");
    assert_eq!(gap(&nowhere, &frame), Ok(Value::int(7)), "remembered until it is forgotten");
    frame.forget();
    assert_eq!(gap(&nowhere, &frame), Ok(Value::int(2)), "no board: by default");
    frame.look_around(false);
    assert_eq!(gap(&WORLD, &frame), Ok(Value::int(2)), "not asked to look: by default");
    frame.look_around(true).state(GAP, Value::int(4));
    assert_eq!(gap(&WORLD, &frame), Ok(Value::int(4)), "stated");
    frame.unstate(GAP);
    assert_eq!(gap(&WORLD, &frame), Ok(Value::int(7)), "no longer stated");
    let mut copy = Frame::new();
    copy.copy_stated(&frame);
    assert_eq!(copy.all_stated(), frame.all_stated());
    frame.clear();
    assert_eq!(frame.all_stated(), vec![]);
    assert_eq!(gap(&WORLD, &frame), Ok(Value::int(2)), "without ends there is no distance: by default");
    assert_eq!(copy.stated(ACTOR), Some(Value::Figure(FigureId(0))));
}

#[test]
fn stating_a_fact_forgets_what_was_computed_from_others() {
    let (rules, mut frame) = (rulebook(), frame());
    let gap = |frame: &Frame| Scene { rules: &rules, world: &WORLD, frame }.fact(GAP);
    assert_eq!(gap(&frame), Ok(Value::int(7)));
    frame.state(TARGET, Value::Figure(FigureId(0)));
    assert_eq!(gap(&frame), Ok(Value::int(2)), "the distance to oneself is not known to the sample");
}

fn fault(expr: &Expr, rules: &Rulebook, world: &Sample) -> EvalError {
    match eval(expr, rules, world, &frame()) {
        Err(error) => error,
        Ok(value) => unreachable!("{} gives {value:?}", describe(expr, rules)),
    }
}

#[test]
fn every_fault_has_its_name() {
    let rules = rulebook();
    let nowhere = Sample { board: false, ..WORLD };
    let none = || expr(Node::Const(Value::None));
    let ada = Value::Figure(FigureId(0));
    for (expr, world, expected) in [
        (attribute(fact(0), 2), &WORLD, Fault::UnsetAttribute(AttributeId(2), ada)),
        (expr(Node::Field(boxed(tool(1)), 0)), &WORLD, Fault::UnsetField(ItemId(1), 0)),
        (expr(Node::Setting(SettingId(2))), &WORLD, Fault::UnsetSetting(SettingId(2))),
        (expr(Node::Table(TableId(0), vec![num(9)])), &WORLD, Fault::UnsetCell(TableId(0), vec![Value::int(9)])),
        (expr(Node::Table(TableId(0), vec![num(13)])), &WORLD, Fault::NotInTable(TableId(0), vec![Value::int(13)])),
        (expr(Node::Const(Value::Unset)), &WORLD, Fault::Unset),
        (fact(6), &nowhere, Fault::MissingFact(FactId(6))),
        (call(Function::Sight, vec![fact(0), fact(1)]), &nowhere, Fault::NoBoard(Function::Sight)),
        (call(Function::Cell, vec![fact(0)]), &WORLD, Fault::NotPlaced(Function::Cell, FigureId(0))),
        (bin(Binary::Plus, none(), num(1)), &WORLD, Fault::Absent("a number or dice")),
        (bin(Binary::Times, none(), num(1)), &WORLD, Fault::Absent("a number")),
        (attribute(none(), 0), &WORLD, Fault::Absent("a figure, a side or a thing")),
        (me(), &WORLD, Fault::Absent("`self`")),
        (local(), &WORLD, Fault::Absent("a variable")),
        (expr(Node::Not(boxed(num(1)))), &WORLD, Fault::WrongSort("a truth", "a number")),
        (bin(Binary::Less, zone(0), num(1)), &WORLD, Fault::WrongSort("a number", "a word")),
        (bin(Binary::Plus, dice(1, 6), bin(Binary::Over, num(1), num(2))), &WORLD, Fault::NotWhole(half(1))),
        (bin(Binary::Times, num(i64::MAX), num(2)), &WORLD, Fault::Overflow),
        (expr(Node::Repeat(70_000, boxed(dice(1, 6)))), &WORLD, Fault::Overflow),
        (call(Function::Dice, vec![num(2_000), num(6)]), &WORLD, Fault::Overflow),
        (bin(Binary::Over, num(1), num(0)), &WORLD, Fault::DivisionByZero),
        (value(fact(0), 3), &WORLD, Fault::TooDeep),
    ] {
        let error = fault(&expr, &rules, world);
        assert_eq!(*error.fault(), expected, "{}", describe(&expr, &rules));
        let report = error.report(&rules);
        let code = miette::Diagnostic::code(&report).map(|code| code.to_string()).unwrap_or_default();
        assert!(code.starts_with("fray::eval::"), "{code}");
        assert!(miette::Diagnostic::help(&report).is_some() && miette::Diagnostic::labels(&report).is_some());
    }
}

#[test]
fn a_deep_expression_is_refused_and_not_followed() {
    let deep = (0..5_000).fold(num(1), |inner, _| expr(Node::Minus(boxed(inner))));
    assert_eq!(*fault(&deep, &rulebook(), &WORLD).fault(), Fault::TooDeep);
    let truths = (0..5_000).fold(truth(true), |inner, _| expr(Node::Not(boxed(inner))));
    assert_eq!(*fault(&truths, &rulebook(), &WORLD).fault(), Fault::TooDeep);
    // Dropping so deep a tree would overflow the stack of a test thread; the loader never builds one.
    std::mem::forget((deep, truths));
}

#[test]
fn questions_within_questions_come_to_an_end() {
    let many = || list(&(0..60).collect::<Vec<_>>());
    let nested = (0..8_u8).fold(truth(false), |inner, local| {
        let (list, condition) = (boxed(many()), Some(boxed(inner)));
        expr(Node::Over { quantifier: Quantifier::Any, local: 7 - local, list, condition, body: None })
    });
    assert_eq!(*fault(&nested, &rulebook(), &WORLD).fault(), Fault::TooLong);
    let mut rules = rulebook();
    // Each value asks the next one twice: 2^40 questions.
    rules.values = (0..40).map(|_| rules.values[0].clone()).collect();
    for at in 0..39 {
        rules.values[usize::from(at)].expr = bin(Binary::Plus, value(me(), at + 1), value(me(), at + 1));
    }
    assert_eq!(*fault(&value(fact(0), 0), &rules, &WORLD).fault(), Fault::TooLong);
}

#[test]
fn an_error_tells_the_way_it_came() {
    let rules = rulebook();
    let error = fault(&value(fact(0), 2), &rules, &WORLD);
    assert_eq!(error.trail(), [Trail::Value(ValueId(2))]);
    let report = error.report(&rules);
    assert_eq!(report.to_string(), "`luck` is unset: the source does not say");
    let related = miette::Diagnostic::related(&report).into_iter().flatten().map(ToString::to_string);
    assert_eq!(related.collect::<Vec<_>>(), ["declared without a value", "while computing value `fortune`"]);
    let help = miette::Diagnostic::help(&report).map(|help| help.to_string());
    assert_eq!(help.as_deref(), Some("give it on the sheet, as in `luck 10`, or declare a default"));
}

#[test]
fn a_missing_fact_says_how_to_state_it() {
    let rules = rulebook();
    for (id, expected) in [
        (0, "state it, as in `… , actor NAME`"),
        (2, "state it, as in `… , tool Spear`"),
        (4, "state it, as in `… , covered`"),
        (5, "state it, as in `… , light near`"),
    ] {
        let report = EvalError::new(Fault::MissingFact(FactId(id)), rules.facts[0].head.span).report(&rules);
        let help = miette::Diagnostic::help(&report).map(|help| help.to_string());
        assert_eq!(help.as_deref(), Some(expected));
    }
}

#[test]
fn the_subject_is_whoever_is_asked_about() {
    let (rules, frame) = (rulebook(), frame());
    let scene = Scene { rules: &rules, world: &WORLD, frame: &frame };
    let ben = Subject::Figure(FigureId(1));
    assert_eq!(scene.number_for(ben, &rules.values[0].expr), Ok(Number::int(7)));
    assert_eq!(scene.eval_for(ben, &me()), Ok(Value::Figure(FigureId(1))));
    assert_eq!(scene.value_of(ben, ValueId(1)), Ok(half(7)));
}
