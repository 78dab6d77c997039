//! What figures and sides have: attributes, tracks, states, slots, conditions, relations.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::*;
use crate::syntax::ast::{self, Body, ConditionEntry, Entry, OwnerDecl, RelationEntry, TrackEntry};
use crate::text::Span;
use crate::value::{ActionId, Clock, ConditionId, FactId, Number, PhaseId, Value};

/// What `resets each` may name.
const PERIODS: [(&str, Recurring); 3] =
    [("turn", Recurring::Turn), ("phase", Recurring::Phase), ("round", Recurring::Round)];

impl Resolver<'_> {
    /// Everything but sheets and values.
    pub(super) fn figures(&mut self) {
        self.attributes();
        for (at, _, declaration) in self.whole(Sort::Track) {
            if let Body::Track(track) = &declaration.body {
                self.track(usize::from(at), track);
            }
        }
        for (at, _, declaration) in self.whole(Sort::Slot) {
            let Body::Slot(slot) = &declaration.body else { continue };
            let most = slot.most.as_ref().and_then(|most| self.expect(most, &Type::NUMBER, BareSubject::Figure));
            let is_none = most.as_ref().and_then(Expr::as_number).is_some_and(|most| most <= Number::ZERO);
            if let Some(expr) = most.as_ref().filter(|_| is_none) {
                let (expected, found) =
                    ("1 thing or more".to_string(), self.sources.slice(expr.span).trim().to_string());
                let help = "write `up to 1`, or as many as fit; without it there is no bound";
                self.report(RulebookError::WrongType { expected, found }, expr.span, "nothing fits in", help);
            }
            self.book.slots[usize::from(at)].most = most.filter(|_| !is_none);
        }
        for (_, declared, declaration) in self.whole(Sort::Condition) {
            let Body::Condition(entries) = &declaration.body else { continue };
            let condition = self.condition(self.declared_head(declared, declaration), entries, declaration.broken);
            self.book.conditions.push(condition);
        }
        self.relations();
    }

    fn attributes(&mut self) {
        for (at, _, declaration) in self.attribute_bodies() {
            let Body::Attribute(attribute) = &declaration.body else { continue };
            let known = &self.book.attributes[usize::from(at)];
            let (r#type, unit, sort) = (known.r#type.clone(), known.unit, known.sort());
            let what = format!("the default of {}", if sort == Sort::Note { "a note" } else { "an attribute" });
            let default = attribute.default.as_ref().and_then(|default| self.value(default, &r#type, unit, &what));
            let nothing = attribute.note.as_ref().and_then(|_| empty(&r#type));
            if let Some(value) = default.or(nothing) {
                self.book.attributes[usize::from(at)].default = value;
            }
            let subject = subject_of(attribute.owner);
            for (period, to) in attribute.note.iter().flatten() {
                let period = self.word(period, "resets each", &PERIODS);
                let to = self.expect_scaled(to, &r#type, unit, subject);
                self.book.attributes[usize::from(at)]
                    .resets
                    .iter_mut()
                    .for_each(|all| all.extend(period.zip(to.clone())));
            }
        }
    }

    fn track(&mut self, at: usize, track: &ast::TrackDecl) {
        let known = &self.book.tracks[at];
        let (r#type, unit) = (known.r#type.clone(), known.unit);
        let subject = subject_of(track.owner);
        let number = |this: &mut Self, expr: &Option<ast::ExprDecl>| {
            expr.as_ref().and_then(|expr| this.expect_scaled(expr, &r#type, unit, subject))
        };
        let start = number(self, &track.start);
        let (min, max) = (number(self, &track.min), number(self, &track.max));
        let mut resets = Vec::new();
        let mut thresholds = Vec::new();
        for entry in &track.entries {
            match &entry.node {
                TrackEntry::Resets(period, to) => {
                    let period = self.word(period, "resets each", &PERIODS);
                    let to = self.expect_scaled(to, &r#type, unit, subject);
                    resets.extend(period.zip(to));
                }
                TrackEntry::Gains(when, condition, notes) => {
                    let label = self.label(notes, when.span);
                    let name = self.book.tracks[at].head.name.clone();
                    self.is_its_own(when, &name);
                    let when = self.expect(when, &Type::Truth, subject);
                    let gains = self.find(Sort::Condition, condition).map(ConditionId);
                    thresholds.extend(when.zip(gains).map(|(when, gains)| Threshold { when, gains, label }));
                }
            }
        }
        let zero = Expr::constant(Value::Number(Number::ZERO), self.book.tracks[at].head.span);
        let entry = &mut self.book.tracks[at];
        entry.start = start.unwrap_or(zero);
        (entry.min, entry.max, entry.resets, entry.thresholds) = (min, max, resets, thresholds);
    }

    /// Reports a threshold of a track that asks whoever acts: it is asked of the one who has the track.
    fn is_its_own(&mut self, when: &ast::ExprDecl, track: &str) {
        let text = self.sources.slice(when.span).to_string();
        let is_figure =
            |name: &str| self.book.fact(name).is_some_and(|fact| self.book.facts[fact.index()].r#type == Type::Figure);
        let mut names = text.match_indices('.').filter_map(|(at, _)| {
            let name = text[..at].rsplit(|c: char| !crate::text::is_wordly(c)).next()?;
            let behind = text[at + 1..].split(|c: char| !crate::text::is_wordly(c)).next()?;
            (is_figure(name) && self.book.property_names(ast::OwnerDecl::Figure).iter().any(|one| one == behind))
                .then(|| (at - name.len(), name.to_string()))
        });
        let Some((start, name)) = names.next() else { return };
        let plain = text.replace(&format!("{name}."), "");
        let start = when.span.start + start as u32;
        let at = Span { start, end: start + name.len() as u32, ..when.span };
        let error = RulebookError::WrongOwner { name, track: track.to_string() };
        self.report(error, at, "who this is nobody says here", format!("leave it out: `when {plain}`"));
    }

    fn condition(&mut self, head: Head, entries: &[Entry<ConditionEntry>], broken: bool) -> Condition {
        let (mut lasts, mut stacks, mut removes, mut hides) = (None, Stacks::Never, false, false);
        let (mut forbids, mut forbids_all) = (Vec::new(), Vec::new());
        for entry in entries {
            match &entry.node {
                ConditionEntry::Lasts(_) if lasts.is_some() => {
                    let whose = format!("condition `{}`", head.name);
                    let error = RulebookError::RepeatedEntry { whose, entry: "lasts".to_string() };
                    self.report(error, entry.span, "said again", "a condition lasts in one way: keep one of them");
                }
                ConditionEntry::Lasts(how) => lasts = Some(self.lasts(how)),
                ConditionEntry::Stacks(word) => {
                    let words = [("never", Stacks::Never), ("adds", Stacks::Adds), ("extends", Stacks::Extends)];
                    stacks = self.word(word, "stacks", &words).unwrap_or(stacks);
                }
                ConditionEntry::Forbids(actions, notes) => {
                    for name in actions {
                        let Some(action) = self.find(Sort::Action, name).map(ActionId) else { continue };
                        let label = self.label_or_title(notes, name.span, &head);
                        forbids.push((action, label));
                    }
                }
                ConditionEntry::ForbidsAll(all, notes) => {
                    let phases = all.phases.iter().filter_map(|name| self.find(Sort::Phase, name)).map(PhaseId);
                    let phases: Vec<PhaseId> = phases.collect();
                    let except = all.except.iter().filter_map(|name| self.find(Sort::Action, name)).map(ActionId);
                    let except = except.collect();
                    let label = self.label_or_title(notes, entry.span, &head);
                    // Of phases that there are not nothing is forbidden.
                    if all.phases.is_empty() || !phases.is_empty() {
                        forbids_all.push(ForbidsAll { phases, except, label });
                    }
                }
                ConditionEntry::Removes => removes = true,
                ConditionEntry::Hides => hides = true,
                ConditionEntry::Note(_) => {}
            }
        }
        if lasts.is_none() && !broken {
            let error = RulebookError::MissingEntry { whose: format!("condition `{}`", head.name), entry: "lasts" };
            let help = "say how long: `lasts for good`, `lasts until treated`, `lasts 2 turns`";
            self.report(error, head.span, "how long does it last?", help);
        }
        let lasts = lasts.flatten().unwrap_or(Clock::UntilTreated);
        Condition { head, lasts, stacks, forbids, forbids_all, removes, hides }
    }

    /// What a rule says of itself; its title if it says nothing.
    fn label_or_title(&mut self, notes: &ast::Notes, span: Span, head: &Head) -> Label {
        let label = self.label(notes, span);
        match notes.title {
            None => Label { text: head.title.clone(), places: Vec::new(), ..label },
            Some(_) => label,
        }
    }

    fn lasts(&mut self, lasts: &ast::Lasts) -> Option<Clock> {
        match lasts {
            ast::Lasts::ForGood => Some(Clock::ForGood),
            ast::Lasts::UntilTreated => Some(Clock::UntilTreated),
            ast::Lasts::UntilEnd(word) => {
                self.word(word, "until end of", &[("turn", Clock::EndOfTurn), ("phase", Clock::EndOfPhase)])
            }
            // Of what it is so much has been asked.
            ast::Lasts::Count(_, word) if word.text.is_empty() => None,
            ast::Lasts::Count(count, word) => {
                let value = self.value(count, &Type::NUMBER, None, "how long a condition lasts")?;
                let number = value.as_number()?.as_int().and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
                let Some(number) = number else {
                    let expected = "a whole number, 1 or more".to_string();
                    let error = RulebookError::WrongType { expected, found: self.book.show_value(&value, None) };
                    self.report(error, count.span, "not a number of turns", "write how many, such as `2 turns`");
                    return None;
                };
                let words = [
                    ("turns", Clock::Turns(number)),
                    ("turn", Clock::Turns(number)),
                    ("phases", Clock::Phases(number)),
                    ("phase", Clock::Phases(number)),
                ];
                self.word(word, "lasts", &words)
            }
        }
    }

    fn relations(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Relation) {
            let Body::Relation(relation) = &declaration.body else { continue };
            for entry in &relation.entries {
                match &entry.node {
                    RelationEntry::One => self.book.relations[usize::from(at)].one = true,
                    RelationEntry::EndsWhen(when) => {
                        let when = self.expect(when, &Type::Truth, BareSubject::Nobody);
                        self.book.relations[usize::from(at)].ends_when = when;
                    }
                }
            }
            let ends = self.book.fact("actor").zip(self.book.fact("target"));
            self.book.relations[usize::from(at)].ends = ends.or_else(|| self.two_figures());
        }
    }

    /// The first two facts that are figures: who does something, and to whom.
    pub(super) fn two_figures(&self) -> Option<(FactId, FactId)> {
        let facts = self.book.facts.iter().enumerate();
        let mut figures = facts.filter(|(_, fact)| fact.r#type == Type::Figure).map(|(at, _)| FactId(at as u16));
        figures.next().zip(figures.next())
    }
}

/// What a note of that type holds before anybody sets it; nothing for types of which no value says so little.
fn empty(r#type: &Type) -> Option<Value> {
    match r#type {
        Type::Optional(_) => Some(Value::None),
        Type::Number(_) => Some(Value::Number(Number::ZERO)),
        Type::Truth => Some(Value::Truth(false)),
        Type::Text => Some(Value::text("")),
        Type::List(_) => Some(Value::List([].into())),
        _ => None,
    }
}

/// Whose properties are named bare in what belongs to an owner.
pub(super) fn subject_of(owner: OwnerDecl) -> BareSubject {
    match owner {
        OwnerDecl::Figure => BareSubject::Figure,
        OwnerDecl::Side => BareSubject::Side,
    }
}
