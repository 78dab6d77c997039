//! From what was said to the line that is meant.

use super::compose::compose;
use super::draft::{Draft, RemarkOf};
use super::error::{EXAMPLE, SpeechError};
use super::listener::Listener;
use super::piece::{self, Piece};
use super::token::SpokenWord;
use super::{line, slip};
use crate::query::{
    About, Argument, BoundQuery, LONGEST, ParsedQuery, SentenceError, Who, amend, uncounted, understand,
};
use crate::rulebook::Type;
use crate::value::{ActionId, CheckId, FactId};
use std::collections::BTreeSet;

/// Lines lead to lines so often at most.
const DEEPEST: usize = 4;
/// Longer lines are no sentences.
const MOST_WORDS: usize = 64;
/// So many sentences are tried.
const MOST_TRIED: usize = 24;
/// So many readings are offered.
const MOST_READINGS: usize = 4;
/// Commands behind which a sentence stands.
const WITH_SENTENCE: [&str; 6] = ["odds whole", "odds sums", "odds", "worth whole", "worth", "do"];
/// More of them.
const WITH_SENTENCE_OR_NONE: [&str; 1] = ["best"];
/// Commands behind which clauses stand.
const WITH_CLAUSES: [&str; 2] = ["same", "what if"];

/// What was understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Understanding {
    /// One line.
    Line(String),
    /// Lines that mean different things: which of them?
    Several(Vec<String>),
}

/// Understands a line.
///
/// # Errors
/// When a word or the whole is not understood.
pub fn hear(listener: &Listener<'_>, line: &str) -> Result<Understanding, SpeechError> {
    let hearing = Hearing { listener };
    if line.len() > LONGEST {
        return Err(SpeechError::line(&line[..0], "too long", "say it in fewer words".to_string()));
    }
    hearing.line(line.trim(), DEEPEST).map_err(|error| error.with_example(|| hearing.example()))
}

struct Hearing<'a> {
    listener: &'a Listener<'a>,
}

/// What was guessed, of how many pieces it is made and how much of it nobody asks for; whether nothing is done, whether
/// the rules forbid it, whether it belongs to another phase; and how late in the turn it is done.
type Rank = ((usize, usize, usize), (bool, bool, bool), usize);

/// A sentence that the strict reader understands.
struct Read {
    text: String,
    asked: ParsedQuery,
    rank: Rank,
}

/// What came of the ways to take a line apart.
#[derive(Default)]
struct Findings {
    read: Vec<Read>,
    /// The first mistake of a sentence of which every word was understood.
    wrong: Option<SentenceError>,
    /// A sentence that works, without the words that are not understood.
    partial: Option<String>,
    tried: BTreeSet<String>,
}

impl Hearing<'_> {
    fn line(&self, line: &str, depth: usize) -> Result<Understanding, SpeechError> {
        let spoken = self.mended(line);
        if spoken.is_empty() || spoken.len() > MOST_WORDS {
            return Err(SpeechError::line(line, "no sentence", String::new()));
        }
        let mut first = None;
        for phrase in &self.listener.lexicon.lines {
            let Some(meant) = line::meant(self.listener, phrase, (line, &spoken)) else { continue };
            if depth == 0 || meant == line {
                continue;
            }
            match self.settled(&meant, depth - 1) {
                Ok(heard) => return Ok(heard),
                Err(error) => first = first.or(Some(error)),
            }
        }
        match self.command(line, depth) {
            Some(heard) => heard,
            None => {
                if let Some(clauses) = self.slipped_clauses(line, &spoken) {
                    return Ok(Understanding::Line(format!("same {clauses}")));
                }
                let said = self.said(line, &spoken).or_else(|error| self.again(line, &spoken, error));
                said.map_err(|error| first.filter(SpeechError::is_of_meaning).unwrap_or(error))
            }
        }
    }

    /// Clauses of the last sentence with nothing wrong but letters.
    fn slipped_clauses(&self, line: &str, spoken: &[SpokenWord]) -> Option<String> {
        let last = self.listener.last?;
        let mut text = line.to_string();
        for word in spoken.iter().rev() {
            let typed = line.get(word.at..word.at + word.length)?;
            if word.is_word() && !typed.eq_ignore_ascii_case(&word.text) {
                text.replace_range(word.at..word.at + word.length, &word.text);
            }
        }
        let asked = amend(self.listener.book(), self.listener.cast, last, &text).ok()?;
        (text != line && self.counts(&asked, &text).is_ok()).then_some(text)
    }

    /// Once more with words mended that are known, but not here.
    fn again(&self, line: &str, spoken: &[SpokenWord], error: SpeechError) -> Result<Understanding, SpeechError> {
        let SpeechError::Word { at, .. } = &error else { return Err(error) };
        let mut spoken = spoken.to_vec();
        let Some(word) = spoken.iter_mut().find(|word| word.at == at.offset()) else { return Err(error) };
        let names = self.listener.name_words();
        let lexicon = self.listener.lexicon;
        let known = lexicon.known().filter(|known| {
            let words = lexicon.spoken(known);
            words.iter().all(|word| lexicon.may_begin(word))
        });
        let Some(text) = slip::mended(&word.text, names.iter().map(String::as_str).chain(known)) else {
            return Err(error);
        };
        (word.stem, word.text) = (super::token::stem(text), text.to_string());
        self.said(line, &spoken).map_err(|_| error)
    }

    /// A line that was made of another: a command, or something that has yet to be understood.
    fn settled(&self, line: &str, depth: usize) -> Result<Understanding, SpeechError> {
        let is_dice = line.starts_with(|c: char| c.is_ascii_digit());
        let is_known = is_dice || self.is_strict(line) || line.contains('(') || self.is_told(line);
        if is_known {
            return Ok(Understanding::Line(line.to_string()));
        }
        if let Some(heard) = self.command(line, depth) {
            return heard;
        }
        let behind = |word: &&str| line.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        match self.listener.commands.iter().any(behind) {
            true => Ok(Understanding::Line(line.to_string())),
            false => self.line(line, depth),
        }
    }

    /// A command and what is said behind it.
    fn command(&self, line: &str, depth: usize) -> Option<Result<Understanding, SpeechError>> {
        let behind = |word: &&&str| {
            let rest = line.strip_prefix(**word)?;
            (rest.is_empty() || rest.starts_with([' ', ','])).then(|| rest.trim_start_matches([' ', ',']).trim())
        };
        if let Some(word) = WITH_CLAUSES.iter().find(|word| behind(word).is_some()) {
            let rest = behind(&word)?;
            if rest.is_empty() || self.listener.last.is_none() {
                return Some(Ok(Understanding::Line(format!("{word} {rest}").trim_end().to_string())));
            }
            return Some(self.clauses(rest).map(|clauses| Understanding::Line(format!("{word} {clauses}"))));
        }
        let words = WITH_SENTENCE.iter().chain(&WITH_SENTENCE_OR_NONE);
        let word = words.into_iter().find(|word| behind(word).is_some())?;
        let rest = behind(&word)?;
        if rest.is_empty() {
            return Some(Ok(Understanding::Line((*word).to_string())));
        }
        let (rest, that) = match rest.split_once(" that ") {
            Some((rest, that)) if word.ends_with("whole") => (rest, format!(" that {that}")),
            _ => (rest, String::new()),
        };
        if self.is_strict(rest) {
            return Some(Ok(Understanding::Line(format!("{word} {rest}{that}"))));
        }
        Some(match self.line(rest, depth.saturating_sub(1)) {
            // Another way to say the last sentence is no sentence behind a command.
            Ok(Understanding::Line(text)) if text.starts_with("same ") => Ok(Understanding::Line(text)),
            Ok(Understanding::Line(text)) => Ok(Understanding::Line(format!("{word} {text}{that}"))),
            Ok(Understanding::Several(texts)) => {
                Ok(Understanding::Several(texts.into_iter().map(|text| format!("{word} {text}{that}")).collect()))
            }
            Err(error) => Err(error),
        })
    }

    /// A sentence, something said of somebody, or clauses for the last sentence.
    fn said(&self, line: &str, spoken: &[SpokenWord]) -> Result<Understanding, SpeechError> {
        let ways = piece::ways(self.listener, spoken);
        let mut found = Findings::default();
        for of_deed in &ways {
            let mut cheapest = None;
            for way in of_deed {
                let cost = (piece::unknown(way), piece::cost(way));
                if cheapest.is_some_and(|cheapest| cost > cheapest) {
                    break;
                }
                let draft = Draft::of(self.listener, way);
                if piece::unknown(way) == 0
                    && draft.is_told
                    && let Some(told) = self.told(&draft)
                {
                    return Ok(Understanding::Line(told));
                }
                if self.look(way, &draft, &mut found) {
                    cheapest = cheapest.or(Some(cost));
                }
            }
        }
        let Findings { read, wrong, partial, .. } = found;
        if !read.is_empty() {
            return Ok(chosen(read));
        }
        let names = |piece: &Piece| matches!(piece, Piece::Who(..) | Piece::Deed(..));
        if self.listener.last.is_some()
            && !ways.iter().flatten().flatten().any(names)
            && let Ok(clauses) = self.clauses(line)
        {
            return Ok(Understanding::Line(format!("same {clauses}")));
        }
        Err(self.not_understood(line, spoken, &ways, wrong, partial))
    }

    /// Reads what a way says; whether it could be read.
    fn look(&self, way: &[Piece], draft: &Draft, found: &mut Findings) -> bool {
        let missed = piece::unknown(way);
        let before = found.read.len();
        for composed in compose(self.listener, draft) {
            let is_enough = missed > 0 && found.partial.is_some() || found.tried.len() >= MOST_TRIED;
            if is_enough || !found.tried.insert(composed.text.clone()) {
                continue;
            }
            let read = match missed {
                0 => self.read(&composed.text),
                _ => understand(self.listener.book(), self.listener.cast, &composed.text),
            };
            match read {
                Ok(asked) if missed == 0 => {
                    let is_check = !matches!(asked.about, About::Action(_));
                    let is_barred = !self.listener.cast.allows(&asked);
                    let cost = (composed.guessed, piece::cost(way), self.strange(&asked));
                    let rank = (cost, (is_check, is_barred, self.is_elsewhere(&asked)), self.first_phase(&asked));
                    found.read.push(Read { text: composed.text, asked, rank });
                }
                Ok(_) => found.partial = Some(composed.text),
                Err(error) if missed == 0 => found.wrong = found.wrong.take().or(Some(error)),
                Err(_) => {}
            }
        }
        found.read.len() > before
    }

    fn read(&self, text: &str) -> Result<ParsedQuery, SentenceError> {
        let asked = understand(self.listener.book(), self.listener.cast, text)?;
        self.counts(&asked, text)?;
        Ok(asked)
    }

    /// Refuses what does not count.
    fn counts(&self, asked: &ParsedQuery, text: &str) -> Result<(), SentenceError> {
        let Ok(posed) = BoundQuery::new(self.listener.rules, self.listener.state, asked) else { return Ok(()) };
        uncounted(self.listener.rules, &posed, asked, text).map_or(Ok(()), Err)
    }

    /// How many of the facts it states an order does not give.
    fn strange(&self, asked: &ParsedQuery) -> usize {
        let About::Action(action) = asked.about else { return 0 };
        let action = &self.listener.book().actions[action.index()];
        asked.facts.iter().filter(|(fact, _)| !action.gives(*fact)).count()
    }

    /// How late in the turn it is done, where nobody is asked.
    fn first_phase(&self, asked: &ParsedQuery) -> usize {
        let About::Action(action) = asked.about else { return 0 };
        let phases = &self.listener.book().actions[action.index()].phases;
        phases.iter().map(|phase| phase.index()).min().unwrap_or(usize::MAX)
    }

    /// Whether it is done in another phase than this.
    fn is_elsewhere(&self, asked: &ParsedQuery) -> bool {
        let About::Action(action) = asked.about else { return false };
        let phases = &self.listener.book().actions[action.index()].phases;
        self.listener.state.phase.is_some_and(|phase| !phases.contains(&phase))
    }

    fn is_strict(&self, text: &str) -> bool {
        understand(self.listener.book(), self.listener.cast, text).is_ok()
    }

    /// Whether it says only how somebody is.
    fn is_told(&self, text: &str) -> bool {
        let asked = amend(self.listener.book(), self.listener.cast, &nothing(), text);
        asked.is_ok_and(|asked| asked.facts.is_empty() && !asked.tweaks.is_empty())
    }

    /// `ANN is prone`, if nothing is done.
    fn told(&self, draft: &Draft) -> Option<String> {
        let (name, who) = draft.actor.as_ref().filter(|_| draft.deed.is_none())?;
        let is_alone = draft.others.is_empty() && draft.things.is_empty() && draft.spots.is_empty();
        if !is_alone || draft.remarks.is_empty() || !draft.numbers.is_empty() || !draft.clauses.is_empty() {
            return None;
        }
        let mut said = Vec::new();
        for remark in &draft.remarks {
            if !matches!(&remark.of, RemarkOf::Named(_, other) if other == who) {
                return None;
            }
            said.push(format!("{name} {}", remark.text));
        }
        let text = said.join(", ");
        self.is_told(&text).then_some(text)
    }

    /// Clauses of the last sentence, as the prompt reads them.
    fn clauses(&self, text: &str) -> Result<String, SpeechError> {
        let nothing = nothing();
        let last = self.listener.last.unwrap_or(&nothing);
        let amended = |text: &str| {
            let asked = amend(self.listener.book(), self.listener.cast, last, text)?;
            self.counts(&asked, text)?;
            Ok::<ParsedQuery, SentenceError>(asked)
        };
        if amended(text).is_ok() {
            return Ok(text.to_string());
        }
        let spoken = self.mended(text);
        if let Some(clauses) = self.slipped_clauses(text, &spoken) {
            return Ok(clauses);
        }
        let ways = if spoken.len() > MOST_WORDS { Vec::new() } else { piece::ways(self.listener, &spoken) };
        let mut wrong = None;
        for way in ways.iter().flatten().filter(|way| piece::unknown(way) == 0) {
            let draft = Draft::of(self.listener, way);
            let Some(clauses) = self.clauses_of(&draft, last) else { continue };
            match amended(&clauses) {
                Ok(_) => return Ok(clauses),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        Err(self.not_understood(text, &spoken, &ways, wrong, None))
    }

    fn clauses_of(&self, draft: &Draft, last: &ParsedQuery) -> Option<String> {
        let book = self.listener.book();
        let name = |fact: crate::value::FactId| book.facts[fact.index()].head.name.to_string();
        let mut clauses = draft.clauses.clone();
        clauses.extend(draft.values.iter().map(|(fact, word)| format!("{} {word}", name(*fact))));
        for spoken in &draft.things {
            let super::draft::Spoken::Items(items) = spoken else { return None };
            let item = &book.items[items.first()?.index()];
            let is_of = |(fact, _): &&(crate::value::FactId, Argument)| {
                *book.facts[fact.index()].r#type.bare() == Type::Thing(item.kind)
            };
            let (fact, _) = last.facts.iter().find(is_of)?;
            clauses.push(format!("{} {}", name(*fact), item.head.name));
        }
        for remark in &draft.remarks {
            let place =
                |who: &Who| last.facts.iter().find(|(_, said)| matches!(said, Argument::Who(other) if other == who));
            clauses.push(match &remark.of {
                RemarkOf::Actor => remark.text.clone(),
                RemarkOf::Role(fact) => format!("{} {}", name(*fact), remark.text),
                RemarkOf::Named(other, who) => {
                    let of = place(who).map_or_else(|| other.clone(), |(fact, _)| name(*fact));
                    format!("{of} {}", remark.text)
                }
            });
        }
        let is_all = draft.deed.is_none() && draft.numbers.is_empty() && draft.spots.is_empty();
        (is_all && !clauses.is_empty()).then(|| clauses.join(", "))
    }

    /// The words of a line, slips of a letter mended.
    fn mended(&self, line: &str) -> Vec<SpokenWord> {
        let lexicon = self.listener.lexicon;
        let names = self.listener.name_words();
        let mut spoken = lexicon.spoken(line);
        for word in spoken.iter_mut().filter(|word| word.is_word()) {
            let is_known = lexicon.knows(word) || names.contains(&word.text);
            if is_known || !self.listener.items_ending(&word.text).is_empty() {
                continue;
            }
            let known = names.iter().map(String::as_str).chain(lexicon.known());
            let mended = slip::mended(&word.text, known).map(str::to_string);
            if let Some(text) = mended {
                word.stem = super::token::stem(&text);
                word.text = text;
            }
        }
        spoken
    }

    /// The error of a line: the first word that stands for nothing, and one sentence that works.
    fn not_understood(
        &self,
        line: &str,
        spoken: &[SpokenWord],
        ways: &[Vec<Vec<Piece>>],
        wrong: Option<SentenceError>,
        partial: Option<String>,
    ) -> SpeechError {
        let is_meant = |wrong: &SentenceError| {
            !matches!(wrong, SentenceError::NotUnderstood { .. } | SentenceError::Unfinished { .. })
        };
        if let Some(wrong) = wrong.filter(is_meant) {
            return SpeechError::Sentence(Box::new(wrong));
        }
        let best = ways.iter().flatten().min_by_key(|way| piece::unknown(way));
        let unknown = best.into_iter().flatten().find_map(|piece| match piece {
            Piece::Unknown(at) => spoken.get(*at),
            _ => None,
        });
        let example = partial.map(|text| format!("{EXAMPLE} `{text}`"));
        if let Some(word) = unknown {
            let near = crate::diag::suggest(&word.text, self.listener.lexicon.known());
            let near = near.map(|near| format!("did you mean `{near}`? "));
            let help = format!("{}{}", near.unwrap_or_default(), example.unwrap_or_default());
            return SpeechError::word(line, word.at, word.length, help);
        }
        let has_deed = ways.iter().flatten().flatten().any(|piece| matches!(piece, Piece::Deed(..)));
        let why = if has_deed { "the parts do not fit together" } else { "nothing is done here" };
        SpeechError::line(line, why, example.unwrap_or_default())
    }

    /// A sentence that works here.
    fn example(&self) -> Option<String> {
        let book = self.listener.book();
        let actor = self.listener.actor().or_else(|| {
            let (name, who) = self.listener.cast.names.first()?;
            Some((name.clone(), who.clone()))
        })?;
        let foe = self.listener.foe_of(&actor.1).or_else(|| {
            let others = self.listener.cast.names.iter().filter(|(name, who)| *who != actor.1 && *name != actor.0);
            others.map(|(name, who)| (name.clone(), who.clone())).next()
        });
        let deeds = book.actions.iter().enumerate().filter(|(_, action)| action.check.is_some());
        for (at, _) in deeds.take(MOST_WORDS) {
            let deed = Some((About::Action(ActionId(at as u16)), Vec::new()));
            let others = foe.iter().cloned().collect();
            let draft = Draft { deed, actor: Some(actor.clone()), others, ..Draft::default() };
            let works = |text: &String| {
                let asked = understand(book, self.listener.cast, text);
                asked.is_ok_and(|asked| self.listener.cast.allows(&asked))
            };
            if let Some(text) = compose(self.listener, &draft).into_iter().map(|one| one.text).find(works) {
                return Some(text);
            }
        }
        None
    }
}

/// The reading of which least was guessed, and which the rules allow; several if they differ.
fn chosen(mut read: Vec<Read>) -> Understanding {
    read.sort_by_key(|one| one.rank);
    let best = read[0].rank;
    let mut different: Vec<Read> = Vec::new();
    for one in read.into_iter().take_while(|one| one.rank == best) {
        if different.iter().all(|known| !is_same(&known.asked, &one.asked)) {
            different.push(one);
        }
    }
    match different.len() {
        1 => Understanding::Line(different.swap_remove(0).text),
        _ => Understanding::Several(different.into_iter().take(MOST_READINGS).map(|one| one.text).collect()),
    }
}

/// Whether two sentences say the same, in whatever order.
fn is_same(one: &ParsedQuery, other: &ParsedQuery) -> bool {
    let same = |one: &(FactId, Argument), other: &(FactId, Argument)| match (&one.1, &other.1) {
        (Argument::Way(way), Argument::Way(another)) => one.0 == other.0 && way.course == another.course,
        _ => one == other,
    };
    one.about == other.about
        && one.facts.len() == other.facts.len()
        && one.facts.iter().all(|fact| other.facts.iter().any(|another| same(fact, another)))
        && one.tweaks == other.tweaks
}

fn nothing() -> ParsedQuery {
    ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() }
}
