//! Lines in the manner of programs: `Zorgo.damage = 3`, `set Zorgo DEX 12`, `range=6`, `shoot(Bruce, Zorgo)`.

use super::answer::LineStop;
use super::error::{ReplError, TypedLine};
use super::help::command_words;
use super::roll;
use super::session::{LineStep, Session};
use crate::diag::Diagnostics;
use crate::query::{Argument, Directory, ParsedQuery, Who, is_understood, of_a_deed};
use crate::rulebook::{Head, Rulebook, SentencePart, Sort, Type};
use crate::syntax::parse_formula;
use crate::text::is_wordly;
use crate::value::{FigureId, ItemId, Value};

/// Signs by which programs assign, the longer first; what is changed by so much, and what is set.
const SIGNS: [(&str, AssignSign); 6] = [
    ("+=", AssignSign::More),
    ("-=", AssignSign::Less),
    (":=", AssignSign::Is),
    ("==", AssignSign::Is),
    ("=", AssignSign::Is),
    (":", AssignSign::Is),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum AssignSign {
    Is,
    More,
    Less,
}

/// `NAME = VALUE`: what stands before the sign, its place and length, and what stands behind it.
fn parted(line: &str) -> Option<(&str, (usize, &'static str, AssignSign), &str)> {
    let (at, (sign, sort)) = line
        .char_indices()
        .find_map(|(at, _)| SIGNS.iter().find(|(sign, _)| line[at..].starts_with(sign)).map(|found| (at, *found)))?;
    let is_compared = line[..at].ends_with(['<', '>', '!', '~']);
    let (before, behind) = (line[..at].trim(), line[at + sign.len()..].trim());
    (!is_compared && !before.is_empty() && !behind.is_empty()).then_some((before, (at, sign, sort), behind))
}

/// Somebody on the board by his name.
fn somebody<'c>(cast: &'c Directory, name: &str) -> Option<&'c str> {
    let name = name.trim().trim_matches('"');
    let mut placed = cast.names.iter().filter(|(_, who)| matches!(who, Who::Figure(_)));
    placed.find(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(one, _)| &**one)
}

/// Whether a name is that of something which a sentence can say of somebody.
fn is_told(book: &Rulebook, name: &str) -> bool {
    [Sort::Attribute, Sort::Track, Sort::State].into_iter().any(|sort| book.names.find(sort, name).is_some())
}

/// `NAME.FIELD`, `NAME's FIELD`, `FIELD of NAME`, `NAME FIELD`: whose it is, and what.
fn owned<'l>(book: &Rulebook, cast: &Directory, text: &'l str) -> Option<(String, &'l str)> {
    let ways = [text.rsplit_once('.'), text.rsplit_once("'s "), text.rsplit_once("’s "), text.rsplit_once(' ')];
    let turned = text.split_once(" of ").map(|(field, name)| (name, field));
    turned.into_iter().chain(ways.into_iter().flatten()).find_map(|(name, field)| {
        let field = field.trim();
        is_told(book, field).then_some(())?;
        Some((somebody(cast, name)?.to_string(), field))
    })
}

/// The sentence by which somebody's number or state is told.
fn told(book: &Rulebook, (name, field): (&str, &str), value: &str) -> String {
    let name = if name.contains(' ') { format!("\"{name}\"") } else { name.to_string() };
    let value = value.trim_matches(['"', '\'']);
    match book.names.find(Sort::State, field) {
        Some(_) => format!("{name} {value}"),
        None => format!("{name} {field} {value}"),
    }
}

/// What is said of an assignment that reads as a comparison: it changes nothing, and how it is told.
pub(super) fn compared(step: &LineStep<'_>, line: &str) -> Option<LineStop> {
    let (before, (at, sign, AssignSign::Is), behind) = parted(line)? else { return None };
    let book = step.table.book().clone();
    let (name, field) = owned(&book, &step.table.cast(), before)?;
    if sign == ":" || !is_value(behind) || !before.contains(['.', '\'', '’']) {
        return None;
    }
    let phrase = roll::phrase(step, line).ok()?;
    let (_, is_so) = roll::value(step, &phrase)?;
    if is_so != Value::Truth(false) {
        return None;
    }
    let sentence = told(&book, (&name, field), behind);
    let what = format!("`{sign}` only compares here, and {name}'s {field} is not {behind}");
    let help = format!("to tell that it is so, write `{sentence}`");
    let place = step.line.0.find(line).unwrap_or(0) + at;
    Some(step.line.otherwise((place, sign.len()), &what, "changes nothing", &help).into())
}

/// Whether a text is a plain value: a number, or a word.
fn is_value(text: &str) -> bool {
    let text = text.trim_matches(['"', '\'']);
    let number = text.trim_start_matches(['-', '+']);
    !number.is_empty() && number.chars().all(is_wordly)
}

/// How somebody's state is asked for by its name: `Ann's posture`, which is not said of her.
fn state_asked(book: &Rulebook, cast: &Directory, line: &str) -> Option<String> {
    let bare = line.trim_end_matches(['?', ' ']);
    let bare = ["what is ", "what's "].into_iter().find_map(|asks| bare.strip_prefix(asks)).unwrap_or(bare);
    let (name, state) = bare.rsplit_once("'s ").or_else(|| bare.rsplit_once("’s "))?;
    book.names.find(Sort::State, state.trim())?;
    let name = somebody(cast, name)?;
    Some(if name.contains(' ') { format!("\"{name}\".{state}") } else { format!("{name}.{state}") })
}

/// The line that is meant by one in the manner of a program.
pub(super) fn meant(session: &Session, line: &str) -> Option<String> {
    let (book, cast) = (session.table.book(), session.table.cast());
    let line = line.trim();
    let bare = ["set ", "let ", "assign "].into_iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line).trim();
    let reads = |text: &String| text != line && is_understood(book, &cast, text);
    if let Some(call) = called(book, &cast, bare).filter(reads) {
        return Some(call);
    }
    if let Some(line) = as_command(session, line) {
        return Some(line);
    }
    if let Some(asked) = state_asked(book, &cast, line) {
        return Some(asked);
    }
    if let Some(deed) = of_a_deed(book, &cast, line) {
        return Some(format!("odds whole {} that {}", deed.sentence, deed.that()));
    }
    if let Some((before, (_, _, sign), behind)) = parted(bare)
        && let Some((name, field)) = owned(book, &cast, before)
        && is_value(behind)
    {
        let value = match sign {
            AssignSign::Is => behind.to_string(),
            AssignSign::More => format!("+{behind}"),
            AssignSign::Less => format!("-{behind}"),
        };
        return Some(told(book, (&name, field), &value));
    }
    if let Some((before, value)) = bare.rsplit_once([' ', '\t'])
        && let before = before.trim_end_matches(" to").trim_end_matches(" as")
        && let Some((name, field)) = owned(book, &cast, before)
        && (bare.len() < line.len() || before.contains('.'))
        && is_value(value)
        && !is_word_for_number(book, field, value)
    {
        return Some(told(book, (&name, field), value));
    }
    let dotted = without_dots(book, &cast, line);
    let plain = match without_signs(book, &cast, dotted.as_deref().unwrap_or(line)) {
        Some(plain) => plain,
        None => dotted?,
    };
    let is_fact = |text: &str| book.fact(text.split(' ').next().unwrap_or("")).is_some();
    if is_fact(&plain) && !plain.contains(',') && session.table.last.is_some() {
        return Some(format!("same {plain}"));
    }
    let sentence = ["odds ", "what if ", "do ", "same ", "why "].into_iter().find_map(|word| plain.strip_prefix(word));
    let is_read = is_understood(book, &cast, sentence.unwrap_or(&plain)) || line.starts_with("same ");
    is_read.then_some(plain)
}

/// Commands in the manner of the command line: `roll 2d6 + Bruce.STR`, `odds --whole …`, `without OPTION`.
fn as_command(session: &Session, line: &str) -> Option<String> {
    let (book, cast) = (session.table.book(), session.table.cast());
    let (first, rest) = line.split_once(' ')?;
    let rest = rest.trim();
    if matches!(first, "roll" | "throw") {
        let dice = rest.split([' ', '+', '-', '*', '(']).next().unwrap_or("");
        // What else is said is speech: `roll 3d6+2 for me`.
        let is_word =
            |chunk: &str| chunk.chars().all(char::is_alphabetic) && !cast.names.iter().any(|(name, _)| name == chunk);
        let is_speech = rest.split_whitespace().any(is_word);
        return (dice.contains('d') && !is_speech && parse_formula(dice).is_some()).then(|| rest.to_string());
    }
    if first == "without" && book.names.find(Sort::Option, rest).is_some() {
        return Some(format!("with not {rest}"));
    }
    let (option, sentence) = rest.strip_prefix("--")?.split_once(' ')?;
    let is_word = matches!((first, option), ("odds", "whole" | "sums") | ("worth", "whole" | "all"));
    (is_word && is_understood(book, &cast, sentence)).then(|| format!("{first} {option} {sentence}"))
}

/// What is wrong with a line of the command line that is typed at the prompt: `fray odds duel`, `odds -n 100 …`,
/// `Ann shoots Bob --with bands=broad`.
pub(super) fn of_terminal(line: &str) -> Option<ReplError> {
    let line = line.trim_end();
    let start = line.len() - line.trim_start().len();
    let (first, rest) = line[start..].split_once(' ').unwrap_or((&line[start..], ""));
    if first == "fray" {
        let what = "this is the prompt of fray, and no terminal";
        let help = here(rest.trim());
        return Some(TypedLine(line).otherwise((start, first.len()), what, "not needed here", &help));
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_command = matches!(first, "odds" | "worth" | "roll" | "ask" | "why" | "best" | "play" | "next");
    let is_option = |word: &&&str| {
        let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-').filter(|_| is_command));
        name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    let option = *words.iter().find(is_option)?;
    let at = words.iter().position(|word| *word == option)?;
    let name = option.trim_start_matches('-');
    let (name, joined) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
    let (mut left, value) = (words.clone(), joined.or_else(|| words.get(at + 1).copied()).unwrap_or_default());
    left.remove(at);
    let is_value = matches!(name, "with" | "dice" | "seed" | "rules" | "sections") || value.parse::<f64>().is_ok();
    if joined.is_none() && is_value && at < left.len() {
        left.remove(at);
    }
    let left = left.join(" ");
    let help = match name {
        "with" if !value.is_empty() && left.is_empty() => format!("type it without the signs: `with {value}`"),
        "with" if !value.is_empty() => format!("type `with {value}` as a line of its own, then `{left}`"),
        "dice" if !value.is_empty() => {
            let dice = value.replace(',', " ");
            format!("type `{left}`, then `rolled {dice}` says what was thrown; `dice mine` asks for all dice")
        }
        _ if left.is_empty() => "options are not typed here; `help` lists what is".to_string(),
        _ => format!("options are not typed here: `{left}`"),
    };
    let what = format!("`{option}` is an option of the command line");
    let at = TypedLine(line).at(option);
    Some(TypedLine(line).otherwise((at.offset(), at.len()), &what, "not known at the prompt", &help))
}

/// How a command of the terminal is said at the prompt.
fn here(command: &str) -> String {
    let (first, rest) = command.split_once(' ').unwrap_or((command, ""));
    let (first, rest) = (first, rest.trim());
    let named = rest.split_whitespace().next().filter(|name| !name.starts_with('-'));
    // A sentence stands in quotes there, behind its pack.
    let quoted = rest.find(['"', '\'']).map(|at| rest[at..].trim_matches(['"', '\'', ' ']));
    let in_terminal = format!("`quit` leads back to the terminal: `fray {command}`");
    match (first, named, quoted) {
        ("run" | "repl" | "serve", Some(name), _) => {
            format!("`open {name}`, then `next` goes on with it; {in_terminal}")
        }
        ("ask", _, Some(sentence)) => format!("type the sentence alone: `{sentence}`"),
        ("odds" | "worth", _, Some(sentence)) => format!("leave `fray` and the pack out: `{first} {sentence}`"),
        ("show" | "odds" | "worth" | "help", Some(_), None) => format!("leave `fray` out: `{command}`; {in_terminal}"),
        ("roll", Some(_), _) => format!("type the dice alone: `{}`", quoted.unwrap_or(rest)),
        _ => in_terminal,
    }
}

/// What is wrong with `drop THING`, where nobody is named.
pub(super) fn dropped_by_nobody(session: &Session, line: &str) -> Option<ReplError> {
    let (state, book) = (session.table.now(), session.table.book());
    let said = line.trim().strip_prefix("drop ")?.trim().trim_matches('"');
    let said = said.trim_start_matches("the ");
    let is_it = |item: ItemId| book.items[item.index()].head.name.eq_ignore_ascii_case(said);
    let has = |id: &FigureId| state.figure(*id).slots.iter().flatten().any(|thing| is_it(state.thing(*thing).item));
    let owner = state.figure_ids().find(has)?;
    let at = TypedLine(line).at(said);
    let help = format!("say whose: `drop {said} of {}`", state.figure(owner).name);
    Some(TypedLine(line).otherwise((at.offset(), at.len()), "nobody is named who drops it", "whose?", &help))
}

/// Whether a word is said of what is a number of figures.
fn is_word_for_number(book: &Rulebook, field: &str, value: &str) -> bool {
    let is_it = |head: &Head| head.name.eq_ignore_ascii_case(field) || head.title.eq_ignore_ascii_case(field);
    let is_number = |r#type: &Type| matches!(r#type.bare(), Type::Number(_));
    let attributes = book.attributes.iter().filter(|one| is_number(&one.r#type)).map(|one| &one.head);
    let mut heads = attributes.chain(book.tracks.iter().map(|one| &one.head));
    value.starts_with(char::is_alphabetic) && value != "none" && heads.any(is_it)
}

/// What `set BEFORE to VALUE` and `set BEFORE = VALUE` set, by which sign, to what.
fn set_parts(line: &str) -> Option<(&str, AssignSign, &str)> {
    let rest = line.trim().strip_prefix("set ")?.trim();
    let (before, sign, value) = match parted(rest) {
        Some((before, (_, _, sign), behind)) => (before, sign, behind),
        None => rest.rsplit_once([' ', '\t']).map(|(before, value)| (before, AssignSign::Is, value))?,
    };
    Some((before.trim().trim_end_matches(" to").trim_end_matches(" as"), sign, value.trim()))
}

/// What is wrong with `set FIELD of NAME to WORD`, where the field is a number.
pub(super) fn no_number(session: &Session, line: &str) -> Option<ReplError> {
    let (book, cast) = (session.table.book(), session.table.cast());
    let (before, _, value) = set_parts(line)?;
    let (name, field) = owned(book, &cast, before)?;
    is_word_for_number(book, field, value).then_some(())?;
    let at = line.rfind(value)?;
    let state = session.table.now();
    let attribute = book.names.find(Sort::Attribute, field).map(usize::from);
    let figure = state.figure_ids().map(|id| state.figure(id)).find(|figure| *figure.name == *name);
    let known = figure.and_then(|figure| figure.attributes.get(attribute?)?.as_number()?.as_int()).unwrap_or(3);
    let what = format!("`{field}` is a number, and `{value}` is none");
    let help = format!("write a number: `{}{known}`", &line.trim_start()[..line.trim_start().rfind(value)?]);
    Some(TypedLine(line).otherwise((at, value.len()), &what, "how many?", &help))
}

/// The sentence that says what `set FIELD of NAME to NUMBER` sets, where the field is a word that only speech knows.
pub(super) fn set_in_words(session: &Session, line: &str) -> Option<String> {
    let (book, cast) = (session.table.book(), session.table.cast());
    let (before, sign, value) = set_parts(line)?;
    matches!(sign, AssignSign::Is).then_some(())?;
    let turned = before.split_once(" of ").map(|(field, name)| (name, field));
    let (name, field) = turned.or_else(|| before.split_once("'s ")).or_else(|| before.rsplit_once(['.', ' ']))?;
    let name = somebody(&cast, name.trim())?;
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !is_told(book, field)).then(|| format!("{name} has {value} {field}"))
}

/// What is wrong with `set NAME FIELD VALUE`, where nobody is called so.
pub(super) fn unknown_subject(session: &Session, line: &str) -> Option<ReplError> {
    let (book, cast) = (session.table.book(), session.table.cast());
    let rest = line.trim().strip_prefix("set ")?.trim();
    let before =
        parted(rest).map_or_else(|| rest.rsplit_once(' ').map(|(before, _)| before), |(before, ..)| Some(before))?;
    let before = before.trim_end_matches(" to");
    let turned = before.split_once(" of ").map(|(field, name)| (name, field));
    let (name, field) = turned.or_else(|| before.rsplit_once(['.', ' ']))?;
    let name = name.trim_end_matches("'s").trim();
    if !is_told(book, field.trim()) || somebody(&cast, name).is_some() || name.contains(' ') {
        return None;
    }
    let state = session.table.now();
    let placed: Vec<String> = state.figure_ids().map(|id| state.figure(id).name.to_string()).collect();
    Some(TypedLine(line).unknown("figure", name, placed.iter().map(String::as_str)))
}

/// `quit()`: a command with brackets behind it, as programs call a function.
pub(super) fn command_in_brackets(line: &str, wrong: &Diagnostics) -> Option<ReplError> {
    let (word, inside) = line.trim().strip_suffix(')')?.split_once('(')?;
    let is_unknown = wrong.first().is_some_and(|one| one.to_string().starts_with("no table or function is named"));
    if !is_unknown || !command_words().any(|known| known == word) {
        return None;
    }
    let help = format!("write `{}`", format!("{word} {}", inside.trim_matches('"')).trim());
    let start = line.len() - line.trim_start().len();
    Some(TypedLine(line).otherwise((start, word.len()), "a command is no function", "no brackets here", &help))
}

/// What is wrong with a deed done with what somebody else has: `Bruce shoots Zorgo with Zorgo's Saber`.
pub(super) fn of_somebody_else(session: &Session, line: &str) -> Option<ReplError> {
    let (cast, state, book) = (session.table.cast(), session.table.now(), session.table.book());
    let (before, behind) = line.split_once(" with ")?;
    let phrase = behind.split([',', '.', '?', '!']).next()?.trim_end();
    let (owner, thing) = phrase.split_once("'s ").or_else(|| phrase.split_once("’s "))?;
    let owner = somebody(&cast, owner.trim_start_matches("the "))?;
    let actor = state.figure_ids().find(|id| {
        let name = &*state.figure(*id).name;
        before.get(..name.len()).is_some_and(|first| first.eq_ignore_ascii_case(name))
    })?;
    let name = &state.figure(actor).name;
    if **name == *owner {
        return None;
    }
    let things = state.figure(actor).slots.iter().flatten().map(|thing| state.thing(*thing).item);
    let named: Vec<&str> = things.map(|item| &*book.items[item.index()].head.name).collect();
    let reads = |text: &String| is_understood(book, &cast, text);
    let mended = named.iter().map(|item| line.replace(phrase, item)).chain([before.to_string()]).find(reads);
    let what = format!("{name} does not have {owner}'s {}", thing.trim());
    let help = match mended {
        Some(mended) => format!("everybody does it with what is his own: `{mended}`"),
        None => format!("`show {name}` lists what {name} has"),
    };
    let at = TypedLine(line).at(phrase);
    Some(TypedLine(line).otherwise((at.offset(), at.len()), &what, "not his own", &help))
}

/// Of things that a sentence names and the one who acts has not, whose they are.
pub(super) fn borrowed(step: &LineStep<'_>, asked: &ParsedQuery) -> Option<String> {
    let (state, book) = (step.table.now(), step.table.book());
    let has = |id: FigureId, item: ItemId| {
        state
            .figures
            .get(id.index())
            .is_some_and(|figure| figure.slots.iter().flatten().any(|thing| state.thing(*thing).item == item))
    };
    let actor = asked.facts.iter().find_map(|(_, said)| match said {
        Argument::Who(Who::Figure(id)) => Some(*id),
        _ => None,
    })?;
    let mut items = asked.facts.iter().filter_map(|(_, said)| match said {
        Argument::Value(Value::Item(item)) => Some(*item),
        _ => None,
    });
    let item = items.find(|item| !has(actor, *item))?;
    let owner = state.figure_ids().find(|id| *id != actor && has(*id, item))?;
    let (name, thing) = (&state.figures.get(actor.index())?.name, &book.items[item.index()].head.name);
    // What is broken or taken is somebody else's anyhow.
    if !step.line.0.to_lowercase().contains(&format!("with {}", thing.to_lowercase())) {
        return None;
    }
    Some(format!("note: {name} has no {thing}: it is {}'s\n", state.figure(owner).name))
}

/// A line with `target prone` for `target.prone`; none if there is nothing of the kind in it.
fn without_dots(book: &Rulebook, cast: &Directory, line: &str) -> Option<String> {
    let is_word = |name: &str| {
        book.names.find(Sort::Condition, name).is_some()
            || book.states.iter().any(|state| book.symbol_in(state.set, name).is_some())
    };
    let mut is_changed = false;
    let words: Vec<String> = line
        .split(' ')
        .map(|word| {
            let bare = word.trim_end_matches(',');
            let Some((owner, name)) = bare.split_once('.') else { return word.to_string() };
            let is_owner = book.fact(owner).is_some() || somebody(cast, owner).is_some();
            if !is_owner || !is_word(name) {
                return word.to_string();
            }
            is_changed = true;
            format!("{owner} {name}{}", &word[bare.len()..])
        })
        .collect();
    is_changed.then(|| words.join(" "))
}

/// A line with `range 6` for `range=6`, `range = 6` and `range: 6`; none if there is nothing of the kind in it.
fn without_signs(book: &Rulebook, cast: &Directory, line: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = line;
    let mut is_changed = false;
    while let Some((before, (at, sign, AssignSign::Is), _)) = parted(rest) {
        let name = before.rsplit(|c: char| !is_wordly(c) && c != '.').next().unwrap_or("");
        let (owner, field) = name.rsplit_once('.').map_or((None, name), |(owner, field)| (Some(owner), field));
        let is_role = |owner: &str| book.fact(owner).is_some() || somebody(cast, owner).is_some();
        // `NAME WORD = true`: what somebody is, or is not.
        let value = rest[at + sign.len()..].trim_start();
        let is_so = ["true", "yes"].into_iter().find(|word| value.starts_with(word));
        let is_state = book.names.find(Sort::Condition, field).is_some()
            || book.states.iter().any(|state| book.symbol_in(state.set, field).is_some());
        if let Some(word) = is_so.filter(|_| owner.is_none() && is_state && book.fact(field).is_none()) {
            out += rest[..at].trim_end();
            rest = &value[word.len()..];
            is_changed = true;
            continue;
        }
        let is_known = match owner {
            Some(owner) => is_role(owner) && is_told(book, field),
            None => book.fact(field).is_some() || is_told(book, field),
        };
        if !is_known {
            return None;
        }
        let kept = &rest[..rest[..at].trim_end().len() - name.len()];
        out += kept;
        let said = match owner {
            Some(owner) if book.names.find(Sort::State, field).is_some() => owner.to_string(),
            Some(owner) => format!("{owner} {field}"),
            None => field.to_string(),
        };
        out += &said;
        out.push(' ');
        rest = rest[at + sign.len()..].trim_start();
        is_changed = true;
    }
    out += rest;
    is_changed.then_some(out)
}

/// `Bruce.shoot(Zorgo)`, `shoot(Bruce, Zorgo)`: the sentence of an action or a check with the places filled.
fn called(book: &Rulebook, cast: &Directory, line: &str) -> Option<String> {
    let (head, inside) = line.strip_suffix(')')?.split_once('(')?;
    let mut given: Vec<&str> = inside.split(',').map(|one| one.trim().trim_matches(['"', '\''])).collect();
    given.retain(|one| !one.is_empty());
    let verb = match head.rsplit_once(['.', ':']) {
        Some((owner, verb)) => {
            given.insert(0, somebody(cast, owner)?);
            verb
        }
        None => head,
    };
    somebody(cast, given.first()?)?;
    let action = book.names.find(Sort::Action, verb).map(|at| &book.actions[usize::from(at)]);
    let of_action = action.into_iter().flat_map(|action| {
        let check = action.check.map(|check| &book.checks[check.index()]);
        action.says.iter().chain(check.into_iter().flat_map(|check| &check.says))
    });
    let of_check = book.names.find(Sort::Check, verb).map(|at| &book.checks[usize::from(at)].says);
    let all = book.actions.iter().flat_map(|one| &one.says).chain(book.checks.iter().flat_map(|one| &one.says));
    let of_verb = all.filter(|sentence| match sentence.parts.as_slice() {
        [SentencePart::Fact(_), SentencePart::Word(word), ..] => {
            word.trim_end_matches('s') == verb.trim_end_matches('s')
        }
        _ => false,
    });
    let filled = |parts: &[SentencePart]| {
        let mut left = given.iter();
        let mut words: Vec<String> = Vec::new();
        for part in parts {
            match part {
                SentencePart::Word(word) => words.push(word.to_string()),
                SentencePart::Fact(_) => match left.next() {
                    Some(one) => words.push((*one).to_string()),
                    // The word that leads to what is not given goes, too.
                    None => {
                        words.pop();
                        break;
                    }
                },
            }
        }
        let text = words.join(" ");
        (left.next().is_none() && is_understood(book, cast, &text)).then_some(text)
    };
    of_action.chain(of_check.into_iter().flatten()).chain(of_verb).find_map(|sentence| filled(&sentence.parts))
}
