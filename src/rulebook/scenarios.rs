//! Scenarios: sides, placements, victory; and the names in tests.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::Resolver;
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, Body, Entry, OwnerDecl, ScenarioEntry, SideEntry, StepNode};
use crate::value::{Board, FigureId, MapId, Number, OptionId, Position, SheetId, SideId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How long a fight goes that sets no limit.
pub(super) const DEFAULT_LIMIT: u32 = 100;
/// How long a fight may go.
const MOST_TURNS: i64 = 100_000;
/// How many figures may stand in one scenario.
const MOST_FIGURES: usize = 1_000;
/// How many places of a rectangle are looked at for a group.
const MOST_PLACES: usize = 100_000;
/// Hundredths, the step of places on open ground.
const HUNDREDTHS: i64 = 100;

/// A placement whose name is not yet settled.
struct PlacementDraft {
    placement: Placement,
    called: Option<ast::TextDecl>,
}

impl Resolver<'_> {
    /// Every scenario.
    pub(super) fn scenarios(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Scenario) {
            if let Body::Scenario(entries) = &declaration.body {
                self.scenario(usize::from(at), entries);
            }
        }
    }

    fn scenario(&mut self, at: usize, entries: &[Entry<ScenarioEntry>]) {
        for entry in entries {
            match &entry.node {
                ScenarioEntry::Map(name) => {
                    self.book.scenarios[at].map = self.find(Sort::Map, name).map(MapId);
                }
                ScenarioEntry::With(option, reading) => {
                    let found = self.with(option, reading.as_ref());
                    self.book.scenarios[at].with.extend(found);
                }
                ScenarioEntry::Limit(limit) => {
                    let value = self.value(limit, &Type::NUMBER, None, "the limit of turns");
                    let turns = value.and_then(|value| value.as_number()).and_then(Number::as_int);
                    match turns.filter(|turns| (1..=MOST_TURNS).contains(turns)) {
                        Some(turns) => self.book.scenarios[at].limit = turns as u32,
                        None => {
                            let expected = format!("1 to {MOST_TURNS} turns");
                            let found = turns.map_or("none".to_string(), |turns| turns.to_string());
                            let error = RulebookError::WrongType { expected, found };
                            self.report(error, limit.span, "not a number of turns", "write a whole number of turns");
                        }
                    }
                }
                ScenarioEntry::Start(name) => self.book.scenarios[at].start = self.script(name),
                ScenarioEntry::StartDoes(lines) => {
                    self.book.scenarios[at].does = self.done(lines, &mut Hand::of_nobody());
                }
                ScenarioEntry::LastStanding => self.book.scenarios[at].last_standing = true,
                ScenarioEntry::Side(_) | ScenarioEntry::WinsWhen(..) | ScenarioEntry::Note(_) => {}
            }
        }
        self.sides(at, entries);
        self.wins(at, entries);
    }

    /// `with OPTION = READING`
    fn with(&mut self, option: &ast::Name, reading: Option<&ast::Name>) -> Option<(OptionId, Option<Arc<str>>)> {
        let id = OptionId(self.find_unused(Sort::Option, option)?);
        let rule = &self.book.options[id.index()];
        match (rule.readings, reading) {
            (None, None) => Some((id, None)),
            (None, Some(word)) => {
                self.word(word, &format!("{} =", option.text), &[("on", ()), ("off", ())])?;
                Some((id, Some(word.text.as_str().into())))
            }
            (Some(set), Some(word)) if self.book.symbol_in(set, &word.text).is_some() => {
                Some((id, Some(word.text.as_str().into())))
            }
            (Some(set), Some(word)) => {
                self.unknown_in_set(set, word);
                None
            }
            (Some(set), None) => {
                let words: Vec<&str> = self.book.sets[set.index()].words.iter().map(|word| &*word.name).collect();
                let help = format!("say which reading: `{} = {}`", option.text, words.join("` or `= "));
                let error =
                    RulebookError::MissingEntry { whose: format!("option `{}`", option.text), entry: "reading" };
                self.report(error, option.span, "this option has readings", help);
                None
            }
        }
    }

    fn sides(&mut self, at: usize, entries: &[Entry<ScenarioEntry>]) {
        let map = self.book.scenarios[at].map;
        let mut drafts: Vec<Vec<PlacementDraft>> = Vec::new();
        for entry in entries {
            let ScenarioEntry::Side(side) = &entry.node else { continue };
            let known = &self.book.scenarios[at].sides;
            if let Some(first) = known.iter().find(|known| *known.head.name == *side.name.text) {
                let first = first.head.span;
                let error = RulebookError::DuplicateName { sort: "side".to_string(), name: side.name.text.clone() };
                self.report_two(error, (side.name.span, "again"), (first, "first here"), "choose another name");
            }
            let head = self.head(&side.name, &side.notes);
            let plays = side.plays.as_ref().and_then(|name| self.script(name));
            let mut lines = Vec::new();
            let mut figures = Vec::new();
            for entry in &side.entries {
                match &entry.node {
                    SideEntry::Set(name, value) => {
                        let property =
                            ast::Property { name: name.clone(), values: vec![value.clone()], cites: Vec::new() };
                        lines.extend(self.line(&property, OwnerDecl::Side));
                    }
                    SideEntry::Place(placement) => figures.extend(self.placement(placement, map)),
                    SideEntry::Group { count, sheet, from, to, facing } => {
                        figures.extend(self.group((*count, sheet), (from, to), facing.as_ref(), map));
                    }
                }
            }
            self.book.scenarios[at].sides.push(ScenarioSide { head, plays, lines, figures: Vec::new() });
            drafts.push(figures);
        }
        if drafts.iter().map(Vec::len).sum::<usize>() > MOST_FIGURES {
            let head = self.book.scenarios[at].head.clone();
            let what = format!("scenario `{}`", head.name);
            let help = format!("at most {MOST_FIGURES} figures stand in one");
            self.report(RulebookError::TooLarge { what }, head.span, "too many figures", help);
            return;
        }
        self.name_figures(&mut drafts);
        for (side, figures) in drafts.into_iter().enumerate() {
            self.book.scenarios[at].sides[side].figures = figures.into_iter().map(|draft| draft.placement).collect();
        }
    }

    /// Figures without a name of their own take that of their sheet, numbered if there are several.
    fn name_figures(&mut self, drafts: &mut [Vec<PlacementDraft>]) {
        let mut unnamed: BTreeMap<SheetId, u32> = BTreeMap::new();
        let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
        for draft in drafts.iter().flatten() {
            match &draft.called {
                None => *unnamed.entry(draft.placement.sheet).or_default() += 1,
                Some(called) => {
                    if !taken.insert(called.text.as_str().into()) {
                        let error =
                            RulebookError::DuplicateName { sort: "figure".to_string(), name: called.text.clone() };
                        self.report(error, called.span, "another figure has this name", "choose another name");
                    }
                }
            }
        }
        let mut numbers: BTreeMap<SheetId, u32> = BTreeMap::new();
        for draft in drafts.iter_mut().flatten() {
            if let Some(called) = &draft.called {
                draft.placement.name = called.text.as_str().into();
                continue;
            }
            let sheet = self.book.sheets[draft.placement.sheet.index()].head.name.clone();
            let many = unnamed.get(&draft.placement.sheet).copied().unwrap_or(0) > 1;
            let number = numbers.entry(draft.placement.sheet).or_default();
            let mut name = sheet.clone();
            while many || taken.contains(&name) {
                *number += 1;
                name = format!("{sheet} {number}").into();
                if !taken.contains(&name) {
                    break;
                }
            }
            taken.insert(name.clone());
            draft.placement.name = name;
        }
    }

    fn placement(&mut self, placement: &ast::PlacementDecl, map: Option<MapId>) -> Option<PlacementDraft> {
        let sheet = self.find(Sort::Sheet, &placement.sheet).map(SheetId);
        let at = placement.at.as_ref().map(|point| self.point(point, map, &placement.sheet.text));
        let facing = self.facing(placement.facing.as_ref());
        let plays = placement.plays.as_ref().and_then(|name| self.script(name));
        let mut lines = Vec::new();
        self.lines(&mut lines, &placement.entries, OwnerDecl::Figure);
        let called = placement.called.clone();
        let (name, at) = ("".into(), at.flatten());
        Some(PlacementDraft { placement: Placement { sheet: sheet?, name, at, facing, plays, lines }, called })
    }

    fn facing(&mut self, facing: Option<&ast::ExprDecl>) -> i64 {
        let Some(facing) = facing else { return 0 };
        let (most, steps) = match self.book.ground.as_ref().map(|ground| ground.board) {
            Some(Board::Hex) => (5, "sixths of a turn clockwise from east"),
            Some(Board::Square) => (7, "eighths of a turn clockwise from east"),
            _ => (359, "degrees clockwise from east"),
        };
        let help = format!("a number from 0 to {most}: {steps}");
        if let ast::ExprNode::Name(name) = &facing.node
            && self.book.names.find(Sort::Setting, &name.text).is_none()
        {
            let error =
                RulebookError::WrongType { expected: "a facing".to_string(), found: format!("`{}`", name.text) };
            self.report(error, facing.span, "not a number", help);
            return 0;
        }
        let value = self.value(facing, &Type::NUMBER, None, "a facing");
        let steps = value.and_then(|value| value.as_number()).map_or(0, Number::floor);
        if !(0..=most).contains(&steps) {
            let error = RulebookError::WrongType { expected: "a facing".to_string(), found: steps.to_string() };
            self.report(error, facing.span, "no direction of this board", help);
        }
        steps
    }

    /// A group fills its rectangle row by row.
    fn group(
        &mut self,
        (count, sheet): (u32, &ast::Name),
        (from, to): (&ast::Point, &ast::Point),
        facing: Option<&ast::ExprDecl>,
        map: Option<MapId>,
    ) -> Vec<PlacementDraft> {
        let found = self.find(Sort::Sheet, sheet).map(SheetId);
        let facing = self.facing(facing);
        if count as usize > MOST_FIGURES {
            let what = format!("a group of {count} {}", sheet.text);
            let help = format!("at most {MOST_FIGURES} figures stand in one scenario");
            self.report(RulebookError::TooLarge { what }, sheet.span, "too many figures", help);
            return Vec::new();
        }
        let (Some(from_at), Some(to_at)) = (self.position(from), self.position(to)) else { return Vec::new() };
        let step = if self.is_open() { HUNDREDTHS as i32 } else { 1 };
        let range = |a: i32, b: i32| (a.min(b)..=a.max(b)).step_by(step as usize);
        let cells = range(from_at.y, to_at.y).flat_map(|y| range(from_at.x, to_at.x).map(move |x| Position { x, y }));
        let cells = cells.take(MOST_PLACES);
        let cells: Vec<Position> = cells.filter(|at| self.is_on(*at, map)).take(count as usize).collect();
        let span = from.span.to(to.span);
        if cells.len() < count as usize {
            let who = format!("a group of {count} {}", sheet.text);
            let label = format!("room for {} of them", cells.len());
            self.report(RulebookError::OffMap { who }, span, &label, "widen the rectangle, or place fewer");
        }
        let Some(id) = found else { return Vec::new() };
        let draft = |at| {
            let placement = Placement { sheet: id, name: "".into(), at: Some(at), facing, plays: None, lines: vec![] };
            PlacementDraft { placement, called: None }
        };
        cells.into_iter().map(draft).collect()
    }

    fn is_open(&self) -> bool {
        self.book.ground.as_ref().is_some_and(|ground| ground.board == Board::Open)
    }

    /// A point in the units of the board.
    fn position(&mut self, point: &ast::Point) -> Option<Position> {
        let factor = Number::int(if self.is_open() { HUNDREDTHS } else { 1 });
        let part = |number: Number| number.times(factor)?.as_int().and_then(|n| i32::try_from(n).ok());
        let found = part(point.x).zip(part(point.y)).map(|(x, y)| Position { x, y });
        if found.is_none() {
            let help = match self.is_open() {
                true => "on open ground a place is given to a hundredth: `2.75,4`",
                false => "cells are counted in whole numbers: `2,4`",
            };
            self.report(RulebookError::OffMap { who: "this point".to_string() }, point.span, "not a place", help);
        }
        found
    }

    fn is_on(&self, at: Position, map: Option<MapId>) -> bool {
        // What a map with mistakes would hold is not known: the mistakes are told, what follows from them is not.
        let Some(map) = map.map(|map| &self.book.maps[map.index()]).filter(|map| !map.broken) else { return true };
        let (width, height) = (i64::from(map.width), i64::from(map.height));
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        if self.is_open() {
            return (0..=width * HUNDREDTHS).contains(&x) && (0..=height * HUNDREDTHS).contains(&y);
        }
        let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
        is_inside && map.cells.get((y * width + x) as usize).is_some_and(Option::is_some)
    }

    fn point(&mut self, point: &ast::Point, map: Option<MapId>, who: &str) -> Option<Position> {
        let at = self.position(point)?;
        if !self.is_on(at, map) {
            let size = map.map(|map| &self.book.maps[map.index()]).map_or((0, 0), |map| (map.width, map.height));
            let help = format!("the map is {} wide and {} high, counted from 0,0", size.0, size.1);
            self.report(RulebookError::OffMap { who: format!("`{who}`") }, point.span, "no cell is there", help);
        }
        Some(at)
    }

    fn wins(&mut self, at: usize, entries: &[Entry<ScenarioEntry>]) {
        let sides: Vec<String> = self.book.scenarios[at].sides.iter().map(|side| side.head.name.to_string()).collect();
        let figures: Vec<Arc<str>> =
            self.book.scenarios[at].sides.iter().flat_map(|side| &side.figures).map(|one| one.name.clone()).collect();
        for entry in entries {
            let ScenarioEntry::WinsWhen(side, when, notes) = &entry.node else { continue };
            let label = self.label(notes, when.span);
            let index = sides.iter().position(|name| *name == side.text);
            if index.is_none() {
                let names = sides.iter().map(|name| &**name);
                let help = did_you_mean(&side.text, names, &format!("its sides are {}", sides.join(", ")));
                let error = RulebookError::UnknownName { sort: "side".to_string(), name: side.text.clone() };
                self.report(error, side.span, "not a side of this scenario", help);
            }
            let mut scope = Scope::new(self.sources);
            for (number, name) in sides.iter().enumerate() {
                scope = scope.bind(name, Value::Side(SideId(number as u16)), Type::Side);
            }
            for (number, name) in figures.iter().enumerate() {
                scope = scope.bind(name, Value::Figure(FigureId(number as u16)), Type::Figure);
            }
            let when = self.expect_in(when, &Type::Truth, &scope);
            let win = index.zip(when).map(|(side, when)| Win { side, when, label });
            self.book.scenarios[at].wins.extend(win);
        }
    }

    /// Names in tests that the rules must know; the rest is known when a test runs.
    pub(super) fn tests(&mut self) {
        for (_, _, declaration) in self.whole(Sort::Test) {
            let Body::Test(test) = &declaration.body else { continue };
            for step in &test.steps {
                match &step.node {
                    StepNode::With(option, reading) => {
                        self.with(option, reading.as_ref());
                    }
                    StepNode::Map(name) => drop(self.find(Sort::Map, name)),
                    StepNode::Scenario(name) => drop(self.find(Sort::Scenario, name)),
                    StepNode::Script(name) => drop(self.script(name)),
                    StepNode::Gain(_, condition) | StepNode::Lose(_, condition) => {
                        self.find(Sort::Condition, condition);
                    }
                    StepNode::Do(call) => {
                        self.find(Sort::Deed, &call.deed);
                        for (fact, _) in &call.with {
                            self.find(Sort::Fact, fact);
                        }
                    }
                    StepNode::Perform(name, _) => drop(self.find(Sort::Phase, name)),
                    StepNode::Answer(question, ..) => drop(self.find(Sort::Question, question)),
                    StepNode::Relate(relation, ..) => drop(self.find(Sort::Relation, relation)),
                    StepNode::Place(placement, _) => {
                        self.find(Sort::Sheet, &placement.sheet);
                        let mut lines = Vec::new();
                        self.lines(&mut lines, &placement.entries, OwnerDecl::Figure);
                    }
                    _ => {}
                }
            }
        }
    }
}
