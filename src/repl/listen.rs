//! A line that is not typed as the prompt reads it: what was meant by it.

use super::help::command_words;
use super::idle_clauses::NOT_READ;
use super::listener::{DONE, lexicon, with_listener};
use super::luau_line;
use super::misread::{
    UNKNOWN_NAME, code, is_further, is_name_of_command, is_of, is_of_unit, is_told_of_table, is_unknown_thing,
    with_near_word,
};
use super::nearest::{AnswersNear, nearest};
use super::place::OFF_THE_MAP;
use super::reckon;
use super::{Response, Session, goal, going_on, idle_clauses, looked_up, program_line, versus};
use crate::diag::Diagnostics;
use crate::query::{self, About, Argument, BoundQuery, is_understood};
use crate::speech::{
    CommandRole, HeardLine, LEFT_OUT, OmittedWords, PartialLine, SpeechError, Understanding, allowed_instead, core_of,
    first_named, first_of_several, hear, is_correction, leaves_out_a_fact, of_named, repeated, retyped, said_of_actor,
    says_no_fact_of, sentence_near, topics_of, why_not,
};
use crate::state::State;
use crate::value::Value;
use std::rc::Rc;

/// Mistakes of lines that were understood: nothing else was meant.
const UNDERSTOOD: [&str; 12] = [
    "fray::cli",
    "fray::play",
    "fray::explain",
    "fray::repl::refused",
    "fray::repl::otherwise",
    "fray::repl::bad_save",
    "fray::repl::dice",
    "fray::query::out_of_range",
    "fray::query::negated",
    "fray::query::twice",
    "fray::query::gap",
    "fray::query::off_map",
];
/// The mistake of a line that finds none of what it is about: nothing to undo, nobody who waits.
const NOTHING: &str = "fray::repl::nothing";
/// Mistakes of lines of which something was not understood.
const UNHEARD: [&str; 2] = ["fray::query::sentence", "fray::repl::not_understood"];

/// Mistakes of what rules are written in.
const OF_RULES: &str = "fray::rulebook";

/// What is wrong with what stands behind a command and a name.
const OF_ARGUMENTS: [&str; 2] = ["fray::repl::nothing", UNKNOWN_NAME];
/// What was undone to be told otherwise, and cannot be.
const STAYS: &str = "what was told stays as it was\n";
/// Before a sentence of which the odds are asked.
const ODDS: &str = "odds ";
/// The last sentence once more.
const SAME: &str = "same";

/// The answer to what was meant; what is wrong with the line, if nothing is heard in it.
pub(super) fn meant(session: &mut Session, line: &str, wrong: Diagnostics) -> Response {
    let answer = understood(session, line, wrong);
    // Of whoever is named in a line that is not understood the next may speak all the same.
    if !answer.diagnostics.is_empty()
        && session.waiting.is_none()
        && let Some((named, beside)) = first_named(&session.table.cast(), line)
        && (beside.is_some() || ![session.named, session.beside].contains(&Some(named)))
    {
        (session.named, session.beside) = (Some(named), beside);
    }
    answer
}

fn understood(session: &mut Session, line: &str, wrong: Diagnostics) -> Response {
    if let Some(error) = program_line::command_in_brackets(line, &wrong) {
        return Response::wrong(vec![Box::new(error)]);
    }
    if is_of(&wrong, &[UNKNOWN_NAME])
        && let Some(text) =
            with_listener(session, |listener| of_named(listener, line)).filter(|text| text != line.trim())
    {
        return carried_out(session, vec![text], &[]);
    }
    if is_no_speech(session, line, &wrong) {
        return Response::wrong(wrong);
    }
    if let Some(text) = program_line::meant(session, line) {
        return carried_out(session, vec![text], &[]);
    }
    let known = program_line::of_terminal(line)
        .or_else(|| program_line::unknown_subject(session, line))
        .or_else(|| program_line::no_number(session, line))
        .or_else(|| program_line::of_somebody_else(session, line))
        .or_else(|| program_line::dropped_by_nobody(session, line));
    if let Some(error) = known {
        return Response::wrong(vec![Box::new(error)]);
    }
    let heard = heard_as_it_stands(session, line, &wrong);
    let asides = heard.as_ref().map_or_else(|_| Vec::new(), |heard| heard.asides.clone());
    if let Some(text) = heard.as_ref().ok().and_then(|heard| heard.retyped.clone()) {
        session.typed_anew = Some(text);
    }
    let heard = heard.map(|heard| heard.meant);
    let is_other_fact = |text: &str| is_of_unit(&wrong).is_some_and(|fact| !text.contains(fact.as_str()));
    if heard.is_err() && is_unknown_thing(&wrong, line)
        || matches!(&heard, Ok(Understanding::Line(text)) if is_other_fact(text))
    {
        return Response::wrong(wrong);
    }
    if heard.is_err()
        && let Some(text) = with_listener(session, |listener| said_of_actor(listener, line))
    {
        return carried_out(session, vec![text], &[]);
    }
    if heard.as_ref().is_err_and(|error| !error.is_settled())
        && let Some((first, rest)) = with_listener(session, |listener| first_of_several(listener, line))
    {
        return in_turn(session, first, rest);
    }
    if heard.as_ref().is_err_and(SpeechError::may_be_partial)
        && !session.is_partial
        && let Some(partial) = with_listener(session, |listener| core_of(listener, line))
    {
        return in_part(session, line, wrong, partial);
    }
    if let Err(error) = &heard
        && error.may_be_partial()
        && is_of(&wrong, &UNHEARD)
        && !is_further(&wrong, error)
        && !session.is_partial
        && let Some(answer) = of_the_rules(session, line)
    {
        return answer;
    }
    concluded(session, line, wrong, heard, &asides)
}

/// Whether a line is a command, or a program, and what is wrong with it is told as that.
fn is_no_speech(session: &Session, line: &str, wrong: &Diagnostics) -> bool {
    // Luau is no speech, with whatever it ends: a part of it is not run for itself.
    luau_line::code(line).is_some()
        || is_of(wrong, &UNDERSTOOD)
        || command_words().any(|word| word == line.trim())
        || is_of_place(session, line)
        || is_of(wrong, &[UNKNOWN_NAME]) && is_of_new(line)
        || line.contains('{')
        || is_name_of_command(line, wrong)
        || wrong.first().is_some_and(|one| one.to_string() == OFF_THE_MAP)
}

/// What a line means as it stands, or with a slip mended in a word that could stand where nothing else is understood.
fn heard_as_it_stands(session: &mut Session, line: &str, wrong: &Diagnostics) -> Result<HeardLine, SpeechError> {
    // What was only reckoned is spoken of as if it had been done, but by whoever does something.
    let is_done = line.split_whitespace().next() == Some(DONE);
    session.table.ahead = supposed_state(session).filter(|_| !is_done);
    let in_words = program_line::set_in_words(session, line);
    let in_words = in_words.and_then(|text| with_listener(session, |listener| hear(listener, &text)).ok());
    let heard = in_words.map_or_else(|| with_listener(session, |listener| hear(listener, line)), Ok);
    let heard = match &heard {
        Ok(HeardLine { meant: Understanding::Line(text), .. }) if going_on::is_of_its_own(session, line, text) => {
            session.what_if = None;
            with_listener(session, |listener| hear(listener, line))
        }
        _ => heard,
    };
    let mended =
        if heard.as_ref().is_err_and(SpeechError::may_be_partial) { with_near_word(wrong, line) } else { None };
    let again = mended.and_then(|mended| with_listener(session, |listener| hear(listener, &mended)).ok());
    session.table.ahead = None;
    again.map_or(heard, Ok)
}

/// What of a line is understood, with why the rest is not.
fn in_part(session: &mut Session, line: &str, wrong: Diagnostics, partial: PartialLine) -> Response {
    // A command that names somebody is told what is wrong with the rest rather than done without it.
    let says_where = |line: &String| [" at ", " to ", " beside "].iter().any(|word| line.contains(word));
    if is_told_of_table(line) && is_of(&wrong, &OF_ARGUMENTS) && !partial.lines.iter().any(says_where) {
        return Response::wrong(wrong);
    }
    let why = |part: &OmittedWords| with_listener(session, |listener| why_not(listener, &part.text));
    let whys: Vec<Option<String>> = partial.left_out.iter().map(why).collect();
    super::partly::answer(session, line, partial, &whys)
}

/// What is done with what was heard, or told instead.
fn concluded(
    session: &mut Session,
    line: &str,
    wrong: Diagnostics,
    heard: Result<Understanding, SpeechError>,
    asides: &[String],
) -> Response {
    match heard {
        // Where a fact counts for nothing it is told so, rather than that something else is done with other things.
        Ok(Understanding::Line(text)) if is_of(&wrong, &[NOT_READ]) && !keeps_things(session, line, &text) => {
            Response::wrong(wrong)
        }
        Ok(Understanding::Sequence(texts))
            if is_of(&wrong, &[NOT_READ]) && says_no_fact_of(session.table.book(), line, &texts) =>
        {
            Response::wrong(wrong)
        }
        Ok(_) if leaves_out_a_fact(session.table.book(), line, asides) => Response::wrong(wrong),
        Ok(Understanding::Line(text)) if text != line.trim() => counted(session, line, vec![text], asides),
        Ok(Understanding::Sequence(texts)) => counted(session, line, texts, asides),
        Ok(Understanding::Line(_)) => Response::wrong(wrong),
        Ok(Understanding::Several(texts)) => {
            let error = SpeechError::several(line, &texts);
            session.readings = texts;
            Response::wrong(vec![Box::new(error)])
        }
        Err(error) if !error.is_settled() && is_further(&wrong, &error) => Response::wrong(wrong),
        Err(error)
            if !is_of(&wrong, &[NOT_READ])
                && let Some(text) = error.sentence_not_read() =>
        {
            let not_read: Diagnostics = vec![Box::new(error)];
            let said = lexicon(session).in_known_forms(line);
            let anew = |text, asides: &[String]| carried_out(session, vec![text], asides);
            idle_clauses::without((&said, &text), &not_read, asides, anew).unwrap_or(Response::wrong(not_read))
        }
        // What must be said otherwise is told, whatever else is wrong with the line.
        Err(error) if error.is_settled() || error.is_of_meaning() || is_of(&wrong, &UNHEARD) => {
            Response::wrong(vec![Box::new(error)])
        }
        Err(_) => Response::wrong(wrong),
    }
}

/// Whether somebody who is there is put at a place that is none: nothing else is meant by it.
fn is_of_place(session: &Session, line: &str) -> bool {
    let said = line.trim().strip_prefix("put ").and_then(|rest| rest.rsplit_once(" at "));
    said.is_some_and(|(name, cell)| {
        let is_number = |c: char| c.is_ascii_digit() || ",.- ".contains(c);
        session.table.figure(name).is_some() && cell.contains(',') && cell.chars().all(is_number)
    })
}

/// Whether it is said who joins and from which sheet, `new Dan from Guard`: nothing else is meant by it.
fn is_of_new(line: &str) -> bool {
    let said = line.trim().strip_prefix("new ").and_then(|rest| rest.split_once(" from "));
    said.is_some_and(|(name, _)| !name.trim().contains(' '))
}

/// Whether a line corrects the one that was typed before.
pub(super) fn is_correction_of_typed(session: &mut Session, line: &str) -> bool {
    session.typed.is_some() && is_correction(&lexicon(session), line)
}

/// The fight as what was only reckoned would leave it.
fn supposed_state(session: &Session) -> Option<Rc<State>> {
    let orders = session.reckoned_only.as_ref().filter(|orders| orders.is_in_force(&session.table))?;
    Some(orders.state.clone())
}

/// What is nearest to a question that is not understood as a whole.
fn of_the_rules(session: &mut Session, line: &str) -> Option<Response> {
    let topics = with_listener(session, |listener| topics_of(listener, line));
    let near = with_listener(session, |listener| sentence_near(listener, line));
    let rule_text = looked_up::answer(session, line);
    nearest(session, AnswersNear { topics, sentence: near, rule_text }, carried_out)
}

/// Pages of the rules that were shown to a question, with what the source text says of what was asked.
fn with_rule_text(
    session: &mut Session,
    line: &str,
    (texts, asides): (&[String], &[String]),
    mut answer: Response,
) -> Response {
    let is_page = |text: &String| {
        let of_figure = |name: &str| session.table.figure(name.trim()).is_some();
        ["show ", "cards ", "table "]
            .iter()
            .any(|word| text.strip_prefix(word).is_some_and(|name| !name.is_empty() && !of_figure(name)))
    };
    // What is asked more closely than it is answered may be answered there, too.
    let asks_why = line.trim_start().get(..3).is_some_and(|word| word.eq_ignore_ascii_case("why"));
    let is_asked_for = asks_why || !asides.is_empty() || texts.iter().all(is_page);
    if !answer.diagnostics.is_empty() || !is_asked_for {
        return answer;
    }
    let of_page = |session: &mut Session| match texts {
        [page] => looked_up::of_page(session, page),
        _ => None,
    };
    if let Some(rule_text) = looked_up::answer(session, line).or_else(|| of_page(session)) {
        answer.text += &rule_text;
    }
    answer
}

/// What is meant by the correction of a question about odds: it is asked again, and nobody throws dice for it.
fn asked_anew(session: &mut Session, line: &str, mut texts: Vec<String>) -> Vec<String> {
    if let [text] = texts.as_mut_slice()
        && session.has_told_odds(&session.table)
        && is_correction(&lexicon(session), line)
        && is_understood(session.table.book(), &session.table.cast(), text)
    {
        text.insert_str(0, ODDS);
    }
    texts
}

/// Once more what was told just before, where the same is said and no sentence was typed: `Ann takes 3 hits`, `again`.
fn told_again(session: &Session, texts: Vec<String>) -> Vec<String> {
    let is_same = texts.iter().all(|text| text == SAME);
    match &session.told {
        Some(told) if is_same && session.table.last.is_none() => texts.iter().map(|_| told.clone()).collect(),
        _ => texts,
    }
}

/// The answers to what was meant; as often as it was said, where nothing else counts that.
fn counted(session: &mut Session, line: &str, texts: Vec<String>, asides: &[String]) -> Response {
    let before = session.before.len();
    let (texts, note) = going_on::with_what_was_supposed(session, texts);
    let asides: Vec<String> = asides.iter().cloned().chain(note).collect();
    let asides = asides.as_slice();
    let texts: Vec<String> = texts.into_iter().map(|text| goal::without_goal(&session.table, text)).collect();
    let texts = asked_anew(session, line, texts);
    let texts = told_again(session, texts);
    let is_of_table = texts.iter().all(|text| CommandRole::Again.commands().any(|word| text.starts_with(word)));
    let spoken_of = (session.named, session.beside);
    let cast = session.table.cast();
    let names_nobody = texts.iter().all(|text| first_named(&cast, text).is_none());
    // Of both who may be meant the next line speaks no more than before.
    let first: Vec<_> = texts.iter().filter_map(|text| Some(first_named(&cast, text)?.0)).collect();
    let is_of_both = first_named(&cast, line).is_none() && first.windows(2).any(|two| two[0] != two[1]);
    let meant = texts.clone();
    let answer = carried_out(session, texts, asides);
    // Of changes that were told those are spoken of next who were named in the line, not those in what was made of it; so
    // of whoever is named in a line of which what was made of it names nobody.
    if is_of_both {
        (session.named, session.beside) = spoken_of;
    } else if is_of_table || names_nobody {
        (session.named, session.beside) = match first_named(&session.table.cast(), line) {
            Some((named, None)) if [spoken_of.0, spoken_of.1].contains(&Some(named)) => spoken_of,
            Some((named, beside)) => (Some(named), beside),
            None => (session.named, session.beside),
        };
    } else if let Some((first, Some(second))) = first_named(&session.table.cast(), line)
        && session.beside.is_none()
        && session.named == Some(first)
    {
        // The next line may speak of whoever was named beside another, also where what was made of this one names a place.
        session.beside = Some(second);
    } else if let Some((first, Some(second))) = first_named(&session.table.cast(), line)
        && (session.named, session.beside) == (Some(second), Some(first))
        && !meant.iter().any(|text| is_of_deed(session, text))
    {
        // Of what is so between two the next line speaks first of whoever was named first.
        (session.named, session.beside) = (Some(first), Some(second));
    }
    // What is wrong with an expression that nobody typed helps nobody.
    let is_of_expression = code(&answer.diagnostics).is_some_and(|code| code.starts_with(OF_RULES));
    if is_of_expression && session.before.len() == before {
        let help = "`show` lists what is there, `values NAME` what can be asked of somebody".to_string();
        return Response::wrong(vec![Box::new(SpeechError::line(line, "this is not known here", help))]);
    }
    let is_wrong = code(&answer.diagnostics).is_some_and(|code| code == NOT_READ);
    if !is_wrong || session.before.len() != before {
        return with_rule_text(session, line, (&meant, asides), answer);
    }
    match with_listener(session, |listener| repeated(listener, line).or_else(|| retyped(listener, line))) {
        Some(Understanding::Sequence(texts)) => carried_out(session, texts, asides),
        Some(Understanding::Line(text)) => carried_out(session, vec![text], asides),
        _ => match meant.as_slice() {
            [text] => {
                let said = lexicon(session).in_known_forms(line);
                let anew = |text, asides: &[String]| carried_out(session, vec![text], asides);
                idle_clauses::without((&said, text), &answer.diagnostics, asides, anew).unwrap_or(answer)
            }
            _ => answer,
        },
    }
}

/// Whether a text is of something that is done or rolled.
fn is_of_deed(session: &Session, text: &str) -> bool {
    let bare = [ODDS, "do "].into_iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let asked = query::understood(session.table.book(), &session.table.cast(), bare);
    asked.is_some_and(|asked| !matches!(asked.about, About::Quantity(_)))
}

/// Whether another reading of a sentence names every thing that the sentence names as it stands.
fn keeps_things(session: &Session, line: &str, text: &str) -> bool {
    let read = |text: &str| query::understood(session.table.book(), &session.table.cast(), text);
    let (Some(asked), Some(other)) = (read(line.trim()), read(text)) else { return true };
    let is_thing = |argument: &Argument| matches!(argument, Argument::Value(Value::Item(_) | Value::Thing(_)));
    let things = asked.facts.iter().map(|(_, argument)| argument).filter(|argument| is_thing(argument));
    things.into_iter().all(|thing| other.facts.iter().any(|(_, named)| named == thing))
}

/// The answers to two lines that were typed as one.
fn in_turn(session: &mut Session, first: String, rest: String) -> Response {
    let mut all = session.attempt(first, Vec::new(), false, 0);
    if session.waiting.is_some() || !session.readings.is_empty() || !all.diagnostics.is_empty() || all.done {
        all.text += &format!("not yet answered: {rest}\n");
        return all;
    }
    let next = session.attempt(rest, Vec::new(), false, 0);
    Response { text: all.text + &next.text, ..next }
}

/// The answer to another sentence in the same words, if the rules forbid what a sentence says strictly and allow that.
pub(super) fn instead(session: &mut Session, line: &str) -> Option<Response> {
    session.table.rules.ground.as_ref()?;
    let asked = query::understood(session.table.book(), &session.table.cast(), line)?;
    let posed = BoundQuery::new(&session.table.rules, session.table.now(), &asked).ok()?;
    if posed.unmet(&session.table.rules) == 0 {
        return None;
    }
    let text = with_listener(session, |listener| allowed_instead(listener, line, &asked))?;
    Some(carried_out(session, vec![text], &[]))
}

/// The answer to what was understood of a line, where something of it was left out: nothing is changed by it.
fn of_lines(session: &mut Session, lines: Vec<String>, asides: &[String]) -> Response {
    let saved = session.table.clone();
    let whole = lines.join("; ");
    (session.is_partial, session.told) = (true, None);
    let mut answer = carried_out(session, lines, asides);
    session.is_partial = false;
    if session.told.take().is_some() && session.waiting.is_none() {
        super::partly::take_back(session, saved);
        answer.text += &super::partly::nothing_changed(&whole);
    }
    answer
}

/// The answers to lines that were meant, one after another, as far as they can be answered.
pub(super) fn carried_out(session: &mut Session, lines: Vec<String>, asides: &[String]) -> Response {
    if !session.is_partial && asides.iter().any(|aside| aside.starts_with(LEFT_OUT)) {
        return of_lines(session, lines, asides);
    }
    let mut all = Response::default();
    asides.iter().for_each(|aside| all.text += &format!("note: {aside}\n"));
    let is_sentence = |line: &String| {
        let bare = line.strip_prefix(ODDS).unwrap_or(line);
        is_understood(session.table.book(), &session.table.cast(), bare)
    };
    let goes_on = lines.len() > 1 && lines.iter().all(is_sentence);
    let mut is_taken_back = false;
    let told = session.told.clone();
    let asked_for = lines.clone();
    for (at, line) in lines.into_iter().enumerate() {
        let is_undo = line == "undo";
        let behind = &asked_for[at + 1..];
        all.text += &format!("understood: {line}\n");
        if session.is_partial && super::partly::is_lasting(&line) {
            all.text += &super::partly::not_done(&line);
            break;
        }
        match session.strictly(line, Vec::new(), false, 0) {
            Ok(answer) => {
                let is_apart = behind.first().is_some_and(|next| are_alternatives(session, &asked_for[at], next));
                session.table.ahead = None;
                if goes_on && !is_apart && session.table.pending.is_none() {
                    session.table.ahead = ahead_of_the_last(session);
                }
                all.text += &answer.text;
                (all.diagnostics, all.done) = (answer.diagnostics, answer.done);
            }
            // What was only reckoned need not be taken back before it is said otherwise.
            Err(wrong) if is_undo && !behind.is_empty() && code(&wrong).is_some_and(|code| code == NOTHING) => {
                all.text += "nothing was done that could be taken back\n";
            }
            Err(diagnostics) => all.diagnostics = diagnostics,
        }
        if !all.diagnostics.is_empty() && is_taken_back {
            // What cannot be told otherwise stays as it was told.
            let _ = session.strictly("redo".to_string(), Vec::new(), false, 0);
            session.told.clone_from(&told);
            all.text += STAYS;
        }
        if session.waiting.is_some() || !all.diagnostics.is_empty() {
            behind.iter().for_each(|line| all.text += &format!("not yet answered: {line}\n"));
            break;
        }
        is_taken_back = is_undo;
    }
    session.table.ahead = None;
    if all.diagnostics.is_empty() {
        all.text += &versus::verdicts(&session.table, &asked_for);
    }
    all
}

/// Whether two questions for odds are about the same deed of the same figure, each by itself: at whom should he shoot?
fn are_alternatives(session: &Session, first: &str, second: &str) -> bool {
    let asked = |line: &str| {
        let asked = query::understood(session.table.book(), &session.table.cast(), line.strip_prefix(ODDS)?)?;
        let doer = asked.facts.iter().find(|(_, said)| matches!(said, Argument::Who(_))).cloned();
        Some((asked.about, doer))
    };
    asked(first).is_some_and(|one| Some(one) == asked(second))
}

/// The fight as the last sentence would leave it, and those before it that were only reckoned.
fn ahead_of_the_last(session: &mut Session) -> Option<Rc<State>> {
    let (text, asked) = session.table.last.clone()?;
    let known = session.reckoned_only.as_ref().filter(|orders| orders.lines.last().is_some_and(|last| *last == *text));
    match known {
        Some(orders) => Some(orders.state.clone()),
        None => reckon::led_to(&mut session.table, &asked).map(Rc::new),
    }
}
