//! What a sentence says and what does not count for it: nothing of what is asked or done looks at it. Whoever says it
//! thinks that it does.

use super::alike::{Judged, alternatives};
use super::beyond::{Beyond, SetAnew, is_set_somewhere};
use super::bound::BoundQuery;
use super::cannot_be::cannot_be;
use super::error::Alternatives;
use super::mentioned::{Mention, Mentioned, Whom};
use super::{About, Argument, AssumedChange, ParsedQuery, SentenceError, looked_at, read_by};
use crate::eval::{EvalError, Fault, Frame, Scene};
use crate::explain::{Requirement, RequirementBuffers, each_part, kept_out};
use crate::play::Rules;
use crate::rulebook::{Action, Expr, Head, Node, Rulebook, Sentence, SentencePart};
use crate::state::{Probe, Probed, View};
use crate::value::{CheckId, FactId, FigureId, Value};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The error of the first thing said in a sentence that does not count.
pub fn uncounted(rules: &Rules, posed: &BoundQuery, asked: &ParsedQuery, text: &str) -> Option<SentenceError> {
    uncounted_among(&Reaches::default(), rules, posed, asked, text)
}

/// The same of one of many sentences: what is found out of the rules serves them all.
pub fn uncounted_among(
    reaches: &Reaches,
    rules: &Rules,
    posed: &BoundQuery,
    asked: &ParsedQuery,
    text: &str,
) -> Option<SentenceError> {
    if let Some(error) = cannot_be(rules, posed, text) {
        return Some(error);
    }
    let counting = Counting::of(reaches, rules, posed);
    let (book, about) = (&rules.book, about_words(&rules.book, asked.about));
    Some(match counting.first_uncounted(asked)? {
        Uncounted::Set(head, line) => SentenceError::set_anew(&[&head.name, &head.title], about, &line, text),
        Uncounted::Fact(fact) => {
            let head = &book.facts[fact.index()].head;
            SentenceError::not_read(&[&head.name, &head.title], about, &counting.others(fact), text)
        }
        Uncounted::Said(who, head) => {
            SentenceError::not_read(&[&head.name, &head.title], about, &counting.others_of(who, head), text)
        }
    })
}

/// Whether all that one of many sentences says counts: nothing is found out of what does instead.
pub fn counts_among(reaches: &Reaches, rules: &Rules, posed: &BoundQuery, asked: &ParsedQuery, text: &str) -> bool {
    cannot_be(rules, posed, text).is_none() && Counting::of(reaches, rules, posed).first_uncounted(asked).is_none()
}

/// What is said in a sentence and does not count.
enum Uncounted<'a> {
    /// A fact that is set anew, with the line that sets it.
    Set(&'a Head, String),
    /// A fact that nothing looks at.
    Fact(FactId),
    /// Something said of somebody.
    Said(FigureId, &'a Head),
}

/// The facts that a sentence says in words of their own and that count, if at all, only for what comes of it.
pub(super) fn said_for_later(rules: &Rules, posed: &BoundQuery, asked: &ParsedQuery) -> Vec<FactId> {
    let counting = Counting::of(&Reaches::default(), rules, posed);
    let said = asked.facts.iter().filter(|(_, said)| !matches!(said, Argument::Who(_))).map(|(fact, _)| *fact);
    said.filter(|fact| counting.weight(*fact) == CountsFor::Later).collect()
}

/// The error of a fact that is said and that nothing looks at, whatever is done.
pub(super) fn unread(rules: &Rules, posed: &BoundQuery, fact: FactId, text: &str) -> SentenceError {
    let (book, reaches) = (&rules.book, Reaches::default());
    let counting = Counting::of(&reaches, rules, posed);
    let head = &book.facts[fact.index()].head;
    SentenceError::not_read(&[&head.name, &head.title], about_words(book, posed.about), &counting.others(fact), text)
}

/// Whether a sentence says a fact, or anything that is asked or done because of it may look at it.
pub fn is_looked_at(rules: &Rules, posed: &BoundQuery, fact: FactId) -> bool {
    let counting = Counting::of(&Reaches::default(), rules, posed);
    let is_set = |action: &Action| action.with.iter().any(|(set, _)| *set == fact);
    posed.facts.iter().any(|(said, _)| *said == fact)
        || counting.action().is_some_and(is_set)
        || counting.weight(fact) != CountsFor::None
}

/// Whether all facts that a sentence states count for its check, whatever may come of it.
pub(super) fn count_for_check(rules: &Rules, posed: &BoundQuery) -> bool {
    let counting = Counting::of(&Reaches::default(), rules, posed);
    posed.stated().iter().all(|(fact, _)| counting.is_in_pattern(*fact) || counting.looks_at(*fact))
}

/// What something that is said counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountsFor {
    /// For nothing.
    None,
    /// For what is asked: for the check, if there is one.
    Asked,
    /// Only for whether it may be done, or what it costs.
    Order,
    /// Only for what comes of that.
    Later,
}

fn about_words(book: &Rulebook, about: About) -> &str {
    match about {
        About::Action(action) => &book.actions[action.index()].head.title,
        About::Check(check) => &book.checks[check.index()].head.title,
        About::Quantity(quantity) => &quantity.head(book).title,
    }
}

/// What sentences of one sort may look at, as far as the rules alone tell.
pub(super) struct Reach {
    /// What its check, its requirements and its costs may read.
    read: Vec<FactId>,
    /// What it asks of figures for itself.
    pub(super) own: Mentioned,
    beyond: OnceCell<Beyond>,
}

/// What sentences of each sort may look at, found out once for all of them.
#[derive(Default)]
pub struct Reaches(RefCell<Vec<(About, Whom, Rc<Reach>)>>);

impl Reaches {
    fn of(&self, book: &Rulebook, about: About, first: Whom) -> Rc<Reach> {
        let mut known = self.0.borrow_mut();
        if let Some((.., reach)) = known.iter().find(|(other, whom, _)| *other == about && *whom == first) {
            return reach.clone();
        }
        let (read, own) = (read_by(book, about), Mentioned::of(book, about, first));
        let reach = Rc::new(Reach { read, own, beyond: OnceCell::new() });
        known.push((about, first, reach.clone()));
        reach
    }
}

/// What a sentence is about, with everything it says.
pub(super) struct Counting<'a> {
    pub(super) rules: &'a Rules,
    pub(super) posed: &'a BoundQuery,
    pub(super) reach: Rc<Reach>,
    /// What is asked of a figure, if that is no action and no check.
    quantity: Option<Expr>,
}

impl<'a> Counting<'a> {
    pub(super) fn of(reaches: &Reaches, rules: &'a Rules, posed: &'a BoundQuery) -> Counting<'a> {
        let first = posed.facts.iter().find(|(_, value)| value.as_figure().is_some());
        let quantity = match posed.about {
            About::Quantity(what) => Some(what.expr(&rules.book, first.and_then(|(_, value)| value.as_figure()))),
            About::Action(_) | About::Check(_) => None,
        };
        let first = first.map_or(Whom::Anybody, |(fact, _)| Whom::Role(*fact));
        Counting { rules, posed, reach: reaches.of(&rules.book, posed.about, first), quantity }
    }

    pub(super) fn action(&self) -> Option<&Action> {
        match self.posed.about {
            About::Action(action) => Some(&self.rules.book.actions[action.index()]),
            About::Check(_) | About::Quantity(_) => None,
        }
    }

    /// The first fact that is stated in a clause otherwise than the action states it for its check whatever is said of it.
    fn fixed(&self) -> Option<(FactId, SetAnew)> {
        let action = self.action()?;
        self.posed.stated().iter().find_map(|(fact, stated)| {
            let is_other = |expr: &Expr| match &expr.node {
                Node::Const(value) => value != stated,
                _ => self.without(*fact, expr).is_some_and(|value| value != *stated),
            };
            let set = action.with.iter().find(|(set, expr)| set == fact && is_other(expr));
            let (_, expr) = set.filter(|_| !self.is_in_pattern(*fact))?;
            Some((*fact, SetAnew { span: expr.span, cites: Arc::new([]) }))
        })
    }

    /// What an expression is if it looks at everything but a fact; none if it looks at that too.
    fn without(&self, fact: FactId, expr: &Expr) -> Option<Value> {
        self.posed.view(self.rules).value_in(expr, &self.frame_without(fact)).ok()
    }

    /// Everything that is said but a fact, so that whatever looks at it is found.
    fn frame_without(&self, fact: FactId) -> Frame {
        let mut frame = self.posed.frame();
        frame.state(fact, Value::Unset).look_thoroughly();
        frame
    }

    pub(super) fn beyond(&self) -> &Beyond {
        self.reach.beyond.get_or_init(|| Beyond::of(&self.rules.book, self.posed.about))
    }

    /// What a fact counts for.
    pub(super) fn weight(&self, fact: FactId) -> CountsFor {
        let is_of_quantity = || matches!(self.posed.about, About::Quantity(_)) && self.reach.read.contains(&fact);
        if self.is_in_pattern(fact) || is_of_quantity() || self.looks_at(fact) {
            return CountsFor::Asked;
        }
        self.weight_beyond(fact)
    }

    /// What a fact counts for that what is asked does not look at.
    pub(super) fn weight_beyond(&self, fact: FactId) -> CountsFor {
        // What the check could look at and does not, counts only if a line or script names it outright.
        let beyond = self.beyond();
        if beyond.named.contains(&fact) || (!self.reach.read.contains(&fact) && beyond.mentioned.facts.contains(&fact))
        {
            return CountsFor::Later;
        }
        if self.gives(fact) { CountsFor::Later } else { CountsFor::None }
    }

    /// The first thing that is said and does not count.
    fn first_uncounted(&self, asked: &ParsedQuery) -> Option<Uncounted<'a>> {
        let book: &'a Rulebook = &self.rules.book;
        if let Some((fact, set)) = self.fixed() {
            return Some(Uncounted::Set(&book.facts[fact.index()].head, set.place(book)));
        }
        // Of whom a value is asked need not be read in it.
        let is_of_quantity = matches!(self.posed.about, About::Quantity(_));
        let mut said = asked.facts.iter().filter(|(_, said)| !is_of_quantity || !matches!(said, Argument::Who(_)));
        if let Some((fact, _)) = said.find(|(fact, _)| self.weight(*fact) == CountsFor::None) {
            let is_read_there = !self.reach.read.contains(fact) || self.is_set_for_check(*fact);
            return Some(match self.beyond().anew.get(fact).filter(|_| is_read_there) {
                Some(line) => Uncounted::Set(&book.facts[fact.index()].head, line.place(book)),
                None => Uncounted::Fact(*fact),
            });
        }
        let mut said = self.posed.said.iter();
        let (who, what) = said.find(|(who, what)| self.weight_of_said(*who, what) == CountsFor::None)?;
        let head = match what {
            AssumedChange::Condition(id, _) => &book.conditions[id.index()].head,
            AssumedChange::Track(id, ..) => &book.tracks[id.index()].head,
            AssumedChange::Attribute(id, _) => &book.attributes[id.index()].head,
            AssumedChange::State(_, symbol) | AssumedChange::NotState(_, symbol) => {
                &book.sets[symbol.set.index()].words[usize::from(symbol.at)]
            }
        };
        Some(Uncounted::Said(*who, head))
    }

    /// The facts that count instead, and those of them that are about the same.
    fn others(&self, fact: FactId) -> Alternatives<'a> {
        let counting = self.reach.read.iter().filter(|other| self.looks_at(**other)).chain(&self.beyond().named);
        let counting: Vec<FactId> = counting.copied().filter(|other| *other != fact).collect();
        let check = self.posed.check(self.rules);
        let found = alternatives(&self.rules.book, fact, &counting, &self.judged(), check);
        let (view, frame) = (self.posed.view(self.rules), self.posed.check_frame(self.rules));
        // What only comes to the fact through values and other facts says little of it.
        let names = |expr: &Expr| expr.named_facts().contains(&fact);
        let kept_out = check.and_then(|check| kept_out(&view.scene(&frame), check, &names));
        Alternatives { kept_out, ..found }
    }

    /// What its action requires, and what bars its check, with the words for it.
    fn judged(&self) -> Vec<Judged<'a>> {
        let book: &'a Rulebook = &self.rules.book;
        let action = match self.posed.about {
            About::Action(action) => Some(&book.actions[action.index()]),
            About::Check(_) | About::Quantity(_) => None,
        };
        let requires = action.into_iter().flat_map(|action| &action.requires);
        let check = self.posed.check(self.rules).map(|check| &book.checks[check.index()]);
        let bars = check.into_iter().flat_map(|check| &check.impossible);
        let (view, frame) = (self.posed.view(self.rules), self.posed.frame());
        let is = |expr: &Expr, wanted: bool| view.truth_in(expr, &frame).is_ok_and(|is| is == wanted);
        let requires = requires.map(|(expr, label)| Judged { expr, label, bars: is(expr, false) });
        requires.chain(bars.map(|(expr, label)| Judged { expr, label, bars: is(expr, true) })).collect()
    }

    /// What else could be said of a figure and counts for the deed itself, and of what counts for anything that comes of
    /// it what is called alike.
    fn others_of(&self, figure: FigureId, said: &Head) -> Alternatives<'a> {
        let of = Mention { figure, facts: &self.posed.facts };
        let book: &'a Rulebook = &self.rules.book;
        let own = self.reach.own.named_of(book, &of);
        let all: Vec<&str> = own.iter().copied().chain(self.beyond().mentioned.named_of(book, &of)).collect();
        let alike = all.iter().filter(|name| share_a_word(name, &said.name)).map(|name| Arc::from(*name)).collect();
        Alternatives { all, sayable: own, alike, ..Alternatives::default() }
    }

    /// Whether it is said in the sentence itself, with no clause.
    pub(super) fn is_in_pattern(&self, fact: FactId) -> bool {
        let says = |sentence: &Sentence| sentence.parts.contains(&SentencePart::Fact(fact));
        match self.posed.about {
            About::Action(id) => {
                let action = &self.rules.book.actions[id.index()];
                fact == action.by || action.says.iter().any(says)
            }
            About::Check(check) => {
                let check = &self.rules.book.checks[check.index()];
                check.reads.contains(&fact) || check.says.iter().any(says)
            }
            About::Quantity(_) => self.rules.book.facts[fact.index()].is_role() && self.reach.read.contains(&fact),
        }
    }

    /// Whether an order gives it and something reads it.
    fn gives(&self, fact: FactId) -> bool {
        let About::Action(id) = self.posed.about else { return false };
        let is_read = || looked_at(&self.rules.book, self.posed.about).contains(&fact) && !self.is_set_for_check(fact);
        self.rules.book.actions[id.index()].takes.contains(&fact)
            && (is_read() || self.beyond().mentioned.facts.contains(&fact))
    }

    /// Whether every line that rolls the check sets a fact anew for it. What somebody is asked for it is said in his
    /// place as long as nothing is done.
    fn is_set_for_check(&self, fact: FactId) -> bool {
        let book = &self.rules.book;
        let name = &book.facts[fact.index()].head.name;
        let is_asked = book.questions.iter().any(|question| question.head.name == *name);
        let may_set = |action: &Action| match &action.rolls.alike {
            Some(alike) => alike.contains(&fact),
            None => action.check.is_some_and(|check| is_set_somewhere(book, fact, check)),
        };
        !is_asked && self.action().is_some_and(may_set) && self.beyond().sets_for_check(fact)
    }

    /// Whether what is required, what it costs, what the action states or the check looks at a fact, as things are.
    pub(super) fn looks_at(&self, fact: FactId) -> bool {
        if !self.reach.read.contains(&fact) {
            return false;
        }
        let frame = self.frame_without(fact);
        let view = self.posed.view(self.rules);
        let misses = |error: EvalError| is_of(error.fault(), fact);
        let is_checked = |check| self.check_looks(check, &frame, fact) && !self.is_set_for_check(fact);
        self.own_exprs().any(|expr| view.value_in(expr, &frame).is_err_and(misses))
            || self.posed.check(self.rules).is_some_and(is_checked)
    }

    /// What its action requires and costs, and what that states; what is asked of a figure.
    pub(super) fn own_exprs(&self) -> impl Iterator<Item = &Expr> {
        let of_action = self.action().into_iter().flat_map(|action| {
            let requires = action.requires.iter().map(|(expr, _)| expr);
            requires.chain(action.spends.iter().map(|(expr, _)| expr)).chain(action.with.iter().map(|(_, expr)| expr))
        });
        of_action.chain(&self.quantity)
    }

    /// Whether a check looks at a fact that is unset in this frame; of one that cannot be made, whether it would if it
    /// could. Where it cannot be reckoned nobody knows.
    fn check_looks(&self, check: CheckId, frame: &Frame, fact: FactId) -> bool {
        let view = self.posed.view(self.rules);
        match RequirementBuffers::default().reckon(&view.scene(frame), check) {
            Ok(Requirement::Possible(_)) => false,
            Ok(Requirement::Impossible(_)) => {
                let names = |mentioned: &Mentioned| mentioned.facts.contains(&fact);
                parts_ask(&self.rules.book, &view.scene(frame), check, Some(fact), &names)
            }
            Err(_) => true,
        }
    }

    /// What it counts for that something is said of a figure.
    pub(super) fn weight_of_said(&self, figure: FigureId, what: &AssumedChange) -> CountsFor {
        let of = Mention { figure, facts: &self.posed.facts };
        if self.takes_out(figure, what)
            || self.is_forbidden_by(figure, what)
            || self.reach.own.asks_for(&of, what) && self.asks_for(figure, what)
        {
            return CountsFor::Asked;
        }
        if self.is_later(figure, what) { CountsFor::Later } else { CountsFor::None }
    }

    /// Whether what comes of it may ask for what is said of a figure.
    pub(super) fn is_later(&self, figure: FigureId, what: &AssumedChange) -> bool {
        let of = Mention { figure, facts: &self.posed.facts };
        let (book, beyond) = (&self.rules.book, self.beyond());
        let names: &[&str] = match what {
            AssumedChange::Condition(id, _) => &[&book.conditions[id.index()].head.name],
            AssumedChange::State(id, symbol) | AssumedChange::NotState(id, symbol) => {
                &[book.symbol_name(*symbol), &book.states[id.index()].head.name]
            }
            AssumedChange::Track(id, ..) => &[&book.tracks[id.index()].head.name],
            AssumedChange::Attribute(id, _) => &[&book.attributes[id.index()].head.name],
        };
        beyond.mentioned.asks_for(&of, what) || names.iter().any(|name| beyond.says(name))
    }

    /// Whether what is required, what it costs, what the action states or the check asks for something of a figure, as
    /// things are. Where that cannot be told, it may.
    fn asks_for(&self, figure: FigureId, what: &AssumedChange) -> bool {
        let probed = match what {
            AssumedChange::Condition(id, _) => Probed::Condition(*id),
            AssumedChange::State(id, _) | AssumedChange::NotState(id, _) => Probed::State(*id),
            AssumedChange::Track(id, ..) => Probed::Track(*id),
            AssumedChange::Attribute(id, _) => Probed::Attribute(*id),
        };
        let probe = Probe::new(figure, probed);
        let mut frame = self.posed.frame();
        frame.look_thoroughly();
        let view = self.posed.view(self.rules).probing(&probe);
        let (book, of) = (&self.rules.book, Mention { figure, facts: &self.posed.facts });
        let mentions = |name: &dyn Fn(&mut Mentioned)| {
            let mut mentioned = Mentioned::default();
            name(&mut mentioned);
            mentioned.asks_for(&of, what)
        };
        let is_quantity = matches!(self.posed.about, About::Quantity(_));
        let misses = |expr: &&Expr| view.value_in(expr, &frame).is_err();
        let mut missed = self.own_exprs().filter(misses);
        let cannot_tell = is_quantity || missed.any(|expr| mentions(&|mentioned| mentioned.expr(book, expr)));
        let mut checked = self.posed.check_frame(self.rules);
        checked.look_thoroughly();
        let is_checked = |check: CheckId| match RequirementBuffers::default().reckon(&view.scene(&checked), check) {
            Ok(Requirement::Possible(_)) => false,
            Ok(Requirement::Impossible(_)) => {
                let names = |mentioned: &Mentioned| mentioned.asks_for(&of, what);
                parts_ask(book, &view.scene(&checked), check, None, &names)
            }
            Err(_) => mentions(&|mentioned| mentioned.check(book, check)),
        };
        cannot_tell || self.posed.check(self.rules).is_some_and(is_checked) || probe.has_seen()
    }

    /// Whether a condition takes somebody out of the fight whom the sentence names: nothing is done by him or to him then.
    pub(super) fn takes_out(&self, figure: FigureId, what: &AssumedChange) -> bool {
        let AssumedChange::Condition(condition, true) = what else { return false };
        let is_named = self.posed.stated().iter().any(|(_, value)| value.as_figure() == Some(figure));
        is_named && self.rules.book.conditions[condition.index()].removes
    }

    /// Whether a condition forbids the one who acts what he would do.
    pub(super) fn is_forbidden_by(&self, figure: FigureId, what: &AssumedChange) -> bool {
        let (About::Action(id), AssumedChange::Condition(condition, _)) = (self.posed.about, what) else {
            return false;
        };
        let by = self.rules.book.actions[id.index()].by;
        let acts = self.posed.facts.contains(&(by, Value::Figure(figure)));
        let condition = &self.rules.book.conditions[condition.index()];
        let phases = &self.rules.book.actions[id.index()].phases;
        acts && (condition.forbids.iter().any(|(forbidden, _)| *forbidden == id)
            || condition.forbids_all.iter().any(|all| all.is_of(id, phases)))
    }
}

/// Whether a part of a check asks for this fact, which is unset, whatever bars the check; of a part that fails
/// otherwise, whether it names what is meant.
fn parts_ask(
    book: &Rulebook,
    scene: &Scene<'_, View<'_>>,
    check: CheckId,
    unset: Option<FactId>,
    names: &dyn Fn(&Mentioned) -> bool,
) -> bool {
    let mut asks = false;
    each_part(scene, check, &mut |expr, found| {
        let Err(error) = found else { return };
        asks = asks
            || unset.is_some_and(|fact| is_of(error.fault(), fact))
            || names(&{
                let mut mentioned = Mentioned::default();
                mentioned.expr(book, expr);
                mentioned
            });
    });
    asks
}

/// Whether two names have a word in common: `luck` and `current_luck`.
fn share_a_word(one: &str, other: &str) -> bool {
    one.split('_').any(|word| other.split('_').any(|theirs| theirs.eq_ignore_ascii_case(word)))
}

fn is_of(fault: &Fault, fact: FactId) -> bool {
    *fault == Fault::UnsetFact(fact)
}
