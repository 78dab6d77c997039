//! `compare`: sentences side by side, the likeliest first, and by how much.

use super::Response;
use super::answer::LineStop;
use super::best::{Ranked, column, lines};
use super::sentence;
use super::session::{Answered, LineStep};
use crate::dice::Odds;
use crate::query::{About, ParsedQuery};

/// Between two sentences that are compared.
const OR: &str = " or ";

/// `compare SENTENCE or SENTENCE`: the odds of each.
pub(super) fn compare(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let texts: Vec<&str> = rest.split(OR).map(str::trim).filter(|text| !text.is_empty()).collect();
    if texts.len() < 2 {
        let help = "write the sentences with `or` between them: `compare ACTOR hits A or ACTOR hits B`";
        return Err(step.line.missing("nothing to compare is named", help).into());
    }
    let mut rows: Vec<ComparedSentence> = Vec::new();
    let mut actors = Vec::new();
    for text in &texts {
        let asked = sentence::this_or_last(step, text)?;
        rows.push(row(step, text, &asked)?);
        actors.push(asked.facts.first().cloned());
        step.table.last = Some(((*text).into(), asked));
    }
    rows.sort_by(|a, b| b.ranked.0.cmp(&a.ranked.0));
    let is_of_one = actors.windows(2).all(|pair| pair[0] == pair[1]);
    let each = if is_of_one { "" } else { " (one roll of each)" };
    let column = column(rows.iter().map(|row| &row.ranked));
    let verdict = verdict(&rows, each);
    let ranked: Vec<Ranked> = rows.into_iter().map(|row| row.ranked).collect();
    Ok(Response::of(format!("{}{verdict}\n", lines(&ranked, column))))
}

/// A sentence that is compared.
struct ComparedSentence {
    ranked: Ranked,
    /// Whether something is rolled for it.
    is_rolled: bool,
    /// Whether the rules would refuse it.
    is_refused: bool,
}

/// Which of them is likelier, where that can be said: of what is rolled for, and of what the rules allow.
fn verdict(rows: &[ComparedSentence], each: &str) -> String {
    let name = |row: &ComparedSentence| row.ranked.1.clone();
    let unrolled: Vec<String> = rows.iter().filter(|row| !row.is_rolled).map(name).collect();
    if unrolled.len() == rows.len() {
        return "nothing is rolled for any of them: their odds cannot be compared".to_string();
    }
    if !unrolled.is_empty() {
        return format!("nothing is rolled for {}: their odds cannot be compared", unrolled.join(" and "));
    }
    let likelier =
        |first: &ComparedSentence, second: &ComparedSentence, how: &str| match first.ranked.0 == second.ranked.0 {
            true => None,
            false => {
                let more = first.ranked.0.minus(&second.ranked.0).percent();
                Some(format!("{} {how} likelier, by {}{each}", first.ranked.1, more.trim_start_matches('+')))
            }
        };
    let allowed: Vec<&ComparedSentence> = rows.iter().filter(|row| !row.is_refused).collect();
    match allowed.as_slice() {
        [first, second, ..] => {
            likelier(first, second, "is").unwrap_or_else(|| "neither of the first two is likelier".to_string())
        }
        [only] => format!("the rules allow only {} now", name(only)),
        [] => {
            let if_so =
                likelier(&rows[0], &rows[1], "would be").map_or_else(String::new, |more| format!("; else {more}"));
            format!("the rules allow none of them now{if_so}")
        }
    }
}

/// A sentence with its odds, what it needs, and why it would be refused.
fn row(step: &mut LineStep<'_>, text: &str, asked: &ParsedQuery) -> Result<ComparedSentence, LineStop> {
    if let About::Action(action) = asked.about
        && step.table.book().actions[action.index()].check.is_none()
    {
        let refused = sentence::refusal(step, asked)?;
        let is_refused = refused.is_some();
        let sure = if refused.is_none() { Odds::ALWAYS } else { Odds::NEVER };
        let why =
            refused.map_or_else(|| "nothing is rolled".to_string(), |one| format!("would be refused: {}", one.reason));
        return Ok(ComparedSentence { ranked: (sure, text.to_string(), why), is_rolled: false, is_refused });
    }
    let reckoning = sentence::reckoned_of(step, text, asked)?;
    let refused = sentence::refusal(step, asked)?;
    let odds = reckoning.odds.clone().unwrap_or(Odds::NEVER);
    let is_refused = refused.is_some() || reckoning.impossible.is_some();
    let need = reckoning.impossible.as_ref().map_or_else(|| sentence::need(&reckoning), |cannot| cannot.why.clone());
    let note = match refused {
        Some(refused) => format!("{need}; would be refused: {}", refused.reason),
        None => need,
    };
    Ok(ComparedSentence { ranked: (odds, text.to_string(), note), is_rolled: true, is_refused })
}
