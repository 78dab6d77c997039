//! Odds as a table for programs that calculate: one row an outcome, fractions and decimals beside each other.

use super::Diagram;
use crate::dice::Odds;
use std::fmt::Write;

/// What the columns hold.
const HEAD: &str = "what,outcome,odds,probability,at_most,at_least\n";

/// The whole diagram; at most and at least are empty where outcomes have no order.
pub fn csv(diagram: &Diagram) -> String {
    let mut text = HEAD.to_string();
    for plot in &diagram.plots {
        let sums = plot.sums();
        let title = if plot.title.is_empty() { &diagram.title } else { &plot.title };
        for (bar, (most, least)) in plot.bars.iter().zip(&sums) {
            let (what, name) = (quoted(title), quoted(&bar.name));
            let _ = write!(text, "{what},{name},{},{}", bar.odds, decimal(&bar.odds));
            let _ = match plot.ordered {
                true => writeln!(text, ",{},{}", decimal(most), decimal(least)),
                false => writeln!(text, ",,"),
            };
        }
    }
    text
}

/// With ten digits, without zeros at the end.
fn decimal(odds: &Odds) -> String {
    let text = format!("{:.10}", odds.to_f64());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_string()
}

/// In quotes where the text would end a cell; what a spreadsheet would take for a formula is made a text.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '@', '+']) || text.starts_with('-') && text.parse::<f64>().is_err();
    let text = if formula { format!("'{text}") } else { text.to_string() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_to_themselves() {
        for (text, expected, why) in [
            ("Bob: harm", "Bob: harm", "nothing to quote"),
            ("success, times 3", "\"success, times 3\"", "a comma would end the cell"),
            ("a \"b\"", "\"a \"\"b\"\"\"", "quotes are doubled"),
            ("-3", "-3", "a number stays one"),
            ("=1+1", "'=1+1", "no formula"),
            ("-x", "'-x", "no formula"),
        ] {
            assert_eq!(quoted(text), expected, "{why}");
        }
        assert_eq!((decimal(&Odds::of(1, 3)), decimal(&Odds::ALWAYS)), ("0.3333333333".to_string(), "1".to_string()));
    }
}
