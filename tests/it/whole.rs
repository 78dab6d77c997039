//! The exact odds of a whole scripted action, held against an enumeration written by hand, also after a card, a result
//! table and a script have changed.

use fray::dice::{Cancel, DiceError, Given, Odds};

use fray::ablation::{AblationCase, Metric, Switched, worth};
use fray::odds::action::{ActionOdds, Bounds, EventOdds, PartOdds, whole};
use fray::play::{Kit, PlayError};
use fray::query::BoundQuery;
use fray::query::{Directory, understand};
use fray::rulebook::{Choices, load};
use fray::state::State;
use fray::text::Memory;
use fray::value::ScenarioId;
use std::collections::BTreeMap;

const PACK: &str = r#"
pack yard "The yard" { license "CC0" }
fact actor figure
fact target figure
attribute aim number = 11
track harm "harm" number = 0 { when harm >= 12 gains down }
condition down "down" { lasts for good }
card light "Light" { CARD }
check throw "A throw" {
  reads actor, target
  roll 3d6
  at most actor.aim "aim"
  cards light
  results 3d6 { | total | outcome | times |
                | 3     | success | TIMES |
                | 18    | failure |       | }
}
action hurl "Hurl" { by actor; takes target; says "{actor} hurls at {target}"; check throw; script hurl }
figure Ann {}
figure Bob {}
"#;

const SCRIPT: &str = r#"
return function(actor, order, play)
    local r = play:check("throw", { actor = actor, target = order.target })
    if r.success then
        play:tell("thud", { actor = actor })
        order.target:change("harm", math.max(play:total("2d6") * (r.times or 1) - ARMOR, 0))
    end
end
"#;

/// A game of one pack with one script.
pub fn kit(pack: &str, rules: &str, script: &str, body: &str) -> Kit {
    let files = Memory::default()
        .with("rules/std/pack.fray", include_str!("../../rules/std/pack.fray"))
        .with(&format!("rules/{pack}/pack.fray"), rules)
        .with(&format!("scripts/{pack}/{script}.luau"), body);
    let (book, mistakes) = load(&files, pack, &Choices::none());
    assert!(mistakes.is_empty(), "{}", mistakes.iter().map(ToString::to_string).collect::<String>());
    fray::odds::kit(book.expect("the pack loads"))
}

/// One way the rules may stand.
#[derive(Clone, Copy)]
struct Rule {
    light: i64,
    times: i64,
    armor: i64,
}

/// What can come of a throw by the rules.
fn thrown(rule: Rule, bounds: &Bounds) -> Result<ActionOdds, PlayError> {
    let card = format!("{} \"dusk\" when true", rule.light);
    let rules = &PACK.replace("CARD", &card).replace("TIMES", &rule.times.to_string());
    let kit = kit("yard", rules, "hurl", &SCRIPT.replace("ARMOR", &rule.armor.to_string()));
    let rules = kit.rules(None);
    let asked =
        understand(&kit.book, &Directory::of_sheets(&kit.book), "Ann hurls at Bob").expect("a sentence of the yard");
    let posed = BoundQuery::new(&rules, &State::default(), &asked).expect("both are improvised");
    let order = posed.order(&rules).expect("an action");
    let engine = kit.engine().expect("a Luau state");
    whole(&rules, &engine, &posed.state, &order, bounds)
}

/// The odds of each harm, and of being down, from the rules themselves.
fn from_rules(rule: Rule) -> (BTreeMap<i64, Odds>, Odds) {
    let answer = thrown(rule, &Bounds::default()).expect("the odds");
    assert!(!answer.sampled);
    let of = |name: &str| answer.changes.iter().find(|aspect| aspect.name == name).map(|aspect| aspect.becomes.clone());
    let harm = of("Bob: harm").unwrap_or_default();
    let down = of("Bob: down").and_then(|becomes| becomes.first().map(|(_, odds)| odds.clone()));
    let harm = harm.into_iter().map(|(number, odds)| (number.to_string().parse().expect("a number"), odds)).collect();
    (harm, down.unwrap_or(Odds::NEVER))
}

/// The same by brute force over all five dice.
fn by_hand(rule: Rule) -> (BTreeMap<i64, Odds>, Odds) {
    let mut ways: BTreeMap<i64, u64> = BTreeMap::new();
    let mut down = 0;
    for way in 0..6_i64.pow(5) {
        let die = |at: u32| way / 6_i64.pow(at) % 6 + 1;
        let (aim, power) = (die(0) + die(1) + die(2), die(3) + die(4));
        let hit = aim == 3 || aim != 18 && aim <= 11 + rule.light;
        let times = if aim == 3 { rule.times } else { 1 };
        let harm = if hit { (power * times - rule.armor).max(0) } else { 0 };
        if harm > 0 {
            *ways.entry(harm).or_default() += 1;
        }
        down += u64::from(harm >= 12);
    }
    let all = 6_u64.pow(5);
    (ways.into_iter().map(|(harm, ways)| (harm, Odds::of(ways, all))).collect(), Odds::of(down, all))
}

#[test]
fn the_odds_follow_the_card_the_table_and_the_script() {
    for rule in [
        Rule { light: 0, times: 3, armor: 0 },
        Rule { light: -4, times: 3, armor: 0 },
        Rule { light: 0, times: 2, armor: 0 },
        Rule { light: 2, times: 2, armor: 5 },
    ] {
        let (harm, down) = from_rules(rule);
        let (expected, expected_down) = by_hand(rule);
        assert_eq!(harm, expected, "light {}, times {}, armor {}", rule.light, rule.times, rule.armor);
        assert_eq!(down, expected_down, "light {}, times {}, armor {}", rule.light, rule.times, rule.armor);
    }
}

/// The rule that the tests of events and bounds use.
const PLAIN: Rule = Rule { light: 0, times: 3, armor: 0 };

#[test]
fn events_that_the_author_names_are_outcomes() {
    let answer = thrown(PLAIN, &Bounds::default()).expect("the odds");
    // 11 or less on 3d6, and 3 always, 18 never: 135 of 216.
    assert_eq!(answer.events, [EventOdds { name: "thud".into(), odds: Odds::of(135, 216) }]);
    let harm = &answer.changes[1];
    assert_eq!((harm.name.as_str(), &harm.stays), ("Bob: harm", &Odds::of(81, 216)));
    // On average 7, three times 7 once in 216.
    let mean = harm.mean().expect("a number");
    assert_eq!(mean.to_string(), "959/216");
}

#[test]
fn beyond_the_budget_it_is_sampled_within_the_error_it_states() {
    let exact = thrown(PLAIN, &Bounds::default()).expect("the odds");
    let bounds = Bounds { ways: 10, samples: 4_000, ..Bounds::default() };
    let sampled = thrown(PLAIN, &bounds).expect("the odds");
    assert!(sampled.sampled && sampled.runs == 4_000);
    assert!((sampled.error - 0.98 / 4_000_f64.sqrt()).abs() < 1e-12);
    let off = (sampled.events[0].odds.to_f64() - exact.events[0].odds.to_f64()).abs();
    // The samples are always the same, and these are not among the 5 of 100 that are further off.
    assert!(off < sampled.error, "{off}");
    assert!(sampled.note().contains("sampled 4000 times") && sampled.note().contains("within 1.5 points"));
}

const COURT: &str = r#"
pack court "The court" { license "CC0"; board square; scale 1 m; cells floor }
kind floor plural floors {}
kind haze plural hazes {}
floors { | name |
         | sand |
         | rubble | }
hazes { | name |
        | Fog  | }
relation eyeing "watches" figure to figure {}
track spirit "spirit" number = 6 of side
fact actor figure
fact target figure
action burst "Burst" { by actor; takes target; says "{actor} bursts at {target}"; script burst }
map yard { legend . sand
  "....."
  "....." }
figure Ann {}
scenario bout "A bout" { map yard; side red { Ann at 0,0 }; side blue { Ann "Bea" at 4,0 } }
"#;

const BURST: &str = r#"
return function(actor, order, play)
    local roll = play:total("1d6")
    if roll == 1 then return end
    if roll == 6 then
        play:change_cell(play:cell(2, 1), "rubble")
        play:win(actor.side, "the wall falls")
    end
    actor:relate("eyeing", order.target)
    play:thing("Fog"):spread(play:within(play:cell(2, 0), if roll > 4 then 1 else 0), 2)
    actor.side:change("spirit", -1)
end
"#;

#[test]
fn the_map_relations_and_sides_are_outcomes() {
    let kit = kit("court", COURT, "burst", BURST);
    let play = kit.play(ScenarioId(0), Box::new(Given::default())).expect("two figures");
    let asked =
        understand(&kit.book, &Directory::of(play.state(), &kit.book), "Ann bursts at Bea").expect("a sentence");
    let posed = BoundQuery::new(play.rules(), play.state(), &asked).expect("both are there");
    let order = posed.order(play.rules()).expect("an action");
    let engine = kit.engine().expect("a Luau state");
    let answer = whole(play.rules(), &engine, &posed.state, &order, &Bounds::default()).expect("the odds");
    let said = |aspect: &PartOdds| {
        let becomes: Vec<String> = aspect.becomes.iter().map(|(word, odds)| format!("{word} {odds}")).collect();
        format!("{}: {} -> {}", aspect.name, aspect.was, becomes.join("; "))
    };
    let said: Vec<String> = answer.changes.iter().map(said).collect();
    assert_eq!(
        said,
        [
            "Ann: watches: nobody -> Bea 5/6",
            "Fog: spread: nowhere -> 2,0 1/2; 6 cells from 1,0 1/3",
            "cell 2,1: as drawn -> rubble 1/6",
            "red: spirit: 6 -> 5 5/6",
            "the fight: goes on -> won by red 1/6",
        ]
    );
}

#[test]
fn whoever_no_longer_waits_stops_it() {
    let cancel = Cancel::default();
    cancel.ask();
    for ways in [1, 50_000] {
        let bounds = Bounds { ways, cancel: cancel.clone(), ..Bounds::default() };
        let stopped = thrown(PLAIN, &bounds);
        assert!(matches!(stopped, Err(PlayError::Dice(DiceError::Cancelled))), "{ways} ways");
    }
    cancel.forget();
    assert!(thrown(PLAIN, &Bounds { cancel, ..Bounds::default() }).is_ok());
}

#[test]
fn what_was_found_before_it_is_stopped_is_an_answer() {
    // Whoever waits no longer before anything is done has nothing, and is told so.
    let cancel = Cancel::default();
    cancel.ask();
    let stopped = thrown(PLAIN, &Bounds { cancel, with_part: true, ..Bounds::default() });
    assert!(matches!(stopped, Err(PlayError::Dice(DiceError::Cancelled))), "nothing was found yet");
    // In the middle of it nothing is less likely than what is said.
    let (whole, mut parts) = (thrown(PLAIN, &Bounds::default()).expect("the odds"), 0);
    for look in 1..40 {
        let bounds = Bounds { cancel: Cancel::at_look(look * look), with_part: true, ..Bounds::default() };
        let answer = match thrown(PLAIN, &bounds) {
            Err(PlayError::Dice(DiceError::Cancelled)) => None,
            answer => Some(answer.expect("what there is")),
        };
        let Some(answer) = answer else { continue };
        let Some(followed) = &answer.followed else { continue };
        parts += usize::from(answer.runs > 0);
        assert!(*followed < Odds::ALWAYS && answer.runs < whole.runs, "{}", answer.note());
        for part in &answer.changes {
            let other = whole.changes.iter().find(|other| other.name == part.name).expect("it is among all");
            assert!(part.changes() <= other.changes() && part.changes() <= *followed, "{}", part.name);
        }
    }
    assert!(parts > 0, "it was never stopped in the middle");
}

#[test]
fn what_was_weighed_before_it_is_stopped_is_an_answer() {
    let rules = format!("{BRINK}\noption calm \"Calm\" off\n");
    let kit = kit("brink", &rules, "shove", SHOVE);
    let asked = understand(&kit.book, &Directory::of_sheets(&kit.book), "Ann balances").expect("a sentence");
    let engine = kit.engine().expect("a Luau state");
    let case = AblationCase { rules: kit.rules(None), engine, state: State::default(), asked };
    let cancel = Cancel::default();
    let mut stop = |_: &str, _: &str| {
        cancel.ask();
        let asked = understand(&kit.book, &Directory::of_sheets(&kit.book), "Ann balances").expect("a sentence");
        let engine = kit.engine().expect("a Luau state");
        Switched::Other(Box::new(AblationCase { rules: kit.rules(None), engine, state: State::default(), asked }))
    };
    let answer = worth(&case, &Metric::Check, &mut stop, &cancel).expect("what there is").expect("some worth");
    assert!(answer.is_stopped && answer.rows.len() == 2, "{answer:?}");
    assert!(answer.text(80, None).ends_with("stopped: the rest was not weighed\n"));
}

const BRINK: &str = r#"
pack brink "The brink" { license "CC0" }
fact actor figure
fact target figure
track harm "harm" number = 0
card stance "Stance" { +4 "wide stance" when true }
card gale "Gale" { -2 "gusts" when true }
check push "A push" { reads actor, target; roll 3d6; at most 11; cards gale }
check balance "Balance" { reads actor; says "{actor} balances"; roll 3d6; at most 8; plus -1 "tired"; cards stance }
action shove "Shove" { by actor; takes target; says "{actor} shoves {target}"; check push; script shove }
figure Ann {}
figure Bob {}
"#;

const SHOVE: &str = r#"
return function(actor, order, play)
    if not play:check("push", { actor = actor, target = order.target }).success then return end
    if not play:check("balance", { actor = order.target }).success then order.target:change("harm", 1) end
end
"#;

/// What is worth how much to a sentence of the brink: of what, its odds, and the odds without each part.
fn worth_on_the_brink(sentence: &str, yardstick: &Metric) -> (String, Odds, Vec<(String, Odds)>) {
    worth_by(BRINK, sentence, yardstick)
}

/// The same by other rules.
fn worth_by(rules: &str, sentence: &str, yardstick: &Metric) -> (String, Odds, Vec<(String, Odds)>) {
    let kit = kit("brink", rules, "shove", SHOVE);
    let asked = understand(&kit.book, &Directory::of_sheets(&kit.book), sentence).expect("a sentence");
    let engine = kit.engine().expect("a Luau state");
    let case = AblationCase { rules: kit.rules(None), engine, state: State::default(), asked };
    let answer =
        worth(&case, yardstick, &mut |_, _| Switched::Nothing, &Cancel::default()).expect("odds").expect("some worth");
    (answer.of, answer.odds, answer.rows.into_iter().map(|row| (row.name, row.odds)).collect())
}

/// How likely 3d6 are at most so much, by hand.
fn at_most(need: usize) -> Odds {
    let ways = [0, 0, 0, 1, 4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212, 215, 216];
    Odds::of(ways[need], 216)
}

#[test]
fn modifiers_of_cards_and_of_the_check_itself_have_a_worth() {
    let (of, odds, rows) = worth_on_the_brink("Ann balances", &Metric::Check);
    assert_eq!((of.as_str(), odds), ("success", at_most(8 - 1 + 4)));
    assert_eq!(rows, [("wide stance".to_string(), at_most(7)), ("tired".to_string(), at_most(12))]);
}

#[test]
fn modifiers_of_every_check_of_an_action_have_a_worth() {
    let (of, odds, rows) = worth_on_the_brink("Ann shoves Bob", &Metric::Whole(None));
    let (push, falls) = (at_most(9), |need: usize| Odds::of(1, 1).minus(&at_most(need)).size);
    let harm = |push: &Odds, need| push.and(&falls(need));
    assert_eq!((of.as_str(), odds), ("Bob: harm", harm(&push, 11)));
    let expected = [("wide stance", harm(&push, 7)), ("gusts", harm(&at_most(11), 11)), ("tired", harm(&push, 12))];
    assert_eq!(rows, expected.map(|(name, odds)| (name.to_string(), odds)));
}

#[test]
fn a_modifier_is_taken_away_by_its_place_and_not_by_its_label() {
    // Labels that are alike, empty, or begin with what is filled in; parts of two checks with the same words.
    let rules = BRINK
        .replace(
            r#"+4 "wide stance" when true"#,
            r#"+4 "{actor} is sure" when true; -1 "{actor} is slow" when true; +1 """#,
        )
        .replace(r#"-2 "gusts" when true"#, r#"-2 "tired" when true; -1 "tired" when true"#)
        .replace("roll 3d6; at most 11; cards gale", r#"roll 3d6; at most 11; plus -1 "tired"; cards gale"#);
    let (_, odds, rows) = worth_by(&rules, "Ann shoves Bob", &Metric::Whole(None));
    let harm = |push: usize, balance: usize| at_most(push).and(&at_most(balance).not());
    assert_eq!(odds, harm(11 - 1 - 2 - 1, 8 - 1 + 4 - 1 + 1));
    let mut found: Vec<(&str, Odds)> = rows.iter().map(|(name, odds)| (name.as_str(), odds.clone())).collect();
    let mut expected = vec![
        ("tired (A push)", harm(8, 11)),
        ("tired (Gale) (rules/brink/pack.fray:7) (number 1 of it)", harm(9, 11)),
        ("tired (Gale) (rules/brink/pack.fray:7) (number 2 of it)", harm(8, 11)),
        ("tired (Balance)", harm(7, 12)),
        ("Bob is sure", harm(7, 7)),
        ("Bob is slow", harm(7, 12)),
        ("+1", harm(7, 10)),
    ];
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

const TUG: &str = r#"
pack tug "A tug of war" { license "CC0" }
fact actor figure
fact target figure
track harm "harm" number = 0
check pull "A pull" { reads actor; roll 1d4 }
check tug "A tug" {
  reads actor, target
  roll 1d6
  opposed by pull with actor = target comparing totals, ties reroll
}
action heave "Heave" { by actor; takes target; says "{actor} heaves at {target}"; check tug; script heave }
figure Ann {}
figure Bob {}
"#;

#[test]
fn ties_that_are_rolled_again_leave_exact_odds() {
    for (look, runs) in [("r.success", 2), ("r.total > r.opposed.total", 20)] {
        let script = format!(
            "return function(actor, order, play)\nlocal r = play:check('tug', {{ actor = actor, target = order.target }})\n\
             if {look} then order.target:change('harm', 1) end\nend"
        );
        let kit = kit("tug", TUG, "heave", &script);
        let asked = understand(&kit.book, &Directory::of_sheets(&kit.book), "Ann heaves at Bob").expect("a sentence");
        let rules = kit.rules(None);
        let posed = BoundQuery::new(&rules, &State::default(), &asked).expect("both are improvised");
        let order = posed.order(&rules).expect("an action");
        let engine = kit.engine().expect("a Luau state");
        let answer = whole(&rules, &engine, &posed.state, &order, &Bounds::default()).expect("the odds");
        // Of 24 throws 4 are ties; in 14 of the others the larger die is higher.
        assert_eq!((answer.runs, answer.changes[0].changes()), (runs, Odds::of(14, 20)), "{look}");
    }
}

/// What a script that looks so at a throw of 3d6 at most 11 makes of it.
fn looked_at(look: &str) -> ActionOdds {
    let script = format!(
        "return function(actor, order, play)\nlocal r = play:check('push', {{ actor = actor, target = order.target }})\n\
         order.target:put('harm', {look})\nend"
    );
    let kit = kit("brink", &BRINK.replace("-2 \"gusts\"", "+0 \"gusts\""), "shove", &script);
    let asked = understand(&kit.book, &Directory::of_sheets(&kit.book), "Ann shoves Bob").expect("a sentence");
    let rules = kit.rules(None);
    let posed = BoundQuery::new(&rules, &State::default(), &asked).expect("both are improvised");
    let order = posed.order(&rules).expect("an action");
    let engine = kit.engine().expect("a Luau state");
    whole(&rules, &engine, &posed.state, &order, &Bounds::default()).expect("the odds")
}

#[test]
fn ways_are_told_apart_as_closely_as_a_script_looks() {
    for (look, runs, harm, odds, why) in [
        ("if r.success then 1 else 0", 2, "1", Odds::of(135, 216), "the verdict"),
        ("if r.margin == 1 then 1 else 0", 16, "1", Odds::of(27, 216), "the margin: a total of 10"),
        ("if r.success and r.total == 3 then 1 else 0", 16, "1", Odds::of(1, 216), "the total"),
        ("if r.dice[1] == 6 then 1 else 0", 216, "1", Odds::of(1, 6), "the first die"),
        ("#r.kept", 216, "3", Odds::of(1, 1), "how many dice"),
        ("if r['to' .. 'tal'] == 3 then 1 else 0", 16, "1", Odds::of(1, 216), "a name put together"),
        ("if ({ r })[1].total == 3 then 1 else 0", 16, "1", Odds::of(1, 216), "through a table"),
        ("if (function() return r end)().total == 3 then 1 else 0", 16, "1", Odds::of(1, 216), "through a closure"),
        ("if setmetatable({}, { __index = r }).total == 3 then 1 else 0", 16, "1", Odds::of(1, 216), "by a metatable"),
        ("if pcall(rawget, r, 'total') then 1 else 2", 2, "2", Odds::of(1, 1), "not to be had past the handle"),
        (
            "if r == play:check('push', { actor = actor, target = order.target }) then 1 else 0",
            46_656,
            "1",
            Odds::of(1, 216),
            "two throws alike",
        ),
    ] {
        let answer = looked_at(look);
        assert_eq!(answer.runs, runs, "{why}");
        let found = answer.changes.iter().find(|aspect| aspect.name == "Bob: harm").expect("harm");
        let becomes: Vec<(String, &Odds)> = found.becomes.iter().map(|(now, odds)| (now.to_string(), odds)).collect();
        assert_eq!(becomes, [(harm.to_string(), &odds)], "{why}");
    }
}
