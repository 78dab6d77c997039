//! How many there are of what was counted last: `loses 7 hit points`, and `how many does he have left?`.

use super::hear::{DEEPEST, Hearing, Understanding};
use super::little::{self, is};
use super::token::SpokenWord;

/// Before what is counted.
const HOW: &str = "how";
const MANY: [&str; 2] = ["many", "much"];
/// With what such a question ends.
const ENDS: [&str; 5] = ["left", "have", "has", "got", "remaining"];
/// What stands behind it where it is not said what.
const ASKS: [&str; 9] = ["does", "do", "has", "have", "is", "are", "will", "did", "had"];

impl Hearing<'_> {
    /// A question how many somebody has, asked of what the line before counts.
    pub(super) fn of_what_was_counted(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let asks =
            |three: &[SpokenWord]| three[0].text == HOW && is(&three[1].text, &MANY) && is(&three[2].text, &ASKS);
        spoken.last().filter(|word| is(&word.text, &ENDS))?;
        let at = spoken.windows(3).position(asks)?;
        let behind = spoken[at + 1].at + spoken[at + 1].length;
        let counted = self.counted_last()?;
        self.line(&format!("{} {counted}{}", line.get(..behind)?, line.get(behind..)?), DEEPEST).ok()
    }

    /// What stands behind the only number of the line before.
    fn counted_last(&self) -> Option<&str> {
        let typed = self.listener.typed?;
        let spoken = self.listener.lexicon.spoken(typed);
        let [at] = self.numbers_in(&spoken)[..] else { return None };
        let is_noun = |word: &&SpokenWord| word.is_word() && !little::is_little(&word.text);
        let last = spoken[at + 1..].iter().take_while(is_noun).last()?;
        typed.get(spoken[at + 1].at..last.at + last.length)
    }
}
