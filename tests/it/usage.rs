//! Command lines that are wrong, as people type them: each is refused with one mistake, whose help has what can be typed.
//!
//! `tests/golden/usage/lines.txt` has one a line, and behind a tab what its help has to say.

use fray::cli::Embedded;
use fray::dice::Cancel;

const LINES: &str = include_str!("../golden/usage/lines.txt");

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

/// A text without its blanks: lines are broken elsewhere in a narrow terminal.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn every_line_is_refused_with_what_can_be_typed() {
    let mut fray = Embedded::new(None).expect("the packs are built in");
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (line, expected) in LINES.lines().filter_map(|line| line.split_once('\t')) {
        asked += 1;
        let reply = fray.call(&words(line), &Cancel::default());
        let [mistake] = &reply.mistakes[..] else {
            wrong.push(format!("{line}: {} mistakes", reply.mistakes.len()));
            continue;
        };
        let told: serde_json::Value = serde_json::from_str(&mistake.json).expect("JSON");
        let help = told["help"].as_str().unwrap_or_default();
        if reply.exit != 2 || !reply.text.is_empty() || !bare(help).contains(&bare(expected)) {
            wrong.push(format!("{line}: {}\n    {help}\n    and not: {expected}", told["message"]));
        }
    }
    assert!(asked > 200, "only {asked} lines");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
