//! Whether what a sentence asks would be refused, and what it says otherwise than the board. Of those who are only
//! improvised nothing is known but the sentence, their sheets and things: a requirement is held against them only if
//! these alone make it false.

use super::beside::SaidBeside;
use super::bound::{BoundQuery, change};
use super::{About, AssumedChange};
use crate::eval::{Fault, Frame, Scene, show};
use crate::event::Change;
use crate::explain::Refusal;
use crate::explain::{ExplainError, Explanation, Overridden, Requirement, RequirementBuffers, reckon};
use crate::play::{Play, Rules, forbidden, unruly, untimely};
use crate::rulebook::{Binary, Expr, Function, Node, Rulebook, SentencePart};
use crate::state::{State, View, apply};
use crate::value::{CheckId, ConditionId, FactId, FigureId, TrackId, Value};
use std::sync::Arc;

/// Values that values are made of, and facts that facts are, followed so deep.
const DEEPEST: u8 = 16;

impl BoundQuery {
    /// A check with every reason, and what the sentence says otherwise than the board it is asked on.
    pub fn reckoned(&self, rules: &Rules, board: &State, check: CheckId) -> Result<Explanation, ExplainError> {
        let (frame, view) = (self.check_frame(rules), self.view(rules));
        let mut reckoning = reckon(&view.scene(&frame), check)?;
        reckoning.overridden = self.overridden(rules, board);
        if !reckoning.overridden.is_empty() {
            self.compare_with_board(&view, (&frame, check), &mut reckoning);
        }
        reckoning.undecided = self.undecided(rules, &view);
        reckoning.off_board = self.off_board(rules);
        reckoning.ahead = self.rolled_ahead(rules, &view, check).iter().map(Explanation::in_short).collect();
        let SaidBeside { aside, later, idle } = SaidBeside::of(rules, self);
        (reckoning.aside, reckoning.idle) = (aside, idle);
        reckoning.later = if matches!(self.about, About::Action(_)) { later } else { Vec::new() };
        Ok(reckoning)
    }

    /// What the source leaves open, if whether its order would be refused hangs on it.
    fn undecided(&self, rules: &Rules, view: &View<'_>) -> Option<String> {
        let About::Action(id) = self.about else { return None };
        let frame = self.frame();
        let scene = view.scene(&frame);
        let requires = rules.book.actions[id.index()].requires.iter();
        let mut errors = requires.filter_map(|(requirement, _)| scene.truth(requirement).err());
        let open = errors.find(|error| matches!(error.fault(), Fault::UnsetSetting(_) | Fault::UnsetCell(..)))?;
        Some(open.report(&rules.book).to_string())
    }

    /// Who comes with the sentence alone, where others stand on a board.
    fn off_board(&self, rules: &Rules) -> Vec<Arc<str>> {
        let is_board = self.state.figures.iter().take(self.present).any(|figure| figure.at.is_some());
        if rules.ground.is_none() || !is_board {
            return Vec::new();
        }
        let named = self.stated().iter().filter_map(|(_, value)| value.as_figure());
        let off_board = named.filter(|id| id.index() >= self.present);
        off_board.map(|id| self.state.figure(id).name.clone()).collect()
    }

    /// Of what is stated otherwise than the board says: whether the check needs the same either way.
    fn compare_with_board(&self, view: &View<'_>, (frame, check): (&Frame, CheckId), reckoning: &mut Explanation) {
        for (fact, value) in self.stated() {
            let Some(one) = self.fact_on_board(view, *fact, value) else { continue };
            let mut frame = frame.clone();
            frame.unstate(*fact);
            let is_same = reckon(&view.scene(&frame), check).is_ok_and(|other| other.is_like(reckoning));
            reckoning.overridden.iter_mut().filter(|told| **told == one).for_each(|told| told.is_same = is_same);
        }
    }

    /// Whether its check cannot be made, or nobody can tell what it needs.
    pub(super) fn is_barred(&self, rules: &Rules) -> bool {
        let Some(check) = self.check(rules) else { return false };
        let (frame, view) = (self.check_frame(rules), self.view(rules));
        let mut buffers = RequirementBuffers::default();
        !matches!(buffers.reckon(&view.scene(&frame), check), Ok(Requirement::Possible(_)))
    }

    /// What its check asks for that nobody has said and no board says.
    pub fn missing(&self, rules: &Rules) -> Option<FactId> {
        let (check, frame, view) = (self.check(rules)?, self.check_frame(rules), self.view(rules));
        let error = RequirementBuffers::default().reckon(&view.scene(&frame), check).err()?;
        match error.fault() {
            Some(Fault::MissingFact(fact)) => Some(*fact),
            _ => None,
        }
    }

    /// What the sentence says and changes nothing as things are, whatever was said; in words.
    pub fn idle(&self, rules: &Rules) -> Vec<String> {
        SaidBeside::of(rules, self).idle
    }

    /// Why nothing is done to somebody it is about: he is out of the fight, and nothing that its action requires asks for
    /// one who is.
    pub fn out_of_fight(&self, rules: &Rules) -> Option<Refusal> {
        let by = match self.about {
            About::Action(id) => Some(rules.book.actions[id.index()].by),
            About::Check(_) | About::Quantity(_) => self.stated().first().map(|(fact, _)| *fact),
        };
        let others = self.stated().iter().filter(|(fact, _)| Some(*fact) != by);
        let mut others = others.filter_map(|(_, value)| value.as_figure());
        let gone = others.find(|id| self.state.figure(*id).removed)?;
        let is_asked_for = self.depends_on_being_gone(rules, gone);
        (!is_asked_for).then(|| Refusal::new(format!("{} is out of the fight", self.state.figure(gone).name)))
    }

    /// Whether what its action requires would be met otherwise if somebody were still in the fight.
    fn depends_on_being_gone(&self, rules: &Rules, gone: FigureId) -> bool {
        let About::Action(id) = self.about else { return false };
        let mut back = self.clone();
        let removes = |id: &ConditionId| rules.book.conditions[id.index()].removes;
        let held: Vec<ConditionId> = self.state.figure(gone).conditions.iter().map(|held| held.condition).collect();
        for condition in held.into_iter().filter(removes) {
            change(rules, &mut back.state, gone, &AssumedChange::Condition(condition, false));
        }
        apply(rules, &mut back.state, &Change::Returned { figure: gone });
        let requires = &rules.book.actions[id.index()].requires;
        let met = |posed: &BoundQuery, requirement: &Expr| posed.view(rules).truth_in(requirement, &posed.frame()).ok();
        requires.iter().any(|(requirement, _)| met(self, requirement) != met(&back, requirement))
    }

    /// Why its order would be refused in a fight, here and now.
    pub fn refusal_in(&self, play: &mut Play) -> Option<Refusal> {
        let rules = play.rules().clone();
        if let Some(refusal) = self.out_of_fight(&rules) {
            return Some(refusal);
        }
        match self.order(&rules).map(|order| play.refusal_in(&self.state, &order)) {
            Some(Ok(refusal)) => refusal.map(|refusal| self.measured(&rules, refusal)),
            _ => self.likely_refusal(&rules),
        }
    }

    /// A refusal with the number that is too much or too little.
    fn measured(&self, rules: &Rules, refusal: Refusal) -> Refusal {
        let About::Action(id) = self.about else { return refusal };
        let (frame, view) = (self.frame(), self.view(rules));
        let scene = view.scene(&frame);
        let mut requires = rules.book.actions[id.index()].requires.iter();
        match requires.find(|(requirement, _)| scene.truth(requirement) == Ok(false)) {
            Some((requirement, label)) => refusal.with_measured(&scene, requirement, label),
            None => refusal,
        }
    }

    /// The same where nobody has ordered anything yet.
    pub fn refusal(&self, rules: &Rules) -> Option<Refusal> {
        if let Some(refusal) = self.out_of_fight(rules) {
            return Some(refusal);
        }
        let Some(order) = self.order(rules) else { return self.likely_refusal(rules) };
        let (view, frame) = (self.view(rules), self.frame());
        let tracks = &self.state.figure(order.actor).tracks;
        let left = |track: TrackId| tracks[rules.layout.track(track, None)];
        let ruled = || unruly(&view, &order, &frame, left, &mut RequirementBuffers::default());
        match untimely(&view, &order, self.state.phase).map_or_else(ruled, |refusal| Ok(Some(refusal))) {
            Ok(refusal) => refusal.map(|refusal| self.measured(rules, refusal)),
            Err(_) => self.likely_refusal(rules),
        }
    }

    /// Whether how the one who acts is forbids it.
    pub fn is_forbidden(&self, rules: &Rules) -> bool {
        let About::Action(id) = self.about else { return false };
        let by = rules.book.actions[id.index()].by;
        let actor = self.frame().stated(by).and_then(|value| value.as_figure());
        actor.is_some_and(|actor| forbidden(&rules.book, &self.state, actor, id).is_some())
    }

    /// Why it would be refused as far as sentence, sheets and things tell, where something that is required cannot be
    /// told because nobody stands on a board.
    fn likely_refusal(&self, rules: &Rules) -> Option<Refusal> {
        let About::Action(id) = self.about else { return None };
        let action = &rules.book.actions[id.index()];
        let (frame, view) = (self.frame(), self.view(rules));
        let actor = frame.stated(action.by).and_then(|value| value.as_figure());
        if let Some(refusal) = actor.and_then(|actor| forbidden(&rules.book, &self.state, actor, id)) {
            return Some(refusal);
        }
        let known = KnownFacts { posed: self, scene: view.scene(&frame) };
        let mut unmet = action.requires.iter().filter(|(requirement, _)| known.decides(requirement, false));
        let (requirement, label) = unmet.next()?;
        Some(Refusal::unmet(&known.scene, requirement, label).with_measured(&known.scene, requirement, label))
    }

    /// What the sentence says otherwise than the board.
    pub fn overridden(&self, rules: &Rules, board: &State) -> Vec<Overridden> {
        if rules.ground.is_none() {
            return Vec::new();
        }
        let view = self.view(rules);
        let of_facts = self.stated().iter().filter_map(|(fact, value)| self.fact_on_board(&view, *fact, value));
        let of_states = self.said.iter().filter_map(|(figure, what)| state_on_board(rules, board, *figure, what));
        of_facts.chain(of_states).collect()
    }

    fn fact_on_board(&self, view: &View<'_>, id: FactId, stated: &Value) -> Option<Overridden> {
        let fact = &view.rules.book.facts[id.index()];
        // What the action computes for its check goes before what the fact is everywhere.
        let own = match self.about {
            About::Action(action) => view.rules.book.actions[action.index()].with.iter().find(|(own, _)| *own == id),
            _ => None,
        };
        let from = own.map(|(_, expr)| expr).or(fact.from.as_ref());
        let from = from.filter(|_| !self.is_said_by_its_sentence(&view.rules.book, id))?;
        let mut frame = self.frame();
        frame.unstate(id);
        let found = view.scene(&frame).eval(from).ok().filter(|found| found != stated)?;
        let words = |value: &Value| match show(value, fact.unit, &view.rules.book, view) {
            nothing if nothing.is_empty() => "none".to_string(),
            words => words,
        };
        Some(Overridden {
            what: fact.head.told().to_string(),
            stated: words(stated),
            board: words(&found),
            is_same: false,
        })
    }

    /// Whether the sentence of what is asked says it, as whom something is done to and with what.
    fn is_said_by_its_sentence(&self, book: &Rulebook, fact: FactId) -> bool {
        let says = match self.about {
            About::Action(id) => &book.actions[id.index()].says,
            About::Check(id) => &book.checks[id.index()].says,
            About::Quantity(_) => return book.facts[fact.index()].is_role(),
        };
        says.iter().any(|sentence| sentence.parts.contains(&SentencePart::Fact(fact)))
    }
}

/// What a sentence says of a figure in the fight that is not so.
fn state_on_board(rules: &Rules, board: &State, id: FigureId, what: &AssumedChange) -> Option<Overridden> {
    let (book, figure) = (&rules.book, board.figures.get(id.index())?);
    let over = |what: &str, stated: String, board: String| {
        let what = format!("{} {what}", figure.name).trim_end().to_string();
        (stated != board).then_some(Overridden { what, stated, board, is_same: false })
    };
    match what {
        AssumedChange::State(state, word) => {
            let title = |symbol| book.symbol_title(symbol).to_string();
            over("", title(*word), title(*figure.states.get(state.index())?))
        }
        AssumedChange::Condition(condition, held) => {
            let rule = &book.conditions[condition.index()];
            let is_so = figure.conditions.iter().any(|one| one.condition == *condition);
            let word = |held: bool| if held { "yes" } else { "no" }.to_string();
            over(rule.head.told(), word(*held), word(is_so))
        }
        AssumedChange::Track(track, symbol, number) => {
            let rule = &book.tracks[track.index()];
            let was = *figure.tracks.get(rules.layout.track(*track, *symbol))?;
            let of = symbol.map_or(String::new(), |symbol| format!(" {}", book.symbol_title(symbol)));
            over(&format!("{}{of}", rule.head.told()), number.to_string(), was.to_string())
        }
        AssumedChange::Attribute(..) | AssumedChange::NotState(..) => None,
    }
}

/// What can be known of a sentence without a fight.
struct KnownFacts<'a> {
    posed: &'a BoundQuery,
    scene: Scene<'a, View<'a>>,
}

impl KnownFacts<'_> {
    /// Whether a condition has this truth, and has it because of what is known.
    fn decides(&self, condition: &Expr, truth: bool) -> bool {
        if self.scene.truth(condition) != Ok(truth) {
            return false;
        }
        match &condition.node {
            Node::Not(inner) => self.decides(inner, !truth),
            Node::Binary(Binary::And, left, right) if !truth => self.decides(left, false) || self.decides(right, false),
            Node::Binary(Binary::Or, left, right) if truth => self.decides(left, true) || self.decides(right, true),
            Node::Binary(Binary::And | Binary::Or, left, right) => {
                self.decides(left, truth) && self.decides(right, truth)
            }
            Node::If(when, yes, no) => {
                let (chosen, is) = if self.scene.truth(when) == Ok(true) { (yes, true) } else { (no, false) };
                self.decides(when, is) && self.decides(chosen, truth)
            }
            // That somebody is in a condition was said; that he is not, perhaps only nobody has said.
            Node::HasCondition(owner, condition) => {
                truth
                    || self
                        .is_said(owner, |what| matches!(what, AssumedChange::Condition(said, _) if said == condition))
            }
            _ => self.is_known(condition, DEEPEST),
        }
    }

    /// Whether everything an expression is made of is known.
    fn is_known(&self, expr: &Expr, depth: u8) -> bool {
        let mut known = depth > 0;
        expr.walk(&mut |part| known = known && self.is_part_known(part, depth));
        known
    }

    fn is_part_known(&self, part: &Expr, depth: u8) -> bool {
        let book = self.scene.rules;
        match &part.node {
            Node::Fact(id) => {
                let fact = &book.facts[id.index()];
                self.scene.frame.stated(*id).is_some()
                    || fact.from.is_none()
                        && fact.default.as_ref().is_some_and(|default| {
                            !matches!(default.node, Node::Const(_)) && self.is_known(default, depth - 1)
                        })
            }
            Node::Value(_, id) => self.is_known(&book.values[id.index()].expr, depth - 1),
            Node::State(owner, id) | Node::InState(owner, id, _) => {
                self.is_said(owner, |what| matches!(what, AssumedChange::State(said, _) if said == id))
            }
            Node::Track(owner, id, _) => {
                self.is_said(owner, |what| matches!(what, AssumedChange::Track(said, ..) if said == id))
            }
            Node::HasCondition(owner, id) => {
                self.is_said(owner, |what| matches!(what, AssumedChange::Condition(said, _) if said == id))
            }
            Node::Field(owner, at) => !self.is_tracked(owner, usize::from(*at)),
            Node::Slot(owner, _) => self.is_in_fight(owner),
            Node::Call(function, _) => matches!(
                function,
                Function::Min
                    | Function::Max
                    | Function::Abs
                    | Function::Clamp
                    | Function::Sum
                    | Function::Count
                    | Function::Numbers
            ),
            Node::Relation(..) | Node::Roll(_) | Node::Repeat(..) => false,
            _ => true,
        }
    }

    /// Whether a field changes in play: of a thing that is only named nobody knows how it stands.
    fn is_tracked(&self, owner: &Expr, at: usize) -> bool {
        let item = match self.scene.eval(owner) {
            Ok(Value::Item(item)) => item,
            Ok(Value::Thing(thing)) => self.posed.state.thing(thing).item,
            _ => return true,
        };
        let book = self.scene.rules;
        let fields = &book.kinds[book.items[item.index()].kind.index()].fields;
        fields.get(at).is_none_or(|field| field.tracked)
    }

    /// Whether the sentence says so of somebody, or he was in the fight before.
    fn is_said(&self, owner: &Expr, is_it: impl Fn(&AssumedChange) -> bool) -> bool {
        let Ok(Value::Figure(figure)) = self.scene.eval(owner) else { return false };
        figure.index() < self.posed.present || self.posed.said.iter().any(|(who, what)| *who == figure && is_it(what))
    }

    fn is_in_fight(&self, owner: &Expr) -> bool {
        self.is_said(owner, |_| false)
    }
}
