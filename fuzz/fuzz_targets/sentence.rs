//! Any text as a sentence at the prompt, of every pack that comes with fray: understood, put to a state, reckoned and
//! judged as an order. Run with `cargo +nightly fuzz run sentence`.
#![no_main]

use fray::cli::Builtin;
use fray::explain::reckon;
use fray::play::{Play, Rules, State};
use fray::query::{Cast, Posed, understand};
use fray::rulebook::{Choices, load};
use fray::text::Files;
use libfuzzer_sys::fuzz_target;
use std::cell::OnceCell;
use std::sync::Arc;

/// What is made of a pack once.
struct Table {
    rules: Arc<Rules>,
    cast: Cast,
    play: Play,
}

thread_local! {
    static TABLES: OnceCell<Vec<(Table, State)>> = const { OnceCell::new() };
}

fn tables() -> Vec<(Table, State)> {
    let packs = Builtin.folders("rules");
    let tables: Vec<(Table, State)> = packs.iter().filter_map(|pack| table(pack)).collect();
    assert!(!tables.is_empty(), "no pack loads");
    tables
}

fn table(pack: &str) -> Option<(Table, State)> {
    let book = load(&Builtin, pack, &Choices::none()).0?;
    let kit = fray::odds::kit(book);
    let rules = kit.rules(None);
    let cast = Cast::of_sheets(&kit.book);
    let chance = Box::new(fray::dice::Seeded::new(1, 0));
    let play = Play::new(rules.clone(), State::default(), kit.engine().ok()?, chance);
    Some((Table { rules, cast, play }, State::default()))
}

fn put(table: &Table, state: &State, text: &str) {
    let rules = &table.rules;
    let asked = match understand(&rules.book, &table.cast, text) {
        Ok(asked) => asked,
        Err(error) => {
            let _ = error.told();
            return;
        }
    };
    let Ok(posed) = Posed::new(rules, state, &asked) else { return };
    if let Some(check) = posed.check(rules) {
        let mut frame = posed.frame();
        frame.look_around(true);
        if let Ok(reckoning) = reckon(&posed.view(rules).scene(&frame), check) {
            let _ = reckoning.text_with_reasons();
        }
    }
    let _ = posed.order(rules);
    let _ = &table.play;
}

fuzz_target!(|text: &str| {
    TABLES.with(|tables| {
        for (table, state) in tables.get_or_init(self::tables) {
            put(table, state, text);
        }
    });
});
