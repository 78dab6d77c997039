//! Somebody by how far he stands: `the nearest guard` by his name.

use super::hear::{Hearing, Understanding};
use super::lexicon::Phrase;
use super::listener::Listener;
use super::little::{self, ODDS, is};
use super::meaning::Meant;
use super::slip;
use super::token::{SpokenWord, words};
use crate::query::{Argument, ParsedQuery, Who};
use crate::value::FigureId;

/// Who stands not far.
const NEAR: &str = "{near}";
/// What is done toward somebody says so.
const TOWARD: &str = "{toward}";
/// Who stands far.
const FAR: &str = "{far}";
/// Whoever is on another side, and words for anybody.
pub(super) const ENEMY: &str = "{enemy}";
/// Whoever is on the same side.
pub(super) const ALLY: &str = "{ally}";

impl Listener<'_> {
    /// The foes of somebody, the nearest first.
    pub(super) fn foes_of(&self, who: &Who) -> Vec<String> {
        let Who::Figure(own) = who else { return Vec::new() };
        let (side, from) = (self.state.figure(*own).side, self.state.figure(*own).at);
        let far = |id: &FigureId| {
            let ground = self.rules.ground.as_ref()?;
            Some(ground.plane.steps(from?, self.state.figure(*id).at?))
        };
        let is_foe = |id: &FigureId| !self.state.figure(*id).removed && self.state.figure(*id).side != side;
        let mut foes: Vec<FigureId> = self.state.figure_ids().filter(is_foe).collect();
        foes.sort_by_key(far);
        foes.into_iter().map(|id| self.state.figure(id).name.to_string()).collect()
    }

    /// Those of the side of somebody, but himself.
    pub(super) fn friends_of(&self, who: &Who) -> Vec<String> {
        let Who::Figure(own) = who else { return Vec::new() };
        let side = self.state.figure(*own).side;
        let is_friend = |id: &FigureId| {
            let figure = self.state.figure(*id);
            !figure.removed && figure.side == side && id != own
        };
        self.state.figure_ids().filter(is_friend).map(|id| self.state.figure(id).name.to_string()).collect()
    }
}

impl Hearing<'_> {
    /// Whether a word says how far somebody stands: `nearest`, `farthest`.
    pub(super) fn says_how_far(&self, word: &SpokenWord) -> bool {
        self.is_farthest(word).is_some()
    }

    /// Whether somebody is said to stand farthest rather than nearest, perhaps with a slip; nothing if neither is said.
    fn is_farthest(&self, word: &SpokenWord) -> Option<bool> {
        let is_far =
            |text: &str| if self.is_of(text, NEAR) { Some(false) } else { self.is_of(text, FAR).then_some(true) };
        let slip = || {
            let lexicon = self.listener.lexicon;
            let is_known = lexicon.knows(word) || self.listener.name_words().contains(&word.text);
            let meant = slip::mended(&word.text, lexicon.of_class(NEAR).chain(lexicon.of_class(FAR)));
            meant.filter(|_| word.is_word() && !is_known).and_then(is_far)
        };
        is_far(&word.text).or_else(slip)
    }

    /// The line with the name of the one who is meant by `the nearest guard`; none if nobody is.
    pub(super) fn by_distance(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        let (at, is_far) = spoken.iter().enumerate().find_map(|(at, word)| Some((at, self.is_farthest(word)?)))?;
        let noun = spoken.get(at + 1)?;
        let named = |at: usize| self.listener.named_at(&spoken, at).into_iter().next();
        let (_, actor) = (0..at).find_map(named).map(|(_, name, who)| (name, who)).or_else(|| self.listener.actor())?;
        let found = self.farthest_of(&actor, noun, is_far)?;
        let begins = spoken[..at].iter().rposition(|word| !is(&word.text, little::ARTICLES)).map_or(0, |last| last + 1);
        let from = spoken[begins].at;
        self.attempts.note_stems(spoken[at..at + 2].iter().map(|word| word.stem.clone()));
        let name = &self.listener.state.figure(found).name;
        Some(format!("{}{name}{}", line.get(..from)?, line.get(noun.at + noun.length..)?))
    }

    /// The line with the name of the nearest of those towards whom somebody goes: `toward the raiders`.
    pub(super) fn toward_several(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        let toward = |word: &SpokenWord| is(&word.text, &["toward", "towards"]);
        // `runs at the raiders`: what goes toward somebody.
        let goes_at = |at: usize| {
            let goes = |phrase: &Phrase| match &phrase.meant {
                Meant::Deed(_, with) => phrase.places.len() > 1 && with.iter().any(|clause| clause == TOWARD),
                _ => false,
            };
            let mut phrases =
                at.checked_sub(1).map(|at| self.listener.lexicon.beginning(&spoken[at])).into_iter().flatten();
            spoken[at].text == "at" && phrases.any(goes)
        };
        let at = (0..spoken.len()).find(|at| toward(&spoken[*at]) || goes_at(*at))?;
        let noun = (at + 1..spoken.len()).find(|at| !is(&spoken[*at].text, little::ARTICLES))?;
        if !self.listener.named_at(&spoken, noun).is_empty() {
            return None;
        }
        let (noun, named) = (&spoken[noun], |at: usize| self.listener.named_at(&spoken, at).into_iter().next());
        let (_, actor) = (0..at).find_map(named).map(|(_, name, who)| (name, who)).or_else(|| self.listener.actor())?;
        let name = &self.listener.state.figure(self.farthest_of(&actor, noun, false)?).name;
        let (from, to) = (spoken[at].at + spoken[at].length, noun.at + noun.length);
        Some(format!("{} {name}{}", line.get(..from)?, line.get(to..)?))
    }

    /// Of readings of a question in which nobody is named, and which differ only in the one to whom it is done, that in
    /// which he stands nearest; as it was heard, if there is no such reading.
    pub(super) fn of_the_nearest(&self, line: &str, heard: Understanding) -> Understanding {
        let Understanding::Several(texts) = &heard else { return heard };
        let found = self.asks(line).then(|| self.nearest_reading(line, texts)).flatten();
        found.map_or(heard, Understanding::Line)
    }

    fn nearest_reading(&self, line: &str, texts: &[String]) -> Option<String> {
        let state = self.listener.state;
        let plane = self.listener.rules.ground.as_ref()?.plane;
        if !self.named_in(&self.listener.lexicon.spoken(line)).is_empty() {
            return None;
        }
        let asked = texts.iter().map(|text| self.understood(text.strip_prefix(ODDS).unwrap_or(text)).ok());
        let asked: Vec<ParsedQuery> = asked.collect::<Option<_>>()?;
        let figures = |asked: &ParsedQuery| -> Vec<FigureId> {
            let of = asked.facts.iter().filter_map(|(_, said)| match said {
                Argument::Who(Who::Figure(id)) => Some(*id),
                _ => None,
            });
            of.collect()
        };
        let first = asked.first()?;
        let [actor, ..] = figures(first)[..] else { return None };
        let from = state.figure(actor).at?;
        let mut nearest: Option<(i64, &String)> = None;
        for (text, one) in texts.iter().zip(&asked) {
            let [own, other] = figures(one)[..] else { return None };
            if one.about != first.about || one.facts.len() != first.facts.len() || own != actor {
                return None;
            }
            let steps = plane.steps(from, state.figure(other).at?);
            if nearest.is_none_or(|(least, _)| steps < least) {
                nearest = Some((steps, text));
            }
        }
        nearest.map(|(_, text)| text.clone())
    }

    /// Of those who are called so the one nearest to somebody, or the farthest.
    fn farthest_of(&self, actor: &Who, noun: &SpokenWord, is_far: bool) -> Option<FigureId> {
        let Who::Figure(own) = actor else { return None };
        let state = self.listener.state;
        let plane = self.listener.rules.ground.as_ref()?.plane;
        let from = state.figure(*own).at?;
        let side = state.figure(*own).side;
        let has = |text: &str| words(text).iter().any(|word| word.stem == noun.stem);
        let sheets = &self.listener.book().sheets;
        let is_called = |id: FigureId| {
            let figure = state.figure(id);
            let head = figure.sheet.map(|sheet| &sheets[sheet.index()].head);
            let side = state.side(figure.side);
            has(&side.name) || has(&side.title) || head.is_some_and(|head| has(&head.name) || has(&head.title))
        };
        let is_meant = |id: &FigureId| {
            let figure = state.figure(*id);
            match () {
                () if figure.removed || id == own => false,
                () if self.is_of(&noun.text, ENEMY) => figure.side != side,
                () if self.is_of(&noun.text, ALLY) => figure.side == side,
                () => is_called(*id),
            }
        };
        let near = state.figure_ids().filter(is_meant);
        let near = near.filter_map(|id| Some((plane.steps(from, state.figure(id).at?), id)));
        let found = if is_far { near.max_by_key(|(steps, _)| *steps) } else { near.min_by_key(|(steps, _)| *steps) };
        found.map(|(_, id)| id)
    }
}
