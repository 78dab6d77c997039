//! Ways as a sentence says them: `2 hexes east then 1 hex southeast`, `to 5,4`.

use super::function_words::{BETWEEN_MEMBERS, CELLS, WAYS};
use super::reader::SentenceReader;
use super::{Route, Straight, Way};
use crate::rulebook::Type;
use crate::value::Number;

impl SentenceReader<'_> {
    /// Takes a way, where cells of the board are wanted.
    pub(super) fn way(&mut self, wanted: &Type, title: &str) -> Option<Way> {
        if !matches!(wanted, Type::Cell) {
            return None;
        }
        let (start, from) = (self.at(), self.here());
        let course = if self.word("to") { self.cell(title).map(Route::To) } else { self.parts(title) };
        let Some(course) = course else {
            self.go_to(start);
            return None;
        };
        let at = (from, self.text_from(start).trim().len());
        Some(Way { course, sentence: self.sentence().into(), at })
    }

    fn parts(&mut self, title: &str) -> Option<Route> {
        let (mut parts, mut end) = (Vec::new(), self.at());
        while let Some(part) = self.part(title) {
            parts.push(part);
            end = self.at();
            if !self.any_word(BETWEEN_MEMBERS) {
                break;
            }
        }
        // Behind the last part `and` begins a clause.
        self.go_to(end);
        (!parts.is_empty()).then_some(Route::Parts(parts))
    }

    fn part(&mut self, title: &str) -> Option<Straight> {
        let scale = self.book().ground.as_ref()?.scale;
        let number = self.number(None, title)?;
        let unit = self.length_unit(scale.unit);
        let is_counted = self.any_word(CELLS);
        let length = match unit {
            Some(factor) => number.times(factor)?.over(scale.amount)?,
            None => number,
        };
        let found = (0..).zip(WAYS).find(|(_, word)| self.word(word));
        if found.is_none() && (unit.is_some() || is_counted) {
            self.want("a direction", WAYS.iter().map(ToString::to_string).collect());
        }
        found.map(|(eighth, _)| Straight { length, eighth })
    }

    /// Takes a unit in which the board is measured; how much of the base unit it is.
    fn length_unit(&mut self, scale: Option<u16>) -> Option<Number> {
        let units = &self.book().units;
        let dimension = units.get(usize::from(scale?))?.dimension;
        let names = units.iter().filter(|unit| unit.dimension == dimension).map(|unit| (&*unit.head.name, unit.factor));
        let names: Vec<(&str, Number)> = names.collect();
        self.quietly("a unit", &names)
    }
}
