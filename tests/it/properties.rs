//! Properties over generated input: no text panics, every place lies in its text, the canonical layout changes nothing.

use fray::syntax::{self, sentence};
use fray::text::Sources;
use proptest::prelude::*;

/// Every `fray` block of the reference.
fn blocks() -> Vec<&'static str> {
    let page = include_str!("../../docs/language.md");
    page.split("```fray\n").skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect()
}

/// What may be spliced into a text: pieces of the language, and what is none.
const PIECES: &[&str] = &[
    " ",
    "\n",
    ";",
    "\n\n",
    "# remark\n",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    "\"",
    "\\",
    ",",
    ".",
    "..",
    "@",
    "@4.2",
    "-",
    "+",
    "=",
    "!=",
    "<",
    "?",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "is",
    "has",
    "in",
    "where",
    "when",
    "none",
    "3d6",
    "0d6",
    "3d",
    "12",
    "0.5",
    "99999999999999999999",
    "x",
    "card",
    "check",
    "replace",
    "legend",
    "legend #",
    "covers",
    "é",
    "−",
    "\u{a0}",
    "\u{feff}",
    "\r\n",
    "\t",
    "\0",
    "“",
    "𝔸",
];

/// A block of the reference with some bytes taken out and some pieces put in.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..12_usize, prop::sample::select(PIECES));
    (prop::sample::select(blocks()), prop::collection::vec(edit, 0..6)).prop_map(|(block, edits)| {
        let mut text = block.to_string();
        for (place, length, piece) in edits {
            let start = floor(&text, place.index(text.len() + 1));
            let end = floor(&text, (start + length).min(text.len()));
            text.replace_range(start..end.max(start), piece);
        }
        text
    })
}

/// A block of the reference with other spacing: mostly it still says the same.
fn respaced() -> impl Strategy<Value = String> {
    let spaces = &["  ", "\n", "\n\n\n", "; ", "\t", " # remark\n", "\n# remark\n", "\r\n", ";;"];
    let edit = (any::<prop::sample::Index>(), prop::sample::select(&spaces[..]));
    (prop::sample::select(blocks()), prop::collection::vec(edit, 1..4)).prop_map(|(block, edits)| {
        let mut text = block.to_string();
        for (place, space) in edits {
            let seams: Vec<usize> =
                text.match_indices([' ', '\n', ';', '{', '}', '|', '(', '.', '@']).map(|(at, _)| at).collect();
            text.insert_str(seams[place.index(seams.len())], space);
        }
        text
    })
}

/// A text made of pieces alone.
fn pieced() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.join(" "))
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A tree without its places, and the places.
fn shape(text: &str) -> (String, Vec<(usize, usize)>, usize) {
    let mut sources = Sources::default();
    let id = sources.add("case", text);
    let (file, mistakes) = syntax::parse(&sources, id);
    let mut places: Vec<(usize, usize)> = Vec::new();
    for mistake in &mistakes {
        let labels = mistake.labels().into_iter().flatten();
        places.extend(labels.map(|label| (label.offset(), label.offset() + label.len())));
        assert!(mistake.code().is_some() && mistake.help().is_some(), "{mistake} has a code and a help");
    }
    let shown = format!("{file:?}");
    let (mut out, mut rest) = (String::new(), shown.as_str());
    while let Some(at) = rest.find("Span { source: SourceId(0), start: ") {
        out.push_str(&rest[..at]);
        let (span, behind) = rest[at..].split_once('}').unwrap_or((&rest[at..], ""));
        let mut numbers =
            span.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<usize>().ok()).skip(1);
        places.extend(numbers.next().zip(numbers.next()));
        rest = behind;
    }
    (out + rest, places, mistakes.len())
}

/// Reads a text in every way there is; nothing may panic, and every place lies on characters of the text.
#[track_caller]
fn survives(text: &str) {
    let (_, places, _) = shape(text);
    for (start, end) in places {
        let fits = start <= end && text.is_char_boundary(start) && text.is_char_boundary(end);
        assert!(fits, "{start}..{end} is no place of {text:?}");
    }
    let mut sources = Sources::default();
    let id = sources.add("case", text);
    let _ = syntax::parse_expr(&sources, id);
    let _ = syntax::parse_dice_list(&sources, id);
    let _ = syntax::parse_formula(text);
    let _ = syntax::is_unfinished(text);
    for token in sentence::words(text) {
        assert!(text.get(token.span.0..token.span.1).is_some(), "{token:?} of {text:?}");
    }
    keeps_its_tree(text);
}

/// If a text can be laid out, that changes no tree, and doing it twice changes nothing more.
#[track_caller]
fn keeps_its_tree(text: &str) {
    let Ok(neat) = syntax::format(text) else { return };
    let (before, after) = (shape(text), shape(&neat));
    assert_eq!(after.2, 0, "the layout broke {text:?}\n{neat}");
    assert_eq!(before.0, after.0, "{text:?}\n{neat}");
    match syntax::format(&neat) {
        Ok(twice) => assert_eq!(neat, twice, "laid out twice: {text:?}"),
        Err(_) => panic!("the layout broke {text:?}\n{neat}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,80}|[ -~\n]{0,120}") {
        survives(&text);
    }

    #[test]
    fn any_pieces_are_read_without_a_panic(text in pieced()) {
        survives(&text);
    }

    #[test]
    fn any_damage_to_a_good_text_is_survived(text in mutated()) {
        survives(&text);
    }

    #[test]
    fn any_spacing_is_laid_out(text in respaced()) {
        keeps_its_tree(&text);
    }

    #[test]
    fn any_bytes_are_text_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let good = std::str::from_utf8(&bytes).is_ok();
        prop_assert_eq!(syntax::decode("case", bytes).is_ok(), good);
    }
}

/// A quote that is read as another, before a block that is never closed.
#[test]
fn an_open_block_behind_a_curly_quote_is_told() {
    survives("  . { . \n\n \u{201c} \u{201c}   \u{1d538} { legend # . | replace < covers");
    survives("pack case\ncard \u{201c}a\u{201d} {\n\u{201c}b\u{201d} {\n");
}

/// What other languages and pages have, each directly before characters of more than one byte.
#[test]
fn habits_are_read_whatever_stands_behind_them() {
    let habits = include_str!("../../grammar/habits.tsv").lines().filter(|line| line.starts_with("entry\t"));
    let mut tried = 0;
    for habit in habits {
        let columns: Vec<&str> = habit.split('\t').collect();
        for word in columns[1].split(' ') {
            for tail in ["°12", "☃", " ☃", "×2 \"a\"", "\u{a0}3", "\""] {
                survives(&format!("pack case\n{} odd \"Odd\" {{\n  {word}{tail}\n}}\n", columns[2]));
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn a_planted_change_of_tree_is_seen() {
    assert_ne!(shape("setting a = 1").0, shape("setting a = 2").0);
    assert_eq!(shape("setting a = 1").0, shape("setting  a=1").0);
}

#[test]
fn a_semicolon_that_parts_two_entries_stays() {
    let card = |lines: &str| format!("card a when wet {{\n{lines}\n}}\n");
    for lines in ["-1;\n\"x\" when dry", "-1\n\n ; \"x\" when dry", "-1 # why\n;; \"x\"", "-1;;\n# why\n\"x\""] {
        assert!(syntax::format(&card(lines)).is_ok(), "{lines}");
        keeps_its_tree(&card(lines));
    }
    let neat = syntax::format(&card("  -1; ; \n\n  \"x\" when dry;\n  +1;")).expect("no mistake");
    assert_eq!(neat, card("  -1;\n\n  \"x\" when dry\n  +1"));
    keeps_its_tree("value a = case posture {;\n  one: 2\n  two,\n three: 4\n}\n");
}
