//! What a play does, told as a story: orders and refusals, reactions, clocks, ends of relations, moments that many
//! share, turns by side, bounds, slots, sentences, and the tests that rules carry. One small pack for each.

use crate::golden;
use fray::dice::Seeded;
use fray::event::Log;
use fray::play::{Order, Play};
use fray::rulebook::{Choices, load};
use fray::text::Memory;
use fray::value::{ActionId, FigureId, ScenarioId};
use std::path::Path;
use std::sync::Arc;

const FOLDER: &str = "tests/golden/play";

#[test]
fn plays_are_told_as_ever() {
    let answers = golden::answered(Path::new(FOLDER));
    assert!(answers.len() >= 14, "only {} plays", answers.len());
}

/// A pack whose `slip` changes much and then fails.
const SLIPPERY: &str = r#"
pack case "A case"
fact actor figure
track harm number = 0
track breath number = 3 min 0
condition dazed { lasts 2 turns }
action shout { by actor; spends 1 breath }
action slip { by actor; spends 1 breath; script slip }
figure Ann {}
scenario bout { limit 2 turns; side red { Ann }; side blue { Ann "Bea" } }
"#;

const SLIP: &str = r#"return function(actor: Figure, order: Order, play: Play)
    play:perform(actor:order("shout"))
    actor:change("harm", (play:roll("1d6")))
    actor:gain("dazed")
    actor:foes()[1]:relate("nothing", actor)
end"#;

fn slippery() -> Play {
    let files = Memory::default()
        .with("rules/std/pack.fray", include_str!("../../rules/std/pack.fray"))
        .with("rules/case/case.fray", SLIPPERY)
        .with("scripts/case/slip.luau", SLIP);
    let (book, mistakes) = load(&files, "case", &Choices::none());
    let kit = fray::odds::kit(book.unwrap_or_else(|| panic!("{}", golden::render(&mistakes))));
    kit.play(ScenarioId(0), Box::new(Seeded::new(1, 0))).expect("two figures without anything")
}

fn order(play: &Play, action: &str) -> Arc<Order> {
    let named = |one: &fray::rulebook::Action| *one.head.name == *action;
    let at = play.rules().book.actions.iter().position(named).expect("an action of the pack");
    Arc::new(Order { action: ActionId(at as u16), actor: FigureId(0), facts: Vec::new(), assumed: Vec::new() })
}

#[test]
fn an_order_that_fails_changes_nothing() {
    let mut play = slippery();
    play.keep_log(Log::default());
    assert!(play.perform(&order(&play, "shout")).expect("a shout costs breath"));
    let (before, events) = (play.state().clone(), play.log().cloned());
    let book = play.rules().book.clone();
    let error = play.perform(&order(&play, "slip")).expect_err("it slips").report(&book);
    assert_eq!(error.to_string(), "no relation is named `nothing`");
    assert_eq!(*play.state(), before);
    assert_eq!(play.log().cloned(), events);
    assert!(play.perform(&order(&play, "shout")).expect("it goes on"));
    assert_eq!(play.log().map(Log::len), events.map(|log| 2 * log.len()));
}

#[test]
fn a_moment_that_fails_changes_nothing() {
    let mut play = slippery();
    play.keep_log(Log::default());
    let before = play.state().clone();
    let orders = [order(&play, "shout"), order(&play, "slip")];
    play.perform_together(&orders).expect_err("it slips");
    assert_eq!(*play.state(), before);
    assert_eq!(play.log().map(Log::len), Some(0));
    play.perform_together(&orders[..1]).expect("a shout costs breath");
    assert_eq!(play.log().map(Log::len), Some(2));
}
