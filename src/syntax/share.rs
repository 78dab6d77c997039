//! Shares in percent, as they are written here: as fractions, and as those that dice come to.

/// A share found in a text: where it stands, how it is written here if that is certain, and what to say.
pub(super) struct FoundShare {
    pub start: usize,
    pub end: usize,
    pub right: Option<String>,
    pub help: String,
}

/// `50%` as a fraction.
pub(super) fn share(text: &str, at: usize) -> Option<FoundShare> {
    let before = &text[..at];
    let count = before.trim_end_matches('d');
    if count.len() + 1 == at {
        let start = count.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let right = format!("{}d100", &count[start..]);
        return Some(FoundShare { start, end: at + 1, help: format!("write `{right}`"), right: Some(right) });
    }
    let before = before.trim_end_matches(' ');
    let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if let Some(found) = decimal_share(before, start, at) {
        return Some(found);
    }
    let number: u32 = text[start..before.len()].parse().ok()?;
    // `+10% "label"`: of an amount it is no share that is meant.
    let sign = before[..start].chars().next_back().filter(|sign| matches!(sign, '+' | '-'));
    let ahead = before[..start].trim_end_matches(['+', '-']).trim_end();
    let ahead = ["add", "replace", "plus"].iter().find_map(|verb| ahead.strip_suffix(verb)).unwrap_or(ahead);
    let begins = ahead.trim_end_matches([' ', '\t']).ends_with(['\n', '{', ';', '}']);
    if let Some(sign) = sign.filter(|_| begins && text[at + 1..].trim_start().starts_with('"')) {
        let help = format!(
            "modifiers are counted in points on the dice, not in percent: `{sign}2`; what one is worth in percent, \
             `fray worth` says"
        );
        return Some(FoundShare { start: start - 1, end: at + 1, right: None, help });
    }
    let behind_number = text[at + 1..].trim_start().chars().next();
    if before[..start].ends_with(['d', '.']) || behind_number.is_some_and(|c| c.is_ascii_digit() || c == '(') {
        return None;
    }
    let common = (1..=number.clamp(1, 100))
        .rev()
        .find(|by| number.is_multiple_of(*by) && 100_u32.is_multiple_of(*by))
        .unwrap_or(1);
    let right =
        if common == 100 { (number / 100).to_string() } else { format!("{}/{}", number / common, 100 / common) };
    if before[..start].trim_end().ends_with("odds") && number <= 100 {
        let of_rounded = rounded_to(u64::from(number), 100);
        let perhaps = of_rounded.map_or_else(|| right.clone(), |(top, by)| format!("{top}/{by}"));
        let help = format!("odds are exact fractions: here perhaps `{perhaps}`; a test that expects another names it");
        return Some(FoundShare { start, end: at + 1, right: None, help });
    }
    // As a factor, or as one of two, it is a share; alone it may be the number that percentile dice are compared with.
    let next = text[at + 1..].trim_start();
    let is_factor = makes_a_factor(&before[..start]) || next.starts_with(['*', '/']) || next.starts_with("of ");
    let (right, help) = match is_factor {
        true => (Some(right.clone()), format!("a share is written as a fraction: `{right}`")),
        false => (
            None,
            format!(
                "write the number alone, as it is compared with the dice: `{number}`; as a share of one, `{right}`"
            ),
        ),
    };
    Some(FoundShare { start, end: at + 1, right, help })
}

/// Whether what stands before a number makes a factor of it.
fn makes_a_factor(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(['*', '/']) || before.ends_with(" x")
}

/// `83.3 %` as the simplest fraction that is rounded to it.
fn decimal_share(before: &str, digits: usize, at: usize) -> Option<FoundShare> {
    let whole = before[..digits].strip_suffix('.')?;
    let start = whole.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (whole, decimals) = (whole[start..].parse::<u64>().ok()?, &before[digits..]);
    let scale = 10_u64.checked_pow(u32::try_from(decimals.len()).ok().filter(|count| (1..=4).contains(count))?)?;
    let (share, of) = (whole.checked_mul(scale)? + decimals.parse::<u64>().ok()?, 100 * scale);
    let found = rounded_to(share, of);
    let help = match found.filter(|_| share <= of) {
        Some((top, by)) => format!("odds are exact fractions: here perhaps `{top}/{by}`; `fray ask` says which"),
        None => "odds are exact fractions, such as `7/27`: `fray ask` says which".to_string(),
    };
    Some(FoundShare { start, end: at + 1, right: None, help })
}

/// The simplest fraction that is rounded to so many parts: within half of the last digit.
fn rounded_to(share: u64, of: u64) -> Option<(u64, u64)> {
    let is_near = |top: u64, by: u64| 2 * (top * of).abs_diff(share * by) <= by;
    let simplest = |of_dice: bool| {
        (2..=MOST_PARTS).filter(|by| !of_dice || is_of_dice(*by)).find_map(|by| {
            let top = (share * by + of / 2) / of;
            is_near(top, by).then_some((top, by))
        })
    };
    simplest(true).or_else(|| simplest(false))
}

/// Whether the usual dice, of 2 to 100 sides, come to so many parts when they are thrown together.
fn is_of_dice(mut parts: u64) -> bool {
    for sides in [2, 3, 5] {
        while parts.is_multiple_of(sides) {
            parts /= sides;
        }
    }
    parts == 1
}

/// Of dice that are thrown at once no simpler fraction has more parts.
const MOST_PARTS: u64 = 1296;

#[cfg(test)]
mod tests {
    use super::rounded_to;

    #[test]
    fn the_fraction_that_dice_come_to_is_meant() {
        for (share, of, found, why) in [
            (65, 100, Some((13, 20)), "on a d20, though 11/17 is simpler"),
            (50, 100, Some((1, 2)), "a half"),
            (741, 1000, Some((20, 27)), "on 3d6"),
            (833, 1000, Some((5, 6)), "on 1d6"),
        ] {
            assert_eq!(rounded_to(share, of), found, "{why}");
        }
    }
}
