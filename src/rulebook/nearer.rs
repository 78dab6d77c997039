//! What an author may have meant by a name that is not there: the same name of another sort, a title, what a state or a
//! field says, several names in one. Nearer than that it be declared.

use super::show::as_written;
use super::{Rulebook, Sort, Type};
use crate::diag::{did_you_mean, listed, suggest};
use crate::text::{Sources, is_wordly};
use crate::value::KindId;

/// Of so many names all are told.
const FEW: usize = 6;

impl Rulebook {
    /// What to say of a name of a sort that is not declared; `otherwise` where nothing is nearer.
    pub(super) fn unknown_help(&self, sort: Sort, text: &str, otherwise: &str) -> String {
        if let Some(help) = self.of_another_sort(sort, text).or_else(|| self.titled_of(sort, text)) {
            return help;
        }
        let known: Vec<&str> = self.names.visible(sort).filter(|name| !name.is_empty()).collect();
        let is_few = (1..=FEW).contains(&known.len()) && sort != Sort::Unit;
        let otherwise = match sort {
            Sort::Fact => match self.figure_facts() {
                figures if figures.is_empty() => otherwise.to_string(),
                figures => format!("facts that are figures: {}; {otherwise}", figures.join(", ")),
            },
            _ if is_few => format!("{}; or {otherwise}", listed(&known)),
            Sort::Unit => otherwise.to_string(),
            _ if !known.is_empty() => format!("{}; or {otherwise}", listed(&known)),
            _ => otherwise.to_string(),
        };
        did_you_mean(text, known, &otherwise)
    }

    /// The name of another sort that is the same, and how that is used.
    fn of_another_sort(&self, sort: Sort, text: &str) -> Option<String> {
        if sort == Sort::Condition
            && let Some(state) = self.states.iter().find(|state| self.symbol_in(state.set, text).is_some())
        {
            let name = &state.head.name;
            return Some(format!(
                "it is a word of the state `{name}` and no condition: a line sets it, `set PLACE.{name} = {text}`"
            ));
        }
        if sort == Sort::Condition && self.names.find(Sort::Relation, text).is_some() {
            return Some(format!("`{text}` is a relation, which holds between two: `relate {text} to target`"));
        }
        let (other, _) = *self.names.named(text).iter().find(|(other, _)| *other != sort)?;
        let article = crate::diag::article(other.words());
        let use_of = match (sort, other) {
            (Sort::Card, Sort::Table) => format!(": it stands in a card, as in `{text}(…) \"label\"`"),
            (Sort::Check, Sort::Action) => match self.check_of_action(text) {
                Some(check) => format!(": its check is `{check}`"),
                None => format!("; {}", listed(&self.names.visible(sort).collect::<Vec<_>>())),
            },
            (Sort::Action, Sort::Check) => format!(": the actions are {}", self.some(Sort::Action)),
            (Sort::Fact, Sort::Attribute | Sort::Track | Sort::Value | Sort::State | Sort::Slot) => {
                match self.figure_facts().first() {
                    Some(figure) => format!(" of figures: `{figure}.{text}`"),
                    None => String::new(),
                }
            }
            (Sort::Fact, _) => return None,
            (Sort::Track, Sort::Attribute | Sort::Note | Sort::Value) => {
                let known: Vec<&str> = self.names.visible(sort).collect();
                format!(
                    ": what play spends and changes is declared as a track, `track {text} number = 8`; {}",
                    listed(&known)
                )
            }
            _ if let Some(titled) = self.titled_of(sort, text) => format!(": {titled}"),
            _ => match did_you_mean(text, self.names.visible(sort), "") {
                near if !near.is_empty() => format!(": {near}"),
                _ if self.names.visible(sort).count() > 2 * FEW => String::new(),
                _ => format!("; {}", listed(&self.names.visible(sort).collect::<Vec<_>>())),
            },
        };
        Some(format!(
            "`{text}` is {article} {}, not {} {}{use_of}",
            other.words(),
            crate::diag::article(sort.words()),
            sort.words()
        ))
    }

    fn check_of_action(&self, action: &str) -> Option<String> {
        let at = self.names.find(Sort::Action, action)?;
        let check = self.actions.get(usize::from(at))?.check?;
        Some(self.checks.get(check.index())?.head.name.to_string())
    }

    fn some(&self, sort: Sort) -> String {
        let known: Vec<&str> = self.names.visible(sort).take(FEW).collect();
        known.join(", ")
    }

    /// The names of facts that are figures.
    pub(super) fn figure_facts(&self) -> Vec<String> {
        let figures = self.facts.iter().filter(|fact| fact.r#type == Type::Figure);
        figures.take(FEW).map(|fact| format!("`{}`", fact.head.name)).collect()
    }

    /// What to say of a bare name that nobody declared: what there is of the type that is wanted.
    pub(super) fn facts_of(&self, text: &str, wanted: Option<&Type>) -> String {
        let of = |is: &dyn Fn(&Type) -> bool| -> String {
            let facts = self.facts.iter().filter(|fact| is(fact.r#type.bare()) && !fact.head.name.is_empty());
            let names: Vec<&str> = facts.map(|fact| &*fact.head.name).collect();
            let told = names.iter().take(FEW).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            match names.len().saturating_sub(FEW) {
                0 => told,
                more => format!("{told} and {more} more"),
            }
        };
        let (sort, known, declare) = match wanted {
            Some(Type::Truth) => {
                let known = of(&|r#type| *r#type == Type::Truth);
                ("yes or no", known, format!("`fact {text} truth = no`"))
            }
            Some(Type::Number(_) | Type::Dice) => {
                let known = of(&|r#type| matches!(r#type, Type::Number(_)));
                ("numbers", known, format!("`fact {text} number = 0`, or `setting {text} = 1`"))
            }
            _ => {
                return format!("declare it: `fact {text} figure`, `fact {text} number = 0`, or `setting {text} = 1`");
            }
        };
        let asked = match self.figure_facts().first().filter(|_| wanted == Some(&Type::Truth)) {
            Some(figure) => format!("; what somebody is, is asked with `{} is WORD`", figure.trim_matches('`')),
            None => String::new(),
        };
        match known.is_empty() {
            true => format!("declare it: {declare}{asked}"),
            false => format!("facts that are {sort}: {known}; or declare it: {declare}{asked}"),
        }
    }

    /// The word of a state, or the condition, that is called so in its title.
    pub(super) fn titled_state(&self, text: &str) -> Option<String> {
        let words = self.states.iter().flat_map(|state| &self.sets[state.set.index()].words);
        let word =
            words.into_iter().find(|word| word.title.eq_ignore_ascii_case(text)).map(|word| word.name.to_string());
        let mut conditions = self.conditions.iter().map(|one| &one.head);
        let mut condition = || conditions.find(|head| head.title.eq_ignore_ascii_case(text));
        word.or_else(|| Some(condition()?.name.to_string())).filter(|name| name != text)
    }

    /// What is called so, where a thing of some kind is meant: one of another kind, a figure, a condition.
    pub(super) fn thing_of_another_kind(&self, sources: &Sources, wanted: KindId, text: &str) -> Option<String> {
        let wanted_words = &self.kinds.get(wanted.index())?.head.name;
        let said = |words: &str, rest: String| {
            let (one, other) = (crate::diag::article(words), crate::diag::article(wanted_words));
            format!("`{text}` is {one} {words}, not {other} {wanted_words}{rest}")
        };
        if let Some((_, item)) = self.item(text) {
            let words = &self.kinds.get(item.kind.index())?.head.name;
            let slots = self.usual_slots(sources, item.kind);
            let rest = slots.first().map_or(String::new(), |slot| format!(": it stands behind `{slot}`"));
            let of_kind = self.items.iter().filter(|item| item.kind == wanted).map(|item| &*item.head.name);
            let named = did_you_mean(text, of_kind, "");
            let meant = match named.strip_prefix("did you mean ").and_then(|meant| meant.strip_suffix('?')) {
                Some(meant) => format!("; {} {wanted_words} is {meant}", crate::diag::article(wanted_words)),
                None => String::new(),
            };
            return Some(said(words, rest + &meant));
        }
        let (other, _) = *self.names.named(text).first()?;
        Some(said(other.words(), format!("; write the name of {} {wanted_words}", crate::diag::article(wanted_words))))
    }

    /// The slots for things of a kind, that first of which the texts speak most.
    pub(super) fn usual_slots(&self, sources: &Sources, kind: KindId) -> Vec<String> {
        let texts = || sources.iter().map(|(_, source)| source).filter(|source| source.name.ends_with(".fray"));
        let count = |name: &str| -> usize {
            let spoken = |line: &str| rules_of(line).split(|c| !is_wordly(c)).filter(|word| *word == name).count();
            texts().flat_map(|source| source.text.lines()).map(spoken).sum()
        };
        let slots = self.slots.iter().filter(|slot| slot.kind == Some(kind) && !slot.head.is_quiet());
        let mut slots: Vec<(usize, String)> =
            slots.map(|slot| (count(&slot.head.name), slot.head.name.to_string())).collect();
        slots.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        slots.into_iter().map(|(_, name)| name).collect()
    }

    /// The only field of a kind that has a word, for what was said of the thing itself.
    pub(super) fn field_with(&self, kind: KindId, word: &str) -> Option<&str> {
        let fields = &self.kinds.get(kind.index())?.fields;
        let mut found = fields.iter().filter(|field| match field.r#type.bare() {
            Type::Symbol(set) => self.symbol_in(*set, word).is_some(),
            _ => false,
        });
        let first = found.next()?;
        found.next().is_none().then_some(&*first.head.name)
    }

    /// Whether things of a kind have a field of that name that is so or not.
    pub(super) fn has_field(&self, kind: KindId, text: &str) -> bool {
        let fields = self.kinds.get(kind.index()).map_or(&[][..], |kind| &kind.fields);
        fields.iter().any(|field| *field.head.name == *text && *field.r#type.bare() == Type::Truth)
    }

    /// Names of a kind that were written as one, with commas in it.
    pub(super) fn several_in_one(&self, kind: KindId, text: &str) -> Option<String> {
        let parts: Vec<&str> = text.split([',', ';', '/']).map(str::trim).collect();
        let names = || self.items.iter().filter(|item| item.kind == kind).map(|item| &*item.head.name);
        let known = |part: &&str| names().any(|name| name == *part) || suggest(part, names()).is_some();
        if parts.len() < 2 || !parts.iter().all(known) {
            return None;
        }
        Some(parts.iter().map(|part| as_written(part).to_string()).collect::<Vec<_>>().join(", "))
    }
}

/// A line without what is said in quotes and behind `#`: what it does.
fn rules_of(line: &str) -> String {
    let plain = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    plain.split('#').next().unwrap_or("").to_string()
}
