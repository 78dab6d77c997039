//! Dice as they are given on the command line: which of them does not fit what was rolled, and what is left of them.

use super::argument;
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Chance, DiceError, Given, RollReason, Seen};
use crate::text::SourceText;
use crate::value::Formula;
use miette::{NamedSource, SourceSpan};
use std::cell::RefCell;
use std::rc::Rc;

/// A given die that shows what it cannot, where it was given.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{error}{purpose}")]
#[diagnostic(code(fray::dice::given_unfit), help("{help}"))]
struct UnfitDie {
    error: DiceError,
    /// For what it was rolled, if that is known.
    purpose: String,
    #[source_code]
    src: NamedSource<SourceText>,
    #[label("{label}")]
    at: SourceSpan,
    label: String,
    help: String,
}

/// Given dice, with the one that could not be rolled and what it was for.
pub(super) struct WatchedDice {
    given: Given,
    fault: Option<DiceError>,
    reason: String,
}

impl WatchedDice {
    fn watched<T>(&mut self, roll: impl FnOnce(&mut Given) -> Result<T, DiceError>) -> Result<T, DiceError> {
        roll(&mut self.given).inspect_err(|error| self.fault = Some(error.clone()))
    }
}

impl Chance for WatchedDice {
    fn asks_reason(&self) -> bool {
        true
    }

    fn give_reason(&mut self, reason: RollReason) {
        self.reason = reason.what.split(':').next().unwrap_or_default().to_string();
    }

    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.watched(|given| given.roll(formula, seen, thrown))
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        self.watched(|given| given.pick(of))
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        self.watched(|given| given.happens(ways, of))
    }
}

/// Dice as given, which a play uses and the command asks afterwards what became of them.
pub(super) struct GivenDice {
    text: String,
    dice: Rc<RefCell<WatchedDice>>,
}

impl GivenDice {
    /// Reads `--dice 4,2,5`.
    pub(super) fn read(text: &str) -> Result<GivenDice, Diagnostics> {
        let given = Given::new(argument::dice(text)?);
        let dice = WatchedDice { given, fault: None, reason: String::new() };
        Ok(GivenDice { text: text.to_string(), dice: Rc::new(RefCell::new(dice)) })
    }

    /// What a play rolls with them.
    pub(super) fn chance(&self) -> Box<dyn Chance> {
        Box::new(self.dice.clone())
    }

    /// An error if dice are left over.
    pub(super) fn finish(&self) -> Result<(), Diagnostics> {
        self.dice.borrow().given.finish().map_err(|error| vec![Box::new(error) as Diagnostic])
    }

    /// The die that shows what it cannot, if that is why a play came to no end.
    pub(super) fn unfit(&self) -> Option<Diagnostic> {
        let dice = self.dice.borrow();
        let error = dice.fault.clone()?;
        let DiceError::Unfit { at, sides, help, .. } = &error else { return None };
        let purpose = if dice.reason.is_empty() { String::new() } else { format!(", for \"{}\"", dice.reason) };
        let (at, help) = (self.place(*at), help.clone());
        let label = format!("not on a d{sides}");
        let src = NamedSource::new("--dice", self.text.as_str().into());
        Some(Box::new(UnfitDie { error, purpose, src, at, label, help }))
    }

    /// Where the die of that number, counted from 1, stands in what was typed.
    fn place(&self, number: usize) -> SourceSpan {
        let is_digit = |c: char| c.is_ascii_digit();
        let mut at = 0;
        let dice = self.text.split(|c| !is_digit(c)).map(|die| {
            let start = at;
            at += die.len() + 1;
            (start, die.len())
        });
        let place = dice.filter(|(_, length)| *length > 0).nth(number.saturating_sub(1));
        place.unwrap_or((0, self.text.len())).into()
    }
}
