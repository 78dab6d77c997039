//! A thread that does what is asked of fray: the interpreter lives in one thread, Python calls from any.

use fray::cli::{CommandReply, Embedded};
use fray::dice::Cancel;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// As much as the thread has on which a program begins, and as much again.
const STACK: usize = 16 << 20;

/// Some work, and where its answer goes.
type Order = (Box<dyn FnOnce(&mut Embedded, &Cancel) -> CommandReply + Send>, Cancel, Sender<CommandReply>);

/// The thread.
pub(crate) struct Worker {
    orders: Sender<Order>,
    /// The process in which it runs: one that was split off has no threads.
    process: u32,
}

/// Work that was begun.
pub(crate) struct Job {
    answer: Receiver<CommandReply>,
    /// Ends it.
    pub cancel: Cancel,
}

/// The thread has ended without an answer.
pub(crate) struct Gone;

impl Worker {
    /// Starts it, with these packs. It ends when nobody can order anything of it any more.
    pub(crate) fn start(rules: Option<PathBuf>) -> io::Result<Worker> {
        let (orders, taken) = mpsc::channel::<Order>();
        std::thread::Builder::new().name("fray".to_string()).stack_size(STACK).spawn(move || {
            let mut made = Embedded::new(rules.as_deref());
            for (work, cancel, answer) in taken {
                let reply = match &mut made {
                    Ok(fray) => work(fray, &cancel),
                    Err(wrong) => wrong.clone(),
                };
                // Whoever asked may have gone.
                let _ = answer.send(reply);
            }
        })?;
        Ok(Worker { orders, process: std::process::id() })
    }

    /// Whether it runs in this process.
    pub(crate) fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    /// Begins some work, when what was begun before is done.
    pub(crate) fn begin(&self, work: impl FnOnce(&mut Embedded, &Cancel) -> CommandReply + Send + 'static) -> Job {
        let (sender, answer) = mpsc::channel();
        let cancel = Cancel::default();
        // If the thread has ended, so has the channel of the answer: that is told when it is waited for.
        let _ = self.orders.send((Box::new(work), cancel.clone(), sender));
        Job { answer, cancel }
    }
}

impl Job {
    /// The answer, if it comes so soon.
    pub(crate) fn wait(&mut self, time: Duration) -> Option<Result<CommandReply, Gone>> {
        match self.answer.recv_timeout(time) {
            Ok(reply) => Some(Ok(reply)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(Gone)),
        }
    }
}
