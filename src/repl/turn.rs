//! `turn`: where the fight is in its turn, and in which order those in it act.

use super::Response;
use super::session::{Answered, LineStep};
use super::table::SessionState;
use crate::event::Holder;
use crate::rulebook::{Phase, PhaseOrder, Ranking, TurnPart};
use crate::turn::{Stage, in_order};
use crate::value::{FigureId, Number, PhaseId};
use std::fmt::Write;

/// So many stages are looked ahead.
const MOST_STAGES: usize = 64;

/// `: turn 2, Actions, Bruce to act`; nothing before the first turn.
pub(super) fn place(table: &SessionState) -> String {
    let state = table.now();
    if let Some(outcome) = &state.outcome {
        return format!(": the fight is over, {}", outcome.why);
    }
    if state.turn == 0 {
        return String::new();
    }
    let phase = state.phase.and_then(|phase| table.book().turn.phases.get(phase.index()));
    let phase = phase.map_or_else(String::new, |phase| format!(", {}", phase.head.title));
    let who = table.pending.as_ref().map_or_else(String::new, |one| format!(", {} to act", one.who(table.now())));
    format!(": turn {}{phase}{who}", state.turn)
}

/// `turn`: the phases, the one that is played, and who acts when.
pub(super) fn turn(step: &LineStep<'_>) -> Answered {
    let table = &step.table;
    let book = table.book();
    if book.turn.phases.is_empty() {
        let help = "the rules declare how a turn goes: `turn \"Turn\" { phase … }`";
        return Err(step.line.nothing(step.line.0.trim(), "these rules have no turn", "no phases", help).into());
    }
    let mut text = match place(table).strip_prefix(": ") {
        Some(place) => format!("{place}\n"),
        None => "before the first turn\n".to_string(),
    };
    for stretch in &book.turn.plan {
        match stretch {
            TurnPart::Phase(phase) => line(&mut text, table, *phase, ""),
            TurnPart::EachSide(phases) => {
                let sides = side_by_side(table);
                phases.iter().for_each(|phase| line(&mut text, table, *phase, &sides));
            }
        }
    }
    if table.now().turn == 0 && book.turn.plan.iter().any(|part| matches!(part, TurnPart::EachSide(_))) {
        text += "which side begins is settled as the first turn begins: `next`\n";
    }
    Ok(Response::of(text))
}

/// What comes behind the phase that was played, and how it goes on; nothing where somebody is asked.
pub(super) fn coming(table: &SessionState) -> String {
    let state = table.now();
    let book = table.book();
    if table.pending.is_some() || state.outcome.is_some() || state.figures.is_empty() {
        return String::new();
    }
    let (mut cursor, sides) = (table.progress.course, state.side_order.clone());
    for _ in 0..MOST_STAGES {
        match cursor.advance(&table.rules.plan, &sides) {
            Stage::Phase(id, side) => {
                let phase = &book.turn.phases[id.index()];
                if !phase.asks && phase.head.is_quiet() {
                    continue;
                }
                let of = side.map_or_else(|| order_of(table, phase), |side| format!(": {}", state.side(side).title));
                return format!("`next` goes on with {}{of}\n", phase.head.title);
            }
            Stage::TurnBegins(turn) => return format!("`next` begins turn {turn}\n"),
            Stage::TurnEnds(_) => {}
        }
    }
    String::new()
}

/// What each side does after the other, in the order of the sides once it is known.
fn side_by_side(table: &SessionState) -> String {
    let state = table.now();
    let names: Vec<&str> = state.side_order.iter().map(|side| &*state.side(*side).title).collect();
    match state.turn {
        0 => ", for each side".to_string(),
        _ => format!(", for each side: {}", names.join(", then ")),
    }
}

fn line(text: &mut String, table: &SessionState, id: PhaseId, note: &str) {
    let phase = &table.book().turn.phases[id.index()];
    if !phase.asks && phase.head.is_quiet() {
        return;
    }
    let now = if table.now().phase == Some(id) && table.now().outcome.is_none() { "->" } else { "  " };
    let _ = writeln!(text, "{now} {}{note}{}", phase.head.title, order_of(table, phase));
}

/// In which order the figures are asked, as far as it can be told now.
fn order_of(table: &SessionState, phase: &Phase) -> String {
    if !phase.asks || table.now().figures.is_empty() {
        return String::new();
    }
    match &phase.order {
        PhaseOrder::Together => ": all at one moment".to_string(),
        PhaseOrder::ByValue { ranking, .. } => match ranked(table, ranking) {
            Some(names) if !names.is_empty() => format!(": {}", names.join(", ")),
            _ => String::new(),
        },
        PhaseOrder::BySide | PhaseOrder::AsDeclared => {
            let state = table.now();
            let names = state.side_order.iter().map(|side| state.side(*side).title.to_string());
            format!(": {}", names.collect::<Vec<String>>().join(", then "))
        }
    }
}

/// Those in the fight in the order of a number; none if it reads what is not said yet.
fn ranked(table: &SessionState, ranking: &Ranking) -> Option<Vec<String>> {
    let (state, view) = (table.now(), table.view());
    let sides = state.side_order.iter().flat_map(|side| state.standing(*side));
    let keyed: Option<Vec<(FigureId, Number)>> =
        sides.map(|id| Some((id, view.number_of(&ranking.by, Holder::Figure(id)).ok()?))).collect();
    let keyed = keyed?;
    let named = |id: FigureId| {
        let number = keyed.iter().find(|(other, _)| *other == id).map(|(_, number)| *number);
        format!("{} {}", state.figure(id).name, number.unwrap_or(Number::ZERO))
    };
    Some(in_order(keyed.clone(), ranking.direction).into_iter().map(named).collect())
}
