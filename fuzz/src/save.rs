//! Saves that somebody has changed: as text, and as a tree of which the sum is reckoned anew. What loads can be played.

use super::dialog::{DialogFiles, enter, session};
use super::mutate::Random;
use serde_json::Value;
use std::cell::OnceCell;

/// What stands in saves.
pub const WORDS: &[&str] =
    &["null", "-1", "0", "4294967295", "4294967296", "65535", "\"\"", "[]", "{}", "[0,0]", "1e9", "true"];

/// The parts of a save in the order of its sum.
const SUMMED: &[&str] = &[
    "schema", "pack", "scenario", "with", "typed", "rules", "seeded", "mine", "personal", "progress", "state", "names",
];

thread_local! {
    static SAVED: OnceCell<Vec<String>> = const { OnceCell::new() };
}

/// Fights of which the saves are changed.
const FIGHTS: &[(&str, &[&str])] = &[
    ("yard/tiff", &["next", "Ada harm 2", "next"]),
    ("yard/tiff", &["play big", "next", "new Guard from Ada on big: AIM 4", "put Guard at 2,2"]),
    ("skirmish/duel", &["next", "Bruce damage 3", "next"]),
    ("laser-d20/ambush", &["next"]),
    ("throw-2d6/steel", &["next"]),
];

fn saved() -> Vec<String> {
    let mut all = Vec::new();
    for (open, lines) in FIGHTS {
        let files = DialogFiles::default();
        let Some(mut session) = session(open, 80, &files) else { continue };
        lines.iter().for_each(|line| drop(enter(&mut session, line)));
        drop(enter(&mut session, "save a"));
        all.extend(files.borrow().get("a").cloned());
    }
    all
}

/// The sum of a save as `repl/stored.rs` reckons it.
fn sum(save: &Value) -> u64 {
    let parts: Vec<Value> = SUMMED.iter().map(|part| save[*part].clone()).collect();
    let text = Value::Array(parts).to_string();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Changes one place of a tree.
fn change(tree: &mut Value, random: &mut Random) {
    let down = random.below(12) > 0;
    match tree {
        Value::Array(items) if down && !items.is_empty() => {
            let at = random.below(items.len());
            match random.below(14) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                2 => {
                    let other = random.below(items.len());
                    items.swap(at, other);
                }
                _ => change(&mut items[at], random),
            }
        }
        Value::Object(fields) if down && !fields.is_empty() => {
            let at = random.below(fields.len());
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                change(field, random);
            }
        }
        Value::Number(number) if random.below(3) > 0 => {
            let old = number.as_i64().unwrap_or(0);
            *tree = Value::from(old.wrapping_add(random.below(5) as i64 - 2));
        }
        other => *other = interesting(random),
    }
}

fn interesting(random: &mut Random) -> Value {
    let numbers = [-1, 0, 1, 2, 7, 255, 65_535, 65_536, 4_294_967_295, 4_294_967_296, i64::MAX, i64::MIN];
    match random.below(8) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::from("\u{1b}[2J\u{202e}"),
        3 => Value::from("Ada"),
        4 => Value::Array(vec![Value::from(numbers[random.below(numbers.len())]), Value::from(1)]),
        5 => Value::Array(Vec::new()),
        _ => Value::from(numbers[random.below(numbers.len())]),
    }
}

/// The first bytes say which save is changed and how; what is no such is a save as text.
pub fn run(bytes: &[u8]) {
    let text = match bytes {
        [0, which, rest @ ..] => {
            let seed = rest.iter().fold(0_u64, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(*byte)));
            edited(usize::from(*which), seed)
        }
        other => Some(String::from_utf8_lossy(other).into_owned()),
    };
    let Some(text) = text else { return };
    let files = DialogFiles::default();
    files.borrow_mut().insert("a".to_string(), text);
    let Some(mut session) = session("yard/tiff", 80, &files) else { return };
    if !enter(&mut session, "load a").diagnostics.is_empty() {
        return;
    }
    let lines = [
        "show",
        "orders",
        "turn",
        "next",
        "Ada shows",
        "Bruce shoots Zorgo",
        "why",
        "odds",
        "next",
        "undo",
        "save b",
        "load b",
        "show",
    ];
    lines.iter().for_each(|line| drop(enter(&mut session, line)));
}

fn edited(which: usize, seed: u64) -> Option<String> {
    SAVED.with(|saved| {
        let saved = saved.get_or_init(self::saved);
        let mut save: Value = serde_json::from_str(saved.get(which % saved.len())?).ok()?;
        assert_eq!(save["sum"], sum(&save), "the sum is reckoned otherwise");
        let mut random = Random::new(seed);
        for _ in 0..=random.below(3) {
            let part = if random.below(6) == 0 { "progress" } else { "state" };
            change(&mut save[part], &mut random);
        }
        save["sum"] = sum(&save).into();
        Some(save.to_string())
    })
}

/// Bytes that say how saves are changed, and saves.
pub fn seeds() -> Vec<Vec<u8>> {
    let numbered = (0..200_u8).map(|at| vec![0, at, at, 0, 0, 0]);
    numbered
        .chain(
            SAVED.with(|saved| {
                saved.get_or_init(self::saved).iter().map(|save| save.clone().into()).collect::<Vec<_>>()
            }),
        )
        .collect()
}
