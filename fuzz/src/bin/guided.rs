//! The same targets for a fuzzer that follows branches; which one, `FRAY_TARGET` says. `fuzz/guided TARGET` runs it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("FRAY_TARGET").unwrap_or_default();
    fray_fuzz::target(&name).expect("FRAY_TARGET names a target").run
});

fuzz_target!(|bytes: &[u8]| (*TARGET)(bytes));
