//! The way to a seat: the secret of its link, the devices that have come in by it, how much they may ask at a time.

use super::key;
use super::seat::TableSeat;
use crate::dice::Cancel;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Devices that sit in one seat at a time; one more, and the first has to open the link again.
const MOST_DEVICES: usize = 6;
/// Pages of one seat that may listen at a time.
const MOST_STREAMS: usize = 8;
/// Questions of one seat that may wait for their answer.
const MOST_QUESTIONS: usize = 16;

/// The way to a seat.
pub(super) struct Door {
    pub seat: TableSeat,
    /// What stands in its link.
    pub key: String,
    /// What its devices show instead, the oldest first.
    tokens: Mutex<Vec<String>>,
    /// How many of its pages may still listen.
    pub streams: Arc<Semaphore>,
    /// How many questions it may still ask.
    pub questions: Semaphore,
    /// Ends what is computed about an order that nobody asks for any more.
    weighing: Mutex<Cancel>,
}

impl Door {
    pub(super) fn new(seat: TableSeat) -> Door {
        Door {
            seat,
            key: key::fresh(),
            tokens: Mutex::default(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            questions: Semaphore::new(MOST_QUESTIONS),
            weighing: Mutex::default(),
        }
    }

    /// Lets a device in: what it is known by from now on, and how many there are.
    pub(super) fn open(&self) -> (String, usize) {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let token = key::fresh();
        tokens.push(token.clone());
        let over = tokens.len().saturating_sub(MOST_DEVICES);
        tokens.drain(..over);
        (token, tokens.len())
    }

    /// Whether a device has come in by it; it takes as long whichever it is.
    pub(super) fn knows(&self, shown: &str) -> bool {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.iter().fold(false, |known, token| key::is_right(token, shown) | known)
    }

    /// What ends the computation that begins now; the one before ends.
    pub(super) fn weigh(&self) -> Cancel {
        let fresh = Cancel::default();
        let mut weighing = self.weighing.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *weighing, fresh.clone()).ask();
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::{Door, MOST_DEVICES};
    use crate::serve::seat::TableSeat;

    #[test]
    fn a_door_knows_its_last_devices_and_no_key() {
        let door = Door::new(TableSeat::Watcher);
        let tokens: Vec<String> = (0..=MOST_DEVICES).map(|_| door.open().0).collect();
        assert!(!door.knows(&tokens[0]), "the first has to come in again");
        assert!(tokens[1..].iter().all(|token| door.knows(token)));
        assert!(!door.knows(&door.key) && !door.knows(""), "the secret of the link is no cookie");
        let before = door.weigh();
        door.weigh();
        assert!(before.check().is_err(), "what nobody asks for any more ends");
    }
}
