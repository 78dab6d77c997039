//! The grammar in `grammar/`, compiled by pest. Only `parse`, `explain`, `build` and `mutation` look at
//! its rules.

#![allow(missing_docs, reason = "the rules are documented in the grammar files")]

use pest::iterators::Pair;

/// The parser that pest makes of the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/words.pest"]
#[grammar = "../grammar/expressions.pest"]
#[grammar = "../grammar/declarations.pest"]
#[grammar = "../grammar/rules.pest"]
#[grammar = "../grammar/play.pest"]
#[grammar = "../grammar/deeds.pest"]
#[grammar = "../grammar/tests.pest"]
pub(super) struct Grammar;

/// One node as pest gives it.
pub(super) type ParseNode<'i> = Pair<'i, Rule>;
