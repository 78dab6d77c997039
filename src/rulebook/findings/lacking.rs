//! What is asked for and never comes: facts that the lines of an action or a card need and nobody gives.

use super::{Examiner, Finding};
use crate::rulebook::{Act, Action, Card, Check, Expr, Head, Modifier, Sentence, SentencePart, Type};
use crate::text::Span;
use crate::value::{CheckId, FactId};

impl Examiner<'_> {
    /// Facts that the lines of an action need and that an order for it does not give.
    pub(super) fn facts_not_given(&mut self) {
        let book = self.book;
        for action in &book.actions {
            if !self.is_own(&action.head) || action.phases.is_empty() {
                continue;
            }
            let mut needed: Vec<(FactId, Span)> = Vec::new();
            for line in &action.does {
                line.walk(&mut |line| {
                    line.own_exprs(&mut |expr| {
                        needed.extend(expr.named_facts().into_iter().map(|fact| (fact, expr.span)));
                    });
                    if let Act::Check(rolling) = &line.act {
                        let is_stated = |fact: &FactId| rolling.with.iter().any(|(stated, _)| stated == fact);
                        let reads = self.read_by(rolling.check).filter(|fact| !is_stated(fact));
                        needed.extend(reads.map(|fact| (fact, line.span)));
                    }
                });
            }
            let mut told: Vec<FactId> = Vec::new();
            for (fact, at) in needed {
                if !told.contains(&fact) && self.book.is_never_said(action, fact) {
                    told.push(fact);
                    self.not_given(action, fact, at);
                }
            }
        }
    }

    fn read_by(&self, check: CheckId) -> impl Iterator<Item = FactId> {
        self.book.checks.get(check.index()).into_iter().flat_map(|check| check.reads.iter().copied())
    }

    /// Cards that ask for what nobody says of a check that counts them.
    pub(super) fn cards_not_given(&mut self) {
        let book = self.book;
        for (at, check) in book.checks.iter().enumerate() {
            let id = CheckId(at as u16);
            for card in &check.cards {
                let card = &book.cards[card.index()];
                let is_own = |one: &&Modifier| self.is_written_here(one.label.span) || self.is_own(&check.head);
                let lacks = |one: &Modifier| {
                    // What stands for a fact that nobody says is its own business.
                    let exprs = one.condition.iter().chain([&one.amount]);
                    let mut asked = exprs.flat_map(Expr::named_facts);
                    asked.find(|fact| !self.is_known_to(id, check, *fact)).map(|fact| (one.label.span, fact))
                };
                if let Some((at, fact)) = card.modifiers.iter().filter(is_own).find_map(lacks) {
                    self.card_asks(check, card, fact, at);
                }
            }
        }
    }

    fn card_asks(&mut self, check: &Check, card: &Card, fact: FactId, at: Span) {
        let book = self.book;
        let declared = &book.facts[fact.index()];
        let name = &declared.head.name;
        let knows = book.checks.iter().filter(|one| one.reads.contains(&fact));
        let others: Vec<String> = knows.take(2).map(|one| format!("`{}`", one.head.name)).collect();
        let other = match others.is_empty() {
            true => String::new(),
            false => format!("; checks that know it are {}", others.join(" and ")),
        };
        let (check, card) = (check.head.name.to_string(), card.head.name.to_string());
        let finding = Finding::CardAsks { check, fact: name.to_string(), card };
        match self.with_value(fact) {
            Some(whole) if others.is_empty() && self.is_own(&declared.head) => {
                let (here, asked) = ("what is it where nobody says it?", "here it is asked for");
                let help = format!("give it a value that holds then: `{whole}`");
                self.report_two(finding, (declared.head.span, here), (at, asked), &help);
            }
            whole => {
                let help = match whole.filter(|_| declared.r#type == Type::Truth) {
                    Some(whole) => format!("say what it is where nobody says it: `{whole}`"),
                    None => format!("take the card out of this check, or let it be said: `reads {name}`{other}"),
                };
                self.report(finding, at, "without it the check cannot be made", help);
            }
        }
    }

    /// How a fact is declared with a value that holds where nobody says one, if what that would be is plain.
    fn with_value(&self, fact: FactId) -> Option<String> {
        let declared = &self.book.facts[fact.index()];
        let Head { name, title, .. } = &declared.head;
        let title = if title == name { String::new() } else { format!(" \"{title}\"") };
        match declared.r#type {
            Type::Truth => Some(format!("fact {name}{title} truth = false")),
            Type::Number(_) if declared.bounds == (None, None) => {
                let unit = declared.unit.map(|unit| format!(" {}", self.book.units[usize::from(unit)].head.name));
                Some(format!("fact {name}{title} number{} = 0", unit.unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// Whether a fact is said wherever a check is rolled, or something is for it.
    fn is_known_to(&self, id: CheckId, check: &Check, fact: FactId) -> bool {
        let book = self.book;
        let known = &book.facts[fact.index()];
        let is_said = |sentence: &Sentence| sentence.parts.contains(&SentencePart::Fact(fact));
        if known.default.is_some()
            || known.from.is_some()
            || check.reads.contains(&fact)
            || check.says.iter().any(is_said)
        {
            return true;
        }
        let gives = |action: &Action| action.gives(fact) || action.with.iter().any(|(stated, _)| *stated == fact);
        let by_actions = book.actions.iter().any(|action| action.check == Some(id) && gives(action));
        // Lines that belong to no action are done within any of them.
        let any_gives = book.actions.iter().any(gives);
        let mut is_stated = false;
        let lines = book
            .actions
            .iter()
            .flat_map(|action| action.first.iter().chain(&action.does).map(move |line| (Some(action), line)));
        let deeds = book.deeds.iter().flat_map(|deed| &deed.lines).map(|line| (None, line));
        let reactions = book.reactions.iter().flat_map(|reaction| &reaction.does).map(|line| (None, line));
        let phases = book.turn.phases.iter().flat_map(|phase| &phase.does).map(|line| (None, line));
        for (action, line) in lines.chain(deeds).chain(reactions).chain(phases) {
            line.walk(&mut |line| {
                if let Act::Check(rolling) = &line.act
                    && rolling.check == id
                {
                    is_stated |=
                        rolling.with.iter().any(|(stated, _)| *stated == fact) || action.map_or(any_gives, gives);
                }
            });
        }
        by_actions || is_stated
    }

    fn not_given(&mut self, action: &Action, fact: FactId, at: Span) {
        let name = self.book.facts[fact.index()].head.name.to_string();
        let help = format!("an order gives it if the action says so: `takes {name}`");
        let finding = Finding::NotGiven { action: action.head.name.to_string(), fact: name };
        self.report(finding, at, "nobody says who or what that is", help);
    }
}
