//! Members that are read or assigned: fields of the table of functions, and whatever the rules declare.

use super::script_type::ScriptType;
use super::statement::AssignedHow;
use super::{Judge, rows_of};
use crate::diag::did_you_mean;
use crate::rulebook::titled;
use crate::rulebook::{OwnerDecl, Sort, Type};
use crate::script::{ApiOwner, ApiRow, SEE_REFERENCE, ScriptError, Shape};
use crate::syntax::{HabitPlace, habit_of};
use full_moon::ast::{Index, Suffix};

impl<'a> Judge<'a> {
    /// `owner.name`; `start` is where the owner stands.
    pub(super) fn member(
        &mut self,
        owner: &ScriptType,
        name: &str,
        at: (usize, usize),
        is_called: bool,
        start: (usize, usize),
    ) -> ScriptType {
        let Some(api) = owner.owner() else { return self.member_of_other(owner, name, at, start) };
        if let Some(row) = rows_of(api).find(|row| row.name == name) {
            return self.row_read(row, at, is_called, start);
        }
        if let Some(sort) = self.property(owner, name) {
            self.not_given(owner, name, at);
            return sort;
        }
        let names = self.member_names(owner);
        let called = if is_called { self.method_meant(owner, name, start) } else { None };
        let is_somebody = *owner == ScriptType::Figure;
        let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches('.').trim();
        let compared = if is_somebody { self.compared_word(subject, at.1) } else { None };
        let meant = called.or_else(|| self.meant_member(owner, name, start)).or(compared);
        let help = match meant.or_else(|| self.contrary_member(owner, name, &names)) {
            Some(help) => help,
            None => did_you_mean(name, names.iter().map(String::as_str), &self.otherwise(owner, &names)),
        };
        self.unknown_member(owner, name, at, help);
        ScriptType::Unknown
    }

    /// What an order for an action never holds: it does not give it, and nothing else says what it is.
    fn not_given(&mut self, owner: &ScriptType, name: &str, at: (usize, usize)) {
        let (ScriptType::Order(Some(action)), Some(fact)) = (owner, self.book.fact(name)) else { return };
        let action = &self.book.actions[action.index()];
        if !self.book.is_never_said(action, fact) {
            return;
        }
        let taken = action.takes.iter().chain([&fact]).map(|fact| &*self.book.facts[fact.index()].head.name);
        let help = format!("let it be said there: `takes {}`", taken.collect::<Vec<_>>().join(", "));
        self.misused(at, format!("an order for `{}` gives no `{name}`", action.head.name), "nobody says it", help);
    }

    /// A member that is called something else there: by its title, or of the play.
    fn meant_member(&self, owner: &ScriptType, name: &str, start: (usize, usize)) -> Option<String> {
        let subject = self.slice(start).trim();
        if let ScriptType::Result(_) = owner {
            let habit = habit_of(HabitPlace::Method, &name.to_lowercase())?;
            let (denied, verdict) = match habit.right.strip_prefix("not ") {
                Some(verdict) => ("not ", verdict),
                None => ("", habit.right),
            };
            if !habit.owners().any(|owner| owner == ApiOwner::Result.name()) {
                return None;
            }
            return Some(format!("what came of it is a truth: `{denied}{subject}{verdict}`"));
        }
        if *owner == ScriptType::Figure
            && let Some(slot) = self.slot_of(name)
        {
            return Some(format!("what somebody has is in slots, one behind the other: `{subject}.{slot}[1]`"));
        }
        if *owner == ScriptType::Figure
            && let Some(known) = self.book.titled_property(name)
        {
            return Some(known);
        }
        if let ScriptType::Thing(Some(kind)) = owner
            && let Some(known) = titled(name, self.book.kinds[kind.index()].fields.iter().map(|field| &field.head))
        {
            return Some(known);
        }
        let names = self.member_names(owner);
        let alike = crate::diag::alike(name, names.iter().map(String::as_str));
        let mut used = alike.iter().filter(|known| self.is_read(known));
        if let (2.., Some(known), None) = (alike.len(), used.next(), used.next()) {
            return Some(format!("did you mean `{known}`?"));
        }
        if *owner == ScriptType::Figure && self.is_word(name) {
            return Some(format!("it is something a figure can be: `:is(\"{name}\")`"));
        }
        if *owner == ScriptType::Figure
            && let [word] = crate::diag::alike(name, self.words().iter().map(String::as_str))[..]
            && !crate::diag::is_contrary(name, word)
        {
            return Some(format!("it is something a figure can be: `:is(\"{word}\")`"));
        }
        if let Some(help) = self.asked_by_prefix(owner, name) {
            return Some(help);
        }
        let play = self.local_of(|sort| *sort == ScriptType::Play).filter(|_| *owner != ScriptType::Play)?;
        let row = rows_of(ApiOwner::Play).find(|row| row.name == name)?;
        let sign = if row.shape == Shape::Field { "." } else { ":" };
        Some(format!("it belongs to the play: `{play}{sign}{name}`"))
    }

    /// What is said for a name and counts the other way, with what is reckoned from it: which is meant, only the author
    /// knows.
    fn contrary_member(&self, owner: &ScriptType, name: &str, names: &[String]) -> Option<String> {
        let known = || names.iter().map(String::as_str);
        let alike = crate::diag::alike(name, known());
        let (contrary, same): (Vec<&str>, Vec<&str>) =
            alike.into_iter().partition(|known| crate::diag::is_contrary(name, known));
        if *owner != ScriptType::Figure
            || contrary.is_empty()
            || crate::diag::suggest_within(name, known(), 1).is_some()
        {
            return None;
        }
        let same = same.into_iter().map(|known| format!("`{known}`"));
        let left = contrary.iter().flat_map(|track| self.book.lessened_by(track));
        let left = left.map(|(value, what)| format!("`{value}`, which is `{what}`"));
        let mut all: Vec<String> = Vec::new();
        // Several tracks may be taken from one value.
        for one in same.chain(left) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        let others: Vec<String> = contrary.iter().map(|known| format!("`{known}`")).collect();
        let count = if others.len() == 1 { "counts" } else { "count" };
        all.push(format!("{}, which {count} the other way", others.join(", ")));
        Some(format!("perhaps {}", all.join("; or ")))
    }

    /// The slot that holds things of the kind that is called so.
    fn slot_of(&self, name: &str) -> Option<&'a str> {
        let book = self.book;
        let kind = book.kinds.iter().position(|kind| *kind.head.name == *name || *kind.plural == *name)?;
        let of = book
            .slots
            .iter()
            .filter(|slot| slot.kind.is_some_and(|held| held.index() == kind) && !slot.head.is_quiet());
        of.map(|slot| &*slot.head.name).next()
    }

    /// `me.hand.Stone`: whether somebody has in a slot what is called so.
    fn holds_item(&self, of: &ScriptType, subject: &str, name: &str) -> Option<String> {
        let item = self.book.item(name).filter(|_| matches!(of, ScriptType::Thing(_)))?.1;
        let (owner, slot) = subject.rsplit_once('.')?;
        let is_slot = self.book.slots.iter().any(|one| *one.head.name == *slot && one.kind == Some(item.kind));
        is_slot.then(|| format!("whether it is there is asked by its name: `{owner}:has(\"{slot}\", \"{name}\")`"))
    }

    /// `foe.condition == "late"`: a word that somebody can be, compared with what he does not have.
    fn compared_word(&self, subject: &str, end: usize) -> Option<String> {
        let behind = self.script.text.get(end..)?.trim_start();
        let (sign, text) = behind.split_at_checked(2)?;
        let denied = match sign {
            "==" => "",
            "~=" => "not ",
            _ => return None,
        };
        let text = text.trim_start().strip_prefix(['"', '\''])?;
        let word = text.split(['"', '\'', '\n']).next().filter(|word| self.is_word(word))?;
        Some(format!("what somebody is, is asked of him: `{denied}{subject}:is(\"{word}\")`"))
    }

    /// Whether the script reads such a member anywhere.
    fn is_read(&self, name: &str) -> bool {
        let mut found = self.script.text.match_indices(name);
        found.any(|(at, _)| {
            let (before, behind) = (&self.script.text[..at], &self.script.text[at + name.len()..]);
            before.ends_with('.') && !before.ends_with("..") && !behind.starts_with(crate::text::is_wordly)
        })
    }

    /// `is_dead`, `get_speed`, `setPosture`: what the rules declare, with a verb in front as programs have it.
    pub(super) fn asked_by_prefix(&self, owner: &ScriptType, name: &str) -> Option<String> {
        const GIVES: [&str; 6] = ["apply", "give", "gain", "inflict", "make", "become"];
        const TAKES: [&str; 4] = ["remove", "lose", "cure", "clear"];
        const CHANGES: [&str; 9] =
            ["take", "deal", "reduce", "increase", "restore", "spend", "use", "modify", "change"];
        let all = ["is", "has", "get", "set", "add"].into_iter().chain(GIVES).chain(TAKES).chain(CHANGES);
        let (verb, rest) = all.into_iter().find_map(|verb| {
            let rest = name.strip_prefix(verb)?;
            let is_part = rest.starts_with('_') || rest.starts_with(char::is_uppercase);
            is_part.then(|| (verb, rest.trim_start_matches('_')))
        })?;
        let first = rest.chars().next()?;
        let lower = rest.replacen(first, &first.to_lowercase().to_string(), 1);
        let words = self.words();
        let word = words.iter().find(|word| **word == rest || **word == lower).map(String::as_str);
        let word = word.or_else(|| match crate::diag::alike(rest, words.iter().map(String::as_str))[..] {
            [only] => Some(only),
            _ => None,
        });
        let names = self.member_names(owner);
        let known = names.iter().find(|known| **known == rest || **known == lower);
        let is_state = |name: &str| self.book.names.find(Sort::State, name).is_some();
        match (verb, word, known) {
            ("is" | "has", Some(word), _) if *owner == ScriptType::Figure => Some(format!("write `:is(\"{word}\")`")),
            ("set", _, Some(known)) if is_state(known) => Some(format!("write `:set(\"{known}\", \"WORD\")`")),
            (verb, Some(word), _) if *owner == ScriptType::Figure && GIVES.contains(&verb) => {
                Some(format!("write `:gain(\"{word}\")`"))
            }
            (verb, Some(word), None) if *owner == ScriptType::Figure && TAKES.contains(&verb) => {
                Some(format!("write `:lose(\"{word}\")`"))
            }
            (verb, _, Some(known)) if matches!(verb, "set" | "add") || !matches!(verb, "is" | "has" | "get") => {
                Some(format!("write `:change(\"{known}\", AMOUNT)`"))
            }
            ("add", Some(word), None) if *owner == ScriptType::Figure => Some(format!("write `:gain(\"{word}\")`")),
            ("is" | "has" | "get", _, Some(known)) => Some(format!("it is read: `.{known}`")),
            _ => None,
        }
    }

    /// What stands in the brackets behind a call that fit into one line.
    pub(super) fn given_behind(&self, at: usize) -> Option<String> {
        let inner = self.script.text.get(at..)?.strip_prefix('(')?;
        let mut open = 0;
        let end = inner.find(|sign: char| {
            open += i32::from(sign == '(') - i32::from(sign == ')');
            open < 0
        })?;
        (!inner[..end].contains('\n')).then(|| inner[..end].to_string())
    }

    fn row_read(&mut self, row: &ApiRow, at: (usize, usize), is_called: bool, start: (usize, usize)) -> ScriptType {
        if row.shape != Shape::Field {
            let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches('.').trim();
            let message = format!("`{}` is called with a colon", row.name);
            // `play.setting.hard_range`: the name stands in brackets.
            let behind = self.script.text.get(at.1..).unwrap_or("").strip_prefix(['.', '[']).unwrap_or("");
            let named = behind.trim_start_matches(['"', '\'']);
            let named: String = named.chars().take_while(|c| crate::text::is_wordly(*c)).collect();
            let needed = row.parameters.iter().any(|one| !one.optional);
            let given = match is_called {
                true => self.given_behind(at.1).unwrap_or_else(|| "…".to_string()),
                false if !named.is_empty() => format!("\"{named}\""),
                false => (if needed { "…" } else { "" }).to_string(),
            };
            let help = format!("write `{subject}:{}({given})`", row.name);
            if is_called {
                let sign = (at.0.saturating_sub(1), at.0);
                let is_dot = self.slice(sign) == ".";
                self.misused(if is_dot { sign } else { at }, message, "a dot", help);
            } else {
                self.misused(at, message, "a function that is not called", help);
            }
        }
        if row.shape == Shape::Field && is_called {
            let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches('.').trim();
            let help = format!("read it without brackets: `{subject}.{}`", row.name);
            self.misused(at, format!("`{}` is no function", row.name), "not called but read", help);
        }
        match (row.returns.trim_end_matches('?'), ScriptType::of_text(row.returns)) {
            ("Terrain", _) => ScriptType::Thing(self.book.ground.as_ref().and_then(|ground| ground.cells)),
            (_, sort) => sort,
        }
    }

    fn member_of_other(
        &mut self,
        owner: &ScriptType,
        name: &str,
        at: (usize, usize),
        start: (usize, usize),
    ) -> ScriptType {
        match owner {
            ScriptType::Question => {
                if name == "choices" {
                    return ScriptType::Unknown.listed();
                }
                let known = name == "name";
                let of = |gift: &crate::rulebook::Gift| {
                    (&*gift.head.name == name).then(|| ScriptType::of_type(&gift.r#type))
                };
                let told = self.book.questions.iter().flat_map(|question| &question.gives).find_map(of);
                match told {
                    _ if known => ScriptType::Unknown,
                    Some(sort) => sort,
                    // Said by those who compile scripts.
                    None => ScriptType::Unknown,
                }
            }
            ScriptType::List(of) if of.owner().is_some() => {
                let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches('.').trim();
                let message = format!("a list has no `{name}`");
                let help = match name {
                    "length" | "len" | "size" | "count" | "n" => format!("how many it has is written `#{subject}`"),
                    _ if let Some(asked) = self.holds_item(of, subject, name) => asked,
                    _ => format!("take one of it, such as the first: `{subject}[1].{name}`"),
                };
                self.misused(at, message, "asked of the whole list", help);
                ScriptType::Unknown
            }
            ScriptType::Number | ScriptType::Truth | ScriptType::Dice => {
                let what = owner.words(self.book);
                let subject = self.slice((start.0, start.1.min(at.0))).trim_end_matches('.').trim();
                let help = match name {
                    "total" | "sum" | "result" | "value" | "roll" if *owner == ScriptType::Number => {
                        format!("it is the total itself: `{subject}`")
                    }
                    _ => "it is a value of its own: compare it, or compute with it".to_string(),
                };
                self.misused(at, format!("{what} has no `{name}`"), "nothing belongs to it", help);
                ScriptType::Unknown
            }
            _ => ScriptType::Unknown,
        }
    }

    pub(super) fn unknown_member(&mut self, owner: &ScriptType, name: &str, at: (usize, usize), help: String) {
        let (sort, name) = (owner.words(self.book), name.to_string());
        let place = self.place(at, "not a member of it", help);
        self.found.push(ScriptError::UnknownMember { sort, name, place });
    }

    /// What there is, where nothing is near.
    fn otherwise(&self, owner: &ScriptType, names: &[String]) -> String {
        match owner {
            ScriptType::Order(_) if !self.given_by_actions().is_empty() => {
                format!("an order for it gives {}", self.given_by_actions().join(", "))
            }
            ScriptType::Play => SEE_REFERENCE.to_string(),
            ScriptType::Figure => {
                let (attributes, tracks) = (&self.book.attributes, &self.book.tracks);
                let heads = attributes.iter().map(|one| &one.head).chain(tracks.iter().map(|one| &one.head));
                let told: Vec<&str> = heads.filter(|head| !head.is_quiet()).map(|head| &*head.name).collect();
                crate::diag::listed(&told)
            }
            _ => crate::diag::listed(&names.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    /// The facts that orders give for the actions whose script this is.
    fn given_by_actions(&self) -> Vec<&str> {
        let is_own = |script: crate::value::ScriptId| {
            self.book.scripts.get(script.index()).is_some_and(|one| *one.name == *self.script.name)
        };
        let actions = self.book.actions.iter().filter(|action| action.script.is_some_and(is_own));
        let facts = actions.flat_map(|action| std::iter::once(&action.by).chain(&action.takes));
        let mut names: Vec<&str> = Vec::new();
        facts.map(|fact| &*self.book.facts[fact.index()].head.name).for_each(|name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        names
    }

    /// Everything that can be read of it.
    pub(super) fn member_names(&self, owner: &ScriptType) -> Vec<String> {
        let rows = owner.owner().into_iter().flat_map(rows_of).map(|row| row.name.to_string());
        let book = self.book;
        let declared: Vec<String> = match owner {
            ScriptType::Figure => book.property_names(OwnerDecl::Figure),
            ScriptType::Side => book.property_names(OwnerDecl::Side),
            ScriptType::Thing(kind) => {
                let kinds = book.kinds.iter().enumerate();
                let of = kinds.filter(|(at, _)| kind.is_none_or(|kind| kind.index() == *at));
                of.flat_map(|(_, kind)| &kind.fields).map(|field| field.head.name.to_string()).collect()
            }
            ScriptType::Order(_) => book.facts.iter().map(|fact| fact.head.name.to_string()).collect(),
            ScriptType::Result(check) => {
                let checks = book.checks.iter().enumerate();
                let of = checks.filter(|(at, _)| check.is_none_or(|check| check.index() == *at));
                of.flat_map(|(_, check)| &check.fields).map(|field| field.name.to_string()).collect()
            }
            _ => Vec::new(),
        };
        // What the rules declare is what an author looks for.
        declared.into_iter().chain(rows).collect()
    }

    /// A property that the rules declare.
    pub(super) fn property(&self, owner: &ScriptType, name: &str) -> Option<ScriptType> {
        let of = self.type_of_property(owner, name);
        let is_field = || self.member_names(owner).iter().any(|known| known == name);
        match owner {
            // Fields of that name that differ among the kinds.
            ScriptType::Thing(None) if of.is_none() => {
                let mut fields = self.book.kinds.iter().flat_map(|kind| &kind.fields);
                fields.any(|field| &*field.head.name == name).then_some(ScriptType::Unknown)
            }
            ScriptType::Result(_) => is_field().then_some(ScriptType::Unknown),
            _ => of.map(|of| ScriptType::of_type(&of)),
        }
    }

    /// Of which type the rules declare a property.
    pub(super) fn type_of_property(&self, owner: &ScriptType, name: &str) -> Option<Type> {
        let book = self.book;
        match owner {
            ScriptType::Figure => self.owned(OwnerDecl::Figure, name),
            ScriptType::Side => self.owned(OwnerDecl::Side, name),
            ScriptType::Thing(Some(kind)) => {
                let field = book.kinds[kind.index()].fields.iter().find(|field| &*field.head.name == name)?;
                Some(field.r#type.clone())
            }
            ScriptType::Thing(None) => {
                let fields = book.kinds.iter().flat_map(|kind| &kind.fields);
                let mut found = fields.filter(|field| &*field.head.name == name).map(|field| &field.r#type);
                let first = found.next()?;
                let is_same = found.all(|other| ScriptType::of_type(other) == ScriptType::of_type(first));
                is_same.then(|| first.clone())
            }
            ScriptType::Order(_) => {
                let fact = book.fact(name)?;
                Some(book.facts[fact.index()].r#type.clone())
            }
            _ => None,
        }
    }

    fn owned(&self, owner: OwnerDecl, name: &str) -> Option<Type> {
        let book = self.book;
        if let Some(track) = book.tracks.iter().find(|one| one.owner == owner && &*one.head.name == name) {
            return Some(track.r#type.clone());
        }
        if let Some(attribute) = book.attributes.iter().find(|one| one.owner == owner && &*one.head.name == name) {
            return Some(attribute.r#type.clone());
        }
        if let Some(value) = book.values.iter().find(|one| one.owner == owner && &*one.head.name == name) {
            return Some(value.r#type.clone());
        }
        if owner == OwnerDecl::Side {
            return None;
        }
        if let Some(state) = book.states.iter().find(|one| &*one.head.name == name) {
            return Some(Type::Symbol(state.set));
        }
        let slot = book.slots.iter().find(|one| &*one.head.name == name)?;
        Some(Type::List(Box::new(Type::Thing(slot.kind?))))
    }

    /// An assignment to a member: what the game holds is changed by functions.
    pub(super) fn assigned_member(
        &mut self,
        owner: &ScriptType,
        last: &Suffix,
        at: (usize, usize),
        how: Option<(AssignedHow, &str)>,
    ) {
        let name = match last {
            Suffix::Index(Index::Dot { name, .. }) => name.token().to_string(),
            Suffix::Index(Index::Brackets { expression, .. }) => {
                self.expr(expression);
                match super::expression::text_of(expression) {
                    Some(name) => name,
                    None => return,
                }
            }
            _ => return,
        };
        if owner.owner().is_none() {
            return;
        }
        let text = self.slice(at);
        let subject = text.rsplit_once(['.', '[']).map_or(text, |(subject, _)| subject);
        let book = self.book;
        let is = |sort: Sort| book.names.find(sort, &name).is_some();
        let help = match owner {
            ScriptType::Cell => match subject.strip_suffix(".cell") {
                Some(who) => format!("who is to stand elsewhere is moved: `{who}:move(CELL)`, or `{who}:place(CELL)`"),
                None => "what lies in a cell is changed by the play: `play:change_cell(CELL, \"GROUND\")`".to_string(),
            },
            ScriptType::Thing(_) => {
                format!("write `{subject}:set(\"{name}\", VALUE)`, or `:change(\"{name}\", AMOUNT)` for a number")
            }
            _ if is(Sort::State) => {
                let word = how.map_or("WORD", |(_, text)| text);
                format!("write `{subject}:set(\"{name}\", {word})`")
            }
            _ if is(Sort::Track) => match how {
                // `x.harm = x.harm + 1`
                Some((AssignedHow::To, value)) if let Some((sign, more)) = added_to(text, value) => {
                    format!("write `{subject}:change(\"{name}\", {sign}{more}, \"why\")`")
                }
                Some((AssignedHow::To, value)) => format!("write `{subject}:put(\"{name}\", {value}, \"why\")`"),
                Some((AssignedHow::More, value)) => format!("write `{subject}:change(\"{name}\", {value}, \"why\")`"),
                Some((AssignedHow::Less, value)) => {
                    let value = if value.contains([' ', '+', '-']) { format!("({value})") } else { value.to_string() };
                    format!("write `{subject}:change(\"{name}\", -{value}, \"why\")`")
                }
                None => format!("write `{subject}:change(\"{name}\", AMOUNT, \"why\")`"),
            },
            _ if is(Sort::Note) => format!("write `{subject}:note(\"{name}\", VALUE)`"),
            _ if name == "facing" => format!("write `{subject}:face(STEPS)`"),
            _ if name == "cell" => format!("write `{subject}:move(CELL)`, or `:place(CELL)` without passing between"),
            _ => "it does not change in play: a track, a state or a note does".to_string(),
        };
        let message = format!("`{name}` of {} cannot be assigned", owner.words(book));
        self.misused(at, message, "changed by a function of its own", help);
    }

    /// A call whose answer is dropped, though answering is all that it does.
    pub(super) fn dropped_answer(&mut self, owner: &ScriptType, name: &str, at: (usize, usize)) {
        let Some(row) = owner.owner().and_then(|owner| rows_of(owner).find(|row| row.name == name)) else { return };
        if row.shape != Shape::Method || row.returns == "()" {
            return;
        }
        let call = self.slice(at);
        let help = match (name, self.role) {
            ("order", super::Role::Controller) => format!("return it: `return {call}`"),
            ("order", _) => format!("perform it: `play:perform({call})`"),
            _ => format!("keep it: `local answer = {call}`"),
        };
        self.misused(at, format!("what `{name}` answers is dropped"), "this changes nothing", help);
    }
}

/// What is added to a number that is assigned its own sum, or taken from it, with its sign.
fn added_to<'t>(place: &str, value: &'t str) -> Option<(&'static str, &'t str)> {
    let rest = value.trim().strip_prefix(place.trim())?.trim_start();
    let (sign, more) = match rest.strip_prefix('+') {
        Some(more) => ("", more.trim()),
        None => ("-", rest.strip_prefix('-')?.trim()),
    };
    let is_one = !more.is_empty() && more.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    is_one.then_some((sign, more))
}
