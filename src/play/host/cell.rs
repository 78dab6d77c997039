//! What a script reads of cells, orders and results. Of most of it the engine holds the answer itself.

use super::given::{cell_at, order_at};
use super::{HostAnswer, ScriptCalls};
use crate::play::Play;
use crate::script::{ApiOwner, ApiRow, Arg, HostRow, Shape};
use crate::value::Value;

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Cell, shape: Shape::Field, name: "x", parameters: &[], returns: "number", steps: 0,
        sentence: "Its column; on open ground, hundredths of the scale's unit to the east.", example: "cell.x" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Cell, shape: Shape::Field, name: "y", parameters: &[], returns: "number", steps: 0,
        sentence: "Its row; on open ground, hundredths of the scale's unit to the south.", example: "cell.y" } },
    HostRow { answer: Some(terrain), row: ApiRow { owner: ApiOwner::Cell, shape: Shape::Field, name: "terrain", parameters: &[], returns: "Terrain?", steps: 5,
        sentence: "What is drawn there.", example: "cell.terrain" } },
    HostRow { answer: Some(height), row: ApiRow { owner: ApiOwner::Cell, shape: Shape::Field, name: "height", parameters: &[], returns: "number", steps: 5,
        sentence: "How high it lies.", example: "cell.height" } },
    HostRow { answer: Some(action), row: ApiRow { owner: ApiOwner::Order, shape: Shape::Field, name: "action", parameters: &[], returns: "ActionName", steps: 5,
        sentence: "The name of the action.", example: "order.action" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Order, shape: Shape::Field, name: "actor", parameters: &[], returns: "Figure", steps: 0,
        sentence: "Who is to perform it.", example: "order.actor" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "success", parameters: &[], returns: "boolean", steps: 0,
        sentence: "Whether it succeeded.", example: "result.success" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "draw", parameters: &[], returns: "boolean", steps: 0,
        sentence: "Whether an opposed check was tied.", example: "result.draw" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "impossible", parameters: &[], returns: "boolean", steps: 0,
        sentence: "Whether it could not be tried.", example: "result.impossible" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "why", parameters: &[], returns: "string?", steps: 0,
        sentence: "Why it could not be tried.", example: "result.why" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "need", parameters: &[], returns: "number?", steps: 0,
        sentence: "The number needed; nil if there was none.", example: "result.need" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "total", parameters: &[], returns: "number?", steps: 0,
        sentence: "The total of the dice that counted.", example: "result.total" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "margin", parameters: &[], returns: "number?", steps: 0,
        sentence: "By how much it succeeded; negative if it failed.", example: "result.margin" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "dice", parameters: &[], returns: "{number}", steps: 0,
        sentence: "The dice as thrown.", example: "result.dice[1]" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "kept", parameters: &[], returns: "{number}", steps: 0,
        sentence: "The dice that counted.", example: "#result.kept" } },
    HostRow { answer: None, row: ApiRow { owner: ApiOwner::Result, shape: Shape::Field, name: "opposed", parameters: &[], returns: "Result?", steps: 0,
        sentence: "The other side of an opposed check.", example: "result.opposed" } },
];

fn terrain(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let cell = cell_at(args, 0)?;
    let item = calls.play.view().ground().and_then(|ground| ground.item(cell));
    Ok(item.map_or(Arg::Nil, Arg::Item).into())
}

fn height(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let cell = cell_at(args, 0)?;
    let height = calls.play.view().ground().map(|ground| ground.height(cell));
    Ok(calls.to_arg(&Value::Number(height.unwrap_or_default()), calls.play.rules().length()).into())
}

fn action(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::name(calls.names().action(order_at(args, 0)?.action)).into())
}
