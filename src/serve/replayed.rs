//! The fight as it was played at this table, as a page that stands alone.

use super::desk::{Desk, PageReply};
use crate::dice::Cancel;
use crate::draw::{self, Eyes, Fight, ReelPart, ReplayWords, reel};
use crate::repl::PlayedFight;
use crate::state::View;

impl Desk {
    /// The fight event by event, in the documented form of a log.
    pub(super) fn log(&mut self, cancel: &Cancel) -> PageReply {
        self.played(cancel).map_or_else(|reply| reply, |fight| PageReply::Html(fight.recorded()))
    }

    fn played(&mut self, cancel: &Cancel) -> Result<PlayedFight, PageReply> {
        match self.session.played_fight(cancel) {
            Ok(fight) => fight.ok_or(PageReply::Unknown),
            Err(wrong) => Err(PageReply::Broken(format!("`{}` comes to something else: {}\n", wrong.line, wrong.why))),
        }
    }

    /// The page to keep or to mail. Nobody waits for games that are played on from it: `fray replay` tells who was likely
    /// to win.
    pub(super) fn replay(&mut self, cancel: &Cancel) -> PageReply {
        let fight = match self.played(cancel) {
            Ok(fight) => fight,
            Err(reply) => return reply,
        };
        let (rules, map) = (self.session.rules(), self.session.map());
        let parts: Vec<ReelPart<'_>> = fight.parts.iter().map(ReelPart::from).collect();
        let reel = reel(rules, map, &parts);
        let begin = &fight.parts[0].begin;
        let view = View::new(rules, if reel.end.figures.len() > begin.figures.len() { &reel.end } else { begin });
        let told = ReplayWords {
            title: &self.session.title(),
            about: fight.about,
            chances: &[],
            games: 0,
            better: None,
            others: &[],
            log: &self.session.saved_text(),
        };
        PageReply::Html(draw::replay(
            Fight { view: &view, beginning: Some(begin), map, asked: None, eyes: Eyes::All },
            &reel,
            &told,
        ))
    }
}
