//! The sentences that may be meant by a line, by all the ways to take it apart, and the best of them.

use super::compose::{Composed, compose, compose_to_thing, compose_with_each};
use super::draft::Draft;
use super::error::SpeechError;
use super::hear::{Hearing, MOST_READINGS, Understanding};
use super::piece::{self, DeedWays, Piece};
use super::token::SpokenWord;
use crate::query::{About, Argument, ParsedQuery, SentenceError};
use crate::value::FactId;
use std::collections::BTreeSet;

/// So many sentences are tried.
const MOST_TRIED: usize = 24;

/// How far from what was said a reading is: what matters most comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// How much of it was guessed.
    guessed: usize,
    /// Of how many pieces it is made.
    cost: usize,
    /// How much of it nobody asks for.
    strange: usize,
    /// Whether nothing is done, but only rolled.
    is_check: bool,
    /// Whether the rules forbid it.
    is_barred: bool,
    /// With how many of its things it cannot be done whatever happens.
    unsuited: usize,
    /// Whether it belongs to another phase than this.
    is_elsewhere: bool,
    /// How late in the turn it is done.
    phase: usize,
    /// How much of it the rules forbid.
    barred: usize,
    /// How late it is listed.
    listed: usize,
    /// How far from the hand lies what was guessed.
    far: usize,
}

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

    /// The sentence that a line is without the words in it that are not understood.
    pub(super) fn without_unknown_words(&self, ways: &[DeedWays]) -> Option<String> {
        let mut found = Findings::default();
        for (listed, of_deed) in ways.iter().enumerate() {
            for way in &of_deed.ways {
                self.look(way, &Draft::of(self.listener, way), listed, &mut found);
                if found.partial.is_some() {
                    return found.partial;
                }
            }
        }
        None
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
            read.any(|read| !draft.things.is_empty() || !read.rank.is_barred)
        };
        if is_whole && !is_read(found) {
            self.try_all(compose_with_each(self.listener, draft), way, listed, found);
        }
        if is_whole && !is_read(found) {
            let known = found.read.len();
            self.try_all(compose_to_thing(self.listener, draft), way, listed, found);
            // With what is in hand it must be possible at all: a shot is no blow.
            let others = found.read.split_off(known);
            found.read.extend(others.into_iter().filter(|one| one.rank.unsuited == 0));
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
                    let rank = self.rank(&asked, &composed, piece::cost(way), listed);
                    let Composed { text, asides, .. } = composed;
                    found.read.push(StrictReading { text, asked, rank, asides });
                }
                Ok(asked) if self.all_counts(&asked, &composed.text) => found.partial = Some(composed.text),
                Err(error) if missed == 0 => found.wrong = found.wrong.take().or(Some(error)),
                Ok(_) | Err(_) => {}
            }
        }
    }

    fn rank(&self, asked: &ParsedQuery, composed: &Composed, cost: usize, listed: usize) -> Rank {
        let barred = self.barred(asked);
        Rank {
            guessed: composed.guessed,
            cost,
            strange: self.strange(asked),
            is_check: !matches!(asked.about, About::Action(_)),
            is_barred: barred > 0,
            unsuited: if barred > 0 { self.unsuited(asked) } else { 0 },
            is_elsewhere: self.is_elsewhere(asked),
            phase: self.first_phase(asked),
            barred,
            listed,
            far: composed.far,
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
}

/// The reading of which least was guessed, and which the rules allow; several if they differ.
fn best(mut read: Vec<StrictReading>) -> Vec<StrictReading> {
    read.sort_by_key(|one| one.rank);
    // What cannot be done with what is in hand is not meant where the same word means what can.
    let suits = |one: &StrictReading| one.rank.unsuited == 0;
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
