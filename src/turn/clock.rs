//! Clocks of many things at once.

use crate::value::{Clock, Period};

/// Counts a period that has ended on every clock, and takes out what is up, in order.
pub fn expire<K>(clocks: &mut Vec<(K, Clock)>, period: Period) -> Vec<K> {
    clocks.extract_if(.., |(_, clock)| clock.tick(period)).map(|(what, _)| what).collect()
}

#[cfg(test)]
mod tests {
    use super::expire;
    use crate::value::{Clock, Period};

    #[test]
    fn what_is_up_is_taken_out_in_order() {
        let mut clocks =
            vec![("a", Clock::Turns(1)), ("b", Clock::Turns(2)), ("c", Clock::ForGood), ("d", Clock::EndOfTurn)];
        assert_eq!(expire(&mut clocks, Period::Turn), ["a", "d"]);
        assert_eq!(expire(&mut clocks, Period::Turn), ["b"]);
        assert_eq!(expire(&mut clocks, Period::Turn), Vec::<&str>::new());
        assert_eq!(clocks, [("c", Clock::ForGood)]);
    }
}
