//! A resolved expression back in the author's syntax, for refusals and for saying why a modifier did not apply.

use super::World;
use crate::rulebook::{Binary, Expr, FUNCTIONS, Function, Head, Node, Quantifier, Rounding, Rulebook, Type};
use crate::syntax::without_comment;
use crate::text::is_wordly;
use crate::value::{Number, Value};
use std::fmt::Write;

/// The expression as written, on one line; printed from the tree where it was never written.
pub fn describe(expr: &Expr, rules: &Rulebook) -> String {
    if let Some(words) = written(expr, rules) {
        return words;
    }
    let mut printer = Printer { rules, text: String::new() };
    printer.expr(expr, 0);
    printer.text
}

/// The author's own words, without comments and with single spaces.
fn written(expr: &Expr, rules: &Rulebook) -> Option<String> {
    let span = expr.span;
    if span.start >= span.end || rules.sources.iter().count() <= span.source.0 as usize {
        return None;
    }
    let lines = rules.sources.slice(span).lines().map(without_comment);
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// A value as a player reads it: figures and things by name, numbers in the given unit.
pub fn show<W: World + ?Sized>(value: &Value, unit: Option<u16>, rules: &Rulebook, world: &W) -> String {
    match value {
        Value::Number(n) => quantity(*n, unit, rules),
        Value::Figure(id) => world.figure_name(*id).to_string(),
        Value::Side(id) => world.side_name(*id).to_string(),
        Value::Thing(id) => match world.item_of(*id) {
            Some(item) => show(&Value::Item(item), None, rules, world),
            None => "?".to_string(),
        },
        Value::Symbol(symbol) => match rules.sets[symbol.set.index()].words.get(usize::from(symbol.at)) {
            Some(word) => word.title.to_string(),
            None => "?".to_string(),
        },
        Value::Item(id) => rules.items[id.index()].head.title.to_string(),
        Value::List(members) => {
            members.iter().map(|member| show(member, unit, rules, world)).collect::<Vec<_>>().join(", ")
        }
        other => words_of(other, rules),
    }
}

/// A value as an author writes it, as far as the rules alone can tell.
pub fn words_of(value: &Value, rules: &Rulebook) -> String {
    match value {
        Value::None => "none".to_string(),
        Value::Unset => "?".to_string(),
        Value::Truth(truth) => truth.to_string(),
        Value::Number(n) => n.to_string(),
        Value::Dice(formula) => formula.to_string(),
        Value::Symbol(symbol) => {
            let word = rules.sets[symbol.set.index()].words.get(usize::from(symbol.at));
            word.map_or_else(|| "?".to_string(), |word| quoted(&word.name))
        }
        Value::Text(text) => format!("\"{text}\""),
        Value::Figure(_) => "a figure".to_string(),
        Value::Side(_) => "a side".to_string(),
        Value::Item(id) => rules.items.get(id.index()).map_or_else(|| "?".to_string(), |item| quoted(&item.head.name)),
        Value::Thing(_) => "a thing".to_string(),
        Value::Cell(place) => format!("{},{}", place.x, place.y),
        Value::List(members) => {
            let members: Vec<String> = members.iter().map(|member| words_of(member, rules)).collect();
            format!("[{}]", members.join(", "))
        }
    }
}

/// A name, in quotes if it is not one word.
pub(super) fn quoted(name: &str) -> String {
    let plain = name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_') && name.chars().all(is_wordly);
    if plain { name.to_string() } else { format!("\"{name}\"") }
}

/// A number of base units in the unit in which it is read and shown.
fn quantity(n: Number, unit: Option<u16>, rules: &Rulebook) -> String {
    match unit.and_then(|unit| rules.units.get(usize::from(unit))) {
        Some(unit) => match n.over(unit.factor) {
            Some(amount) => format!("{} {}", amount.measured(), unit.head.name),
            None => n.to_string(),
        },
        None => n.to_string(),
    }
}

struct Printer<'a> {
    rules: &'a Rulebook,
    text: String,
}

/// How tightly a form binds: a part that binds looser than its place is put in parentheses.
fn tightness(node: &Node) -> u8 {
    match node {
        Node::If(..) | Node::Let(..) => 0,
        Node::Binary(Binary::Or, ..) => 1,
        Node::Binary(Binary::And, ..) => 2,
        Node::Not(_) => 3,
        Node::Binary(
            Binary::Equal
            | Binary::NotEqual
            | Binary::Less
            | Binary::LessOrEqual
            | Binary::Greater
            | Binary::GreaterOrEqual,
            ..,
        )
        | Node::In(..)
        | Node::Is(..)
        | Node::Has(..)
        | Node::HasCondition(..)
        | Node::InState(..) => 4,
        Node::Binary(Binary::Plus | Binary::Minus, ..) => 5,
        Node::Binary(Binary::Times | Binary::Over, ..) | Node::Repeat(..) => 6,
        Node::Round(..) | Node::Minus(_) => 7,
        _ => 9,
    }
}

/// Whether a bracket around all of it is written.
fn is_bracketed(words: &str) -> bool {
    let mut depth = 0_usize;
    let closes = words.char_indices().find(|(_, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    words.starts_with('(') && closes.is_some_and(|(at, _)| at + 1 == words.len())
}

/// Whether a quotient of it would look as if all of it were rounded.
fn ends_in_rounding(expr: &Expr) -> bool {
    match &expr.node {
        Node::Round(..) => true,
        Node::Binary(Binary::Times | Binary::Over, _, right) => ends_in_rounding(right),
        _ => false,
    }
}

fn sign(operator: Binary) -> &'static str {
    match operator {
        Binary::Or => "or",
        Binary::And => "and",
        Binary::Equal => "=",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterOrEqual => ">=",
        Binary::Plus => "+",
        Binary::Minus => "-",
        Binary::Times => "*",
        Binary::Over => "/",
    }
}

impl Printer<'_> {
    fn say(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn expr(&mut self, expr: &Expr, least: u8) {
        let binds = tightness(&expr.node);
        if let Some(words) = written(expr, self.rules) {
            let bare = binds >= least || is_bracketed(&words);
            return self.say(&if bare { words } else { format!("({words})") });
        }
        if binds < least {
            self.say("(");
        }
        self.node(expr, binds);
        if binds < least {
            self.say(")");
        }
    }

    fn node(&mut self, expr: &Expr, binds: u8) {
        let rules = self.rules;
        match &expr.node {
            Node::Const(value) => self.say(&words_of(value, rules)),
            Node::Subject => self.say("self"),
            Node::Fact(id) => self.say(&quoted(&rules.facts[id.index()].head.name)),
            Node::Local(local) => self.local(*local),
            Node::Setting(id) => self.say(&quoted(&rules.settings[id.index()].head.name)),
            Node::Attribute(owner, id) => self.property(owner, &rules.attributes[id.index()].head.name),
            Node::Value(owner, id) => self.property(owner, &rules.values[id.index()].head.name),
            Node::Track(owner, id, symbol) => {
                self.property(owner, &rules.tracks[id.index()].head.name);
                if let Some(symbol) = symbol {
                    self.list("(", std::slice::from_ref(symbol), ")");
                }
            }
            Node::State(owner, id) => self.property(owner, &rules.states[id.index()].head.name),
            Node::Slot(owner, id) => self.property(owner, &rules.slots[id.index()].head.name),
            Node::Field(owner, field) => {
                let name = self.field_name(owner, *field);
                self.property(owner, &name);
            }
            Node::Call(function, arguments) => self.call(*function, arguments),
            Node::Map(list, _, body) => self.mapped(list, body),
            Node::Table(id, keys) => {
                self.say(&quoted(&rules.tables[id.index()].head.name));
                self.list("(", keys, ")");
            }
            Node::Relation(id, from, to) => {
                self.say(&quoted(&rules.relations[id.index()].head.name));
                self.say("(");
                self.expr(from, 0);
                self.say(", ");
                self.expr(to, 0);
                self.say(")");
            }
            Node::Binary(operator, left, right) => {
                // Comparisons do not chain, so both sides must bind tighter; sums and products lean to the left.
                let splits = *operator == Binary::Over && ends_in_rounding(left);
                self.expr(
                    left,
                    match binds {
                        4 => 5,
                        _ if splits => 8,
                        _ => binds,
                    },
                );
                let _ = write!(self.text, " {} ", sign(*operator));
                let joins = matches!(operator, Binary::And | Binary::Or);
                self.expr(right, if joins { binds } else { binds + 1 });
            }
            _ => self.wordy(expr, binds),
        }
    }

    /// The forms made of words.
    fn wordy(&mut self, expr: &Expr, binds: u8) {
        let rules = self.rules;
        match &expr.node {
            Node::HasCondition(figure, id) => self.is(figure, &rules.conditions[id.index()].head.name.clone()),
            Node::InState(figure, _, word) => self.is(figure, &words_of(&Value::Symbol(*word), rules)),
            Node::Is(subject, value) => self.is(subject, &words_of(value, rules)),
            Node::Has(list, member) => {
                self.expr(list, 5);
                self.say(" has ");
                self.expr(member, 5);
            }
            Node::Not(inner) => {
                self.say("not ");
                self.expr(inner, binds);
            }
            Node::Minus(inner) => {
                self.say("-");
                self.expr(inner, binds + 1);
            }
            Node::Round(rounding, inner) => {
                self.say(match rounding {
                    Rounding::Up => "round up ",
                    Rounding::Down => "round down ",
                    Rounding::Nearest => "round nearest ",
                });
                self.expr(inner, binds);
            }
            Node::In(number, low, high) => {
                self.ranged(number);
                self.say(" in ");
                low.iter().for_each(|low| self.expr(low, 5));
                self.say("..");
                high.iter().for_each(|high| self.expr(high, 5));
            }
            Node::If(condition, yes, no) => {
                for (word, part) in [("if ", condition), (" then ", yes), (" else ", no)] {
                    self.say(word);
                    self.expr(part, 0);
                }
            }
            Node::Case(arms, otherwise) => self.case(arms, otherwise),
            Node::Let(local, value, body) => {
                self.say("let ");
                self.local(*local);
                self.say(" = ");
                self.expr(value, 0);
                self.say(" in ");
                self.expr(body, 0);
            }
            Node::List(members) => self.list("[", members, "]"),
            Node::Roll(formula) => self.say(&formula.to_string()),
            Node::Repeat(count, inner) => {
                let _ = write!(self.text, "{count} x ");
                self.expr(inner, binds + 1);
            }
            Node::Over { quantifier, local, list, condition, body } => {
                self.over(*quantifier, *local, list, condition.as_deref(), body.as_deref());
            }
            _ => {}
        }
    }

    fn case(&mut self, arms: &[(Expr, Expr)], otherwise: &Expr) {
        self.say("case { ");
        for (condition, value) in arms {
            self.expr(condition, 0);
            self.say(": ");
            self.expr(value, 0);
            self.say(", ");
        }
        self.say("else ");
        self.expr(otherwise, 0);
        self.say(" }");
    }

    /// The number of a range test; behind a bare number `in` would read as a unit.
    fn ranged(&mut self, number: &Expr) {
        let start = self.text.len();
        self.expr(number, 5);
        if self.text.ends_with(|letter: char| letter.is_ascii_digit()) {
            self.text.insert(start, '(');
            self.say(")");
        }
    }

    fn property(&mut self, owner: &Expr, name: &str) {
        if !matches!(owner.node, Node::Subject) {
            self.expr(owner, 9);
            self.say(".");
        }
        self.say(&quoted(name));
    }

    fn mapped(&mut self, list: &Expr, body: &Expr) {
        self.expr(list, 9);
        let mut inner = Printer { rules: self.rules, text: String::new() };
        inner.expr(body, 9);
        // The member itself is a variable without a name of its own: `x1.name` becomes `.name`.
        let tail = inner.text.find('.').map_or(inner.text.as_str(), |dot| &inner.text[dot..]);
        self.say(tail);
    }

    fn call(&mut self, function: Function, arguments: &[Expr]) {
        let row = FUNCTIONS.iter().find(|row| row.function == function);
        let (name, property) = row.map_or(("?", false), |row| (row.name, row.property));
        match (function, arguments) {
            (Function::ThingsAt, [cell, Expr { node: Node::Const(Value::Number(kind)), .. }]) => {
                let kind = kind.as_int().and_then(|kind| self.rules.kinds.get(kind as usize));
                self.property(cell, kind.map_or("things", |kind| &kind.plural));
            }
            (Function::FarEnds, [figure, Expr { node: Node::Const(Value::Number(relation)), .. }]) => {
                let relation = relation.as_int().and_then(|relation| self.rules.relations.get(relation as usize));
                self.property(figure, relation.map_or("relation", |relation| &relation.head.name));
            }
            (Function::Repeat, [count, inner]) => {
                self.expr(count, 6);
                self.say(" x ");
                self.expr(inner, 7);
            }
            (Function::CellAt, place) => {
                self.say("cell");
                self.list("(", place, ")");
            }
            (_, [subject]) if property => self.property(subject, name),
            _ => {
                self.say(name);
                self.list("(", arguments, ")");
            }
        }
    }

    fn is(&mut self, subject: &Expr, word: &str) {
        self.expr(subject, 5);
        self.say(" is ");
        self.say(word);
    }

    fn list(&mut self, open: &str, members: &[impl std::borrow::Borrow<Expr>], close: &str) {
        self.say(open);
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.say(", ");
            }
            self.expr(member.borrow(), 0);
        }
        self.say(close);
    }

    fn over(&mut self, quantifier: Quantifier, local: u8, list: &Expr, condition: Option<&Expr>, body: Option<&Expr>) {
        self.say(match quantifier {
            Quantifier::Any => "any(",
            Quantifier::All => "all(",
            Quantifier::Count => "count(",
            Quantifier::First => "first(",
            Quantifier::Sum => "sum(",
            Quantifier::List => "list(",
        });
        self.local(local);
        self.say(" in ");
        self.expr(list, 1);
        if let Some(condition) = condition {
            self.say(" where ");
            self.expr(condition, 0);
        }
        if let Some(body) = body {
            self.say(" : ");
            self.expr(body, 0);
        }
        self.say(")");
    }

    fn local(&mut self, local: u8) {
        let _ = write!(self.text, "x{}", u16::from(local) + 1);
    }

    fn field_name(&self, owner: &Expr, field: u16) -> String {
        field_head(self.rules, owner, field).map_or_else(|| "field".to_string(), |head| head.name.to_string())
    }
}

/// What a field is called, found through the kind of its thing where that is plain.
pub(super) fn field_head<'r>(rules: &'r Rulebook, owner: &Expr, field: u16) -> Option<&'r Head> {
    let kind = match &owner.node {
        Node::Fact(id) => match &rules.facts[id.index()].r#type {
            Type::Thing(kind) => Some(*kind),
            Type::Optional(inner) => match **inner {
                Type::Thing(kind) => Some(kind),
                _ => None,
            },
            _ => None,
        },
        Node::Const(Value::Item(item)) => rules.items.get(item.index()).map(|item| item.kind),
        Node::Call(Function::Terrain, _) => rules.ground.as_ref().and_then(|ground| ground.cells),
        _ => None,
    };
    Some(&rules.kinds[kind?.index()].fields.get(usize::from(field))?.head)
}
