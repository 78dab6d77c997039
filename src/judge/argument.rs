//! What a function of the table is given: how many, of which sorts, and under which names of the rules.

use super::expression::text_of;
use super::script_type::{RecordKey, ScriptType};
use super::{Judge, range};
use crate::diag::did_you_mean;
use crate::rulebook::{DeedParameter, Sort, Type};
use crate::script::{ApiOwner, ApiParameter, ApiRow, ApiType, NameOf, ScriptError};
use crate::syntax::{habit_of_dice, parse_formula};
use crate::text::is_wordly;
use full_moon::ast::Expression;

/// How it is said that one of a list is taken.
const ONE_OF_LIST: &str = "take one of the list, such as the first: ";

impl<'a> Judge<'a> {
    /// Judges the arguments of a call.
    pub(super) fn given(
        &mut self,
        row: &'static ApiRow,
        given: &[&Expression],
        sorts: &[ScriptType],
        at: (usize, usize),
    ) {
        // A call or `...` at the end may stand for any number of values.
        let is_open = given.last().is_some_and(|last| {
            matches!(last, Expression::FunctionCall(_))
                || matches!(last, Expression::Symbol(symbol) if symbol.token().to_string() == "...")
        });
        let needed = row.parameters.iter().filter(|parameter| !parameter.optional).count();
        let example = format!("for example `{}`", self.example(row));
        if given.len() < needed && !is_open {
            let missing: Vec<String> =
                row.parameters[given.len()..needed].iter().map(|parameter| format!("`{}`", parameter.name)).collect();
            let message = format!("`{}` lacks {}", row.name, missing.join(" and "));
            // What somebody is, asked where what he has is asked.
            let said = given.first().filter(|_| row.owner == ApiOwner::Figure).and_then(|first| text_of(first));
            let word = said.filter(|word| self.is_word(word) && row.returns == "boolean");
            let of_state = given.first().filter(|_| row.name == "set").and_then(|first| {
                let word = text_of(first)?;
                let state = self.book.states.iter().find(|one| self.book.symbol_in(one.set, &word).is_some())?;
                Some(format!("say which state it is a word of: `:set(\"{}\", \"{word}\")`", state.head.name))
            });
            let asked = word.map(|word| format!("what somebody is, is asked by `:is(\"{word}\")`"));
            let with_rest = || completed(&self.example_without(row, given), given, needed);
            let help = asked.or(of_state).or_else(with_rest).unwrap_or(example);
            self.misused(at, message, "too few arguments", help);
            return;
        }
        if given.len() > row.parameters.len()
            && let Some(beyond) = given.get(row.parameters.len())
        {
            let takes = match row.parameters.len() {
                0 => "nothing".to_string(),
                most => format!("at most {most}"),
            };
            let named = self.named_facts(row, given);
            let facts = row.parameters.iter().position(|parameter| parameter.sort == ApiType::Facts);
            // Facts one after another: the first of them is the mistake.
            if let Some(at) = facts.filter(|at| sorts.get(*at).is_some_and(|sort| !fits(&row.parameters[*at], sort))) {
                self.wrong_argument((row, given, sorts), &row.parameters[at], &sorts[at], range(given[at]));
                return;
            }
            let help = named.unwrap_or(example);
            self.misused(range(*beyond), format!("`{}` takes {takes}", row.name), "one argument too many", help);
            return;
        }
        let found = self.found.len();
        self.names(row, given);
        if self.found.len() > found {
            return;
        }
        if self.are_no_dice(row, given) {
            return;
        }
        for ((parameter, expr), sort) in row.parameters.iter().zip(given).zip(sorts) {
            if !fits(parameter, sort) {
                self.wrong_argument((row, given, sorts), parameter, sort, range(*expr));
                return;
            }
        }
        for (parameter, sort) in row.parameters.iter().zip(sorts) {
            if let (ApiType::Facts, ScriptType::Record(keys)) = (parameter.sort, sort) {
                self.facts(row, given, keys);
            }
        }
        if self.found.len() == found && self.role == super::Role::Controller && matches!(row.name, "order" | "legal") {
            self.order_of_controller(given, sorts.get(1), at);
        }
    }

    /// Whether a text that is to be thrown says no dice; that is reported.
    fn are_no_dice(&mut self, row: &ApiRow, given: &[&Expression]) -> bool {
        let dice = || row.parameters.iter().zip(given).filter(|(parameter, _)| parameter.sort == ApiType::Dice);
        let first = dice().next().map(|(_, expr)| *expr);
        let next = given.iter().skip_while(|expr| first.is_some_and(|first| !std::ptr::eq(**expr, first))).nth(1);
        if first.is_some_and(|expr| self.thrown_number(row.name, expr, next)) {
            return true;
        }
        let texts = dice().filter_map(|(_, expr)| Some((text_of(expr)?, range(*expr))));
        let Some((text, at)) = texts.into_iter().find(|(text, _)| parse_formula(text).is_none()) else { return false };
        let help = match habit_of_dice(&text) {
            Some(right) => format!("write `\"{right}\"`"),
            None => format!("for example `{}`", self.example(row)),
        };
        self.misused(at, format!("`{text}` are no dice"), "cannot be thrown", help);
        true
    }

    /// What is given where facts are named one by one: one table, with what the action takes or the check reads.
    fn named_facts(&self, row: &ApiRow, given: &[&Expression]) -> Option<String> {
        row.parameters.iter().find(|parameter| parameter.sort == ApiType::Facts)?;
        let (book, name) = (self.book, text_of(given.first()?)?);
        let action = book.names.find(Sort::Action, &name).map(|at| &book.actions[usize::from(at)].takes);
        let check = book.names.find(Sort::Check, &name).map(|at| &book.checks[usize::from(at)].reads);
        let facts = action.or(check).into_iter().flatten().map(|fact| &book.facts[fact.index()].head.name);
        let mut list = facts.map(|name| format!("{name} = …")).collect::<Vec<_>>().join(", ");
        if list.is_empty() {
            list = given[1..].iter().filter_map(|one| self.fact_given(one)).collect::<Vec<_>>().join(", ");
        }
        if list.is_empty() {
            list = "FACT = …".to_string();
        }
        Some(format!("facts stand in one table, each by its name: `{{ {list} }}`"))
    }

    /// `order.target` as the fact that it plainly is: `target = order.target`.
    fn fact_given(&self, expr: &Expression) -> Option<String> {
        let text = self.slice(range(expr)).trim();
        let name = text.rsplit('.').next()?;
        self.book.fact(name).map(|_| format!("{name} = {text}"))
    }

    /// An order of a controller gives what its action takes, and nothing else.
    fn order_of_controller(&mut self, given: &[&Expression], facts: Option<&ScriptType>, at: (usize, usize)) {
        let book = self.book;
        let Some(name) = given.first().and_then(|name| text_of(name)) else { return };
        let Some(action) = book.names.find(Sort::Action, &name).map(|at| &book.actions[usize::from(at)]) else {
            return;
        };
        let (keys, is_known): (&[RecordKey], bool) = match facts {
            Some(ScriptType::Record(keys)) => (keys.as_slice(), true),
            facts => (&[], facts.is_none()),
        };
        if !is_known {
            return;
        }
        let head = |fact: &crate::value::FactId| &*book.facts[fact.index()].head.name;
        let takes: Vec<&str> = action.takes.iter().map(head).collect();
        let is_taken = |key: &&RecordKey| book.fact(&key.name).is_none_or(|fact| action.gives(fact));
        if let Some(key) = keys.iter().find(|key| !is_taken(key)) {
            let message = format!("`{name}` does not take `{}`", key.name);
            let help = match takes.is_empty() {
                true => format!("leave it out: `{name}` takes nothing"),
                false => format!("leave it out: it takes {}", takes.join(", ")),
            };
            self.misused(key.at, message, "an order gives what its action takes", help);
            return;
        }
        let is_optional = |fact: &crate::value::FactId| {
            let fact = &book.facts[fact.index()];
            fact.default.is_some() || fact.from.is_some()
        };
        let mut needed = action.takes.iter().filter(|fact| !is_optional(fact)).map(head);
        if let Some(lacks) = needed.find(|fact| !keys.iter().any(|key| key.name == *fact)) {
            let message = format!("`{name}` lacks `{lacks}`");
            let list = takes.iter().map(|fact| format!("{fact} = …")).collect::<Vec<_>>().join(", ");
            self.misused(at, message, "this order is refused", format!("give what it takes: `{{ {list} }}`"));
        }
    }

    fn wrong_argument(
        &mut self,
        (row, given, sorts): (&ApiRow, &[&Expression], &[ScriptType]),
        parameter: &ApiParameter,
        sort: &ScriptType,
        at: (usize, usize),
    ) {
        let text = self.slice(at);
        let digits = text.trim_matches(['"', '\'']).trim();
        let number: String = digits.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | '-')).collect();
        let is_dice = number != digits && parse_formula(digits).is_some();
        let help = match (parameter.sort, sort) {
            _ if let Some(meant) = self.in_order(row, given, sorts) => {
                format!("the arguments have changed places: `{meant}`")
            }
            (ApiType::Number, ScriptType::Text) if is_dice => self.rolled_first(text),
            (ApiType::Number, ScriptType::Text) if !number.is_empty() => format!("write the number alone: `{number}`"),
            (ApiType::Number, ScriptType::Text) if let Some(number) = number_said(digits) => {
                format!("a number stands without quotes and in figures: `{number}`")
            }
            (ApiType::Thing, ScriptType::Text) if self.book.item(digits).is_some() => {
                let play = self.local_of(|sort| *sort == ScriptType::Play).unwrap_or("play");
                format!("a new one is made of its name: `{play}:thing({text})`; what somebody has is a field of his")
            }
            _ if let Some(meant) = self.meant_for_later(row, given, sorts, at) => {
                format!("what may be left out is `nil` where something stands behind it: `{meant}`")
            }
            _ if let Some(bare) = self.without_it(row, given, parameter, at) => {
                format!("give {}, or leave it out: `{bare}`", parameter.sort.expected())
            }
            (ApiType::Number, ScriptType::Dice) => self.rolled_first(text),
            (ApiType::Number, ScriptType::Text) => format!("for example `{}`", self.example(row)),
            (ApiType::Side, ScriptType::Text) => self.side_by_name(text),
            (_, ScriptType::List(of)) if fits(parameter, of) => one_of_list(text),
            _ if text.is_empty() => String::new(),
            (ApiType::Facts, _) => {
                self.named_facts(row, given).unwrap_or_else(|| format!("for example `{}`", self.example(row)))
            }
            _ => format!("for example `{}`", self.example(row)),
        };
        if self.is_told(&help) {
            return;
        }
        let place = self.place(at, &format!("this is {}", sort.words(self.book)), help);
        self.found.push(ScriptError::WrongArgument {
            function: row.name.to_string(),
            parameter: parameter.name.to_string(),
            expected: parameter.sort.expected().to_string(),
            got: sort.words(self.book),
            place,
        });
    }

    /// What to write where dice stand for a number.
    fn rolled_first(&self, dice: &str) -> String {
        let play = self.local_of(|sort| *sort == ScriptType::Play).unwrap_or("play");
        format!("dice are rolled first: `{play}:total({dice})`")
    }

    /// The call with an argument in a later place than its own, and `nil` in those that are passed over.
    fn meant_for_later(
        &self,
        row: &ApiRow,
        given: &[&Expression],
        sorts: &[ScriptType],
        at: (usize, usize),
    ) -> Option<String> {
        let wrong = given.iter().position(|one| range(*one) == at)?;
        let sort = sorts.get(wrong).filter(|sort| **sort != ScriptType::Unknown)?;
        let later = (given.len()..row.parameters.len()).find(|later| fits(&row.parameters[*later], sort))?;
        let is_last = wrong + 1 == given.len();
        let is_optional = row.parameters.get(wrong..later)?.iter().all(|parameter| parameter.optional);
        let mut texts: Vec<&str> = given.iter().map(|one| self.slice(range(*one)).trim()).collect();
        let moved = texts.pop().filter(|_| is_last && is_optional)?;
        texts.extend(std::iter::repeat_n("nil", later - wrong));
        texts.push(moved);
        Some(self.called(row, given, &texts))
    }

    /// The call without what is wrong at its end, where that may be left out.
    fn without_it(
        &self,
        row: &ApiRow,
        given: &[&Expression],
        parameter: &ApiParameter,
        at: (usize, usize),
    ) -> Option<String> {
        let (last, kept) = given.split_last()?;
        let texts: Vec<&str> = kept.iter().map(|one| self.slice(range(*one)).trim()).collect();
        let is_it = parameter.optional && range(*last) == at && !kept.is_empty() && parameter.sort != ApiType::Facts;
        is_it.then(|| self.called(row, given, &texts))
    }

    /// A call as it is written, with these arguments.
    fn called(&self, row: &ApiRow, given: &[&Expression], texts: &[&str]) -> String {
        let before = given.first().map_or("", |first| self.slice((0, range(*first).0)).trim_end());
        let before = before.strip_suffix('(').unwrap_or("");
        let begin = before.rfind(|c: char| !is_wordly(c) && !matches!(c, '.' | ':' | '(' | ')' | '[' | ']'));
        let called = before[begin.map_or(0, |at| at + 1)..].trim_start_matches('(');
        let is_whole = called.matches('(').count() == called.matches(')').count() && called.contains(':');
        let called = if is_whole { called.to_string() } else { format!(":{}", row.name) };
        format!("{called}({})", texts.join(", "))
    }

    /// The call with two of its arguments in each other's place, if each is then what is wanted.
    fn in_order(&self, row: &ApiRow, given: &[&Expression], sorts: &[ScriptType]) -> Option<String> {
        let fits = |at: usize, sort: &ScriptType| row.parameters.get(at).is_some_and(|one| fits(one, sort));
        let pairs = (0..sorts.len()).flat_map(|one| (one + 1..sorts.len()).map(move |other| (one, other)));
        let mut wrong = pairs.filter(|(one, other)| {
            let is_known = sorts[*one] != ScriptType::Unknown && sorts[*other] != ScriptType::Unknown;
            is_known && !fits(*one, &sorts[*one]) && fits(*one, &sorts[*other]) && fits(*other, &sorts[*one])
        });
        let (one, other) = wrong.next()?;
        let mut texts: Vec<&str> = given.iter().map(|one| self.slice(range(*one)).trim()).collect();
        texts.swap(one, other);
        Some(format!(":{}({})", row.name, texts.join(", ")))
    }

    /// A table of facts: each is declared, and a word of a set is one of its words.
    fn facts(&mut self, row: &ApiRow, given: &[&Expression], keys: &[RecordKey]) {
        // What is told with an event or a question is no fact.
        if matches!(row.names(), Some(NameOf::Event | NameOf::Question)) {
            return;
        }
        let named = given.first().and_then(|name| text_of(name));
        let is_deed = row.names() == Some(NameOf::Deed);
        let parameters = named.as_deref().filter(|_| is_deed).and_then(|name| self.parameters_of(name));
        // What a deed is given that nobody names here may be anything.
        if is_deed && parameters.is_none() {
            return;
        }
        for key in keys {
            if let Some(one) = parameters.into_iter().flatten().find(|one| *one.name == *key.name) {
                self.fitting(key, &ScriptType::of_type(&one.r#type), "the parameter");
                continue;
            }
            let Some(fact) = self.book.fact(&key.name) else {
                self.unknown_fact(row, named.as_deref(), key, keys);
                continue;
            };
            let wanted = ScriptType::of_type(&self.book.facts[fact.index()].r#type);
            self.fitting(key, &wanted, "the fact");
        }
    }

    /// What a deed of that name is given; none if there is no such deed.
    fn parameters_of(&self, deed: &str) -> Option<&'a [DeedParameter]> {
        let at = self.book.names.find(Sort::Deed, deed)?;
        Some(&self.book.deeds.get(usize::from(at))?.parameters)
    }

    /// What a key holds, where something of a sort is wanted.
    fn fitting(&mut self, key: &RecordKey, wanted: &ScriptType, what: &str) {
        match &key.text {
            Some(word) if matches!(wanted, ScriptType::Word(_)) => self.word_of(wanted, word, key.value),
            _ if !key.sort.may_be(wanted) => self.wrong_value(key, wanted, what),
            _ => {}
        }
    }

    /// Whether a list is told already to be taken one from: what is given it elsewhere has the same cause.
    fn is_told(&self, help: &str) -> bool {
        let is_it =
            |known: &ScriptError| miette::Diagnostic::help(known).is_some_and(|known| known.to_string() == help);
        help.starts_with(ONE_OF_LIST) && self.found.iter().any(is_it)
    }

    fn wrong_value(&mut self, key: &RecordKey, wanted: &ScriptType, what: &str) {
        let text = self.slice(key.value);
        let (wanted_words, words) = (wanted.words(self.book), key.sort.words(self.book));
        let help = match &key.sort {
            ScriptType::List(of) if of.may_be(wanted) => one_of_list(text),
            ScriptType::Text if *wanted == ScriptType::Number && text.trim_matches('"').parse::<f64>().is_ok() => {
                format!("write it without quotes: `{}`", text.trim_matches('"'))
            }
            ScriptType::Text if wanted.owner().is_some() && text.ends_with(".name") => {
                format!("give {wanted_words} itself: `{}`", text.trim_end_matches(".name"))
            }
            _ => format!("give {wanted_words}"),
        };
        if self.is_told(&help) {
            return;
        }
        let message = format!("{what} `{}` is {wanted_words}, not {words}", key.name);
        self.misused(key.value, message, &format!("this is {words}"), help);
    }

    /// A fact that nobody declares: of those that are wanted there, it is the one that it sounds like, or the only one
    /// still missing that what is given can be.
    fn unknown_fact(&mut self, row: &ApiRow, named: Option<&str>, key: &RecordKey, keys: &[RecordKey]) {
        let book = self.book;
        let of_check = || {
            let check = named.filter(|_| row.names() == Some(NameOf::Check))?;
            let check = &book.checks[usize::from(book.names.find(Sort::Check, check)?)];
            Some((&*check.head.name, &check.reads, "reads"))
        };
        let of_action = || {
            let action = named.filter(|_| row.owner == crate::script::ApiOwner::Figure)?;
            let action = &book.actions[usize::from(book.names.find(Sort::Action, action)?)];
            Some((&*action.head.name, &action.takes, "takes"))
        };
        let wanted = of_action().or_else(of_check);
        let facts = wanted.iter().flat_map(|(_, facts, _)| facts.iter()).map(|fact| &book.facts[fact.index()]);
        let takes: Vec<&str> = facts.clone().map(|fact| &*fact.head.name).collect();
        let names: Vec<&str> = book.names.visible(Sort::Fact).collect();
        let list =
            wanted.filter(|_| !takes.is_empty()).map(|(of, _, does)| format!("`{of}` {does} {}", takes.join(", ")));
        let is_missing = |name: &str| !keys.iter().any(|key| key.name == name);
        let fits = |of: &Type| key.sort != ScriptType::Unknown && key.sort.may_be(&ScriptType::of_type(of));
        let mut fitting = facts.filter(|fact| is_missing(&fact.head.name) && fits(&fact.r#type));
        let only = match (fitting.next(), fitting.next()) {
            (Some(one), None) => Some(&*one.head.name),
            _ => None,
        };
        let near = crate::diag::suggest(&key.name, takes.iter().copied());
        let help = match (near.or(only), list) {
            (Some(meant), Some(_)) => format!("did you mean `{meant}`?"),
            (_, Some(list)) => list,
            _ => did_you_mean(&key.name, names.iter().copied(), &crate::diag::listed(&names)),
        };
        self.unknown_name(key.at, Sort::Fact.words(), &key.name, help);
    }
}

/// Whether something of a sort may be given; what is not known may.
fn fits(parameter: &ApiParameter, sort: &ScriptType) -> bool {
    use ScriptType as S;
    if matches!(sort, S::Unknown) || *sort == S::Nil && parameter.optional {
        return true;
    }
    match parameter.sort {
        ApiType::Name(_) | ApiType::Text => matches!(sort, S::Text | S::Word(_) | S::Named(_)),
        ApiType::Number => *sort == S::Number,
        ApiType::Figure => *sort == S::Figure,
        ApiType::Side => *sort == S::Side,
        ApiType::Thing => matches!(sort, S::Thing(_)),
        ApiType::Cell => *sort == S::Cell,
        ApiType::Place => matches!(sort, S::Figure | S::Cell),
        ApiType::Target => matches!(sort, S::Figure | S::Cell | S::Thing(_)),
        ApiType::Dice => matches!(sort, S::Dice | S::Text | S::Number),
        ApiType::Order => matches!(sort, S::Order(_)),
        ApiType::List | ApiType::Names(_) => matches!(sort, S::List(_) | S::Table | S::Record(_)),
        ApiType::Facts => matches!(sort, S::Table | S::Record(_)),
        ApiType::Any => !matches!(sort, S::Nil | S::Function),
    }
}

/// What to write where one of a list is wanted.
fn one_of_list(text: &str) -> String {
    format!("{ONE_OF_LIST}`{text}[1]`")
}

/// The number with which a text begins in words: `two turns`.
fn number_said(text: &str) -> Option<usize> {
    const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let first = text.split_whitespace().next()?.to_lowercase();
    WORDS.iter().position(|word| *word == first).map(|at| at + 1)
}

/// A call with what it is given, and with the rest of its example behind that.
fn completed(example: &str, given: &[&Expression], needed: usize) -> Option<String> {
    let (head, rest) = example.split_once('(')?;
    let call = head.find(':').map_or(head, |at| &head[at..]);
    let inside = rest.strip_suffix(')').filter(|inside| !inside.contains(['(', '{', '[']) && !given.is_empty())?;
    let shown: Vec<&str> = inside.split(", ").collect();
    let own = given.iter().map(|one| one.to_string().trim().to_string());
    let all: Vec<String> = own.chain(shown.iter().skip(given.len()).map(|one| one.to_string())).collect();
    let is_whole = all.len() >= needed && all.iter().all(|one| !one.contains('\n'));
    is_whole.then(|| format!("for example `{call}({})`", all.join(", ")))
}
