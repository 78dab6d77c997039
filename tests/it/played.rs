//! A fight that people have played at a table is kept line by line: it becomes a page, it is said again, and it is gone on
//! with from where it stood.

use super::program::{Printed, Sandbox};

/// Says lines at the prompt of the duel.
fn say(folder: &Sandbox, lines: &[&str]) -> String {
    let seen = folder.told(&["repl", "duel", "--seed", "3"], (lines.join("\n") + "\n").as_bytes());
    seen.out + &seen.err
}

/// Orders, passes, a referee's ruling, what is changed by hand, what is taken back and done again.
const PLAYED: [&str; 11] = [
    "play colony",
    "next",
    "next",
    "Bruce shoots Zorgo",
    "overrule dice 6 5 5",
    "next",
    "Zorgo DEX 13",
    "next",
    "save mid.json",
    "undo",
    "redo",
];
/// The same on the real table.
const BY_HAND: [&str; 7] = ["play colony", "dice mine", "next", "next", "4 4 3", "3 3 3 3", "3 3"];

fn holds(seen: &Printed, lines: usize) {
    let expected = format!("every number holds: {lines} lines said again come to what is kept\n");
    assert_eq!((seen.code, &*seen.out), (0, &*expected), "{seen:?}");
}

#[test]
fn a_fight_at_a_table_is_said_again_drawn_and_gone_on_with() {
    let folder = Sandbox::new();
    let told = say(&folder, &[&PLAYED[..], &["next", "save fight.json"]].concat());
    assert!(told.contains("saved in mid.json") && told.contains("saved in fight.json"), "{told}");
    // What was overruled or taken back is no line of it.
    holds(&folder.run(&["replay", "mid.json", "--check"]), 7);
    holds(&folder.run(&["replay", "fight.json", "--check"]), 8);
    let seen = folder.run(&["replay", "fight.json", "-o", "fight.html", "--games", "2"]);
    assert_eq!(seen.code, 0, "{seen:?}");
    let page = folder.read("fight.html");
    for told in ["played at a table", "the referee: the dice show 6 5 5", "Zorgo Dexterity 12", "Zorgo is dead"] {
        assert!(page.contains(told), "{told}");
    }
    // The page holds what it was made of, for whoever was mailed it.
    holds(&folder.run(&["replay", "fight.html", "--check"]), 8);
    let seen = folder.run(&["replay", "fight.json", "-o", "board.svg", "--at", "1"]);
    assert!(seen.code == 0 && folder.read("board.svg").starts_with("<svg"), "{seen:?}");
    let seen = folder.run(&["run", "--from", "fight.json", "--turn", "1"]);
    assert!(seen.code == 0 && seen.out.contains("gone on with from turn 1"), "{seen:?}");
}

#[test]
fn a_number_that_was_changed_is_found() {
    let folder = Sandbox::new();
    say(&folder, &[&PLAYED[..], &["save fight.json"]].concat());
    // Dice that are no longer those that fell: the sum of the file says so, and without it what comes of them.
    let text = folder.read("fight.json");
    folder.write("other.json", &text.replacen("\"line\":\"next\"", "\"line\":\"next \"", 1));
    let seen = folder.run(&["replay", "other.json", "--check"]);
    assert!(seen.code == 2 && seen.err.contains("it was changed after it was saved"), "{seen:?}");
}

#[test]
fn a_save_within_a_phase_loses_nothing() {
    let folder = Sandbox::new();
    let told = say(&folder, &["play colony", "next", "next", "Bruce shoots Zorgo", "save within.json", "2", "turn"]);
    let question = "Bruce: Keep or sell? (a number)";
    assert!(told.contains(question), "{told}");
    let again = say(&folder, &["load within.json", "2", "turn"]);
    let (_, behind) = told.split_once("saved in within.json\n").expect("it was saved");
    let (_, after) = again.split_once("skirmish/duel, turn 1\n").expect("it is loaded");
    let after =
        after.strip_prefix("Bruce: Keep or sell? (a number)\n  1 sell\n  2 keep\n").expect("the question stands");
    // The heading of the phase was told before.
    assert_eq!(behind.trim_start_matches("  Prizes\n"), after);
}

#[test]
fn what_no_event_tells_of_stands_in_the_story_as_it_was_said() {
    let folder = Sandbox::new();
    say(&folder, &["next", "new Fred from Zorgo", "put Fred at 5,5", "next", "next", "save fight.json"]);
    holds(&folder.run(&["replay", "fight.json", "--check"]), 5);
    // Nobody plays Fred on, so nobody is said to be likely to win.
    let seen = folder.run(&["replay", "fight.json", "-o", "fight.html"]);
    assert_eq!(seen.code, 0, "{seen:?}");
    let page = folder.read("fight.html");
    assert!(page.contains("`new Fred from Zorgo`") && page.contains("Fred moves 5,5"));
}

#[test]
fn dice_of_the_real_table_stay_within_a_save_and_when_a_line_is_said_again() {
    let folder = Sandbox::new();
    let lines = [&BY_HAND[..], &["save fight.json", "Bruce shoots Zorgo", "3 5 5", "cancel", "Bruce shoots Zorgo"]];
    let told = say(&folder, &lines.concat());
    assert!(told.contains("not rolled; 3 5 5 stay for `Bruce shoots Zorgo` if it is said again"), "{told}");
    assert!(told.contains("3d6? (the dice, or their sum) 3 5 5 as shown before"), "{told}");
    holds(&folder.run(&["replay", "fight.json", "--check"]), 3);
    let again = say(&folder, &["load fight.json"]);
    assert!(again.contains("Bruce to act, turn 1, Actions"), "{again}");
    // What was taken back is thrown as it was, and another line takes nothing of it.
    let lines = [&BY_HAND[..], &["undo", "next", "undo", "what if dark", "undo", "play rebels", "next"]];
    let told = say(&folder, &lines.concat());
    let shown = "3d6? (the dice, or their sum) 4 4 3 as shown before";
    assert_eq!(told.matches(shown).count(), 1, "{told}");
}
