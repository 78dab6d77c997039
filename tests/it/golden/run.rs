//! Cases that are played: a line `#! run: roll '1d6/0'` says what the program is asked to do in the folder of the case,
//! and what it prints, mistakes and all, is the answer.

use crate::program::{Sandbox, words};
use fray::text::Memory;

/// What the program says to each command, as on a terminal.
pub fn answers(files: &Memory, commands: &[String]) -> String {
    let sandbox = Sandbox::new();
    for (path, bytes) in &files.0 {
        sandbox.write(path, &String::from_utf8_lossy(bytes));
    }
    let mut out = String::new();
    for command in commands {
        let words = words(command);
        let args: Vec<&str> = ["--rules", "."].into_iter().chain(words.iter().map(String::as_str)).collect();
        let seen = sandbox.run(&args);
        // What was told before a mistake is not what the case is about, and may be long.
        let is_answer = seen.code != 2 || command.starts_with("check ");
        let told = if is_answer { seen.out.as_str() } else { "" };
        out += &format!("$ fray {command}\n{told}{}", seen.err);
        if seen.code != 0 {
            out += &format!("(exit code {})\n", seen.code);
        }
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// Codes of mistakes that no text of the author's can be shown for: dice on a table, a line of a command.
const WITHOUT_TEXT: &[&str] = &[
    "dice_given_left_over",
    "dice_given_unfit",
    "dice_given_used_up",
    "dice_overflow",
    "event_full",
    "play_too_large",
    "play_too_many_steps",
    "play_too_many_things",
];

/// What is missing from what the program says.
pub fn faults(folder: &str, said: &str) -> Vec<String> {
    let code = format!("fray::{}", folder.replacen('_', "::", 1));
    let mut faults = Vec::new();
    if !said.lines().any(|line| line.trim().trim_start_matches("╰─▶ ") == code) {
        faults.push(format!("does not say {code}"));
    }
    if !said.contains("help: ") {
        faults.push("no help".to_string());
    }
    if !said.contains("╭─[") && !WITHOUT_TEXT.contains(&folder) {
        faults.push("no label".to_string());
    }
    for line in said.lines().filter(|line| line.trim_start().starts_with("× ") && line.ends_with('.')) {
        faults.push(format!("a full stop: {line}"));
    }
    faults
}
