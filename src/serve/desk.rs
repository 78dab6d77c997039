//! Where the game is played: one session, one question after the other, each answered as HTML or text. What was said
//! before is kept with the board as it stood then.

use super::seat::TableSeat;
use crate::diag::{Diagnostics, visible};
use crate::dice::Cancel;
use crate::draw::{self, Eyes, Fight, PreviewButtons, SaidLine};
use crate::play::Rules;
use crate::repl::{
    Awaited, Chapter, KeptTable, LabQuestion, RuleIndex, RuleKey, Session, ToldCourse, ToldSentence, WorthHere,
};
use crate::state::{State, View};
use crate::value::FigureId;
use serde_json::json;
use std::sync::Arc;

/// Letters in a line of text on the page.
pub(crate) const WIDTH: usize = 54;
/// Letters in a line of a rule: what does not fit is scrolled.
const RULE_WIDTH: usize = 100;
/// Moments that are kept.
const MOST_MOMENTS: usize = 1000;
/// What the moment before all that is said is called.
const BEGINNING: &str = "the beginning";
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
    /// A number of the sheet of a figure.
    Number { id: u16, of: String },
    /// What an order would need if a figure stood at a place.
    Weighed { at: String, who: u16, line: String },
    /// What a figure could do, whoever is asked now.
    Could { id: u16 },
    /// A place of the board, and what it would be to stand there, for a figure or for the one who is asked.
    Spot { at: String, who: Option<u16> },
    /// The board as it stood after a line, or after a sentence of what came of it.
    Moment { number: usize, sentence: Option<usize> },
    /// What would have been: lines said in the fight as it stood after a line, or after a sentence of what came of it.
    Branch { from: BranchPlace, lines: Vec<String>, cancel: Cancel },
    /// A check with its facts set, and a curve, until that takes too long.
    Lab { question: LabQuestion, cancel: Cancel },
    /// The rules: one declaration, all of a sort, or what is found.
    Rules { key: RuleKey, sought: String },
    /// The fight as it was played, as a page that stands alone.
    Replay { cancel: Cancel },
    /// The same event by event, for programs.
    Log { cancel: Cancel },
    /// The referee's screen of what is played.
    Screen { cancel: Cancel },
    /// Nothing: a device has come in, and there are so many now.
    Arrived { devices: usize },
}

/// Where a branch leaves what was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BranchPlace {
    /// The number of a line of the story.
    pub number: usize,
    /// The sentence of what came of it behind which it leaves; behind all of it if there is none.
    pub sentence: Option<usize>,
    /// Whether it takes the place of the line itself.
    pub is_instead: bool,
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
    pub heard: Vec<(Option<Arc<str>>, Vec<ToldSentence>)>,
    pub table: KeptTable,
    /// The table as it was before, and the line that makes the same happen again; none if that cannot be.
    pub again: Option<(KeptTable, String)>,
    /// What it has made happen, event by event.
    pub course: Option<ToldCourse>,
    /// Changes that it takes the place of, itself among them.
    back: usize,
    /// How many changes could be undone then; a number that is never reached if it was cut off for good.
    depth: usize,
    /// Whether it has changed anything that can be taken back.
    has_changed: bool,
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
    /// The referee's page as it was drawn last, for the number of the table then.
    drawn: Option<(u64, serde_json::Value)>,
    /// Who has said the line that waits for dice of the real table.
    pub asks_dice: Option<TableSeat>,
}

impl Desk {
    pub(super) fn new(session: Session, seats: &[String]) -> Desk {
        let devices_of = seats.iter().map(|seat| (seat.clone(), 0)).collect();
        let (story, drawn, asks_dice) = (Vec::new(), None, None);
        let mut desk = Desk { session, story, said: 0, number: 1, since: 1, devices_of, drawn, asks_dice };
        desk.session.tell_all();
        let greeting = desk.session.opening();
        desk.tell(&TableSeat::Referee, "", greeting, (&Vec::new(), false));
        desk.story.iter_mut().for_each(|moment| moment.entry.line = BEGINNING.to_string());
        desk
    }

    /// Tells a turn of a game that was kept.
    pub(super) fn recall(&mut self, chapter: Chapter) {
        self.said += 1;
        let Chapter { line, course, heard, table, again, depth } = chapter;
        // Before the first of them it is the beginning.
        if let (Some((begin, _)), [greeting]) = (&again, self.story.as_mut_slice()) {
            greeting.table = begin.clone();
        }
        let sentences = course.sentences.clone();
        let entry = SaidLine {
            number: self.said,
            line,
            text: String::new(),
            sentences,
            mistakes: Vec::new(),
            is_undone: false,
        };
        let (by, own, course) = (TableSeat::Referee, String::new(), Some(course));
        self.story.push(KeptMoment { entry, by, own, heard, table, again, course, back: 1, depth, has_changed: true });
        let over = self.story.len().saturating_sub(MOST_MOMENTS);
        self.story.drain(..over);
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
            PageQuestion::Frame => PageReply::Html(self.frame()),
            PageQuestion::View => self.view(),
            PageQuestion::Say { .. } | PageQuestion::Arrived { .. } => PageReply::Refused,
            PageQuestion::Preview { line } => PageReply::Html(self.preview(&line, true)),
            PageQuestion::Whole { line, cancel } => PageReply::Html(self.whole(&line, &cancel)),
            PageQuestion::Lacking { shown, has_place } => PageReply::Html(draw::place_asked(&shown, has_place)),
            PageQuestion::Figure { id } => self.changeable(FigureId(id)),
            PageQuestion::Number { id, of } => self.number_of(&TableSeat::Referee, FigureId(id), &of),
            PageQuestion::Weighed { at, who, line } => self.weighed(&at, FigureId(who), &line),
            PageQuestion::Could { id } => self.could(FigureId(id)),
            PageQuestion::Spot { at, who } => PageReply::Html(self.spot(&at, who.map(FigureId), true)),
            PageQuestion::Moment { number, sentence } => self.moment(number, sentence),
            PageQuestion::Branch { from, lines, cancel } => self.branch(from, &lines, &cancel),
            PageQuestion::Lab { question, cancel } => PageReply::Html(self.lab(&question, &cancel)),
            PageQuestion::Replay { cancel } => self.replay(&cancel),
            PageQuestion::Log { cancel } => self.log(&cancel),
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
            moment.entry.is_undone = moment.has_changed && moment.depth > depth;
        }
        // What a referee overruled was said again: as it was at first it has not happened.
        let overruled: Vec<(usize, usize, usize)> = self
            .story
            .iter()
            .enumerate()
            .filter_map(|(at, moment)| {
                let from = moment.depth.checked_sub(moment.back)?;
                (moment.back > 1 && !moment.entry.is_undone).then_some((at, from, moment.depth))
            })
            .collect();
        for (at, from, until) in overruled {
            for moment in self.story.iter_mut().take(at).filter(|moment| moment.has_changed) {
                moment.entry.is_undone |= moment.depth > from && moment.depth < until;
            }
        }
    }

    /// The page with its board, so that there is something to see before anything is reckoned.
    fn frame(&self) -> String {
        let board = self.board_of(self.session.rules(), self.session.fight(), Eyes::All);
        draw::frame(&self.session.title(), &board)
    }

    fn view(&mut self) -> PageReply {
        if let Some((_, seen)) = self.drawn.as_ref().filter(|(number, _)| *number == self.number) {
            return PageReply::Json(seen.clone());
        }
        self.find_undone();
        let entries = self.story.iter().map(|moment| &moment.entry);
        let regions = draw::regions(&mut self.session, entries, &self.devices_of);
        let regions: serde_json::Map<String, serde_json::Value> =
            regions.into_iter().map(|region| (region.name.to_string(), region.html.into())).collect();
        let seen = json!({ "at": self.number, "regions": regions });
        self.drawn = Some((self.number, seen.clone()));
        PageReply::Json(seen)
    }

    fn say(&mut self, seat: &TableSeat, at: u64, line: &str) -> PageReply {
        if at < self.since || at > self.number {
            return PageReply::Stale;
        }
        let (before, undone) = (self.session.depth(), self.session.redoable());
        // Dice that were waited for are no line that could be said again.
        let again = (!self.session.wants_dice()).then(|| (self.session.kept_table(), line.trim().to_string()));
        let entered = match seat {
            TableSeat::Referee => Some(self.session.enter(line)),
            other => self.enter_seat(other, line.trim()),
        };
        let Some(answer) = entered else { return PageReply::Refused };
        self.asks_dice = self.session.wants_dice().then(|| {
            let asker = self.asks_dice.take().unwrap_or_else(|| seat.clone());
            self.throwing_seat().unwrap_or(asker)
        });
        // Whatever happens to this program now, the fight is found again.
        self.session.keep_safe();
        self.number += 1;
        self.since = self.number;
        let (after, is_wrong) = (self.session.depth(), !answer.is_good());
        let is_redone = undone.is_some_and(|(line, count)| {
            let left = self.session.redoable().map_or(0, |(_, left)| left);
            left + 1 == count && self.session.last_change() == line
        });
        if after > before && !is_redone && !self.session.can_redo() {
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
            let text = if is_wrong { &answer.text } else { &text };
            let told = text.strip_suffix(question.as_str()).unwrap_or(text);
            self.tell(seat, line.trim(), told.to_string(), (&answer.diagnostics, after > before));
            self.said_again(again);
        }
        let mut html =
            if self.may_know(seat, &answer.diagnostics) { draw::wrong(&answer.diagnostics) } else { String::new() };
        if is_wrong && *seat == TableSeat::Referee && self.session.may_allow() {
            html += &draw::written(draw::allowing("allow"));
        }
        let text = if *seat == TableSeat::Referee { text } else { self.told_to(seat, &answer.diagnostics) };
        let in_words = || answer.diagnostics.iter().map(ToString::to_string).collect::<Vec<String>>().join(". ");
        let read_out = if html.is_empty() { text.clone() } else { in_words() };
        let news: String = read_out.trim().chars().take(MOST_READ_OUT).collect();
        PageReply::Json(
            json!({ "at": self.number, "text": text, "html": html, "news": news, "wrong": is_wrong, "changed": after != before }),
        )
    }

    /// Keeps with the newest line how it is said again, if it made something happen.
    fn said_again(&mut self, again: Option<(KeptTable, String)>) {
        if let Some(moment) = self.story.last_mut().filter(|moment| moment.course.is_some()) {
            // What was played again from a cut is not made by one line.
            let again = again.filter(|_| moment.back <= 1);
            moment.again = again.map(|(table, line)| (table, self.session.allowed().unwrap_or(line)));
        }
    }

    fn tell(&mut self, by: &TableSeat, own: &str, text: String, (wrong, has_changed): (&Diagnostics, bool)) {
        self.said += 1;
        let is_wrong = !wrong.is_empty();
        let line = by.quoted(own);
        let course = if is_wrong { None } else { self.session.take_course() };
        let sentences = course.as_ref().map_or(&[][..], |course| &course.sentences).to_vec();
        // Where more is answered than what happened, it is shown as it was answered.
        let sentences = if same_words(&sentences, &text) { sentences } else { Vec::new() };
        let mistakes = draw::mistakes(wrong);
        let entry = SaidLine { number: self.said, line, text, sentences, mistakes, is_undone: false };
        let depth = self.session.depth();
        let sides = self.session.fight().sides.iter().map(|side| Some(side.name.clone()));
        let heard = |side: Option<Arc<str>>| {
            let told = if is_wrong { Vec::new() } else { self.session.news_of(side.as_deref()) };
            (side, told)
        };
        let heard = sides.chain([None]).map(heard).collect();
        self.story.push(KeptMoment {
            entry,
            by: by.clone(),
            own: own.to_string(),
            heard,
            table: self.session.kept_table(),
            again: None,
            course,
            back: self.session.back(),
            depth,
            has_changed,
        });
        let over = self.story.len().saturating_sub(MOST_MOMENTS);
        self.story.drain(..over);
    }

    pub(super) fn preview(&mut self, line: &str, is_referee: bool) -> String {
        let buttons = |may_order| PreviewButtons { may_order, has_lab: is_referee };
        let asked = match self.session.asked() {
            Awaited::Order(figure, _) => Some(figure),
            _ => None,
        };
        match self.session.preview(line) {
            // Whoever else could do it is not asked now.
            Ok(seen) if asked.is_some() && asked == seen.actor => {
                draw::preview(&seen, &self.session.rules().book, line, buttons(true))
            }
            Ok(seen) => draw::preview(&seen, &self.session.rules().book, line, buttons(false)),
            Err(wrong) => draw::wrong(&wrong),
        }
    }

    pub(super) fn whole(&mut self, line: &str, cancel: &Cancel) -> String {
        match self.session.consequences(line, cancel) {
            Ok(text) => draw::said(&text, false),
            Err(wrong) => draw::wrong(&wrong),
        }
    }

    fn lab(&mut self, question: &LabQuestion, cancel: &Cancel) -> String {
        let title = self.session.title();
        // Where only another reading is asked for, something is asked that has to do with its option.
        let option = question.other.split_once('=').filter(|_| question.sentence.trim().is_empty());
        let example = option.and_then(|(option, _)| self.session.lab_example_of(option));
        let asked = example.map(|sentence| LabQuestion { sentence, ..question.clone() });
        let question = asked.as_ref().unwrap_or(question);
        let answer = match question.sentence.trim() {
            "" => Err(Vec::new()),
            _ => self.session.lab(question, cancel),
        };
        match answer {
            Ok(answer) => draw::lab(&title, &self.session.rules().book, question, &answer),
            Err(wrong) => draw::lab_unanswered(&title, question, &wrong, &self.session.lab_examples()),
        }
    }

    fn rules(&mut self, key: &RuleKey, sought: &str) -> PageReply {
        let index = self.session.rule_index();
        let worth = self.session.worth_here(key);
        self.rules_of(&index, key, sought, &worth)
    }

    /// The rules as everybody may read them who plays.
    pub(super) fn open_rules(&mut self, key: &RuleKey, sought: &str) -> PageReply {
        let index = self.session.open_rule_index();
        self.rules_of(&index, key, sought, &[])
    }

    fn rules_of(&self, index: &RuleIndex, key: &RuleKey, sought: &str, worth: &[WorthHere]) -> PageReply {
        let title = self.session.rules().book.pack.head.title.clone();
        if !sought.is_empty() {
            return PageReply::Html(draw::rules_found(&title, index, sought));
        }
        if key.name.is_empty() {
            return PageReply::Html(draw::rules(&title, index, &key.sort));
        }
        let Some(entry) = index.find(key) else { return PageReply::Unknown };
        PageReply::Html(draw::rule(&title, index, entry, &self.session.told_of(key, RULE_WIDTH), worth))
    }

    pub(super) fn figure(&self, id: FigureId) -> PageReply {
        if id.index() >= self.session.fight().figures.len() {
            return PageReply::Unknown;
        }
        let view = View::new(self.session.rules(), self.session.fight());
        PageReply::Html(draw::own_sheet(&view, id, &self.told_sheet(id)))
    }

    /// What a figure could do, each order to be looked at.
    pub(super) fn could(&mut self, id: FigureId) -> PageReply {
        if id.index() >= self.session.fight().figures.len() {
            return PageReply::Unknown;
        }
        PageReply::Html(match self.session.could_do(id) {
            Ok(list) => draw::could(&self.session.fight().figure(id).name, &list),
            Err(wrong) => draw::wrong(&wrong),
        })
    }

    /// The sheet of a figure, to be changed by who may.
    fn changeable(&self, id: FigureId) -> PageReply {
        if id.index() >= self.session.fight().figures.len() {
            return PageReply::Unknown;
        }
        let view = View::new(self.session.rules(), self.session.fight());
        PageReply::Html(draw::sheet(&view, id, &self.told_sheet(id)))
    }

    /// What a place is, and what it would be to stand there.
    pub(super) fn spot(&mut self, at: &str, who: Option<FigureId>, is_referee: bool) -> String {
        match self.session.spot(at, who) {
            Ok(seen) => draw::spot(&self.session.rules().book, self.session.fight(), &seen, is_referee),
            Err(wrong) => draw::wrong(&wrong),
        }
    }

    fn moment(&mut self, number: usize, sentence: Option<usize>) -> PageReply {
        self.find_undone();
        let (why, instead) = (self.why(number, sentence), self.instead(number, None));
        let Some(moment) = self.kept(number) else { return PageReply::Unknown };
        let told = moment.course.as_ref().map_or(&[][..], |course| &course.sentences);
        let line = PastLine { line: &moment.entry.line, told, sentence };
        match self.stood(moment, &line, Eyes::All) {
            PageReply::Json(mut seen) => {
                (seen["why"], seen["instead"]) = (why.into(), instead.into());
                PageReply::Json(seen)
            }
            other => other,
        }
    }

    /// What was rolled for a line, or for a sentence of what came of it, and why.
    fn why(&mut self, number: usize, sentence: Option<usize>) -> String {
        let Some(moment) = self.story.iter().find(|moment| moment.entry.number == number) else { return String::new() };
        let Some(course) = &moment.course else { return String::new() };
        let range = sentence.map_or(course.told..course.events.len(), |at| course.events_of(at));
        let depth = (moment.has_changed && !moment.entry.is_undone).then_some(moment.depth);
        let rolled = self.session.told_rolls(course, range, depth);
        draw::rolls(&rolled, &course.rules.book)
    }

    /// What was said as the line of that number.
    pub(super) fn kept(&self, number: usize) -> Option<&KeptMoment> {
        self.story.iter().find(|moment| moment.entry.number == number)
    }

    /// The board as it stood after a line, or after a sentence of what came of it.
    pub(super) fn stood(&self, moment: &KeptMoment, line: &PastLine<'_>, eyes: Eyes) -> PageReply {
        let told = line.sentence.and_then(|at| line.told.get(at).zip(moment.course.as_ref()));
        if line.sentence.is_some() && told.is_none() {
            return PageReply::Unknown;
        }
        let between = told.map(|(sentence, course)| course.after(sentence.after));
        let state = between.as_ref().unwrap_or(moment.table.state());
        let html = self.board_of(moment.table.rules(), state, eyes);
        let after = told.map_or_else(|| line.line.to_string(), |(sentence, _)| shortly(&sentence.text));
        PageReply::Json(json!({
            "html": html, "line": visible(&after), "turn": state.turn, "branches": told.is_none() || moment.again.is_some(),
        }))
    }

    pub(super) fn board_of(&self, rules: &Arc<Rules>, state: &State, eyes: Eyes) -> String {
        let seen = eyes.seen(state, &rules.book);
        let view = View::new(rules, seen.as_ref().unwrap_or(state));
        let beginning = self.session.beginning();
        draw::written(draw::board(Fight {
            view: &view,
            beginning: beginning.as_ref(),
            map: self.session.map(),
            asked: None,
            eyes,
        }))
    }

    /// The seat of the side whose figure throws the dice that are waited for, if somebody plays it.
    fn throwing_seat(&self) -> Option<TableSeat> {
        let side = self.session.fight().side(self.session.throwing_side()?);
        let is_played = self.session.personal().contains(&side.name);
        is_played.then(|| TableSeat::Side { name: side.name.clone(), title: side.title.clone() })
    }
}

/// A line of the story, and which sentence of what came of it is meant.
pub(super) struct PastLine<'a> {
    pub line: &'a str,
    pub told: &'a [ToldSentence],
    pub sentence: Option<usize>,
}

/// The line of a sentence that tells what happened: no heading, and no reckoning.
fn shortly(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().next().unwrap_or_default();
    let told = lines.find(|line| line.starts_with("    ")).unwrap_or(first);
    told.trim().to_string()
}

/// Whether sentences are all that was answered.
fn same_words(sentences: &[ToldSentence], text: &str) -> bool {
    let words = sentences.iter().flat_map(|one| one.text.split_whitespace());
    words.eq(text.split_whitespace())
}
