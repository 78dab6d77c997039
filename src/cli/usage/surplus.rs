//! A word too many: what has blanks and no quotes, a value without its option, two things where one is wanted.

use super::example::pack_for;
use super::line::{TypedCommand, TypedPart, option, whole};
use crate::cli::args::ChoiceArgs;
use crate::cli::find;
use crate::cli::packs::Packs;
use crate::cli::swept_name::sort_named;
use crate::cli::tournament::players;
use crate::text::Files;

/// What is said of a word too many.
pub(super) fn told(word: &str, line: &TypedCommand, packs: &Packs, usage: &str) -> (String, String) {
    let message = format!("`{word}` is one word too many for `fray {}`", line.command());
    let surplus = Surplus { line, packs };
    let steps = [
        Surplus::behind_equals,
        Surplus::in_one_word,
        Surplus::thrown,
        Surplus::of_an_option,
        Surplus::sentence,
        Surplus::scenario,
        Surplus::name,
        Surplus::file,
    ];
    let help = steps.iter().find_map(|step| step(&surplus)).or_else(|| surplus.left_out(word));
    (message, help.unwrap_or_else(|| usage.to_string()))
}

struct Surplus<'a> {
    line: &'a TypedCommand,
    packs: &'a Packs,
}

impl Surplus<'_> {
    fn with(&self, words: &[&str]) -> String {
        self.line.with_words(words).shown()
    }

    /// What is swept with its sort before its name, where that was left out.
    fn with_sort(&self, scenario: &str, value: &str) -> String {
        let sort = || {
            let (name, _) = value.split_once('.').filter(|(name, _)| !name.contains(' '))?;
            let mut read = find::ReadScenario::new(self.packs, scenario).ok()?;
            sort_named(name, &read.under(&ChoiceArgs::default()).ok()?.kit.book)
        };
        sort().map_or(value.to_string(), |sort| format!("{sort} {value}"))
    }

    /// `--lan 192.168.1.20` for `--lan=192.168.1.20`.
    fn behind_equals(&self) -> Option<String> {
        let fray = whole();
        let command = fray.find_subcommand(self.line.command())?;
        let parts = &self.line.parts;
        let (at, name, value) = parts.windows(2).enumerate().find_map(|(at, two)| match two {
            [TypedPart::Option { name, value: None, .. }, TypedPart::Word(word)]
                if option(command, name).is_some_and(|arg| arg.is_require_equals_set()) =>
            {
                Some((at, name.clone(), word.clone()))
            }
            _ => None,
        })?;
        let mut line = self.line.clone();
        line.parts.splice(at..=at + 1, [TypedPart::Option { name: name.clone(), value: Some(value), is_joined: true }]);
        Some(format!("the value stands behind `=`: `{}`", line.if_read()?))
    }

    /// Words that belong to the option before them: dice with blanks between them, a reading, who plays a side.
    fn in_one_word(&self) -> Option<String> {
        (0..self.line.parts.len()).rev().find_map(|at| self.behind_option(at))
    }

    fn behind_option(&self, at: usize) -> Option<String> {
        let TypedPart::Option { name, value: Some(first), .. } = &self.line.parts[at] else { return None };
        let words = self.line.parts[at + 1..].iter().map_while(|part| match part {
            TypedPart::Word(word) => Some(word.as_str()),
            _ => None,
        });
        let behind: Vec<&str> = words.collect();
        // The words behind it may be followed by those that stand alone.
        (1..=behind.len()).rev().find_map(|count| self.joined(at, (name, first), &behind[..count]))
    }

    /// The line in which an option has these words as a part of its value, where that can be read.
    fn joined(&self, at: usize, (name, first): (&str, &str), behind: &[&str]) -> Option<String> {
        let put = |values: &[&str]| {
            let mut line = self.line.clone();
            let option = |value: &&str| TypedPart::Option {
                name: name.to_string(),
                value: Some(value.to_string()),
                is_joined: false,
            };
            line.parts.splice(at..=at + behind.len(), values.iter().map(option));
            line.if_read()
        };
        let is_number = |value: &&str| value.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
        let all: Vec<&str> = std::iter::once(first).chain(behind.iter().copied()).collect();
        match (name, behind) {
            ("--dice", rest) if rest.iter().all(is_number) && is_number(&first) => {
                let dice = all.iter().map(|die| die.trim_matches(',')).collect::<Vec<_>>().join(",");
                Some(format!("dice stand in one word, with commas: `{}`", put(&[&dice])?))
            }
            ("--with", ["on" | "yes" | "true"]) => {
                Some(format!("an option is switched on by its name: `{}`", put(&[first])?))
            }
            ("--with", [value]) if !first.contains('=') && !value.contains('=') => {
                Some(format!("the reading stands behind `=`: `{}`", put(&[&format!("{first}={value}")])?))
            }
            ("--plays", [who]) if !first.contains('=') && !who.contains('=') => {
                Some(format!("who plays which side is one word: `{}`", put(&[&format!("{first}={who}")])?))
            }
            ("--with" | "--plays", rest) if rest.iter().all(|one| one.contains('=') || name == "--with") => {
                let each: Vec<&str> = all.iter().map(|value| value.trim_end_matches(',')).collect();
                Some(format!("each has its own `{name}`: `{}`", put(&each)?))
            }
            ("--of", _) => {
                let names = players(all.iter().flat_map(|word| word.split(','))).join(",");
                Some(format!("they stand in one word, with commas: `{}`", put(&[&names])?))
            }
            (name, _) if self.takes_text(name) => {
                Some(format!("what has blanks stands in quotes: `{}`", put(&[&all.join(" ")])?))
            }
            _ => None,
        }
    }

    /// Whether an option takes any text, and not a number, a file or one of some words.
    fn takes_text(&self, name: &str) -> bool {
        let fray = whole();
        let found = fray.find_subcommand(self.line.command()).and_then(|command| option(command, name));
        found.is_some_and(|arg| arg.get_value_parser().type_id() == std::any::TypeId::of::<String>())
    }

    /// Dice that lie on the table, without their option: several numbers at the end, of a roll as many as it throws.
    fn thrown(&self) -> Option<String> {
        let words = self.line.words();
        let is_number = |word: &&str| is_list_of_numbers(word);
        let first = words.iter().rposition(|word| !is_number(word)).map_or(0, |at| at + 1);
        let (rest, numbers) = words.split_at(first);
        let dice: Vec<&str> =
            numbers.iter().flat_map(|word| word.split(',')).filter(|number| !number.is_empty()).collect();
        let is_meant = match (self.line.command(), rest) {
            ("roll", [formula]) => crate::syntax::parse_formula(formula)?.count() == dice.len() as u32,
            ("ask", [_, _]) | ("run", [_]) => true,
            _ => false,
        };
        if !is_meant || dice.len() < 2 || self.line.at("--dice").is_some() {
            return None;
        }
        let line = self.line.with_words(rest).with_option("--dice", Some(&dice.join(","))).if_read()?;
        Some(format!("the dice that lie there are said by `--dice`: `{line}`"))
    }

    /// A value without its option: how many, where the dice begin, which file.
    fn of_an_option(&self) -> Option<String> {
        let words = self.line.words();
        let (last, rest) = words.split_last()?;
        let line = |name: &str, value: &str| self.line.with_words(rest).with_option(name, Some(value)).if_read();
        let number: String = last.trim_start_matches('x').trim_end_matches('x').to_string();
        let is_number = number.parse::<u64>().is_ok();
        let is_page = [".html", ".htm", ".svg"].iter().any(|end| last.ends_with(end));
        let (why, line) = match self.line.command() {
            "sim" | "tournament" | "sweep" if is_number => ("how many games is said by `-n`", line("-n", &number)?),
            "diff" if is_number => ("how many pairs of games is said by `-n`", line("-n", &number)?),
            "run" if is_number => ("where the dice begin is said by `--seed`", line("--seed", &number)?),
            "roll" if is_number && rest.len() == 1 && !rest[0].ends_with(['+', '-', '*', '>', '<', '=']) => {
                ("where the dice begin is said by `--seed`", line("--seed", &number)?)
            }
            "serve" if is_number => ("the port is said by `--port`", line("--port", &number)?),
            "mutants" if is_number => ("how many changes is said by `--limit`", line("--limit", &number)?),
            "watch" if is_number => ("how many looks is said by `--times`", line("--times", &number)?),
            "replay" if is_page => ("the page that is written is said by `-o`", line("-o", last)?),
            "report" if rest.len() == 1 => ("the page that is written is said by `-o`", line("-o", last)?),
            "run" if is_file(last) => ("the file in which the game is kept is said by `--save`", line("--save", last)?),
            "sim" if is_file(last) => {
                ("the file in which the games are kept is said by `--keep`", line("--keep", last)?)
            }
            "mutants" => {
                let only = rest.get(1..).unwrap_or(&[]).iter().chain([last]).copied().collect::<Vec<_>>().join(" ");
                let line = self.line.with_words(&words[..1]).with_option("--only", Some(&only)).if_read()?;
                ("which changes is said by `--only`", line)
            }
            "diff" if rest.len() == 2 && !find::is_pack(self.packs, last) => {
                ("what is played under both is said by `--fight`", line("--fight", last)?)
            }
            "new" if self.is_pack(last) => {
                let name = rest.iter().filter(|word| !matches!(**word, "extends" | "extend" | "over" | "on" | "from"));
                let name: Vec<&str> = name.copied().collect();
                let line = self.line.with_words(&name).with_option("--extends", Some(last)).if_read()?;
                ("what it stands on is said by `--extends`", line)
            }
            _ => return None,
        };
        Some(format!("{why}: `{line}`"))
    }

    /// A sentence, dice, or the name of a value, without quotes.
    fn sentence(&self) -> Option<String> {
        let words = self.line.words();
        let is_dice = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let is_bare_number = |word: &str| word.parse::<u64>().is_ok();
        match (self.line.command(), words.as_slice()) {
            ("ask" | "odds" | "worth", [place, sentence, facts @ ..])
                if sentence.contains(' ') && !facts.is_empty() =>
            {
                let facts = facts.join(" ").replace('=', " ");
                let whole = format!("{}, {}", sentence.trim_end_matches(','), facts.trim_start_matches(','));
                Some(format!("all that is said stands in one sentence: `{}`", self.with(&[place, &whole])))
            }
            ("odds", [dice, number]) if is_bare_number(number) && dice.contains('d') => {
                let whole = format!("{dice} >= {number}");
                Some(format!("a `>` or `<` outside of quotes is the terminal's own: `{}`", self.with(&[&whole])))
            }
            ("ask" | "odds" | "worth", [dice, _, ..]) if is_dice(dice) => {
                Some(format!("what has blanks stands in quotes: `{}`", self.with(&[&words.join(" ")])))
            }
            ("ask" | "odds" | "worth", [place, sentence @ ..]) if sentence.len() > 1 => {
                let whole = sentence.join(" ");
                Some(match find::is_pack(self.packs, place) || find::is_scenario(self.packs, place) {
                    true => format!("a sentence stands in quotes: `{}`", self.with(&[place, &whole])),
                    // The place is missing too: everything is of the sentence.
                    false
                        if !sentence.iter().any(|word| self.is_pack(word)) && place.starts_with(char::is_uppercase) =>
                    {
                        let pack = pack_for(self.packs, place);
                        let line = self.with(&[&pack, &words.join(" ")]);
                        format!("say in which pack, and the sentence in quotes: `{line}`")
                    }
                    false => format!("a sentence stands in quotes: `{}`", self.with(&[place, &whole])),
                })
            }
            ("roll", [count, sides]) if is_bare_number(count) && sides.starts_with(['d', 'w']) => {
                Some(format!("dice have no blank in them: `{}`", self.with(&[&format!("{count}{sides}")])))
            }
            ("roll", words) if words.iter().all(|word| crate::syntax::parse_formula(word).is_some()) => {
                Some(format!("what is thrown together is added up: `{}`", self.with(&[&words.join(" + ")])))
            }
            ("roll", words) => Some(format!("what has blanks stands in quotes: `{}`", self.with(&[&words.join(" ")]))),
            ("sweep", [scenario, value @ ..]) if value.len() > 1 => {
                let whole = self.with_sort(scenario, &value.join(" "));
                Some(format!("the name and its values stand in quotes: `{}`", self.with(&[scenario, &whole])))
            }
            ("show", [pack, sort, name @ ..]) if name.len() > 1 => {
                let whole = name.join(" ");
                Some(format!("a name of several words stands in quotes: `{}`", self.with(&[pack, sort, &whole])))
            }
            ("new", words) => Some(format!("a name is one word: `{}`", self.with(&[&words.join("-")]))),
            ("explain", words) => {
                let code = words.join("_").to_lowercase();
                Some(format!("a code is one word: `{}`", self.with(&[&code])))
            }
            _ => None,
        }
    }

    fn is_pack(&self, word: &str) -> bool {
        self.packs.folders("rules").iter().any(|pack| pack == word)
    }

    /// A pack and a scenario as two words, in either order.
    fn scenario(&self) -> Option<String> {
        let words = self.line.words();
        let ([one, other], "sim" | "run" | "odds" | "report" | "repl" | "serve" | "replay" | "sweep") =
            (words.as_slice(), self.line.command())
        else {
            return None;
        };
        let named = |pack: &str, scenario: &str| {
            format!("a scenario of a pack is named with both: `{}`", self.with(&[&format!("{pack}/{scenario}")]))
        };
        let is_of = |pack: &str, scenario: &str| {
            self.is_pack(pack) && find::is_scenario(self.packs, &format!("{pack}/{scenario}"))
        };
        // `run house.fray duel`: a scenario of a file.
        if one.ends_with(".fray") && find::is_pack(self.packs, one) {
            return Some(named(one, other));
        }
        if other.ends_with(".fray") && find::is_pack(self.packs, other) {
            return Some(named(other, one));
        }
        if is_of(other, one) {
            return Some(named(other, one));
        }
        if self.is_pack(one) && !find::is_scenario(self.packs, other) || is_of(one, other) {
            return Some(named(one, other));
        }
        // Who plays stands behind an option.
        if find::is_scenario(self.packs, one)
            && matches!(self.line.command(), "run" | "sim")
            && is_controller(self.packs, one, other)
        {
            let line = self.line.with_words(&[one]).with_option("--plays", Some(&format!("SIDE={other}"))).shown();
            return Some(format!("who plays which side is said by `--plays`: `{line}`"));
        }
        let both = [one, other].map(|word| find::is_scenario(self.packs, word));
        (both == [true, true]).then(|| {
            let lines = [one, other].map(|word| self.with(&[word]));
            format!("one scenario at a time: `{}`, then `{}`", lines[0], lines[1])
        })
    }

    /// Several packs or files where one is wanted.
    fn name(&self) -> Option<String> {
        let words = self.line.words();
        let is_there = words.iter().all(|word| find::is_pack(self.packs, word));
        let lines: Vec<String> = match self.line.command() {
            "cards" | "watch" | "replay" => words.iter().map(|word| self.with(&[word])).collect(),
            "diff" => words.windows(2).map(|two| self.with(two)).collect(),
            _ => return None,
        };
        (is_there && words.len() > 1).then(|| format!("one after the other: `{}`", lines.join("`, then `")))
    }

    /// `fray cards PACK --html out.html`: what is printed is put into a file by the terminal.
    fn file(&self) -> Option<String> {
        const PRINTED: [(&str, &str); 5] =
            [(".html", "--html"), (".md", "--md"), (".json", "--json"), (".svg", "--svg"), (".csv", "--csv")];
        let words = self.line.words();
        let file = words.last()?;
        let (_, form) = PRINTED.iter().find(|(ending, _)| file.ends_with(ending))?;
        let fray = whole();
        let command = fray.find_subcommand(self.line.command())?;
        option(command, form)?;
        let mut line = self.line.with_words(&words[..words.len() - 1]);
        if line.at(form).is_none() {
            line = line.with_option(form, None);
        }
        Some(format!("what it prints is put into a file by the terminal: `{} > {file}`", line.if_read()?))
    }

    /// The line without the word, where that can be read.
    fn left_out(&self, word: &str) -> Option<String> {
        let at = self.line.parts.iter().rposition(|part| *part == TypedPart::Word(word.to_string()))?;
        let mut line = self.line.clone();
        line.parts.retain(|part| !matches!(part, TypedPart::Word(_)) || line_keeps(self.line, part, at));
        line.if_read().map(|line| format!("leave it out, or put what belongs together in quotes: `{line}`"))
    }
}

/// Whether the rules of a scenario have a script of that name that decides for figures.
fn is_controller(packs: &Packs, scenario: &str, name: &str) -> bool {
    find::scenario(packs, scenario, &Default::default())
        .is_ok_and(|found| crate::cli::players::decider(&found.kit.book, name).is_ok())
}

/// Whether a word stands before the one that is too many.
fn line_keeps(line: &TypedCommand, part: &TypedPart, at: usize) -> bool {
    line.parts[..at].contains(part)
}

/// Whether a word is numbers with commas between them.
pub(in crate::cli) fn is_list_of_numbers(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') && word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word is the name of a file that is no rules.
fn is_file(word: &str) -> bool {
    let ending = word.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(ending, "log" | "json" | "jsonl" | "txt" | "save")
}
