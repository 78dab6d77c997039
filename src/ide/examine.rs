//! What is wrong with a pack: its rules under every reading, and its scripts beside them.

use crate::diag::{Diagnostic, Diagnostics};
use crate::judge::judge_some;
use crate::packtest::{EVERYTHING_COUNTS, Failure, misnamed, misnamed_rows};
use crate::play::Kit;
use crate::rulebook::{self, PackText};
use crate::script::{ScriptError, compile_check};
use crate::sim::on_all_cores;
use crate::text::{Files, SourceText, is_wordly};
use miette::{NamedSource, Severity, SourceSpan};
use std::collections::BTreeSet;

/// What was found in one pack.
pub(crate) struct Found {
    /// What is wrong: it cannot be played.
    pub errors: Diagnostics,
    /// What looks wrong.
    pub findings: Diagnostics,
}

/// What is wrong and what looks wrong in one pack. Whoever does not want it any more says so by `is_stopped`: what is
/// found then is not all.
pub(crate) fn examine(files: &dyn Files, pack: &str, is_stopped: &(dyn Fn() -> bool + Sync)) -> Found {
    let (books, all) = rulebook::examine_by(files, pack, |readings, look| {
        // Where no threads can be had, one after the other.
        let each = on_all_cores(readings, || (), |(), choices| (!is_stopped()).then(|| look(choices)));
        let each = each.unwrap_or_else(|_| readings.iter().map(|choices| Some(look(choices))).collect());
        each.into_iter().flatten().collect()
    });
    let is_error = |one: &Diagnostic| matches!(one.severity(), None | Some(Severity::Error));
    let (mut errors, mut findings): (Diagnostics, Diagnostics) = all.into_iter().partition(is_error);
    if let (true, Some(books), false) = (errors.is_empty(), books, is_stopped()) {
        let kit = crate::odds::kit(books.alone);
        errors = scripts(files, pack, &kit, is_stopped);
        let whole = books.with_tests.map(crate::odds::kit);
        let are_alike = findings.iter().any(|one| code_ends(one, "::said_alike"));
        // Of what two are said alike is told where they are declared, not in each test that says it.
        let is_told = |failure: &Failure| are_alike && failure.got.starts_with(SAID_OF_TWO);
        findings.extend(whole.iter().flat_map(|kit| tests(kit, is_told)));
        let rows = whole.iter().flat_map(|kit| misnamed_rows(files, &kit.book));
        let (wrong, misnamed): (Diagnostics, Diagnostics) = rows.partition(is_error);
        errors.extend(wrong);
        findings.extend(misnamed);
        // What a broken script was to use is not yet unused.
        if !errors.is_empty() {
            findings.retain(|one| !code_ends(one, "::unused"));
            // Nor is nothing given of what it was to give.
            let is_misnamed = errors.iter().any(|one| one.to_string().contains("condition"));
            findings.retain(|one| !(is_misnamed && code_ends(one, "::never_gained")));
        }
    }
    // What is unused under one reading may be used under one that was not looked at.
    if is_stopped() {
        findings.clear();
    }
    Found { errors, findings }
}

/// How the failure of a sentence begins that is said of two.
const SAID_OF_TWO: &str = "this is said of ";

fn code_ends(one: &Diagnostic, end: &str) -> bool {
    one.code().is_some_and(|code| code.to_string().ends_with(end))
}

/// A name or a sentence of a test that says nothing.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{says}")]
#[diagnostic(code(fray::ide::test_names), severity(Warning), help("{help}"))]
struct TestNames {
    says: &'static str,
    help: String,
    got: String,
    #[source_code]
    src: NamedSource<SourceText>,
    #[label("{got}")]
    at: SourceSpan,
}

/// Where the parentheses begin, with the blank before them, with which a text ends.
fn cure_at(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let ends = text.ends_with(')');
    for (at, letter) in text.char_indices().rev().filter(|_| ends) {
        match letter {
            ')' => depth += 1,
            '(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return text[..at].ends_with(' ').then(|| at - 1);
        }
    }
    None
}

/// What the tests name that is not there, but for what is told elsewhere.
fn tests(kit: &Kit, is_told: impl Fn(&Failure) -> bool) -> Diagnostics {
    let placed = |failure: Failure| -> Diagnostic {
        let (src, at) = kit.book.sources.place(failure.span);
        let says = match &*failure.expected {
            EVERYTHING_COUNTS => "this test says what nothing reads",
            _ => "this test names what is not there",
        };
        let cure = cure_at(&failure.got).and_then(|at| failure.got[..failure.got.len() - 1].split_at_checked(at));
        let cure = cure.and_then(|(got, cure)| Some((got, cure.strip_prefix(" (")?)));
        let (got, help) = match cure {
            Some((got, cure)) => (got.to_string(), cure.to_string()),
            None if failure.got.starts_with("did you mean `") => {
                (format!("this is not {}", failure.expected), failure.got)
            }
            None => match failure.got.rsplit_once(": ").filter(|_| failure.expected == EVERYTHING_COUNTS) {
                Some((got, cure)) => (got.to_string(), cure.to_string()),
                None => (failure.got, format!("expected {}", failure.expected)),
            },
        };
        Box::new(TestNames { says, help, got, src, at })
    };
    misnamed(kit).into_iter().filter(|failure| !is_told(failure)).map(placed).collect()
}

/// The scripts of a pack itself, by what authors call their files.
pub(super) fn own_scripts(files: &dyn Files, pack: &str) -> Vec<String> {
    let folder = format!("scripts/{pack}");
    let shown = |file: String| files.shown(&format!("{folder}/{file}"));
    files.tree(&folder).into_iter().map(shown).collect()
}

/// What is wrong with the scripts: what is wrong under every reading of the options, for a name may be declared under one
/// of them.
fn scripts(files: &dyn Files, pack: &str, kit: &Kit, is_stopped: &(dyn Fn() -> bool + Sync)) -> Diagnostics {
    let own = own_scripts(files, pack);
    let mut errors = compile_check(&kit.program);
    let broken: BTreeSet<String> = errors.iter().filter_map(not_luau).collect();
    // Those of packs below are their authors' business.
    let is_own = |one: &ScriptError| {
        let path = one.place().map_or("", |place| place.source.name());
        own.iter().any(|own| own == path) && !broken.contains(path)
    };
    let is_judged = |path: &str| own.iter().any(|own| own == path);
    let mut judged = judge_some(&kit.book, &kit.program, is_judged);
    judged.retain(is_own);
    if judged.is_empty() {
        return errors;
    }
    let text = PackText::read(files, pack);
    let (mut judged, certain) = by_certainty(&text, judged);
    errors.extend(certain.into_iter().map(|one| Box::new(one) as Diagnostic));
    let readings = if judged.is_empty() { Vec::new() } else { text.readings() };
    for choices in readings {
        // What is wrong under one reading may be right under one that was not looked at.
        if is_stopped() {
            return errors;
        }
        if let (Some(book), _) = text.under(&choices) {
            let known: BTreeSet<_> = judge_some(&book, &kit.program, is_judged).iter().map(identity).collect();
            judged.retain(|one| known.contains(&identity(one)));
        }
    }
    errors.extend(judged.into_iter().map(|one| Box::new(one) as Diagnostic));
    errors
}

/// Mistakes of scripts whose names may be declared under another reading of an option, and those that are certain: a name
/// that stands in no block of an option is missed under every reading.
fn by_certainty(text: &PackText, judged: Vec<ScriptError>) -> (Vec<ScriptError>, Vec<ScriptError>) {
    let switched = text.switched_words();
    let is_switched = |error: &ScriptError| {
        let words = |place: &crate::script::ScriptPlace| {
            let shown = miette::SourceCode::read_span(&place.source, &place.at, 0, 0).ok();
            let text = shown.as_ref().and_then(|shown| std::str::from_utf8(shown.data()).ok());
            let is_word = |text: &str| text.split(|c: char| !is_wordly(c)).any(|word| switched.contains(word));
            text.is_none_or(is_word)
        };
        error.place().is_none_or(words)
    };
    judged.into_iter().partition(is_switched)
}

/// The script that is not even Luau.
fn not_luau(error: &Diagnostic) -> Option<String> {
    let error: &(dyn std::error::Error + Send + Sync + 'static) = &**error;
    match error.downcast_ref::<ScriptError>()? {
        ScriptError::Syntax { place, .. } => Some(place.source.name().to_string()),
        _ => None,
    }
}

/// By what a mistake of a script is known again.
fn identity(error: &ScriptError) -> (String, usize) {
    (error.to_string(), error.place().map_or(0, |place| place.at.offset()))
}
