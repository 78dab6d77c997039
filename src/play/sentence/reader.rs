//! A cursor over a sentence that remembers how far it got and what it would have liked to see there.

use super::{Cast, Said, SentenceError, Who};
use crate::rulebook::{Rulebook, Type};
use crate::value::{ItemId, KindId, Number, Position, SetId, Symbol, Value};

/// The cursor.
pub(super) struct Reader<'a> {
    book: &'a Rulebook,
    cast: &'a Cast,
    text: &'a str,
    at: usize,
    furthest: usize,
    wanted: Vec<Wanted>,
}

/// What would have been understood at the furthest place: a description, or a name of a sort.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    /// `a figure`, `the word`.
    pub sort: String,
    /// The names that would do.
    pub names: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(book: &'a Rulebook, cast: &'a Cast, text: &'a str) -> Reader<'a> {
        Reader { book, cast, text, at: 0, furthest: 0, wanted: Vec::new() }
    }

    pub(super) fn book(&self) -> &'a Rulebook {
        self.book
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    fn rest(&self) -> &'a str {
        self.text[self.at..].trim_start()
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().len();
    }

    /// Takes a comma.
    pub(super) fn comma(&mut self) -> bool {
        let found = self.rest().starts_with(',');
        if found {
            self.skip_space();
            self.at += 1;
        }
        found
    }

    /// Takes these words, whatever their case; `_` in a name is as good as a space.
    pub(super) fn word(&mut self, word: &str) -> bool {
        match self.length_of(word) {
            Some(length) => {
                self.skip_space();
                self.at += length;
                true
            }
            None => false,
        }
    }

    /// How many bytes of the rest these words take, if they stand there.
    fn length_of(&self, word: &str) -> Option<usize> {
        let rest = self.rest().strip_prefix('"').unwrap_or(self.rest());
        let quoted = usize::from(self.rest().len() != rest.len());
        let mut chars = rest.char_indices();
        for expected in word.chars() {
            let (_, found) = chars.next()?;
            let same = found.to_lowercase().eq(expected.to_lowercase());
            if !(same || expected == '_' && found == ' ') {
                return None;
            }
        }
        let length = chars.next().map_or(rest.len(), |(index, _)| index);
        let next = rest[length..].chars().next();
        if quoted == 1 {
            return (next == Some('"')).then_some(length + 2);
        }
        let ends = next.is_none_or(|next| !next.is_alphanumeric() && next != '_');
        (length > 0 && ends).then_some(length)
    }

    /// Takes the longest of these names; remembers them if none stands here.
    pub(super) fn longest<T: Clone>(&mut self, sort: &str, names: &[(&str, T)]) -> Option<T> {
        let mut best: Option<(usize, T)> = None;
        for (name, what) in names {
            // Of names as long as each other the first counts: those in play stand before sheets.
            if let Some(length) = self.length_of(name)
                && best.as_ref().is_none_or(|(longest, _)| length > *longest)
            {
                best = Some((length, what.clone()));
            }
        }
        match best {
            Some((length, what)) => {
                self.skip_space();
                self.at += length;
                Some(what)
            }
            None => {
                self.want(sort, names.iter().map(|(name, _)| (*name).to_string()).collect());
                None
            }
        }
    }

    /// Remembers what would have been understood here, if this is the furthest place.
    pub(super) fn want(&mut self, sort: &str, names: Vec<String>) {
        let here = self.text.len() - self.rest().len();
        if here > self.furthest {
            self.furthest = here;
            self.wanted.clear();
        }
        let wanted = Wanted { sort: sort.to_string(), names };
        if here == self.furthest && !self.wanted.contains(&wanted) {
            self.wanted.push(wanted);
        }
    }

    /// The names that would have been understood at a place, if everything before it was.
    pub(super) fn wanted_at(&self, place: usize) -> Vec<String> {
        let names =
            self.wanted.iter().filter(|_| self.furthest >= place).flat_map(|wanted| wanted.names.iter().cloned());
        names.collect()
    }

    /// Takes a value of a type; a number without a unit is in `unit`.
    pub(super) fn value(&mut self, r#type: &Type, unit: Option<u16>, title: &str) -> Option<Said> {
        match r#type {
            Type::Optional(inner) => {
                if self.word("none") {
                    Some(Said::Value(Value::None))
                } else {
                    self.value(inner, unit, title)
                }
            }
            Type::Figure => self.figure().map(Said::Who),
            Type::Number(_) => self.number(unit, title).map(|n| Said::Value(Value::Number(n))),
            Type::Truth => Some(Said::Value(Value::Truth(self.truth()))),
            Type::Symbol(set) => self.symbol(*set, title).map(|symbol| Said::Value(Value::Symbol(symbol))),
            Type::Thing(kind) => self.item(*kind).map(|item| Said::Value(Value::Item(item))),
            Type::Cell => self.cell(title).map(|cell| Said::Value(Value::Cell(cell))),
            Type::List(inner) => self.list(inner, unit, title),
            Type::Text => Some(Said::Value(Value::text(&self.quoted()?))),
            Type::Side | Type::Dice | Type::Chance | Type::Nothing => {
                self.want(title, Vec::new());
                None
            }
        }
    }

    fn list(&mut self, inner: &Type, unit: Option<u16>, title: &str) -> Option<Said> {
        let mut values = Vec::new();
        while let Some(Said::Value(value)) = self.value(inner, unit, title) {
            values.push(value);
            if !self.word("then") && !self.word("and") {
                break;
            }
        }
        (!values.is_empty()).then(|| Said::Value(Value::list(values)))
    }

    fn quoted(&mut self) -> Option<String> {
        let inner = self.rest().strip_prefix('"')?;
        let (text, _) = inner.split_once('"')?;
        self.skip_space();
        self.at += text.len() + 2;
        Some(text.to_string())
    }

    /// Takes the name of someone.
    pub(super) fn figure(&mut self) -> Option<Who> {
        let names: Vec<(&str, Who)> = self.cast.0.iter().map(|(name, who)| (name.as_str(), who.clone())).collect();
        self.longest("a figure", &names)
    }

    fn item(&mut self, kind: KindId) -> Option<ItemId> {
        let of_kind = self.book.items.iter().enumerate().filter(|(_, item)| item.kind == kind);
        let mut names: Vec<(&str, ItemId)> = Vec::new();
        for (index, item) in of_kind {
            names.push((&item.head.name, ItemId(index as u16)));
            if item.head.title != item.head.name {
                names.push((&item.head.title, ItemId(index as u16)));
            }
        }
        let title = &self.book.kinds[kind.index()].head.title;
        let article = if title.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let title = format!("{article} {title}");
        self.longest(&title, &names)
    }

    fn symbol(&mut self, set: SetId, title: &str) -> Option<Symbol> {
        let mut names: Vec<(&str, Symbol)> = Vec::new();
        for (index, word) in self.book.sets[set.index()].words.iter().enumerate() {
            let symbol = Symbol { set, at: index as u16 };
            names.push((&word.name, symbol));
            if word.title != word.name {
                names.push((&word.title, symbol));
            }
        }
        self.longest(title, &names)
    }

    fn truth(&mut self) -> bool {
        if self.word("no") || self.word("false") {
            return false;
        }
        let _ = self.word("yes") || self.word("true");
        true
    }

    /// Takes a number, and a unit if one stands behind it.
    pub(super) fn number(&mut self, unit: Option<u16>, title: &str) -> Option<Number> {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | '-' | '+');
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let Some(number) = parse_number(&rest[..length]) else {
            self.want(title, Vec::new());
            return None;
        };
        self.skip_space();
        self.at += length;
        let dimension = unit.map(|unit| self.book.units[usize::from(unit)].dimension);
        let fits = |unit: &crate::rulebook::Unit| Some(unit.dimension) == dimension;
        let all = self.book.units.iter().enumerate().filter(|(_, unit)| fits(unit));
        let names: Vec<(&str, u16)> = all.map(|(at, unit)| (&*unit.head.name, at as u16)).collect();
        let before = (self.furthest, self.wanted.clone());
        let stated = self.longest("a unit", &names);
        (self.furthest, self.wanted) = before;
        match stated.or(unit) {
            Some(unit) => number.times(self.book.units[usize::from(unit)].factor),
            None => Some(number),
        }
    }

    fn cell(&mut self, title: &str) -> Option<Position> {
        let back = self.at;
        let x = self.number(None, title)?;
        if !self.comma() {
            self.at = back;
            self.want("a cell, such as 3,4", Vec::new());
            return None;
        }
        let y = self.number(None, title)?;
        super::super::ground::position(self.book, x, y)
    }

    /// The error of a sentence that cannot go on here.
    pub(super) fn unexpected(&mut self, wanted: &str) -> SentenceError {
        self.want(wanted, Vec::new());
        self.not_understood()
    }

    /// The error at the furthest place that was reached.
    pub(super) fn not_understood(&self) -> SentenceError {
        let rest = &self.text[self.furthest..];
        let length = rest.find([' ', ',']).unwrap_or(rest.len());
        SentenceError::new(self.text, self.furthest, length, &self.wanted)
    }
}

fn parse_number(text: &str) -> Option<Number> {
    let text = text.strip_prefix('+').unwrap_or(text);
    if let Some((n, d)) = text.split_once('/') {
        return Number::fraction(n.parse().ok()?, d.parse().ok()?);
    }
    match text.split_once('.') {
        None => text.parse().ok().map(Number::int),
        Some((whole, part)) => {
            let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
            let digits: i64 = format!("{whole}{part}").parse().ok()?;
            Number::fraction(digits, scale)
        }
    }
}
