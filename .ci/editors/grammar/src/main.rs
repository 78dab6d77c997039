//! Parses every file of rules in the folders named with the grammar of editors: none may have a node that is an error.

use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser};

unsafe extern "C" {
    fn tree_sitter_fray() -> *const ();
}

fn rules(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rules(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "fray") {
            found.push(path);
        }
    }
}

fn errors(node: Node<'_>, file: &Path, count: &mut usize) {
    if node.is_error() || node.is_missing() {
        *count += 1;
        println!("{}:{}", file.display(), node.start_position().row + 1);
        return;
    }
    let mut walk = node.walk();
    node.children(&mut walk).filter(Node::has_error).for_each(|inner| errors(inner, file, count));
}

fn main() {
    let language = unsafe { tree_sitter_language::LanguageFn::from_raw(tree_sitter_fray) };
    let mut parser = Parser::new();
    parser.set_language(&language.into()).expect("the versions fit");
    let (mut files, mut count) = (Vec::new(), 0);
    std::env::args().skip(1).for_each(|folder| rules(Path::new(&folder), &mut files));
    for file in &files {
        let text = std::fs::read_to_string(file).expect("it is text");
        errors(parser.parse(&text, None).expect("it parses").root_node(), file, &mut count);
    }
    println!("{} files, {count} errors", files.len());
    std::process::exit(i32::from(count > 0 || files.is_empty()));
}
