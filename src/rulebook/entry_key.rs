//! Under which key an entry of a block is found again by one that amends it: its label, its name, or its keyword; and
//! which names of it can be taken out one by one.

use crate::syntax::ast::{self, CheckEntry, EveryEntry, PhaseEntry, ReactionEntry, ScenarioEntry};

/// Before the text of a sentence.
pub(super) const SAYS: &str = "says ";

fn labelled(word: &str, notes: &ast::Notes) -> String {
    notes.title.as_ref().map_or(word.to_string(), |title| format!("{word} {}", title.text))
}

/// Several sentences are told apart by their texts.
fn says_key(text: &ast::TextDecl) -> String {
    format!("{SAYS}{}", text.text)
}

pub(super) fn action_key(entry: &ast::ActionEntry) -> String {
    use ast::ActionEntry as E;
    match entry {
        E::By(_) => "by".to_string(),
        E::Takes(_) => "takes".to_string(),
        E::Says(text) => says_key(text),
        E::Check(..) => "check".to_string(),
        E::Phase(_) => "phase".to_string(),
        E::CountsAs(_) => "counts as".to_string(),
        E::Require(_, notes) => labelled("require", notes),
        E::Spends(_, track) => format!("spends {}", track.text),
        E::Does(_) => "does".to_string(),
        E::Script(_) => "script".to_string(),
        E::Note(_) => "note".to_string(),
    }
}

pub(super) fn reaction_key(entry: &ReactionEntry) -> String {
    match entry {
        ReactionEntry::On { .. } => "on",
        ReactionEntry::When(_) => "when",
        ReactionEntry::Does(_) => "does",
        ReactionEntry::Script(_) => "script",
        ReactionEntry::Note(_) => "note",
    }
    .to_string()
}

pub(super) fn every_key(entry: &EveryEntry) -> String {
    match entry {
        EveryEntry::Require(_, notes) => labelled("require", notes),
        EveryEntry::Does(_) => "does".to_string(),
        EveryEntry::Check(entry) => check_key(entry),
        EveryEntry::CountsAs(_) => "counts as".to_string(),
        EveryEntry::Note(_) => "note".to_string(),
    }
}

pub(super) fn phase_key(entry: &PhaseEntry) -> String {
    match entry {
        PhaseEntry::Does(_) => "does",
        PhaseEntry::Script(_) => "script",
        PhaseEntry::BySide | PhaseEntry::ByValue { .. } | PhaseEntry::Together => "by",
        PhaseEntry::Declared(_) => "declared",
        PhaseEntry::EachFigure => "each figure",
        PhaseEntry::ActingSide => "acting side",
        PhaseEntry::Orders(_) => "orders",
        PhaseEntry::Actions(_) => "actions",
        PhaseEntry::Note(_) => "note",
    }
    .to_string()
}

pub(super) fn condition_key(entry: &ast::ConditionEntry) -> String {
    use ast::ConditionEntry as E;
    match entry {
        E::Lasts(_) => "lasts".to_string(),
        E::Stacks(_) => "stacks".to_string(),
        E::Forbids(_, notes) => labelled("forbids", notes),
        E::ForbidsAll(_, notes) => labelled("forbids all", notes),
        E::Removes => "removes".to_string(),
        E::Hides => "hides".to_string(),
        E::Note(_) => "note".to_string(),
    }
}

pub(super) fn question_key(entry: &ast::QuestionEntry) -> String {
    use ast::QuestionEntry as E;
    match entry {
        E::Gives(_) => "gives".to_string(),
        E::Choices(_) => "choices".to_string(),
        E::Default(_) => "default".to_string(),
        E::Note(_) => "note".to_string(),
    }
}

/// What is said is told apart by its first text.
pub(super) fn wording_key(wording: &ast::WordingDecl) -> String {
    wording.said.first().map_or(String::new(), |said| said.text.clone())
}

pub(super) fn scenario_key(entry: &ScenarioEntry) -> String {
    match entry {
        ScenarioEntry::Map(_) => "map".to_string(),
        ScenarioEntry::With(option, _) => format!("with {}", option.text),
        ScenarioEntry::Limit(_) => "limit".to_string(),
        ScenarioEntry::Side(side) => format!("side {}", side.name.text),
        ScenarioEntry::Start(_) => "start".to_string(),
        ScenarioEntry::StartDoes(_) => "start does".to_string(),
        ScenarioEntry::WinsWhen(side, _, notes) => labelled(&format!("wins {}", side.text), notes),
        ScenarioEntry::LastStanding => "wins last".to_string(),
        ScenarioEntry::Note(_) => "note".to_string(),
    }
}

pub(super) fn check_key(entry: &CheckEntry) -> String {
    match entry {
        CheckEntry::Reads(_) => "reads".to_string(),
        CheckEntry::Says(text) => says_key(text),
        CheckEntry::Roll(_) => "roll".to_string(),
        CheckEntry::AtMost(..) | CheckEntry::AtLeast(..) => "at most".to_string(),
        CheckEntry::Opposed(_) => "opposed".to_string(),
        CheckEntry::Plus(modifier) => labelled("plus", &modifier.notes),
        CheckEntry::Cards(_) => "cards".to_string(),
        CheckEntry::Impossible(_, notes) => labelled("impossible", notes),
        CheckEntry::Inverts(_) => "inverts".to_string(),
        CheckEntry::Ignores(_) => "ignores".to_string(),
        CheckEntry::CountsAs(_) => "counts as".to_string(),
        CheckEntry::Results(shape, when, _) => {
            let shape = shape.map_or(String::new(), |shape| format!(" {shape}"));
            format!("results{shape}{}", if when.is_some() { " when" } else { "" })
        }
    }
}

/// The names in a list entry of a check, which `remove` takes out one by one.
pub(super) fn check_list(entry: &mut CheckEntry) -> Option<&mut Vec<ast::Name>> {
    match entry {
        CheckEntry::Reads(names)
        | CheckEntry::Cards(names)
        | CheckEntry::Inverts(names)
        | CheckEntry::Ignores(names)
        | CheckEntry::CountsAs(names) => Some(names),
        _ => None,
    }
}

/// The same of a line that checks share.
pub(super) fn shared_list(entry: &mut EveryEntry) -> Option<&mut Vec<ast::Name>> {
    match entry {
        EveryEntry::Check(entry) => check_list(entry),
        EveryEntry::CountsAs(names) => Some(names),
        EveryEntry::Require(..) | EveryEntry::Does(_) | EveryEntry::Note(_) => None,
    }
}
