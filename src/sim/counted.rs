//! Counts by what they count: added up, and stored as pairs, because what they count is more than a text.

use crate::value::Number;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Adds the second counts to the first.
pub(super) fn add<K: Ord + Clone>(mine: &mut BTreeMap<K, u64>, theirs: &BTreeMap<K, u64>) {
    for (key, count) in theirs {
        *mine.entry(key.clone()).or_default() += count;
    }
}

/// Adds amounts to those of the same title.
pub(super) fn add_amounts(mine: &mut BTreeMap<Arc<str>, Number>, more: &BTreeMap<Arc<str>, Number>) {
    for (title, change) in more {
        let sum = mine.entry(title.clone()).or_insert(Number::ZERO);
        *sum = sum.plus(*change).unwrap_or(*sum);
    }
}

/// Writes a map as a list of pairs.
pub(super) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
    map: &BTreeMap<K, V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(map)
}

/// Reads it back.
pub(super) fn deserialize<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    K: DeserializeOwned + Ord,
    V: DeserializeOwned,
    D: Deserializer<'de>,
{
    Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
}
