//! A session: lines go in, answers come out. It knows no terminal and no disk.

use super::Response;
pub(super) use super::answer::LineResult as Answered;
use super::answer::LineStop;
use super::archive::Archive;
use super::browse::RuleIndex;
use super::error::TypedLine;
use super::frontend::{Frontend, Opened};
use super::history::{History, MOST_HELD};
use super::line_made::LineMade;
use super::luau_line;
use super::news::SideNews;
use super::rule_text::RuleText;
use super::stored::SavedWaiting;
use super::supposition::Supposition;
use super::table::SessionState;
use super::table_dice::{FallenDice, TableDice, WantedDice};
use super::undone::SupposedOrders;
use crate::diag::{Diagnostics, visible};
use crate::dice::Cancel;
use crate::event::{Change, Event};
use crate::explain::{Explanation, Refusal};
use crate::rulebook::{Choices, LOWEST_PACK, Rulebook, load};
use crate::speech::Lexicon;
use crate::syntax::is_unfinished;
use crate::text::Files;
use crate::value::FigureId;
use std::rc::Rc;
use std::sync::Arc;

/// The longest line (with its continuations) that is read, in bytes.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// A session at the prompt.
pub struct Session {
    pub(super) desk: Box<dyn Frontend>,
    pub(super) files: Rc<dyn Files>,
    pub(super) table: SessionState,
    /// What `undo` goes back to, the last at the end.
    pub(super) before: History,
    /// What `redo` goes forward to, the next at the end.
    pub(super) after: History,
    pub(super) waiting: Option<Waiting>,
    /// The line that waited for dice in a fight that was just loaded.
    pub(super) left_waiting: Option<SavedWaiting>,
    /// The words of the rules in force, once they were needed.
    pub(super) lexicon: Option<(Arc<Rulebook>, Rc<Lexicon>)>,
    /// What the text of the rules says, once it was looked up.
    pub(super) rule_text: Option<Rc<RuleText>>,
    /// The declarations of the rules in force, once they were browsed.
    pub(super) index: Option<Rc<RuleIndex>>,
    /// The same as everybody may read them who plays.
    pub(super) open_index: Option<Rc<RuleIndex>>,
    /// The last order, done or refused: what `why` is about until another sentence is asked.
    pub(super) tried: Option<LastOrder>,
    /// The last order that was refused, until something changes.
    pub(super) refused: Option<String>,
    /// Whether the last line was such an order.
    pub(super) is_refused: bool,
    /// Readings of the last line between which a number chooses.
    pub(super) readings: Vec<String>,
    /// Who was named first in the line before.
    pub(super) named: Option<FigureId>,
    /// Who was named second there.
    pub(super) beside: Option<FigureId>,
    /// What was told in the line before, if it changed something.
    pub(super) told: Option<String>,
    /// What was only reckoned and could have been done.
    pub(super) reckoned_only: Option<SupposedOrders>,
    /// The same before the last line that corrects none.
    pub(super) reckoned_before: Option<SupposedOrders>,
    /// What was only rolled last and could have been done.
    pub(super) rolled_only: Option<String>,
    /// The sentence whose odds were asked last: with something else in it they are asked again.
    pub(super) odds_told: Option<Arc<str>>,
    /// What the last what-if said.
    pub(super) what_if: Option<Supposition>,
    /// Clauses that were said before any sentence, for the first that asks for them.
    pub(super) said_ahead: Option<String>,
    /// The last line that was typed and corrects none.
    pub(super) typed: Option<String>,
    /// The same with what the line that is being answered says is otherwise in it.
    pub(super) typed_anew: Option<String>,
    /// Whether the last line was not answered.
    pub(super) is_unheard: bool,
    /// Whether the line that is being answered corrects such a one: nothing that was said before it is meant.
    pub(super) corrects_unheard: bool,
    /// Whether only a part of the line counts that is being answered: then it is reckoned, and nothing is done.
    pub(super) is_partial: bool,
    /// Letters in a line.
    pub(super) width: usize,
    pub(super) archive: Archive,
    /// Whether the fight is another than the one that was last put in safety.
    pub(super) is_changed: bool,
    /// Whether a panic left a fight in safety, which stays there when the session ends.
    pub(super) is_rescued: bool,
    /// Whether the line that is being answered is to be given up.
    pub(super) cancel: Cancel,
    /// What the last line has made happen, for those who sit at one side of the table.
    pub(super) news: SideNews,
    /// Dice of the real table that were shown for lines which were taken back or given up.
    pub(super) shown: Vec<ShownDice>,
}

/// An order that was given.
pub(super) struct LastOrder {
    /// The sentence that had been asked before.
    pub after: Option<Arc<str>>,
    /// Its check as it stood when it was ordered, or why it was refused; none if nothing can be said of it.
    pub told: Option<TriedWhy>,
}

/// What is told of an order.
pub(super) enum TriedWhy {
    Reckoned(Box<Explanation>),
    Refused(Refusal),
}

/// A line that waits for dice of the real table.
pub(super) struct Waiting {
    pub line: String,
    pub dice: Vec<u16>,
    pub by_sum: bool,
    pub wanted: WantedDice,
    /// Events of the line that were told before the dice were asked for.
    pub told: usize,
}

/// Dice of the real table that were shown for a line, and who was asked before it.
pub(super) struct ShownDice {
    pub line: Arc<str>,
    pub asked: Option<(FigureId, String)>,
    pub dice: Vec<u16>,
}

/// A line being answered.
pub(super) struct LineStep<'a> {
    pub line: TypedLine<'a>,
    pub session: &'a mut Session,
    /// The table as the line leaves it.
    pub table: SessionState,
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
    /// How the table has come to be, if not by this line alone.
    pub made: Option<LineMade>,
    /// What fell for it, and how often a referee's ruling made a difference.
    pub tosses: (Vec<FallenDice>, usize),
    /// What it has made happen.
    pub happened: Vec<Event>,
}

impl Session {
    /// Whether the odds of the last sentence were told, rather than dice thrown for it.
    pub(super) fn has_told_odds(&self, table: &SessionState) -> bool {
        let last = table.last.as_ref().map(|(text, _)| text);
        last.zip(self.odds_told.as_ref()).is_some_and(|(last, told)| Arc::ptr_eq(last, told))
    }

    /// What stands before the next line: the pack, or a question.
    pub fn prompt(&self) -> String {
        if let Some(waiting) = &self.waiting {
            return format!("{} ", waiting.wanted.question());
        }
        let book = self.table.book();
        match &self.table.pending {
            Some(pending) => format!("{} {}> ", book.pack.head.name, pending.who(self.table.now())),
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
        let left = match self.desk.left_behind() {
            Some(_) => "A fight was cut off when its prompt ended: `load` goes on with it.\n",
            None => "",
        };
        format!("{what}: {next}; `help` lists the rest.\n{left}{}", self.table.opening)
    }

    /// With what a long computation is stopped from outside; the session goes on.
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Whether the input goes on in another line.
    pub fn wants_more(&self, input: &str) -> bool {
        let is_open = |input| luau_line::code(input).map_or_else(|| is_unfinished(input), luau_line::is_open);
        self.waiting.is_none() && !input.ends_with("\n\n") && is_open(input)
    }

    /// The table is as a line leaves it; what is to be said of that besides.
    pub(super) fn settle(&mut self, table: SessionState, changes: bool, line: &str) -> String {
        if self.is_partial {
            self.table = table;
            if changes {
                self.told = Some(line.trim().to_string());
            }
            return String::new();
        }
        self.is_changed |= changes;
        self.told = changes.then(|| line.trim().to_string());
        if changes {
            (self.reckoned_only, self.rolled_only, self.refused, self.what_if) = (None, None, None, None);
        }
        let old = std::mem::replace(&mut self.table, table);
        if !changes {
            return String::new();
        }
        self.table.line = line.trim().into();
        self.after.clear();
        match self.before.push(old, &self.table) {
            true => {
                let (steps, held) = (self.before.len(), MOST_HELD >> 20);
                format!("from now on `undo` goes back about {steps} changes, {held} MiB of them\n")
            }
            false => String::new(),
        }
    }

    /// A line was an order that the rules refuse.
    pub(super) fn note_refused(&mut self, line: &str) {
        (self.refused, self.is_refused) = (Some(line.trim().to_string()), true);
    }

    /// Puts the fight where it is found again if the prompt ends before its time; false if nothing has changed.
    pub fn keep_safe(&mut self) -> bool {
        if !std::mem::take(&mut self.is_changed) {
            return false;
        }
        // Where it cannot be kept, the fight itself still can be saved.
        let _ = self.desk.keep_safe(&super::stored::written(&self.table, self.saved_waiting()));
        true
    }

    /// The line that waits for dice of the real table, as it is saved.
    pub(super) fn saved_waiting(&self) -> Option<SavedWaiting> {
        let Waiting { line, dice, by_sum, .. } = self.waiting.as_ref()?;
        Some(SavedWaiting { line: line.clone(), dice: dice.clone(), by_sum: *by_sum })
    }

    /// Ends the session: what was kept safe is no longer needed.
    pub fn end(&mut self) {
        if !self.is_rescued {
            self.desk.let_go();
        }
    }

    /// Puts a line and its answer into the dialog; what goes wrong with that is added to the answer.
    pub(super) fn remember(&mut self, prompt: &str, line: &str, answer: &mut Response) {
        let said = format!("{}{}\n{}", visible(prompt), visible(line), answer.plain(self.width));
        if let Err(wrong) = self.archive.add(&*self.desk, &said) {
            answer.diagnostics.extend(wrong);
        }
    }
}

impl LineStep<'_> {
    /// Dice for what is rolled outside a fight.
    pub(super) fn tray(&self) -> TableDice {
        self.table.tray(&self.dice)
    }

    /// Notes what fell for the line, up to a question that was put when so many were thrown, and what it made happen.
    pub(super) fn fell(&mut self, tray: &TableDice, until: Option<usize>, events: &[&Event]) {
        let mut tosses = tray.tosses();
        tosses.truncate(until.unwrap_or(tosses.len()));
        tosses.drain(..self.table.tosses.min(tosses.len()));
        let is_ruled = |event: &&&Event| matches!(event.change, Change::Overruled { .. });
        self.tosses = (tosses, events.iter().filter(is_ruled).count());
    }

    /// Takes what is left of the dice back, or asks for those that were missing.
    pub(super) fn finish<T, E: Into<LineStop>>(
        &mut self,
        tray: &TableDice,
        rolled: Result<T, E>,
    ) -> Result<T, LineStop> {
        match (rolled, tray.wanted()) {
            (Err(_), Some(wanted)) => Err(LineStop::Dice { wanted, text: String::new(), told: self.told }),
            (Err(error), None) => Err(error.into()),
            (Ok(done), _) => {
                self.table.seeded = tray.state();
                Ok(done)
            }
        }
    }
}

/// Loads what was opened.
pub(super) fn open(opened: &Opened, choices: &Choices, seed: u64) -> Result<SessionState, Diagnostics> {
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
    let table = SessionState::new(book.clone(), &opened.pack, opened.scenario.as_deref(), seed);
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
