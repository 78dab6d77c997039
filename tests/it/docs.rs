//! The README and the guides hold what they promise: their files are written down, their commands run, their output
//! compared.

use crate::program::{Sandbox, words};

/// A block of a Markdown text.
struct MarkdownBlock {
    language: String,
    text: String,
}

fn blocks(text: &str) -> Vec<MarkdownBlock> {
    let mut blocks = Vec::new();
    let mut open: Option<MarkdownBlock> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(MarkdownBlock { language: language.to_string(), text: String::new() })
            }
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// The commands of a console block, each with the output that stands below it.
fn commands(text: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_string(), String::new())),
            (None, Some((_, output))) => {
                output.push_str(line);
                output.push('\n');
            }
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    commands
}

/// Everything that does not do what the text says. A block of rules whose first line is `# NAME` is that file, and a
/// script whose first line is `-- NAME`.
fn broken(text: &str) -> Vec<String> {
    let sandbox = Sandbox::new();
    let mut wrong = Vec::new();
    for block in blocks(text) {
        match block.language.as_str() {
            "fray" => {
                let name = block.text.lines().next().and_then(|line| line.strip_prefix("# "));
                sandbox.write(name.expect("a block of rules begins with the name of its file"), &block.text);
            }
            "luau" => {
                let name = block.text.lines().next().and_then(|line| line.strip_prefix("-- "));
                sandbox.write(name.expect("a script begins with the name of its file"), &block.text);
            }
            "console" => wrong.extend(commands(&block.text).iter().filter_map(|(command, output)| {
                let seen = run(&sandbox, command)?;
                (seen != *output && !output.is_empty() || output.is_empty() && seen.is_empty())
                    .then(|| format!("$ {command}\n--- expected\n{output}--- seen\n{seen}"))
            })),
            other => panic!("a block of `{other}` is not tested"),
        }
    }
    wrong
}

/// What a command prints; none for `cargo test`, which is running.
fn run(sandbox: &Sandbox, command: &str) -> Option<String> {
    let all = words(command);
    let args = match all.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["fray", ..] => all[1..].to_vec(),
        ["cargo", "run", "--release", "--", ..] => all[4..].to_vec(),
        ["cargo", "test"] => return None,
        _ => panic!("`{command}` is not tested"),
    };
    let seen = sandbox.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    Some(format!("{}{}", seen.out, seen.err))
}

/// The pages of which every block is run, each in a folder of its own.
const PAGES: [(&str, &str); 5] = [
    ("README.md", include_str!("../../README.md")),
    ("docs/new-game.md", include_str!("../../docs/new-game.md")),
    ("docs/referee.md", include_str!("../../docs/referee.md")),
    ("docs/tour.md", include_str!("../../docs/tour.md")),
    ("docs/house-rules.md", include_str!("../../docs/house-rules.md")),
];

#[test]
fn the_readme_and_the_guides_hold_what_they_promise() {
    let mut wrong = Vec::new();
    for (name, text) in PAGES {
        assert!(blocks(text).len() >= 6, "{name} has examples");
        wrong.extend(broken(text).iter().map(|promise| format!("{name}: {promise}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_broken_promise_is_found() {
    let text = "```console\n$ fray roll '1d6' --dice 3\n4   (1d6: 3)\n```\n";
    assert_eq!(broken(text), ["$ fray roll '1d6' --dice 3\n--- expected\n4   (1d6: 3)\n--- seen\n3   (1d6: 3)\n"]);
}
