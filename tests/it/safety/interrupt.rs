//! Whoever does not want to wait gets what there is.

use crate::program::Sandbox;

#[cfg(unix)]
#[test]
fn what_takes_long_gives_what_it_has() {
    let here = Sandbox::new();
    // Long before the end, and long after the first games.
    let line = "timeout -s INT 8 fray sim duel -n 100000000; echo $?";
    let seen = here.shell(line);
    assert!(seen.out.ends_with("\n130\n") || seen.out.ends_with("\n124\n"), "{}{}", seen.out, seen.err);
    assert!(seen.out.contains("won by The rebels"), "{}", seen.out);
    assert!(seen.err.starts_with("stopped: ") && seen.err.contains(" of 100000000 games were over"), "{}", seen.err);
}
