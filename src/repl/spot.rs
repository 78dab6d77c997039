//! A place that is pointed at: what is there, what somebody could do if he stood there, and what others could then do to
//! him. Nothing here changes the session.

use super::orders::{self, OpenOrder};
use super::session::{LineStep, Session};
use super::{place, reckon, sentence, tracked};
use crate::diag::Diagnostics;
use crate::event::{Change, Spot};
use crate::explain::Explanation;
use crate::play::Play;
use crate::query::About;
use crate::state::{BoardView, apply, cell_text};
use crate::value::{FigureId, Position, SideId};

/// Actions that are told of one towards another.
const MOST_TOLD: usize = 6;

/// A place of the board, and what it would be to stand there.
pub(crate) struct SpotSeen {
    pub at: Position,
    /// What is there: the ground, what is spread over it or lies on it, who stands there.
    pub here: Vec<String>,
    /// Whose stand it would be; nobody if nobody is asked.
    pub who: Option<FigureId>,
    /// Whether he stands there already.
    pub is_own: bool,
    /// Why he cannot stand there.
    pub taken: Option<String>,
    /// The orders that he may give now and that may lead to this place, as they are typed.
    pub leads: Vec<String>,
    /// The likeliest that he could do to each from there, with the one whom it is about.
    pub could: Vec<(FigureId, OpenOrder)>,
    /// The likeliest that each could do to him there.
    pub suffers: Vec<(FigureId, OpenOrder)>,
}

impl Session {
    /// What a place is, and what it would be for a figure to stand there.
    pub(crate) fn spot(&mut self, at: &str, who: Option<FigureId>) -> Result<SpotSeen, Diagnostics> {
        let asked = self.table.pending.as_ref().map(|pending| pending.figure);
        self.look(at, |step| {
            let at = place::cell(step, at)?;
            let here = what_is_there(step, at);
            let who = who.filter(|id| id.index() < step.table.now().figures.len()).or(asked);
            let mut seen = SpotSeen {
                at,
                here,
                who,
                is_own: false,
                taken: None,
                leads: if who == asked { leads(step, at) } else { Vec::new() },
                could: Vec::new(),
                suffers: Vec::new(),
            };
            if let Some(who) = who.filter(|who| !step.table.now().figure(*who).removed) {
                stand(step, who, &mut seen)?;
            }
            Ok(seen)
        })
    }
}

impl Session {
    /// What an order would need if a figure stood elsewhere, whatever the phase; none if nothing is rolled for it.
    ///
    /// # Errors
    /// When there is no such place, or the order is not understood.
    pub(crate) fn weighed_at(
        &mut self,
        at: &str,
        who: FigureId,
        line: &str,
    ) -> Result<Option<Box<Explanation>>, Diagnostics> {
        if who.index() >= self.fight().figures.len() {
            return Ok(None);
        }
        let at = self.look(at, |step| place::cell(step, at))?;
        self.look(line, |step| {
            let mut state = step.table.now().clone().in_phase(None);
            let from = state.figure(who).at;
            apply(&step.table.rules, &mut state, &Change::Moved { figure: who, from, to: Some(at) });
            (step.table.state, step.table.pending, step.table.ahead) = (state, None, None);
            let asked = sentence::this_or_last(step, line)?;
            let has_check = match asked.about {
                About::Action(action) => step.table.book().actions[action.index()].check.is_some(),
                About::Check(_) => true,
                About::Quantity(_) => false,
            };
            has_check.then(|| reckon::reckoned(step, &asked).map(Box::new)).transpose()
        })
    }
}

/// What the one who is asked may order about a place.
fn leads(step: &mut LineStep<'_>, at: Position) -> Vec<String> {
    let Ok(Some(list)) = orders::listed(step) else { return Vec::new() };
    let place = cell_text(step.table.book(), at);
    let open = list.open.iter().filter(|order| order.impossible.is_none()).filter_map(|order| order.gap.as_ref());
    let gaps = open.chain(list.wanting.iter().filter_map(|order| order.gap.as_ref()));
    gaps.map(|gap| gap.replace("{}", &place)).collect()
}

/// The ground, what is spread over it, what lies on it, who stands there.
fn what_is_there(step: &LineStep<'_>, at: Position) -> Vec<String> {
    let (book, state) = (step.table.book(), step.table.now());
    let Some(board) = BoardView::new(&step.table.rules, state) else { return Vec::new() };
    let mut here: Vec<String> = Vec::new();
    here.extend(board.item(at).map(|item| book.items[item.index()].head.title.to_string()));
    let height = board.height(at);
    if height != crate::value::Number::ZERO {
        here.push(format!("height {height}"));
    }
    let title = |thing: &crate::value::ThingId| book.items[state.thing(*thing).item.index()].head.title.to_string();
    here.extend(state.areas.iter().filter(|(_, zone)| zone.cells().contains(&at)).map(|(id, _)| title(id)));
    let left_there = state.things.iter().filter(|thing| thing.place == Spot::Ground(at));
    here.extend(left_there.map(|thing| book.items[thing.item.index()].head.title.to_string()));
    here.extend(state.figures_at(at).map(|id| state.figure(id).name.to_string()));
    here
}

/// What it would be for somebody to stand there.
fn stand(step: &mut LineStep<'_>, who: FigureId, seen: &mut SpotSeen) -> Result<(), super::answer::LineStop> {
    let state = step.table.now().clone().in_phase(None);
    let from = state.figure(who).at;
    seen.is_own = from == Some(seen.at);
    if let Some(other) = state.figures_at(seen.at).find(|other| *other != who && !state.figure(*other).removed) {
        seen.taken = Some(state.figure(other).name.to_string());
        return Ok(());
    }
    let (tray, others) = (step.tray(), others(&state, who));
    let mut play = tracked::play_of(&mut step.table, &tray, state)?;
    play.arrange(&Change::Moved { figure: who, from, to: Some(seen.at) });
    let told = |actor, target, other| best(&play, actor, target).into_iter().map(move |order| (other, order));
    seen.could = others.iter().flat_map(|other| told(who, *other, *other)).collect();
    seen.suffers = others.iter().flat_map(|other| told(*other, who, *other)).collect();
    Ok(())
}

/// Everybody of other sides who is still in the fight.
fn others(state: &crate::state::State, who: FigureId) -> Vec<FigureId> {
    let own: SideId = state.figure(who).side;
    state.figure_ids().filter(|id| state.figure(*id).side != own && !state.figure(*id).removed).collect()
}

/// The likeliest of what somebody could do to somebody else, whatever the phase.
fn best(play: &Play, actor: FigureId, target: FigureId) -> Vec<OpenOrder> {
    let mut all: Vec<OpenOrder> = orders::rolled_at(play, actor, target).collect();
    all.sort_by(|a, b| b.share().total_cmp(&a.share()));
    all.truncate(MOST_TOLD);
    all
}
