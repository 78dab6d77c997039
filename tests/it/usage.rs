//! Command lines that are wrong, as people type them: each is refused, and told with what can be typed instead.
//!
//! `tests/golden/usage/lines.txt` has one a line; what is said of each is kept beside it.

use fray::cli::Embedded;
use fray::dice::Cancel;
use std::fmt::Write;
use std::path::Path;

const FOLDER: &str = "tests/golden/usage";

/// The words of a line; what stands in single quotes is one.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    for letter in line.chars() {
        match letter {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.into_iter().chain(word).collect()
}

/// Everything that is told of a line, without the drawing around it.
fn told(json: &str) -> String {
    let plain: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let mut out = format!("    {}\n", plain["message"].as_str().unwrap_or_default());
    for label in plain["labels"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "    at: {}", label["text"].as_str().or(label["label"].as_str()).unwrap_or_default());
    }
    let _ = writeln!(out, "        {}", plain["help"].as_str().unwrap_or_default());
    out
}

#[test]
fn every_line_is_refused_with_what_can_be_typed() {
    let mut fray = Embedded::new(None).expect("the packs are built in");
    let text = std::fs::read_to_string(Path::new(FOLDER).join("lines.txt")).expect("the lines");
    let (mut out, mut wrong) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if line.starts_with('#') {
            let _ = writeln!(out, "{line}");
            continue;
        }
        let reply = fray.call(&words(line), &Cancel::default());
        let _ = writeln!(out, "fray {line}");
        reply.mistakes.iter().for_each(|mistake| out.push_str(&told(&mistake.json)));
        if reply.exit != 2 || reply.mistakes.len() != 1 || !reply.text.is_empty() {
            wrong.push(format!("{line}: exit {}, {} mistakes", reply.exit, reply.mistakes.len()));
        }
        if reply.mistakes.iter().any(|mistake| mistake.json.contains("\"help\":null")) {
            wrong.push(format!("{line}: no help"));
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(FOLDER).canonicalize().expect("it exists"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("said", out));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
