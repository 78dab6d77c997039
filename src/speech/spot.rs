//! A place on the board or a way over it, as it is said: `5,4`, `to 5,4`, `2 hexes east then 1 hex south`.

use super::listener::Listener;
use super::little::{self, is};
use super::token::SpokenWord;

/// Before two of whom the place in their middle is meant.
const BETWEEN: &str = "between";

impl Listener<'_> {
    /// A place on the board or a way over it: `5,4`, `to 5,4`, `2 hexes east then 1 hex south`.
    pub(super) fn spot(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, String)> {
        let word = &spoken[at];
        if word.is_cell() {
            return Some((1, word.text.clone()));
        }
        if word.text == BETWEEN
            && let Some(found) = self.between(spoken, at)
        {
            return Some(found);
        }
        let mut parts: Vec<String> = Vec::new();
        let mut end = at;
        let is_unit = |at: usize| spoken.get(at).is_some_and(|word| self.is_unit_of_board(word));
        while let Some((length, part)) = part_of_way(spoken, end, &is_unit) {
            parts.push(part);
            end += length;
            if !spoken.get(end).is_some_and(|word| word.text == "then" || word.text == "and" || word.is_comma()) {
                break;
            }
            if part_of_way(spoken, end + 1, &is_unit).is_none() {
                break;
            }
            end += 1;
        }
        (!parts.is_empty()).then(|| (end - at, parts.join(" then ")))
    }
}

/// `2 hexes east`, `east 2 hexes`: how many words it takes, and how the prompt reads it.
fn part_of_way(spoken: &[SpokenWord], at: usize, is_unit: &dyn Fn(usize) -> bool) -> Option<(usize, String)> {
    let text = |at: usize| spoken.get(at).map(|word| word.text.as_str());
    let is_cells = |at: usize| text(at).is_some_and(|word| is(word, little::CELLS)) || is_unit(at);
    let number = |at: usize| spoken.get(at).filter(|word| word.is_number()).map(|word| word.text.clone());
    let way = |at: usize| text(at).filter(|word| is(word, little::WAYS));
    if let Some(count) = number(at) {
        let mut end = at + 1 + usize::from(is_cells(at + 1));
        end += usize::from(matches!(text(end), Some("to" | "the")));
        end += usize::from(matches!(text(end), Some("the")));
        return way(end).map(|way| (end + 1 - at, format!("{count} {way}")));
    }
    let way = way(at)?;
    let count = number(at + 1);
    let length = 1 + usize::from(count.is_some()) + usize::from(count.is_some() && is_cells(at + 2));
    Some((length, format!("{} {way}", count.unwrap_or_else(|| "1".to_string()))))
}
