//! Small changes of rules, one place at a time, that a test should notice: each is an edit at a place of the parse tree.

mod cell;
mod expression;
mod reason;
mod sort;

pub use reason::{UntestedReason, intended, reasons};
pub use sort::MutationSort;

use super::grammar::{Grammar, ParseNode, Rule};
use super::scan::scan;
use pest::Parser;
use std::ops::Range;

/// One small change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What is changed.
    pub sort: MutationSort,
    /// The bytes that go.
    pub place: Range<usize>,
    /// What comes there.
    pub right: String,
    /// The declaration around.
    pub declaration: Range<usize>,
    /// The smallest entry around: a line, a row, or the declaration itself.
    pub entry: Range<usize>,
    /// The sections that are cited: by the declaration, by what stands in it around the change, by the entry itself.
    pub cites: Vec<Vec<String>>,
}

impl Mutation {
    /// The text with the change made.
    pub fn applied(&self, text: &str) -> String {
        let (before, behind) = (text.get(..self.place.start), text.get(self.place.end..));
        format!("{}{}{}", before.unwrap_or(""), self.right, behind.unwrap_or(""))
    }

    /// What is taken away goes with the blank before it, and a line with the sign that ends it.
    fn take_blanks(&mut self, text: &[u8]) {
        if !self.right.is_empty() || self.place.is_empty() {
            return;
        }
        if self.sort == MutationSort::Line && text.get(self.place.end) == Some(&b';') {
            self.place.end += 1;
        }
        let ends = matches!(text.get(self.place.end), None | Some(b' ' | b'\n' | b';' | b')' | b'}' | b','));
        if ends && self.place.start > 0 && text.get(self.place.start - 1) == Some(&b' ') {
            self.place.start -= 1;
        }
    }
}

/// What is said of fights, pages and tests is no rule.
const NO_RULES: [Rule; 9] = [
    Rule::pack,
    Rule::unit,
    Rule::symbols,
    Rule::map,
    Rule::scenario,
    Rule::figure,
    Rule::words,
    Rule::test,
    Rule::removed,
];
/// What stands in a block on its own.
const ENTRIES: [Rule; 17] = [
    Rule::track_entry,
    Rule::condition_entry,
    Rule::relation_entry,
    Rule::card_entry,
    Rule::group_entry,
    Rule::check_entry,
    Rule::question_entry,
    Rule::action_entry,
    Rule::every_entry,
    Rule::reaction_entry,
    Rule::turn_entry,
    Rule::rounds_entry,
    Rule::phase_entry,
    Rule::property_entry,
    Rule::line,
    Rule::outcome_line,
    Rule::step_line,
];
/// Entries that say what something is called or about: nothing can be played without them, or nothing is played otherwise.
const FRAME: [Rule; 8] =
    [Rule::says, Rule::reads, Rule::takes, Rule::a_by, Rule::c_note, Rule::re_on, Rule::q_gives, Rule::removed_label];
/// Entries without which nothing loads, or which are changed as a whole in another way.
const NEEDED: [Rule; 6] = [Rule::roll, Rule::lasts, Rule::l_let, Rule::l_roll, Rule::a_roll, Rule::l_say];
/// Where `when` cannot be left out.
const ALWAYS_WHEN: [Rule; 5] = [Rule::track_gains, Rule::l_when, Rule::re_when, Rule::when_block, Rule::group_when];

/// Every small change that can be made to the rules of a text, in its order. Whether the rules load with it, is for
/// others to find out.
pub fn mutations(text: &str) -> Vec<Mutation> {
    let scan = scan(text);
    let mut walk = MutationWalk { base: 0, declaration: 0..0, entry: 0..0, cites: Vec::new(), found: Vec::new() };
    for stretch in scan.stretches.iter().filter(|stretch| stretch.depth == 0) {
        walk.base = stretch.start;
        let nodes = Grammar::parse(Rule::lone_declaration, &scan.text[stretch.start..stretch.end]);
        nodes.ok().and_then(|mut nodes| nodes.next()).into_iter().for_each(|node| walk.declared(&node));
    }
    walk.found.iter_mut().for_each(|one| one.take_blanks(text.as_bytes()));
    let key = |one: &Mutation| (one.place.start, one.place.end, one.right.clone());
    walk.found.sort_by_key(key);
    walk.found.dedup_by_key(|one| key(one));
    walk.found
}

/// What is known of the expression around.
#[derive(Clone, Copy, Default)]
struct Surroundings {
    /// Numbers are compared with here: both sides of them matter.
    is_threshold: bool,
    /// The expression is a whole condition, which is turned as a whole.
    is_condition: bool,
}

/// One walk through the nodes of a text.
struct MutationWalk {
    /// Where in the text the parsed slice begins.
    base: usize,
    declaration: Range<usize>,
    entry: Range<usize>,
    cites: Vec<Vec<String>>,
    found: Vec<Mutation>,
}

impl MutationWalk {
    /// Where a node stands, blanks behind it left out.
    fn range(&self, node: &ParseNode) -> Range<usize> {
        let start = self.base + node.as_span().start();
        start..start + node.as_str().trim_end().len()
    }

    fn propose(&mut self, sort: MutationSort, place: Range<usize>, right: impl Into<String>) {
        let (declaration, entry, cites) = (self.declaration.clone(), self.entry.clone(), self.cites.clone());
        self.found.push(Mutation { sort, place, right: right.into(), declaration, entry, cites });
    }

    /// Proposes one word in place of a node.
    fn instead(&mut self, sort: MutationSort, node: &ParseNode, right: impl Into<String>) {
        self.propose(sort, self.range(node), right);
    }

    fn declared(&mut self, node: &ParseNode) {
        let body = node.clone().into_inner().find(|part| part.as_rule() != Rule::k_replace);
        let Some(body) = body.filter(|body| !NO_RULES.contains(&body.as_rule())) else { return };
        (self.declaration, self.entry) = (self.range(node), self.range(node));
        self.cites = vec![cites(&body)];
        if body.as_rule() != Rule::when {
            return self.visit(&body, Surroundings::default());
        }
        for part in body.into_inner() {
            match part.as_rule() {
                Rule::expr => self.turned(&part),
                Rule::declaration => self.declared(&part),
                _ => {}
            }
        }
    }

    fn visit(&mut self, node: &ParseNode, around: Surroundings) {
        let threshold = Surroundings { is_threshold: true, is_condition: false };
        match node.as_rule() {
            rule if ENTRIES.contains(&rule) => return self.entered(node),
            rule if FRAME.contains(&rule) => return,
            Rule::type_ | Rule::type_number => return,
            Rule::expr => return self.expression(node, around),
            Rule::number | Rule::integer => return self.number(node, around.is_threshold),
            Rule::dice => return self.dice(node),
            Rule::things | Rule::table | Rule::results => self.table(node),
            Rule::bound => return self.parts(node, around),
            Rule::range | Rule::pattern | Rule::track_min | Rule::track_max | Rule::at_most | Rule::at_least => {
                return self.parts(node, threshold);
            }
            Rule::a_least | Rule::a_most => {
                self.bound_turned(node);
                return self.parts(node, threshold);
            }
            Rule::quantity => return self.parts(node, around),
            Rule::call => return self.call(node),
            Rule::names => self.members(node, Rule::name),
            Rule::list | Rule::property_line => self.members(node, Rule::expr),
            Rule::case_arm => self.members(node, Rule::pattern),
            Rule::lasts => self.lasting(node),
            Rule::option => return self.option(node),
            Rule::if_expr | Rule::test_arm => self.first_turned(node),
            _ => self.word(node),
        }
        self.parts(node, Surroundings::default());
    }

    /// What a node is made of; its conditions are dropped and turned.
    fn parts(&mut self, node: &ParseNode, around: Surroundings) {
        let parts: Vec<ParseNode> = node.clone().into_inner().collect();
        for (at, part) in parts.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &parts[at]);
            match (before.map(|before| before.as_rule()), part.as_rule()) {
                (_, Rule::grid) => {}
                (Some(Rule::k_when), Rule::expr | Rule::condition_of) => {
                    before.into_iter().for_each(|before| self.condition(node, before, part));
                }
                (Some(Rule::k_ends_when), Rule::expr) => self.turned(part),
                (Some(Rule::k_where), Rule::expr) => {
                    before.into_iter().for_each(|before| self.dropped(before, part));
                    self.expression(part, Surroundings::default());
                }
                (Some(Rule::k_for), Rule::lasting) => {
                    let place = before.map_or_else(|| self.range(part), |before| self.range(before));
                    let place = place.start..self.range(part).end;
                    self.propose(MutationSort::Duration, place, "");
                    self.parts(part, Surroundings::default());
                }
                _ => self.visit(part, around),
            }
        }
    }

    /// An entry: taken away, if it can be, and changed inside.
    fn entered(&mut self, node: &ParseNode) {
        let own = self.range(node);
        let around = std::mem::replace(&mut self.entry, own);
        self.cites.push(cites(node));
        let first = node.clone().into_inner().map(|part| part.as_rule()).find(|rule| *rule != Rule::verb);
        let stays = first.is_none_or(|rule| FRAME.contains(&rule) || NEEDED.contains(&rule));
        let mut inside = node.clone().into_inner().flatten().map(|part| part.as_rule());
        if !stays && !inside.any(|rule| rule == Rule::grid || ENTRIES.contains(&rule)) {
            self.propose(MutationSort::Line, self.range(node), "");
        }
        self.parts(node, Surroundings::default());
        self.cites.pop();
        self.entry = around;
    }

    /// `when E`: left out, and turned.
    fn condition(&mut self, around: &ParseNode, when: &ParseNode, condition: &ParseNode) {
        let is_needed = ALWAYS_WHEN.contains(&around.as_rule())
            || around.as_rule() == Rule::block_when && self.declaration != self.entry;
        match is_needed {
            true => self.instead(MutationSort::Condition, condition, "true"),
            false => self.dropped(when, condition),
        }
        let expr = condition.clone().into_inner().next().filter(|_| condition.as_rule() == Rule::condition_of);
        self.turned(expr.as_ref().unwrap_or(condition));
    }

    fn dropped(&mut self, word: &ParseNode, condition: &ParseNode) {
        let place = self.range(word).start..self.range(condition).end;
        self.propose(MutationSort::Condition, place, "");
    }

    /// A whole condition, said to be the contrary, and changed inside.
    fn turned(&mut self, expr: &ParseNode) {
        let right = format!("not ({})", expr.as_str().trim_end());
        self.instead(MutationSort::Turned, expr, right);
        self.expression(expr, Surroundings { is_threshold: false, is_condition: true });
    }

    /// Every member of a list of two or more, left out.
    fn members(&mut self, node: &ParseNode, rule: Rule) {
        let members: Vec<Range<usize>> =
            node.clone().into_inner().filter(|part| part.as_rule() == rule).map(|part| self.range(&part)).collect();
        for (at, member) in members.iter().enumerate().filter(|_| members.len() > 1) {
            let place = match at {
                0 => member.start..members[1].start,
                _ => members[at - 1].end..member.end,
            };
            self.propose(MutationSort::Member, place, "");
        }
    }

    /// `lasts …`: its end is taken away.
    fn lasting(&mut self, node: &ParseNode) {
        let Some(how) = node.clone().into_inner().find(|part| part.as_rule() != Rule::k_lasts) else { return };
        if how.as_rule() != Rule::for_good {
            let end = self.range(node).end;
            self.propose(MutationSort::Duration, self.range(&how).start..end, "for good");
        }
    }

    /// An option with another reading.
    fn option(&mut self, node: &ParseNode) {
        let parts = || node.clone().into_inner();
        let named = |part: ParseNode| part.into_inner().next().map(|name| name.as_str().trim_end().to_string());
        let readings: Vec<String> =
            parts().filter(|part| part.as_rule() == Rule::titled_word).filter_map(named).collect();
        for part in parts() {
            let said = part.as_str().trim_end();
            match part.as_rule() {
                Rule::option_switch => {
                    self.instead(MutationSort::Reading, &part, if said == "on" { "off" } else { "on" });
                }
                Rule::option_default => {
                    let others = readings.iter().filter(|reading| *reading != said);
                    others.for_each(|other| self.instead(MutationSort::Reading, &part, other.as_str()));
                }
                _ => {}
            }
        }
    }

    /// `at least E` for `at most E`, and the other way round.
    fn bound_turned(&mut self, node: &ParseNode) {
        for part in node.clone().into_inner() {
            self.word(&part);
        }
    }
}

/// The sections that a node cites before the entries in it.
fn cites(node: &ParseNode) -> Vec<String> {
    let inside = node.clone().into_inner().flatten();
    let own = inside.take_while(|part| part.as_rule() != Rule::row && !ENTRIES.contains(&part.as_rule()));
    let said = own.filter(|part| part.as_rule() == Rule::cite);
    said.map(|part| part.as_str().trim_end().trim_start_matches('@').trim_matches('"').to_string()).collect()
}
