//! A resolved condition as a sentence in the titles of what it reads, for whoever reads no expressions.

use super::describe::{describe, field_head, words_of};
use crate::rulebook::{Binary, Expr, Function, Head, Node, Rounding, Rulebook};
use crate::value::{Number, Value};

/// When a condition holds, in the words of the rules: `the target is lying and range is at most 3`.
pub fn in_plain_words(condition: &Expr, rules: &Rulebook) -> String {
    Speaker(rules).condition(condition, true)
}

/// What an amount is, in the words of the rules: `unbalanced of the weapon`.
pub fn amount_in_plain_words(amount: &Expr, rules: &Rulebook) -> String {
    Speaker(rules).noun(amount)
}

/// What joins the parts of a condition, or of its opposite: parts that are joined otherwise are set apart in it.
fn is_joined_by(condition: &Expr, is_so: bool) -> Option<Binary> {
    match (&condition.node, is_so) {
        (Node::Binary(Binary::And, ..), true) | (Node::Binary(Binary::Or, ..), false) => Some(Binary::And),
        (Node::Binary(Binary::Or, ..), true) | (Node::Binary(Binary::And, ..), false) => Some(Binary::Or),
        (Node::Not(inner), _) => is_joined_by(inner, !is_so),
        _ => None,
    }
}

/// A comparison, or the opposite of it, in words.
fn compared(operator: Binary, is_so: bool) -> Option<&'static str> {
    Some(match (operator, is_so) {
        (Binary::Equal, true) | (Binary::NotEqual, false) => "is",
        (Binary::NotEqual, true) | (Binary::Equal, false) => "is not",
        (Binary::Less, true) | (Binary::GreaterOrEqual, false) => "is less than",
        (Binary::LessOrEqual, true) | (Binary::Greater, false) => "is at most",
        (Binary::Greater, true) | (Binary::LessOrEqual, false) => "is more than",
        (Binary::GreaterOrEqual, true) | (Binary::Less, false) => "is at least",
        _ => return None,
    })
}

struct Speaker<'r>(&'r Rulebook);

impl Speaker<'_> {
    /// A condition, or its opposite.
    fn condition(&self, condition: &Expr, is_so: bool) -> String {
        let rules = self.0;
        let is = if is_so { "is" } else { "is not" };
        match &condition.node {
            Node::Not(inner) => self.condition(inner, !is_so),
            Node::Binary(Binary::And | Binary::Or, left, right) => self.joined(condition, (left, right), is_so),
            Node::Binary(operator, left, right) => self.comparison(condition, (*operator, left, right), is_so),
            Node::HasCondition(who, id) => {
                format!("{} {is} {}", self.who(who), called(&rules.conditions[id.index()].head))
            }
            Node::InState(who, _, word) => format!("{} {is} {}", self.who(who), self.value(&Value::Symbol(*word))),
            Node::Is(subject, Value::None) => {
                format!("there is {}{}", if is_so { "no " } else { "" }, self.noun(subject))
            }
            Node::Is(subject, value) => {
                let subject = self.noun(subject);
                // A title may say so itself: `the throw is`.
                let subject = subject.strip_suffix(" is").unwrap_or(&subject);
                format!("{subject} {is} {}", self.value(value))
            }
            Node::Has(list, member) => self.has((list, member), is_so),
            Node::In(number, low, high) => {
                let ends = [("at least", low), ("at most", high)];
                let ends = ends.iter().filter_map(|(word, end)| Some(format!("{word} {}", self.noun(end.as_ref()?))));
                format!("{} {is} {}", self.noun(number), ends.collect::<Vec<String>>().join(" and "))
            }
            Node::Field(of, field) if field_head(rules, of, *field).is_some() => {
                let title = field_head(rules, of, *field).map_or_else(String::new, called);
                format!("{} {is} {title}", self.who(of))
            }
            Node::Fact(_) | Node::Attribute(..) | Node::Value(..) | Node::Setting(_) => {
                format!("{}{}", if is_so { "" } else { "not " }, self.noun(condition))
            }
            _ if is_so => describe(condition, rules),
            _ => format!("not ({})", describe(condition, rules)),
        }
    }

    /// Two conditions of which both hold, or one; of the opposite it is the other way round.
    fn joined(&self, whole: &Expr, (left, right): (&Expr, &Expr), is_so: bool) -> String {
        let by = is_joined_by(whole, is_so);
        let side = |part: &Expr| {
            let words = self.condition(part, is_so);
            match (by, is_joined_by(part, is_so)) {
                (Some(one), Some(other)) if one != other => format!("({words})"),
                _ => words,
            }
        };
        let word = if by == Some(Binary::And) { "and" } else { "or" };
        format!("{} {word} {}", side(left), side(right))
    }

    fn comparison(&self, whole: &Expr, (operator, left, right): (Binary, &Expr, &Expr), is_so: bool) -> String {
        // Whether there are any is asked by counting them.
        if let Node::Call(Function::Count, counted) = &left.node
            && right.as_number() == Some(Number::ZERO)
            && let ([list], Binary::Greater | Binary::Equal | Binary::NotEqual) = (counted.as_slice(), operator)
        {
            let some = if is_so == (operator == Binary::Equal) { "no" } else { "some" };
            return format!("there is {some} {}", self.noun(list));
        }
        match compared(operator, is_so) {
            Some(words) => format!("{} {words} {}", self.noun(left), self.noun(right)),
            None => describe(whole, self.0),
        }
    }

    fn has(&self, (list, member): (&Expr, &Expr), is_so: bool) -> String {
        let member = self.noun(member);
        match &list.node {
            Node::Slot(who, _) => format!("{} has {}{member}", self.who(who), if is_so { "" } else { "no " }),
            _ => format!("{member} is {}among {}", if is_so { "" } else { "not " }, self.noun(list)),
        }
    }

    /// Somebody or something: `the target`.
    fn who(&self, who: &Expr) -> String {
        match &who.node {
            Node::Fact(_) => format!("the {}", self.noun(who)),
            Node::Subject => "one".to_string(),
            _ => self.noun(who),
        }
    }

    /// What a value is called.
    fn noun(&self, expr: &Expr) -> String {
        let rules = self.0;
        match &expr.node {
            Node::Const(value) => self.value(value),
            Node::Fact(id) => called(&rules.facts[id.index()].head),
            Node::Setting(id) => {
                let setting = &rules.settings[id.index()];
                rules.number_of(&setting.expr).map_or_else(|| called(&setting.head), |number| number.to_string())
            }
            Node::Attribute(of, id) => self.of(called(&rules.attributes[id.index()].head), of),
            Node::Value(of, id) => self.of(called(&rules.values[id.index()].head), of),
            Node::Track(of, id, None) => self.of(called(&rules.tracks[id.index()].head), of),
            Node::State(of, id) => self.of(called(&rules.states[id.index()].head), of),
            Node::Slot(of, id) => self.of(called(&rules.slots[id.index()].head), of),
            Node::Field(of, field) => match field_head(rules, of, *field) {
                Some(head) => self.of(called(head), of),
                None => describe(expr, rules),
            },
            Node::Table(id, _) => format!("as in the table {}", called(&rules.tables[id.index()].head)),
            Node::Call(Function::Count, all) if all.len() == 1 => format!("number of {}", self.noun(&all[0])),
            Node::Minus(inner) => match inner.node {
                Node::Binary(..) | Node::Round(..) => format!("-({})", self.noun(inner)),
                _ => format!("-{}", self.noun(inner)),
            },
            Node::Round(Rounding::Up, inner) => format!("{}, rounded up", self.noun(inner)),
            Node::Round(Rounding::Down, inner) => format!("{}, rounded down", self.noun(inner)),
            Node::Round(Rounding::Nearest, inner) => format!("{}, rounded", self.noun(inner)),
            Node::Binary(operator @ (Binary::Plus | Binary::Minus | Binary::Times | Binary::Over), left, right) => {
                let sign = match operator {
                    Binary::Plus => "+",
                    Binary::Minus => "-",
                    Binary::Times => "x",
                    _ => "/",
                };
                format!("{} {sign} {}", self.noun(left), self.noun(right))
            }
            _ => describe(expr, rules),
        }
    }

    fn of(&self, what: String, of: &Expr) -> String {
        match of.node {
            Node::Subject => what,
            _ => format!("{what} of {}", self.who(of)),
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Symbol(word) => self.0.symbol_title(*word).replace('_', " "),
            Value::Item(item) => self.0.items[item.index()].head.title.to_string(),
            value => words_of(value, self.0),
        }
    }
}

/// The title of something, or its name as words.
fn called(head: &Head) -> String {
    if head.is_quiet() { head.name.replace('_', " ") } else { head.title.to_string() }
}

#[cfg(test)]
mod tests {
    use super::in_plain_words;
    use crate::eval::sample::{LOW, attribute, bin, call, expr, fact, num, rulebook};
    use crate::rulebook::{Binary, Expr, Function, Node};
    use crate::value::{SlotId, StateId};

    fn not(condition: Expr) -> Expr {
        expr(Node::Not(Box::new(condition)))
    }

    #[test]
    fn conditions_are_said_in_titles() {
        let rules = rulebook();
        let strong = || bin(Binary::GreaterOrEqual, attribute(fact(0), 0), num(10));
        let low = || expr(Node::InState(Box::new(fact(1)), StateId(0), LOW));
        let armed = || {
            let slot = expr(Node::Slot(Box::new(fact(0)), SlotId(0)));
            bin(Binary::Greater, call(Function::Count, vec![slot]), num(0))
        };
        let said = |condition: Expr| in_plain_words(&condition, &rules);
        assert_eq!(said(strong()), "might of the actor is at least 10");
        assert_eq!(said(not(strong())), "might of the actor is less than 10");
        assert_eq!(said(not(low())), "the target is not low");
        assert_eq!(said(not(armed())), "there is no ready of the actor");
        let either = || bin(Binary::Or, low(), armed());
        assert_eq!(
            said(bin(Binary::And, strong(), either())),
            "might of the actor is at least 10 and (the target is low or there is some ready of the actor)"
        );
        // Of two of which one holds, the opposite is that neither does.
        assert_eq!(said(not(either())), "the target is not low and there is no ready of the actor");
        assert_eq!(
            said(not(bin(Binary::And, either(), strong()))),
            "(the target is not low and there is no ready of the actor) or might of the actor is less than 10"
        );
    }
}
