//! Where the game is played: one session, one question after the other, each answered as HTML or text. What was said
//! before is kept with the board as it stood then.

use crate::diag::visible;
use crate::dice::Cancel;
use crate::draw::{self, Fight, SaidLine};
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
    Whole { line: String },
    /// What is to be said of an order that lacks something.
    Lacking { shown: String, has_place: bool },
    /// The sheet of a figure.
    Figure { id: u16 },
    /// The board as it stood after a line.
    Moment { number: usize },
    /// A check with its facts set, and a curve, until that takes too long.
    Lab { question: LabQuestion, cancel: Cancel },
    /// The rules: one declaration, all of a sort, or what is found.
    Rules { key: RuleKey, sought: String },
    /// The referee's screen of what is played.
    Screen { cancel: Cancel },
}

/// What it is answered.
pub(super) enum PageReply {
    Html(String),
    Json(serde_json::Value),
    /// It was asked of a table that is another by now.
    Stale,
    Unknown,
    /// A mistake of fray's own.
    Broken(String),
}

/// What was said, and the board as it stood then.
struct KeptMoment {
    entry: SaidLine,
    rules: Arc<Rules>,
    state: State,
    /// How many changes could be undone then; a number that is never reached if it was cut off for good.
    depth: usize,
}

/// The session and what was said.
pub(super) struct Desk {
    session: Session,
    story: Vec<KeptMoment>,
    said: usize,
    /// Counted up when the table changes.
    pub number: u64,
    /// Ends what is computed about an order.
    weighing: Cancel,
}

impl Desk {
    pub(super) fn new(session: Session, weighing: Cancel) -> Desk {
        let mut desk = Desk { session, story: Vec::new(), said: 0, number: 1, weighing };
        let greeting = desk.session.opening();
        desk.tell(String::new(), greeting, false);
        desk
    }

    /// Answers a question.
    pub(super) fn answer(&mut self, question: PageQuestion) -> PageReply {
        match question {
            PageQuestion::Frame => PageReply::Html(draw::frame(&self.session.title())),
            PageQuestion::View => self.view(),
            PageQuestion::Say { at, line } => self.say(at, &line),
            PageQuestion::Preview { line } => PageReply::Html(self.preview(&line)),
            PageQuestion::Whole { line } => PageReply::Html(self.whole(&line)),
            PageQuestion::Lacking { shown, has_place } => PageReply::Html(draw::place_asked(&shown, has_place)),
            PageQuestion::Figure { id } => self.figure(FigureId(id)),
            PageQuestion::Moment { number } => self.moment(number),
            PageQuestion::Lab { question, cancel } => PageReply::Html(self.lab(&question, &cancel)),
            PageQuestion::Screen { cancel } => {
                let title = self.session.title();
                PageReply::Html(draw::screen(&title, &self.session.screen(&cancel)))
            }
            PageQuestion::Rules { key, sought } => self.rules(&key, &sought),
        }
    }

    fn view(&mut self) -> PageReply {
        let depth = self.session.depth();
        for moment in &mut self.story {
            moment.entry.is_undone = moment.depth > depth;
        }
        let entries = self.story.iter().map(|moment| &moment.entry);
        let regions = draw::regions(&mut self.session, entries);
        let regions: serde_json::Map<String, serde_json::Value> =
            regions.into_iter().map(|region| (region.name.to_string(), region.html.into())).collect();
        PageReply::Json(json!({ "at": self.number, "regions": regions }))
    }

    fn say(&mut self, at: u64, line: &str) -> PageReply {
        if at != self.number {
            return PageReply::Stale;
        }
        let before = self.session.depth();
        let answer = self.session.enter(line);
        // Whatever happens to this program now, the fight is found again.
        self.session.keep_safe();
        self.number += 1;
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
        let news: String = text.trim().chars().take(MOST_READ_OUT).collect();
        let has_told = after != before || is_wrong;
        if has_told {
            let question = self.session.question();
            let told = text.strip_suffix(question.as_str()).unwrap_or(&text);
            self.tell(line.trim().to_string(), told.to_string(), is_wrong);
        }
        PageReply::Json(
            json!({ "at": self.number, "text": text, "news": news, "wrong": is_wrong, "changed": after != before }),
        )
    }

    fn tell(&mut self, line: String, text: String, is_wrong: bool) {
        self.said += 1;
        let entry = SaidLine { number: self.said, line, text, is_wrong, is_undone: false };
        let depth = self.session.depth();
        self.story.push(KeptMoment {
            entry,
            rules: self.session.rules().clone(),
            state: self.session.fight().clone(),
            depth,
        });
        let over = self.story.len().saturating_sub(MOST_MOMENTS);
        self.story.drain(..over);
    }

    fn preview(&mut self, line: &str) -> String {
        let may_order = matches!(self.session.asked(), Awaited::Order(..));
        match self.session.preview(line) {
            Ok(seen) => draw::preview(&seen, &self.session.rules().book, line, may_order),
            Err(wrong) => told_wrong(&wrong),
        }
    }

    fn whole(&mut self, line: &str) -> String {
        self.weighing.forget();
        match self.session.consequences(line, &self.weighing) {
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

    fn figure(&self, id: FigureId) -> PageReply {
        if id.index() >= self.session.fight().figures.len() {
            return PageReply::Unknown;
        }
        PageReply::Html(draw::said(&self.session.sheet_of(id, WIDTH), false))
    }

    fn moment(&self, number: usize) -> PageReply {
        let Some(moment) = self.story.iter().find(|moment| moment.entry.number == number) else {
            return PageReply::Unknown;
        };
        let view = View::new(&moment.rules, &moment.state);
        let beginning = self.session.beginning();
        let fight = Fight { view: &view, beginning: beginning.as_ref(), map: self.session.map(), asked: None };
        let html = draw::written(draw::board(fight));
        PageReply::Json(json!({ "html": html, "line": visible(&moment.entry.line), "turn": moment.state.turn }))
    }
}

fn told_wrong(wrong: &crate::diag::Diagnostics) -> String {
    let text: String = wrong.iter().map(|diagnostic| rendered(diagnostic, WIDTH, false)).collect();
    draw::said(&text, true)
}
