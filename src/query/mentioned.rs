//! What the rules of an action or a check name: in their expressions, and beyond their own check in the lines, scripts
//! and reactions that follow.

use super::{About, AssumedChange};
use crate::rulebook::{Act, Check, Doing, Expr, Goal, Line, LinePlace, Node, Reaction, Rulebook, Sort, Step, Trigger};
use crate::value::{
    ActionId, AttributeId, CheckId, ConditionId, DeedId, FactId, ScriptId, StateId, TableId, TrackId, ValueId,
};
use std::collections::BTreeSet;

/// What expressions name, those included that they lead to.
#[derive(Default)]
pub(super) struct Mentioned {
    /// Facts, with those they come from.
    pub(super) facts: BTreeSet<FactId>,
    pub(super) conditions: BTreeSet<ConditionId>,
    pub(super) states: BTreeSet<StateId>,
    pub(super) tracks: BTreeSet<TrackId>,
    pub(super) attributes: BTreeSet<AttributeId>,
    values: BTreeSet<ValueId>,
    tables: BTreeSet<TableId>,
}

impl Mentioned {
    /// What an action with its check, or a check, names.
    pub(super) fn of(book: &Rulebook, about: About) -> Mentioned {
        let mut mentioned = Mentioned::default();
        match about {
            About::Quantity(_) => {}
            About::Check(check) => mentioned.check(book, check),
            About::Action(action) => {
                let action = &book.actions[action.index()];
                action.requires.iter().for_each(|(expr, _)| mentioned.expr(book, expr));
                action.spends.iter().for_each(|(expr, _)| mentioned.expr(book, expr));
                action.with.iter().for_each(|(_, expr)| mentioned.expr(book, expr));
                action.check.into_iter().for_each(|check| mentioned.check(book, check));
            }
        }
        mentioned
    }

    fn check(&mut self, book: &Rulebook, id: CheckId) {
        let check = &book.checks[id.index()];
        exprs_of(book, check).into_iter().for_each(|expr| self.expr(book, expr));
        check.all_reads.iter().for_each(|fact| self.fact(book, *fact));
        if let Goal::Opposed(opposed) = &check.goal {
            exprs_of(book, &book.checks[opposed.check.index()]).into_iter().for_each(|expr| self.expr(book, expr));
        }
    }

    fn fact(&mut self, book: &Rulebook, fact: FactId) {
        if self.facts.insert(fact) {
            let fact = &book.facts[fact.index()];
            fact.default.iter().chain(&fact.from).for_each(|expr| self.expr(book, expr));
        }
    }

    fn value(&mut self, book: &Rulebook, value: ValueId) {
        if self.values.insert(value) {
            self.expr(book, &book.values[value.index()].expr);
        }
    }

    fn table(&mut self, book: &Rulebook, table: TableId) {
        if self.tables.insert(table) {
            let cells = book.tables[table.index()].rows.iter().flat_map(|row| &row.cells);
            cells.for_each(|expr| self.expr(book, expr));
        }
    }

    /// A track that may change: with what bounds it, and what comes of it.
    fn changed(&mut self, book: &Rulebook, id: TrackId) {
        if self.tracks.insert(id) {
            let track = &book.tracks[id.index()];
            let tests = track.thresholds.iter().map(|threshold| &threshold.when);
            track.min.iter().chain(&track.max).chain(tests).for_each(|expr| self.expr(book, expr));
        }
    }

    fn expr(&mut self, book: &Rulebook, expr: &Expr) {
        expr.walk(&mut |part| match &part.node {
            Node::Fact(fact) => self.fact(book, *fact),
            Node::Value(_, value) => self.value(book, *value),
            Node::Table(table, _) => self.table(book, *table),
            Node::Setting(id) => self.expr(book, &book.settings[id.index()].expr),
            Node::HasCondition(_, id) => drop(self.conditions.insert(*id)),
            Node::Track(_, id, _) => drop(self.tracks.insert(*id)),
            Node::Attribute(_, id) => drop(self.attributes.insert(*id)),
            Node::InState(_, id, _) | Node::State(_, id) => drop(self.states.insert(*id)),
            _ => {}
        });
    }

    /// Whether it matters to what a sentence is about.
    pub(super) fn asks_for(&self, book: &Rulebook, about: About, what: &AssumedChange) -> bool {
        match (what, about) {
            (AssumedChange::Condition(id, _), About::Action(action)) => {
                let condition = &book.conditions[id.index()];
                self.conditions.contains(id)
                    || condition.forbids.iter().any(|(forbidden, _)| *forbidden == action)
                    || condition.forbids_all.iter().any(|(except, _)| !except.contains(&action))
            }
            // What a figure's number comes from is told with it.
            (_, About::Quantity(_)) => true,
            (AssumedChange::Condition(id, _), About::Check(_)) => self.conditions.contains(id),
            (AssumedChange::State(id, _), _) => self.states.contains(id),
            (AssumedChange::Track(id, _), _) => self.tracks.contains(id),
            (AssumedChange::Attribute(id, _), _) => self.attributes.contains(id),
        }
    }
}

/// The expressions of a check and its cards.
fn exprs_of<'b>(book: &'b Rulebook, check: &'b Check) -> Vec<&'b Expr> {
    let mut exprs = check.exprs();
    let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
    exprs.extend(cards.chain(&check.parts).flat_map(|one| [&one.amount].into_iter().chain(&one.condition)));
    exprs
}

/// What a deed may look at beyond its own check, as far as the texts of its scripts tell.
#[derive(Default)]
pub(super) struct Beyond {
    /// Facts that a line or script names outright.
    pub(super) named: BTreeSet<FactId>,
    /// What lines, and checks that they roll, name.
    pub(super) mentioned: Mentioned,
    words: BTreeSet<String>,
    steps: bool,
    has_script: bool,
}

impl Beyond {
    pub(super) fn of(book: &Rulebook, about: About) -> Beyond {
        let mut beyond = Beyond::default();
        if let About::Action(action) = about {
            let (own, mut seen) = (book.actions[action.index()].check, Seen::default());
            beyond.action(book, action, own, &mut seen);
            beyond.reactions(book, own, &mut seen);
        }
        beyond
    }

    /// What answers what is done; answers have answers.
    fn reactions(&mut self, book: &Rulebook, own: Option<CheckId>, seen: &mut Seen) {
        let mut waiting: Vec<&Reaction> = book.reactions.iter().collect();
        loop {
            let (come, rest): (Vec<&Reaction>, Vec<&Reaction>) =
                waiting.into_iter().partition(|reaction| self.leads_to(book, &reaction.on));
            if come.is_empty() {
                return;
            }
            for reaction in come {
                reaction.when.iter().for_each(|expr| self.mentioned.expr(book, expr));
                reaction.does.iter().for_each(|line| self.line(book, line, own, seen));
                reaction.script.into_iter().for_each(|script| self.script(book, script, own, seen));
            }
            waiting = rest;
        }
    }

    /// Whether something may happen that is answered.
    fn leads_to(&self, book: &Rulebook, trigger: &Trigger) -> bool {
        match trigger {
            Trigger::Step => self.steps || self.has_script,
            Trigger::Change(track) => {
                self.mentioned.tracks.contains(track) || self.says(&book.tracks[track.index()].head.name)
            }
            Trigger::Gain(condition) | Trigger::Lose(condition) => {
                self.mentioned.conditions.contains(condition)
                    || self.says(&book.conditions[condition.index()].head.name)
            }
            Trigger::Told(name) => self.says(name),
        }
    }

    /// Whether a script or a told event says this word.
    pub(super) fn says(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    fn action(&mut self, book: &Rulebook, id: ActionId, own: Option<CheckId>, seen: &mut Seen) {
        if !seen.doings.insert(Doing::Action(id)) {
            return;
        }
        let action = &book.actions[id.index()];
        action.first.iter().chain(&action.does).for_each(|line| self.line(book, line, own, seen));
        action.script.into_iter().for_each(|script| self.script(book, script, own, seen));
    }

    fn line(&mut self, book: &Rulebook, line: &Line, own: Option<CheckId>, seen: &mut Seen) {
        line.exprs(&mut |expr| {
            self.mentioned.expr(book, expr);
            expr.walk(&mut |part| {
                if let Node::Fact(fact) = &part.node {
                    self.named.insert(*fact);
                }
            });
        });
        line.walk(&mut |line| match &line.act {
            Act::Check(rolling) if Some(rolling.check) != own => self.mentioned.check(book, rolling.check),
            Act::Do(call) => match call.what {
                Doing::Action(action) => self.action(book, action, own, seen),
                Doing::Deed(deed) => self.deed(book, deed, own, seen),
            },
            Act::Script(script) => self.script(book, *script, own, seen),
            Act::Tell(name, ..) => drop(self.words.insert(name.to_string())),
            Act::StepTo(..) | Act::Walk(..) => self.steps = true,
            Act::Gain(_, condition, _) | Act::Lose(_, condition) => {
                self.mentioned.conditions.insert(*condition);
            }
            Act::Change(place, _) | Act::Set(place, _) => self.place(book, place),
            Act::Amount(amount) => amount.steps.iter().for_each(|step| match &step.step {
                Step::Into(place) | Step::OutOf(place) => self.place(book, place),
                _ => {}
            }),
            _ => {}
        });
    }

    /// What is changed comes out otherwise if it was otherwise before.
    fn place(&mut self, book: &Rulebook, place: &LinePlace) {
        match place {
            LinePlace::Track(_, track, _) => self.mentioned.changed(book, *track),
            LinePlace::State(_, state) => drop(self.mentioned.states.insert(*state)),
            LinePlace::Note(..) | LinePlace::Field(..) | LinePlace::Terrain(_) => {}
        }
    }

    fn deed(&mut self, book: &Rulebook, deed: DeedId, own: Option<CheckId>, seen: &mut Seen) {
        if seen.doings.insert(Doing::Deed(deed)) {
            book.deeds[deed.index()].lines.iter().for_each(|line| self.line(book, line, own, seen));
        }
    }

    fn script(&mut self, book: &Rulebook, script: ScriptId, own: Option<CheckId>, seen: &mut Seen) {
        self.has_script = true;
        let mut scripts = vec![script.index()];
        while let Some(at) = scripts.pop() {
            if !seen.scripts.insert(at) {
                continue;
            }
            let text = &book.sources.get(book.scripts[at].source).text;
            for word in words(text) {
                match word {
                    Word::Library(name) => scripts.extend(book.scripts.iter().position(|one| *one.name == *name)),
                    Word::Text(name) => {
                        self.text(book, name, own);
                        let deed = book.names.find(Sort::Deed, name);
                        deed.into_iter().for_each(|deed| self.deed(book, DeedId(deed), own, seen));
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

    /// A text in a script: the name of a check that is rolled, of a fact or table that is asked for, any word.
    fn text(&mut self, book: &Rulebook, name: &str, own: Option<CheckId>) {
        if let Some(check) = book.names.find(Sort::Check, name).map(CheckId)
            && Some(check) != own
        {
            self.mentioned.check(book, check);
        }
        if let Some(table) = book.names.find(Sort::Table, name) {
            self.mentioned.table(book, TableId(table));
        }
        self.named.extend(book.fact(name));
        self.property(book, name);
    }

    /// `.NAME` in a script: of a figure or of a table of facts.
    fn property(&mut self, book: &Rulebook, name: &str) {
        self.words.insert(name.to_string());
        if let Some(fact) = book.fact(name) {
            self.mentioned.fact(book, fact);
        }
        if let Some(track) = book.names.find(Sort::Track, name) {
            self.mentioned.changed(book, TrackId(track));
        }
        if let Some(value) = book.names.find(Sort::Value, name) {
            self.mentioned.value(book, ValueId(value));
        }
    }
}

/// What has been looked through.
#[derive(Default)]
struct Seen {
    doings: BTreeSet<Doing>,
    scripts: BTreeSet<usize>,
}

/// A word of a script that may be a name of the rules.
enum Word<'a> {
    /// `include("NAME")`
    Library(&'a str),
    /// `"NAME"`
    Text(&'a str),
    /// `order.NAME`
    Order(&'a str),
    /// `.NAME`
    Property(&'a str),
}

/// The words of a script, without its comments.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("--").next().unwrap_or_default();
        while let Some((code, tail)) = rest.split_once('"') {
            properties(code, &mut found);
            let Some((text, after)) = tail.split_once('"') else { break };
            let is_library = code.trim_end().ends_with("include(");
            found.push(if is_library { Word::Library(text) } else { Word::Text(text) });
            rest = after;
        }
        properties(rest, &mut found);
    }
    found
}

fn properties<'a>(code: &'a str, found: &mut Vec<Word<'a>>) {
    let end = |rest: &str| rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let mut of_order = false;
    for (at, part) in code.split('.').enumerate() {
        if at > 0 {
            let name = &part[..end(part)];
            found.push(if of_order { Word::Order(name) } else { Word::Property(name) });
        }
        of_order = part.ends_with("order");
    }
}
