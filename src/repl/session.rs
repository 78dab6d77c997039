//! A session: lines go in, answers come out. It knows no terminal and no disk.

pub(super) use super::answer::Outcome as Answered;
use super::answer::Stop;
use super::desk::{Desk, Opened};
use super::error::{ReplError, Typed};
use super::table::Table;
use super::tray::{Tray, Wanted, of_sum};
use super::{Answer, dispatch, person};
use crate::diag::Diagnostics;
use crate::dice::Cancel;
use crate::rulebook::{Choices, LOWEST_PACK, Rulebook, load};
use crate::syntax::{is_unfinished, parse_dice_list};
use crate::text::{Files, Sources};
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// The longest line (with its continuations) that is read, in bytes.
pub const LONGEST_LINE: usize = 64 << 10;
/// The longest transcript that is kept, in bytes.
const LONGEST_TRANSCRIPT: usize = 16 << 20;

/// A session at the prompt.
pub struct Session {
    pub(super) desk: Box<dyn Desk>,
    pub(super) files: Rc<dyn Files>,
    pub(super) table: Table,
    /// What `undo` goes back to, the last at the end.
    pub(super) before: Vec<Table>,
    /// What `redo` goes forward to, the next at the end.
    pub(super) after: Vec<Table>,
    waiting: Option<Waiting>,
    /// Letters in a line.
    pub(super) width: usize,
    transcript: Option<String>,
    dialog: String,
    /// Whether the line that is being answered is to be given up.
    pub(super) cancel: Cancel,
}

/// A line that waits for dice of the real table.
struct Waiting {
    line: String,
    dice: Vec<u16>,
    by_sum: bool,
    wanted: Wanted,
    /// Events of the line that were told before the dice were asked for.
    told: usize,
}

/// A line being answered.
pub(super) struct Step<'a> {
    pub line: Typed<'a>,
    pub session: &'a mut Session,
    /// The table as the line leaves it.
    pub table: Table,
    /// Dice of the real table given for this line.
    pub dice: Vec<u16>,
    /// Whether some of them were given as a sum.
    pub by_sum: bool,
    /// Events that were told when dice were asked for.
    pub told: usize,
    /// Whether `undo` has something to take back.
    pub changes: bool,
    /// Whether a question was taken back that is to be put again.
    pub asks_again: bool,
}

impl Session {
    /// A session with a pack and perhaps its scenario, its dice beginning at `seed`.
    ///
    /// # Errors
    /// When the pack cannot be loaded.
    pub fn new(desk: Box<dyn Desk>, opened: Opened, seed: u64, width: usize) -> Result<Session, Diagnostics> {
        let mut table = open(&opened, &Choices::none(), seed)?;
        person::begin(&mut table);
        Ok(Session {
            desk,
            files: opened.files,
            table,
            before: Vec::new(),
            after: Vec::new(),
            waiting: None,
            width,
            transcript: None,
            dialog: String::new(),
            cancel: Cancel::default(),
        })
    }

    /// What stands before the next line: the pack, or a question.
    pub fn prompt(&self) -> String {
        if let Some(waiting) = &self.waiting {
            return format!("{} ", waiting.wanted.question());
        }
        let book = self.table.book();
        match &self.table.pending {
            Some(pending) => format!("{} {}> ", book.pack.head.name, pending.who(&self.table)),
            None if &*book.chain[book.chain.len() - 1] == LOWEST_PACK => "fray> ".to_string(),
            None => format!("{}> ", self.table.pack),
        }
    }

    /// What a person is told who sits down at it.
    pub fn greeting(&self) -> String {
        let book = self.table.book();
        let (what, next) = match self.table.scenario() {
            Some(scenario) => (
                format!("{} ({})", scenario.head.title, book.pack.head.title),
                "`show` shows the map, `next` goes on with the fight, `play SIDE` lets you decide",
            ),
            None if &*book.chain[book.chain.len() - 1] == LOWEST_PACK => {
                ("Dice, and no game yet".to_string(), "`3d6+2` rolls, `open PACK` or `open SCENARIO` brings rules")
            }
            None => (book.pack.head.title.to_string(), "type a sentence, or `show` for what there is"),
        };
        format!("{what}: {next}; `help` lists the rest.\n{}", self.table.opening)
    }

    /// With what a long computation is stopped from outside; the session goes on.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Whether the input goes on in another line.
    pub fn wants_more(&self, input: &str) -> bool {
        self.waiting.is_none() && !input.ends_with("\n\n") && is_unfinished(input)
    }

    /// Answers a line.
    pub fn enter(&mut self, line: &str) -> Answer {
        let prompt = self.prompt();
        let answer = if line.len() > LONGEST_LINE {
            Answer::wrong(vec![Box::new(too_long(line))])
        } else if let Some(waiting) = self.waiting.take() {
            self.throw(waiting, line)
        } else if line.trim().is_empty() {
            Answer::default()
        } else {
            self.attempt(line.to_string(), Vec::new(), false, 0)
        };
        self.remember(&prompt, line, &answer);
        answer
    }

    /// Takes dice of the real table, or gives up the line that waits for them.
    fn throw(&mut self, mut waiting: Waiting, text: &str) -> Answer {
        let word = text.trim();
        if ["cancel", "undo", "never mind"].contains(&word) {
            return Answer::of("not rolled");
        }
        match thrown(text, &waiting.wanted)
            .map_err(|wrong| no_dice(text, &waiting.wanted).map_or(wrong, |one| vec![one]))
        {
            Ok((dice, by_sum)) => {
                waiting.dice.extend(dice);
                self.attempt(waiting.line, waiting.dice, waiting.by_sum || by_sum, waiting.told)
            }
            Err(diagnostics) => {
                self.waiting = Some(waiting);
                Answer::wrong(diagnostics)
            }
        }
    }

    fn attempt(&mut self, line: String, dice: Vec<u16>, by_sum: bool, told: usize) -> Answer {
        let (table, given) = (self.table.clone(), dice.clone());
        let (changes, asks_again) = (false, false);
        let mut step =
            Step { line: Typed(&line), session: self, table, dice: given, by_sum, told, changes, asks_again };
        let mut outcome = dispatch::answer(&mut step);
        if let (Ok(answer), true) = (&mut outcome, step.asks_again) {
            ask_again(&mut step, answer);
        }
        let Step { table, changes, .. } = step;
        match outcome {
            Ok(answer) => {
                self.settle(table, changes, &line);
                answer
            }
            Err(Stop::Wrong(diagnostics)) => Answer::wrong(diagnostics),
            Err(Stop::Dice { wanted, text, told }) => {
                self.waiting = Some(Waiting { line, dice, by_sum, wanted, told });
                Answer::of(text)
            }
        }
    }

    fn settle(&mut self, table: Table, changes: bool, line: &str) {
        let old = std::mem::replace(&mut self.table, table);
        if changes {
            self.table.line = line.trim().into();
            self.before.push(old);
            self.after.clear();
        }
    }

    fn remember(&mut self, prompt: &str, line: &str, answer: &Answer) {
        let _ = writeln!(self.dialog, "{prompt}{line}");
        self.dialog += &answer.plain(self.width);
        if self.dialog.len() > LONGEST_TRANSCRIPT {
            self.dialog.clear();
        }
        if let Some(file) = &self.transcript {
            // The line that began the transcript has told whether the file can be written.
            let _ = self.desk.write(file, &self.dialog);
        }
    }

    /// Keeps the dialog in a file from now on, with what was said so far.
    pub(super) fn write_transcript(&mut self, file: &str) -> Result<(), Diagnostics> {
        self.desk.write(file, &self.dialog)?;
        self.transcript = Some(file.to_string());
        Ok(())
    }
}

/// Puts the question again that a line has taken back.
fn ask_again(step: &mut Step<'_>, answer: &mut Answer) {
    let before = step.table.clone();
    step.dice.clear();
    match person::go_on(step, None) {
        Ok(question) => answer.text += &question.text,
        // `next` will say what is wrong with it, or which dice it wants.
        Err(_) => step.table = before,
    }
}

impl Step<'_> {
    /// Dice for what is rolled outside a fight.
    pub fn tray(&self) -> Tray {
        Tray::new(self.table.seeded, self.table.mine.then_some(self.dice.as_slice()))
    }

    /// Takes what is left of the dice back, or asks for those that were missing.
    pub fn finish<T, E: Into<Stop>>(&mut self, tray: &Tray, rolled: Result<T, E>) -> Result<T, Stop> {
        match (rolled, tray.wanted()) {
            (Err(_), Some(wanted)) => Err(Stop::Dice { wanted, text: String::new(), told: self.told }),
            (Err(error), None) => Err(error.into()),
            (Ok(done), _) => {
                self.table.seeded = tray.state();
                Ok(done)
            }
        }
    }
}

/// Loads what was opened.
pub(super) fn open(opened: &Opened, choices: &Choices, seed: u64) -> Result<Table, Diagnostics> {
    let mut all = Choices::none();
    if let Some(name) = &opened.scenario {
        let book = loaded(&*opened.files, &opened.pack, choices)?;
        if let Some(at) = book.scenarios.iter().position(|one| *one.head.name == **name) {
            all = book.choices_of(crate::value::ScenarioId(at as u16));
        }
    }
    // What is chosen at the prompt has the last word.
    all.0.extend(choices.0.iter().cloned());
    let book = loaded(&*opened.files, &opened.pack, &all)?;
    let table = Table::new(book.clone(), &opened.pack, opened.scenario.as_deref(), seed);
    let mut table = table.map_err(|error| vec![error.report(&book)])?;
    table.choices = all;
    Ok(table)
}

/// The rulebook of a pack.
pub(super) fn loaded(files: &dyn Files, pack: &str, choices: &Choices) -> Result<Arc<Rulebook>, Diagnostics> {
    match load(files, pack, choices) {
        (Some(book), _) => Ok(book),
        (None, diagnostics) => Err(diagnostics),
    }
}

/// What is no list of numbers is no dice at all.
fn no_dice(text: &str, wanted: &Wanted) -> Option<crate::diag::Diagnostic> {
    let is_list = text.chars().all(|c| c.is_ascii_digit() || c == ',' || c.is_whitespace());
    if is_list && !text.trim().is_empty() {
        return None;
    }
    let help = format!("answer {}, or `cancel` and type something else", wanted.question());
    let shown = if text.trim().is_empty() { "?" } else { text };
    let (line, at) = (Typed(shown).source(), (0, shown.len()).into());
    Some(Box::new(ReplError::Dice { why: "no dice".to_string(), line, at, help }))
}

/// The dice a person typed, and whether they gave only the sum.
fn thrown(text: &str, wanted: &Wanted) -> Result<(Vec<u16>, bool), Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add("dice", text);
    let shown = parse_dice_list(&sources, id)?;
    // The list is bounded by the sides a die can have, so every number fits.
    let shown: Vec<u16> = shown.into_iter().map(|die| u16::try_from(die).unwrap_or(u16::MAX)).collect();
    let wrong = |why: String| {
        let help = format!("answer {} or `cancel`", wanted.question());
        let (line, at) = (Typed(text).source(), (0, text.len()).into());
        vec![Box::new(ReplError::Dice { why, line, at, help }) as crate::diag::Diagnostic]
    };
    let count = wanted.formula.count() as usize;
    if let ([sum], true) = (shown.as_slice(), wanted.sum && count > 1) {
        let dice = of_sum(&wanted.formula, *sum);
        return dice.map(|dice| (dice, true)).ok_or_else(|| wrong(format!("{sum} is no sum of {}", wanted.formula)));
    }
    if shown.len() != count {
        return Err(wrong(format!("{} dice, where {count} are rolled", shown.len())));
    }
    let sides = wanted.formula.terms.iter().flat_map(|term| (0..term.count).map(|_| term.sides));
    match shown.iter().zip(sides).find(|(die, sides)| **die == 0 || **die > *sides) {
        Some((die, sides)) => Err(wrong(format!("no d{sides} shows {die}"))),
        None => Ok((shown, false)),
    }
}

fn too_long(line: &str) -> ReplError {
    let mut end = 60;
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    ReplError::TooLong {
        most: LONGEST_LINE,
        line: Typed(&line[..end]).source(),
        at: (end, 0).into(),
        help: "put long rules into a file, and `reload`".to_string(),
    }
}
