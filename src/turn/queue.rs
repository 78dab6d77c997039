//! The order in which figures act: by a key, fixed or asked anew each time, with ties, sub-slots and groups.

use super::TurnError;
use crate::value::{FigureId, Number};
use std::cmp::Ordering;

/// The most times anyone may come up in one phase: more than any game needs, few enough to end.
pub(crate) const MAX_ENTRIES: u32 = 10_000;

/// Which keys come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// When a figure acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnSlot {
    /// Its key.
    pub key: Number,
    /// Decides between equal keys: the higher first, whichever way keys go.
    pub tie: Number,
}

/// One who waits to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueueEntry<T> {
    pub figure: FigureId,
    pub slot: TurnSlot,
    /// What it does then; it is asked if there is nothing.
    pub order: Option<T>,
    /// Whether it has acted before: whoever has the same key of its own comes first.
    pub is_repeat: bool,
    /// Decides between equal ties: the lower first. The order in which they joined.
    index: u32,
}

/// Those who have yet to act, in no order but that of [`Queue::pop`].
#[derive(Clone, Debug)]
pub(crate) struct Queue<T> {
    direction: Direction,
    waiting: Vec<QueueEntry<T>>,
    /// When those acted who have come up.
    past: Vec<(FigureId, TurnSlot)>,
    joined: u32,
}

impl<T> Queue<T> {
    /// Nobody yet.
    pub(crate) fn new(direction: Direction) -> Queue<T> {
        Queue { direction, waiting: Vec::new(), past: Vec::new(), joined: 0 }
    }

    /// Lets a figure wait for its key, to be asked or to do what it has declared. It may join late: one whose key has
    /// already come up is next.
    ///
    /// # Errors
    /// When too many have joined.
    pub(crate) fn join(&mut self, figure: FigureId, slot: TurnSlot, order: Option<T>) -> Result<(), TurnError> {
        self.push(figure, slot, order, false)
    }

    /// Lets a figure act again so many steps after a key of its own, behind those who wait for the same key; returns
    /// the key that it waits for.
    ///
    /// # Errors
    /// When that is not later, or comes up too often.
    pub(crate) fn again(
        &mut self,
        figure: FigureId,
        slot: TurnSlot,
        steps: Number,
        order: T,
    ) -> Result<Number, TurnError> {
        if steps <= Number::ZERO {
            return Err(TurnError::NotLater { steps });
        }
        let key = self.direction.later(slot.key, steps).ok_or(TurnError::Overflow)?;
        self.push(figure, TurnSlot { key, ..slot }, Some(order), true)?;
        Ok(key)
    }

    fn push(&mut self, figure: FigureId, slot: TurnSlot, order: Option<T>, is_repeat: bool) -> Result<(), TurnError> {
        if self.joined >= MAX_ENTRIES {
            return Err(TurnError::TooMany { limit: MAX_ENTRIES });
        }
        self.waiting.push(QueueEntry { figure, slot, order, is_repeat, index: self.joined });
        self.joined += 1;
        Ok(())
    }

    /// When a figure acts for the first time, or has acted: its key as it was fixed, or as it was when it came up.
    pub(crate) fn slot_of(&self, figure: FigureId) -> Option<TurnSlot> {
        let past = self.past.iter().find(|(who, _)| *who == figure).map(|(_, slot)| *slot);
        let first = |entry: &&QueueEntry<T>| entry.figure == figure && !entry.is_repeat;
        past.or_else(|| self.waiting.iter().find(first).map(|entry| entry.slot))
    }

    /// Takes out the one who acts next.
    pub(crate) fn pop(&mut self) -> Option<QueueEntry<T>> {
        let next = (0..self.waiting.len()).min_by(|a, b| self.compare(&self.waiting[*a], &self.waiting[*b]))?;
        let entry = self.waiting.remove(next);
        self.remember(&entry);
        Some(entry)
    }

    /// Takes out everyone who acts at the same time as the next one: all of the same key, as they joined. One who acts
    /// again does so alone.
    pub(crate) fn pop_group(&mut self) -> Vec<QueueEntry<T>> {
        let Some(first) = self.waiting.iter().min_by(|a, b| self.compare(a, b)) else { return Vec::new() };
        if first.is_repeat {
            return self.pop().into_iter().collect();
        }
        let key = first.slot.key;
        let is_due = |entry: &mut QueueEntry<T>| entry.slot.key == key && !entry.is_repeat;
        let group: Vec<QueueEntry<T>> = self.waiting.extract_if(.., is_due).collect();
        group.iter().for_each(|entry| self.remember(entry));
        group
    }

    fn remember(&mut self, entry: &QueueEntry<T>) {
        if !entry.is_repeat {
            self.past.push((entry.figure, entry.slot));
        }
    }

    /// Asks every key anew, as a live order does before each [`Queue::pop`]. Whoever acts again keeps the key it was
    /// told.
    pub(crate) fn rekey<E>(
        &mut self,
        mut slot: impl FnMut(FigureId, Option<&T>) -> Result<TurnSlot, E>,
    ) -> Result<(), E> {
        for entry in self.waiting.iter_mut().filter(|entry| !entry.is_repeat) {
            entry.slot = slot(entry.figure, entry.order.as_ref())?;
        }
        Ok(())
    }

    fn compare(&self, a: &QueueEntry<T>, b: &QueueEntry<T>) -> Ordering {
        let keys = self.direction.compare(a.slot.key, b.slot.key);
        keys.then_with(|| a.is_repeat.cmp(&b.is_repeat))
            .then_with(|| b.slot.tie.cmp(&a.slot.tie))
            .then_with(|| a.index.cmp(&b.index))
    }
}

/// Sorts by a number, equal ones as they stood: sides by what they rolled, for one.
pub(crate) fn in_order<T>(members: impl IntoIterator<Item = (T, Number)>, direction: Direction) -> Vec<T> {
    let mut keyed: Vec<(T, Number)> = members.into_iter().collect();
    keyed.sort_by(|(_, a), (_, b)| direction.compare(*a, *b));
    keyed.into_iter().map(|(member, _)| member).collect()
}

#[cfg(test)]
mod tests {
    use super::{Direction, MAX_ENTRIES, Queue, TurnSlot, in_order};
    use crate::turn::TurnError;
    use crate::value::{FigureId, Number};

    fn slot(key: i64, tie: i64) -> TurnSlot {
        TurnSlot { key: Number::int(key), tie: Number::int(tie) }
    }

    fn queue(direction: Direction, keys: &[(i64, i64)]) -> Queue<&'static str> {
        let mut queue = Queue::new(direction);
        for (index, (key, tie)) in keys.iter().enumerate() {
            queue.join(FigureId(index as u16), slot(*key, *tie), None).expect("room");
        }
        queue
    }

    fn drain(queue: &mut Queue<&'static str>) -> Vec<u16> {
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
        let own = queue.slot_of(first.figure).expect("it has come up");
        queue.again(first.figure, own, Number::int(5), "shoot").expect("later");
        assert_eq!(drain(&mut queue), [1, 2, 0], "after the one who has that key of its own");
    }

    #[test]
    fn a_live_order_asks_again_but_leaves_those_who_act_again() {
        let mut queue = queue(Direction::Descending, &[(12, 0), (10, 0), (9, 0)]);
        let first = queue.pop().expect("three wait");
        queue.again(first.figure, first.slot, Number::int(4), "shoot").expect("later");
        let now = |figure: FigureId, _: Option<&&str>| Ok::<_, TurnError>(slot([1, 7, 20][usize::from(figure.0)], 0));
        queue.rekey(now).expect("nothing fails");
        assert_eq!(queue.slot_of(first.figure), Some(slot(12, 0)), "as it was when it came up");
        assert_eq!(queue.slot_of(FigureId(1)), Some(slot(7, 0)), "as it is now");
        assert_eq!(drain(&mut queue), [2, 0, 1], "8 is before 7");
    }

    #[test]
    fn groups_act_together_and_late_joiners_find_their_place() {
        let mut queue = queue(Direction::Descending, &[(8, 0), (10, 0), (8, 2), (5, 0)]);
        assert_eq!(queue.pop_group().len(), 1);
        queue.join(FigureId(9), slot(7, 0), None).expect("room");
        let group: Vec<u16> = queue.pop_group().iter().map(|entry| entry.figure.0).collect();
        assert_eq!(group, [0, 2]);
        assert_eq!(drain(&mut queue), [9, 3]);
        assert!(queue.pop_group().is_empty());
    }

    #[test]
    fn nobody_acts_for_ever() {
        let mut queue = queue(Direction::Ascending, &[(0, 0)]);
        let mut entry = queue.pop().expect("one waits");
        let not_later = queue.again(entry.figure, entry.slot, Number::ZERO, "shoot");
        assert_eq!(not_later, Err(TurnError::NotLater { steps: Number::ZERO }));
        for _ in 1..MAX_ENTRIES {
            queue.again(entry.figure, entry.slot, Number::ONE, "shoot").expect("not yet too often");
            entry = queue.pop().expect("it came again");
        }
        let too_many = queue.again(entry.figure, entry.slot, Number::ONE, "shoot");
        assert_eq!(too_many, Err(TurnError::TooMany { limit: MAX_ENTRIES }));
    }

    #[test]
    fn sides_in_the_order_of_their_numbers() {
        let sides = [("red", Number::int(2)), ("blue", Number::int(5)), ("green", Number::int(2))];
        assert_eq!(in_order(sides, Direction::Descending), ["blue", "red", "green"]);
    }
}
