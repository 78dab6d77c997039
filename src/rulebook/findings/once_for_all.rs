//! What is barred once it was done, and never set free again: a note that is only set, a condition that nothing ends.

use super::{Examiner, Finding};
use crate::rulebook::show::as_written;
use crate::rulebook::told::each_line;
use crate::rulebook::{Act, Action, Binary, Expr, Head, Label, LinePlace, Node, Step, Type};
use crate::value::{AttributeId, Clock, ConditionId, Number, Value};

/// A reason that says one of these means the whole game.
pub(super) const FOR_ALL: [&str; 7] = ["game", "fight", "battle", "scenario", "ever", "for good", "life"];

impl Examiner<'_> {
    pub(super) fn once_for_all(&mut self) {
        let book = self.book;
        for action in book.actions.iter().filter(|action| action.head.pack == book.pack.head.name) {
            for (when, label) in &action.requires {
                self.required_free(action, when, label);
            }
        }
    }

    /// `require not actor.warded "he has warded off already"`.
    fn required_free(&mut self, action: &Action, when: &Expr, label: &Label) {
        let reason = label.text.to_lowercase();
        if FOR_ALL.iter().any(|word| reason.contains(word)) {
            return;
        }
        match &when.node {
            Node::Not(inner) => match &inner.node {
                Node::Attribute(_, note) => self.note_free(action, *note),
                Node::HasCondition(_, condition) => self.condition_free(action, *condition),
                _ => {}
            },
            Node::Binary(Binary::Less | Binary::LessOrEqual, counted, _) => {
                if let Node::Attribute(_, note) = &counted.node {
                    self.count_free(action, *note);
                }
            }
            _ => {}
        }
    }

    /// `require actor.shots < 2`, where `shots` is only counted up.
    fn count_free(&mut self, action: &Action, id: AttributeId) {
        let note = &self.book.attributes[id.index()];
        let is_kept = note.resets.as_ref().is_some_and(Vec::is_empty) && matches!(note.r#type, Type::Number(_));
        if !is_kept || !self.is_of_lines_alone(&note.head) {
            return;
        }
        let (mut is_counted, mut is_freed) = (false, false);
        let is_it = |place: &LinePlace| matches!(place, LinePlace::Note(_, other) if *other == id);
        each_line(self.book, &mut |line| match &line.act {
            Act::Change(place, by) if is_it(place) => match by.as_number() {
                Some(by) if by > Number::ZERO => is_counted = true,
                _ => is_freed = true,
            },
            Act::Set(place, _) if is_it(place) => is_freed = true,
            Act::Amount(amount) => {
                let places = amount.steps.iter().filter_map(|step| match &step.step {
                    Step::Into(place) | Step::OutOf(place) => Some(place),
                    _ => None,
                });
                is_freed |= places.into_iter().any(is_it);
            }
            _ => {}
        });
        if is_counted && !is_freed {
            let name = as_written(&note.head.name);
            let help = format!("write `note {name} number resets each turn to 0`, if it is counted for a turn");
            self.bars_for_good(action, &note.head, "counted up, and never set back", help);
        }
    }

    fn note_free(&mut self, action: &Action, id: AttributeId) {
        let note = &self.book.attributes[id.index()];
        let is_kept = note.resets.as_ref().is_some_and(Vec::is_empty) && note.r#type == Type::Truth;
        if !is_kept || !self.is_of_lines_alone(&note.head) {
            return;
        }
        let (mut is_set, mut is_freed) = (false, false);
        each_line(self.book, &mut |line| {
            if let Act::Set(LinePlace::Note(_, set), to) = &line.act
                && *set == id
            {
                match to.node {
                    Node::Const(Value::Truth(true)) => is_set = true,
                    _ => is_freed = true,
                }
            }
        });
        if is_set && !is_freed {
            let name = as_written(&note.head.name);
            let help = format!("write `note {name} truth resets each turn to false`, if it is to hold for a turn");
            self.bars_for_good(action, &note.head, "set, and never set back", help);
        }
    }

    fn condition_free(&mut self, action: &Action, id: ConditionId) {
        let condition = &self.book.conditions[id.index()];
        let is_kept = condition.lasts == Clock::UntilTreated && !condition.removes;
        if !is_kept || !self.is_of_lines_alone(&condition.head) {
            return;
        }
        let (mut is_gained, mut is_lost) = (false, false);
        each_line(self.book, &mut |line| match &line.act {
            Act::Gain(_, gained, lasting) if *gained == id => {
                is_gained |= lasting.is_none();
                is_lost |= lasting.is_some();
            }
            Act::Lose(_, lost) if *lost == id => is_lost = true,
            _ => {}
        });
        if is_gained && !is_lost {
            let name = as_written(&condition.head.name);
            let help = format!("say how long it lasts, `lasts until end of turn`; or let a line end it: `lose {name}`");
            self.bars_for_good(action, &condition.head, "gained, and nothing ends it", help);
        }
    }

    /// Whether something is of this pack and named in no script, which may set it free.
    pub(super) fn is_of_lines_alone(&self, head: &Head) -> bool {
        self.is_own(head) && !self.words.contains(&*head.name)
    }

    fn bars_for_good(&mut self, action: &Action, what: &Head, label: &str, help: String) {
        let (action, name) = (action.head.name.to_string(), as_written(&what.name).to_string());
        let help = format!("{help}; if once a game is meant, say so in the reason: `require … \"once a game\"`");
        self.report(Finding::OnceForAll { action, what: name }, what.span, label, help);
    }
}
