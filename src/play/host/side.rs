//! What a script asks of sides, and what it does to one.

use super::given::side_at;
use super::held::{change, note, put};
use super::{HostAnswer, ScriptCalls};
use crate::play::Play;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostRow, NameOf, Shape, may, must};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(name), row: ApiRow { owner: ApiOwner::Side, shape: Shape::Field, name: "name", parameters: &[], returns: "string", steps: 5,
        sentence: "Its name.", example: "side.name" } },
    HostRow { answer: Some(figures), row: ApiRow { owner: ApiOwner::Side, shape: Shape::Method, name: "figures", parameters: &[], returns: "{Figure}", steps: 5,
        sentence: "All its figures, in order, the removed ones too.", example: "side:figures()" } },
    HostRow { answer: Some(standing), row: ApiRow { owner: ApiOwner::Side, shape: Shape::Method, name: "standing", parameters: &[], returns: "{Figure}", steps: 5,
        sentence: "Its figures that are in play, in order.", example: "side:standing()" } },
    HostRow { answer: Some(change), row: ApiRow { owner: ApiOwner::Side, shape: Shape::Change, name: "change", parameters: &[must("track", ApiType::Name(NameOf::Track)), must("amount", ApiType::Number), may("why", ApiType::Text)], returns: "number", steps: 5,
        sentence: "Adds to a track of the side and returns the change that was possible.", example: "side:change(\"morale\", -1)" } },
    HostRow { answer: Some(put), row: ApiRow { owner: ApiOwner::Side, shape: Shape::Change, name: "put", parameters: &[must("track", ApiType::Name(NameOf::Track)), must("value", ApiType::Number), may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "Sets a track of the side.", example: "side:put(\"morale\", 5)" } },
    HostRow { answer: Some(note), row: ApiRow { owner: ApiOwner::Side, shape: Shape::Change, name: "note", parameters: &[must("name", ApiType::Name(NameOf::Note)), may("value", ApiType::Any), may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "Sets a note of the side; without a value it holds none.", example: "side:note(\"speaker\", me)" } },
];

fn name(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::shared(&calls.play.state().side(side_at(args, 0)?).name).into())
}

fn figures(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    let (side, state) = (side_at(args, 0)?, calls.play.state());
    Ok(ScriptCalls::figure_list(state.figure_ids().filter(|figure| state.figure(*figure).side == side)).into())
}

fn standing(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    Ok(ScriptCalls::figure_list(calls.play.state().standing(side_at(args, 0)?)).into())
}
