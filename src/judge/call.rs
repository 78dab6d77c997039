//! Calls of the table of functions: whether there is such a function, what it is given, what it returns.

use super::expression::text_of;
use super::script_type::ScriptType;
use super::{Judge, range, rows_of};
use crate::diag::did_you_mean;
use crate::play::script_rows;
use crate::rulebook::Sort;
use crate::script::{ApiOwner, ApiRow, ApiType, NameOf, SEE_REFERENCE, ScriptError, Shape};
use crate::syntax::{Habit, HabitPlace, habit_of};
use crate::text::is_wordly;
use crate::value::{ActionId, CheckId};
use full_moon::ast::{Expression, FunctionArgs, MethodCall};

/// What a controller does instead of changing the game.
const NO_CHANGES: &str =
    "take it away and return an order: what that does is written in its action; a controller may read everything";

impl<'a> Judge<'a> {
    /// `owner:name(…)`.
    pub(super) fn method(&mut self, owner: &ScriptType, method: &MethodCall, start: (usize, usize)) -> ScriptType {
        let name = method.name().token().to_string();
        let at = range(method.name());
        let given: Vec<&Expression> = match method.args() {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().collect(),
            _ => Vec::new(),
        };
        let sorts = self.arguments(method.args());
        let Some(api) = owner.owner() else {
            self.asked_of_value(owner, &name, at, start);
            return ScriptType::Unknown;
        };
        let Some(row) = rows_of(api).find(|row| row.name == name && row.shape != Shape::Field) else {
            self.no_method(owner, &name, at, start);
            return ScriptType::Unknown;
        };
        if self.role == super::Role::Controller && row.shape == Shape::Change {
            let told = self.told_by_controller(&format!(":{name}("));
            let help = told.unwrap_or_else(|| NO_CHANGES.to_string());
            let place = self.place(at, "this changes the game", help);
            self.found.push(ScriptError::ReadOnlyCall { function: name, place });
        }
        if matches!(method.args(), FunctionArgs::Parentheses { .. }) {
            self.given(row, &given, &sorts, (at.0, range(method).1));
        }
        self.returns(row, &given, &sorts)
    }

    /// A function of a list, a number or a truth, which have none.
    fn asked_of_value(&mut self, owner: &ScriptType, name: &str, at: (usize, usize), start: (usize, usize)) {
        let what = match owner {
            // Of a list that is taken for one of it that is said once.
            ScriptType::List(_) if self.found.iter().any(|one| one.to_string().starts_with("a list has no")) => return,
            ScriptType::List(_) | ScriptType::Number | ScriptType::Truth => owner.words(self.book),
            _ => return,
        };
        let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches(':').trim();
        let play = self.local_of(|sort| *sort == ScriptType::Play).unwrap_or("play");
        let is_for_lists =
            |row: &&&ApiRow| row.name == name && row.parameters.first().is_some_and(|one| one.sort == ApiType::List);
        let rows: Vec<&ApiRow> = rows_of(ApiOwner::Play).collect();
        let of_play = rows.iter().find(is_for_lists).filter(|_| matches!(owner, ScriptType::List(_)));
        let help = match (owner, of_play) {
            (_, Some(row)) => format!("the play has it: `{play}:{}({subject})`", row.name),
            (ScriptType::List(_), None) => match name {
                "insert" | "push" | "append" | "add" => format!("write `table.insert({subject}, VALUE)`"),
                "sort" | "concat" | "remove" | "find" | "unpack" => format!("write `table.{name}({subject})`"),
                "length" | "len" | "size" | "count" => format!("how many it holds is `#{subject}`"),
                _ => format!("ask one of it: `{subject}[1]:{name}(…)`, or go through it: `for _, one in {subject} do`"),
            },
            _ => "it is a value of its own: compare it, or compute with it".to_string(),
        };
        self.misused(at, format!("{what} has no `{name}`"), "no function of it", help);
    }

    fn no_method(&mut self, owner: &ScriptType, name: &str, at: (usize, usize), start: (usize, usize)) {
        let is_field = owner.owner().is_some_and(|api| rows_of(api).any(|row| row.name == name));
        if is_field || self.property(owner, name).is_some() {
            let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches(':').trim();
            let given = self.given_behind(at.1).unwrap_or_default();
            let (label, help) = match self.changed_by_call(name, subject, &given) {
                Some(help) => ("changed by another function", help),
                None => ("not called but read", format!("read it with a dot: `{subject}.{name}`")),
            };
            self.misused(at, format!("`{name}` is no function"), label, help);
            return;
        }
        let methods = owner.owner().into_iter().flat_map(rows_of).filter(|row| row.shape != Shape::Field);
        let names: Vec<&str> = methods.map(|row| row.name).collect();
        let is_action = *owner == ScriptType::Figure && self.book.names.find(Sort::Action, name).is_some();
        let of_action =
            is_action.then(|| format!("what it does is an order: `:order(\"{name}\", {{ {} }})`", self.taken_by(name)));
        let is_word = *owner == ScriptType::Figure && self.is_word(name);
        let of_word = is_word.then(|| format!("it is something a figure can be: `:is(\"{name}\")`"));
        let of_rules = of_action.or(of_word).or_else(|| self.asked_by_prefix(owner, name));
        let of_rules = of_rules.or_else(|| self.asked_by_name(owner, name, at, start));
        let of_other = of_rules.or_else(|| self.method_of_other(name, start));
        let listed = format!("{}; {SEE_REFERENCE}", crate::diag::listed(&names));
        let near = || crate::diag::suggest(name, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = of_other.or_else(near).or_else(|| self.method_meant(owner, name, start));
        let help = help.map(|help| self.told_by_controller(&help).unwrap_or(help));
        self.unknown_member(owner, name, at, help.unwrap_or_else(|| did_you_mean(name, names, &listed)));
    }

    /// What is declared by that name, and a function of the same owner that takes such names: `play:table("dust", …)` for
    /// `play:dust(…)`.
    fn asked_by_name(
        &self,
        owner: &ScriptType,
        name: &str,
        at: (usize, usize),
        start: (usize, usize),
    ) -> Option<String> {
        let takes = |row: &&ApiRow| match row.parameters.first().map(|first| first.sort) {
            Some(ApiType::Name(of)) => of.sorts().iter().any(|sort| self.book.names.find(*sort, name).is_some()),
            _ => false,
        };
        let rows = owner.owner().into_iter().flat_map(rows_of).filter(|row| row.shape == Shape::Method);
        let row = rows.into_iter().find(takes)?;
        let is_whole = row.parameters.len() == 1;
        let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches(':').trim();
        let more = if is_whole { "" } else { ", …" };
        Some(format!("it is declared in the rules, and asked by its name: `{subject}:{}(\"{name}\"{more})`", row.name))
    }

    /// What an action takes, as an order gives it.
    fn taken_by(&self, action: &str) -> String {
        let book = self.book;
        let Some(at) = book.names.find(Sort::Action, action) else { return "…".to_string() };
        let takes = book.actions[usize::from(at)].takes.iter().map(|fact| &book.facts[fact.index()].head.name);
        let list: Vec<String> = takes.map(|name| format!("{name} = …")).collect();
        if list.is_empty() { "…".to_string() } else { list.join(", ") }
    }

    /// A function that other programs call otherwise: by another word, or with a verb before and a little word behind,
    /// such as `distanceTo` and `getEnemies`.
    pub(super) fn method_meant(&self, owner: &ScriptType, name: &str, start: (usize, usize)) -> Option<String> {
        let dice = || self.script.text.get(start.0..)?.find('(').and_then(|open| self.dice_in_call(start.0 + open));
        let habit = |name: &str| {
            let help = habit_of(HabitPlace::Method, name).map(|habit| habit_help(habit, owner))?;
            let said = if help.contains("1d6") { dice() } else { None };
            Some(said.map_or_else(|| help.clone(), |dice| help.replace("1d6", &dice)))
        };
        if let Some(help) = habit(name) {
            return Some(help);
        }
        let plain = bare_name(name).filter(|plain| plain != name)?;
        let own = owner.owner().into_iter().flat_map(rows_of).find(|row| row.name == plain);
        if let Some(row) = own {
            let is_field = row.shape == Shape::Field;
            return Some(format!(
                "write `{}{plain}{}`",
                if is_field { "." } else { ":" },
                if is_field { "" } else { "(…)" }
            ));
        }
        self.method_of_other(&plain, start).or_else(|| habit(&plain))
    }

    /// What has a function of that name, if not what it was asked of: `play:foes(me)` for `me:foes()`.
    fn method_of_other(&self, name: &str, start: (usize, usize)) -> Option<String> {
        let row = script_rows().find(|row| row.name == name && row.shape != Shape::Field)?;
        let call = self.script.text.get(start.0..)?.split_once('(')?.1;
        let first: String = call.chars().take_while(|c| is_wordly(*c)).collect();
        let is_it = self.local(&first).and_then(ScriptType::owner) == Some(row.owner);
        let known = self.local_of(|sort| sort.owner() == Some(row.owner));
        let subject = if is_it { first.as_str() } else { known? };
        Some(format!(
            "{} has it: `{subject}:{name}({})`",
            row.owner.words(),
            if row.parameters.is_empty() { "" } else { "…" }
        ))
    }

    /// What a row returns, with what the arguments tell of it.
    fn returns(&self, row: &ApiRow, given: &[&Expression], sorts: &[ScriptType]) -> ScriptType {
        let book = self.book;
        let name = given.first().and_then(|first| text_of(first)).unwrap_or_default();
        let find = |sort: Sort| book.names.find(sort, &name);
        let is_first_a_list = row.parameters.first().is_some_and(|first| first.sort == ApiType::List);
        match (row.names(), row.returns) {
            (Some(NameOf::Check), "Result") => ScriptType::Result(find(Sort::Check).map(CheckId)),
            (Some(NameOf::Action), "Order") => ScriptType::Order(find(Sort::Action).map(ActionId)),
            (Some(NameOf::Setting), "any") => find(Sort::Setting)
                .map_or(ScriptType::Unknown, |at| ScriptType::of_type(&book.settings[usize::from(at)].r#type)),
            (Some(NameOf::Option), "any") => match find(Sort::Option).map(|at| &book.options[usize::from(at)]) {
                Some(option) => option.readings.map_or(ScriptType::Truth, ScriptType::Word),
                None => ScriptType::Unknown,
            },
            (Some(NameOf::Table), "any") => find(Sort::Table)
                .map_or(ScriptType::Unknown, |at| ScriptType::of_type(&book.tables[usize::from(at)].result)),
            (Some(NameOf::Fact), "any") => book
                .fact(&name)
                .map_or(ScriptType::Unknown, |fact| ScriptType::of_type(&book.facts[fact.index()].r#type)),
            (Some(NameOf::Item), "Thing") => ScriptType::Thing(book.item(&name).map(|(_, item)| item.kind)),
            (Some(NameOf::Relation), "Figure?") => find(Sort::Relation)
                .map_or(ScriptType::Unknown, |at| ScriptType::of_type(&book.relations[usize::from(at)].to)),
            // One value out of a list is one of the list.
            (None, one) if is_first_a_list && !one.starts_with(['{', '(']) => match sorts.first() {
                Some(ScriptType::List(of)) => (**of).clone(),
                _ => ScriptType::Unknown,
            },
            _ => ScriptType::of_text(row.returns),
        }
    }
}

/// A name of several words, without a verb before that says nothing and a little word behind: `distance` of `distanceTo`,
/// `enemies` of `get_enemies`.
fn bare_name(name: &str) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    for part in name.split('_') {
        for letter in part.chars() {
            match words.last_mut().filter(|word| !letter.is_uppercase() && !word.is_empty()) {
                Some(word) => word.push(letter),
                None => words.push(letter.to_lowercase().collect()),
            }
        }
        words.push(String::new());
    }
    words.retain(|word| !word.is_empty());
    if words.len() > 1
        && matches!(words[0].as_str(), "get" | "find" | "list" | "all" | "do" | "calc" | "compute" | "calculate")
    {
        words.remove(0);
    }
    if words.len() > 1 && matches!(words.last()?.as_str(), "to" | "of" | "from" | "between" | "for" | "list") {
        words.pop();
    }
    Some(words.join("_"))
}

/// How something is called that other languages call otherwise, and on what, if it is not on this.
fn habit_help(habit: &Habit, owner: &ScriptType) -> String {
    let name = owner.owner().map_or("", ApiOwner::name);
    let mut owners = habit.owners();
    match owners.clone().find(|one| *one == name).or_else(|| owners.next()) {
        Some(other) if other == "Play" && other != name => format!("write `play{}`", habit.right),
        Some(other) if other != name => format!("write `{}{}`", other.to_uppercase(), habit.right),
        _ => habit.help(),
    }
}
