//! Packs and scenarios that are there, for command lines that can be typed.

use crate::cli::find;
use crate::cli::packs::Packs;
use crate::text::Files;

/// A pack in which something can be asked or fought, for examples.
pub(super) fn some_pack(packs: &Packs) -> String {
    let has_any = |pack: &String| find::first_scenario(packs, pack).is_some();
    let all = packs.folders("rules");
    all.into_iter().find(has_any).unwrap_or_else(|| "PACK".to_string())
}

/// A pack in which a sentence can be asked.
pub(super) fn pack_for(packs: &Packs, sentence: &str) -> String {
    find::pack_of_sentence(packs, sentence).unwrap_or_else(|| some_pack(packs))
}

/// A scenario that can be played, for examples.
pub(super) fn some_scenario(packs: &Packs) -> String {
    let all = packs.folders("rules");
    let of = |pack: &String| find::first_scenario(packs, pack).map(|name| format!("{pack}/{name}"));
    all.iter().find_map(of).unwrap_or_else(|| "PACK/SCENARIO".to_string())
}
