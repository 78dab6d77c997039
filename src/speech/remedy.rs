//! What to type instead of a line that is not understood.

use super::compose::{compose, compose_with_each};
use super::draft::{Draft, Spoken};
use super::error::{EXAMPLE, SpeechError};
use super::hear::Hearing;
use super::little::{self, is};
use super::meaning::Meant;
use super::piece::{self, DeedWays, Piece};
use super::slip;
use super::token::{MOST_WORDS, SpokenWord};
use crate::diag::suggest_within;
use crate::query::{About, BoundQuery, SentenceError, Who};
use crate::rulebook::Type;
use crate::value::ActionId;

/// In so many letters one may be wrong.
const LETTERS_TO_A_SLIP: usize = 4;
/// Shorter words look like too many others.
const LEAST_ALIKE: usize = 4;

/// In words as long as this one letter may be wrong.
const LEAST_OF_A_SLIP: usize = 6;

/// So many more words that are not understood are told.
const MOST_TOLD: usize = 4;

/// What may stand before the name of somebody.
const BEFORE_A_NAME: [&str; 7] = ["and", "at", "against", "or", "than", "toward", "towards"];

/// What may stand before the name of a thing.
const BEFORE_A_THING: [&str; 3] = ["with", "using", "by"];

/// So many of those who are there are named.
const MOST_NAMED: usize = 8;

/// So many sentences are looked at for an example.
pub(super) const MOST_EXAMPLES: usize = 8;

/// So many numbers that nobody has said are given to an example.
const MOST_MISSING: usize = 3;

/// Somebody with the name.
type Namesake = (String, Who);

impl Hearing<'_> {
    /// The error of a line: the first word that stands for nothing, and one sentence that works.
    pub(super) fn not_understood(
        &self,
        line: &str,
        spoken: &[SpokenWord],
        ways: &[DeedWays],
        wrong: Option<SentenceError>,
        partial: Option<String>,
    ) -> SpeechError {
        let is_meant = |wrong: &SentenceError| {
            !matches!(wrong, SentenceError::NotUnderstood { .. } | SentenceError::Unfinished { .. })
        };
        if let Some(wrong) = wrong.filter(is_meant) {
            return SpeechError::Sentence(Box::new(self.without_what_is_not_read(wrong)));
        }
        if let Some(error) = self.not_had(line, spoken, ways) {
            return error;
        }
        let best = piece::all(ways).min_by_key(|way| piece::unknown(way));
        let unknown = || {
            best.into_iter().flatten().filter_map(|piece| match piece {
                Piece::Unknown(at) => spoken.get(*at),
                _ => None,
            })
        };
        let is_asked = spoken.first().is_some_and(|word| is(&word.text, little::ASKING));
        let telling = unknown().find(|word| !is_asked || !is(&word.text, little::ASKING));
        if telling.is_none() && unknown().next().is_some() {
            return SpeechError::line(
                line,
                "a question that no list of words knows",
                self.questions(line, spoken, partial),
            );
        }
        let unknown = telling;
        let told = best.and_then(|way| self.told_in(way));
        let partial = partial.map(|text| self.with_what_is_missing(text));
        let example = partial.or(told).or_else(|| self.with_deed_of(spoken, ways));
        let example = example.map(|text| format!("{EXAMPLE} `{text}`"));
        let example = example.or_else(|| self.what_there_is(spoken));
        let example = match self.rules_asked_for(line, spoken) {
            Some(rules) => Some(
                example.map_or(rules.clone(), |example| format!("{rules};{}", example.trim_start_matches(EXAMPLE))),
            ),
            None => example,
        };
        if let Some(word) = unknown {
            let typed = line.get(word.at..word.at + word.length).unwrap_or(&word.text).to_lowercase();
            if let Some(error) = self.of_short_name(line, word) {
                return error;
            }
            if let Some(help) = self.tellable(spoken, ways, word) {
                return SpeechError::word(line, word.at, word.length, help);
            }
            if let Some(error) = self.of_misspelt_thing(line, spoken, word) {
                return error;
            }
            if let Some(error) = self.of_nobody(line, spoken, word, example.as_deref()) {
                return error;
            }
            let near = self.near(&typed).map(|near| format!("did you mean `{near}`? "));
            let others = self.not_understood_either(best.map_or(&[][..], Vec::as_slice), spoken, word);
            // Of a line in which no word means anything, what can be typed is not known either.
            let is_foreign =
                example.is_none() && near.is_none() && piece::unknown(best.map_or(&[], |way| way)) == spoken.len();
            let commands = if is_foreign { "`help` lists what can be typed; " } else { "" };
            let help = format!("{}{others}{commands}{}", near.unwrap_or_default(), example.unwrap_or_default());
            return SpeechError::word(line, word.at, word.length, help);
        }
        if let Some(error) = self.less_than_nothing(line, spoken).or_else(|| self.of_others_thing(line, ways)) {
            return error;
        }
        let has_deed = piece::all(ways).flatten().any(|piece| matches!(piece, Piece::Deed(..)));
        let why = if has_deed { "the parts do not fit together" } else { "nothing is done here" };
        SpeechError::line(line, why, example.unwrap_or_default())
    }

    /// `Zorgo takes -3 damage`: so much less of a track is said without a verb.
    fn less_than_nothing(&self, line: &str, spoken: &[SpokenWord]) -> Option<SpeechError> {
        let at = spoken.iter().position(|word| word.is_signed() && word.text.starts_with('-'))?;
        let (_, who, _) = self.listener.named_at(spoken, 0).into_iter().next()?;
        let track = &spoken.get(at + 1)?.text;
        let tracks = &self.listener.book().tracks;
        let found = tracks.iter().find(|one| one.head.name.eq_ignore_ascii_case(track))?;
        let help = format!("so much less is written `{who} {} {}`", found.head.name, spoken[at].text);
        Some(SpeechError::line(line, "nobody takes less than nothing", help))
    }

    /// Why nothing is done to a thing that somebody else has, where all else that is said is a sentence.
    fn of_others_thing(&self, line: &str, ways: &[DeedWays]) -> Option<SpeechError> {
        let drafts = piece::all(ways).filter(|way| piece::unknown(way) == 0).map(|way| Draft::of(self.listener, way));
        drafts.filter(|draft| draft.deed.is_some()).find_map(|draft| {
            let is_his = |who: &Who| draft.actor.as_ref().is_some_and(|(_, actor)| actor == who);
            let is_others = |thing: &Spoken| matches!(thing, Spoken::Of(who, _) if !is_his(who));
            let (others, own): (Vec<Spoken>, Vec<Spoken>) = draft.things.iter().cloned().partition(is_others);
            let Some(Spoken::Of(who, _)) = others.first() else { return None };
            let why = format!("this is not done to what {} has", self.listener.name_of(who)?);
            let bare = Draft { things: own, ..draft.clone() };
            let mut all = compose(self.listener, &bare);
            all.sort_by_key(|one| (one.guessed, one.far, one.text.len()));
            let text = all.into_iter().map(|one| one.text).find(|text| self.is_strict(text))?;
            Some(SpeechError::line(line, &why, format!("{EXAMPLE} `{text}`")))
        })
    }

    /// Where the rules are found of which a question speaks that is not understood.
    fn rules_asked_for(&self, line: &str, spoken: &[SpokenWord]) -> Option<String> {
        let asks = self.may_ask(line, spoken);
        let names: Vec<String> = self.topics(line, spoken).iter().map(|name| format!("`show {name}`")).collect();
        (asks && !names.is_empty()).then(|| format!("{EXAMPLE} {} tells the rules of it", names.join(" or ")))
    }

    /// The error of a line in which somebody is named who is not there.
    fn of_nobody(
        &self,
        line: &str,
        spoken: &[SpokenWord],
        word: &SpokenWord,
        example: Option<&str>,
    ) -> Option<SpeechError> {
        let typed = line.get(word.at..word.at + word.length)?;
        let at = spoken.iter().position(|other| other.at == word.at)?;
        let is_deed = |word: &SpokenWord| {
            let mut phrases = self.listener.lexicon.beginning(word).iter();
            phrases.any(|phrase| matches!(phrase.meant, Meant::Deed(..)))
        };
        let acts = spoken.get(at + 1).is_some_and(|next| is_deed(next) || next.text == "'s" || next.text == "and");
        let before = at.checked_sub(1).map(|before| &spoken[before]);
        let is_command = |word: &SpokenWord| self.listener.commands.contains(&&*word.text);
        let is_done_to = before.is_some_and(|word| is_deed(word) || is(&word.text, &BEFORE_A_NAME) || is_command(word));
        // A question that begins behind another sentence is nobody's name.
        let opens = is(&word.text, little::OPENING) || is(&word.text, little::PRONOUNS);
        let is_name =
            word.is_capital && !opens && typed.chars().skip(1).all(char::is_lowercase) && (is_done_to || acts);
        // Within a line a capital is of a name: only another name is near to it.
        let is_near = |near: String| at == 0 || self.listener.name_words().contains(&near.to_lowercase());
        if !is_name || self.near(&typed.to_lowercase()).is_some_and(is_near) {
            return None;
        }
        let state = self.listener.state;
        let there = state.figure_ids().filter(|id| !state.figure(*id).removed);
        let names: Vec<&str> = there.map(|id| &*state.figure(id).name).take(MOST_NAMED).collect();
        if names.is_empty() {
            return None;
        }
        let example = example.map_or_else(String::new, |example| format!("; {example}"));
        let help = format!("there are {}{example}", names.join(", "));
        Some(SpeechError::settled(line, "nobody here is called so", help).pointed(word.at, word.length))
    }

    /// The error of a line in which something is done with a thing whose name is nearly there: letters in another order, or
    /// one of them wrong.
    fn of_misspelt_thing(&self, line: &str, spoken: &[SpokenWord], word: &SpokenWord) -> Option<SpeechError> {
        let typed = line.get(word.at..word.at + word.length)?;
        let at = spoken.iter().position(|other| other.at == word.at)?;
        let is_done_with = at.checked_sub(1).is_some_and(|before| is(&spoken[before].text, &BEFORE_A_THING));
        let items = self.listener.book().items.iter().map(|item| &*item.head.name);
        let names: Vec<&str> = items.filter(|name| !name.contains(' ')).collect();
        let most = typed.chars().count() / LETTERS_TO_A_SLIP;
        let near = suggest_within(typed, names.iter().copied(), most).or_else(|| slip::reordered(typed, &names));
        let near = near.filter(|_| is_done_with && typed.len() >= LEAST_ALIKE)?;
        let meant = format!("{}{near}{}", &line[..word.at], &line[word.at + word.length..]);
        let help = format!("did you mean `{near}`? {EXAMPLE} `{meant}`");
        Some(SpeechError::settled(line, "nothing is called so", help).pointed(word.at, word.length))
    }

    /// The error of a line with a short name in it of which a letter is missing.
    fn of_short_name(&self, line: &str, word: &SpokenWord) -> Option<SpeechError> {
        let typed = line.get(word.at..word.at + word.length)?;
        let first = |text: &str| text.chars().next().map(|letter| letter.to_ascii_lowercase());
        let begins = |name: &&str| first(name) == first(typed) && !name.contains(' ');
        let names = self.listener.cast.names.iter().map(|(name, _)| name.as_str()).filter(begins);
        let is_short = word.is_capital && typed.is_ascii() && typed.len() < LEAST_ALIKE;
        let name = names.filter(|name| name.len() == typed.len() + 1).find(|name| slip::is_short_of(typed, name))?;
        let meant = line.replacen(typed, name, 1);
        is_short.then(|| {
            let help = format!("did you mean `{name}`? {EXAMPLE} `{meant}`");
            SpeechError::word(line, word.at, word.length, help)
        })
    }

    /// What is said of somebody, without the words that are not understood.
    fn told_in(&self, way: &[Piece]) -> Option<String> {
        let known: Vec<Piece> = way.iter().filter(|piece| !matches!(piece, Piece::Unknown(_))).cloned().collect();
        self.told(&Draft::of(self.listener, &known))
    }

    /// The other words of a line that are not understood.
    fn not_understood_either(&self, way: &[Piece], spoken: &[SpokenWord], first: &SpokenWord) -> String {
        let all = way.iter().filter_map(|piece| match piece {
            Piece::Unknown(at) => spoken.get(*at).filter(|word| word.text != first.text && word.is_word()),
            _ => None,
        });
        let words: Vec<String> = all.take(MOST_TOLD).map(|word| format!("`{}`", word.text)).collect();
        match words.as_slice() {
            [] => String::new(),
            [one] => format!("nor is {one}; "),
            _ => format!("nor are {}; ", words.join(", ")),
        }
    }

    /// What lists what somebody who is named can do: what was meant is not known.
    fn what_there_is(&self, spoken: &[SpokenWord]) -> Option<String> {
        let named = self.named_in(spoken).into_iter().next()?.1;
        self.listener.figure_named(&named)?;
        Some(format!("{EXAMPLE} `orders {named}` lists what {named} can do, `show {named}` how things stand"))
    }

    /// Questions that are answered, about those who are named.
    fn questions(&self, line: &str, spoken: &[SpokenWord], partial: Option<String>) -> String {
        let topics = self.topics(line, spoken).into_iter().map(|name| format!("`show {name}`"));
        let sentence = topics.chain(partial.map(|text| format!("`odds {text}`")));
        let named = self.actor_and_foe(spoken).map(|((name, _), _)| format!("`show {name}`, `orders {name}`"));
        let all: Vec<String> = sentence.chain(named).collect();
        format!("{EXAMPLE} {}", all.join(", "))
    }

    /// The error with the sentence that would work, if it stands in the way of one.
    fn without_what_is_not_read(&self, mut wrong: SentenceError) -> SentenceError {
        if let SentenceError::NotRead { help, src, at, .. } = &mut wrong
            && let Some((before, from)) = src.inner().split_at_checked(at.offset())
        {
            let behind = from.find(',').map_or("", |end| &from[end..]);
            // What is said of somebody goes with his name.
            let of_him = before.rfind(',').map_or(before, |comma| &before[..comma]);
            let rests = [before, of_him].map(|before| format!("{}{behind}", before.trim_end_matches([',', ' '])));
            if let Some(rest) = rests.into_iter().find(|rest| self.is_strict(rest)) {
                *help += &format!("; {EXAMPLE} `{}`", self.with_what_is_missing(rest));
            }
        }
        wrong
    }

    /// The word that may have been meant: one that says something and looks much like this one.
    fn near(&self, word: &str) -> Option<String> {
        let names = self.listener.name_words();
        let is_alike = |known: &&str| {
            known.len() >= LEAST_ALIKE
                && word.strip_suffix('s') != Some(*known)
                && known.as_bytes().first() == word.as_bytes().first()
                && word.len() >= LEAST_ALIKE
        };
        let all = names.iter().map(String::as_str).chain(self.listener.lexicon.telling());
        let all = all.chain(self.listener.commands.iter().copied());
        let most = word.chars().count() / LETTERS_TO_A_SLIP;
        suggest_within(word, all.filter(is_alike), most).map(|near| self.as_written(near))
    }

    /// A word as it is written in the name of somebody.
    fn as_written(&self, word: &str) -> String {
        let mut parts = self.listener.cast.names.iter().flat_map(|(name, _)| name.split_whitespace());
        parts.find(|part| part.eq_ignore_ascii_case(word)).unwrap_or(word).to_string()
    }

    /// The word that says something and differs by one letter from a long one.
    pub(super) fn one_slip_away(&self, word: &str) -> Option<String> {
        let is_long = word.chars().count() >= LEAST_OF_A_SLIP;
        let begins =
            |known: &&str| known.as_bytes().first() == word.as_bytes().first() && known.strip_suffix('s') != Some(word);
        let alike = self.listener.lexicon.telling().filter(|known| known.len() >= LEAST_OF_A_SLIP && begins(known));
        is_long.then(|| suggest_within(word, alike, 1)).flatten().map(str::to_string)
    }

    /// What is done in a line, as a sentence that works.
    pub(super) fn with_deed_of(&self, spoken: &[SpokenWord], ways: &[DeedWays]) -> Option<String> {
        let (actor, foe) = self.actor_and_foe(spoken)?;
        let deeds = piece::all(ways).flatten().filter_map(|piece| match piece {
            Piece::Deed(about, with) => Some((*about, with.clone())),
            _ => None,
        });
        deeds.take(MOST_EXAMPLES).find_map(|deed| self.working(deed, &actor, foe.as_ref()))
    }

    /// A sentence that works here.
    pub(super) fn example(&self, line: &str) -> Option<String> {
        let book = self.listener.book();
        let (actor, foe) = self.actor_and_foe(&self.listener.lexicon.spoken(line))?;
        let checked = book.actions.iter().enumerate().filter(|(_, action)| action.check.is_some());
        let deeds = checked.map(|(at, _)| (About::Action(ActionId(at as u16)), Vec::new())).take(MOST_WORDS);
        // Of what works that which the rules forbid least here.
        let works = deeds.filter_map(|deed| self.working(deed, &actor, foe.as_ref())).take(MOST_EXAMPLES);
        let against = |text: &String| {
            let asked = self.understood(text);
            asked.map_or(usize::MAX, |asked| self.barred(&asked))
        };
        works.min_by_key(against)
    }

    /// Those who are named in a line, or whoever is there.
    pub(super) fn actor_and_foe(&self, spoken: &[SpokenWord]) -> Option<(Namesake, Option<Namesake>)> {
        let listener = self.listener;
        let named = (0..spoken.len()).filter_map(|at| listener.named_at(spoken, at).into_iter().next());
        let mut named = named.map(|(_, name, who)| (name, who)).filter(|(_, who)| matches!(who, Who::Figure(_)));
        let actor = named.next().or_else(|| listener.actor()).or_else(|| listener.anybody(&[])).or_else(|| {
            let (name, who) = listener.cast.names.first()?;
            Some((name.clone(), who.clone()))
        })?;
        let foe = named.find(|(_, who)| *who != actor.1).or_else(|| listener.foe_of(&actor.1));
        let foe = foe.or_else(|| listener.anybody(std::slice::from_ref(&actor))).or_else(|| {
            let others = listener.cast.names.iter().filter(|(name, who)| *who != actor.1 && *name != actor.0);
            others.map(|(name, who)| (name.clone(), who.clone())).next()
        });
        Some((actor, foe))
    }

    fn working(&self, deed: (About, Vec<String>), actor: &Namesake, foe: Option<&Namesake>) -> Option<String> {
        let works = |text: &String| {
            let asked = self.understood(text);
            asked.is_ok_and(|asked| self.listener.cast.allows(&asked))
        };
        let with = |others: Vec<Namesake>| {
            let draft = Draft { deed: Some(deed.clone()), actor: Some(actor.clone()), others, ..Draft::default() };
            let all = compose(self.listener, &draft).into_iter().chain(compose_with_each(self.listener, &draft));
            all.map(|one| one.text).find(works)
        };
        let text = with(foe.into_iter().cloned().collect()).or_else(|| with(Vec::new()));
        text.map(|text| self.with_what_is_missing(text))
    }

    /// A sentence with the numbers that nobody has said and no board says: without them it could only be refused.
    pub(super) fn with_what_is_missing(&self, mut text: String) -> String {
        let (rules, state) = (self.listener.rules, self.listener.state);
        for _ in 0..MOST_MISSING {
            let posed = self.understood(&text).ok().and_then(|asked| BoundQuery::new(rules, state, &asked).ok());
            let Some(fact) = posed.and_then(|posed| posed.missing(rules)) else { break };
            let fact = &rules.book.facts[fact.index()];
            if !matches!(fact.r#type.bare(), Type::Number(_)) {
                break;
            }
            text += &format!(", {} 1", fact.head.name);
        }
        text
    }
}
