//! Actions: what each says itself, and with what every action of its phases requires and does it is finished.

use super::counting::{SharedBy, SharedEntry};
use super::error::RulebookError;
use super::lines::Hand;
use super::own_rolls::{self, RollingDeeds};
use super::resolver::Resolver;
use super::titled::of_title;
use super::unfinished::{OwnAction, Required, SharedRequired};
use super::*;
use crate::syntax::ast::{self, ActionEntry, Body, Entry, EveryEntry};
use crate::text::Span;
use crate::value::{ActionId, CheckId, FactId, PhaseId, TrackId};

impl Resolver<'_> {
    /// Everything that is done: actions, reactions, deeds, the turn.
    pub(super) fn actions_and_turn(&mut self) {
        let shared = self.shared_requirements();
        let mut actions = self.own_actions(&shared);
        self.reactions();
        self.deeds();
        self.always(&shared, &actions);
        self.turn(&mut actions);
        let rolling = RollingDeeds::of(&self.book);
        let finished =
            actions.into_iter().enumerate().map(|(at, own)| self.finished(ActionId(at as u16), own, &rolling));
        self.book.actions = finished.collect();
        self.deed_circles();
    }

    /// What every action says itself.
    fn own_actions(&mut self, shared: &SharedRequired) -> Vec<OwnAction> {
        let mut actions = Vec::new();
        for (_, declared, declaration) in self.whole(Sort::Action) {
            let Body::Action(entries) = &declaration.body else { continue };
            let own = OwnAction::new(self.declared_head(declared, declaration));
            actions.push(self.own_action(own, entries, (declaration.broken, shared)));
        }
        actions
    }

    fn own_action(
        &mut self,
        mut own: OwnAction,
        entries: &[Entry<ActionEntry>],
        (broken, shared): (bool, &SharedRequired),
    ) -> OwnAction {
        let (name, at) = (own.head.name.clone(), own.head.span);
        let whose = || format!("action `{name}`");
        let (mut by, mut check, mut script) = (None, None, None);
        for entry in entries {
            let single = match &entry.node {
                ActionEntry::By(_) => Some(("by", &mut by)),
                ActionEntry::Check(..) => Some(("check", &mut check)),
                ActionEntry::Script(_) => Some(("script", &mut script)),
                _ => None,
            };
            if let Some((word, seen)) = single
                && let Some(first) = seen.replace(entry.span)
            {
                self.repeated(whose(), word, entry.span, first);
            }
            self.action_entry(&mut own, &entry.node, shared);
        }
        if by.is_none() && !broken {
            let help = "say which fact is the one who acts: `by actor`";
            self.report(RulebookError::MissingEntry { whose: whose(), entry: "by" }, at, "who does it?", help);
        }
        own
    }

    fn action_entry(&mut self, own: &mut OwnAction, entry: &ActionEntry, shared: &SharedRequired) {
        match entry {
            ActionEntry::By(name) => own.by = self.actor(name).or(own.by),
            ActionEntry::Takes(names) => own.takes.extend(self.named_facts(names)),
            ActionEntry::Says(text) => {
                let facts: Vec<FactId> = own.by.iter().chain(&own.takes).copied().collect();
                own.says.extend(self.sentence(text, &facts));
            }
            ActionEntry::Check(name, with) => {
                own.check = self.find(Sort::Check, name).map(CheckId);
                own.with = self.stated_facts(with);
            }
            ActionEntry::Phase(names) => {
                own.phases.extend(names.iter().filter_map(|name| self.find(Sort::Phase, name)).map(PhaseId));
            }
            // What is shared stands where the action says so: between what it requires itself.
            ActionEntry::CountsAs(names) => {
                for name in names {
                    let entries = self.shared(name, &mut own.counts_as);
                    let is_of_actions =
                        |entry: &SharedEntry<'_>| matches!(entry.node, EveryEntry::Require(..) | EveryEntry::Does(_));
                    if !entries.is_empty() && !entries.iter().any(is_of_actions) {
                        self.says_nothing_of(SharedBy::Action, name);
                    }
                    own.requires.extend(entries.iter().filter_map(|entry| shared.get(&entry.span)).cloned());
                }
            }
            ActionEntry::Require(when, notes) => own.requires.extend(self.required(when, notes)),
            // Without a track it has been told.
            ActionEntry::Spends(_, track) if track.text.is_empty() => {}
            ActionEntry::Spends(amount, track) if self.spends_a_title(amount, track) => {}
            ActionEntry::Spends(amount, track) => {
                let track = self.find(Sort::Track, track).map(TrackId);
                let known = track.map(|track| &self.book.tracks[track.index()]);
                let (wanted, unit) = known.map_or((Type::NUMBER, None), |known| (known.r#type.clone(), known.unit));
                let amount = self.expect_scaled(amount, &wanted, unit, BareSubject::Nobody);
                own.spends.extend(amount.zip(track));
            }
            ActionEntry::Does(lines) => own.does.extend(self.done(lines, &mut Hand::of_actor())),
            ActionEntry::Script(name) => own.script = self.script(name),
            ActionEntry::Note(_) => {}
        }
    }

    /// Whether the title of a track stands in the place of its name, `spends 1 action point`: that is told.
    fn spends_a_title(&mut self, amount: &ast::ExprDecl, track: &ast::Name) -> bool {
        let whole = Span { start: amount.span.start, ..track.span };
        let text = self.sources.slice(whole);
        let said = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        if !said.contains(' ') || self.book.names.find(Sort::Track, &track.text).is_some() {
            return false;
        }
        let heads: Vec<&Head> = self.book.tracks.iter().map(|one| &one.head).collect();
        let found = [said.to_string(), format!("{said}s")].iter().find_map(|said| of_title(said, &heads).pop());
        let Some(head) = found else { return false };
        let (number, start) = (text[..text.len() - said.len()].trim_end(), track.span.end - said.len() as u32);
        let help = format!("write `spends {number} {}`: its title is \"{}\"", as_written(&head.name), head.title);
        let error = RulebookError::UnknownName { sort: "track".to_string(), name: said.to_string() };
        self.report(error, Span { start, ..whole }, "the title of one", help);
        true
    }

    /// The fact that stands for the one who acts.
    fn actor(&mut self, name: &ast::Name) -> Option<FactId> {
        let fact = self.find(Sort::Fact, name).map(FactId)?;
        let r#type = self.book.facts[fact.index()].r#type.clone();
        // A fact that is broken has been told.
        if r#type != Type::Figure && r#type != Type::Nothing {
            let found = self.book.type_words(&r#type);
            let label = format!("this fact is {found}");
            let error = RulebookError::WrongType { expected: "a figure".to_string(), found };
            self.report(error, name.span, &label, "figures act: name a fact that is a figure");
        }
        Some(fact)
    }

    /// `require E "why"`
    pub(super) fn required(&mut self, when: &ast::ExprDecl, notes: &ast::Notes) -> Option<Required> {
        let label = self.label(notes, when.span);
        Some((self.expect(when, &Type::Truth, BareSubject::Nobody)?, label))
    }

    /// An action, once it knows its phases: with what it always requires and does.
    fn finished(&self, id: ActionId, own: OwnAction, rolling: &RollingDeeds) -> Action {
        let (mut requires, mut first) = (own.requires, Vec::new());
        for always in self.book.always.iter().filter(|always| always.is_of(id, &own.phases)) {
            first.extend(always.lines.iter().cloned());
            // What it counts as stands between what it requires itself.
            if !always.counted.contains(&id) {
                requires.extend(always.requires.iter().cloned());
            }
        }
        let by = own.by.unwrap_or_else(|| self.somebody());
        let mut says = own.says;
        if says.is_empty() && !self.book.facts.is_empty() {
            says.push(self.default_sentence(&own.head.name, by, &own.takes));
        }
        let rolls = own.check.map(|check| own_rolls::of(&self.book, rolling, check, [&first, &own.does]));
        Action {
            head: own.head,
            says,
            by,
            takes: own.takes,
            check: own.check,
            with: own.with,
            rolls: rolls.unwrap_or_default(),
            phases: own.phases,
            requires,
            spends: own.spends,
            first,
            does: own.does,
            script: own.script,
        }
    }
}
