//! A fight tracked at the prompt: what is said of figures, orders, the turn.

use super::answer::LineStop;
use super::human;
use super::lacking::lacking;
use super::ordered::{actor, posed_order};
use super::pending::{Demand, HandDeed, HumanReply, Pending, with_names};
use super::reckon;
use super::refused::{refuse_out_of_fight, refused, refused_by, refused_deed};
use super::session::{Answered, LastOrder, LineStep, TriedWhy};
use super::{ReplError, Response, sentence, tracked};
use crate::diag::listed;
use crate::event::{Change, Event};
use crate::explain::{Refusal, changes_nothing};
use crate::play::{Choice, Offer, Order, overstated};
use crate::query::BoundQuery;
use crate::query::{About, AssumedChange, Assumption, ParsedQuery, PerformedDeed, SentenceError, Who, amend};
use crate::rulebook::as_written;
use crate::state::State;
use crate::value::{ActionId, CheckId, PhaseId, SheetId};
use std::rc::Rc;
use std::sync::Arc;

/// What a line says of figures, `ADA harm 3, ADA is crouching`; none if it does not read so.
pub(super) fn said(step: &LineStep<'_>, line: &str) -> Result<Vec<Assumption>, SentenceError> {
    let nothing = ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() };
    let asked = amend(step.table.book(), &step.table.cast(), &nothing, line)?;
    Ok(if asked.facts.is_empty() { asked.tweaks } else { Vec::new() })
}

/// Makes it so.
pub(super) fn set(step: &mut LineStep<'_>, tweaks: &[Assumption]) -> Answered {
    let mut changes = Vec::new();
    for tweak in tweaks {
        let figure = match tweak.who {
            Who::Figure(figure) => figure,
            Who::Sheet(sheet) => return Err(only_a_sheet(step, sheet).into()),
        };
        changes.push((figure, tweak.what.clone()));
    }
    let more = step.line.0.split_whitespace().last().is_some_and(|word| word.starts_with(['+', '-']));
    if step.table.pending.is_some() {
        return human::go_on(step, Some(HumanReply::Said(changes, more)));
    }
    let before = step.table.state.clone();
    let text = tracked::outside(step, before.clone(), |play| {
        changes.iter().try_for_each(|(figure, what)| tracked::change(play, *figure, what, more))
    })?;
    Ok(Response::of(if text.is_empty() { untold(step, &before, tweaks) } else { text }))
}

/// What changes of which no event tells: what somebody is by nature.
fn untold(step: &LineStep<'_>, before: &State, tweaks: &[Assumption]) -> String {
    let (book, now) = (step.table.book(), step.table.now());
    if before == now {
        return "nothing changes\n".to_string();
    }
    let line = |tweak: &Assumption| match (&tweak.who, &tweak.what) {
        (Who::Figure(id), AssumedChange::Attribute(of, value)) => {
            let title = &book.attributes[of.index()].head.title;
            format!("{} {title}: {}\n", now.figure(*id).name, book.show_value(value, None))
        }
        (Who::Figure(id), what) => format!("{} is now {}\n", now.figure(*id).name, what.words(book)),
        (Who::Sheet(_), _) => String::new(),
    };
    tweaks.iter().map(line).collect()
}

fn only_a_sheet(step: &LineStep<'_>, sheet: SheetId) -> ReplError {
    let name = as_written(&step.table.book().sheets[sheet.index()].head.name);
    let help = format!("only figures in the fight change: `new {name}` lets one join");
    step.line.nothing(step.line.0.trim(), "this figure is not in the fight", "only a sheet", &help)
}

/// Does something to a figure by hand: before the question that stands is answered, or outside the turn.
pub(super) fn by_hand(step: &mut LineStep<'_>, deed: HandDeed, untold: String) -> Answered {
    if step.table.pending.as_ref().is_some_and(|pending| !pending.is_first) {
        return human::go_on(step, Some(HumanReply::ByHand(deed)));
    }
    unasked(step)?;
    let state = step.table.state.clone();
    let text = tracked::outside(step, state, |play| deed.done(play))?;
    Ok(Response::of(if text.is_empty() { untold } else { text }))
}

/// Takes a question back that can be put again afterwards; refuses where answers to it would be lost.
pub(super) fn unasked(step: &mut LineStep<'_>) -> Result<(), LineStop> {
    let Some(pending) = step.table.pending.clone() else { return Ok(()) };
    if pending.is_first {
        step.table.pending = None;
        step.asks_again = true;
        return Ok(());
    }
    Err(amid_a_phase(step, &pending))
}

/// Lets somebody join, or go by another name, in the middle of a phase. Where anything else in it would come to something
/// else by that, it is refused.
pub(super) fn amid(step: &mut LineStep<'_>, reply: HumanReply) -> Answered {
    let Some(before) = step.table.pending.clone() else { return human::go_on(step, Some(reply)) };
    let mut expected = with_names(&before.state, std::slice::from_ref(&reply));
    if let HumanReply::Joined(figure) = &reply {
        let rules = step.table.rules.clone();
        figure.enter(&rules, &mut expected).map_err(|error| error.diagnostic(&rules.book))?;
    }
    let so_far = (step.table.told, step.table.tosses);
    let answer = human::go_on(step, Some(reply))?;
    let is_same = |now: &Rc<Pending>| {
        now.state == expected
            && (now.figure, &now.demand, now.position) == (before.figure, &before.demand, before.position)
    };
    let is_told = so_far == (step.table.told, step.table.tosses);
    match is_told && step.table.pending.as_ref().is_some_and(is_same) {
        true => Ok(answer),
        false => Err(amid_a_phase(step, &before)),
    }
}

/// Somebody is asked in the middle of a phase, of which something would be lost.
pub(super) fn amid_a_phase(step: &LineStep<'_>, pending: &Pending) -> LineStop {
    let what = format!("{} is asked in the middle of a phase", pending.who(&pending.state));
    let help = "give the orders of this phase first (`next` passes), or `undo` to its beginning";
    step.line.nothing(step.line.0.trim(), &what, "not before this phase is over", help).into()
}

/// Whether somebody is asked in the middle of a phase.
pub(super) fn is_amid_a_phase(step: &LineStep<'_>) -> bool {
    step.table.pending.as_ref().is_some_and(|pending| !pending.is_first)
}

/// `next`: a pass for the one who is asked, or whatever comes next.
pub(super) fn next(step: &mut LineStep<'_>) -> Answered {
    if let Some(outcome) = &step.table.state.outcome {
        let what = format!("the fight is over: {}", outcome.why);
        let help = "`undo` goes back, `open` begins another";
        return Err(step.line.nothing(step.line.0.trim(), &what, "nothing comes next", help).into());
    }
    if step.table.state.figures.is_empty() {
        let help = "`new NAME from SHEET` lets a figure join, `open SCENARIO` begins a fight";
        return Err(step.line.nothing(step.line.0.trim(), "there is no fight", "nobody is here", help).into());
    }
    let reply = step.table.pending.as_ref().map(|pending| match pending.demand {
        Demand::Order(_) => HumanReply::Order(None),
        Demand::Choice(..) => HumanReply::Choice(0),
    });
    // Who passes may sit at one side: he is told nothing of what others have asked.
    let undone = if step.table.pending.is_none() { super::supposed::left_undone(step) } else { String::new() };
    let mut answer = human::go_on(step, reply)?;
    answer.text.insert_str(0, &undone);
    answer.text += &super::turn::coming(&step.table);
    Ok(answer)
}

/// `play SIDE`, `play FIGURE`: a person decides from now on.
pub(super) fn play(step: &mut LineStep<'_>, name: &str) -> Answered {
    let state = step.table.now();
    let sides = state.sides.iter().map(|side| side.name.clone());
    let all: Vec<Arc<str>> = sides.chain(state.figures.iter().map(|figure| figure.name.clone())).collect();
    let wanted = name.trim().trim_matches('"').to_lowercase();
    if wanted.is_empty() {
        let names: Vec<&str> = all.iter().map(|one| &**one).collect();
        let help = format!("write `play {}`: {}", names.first().unwrap_or(&"SIDE"), listed(&names));
        return Err(step.line.missing("nobody is named whose orders you give", &help).into());
    }
    let Some(found) = all.iter().find(|one| one.to_lowercase() == wanted) else {
        return Err(step.line.unknown("side or figure of this fight", name, all.iter().map(|one| &**one)).into());
    };
    let found = found.clone();
    if !step.table.personal.contains(&found) {
        step.table.personal.push(found);
    }
    if step.table.pending.is_some() {
        step.changes = true;
        return Ok(Response::of("noted\n"));
    }
    human::go_on(step, None)
}

/// An answer to a choice; none if nobody is asked to choose.
pub(super) fn choice(step: &mut LineStep<'_>, line: &str) -> Option<Answered> {
    let pending = step.table.pending.clone()?;
    let Demand::Choice(Choice { offers, .. }) = &pending.demand else { return None };
    let is_said = |offer: &Offer| offer.name.eq_ignore_ascii_case(line) || offer.title.eq_ignore_ascii_case(line);
    let by_name = offers.iter().position(is_said);
    let by_number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = by_name.or(by_number.filter(|at| *at < offers.len()))?;
    Some(human::go_on(step, Some(HumanReply::Choice(found))))
}

/// A sentence as the order of the one who is asked; none if it is only a question.
pub(super) fn order(step: &mut LineStep<'_>, asked: &ParsedQuery) -> Option<Answered> {
    let pending = step.table.pending.clone()?;
    let Demand::Order(actions) = &pending.demand else { return None };
    let About::Action(action) = asked.about else { return None };
    if !asked.tweaks.is_empty() || step.table.rules.ground.is_none() {
        return None;
    }
    let order = match posed_order(step, asked) {
        Ok(order) => order?,
        Err(stop) => return Some(Err(stop)),
    };
    if order.actor != pending.figure {
        return None;
    }
    try_out(step, asked);
    if let Some(reason) = overstated(step.table.book(), &order) {
        let help = "leave it out, or `odds SENTENCE` reckons it; `do SENTENCE` has it done so, outside the turn";
        return Some(Err(refused(step, &reason, "", help).into()));
    }
    if !actions.contains(&action) {
        step.session.note_refused(step.line.0);
        return Some(Err(elsewhere(step, action, &order).map_or_else(|stop| stop, LineStop::from)));
    }
    let gone = sentence::out_of_fight(step, asked);
    match gone.and_then(|gone| if gone.is_some() { Ok(gone) } else { refusal(step, &order) }) {
        Ok(None) => {
            let answered = human::go_on(step, Some(HumanReply::Order(Some(order.clone()))));
            Some(answered.map(|answer| acknowledged(step, &order, answer)))
        }
        Ok(Some(refusal)) => {
            let error = refused_by(step, &refusal);
            refuse(step, refusal);
            Some(Err(error.into()))
        }
        Err(stop) => Some(Err(stop)),
    }
}

/// An order of which nothing is told yet is acknowledged: those who act together are all asked before any of them acts.
fn acknowledged(step: &LineStep<'_>, order: &Order, mut answer: Response) -> Response {
    let is_of_it = |event: &Event| match &event.change {
        Change::Ordered(told) | Change::Declared(told) => told.actor == order.actor,
        Change::Refused { figure, .. } => *figure == order.actor,
        _ => false,
    };
    if step.table.pending.is_some() && !step.happened.iter().any(is_of_it) {
        let noted = format!("    noted: {}, once all are asked who act together\n", step.line.0.trim());
        answer.text.insert_str(0, &noted);
    }
    answer
}

/// Whether a sentence would be the order of the one who is asked.
pub(super) fn is_ordered(step: &LineStep<'_>, asked: &ParsedQuery) -> bool {
    let Some(pending) = &step.table.pending else { return false };
    let is_order = matches!(pending.demand, Demand::Order(_)) && asked.tweaks.is_empty();
    is_order && actor(step, asked).is_ok_and(|who| who == Some(pending.figure))
}

/// Keeps the check of an order as it stands before it is done, for `why`.
fn try_out(step: &mut LineStep<'_>, asked: &ParsedQuery) {
    let told = reckon::reckoned(step, asked).ok().map(|reckoning| TriedWhy::Reckoned(Box::new(reckoning)));
    let after = step.table.last.as_ref().map(|(text, _)| text.clone());
    step.session.tried = Some(LastOrder { after, told });
}

/// Keeps why it is refused.
fn refuse(step: &mut LineStep<'_>, refusal: Refusal) {
    step.session.note_refused(step.line.0);
    let Some(tried) = &mut step.session.tried else { return };
    match &mut tried.told {
        Some(TriedWhy::Reckoned(reckoning)) => reckoning.refused = Some(refusal),
        told => *told = Some(TriedWhy::Refused(refusal)),
    }
}

/// What is said before a sentence is only reckoned that reads like an order: somebody else is asked, more is said than an
/// order can say, or nobody acts any more.
pub(super) fn aside(step: &LineStep<'_>, asked: &ParsedQuery) -> Option<String> {
    let About::Action(_) = asked.about else { return None };
    if let Some(outcome) = &step.table.state.outcome {
        return Some(format!("the fight is over ({}): this is what it would be\n", outcome.why));
    }
    let pending = step.table.pending.as_ref()?;
    let order = posed_order(step, asked).ok()??;
    let (now, who) = (step.table.now(), pending.who(step.table.now()));
    if order.actor != pending.figure {
        let other = &now.figure(order.actor).name;
        return Some(format!("{who} is asked now, not {other}: this is what it would be\n"));
    }
    let is_order = matches!(pending.demand, Demand::Order(_)) && asked.tweaks.is_empty();
    (!is_order).then(|| "no order, for it says more than one does: this is what it would be\n".to_string())
}

/// An action that is not asked for now: its phase, or what forbids it.
fn elsewhere(step: &mut LineStep<'_>, action: ActionId, order: &Order) -> Result<ReplError, LineStop> {
    let book = step.table.book().clone();
    let (rule, now) = (&book.actions[action.index()], step.table.now().phase);
    if now.is_some_and(|now| rule.phases.contains(&now))
        && let Some(refusal) = refusal(step, order)?
    {
        return Ok(refused_by(step, &refusal));
    }
    let title = |id: &PhaseId| &*book.turn.phases[id.index()].head.title;
    let phases: Vec<&str> = rule.phases.iter().map(title).collect();
    let what = &rule.head.title;
    let reason = match now.as_ref().map(title) {
        Some(now) if !phases.is_empty() => format!("`{what}` belongs to {}, and this is {now}", phases.join(" or ")),
        _ => format!("`{what}` is no order of a turn"),
    };
    let help = match phases.is_empty() {
        true => format!(
            "no phase asks for it: `phase NAME` in the action `{}` lets it be ordered; `do` performs it anyhow",
            rule.head.name
        ),
        false => "`orders` lists what is possible, `next` passes".to_string(),
    };
    let cites: Vec<String> = rule.head.cites.iter().map(|cite| format!("@{cite}")).collect();
    Ok(refused(step, &reason, &cites.join(" "), &help))
}

fn refusal(step: &mut LineStep<'_>, order: &Order) -> Result<Option<Refusal>, LineStop> {
    let (tray, state) = (step.tray(), step.table.now().clone());
    let play = tracked::play_of(&mut step.table, &tray, state)?;
    Ok(play.refusal(order).map_err(|error| error.report(step.table.book()))?)
}

/// `do SENTENCE`: the action performed by its script, outside the turn.
pub(super) fn perform(step: &mut LineStep<'_>, text: &str) -> Answered {
    let asked = sentence::this_or_last(step, text)?;
    let (rules, book) = (step.table.rules.clone(), step.table.book().clone());
    let asked = PerformedDeed::of(&book, &step.table.cast(), &asked).asked;
    let posed = BoundQuery::new(&rules, step.table.now(), &asked).map_err(|error| error.report(&book))?;
    let Some(order) = posed.order(&rules) else {
        let help = "checks are only reckoned and rolled; `show actions` lists the actions";
        return Err(step.line.nothing(step.line.0.trim(), "this is no action", "nothing to perform", help).into());
    };
    refuse_out_of_fight(step, &posed)?;
    if step.table.pending.is_some() {
        return perform_first(step, &asked, &posed.state, order);
    }
    let undone = super::supposed::not_done(step, text);
    let beside = changes_nothing(&posed.idle(&rules));
    let mut refused = None;
    // Who comes with the sentence alone is there while it is done, and told by name.
    let now = step.table.now().clone().with_more_of(&posed.state);
    let text = tracked::outside(step, now, |play| {
        refused = play.refusal_in(&posed.state.clone().in_phase(None), &order)?;
        if refused.is_none() {
            play.take_up(&posed)?;
            tracked::anytime(play, &order)?;
        }
        Ok(())
    })?;
    match refused {
        Some(refusal) => {
            step.session.note_refused(step.line.0);
            Err(lacking(step, &asked, &refusal).unwrap_or_else(|| refused_deed(step, &refusal)).into())
        }
        None => Ok(Response::of(undone + &beside + &text)),
    }
}

/// An action performed before the question is answered that stands.
fn perform_first(step: &mut LineStep<'_>, asked: &ParsedQuery, posed: &State, order: Arc<Order>) -> Answered {
    if posed != step.table.now() {
        let help = "name figures that are in the fight, and say first what else is so: `FIGURE is WORD`";
        let what = "while somebody is asked, only what is so can be done";
        return Err(step.line.nothing(step.line.0.trim(), what, "says something that is not so", help).into());
    }
    let (tray, state) = (step.tray(), step.table.now().clone().in_phase(None));
    let play = tracked::play_of(&mut step.table, &tray, state)?;
    match play.refusal(&order).map_err(|error| error.report(step.table.book()))? {
        Some(refusal) => {
            step.session.note_refused(step.line.0);
            Err(lacking(step, asked, &refusal).unwrap_or_else(|| refused_by(step, &refusal)).into())
        }
        None => human::go_on(step, Some(HumanReply::Do(order))),
    }
}
