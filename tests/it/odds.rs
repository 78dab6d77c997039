//! Expressions as they are typed, with their exact odds.

use fray::dice::{Contest, Count, Odds};
use fray::odds::expression::{Drawn, RationalDist, answer, ask};
use fray::odds::plot::picture;
use fray::rulebook::Rulebook;
use fray::value::{Number, Value};

#[track_caller]
fn drawn(text: &str) -> Drawn {
    match ask(&Rulebook::empty(), "typed", text) {
        Ok(drawn) => drawn,
        Err(diagnostics) => unreachable!("{text}: {}", shown(&diagnostics)),
    }
}

#[track_caller]
fn spread(text: &str) -> RationalDist {
    let Drawn::Spread(spread) = drawn(text) else { unreachable!("{text} is a number that is rolled") };
    spread
}

fn shown(diagnostics: &fray::diag::Diagnostics) -> String {
    let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut out = String::new();
    for diagnostic in diagnostics {
        handler.render_report(&mut out, diagnostic.as_ref()).expect("a text takes any text");
    }
    out
}

#[test]
fn chances() {
    for (text, expected) in [
        ("4d6 <= 13", "575/1296"),
        ("3d6 <= 12", "20/27"),
        ("12-3d6 > 11-3d6", "4249/7776"),
        ("1d6 = 1d6", "1/6"),
        ("1d6 != 1d6", "5/6"),
        ("1d6 in 2..4", "1/2"),
        ("1d6 >= 5 and 1d6 >= 5", "1/9"),
        ("1d6 >= 5 or 1d6 >= 5", "5/9"),
        ("not (1d6 >= 5)", "2/3"),
        ("if 1d6 = 6 then 1d6 >= 3 else 1d6 >= 5", "7/18"),
        ("max(1d6, 1d6) >= 6", "11/36"),
        ("clamp(2d6, 5, 9) = 5", "5/18"),
        ("round up (1d6 / 2) = 2", "1/3"),
        ("abs(1d6 - 1d6) = 0", "1/6"),
    ] {
        let Drawn::Chance { odds, .. } = drawn(text) else { unreachable!("{text} is a chance") };
        assert_eq!(odds.to_string(), expected, "{text}");
    }
}

#[test]
fn numbers_that_are_rolled() {
    let best = spread("3d6 keep highest 2");
    let ways: Vec<Count> = best.dist.iter().map(|(_, ways)| ways).collect();
    assert_eq!(ways, [1, 3, 7, 12, 19, 27, 34, 36, 34, 27, 16].map(Count::Small));
    assert_eq!(spread("6 x 3d6"), spread("18d6"));
    assert_eq!(spread("2d6 - 2d6").dist.total(), &Count::Small(1_296));
    assert_eq!(drawn("2 + 3 * 4"), Drawn::Certain(Value::int(14)));
}

#[test]
fn five_shots() {
    let shots = spread("5 x (if 1d2 = 1 then max(4d6-4, 0) else 0)");
    assert_eq!((shots.dist.min(), shots.dist.max(), shots.mean()), (0, 100, Some(Number::int(25))));
    assert_eq!(*shots.dist.total(), Count::Small(2_592).power(5));
    let shots = spread("5 x (if 1d2 = 1 then max(4d6-9, 0) else 0)");
    assert_eq!(shots.mean(), Number::fraction(1_835, 144));
    assert_eq!(shots.dist.exactly(0), Odds::of(3_077_056_399, 61_917_364_224));
    assert_eq!(shots.dist.at_least(20).scaled(100_000), 18_863);
}

#[test]
fn comparisons_tell_how_they_stand() {
    let Drawn::Chance { contest: Some(Contest { win, tie, lose }), .. } = drawn("12-3d6 > 11-3d6") else {
        unreachable!("two rolls are compared")
    };
    assert_eq!(win, Odds::of(25_494, 46_656));
    assert_eq!(win.plus(&tie).plus(&lose), Odds::ALWAYS);
}

#[test]
fn the_picture() {
    let answer = answer(&Rulebook::empty(), "typed", "3d6 keep highest 1").expect("dice");
    insta::assert_snapshot!(picture(&answer, 50), @r"
    1 to 6, mean 4.96, median 5
    1     0.5 %  ▍
    2     3.2 %  ██▊
    3     8.8 %  ███████▌
    4    17.1 %  ██████████████▋
    5    28.2 %  ████████████████████████▏
    6    42.1 %  ████████████████████████████████████
    ");
}

#[test]
fn what_cannot_be_reckoned_is_shown_in_the_text() {
    let wrong = ["10 / (2d6 - 7) + 1", "1 + 60000d6", "500d20 keep highest 250", "1d6 + true", "2 x 9d6 = spear"];
    let errors = wrong.map(|text| shown(&ask(&Rulebook::empty(), "typed", text).expect_err("it has no odds")));
    insta::assert_snapshot!(errors.concat(), @r"
    fray::odds::divided_by_dice

      × a number is divided by dice
       ╭─[typed:1:6]
     1 │ 10 / (2d6 - 7) + 1
       ·      ────┬────
       ·          ╰── this divisor is rolled
       ╰────
      help: multiply by dice, or ask for each result: `if 1d6 = 1 then … else …`
    fray::syntax::bad_dice

      × `60000d6` are no dice: too many dice
       ╭─[typed:1:5]
     1 │ 1 + 60000d6
       ·     ───┬───
       ·        ╰── too many dice
       ╰────
      help: throw at most 1000 dice at once
    fray::odds::dice

      × these odds cannot be computed exactly
      ╰─▶ the exact odds would take more than 33554432 steps
       ╭─[typed:1:1]
     1 │ 500d20 keep highest 250
       · ───────────┬───────────
       ·            ╰── the exact odds would take more than 33554432 steps
       ╰────
      help: ask for a part of it, or roll it many times instead
    fray::rulebook::wrong_type

      × expected a number, found a truth
       ╭─[typed:1:7]
     1 │ 1d6 + true
       ·       ──┬─
       ·         ╰── this is a truth
       ╰────
      help: choose numbers by it: `if true then 1 else 0`
    fray::rulebook::unknown_name

      × no fact, setting or word is named `spear`
       ╭─[typed:1:11]
     1 │ 2 x 9d6 = spear
       ·           ──┬──
       ·             ╰── not known here
       ╰────
      help: nobody is known here: write the number, or ask in a pack, `fray ask PACK 'SENTENCE'`
    ");
}
