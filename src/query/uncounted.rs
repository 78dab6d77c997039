//! What a sentence says and what does not count for it: nothing of what is asked or done looks at it. Whoever says it
//! thinks that it does.

use super::posed::Posed;
use super::{About, Asked, Change, Said, SentenceError, Tweak, read_by};
use crate::eval::{Fault, Frame};
use crate::explain::{Reckoned, Reckoner};
use crate::play::cell_text;
use crate::play::{PlayError, Rules};
use crate::rulebook::{Act, Action, Check, Doing, Expr, Goal, Line, Node, Rulebook, Sentence, SentencePart, Sort};
use crate::value::{
    ActionId, Board, CheckId, ConditionId, FactId, Position, ScriptId, StateId, TableId, Value, ValueId,
};
use std::collections::BTreeSet;

/// The error of the first thing said in a sentence that does not count.
pub fn uncounted(rules: &Rules, posed: &Posed, asked: &Asked, text: &str) -> Option<SentenceError> {
    if let Some(error) = gap(rules, posed, text) {
        return Some(error);
    }
    let book = &rules.book;
    let counting = Counting { rules, posed, read: read_by(book, asked.about) };
    let mut beyond = None;
    for (fact, said) in &asked.facts {
        if matches!(said, Said::Who(_)) || counting.gives(*fact) || counting.looks_at(*fact) {
            continue;
        }
        let beyond = beyond.get_or_insert_with(|| Beyond::of(book, asked.about));
        // What the check could look at and does not, counts only if a script names it outright.
        let counts = if counting.read.contains(fact) { &beyond.named } else { &beyond.mentioned.facts };
        if !counts.contains(fact) {
            let counts = counting.read.iter().filter(|other| counting.looks_at(**other)).chain(&beyond.named);
            let counts = counts.map(|fact| &*book.facts[fact.index()].head.name);
            let head = &book.facts[fact.index()].head;
            return Some(SentenceError::not_read(
                &[&head.name, &head.title],
                about_words(book, asked.about),
                counts,
                text,
            ));
        }
    }
    let tweaked = |tweak: &&Tweak| !counting.asks_for(&tweak.what, &mut beyond);
    let said = match asked.tweaks.iter().find(tweaked)?.what {
        Change::Condition(id, _) => [&*book.conditions[id.index()].head.name, &*book.conditions[id.index()].head.title],
        Change::State(_, symbol) => {
            let word = &book.sets[symbol.set.index()].words[usize::from(symbol.at)];
            [&*word.name, &*word.title]
        }
        Change::Track(..) | Change::Attribute(..) => return None,
    };
    Some(SentenceError::not_read(&said, about_words(book, asked.about), std::iter::empty(), text))
}

fn about_words(book: &Rulebook, about: About) -> &str {
    match about {
        About::Action(action) => &book.actions[action.index()].head.title,
        About::Check(check) => &book.checks[check.index()].head.title,
        About::Quantity(quantity) => &quantity.head(book).title,
    }
}

/// The error of the first list of cells in a sentence that do not hang together: somebody has left one out.
fn gap(rules: &Rules, posed: &Posed, text: &str) -> Option<SentenceError> {
    let plane = rules.ground.as_ref().map(|ground| ground.plane).filter(|plane| plane.board != Board::Open)?;
    posed.facts.iter().find_map(|(fact, said)| {
        let Value::List(list) = said else { return None };
        let cells: Vec<Position> = list
            .iter()
            .filter_map(|member| match member {
                Value::Cell(cell) => Some(*cell),
                _ => None,
            })
            .collect();
        let touches = |at: usize| cells[..at].iter().any(|one| *one == cells[at] || plane.is_adjacent(*one, cells[at]));
        let at = (1..cells.len()).find(|at| !touches(*at))?;
        let name = &rules.book.facts[fact.index()].head.name;
        Some(SentenceError::gap(name, cell_text(&rules.book, cells[at]), text))
    })
}

/// What a sentence is about, with everything it says.
struct Counting<'a> {
    rules: &'a Rules,
    posed: &'a Posed,
    /// What its check, its requirements and its costs may read.
    read: Vec<FactId>,
}

impl Counting<'_> {
    fn action(&self) -> Option<&Action> {
        match self.posed.about {
            About::Action(action) => Some(&self.rules.book.actions[action.index()]),
            About::Check(_) | About::Quantity(_) => None,
        }
    }

    /// Whether an order gives it, or the check must be told it.
    fn gives(&self, fact: FactId) -> bool {
        match self.posed.about {
            About::Action(action) => self.rules.book.actions[action.index()].gives(fact),
            About::Check(check) => {
                let check = &self.rules.book.checks[check.index()];
                let says = |sentence: &Sentence| sentence.parts.contains(&SentencePart::Fact(fact));
                check.reads.contains(&fact) || check.says.iter().any(says)
            }
            About::Quantity(_) => self.read.contains(&fact),
        }
    }

    /// Whether what is required, what it costs, what the action states or the check looks at a fact, as things are.
    fn looks_at(&self, fact: FactId) -> bool {
        if !self.read.contains(&fact) {
            return false;
        }
        let mut frame = self.posed.frame();
        frame.state(fact, Value::Unset).look_thoroughly();
        let own = self.action().into_iter().flat_map(|action| {
            let requires = action.requires.iter().map(|(expr, _)| expr);
            requires.chain(action.spends.iter().map(|(expr, _)| expr)).chain(action.with.iter().map(|(_, expr)| expr))
        });
        let view = self.posed.view(self.rules);
        let misses = |error: &PlayError| matches!(error, PlayError::Eval(error) if is_of(error.fault(), fact));
        own.into_iter().any(|expr| view.value_in(expr, &frame).is_err_and(|error| misses(&error)))
            || self.posed.check(self.rules).is_some_and(|check| self.check_looks(check, &frame))
    }

    /// Whether a check looks at a fact that is unset in this frame. Of a check that cannot be made, or not
    /// reckoned, nobody knows.
    fn check_looks(&self, check: CheckId, frame: &Frame) -> bool {
        let view = self.posed.view(self.rules);
        match Reckoner::default().reckon(&view.scene(frame), check) {
            Ok(Reckoned::Possible(_)) => false,
            Ok(Reckoned::Impossible(_)) => true,
            Err(_) => true,
        }
    }

    fn asks_for(&self, what: &Change, beyond: &mut Option<Beyond>) -> bool {
        let book = &self.rules.book;
        let own = Mentioned::of(book, self.posed.about);
        if own.asks_for(book, self.posed.about, what) {
            return true;
        }
        let beyond = beyond.get_or_insert_with(|| Beyond::of(book, self.posed.about));
        match what {
            Change::Condition(id, _) => {
                beyond.mentioned.conditions.contains(id) || beyond.says(&book.conditions[id.index()].head.name)
            }
            Change::State(id, symbol) => {
                let word = &book.sets[symbol.set.index()].words[usize::from(symbol.at)].name;
                beyond.mentioned.states.contains(id)
                    || beyond.says(word)
                    || beyond.says(&book.states[id.index()].head.name)
            }
            Change::Track(..) | Change::Attribute(..) => true,
        }
    }
}

fn is_of(fault: &Fault, fact: FactId) -> bool {
    *fault == Fault::UnsetFact(fact)
}

/// What expressions name, those included that they lead to.
#[derive(Default)]
struct Mentioned {
    facts: BTreeSet<FactId>,
    conditions: BTreeSet<ConditionId>,
    states: BTreeSet<StateId>,
    values: BTreeSet<ValueId>,
    tables: BTreeSet<TableId>,
}

impl Mentioned {
    /// What an action with its check, or a check, names.
    fn of(book: &Rulebook, about: About) -> Mentioned {
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

    fn expr(&mut self, book: &Rulebook, expr: &Expr) {
        expr.walk(&mut |part| match &part.node {
            Node::Fact(fact) => self.fact(book, *fact),
            Node::Value(_, value) => self.value(book, *value),
            Node::Table(table, _) => self.table(book, *table),
            Node::Setting(id) => self.expr(book, &book.settings[id.index()].expr),
            Node::HasCondition(_, id) => drop(self.conditions.insert(*id)),
            Node::InState(_, id, _) | Node::State(_, id) => drop(self.states.insert(*id)),
            _ => {}
        });
    }

    fn asks_for(&self, book: &Rulebook, about: About, what: &Change) -> bool {
        match (what, about) {
            (Change::Condition(id, _), About::Action(action)) => {
                let condition = &book.conditions[id.index()];
                self.conditions.contains(id)
                    || condition.forbids.iter().any(|(forbidden, _)| *forbidden == action)
                    || condition.forbids_all.iter().any(|(except, _)| !except.contains(&action))
            }
            // What a figure's number comes from is told with it.
            (_, About::Quantity(_)) => true,
            (Change::Condition(id, _), About::Check(_)) => self.conditions.contains(id),
            (Change::State(id, _), _) => self.states.contains(id),
            (Change::Track(..) | Change::Attribute(..), _) => true,
        }
    }
}

/// The expressions of a check and its cards.
fn exprs_of<'b>(book: &'b Rulebook, check: &'b Check) -> Vec<&'b Expr> {
    let mut exprs: Vec<&Expr> = vec![&check.roll];
    exprs.extend(check.impossible.iter().map(|(when, _)| when));
    exprs.extend(check.results.iter().filter_map(|results| results.when.as_ref()));
    let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
    exprs.extend(cards.chain(&check.parts).flat_map(|one| [&one.amount].into_iter().chain(&one.condition)));
    let mut goal = Some(&check.goal);
    while let Some(one) = goal.take() {
        match one {
            Goal::AtMost(need, _) | Goal::AtLeast(need, _) => exprs.push(need),
            Goal::Opposed(opposed) => {
                exprs.extend(opposed.with.iter().map(|(_, value)| value));
                goal = opposed.own.as_deref();
            }
            Goal::Total => {}
        }
    }
    exprs
}

/// What a deed may look at beyond its own check, as far as the texts of its scripts tell.
struct Beyond {
    named: BTreeSet<FactId>,
    mentioned: Mentioned,
    words: BTreeSet<String>,
}

impl Beyond {
    fn of(book: &Rulebook, about: About) -> Beyond {
        let mut beyond = Beyond { named: BTreeSet::new(), mentioned: Mentioned::default(), words: BTreeSet::new() };
        if let About::Action(action) = about {
            let own = book.actions[action.index()].check;
            beyond.action(book, action, own, &mut Seen::default());
        }
        beyond
    }

    fn says(&self, word: &str) -> bool {
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
        line.exprs(&mut |expr| self.mentioned.expr(book, expr));
        line.walk(&mut |line| match &line.act {
            Act::Check(rolling) if Some(rolling.check) != own => self.mentioned.check(book, rolling.check),
            Act::Do(Doing::Action(action), _) => self.action(book, *action, own, seen),
            Act::Do(doing @ Doing::Deed(deed), _) if seen.doings.insert(*doing) => {
                book.deeds[deed.index()].lines.iter().for_each(|line| self.line(book, line, own, seen));
            }
            Act::Script(script) => self.script(book, *script, own, seen),
            _ => {}
        });
    }

    fn script(&mut self, book: &Rulebook, script: ScriptId, own: Option<CheckId>, seen: &mut Seen) {
        let mut scripts = vec![script.index()];
        while let Some(at) = scripts.pop() {
            if !seen.scripts.insert(at) {
                continue;
            }
            let text = &book.sources.get(book.scripts[at].source).text;
            for word in words(text) {
                match word {
                    Word::Library(name) => scripts.extend(book.scripts.iter().position(|one| *one.name == *name)),
                    Word::Text(name) => self.text(book, name, own),
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
