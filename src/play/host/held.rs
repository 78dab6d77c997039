//! How a script changes what figures and sides keep: tracks and notes.

use super::convert::unknown;
use super::given::{text_at, this_holder};
use super::{HostAnswer, ScriptCalls};
use crate::event::Holder;
use crate::rulebook::{Attribute, OwnerDecl};
use crate::script::{Arg, HostError, Reply};
use crate::value::{Number, Symbol, TrackId, Value};

/// A track, with what is said of it: which, for which symbol, how much, and the factor of its unit.
type TrackAmount = (TrackId, Option<Symbol>, Number, Number);

/// `holder:change(track, amount, why?, symbol?)`
pub(super) fn change(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (holder, why) = (this_holder(args)?, calls.why(&args[3]));
    let (track, symbol, amount, factor) = calls.amount_of(holder, args)?;
    let changed = calls.play.change_track(holder, track, symbol, amount, why).map_err(|error| calls.broken(error))?;
    Ok(calls.to_arg(&Value::Number(changed), factor).into())
}

/// `holder:put(track, value, why?, symbol?)`
pub(super) fn put(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (holder, why) = (this_holder(args)?, calls.why(&args[3]));
    let (track, symbol, amount, _) = calls.amount_of(holder, args)?;
    calls.play.put_track(holder, track, symbol, amount, why).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

/// `holder:note(name, value?, why?)`
pub(super) fn note(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (holder, name) = (this_holder(args)?, text_at(args, 1)?);
    let book = calls.play.rules().book.clone();
    let is_one = |rule: &&Attribute| rule.owner == owner_kind(holder) && rule.is_note();
    let found = calls.meaning(name).and_then(|meaning| meaning.attribute);
    let Some(id) = found.filter(|id| is_one(&&book.attributes[id.index()])) else {
        let among = book.attributes.iter().filter(is_one).map(|rule| rule.head.name.clone()).collect();
        return Err(unknown("note", name, calls.names(), among));
    };
    let rule = &book.attributes[id.index()];
    let what = format_args!("the note `{}`", rule.head.name);
    let value = calls.to_value(&args[2], &rule.r#type, rule.unit, &what)?;
    let why = calls.why(&args[3]);
    calls.play.set_note(holder, id, value, why).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn owner_kind(holder: Holder) -> OwnerDecl {
    match holder {
        Holder::Figure(_) => OwnerDecl::Figure,
        Holder::Side(_) => OwnerDecl::Side,
    }
}

impl ScriptCalls<'_> {
    fn amount_of(&self, holder: Holder, args: &[Arg]) -> Result<TrackAmount, HostError> {
        let symbol = args.get(4).unwrap_or(&Arg::Nil);
        let (track, symbol, factor) = self.track_named(owner_kind(holder), text_at(args, 1)?, symbol)?;
        let amount = args[2].as_number().and_then(|amount| amount.times(factor));
        let exact = || HostError::refused("the amount is not an exact number", "round it first");
        Ok((track, symbol, amount.ok_or_else(exact)?, factor))
    }
}
