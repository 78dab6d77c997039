//! The verbs that change a game: each checks its bounds, makes an event, and lets rules answer it.

use super::Play;
use super::error::{PlayError, Trouble};
use super::lines::Reason;
use crate::event::{Change, Event, Holder, Log};
use crate::rulebook::{Aspects, OwnerDecl, Recurring, Stacks, Trigger, Type};
use crate::state::Tie;
use crate::value::ClockEnd;
use crate::value::{
    AttributeId, Clock, ConditionId, FigureId, Number, Position, RelationId, StateId, Symbol, TrackId, Value,
};
use std::sync::Arc;

/// Why something was done, in a player's words.
pub(super) type Why = Option<Arc<str>>;

impl Play {
    /// Adds to a track, within its bounds; returns the change that was possible.
    pub fn change_track(
        &mut self,
        holder: Holder,
        track: TrackId,
        symbol: Option<Symbol>,
        amount: Number,
        why: Why,
    ) -> Result<Number, PlayError> {
        let from = self.state().track(holder, self.rules().layout.track(track, symbol));
        let to = from.plus(amount).ok_or(Trouble::TooLarge)?;
        self.put_track(holder, track, symbol, to, why)?;
        let now = self.state().track(holder, self.rules().layout.track(track, symbol));
        Ok(now.minus(from).ok_or(Trouble::TooLarge)?)
    }

    /// Sets a track, within its bounds.
    pub fn put_track(
        &mut self,
        holder: Holder,
        track: TrackId,
        symbol: Option<Symbol>,
        to: Number,
        why: Why,
    ) -> Result<(), PlayError> {
        let changed = self.set_track(holder, track, symbol, to, why)?;
        if let Holder::Figure(figure) = holder
            && changed
        {
            self.test_thresholds(figure)?;
            self.react(&Trigger::Change(track), figure)?;
        }
        Ok(())
    }

    /// Sets a track, within its bounds, and lets nothing follow from it; true if that made a difference.
    pub(super) fn set_track(
        &mut self,
        holder: Holder,
        track: TrackId,
        symbol: Option<Symbol>,
        to: Number,
        why: Why,
    ) -> Result<bool, PlayError> {
        let from = self.state().track(holder, self.rules().layout.track(track, symbol));
        let wanted = to;
        let to = self.bounded(holder, track, to)?;
        if to == from {
            return Ok(false);
        }
        let cut = (wanted != to).then_some(wanted);
        self.emit(Change::TrackChanged { owner: holder, track, symbol, from, to, cut, why })?;
        Ok(true)
    }

    pub(crate) fn bounded(&self, holder: Holder, track: TrackId, to: Number) -> Result<Number, PlayError> {
        let rule = &self.rules().book.tracks[track.index()];
        let mut to = to;
        if let Some(max) = &rule.max {
            to = to.min(self.view().number_for(max, holder, &self.frame_about(holder))?);
        }
        if let Some(min) = &rule.min {
            to = to.max(self.view().number_for(min, holder, &self.frame_about(holder))?);
        }
        Ok(to)
    }

    /// Gives a figure every condition whose threshold is crossed.
    pub(super) fn test_thresholds(&mut self, figure: FigureId) -> Result<(), PlayError> {
        let book = self.rules().book.clone();
        let frame = self.frame_about(Holder::Figure(figure));
        for threshold in book.tracks.iter().flat_map(|track| &track.thresholds) {
            let held = self.state().has_condition(figure, threshold.gains);
            if !held && self.view().truth_of(&threshold.when, Holder::Figure(figure), &frame)? {
                let reason = Reason { label: None, cites: threshold.label.cites.clone() };
                let outer = self.store.replace_reason(reason);
                let gained = self.gain(figure, threshold.gains, None, Some(threshold.label.text.clone()));
                self.store.replace_reason(outer);
                gained?;
                frame.forget();
            }
        }
        Ok(())
    }

    /// Gives a figure a condition, as it stacks; true if that made a difference.
    pub fn gain(
        &mut self,
        figure: FigureId,
        condition: ConditionId,
        lasting: Option<Clock>,
        why: Why,
    ) -> Result<bool, PlayError> {
        let rule = &self.rules().book.conditions[condition.index()];
        let clock = lasting.unwrap_or(rule.lasts);
        let held = self
            .state()
            .figure(figure)
            .conditions
            .iter()
            .find(|held| held.condition == condition)
            .map(|held| held.clock);
        let removes = rule.removes;
        match (held, rule.stacks) {
            (Some(_), Stacks::Never) => return Ok(false),
            (Some(from), Stacks::Extends) if !from.is_outlasted_by(clock) => return Ok(false),
            (Some(from), Stacks::Extends) => {
                self.emit(Change::ClockTicked { figure, condition, nth: 0, from, to: clock })?;
            }
            _ => self.emit(Change::ConditionGained { figure, condition, clock, why })?,
        }
        self.plainly(|play| {
            if removes && !play.state().figure(figure).removed {
                play.emit(Change::Removed { figure })?;
                play.release_ends(figure)?;
            }
            play.end_ties(Aspects::CONDITIONS.and(Aspects::PLACES))?;
            play.react(&Trigger::Gain(condition), figure)
        })?;
        Ok(true)
    }

    /// Takes a condition off a figure; true if it had it.
    pub fn lose(&mut self, figure: FigureId, condition: ConditionId, why: Why) -> Result<bool, PlayError> {
        if !self.state().has_condition(figure, condition) {
            return Ok(false);
        }
        self.emit(Change::ConditionLost { figure, condition, nth: 0, why })?;
        self.plainly(|play| play.have_lost(figure, condition))?;
        Ok(true)
    }

    /// What follows from the end of a condition: who is free of all that kept it out of play is in play again.
    fn have_lost(&mut self, figure: FigureId, condition: ConditionId) -> Result<(), PlayError> {
        let removes = |id: ConditionId| self.rules().book.conditions[id.index()].removes;
        let held = self.state().figure(figure);
        if removes(condition) && held.removed && !held.conditions.iter().any(|held| removes(held.condition)) {
            self.emit(Change::Returned { figure })?;
        }
        self.react(&Trigger::Lose(condition), figure)
    }

    /// Changes a state of a figure.
    pub fn set_state(&mut self, figure: FigureId, state: StateId, to: Symbol, why: Why) -> Result<(), PlayError> {
        let from = self.state().figure(figure).states[state.index()];
        if from == to {
            return Ok(());
        }
        self.emit(Change::StateChanged { figure, state, from, to, why })
    }

    /// Does what follows from a change, for which the line that made it is no reason.
    pub(super) fn plainly<T>(&mut self, work: impl FnOnce(&mut Play) -> Result<T, PlayError>) -> Result<T, PlayError> {
        let outer = self.store.replace_reason(Reason::default());
        let done = work(self);
        self.store.replace_reason(outer);
        done
    }

    /// Sets a note; true if that made a difference.
    pub fn set_note(&mut self, owner: Holder, note: AttributeId, to: Value, why: Why) -> Result<bool, PlayError> {
        let from = self.state().attribute(owner, note).clone();
        if from == to {
            return Ok(false);
        }
        self.emit(Change::NoteChanged { owner, note, from, to, why })?;
        Ok(true)
    }

    /// What the far end of a relation is, if a value is something else.
    pub(super) fn wrong_end(&self, relation: RelationId, to: &Value) -> Option<&'static str> {
        match (&self.rules().book.relations[relation.index()].to, to) {
            (Type::Figure, Value::Figure(_))
            | (Type::Cell, Value::Cell(_))
            | (Type::Nothing, Value::Thing(_) | Value::Item(_)) => None,
            (Type::Figure, _) => Some("a figure"),
            (Type::Cell, _) => Some("a cell"),
            _ => Some("a thing"),
        }
    }

    /// Begins a relation; one that holds goes on, others end if there may be only one. Nothing begins with a figure
    /// that is out of play.
    pub fn relate(&mut self, relation: RelationId, from: FigureId, to: Value) -> Result<(), PlayError> {
        if to.as_figure() == Some(from) {
            let relation = self.rules().book.relations[relation.index()].head.name.to_string();
            return Err(Trouble::RelatedToItself { relation }.into());
        }
        let gone = |figure: FigureId| self.state().figure(figure).removed;
        if gone(from) || to.as_figure().is_some_and(gone) || self.state().tie(relation, from, &to) > 0 {
            return Ok(());
        }
        if self.rules().book.relations[relation.index()].one {
            self.release(relation, from, None)?;
        }
        self.emit(Change::Related { figure: from, relation, to })
    }

    /// Ends a relation with one far end, or with all.
    pub fn release(&mut self, relation: RelationId, from: FigureId, to: Option<&Value>) -> Result<(), PlayError> {
        let ends = |tie: &&Tie| tie.relation == relation && tie.from == from && to.is_none_or(|to| tie.to == *to);
        let ended: Vec<Value> = self.state().ties.iter().filter(ends).map(|tie| tie.to.clone()).collect();
        for to in ended {
            let why = self.store.reason().label.clone();
            self.emit(Change::Released { figure: from, relation, to, why })?;
        }
        Ok(())
    }

    /// Ends every relation of a figure that has left play.
    pub(super) fn release_ends(&mut self, figure: FigureId) -> Result<(), PlayError> {
        let here = |tie: &&Tie| tie.from == figure || tie.to == Value::Figure(figure);
        let ended: Vec<Tie> = self.state().ties.iter().filter(here).cloned().collect();
        for tie in ended {
            self.emit(Change::Released { figure: tie.from, relation: tie.relation, to: tie.to, why: None })?;
        }
        Ok(())
    }

    /// Whether the end of some relation that holds hangs on these parts of the game.
    pub(super) fn has_ties_on(&self, changed: Aspects) -> bool {
        let relations = &self.rules().book.relations;
        self.state().ties.iter().any(|tie| relations[tie.relation.index()].looks.meets(changed))
    }

    /// Ends every relation whose `ends when` looks at these parts of the game and has come true.
    pub(super) fn end_ties(&mut self, changed: Aspects) -> Result<(), PlayError> {
        if !self.has_ties_on(changed) {
            return Ok(());
        }
        let book = self.rules().book.clone();
        for tie in self.state().ties.clone() {
            let rule = &book.relations[tie.relation.index()];
            let (Some(expr), Some((near, far))) = (&rule.ends_when, rule.ends) else { continue };
            // The end of one relation may have ended another.
            if !rule.looks.meets(changed) || self.state().tie(tie.relation, tie.from, &tie.to) == 0 {
                continue;
            }
            let frame = self.frame_with(&[(near, Value::Figure(tie.from)), (far, tie.to.clone())]);
            if self.view().truth_in(expr, &frame)? {
                self.emit(Change::Released { figure: tie.from, relation: tie.relation, to: tie.to, why: None })?;
            }
        }
        Ok(())
    }

    /// Every relation has held one turn more.
    pub(super) fn age_ties(&mut self) -> Result<(), PlayError> {
        for tie in self.state().ties.clone() {
            if self.state().tie(tie.relation, tie.from, &tie.to) == 0 {
                continue;
            }
            self.emit(Change::RelationAged {
                figure: tie.from,
                relation: tie.relation,
                to: tie.to,
                turns: tie.turns.saturating_add(1),
            })?;
        }
        Ok(())
    }

    /// Moves a figure one step, facing as it does; reactions come. False if it was stopped.
    pub fn step(&mut self, figure: FigureId, to: Position) -> Result<bool, PlayError> {
        if self.state().figure(figure).removed {
            return Ok(false);
        }
        self.place(figure, to)?;
        let outer = self.halted.replace(None);
        let reacted = self.react(&Trigger::Step, figure);
        let halted = std::mem::replace(&mut self.halted, outer).flatten();
        reacted?;
        if let Some(why) = halted {
            self.emit(Change::Halted { figure, why: Some(why) })?;
            return Ok(false);
        }
        Ok(!self.state().figure(figure).removed)
    }

    /// Puts a figure somewhere without passing between.
    pub fn place(&mut self, figure: FigureId, to: Position) -> Result<(), PlayError> {
        let from = self.state().figure(figure).at;
        if from != Some(to) {
            self.emit(Change::Moved { figure, from, to: Some(to) })?;
        }
        Ok(())
    }

    /// Takes a figure out of the fight.
    ///
    /// # Errors
    /// When what follows from it goes wrong.
    pub fn take_out(&mut self, figure: FigureId) -> Result<(), PlayError> {
        if self.state().figure(figure).removed {
            return Ok(());
        }
        self.emit(Change::Removed { figure })?;
        self.release_ends(figure)
    }

    /// Turns a figure.
    pub fn face(&mut self, figure: FigureId, to: i64) -> Result<(), PlayError> {
        let from = self.state().figure(figure).facing;
        if from == to {
            return Ok(());
        }
        self.emit(Change::Turned { figure, from, to })
    }

    /// Sets back every track that is reset at this moment.
    pub(super) fn reset(&mut self, period: Recurring) -> Result<(), PlayError> {
        let (book, before) = (self.rules().book.clone(), self.log().map_or(0, Log::len));
        for (index, track) in book.tracks.iter().enumerate() {
            for (_, to) in track.resets.iter().filter(|(when, _)| *when == period) {
                self.reset_track(TrackId(index as u16), track.owner, track.by, to)?;
            }
        }
        for (index, note) in book.attributes.iter().enumerate() {
            for (_, to) in note.resets.iter().flatten().filter(|(when, _)| *when == period) {
                for holder in self.holders(note.owner) {
                    let to = self.view().value_of(to, holder)?;
                    self.set_note(holder, AttributeId(index as u16), to, None)?;
                }
            }
        }
        let of_figure = |event: &&Event| event.change.figure().is_some();
        self.resets += self.log().map_or(0, |log| log.iter().skip(before).filter(of_figure).count());
        Ok(())
    }

    /// How many events of figures in the log only say what was set back for a new turn, round or phase.
    pub(crate) fn resets(&self) -> usize {
        self.resets
    }

    /// Those who have what is kept for such owners, the figures out of play left out.
    fn holders(&self, owner: OwnerDecl) -> Vec<Holder> {
        match owner {
            OwnerDecl::Figure => {
                self.state().figure_ids().filter(|id| !self.state().figure(*id).removed).map(Holder::Figure).collect()
            }
            OwnerDecl::Side => self.state().side_ids().map(Holder::Side).collect(),
        }
    }

    fn reset_track(
        &mut self,
        track: TrackId,
        owner: OwnerDecl,
        by: Option<crate::value::SetId>,
        to: &crate::rulebook::Expr,
    ) -> Result<(), PlayError> {
        for holder in self.holders(owner) {
            let to = self.view().number_of(to, holder)?;
            match by {
                None => self.put_track(holder, track, None, to, None)?,
                Some(set) => {
                    for at in 0..self.rules().book.sets[set.index()].words.len() as u16 {
                        self.put_track(holder, track, Some(Symbol { set, at }), to, None)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts down every condition at the end of a phase or turn.
    pub(super) fn tick_conditions(&mut self, ended: ClockEnd) -> Result<(), PlayError> {
        for figure in self.state().figure_ids() {
            let held: Vec<(ConditionId, Clock)> =
                self.state().figure(figure).conditions.iter().map(|held| (held.condition, held.clock)).collect();
            let mut gone: Vec<ConditionId> = Vec::new();
            for (index, (condition, from)) in held.iter().enumerate() {
                let mut to = *from;
                let before = held[..index].iter().filter(|(other, _)| other == condition).count();
                let nth = (before - gone.iter().filter(|other| *other == condition).count()) as u16;
                if to.tick(ended) {
                    self.emit(Change::ConditionLost { figure, condition: *condition, nth, why: None })?;
                    gone.push(*condition);
                } else if to != *from {
                    self.emit(Change::ClockTicked { figure, condition: *condition, nth, from: *from, to })?;
                }
            }
            for condition in gone {
                self.have_lost(figure, condition)?;
            }
        }
        Ok(())
    }

    /// Lets every figure that answers this event answer it, in order.
    pub(super) fn react(&mut self, trigger: &Trigger, cause: FigureId) -> Result<(), PlayError> {
        self.carrying_assumed(|play| play.react_to(trigger, cause))
    }

    fn react_to(&mut self, trigger: &Trigger, cause: FigureId) -> Result<(), PlayError> {
        let book = self.rules().book.clone();
        for reaction in book.reactions.iter().filter(|reaction| reaction.on == *trigger) {
            for figure in self.state().figure_ids() {
                let ready = (figure == cause) == reaction.own && !self.state().figure(figure).removed;
                if ready && self.state().outcome.is_none() && self.reaction_holds(reaction, figure, cause)? {
                    self.lines().do_reaction(reaction, figure, cause)?;
                }
            }
        }
        Ok(())
    }

    fn reaction_holds(
        &self,
        reaction: &crate::rulebook::Reaction,
        figure: FigureId,
        cause: FigureId,
    ) -> Result<bool, PlayError> {
        let Some(when) = &reaction.when else { return Ok(true) };
        let (own, other) = reaction.ends;
        let frame = self.frame_with(&[(own, Value::Figure(figure)), (other, Value::Figure(cause))]);
        Ok(self.view().truth_in(when, &frame)?)
    }
}
