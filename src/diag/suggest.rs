//! The nearest name to one that is not known.

/// The nearest of `names`: one that differs only in case, or else one within a third of its letters; none if nothing
/// is close.
pub fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = wrong.chars().count().max(3) / 3;
    let lower = wrong.to_lowercase();
    names
        .into_iter()
        .map(|name| {
            let distance = if name.to_lowercase() == lower { 0 } else { strsim::osa_distance(wrong, name) };
            (distance, name)
        })
        .filter(|(distance, name)| *distance <= most && *name != wrong)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The help line for an unknown name: `did you mean …?`, or what else to do.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    match suggest(wrong, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => otherwise.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn the_nearest_name_or_silence() {
        let names = ["spear", "sword", "Shield"];
        for (wrong, expected, why) in [
            ("spaer", Some("spear"), "two letters swapped"),
            ("shield", Some("Shield"), "only the case differs"),
            ("sord", Some("sword"), "a letter missing"),
            ("crossbow", None, "nothing is close"),
            ("x", None, "too short to guess from"),
        ] {
            assert_eq!(suggest(wrong, names), expected, "{why}");
        }
    }
}
