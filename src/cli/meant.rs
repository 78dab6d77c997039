//! A sentence on the command line: as it is typed, or as it was meant.

use super::error::CliError;
use super::screen::Screen;
use crate::diag::{Diagnostic, Diagnostics};
use crate::play::Rules;
use crate::query::{BoundQuery, Directory, ParsedQuery, SentenceError, is_understood, of_a_deed, understand};
use crate::rulebook::{Fact, Type};
use crate::speech::{
    HeardLine, Lexicon, Listener, OmittedWords, SpeechError, Understanding, allowed_instead, core_of, hear,
    leaves_out_a_fact,
};
use crate::state::State;
use std::cell::OnceCell;
use std::sync::Arc;

/// Words of the prompt before a sentence, which the command line says by its commands.
const COMMANDS: [&str; 2] = ["odds ", "do "];
/// Before a sentence of which all that comes of it is asked.
const WHOLE: &str = "odds whole ";
/// Before what is asked of that.
const THAT: &str = " that ";

/// A sentence that was understood.
pub(super) struct MeantSentence {
    /// As the rules read it.
    pub(super) text: String,
    /// What it says.
    pub(super) asked: ParsedQuery,
    /// Whether it was typed like that.
    pub(super) is_typed: bool,
    /// What was said besides and does not count.
    asides: Vec<String>,
    /// Words of it that were not understood and do not count.
    left_out: Vec<OmittedWords>,
    /// What is asked of all that can come of it, where that is asked: `how likely is Ann to kill Ben?`
    pub(super) that: Option<Vec<String>>,
}

impl MeantSentence {
    /// Understands a sentence of which the check is asked; one of all that can come of it is refused.
    pub(super) fn read(rules: &Arc<Rules>, state: &State, sentence: &str) -> Result<MeantSentence, Diagnostics> {
        let meant = MeantSentence::of_all(rules, state, sentence)?;
        let Some(that) = &meant.that else { return Ok(meant) };
        let message = "this asks what comes of all that is done, and here its check counts".to_string();
        let that: String = that.iter().map(|that| format!(" --that '{that}'")).collect();
        let help = format!("`fray odds … '{}' --whole{that}` tells it", meant.text);
        Err(CliError::Usage { message, help }.alone())
    }

    /// Understands a sentence, also in a referee's own words.
    /// If several things may be meant, the error names them.
    pub(super) fn of_all(rules: &Arc<Rules>, state: &State, sentence: &str) -> Result<MeantSentence, Diagnostics> {
        let cast = Directory::in_fight(rules, state);
        let strictly = |text: &str| understand(&rules.book, &cast, text);
        let error = match strictly(sentence) {
            Ok(asked) => {
                // Where the rules forbid it as things stand, another action may be said in the same words.
                let is_forbidden = || BoundQuery::new(rules, state, &asked).is_ok_and(|posed| posed.unmet(rules) > 0);
                let may_be_other = rules.ground.is_some() && is_forbidden();
                let find = |listener: &Listener<'_>| allowed_instead(listener, sentence, &asked);
                let other = may_be_other.then(|| with_listener(rules, state, &cast, find)).flatten();
                return Ok(match other.and_then(|text| Some((strictly(&text).ok()?, text))) {
                    Some((asked, text)) => MeantSentence { is_typed: false, ..MeantSentence::typed(text, asked) },
                    None => MeantSentence::typed(sentence.to_string(), asked),
                });
            }
            Err(error) if error.is_of_meaning() => return Err(alone(error)),
            Err(error) => error,
        };
        if let Some(deed) = of_a_deed(&rules.book, &cast, sentence)
            && let Ok(asked) = strictly(&deed.sentence)
        {
            let that = Some(vec![deed.that()]);
            return Ok(MeantSentence { is_typed: false, that, ..MeantSentence::typed(deed.sentence, asked) });
        }
        match meant(rules, state, &cast, sentence) {
            // A thing that nobody knows is no aside: the answer would be of another one.
            Meanings::One(_, _, left_out)
                if left_out
                    .iter()
                    .any(|part| names_a_thing(&part.text) || is_part_of_a_thing(sentence, &part.text)) =>
            {
                Err(alone(error))
            }
            // A number that is named and not said is what the answer lacks.
            Meanings::One(_, _, left_out)
                if left_out.iter().any(|part| names_a_number(rules, sentence, &part.text)) =>
            {
                Err(alone(error))
            }
            Meanings::One(_, asides, _) if leaves_out_a_fact(&rules.book, sentence, &asides) => Err(alone(error)),
            Meanings::One(text, asides, left_out) => {
                let (text, that) = match text.strip_prefix(WHOLE) {
                    Some(whole) => {
                        let mut parts = whole.split(THAT).map(str::to_string);
                        (parts.next().unwrap_or_default(), Some(parts.collect()))
                    }
                    None => (text, None),
                };
                match strictly(&text) {
                    Ok(asked) => Ok(MeantSentence { text, asked, is_typed: false, asides, left_out, that }),
                    Err(_) => Err(alone(error)),
                }
            }
            Meanings::Several(texts) => Err(vec![Box::new(SpeechError::several(sentence, &texts))]),
            Meanings::Nothing => Err(alone(error)),
        }
    }

    /// One that is understood as it is typed.
    fn typed(text: String, asked: ParsedQuery) -> MeantSentence {
        MeantSentence { text, asked, is_typed: true, asides: Vec::new(), left_out: Vec::new(), that: None }
    }

    /// Says how the sentence was understood, if that is not how it was typed.
    pub(super) fn tell(&self, screen: &mut Screen) {
        screen.is_partial |= !self.left_out.is_empty();
        self.left_out.iter().for_each(|part| screen.say(&format!("{}\n", part.told())));
        self.asides.iter().for_each(|aside| screen.say(&format!("note: {aside}\n")));
        if !self.is_typed {
            let whole = if self.that.is_some() { "everything that can come of " } else { "" };
            let that: String = self.that.iter().flatten().map(|that| format!("{THAT}{that}")).collect();
            screen.say(&format!("understood: {whole}{}{that}\n", self.text));
        }
    }

    /// Puts what does not count into the answer as data; where that has no place for it, it is told beside it.
    pub(super) fn mark(&self, screen: &mut Screen, is_json: bool) {
        screen.is_partial |= !self.left_out.is_empty();
        match is_json {
            true => screen.not_counted = self.left_out.clone(),
            false => self.left_out.iter().for_each(|part| screen.aside(&format!("{}\n", part.told()))),
        }
    }
}

/// Whether words that do not count say with what something is done, by a name.
fn names_a_thing(text: &str) -> bool {
    let rest = ["with ", "using "].iter().find_map(|word| text.trim_start().strip_prefix(word));
    let name = rest.map(|rest| {
        ["a ", "an ", "the ", "his ", "her "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest)
    });
    name.is_some_and(|name| name.starts_with(char::is_uppercase))
}

/// Whether words that do not count are a clause that names a number, and nothing more.
fn names_a_number(rules: &Rules, sentence: &str, text: &str) -> bool {
    let text = text.trim();
    let is_clause = sentence.find(text).is_some_and(|at| sentence[..at].trim_end().ends_with(','));
    let is_number = |fact: &&Fact| matches!(fact.r#type.bare(), Type::Number(_));
    let is_called =
        |fact: &Fact| [&fact.head.name, &fact.head.title].iter().any(|name| name.eq_ignore_ascii_case(text));
    is_clause && rules.book.facts.iter().filter(is_number).any(is_called)
}

/// Whether words that do not count stand between `with` and the rest of a name: `with Bolt Rifle`.
fn is_part_of_a_thing(sentence: &str, text: &str) -> bool {
    let Some(at) = sentence.find(text).filter(|_| text.starts_with(char::is_uppercase)) else { return false };
    let before = sentence[..at].trim_end();
    let before =
        [" a", " an", " the", " his", " her"].iter().find_map(|word| before.strip_suffix(word)).unwrap_or(before);
    let behind = sentence[at + text.len()..].trim_start();
    [" with", " using"].iter().any(|word| before.ends_with(word)) && behind.starts_with(char::is_uppercase)
}

/// What may be meant by a line: sentences.
enum Meanings {
    One(String, Vec<String>, Vec<OmittedWords>),
    Several(Vec<String>),
    Nothing,
}

/// What comes of listening where nothing was said before.
fn with_listener<T>(rules: &Rules, state: &State, cast: &Directory, hear: impl FnOnce(&Listener<'_>) -> T) -> T {
    let lexicon = Lexicon::of(&rules.book);
    let names = OnceCell::new();
    let (last, named, acting, commands) = (None, None, None, ["odds", "odds whole", "do"]);
    hear(&Listener {
        rules,
        state,
        cast,
        lexicon: &lexicon,
        last,
        told: None,
        has_changed: false,
        typed: None,
        named,
        beside: None,
        acting,
        is_supposed: false,
        commands: &commands,
        names,
    })
}

/// What is understood of a sentence: all of it, or its partial.
fn heard(listener: &Listener<'_>, sentence: &str) -> Option<(HeardLine, Vec<OmittedWords>)> {
    match hear(listener, sentence) {
        Ok(heard) => Some((heard, Vec::new())),
        Err(error) if error.may_be_partial() => {
            let partial = core_of(listener, sentence).filter(|partial| partial.lines.len() == 1)?;
            let is_strict = is_understood(&listener.rules.book, listener.cast, &partial.line);
            let line =
                || HeardLine { meant: Understanding::Line(partial.line.clone()), asides: Vec::new(), retyped: None };
            let heard = if is_strict { line() } else { hear(listener, &partial.line).ok()? };
            Some((heard, partial.left_out))
        }
        Err(_) => None,
    }
}

fn meant(rules: &Rules, state: &State, cast: &Directory, sentence: &str) -> Meanings {
    let bare = |text: String| {
        if text.starts_with(WHOLE) {
            return text;
        }
        let rest = COMMANDS.iter().find_map(|command| text.strip_prefix(command));
        rest.map_or_else(|| text.clone(), str::to_string)
    };
    let Some((heard, left_out)) = with_listener(rules, state, cast, |listener| heard(listener, sentence)) else {
        return Meanings::Nothing;
    };
    match heard.meant {
        Understanding::Line(text) => Meanings::One(bare(text), heard.asides, left_out),
        Understanding::Several(texts) => Meanings::Several(texts.into_iter().map(bare).collect()),
        Understanding::Sequence(_) => Meanings::Nothing,
    }
}

fn alone(error: SentenceError) -> Diagnostics {
    vec![Box::new(error) as Diagnostic]
}
