//! Scenarios: sides, placements, victory; and the names in tests.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::Resolver;
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, Body, Entry, OwnerDecl, ScenarioEntry, SideEntry, StepNode};
use crate::text::Span;
use crate::value::{Board, FigureId, MapId, Number, OptionId, Position, ScriptId, SheetId, SideId, Value};
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

/// A side whose figures have no names yet.
struct SideDraft {
    head: Head,
    plays: Option<ScriptId>,
    lines: Vec<SheetLine>,
    figures: Vec<PlacementDraft>,
}

/// A placement whose name is not yet settled.
struct PlacementDraft {
    sheet: SheetId,
    called: Option<ast::TextDecl>,
    at: Option<Position>,
    said_at: Span,
    facing: i64,
    plays: Option<ScriptId>,
    lines: Vec<SheetLine>,
}

impl PlacementDraft {
    fn named(self, name: Arc<str>) -> Placement {
        let PlacementDraft { sheet, at, said_at, facing, plays, lines, .. } = self;
        Placement { sheet, name, at, said_at: Some(said_at), facing, plays, lines }
    }
}

impl Resolver<'_> {
    /// Every scenario.
    pub(super) fn scenarios(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Scenario) {
            let Body::Scenario(entries) = &declaration.body else { continue };
            let scenario = self.scenario(self.declared_head(declared, declaration), entries);
            self.book.scenarios.push(scenario);
        }
    }

    fn scenario(&mut self, head: Head, entries: &[Entry<ScenarioEntry>]) -> Scenario {
        let (mut map, mut with, mut limit) = (None, Vec::new(), None);
        let (mut start, mut does, mut last_standing) = (None, Vec::new(), false);
        for entry in entries {
            match &entry.node {
                ScenarioEntry::Map(name) => map = self.find(Sort::Map, name).map(MapId),
                ScenarioEntry::With(option, reading) => with.extend(self.with(option, reading.as_ref())),
                ScenarioEntry::Limit(turns) => limit = self.limit(turns).or(limit),
                ScenarioEntry::Start(name) => start = self.script(name),
                ScenarioEntry::StartDoes(lines) => does = self.done(lines, &mut Hand::of_nobody()),
                ScenarioEntry::LastStanding => last_standing = true,
                ScenarioEntry::Side(_) | ScenarioEntry::WinsWhen(..) | ScenarioEntry::Note(_) => {}
            }
        }
        let sides = self.sides(&head, map, entries);
        let wins = self.wins(&sides, entries);
        let (is_limited, limit) = (limit.is_some(), limit.unwrap_or(DEFAULT_LIMIT));
        Scenario { head, map, with, limit, is_limited, sides, does, start, wins, last_standing }
    }

    /// `limit N turns`
    fn limit(&mut self, limit: &ast::ExprDecl) -> Option<u32> {
        let value = self.value(limit, &Type::NUMBER, None, "the limit of turns");
        let turns = value.and_then(|value| value.as_number()).and_then(Number::as_int);
        let fitting = turns.filter(|turns| (1..=MOST_TURNS).contains(turns));
        if fitting.is_none() {
            let expected = format!("1 to {MOST_TURNS} turns");
            let found = turns.map_or("none".to_string(), |turns| turns.to_string());
            let error = RulebookError::WrongType { expected, found };
            self.report(error, limit.span, "not a number of turns", "write a whole number of turns");
        }
        fitting.map(|turns| turns as u32)
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

    fn sides(&mut self, scenario: &Head, map: Option<MapId>, entries: &[Entry<ScenarioEntry>]) -> Vec<ScenarioSide> {
        let mut drafts: Vec<SideDraft> = Vec::new();
        for entry in entries {
            let ScenarioEntry::Side(side) = &entry.node else { continue };
            if let Some(first) = drafts.iter().find(|known| *known.head.name == *side.name.text) {
                let first = first.head.span;
                let error = RulebookError::DuplicateName { sort: "side".to_string(), name: side.name.text.clone() };
                self.report_two(error, (side.name.span, "again"), (first, "first here"), "choose another name");
            }
            drafts.push(self.side(side, map));
        }
        if drafts.iter().map(|draft| draft.figures.len()).sum::<usize>() > MOST_FIGURES {
            let what = format!("scenario `{}`", scenario.name);
            let help = format!("at most {MOST_FIGURES} figures stand in one");
            self.report(RulebookError::TooLarge { what }, scenario.span, "too many figures", help);
            drafts.iter_mut().for_each(|draft| draft.figures.clear());
        }
        let names = self.figure_names(&drafts);
        let mut names = names.into_iter();
        let named = |draft: SideDraft| {
            let placed = draft.figures.into_iter().zip(names.by_ref());
            let figures = placed.map(|(figure, name)| figure.named(name)).collect();
            ScenarioSide { head: draft.head, plays: draft.plays, lines: draft.lines, figures }
        };
        drafts.into_iter().map(named).collect()
    }

    fn side(&mut self, side: &ast::SideDecl, map: Option<MapId>) -> SideDraft {
        let head = self.head(&side.name, &side.notes);
        let plays = side.plays.as_ref().and_then(|name| self.behavior(name));
        let (mut lines, mut figures) = (Vec::new(), Vec::new());
        for entry in &side.entries {
            match &entry.node {
                SideEntry::Set(name, value) => {
                    let property = ast::Property { name: name.clone(), values: vec![value.clone()], cites: Vec::new() };
                    lines.extend(self.line(&property, OwnerDecl::Side));
                }
                SideEntry::Place(placement) => figures.extend(self.placement(placement, map)),
                SideEntry::Group { count, sheet, from, to, facing } => {
                    figures.extend(self.group((*count, sheet), (from, to), facing.as_ref(), map));
                }
            }
        }
        SideDraft { head, plays, lines, figures }
    }

    /// Figures without a name of their own take that of their sheet, numbered if there are several.
    fn figure_names(&mut self, drafts: &[SideDraft]) -> Vec<Arc<str>> {
        let figures = || drafts.iter().flat_map(|draft| &draft.figures);
        let mut unnamed: BTreeMap<SheetId, u32> = BTreeMap::new();
        let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
        for figure in figures() {
            match &figure.called {
                None => *unnamed.entry(figure.sheet).or_default() += 1,
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
        let mut name_of = |figure: &PlacementDraft| {
            if let Some(called) = &figure.called {
                return called.text.as_str().into();
            }
            let sheet = self.book.sheets[figure.sheet.index()].head.name.clone();
            let many = unnamed.get(&figure.sheet).copied().unwrap_or(0) > 1;
            let number = numbers.entry(figure.sheet).or_default();
            let mut name = sheet.clone();
            while many || taken.contains(&name) {
                *number += 1;
                name = format!("{sheet} {number}").into();
                if !taken.contains(&name) {
                    break;
                }
            }
            taken.insert(name.clone());
            name
        };
        figures().map(&mut name_of).collect()
    }

    fn placement(&mut self, placement: &ast::PlacementDecl, map: Option<MapId>) -> Option<PlacementDraft> {
        let sheet = self.find(Sort::Sheet, &placement.sheet).map(SheetId);
        let who = placement.called.as_ref().map_or(&placement.sheet.text, |called| &called.text);
        let at = placement.at.as_ref().map(|point| self.point(point, map, who));
        let facing = self.facing(placement.facing.as_ref());
        let plays = placement.plays.as_ref().and_then(|name| self.behavior(name));
        let mut lines = Vec::new();
        self.lines(&mut lines, &placement.entries, OwnerDecl::Figure);
        let called = placement.called.clone();
        let said_at = placement.at.as_ref().map_or(placement.sheet.span, |point| point.span);
        Some(PlacementDraft { sheet: sheet?, called, at: at.flatten(), said_at, facing, plays, lines })
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
        let Some(sheet) = found else { return Vec::new() };
        let draft = |at| {
            let (at, lines) = (Some(at), Vec::new());
            PlacementDraft { sheet, called: None, at, said_at: span, facing, plays: None, lines }
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
        // What is drawn ends before its eastern and southern edge, on open ground too.
        let grain = if self.is_open() { HUNDREDTHS } else { 1 };
        let (x, y) = (i64::from(at.x).div_euclid(grain), i64::from(at.y).div_euclid(grain));
        let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
        is_inside && map.cells.get((y * width + x) as usize).is_some_and(Option::is_some)
    }

    fn point(&mut self, point: &ast::Point, map: Option<MapId>, who: &str) -> Option<Position> {
        let at = self.position(point)?;
        if !self.is_on(at, map) {
            let size = map.map(|map| &self.book.maps[map.index()]).map_or((0, 0), |map| (map.width, map.height));
            let last = match self.is_open() {
                true => format!("and ends before {},{}", size.0, size.1),
                false => format!("so the last cell is {},{}", i64::from(size.0) - 1, i64::from(size.1) - 1),
            };
            let in_row = map.filter(|_| !self.is_open()).and_then(|map| self.cells_of_row(map, at.y));
            let help = in_row
                .unwrap_or_else(|| format!("the map is {} wide and {} high, counted from 0,0, {last}", size.0, size.1));
            self.report(RulebookError::OffMap { who: format!("`{who}`") }, point.span, "no cell is there", help);
        }
        Some(at)
    }

    /// Which cells there are in a row of a map, none if there is no such row.
    fn cells_of_row(&self, map: MapId, y: i32) -> Option<String> {
        let map = &self.book.maps[map.index()];
        let (width, row) = (usize::from(map.width), usize::try_from(y).ok()?);
        let cells = map.cells.get(row.checked_mul(width)?..)?.get(..width)?;
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (x, _) in cells.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == x => *last = x,
                _ => runs.push((x, x)),
            }
        }
        let told = |(first, last): &(usize, usize)| match first == last {
            true => format!("{first},{row}"),
            false => format!("{first},{row} to {last},{row}"),
        };
        let count: usize = runs.iter().map(|(first, last)| last - first + 1).sum();
        Some(match runs.len() {
            0 => format!("row {row} of the map has no cell"),
            _ => {
                let cells = if count == 1 { "cell" } else { "cells" };
                let runs: Vec<String> = runs.iter().map(told).collect();
                format!("row {row} of the map has {count} {cells}: {}", runs.join(", "))
            }
        })
    }

    fn wins(&mut self, sides: &[ScenarioSide], entries: &[Entry<ScenarioEntry>]) -> Vec<Win> {
        let figures: Vec<&str> = sides.iter().flat_map(|side| &side.figures).map(|one| &*one.name).collect();
        let sides: Vec<&str> = sides.iter().map(|side| &*side.head.name).collect();
        let mut wins = Vec::new();
        for entry in entries {
            let ScenarioEntry::WinsWhen(side, when, notes) = &entry.node else { continue };
            let label = self.label(notes, when.span);
            let index = sides.iter().position(|name| *name == side.text);
            if index.is_none() {
                let names = sides.iter().copied();
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
            wins.extend(index.zip(when).map(|(side, when)| Win { side, when, label }));
        }
        wins
    }

    /// Names in tests that the rules must know; the rest is known when a test runs.
    pub(super) fn tests(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Test) {
            let Body::Test(test) = &declaration.body else { continue };
            let head = self.declared_head(declared, declaration);
            let covers =
                test.covers.iter().map(|row| CoveredRow { id: row.text.as_str().into(), span: row.span }).collect();
            let title = head.name.clone();
            self.book.tests.push(Test { head: Head { title, ..head }, covers, steps: test.steps.clone() });
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
