//! Signals that end the prompt.

/// Calls with the number of a signal that asks for the end of the program: somebody ends it, or the terminal is gone.
#[cfg(unix)]
pub(super) fn on_end(call: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    // Without a handler such a signal ends the program at once, as anywhere else.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || signals.forever().for_each(call));
}

/// There are no such signals here.
#[cfg(not(unix))]
pub(super) fn on_end(_: impl Fn(i32) + Send + 'static) {}
