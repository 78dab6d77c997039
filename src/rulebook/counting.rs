//! What actions and checks share, said once in an `every`: which lines come with what one of them counts as.

use super::error::RulebookError;
use super::merged::Merged;
use super::resolver::Resolver;
use super::says::Says;
use super::*;
use crate::syntax::ast::{self, Body, Entry, EveryEntry};

/// A line of what is shared.
pub(super) type SharedEntry<'e> = &'e Entry<EveryEntry>;

impl<'a> Resolver<'a> {
    /// What each `every` counts as is there, and none counts as itself. Lines of checks are not among those of all
    /// actions of a phase.
    pub(super) fn shared_names(&mut self) {
        let mut next: Vec<Vec<u16>> = Vec::new();
        for (_, _, declaration) in self.whole(Sort::Every) {
            let mut names: Vec<u16> = Vec::new();
            if let Body::Every(every) = &declaration.body {
                for entry in &every.entries {
                    self.of_named_only(every, entry);
                    if let EveryEntry::CountsAs(named) = &entry.node {
                        names.extend(named.iter().filter_map(|name| self.find(Sort::Every, name)));
                    }
                }
            }
            next.push(names);
        }
        for start in 0..next.len() as u16 {
            if let Some(ring) = ring(&next, vec![start])
                && ring.iter().min() == Some(&start)
            {
                let ring: Vec<(Sort, u16)> = ring.into_iter().map(|at| (Sort::Every, at)).collect();
                self.report_cycle(&ring);
            }
        }
    }

    /// What only those can say who go by a name, for others count as it.
    fn of_named_only(&mut self, every: &ast::Every, entry: SharedEntry<'_>) {
        let (Some(within), EveryEntry::Check(_) | EveryEntry::CountsAs(_)) = (&every.within, &entry.node) else {
            return;
        };
        let word = self.sources.slice(entry.span).split_whitespace().next().unwrap_or_default().to_string();
        let error = RulebookError::UnknownWord { word, after: "every action in".to_string() };
        let help = "give it a name, and say of what is meant that it counts as that: `every NAME { … }`";
        let phases = within.phases.first().map_or(entry.span, |phase| phase.span);
        self.report_two(error, (entry.span, "not here"), (phases, "these are all actions of a phase"), help);
    }

    /// The lines that come with a name, with those of what it counts as itself where it says so. Each of these comes
    /// once; which they are is added to `known`.
    pub(super) fn shared(&mut self, name: &ast::Name, known: &mut Vec<u16>) -> Vec<SharedEntry<'a>> {
        let mut lines = Vec::new();
        if let Some(at) = self.find(Sort::Every, name) {
            self.gather_shared(at, known, &mut lines);
        }
        lines
    }

    fn gather_shared(&self, at: u16, known: &mut Vec<u16>, lines: &mut Vec<SharedEntry<'a>>) {
        if known.contains(&at) {
            return;
        }
        known.push(at);
        let merged: &'a Merged<'a> = self.merged;
        let found = self.positions.get(Sort::Every, at).map(|position| &merged.list[position].says);
        let Some(Says::Whole(declaration)) = found else { return };
        let Body::Every(every) = &declaration.body else { return };
        for entry in &every.entries {
            match &entry.node {
                EveryEntry::CountsAs(names) => {
                    let named = names.iter().filter_map(|name| self.book.names.find(Sort::Every, &name.text));
                    named.for_each(|next| self.gather_shared(next, known, lines));
                }
                _ => lines.push(entry),
            }
        }
    }

    /// Reports that what is counted as has nothing to say of whom it is said.
    pub(super) fn says_nothing_of(&mut self, whom: SharedBy, name: &ast::Name) {
        let (entry, label, help) = match whom {
            SharedBy::Action => ("line of actions", "it holds for checks only", OF_ACTIONS),
            SharedBy::Check => ("line of checks", "it holds for actions only", OF_CHECKS),
        };
        let error = RulebookError::MissingEntry { whose: format!("`{}`", name.text), entry };
        self.report(error, name.span, label, help);
    }
}

/// Who counts as something.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum SharedBy {
    Action,
    Check,
}

const OF_ACTIONS: &str = "what an action counts as says `require` or `does`";
const OF_CHECKS: &str = "what a check counts as says `roll`, `at most`, `plus`, `cards`, `impossible` or the like";

/// The first way that leads back to its own beginning.
fn ring(next: &[Vec<u16>], path: Vec<u16>) -> Option<Vec<u16>> {
    let last = *path.last()?;
    for at in &next[usize::from(last)] {
        if Some(at) == path.first() {
            return Some(path);
        }
        if !path.contains(at) {
            let longer = path.iter().copied().chain([*at]).collect();
            if let Some(found) = ring(next, longer) {
                return Some(found);
            }
        }
    }
    None
}
