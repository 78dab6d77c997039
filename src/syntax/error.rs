//! Everything that can be wrong with a text before its names mean anything.

use crate::text::{SourceId, SourceText, Sources, Span, is_wordly};
use miette::{NamedSource, SourceSpan};

type Src = NamedSource<SourceText>;

/// An entry as it was probably meant: what reads is not yet known to mean something.
#[derive(Debug, Clone)]
pub struct Rewriting {
    /// What is written over.
    pub at: SourceSpan,
    /// What to write instead, the likeliest first.
    pub texts: Vec<String>,
    /// What to say if it is none of them.
    pub otherwise: String,
    /// Why it is written so, where that is known.
    pub why: Option<String>,
}

impl Rewriting {
    /// What is said of it.
    pub(super) fn help(&self) -> String {
        let why = self.why.as_ref().map_or(String::new(), |why| format!("; {why}"));
        self.texts.first().map_or_else(|| self.otherwise.clone(), |text| format!("write `{text}`{why}"))
    }
}

/// What is wrong: in the words of an author, or by what should stand there.
fn said(cause: &Option<String>, expected: &str, found: &str) -> String {
    cause.clone().unwrap_or_else(|| format!("expected {expected}, found {found}"))
}

/// A mistake in the shape of a text.
#[derive(Debug, Clone, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "the fields are named in the sentences")]
pub enum SyntaxError {
    /// Something else should stand here.
    #[error("{}", said(.cause, .expected, .found))]
    #[diagnostic(code(fray::syntax::expected))]
    Expected {
        expected: String,
        found: String,
        /// What is wrong in the words of an author, where that is known.
        cause: Option<String>,
        #[source_code]
        src: Src,
        #[label("{label}")]
        at: SourceSpan,
        label: String,
        /// The entry as it was probably meant, in place of what stands there.
        rewriting: Option<Rewriting>,
        #[help]
        help: String,
    },
    /// A line at the outermost level begins with an unknown word.
    #[error("no declaration begins with `{word}`")]
    #[diagnostic(code(fray::syntax::unknown_keyword))]
    UnknownKeyword {
        word: String,
        #[source_code]
        src: Src,
        #[label("neither a keyword nor a kind with a block behind it")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    /// An entry of a block begins with an unknown word.
    #[error("`{word}` does not begin an entry of {block}")]
    #[diagnostic(code(fray::syntax::unknown_entry))]
    UnknownEntry {
        word: String,
        block: String,
        #[source_code]
        src: Src,
        #[label("not known here")]
        at: SourceSpan,
        /// The entry as it was probably meant, in place of what stands there.
        rewriting: Option<Rewriting>,
        #[help]
        help: String,
    },
    /// A word of expressions stands where a name is needed.
    #[error("`{word}` cannot be a name")]
    #[diagnostic(code(fray::syntax::reserved_word), help("choose another name, or write it as a text: `\"{word}\"`"))]
    ReservedWord {
        word: String,
        #[source_code]
        src: Src,
        #[label("this word has a meaning in expressions")]
        at: SourceSpan,
    },
    /// A block without its closing brace.
    #[error("{says}")]
    #[diagnostic(code(fray::syntax::unclosed_block))]
    UnclosedBlock {
        says: String,
        #[source_code]
        src: Src,
        #[label(primary, "{label}")]
        at: SourceSpan,
        label: &'static str,
        #[label("{other_label}")]
        other: SourceSpan,
        other_label: &'static str,
        #[help]
        help: String,
    },
    /// A bracket without its partner.
    #[error("this bracket is never closed")]
    #[diagnostic(code(fray::syntax::unclosed_bracket), help("close it before the block, the row or the file ends"))]
    UnclosedBracket {
        #[source_code]
        src: Src,
        #[label("opened here")]
        at: SourceSpan,
    },
    /// A closing bracket without its partner.
    #[error("nothing is open that `{bracket}` could close")]
    #[diagnostic(code(fray::syntax::stray_bracket), help("take it away, or open what it should close"))]
    StrayBracket {
        bracket: String,
        #[source_code]
        src: Src,
        #[label("closes nothing")]
        at: SourceSpan,
    },
    /// A text without its second quote.
    #[error("this text is never closed")]
    #[diagnostic(code(fray::syntax::unclosed_text))]
    UnclosedText {
        #[source_code]
        src: Src,
        #[label("begins here")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    /// A row without its last bar.
    #[error("this row does not end with `|`")]
    #[diagnostic(code(fray::syntax::unclosed_row), help("write `|` behind its last cell"))]
    UnclosedRow {
        #[source_code]
        src: Src,
        #[label("expected `|`")]
        at: SourceSpan,
    },
    /// A row with more or fewer cells than the head.
    #[error("this row has {cells}, the head of its table has {columns}")]
    #[diagnostic(code(fray::syntax::ragged_row))]
    RaggedRow {
        cells: String,
        columns: String,
        #[source_code]
        src: Src,
        #[label(primary, "{label}")]
        at: SourceSpan,
        label: String,
        #[label("the head")]
        head: SourceSpan,
        #[help]
        help: String,
    },
    /// Dice that cannot be thrown.
    #[error("`{dice}` are no dice: {reason}")]
    #[diagnostic(code(fray::syntax::bad_dice))]
    BadDice {
        dice: String,
        reason: String,
        #[source_code]
        src: Src,
        #[label("{reason}")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    /// A number beyond what fits.
    #[error("`{number}` {what}")]
    #[diagnostic(code(fray::syntax::number_range))]
    NumberRange {
        number: String,
        what: &'static str,
        #[source_code]
        src: Src,
        #[label("does not fit")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    /// A character that no text of fray has outside quotes.
    #[error("`{character}` means nothing here")]
    #[diagnostic(code(fray::syntax::stray_character))]
    StrayCharacter {
        character: String,
        #[source_code]
        src: Src,
        #[label("not a character of the language")]
        at: SourceSpan,
        #[help]
        help: String,
    },
    /// Something is written as in another language.
    #[error("{says}")]
    #[diagnostic(code(fray::syntax::foreign))]
    Foreign {
        says: String,
        #[source_code]
        src: Src,
        #[label("not written so here")]
        at: SourceSpan,
        /// What to write instead of the place, if that is certain.
        right: Option<String>,
        #[help]
        help: String,
    },
    /// A whole file in the manner of another language.
    #[error("this file is written as {language}, not in the language of fray")]
    #[diagnostic(code(fray::syntax::foreign_file))]
    ForeignFile {
        language: &'static str,
        #[source_code]
        src: Src,
        #[label("{label}")]
        at: SourceSpan,
        label: &'static str,
        #[help]
        help: String,
    },
    /// Too many levels.
    #[error("more than {most} brackets, blocks or choices within each other")]
    #[diagnostic(code(fray::syntax::too_deep), help("give the inner part a name of its own, as a `value` or `fact`"))]
    TooDeep {
        most: usize,
        #[source_code]
        src: Src,
        #[label("this one is too deep")]
        at: SourceSpan,
    },
    /// Too many operators.
    #[error("more than {most} operators in one expression")]
    #[diagnostic(code(fray::syntax::too_long), help("give a part of it a name of its own, as a `value` or `fact`"))]
    TooLong {
        most: usize,
        #[source_code]
        src: Src,
        #[label("this expression is too long")]
        at: SourceSpan,
    },
    /// Too many bytes or declarations.
    #[error("the file has more than {most}")]
    #[diagnostic(code(fray::syntax::too_large), help("divide it into several files of the same folder"))]
    TooLarge {
        most: String,
        #[source_code]
        src: Src,
        #[label("read up to here")]
        at: SourceSpan,
    },
    /// Bytes that are no text.
    #[error("line {line}, column {column} is not text")]
    #[diagnostic(code(fray::syntax::not_text), help("save the file as UTF-8"))]
    NotText {
        line: usize,
        column: usize,
        #[source_code]
        src: Src,
        #[label("the byte {byte} here is not UTF-8")]
        at: SourceSpan,
        byte: String,
    },
}

/// Of so many further lines with the same slip the numbers are told.
const MOST_LINES_TOLD: usize = 6;

impl SyntaxError {
    /// What is written in another manner, and what to do about it: the same for every place of one slip.
    pub(super) fn slip(&self) -> Option<String> {
        match self {
            SyntaxError::Foreign { says, help, right: Some(_), .. } => Some(format!("{says}\n{help}")),
            _ => None,
        }
    }

    /// Says another help: what was proposed holds no more.
    pub(crate) fn told_better(&mut self, better: String) {
        match self {
            SyntaxError::Expected { help, rewriting, .. } | SyntaxError::UnknownEntry { help, rewriting, .. } => {
                (*help, *rewriting) = (better, None);
            }
            SyntaxError::Foreign { help, right, .. } => (*help, *right) = (better, None),
            SyntaxError::UnknownKeyword { help, .. } => *help = better,
            _ => {}
        }
    }

    /// Adds that the same slip comes again in these lines.
    pub(super) fn comes_again(&mut self, lines: &[usize]) {
        let SyntaxError::Foreign { help, .. } = self else { return };
        let told = lines.iter().take(MOST_LINES_TOLD).map(usize::to_string).collect::<Vec<_>>().join(", ");
        let more = match lines.len().saturating_sub(MOST_LINES_TOLD) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        help.push_str(&format!("; the same in line {told}{more}"));
    }

    /// How the entry was probably meant, and the text that it stands in by its name; none if nothing is proposed.
    pub fn rewriting(&self) -> Option<(&Rewriting, &str)> {
        match self {
            SyntaxError::Expected { rewriting: Some(rewriting), src, .. }
            | SyntaxError::UnknownEntry { rewriting: Some(rewriting), src, .. } => Some((rewriting, src.name())),
            _ => None,
        }
    }

    /// Keeps of what is proposed one alone, or none.
    pub fn settle(&mut self, chosen: Option<String>) {
        if let SyntaxError::Expected { cause, rewriting: Some(rewriting), src, found, .. } = self {
            let written = miette::SourceCode::read_span(&*src, &rewriting.at, 0, 0).ok();
            *cause = written.zip(chosen.as_ref()).and_then(|(written, right)| {
                super::moved_part::cause(std::str::from_utf8(written.data()).ok()?, right, found.trim_matches('`'))
            });
        }
        if let SyntaxError::Expected { rewriting: Some(rewriting), help, .. }
        | SyntaxError::UnknownEntry { rewriting: Some(rewriting), help, .. } = self
        {
            rewriting.texts = chosen.into_iter().collect();
            *help = rewriting.help();
        }
        self.point();
    }

    /// Points at the one word that is exchanged for another.
    fn point(&mut self) {
        let SyntaxError::Expected { rewriting: Some(rewriting), src, expected, found, cause, at, label, .. } = self
        else {
            return;
        };
        let written = miette::SourceCode::read_span(&*src, &rewriting.at, 0, 0).ok();
        let written = written.and_then(|text| std::str::from_utf8(text.data()).ok().map(str::to_string));
        let Some((written, right)) = written.zip(rewriting.texts.first()) else { return };
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        if let Some(earlier) = super::moved_part::earlier(&written, right)
            && (earlier.goes_on || rewriting.at.offset() + earlier.end <= at.offset())
        {
            *at = (rewriting.at.offset() + earlier.start, earlier.end - earlier.start).into();
            (*cause, *label) = (Some(earlier.cause), earlier.label.to_string());
            return;
        }
        let (old, new) = (words(&written), words(right));
        let differing: Vec<usize> = (0..old.len()).filter(|word| old.get(*word) != new.get(*word)).collect();
        let is_word = |word: &str| word.chars().all(is_wordly);
        if let ([word], true) = (&differing[..], old.len() == new.len())
            && is_word(&old[*word])
            && is_word(&new[*word])
            && crate::diag::suggest(&old[*word], [&*new[*word]]).is_some()
        {
            let start: usize = old[..*word]
                .iter()
                .fold(0, |from, before| from + written[from..].find(&**before).unwrap_or(0) + before.len());
            let start = start + written[start..].find(&*old[*word]).unwrap_or(0);
            *at = (rewriting.at.offset() + start, old[*word].len()).into();
            *expected = format!("`{}`", new[*word]);
            *found = format!("`{}`", old[*word]);
            *cause = None;
            *label = "not expected here".to_string();
        }
    }
}

/// Where errors find the text they show.
#[derive(Clone, Copy)]
pub(super) struct ShownText<'s> {
    sources: &'s Sources,
    id: SourceId,
}

impl<'s> ShownText<'s> {
    pub(super) fn new(sources: &'s Sources, id: SourceId) -> ShownText<'s> {
        ShownText { sources, id }
    }

    pub(super) fn src(&self) -> Src {
        let source = self.sources.get(self.id);
        NamedSource::new(&*source.name, source.shown())
    }

    /// The bytes as a place, cut to the text and to whole characters.
    pub(super) fn span(&self, start: usize, end: usize) -> SourceSpan {
        let text = &self.sources.get(self.id).text;
        let start = text.floor_char_boundary(start.min(text.len()));
        let end = text.ceil_char_boundary(end.clamp(start, text.len()));
        (start, end - start).into()
    }

    /// The whole text.
    pub(super) fn whole(&self) -> &'s str {
        &self.sources.get(self.id).text
    }

    pub(super) fn text(&self, start: usize, end: usize) -> String {
        let at = self.span(start, end);
        self.sources.get(self.id).text[at.offset()..at.offset() + at.len()].to_string()
    }

    pub(super) fn of(&self, span: Span) -> SourceSpan {
        self.span(span.start as usize, span.end as usize)
    }
}
