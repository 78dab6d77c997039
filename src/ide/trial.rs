//! Tests and scenarios tried from the editor.

use super::Analysis;
use crate::dice::Cancel;
use crate::packtest::{PackTests, Worker};
use crate::sim::{Interval, Trials};
use crate::text::Files;
use crate::value::ScenarioId;

/// What came of a test.
#[derive(Clone, Debug)]
pub(crate) struct TestEnd {
    /// The title.
    pub title: String,
    /// What went wrong: the text, the bytes of the step, what was expected, what came instead.
    pub failures: Vec<(String, std::ops::Range<usize>, String, String)>,
}

/// Runs the test of that title; none if there is none, or the pack does not load.
pub(crate) fn run_test(files: &dyn Files, pack: &str, title: &str) -> Option<TestEnd> {
    ends_of(files, pack, |found| found == title)?.pop()
}

/// What comes of the tests of a pack itself whose titles are wanted; none if it does not load.
pub(super) fn ends_of(files: &dyn Files, pack: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<TestEnd>> {
    let tests = PackTests::read(files, pack).ok()?;
    let portions = tests.portions(|test| *test.head.pack == *pack && is_wanted(&test.head.title));
    let mut worker = Worker::default();
    let mut ends: Vec<(usize, TestEnd)> = Vec::new();
    for portion in &portions {
        for (index, report) in tests.run(&mut worker, portion, &Cancel::default()) {
            let source = |span: crate::text::Span| tests.book().sources.get(span.source).name.to_string();
            let failures = report.failures.iter().map(|failure| {
                let bytes = failure.span.start as usize..failure.span.end as usize;
                (source(failure.span), bytes, failure.expected.clone(), failure.got.clone())
            });
            ends.push((index, TestEnd { title: report.title.to_string(), failures: failures.collect() }));
        }
    }
    ends.sort_by_key(|(index, _)| *index);
    Some(ends.into_iter().map(|(_, end)| end).collect())
}

/// How often each side wins a scenario, in words; none if it cannot be played.
pub(crate) fn win_rate(analysis: &Analysis, scenario: &str, games: u64) -> Option<String> {
    let book = analysis.good.clone()?;
    let at = book.scenarios.iter().position(|one| *one.head.name == *scenario)?;
    let trials = Trials { games, ..Trials::new(crate::odds::kit(book.clone()), ScenarioId(at as u16)) };
    let tally = trials.play().ok()?;
    let sides = book.scenarios[at].sides.iter().zip(&tally.wins);
    let shown = sides.map(|(side, wins)| {
        let Interval { share, low, high } = tally.share(*wins);
        format!("{} {:.1} % ({:.1} to {:.1})", side.head.title, share * 100.0, low * 100.0, high * 100.0)
    });
    Some(format!("{}; {games} games", shown.collect::<Vec<_>>().join(", ")))
}
