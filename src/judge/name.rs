//! Names of the rules that are given to functions: of which sort each must be.

use super::expression::text_of;
use super::script_type::ScriptType;
use super::{Judge, range};
use crate::diag::{did_you_mean, kindred, suggest};
use crate::rulebook::titled;
use crate::rulebook::{Act, Action, Doing, Line, OwnerDecl, Rulebook, SentencePart, Sort, WordList};
use crate::script::{ApiOwner, ApiRow, ApiType, NameOf};
use crate::value::DeedId;
use full_moon::ast::{Expression, Field};

/// So many actions are named for a deed.
const MOST_DOING: usize = 8;
/// So many actions are named for a word.
const MOST_MEANT: usize = 4;

/// A name as it is written, and where.
type PlacedName = (String, (usize, usize));

impl<'a> Judge<'a> {
    /// Judges the names among the arguments of a call.
    pub(super) fn names(&mut self, row: &ApiRow, given: &[&Expression]) {
        if self.lacks_word(row, given) {
            return;
        }
        let mut before = None;
        for (parameter, expr) in row.parameters.iter().zip(given) {
            let said = text_of(expr).map(|name| (name, range(*expr)));
            match (parameter.sort, &said) {
                (ApiType::Name(NameOf::Track), Some(said)) => self.track(row.owner, said.clone()),
                (ApiType::Name(NameOf::WordOfState), Some(word)) => self.word_of_state(before, word),
                (ApiType::Name(NameOf::Somebody), Some(said)) if row.returns.starts_with("Side") => self.side(said),
                (ApiType::Name(of), Some(said)) => self.name_of(of, said.clone()),
                (ApiType::Names(of), _) => self.listed(of, expr),
                _ => {}
            }
            before = said;
        }
    }

    /// Whether a track that is kept for each word of a set is changed without saying which, or another with a word.
    fn lacks_word(&mut self, row: &ApiRow, given: &[&Expression]) -> bool {
        let Some(at) = row.parameters.iter().position(|one| one.sort == ApiType::Name(NameOf::Symbol)) else {
            return false;
        };
        let Some((name, place)) = given.first().and_then(|one| Some((text_of(one)?, range(*one)))) else {
            return false;
        };
        let Some(track) = self.book.names.find(Sort::Track, &name).map(|at| &self.book.tracks[usize::from(at)]) else {
            return false;
        };
        match (track.by, given.get(at)) {
            (Some(set), None) => {
                let set = &self.book.sets[set.index()];
                let word = set.words.first().map_or("…", |word| &word.name);
                let mut all: Vec<String> = given.iter().map(|one| self.slice(range(*one)).trim().to_string()).collect();
                all.extend((all.len()..at).map(|_| "nil".to_string()));
                let known: Vec<&str> = set.words.iter().map(|word| &*word.name).collect();
                let help = format!(
                    "say which as the last argument: `:{}({}, \"{word}\")`; {}",
                    row.name,
                    all.join(", "),
                    crate::diag::listed(&known)
                );
                self.misused(place, format!("`{name}` is kept for each `{}`", set.head.name), "which of them?", help);
                true
            }
            (None, Some(word)) if text_of(word).is_some() => {
                let help = "leave the last argument out".to_string();
                self.misused(
                    range(*word),
                    format!("`{name}` is kept once, not for each of some words"),
                    "one argument too many",
                    help,
                );
                true
            }
            _ => false,
        }
    }

    fn name_of(&mut self, of: NameOf, said: PlacedName) {
        match (of, of.sorts()) {
            (NameOf::ConditionOrWord, _) => self.one(said, |judge, name| judge.is_word(name), "condition or state"),
            (NameOf::Field, _) => {
                let is_field = |judge: &Judge, name: &str| judge.property(&ScriptType::Thing(None), name).is_some();
                self.one(said, is_field, "field of things");
            }
            // Tracks and questions are judged where more is known of them.
            (NameOf::Track | NameOf::Question, _) | (_, []) => {}
            (_, sorts) => self.named(sorts, said),
        }
    }

    fn one(&mut self, (name, at): PlacedName, is: impl Fn(&Judge, &str) -> bool, sort: &str) {
        if is(self, &name) {
            return;
        }
        let names: Vec<String> = match sort {
            "field of things" => self.member_names(&ScriptType::Thing(None)),
            _ => self.words(),
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let help = did_you_mean(&name, names.iter().copied(), &crate::diag::listed(&names));
        self.unknown_name(at, sort, &name, help);
    }

    /// Conditions, and the words of states.
    pub(super) fn words(&self) -> Vec<String> {
        let states = self.book.states.iter().flat_map(|state| &self.book.sets[state.set.index()].words);
        let states = states.map(|head| head.name.to_string());
        self.book.names.visible(Sort::Condition).map(str::to_string).chain(states).collect()
    }

    pub(super) fn is_word(&self, name: &str) -> bool {
        self.words().iter().any(|word| word == name)
    }

    /// A name that must be declared as one of these sorts.
    pub(super) fn named(&mut self, sorts: &[Sort], (name, at): PlacedName) {
        if sorts.iter().any(|sort| self.book.names.find(*sort, &name).is_some()) {
            return;
        }
        let names: Vec<&str> = sorts.iter().flat_map(|sort| self.book.names.visible(*sort)).collect();
        let words: Vec<&str> = sorts.iter().map(|sort| sort.words()).collect();
        let words = words.join(" or ");
        // What it is instead, if it is anything.
        let other = Sort::ALL.into_iter().find(|sort| self.book.names.find(*sort, &name).is_some());
        let state = self.book.states.iter().find(|state| self.book.symbol_in(state.set, &name).is_some());
        let of_state = state.filter(|_| other.is_none()).map(|state| {
            // Who is no longer so is something else.
            let is_lost = self.slice((at.0.saturating_sub(6), at.0)).ends_with(":lose(");
            let words = &self.book.sets[state.set.index()].words;
            let other = words.iter().map(|word| &*word.name).find(|word| *word != name).filter(|_| is_lost);
            let (state, word) = (&state.head.name, other.unwrap_or(&name));
            format!("it is a word of the state `{state}`: `:set(\"{state}\", \"{word}\")`")
        });
        let otherwise = match (other, names.is_empty()) {
            (None, _) if of_state.is_some() => of_state.unwrap_or_default(),
            (Some(Sort::Condition), _) if sorts == [Sort::State] => {
                format!("`{name}` is a condition: `:gain(\"{name}\")`, `:lose(\"{name}\")`")
            }
            (Some(Sort::Track), _) if sorts == [Sort::State] => {
                format!(
                    "`{name}` is a track: `:put(\"{name}\", VALUE)` sets it, `:change(\"{name}\", AMOUNT)` adds to it"
                )
            }
            (Some(Sort::Action), _) if let (Some(check), [Sort::Check]) = (self.check_of_action(&name), sorts) => {
                let help = format!("`{name}` is the action; the check it rolls is `{check}`: write `\"{check}\"`");
                return self.unknown_name(at, &words, &name, help);
            }
            (Some(Sort::Check), _) if let (Some(rolled_by), [Sort::Action]) = (self.actions_of_check(&name), sorts) => {
                return self.unknown_name(at, &words, &name, rolled_by);
            }
            (Some(Sort::Deed), _) if let (Some(done_by), [Sort::Action]) = (self.actions_of_deed(&name), sorts) => {
                return self.unknown_name(at, &words, &name, done_by);
            }
            (Some(sort @ (Sort::Option | Sort::Setting)), _) if matches!(sorts, [Sort::Option | Sort::Setting]) => {
                let help = format!(
                    "`{name}` is {} {1}: ask `play:{1}(\"{name}\")`",
                    crate::diag::article(sort.words()),
                    sort.words()
                );
                return self.unknown_name(at, &words, &name, help);
            }
            (Some(sort), _) => {
                let (article, of) = (crate::diag::article(sort.words()), sort.words());
                let there = match names.len() {
                    1..=12 => format!("; {}", crate::diag::listed(&names)),
                    _ => String::new(),
                };
                format!("`{name}` is {article} {of}, not {} {words}{there}", crate::diag::article(&words))
            }
            (None, true) => format!("the rules declare no {words}"),
            (None, false) if sorts == [Sort::Setting] => {
                format!("declare it in the rules: `setting {name} = 1`; {}", crate::diag::listed(&names))
            }
            (None, false)
                if sorts == [Sort::Action]
                    && let Some(meant) = self.action_said(&name) =>
            {
                meant
            }
            (None, false) => crate::diag::listed(&names),
        };
        let titled = sorts.iter().find_map(|sort| self.book.titled_of(*sort, &name)).filter(|_| other.is_none());
        let help = titled.unwrap_or_else(|| did_you_mean(&name, names.iter().copied(), &otherwise));
        self.unknown_name(at, &words, &name, help);
    }

    /// The action that people mean by a word: by its own sentence, or by what the pack says is meant.
    fn action_said(&self, said: &str) -> Option<String> {
        let book = self.book;
        let is_it = |word: &str| word == said || kindred(said, &[word]).is_some();
        let mut meant: Vec<&str> = book
            .actions
            .iter()
            .filter(|one| self.verbs_of(one).into_iter().any(is_it))
            .map(|one| &*one.head.name)
            .collect();
        if meant.is_empty() {
            let first = |text: &str| text.split_whitespace().next().map(str::to_string);
            let wordings = book.words.iter().flat_map(WordList::wordings);
            let is_said = |one: &&crate::rulebook::Wording| {
                one.said.iter().any(|text| first(text).is_some_and(|word| is_it(&word)))
            };
            let words: Vec<String> = wordings.filter(is_said).filter_map(|one| first(&one.meant)).collect();
            let has = |verb: &str| words.iter().any(|word| word == verb);
            let actions = book.actions.iter().filter(|one| self.verbs_of(one).into_iter().any(has));
            meant = actions.map(|one| &*one.head.name).collect();
        }
        meant.truncate(MOST_MEANT);
        match meant.as_slice() {
            [] => None,
            [one] => Some(format!("the action that is said so is `{one}`")),
            [all @ .., last] => Some(format!("the actions that are said so are `{}` and `{last}`", all.join("`, `"))),
        }
    }

    /// The words behind the one who acts in what an action and its check say.
    fn verbs_of(&self, action: &'a crate::rulebook::Action) -> Vec<&'a str> {
        let check = action.check.map(|check| &self.book.checks[check.index()]);
        let sentences = action.says.iter().chain(check.into_iter().flat_map(|check| &check.says));
        let verb = |sentence: &'a crate::rulebook::Sentence| match sentence.parts.as_slice() {
            [SentencePart::Fact(_), SentencePart::Word(verb), ..] => Some(&**verb),
            _ => None,
        };
        sentences.filter_map(verb).collect()
    }

    /// The actions that roll a check, for what names the check.
    fn actions_of_check(&self, name: &str) -> Option<String> {
        let check = self.book.names.find(Sort::Check, name)?;
        let rolls =
            |action: &&crate::rulebook::Action| action.check.is_some_and(|one| one.index() == usize::from(check));
        let actions = quoted_actions(self.book.actions.iter().filter(rolls));
        Some(match actions.split_last()? {
            (one, []) => format!("`{name}` is the check; the action that rolls it is {one}"),
            (last, all) => format!("`{name}` is the check; the actions that roll it are {} and {last}", all.join(", ")),
        })
    }

    /// The actions that do a deed, for what names the deed.
    fn actions_of_deed(&self, name: &str) -> Option<String> {
        let deed = DeedId(self.book.names.find(Sort::Deed, name)?);
        let does = |action: &&Action| {
            let mut known = Vec::new();
            let lines = [&action.first, &action.does];
            lines.into_iter().any(|lines| is_done_in(self.book, lines, deed, &mut known))
        };
        let actions = quoted_actions(self.book.actions.iter().filter(does));
        let shown = &actions[..actions.len().min(MOST_DOING)];
        Some(match shown.split_last()? {
            (one, []) => format!("`{name}` is a deed, not an action; the action that does it is {one}"),
            (last, all) => {
                let more = if actions.len() > MOST_DOING { ", and others" } else { "" };
                let all = all.join(", ");
                format!("`{name}` is a deed, not an action; the actions that do it are {all} and {last}{more}")
            }
        })
    }

    /// The check that an action rolls.
    fn check_of_action(&self, name: &str) -> Option<&'a str> {
        let action = &self.book.actions[usize::from(self.book.names.find(Sort::Action, name)?)];
        Some(&self.book.checks[action.check?.index()].head.name)
    }

    /// A side of a game at hand. Tests may have sides of their own: what stands nowhere in the rules is none.
    fn side(&mut self, (name, at): &PlacedName) {
        let book = self.book;
        let sides = book.scenarios.iter().flat_map(|scenario| &scenario.sides);
        let names: Vec<&str> = sides.map(|side| &*side.head.name).collect();
        let is_titled = book.scenarios.iter().flat_map(|one| &one.sides).any(|side| *side.head.title == **name);
        let is_word = |text: &str| text.split(|c: char| !crate::text::is_wordly(c)).any(|word| word == name);
        if is_titled || names.is_empty() || names.contains(&&**name) {
            return;
        }
        let near = suggest(name, names.iter().copied()).or_else(|| kindred(name, &names));
        let help = near.map_or_else(|| self.sides_there(), |near| format!("did you mean `{near}`?"));
        if !book.sources.iter().any(|(_, source)| source.name.ends_with(".fray") && is_word(&source.text)) {
            self.unknown_name(*at, "side", name, help);
        }
    }

    /// The sides of the scenarios, those of the pack at hand first.
    fn sides_there(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for side in self.book.scenarios.iter().rev().flat_map(|scenario| &scenario.sides) {
            if !names.contains(&&*side.head.name) {
                names.push(&side.head.name);
            }
        }
        crate::diag::listed(&names)
    }

    /// A track, or a note that is a number.
    fn track(&mut self, owner: ApiOwner, (name, at): PlacedName) {
        let owner = if owner == ApiOwner::Side { OwnerDecl::Side } else { OwnerDecl::Figure };
        let book = self.book;
        let tracks = book.tracks.iter().filter(|one| one.owner == owner).map(|one| &one.head.name);
        let notes = book.attributes.iter().filter(|one| one.owner == owner && one.is_note()).map(|one| &one.head.name);
        let names: Vec<&str> = tracks.chain(notes).map(|name| &**name).collect();
        if names.contains(&&*name) {
            return;
        }
        let otherwise = match book.names.find(Sort::Attribute, &name) {
            Some(_) => format!("`{name}` is an attribute, which does not change in play"),
            None if book.names.find(Sort::State, &name).is_some() => {
                format!("`{name}` is a state: `:set(\"{name}\", WORD)`")
            }
            None if self.property(&ScriptType::Thing(None), &name).is_some() => {
                format!("`{name}` belongs to things: `THING:change(\"{name}\", AMOUNT)`")
            }
            None if names.is_empty() => "the rules declare no track".to_string(),
            None => crate::diag::listed(&names),
        };
        let titled = titled(&name, book.heads_of(owner).into_iter().filter(|head| names.contains(&&*head.name)));
        let help = titled.unwrap_or_else(|| did_you_mean(&name, names.iter().copied(), &otherwise));
        self.unknown_name(at, "track", &name, help);
    }

    /// A word of the state that was named before it.
    fn word_of_state(&mut self, state: Option<PlacedName>, (word, at): &PlacedName) {
        let state = state.and_then(|(state, _)| self.book.names.find(Sort::State, &state));
        if let Some(state) = state {
            let set = self.book.states[usize::from(state)].set;
            self.word_of(&ScriptType::Word(set), word, *at);
        }
    }

    /// `play:orders(me, { "strike", "walk" })`.
    fn listed(&mut self, of: NameOf, list: &Expression) {
        let Expression::TableConstructor(table) = list else { return };
        for field in table.fields() {
            if let Field::NoKey(value) = field
                && let Some(name) = text_of(value)
            {
                self.name_of(of, (name, range(value)));
            }
        }
    }
}

/// The names of actions as a script gives them.
fn quoted_actions<'b>(actions: impl Iterator<Item = &'b Action>) -> Vec<String> {
    actions.map(|one| format!("`\"{}\"`", one.head.name)).collect()
}

/// Whether lines do a deed, themselves or by another deed; each deed is gone through once.
fn is_done_in(book: &Rulebook, lines: &[Line], deed: DeedId, known: &mut Vec<DeedId>) -> bool {
    let mut called = Vec::new();
    for line in lines {
        line.walk(&mut |line| {
            if let Act::Do(call) = &line.act
                && let Doing::Deed(one) = call.what
            {
                called.push(one);
            }
        });
    }
    called.into_iter().any(|one| {
        let is_new = !known.contains(&one);
        known.push(one);
        one == deed || is_new && is_done_in(book, &book.deeds[one.index()].lines, deed, known)
    })
}
