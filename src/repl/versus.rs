//! `compare`: sentences side by side, the likeliest first, and by how much.

use super::Response;
use super::answer::LineStop;
use super::best::{Ranked, column, lines};
use super::reckon;
use super::session::{Answered, LineStep};
use super::table::SessionState;
use super::{contrast, roll, sentence, show, side_by_side};
use crate::dice::{Dist, Odds};
use crate::explain::REFUSED;
use crate::query::{About, ParsedQuery, understood};
use crate::value::{Number, Value};

/// What is compared by how many there are.
const SIDES: &str = "sides";
/// Between two sentences that are compared.
const OR: &str = " or ";
/// Between them where somebody counts them up.
const AND: &str = " and ";

/// `compare SENTENCE or SENTENCE`: the odds of each.
pub(super) fn compare(step: &mut LineStep<'_>, rest: &str) -> Answered {
    if rest.trim() == SIDES {
        return Ok(Response::of(by_amount(sides(step))));
    }
    let texts: Vec<&str> = rest.split(OR).map(str::trim).filter(|text| !text.is_empty()).collect();
    if let [one] = texts.as_slice()
        && let Some((first, second)) = one.split_once(AND)
        && [first, second].iter().all(|text| sentence::read(step, text.trim()).is_ok())
    {
        return compare(step, &format!("{first}{OR}{second}"));
    }
    let named: Vec<&str> = texts.iter().flat_map(|text| text.split(AND)).collect();
    if named.len() > 1
        && let Some(items) = side_by_side::things(step.table.book(), &named)
    {
        return Ok(Response::of(side_by_side::side_by_side(step.table.book(), &items)));
    }
    if texts.len() < 2 {
        let help = "write the sentences with `or` between them: `compare ACTOR hits A or ACTOR hits B`";
        return Err(step.line.missing("nothing to compare is named", help).into());
    }
    let amounts: Option<Vec<ComparedAmount>> = texts.iter().map(|text| amount(step, text)).collect();
    if let Some(amounts) = amounts {
        return Ok(Response::of(by_amount(amounts)));
    }
    if texts.iter().all(|text| sentence::this_or_last(step, text).is_err())
        && let Some(pages) = pages(step, &texts)
    {
        return Ok(Response::of(pages));
    }
    let mut rows: Vec<ComparedSentence> = Vec::new();
    let mut actors = Vec::new();
    for text in &texts {
        let asked = sentence::this_or_last(step, text)?;
        rows.push(row(step, text, &asked)?);
        actors.push(asked.facts.first().cloned());
        step.table.last = Some((sentence::in_full(&step.table, text).into(), asked));
    }
    rows.sort_by(|a, b| b.ranked.0.cmp(&a.ranked.0));
    let is_of_one = actors.windows(2).all(|pair| pair[0] == pair[1]);
    let each = if is_of_one { "" } else { " (one roll of each)" };
    let column = column(rows.iter().map(|row| &row.ranked));
    let verdict = verdict(&rows, each);
    let ranked: Vec<Ranked> = rows.into_iter().map(|row| row.ranked).collect();
    Ok(Response::of(format!("{}{verdict}\n", lines(&ranked, column))))
}

/// What the rules say of names, one after the other, if all of them are names.
fn pages(step: &mut LineStep<'_>, names: &[&str]) -> Option<String> {
    names
        .iter()
        .map(|name| show::show(step, name).ok().map(|page| page.text))
        .collect::<Option<Vec<String>>>()
        .map(|all| all.join("\n"))
}

/// Something that is compared by how much it comes to.
struct ComparedAmount {
    label: String,
    shown: String,
    number: Number,
}

/// What a text comes to that says something of somebody, or an expression: a number, or dice by their mean.
fn amount(step: &LineStep<'_>, text: &str) -> Option<ComparedAmount> {
    let (shown, value) = match sentence::read(step, text) {
        Ok(asked) => reckon::amount_of(&step.table, &asked)?,
        Err(_) => roll::value(step, &roll::phrase(step, text).ok()?)?,
    };
    Some(ComparedAmount { label: text.trim().to_string(), shown, number: number(value)? })
}

/// A number, or dice by their mean.
fn number(value: Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number),
        Value::Dice(formula) => Dist::of(&formula).ok()?.mean(),
        _ => None,
    }
}

/// Where the same is asked of two figures in lines that are answered one after the other: of whom it is more.
pub(super) fn verdicts(table: &SessionState, lines: &[String]) -> String {
    let amount = |line: &String| {
        let asked = understood(table.book(), &table.cast(), line)?;
        let (shown, value) = reckon::amount_of(table, &asked)?;
        let amount = ComparedAmount { label: line.clone(), shown, number: number(value)? };
        Some((asked.about, amount))
    };
    let Some(mut amounts) = lines.iter().map(amount).collect::<Option<Vec<_>>>() else { return String::new() };
    let mut text = String::new();
    while !amounts.is_empty() {
        let (about, first) = amounts.remove(0);
        let (same, others): (Vec<_>, Vec<_>) = amounts.into_iter().partition(|(other, _)| *other == about);
        amounts = others;
        if let [(_, second)] = same.as_slice() {
            let (more, less) = if second.number > first.number { (second, &first) } else { (&first, second) };
            text += &format!("{}\n", verdict_of(more, less));
        }
    }
    text
}

/// The sides by how many of them are in the fight.
fn sides(step: &LineStep<'_>) -> Vec<ComparedAmount> {
    let state = step.table.now();
    let side = |id| {
        let own =
            state.figure_ids().filter(|figure| state.figure(*figure).side == id && !state.figure(*figure).removed);
        let count = own.count();
        let number = Number::from(i64::try_from(count).unwrap_or_default());
        ComparedAmount { label: state.side(id).title.to_string(), shown: count.to_string(), number }
    };
    state.side_ids().map(side).collect()
}

/// Amounts side by side, the largest first, and which is more.
fn by_amount(mut amounts: Vec<ComparedAmount>) -> String {
    amounts.sort_by_key(|one| std::cmp::Reverse(one.number));
    let width = amounts.iter().map(|one| one.label.chars().count()).max().unwrap_or_default();
    let line = |one: &ComparedAmount| format!("  {:<width$}  {}\n", one.label, one.shown);
    let lines: String = amounts.iter().map(line).collect();
    let verdict = match amounts.as_slice() {
        [first, second, ..] => verdict_of(first, second),
        _ => String::new(),
    };
    format!("{lines}{verdict}\n")
}

/// Which of two is more, that which is not less first.
fn verdict_of(first: &ComparedAmount, second: &ComparedAmount) -> String {
    if first.number == second.number {
        return format!("{} and {} are equal", first.label, second.label);
    }
    // Of lengths and the like the numbers are not those that are shown.
    let is_plain = |one: &ComparedAmount| one.shown == one.number.to_string();
    let by = first.number.minus(second.number).filter(|_| is_plain(first) && is_plain(second));
    let by = by.map_or_else(String::new, |by| format!(", by {by}"));
    format!("{} is more{by}", first.label)
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
        let refused = reckon::refusal(step, asked)?;
        let is_refused = refused.is_some();
        let sure = if refused.is_none() { Odds::ALWAYS } else { Odds::NEVER };
        let why = refused.map_or_else(|| "nothing is rolled".to_string(), |one| format!("{REFUSED}{}", one.reason));
        return Ok(ComparedSentence { ranked: (sure, text.to_string(), why), is_rolled: false, is_refused });
    }
    let reckoning = reckon::reckoned_of(step, text, asked)?;
    let refused = reckon::refusal(step, asked)?;
    let odds = reckoning.odds.clone().unwrap_or(Odds::NEVER);
    let is_refused = refused.is_some() || reckoning.impossible.is_some();
    let need = reckoning.impossible.as_ref().map_or_else(|| contrast::need(&reckoning), |cannot| cannot.why.clone());
    let note = match refused {
        Some(refused) => format!("{need}; {REFUSED}{}", refused.reason),
        None => need,
    };
    Ok(ComparedSentence { ranked: (odds, text.to_string(), note), is_rolled: true, is_refused })
}
