//! The order in which figures act: by a key, fixed or asked anew each time, with ties, sub-slots and groups.

use super::TurnError;
use crate::value::{FigureId, Number};
use std::cmp::Ordering;

/// The most entries that may wait at once.
pub const MAX_ENTRIES: usize = 1 << 16;
/// The most times one entry may come again in one phase.
pub const MAX_REPEATS: u16 = 256;

/// Which keys come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The highest.
    #[default]
    Descending,
    /// The lowest.
    Ascending,
}

impl Direction {
    /// How two keys stand in this order: less is earlier.
    pub fn compare(self, a: Number, b: Number) -> Ordering {
        match self {
            Direction::Descending => b.cmp(&a),
            Direction::Ascending => a.cmp(&b),
        }
    }

    /// A key that comes so many steps later.
    pub fn later(self, key: Number, steps: Number) -> Option<Number> {
        match self {
            Direction::Descending => key.minus(steps),
            Direction::Ascending => key.plus(steps),
        }
    }
}

/// One who waits to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Entry {
    /// Who.
    pub figure: FigureId,
    /// Its key.
    pub key: Number,
    /// Decides between equal keys: the higher first, whichever way keys go.
    pub tie: Number,
    /// Decides between equal ties: the lower first. The order in which they joined.
    pub index: u32,
    /// How many steps after the figure's own key it comes; 0 for the first time.
    pub later: Number,
    /// How many times it has come before.
    pub nth: u16,
}

/// Those who have yet to act, in no order but that of [`Queue::pop`].
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Queue {
    direction: Direction,
    waiting: Vec<Entry>,
    joined: u32,
}

impl Queue {
    /// Nobody yet.
    pub fn new(direction: Direction) -> Queue {
        Queue { direction, waiting: Vec::new(), joined: 0 }
    }

    /// Lets a figure wait for its key: at the beginning, or late; one whose key has already come up is next.
    pub fn join(&mut self, figure: FigureId, key: Number, tie: Number) -> Result<(), TurnError> {
        let index = self.joined;
        self.joined = index.checked_add(1).ok_or(TurnError::TooMany { limit: MAX_ENTRIES })?;
        self.push(Entry { figure, key, tie, index, later: Number::ZERO, nth: 0 })
    }

    /// Lets one who has just acted act again so many steps later; it then comes after those who wait for the same key.
    pub fn again(&mut self, entry: Entry, steps: Number) -> Result<(), TurnError> {
        if steps <= Number::ZERO {
            return Err(TurnError::NotLater { steps });
        }
        if entry.nth >= MAX_REPEATS {
            return Err(TurnError::TooOften { limit: MAX_REPEATS });
        }
        let key = self.direction.later(entry.key, steps).ok_or(TurnError::Overflow)?;
        let later = entry.later.plus(steps).ok_or(TurnError::Overflow)?;
        self.push(Entry { key, later, nth: entry.nth + 1, ..entry })
    }

    fn push(&mut self, entry: Entry) -> Result<(), TurnError> {
        if self.waiting.len() >= MAX_ENTRIES {
            return Err(TurnError::TooMany { limit: MAX_ENTRIES });
        }
        self.waiting.push(entry);
        Ok(())
    }

    /// Who acts next.
    pub fn peek(&self) -> Option<&Entry> {
        self.waiting.iter().min_by(|a, b| self.compare(a, b))
    }

    /// Takes the next one out.
    pub fn pop(&mut self) -> Option<Entry> {
        let next = (0..self.waiting.len()).min_by(|a, b| self.compare(&self.waiting[*a], &self.waiting[*b]))?;
        Some(self.waiting.swap_remove(next))
    }

    /// Takes out everyone who acts at the same time as the next one: all of the same key, those first whom ties favor.
    pub fn pop_group(&mut self) -> Vec<Entry> {
        let Some(key) = self.peek().map(|entry| entry.key) else { return Vec::new() };
        let mut group: Vec<Entry> = self.waiting.extract_if(.., |entry| entry.key == key).collect();
        group.sort_by(|a, b| self.compare(a, b));
        group
    }

    /// Asks every key (and tie) anew, as a live order does before each [`Queue::pop`]; whoever has none any more is out.
    /// One who comes again keeps its distance from the figure's own key.
    pub fn rekey(&mut self, mut key: impl FnMut(FigureId) -> Option<(Number, Number)>) -> Result<(), TurnError> {
        let mut overflow = false;
        let direction = self.direction;
        self.waiting.retain_mut(|entry| {
            let Some((key, tie)) = key(entry.figure) else { return false };
            match direction.later(key, entry.later) {
                Some(key) => (entry.key, entry.tie) = (key, tie),
                None => overflow = true,
            }
            true
        });
        if overflow { Err(TurnError::Overflow) } else { Ok(()) }
    }

    /// Takes a figure out, with all its times to come; true if it was waiting.
    pub fn leave(&mut self, figure: FigureId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|entry| entry.figure != figure);
        self.waiting.len() < before
    }

    /// Whether a figure still waits.
    pub fn has(&self, figure: FigureId) -> bool {
        self.waiting.iter().any(|entry| entry.figure == figure)
    }

    /// Everyone who waits, in the order in which they act if nothing changes.
    pub fn line(&self) -> Vec<Entry> {
        let mut line = self.waiting.clone();
        line.sort_by(|a, b| self.compare(a, b));
        line
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether all have acted.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    fn compare(&self, a: &Entry, b: &Entry) -> Ordering {
        let keys = self.direction.compare(a.key, b.key);
        keys.then_with(|| a.nth.min(1).cmp(&b.nth.min(1)))
            .then_with(|| b.tie.cmp(&a.tie))
            .then_with(|| (a.index, a.nth).cmp(&(b.index, b.nth)))
    }
}

/// Sorts by a number, equal ones as they stood: sides by what they rolled, for one.
pub fn in_order<T>(members: impl IntoIterator<Item = (T, Number)>, direction: Direction) -> Vec<T> {
    let mut keyed: Vec<(T, Number)> = members.into_iter().collect();
    keyed.sort_by(|(_, a), (_, b)| direction.compare(*a, *b));
    keyed.into_iter().map(|(member, _)| member).collect()
}

#[cfg(test)]
mod tests {
    use super::{Direction, MAX_REPEATS, Queue, in_order};
    use crate::turn::TurnError;
    use crate::value::{FigureId, Number};

    fn queue(direction: Direction, keys: &[(i64, i64)]) -> Queue {
        let mut queue = Queue::new(direction);
        for (index, (key, tie)) in keys.iter().enumerate() {
            queue.join(FigureId(index as u16), Number::int(*key), Number::int(*tie)).expect("room");
        }
        queue
    }

    fn drain(queue: &mut Queue) -> Vec<u16> {
        std::iter::from_fn(|| queue.pop()).map(|entry| entry.figure.0).collect()
    }

    #[test]
    fn by_key_then_tie_then_index() {
        for (direction, keys, expected, why) in [
            (Direction::Descending, [(9, 0), (12, 0), (7, 0)], [1, 0, 2], "high first"),
            (Direction::Ascending, [(9, 0), (12, 0), (7, 0)], [2, 0, 1], "low first"),
            (Direction::Descending, [(9, 1), (9, 3), (9, 1)], [1, 0, 2], "the higher tie, then as placed"),
            (Direction::Ascending, [(9, 1), (9, 3), (9, 1)], [1, 0, 2], "the higher tie here too"),
        ] {
            assert_eq!(drain(&mut queue(direction, &keys)), expected, "{why}");
        }
    }

    #[test]
    fn the_second_time_comes_later() {
        let mut queue = queue(Direction::Descending, &[(12, 5), (10, 0), (7, 0)]);
        let first = queue.pop().expect("three wait");
        queue.again(first, Number::int(5)).expect("later");
        assert_eq!(drain(&mut queue), [1, 2, 0], "after the one who has that key of its own");
    }

    #[test]
    fn a_live_order_asks_again_and_keeps_the_distance() {
        let mut queue = queue(Direction::Descending, &[(12, 0), (10, 0), (9, 0)]);
        let first = queue.pop().expect("three wait");
        queue.again(first, Number::int(4)).expect("later");
        let now = |figure: FigureId| match figure.0 {
            0 => Some((Number::int(15), Number::ZERO)),
            1 => None,
            _ => Some((Number::int(9), Number::ZERO)),
        };
        queue.rekey(now).expect("small numbers");
        assert_eq!(drain(&mut queue), [0, 2], "15 less 4 is before 9, and one has left");
    }

    #[test]
    fn groups_act_together_and_late_joiners_find_their_place() {
        let mut queue = queue(Direction::Descending, &[(8, 0), (10, 0), (8, 2), (5, 0)]);
        assert_eq!(queue.pop_group().len(), 1);
        queue.join(FigureId(9), Number::int(7), Number::ZERO).expect("room");
        let group: Vec<u16> = queue.pop_group().iter().map(|entry| entry.figure.0).collect();
        assert_eq!(group, [2, 0]);
        assert_eq!(queue.line().iter().map(|entry| entry.figure.0).collect::<Vec<_>>(), [9, 3]);
        assert!(queue.leave(FigureId(9)) && !queue.leave(FigureId(9)));
        assert_eq!(drain(&mut queue), [3]);
    }

    #[test]
    fn nobody_acts_for_ever() {
        let mut queue = queue(Direction::Ascending, &[(0, 0)]);
        let mut entry = queue.pop().expect("one waits");
        assert_eq!(queue.again(entry, Number::ZERO), Err(TurnError::NotLater { steps: Number::ZERO }));
        for _ in 0..MAX_REPEATS {
            queue.again(entry, Number::ONE).expect("not yet too often");
            entry = queue.pop().expect("it came again");
        }
        assert_eq!(queue.again(entry, Number::ONE), Err(TurnError::TooOften { limit: MAX_REPEATS }));
    }

    #[test]
    fn sides_in_the_order_of_their_numbers() {
        let sides = [("red", Number::int(2)), ("blue", Number::int(5)), ("green", Number::int(2))];
        assert_eq!(in_order(sides, Direction::Descending), ["blue", "red", "green"]);
    }
}
