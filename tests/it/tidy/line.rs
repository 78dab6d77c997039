//! How long a line of a shipped pack may be.

use crate::tidy::source::{File, read_all};
use crate::tidy::{none, planted};

/// Characters of a line. A row of a table is one line however many columns it has.
const MOST: usize = 120;

/// Files whose long lines are still to be broken; one that has none any more must leave the list.
const EXEMPT: &[&str] = &[
    "rules/skirmish/aimed.fray",
    "rules/skirmish/arenas.fray",
    "rules/skirmish/armor.fray",
    "rules/skirmish/attributes.fray",
    "rules/skirmish/automatic.fray",
    "rules/skirmish/blades.fray",
    "rules/skirmish/boarding.fray",
    "rules/skirmish/catching.fray",
    "rules/skirmish/chases.fray",
    "rules/skirmish/clouds.fray",
    "rules/skirmish/creation.fray",
    "rules/skirmish/darkness.fray",
    "rules/skirmish/energy.fray",
    "rules/skirmish/experience.fray",
    "rules/skirmish/falling.fray",
    "rules/skirmish/fighting.fray",
    "rules/skirmish/fire.fray",
    "rules/skirmish/flame.fray",
    "rules/skirmish/gear.fray",
    "rules/skirmish/gravity.fray",
    "rules/skirmish/grenades.fray",
    "rules/skirmish/handtohand.fray",
    "rules/skirmish/healing.fray",
    "rules/skirmish/knockdowns.fray",
    "rules/skirmish/martial_arts.fray",
    "rules/skirmish/movement.fray",
    "rules/skirmish/pack.fray",
    "rules/skirmish/poles.fray",
    "rules/skirmish/raids.fray",
    "rules/skirmish/scenarios.fray",
    "rules/skirmish/sheets.fray",
    "rules/skirmish/shields.fray",
    "rules/skirmish/shotguns.fray",
    "rules/skirmish/skills.fray",
    "rules/skirmish/smoke.fray",
    "rules/skirmish/squares.fray",
    "rules/skirmish/stealth.fray",
    "rules/skirmish/suppression.fray",
    "rules/skirmish/terrain.fray",
    "rules/skirmish/trench.fray",
    "rules/skirmish/vacuum.fray",
    "rules/skirmish/weapons.fray",
    "rules/throw-2d6/scenarios.fray",
    "rules/ww/pack.fray",
    "rules/ww/sheets.fray",
    "rules/ww/without.fray",
];

fn is_test(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with("test_"))
}

fn long_lines(file: &File) -> Vec<usize> {
    let lines = file.text.lines().enumerate();
    let long = lines.filter(|(_, line)| line.chars().count() > MOST && !line.trim_start().starts_with('|'));
    long.map(|(index, _)| index + 1).collect()
}

fn wrong(files: &[File], exempt: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !is_test(&file.path)) {
        match (long_lines(file), exempt.contains(&&*file.path)) {
            (lines, true) if lines.is_empty() => {
                wrong.push(format!("{}: no line is long, take it off the list", file.path))
            }
            (lines, false) => {
                wrong.extend(lines.iter().map(|line| format!("{}:{line}: over {MOST} characters", file.path)))
            }
            _ => {}
        }
    }
    let is_there = |path: &&&str| files.iter().any(|file| file.path == **path);
    wrong.extend(exempt.iter().filter(|path| !is_there(path)).map(|path| format!("{path}: there is no such file")));
    wrong
}

#[test]
fn no_line_of_a_pack_is_too_long() {
    let files = read_all("rules", "fray");
    assert!(files.len() > 50, "only {} files", files.len());
    none(wrong(&files, EXEMPT));
}

#[test]
fn a_line_that_is_too_long_is_found() {
    let long = format!("# {}\n| {} |\n", "x".repeat(120), "x".repeat(120));
    assert_eq!(wrong(&planted("rules/a/b.fray", &long), &[]), ["rules/a/b.fray:1: over 120 characters"]);
    assert_eq!(wrong(&planted("rules/a/b.fray", &long), &["rules/a/b.fray"]), [] as [String; 0]);
    assert_eq!(wrong(&planted("rules/a/test_b.fray", &long), &[]), [] as [String; 0]);
    let short = wrong(&planted("rules/a/b.fray", "# x\n"), &["rules/a/b.fray", "rules/a/c.fray"]);
    assert_eq!(
        short,
        ["rules/a/b.fray: no line is long, take it off the list", "rules/a/c.fray: there is no such file"]
    );
}
