//! However texts are nested, closed or not, they are read in a time that grows with them: nothing is read again at each
//! depth.

use fray::syntax;
use fray::text::Sources;
use std::time::{Duration, Instant};

/// Far more than any of them takes, and far less than what is doubled at each depth.
const LONGEST: Duration = Duration::from_secs(3);
/// How often a form stands within itself; pairs of them half as often.
const DEEP: usize = 24;

/// What can stand around an expression.
const FORMS: &[(&str, &str)] = &[
    ("(", ")"),
    ("[1, ", "]"),
    ("max(1, ", ")"),
    ("a.b(", ")"),
    ("-(", ")"),
    ("not ", ""),
    ("round up (", ")"),
    ("3 x (", ")"),
    ("let a = ", " in a"),
    ("let a = 1 in ", ""),
    ("let a = 1 in (", ")"),
    ("let a = 1 in max(1, ", ")"),
    ("if a = 1 then 1 else ", ""),
    ("if ", " then 1 else 2"),
    ("case ", " { 1: 2 }"),
    ("case a { 1: ", " }"),
    ("case a { ", ": 1 }"),
    ("case a { ..", ": 2 }"),
    ("case a { (", ")..3: 2 }"),
    ("case a { 1: 2; else ", " }"),
    ("case { a = 1: ", " }"),
    ("case case { a = 1: ", " }"),
    ("any(x in y : ", ")"),
    ("any(x in ", " : x > 1)"),
    ("count(x in y where ", ")"),
    ("sum(x in [", "]: x)"),
    ("a has (", ")"),
    ("a has if b then c else ", ""),
    ("a in (", ")..3"),
    ("a in 1..(", ")"),
    ("a in (", ")"),
    ("a in let b = 1 in ", ""),
    ("(a is b) and (", ")"),
];

/// How long it takes to read a value that is written so.
fn reading(body: &str) -> Duration {
    let (mut sources, began) = (Sources::default(), Instant::now());
    let id = sources.add("nested.fray", format!("value v = {body}\n").as_str());
    let _ = syntax::parse(&sources, id);
    began.elapsed()
}

fn nested(forms: &[(&str, &str)], closed: bool) -> String {
    let times = DEEP / forms.len();
    let open: String = forms.iter().map(|(open, _)| *open).collect();
    let close: String = forms.iter().rev().map(|(_, close)| *close).collect();
    open.repeat(times) + "1" + &if closed { close.repeat(times) } else { String::new() }
}

#[test]
fn nothing_is_read_again_at_each_depth() {
    let mut slow = Vec::new();
    let mut look = |forms: &[(&'static str, &'static str)]| {
        for closed in [true, false] {
            let took = reading(&nested(forms, closed));
            if took > LONGEST {
                slow.push((forms.to_vec(), closed, took));
            }
        }
    };
    for (at, one) in FORMS.iter().enumerate() {
        look(&[*one]);
        // Each around some others.
        for other in FORMS.iter().skip(at % 3).step_by(3) {
            look(&[*one, *other]);
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}
