//! Bare names: locals, own properties, what the caller bound, facts, settings, options; then words and things.

use super::{RulebookError, TypedExpr, Typer};
use crate::diag::{article, did_you_mean, suggest};
use crate::rulebook::show::as_written;
use crate::rulebook::show::in_quotes;
use crate::rulebook::titled::{of_title, titled};
use crate::rulebook::unmarked::amending_verb_meant;
use crate::rulebook::{BareSubject, Expr, FUNCTIONS, Named, Node, OptionChoice, Sort, Type};
use crate::syntax::{EXPECTATIONS, HabitPlace, ast, habit_of, thrown_again};
use crate::text::{Span, is_wordly};
use crate::value::{FactId, ItemId, SettingId, Symbol, Value};

/// The declaration that a text ends in.
pub(super) fn declaration_before(text: &str) -> &str {
    let begins = |(at, _): &(usize, &str)| text[at + 1..].starts_with(char::is_alphabetic);
    let start = text.rmatch_indices('\n').find(begins).map_or(0, |(at, _)| at + 1);
    &text[start..]
}

/// What authors put before a name to say of which sort it is.
const SORTS_SAID: [&str; 10] =
    ["setting", "settings", "option", "options", "fact", "facts", "rules", "pack", "table", "world"];

impl Typer<'_> {
    /// A bare name.
    pub(super) fn name(&mut self, name: &ast::Name, wanted: Option<&Type>) -> TypedExpr {
        let (text, span) = (name.text.as_str(), name.span);
        if !self.is_in_scope(text) {
            if let Some(found) = wanted.and_then(|wanted| self.by_type(text, wanted, span)) {
                return Some(found);
            }
            return self.word(name, wanted);
        }
        let found = self.in_scope(name)?;
        // A word of the wanted set is meant where the fact of that name would not fit.
        match wanted {
            Some(wanted) if !found.1.fits(wanted) => self.by_type(text, wanted, span).or(Some(found)),
            _ => Some(found),
        }
    }

    /// Text where a word or a thing is wanted is its name.
    pub(super) fn text(&mut self, text: &ast::TextDecl, wanted: Option<&Type>, span: Span) -> TypedExpr {
        let named = wanted.filter(|wanted| !matches!(wanted.bare(), Type::Text));
        if let Some(wanted) = named {
            if let Some(found) = self.by_type(&text.text, wanted, span) {
                return Some(found);
            }
            if matches!(wanted.bare(), Type::Symbol(_) | Type::Thing(_)) {
                self.unknown_of_type(&text.text, wanted, span);
                return None;
            }
        }
        if named.is_some()
            && let Some(binding) = self.scope.find(&text.text)
        {
            return Some((Expr::constant(binding.value.clone(), span), binding.r#type.clone()));
        }
        Some((Expr::constant(Value::text(&text.text), span), Type::Text))
    }

    /// Whether a bare name stands for something here.
    pub(super) fn is_in_scope(&self, text: &str) -> bool {
        let names = &self.book().names;
        let sorts = [Sort::Fact, Sort::Setting, Sort::Option];
        self.locals.iter().any(|(name, _)| name == text)
            || (text == "self" && self.scope.subject != BareSubject::Nobody)
            || self.has_own(text)
            || self.scope.find(text).is_some()
            || names.named(text).iter().any(|(sort, _)| sorts.contains(sort))
    }

    /// A name known to be in scope.
    fn in_scope(&mut self, name: &ast::Name) -> TypedExpr {
        let (text, span) = (name.text.as_str(), name.span);
        if let Some(at) = self.locals.iter().rposition(|(local, _)| local == text) {
            let node = Node::Local(at as u8);
            return Some((Expr { node, span }, self.locals[at].1.clone()));
        }
        if text == "self"
            && let Some(r#type) = self.subject_type()
        {
            return Some((Expr { node: Node::Subject, span }, r#type));
        }
        if self.has_own(text) {
            let r#type = self.subject_type()?;
            let subject = Expr { node: Node::Subject, span };
            return self.property_of(subject, &r#type, name, span);
        }
        if let Some(binding) = self.scope.find(text) {
            return Some((Expr::constant(binding.value.clone(), span), binding.r#type.clone()));
        }
        if let Some(at) = self.book().names.find(Sort::Fact, text) {
            self.lookup.note(Sort::Fact, at, span);
            let r#type = Self::sound(self.book().facts[usize::from(at)].r#type.clone())?;
            return Some((Expr { node: Node::Fact(FactId(at)), span }, r#type));
        }
        if let Some(at) = self.book().names.find(Sort::Setting, text) {
            self.lookup.note(Sort::Setting, at, span);
            let r#type = self.lookup.setting_type(SettingId(at))?;
            return Some((Expr { node: Node::Setting(SettingId(at)), span }, r#type));
        }
        let at = self.book().names.find(Sort::Option, text)?;
        self.option(at, span)
    }

    /// An option is a constant: what was chosen.
    fn option(&mut self, at: u16, span: Span) -> TypedExpr {
        self.lookup.note(Sort::Option, at, span);
        self.lookup.note_option();
        let (value, r#type) = match self.book().options[usize::from(at)].chosen {
            OptionChoice::On(on) => (Value::Truth(on), Type::Truth),
            OptionChoice::Reading(symbol) => (Value::Symbol(symbol), Type::Symbol(symbol.set)),
        };
        Some((Expr::constant(value, span), r#type))
    }

    pub(super) fn subject_type(&self) -> Option<Type> {
        match self.scope.subject {
            BareSubject::Nobody => None,
            BareSubject::Figure => Some(Type::Figure),
            BareSubject::Side => Some(Type::Side),
            BareSubject::Thing(kind) => Some(Type::Thing(kind)),
        }
    }

    /// Whether the subject has a property of that name.
    fn has_own(&self, text: &str) -> bool {
        match self.scope.subject {
            BareSubject::Nobody => false,
            BareSubject::Figure => self.owned(text, ast::OwnerDecl::Figure).is_some(),
            BareSubject::Side => self.owned(text, ast::OwnerDecl::Side).is_some(),
            BareSubject::Thing(kind) => {
                self.book().kinds[kind.index()].fields.iter().any(|field| &*field.head.name == text)
            }
        }
    }

    /// A word or thing that the wanted type knows by that name.
    pub(super) fn by_type(&mut self, text: &str, wanted: &Type, span: Span) -> TypedExpr {
        match wanted.bare() {
            Type::Symbol(set) => {
                let symbol = self.book().symbol_in(*set, text)?;
                self.lookup.note_part(Named::Word(symbol), span);
                Some((Expr::constant(Value::Symbol(symbol), span), Type::Symbol(*set)))
            }
            Type::Thing(kind) => {
                let item = self.book().item_of_kind(*kind, text)?;
                self.lookup.note(Sort::Item, item.0, span);
                Some((Expr::constant(Value::Item(item), span), Type::Thing(*kind)))
            }
            Type::List(inner) => self.by_type(text, inner, span),
            _ => None,
        }
    }

    /// A name that nothing in scope bears: a word or a thing, if only one has it.
    fn word(&mut self, name: &ast::Name, wanted: Option<&Type>) -> TypedExpr {
        let symbols: Vec<Symbol> = self.book().symbols_named(&name.text);
        let items: Vec<ItemId> = self.book().names.items(&name.text).to_vec();
        // Where a number is wanted, a word that is called so by chance is not meant.
        let wants_number = wanted.is_some_and(|wanted| matches!(wanted.bare(), Type::Number(_) | Type::Dice));
        let is_owned = || self.owned_by_someone(&name.text, name.span).is_some();
        if wants_number && !(symbols.is_empty() && items.is_empty()) && is_owned() {
            let owner = self.owned_by_someone(&name.text, name.span).unwrap_or_default();
            let error = RulebookError::UnknownName { sort: "fact or setting".to_string(), name: name.text.clone() };
            self.report(error, name.span, "whose?", format!("`{}` belongs to {owner}", name.text));
            return None;
        }
        // Where a word or thing of a sort is wanted and this is none of it, say so.
        if let Some(wanted) = wanted.filter(|wanted| matches!(wanted.bare(), Type::Symbol(_) | Type::Thing(_))) {
            self.unknown_of_type(&name.text, wanted, name.span);
            return None;
        }
        match (&symbols[..], &items[..]) {
            ([symbol], []) => {
                self.lookup.note_part(Named::Word(*symbol), name.span);
                Some((Expr::constant(Value::Symbol(*symbol), name.span), Type::Symbol(symbol.set)))
            }
            ([], [item]) => {
                self.lookup.note(Sort::Item, item.0, name.span);
                let kind = self.book().items[item.index()].kind;
                Some((Expr::constant(Value::Item(*item), name.span), Type::Thing(kind)))
            }
            ([], []) => {
                self.unknown_bare(name, wanted);
                None
            }
            _ => {
                let sets = symbols.iter().map(|symbol| &self.book().sets[symbol.set.index()].head.name);
                let kinds =
                    items.iter().map(|item| &self.book().kinds[self.book().items[item.index()].kind.index()].head.name);
                let places = sets.chain(kinds).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                let help = format!("it occurs in {places}: compare it with something of the one that is meant");
                let is_state = wanted.is_none_or(|wanted| *wanted.bare() == Type::Truth);
                if is_state && self.book().is_state_word(&name.text) {
                    let error = RulebookError::UnknownName { sort: "fact or setting".into(), name: name.text.clone() };
                    let help = self.book().who_hint(&name.text);
                    self.report(error, name.span, "what somebody is, and nobody is named", help);
                    return None;
                }
                let error = RulebookError::AmbiguousName { name: name.text.clone() };
                self.report(error, name.span, "which one?", help);
                None
            }
        }
    }

    /// Reports that a set or kind has no such word or thing.
    pub(super) fn unknown_of_type(&mut self, text: &str, wanted: &Type, span: Span) {
        let book = self.book();
        let (sort, label, help) = match wanted.bare() {
            Type::Symbol(set) => {
                let set = &book.sets[set.index()];
                let words: Vec<&str> = set.words.iter().map(|word| &*word.name).collect();
                let help = titled(text, &set.words).unwrap_or_else(|| {
                    did_you_mean(text, words.iter().copied(), &format!("its words are {}", words.join(", ")))
                });
                (format!("word of `{}`", set.head.name), "not one of its words", help)
            }
            Type::Thing(kind) => {
                let kind_name = &book.kinds[kind.index()].head;
                if book.is_state_word(text) && book.item_of_kind(*kind, text).is_none() {
                    let error = RulebookError::UnknownName { sort: kind_name.name.to_string(), name: text.to_string() };
                    self.report(error, span, "what somebody is, and no thing", book.who_hint(text));
                    return;
                }
                let of_kind = || book.items.iter().filter(|item| item.kind == *kind).map(|item| &*item.head.name);
                let other = book.thing_of_another_kind(self.scope.sources, *kind, text);
                if let Some(help) = other.filter(|_| suggest(text, of_kind()).is_none()) {
                    let error = RulebookError::UnknownName { sort: kind_name.name.to_string(), name: text.to_string() };
                    self.report(error, span, "something else is called so", help);
                    return;
                }
                let otherwise = match (book.several_in_one(*kind, text), book.field_with(*kind, text)) {
                    (Some(several), _) => format!("each of several stands by itself: `{several}`"),
                    (_, Some(field)) => {
                        let subject = self.subject_before(span);
                        format!("it is a word of its `{field}`: `{subject}.{field} is {text}`")
                    }
                    _ if book.has_field(*kind, text) => {
                        format!("it is a field of {}: `{}.{text}`", book.type_words(wanted), self.subject_before(span))
                    }
                    _ if book.names.is_removed(text) => {
                        format!(
                            "a pack takes it away: name another, or declare it: `{} \"{text}\" {{ … }}`",
                            kind_name.name
                        )
                    }
                    _ => format!("declare it: `{} \"{text}\" {{ … }}`", kind_name.name),
                };
                let help = did_you_mean(text, of_kind(), &otherwise);
                let help = in_quotes(help, self.scope.sources, span);
                (kind_name.name.to_string(), "not declared in this rulebook", help)
            }
            Type::Side => {
                let help = format!("a side is asked by its figures: `all(f in side_figures(SIDE) where f is {text})`");
                ("side".to_string(), "no side is called so", help)
            }
            _ => ("name".to_string(), "not known here", String::new()),
        };
        self.report(RulebookError::UnknownName { sort, name: text.to_string() }, span, label, help);
    }

    fn unknown_bare(&mut self, name: &ast::Name, wanted: Option<&Type>) {
        let text = name.text.as_str();
        if let Some((span, known, is_told)) = self.hyphenated(name) {
            let name = self.scope.sources.slice(span).to_string();
            let error = RulebookError::UnknownName { sort: "fact, setting or word".to_string(), name };
            let help = format!("did you mean `{}`?", as_written(&known));
            if is_told {
                self.report(error, span, "a hyphen is a minus", help);
            }
            return;
        }
        let meant = self.meant(name).or_else(|| {
            let known = self.bound_of(wanted)?;
            let bound = self.scope.bound.iter().map(|one| &*one.name);
            Some(did_you_mean(text, bound, &known))
        });
        let help = match self.owned_by_someone(text, name.span).filter(|_| meant.is_none()) {
            Some(owner) => format!("`{text}` belongs to {owner}"),
            None if meant.is_some() => meant.unwrap_or_default(),
            None => {
                let whole = &self.scope.sources.get(name.span.source).text;
                let behind = whole.get(name.span.end as usize..).unwrap_or("");
                let is_asked = (behind.starts_with('.') && behind[1..].starts_with(char::is_alphabetic)
                    || behind.starts_with(" is "))
                    && !self.book().figure_facts().is_empty();
                // Of whom something is asked is no truth and no number.
                let names = match is_asked {
                    true => self.asked_of(),
                    false => self.visible(),
                };
                let is_sheet = self.book().names.find(Sort::Sheet, text).is_some();
                let otherwise = match is_sheet {
                    // Without a pack there is nobody whose numbers could be meant.
                    false if self.book().figure_facts().is_empty() && self.book().sheets.is_empty() => {
                        "nobody is known here: write the number, or ask in a pack, `fray ask PACK 'SENTENCE'`"
                            .to_string()
                    }
                    true => format!("a sheet stands on no board of itself: in a test, `place {text}` first"),
                    false => self.nearer(name, wanted),
                };
                let sorts = if is_asked { &[Sort::Fact][..] } else { &[Sort::Fact, Sort::Setting, Sort::Option] };
                let elsewhere = self.of_another_sort(text);
                // A function that is asked of nothing still has its brackets.
                let function = FUNCTIONS.iter().find(|row| row.name == text && row.signature.ends_with("()"));
                match sorts.iter().find_map(|sort| self.book().titled_of(*sort, text)) {
                    _ if let Some(row) = function => format!("write `{}`: {}", row.signature, row.sentence),
                    Some(titled) if !is_sheet => titled,
                    _ if let Some(help) = elsewhere => help,
                    _ => did_you_mean(text, names.iter().map(|name| &**name), &otherwise),
                }
            }
        };
        let error = RulebookError::UnknownName { sort: "fact, setting or word".to_string(), name: text.to_string() };
        self.report(error, name.span, "not known here", help);
    }

    /// What stands instead of a name that is declared, and stands for no value.
    fn of_another_sort(&self, text: &str) -> Option<String> {
        let (names, name) = (&self.book().names, as_written(text));
        if names.find(Sort::Relation, text).is_some() {
            let figures = self.book().figure_facts();
            let mut ends = figures.iter().map(|fact| fact.trim_matches('`')).chain(["ONE", "OTHER"]);
            let (one, other) = (ends.next().unwrap_or("ONE"), ends.next().unwrap_or("OTHER"));
            return Some(format!("it is a relation, which holds between two: `{name}({one}, {other}) > 0`"));
        }
        if names.find(Sort::Check, text).is_some() {
            return Some(format!(
                "it is a check: what comes of it is known to the lines below that roll it, `check {name} {{ on success {{ … }} }}`"
            ));
        }
        let sorts = [Sort::Card, Sort::Action, Sort::Deed, Sort::Reaction, Sort::Question, Sort::Phase, Sort::Every];
        let sort = sorts.into_iter().find(|sort| names.find(*sort, text).is_some())?;
        let words = sort.words();
        let sort = format!("{} {words}", article(words));
        Some(format!(
            "`{text}` is {sort}, which stands for no number and no truth: ask something of a figure, or a fact"
        ))
    }

    /// What a bare name is nearer to than to a fact that is not declared.
    fn nearer(&self, name: &ast::Name, wanted: Option<&Type>) -> String {
        let text = &*name.text;
        if let Some(verb) = self.amending_verb(name) {
            return format!("did you mean `{verb}`?");
        }
        if let Some(head) = of_title(text, &self.book().heads_of(ast::OwnerDecl::Figure)).first() {
            return format!("did you mean `{}.{}`?", self.some_figure(), head.name);
        }
        let whole = &self.scope.sources.get(name.span.source).text;
        let (before, behind) = whole.split_at_checked(name.span.end as usize).unwrap_or((whole, ""));
        let first = before.rfind('\n').map_or(before, |_| declaration_before(before));
        let is_line = self.is_in_lines(name.span);
        let makes = |rest: &str| {
            let ways = ["roll", "let", "amount", "pick"].iter().map(|verb| format!("{verb} {text}"));
            let as_name = format!(" as {text}");
            ways.chain([as_name])
                .any(|way| rest.match_indices(&*way).any(|(at, _)| !rest[at + way.len()..].starts_with(is_wordly)))
        };
        let rest = behind.find("\n}").map_or(behind, |end| &behind[..end]);
        if is_line && makes(rest) {
            return format!("`{text}` is known only below the line that makes it: put that line before this one");
        }
        if is_line && makes(first) {
            return format!(
                "`{text}` is known only within the block that makes it: make it once, before that block, with a \
                 choice: `let {text} = if … then … else …`"
            );
        }
        let is_asked = behind.starts_with('.') || behind.starts_with(" is ");
        let figures = self.book().figure_facts();
        if let Some(truth) = behind.strip_prefix(" is ").and_then(|said| self.truth_said(said)) {
            return format!("nobody need be named here: write `{truth}`");
        }
        if is_asked && !figures.is_empty() {
            let bound = self.scope.bound.iter().filter(|one| one.r#type == Type::Figure);
            let there: Vec<&str> = bound.map(|one| &*one.name).collect();
            if !there.is_empty() {
                return format!("nobody here is called `{text}`; there are {}", there.join(", "));
            }
            return self.asked_of_nobody(behind, &figures.join(" and "));
        }
        if whole.contains(&format!("{{{text}}}")) {
            return format!("it stands in a sentence as a fact: declare it, `fact {text} TYPE`");
        }
        if is_line {
            return format!("reckon or roll it in a line before: `let {text} = …`, `roll {text} = 1d6`");
        }
        let head = declaration_before(before).strip_suffix(text).unwrap_or("").trim_end();
        if head.strip_prefix("replace ").unwrap_or(head).starts_with("setting ") && head.ends_with('=') {
            return format!("a setting is a number, dice, a truth or a text: `3`, `2d6`, `yes` or `\"{text}\"`");
        }
        self.book().facts_of(text, wanted.map(Type::bare))
    }

    /// `it is dark`: a truth that stands alone, as it stands.
    fn truth_said(&self, said: &str) -> Option<String> {
        let (denied, said) = match said.trim_start().strip_prefix("not ") {
            Some(rest) => ("not ", rest.trim_start()),
            None => ("", said.trim_start()),
        };
        let word: String = said.chars().take_while(|c| is_wordly(*c)).collect();
        let book = self.book();
        let is_fact = book.fact(&word).is_some_and(|fact| book.facts[fact.index()].r#type == Type::Truth);
        let is_switch = || {
            let option = book.names.find(Sort::Option, &word).map(|at| &book.options[usize::from(at)]);
            option.is_some_and(|option| option.readings.is_none())
        };
        (is_fact || is_switch()).then(|| format!("{denied}{word}"))
    }

    /// The verb that is meant by a word at the beginning of an entry with an amount behind it.
    fn amending_verb(&self, name: &ast::Name) -> Option<&'static str> {
        let whole = &self.scope.sources.get(name.span.source).text;
        let (before, behind) = whole.split_at_checked(name.span.end as usize)?;
        let before = before.get(..name.span.start as usize)?.trim_end_matches([' ', '\t']);
        let begins = before.ends_with(['{', ';', '\n', '}']);
        let is_amount = behind.trim_start().starts_with(['+', '-']);
        if begins && is_amount { amending_verb_meant(&name.text) } else { None }
    }

    /// What is asked by the `is` that stands before a word.
    fn subject_before(&self, word: Span) -> String {
        let whole = &self.scope.sources.get(word.source).text;
        let before = whole.get(..word.start as usize).unwrap_or("").trim_end();
        let before = before.strip_suffix("not").unwrap_or(before).trim_end();
        let before = before.strip_suffix("is").unwrap_or(before).trim_end();
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let subject = &before[before.trim_end_matches(part).len()..];
        if subject.is_empty() { "ITEM".to_string() } else { subject.to_string() }
    }

    /// What is meant by a name that is a word of another language.
    fn meant(&self, name: &ast::Name) -> Option<String> {
        if let Some(habit) = habit_of(HabitPlace::Name, &name.text) {
            return Some(habit.help());
        }
        if let Some(help) = thrown_again(&name.text) {
            return Some(help);
        }
        let around = &self.scope.sources.get(name.span.source).text;
        let (before, after) = (around.get(..name.span.start as usize), around.get(name.span.end as usize..));
        if name.text == "for" && before.is_some_and(|text| text.trim_end().ends_with("lasts")) {
            let ever = after.unwrap_or("").trim_start().starts_with("ever");
            return Some(
                if ever { "write `lasts for good`" } else { "no `for` stands here: `lasts 2 turns`" }.to_string(),
            );
        }
        let nobody = self.scope.subject == BareSubject::Nobody;
        if nobody && name.text == "self" && self.book().facts.iter().any(|fact| fact.r#type == Type::Figure) {
            return Some(format!("nobody in particular is meant here: say who, such as `{}`", self.some_figure()));
        }
        let whole = &self.scope.sources.get(name.span.source).text;
        let behind = whole.get(name.span.end as usize..).unwrap_or("");
        if let Some(member) = behind.strip_prefix('.').filter(|_| SORTS_SAID.contains(&&*name.text)) {
            let member: String = member.chars().take_while(|c| is_wordly(*c)).collect();
            return Some(format!("its name stands alone: `{member}`"));
        }
        if let Some(at) = self.book().names.find(Sort::Table, &name.text) {
            let keys = &self.book().tables[usize::from(at)].keys;
            let names = keys.iter().map(|key| &*key.name).collect::<Vec<_>>().join(", ");
            return Some(format!("a table is asked with its key in brackets: `{}({names})`", name.text));
        }
        if let Some(help) = self.expected_verdict(name) {
            return Some(help);
        }
        if EXPECTATIONS.contains(&&*name.text) && self.scope.subject == BareSubject::Nobody {
            let whole = self.scope.sources.get(name.span.source);
            let rest = whole.text.get(name.span.end as usize..).unwrap_or("");
            if let Some(behind) = rest.trim_start().strip_prefix('=') {
                let value = behind.lines().next().unwrap_or("").split([';', '}']).next().unwrap_or("").trim();
                return Some(format!("no `=` stands here: `expect {} {value}`", name.text));
            }
        }
        None
    }

    /// `expect hit`: what came of a check, in a word of games.
    fn expected_verdict(&self, name: &ast::Name) -> Option<String> {
        let habit = habit_of(HabitPlace::Method, &name.text.to_lowercase())?;
        let verdict = match habit.right.strip_prefix("not ") {
            Some(_) => "failure",
            None => habit.right.strip_prefix('.').filter(|_| habit.owners().any(|owner| owner == "Result"))?,
        };
        let before = self.scope.sources.get(name.span.source).text.get(..name.span.start as usize)?;
        let inside = before.trim_end().strip_suffix("expect")?;
        let is_thrown = declaration_before(inside).split(['\n', ';', '{']).any(|line| line.trim().starts_with("roll "));
        Some(match is_thrown {
            true => format!("what came of a check is told by `expect {verdict}`"),
            false => format!("dice are thrown first, `roll 3 4 2`, then what came of them is told: `expect {verdict}`"),
        })
    }

    /// The whole word, if a name stands in one with hyphens that were read as minus, and what that is called without
    /// them; `true` if this is the part of it to say so of.
    fn hyphenated(&self, name: &ast::Name) -> Option<(Span, String, bool)> {
        let text = &self.scope.sources.get(name.span.source).text;
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let (before, behind) = (text.get(..name.span.start as usize)?, text.get(name.span.end as usize..)?);
        let head = before[before.trim_end_matches(is_part).len()..].trim_start_matches('-').len();
        let tail = behind[..behind.len() - behind.trim_start_matches(is_part).len()].trim_end_matches('-').len();
        let (start, end) = (name.span.start as usize - head, name.span.end as usize + tail);
        let whole = text.get(start..end).filter(|whole| whole.contains('-'))?;
        let names = self.visible();
        let known = [whole.replace('-', "_"), whole.to_string()].into_iter().find(|joined| names.contains(joined))?;
        let first = whole.split('-').find(|part| !names.iter().any(|name| name == part));
        let span = Span { source: name.span.source, start: start as u32, end: end as u32 };
        Some((span, known, first == Some(&name.text)))
    }

    /// Every name of somebody or something of which more can be asked.
    fn asked_of(&self) -> Vec<String> {
        let is_asked =
            |r#type: &Type| !matches!(r#type.bare(), Type::Truth | Type::Number(_) | Type::Dice | Type::Text);
        let facts =
            self.book().facts.iter().filter(|fact| is_asked(&fact.r#type)).map(|fact| fact.head.name.to_string());
        let locals = self.locals.iter().filter(|(_, r#type)| is_asked(r#type)).map(|(name, _)| name.clone());
        let bound = self.scope.bound.iter().map(|binding| binding.name.to_string());
        let options = self.book().names.visible(Sort::Option).map(str::to_string);
        let states = self.book().names.visible(Sort::State).map(str::to_string);
        let own = self.scope.subject == BareSubject::Figure;
        facts.chain(locals).chain(bound).chain(options).chain(states.filter(|_| own)).collect()
    }

    /// Every name that could stand alone here.
    fn visible(&self) -> Vec<String> {
        let book = self.book();
        let owner = match self.scope.subject {
            BareSubject::Figure => Some(ast::OwnerDecl::Figure),
            BareSubject::Side => Some(ast::OwnerDecl::Side),
            _ => None,
        };
        let locals = self.locals.iter().map(|(name, _)| name.clone());
        let bound = self.scope.bound.iter().map(|binding| binding.name.to_string());
        let sorts = [Sort::Fact, Sort::Setting, Sort::Option];
        let declared = sorts.into_iter().flat_map(|sort| book.names.visible(sort)).map(str::to_string);
        let own = owner.map(|owner| book.property_names(owner)).unwrap_or_default();
        let words = book.sets.iter().flat_map(|set| &set.words).map(|word| word.name.to_string());
        locals.chain(bound).chain(own).chain(declared).chain(words).filter(|name| !name.is_empty()).collect()
    }

    /// Reports a name of a sort that is not declared.
    pub(super) fn unknown(&mut self, sort: Sort, name: &ast::Name) {
        let otherwise = format!("declare it: `{} {} …`", sort.words(), as_written(&name.text));
        let help = self.book().unknown_help(sort, &name.text, &otherwise);
        let help = in_quotes(help, self.scope.sources, name.span);
        let error = RulebookError::UnknownName { sort: sort.words().to_string(), name: name.text.clone() };
        self.report(error, name.span, "not declared in this rulebook", help);
    }
}
