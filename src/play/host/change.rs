//! What a script does to a figure.

use super::given::{figure_at, text_at, thing_at};
use super::held::{change, note, put};
use super::{HostAnswer, ScriptCalls};
use crate::event::Spot;
use crate::play::Play;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, Reply, Shape, may, must};
use crate::value::{Clock, Position, ThingId};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(change), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "change", parameters: &[must("track", ApiType::Name(NameOf::Track)), must("amount", ApiType::Number), may("why", ApiType::Text), may("symbol", ApiType::Name(NameOf::Symbol))], returns: "number", steps: 5,
        sentence: "Adds to a track and returns the change that was possible.", example: "foe:change(\"harm\", 3, \"the spear\")" } },
    HostRow { answer: Some(put), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "put", parameters: &[must("track", ApiType::Name(NameOf::Track)), must("value", ApiType::Number), may("why", ApiType::Text), may("symbol", ApiType::Name(NameOf::Symbol))], returns: "()", steps: 5,
        sentence: "Sets a track.", example: "me:put(\"harm\", 0, \"healed\")" } },
    HostRow { answer: Some(note), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "note", parameters: &[must("name", ApiType::Name(NameOf::Note)), may("value", ApiType::Any), may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "Sets a note; without a value it holds none.", example: "me:note(\"came_from\", me.cell)" } },
    HostRow { answer: Some(set), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "set", parameters: &[must("state", ApiType::Name(NameOf::State)), must("word", ApiType::Name(NameOf::WordOfState)), may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "Changes a state.", example: "me:set(\"stance\", \"crouching\")" } },
    HostRow { answer: Some(gain), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "gain", parameters: &[must("condition", ApiType::Name(NameOf::Condition)), may("turns", ApiType::Number), may("why", ApiType::Text)], returns: "boolean", steps: 5,
        sentence: "Gives a condition; true if that made a difference.", example: "foe:gain(\"shaken\", 2, \"the blow\")" } },
    HostRow { answer: Some(lose), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "lose", parameters: &[must("condition", ApiType::Name(NameOf::Condition)), may("why", ApiType::Text)], returns: "boolean", steps: 5,
        sentence: "Takes a condition away; true if it was there.", example: "me:lose(\"shaken\")" } },
    HostRow { answer: Some(relate), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "relate", parameters: &[must("name", ApiType::Name(NameOf::Relation)), must("other", ApiType::Target)], returns: "()", steps: 5,
        sentence: "Begins a relation.", example: "me:relate(\"holding\", foe)" } },
    HostRow { answer: Some(release), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "release", parameters: &[must("name", ApiType::Name(NameOf::Relation)), may("other", ApiType::Target)], returns: "()", steps: 5,
        sentence: "Ends a relation: with one other, or with all.", example: "me:release(\"holding\")" } },
    HostRow { answer: Some(face), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "face", parameters: &[must("steps", ApiType::Number)], returns: "()", steps: 5,
        sentence: "Turns to a facing, in steps clockwise from east.", example: "me:face(0)" } },
    HostRow { answer: Some(turn_to), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "turn_to", parameters: &[must("other", ApiType::Place)], returns: "()", steps: 5,
        sentence: "Turns towards a figure or cell, as nearly as steps allow.", example: "me:turn_to(foe)" } },
    HostRow { answer: Some(step), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "move", parameters: &[must("cell", ApiType::Cell)], returns: "boolean", steps: 200,
        sentence: "Takes one step; reactions come. False if it was stopped: removed or halted.", example: "me:move(cell)" } },
    HostRow { answer: Some(halt), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "halt", parameters: &[may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "In a reaction: the one who moves stops here.", example: "other:halt(\"caught\")" } },
    HostRow { answer: Some(place), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "place", parameters: &[must("cell", ApiType::Cell)], returns: "()", steps: 5,
        sentence: "Puts it there without passing between.", example: "me:place(cell)" } },
    HostRow { answer: Some(hold), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "hold", parameters: &[must("slot", ApiType::Name(NameOf::Slot)), must("thing", ApiType::Thing)], returns: "()", steps: 5,
        sentence: "Moves a thing into a slot, from another slot or from nowhere.", example: "me:hold(\"ready\", thing)" } },
    HostRow { answer: Some(let_fall), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "drop", parameters: &[must("thing", ApiType::Thing)], returns: "()", steps: 5,
        sentence: "Lets a thing fall in its cell.", example: "me:drop(thing)" } },
    HostRow { answer: Some(take), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Change, name: "take", parameters: &[must("thing", ApiType::Thing), must("slot", ApiType::Name(NameOf::Slot))], returns: "()", steps: 5,
        sentence: "Takes a thing from the ground into a slot.", example: "me:take(thing, \"ready\")" } },
];

fn set(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let state = calls.state_named(text_at(args, 1)?)?;
    let symbol = calls.symbol(calls.book().states[state.index()].set, text_at(args, 2)?)?;
    let why = calls.why(&args[3]);
    calls.play.set_state(figure_at(args, 0)?, state, symbol, why).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn gain(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let condition = calls.condition_named(text_at(args, 1)?)?;
    let turns = args[2].as_int().map(|turns| u32::try_from(turns.max(1)).unwrap_or(u32::MAX));
    let why = calls.why(&args[3]);
    let gained = calls.play.gain(figure_at(args, 0)?, condition, turns.map(Clock::Turns), why);
    Ok(gained.map_err(|error| calls.broken(error))?.into())
}

fn lose(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let condition = calls.condition_named(text_at(args, 1)?)?;
    let why = calls.why(&args[2]);
    Ok(calls.play.lose(figure_at(args, 0)?, condition, why).map_err(|error| calls.broken(error))?.into())
}

fn relate(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let name = text_at(args, 1)?;
    let relation = calls.relation_named(name)?;
    let to = calls.any_value(&args[2]);
    if let Some(wanted) = calls.play.wrong_end(relation, &to) {
        let name = name.as_str(calls.names().texts());
        let message = format!("the far end of `{name}` is {wanted}, not {}", args[2].sort());
        return Err(HostError::refused(message, ""));
    }
    let from = figure_at(args, 0)?;
    if to.as_figure() == Some(from) {
        let message = format!("a figure cannot be related to itself by `{}`", name.as_str(calls.names().texts()));
        return Err(HostError::refused(message, "name another as the far end"));
    }
    calls.play.relate(relation, from, to).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn release(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let relation = calls.relation_named(text_at(args, 1)?)?;
    let to = (!args[2].is_nil()).then(|| calls.any_value(&args[2]));
    calls.play.release(relation, figure_at(args, 0)?, to.as_ref()).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn face(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let steps = args[1].as_int().unwrap_or(0);
    let steps = calls.play.rules().ground.as_ref().map_or(steps, |terrain| terrain.plane.facing(steps));
    calls.play.face(figure_at(args, 0)?, steps).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn turn_to(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (from, to) = (calls.place_of(&args[0])?, calls.place_of(&args[1])?);
    if from != to {
        let steps = calls.terrain()?.plane.direction(from, to);
        calls.play.face(figure_at(args, 0)?, steps).map_err(|error| calls.broken(error))?;
    }
    Ok(Reply::NOTHING)
}

fn step(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let to = calls.place_on_map(&args[1])?;
    Ok(calls.play.step(figure_at(args, 0)?, to).map_err(|error| calls.broken(error))?.into())
}

fn halt(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let why = calls.why(&args[1]).unwrap_or_else(|| "stopped".into());
    if let Some(halted) = &mut calls.play.halted {
        *halted = Some(why);
    }
    Ok(Reply::NOTHING)
}

fn place(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let to = calls.place_on_map(&args[1])?;
    calls.play.place(figure_at(args, 0)?, to).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn hold(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let thing = thing_at(args, 2)?;
    let slot = calls.slot_named(text_at(args, 1)?)?;
    calls.move_thing(thing, Spot::Slot(figure_at(args, 0)?, slot))
}

fn let_fall(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let at = calls.play.state().figure(figure_at(args, 0)?).at;
    calls.move_thing(thing_at(args, 1)?, at.map_or(Spot::Nowhere, Spot::Ground))
}

fn take(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let thing = thing_at(args, 1)?;
    let slot = calls.slot_named(text_at(args, 2)?)?;
    calls.move_thing(thing, Spot::Slot(figure_at(args, 0)?, slot))
}

impl ScriptCalls<'_> {
    fn place_on_map(&self, place: &Arg) -> Result<Position, HostError> {
        let at = self.place_of(place)?;
        self.expect_on_map(at)?;
        Ok(at)
    }

    fn move_thing(&mut self, thing: ThingId, to: Spot) -> HostAnswer {
        let moved = self.play.put_thing(thing, to).map_err(|error| self.broken(error))?;
        if let (false, Spot::Slot(figure, slot)) = (moved, to) {
            let (figure, slot) = (&self.play.state().figure(figure).name, &self.book().slots[slot.index()].head.title);
            let message = format!("{figure} has no room for it: {slot} is full");
            return Err(HostError::refused(message, "drop something first"));
        }
        Ok(Reply::NOTHING)
    }
}
