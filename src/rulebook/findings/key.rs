//! Keys of tables and results: what no row holds for, what two rows hold for, what dice never show.

use super::{Examiner, Finding};
use crate::check::{self, ResultKey};
use crate::rulebook::{Check, KeyMatch, Node, ResultRow, Results, Rulebook, Table, TableKey, Type};
use crate::text::Span;
use crate::value::{Formula, Keep, Number, Symbol, Target, Term, Value};

/// How many whole numbers of a key's dice are looked at.
const MOST_FACES: i64 = 10_000;

/// One part of a key.
#[derive(Clone, Debug, PartialEq)]
enum KeyPart {
    Range(Option<Number>, Option<Number>),
    Symbol(Symbol),
    Value(Value),
}

impl Examiner<'_> {
    pub(super) fn tables(&mut self) {
        let book = self.book;
        for table in &book.tables {
            if !self.is_own(&table.head) {
                continue;
            }
            let rows: Vec<(Vec<KeyPart>, Span)> =
                table.rows.iter().map(|row| (pieces(&row.matches), row.span)).collect();
            if let Some(key) = table.keys.first() {
                self.axis(table, key, &rows, "row");
            }
            if table.keys.first().is_some_and(|key| matches!(key.r#type, Type::Number(_))) {
                self.broken_steps(table);
            }
            if let Some(key) = table.keys.get(1) {
                let columns: Vec<(Vec<KeyPart>, Span)> =
                    table.columns.iter().map(|column| (pieces(column), table.head.span)).collect();
                self.axis(table, key, &columns, "column");
            }
        }
    }

    fn axis(&mut self, table: &Table, key: &TableKey, rows: &[(Vec<KeyPart>, Span)], axis: &'static str) {
        let book = self.book;
        for (at, (pieces, span)) in rows.iter().enumerate() {
            let shared = rows[..at].iter().find_map(|(before, first)| {
                let pair = pieces.iter().find_map(|part| before.iter().find_map(|other| common(part, other)))?;
                Some((pair, *first))
            });
            let Some((shared, first)) = shared else { continue };
            let shared = piece_words(book, &shared, key.unit);
            let finding = Finding::TableOverlap { table: table.head.name.to_string(), axis, shared };
            let help = match self.narrowed(key, rows, at).filter(|_| axis == "row") {
                Some(range) => format!("the first that matches holds: begin this one where that ends, `{range}`"),
                None => "the first that matches holds: make them meet without sharing a key".to_string(),
            };
            self.report_two(finding, (*span, "and this one"), (first, "this one"), &help);
        }
        if let Some(dice) = &key.dice {
            rows.iter().for_each(|(pieces, span)| self.beyond(dice, pieces, *span));
        }
        let all: Vec<&KeyPart> = rows.iter().flat_map(|(pieces, _)| pieces).collect();
        let Some(missing) = gap(book, key, &all) else { return };
        if axis == "row" && self.gap_between(table, key, rows, &missing) {
            return;
        }
        let finding = Finding::TableGap { table: table.head.name.to_string(), axis, missing };
        let label = format!("`{}` can be that", key.name);
        let help = format!("add a {axis}, or widen one: a key that none holds for is an error in play");
        self.report(finding, table.head.span, &label, help);
    }

    /// `6..7` where a d6 is thrown: what a row says of numbers that the dice never show.
    fn beyond(&mut self, dice: &Formula, pieces: &[KeyPart], at: Span) {
        let (low, high) = bounds(dice);
        let (low, high) = (Number::int(low), Number::int(high));
        for part in pieces {
            let KeyPart::Range(from, to) = part else { continue };
            let below = from.filter(|from| *from < low).map(|from| (from, to.map_or(low, |to| to.min(low))));
            let above = to.filter(|to| *to > high).map(|to| (from.map_or(high, |from| from.max(high)), to));
            let Some((first, last)) = below.or(above) else { continue };
            let (is_below, is_above) = (to.is_some_and(|to| to < low), from.is_some_and(|from| from > high));
            let left = (from.map_or(low, |from| from.max(low)), to.map_or(high, |to| to.min(high)));
            let range = |(first, last)| if first == last { format!("{first}") } else { format!("{first}..{last}") };
            let (key, label, help) = match is_below || is_above {
                true => {
                    let whole = (from.unwrap_or(first), to.unwrap_or(last));
                    let help = format!("it shows {low} to {high}: correct the key, or take the row away");
                    (range(whole), "this row never holds", help)
                }
                false => {
                    let one = Number::ONE;
                    let never = match below {
                        Some(_) => (first, Number::int(low.floor() - one.floor())),
                        None => (Number::int(high.floor() + one.floor()), last),
                    };
                    (
                        range(never),
                        "goes beyond what is thrown",
                        format!("it shows {low} to {high}: write `{}`", range(left)),
                    )
                }
            };
            self.report(Finding::ResultsOutside { dice: dice.to_string(), key }, at, label, help);
        }
    }

    /// The range of a row without what the rows before it hold for, in the key's unit; none if it is more than one range
    /// or nothing would be left.
    fn narrowed(&self, key: &TableKey, rows: &[(Vec<KeyPart>, Span)], at: usize) -> Option<String> {
        let shown = |number: Number| self.book.in_unit(number, key.unit);
        let [KeyPart::Range(Some(low), high)] = rows[at].0.as_slice() else { return None };
        let (mut low, high) = (shown(*low)?, high.map_or(Some(None), |high| shown(high).map(Some))?);
        let before = rows[..at].iter().flat_map(|(pieces, _)| pieces);
        for part in before {
            let KeyPart::Range(_, Some(end)) = part else { return None };
            low = low.max(Number::int(shown(*end)?.floor() + 1));
        }
        match high {
            Some(high) if high < low => None,
            Some(high) if high == low => Some(low.to_string()),
            Some(high) => Some(format!("{low}..{high}")),
            None => Some(format!("{low}..")),
        }
    }

    /// A gap before a row: told at that row, with the range that closes it.
    fn gap_between(&mut self, table: &Table, key: &TableKey, rows: &[(Vec<KeyPart>, Span)], missing: &str) -> bool {
        let Some(first) = missing.split(' ').next().and_then(|number| number.parse::<i64>().ok()) else { return false };
        let shown = |number: &Number| self.book.in_unit(*number, key.unit);
        let begins = |part: &KeyPart| match part {
            KeyPart::Range(Some(low), high) => {
                let low = shown(low).filter(|low| *low > Number::int(first))?;
                Some((low, high.as_ref().and_then(shown)))
            }
            _ => None,
        };
        let above = rows.iter().filter_map(|(pieces, span)| match pieces.as_slice() {
            [part] => begins(part).map(|ends| (ends, *span)),
            _ => None,
        });
        let Some(((_, high), span)) = above.min_by_key(|((low, _), _)| *low) else { return false };
        let range = match high {
            Some(high) => format!("{first}..{high}"),
            None => format!("{first}.."),
        };
        let finding =
            Finding::TableGap { table: table.head.name.to_string(), axis: "row", missing: missing.to_string() };
        let label = format!("`{}` can be {missing}, and no row before this one holds for it", key.name);
        let help =
            format!("begin this row with `{range}`, or add one for {missing}: without one it is an error in play");
        self.report(finding, span, &label, help);
        true
    }

    pub(super) fn results(&mut self) {
        let book = self.book;
        for check in &book.checks {
            let is_own = self.is_own(&check.head);
            for results in &check.results {
                if !is_own && !results.rows.first().is_some_and(|row| self.is_written_here(row.span)) {
                    continue;
                }
                if self.of_other_dice(check, results) {
                    continue;
                }
                let shape = results.shape.map(|term| Formula { terms: vec![term], plus: 0 });
                let dice = shape.or_else(|| roll(check));
                for (at, row) in results.rows.iter().enumerate() {
                    self.shared_result(check, results, at);
                    if let Some(dice) = &dice {
                        self.outside(dice, results.key, row);
                    }
                }
            }
        }
    }

    /// A table of results for dice that the check never rolls; true if that is so.
    fn of_other_dice(&mut self, check: &Check, results: &Results) -> bool {
        let (Some(shape), Some(dice), Some(row)) = (results.shape, roll(check), results.rows.first()) else {
            return false;
        };
        // Tables that several checks share are each for those that roll such dice.
        let book = self.book;
        let shares = |other: &&Check| {
            other.results.iter().any(|one| one.rows.first().is_some_and(|first| first.span == row.span))
        };
        if book.checks.iter().filter(shares).count() > 1 {
            return false;
        }
        // What adds dice, or takes some away, leads to others.
        let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
        let is_fixed = cards.chain(&check.parts).all(|modifier| !matches!(modifier.target, Target::Dice));
        if !is_fixed || check::table_for([(0, Some(shape))], &dice).is_some() {
            return false;
        }
        let said = Formula { terms: vec![shape], plus: 0 }.to_string();
        let rolled = Formula { terms: dice.terms.clone(), plus: 0 };
        let text = &book.sources.get(row.span.source).text;
        let before = text.get(..row.span.start as usize).unwrap_or("");
        let at = before.rfind("results").map_or(row.span, |at| {
            let word = before[at..].find(&said).map_or(at, |found| at + found);
            let length = if word == at { "results".len() } else { said.len() };
            Span { start: word as u32, end: (word + length) as u32, ..row.span }
        });
        let (low, high) = bounds(&rolled);
        let help = match rolled.terms.len() {
            1 => format!("it rolls {rolled}: write `results {rolled}`, with rows from {low} to {high}"),
            _ => format!("it rolls {rolled}: write `results` without dice, with rows from {low} to {high}"),
        };
        let finding = Finding::ResultsOfOtherDice { check: check.head.name.to_string(), dice: said };
        self.report(finding, at, "these rows never hold", help);
        true
    }

    fn shared_result(&mut self, check: &Check, results: &Results, at: usize) {
        let row = &results.rows[at];
        let meet = |other: &ResultRow| {
            row.keys.iter().find_map(|key| other.keys.iter().find_map(|first| overlap(*key, *first)))
        };
        let found = results.rows[..at].iter().find_map(|first| Some((first.span, meet(first)?)));
        let Some((first, shared)) = found else { return };
        let finding = Finding::ResultsOverlap { check: check.head.name.to_string(), shared: ends_words(shared) };
        let help = "the first that matches holds: make them meet without sharing a number";
        self.report_two(finding, (row.span, "and this one"), (first, "this one"), help);
    }

    fn outside(&mut self, dice: &Formula, key: ResultKey, row: &ResultRow) {
        let Some((low, high)) = shown(dice, key) else { return };
        for key in &row.keys {
            if overlap(*key, (Some(low), Some(high))).is_none() {
                let finding = Finding::ResultsOutside { dice: dice.to_string(), key: ends_words(*key) };
                let help = format!("it shows {low} to {high}: correct the key, or take the row away");
                self.report(finding, row.span, "this row never holds", help);
            }
        }
    }
}

/// The dice of a check, if they are always the same.
pub(super) fn roll(check: &Check) -> Option<Formula> {
    match &check.roll.node {
        Node::Const(Value::Dice(formula)) => Some((**formula).clone()),
        _ => None,
    }
}

/// The least and the greatest that dice show, as a result table reads them.
fn shown(dice: &Formula, key: ResultKey) -> Option<(i64, i64)> {
    match key {
        ResultKey::Total => Some(bounds(dice)),
        ResultKey::Lowest | ResultKey::Highest => Some((1, dice.terms.iter().map(|term| i64::from(term.sides)).max()?)),
        ResultKey::Margin => None,
    }
}

/// The least and the greatest total of dice.
pub(super) fn bounds(dice: &Formula) -> (i64, i64) {
    let of_term = |term: &Term| {
        let kept = i64::from(match term.keep {
            Keep::All => term.count,
            Keep::Highest(kept) | Keep::Lowest(kept) => kept.min(term.count),
        });
        let (low, high) = (kept, kept * i64::from(term.sides));
        if term.minus { (-high, -low) } else { (low, high) }
    };
    let terms = dice.terms.iter().map(of_term);
    terms.fold((dice.plus, dice.plus), |(low, high), (a, b)| (low.saturating_add(a), high.saturating_add(b)))
}

fn pieces(key: &KeyMatch) -> Vec<KeyPart> {
    match key {
        KeyMatch::Any => vec![KeyPart::Range(None, None)],
        KeyMatch::Range(low, high) => vec![KeyPart::Range(*low, *high)],
        KeyMatch::Symbol(symbol) => vec![KeyPart::Symbol(*symbol)],
        KeyMatch::Value(value) => vec![KeyPart::Value(value.clone())],
        KeyMatch::OneOf(each) => each.iter().flat_map(pieces).collect(),
    }
}

/// What two pieces both hold for.
fn common(a: &KeyPart, b: &KeyPart) -> Option<KeyPart> {
    match (a, b) {
        (KeyPart::Range(low, high), KeyPart::Range(other_low, other_high)) => {
            let (low, high) = overlap((*low, *high), (*other_low, *other_high))?;
            Some(KeyPart::Range(low, high))
        }
        (a, b) => (a == b).then(|| a.clone()),
    }
}

/// The ends of a range; what is left out is without end.
type Ends<T> = (Option<T>, Option<T>);

/// Where two ranges meet.
fn overlap<T: Ord + Copy>(a: Ends<T>, b: Ends<T>) -> Option<Ends<T>> {
    let low = a.0.max(b.0);
    let high = match (a.1, b.1) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    };
    let is_empty = low.zip(high).is_some_and(|(low, high)| low > high);
    (!is_empty).then_some((low, high))
}

/// Something the key can be that no part holds for, in words.
fn gap(book: &Rulebook, key: &TableKey, all: &[&KeyPart]) -> Option<String> {
    if let Type::Symbol(set) = key.r#type.bare() {
        let words = (0..book.sets[set.index()].words.len()).map(|at| Symbol { set: *set, at: at as u16 });
        let missing = words.filter(|word| !all.iter().any(|part| **part == KeyPart::Symbol(*word)));
        let names: Vec<String> = missing.map(|word| format!("`{}`", book.symbol_name(word))).collect();
        return (!names.is_empty()).then(|| names.join(", "));
    }
    let holds = |number: Number| {
        all.iter().any(|part| match part {
            KeyPart::Range(low, high) => low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high),
            _ => false,
        })
    };
    if let Some(dice) = &key.dice {
        let (low, high) = bounds(dice);
        let missing = (low..=high.min(low + MOST_FACES)).find(|face| !holds(Number::int(*face)))?;
        return Some(format!("{missing} on {dice}"));
    }
    between_ranges(book, key, all)
}

/// A whole number (in the key's unit) between two ranges that neither holds for.
fn between_ranges(book: &Rulebook, key: &TableKey, all: &[&KeyPart]) -> Option<String> {
    let shown = |number: Option<Number>| number.and_then(|number| book.in_unit(number, key.unit));
    let mut ends: Vec<Ends<Number>> = Vec::new();
    for part in all {
        if let KeyPart::Range(low, high) = part {
            ends.push((shown(*low), shown(*high)));
        }
    }
    ends.sort();
    let mut reached: Option<Number> = None;
    for (low, high) in ends {
        if let (Some(reached), Some(low)) = (reached, low)
            && low.floor() > reached.floor() + 1
        {
            return Some((reached.floor() + 1).to_string());
        }
        let high = high?;
        reached = Some(reached.map_or(high, |reached| reached.max(high)));
    }
    None
}

fn piece_words(book: &Rulebook, part: &KeyPart, unit: Option<u16>) -> String {
    let show = |number: &Number| book.show_value(&Value::Number(*number), unit);
    match part {
        KeyPart::Range(Some(low), Some(high)) if low == high => show(low),
        KeyPart::Range(low, high) => {
            let end = |number: &Option<Number>| number.as_ref().map(show).unwrap_or_default();
            format!("{}..{}", end(low), end(high))
        }
        KeyPart::Symbol(symbol) => format!("`{}`", book.symbol_name(*symbol)),
        KeyPart::Value(value) => format!("`{}`", book.show_value(value, unit)),
    }
}

fn ends_words((low, high): Ends<i64>) -> String {
    if low == high
        && let Some(only) = low
    {
        return only.to_string();
    }
    let end = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    format!("{}..{}", end(low), end(high))
}
