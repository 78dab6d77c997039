//! Rules changed at the prompt: options switched, declarations typed, all of it read again. The fight goes on under them.

use super::answer::LineStop;
use super::archive::Overwrite;
use super::frontend::Opened;
use super::migrate::{self, CarriedFight};
use super::reckon;
use super::session::{Answered, LineStep, open};
use super::{Response, fight, sentence};
use crate::ablation::AblationCase;
use crate::diag::{Diagnostics, nearest_first};
use crate::query::Directory;
use crate::query::understood;
use crate::rulebook::{Choices, Layered, PackText, Rulebook, Sort, as_written};
use crate::syntax::ast::{Body, RowDecl, Verb};
use crate::syntax::parse;
use crate::text::{Files, Memory, Sources};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// Words before a thing, and before no option of the rules.
const ARTICLES: [&str; 5] = ["the", "a", "an", "his", "her"];

/// The pack of what is typed.
const TYPED_PACK: &str = "prompt";
/// Declarations that one session may hold.
const MOST_TYPED: usize = 500;

/// Words that begin a declaration even where no brace follows.
const ALONE: [&str; 11] =
    ["attribute", "note", "track", "value", "function", "setting", "unit", "symbols", "fact", "slot", "relation"];

/// Whether a line is a declaration rather than a sentence or an expression.
pub(super) fn is_declaration(step: &LineStep<'_>, line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if ALONE.contains(&first) && !second.is_empty() && !second.starts_with(['=', '+', '-', '*', '/', '.', '<', '>']) {
        return true;
    }
    if first == "remove" || first == "replace" || first == "option" {
        return !second.is_empty();
    }
    let kinds = step.table.book().kinds.iter().flat_map(|kind| [&*kind.head.name, &*kind.plural]);
    line.contains('{')
        && (Sort::of_keyword(first).is_some() || first == "when" || kinds.into_iter().any(|kind| kind == first))
}

/// Lays a declaration over the rules.
pub(super) fn declare(step: &mut LineStep<'_>, text: &str) -> Answered {
    fight::unasked(step)?;
    if step.table.typed.len() >= MOST_TYPED {
        let what = format!("{MOST_TYPED} declarations have been typed");
        let help = "`keep FILE` writes them, `open` begins anew";
        return Err(step.line.nothing(step.line.0.trim(), &what, "not one more", help).into());
    }
    let mut typed = step.table.typed.clone();
    typed.push(text.into());
    let choices = step.table.choices.clone();
    let left = again(step, choices, typed)?;
    let name = declared(text);
    Ok(Response::of(format!("{name} holds for this session (`keep FILE` writes it)\n{left}")))
}

/// What a text declares, in words.
fn declared(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("prompt", text);
    let (file, _) = parse(&sources, id);
    let names = file.declarations.iter().flat_map(|one| {
        let rows: &[RowDecl] = if let Body::Things(things) = &one.body { &things.grid.rows } else { &[] };
        let rows = rows.iter().filter_map(|row| row.cells.first()).map(|cell| cell.text.trim_matches('"').to_string());
        let names = one.name.iter().map(|name| name.text.clone()).chain(rows);
        names.map(|name| (one.verb, name)).collect::<Vec<(Verb, String)>>()
    });
    let names: Vec<String> = names
        .map(|(verb, name)| match verb {
            Verb::Remove => format!("without `{name}`"),
            _ => format!("`{name}`"),
        })
        .collect();
    if names.is_empty() { "that".to_string() } else { names.join(", ") }
}

/// Loads the rules once more and carries the fight over; says what of it they do not know.
fn again(step: &mut LineStep<'_>, choices: Choices, typed: Vec<Arc<str>>) -> Result<String, LineStop> {
    let book = book_of(step, &choices, &typed)?;
    let table = &step.table;
    let kit = crate::odds::kit(book);
    let scenario = table.scenario().map(|scenario| scenario.head.name.clone());
    let scenario = scenario.and_then(|name| kit.book.names.find(Sort::Scenario, &name)).map(crate::value::ScenarioId);
    let map = scenario.and_then(|id| kit.book.scenarios[id.index()].map);
    let rules = kit.rules(map);
    let CarriedFight { state, missing } = migrate::over(&table.rules, &rules, &table.state);
    let last = table.last.clone();
    let new = &mut step.table;
    (new.kit, new.rules, new.scenario, new.state) = (kit, rules, scenario, state);
    (new.choices, new.typed, new.engine, new.last) = (choices, typed, None, None);
    // A sentence that these rules no longer understand is forgotten.
    if let Some((text, _)) = last
        && let Ok(asked) = sentence::read(step, &text)
    {
        step.table.last = Some((text, asked));
    }
    step.changes = true;
    Ok(left_behind(&missing))
}

/// What of a fight other rules do not know, as a line; nothing if they know all of it.
pub(super) fn left_behind(missing: &BTreeSet<String>) -> String {
    match missing.is_empty() {
        true => String::new(),
        false => format!(
            "left behind, for these rules do not know it: {}\n",
            missing.iter().map(String::as_str).collect::<Vec<&str>>().join(", ")
        ),
    }
}

fn book_of(step: &LineStep<'_>, choices: &Choices, typed: &[Arc<str>]) -> Result<Arc<Rulebook>, Diagnostics> {
    let (book, diagnostics) = texts(step, typed).load(choices);
    book.ok_or(diagnostics)
}

/// The texts of the rules, with those in force that were typed.
pub(super) fn texts_in_force(step: &LineStep<'_>) -> PackText {
    texts(step, &step.table.typed)
}

fn texts(step: &LineStep<'_>, typed: &[Arc<str>]) -> PackText {
    if typed.is_empty() {
        return PackText::rules(&*step.session.files, &step.table.pack);
    }
    let head = format!("pack {TYPED_PACK} \"Typed at the prompt\" extends {} {{ }}\n", as_written(&step.table.pack));
    let mut top = Memory::default().with(&format!("rules/{TYPED_PACK}/pack.fray"), &head);
    for (index, text) in typed.iter().enumerate() {
        let mut text = text.to_string();
        text.push('\n');
        top = top.with(&format!("rules/{TYPED_PACK}/typed_{}.fray", index + 1), &text);
    }
    let files = Layered { top: &top, below: &*step.session.files };
    PackText::rules(&files as &dyn Files, TYPED_PACK)
}

/// The choices of this table with an option switched.
pub(super) fn switched(step: &LineStep<'_>, option: &str, reading: &str) -> Choices {
    let mut choices = step.table.choices.clone();
    choices.0.retain(|(other, _)| other != option);
    choices.with(option, Some(reading))
}

/// A sentence in this fight under other choices; none if it makes no sense there.
pub(super) fn case_under(
    step: &LineStep<'_>,
    texts: &PackText,
    choices: &Choices,
    sentence: &str,
) -> Option<AblationCase> {
    let kit = crate::odds::kit(texts.under(choices).0?);
    let scenario = step.table.scenario().map(|scenario| scenario.head.name.clone());
    let scenario = scenario.and_then(|name| kit.book.names.find(Sort::Scenario, &name)).map(crate::value::ScenarioId);
    let rules = kit.rules(scenario.and_then(|id| kit.book.scenarios[id.index()].map));
    let CarriedFight { state, .. } = migrate::over(&step.table.rules, &rules, step.table.now());
    let asked = understood(&kit.book, &Directory::in_fight(&rules, &state), sentence)?;
    Some(AblationCase { rules, engine: kit.engine().ok()?, state, asked })
}

/// Whether what stands behind `with` is a thing with which something is done, and no option: `with the knife`.
pub(super) fn names_a_thing(rest: &str) -> bool {
    ARTICLES.iter().any(|word| rest.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')))
}

/// `with OPTION`, `with OPTION=READING`, `with not OPTION`.
pub(super) fn with(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    if rest.is_empty() {
        return options(step);
    }
    let (rest, off) = rest.strip_prefix("not ").map_or((rest, false), |rest| (rest, true));
    let (name, reading) =
        rest.split_once(['=', ' ']).map_or((rest, None), |(name, reading)| (name, Some(reading.trim())));
    let name = name.trim();
    let options = &step.table.book().options;
    if !options.iter().any(|option| *option.head.name == *name) {
        let names = nearest_first(name, options.iter().map(|option| &*option.head.name));
        return Err(step.line.unknown("option", name, names).into());
    }
    let set = options.iter().find(|option| *option.head.name == *name).and_then(|option| option.readings);
    let readings = set.into_iter().flat_map(|set| &step.table.book().sets[set.index()].words);
    let readings: Vec<&str> = readings.map(|one| &*one.name).collect();
    if let Some(said) = reading.filter(|said| !readings.is_empty() && *said != "off" && !readings.contains(said)) {
        return Err(step.line.unknown("reading", said, readings).into());
    }
    if let (false, None, [first, ..]) = (off, reading, readings.as_slice()) {
        let at = step.line.at(name);
        let help = format!("write `with {name}={first}`; its readings are {}", readings.join(", "));
        let what = format!("`{name}` is read in one of several ways");
        return Err(step.line.otherwise((at.offset(), at.len()), &what, "in which?", &help).into());
    }
    let mut choices = step.table.choices.clone();
    choices.0.retain(|(other, _)| other != name);
    let reading = if off { Some("off") } else { reading };
    choices = choices.with(name, reading);
    let typed = step.table.typed.clone();
    let before = step.table.last.as_ref().map(|(_, asked)| reckon::reckoned(step, asked));
    let left = again(step, choices, typed)?;
    let book = step.table.book();
    let option = book.options.iter().find(|option| *option.head.name == *name);
    let mut text = option.map_or_else(String::new, |option| format!("{name} is {}\n", book.choice_name(option.chosen)));
    if let (Some(Ok(before)), Some((_, asked))) = (before, &step.table.last)
        && let Ok(after) = reckon::reckoned(step, asked)
        && let (Some(old), Some(new)) = (&before.odds, &after.odds)
        && old != new
    {
        let _ = writeln!(text, "the last sentence: {} becomes {}", old.percent(), new.percent());
    }
    Ok(Response::of(text + &left))
}

/// `options`: the rulings and what holds now.
pub(super) fn options(step: &LineStep<'_>) -> Answered {
    Ok(Response::of(step.session.desk.show(step.table.book(), &["options"], step.session.width)?))
}

/// `reload`: the files once more.
pub(super) fn reload(step: &mut LineStep<'_>) -> Answered {
    fight::unasked(step)?;
    let (choices, typed) = (step.table.choices.clone(), step.table.typed.clone());
    let left = again(step, choices, typed)?;
    Ok(Response::of(format!("read again; the fight goes on\n{left}")))
}

/// What was typed before, all at once: a saved session.
pub(super) fn retype(step: &mut LineStep<'_>, typed: Vec<Arc<str>>) -> Result<(), LineStop> {
    let choices = step.table.choices.clone();
    again(step, choices, typed).map(drop)
}

/// `rules`: what was typed.
pub(super) fn rules(step: &LineStep<'_>) -> Answered {
    let typed = &step.table.typed;
    Ok(Response::of(if typed.is_empty() { "nothing was declared here\n".to_string() } else { typed.join("\n") + "\n" }))
}

/// `keep FILE`: what was typed as a pack of its own.
pub(super) fn keep(step: &mut LineStep<'_>, file: &str, overwrite: Overwrite) -> Answered {
    if file.is_empty() {
        return Err(step.line.missing("no file is named", "write `keep rules/home/home.fray`").into());
    }
    if step.table.typed.is_empty() {
        let help = "type a declaration first, such as `card NAME { … }`";
        return Err(step.line.nothing(step.line.0.trim(), "nothing was declared here", "nothing to keep", help).into());
    }
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".fray");
    let name: String = stem.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let name = match name.as_str() {
        "" => "home".to_string(),
        // A pack cannot stand on itself.
        name if *name == *step.table.pack => format!("{name}_home"),
        name => name.to_string(),
    };
    let mut text = format!("pack {name} \"House rules\" extends {} {{ }}\n", as_written(&step.table.pack));
    for typed in &step.table.typed {
        let _ = writeln!(text, "\n{typed}");
    }
    let session = &mut *step.session;
    session.archive.write(&*session.desk, file, &text, overwrite)?;
    Ok(Response::of(match step.table.typed.len() {
        1 => format!("1 declaration is in {file}\n"),
        many => format!("{many} declarations are in {file}\n"),
    }))
}

/// `open NAME`: other rules, and a fight of theirs.
pub(super) fn open_other(step: &mut LineStep<'_>, name: &str) -> Answered {
    if name.is_empty() {
        return Err(step.line.missing("no pack is named", "write `open PACK` or `open SCENARIO`").into());
    }
    let opened: Opened = step.session.desk.open(name)?;
    let mut table = open(&opened, &Choices::none(), 0)?;
    table.story = step.table.story.anew();
    (table.seeded, table.mine) = (step.table.seeded, step.table.mine);
    super::human::begin(&mut table);
    let title = match table.scenario() {
        Some(scenario) => format!("{} ({})\n", scenario.head.title, table.book().pack.head.title),
        None => format!("{}\n", table.book().pack.head.title),
    };
    (step.session.files, step.session.said_ahead) = (opened.files, None);
    step.table = table;
    // The files of the session have changed with it, so there is no way back over this.
    step.session.before.clear();
    step.session.after.clear();
    Ok(Response::of(title + &step.table.opening))
}
