//! What a script asks of a figure.

use super::given::{figure_at, text_at};
use super::{HostAnswer, ScriptCalls};
use crate::event::Holder;
use crate::play::Play;
use crate::rulebook::OwnerDecl;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostRow, NameOf, Shape, must};
use crate::value::{FigureId, Value};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(name), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Field, name: "name", parameters: &[], returns: "string", steps: 5,
        sentence: "Its name in this play.", example: "me.name" } },
    HostRow { answer: Some(title), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Field, name: "title", parameters: &[], returns: "string", steps: 5,
        sentence: "The title of its sheet, as players read it.", example: "me.title" } },
    HostRow { answer: Some(side), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Field, name: "side", parameters: &[], returns: "Side", steps: 5,
        sentence: "The side it fights on.", example: "me.side.name" } },
    HostRow { answer: Some(facing), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Field, name: "facing", parameters: &[], returns: "number", steps: 5,
        sentence: "The way it faces, in steps clockwise from east; degrees on open ground.", example: "me.facing" } },
    HostRow { answer: Some(cell), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Field, name: "cell", parameters: &[], returns: "Cell?", steps: 5,
        sentence: "Where it stands; nil without a board.", example: "me.cell" } },
    HostRow { answer: Some(removed), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Field, name: "removed", parameters: &[], returns: "boolean", steps: 5,
        sentence: "Whether it is out of play.", example: "me.removed" } },
    HostRow { answer: Some(is), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "is", parameters: &[must("word", ApiType::Name(NameOf::ConditionOrWord))], returns: "boolean", steps: 5,
        sentence: "Whether it has the condition, or is in the state, of that word.", example: "me:is(\"shaken\")" } },
    HostRow { answer: Some(has), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "has", parameters: &[must("slot", ApiType::Name(NameOf::Slot)), must("item", ApiType::Name(NameOf::Item))], returns: "boolean", steps: 5,
        sentence: "Whether a thing of that item's name is in that slot.", example: "me:has(\"ready\", \"Spear\")" } },
    HostRow { answer: Some(get), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "get", parameters: &[must("track", ApiType::Name(NameOf::TrackBySymbol)), must("symbol", ApiType::Name(NameOf::Symbol))], returns: "number", steps: 5,
        sentence: "A track that is kept by symbols.", example: "me:get(\"wounds\", \"arm\")" } },
    HostRow { answer: Some(relation), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "relation", parameters: &[must("name", ApiType::Name(NameOf::Relation)), must("other", ApiType::Target)], returns: "number", steps: 5,
        sentence: "For how many turns the relation has held, 1 in its first; 0 if it does not hold.", example: "me:relation(\"holding\", foe)" } },
    HostRow { answer: Some(related), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "related", parameters: &[must("name", ApiType::Name(NameOf::Relation))], returns: "Figure?", steps: 5,
        sentence: "The far end of a relation; the first, if there are several.", example: "me:related(\"holding\")" } },
    HostRow { answer: Some(foes), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "foes", parameters: &[], returns: "{Figure}", steps: 5,
        sentence: "The figures of other sides that are in play, in order.", example: "me:foes()" } },
    HostRow { answer: Some(friends), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "friends", parameters: &[], returns: "{Figure}", steps: 5,
        sentence: "The other figures of its side that are in play, in order.", example: "me:friends()" } },
];

fn name(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::shared(&calls.play.state().figure(figure_at(args, 0)?).name).into())
}

fn title(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let figure = calls.play.state().figure(figure_at(args, 0)?);
    let title = figure.sheet.map(|sheet| &calls.book().sheets[sheet.index()].head.title);
    Ok(Arg::shared(title.unwrap_or(&figure.name)).into())
}

fn side(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::Side(calls.play.state().figure(figure_at(args, 0)?).side).into())
}

fn facing(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::int(calls.play.state().figure(figure_at(args, 0)?).facing).into())
}

fn cell(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(calls.play.state().figure(figure_at(args, 0)?).at.map_or(Arg::Nil, Arg::Cell).into())
}

fn removed(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(calls.play.state().figure(figure_at(args, 0)?).removed.into())
}

fn is(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(calls.is_word(figure_at(args, 0)?, text_at(args, 1)?)?.into())
}

fn has(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let slot = calls.slot_named(text_at(args, 1)?)?;
    let Some(kind) = calls.book().slots[slot.index()].kind else { return Ok(false.into()) };
    let item = calls.item(kind, text_at(args, 2)?)?;
    let state = calls.play.state();
    let things = &state.figure(figure_at(args, 0)?).slots[slot.index()];
    Ok(things.iter().any(|thing| state.thing(*thing).item == item).into())
}

fn get(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let holder = Holder::Figure(figure_at(args, 0)?);
    let (track, symbol, factor) = calls.track_named(OwnerDecl::Figure, text_at(args, 1)?, &args[2])?;
    let number = calls.play.state().track(holder, calls.play.rules().layout.track(track, symbol));
    Ok(calls.to_arg(&Value::Number(number), factor).into())
}

fn relation(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let relation = calls.relation_named(text_at(args, 1)?)?;
    calls.look_at(calls.play.state().ties.len())?;
    let turns = calls.play.state().tie(relation, figure_at(args, 0)?, &calls.any_value(&args[2]));
    Ok(Arg::int(i64::from(turns)).into())
}

fn related(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let me = figure_at(args, 0)?;
    let relation = calls.relation_named(text_at(args, 1)?)?;
    calls.look_at(calls.play.state().ties.len())?;
    let tie = calls.play.state().ties.iter().find(|tie| tie.relation == relation && tie.from == me);
    Ok(tie.map_or(Arg::Nil, |tie| calls.to_arg(&tie.to, calls.play.rules().length())).into())
}

fn foes(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    let state = calls.play.state();
    let side = state.figure(figure_at(args, 0)?).side;
    let is_foe = |id: &FigureId| state.figure(*id).side != side && !state.figure(*id).removed;
    Ok(ScriptCalls::figure_list(state.figure_ids().filter(is_foe)).into())
}

fn friends(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    let me = figure_at(args, 0)?;
    let state = calls.play.state();
    Ok(ScriptCalls::figure_list(state.standing(state.figure(me).side).filter(|id| *id != me)).into())
}
