//! What a line means: a command by its first word, else a declaration, a sentence, something said of a figure, or an
//! expression.

use super::answer::LineStop;
use super::archive::Overwrite;
use super::best::WorthOf;
use super::error::TypedLine;
use super::file::OtherRules;
use super::lacking;
use super::program_line;
use super::quoted::with_quoted_names;
use super::reckon;
use super::session::{Answered, LastOrder, LineStep, TriedWhy};
use super::{
    Response, best, fight, figure, file, help, instead, lasting, looked_up, luau, luau_line, mixed, orders, overrule,
    place, relation, roll, rule, said_dice, sentence, show, stranger, supposed, thing, turn, uncounted, undo, versus,
    what_if, whether, why,
};
use crate::diag::Diagnostic;
use crate::dice::Seeded;
use crate::query::{ParsedQuery, SentenceError};
use crate::rulebook::Sort;
use crate::text::is_wordly;
use std::sync::Arc;

/// Before what is supposed to be done.
const DO: &str = "do ";
/// So many words has a question that is no expression.
const LEAST_OF_QUESTION: usize = 5;

/// Answers a line.
pub(super) fn answer(step: &mut LineStep<'_>) -> Answered {
    let line = step.line.0.trim();
    let answered = forced(step, line).or_else(|| command(step, line));
    if let (None, Some(bare)) = (&answered, roll::bare(line)) {
        return roll::roll_bare(step, &bare);
    }
    let answered = answered.unwrap_or_else(|| free(step, line));
    answered.map_err(|stop| stranger::told(step, line).unwrap_or_else(|| shortly(step, line, stop)))
}

/// Where the rules need something that only a board or the one who asks can say, that is said shortly, without the rules.
fn shortly(step: &LineStep<'_>, line: &str, stop: LineStop) -> LineStop {
    let LineStop::Wrong(wrong) = &stop else { return stop };
    let Some(first) = wrong.first() else { return stop };
    let code = first.code().map(|code| code.to_string()).unwrap_or_default();
    // What is computed is looked at closely.
    if step.table.rules.ground.is_some() || line.starts_with(['=', '?']) || roll::looks_like_arithmetic(TypedLine(line))
    {
        return stop;
    }
    let help = first.help().map_or_else(String::new, |help| help.to_string());
    let (label, help) = match (code.as_str(), help.split_once("`… ").and_then(|(_, rest)| rest.split_once('`'))) {
        ("fray::eval::missing_fact", Some((clause, _))) => {
            ("no board says it here", format!("say it: for example `{line}{clause}`"))
        }
        ("fray::eval::no_board", _) => {
            ("nobody stands anywhere here", "`open SCENARIO` begins a fight on a map".to_string())
        }
        _ => return stop,
    };
    step.line.nothing(line, &first.to_string(), label, &help).into()
}

/// The words behind a command word; none if the line does not begin with it.
fn behind<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(word)?;
    rest.is_empty().then_some(rest).or_else(|| rest.starts_with([' ', ',', '\t', '\n']).then(|| rest[1..].trim()))
}

/// Commands that do all the same what they would refuse: replace files of others, carry a fight over to other rules.
fn forced(step: &mut LineStep<'_>, line: &str) -> Option<Answered> {
    let (word, rest) = line.split_once('!')?;
    let rest = rest.trim();
    Some(match word {
        "save" => file::save(step, rest, Overwrite::Forced),
        "keep" => rule::keep(step, rest, Overwrite::Forced),
        "transcript" => transcript(step, rest, Overwrite::Forced),
        "load" => file::load(step, rest, OtherRules::Carried),
        _ => return None,
    })
}

fn command(step: &mut LineStep<'_>, line: &str) -> Option<Answered> {
    if let Some(rest) = line.strip_prefix('?') {
        return Some(Ok(Response::of(help::page(rest.trim()))));
    }
    if let Some(code) = luau_line::code(line) {
        return Some(luau::run(step, code.trim()));
    }
    let word = help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
    let (word, rest) = word.filter_map(|word| Some((word, behind(line, word)?))).max_by_key(|(word, _)| word.len())?;
    Some(match word {
        "help" => Ok(Response::of(help::page(rest))),
        "quit" => Ok(Response { done: true, ..Response::default() }),
        "same" => same(step, rest),
        "rolled" => said_dice::rolled(step, rest),
        "what if" => what_if(step, rest),
        "odds" => odds(step, rest, false),
        "odds sums" => odds(step, rest, true),
        "odds whole" => whole(step, rest),
        "why" => reasons(step, rest),
        "best" => best_of(step, rest),
        "compare" => versus::compare(step, rest),
        "whether" => whether::whether(step, rest),
        "worth" => best::worth(step, rest, WorthOf::Check),
        "worth all" => best::worth(step, rest, WorthOf::All),
        "worth whole" => best::worth(step, rest, WorthOf::Whole),
        "show" => show::show(step, rest),
        "cards" => show::cards(step, rest),
        "look up" => looked_up::look_up(step, rest),
        // A table may also be declared here, and the turn be changed.
        "table" if !rest.contains('{') => show::table(step, rest),
        "undo" => undo::undo(step, rest),
        "redo" => undo::redo(step),
        "overrule" => overrule::overrule(step, rest),
        "allow" => overrule::allow(step, rest),
        "dice" => mixed::dice(step, rest),
        "seed" => seed(step, rest),
        "transcript" => transcript(step, rest, Overwrite::Refused),
        word => return fight_or_rules(step, word, rest),
    })
}

fn fight_or_rules(step: &mut LineStep<'_>, word: &str, rest: &str) -> Option<Answered> {
    Some(match word {
        "new" => figure::join(step, rest),
        "put" if is_of_figure(step, rest) || place::put_otherwise(step, rest).is_some() => place::put(step, rest),
        // What is declared may be removed as well.
        "remove" if step.table.figure(rest).is_some() => place::remove(step, rest),
        "remove" if is_about_thing(step, rest) => thing::remove(step, rest),
        "remove" if !rest.is_empty() && !is_declared_sort(step, rest) => place::remove(step, rest),
        "rename" if is_of_figure(step, rest) => place::rename(step, rest),
        "face" if is_of_figure(step, rest) || place::face_otherwise(step, rest).is_some() => place::face(step, rest),
        "for" if lasting::is_told(rest) => lasting::hold(step, rest),
        "interchange" if relation::is_told(step, rest) => place::interchange(step, rest),
        "relate" if relation::is_told(step, rest) => relation::relate(step, rest),
        "release" if relation::is_told(step, rest) => relation::release(step, rest),
        "drop" if is_about_thing(step, rest) => thing::drop(step, rest),
        "give" if is_about_thing(step, rest) => thing::give(step, rest),
        "do" => fight::perform(step, rest),
        "next" if rest.is_empty() => fight::next(step),
        "play" => fight::play(step, rest),
        "orders" => orders::list(step, rest),
        "turn" if rest.is_empty() => turn::turn(step),
        "options" => rule::options(step),
        "with" if !rule::names_a_thing(rest) && may_be_option(step, rest) => rule::with(step, rest),
        "rules" if rest.is_empty() => rule::rules(step),
        "set" if rest.contains(" of ") => thing::set(step, rest),
        "keep" => rule::keep(step, rest, Overwrite::Refused),
        "reload" if rest.is_empty() => rule::reload(step),
        "open" => rule::open_other(step, rest),
        "save" => file::save(step, rest, Overwrite::Refused),
        "load" => file::load(step, rest, OtherRules::Refused),
        _ => return None,
    })
}

/// Whether a line ends with somebody on the board: whose thing it is, or who gets it.
fn is_about_thing(step: &LineStep<'_>, rest: &str) -> bool {
    let names = [" of ", " to ", " from "].into_iter().filter_map(|word| Some(rest.rsplit_once(word)?.1));
    names.into_iter().any(|name| step.table.figure(name).is_some())
}

/// Whether an option may be set by what stands behind `with`: `with 2 points left, can he shoot?` is said of somebody.
fn may_be_option(step: &LineStep<'_>, rest: &str) -> bool {
    let bare = rest.strip_prefix("not ").unwrap_or(rest);
    let name = bare.split(['=', ' ']).next().unwrap_or(bare);
    let is_option = step.table.book().options.iter().any(|option| *option.head.name == *name);
    is_option || rest.contains('=') || bare.split_whitespace().count() <= 1
}

/// Whether a line begins with a sort of what is declared, or a kind of things: then that is what is removed.
fn is_declared_sort(step: &LineStep<'_>, rest: &str) -> bool {
    let first = rest.split(|c: char| !is_wordly(c)).next().unwrap_or(rest);
    let kinds = &step.table.book().kinds;
    Sort::ALL.iter().any(|sort| sort.words().split(' ').any(|word| word == first))
        || kinds.iter().any(|kind| *kind.head.name == *first)
}

/// Whether a line is about somebody on the board.
fn is_of_figure(step: &LineStep<'_>, rest: &str) -> bool {
    let names = [" at ", " beside ", " to "].into_iter().filter_map(|word| Some(rest.rsplit_once(word)?.0));
    names.into_iter().chain([rest]).any(|name| step.table.figure(name).is_some())
}

/// `what if CLAUSES`, or `what if LINE`; before the first sentence, of something that is done its odds.
fn what_if(step: &mut LineStep<'_>, rest: &str) -> Answered {
    match rest.strip_prefix(DO).filter(|_| step.table.last.is_none()) {
        Some(deed) => odds(step, deed, false),
        None => what_if::what_if(step, rest, |step, line| command(step, line).unwrap_or_else(|| free(step, line))),
    }
}

/// The last sentence with other clauses; it is remembered as if it had been typed whole.
fn same(step: &mut LineStep<'_>, rest: &str) -> Answered {
    if let Some(held) = sentence::said_ahead(step, rest.trim_start_matches(',').trim()) {
        return Ok(held);
    }
    let asked = sentence::amended(step, rest)?;
    let clauses = rest.trim_start_matches(',').trim();
    let text = step.table.last.as_ref().map_or_else(String::new, |(text, _)| match clauses {
        "" => text.to_string(),
        clauses => format!("{text}, {clauses}"),
    });
    match step.session.has_told_odds(&step.table) {
        true => {
            let answer = sentence::need(step, &asked)?;
            remember_odds(step, &text, asked);
            Ok(answer)
        }
        false => sentence::ask(step, &text, asked),
    }
}

fn seed(step: &mut LineStep<'_>, rest: &str) -> Answered {
    if rest.is_empty() {
        return Ok(Response::of(format!("the dice began at seed {}", step.table.seeded.seed)));
    }
    fight::unasked(step)?;
    let Ok(seed) = rest.parse::<u64>() else {
        let help = "write a whole number, `seed 7`";
        return Err(step.line.nothing(rest, "this is no seed", "no whole number from 0", help).into());
    };
    step.table.seeded = Seeded::new(seed, 0).state();
    step.changes = true;
    Ok(Response::of(format!("the dice begin at seed {seed}")))
}

fn transcript(step: &mut LineStep<'_>, rest: &str, overwrite: Overwrite) -> Answered {
    if rest.is_empty() {
        return Err(step.line.missing("no file is named", "write `transcript FILE`").into());
    }
    let session = &mut *step.session;
    session.archive.begin(&*session.desk, rest, overwrite)?;
    Ok(Response::of(format!("this dialog is kept in {rest}")))
}

fn odds(step: &mut LineStep<'_>, rest: &str, sums: bool) -> Answered {
    if rest.is_empty() {
        let asked = sentence::last(step)?;
        let answer = sentence::odds(step, &asked, sums)?;
        sentence::odds_were_told(step);
        return Ok(answer);
    }
    if sentence::clauses_for_the_last(rest).is_some() {
        let asked = sentence::this_or_last(step, rest)?;
        let text = sentence::in_full(&step.table, rest);
        return odds_of_sentence(step, &text, asked, sums);
    }
    match sentence::read(step, rest) {
        Ok(asked) => {
            sentence::counts(step, rest, &asked)?;
            let (text, asked, note) = sentence::with_what_was_said(step, rest, asked);
            let mut answer = odds_of_sentence(step, &text, asked, sums)?;
            answer.text.insert_str(0, &note);
            Ok(answer)
        }
        Err(wrong) => match roll::phrase(step, rest) {
            Ok(phrase) => roll::odds_of(step, &phrase, rest, sums),
            Err(mistakes) => Err(nearer(step, rest, wrong, mistakes)),
        },
    }
}

/// The odds of a sentence, which is the last then.
fn odds_of_sentence(step: &mut LineStep<'_>, text: &str, asked: ParsedQuery, sums: bool) -> Answered {
    let answer = sentence::odds(step, &asked, sums)?;
    remember_odds(step, text, asked);
    Ok(answer)
}

fn remember_odds(step: &mut LineStep<'_>, text: &str, asked: ParsedQuery) {
    step.table.last = Some((text.into(), asked));
    sentence::odds_were_told(step);
}

/// `odds whole [all] [SENTENCE] [that EXPRESSION] …`: the action performed under everything that chance can do.
fn whole(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let rest = rest.trim();
    let (with_quiet, rest) = match rest.split_once(' ').unwrap_or((rest, "")) {
        ("all", rest) => (true, rest),
        _ => (false, rest),
    };
    let mut parts = sentence::parted(rest, "that").into_iter();
    let rest = parts.next().unwrap_or("");
    let asked = sentence::this_or_last(step, rest)?;
    let names = step.table.cast().names;
    let that: Vec<String> = parts.map(|text| with_quoted_names(text, &names)).collect();
    let answer = sentence::whole(step, &asked, &that.iter().map(String::as_str).collect::<Vec<&str>>(), with_quiet)?;
    if !rest.is_empty() {
        step.table.last = Some((sentence::in_full(&step.table, rest).into(), asked));
    }
    sentence::odds_were_told(step);
    Ok(answer)
}

fn reasons(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let last = step.table.last.as_ref().map(|(text, _)| text);
    let is_last = |tried: &&LastOrder| match (&tried.after, last) {
        (Some(after), Some(last)) => Arc::ptr_eq(after, last),
        (after, last) => after.is_none() && last.is_none(),
    };
    match step.session.tried.as_ref().filter(is_last).map(|tried| &tried.told) {
        Some(Some(TriedWhy::Reckoned(reckoning))) => return why::why(step, reckoning, rest),
        Some(Some(TriedWhy::Refused(refusal))) => return Ok(Response::of(refusal.text())),
        Some(None) => {
            let help = "`odds whole SENTENCE` shows all that can come of an order";
            let error = step.line.nothing(step.line.0.trim(), "nothing is rolled for this order", "no reasons", help);
            return Err(error.into());
        }
        None => {}
    }
    let asked = sentence::last(step)?;
    supposed::supposing(step, ("", &asked), |step| {
        let reckoning = reckon::reckoned(step, &asked)?;
        let mut answer = why::why(step, &reckoning, rest)?;
        if rest.is_empty()
            && let Some(refusal) = reckon::refusal(step, &asked)?
        {
            answer.text.insert_str(0, &refusal.text());
        }
        Ok(answer)
    })
}

fn best_of(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let asked = sentence::this_or_last(step, rest)?;
    best::best(step, &asked)
}

/// Whether a line can be nothing but a sentence: no command, no code, no roll, no declaration, no name.
pub(super) fn is_sentence(step: &LineStep<'_>, line: &str) -> bool {
    let mut words = help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
    let is_command = line.contains(['!', '?']) || words.any(|word| behind(line, word).is_some());
    let is_name = |name: &str| {
        step.table.figure(name).is_some() || step.table.book().sheets.iter().any(|sheet| *sheet.head.name == *name)
    };
    let is_other = luau_line::code(line).is_some() || roll::bare(line).is_some() || rule::is_declaration(step, line);
    !is_command && !is_other && !is_name(line.trim_matches('"'))
}

/// A line without a command word.
fn free(step: &mut LineStep<'_>, line: &str) -> Answered {
    if let Some(answered) = fight::choice(step, line) {
        return answered;
    }
    if rule::is_declaration(step, line) {
        return rule::declare(step, line);
    }
    let name = line.trim_matches('"');
    if step.table.figure(name).is_some() {
        return show::show(step, name);
    }
    if step.table.book().sheets.iter().any(|sheet| *sheet.head.name == *name) {
        return show::show(step, &format!("figure {name}"));
    }
    let wrong = match sentence::read(step, line) {
        Ok(asked) if step.session.is_partial => return partly_reckoned(step, line, asked),
        Ok(asked) => return ordered_or_reckoned(step, line, asked),
        Err(wrong) => wrong,
    };
    let wrong = match fight::said(step, line) {
        Ok(tweaks) if !tweaks.is_empty() => return fight::set(step, &tweaks),
        Ok(_) => wrong,
        Err(other) => further(wrong, other),
    };
    if let Some(stop) = program_line::compared(step, line).or_else(|| uncounted::told(step, line)) {
        return Err(stop);
    }
    match roll::phrase(step, line) {
        Ok(_) => supposed::computed(step, |step| {
            let phrase = roll::phrase(step, line).map_err(LineStop::Wrong)?;
            let note = supposed::not_rolled_for(step, line);
            let mut answer = roll::roll(step, &phrase)?;
            answer.text.insert_str(0, &note);
            Ok(answer)
        }),
        Err(mistakes) => Err(nearer(step, line, wrong, mistakes)),
    }
}

/// A sentence as the order of whoever is asked, or only reckoned.
fn ordered_or_reckoned(step: &mut LineStep<'_>, line: &str, asked: ParsedQuery) -> Answered {
    let (line, asked, note) = sentence::with_what_was_said(step, line, asked);
    let mut answer = match fight::order(step, &asked) {
        Some(answered) => answered?,
        None => reckoned_only(step, &line, asked)?,
    };
    answer.text.insert_str(0, &note);
    Ok(answer)
}

/// A sentence that is only reckoned, and why, if it could have been an order.
fn reckoned_only(step: &mut LineStep<'_>, line: &str, asked: ParsedQuery) -> Answered {
    let aside = fight::aside(step, &asked).unwrap_or_default();
    let borrowed = program_line::borrowed(step, &asked).unwrap_or_default();
    // Dice are thrown for nobody who does it with what is not his.
    if !borrowed.is_empty()
        && !line.trim_end().ends_with('?')
        && let Some(error) = lacking::of_another(step, &asked)
    {
        step.session.note_refused(step.line.0);
        return Err(error.into());
    }
    let mut answer = instead::asked(step, line, asked)?;
    answer.text.insert_str(0, &(aside + &borrowed));
    Ok(answer)
}

/// What comes of a sentence that is only a part of the line: no order, and no dice of the table.
fn partly_reckoned(step: &mut LineStep<'_>, line: &str, asked: ParsedQuery) -> Answered {
    let (may_be_done, is_mine) = (fight::is_ordered(step, &asked), step.table.mine);
    let mut answer = if is_mine { odds(step, line, false)? } else { reckoned_only(step, line, asked)? };
    if may_be_done {
        answer.text += &format!("only reckoned, for not all of the line counts: `{line}` does it\n");
    }
    Ok(answer)
}

/// Of two readings the one that got further.
fn further(one: SentenceError, other: SentenceError) -> SentenceError {
    if other.reached() > one.reached() { other } else { one }
}

/// The mistakes of the reading that was most likely meant.
fn nearer(step: &LineStep<'_>, line: &str, wrong: SentenceError, mistakes: Vec<Diagnostic>) -> LineStop {
    let cast = step.table.cast();
    let starts = |name: &str| behind(&line.to_lowercase(), &name.to_lowercase()).is_some();
    if cast.names.iter().any(|(name, _)| starts(name)) {
        return LineStop::from(Box::new(wrong) as Diagnostic);
    }
    let word = line.split(|c: char| !is_wordly(c)).next().unwrap_or(line);
    let rest = line[word.len()..].trim_start();
    let book = step.table.book();
    let is_known = [Sort::Fact, Sort::Setting].into_iter().any(|sort| book.names.find(sort, word).is_some());
    let is_somebody = cast.names.iter().any(|(name, _)| name == word);
    if rest.starts_with('.') && !is_known && !is_somebody && word.starts_with(char::is_alphabetic) {
        let names = cast.names.iter().filter(|(name, _)| !name.contains(' ')).map(|(name, _)| name.as_str());
        return step.line.unknown("figure", word, names).into();
    }
    // A question in words is none, whatever signs stand in it.
    let is_question = line.ends_with('?') && line.split_whitespace().count() >= LEAST_OF_QUESTION;
    let is_phrase = rest.starts_with('.') || roll::looks_like_arithmetic(TypedLine(line)) && !is_question;
    if is_phrase || word.is_empty() {
        return LineStop::Wrong(mistakes);
    }
    // A question begins with whatever it likes.
    let verb = sentence::verb(step, word).filter(|_| !line.ends_with('?'));
    if let Some(verb) = verb {
        let what = format!("a sentence begins with the one who acts: who {verb}?");
        let help = match cast.names.first() {
            Some((name, _)) => format!("for example `{name} {line}`"),
            None => "`new NAME from SHEET` lets somebody join the fight".to_string(),
        };
        return step.line.nothing(word, &what, "nobody is named before this", &help).into();
    }
    let known = help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
    let names = cast.names.iter().map(|(name, _)| name.as_str());
    let keywords = Sort::ALL.iter().map(|sort| sort.words()).filter(|_| line.contains('{'));
    step.line.not_understood(word, known.chain(names).chain(keywords)).into()
}
