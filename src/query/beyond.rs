//! What a deed may look at beyond its own check: in the lines, scripts and reactions that follow.

use super::About;
use super::mentioned::{Anew, Mentioned, Whom, keeps};
use super::words::{Word, rolled_with, words};
use crate::rulebook::{
    Act, Action, Doing, Expr, Goal, Line, LinePlace, Node, Reaction, Rulebook, Sort, Stacks, Step, Trigger, Type,
    Whose, lines_of,
};
use crate::text::Span;
use crate::value::{ActionId, CheckId, ConditionId, DeedId, FactId, ScriptId, TableId, TrackId, ValueId};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Deeds within deeds, followed so deep.
const DEEPEST: usize = 16;

/// So many deeds are followed each with what is set anew on the way to it; beyond that each once, as if nothing were.
const MOST_FOLLOWED: usize = 1_000;

/// A line that sets a fact anew for what it does.
#[derive(Clone, Debug)]
pub(super) struct SetAnew {
    /// Where it stands.
    pub(super) span: Span,
    /// Sections of the source text.
    pub(super) cites: Arc<[Arc<str>]>,
}

impl SetAnew {
    /// The line, as it is cited: `hits.fray:7, @2.1`.
    pub(super) fn place(&self, book: &Rulebook) -> String {
        let (name, line) = (&book.sources.get(self.span.source).name, book.sources.line(self.span));
        let cites: String = self.cites.iter().map(|cite| format!(", @{cite}")).collect();
        format!("{name}:{line}{cites}")
    }
}

/// What a deed may look at beyond its own check, as far as the texts of its scripts tell.
#[derive(Default)]
pub(super) struct Beyond {
    /// Facts that a line or script names outright.
    pub(super) named: BTreeSet<FactId>,
    /// What lines, and checks that they roll, name.
    pub(super) mentioned: Mentioned,
    /// Facts that lines set anew for a part of the deed.
    pub(super) anew: BTreeMap<FactId, SetAnew>,
    /// What is set anew wherever lines roll the own check; none if none of them does.
    own: Option<BTreeSet<FactId>>,
    /// Whether it has a script.
    has_script: bool,
    /// Whether a script rolls the own check with facts that are written there.
    script_rolls: bool,
    /// Whether a script may roll the own check with facts that nobody can tell.
    rolls_freely: bool,
    words: BTreeSet<String>,
    steps: bool,
    /// What was found wherever the same facts are set anew.
    found: Vec<Mentioned>,
    /// Where in that list.
    places: BTreeMap<Anew, usize>,
    /// Deeds that were followed: what was set anew, and who acted there.
    seen: BTreeSet<(Doing, usize, Whom)>,
    scripts: BTreeSet<usize>,
    check: Option<CheckId>,
}

/// Where a line stands: what is set anew there, as a place in the list of what was found, who acts, how deep.
#[derive(Clone, Copy)]
struct Within {
    anew: usize,
    me: Whom,
    depth: usize,
}

/// Whether a condition that is gained comes to the same for whoever has it already, but for how long he has it.
fn is_plainly_gained(book: &Rulebook, id: ConditionId) -> bool {
    let is_answered = book.reactions.iter().any(|one| matches!(one.on, Trigger::Gain(on) if on == id));
    book.conditions[id.index()].stacks == Stacks::Never && !is_answered
}

/// Whether any line or script of the rules may set a fact anew for a check: if none does, nothing need be followed.
pub(super) fn is_set_somewhere(book: &Rulebook, fact: FactId, check: CheckId) -> bool {
    let (name, rolled) = (&*book.facts[fact.index()].head.name, &*book.checks[check.index()].head.name);
    let sets = |with: &[(FactId, Expr)]| with.iter().any(|(set, _)| *set == fact);
    let script_sets = |text: &str| {
        let rolls = || rolled_with(text, rolled).unwrap_or_default();
        text.contains("check")
            && text.contains(name)
            && text.contains(rolled)
            && rolls().iter().any(|(_, keys)| keys.contains(name))
    };
    let mut is_set = book.scripts.iter().any(|script| script_sets(&book.sources.get(script.source).text));
    let mut look = |line: &Line| {
        is_set |= match &line.act {
            Act::Check(rolling) => rolling.check == check && sets(&rolling.with),
            Act::Do(call) => sets(&call.with),
            Act::Later(_, with) => sets(with),
            _ => false,
        };
    };
    let of_actions = book.actions.iter().flat_map(|action| action.first.iter().chain(&action.does));
    let lines = of_actions.chain(book.deeds.iter().flat_map(|deed| &deed.lines));
    lines.chain(book.reactions.iter().flat_map(|one| &one.does)).for_each(|line| line.walk(&mut look));
    is_set
}

impl Beyond {
    pub(super) fn of(book: &Rulebook, about: About) -> Beyond {
        let mut beyond = Beyond::default();
        if let About::Action(id) = about {
            let action = &book.actions[id.index()];
            beyond.check = action.check;
            action.check.into_iter().for_each(|check| beyond.of_the_other_side(book, check));
            let within = Within { anew: beyond.under(Anew::new()), me: Whom::Role(action.by), depth: 0 };
            beyond.seen.insert((Doing::Action(id), within.anew, within.me));
            beyond.action(book, action, &within);
            beyond.reactions(book);
        }
        for found in std::mem::take(&mut beyond.found) {
            beyond.mentioned.absorb(found);
        }
        beyond
    }

    /// What a check sets anew for the check of the other side.
    fn of_the_other_side(&mut self, book: &Rulebook, check: CheckId) {
        let Goal::Opposed(opposed) = &book.checks[check.index()].goal else { return };
        for (fact, expr) in opposed.with.iter().filter(|(fact, expr)| !keeps(expr, *fact)) {
            self.anew.entry(*fact).or_insert_with(|| SetAnew { span: expr.span, cites: Arc::new([]) });
        }
    }

    /// What answers what is done; answers have answers.
    fn reactions(&mut self, book: &Rulebook) {
        let mut waiting: Vec<&Reaction> = book.reactions.iter().collect();
        loop {
            let (come, rest): (Vec<&Reaction>, Vec<&Reaction>) =
                waiting.into_iter().partition(|reaction| self.leads_to(book, &reaction.on));
            if come.is_empty() {
                return;
            }
            for reaction in come {
                let (own, other) = reaction.ends;
                let anew = self.under(Anew::from([(own, Whom::Anybody), (other, Whom::Anybody)]));
                let within = Within { anew, me: Whom::Anybody, depth: 0 };
                reaction.when.iter().for_each(|expr| self.found[anew].expr(book, expr));
                reaction.does.iter().for_each(|line| self.line(book, line, &within));
                reaction.script.into_iter().for_each(|script| self.script(book, script));
            }
            waiting = rest;
        }
    }

    /// Whether something may happen that is answered.
    fn leads_to(&self, book: &Rulebook, trigger: &Trigger) -> bool {
        let found = || self.found.iter();
        match trigger {
            Trigger::Step => self.steps || self.has_script,
            Trigger::Change(track) => {
                found().any(|one| one.has_track(*track)) || self.says(&book.tracks[track.index()].head.name)
            }
            Trigger::Gain(condition) | Trigger::Lose(condition) => {
                found().any(|one| one.has_condition(*condition))
                    || self.says(&book.conditions[condition.index()].head.name)
            }
            Trigger::Told(name) => self.says(name),
        }
    }

    /// Whether a fact is set anew wherever the own check is rolled, as far as that can be told: of a script that does not
    /// roll it nobody knows what it prepares.
    pub(super) fn sets_for_check(&self, fact: FactId) -> bool {
        let is_known = if self.has_script { self.script_rolls && !self.rolls_freely } else { true };
        is_known && self.own.as_ref().is_some_and(|own| own.contains(&fact))
    }

    /// Whether a script or a told event says this word.
    pub(super) fn says(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Where in the list of what was found that stands which is found where these facts are set anew.
    fn under(&mut self, anew: Anew) -> usize {
        match self.places.entry(anew) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.found.push(Mentioned::among(new.key().clone()));
                *new.insert(self.found.len() - 1)
            }
        }
    }

    /// Where a script does something: with whomever it likes in the place of those of the sentence.
    fn of_script(&mut self, book: &Rulebook) -> usize {
        let roles = book.facts.iter().enumerate().filter(|(_, fact)| matches!(fact.r#type.bare(), Type::Figure));
        self.under(roles.map(|(at, _)| (FactId(at as u16), Whom::Anybody)).collect())
    }

    /// What was found where a script may do it.
    fn anywhere(&mut self, book: &Rulebook) -> &mut Mentioned {
        let at = self.of_script(book);
        &mut self.found[at]
    }

    fn action(&mut self, book: &Rulebook, action: &Action, within: &Within) {
        action.first.iter().chain(&action.does).for_each(|line| self.line(book, line, within));
        action.script.into_iter().for_each(|script| self.script(book, script));
    }

    fn line(&mut self, book: &Rulebook, line: &Line, within: &Within) {
        let (mentioned, named) = (&mut self.found[within.anew], &mut self.named);
        line.own_exprs(&mut |expr| {
            mentioned.expr(book, expr);
            expr.walk(&mut |part| match &part.node {
                Node::Fact(fact) if !mentioned.anew.contains_key(fact) => drop(named.insert(*fact)),
                _ => {}
            });
        });
        self.act(book, line, within);
        line.within().into_iter().flatten().for_each(|line| self.line(book, line, within));
    }

    fn act(&mut self, book: &Rulebook, line: &Line, within: &Within) {
        match &line.act {
            Act::Check(rolling) => {
                let anew = self.set_anew(line, &rolling.with, within);
                if Some(rolling.check) == self.check {
                    let set: BTreeSet<FactId> = self.found[anew].anew.keys().copied().collect();
                    let own = self.own.take();
                    self.own = Some(own.map_or(set.clone(), |own| own.intersection(&set).copied().collect()));
                } else {
                    self.found[anew].check(book, rolling.check);
                }
            }
            Act::Do(call) => {
                let anew = self.set_anew(line, &call.with, within);
                self.deed(book, call.what, anew, within);
            }
            Act::Later(action, with) => {
                let anew = self.set_anew(line, with, within);
                self.deed(book, Doing::Action(*action), anew, within);
            }
            Act::Script(script) => self.script(book, *script),
            // Nobody knows what will be ordered.
            Act::Order(..) => (self.has_script, self.rolls_freely) = (true, true),
            Act::Tell(name, ..) => drop(self.words.insert(name.to_string())),
            Act::StepTo(..) | Act::Walk(..) => self.steps = true,
            Act::Gain(whose, condition, _) if is_plainly_gained(book, *condition) => {
                let whom = self.whose(whose, within);
                self.found[within.anew].given(whom, *condition);
            }
            Act::Gain(whose, condition, _) | Act::Lose(whose, condition) => {
                let whom = self.whose(whose, within);
                self.found[within.anew].condition(whom, *condition);
            }
            Act::Change(place, _) | Act::Set(place, _) => self.place(book, place, within),
            Act::Amount(amount) => amount.steps.iter().for_each(|step| match &step.step {
                Step::Into(place) | Step::OutOf(place) => self.place(book, place, within),
                _ => {}
            }),
            _ => {}
        }
    }

    /// What is set anew for what a line does, which is remembered.
    fn set_anew(&mut self, line: &Line, with: &[(FactId, Expr)], within: &Within) -> usize {
        for (fact, _) in with.iter().filter(|(fact, expr)| !keeps(expr, *fact)) {
            let setting = || SetAnew { span: line.span, cites: line.cites.clone() };
            self.anew.entry(*fact).or_insert_with(setting);
        }
        if with.is_empty() { within.anew } else { self.under(self.found[within.anew].with(with)) }
    }

    fn whose(&mut self, whose: &Whose, within: &Within) -> Whom {
        match whose {
            Whose::Mine => within.me,
            Whose::Of(expr) => self.found[within.anew].whom(expr, within.me),
        }
    }

    /// What is changed comes out otherwise if it was otherwise before.
    fn place(&mut self, book: &Rulebook, place: &LinePlace, within: &Within) {
        match place {
            LinePlace::Track(whose, track, _) => {
                let whom = self.whose(whose, within);
                self.found[within.anew].changed(book, *track, whom);
            }
            LinePlace::State(whose, state) => {
                let whom = self.whose(whose, within);
                self.found[within.anew].state(whom, *state);
            }
            LinePlace::Note(..) | LinePlace::Field(..) | LinePlace::Terrain(_) => {}
        }
    }

    fn deed(&mut self, book: &Rulebook, doing: Doing, anew: usize, within: &Within) {
        let anew = if self.seen.len() < MOST_FOLLOWED { anew } else { self.under(Anew::new()) };
        let set = &self.found[anew].anew;
        let me = match doing {
            Doing::Action(action) => {
                let by = book.actions[action.index()].by;
                set.get(&by).copied().unwrap_or(within.me)
            }
            // Whom a fact names that says who acts somewhere.
            Doing::Deed(_) => {
                let is_by = |fact: &FactId| book.actions.iter().any(|action| action.by == *fact);
                set.iter().find(|(fact, _)| is_by(fact)).map_or(within.me, |(_, whom)| *whom)
            }
        };
        if within.depth >= DEEPEST || !self.seen.insert((doing, anew, me)) {
            return;
        }
        let inner = Within { anew, me, depth: within.depth + 1 };
        lines_of(book, doing).iter().for_each(|line| self.line(book, line, &inner));
        if let Doing::Action(action) = doing {
            book.actions[action.index()].script.into_iter().for_each(|script| self.script(book, script));
        }
    }

    fn script(&mut self, book: &Rulebook, script: ScriptId) {
        self.has_script = true;
        let mut scripts = vec![script.index()];
        while let Some(at) = scripts.pop() {
            if !self.scripts.insert(at) {
                continue;
            }
            let text = &book.sources.get(book.scripts[at].source).text;
            self.rolls(book, at);
            for word in words(text) {
                match word {
                    Word::Library(name) => scripts.extend(book.scripts.iter().position(|one| *one.name == *name)),
                    Word::Text(name) => {
                        self.text(book, name);
                        let deed = book.names.find(Sort::Deed, name).map(|deed| Doing::Deed(DeedId(deed)));
                        let action = book.names.find(Sort::Action, name).map(ActionId);
                        // Whoever is ordered to do something does what it requires and costs.
                        action.into_iter().for_each(|action| self.anywhere(book).requirements(book, action));
                        for doing in deed.into_iter().chain(action.map(Doing::Action)) {
                            let within = Within { anew: self.of_script(book), me: Whom::Anybody, depth: 0 };
                            self.deed(book, doing, within.anew, &within);
                        }
                    }
                    Word::Order(name) => {
                        self.named.extend(book.fact(name));
                        self.property(book, name);
                    }
                    Word::Property(name) => self.property(book, name),
                }
            }
        }
    }

    /// With which facts a script rolls the own check.
    fn rolls(&mut self, book: &Rulebook, script: usize) {
        let Some(check) = self.check else { return };
        let source = book.scripts[script].source;
        let Some(rolls) = rolled_with(&book.sources.get(source).text, &book.checks[check.index()].head.name) else {
            self.rolls_freely = true;
            return;
        };
        self.script_rolls |= !rolls.is_empty();
        for (start, keys) in rolls {
            let set: BTreeSet<FactId> = keys.into_iter().filter_map(|key| book.fact(key)).collect();
            let span = Span { source, start: start as u32, end: start as u32 + 1 };
            for fact in &set {
                self.anew.entry(*fact).or_insert_with(|| SetAnew { span, cites: Arc::new([]) });
            }
            let own = self.own.take();
            self.own = Some(own.map_or(set.clone(), |own| own.intersection(&set).copied().collect()));
        }
    }

    /// A text in a script: the name of a check that is rolled, of an action that is ordered, of a fact or table that is
    /// asked for, any word.
    fn text(&mut self, book: &Rulebook, name: &str) {
        let check = book.names.find(Sort::Check, name).map(CheckId).filter(|check| Some(*check) != self.check);
        let mentioned = self.anywhere(book);
        check.into_iter().for_each(|check| mentioned.check(book, check));
        if let Some(table) = book.names.find(Sort::Table, name) {
            mentioned.table(book, TableId(table));
        }
        self.named.extend(book.fact(name));
        self.property(book, name);
    }

    /// `.NAME` in a script: of a figure or of a table of facts.
    fn property(&mut self, book: &Rulebook, name: &str) {
        self.words.insert(name.to_string());
        let mentioned = self.anywhere(book);
        if let Some(fact) = book.fact(name) {
            mentioned.fact(book, fact);
        }
        if let Some(track) = book.names.find(Sort::Track, name) {
            mentioned.changed(book, TrackId(track), Whom::Anybody);
        }
        if let Some(value) = book.names.find(Sort::Value, name) {
            mentioned.value(book, ValueId(value), Whom::Anybody);
        }
    }
}
