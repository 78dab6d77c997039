//! What a script is for: who calls it, and with what.

use super::script_type::ScriptType;
use crate::rulebook::{Act, Line, Rulebook};
use crate::value::{ActionId, ScriptId};

/// How a script is called.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Role {
    /// By nobody in the rules: a library, or what tests perform.
    #[default]
    Library,
    /// For an action: the one who acts, the order, the play.
    Action(Option<ActionId>),
    /// For a phase or a start: the play.
    Phase,
    /// For a reaction: the one who reacts, who caused it, the play.
    Reaction,
    /// For a figure that decides: the figure, the play, the question.
    Controller,
    /// In two ways that give it different things: each in words, and how a function for it is written.
    Mixed([(&'static str, &'static str); 2]),
    /// From lines.
    Several,
}

impl Role {
    /// What it is given, if that is certain.
    pub(super) fn parameters(self) -> &'static [ScriptType] {
        const ACTION: &[ScriptType] = &[ScriptType::Figure, ScriptType::Order(None), ScriptType::Play];
        const REACTION: &[ScriptType] = &[ScriptType::Figure, ScriptType::Figure, ScriptType::Play];
        const CONTROLLER: &[ScriptType] = &[ScriptType::Figure, ScriptType::Play, ScriptType::Question];
        match self {
            Role::Action(_) => ACTION,
            Role::Phase => &[ScriptType::Play],
            Role::Reaction => REACTION,
            Role::Controller => CONTROLLER,
            Role::Library | Role::Mixed(_) | Role::Several => &[],
        }
    }

    /// How its function is written.
    pub(super) fn signature(self) -> &'static str {
        match self {
            Role::Action(_) => "function(actor: Figure, order: Order, play: Play)",
            Role::Phase => "function(play: Play)",
            Role::Reaction => "function(actor: Figure, other: Figure, play: Play)",
            Role::Controller => "function(me: Figure, play: Play, question: Question): (any, string?)",
            Role::Library | Role::Mixed(_) | Role::Several => "function(…)",
        }
    }

    /// Who calls it, in words.
    fn caller(self) -> Option<&'static str> {
        match self {
            Role::Action(_) => Some("an action"),
            Role::Phase => Some("a phase"),
            Role::Reaction => Some("a reaction"),
            Role::Controller => Some("a figure that decides"),
            Role::Library | Role::Mixed(_) | Role::Several => None,
        }
    }

    fn and(self, other: Role) -> Role {
        match (self, other) {
            (Role::Library, other) => other,
            (Role::Action(_), Role::Action(_)) => Role::Action(None),
            (one, other) if one == other => one,
            (Role::Mixed(_), _) => self,
            _ => match (self.caller(), other.caller()) {
                (Some(one), Some(two)) => Role::Mixed([(one, self.signature()), (two, other.signature())]),
                _ => Role::Several,
            },
        }
    }
}

/// The role of every script, in the order of their ids.
pub(super) fn roles(book: &Rulebook) -> Vec<Role> {
    let mut roles = vec![Role::Library; book.scripts.len()];
    let mut note = |script: Option<ScriptId>, role: Role| {
        if let Some(place) = script.and_then(|script| roles.get_mut(script.index())) {
            *place = place.and(role);
        }
    };
    for (at, action) in book.actions.iter().enumerate() {
        note(action.script, Role::Action(Some(ActionId(at as u16))));
    }
    for phase in &book.turn.phases {
        note(phase.script, Role::Phase);
    }
    for reaction in &book.reactions {
        note(reaction.script, Role::Reaction);
    }
    for scenario in &book.scenarios {
        note(scenario.start, Role::Phase);
        for side in &scenario.sides {
            note(side.plays, Role::Controller);
            side.figures.iter().for_each(|placed| note(placed.plays, Role::Controller));
        }
    }
    let lines = book.actions.iter().flat_map(|action| action.first.iter().chain(&action.does));
    let lines = lines.chain(book.deeds.iter().flat_map(|deed| &deed.lines));
    let lines = lines.chain(book.reactions.iter().flat_map(|reaction| &reaction.does));
    let lines = lines.chain(book.turn.phases.iter().flat_map(|phase| &phase.does));
    let lines = lines.chain(book.scenarios.iter().flat_map(|scenario| &scenario.does));
    for line in lines {
        line.walk(&mut |line: &Line| {
            if let Act::Script(script) = &line.act {
                note(Some(*script), Role::Several);
            }
        });
    }
    roles
}
