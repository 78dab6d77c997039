//! fray as Python sees it: words of a command in, what it says out. What the answers are made of stands in `fray/`.

mod worker;

use fray::cli::{CommandReply, Embedded};
use fray::diag::crash;
use fray::dice::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use worker::{Job, Worker};

/// Scripts and rules make many small values that do not live long.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often it is looked whether somebody wants to wait no longer.
const EACH: Duration = Duration::from_millis(30);
/// So often it is looked then whether the work ends by itself.
const LOOKS: u32 = 10;

/// What a command said: the code with which it ends, the answer, what stands beside it, and what is wrong: each for people
/// and as JSON.
type Told = (u8, String, String, Vec<(String, String)>);

/// fray with some packs. What is short is asked of one thread, which keeps the pack that it has read; what plays many
/// games has a thread of its own.
#[pyclass(frozen, module = "fray._fray")]
struct Engine {
    rules: Option<PathBuf>,
    worker: Mutex<Option<Worker>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (rules=None))]
    fn new(rules: Option<PathBuf>) -> Engine {
        Engine { rules, worker: Mutex::new(None) }
    }

    /// Does what a command says.
    #[pyo3(signature = (words, progress=None))]
    fn call(&self, py: Python<'_>, words: Vec<String>, progress: Option<Py<PyAny>>) -> PyResult<Told> {
        let is_short = matches!(words.first().map(String::as_str), Some("ask" | "odds" | "roll"));
        self.work(py, is_short, progress, move |fray, cancel| fray.call(&words, cancel))
    }

    /// Reads a pack or a scenario; nothing is wrong if it can be asked.
    fn open(&self, py: Python<'_>, place: String, with_: Vec<String>) -> PyResult<Told> {
        self.work(py, true, None, move |fray, _| fray.open(&place, &with_).err().unwrap_or_default())
    }

    /// Whether a name is one of a scenario.
    fn is_board(&self, py: Python<'_>, name: String) -> PyResult<bool> {
        let ask = move |fray: &mut Embedded, _: &Cancel| CommandReply {
            exit: fray.is_board(&name).into(),
            ..CommandReply::default()
        };
        Ok(self.work(py, true, None, ask)?.0 == 1)
    }

    /// The games of shards, each with its name, as `fray merge` prints them.
    fn merge(&self, py: Python<'_>, shards: Vec<(String, String)>, json: bool) -> PyResult<Told> {
        self.work(py, false, None, move |fray, _| fray.merge(&shards, json))
    }

    /// The meetings of a tournament as one.
    fn tournament(&self, py: Python<'_>, words: Vec<String>, meetings: Vec<String>) -> PyResult<Told> {
        self.work(py, false, None, move |fray, _| fray.tournament(&words, &meetings))
    }

    /// The values of a sweep, each as a sweep of its own, a line for each.
    fn swept(&self, py: Python<'_>, value: String) -> PyResult<Told> {
        self.work(py, false, None, move |fray, _| fray.swept(&value))
    }
}

impl Engine {
    /// Has some work done by a thread, and waits for it without holding Python. Ctrl-C ends it.
    fn work(
        &self,
        py: Python<'_>,
        is_short: bool,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&mut Embedded, &Cancel) -> CommandReply + Send + 'static,
    ) -> PyResult<Told> {
        let mut job = if is_short {
            let mut kept = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.as_ref().is_none_or(|worker| !worker.is_here()) {
                *kept = Some(self.started()?);
            }
            kept.as_ref().map(|worker| worker.begin(work)).ok_or_else(gone)?
        } else {
            self.started()?.begin(work)
        };
        loop {
            if let Some(reply) = py.detach(|| job.wait(EACH)) {
                return reply.map(told).map_err(|_| gone());
            }
            if let Err(stop) = attend(py, &job, progress.as_ref()) {
                job.cancel.ask();
                self.abandon(py, &mut job, is_short);
                return Err(stop);
            }
        }
    }

    fn started(&self) -> PyResult<Worker> {
        Worker::start(self.rules.clone()).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Waits a little for work that was stopped. If it does not end, the next work has another thread.
    fn abandon(&self, py: Python<'_>, job: &mut Job, is_short: bool) {
        let has_ended = (0..LOOKS).any(|_| py.detach(|| job.wait(EACH)).is_some());
        if is_short && !has_ended {
            *self.worker.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

/// What Python wants while it waits: signals heard, and to be told how many games are over.
fn attend(py: Python<'_>, job: &Job, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    match progress {
        Some(progress) => progress.call1(py, (job.cancel.rounds(),)).map(drop),
        None => Ok(()),
    }
}

fn told(reply: CommandReply) -> Told {
    let mistakes = reply.mistakes.into_iter().map(|mistake| (mistake.text, mistake.json)).collect();
    (reply.exit, reply.text, reply.aside, mistakes)
}

fn gone() -> PyErr {
    PyRuntimeError::new_err("the thread that does the work has ended")
}

#[pymodule]
fn _fray(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crash::note_places();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Engine>()
}
