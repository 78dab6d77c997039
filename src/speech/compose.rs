//! A draft as a sentence that the prompt reads: its parts in the places of a declared pattern, then clauses.

use super::attempts::LEFT_OUT;
use super::candidate::chosen_things;
use super::draft::{Draft, Remark, RemarkOf, Spoken};
use super::listener::Listener;
use super::little::{ARTICLES, GLUE, Leading};
use crate::query::{About, Who};
use crate::rulebook::{Sentence, SentencePart, Type};
use crate::value::{ActionId, FactId, ItemId, KindId, Number, SetId};
use std::collections::BTreeSet;

/// Before whoever has what stands before it.
const OF: &str = "of";

/// A sentence, and how much of it went without saying.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Composed {
    /// The sentence.
    pub text: String,
    /// What was not said.
    pub guessed: usize,
    /// How far from the hand lies what was guessed.
    pub far: usize,
    /// What is said of somebody of whom it does not count.
    pub asides: Vec<String>,
}

/// The sentences that say what a draft says, each with one of the things at hand, of a kind of which none was named.
pub(super) fn compose_with_each(listener: &Listener<'_>, draft: &Draft) -> Vec<Composed> {
    let holder = draft.actor.clone().or_else(|| listener.actor_beside(&draft.others));
    let Some((_, who)) = holder else { return Vec::new() };
    let is_named = |kind: &KindId| draft.things.iter().any(|spoken| spoken.is_of(listener.book(), *kind));
    let kinds = (0..listener.book().kinds.len()).map(|at| KindId(at as u16)).filter(|kind| !is_named(kind));
    let items = kinds.filter_map(|kind| listener.has(&who, kind).into_iter().next());
    let with = |item| {
        let things = draft.things.iter().cloned().chain([Spoken::Items(vec![item])]).collect();
        Draft { things, ..draft.clone() }
    };
    // Of what is in hand nothing lies nearer than the rest.
    let mut far = 0;
    let each = items.flat_map(|items| {
        let step = usize::from(!listener.has_in_hand(&who, &items));
        let first = far;
        far += if step == 0 { 1 } else { items.len() };
        items.into_iter().enumerate().map(move |(nth, item)| (first + nth * step, item)).collect::<Vec<_>>()
    });
    let each = each.flat_map(|(far, item)| {
        let all = compose(listener, &with(item)).into_iter();
        // What needs no name lies nearer than its name.
        all.map(move |one| Composed { far: one.far + far + 2, ..one })
    });
    each.collect()
}

/// The sentences that say what a draft says of a thing that somebody else has, where the deed has no place for it: by the
/// actions that roll the same and have one, `strikes at THING of SOMEBODY`.
pub(super) fn compose_to_thing(listener: &Listener<'_>, draft: &Draft) -> Vec<Composed> {
    let Some((About::Action(id), with)) = &draft.deed else { return Vec::new() };
    if !draft.things.iter().any(|thing| matches!(thing, Spoken::Of(..))) {
        return Vec::new();
    }
    let book = listener.book();
    let check = book.actions[id.index()].check;
    let is_of_thing = |sentence: &Sentence| {
        let mut places = sentence.parts.windows(3);
        places.any(|three| matches!(three, [SentencePart::Fact(_), SentencePart::Word(of), SentencePart::Fact(_)] if **of == *OF))
    };
    let others = (0..book.actions.len()).filter(|at| *at != id.index()).filter(|at| {
        let action = &book.actions[*at];
        check.is_some() && action.check == check && action.says.iter().any(is_of_thing)
    });
    let as_other = |at: usize| {
        let deed = Some((About::Action(ActionId(at as u16)), with.clone()));
        compose(listener, &Draft { deed, ..draft.clone() })
    };
    others.flat_map(as_other).collect()
}

/// The sentences that say what a draft says.
pub(super) fn compose(listener: &Listener<'_>, draft: &Draft) -> Vec<Composed> {
    let Some((about, with)) = draft.deed.as_ref().filter(|_| !draft.is_open && !draft.is_denied) else {
        return Vec::new();
    };
    let book = listener.book();
    let says: &[Sentence] = match about {
        About::Action(id) => &book.actions[id.index()].says,
        About::Check(id) => &book.checks[id.index()].says,
        About::Quantity(_) => return Vec::new(),
    };
    let mut all: Vec<Composed> = Vec::new();
    for sentence in says {
        for things in chosen_things(listener, draft) {
            let composing = Composing {
                listener,
                about: *about,
                left: draft.clone(),
                with: Vec::new(),
                far: 0,
                taken: Vec::new(),
                guessed: things.iter().filter(|one| !one.is_near).count(),
                of_others: things.iter().filter(|one| one.is_others).map(|one| one.item).collect(),
                others: things.iter().filter(|one| one.is_others).map(|one| one.item).collect(),
                far_off: things.iter().filter(|one| !one.is_near).map(|one| one.item).collect(),
                unused: Vec::new(),
                things: things.into_iter().filter(|one| !one.is_others).map(|one| one.item).collect(),
                roles: Vec::new(),
                is_at_edge: false,
            };
            if let Some(composed) = composing.sentence(sentence, with)
                && all.iter().all(|known| known.text != composed.text)
            {
                all.push(composed);
            }
        }
    }
    all
}

/// Whether a word only holds others together.
fn is_of_glue(word: &str) -> bool {
    GLUE.contains(&word) || ARTICLES.contains(&word)
}

pub(super) struct Composing<'a> {
    pub(super) listener: &'a Listener<'a>,
    about: About,
    /// What has yet to find its place.
    pub(super) left: Draft,
    things: Vec<ItemId>,
    /// Things of somebody else.
    others: Vec<ItemId>,
    /// All that belong to the other, those that have found their place among them.
    of_others: Vec<ItemId>,
    /// Those that whoever should have them has not.
    far_off: Vec<ItemId>,
    /// What he has and the deed has no place for.
    unused: Vec<ItemId>,
    /// What goes without saying.
    with: Vec<String>,
    guessed: usize,
    pub(super) far: usize,
    /// Things at hand that stand in places for which none was named.
    pub(super) taken: Vec<ItemId>,
    /// Who stands in which place.
    pub(super) roles: Vec<(FactId, Who)>,
    /// Whether the map ends before a way that was said does.
    is_at_edge: bool,
}

impl Composing<'_> {
    fn sentence(mut self, sentence: &Sentence, with: &[String]) -> Option<Composed> {
        let mut words: Vec<String> = Vec::new();
        let (with_thing, rest): (Vec<&String>, Vec<&String>) = with.iter().partition(|text| text.starts_with("with "));
        let mut own = with_thing.first().map(|text| text.trim_start_matches("with ").to_string());
        self.with = rest.into_iter().cloned().collect();
        for (at, part) in sentence.parts.iter().enumerate() {
            match part {
                SentencePart::Word(word) => words.push(word.to_string()),
                SentencePart::Fact(fact) => match self.placed(*fact, &sentence.parts[at + 1..], &mut own) {
                    Some(text) => words.push(text),
                    None if at > 0 && self.may_end(&sentence.parts[at..]) => {
                        if self.is_another(*fact)
                            && let Some(text) = self.only_thing(*fact, &sentence.parts[at..])
                        {
                            words.push(text);
                            continue;
                        }
                        // The words before what is not said go with it.
                        let back = sentence.parts[..at].iter().rev();
                        let is_little =
                            |part: &&SentencePart| matches!(part, SentencePart::Word(word) if is_of_glue(word));
                        let behind = back.take_while(is_little).count();
                        let is_verb = behind + 1 >= at;
                        words.truncate(words.len() - if is_verb { 0 } else { behind });
                        match self.is_only_a_thing(&sentence.parts[at..]) {
                            true => self.far += 1,
                            false => self.guessed += 1,
                        }
                        break;
                    }
                    None => words.push(self.only_thing(*fact, &sentence.parts[at..])?),
                },
            }
        }
        let own = own.filter(|_| self.things.is_empty());
        let way_to_other = self.way_to_other();
        let is_left = own.is_some() || !self.others.is_empty();
        if is_left || self.left.leading.is_some() || !self.left.others.is_empty() || !self.left.numbers.is_empty() {
            return None;
        }
        let mut clauses = std::mem::take(&mut self.with);
        clauses.append(&mut self.left.clauses);
        clauses.extend(way_to_other);
        self.more(&mut clauses)?;
        let asides = self.asides(&mut clauses);
        // Who says in two ways how something is says it once; what is added twice is added twice.
        let mut known = BTreeSet::new();
        clauses.retain(|clause| clause.contains(['+', '-']) || known.insert(clause.clone()));
        let text = std::iter::once(words.join(" ")).chain(clauses).collect::<Vec<String>>().join(", ");
        self.unused.retain(|item| !self.listener.is_done_with(&text, *item));
        let notes = self.notes();
        let guessed = self.guessed + asides.len() + self.unused.len();
        Some(Composed { text, guessed, far: self.far, asides: asides.into_iter().chain(notes).collect() })
    }

    /// What is told of the things that were named: what he has not, and what the deed has no place for.
    fn notes(&self) -> Vec<String> {
        let name = |item: &ItemId| &self.listener.book().items[item.index()].head.name;
        let far_off = self.far_off.iter().map(|item| {
            // A thing of the other is missed by him.
            let role = usize::from(self.of_others.contains(item));
            let who = self.roles.get(role).map(|(_, who)| who);
            let owner = who.and_then(|who| self.listener.name_of(who)).unwrap_or_default();
            let kind = self.listener.book().items[item.index()].kind;
            let held = who.map_or_else(Vec::new, |who| self.listener.has(who, kind));
            let held: Vec<&str> = held.iter().flatten().map(|item| &**name(item)).collect();
            match held.is_empty() {
                true => format!("{owner} has no {}", name(item)),
                false => format!("{owner} has no {}, only {}", name(item), held.join(", ")),
            }
        });
        let unused = self.unused.iter().map(|item| format!("{LEFT_OUT}: with {}", name(item)));
        let edge = self.is_at_edge.then(|| "no farther: there the map ends".to_string());
        far_off.chain(unused).chain(edge).collect()
    }

    /// What stands in the place of a fact, before what stands behind it.
    fn placed(&mut self, fact: FactId, behind: &[SentencePart], own: &mut Option<String>) -> Option<String> {
        self.of_other(fact, behind).or_else(|| self.value(fact, own))
    }

    /// A thing of somebody else, where the pattern says whose it is.
    fn of_other(&mut self, fact: FactId, behind: &[SentencePart]) -> Option<String> {
        let kind = self.kind_of(fact)?;
        let [SentencePart::Word(of), SentencePart::Fact(_), ..] = behind else { return None };
        let at = self.others.iter().position(|item| self.listener.book().items[item.index()].kind == kind)?;
        (**of == *OF).then(|| self.listener.book().items[self.others.remove(at).index()].head.name.to_string())
    }

    /// The way towards somebody who was named, if the action takes a way and has no other place for him.
    fn way_to_other(&mut self) -> Option<String> {
        let About::Action(id) = self.about else { return None };
        let book = self.listener.book();
        let is_way = |fact: &&FactId| match book.facts[fact.index()].r#type.bare() {
            Type::List(inner) => matches!(inner.bare(), Type::Cell),
            _ => false,
        };
        let fact = book.actions[id.index()].takes.iter().find(is_way)?;
        // `shoots Bob and Cid`: nobody goes to whoever is only named besides.
        let leads = self.left.leading.is_some() || self.roles.len() < 2 && !self.left.others.is_empty();
        if !leads || !self.left.spots.is_empty() {
            return None;
        }
        Some(format!("{} {}", book.facts[fact.index()].head.name, self.way()?))
    }

    /// Whether of what is missing one thing is all that has to be guessed.
    fn is_only_a_thing(&self, rest: &[SentencePart]) -> bool {
        let mut facts = rest.iter().filter_map(|part| match part {
            SentencePart::Fact(fact) => Some(*fact),
            SentencePart::Word(_) => None,
        });
        let is_thing = |fact: FactId| matches!(self.listener.book().facts[fact.index()].r#type.bare(), Type::Thing(_));
        facts.next().is_some_and(is_thing) && facts.next().is_none()
    }

    /// Whether only a thing, or what has a value by itself, is missing.
    fn may_end(&self, rest: &[SentencePart]) -> bool {
        let book = self.listener.book();
        let facts: Vec<FactId> = rest
            .iter()
            .filter_map(|part| match part {
                SentencePart::Fact(fact) => Some(*fact),
                SentencePart::Word(_) => None,
            })
            .collect();
        match facts.as_slice() {
            [only] => {
                let fact = &book.facts[only.index()];
                matches!(fact.r#type.bare(), Type::Thing(_)) || fact.default.is_some() || fact.from.is_some()
            }
            facts => facts.iter().all(|fact| {
                let fact = &book.facts[fact.index()];
                fact.default.is_some() || fact.from.is_some()
            }),
        }
    }

    /// What stands in the place of a fact.
    fn value(&mut self, fact: FactId, own: &mut Option<String>) -> Option<String> {
        let book = self.listener.book();
        let begins = format!("{} ", book.facts[fact.index()].head.name);
        for clauses in [&mut self.with, &mut self.left.clauses] {
            if let Some(at) = clauses.iter().position(|clause| clause.starts_with(&begins)) {
                return Some(clauses.remove(at)[begins.len()..].to_string());
            }
        }
        match book.facts[fact.index()].r#type.bare() {
            Type::Figure => self.figure(fact),
            Type::Thing(kind) => {
                let of_kind = |item: &ItemId| book.items[item.index()].kind == *kind;
                match self.things.iter().position(of_kind) {
                    Some(at) => Some(book.items[self.things.remove(at).index()].head.name.to_string()),
                    None => own.take(),
                }
            }
            Type::Cell => self.spot(),
            Type::List(inner) if matches!(inner.bare(), Type::Cell) && self.has_another_way(fact) => self.area(),
            Type::List(inner) if matches!(inner.bare(), Type::Cell) => self.way(),
            Type::Number(_) => (!self.left.numbers.is_empty()).then(|| self.left.numbers.remove(0)),
            Type::Symbol(set) => self.symbol(fact, *set),
            _ => None,
        }
    }

    /// A place that was said, or where somebody stands who was named; who goes there stops beside him.
    fn spot(&mut self) -> Option<String> {
        if let Some(spot) = self.left.spots.first().cloned() {
            self.left.spots.remove(0);
            let actor = &self.roles.first()?.1;
            return if spot.contains(',') { Some(spot) } else { self.listener.stepped(actor, &spot) };
        }
        if self.left.leading.is_some() || !self.is_thrown() {
            return self.end_of_way();
        }
        let cell = self.left.others.first().and_then(|(_, who)| self.listener.cell_of(who))?;
        self.left.others.remove(0);
        Some(cell)
    }

    /// Whether something goes to a place rather than the one who acts.
    fn is_thrown(&self) -> bool {
        let About::Action(id) = self.about else { return true };
        let book = self.listener.book();
        let is_thing = |fact: &FactId| matches!(book.facts[fact.index()].r#type.bare(), Type::Thing(_));
        book.actions[id.index()].takes.iter().any(is_thing)
    }

    /// A way that was said, or the one towards somebody who was named or away from him.
    fn way(&mut self) -> Option<String> {
        if self.left.spots.is_empty() {
            return self.end_of_way().map(|cell| format!("to {cell}"));
        }
        let spot = self.left.spots.remove(0);
        Some(if spot.contains(',') { format!("to {spot}") } else { spot })
    }

    /// Whether beside a place for cells the action takes a way: then they are none.
    fn has_another_way(&self, fact: FactId) -> bool {
        let About::Action(id) = self.about else { return false };
        let book = self.listener.book();
        let is_way = |other: &FactId| match book.facts[other.index()].r#type.bare() {
            Type::List(inner) => matches!(inner.bare(), Type::Cell),
            _ => false,
        };
        book.actions[id.index()].takes.iter().any(|other| *other != fact && is_way(other))
    }

    /// A cell that was said and to which no way leads, else the way that was said.
    fn area(&mut self) -> Option<String> {
        match self.left.spots.first().is_some_and(|spot| spot.contains(',')) {
            true => Some(self.left.spots.remove(0)),
            false => self.way(),
        }
    }

    /// Where a way ends that leads towards somebody or away from him.
    fn end_of_way(&mut self) -> Option<String> {
        let (_, actor) = self.roles.first()?;
        let far = self.far();
        let number = far.as_ref().map(|(text, _)| text.parse::<i64>()).transpose().ok()?.map(Number::from);
        let whole = number.unwrap_or(Number::ONE);
        let ahead = || (self.left.leading == Some(Leading::Ahead)).then(|| self.listener.ahead(actor, whole)).flatten();
        if let Some((cell, is_short)) = ahead().filter(|_| self.left.others.is_empty()) {
            self.is_at_edge |= is_short;
            return Some(self.ending_at(cell, far));
        }
        let nearest = || self.left.leading.and_then(|_| self.listener.nearest_foe(actor));
        // `tackles Bob`: whom it is done to.
        let target =
            self.roles.get(1).map(|(_, who)| who.clone()).filter(|_| self.left.leading == Some(Leading::Toward));
        let to_target = self.left.others.is_empty() && target.is_some();
        let other = self.left.others.first().map(|(_, who)| who.clone()).or(target);
        let other = other.or_else(|| nearest().map(|(_, who)| who))?;
        let cell = match self.left.leading {
            Some(Leading::Away) => {
                let (cell, is_short) = self.listener.away(actor, &other, whole)?;
                self.is_at_edge |= is_short;
                cell
            }
            // A step is one cell long.
            Some(Leading::Toward | Leading::Ahead) if self.left.others.is_empty() && !to_target => {
                self.listener.towards(actor, &other, Some(whole))?
            }
            _ => self.listener.towards(actor, &other, number)?,
        };
        if !self.left.others.is_empty() {
            self.left.others.remove(0);
        }
        Some(self.ending_at(cell, far))
    }

    /// The cell of a way, with what said of it how far it leads taken away.
    fn ending_at(&mut self, cell: String, far: Option<(String, Option<usize>)>) -> String {
        self.left.leading = None;
        match far {
            Some((_, Some(at))) => drop(self.left.clauses.remove(at)),
            _ => self.left.numbers.clear(),
        }
        cell
    }

    /// How far somebody goes: a number, or one that would be said of something that the board knows; which clause it is.
    fn far(&self) -> Option<(String, Option<usize>)> {
        if let Some(number) = self.left.numbers.first() {
            return Some((number.clone(), None));
        }
        let book = self.listener.book();
        let found = |clause: &String| {
            let (name, number) = clause.split_once(' ')?;
            let fact = book.facts.iter().find(|fact| *fact.head.name == *name)?;
            let is_found = fact.from.is_some() && matches!(fact.r#type.bare(), Type::Number(_));
            is_found.then(|| number.split(' ').next().unwrap_or(number).to_string())
        };
        self.left.clauses.iter().enumerate().find_map(|(at, clause)| Some((found(clause)?, Some(at))))
    }

    fn figure(&mut self, fact: FactId) -> Option<String> {
        let by = match self.about {
            About::Action(id) => Some(self.listener.book().actions[id.index()].by),
            _ => None,
        };
        let is_actor = by.map_or(self.roles.is_empty(), |by| by == fact);
        let (name, who) = if is_actor {
            match self.left.actor.take() {
                Some(actor) => actor,
                None => {
                    self.guessed += 1;
                    self.listener.actor_beside(&self.left.others)?
                }
            }
        } else if self.left.others.is_empty() {
            self.guessed += 1;
            let actor = self.roles.first().map(|(_, who)| who.clone())?;
            match self.left.is_on_himself {
                true => (self.listener.name_of(&actor)?, actor),
                false => self.listener.target_of(&actor)?,
            }
        } else {
            self.left.others.remove(0)
        };
        self.roles.push((fact, who));
        Some(name)
    }

    /// A word of a set: a value, or how somebody is to be.
    fn symbol(&mut self, fact: FactId, set: SetId) -> Option<String> {
        let words = &self.listener.book().sets[set.index()].words;
        if let Some(at) = self.left.values.iter().position(|(other, _)| *other == fact) {
            return Some(self.left.values.remove(at).1);
        }
        let is_one = |text: &str| words.iter().any(|word| *word.name == *text);
        let at = self.left.remarks.iter().position(|remark| remark.of == RemarkOf::Actor && is_one(&remark.text))?;
        Some(self.left.remarks.remove(at).text)
    }

    /// What the pattern has no place for, as clauses; none if something cannot be said.
    fn more(&mut self, clauses: &mut Vec<String>) -> Option<()> {
        let book = self.listener.book();
        let name = |fact: FactId| &*book.facts[fact.index()].head.name;
        clauses.extend(self.left.values.iter().map(|(fact, word)| format!("{} {word}", name(*fact))));
        let takes: &[FactId] = match self.about {
            About::Action(id) => &book.actions[id.index()].takes,
            _ => &[],
        };
        for id in std::mem::take(&mut self.things) {
            let item = &book.items[id.index()];
            let is_of = |fact: &&FactId| *book.facts[fact.index()].r#type.bare() == Type::Thing(item.kind);
            match takes.iter().find(is_of) {
                Some(fact) => clauses.push(format!("{} {}", name(*fact), item.head.name)),
                // With what he has in hand it is done anyway, where nothing else is done anything with.
                None if self.is_rolled_without_things(takes) && self.is_wielded(id) => self.unused.push(id),
                None => return None,
            }
        }
        while !self.left.spots.is_empty() {
            let ways = |fact: &&FactId| matches!(book.facts[fact.index()].r#type.bare(), Type::List(_));
            let fact = takes.iter().find(ways)?;
            let way = self.way()?;
            clauses.push(format!("{} {way}", name(*fact)));
        }
        for remark in &self.left.remarks {
            clauses.push(self.remark(remark));
        }
        Some(())
    }

    /// Whether something is rolled for the action, and no thing is named in it.
    fn is_rolled_without_things(&self, takes: &[FactId]) -> bool {
        let About::Action(id) = self.about else { return false };
        let is_rolled = self.listener.book().actions[id.index()].check.is_some();
        is_rolled && takes.iter().all(|fact| self.kind_of(*fact).is_none())
    }

    /// Whether the one who acts has a thing in hand.
    fn is_wielded(&self, item: ItemId) -> bool {
        self.roles.first().is_some_and(|(_, who)| self.listener.has_in_hand(who, &[item]))
    }

    /// Clauses of those in the places for which they count; what is said of others is told.
    fn asides(&self, clauses: &mut Vec<String>) -> Vec<String> {
        let left_out = self.left.left_out.join(", ");
        let told = || format!("{LEFT_OUT}: {left_out}");
        let mut asides: Vec<String> = (!left_out.is_empty()).then(told).into_iter().collect();
        for (clause, role) in &self.left.owned {
            let place = match &clause.of {
                RemarkOf::Role(fact) => Some(*fact),
                RemarkOf::Actor => self.roles.first().map(|(fact, _)| *fact),
                RemarkOf::Named(_, who) => self.roles.iter().find(|(_, other)| other == who).map(|(fact, _)| *fact),
            };
            if place == Some(*role) {
                clauses.push(clause.text.clone());
                continue;
            }
            let name = match &clause.of {
                RemarkOf::Named(name, _) => Some(name.clone()),
                _ => self.roles.first().and_then(|(_, who)| self.listener.name_of(who)),
            };
            let name = name.unwrap_or_default();
            asides.push(idle_of(&name, &clause.text));
        }
        asides
    }

    fn remark(&self, remark: &Remark) -> String {
        let book = self.listener.book();
        let role = |fact: FactId| book.facts[fact.index()].head.name.to_string();
        let of = match &remark.of {
            RemarkOf::Role(fact) => role(*fact),
            RemarkOf::Named(name, who) => {
                let place = self.roles.iter().find(|(_, other)| other == who);
                place.map_or_else(|| name.clone(), |(fact, _)| role(*fact))
            }
            RemarkOf::Actor => self.roles.first().map_or_else(String::new, |(fact, _)| role(*fact)),
        };
        match remark.text.strip_prefix("not ") {
            Some(text) => format!("{of} not {text}"),
            None => format!("{of} {}", remark.text),
        }
    }
}

/// The remark on what was said of somebody of whom it does not count.
pub(super) fn idle_of(name: &str, clause: &str) -> String {
    format!("said of {name}, it changes nothing here: {clause}")
}
