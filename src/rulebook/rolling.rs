//! Lines that roll: checks with what is done of their outcomes, dice, amounts made in steps.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::{Resolver, cites};
use super::*;
use crate::diag::did_you_mean;
use crate::syntax::ast::{self, Entry, LineNode};
use crate::value::{CheckId, QuestionId, Symbol, Value};

impl Resolver<'_> {
    /// `roll NAME = E`
    pub(super) fn roll_line(&mut self, name: &ast::Name, dice: &ast::ExprDecl, hand: &mut Hand) -> Option<Act> {
        let dice = self.expect_by(dice, &Type::Dice, hand);
        let at = self.new_local(name, Type::NUMBER, hand)?;
        Some(Act::Roll(at, name.text.as_str().into(), dice?))
    }

    /// `check NAME as NAME with FACT = E { on … }`
    pub(super) fn check_line(
        &mut self,
        (name, called): (&ast::Name, Option<&ast::Name>),
        with: &[(ast::Name, ast::ExprDecl)],
        outcomes: &[Entry<ast::LineDecl>],
        hand: &mut Hand,
    ) -> Option<Act> {
        let with = self.facts_by(with, hand);
        let check = self.find(Sort::Check, name).map(CheckId)?;
        let called = called.unwrap_or(name);
        let fields = self.book.checks[check.index()].fields.clone();
        let at = self.result_locals(called, &fields, hand)?;
        let mut then = Vec::new();
        for outcome in outcomes {
            let LineNode::On(words, lines) = &outcome.node.node else { continue };
            let words: Vec<CheckOutcome> = words.iter().filter_map(|word| self.outcome(check, word)).collect();
            then.push((words, self.done(lines, hand)));
        }
        let rolling = Rolling { check, with, at, fields: fields.len() as u8, closely: false, outcomes: then };
        Some(Act::Check(Box::new(rolling)))
    }

    /// The names that say what came of a check: `shot.margin`, `shot.success`, `shot.FIELD`.
    fn result_locals(&mut self, called: &ast::Name, fields: &[ResultField], hand: &mut Hand) -> Option<u8> {
        let number = || Type::NUMBER.or_none();
        let own = [Type::Truth, Type::Truth, Type::Truth, number(), number(), number(), number(), number()];
        let own = RESULT_NAMES.iter().map(|name| (*name).to_string()).zip(own);
        let fields = fields.iter().map(|field| (field.name.to_string(), field.r#type.clone().or_none()));
        let mut first = None;
        for (name, r#type) in own.chain(fields) {
            let name = ast::Name { text: format!("{}.{name}", called.text), span: called.span };
            let at = self.new_local(&name, r#type, hand)?;
            first.get_or_insert(at);
        }
        first
    }

    /// `on WORD`
    fn outcome(&mut self, check: CheckId, word: &ast::Name) -> Option<CheckOutcome> {
        let rule = &self.book.checks[check.index()];
        let judged = !matches!(rule.goal, Goal::Total);
        let known = match word.text.as_str() {
            "success" if judged => Some(CheckOutcome::Success),
            "failure" if judged => Some(CheckOutcome::Failure),
            "draw" if judged => Some(CheckOutcome::Draw),
            "impossible" => Some(CheckOutcome::Impossible),
            other => rule.fields.iter().enumerate().find_map(|(at, field)| match field.r#type.bare() {
                Type::Symbol(set) => Some(CheckOutcome::Field(at as u16, self.book.symbol_in(*set, other)?)),
                _ => None,
            }),
        };
        // Of a check that is broken nobody knows what can come of it.
        if known.is_none() && !judged && (self.is_broken_check(&rule.head.name) || !self.diagnostics.is_empty()) {
            return None;
        }
        if known.is_none() && !judged && matches!(word.text.as_str(), "success" | "failure" | "draw") {
            let name = rule.head.name.to_string();
            let help = format!(
                "say in the check `{name}` what is needed, `at most NUMBER` or `at least NUMBER`: without it, it only \
                 makes a total"
            );
            let error = RulebookError::UnknownWord { word: word.text.clone(), after: "on".to_string() };
            self.report(error, word.span, "nothing says what is needed", help);
            return None;
        }
        if known.is_none() {
            let own: &[&str] = if judged { &["success", "failure", "draw", "impossible"] } else { &["impossible"] };
            let sets = rule.fields.iter().filter_map(|field| match field.r#type.bare() {
                Type::Symbol(set) => Some(&self.book.sets[set.index()].words),
                _ => None,
            });
            let words: Vec<&str> = own.iter().copied().chain(sets.flatten().map(|word| &*word.name)).collect();
            let otherwise = format!("what can come of `{}`: {}", rule.head.name, words.join(", "));
            let help = did_you_mean(&word.text, words.iter().copied(), &otherwise);
            let error = RulebookError::UnknownWord { word: word.text.clone(), after: "on".to_string() };
            self.report(error, word.span, "this never comes of it", help);
        }
        known
    }

    /// Whether some of what a check says could not be read.
    fn is_broken_check(&self, name: &str) -> bool {
        let is_it = |one: &&merged::MergedDecl<'_>| one.sort == Sort::Check && one.name.text == name;
        self.merged.list.iter().filter(is_it).any(|one| match &one.says {
            super::says::Says::Whole(declaration) => declaration.broken,
            super::says::Says::Row(..) => false,
        })
    }

    /// `ask NAME of E from E as NAME with FACT = E { on … }`
    pub(super) fn ask_line(&mut self, asking: &ast::AskLine, hand: &mut Hand) -> Option<Act> {
        let who = self.mover(asking.who.as_ref(), hand);
        let question = self.find(Sort::Question, &asking.question).map(QuestionId)?;
        let rule = self.book.questions[question.index()].clone();
        let (offers, kept) = match &rule.choices {
            Offers::Named { of: None, .. } => (None, Type::Text),
            Offers::Named { of: Some((of, _)), words } if words.is_empty() => (Some(of.clone()), of.clone()),
            Offers::Named { of: Some((of, _)), .. } => (Some(of.clone()), of.clone().or_none()),
            Offers::List { of, .. } => (None, of.clone()),
        };
        let words = self.offered_words(asking, &rule);
        let offered = if words.is_some() { None } else { self.offered(asking, offers.as_ref(), hand)? };
        let when = self.offered_when(asking, words.is_some(), hand);
        let words = words.unwrap_or_else(|| Some((0..rule.words().len()).collect()))?;
        let given = self.told_with_question(asking, &rule, hand)?;
        let called = asking.called.as_ref().unwrap_or(&asking.question);
        let at = self.new_local(called, kept, hand)?;
        let mut outcomes = Vec::new();
        for outcome in &asking.outcomes {
            let LineNode::On(words, lines) = &outcome.node.node else { continue };
            let words: Vec<usize> = words.iter().filter_map(|word| self.choice_word(&rule, word, "on")).collect();
            outcomes.push((words, self.done(lines, hand)));
        }
        Some(Act::Ask(Box::new(Asking { question, who: who?, words, when: when?, offered, given, at, outcomes })))
    }

    /// Fewer of a question's words, if the line names some: nothing if it does not, nothing within if one is wrong.
    #[allow(clippy::option_option, reason = "none named is not the same as a wrong one")]
    fn offered_words(&mut self, asking: &ast::AskLine, rule: &Question) -> Option<Option<Vec<usize>>> {
        let Offers::Named { of: None, .. } = &rule.choices else { return None };
        let ast::ExprNode::List(members) = &asking.offered.as_ref()?.node else { return None };
        let named = members.iter().map(|member| match &member.node {
            ast::ExprNode::Name(name) => Some(name.clone()),
            ast::ExprNode::Text(text) => Some(ast::Name { text: text.text.clone(), span: text.span }),
            _ => None,
        });
        let named = named.collect::<Option<Vec<ast::Name>>>()?;
        let places = named.iter().map(|name| self.choice_word(rule, name, "from")).collect::<Vec<_>>();
        Some(places.into_iter().collect())
    }

    /// When each word is offered that the line names, if it says so of any.
    fn offered_when(&mut self, asking: &ast::AskLine, are_words: bool, hand: &mut Hand) -> Option<Vec<Option<Expr>>> {
        if let (Some(when), false) = (asking.offered_when.iter().flatten().next(), are_words) {
            let error = RulebookError::UnknownWord { word: "when".to_string(), after: "from".to_string() };
            let help = "a word of a question may be offered so; of a list leave out what does not hold: \
                        `from list(f in foes(actor) where …)`";
            self.report(error, when.span, "the choices of this question are no words", help);
            return None;
        }
        let each = asking.offered_when.iter().map(|when| match when {
            Some(when) => self.expect_by(when, &Type::Truth, hand).map(Some),
            None => Some(None),
        });
        let each: Vec<Option<Option<Expr>>> = each.collect();
        each.into_iter().collect()
    }

    /// What the line offers, if the question lets its asker offer anything; it must then.
    fn offered(&mut self, asking: &ast::AskLine, of: Option<&Type>, hand: &Hand) -> Option<Option<Expr>> {
        match (&asking.offered, of) {
            (None, None) => Some(None),
            (Some(list), Some(of)) => self.expect_by(list, &of.clone().listed(), hand).map(Some),
            (Some(list), None) => {
                let error =
                    RulebookError::UnknownWord { word: "from".to_string(), after: asking.question.text.clone() };
                let help =
                    "this question says itself what may be chosen; of its words fewer may be named: `from [a, b]`";
                self.report(error, list.span, "offered for nothing", help);
                None
            }
            // Of a set of words all are offered if nothing is said.
            (None, Some(Type::Symbol(set))) => {
                let words = 0..self.book.sets[set.index()].words.len() as u16;
                let all = words.map(|at| Value::Symbol(Symbol { set: *set, at }));
                Some(Some(Expr::constant(Value::list(all), asking.question.span)))
            }
            (None, Some(_)) => {
                let whose = format!("the question `{}`", asking.question.text);
                let help = "say what may be chosen: `ask … from LIST`";
                self.report(
                    RulebookError::MissingEntry { whose, entry: "from" },
                    asking.question.span,
                    "from what?",
                    help,
                );
                None
            }
        }
    }

    /// A value for each fact that the question tells.
    fn told_with_question(&mut self, asking: &ast::AskLine, rule: &Question, hand: &Hand) -> Option<Vec<Expr>> {
        let names = || rule.gives.iter().map(|gift| &*gift.head.name);
        let strange = asking.with.iter().find(|(name, _)| names().all(|known| known != name.text));
        let missing = names().any(|known| asking.with.iter().all(|(name, _)| name.text != known));
        if strange.is_some() || missing {
            let expected = names().collect::<Vec<_>>().join(", ");
            let expected = if expected.is_empty() { "nothing".to_string() } else { expected };
            let help = format!("it gives {expected}: state each, `with NAME = EXPR, …`");
            let at = strange.map_or(asking.question.span, |(name, _)| name.span);
            let name = asking.question.text.clone();
            self.report(
                RulebookError::WrongArguments { name, expected, found: asking.with.len() },
                at,
                "with these",
                help,
            );
            return None;
        }
        let mut given = Vec::new();
        for gift in &rule.gives {
            let (_, expr) = asking.with.iter().find(|(name, _)| *name.text == *gift.head.name)?;
            given.push(self.scaled_by(expr, &gift.r#type, gift.unit, hand)?);
        }
        Some(given)
    }

    fn choice_word(&mut self, rule: &Question, word: &ast::Name, after: &str) -> Option<usize> {
        let words = || self.book.words_of(rule);
        let found = words().position(|known| *known.name == *word.text);
        if found.is_none() {
            let words: Vec<&str> = words().map(|word| &*word.name).collect();
            let otherwise = format!("its choices are {}", words.join(", "));
            let help = did_you_mean(&word.text, words.iter().copied(), &otherwise);
            let error = RulebookError::UnknownWord { word: word.text.clone(), after: after.to_string() };
            self.report(error, word.span, "not a choice of this question", help);
        }
        found
    }

    /// Notes which checks of a block have their total or margin read by the lines behind them.
    pub(super) fn look_closely(lines: &mut [Line]) {
        for at in 0..lines.len() {
            let Act::Check(rolling) = &lines[at].act else { continue };
            let looked_at = rolling.at + CLOSELY.start..rolling.at + CLOSELY.end;
            let mut closely = false;
            for line in &lines[at..] {
                line.exprs(&mut |expr| {
                    expr.walk(&mut |part| {
                        closely |= matches!(part.node, Node::Local(local) if looked_at.contains(&local));
                    });
                });
            }
            if let Act::Check(rolling) = &mut lines[at].act {
                rolling.closely = closely;
            }
        }
    }

    /// `amount NAME { … }`
    pub(super) fn amount_line(
        &mut self,
        name: &ast::Name,
        steps: &[Entry<ast::LineDecl>],
        hand: &mut Hand,
    ) -> Option<Act> {
        let mut r#type = Type::NUMBER;
        let mut resolved = Vec::new();
        for entry in steps {
            resolved.extend(self.step(&entry.node, &mut r#type, resolved.is_empty(), hand));
        }
        let at = self.new_local(name, r#type, hand)?;
        Some(Act::Amount(Box::new(Amount { name: name.text.as_str().into(), at, steps: resolved })))
    }

    fn step(&mut self, line: &ast::LineDecl, sum: &mut Type, first: bool, hand: &mut Hand) -> Option<AmountStep> {
        let LineNode::Step(step, expr, keep) = &line.node else { return None };
        let when = line.condition.as_ref().map(|when| self.expect_by(when, &Type::Truth, hand));
        let label = line.notes.title.as_ref().map(|title| self.words(title, hand));
        let step = self.step_of(*step, expr, sum, first, hand);
        if let (Some(at), Some(step)) = (line.if_any, &step)
            && !matches!(step, Step::Into(place) | Step::OutOf(place) if place.subject().is_some())
        {
            self.no_subject(line, at);
        }
        let keep = keep.as_ref().and_then(|name| self.new_local(name, sum.clone(), hand));
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        let (label, cites) = (label.flatten(), cites(&line.notes.cites));
        Some(AmountStep { step: step?, keep, label, cites, if_any: line.if_any.is_some(), when })
    }

    fn step_of(
        &mut self,
        step: ast::Making,
        expr: &ast::ExprDecl,
        sum: &mut Type,
        first: bool,
        hand: &Hand,
    ) -> Option<Step> {
        Some(match step {
            ast::Making::Roll | ast::Making::Plus if first => {
                let (start, r#type) = self.typed_by(expr, hand)?;
                match r#type.bare() {
                    Type::Number(_) => *sum = r#type.bare().clone(),
                    Type::Dice => {}
                    _ => return self.no_amount(&r#type, expr),
                }
                if step == ast::Making::Roll { Step::Roll(start) } else { Step::Plus(start) }
            }
            ast::Making::Roll => Step::Roll(self.part(expr, sum, hand)?),
            ast::Making::Plus => Step::Plus(self.part(expr, sum, hand)?),
            ast::Making::Minus => Step::Minus(self.part(expr, sum, hand)?),
            ast::Making::Times => Step::Times(self.expect_by(expr, &Type::NUMBER, hand)?),
            ast::Making::Divided(rounded) => {
                let rounded = rounded.map(|rounded| match rounded {
                    ast::Unary::RoundUp => Rounding::Up,
                    ast::Unary::RoundDown => Rounding::Down,
                    _ => Rounding::Nearest,
                });
                Step::Divided(self.expect_by(expr, &Type::NUMBER, hand)?, rounded)
            }
            ast::Making::AtLeast => Step::AtLeast(self.expect_by(expr, sum, hand)?),
            ast::Making::AtMost => Step::AtMost(self.expect_by(expr, sum, hand)?),
            ast::Making::Into | ast::Making::OutOf => {
                let place = self.sink(expr, sum, hand)?;
                if step == ast::Making::Into { Step::Into(place) } else { Step::OutOf(place) }
            }
        })
    }

    /// Dice or a number that is added to an amount.
    fn part(&mut self, expr: &ast::ExprDecl, sum: &Type, hand: &Hand) -> Option<Expr> {
        let (part, r#type) = self.typed_by(expr, hand)?;
        let fits = r#type.fits(sum) || *r#type.bare() == Type::Dice && *sum == Type::NUMBER;
        if fits { Some(part) } else { self.no_amount(&r#type, expr) }
    }

    fn no_amount<T>(&mut self, found: &Type, expr: &ast::ExprDecl) -> Option<T> {
        let found = self.book.type_words(found);
        let label = format!("this is {found}");
        let error = RulebookError::WrongType { expected: "dice or a number of the same unit".to_string(), found };
        self.report(error, expr.span, &label, "an amount is made of dice and numbers");
        None
    }

    /// Where an amount goes.
    fn sink(&mut self, place: &ast::ExprDecl, sum: &Type, hand: &Hand) -> Option<LinePlace> {
        let (at, wanted, _) = self.place_of(place, hand)?;
        if sum.fits(&wanted) {
            return Some(at);
        }
        let (expected, found) = (self.book.type_words(sum), self.book.type_words(&wanted));
        let label = format!("this is {found}");
        let error = RulebookError::WrongType { expected, found };
        self.report(error, place.span, &label, "an amount goes into a track or field of its own unit");
        None
    }
}
