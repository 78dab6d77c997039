//! `fray replay`: a kept game becomes a page, or is found not to be what it says.

use super::program::Sandbox;

/// A name that would be a program on a careless page.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

fn kept(scenario: &str) -> Sandbox {
    let folder = Sandbox::new();
    assert_eq!(folder.run(&["run", scenario, "--seed", "3", "--save", "fight.log"]).code, 0);
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
        let seen = folder.run(&["replay", "fight.log", "-o", name, "--games", "20"]);
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
    // The data and the program are the only two.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
}
