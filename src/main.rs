//! The binary: reads the arguments, calls `cli`, returns the exit code.

fn main() -> std::process::ExitCode {
    fray::cli::main()
}
