//! Conditions, relations, facts, cards, checks and options.

use super::{Build, Cite};
use crate::syntax::amended::amended_in_card;
use crate::syntax::ast::{
    Body, CardDecl, CardEntry, CheckEntry, ConditionEntry, Entry, ExprDecl, ExprNode, FactDecl, ForbidsAllDecl,
    GiftDecl, Lasts, ModifierDecl, Name, Notes, OffersDecl, OpposedDecl, OptionDecl, QuestionEntry, RelationDecl,
    RelationEntry, Verb, WordDecl, WordingDecl, WordingSort,
};
use crate::syntax::grammar::{ParseNode, Rule};
use crate::syntax::habit::phrases_of_habit;
use crate::text::{Span, is_wordly};
use crate::value::Target;

impl Build<'_> {
    pub(crate) fn rule_body(&mut self, node: ParseNode) -> Body {
        match node.as_rule() {
            Rule::condition => Body::Condition(self.entries(node, Rule::condition_entry, Build::condition_entry)),
            Rule::relation => Body::Relation(self.relation(node)),
            Rule::fact => Body::Fact(FactDecl {
                r#type: self.only_type(&node),
                default: self.expr_in(&node, Rule::default),
                min: self.expr_in(&node, Rule::track_min),
                max: self.expr_in(&node, Rule::track_max),
                from: self.expr_in(&node, Rule::fact_from),
                of: self.child(&node, Rule::fact_of).map(|part| self.only_name(&part)),
            }),
            Rule::card => Body::Card(self.card(node)),
            Rule::check => Body::Check(self.entries(node, Rule::check_entry, Build::check_entry)),
            Rule::question => Body::Question(self.entries(node, Rule::question_entry, Build::question_entry)),
            Rule::words => Body::Words(self.entries(node, Rule::words_entry, Build::wording).into()),
            _ => Body::Option(self.option(node)),
        }
    }

    fn condition_entry(&mut self, node: ParseNode, cites: Vec<Cite>) -> ConditionEntry {
        match node.as_rule() {
            Rule::lasts => ConditionEntry::Lasts(self.lasts(node)),
            Rule::c_stacks => ConditionEntry::Stacks(self.only_name(&node)),
            Rule::forbids => {
                let notes = self.notes(&node, cites);
                match self.child(&node, Rule::forbids_all) {
                    Some(all) => {
                        let phases = self.child(&all, Rule::forbids_in).map(|part| self.only_names(&part));
                        let (phases, except) = (phases.unwrap_or_default(), self.only_names(&all));
                        ConditionEntry::ForbidsAll(ForbidsAllDecl { phases, except }, notes)
                    }
                    None => ConditionEntry::Forbids(self.only_names(&node), notes),
                }
            }
            Rule::removes => ConditionEntry::Removes,
            Rule::hides => ConditionEntry::Hides,
            _ => ConditionEntry::Note(self.only_text(&node)),
        }
    }

    fn question_entry(&mut self, node: ParseNode, _: Vec<Cite>) -> QuestionEntry {
        match node.as_rule() {
            Rule::q_gives => {
                let gifts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::gift).collect();
                QuestionEntry::Gives(gifts.iter().map(|part| self.gift(part)).collect())
            }
            Rule::q_choices => QuestionEntry::Choices(match self.child(&node, Rule::choices_named) {
                Some(named) => self.choices_named(named),
                None => OffersDecl::List(self.only_expr(&node)),
            }),
            Rule::q_default => QuestionEntry::Default(self.only_expr(&node)),
            _ => QuestionEntry::Note(self.only_text(&node)),
        }
    }

    fn wording(&mut self, node: ParseNode, _: Vec<Cite>) -> WordingDecl {
        let (mut sort, mut texts) = (WordingSort::Phrase, Vec::new());
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::k_line => sort = WordingSort::Line,
                Rule::k_form => sort = WordingSort::Form,
                Rule::text => texts.push(self.text(&part)),
                _ => {}
            }
        }
        let meant = texts.pop().unwrap_or_else(|| self.only_text(&node));
        WordingDecl { sort, said: texts, meant }
    }

    fn gift(&mut self, node: &ParseNode) -> GiftDecl {
        GiftDecl { name: self.only_name(node), notes: self.notes(node, Vec::new()), r#type: self.only_type(node) }
    }

    fn choices_named(&mut self, node: ParseNode) -> OffersDecl {
        let of = self.child(&node, Rule::choices_of).map(|part| self.only_type(&part));
        if self.child(&node, Rule::name).is_some() {
            let notes = self.notes(&node, Vec::new());
            return OffersDecl::Named(of, vec![WordDecl { name: self.only_name(&node), notes }]);
        }
        OffersDecl::Named(of, self.words(node))
    }

    fn lasts(&mut self, node: ParseNode) -> Lasts {
        if self.child(&node, Rule::for_good).is_some() {
            return Lasts::ForGood;
        }
        if self.child(&node, Rule::until_treated).is_some() {
            return Lasts::UntilTreated;
        }
        if let Some(part) = self.child(&node, Rule::until_end) {
            return Lasts::UntilEnd(self.only_name(&part));
        }
        let (count, word) = self.amount(&node);
        Lasts::Count(count, word)
    }

    /// `forever` for `for good`, told.
    fn lasting_in_words(&self, name: &Name) -> Option<super::SyntaxError> {
        let is_it = |said: &&(Vec<&str>, &str)| said.0.as_slice() == [name.text.as_str()] && said.1.starts_with("for ");
        let (_, right) = phrases_of_habit().iter().find(is_it)?;
        let says = format!("`{}` is written `{right}`", name.text);
        let (src, at) = (self.place.src(), self.place.of(name.span));
        Some(super::SyntaxError::Foreign {
            says,
            src,
            at,
            right: Some(right.to_string()),
            help: format!("write `{right}`"),
        })
    }

    /// An amount and the word behind it: `2 turns`, `1 AP`. Without a word the name is empty.
    pub(crate) fn amount(&mut self, node: &ParseNode) -> (ExprDecl, Name) {
        let mut expr = self.only_expr(node);
        let behind = node.clone().into_inner().find(|part| matches!(part.as_rule(), Rule::name | Rule::plain_name));
        let word = behind.map(|part| self.name(&part)).or_else(|| self.split_unit(&mut expr));
        if let (None, ExprNode::Name(name)) = (&word, &expr.node)
            && let Some(error) = self.lasting_in_words(name)
        {
            self.errors.push(error);
            let word = Name { text: String::new(), span: expr.span };
            return (ExprDecl { node: ExprNode::Unset, ..expr }, word);
        }
        let word = word.unwrap_or_else(|| {
            let (at, found) = (self.place.of(expr.span), "the end of the line".to_string());
            self.errors.push(super::SyntaxError::Expected {
                expected: "a name".to_string(),
                found,
                cause: None,
                src: self.place.src(),
                at,
                label: "of what?".to_string(),
                rewriting: None,
                help: self.counted_of(expr.span),
            });
            Name { text: String::new(), span: expr.span }
        });
        (expr, word)
    }

    /// What to write behind an amount that says nothing but how many.
    fn counted_of(&self, amount: Span) -> String {
        let whole = self.place.whole();
        let (start, end) = (amount.start as usize, amount.end as usize);
        let (before, said) = (whole.get(..start).unwrap_or(""), whole.get(start..end).unwrap_or("").trim());
        match before.trim_end().rsplit(|c: char| !is_wordly(c)).next().unwrap_or("") {
            verb @ ("for" | "lasts") => {
                format!("say of what: `{verb} {said} {}`", if said == "1" { "turn" } else { "turns" })
            }
            verb @ ("spends" | "spend") => format!("name the track that pays: `{verb} {said} TRACK`"),
            _ => "for example `2 turns`, or the name of a track".to_string(),
        }
    }

    fn relation(&mut self, node: ParseNode) -> RelationDecl {
        let ends: Vec<ParseNode> =
            node.clone().into_inner().filter(|part| part.as_rule() == Rule::plain_name).collect();
        let end =
            |build: &Self, at: usize| ends.get(at).map_or_else(|| build.only_name(&node), |part| build.name(part));
        let (from, to) = (end(self, 0), end(self, 1));
        let entries = self.entries(node, Rule::relation_entry, |build, part, _| match part.as_rule() {
            Rule::r_one => RelationEntry::One,
            _ => RelationEntry::EndsWhen(build.only_expr(&part)),
        });
        RelationDecl { from, to, entries }
    }

    fn card(&mut self, node: ParseNode) -> CardDecl {
        let stacks = self.child(&node, Rule::stacking).map(|part| self.name(&part));
        let when = self.block_when(&node);
        CardDecl { stacks, entries: self.card_entries(node, Verb::Plain, when.as_ref()), when }
    }

    /// What stands in a card or in a `when` block of one, under the condition at its head.
    fn card_entries(&mut self, node: ParseNode, verb: Verb, condition: Option<&ExprDecl>) -> Vec<Entry<CardEntry>> {
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::card_entry).collect();
        let mut entries: Vec<_> = parts.into_iter().flat_map(|part| self.card_entry(part)).collect();
        for entry in &mut entries {
            if entry.verb == Verb::Plain {
                entry.verb = verb;
            }
            entry.node.put_within(condition);
        }
        entries
    }

    fn card_entry(&mut self, node: ParseNode) -> Vec<Entry<CardEntry>> {
        let span = self.span(&node);
        if let Some(part) = self.child(&node, Rule::removed_label) {
            let label = self.child(&part, Rule::title).map(|part| self.text(&part));
            let entry = label.map(|label| Entry { verb: Verb::Remove, node: CardEntry::Label(label), span });
            return entry.into_iter().collect();
        }
        if let Some(block) = self.child(&node, Rule::when_block) {
            let verb = self.verb(&node);
            let condition = self.block_when(&block);
            return self.card_entries(block, verb, condition.as_ref());
        }
        if let Some(error) = amended_in_card(&self.place, span.start as usize) {
            self.errors.push(error);
            return Vec::new();
        }
        let entry = self.entry(node, |build, part, cites| match part.as_rule() {
            Rule::group => {
                let stacks = build.child(&part, Rule::stacking).map(|word| build.name(&word));
                let stacks = stacks.unwrap_or_else(|| build.only_name(&part));
                CardEntry::Group(stacks, build.group_entries(part, Verb::Plain))
            }
            _ => CardEntry::Modifier(build.modifier(part, cites)),
        });
        entry.into_iter().collect()
    }

    /// What stands in a group or in a `when` block of one, under the condition at its head.
    fn group_entries(&mut self, node: ParseNode, verb: Verb) -> Vec<Entry<ModifierDecl>> {
        let condition = self.block_when(&node);
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::group_entry).collect();
        let mut entries: Vec<Entry<ModifierDecl>> = Vec::new();
        for part in parts {
            match self.child(&part, Rule::group_when) {
                Some(block) => {
                    let verb = self.verb(&part);
                    entries.extend(self.group_entries(block, verb));
                }
                None => entries.extend(self.entry(part, Build::modifier)),
            }
        }
        for entry in &mut entries {
            entry.node.put_within(condition.as_ref());
            if entry.verb == Verb::Plain {
                entry.verb = verb;
            }
        }
        entries
    }

    /// The condition at the head of a card, a group or a block of modifiers.
    fn block_when(&mut self, node: &ParseNode) -> Option<ExprDecl> {
        let part = self.child(node, Rule::block_when)?;
        let condition = self.child(&part, Rule::condition_of)?;
        Some(self.only_expr(&condition))
    }

    fn verb(&self, node: &ParseNode) -> Verb {
        self.child(node, Rule::verb).map_or(Verb::Plain, |part| super::read_verb(part.as_str()))
    }

    pub(crate) fn modifier(&mut self, node: ParseNode, cites: Vec<Cite>) -> ModifierDecl {
        let span = self.span(&node);
        let (mut target, mut amount, mut condition) = (Target::Number, None, None);
        let (mut notes, mut tags) = (Notes::default(), Vec::new());
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::m_set => target = Target::Set,
                Rule::k_at_least => target = Target::AtLeast,
                Rule::k_at_most => target = Target::AtMost,
                Rule::k_dice => target = Target::Dice,
                Rule::expr => amount = Some(self.expr(part)),
                Rule::condition_of => condition = Some(self.only_expr(&part)),
                Rule::tags => tags.extend(self.only_names(&part)),
                _ => {
                    self.note(&mut notes, &part);
                }
            }
        }
        notes.cites.extend(cites);
        let amount = amount.unwrap_or_else(|| self.missing(&node));
        ModifierDecl { target, amount, notes, condition, within: Vec::new(), tags, span }
    }

    pub(crate) fn check_entry(&mut self, node: ParseNode, cites: Vec<Cite>) -> CheckEntry {
        match node.as_rule() {
            Rule::reads => CheckEntry::Reads(self.only_names(&node)),
            Rule::says => CheckEntry::Says(self.only_text(&node)),
            Rule::roll => CheckEntry::Roll(self.only_expr(&node)),
            Rule::at_most => CheckEntry::AtMost(self.only_expr(&node), self.notes(&node, cites)),
            Rule::at_least => CheckEntry::AtLeast(self.only_expr(&node), self.notes(&node, cites)),
            Rule::opposed => CheckEntry::Opposed(self.opposed(node)),
            Rule::plus_line => CheckEntry::Plus(self.plus_line(node, cites)),
            Rule::cards => CheckEntry::Cards(self.only_names(&node)),
            Rule::impossible => {
                let always = ExprDecl { node: ExprNode::Truth(true), span: self.span(&node) };
                let expr = self.child(&node, Rule::expr).map_or(always, |part| self.expr(part));
                CheckEntry::Impossible(expr, self.notes(&node, cites))
            }
            Rule::inverts => CheckEntry::Inverts(self.only_names(&node)),
            Rule::ignores => CheckEntry::Ignores(self.only_names(&node)),
            Rule::a_counts => CheckEntry::CountsAs(self.only_names(&node)),
            _ => {
                let dice = self.child(&node, Rule::dice).map(|part| self.dice(part));
                let when = self.child(&node, Rule::expr).map(|part| self.expr(part));
                CheckEntry::Results(dice, when, self.only_grid(&node))
            }
        }
    }

    fn plus_line(&mut self, node: ParseNode, cites: Vec<Cite>) -> ModifierDecl {
        if let Some(part) = self.child(&node, Rule::modifier) {
            return self.modifier(part, cites);
        }
        let label = self.child(&node, Rule::label_only).unwrap_or(node);
        ModifierDecl {
            target: Target::Number,
            amount: self.missing(&label),
            notes: self.notes(&label, cites),
            condition: None,
            within: Vec::new(),
            tags: Vec::new(),
            span: self.span(&label),
        }
    }

    fn opposed(&mut self, node: ParseNode) -> OpposedDecl {
        let facts: Vec<ParseNode> =
            node.clone().into_inner().filter(|part| part.as_rule() == Rule::opposed_fact).collect();
        let is_word = |part: &ParseNode| matches!(part.as_rule(), Rule::plain_name | Rule::all_margins);
        let words: Vec<ParseNode> = node.clone().into_inner().filter(is_word).collect();
        let word =
            |build: &Self, at: usize| words.get(at).map_or_else(|| build.only_name(&node), |part| build.name(part));
        OpposedDecl {
            check: self.child(&node, Rule::name).map_or_else(|| self.only_name(&node), |part| self.name(&part)),
            with: facts.iter().map(|part| (self.only_name(part), self.only_expr(part))).collect(),
            comparing: word(self, 0),
            ties: word(self, 1),
        }
    }

    fn option(&mut self, node: ParseNode) -> OptionDecl {
        let default = node
            .clone()
            .into_inner()
            .find(|part| matches!(part.as_rule(), Rule::option_switch | Rule::option_default))
            .map_or_else(|| self.only_name(&node), |part| self.name(&part));
        OptionDecl { default, readings: self.words(node) }
    }
}
