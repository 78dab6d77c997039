//! What is wrong with a line that is not understood.

use crate::query::SentenceError;

/// Before a sentence that works.
pub(super) const EXAMPLE: &str = "for example";

/// What is wrong with lines of which nothing is known.
const SAYING_NOTHING: [&str; 4] =
    ["nothing is done here", "the parts do not fit together", "no sentence", "no sentence has been typed yet"];

/// A line that is not understood.
#[derive(Debug, Clone, thiserror::Error, miette::Diagnostic)]
pub enum SpeechError {
    /// A word that stands for nothing.
    #[error("`{word}` is not understood here")]
    #[diagnostic(code(fray::speech::word), help("{help}"))]
    Word {
        /// The word.
        word: String,
        /// What to type.
        help: String,
        /// The line.
        #[source_code]
        src: miette::NamedSource<crate::text::SourceText>,
        /// The place.
        #[label("no word of this game")]
        at: miette::SourceSpan,
    },
    /// Several readings that differ.
    #[error("this can be read in {count} ways")]
    #[diagnostic(code(fray::speech::several), help("{help}"))]
    Several {
        /// How many.
        count: usize,
        /// The readings, numbered.
        help: String,
        /// The line.
        #[source_code]
        src: miette::NamedSource<crate::text::SourceText>,
        /// All of it.
        #[label("which of them?")]
        at: miette::SourceSpan,
    },
    /// Understood, but it cannot be so.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Sentence(Box<SentenceError>),
    /// Every word is known, and yet it says nothing.
    #[error("this line is not understood")]
    #[diagnostic(code(fray::speech::line), help("{help}"))]
    Line {
        /// What to type.
        help: String,
        /// The line.
        #[source_code]
        src: miette::NamedSource<crate::text::SourceText>,
        /// All of it.
        #[label("{why}")]
        at: miette::SourceSpan,
        /// What is missing in it.
        why: String,
        /// Whether it is known what must be said instead.
        is_known: bool,
    },
}

impl SpeechError {
    /// Of the errors of a line and of another that was made of it the one that got further.
    pub(super) fn of_both(line: &str, made: Option<SpeechError>, own: SpeechError) -> SpeechError {
        let Some(made) = made else { return own };
        if made.is_of_meaning() {
            return made;
        }
        let (SpeechError::Word { word, help, .. }, false) = (&made, own.is_of_meaning()) else { return own };
        let own_place = match &own {
            SpeechError::Word { at, .. } => at.offset(),
            _ => 0,
        };
        match line.rfind(word.as_str()) {
            Some(at) if at > own_place => SpeechError::word(line, at, word.len(), help.clone()),
            _ => own,
        }
    }

    /// Several readings, numbered.
    pub fn several(line: &str, readings: &[String]) -> SpeechError {
        let numbered: Vec<String> =
            readings.iter().enumerate().map(|(at, text)| format!("{}. {text}", at + 1)).collect();
        let help = format!("say it as one of these:\n{}", numbered.join("\n"));
        SpeechError::Several { count: readings.len(), help, src: source(line), at: (0, line.len()).into() }
    }

    pub(super) fn word(line: &str, at: usize, length: usize, help: String) -> SpeechError {
        let word = line.get(at..at + length).unwrap_or(line).to_string();
        SpeechError::Word { word, help, src: source(line), at: (at, length).into() }
    }

    /// Of a line of which the whole is not understood: why, and what helps.
    pub fn line(line: &str, why: &str, help: String) -> SpeechError {
        SpeechError::Line { help, src: source(line), at: (0, line.len()).into(), why: why.to_string(), is_known: false }
    }

    /// Whether nothing else can be made of the line.
    pub fn is_settled(&self) -> bool {
        matches!(self, SpeechError::Line { is_known: true, .. })
    }

    /// Whether a part of the line may say something: what is wrong is a word, or that the whole says nothing.
    pub fn may_be_partial(&self) -> bool {
        !self.is_settled() && !self.is_of_meaning()
    }

    /// What could be said instead of it, and why: where more is known than that it says nothing.
    pub fn reason(&self) -> Option<String> {
        let SpeechError::Line { why, .. } = self else { return None };
        if SAYING_NOTHING.contains(&why.as_str()) {
            return None;
        }
        Some(self.example().map_or_else(|| why.clone(), |example| format!("{why}: `{example}`")))
    }

    /// The sentence that it offers.
    pub fn example(&self) -> Option<String> {
        let (SpeechError::Word { help, .. } | SpeechError::Line { help, .. }) = self else { return None };
        let (_, behind) = help.split_once(EXAMPLE)?;
        Some(behind.split('`').nth(1)?.to_string())
    }

    /// Known to be so, with what helps.
    pub(super) fn settled(line: &str, why: &str, help: String) -> SpeechError {
        let mut error = SpeechError::line(line, why, help);
        if let SpeechError::Line { is_known, .. } = &mut error {
            *is_known = true;
        }
        error
    }

    /// At a word of the line.
    pub(super) fn pointed(mut self, word: usize, length: usize) -> SpeechError {
        if let SpeechError::Line { src, at, .. } = &mut self
            && src.inner().get(word..word + length).is_some()
        {
            *at = (word, length).into();
        }
        self
    }

    /// What must be said instead.
    pub(super) fn must_be(line: &str, text: &str) -> SpeechError {
        let mut error = SpeechError::instead(line, text);
        if let SpeechError::Line { is_known, .. } = &mut error {
            *is_known = true;
        }
        error
    }

    /// What could be said instead, with the reason in parentheses behind it.
    pub(super) fn instead(line: &str, text: &str) -> SpeechError {
        let (instead, why) = match text.strip_suffix(')').and_then(|rest| rest.split_once(" (")) {
            Some(with_reason) => with_reason,
            None => (text, "this leaves too much open"),
        };
        SpeechError::line(line, why, format!("{EXAMPLE} `{instead}`"))
    }

    /// With other words of what to type.
    pub(super) fn with_help(mut self, other: String) -> SpeechError {
        if let SpeechError::Word { help, .. } | SpeechError::Line { help, .. } = &mut self {
            *help = other;
        }
        self
    }

    /// What it says to type, if it names a sentence.
    pub(super) fn help_with_example(&self) -> Option<String> {
        match self {
            SpeechError::Word { help, .. } | SpeechError::Line { help, .. } => {
                help.find(EXAMPLE).map(|at| help[at..].to_string())
            }
            _ => None,
        }
    }

    /// With a sentence that works, if it names none.
    pub(super) fn with_example(mut self, example: impl FnOnce() -> Option<String>) -> SpeechError {
        if let SpeechError::Word { help, .. } | SpeechError::Line { help, .. } = &mut self
            && !help.contains(EXAMPLE)
        {
            let more = match example() {
                Some(text) => format!("{EXAMPLE} `{text}`"),
                None => "`help` lists what can be typed, `show actions` what figures may do".to_string(),
            };
            // What stands there already is not said again.
            if more.starts_with(help.trim_end_matches([';', ' '])) {
                *help = more;
                return self;
            }
            if !help.is_empty() && !help.ends_with(' ') {
                *help += "; ";
            }
            *help += &more;
        }
        self
    }

    /// The sentence in which something is said that nothing reads, if that is what is wrong.
    pub fn sentence_not_read(&self) -> Option<String> {
        let SpeechError::Sentence(error) = self else { return None };
        let SentenceError::NotRead { src, .. } = &**error else { return None };
        Some(src.inner().to_string())
    }

    /// Whether every word of it was understood.
    pub fn is_of_meaning(&self) -> bool {
        matches!(self, SpeechError::Several { .. } | SpeechError::Sentence(_))
    }
}

fn source(line: &str) -> miette::NamedSource<crate::text::SourceText> {
    miette::NamedSource::new("prompt", line.into())
}
