//! Checks: what is rolled, how it is judged, what changes it, and what the dice themselves decide.

use super::cards::put;
use super::counting::SharedBy;
use super::error::RulebookError;
use super::resolver::Resolver;
use super::*;
use crate::check::{Comparing, ResultKey, Ties};
use crate::diag::Diagnostic;
use crate::syntax::ast::{self, Body, CellForm, CheckEntry, Entry, EveryEntry, ExprNode};
use crate::syntax::goal_of;
use crate::syntax::{HabitPlace, habit_of};
use crate::text::Span;
use crate::value::{CardId, CheckId, FactId, Number, TagId, Term, Value};
use std::collections::BTreeSet;

/// A goal of its own, an opposed one, and where they stand.
#[derive(Default)]
struct Goals {
    own: Option<(Goal, Span)>,
    opposed: Option<(Opposed, Span)>,
}

/// What a check is made of beside its dice, its goal and its results.
#[derive(Default)]
struct CheckParts {
    reads: Vec<FactId>,
    says: Vec<Sentence>,
    modifiers: Vec<Modifier>,
    cards: Vec<CardId>,
    impossible: Vec<(Expr, Label)>,
    inverts: Vec<TagId>,
    ignores: Vec<TagId>,
}

/// A line of a check, its own or a shared one.
struct CheckLine<'e> {
    node: &'e CheckEntry,
    span: Span,
}

impl<'e> CheckLine<'e> {
    /// A shared line, if it is one of checks.
    fn shared(entry: &'e Entry<EveryEntry>) -> Option<CheckLine<'e>> {
        match &entry.node {
            EveryEntry::Check(node) => Some(CheckLine { node, span: entry.span }),
            _ => None,
        }
    }
}

/// A table of results as written: for which dice, when, and its rows.
type ResultGrid<'a> = (Option<Term>, Option<&'a ast::ExprDecl>, &'a ast::Grid);

impl<'a> Resolver<'a> {
    /// Every check.
    pub(super) fn checks(&mut self) {
        self.shared_names();
        // What is wrong with lines that checks share is told once, where they stand.
        for (_, declared, declaration) in self.whole(Sort::Every) {
            let Body::Every(every) = &declaration.body else { continue };
            let lines: Vec<CheckLine> = every.entries.iter().filter_map(CheckLine::shared).collect();
            let whose = format!("every `{}`", declared.name.text);
            self.check(self.declared_head(declared, declaration), &whose, &lines, true);
        }
        self.each_check();
        self.opposed_chains();
    }

    /// Every check with the lines that it shares.
    pub(super) fn each_check(&mut self) {
        for (at, declared, declaration) in self.whole(Sort::Check) {
            let Body::Check(entries) = &declaration.body else { continue };
            let told = self.diagnostics.len();
            let (lines, counts_as) = self.with_shared(entries);
            let whose = format!("check `{}`", declared.name.text);
            let check = self.check(self.declared_head(declared, declaration), &whose, &lines, declaration.broken);
            if !counts_as.is_empty() {
                self.untold_from(told);
            }
            put(&mut self.book.checks, at, Check { counts_as, ..check });
        }
    }

    /// The lines of a check, and what it counts as: what is shared stands where it says so, between its own.
    fn with_shared<'e>(&mut self, entries: &'e [Entry<CheckEntry>]) -> (Vec<CheckLine<'e>>, Vec<u16>)
    where
        'a: 'e,
    {
        let (mut lines, mut counts_as) = (Vec::new(), Vec::new());
        for entry in entries {
            let CheckEntry::CountsAs(names) = &entry.node else {
                lines.push(CheckLine { node: &entry.node, span: entry.span });
                continue;
            };
            for name in names {
                let shared = self.shared(name, &mut counts_as);
                let of_checks: Vec<CheckLine> = shared.iter().filter_map(|entry| CheckLine::shared(entry)).collect();
                if !shared.is_empty() && of_checks.is_empty() {
                    self.says_nothing_of(SharedBy::Check, name);
                }
                lines.extend(of_checks);
            }
        }
        (lines, counts_as)
    }

    /// Takes away what was told from there on and had been told before.
    fn untold_from(&mut self, from: usize) {
        let place = |told: &Diagnostic| {
            let first = told.labels().and_then(|mut labels| labels.next());
            (told.to_string(), first.map(|label| label.offset()))
        };
        let known: BTreeSet<_> = self.diagnostics[..from].iter().map(place).collect();
        let mut all = std::mem::take(&mut self.diagnostics);
        let fresh = all.split_off(from).into_iter().filter(|told| !known.contains(&place(told)));
        all.extend(fresh);
        self.diagnostics = all;
    }

    /// `roll 2d6 <= actor.aim`: what is to be reached, said behind the dice, which is told.
    fn is_compared(&mut self, roll: &ast::ExprDecl, lines: &[CheckLine<'_>]) -> bool {
        let ExprNode::Binary(_, dice, bound) = &roll.node else { return false };
        let (dice, sign) = (dice.span, Span { start: dice.span.end, end: bound.span.start, ..dice.span });
        let slice = |span: Span| self.sources.slice(span).trim();
        let Some(goal) = goal_of(slice(sign), slice(bound.span)) else { return false };
        let has_goal = lines
            .iter()
            .any(|line| matches!(line.node, CheckEntry::AtMost(..) | CheckEntry::AtLeast(..) | CheckEntry::Opposed(_)));
        let help = match has_goal {
            true => format!("write `roll {}`: what is to be reached is said in an entry of its own", slice(dice)),
            false => format!("write `roll {}`, and below it {goal}", slice(dice)),
        };
        let error = RulebookError::WrongType { expected: "dice".to_string(), found: "a comparison".to_string() };
        let written = self.sources.slice(sign);
        let blanks = (written.len() - written.trim_start().len()) as u32;
        let at = Span { start: sign.start + blanks, end: bound.span.end, ..sign };
        self.report(error, at, "what is to be reached is an entry of its own", help);
        true
    }

    fn check(&mut self, head: Head, whose: &str, lines: &[CheckLine<'_>], broken: bool) -> Check {
        let (name, at) = (head.name.clone(), head.span);
        let whose = || whose.to_string();
        let mut parts = CheckParts::default();
        let mut roll: Option<(Option<Expr>, Span)> = None;
        let mut goals = Goals::default();
        let mut results: Vec<ResultGrid<'_>> = Vec::new();
        for CheckLine { node, span } in lines {
            let span = *span;
            match node {
                CheckEntry::Roll(expr) if self.is_compared(expr, lines) => roll = Some((None, span)),
                CheckEntry::Roll(expr) => {
                    if let Some((_, first)) = &roll {
                        let first = *first;
                        self.repeated(whose(), "roll", span, first);
                    }
                    roll = Some((self.expect(expr, &Type::Dice, BareSubject::Nobody), span));
                }
                CheckEntry::AtMost(expr, notes) => self.goal(&mut goals, expr, notes, (true, span), &whose()),
                CheckEntry::AtLeast(expr, notes) => self.goal(&mut goals, expr, notes, (false, span), &whose()),
                CheckEntry::Opposed(opposed) => {
                    if let Some((_, first)) = &goals.opposed {
                        let first = *first;
                        self.repeated(whose(), "opposed by", span, first);
                    }
                    goals.opposed = self.opposed(opposed).map(|opposed| (opposed, span));
                }
                CheckEntry::Results(shape, when, grid) => results.push((*shape, when.as_ref(), grid)),
                other => self.check_entry(&mut parts, other, &name),
            }
        }
        if roll.is_none() && !broken {
            let error = RulebookError::MissingEntry { whose: whose(), entry: "roll" };
            self.report(error, at, "nothing is rolled", "say which dice: `roll 2d6`");
        }
        let goal = match (goals.own, goals.opposed) {
            (own, Some((opposed, _))) => Goal::Opposed(Opposed { own: own.map(|(goal, _)| Box::new(goal)), ..opposed }),
            (Some((goal, _)), None) => goal,
            (None, None) => Goal::Total,
        };
        let (fields, results) = self.results(&results);
        Check {
            head,
            reads: parts.reads,
            says: parts.says,
            counts_as: Vec::new(),
            roll: roll.and_then(|(roll, _)| roll).unwrap_or(Expr::broken(at)),
            goal,
            parts: parts.modifiers,
            cards: parts.cards,
            impossible: parts.impossible,
            inverts: parts.inverts,
            ignores: parts.ignores,
            results,
            fields,
            all_reads: Vec::new(),
        }
    }

    fn goal(
        &mut self,
        goals: &mut Goals,
        expr: &ast::ExprDecl,
        notes: &ast::Notes,
        (at_most, span): (bool, Span),
        whose: &str,
    ) {
        if let Some((_, first)) = &goals.own {
            let first = *first;
            let is_same = matches!(
                (at_most, &goals.own),
                (true, Some((Goal::AtMost(..), _))) | (false, Some((Goal::AtLeast(..), _)))
            );
            match is_same {
                true => self.repeated(whose.to_string(), if at_most { "at most" } else { "at least" }, span, first),
                false => {
                    let error =
                        RulebookError::RepeatedEntry { whose: whose.to_string(), entry: "what it needs".to_string() };
                    let help = "a check has one goal, `at most` to roll under it or `at least` to roll over it: keep one; \
                                what bounds the number needed is a modifier of a card, `at least 4 \"label\"`";
                    self.report_two(error, (span, "another goal"), (first, "the first one"), help);
                }
            }
        }
        let label = self.label(notes, expr.span);
        self.known_places(notes);
        let need = self.expect(expr, &Type::NUMBER.or_none(), BareSubject::Nobody);
        let goal = need.map(|need| if at_most { Goal::AtMost(need, label) } else { Goal::AtLeast(need, label) });
        goals.own = goal.map(|goal| (goal, span));
    }

    fn check_entry(&mut self, parts: &mut CheckParts, entry: &CheckEntry, check: &str) {
        match entry {
            CheckEntry::Reads(names) => {
                let facts = self.named_facts(names);
                parts.reads.extend(facts);
            }
            CheckEntry::Says(text) => {
                let sentence = self.sentence(text, &parts.reads);
                parts.says.extend(sentence);
            }
            CheckEntry::Plus(modifier) => {
                let modifier = self.modifier(modifier, 0);
                parts.modifiers.extend(modifier);
            }
            CheckEntry::Cards(names) => {
                for name in names {
                    let Some(card) = self.find(Sort::Card, name).map(CardId) else { continue };
                    if parts.cards.contains(&card) {
                        let whose = format!("check `{check}`");
                        let error = RulebookError::RepeatedEntry { whose, entry: name.text.clone() };
                        self.report(
                            error,
                            name.span,
                            "this card again",
                            "its modifiers would count twice: take it out",
                        );
                        continue;
                    }
                    parts.cards.push(card);
                }
            }
            CheckEntry::Impossible(when, notes) => {
                let label = self.label(notes, when.span);
                let when = self.expect(when, &Type::Truth, BareSubject::Nobody);
                parts.impossible.extend(when.map(|when| (when, label)));
            }
            CheckEntry::Inverts(names) => {
                let tags = self.named_tags(names);
                parts.inverts.extend(tags);
            }
            CheckEntry::Ignores(names) => {
                let tags = self.named_tags(names);
                parts.ignores.extend(tags);
            }
            _ => {}
        }
    }

    /// Facts by name.
    pub(super) fn named_facts(&mut self, names: &[ast::Name]) -> Vec<FactId> {
        names.iter().filter_map(|name| self.find(Sort::Fact, name).map(FactId)).collect()
    }

    fn named_tags(&mut self, names: &[ast::Name]) -> Vec<TagId> {
        names.iter().filter_map(|name| self.find(Sort::Tag, name).map(TagId)).collect()
    }

    /// `FACT = EXPR, …`
    pub(super) fn stated_facts(&mut self, facts: &[(ast::Name, ast::ExprDecl)]) -> Vec<(FactId, Expr)> {
        let mut stated = Vec::new();
        for (name, expr) in facts {
            let Some(fact) = self.find(Sort::Fact, name).map(FactId) else { continue };
            let known = &self.book.facts[fact.index()];
            let (r#type, unit) = (known.r#type.clone(), known.unit);
            let value = self.expect_scaled(expr, &r#type, unit, BareSubject::Nobody);
            stated.extend(value.map(|value| (fact, value)));
        }
        stated
    }

    fn opposed(&mut self, opposed: &ast::OpposedDecl) -> Option<Opposed> {
        let check = self.find(Sort::Check, &opposed.check).map(CheckId);
        let with = self.stated_facts(&opposed.with);
        let compared =
            [("totals", Comparing::Totals), ("margins", Comparing::Margins), ("all margins", Comparing::AllMargins)];
        let comparing = self.word(&opposed.comparing, "comparing", &compared);
        let ties = [("win", Ties::Win), ("lose", Ties::Lose), ("draw", Ties::Draw), ("reroll", Ties::Reroll)];
        let ties = self.word(&opposed.ties, "ties", &ties);
        Some(Opposed { own: None, check: check?, with, comparing: comparing?, ties: ties? })
    }

    /// An opposed check that is opposed in turn must come to an end.
    pub(super) fn opposed_chains(&mut self) {
        for start in 0..self.book.checks.len() {
            let mut path = vec![start];
            while let Some(Goal::Opposed(opposed)) = path.last().map(|at| &self.book.checks[*at].goal) {
                let next = opposed.check.index();
                if let Some(from) = path.iter().position(|at| *at == next) {
                    // Every check of a ring leads here; the first of them reports it.
                    if path[from..].iter().min() == Some(&start) {
                        let ring: Vec<(Sort, u16)> = path[from..].iter().map(|at| (Sort::Check, *at as u16)).collect();
                        self.report_cycle(&ring);
                    }
                    break;
                }
                path.push(next);
            }
        }
    }

    /// The fields of a result, and the tables that say what they are.
    fn results(&mut self, tables: &[ResultGrid<'_>]) -> (Vec<ResultField>, Vec<Results>) {
        let mut fields: Vec<ResultField> = Vec::new();
        let names: Vec<String> = {
            let mut names: Vec<String> = Vec::new();
            for cell in tables.iter().flat_map(|(.., grid)| grid.head.iter().skip(1)) {
                if cell.text != "outcome" && !names.contains(&cell.text) {
                    names.push(cell.text.clone());
                }
            }
            names
        };
        for name in &names {
            let r#type = self.column_type(name, tables);
            fields.push(ResultField { name: name.as_str().into(), r#type });
        }
        let tables: Vec<Results> =
            tables.iter().filter_map(|(shape, when, grid)| self.result_table(*shape, *when, grid, &fields)).collect();
        (fields, tables)
    }

    /// Numbers, dice, or words: what all cells of a column are.
    fn column_type(&mut self, name: &str, tables: &[ResultGrid<'_>]) -> Type {
        let mut cells: Vec<&ast::CellDecl> = Vec::new();
        for (.., grid) in tables {
            let Some(column) = grid.head.iter().position(|cell| cell.text == name) else { continue };
            let column = grid.rows.iter().filter_map(|row| row.cells.get(column));
            cells.extend(column.filter(|cell| !matches!(cell.form, CellForm::Empty | CellForm::Dash)));
        }
        let is_number = |cell: &&ast::CellDecl| match &cell.form {
            CellForm::Expr(expr) => is_numeric(expr),
            _ => false,
        };
        let is_dice = |cell: &&ast::CellDecl| match &cell.form {
            CellForm::Expr(expr) => has_dice(expr) || is_numeric(expr),
            _ => false,
        };
        if cells.iter().all(is_number) {
            return Type::NUMBER;
        }
        if cells.iter().all(is_dice) {
            return Type::Dice;
        }
        let is_verdict = |cell: &&&ast::CellDecl| matches!(amend::unquoted(&cell.text), "success" | "failure");
        if let Some(verdict) = cells.iter().find(is_verdict) {
            let head = tables.iter().flat_map(|(.., grid)| &grid.head).find(|cell| cell.text == name);
            let help = format!("call the column `outcome`: only there `{}` is a verdict", verdict.text);
            let error = RulebookError::WrongColumns { whose: "this table of results".to_string() };
            self.report(
                error,
                head.unwrap_or(*verdict).span,
                "a column of the pack's own, which decides nothing",
                help,
            );
        }
        let mut words: Vec<String> = Vec::new();
        for cell in &cells {
            let word = amend::unquoted(&cell.text).to_string();
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let span = cells.first().map_or(Span::default(), |cell| cell.span);
        Type::Symbol(self.made_set(words, name, span))
    }

    fn result_table(
        &mut self,
        shape: Option<Term>,
        when: Option<&ast::ExprDecl>,
        grid: &ast::Grid,
        fields: &[ResultField],
    ) -> Option<Results> {
        // A condition that cannot be read has been reported; the table then never holds.
        let when = match when {
            Some(when) => Some(self.expect(when, &Type::Truth, BareSubject::Nobody)?),
            None => None,
        };
        let first = grid.head.first()?;
        let keys = [
            ("total", ResultKey::Total),
            ("margin", ResultKey::Margin),
            ("lowest", ResultKey::Lowest),
            ("highest", ResultKey::Highest),
        ];
        let Some((_, key)) = keys.iter().find(|(word, _)| *word == first.text) else {
            let help = "the first column is what the rows are read by: `total`, `margin`, `lowest` or `highest`";
            let error = RulebookError::WrongColumns { whose: "this table of results".to_string() };
            self.report(error, first.span, "not something a result is read by", help);
            return None;
        };
        // A word that is wrong in every row is told once.
        let mut is_told = false;
        let rows: Vec<Option<ResultRow>> =
            grid.rows.iter().map(|row| self.result_row(grid, row, fields, &mut is_told)).collect();
        Some(Results { shape, when, key: *key, rows: rows.into_iter().flatten().collect() })
    }

    /// The outcome of a row; what games call it is told by the word that stands for it here.
    fn outcome_word(&mut self, name: &ast::Name) -> Option<bool> {
        if matches!(&*name.text, "success" | "failure") {
            return Some(name.text == "success");
        }
        let other = match habit_of(HabitPlace::Method, &name.text.to_lowercase()).map(|habit| habit.right) {
            Some(".success") => Some(("success", "failure")),
            Some("not .success") => Some(("failure", "success")),
            _ => None,
        };
        let Some((word, other)) = other else {
            return self.word(name, "outcome", &[("success", true), ("failure", false)]);
        };
        let error = RulebookError::UnknownWord { word: name.text.clone(), after: "outcome".to_string() };
        let help = format!("write `{word}`, and `{other}` for the contrary");
        self.report(error, name.span, "not understood here", help);
        None
    }

    fn result_row(
        &mut self,
        grid: &ast::Grid,
        row: &ast::RowDecl,
        fields: &[ResultField],
        is_told: &mut bool,
    ) -> Option<ResultRow> {
        let mut out = ResultRow {
            keys: Vec::new(),
            success: None,
            fields: vec![Value::None; fields.len()],
            cites: self.row_cites(row),
            span: row.span,
        };
        let key = row.cells.first()?;
        let keys = self.result_keys(key);
        for (column, cell) in grid.head.iter().zip(&row.cells).skip(1) {
            if matches!(cell.form, CellForm::Empty | CellForm::Dash) {
                continue;
            }
            if column.text == "outcome" {
                let name = ast::Name { text: amend::unquoted(&cell.text).to_string(), span: cell.span };
                let is_known = matches!(&*name.text, "success" | "failure");
                if is_known || !std::mem::replace(is_told, true) {
                    out.success = self.outcome_word(&name);
                }
                continue;
            }
            let Some(at) = fields.iter().position(|field| *field.name == *column.text) else { continue };
            let Some(value) = self.cell_value(cell, &fields[at].r#type, None) else { continue };
            out.fields[at] = if fields[at].r#type == Type::Dice { Self::as_dice(value) } else { value };
        }
        out.keys = keys?;
        Some(out)
    }

    fn result_keys(&mut self, cell: &ast::CellDecl) -> Option<Vec<(Option<i64>, Option<i64>)>> {
        let whole = |number: Option<Number>| number.map_or(Some(None), |number| number.as_int().map(Some));
        let key = TableKey { name: "".into(), r#type: Type::NUMBER, unit: None, dice: None };
        let flat = self.key(cell, &key)?;
        let each = match flat {
            KeyMatch::OneOf(each) => each,
            one => vec![one],
        };
        let mut keys = Vec::new();
        for one in each {
            let range = match one {
                KeyMatch::Range(low, high) => whole(low).zip(whole(high)),
                _ => None,
            };
            match range {
                Some(range) => keys.push(range),
                None => {
                    self.unreadable(cell, "whole numbers", "dice show whole numbers", "write `3`, `4..6` or `7..`");
                    return None;
                }
            }
        }
        Some(keys)
    }
}

fn is_numeric(expr: &ast::ExprDecl) -> bool {
    use ast::ExprNode as N;
    match &expr.node {
        N::Number(_) => true,
        N::Unary(ast::Unary::Minus, inner) => is_numeric(inner),
        N::Binary(_, a, b) => is_numeric(a) && is_numeric(b),
        _ => false,
    }
}

fn has_dice(expr: &ast::ExprDecl) -> bool {
    use ast::ExprNode as N;
    match &expr.node {
        N::Dice(_) => true,
        N::Repeat(_, inner) => has_dice(inner),
        N::Binary(_, a, b) => has_dice(a) || has_dice(b),
        _ => false,
    }
}
