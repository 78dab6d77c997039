//! What helps where the reader stops: in a block of that sort, with the sign that stands there, or with what could.

use super::failure::{LONE, ParseFailure};
use super::grammar::Rule;
use super::habit::{form_of_declaration, form_of_entry};
use super::line_meant::modifier_of_choice;
use super::phrase::END;

/// Where the reader stops, and what stands around.
struct FailurePlace<'a> {
    failure: &'a ParseFailure<'a>,
    /// What could stand there.
    phrases: &'a [String],
    /// What does.
    word: &'a str,
    is_word: bool,
    /// The entry up to there.
    before: &'a str,
    /// The last word of that.
    last: &'a str,
    /// The form of the entry, if it is known.
    form: Option<&'static str>,
}

/// What to do where the reader stops.
pub(super) fn help(failure: &ParseFailure, phrases: &[String], word: &str) -> String {
    let begins = failure.entry.0.min(failure.at);
    let before = &failure.text[begins..failure.at];
    let place = FailurePlace {
        failure,
        phrases,
        word,
        is_word: word.starts_with(char::is_alphabetic),
        before,
        last: before.split_whitespace().next_back().unwrap_or(""),
        form: form_of_entry(block_of(failure), &failure.text[begins..]),
    };
    let help = place.of_entry().or_else(|| place.of_sign()).or_else(|| place.of_form());
    help.unwrap_or_else(|| place.of_what_is_missing())
}

impl FailurePlace<'_> {
    /// Whether that could stand there.
    fn is(&self, what: &str) -> bool {
        self.phrases.iter().any(|phrase| phrase == what)
    }

    /// Whether the reader stops in the head of a declaration.
    fn is_in_head(&self) -> bool {
        self.failure.entry.1 == 0
    }

    /// What helps in an entry of that sort.
    fn of_entry(&self) -> Option<String> {
        let FailurePlace { failure, word, before, last, .. } = *self;
        let entry = &failure.text[failure.entry.0..];
        let is_card = matches!(failure.block, "card" | "group");
        if let Some(rest) =
            ["isn't", "isn\u{2019}t"].iter().find_map(|word| failure.text[failure.at..].strip_prefix(word))
        {
            let line = rest.lines().next().unwrap_or("").split([';', '}']).next().unwrap_or("").trim();
            return Some(format!("no word is shortened: `{last} is not {line}`"));
        }
        if word == "{" && failure.at == failure.entry.0 && failure.text[failure.at + 1..].trim_start().starts_with('"')
        {
            let help = match is_card {
                true => "a modifier is an amount, a label and a condition: `-1 \"label\" when CONDITION`",
                false => "entries are no objects: a name, then its value, each on a line of its own",
            };
            return Some(help.to_string());
        }
        if let Some(modifier) = modifier_of_choice(entry).filter(|_| is_card) {
            return Some(format!("the amount comes first, then what it is called and when it counts: `{modifier}`"));
        }
        if failure.block == "table" && self.is("`|`") && word.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            let line = failure.text[failure.at..].lines().next().unwrap_or("");
            let cells = line.split([',', ';', '\t', ':']).map(str::trim).filter(|cell| !cell.is_empty());
            let cells: Vec<&str> = cells.collect();
            return Some(format!("a row stands between bars, and so do its cells: `| {} |`", cells.join(" | ")));
        }
        if word == "{" && before.contains(" if ") && self.is("`then`") {
            return Some("a choice is written without braces: `if CONDITION then A else B`".to_string());
        }
        let breaks_off = self.is("`=`") || self.is("`{`") || self.is(END);
        if self.is_in_head()
            && word != ":"
            && (breaks_off || self.phrases.iter().all(|phrase| is_word_phrase(phrase)))
            && let Some(form) = form_of(before)
        {
            return Some(form);
        }
        if last == "in" && !self.is_in_head() && self.is_word {
            return Some(format!(
                "`in` asks for a range of numbers, `in 3..6`; what somebody or something is, is asked with `is`, and where he \
                 stands by his cell: `.cell.terrain is {word}`"
            ));
        }
        let first = before.split_whitespace().next().unwrap_or("");
        if self.is_in_head() && self.is("a name") && matches!(first, "remove" | "replace") {
            let name = before.split_whitespace().nth(1).unwrap_or("NAME");
            return Some(format!(
                "what sort it is comes first, then its name: `{first} SORT {name}`, such as `{first} card {name}`"
            ));
        }
        let is_dash =
            self.is("an expression") && !self.is_in_head() && !self.is_word && before.trim_end().ends_with(" -");
        is_dash
            .then(|| "`-` says in rows that there is none: in a block write `none`, or leave the entry out".to_string())
    }

    /// What helps with the sign or the name that stands there.
    fn of_sign(&self) -> Option<String> {
        let FailurePlace { failure, word, before, last, .. } = *self;
        let help = match word {
            "=" if before.ends_with('=') => "equality is written `=`, and `is` for words: `actor.mood is calm`",
            "=" if self.is(END) && self.is("an expression") => "no `=` is needed: a name, then its value",
            ":" if self.is("`{`") && self.is_in_head() => {
                return Some(format!(
                    "a block stands in braces, whatever the indentation: `{} {{ … }}`",
                    before.trim()
                ));
            }
            ":" if self.is("`{`") => "`when CONDITION` stands at the end of an entry, or before a block `{ … }`",
            ":" => "no colon is needed: a name, then its value",
            "," if failure.block == LONE && crate::syntax::dice_said::is_dice(last) => {
                let sum = failure.text.trim().split(',').map(str::trim).collect::<Vec<_>>().join(" + ");
                return Some(format!("one roll is asked at a time; what is added up is written `{sum}`"));
            }
            "," => "a list needs a name or value on both sides of each comma",
            "+" | "-" if failure.at == failure.entry.0 && (self.is("`}`") || self.is_in_head()) => {
                "a modifier stands in a card, and a check names the card: `card NAME { -1 \"label\" when CONDITION }`"
            }
            _ if word.starts_with('"') && last.starts_with('@') => "the title comes first, then the citations",
            "side" if last == "of" => "it stands behind the type: `attribute NAME number = 0 of side`",
            "x" | "X"
                if failure.text[failure.at + 1..].trim_start().starts_with(|sign: char| sign.is_ascii_digit()) =>
            {
                return Some(format!("figures of one sheet are placed one by one: `{last}; {last}`"));
            }
            _ if self.is_word && self.is("`{`") && last.starts_with(char::is_alphabetic) && !last.ends_with('"') => {
                return Some(format!("a name with blanks stands in double quotes: `\"{last} {word}\"`"));
            }
            _ => return None,
        };
        Some(help.to_string())
    }

    /// What helps where a block, or the form of what begins there, is not as it must be.
    fn of_form(&self) -> Option<String> {
        let FailurePlace { failure, word, before, .. } = *self;
        if matches!(word, "{" | "(" | "=")
            && self.is_in_head()
            && let Some(form) = form_of(before)
        {
            return Some(form);
        }
        if word == "{"
            && !self.is_in_head()
            && let Some(help) = declared_inside(before.trim(), self.form)
        {
            return Some(help);
        }
        if let Some(form) = self.form.filter(|_| !self.is_in_head()) {
            return Some(format!("its form is {}", with_own_number(form, before)));
        }
        let help = match word {
            "{" if self.is("`=`") => "write `=` and the value; what is computed has no block",
            _ if failure.at == failure.entry.0 && !self.is_word && self.phrases == ["`}`"] => {
                "an entry begins with a name or a word, then comes its value"
            }
            "{" => "this declaration or entry has no block, or something is missing before it",
            "(" if self.is("`up to`") => "write `up to` and the number: `up to 2`",
            _ => return None,
        };
        Some(help.to_string())
    }

    /// What helps with what could stand there.
    fn of_what_is_missing(&self) -> String {
        let FailurePlace { failure, word, before, last, .. } = *self;
        let help = match word {
            ")" | "," if self.is("a type") && before.contains('(') => {
                let (name, given) = before.rsplit_once('(').unwrap_or(("", before));
                let name = name.split_whitespace().next_back().unwrap_or(name);
                return format!("what is given has a type: `{name}({} number{word}`", given.trim());
            }
            _ if self.is("a type") => {
                "types are `number`, `number UNIT`, `dice`, `truth`, `text`, `figure`, `one of a, b`, a `symbols` name or a kind"
            }
            "@" if last == "when" => "a condition stands behind `when`: write one, or take `when` away",
            _ if self.is("an expression") => "for example `3`, `2d6+1`, `actor.speed`, or `\"a text\"`",
            _ if self.is("a place such as `3,2`") => "column and row, with a comma between: `at 3,2`",
            _ if self.is("a text in quotes") => "texts stand in double quotes: `\"like this\"`",
            _ if self.is("a name") && last == "is" && word.starts_with(|c: char| c.is_ascii_digit()) => {
                let subject = before.split_whitespace().rev().nth(1).unwrap_or("A");
                return format!("numbers are compared with `=`: `{subject} = {word}`");
            }
            _ if self.is("a name") => "a name is letters, digits and `_`, or any text in double quotes",
            _ if self.is("a number") => "a whole number; dice as thrown are told one by one: `4 2 5`",
            _ if self.is("`=`") => "write `=` and the value",
            _ if self.is(END) && failure.block == LONE && self.is_word && last.ends_with(char::is_alphanumeric) => {
                return format!(
                    "join them, as in `{last} > {word}`; what somebody has stands behind a point: `{last}.{word}`"
                );
            }
            _ if self.is(END) && failure.block == LONE => {
                "it ends here: join what follows with `+`, `>`, `and` or the like"
            }
            _ if self.is(END) => "begin a new line, or write `;` between two entries",
            _ => return self.of_the_only_one(),
        };
        help.to_string()
    }

    /// Whether a declaration begins here, where entries of another stand.
    fn is_declared_within(&self) -> bool {
        let entry = self.failure.text.get(self.failure.entry.0..self.failure.at).unwrap_or("").trim();
        let is_first = matches!(entry, "" | "add" | "replace" | "remove");
        is_first && !self.is_in_head() && self.failure.block != LONE && form_of_declaration(self.word).is_some()
    }

    /// What helps where one thing alone could stand there.
    fn of_the_only_one(&self) -> String {
        let form = form_of(self.before).filter(|_| self.is_in_head());
        match (self.phrases, form) {
            ([one], _) if one.contains(" or ") => format!("write {one} instead"),
            ([one], Some(form)) if one == "`(`" => form,
            ([one], _) if one == "`}`" => match form_of_declaration(self.failure.block) {
                Some(form) => format!("its form is {form}"),
                None => {
                    "what stands here is no entry of this block: take it away, or close the block before it".to_string()
                }
            },
            ([one], _) if one.starts_with('`') => format!("write {one} before this"),
            (_, Some(form)) => form,
            _ if self.is_declared_within() => declared_by_itself(self.word, self.failure.block),
            _ => "see the reference of the language for the order of the parts".to_string(),
        }
    }
}

/// A form with the number of the author, where both have only one: `limit 20 turns`.
fn with_own_number(form: &str, written: &str) -> String {
    let numbers = |text: &str| {
        let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')).filter(is_number);
        words.map(str::to_string).collect::<Vec<String>>()
    };
    match (numbers(form).as_slice(), numbers(written).as_slice()) {
        ([shown], [own]) => form.replacen(shown, own, 1),
        _ => form.to_string(),
    }
}

/// Whether what is expected is a certain word.
fn is_word_phrase(phrase: &str) -> bool {
    phrase.strip_prefix('`').is_some_and(|word| word.starts_with(char::is_alphabetic))
}

/// `-1 per 5 m "label" when gap > 10 m`: an amount that grows with what its condition asks about, as it is reckoned.
pub(super) fn amount_per(failure: &ParseFailure) -> Option<String> {
    let entry = failure.text.get(failure.entry.0..)?.lines().next()?;
    let (amount, rest) = entry.split_once(" per ").filter(|_| matches!(failure.block, "card" | "group"))?;
    let (step, rest) = rest.split_once('"')?;
    let (label, rest) = rest.split_once('"')?;
    let (step, amount) = (step.trim(), amount.split_whitespace().next_back()?);
    let sign = if amount.starts_with('-') { "-" } else { "" };
    let size = amount.trim_start_matches(['+', '-']);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(size) || !is_number(step.split_whitespace().next()?) || step.split_whitespace().count() > 2 {
        return None;
    }
    let asked = rest.trim_start().strip_prefix("when ")?.split_whitespace().next()?;
    asked.chars().all(|c| crate::text::is_wordly(c) || c == '.').then_some(())?;
    let step = if step.contains(' ') { format!("({step})") } else { step.to_string() };
    let steps = format!("round down ({asked} / {step})");
    let steps = if size == "1" { steps } else { format!("{size} * ({steps})") };
    Some(format!("an amount that grows with something is reckoned before its label: `{sign}({steps}) \"{label}\"`"))
}

/// Where a declaration stands that was written among the entries of another.
pub(super) fn declared_by_itself(keyword: &str, block: &str) -> String {
    let article = crate::diag::article(keyword);
    format!("{article} {keyword} is declared by itself: it stands behind the `}}` of this {block}")
}

/// What to do with a declaration that stands where an entry names one.
fn declared_inside(entry: &str, form: Option<&str>) -> Option<String> {
    let keyword = entry.split_whitespace().next()?;
    let names_one = form.is_some_and(|form| form.starts_with(&format!("`{keyword} NAME")));
    let is_named = entry.split_whitespace().nth(1).is_some();
    (names_one && is_named && form_of_declaration(keyword).is_some())
        .then(|| format!("a {keyword} is declared by itself: move its block out of this one, and `{entry}` stays here"))
}

/// The form of a declaration whose head breaks off.
fn form_of(head: &str) -> Option<String> {
    let keyword = head.split_whitespace().next()?;
    Some(format!("its form is {}", form_of_declaration(keyword)?))
}

/// The block of an entry; of a line of what is done, whatever it stands in.
pub(super) fn block_of<'a>(failure: &ParseFailure<'a>) -> &'a str {
    let is_line = failure.expected.contains(&Rule::line) || failure.expected.contains(&Rule::l_set);
    if is_line { "does" } else { failure.block }
}
