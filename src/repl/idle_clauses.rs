//! Clauses of a sentence in which nothing reads what they say: what was meant is answered without them, and it is told
//! that they change nothing.

use super::Response;
use crate::diag::Diagnostics;
use crate::explain::REFUSED;

/// Before a question for odds.
const ODDS: &str = "odds ";
/// The code of a clause that nothing reads.
pub(super) const NOT_READ: &str = "fray::query::not_read";
/// So many of them are passed over.
const MOST: usize = 4;

/// The answer without the clauses that nothing reads, where one that is right is left; only a sentence that is asked is
/// answered so, nothing is done. A number that was typed is not passed over: whoever types it wants it to count.
pub(super) fn without(
    (line, text): (&str, &str),
    wrong: &Diagnostics,
    asides: &[String],
    mut answer: impl FnMut(String, &[String]) -> Response,
) -> Option<Response> {
    let (mut rest, mut clause) = parted(text, wrong)?;
    let mut asides = asides.to_vec();
    for _ in 0..MOST {
        if has_number_of(&clause, line) {
            return None;
        }
        let aside = format!("changes nothing here, for nothing asks for it: `{clause}`");
        asides.push(aside.clone());
        let mut found = answer(rest.clone(), &asides);
        if found.is_good() {
            // What would come of it where it is allowed, nobody sees here.
            if found.text.contains(REFUSED) {
                let other = format!("counts for nothing as long as this would be refused: `{clause}`");
                found.text = found.text.replacen(&aside, &other, 1);
            }
            return Some(found);
        }
        (rest, clause) = parted(&rest, &found.diagnostics)?;
    }
    None
}

/// Whether a number of a clause was typed.
fn has_number_of(clause: &str, line: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.parse::<u64>().is_ok());
        words.map(str::to_string).collect()
    };
    let typed = numbers(line);
    numbers(clause).iter().any(|number| typed.contains(number))
}

/// A sentence without the clause that nothing reads, and that clause.
fn parted(text: &str, wrong: &Diagnostics) -> Option<(String, String)> {
    let first = wrong.first().filter(|one| one.code().is_some_and(|code| code.to_string() == NOT_READ))?;
    without_clause(text, first.labels()?.next()?.offset())
}

/// A sentence, perhaps behind a question for odds, without the clause at a place of it, and that clause.
fn without_clause(text: &str, at: usize) -> Option<(String, String)> {
    let sentence = text.strip_prefix(ODDS).unwrap_or(text);
    let begins = text.len() - sentence.len();
    let start = sentence.get(..at)?.rfind(',')?;
    let end = sentence.get(at..)?.find(',').map_or(sentence.len(), |end| at + end);
    let clause = sentence.get(start + 1..end)?.trim().to_string();
    let rest = format!("{}{}{}", &text[..begins], &sentence[..start], &sentence[end..]);
    Some((rest, clause))
}

#[cfg(test)]
mod tests {
    use super::without_clause;

    #[test]
    fn a_clause_goes_with_its_comma() {
        let (rest, clause) = without_clause("odds Rolf strikes Bero, Bero late, Bero lame", 24).expect("a clause");
        assert_eq!((rest.as_str(), clause.as_str()), ("odds Rolf strikes Bero, Bero lame", "Bero late"));
        assert_eq!(without_clause("Rolf strikes Bero", 5), None);
    }
}
