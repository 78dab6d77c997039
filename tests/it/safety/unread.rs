//! What `check` did not read, it names: all of it, whatever the folder of the pack is called and wherever it lies.

use crate::program::{Printed, Sandbox};

const PACK: &str = "pack yard \"Yard\" { }\nfigure Ann { }\n";

/// A folder `there` with a pack, and beside what could be read everything that cannot.
fn yard(there: &str, elsewhere: &Sandbox) -> Sandbox {
    let here = Sandbox::new();
    here.write(&format!("{there}/pack.fray"), PACK);
    here.write(&format!("{there}/more/bea.fray"), "figure Bea { }\n");
    elsewhere.write("outside/secret.fray", "figure Eve { }\n");
    let outside = elsewhere.path().join("outside").display().to_string();
    let line = format!(
        "cd {there} && head -c 9000000 /dev/zero | tr '\\0' ' ' > large.fray && printf 'figure \\377 {{ }}' > odd.fray \\
         && mkfifo pipe.fray && ln -s '{outside}/secret.fray' leads.fray && ln -s '{outside}' out \\
         && ln -s nowhere.fray lost.fray && ln -s more/bea.fray inner.luau"
    );
    assert_eq!(here.shell(&line).code, 0);
    here
}

fn names_all(seen: &Printed) {
    assert_eq!(seen.code, 2, "{}{}", seen.out, seen.err);
    // Where a line is broken depends on the name of the folder.
    let all = format!("{}{}", seen.out, seen.err);
    let all: Vec<&str> = all.split_whitespace().filter(|word| *word != "│").collect();
    let all = all.join(" ");
    for (name, why) in [
        ("large.fray", "it is larger than 8 MiB"),
        ("odd.fray", "UTF-8"),
        ("pipe.fray", "it is a pipe or a device, not a file"),
        ("leads.fray", "it leads nowhere, or out of the folder"),
        ("lost.fray", "it leads nowhere, or out of the folder"),
        ("out", "it leads nowhere, or out of the folder"),
    ] {
        assert!(all.contains(name) && all.contains(why), "{name}: {why}: {all}");
    }
    assert!(!all.contains("Eve") && !all.contains("secret"), "{all}");
}

#[cfg(unix)]
#[test]
fn check_names_all_that_it_did_not_read() {
    for there in ["rules/yard", "yard"] {
        let elsewhere = Sandbox::new();
        let here = yard(there, &elsewhere);
        names_all(&here.run(&["check", there]));
        // Whoever only wants to play does not play with half of a pack.
        let seen = here.run(&["show", there]);
        assert_ne!(seen.code, 0, "{}{}", seen.out, seen.err);
        let seen = here.run(&["test", there]);
        assert_eq!(seen.code, 2, "{}{}", seen.out, seen.err);
    }
}

#[cfg(unix)]
#[test]
fn scripts_beside_a_pack_are_read_within_their_folder() {
    let here = Sandbox::new();
    here.write("yard/pack.fray", PACK);
    here.write("yard/scripts/yard/wait.luau", "return function(play: Play) end\n");
    let seen = here.run(&["check", "yard"]);
    assert_eq!(seen.code, 0, "{}{}", seen.out, seen.err);
    here.write("outside/secret.luau", "return 1\n");
    assert_eq!(here.shell("ln -s ../../../outside/secret.luau yard/scripts/yard/leads.luau").code, 0);
    let seen = here.run(&["check", "yard"]);
    assert!(seen.code == 2 && seen.out.contains("leads.luau"), "{}{}", seen.out, seen.err);
}

#[test]
fn a_scenario_that_is_not_there_is_told_before_long_work() {
    let here = Sandbox::new();
    let began = std::time::Instant::now();
    let seen = here.run(&["diff", "skirmish", "laser-d20", "--fight", "no_such"]);
    assert!(seen.code == 2 && seen.out.is_empty() && seen.err.contains("no_such"), "{}{}", seen.out, seen.err);
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
}
