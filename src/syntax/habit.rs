//! What authors bring along from other languages and from pages: signs, words and dice in another manner, each with how it
//! is written here. The table is `grammar/habits.tsv`.

use super::assigned::{AssignedLine, assigned};
use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, declares, token};
use super::share::{FoundShare, share};
use std::sync::LazyLock;

/// Where a habit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HabitPlace {
    /// Anywhere outside of texts and rows.
    Sign,
    /// Where a certain word or the end of the line is expected.
    Word,
    /// At the beginning of an entry.
    Entry,
    /// At the beginning of a declaration.
    Declaration,
    /// Where a type is named.
    Type,
    /// Where a name stands alone in an expression.
    Name,
    /// Where a script calls a function of a handle.
    Method,
    /// Several words, joined by `_`, that are said for something else.
    Phrase,
    /// At the beginning of an entry that breaks off: its form.
    Form,
    /// Which of several dice count, in the words of games.
    Kept,
    /// How a sum is compared, in the words of games.
    Compared,
    /// Behind a number: a unit, and what it is in another.
    Unit,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    place: HabitPlace,
    /// The sign, or the words.
    pub foreign: &'static str,
    /// The block of an entry, what a word stands in place of, or the types that have a function.
    expected: &'static str,
    /// How it is written here; empty if there is no such thing.
    pub right: &'static str,
    help: &'static str,
}

static TABLE: LazyLock<Vec<Habit>> = LazyLock::new(|| {
    let lines = include_str!("../../grammar/habits.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(row).collect()
});

fn row(line: &'static str) -> Option<Habit> {
    let mut cells = line.split('\t');
    let place = match cells.next()? {
        "sign" => HabitPlace::Sign,
        "word" => HabitPlace::Word,
        "entry" => HabitPlace::Entry,
        "declaration" => HabitPlace::Declaration,
        "type" => HabitPlace::Type,
        "method" => HabitPlace::Method,
        "name" => HabitPlace::Name,
        "phrase" => HabitPlace::Phrase,
        "form" => HabitPlace::Form,
        "unit" => HabitPlace::Unit,
        "kept" => HabitPlace::Kept,
        "compared" => HabitPlace::Compared,
        _ => return None,
    };
    let mut next = || cells.next().unwrap_or("");
    Some(Habit { place, foreign: next(), expected: next(), right: next(), help: next() })
}

impl Habit {
    /// For a function of scripts: the types that have it, as Luau names them.
    pub fn owners(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.expected.split(' ')
    }

    /// For a unit: in which other it is said, and how many of those it is.
    pub fn in_unit(&self) -> (&'static str, &'static str) {
        (self.expected, self.right)
    }

    /// The same, with the number of the entry that begins with the word.
    pub(super) fn help_with(&self, entry: &str) -> String {
        let number =
            entry.split([';', '}', '\n', '"', '@']).next().unwrap_or("").split_whitespace().last().unwrap_or("");
        match number.parse::<i64>() {
            Ok(_) => self.help().replace("NUMBER", number),
            Err(_) => self.help(),
        }
    }

    /// What to type, in a sentence.
    pub fn help(&self) -> String {
        match (self.help, self.right) {
            ("", right) => format!("write `{right}`"),
            (help, "") => help.to_string(),
            (help, right) => format!("write `{right}`: {help}"),
        }
    }
}

/// The habit behind a word, if it is a known one.
pub fn habit_of(place: HabitPlace, word: &str) -> Option<&'static Habit> {
    TABLE.iter().find(|row| row.place == place && row.foreign.split(' ').any(|foreign| foreign == word))
}

/// Whether a word is a unit that the table knows, or one in which it says others.
pub(super) fn is_unit(word: &str) -> bool {
    let rows = TABLE.iter().filter(|row| row.place == HabitPlace::Unit);
    rows.into_iter().any(|row| row.expected == word || row.foreign.split(' ').any(|unit| unit == word))
}

/// How a declaration with that keyword is written, as far as the table knows.
pub(super) fn form_of_declaration(keyword: &str) -> Option<&'static str> {
    let is_of = |row: &&Habit| row.place == HabitPlace::Declaration && row.right == keyword;
    TABLE.iter().find(is_of).map(|row| row.help)
}

/// The habit behind the word that begins an entry of such a block.
pub fn entry_habit(block: &str, word: &str) -> Option<&'static Habit> {
    let fits = |row: &&Habit| row.place == HabitPlace::Entry && row.expected == block;
    let named =
        |word: &str| TABLE.iter().filter(fits).find(|row| row.foreign.split(' ').any(|foreign| foreign == word));
    named(word).or_else(|| named(&word.to_lowercase()))
}

/// How an entry is written that begins with a word, as far as the table knows.
pub(super) fn form_of_entry(block: &str, entry: &str) -> Option<&'static str> {
    let begins = |row: &&Habit| entry.split_whitespace().zip(row.right.split(' ')).all(|(word, right)| word == right);
    let is_of = |row: &&Habit| row.expected == block && matches!(row.place, HabitPlace::Form | HabitPlace::Entry);
    let found = TABLE.iter().filter(is_of).filter(|row| !row.right.is_empty() && !row.help.is_empty());
    found.filter(begins).max_by_key(|row| row.right.len()).map(|row| row.help)
}

/// What people say in several words, or in one that is no word of the language, and how it is written.
pub(super) fn phrases_of_habit() -> &'static [(Vec<&'static str>, &'static str)] {
    static PHRASES: LazyLock<Vec<(Vec<&'static str>, &'static str)>> = LazyLock::new(|| {
        let rows = TABLE.iter().filter(|row| row.place == HabitPlace::Phrase);
        rows.flat_map(|row| row.foreign.split(' ').map(move |said| (said.split('_').collect(), row.right))).collect()
    });
    &PHRASES
}

/// The longest sign of the table that a text begins with.
pub(super) fn sign_at(text: &str) -> Option<&'static Habit> {
    let signs = TABLE.iter().filter(|row| row.place == HabitPlace::Sign && text.starts_with(row.foreign));
    signs.max_by_key(|row| row.foreign.len()).filter(|row| row.foreign != "!" || !text.starts_with("!="))
}

/// A habit found in a text: where it stands, how it is written here, and what to say.
pub(super) struct FoundHabit {
    pub start: usize,
    pub end: usize,
    /// How it is written here, if that is certain.
    pub right: Option<String>,
    pub help: String,
}

impl FoundHabit {
    pub(super) fn error(&self, place: &ShownText) -> SyntaxError {
        let foreign = place.text(self.start, self.end);
        let says = match &self.right {
            Some(right) if right.is_empty() => format!("no `{foreign}` stands here"),
            Some(right) => format!("`{foreign}` is written `{}`", right.trim()),
            None => format!("`{foreign}` means nothing here"),
        };
        let (src, at) = (place.src(), place.span(self.start, self.end));
        SyntaxError::Foreign { says, src, at, right: self.right.clone(), help: self.help.clone() }
    }
}

/// The sign of the table at a place, as it was found.
pub(super) fn found_sign(text: &str, start: usize) -> Option<FoundHabit> {
    let habit = sign_at(&text[start..])?;
    let end = start + habit.foreign.len();
    if let Some(found) = (habit.foreign == "%").then(|| share(text, start)).flatten() {
        let FoundShare { start, end, right, help } = found;
        return Some(FoundHabit { start, end, right, help });
    }
    if habit.foreign == "?" && text[..start].ends_with(char::is_alphanumeric) && ends_a_type(&text[end..]) {
        let (right, help) = (" or none".to_string(), "what may be missing is of a `TYPE or none`".to_string());
        return Some(FoundHabit { start, end, right: Some(right), help });
    }
    // `3d6!`: dice that are rolled again.
    let before = text[..start].trim_end_matches(|c: char| c.is_ascii_digit());
    if habit.foreign == "!" && before.len() < start && before.ends_with(['d', 'D', 'w', 'W']) {
        let help = "no dice are rolled again by themselves: in lines, `roll first = 1d6`, then `roll more = 1d6` in a \
                    block `when first = 6 { … }`";
        return Some(FoundHabit { start, end, right: None, help: help.to_string() });
    }
    let is_meaning = text[..start].trim_end().ends_with('"') && text[end..].trim_start().starts_with('"');
    if matches!(habit.foreign, "->" | "=>") && is_meaning {
        return Some(FoundHabit { start, end, right: Some("=".to_string()), help: "write `=`".to_string() });
    }
    let line = text[..start].rsplit(['\n', ';', '{', '}']).next().unwrap_or("").trim_start();
    let is_relation = line.split_whitespace().next() == Some("relation");
    if habit.foreign == "->" && is_relation {
        let help = "write `to`: from whom it is, and to whom".to_string();
        return Some(FoundHabit { start, end, right: Some("to".to_string()), help });
    }
    if let Some(AssignedLine { start, end, right, help }) = assigned(text, start, habit.foreign) {
        return Some(FoundHabit { start, end, right: Some(right), help });
    }
    let right = (!habit.right.is_empty()).then(|| apart(habit.right, &text[..start], &text[end..]));
    Some(FoundHabit { start, end, right, help: habit.help() })
}

/// Whether nothing that belongs to a choice follows: a value, the next parameter, or the end of the line.
fn ends_a_type(behind: &str) -> bool {
    let behind = behind.lines().next().unwrap_or_default().trim_start();
    behind.is_empty() || behind.starts_with(['=', ',', ')', '"', '@', ';', '}']) || behind.starts_with("from ")
}

/// A word in the place of a sign, with blanks where it would run together with what stands beside it.
fn apart(right: &str, before: &str, behind: &str) -> String {
    let is_word = right.starts_with(char::is_alphabetic);
    let blank = |touches: bool| if is_word && touches { " " } else { "" };
    let (ahead, after) = (before.ends_with(char::is_alphanumeric), behind.starts_with(char::is_alphanumeric));
    format!("{}{right}{}", blank(ahead), blank(after))
}

/// What the author meant where the parser gave up.
pub(super) fn at_failure(failure: &ParseFailure, phrases: &[String]) -> Option<FoundHabit> {
    dice(failure)
        .or_else(|| decimal(failure))
        .or_else(|| glued_unit(failure))
        .or_else(|| arrow(failure, phrases))
        .or_else(|| doubled_sign(failure))
        .or_else(|| word(failure, phrases))
}

/// Dice in the manner of other games and programs, as they are written here.
pub fn habit_of_dice(text: &str) -> Option<String> {
    let failure = ParseFailure::alone(text, 0, &[]);
    let found = dice(&failure)?;
    let (rest, right) = (text.get(found.end..)?, found.right?);
    // `2w6+1`: what is added stays as it is.
    let is_added =
        rest.trim_start().starts_with(['+', '-']) && rest.chars().all(|c| "+- d".contains(c) || c.is_ascii_digit());
    (rest.is_empty() || is_added).then(|| format!("{right}{rest}"))
}

/// `3w6`, `3d6kh2`, `4d6!`: dice as other games and programs write them.
fn dice(failure: &ParseFailure) -> Option<FoundHabit> {
    let before = failure.text[..failure.at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let start = before.len();
    let word = token(failure.text, start).to_ascii_lowercase();
    let end = start + word.len();
    if let Some(count) = word.strip_suffix("df").filter(|count| all_digits(count)) {
        let count = count.parse::<u32>().unwrap_or(1);
        let right = format!("{count}d3 - {}", count.saturating_mul(2));
        let help = format!("dice with -1, 0 and +1 are three-sided ones less 2 each: `{right}`");
        return Some(FoundHabit { start, end, right: Some(right), help });
    }
    let german = word.split_once('w').filter(|(count, sides)| all_digits(count) && starts_digit(sides));
    let plain = german.map_or_else(|| word.clone(), |(count, sides)| format!("{count}d{sides}"));
    let (count, rest) = plain.split_once('d').filter(|(count, rest)| all_digits(count) && starts_digit(rest))?;
    let sides = &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    let behind = &rest[sides.len()..];
    let (word, many) = behind.split_at(behind.find(|c: char| c.is_ascii_digit()).unwrap_or(behind.len()));
    let keep = match word {
        "" if german.is_some() => String::new(),
        "k" | "kh" => format!(" keep highest {}", some_number(many)?),
        "kl" => format!(" keep lowest {}", some_number(many)?),
        "dl" | "d" => format!(" drop lowest {}", some_number(many)?),
        "dh" => format!(" drop highest {}", some_number(many)?),
        _ => return None,
    };
    let right = format!("{count}d{sides}{keep}");
    Some(FoundHabit { start, end, help: format!("write `{right}`"), right: Some(right) })
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn starts_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn some_number(text: &str) -> Option<&str> {
    match text {
        "" => Some("1"),
        _ => all_digits(text).then_some(text),
    }
}

/// `1,5` and `.5`.
fn decimal(failure: &ParseFailure) -> Option<FoundHabit> {
    let (text, at) = (failure.text, failure.at);
    let sign = text[at..].chars().next()?;
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = text.get(at + 1..).map_or(0, digits);
    let start = text[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if behind == 0 || !matches!(sign, ',' | '.') || sign == ',' && start == at {
        return None;
    }
    // `3d6,2d6` are two throws.
    let is_dice = text[..start].ends_with(['d', 'D']) || text[at + 1 + behind..].starts_with(['d', 'D']);
    if sign == ',' && is_dice {
        return None;
    }
    // Behind another point it is the end of a range.
    if text[..start].ends_with('.') {
        return None;
    }
    let end = at + 1 + behind;
    let whole = if start == at { "0" } else { &text[start..at] };
    let right = format!("{whole}.{}", &text[at + 1..end]);
    let help = format!("a decimal number has digits on both sides of a point: `{right}`");
    Some(FoundHabit { start, end, right: Some(right), help })
}

/// `12hex`: a number and its unit without a blank between.
fn glued_unit(failure: &ParseFailure) -> Option<FoundHabit> {
    let before = failure.text[..failure.at].trim_end_matches(|c: char| c.is_alphanumeric());
    let word = token(failure.text, before.len());
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &word[..word.len() - unit.len()];
    // Dice without sides, or with a capital.
    let is_dice = unit.strip_prefix(['d', 'D']).is_some_and(all_digits);
    // `2x6`: dice or a product, nobody knows.
    if let Some(by) = unit.strip_prefix(['x', 'X']).filter(|by| !by.is_empty() && all_digits(by)) {
        let help = format!("dice are written `{number}d{by}`, a product `{number} * {by}`");
        return Some(FoundHabit { start: before.len(), end: before.len() + word.len(), right: None, help });
    }
    // What begins with a digit may be meant as a name.
    let is_name = unit.contains('_')
        || before.ends_with(|c: char| c.is_alphanumeric())
        || is_title_next(failure, before.len() + word.len());
    // `2x Guard`: so many of them.
    let is_count = matches!(unit, "x" | "X");
    if is_dice || is_count || number.is_empty() || unit.is_empty() || !unit.starts_with(char::is_alphabetic) || is_name
    {
        return None;
    }
    if declares(failure.text, unit) || failure.text.contains(&format!(".{unit}")) {
        let right = format!("{number} * {unit}");
        let (start, end) = (before.len(), before.len() + word.len());
        let help = format!("a product has its sign: `{right}`");
        return Some(FoundHabit { start, end, right: Some(right), help });
    }
    let right = format!("{number} {unit}");
    let (start, end) = (before.len(), before.len() + word.len());
    let help = format!("a blank stands between a number and its unit: `{right}`");
    Some(FoundHabit { start, end, right: Some(right), help })
}

/// Whether a word stands where a declaration has its name.
fn is_title_next(failure: &ParseFailure, end: usize) -> bool {
    let behind = failure.text.get(end..).unwrap_or("").trim_start();
    failure.entry.1 == 0 && behind.starts_with(['"', '{', '='])
}

/// `"said" -> "meant"`: an arrow where `=` is expected.
fn arrow(failure: &ParseFailure, phrases: &[String]) -> Option<FoundHabit> {
    let rest = failure.text[failure.at..].trim_start_matches(' ');
    let sign = ["->", "=>", "→", "==>", ":"].into_iter().find(|sign| rest.starts_with(sign))?;
    let start = failure.text.len() - rest.len();
    let is_text = failure.text[..start].trim_end().ends_with('"') && rest[sign.len()..].trim_start().starts_with('"');
    let is_wanted = is_text && phrases.iter().any(|phrase| phrase == "`=`");
    let right = Some("=".to_string());
    is_wanted.then(|| FoundHabit { start, end: start + sign.len(), right, help: "write `=`".to_string() })
}

/// `?` and the like, which the scanner leaves alone because they mean something elsewhere.
fn doubled_sign(failure: &ParseFailure) -> Option<FoundHabit> {
    found_sign(failure.text, failure.at)
}

fn word(failure: &ParseFailure, phrases: &[String]) -> Option<FoundHabit> {
    let rest = failure.text[failure.at..].trim_start_matches(' ');
    let start = failure.text.len() - rest.len();
    // A word behind a number was taken for its unit.
    let before = failure.text[..start].trim_end();
    let unit = before.len() - before.trim_end_matches(|c: char| c.is_alphanumeric()).len();
    // Where a sign is wanted, what stands before the place is no word for it.
    let of_before =
        || word_at(failure, phrases, before.len() - unit).filter(|found| found.right.as_deref() != Some("="));
    // `with advantage`: the little word belongs to what stands behind it.
    let behind = rest.strip_prefix("with ").map(|behind| failure.text.len() - behind.trim_start().len());
    let with = || behind.and_then(|behind| word_at(failure, phrases, behind)).filter(|found| found.right.is_none());
    word_at(failure, phrases, start).or_else(of_before).or_else(|| Some(FoundHabit { start, ..with()? }))
}

fn word_at(failure: &ParseFailure, phrases: &[String], start: usize) -> Option<FoundHabit> {
    let word = token(failure.text, start);
    // Behind a text that ends its entry nothing is said of dice.
    let before = failure.text.get(failure.entry.0..start).unwrap_or("").trim_end();
    let is_closed = |row: &Habit| before.ends_with('"') && row.expected != "`when`";
    let fits = |row: &&Habit| {
        let is_wanted = phrases.iter().any(|phrase| phrase == row.expected);
        row.place == HabitPlace::Word && is_wanted && !(row.right.is_empty() && is_closed(row))
    };
    let mut rows = TABLE.iter().filter(fits);
    let row = rows.find(|row| row.foreign.split(' ').any(|foreign| foreign == word))?;
    // Of lines it is `when` that chooses.
    if row.right == "else if" && failure.text[..start].trim_end().ends_with('}') {
        let (right, help) = (Some("else when".to_string()), "write `else when`".to_string());
        return Some(FoundHabit { start, end: start + word.len(), right, help });
    }
    let right = (!row.right.is_empty()).then(|| row.right.to_string());
    let help = with_kept(&row.help(), failure.text, start);
    Some(FoundHabit { start, end: start + word.len(), right, help })
}

/// A help with the dice before a place, one more of them (`MORE`), and those of them that are kept (`BEST`, `WORST`): where
/// a roll must be at most a number, low dice are good.
fn with_kept(help: &str, text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or("");
    let dice = before.trim_end().trim_end_matches("with").split_whitespace().next_back().unwrap_or("");
    let is_dice = |(count, sides): &(&str, &str)| all_digits(count) && all_digits(sides);
    let (count, sides) = dice.split_once('d').filter(is_dice).unwrap_or(("1", "20"));
    let count = count.parse::<u16>().unwrap_or(1);
    let opens = before.rfind('{').unwrap_or(0);
    let closes = text[at..].find('}').map_or(text.len(), |end| at + end);
    let low_is_good = text[opens..closes].contains("at most");
    let (best, worst) = if low_is_good { ("lowest", "highest") } else { ("highest", "lowest") };
    help.replace("MORE", &format!("{}d{sides}", u32::from(count) + 1))
        .replace("BEST", &format!("{best} {count}"))
        .replace("WORST", &format!("{worst} {count}"))
}

#[cfg(test)]
mod tests {
    use super::{HabitPlace, TABLE, sign_at};
    use crate::syntax::grammar::Rule;
    use crate::syntax::keyword::is_keyword;
    use crate::syntax::keyword::keywords;
    use crate::syntax::phrase::phrases;

    #[test]
    fn every_row_says_something() {
        for row in TABLE.iter() {
            assert!(!row.foreign.is_empty(), "{row:?}");
            let says = !row.right.is_empty() || !row.help.is_empty() || row.place == HabitPlace::Phrase;
            assert!(says, "{row:?}");
        }
        let lines = include_str!("../../grammar/habits.tsv").lines().filter(|line| !line.starts_with('#'));
        assert!(lines.clone().all(|line| line.split('\t').count() <= 5));
        assert_eq!(TABLE.len(), lines.count(), "a place that there is not");
    }

    #[test]
    fn every_row_can_come_to_pass() {
        let said: Vec<String> = Rule::all_rules().iter().flat_map(|rule| phrases(&[*rule])).collect();
        for row in TABLE.iter() {
            match row.place {
                HabitPlace::Word => assert!(said.iter().any(|phrase| phrase == row.expected), "{row:?}"),
                HabitPlace::Entry => {
                    let is_block = keywords().contains(&row.expected) || is_keyword(row.expected);
                    assert!(is_block || row.expected == "does", "{row:?}");
                }
                HabitPlace::Form => assert!(!row.right.is_empty(), "{row:?}"),
                HabitPlace::Method => assert!(!row.expected.is_empty(), "{row:?}"),
                HabitPlace::Unit => assert!(!row.expected.is_empty() && !row.right.is_empty(), "{row:?}"),
                _ => assert_eq!(row.expected, "", "{row:?}"),
            }
        }
    }

    #[test]
    fn the_longest_sign_is_meant() {
        for (text, right) in
            [("=< 3", Some("<=")), ("=== 3", Some("=")), ("!= 3", None), ("!a", Some("not")), ("a", None)]
        {
            assert_eq!(sign_at(text).map(|row| row.right), right, "{text}");
        }
    }
}
