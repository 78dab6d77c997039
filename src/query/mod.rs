//! Sentences of the prompt and of tests: `Ann shoots Bob with Rifle, range 12, target kneeling`. Matches the patterns
//! that actions and checks declare; knows no verb of its own.

mod advice;
mod ahead;
mod alike;
mod bare;
mod beside;
mod beyond;
mod bound;
mod cannot_be;
mod clause;

mod directory;
mod error;
mod function_words;
mod heard;
mod his_own;
mod idle;
mod made_of;
mod mentioned;
mod of_deed;
mod only_given;
mod pattern;
mod possessive;
mod predicate;
mod reader;
mod uncounted;
mod unread;
mod value;
mod variation;
mod verdict;
mod walked;
mod way;
mod way_said;
mod words;

pub use bound::BoundQuery;
pub use directory::Directory;
pub use error::SentenceError;
pub use idle::{doubtful, idle, idle_of_figures};
pub use made_of::made_of;
pub(crate) use mentioned::{RoleAspect, role_aspects};
pub use of_deed::{DeedAmount, PerformedDeed, of_a_deed};
pub use only_given::{OnlyGiven, only_given};
pub use uncounted::{Reaches, counts_among, is_looked_at, uncounted, uncounted_among};
use unread::looked_at;
pub(crate) use unread::read_by;
pub use way::{Route, Straight, Way, direction};

use crate::rulebook::{Rulebook, Sentence};
use crate::state::State;
use crate::value::{
    ActionId, AttributeId, CheckId, ConditionId, FactId, FigureId, Number, SheetId, StateId, Symbol, TrackId, Value,
    ValueId,
};
use heard::Heard;
use reader::SentenceReader;

/// The longest sentence that is read, in bytes.
pub const LONGEST: usize = 4096;

/// A letter that stands in no name.
const NO_LETTER: char = '\u{1}';

/// Someone a sentence may name.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    /// A figure in play.
    Figure(FigureId),
    /// A sheet: a figure is improvised from it.
    Sheet(SheetId),
}

/// What a sentence says in a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    Who(Who),
    /// A way, of which the cells are known on a board.
    Way(Way),
    /// Anything else.
    Value(Value),
}

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum About {
    /// An action.
    Action(ActionId),
    /// A check.
    Check(CheckId),
    /// How much something of a figure is: the first figure of the sentence.
    Quantity(Quantity),
}

/// Something of a figure that can be asked for by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// A fact that is about figures.
    Fact(FactId),
    /// A derived value.
    Value(ValueId),
    /// An attribute.
    Attribute(AttributeId),
    /// A track.
    Track(TrackId),
    /// A field of the thing that a fact names, by its position in the kind.
    Field(FactId, u16),
}

/// What a sentence says of someone for as long as it is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    /// Of whom.
    pub who: Who,
    /// The fact that named them, if it was not their own name: of two who are alike it means one.
    pub role: Option<FactId>,
    pub what: AssumedChange,
}

/// A stated change.
#[derive(Clone, Debug, PartialEq)]
pub enum AssumedChange {
    /// In this state.
    State(StateId, Symbol),
    /// In any other state than this; who is in it goes to the first of them all.
    NotState(StateId, Symbol),
    /// With or without a condition.
    Condition(ConditionId, bool),
    /// A track stands at so much, of a track that is kept by words at this one.
    Track(TrackId, Option<Symbol>, Number),
    /// An attribute is.
    Attribute(AttributeId, Value),
}

impl AssumedChange {
    /// What is said, in words.
    pub fn words(&self, book: &Rulebook) -> String {
        match self {
            AssumedChange::State(_, word) => book.symbol_title(*word).to_string(),
            AssumedChange::NotState(_, word) => format!("not {}", book.symbol_title(*word)),
            AssumedChange::Condition(id, true) => book.conditions[id.index()].head.told().to_string(),
            AssumedChange::Condition(id, false) => format!("not {}", book.conditions[id.index()].head.told()),
            AssumedChange::Track(id, symbol, number) => {
                let of = symbol.map_or(String::new(), |symbol| format!("{} ", book.symbol_title(symbol)));
                format!("{} {of}{number}", book.tracks[id.index()].head.told())
            }
            AssumedChange::Attribute(id, _) => book.attributes[id.index()].head.told().to_string(),
        }
    }
}

impl AssumedChange {
    /// What it comes to for a figure that is in this state.
    #[must_use]
    pub fn settled(&self, book: &Rulebook, state: &State, figure: FigureId) -> AssumedChange {
        let AssumedChange::NotState(id, word) = *self else { return self.clone() };
        let now = state.figure(figure).states[id.index()];
        AssumedChange::State(id, if now == word { book.states[id.index()].default } else { now })
    }
}

/// A sentence understood.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedQuery {
    /// The action or check.
    pub about: About,
    /// Facts stated, in order.
    pub facts: Vec<(FactId, Argument)>,
    /// What is said of figures.
    pub tweaks: Vec<Assumption>,
}

impl ParsedQuery {
    /// Says something of a figure; what was said of the same before no longer holds.
    pub(crate) fn assume(&mut self, said: Assumption) {
        let topic = heard::Topic::of(self, &said);
        let others: Vec<bool> = self.tweaks.iter().map(|before| heard::Topic::of(self, before) != topic).collect();
        let mut others = others.into_iter();
        self.tweaks.retain(|_| others.next().unwrap_or(true));
        self.tweaks.push(said);
    }
}

/// Understands a whole sentence.
///
/// # Errors
/// When no pattern of the rulebook reads it: the error has where it goes wrong, what could stand there, the nearest
/// name.
pub fn understand(book: &Rulebook, cast: &Directory, text: &str) -> Result<ParsedQuery, SentenceError> {
    if text.len() > LONGEST {
        return Err(SentenceError::too_long(text));
    }
    sentence(&mut SentenceReader::new(book, cast, text))
}

/// Understands a whole sentence; nothing is found out of what is wrong with another.
pub fn understood(book: &Rulebook, cast: &Directory, text: &str) -> Option<ParsedQuery> {
    if text.len() > LONGEST {
        return None;
    }
    sentence(&mut SentenceReader::brief(book, cast, text)).ok()
}

/// Whether a whole sentence is understood.
pub fn is_understood(book: &Rulebook, cast: &Directory, text: &str) -> bool {
    understood(book, cast, text).is_some()
}

fn sentence(reader: &mut SentenceReader<'_>) -> Result<ParsedQuery, SentenceError> {
    let clauses = main_clauses(reader)?;
    let clause = choose(reader, clauses)?;
    whole(reader, clause)
}

/// A sentence from the end of its main clause on.
fn whole(
    reader: &mut SentenceReader<'_>,
    (end, (about, facts)): (usize, Clause),
) -> Result<ParsedQuery, SentenceError> {
    reader.go_to(end);
    let mut asked = ParsedQuery { about, facts, tweaks: Vec::new() };
    let mut heard = Heard::of_pattern(reader, &asked);
    while reader.goes_on() {
        heard.clause(reader, &mut asked)?;
    }
    if !reader.at_end() {
        return Err(clause::trailing(reader, &asked));
    }
    pattern::chosen_anew(reader, &mut asked);
    let wrong = which_of_them(reader, &asked).or_else(|| his_own::not_his_own(reader, &asked));
    wrong.map_or(Ok(asked), Err)
}

/// Whoever is named by a sheet that is that of several on the board: it is not said which of them.
fn which_of_them(reader: &SentenceReader<'_>, asked: &ParsedQuery) -> Option<SentenceError> {
    let whom = asked.facts.iter().filter_map(|(_, said)| match said {
        Argument::Who(who) => Some(who),
        _ => None,
    });
    let (sheet, names) = whom.into_iter().find_map(|who| reader.cast().of_one_sheet(who))?;
    let head = &reader.book().sheets[sheet.index()].head;
    Some(SentenceError::which(&[&head.name, &head.title], names, reader.sentence()))
}

/// Of several actions that are said alike the one which takes what the sentence states, and of those the one of which
/// least is left unsaid.
fn choose(
    reader: &mut SentenceReader<'_>,
    mut clauses: Vec<(usize, Clause)>,
) -> Result<(usize, Clause), SentenceError> {
    let mut best: Option<((usize, usize), Vec<usize>)> = None;
    for (at, clause) in clauses.iter().enumerate().filter(|_| clauses.len() > 1) {
        let Some(rank) = rank(reader, clause) else { continue };
        match &mut best {
            Some((other, alike)) if *other == rank => alike.push(at),
            Some((other, _)) if *other < rank => {}
            _ => best = Some((rank, vec![at])),
        }
    }
    match best.map(|(_, alike)| alike).as_deref() {
        Some([one, other, ..]) => {
            let names = [*one, *other].map(|at| about_name(reader.book(), clauses[at].1.0));
            Err(SentenceError::ambiguous(reader.sentence(), clauses[*one].0, names))
        }
        Some([one]) => Ok(clauses.swap_remove(*one)),
        _ => Ok(clauses.swap_remove(0)),
    }
}

/// How many facts that the sentence states an action does not take, and how many that it takes are not stated; nothing
/// if the sentence cannot be read so.
fn rank(reader: &mut SentenceReader<'_>, clause: &(usize, Clause)) -> Option<(usize, usize)> {
    let About::Action(action) = clause.1.0 else { return None };
    let mut read = None;
    reader.tries(|reader| {
        read = whole(reader, clause.clone()).ok();
        false
    });
    let (asked, action) = (read?, &reader.book().actions[action.index()]);
    let given = |fact: &FactId| clause.1.1.iter().any(|(known, _)| known == fact) || *fact == action.by;
    let strange = asked.facts.iter().filter(|(fact, _)| !given(fact) && !action.takes.contains(fact)).count();
    let stated = |fact: &FactId| given(fact) || asked.facts.iter().any(|(known, _)| known == fact);
    Some((strange, action.takes.iter().filter(|fact| !stated(fact)).count()))
}

fn about_name(book: &Rulebook, about: About) -> String {
    match about {
        About::Action(id) => book.actions[id.index()].head.name.to_string(),
        About::Check(id) => book.checks[id.index()].head.name.to_string(),
        About::Quantity(_) => String::new(),
    }
}

/// Understands only the clauses: `target kneeling, range 18`, for a sentence already understood.
///
/// # Errors
/// As [`understand`].
pub fn amend(
    book: &Rulebook,
    cast: &Directory,
    before: &ParsedQuery,
    text: &str,
) -> Result<ParsedQuery, SentenceError> {
    if text.len() > LONGEST {
        return Err(SentenceError::too_long(text));
    }
    let mut reader = SentenceReader::new(book, cast, text);
    let (mut asked, mut heard) = (before.clone(), Heard::default());
    loop {
        heard.clause(&mut reader, &mut asked)?;
        if !reader.goes_on() {
            break;
        }
    }
    if reader.at_end() { Ok(asked) } else { Err(clause::trailing(&mut reader, &asked)) }
}

/// The names that could stand at the end of the beginning of a sentence; `before` is the sentence whose clauses it says
/// anew, if it only says clauses.
pub fn fitting(book: &Rulebook, cast: &Directory, before: Option<&ParsedQuery>, text: &str) -> Vec<String> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    // A beginning with a letter behind it that no name has is never understood: what was wanted there is the answer.
    let text = format!("{text} {NO_LETTER}");
    let mut reader = SentenceReader::new(book, cast, &text);
    let begun = match before {
        Some(before) => Some(before.clone()),
        None => main_clause(&mut reader).ok().map(|(about, facts)| ParsedQuery { about, facts, tweaks: Vec::new() }),
    };
    if let Some(mut asked) = begun {
        let mut more = before.is_some() || reader.goes_on();
        while more && clause::read(&mut reader, &mut asked).is_ok() {
            more = reader.goes_on();
        }
    }
    reader.wanted_at(text.len() - NO_LETTER.len_utf8())
}

/// Every pattern of the rulebook.
fn patterns(book: &Rulebook) -> impl Iterator<Item = (About, &Sentence)> {
    let actions = book.actions.iter().enumerate().flat_map(|(index, action)| {
        action.says.iter().map(move |sentence| (About::Action(ActionId(index as u16)), sentence))
    });
    let checks = book.checks.iter().enumerate().flat_map(|(index, check)| {
        check.says.iter().map(move |sentence| (About::Check(CheckId(index as u16)), sentence))
    });
    actions.chain(checks)
}

/// What a sentence is about, and the facts its pattern gave.
type Clause = (About, Vec<(FactId, Argument)>);

/// The first of the patterns that reach furthest.
fn main_clause(reader: &mut SentenceReader<'_>) -> Result<Clause, SentenceError> {
    let (end, clause) = main_clauses(reader)?.swap_remove(0);
    reader.go_to(end);
    Ok(clause)
}

/// The patterns that reach furthest, each with its end; of those that reach as far, those of which all was said. There
/// is at least one, and each is about something else.
fn main_clauses(reader: &mut SentenceReader<'_>) -> Result<Vec<(usize, Clause)>, SentenceError> {
    let start = reader.at();
    let mut best: ((usize, bool), Vec<(usize, Clause)>) = ((0, false), Vec::new());
    for (about, sentence) in patterns(reader.book()) {
        reader.go_to(start);
        if let Some(found) = pattern::read(reader, about, &sentence.parts) {
            let rank = (reader.at(), found.is_whole);
            if rank > best.0 || best.1.is_empty() {
                best = (rank, Vec::new());
            }
            if rank == best.0 && best.1.iter().all(|(_, (known, _))| *known != about) {
                best.1.push((reader.at(), (about, found.facts)));
            }
        }
    }
    reader.go_to(start);
    let ((end, _), clauses) = best;
    if let Some(clause) = possessive::read(reader)
        && (clauses.is_empty() || reader.at() > end)
    {
        return Ok(vec![(reader.at(), clause)]);
    }
    if clauses.is_empty() {
        bare::advise(reader, start);
        return Err(reader.not_understood());
    }
    Ok(clauses)
}
