//! The command line as a new user meets it: answers, mistakes and exit codes, compared whole.

use crate::program::{Printed, Sandbox};

/// A small game of its own: two who throw stones until one has had enough.
const YARD: &str = r#"pack yard "Stones in the yard" { board square; scale 1 pace; cells ground }
unit pace = 1 m
kind ground { rough truth = false }
grounds {
  | name  | rough |
  | grass |       |
}
attribute AIM "Aim" number
track bruises "bruises" number = 0 { when bruises >= 2 gains sulking "has had enough" }
condition sulking { lasts for good; removes }
option gentle "Only big stones hurt" off
fact actor figure
fact target figure
fact range "range" number = 0
card distance "Distance" { -1 "far" when range > 10 }
check throw "A throw" { says "{actor} throws at {target}"; reads actor, target; roll 2d6; at most actor.AIM "aim of {actor}"; cards distance }
action hurl "Hurl" { by actor; takes target; check throw; phase throwing; script hurl }
turn "Turn" { phase throwing { by side; orders 1 } }
figure Ada { AIM 9 }
figure Ben { AIM 7 }
map lawn "The lawn" {
  legend . grass
  "....."
  "....."
}
scenario tiff "A tiff" {
  map lawn
  limit 20 turns
  side big "Big" plays child { Ada at 0,0 }
  side small "Small" plays child { Ben at 4,1 }
  wins last side standing
}
test "far is harder" covers Y-1 { ask "Ada throws at Ben, range 12"; expect need 8 }
test "near is not" covers Y-2 { ask "Ada throws at Ben"; expect need 8 }
"#;

const HURL: &str = "return function(actor: Figure, order: Order, play: Play)
    if play:check(\"throw\", { actor = actor, target = order.target }).success then
        order.target:change(\"bruises\", 1, \"a stone\")
    end
end
";

const CHILD: &str = "return function(me: Figure, play: Play, question: Question)
    return me:order(\"hurl\", { target = me:foes()[1] })
end
";

pub fn yard() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("rules/yard/yard.fray", YARD);
    sandbox.write("scripts/yard/hurl.luau", HURL);
    sandbox.write("scripts/yard/child.luau", CHILD);
    sandbox.write("rules/yard/inventory.tsv", "id\tsection\tkind\trule\nY-1\t1\tcheck\tFar is harder.\nY-2\t1\tcheck\tNear is not.\nY-3\t2\tnote\tHave fun.\nY-4\t2\tcheck\tStones are found.\n");
    sandbox
}

#[track_caller]
fn says(sandbox: &Sandbox, args: &[&str], out: &str, code: i32) {
    let seen = sandbox.run(args);
    assert_eq!(seen, Printed { out: out.to_string(), err: String::new(), code }, "{args:?}");
}

#[track_caller]
fn complains(sandbox: &Sandbox, args: &[&str], err: &str) {
    let seen = sandbox.run(args);
    assert_eq!(seen, Printed { out: String::new(), err: err.to_string(), code: 2 }, "{args:?}");
}

#[test]
fn dice_are_rolled_and_reckoned() {
    let here = Sandbox::new();
    says(&here, &["roll", "3d6+2", "--dice", "4 2 5"], "13   (3d6+2: 4 2 5)\n", 0);
    says(&here, &["roll", "if 1d6 > 3 then 2d6 else 1d4", "--dice", "2,4"], "4   (1d6: 2; 1d4: 4)\n", 0);
    says(&here, &["roll", "2d6", "--seed", "1"], "5   (2d6: 3 2)\n", 0);
    says(&here, &["roll", "2+2"], "4\n", 0);
    says(
        &here,
        &["odds", "1d6 >= 5"],
        "33.3 %   1/3\ngreater    16.7 %  █████████████▍\n  equal    16.7 %  █████████████▍\n   less    66.7 %  █████████████████████████████████████████████████████▍\n",
        0,
    );
    says(
        &here,
        &["roll", "1d6", "--seed", "1", "--json"],
        "{\"schema\":\"fray.roll/1\",\"asked\":\"1d6\",\"seed\":1,\"value\":\"3\",\"throws\":[{\"formula\":\"1d6\",\"dice\":[3],\"total\":3}]}\n",
        0,
    );
}

#[test]
fn dice_that_do_not_fit_are_refused() {
    let here = Sandbox::new();
    complains(
        &here,
        &["roll", "3d6", "--dice", "4,2"],
        "fray::dice::given_used_up\n\n  × no die is left for a d6 of 3d6: all 2 given dice are used\n  help: give one more die for every die that is rolled\n",
    );
    complains(
        &here,
        &["roll", "1d6", "--dice", "4,2"],
        "fray::dice::given_left_over\n\n  × 1 of 2 given dice were not rolled, the first shows 2\n  help: give only the dice that are rolled\n",
    );
}

#[test]
fn two_packs_are_laid_side_by_side() {
    let here = yard();
    here.write(
        "house.fray",
        "pack house \"House\" extends yard\n\
         card distance { replace -3 \"far\" when range > 10 @house }\n\
         replace option gentle \"Only big stones hurt\" on\n\
         replace figure Ben { AIM 6 }\n",
    );
    says(
        &here,
        &["--rules", ".", "diff", "yard", "house.fray"],
        "yard -> house.fray\n\
         declared otherwise\n  \
           card distance \"far\": -1 when range > 10 -> -3 when range > 10  @house\n  \
           figure Ben + replace figure Ben { AIM 6 }\n  \
           option gentle: off -> on\n\
         4 of 12 sentences are answered otherwise\n   \
           -30.6 %   72.2 % -> 41.7 %   Ada hurl Ben, range 11  (8 or less on 2d6 -> 6 or less on 2d6)  @house  and 2 alike\n   \
           -16.7 %   58.3 % -> 41.7 %   Ben hurl Ada  (7 or less on 2d6 -> 6 or less on 2d6)\n",
        1,
    );
    says(
        &here,
        &["--rules", ".", "diff", "yard", "yard"],
        "yard -> yard\n  nothing is declared otherwise, and 12 sentences are answered alike\n",
        0,
    );
    // Whoever aims worse wins less, and that is decided before the pairs are used up; without a difference so is that.
    let fought = here.run(&["--rules", ".", "diff", "yard", "house.fray", "--fight", "tiff", "--json"]);
    let fought: serde_json::Value = serde_json::from_str(&fought.out).expect("JSON");
    assert_eq!(
        (&fought["fights"][0]["verdict"], fought["fights"][0]["side"].as_str()),
        (&"higher".into(), Some("Big"))
    );
    assert!(fought["fights"][0]["pairs"].as_u64().is_some_and(|pairs| pairs < 2_000), "{fought}");
    let alike = here.run(&["--rules", ".", "diff", "yard", "yard", "--fight", "all"]);
    assert!(alike.code == 0 && alike.out.contains("no shift of 5 points"), "{}", alike.out);
    let lonely = here.run(&["--rules", ".", "diff", "yard"]);
    assert!(lonely.code == 2 && lonely.err.contains("`fray diff yard --with OPTION=READING`"), "{}", lonely.err);
    complains(
        &here,
        &["--rules", ".", "diff", "yard", "--with", "gentle=off"],
        "fray::cli::usage\n\n  × `gentle=off` is in force in `yard` anyway: there is nothing to compare\n  help: compare with \
         another reading: `fray diff yard --with gentle=on --rules .`\n",
    );
    let markdown = here.run(&["--rules", ".", "diff", "yard", "house.fray", "--md"]).out;
    assert!(markdown.contains("| -30.6 % |"), "{markdown}");
    let plain: serde_json::Value =
        serde_json::from_str(&here.run(&["--rules", ".", "diff", "yard", "house.fray", "--json"]).out).expect("JSON");
    assert_eq!((&plain["schema"], &plain["moved"][0]["before"]["odds"]), (&"fray.diff/1".into(), &"13/18".into()));
}

#[test]
fn a_pack_is_laid_beside_what_was_committed_of_it() {
    let here = yard();
    let git = "git -c user.name=Ann -c user.email=ann@example.com";
    let committed = here.shell(&format!("git init -q . && git add -A && {git} commit -qm first"));
    assert_eq!(committed.code, 0, "{}", committed.err);
    let rules = here.read("rules/yard/yard.fray");
    assert!(rules.contains("-1 \"far\""), "{rules}");
    here.write("rules/yard/yard.fray", &rules.replace("-1 \"far\"", "-2 \"far\""));
    let moved = here.run(&["--rules", ".", "diff", "yard@HEAD", "yard"]);
    let first =
        "yard@HEAD -> yard\ndeclared otherwise\n  card distance \"far\": -1 when range > 10 -> -2 when range > 10";
    assert!(moved.code == 1 && moved.out.starts_with(first), "{}{}", moved.out, moved.err);
    // The other way round, and played.
    let fought = here.run(&["--rules", ".", "diff", "yard", "yard@HEAD", "--fight", "yard/tiff", "-n", "20"]);
    assert!(fought.code == 1 && fought.out.contains("-2 when range > 10 -> -1 when"), "{}{}", fought.out, fought.err);
    let lines = [
        ("yard@yesterday", "`yard@yesterday` cannot be read: git knows no commit `yesterday`"),
        ("yard@--help", "`yard@--help` cannot be read: git knows no commit `--help`"),
        ("yrad@HEAD", "no pack of the commit `HEAD` is named `yrad`\n  help: there are yard"),
    ];
    for (typed, told) in lines {
        let wrong = here.run(&["--rules", ".", "diff", typed, "yard"]);
        assert!(wrong.code == 2 && wrong.err.contains(told), "{typed}: {}", wrong.err);
    }
}

#[test]
fn the_folder_of_a_pack_holds_its_scenarios() {
    let here = yard();
    for (folder, aim) in [("mine", "AIM 9"), ("theirs", "AIM 3")] {
        for file in ["rules/yard/yard.fray", "scripts/yard/hurl.luau", "scripts/yard/child.luau"] {
            let name = file.replace("rules/yard/yard", "rules/yard/pack");
            here.write(&format!("{folder}/{name}"), &here.read(file).replace("AIM 9", aim));
        }
    }
    let fought = here.run(&["diff", "mine/rules/yard", "theirs/rules/yard/", "--fight", "tiff", "--json"]);
    let fought: serde_json::Value = serde_json::from_str(&fought.out).expect("JSON");
    assert_eq!((&fought["fights"][0]["verdict"], &fought["fights"][0]["side"]), (&"lower".into(), &"Big".into()));
    let ran = here.run(&["run", "mine/rules/yard/tiff"]);
    assert!(ran.code == 0 && ran.out.contains("A tiff"), "{ran:?}");
    let unknown = here.run(&["run", "mine/rules/yard/tif"]);
    assert!(unknown.code == 2 && unknown.err.contains("did you mean `yard/tiff`?"), "{}", unknown.err);
    let folder = here.run(&["run", "mine/rules/yard"]);
    assert!(folder.code == 2 && folder.err.contains("such as `mine/rules/yard/tiff`"), "{}", folder.err);
}

#[test]
fn packs_without_a_sentence_in_common_are_not_compared() {
    let here = yard();
    here.write(
        "other.fray",
        "pack other \"Other\"\nfact actor figure\nattribute WIT \"Wit\" number\n\
         check riddle \"A riddle\" { says \"{actor} riddles\"; reads actor; roll 1d6; at most actor.WIT \"wit\" }\n\
         figure Cleo { WIT 4 }\n",
    );
    complains(
        &here,
        &["--rules", ".", "diff", "yard", "other.fray"],
        "fray::cli::usage\n\n  × `yard` and `other.fray` cannot be compared: no sentence is understood by both\n  \
         help: compare a pack with one that extends it, with a changed copy of it, or with itself under\n        \
         another option: `fray diff PACK --with OPTION=READING --rules .`\n",
    );
}

#[test]
fn misspelt_words_are_answered_with_the_nearest() {
    let here = yard();
    complains(
        &here,
        &["--rules", ".", "run", "tif"],
        "fray::cli::unknown_name\n\n  × no scenario is named `tif`\n  help: did you mean `tiff`?\n",
    );
    complains(
        &here,
        &["--rules", ".", "show", "yard", "crads"],
        "fray::cli::unknown_name\n\n  × no sort of declaration is named `crads`\n  help: did you mean `cards`?\n",
    );
    complains(
        &here,
        &["check", "yrad"],
        "fray::cli::unknown_path\n\n  × `yrad` is neither a pack nor a file\n  help: the packs are action-d10, laser-d20, maneuver-3d6, skirmish, std, throw-2d6, ww; a path\n        must exist\n",
    );
    complains(
        &here,
        &["test", "skirmish", "a blow"],
        "fray::cli::unknown_path\n\n  × `a blow` is neither a pack nor a file\n  help: tests whose title holds it are chosen by `--only`: `fray test skirmish --only 'a blow'`\n",
    );
    let seen = here.run(&["rool", "tiff"]);
    assert_eq!((seen.code, seen.err.contains("`fray roll tiff`")), (2, true), "{}", seen.err);
    complains(
        &here,
        &["--rules", "rules", "show"],
        "fray::cli::no_rules\n\n  × `rules` holds no rules\n  help: name the folder that holds `rules/<pack>/` (and `scripts/<pack>/`)\n",
    );
}

#[test]
fn a_scenario_is_told_with_dice_from_the_table() {
    let here = yard();
    let seen = here.run(&["--rules", ".", "run", "tiff", "--dice", "6,4, 6,6, 3,3, 6,2, 1,1"]);
    insta::assert_snapshot!(format!("{}{}", seen.out, seen.err));
    assert_eq!(seen.code, 0);
    let seen = here.run(&["--rules", ".", "run", "yard/tiff", "--dice", "6,4, 6,6, 3,3, 6,2, 1,1, 5"]);
    assert_eq!(seen.code, 2);
    assert_eq!(
        seen.err,
        "fray::dice::given_left_over\n\n  × 1 of 11 given dice were not rolled, the first shows 5\n  help: give only the dice that are rolled\n"
    );
}

#[test]
fn a_game_is_saved_whole_or_not_at_all() {
    let here = yard();
    let args = ["--rules", ".", "run", "tiff", "--seed", "3", "--json"];
    let told = here.run(&args);
    assert_eq!((told.err.as_str(), told.code), ("", 0));
    let head = "{\"schema\":\"fray.events/2\",\"about\":{\"pack\":\"yard\",\"scenario\":\"tiff\",\"seed\":\"3\"}}\n";
    assert_eq!(&told.out[..head.len()], head);
    let saved = here.run(&["--rules", ".", "run", "tiff", "--seed", "3", "--save", "game.jsonl", "--json"]);
    assert_eq!((here.read("game.jsonl"), saved.out), (told.out.clone(), told.out));
    let seen = here.run(&["--rules", ".", "run", "tiff", "--save", "no/such/folder.jsonl", "--json"]);
    assert_eq!(seen.code, 2);
    assert!(
        seen.err.starts_with(
            "fray::cli::usage\n\n  × `no/such/folder.jsonl` cannot be written: there is no folder `no/such`"
        ),
        "{}",
        seen.err
    );
}

#[test]
fn simulations_are_the_same_on_any_number_of_threads() {
    let here = yard();
    let one = here.run(&["--rules", ".", "sim", "tiff", "-n", "600", "--jobs", "1", "--json"]);
    let four = here.run(&["--rules", ".", "sim", "tiff", "-n", "600", "--jobs", "4", "--json"]);
    assert_eq!((one.err.as_str(), one.code), ("", 0));
    assert_eq!(one, four);
    assert!(one.out.starts_with("{\"schema\":\"fray.sim/1\"") || one.out.contains("\"schema\":\"fray.sim/1\""));
    let none = here.run(&["--rules", ".", "sim", "tiff", "-n", "0"]);
    assert_eq!(none.code, 2);
}

#[test]
fn tests_fail_with_what_was_expected_and_what_came() {
    let here = yard();
    let seen = here.run(&["test", "rules/yard", "--coverage"]);
    insta::assert_snapshot!(format!("{}{}", seen.out, seen.err));
    assert_eq!(seen.code, 1);
    says(&here, &["test", "rules/yard", "--only", "far"], "1 passed, 0 failed, 1 left out\n", 0);
    let of_file = here.run(&["test", "rules/yard", "--only", "yard.fray"]);
    assert!(of_file.out.ends_with("1 passed, 1 failed\n"), "{}", of_file.out);
    let nothing = here.run(&["test", "rules/yard", "--only", "fra is harder"]);
    assert_eq!((nothing.out.as_str(), nothing.code), ("", 2));
    assert!(nothing.err.contains("did you mean `far is harder`?"), "{}", nothing.err);
}

#[test]
fn an_outcome_that_was_not_rolled_is_told_with_as_many_dice_as_the_check_has() {
    let here = yard();
    here.write(
        "far.fray",
        "pack far \"Far\" extends yard\ntest \"it hits\" { ask \"Ada hurl Ben\"; expect success }\n",
    );
    let seen = here.run(&["--rules", ".", "test", "far.fray"]);
    let told = "nothing was rolled: `roll 3 3` behind the `ask` says what the dice show";
    assert!(seen.code == 1 && seen.out.contains(told), "{}{}", seen.out, seen.err);
}

#[test]
fn whatever_lies_in_the_folder_of_a_pack_means_that_pack() {
    let here = Sandbox::new();
    let (rules, tests) = YARD.split_at(YARD.find("test \"").expect("it has tests"));
    here.write("rules/yard/pack.fray", rules);
    here.write("rules/yard/rules/air/wind.fray", "setting gust = -2\n");
    here.write("rules/yard/tests/throws/far.fray", tests);
    here.write("scripts/yard/actions/hurl.luau", HURL);
    here.write("scripts/yard/behavior/child.luau", CHILD);
    for place in ["yard", "yard/rules", "yard/rules/air", "yard/rules/air/wind.fray", "yard/tests/throws/far.fray"] {
        let seen = here.run(&["test", &format!("rules/{place}"), "--only", "far is harder"]);
        assert_eq!((seen.out.as_str(), seen.code), ("1 passed, 0 failed, 1 left out\n", 0), "{place}: {}", seen.err);
    }
}

#[test]
fn files_are_laid_out_or_only_looked_at() {
    let here = Sandbox::new();
    here.write("a.fray", "pack a \"A\"\nattribute   X number\n");
    says(&here, &["fmt", "a.fray", "--check"], "would change a.fray\n", 1);
    says(&here, &["fmt", "."], "changed ./a.fray\n", 0);
    assert_eq!(here.read("a.fray"), "pack a \"A\"\nattribute X number\n");
    says(&here, &["fmt", "a.fray", "--check"], "", 0);
    let signs = "pack c throw-2d6 {}\nfunction lost(a figure) = a.need -b.total+c.margin /2 - 1\n";
    here.write("c.fray", &signs.replace("pack c throw-2d6", "pack c extends throw-2d6"));
    says(&here, &["fmt", "c.fray"], "changed c.fray\n", 0);
    let laid_out = "pack c extends throw-2d6 { }\nfunction lost(a figure) = a.need - b.total+c.margin / 2 - 1\n";
    assert_eq!(here.read("c.fray"), laid_out);
    here.write("b.fray", "pack b \"B\"\nattribute\n");
    assert_eq!(here.run(&["fmt", "b.fray"]).code, 2);
    assert_eq!(here.read("b.fray"), "pack b \"B\"\nattribute\n");
}

#[test]
fn the_packs_that_come_with_it_are_in_order() {
    let here = Sandbox::new();
    says(&here, &["check"], "no findings\n", 0);
    says(&here, &["check", "--rules", env!("CARGO_MANIFEST_DIR")], "no findings\n", 0);
}

#[test]
fn the_packs_that_come_with_it_pass_their_tests() {
    let here = Sandbox::new();
    let seen = here.run(&["test", "--rules", env!("CARGO_MANIFEST_DIR")]);
    assert_eq!((seen.code, seen.err.as_str()), (0, ""), "{}", seen.out);
    let passed: usize = seen.out.split(' ').next().and_then(|word| word.parse().ok()).expect("it says how many");
    assert!(passed > 300, "only {passed} tests");
}

#[test]
fn tests_that_are_not_built_in_are_asked_for_where_they_are() {
    let elsewhere = Sandbox::new();
    let seen = elsewhere.run(&["test", "std"]);
    assert_eq!((seen.code, seen.out.as_str()), (2, ""));
    assert!(seen.err.contains("the tests of `std` are not in this program"), "{}", seen.err);
    assert!(seen.err.contains("packs are built in without their tests: call `fray test std`"), "{}", seen.err);
    // Where there are packs, they are those that are tested.
    says(&yard(), &["test", "--only", "far"], "1 passed, 0 failed, 1 left out\n", 0);
    says(&yard(), &["test", "yard", "--only", "far"], "1 passed, 0 failed, 1 left out\n", 0);
}

#[test]
fn a_figure_is_shown_as_a_sheet() {
    let here = yard();
    says(
        &here,
        &["--rules", ".", "show", "yard", "figure", "Ada"],
        "Ada\n  tracks: bruises 0\n  attributes: AIM 9\n\nrules/yard/yard.fray:19\n",
        0,
    );
    says(&here, &["--rules", ".", "cards", "yard"], "Distance\n  -1  far  when range is more than 10\n", 0);
}

#[test]
fn a_card_shows_numbers_and_titles_in_place_of_names() {
    let here = yard();
    let wind = "setting gust = -2\nfact drift \"yards of drift\" number = 0\n\
                card wind \"Wind\" { gust \"gusts\"; -2 * drift \"crosswind\"; -actor.AIM \"squall\" }\n";
    here.write("rules/yard/wind.fray", wind);
    let lines = "Wind\n                   -2  gusts\n  -2 x yards of drift  crosswind\n    -Aim of the actor  squall\n\n\
                 Distance\n  -1  far  when range is more than 10\n";
    says(&here, &["--rules", ".", "cards", "yard"], lines, 0);
}

#[test]
fn options_are_listed_with_their_readings() {
    let here = yard();
    let first =
        "option first \"Who throws first\" = big @1 { big \"the big ones\" @1.1; small \"the small ones\" @1.2 }\n";
    here.write("rules/yard/first.fray", first);
    let seen = here.run(&["--rules", ".", "show", "yard", "options", "--with", "first=small"]);
    let lines: Vec<Vec<&str>> = seen.out.lines().map(|line| line.split_whitespace().collect()).collect();
    let expected = [
        "name title section",
        "first Who throws first small @1",
        "big the big ones @1.1",
        "* small the small ones @1.2",
        "gentle Only big stones hurt off",
    ];
    assert_eq!(lines, expected.map(|line| line.split_whitespace().collect::<Vec<_>>()), "{seen:?}");
    let seen = here.run(&["--rules", ".", "show", "yard", "option", "first", "--json"]);
    assert!(seen.out.contains(r#""cites":["1.2"],"name":"small","title":"the small ones""#), "{}", seen.out);
}

#[test]
fn what_is_certain_is_mended_in_the_file_and_a_guess_is_shown() {
    let here = Sandbox::new();
    let wrong =
        "pack home \"Home\"\nattribute might: number = 1,5\nvalue twice = migth × 2\nfigure Ann { might = 2 }\n";
    here.write("rules/home/home.fray", wrong);
    let seen = here.run(&["--rules", ".", "check", "home", "--fix"]);
    assert!(seen.out.contains("- value twice = migth * 2\n+ value twice = might * 2\n"), "{}", seen.out);
    assert!(seen.out.ends_with("4 places mended, 1 is left to you\n"), "{}", seen.out);
    assert_eq!(seen.code, 1);
    let mended = "pack home \"Home\"\nattribute might number = 1.5\nvalue twice = migth * 2\nfigure Ann { might  2 }\n";
    assert_eq!(here.read("rules/home/home.fray"), mended);
}

#[test]
fn a_mistake_is_explained_by_its_code() {
    let here = Sandbox::new();
    let seen = here.run(&["explain", "fray::syntax::foreign"]);
    assert!(seen.out.starts_with("fray::syntax::foreign\n") && seen.out.contains("help: "), "{}", seen.out);
    assert!(here.run(&["explain"]).out.lines().count() > 70);
    complains(
        &here,
        &["explain", "syntax::foreing"],
        "fray::cli::unknown_name\n\n  × no mistake is named `syntax::foreing`\n  help: a code stands above a mistake and looks like `fray::syntax::foreign`; `fray explain` lists\n        them\n",
    );
}

#[test]
fn a_script_that_breaks_in_a_test_shows_its_line() {
    let here = yard();
    let yard = YARD.replace("by actor; takes target;", "by actor; takes target; says \"{actor} hurls at {target}\";");
    let test = "test \"thrown\" { map lawn; place Ada at 0,0; place Ben at 4,1; order \"Ada hurls at Ben\" }\n";
    here.write("rules/yard/yard.fray", &(yard + test));
    here.write(
        "scripts/yard/hurl.luau",
        "return function(actor, order, play)\n    local gone = nil\n    gone.far = 1\nend\n",
    );
    let seen = here.run(&["--rules", ".", "test", "yard"]);
    assert_eq!(seen.code, 1);
    for part in
        ["the test `thrown` fails", "fray::script::runtime", "scripts/yard/hurl.luau:3:5", "3 │     gone.far = 1"]
    {
        assert!(seen.out.contains(part), "{part}: {}", seen.out);
    }
}

/// What is answered only in part ends with 1, like every answer that is no.
#[test]
fn a_sentence_answered_in_part_ends_with_one() {
    let here = Sandbox::new();
    let (all, part) = ("Bruce shoots Zorgo with Autopistol, range 12", ", in the narrow corridor");
    let said = |words: &[&str], sentence: &str| here.run(&[words, &[sentence]].concat());
    for words in [&["ask", "duel"][..], &["ask", "--json", "duel"], &["odds", "duel"], &["odds", "--whole", "duel"]] {
        assert_eq!(said(words, all).code, 0, "{words:?}");
        let answered = said(words, &format!("{all}{part}"));
        assert_eq!(answered.code, 1, "{words:?}: {answered:?}");
        assert!(answered.out.contains("in the narrow corridor"), "{words:?}: {answered:?}");
    }
}

#[test]
fn an_offered_command_has_the_options_that_were_typed() {
    let yard = yard();
    for (args, offered) in [
        (&["ask", "Ada throws at Ben", "yard"][..], "`fray ask yard 'Ada throws at Ben' --rules .`"),
        (&["show", "yard", "figur", "Ada"], "`fray show yard figure Ada --rules .`"),
        (&["replay", "yard/tiff", "-o", "x.html"], "`fray replay tiff.log -o x.html --rules .`"),
    ] {
        let said = yard.run(&[args, &["--rules", "."]].concat());
        let err = said.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.code == 2 && err.contains(offered), "{}", said.err);
    }
}

#[test]
fn a_phrase_that_means_a_check_is_not_left_out() {
    let yard = yard();
    yard.write("rules/yard/words.fray", "words talk \"Talk\" { \"pelts\" = \"throw\" }\n");
    let said = yard.run(&["ask", "yard", "Ada pelts Ben", "--rules", "."]);
    assert!(said.code == 0 && !format!("{}{}", said.out, said.err).contains("left out"), "{}{}", said.out, said.err);
}

#[test]
fn what_two_actions_are_said_by_is_told_where_they_are_declared() {
    let yard = yard();
    let shared = "says \"{actor} hurls at {target}\"; phase throwing; does { change target.bruises by 1 } }\n";
    let action = |name: &str| format!("action {name} \"{name}\" {{ by actor; takes target; {shared}");
    let test = "test \"alike\" { place Ada; place Ben; order \"Ada hurls at Ben\"; expect Ben.bruises = 1 }\n";
    yard.write("rules/yard/alike.fray", &format!("{}{}{test}", action("lob"), action("sling")));
    let said = yard.run(&["check", "yard", "--rules", "."]);
    let told = format!("{}{}", said.out, said.err);
    assert!(told.contains("::said_alike") && !told.contains("::test_names"), "{told}");
}
