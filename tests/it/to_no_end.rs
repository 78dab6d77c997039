//! An order that would change nothing is refused: over all packs, off their boards and on one of each, and wherever a
//! test of a pack gives an order.

use crate::deed_packs::{packs, read_all};
use crate::deeds::{DeedPack, PACKS};
use fray::dice::Seeded;
use fray::event::{Change, Event, Log};
use fray::odds::action::{Bounds, PartOdds, StatePart, whole};
use fray::packtest::{choices_of_tests, orders};
use fray::play::Play;
use fray::query::{BoundQuery, ParsedQuery};
use fray::rulebook::{Choices, PackText};
use fray::text::Memory;
use fray::value::ActionId;
use std::collections::BTreeSet;
use std::path::Path;

/// Sentences of each action that are tried.
const SENTENCES: usize = 12;
/// Ways of the dice that are followed.
const WAYS: u64 = 200;

/// Actions that the rules offer to those who do nothing; that only go on with what was begun; that are offered before
/// their way is said, which may turn out closed.
const EXEMPT: [&str; 16] = [
    "skirmish stand_still",
    "ww stand_still",
    "skirmish move_step",
    "ww move_step",
    "skirmish move_pace",
    "ww move_pace",
    "skirmish half_move",
    "ww half_move",
    "ww full_move",
    "skirmish aim",
    "skirmish climb",
    "skirmish give_aid",
    "maneuver-3d6 cover_area",
    "skirmish full_move",
    "maneuver-3d6 full_move",
    "maneuver-3d6 strike",
];

/// What was tried.
#[derive(Default)]
struct Tried {
    idle: BTreeSet<String>,
    /// Those that are exempt and were found to change nothing.
    exempt: BTreeSet<&'static str>,
    refused: usize,
    done: usize,
}

impl Tried {
    fn sentence(&mut self, pack: &DeedPack, id: ActionId, asked: &ParsedQuery) {
        let Some(posed) = pack.pose(asked) else { return };
        match changes(pack, id, &posed) {
            Verdict::Refused => self.refused += 1,
            Verdict::Changes => self.done += 1,
            Verdict::Nothing => {
                let game = pack.name.split([' ', '/']).next().unwrap_or_default();
                let action = format!("{game} {}", pack.action(id).head.name);
                match EXEMPT.iter().find(|exempt| **exempt == action) {
                    Some(exempt) => _ = self.exempt.insert(exempt),
                    None => _ = self.idle.insert(format!("{action} ({})", pack.name)),
                }
            }
            Verdict::Unknown => {}
        }
    }

    /// What the tests of a pack order.
    fn orders_of_tests(&mut self, files: &Memory, name: &str) {
        let mut text = PackText::read(files, name);
        let plain = fray::odds::kit(text.load(&Choices::none()).0.expect("the pack loads"));
        for choices in choices_of_tests(&plain) {
            let kit = fray::odds::kit(text.load(&choices).0.expect("the pack loads"));
            let engine = kit.engine().expect("an engine");
            for order in orders(&kit, &engine, &choices) {
                let name = format!("{name} in `{}`", order.title);
                let pack = DeedPack { name, rules: order.rules, engine: engine.clone(), state: order.state, width: 1 };
                self.sentence(&pack, order.action, &order.asked);
            }
        }
    }
}

/// What comes of an order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Refused,
    Changes,
    Nothing,
    /// It asks for what is not there, or the dice can fall in too many ways.
    Unknown,
}

/// Whether anything but what it costs can be different after an order.
fn changes(pack: &DeedPack, id: ActionId, posed: &BoundQuery) -> Verdict {
    let Some(order) = posed.order(&pack.rules) else { return Verdict::Unknown };
    let chance = Box::new(Seeded::new(0, 0));
    let mut play = Play::new(pack.rules.clone(), posed.state.clone(), pack.engine.clone(), chance);
    match play.refusal(&order) {
        Ok(None) => {}
        Ok(Some(_)) => return Verdict::Refused,
        Err(_) => return Verdict::Unknown,
    }
    play.keep_log(Log::default());
    if play.perform(&order).is_err() {
        return Verdict::Unknown;
    }
    // What was tried and came to nothing was tried; where somebody looks is told by no odds.
    let is_tried =
        |event: &Event| matches!(event.change, Change::Checked { .. } | Change::Rolled { .. } | Change::Turned { .. });
    if play.log().is_some_and(|log| log.iter().any(is_tried)) {
        return Verdict::Changes;
    }
    let bounds = Bounds { ways: WAYS, samples: 1, ..Bounds::default() };
    let Ok(answer) = whole(&pack.rules, &pack.engine, &posed.state, &order, &bounds) else {
        return Verdict::Unknown;
    };
    let spends = &pack.action(id).spends;
    let is_paid = |part: &PartOdds| match part.subject {
        StatePart::Track(figure, track, _) => figure == order.actor && spends.iter().any(|(_, paid)| *paid == track),
        _ => false,
    };
    let is_idle = answer.events.is_empty() && answer.changes.iter().all(is_paid);
    if is_idle && !answer.sampled { Verdict::Nothing } else { Verdict::Changes }
}

#[test]
fn an_order_that_would_change_nothing_is_refused() {
    let files = ["rules", "scripts"].iter().fold(Memory::default(), |files, at| read_all(files, Path::new(at)));
    let mut all = Tried::default();
    for name in PACKS {
        for pack in packs(&files, name, &Choices::none(), (1, 1)) {
            let is_said = |id: &ActionId| !pack.action(*id).head.is_quiet();
            for id in (0..pack.book().actions.len() as u16).map(ActionId).filter(is_said) {
                pack.sentences(id).iter().take(SENTENCES).for_each(|asked| all.sentence(&pack, id, asked));
            }
        }
        all.orders_of_tests(&files, name);
    }
    let Tried { idle, exempt, refused, done } = all;
    assert!(idle.is_empty(), "{} orders change nothing:\n{}", idle.len(), Vec::from_iter(idle).join("\n"));
    assert!(refused >= 100 && done >= 500, "too little was tried: {refused} refused, {done} done");
    let stale: Vec<&&str> = EXEMPT.iter().filter(|one| !exempt.contains(**one)).collect();
    assert!(stale.is_empty(), "exempt, and never found to change nothing: {stale:?}");
}
