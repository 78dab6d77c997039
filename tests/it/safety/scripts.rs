//! Scripts of strangers, as deep and as odd as they like: they are judged, or refused, and nothing breaks.

use crate::program::Sandbox;

fn judged(script: &str) -> (i32, String) {
    let here = Sandbox::new();
    here.write("rules/yard/yard.fray", include_str!("../../../fuzz/src/yard.fray"));
    here.write("scripts/yard/child.luau", script);
    let seen = here.run(&["--rules", ".", "check", "yard"]);
    (seen.code, seen.out + &seen.err)
}

#[test]
fn no_script_is_too_deep() {
    for depth in [150, 900, 20_000] {
        for (before, inner, after) in [
            ("local x = ", "(", ")"),
            ("local x = ", "not ", ""),
            ("local x = ", "1 + ", ""),
            ("local x = ", "1 .. ", ""),
            ("", "do ", " end"),
            ("", "if play then ", " end"),
            ("local x = ", "{", "}"),
            ("local x: ", "{", "}"),
            ("local x = me", ".side", ""),
        ] {
            let middle = if before.contains(':') {
                "number"
            } else if inner.ends_with("side") || after == " end" {
                ""
            } else {
                "1"
            };
            let body = format!("{before}{}{middle}{}", inner.repeat(depth), after.repeat(depth));
            let (code, all) = judged(&format!("return function(me, play, question)\n {body}\n return nil\nend\n"));
            assert!((0..=2).contains(&code), "{inner} {depth} times: {code} {all}");
            assert!(!all.contains("has a bug"), "{inner} {depth} times: {all}");
        }
    }
}

#[test]
fn a_line_of_luau_is_luau_to_its_end() {
    let here = Sandbox::new();
    let told = |lines: &str| here.told(&["repl", "skirmish/duel"], lines.as_bytes());
    // What follows a comma or a semicolon is no line of its own, not even when the whole cannot be run.
    let seen =
        told("=math.max(1, nobody, string.len('b')) ; Bruce damage 3\n=nobody(1, 'x'); Bruce damage 3\nBruce.damage\n");
    assert_eq!(seen.out, "0\n", "{}", seen.err);
    assert!(!(seen.out + &seen.err).contains("not yet answered"), "{}", seen.err);
    let seen = told("=(function() local a = #'abc'; local b = {1, 2}; return a + #b end)()\n=\"#\" .. #\"ab\"\n");
    assert_eq!((seen.out.as_str(), seen.err.as_str()), ("5\n#2\n", ""));
}
