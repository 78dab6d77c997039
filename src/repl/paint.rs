//! Colors of the terminal. They add nothing that is not in the plain text.

const OFF: &str = "\u{1b}[0m";
const BOLD: &str = "\u{1b}[1m";
const FAINT: &str = "\u{1b}[2m";
const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const BLUE: &str = "\u{1b}[34m";

/// What stands before a line.
pub(super) fn prompt(text: &str) -> String {
    format!("{BOLD}{text}{OFF}")
}

/// How a line could go on.
pub(super) fn hint(text: &str) -> String {
    format!("{FAINT}{text}{OFF}")
}

/// A line whose first bytes are a command.
pub(super) fn command(line: &str, end: usize) -> String {
    let (word, rest) = line.split_at(end);
    format!("{BLUE}{word}{OFF}{rest}")
}

/// An answer: sections of the text faint, bars and outcomes in color.
pub(super) fn answer(text: &str) -> String {
    let mut painted = String::with_capacity(text.len() * 2);
    for chunk in text.split_inclusive([' ', '\n']) {
        let word = chunk.trim_end_matches([' ', '\n']);
        match color_of(word) {
            Some(color) => painted += &format!("{color}{word}{OFF}{}", &chunk[word.len()..]),
            None => painted += chunk,
        }
    }
    painted
}

fn color_of(word: &str) -> Option<&'static str> {
    let is_bar = |c: char| ('\u{2580}'..='\u{259f}').contains(&c);
    match word {
        "success" => Some(GREEN),
        "failure" | "impossible:" => Some(RED),
        word if !word.is_empty() && word.chars().all(is_bar) => Some(BLUE),
        word if word.len() > 1 && word.starts_with('@') => Some(FAINT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn colors_change_no_letter() {
        let text = "  need 12 or less on 3d6   74.1 %  ███▎\n    -3  from far away  @1.2\n  rolled 3    success by 2\n";
        let painted = answer(text);
        let mut plain = String::new();
        let mut rest = painted.as_str();
        while let Some((before, behind)) = rest.split_once('\u{1b}') {
            plain += before;
            rest = behind.split_once('m').map_or("", |(_, rest)| rest);
        }
        assert_eq!(plain + rest, text);
        assert!(painted.contains("\u{1b}[32msuccess\u{1b}[0m by 2"), "{painted:?}");
    }
}
