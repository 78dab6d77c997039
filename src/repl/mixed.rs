//! Who throws the dice of a fight: the program, the people at the table, or people for some sides and the program for all
//! else.

use super::session::{Answered, LineStep};
use super::table::SessionState;
use super::{Response, fight};
use crate::state::Side;
use std::sync::Arc;

/// `dice`, `dice mine`, `dice yours for SIDE`
pub(super) fn dice(step: &mut LineStep<'_>, rest: &str) -> Answered {
    // Where no die has been rolled in this phase, nothing of it would be rolled otherwise.
    let is_early = step.table.pending.as_ref().is_some_and(|pending| !pending.has_rolled);
    if !rest.is_empty() && !is_early {
        fight::unasked(step)?;
    }
    match rest.split_once(" for ").map_or((rest, None), |(how, side)| (how.trim(), Some(side))) {
        ("mine" | "yours", None) => {
            step.table.mine = rest == "mine";
            step.table.own_dice.clear();
            let all = "you roll: every roll is a question, `cancel` leaves it";
            Ok(Response::of(if step.table.mine { all } else { "fray rolls" }))
        }
        (how @ ("mine" | "yours"), Some(side)) => dice_of(step, how == "mine", side),
        ("", None) => Ok(Response::of(who_rolls(&step.table))),
        _ if rest.split([',', ' ']).all(|die| die.is_empty() || die.parse::<i64>().is_ok()) => {
            let all: Vec<&str> = rest.split([',', ' ']).filter(|die| !die.is_empty()).collect();
            let help = format!(
                "say first what is rolled, then `rolled {}`; `dice mine` asks you for every roll from now on",
                all.join(" ")
            );
            let at = step.line.at(rest);
            Err(step
                .line
                .otherwise((at.offset(), at.len()), "dice are told when they lie", "nothing is rolled yet", &help)
                .into())
        }
        _ => {
            let help = "`dice mine` lets you tell every roll, `dice yours` lets fray roll";
            Err(step.line.unknown_or("way to roll", rest, ["mine", "yours"], help).into())
        }
    }
}

/// One side throws its own dice, or lets the program throw them; the others do as before.
fn dice_of(step: &mut LineStep<'_>, is_by_hand: bool, side: &str) -> Answered {
    let wanted = side.trim().trim_matches('"').to_lowercase();
    let state = step.table.now();
    let names: Vec<Arc<str>> = state.sides.iter().map(|side| side.name.clone()).collect();
    let is_meant = |side: &&Side| side.name.to_lowercase() == wanted || side.title.to_lowercase() == wanted;
    let Some(found) = state.sides.iter().find(is_meant).map(|side| side.name.clone()) else {
        return Err(step.line.unknown("side of this fight", side, names.iter().map(|one| &**one)).into());
    };
    let table = &mut step.table;
    if std::mem::take(&mut table.mine) {
        table.own_dice = names.clone();
    }
    table.own_dice.retain(|name| *name != found);
    if is_by_hand {
        table.own_dice.push(found);
    }
    table.own_dice.sort_by_key(|name| names.iter().position(|other| other == name));
    Ok(Response::of(who_rolls(table)))
}

/// Who throws which dice.
fn who_rolls(table: &SessionState) -> String {
    if table.mine {
        return "you roll (`dice yours` lets fray roll)".to_string();
    }
    if table.own_dice.is_empty() {
        return "fray rolls (`dice mine` lets you roll)".to_string();
    }
    let own_dice = table.own_dice.join(", ");
    format!("you roll for {own_dice}, each roll is a question; fray rolls all else (`dice yours` lets it roll for all)")
}
