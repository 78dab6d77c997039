//! Functions, `case`, `let`, and blocks of modifiers: what they compute, what is seen through them, how they are amended.

use crate::rulebook::{book_of, expression};
use fray::rulebook::{Choices, Rulebook, Type};
use fray::text::Memory;
use std::sync::Arc;

/// A game with functions, values with parameters, and blocks of modifiers.
const CALLS: &str = r#"
pack calls "Calls" { board square; scale 1 pace }
unit pace
symbols size small, middling, large
option strict off
kind tool { heft number = 1; size size = small; spent number tracked = 0 }
tools { | name | heft | size  |
        | club | 3    |       |
        | pike | 5    | large | }
attribute might number = 10
slot held of tool up to 3
fact actor figure
fact gap number pace = 3 pace
fact dark truth = false
function begun(way number pace, step number pace) = round up (way / step)
function twice(n number) = let m = n + n in m
function over(list list of number, least number) = count(n in list where n > least)
function worth(size size) = case size { small: 1, middling, large: twice(3) }
value lift(tool tool, extra number) = might - tool.heft - extra + begun(gap, 2 pace)
value heaviest(least number) = count(tool in held where tool.heft > least and lift(tool, 0) > 0)
card bulk when gap > 1 pace {
  -1 "far"
  when dark {
    -2 "dark"
    group worst when actor.might > 5 { -3 "strong"; when strict { -4 "strict" } }
  }
}
check heave { reads actor; roll 2d6; at least actor.lift(club, twice(1)); cards bulk }
"#;

fn calls(above: &str) -> Arc<Rulebook> {
    let files = Memory::default()
        .with("rules/calls/calls.fray", CALLS)
        .with("rules/above/above.fray", &format!("pack above \"Above\" extends calls\n{above}"));
    book_of(&files, "above", &Choices::none())
}

#[test]
fn functions_stand_where_they_are_called() {
    let book = calls("");
    for (text, expected) in [
        ("begun(7 pace, 2 pace)", "4"),
        ("twice(begun(5 pace, 2 pace)) + twice(1)", "8"),
        ("twice(sum(n in [1, 2] : twice(n)))", "12"),
        ("over([1, 2, 3], count(n in [1, 2] where n > 1))", "2"),
        ("over(list(n in [1, 2, 3] where n > 1 : twice(n)), twice(count(n in [1, 2])))", "1"),
        ("worth(small) + worth(middling) + worth(large)", "13"),
        ("worth(pike.size)", "6"),
        ("let a = 2, b = a * a in over([a, b], count(n in [a, b] where n > a))", "2"),
        ("case 7 { 1..6: 1, 7, 8: let a = 3 in a * a, else 0 }", "9"),
        ("case { count([1]) > 1: 1, worth(large) = 6: 2, else 3 }", "2"),
        ("case club { pike: 1, club: 2, else 3 }", "2"),
        ("3 - (case worth(large) { ..3: 1, else 2 })", "1"),
    ] {
        let (expr, r#type) = expression(&book, text, |scope| scope);
        let found = fray::odds::expression::of_expr(&book, &expr).unwrap_or_else(|error| panic!("{text}: {error}"));
        let fray::odds::expression::Drawn::Certain(value) = found else { panic!("{text}: {found:?}") };
        assert_eq!((fray::eval::words_of(&value, &book).as_str(), &r#type), (expected, &Type::NUMBER), "{text}");
    }
}

#[test]
fn dice_decide_arms() {
    let book = calls("");
    let odds = |text: &str| {
        let (expr, _) = expression(&book, text, |scope| scope.random());
        fray::odds::expression::of_expr(&book, &expr).unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    assert_eq!(
        odds("case { 1d6 > 4: 1, 1d6 > 3: 2, else twice(3) }"),
        odds("if 1d6 > 4 then 1 else if 1d6 > 3 then 2 else 6")
    );
}

#[test]
fn calls_are_seen_through() {
    let book = calls("");
    let names = |ids: &[fray::value::FactId]| {
        ids.iter().map(|id| book.facts[id.index()].head.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(&book.checks[0].all_reads), "actor gap dark");
    let reads: Vec<String> = book.cards[0].modifiers.iter().map(|one| names(&one.reads)).collect();
    assert_eq!(reads, ["gap", "gap dark", "actor gap dark", "actor gap dark"]);
}

#[test]
fn modifiers_in_blocks_are_amended_by_their_labels() {
    let shown = |book: &Rulebook| {
        let line = |one: &fray::rulebook::Modifier| {
            let when = one.condition.as_ref().map(|when| fray::eval::describe(when, book)).unwrap_or_default();
            format!("{} {}: {when}", fray::eval::describe(&one.amount, book), one.label.text)
        };
        book.cards[0].modifiers.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(shown(&calls("")), @r"
    -1 far: gap > 1 pace
    -2 dark: gap > 1 pace and dark
    -3 strong: gap > 1 pace and dark and actor.might > 5
    -4 strict: gap > 1 pace and dark and actor.might > 5 and strict
    ");
    let above = "card bulk {
        replace -5 \"dark\" when actor.might < 3
        remove \"strict\"
        add when gap > 9 pace { -6 \"farther\"; -7 \"lost\" when dark }
    }";
    insta::assert_snapshot!(shown(&calls(above)), @r"
    -1 far: gap > 1 pace
    -5 dark: gap > 1 pace and dark and actor.might < 3
    -3 strong: gap > 1 pace and dark and actor.might > 5
    -6 farther: gap > 1 pace and gap > 9 pace
    -7 lost: gap > 1 pace and gap > 9 pace and dark
    ");
}
