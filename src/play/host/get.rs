//! Properties by the names the rules declare: `me.DEX`, `weapon.damage`, `order.target`.

use super::ScriptCalls;
use super::convert::unknown;
use crate::eval::{EvalError, Fault, World};
use crate::event::Holder;
use crate::play::PlayError;
use crate::rulebook::OwnerDecl;
use crate::script::{Arg, HostError, NameOrText};
use crate::value::{ItemId, Number, Symbol, ThingId, TrackId, Value};

impl ScriptCalls<'_> {
    /// A property of a figure, side, thing or order; none if it has no property of that name.
    pub(super) fn property(&self, subject: &Arg, name: &NameOrText) -> Result<Option<Arg>, HostError> {
        match subject {
            Arg::Figure(id) => self.held_property(Holder::Figure(*id), name),
            Arg::Side(id) => self.held_property(Holder::Side(*id), name),
            Arg::Thing(id) => Ok(self.thing_property(*id, name)),
            Arg::Item(id) => Ok(self.item_property(*id, name)),
            Arg::Order(order) => {
                let fact = self.meaning(name).and_then(|meaning| meaning.fact);
                let given = fact.and_then(|fact| order.all_facts().find(|(given, _)| *given == fact));
                Ok(match (fact, given) {
                    (None, _) => None,
                    (Some(_), None) => Some(Arg::Nil),
                    (Some(fact), Some((_, Value::Unset))) => {
                        let span = self.play.rules().book.facts[fact.index()].head.span;
                        return Err(self.broken(EvalError::new(Fault::UnsetFact(fact), span)));
                    }
                    (Some(fact), Some((_, value))) => {
                        let rule = &self.play.rules().book.facts[fact.index()];
                        Some(self.to_arg(value, self.play.rules().factor(&rule.r#type, rule.unit)))
                    }
                })
            }
            _ => Ok(None),
        }
    }

    fn held_property(&self, holder: Holder, name: &NameOrText) -> Result<Option<Arg>, HostError> {
        let Some(meaning) = self.meaning(name) else { return Ok(None) };
        let book = &self.play.rules().book;
        let owned = |owner: OwnerDecl| {
            matches!((owner, holder), (OwnerDecl::Figure, Holder::Figure(_)) | (OwnerDecl::Side, Holder::Side(_)))
        };
        if let Some(id) = meaning.track.filter(|id| owned(book.tracks[id.index()].owner)) {
            let rule = &book.tracks[id.index()];
            let number = self.play.state().track(holder, self.play.rules().layout.track(id, None));
            return Ok(Some(self.to_arg(&Value::Number(number), self.play.rules().factor(&rule.r#type, rule.unit))));
        }
        if let Some(id) = meaning.attribute.filter(|id| owned(book.attributes[id.index()].owner)) {
            let rule = &book.attributes[id.index()];
            let value = self.play.state().attribute(holder, id);
            return Ok(Some(self.to_arg(value, self.play.rules().factor(&rule.r#type, rule.unit))));
        }
        if let Some(id) = meaning.value.filter(|id| owned(book.values[id.index()].owner)) {
            let frame = self.play.frame_about(holder);
            let value = self.play.view().scene(&frame).value_of(crate::state::subject(holder), id);
            let value = value.map_err(|error| self.broken(error))?;
            let rule = &book.values[id.index()];
            return Ok(Some(self.to_arg(&value, self.play.rules().factor(&rule.r#type, None))));
        }
        let Holder::Figure(figure) = holder else { return Ok(None) };
        if let Some(id) = meaning.state {
            return Ok(Some(Arg::name(self.names().word(self.play.state().figure(figure).states[id.index()]))));
        }
        if let Some(id) = meaning.slot {
            let things = &self.play.state().figure(figure).slots[id.index()];
            return Ok(Some(Arg::List(things.iter().map(|thing| Arg::Thing(*thing)).collect())));
        }
        Ok(None)
    }

    fn thing_property(&self, id: ThingId, name: &NameOrText) -> Option<Arg> {
        let thing = self.play.state().thing(id);
        let (field, rule) = self.field_of(id, name)?;
        Some(self.to_arg(&thing.fields[usize::from(field)], self.play.rules().factor(&rule.r#type, rule.unit)))
    }

    fn item_property(&self, id: ItemId, name: &NameOrText) -> Option<Arg> {
        let item = &self.play.rules().book.items[id.index()];
        let (_, field) = self.meaning(name)?.fields.iter().find(|(kind, _)| *kind == item.kind)?;
        let rule = &self.play.rules().book.kinds[item.kind.index()].fields[usize::from(*field)];
        Some(self.to_arg(&item.fields[usize::from(*field)], self.play.rules().factor(&rule.r#type, rule.unit)))
    }

    /// A field of a thing's kind by its name.
    pub(super) fn field_of(&self, id: ThingId, name: &NameOrText) -> Option<(u16, &crate::rulebook::Field)> {
        let item = &self.play.rules().book.items[self.play.state().thing(id).item.index()];
        let (_, field) = self.meaning(name)?.fields.iter().find(|(kind, _)| *kind == item.kind)?;
        Some((*field, &self.play.rules().book.kinds[item.kind.index()].fields[usize::from(*field)]))
    }

    /// A track by the name a script says, with its symbol if it is kept by symbols.
    pub(super) fn track_named(
        &self,
        owner: OwnerDecl,
        name: &NameOrText,
        symbol: &Arg,
    ) -> Result<(TrackId, Option<Symbol>, Number), HostError> {
        let book = &self.play.rules().book;
        let found = self.meaning(name).and_then(|meaning| meaning.track);
        let Some(id) = found.filter(|id| book.tracks[id.index()].owner == owner) else {
            let among = book.tracks.iter().filter(|track| track.owner == owner).map(|track| track.head.name.clone());
            return Err(unknown("track", name, self.names(), among.collect()));
        };
        let track = &book.tracks[id.index()];
        let symbol = match (track.by, symbol) {
            (None, _) => None,
            (Some(set), Arg::Text(text)) => Some(self.symbol(set, text)?),
            (Some(set), _) => {
                let set = &book.sets[set.index()].head.name;
                let message = format!("the track `{}` is kept by `{set}`: say which", track.head.name);
                return Err(HostError::refused(message, "give the word as the last argument"));
            }
        };
        Ok((id, symbol, self.play.rules().factor(&track.r#type, track.unit)))
    }

    /// An error of the rules on its way through a script, which cannot catch it.
    pub(super) fn broken(&self, error: impl Into<PlayError>) -> HostError {
        match error.into() {
            PlayError::Script(error) => HostError::Script(error),
            PlayError::Dice(error) => {
                self.play.scripts.stop(error);
                HostError::Halt
            }
            other => HostError::Rules(other.report(&self.play.rules().book)),
        }
    }

    /// Whether a figure has a condition or is in a state, by one word.
    pub(super) fn is_word(&self, figure: crate::value::FigureId, word: &NameOrText) -> Result<bool, HostError> {
        let meaning = self.meaning(word);
        let view = self.play.view();
        if let Some(condition) = meaning.and_then(|meaning| meaning.condition)
            && view.has_condition(figure, condition)
        {
            return Ok(true);
        }
        let states = &self.play.rules().book.states;
        let symbols = meaning.map_or(&[][..], |meaning| &meaning.symbols);
        let own = &self.play.state().figure(figure).states;
        if symbols.iter().any(|symbol| own.contains(symbol)) {
            return Ok(true);
        }
        let known = meaning.is_some_and(|meaning| {
            meaning.condition.is_some()
                || meaning.symbols.iter().any(|symbol| states.iter().any(|state| state.set == symbol.set))
        });
        if known {
            return Ok(false);
        }
        let conditions = self.play.rules().book.conditions.iter().map(|condition| condition.head.name.clone());
        let words = states
            .iter()
            .flat_map(|state| &self.play.rules().book.sets[state.set.index()].words)
            .map(|word| word.name.clone());
        Err(unknown("condition or state", word, self.names(), conditions.chain(words).collect()))
    }
}
