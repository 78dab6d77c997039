//! Lines of shapes of their own, which are known before they are taken apart as sentences: corrections, who joins, what is
//! taken back, what is said of several, against somebody else, or under a condition.

use super::error::SpeechError;
use super::hear::{Hearing, Understanding, understood};

impl Hearing<'_> {
    /// What is meant by a line of a shape of its own; nothing where it is none.
    pub(super) fn by_shape(&self, line: &str) -> Option<Result<Understanding, SpeechError>> {
        if let Some(heard) = self.withdrawn(line) {
            return Some(heard);
        }
        if let Some(heard) = self.undergone(line) {
            return Some(Ok(heard));
        }
        if let Some(heard) = self.doubled(line).and_then(|text| understood(self, &text).ok()) {
            self.note_said_again();
            return Some(Ok(heard));
        }
        if let Some(heard) = self.corrected(line).or_else(|| self.arrival(line)) {
            return Some(Ok(heard));
        }
        if let Some(error) = self.comes_with_what_is_unknown(line) {
            return Some(Err(error));
        }
        if let Some(heard) = self.taken_back(line) {
            return Some(heard);
        }
        let heard = self.with_whom(line).or_else(|| self.of_whom(line)).or_else(|| self.of_either(line));
        let heard = heard.or_else(|| self.versus(line));
        if let Some(error) = heard.is_none().then(|| self.each_at_his_own(line)).flatten() {
            return Some(Err(error));
        }
        let heard = heard.or_else(|| self.target_asked(line)).or_else(|| self.supplied(line));
        let heard = heard.or_else(|| self.contrasted(line)).or_else(|| self.with_its_cause(line));
        heard.or_else(|| self.conditioned(line)).map(Ok)
    }
}
