//! Figures improvised at the table: `new NAME from SHEET on SIDE: NAME VALUE, …`.

use super::answer::LineStop;
use super::error::ReplError;
use super::pending::{HumanReply, JoiningFigure};
use super::session::{Answered, LineStep};
use super::{Response, fight, place};
use crate::diag::{Diagnostic, listed, suggest};
use crate::query::AssumedChange;
use crate::query::{About, Directory, ParsedQuery, Who, amend};
use crate::rulebook::{Placement, SheetLine};
use crate::state::{MOST_FIGURES, improvised};
use crate::value::{CheckId, FigureId, ItemId, SheetId, SlotId};
use std::sync::Arc;

/// A figure joins the fight.
pub(super) fn join(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let is_amid = fight::is_amid_a_phase(step);
    if !is_amid {
        fight::unasked(step)?;
    }
    let (head, clauses) = rest.split_once(':').unwrap_or((rest, ""));
    // Where he stands may be said as well: `new NAME from SHEET on SIDE at 3,4`.
    let (head, place) = match head.rsplit_once(" at ") {
        Some((head, place)) if place.contains(',') => (head, Some(place::cell(step, place)?)),
        _ => (head, None),
    };
    let on = [" on side ", " on ", " side "].into_iter().find_map(|word| head.rsplit_once(word));
    let (who, side) = match on {
        Some((who, side)) => (who.trim(), Some(side.trim())),
        None => (head.trim(), None),
    };
    // `new from SHEET`, `new SHEET named NAME`.
    let who = who.strip_prefix("from ").map_or(who, str::trim);
    let called = [" named ", " called "].into_iter().find_map(|word| who.split_once(word));
    let (name, sheet) = match (who.split_once(" from "), called) {
        (Some((name, sheet)), _) => (name.trim(), sheet.trim()),
        (None, Some((sheet, name))) => (name.trim(), sheet.trim()),
        (None, None) => (who, who),
    };
    let (name, sheet) = (name.trim().trim_matches('"'), sheet.trim().trim_matches('"'));
    let (name, sheet) = match name.strip_suffix(" from") {
        Some(name) => (name, ""),
        None => (name, sheet),
    };
    if name.is_empty() || sheet.is_empty() {
        return Err(step
            .line
            .missing("a new figure needs a sheet", "write `new NAME from SHEET`, or `new SHEET`")
            .into());
    }
    let of_side = side.and_then(|side| misspelt_side(step, side));
    let sheet = match named_sheet(step, sheet) {
        Ok(sheet) => sheet,
        Err(wrong) => {
            let stop = match who.contains(" from ") || called.is_some() {
                true => no_sheet(step, wrong, (name, sheet, side)),
                false => lacks_sheet(step, wrong, (sheet, side)),
            };
            return Err(stop.and(of_side));
        }
    };
    if let Some(error) = of_side {
        return Err(error.into());
    }
    let name = free_name(step, name)?;
    let sides = step.table.now().sides.len();
    let placement = Placement { at: place, ..placement(step, &name, sheet, clauses)? };
    let joining = JoiningFigure { side: side.unwrap_or(&name).trim_matches('"').to_string(), placement };
    let mut question = String::new();
    let id = if is_amid {
        question = fight::amid(step, HumanReply::Joined(Arc::new(joining)))?.text;
        FigureId(step.table.now().figures.len().saturating_sub(1) as u16)
    } else {
        let rules = step.table.rules.clone();
        joining.enter(&rules, &mut step.table.state).map_err(|error| error.diagnostic(&rules.book))?
    };
    step.changes = true;
    let view = step.table.view();
    let own = view.state.figure(id).side;
    let title = &view.state.side(own).title;
    let note = match (side, view.state.sides.len() > sides) {
        (Some(_), true) => format!("    a new side, {title}\n"),
        (None, true) if step.table.scenario.is_some() => {
            let others: Vec<&str> = view.state.sides.iter().take(sides).map(|side| &*side.name).collect();
            format!("    on a side of its own (`on {}` behind the sheet puts it there)\n", others.join("` or `on "))
        }
        _ => String::new(),
    };
    Ok(Response::of(step.session.desk.brief(&view, id, step.session.width) + &note + &question))
}

/// A name without the sheet that somebody of that name is made from.
fn lacks_sheet(step: &LineStep<'_>, wrong: ReplError, (said, side): (&str, Option<&str>)) -> LineStop {
    let sheets = &step.table.book().sheets;
    let names: Vec<&str> = sheets.iter().map(|sheet| &*sheet.head.name).collect();
    let Some(first) = names.first().filter(|_| suggest(said, names.iter().copied()).is_none()) else {
        return wrong.into();
    };
    let on = side.map_or(String::new(), |side| format!(" on {side}"));
    let help = format!("a name of your own stands before the sheet: `new {said} from {first}{on}`; {}", listed(&names));
    unknown_sheet(step, said, &help)
}

/// A sheet that there is not: somebody of that side is made as the others of it are.
fn no_sheet(step: &LineStep<'_>, wrong: ReplError, (name, said, side): (&str, &str, Option<&str>)) -> LineStop {
    let (book, state) = (step.table.book(), step.table.now());
    let names = book.sheets.iter().map(|sheet| &*sheet.head.name);
    let is_own = |other: &str| side.is_none_or(|side| other.eq_ignore_ascii_case(side));
    let mut figures = state.figures.iter().filter(|figure| is_own(&state.side(figure.side).name));
    let alike = figures.find_map(|figure| Some((figure, figure.sheet?)));
    let Some((other, sheet)) = alike.filter(|_| suggest(said, names).is_none()) else { return wrong.into() };
    let sheet = &book.sheets[sheet.index()].head.name;
    let on = format!(" on {}", state.side(other.side).name);
    let help = format!("as {} is: `new {name} from {sheet}{on}`; `show figures` lists the sheets", other.name);
    unknown_sheet(step, said, &help)
}

fn unknown_sheet(step: &LineStep<'_>, said: &str, help: &str) -> LineStop {
    let at = step.line.at(said);
    let what = format!("no sheet is named `{said}`, from which somebody could be made");
    step.line.otherwise((at.offset(), at.len()), &what, "no sheet", help).into()
}

/// A side that is nearly one of the fight.
fn misspelt_side(step: &LineStep<'_>, side: &str) -> Option<ReplError> {
    let (side, state) = (side.trim_matches('"'), step.table.now());
    let names: Vec<&str> = state.side_ids().map(|id| &*state.side(id).name).collect();
    let is_there = names.iter().any(|name| name.eq_ignore_ascii_case(side));
    let near = suggest(side, names.iter().copied()).filter(|_| !is_there && step.table.scenario.is_some())?;
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    // A number behind it makes another side of it.
    (letters(near) != letters(side)).then(|| step.line.unknown("side", side, names))
}

fn named_sheet(step: &LineStep<'_>, name: &str) -> Result<SheetId, ReplError> {
    let sheets = &step.table.book().sheets;
    let same = |text: &str| text.eq_ignore_ascii_case(name);
    let found = sheets.iter().position(|sheet| same(&sheet.head.name) || same(&sheet.head.title));
    match found {
        Some(at) => Ok(SheetId(at as u16)),
        None => Err(step.line.unknown("figure", name, sheets.iter().map(|sheet| &*sheet.head.name))),
    }
}

/// The name itself, or with a number behind it if it was the sheet's own and is taken.
fn free_name(step: &LineStep<'_>, name: &str) -> Result<String, LineStop> {
    let line = step.line.0.trim();
    if step.table.now().figures.len() >= MOST_FIGURES {
        let what = format!("there are already {MOST_FIGURES} figures");
        return Err(step.line.nothing(line, &what, "not one more", "`undo`, or begin anew with `open`").into());
    }
    if step.table.figure(name).is_none() {
        return Ok(name.to_string());
    }
    let numbered = (2..=MOST_FIGURES + 1).map(|number| format!("{name} {number}"));
    Ok(numbered.into_iter().find(|name| step.table.figure(name).is_none()).unwrap_or_else(|| name.to_string()))
}

/// Somebody as he is to join.
fn placement(step: &LineStep<'_>, name: &str, sheet: SheetId, text: &str) -> Result<Placement, LineStop> {
    let book = step.table.book().clone();
    let mut placement = improvised(&book, sheet, Some(name));
    let mut said = Vec::new();
    for clause in text.split(',').map(str::trim).filter(|clause| !clause.is_empty()) {
        match slot_line(step, clause)? {
            Some((slot, item)) => slots(&mut placement.lines, slot, item),
            None => said.push(clause),
        }
    }
    for clause in said.into_iter().flat_map(numbers_of) {
        placement.lines.push(line_of(step, name, sheet, clause)?);
    }
    Ok(placement)
}

/// `STR 12 DEX 11`, as clauses of their own.
fn numbers_of(clause: &str) -> Vec<&str> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let is_number = |word: &&str| word.parse::<i64>().is_ok();
    let is_pairs = words.len() > 2
        && words.len().is_multiple_of(2)
        && words.chunks(2).all(|pair| !is_number(&pair[0]) && is_number(&pair[1]));
    if !is_pairs {
        return vec![clause];
    }
    let place = |word: &str| (word.as_ptr() as usize).wrapping_sub(clause.as_ptr() as usize);
    words.chunks(2).map(|pair| &clause[place(pair[0])..place(pair[1]) + pair[1].len()]).collect()
}

/// `SLOT ITEM`: what it has in a slot; none if the clause is about something else.
fn slot_line(step: &LineStep<'_>, clause: &str) -> Result<Option<(SlotId, ItemId)>, LineStop> {
    let book = step.table.book();
    let Some((word, item)) = clause.split_once(' ') else { return Ok(None) };
    let Some(at) = book.slots.iter().position(|slot| *slot.head.name == *word) else { return Ok(None) };
    let Some(kind) = book.slots[at].kind else { return Ok(None) };
    let item = item.trim().trim_matches('"');
    let known = book.items.iter().enumerate().filter(|(_, one)| one.kind == kind);
    let found = known.clone().find(|(_, one)| one.head.name.eq_ignore_ascii_case(item));
    match found {
        Some((id, _)) => Ok(Some((SlotId(at as u16), ItemId(id as u16)))),
        None => {
            let sort = &book.kinds[kind.index()].head.name;
            Err(step.line.unknown(sort, item, known.map(|(_, one)| &*one.head.name)).into())
        }
    }
}

/// Several clauses about one slot add up.
fn slots(lines: &mut Vec<SheetLine>, slot: SlotId, item: ItemId) {
    for line in lines.iter_mut() {
        if let SheetLine::Slot(other, items) = line
            && *other == slot
        {
            items.push(item);
            return;
        }
    }
    lines.push(SheetLine::Slot(slot, vec![item]));
}

/// `NAME VALUE`: an attribute, track, state or condition.
fn line_of(step: &LineStep<'_>, name: &str, sheet: SheetId, clause: &str) -> Result<SheetLine, LineStop> {
    let cast = Directory::only(name, Who::Sheet(sheet));
    let nothing = ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() };
    let text = format!("\"{name}\" {clause}");
    let asked = amend(step.table.book(), &cast, &nothing, &text);
    let asked = asked.map_err(|error| {
        // In the line the clause stands without the name.
        let start = step.line.at(clause).offset();
        LineStop::from(Box::new(error.within(step.line.0, start, name.len() + 3)) as Diagnostic)
    })?;
    let help = "write what stands on a sheet: an attribute, track, state, slot or condition with its value";
    let wrong = || LineStop::from(step.line.nothing(clause, "this stands on no sheet", "not understood", help));
    match asked.tweaks.into_iter().next().map(|tweak| tweak.what) {
        Some(AssumedChange::Attribute(attribute, value)) => Ok(SheetLine::Attribute(attribute, value)),
        Some(AssumedChange::Track(track, None, number)) => Ok(SheetLine::Track(track, number)),
        Some(AssumedChange::State(state, word)) => Ok(SheetLine::State(state, word)),
        Some(AssumedChange::Condition(condition, true)) => Ok(SheetLine::Condition(condition)),
        _ => Err(wrong()),
    }
}
