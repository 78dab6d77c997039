//! Names of the rules that are given to functions: of which sort each must be.

use super::expression::text_of;
use super::script_type::ScriptType;
use super::{Judge, range};
use crate::diag::did_you_mean;
use crate::rulebook::{OwnerDecl, Sort};
use crate::script::{ApiRow, Call};
use full_moon::ast::{Expression, Field};

impl<'a> Judge<'a> {
    /// Judges the names among the arguments of a call.
    pub(super) fn names(&mut self, row: &ApiRow, given: &[&Expression]) {
        let Some(call) = row.call else { return };
        let text = |at: usize| given.get(at).and_then(|one| Some((text_of(one)?, range(*one))));
        match call {
            Call::FigureIs => self.one(text(0), |judge, name| judge.is_word(name), "condition or state"),
            Call::FigureChange | Call::FigurePut => self.track(OwnerDecl::Figure, text(0)),
            Call::SideChange | Call::SidePut => self.track(OwnerDecl::Side, text(0)),
            Call::FigureNote | Call::SideNote => self.named(&[Sort::Note], text(0)),
            Call::FigureOdds | Call::FigureNeed => self.named(&[Sort::Check, Sort::Action], text(0)),
            Call::FigureGet => self.named(&[Sort::Track], text(0)),
            Call::FigureLegal | Call::FigureForesee | Call::FigureOrder => self.named(&[Sort::Action], text(0)),
            Call::FigureRelation | Call::FigureRelated | Call::FigureRelate | Call::FigureRelease => {
                self.named(&[Sort::Relation], text(0));
            }
            Call::FigureGain | Call::FigureLose => self.named(&[Sort::Condition], text(0)),
            Call::FigureHold => self.named(&[Sort::Slot], text(0)),
            Call::FigureTake => self.named(&[Sort::Slot], text(1)),
            Call::FigureHas => {
                self.named(&[Sort::Slot], text(0));
                self.named(&[Sort::Item], text(1));
            }
            Call::FigureSet => self.state(text(0), text(1)),
            Call::ThingChange | Call::ThingSet => {
                let is_field = |judge: &Judge, name: &str| judge.property(&ScriptType::Thing(None), name).is_some();
                self.one(text(0), is_field, "field of things");
            }
            Call::PlaySetting => self.named(&[Sort::Setting], text(0)),
            Call::PlayOption => self.named(&[Sort::Option], text(0)),
            Call::PlayTable => self.named(&[Sort::Table], text(0)),
            Call::PlayCheck | Call::PlayReckon => self.named(&[Sort::Check], text(0)),
            Call::PlayFact => self.named(&[Sort::Fact], text(0)),
            Call::PlayThing => self.named(&[Sort::Item], text(0)),
            Call::PlayThings => self.named(&[Sort::Item, Sort::Kind], text(0)),
            Call::PlayChangeCell => self.named(&[Sort::Item], text(1)),
            Call::PlayDeed => self.named(&[Sort::Deed], text(0)),
            Call::PlayOrders => self.listed_actions(given.get(1).copied()),
            _ => {}
        }
    }

    fn one(&mut self, said: Option<(String, (usize, usize))>, is: impl Fn(&Judge, &str) -> bool, sort: &str) {
        let Some((name, at)) = said.filter(|(name, _)| !is(self, name)) else { return };
        let names: Vec<String> = match sort {
            "field of things" => self.member_names(&ScriptType::Thing(None)),
            _ => self.words(),
        };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let help = did_you_mean(&name, names.iter().copied(), &crate::diag::listed(&names));
        self.unknown_name(at, sort, &name, help);
    }

    /// Conditions, and the words of states.
    fn words(&self) -> Vec<String> {
        let states = self.book.states.iter().flat_map(|state| &self.book.sets[state.set.index()].words);
        let states = states.map(|head| head.name.to_string());
        self.book.names.visible(Sort::Condition).map(str::to_string).chain(states).collect()
    }

    fn is_word(&self, name: &str) -> bool {
        self.words().iter().any(|word| word == name)
    }

    /// A name that must be declared as one of these sorts.
    pub(super) fn named(&mut self, sorts: &[Sort], said: Option<(String, (usize, usize))>) {
        let Some((name, at)) = said else { return };
        if sorts.iter().any(|sort| self.book.names.find(*sort, &name).is_some()) {
            return;
        }
        let names: Vec<&str> = sorts.iter().flat_map(|sort| self.book.names.visible(*sort)).collect();
        let words: Vec<&str> = sorts.iter().map(|sort| sort.words()).collect();
        let words = words.join(" or ");
        // What it is instead, if it is anything.
        let other = Sort::ALL.into_iter().find(|sort| self.book.names.find(*sort, &name).is_some());
        let otherwise = match (other, names.is_empty()) {
            (Some(sort), _) => {
                let (article, of) = (crate::diag::article(sort.words()), sort.words());
                format!("`{name}` is {article} {of}, not {} {words}", crate::diag::article(&words))
            }
            (None, true) => format!("the rules declare no {words}"),
            (None, false) => crate::diag::listed(&names),
        };
        let help = did_you_mean(&name, names.iter().copied(), &otherwise);
        self.unknown_name(at, &words, &name, help);
    }

    /// A track, or a note that is a number.
    fn track(&mut self, owner: OwnerDecl, said: Option<(String, (usize, usize))>) {
        let Some((name, at)) = said else { return };
        let book = self.book;
        let tracks = book.tracks.iter().filter(|one| one.owner == owner).map(|one| &one.head.name);
        let notes = book.attributes.iter().filter(|one| one.owner == owner && one.is_note()).map(|one| &one.head.name);
        let names: Vec<&str> = tracks.chain(notes).map(|name| &**name).collect();
        if names.contains(&&*name) {
            return;
        }
        let otherwise = match book.names.find(Sort::Attribute, &name) {
            Some(_) => format!("`{name}` is an attribute, which does not change in play"),
            None if names.is_empty() => "the rules declare no track".to_string(),
            None => crate::diag::listed(&names),
        };
        let help = did_you_mean(&name, names.iter().copied(), &otherwise);
        self.unknown_name(at, "track", &name, help);
    }

    fn state(&mut self, state: Option<(String, (usize, usize))>, word: Option<(String, (usize, usize))>) {
        let Some((name, at)) = state else { return };
        match self.book.names.find(Sort::State, &name) {
            None => self.named(&[Sort::State], Some((name, at))),
            Some(at) => {
                let set = self.book.states[usize::from(at)].set;
                word.into_iter().for_each(|(word, at)| self.word_of(&ScriptType::Word(set), &word, at));
            }
        }
    }

    /// `play:orders(me, { "strike", "walk" })`.
    fn listed_actions(&mut self, list: Option<&Expression>) {
        let Some(Expression::TableConstructor(table)) = list else { return };
        for field in table.fields() {
            if let Field::NoKey(value) = field
                && let Some(name) = text_of(value)
            {
                self.named(&[Sort::Action], Some((name, range(value))));
            }
        }
    }
}
