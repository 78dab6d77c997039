//! A line entered: answered, or held back until the dice of the real table are given.

use super::answer::LineStop;
use super::archive::Archive;
use super::dice_asked::odds_asked;
use super::error::{ReplError, TypedLine};
use super::frontend::{Frontend, Opened};
use super::history::History;
use super::line_made::LineMade;
use super::news::SideNews;
use super::overrule::said_again;
use super::said_again::played_on;
use super::session::{LONGEST_LINE, LineStep, Session, Waiting, open};
use super::thrown::{answering, no_dice, numbers, thrown};
use super::{Response, amid_dice, dispatch, human, listen};
use crate::diag::Diagnostics;
use crate::diag::crash::{self, Bug};
use crate::dice::Cancel;
use crate::rulebook::Choices;
use crate::speech::first_named;
use crate::story::{Story, StoryForm};
use std::rc::Rc;

impl Session {
    /// A session with a pack and perhaps its scenario, its dice beginning at `seed`.
    ///
    /// # Errors
    /// When the pack cannot be loaded.
    pub fn new(desk: Box<dyn Frontend>, opened: Opened, seed: u64, width: usize) -> Result<Session, Diagnostics> {
        let mut table = open(&opened, &Choices::none(), seed)?;
        human::begin(&mut table);
        Ok(Session {
            desk,
            files: opened.files,
            table,
            before: History::default(),
            after: History::default(),
            waiting: None,
            left_waiting: None,
            lexicon: None,
            rule_text: None,
            index: None,
            open_index: None,
            tried: None,
            refused: None,
            is_refused: false,
            readings: Vec::new(),
            named: None,
            beside: None,
            told: None,
            reckoned_only: None,
            what_if: None,
            reckoned_before: None,
            rolled_only: None,
            odds_told: None,
            said_ahead: None,
            typed: None,
            typed_anew: None,
            is_unheard: false,
            corrects_unheard: false,
            is_partial: false,
            width,
            archive: Archive::default(),
            is_changed: false,
            is_rescued: false,
            cancel: Cancel::default(),
            news: SideNews::default(),
            shown: Vec::new(),
        })
    }

    /// Tells of fights what those who decide think, and what is only kept count of, too.
    pub(crate) fn tell_details(&mut self) {
        self.table.story = Story::summing_up(StoryForm::Details);
    }

    /// Answers a line.
    pub fn enter(&mut self, line: &str) -> Response {
        self.enter_by(line, |session| session.answer(line))
    }

    /// Answers a line in a way of one's own; what goes wrong with that is survived.
    pub(super) fn enter_by(&mut self, line: &str, answer: impl FnOnce(&mut Session) -> Response) -> Response {
        let prompt = self.prompt();
        self.news.forget();
        self.is_refused = false;
        let mut answer = match crash::guarded(|| answer(self)) {
            Ok(answer) => answer,
            Err(bug) => self.survive(bug),
        };
        self.remember(&prompt, line, &mut answer);
        answer
    }

    fn answer(&mut self, line: &str) -> Response {
        if line.len() > LONGEST_LINE {
            Response::wrong(vec![Box::new(too_long(line))])
        } else if let Some(waiting) = self.waiting.take() {
            match amid_dice::kind(self, line) {
                Some(kind) => self.amid_dice(waiting, kind, line),
                None => self.throw(waiting, line),
            }
        } else if line.trim().is_empty() {
            Response::default()
        } else {
            // What a line corrects does not count any more, nor what was supposed with it.
            let corrects = listen::is_correction_of_typed(self, line);
            self.corrects_unheard = corrects && self.is_unheard;
            match corrects {
                true => self.reckoned_only.clone_from(&self.reckoned_before),
                false => self.reckoned_before.clone_from(&self.reckoned_only),
            }
            let mut answer = self.attempt(line.to_string(), Vec::new(), false, 0);
            self.take_up_waiting(&mut answer);
            let anew = self.typed_anew.take().or_else(|| (!corrects).then(|| line.trim().to_string()));
            self.typed = anew.or_else(|| self.typed.take());
            (self.is_unheard, self.corrects_unheard) = (!answer.diagnostics.is_empty(), false);
            answer
        }
    }

    /// What is said to a line that is no text from a byte on.
    pub fn unreadable(&mut self, line: &[u8], from: usize) -> Response {
        let text = String::from_utf8_lossy(line);
        let (start, help) = (from.min(60), "type it as UTF-8; nothing of it was done".to_string());
        let shown = format!("{}…", String::from_utf8_lossy(line.get(..start).unwrap_or(line)));
        let error = ReplError::NotText { line: TypedLine(&shown).source(), at: (start, '…'.len_utf8()).into(), help };
        let mut answer = Response::wrong(vec![Box::new(error)]);
        let prompt = self.prompt();
        self.remember(&prompt, &text, &mut answer);
        answer
    }

    /// After a panic: the fight is as it was before the line, and is put where it is found again.
    fn survive(&mut self, bug: Bug) -> Response {
        // The scripts may have been in the middle of something.
        (self.table.engine, self.table.ahead, self.is_rescued) = (None, None, true);
        self.before.forget_engines();
        self.after.forget_engines();
        let kept = crash::guarded(|| self.desk.keep_safe(&super::stored::written(&self.table, None)));
        let mut diagnostics: Diagnostics = vec![Box::new(bug)];
        let text = match kept {
            Ok(Ok(place)) => format!("the fight goes on as it was before this line, and is kept in {place}\n"),
            Ok(Err(wrong)) => {
                diagnostics.extend(wrong);
                "the fight goes on as it was before this line, but could not be kept: `save FILE`\n".to_string()
            }
            Err(other) => {
                diagnostics.push(Box::new(other));
                String::new()
            }
        };
        Response { text, diagnostics, done: false }
    }

    /// Takes dice of the real table, or gives up the line that waits for them.
    fn throw(&mut self, waiting: Waiting, text: &str) -> Response {
        self.throw_for(waiting, text, |session, line, (dice, by_sum), told| session.attempt(line, dice, by_sum, told))
    }

    /// The same of one who sits at a side: nothing else is heard in the line that waits.
    pub(super) fn thrown_as_it_stands(&mut self, text: &str) -> Response {
        let Some(waiting) = self.waiting.take() else { return Response::default() };
        self.throw_for(waiting, text, |session, line, (dice, by_sum), told| {
            session.strictly(line, dice, by_sum, told).unwrap_or_else(Response::wrong)
        })
    }

    fn throw_for(
        &mut self,
        mut waiting: Waiting,
        text: &str,
        again: impl FnOnce(&mut Session, String, (Vec<u16>, bool), usize) -> Response,
    ) -> Response {
        let word = text.trim();
        if ["cancel", "undo", "never mind"].contains(&word) {
            return self.cancelled(waiting);
        }
        match thrown(numbers(text), &waiting.wanted, answering(&waiting.wanted))
            .map_err(|wrong| no_dice(text, &waiting.wanted).map_or(wrong, |one| vec![one]))
        {
            Ok((dice, by_sum)) => {
                waiting.dice.extend(dice);
                again(self, waiting.line, (waiting.dice, waiting.by_sum || by_sum), waiting.told)
            }
            Err(diagnostics) => {
                self.waiting = Some(waiting);
                Response::wrong(diagnostics)
            }
        }
    }

    /// A line as it stands, or as it was meant.
    pub(super) fn attempt(&mut self, line: String, dice: Vec<u16>, by_sum: bool, told: usize) -> Response {
        let readings = std::mem::take(&mut self.readings);
        let chosen = line.trim().parse::<usize>().ok().and_then(|number| readings.get(number.wrapping_sub(1)).cloned());
        let line = chosen.unwrap_or(line);
        if let Some(orders) = self.reckoned_only.as_ref().filter(|_| line.trim() == "do" && dice.is_empty())
            && orders.is_last(&self.table)
        {
            let lines = orders.lines.iter().map(|line| format!("do {line}")).collect();
            return listen::carried_out(self, lines, &[]);
        }
        if dice.is_empty()
            && let Some(asked) = odds_asked(&line)
        {
            return listen::carried_out(self, vec![asked], &[]);
        }
        if dice.is_empty()
            && let Some(answer) = listen::instead(self, &line)
        {
            return answer;
        }
        match self.strictly(line.clone(), dice, by_sum, told) {
            Ok(answer) => answer,
            // A ruling is meant as it stands: nothing of it is left out.
            Err(diagnostics) if line.trim().starts_with("overrule ") => Response::wrong(diagnostics),
            Err(diagnostics) => listen::meant(self, &line, diagnostics),
        }
    }

    /// A line as it stands.
    pub(super) fn strictly(
        &mut self,
        line: String,
        dice: Vec<u16>,
        by_sum: bool,
        told: usize,
    ) -> Result<Response, Diagnostics> {
        // What is allowed is said whole, so that it can be said again.
        let line = match (line.trim(), &self.refused) {
            ("allow", Some(refused)) => format!("allow {}", refused.strip_prefix("do ").unwrap_or(refused)),
            _ => line,
        };
        let (mut table, given) = (self.table.clone(), dice.clone());
        table.kit.cancel = self.cancel.clone();
        let (changes, asks_again) = (false, false);
        let mut step = LineStep {
            line: TypedLine(&line),
            session: self,
            table,
            dice: given,
            by_sum,
            told,
            changes,
            asks_again,
            made: None,
            tosses: (Vec::new(), 0),
            happened: Vec::new(),
        };
        let mut outcome = dispatch::answer(&mut step);
        if let (Ok(answer), true) = (&mut outcome, step.asks_again) {
            ask_again(&mut step, answer);
        }
        let LineStep { mut table, changes, made, tosses: (fell, overruled), happened, .. } = step;
        match made {
            // What was said anew has played the game anew.
            Some(made) if changes => table.made = Rc::new(made),
            None if changes => {
                let said = said_again(&self.table, &line, fell, overruled);
                self.forget_shown(&said);
                table.played = played_on((&self.table, &table), said.clone(), happened);
                table.made = Rc::new(LineMade { back: 1, said: vec![said] });
            }
            _ => {}
        }
        match outcome {
            Ok(mut answer) => {
                if let Some((named, beside)) = first_named(&table.cast(), &line) {
                    (self.named, self.beside) = (Some(named), beside);
                }
                answer.text += &self.settle(table, changes, &line);
                Ok(answer)
            }
            Err(LineStop::Wrong(diagnostics)) => Err(diagnostics),
            Err(LineStop::Dice { wanted, text, told }) => {
                let waiting = Waiting { line, dice, by_sum, wanted, told };
                match self.shown_before(&waiting) {
                    Some(shown) => self.thrown_before(waiting, shown, &text),
                    None => {
                        self.waiting = Some(waiting);
                        Ok(Response::of(text))
                    }
                }
            }
        }
    }
}

/// Puts the question again that a line has taken back.
fn ask_again(step: &mut LineStep<'_>, answer: &mut Response) {
    let before = step.table.clone();
    step.dice.clear();
    match human::go_on(step, None) {
        Ok(question) => answer.text += &question.text,
        // `next` will say what is wrong with it, or which dice it wants.
        Err(_) => step.table = before,
    }
}

fn too_long(line: &str) -> ReplError {
    let mut end = 60;
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    ReplError::TooLong {
        most: LONGEST_LINE,
        line: TypedLine(&line[..end]).source(),
        at: (end, 0).into(),
        help: "put long rules into a file, and `reload`".to_string(),
    }
}
