//! A chance in hundredths, as it is told: what was only tried is never certain, and what is nearly certain is not rounded
//! to it.

/// A share of so many games in words.
pub(super) fn tried(share: f64, games: u64) -> String {
    let finest = 100.0 / games.max(1) as f64;
    match share * 100.0 {
        share if share >= 100.0 => format!("> {} %", bound(100.0 - finest, f64::floor)),
        share if share <= 0.0 => format!("< {} %", bound(finest, f64::ceil)),
        _ => exactly(share),
    }
}

/// A share as it is: with as many digits as it takes not to become 0 or 100.
pub(super) fn exactly(share: f64) -> String {
    format!("{} %", digits(share, 0))
}

/// The same with at least so many digits behind the point, and without the sign.
pub(super) fn digits(share: f64, least: usize) -> String {
    let number = share * 100.0;
    let is_certain = share <= 0.0 || share >= 1.0;
    let text = |digits: usize| format!("{number:.digits$}");
    let is_told = |text: &String| is_certain || !matches!(text.parse(), Ok(0.0 | 100.0));
    (least..least + MOST_DIGITS).map(text).find(is_told).unwrap_or_else(|| text(least + MOST_DIGITS))
}

/// A number with its sign and so many digits; what is rounded to nothing has none.
pub(super) fn signed(number: f64, digits: usize) -> String {
    let text = format!("{number:+.digits$}");
    if text.parse() == Ok(0.0) { format!("{:.digits$}", 0.0) } else { text }
}

/// Digits that may be added.
const MOST_DIGITS: usize = 6;

/// A bound that is cut to as few digits as leave it away from 0 and 100, to its own side.
fn bound(number: f64, cut: fn(f64) -> f64) -> String {
    let scales = [1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0];
    let cut_at = |scale: &f64| cut(number * scale) / scale;
    let is_told = |number: &f64| *number > 0.0 && *number < 100.0;
    let number = scales.iter().map(cut_at).find(is_told).unwrap_or(number);
    number.to_string()
}

#[cfg(test)]
mod tests {
    use super::{digits, exactly, signed, tried};

    #[test]
    fn what_was_only_tried_is_never_certain() {
        assert_eq!((tried(1.0, 400), tried(0.0, 400)), ("> 99 %".to_string(), "< 1 %".to_string()));
        assert_eq!((tried(1.0, 20), tried(0.0, 20)), ("> 95 %".to_string(), "< 5 %".to_string()));
        assert_eq!((tried(1.0, 1), tried(0.0, 1)), ("> 0 %".to_string(), "< 100 %".to_string()));
        assert_eq!((tried(0.998, 1000), tried(0.5, 9)), ("99.8 %".to_string(), "50 %".to_string()));
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!((signed(-0.04, 1), signed(0.0, 1), signed(-0.06, 1)), ("0.0".into(), "0.0".into(), "-0.1".into()));
        assert_eq!((signed(2.5, 2), signed(-0.4, 0)), ("+2.50".to_string(), "0".to_string()));
    }

    #[test]
    fn what_is_nearly_certain_is_not_rounded_to_it() {
        assert_eq!((exactly(0.0004), exactly(0.99999)), ("0.04 %".to_string(), "99.999 %".to_string()));
        assert_eq!((exactly(0.0), exactly(1.0)), ("0 %".to_string(), "100 %".to_string()));
        assert_eq!((digits(0.9999, 1), digits(0.741, 1)), ("99.99".to_string(), "74.1".to_string()));
    }
}
