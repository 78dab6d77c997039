//! The scenarios of the packs built into the binary, each under its own options.

use fray::cli::Builtin;
use fray::play::Kit;
use fray::rulebook::{Choices, Rulebook, Scenario, load};
use fray::text::Files;
use fray::value::ScenarioId;
use std::sync::Arc;

/// A scenario that comes with fray.
pub struct Shipped {
    /// `pack/scenario`, as one types it.
    pub name: String,
    /// The rules under its options.
    pub kit: Kit,
    /// Which.
    pub scenario: ScenarioId,
}

impl Shipped {
    /// Its declaration.
    pub fn declared(&self) -> &Scenario {
        &self.kit.book.scenarios[self.scenario.index()]
    }
}

/// All of them; there is at least one.
pub fn all() -> Vec<Shipped> {
    let mut all = Vec::new();
    for pack in Builtin.folders("rules") {
        let files = Builtin.list(&format!("rules/{pack}"));
        if files.iter().any(|file| file.ends_with(".fray")) {
            all.extend(of_pack(&pack));
        }
    }
    assert!(!all.is_empty(), "no pack declares a scenario");
    all
}

/// The scenarios that a pack declares itself, to be played: those of its tests, which are not loaded, are played there.
fn of_pack(pack: &str) -> Vec<Shipped> {
    let book = book(pack, &Choices::none());
    let folder = format!("rules/{pack}/");
    let own = |scenario: &Scenario| book.sources.get(scenario.head.span.source).name.starts_with(&folder);
    let ids = (0..book.scenarios.len() as u16).map(ScenarioId).filter(|id| own(&book.scenarios[id.index()]));
    let shipped = |id: ScenarioId| Shipped {
        name: format!("{pack}/{}", book.scenarios[id.index()].head.name),
        kit: fray::odds::kit(self::book(pack, &book.choices_of(id))),
        scenario: id,
    };
    ids.map(shipped).collect()
}

/// The rules of a pack that comes with fray, which load.
pub fn book(pack: &str, choices: &Choices) -> Arc<Rulebook> {
    match load(&Builtin, pack, choices) {
        (Some(book), _) => book,
        (None, mistakes) => panic!("{pack} does not load:\n{}", crate::golden::render(&mistakes)),
    }
}
