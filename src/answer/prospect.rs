//! An action without a check: whether it is legal here and now, what it costs, what it would change.

use super::{DoesLine, does};
use crate::explain::Refusal;
use crate::explain::{Overridden, changes_nothing, cited, overridden};
use crate::odds::action::{ActionOdds, Bounds, whole};
use crate::odds::plot::{Diagram, text};
use crate::play::{Play, PlayError, Rules};
use crate::query::{BoundQuery, idle_of_figures};
use crate::rulebook::Action;
use crate::state::State;
use crate::value::Number;
use std::fmt::Write;
use std::sync::Arc;

/// The form of the answer.
const SCHEMA: &str = "fray.prospect/1";
/// Ways the dice can fall that are followed for what changes.
const WAYS: u64 = 2_000;
/// Samples that are taken where there are more.
const SAMPLES: u64 = 1_000;

/// So many of its lines are shown to people.
const MOST_SHOWN: usize = 12;

/// What an action without a check would do.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Preview {
    /// `fray.prospect/1`
    pub schema: &'static str,
    /// The name of the action.
    pub action: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Why it would be refused, if it would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// What was stated otherwise than the board says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overridden: Vec<Overridden>,
    /// What the sentence says and changes nothing, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// What it costs.
    pub costs: Vec<Cost>,
    /// What it does, as its lines are written; empty if a script alone does it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub does: Vec<DoesLine>,
    /// What would be different afterwards; none if that only shows in a fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<ActionOdds>,
}

/// What an action costs.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Cost {
    /// The title of the track.
    pub of: Arc<str>,
    /// How much.
    pub amount: Number,
    /// How much there is.
    pub left: Number,
}

/// What an action would do. Where it is refused, or can only be done in a fight, nothing changes. `play` is asked only
/// for what changes.
///
/// # Errors
/// When its cost cannot be computed, or its script fails on a board.
pub(crate) fn prospect(
    posed: &BoundQuery,
    board: &State,
    (rules, action): (&Arc<Rules>, &Action),
    play: &mut Play,
) -> Result<Preview, PlayError> {
    let refused = posed.refusal_in(play);
    let (frame, view) = (posed.frame(), posed.view(rules));
    let idle = if refused.is_none() { idle(posed, board, rules, play) } else { Vec::new() };
    Ok(Preview {
        schema: SCHEMA,
        action: action.head.name.clone(),
        title: action.head.title.clone(),
        cites: action.head.cites.clone(),
        overridden: posed.overridden(rules, board),
        idle,
        costs: costs(posed, rules, action),
        does: does(view.scene(&frame), action),
        changes: if refused.is_none() { changes(posed, rules, play)? } else { None },
        refused,
    })
}

/// What is said and changes nothing, whatever chance does.
fn idle(posed: &BoundQuery, board: &State, rules: &Arc<Rules>, play: &Play) -> Vec<String> {
    [posed.idle(rules), idle_of_figures(rules, &play.engine(), board, posed)].concat()
}

/// The costs that can be computed.
fn costs(posed: &BoundQuery, rules: &Rules, action: &Action) -> Vec<Cost> {
    let (frame, view) = (posed.frame(), posed.view(rules));
    let actor = frame.stated(action.by).and_then(|value| value.as_figure());
    let cost = |(expr, track): &(crate::rulebook::Expr, crate::value::TrackId)| {
        let amount = view.number_in(expr, &frame).ok()?;
        let left = posed.state.figures.get(actor?.index())?.tracks.get(rules.layout.track(*track, None))?;
        Some(Cost { of: rules.book.tracks[track.index()].head.title.clone(), amount, left: *left })
    };
    action.spends.iter().filter_map(cost).collect()
}

/// What is different afterwards. Without a board a script may ask for what is not there.
fn changes(posed: &BoundQuery, rules: &Arc<Rules>, play: &mut Play) -> Result<Option<ActionOdds>, PlayError> {
    let Some(order) = posed.order(rules) else { return Ok(None) };
    let is_refused = play.refusal_in(&posed.state, &order).map_or(true, |refusal| refusal.is_some());
    if is_refused {
        return Ok(None);
    }
    let bounds = Bounds { ways: WAYS, samples: SAMPLES, ..Bounds::default() };
    match whole(rules, &play.engine(), &posed.state, &order, &bounds) {
        Ok(whole) => Ok(Some(whole)),
        Err(_) if rules.ground.is_none() => Ok(None),
        Err(error) => Err(error),
    }
}

impl Preview {
    /// The lines of it that are shown to people, the outermost if there are many, and how many are not.
    fn shown(&self) -> (Vec<&DoesLine>, usize) {
        let all = self.does.iter();
        let few = self.does.len() <= MOST_SHOWN;
        let shown: Vec<&DoesLine> = all.filter(|line| few || line.depth == 0).take(MOST_SHOWN).collect();
        let left = self.does.len() - shown.len();
        (shown, left)
    }

    /// The lines a person reads: what comes of it; how it is written only where nobody can tell more.
    pub(crate) fn text(&self, asked: &str, width: usize) -> String {
        let refused = self.refused.as_ref().map_or_else(String::new, Refusal::text);
        let how = if self.refused.is_none() && self.changes.is_none() { self.written() } else { String::new() };
        refused + &self.headed() + &self.changes_text(asked, width) + &how
    }

    /// The action with what it costs.
    pub(crate) fn headed(&self) -> String {
        let mut out = overridden(&self.overridden) + &changes_nothing(&self.idle);
        let _ = write!(out, "  {}{}", self.title, cited(&self.cites));
        for cost in self.costs.iter().filter(|cost| !cost.of.is_empty()) {
            let _ = writeln!(out, "  costs {} {}, {} left", cost.amount, cost.of, cost.left);
        }
        out
    }

    /// The action as it is written.
    fn written(&self) -> String {
        let mut out = String::new();
        let (shown, left) = self.shown();
        for line in shown {
            let _ = write!(out, "  {:width$}{}{}", "", line.text, cited(&line.cites), width = 2 * line.depth);
        }
        if left > 0 {
            let _ = writeln!(out, "  … and {left} more: `show action {}`", self.action);
        }
        out
    }

    /// What would be different afterwards.
    pub(crate) fn changes_text(&self, asked: &str, width: usize) -> String {
        match (&self.changes, &self.refused) {
            (Some(whole), _) => text(&Diagram::of_whole(asked, whole), width, false),
            (None, None) => "  what it changes shows in a fight: ask on the board of a scenario\n".to_string(),
            (None, Some(_)) => String::new(),
        }
    }
}
