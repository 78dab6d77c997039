//! The facts of one question: what was stated, and what was computed from the world so far.

use crate::value::{FactId, FactSet, Value};
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

/// The stated facts and the subject of an expression, with the facts computed on the way. Meant to be kept and used
/// again: clearing it costs nothing, and after the first use it allocates nothing.
#[derive(Clone, Debug)]
pub struct Frame {
    slots: RefCell<Vec<FrameSlot>>,
    locals: RefCell<Vec<Value>>,
    /// The facts that are stated.
    stated: FactSet,
    statement: u32,
    computation: Cell<u32>,
    in_motion: bool,
    thorough: bool,
}

#[derive(Clone, Debug, Default)]
struct FrameSlot {
    value: Value,
    epoch: u32,
    kind: SlotKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum SlotKind {
    #[default]
    Empty,
    Stated,
    Computed,
}

/// Mixes what is stated into one number: what it does not tell apart is compared afterwards.
#[derive(Default)]
struct Fingerprint(u64);

impl Fingerprint {
    #[inline]
    fn add(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    fn write_u8(&mut self, part: u8) {
        self.add(u64::from(part));
    }

    fn write_u16(&mut self, part: u16) {
        self.add(u64::from(part));
    }

    fn write_i32(&mut self, part: i32) {
        self.add(part as u64);
    }

    fn write_i64(&mut self, part: i64) {
        self.add(part as u64);
    }

    fn write_isize(&mut self, part: isize) {
        self.add(part as u64);
    }

    fn write_usize(&mut self, part: usize) {
        self.add(part as u64);
    }
}

impl Default for Frame {
    fn default() -> Frame {
        Frame::new()
    }
}

impl Frame {
    /// No facts stated; facts are looked for in the world.
    pub fn new() -> Frame {
        Frame {
            slots: RefCell::default(),
            locals: RefCell::default(),
            stated: FactSet::default(),
            statement: 1,
            computation: Cell::new(1),
            in_motion: true,
            thorough: false,
        }
    }

    /// The same, with room for so many facts.
    pub fn with_room(facts: usize) -> Frame {
        Frame { slots: RefCell::new(Vec::with_capacity(facts)), ..Frame::new() }
    }

    /// Whether facts that nobody stated are looked for in the world (`from`) before they take their defaults.
    pub fn look_around(&mut self, in_motion: bool) -> &mut Frame {
        self.in_motion = in_motion;
        self.forget();
        self
    }

    /// Looks at the right side of `or` even where the left side is true, unless nothing that was not stated could make
    /// it false: to find out what is looked at, not what is so.
    pub fn look_thoroughly(&mut self) -> &mut Frame {
        self.thorough = true;
        self.forget();
        self
    }

    /// Whether the right side of `or` is looked at in any case.
    #[inline]
    pub(super) fn is_thorough(&self) -> bool {
        self.thorough
    }

    /// Whether `from` is asked.
    pub(super) fn is_in_motion(&self) -> bool {
        self.in_motion
    }

    /// States a fact.
    pub fn state(&mut self, fact: FactId, value: Value) -> &mut Frame {
        self.forget();
        let slots = self.slots.get_mut();
        if slots.len() <= fact.index() {
            slots.resize_with(fact.index() + 1, FrameSlot::default);
        }
        slots[fact.index()] = FrameSlot { value, epoch: self.statement, kind: SlotKind::Stated };
        self.stated.insert(fact);
        self
    }

    /// Takes a stated fact back.
    pub fn unstate(&mut self, fact: FactId) {
        self.forget();
        if let Some(slot) = self.slots.get_mut().get_mut(fact.index()) {
            slot.kind = SlotKind::Empty;
        }
        self.stated.remove(fact);
    }

    /// Takes back those of the stated facts of which that is so.
    pub fn unstate_all(&mut self, is_meant: impl Fn(FactId) -> bool) {
        let mut from = 0;
        while let Some(fact) = self.stated.first_from(from) {
            if is_meant(fact) {
                self.unstate(fact);
            }
            from = fact.index() + 1;
        }
    }

    /// The stated value of a fact, if it was stated.
    pub fn stated(&self, fact: FactId) -> Option<Value> {
        self.stated_in(&self.slots.borrow(), fact).cloned()
    }

    /// Lists those of these facts that are stated, with their values.
    pub(super) fn list_stated(&self, facts: &FactSet, (those, list): (&mut FactSet, &mut Vec<(FactId, Value)>)) {
        let slots = self.slots.borrow();
        those.copy_shared(&self.stated, facts);
        list.clear();
        self.stated.each_shared(facts, |fact| {
            if let Some(value) = self.stated_in(&slots, fact) {
                list.push((fact, value.clone()));
            }
        });
    }

    /// A number that is the same wherever those of these facts that are stated are the same, with the same values.
    pub(super) fn fingerprint(&self, facts: &FactSet) -> u64 {
        let slots = self.slots.borrow();
        let mut hasher = Fingerprint::default();
        self.stated.each_shared(facts, |fact| {
            if let Some(value) = self.stated_in(&slots, fact) {
                hasher.add(u64::from(fact.0));
                value.hash(&mut hasher);
            }
        });
        hasher.finish()
    }

    /// Whether of these facts just those are stated.
    #[inline]
    pub(super) fn states_only(&self, facts: &FactSet, those: &FactSet) -> bool {
        self.stated.shares_only(facts, those)
    }

    /// Whether all of these are stated, with these values.
    pub(super) fn states_all(&self, stated: &[(FactId, Value)]) -> bool {
        let slots = self.slots.borrow();
        stated.iter().all(|(fact, value)| self.stated_in(&slots, *fact) == Some(value))
    }

    fn stated_in<'s>(&self, slots: &'s [FrameSlot], fact: FactId) -> Option<&'s Value> {
        let slot = slots.get(fact.index())?;
        (slot.kind == SlotKind::Stated && slot.epoch == self.statement).then_some(&slot.value)
    }

    /// Every stated fact, in the order declared.
    pub fn all_stated(&self) -> Vec<(FactId, Value)> {
        let all = 0..self.slots.borrow().len();
        all.filter_map(|index| {
            let fact = FactId(u16::try_from(index).ok()?);
            Some((fact, self.stated(fact)?))
        })
        .collect()
    }

    /// Forgets everything that was stated and computed.
    pub fn clear(&mut self) -> &mut Frame {
        self.stated.clear();
        self.statement = self.statement.wrapping_add(1);
        if self.statement == 0 {
            self.slots.get_mut().clear();
            self.statement = 1;
        }
        self.forget();
        self
    }

    /// Forgets what was computed; to be called when the world has changed.
    pub fn forget(&self) {
        let next = self.computation.get().wrapping_add(1);
        if next == 0 {
            for slot in self.slots.borrow_mut().iter_mut().filter(|slot| slot.kind == SlotKind::Computed) {
                slot.kind = SlotKind::Empty;
            }
        }
        self.computation.set(next.max(1));
    }

    /// Makes this frame a copy of another's stated facts.
    pub fn copy_stated(&mut self, other: &Frame) {
        self.clear();
        (self.in_motion, self.thorough) = (other.in_motion, other.thorough);
        let (mine, theirs) = (self.slots.get_mut(), other.slots.borrow());
        if mine.len() < theirs.len() {
            mine.resize_with(theirs.len(), FrameSlot::default);
        }
        for (slot, stated) in mine.iter_mut().zip(theirs.iter()) {
            if stated.kind == SlotKind::Stated && stated.epoch == other.statement {
                *slot = FrameSlot { value: stated.value.clone(), epoch: self.statement, kind: SlotKind::Stated };
            }
        }
        self.stated.clone_from(&other.stated);
    }

    /// The value of a fact, if it was stated or computed already.
    #[inline]
    pub(super) fn known(&self, fact: FactId) -> Option<Value> {
        self.look(fact, |value| Some(value.clone()))
    }

    /// What `see` finds in the value of a fact, if it was stated or computed already; the value is not copied.
    #[inline]
    pub(super) fn look<T>(&self, fact: FactId, see: impl FnOnce(&Value) -> Option<T>) -> Option<T> {
        let slots = self.slots.borrow();
        let slot = slots.get(fact.index())?;
        let holds = match slot.kind {
            SlotKind::Empty => false,
            SlotKind::Stated => slot.epoch == self.statement,
            SlotKind::Computed => slot.epoch == self.computation.get(),
        };
        if holds { see(&slot.value) } else { None }
    }

    /// Keeps a computed fact.
    pub(super) fn keep(&self, fact: FactId, value: &Value) {
        let mut slots = self.slots.borrow_mut();
        if slots.len() <= fact.index() {
            slots.resize_with(fact.index() + 1, FrameSlot::default);
        }
        slots[fact.index()] =
            FrameSlot { value: value.clone(), epoch: self.computation.get(), kind: SlotKind::Computed };
    }

    /// The buffer for variables, lent to one evaluation.
    pub(super) fn take_locals(&self) -> Vec<Value> {
        std::mem::take(&mut *self.locals.borrow_mut())
    }

    /// Gives the buffer back.
    pub(super) fn return_locals(&self, mut locals: Vec<Value>) {
        locals.clear();
        *self.locals.borrow_mut() = locals;
    }
}
