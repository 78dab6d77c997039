//! `fray replay`: a kept game becomes a page, or is found not to be what it says.

use super::program::Sandbox;

/// A name that would be a program on a careless page.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

fn kept(scenario: &str) -> Sandbox {
    let folder = Sandbox::new();
    // A fight of more than one turn.
    assert_eq!(folder.run(&["run", scenario, "--seed", "4", "--save", "fight.log"]).code, 0);
    folder
}

#[test]
fn a_kept_game_holds_until_a_number_is_changed() {
    let folder = kept("duel");
    let seen = folder.run(&["replay", "fight.log", "--check"]);
    assert!(seen.code == 0 && seen.out.starts_with("every number holds: "), "{seen:?}");
    let log = folder.read("fight.log");
    let line = log.lines().position(|line| line.contains("\"track_changed\"")).expect("somebody is hurt") + 1;
    let changed: Vec<String> = log
        .lines()
        .enumerate()
        .map(|(at, text)| match at + 1 == line {
            true => text.replacen("\"to\":", "\"to\":1", 1),
            false => text.to_string(),
        })
        .collect();
    folder.write("other.log", &(changed.join("\n") + "\n"));
    let seen = folder.run(&["replay", "other.log", "--check"]);
    assert_eq!(
        (seen.code, seen.out),
        (1, format!("line {line} of other.log is not what this fight comes to by these rules\n"))
    );
    let seen = folder.run(&["replay", "other.log", "-o", "other.html"]);
    assert!(seen.code == 2 && seen.err.starts_with("fray::cli::not_played"), "{seen:?}");
    assert!(!folder.path().join("other.html").exists());
}

#[test]
fn a_broken_save_is_a_diagnostic() {
    let folder = Sandbox::new();
    for text in ["", "{}", "{\"schema\":\"fray.events/1\"}\n{\"seq\":7}", "\u{0}\u{1}"] {
        folder.write("bad.log", text);
        let seen = folder.run(&["replay", "bad.log", "-o", "bad.html"]);
        assert!(seen.code == 2 && seen.err.contains("help") && seen.out.is_empty(), "{text:?}: {seen:?}");
    }
}

#[test]
fn the_page_stands_alone_and_comes_out_the_same_each_time() {
    let folder = kept("duel");
    for name in ["one.html", "two.html"] {
        let seen = folder.run(&["replay", "fight.log", "-o", name, "--games", "2"]);
        assert_eq!(seen.code, 0, "{seen:?}");
    }
    let page = folder.read("one.html");
    assert_eq!(page, folder.read("two.html"));
    for foreign in ["http://", "https://", "src=", "url(//", "@import", "fetch("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("script-src &#39;sha256-") || page.contains("script-src 'sha256-"));
}

#[test]
fn names_never_become_code() {
    let folder = Sandbox::new();
    folder.write("house.fray", &format!(
        "pack house \"{HOSTILE}\" extends skirmish {{ }}\nscenario trick \"{HOSTILE}\" {{\n  map clearing\n  side colony \
         \"{HOSTILE}\" plays pistoleer {{ Bruce \"{HOSTILE}\" at 3,4 facing 0 }}\n  side rebels \"The rebels\" plays \
         rifleman {{ Zorgo at 15,4 facing 3 }}\n}}\n"
    ));
    assert_eq!(folder.run(&["run", "house.fray/trick", "--save", "fight.log"]).code, 0);
    let args = ["replay", "fight.log", "--of", "house.fray/trick", "-o", "fight.html", "--games", "0"];
    let seen = folder.run(&args);
    assert_eq!(seen.code, 0, "{seen:?}");
    let page = folder.read("fight.html");
    assert!(!page.contains("<img") && page.contains("&lt;img"));
    // The data, the kept game and the program are the only three.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (3, 3));
}

#[test]
fn who_was_likely_to_win_is_told_before_decisions_and_the_end_is_certain() {
    let folder = kept("duel");
    let seen = folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "8"]);
    assert_eq!(seen.code, 0, "{seen:?}");
    let page = folder.read("fight.html");
    let rows: Vec<&str> = page.split("<th scope=\"row\"><button").skip(1).collect();
    let last = rows.last().expect("chances");
    assert!(last.contains(">the end<") && last.contains("<td>100 %</td>") && last.contains("<td>0 %</td>"), "{last}");
    let decided = rows.iter().filter(|row| row.contains(", Bruce<") || row.contains(", Zorgo<"));
    assert!(decided.count() > 1, "{rows:?}");
    let moments: Vec<usize> =
        rows.iter().filter_map(|row| row.split("data-t=\"").nth(1)?.split('"').next()?.parse().ok()).collect();
    assert!(moments.len() == rows.len() && moments.is_sorted(), "{moments:?}");
    assert!(page.contains(" points</td>"), "who won what by luck");
}

#[test]
fn no_chance_is_more_than_certain_or_less_than_none() {
    let folder = kept("duel");
    let seen = folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "300"]);
    assert_eq!(seen.code, 0, "{seen:?}");
    let page = folder.read("fight.html");
    assert!(!page.contains("&gt; 100 %") && !page.contains("&lt; 0 %"));
    assert!(
        page.contains("&gt; 99 %") || page.contains("&lt; 1 %"),
        "something was tried that always came out the same"
    );
}

#[test]
fn a_swing_is_a_sentence_and_nobody_is_left_out_where_no_points_are_counted() {
    let folder = Sandbox::new();
    let ran = folder.run(&["run", "laser-d20/firefight", "--seed", "2", "--save", "fight.log"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "10"]).code, 0);
    let page = folder.read("fight.html");
    let turned = page.split("What turned it").nth(1).and_then(|rest| rest.split("</ul>").next()).expect("swings");
    assert!(turned.contains("That was worth ") && turned.contains(" became "), "{turned}");
    for counted in ["thinks:", "Initiative", " …"] {
        assert!(!turned.contains(counted), "{counted}: {turned}");
    }
    let left = page.split("What was left of everybody</h2>").nth(1).expect("a strip of everybody");
    assert!(left.contains("half is with one condition") && left.contains("class=\"steps side"), "{left}");
}

#[test]
fn a_swing_tells_harm_once_and_no_bookkeeping() {
    let folder = Sandbox::new();
    let ran = folder.run(&["run", "skirmish/close_quarters_bout", "--seed", "1", "--save", "fight.log"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "10"]).code, 0);
    let page = folder.read("fight.html");
    let turned = page.split("What turned it").nth(1).and_then(|rest| rest.split("</ul>").next()).expect("swings");
    let harm = "and it succeeded; Lee's damage went from 4 to 10; Lee is out of the fight. That was worth ";
    assert!(turned.contains("Turn 8: Jon strikes Lee with Bare Hands; ") && turned.contains(harm), "{turned}");
    assert!(!turned.contains("experience points") && !turned.contains("credits won"), "{turned}");
}

#[test]
fn what_was_a_choice_is_told_where_other_orders_are_tried() {
    let folder = Sandbox::new();
    let ran = folder.run(&["run", "duel", "--seed", "3", "--save", "fight.log"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let args = ["replay", "fight.log", "-o", "fight.html", "--games", "0", "--choices", "1"];
    let seen = folder.run(&args);
    assert_eq!(seen.code, 0, "{seen:?}");
    let page = folder.read("fight.html");
    assert!(page.contains("<h2>Choices</h2>") && page.contains("by more than chance explains"), "choices are told");
    assert!(!folder.run(&["replay", "fight.log", "-o", "less.html", "--games", "0"]).out.is_empty());
    assert!(!folder.read("less.html").contains("<h2>Choices</h2>"), "only where they were looked for");
}

#[test]
fn a_kept_game_is_gone_on_with_from_a_turn() {
    let folder = kept("duel");
    let whole = folder.run(&["run", "--from", "fight.log", "--turn", "1", "--seed", "3"]);
    assert!(whole.code == 0 && whole.out.contains("gone on with from turn 1"), "{whole:?}");
    let seen = folder.run(&["run", "--from", "fight.log", "--turn", "2", "--seed", "8"]);
    assert!(seen.code == 0 && seen.out.contains("Turn 2") && !seen.out.contains("\nTurn 1\n"), "{seen:?}");
    assert_eq!(seen.out, folder.run(&["run", "--from", "fight.log", "--turn", "2", "--seed", "8"]).out);
    let other = folder.run(&["run", "--from", "fight.log", "--turn", "2", "--seed", "9"]);
    assert_ne!(seen.out, other.out, "other dice");
    let far = folder.run(&["run", "--from", "fight.log", "--turn", "99"]);
    assert!(far.code == 2 && far.err.contains("has no such turn") && far.err.contains("turns 1 to"), "{far:?}");
    // What its fight does not come to is not gone on with.
    folder.write("other.log", &folder.read("fight.log").replacen("\"thrown\":[", "\"thrown\":[1", 1));
    let wrong = folder.run(&["run", "--from", "other.log"]);
    assert!(wrong.code == 2 && wrong.err.contains("fray::cli::not_played"), "{wrong:?}");
}

#[test]
fn a_replay_says_what_else_could_have_been_done_and_what_is_certain() {
    let folder = kept("duel");
    assert_eq!(folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "1"]).code, 0);
    let page = folder.read("fight.html");
    let others = page.matches("data-asked=\"").count();
    assert!(others > 3, "{others}");
    let one = page.split("had done something else?").nth(1).and_then(|rest| rest.split("</details>").next());
    assert!(page.contains("What if Bruce had done something else?"), "{one:?}");
    let shot = page.split("<details class=\"instead\"").any(|one| one.contains("Shoot") && one.contains(" %</td>"));
    assert!(shot, "an order with a check has its exact odds");
    let tried = folder.run(&["replay", "fight.log", "-o", "tried.html", "--games", "2", "--choices", "2"]);
    assert_eq!(tried.code, 0, "{tried:?}");
    assert!(folder.read("tried.html").contains("his side wins"));
}

#[test]
fn a_moment_is_a_picture_of_its_own() {
    let folder = kept("duel");
    for at in ["0", "9"] {
        let out = format!("m{at}.svg");
        let seen = folder.run(&["replay", "fight.log", "-o", &out, "--at", at]);
        assert!(seen.code == 0 && seen.out.contains(&format!("shows moment {at}")), "{seen:?}");
        let svg = folder.read(&out);
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("Bruce"), "{svg}");
    }
    let seen = folder.run(&["replay", "fight.log", "-o", "x.svg", "--at", "90000"]);
    assert!(seen.code == 2 && seen.err.contains("has no moment 90000"), "{seen:?}");
}

#[test]
fn where_every_way_of_the_dice_can_be_followed_the_chance_is_exact() {
    let folder = Sandbox::new();
    let rules = format!("{}/tests/golden/odds", env!("CARGO_MANIFEST_DIR"));
    let kept = folder.run(&["--rules", &rules, "run", "small/fray_of_two", "--seed", "1", "--save", "fight.log"]);
    assert_eq!(kept.code, 0, "{kept:?}");
    let made = folder.run(&["--rules", &rules, "replay", "fight.log", "-o", "fight.html", "--games", "50"]);
    assert_eq!(made.code, 0, "{made:?}");
    let page = folder.read("fight.html");
    assert!(page.contains("% <small>exactly</small>") && page.contains("Where it says exactly"), "{page}");
    // A fight that is too large to be followed keeps its bands.
    assert_eq!(folder.run(&["run", "skirmish/arena", "--seed", "1", "--save", "arena.log"]).code, 0);
    assert_eq!(folder.run(&["replay", "arena.log", "-o", "arena.html", "--games", "1"]).code, 0);
    let table = folder.read("arena.html");
    let first =
        table.split("turn 2</button>").nth(1).and_then(|rest| rest.split("</tr>").next()).expect("its second turn");
    assert!(first.contains(" to ") && !first.contains("exactly"), "{first}");
}
