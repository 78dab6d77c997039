//! What a line means: a command by its first word, else a declaration, a sentence, something said of a figure, or an
//! expression.

use super::answer::Stop;
use super::error::Typed;
use super::session::{Answered, Step};
use super::{Answer, help, roll, sentence, why};
use crate::diag::Diagnostic;
use crate::play::sentence::SentenceError;

/// Answers a line.
pub(super) fn answer(step: &mut Step<'_>) -> Answered {
    let line = step.line.0.trim();
    if let Some(answered) = command(step, line) {
        return answered;
    }
    if let Some(bare) = roll::bare(line) {
        return roll::roll_bare(step, &bare);
    }
    free(step, line)
}

/// The words behind a command word; none if the line does not begin with it.
fn behind<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    rest.is_empty().then_some(rest).or_else(|| rest.starts_with([' ', ',', '\t', '\n']).then(|| rest[1..].trim()))
}

fn command(step: &mut Step<'_>, line: &str) -> Option<Answered> {
    let word = help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
    let (word, rest) = word.filter_map(|word| Some((word, behind(line, word)?))).max_by_key(|(word, _)| word.len())?;
    Some(match word {
        "help" => Ok(Answer::of(help::page())),
        "quit" => Ok(Answer { done: true, ..Answer::default() }),
        "same" => sentence::amended(step, rest).and_then(|asked| sentence::ask(step, asked)),
        "what if" => sentence::what_if(step, rest),
        "odds" => odds(step, rest),
        "why" => reasons(step, rest),
        "best" => best(step, rest),
        "show" => show(step, rest),
        "cards" => cards(step, rest),
        "table" => table(step, rest),
        _ => return None,
    })
}

fn odds(step: &mut Step<'_>, rest: &str) -> Answered {
    if rest.is_empty() {
        let asked = sentence::last(step)?;
        return sentence::odds(step, &asked);
    }
    match sentence::read(step, rest) {
        Ok(asked) => {
            let answer = sentence::odds(step, &asked)?;
            step.table.last = Some((rest.into(), asked));
            Ok(answer)
        }
        Err(wrong) => match roll::phrase(step, rest) {
            Ok(phrase) => roll::odds_of(step, &phrase, rest),
            Err(mistakes) => Err(nearer(step, rest, wrong, mistakes)),
        },
    }
}

fn reasons(step: &mut Step<'_>, rest: &str) -> Answered {
    let asked = sentence::last(step)?;
    let reckoning = sentence::reckoned(step, &asked)?;
    why::why(step, &reckoning, rest)
}

fn best(step: &mut Step<'_>, rest: &str) -> Answered {
    let asked = match rest {
        "" => sentence::last(step)?,
        rest => sentence::read(step, rest).map_err(|error| Stop::from(Box::new(error) as Diagnostic))?,
    };
    sentence::best(step, &asked)
}

fn show(step: &mut Step<'_>, rest: &str) -> Answered {
    let (desk, width) = (&step.session.desk, step.session.width);
    let view = step.table.view();
    if rest.is_empty() && !view.state.figures.is_empty() {
        let map = step.table.scenario().and_then(|scenario| scenario.map);
        let mut text = map.map_or_else(String::new, |map| desk.map(&view, map, width));
        for side in view.state.side_ids() {
            text += &format!("{}\n", view.state.side(side).title);
            for id in view.state.figure_ids().filter(|id| view.state.figure(*id).side == side) {
                text += &desk.fate(&view, id, width);
            }
        }
        return Ok(Answer::of(text));
    }
    if let Some(figure) = step.table.figure(rest) {
        let name = &view.state.figure(figure).name;
        return Ok(Answer::of(format!("{name}\n{}", desk.sheet(&view, figure, width))));
    }
    let (sort, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let words: Vec<&str> = [sort, name.trim().trim_matches('"')].into_iter().filter(|word| !word.is_empty()).collect();
    Ok(Answer::of(desk.show(step.table.book(), &words, width)?))
}

fn cards(step: &mut Step<'_>, rest: &str) -> Answered {
    let name = (!rest.is_empty()).then_some(rest.trim_matches('"'));
    Ok(Answer::of(step.session.desk.cards(step.table.book(), name, step.session.width)?))
}

fn table(step: &mut Step<'_>, rest: &str) -> Answered {
    let words: &[&str] = if rest.is_empty() { &["tables"] } else { &["table", rest.trim_matches('"')] };
    Ok(Answer::of(step.session.desk.show(step.table.book(), words, step.session.width)?))
}

/// A line without a command word.
fn free(step: &mut Step<'_>, line: &str) -> Answered {
    let wrong = match sentence::read(step, line) {
        Ok(asked) => return sentence::ask(step, asked),
        Err(wrong) => wrong,
    };
    match roll::phrase(step, line) {
        Ok(phrase) => roll::roll(step, &phrase),
        Err(mistakes) => Err(nearer(step, line, wrong, mistakes)),
    }
}

/// The mistakes of the reading that was most likely meant.
fn nearer(step: &Step<'_>, line: &str, wrong: SentenceError, mistakes: Vec<Diagnostic>) -> Stop {
    let cast = step.table.cast();
    let starts = |name: &str| behind(&line.to_lowercase(), &name.to_lowercase()).is_some();
    if cast.0.iter().any(|(name, _)| starts(name)) {
        return Stop::from(Box::new(wrong) as Diagnostic);
    }
    let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(line);
    let rest = line[word.len()..].trim_start();
    let is_phrase = rest.starts_with('.') || roll::looks_like_arithmetic(Typed(line));
    if is_phrase || word.is_empty() {
        return Stop::Wrong(mistakes);
    }
    let known = help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
    step.line.not_understood(word, known.chain(cast.0.iter().map(|(name, _)| name.as_str()))).into()
}
