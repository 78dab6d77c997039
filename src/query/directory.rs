//! Who may be named in a sentence, and what they have.

use super::bound::BoundQuery;
use super::{ParsedQuery, Who};
use crate::play::Rules;
use crate::rulebook::{Rulebook, SheetLine};
use crate::state::State;
use crate::value::{FigureId, ItemId, KindId, SheetId};
use std::sync::Arc;

/// Who may be named, with the names they go by.
#[derive(Clone, Debug, Default)]
pub struct Directory {
    /// Names, those in play before the sheets.
    pub names: Vec<(String, Who)>,
    /// What those in play have, slot by slot.
    held: Vec<(FigureId, Vec<Vec<ItemId>>)>,
    /// Sheets of which several stand on the board, with their names.
    several: Vec<(SheetId, Vec<String>)>,
    /// The fight they are in, and its rules, if what they may do counts.
    fight: Option<(Arc<Rules>, State)>,
}

impl Directory {
    /// Someone alone.
    pub fn only(name: &str, who: Who) -> Directory {
        Directory { names: vec![(name.to_string(), who)], ..Directory::default() }
    }

    /// Everyone in a fight, then the sheets.
    pub fn of(state: &State, book: &Rulebook) -> Directory {
        let placed = state.figure_ids().map(|id| (state.figure(id).name.to_string(), Who::Figure(id)));
        let sheets = Directory::of_sheets(book).names.into_iter().map(|(name, who)| (name, namesake(state, book, who)));
        let names = placed.chain(sheets).collect();
        let items = |things: &Vec<_>| things.iter().map(|thing| state.thing(*thing).item).collect();
        let held = state.figure_ids().map(|id| (id, state.figure(id).slots.iter().map(items).collect())).collect();
        let sheets = (0..book.sheets.len()).map(|at| SheetId(at as u16));
        let placed = |sheet: SheetId| {
            let of_sheet = state.figures.iter().filter(|figure| figure.sheet == Some(sheet) && figure.at.is_some());
            (sheet, of_sheet.map(|figure| figure.name.to_string()).collect::<Vec<String>>())
        };
        let several = sheets.map(placed).filter(|(_, names)| names.len() > 1).collect();
        Directory { names, held, several, fight: None }
    }

    /// Everyone who may be named in a fight, and what they may do there.
    pub fn in_fight(rules: &Arc<Rules>, state: &State) -> Directory {
        Directory { fight: Some((rules.clone(), state.clone())), ..Directory::of(state, &rules.book) }
    }

    /// Whether what is asked meets what its action requires, as far as that can be told.
    pub fn allows(&self, asked: &ParsedQuery) -> bool {
        self.fight.as_ref().is_none_or(|(rules, state)| {
            BoundQuery::new(rules, state, asked).is_ok_and(|posed| posed.is_allowed(rules))
        })
    }

    /// How much of what its action requires is not met because of the thing it is done with.
    pub(super) fn unsuited(&self, asked: &ParsedQuery) -> usize {
        self.fight.as_ref().map_or(0, |(rules, state)| {
            BoundQuery::new(rules, state, asked).map_or(usize::MAX, |posed| posed.unsuited(rules))
        })
    }

    /// Those who stand on the board, where a sheet is that of several of them.
    pub(super) fn of_one_sheet(&self, who: &Who) -> Option<(SheetId, &[String])> {
        let Who::Sheet(sheet) = who else { return None };
        self.several.iter().find(|(one, _)| one == sheet).map(|(sheet, names)| (*sheet, names.as_slice()))
    }

    /// The sheets of a rulebook, by name and title.
    pub fn of_sheets(book: &Rulebook) -> Directory {
        let mut cast = Directory::default();
        for (index, sheet) in book.sheets.iter().enumerate() {
            let who = Who::Sheet(SheetId(index as u16));
            cast.names.push((sheet.head.name.to_string(), who.clone()));
            if sheet.head.title != sheet.head.name {
                cast.names.push((sheet.head.title.to_string(), who));
            }
        }
        cast
    }

    /// Whether somebody has these things in a slot that holds only so many, as a hand does.
    pub fn has_in_hand(&self, book: &Rulebook, who: &Who, items: &[ItemId]) -> bool {
        let Who::Figure(id) = who else { return false };
        let held = self.held.iter().find(|(other, _)| other == id).map_or(&[][..], |(_, held)| held);
        let scarce = held.iter().zip(limited(book)).filter(|(_, is_limited)| *is_limited);
        scarce.into_iter().any(|(slot, _)| items.iter().all(|item| slot.contains(item)))
    }

    /// The different things of a kind in each slot of someone that holds any.
    pub fn things(&self, book: &Rulebook, who: &Who, kind: KindId) -> Vec<Vec<ItemId>> {
        let slots = match who {
            Who::Figure(id) => {
                self.held.iter().find(|(other, _)| other == id).map_or(Vec::new(), |(_, held)| held.clone())
            }
            Who::Sheet(sheet) => slots_of(book, *sheet),
        };
        let of_kind = |items: Vec<ItemId>| {
            let mut some: Vec<ItemId> = Vec::new();
            for item in items {
                if book.items[item.index()].kind == kind && !some.contains(&item) {
                    some.push(item);
                }
            }
            some
        };
        slots.into_iter().map(of_kind).filter(|some| !some.is_empty()).collect()
    }
}

/// The slots that hold only so many things, as a hand does.
fn limited(book: &Rulebook) -> impl Iterator<Item = bool> + '_ {
    book.slots.iter().map(|slot| slot.most.is_some())
}

/// Whoever is in the fight under the name or title of his sheet is meant by both, and so is the only one of the sheet who
/// is on the board: `the lieutenant`.
fn namesake(state: &State, book: &Rulebook, who: Who) -> Who {
    let Who::Sheet(sheet) = who else { return who };
    let head = &book.sheets[sheet.index()].head;
    let of_sheet = || state.figure_ids().filter(|id| state.figure(*id).sheet == Some(sheet));
    let is_named = |id: &FigureId| [&head.name, &head.title].contains(&&state.figure(*id).name);
    let mut on_board = of_sheet().filter(|id| state.figure(*id).at.is_some());
    let only = on_board.next().filter(|_| on_board.next().is_none());
    of_sheet().find(is_named).or(only).map_or(Who::Sheet(sheet), Who::Figure)
}

/// What a sheet puts into the slots, in the order in which the slots are declared.
fn slots_of(book: &Rulebook, sheet: SheetId) -> Vec<Vec<ItemId>> {
    let mut slots: Vec<Vec<ItemId>> = vec![Vec::new(); book.slots.len()];
    for line in &book.sheets[sheet.index()].lines {
        if let SheetLine::Slot(slot, items) = line {
            slots[slot.index()].extend(items.iter().copied());
        }
    }
    slots
}
