//! What authors of one language write in another's punctuation: signs too many, commas for semicolons, names with hyphens
//! or blanks, brackets around lists. Told where the parser gives up, with what is meant.

use super::failure::{ParseFailure, is_filler, token};
use super::habit::FoundHabit;
use super::keyword::{VERBS, is_keyword, keywords};
use super::phrase::END;
use crate::text::is_wordly;

/// What was meant, if it is one of these.
pub(super) fn at_failure(failure: &ParseFailure, phrases: &[String], source: &str) -> Option<FoundHabit> {
    let slip = Slipped { failure, phrases, source };
    slip.comma_at_the_end()
        .or_else(|| slip.comma_between_entries())
        .or_else(|| slip.words_of_set())
        .or_else(|| slip.several_names())
        .or_else(|| slip.label_with_colon())
        .or_else(|| slip.needless())
        .or_else(|| slip.hyphen())
        .or_else(|| slip.blank_in_name())
        .or_else(|| slip.citation())
        .or_else(|| slip.side_of_placed())
        .or_else(|| slip.place())
        .or_else(|| slip.brackets())
        .or_else(|| slip.ending())
        .or_else(|| slip.label_first())
}

/// What begins an entry that amends.
const ADD: &str = "add";

/// Before what something is made from.
const MADE_FROM: [&str; 8] = ["from", "like", "extends", "inherits", "based", "copies", "as", "is"];

/// What is said around the side whose figure somebody is.
const BEFORE_SIDE: [&str; 9] = ["side", "team", "on", "for", "with", "from", "in", "by", "of"];

/// What has a title and no name.
const NAMELESS: [&str; 3] = ["test", "every", "turn"];

struct Slipped<'a> {
    failure: &'a ParseFailure<'a>,
    phrases: &'a [String],
    /// The text as it was written, line breaks and all.
    source: &'a str,
}

/// Declarations whose name has a type behind it.
const TYPED: [&str; 4] = ["attribute", "track", "note", "fact"];
/// Types that have a word of their own.
const TYPES: [&str; 7] = ["number", "truth", "text", "dice", "figure", "side", "cell"];

impl Slipped<'_> {
    fn wants(&self, what: &str) -> bool {
        self.phrases.iter().any(|phrase| phrase == what)
    }

    fn rest(&self) -> &str {
        self.failure.text[self.failure.at..].trim_start_matches(' ')
    }

    /// The pack on which that of this text stands, if it says so.
    fn extended(&self) -> Option<&str> {
        let pack = self.source.lines().find(|line| line.starts_with("pack "))?;
        let behind = pack.split_once(" extends ")?.1.trim_start().trim_start_matches('"');
        let name = behind.split(|letter: char| !is_wordly(letter) && letter != '-').next()?;
        (!name.is_empty()).then_some(name)
    }

    /// Where the token begins that was not expected.
    fn start(&self) -> usize {
        self.failure.text.len() - self.rest().len()
    }

    /// The entry up to there.
    fn before(&self) -> &str {
        self.failure.text.get(self.failure.entry.0..self.start()).unwrap_or("")
    }

    fn found(&self, start: usize, end: usize, right: &str, help: impl Into<String>) -> Option<FoundHabit> {
        Some(FoundHabit { start, end, right: Some(right.to_string()), help: help.into() })
    }

    /// A comma at the end of a line joins it to the next one, which was not meant.
    fn comma_at_the_end(&self) -> Option<FoundHabit> {
        let entry = self.source.get(self.failure.entry.0..self.start())?;
        let line_break = entry.rfind('\n')?;
        // The token is the first of its line, or the second if the first was taken for a name.
        let is_first = entry[line_break..].split_whitespace().count() <= 1;
        let comma = entry[..line_break].trim_end();
        if !is_first || !comma.ends_with(',') {
            return None;
        }
        let at = self.failure.entry.0 + comma.len() - 1;
        self.found(at, at + 1, ";", "a comma at the end of a line joins it to the next: take it away")
    }

    /// `{ one, two }` where entries stand, and `MIGHT 10, PACE 3`.
    fn comma_between_entries(&self) -> Option<FoundHabit> {
        let is_list = matches!(self.failure.block, "state" | "option");
        if is_list && self.wants(END) && self.rest().starts_with(',') {
            let at = self.start();
            return self.found(at, at + 1, ";", "the words stand on lines of their own, or are parted by `;`");
        }
        let next = self.rest().strip_prefix(',').unwrap_or("").trim_start();
        let is_amount = next.starts_with(['-', '+']) && next[1..].starts_with(|c: char| c.is_ascii_digit());
        let word = next.split(|c: char| !is_wordly(c)).next().unwrap_or("");
        let is_change = matches!(word, "add" | "replace" | "remove");
        if self.failure.entry.1 > 0 && self.wants(END) && (is_amount || is_change) {
            let at = self.start();
            return self.found(at, at + 1, ";", "entries stand on lines of their own, or are parted by `;`");
        }
        let comma = self.before().rfind(',')?;
        let between = self.before()[comma + 1..].trim().trim_matches('"');
        let is_name = !between.is_empty() && between.chars().all(is_wordly);
        let keyword = self.failure.block;
        let is_sheet = keyword == "figure" || !keywords().contains(&keyword) && self.failure.entry.1 > 0;
        if !is_sheet || !is_name || !self.wants(END) || self.rest().starts_with([',', '{']) {
            return None;
        }
        let at = self.failure.entry.0 + comma;
        self.found(at, at + 1, ";", "entries stand on lines of their own, or are parted by `;`")
    }

    /// `symbols length = short | medium`: the words of a set, as types of other languages list them.
    fn words_of_set(&self) -> Option<FoundHabit> {
        let is_set = token(self.failure.text, self.failure.entry.0) == "symbols" && self.failure.entry.1 == 0;
        let line = self.rest().lines().next().unwrap_or("").trim_end();
        let listed = line.strip_prefix(['=', ':', '|']).filter(|_| is_set)?.trim();
        let bare = listed.trim_matches(['[', ']', '{', '}', '(', ')', ' ']);
        let words: Vec<&str> = bare.split(['|', ',', '/']).map(|word| word.trim().trim_matches(['"', '\''])).collect();
        if words.iter().any(|word| word.is_empty() || !word.chars().all(is_wordly)) {
            return None;
        }
        let (start, right) = (self.start(), words.join(", "));
        self.found(
            start,
            start + line.len(),
            &right,
            format!("the words stand behind the name, with commas: `{right}`"),
        )
    }

    /// `attribute STR, DEX number = 10`: several that are declared as one.
    fn several_names(&self) -> Option<FoundHabit> {
        const ONE_BY_ONE: [&str; 7] = ["attribute", "track", "fact", "condition", "value", "setting", "slot"];
        let (keyword, before) = (token(self.failure.text, self.failure.entry.0), self.before().trim_end());
        let first = before.strip_prefix(keyword)?.trim();
        let is_head = self.failure.entry.1 == 0 && ONE_BY_ONE.contains(&keyword) && self.rest().starts_with(',');
        if !is_head || first.is_empty() || !first.chars().all(is_wordly) {
            return None;
        }
        let line = self.rest().lines().next().unwrap_or("");
        let (mut names, mut rest) = (vec![first], line);
        while let Some(next) = rest.trim_start().strip_prefix(',') {
            let next = next.trim_start();
            let name = next.split(|c: char| !is_wordly(c)).next().filter(|name| !name.is_empty())?;
            names.push(name);
            rest = &next[name.len()..];
        }
        let tail = rest.trim_end().trim_end_matches(['{', '}']).trim_end();
        let each: Vec<String> = names.iter().map(|name| format!("`{keyword} {name}{tail}`")).collect();
        let help = format!("each is declared in a line of its own: {}", each.join(", "));
        let start = self.start();
        Some(FoundHabit { start, end: start + line.len() - rest.len(), right: None, help })
    }

    /// `:` or `=` between a name and what belongs to it.
    fn needless(&self) -> Option<FoundHabit> {
        let sign = self.rest().chars().next().filter(|sign| matches!(sign, ':' | '='))?;
        let behind = self.rest()[1..].trim_start();
        let before = self.before().trim_end();
        let own = before.rsplit(';').next().unwrap_or(before).trim_start();
        let quoted = own.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let is_key = |key: &&str| !key.is_empty() && key.chars().all(is_wordly);
        if let Some(key) = quoted.filter(is_key).filter(|_| sign == ':' && self.failure.entry.1 > 0) {
            let (start, end) = (self.failure.entry.0 + before.len() - own.len(), self.start() + 1);
            let help = format!("a name stands without quotes, and no colon behind it: `{key} …`");
            return self.found(start, end, key, help);
        }
        let is_head =
            before.split_whitespace().count() <= 3 && before.ends_with(|c: char| c.is_alphanumeric() || c == '"');
        let wants =
            ["an expression", "a type", "a name", "a text in quotes", "a number", "a place such as `3,2`", "`{`"];
        let is_wanted = wants.iter().any(|what| self.wants(what)) && !(sign == '=' && self.wants("a type"));
        let is_row = behind.is_empty() || behind.starts_with(['\n', '=', ':']);
        // A keyword alone lacks its name.
        let is_nameless = self.failure.entry.1 == 0 && keywords().contains(&before);
        if is_nameless || !is_head || !is_wanted || is_row || self.wants("`{`") && !behind.starts_with('{') {
            return None;
        }
        let at = self.start();
        self.found(at, at + 1, "", "take it away: a name, then what belongs to it")
    }

    /// `hard-range` where a name stands.
    fn hyphen(&self) -> Option<FoundHabit> {
        let (text, at) = (self.failure.text, self.start());
        let is_joint = self.rest().starts_with('-') && text[..at].ends_with(|c: char| c.is_alphanumeric());
        let tail = self.rest().get(1..).unwrap_or("");
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let length = tail.find(|c: char| !part(c)).unwrap_or(tail.len());
        if !is_joint || length == 0 {
            return None;
        }
        let start = text[..at].trim_end_matches(part).len();
        let (end, name) = (at + 1 + length, &text[start..at + 1 + length]);
        let keyword = text[..start].split_whitespace().next_back().unwrap_or("");
        if matches!(keyword, "extends" | "pack") {
            return self.found(
                start,
                end,
                &format!("\"{name}\""),
                format!("a name with a hyphen stands in double quotes: `\"{name}\"`"),
            );
        }
        let plain = name.replace('-', "_");
        self.found(
            start,
            end,
            &plain,
            format!("a hyphen is a minus: write `{plain}`, or `\"{name}\"` in double quotes"),
        )
    }

    /// `attribute Hit Points "HP"`, `ready Bolt Rifle`, `card x Title {`.
    fn blank_in_name(&self) -> Option<FoundHabit> {
        let word = token(self.rest(), 0);
        let before = self.before().trim_end();
        let (start, end) = (self.start(), self.start() + word.len());
        let mut words = before.split_whitespace().rev();
        let (last, first) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let is_plain = |word: &str| !word.is_empty() && word.chars().all(is_wordly);
        let last_start = self.failure.entry.0 + before.len() - last.len();
        if word.starts_with('"')
            && is_plain(last)
            && is_plain(first)
            && self.failure.entry.1 == 0
            && words.next().is_some()
        {
            let first_start = self.failure.text[..last_start].trim_end().len() - first.len();
            let end = self.failure.entry.0 + before.len();
            if let Some(found) = self.type_before_name(first, (first_start, end), last) {
                return Some(found);
            }
            let name = format!("\"{}\"", &self.failure.text[first_start..end]);
            return self.found(
                first_start,
                end,
                &name,
                format!("a name with blanks stands in double quotes: `{name}`"),
            );
        }
        if !is_plain(word) || !word.starts_with(char::is_alphabetic) {
            return None;
        }
        if self.wants("`{`") && self.failure.entry.1 == 0 {
            return self.unquoted_title(last, last_start, start);
        }
        let is_names = self.wants(END) && is_plain(last) && last.starts_with(char::is_alphabetic) && !first.is_empty();
        let is_row = self.phrases.iter().all(|phrase| phrase == END || phrase.contains("quotes"));
        let is_keyword = [last, word].into_iter().any(is_keyword);
        let is_owner = self.failure.text.contains(&format!("{last}."));
        // Behind a number stands its unit.
        let is_unit = first.starts_with(|c: char| c.is_ascii_digit());
        if is_unit || !is_names || !is_row || is_keyword || is_owner || is_filler(last) {
            return None;
        }
        let name = format!("\"{last} {word}\"");
        let help = format!(
            "a name with blanks stands in double quotes: `{name}`; between two names stands a comma: `{last}, {word}`; \
             and entries are parted by `;` or the end of the line"
        );
        Some(FoundHabit { start: last_start, end, right: None, help })
    }

    /// The title of a declaration without its quotes, or before the name.
    fn unquoted_title(&self, last: &str, last_start: usize, start: usize) -> Option<FoundHabit> {
        let line = self.rest().lines().next().unwrap_or("");
        let title = line.split(['{', '@', '"']).next().unwrap_or("").trim_end();
        let end = start + title.len();
        if title.is_empty() || !line.contains('{') || title.contains(['(', '=', '|', ',']) {
            return None;
        }
        let first = title.split_whitespace().next().unwrap_or_default();
        let expected = self.phrases.iter().filter_map(|phrase| phrase.strip_prefix('`')?.strip_suffix('`'));
        if crate::diag::suggest(first, expected.filter(|word| word.len() > 3)).is_some() {
            return None;
        }
        if matches!(first, "replace" | "add" | "remove") {
            let keyword = self.before().split_whitespace().next().unwrap_or_default();
            let help = format!(
                "`replace {keyword} {last} {{ … }}` says all of it anew; some of it is changed by its entries: `{keyword} \
                 {last} {{ {first} … }}`"
            );
            return Some(FoundHabit { start, end: start + first.len(), right: None, help });
        }
        // `add card rain "Rain" { … }` where a declaration of its own stands.
        if self.before().split_whitespace().next() == Some(ADD) && keywords().contains(&last) {
            let blanks = self.before().len() - self.before().trim_start().len();
            let from = self.failure.entry.0 + blanks;
            let help = format!(
                "`{ADD}` stands before an entry within a block; what is declared anew stands without it: `{last} {title}`"
            );
            return self.found(from, last_start, "", help);
        }
        if let Some(found) = self.type_before_name(last, (last_start, end), title) {
            return Some(found);
        }
        // With its title behind it, it is a name of several words.
        if line[title.len()..].trim_start().starts_with('"') && !last.ends_with('"') {
            let name = format!("\"{last} {title}\"");
            let plain = format!("{last}_{}", title.replace(' ', "_"));
            let help = format!("a name with blanks stands in double quotes: `{name}`, or has none: `{plain}`");
            return self.found(last_start, end, &name, help);
        }
        if MADE_FROM.contains(&first) {
            let kind = self.before().split_whitespace().next().unwrap_or_default();
            let other = title[first.len()..].trim();
            let help = format!(
                "only a figure starts from another, `figure NAME from OTHER {{ … }}`; of anything else all is said: \
                 `fray show {} {kind} {}` prints what there is",
                self.extended().unwrap_or("PACK"),
                if other.is_empty() { "NAME" } else { other }
            );
            return Some(FoundHabit { start, end: start + first.len(), right: None, help });
        }
        if last.ends_with('"') {
            // A title of several words begins with its first quote.
            let text = self.before().trim_end();
            let quote = text.strip_suffix('"').and_then(|inside| inside.rfind('"'));
            let begin = quote.map_or(last_start, |at| self.failure.entry.0 + at);
            // Behind a name the title stands where it belongs, and something else is wrong.
            let head = text[..begin - self.failure.entry.0].trim();
            if head.contains(' ') || NAMELESS.contains(&head) {
                return None;
            }
            let right = format!("{title} {}", &text[begin - self.failure.entry.0..]);
            return self.found(begin, end, &right, format!("the name comes first, then the title: `{right}`"));
        }
        let right = format!("\"{title}\"");
        let help = format!(
            "a title stands in double quotes, and so does a name with blanks: `{last} {right}`, or `\"{last} {title}\"`"
        );
        self.found(start, end, &right, help)
    }

    /// `attribute number AIM "Aim" = 7`, as other languages have it: the type stands behind the name and its title.
    fn type_before_name(&self, last: &str, (start, end): (usize, usize), name: &str) -> Option<FoundHabit> {
        let words: Vec<&str> = self.before().split_whitespace().collect();
        let is_typed = words.len() <= 3 && words.first().is_some_and(|first| TYPED.contains(first));
        if !is_typed || !TYPES.contains(&last) || name.contains(' ') {
            return None;
        }
        let behind = self.failure.text.get(end..)?.lines().next().unwrap_or("").trim_start();
        let title = behind.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (title, rest) = title.map_or((String::new(), behind), |(title, rest)| (format!(" \"{title}\""), rest));
        let entry = format!("{} {name}{title} {last} {}", words[0], rest.trim());
        let help = format!("the name comes first, then its title, then its type: `{}`", entry.trim_end());
        Some(FoundHabit { start, end, right: None, help })
    }

    /// `@ 24.2`, and `(24.2)` at the end of an entry.
    fn citation(&self) -> Option<FoundHabit> {
        if let Some(found) = self.citation_in_brackets() {
            return Some(found);
        }
        let behind = self.rest().strip_prefix('@')?;
        let section: String =
            behind.trim_start_matches(' ').chars().take_while(|c| !c.is_whitespace() && *c != '{').collect();
        if !behind.starts_with(' ') || section.is_empty() {
            return None;
        }
        let start = self.start();
        let end = start + 1 + behind.find(&*section)? + section.len();
        let right = format!("@{section}");
        self.found(start, end, &right, format!("no blank stands behind the sign of a citation: `{right}`"))
    }

    fn citation_in_brackets(&self) -> Option<FoundHabit> {
        let (section, _) = self.rest().strip_prefix(['(', '['])?.split_once([')', ']'])?;
        let is_section = section.starts_with(|c: char| c.is_ascii_digit())
            && section.contains('.')
            && section.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        if !is_section || !self.wants(END) {
            return None;
        }
        let (start, right) = (self.start(), format!("@{section}"));
        let help = format!("a section of the source is cited by the sign in front: `{right}`");
        self.found(start, start + section.len() + 2, &right, help)
    }

    /// `place Ann at 0,0 side red`, `on the red side`: whose figure it is, said in other words.
    fn side_of_placed(&self) -> Option<FoundHabit> {
        let is_placed = token(self.failure.text, self.failure.entry.0) == "place";
        // `of side` was read as the side called so.
        let is_behind_of = self.before().trim_end().ends_with(" of side");
        if !is_placed || !(self.wants("`of`") || is_behind_of) {
            return None;
        }
        let start =
            if is_behind_of { self.failure.entry.0 + self.before().rfind(" of side")? + 1 } else { self.start() };
        let line = &self.failure.text[start..];
        let line = line[..line.find(['\n', '{', ';', '}', '#']).unwrap_or(line.len())].trim_end();
        let said: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let count = said.iter().position(|word| matches!(*word, "plays" | "facing")).unwrap_or(said.len());
        let is_around = |word: &&str| BEFORE_SIDE.contains(word) || is_filler(word);
        let names: Vec<&str> = said[..count].iter().copied().filter(|word| !is_around(word)).collect();
        let [side] = names.as_slice() else { return None };
        if count < 2 || !side.trim_matches('"').chars().all(is_wordly) {
            return None;
        }
        let end = match said.get(count) {
            Some(next) => start + line.find(&format!(" {next}"))?,
            None => start + line.len(),
        };
        let right = format!("of {side}");
        let behind = &self.failure.text[end..start + line.len()];
        let place = &self.failure.text[self.failure.entry.0..start];
        self.found(
            start,
            start + line[..end - start].trim_end().len(),
            &right,
            format!("write `{place}{right}{behind}`"),
        )
    }

    /// `at (3,2)` and `at 3 2`.
    fn place(&self) -> Option<FoundHabit> {
        if !self.wants("a place such as `3,2`") && !self.wants("`,`") {
            return None;
        }
        let line = self.rest().lines().next().unwrap_or("");
        if let Some(inside) = line.strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(inside, _)| inside) {
            let right: String = inside.chars().filter(|c| !c.is_whitespace()).collect();
            let end = self.start() + inside.len() + 2;
            return self.found(self.start(), end, &right, format!("column and row stand without brackets: `{right}`"));
        }
        let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').len();
        let behind = digits(line);
        let before = self.before().trim_end();
        let ahead = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (start, column) = match ahead {
            0 => (self.start(), &line[..behind]),
            _ => (self.failure.entry.0 + before.len() - ahead, &before[before.len() - ahead..]),
        };
        let row = if ahead == 0 { line[behind..].trim_start() } else { line };
        let row = &row[..digits(row)];
        if column.is_empty() || row.is_empty() {
            return None;
        }
        let end = start + self.failure.text[start + column.len()..].find(row)? + column.len() + row.len();
        let right = format!("{column},{row}");
        self.found(start, end, &right, format!("column and row with a comma between: `{right}`"))
    }

    /// `cards [one, two]` and `symbols sizes { small, large }`.
    fn brackets(&self) -> Option<FoundHabit> {
        let line = self.rest().lines().next().unwrap_or("");
        let close = match line.chars().next()? {
            '[' => ']',
            '{' => '}',
            '(' => ')',
            _ => return None,
        };
        let end = line.find(close)?;
        let inside = line[1..end].trim();
        let is_list = inside.contains(',') && inside.chars().all(|c| is_wordly(c) || matches!(c, ',' | ' '));
        if close == ']' && self.wants("`{`") && is_list {
            let right = format!("{{ {} }}", inside.split(',').map(str::trim).collect::<Vec<_>>().join("; "));
            let help = format!("words stand in a block, parted by `;`: `{right}`");
            return self.found(self.start(), self.start() + end + 1, &right, help);
        }
        let is_names = inside.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ',' | ' ' | '"' | ';'));
        if !self.wants("a name") || self.wants("an expression") || !is_names {
            return None;
        }
        let right = inside.replace(';', ",");
        let start = self.start();
        self.found(start, start + end + 1, &right, format!("a list of names stands without brackets: `{right}`"))
    }

    /// `script strike.luau`
    fn ending(&self) -> Option<FoundHabit> {
        let ending = [".luau", ".lua"].into_iter().find(|ending| self.rest().starts_with(ending))?;
        let before = self.before();
        let word = before.split_whitespace().rev().nth(1)?;
        let help = format!("a script is named without its ending: `{}`", before.split_whitespace().next_back()?);
        matches!(word, "script" | "plays").then(|| self.found(self.start(), self.start() + ending.len(), "", help))?
    }

    /// `"under cover": -1 when cover` in a card.
    fn label_with_colon(&self) -> Option<FoundHabit> {
        let is_card = matches!(self.failure.block, "card" | "group") && self.rest().starts_with(':');
        let before = self.source.get(..self.start()).filter(|_| is_card)?;
        let line = before.rfind(['\n', ';', '{']).map_or(0, |at| at + 1);
        let label = before[line..].trim().trim_start_matches(['{', ';']).trim();
        let label = VERBS.iter().find_map(|verb| label.strip_prefix(verb)?.strip_prefix(' ')).unwrap_or(label).trim();
        let bare = label.trim_matches('"');
        let is_text = label.starts_with('"') && label.ends_with('"');
        let is_part = |c: char| is_wordly(c) || is_text && matches!(c, ' ' | '-');
        let is_label = !bare.is_empty() && bare.chars().all(is_part);
        let behind = self.rest()[1..].lines().next()?.split([';', '}', '#']).next()?.trim();
        let amount = behind.split_whitespace().next().filter(|word| word.starts_with(['-', '+']))?;
        if !is_label || behind.contains('"') || !amount[1..].starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let start = line + before[line..].find(label)?;
        let end = self.start() + 1 + self.rest()[1..].find(behind)? + behind.len();
        let right = format!("{amount} \"{bare}\"{}", &behind[amount.len()..]);
        let help = format!("the amount comes first, then what it is called: `{right}`");
        // A text that the line above was joined with cannot be written over.
        let verb = self.source.get(self.failure.entry.0..start).unwrap_or("-").trim();
        let is_own = verb.is_empty() || VERBS.contains(&verb);
        Some(FoundHabit { start, end, right: is_own.then_some(right), help })
    }

    /// `"under cover" -1` in a card.
    fn label_first(&self) -> Option<FoundHabit> {
        // A text at the beginning of a line is taken for the label of the line above.
        let start = if self.rest().starts_with('"') { self.start() } else { self.failure.entry.0 };
        let entry = self.failure.text.get(start..)?.lines().next()?;
        if !matches!(self.failure.block, "card" | "group") || !entry.starts_with('"') {
            return None;
        }
        let close = entry[1..].find('"')? + 2;
        let label = &entry[..close];
        let behind = entry[close..].trim_start();
        let amount = behind.strip_prefix(':').unwrap_or(behind).split_whitespace().next();
        let amount = amount.filter(|word| word.starts_with(['-', '+']))?;
        let end = start + close + entry[close..].find(amount)? + amount.len();
        // What stands behind it in its line stays behind it.
        let rest = self.source.get(end..)?.lines().next()?.split([';', '}', '#']).next()?.trim_end();
        let rest = if behind.starts_with(':') { rest } else { "" };
        let right = format!("{amount} {label}{rest}");
        // Written over, it would go on with the line above.
        let is_joined = start != self.failure.entry.0;
        let help = format!("the amount comes first, then the label: `{right}`");
        Some(FoundHabit { start, end, right: (!is_joined).then_some(right), help })
    }
}
