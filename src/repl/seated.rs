//! What somebody may say who sits at one side of the table: orders of its own figures when they are asked, and nothing
//! else that the prompt understands.

use super::answer::LineStop;
use super::news::{NewsHearing, ToldCourse, ToldSentence};
use super::pending::Demand;
use super::session::{LineStep, Session};
use super::{Response, dispatch, ordered, sentence};
use crate::value::{FigureId, SideId};

impl Session {
    /// From now on what happens is told sentence by sentence.
    pub(crate) fn tell_all(&mut self) {
        self.news.hearing = self.news.hearing.max(NewsHearing::All);
    }

    /// From now on what happens is told to each side by itself, too.
    pub(crate) fn share(&mut self) {
        self.news.hearing = NewsHearing::Sides;
    }

    /// What a side has heard of the last line; what everybody has, without one.
    pub(crate) fn news_of(&self, side: Option<&str>) -> Vec<ToldSentence> {
        self.news.of(side)
    }

    /// What the last line has made happen, event by event.
    pub(crate) fn take_course(&mut self) -> Option<ToldCourse> {
        self.news.course.take()
    }

    /// The side of that name.
    pub(crate) fn side_named(&self, name: &str) -> Option<SideId> {
        let state = self.table.now();
        state.side_ids().find(|id| *state.side(*id).name == *name)
    }

    /// Whose decision is waited for.
    pub(crate) fn asked_side(&self) -> Option<SideId> {
        let pending = self.table.pending.as_ref()?;
        Some(pending.state.figure(pending.figure).side)
    }

    /// Whether dice of the real table are waited for.
    pub(crate) fn wants_dice(&self) -> bool {
        self.waiting.is_some()
    }

    /// Answers a line of one who sits at a side: a pass, the number of a choice, an order of the figure that is asked;
    /// none if it is not asked.
    pub(crate) fn enter_of(&mut self, side: SideId, line: &str) -> Option<Response> {
        if self.wants_dice() || self.asked_side() != Some(side) {
            return None;
        }
        let pending = self.table.pending.clone()?;
        let is_right = match &pending.demand {
            Demand::Choice(choice) => {
                Ok(line.parse::<usize>().is_ok_and(|number| (1..=choice.offers.len()).contains(&number)))
            }
            Demand::Order(_) if line == "next" => Ok(true),
            Demand::Order(_) => self.look(line, |step| Ok(actor(step, line)? == Some(pending.figure))),
        };
        Some(match is_right {
            Ok(true) => self.enter_as_it_stands(line),
            Ok(false) => Response::wrong(vec![Box::new(self.no_order(line, pending.figure))]),
            Err(wrong) => Response::wrong(wrong),
        })
    }

    /// Answers dice of the real table; none if nobody waits for them.
    pub(crate) fn enter_dice(&mut self, line: &str) -> Option<Response> {
        self.wants_dice().then(|| self.enter_by(line, |session| session.thrown_as_it_stands(line)))
    }

    /// Whether a sentence says what a figure of a side would do.
    pub(crate) fn is_deed_of(&mut self, side: SideId, line: &str) -> bool {
        let acts = self.look(line, |step| actor(step, line));
        acts.is_ok_and(|actor| actor.is_some_and(|id| self.fight().figure(id).side == side))
    }

    /// A line as it stands: nothing else is heard in it.
    fn enter_as_it_stands(&mut self, line: &str) -> Response {
        self.enter_by(line, |session| {
            session.readings.clear();
            session.strictly(line.to_string(), Vec::new(), false, 0).unwrap_or_else(Response::wrong)
        })
    }

    fn no_order(&self, line: &str, asked: FigureId) -> super::ReplError {
        let who = &self.table.now().figure(asked).name;
        let what = format!("this is no order of {who}");
        super::error::TypedLine(line).nothing(
            line,
            &what,
            "not from this seat",
            "choose one of the orders that are shown",
        )
    }
}

/// Who acts in a line that can be nothing but a sentence.
fn actor(step: &mut LineStep<'_>, line: &str) -> Result<Option<FigureId>, LineStop> {
    if !dispatch::is_sentence(step, line) {
        return Ok(None);
    }
    let asked = sentence::this_or_last(step, line)?;
    ordered::actor(step, &asked)
}
