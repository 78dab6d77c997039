//! Which readings of options can bear on something. On what packs above say of the packs that come with fray: those were
//! examined under every reading when fray was made, so that a reading which has nothing to do with what is new need not be
//! examined again. And on the odds of a check. What has to do with what is told by names alone: rather too many readings
//! than one too few.

use super::amend::row_name;
use super::hashing::NameHashing;
use super::level::Level;
use super::names::Sort;
use super::options::Choices;
use crate::syntax::ast::{Body, Declaration, EveryEntry, PackDecl, PackEntry, Verb};
use crate::text::{Sources, Span, is_wordly};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A word of names of what is declared, as its place in the list of these.
type WordIndex = usize;

/// Declarations of which others say nothing but their names, by their sort.
pub(super) type Touched = BTreeMap<Sort, BTreeSet<String>>;

/// What one declaration says.
struct Written<'a> {
    /// The declaration.
    declaration: &'a Declaration,
    /// What is declared; none for things and for what has no name.
    sort: Option<Sort>,
    /// Whether it changes nothing of others but by its name.
    is_narrow: bool,
    /// The words of the names that it declares or changes.
    names: Vec<WordIndex>,
    /// The words of names in it.
    words: BTreeSet<WordIndex>,
    /// Those in the conditions of the blocks around it.
    when: Vec<WordIndex>,
    /// Whether its own text says a sentence.
    says: bool,
    /// Whether it stands in a pack that comes with fray.
    is_shipped: bool,
}

/// What all packs of a chain say.
pub(super) struct Bearing<'a> {
    written: Vec<Written<'a>>,
    known: HashMap<&'a str, WordIndex, NameHashing>,
    /// The declarations in which each word stands, or around which.
    mentions: Vec<Vec<usize>>,
    /// Whether the highest pack comes with fray too.
    is_shipped: bool,
}

impl<'a> Bearing<'a> {
    pub(super) fn of(levels: &'a [Level], sources: &'a Sources) -> Bearing<'a> {
        let mut all = Vec::new();
        for level in levels {
            level.declarations().for_each(|one| gather(one, &mut Vec::new(), level.is_shipped, &mut all));
        }
        let mut known = HashMap::default();
        for word in all.iter().flat_map(|one| one.names(sources)) {
            let next = known.len();
            known.entry(word).or_insert(next);
        }
        let written: Vec<Written<'_>> = all.iter().map(|one| one.written(sources, &known)).collect();
        let mut mentions = vec![Vec::new(); known.len()];
        for (at, one) in written.iter().enumerate() {
            one.words.iter().chain(&one.when).for_each(|word| mentions[*word].push(at));
        }
        Bearing { written, known, mentions, is_shipped: levels.last().is_none_or(|top| top.is_shipped) }
    }

    /// Those of all readings under which something new can be wrong or look wrong: the first, which is the packs' own
    /// choice, and those of options that change what the packs above name, or name what these change.
    pub(super) fn on_what_is_new(&self, all: Vec<Choices>) -> Vec<Choices> {
        let own = || self.written.iter().filter(|one| !one.is_shipped);
        if self.is_shipped || !own().all(|one| one.is_narrow) {
            return all;
        }
        let said: BTreeSet<WordIndex> = own().flat_map(|one| one.words.iter().chain(&one.names).copied()).collect();
        let changed = self.with_what_follows(own().flat_map(|one| one.names.iter().copied()).collect());
        let bears = |option: &str| {
            let Some(option) = self.known.get(option).copied() else { return true };
            let asking = || self.asking(option);
            // What checks and actions share is a part of each that counts as it.
            let shared = asking().filter(|one| one.sort == Some(Sort::Every)).flat_map(|one| &one.names);
            let counting = shared.flat_map(|word| &self.mentions[*word]).map(|at| &self.written[*at]);
            let touched = asking().chain(counting).flat_map(|one| one.names.iter().copied());
            let touched = self.with_what_follows(touched.collect());
            said.contains(&option)
                || asking().any(|one| one.may_change_others(option))
                || !touched.is_disjoint(&said)
                || asking().any(|one| !one.words.is_disjoint(&changed))
        };
        let is_kept = |(at, choices): &(usize, Choices)| *at == 0 || choices.0.iter().any(|(option, _)| bears(option));
        all.into_iter().enumerate().filter(is_kept).map(|(_, choices)| choices).collect()
    }

    /// Whether an option changes anything that goes into the odds of a check, given the names of what does. What only
    /// orders, turns and their consequences read does not.
    pub(super) fn on_odds(&self, option: &str, made_of: &BTreeSet<Arc<str>>) -> bool {
        let Some(option) = self.known.get(option).copied() else { return true };
        let made_of: BTreeSet<WordIndex> = made_of.iter().filter_map(|name| self.known.get(&**name).copied()).collect();
        // What is constant stands in those who name it.
        let is_constant = |one: &Written<'_>| matches!(one.sort, Some(Sort::Setting | Sort::Function));
        let constants = self.asking(option).filter(|one| is_constant(one)).flat_map(|one| one.names.iter().copied());
        let constants = self.follow(constants.collect(), is_constant);
        let naming = constants.iter().flat_map(|word| &self.mentions[*word]).map(|at| &self.written[*at]);
        self.asking(option)
            .chain(naming)
            .any(|one| one.may_change_odds(option) || one.names.iter().any(|name| made_of.contains(name)))
    }

    /// Whether something of these names has to do with an option: what asks for it, or what may follow from that.
    pub(super) fn is_met(&self, option: &str, met: &BTreeSet<&str>) -> bool {
        let Some(option) = self.known.get(option).copied() else { return true };
        let is_told =
            |one: &Written<'a>| !matches!(one.sort, Some(Sort::Option | Sort::Test | Sort::Scenario | Sort::Words));
        // What has no name of its own, or shares what it says with all others, is met wherever it stands.
        let is_everywhere = |one: &&Written<'a>| {
            is_told(one)
                && (one.names.is_empty() || matches!(one.sort, Some(Sort::Every | Sort::Reaction | Sort::Turn)))
        };
        let names = self.asking(option).filter(|one| is_told(one)).flat_map(|one| one.names.iter().copied()).collect();
        let follows = self.follow(names, is_told);
        let met: BTreeSet<WordIndex> = met.iter().filter_map(|name| self.known.get(*name).copied()).collect();
        !follows.is_disjoint(&met) || self.asking(option).any(|one| is_everywhere(&one))
    }

    /// What has to be resolved anew under another reading of an option, for the odds of a check that is made of what
    /// these names declare. None if that is more than declarations that others know by their names alone.
    pub(super) fn touched(&self, option: &str, made_of: &BTreeSet<Arc<str>>) -> Option<Touched> {
        let option = self.known.get(option).copied()?;
        let made_of: BTreeSet<WordIndex> = made_of.iter().filter_map(|name| self.known.get(&**name).copied()).collect();
        let is_constant = |one: &Written<'_>| matches!(one.sort, Some(Sort::Setting | Sort::Function));
        let constants = self.asking(option).filter(|one| is_constant(one)).flat_map(|one| one.names.iter().copied());
        let constants = self.follow(constants.collect(), is_constant);
        let naming = constants.iter().flat_map(|word| &self.mentions[*word]).map(|at| &self.written[*at]);
        let (mut touched, mut shared) = (Touched::new(), BTreeSet::new());
        for one in self.asking(option).chain(naming) {
            let is_made_of_it = || one.names.iter().any(|name| made_of.contains(name));
            match one.sort {
                Some(
                    sort @ (Sort::Setting
                    | Sort::Value
                    | Sort::Function
                    | Sort::Table
                    | Sort::Track
                    | Sort::Fact
                    | Sort::Card
                    | Sort::Check),
                ) if !matches!(one.declaration.body, Body::Removed(_)) => {
                    let names = touched.entry(sort).or_default();
                    names.extend(one.declaration.names().map(|name| name.text.clone()));
                }
                // Its lines are a part of each check that counts as it.
                Some(Sort::Every) if is_of_checks(one.declaration) => shared.extend(one.names.iter().copied()),
                // What is only done says nothing of odds, but for what the sentence does itself.
                Some(Sort::Deed | Sort::Action | Sort::Condition | Sort::Reaction | Sort::Every)
                    if !is_made_of_it() => {}
                Some(Sort::Option | Sort::Test | Sort::Scenario | Sort::Words | Sort::Turn) => {}
                _ => return None,
            }
        }
        let shared = self.follow(shared, |one| one.sort == Some(Sort::Every));
        let counting = shared.iter().flat_map(|word| &self.mentions[*word]).map(|at| &self.written[*at]);
        for check in counting.filter(|one| one.sort == Some(Sort::Check)) {
            let names = check.declaration.names().map(|name| name.text.clone());
            touched.entry(Sort::Check).or_default().extend(names);
        }
        if touched.contains_key(&Sort::Check) {
            let every = self.written.iter().filter(|one| one.sort == Some(Sort::Every));
            let named = every.filter_map(|one| one.declaration.name.as_ref()).map(|name| name.text.clone());
            touched.insert(Sort::Every, named.collect());
        }
        Some(touched)
    }

    /// What stands in blocks of an option, or names it.
    fn asking(&self, option: WordIndex) -> impl Iterator<Item = &Written<'a>> {
        let all = self.mentions[option].iter().map(|at| &self.written[*at]);
        all.filter(|one| one.sort != Some(Sort::Option))
    }

    /// Names with those whose type or constant may follow from them.
    fn with_what_follows(&self, names: BTreeSet<WordIndex>) -> BTreeSet<WordIndex> {
        self.follow(names, |one| {
            let sorts = [Sort::Value, Sort::Function, Sort::Setting, Sort::Fact, Sort::Table, Sort::Deed];
            one.sort.is_some_and(|sort| sorts.contains(&sort))
        })
    }

    /// Words with the names of whatever says one of them, as far as that is followed, and so on.
    fn follow(
        &self,
        mut words: BTreeSet<WordIndex>,
        is_followed: impl Fn(&Written<'a>) -> bool,
    ) -> BTreeSet<WordIndex> {
        let mut next: Vec<WordIndex> = words.iter().copied().collect();
        while let Some(word) = next.pop() {
            let naming = self.mentions[word].iter().map(|at| &self.written[*at]);
            for name in naming.filter(|one| is_followed(one)).flat_map(|one| &one.names) {
                if words.insert(*name) {
                    next.push(*name);
                }
            }
        }
        words
    }
}

impl Written<'_> {
    /// Whether a reading of an option that it asks for may change what others mean, even those that do not name it.
    fn may_change_others(&self, option: WordIndex) -> bool {
        let has_lines =
            matches!(self.sort, Some(Sort::Track | Sort::Turn | Sort::Every | Sort::Reaction | Sort::Words));
        !self.is_narrow && (self.when.contains(&option) || !has_lines)
    }

    /// Whether a reading of an option that it asks for may change the odds of checks that are not made of it: by what
    /// stands on sheets, or by what sentences say.
    fn may_change_odds(&self, option: WordIndex) -> bool {
        let is_switched = self.when.contains(&option);
        match self.sort {
            Some(Sort::Card | Sort::Table | Sort::Setting | Sort::Function) => false,
            Some(Sort::Option | Sort::Test | Sort::Scenario) => false,
            Some(Sort::Check) => is_switched && self.says,
            Some(Sort::Fact | Sort::Value | Sort::Deed | Sort::Action | Sort::Condition) => is_switched,
            Some(Sort::Reaction | Sort::Every) => is_switched,
            _ => true,
        }
    }
}

/// A declaration outside of blocks, with the conditions of those around it.
struct Standing<'a> {
    declaration: &'a Declaration,
    when: Vec<Span>,
    is_shipped: bool,
}

fn gather<'a>(declaration: &'a Declaration, when: &mut Vec<Span>, is_shipped: bool, all: &mut Vec<Standing<'a>>) {
    match &declaration.body {
        Body::When(condition, inner) => {
            when.push(condition.span);
            inner.iter().for_each(|one| gather(one, when, is_shipped, all));
            when.pop();
        }
        Body::Pack(pack) if is_plain(pack) => {}
        _ => all.push(Standing { declaration, when: when.clone(), is_shipped }),
    }
}

impl<'a> Standing<'a> {
    fn names<'s: 'a>(&self, sources: &'s Sources) -> Vec<&'a str> {
        let mut names: Vec<&str> = self.declaration.names().flat_map(|name| words(&name.text)).collect();
        if let Body::Things(things) = &self.declaration.body {
            let rows = things.grid.rows.iter().filter_map(row_name);
            names.extend(rows.flat_map(|name| words(sources.slice(name.span))));
        }
        names
    }

    fn written<'s: 'a>(&self, sources: &'s Sources, known: &HashMap<&'a str, WordIndex, NameHashing>) -> Written<'a> {
        let declaration = self.declaration;
        let named = |text: &'s str| words(text).filter_map(|word| known.get(word).copied());
        let sort = match &declaration.body {
            Body::Function(_) => Some(Sort::Function),
            _ => Sort::of_keyword(&declaration.keyword.text),
        };
        // What people call things is the same under every reading, but within a block of one.
        let is_of_no_reading = sort == Some(Sort::Words) && self.is_shipped && self.when.is_empty();
        let text = if is_of_no_reading { "" } else { sources.slice(declaration.span) };
        Written {
            declaration,
            sort,
            is_narrow: is_narrow(declaration),
            names: self.names(sources).into_iter().filter_map(|word| known.get(word).copied()).collect(),
            words: named(text).collect(),
            when: self.when.iter().flat_map(|span| named(sources.slice(*span))).collect(),
            says: words(text).any(|word| word == "says"),
            is_shipped: self.is_shipped,
        }
    }
}

/// Whether a declaration changes nothing of others but by its name.
fn is_narrow(declaration: &Declaration) -> bool {
    let is_by_name = matches!(
        &declaration.body,
        Body::Card(_)
            | Body::Check(_)
            | Body::Fact(_)
            | Body::Value(_)
            | Body::Function(_)
            | Body::Table(_)
            | Body::Setting(_)
            | Body::Option(_)
            | Body::Condition(_)
            | Body::Deed(_)
            | Body::Action(_)
            | Body::Figure(_)
            | Body::Scenario(_)
            | Body::Test(_)
            | Body::Things(_)
            | Body::Thing(_)
    );
    // What is new under its name is known to nobody but by that; in place of another it has a part in more.
    let is_new = declaration.verb == Verb::Plain
        && matches!(
            &declaration.body,
            Body::Attribute(_)
                | Body::Track(_)
                | Body::State(_)
                | Body::Slot(_)
                | Body::Relation(_)
                | Body::Question(_)
                | Body::Reaction(_)
                | Body::Symbols(_)
                | Body::Map(_)
        );
    is_new || declaration.verb != Verb::Remove && is_by_name
}

/// Whether checks share its lines.
fn is_of_checks(declaration: &Declaration) -> bool {
    let Body::Every(every) = &declaration.body else { return false };
    every.entries.iter().any(|entry| matches!(entry.node, EveryEntry::Check(_)))
}

/// Whether a pack says only where it is from.
fn is_plain(pack: &PackDecl) -> bool {
    let is_told =
        |entry: &PackEntry| matches!(entry, PackEntry::Source(_) | PackEntry::License(_) | PackEntry::Note(_));
    pack.entries.iter().all(|entry| is_told(&entry.node))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_wordly(letter)).filter(|word| !word.is_empty())
}
