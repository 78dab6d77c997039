//! What is said while a line waits for dice of the real table and is no dice: a fight is saved or loaded, somebody is put
//! elsewhere, something is looked up. The question stays, or is put again by how things are then.

use super::Response;
use super::fight;
use super::session::{Session, Waiting};

/// What such a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AmidDice {
    /// It changes nothing of the fight.
    Aside,
    /// It changes something by hand, which the line that waits then finds so.
    ByHand,
    /// It goes on with another fight.
    Another,
}

/// Commands that change nothing.
const ASIDE: [&str; 12] =
    ["save", "save!", "show", "why", "odds", "worth", "cards", "orders", "turn", "options", "help", "look"];
/// Commands by which those at the table change something of the fight.
const BY_HAND: [&str; 10] =
    ["put", "face", "rename", "remove", "new", "interchange", "relate", "release", "give", "drop"];
/// Commands that go on with another fight.
const ANOTHER: [&str; 2] = ["load", "load!"];

/// What a line does that is no dice; none if it can only be meant as dice, or is none of these.
pub(super) fn kind(session: &mut Session, line: &str) -> Option<AmidDice> {
    let line = line.trim();
    let word = line.split_whitespace().next()?;
    if ASIDE.contains(&word) {
        return Some(AmidDice::Aside);
    }
    if ANOTHER.contains(&word) {
        return Some(AmidDice::Another);
    }
    let mut is_said = || {
        let says = session.look(line, |step| Ok(fight::said(step, line).is_ok_and(|tweaks| !tweaks.is_empty())));
        word.starts_with(|c: char| !c.is_ascii_digit()) && says.unwrap_or(false)
    };
    (BY_HAND.contains(&word) || is_said()).then_some(AmidDice::ByHand)
}

impl Session {
    /// Answers a line while another waits for dice.
    pub(super) fn amid_dice(&mut self, waiting: Waiting, kind: AmidDice, line: &str) -> Response {
        let told = self.table.told;
        let is_kept = kind == AmidDice::Aside;
        let mut waiting = Some(waiting);
        if is_kept {
            self.waiting = waiting.take();
        }
        let mut answer = match self.strictly(line.to_string(), Vec::new(), false, 0) {
            Ok(answer) => answer,
            Err(wrong) => {
                self.waiting = self.waiting.take().or(waiting);
                return Response::wrong(wrong);
            }
        };
        let Some(waiting) = waiting.take() else { return answer };
        match kind {
            AmidDice::Aside => {}
            AmidDice::Another => self.take_up_waiting(&mut answer),
            AmidDice::ByHand => {
                // What has happened by hand stands before what the line that waits has told.
                let told = waiting.told + self.table.told.saturating_sub(told);
                self.say_waiting((waiting.line, waiting.dice, waiting.by_sum), told, &mut answer);
            }
        }
        answer
    }

    /// Puts the question for dice again that stood in a fight which was just loaded.
    pub(super) fn take_up_waiting(&mut self, answer: &mut Response) {
        if let Some(left) = self.left_waiting.take().filter(|_| answer.is_good()) {
            self.say_waiting((left.line, left.dice, left.by_sum), 0, answer);
        }
    }

    fn say_waiting(&mut self, (line, dice, by_sum): (String, Vec<u16>, bool), told: usize, answer: &mut Response) {
        let question = self.question();
        if let Some(text) = answer.text.strip_suffix(question.as_str()) {
            answer.text.truncate(text.len());
        }
        match self.strictly(line, dice, by_sum, told) {
            Ok(again) => answer.text += &again.text,
            // As things are now the line cannot be: it is told, and nothing waits for dice.
            Err(wrong) => answer.diagnostics.extend(wrong),
        }
    }
}
