//! First pass: every declaration gets its place, so that all names are known before any expression is read.

use super::error::RulebookError;
use super::merged::MergedDecl;
use super::options::Chosen;
use super::resolver::{Inference, Resolver, cites};
use super::says::Says;
use super::show::as_written;
use super::*;
use crate::syntax::ast::{self, Body, Declaration};
use crate::text::Span;
use crate::value::{ItemId, KindId, SetId, Symbol};
use std::sync::Arc;

impl<'a> Resolver<'a> {
    /// Places every declaration, names every script.
    pub(super) fn heads(&mut self, chosen: &Chosen) {
        let merged = self.merged;
        if !merged.removed.is_empty() {
            self.book.names.note_removed(&merged.removed);
        }
        for (position, declared) in merged.list.iter().enumerate() {
            // Things come once all kinds are known.
            let at = if declared.sort == Sort::Item { None } else { self.place(declared, chosen) };
            self.ids.push(at);
            if let Some(at) = at {
                self.positions.put(declared.sort, at, position);
            }
            // What is one too many is reported; its name is known all the same.
            let at = at.unwrap_or(0);
            if !matches!(declared.sort, Sort::Item | Sort::Turn) {
                let name: Arc<str> = declared.name.text.as_str().into();
                self.book.names.add(declared.sort, &name, at);
            }
        }
        self.place_items();
        for (at, script) in self.book.scripts.iter().enumerate() {
            self.book.names.add(Sort::Script, &script.name, at as u16);
        }
        self.phase_names();
        self.settings = vec![Inference::Waiting; self.book.settings.len()];
        self.values = vec![Inference::Waiting; self.book.values.len()];
        self.functions = vec![Inference::Waiting; self.book.functions.len()];
        self.clashes();
    }

    /// The next position in the list of a declaration's sort; none if that is full.
    fn next_place(&mut self, declared: &MergedDecl<'a>) -> Option<u16> {
        // Attributes and notes are kept in one list.
        let list = if declared.sort == Sort::Note { Sort::Attribute } else { declared.sort };
        // States and options bring sets of their own.
        let at = if list == Sort::Symbols { self.book.sets.len() } else { self.placed[list as usize] };
        if at >= load::MOST_DECLARED {
            let (list, sort) = match declared.sort {
                Sort::Item => ("the list of all things".to_string(), "things".to_string()),
                sort => (format!("the list of all {}", sort.words()), "of a sort".to_string()),
            };
            let help = format!("at most {} {sort} can be declared", load::MOST_DECLARED);
            self.report(RulebookError::TooLarge { what: list }, declared.name.span, "one too many", help);
            return None;
        }
        self.placed[list as usize] += 1;
        Some(at as u16)
    }

    /// Gives a declaration its position in the list of its sort; none if that is full.
    fn place(&mut self, declared: &MergedDecl<'a>, chosen: &Chosen) -> Option<u16> {
        let Says::Whole(declaration) = &declared.says else { return None };
        let at = self.next_place(declared)?;
        let head = self.declared_head(declared, declaration);
        self.push(declared.sort, head, declaration, chosen);
        Some(at)
    }

    fn push(&mut self, sort: Sort, head: Head, declaration: &Declaration, chosen: &Chosen) {
        match (sort, &declaration.body) {
            (Sort::Symbols, Body::Symbols(words)) => drop(self.set(head, words)),
            (Sort::State, Body::State(state)) => self.state(head, state),
            (Sort::Option, Body::Option(option)) => self.option(head, option, chosen),
            (_, body) => self.book.push_blank(sort, head, body),
        }
    }

    /// Gives each thing its position, once all kinds have theirs; one of no kind is reported and gets none.
    fn place_items(&mut self) {
        let mut words = std::collections::BTreeMap::new();
        for (at, kind) in self.book.kinds.iter().enumerate() {
            words.insert(kind.plural.to_string(), KindId(at as u16));
            words.insert(kind.head.name.to_string(), KindId(at as u16));
        }
        let mut strange: Vec<&ast::Name> = Vec::new();
        let merged = self.merged;
        for (position, declared) in merged.list.iter().enumerate().filter(|(_, one)| one.sort == Sort::Item) {
            let keyword = match &declared.says {
                Says::Row(keyword, ..) => keyword,
                Says::Whole(declaration) => &declaration.keyword,
            };
            let Some(kind) = words.get(&keyword.text).copied() else {
                if !strange.iter().any(|known| known.span == keyword.span) {
                    strange.push(keyword);
                }
                continue;
            };
            let Some(at) = self.next_place(declared) else { continue };
            let head = match &declared.says {
                Says::Row(_, _, row) => {
                    let notes = ast::Notes { title: None, cites: row.cites.clone() };
                    self.head(&declared.name, &notes)
                }
                Says::Whole(declaration) => self.declared_head(declared, declaration),
            };
            self.book.names.add_item(&head.name, ItemId(at));
            self.book.items.push(Item { head, kind, fields: Vec::new() });
            self.ids[position] = Some(at);
            self.positions.put(Sort::Item, at, position);
        }
        for keyword in strange {
            let error = RulebookError::UnknownKeyword { keyword: keyword.text.clone() };
            let help = "its kind is removed, or stands in a `when` block that is off: put this there too";
            self.report(error, keyword.span, "not a kind under this choice of options", help);
        }
    }

    /// A set of words; words that occur twice are reported.
    pub(super) fn set(&mut self, head: Head, words: &[ast::WordDecl]) -> SetId {
        for (at, word) in words.iter().enumerate() {
            if let Some(first) = words[..at].iter().find(|first| first.name.text == word.name.text) {
                let error = RulebookError::DuplicateName { sort: "the word".to_string(), name: word.name.text.clone() };
                let other = (first.name.span, "first here");
                self.report_two(error, (word.name.span, "the same word again"), other, "take one of them away");
            }
        }
        let id = self.book.sets.len() as u16;
        let key = words.iter().map(|word| word.name.text.clone()).collect();
        self.sets.entry(key).or_insert(id);
        let words = words.iter().map(|word| self.head(&word.name, &word.notes)).collect();
        self.book.sets.push(SymbolSet { head, words });
        SetId(id)
    }

    fn state(&mut self, head: Head, state: &ast::StateDecl) {
        let set = self.set(head.clone(), &state.words);
        let default = self.book.symbol_in(set, &state.default.text).unwrap_or_else(|| {
            self.unknown_in_set(set, &state.default);
            Symbol { set, at: 0 }
        });
        self.book.states.push(StateRule { head, set, default });
    }

    /// Reports that a set has no such word.
    pub(super) fn unknown_in_set(&mut self, set: SetId, name: &ast::Name) {
        let set = &self.book.sets[set.index()];
        let words: Vec<&str> = set.words.iter().map(|word| &*word.name).collect();
        let otherwise = format!("its words are {}", words.join(", "));
        let help = crate::diag::did_you_mean(&name.text, words.iter().copied(), &otherwise);
        let error =
            RulebookError::UnknownName { sort: format!("word of `{}`", set.head.name), name: name.text.clone() };
        self.report(error, name.span, "not one of its words", help);
    }

    /// `option lucky off { one "…"; two "…" }`.
    fn switch_with_readings(&mut self, switch: &str, default: &ast::Name, first: &ast::WordDecl) {
        let first = as_written(&first.name.text);
        let help = match switch {
            "on" => format!("say which of them holds: `= {first} {{ … }}`"),
            _ => format!("give it a reading more, for none of them: `= nothing {{ nothing \"…\"; {first} … }}`"),
        };
        let (expected, found) = ("`=` and one of the readings".to_string(), format!("`{switch}`"));
        let label = "an option is on or off, or has readings";
        self.report(RulebookError::WrongType { expected, found }, default.span, label, help);
    }

    fn option(&mut self, head: Head, option: &ast::OptionDecl, chosen: &Chosen) {
        let said = chosen.get(&head.name).map_or(option.default.text.clone(), |known| known.chosen.clone());
        let (readings, default, chosen) = if option.readings.is_empty() {
            (None, OptionChoice::On(option.default.text == "on"), OptionChoice::On(said == "on"))
        } else {
            let set = self.set(head.clone(), &option.readings);
            let default = self.book.symbol_in(set, &option.default.text).unwrap_or_else(|| {
                match (&*option.default.text, option.readings.first()) {
                    (switch @ ("on" | "off"), Some(first)) => self.switch_with_readings(switch, &option.default, first),
                    _ => self.unknown_in_set(set, &option.default),
                }
                Symbol { set, at: 0 }
            });
            let chosen = self.book.symbol_in(set, &said).unwrap_or(default);
            (Some(set), OptionChoice::Reading(default), OptionChoice::Reading(chosen))
        };
        self.book.options.push(OptionRule { head, readings, default, chosen });
    }

    /// Names that would hide one another where they are used.
    fn clashes(&mut self) {
        let names = |book: &Rulebook, sort: Sort| -> Vec<(Sort, Arc<str>, Span)> {
            let all: Vec<String> = book.names.visible(sort).map(str::to_string).collect();
            let heads = all.iter().filter_map(|name| book.names.find(sort, name)).map(|at| book.head_of(sort, at));
            heads.map(|head| (sort, head.name.clone(), head.span)).collect()
        };
        let groups: [&[Sort]; 3] = [
            &[Sort::Attribute, Sort::Note, Sort::Track, Sort::Value, Sort::State, Sort::Slot],
            &[Sort::Fact, Sort::Setting, Sort::Option],
            &[Sort::Table, Sort::Relation, Sort::Track, Sort::Function],
        ];
        for group in groups.into_iter().filter(|group| self.book.names.has_namesakes(group)).collect::<Vec<_>>() {
            let mut seen: std::collections::BTreeMap<Arc<str>, (Sort, Span)> = std::collections::BTreeMap::new();
            let all: Vec<_> = group.iter().flat_map(|sort| names(&self.book, *sort)).collect();
            for (sort, name, span) in all {
                if let Some((other, first)) = seen.get(&name).copied() {
                    // What a pack below declares stays: the one above is told.
                    let height = |at: Span| {
                        let pack = self.merged.pack(at);
                        self.book.chain.iter().position(|name| *name == pack)
                    };
                    let is_turned = height(first) > height(span);
                    let ((own, at), (other, first)) =
                        if is_turned { ((other, first), (sort, span)) } else { ((sort, span), (other, first)) };
                    let error = RulebookError::DuplicateName { sort: own.words().to_string(), name: name.to_string() };
                    let label = format!("this name is taken by the {}", other.words());
                    let help = match height(at) == height(first) {
                        true => "both are used by their bare name: rename one of them".to_string(),
                        false => format!(
                            "`{name}` is a name of the rules below already: choose another one for your {}, here and \
                             wherever it is read",
                            own.words()
                        ),
                    };
                    self.report_two(error, (at, &label), (first, "declared here"), &help);
                }
                seen.insert(name, (sort, span));
            }
        }
        for sort in [Sort::Table, Sort::Relation, Sort::Function] {
            for (_, name, span) in names(&self.book, sort) {
                if FUNCTIONS.iter().any(|row| row.name == &*name) {
                    let error =
                        RulebookError::DuplicateName { sort: "the function".to_string(), name: name.to_string() };
                    self.report(error, span, "a function of this name is built in", "choose another name");
                }
            }
        }
    }

    /// Names every phase.
    fn phase_names(&mut self) {
        let mut known: Vec<Span> = Vec::new();
        for phase in self.ast_phases() {
            if let Some(at) = self.book.names.find(Sort::Phase, &phase.name.text) {
                let first = known[usize::from(at)];
                let error = RulebookError::DuplicateName { sort: "phase".to_string(), name: phase.name.text.clone() };
                let help = "every phase has its own name; a phase that comes again stands in `rounds`";
                self.report_two(error, (phase.name.span, "again"), (first, "first here"), help);
                continue;
            }
            self.book.names.add(Sort::Phase, &phase.name.text.as_str().into(), known.len() as u16);
            known.push(phase.name.span);
        }
    }

    /// All phases of the turn, those in `rounds` too, in order.
    pub(super) fn ast_phases(&self) -> Vec<&'a ast::PhaseDecl> {
        let turns = self.whole(Sort::Turn);
        let entries = turns.iter().flat_map(|(_, _, declaration)| match &declaration.body {
            Body::Turn(entries) => entries.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        let phases = entries.flat_map(|entry| match &entry.node {
            ast::TurnEntry::Phase(phase) => vec![phase],
            ast::TurnEntry::Rounds(inner) => inner.iter().map(|entry| &entry.node).collect(),
            _ => Vec::new(),
        });
        phases.collect()
    }

    /// Citations of a row.
    pub(super) fn row_cites(&self, row: &ast::RowDecl) -> Arc<[Arc<str>]> {
        cites(&row.cites)
    }

    /// A set of words that no author declared, for columns of results.
    pub(super) fn made_set(&mut self, words: Vec<String>, name: &str, span: Span) -> SetId {
        let named = ast::Name { text: name.to_string(), span };
        let words: Vec<ast::Name> = words.into_iter().map(|text| ast::Name { text, span }).collect();
        self.inline_set(&words, &named, span)
    }
}
