//! What is changed in expressions: numbers, dice, operators, and the words that stand for either.

use super::{MutationSort, MutationWalk, Surroundings};
use crate::syntax::grammar::{ParseNode, Rule};
use std::ops::Range;

/// Dice as they can be bought, one size after the other.
const SIZES: [&str; 8] = ["2", "3", "4", "6", "8", "10", "12", "20"];
/// Words in whose place the other can stand.
const PAIRS: [(Rule, MutationSort, &str, &str); 14] = [
    (Rule::truth, MutationSort::Truth, "true", "false"),
    (Rule::truth, MutationSort::Truth, "yes", "no"),
    (Rule::round_up, MutationSort::Rounding, "up", "down"),
    (Rule::round_down, MutationSort::Rounding, "down", "up"),
    (Rule::round_nearest, MutationSort::Rounding, "nearest", "down"),
    (Rule::rounded, MutationSort::Rounding, "up", "down"),
    (Rule::rounded, MutationSort::Rounding, "nearest", "down"),
    (Rule::k_at_least, MutationSort::Extreme, "least", "most"),
    (Rule::k_at_most, MutationSort::Extreme, "most", "least"),
    (Rule::direction, MutationSort::Order, "ascending", "descending"),
    (Rule::stacking, MutationSort::Stacking, "worst", "all"),
    (Rule::stacking, MutationSort::Stacking, "best", "all"),
    (Rule::stacking, MutationSort::Stacking, "once", "all"),
    (Rule::stacking, MutationSort::Stacking, "all", "worst"),
];

impl MutationWalk {
    /// A number, one more; where it is compared with, one less too.
    pub(super) fn number(&mut self, node: &ParseNode, is_threshold: bool) {
        let said = node.as_str().trim_end();
        let less = stepped(said, false).filter(|_| is_threshold);
        for right in [stepped(said, true), less].into_iter().flatten() {
            self.instead(MutationSort::Number, node, right);
        }
    }

    /// One die more, the next size of dice, the other end kept.
    pub(super) fn dice(&mut self, node: &ParseNode) {
        for part in node.clone().into_inner() {
            let said = part.as_str().trim_end();
            match part.as_rule() {
                Rule::throw => {
                    let Some((count, sides)) = said.split_once('d') else { continue };
                    let more = stepped(if count.is_empty() { "1" } else { count }, true);
                    let size = SIZES.iter().position(|size| *size == sides);
                    let next = size.map(|at| SIZES[if at + 1 == SIZES.len() { at - 1 } else { at + 1 }]);
                    let (more, next) = (
                        more.unwrap_or_default(),
                        next.map_or_else(|| stepped(sides, true), |next| Some(next.to_string())),
                    );
                    self.instead(MutationSort::Dice, &part, format!("{more}d{sides}"));
                    self.instead(MutationSort::Dice, &part, format!("{count}d{}", next.unwrap_or_default()));
                }
                Rule::keep_side => {
                    self.instead(MutationSort::Dice, &part, if said == "highest" { "lowest" } else { "highest" });
                }
                _ => {}
            }
        }
    }

    /// A word in whose place another can stand.
    pub(super) fn word(&mut self, node: &ParseNode) {
        let said = node.as_str().trim_end();
        let last = said.rsplit(' ').next().unwrap_or("");
        let pair = PAIRS.iter().find(|(rule, _, one, other)| {
            node.as_rule() == *rule && (last == *one || *rule == Rule::truth && last == *other)
        });
        if let Some((_, sort, one, other)) = pair {
            let end = self.range(node).end;
            self.propose(*sort, end - last.len()..end, if last == *one { *other } else { *one });
        }
    }

    /// `min` for `max`, and the other way round; a number in either is a bound.
    pub(super) fn call(&mut self, node: &ParseNode) {
        let mut is_bound = false;
        for part in node.clone().into_inner() {
            match (part.as_rule(), part.as_str().trim_end()) {
                (Rule::plain_name, name @ ("min" | "max")) => {
                    is_bound = true;
                    self.instead(MutationSort::Extreme, &part, if name == "min" { "max" } else { "min" });
                }
                (Rule::plain_name, name) => is_bound = name == "clamp",
                _ => self.parts(&part, Surroundings { is_threshold: is_bound, is_condition: false }),
            }
        }
    }

    /// The first expression of a choice, turned if it has no operator that is.
    pub(super) fn first_turned(&mut self, node: &ParseNode) {
        let Some(expr) = node.clone().into_inner().find(|part| part.as_rule() == Rule::expr) else { return };
        let has_operator = expr
            .clone()
            .into_inner()
            .any(|part| is_comparison(part.as_rule()) || is_joint(part.as_rule()) || part.as_rule() == Rule::op_not);
        if !has_operator {
            self.instead(MutationSort::Turned, &expr, format!("not ({})", expr.as_str().trim_end()));
        }
    }

    pub(super) fn expression(&mut self, node: &ParseNode, around: Surroundings) {
        let parts: Vec<ParseNode> = node.clone().into_inner().collect();
        let joints: Vec<usize> = (0..parts.len()).filter(|at| is_joint(parts[*at].as_rule())).collect();
        self.operands(&parts, &joints);
        let is_compared = parts.iter().any(|part| is_comparison(part.as_rule()));
        // A single comparison that is the whole condition was turned already.
        let is_turned = around.is_condition && joints.is_empty();
        let is_threshold = is_compared || around.is_threshold;
        for (at, part) in parts.iter().enumerate() {
            let is_literal =
                parts.get(at + 1).is_some_and(|next| matches!(next.as_rule(), Rule::quantity | Rule::dice));
            match part.as_rule() {
                Rule::plus if !is_literal => self.instead(MutationSort::Sign, part, "-"),
                Rule::minus if !is_literal => self.instead(MutationSort::Sign, part, "+"),
                Rule::op_not if !is_turned => self.without(part),
                Rule::is_clause | Rule::has_clause if !is_turned => self.clause(part),
                _ => self.edge(part, is_turned),
            }
            self.visit(part, Surroundings { is_threshold, is_condition: false });
        }
    }

    /// Every side of `and` and of `or`, left out.
    fn operands(&mut self, parts: &[ParseNode], joints: &[usize]) {
        let mut begin = 0;
        for end in joints.iter().copied().chain([parts.len()]).filter(|_| !joints.is_empty()) {
            let place: Range<usize> = match begin {
                0 => self.range(&parts[0]).start..self.range(&parts[end + 1]).start,
                _ => self.range(&parts[begin - 2]).end..self.range(&parts[end - 1]).end,
            };
            self.propose(MutationSort::Condition, place, "");
            begin = end + 1;
        }
    }

    fn edge(&mut self, part: &ParseNode, is_turned: bool) {
        let right = match part.as_rule() {
            Rule::less => "<=",
            Rule::less_or_equal => "<",
            Rule::greater => ">=",
            Rule::greater_or_equal => ">",
            Rule::equal if !is_turned => "!=",
            Rule::not_equal if !is_turned => "=",
            _ => return,
        };
        self.instead(MutationSort::Edge, part, right);
    }

    /// `not`, left out.
    fn without(&mut self, part: &ParseNode) {
        self.instead(MutationSort::Turned, part, "");
    }

    /// `is` for `is not`, `has` for `has no`, and the other way round.
    fn clause(&mut self, part: &ParseNode) {
        let mut inner = part.clone().into_inner();
        let (Some(verb), Some(next)) = (inner.next(), inner.next()) else { return };
        match (verb.as_rule(), next.as_rule()) {
            (_, Rule::k_not | Rule::k_no) => self.without(&next),
            (Rule::k_is, _) => self.instead(MutationSort::Turned, &verb, "is not"),
            _ => self.instead(MutationSort::Turned, &verb, "has no"),
        }
    }
}

fn is_joint(rule: Rule) -> bool {
    matches!(rule, Rule::op_and | Rule::op_or)
}

fn is_comparison(rule: Rule) -> bool {
    use Rule::{equal, greater, greater_or_equal, has_clause, in_clause, is_clause, less, less_or_equal, not_equal};
    matches!(
        rule,
        equal | not_equal | less | less_or_equal | greater | greater_or_equal | is_clause | has_clause | in_clause
    )
}

/// A number as written, with its last digit one more or one less.
fn stepped(said: &str, is_more: bool) -> Option<String> {
    let decimals = said.split_once('.').map_or(0, |(_, behind)| behind.len());
    let digits: u64 = said.replace('.', "").parse().ok()?;
    let changed = if is_more { digits.checked_add(1) } else { digits.checked_sub(1) }?;
    let width = decimals + 1;
    let text = format!("{changed:0width$}");
    let (whole, behind) = text.split_at(text.len() - decimals);
    Some(if decimals == 0 { whole.to_string() } else { format!("{whole}.{behind}") })
}
