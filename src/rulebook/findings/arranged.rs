//! What is arranged so that it cannot go on: phases in which nobody gets an order, places without a map, facts that
//! begin beyond their bounds.

use super::{Examiner, Finding};
use crate::rulebook::{Fact, Head, Phase, Scenario};
use crate::value::{Number, Value};

impl Examiner<'_> {
    pub(super) fn arranged(&mut self) {
        let book = self.book;
        let is_own = |head: &Head| head.pack == book.pack.head.name;
        book.turn.phases.iter().filter(|one| is_own(&one.head)).for_each(|one| self.no_orders(one));
        book.scenarios.iter().filter(|one| is_own(&one.head)).for_each(|one| self.without_map(one));
        book.facts.iter().filter(|one| is_own(&one.head)).for_each(|one| self.default_beyond(one));
    }

    /// `orders 0`
    fn no_orders(&mut self, phase: &Phase) {
        let Some(orders) = &phase.orders else { return };
        if orders.as_number().is_some_and(|number| number <= Number::ZERO)
            && !self.book.usage.touches_option(orders.span)
        {
            let finding = Finding::NoOrders { phase: phase.head.name.to_string() };
            let help = "write `orders 1`, or as many as each may give; without it each goes on until he passes";
            self.report(finding, orders.span, "as many may each give", help);
        }
    }

    /// Figures at places of a map that is not said.
    fn without_map(&mut self, scenario: &Scenario) {
        let mut figures = scenario.sides.iter().flat_map(|side| &side.figures);
        let placed = figures.find(|figure| figure.at.is_some()).and_then(|figure| figure.said_at);
        let Some(at) = placed.filter(|_| scenario.map.is_none()) else { return };
        let map = self.book.maps.first().map_or("NAME", |map| &*map.head.name);
        let help = format!("say which it is, before its sides: `map {map}`; or leave the places out");
        self.report(Finding::WithoutMap { name: scenario.head.name.to_string() }, at, "a place of which map?", help);
    }

    /// `fact range number = 5 m min 10 m`
    fn default_beyond(&mut self, fact: &Fact) {
        let Some((expr, number)) = fact.default.as_ref().and_then(|expr| Some((expr, expr.as_number()?))) else {
            return;
        };
        let (word, bound) = match fact.bounds {
            (Some(least), _) if number < least => ("min", least),
            (_, Some(most)) if number > most => ("max", most),
            _ => return,
        };
        let shown = |number: Number| self.book.show_value(&Value::Number(number), fact.unit);
        let (bound, number) = (shown(bound), shown(number));
        let help = format!("begin with {bound}, or let it go on to {number}: `{word} {number}`");
        let finding = Finding::BeginsBeyond { track: fact.head.name.to_string(), bound: format!("{word} {bound}") };
        self.report(finding, expr.span, &format!("beyond its `{word}`"), help);
    }
}
