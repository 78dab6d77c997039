//! Tries a target on changed cases for some seconds of work: `drive TARGET SECONDS [SEED]`, or `drive TARGET FILE…` on
//! given files. Seconds are those of the processor, so that an hour on a busy machine is an hour. What goes wrong is kept
//! in `fuzz/cases/TARGET/`; the case under way lies in the temporary folder, so that a crash of the whole process is
//! found again, too.

use cpu_time::ProcessTime;
use fray_fuzz::{Mutator, Random, Target, target};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The longest that a case may take.
const LONGEST: u64 = 60;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((target, rest)) = args.split_first().and_then(|(name, rest)| Some((target(name)?, rest))) else {
        let names: Vec<&str> = fray_fuzz::TARGETS.iter().map(|target| target.name).collect();
        eprintln!("drive TARGET SECONDS [SEED], or drive TARGET FILE…; targets: {}", names.join(" "));
        std::process::exit(2);
    };
    // As much stack as the main thread of the program has.
    let rest = rest.to_vec();
    let run = std::thread::Builder::new().stack_size(8 << 20).spawn(move || run(target, &rest)).expect("a thread");
    let found = run.join().expect("the driver has no bug");
    std::process::exit(i32::from(found > 0));
}

fn run(target: &'static Target, rest: &[String]) -> usize {
    match rest.first().and_then(|first| first.parse::<u64>().ok()) {
        Some(seconds) => {
            let seed = rest.get(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
            search(target, Duration::from_secs(seconds), seed)
        }
        None => {
            rest.iter().for_each(|file| (target.run)(&std::fs::read(file).expect("a file")));
            0
        }
    }
}

/// The place of the last panic.
fn note_places() -> Arc<Mutex<String>> {
    let place = Arc::new(Mutex::new(String::new()));
    let noted = place.clone();
    std::panic::set_hook(Box::new(move |info| {
        let at = info.location().map_or_else(String::new, ToString::to_string);
        *noted.lock().expect("nobody panics here") = format!("{at}: {}", info.payload_as_str().unwrap_or(""));
    }));
    place
}

fn search(target: &'static Target, time: Duration, seed: u64) -> usize {
    let place = note_places();
    let seeds = (target.seeds)();
    let mutator = Mutator { seeds: &seeds, words: target.words, longest: 30_000 };
    let mut random = Random::new(seed);
    let (current, began) = (std::env::temp_dir().join(format!("fray-fuzz-{}", target.name)), ProcessTime::now());
    let running = watch(began, current.clone());
    let (mut tried, mut slowest, mut found) = (0_u64, Duration::ZERO, BTreeSet::new());
    while began.elapsed() < time {
        let case = mutator.mutated(&mut random);
        let _ = std::fs::write(&current, &case);
        let start = ProcessTime::now();
        running.store(began.elapsed().as_secs() + 1, Ordering::Relaxed);
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(&case)));
        running.store(0, Ordering::Relaxed);
        if start.elapsed() > slowest {
            slowest = start.elapsed();
            let _ = std::fs::write(current.with_extension("slowest"), &case);
        }
        tried += 1;
        if outcome.is_err() {
            let why = place.lock().expect("nobody panics here").clone();
            let key = why.split(": ").next().unwrap_or("").to_string()
                + &why.chars().filter(|c| !c.is_ascii_digit()).take(60).collect::<String>();
            if found.insert(key) {
                println!("{}: {why}", kept(target, &case, found.len()).display());
            }
        }
    }
    println!(
        "{}: {tried} cases in {:?} from seed {seed}, {} found, the slowest took {slowest:?}",
        target.name,
        began.elapsed(),
        found.len()
    );
    found.len()
}

/// Ends the process if a case takes too long.
fn watch(began: ProcessTime, current: PathBuf) -> Arc<AtomicU64> {
    let running = Arc::new(AtomicU64::new(0));
    let seen = running.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let since = seen.load(Ordering::Relaxed);
            if since > 0 && began.elapsed().as_secs() > since + LONGEST {
                println!("{} takes more than {LONGEST} s", current.display());
                std::process::abort();
            }
        }
    });
    running
}

fn kept(target: &Target, case: &[u8], number: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(target.name);
    let _ = std::fs::create_dir_all(&folder);
    let sum = case
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let file = folder.join(format!("{number:02}-{sum:016x}"));
    let _ = std::fs::write(&file, case);
    file
}
