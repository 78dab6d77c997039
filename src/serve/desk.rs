//! Where the game is played: one session, one question after the other, each answered as HTML or text. What was said
//! before is kept with the board as it stood then.

use super::seat::TableSeat;
use crate::diag::visible;
use crate::dice::Cancel;
use crate::draw::{self, Eyes, Fight, SaidLine};
use crate::play::Rules;
use crate::repl::{Awaited, LabQuestion, RuleKey, Session, rendered};
use crate::state::{State, View};
use crate::value::FigureId;
use serde_json::json;
use std::sync::Arc;

/// Letters in a line of text on the page.
pub(crate) const WIDTH: usize = 68;
/// Moments that are kept.
const MOST_MOMENTS: usize = 1000;
/// Letters of the newest sentence that are read out.
const MOST_READ_OUT: usize = 300;

/// What the page asks.
pub(super) enum PageQuestion {
    /// The page around the regions.
    Frame,
    /// All regions.
    View,
    /// A line said, by one who saw the table of that number.
    Say { at: u64, line: String },
    /// What an order would be.
    Preview { line: String },
    /// All that can come of an order.
    Whole { line: String, cancel: Cancel },
    /// What is to be said of an order that lacks something.
    Lacking { shown: String, has_place: bool },
    /// The sheet of a figure.
    Figure { id: u16 },
    /// A place of the board, and what it would be to stand there, for a figure or for the one who is asked.
    Spot { at: String, who: Option<u16> },
    /// The board as it stood after a line.
    Moment { number: usize },
    /// A check with its facts set, and a curve, until that takes too long.
    Lab { question: LabQuestion, cancel: Cancel },
    /// The rules: one declaration, all of a sort, or what is found.
    Rules { key: RuleKey, sought: String },
    /// The referee's screen of what is played.
    Screen { cancel: Cancel },
    /// Nothing: a device has come in, and there are so many now.
    Arrived { devices: usize },
}

/// What it is answered.
pub(super) enum PageReply {
    Html(String),
    Json(serde_json::Value),
    /// It was asked of a table that is another by now.
    Stale,
    Unknown,
    /// It is not for this seat.
    Refused,
    /// A mistake of fray's own.
    Broken(String),
}

/// What was said, and the board as it stood then.
pub(super) struct KeptMoment {
    pub entry: SaidLine,
    /// Who said it, and what.
    pub by: TableSeat,
    pub own: String,
    /// What each side has heard of it, and those who belong to none.
    pub heard: Vec<(Option<Arc<str>>, String)>,
    pub rules: Arc<Rules>,
    pub state: State,
    /// How many changes could be undone then; a number that is never reached if it was cut off for good.
    depth: usize,
}

/// The session and what was said.
pub(super) struct Desk {
    pub session: Session,
    pub story: Vec<KeptMoment>,
    said: usize,
    /// Counted up when the table changes.
    pub number: u64,
    /// Its number when the fight itself changed last: who has seen that one may speak.
    since: u64,
    /// Seats at a table that is open to others, and the devices that have come in.
    devices_of: Vec<(String, usize)>,
    /// Who has said the line that waits for dice of the real table.
    pub asks_dice: Option<TableSeat>,
}

impl Desk {
    pub(super) fn new(session: Session, seats: &[String]) -> Desk {
        let devices_of = seats.iter().map(|seat| (seat.clone(), 0)).collect();
        let mut desk = Desk { session, story: Vec::new(), said: 0, number: 1, since: 1, devices_of, asks_dice: None };
        let greeting = desk.session.opening();
        desk.tell(&TableSeat::Referee, "", greeting, false);
        desk
    }

    /// Notes how many devices have come in by the link of a seat: news, but nothing that changes what may be said.
    pub(super) fn arrive(&mut self, seat: &str, devices: usize) {
        if let Some(known) = self.devices_of.iter_mut().find(|(known, _)| known == seat) {
            known.1 = devices;
            self.number += 1;
        }
    }

    /// Answers the question of a seat.
    pub(super) fn answer(&mut self, seat: &TableSeat, question: PageQuestion) -> PageReply {
        match (seat, question) {
            (_, PageQuestion::Say { at, line }) => self.say(seat, at, &line),
            (TableSeat::Referee, question) => self.answer_referee(question),
            (_, question) => self.answer_seat(seat, question),
        }
    }

    fn answer_referee(&mut self, question: PageQuestion) -> PageReply {
        match question {
            PageQuestion::Frame => PageReply::Html(draw::frame(&self.session.title())),
            PageQuestion::View => self.view(),
            PageQuestion::Say { .. } | PageQuestion::Arrived { .. } => PageReply::Refused,
            PageQuestion::Preview { line } => PageReply::Html(self.preview(&line)),
            PageQuestion::Whole { line, cancel } => PageReply::Html(self.whole(&line, &cancel)),
            PageQuestion::Lacking { shown, has_place } => PageReply::Html(draw::place_asked(&shown, has_place)),
            PageQuestion::Figure { id } => self.changeable(FigureId(id)),
            PageQuestion::Spot { at, who } => PageReply::Html(self.spot(&at, who.map(FigureId), true)),
            PageQuestion::Moment { number } => self.moment(number),
            PageQuestion::Lab { question, cancel } => PageReply::Html(self.lab(&question, &cancel)),
            PageQuestion::Screen { cancel } => {
                let title = self.session.title();
                PageReply::Html(draw::screen(&title, &self.session.screen(&cancel)))
            }
            PageQuestion::Rules { key, sought } => self.rules(&key, &sought),
        }
    }

    /// Finds out what of the story was taken back.
    pub(super) fn find_undone(&mut self) {
        let depth = self.session.depth();
        for moment in &mut self.story {
            moment.entry.is_undone = moment.depth > depth;
        }
    }

    fn view(&mut self) -> PageReply {
        self.find_undone();
        let entries = self.story.iter().map(|moment| &moment.entry);
        let regions = draw::regions(&mut self.session, entries, &self.devices_of);
        let regions: serde_json::Map<String, serde_json::Value> =
            regions.into_iter().map(|region| (region.name.to_string(), region.html.into())).collect();
        PageReply::Json(json!({ "at": self.number, "regions": regions }))
    }

    fn say(&mut self, seat: &TableSeat, at: u64, line: &str) -> PageReply {
        if at < self.since || at > self.number {
            return PageReply::Stale;
        }
        let before = self.session.depth();
        let entered = match seat {
            TableSeat::Referee => Some(self.session.enter(line)),
            other => self.enter_seat(other, line.trim()),
        };
        let Some(answer) = entered else { return PageReply::Refused };
        self.asks_dice = self.session.wants_dice().then(|| self.asks_dice.take().unwrap_or_else(|| seat.clone()));
        // Whatever happens to this program now, the fight is found again.
        self.session.keep_safe();
        self.number += 1;
        self.since = self.number;
        let (after, is_wrong) = (self.session.depth(), !answer.is_good());
        if after > before && !self.session.can_redo() {
            // What was taken back before this line cannot be done again.
            for moment in self.story.iter_mut().filter(|moment| moment.depth > before) {
                moment.depth = usize::MAX;
            }
        }
        let text = match answer.done {
            true => "The table stays open: Ctrl-C in the terminal closes it.\n".to_string(),
            false => answer.plain(WIDTH),
        };
        let is_news = !is_wrong && !self.session.news_of(None).is_empty();
        if after != before || is_wrong || is_news {
            let question = self.session.question();
            let told = text.strip_suffix(question.as_str()).unwrap_or(&text);
            self.tell(seat, line.trim(), told.to_string(), is_wrong);
        }
        let text = if *seat == TableSeat::Referee { text } else { self.told_to(seat, &answer.diagnostics) };
        let news: String = text.trim().chars().take(MOST_READ_OUT).collect();
        PageReply::Json(
            json!({ "at": self.number, "text": text, "news": news, "wrong": is_wrong, "changed": after != before }),
        )
    }

    fn tell(&mut self, by: &TableSeat, own: &str, text: String, is_wrong: bool) {
        self.said += 1;
        let line = by.quoted(own);
        let entry = SaidLine { number: self.said, line, text, is_wrong, is_undone: false };
        let depth = self.session.depth();
        let sides = self.session.fight().sides.iter().map(|side| Some(side.name.clone()));
        let heard = |side: Option<Arc<str>>| {
            let text = if is_wrong { String::new() } else { self.session.news_of(side.as_deref()) };
            (side, text)
        };
        let heard = sides.chain([None]).map(heard).collect();
        self.story.push(KeptMoment {
            entry,
            by: by.clone(),
            own: own.to_string(),
            heard,
            rules: self.session.rules().clone(),
            state: self.session.fight().clone(),
            depth,
        });
        let over = self.story.len().saturating_sub(MOST_MOMENTS);
        self.story.drain(..over);
    }

    pub(super) fn preview(&mut self, line: &str) -> String {
        let may_order = matches!(self.session.asked(), Awaited::Order(..));
        match self.session.preview(line) {
            Ok(seen) => draw::preview(&seen, &self.session.rules().book, line, may_order),
            Err(wrong) => told_wrong(&wrong),
        }
    }

    pub(super) fn whole(&mut self, line: &str, cancel: &Cancel) -> String {
        match self.session.consequences(line, cancel) {
            Ok(text) => draw::said(&text, false),
            Err(wrong) => told_wrong(&wrong),
        }
    }

    fn lab(&mut self, question: &LabQuestion, cancel: &Cancel) -> String {
        let title = self.session.title();
        let answer = match question.sentence.trim() {
            "" => Err(Vec::new()),
            _ => self.session.lab(question, cancel),
        };
        match answer {
            Ok(answer) => draw::lab(&title, &self.session.rules().book, question, &answer),
            Err(wrong) => {
                let wrong: String = wrong.iter().map(|diagnostic| rendered(diagnostic, WIDTH, false)).collect();
                draw::lab_unanswered(&title, question, &wrong, &self.session.lab_examples())
            }
        }
    }

    fn rules(&mut self, key: &RuleKey, sought: &str) -> PageReply {
        let title = self.session.rules().book.pack.head.title.clone();
        let index = self.session.rule_index();
        if !sought.is_empty() {
            return PageReply::Html(draw::rules_found(&title, &index, sought));
        }
        if key.name.is_empty() {
            return PageReply::Html(draw::rules(&title, &index, &key.sort));
        }
        let Some(entry) = index.find(key) else { return PageReply::Unknown };
        PageReply::Html(draw::rule(&title, &index, entry, &self.session.told_of(key, WIDTH)))
    }

    pub(super) fn figure(&self, id: FigureId) -> PageReply {
        if id.index() >= self.session.fight().figures.len() {
            return PageReply::Unknown;
        }
        PageReply::Html(draw::said(&self.session.sheet_of(id, WIDTH), false))
    }

    /// The sheet of a figure, to be changed by who may.
    fn changeable(&self, id: FigureId) -> PageReply {
        if id.index() >= self.session.fight().figures.len() {
            return PageReply::Unknown;
        }
        let view = View::new(self.session.rules(), self.session.fight());
        PageReply::Html(draw::sheet(&view, id, &self.session.sheet_of(id, WIDTH)))
    }

    /// What a place is, and what it would be to stand there.
    pub(super) fn spot(&mut self, at: &str, who: Option<FigureId>, is_referee: bool) -> String {
        match self.session.spot(at, who) {
            Ok(seen) => draw::spot(&self.session.rules().book, self.session.fight(), &seen, is_referee),
            Err(wrong) => told_wrong(&wrong),
        }
    }

    fn moment(&self, number: usize) -> PageReply {
        let Some(moment) = self.story.iter().find(|moment| moment.entry.number == number) else {
            return PageReply::Unknown;
        };
        self.stood(moment, &moment.entry.line, Eyes::All)
    }

    /// The board as it stood after a line.
    pub(super) fn stood(&self, moment: &KeptMoment, line: &str, eyes: Eyes) -> PageReply {
        let view = View::new(&moment.rules, &moment.state);
        let beginning = self.session.beginning();
        let fight = Fight { view: &view, beginning: beginning.as_ref(), map: self.session.map(), asked: None, eyes };
        let html = draw::written(draw::board(fight));
        PageReply::Json(json!({ "html": html, "line": visible(line), "turn": moment.state.turn }))
    }
}

fn told_wrong(wrong: &crate::diag::Diagnostics) -> String {
    let text: String = wrong.iter().map(|diagnostic| rendered(diagnostic, WIDTH, false)).collect();
    draw::said(&text, true)
}
