//! `compare`: sentences side by side, the likeliest first, and by how much.

use super::Response;
use super::answer::LineStop;
use super::best::{Ranked, column, lines};
use super::sentence;
use super::session::{Answered, LineStep};
use crate::dice::Odds;
use crate::query::{About, ParsedQuery};
use std::fmt::Write;

/// Between two sentences that are compared.
const OR: &str = " or ";

/// `compare SENTENCE or SENTENCE`: the odds of each.
pub(super) fn compare(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let texts: Vec<&str> = rest.split(OR).map(str::trim).filter(|text| !text.is_empty()).collect();
    if texts.len() < 2 {
        let help = "write the sentences with `or` between them: `compare ACTOR hits A or ACTOR hits B`";
        return Err(step.line.missing("nothing to compare is named", help).into());
    }
    let mut rows: Vec<(Ranked, Rolled)> = Vec::new();
    for text in &texts {
        let asked = sentence::this_or_last(step, text)?;
        rows.push(row(step, text, &asked)?);
        step.table.last = Some(((*text).into(), asked));
    }
    rows.sort_by(|a, b| b.0.0.cmp(&a.0.0));
    let how: Vec<Rolled> = rows.iter().map(|(_, rolled)| *rolled).collect();
    let rows: Vec<Ranked> = rows.into_iter().map(|(row, _)| row).collect();
    let mut out = lines(&rows, column(rows.iter()));
    let (first, second) = (&rows[0], &rows[1]);
    let _ = match (how.contains(&Rolled::Nothing), how.iter().all(|rolled| *rolled == Rolled::Refused)) {
        (true, _) => writeln!(out, "nothing is rolled for one of them: their odds say nothing of which is better"),
        (_, true) => writeln!(out, "none of them may be done now"),
        _ if first.0 == second.0 => writeln!(out, "none of the first two is likelier"),
        _ => {
            let more = first.0.minus(&second.0).percent();
            writeln!(out, "{} is likelier, by {}", first.1, more.trim_start_matches('+'))
        }
    };
    Ok(Response::of(out))
}

/// Whether something is rolled for what is compared.
#[derive(Clone, Copy, PartialEq)]
enum Rolled {
    Nothing,
    Dice,
    /// Dice, but the rules refuse it.
    Refused,
}

/// A sentence with its odds, what it needs, and why it would be refused.
fn row(step: &mut LineStep<'_>, text: &str, asked: &ParsedQuery) -> Result<(Ranked, Rolled), LineStop> {
    if let About::Action(action) = asked.about
        && step.table.book().actions[action.index()].check.is_none()
    {
        let refused = sentence::refusal(step, asked)?;
        let sure = if refused.is_none() { Odds::ALWAYS } else { Odds::NEVER };
        let why =
            refused.map_or_else(|| "nothing is rolled".to_string(), |one| format!("would be refused: {}", one.reason));
        return Ok(((sure, text.to_string(), why), Rolled::Nothing));
    }
    let reckoning = sentence::reckoned_of(step, text, asked)?;
    let refused = sentence::refusal(step, asked)?;
    let odds = reckoning.odds.clone().unwrap_or(Odds::NEVER);
    let need = reckoning.impossible.as_ref().map_or_else(|| sentence::need(&reckoning), |cannot| cannot.why.clone());
    let rolled = if refused.is_some() { Rolled::Refused } else { Rolled::Dice };
    let note = match refused {
        Some(refused) => format!("{need}; would be refused: {}", refused.reason),
        None => need,
    };
    Ok(((odds, text.to_string(), note), rolled))
}
