//! The packs are built into the binary: a file added to them must lead to a new one.

#![allow(clippy::disallowed_macros, reason = "this is how a build script speaks to cargo")]

fn main() {
    println!("cargo:rerun-if-changed=rules");
    println!("cargo:rerun-if-changed=scripts");
}
