//! The binary: reads the arguments, calls `cli`, returns the exit code.

/// Scripts and rules make many small values that do not live long.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    fray::cli::main()
}
