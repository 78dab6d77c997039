//! What somebody is answered who does not sit in the referee's seat: made from what that seat may know, and nothing else
//! leaves the desk. What is not for a seat is refused, whatever its page asks.

use super::desk::{Desk, KeptMoment, PageQuestion, PageReply, PastLine, WIDTH};
use super::seat::TableSeat;
use crate::diag::Diagnostics;
use crate::draw::{self, Eyes, Fight, SeatLine, SeatPage, SeatQuestion};
use crate::repl::{Awaited, Response, rendered};
use crate::state::View;
use crate::value::{FigureId, SideId};
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What is said of mistakes that are not about the line itself: they may tell of rules and scripts.
const BROKEN: &str = "Something went wrong: the referee's screen says what.\n";
/// What is said to a sentence that is not about a figure of the seat.
const NOT_OWN: &str = "Only what your own figures do is shown here.\n";
/// Mistakes that tell of nothing but the line.
const OF_THE_LINE: [&str; 2] = ["fray::repl::", "fray::query::"];

impl Desk {
    /// Answers the question of a seat that is not the referee's. What may be done to somebody who is hidden, the rules
    /// say; where he is, is not known at that seat.
    pub(super) fn answer_seat(&mut self, seat: &TableSeat, question: PageQuestion) -> PageReply {
        let side = self.side_of(seat);
        match question {
            PageQuestion::View => self.seat_view(seat, side),
            PageQuestion::Could { id } if side.is_some() && self.belongs_to(FigureId(id)) == side => {
                self.could(FigureId(id))
            }
            question => {
                let hidden = self.session.see_as(side);
                let answer = catch_unwind(AssertUnwindSafe(|| self.answer_as_seen(seat, side, question)));
                self.session.see_again(hidden);
                answer.unwrap_or_else(|broken| resume_unwind(broken))
            }
        }
    }

    fn answer_as_seen(&mut self, seat: &TableSeat, side: Option<SideId>, question: PageQuestion) -> PageReply {
        let is_own_deed = |desk: &mut Desk, line: &str| side.is_some_and(|side| desk.session.is_deed_of(side, line));
        match question {
            PageQuestion::Frame => PageReply::Html(draw::seat_frame(&self.session.title(), seat.title())),
            PageQuestion::Preview { line } if is_own_deed(self, &line) => PageReply::Html(self.preview(&line, false)),
            PageQuestion::Whole { line, cancel } if is_own_deed(self, &line) => {
                PageReply::Html(self.whole(&line, &cancel))
            }
            PageQuestion::Preview { .. } | PageQuestion::Whole { .. } => PageReply::Html(draw::said(NOT_OWN, true)),
            PageQuestion::Lacking { shown, has_place } => PageReply::Html(draw::place_asked(&shown, has_place)),
            PageQuestion::Figure { id } if side.is_some() && self.belongs_to(FigureId(id)) == side => {
                self.figure(FigureId(id))
            }
            PageQuestion::Number { id, of } if side.is_some() && self.belongs_to(FigureId(id)) == side => {
                self.number_of(seat, FigureId(id), &of)
            }
            PageQuestion::Weighed { at, who, line }
                if side.is_some() && self.belongs_to(FigureId(who)) == side && is_own_deed(self, &line) =>
            {
                self.weighed(&at, FigureId(who), &line)
            }
            PageQuestion::Spot { at, who }
                if who.map(FigureId).is_some_and(|who| side.is_some() && self.belongs_to(who) == side) =>
            {
                PageReply::Html(self.spot(&at, who.map(FigureId), false))
            }
            PageQuestion::Moment { number, sentence } => self.seat_moment(seat, side, (number, sentence)),
            PageQuestion::Rules { key, sought } => self.open_rules(&key, &sought),
            _ => PageReply::Refused,
        }
    }

    /// Answers a line of a seat; none if it has nothing to say now.
    pub(super) fn enter_seat(&mut self, seat: &TableSeat, line: &str) -> Option<Response> {
        let side = self.side_of(seat)?;
        if line == "play" && self.is_free(seat) {
            return Some(self.session.enter(&format!("play {}", seat.side()?)));
        }
        if self.session.wants_dice() {
            return if self.asks_dice.as_ref() == Some(seat) { self.session.enter_dice(line) } else { None };
        }
        self.session.enter_of(side, line)
    }

    /// What a seat is told of the line that it has said.
    pub(super) fn told_to(&self, seat: &TableSeat, wrong: &Diagnostics) -> String {
        if wrong.is_empty() {
            self.session.news_of(seat.side()).iter().map(|one| one.text.as_str()).collect()
        } else if self.may_know(seat, wrong) {
            wrong.iter().map(|one| rendered(one, WIDTH, false)).collect()
        } else {
            BROKEN.to_string()
        }
    }

    /// Whether a seat may hear what exactly is wrong: of its own line, and of nothing behind it.
    pub(super) fn may_know(&self, seat: &TableSeat, wrong: &Diagnostics) -> bool {
        let is_of_line = |code: String| OF_THE_LINE.iter().any(|own| code.starts_with(own));
        let all_of_line = || wrong.iter().all(|one| one.code().is_some_and(|code| is_of_line(code.to_string())));
        *seat == TableSeat::Referee || all_of_line()
    }

    fn side_of(&self, seat: &TableSeat) -> Option<SideId> {
        self.session.side_named(seat.side()?)
    }

    fn belongs_to(&self, id: FigureId) -> Option<SideId> {
        self.session.fight().figures.get(id.index()).map(|figure| figure.side)
    }

    /// Whether nobody plays the side of a seat yet.
    fn is_free(&self, seat: &TableSeat) -> bool {
        let is_played = |name: &str| self.session.personal().iter().any(|one| **one == *name);
        let is_over = self.session.fight().outcome.is_some() || self.session.wants_dice();
        self.side_of(seat).is_some() && !is_over && seat.side().is_some_and(|name| !is_played(name))
    }

    fn seat_view(&mut self, seat: &TableSeat, side: Option<SideId>) -> PageReply {
        self.find_undone();
        let question = self.asked_of(seat, side);
        let asked = match &question {
            SeatQuestion::Order(figure, _) | SeatQuestion::Choice(figure, ..) => Some(*figure),
            _ => None,
        };
        let free = self.is_free(seat).then(|| seat.title().to_string());
        let story = self.story.iter().filter_map(|moment| heard(moment, seat)).collect();
        let (rules, fight, eyes) = (self.session.rules(), self.session.fight(), eyes(side));
        let seen = eyes.seen(fight, &rules.book);
        let (beginning, view) = (self.session.beginning(), View::new(rules, seen.as_ref().unwrap_or(fight)));
        let fight = Fight { view: &view, beginning: beginning.as_ref(), map: self.session.map(), asked, eyes };
        let regions = draw::seat_regions(&SeatPage { fight, question, free, story });
        let regions: serde_json::Map<String, serde_json::Value> =
            regions.into_iter().map(|region| (region.name.to_string(), region.html.into())).collect();
        PageReply::Json(json!({ "at": self.number, "regions": regions }))
    }

    fn asked_of(&mut self, seat: &TableSeat, side: Option<SideId>) -> SeatQuestion {
        let is_own = self.asks_dice.as_ref() == Some(seat);
        let asked = self.session.asked_side();
        if self.session.wants_dice() && !is_own {
            return SeatQuestion::Others(None);
        }
        if !self.session.wants_dice() && (side.is_none() || asked != side) {
            let title = |side: SideId| self.session.fight().side(side).title.to_string();
            return asked.map_or(SeatQuestion::Nobody, |side| SeatQuestion::Others(Some(title(side))));
        }
        match self.session.asked() {
            Awaited::Dice(asked) => SeatQuestion::Dice(asked),
            Awaited::Order(figure, list) => SeatQuestion::Order(figure, list),
            Awaited::Choice(figure, title, offers) => SeatQuestion::Choice(figure, title, offers),
            Awaited::Nobody => SeatQuestion::Nobody,
        }
    }

    fn seat_moment(
        &mut self,
        seat: &TableSeat,
        side: Option<SideId>,
        (number, sentence): (usize, Option<usize>),
    ) -> PageReply {
        let told = self.kept(number).and_then(|moment| Some((moment, heard(moment, seat)?)));
        let Some((moment, line)) = told else { return PageReply::Unknown };
        let is_own = !line.own.is_empty();
        match self.stood(moment, &PastLine { line: &line.own, told: &line.told, sentence }, eyes(side)) {
            PageReply::Json(mut seen) if is_own => {
                seen["instead"] = self.instead(number, side).into();
                PageReply::Json(seen)
            }
            other => other,
        }
    }
}

fn eyes(side: Option<SideId>) -> Eyes {
    side.map_or(Eyes::Nobody, Eyes::Side)
}

/// What a seat has heard of a line, if it has.
fn heard(moment: &KeptMoment, seat: &TableSeat) -> Option<SeatLine> {
    let own = if moment.by == *seat && moment.entry.mistakes.is_empty() { moment.own.clone() } else { String::new() };
    let known = moment.heard.iter().find(|(side, _)| side.as_deref() == seat.side());
    let told = known.map_or_else(Vec::new, |(_, told)| told.clone());
    let is_empty = own.is_empty() && told.is_empty();
    (!is_empty).then_some(SeatLine { number: moment.entry.number, own, told, is_undone: moment.entry.is_undone })
}
