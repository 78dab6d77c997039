//! Every `fray` block of the reference of the language loads and runs: all but the first as one pack, the first on top
//! of it.

use crate::program::Sandbox;
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
    for (script, text) in SCRIPTS {
        files = files.with(&format!("scripts/sample/{script}.luau"), text);
    }
    files
}

/// What the examples leave to scripts.
const SCRIPTS: [(&str, &str); 8] = [
    (
        "shoot",
        "return function(actor: Figure, order: Order, play: Play)
    local shot = play:check(\"shot\")
    if shot.success then
        local force = play:roll(order.weapon.damage, \"damage\") * (shot.multiply or 1)
        play:tell(\"hurt\", { figure = order.target, amount = force })
        order.target:change(\"damage\", force)
    end
end\n",
    ),
    (
        "walk",
        "return function(actor: Figure, order: Order, play: Play)
    for _, cell in order.path do
        if not actor:move(cell) then
            return
        end
    end
end\n",
    ),
    (
        "rifleman",
        "return function(me: Figure, play: Play): Order?
    local foe, weapon = play:nearest(me:foes()), me.ready[1]
    if foe and weapon and me:legal(\"shoot\", { target = foe, weapon = weapon }) then
        return me:order(\"shoot\", { target = foe, weapon = weapon })
    end
    return if me:legal(\"pass\") then me:order(\"pass\") else nil
end\n",
    ),
    ("coward", "return function(me: Figure): Order?\n    return nil\nend\n"),
    ("covering", NOTHING),
    ("new_turn", NOTHING),
    ("retreats", NOTHING),
    ("deploy", NOTHING),
];
const NOTHING: &str = "return function() end\n";

#[test]
fn the_examples_of_the_reference_run() {
    let sandbox = Sandbox::new();
    let files = sample();
    for folder in ["rules", "scripts"] {
        for file in files.tree(folder) {
            let path = format!("{folder}/{file}");
            sandbox.write(&path, std::str::from_utf8(&files.read(&path).expect("it is listed")).expect("a text"));
        }
    }
    let tested = sandbox.run(&["--rules", ".", "test", "sample"]);
    assert_eq!((tested.out.as_str(), tested.err.as_str()), ("12 passed, 0 failed\n", ""));
    let asked = [
        ("odds", "sample", "Guard's damage with Pistol", "2 to 12, mean 7"),
        ("ask", "sample", "Guard balances, range 24, dodging", "need 6 or less"),
        ("ask", "sample", "Guard balances, range 12", "need 8 or less"),
        ("ask", "raid", "Ann shoots Captain with Pistol", "need"),
        ("odds", "raid", "Ann shoots Captain with Pistol --whole", "Captain"),
    ];
    for (command, place, sentence, answer) in asked {
        let words: Vec<&str> = sentence.splitn(2, " --").collect();
        let more = if words.len() > 1 { vec!["--whole"] } else { Vec::new() };
        let said = sandbox.run(&[&["--rules", ".", command, place, words[0]], more.as_slice()].concat());
        assert!(said.code == 0 && said.out.contains(answer), "{sentence}: {said:?}");
    }
    assert_eq!(sandbox.run(&["--rules", ".", "run", "raid", "--seed", "3"]).code, 0);
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
            if !file.ends_with(".fray") {
                continue;
            }
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
