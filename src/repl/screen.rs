//! The referee's screen of what is played: who is in it, what each could do, with what is needed at every distance, and the
//! cards of modifiers. Plain data; nothing here changes the session.

use super::answer::LineStop;
use super::lab::{LabBench, chance};
use super::lab_control::is_measured;
use super::orders::OpenOrder;
use super::session::{LineStep, Session};
use super::{contrast, orders, place, sentence};
use crate::dice::{Cancel, Odds};
use crate::eval::{amount_in_plain_words, in_plain_words};
use crate::query::Directory;
use crate::rulebook::{Modifier, Rulebook};
use crate::state::State;
use crate::value::FigureId;
use std::sync::Arc;

/// Figures that are told, and orders of each.
const MOST_FIGURES: usize = 40;
const MOST_ORDERS: usize = 12;
/// Orders of one figure that are looked at.
const MOST_ASKED: usize = 36;
/// The distances that are reckoned.
const FARTHEST: i64 = 60;

/// All of it.
pub(crate) struct ScreenPage {
    pub figures: Vec<ScreenFigure>,
    pub cards: Vec<ScreenCard>,
    /// Whether there was no time for all of it.
    pub is_cut: bool,
}

/// A card of modifiers.
pub(crate) struct ScreenCard {
    pub title: String,
    pub cites: Arc<[Arc<str>]>,
    pub rows: Vec<CardRow>,
}

/// A modifier: how much, what a player reads, when it counts.
pub(crate) struct CardRow {
    pub amount: String,
    pub label: String,
    pub when: String,
    pub cites: Arc<[Arc<str>]>,
}

/// One of those in the fight.
pub(crate) struct ScreenFigure {
    pub name: String,
    /// What stands on his sheet.
    pub sheet: String,
    /// What he could do to foes.
    pub orders: Vec<ScreenOrder>,
}

/// What somebody could do.
pub(crate) struct ScreenOrder {
    /// As it is typed, with all at whom it needs the same.
    pub said: String,
    /// Beside whom he would have to be for it; none where he could do it as things stand.
    pub beside: Option<String>,
    pub needs: Vec<NeedRow>,
}

/// What is needed, as far as it is the same.
#[derive(PartialEq)]
pub(crate) struct NeedRow {
    /// At which distances; empty where none counts.
    pub at: String,
    pub need: String,
    pub odds: Option<Odds>,
}

impl Session {
    /// The screen of what is played. `cancel` cuts it short.
    pub(crate) fn screen(&mut self, cancel: &Cancel) -> ScreenPage {
        let state = self.fight();
        let ids: Vec<FigureId> =
            state.figure_ids().filter(|id| !state.figure(*id).removed).take(MOST_FIGURES).collect();
        let figures = ids.into_iter().map(|id| self.screen_figure(id, cancel)).collect();
        let book = self.rules().book.clone();
        let cards = book.cards.iter().map(|card| ScreenCard {
            title: card.head.title.to_string(),
            cites: card.head.cites.clone(),
            rows: card.modifiers.iter().map(|modifier| card_row(&book, modifier)).collect(),
        });
        ScreenPage { figures, cards: cards.collect(), is_cut: cancel.is_asked() }
    }

    fn screen_figure(&mut self, id: FigureId, cancel: &Cancel) -> ScreenFigure {
        let name = self.fight().figure(id).name.to_string();
        let sheet = self.desk.brief(&self.table.view(), id, self.width);
        let could = self.look("orders", |step| screen_orders(step, id, cancel));
        ScreenFigure { name, sheet, orders: could.unwrap_or_default() }
    }
}

/// What somebody could do to foes as things stand; and if none is beside him, what he could do only if one were.
fn screen_orders(step: &mut LineStep<'_>, id: FigureId, cancel: &Cancel) -> Result<Vec<ScreenOrder>, LineStop> {
    let now = step.table.now().clone();
    let rolled = rolled_at_foes(step, id, now.clone())?;
    let mut all = needed_alike(step, &now, &rolled, cancel);
    if let Some((foe, then)) = place::beside_a_foe(step, id) {
        let mut near = rolled_at_foes(step, id, then.clone())?;
        near.retain(|order| order.about == [foe] && rolled.iter().all(|known| known.action != order.action));
        let mut near = needed_alike(step, &then, &near, cancel);
        near.iter_mut().for_each(|order| order.beside = Some(then.figure(foe).name.to_string()));
        all.extend(near);
    }
    Ok(all)
}

/// What somebody could do to others than friends, as far as it is rolled for.
fn rolled_at_foes(step: &mut LineStep<'_>, id: FigureId, state: State) -> Result<Vec<OpenOrder>, LineStop> {
    let mut open = orders::could_do_in(step, id, state)?.open;
    open.retain(|order| order.odds.is_some() && order.impossible.is_none() && !order.at_own);
    open.truncate(MOST_ASKED);
    Ok(open)
}

/// What orders need; those that differ only in at whom they are, and need the same, are one.
fn needed_alike(step: &LineStep<'_>, state: &State, orders: &[OpenOrder], cancel: &Cancel) -> Vec<ScreenOrder> {
    let mut all: Vec<NeededAlike> = Vec::new();
    for order in orders {
        let needs = needs(step, &order.sentence, state, cancel);
        let (words, name) = parted(state, order);
        let known = all.iter_mut().find(|one| one.words == words && one.needs == needs);
        match (known, name) {
            (Some(known), Some(name)) => known.names.push(name),
            (Some(_), None) => {}
            (None, name) => all.push(NeededAlike { words, names: name.into_iter().collect(), needs }),
        }
    }
    all.truncate(MOST_ORDERS);
    let told = |NeededAlike { words: (before, after), names, needs }| {
        let said = format!("{before}{}{after}", names.join(", "));
        ScreenOrder { said, beside: None, needs }
    };
    all.into_iter().map(told).collect()
}

/// Orders that need the same.
struct NeededAlike {
    /// What stands before those at whom they are, and behind.
    words: (String, String),
    names: Vec<String>,
    needs: Vec<NeedRow>,
}

/// An order about one other, as what stands before the name and behind it; else the whole.
fn parted(state: &State, order: &OpenOrder) -> ((String, String), Option<String>) {
    let whole = || ((order.sentence.clone(), String::new()), None);
    let [other] = order.about.as_slice() else { return whole() };
    let name = &*state.figure(*other).name;
    // The one who acts is named first, perhaps by the beginning of the same words.
    let actor = order.sentence.find(' ').unwrap_or(0);
    let Some(at) = order.sentence[actor..].find(name).map(|at| actor + at) else { return whole() };
    let (before, after) = (&order.sentence[..at], &order.sentence[at + name.len()..]);
    ((before.to_string(), after.to_string()), Some(name.to_string()))
}

fn card_row(book: &Rulebook, modifier: &Modifier) -> CardRow {
    let number = book.number_of(&modifier.amount);
    let amount =
        number.map_or_else(|| amount_in_plain_words(&modifier.amount, book), |number| modifier.target.words(number));
    let when = modifier.condition.as_ref().map_or(String::new(), |when| in_plain_words(when, book));
    CardRow { amount, label: modifier.label.text.to_string(), when, cites: modifier.label.cites.clone() }
}

/// What a sentence needs, at every distance if that counts.
fn needs(step: &LineStep<'_>, said: &str, state: &State, cancel: &Cancel) -> Vec<NeedRow> {
    let Ok(asked) = sentence::read(step, said) else { return Vec::new() };
    let bench = LabBench { rules: step.table.rules.clone(), state: state.clone(), asked };
    let Some(now) = bench.explained() else { return Vec::new() };
    let cast = Directory::in_fight(&bench.rules, &bench.state);
    let book = &bench.rules.book;
    let measured = now.facts.iter().find(|fact| !fact.stated && is_measured(book, &fact.name));
    let Some(fact) = measured else {
        return vec![NeedRow { at: String::new(), need: contrast::need(&now), odds: chance(&now) }];
    };
    let unit = fact.value.split_once(' ').map_or("", |(_, unit)| unit);
    let mut rows: Vec<(i64, i64, NeedRow)> = Vec::new();
    let mut last = String::new();
    for distance in 0..=FARTHEST {
        if cancel.is_asked() {
            break;
        }
        let Some(then) = bench.with(&cast, &fact.name, &distance.to_string()) else { continue };
        let (need, odds) = (contrast::need(&then), chance(&then));
        match rows.last_mut() {
            // Where another need is as likely, the dice do not tell the one from the other.
            Some((_, to, row)) if *to + 1 == distance && row.odds == odds && (odds.is_some() || row.need == need) => {
                *to = distance;
                if last != need {
                    row.need = from_to(&row.need, &need);
                }
            }
            _ => rows.push((distance, distance, NeedRow { at: String::new(), need: need.clone(), odds })),
        }
        last = need;
    }
    let shown = |(from, to, row): (i64, i64, NeedRow)| {
        let at = match (from, to) {
            (0, FARTHEST) => String::new(),
            (from, FARTHEST) => format!("from {from} {unit}"),
            (from, to) if from == to => format!("{from} {unit}"),
            (from, to) => format!("{from} to {to} {unit}"),
        };
        NeedRow { at, ..row }
    };
    rows.into_iter().map(shown).collect()
}

/// Needs from the first of a row to its last: `5 on 3d6` and `4 on 3d6` are `5 to 4 on 3d6`.
fn from_to(first: &str, last: &str) -> String {
    let (from, _) = first.split_once(' ').unwrap_or((first, ""));
    match last.split_once(' ') {
        Some((to, dice)) => format!("{from} to {to} {dice}"),
        None => format!("{from} to {last}"),
    }
}
