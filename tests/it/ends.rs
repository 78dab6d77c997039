//! Whole fights solved exactly, held against a recursion written by hand; and what scripts foresee of an action.

use fray::dice::{Cancel, DiceError, Odds, Seeded};
use fray::odds::fight::{FightOdds, MOST_IN_A_STAGE, Size, chain, chain_from};
use fray::play::{Kit, Play, PlayError};
use fray::rulebook::{Choices, load};
use fray::text::Memory;
use fray::value::ScenarioId;

const SMALL: &str = include_str!("../golden/odds/rules/small/small.fray");
const SWING: &str = include_str!("../golden/odds/scripts/small/swing.luau");

fn kit(rules: &str, script: &str) -> Kit {
    kit_of(rules, &[("swing", script)])
}

fn kit_of(rules: &str, scripts: &[(&str, &str)]) -> Kit {
    let files = Memory::default()
        .with("rules/std/pack.fray", include_str!("../../rules/std/pack.fray"))
        .with("rules/small/pack.fray", rules);
    let files =
        scripts.iter().fold(files, |files, (name, text)| files.with(&format!("scripts/small/{name}.luau"), text));
    let (book, mistakes) = load(&files, "small", &Choices::none());
    assert!(mistakes.is_empty(), "{}", mistakes.iter().map(ToString::to_string).collect::<String>());
    fray::odds::kit(book.expect("the small pack loads"))
}

fn solved(scenario: u16) -> FightOdds {
    chain(&kit(SMALL, SWING), ScenarioId(scenario), &Size::default()).expect("it is small")
}

/// How likely the one who is about to strike wins, with so many points each: struck at by turns until one falls.
fn by_hand(mine: i64, theirs: i64, known: &mut Vec<((i64, i64), Odds)>) -> Odds {
    if let Some((_, odds)) = known.iter().find(|(points, _)| *points == (mine, theirs)) {
        return odds.clone();
    }
    // What comes of a blow that does damage, for the one who strikes it.
    let mut struck = |mine: i64, theirs: i64| {
        let mut sum = Odds::NEVER;
        for total in 2..=12_i64 {
            let ways = 6 - (total - 7).unsigned_abs();
            let left = theirs - (total - 1);
            let then = if left <= 0 { Odds::ALWAYS } else { by_hand(left, mine, known).not() };
            sum = sum.plus(&Odds::of(ways, 36).and(&then));
        }
        sum
    };
    let hit = Odds::of(20, 27).and(&Odds::of(5, 8));
    let miss = hit.not();
    // W = hit a + miss (1 - V), V = hit b + miss (1 - W); so W (1 - miss^2) = hit a + miss hit (1 - b).
    let (a, b) = (struck(mine, theirs), struck(theirs, mine));
    let over = hit.and(&a).plus(&miss.and(&hit).and(&b.not()));
    let odds = over.over(&miss.and(&miss).not());
    known.push(((mine, theirs), odds.clone()));
    odds
}

#[test]
fn the_small_duel_is_solved_exactly() {
    let chain = solved(0);
    let endless = chain.endless.expect("nothing counts turns");
    assert_eq!(endless.wins[0], by_hand(12, 12, &mut Vec::new()));
    assert_eq!(format!("{:.6}", endless.wins[0].to_f64()), "0.559895");
    assert_eq!((endless.wins[1].clone(), endless.draw), (endless.wins[0].not(), Odds::NEVER));
}

#[test]
fn a_fight_is_solved_from_where_it_stands() {
    let kit = kit(SMALL, SWING);
    let rules = kit.rules_of(ScenarioId(0));
    let mut state = fray::state::of_scenario(&rules, &kit.book.scenarios[0]).expect("it is small");
    let from = |state: &fray::state::State| {
        let solved = chain_from(&kit, ScenarioId(0), Some(state), &Size::default()).expect("it is small");
        solved.endless.expect("nothing counts turns").wins
    };
    assert_eq!(from(&state)[0], by_hand(12, 12, &mut Vec::new()));
    // Who has been hurt already is likelier to lose, by exactly as much.
    let life = kit.book.tracks.iter().position(|track| &*track.head.name == "life").expect("it is declared");
    let (owner, track) = (fray::event::Holder::Figure(fray::value::FigureId(1)), fray::value::TrackId(life as u16));
    let (from_number, to) = (fray::value::Number::int(12), fray::value::Number::int(5));
    let change =
        fray::event::Change::TrackChanged { owner, track, symbol: None, from: from_number, to, cut: None, why: None };
    fray::state::apply(&rules, &mut state, &change);
    assert_eq!(from(&state)[0], by_hand(12, 5, &mut Vec::new()));
}

#[test]
fn a_limit_of_turns_leaves_fights_undecided() {
    let chain = solved(1);
    let limited = chain.limited.expect("three turns are few");
    let sum = limited.wins.iter().fold(limited.unfinished.clone(), |sum, odds| sum.plus(odds));
    assert_eq!((sum, limited.draw.clone()), (Odds::ALWAYS, Odds::NEVER));
    // Where the turn is asked for, states of different turns are different ones, and the answer is the same.
    let counting = kit(SMALL, &SWING.replace("play.phase ==", "play.turn > 0 and play.phase =="));
    let counted = chain_of(&counting, &Size::default()).expect("three turns are few");
    assert_eq!(counted.endless, None);
    assert_eq!(counted.limited.expect("the limit is in it"), limited);
}

#[test]
fn the_turn_counts_if_it_is_looked_at_however_that_is_spelt() {
    let merged = solved(1).states;
    for (look, why) in [
        ("play[\"tu\" .. \"rn\"] > 0", "a name put together"),
        ("play.--[[the]]turn > 0", "a comment between"),
        ("(function(key) return play[key] end)(\"turn\") > 0", "through a closure"),
        ("setmetatable({}, { __index = play }).turn > 0", "by a metatable"),
        ("(play:fact(\"late\", {}) or true)", "in an expression"),
    ] {
        let script = SWING.replace("play.phase ==", &format!("{look} and play.phase =="));
        let rules = SMALL.replace("track life", "fact late truth = turn() > 1\ntrack life");
        let chain = chain_of(&kit(&rules, &script), &Size::default()).expect("three turns are few");
        assert!(chain.endless.is_none() && chain.states > merged, "{why}");
        assert_eq!(chain.limited, solved(1).limited, "{why}");
    }
    // The word alone is no look at the turn.
    let script = SWING.replace("play.phase ==", "#\"turn()\" == 6 and play.phase ==");
    let chain = chain_of(&kit(&SMALL.replace("track life", "# turn()\ntrack life"), &script), &Size::default());
    assert_eq!(chain.expect("three turns are few").states, merged);
}

#[test]
fn a_rule_that_changes_with_the_turn_is_followed_turn_by_turn() {
    // Blows hit from the fourth turn on, and the fight has three: were its states merged, some of them would hit.
    let script = SWING.replace("if play:chance(20", "if play[\"tu\" .. \"rn\"] > 3 and play:chance(20");
    let chain = chain_of(&kit(SMALL, &script), &Size::default()).expect("three turns are few");
    let limited = chain.limited.expect("the limit is in it");
    assert_eq!(limited.unfinished, Odds::ALWAYS);
}

fn chain_of(kit: &Kit, size: &Size) -> Result<FightOdds, PlayError> {
    chain(kit, ScenarioId(1), size).map_err(|unsolved| unsolved.why)
}

#[test]
fn what_is_too_large_is_said_to_be() {
    let kit = kit(SMALL, SWING);
    for (size, why) in [
        (Size { states: 20, ..Size::default() }, "twenty states are too few"),
        (Size { ways: 100, ..Size::default() }, "a hundred ways are too few"),
    ] {
        let answer = chain_of(&kit, &size);
        assert!(matches!(answer, Err(PlayError::Dice(DiceError::TooManyBranches { .. }))), "{why}");
    }
    let cancel = Cancel::default();
    cancel.ask();
    let stopped = chain_of(&kit, &Size { cancel, ..Size::default() });
    assert!(matches!(stopped, Err(PlayError::Dice(DiceError::Cancelled))));
}

#[test]
fn what_was_found_of_a_fight_that_is_too_large_is_certain() {
    let (kit, whole) = (kit(SMALL, SWING), solved(1));
    let limited = whole.limited.expect("three turns are few");
    let mut before = 0.0;
    for ways in [whole.ways / 8, whole.ways / 2, whole.ways - 1] {
        let unsolved = chain(&kit, ScenarioId(1), &Size { ways, ..Size::default() }).expect_err("it is larger");
        let certain = unsolved.certain.expect("something was followed");
        assert!(certain.states < whole.states && certain.known() >= before, "{certain:?}");
        before = certain.known();
        for (least, exact) in certain.wins.iter().zip(&limited.wins) {
            assert!(*least <= exact.to_f64() + 1e-9, "{certain:?}");
        }
    }
    assert!(before > 0.0, "nearly all of it says something");
    // Steps of scripts are counted over all ways together.
    let few = Size { steps: 5000, ..Size::default() };
    let unsolved = chain(&kit, ScenarioId(1), &few).expect_err("its scripts take more");
    let why = unsolved.why.text(&kit.book);
    assert!(why.starts_with("the scripts of this game take more than 5000 steps: it was stopped after "), "{why}");
    assert!(unsolved.certain.is_some_and(|certain| certain.states > 0));
}

#[test]
fn a_stage_without_end_is_too_much() {
    // Whoever misses may throw again, as often as the phase asks.
    let rules = r#"pack small "Small" { license "CC0" }
condition down "down" { lasts for good; removes }
fact actor figure
fact target figure
action throw "Throw" { by actor; takes target; phase throwing; script throw }
turn "Turn" { phase throwing { together } }
figure Ann {}
scenario yard "Yard" {
  limit 1 turns
  side a "A" plays swing { Ann }
  side b "B" plays swing { Ann "Bob" }
  wins last side standing
}
"#;
    let throw = r#"return function(actor: Figure, order: Order, play: Play)
    if play:total("2d6") >= 9 then
        order.target:gain("down")
    end
end"#;
    let control = r#"return function(me: Figure, play: Play, question: Question): Order?
    local foe = me:foes()[1]
    return if foe then me:order("throw", { target = foe }) else nil
end"#;
    let kit = kit_of(rules, &[("swing", control), ("throw", throw)]);
    let why = |kit: &Kit, size: &Size| chain(kit, ScenarioId(0), size).map_err(|unsolved| unsolved.why);
    let answer = why(&kit, &Size::default());
    assert!(matches!(answer, Err(PlayError::Dice(DiceError::TooDeep { most: MOST_IN_A_STAGE }))), "{answer:?}");
    let answer = why(&kit_of(SMALL, &[("swing", SWING)]), &Size { rolls: 100, ..Size::default() });
    assert!(matches!(answer, Err(PlayError::Dice(DiceError::TooManyRolls { budget: 100 }))), "{answer:?}");
}

#[test]
fn scripts_foresee_a_whole_action() {
    let rules = r#"pack small "Small" { license "CC0" }
track harm "harm" number = 0 { when harm >= 5 gains down }
condition down "down" { lasts for good }
track seen "seen" number = 0
fact actor figure
fact target figure
action poke "Poke" { by actor; takes target; says "{actor} pokes {target}"; script poke }
figure Ann {}
figure Bob {}
turn "Turn" { phase all { script swing } }
scenario yard "Yard" {
  limit 1 turns
  side a "A" { Ann }
  side b "B" { Bob }
}
"#;
    let poke = "return function(actor: Figure, order: Order, play: Play)
    if actor:foresee(\"poke\", { target = order.target }) then
        play:tell(\"twice\")
    end
    local hurt = play:total(\"1d6\")
    if hurt == 6 then
        play:tell(\"ouch\")
    end
    order.target:change(\"harm\", hurt)
end
";
    let swing = "return function(play: Play)
    local ann, bob = play:figure(\"Ann\"), play:figure(\"Bob\")
    local seen = ann:foresee(\"poke\", { target = bob })
    assert(seen.exact and seen.error == 0 and seen.ways == 6)
    assert(math.abs(seen.events.ouch - 1 / 6) < 1e-9 and seen.events.twice == nil)
    local down, harm = seen.changes[1], seen.changes[2]
    assert(down.what == \"down\" and down.figure == bob and math.abs(down.odds - 2 / 6) < 1e-9)
    assert(harm.what == \"harm\" and harm.odds == 1 and math.abs(harm.mean - 3.5) < 1e-9)
    assert(math.abs(harm.becomes[\"3\"] - 1 / 6) < 1e-9)
    bob:put(\"seen\", 1)
end
";
    let files = Memory::default()
        .with("rules/std/pack.fray", include_str!("../../rules/std/pack.fray"))
        .with("rules/small/pack.fray", rules)
        .with("scripts/small/swing.luau", swing)
        .with("scripts/small/poke.luau", poke);
    let (book, mistakes) = load(&files, "small", &Choices::none());
    assert!(mistakes.is_empty(), "{}", mistakes.iter().map(ToString::to_string).collect::<String>());
    let kit = fray::odds::kit(book.expect("the pack loads"));
    let mut play: Play = kit.play(ScenarioId(0), Box::new(Seeded::new(1, 0))).expect("it is set up");
    let before = play.chance().position();
    if let Err(error) = play.run(1) {
        panic!("{}", error.text(&kit.book));
    }
    // Nothing has happened but what the script did, and no die of the game was used.
    let bob = &play.state().figures[1];
    let tracks: Vec<String> = bob.tracks.iter().map(ToString::to_string).collect();
    assert_eq!((tracks, bob.conditions.len(), play.chance().position()), (vec!["0".into(), "1".into()], 0, before));
}
