//! The modes of the terminal when a signal comes between: as they were when the program is ended, as the editor needs them
//! when it goes on after it was stopped.

#![allow(clippy::disallowed_methods, reason = "the entrance reads and writes the terminal")]

use super::signal;
use rustix::termios::{ControlModes, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
use rustyline::{Editor, ExternalPrinter, Helper, history::DefaultHistory};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Ends the program at signals. The fight was put in safety after its last change; what the editor has changed about the
/// terminal is changed back.
pub(super) fn on_end_of_terminal() {
    let before = Mutex::new(tcgetattr(io::stdin()).ok());
    signal::on_end(move |number| {
        let before = before.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(before) = before {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
        signal::end_by(number);
    });
}

/// Draws the line that is typed anew when the program goes on after it was stopped; `is_typed` is true while there is one.
/// Whoever had the terminal in between may have changed how it reads and what stands on it.
pub(super) fn redraw_on_return<H: Helper>(editor: &mut Editor<H, DefaultHistory>, is_typed: &Arc<AtomicBool>) {
    // A terminal on which nothing can be printed beside the line stays as it is.
    let Ok(mut printer) = editor.create_external_printer() else { return };
    let is_typed = is_typed.clone();
    signal::on_return(move || {
        if is_typed.load(Ordering::Relaxed) {
            let _ = read_by_key();
            let _ = printer.print(String::new());
        }
    });
}

/// Lets the terminal give every key as it is pressed, as the editor does.
fn read_by_key() -> rustix::io::Result<()> {
    let mut termios = tcgetattr(io::stdin())?;
    termios.input_modes &=
        !(InputModes::BRKINT | InputModes::ICRNL | InputModes::INPCK | InputModes::ISTRIP | InputModes::IXON);
    termios.control_modes |= ControlModes::CS8;
    termios.local_modes &= !(LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG);
    termios.special_codes[SpecialCodeIndex::VMIN] = 1;
    termios.special_codes[SpecialCodeIndex::VTIME] = 0;
    tcsetattr(io::stdin(), OptionalActions::Drain, &termios)
}
