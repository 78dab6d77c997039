//! What must hold after every event of a game, whatever the rules say.

use super::shipped::Shipped;
use fray::event::{Change, Event, Holder, Spot};
use fray::play::{Play, Rules};
use fray::rulebook::PhaseOrder;
use fray::state::of_scenario;
use fray::state::{State, View, apply};
use fray::value::{Board, Clock, FigureId, Number, Position, TrackId, Value};
use std::sync::Arc;

/// Scenarios in which several figures may stand in one cell, each with its excuse.
const CROWDED: &[(&str, &str)] = &[
    ("maneuver-3d6/shields", "foes who share a hex fight in close combat"),
    ("maneuver-3d6/crossfire", "foes who share a hex fight in close combat"),
    ("maneuver-3d6/brawl", "foes who share a hex fight in close combat"),
    ("skirmish/close_quarters_bout", "foes who share a hex fight hand to hand"),
    ("ww/tavern_brawl", "foes who share a hex fight hand to hand"),
    ("ww/ford_robbery", "foes who share a hex fight hand to hand"),
];

/// A game followed event by event.
pub struct Watch<'a> {
    game: &'a Shipped,
    rules: Arc<Rules>,
    state: State,
    faults: Vec<String>,
    /// Figures removed while several act at one moment: what they did at that moment still comes.
    still_acting: Vec<FigureId>,
}

impl<'a> Watch<'a> {
    /// Before the first event.
    pub fn new(game: &'a Shipped) -> Watch<'a> {
        let rules = game.kit.rules_of(game.scenario);
        let state = of_scenario(&rules, game.declared()).expect("a scenario that was just played");
        Watch { game, rules, state, faults: Vec::new(), still_acting: Vec::new() }
    }

    /// Follows one event.
    pub fn see(&mut self, event: &Event) {
        let before = self.faults.len();
        self.before(&event.change);
        apply(&self.rules, &mut self.state, &event.change);
        self.after(&event.change);
        for fault in &mut self.faults[before..] {
            *fault = format!("event {} (turn {}): {fault}", event.seq, event.turn);
        }
    }

    /// What was wrong, also with how it ended.
    pub fn finish(mut self, play: &Play) -> Vec<String> {
        if self.state != *play.state() {
            self.faults.push("the events do not lead to where the game is".to_string());
        }
        if !play.refused().is_empty() {
            self.faults.push(format!("{} illegal orders", play.refused().len()));
        }
        if self.state.outcome.is_none() {
            self.faults.push("no end".to_string());
        }
        if self.state.turn > self.game.declared().limit {
            self.faults.push(format!("turn {} is beyond the limit", self.state.turn));
        }
        self.faults
    }

    fn fault(&mut self, text: String) {
        self.faults.push(text);
    }

    fn name(&self, figure: FigureId) -> String {
        self.state.figure(figure).name.to_string()
    }

    /// What an event must find.
    fn before(&mut self, change: &Change) {
        match change {
            Change::Ordered(order) | Change::Declared(order) if self.is_gone(order.actor) => {
                self.fault(format!("{} acts and is out of play", self.name(order.actor)));
            }
            Change::Moved { figure, from, .. } => {
                if self.is_gone(*figure) {
                    self.fault(format!("{} moves and is out of play", self.name(*figure)));
                }
                if *from != self.state.figure(*figure).at {
                    self.fault(format!("{} moves from where it is not", self.name(*figure)));
                }
            }
            Change::Refused { figure, reason, .. } => {
                self.fault(format!("{} is refused: {reason}", self.name(*figure)));
            }
            Change::TrackChanged { owner, track, symbol, from, to, .. } => {
                if *from != self.state.track(*owner, self.rules.layout.track(*track, *symbol)) {
                    self.fault(format!("a track changes from {from}, where it is not"));
                }
                self.bounds(*owner, *track, *to);
            }
            Change::SlotChanged { thing, from, .. } if *from != self.state.thing(*thing).place => {
                self.fault("a thing goes from where it is not".to_string());
            }
            _ => {}
        }
    }

    /// Whether a figure is out of play, and was when this moment began.
    fn is_gone(&self, figure: FigureId) -> bool {
        self.state.figure(figure).removed && !self.still_acting.contains(&figure)
    }

    fn bounds(&mut self, owner: Holder, track: TrackId, to: Number) {
        let rule = &self.rules.book.tracks[track.index()];
        let view = View::new(&self.rules, &self.state);
        let bound = |expr: &Option<fray::rulebook::Expr>| {
            expr.as_ref().map(|expr| view.number_of(expr, owner).expect("play has computed it"))
        };
        let (min, max) = (bound(&rule.min), bound(&rule.max));
        if min.is_some_and(|min| to < min) || max.is_some_and(|max| to > max && min != Some(to)) {
            self.fault(format!("{} is set to {to}, outside its bounds {min:?} to {max:?}", rule.head.name));
        }
    }

    /// What must hold once it has happened.
    fn after(&mut self, change: &Change) {
        match change {
            Change::TurnBegan => self.still_acting.clear(),
            Change::PhaseBegan { .. } => {
                self.still_acting.clear();
                self.whole();
            }
            Change::PhaseEnded { .. } | Change::TurnEnded { .. } => self.whole(),
            Change::Removed { figure } if self.acts_together() => self.still_acting.push(*figure),
            Change::Moved { figure, to: Some(to), .. } => self.room(*figure, *to),
            Change::ConditionGained { figure, clock, .. } | Change::ClockTicked { figure, to: clock, .. } => {
                if matches!(clock, Clock::Turns(0) | Clock::Phases(0)) {
                    self.fault(format!("{} has a condition whose time is up", self.name(*figure)));
                }
            }
            _ => {}
        }
    }

    fn acts_together(&self) -> bool {
        let book = &self.rules.book;
        let phase = self.state.phase.map(|phase| &book.turn.phases[phase.index()].order);
        let by_script = || book.scripts.iter().any(|one| book.sources.get(one.source).text.contains(":together("));
        matches!(phase, Some(PhaseOrder::Together)) || by_script()
    }

    fn room(&mut self, figure: FigureId, to: Position) {
        let is_open = matches!(self.rules.book.ground.as_ref().map(|ground| ground.board), None | Some(Board::Open));
        let crowded = CROWDED.iter().any(|(name, _)| *name == self.game.name);
        let others = self.state.figures_at(to).filter(|other| *other != figure).count();
        if others > 0 && !is_open && !crowded {
            self.fault(format!("{} moves to {to:?}, where somebody stands", self.name(figure)));
        }
    }

    /// What must hold whenever nobody is in the middle of something.
    fn whole(&mut self) {
        let mut faults = self.things();
        for tie in &self.state.ties {
            let gone = |figure: FigureId| self.state.figure(figure).removed;
            let far = matches!(tie.to, Value::Figure(figure) if gone(figure));
            if gone(tie.from) || far {
                faults.push(format!("{} is tied to somebody, and one of them is out of play", self.name(tie.from)));
            }
            if self
                .state
                .ties
                .iter()
                .filter(|other| (other.relation, other.from, &other.to) == (tie.relation, tie.from, &tie.to))
                .count()
                > 1
            {
                faults.push(format!("{} is tied twice", self.name(tie.from)));
            }
        }
        self.faults.extend(faults);
    }

    /// A thing is in one place, and no slot holds more than it may.
    fn things(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = vec![0; self.state.things.len()];
        for figure in self.state.figure_ids() {
            for (at, slot) in self.state.figure(figure).slots.iter().enumerate() {
                for thing in slot {
                    seen[thing.index()] += 1;
                    let here = matches!(self.state.thing(*thing).place, Spot::Slot(holder, other) if holder == figure && other.index() == at);
                    if !here {
                        faults.push(format!("{} holds a thing that is elsewhere", self.name(figure)));
                    }
                }
                faults.extend(self.crowded_slot(figure, at, slot.len()));
            }
        }
        for (thing, times) in self.state.things.iter().zip(seen) {
            let expected = usize::from(matches!(thing.place, Spot::Slot(..)));
            if times != expected {
                let name = &self.rules.book.items[thing.item.index()].head.name;
                faults.push(format!("a {name} is in {times} slots instead of {expected}"));
            }
        }
        faults
    }

    fn crowded_slot(&self, figure: FigureId, at: usize, held: usize) -> Option<String> {
        let rule = &self.rules.book.slots[at];
        let most = rule.most.as_ref()?;
        let most = View::new(&self.rules, &self.state).number_of(most, Holder::Figure(figure)).ok()?;
        (Number::int(held as i64) > most)
            .then(|| format!("{} has {held} things in {}, {most} fit", self.name(figure), rule.head.name))
    }
}
