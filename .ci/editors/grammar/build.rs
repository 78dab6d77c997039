//! Compiles the parser that comes with the editors' grammar.
fn main() {
    let folder = "../../../editors/tree-sitter-fray/src";
    cc::Build::new().include(folder).file(format!("{folder}/parser.c")).warnings(false).compile("fray");
    println!("cargo:rerun-if-changed={folder}/parser.c");
}
