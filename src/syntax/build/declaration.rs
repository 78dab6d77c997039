//! The frame of declarations, and the small ones.

use super::Build;
use crate::syntax::ast::{
    AttributeDecl, Body, ChartDecl, Declaration, Entry, ExprDecl, FieldDecl, FunctionDecl, KindDecl, Name, Notes,
    OwnerDecl, PackDecl, PackEntry, Property, SlotDecl, StateDecl, TableDecl, TrackDecl, TrackEntry, TypeDecl,
    ValueDecl, Verb, WordDecl,
};
use crate::syntax::grammar::{ParseNode, Rule};
use crate::value::Number;

impl Build<'_> {
    pub(crate) fn declaration(&mut self, node: ParseNode) -> Option<Declaration> {
        let span = self.span(&node);
        let mut verb = Verb::Plain;
        let mut inner = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::k_replace => verb = Verb::Replace,
                _ => inner = Some(part),
            }
        }
        let node = inner?;
        let others = self.child(&node, Rule::more_names).map_or_else(Vec::new, |more| self.names(more));
        let notes = self.notes(&node, Vec::new());
        if node.as_rule() == Rule::removed {
            let keyword = self.name(&self.child(&node, Rule::any_keyword)?);
            let name = self.child(&node, Rule::name).map(|name| self.name(&name));
            let body = Body::Removed(self.child(&node, Rule::with_users).is_some());
            return Some(Declaration { verb: Verb::Remove, keyword, name, others, notes, body, span, broken: false });
        }
        let keyword = self.name(&node.clone().into_inner().next()?);
        let named = !matches!(node.as_rule(), Rule::when | Rule::turn | Rule::test | Rule::things);
        let mut names = node
            .clone()
            .into_inner()
            .filter(|part| matches!(part.as_rule(), Rule::name | Rule::pack_name | Rule::unit_word));
        let name = if named { names.next().map(|part| self.name(&part)) } else { None };
        let body = self.body(node);
        Some(Declaration { verb, keyword, name, others, notes, body, span, broken: false })
    }

    fn body(&mut self, node: ParseNode) -> Body {
        match node.as_rule() {
            Rule::pack => Body::Pack(self.pack(node)),
            Rule::unit => Body::Unit(self.unit(node)),
            Rule::symbols => Body::Symbols(self.words(node)),
            Rule::kind => Body::Kind(self.kind(node)),
            Rule::things => {
                let grid = self.only_grid(&node);
                Body::Things(ChartDecl { shared: self.entries(node, Rule::property_entry, Build::property), grid })
            }
            Rule::thing => Body::Thing(self.entries(node, Rule::property_entry, Build::property)),
            Rule::table => Body::Table(self.table(node)),
            Rule::setting => Body::Setting(self.only_expr(&node)),
            Rule::attribute | Rule::note => Body::Attribute(self.attribute(node)),
            Rule::track => Body::Track(self.track(node)),
            Rule::state => Body::State(self.state(node)),
            Rule::slot => Body::Slot(self.slot(node)),
            Rule::value => {
                let owner = self.owner(&node);
                let is_outcome = self.child(&node, Rule::k_outcome).is_some();
                let expr = self.only_expr(&node);
                match self.child(&node, Rule::parameters) {
                    Some(given) => {
                        let parameters = self.parameters(given);
                        Body::Function(FunctionDecl { owner: Some(owner), parameters, expr })
                    }
                    None => Body::Value(ValueDecl { is_outcome, expr, owner }),
                }
            }
            Rule::function => {
                let expr = self.only_expr(&node);
                let parameters =
                    self.child(&node, Rule::parameters).map_or_else(Vec::new, |given| self.parameters(given));
                Body::Function(FunctionDecl { owner: None, parameters, expr })
            }
            Rule::when => {
                let expr = self.only_expr(&node);
                let inner: Vec<ParseNode> =
                    node.into_inner().filter(|part| part.as_rule() == Rule::declaration).collect();
                Body::When(expr, inner.into_iter().filter_map(|part| self.declaration(part)).collect())
            }
            Rule::condition
            | Rule::relation
            | Rule::fact
            | Rule::card
            | Rule::check
            | Rule::question
            | Rule::words
            | Rule::option => self.rule_body(node),
            Rule::deed | Rule::every => self.deed_body(node),
            Rule::test => Body::Test(self.test(node)),
            _ => self.play_body(node),
        }
    }

    /// Every entry of a block that is of that rule.
    pub(crate) fn entries<T>(
        &mut self,
        node: ParseNode,
        rule: Rule,
        read: fn(&mut Self, ParseNode, Vec<super::Cite>) -> T,
    ) -> Vec<Entry<T>> {
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == rule).collect();
        parts.into_iter().filter_map(|part| self.entry(part, read)).collect()
    }

    /// The first expression among the children, or an unset one.
    pub(crate) fn only_expr(&mut self, node: &ParseNode) -> ExprDecl {
        match self.child(node, Rule::expr) {
            Some(part) => self.expr(part),
            None => self.missing(node),
        }
    }

    /// The expression within a child of that rule.
    pub(crate) fn expr_in(&mut self, node: &ParseNode, rule: Rule) -> Option<ExprDecl> {
        let part = self.child(node, rule)?;
        Some(self.only_expr(&part))
    }

    pub(crate) fn only_grid(&mut self, node: &ParseNode) -> super::ast::Grid {
        match self.child(node, Rule::grid) {
            Some(part) => self.grid(part),
            None => super::ast::Grid { head: Vec::new(), rows: Vec::new(), span: self.span(node) },
        }
    }

    pub(crate) fn only_type(&mut self, node: &ParseNode) -> super::ast::TypeDecl {
        match self.child(node, Rule::type_) {
            Some(part) => self.r#type(part),
            None => super::ast::TypeDecl {
                node: super::ast::TypeNode::Name(Name { text: String::new(), span: self.span(node) }),
                span: self.span(node),
            },
        }
    }

    pub(crate) fn words(&mut self, node: ParseNode) -> Vec<WordDecl> {
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::titled_word).collect();
        parts
            .into_iter()
            .map(|part| WordDecl { name: self.only_name(&part), notes: self.notes(&part, Vec::new()) })
            .collect()
    }

    fn owner(&self, node: &ParseNode) -> OwnerDecl {
        if self.child(node, Rule::of_side).is_some() { OwnerDecl::Side } else { OwnerDecl::Figure }
    }

    fn pack(&mut self, node: ParseNode) -> PackDecl {
        let names = node.clone().into_inner().filter(|part| part.as_rule() == Rule::pack_name);
        let extends = names.skip(1).map(|part| self.name(&part)).next();
        let entries = self.entries(node, Rule::pack_entry, |build, part, _| match part.as_rule() {
            Rule::p_source => PackEntry::Source(build.only_text(&part)),
            Rule::p_license => PackEntry::License(build.only_text(&part)),
            Rule::p_note => PackEntry::Note(build.only_text(&part)),
            Rule::p_board => {
                let condition = build.child(&part, Rule::expr).map(|condition| build.expr(condition));
                PackEntry::Board(build.only_name(&part), condition)
            }
            Rule::p_scale => PackEntry::Scale(build.only_expr(&part)),
            Rule::p_cells => PackEntry::Cells(build.only_name(&part)),
            Rule::p_step_cost => PackEntry::StepCost(build.only_expr(&part)),
            Rule::p_diagonal => PackEntry::Diagonal(build.only_expr(&part)),
            Rule::p_height => PackEntry::Height(build.only_expr(&part)),
            _ => PackEntry::Opaque(build.only_expr(&part)),
        });
        PackDecl { extends, entries }
    }

    fn unit(&mut self, node: ParseNode) -> Option<(Number, Name)> {
        let amount = self.child(&node, Rule::unit_amount)?;
        let base = node.into_inner().filter(|part| part.as_rule() == Rule::unit_word).nth(1)?;
        let mut numbers = amount.clone().into_inner();
        let first = numbers.next().map(|part| self.number(&part))?;
        let second = numbers.next().map(|part| self.number(&part)).unwrap_or(Number::ONE);
        let factor = first.over(second).unwrap_or_else(|| {
            self.number_range(&amount, "divides by 0");
            Number::ONE
        });
        Some((factor, self.name(&base)))
    }

    fn kind(&mut self, node: ParseNode) -> KindDecl {
        let plural = node.clone().into_inner().filter(|part| part.as_rule() == Rule::name).nth(1);
        let plural = plural.map(|part| self.name(&part));
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::field).collect();
        KindDecl { plural, fields: parts.into_iter().map(|part| self.field(part)).collect() }
    }

    fn field(&mut self, node: ParseNode) -> FieldDecl {
        FieldDecl {
            name: self.only_name(&node),
            notes: self.notes(&node, Vec::new()),
            r#type: self.only_type(&node),
            tracked: self.child(&node, Rule::k_tracked).is_some(),
            default: self.expr_in(&node, Rule::default),
            span: self.span(&node),
        }
    }

    pub(crate) fn property(&mut self, node: ParseNode, cites: Vec<super::Cite>) -> Property {
        let name = self.only_name(&node);
        let Notes { cites: mut own, .. } = self.notes(&node, Vec::new());
        own.extend(cites);
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::expr).collect();
        let values = parts.into_iter().map(|part| self.expr(part)).collect();
        Property { name, values, cites: own }
    }

    /// Names with their types, as tables and functions are given them.
    pub(super) fn parameters(&mut self, node: ParseNode) -> Vec<(Name, TypeDecl)> {
        let keys: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::table_key).collect();
        keys.iter().map(|part| (self.only_name(part), self.only_type(part))).collect()
    }

    fn table(&mut self, node: ParseNode) -> TableDecl {
        let keys = self.parameters(node.clone());
        TableDecl { keys, result: self.only_type(&node), grid: self.only_grid(&node) }
    }

    fn attribute(&mut self, node: ParseNode) -> AttributeDecl {
        AttributeDecl {
            r#type: self.only_type(&node),
            default: self.expr_in(&node, Rule::default),
            owner: self.owner(&node),
            note: (node.as_rule() == Rule::note).then(|| self.resets(node)),
        }
    }

    fn resets(&mut self, node: ParseNode) -> Vec<(Name, ExprDecl)> {
        let resets: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::note_resets).collect();
        resets.iter().map(|part| (self.only_name(part), self.only_expr(part))).collect()
    }

    fn track(&mut self, node: ParseNode) -> TrackDecl {
        TrackDecl {
            by: self.child(&node, Rule::track_by).map(|part| self.name(&part)),
            r#type: self.only_type(&node),
            start: self.expr_in(&node, Rule::default),
            min: self.expr_in(&node, Rule::track_min),
            max: self.expr_in(&node, Rule::track_max),
            owner: self.owner(&node),
            entries: self.entries(node, Rule::track_entry, |build, part, cites| {
                let expr = build.only_expr(&part);
                match part.as_rule() {
                    Rule::track_gains => TrackEntry::Gains(expr, build.only_name(&part), build.notes(&part, cites)),
                    _ => TrackEntry::Resets(build.only_name(&part), expr),
                }
            }),
        }
    }

    fn state(&mut self, node: ParseNode) -> StateDecl {
        let default = self.child(&node, Rule::state_default).map(|part| self.name(&part));
        let default = default.unwrap_or(Name { text: String::new(), span: self.span(&node) });
        StateDecl { default, words: self.words(node) }
    }

    fn slot(&mut self, node: ParseNode) -> SlotDecl {
        let kind = self.child(&node, Rule::slot_kind).map(|part| self.name(&part));
        let most = self.child(&node, Rule::expr).map(|part| self.expr(part));
        SlotDecl { kind: kind.unwrap_or(Name { text: String::new(), span: self.span(&node) }), most }
    }
}
