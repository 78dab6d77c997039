//! What loading makes of declarations: numbers in base units, packs over packs, sentences, groups, reads, expressions.

use crate::golden::render;
use fray::cli::{Builtin, Packs};
use fray::rulebook::{
    Binary, Choices, Expr, FUNCTIONS, Goal, Layered, Node, PackText, Rulebook, Scope, SentencePart, SheetLine, Sort,
    Type, examine, findings, load, resolve_expr, resolve_expr_as,
};
use fray::text::{Files, Memory, Sources};
use fray::value::{FigureId, Formula, Number, Position, Value};
use std::sync::Arc;

const GAME: &str = r#"
pack game "A game" { board square; scale 1 pace; cells ground }
unit pace
unit mile = 1000 pace
unit beat
kind ground plural grounds { cost number = 1; wall truth = false }
grounds { | name | cost | wall |
          | moss | 2    |      |
          | rock |      | yes  | }
kind tool { harm dice; reach number pace = 1 pace; weight number = 1; tags list of text = []; spent number tracked = 0 }
tools {
  | name       | harm  | reach | weight | tags      |
  | spear      | 1d6+1 | 2     | 1/2    | long, old |
  | Great bow  | 2     | 1 mile | 3     |           |
}
setting far = 12 pace
setting farther = far * 2
option bands = narrow { narrow "few"; broad "many" }
option windy off
when windy { replace setting far = 6 pace }
attribute might "Might" number = 10
attribute order number = 0 of side
track harm number = 0 min 0 { resets each turn to 0; when harm >= might gains down "out of it" }
state stance = upright { upright; lying "down" }
slot held of tool up to 2
value strength = might - harm
value burden = sum(held.weight) + (if bands is broad then 1 else 0)
condition down { lasts for good; removes }
relation watching figure to figure { one }
fact actor figure
fact target figure
fact tool tool
fact gap number pace = 3 pace from distance(actor, target)
fact calm truth = gap > far
table chill (gap number pace) number { | gap | value |
                                       | ..5 | 0     |
                                       | 6.. | -1    | }
card space stacks worst {
  chill(gap) "chill" tags cold
  group best { +1 "calm" when calm; +2 "very calm" when calm and gap > farther }
}
check hit {
  reads actor, target, tool
  says "{actor} hits {target} with {tool}"
  roll 2d6
  at least 8 - actor.strength / 10
  cards space
  results 2d6 { | total | outcome | times | mood |
                | 2     | failure |       | sad  |
                | 12    | success | 2     |      | }
}
action strike { by actor; takes target, tool; check hit; phase acting; require watching(actor, target) > 0 "not seen" }
action "fall back" { by actor; takes way }
fact way list of cell = []
turn { lasts 5 beat; phase acting { by strength descending frozen ties order } }
figure Ann { might 12; held spear }
figure Bea from Ann { held "Great bow"; stance lying; harm 1 }
map field { legend . moss
            legend # rock
            "..#."
            fill 2 by 1 ".." }
scenario duel {
  map field
  with bands = broad
  side red { set order 2; Ann "Cleo" at 0,0; 3 Bea in 0,1 to 3,1 facing 2 }
  side blue { Ann at 3,0 }
  wins red when all(f in side_figures(blue) where f is down) "nobody is left"
}
"#;

fn files() -> Memory {
    Memory::default().with("rules/game/game.fray", GAME)
}

#[track_caller]
pub fn book_of(files: &Memory, pack: &str, choices: &Choices) -> Arc<Rulebook> {
    let (book, diagnostics) = load(files, pack, choices);
    assert_eq!(render(&diagnostics), "");
    book.expect("a pack without mistakes has a rulebook")
}

fn game() -> Arc<Rulebook> {
    book_of(&files(), "game", &Choices::none())
}

fn setting(book: &Rulebook, name: &str) -> Value {
    let at = book.names.find(Sort::Setting, name).expect("the setting is declared");
    match &book.settings[usize::from(at)].expr.node {
        Node::Const(value) => value.clone(),
        other => panic!("{name} is {other:?}"),
    }
}

#[track_caller]
pub fn expression(book: &Rulebook, text: &str, scope: for<'a> fn(Scope<'a>) -> Scope<'a>) -> (Expr, Type) {
    let mut sources = Sources::default();
    let id = sources.add("prompt", text);
    let parsed = fray::syntax::parse_expr(&sources, id).unwrap_or_else(|all| panic!("{}", render(&all)));
    let scope = scope(Scope::new(&sources));
    resolve_expr(book, &parsed, &scope).unwrap_or_else(|diagnostics| panic!("{}", render(&diagnostics)))
}

#[test]
fn cells_take_the_unit_and_the_default_of_their_column() {
    let book = game();
    let (_, spear) = book.item("spear").expect("it is declared");
    assert_eq!(spear.fields[0], Value::Dice(Arc::new(Formula { plus: 1, ..Formula::dice(1, 6) })));
    assert_eq!(spear.fields[1], Value::int(2));
    assert_eq!(spear.fields[2], Value::Number(Number::fraction(1, 2).expect("a half")));
    assert_eq!(spear.fields[3], Value::list([Value::text("long"), Value::text("old")]));
    let (_, bow) = book.item("Great bow").expect("it is declared");
    assert_eq!(bow.fields[0], Value::Dice(Arc::new(Formula::constant(2))), "a bare number is dice where dice stand");
    assert_eq!(bow.fields[1], Value::int(1000), "a unit of its own wins");
    assert_eq!(bow.fields[4], Value::int(0), "the default");
    assert_eq!(book.show_value(&bow.fields[1], book.names.find(Sort::Unit, "mile")), "1 mile");
}

#[test]
fn the_rows_of_a_table_share_what_stands_above_them() {
    let more = r#"
        tools {
            harm 1d6; reach 2; tags "new", "very old"
            weight ?
            | name | harm | reach | weight |
            | club |      |       | 3      |
            | pike | 2d6  | 4     |        |
        }
    "#;
    let book = book_of(&files().with("rules/game/more.fray", more), "game", &Choices::none());
    let fields = |name: &str| book.item(name).expect("it is declared").1.fields[..4].to_vec();
    let dice = |count| Value::Dice(Arc::new(Formula::dice(count, 6)));
    let tags = Value::list([Value::text("new"), Value::text("very old")]);
    assert_eq!(fields("club"), [dice(1), Value::int(2), Value::int(3), tags.clone()]);
    assert_eq!(fields("pike"), [dice(2), Value::int(4), Value::Unset, tags], "a cell goes before it");
}

#[test]
fn what_rows_share_is_checked_once() {
    let more = "tools {\n  harn 1d6\n  | name |\n  | club |\n  | pike |\n}\n";
    let (_, diagnostics) = load(&files().with("rules/game/more.fray", more), "game", &Choices::none());
    assert_eq!(diagnostics.len(), 1, "{}", render(&diagnostics));
}

#[test]
fn options_change_what_when_blocks_say() {
    assert_eq!(setting(&game(), "far"), Value::int(12));
    let windy = book_of(&files(), "game", &Choices::none().with("windy", None));
    assert_eq!(setting(&windy, "far"), Value::int(6));
    let duel = fray::value::ScenarioId(0);
    assert_eq!(game().choices_of(duel), Choices::none().with("bands", Some("broad")));
}

#[test]
fn a_pack_adds_replaces_removes_and_amends() {
    let home = r#"
        pack home extends game
        replace setting far = 20 pace
        remove option windy
        card space { add -5 "fog"; replace +9 "calm" when calm; remove "chill" }
        check hit { remove cards space; add plus 1 "luck" }
        turn { add phase ending { } }
        tools { | name | harm |
                | club | 1d4  | }
    "#;
    let files = files().with("rules/home/home.fray", home);
    let book = book_of(&files, "home", &Choices::none());
    assert_eq!(&*book.chain.iter().map(|name| name.to_string()).collect::<Vec<_>>().join(" "), "std game home");
    assert_eq!(setting(&book, "far"), Value::int(20));
    assert!(book.options.iter().all(|option| &*option.head.name != "windy"));
    let card = &book.cards[0];
    let lines: Vec<(String, Option<Number>)> =
        card.modifiers.iter().map(|one| (one.label.text.to_string(), one.amount.as_number())).collect();
    let number = |n: i64| Some(Number::int(n));
    let expected = [("calm", number(9)), ("very calm", number(2)), ("fog", number(-5))];
    assert_eq!(lines, expected.map(|(label, amount)| (label.to_string(), amount)));
    assert_eq!((book.checks[0].cards.len(), book.checks[0].parts.len()), (0, 1));
    assert_eq!(book.turn.phases.len(), 2);
    assert!(book.item("club").is_some() && book.item("spear").is_some());
}

#[test]
fn one_block_amends_several() {
    let home = r#"
        pack home extends game
        check leap { roll 2d6 }
        when windy { check hit, leap { add plus 1 "luck"; add plus 2 "gusts" } }
    "#;
    let files = files().with("rules/home/home.fray", home);
    let parts = |choices: &Choices| -> Vec<(String, usize)> {
        let book = book_of(&files, "home", choices);
        book.checks.iter().map(|check| (check.head.name.to_string(), check.parts.len())).collect()
    };
    let named = |hit, leap| vec![("hit".to_string(), hit), ("leap".to_string(), leap)];
    assert_eq!(parts(&Choices::none()), named(0, 0));
    assert_eq!(parts(&Choices::none().with("windy", None)), named(2, 2));
}

#[test]
fn what_uses_a_removed_thing_goes_with_it() {
    let home = "pack home extends game\nremove tool \"Great bow\" with users\n";
    let files = files().with("rules/home/home.fray", home);
    let book = book_of(&files, "home", &Choices::none());
    assert!(book.item("Great bow").is_none() && book.item("spear").is_some());
    let sheets: Vec<&str> = book.sheets.iter().map(|sheet| &*sheet.head.name).collect();
    assert_eq!(sheets, ["Ann"], "Bea held the bow");
    assert!(book.scenarios.is_empty(), "Bea fought in it");
}

#[test]
fn what_only_shares_the_name_of_a_removed_thing_stays() {
    let mid = "pack mid extends game\nkind song { verses number = 3 }\nsong \"Great bow\" { }\nslot tune of song\n\
               figure Cid { might 2; tune \"Great bow\" }\n";
    let home = "pack home extends mid\nremove tool \"Great bow\" with users\n";
    let files = files().with("rules/mid/mid.fray", mid).with("rules/home/home.fray", home);
    let book = book_of(&files, "home", &Choices::none());
    let sheets: Vec<&str> = book.sheets.iter().map(|sheet| &*sheet.head.name).collect();
    assert_eq!(sheets, ["Ann", "Cid"], "Cid sings of the bow that Bea held");
}

#[test]
fn tests_of_a_pack_below_are_not_inherited() {
    let files = files()
        .with("rules/game/test_game.fray", "figure Tester { might 3 }")
        .with("rules/home/home.fray", "pack home extends game")
        .with("rules/home/test_home.fray", "figure Helper { might 4 }");
    let (book, diagnostics) = PackText::read(&files, "home").load(&Choices::none());
    assert_eq!(render(&diagnostics), "");
    let book = book.expect("it loads");
    let sheets: Vec<&str> = book.sheets.iter().map(|sheet| &*sheet.head.name).collect();
    assert_eq!(sheets, ["Ann", "Bea", "Helper"]);
}

#[test]
fn a_pack_laid_out_in_folders_is_the_same_pack() {
    let sheets = |first: &str, second: &str, tests: &str| {
        let files = files()
            .with("rules/home/pack.fray", "pack home extends game")
            .with(&format!("rules/home/{first}"), "figure Cid { might 2 }")
            .with(&format!("rules/home/{second}"), "figure Dot { might 3 }")
            .with(&format!("rules/home/{tests}"), "figure Tester { might 4 }");
        let (book, diagnostics) = PackText::read(&files, "home").load(&Choices::none());
        assert_eq!(render(&diagnostics), "");
        let book = book.expect("it loads");
        book.sheets.iter().map(|sheet| sheet.head.name.to_string()).collect::<Vec<_>>()
    };
    let flat = sheets("cids.fray", "dots.fray", "test_all.fray");
    assert_eq!(flat, ["Ann", "Bea", "Cid", "Dot", "Tester"]);
    assert_eq!(flat, sheets("rules/far/cids.fray", "dots.fray", "tests/all.fray"));
    assert_eq!(flat, sheets("scenarios/cids.fray", "rules/dots.fray", "tests/near/all.fray"));
}

#[test]
fn one_tree_lies_over_another() {
    let top = Memory::default().with("rules/game/more.fray", "setting near = far / 4\n");
    let below = files();
    let layered = Layered { top: &top, below: &below };
    let (book, diagnostics) = load(&layered, "game", &Choices::none());
    assert_eq!(render(&diagnostics), "");
    let book = book.expect("it loads");
    let near = book.names.find(Sort::Setting, "near").expect("it is declared");
    assert_eq!(book.type_words(&book.settings[usize::from(near)].r#type), "a number in `pace`");
}

#[test]
fn sentences_are_said_or_made() {
    let book = game();
    let words = |sentence: &fray::rulebook::Sentence| {
        let part = |part: &SentencePart| match part {
            SentencePart::Word(word) => word.to_string(),
            SentencePart::Fact(fact) => format!("{{{}}}", book.facts[fact.index()].head.name),
        };
        sentence.parts.iter().map(part).collect::<Vec<_>>().join(" ")
    };
    let said = |says: &[fray::rulebook::Sentence]| says.first().map(words);
    assert_eq!(said(&book.checks[0].says).as_deref(), Some("{actor} hits {target} with {tool}"));
    assert_eq!(said(&book.actions[0].says).as_deref(), Some("{actor} strike {target} {tool}"));
    assert_eq!(said(&book.actions[1].says).as_deref(), Some("{actor} fall back"), "a way cannot be said");
}

#[test]
fn sheets_inherit_and_groups_fill_their_rectangle() {
    let book = game();
    let bea = &book.sheets[1];
    let shown: Vec<String> = bea
        .lines
        .iter()
        .map(|line| match line {
            SheetLine::Attribute(id, value) => {
                format!("{} {}", book.attributes[id.index()].head.name, book.show_value(value, None))
            }
            SheetLine::Track(id, number) => format!("{} {number}", book.tracks[id.index()].head.name),
            SheetLine::State(_, symbol) => book.symbol_title(*symbol).to_string(),
            SheetLine::Slot(_, items) => {
                items.iter().map(|item| book.items[item.index()].head.name.to_string()).collect()
            }
            SheetLine::Condition(id) => book.conditions[id.index()].head.name.to_string(),
        })
        .collect();
    assert_eq!(shown, ["might 12", "Great bow", "down", "harm 1"]);
    let duel = &book.scenarios[0];
    let placed: Vec<(String, Option<Position>, i64)> =
        duel.sides[0].figures.iter().map(|one| (one.name.to_string(), one.at, one.facing)).collect();
    let at = |x, y| Some(Position { x, y });
    let expected = [("Cleo", at(0, 0), 0), ("Bea 1", at(0, 1), 2), ("Bea 2", at(1, 1), 2), ("Bea 3", at(2, 1), 2)];
    assert_eq!(placed, expected.map(|(name, at, facing)| (name.to_string(), at, facing)));
    assert_eq!(&*duel.sides[1].figures[0].name, "Ann");
    assert_eq!((book.maps[0].width, book.maps[0].height), (4, 2));
}

#[test]
fn facts_are_read_through_values_tables_and_other_facts() {
    let book = game();
    let names = |ids: &[fray::value::FactId]| {
        ids.iter().map(|id| book.facts[id.index()].head.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    let reads: Vec<String> = book.cards[0].modifiers.iter().map(|one| names(&one.reads)).collect();
    assert_eq!(reads, ["actor target gap", "actor target gap calm", "actor target gap calm"]);
    assert_eq!(names(&book.checks[0].all_reads), "actor target tool gap calm");
    assert_eq!(book.cards[0].groups.len(), 2);
    assert_eq!(book.checks[0].fields.len(), 2);
    assert!(matches!(book.checks[0].goal, Goal::AtLeast(..)));
}

#[test]
fn callers_bind_names_and_make_dice_random() {
    let book = game();
    fn figure(scope: Scope) -> Scope {
        scope.bind("Ann B", Value::Figure(FigureId(4)), Type::Figure)
    }
    let (expr, r#type) = expression(&book, "\"Ann B\".harm >= 3 and gap > far", figure);
    assert_eq!(r#type, Type::Truth);
    assert!(matches!(expr.node, Node::Binary(Binary::And, ..)));
    let (expr, r#type) = expression(&book, "3d6 + 2", |scope| scope);
    assert_eq!((book.type_words(&r#type), matches!(expr.node, Node::Const(_))), ("dice".to_string(), true));
    let (expr, r#type) = expression(&book, "3d6 + 2 >= 12", |scope| scope.random());
    assert_eq!(r#type, Type::Chance);
    assert!(matches!(expr.node, Node::Binary(Binary::GreaterOrEqual, ..)));
    let (expr, _) = expression(&book, "3 x 2d6", |scope| scope);
    let Node::Const(Value::Dice(formula)) = expr.node else { panic!("dice are data") };
    assert_eq!(formula.count(), 6);
}

#[test]
fn words_are_found_by_the_type_that_is_wanted() {
    let book = game();
    let mut sources = Sources::default();
    let id = sources.add("prompt", "lying");
    let parsed = fray::syntax::parse_expr(&sources, id).unwrap_or_else(|all| panic!("{}", render(&all)));
    let wanted = Type::Symbol(book.states[0].set);
    let found = resolve_expr_as(&book, &parsed, &wanted, &Scope::new(&sources)).map_err(|all| render(&all));
    let lying = book.symbol_in(book.states[0].set, "lying").expect("a word of the state");
    assert_eq!(found.map(|expr| matches!(expr.node, Node::Const(Value::Symbol(word)) if word == lying)), Ok(true));
}

#[test]
fn every_name_can_be_listed() {
    let book = game();
    let all: Vec<&str> = book.names.visible(Sort::Item).collect();
    assert_eq!(all, ["Great bow", "moss", "rock", "spear"]);
    assert_eq!(book.names.visible(Sort::Action).collect::<Vec<_>>(), ["fall back", "strike"]);
    assert_eq!(book.names.visible(Sort::Tag).collect::<Vec<_>>(), ["cold"]);
}

#[test]
fn functions_have_one_name_each() {
    let mut names: Vec<&str> = FUNCTIONS.iter().map(|row| row.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), FUNCTIONS.len());
}

#[test]
fn what_is_used_under_another_reading_is_not_unused() {
    let text = "pack game\nsetting far = 3\noption windy off\nfact actor figure\nwhen windy { card drift { far \"wind\" } }\n\
                check hit { reads actor; roll 2d6; at least 8 }\nwhen windy { check hit { add cards drift } }\n";
    let files = Memory::default().with("rules/game/game.fray", text);
    assert_eq!(render(&examine(&files, "game").1), "");
    let book = book_of(&files, "game", &Choices::none());
    assert_eq!(
        findings(&book).iter().map(|one| one.to_string()).collect::<Vec<_>>(),
        ["nothing uses the setting `far`"]
    );
}

#[test]
fn no_slip_of_the_pen_panics() {
    let words: Vec<&str> = GAME.split_inclusive([' ', '\n']).collect();
    for at in (0..words.len()).step_by(5) {
        let (mut dropped, mut swapped) = (words.clone(), words.clone());
        dropped.remove(at);
        swapped.swap(at, (at * 7 + 3) % words.len());
        for text in [dropped.concat(), swapped.concat()] {
            let files = Memory::default().with("rules/game/game.fray", &text);
            let (book, diagnostics) = load(&files, "game", &Choices::none());
            assert!(book.is_some() != diagnostics.iter().any(|one| one.severity().is_none()), "{text}");
        }
    }
}

#[test]
fn what_is_endless_is_refused() {
    let chain = |keyword: &str, first: &str| -> String {
        let nested = |next: usize| format!("{}{keyword}{next}{}", "1 + (".repeat(40), ")".repeat(40));
        let line = |at: usize| format!("{first} {keyword}{at} = {}\n", nested(at + 1));
        let all: String = (0..200).map(line).collect();
        format!("pack game\n{all}{first} {keyword}200 = 1\n")
    };
    let facts = chain("f", "fact").replace(" = ", " number = ");
    let sheets: String = (0..200).map(|at| format!("figure s{at} from s{} {{ }}\n", at + 1)).collect();
    let units: String = (0..200).map(|at| format!("unit u{at} = 2 u{}\n", at + 1)).collect();
    let crowd = "figure Ann { }\nscenario duel { side red { 4000000000 Ann in 0,0 to 2000000000,2000000000 } }\n";
    let wide = "figure Ann { }\nscenario duel { side red { 9 Ann in 0,0 to 2000000000,2000000000 } }\n";
    let cases = [
        (chain("v", "value"), false),
        (chain("s", "setting"), false),
        (facts, false),
        (format!("pack game\n{sheets}figure s200 {{ }}\n"), false),
        (format!("pack game\n{units}unit u200\n"), false),
        (format!("pack game\n{crowd}"), false),
        (format!("pack game\n{wide}"), true),
    ];
    for (text, is_fine) in cases {
        let files = Memory::default().with("rules/game/game.fray", &text);
        let (book, diagnostics) = load(&files, "game", &Choices::none());
        let first = diagnostics.first().map(|one| one.to_string()).unwrap_or_default();
        assert_eq!(book.is_some(), is_fine, "{} {first}", &text[..40]);
    }
}

/// The packs that come with fray as if somebody had just written them.
struct AsWritten(Packs);

impl Files for AsWritten {
    fn list(&self, folder: &str) -> Vec<String> {
        self.0.list(folder)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.0.folders(folder)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.read(path)
    }
}

#[test]
fn over_a_shipped_pack_what_is_wrong_under_any_reading_is_found() {
    for (text, is_right) in [
        ("card skills { add +1 \"practice\" }", true),
        ("replace setting fixed_impact \"Impact\" = 2", true),
        ("card idle { +0 \"nothing\" when cramped }", false),
        ("when cramped { card idle { 0 \"nothing\" }\n check attack { add cards idle } }", false),
        ("when unarmed is short { card skills { add +1 \"near\" when weapon.lenght is none } }", false),
        ("card advantage { add +1 \"crowd\" when reversed and not reversed }", false),
        ("fact spare number = 0\nwhen laser_ruins { card skills { add spare \"spare\" } }", true),
        (
            "fact spare number = 0\nfact idle number = 0\nwhen limb_scope is per_side { card skills { add spare \"spare\" } }",
            false,
        ),
        ("replace value fatal = 3", true),
        ("replace value fatal = \"many\"", false),
        ("option ours off\nwhen ours { replace fact hit_impact \"impact\" text = \"hard\" }", false),
        ("check attack { replace roll throw_dice }", true),
        ("remove fact reversed", false),
    ] {
        let house = format!("pack house \"House\" extends throw-2d6 {{ license \"free\" }}\n{text}\n");
        let packs = || Packs::new(Builtin).under(Memory::default().with("rules/house/house.fray", &house));
        let said = |files: &dyn Files| examine(files, "house").1.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (shipped, written) = (said(&packs()), said(&AsWritten(packs())));
        assert_eq!(shipped, written, "{text}");
        assert_eq!(shipped.is_empty(), is_right, "{text}: {shipped:?}");
    }
}
