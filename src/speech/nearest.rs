//! Somebody by how far he stands: `the nearest guard` by his name.

use super::hear::Hearing;
use super::little::{self, is};
use super::token::{SpokenWord, words};
use crate::query::Who;
use crate::value::FigureId;

/// Who stands not far.
const NEAR: [&str; 2] = ["nearest", "closest"];
/// Who stands far.
const FAR: [&str; 3] = ["farthest", "furthest", "remotest"];
/// Whoever is on another side.
const FOES: [&str; 13] = [
    "enemy",
    "enemies",
    "foe",
    "foes",
    "opponent",
    "opponents",
    "target",
    "one",
    "man",
    "guy",
    "hostile",
    "baddie",
    "figure",
];
/// Whoever is on the same side.
const FRIENDS: [&str; 5] = ["friend", "ally", "comrade", "friendly", "teammate"];

impl Hearing<'_> {
    /// The line with the name of the one who is meant by `the nearest guard`; none if nobody is.
    pub(super) fn by_distance(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        let at = spoken.iter().position(|word| is(&word.text, &NEAR) || is(&word.text, &FAR))?;
        let noun = spoken.get(at + 1)?;
        let named = |at: usize| self.listener.named_at(&spoken, at).into_iter().next();
        let (_, actor) = (0..at).find_map(named).map(|(_, name, who)| (name, who)).or_else(|| self.listener.actor())?;
        let found = self.farthest_of(&actor, noun, is(&spoken[at].text, &FAR))?;
        let begins = spoken[..at].iter().rposition(|word| !is(&word.text, little::ARTICLES)).map_or(0, |last| last + 1);
        let from = spoken[begins].at;
        let name = &self.listener.state.figure(found).name;
        Some(format!("{}{name}{}", line.get(..from)?, line.get(noun.at + noun.length..)?))
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
                () if is(&noun.text, &FOES) => figure.side != side,
                () if is(&noun.text, &FRIENDS) => figure.side == side,
                () => is_called(*id),
            }
        };
        let near = state.figure_ids().filter(is_meant);
        let near = near.filter_map(|id| Some((plane.steps(from, state.figure(id).at?), id)));
        let found = if is_far { near.max_by_key(|(steps, _)| *steps) } else { near.min_by_key(|(steps, _)| *steps) };
        found.map(|(_, id)| id)
    }
}
