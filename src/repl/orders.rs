//! What the one who is asked may do: every way to do every action, with its odds or why not.

use super::Response;
use super::pending::Demand;
use super::session::{Answered, LineStep};
use super::tracked;
use crate::explain::Refusal;
use crate::explain::reckon;
use crate::odds::plot::bar;
use crate::play::{Order, Play, forbidden};
use crate::rulebook::{Action, Rulebook, SentencePart, Type};
use crate::value::{ActionId, FactId, FigureId, Value};

/// Ways of one action that are tried.
const MOST_TRIED: usize = 400;

/// One way to do an action.
struct Way {
    order: Order,
    /// What it is done with, in the order in which the action takes it.
    facts: Vec<(FactId, Value)>,
}

/// `orders`: what the one who is asked may do, with odds.
pub(super) fn list(step: &mut LineStep<'_>) -> Answered {
    let Some(pending) = step.table.pending.clone() else {
        let help = "`next` goes on with the turn, `play SIDE` lets you decide for a side";
        return Err(step.line.nothing(step.line.0.trim(), "nobody is asked for an order", "not now", help).into());
    };
    let Demand::Order(actions) = &pending.demand else { return Ok(Response::of(question(step))) };
    let (tray, state) = (step.tray(), pending.state.clone());
    let play = tracked::play_of(&mut step.table, &tray, state)?;
    let mut text: String = actions.iter().map(|action| possible(&play, *action, pending.figure)).collect();
    let (mut wanting, mut closed) = (String::new(), String::new());
    for action in actions.iter().filter(|action| !pending.open.contains(action)) {
        match begun(&play, *action, pending.figure) {
            Ok(facts) => wanting += &wanted(&play, *action, pending.figure, &facts),
            Err(against) => closed += &impossible(&play, *action, pending.figure, against),
        }
    }
    for (title, lines) in [("with more said\n", wanting), ("not now\n", closed)] {
        if !lines.is_empty() {
            text += title;
            text += &lines;
        }
    }
    Ok(Response::of(text))
}

/// Which of these actions the figure could do in some way.
pub(super) fn open(play: &Play, actions: &[ActionId], actor: FigureId) -> Vec<ActionId> {
    let is_open = |action: &ActionId| ways(play, *action, actor).any(|(_, refusal)| refusal.is_none());
    actions.iter().copied().filter(is_open).collect()
}

/// What an action needs that only a person can say: a place, a number.
fn unoffered(book: &Rulebook, action: &Action) -> Vec<FactId> {
    let is_needed = |fact: &FactId| {
        let fact = &book.facts[fact.index()];
        let is_offered = matches!(fact.r#type.bare(), Type::Figure | Type::Thing(_));
        !is_offered && fact.default.is_none() && fact.from.is_none()
    };
    action.takes.iter().copied().filter(is_needed).collect()
}

/// With what an action could be done if only the rest were said, or what is against it whatever that is.
fn begun(play: &Play, id: ActionId, actor: FigureId) -> Result<Vec<(FactId, Value)>, Option<Refusal>> {
    let (book, view) = (&play.rules().book, play.view());
    let action = &book.actions[id.index()];
    let unoffered = unoffered(book, action);
    let is_said = |facts: &[(FactId, Value)], fact: &FactId| facts.iter().any(|(said, _)| said == fact);
    let is_optional = |fact: &FactId| {
        let fact = &book.facts[fact.index()];
        fact.default.is_some() || fact.from.is_some()
    };
    if unoffered.is_empty() {
        return Err(None);
    }
    if let Some(refusal) = forbidden(book, play.state(), actor, id) {
        return Err(Some(refusal));
    }
    let mut against = None;
    for facts in candidates(play, action, actor) {
        let is_whole = |fact: &FactId| is_said(&facts, fact) || is_optional(fact) || unoffered.contains(fact);
        if !action.takes.iter().all(is_whole) {
            return Err(None);
        }
        let mut sorted = facts.clone();
        sorted.sort_by_key(|(fact, _)| *fact);
        let order = Order { action: id, actor, facts: sorted, assumed: Vec::new() };
        let frame = play.frame_of(action, &order);
        let mut unmet = action.requires.iter().filter(|(require, _)| view.truth_in(require, &frame) == Ok(false));
        match unmet.next() {
            None => return Ok(facts),
            Some((require, label)) => against = Some(Refusal::unmet(&view.scene(&frame), require, label)),
        }
    }
    Err(against)
}

/// Such an action as it would be typed, with what is to be said.
fn wanted(play: &Play, id: ActionId, actor: FigureId, facts: &[(FactId, Value)]) -> String {
    let (book, action) = (&play.rules().book, &play.rules().book.actions[id.index()]);
    let title = |fact: FactId| book.facts[fact.index()].head.title.to_string();
    let needs: Vec<String> = unoffered(book, action).into_iter().map(title).collect();
    format!("  {:<44}  say {}\n", in_words(play, action, actor, facts), needs.join(", "))
}

/// The ways to do an action, what is refused with its reason.
fn ways(play: &Play, id: ActionId, actor: FigureId) -> impl Iterator<Item = (Way, Option<Refusal>)> {
    let action = &play.rules().book.actions[id.index()];
    candidates(play, action, actor).into_iter().filter_map(move |facts| {
        let mut sorted = facts.clone();
        sorted.sort_by_key(|(fact, _)| *fact);
        let order = Order { action: id, actor, facts: sorted, assumed: Vec::new() };
        let refusal = play.refusal(&order).ok()?;
        Some((Way { order, facts }, refusal))
    })
}

/// The legal orders of one action with their odds.
fn possible(play: &Play, id: ActionId, actor: FigureId) -> String {
    let action = &play.rules().book.actions[id.index()];
    let legal = ways(play, id, actor).filter(|(_, refusal)| refusal.is_none());
    let line = |(way, _): (Way, _)| {
        let line = format!("  {:<44}  {}", in_words(play, action, actor, &way.facts), chance(play, action, &way.order));
        line.trim_end().to_string() + "\n"
    };
    // Two things of one sort are one way to do it.
    let mut lines: Vec<String> = Vec::new();
    for line in legal.map(line) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.concat()
}

/// What is done, in the words that are typed, up to the first thing that must be said: `shoots`, `aims at`.
pub(super) fn verb(book: &Rulebook, action: &Action) -> String {
    let Some(says) = action.says.first() else { return action.head.name.replace('_', " ") };
    let parts = says.parts.iter().skip_while(|part| matches!(part, SentencePart::Fact(_)));
    let is_word = |part: &&SentencePart| matches!(part, SentencePart::Word(_));
    let words: Vec<String> = parts.take_while(is_word).map(|part| shown(book, part)).collect();
    if words.is_empty() { action.head.name.replace('_', " ") } else { words.join(" ") }
}

/// A part of a pattern as it is typed.
fn shown(book: &Rulebook, part: &SentencePart) -> String {
    match part {
        SentencePart::Word(word) => word.replace('_', " "),
        SentencePart::Fact(fact) => book.facts[fact.index()].head.title.to_string(),
    }
}

/// Why an action cannot be done in any way.
fn impossible(play: &Play, id: ActionId, actor: FigureId, against: Option<Refusal>) -> String {
    let why = against.or_else(|| ways(play, id, actor).find_map(|(_, refusal)| refusal));
    let why = why.map_or_else(|| "nothing to do it with".into(), |refusal| refusal.reason);
    format!("  {:<28}  {why}\n", verb(&play.rules().book, &play.rules().book.actions[id.index()]))
}

/// Every way to fill what an action takes with figures of the fight and things of the actor.
fn candidates(play: &Play, action: &Action, actor: FigureId) -> Vec<Vec<(FactId, Value)>> {
    let mut all: Vec<Vec<(FactId, Value)>> = vec![Vec::new()];
    let in_pattern =
        |fact: &FactId| action.says.first().is_some_and(|says| says.parts.contains(&SentencePart::Fact(*fact)));
    for fact in &action.takes {
        let rule = &play.rules().book.facts[fact.index()];
        let is_optional = rule.default.is_some() || rule.from.is_some();
        // What need not be said and has no place in the sentence is left as it is.
        let values = if is_optional && !in_pattern(fact) { Vec::new() } else { values_for(play, *fact, actor) };
        if values.is_empty() {
            continue;
        }
        let longer = all.iter().flat_map(|facts| {
            values.iter().map(move |value| {
                let mut facts = facts.clone();
                facts.push((*fact, value.clone()));
                facts
            })
        });
        all = longer.take(MOST_TRIED).collect();
    }
    all
}

fn values_for(play: &Play, fact: FactId, actor: FigureId) -> Vec<Value> {
    let state = play.state();
    match play.rules().book.facts[fact.index()].r#type.bare() {
        Type::Figure => {
            let others = state.figure_ids().filter(|id| *id != actor && !state.figure(*id).removed);
            let (foes, friends): (Vec<FigureId>, Vec<FigureId>) =
                others.partition(|id| state.figure(*id).side != state.figure(actor).side);
            foes.into_iter().chain(friends).map(Value::Figure).collect()
        }
        Type::Thing(kind) => {
            let own = state.figure(actor).slots.iter().flatten();
            let fits = own.filter(|id| play.rules().book.items[state.thing(**id).item.index()].kind == *kind);
            fits.map(|id| Value::Thing(*id)).collect()
        }
        _ => Vec::new(),
    }
}

/// The order as it would be typed.
fn in_words(play: &Play, action: &Action, actor: FigureId, facts: &[(FactId, Value)]) -> String {
    let book = &play.rules().book;
    let name = |fact: FactId| {
        let own = (fact == action.by).then_some(Value::Figure(actor));
        let value = own.or_else(|| Some(facts.iter().find(|(other, _)| *other == fact)?.1.clone()));
        let rule = &book.facts[fact.index()];
        let is_optional = rule.default.is_some() || rule.from.is_some();
        match value {
            Some(value) => crate::eval::show(&value, None, book, &play.view()),
            None if is_optional && rule.head.is_quiet() => String::new(),
            None if is_optional => format!("[{}]", rule.head.title),
            None => format!("({})", rule.head.title),
        }
    };
    let Some(says) = action.says.first() else { return action.head.name.to_string() };
    let words = says.parts.iter().map(|part| match part {
        SentencePart::Word(_) => shown(book, part),
        SentencePart::Fact(fact) => name(*fact),
    });
    let mut text = words.filter(|word| !word.is_empty()).collect::<Vec<String>>().join(" ");
    let is_said = |fact: &FactId| says.parts.contains(&SentencePart::Fact(*fact));
    for fact in action.takes.iter().filter(|fact| !is_said(fact)) {
        let rule = &book.facts[fact.index()];
        let is_optional = rule.default.is_some() || rule.from.is_some();
        match facts.iter().find(|(other, _)| other == fact) {
            Some((_, value)) => {
                let value = crate::eval::show(value, None, book, &play.view());
                text += &format!(", {} {value}", rule.head.name);
            }
            None if !is_optional => text += &format!(", {} …", rule.head.name),
            // What else may be said with it: a way to go, a part aimed at. What has no title is no word for people.
            None if !rule.head.is_quiet() && rule.head.title != rule.head.name => {
                text += &format!(" [, {} …]", rule.head.name);
            }
            None => {}
        }
    }
    text
}

fn chance(play: &Play, action: &Action, order: &Order) -> String {
    let Some(check) = action.check else { return String::new() };
    let (frame, view) = (play.frame_of(action, order), play.view());
    match reckon(&view.scene(&frame), check) {
        Ok(reckoning) => match (&reckoning.odds, &reckoning.impossible) {
            (Some(odds), _) => format!("{:>8}  {}", odds.percent(), bar(odds.to_f64(), 16)),
            (None, Some(cannot)) => format!("impossible: {}", cannot.why),
            _ => String::new(),
        },
        Err(_) => String::new(),
    }
}

/// What the one who is asked may answer, in a few lines.
pub(super) fn question(step: &LineStep<'_>) -> String {
    let table = &step.table;
    let Some(pending) = &table.pending else { return String::new() };
    let book = table.book();
    let phase = pending.state.phase.map_or("", |phase| &book.turn.phases[phase.index()].head.title);
    let turn = pending.state.turn;
    match &pending.demand {
        Demand::Order(actions) => {
            let open = pending.open.iter().map(|id| verb(book, &book.actions[id.index()]));
            let open = open.collect::<Vec<String>>().join(", ");
            let open = if open.is_empty() { "nothing is possible" } else { &open };
            let who = pending.who(table.now());
            let why = if pending.open.len() < actions.len() { " and why not the rest" } else { "" };
            format!(
                "{who} to act, turn {turn}, {phase}: {open}\n(`orders` lists what is possible{why}, `next` passes)\n"
            )
        }
        Demand::Choice(choice) => {
            let offers = choice.offers.iter().enumerate();
            let numbered = offers.map(|(at, offer)| format!("  {} {}\n", at + 1, offer.title));
            let asked = choice.title.trim_end_matches('?');
            format!("{}: {asked}? (a number)\n{}", pending.who(table.now()), numbered.collect::<String>())
        }
    }
}
