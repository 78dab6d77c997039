//! Any bytes as a file, as a line at the prompt and as a text to be laid out. Run with `cargo +nightly fuzz run parse`.
#![no_main]

use fray::syntax;
use fray::text::Sources;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = syntax::decode("fuzz.fray", bytes.to_vec()) else { return };
    let mut sources = Sources::default();
    let id = sources.add("fuzz.fray", &text);
    let (_, mistakes) = syntax::parse(&sources, id);
    let _ = syntax::parse_expr(&sources, id);
    let _ = syntax::is_unfinished(&text);
    let _ = syntax::sentence::words(&text);
    if let Ok(neat) = syntax::format(&text) {
        assert!(mistakes.is_empty());
        assert_eq!(syntax::format(&neat).ok().as_deref(), Some(neat.as_str()));
    }
});
