//! A sentence put to a state: figures improvised, facts stated, ready to be reckoned or ordered. The state it was put
//! to stays as it is.

use super::{About, Argument, AssumedChange, ParsedQuery, Who};
use crate::eval::Frame;
use crate::event;
use crate::event::Change;
use crate::event::Holder;
use crate::explain::{Requirement, RequirementBuffers};
use crate::play::Order;
use crate::play::PlayError;
use crate::play::set_for_check;
use crate::play::{Play, Rules};
use crate::rulebook::{Expr, Node, Rulebook, Type};
use crate::state::State;
use crate::state::View;
use crate::state::apply;
use crate::state::{add_figure, add_side, change_sides, improvised};
use crate::value::{CheckId, ConditionId, FactId, FigureId, SideId, ThingId, Value};
use std::sync::Arc;

/// A sentence with its own state and facts.
#[derive(Clone, Debug)]
pub struct BoundQuery {
    /// The action or check.
    pub about: About,
    /// The state with everything the sentence says.
    pub state: State,
    /// The facts it states, then those its action states for its check.
    pub facts: Vec<(FactId, Value)>,
    /// How many the sentence itself states.
    stated: usize,
    /// What the sentence says of figures.
    pub(super) said: Vec<(FigureId, AssumedChange)>,
    /// How many figures there were before.
    pub(super) present: usize,
}

impl BoundQuery {
    /// Puts a sentence to a state.
    ///
    /// # Errors
    /// When a figure cannot be improvised.
    pub fn new(rules: &Rules, state: &State, asked: &ParsedQuery) -> Result<BoundQuery, PlayError> {
        let present = state.figures.len();
        let mut state = state.clone();
        let mut cast = NamedFigures::new();
        let mut facts = Vec::new();
        for (fact, said) in &asked.facts {
            let value = match said {
                Argument::Value(value) => value.clone(),
                Argument::Way(_) => Value::None,
                Argument::Who(who) => Value::Figure(newcomer(rules, &mut state, &mut cast, who)?),
            };
            facts.push((*fact, value));
        }
        let mut said = Vec::with_capacity(asked.tweaks.len());
        for tweak in &asked.tweaks {
            let named = |(fact, value): &(FactId, Value)| value.as_figure().filter(|_| Some(*fact) == tweak.role);
            let figure = match facts.iter().find_map(named) {
                Some(figure) => figure,
                None => somebody(rules, &mut state, &mut cast, &tweak.who)?,
            };
            let what = tweak.what.settled(&rules.book, &state, figure);
            change(rules, &mut state, figure, &what);
            said.push((figure, what));
        }
        let holder = facts.iter().find_map(|(_, value)| value.as_figure());
        for (at, (fact, said)) in asked.facts.iter().enumerate() {
            let owner = said_of(rules, &facts, *fact).or(holder);
            match said {
                Argument::Way(way) => facts[at].1 = super::walked::cells(rules, &state, owner, way)?,
                _ => own_thing(&state, owner, &mut facts[at].1),
            }
        }
        let mut posed = BoundQuery { about: asked.about, state, stated: facts.len(), facts, said, present };
        posed.state_own(rules)?;
        Ok(posed.befriended(rules))
    }

    /// Nobody has said whose friends those are who are only improvised: where more of what an action requires is met so,
    /// they are on the side of the one who acts.
    fn befriended(self, rules: &Rules) -> BoundQuery {
        let About::Action(action) = self.about else { return self };
        let by = rules.book.actions[action.index()].by;
        let actor = self.facts.iter().find(|(fact, _)| *fact == by).and_then(|(_, value)| value.as_figure());
        let others = |actor: &FigureId| (self.present..self.state.figures.len()).any(|at| at != actor.index());
        let Some(actor) = actor.filter(others) else { return self };
        let unmet = self.unmet(rules);
        if unmet == 0 {
            return self;
        }
        let mut friends = self.clone();
        let side = friends.state.figure(actor).side;
        for at in self.present..friends.state.figures.len() {
            change_sides(&mut friends.state, FigureId(at as u16), side);
        }
        if friends.unmet(rules) < unmet { friends } else { self }
    }

    /// The facts the action states for its check, unless the sentence says otherwise.
    fn state_own(&mut self, rules: &Rules) -> Result<(), PlayError> {
        let About::Action(action) = self.about else { return Ok(()) };
        for (fact, expr) in &rules.book.actions[action.index()].with {
            if self.facts.iter().all(|(stated, _)| stated != fact) {
                let value = self.view(rules).value_in(expr, &self.frame())?;
                self.facts.push((*fact, value));
            }
        }
        Ok(())
    }

    /// The same sentence with something else said of a figure; none if that cannot be computed.
    pub(super) fn otherwise(&self, rules: &Rules, figure: FigureId, what: &AssumedChange) -> Option<BoundQuery> {
        let mut other = self.clone();
        change(rules, &mut other.state, figure, what);
        other.facts.truncate(self.stated);
        other.state_own(rules).ok()?;
        Some(other)
    }

    /// The same sentence as the board says one of the things that it says of figures; none of whom is on none.
    pub(super) fn unsaid(
        &self,
        rules: &Rules,
        board: &State,
        (figure, what): &(FigureId, AssumedChange),
    ) -> Option<BoundQuery> {
        let there = board.figures.get(figure.index()).filter(|_| figure.index() < self.present)?;
        let before = match *what {
            AssumedChange::State(id, _) | AssumedChange::NotState(id, _) => {
                AssumedChange::State(id, there.states[id.index()])
            }
            AssumedChange::Condition(id, _) => AssumedChange::Condition(id, board.has_condition(*figure, id)),
            AssumedChange::Track(id, word, _) => {
                AssumedChange::Track(id, word, there.tracks[rules.layout.track(id, word)])
            }
            AssumedChange::Attribute(id, _) => AssumedChange::Attribute(id, there.attributes[id.index()].clone()),
        };
        self.otherwise(rules, *figure, &before)
    }

    /// The check it asks for: its own, or that of its action.
    pub fn check(&self, rules: &Rules) -> Option<CheckId> {
        match self.about {
            About::Check(check) => Some(check),
            About::Action(action) => rules.book.actions[action.index()].check,
            About::Quantity(_) => None,
        }
    }

    /// The facts as a frame.
    pub fn frame(&self) -> Frame {
        let mut frame = Frame::new();
        for (fact, value) in &self.facts {
            frame.state(*fact, value.clone());
        }
        frame
    }

    /// The facts with which its check is rolled: what lines state for it goes before what the sentence says.
    pub fn check_frame(&self, rules: &Rules) -> Frame {
        let mut frame = self.frame();
        if let About::Action(action) = self.about {
            let set = set_for_check(&self.view(rules), &rules.book.actions[action.index()], &frame);
            set.into_iter().for_each(|(fact, value)| {
                frame.state(fact, value);
            });
        }
        frame
    }

    /// The state as expressions see it.
    pub fn view<'a>(&'a self, rules: &'a Rules) -> View<'a> {
        View::new(rules, &self.state)
    }

    /// The facts that the sentence itself states.
    pub fn stated(&self) -> &[(FactId, Value)] {
        &self.facts[..self.stated]
    }

    /// Whether everyone the sentence names was in the fight before.
    pub(crate) fn is_in_fight(&self) -> bool {
        self.state.figures.len() == self.present
    }

    /// Whether the one who acts is said to be out of the fight.
    pub fn is_doer_said_to_be_out(&self, rules: &Rules) -> bool {
        let About::Action(action) = self.about else { return false };
        let by = rules.book.actions[action.index()].by;
        let by = self.facts.iter().find(|(fact, _)| *fact == by).and_then(|(_, value)| value.as_figure());
        let is_out = |what: &AssumedChange| match what {
            AssumedChange::Condition(id, true) => rules.book.conditions[id.index()].removes,
            _ => false,
        };
        self.said.iter().any(|(who, what)| Some(*who) == by && is_out(what))
    }

    /// Whether it meets what its action requires, as far as that can be told.
    pub fn is_allowed(&self, rules: &Rules) -> bool {
        self.unmet(rules) == 0
    }

    /// How many of its requirements are not met, as far as that can be told.
    pub fn unmet(&self, rules: &Rules) -> usize {
        self.unmet_among(rules, |_| true)
    }

    /// How many of them are not met because it is done with the wrong thing, wherever anybody stands.
    pub fn unsuited(&self, rules: &Rules) -> usize {
        self.unmet_among(rules, |requirement| is_of_things(&rules.book, requirement))
    }

    fn unmet_among(&self, rules: &Rules, counts: impl Fn(&Expr) -> bool) -> usize {
        let About::Action(action) = self.about else { return 0 };
        let (frame, view) = (self.frame(), self.view(rules));
        let requires = rules.book.actions[action.index()].requires.iter().map(|(requirement, _)| requirement);
        requires.filter(|one| counts(one) && !view.truth_in(one, &frame).unwrap_or(true)).count()
    }

    /// Whether its check can be made, as far as that can be told.
    pub fn is_makeable(&self, rules: &Rules) -> bool {
        let (frame, view) = (self.frame(), self.view(rules));
        let Some(check) = self.check(rules) else { return true };
        !matches!(RequirementBuffers::default().reckon(&view.scene(&frame), check), Ok(Requirement::Impossible(_)))
    }

    /// The order it gives, if it names an action and who acts. What the action does not take is assumed.
    pub fn order(&self, rules: &Rules) -> Option<Arc<Order>> {
        let About::Action(id) = self.about else { return None };
        let action = &rules.book.actions[id.index()];
        let stated = || self.stated().iter().filter(|(fact, _)| *fact != action.by);
        let actor = self.facts.iter().find(|(fact, _)| *fact == action.by)?.1.as_figure()?;
        let mut facts: Vec<(FactId, Value)> = stated().filter(|(fact, _)| action.gives(*fact)).cloned().collect();
        let mut assumed: Vec<(FactId, Value)> = stated().filter(|(fact, _)| !action.gives(*fact)).cloned().collect();
        facts.sort_by_key(|(fact, _)| *fact);
        assumed.sort_by_key(|(fact, _)| *fact);
        Some(Arc::new(Order { action: id, actor, facts, assumed }))
    }
}

/// Whether an expression looks at things alone, and at nobody and no place.
fn is_of_things(book: &Rulebook, expr: &Expr) -> bool {
    let is_thing = |fact: &FactId| matches!(book.facts[fact.index()].r#type.bare(), Type::Thing(_));
    let is_of = |fact: &FactId| {
        let reads = &book.facts[fact.index()].reads;
        is_thing(fact) || !reads.is_empty() && reads.iter().all(is_thing)
    };
    let (mut names_one, mut is_only) = (false, true);
    expr.walk(&mut |part| match &part.node {
        Node::Fact(fact) => (names_one, is_only) = (true, is_only && is_of(fact)),
        Node::Subject | Node::Call(..) | Node::Relation(..) | Node::Over { .. } => is_only = false,
        _ => {}
    });
    names_one && is_only
}

/// Why something is so that a sentence says of a figure.
const SAID: &str = "as said";

impl Play {
    /// Makes everything so that a sentence says of figures, by the word of a referee: nothing follows from it, and it is
    /// told. Figures that were improvised for it come into play.
    pub fn take_up(&mut self, posed: &BoundQuery) -> Result<(), PlayError> {
        let here = self.state().figures.len();
        for (figure, what) in posed.said.iter().filter(|(figure, _)| figure.index() < here) {
            // Of a condition that is held twice both end.
            while let Some(change) = self.told_change(*figure, what) {
                self.emit(change)?;
            }
        }
        if *self.state() != posed.state {
            self.swap_state(posed.state.clone());
        }
        Ok(())
    }

    /// The event of what is said of a figure; none if it is so already, or if no event tells it.
    fn told_change(&self, figure: FigureId, what: &AssumedChange) -> Option<event::Change> {
        let why = Some(SAID.into());
        let has = |condition: ConditionId| self.state().has_condition(figure, condition);
        match *what {
            AssumedChange::Attribute(note, ref to) => {
                let (owner, from) =
                    (event::Holder::Figure(figure), &self.state().figure(figure).attributes[note.index()]);
                let (from, to) = (from.clone(), to.clone());
                (from != to).then_some(event::Change::NoteChanged { owner, note, from, to, why })
            }
            AssumedChange::State(state, to) => {
                let from = self.state().figure(figure).states[state.index()];
                (from != to).then_some(event::Change::StateChanged { figure, state, from, to, why })
            }
            AssumedChange::Condition(condition, true) if !has(condition) => {
                let clock = self.rules().book.conditions[condition.index()].lasts;
                Some(event::Change::ConditionGained { figure, condition, clock, why })
            }
            AssumedChange::Condition(condition, false) if has(condition) => {
                Some(event::Change::ConditionLost { figure, condition, nth: 0, why })
            }
            AssumedChange::Track(track, symbol, to) => {
                let from = self.state().figure(figure).tracks[self.rules().layout.track(track, symbol)];
                let (owner, cut) = (event::Holder::Figure(figure), None);
                (from != to).then_some(event::Change::TrackChanged { owner, track, symbol, from, to, cut, why })
            }
            AssumedChange::Condition(..) | AssumedChange::NotState(..) => None,
        }
    }
}

/// Someone in a place of the sentence: the figure itself, or another one of a sheet each time it is named.
fn newcomer(rules: &Rules, state: &mut State, cast: &mut NamedFigures, who: &Who) -> Result<FigureId, PlayError> {
    let figure = match who {
        Who::Figure(figure) => *figure,
        Who::Sheet(sheet) => {
            let side = spare_side(rules, state)?;
            add_figure(rules, state, side, &improvised(&rules.book, *sheet, None), None)?
        }
    };
    cast.push((who.clone(), figure));
    Ok(figure)
}

/// Someone a later clause speaks of: the first of that name, who may not have been named before.
fn somebody(rules: &Rules, state: &mut State, cast: &mut NamedFigures, who: &Who) -> Result<FigureId, PlayError> {
    match cast.iter().find(|(other, _)| other == who) {
        Some((_, figure)) => Ok(*figure),
        None => newcomer(rules, state, cast, who),
    }
}

/// Who has been named, and who that is.
type NamedFigures = Vec<(Who, FigureId)>;

/// A side of its own for everyone improvised: at a table nobody has said who is whose friend.
fn spare_side(rules: &Rules, state: &mut State) -> Result<SideId, PlayError> {
    let name = format!("side {}", state.sides.len() + 1);
    Ok(add_side(rules, state, &name, &name, &[])?)
}

/// The figure of the sentence that a fact is said of, if it is declared to be said of one.
pub(super) fn said_of(rules: &Rules, facts: &[(FactId, Value)], fact: FactId) -> Option<FigureId> {
    let of = rules.book.facts[fact.index()].of?;
    facts.iter().find(|(stated, _)| *stated == of)?.1.as_figure()
}

/// An item that this figure has as a thing is that thing, with its own magazine.
fn own_thing(state: &State, holder: Option<FigureId>, value: &mut Value) {
    let (Some(holder), Value::Item(item)) = (holder, &*value) else { return };
    let is_one = |thing: &&ThingId| state.thing(**thing).item == *item;
    if let Some(thing) = state.figure(holder).slots.iter().flatten().find(is_one) {
        *value = Value::Thing(*thing);
    }
}

/// Makes something so that a sentence says.
pub(super) fn change(rules: &Rules, state: &mut State, figure: FigureId, what: &AssumedChange) {
    let owner = Holder::Figure(figure);
    let change = match &what.settled(&rules.book, state, figure) {
        AssumedChange::NotState(..) => return,
        AssumedChange::State(state, symbol) => Change::word(figure, *state, *symbol),
        AssumedChange::Condition(condition, true) => {
            Change::gained(figure, *condition, rules.book.conditions[condition.index()].lasts)
        }
        AssumedChange::Condition(condition, false) => {
            while state.has_condition(figure, *condition) {
                apply(rules, state, &Change::lost(figure, *condition, 0));
            }
            return;
        }
        AssumedChange::Track(track, symbol, number) => Change::track(owner, *track, *symbol, *number),
        AssumedChange::Attribute(attribute, value) => Change::note(owner, *attribute, value.clone()),
    };
    apply(rules, state, &change);
    if let AssumedChange::Condition(condition, true) = what
        && rules.book.conditions[condition.index()].removes
        && !state.figure(figure).removed
    {
        apply(rules, state, &Change::Removed { figure });
    }
}
