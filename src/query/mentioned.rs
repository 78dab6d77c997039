//! What the rules of an action or a check name in their expressions, and of whom.

use super::{About, AssumedChange, Quantity};
use crate::rulebook::{Check, Expr, Goal, Node, Rulebook};
use crate::value::{
    ActionId, AttributeId, CheckId, ConditionId, FactId, FigureId, StateId, TableId, TrackId, Value, ValueId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Of whom something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whom {
    /// Of whom a fact names.
    Role(FactId),
    /// Of anybody, as far as can be told.
    Anybody,
}

/// Facts that a part of a deed sets anew, with whom they name there.
pub(super) type Anew = BTreeMap<FactId, Whom>;

/// What expressions name, those included that they lead to.
#[derive(Clone, Default)]
pub(super) struct Mentioned {
    /// Facts, with those they come from.
    pub(super) facts: BTreeSet<FactId>,
    conditions: BTreeSet<(Whom, ConditionId)>,
    /// Conditions that lines give, whoever has them already.
    given: BTreeSet<(Whom, ConditionId)>,
    states: BTreeSet<(Whom, StateId)>,
    tracks: BTreeSet<(Whom, TrackId)>,
    attributes: BTreeSet<(Whom, AttributeId)>,
    values: BTreeSet<(Whom, ValueId)>,
    tables: BTreeSet<TableId>,
    /// What is set anew where these expressions stand, so that they do not ask what was stated.
    pub(super) anew: Anew,
}

impl Mentioned {
    /// Nothing yet, where these facts are set anew.
    pub(super) fn among(anew: Anew) -> Mentioned {
        Mentioned { anew, ..Mentioned::default() }
    }

    /// What a sentence of this sort asks for itself: an action with its check, a check, a quantity of the figure that
    /// a fact names.
    pub(super) fn of(book: &Rulebook, about: About, first: Whom) -> Mentioned {
        let mut mentioned = Mentioned::default();
        match about {
            About::Quantity(quantity) => mentioned.quantity(book, quantity, first),
            About::Check(check) => mentioned.check(book, check),
            About::Action(action) => {
                mentioned.requirements(book, action);
                let action = &book.actions[action.index()];
                action.with.iter().for_each(|(_, expr)| mentioned.expr(book, expr));
                action.check.into_iter().for_each(|check| mentioned.check(book, check));
            }
        }
        mentioned
    }

    /// Where a figure starts that a sentence improvises.
    pub(super) fn starts(&mut self, book: &Rulebook) {
        for (at, track) in book.tracks.iter().enumerate() {
            self.expr_of(book, &track.start, Whom::Anybody);
            self.changed(book, TrackId(at as u16), Whom::Anybody);
        }
    }

    /// The names of facts, values and tables.
    pub(super) fn names(&self, book: &Rulebook) -> BTreeSet<Arc<str>> {
        let facts = self.facts.iter().map(|id| &book.facts[id.index()].head);
        let values = self.values.iter().map(|(_, id)| &book.values[id.index()].head);
        let tables = self.tables.iter().map(|id| &book.tables[id.index()].head);
        facts.chain(values).chain(tables).map(|head| head.name.clone()).collect()
    }

    /// What an action requires and costs.
    pub(super) fn requirements(&mut self, book: &Rulebook, action: ActionId) {
        let action = &book.actions[action.index()];
        action.requires.iter().for_each(|(expr, _)| self.expr(book, expr));
        action.spends.iter().for_each(|(expr, _)| self.expr(book, expr));
    }

    fn quantity(&mut self, book: &Rulebook, quantity: Quantity, first: Whom) {
        match quantity {
            Quantity::Fact(fact) | Quantity::Field(fact, _) => self.fact(book, fact),
            Quantity::Value(value) => self.value(book, value, first),
            Quantity::Attribute(attribute) => drop(self.attributes.insert((first, attribute))),
            Quantity::Track(track) => drop(self.tracks.insert((first, track))),
        }
    }

    /// A check, with that of the other side.
    pub(super) fn check(&mut self, book: &Rulebook, id: CheckId) {
        let check = &book.checks[id.index()];
        exprs_of(book, check).into_iter().for_each(|expr| self.expr(book, expr));
        check.all_reads.iter().for_each(|fact| self.fact(book, *fact));
        if let Goal::Opposed(opposed) = &check.goal {
            let mut theirs = Mentioned::among(self.with(&opposed.with));
            exprs_of(book, &book.checks[opposed.check.index()]).into_iter().for_each(|expr| theirs.expr(book, expr));
            self.absorb(theirs);
        }
    }

    /// What is set anew here with these facts over it.
    pub(super) fn with(&self, over: &[(FactId, Expr)]) -> Anew {
        let mut anew = self.anew.clone();
        let over = over.iter().filter(|(fact, expr)| !keeps(expr, *fact));
        anew.extend(over.map(|(fact, expr)| (*fact, self.whom(expr, Whom::Anybody))));
        anew
    }

    /// Takes what was found elsewhere.
    pub(super) fn absorb(&mut self, other: Mentioned) {
        self.facts.extend(other.facts);
        self.conditions.extend(other.conditions);
        self.given.extend(other.given);
        self.states.extend(other.states);
        self.tracks.extend(other.tracks);
        self.attributes.extend(other.attributes);
    }

    /// Whom an expression means; `own` is whose property is computed.
    pub(super) fn whom(&self, expr: &Expr, own: Whom) -> Whom {
        match &expr.node {
            Node::Fact(fact) => self.role(*fact),
            Node::Subject => own,
            _ => Whom::Anybody,
        }
    }

    /// Whom a fact names here.
    pub(super) fn role(&self, fact: FactId) -> Whom {
        self.anew.get(&fact).copied().unwrap_or(Whom::Role(fact))
    }

    pub(super) fn fact(&mut self, book: &Rulebook, fact: FactId) {
        if !self.anew.contains_key(&fact) && self.facts.insert(fact) {
            let fact = &book.facts[fact.index()];
            fact.default.iter().chain(&fact.from).for_each(|expr| self.expr(book, expr));
        }
    }

    pub(super) fn value(&mut self, book: &Rulebook, value: ValueId, whose: Whom) {
        if self.values.insert((whose, value)) {
            self.expr_of(book, &book.values[value.index()].expr, whose);
        }
    }

    pub(super) fn table(&mut self, book: &Rulebook, table: TableId) {
        if self.tables.insert(table) {
            let cells = book.tables[table.index()].rows.iter().flat_map(|row| &row.cells);
            cells.for_each(|expr| self.expr(book, expr));
        }
    }

    /// A condition that comes or goes.
    pub(super) fn condition(&mut self, whose: Whom, id: ConditionId) {
        self.conditions.insert((whose, id));
    }

    /// A condition that is given, and that is not looked at for it.
    pub(super) fn given(&mut self, whose: Whom, id: ConditionId) {
        self.given.insert((whose, id));
    }

    /// Whether a condition of somebody is given here and looked at by nothing.
    pub(super) fn only_gives(&self, of: &Mention<'_>, id: ConditionId) -> bool {
        of.is_in(&self.given, id) && !of.is_in(&self.conditions, id)
    }

    /// The facts that name those of whom a condition is asked.
    pub(super) fn roles_asked(&self, id: ConditionId) -> impl Iterator<Item = FactId> {
        self.conditions.iter().filter(move |(_, asked)| *asked == id).filter_map(|(whom, _)| match whom {
            Whom::Role(fact) => Some(*fact),
            Whom::Anybody => None,
        })
    }

    /// A state that may change.
    pub(super) fn state(&mut self, whose: Whom, id: StateId) {
        self.states.insert((whose, id));
    }

    /// A track that may change: with what bounds it, and what comes of it.
    pub(super) fn changed(&mut self, book: &Rulebook, id: TrackId, whose: Whom) {
        self.tracks.insert((whose, id));
        let track = &book.tracks[id.index()];
        let tests = track.thresholds.iter().map(|threshold| &threshold.when);
        track.min.iter().chain(&track.max).chain(tests).for_each(|expr| self.expr_of(book, expr, whose));
    }

    pub(super) fn expr(&mut self, book: &Rulebook, expr: &Expr) {
        self.expr_of(book, expr, Whom::Anybody);
    }

    fn expr_of(&mut self, book: &Rulebook, expr: &Expr, own: Whom) {
        expr.walk(&mut |part| match &part.node {
            Node::Fact(fact) => self.fact(book, *fact),
            Node::Value(owner, value) => self.value(book, *value, self.whom(owner, own)),
            Node::Table(table, _) => self.table(book, *table),
            Node::Setting(id) => self.expr(book, &book.settings[id.index()].expr),
            Node::HasCondition(owner, id) => self.condition(self.whom(owner, own), *id),
            Node::Track(owner, id, _) => drop(self.tracks.insert((self.whom(owner, own), *id))),
            Node::Attribute(owner, id) => drop(self.attributes.insert((self.whom(owner, own), *id))),
            Node::InState(owner, id, _) | Node::State(owner, id) => self.state(self.whom(owner, own), *id),
            _ => {}
        });
    }

    /// Whether it matters what is said of a figure.
    pub(super) fn asks_for(&self, of: &Mention<'_>, what: &AssumedChange) -> bool {
        match what {
            AssumedChange::Condition(id, _) => of.is_in(&self.conditions, *id) || of.is_in(&self.given, *id),
            AssumedChange::State(id, _) | AssumedChange::NotState(id, _) => of.is_in(&self.states, *id),
            AssumedChange::Track(id, ..) => of.is_in(&self.tracks, *id),
            AssumedChange::Attribute(id, _) => of.is_in(&self.attributes, *id),
        }
    }

    /// The names of the conditions, words of states and tracks that are asked of a figure.
    pub(super) fn named_of<'b>(&self, book: &'b Rulebook, of: &Mention<'_>) -> Vec<&'b str> {
        let conditions = self.conditions.iter().chain(&self.given).filter(|(whom, _)| of.is_meant(*whom));
        let conditions = conditions.map(|(_, id)| &book.conditions[id.index()].head);
        let states = self.states.iter().filter(|(whom, _)| of.is_meant(*whom));
        let words = states.flat_map(|(_, id)| &book.sets[book.states[id.index()].set.index()].words);
        let tracks = self.tracks.iter().filter(|(whom, _)| of.is_meant(*whom));
        let tracks = tracks.map(|(_, id)| &book.tracks[id.index()].head);
        let told = conditions.chain(tracks).filter(|head| !head.is_quiet()).map(|head| &*head.name);
        let all: BTreeSet<&str> = told.chain(words.map(|word| &*word.name)).collect();
        all.into_iter().collect()
    }

    /// Whether a track may change.
    pub(super) fn has_track(&self, id: TrackId) -> bool {
        self.tracks.iter().any(|(_, track)| *track == id)
    }

    /// Whether a condition may come or go.
    pub(super) fn has_condition(&self, id: ConditionId) -> bool {
        self.conditions.iter().chain(&self.given).any(|(_, condition)| *condition == id)
    }
}

/// What rules look at of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoleAspect {
    /// How he is.
    State(StateId),
    /// What he has.
    Condition(ConditionId),
}

/// What the rules of an action or a check look at of those whom its facts name.
pub(crate) fn role_aspects(book: &Rulebook, about: About) -> Vec<(FactId, RoleAspect)> {
    let mentioned = Mentioned::of(book, about, Whom::Anybody);
    let role = |whom: Whom| match whom {
        Whom::Role(fact) => Some(fact),
        Whom::Anybody => None,
    };
    let states = mentioned.states.iter().filter_map(|(whom, id)| Some((role(*whom)?, RoleAspect::State(*id))));
    let conditions =
        mentioned.conditions.iter().filter_map(|(whom, id)| Some((role(*whom)?, RoleAspect::Condition(*id))));
    states.chain(conditions).collect()
}

/// Whether a fact is set from itself, so that what is said of it counts there, too.
pub(super) fn keeps(expr: &Expr, fact: FactId) -> bool {
    let mut keeps = false;
    expr.walk(&mut |part| keeps |= matches!(part.node, Node::Fact(read) if read == fact));
    keeps
}

/// A figure of which something is said, in a sentence with these facts.
pub(super) struct Mention<'a> {
    /// The one of whom it is said.
    pub(super) figure: FigureId,
    /// What the sentence states.
    pub(super) facts: &'a [(FactId, Value)],
}

impl Mention<'_> {
    /// Whether the figure may be meant.
    fn is_meant(&self, whom: Whom) -> bool {
        let Whom::Role(role) = whom else { return true };
        let named = self.facts.iter().find(|(fact, _)| *fact == role);
        named.is_none_or(|(_, value)| *value == Value::Figure(self.figure))
    }

    fn is_in<T: Ord + Copy>(&self, found: &BTreeSet<(Whom, T)>, what: T) -> bool {
        found.iter().any(|(whom, one)| *one == what && self.is_meant(*whom))
    }
}

/// The expressions of a check and its cards.
fn exprs_of<'b>(book: &'b Rulebook, check: &'b Check) -> Vec<&'b Expr> {
    let mut exprs = check.exprs();
    let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
    exprs.extend(cards.chain(&check.parts).flat_map(|one| [&one.amount].into_iter().chain(&one.condition)));
    exprs
}
