//! Things that those at the table give and take: `drop RIFLE of ANN`, `give RIFLE of ANN to BOB`, `give RIFLE to BOB`,
//! `remove RIFLE of ANN`.

use super::answer::LineStop;
use super::session::{Answered, LineStep};
use super::{Response, fight, tracked};
use crate::event::Spot;
use crate::play::{Play, PlayError};
use crate::rulebook::{Field, Head, OwnerDecl, Rulebook, SheetLine, Type};
use crate::value::{FigureId, ItemId, KindId, Number, SlotId, Symbol, ThingId, Value};

/// `drop THING of NAME`: it lies where he stands.
pub(super) fn drop(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    let Some((thing, name)) = of_owner(rest) else {
        return Err(step.line.missing("nobody is named who drops it", "write `drop THING of NAME`").into());
    };
    let owner = figure(step, name)?;
    let thing = held(step, owner, thing)?;
    let at = step.table.now().figure(owner).at.map_or(Spot::Nowhere, Spot::Ground);
    let said = format!("    {} drops {}\n", name.trim(), item_name(step, thing));
    moved(step, said, |play| play.put_thing(thing, at))
}

/// A thing and whoever has it, `Autopistol of Bruce`, also with `from`.
fn of_owner(rest: &str) -> Option<(&str, &str)> {
    rest.rsplit_once(" of ").or_else(|| rest.rsplit_once(" from "))
}

/// `remove THING of NAME`: it is nowhere any more, for it is broken or used up.
pub(super) fn remove(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    let Some((thing, name)) = of_owner(rest) else {
        return Err(step.line.missing("nobody is named who has it", "write `remove THING of NAME`").into());
    };
    let owner = figure(step, name)?;
    let thing = held(step, owner, thing)?;
    let said = format!("    {} has {} no longer\n", name.trim(), item_name(step, thing));
    moved(step, said, |play| play.put_thing(thing, Spot::Nowhere))
}

/// `give THING of A to B`, or a new one: `give THING to B`.
pub(super) fn give(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    let Some((what, name)) = rest.rsplit_once(" to ") else {
        let usage = "write `give THING to NAME`, or `give THING of NAME to OTHER`";
        return Err(step.line.missing("nobody is named who gets it", usage).into());
    };
    let taker = figure(step, name)?;
    let giver = what.rsplit_once(" of ").and_then(|(what, from)| Some((what, step.table.figure(from)?)));
    if let Some((what, giver)) = giver {
        let thing = held(step, giver, what)?;
        let kind = step.table.book().items[step.table.now().thing(thing).item.index()].kind;
        let slots = slots_of(step, kind);
        let said = format!("    {} has {} now\n", name.trim(), item_name(step, thing));
        return moved(step, said, |play| into_any(play, thing, taker, &slots));
    }
    if let Some(thing) = at_feet(step, taker, what) {
        let slots = slots_of(step, step.table.book().items[step.table.now().thing(thing).item.index()].kind);
        let said = format!("    {} picks up {}\n", name.trim(), item_name(step, thing));
        return moved(step, said, |play| into_any(play, thing, taker, &slots));
    }
    let item = declared(step, what)?;
    let book = step.table.book();
    let said = format!("    {} has {} now\n", name.trim(), book.items[item.index()].head.name);
    let slots = slots_of(step, book.items[item.index()].kind);
    moved(step, said, |play| {
        let thing = play.make_thing(item, Spot::Nowhere)?;
        into_any(play, thing, taker, &slots)
    })
}

/// What a field of a thing is set to.
enum FieldSetting {
    To(Value),
    /// So much more, or less.
    By(i64),
    /// To one of its words.
    Word(String),
}

impl FieldSetting {
    /// `3`, `+3`, `-3`, `yes`, `no`, a word of a field that things keep.
    fn of(book: &Rulebook, said: &str) -> Option<FieldSetting> {
        let kept = book.kinds.iter().flat_map(|kind| &kind.fields).filter(|field| field.tracked);
        if kept.into_iter().any(|field| word_of(book, field.r#type.bare(), said).is_some()) {
            return Some(FieldSetting::Word(said.to_string()));
        }
        match said {
            "yes" | "true" => return Some(FieldSetting::To(Value::Truth(true))),
            "no" | "false" => return Some(FieldSetting::To(Value::Truth(false))),
            _ => {}
        }
        let number = said.parse().ok()?;
        Some(match said.starts_with(['+', '-']) {
            true => FieldSetting::By(number),
            false => FieldSetting::To(Value::Number(Number::int(number))),
        })
    }

    fn fits(&self, book: &Rulebook, r#type: &Type) -> bool {
        match self {
            FieldSetting::Word(word) => word_of(book, r#type, word).is_some(),
            FieldSetting::To(Value::Truth(_)) => *r#type == Type::Truth,
            _ => matches!(r#type, Type::Number(_)),
        }
    }
}

/// The word of a type that is called so.
fn word_of(book: &Rulebook, r#type: &Type, said: &str) -> Option<Value> {
    let Type::Symbol(set) = r#type else { return None };
    let is_it = |word: &Head| [&word.name, &word.title].iter().any(|name| name.eq_ignore_ascii_case(said));
    let at = book.sets[set.index()].words.iter().position(is_it)?;
    Some(Value::Symbol(Symbol { set: *set, at: at as u16 }))
}

/// `set FIELD of NAME to 3`, `to +3` for so much more of it, `to yes`, to a word of it: a field of the first thing at hand that
/// has one called so, or of the one that is named: `set FIELD of THING of NAME to 3`.
pub(super) fn set(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    let said = rest.rsplit_once(" to ").and_then(|(what, value)| Some((what.rsplit_once(" of ")?, value.trim())));
    let Some(((field, name), value)) = said else {
        return Err(step.line.missing("nothing is set", "write `set FIELD of NAME to 3`").into());
    };
    let Some(setting) = FieldSetting::of(step.table.book(), value) else {
        let help = match own_number(step, field) {
            Some(own) => format!("write a whole number: `{} {own} 3`", name.trim()),
            None => "write a whole number, `+2` for two more, or `yes` or `no`".to_string(),
        };
        return Err(step.line.nothing(value, "this is no number, nor `yes` or `no`", "how many?", &help).into());
    };
    let (owner, field) = (figure(step, name)?, field.trim());
    let (field, only) = match field.split_once(" of ") {
        Some((field, thing)) => (field.trim(), Some(held(step, owner, thing)?)),
        None => (field, None),
    };
    let Some((thing, at)) = tracked_field(step, owner, (field, only), &setting) else {
        let sort = match setting {
            FieldSetting::To(Value::Truth(_)) => "says yes or no of",
            FieldSetting::Word(_) => "has such a word for",
            _ => "keeps a number called",
        };
        let what = match only {
            Some(thing) => format!("nothing of {} {sort} `{field}`", item_name(step, thing)),
            None => format!("nothing that {} has at hand {sort} `{field}`", name.trim()),
        };
        let help = match own_number(step, field) {
            Some(own) => format!("it is a number of figures: write `{} {own} {value}`", name.trim()),
            None => match kept_numbers(step, owner).as_slice() {
                [] => "`show NAME` lists what somebody has".to_string(),
                kept => {
                    let lines = kept.iter().map(|field| format!("`set {field} of {} to {value}`", name.trim()));
                    format!("what can be set there: {}", lines.collect::<Vec<String>>().join(", "))
                }
            },
        };
        return Err(step.line.nothing(field, &what, "not known here", &help).into());
    };
    let now = step.table.now().thing(thing).fields.get(usize::from(at)).and_then(Value::as_number);
    let value = match setting {
        FieldSetting::To(value) => Some(value),
        FieldSetting::Word(word) => {
            let (book, item) = (step.table.book(), step.table.now().thing(thing).item);
            let field = &book.kinds[book.items[item.index()].kind.index()].fields[usize::from(at)];
            word_of(book, field.r#type.bare(), &word)
        }
        FieldSetting::By(more) => now.unwrap_or(Number::ZERO).plus(Number::int(more)).map(Value::Number),
    };
    let is_left = |value: &Value| value.as_number().is_none_or(|number| number >= Number::ZERO);
    let Some(value) = value.filter(is_left) else {
        let has = now.unwrap_or(Number::ZERO);
        let what = format!("{}'s {} has {has} {field}", name.trim(), item_name(step, thing));
        return Err(step.line.nothing(rest, &what, "not so many", "say how many are left, 0 at least").into());
    };
    let item = item_name(step, thing);
    let said = match &value {
        Value::Truth(is) => format!("    {}'s {item}: {field} {}\n", name.trim(), if *is { "yes" } else { "no" }),
        Value::Symbol(word) => {
            format!("    {}'s {item} is {}\n", name.trim(), step.table.book().symbol_title(*word))
        }
        value => {
            format!("    {}'s {item} has {} {field} left\n", name.trim(), step.table.book().show_value(value, None))
        }
    };
    moved(step, said, |play| play.set_field(thing, at, value).map(|()| true))
}

/// The number of figures that is called so.
fn own_number(step: &LineStep<'_>, field: &str) -> Option<String> {
    let book = step.table.book();
    let attributes = book.attributes.iter().filter(|one| one.owner == OwnerDecl::Figure).map(|one| &one.head);
    let tracks = book.tracks.iter().filter(|one| one.owner == OwnerDecl::Figure).map(|one| &one.head);
    let is_it = |head: &&Head| head.name.eq_ignore_ascii_case(field) || head.title.eq_ignore_ascii_case(field);
    attributes.chain(tracks).find(is_it).map(|head| head.name.to_string())
}

/// The thing of somebody that keeps a field called so of this sort, and which of its fields that is; of one thing alone, if
/// that was named.
fn tracked_field(
    step: &LineStep<'_>,
    owner: FigureId,
    (field, only): (&str, Option<ThingId>),
    setting: &FieldSetting,
) -> Option<(ThingId, u16)> {
    let (state, book) = (step.table.now(), step.table.book());
    let place = |thing: ThingId| {
        let fields = &book.kinds[book.items[state.thing(thing).item.index()].kind.index()].fields;
        let is_it = |one: &Field| {
            let is_called = one.head.name.eq_ignore_ascii_case(field) || one.head.title.eq_ignore_ascii_case(field);
            one.tracked && setting.fits(book, one.r#type.bare()) && is_called
        };
        Some((thing, fields.iter().position(is_it)? as u16))
    };
    let own = state.figure(owner).slots.iter().flatten().copied();
    let own = own.filter(|thing| only.is_none_or(|only| only == *thing));
    let found: Vec<(ThingId, u16)> = own.filter_map(place).collect();
    // Of those that count the same what has some of it is meant.
    let has_some = |(thing, at): &&(ThingId, u16)| {
        let value = state.thing(*thing).fields.get(usize::from(*at)).and_then(Value::as_number);
        value.is_some_and(|number| number > Number::ZERO)
    };
    found.iter().find(has_some).or(found.first()).copied()
}

/// Puts a thing where it has room first; where there is none, in the place of the only thing that fills its first slot,
/// which lies on the ground then: who puts on a helmet takes the other off.
fn into_any(play: &mut Play, thing: ThingId, taker: FigureId, slots: &[SlotId]) -> Result<bool, PlayError> {
    for slot in slots {
        if play.put_thing(thing, Spot::Slot(taker, *slot))? {
            return Ok(true);
        }
    }
    let Some(slot) = slots.first() else { return Ok(false) };
    let figure = play.state().figure(taker);
    let [other] = figure.slots[slot.index()].as_slice() else { return Ok(false) };
    let (other, ground) = (*other, figure.at.map_or(Spot::Nowhere, Spot::Ground));
    play.put_thing(other, ground)?;
    play.put_thing(thing, Spot::Slot(taker, *slot))
}

/// Has a thing moved, and tells so.
fn moved(step: &mut LineStep<'_>, said: String, change: impl FnOnce(&mut Play) -> Result<bool, PlayError>) -> Answered {
    let mut has_room = true;
    let state = step.table.state.clone();
    let text = tracked::outside(step, state, |play| {
        has_room = change(play)?;
        Ok(())
    })?;
    if !has_room {
        let help = "let go of something first: `drop THING of NAME`";
        return Err(step
            .line
            .nothing(step.line.0.trim(), "there is no room for it", "it holds all it can", help)
            .into());
    }
    Ok(Response::of(if text.is_empty() { said } else { text }))
}

/// The slots for things of a kind, those that most sheets fill first.
fn slots_of(step: &LineStep<'_>, kind: KindId) -> Vec<SlotId> {
    let book = step.table.book();
    let fills = |id: &SlotId| {
        let lines = book.sheets.iter().flat_map(|sheet| &sheet.lines);
        lines.filter(|line| matches!(line, SheetLine::Slot(slot, _) if slot == id)).count()
    };
    let slots = book.slots.iter().enumerate().filter(|(_, slot)| slot.kind == Some(kind));
    let mut slots: Vec<SlotId> = slots.map(|(at, _)| SlotId(at as u16)).collect();
    slots.sort_by_key(|id| std::cmp::Reverse(fills(id)));
    slots
}

fn figure(step: &LineStep<'_>, name: &str) -> Result<FigureId, LineStop> {
    let state = step.table.now();
    let names = || state.figure_ids().map(|id| &*state.figure(id).name);
    step.table.figure(name).ok_or_else(|| step.line.unknown("figure", name.trim(), names()).into())
}

fn item_name(step: &LineStep<'_>, thing: ThingId) -> String {
    let item = step.table.now().thing(thing).item;
    step.table.book().items[item.index()].head.name.to_string()
}

/// The numbers that the things of somebody keep.
fn kept_numbers(step: &LineStep<'_>, owner: FigureId) -> Vec<String> {
    let (state, book) = (step.table.now(), step.table.book());
    let mut kept: Vec<String> = Vec::new();
    for thing in state.figure(owner).slots.iter().flatten() {
        let kind = &book.kinds[book.items[state.thing(*thing).item.index()].kind.index()];
        let fields = kind.fields.iter().zip(&state.thing(*thing).fields);
        // What this thing has none of is not set.
        let numbers = fields.filter(|(field, now)| field.tracked && now.as_number().is_some());
        for (field, _) in numbers.filter(|(_, now)| now.as_number() > Some(Number::ZERO)) {
            let name = field.head.name.to_string();
            if !kept.contains(&name) && kept.len() < MOST_KINDS {
                kept.push(name);
            }
        }
    }
    kept
}

/// What somebody has that is called so: by its name, the end of it, or its kind; what is at hand first.
fn held(step: &LineStep<'_>, owner: FigureId, words: &str) -> Result<ThingId, LineStop> {
    let (state, book) = (step.table.now(), step.table.book());
    let own: Vec<ThingId> = state.figure(owner).slots.iter().flatten().copied().collect();
    let item = |thing: &ThingId| &book.items[state.thing(*thing).item.index()];
    let words = plain(words);
    let is_kind = |thing: &&ThingId| {
        let kind = &book.kinds[item(thing).kind.index()];
        [&*kind.head.name, &*kind.head.title, &*kind.plural].iter().any(|name| name.eq_ignore_ascii_case(&words))
    };
    let found = own.iter().find(|thing| is_called(&item(thing).head.name, &words)).or_else(|| own.iter().find(is_kind));
    found.copied().ok_or_else(|| {
        // What he has in hand or on him is let go of, and no skill.
        let may_drop = |kind: KindId| book.slots.iter().any(|slot| slot.kind == Some(kind) && slot.most.is_some());
        let held = own.iter().filter(|thing| may_drop(item(thing).kind));
        let names = held.map(|thing| &*item(thing).head.name);
        step.line.unknown("thing he has", &words, names).into()
    })
}

/// A thing that is called so and lies where somebody stands, or beside him.
fn at_feet(step: &LineStep<'_>, taker: FigureId, words: &str) -> Option<ThingId> {
    let (state, book, words) = (step.table.now(), step.table.book(), plain(words));
    let (plane, at) = (step.table.rules.ground.as_ref()?.plane, state.figure(taker).at?);
    let is_near = |thing: &ThingId| match state.thing(*thing).place {
        Spot::Ground(place) => place == at || plane.neighbors(at).any(|cell| cell == place),
        _ => false,
    };
    let things = (0..state.things.len()).map(|at| ThingId(at as u16));
    let mut near = things.filter(is_near);
    near.find(|thing| is_called(&book.items[state.thing(*thing).item.index()].head.name, &words))
}

/// Of so many kinds it is said where their things are listed.
const MOST_KINDS: usize = 4;

/// A thing that the rules know.
fn declared(step: &LineStep<'_>, words: &str) -> Result<ItemId, LineStop> {
    let (items, typed) = (&step.table.book().items, words.trim().trim_matches('"'));
    let words = plain(words);
    let called = items.iter().enumerate().filter(|(_, item)| is_called(&item.head.name, &words));
    let plainest = called.min_by_key(|(_, item)| item.head.name.len());
    let names = || items.iter().map(|item| &*item.head.name);
    plainest.map(|(at, _)| ItemId(at as u16)).ok_or_else(|| {
        let held = step.table.book().slots.iter().filter(|slot| slot.most.is_some()).filter_map(|slot| slot.kind);
        let mut kinds: Vec<&str> = Vec::new();
        held.map(|kind| &*step.table.book().kinds[kind.index()].plural).for_each(|plural| {
            if !kinds.contains(&plural) {
                kinds.push(plural);
            }
        });
        let shown: Vec<String> = kinds.iter().take(MOST_KINDS).map(|plural| format!("`show {plural}`")).collect();
        let otherwise = match shown.is_empty() {
            true => "`give THING to NAME`: nothing here can be given".to_string(),
            false => format!("what there is to give: {}", shown.join(", ")),
        };
        step.line.unknown_or("thing", typed, names(), &otherwise).into()
    })
}

fn plain(words: &str) -> String {
    words.trim().trim_matches('"').to_lowercase()
}

/// Whether a thing is called so: `pistol` is an autopistol.
fn is_called(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    let singular = words.strip_suffix('s').unwrap_or(words);
    name == words || name.ends_with(words) || name.ends_with(singular) && singular.len() > 2
}
