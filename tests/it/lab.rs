//! Many games as a laboratory: rows, shards, what is kept and gone on with, and what is refused.

use crate::cli::yard;
use crate::program::Sandbox;

/// The program in the yard, with these words behind `fray --rules .`.
#[track_caller]
fn said(here: &Sandbox, line: &str) -> String {
    let seen = told(here, line);
    assert_eq!((seen.err.as_str(), seen.code), ("", 0), "{line}");
    seen.out
}

fn told(here: &Sandbox, line: &str) -> crate::program::Printed {
    let words = crate::program::words(line);
    let args: Vec<&str> = ["--rules", "."].into_iter().chain(words.iter().map(String::as_str)).collect();
    here.run(&args)
}

#[test]
fn shards_come_to_the_same_as_one_machine() {
    let here = yard();
    for form in ["--json", "--used", "--luck", "--luck --json", "--csv", "--rows figure", "--rows effect --csv"] {
        let line = format!("sim tiff -n 100 --seed 5 {form}");
        let whole = said(&here, &line);
        let shards = [2, 3, 1].map(|at| {
            let name = format!("{at}.games");
            // `--json` is the form of the answer, which shards do not print.
            let line = line.replace("--json", "");
            here.write(&name, &said(&here, &format!("{line} --shard {at}/3")));
            name
        });
        let json = if form.contains("--json") { " --json" } else { "" };
        assert_eq!(said(&here, &format!("merge {}{json}", shards.join(" "))), whole, "{form}");
    }
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let here = yard();
    let shard = |at: u8, seed: u8| said(&here, &format!("sim tiff -n 30 --seed {seed} --shard {at}/3"));
    for (name, text) in [("1", shard(1, 1)), ("2", shard(2, 1)), ("3", shard(3, 1)), ("other", shard(2, 2))] {
        here.write(name, &text);
    }
    for (line, expected) in [
        ("merge 1 3", "× the games 10 to 19 are in none of the files"),
        ("merge 3 2 1 2", "× the games 10 to 19 of `2` are in `2` too"),
        ("merge 1 other 3", "× `other` holds other games: its seed is 2, not 1"),
        ("merge 1 rules/yard/yard.fray", "× `rules/yard/yard.fray` holds no kept games: line 1 is none of theirs"),
        ("merge 1 nowhere", "× `nowhere` cannot be read"),
        ("sim tiff -n 30 --shard 4/3", "× `--shard 4/3` is none of the 3"),
        ("sim tiff -n 3 --shard 1/4", "× `--shard 1/4` makes more shards than there are games: 3"),
    ] {
        let seen = told(&here, line);
        assert!(seen.code == 2 && seen.err.contains(expected), "{line}: {}", seen.err);
    }
    // Another rule makes other games.
    let text = here.read("rules/yard/yard.fray").replace("AIM 9", "AIM 10");
    here.write("rules/yard/yard.fray", &text);
    here.write("2", &shard(2, 1));
    let seen = told(&here, "merge 1 2 3");
    assert!(seen.code == 2 && seen.err.contains("× `2` holds other games: its rules is"), "{}", seen.err);
}

#[test]
fn kept_games_are_gone_on_with() {
    let here = yard();
    let whole = said(&here, "sim tiff -n 300 --json");
    assert_eq!(said(&here, "sim tiff -n 300 --json --keep a.games"), whole);
    // Whoever wrote it was killed in the middle of a line.
    let text = here.read("a.games");
    here.write("a.games", &text[..text.len() - 20]);
    let seen = told(&here, "sim tiff -n 300 --json --keep a.games --resume");
    assert_eq!((seen.out.as_str(), seen.code), (whole.as_str(), 0));
    assert!(seen.err.starts_with("128 of 300 games were kept; 172 are played"), "{}", seen.err);
    let other = told(&here, "sim tiff -n 300 --seed 9 --keep a.games --resume");
    assert!(other.code == 2 && other.err.contains("its seed is 1, not 9"), "{}", other.err);
    here.write("notes", "mine\n");
    let mine = told(&here, "sim tiff -n 300 --keep notes");
    assert!(mine.code == 2 && mine.err.contains("fray::cli::would_replace"), "{}", mine.err);
    assert_eq!(here.read("notes"), "mine\n");
}

#[test]
fn whatever_was_over_is_kept_when_it_is_stopped() {
    let here = yard();
    let path = here.path().join("a.games").to_string_lossy().into_owned();
    let mut fray = fray::cli::Embedded::new(Some(here.path())).expect("a folder of rules");
    let line = format!("sim tiff -n 5000 --json --keep '{path}'");
    let stopped = fray.call(&crate::program::words(&line), &fray::dice::Cancel::at_look(900));
    let told = stopped.aside.split("stopped: ").nth(1).and_then(|rest| rest.split(' ').next());
    let over: u64 = told.and_then(|over| over.parse().ok()).unwrap_or_else(|| panic!("{stopped:?}"));
    assert!(over > 0 && over < 5000, "{over}");
    let again = told_of(&here, "sim tiff -n 5000 --json --keep a.games --resume");
    assert!(again.1.starts_with(&format!("{over} of 5000 games were kept;")), "{}", again.1);
    assert_eq!(again.0, said(&here, "sim tiff -n 5000 --json"));
}

/// What the program says, and what beside it.
fn told_of(here: &Sandbox, line: &str) -> (String, String) {
    let seen = told(here, line);
    (seen.out, seen.err)
}

#[test]
fn rows_add_up_to_the_answer() {
    let here = yard();
    let rows = |sort: &str| said(&here, &format!("sim tiff -n 40 --rows {sort} --csv"));
    let cells = |text: &str| -> Vec<Vec<String>> {
        text.lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect()
    };
    let games = cells(&rows("game"));
    assert_eq!((games.len(), cells(&rows("side")).len(), cells(&rows("figure")).len()), (40, 80, 80));
    let orders: u64 = games.iter().map(|row| row[6].parse::<u64>().expect("a count")).sum();
    assert_eq!(cells(&rows("order")).len() as u64, orders);
    let answer: serde_json::Value = serde_json::from_str(&said(&here, "sim tiff -n 40 --used --json")).expect("JSON");
    let won = |name: &str| games.iter().filter(|row| row[2] == name).count() as u64;
    assert_eq!(answer["sides"][0]["wins"], won("big"));
    let used = answer["used"].as_array().expect("what was used");
    assert_eq!(used.iter().filter_map(|one| one["times"].as_u64()).sum::<u64>(), orders);
    // Every stone that hits is a bruise, and two of them fell.
    let removed: u64 = used.iter().filter_map(|one| one["removed"].as_u64()).sum();
    assert_eq!(removed, won("big") + won("small"));
}

/// The yard where all throw far, and whoever misses by much hits his own foot.
fn clumsy_yard() -> Sandbox {
    let here = yard();
    here.write(
        "scripts/yard/hurl.luau",
        "return function(actor: Figure, order: Order, play: Play)
    local thrown = play:check(\"throw\", { actor = actor, target = order.target, range = 12 })
    if thrown.success then
        order.target:change(\"bruises\", 1, \"a stone\")
    elseif thrown.total >= 11 then
        actor:change(\"bruises\", 1, \"the own foot\")
    end
end
",
    );
    here
}

#[test]
fn victories_are_corrected_for_luck() {
    let here = yard();
    let line = "sim tiff -n 2000 --luck --json";
    let text = said(&here, line);
    assert_eq!(said(&here, &format!("{line} --jobs 1")), text);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let [counted, corrected] = ["odds", "corrected"].map(|what| answer["sides"][0][what].clone());
    let number = |cell: &serde_json::Value| cell.as_f64().expect("a number");
    // `fray odds tiff --exact` solves the whole fight: 262200 in 300763, but for what is not over after 20 turns.
    let truth = 262_200.0 / 300_763.0;
    assert!(number(&corrected["low"]) < truth && truth < number(&corrected["high"]), "{corrected}");
    let width = |interval: &serde_json::Value| number(&interval["high"]) - number(&interval["low"]);
    assert!(number(&corrected["narrower"]) > 0.3 && width(&corrected) < 0.7 * width(&counted), "{corrected} {counted}");
    let told = said(&here, "sim tiff -n 2000 --luck");
    assert!(told.contains("  corrected for luck, by the exact chance of every roll\n  Big "), "{told}");
    assert!(said(&here, "sim tiff -n 40 --luck").contains("  too few games to correct for luck: "));
    // Who does not ask plays the same games.
    let alone: serde_json::Value = serde_json::from_str(&said(&here, "sim tiff -n 2000 --json")).expect("JSON");
    assert_eq!(
        (&alone["sides"][0]["wins"], &alone["sides"][0]["corrected"]),
        (&answer["sides"][0]["wins"], &serde_json::Value::Null)
    );
}

#[test]
fn what_befalls_the_own_side_is_counted() {
    let here = clumsy_yard();
    let answer: serde_json::Value = serde_json::from_str(&said(&here, "sim tiff -n 200 --used --json")).expect("JSON");
    let used = answer["used"].as_array().expect("what was used");
    let sum = |what: &dyn Fn(&serde_json::Value) -> &serde_json::Value| -> u64 {
        used.iter().filter_map(|one| what(one).as_u64()).sum()
    };
    let feet = sum(&|one| &one["to_self"]["orders"]);
    assert!(feet > 20 && feet == sum(&|one| &one["to_self"]["effects"]["bruises"]), "{answer}");
    assert_eq!(sum(&|one| &one["to_own_side"]["orders"]), 0, "everybody is alone");
    // Two who throw and nobody else: whoever falls does by a stone or by the own foot.
    assert_eq!(sum(&|one| &one["removed"]) + sum(&|one| &one["to_self"]["removed"]), 200);
    let rows = said(&here, "sim tiff -n 200 --rows order --csv");
    let last: u64 = rows.lines().skip(1).filter_map(|row| row.rsplit(',').next()?.parse::<u64>().ok()).sum();
    assert_eq!(last, feet);
    let told = said(&here, "sim tiff -n 200 --used");
    assert!(
        told.contains("what befell Big in a game by the dice of its own orders\n")
            && told.contains("hurl, to oneself, "),
        "{told}"
    );
    assert!(!said(&yard(), "sim tiff -n 200 --used").contains("what befell"), "a stone that misses hurts nobody");
}

#[test]
fn modifiers_are_worth_what_they_change_of_each_roll() {
    let here = clumsy_yard();
    let answer: serde_json::Value = serde_json::from_str(&said(&here, "sim tiff -n 200 --used --json")).expect("JSON");
    let checks = |at: usize| answer["used"][at]["checks"].as_f64().expect("a count");
    let far = &answer["modifiers"][0];
    assert_eq!((&far["of"], &far["modifier"], &far["counted"]), (&"distance".into(), &"far".into(), &answer["checks"]));
    // Far takes 4 of 36 ways from who needs 9, and 6 from who needs 7.
    let wanted = -(4.0 * checks(0) + 6.0 * checks(1)) / 36.0 / (checks(0) + checks(1));
    let worth = far["worth"].as_f64().expect("a number");
    assert!((worth - wanted).abs() < 1e-6, "{worth} is not {wanted}");
}

#[test]
fn rows_are_written_as_parquet_where_that_is_built_in() {
    let here = yard();
    let seen = told(&here, "sim tiff -n 20 --rows side --parquet sides.parquet");
    if !cfg!(feature = "parquet") {
        assert!(seen.code == 2 && seen.err.contains("× this fray was built without Parquet"), "{}", seen.err);
        assert!(seen.err.contains("--features parquet"), "it says how to get it: {}", seen.err);
        return;
    }
    assert_eq!((seen.out.as_str(), seen.code), ("sides.parquet holds 40 rows of 20 games\n", 0), "{}", seen.err);
    for at in 1..=2 {
        here.write(&format!("{at}.games"), &said(&here, &format!("sim tiff -n 20 --rows side --shard {at}/2")));
    }
    said(&here, "merge 1.games 2.games --parquet merged.parquet");
    let bytes = |name: &str| std::fs::read(here.path().join(name)).expect("what was written");
    assert_eq!(bytes("merged.parquet"), bytes("sides.parquet"));
    assert_eq!(first_row(&here.path().join("sides.parquet")), first_line(&here));
    let refused = told(&here, "sim tiff -n 20 --parquet rules/yard/yard.fray");
    assert!(refused.code == 2 && refused.err.contains("fray::cli::would_replace"), "{}", refused.err);
}

/// The first row of a file of Parquet, its cells as texts.
#[cfg(feature = "parquet")]
fn first_row(path: &std::path::Path) -> Vec<String> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let file = std::fs::File::open(path).expect("what was written");
    let reader = SerializedFileReader::new(file).expect("a file of Parquet");
    let row = reader.get_row_iter(None).expect("rows").next().expect("one").expect("a row");
    row.get_column_iter().map(|(_, cell)| cell.to_string().trim_matches('"').to_string()).collect()
}

#[cfg(not(feature = "parquet"))]
fn first_row(_: &std::path::Path) -> Vec<String> {
    Vec::new()
}

/// The same of the table.
fn first_line(here: &Sandbox) -> Vec<String> {
    let table = said(here, "sim tiff -n 20 --rows side --csv");
    table.lines().nth(1).expect("a row").split(',').map(str::to_string).collect()
}

#[test]
fn sides_are_played_by_whom_the_command_names() {
    let here = yard();
    here.write(
        "scripts/yard/behavior/idler.luau",
        "return function(me: Figure, play: Play, question: Question)\n    return nil\nend\n",
    );
    let answer = said(&here, "sim tiff -n 20 --plays small=idler --json");
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((&answer["sides"][1]["wins"], &answer["plays"][0]), (&0.into(), &"small=idler".into()));
    for (plays, expected) in [
        ("smal=idler", "no side is named `smal`"),
        ("small=idle", "did you mean `idler`?"),
        ("small", "say who plays it: `--plays small=CONTROLLER`"),
        ("small=idler --plays small=child", "a side is played by one"),
    ] {
        let seen = told(&here, &format!("sim tiff --plays {plays}"));
        assert!(seen.code == 2 && seen.err.contains(expected), "{plays}: {}", seen.err);
    }
}

/// The yard with one who never does anything, and a scenario in which everybody is like that.
fn idle_yard() -> Sandbox {
    let here = yard();
    let nothing = "return function(me: Figure, play: Play, question: Question)\n    return nil\nend\n";
    here.write("scripts/yard/behavior/idler.luau", nothing);
    let endless = "return function(me: Figure, play: Play, question: Question)\n    while true do\n        local n = 1\n    end\n    return nil\nend\n";
    here.write("scripts/yard/behavior/thinker.luau", endless);
    let more = "scenario doze \"A doze\" {\n  map lawn\n  limit 9 turns\n  side big \"Big\" plays idler { Ada at 0,0 }\n  side small \"Small\" plays idler { Ben at 4,1 }\n  wins last side standing\n}\n";
    here.write("rules/yard/doze.fray", more);
    here
}

#[test]
fn controllers_meet_on_both_sides_until_it_is_decided() {
    let here = idle_yard();
    let one = said(&here, "tournament tiff --of idler,child --json --jobs 1");
    assert_eq!(said(&here, "tournament tiff --of idler,child --json --jobs 2"), one);
    let plain: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let met = &plain["matches"][0];
    assert_eq!((&met["controller"], &met["verdict"], &met["share"]), (&"idler".into(), &"lower".into(), &0.0.into()));
    // Each lost game is told by one command.
    let text = said(&here, "tournament tiff --of idler,child");
    assert!(text.contains("decided: child is better"), "{text}");
    let lost: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("lost: fray ")).collect();
    assert_eq!(lost.len(), 3, "{text}");
    for command in lost {
        let won = if command.contains("--plays big=child") { "Victory for Big" } else { "Victory for Small" };
        assert!(said(&here, command).contains(won), "{command}: {}", said(&here, command));
    }
    let alike = said(&here, "tournament tiff --of own,child");
    assert!(alike.contains("decided: neither is better by 5 points"), "{alike}");
}

#[test]
fn one_who_thinks_for_too_long_loses() {
    let here = idle_yard();
    let text = said(&here, "tournament tiff --of child,thinker -n 2");
    assert!(text.contains("thinker ran for too long in 4 games, which are lost"), "{text}");
    let alone = told(&here, "sim tiff -n 2 --plays big=thinker");
    assert!(alone.code == 2 && alone.err.contains("ran for too long"), "{}", alone.err);
    for (line, expected) in [
        ("tournament tiff --of chld", "did you mean `child`?"),
        ("tournament tiff --of child,child", "nobody plays against himself"),
        ("tournament tiff --of child -n 0", "ask for 1 to 50 points"),
        ("tournament tiff --of search:0", "write `search`, or `search:200`"),
        ("tournament tif --of child", "no scenario is named `tif`"),
    ] {
        let seen = told(&here, line);
        assert!(seen.code == 2 && seen.err.contains(expected), "{line}: {}", seen.err);
    }
}

#[test]
fn whoever_searches_needs_no_script() {
    let here = idle_yard();
    let answer = said(&here, "sim doze -n 6 --plays small=search:24 --json");
    assert_eq!(said(&here, "sim doze -n 6 --plays small=search:24 --json --jobs 1"), answer);
    let plain: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert!(plain["sides"][1]["wins"].as_u64() >= Some(5), "{answer}");
    let told = said(&here, "run doze --game 3 --plays small=search:24 --save doze.log --details");
    assert!(told.contains("points more than as usual"), "{told}");
    assert!(said(&here, "replay doze.log --check").starts_with("every number holds"));
}

#[test]
fn a_value_is_swept_in_the_rules_that_say_it() {
    let here = yard();
    let line = "sweep tiff 'figure Ben.AIM 5..9 step 2' -n 200 --json";
    let plain: serde_json::Value = serde_json::from_str(&said(&here, line)).expect("JSON");
    assert_eq!((&plain["now"], plain["cells"].as_array().map(Vec::len)), (&"7".into(), Some(3)));
    let cell = |at: usize, key: &str| plain["cells"][at][key].as_f64().expect("a number");
    // The better Ben aims, the less Ada's side wins; as it is, nothing moves.
    assert!(cell(0, "shift") > 0.0 && cell(1, "shift") == 0.0 && cell(2, "shift") < 0.0, "{plain}");
    let played: serde_json::Value = serde_json::from_str(&said(&here, "sim tiff -n 200 --json")).expect("JSON");
    assert_eq!(plain["cells"][1]["wins"][0], played["sides"][0]["wins"]);
    // What was kept is not played again, and prints the same.
    let kept = format!("{line} --keep cells");
    assert_eq!(said(&here, &kept), said(&here, line));
    let before = here.read("cells");
    assert_eq!(said(&here, &kept), said(&here, line));
    assert_eq!((here.read("cells"), before.lines().count()), (before, 4));
    // What is not swept is told as it is, in front, and all are compared to it.
    let beside = said(&here, "sweep tiff 'figure Ben.AIM 9, 11' -n 200");
    let rows: Vec<&str> = beside.lines().skip(1).collect();
    assert!(rows.len() == 3 && rows[0].starts_with("  7 ") && rows[0].contains("  as it is"), "{beside}");
    assert!(rows[1].starts_with("  9 ") && rows[1].contains("  -"), "{beside}");
    let text = said(&here, "sweep tiff 'card distance.\"far\" -2..-1' -n 50");
    assert!(text.starts_with("A tiff: card distance.far is -1; 50 games each with the same dice, seed 1\n"), "{text}");
    assert!(text.contains("  as it is"), "{text}");
    assert!(said(&here, "sweep tiff 'option gentle on, off' -n 20").contains("option gentle is off"));
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let here = yard();
    for (line, expected) in [
        ("sweep tiff 'figure Bne.AIM 1..3'", "did you mean `Ben`?"),
        ("sweep tiff 'figure Ben.HEIGHT 1..3'", "there are AIM, bruises"),
        ("sweep tiff 'figure Ben.AIM 3..1'", "the smaller end of a range comes first"),
        ("sweep tiff 'figure Ben.AIM'", "`figure Ben.AIM` says no values"),
        ("sweep tiff 'option gentel on, off'", "did you mean `gentle`?"),
        ("sweep tiff 'option gentle on, maybe'", "maybe"),
        ("sweep tiff 'figure Ben.AIM 5, tall'", "rules/yard/yard.fray:20:18"),
        ("sweep tiff 'figure Ben.AIM 1..3' -n 0", "play from 1 to"),
    ] {
        let seen = told(&here, line);
        assert!(seen.code == 2 && seen.err.contains(expected), "{line}: {}", seen.err);
    }
}

#[test]
fn a_report_is_one_page_whose_totals_add_up() {
    let here = yard();
    let seen = told(&here, "report tiff -o tiff.html -n 60");
    assert_eq!((seen.err.as_str(), seen.code), ("", 0), "{}", seen.out);
    let page = here.read("tiff.html");
    assert!(page.contains("fray sim tiff -n 60 --seed 1 --used --luck"), "its command stands there");
    assert!(page.contains("What modifiers were worth") && page.contains("<h3>What went against the own side</h3>"));
    assert!(page.contains("options with which nothing had to do that came up") && page.contains("gentle=on"));
    assert!(page.contains("won by Big") && page.contains("hurl") && page.contains("Checked: victories"));
    assert!(!page.contains("<script"), "it runs nothing");
    assert!(page.contains("<div class=\"table-scroll\"><table class=\"parts\">"), "{page}");
    assert!(page.contains("Big gave the first order in each game"), "the phase is by side: {page}");
    let again = told(&here, "report tiff -o tiff.html -n 60 --jobs 1");
    assert_eq!((again.code, here.read("tiff.html") == page), (0, true), "{}", again.err);
    assert_eq!(told(&here, "report yard -o yard.html -n 20").code, 0);
    for (line, expected) in [
        ("report tif -o x.html", "tif"),
        ("report tiff -o x.html -n 0", "play from 1 to"),
        ("report tiff", "--out"),
        ("report tiff -o rules/yard/yard.fray", "fray::cli::would_replace"),
    ] {
        let seen = told(&here, line);
        assert!(seen.code == 2 && seen.err.contains(expected), "{line}: {}", seen.err);
    }
}

/// The words of a command inside another program.
fn inside(fray: &mut fray::cli::Embedded, line: &str) -> fray::cli::CommandReply {
    fray.call(&crate::program::words(line), &fray::dice::Cancel::default())
}

#[test]
fn inside_another_program_it_says_the_same() {
    let here = yard();
    let mut fray = fray::cli::Embedded::new(Some(here.path())).expect("a folder of rules");
    for line in [
        "ask yard 'Ada throws at Ben, range 24'",
        "ask yard 'Ada throws at Ben, range 24' --json",
        "odds yard 'Ada throws at Ben' --json",
        "odds '2d6 <= 7'",
        "sim tiff -n 40 --json",
        "sweep tiff 'figure Ben.AIM 5..7' -n 20 --json",
    ] {
        let reply = inside(&mut fray, line);
        assert_eq!((reply.exit, reply.mistakes), (0, Vec::new()), "{line}");
        assert_eq!(reply.text, said(&here, line), "{line}");
    }
    let reply = inside(&mut fray, "ask yard 'Ada throws at Ben, range 24 kg'");
    assert_eq!(reply.exit, 2);
    let seen = told(&here, "ask yard 'Ada throws at Ben, range 24 kg'").err;
    assert_eq!(reply.mistakes[0].text.trim(), seen.trim());
    assert!(reply.mistakes[0].json.contains("\"code\":\"fray::"), "{}", reply.mistakes[0].json);
    for (line, expected) in [("repl yard", "talks with a terminal"), ("", "no command"), ("sim --sed 3", "--sed")] {
        let mistakes = inside(&mut fray, line).mistakes;
        assert!(mistakes.len() == 1 && mistakes[0].text.contains(expected), "{line}: {mistakes:?}");
    }
    assert!(fray::cli::Embedded::new(Some(std::path::Path::new("/nowhere"))).is_err());
}

#[test]
fn what_was_played_apart_is_put_together() {
    let here = idle_yard();
    let mut fray = fray::cli::Embedded::new(Some(here.path())).expect("a folder of rules");
    let whole = inside(&mut fray, "sim tiff -n 30 --json").text;
    let shard = |fray: &mut _, at: u8| (format!("{at}"), inside(fray, &format!("sim tiff -n 30 --shard {at}/2")).text);
    let shards = [shard(&mut fray, 2), shard(&mut fray, 1)];
    assert_eq!(fray.merge(&shards, true).text, whole);
    assert!(fray.merge(&shards[..1], true).mistakes[0].text.contains("the games 0 to 14 are in none of the files"));

    let line = "tournament tiff doze --of idler,child,own -n 64 --json";
    let whole = inside(&mut fray, line).text;
    let mut met = ["idler,own", "child,own", "idler,child"]
        .map(|two| inside(&mut fray, &line.replace("idler,child,own", two)).text);
    assert_eq!(fray.tournament(&crate::program::words(line), &met).text, whole);
    met[1] = inside(&mut fray, "tournament tiff doze --of child,own -n 64 --seed 2 --json").text;
    let wrong = fray.tournament(&crate::program::words(line), &met).mistakes;
    assert!(wrong[0].text.contains("no meeting is named `child against own`"), "{}", wrong[0].text);

    let values = fray.swept("weapon \"Long Knife\".damage 2d6..2d6+1, 1d6").text;
    assert_eq!(values, "", "what is no list of values is refused");
    let values = fray.swept("figure Ben.AIM 5..9 step 2").text;
    assert_eq!(values, "figure Ben.AIM 5\nfigure Ben.AIM 7\nfigure Ben.AIM 9\n");
}
