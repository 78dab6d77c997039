//! What is done to somebody, said of him: `Zorgo is shot by Bruce`, `Zorgo shot at by Bruce` is `Bruce shot at Zorgo`.

use super::hear::{Hearing, Understanding, understood};
use super::little::{self, is};
use super::token::SpokenWord;

/// Before whoever does it.
const BY: &str = "by";
/// Between the one to whom something is done and the word for it, besides what somebody is.
const UNDERGOING: [&str; 2] = ["gets", "got"];
/// So many words say what is done: `shot at`.
const MOST: usize = 2;

impl Hearing<'_> {
    /// The same with the one first who does it; none where nothing is done to anybody by somebody else.
    pub(super) fn undergone(&self, line: &str) -> Option<Understanding> {
        let spoken = self.listener.lexicon.spoken(line);
        let by = spoken.iter().position(|word| word.text == BY)?;
        // `by the sergeant`
        let bare = |at: usize| at + spoken[at..].iter().take_while(|word| is(&word.text, little::ARTICLES)).count();
        let (first, second) = (bare(0), bare(by + 1));
        let (length, whom, _) = self.listener.named_at(&spoken, first).into_iter().next()?;
        let (behind, who, _) = self.listener.named_at(&spoken, second).into_iter().next()?;
        let undergoes = |word: &&SpokenWord| is(&word.text, little::ARE) || is(&word.text, &UNDERGOING);
        let between = spoken.get(first + length..by)?;
        let done = &between[between.iter().take_while(undergoes).count()..];
        // `moves by Bruce` is done by the one who is named first.
        let typed = |word: &SpokenWord| line.get(word.at..word.at + word.length).unwrap_or_default();
        let is_participle = |word: &SpokenWord| word.is_word() && !typed(word).ends_with('s');
        if who == whom || done.is_empty() || done.len() > MOST || !is_participle(&done[0]) {
            return None;
        }
        let done: Vec<&str> = done.iter().map(typed).collect();
        let last = &spoken[second + behind - 1];
        let rest = line.get(last.at + last.length..)?;
        let turned = format!("{who} {} {whom}{rest}", done.join(" "));
        let heard = understood(self, &turned).ok()?;
        let is_done_to = |text: &String| {
            text.find(who.as_str()).zip(text.find(whom.as_str())).is_some_and(|(first, second)| first < second)
        };
        matches!(&heard, Understanding::Line(text) if is_done_to(text)).then_some(heard)
    }
}
