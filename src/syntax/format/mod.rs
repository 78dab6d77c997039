//! The canonical layout: two spaces of indentation for each block, one space where space is free, tables and legends in
//! columns, at most one blank line. Words, texts and comments stay as they are, and lines break where the author broke
//! them; a block that does not fit its line, or holds a table, has its braces at the ends of lines.

mod layout;
mod line;
mod token;

use super::parse::parse;
use crate::diag::Diagnostics;
use crate::text::Sources;

/// Lays a text out anew. A text with mistakes is left alone, and they are returned.
///
/// ```
/// let neat = fray::syntax::format("card  air {\n-1 \"rain\"  when wet # ugh\n}").unwrap();
/// assert_eq!(neat, "card air {\n  -1 \"rain\" when wet  # ugh\n}\n");
/// ```
pub fn format(text: &str) -> Result<String, Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add("text", text);
    let (_, mistakes) = parse(&sources, id);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    // A sign that separates nothing may hide what goes on and what begins until it is gone.
    Ok(laid_out(&laid_out(text)))
}

fn laid_out(text: &str) -> String {
    line::print(layout::lines(&token::tokens(text)))
}
