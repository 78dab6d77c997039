//! What the one who is asked may do: every way to do every action, with its odds or why not.

use super::Response;
use super::answer::LineStop;
use super::pending::Demand;
use super::session::{Answered, LineStep};
use super::tracked;
use crate::dice::Odds;
use crate::explain::Refusal;
use crate::explain::reckon;
use crate::odds::plot::bar;
use crate::play::{Order, Play, forbidden};
use crate::rulebook::{Action, Rulebook, SentencePart, Type};
use crate::state::{State, nameable};
use crate::value::{ActionId, FactId, FigureId, Value};

/// Ways of one action that are tried.
const MOST_TRIED: usize = 400;

/// One way to do an action.
struct OrderForm {
    order: Order,
    /// What it is done with, in the order in which the action takes it.
    facts: Vec<(FactId, Value)>,
}

/// What the one who is asked may do.
#[derive(Default)]
pub(crate) struct OrderList {
    /// Every way to do what is allowed.
    pub open: Vec<OpenOrder>,
    /// What is allowed once more is said.
    pub wanting: Vec<WantingOrder>,
    /// What is not allowed, as it is said, with the reason.
    pub closed: Vec<(String, Refusal)>,
}

/// An order that may be given as it stands.
pub(crate) struct OpenOrder {
    /// What is done.
    pub action: ActionId,
    /// To whom of the others.
    pub about: Vec<FigureId>,
    /// As it is typed.
    pub sentence: String,
    /// The same with what else may be said.
    pub shown: String,
    /// The same with a gap `{}` where a place or a way may be said.
    pub gap: Option<String>,
    /// How likely its own check is a success.
    pub odds: Option<Odds>,
    /// Why its check cannot be made.
    pub impossible: Option<String>,
    /// Whether it is rolled for against somebody of the actor's own side.
    pub at_own: bool,
}

/// An order to which something is to be added that only a person can say.
pub(crate) struct WantingOrder {
    /// As it is typed, with what is to be said.
    pub shown: String,
    /// The same with a gap `{}` where a place or a way is to be said.
    pub gap: Option<String>,
    /// What is to be said.
    pub needs: Vec<String>,
}

/// `orders`: what the one who is asked may do, with odds; `orders NAME`: what somebody could.
pub(super) fn list(step: &mut LineStep<'_>, name: &str) -> Answered {
    let asked = step.table.pending.as_ref().map(|pending| pending.figure);
    if !name.is_empty() {
        let names = || step.table.now().figure_ids().map(|id| &*step.table.now().figure(id).name);
        let id = step.table.figure(name).ok_or_else(|| step.line.unknown("figure", name, names()))?;
        if asked != Some(id) {
            return could(step, id);
        }
    }
    Ok(Response::of(listed(step)?.map_or_else(|| question(step), |list| list.text())))
}

/// What the one who is asked may do; none if a choice is asked.
pub(super) fn listed(step: &mut LineStep<'_>) -> Result<Option<OrderList>, LineStop> {
    let Some(pending) = step.table.pending.clone() else {
        let help =
            "`orders NAME` lists what somebody could do; `next` goes on with the turn, `play SIDE` lets you decide";
        return Err(step.line.nothing(step.line.0.trim(), "nobody is asked for an order", "not now", help).into());
    };
    let Demand::Order(actions) = &pending.demand else { return Ok(None) };
    let (tray, state) = (step.tray(), pending.state.clone());
    let play = tracked::play_of(&mut step.table, &tray, state)?;
    let open = actions.iter().flat_map(|action| possible(&play, *action, pending.figure)).collect();
    let (mut wanting, mut closed) = (Vec::new(), Vec::new());
    for action in actions.iter().filter(|action| !pending.open.contains(action)) {
        match begun(&play, *action, pending.figure) {
            Ok(facts) => wanting.push(wanted(&play, *action, pending.figure, &facts)),
            Err(against) => closed.push(impossible(&play, *action, pending.figure, against)),
        }
    }
    Ok(Some(OrderList { open, wanting, closed }))
}

impl OrderList {
    fn text(&self) -> String {
        let (at_own, others): (Vec<_>, Vec<_>) = self.open.iter().partition(|order| order.at_own);
        let mut text: String = others.into_iter().map(OpenOrder::line).collect();
        if !at_own.is_empty() {
            text += "to the own side\n";
        }
        text.extend(at_own.into_iter().map(OpenOrder::line));
        if !self.wanting.is_empty() {
            text += "with more said\n";
        }
        for order in &self.wanting {
            text += &format!("  {:<44}  say {}\n", order.shown, order.needs.join(", "));
        }
        if !self.closed.is_empty() {
            text += "not now\n";
        }
        for (said, refusal) in &self.closed {
            text += &format!("  {said:<28}  {}\n", refusal.reason);
        }
        text
    }
}

impl OpenOrder {
    /// How likely it is, to compare; less than nothing where nothing is rolled.
    pub(crate) fn share(&self) -> f64 {
        self.odds.as_ref().map_or(-1.0, Odds::to_f64)
    }

    fn line(&self) -> String {
        let chance = match (&self.odds, &self.impossible) {
            (Some(odds), _) => format!("{:>8}  {}", odds.percent(), bar(odds.to_f64(), 16)),
            (None, Some(why)) => format!("impossible: {why}"),
            (None, None) => String::new(),
        };
        format!("  {:<44}  {chance}", self.shown).trim_end().to_string() + "\n"
    }
}

/// What somebody could do who is not asked, whatever the phase: what the rules allow him as things stand.
fn could(step: &mut LineStep<'_>, id: FigureId) -> Answered {
    let who = step.table.now().figure(id).name.clone();
    let all = could_do(step, id)?;
    Ok(Response::of(format!("{who} is not asked now; whatever the phase, as things stand:\n{}", all.text())))
}

/// The same as data.
pub(super) fn could_do(step: &mut LineStep<'_>, id: FigureId) -> Result<OrderList, LineStop> {
    let now = step.table.now().clone();
    could_do_in(step, id, now)
}

/// What somebody could do in a fight as it may stand, whatever the phase.
pub(super) fn could_do_in(step: &mut LineStep<'_>, id: FigureId, state: State) -> Result<OrderList, LineStop> {
    let tray = step.tray();
    let play = tracked::play_of(&mut step.table, &tray, state.in_phase(None))?;
    let book = step.table.book().clone();
    let ids = (0..book.actions.len()).map(|at| ActionId(at as u16));
    let says = |id: &ActionId| {
        let action = &book.actions[id.index()];
        !action.says.is_empty() && !action.head.is_quiet() && !action.phases.is_empty()
    };
    let actions: Vec<ActionId> = ids.filter(says).collect();
    let possible = actions.iter().flat_map(|action| possible(&play, *action, id)).collect();
    let open = open(&play, &actions, id);
    let begun = actions.iter().filter(|action| !open.contains(action)).filter_map(|action| {
        let facts = begun(&play, *action, id).ok()?;
        Some(wanted(&play, *action, id, &facts))
    });
    Ok(OrderList { open: possible, wanting: begun.collect(), closed: Vec::new() })
}

/// The likeliest legal way of each action that somebody could do to somebody else and that is rolled for, whatever the
/// phase.
pub(super) fn rolled_at(play: &Play, actor: FigureId, target: FigureId) -> impl Iterator<Item = OpenOrder> {
    let actions = play.rules().book.actions.iter().enumerate();
    let rolled = actions.filter(|(_, action)| action.check.is_some() && !action.says.is_empty());
    rolled.flat_map(move |(at, action)| {
        let id = ActionId(at as u16);
        let is_about = |form: &OrderForm| form.facts.iter().any(|(_, value)| *value == Value::Figure(target));
        let ways = ways_to(play, id, actor, is_about).filter(|(_, refusal)| refusal.is_none());
        let rolled = ways.map(|(way, _)| open_order(play, action, &way)).filter(|order| order.odds.is_some());
        rolled.max_by(|a, b| a.share().total_cmp(&b.share()))
    })
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
fn wanted(play: &Play, id: ActionId, actor: FigureId, facts: &[(FactId, Value)]) -> WantingOrder {
    let (book, action) = (&play.rules().book, &play.rules().book.actions[id.index()]);
    let title = |fact: FactId| book.facts[fact.index()].head.title.to_string();
    let needs = unoffered(book, action).into_iter().map(title).collect();
    let said = SpokenOrder { play, action, actor, facts };
    WantingOrder { shown: said.in_words(Extent::Offered), gap: said.with_gap(), needs }
}

/// The ways to do an action, what is refused with its reason.
fn ways(play: &Play, id: ActionId, actor: FigureId) -> impl Iterator<Item = (OrderForm, Option<Refusal>)> {
    ways_to(play, id, actor, |_| true)
}

/// Those of the ways to do an action that are wanted, what is refused with its reason.
fn ways_to(
    play: &Play,
    id: ActionId,
    actor: FigureId,
    is_wanted: impl Fn(&OrderForm) -> bool,
) -> impl Iterator<Item = (OrderForm, Option<Refusal>)> {
    let action = &play.rules().book.actions[id.index()];
    candidates(play, action, actor).into_iter().filter_map(move |facts| {
        let mut sorted = facts.clone();
        sorted.sort_by_key(|(fact, _)| *fact);
        let form = OrderForm { order: Order { action: id, actor, facts: sorted, assumed: Vec::new() }, facts };
        if !is_wanted(&form) {
            return None;
        }
        let refusal = play.refusal(&form.order).ok()?;
        Some((form, refusal))
    })
}

/// The legal orders of one action with their odds.
fn possible(play: &Play, id: ActionId, actor: FigureId) -> Vec<OpenOrder> {
    let action = &play.rules().book.actions[id.index()];
    // Two things of one sort are one way to do it.
    let mut orders: Vec<OpenOrder> = Vec::new();
    for (way, _) in ways(play, id, actor).filter(|(_, refusal)| refusal.is_none()) {
        let order = open_order(play, action, &way);
        if !orders.iter().any(|other| other.line() == order.line()) {
            orders.push(order);
        }
    }
    orders
}

fn open_order(play: &Play, action: &Action, way: &OrderForm) -> OpenOrder {
    let said = SpokenOrder { play, action, actor: way.order.actor, facts: &way.facts };
    let (odds, impossible) = chance(play, action, &way.order);
    let figures = way.facts.iter().filter_map(|(_, value)| value.as_figure());
    OpenOrder {
        action: way.order.action,
        about: figures.filter(|figure| *figure != way.order.actor).collect(),
        sentence: said.in_words(Extent::Said),
        shown: said.in_words(Extent::Offered),
        gap: said.with_gap(),
        at_own: odds.is_some() && is_at_own(play, way),
        odds,
        impossible,
    }
}

/// Whether an order is about somebody of the actor's own side, and nobody else.
fn is_at_own(play: &Play, way: &OrderForm) -> bool {
    let state = play.state();
    let own = state.figure(way.order.actor).side;
    let mut about = way.facts.iter().filter_map(|(_, value)| match value {
        Value::Figure(other) if *other != way.order.actor => Some(state.figure(*other).side == own),
        _ => None,
    });
    about.next().is_some_and(|first| first && about.all(|one| one))
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
fn impossible(play: &Play, id: ActionId, actor: FigureId, against: Option<Refusal>) -> (String, Refusal) {
    let why = against.or_else(|| ways(play, id, actor).find_map(|(_, refusal)| refusal));
    let why = why.unwrap_or_else(|| Refusal::new("nothing to do it with"));
    (verb(&play.rules().book, &play.rules().book.actions[id.index()]), why)
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
        let values = match is_optional && !in_pattern(fact) {
            true => Vec::new(),
            false => nameable(&play.rules().book, play.state(), *fact, actor),
        };
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

/// How much of an order is put into words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// What is said.
    Said,
    /// What else may be said too, in brackets.
    Offered,
    /// What is said, with a gap for a fact.
    Gap(FactId),
}

/// An order to be put into words.
struct SpokenOrder<'a> {
    play: &'a Play,
    action: &'a Action,
    actor: FigureId,
    facts: &'a [(FactId, Value)],
}

impl SpokenOrder<'_> {
    /// The order as it would be typed, with a gap where a place or a way may be said.
    fn with_gap(&self) -> Option<String> {
        let is_place = |fact: &FactId| gap(&self.play.rules().book, *fact).is_some();
        let is_unsaid = |fact: &FactId| !self.facts.iter().any(|(said, _)| said == fact);
        let gap = self.action.takes.iter().copied().find(|fact| is_place(fact) && is_unsaid(fact))?;
        Some(self.in_words(Extent::Gap(gap)))
    }

    /// The order as it would be typed.
    fn in_words(&self, extent: Extent) -> String {
        let book = &self.play.rules().book;
        let Some(says) = self.action.says.first() else { return self.action.head.name.to_string() };
        let words = says.parts.iter().map(|part| match part {
            SentencePart::Word(_) => shown(book, part),
            SentencePart::Fact(fact) => self.member(*fact, extent),
        });
        let mut text = words.filter(|word| !word.is_empty()).collect::<Vec<String>>().join(" ");
        let is_said = |fact: &FactId| says.parts.contains(&SentencePart::Fact(*fact));
        for fact in self.action.takes.iter().filter(|fact| !is_said(fact)) {
            text += &self.clause(*fact, extent);
        }
        text
    }

    /// A fact inside the pattern.
    fn member(&self, fact: FactId, extent: Extent) -> String {
        let own = (fact == self.action.by).then_some(Value::Figure(self.actor));
        let value = own.or_else(|| Some(self.facts.iter().find(|(other, _)| *other == fact)?.1.clone()));
        let book = &self.play.rules().book;
        let rule = &book.facts[fact.index()];
        let is_optional = rule.default.is_some() || rule.from.is_some();
        match value {
            Some(value) => crate::eval::show(&value, None, book, &self.play.view()),
            None if extent == Extent::Gap(fact) => gap(book, fact).unwrap_or_default().to_string(),
            None if is_optional && (rule.head.is_quiet() || extent != Extent::Offered) => String::new(),
            None if is_optional => format!("[{}]", rule.head.title),
            None => format!("({})", rule.head.title),
        }
    }

    /// A fact behind the pattern.
    fn clause(&self, fact: FactId, extent: Extent) -> String {
        let book = &self.play.rules().book;
        let rule = &book.facts[fact.index()];
        let is_optional = rule.default.is_some() || rule.from.is_some();
        match self.facts.iter().find(|(other, _)| *other == fact) {
            Some((_, value)) => {
                let value = crate::eval::show(value, None, book, &self.play.view());
                format!(", {} {value}", rule.head.name)
            }
            None if extent == Extent::Gap(fact) => {
                format!(", {} {}", rule.head.name, gap(book, fact).unwrap_or_default())
            }
            None if !is_optional => format!(", {} …", rule.head.name),
            // What else may be said with it: a way to go, a part aimed at. What has no title is no word for people.
            None if extent == Extent::Offered && !rule.head.is_quiet() && rule.head.title != rule.head.name => {
                format!(" [, {} …]", rule.head.name)
            }
            None => String::new(),
        }
    }
}

/// How a place is said for a fact: itself, or as the end of a way; none if the fact is no place.
fn gap(book: &Rulebook, fact: FactId) -> Option<&'static str> {
    match book.facts[fact.index()].r#type.bare() {
        Type::Cell => Some("{}"),
        Type::List(inner) if *inner.bare() == Type::Cell => Some("to {}"),
        _ => None,
    }
}

/// How likely the own check of an action is a success, or why it cannot be made.
fn chance(play: &Play, action: &Action, order: &Order) -> (Option<Odds>, Option<String>) {
    let Some(check) = action.check else { return (None, None) };
    let (frame, view) = (play.frame_of(action, order), play.view());
    match reckon(&view.scene(&frame), check) {
        Ok(reckoning) => match (reckoning.odds, reckoning.impossible) {
            (None, Some(cannot)) => (None, Some(cannot.why)),
            (odds, _) => (odds, None),
        },
        Err(_) => (None, None),
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
