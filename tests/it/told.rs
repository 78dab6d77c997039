//! How fights are told: as a story, on a page, with everything, with the board at the end of each turn.

use crate::program::Sandbox;

/// The ways, with what each is asked for.
const WAYS: [(&str, &str); 6] = [
    ("plain", "run duel --seed 5"),
    ("brief", "run duel --seed 5 --brief"),
    ("details", "run duel --seed 5 --details"),
    ("maps", "run duel --seed 5 --brief --maps"),
    ("on_a_page", "run laser-d20/ambush --seed 7 --brief"),
    ("hurt_by_stages", "run throw-2d6/steel --seed 2 --brief"),
];

fn told(line: &str) -> String {
    let words = crate::program::words(line);
    let args: Vec<&str> = words.iter().map(String::as_str).collect();
    let seen = Sandbox::new().run(&args);
    assert_eq!((seen.err.as_str(), seen.code), ("", 0), "{line}");
    seen.out
}

#[test]
fn a_fight_is_told_in_as_many_words_as_are_wanted() {
    for (name, line) in WAYS {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../golden/told");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, told(line)));
    }
}

#[test]
fn a_fight_of_seven_guns_fits_on_a_page() {
    for seed in [1, 7, 23] {
        let page = told(&format!("run laser-d20/ambush --seed {seed} --brief"));
        let lines = page.lines().count();
        assert!(lines <= 120, "seed {seed} takes {lines} lines");
        let wide: Vec<&str> = page.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(wide.is_empty(), "wider than 100: {wide:#?}");
    }
}
