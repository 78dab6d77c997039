//! Work in portions that know nothing of each other, on all cores.

use super::SimError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most threads.
pub(super) const MOST_JOBS: usize = 256;
/// As much as the thread has on which a program begins.
const STACK: usize = 8 << 20;

/// Does every portion, and gives what came of each in the order of the portions. Each thread makes one worker, and takes
/// the next portion when it is done with one.
pub(crate) fn on_all_cores<P: Sync, W, R: Send>(
    portions: &[P],
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &P) -> R + Sync,
) -> Result<Vec<R>, SimError> {
    on_some_cores(None, portions, worker, work)
}

/// Does the work of all portions on so many threads; on all cores if none are said.
pub(crate) fn on_some_cores<P: Sync, W, R: Send>(
    jobs: Option<usize>,
    portions: &[P],
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &P) -> R + Sync,
) -> Result<Vec<R>, SimError> {
    let threads = jobs.map_or(0, |jobs| jobs.clamp(1, MOST_JOBS));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    let pool = pool.map_err(|error| SimError::Threads(error.to_string()))?;
    let next = AtomicUsize::new(0);
    let of_thread = |_: rayon::BroadcastContext<'_>| {
        let (mut worker, mut done) = (worker(), Vec::new());
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(portion) = portions.get(at) else { return done };
            done.push((at, work(&mut worker, portion)));
        }
    };
    let mut done: Vec<(usize, R)> = pool.broadcast(of_thread).into_iter().flatten().collect();
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
