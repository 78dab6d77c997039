//! A session as text: the form of its file, and the sums by which a change to it or to its rules is noticed.

use super::legend::Legend;
use super::table::SessionState;
use crate::diag::visible_json;
use crate::dice::SeededState;
use crate::play::Progress;
use crate::state::State;
use serde::{Deserialize, Serialize};

/// The form of the file, counted up when a field changes its meaning.
pub(super) const SCHEMA: &str = "fray.session/3";

/// All that is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) schema: String,
    pub(super) pack: String,
    pub(super) scenario: Option<String>,
    pub(super) with: Vec<(String, Option<String>)>,
    pub(super) typed: Vec<String>,
    /// What the texts of the rules come to, so that a fight is not read by others than it was written by.
    pub(super) rules: u64,
    pub(super) seeded: SeededState,
    pub(super) mine: bool,
    /// Sides that throw their own dice where the others do not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) own_dice: Vec<String>,
    pub(super) personal: Vec<String>,
    pub(super) progress: Progress,
    pub(super) state: State,
    /// The names of what the state has numbers for, by which other rules understand it.
    pub(super) names: Legend,
    /// What all of the above comes to, so that what was changed by hand or on the way is noticed.
    pub(super) sum: u64,
}

impl Saved {
    /// The sum as it should be.
    pub(super) fn summed(&self) -> u64 {
        let mut plain = serde_json::json!([
            self.schema,
            self.pack,
            self.scenario,
            self.with,
            self.typed,
            self.rules,
            self.seeded,
            self.mine,
            self.personal,
            self.progress,
            self.state,
            self.names,
        ]);
        if let (false, Some(parts)) = (self.own_dice.is_empty(), plain.as_array_mut()) {
            parts.push(serde_json::json!(self.own_dice));
        }
        fnv(plain.to_string().bytes())
    }
}

/// Many bytes in one number (FNV-1a): it only tells whether they are the same.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A table as the text of its file.
pub(super) fn written(table: &SessionState) -> String {
    let mut saved = Saved {
        schema: SCHEMA.to_string(),
        pack: table.pack.to_string(),
        scenario: table.scenario().map(|scenario| scenario.head.name.to_string()),
        with: table.choices.0.clone(),
        typed: table.typed.iter().map(|text| text.to_string()).collect(),
        rules: table.rules_sum(),
        seeded: table.seeded,
        mine: table.mine,
        own_dice: table.own_dice.iter().map(|name| name.to_string()).collect(),
        personal: table.personal.iter().map(|name| name.to_string()).collect(),
        progress: table.progress,
        state: table.state.clone(),
        names: Legend::of(&table.rules, &table.state),
        sum: 0,
    };
    saved.sum = saved.summed();
    let text = serde_json::to_string(&saved).expect("a session is plain data with text keys");
    visible_json(&text).into_owned() + "\n"
}

impl SessionState {
    /// All texts of the rules in one number.
    pub(super) fn rules_sum(&self) -> u64 {
        let sources = self.book().sources.iter();
        fnv(sources.flat_map(|(_, source)| source.name.bytes().chain(source.text.bytes())))
    }
}
