//! From what was said to the line that is meant.

use super::attempts::{Attempts, LEFT_OUT, OF_ALL};
use super::error::SpeechError;
use super::lexicon::{INSTEAD, LinePhrase, SAY};
use super::line::{self, MeantLine};
use super::listener::Listener;
use super::little;
use super::piece;
use super::telling;
use super::token::{MOST_WORDS, SpokenWord};
use crate::query::{
    About, BoundQuery, LONGEST, ParsedQuery, SentenceError, amend, counts_among, is_understood, uncounted_among,
    understand,
};
use crate::value::CheckId;
use std::collections::BTreeSet;

/// Lines lead to lines so often at most.
pub(super) const DEEPEST: usize = 4;
/// What helps with them.
const FEWER: &str = "say it in fewer words, one thing a line";
/// So many readings are offered.
pub(super) const MOST_READINGS: usize = 4;
/// Between several lines that are meant by one.
const SEVERAL: &str = "; ";

/// What was understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Understanding {
    /// One line.
    Line(String),
    /// Lines that mean different things: which of them?
    Several(Vec<String>),
    /// Lines to be done one after another.
    Sequence(Vec<String>),
}

/// A line that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct HeardLine {
    /// What is meant.
    pub meant: Understanding,
    /// What was said besides and does not count.
    pub asides: Vec<String>,
    /// The last line as it reads with what is otherwise, if that was said.
    pub retyped: Option<String>,
}

impl HeardLine {
    /// The last line with what is otherwise.
    fn retyped((text, meant): (String, Understanding)) -> HeardLine {
        HeardLine { meant, asides: Vec::new(), retyped: Some(text) }
    }
}

/// Understands a line.
///
/// # Errors
/// When a word or the whole is not understood.
pub fn hear(listener: &Listener<'_>, line: &str) -> Result<HeardLine, SpeechError> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let parted = (line.len() <= LONGEST).then(|| hearing.parted(line)).flatten();
    let line = parted.as_deref().unwrap_or(line);
    let with_comma = (line.len() <= LONGEST).then(|| hearing.with_its_comma(line)).flatten();
    let line = with_comma.as_deref().unwrap_or(line);
    if let Some(meant) = hearing.of_what_was_counted(line) {
        return Ok(HeardLine { asides: Vec::new(), meant, retyped: None });
    }
    if let Some(retyped) = hearing.renumbered(line).or_else(|| hearing.asked_of_another(line)) {
        return Ok(HeardLine::retyped(retyped));
    }
    let meant = match understood(&hearing, line).or_else(|error| hearing.otherwise(line, error, understood)) {
        Ok(meant) => hearing.after_what_was_said(line, meant),
        Err(error) => {
            let followed = || hearing.followed(line).map(|(text, meant)| (text, Ok(meant)));
            match hearing.retyped(line).or_else(followed) {
                Some((text, meant)) => return Ok(HeardLine::retyped((text, meant?))),
                None => hearing.made_that(line).ok_or(error)?,
            }
        }
    };
    match hearing.told_in_question(line, &meant) {
        Some(error) => Err(error),
        None => Ok(HeardLine { asides: hearing.asides_of(line, &meant), meant, retyped: None }),
    }
}

pub(super) fn understood(hearing: &Hearing<'_>, line: &str) -> Result<Understanding, SpeechError> {
    let heard = hearing.attempts.within(|| hearing.understood_once(line));
    heard.unwrap_or_else(|| Err(SpeechError::line(line, "too much in one line", FEWER.to_string())))
}

/// What a line may be that is not understood as one.
type SecondThought<'a> = fn(&Hearing<'a>, &str) -> Option<Understanding>;
/// What a line may be in place of what was understood.
type Afterthought<'a> = fn(&Hearing<'a>, &str, &Understanding) -> Option<Understanding>;

pub(super) struct Hearing<'a> {
    pub(super) listener: &'a Listener<'a>,
    /// What has been tried.
    pub(super) attempts: &'a Attempts,
}

/// What came of the phrases of packs that stand for other lines.
#[derive(Default)]
struct PhraseFindings {
    /// The first mistake in a line that is meant.
    wrong: Option<SpeechError>,
    /// What could be said instead, if nothing better is understood.
    vague: Option<SpeechError>,
}

impl<'a> Hearing<'a> {
    /// What a line may be that is not understood as one, in the order in which it is tried.
    const SECOND_THOUGHTS: [SecondThought<'a>; 10] = [
        Self::with_clauses_behind,
        Self::sequence,
        |hearing, line| hearing.of_addressed(line, None),
        Self::conjugated,
        Self::either,
        Self::repeated,
        Self::each,
        Self::at_each,
        Self::led_to,
        Self::at_its_bearer,
    ];

    /// What may be meant because of what was said before, in the order in which it is tried.
    const AFTERTHOUGHTS: [Afterthought<'a>; 6] = [
        Self::done_instead,
        Self::going_on,
        Self::asked_again,
        Self::done_with,
        Self::changed_otherwise,
        Self::of_the_other,
    ];

    /// What is meant by a line that was understood by itself, after what was said before.
    fn after_what_was_said(&self, line: &str, meant: Understanding) -> Understanding {
        let other = Self::AFTERTHOUGHTS.iter().find_map(|thought| thought(self, line, &meant));
        other.unwrap_or(meant)
    }

    /// What was asked is asked again of another: `what does Ann need?`, `no, I meant Ben`.
    fn asked_of_another(&self, line: &str) -> Option<(String, Understanding)> {
        let (text, meant) = self.retyped(line)?;
        let meant = meant.ok()?;
        matches!(&meant, Understanding::Line(text) if text.starts_with(little::ODDS)).then_some((text, meant))
    }

    /// What was said besides what is meant and does not count.
    fn asides_of(&self, line: &str, meant: &Understanding) -> Vec<String> {
        let texts: &[String] = match meant {
            Understanding::Line(text) => std::slice::from_ref(text),
            Understanding::Sequence(texts) => texts,
            Understanding::Several(_) => &[],
        };
        let asides: BTreeSet<String> = texts.iter().flat_map(|text| self.attempts.asides(text)).collect();
        let mut asides: Vec<String> = asides.into_iter().collect();
        if texts.iter().any(|text| text != line.trim()) {
            let mut lost = self.unaccounted(line, texts, &asides);
            lost.retain(|words| !self.is_interjection(words));
            let why = if self.are_pages(texts) { OF_ALL } else { LEFT_OUT };
            asides.extend((!lost.is_empty()).then(|| format!("{why}: {}", lost.join(", "))));
        }
        asides
    }

    /// Whether lines only show what is written or how it stands: nothing is done by them, told, nor reckoned.
    fn are_pages(&self, texts: &[String]) -> bool {
        let is_page = |text: &String| {
            let first = text.split(' ').next().unwrap_or_default();
            telling::is_page(first) && self.understood(text).is_err()
        };
        !texts.is_empty() && texts.iter().all(is_page)
    }

    fn understood_once(&self, line: &str) -> Result<Understanding, SpeechError> {
        if line.len() > LONGEST {
            return Err(SpeechError::line(&line[..0], "too long", FEWER.to_string()));
        }
        if self.listener.lexicon.spoken(line).len() > MOST_WORDS {
            return Err(SpeechError::line(line, "too many words for one line", FEWER.to_string()));
        }
        if let Some(error) = self.in_other_units(line) {
            return Err(error);
        }
        let in_cells = self.in_cells(line);
        let line = in_cells.as_deref().unwrap_or(line);
        let numbered = self.with_numbered_names(line);
        let line = numbered.as_deref().unwrap_or(line);
        let named = self.by_distance(line).or_else(|| self.toward_several(line)).or_else(|| self.by_thing(line));
        let line = named.as_deref().unwrap_or(line);
        if let Some(heard) = self.by_shape(line.trim()) {
            return heard;
        }
        let heard = match self.line(line.trim(), DEEPEST) {
            Err(error) if error.is_settled() => return Err(error.with_example(|| self.example(line))),
            Ok(Understanding::Line(text)) => match self.in_parts(line.trim(), &text) {
                Some(parts) => return parts,
                None => Ok(Understanding::Line(text)),
            },
            heard => heard.or_else(|error| self.thought_of(line.trim(), error)),
        };
        if heard.as_ref().is_err_and(SpeechError::is_settled) {
            return heard;
        }
        let heard = heard.or_else(|error| self.odds_asked(line.trim()).ok_or(error));
        let heard = heard.map(|heard| self.of_the_nearest(line, heard));
        let heard = heard.and_then(|heard| self.asked(line, heard));
        let heard = heard.map_err(|error| self.of_first(line.trim()).unwrap_or(error));
        heard.map_err(|error| error.with_example(|| self.example(line)))
    }

    /// What a line that was understood as one means in parts, where that is better.
    fn in_parts(&self, line: &str, text: &str) -> Option<Result<Understanding, SpeechError>> {
        if let Some(better) = self.of_addressed(line, Some(text)).or_else(|| self.apart(line, text)) {
            return Some(Ok(better));
        }
        // What does not count for one thing that is done is perhaps another: `steps up and cuts him`.
        if self.says_what_does_not_count(text)
            && let Some(all) = self.sequence(line)
        {
            return Some(Ok(all));
        }
        self.done_after(line, text)
    }

    /// What a line is that is not understood as one, else what is wrong with it.
    fn thought_of(&self, line: &str, error: SpeechError) -> Result<Understanding, SpeechError> {
        if let Some(heard) = Self::SECOND_THOUGHTS.iter().find_map(|thought| thought(self, line)) {
            return Ok(heard);
        }
        match self.both_of_more(line) {
            Some(more) => Err(more),
            None => self.group(line).ok_or(error),
        }
    }

    pub(super) fn line(&self, line: &str, depth: usize) -> Result<Understanding, SpeechError> {
        let heard = self.attempts.of_part(|| self.line_once(line, depth));
        heard.unwrap_or_else(|| Err(SpeechError::line(line, "no sentence", String::new())))
    }

    fn line_once(&self, line: &str, depth: usize) -> Result<Understanding, SpeechError> {
        if let Some(heard) = self.ordered(line, depth) {
            return Ok(heard);
        }
        let spoken = self.mended(line);
        if spoken.is_empty() || spoken.len() > MOST_WORDS || self.attempts.is_spent() {
            return Err(SpeechError::line(line, "no sentence", String::new()));
        }
        let mut found = PhraseFindings::default();
        let lines = &self.listener.lexicon.lines;
        let longest = piece::longest(self.listener, &spoken);
        for phrase in lines.iter().filter(|phrase| !comes_late(phrase, longest)) {
            if let Some(heard) = self.of_phrase(phrase, (line, &spoken), (depth, false), &mut found) {
                return heard;
            }
        }
        if let Some(heard) = self.command(line, depth) {
            return heard;
        }
        if let Some(clauses) = self.slipped_clauses(line, &spoken) {
            return Ok(Understanding::Line(format!("same {clauses}")));
        }
        let said = self.said(line, &spoken);
        // What those at the table do themselves comes behind what the rules know.
        for phrase in lines.iter().filter(|phrase| comes_late(phrase, longest) && said.is_err()) {
            if let Some(heard) = self.of_phrase(phrase, (line, &spoken), (depth, true), &mut found) {
                return heard;
            }
        }
        let said = said.or_else(|error| self.again(line, &spoken, found.vague.unwrap_or(error)));
        said.map_err(|error| SpeechError::of_both(line, found.wrong, error))
    }

    /// What a phrase means; none if it is not said, or not meant. Behind the sentences of the rules it only adds to them:
    /// there no mistake in it is told, nor is what could be said instead tried first.
    fn of_phrase(
        &self,
        phrase: &LinePhrase,
        (line, spoken): (&str, &[SpokenWord]),
        (depth, is_behind): (usize, bool),
        found: &mut PhraseFindings,
    ) -> Option<Result<Understanding, SpeechError>> {
        let MeantLine { text, left_out, stems } = line::meant(self.listener, phrase, (line, spoken))?;
        // `talks to Bob and shoots Cid`: what swallows something else that is done is not meant.
        let swallows =
            || self.swallows_a_deed(&left_out) || !is_behind && self.swallows_a_question(line, &text, &left_out);
        if depth == 0 || text == line || swallows() {
            return None;
        }
        if let Some(instead) = text.strip_prefix(SAY) {
            let works = || self.settled(instead.split(" (").next().unwrap_or(instead), depth - 1).is_ok();
            if is_behind || !phrase.has_deed() || works() {
                found.vague = found.vague.take().or_else(|| Some(self.instead(line, instead, depth)));
            }
            return None;
        }
        if let Some(instead) = text.strip_prefix(INSTEAD) {
            return Some(Err(self.must_be(line, instead, depth)));
        }
        if text.contains(SEVERAL) {
            return Some(Ok(self.without(self.all_settled(&text, depth)?, &left_out, stems)));
        }
        match self.settled(&text, depth - 1) {
            Ok(heard) => Some(Ok(self.without(heard, &left_out, stems))),
            Err(_) if is_behind => None,
            Err(error) if error.is_settled() => Some(Err(error)),
            Err(error) => {
                found.wrong = found.wrong.take().or(Some(error));
                None
            }
        }
    }

    /// Several lines that are meant by one, if each is understood.
    fn all_settled(&self, lines: &str, depth: usize) -> Option<Understanding> {
        let all = lines.split(SEVERAL).map(|one| match self.settled(one, depth - 1) {
            Ok(Understanding::Line(text)) => Some(vec![text]),
            Ok(Understanding::Sequence(texts)) => Some(texts),
            _ => None,
        });
        Some(Understanding::Sequence(all.collect::<Option<Vec<Vec<String>>>>()?.concat()))
    }

    /// What was understood, with a note of what was left out.
    fn without(&self, heard: Understanding, left_out: &[String], stems: Vec<String>) -> Understanding {
        let (first, texts) = match &heard {
            Understanding::Line(text) => (Some(text), std::slice::from_ref(text)),
            Understanding::Sequence(texts) => (texts.first(), &texts[..]),
            Understanding::Several(texts) => (None, &texts[..]),
        };
        texts.iter().for_each(|text| self.attempts.note_stems_of(text, stems.iter().cloned()));
        if let Some(text) = first {
            let (told, lost): (Vec<&str>, Vec<&str>) =
                left_out.iter().map(String::as_str).partition(|words| words.starts_with(line::TOLD));
            let lost: Vec<&str> = lost.into_iter().filter(|words| !text.contains(words)).collect();
            let lost = (!lost.is_empty()).then(|| format!("{LEFT_OUT}: {}", lost.join(", ")));
            let told = told.into_iter().map(|words| words.trim_start_matches(line::TOLD).to_string());
            self.attempts.note(text, &told.chain(lost).collect::<Vec<String>>());
        }
        heard
    }

    /// A line that was made of another: a command, or something that has yet to be understood.
    pub(super) fn settled(&self, line: &str, depth: usize) -> Result<Understanding, SpeechError> {
        let is_dice = line.starts_with(|c: char| c.is_ascii_digit());
        // What is asked of the odds is an expression; what stands before it may be said in any words.
        let is_computed = line.split(line::THAT).next().is_some_and(|before| before.contains('('));
        let is_strict = self.is_strict(line);
        let is_known = is_dice || is_strict || is_computed || self.is_told(line);
        if is_known {
            // Of things alike by name the one that he has is meant.
            let own = (is_strict && depth > 0).then(|| self.with_what_he_has(line)).flatten();
            return Ok(Understanding::Line(own.unwrap_or_else(|| line.to_string())));
        }
        if let Some(heard) = self.command(line, depth) {
            return heard;
        }
        if let Some(heard) = self.target_asked(line) {
            return Ok(heard);
        }
        let behind = |word: &&str| line.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        match self.listener.commands.iter().any(behind) {
            true => Ok(Understanding::Line(line.to_string())),
            false => self.line(line, depth),
        }
    }

    /// What the strict reader makes of a sentence.
    pub(super) fn understood(&self, text: &str) -> Result<ParsedQuery, SentenceError> {
        self.attempts.spend(text.len());
        understand(self.listener.book(), self.listener.cast, text)
    }

    /// Refuses what does not count.
    pub(super) fn counts(&self, asked: &ParsedQuery, text: &str) -> Result<(), SentenceError> {
        let Ok(posed) = BoundQuery::new(self.listener.rules, self.listener.state, asked) else { return Ok(()) };
        let reaches = &self.listener.lexicon.reaches;
        uncounted_among(reaches, self.listener.rules, &posed, asked, text).map_or(Ok(()), Err)
    }

    /// Whether a sentence says something that does not count.
    fn says_what_does_not_count(&self, text: &str) -> bool {
        let bare = text.strip_prefix(little::ODDS).unwrap_or(text);
        self.understood(bare).is_ok_and(|asked| !self.all_counts(&asked, bare) || self.is_out_himself(&asked))
    }

    /// Whether somebody is said to be out of the fight of whom it is said what he does: `Eve is dead, take her off`.
    fn is_out_himself(&self, asked: &ParsedQuery) -> bool {
        let (rules, state) = (self.listener.rules, self.listener.state);
        BoundQuery::new(rules, state, asked).is_ok_and(|posed| posed.is_doer_said_to_be_out(rules))
    }

    /// Whether all that is said counts.
    pub(super) fn all_counts(&self, asked: &ParsedQuery, text: &str) -> bool {
        let Ok(posed) = BoundQuery::new(self.listener.rules, self.listener.state, asked) else { return true };
        counts_among(&self.listener.lexicon.reaches, self.listener.rules, &posed, asked, text)
    }

    pub(super) fn is_strict(&self, text: &str) -> bool {
        self.attempts.known(text, || {
            self.attempts.spend(text.len());
            is_understood(self.listener.book(), self.listener.cast, text)
        })
    }

    /// Whether it says only how somebody is.
    pub(super) fn is_told(&self, text: &str) -> bool {
        let asked = amend(self.listener.book(), self.listener.cast, &nothing(), text);
        asked.is_ok_and(|asked| asked.facts.is_empty() && !asked.tweaks.is_empty())
    }
}

/// Whether a phrase is heard behind the sentences of the rules, by the words of the longest deed and of the longest phrase
/// that may stand in the line.
fn comes_late(phrase: &LinePhrase, (longest_deed, longest): (usize, usize)) -> bool {
    // What a pack calls a deed is no shorter line with anything in it: `hides behind his shield`. Nor is it too vague what a
    // longer phrase says: `between the eyes`.
    let is_vague = phrase.meant.starts_with(INSTEAD) || phrase.meant.starts_with(SAY);
    let words = phrase.words_around_a_place;
    phrase.is_late || words < longest_deed || is_vague && words < longest
}

pub(super) fn nothing() -> ParsedQuery {
    ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() }
}
