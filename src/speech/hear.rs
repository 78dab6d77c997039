//! From what was said to the line that is meant.

use super::attempts::{Attempts, LEFT_OUT};
use super::compose::{Composed, compose, compose_to_thing, compose_with_each};
use super::draft::Draft;
use super::error::SpeechError;
use super::lexicon::{INSTEAD, LinePhrase, SAY};
use super::line::{self, MeantLine};
use super::listener::Listener;
use super::little;
use super::piece::{self, DeedWays, Piece};
use super::token::{MOST_WORDS, SpokenWord};
use crate::query::{
    About, Argument, BoundQuery, LONGEST, ParsedQuery, SentenceError, amend, counts_among, is_understood,
    uncounted_among, understand,
};
use crate::value::{CheckId, FactId};
use std::collections::BTreeSet;

/// Lines lead to lines so often at most.
pub(super) const DEEPEST: usize = 4;
/// What helps with them.
const FEWER: &str = "say it in fewer words, one thing a line";
/// So many sentences are tried.
const MOST_TRIED: usize = 24;
/// So many readings are offered.
pub(super) const MOST_READINGS: usize = 4;
/// Between several lines that are meant by one.
pub(super) const SEVERAL: &str = "; ";

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

/// Understands a line.
///
/// # Errors
/// When a word or the whole is not understood.
pub fn hear(listener: &Listener<'_>, line: &str) -> Result<HeardLine, SpeechError> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let parted = (line.len() <= LONGEST).then(|| hearing.parted(line)).flatten();
    let line = parted.as_deref().unwrap_or(line);
    if let Some((text, meant)) = hearing.renumbered(line) {
        return Ok(HeardLine { meant, asides: Vec::new(), retyped: Some(text) });
    }
    // What was asked is asked again of another: `what does Ann need?`, `no, I meant Ben`.
    if let Some((text, Ok(meant))) = hearing.retyped(line)
        && matches!(&meant, Understanding::Line(text) if text.starts_with(little::ODDS))
    {
        return Ok(HeardLine { meant, asides: Vec::new(), retyped: Some(text) });
    }
    let meant = understood(&hearing, line).or_else(|error| hearing.otherwise(line, error, understood));
    let meant = match meant {
        Ok(meant) => {
            let other = hearing.done_instead(line, &meant).or_else(|| hearing.going_on(line, &meant));
            let other = other.or_else(|| hearing.asked_again(line, &meant)).or_else(|| hearing.done_with(line, &meant));
            other.or_else(|| hearing.of_the_other(line, &meant)).unwrap_or(meant)
        }
        Err(error) => {
            match hearing.retyped(line).or_else(|| hearing.followed(line).map(|(text, meant)| (text, Ok(meant)))) {
                Some((text, meant)) => return Ok(HeardLine { meant: meant?, asides: Vec::new(), retyped: Some(text) }),
                None => hearing.made_that(line).ok_or(error)?,
            }
        }
    };
    if let Some(error) = hearing.told_in_question(line, &meant) {
        return Err(error);
    }
    let texts: &[String] = match &meant {
        Understanding::Line(text) => std::slice::from_ref(text),
        Understanding::Sequence(texts) => texts,
        Understanding::Several(_) => &[],
    };
    let asides: BTreeSet<String> = texts.iter().flat_map(|text| hearing.attempts.asides(text)).collect();
    let mut asides: Vec<String> = asides.into_iter().collect();
    if texts.iter().any(|text| text != line.trim()) {
        let mut lost = hearing.unaccounted(line, texts, &asides);
        lost.retain(|words| !hearing.is_interjection(words));
        asides.extend((!lost.is_empty()).then(|| format!("{LEFT_OUT}: {}", lost.join(", "))));
    }
    Ok(HeardLine { meant, asides, retyped: None })
}

pub(super) fn understood(hearing: &Hearing<'_>, line: &str) -> Result<Understanding, SpeechError> {
    let heard = hearing.attempts.within(|| understood_once(hearing, line));
    heard.unwrap_or_else(|| Err(SpeechError::line(line, "too much in one line", FEWER.to_string())))
}

fn understood_once(hearing: &Hearing<'_>, line: &str) -> Result<Understanding, SpeechError> {
    if line.len() > LONGEST {
        return Err(SpeechError::line(&line[..0], "too long", FEWER.to_string()));
    }
    if hearing.listener.lexicon.spoken(line).len() > MOST_WORDS {
        return Err(SpeechError::line(line, "too many words for one line", FEWER.to_string()));
    }
    if let Some(error) = hearing.in_other_units(line) {
        return Err(error);
    }
    let numbered = hearing.with_numbered_names(line);
    let line = numbered.as_deref().unwrap_or(line);
    let named = hearing.by_distance(line).or_else(|| hearing.toward_several(line)).or_else(|| hearing.by_thing(line));
    let line = named.as_deref().unwrap_or(line);
    if let Some(heard) = hearing.by_shape(line.trim()) {
        return heard;
    }
    let heard = hearing.line(line.trim(), DEEPEST);
    if let Err(error) = &heard
        && error.is_settled()
    {
        return heard.map_err(|error| error.with_example(|| hearing.example(line)));
    }
    if let Ok(Understanding::Line(text)) = &heard
        && let Some(better) = hearing.of_addressed(line.trim(), Some(text)).or_else(|| hearing.apart(line.trim(), text))
    {
        return Ok(better);
    }
    // What does not count for one thing that is done is perhaps another: `steps up and cuts him`.
    if let Ok(Understanding::Line(text)) = &heard
        && hearing.says_what_does_not_count(text)
        && let Some(all) = hearing.sequence(line.trim())
    {
        return Ok(all);
    }
    if let Ok(Understanding::Line(text)) = &heard
        && let Some(told) = hearing.done_after(line.trim(), text)
    {
        return told;
    }
    let heard = heard.or_else(|error| hearing.with_clauses_behind(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.sequence(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.of_addressed(line.trim(), None).ok_or(error));
    let heard = heard.or_else(|error| hearing.conjugated(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.either(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.repeated(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.each(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.at_each(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| hearing.led_to(line.trim()).ok_or(error));
    let heard = heard.or_else(|error| match hearing.both_of_more(line.trim()) {
        Some(more) => Err(more),
        None => hearing.group(line.trim()).ok_or(error),
    });
    if heard.as_ref().is_err_and(SpeechError::is_settled) {
        return heard;
    }
    let heard = heard.or_else(|error| hearing.odds_asked(line.trim()).ok_or(error));
    let heard = heard.map(|heard| hearing.of_the_nearest(line, heard));
    let heard = heard.and_then(|heard| hearing.asked(line, heard));
    let heard = heard.map_err(|error| hearing.of_first(line.trim()).unwrap_or(error));
    heard.map_err(|error| error.with_example(|| hearing.example(line)))
}

pub(super) struct Hearing<'a> {
    pub(super) listener: &'a Listener<'a>,
    /// What has been tried.
    pub(super) attempts: &'a Attempts,
}

/// What was guessed, of how many pieces it is made and how much of it nobody asks for; whether nothing is done, whether
/// the rules forbid it, with these things whatever happens, whether it belongs to another phase; how late in the turn it is
/// done, how much of it the rules forbid, how late it is listed, and how far from the hand lies what was guessed.
type Rank = ((usize, usize, usize), (bool, bool, usize, bool), (usize, usize, usize, usize));

/// A sentence that the strict reader understands.
struct StrictReading {
    text: String,
    asked: ParsedQuery,
    rank: Rank,
    /// What was said besides and does not count.
    asides: Vec<String>,
}

/// What came of the ways to take a line apart.
#[derive(Default)]
struct Findings {
    read: Vec<StrictReading>,
    /// The first mistake of a sentence of which every word was understood.
    wrong: Option<SentenceError>,
    /// A sentence that works, without the words that are not understood.
    partial: Option<String>,
    tried: BTreeSet<String>,
    /// Who does not do what is said.
    denied: Option<Draft>,
}

impl Hearing<'_> {
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
        let (mut first, mut vague) = (None, None);
        let lines = &self.listener.lexicon.lines;
        // What a pack calls a deed is no shorter line with anything in it: `hides behind his shield`. Nor is it too vague
        // what a longer phrase says: `between the eyes`.
        let (longest_deed, longest) = piece::longest(self.listener, &spoken);
        let comes_late = |phrase: &&LinePhrase| {
            let is_vague = phrase.meant.starts_with(INSTEAD) || phrase.meant.starts_with(SAY);
            let words = phrase.words_around_a_place;
            phrase.is_late || words < longest_deed || is_vague && words < longest
        };
        for phrase in lines.iter().filter(|phrase| !comes_late(phrase)) {
            let Some(MeantLine { text: meant, left_out, stems }) = line::meant(self.listener, phrase, (line, &spoken))
            else {
                continue;
            };
            // `talks to Bob and shoots Cid`: what swallows something else that is done is not meant.
            let swallows = || self.swallows_a_deed(&left_out) || self.swallows_a_question(line, &meant, &left_out);
            if depth == 0 || meant == line || swallows() {
                continue;
            }
            if let Some(instead) = meant.strip_prefix(SAY) {
                let works = || self.settled(instead.split(" (").next().unwrap_or(instead), depth - 1).is_ok();
                if !phrase.has_deed() || works() {
                    vague = vague.or_else(|| Some(self.instead(line, instead, depth)));
                }
                continue;
            }
            if let Some(instead) = meant.strip_prefix(INSTEAD) {
                return Err(self.must_be(line, instead, depth));
            }
            if meant.contains(SEVERAL) {
                match self.each_settled(&meant, depth) {
                    Some(all) => return Ok(self.without(all, &left_out, stems)),
                    None => continue,
                }
            }
            match self.settled(&meant, depth - 1) {
                Ok(heard) => return Ok(self.without(heard, &left_out, stems)),
                Err(error) if error.is_settled() => return Err(error),
                Err(error) => first = first.or(Some(error)),
            }
        }
        match self.command(line, depth) {
            Some(heard) => heard,
            None => {
                if let Some(clauses) = self.slipped_clauses(line, &spoken) {
                    return Ok(Understanding::Line(format!("same {clauses}")));
                }
                let said = self.said(line, &spoken);
                // What those at the table do themselves comes behind what the rules know.
                let late = lines.iter().filter(|phrase| comes_late(phrase) && said.is_err() && depth > 0);
                let meant = late.filter_map(|phrase| line::meant(self.listener, phrase, (line, &spoken)));
                for MeantLine { text, left_out, stems } in meant.filter(|meant| meant.text != line) {
                    if self.swallows_a_deed(&left_out) {
                        continue;
                    }
                    if let Some(instead) = text.strip_prefix(INSTEAD) {
                        return Err(self.must_be(line, instead, depth));
                    }
                    match text.strip_prefix(SAY) {
                        Some(instead) => vague = vague.or_else(|| Some(self.instead(line, instead, depth))),
                        None if text.contains(SEVERAL) => match self.each_settled(&text, depth) {
                            Some(all) => return Ok(self.without(all, &left_out, stems)),
                            None => continue,
                        },
                        None => match self.settled(&text, depth - 1) {
                            Ok(heard) => return Ok(self.without(heard, &left_out, stems)),
                            Err(_) => continue,
                        },
                    }
                }
                let said = said.or_else(|error| self.again(line, &spoken, vague.unwrap_or(error)));
                said.map_err(|error| SpeechError::of_both(line, first, error))
            }
        }
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

    /// A sentence, something said of somebody, or clauses for the last sentence.
    pub(super) fn said(&self, line: &str, spoken: &[SpokenWord]) -> Result<Understanding, SpeechError> {
        let ways = piece::ways(self.listener, spoken);
        let mut found = Findings::default();
        let mut done: Vec<&DeedWays> = Vec::new();
        for (listed, of_deed) in ways.iter().enumerate() {
            if done.iter().any(|longer| longer.is_longer_than(of_deed)) {
                continue;
            }
            let mut cheapest = None;
            for way in &of_deed.ways {
                let cost = (piece::unknown(way), piece::cost(way));
                if cheapest.is_some_and(|cheapest| cost > cheapest) {
                    break;
                }
                let draft = Draft::of(self.listener, way);
                if piece::unknown(way) == 0 && draft.is_denied && draft.deed.is_some() {
                    found.denied = found.denied.or_else(|| Some(draft.clone()));
                }
                if piece::unknown(way) == 0
                    && draft.is_told
                    && let Some(told) = self.told(&draft)
                {
                    return Ok(Understanding::Line(told));
                }
                if self.look(way, &draft, listed, &mut found) {
                    cheapest = cheapest.or(Some(cost));
                }
            }
            done.extend(cheapest.map(|_| of_deed));
        }
        let Findings { read, wrong, partial, denied, .. } = found;
        if !read.is_empty() {
            return Ok(self.chosen(read));
        }
        if let Some(draft) = denied {
            return Err(self.denied(line, &draft));
        }
        let names = |piece: &Piece| matches!(piece, Piece::Who(..) | Piece::Deed(..));
        if self.listener.last.is_some()
            && !piece::all(&ways).flatten().any(names)
            && let Ok(clauses) = self.clauses(line)
        {
            return Ok(Understanding::Line(format!("same {clauses}")));
        }
        Err(self.not_understood(line, spoken, &ways, wrong, partial))
    }

    /// Reads what a way says; whether it could be read.
    fn look(&self, way: &[Piece], draft: &Draft, listed: usize, found: &mut Findings) -> bool {
        self.attempts.spend(way.len());
        let is_whole = piece::unknown(way) == 0;
        let before = found.read.len();
        let all = compose(self.listener, draft);
        self.try_all(all.clone(), way, listed, found);
        let is_read = |found: &Findings| {
            let mut read = found.read.iter().filter(|read| all.iter().any(|one| read.text == one.text));
            // What the rules forbid may be done with something else, where nobody says with what.
            read.any(|read| !draft.things.is_empty() || !read.rank.1.1)
        };
        if is_whole && !is_read(found) {
            self.try_all(compose_with_each(self.listener, draft), way, listed, found);
        }
        if is_whole && !is_read(found) {
            let known = found.read.len();
            self.try_all(compose_to_thing(self.listener, draft), way, listed, found);
            // With what is in hand it must be possible at all: a shot is no blow.
            let others = found.read.split_off(known);
            found.read.extend(others.into_iter().filter(|one| one.rank.1.2 == 0));
        }
        found.read.len() > before
    }

    fn try_all(&self, all: Vec<Composed>, way: &[Piece], listed: usize, found: &mut Findings) {
        let missed = piece::unknown(way);
        for composed in all {
            let is_tried = found.tried.len() >= MOST_TRIED || self.attempts.is_spent();
            let is_enough = missed > 0 && found.partial.is_some() || is_tried;
            if is_enough || !found.tried.insert(composed.text.clone()) {
                continue;
            }
            let read = match (missed, &found.wrong) {
                (0, None) => self.read(&composed.text),
                // What else is wrong is told of none.
                (0, Some(_)) => match self.understood(&composed.text) {
                    Ok(asked) if !self.all_counts(&asked, &composed.text) => continue,
                    read => read,
                },
                _ => self.understood(&composed.text),
            };
            match read {
                Ok(asked) if missed == 0 && self.is_idle(&asked) => {}
                Ok(asked) if missed == 0 => {
                    let is_check = !matches!(asked.about, About::Action(_));
                    let cost = (composed.guessed, piece::cost(way), self.strange(&asked));
                    let barred = self.barred(&asked);
                    let late = (self.first_phase(&asked), barred, listed, composed.far);
                    let unsuited = if barred > 0 { self.unsuited(&asked) } else { 0 };
                    let rank = (cost, (is_check, barred > 0, unsuited, self.is_elsewhere(&asked)), late);
                    let Composed { text, asides, .. } = composed;
                    found.read.push(StrictReading { text, asked, rank, asides });
                }
                Ok(asked) if self.all_counts(&asked, &composed.text) => found.partial = Some(composed.text),
                Err(error) if missed == 0 => found.wrong = found.wrong.take().or(Some(error)),
                Ok(_) | Err(_) => {}
            }
        }
    }

    fn read(&self, text: &str) -> Result<ParsedQuery, SentenceError> {
        let asked = self.understood(text)?;
        self.counts(&asked, text)?;
        Ok(asked)
    }

    /// The best readings; what they leave out is told.
    fn chosen(&self, read: Vec<StrictReading>) -> Understanding {
        let mut read = best(read);
        read.iter().for_each(|one| self.attempts.note(&one.text, &one.asides));
        match read.len() {
            1 => Understanding::Line(read.swap_remove(0).text),
            _ => Understanding::Several(read.into_iter().map(|one| one.text).collect()),
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
    fn all_counts(&self, asked: &ParsedQuery, text: &str) -> bool {
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

/// The reading of which least was guessed, and which the rules allow; several if they differ.
fn best(mut read: Vec<StrictReading>) -> Vec<StrictReading> {
    read.sort_by_key(|one| one.rank);
    // What cannot be done with what is in hand is not meant where the same word means what can.
    let suits = |one: &StrictReading| one.rank.1.2 == 0;
    if !suits(&read[0]) && read.iter().any(suits) {
        read.retain(suits);
    }
    let best = read[0].rank;
    let mut different: Vec<StrictReading> = Vec::new();
    for one in read.into_iter().take_while(|one| one.rank == best) {
        let is_known = |known: &StrictReading| is_same(&known.asked, &one.asked) || says_more(&one.asked, &known.asked);
        if different.iter().any(is_known) {
            continue;
        }
        match different.iter_mut().find(|known| says_more(&known.asked, &one.asked)) {
            Some(known) => *known = one,
            None => different.push(one),
        }
    }
    different.truncate(MOST_READINGS);
    different
}

/// Whether two sentences say the same, in whatever order.
fn is_same(one: &ParsedQuery, other: &ParsedQuery) -> bool {
    one.facts.len() == other.facts.len() && says_all(one, other)
}

/// Whether a sentence says all of another and a fact more, which the rules choose where nobody says it.
fn says_more(one: &ParsedQuery, other: &ParsedQuery) -> bool {
    one.facts.len() > other.facts.len() && says_all(one, other)
}

/// Whether a sentence is about the same as another and says all that it says.
fn says_all(one: &ParsedQuery, other: &ParsedQuery) -> bool {
    let same = |one: &(FactId, Argument), other: &(FactId, Argument)| match (&one.1, &other.1) {
        (Argument::Way(way), Argument::Way(another)) => one.0 == other.0 && way.course == another.course,
        _ => one == other,
    };
    one.about == other.about
        && other.facts.iter().all(|fact| one.facts.iter().any(|another| same(fact, another)))
        && one.tweaks == other.tweaks
}

pub(super) fn nothing() -> ParsedQuery {
    ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() }
}
