//! A letter for each figure of a game, by which it is known on its board.

use crate::state::State;

/// The initial of its name if that is free, else another of its letters, else a digit or whatever letter is left.
pub(crate) fn initials(state: &State) -> Vec<char> {
    let mut taken: Vec<char> = Vec::new();
    for figure in &state.figures {
        let own = figure.name.chars().filter(|letter| letter.is_alphanumeric()).map(first_upper);
        let numbered = figure.name.chars().rev().find(char::is_ascii_digit);
        let spare = ('1'..='9').chain('A'..='Z').chain('a'..='z');
        let letter = numbered.into_iter().chain(own).chain(spare).find(|letter| !taken.contains(letter));
        taken.push(letter.unwrap_or('@'));
    }
    taken
}

fn first_upper(letter: char) -> char {
    letter.to_uppercase().next().unwrap_or(letter)
}
