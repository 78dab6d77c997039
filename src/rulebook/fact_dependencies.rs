//! Which facts anything reads, directly or not, and what of a game in motion it looks at; and facts that need themselves.

use super::dependencies::Sights;
use super::infer::DEEPEST_CHAIN;
use super::resolver::Resolver;
use super::*;
use crate::value::{FactId, FactSet, TableId};
use std::collections::BTreeSet;

/// What has been found out about one declaration.
#[derive(Clone, Debug)]
enum DependencyState {
    Not,
    Working,
    Done(ReadFacts),
}

/// So many nodes are more work than looking up what was found before.
const WORTH_KEEPING: u32 = 12;

/// What a declaration depends on.
#[derive(Clone, Debug, Default)]
struct ReadFacts {
    facts: FactSet,
    aspects: Aspects,
    /// In nodes.
    work: u32,
}

impl ReadFacts {
    fn and(&mut self, other: &ReadFacts) {
        self.facts.include(&other.facts);
        self.aspects = self.aspects.and(other.aspects);
        self.work = self.work.saturating_add(other.work);
    }

    /// What its value can be kept for, if it is worth it.
    fn keeps(&self) -> Option<Aspects> {
        (self.work >= WORTH_KEEPING).then_some(self.aspects)
    }
}

/// Facts read by values, settings, tables and facts, each found once.
struct Reads<'b> {
    book: &'b Rulebook,
    found: [Vec<DependencyState>; 4],
    /// What is being followed, the outermost first.
    path: Vec<(Sort, u16)>,
    cycles: Vec<Vec<(Sort, u16)>>,
    too_deep: Vec<(Sort, u16)>,
}

impl<'b> Reads<'b> {
    fn of_exprs(&mut self, exprs: impl IntoIterator<Item = &'b Expr>) -> ReadFacts {
        let mut out = ReadFacts::default();
        let mut named: BTreeSet<(Sort, u16)> = BTreeSet::new();
        for expr in exprs {
            let sights = Sights::new(self.book, expr);
            expr.walk(&mut |expr| {
                out.aspects = out.aspects.and(sights.of(&expr.node));
                out.work = out.work.saturating_add(Sights::work(&expr.node));
                match &expr.node {
                    Node::Fact(id) => {
                        out.facts.insert(*id);
                        named.insert((Sort::Fact, id.0));
                    }
                    Node::Value(_, id) => drop(named.insert((Sort::Value, id.0))),
                    Node::Setting(id) => drop(named.insert((Sort::Setting, id.0))),
                    Node::Table(id, _) => drop(named.insert((Sort::Table, id.0))),
                    _ => {}
                }
            });
        }
        for (sort, at) in named {
            let inner = self.of(sort, at);
            out.and(&inner);
        }
        out
    }

    fn of_modifier(&mut self, one: &'b Modifier) -> Vec<FactId> {
        self.of_exprs([&one.amount].into_iter().chain(&one.condition)).facts.iter().collect()
    }

    fn of(&mut self, sort: Sort, at: u16) -> ReadFacts {
        let list = match sort {
            Sort::Fact => 0,
            Sort::Value => 1,
            Sort::Setting => 2,
            _ => 3,
        };
        match &self.found[list][usize::from(at)] {
            DependencyState::Done(found) => return found.clone(),
            DependencyState::Working => {
                let from = self.path.iter().position(|entry| *entry == (sort, at)).unwrap_or(0);
                self.cycles.push(self.path[from..].to_vec());
                return ReadFacts::default();
            }
            DependencyState::Not if self.path.len() == DEEPEST_CHAIN => {
                self.found[list][usize::from(at)] = DependencyState::Done(ReadFacts::default());
                self.too_deep.push((sort, at));
                return ReadFacts::default();
            }
            DependencyState::Not => {}
        }
        self.found[list][usize::from(at)] = DependencyState::Working;
        self.path.push((sort, at));
        let book = self.book;
        let index = usize::from(at);
        let exprs: Vec<&Expr> = match sort {
            Sort::Fact => book.facts[index].default.iter().chain(&book.facts[index].from).collect(),
            Sort::Value => vec![&book.values[index].expr],
            Sort::Setting => vec![&book.settings[index].expr],
            _ => book.tables[TableId(at).index()].rows.iter().flat_map(|row| &row.cells).collect(),
        };
        let found = self.of_exprs(exprs);
        self.path.pop();
        self.found[list][index] = DependencyState::Done(found.clone());
        found
    }
}

impl Resolver<'_> {
    /// Fills every `reads`, and reports facts (and tables) that need themselves.
    pub(super) fn reads(&mut self) {
        let book = &self.book;
        let lengths = [book.facts.len(), book.values.len(), book.settings.len(), book.tables.len()];
        let found = lengths.map(|length| vec![DependencyState::Not; length]);
        let mut reads = Reads { book, found, path: Vec::new(), cycles: Vec::new(), too_deep: Vec::new() };
        let facts: Vec<ReadFacts> = (0..book.facts.len()).map(|at| reads.of(Sort::Fact, at as u16)).collect();
        let values: Vec<ReadFacts> = (0..book.values.len()).map(|at| reads.of(Sort::Value, at as u16)).collect();
        (0..book.tables.len()).for_each(|at| drop(reads.of(Sort::Table, at as u16)));
        let cards: Vec<Vec<Vec<FactId>>> =
            book.cards.iter().map(|card| card.modifiers.iter().map(|one| reads.of_modifier(one)).collect()).collect();
        let parts: Vec<Vec<Vec<FactId>>> =
            book.checks.iter().map(|check| check.parts.iter().map(|one| reads.of_modifier(one)).collect()).collect();
        let own: Vec<BTreeSet<FactId>> = book.checks.iter().map(|check| of_check(&mut reads, check)).collect();
        let ends: Vec<Aspects> =
            book.relations.iter().map(|relation| reads.of_exprs(&relation.ends_when).aspects.whole()).collect();
        let (cycles, too_deep) = (reads.cycles, reads.too_deep);
        for (fact, read) in self.book.facts.iter_mut().zip(facts) {
            fact.keeps = read.keeps();
            fact.reads = read.facts.iter().collect();
            fact.reads_as_set = read.facts;
        }
        self.roles();
        for (value, read) in self.book.values.iter_mut().zip(values) {
            value.keeps = read.keeps().filter(|_| read.facts.is_empty());
        }
        for (card, reads) in self.book.cards.iter_mut().zip(cards) {
            card.modifiers.iter_mut().zip(reads).for_each(|(modifier, reads)| modifier.reads = reads);
        }
        for (check, reads) in self.book.checks.iter_mut().zip(parts) {
            check.parts.iter_mut().zip(reads).for_each(|(modifier, reads)| modifier.reads = reads);
        }
        self.book.relations.iter_mut().zip(ends).for_each(|(relation, looks)| relation.looks = looks);
        self.all_reads(&own);
        cycles.iter().for_each(|ring| self.report_cycle(ring));
        too_deep.into_iter().for_each(|(sort, at)| self.too_deep(sort, at));
    }

    /// The figures, things and cells that each fact is about: those it is computed from, and whom it is said of.
    fn roles(&mut self) {
        let facts = &self.book.facts;
        let roles: Vec<Vec<FactId>> = (0..facts.len())
            .map(|at| {
                let own = FactId(at as u16);
                let (mut about, mut next) = (BTreeSet::new(), vec![own]);
                while let Some(one) = next.pop() {
                    let fact = &facts[one.index()];
                    next.extend(fact.reads.iter().chain(&fact.of).filter(|fact| about.insert(**fact)));
                }
                about.into_iter().filter(|fact| *fact != own && facts[fact.index()].is_role()).collect()
            })
            .collect();
        self.book.facts.iter_mut().zip(roles).for_each(|(fact, roles)| fact.roles = roles);
    }

    /// What a check reads with its cards and with what opposes it.
    fn all_reads(&mut self, own: &[BTreeSet<FactId>]) {
        let with_cards: Vec<BTreeSet<FactId>> = self
            .book
            .checks
            .iter()
            .zip(own)
            .map(|(check, own)| {
                let cards = check.cards.iter().flat_map(|card| &self.book.cards[card.index()].modifiers);
                let modifiers = cards.chain(&check.parts).flat_map(|modifier| modifier.reads.iter().copied());
                own.iter().copied().chain(modifiers).collect()
            })
            .collect();
        for at in 0..self.book.checks.len() {
            let mut all = with_cards[at].clone();
            if let Goal::Opposed(opposed) = &self.book.checks[at].goal {
                let given: BTreeSet<FactId> = opposed.with.iter().map(|(fact, _)| *fact).collect();
                all.extend(with_cards[opposed.check.index()].iter().filter(|fact| !given.contains(fact)));
            }
            self.book.checks[at].all_reads = all.into_iter().collect();
        }
    }
}

/// What a check reads but for its cards and parts.
fn of_check<'b>(reads: &mut Reads<'b>, check: &'b Check) -> BTreeSet<FactId> {
    let mut all: BTreeSet<FactId> = reads.of_exprs(check.exprs()).facts.iter().collect();
    all.extend(check.reads.iter().copied());
    for fact in &check.reads {
        all.extend(reads.of(Sort::Fact, fact.0).facts.iter());
    }
    all
}
