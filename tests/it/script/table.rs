//! The table of functions, and what is made from it. `FRAY_WRITE=1` writes the files anew.

use fray::diag::Diagnostic;
use fray::judge::judge;
use fray::play::script_rows;
use fray::rulebook::{Choices, Rulebook, load};
use fray::script::{ApiRow, Questions, ScriptError, compile_check, definitions, reference};
use fray::text::Memory;
use std::collections::BTreeSet;
use std::path::Path;

/// The table of the play.
fn table() -> Vec<&'static ApiRow> {
    script_rows().collect()
}

/// Compares a committed file with what the table makes of it now.
#[track_caller]
fn current(path: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let wanted = std::env::var_os("FRAY_WRITE").is_some();
    if wanted {
        std::fs::write(&path, expected).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = found.lines().zip(expected.lines()).enumerate();
    let first = lines.filter(|(_, (is, wanted))| is != wanted).map(|(at, (_, wanted))| (at + 1, wanted)).next();
    assert!(found == expected, "{} is not current, first in {first:?}: run the test with FRAY_WRITE=1", path.display());
}

#[test]
fn the_definitions_file_is_current() {
    current("fray.d.luau", &definitions(&table()));
}

#[test]
fn the_reference_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scripting.md");
    let text = std::fs::read_to_string(path).expect("the page is there");
    let begin = "<!-- made from the table in src/play/host; a test compares it -->\n\n";
    let (head, rest) = text.split_once(begin).expect("the reference begins");
    let (_, tail) = rest.split_once("<!-- end of what is made -->").expect("the reference ends");
    current("docs/scripting.md", &format!("{head}{begin}{}<!-- end of what is made -->{tail}", reference(&table())));
}

#[test]
fn every_name_is_used_once() {
    let names: BTreeSet<_> = table().iter().map(|row| (row.owner, row.name)).collect();
    assert_eq!(names.len(), table().len());
}

#[test]
fn every_example_is_luau_and_uses_its_member() {
    for row in table() {
        let text = format!(
            "return function(me: Figure, foe: Figure, other: Figure, thing: Thing, side: Side, \
            cell: Cell, order: Order, orders, result: Result, play: Play)\n\treturn {}\nend",
            row.example
        );
        let program = super::toy::program(&[("example", &text)]);
        let found: Vec<String> = compile_check(&program).iter().map(|found| found.to_string()).collect();
        assert_eq!(found, Vec::<String>::new(), "{}", row.example);
        let judged = judge(&nothing_declared(), &program);
        let unknown = judged.iter().find(|one| matches!(one, ScriptError::UnknownMember { .. }));
        assert!(unknown.is_none(), "{}: {unknown:?}", row.example);
        assert!(row.example.contains(row.name), "{} is not an example of {}", row.example, row.name);
        assert!(row.sentence.ends_with('.'), "{}", row.sentence);
    }
}

/// Rules without a game.
fn nothing_declared() -> Rulebook {
    let files = Memory::default().with("rules/bare/bare.fray", "pack bare \"Bare\"\n");
    let (book, _) = load(&files, "bare", &Choices::none());
    Rulebook::clone(&book.expect("it loads"))
}

/// Everything found in a script: code, message, labelled text, help.
#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    let program = super::toy::program(&[("main", text)]);
    let judged = judge(&nothing_declared(), &program);
    let found: Vec<String> = compile_check(&program)
        .into_iter()
        .chain(judged.into_iter().map(|one| Box::new(one) as Diagnostic))
        .map(|found| {
            let label = found.labels().into_iter().flatten().next().expect("a label");
            let slice = &text[label.offset()..label.offset() + label.len()];
            let code = found.code().map(|code| code.to_string()).unwrap_or_default();
            let help = found.help().map(|help| help.to_string()).unwrap_or_default();
            format!("{} | {found} | {slice} | {help}", code.trim_start_matches("fray::script::"))
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn scripts_are_checked_before_they_run() {
    finds(
        "return function(me: Figure, play: Play) play:rol('1d6') return me:foes() end",
        &["unknown_member | the play has no `rol` | rol | did you mean `roll`?"],
    );
    finds(
        "return function(me: Figure, play: Play)\n  me:freinds()\n  play:win(me.side)\n  me:order('x'):y()\nend",
        &[
            "unknown_member | a figure has no `freinds` | freinds | did you mean `friends`?",
            "unknown_name | no action is named `x` | 'x' | the rules declare no action",
            "unknown_member | an order has no `y` | y | there are legal, with, cost, fact; the reference of scripts lists what there is",
        ],
    );
    finds("return function(me: Figure)\n  local me = {} me:anything()\nend", &[]);
    finds(
        "return function(me: Figure)\n  if me then\nend",
        &["syntax | this `if` is never closed | if me then | write `end` where its block ends"],
    );
    finds(
        "return function(me)\n  me = = 3\nend",
        &[
            "syntax | Expected identifier when parsing expression, got '=' | me = = 3 | mend this line, or what was opened before it",
        ],
    );
    finds("", &[]);
}

#[test]
fn a_question_that_is_not_declared_is_found_before_it_is_asked() {
    let text = r#"
return function(me: Figure, play: Play, question: Question)
    if question.name == "advert" or question.name ~= "order" then
        return question.choices[1]
    elseif question.name == "avert" and question.blwo > question.blow then
        return play:ask(me:foes()[1] or me, "averted", { "suffer", "duck" })
    end
    local which = if me.harm > 0 then "avert" else "nothing"
    play:ask(me, which)
    if play:ask(me, "avert") == "duck" or play:ask(me, "avert", { "duck" }) ~= "suffer" or play:ask(me, "avert") == "dcuk" then
        return nil
    end
    return play:ask(me, "avert", nil, { blow = 3 })
end"#;
    let known = |names: &[&str]| names.iter().map(|name| (*name).into()).collect();
    let words = [("avert".into(), known(&["suffer", "duck"]))].into_iter().collect();
    let questions = Questions { names: known(&["order", "avert"]), fields: known(&["name", "choices", "blow"]), words };
    let program = super::toy::program(&[("main", text)]);
    assert_eq!(compile_check(&program).len(), 0, "nobody said which questions there are");
    let asking = fray::script::Program::clone(&program).asking(questions);
    let found: Vec<String> = compile_check(&asking).iter().map(ToString::to_string).collect();
    let told = [
        "no question is named `advert`",
        "a question has no `blwo`",
        "no question is named `averted`",
        "no choice of `avert` is named `dcuk`",
    ];
    assert_eq!(found, told);
}
