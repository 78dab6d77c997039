//! Figures that a scenario puts where the rules let nobody in: into what blocks sight or costs too much to enter.

use super::{Examiner, Finding};
use crate::board::Plane;
use crate::rulebook::{Map, Scenario};
use crate::value::{Board, ItemId, Number, Position, Value};
use std::collections::BTreeSet;

/// What costs so many times as much as the easiest cell of a map is there to keep out.
const PROHIBITIVE: i64 = 10;

impl Examiner<'_> {
    /// `Ann at 9,1` where the map has a wall.
    pub(super) fn shut_in(&mut self) {
        let book = self.book;
        // What is done before the fight may put them elsewhere.
        for scenario in self.own_scenarios().filter(|scenario| !scenario.has_start()) {
            let map = scenario.map.map(|map| &book.maps[map.index()]).filter(|map| !map.broken);
            if let Some(map) = map {
                self.shut_in_on(scenario, map);
            }
        }
    }

    fn shut_in_on(&mut self, scenario: &Scenario, map: &Map) {
        let Some(ground) = self.book.ground.as_ref().filter(|ground| ground.board != Board::Open) else { return };
        let plane = Plane { short: map.short, ..Plane::new(ground.board, map.width, map.height) };
        let item = |at: Position| map.cells.get(plane.index(at)?).copied().flatten();
        let shut = self.shut(map);
        let figures = || scenario.sides.iter().flat_map(|side| &side.figures);
        let taken: BTreeSet<Position> = figures().filter_map(|one| one.at).collect();
        let is_free = |at: &Position| item(*at).is_some_and(|item| !shut.contains(&item)) && !taken.contains(at);
        for placed in figures() {
            let Some((at, item)) = placed.at.and_then(|at| Some((at, item(at)?))) else { continue };
            if !shut.contains(&item) {
                continue;
            }
            let finding = Finding::ShutIn {
                who: placed.name.to_string(),
                what: self.book.items[item.index()].head.name.to_string(),
            };
            let nearest = plane.cells().filter(is_free).min_by_key(|free| plane.distance(at, *free));
            let help = match nearest {
                Some(free) => format!("write here `{},{}`: that is the nearest free cell", free.x, free.y),
                None => "put it into a free cell".to_string(),
            };
            self.report(finding, placed.said_at.unwrap_or(scenario.head.span), "nobody gets in or out there", help);
        }
    }

    /// The cells of a map that keep everybody out.
    fn shut(&self, map: &Map) -> BTreeSet<ItemId> {
        let Some(ground) = &self.book.ground else { return BTreeSet::new() };
        let field = |item: ItemId, field: Option<usize>| {
            let item = &self.book.items[item.index()];
            if ground.cells == Some(item.kind) { item.fields.get(field?) } else { None }
        };
        let cost = |item: ItemId| field(item, ground.step_cost).and_then(Value::as_number);
        let is_opaque = |item: &ItemId| field(*item, ground.opaque).and_then(Value::as_truth) == Some(true);
        let drawn: BTreeSet<ItemId> = map.cells.iter().flatten().copied().collect();
        let least = drawn.iter().filter_map(|item| cost(*item)).min().filter(|least| *least > Number::ZERO);
        let most = least.and_then(|least| least.times(Number::int(PROHIBITIVE)));
        let costs_all = |item: &ItemId| most.is_some_and(|most| cost(*item).is_some_and(|cost| cost >= most));
        let is_shut = |item: &ItemId| if ground.step_cost.is_some() { costs_all(item) } else { is_opaque(item) };
        let shut: BTreeSet<ItemId> = drawn.iter().copied().filter(is_shut).collect();
        // What everything is keeps nobody out.
        if shut.len() == drawn.len() { BTreeSet::new() } else { shut }
    }
}
