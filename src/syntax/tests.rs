//! Whole texts in, trees and mistakes out.

use super::parse;
use crate::text::Sources;

/// Every `fray` block of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```fray\n").skip(1).map(|rest| rest.split("```").next().unwrap_or("")).collect()
}

#[test]
fn every_block_of_the_reference_is_read() {
    let page = include_str!("../../docs/language.md");
    let blocks = blocks(page);
    assert!(blocks.len() >= 10, "the reference has blocks");
    for block in blocks {
        let mut sources = Sources::default();
        let id = sources.add("language.md", block);
        let (_, errors) = parse(&sources, id);
        let shown: Vec<String> = errors.into_iter().map(|e| format!("{:?}", miette::Report::new_boxed(e))).collect();
        assert!(shown.is_empty(), "{}", shown.join("\n"));
    }
}
