//! What the scanner stumbles over, as errors at their place.

use super::Slip;
use super::foreign::latin;
use super::mark::mark;
use crate::syntax::assigned::sign_of;
use crate::syntax::error::{ShownText, SyntaxError};
use crate::syntax::failure::token;
use crate::syntax::habit::{FoundHabit, found_sign};
use crate::syntax::limit::MAX_DEPTH;

/// What is declared with a type behind its title.
const TYPED: [&str; 4] = ["fact", "attribute", "track", "note"];
/// So long are the parts of a choice that is shown as it is written here.
const LONGEST_CHOICE: usize = 200;

impl Slip {
    /// The slip as an error at its place.
    pub(in crate::syntax) fn error(self, place: &ShownText, start: usize, end: usize) -> SyntaxError {
        let at = place.span(start, end);
        match self {
            Slip::Text => unclosed_text(place, start, end),
            Slip::Bracket => SyntaxError::UnclosedBracket { src: place.src(), at },
            Slip::Stray => SyntaxError::StrayBracket { bracket: place.text(start, end), src: place.src(), at },
            Slip::Block(gave_up) => SyntaxError::UnclosedBlock {
                says: "this block is never closed".to_string(),
                src: place.src(),
                at,
                label: "opened here",
                other: place.span(gave_up.saturating_sub(1).max(end), gave_up.max(end)),
                other_label: "still open here",
                help: "write `}` where the block ends".to_string(),
            },
            Slip::Forgotten(before) => still_open(place, start, before),
            Slip::Semicolon => SyntaxError::Foreign {
                says: "`;` is written `,`".to_string(),
                src: place.src(),
                at,
                right: Some(",".to_string()),
                help: match (choice_of_a_table(place, start), is_bracketed(place, start)) {
                    (Some(choice), _) => format!("what is chosen is written in words: `{choice}`"),
                    (None, false) if place.whole()[..start].ends_with(|c: char| c.is_ascii_digit()) => {
                        format!("column and row with a comma between: `{}`", place_with_comma(place, start))
                    }
                    _ => "commas part what stands in brackets".to_string(),
                },
            },
            Slip::Depth => SyntaxError::TooDeep { most: MAX_DEPTH, src: place.src(), at },
            Slip::Comment => comment(place, start, end),
            Slip::Foreign { .. } => match sign_within(place, start, end) {
                Some(found) => found.error(place),
                None => SyntaxError::StrayCharacter {
                    character: place.text(start, end),
                    src: place.src(),
                    at,
                    help: String::new(),
                },
            },
            Slip::Quotes => quotes(place, start, end),
            Slip::Mark => mark(place, start, end),
            Slip::Invisible => invisible(place, start, end),
            Slip::LookAlike(foreign) => look_alike(place, start, end, foreign),
        }
    }

    /// Whether the entry around it cannot be read.
    pub(in crate::syntax) fn costs_entry(self, character: Option<char>) -> bool {
        match self {
            // An unclosed block was closed for the author, and a brace too many was taken away.
            Slip::Block(_) | Slip::Forgotten(_) => false,
            Slip::Stray => character != Some('}'),
            Slip::Comment | Slip::Quotes | Slip::Invisible | Slip::LookAlike(_) | Slip::Semicolon => false,
            Slip::Foreign { is_repaired } => !is_repaired,
            Slip::Text | Slip::Bracket | Slip::Depth | Slip::Mark => true,
        }
    }
}

/// A block that was opened at a brace and is still open before something that is not in it.
fn still_open(place: &ShownText, brace: usize, before: usize) -> SyntaxError {
    let head = place.whole()[..brace].rsplit(['\n', '{', '}', ';']).next().unwrap_or("");
    let head = head.split('"').next().unwrap_or("").trim();
    let opener = if head.is_empty() { "this block".to_string() } else { format!("`{head}`") };
    let line = 1 + place.whole()[..brace].matches('\n').count();
    let found = token(place.whole(), before);
    SyntaxError::UnclosedBlock {
        says: format!("{opener}, opened on line {line}, is still open at `{found}`"),
        src: place.src(),
        at: place.span(before, before + found.len()),
        label: "a `}` is missing before this",
        other: place.span(brace, brace + 1),
        other_label: "opened here",
        help: match found {
            "}" => "write another `}` before this one, on a line of its own".to_string(),
            found => format!("write `}}` before `{found}`, on a line of its own"),
        },
    }
}

/// Whether a bracket is open at a place of its line.
fn is_bracketed(place: &ShownText, at: usize) -> bool {
    let line = place.whole()[..at].rsplit('\n').next().unwrap_or("");
    line.matches(['(', '[']).count() > line.matches([')', ']']).count()
}

/// `IF(STR>12; 2; 0)` as tables of numbers have it, in the words of the rules, where a place is within it.
fn choice_of_a_table(place: &ShownText, at: usize) -> Option<String> {
    // A text may be long and hold many of these signs: only what stands close is looked at.
    let near = place.whole()[..at].char_indices().rev().take(LONGEST_CHOICE);
    let (open, _) = near.take_while(|(_, sign)| *sign != '\n').find(|(_, sign)| *sign == '(')?;
    let before = place.whole()[..open].char_indices().rev().take(3).last()?.0;
    let word = place.whole()[before..open].trim().rsplit(' ').next()?;
    let behind = place.whole()[open + 1..].char_indices().take(LONGEST_CHOICE);
    let end =
        behind.take_while(|(_, sign)| !matches!(sign, ')' | '\n')).last().map(|(at, sign)| at + sign.len_utf8())?;
    let (inside, rest) = place.whole()[open + 1..].split_at(end);
    let parts: Vec<&str> = inside.split(';').filter(|_| rest.starts_with(')')).map(str::trim).collect();
    match parts.as_slice() {
        [when, then, otherwise] if word.eq_ignore_ascii_case("if") => {
            Some(format!("if {when} then {then} else {otherwise}"))
        }
        _ => None,
    }
}

/// The column and the row around a `;`, as they are written.
fn place_with_comma(place: &ShownText, at: usize) -> String {
    let (before, behind) = (&place.whole()[..at], place.whole()[at + 1..].trim_start());
    let column = &before[before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').len()..];
    let row = &behind[..behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').len()];
    format!("{column},{row}")
}

/// A text without its second quote. Of several on a line it is the first that has in it what is no words.
fn unclosed_text(place: &ShownText, start: usize, end: usize) -> SyntaxError {
    let line = place.whole()[..start].rfind('\n').map_or(0, |at| at + 1);
    let quotes: Vec<usize> = place.whole()[line..start].match_indices('"').map(|(at, _)| line + at).collect();
    let before = quotes.chunks_exact(2).find_map(|pair| Some((pair[0], words_end(&place.whole()[pair[0]..pair[1]])?)));
    let own = &place.whole()[start..end];
    // What is declared without a value ends with its type.
    let is_typed = TYPED.contains(&place.whole()[line..start].split_whitespace().next().unwrap_or(""));
    let own_end = || words_end(own).or_else(|| type_begins(own.trim_end()).filter(|_| is_typed));
    let (from, length) = before.unwrap_or_else(|| (start, own_end().unwrap_or(end - start)));
    let text = place.whole()[from..from + length].trim_end();
    let length = text.len();
    let within = match quotes.is_empty() {
        true => "",
        false => "; a quote within a text is written `\\\"`",
    };
    let help = format!("write here `{text}\"`, with the quote that ends it{within}");
    SyntaxError::UnclosedText { src: place.src(), at: place.span(from, from + length), help }
}

/// Where the words of a text end in which the rest of its line stands: before a block, a condition, a citation.
fn words_end(text: &str) -> Option<usize> {
    let begins = |sign: &str| text.match_indices(sign).map(|(at, _)| at).find(|at| *at > 1);
    // A name in braces is a value within the words.
    let opens = |at: &usize| *at > 1 && (text[at + 2..].is_empty() || text[at + 2..].starts_with(' '));
    let block = text.match_indices(" {").map(|(at, _)| at).find(opens);
    let end = [" when ", " @", " = ", " tags ", "|"].into_iter().filter_map(begins).chain(block).min()?;
    // Before the value of what is declared stands its type.
    Some(if text[end..].starts_with(" = ") { type_begins(&text[..end]).unwrap_or(end) } else { end })
}

/// Where the type begins with which words end: `number kg`, `one of calm, angry`, `truth`, also with its bounds.
fn type_begins(words: &str) -> Option<usize> {
    const TYPES: [&str; 8] = ["number", "dice", "truth", "text", "figure", "side", "cell", "one of"];
    const BEHIND: [&str; 6] = ["min", "max", "or", "from", "tracked", "every"];
    let is_type = |at: &usize| {
        let rest = &words[at + 1..];
        TYPES.iter().any(|name| {
            let Some(behind) = rest.strip_prefix(name).filter(|behind| behind.is_empty() || behind.starts_with(' '))
            else {
                return false;
            };
            let mut behind = behind.split_whitespace();
            match (*name, behind.next()) {
                (_, None) | ("one of", _) => true,
                (_, Some(next)) if BEHIND.contains(&next) => true,
                // The unit of a number, and what stands behind it.
                ("number", Some(_)) => behind.next().is_none_or(|next| BEHIND.contains(&next)),
                _ => false,
            }
        })
    };
    words.match_indices(' ').map(|(at, _)| at).filter(|at| *at > 1).find(is_type)
}

fn comment(place: &ShownText, start: usize, end: usize) -> SyntaxError {
    let text = place.text(start, end);
    let pairs = [("//", ""), ("/*", "*/"), ("<!--", "-->"), ("--", "")];
    let (sign, close) = pairs.into_iter().find(|(sign, _)| text.starts_with(sign)).unwrap_or(("--", ""));
    let said = text.strip_suffix(close).unwrap_or(&text).trim_start_matches(sign).trim();
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let right = said.lines().map(|line| format!("# {}", line.trim())).collect::<Vec<_>>().join(line_break);
    // Behind `#` all that follows on the line would be comment too.
    let behind = place.whole().get(end..).unwrap_or("").lines().next().unwrap_or("");
    let right = behind.trim().is_empty().then_some(right);
    let help = match right {
        Some(_) => "a comment begins with `#` and ends with its line".to_string(),
        None => {
            "a comment begins with `#` and ends with its line: put it at the end, or on a line of its own".to_string()
        }
    };
    let says = format!("`{sign}` begins no comment here");
    SyntaxError::Foreign { says, src: place.src(), at: place.span(start, end), right, help }
}

fn quotes(place: &ShownText, start: usize, end: usize) -> SyntaxError {
    let text = place.text(start, end);
    let odd: Vec<char> = text.chars().take(1).chain(text.chars().last()).filter(|c| *c != '"').collect();
    let signs = odd.first().map_or(String::new(), |c| format!("`{c}` ({})", code_point(*c)));
    let bounds = text.char_indices().skip(1).map(|(at, _)| at);
    let inside = bounds.clone().next().zip(bounds.last()).and_then(|(first, last)| text.get(first..last)).unwrap_or("");
    let right = format!("\"{inside}\"");
    let help = format!("texts and names with blanks stand in straight double quotes: `{right}`");
    let says = format!("{signs} is not the quote of a text");
    // With a letter behind it the sign may be an apostrophe, and the text longer.
    let is_certain = !inside.ends_with('\\') && !place.whole()[end..].starts_with(char::is_alphanumeric);
    let right = is_certain.then_some(right);
    SyntaxError::Foreign { says, src: place.src(), at: place.span(start, end), right, help }
}

fn invisible(place: &ShownText, start: usize, end: usize) -> SyntaxError {
    let sign = place.text(start, end).chars().next().map_or(String::new(), code_point);
    let says = format!("a character that cannot be seen stands here: {sign}");
    let help = "take it away; it came along with a copied text".to_string();
    SyntaxError::Foreign { says, src: place.src(), at: place.span(start, end), right: Some(String::new()), help }
}

fn look_alike(place: &ShownText, start: usize, end: usize, foreign: usize) -> SyntaxError {
    let word = place.text(start, end);
    let right: String = word.chars().filter_map(latin).collect();
    let letter = word[foreign..].chars().next().unwrap_or(' ');
    let alphabet = match letter {
        '\u{370}'..='\u{3ff}' => "a Greek letter",
        '\u{400}'..='\u{52f}' => "a Cyrillic letter",
        _ => "a letter of another alphabet",
    };
    let says = format!("the `{letter}` in `{word}` is {alphabet}, {}", code_point(letter));
    let help = format!("type `{right}` anew, in Latin letters");
    SyntaxError::Foreign { says, src: place.src(), at: place.span(start, end), right: Some(right), help }
}

fn code_point(sign: char) -> String {
    format!("U+{:04X}", sign as u32)
}

/// The sign that was found in this stretch: a share begins with its number.
fn sign_within(place: &ShownText, start: usize, end: usize) -> Option<FoundHabit> {
    let text = place.text(start, end);
    let is_share = text.ends_with('%');
    let sign = if is_share { end - 1 } else { start + sign_of(&text).unwrap_or(0) };
    found_sign(place.whole(), sign)
}
