//! Pages at the prompt: the table, somebody on it, the rules by their names.

use super::answer::LineStop;
use super::session::{Answered, LineStep};
use super::{Response, meaning, supposed, turn};
use crate::diag::{Diagnostics, did_you_mean};
use crate::query::Who;
use crate::rulebook::Sort;

/// Behind `show NAME`: all there is to say.
const ALL: &str = "--all";

/// `show [NAME]`: the table, somebody, or whatever goes by a name.
pub(super) fn show(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let (rest, is_all) = rest.strip_suffix(ALL).map_or((rest, false), |rest| (rest.trim_end(), true));
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
        let place = turn::place(&step.table);
        let place = place.strip_prefix(": ").map_or_else(String::new, |place| format!("{place}\n"));
        return Ok(Response::of(place + &text));
    }
    // The only one of a sheet who is on the board goes by its name, too.
    let called = || {
        let is_it = |(name, _): &&(String, Who)| name.eq_ignore_ascii_case(rest);
        match step.table.cast().names.iter().find(is_it)?.1 {
            Who::Figure(id) => Some(id),
            Who::Sheet(_) => None,
        }
    };
    if let Some(figure) = step.table.figure(rest).or_else(called) {
        let name = &view.state.figure(figure).name;
        let sheet = match is_all {
            true => desk.full_sheet(&view, figure, width),
            false => desk.sheet(&view, figure, width) + &format!("  `show {name} {ALL}` says what follows from it\n"),
        };
        let shown = format!("{name}\n{sheet}");
        return Ok(Response::of(supposed::not_rolled_for(step, rest) + &shown));
    }
    let book = step.table.book();
    let page = |words: &[&str]| desk.show(book, words, width);
    let whole = rest.trim_matches('"');
    let (sort, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let words: Vec<&str> = [sort, name.trim().trim_matches('"')].into_iter().filter(|word| !word.is_empty()).collect();
    let wrong = match page(&words) {
        Ok(text) => return Ok(Response::of(text)),
        Err(wrong) => wrong,
    };
    // A name alone is enough, whatever it is the name of.
    let sorts = sorts_of(step, whole);
    let is_done = |sort: &String| [Sort::Action, Sort::Check].iter().any(|one| one.words() == sort);
    let written = sorts.iter().filter(|sort| !is_done(sort));
    let done = meaning::summary(book, whole).map(|text| {
        let sort = sorts.iter().find(|sort| is_done(sort)).map_or("", String::as_str);
        format!("{text}`show {sort} {whole}` has it as it is written\n")
    });
    let pages: Vec<String> = written.filter_map(|sort| page(&[sort.as_str(), whole]).ok()).chain(done).collect();
    let meaning = if pages.is_empty() || !sorts.iter().any(is_done) { meaning::page(book, whole) } else { None };
    let pages: Vec<String> = pages.into_iter().chain(meaning).collect();
    if !pages.is_empty() {
        return Ok(Response::of(pages.join("\n")));
    }
    if name.is_empty() {
        let cast = step.table.cast().names;
        let names = Sort::ALL.into_iter().flat_map(|sort| book.names.visible(sort));
        let names: Vec<&str> = cast.iter().map(|(name, _)| name.as_str()).chain(names).collect();
        let help = did_you_mean(whole, names, "`show` alone lists what the rules hold, `show SORT` one sort of it");
        return Err(step.line.nothing(rest, &format!("nothing is named `{whole}`"), "not known here", &help).into());
    }
    Err(at_the_end(step, wrong, words.last().copied().unwrap_or(rest)))
}

/// Of what a name is the name, as `show` calls it.
fn sorts_of(step: &LineStep<'_>, name: &str) -> Vec<String> {
    let book = step.table.book();
    let has = |sort: &Sort| book.names.visible(*sort).any(|other| other.eq_ignore_ascii_case(name));
    let mut sorts: Vec<String> = Sort::ALL.into_iter().filter(has).map(|sort| sort.words().to_string()).collect();
    let items = book.items.iter().filter(|item| item.head.name.eq_ignore_ascii_case(name));
    sorts.extend(items.map(|item| book.kinds[item.kind.index()].head.name.to_string()));
    sorts.dedup();
    sorts
}

/// What a page says is wrong, with its place in the line.
fn at_the_end(step: &LineStep<'_>, wrong: Diagnostics, name: &str) -> LineStop {
    match wrong.first() {
        Some(first) => {
            let help = first.help().map_or_else(String::new, |help| help.to_string());
            step.line.nothing(name, &first.to_string(), "not known here", &help).into()
        }
        None => LineStop::Wrong(wrong),
    }
}

/// `cards [NAME]`
pub(super) fn cards(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let name = (!rest.is_empty()).then_some(rest.trim_matches('"'));
    let page = step.session.desk.cards(step.table.book(), name, step.session.width);
    page.map(Response::of).map_err(|wrong| at_the_end(step, wrong, rest))
}

/// `table NAME`
pub(super) fn table(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let words: &[&str] = if rest.is_empty() { &["tables"] } else { &["table", rest.trim_matches('"')] };
    let page = step.session.desk.show(step.table.book(), words, step.session.width);
    page.map(Response::of).map_err(|wrong| at_the_end(step, wrong, rest))
}
