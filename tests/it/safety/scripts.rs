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
