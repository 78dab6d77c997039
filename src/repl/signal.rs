//! Signals that end the prompt or let it go on, and Ctrl-C.

#![allow(clippy::disallowed_methods, reason = "a signal may end the program")]

use crate::dice::Cancel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a program answers that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;
/// What a program answers that a signal has ended: this and the number of the signal.
const ENDED_BY_SIGNAL: i32 = 128;
/// How long the program may take to hear of Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(150);

/// Lets Ctrl-C end a command: what hears of it gives what it has, all else ends at once, and so does what is asked twice.
pub fn end_at_interrupt(cancel: &Cancel) {
    let (cancel, is_again) = (cancel.clone(), AtomicBool::new(false));
    // Without a handler Ctrl-C ends the program, as anywhere else.
    let _ = ctrlc::set_handler(move || {
        let is_again = is_again.swap(true, Ordering::Relaxed);
        cancel.ask();
        std::thread::sleep(PATIENCE);
        if is_again || !cancel.is_heard() {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
}

/// Calls with the number of a signal that asks for the end of the program: somebody ends it, or the terminal is gone.
#[cfg(unix)]
pub(super) fn on_end(call: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    // Without a handler such a signal ends the program at once, as anywhere else.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || signals.forever().for_each(call));
}

/// Ends the program as a signal of this number does.
pub(super) fn end_by(number: i32) -> ! {
    std::process::exit(ENDED_BY_SIGNAL + number)
}

/// Calls when the program goes on after it was stopped.
#[cfg(unix)]
pub(super) fn on_return(mut call: impl FnMut() + Send + 'static) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new([signal_hook::consts::SIGCONT]) else { return };
    std::thread::spawn(move || signals.forever().for_each(|_| call()));
}

/// There are no such signals here.
#[cfg(not(unix))]
pub(super) fn on_end(_: impl Fn(i32) + Send + 'static) {}
