//! Seats at a served table: who is sent what, who may say what, over HTTP and without a browser.

use super::program::Sandbox;
use super::serve::{Served, hostile};
use std::collections::BTreeSet;

/// Two of each of two sides, whose orders are done at one moment, or declared before they are done; and a note.
fn pack(phase: &str) -> Sandbox {
    let folder = Sandbox::new();
    folder.write(
        "case.fray",
        &format!(
            "pack case \"A case\" {{ license \"CC0\"; board square; scale 1 m; cells ground }}\n\
             kind ground plural grounds {{ opaque truth = false }}\nground grass {{ }}\n\
             map yard \"The yard\" {{ legend . grass; \".....\" }}\n\
             fact actor figure\nfact target figure\ntrack hurt \"hurt\" number = 0\nnote plan \"plan\" number = 0\n\
             action poke \"Poke\" {{ by actor; takes target; says \"{{actor}} pokes {{target}}\"; phase acting; \
             does {{ change target.hurt by 1 \"poked\"; set actor.plan = 77 }} }}\n\
             turn {{ phase acting \"Acting\" {{ {phase}; orders 1 }} }}\nfigure Ann {{}}\nfigure Bea {{}}\n\
             scenario bout \"A bout\" {{ map yard; limit 5 turns; side red \"Red\" {{ Ann at 0,0 }}; \
             side blue \"Blue\" {{ Bea at 3,0 }} }}\n"
        ),
    );
    folder
}

/// A table that is open to phones, with the seats of two sides and of who looks on.
fn shared(folder: Sandbox, game: &str, sides: [&str; 2]) -> [Served; 4] {
    let referee = Served::open(folder, &[game, "--lan=127.0.0.2"]);
    let [one, other] = sides.map(|side| referee.seat(side));
    let watcher = referee.seat("Looking on");
    [referee, one, other, watcher]
}

fn duel() -> [Served; 4] {
    shared(Sandbox::new(), "duel", ["The colony", "The rebels"])
}

/// The number of the table as a seat sees it, and all that its page shows.
fn view(seat: &Served) -> (u64, String) {
    let answer = seat.get("/view");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let body = answer.body;
    let at = body.split("\"at\":").nth(1).and_then(|rest| rest.split(',').next()).expect("a number");
    (at.parse().expect("a number"), body)
}

/// Says a line from the table as it is now.
fn says(seat: &Served, line: &str) -> (u16, String) {
    let answer = seat.say(view(seat).0, line);
    (answer.status, answer.body)
}

#[track_caller]
fn done(seat: &Served, line: &str) -> String {
    let (status, body) = says(seat, line);
    assert!(status == 200 && body.contains("\"wrong\":false"), "{line}: {status} {body}");
    body
}

#[test]
fn each_seat_is_sent_its_own_and_nothing_else() {
    let [referee, colony, rebels, watcher] = duel();
    done(&colony, "play");
    let own = view(&colony).1;
    assert!(
        own.contains("What may Bruce do?") && own.contains("data-order=") && own.contains("Bruce stands still"),
        "{own}"
    );
    for other in [&rebels, &watcher] {
        let seen = view(other).1;
        assert!(seen.contains("Waiting for The colony"), "{seen}");
        for secret in ["data-order", "shoots", " %", "refused-orders", "undo", "play colony"] {
            assert!(!seen.contains(secret), "{secret}: {seen}");
        }
        for path in ["/figure?id=0", "/lab?ask=Bruce+shoots+Zorgo", "/screen"] {
            let answer = other.get(path);
            assert_eq!((answer.status, answer.body.as_str()), (403, "this is not for your seat\n"), "{path}");
        }
        for path in ["/preview", "/whole"] {
            let seen = other.post(path, "{\"line\":\"Bruce shoots Zorgo with Autopistol\"}").body;
            assert!(seen.contains("Only what your own figures do") && !seen.contains('%'), "{path}: {seen}");
        }
        let frame = other.get("/").body;
        assert!(
            !frame.contains("id=\"line\"")
                && !frame.contains("/lab")
                && !frame.contains("tools")
                && !frame.contains("what-if"),
            "{frame}"
        );
    }
    assert_eq!((rebels.get("/figure?id=1").status, watcher.get("/figure?id=1").status), (200, 403));
    assert_eq!(colony.get("/figure?id=0").status, 200);
    assert_eq!((colony.get("/could?id=0").status, colony.get("/could?id=1").status), (200, 403));
    assert_eq!(watcher.get("/could?id=0").status, 403);
    let seen = colony.post("/preview", "{\"line\":\"Bruce shoots Zorgo with Autopistol\"}").body;
    assert!(seen.contains("Needs <b>"), "{seen}");
    for line in ["Zorgo shoots Bruce", "Zorgo STR", "3d6", "show Zorgo", "best Zorgo shoots Bruce"] {
        let seen = colony.post("/preview", &format!("{{\"line\":\"{line}\"}}")).body;
        assert!(seen.contains("Only what your own figures do"), "{line}: {seen}");
    }
    assert!(view(&referee).1.contains("What may Bruce do?"));
}

#[test]
fn a_place_tells_a_seat_what_its_own_could_do_there_and_the_referee_the_rest() {
    let [referee, colony, rebels, watcher] = duel();
    let seen = referee.get("/spot?at=12,4&who=0").body;
    assert!(seen.contains("Bruce from there") && seen.contains("Others at Bruce there"), "{seen}");
    assert!(seen.contains("Zorgo shoots Bruce with Duel Rifle"), "{seen}");
    let own = colony.get("/spot?at=12,4&who=0").body;
    assert!(own.contains("Bruce from there") && !own.contains("Others at") && !own.contains("Duel Rifle"), "{own}");
    for (seat, who) in [(&rebels, "0"), (&watcher, "0"), (&colony, "1")] {
        assert_eq!(seat.get(&format!("/spot?at=12,4&who={who}")).status, 403, "{who}");
    }
    assert_eq!(rebels.get("/spot?at=12,4").status, 403, "who is asked is not for everybody");
    assert!(referee.get("/spot?at=99,99&who=0").body.contains("not on the map"));
    assert!(referee.get("/spot?at=15,4&who=0").body.contains("Zorgo stands there"));
    assert!(referee.get("/spot?at=x&who=900").body.contains("this is no place"));
}

#[test]
fn places_between_the_cells_of_open_ground_are_places_too() {
    let table = Served::open(Sandbox::new(), &["firefight"]);
    let seen = table.get("/spot?at=12.5,8.25&who=0").body;
    assert!(seen.contains("data-spot=\"12.5,8.25\"") && !seen.contains("refused"), "{seen}");
    for wrong in ["12.555,8", "1e3,2", "12.,8.x", ".,.", "900.5,2"] {
        let seen = table.get(&format!("/spot?at={wrong}&who=0")).body;
        assert!(seen.contains("class=\"mistake\""), "{wrong}: {seen}");
    }
    let put = says(&table, "put Olm at 9.5,14.5").1;
    assert!(put.contains("9.5,14.5") && put.contains("\"wrong\":false"), "{put}");
}

#[test]
fn the_referee_sees_who_has_come() {
    let [referee, colony, _, _] = duel();
    let seen = view(&referee).1;
    assert!(seen.contains("The colony: one device") && seen.contains("The referee: one device"), "{seen}");
    // Somebody who comes in meanwhile takes no word from anybody.
    let at = view(&colony).0;
    let again = referee.seat("The colony");
    assert!(view(&referee).1.contains("The colony: 2 devices"));
    assert_eq!(again.say(at, "play").status, 200);
    assert!(!view(&colony).1.contains("devices"), "nobody else is told");
}

#[test]
fn a_seat_gives_its_orders_and_says_nothing_else() {
    let [referee, colony, rebels, watcher] = duel();
    for (seat, line) in [(&watcher, "play"), (&watcher, "next"), (&rebels, "next"), (&colony, "next")] {
        assert_eq!(says(seat, line).0, 403, "{line}");
    }
    done(&colony, "play");
    for seat in [&rebels, &watcher] {
        for line in ["next", "Bruce stands still", "Zorgo stands still", "undo", "1"] {
            assert_eq!(says(seat, line).0, 403, "{line}");
        }
    }
    let before = view(&referee).1;
    for line in [
        "undo",
        "Zorgo shoots Bruce",
        "Zorgo takes 5 damage",
        "Bruce is prone",
        "do Bruce stands still",
        "save fight",
        "load fight",
        "= play",
        "Bruce",
        "seed 4",
        "dice mine",
        "open duel",
        "play rebels",
        "Bruce shoots Zorgo with Autopistol, range 1",
        "overrule",
        "overrule success",
        "overrule dice 3",
        "allow",
        "allow Bruce shoots Zorgo",
    ] {
        let (status, body) = says(&colony, line);
        assert!(status == 200 && body.contains("\"wrong\":true"), "{line}: {status} {body}");
    }
    let board = |view: &str| {
        view.split("\"board\":").nth(1).and_then(|rest| rest.split("\"figures\":").next()).map(str::to_string)
    };
    assert_eq!(board(&before), board(&view(&referee).1), "nothing has changed");
    let told = done(&colony, "Bruce stands still");
    assert!(!told.contains("Zorgo to act") && !told.contains("orders"), "{told}");
    let story = view(&referee).1;
    assert!(story.contains("The colony: Bruce stands still"), "{story}");
    let heard = view(&watcher).1;
    assert!(heard.contains("Bruce") && !heard.contains("› "), "what happens is heard, not what was said: {heard}");
    assert!(view(&colony).1.contains("› Bruce stands still"), "one's own lines are shown");
}

#[test]
fn orders_of_one_moment_and_declared_ones_stay_hidden_until_they_are_done() {
    for phase in ["together", "declared; by side"] {
        let [referee, red, blue, watcher] = shared(pack(phase), "case.fray/bout", ["Red", "Blue"]);
        done(&red, "play");
        done(&blue, "play");
        done(&red, "Ann pokes Bea");
        let own = view(&red).1;
        assert!(own.contains("› Ann pokes Bea"), "{phase}: {own}");
        for other in [&blue, &watcher] {
            let seen = view(other).1;
            assert!(
                !seen.contains("pokes Bea") && !seen.contains("Poke: ") && !seen.contains("declares"),
                "{phase}: {seen}"
            );
        }
        assert!(view(&blue).1.contains("What may Bea do?"), "{phase}");
        done(&blue, "next");
        for other in [&blue, &watcher] {
            let seen = view(other).1;
            assert!(seen.contains("Ann pokes Bea") && seen.contains("hurt 0 -&gt; 1"), "{phase}: {seen}");
            assert!(!seen.contains("77"), "the note of another side, {phase}: {seen}");
        }
        assert!(view(&red).1.contains("77"), "{phase}: {}", view(&red).1);
        assert!(view(&referee).1.contains("Red: Ann pokes Bea"));
    }
}

#[test]
fn dice_are_asked_of_whoever_has_ordered() {
    let [referee, colony, rebels, watcher] = duel();
    done(&colony, "play");
    done(&referee, "dice mine");
    for _ in 0..20 {
        let own = view(&colony).1;
        if own.contains("id=\\\"dice\\\"") {
            break;
        }
        let shot = "Bruce shoots Zorgo with Autopistol";
        done(&colony, if own.contains(&format!("data-order=\\\"{shot}\\\"")) { shot } else { "next" });
    }
    let own = view(&colony).1;
    assert!(own.contains("id=\\\"dice\\\"") && own.contains("3d6"), "{own}");
    for other in [&rebels, &watcher] {
        let seen = view(other).1;
        assert!(!seen.contains("id=\\\"dice\\\"") && seen.contains("Waiting for others"), "{seen}");
        assert_eq!(says(other, "3").0, 403);
    }
    let (_, wrong) = says(&colony, "19 19 19");
    assert!(wrong.contains("\"wrong\":true"), "{wrong}");
    done(&colony, "1 1 1");
    assert!(view(&rebels).1.contains("Bruce"), "what the dice did is heard by all");
}

#[test]
fn the_numbers_of_others_are_not_on_the_board() {
    let [referee, red, blue, watcher] = shared(pack("by side"), "case.fray/bout", ["Red", "Blue"]);
    done(&referee, "Ann hurt 3");
    assert!(view(&referee).1.contains("Ann: hurt 3") && view(&red).1.contains("Ann: hurt 3"));
    for other in [&blue, &watcher] {
        let seen = view(other).1;
        assert!(seen.contains("<title>Ann (Red)</title>") && !seen.contains("hurt"), "{seen}");
    }
}

#[test]
fn a_link_opens_its_own_seat_by_a_cookie_that_is_not_its_secret() {
    let [referee, colony, rebels, _] = duel();
    let titles = ["The referee", "The colony", "The rebels", "Looking on"];
    assert!(referee.links().len() == titles.len() + 1, "{:?}", referee.links());
    assert_ne!(colony.secret(), rebels.secret());
    for seat in [&referee, &colony] {
        assert!(!seat.cookie().contains(seat.secret()), "the secret of the link is no cookie");
        assert_eq!(
            seat.with_cookie(&seat.cookie().replace(|c: char| c.is_ascii_hexdigit(), "0")).get("/view").status,
            401
        );
    }
    let stolen =
        colony.with_cookie(&format!("{}={}", colony.cookie().split('=').next().expect("a name"), colony.secret()));
    assert_eq!(stolen.get("/view").status, 401, "a secret is exchanged first");
    // Only the address that was printed is allowed, and this machine's own.
    for (host, status) in [("127.0.0.2", 200), ("127.0.0.3", 403), ("localhost", 200), ("table.local", 403)] {
        assert_eq!(colony.get_as(&format!("{host}:{}", colony.port()), "/view").status, status, "{host}");
    }
    let foreign = colony.post_from("http://127.0.0.3", "/say", "{\"at\":1,\"line\":\"play\"}");
    assert_eq!(foreign.status, 403);
}

#[test]
fn without_being_asked_for_the_network_is_let_out() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    assert_eq!(table.links().len(), 1, "{:?}", table.links());
    assert!(std::net::TcpStream::connect(("127.0.0.2", table.port())).is_err(), "it listens at one address alone");
    let wrong = Sandbox::new().run(&["serve", "duel", "--port", "0", "--lan=0.0.0.0"]);
    assert!(wrong.code == 2 && wrong.err.contains("the address of no machine"), "{wrong:?}");
}

#[test]
fn pages_that_listen_are_bounded_for_each_seat() {
    let [_, colony, rebels, _] = duel();
    let held: Vec<std::net::TcpStream> = (0..8).map(|_| colony.listens()).collect();
    assert_eq!(colony.get("/news").status, 503);
    drop(rebels.listens());
    drop(held);
}

#[test]
fn the_rules_are_for_everybody_and_a_scenario_is_not() {
    let [referee, colony, rebels, watcher] = duel();
    for seat in [&colony, &rebels, &watcher] {
        let all = seat.get("/rules");
        assert!(all.status == 200 && all.body.contains("/rules?sort=card\">card</a>"), "{}", all.body);
        for secret in ["sort=scenario", "sort=sheet", "sort=map", "sort=test", "href=\"/lab", "href=\"/screen"] {
            assert!(!all.body.contains(secret), "{secret}: {}", all.body);
        }
        let card = seat.get("/rules?sort=card&name=concealment");
        assert!(card.status == 200 && card.body.contains("prone target"), "{}", card.body);
        for path in ["/rules?sort=scenario&name=duel", "/rules?sort=figure&name=Zorgo", "/rules?sort=map&name=clearing"]
        {
            assert_eq!(seat.get(path).status, 404, "{path}");
        }
        for path in ["/rules?q=Zorgo", "/rules?q=touches+Zorgo", "/rules?q=Bruce", "/rules?q=touches+Autopistol"] {
            let found = seat.get(path).body;
            for secret in ["side rebels", "side colony", "plays rifleman", "sort=scenario", "sort=figure"] {
                assert!(!found.contains(secret), "{path}: {secret}: {found}");
            }
        }
    }
    assert!(referee.get("/rules?sort=scenario&name=duel").body.contains("side rebels"), "the referee reads all");
    // What a seat is told of its own order leads to the rules, and to nothing that is not for it.
    done(&colony, "play");
    let seen = colony.post("/preview", "{\"line\":\"Bruce shoots Zorgo with Autopistol\"}").body;
    assert!(seen.contains("href=\"/rules?") && !seen.contains("href=\"/lab"), "{seen}");
}

#[test]
fn one_side_throws_its_dice_by_hand_and_the_program_throws_for_the_other() {
    let [referee, colony, rebels, watcher] = duel();
    done(&colony, "play");
    done(&rebels, "play");
    let told = done(&referee, "dice mine for colony");
    assert!(told.contains("you roll for colony"), "{told}");
    let (mut by_hand, mut shot, mut decided) = (0, false, BTreeSet::new());
    for _ in 0..60 {
        let own = view(&colony).1;
        if own.contains("id=\\\"dice\\\"") {
            // It is asked of the thrower alone, with what it decides.
            assert!(own.contains("Bruce throws") && own.contains("id=\\\"decides\\\""), "{own}");
            let decides = own.split("id=\\\"decides\\\">").nth(1).and_then(|rest| rest.split('<').next());
            let decides = decides.expect("what it decides");
            for other in [&rebels, &watcher] {
                assert!(!view(other).1.contains("id=\\\"dice\\\""), "{}", view(other).1);
                assert_eq!(says(other, "3 3 3").0, 403);
            }
            let formula =
                own.split("for=\\\"dice\\\">").nth(1).and_then(|rest| rest.split('d').next()).expect("a label");
            let dice: usize = formula.parse().expect("so many dice");
            // What a check needs is said of its own dice, and never of those behind it: a check adds nothing to dice.
            let thrown = own.split("for=\\\"dice\\\">").nth(1).and_then(|rest| rest.split('?').next());
            let is_check = decides.contains("or less succeeds, more does not");
            let is_of_damage = is_check && thrown.is_some_and(|dice| dice.contains('+'));
            assert!(!decides.is_empty() && !is_of_damage, "{own}");
            decided.insert(decides.split([':', '(']).next().unwrap_or_default().trim().to_string());
            done(&colony, vec!["1"; dice].join(" ").as_str());
            by_hand += 1;
            continue;
        }
        let theirs = view(&rebels).1;
        assert!(!theirs.contains("id=\\\"dice\\\""), "the rebels never throw: {theirs}");
        if theirs.contains("The fight is over") || by_hand > 0 && shot && decided.len() > 2 {
            break;
        }
        let order = |seen: &str, line: &str| seen.contains(&format!("data-order=\\\"{line}\\\""));
        if own.contains("What may Bruce do?") {
            let line = "Bruce shoots Zorgo with Autopistol";
            done(&colony, if order(&own, line) { line } else { "next" });
        } else if theirs.contains("What may Zorgo do?") {
            let line = "Zorgo shoots Bruce with Duel Rifle";
            let shoots = order(&theirs, line);
            shot |= shoots;
            done(&rebels, if shoots { line } else { "next" });
        } else {
            done(&referee, "next");
        }
    }
    assert!(by_hand > 0, "Bruce has thrown nothing by hand");
    assert!(decided.len() > 2, "a shot that hits is followed by its damage: {decided:?}");
}

#[test]
fn whoever_is_hidden_is_known_to_its_own_side_alone() {
    let folder = Sandbox::new();
    folder.write(
        "case.fray",
        "pack case \"A case\" { license \"CC0\"; board square; scale 1 m; cells ground }\n\
         kind ground plural grounds { opaque truth = false }\nground grass { }\n\
         map yard \"The yard\" { legend . grass; \".....\" }\n\
         fact actor figure\nfact target figure\n\
         condition lurking \"lurking\" { lasts until treated; hides }\ncondition found \"found\" { lasts until treated }\n\
         action lurk \"Lurk\" { by actor; says \"{actor} lurks\"; phase acting; does { gain lurking } }\n\
         action creep \"Creep\" { by actor; says \"{actor} creeps\"; phase acting; does { place actor at cell(1, 0) } }\n\
         action seek \"Seek\" { by actor; takes target; says \"{actor} seeks {target}\"; phase acting; \
         does { lose target.lurking; gain target.found } }\n\
         turn { phase acting \"Acting\" { by side; orders 1 } }\nfigure Ann {}\nfigure Bea {}\n\
         scenario bout \"A bout\" { map yard; limit 9 turns; side red \"Red\" { Ann at 0,0 }; \
         side blue \"Blue\" { Bea at 3,0 } }\n",
    );
    let [referee, red, blue, watcher] = shared(folder, "case.fray/bout", ["Red", "Blue"]);
    done(&red, "play");
    done(&blue, "play");
    let drawn = |figure: u8, place: &str| format!("data-figure=\\\"{figure}\\\" data-at=\\\"{place}\\\"");
    let is_drawn = |seat: &Served, figure: u8, place: &str| view(seat).1.contains(&drawn(figure, place));
    done(&red, "Ann lurks");
    for other in [&blue, &watcher] {
        let seen = view(other).1;
        assert!(seen.contains("Ann lurks") && seen.contains("Ann is lurking"), "one is seen going: {seen}");
        assert!(is_drawn(other, 1, "3,0") && !is_drawn(other, 0, "0,0"), "{seen}");
    }
    assert!(is_drawn(&red, 0, "0,0") && is_drawn(&referee, 0, "0,0"));
    assert!(!blue.get("/spot?at=0,0&who=1").body.contains("Ann"), "{}", blue.get("/spot?at=0,0&who=1").body);
    assert!(referee.get("/spot?at=0,0&who=1").body.contains("Ann"));
    done(&blue, "next");
    done(&red, "Ann creeps");
    for other in [&blue, &watcher] {
        let seen = view(other).1;
        assert!(!seen.contains("Creep") && !seen.contains("Ann moves"), "{seen}");
        assert!(!is_drawn(other, 0, "1,0"), "{seen}");
    }
    assert!(view(&red).1.contains("Ann moves") && view(&referee).1.contains("Ann moves"));
    // Each moment of the story is as it was seen.
    let moments = view(&blue).1.matches("data-moment=").count();
    assert!(moments > 0);
    let pasts = (1..=12).map(|number| blue.get(&format!("/moment?n={number}"))).filter(|past| past.status == 200);
    let pasts: Vec<_> = pasts.collect();
    assert!(!pasts.is_empty());
    for past in pasts {
        assert!(!past.body.contains(&drawn(0, "1,0")), "{}", past.body);
    }
    done(&blue, "Bea seeks Ann");
    assert!(is_drawn(&blue, 0, "1,0") && view(&blue).1.contains("Ann is found"), "{}", view(&blue).1);
}

#[test]
fn names_never_become_code_at_a_seat() {
    let referee = Served::open(hostile(), &["house.fray/trick", "--lan=127.0.0.2"]);
    let seats = [referee.seat(super::serve::HOSTILE), referee.seat("The rebels"), referee.seat("Looking on")];
    done(&seats[0], "play");
    for seat in seats.iter().chain([&referee]) {
        for path in ["/", "/view", "/figure?id=0", "/moment?n=1", "/spot?at=3,4&who=0", "/could?id=0", "/rules"] {
            let answer = seat.get(path);
            assert!([200, 403, 404].contains(&answer.status), "{path}: {}", answer.body);
            assert!(!answer.body.contains("<img"), "{path}: {}", answer.body);
        }
    }
    assert!(view(&seats[1]).1.contains("&lt;img src=x"), "the name is shown as it is written");
}
