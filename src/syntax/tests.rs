//! Whole texts in, trees and mistakes out.

use super::ast::{
    Arm, BinaryDecl, Body, CardEntry, CellForm, ChartDecl, ExprDecl, ExprNode, File, Pattern, TypeNode, Unary, Verb,
};
use super::{decode, format, is_unfinished, keywords, parse, parse_dice_list, parse_expr, reserved};
use crate::diag::Diagnostics;
use crate::text::Sources;

fn read(text: &str) -> (File, Vec<String>) {
    let mut sources = Sources::default();
    let id = sources.add("case.fray", text);
    let (file, mistakes) = parse(&sources, id);
    (file, said(&mistakes))
}

fn said(mistakes: &Diagnostics) -> Vec<String> {
    mistakes.iter().map(|mistake| mistake.to_string()).collect()
}

fn sources(text: &str) -> (Sources, crate::text::SourceId) {
    let mut sources = Sources::default();
    let id = sources.add("case", text);
    (sources, id)
}

/// An expression with every bracket written, to see what binds.
#[track_caller]
fn bound(text: &str) -> String {
    let (sources, id) = sources(text);
    match parse_expr(&sources, id) {
        Ok(expr) => show(&expr),
        Err(mistakes) => said(&mistakes).join("; "),
    }
}

fn show(expr: &ExprDecl) -> String {
    match &expr.node {
        ExprNode::Number(number) => number.to_string(),
        ExprNode::Quantity(number, unit) => format!("{number}{}", unit.text),
        ExprNode::Dice(term) => term.to_string(),
        ExprNode::Text(text) => format!("{:?}", text.text),
        ExprNode::Name(name) => name.text.clone(),
        ExprNode::Property(left, name) => format!("{}.{}", show(left), name.text),
        ExprNode::Call(name, parts) => format!("{}({})", name.text, all(parts)),
        ExprNode::List(parts) => format!("[{}]", all(parts)),
        ExprNode::Unary(Unary::Not, inner) => format!("(not {})", show(inner)),
        ExprNode::Unary(Unary::Minus, inner) => format!("(-{})", show(inner)),
        ExprNode::Unary(sign, inner) => format!("({sign:?} {})", show(inner)),
        ExprNode::Binary(sign, left, right) => format!("({} {} {})", show(left), operator(*sign), show(right)),
        ExprNode::Is { subject, negated, word } => format!("({} is{} {})", show(subject), not(*negated), word.text),
        ExprNode::Has { list, negated, member } => format!("({} has{} {})", show(list), not(*negated), show(member)),
        ExprNode::In(left, range) => {
            let end = |end: &Option<Box<ExprDecl>>| end.as_ref().map(|end| show(end)).unwrap_or_default();
            format!("({} in {}..{})", show(left), end(&range.low), end(&range.high))
        }
        ExprNode::If(condition, yes, no) => format!("(if {} then {} else {})", show(condition), show(yes), show(no)),
        ExprNode::Repeat(times, inner) => format!("({times} x {})", show(inner)),
        ExprNode::Over { quantifier, variable, list, condition, body } => {
            let part = |word: &str, part: &Option<Box<ExprDecl>>| {
                part.as_ref().map(|part| format!(" {word} {}", show(part))).unwrap_or_default()
            };
            let (condition, body) = (part("where", condition), part(":", body));
            format!("{quantifier:?}({} in {}{condition}{body})", variable.text, show(list))
        }
        ExprNode::Method(left, name, parts) => format!("{}.{}({})", show(left), name.text, all(parts)),
        ExprNode::Let(names, body) => {
            let names: Vec<String> =
                names.iter().map(|(name, value)| format!("{} = {}", name.text, show(value))).collect();
            format!("(let {} in {})", names.join(", "), show(body))
        }
        ExprNode::Case { subject, arms, otherwise } => {
            let subject = subject.as_ref().map(|subject| format!("{} ", show(subject))).unwrap_or_default();
            let mut arms: Vec<String> = arms.iter().map(arm).collect();
            arms.extend(otherwise.as_ref().map(|value| format!("else {}", show(value))));
            format!("case {subject}{{ {} }}", arms.join(", "))
        }
        other => format!("{other:?}"),
    }
}

fn arm(arm: &Arm) -> String {
    let end = |end: &Option<Box<ExprDecl>>| end.as_ref().map(|end| show(end)).unwrap_or_default();
    let patterns = arm.patterns.iter().map(|pattern| match pattern {
        Pattern::Expr(expr) => show(expr),
        Pattern::Range(range) => format!("{}..{}", end(&range.low), end(&range.high)),
    });
    format!("{}: {}", patterns.collect::<Vec<_>>().join(", "), show(&arm.value))
}

fn all(parts: &[ExprDecl]) -> String {
    parts.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn not(negated: bool) -> &'static str {
    if negated { " not" } else { "" }
}

fn operator(sign: BinaryDecl) -> &'static str {
    match sign {
        BinaryDecl::Or => "or",
        BinaryDecl::And => "and",
        BinaryDecl::Equal => "=",
        BinaryDecl::NotEqual => "!=",
        BinaryDecl::Less => "<",
        BinaryDecl::LessOrEqual => "<=",
        BinaryDecl::Greater => ">",
        BinaryDecl::GreaterOrEqual => ">=",
        BinaryDecl::Plus => "+",
        BinaryDecl::Minus => "-",
        BinaryDecl::Times => "*",
        BinaryDecl::Over => "/",
        BinaryDecl::Rolls => "x",
    }
}

#[test]
fn operators_bind_as_the_reference_says() {
    for (text, expected) in [
        ("a or b and not c", "(a or (b and (not c)))"),
        ("not a = b", "(not (a = b))"),
        ("not f is down and g", "((not (f is down)) and g)"),
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a - b - c", "((a - b) - c)"),
        ("-a.b + 1", "((-a.b) + 1)"),
        ("round up a / b", "((RoundUp a) / b)"),
        ("round down (a / b)", "(RoundDown (a / b))"),
        ("2 x 3d6 + 1", "((2 x 3d6) + 1)"),
        ("a.hits x w.damage + 1", "((a.hits x w.damage) + 1)"),
        ("2 * n x x", "(2 * (n x x))"),
        ("5 x max(0, 4d6 - 9)", "(5 x max(0, (4d6 - 9)))"),
        ("3d6 keep highest 2 - 1", "(3d6 keep highest 2 - 1)"),
        ("4d6 drop lowest 1", "4d6 keep highest 3"),
        ("3d6 drop highest 1", "3d6 keep lowest 2"),
        ("d20 + 1", "(1d20 + 1)"),
        ("if a then b else if c then d else e + 1", "(if a then b else (if c then d else (e + 1)))"),
        ("3 - (if a then 1 else 0)", "(3 - (if a then 1 else 0))"),
        ("x in 1..6 and y in ..3 or z in 4 hex..", "(((x in 1..6) and (y in ..3)) or (z in 4hex..))"),
        ("a is not none", "(a is not none)"),
        ("a.items has no \"Long Spear\" and b", "((a.items has not \"Long Spear\") and b)"),
        ("a.items has b.best = true", "((a.items has b.best) = Truth(true))"),
        ("count(f in all where f.might > 3 and f is up)", "Count(f in all where ((f.might > 3) and (f is up)))"),
        ("sum(x in list : x.mass)", "Sum(x in list : x.mass)"),
        ("range > 6 in and b", "((range > 6in) and b)"),
        ("6 in 1..7", "(6 in 1..7)"),
        ("lasts > 5 min", "(lasts > 5min)"),
        ("[1, 2 kg, a(b).c]", "[1, 2kg, a(b).c]"),
        ("0.5 + 1/2", "(1/2 + (1 / 2))"),
        ("(a\n + b) *\n c", "((a + b) * c)"),
        ("a\n  and b", "(a and b)"),
        ("if a\n  then b\n  else c", "(if a then b else c)"),
        ("case a { b: 1, c, d: 2, else 3 }", "case a { b: 1, c, d: 2, else 3 }"),
        ("case { a > 1 hex: -2, b and c: d }", "case { (a > 1hex): (-2), (b and c): d }"),
        (
            "case a {\n  1..3: if b\n    then c\n    else d\n  ..0: e,\n  else f\n}",
            "case a { 1..3: (if b then c else d), ..0: e, else f }",
        ),
        (
            "max(0, case a { b: f(case { c: 1, else 2 }), else [3] }) + 1",
            "(max(0, case a { b: f(case { c: 1, else 2 }), else [3] }) + 1)",
        ),
        ("let a = 6 in a + 1", "(let a = 6 in (a + 1))"),
        (
            "let a = b.c, d = a * 2\n  in if d in 1..2 then a else d",
            "(let a = b.c, d = (a * 2) in (if (d in 1..2) then a else d))",
        ),
        ("a.b(c, 1).d + e.f", "(a.b(c, 1).d + e.f)"),
    ] {
        assert_eq!(bound(text), expected, "{text}");
    }
}

#[test]
fn expressions_that_are_none_say_so() {
    for (text, expected) in [
        ("", "expected an expression, found nothing more"),
        ("1 +", "expected an expression, found nothing more"),
        ("(1", "this bracket is never closed"),
        ("3d", "`3d` are no dice: how many sides?"),
        ("a b", "expected the end of the line, found `b`"),
        ("a &", "`&` is written `and`"),
    ] {
        assert_eq!(bound(text), expected, "{text}");
    }
}

/// Every `fray` block of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```fray\n").skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect()
}

/// A tree without its places.
fn shape(text: &str) -> String {
    let (file, mistakes) = read(text);
    assert_eq!(mistakes, [] as [String; 0], "{text}");
    let shown = format!("{file:?}");
    let mut out = String::new();
    let mut rest = shown.as_str();
    while let Some(at) = rest.find("Span { source: ") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('}').map_or("", |(_, behind)| behind);
    }
    out + rest
}

#[test]
fn every_block_of_the_reference_is_read_and_laid_out() {
    let blocks = blocks(include_str!("../../docs/language.md"));
    assert!(blocks.len() >= 10, "the reference has blocks");
    for block in blocks {
        let Ok(neat) = format(block) else { panic!("{:?} in\n{block}", read(block).1) };
        assert_eq!(shape(&neat), shape(block), "{neat}");
        assert_eq!(format(&neat).ok().as_deref(), Some(neat.as_str()));
    }
}

#[test]
fn a_mistake_costs_its_entry_and_no_more() {
    let (file, mistakes) = read(
        "setting a = 1\ncard b \"B\" {\n  -1 \"one\" when\n  -2 \"two\"\n  -3 \"x\" \"y\"\n}\nsetting = 2\nsetting c = 3\n",
    );
    let names: Vec<_> = file.declarations.iter().filter_map(|one| one.name.as_ref()).map(|name| &*name.text).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let Body::Card(card) = &file.declarations[1].body else { panic!("the second is a card") };
    assert_eq!(card.entries.len(), 1, "of three entries one is whole");
    assert!(file.declarations[1].broken && !file.declarations[0].broken);
    assert_eq!(
        mistakes,
        [
            "expected an expression, found the end of the line",
            "expected `when`, `tags` or the end of the line, found `\"y\"`",
            "expected a name, found `=`",
        ]
    );
}

#[test]
fn an_open_block_ends_before_the_next_declaration() {
    let (file, mistakes) = read("turn \"T\" {\n  phase a { by side\n\nsetting c = 3\nsetting d = 4\n");
    assert_eq!(file.declarations.len(), 3);
    assert_eq!(mistakes, ["this block is never closed", "this block is never closed"]);
}

#[test]
fn an_open_block_ends_where_its_lines_or_words_end() {
    let still_open =
        |name: &str, line: usize, found: &str| format!("`{name}`, opened on line {line}, is still open at `{found}`");
    for (text, wanted) in [
        // Indented as its block.
        ("turn \"T\" {\n  phase a {\n    by side\n  phase b { by side }\n}\n", still_open("phase a", 2, "phase")),
        // The brace that is indented less closes another block.
        ("turn \"T\" {\n  phase a {\n    by side\n}\n", still_open("phase a", 2, "}")),
        // Indented in no way, but no entry of the block.
        ("turn \"T\" {\nphase a {\nby side\n\n phase b { by side }\n}\n", still_open("phase a", 2, "phase")),
    ] {
        let (file, mistakes) = read(text);
        assert_eq!(mistakes, [wanted], "{text}");
        assert_eq!(file.declarations.len(), 1, "{text}");
    }
}

#[test]
fn an_open_block_whose_end_nothing_tells_is_told_where_it_begins() {
    let (_, mistakes) = read("turn \"T\" {\nphase a {\nby side\nby side\n}\n");
    assert_eq!(mistakes[0], "this block is never closed");
}

#[test]
fn amounts_give_up_the_word_behind_them() {
    let (file, mistakes) = read("condition a { lasts 2 turns }\naction b { spends c.cost + 1 energy }");
    assert_eq!(mistakes, [] as [String; 0]);
    let shown = format!("{file:?}");
    assert!(shown.contains("Lasts(Count(ExprDecl { node: Number(2)"), "{shown}");
    assert!(shown.contains("node: Number(1)") && shown.contains("text: \"energy\""), "{shown}");
}

#[test]
fn choices_end_where_the_next_part_begins() {
    let (file, mistakes) = read(
        "kind a { b one of c, d or none = c; e one of f, g tracked }\ntable h (i one of j, k, l m, n 1d6) one of o, p {\n| q | r |\n}",
    );
    assert_eq!(mistakes, [] as [String; 0]);
    let Body::Kind(kind) = &file.declarations[0].body else { panic!("a kind") };
    assert!(matches!(&kind.fields[0].r#type.node, TypeNode::Optional(inner)
        if matches!(&inner.node, TypeNode::OneOf(words) if words.len() == 2)));
    assert!(kind.fields[1].tracked);
    let Body::Table(table) = &file.declarations[1].body else { panic!("a table") };
    let keys: Vec<&str> = table.keys.iter().map(|(name, _)| &*name.text).collect();
    assert_eq!(keys, ["i", "l", "n"]);
    assert!(matches!(&table.keys[0].1.node, TypeNode::OneOf(words) if words.len() == 2));
    assert!(matches!(&table.result.node, TypeNode::OneOf(words) if words.len() == 2));
}

#[test]
fn a_case_is_a_name_where_no_arms_follow() {
    let (file, mistakes) = read("pack case \"A case\" extends case { license \"CC0\" }\nfact case number = case + 1");
    assert_eq!(mistakes, [] as [String; 0]);
    assert_eq!(file.declarations.len(), 2);
}

#[test]
fn entries_may_amend() {
    let (file, mistakes) = read("card a { remove \"old\"; replace -2 \"b\" when c; add +1 dice \"d\" tags e, f @1.2 }");
    assert_eq!(mistakes, [] as [String; 0]);
    let Body::Card(card) = &file.declarations[0].body else { panic!("a card") };
    let verbs: Vec<Verb> = card.entries.iter().map(|entry| entry.verb).collect();
    assert_eq!(verbs, [Verb::Remove, Verb::Replace, Verb::Add]);
    assert!(matches!(&card.entries[0].node, CardEntry::Label(label) if label.text == "old"));
    let CardEntry::Modifier(last) = &card.entries[2].node else { panic!("a modifier") };
    assert_eq!((last.tags.len(), &*last.notes.cites[0].text), (2, "1.2"));
}

#[test]
fn cells_read_as_what_they_look_like() {
    let (file, _) = read(
        "tools {\n| name |\n| 3 |\n| |\n| - |\n| ? |\n| 1..6 |\n| 2d6+1 |\n| Long Spear |\n| a, 2 b |\n| \"x|y\" |\n}",
    );
    let Body::Things(ChartDecl { grid, .. }) = &file.declarations[0].body else { panic!("things") };
    let forms: Vec<String> = grid
        .rows
        .iter()
        .map(|row| match &row.cells[0].form {
            CellForm::Expr(expr) => show(expr),
            CellForm::List(cells) => format!("list of {}", cells.len()),
            CellForm::Range(_) => "range".to_string(),
            other => format!("{other:?}"),
        })
        .collect();
    let expected = ["3", "Empty", "Dash", "Unset", "range", "(2d6 + 1)", "Words", "list of 2", "\"x|y\""];
    assert_eq!(forms, expected);
}

fn said_of(mistakes: &[String]) -> &str {
    mistakes.first().map_or("", |first| first)
}

#[test]
fn nothing_is_too_deep_for_the_stack() {
    for text in [
        format!("setting a = {}", "(".repeat(100_000)),
        format!("setting a = {}1{}", "(".repeat(40_000), ")".repeat(40_000)),
        format!("setting a = {}1", "not ".repeat(100_000)),
        format!("setting a = {}1", "- ".repeat(100_000)),
        format!("setting a = {}1", "1 x ".repeat(100_000)),
        format!("setting a = {}1", "if a then b else ".repeat(50_000)),
        format!("setting a = 1{}", " + 1".repeat(100_000)),
        format!("setting a = b{}", ".c".repeat(100_000)),
        "when a { ".repeat(100_000),
        format!("fact a {} number", "list of ".repeat(100_000)),
        format!("setting a = {}", "[".repeat(100_000)),
    ] {
        let (_, mistakes) = read(&text);
        assert!(!mistakes.is_empty(), "{}", &text[..40]);
    }
    let (file, mistakes) = read(&format!("setting a = {}1{}", "max(1, [".repeat(24), "])".repeat(24)));
    assert_eq!((file.declarations.len(), mistakes.len()), (1, 0), "within the limits all is well");
    let value = format!("{}1{}", "(if a then any(b in c where ".repeat(24), ") else d)".repeat(24));
    let (file, mistakes) = read(&format!("{}setting a = {value}{}", "when a { ".repeat(47), " }".repeat(47)));
    assert_eq!((file.declarations.len(), said_of(&mistakes)), (1, ""), "blocks, choices and brackets at once");
}

#[test]
fn large_tables_take_no_longer_by_the_row() {
    let rows: String = (0..5_000).map(|row| format!("  | Tool {row} | {row} | 2d6+{row} | a, b |\n")).collect();
    let (file, mistakes) = read(&format!("tools {{\n  | name | size | harm | tags |\n{rows}}}\n"));
    assert_eq!(mistakes, [] as [String; 0]);
    let Body::Things(ChartDecl { grid, .. }) = &file.declarations[0].body else { panic!("things") };
    assert_eq!(grid.rows.len(), 5_000);
}

#[test]
fn the_prompt_goes_on_only_for_an_open_bracket() {
    for (text, expected) in [
        ("card a {", true),
        ("card a { -1 \"b\" when (c", true),
        ("max(1,", true),
        ("max(1, 2)", false),
        ("1 +", false),
        ("a \"text", false),
        ("a) (", false),
        ("Ann throws Spear", false),
        ("# (", false),
    ] {
        assert_eq!(is_unfinished(text), expected, "{text}");
    }
}

#[test]
fn dice_as_thrown() {
    for (text, expected) in [
        ("4,2,5", Ok(vec![4, 2, 5])),
        (" 4 2  5 ", Ok(vec![4, 2, 5])),
        ("4, 2 5", Ok(vec![4, 2, 5])),
        ("4,x", Err("expected a number, found `x`")),
        ("", Err("expected a number, found nothing more")),
        ("99999", Err("`99999` is too large")),
    ] {
        let (sources, id) = sources(text);
        let found = parse_dice_list(&sources, id).map_err(|mistakes| said(&mistakes).join("; "));
        assert_eq!(found, expected.map_err(str::to_string), "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    assert_eq!(decode("a.fray", b"a\nb".to_vec()).ok().as_deref(), Some("a\nb"));
    let error = decode("a.fray", b"a\n\xC3\xA9 \xFF b".to_vec()).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("line 2, column 3 is not text"));
}

#[test]
fn too_much_is_refused() {
    let (file, mistakes) = read(&" ".repeat(super::MAX_SOURCE_BYTES + 1));
    assert_eq!((file.declarations.len(), mistakes), (0, vec!["the file has more than 2 MiB".to_string()]));
}

#[test]
fn layout_is_canonical() {
    let text = "\n\ncard   a  @1.2   stacks worst{ # why\n-1   \"b\"  when  x.y>3   and(z) ;\n\n\n   # a remark\n\
                replace -2 \"c\"\n}\nsetting d=max( 1,2 ) *-3\ntools { |name|size|\n|Long Spear|10|@4\n|Axe|-| }\n\
                figure E { hurt -2; at 1 }\nmap f {\nlegend \"#\" wall\nlegend . open\n\"..#\"\n}\n";
    let neat = "card a @1.2 stacks worst {  # why\n  -1 \"b\" when x.y > 3 and(z)\n\n  # a remark\n  replace -2 \"c\"\n}\n\
                setting d = max(1, 2) * -3\ntools {\n  | name       | size |\n  | Long Spear |   10 | @4\n  | Axe        |    - |\n}\n\
                figure E { hurt -2; at 1 }\nmap f {\n  legend \"#\" wall\n  legend .   open\n  \"..#\"\n}\n";
    assert_eq!(format(text).ok().as_deref(), Some(neat));
    assert_eq!(shape(text), shape(neat));
}

#[test]
fn a_text_with_mistakes_is_not_laid_out() {
    let mistakes = format("card a {\n -1 when\n}").expect_err("it is broken");
    assert_eq!(said(&mistakes), ["expected an expression, found the end of the line"]);
}

#[test]
fn the_words_of_the_language_are_read_from_the_grammar() {
    assert_eq!((keywords().first(), keywords().last()), (Some(&"pack"), Some(&"remove")));
    assert!(["deed", "words", "when", "outcome"].iter().all(|word| keywords().contains(word)));
    assert!(["and", "where", "no", "let"].iter().all(|word| reserved().contains(word)));
    // What begins a declaration is a keyword, so that it is one of these or a kind of things.
    for word in keywords().iter().filter(|word| !["when", "outcome", "replace", "remove", "every"].contains(word)) {
        let (_, mistakes) = read(&format!("{word} {{ nothing"));
        assert!(!mistakes.iter().any(|said| said.contains("no keyword")), "{word}: {mistakes:?}");
    }
    assert!(!keywords().iter().any(|word| reserved().contains(word) && *word != "when"));
}
