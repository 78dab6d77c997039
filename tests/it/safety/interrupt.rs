//! Whoever does not want to wait gets what there is.

use crate::program::Sandbox;

#[cfg(unix)]
#[test]
fn what_takes_long_gives_what_it_has() {
    let here = Sandbox::new();
    // Long before the end, and long after the first games.
    let line = "timeout --foreground -s INT 8 fray sim duel -n 100000000; echo $?";
    let seen = here.shell(line);
    assert!(seen.out.ends_with("\n130\n") || seen.out.ends_with("\n124\n"), "{}{}", seen.out, seen.err);
    assert!(seen.out.contains("won by The rebels"), "{}", seen.out);
    assert!(seen.err.starts_with("stopped: ") && seen.err.contains(" of 100000000 games were over"), "{}", seen.err);
}

#[cfg(unix)]
#[test]
fn a_fight_that_is_not_solved_says_what_is_certain() {
    let here = Sandbox::new();
    let seen = here.shell("timeout --foreground -s INT 6 fray odds skirmish/duel --exact; echo $?");
    assert!(seen.out.contains("won by The rebels  at least ") && seen.out.contains("nothing is known"), "{}", seen.out);
    assert!(seen.out.ends_with("\n130\n") || seen.out.ends_with("\n124\n"), "{}", seen.out);
    assert!(seen.err.starts_with("stopped: "), "{}", seen.err);
    // Beyond a limit that has a name, too.
    let seen = here.run(&["odds", "skirmish/duel", "--exact", "--steps", "1000"]);
    assert!(seen.code == 2 && seen.out.contains("at least "), "{}{}", seen.out, seen.err);
    assert!(seen.err.contains("take more than 1000 steps") && seen.err.contains("--steps 10000"), "{}", seen.err);
}

#[cfg(unix)]
#[test]
fn a_game_whose_scripts_never_tire_ends_at_a_limit_that_has_a_name() {
    let here = Sandbox::new();
    let rules = "pack slow \"Slow\" { }\nfigure Ann { }\nturn { phase waiting { script wait } }
scenario bout \"A bout\" { limit 100000 turns; side red { Ann }; side blue { Ann \"Bea\" }; wins last side standing }\n";
    here.write("rules/slow/pack.fray", rules);
    let wait = "return function(play: Play)\n    local n = 0\n    for i = 1, 50000 do n += i end\nend\n";
    here.write("scripts/slow/wait.luau", wait);
    let seen = here.run(&["--rules", ".", "run", "bout", "--steps", "1000000", "--save", "kept"]);
    assert_eq!(seen.code, 2);
    assert!(seen.err.contains("more than 1000000 steps: it was stopped in turn "), "{}", seen.err);
    // What was played by then is told, and kept.
    assert!(seen.out.contains("A bout") && here.read("kept").contains("\"turn_ended\""), "{}", here.read("kept"));
}

#[cfg(unix)]
#[test]
fn what_was_looked_at_in_part_is_not_called_unused() {
    let here = Sandbox::new();
    let mut told = 0;
    // The sooner, the less was looked at.
    for after in ["0.2", "0.5", "1", "2", "4"] {
        let seen = here.shell(&format!("timeout --foreground -s INT {after} fray check; echo $?"));
        // What is found is shown with its code.
        assert!(!seen.out.contains("fray::"), "{after}: {}", seen.out);
        told += usize::from(seen.err.starts_with("stopped: "));
    }
    assert!(told > 0, "somewhere it was in the middle");
}

#[cfg(unix)]
#[test]
fn a_tournament_that_is_stopped_says_so() {
    let here = Sandbox::new();
    let line = "timeout --foreground -s INT 3 fray tournament duel --of own,search:2000 -n 100000; echo $?";
    let seen = here.shell(line);
    assert!(seen.out.ends_with("\n130\n") || seen.out.ends_with("\n124\n"), "{}{}", seen.out, seen.err);
    assert!(seen.err.starts_with("stopped: ") && seen.err.contains(" pairs of games were over"), "{}", seen.err);
}

#[cfg(unix)]
#[test]
fn a_sweep_that_is_stopped_tells_the_games_of_the_value_under_way() {
    let here = Sandbox::new();
    let stopped = |seconds: u32| {
        let sweep = "fray sweep duel 'weapon \"Duel Rifle\".damage 3d6..4d6' -n 1000000 --keep cells";
        here.shell(&format!("rm -f cells; timeout --foreground -s INT {seconds} {sweep}; echo $?"))
    };
    // A busy machine plays nothing in the first seconds.
    let mut seen = stopped(4);
    for seconds in [8, 16, 32, 64] {
        if seen.out.contains("  stopped after ") {
            break;
        }
        seen = stopped(seconds);
    }
    assert!(seen.out.ends_with("\n130\n") || seen.out.ends_with("\n124\n"), "{}{}", seen.out, seen.err);
    assert!(
        seen.out.contains("  stopped after ") && seen.err.starts_with("stopped: 0 of "),
        "{}{}",
        seen.out,
        seen.err
    );
    // Only what was played to its end is kept.
    assert_eq!(here.read("cells").lines().count(), 1);
}
