//! Dice of the real table that were shown stay: a line that was taken back or given up, and is said again, takes them.

use super::Response;
use super::line_made::SaidAgain;
use super::overrule::asked;
use super::session::{Session, ShownDice, Waiting};
use super::table::SessionState;
use super::table_dice::fits;
use crate::diag::Diagnostics;

/// Lines of which they are kept.
const MOST_LINES: usize = 100;

impl Session {
    /// A line is given up that waits for dice: those that were given for it stay.
    pub(super) fn cancelled(&mut self, waiting: Waiting) -> Response {
        if waiting.dice.is_empty() {
            return Response::of("not rolled");
        }
        let shown = ShownDice { line: waiting.line.trim().into(), asked: asked(&self.table), dice: waiting.dice };
        let told = format!("not rolled; {} stay for `{}` if it is said again\n", in_words(&shown.dice), shown.line);
        self.keep_shown(shown);
        Response::of(told)
    }

    /// A table was taken back: the dice that were shown for the line that had made it.
    pub(super) fn taken_back(&mut self, undone: &SessionState) {
        for said in undone.made.said.iter().rev() {
            let fell = said.fell.iter().filter(|fell| fell.by_hand);
            let dice: Vec<u16> = fell.flat_map(|fell| fell.shown.iter().copied()).collect();
            if !dice.is_empty() {
                self.keep_shown(ShownDice { line: said.line.trim().into(), asked: said.asked.clone(), dice });
            }
        }
    }

    fn keep_shown(&mut self, shown: ShownDice) {
        self.shown.retain(|other| other.line != shown.line || other.asked != shown.asked);
        self.shown.insert(0, shown);
        self.shown.truncate(MOST_LINES);
    }

    /// The dice that were shown for what a line asks for now.
    pub(super) fn shown_before(&self, waiting: &Waiting) -> Option<Vec<u16>> {
        let is_it = |shown: &&ShownDice| *shown.line == *waiting.line.trim() && shown.asked == asked(&self.table);
        let shown = self.shown.iter().find(is_it)?;
        let count = waiting.wanted.formula.count() as usize;
        let dice = shown.dice.strip_prefix(waiting.dice.as_slice())?.get(..count)?;
        (count > 0 && fits(&waiting.wanted.formula, dice)).then(|| dice.to_vec())
    }

    /// Goes on with a line by dice that were shown before.
    pub(super) fn thrown_before(
        &mut self,
        waiting: Waiting,
        shown: Vec<u16>,
        text: &str,
    ) -> Result<Response, Diagnostics> {
        let Waiting { line, mut dice, by_sum, wanted, told } = waiting;
        let note = format!("{} {} as shown before; `overrule dice` corrects it\n", wanted.question(), in_words(&shown));
        dice.extend(shown);
        let mut answer = self.strictly(line, dice, by_sum, told)?;
        answer.text = format!("{text}{note}{}", answer.text);
        Ok(answer)
    }

    /// A line has changed the table: its dice have fallen, and those of lines behind it fall if they follow again.
    pub(super) fn forget_shown(&mut self, said: &SaidAgain) {
        let before = self.shown.len();
        self.shown.retain(|shown| *shown.line != *said.line.trim() || shown.asked != said.asked);
        if self.shown.len() == before {
            self.shown.clear();
        }
    }
}

fn in_words(dice: &[u16]) -> String {
    dice.iter().map(u16::to_string).collect::<Vec<String>>().join(" ")
}
