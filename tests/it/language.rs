//! Every `fray` block of the reference of the language loads: all but the first as one pack, the first on top of it.

use fray::cli::Builtin;
use fray::rulebook::{Choices, load};
use fray::syntax::{decode, parse, restore};
use fray::text::{Files, Memory, Sources, is_test_file};

/// The blocks of a Markdown text, without their fences.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        match (&mut open, line.trim_end()) {
            (None, "```fray") => open = Some(String::new()),
            (Some(_), "```") => blocks.extend(open.take()),
            (Some(block), line) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, _) => {}
        }
    }
    blocks
}

fn render(diagnostics: &fray::diag::Diagnostics) -> String {
    let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut out = String::new();
    for diagnostic in diagnostics {
        handler.render_report(&mut out, diagnostic.as_ref()).expect("a text takes any text");
    }
    out
}

fn sample() -> Memory {
    let blocks = blocks(include_str!("../../docs/language.md"));
    assert!(blocks.len() > 10, "the reference has many examples");
    let mut files = Memory::default().with("rules/std/pack.fray", include_str!("../../rules/std/pack.fray"));
    for (at, block) in blocks.iter().enumerate() {
        files = match at {
            0 => files.with("rules/home/pack.fray", &block.replace("extends skirmish", "extends sample")),
            _ => files.with(&format!("rules/sample/{at:02}.fray"), block),
        };
    }
    for script in ["shoot", "walk", "covering", "new_turn", "retreats", "rifleman", "coward", "deploy"] {
        files = files.with(&format!("scripts/sample/{script}.luau"), "return function() end\n");
    }
    files
}

#[test]
fn the_examples_of_the_reference_load() {
    for pack in ["sample", "home"] {
        let (book, diagnostics) = load(&sample(), pack, &Choices::none());
        assert_eq!(render(&diagnostics), "", "pack {pack}");
        assert!(book.is_some());
    }
}

#[test]
fn what_is_parsed_beforehand_is_what_the_texts_say() {
    let mut files = 0;
    for pack in Builtin.folders("rules") {
        for file in Builtin.tree(&format!("rules/{pack}")) {
            assert!(!is_test_file(&file), "{pack}/{file} is built in");
            let path = format!("rules/{pack}/{file}");
            let text = decode(&path, Builtin.read(&path).expect("it is listed")).expect("a text");
            // Its places are those of the source that it is here.
            let mut sources = Sources::default();
            sources.add("another", "");
            let id = sources.add(&path, &text);
            let stored = Builtin.parsed(&path).and_then(|tree| restore(tree, id));
            let (parsed, mistakes) = parse(&sources, id);
            assert!(mistakes.is_empty(), "{path}: {}", render(&mistakes));
            assert_eq!(format!("{:?}", stored.expect("it is stored")), format!("{parsed:?}"), "{path}");
            files += 1;
        }
    }
    assert!(files > 50, "only {files} files are built in");
    assert!(restore(b"no tree", Sources::default().add("none", "")).is_none());
}
