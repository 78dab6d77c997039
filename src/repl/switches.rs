//! What an option switches: the declarations that hold by one of its readings alone, and what stands there otherwise.

use super::browse::{RuleEntry, RuleIndex, RuleKey};
use crate::rulebook::{Named, OptionChoice, Sort};

/// Lines that are shown of what stands there otherwise.
const MOST_OTHERWISE: usize = 6;

/// One reading of an option, and what holds by it.
pub(crate) struct OptionReading {
    pub name: String,
    pub title: String,
    /// Whether it is the one in force.
    pub is_chosen: bool,
    pub rules: Vec<SwitchedRule>,
}

/// A declaration as it is by one reading.
pub(crate) struct SwitchedRule {
    /// What it is laid over, or itself.
    pub key: Option<RuleKey>,
    pub title: String,
    pub text: String,
    /// Whether it stands so where no reading says otherwise.
    pub is_usual: bool,
}

impl RuleIndex {
    /// The readings of an option, each with what it changes; nothing of any other declaration.
    pub(crate) fn readings(&self, entry: &RuleEntry) -> Vec<OptionReading> {
        let Named::Declared(Sort::Option, at) = entry.named else { return Vec::new() };
        let option = &self.book.options[usize::from(at)];
        let mut readings: Vec<OptionReading> = match option.readings {
            Some(set) => {
                let words = self.book.sets[set.index()].words.iter().enumerate();
                let is_chosen =
                    |at: usize| matches!(option.chosen, OptionChoice::Reading(word) if usize::from(word.at) == at);
                words.map(|(at, word)| reading(&word.name, &word.title, is_chosen(at))).collect()
            }
            None => {
                let is_on = matches!(option.chosen, OptionChoice::On(true));
                vec![reading("on", "it is played with", is_on), reading("off", "it is played without", !is_on)]
            }
        };
        let mut usual: Vec<SwitchedRule> = Vec::new();
        for block in self.when.iter().filter(|block| self.words_of(block.condition).any(|word| word == entry.key.name))
        {
            let names: Vec<&str> = self.words_of(block.condition).collect();
            let is_off = names.contains(&"not");
            let is_meant = |one: &&mut OptionReading| match (option.readings, one.name.as_str()) {
                (None, name) => (name == "off") == is_off,
                (Some(_), name) => names.contains(&name) != is_off,
            };
            for one in readings.iter_mut().filter(is_meant) {
                one.rules.extend(self.switched(block.span));
            }
            usual.extend(self.otherwise(block.span));
        }
        // Where a reading says nothing of its own, what the others replace holds by it.
        if let Some(silent) = readings.iter_mut().find(|one| one.rules.is_empty()) {
            silent.rules = usual;
        }
        readings
    }

    /// The declarations of a block.
    fn switched(&self, block: crate::text::Span) -> Vec<SwitchedRule> {
        let inner = self.within(block).map(|one| {
            let of = one.names.first().and_then(|(_, at)| self.entry_at(*at));
            SwitchedRule {
                key: of.map(|of| of.key.clone()),
                title: of.map_or(String::new(), |of| of.title.clone()),
                text: self.text(one.span).to_string(),
                is_usual: false,
            }
        });
        inner.collect()
    }

    /// The lines of the declarations themselves that a block speaks of by their labels.
    fn otherwise(&self, block: crate::text::Span) -> Vec<SwitchedRule> {
        let mut found = Vec::new();
        for one in self.within(block) {
            let Some(of) = one.names.first().and_then(|(_, at)| self.entry_at(*at)) else { continue };
            let text = self.text(one.span);
            let labels: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
            let own = self.spans(of).into_iter().filter(|span| !self.when.iter().any(|when| when.holds(*span)));
            let lines = own.flat_map(|span| self.text(span).lines());
            let is_named = |line: &&str| labels.iter().any(|label| line.contains(&format!("\"{label}\"")));
            let lines: Vec<&str> = lines.filter(is_named).map(str::trim).take(MOST_OTHERWISE).collect();
            if !lines.is_empty() {
                let (key, title) = (Some(of.key.clone()), of.title.clone());
                found.push(SwitchedRule { key, title, text: lines.join("\n"), is_usual: true });
            }
        }
        found
    }
}

fn reading(name: &str, title: &str, is_chosen: bool) -> OptionReading {
    OptionReading { name: name.to_string(), title: title.to_string(), is_chosen, rules: Vec::new() }
}
