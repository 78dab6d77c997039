//! What a sentence says, piece by piece: who does what to whom, with what, and what is said of it besides.

use super::listener::Listener;
use super::little::Leading;
use super::piece::{Clearly, Piece, Pronoun};
use crate::query::{About, Who};
use crate::rulebook::Rulebook;
use crate::value::{FactId, ItemId, KindId};

/// Of whom something is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RemarkOf {
    /// Of the one who acts.
    Actor,
    /// Of somebody by name.
    Named(String, Who),
    /// Of somebody of the sentence.
    Role(FactId),
}

/// A thing that is spoken of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spoken {
    /// One of these.
    Items(Vec<ItemId>),
    /// One of these that somebody has.
    Owned(Vec<ItemId>),
    /// One of these that somebody else has.
    Of(Who, Vec<ItemId>),
    /// Any of a kind.
    Kind(KindId),
}

impl Spoken {
    /// Whether something of a kind may be meant.
    pub(super) fn is_of(&self, book: &Rulebook, kind: KindId) -> bool {
        match self {
            Spoken::Items(items) | Spoken::Owned(items) | Spoken::Of(_, items) => {
                items.iter().any(|item| book.items[item.index()].kind == kind)
            }
            Spoken::Kind(other) => *other == kind,
        }
    }
}

/// How somebody is said to be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Remark {
    /// Of whom it is said.
    pub of: RemarkOf,
    /// How, as the prompt reads it.
    pub text: String,
}

/// A sentence in its parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// What is done, and what goes without saying.
    pub deed: Option<(About, Vec<String>)>,
    /// Who does it.
    pub actor: Option<(String, Who)>,
    /// Who else is named, in order.
    pub others: Vec<(String, Who)>,
    /// What is it done with.
    pub things: Vec<Spoken>,
    /// Numbers that nothing has been said of.
    pub numbers: Vec<String>,
    /// Places and ways.
    pub spots: Vec<String>,
    /// Whether a way leads towards somebody or away.
    pub leading: Option<Leading>,
    /// Clauses.
    pub clauses: Vec<String>,
    /// Clauses that are said of somebody, each with the place for which they count.
    pub owned: Vec<(Remark, FactId)>,
    /// Words that are left out.
    pub left_out: Vec<String>,
    /// Values of facts.
    pub values: Vec<(FactId, String)>,
    /// How figures are.
    pub remarks: Vec<Remark>,
    /// Whether somebody is said to be so: `is prone`.
    pub is_told: bool,
    /// Whether a pronoun stands for nobody who is known.
    pub is_open: bool,
    /// Whether the one who acts is the one to whom it is done.
    pub is_on_himself: bool,
    /// Whether it is said that something is not done, or not to somebody.
    pub is_denied: bool,
    /// What is said not to be so, where it is always one of several: `in the head`, and not.
    pub denied: Option<(FactId, String)>,
}

/// What was read last.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Somebody,
    Is,
    Remark,
    While,
    From,
    Owner,
    Other,
}

struct Drafting<'a> {
    draft: Draft,
    /// Words said of somebody who has yet to be named.
    waiting: Vec<String>,
    named: RemarkOf,
    before: Before,
    is_not: bool,
    /// Whether `and` has just been said behind a remark.
    goes_on: bool,
    /// Whoever was spoken of before the one who acts was named.
    earlier: Option<(String, Who)>,
    /// Whether two are named in one breath.
    is_joined: bool,
    /// Whether `and` has just been said behind a name.
    is_after_and: bool,
    /// Whether a word like `if` has just been said.
    is_after_if: bool,
    /// Of whom a clause that goes on tells: `Bob, who is near and prone`.
    told_of: Option<RemarkOf>,
    /// Whether `and` goes on with that clause.
    goes_on_of: bool,
    listener: &'a Listener<'a>,
}

impl Draft {
    /// Of the pieces of a sentence.
    pub(super) fn of(listener: &Listener<'_>, pieces: &[Piece]) -> Draft {
        let mut drafting = Drafting {
            draft: Draft::default(),
            waiting: Vec::new(),
            named: RemarkOf::Actor,
            before: Before::Other,
            is_not: false,
            goes_on: false,
            earlier: None,
            is_joined: false,
            is_after_and: false,
            is_after_if: false,
            told_of: None,
            goes_on_of: false,
            listener,
        };
        for (at, piece) in pieces.iter().enumerate() {
            drafting.take(piece, &pieces[at + 1..]);
        }
        drafting.draft.is_denied |= drafting.is_not;
        let waiting = std::mem::take(&mut drafting.waiting);
        waiting.into_iter().for_each(|text| drafting.draft.remarks.push(Remark { of: RemarkOf::Actor, text }));
        if let Some(earlier) = drafting.earlier.take()
            && drafting.draft.others.is_empty()
        {
            drafting.draft.others.push(earlier);
        }
        drafting.draft
    }
}

impl Drafting<'_> {
    fn take(&mut self, piece: &Piece, rest: &[Piece]) {
        let is_after_if = std::mem::replace(&mut self.is_after_if, matches!(piece, Piece::While(_)));
        match piece {
            Piece::Deed(about, with) => {
                self.draft.is_denied |= std::mem::take(&mut self.is_not);
                self.acts();
                let leading = with.iter().find_map(|text| Leading::of(text));
                self.draft.leading = self.draft.leading.or(leading);
                let with = with.iter().filter(|text| Leading::of(text).is_none()).cloned().collect();
                self.draft.deed = Some((*about, with));
                self.named = RemarkOf::Actor;
                self.before = Before::Other;
            }
            Piece::Who(name, who) => {
                // `no Ann` at the beginning corrects who was meant before.
                let is_first = self.draft.deed.is_none() && self.draft.actor.is_none();
                self.draft.is_denied |= std::mem::take(&mut self.is_not) && !is_first;
                self.somebody(name, who);
            }
            // Of those who were named before what is done, the first does it: `Ann against Bob if she goes for the head`.
            Piece::Pronoun(pronoun)
                if is_after_if && *pronoun != Pronoun::Another && matches!(rest.first(), Some(Piece::Deed(..))) =>
            {
                self.pronoun(Pronoun::Actor);
            }
            // Where nobody else is named, it is said of whoever does it: `Ann acts, but she is so`.
            Piece::Pronoun(Pronoun::Other)
                if !is_after_if
                    && self.draft.deed.is_some()
                    && self.draft.actor.is_some()
                    && self.draft.others.is_empty()
                    && matches!(rest.first(), Some(Piece::Is)) =>
            {
                self.pronoun(Pronoun::Actor);
            }
            Piece::Pronoun(pronoun) => self.pronoun(*pronoun),
            Piece::Role(fact) => self.role(*fact, rest),
            Piece::State(text) => self.remark(text, rest),
            Piece::Clause(text) => {
                let text = self.turned(text);
                self.draft.clauses.push(text);
                self.before = Before::Other;
            }
            Piece::ClauseOf(role, text) => self.clause_of(*role, text),
            Piece::Value(fact, word) => {
                // `but not in the head`: no value says so.
                if std::mem::take(&mut self.is_not) {
                    self.draft.is_denied = true;
                    self.draft.denied = Some((*fact, word.clone()));
                }
                self.draft.values.push((*fact, word.clone()));
                self.before = if self.before == Before::Owner { Before::Other } else { self.before };
            }
            Piece::Owner if self.before == Before::Somebody => self.before = Before::Owner,
            Piece::Items(items) if self.before == Before::Owner => {
                let owner = match &self.named {
                    RemarkOf::Named(_, who) => Spoken::Of(who.clone(), items.clone()),
                    _ => Spoken::Items(items.clone()),
                };
                self.draft.things.push(owner);
                self.before = Before::Other;
            }
            Piece::Kind(kind) if self.before == Before::Owner => {
                let things = match &self.named {
                    RemarkOf::Named(_, who) => Some((who.clone(), self.listener.has(who, *kind).concat())),
                    _ => None,
                };
                let owned = things.filter(|(_, items)| !items.is_empty());
                self.draft.things.push(owned.map_or(Spoken::Kind(*kind), |(who, items)| Spoken::Of(who, items)));
                self.before = Before::Other;
            }
            Piece::Items(items) => self.draft.things.push(Spoken::Items(items.clone())),
            Piece::Owned(items) => self.draft.things.push(Spoken::Owned(items.clone())),
            Piece::Kind(kind) => self.draft.things.push(Spoken::Kind(*kind)),
            Piece::Number(number) => self.draft.numbers.push(number.clone()),
            Piece::Leading(leading) => self.draft.leading = Some(*leading),
            Piece::Spot(spot) => self.draft.spots.push(spot.clone()),
            Piece::Not => self.is_not = true,
            Piece::Is | Piece::Whose => {
                let is_named = self.before == Before::Somebody && self.draft.deed.is_some();
                self.told_of = Some(self.named.clone()).filter(|_| is_named).or(self.told_of.take());
                self.before = Before::Is;
            }
            Piece::And => {
                self.goes_on = self.before == Before::Remark;
                self.goes_on_of = self.before == Before::Other && self.told_of.is_some();
                self.is_joined = self.before == Before::Somebody;
                self.is_after_and = self.is_joined;
            }
            Piece::Comma => {
                // `no, Ann shoots`
                let is_first = self.draft.deed.is_none() && self.draft.actor.is_none();
                self.is_not &= !is_first;
                (self.before, self.told_of) = (Before::Other, None);
            }
            Piece::While(Clearly::Yes) => (self.named, self.before) = (RemarkOf::Actor, Before::While),
            Piece::While(Clearly::No) => (self.named, self.before) = (RemarkOf::Actor, Before::Other),
            Piece::From => self.before = Before::From,
            Piece::Filler if self.before == Before::Is => self.before = Before::Other,
            Piece::Thin(word) => self.draft.left_out.push(word.clone()),
            Piece::Little | Piece::Owner | Piece::Filler | Piece::Unknown(_) => {}
        }
    }

    /// Whoever is named right before what is done does it: `Ann lies prone and Bob shoots her`.
    fn acts(&mut self) {
        let RemarkOf::Named(name, who) = self.named.clone() else { return };
        let is_right_before = self.before == Before::Somebody && self.draft.deed.is_none();
        let Some(first) = self.draft.actor.clone().filter(|(_, first)| is_right_before && *first != who) else {
            return;
        };
        // Two who do the same are two sentences.
        self.draft.is_open |= self.is_joined;
        self.draft.others.retain(|(_, other)| *other != who && *other != first.1);
        let is_remarked = |remark: &Remark| matches!(&remark.of, RemarkOf::Named(_, other) if *other == first.1);
        match self.draft.remarks.iter().any(is_remarked) {
            true => self.earlier = Some(first),
            false => self.draft.others.push(first),
        }
        self.draft.actor = Some((name, who));
    }

    /// Whom a pronoun stands for.
    fn pronoun(&mut self, pronoun: Pronoun) {
        let actor = self.draft.actor.clone().or_else(|| self.listener.actor());
        let before = || {
            let earlier = self.earlier.clone().or_else(|| self.draft.others.last().cloned());
            let earlier = earlier.or_else(|| self.listener.named_since(actor.as_ref()));
            let beside = || actor.as_ref().and_then(|(_, who)| self.listener.target_of(who));
            earlier.or_else(beside)
        };
        let is_actor = matches!(pronoun, Pronoun::Actor | Pronoun::Reflexive);
        // `Ann shoots herself`, but not `Ann shoots Bob herself`.
        let is_done = self.draft.deed.is_some() && self.draft.others.is_empty();
        self.draft.is_on_himself |= pronoun == Pronoun::Reflexive && is_done;
        let who = if is_actor { actor } else { before().or_else(|| self.listener.only_foe()) };
        match who {
            Some((name, who)) => self.somebody(&name, &who),
            None => self.draft.is_open = true,
        }
    }

    fn somebody(&mut self, name: &str, who: &Who) {
        let subject = RemarkOf::Named(name.to_string(), who.clone());
        self.attach(&subject);
        (self.named, self.before) = (subject, Before::Somebody);
        let draft = &mut self.draft;
        let is_actor = draft.actor.as_ref().is_some_and(|(_, actor)| actor == who);
        // Who does it to another and to himself does two things.
        draft.is_open |= std::mem::take(&mut self.is_after_and) && is_actor && draft.deed.is_some();
        if draft.deed.is_none() && draft.actor.is_none() {
            draft.actor = Some((name.to_string(), who.clone()));
        } else if !is_actor && draft.others.iter().all(|(_, other)| other != who) {
            draft.others.push((name.to_string(), who.clone()));
        }
    }

    /// `the target`: the one of the last sentence, unless something is said of him.
    fn role(&mut self, fact: FactId, rest: &[Piece]) {
        let subject = RemarkOf::Role(fact);
        self.attach(&subject);
        (self.named, self.before) = (subject, Before::Somebody);
        let next =
            rest.iter().find(|piece| !matches!(piece, Piece::Little | Piece::Owner | Piece::Filler | Piece::Not));
        let is_remarked =
            matches!(next, Some(Piece::State(_) | Piece::Is | Piece::Whose | Piece::Clause(_) | Piece::ClauseOf(..)));
        if !is_remarked
            && self.draft.deed.is_some()
            && self.draft.others.is_empty()
            && let Some(target) = self.listener.target()
        {
            self.draft.others.push(target);
        }
    }

    /// What was said before a name is said of it: `the prone guard`.
    fn attach(&mut self, subject: &RemarkOf) {
        for text in std::mem::take(&mut self.waiting) {
            self.draft.remarks.push(Remark { of: subject.clone(), text });
        }
    }

    /// What counts for one place only: of whom it is said, if that is said.
    fn clause_of(&mut self, role: FactId, text: &str) {
        let text = self.turned(text);
        let of = match self.before {
            Before::While | Before::From => Some(RemarkOf::Actor),
            Before::Remark => self.draft.remarks.last().map(|last| last.of.clone()),
            Before::Is | Before::Somebody | Before::Owner => Some(self.named.clone()),
            Before::Other => Some(self.named.clone()).filter(|_| self.draft.deed.is_none()),
        };
        match of.filter(|of| *of != RemarkOf::Actor || self.before != Before::Other) {
            Some(of) => self.draft.owned.push((Remark { of, text }, role)),
            None => self.draft.clauses.push(text),
        }
        self.before = Before::Other;
    }

    fn remark(&mut self, text: &str, rest: &[Piece]) {
        let text = self.turned(text);
        // `the tired guard`: behind a little word it is said of somebody else, `fires blind at him`.
        let next = rest.iter().find(|piece| !matches!(piece, Piece::Owner | Piece::Filler | Piece::Thin(_)));
        let is_before = matches!(next, Some(Piece::Who(..) | Piece::Role(_)));
        let goes_on = std::mem::take(&mut self.goes_on);
        if let Some(of) = self.told_of.clone().filter(|_| std::mem::take(&mut self.goes_on_of)) {
            self.draft.remarks.push(Remark { of, text });
            self.before = Before::Remark;
            return;
        }
        // What is said behind `and` is another thing, and not how the one is who was named last.
        self.draft.is_open |= std::mem::take(&mut self.is_after_and) && self.draft.deed.is_some();
        match self.before {
            Before::Is | Before::Somebody | Before::Owner => {
                self.draft.is_told |= self.before == Before::Is;
                self.draft.remarks.push(Remark { of: self.named.clone(), text });
            }
            // Two words in a row are said of the same one.
            before if goes_on || before == Before::Remark => {
                let of = self.draft.remarks.last().map_or(RemarkOf::Actor, |last| last.of.clone());
                let remark = Remark { of, text };
                if !self.draft.remarks.contains(&remark) {
                    self.draft.remarks.push(remark);
                }
            }
            Before::From if !is_before => self.draft.remarks.push(Remark { of: RemarkOf::Actor, text }),
            _ if is_before => return self.waiting.push(text),
            _ => self.draft.remarks.push(Remark { of: RemarkOf::Actor, text }),
        }
        self.before = Before::Remark;
    }

    /// With `not` before it, if that was said.
    fn turned(&mut self, text: &str) -> String {
        if std::mem::take(&mut self.is_not) { format!("not {text}") } else { text.to_string() }
    }
}
