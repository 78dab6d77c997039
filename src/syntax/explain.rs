//! What pest expected, said in the author's words. No rule of the grammar is ever shown.

use super::error::{Error, Place};
use super::grammar::Rule;
use super::lexis::KEYWORDS;
use crate::diag::{did_you_mean, suggest};

/// Where the parser gave up, and around it.
pub(super) struct Failure<'a> {
    /// The prepared text of the whole source.
    pub text: &'a str,
    /// The byte where it gave up.
    pub at: usize,
    /// Where the entry around it begins, and how deep it is.
    pub entry: (usize, usize),
    /// The keyword of the innermost block around it.
    pub block: &'a str,
    /// What would have fitted.
    pub expected: &'a [Rule],
}

/// The error that tells it best.
pub(super) fn explain(failure: &Failure, place: &Place) -> Error {
    stray_character(failure, place)
        .or_else(|| bad_dice(failure, place))
        .or_else(|| unknown_word(failure, place))
        .or_else(|| unclosed_row(failure, place))
        .or_else(|| reserved(failure, place))
        .unwrap_or_else(|| expected(failure, place))
}

/// The token that begins at a byte: a word, a text, a number, or one character.
fn token(text: &str, at: usize) -> &str {
    let rest = &text[at.min(text.len())..];
    let wordly = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    if wordly > 0 {
        return &rest[..wordly];
    }
    if rest.starts_with('"') {
        let line = rest.lines().next().unwrap_or("");
        return &line[..line[1..].find('"').map_or(line.len(), |end| end + 2)];
    }
    rest.chars().next().map_or("", |c| &rest[..c.len_utf8()])
}

fn stray_character(failure: &Failure, place: &Place) -> Option<Error> {
    let character = failure.text[failure.at..].chars().next()?;
    let help = match character {
        '“' | '”' | '„' | '«' | '»' => "texts stand in straight quotes: `\"`",
        '‘' | '’' | '\'' | '`' => "names with spaces stand in double quotes: `\"Bolt Rifle\"`",
        '−' | '–' | '—' => "a minus is written `-`",
        '×' => "a product is written `*`, a repetition `5 x 2d6`",
        '÷' => "a quotient is written `/`",
        '≤' => "written `<=`",
        '≥' => "written `>=`",
        '≠' => "written `!=`",
        '½' => "written `1/2`",
        '…' => "a range is written `1..6`",
        '&' => "written `and`",
        '!' if !failure.text[failure.at..].starts_with("!=") => "written `not`",
        '%' => "a share is written as a fraction: `7/27`",
        '\\' | '$' | '^' | '~' => "take it away, or put the text around it in double quotes",
        _ => return None,
    };
    let end = failure.at + character.len_utf8();
    let at = place.span(failure.at, end);
    Some(Error::StrayCharacter { character: character.to_string(), src: place.src(), at, help: help.to_string() })
}

/// Words such as `3d` and `d%`, at the place or just before it.
fn bad_dice(failure: &Failure, place: &Place) -> Option<Error> {
    let before = failure.text[..failure.at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let start = before.len();
    let word = token(failure.text, start);
    let (count, sides) = word.split_once(['d', 'D'])?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let sided = failure.text[start + word.len()..].starts_with('%');
    let capital = word.contains('D') && digits(count) && digits(sides) && !word.ends_with('D');
    if !digits(count) || !(sides.is_empty() && (sided || !count.is_empty()) || capital) {
        return None;
    }
    let (reason, help) = match (sided, capital) {
        (true, _) => ("how many sides?", format!("write `{count}d100`")),
        (_, true) => ("the `d` is small", format!("write `{count}d{sides}`")),
        _ => ("how many sides?", format!("write for example `{count}d6`")),
    };
    let end = start + word.len() + usize::from(sided);
    let (at, dice) = (place.span(start, end), place.text(start, end));
    Some(Error::BadDice { dice, reason: reason.to_string(), src: place.src(), at, help })
}

fn unknown_word(failure: &Failure, place: &Place) -> Option<Error> {
    let (start, depth) = failure.entry;
    let word = token(failure.text, start);
    if !word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    if depth == 0 || failure.block == "when" {
        return unknown_keyword(failure, place, word, start);
    }
    let verb = matches!(word, "add" | "replace" | "remove");
    let behind = &failure.text[start + word.len()..];
    let start = if verb { failure.text.len() - behind.trim_start().len() } else { start };
    let words = failure.expected.iter().filter_map(|rule| entry_words(*rule)).next()?;
    let word = token(failure.text, start);
    if failure.at != start || !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let list = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    // `at mots` is nearer to `at most` than `at` is to anything.
    let phrase: String = failure.text[start..].split_inclusive(' ').take(2).collect();
    let near = suggest(word, words.iter().copied()).or_else(|| suggest(phrase.trim(), words.iter().copied()));
    let help = near.map_or_else(|| format!("entries here begin with {list}"), |near| format!("did you mean `{near}`?"));
    let (block, at) = (article(failure.block), place.span(start, start + word.len()));
    Some(Error::UnknownEntry { word: word.to_string(), block, src: place.src(), at, help })
}

fn unknown_keyword(failure: &Failure, place: &Place, word: &str, start: usize) -> Option<Error> {
    let behind = &failure.text[start + word.len()..];
    let is_thing = behind.lines().next().is_some_and(|line| line.contains('{'));
    if KEYWORDS.contains(&word) || is_thing && suggest(word, KEYWORDS.iter().copied()).is_none() {
        return None;
    }
    let otherwise = "things are declared by the name or the plural of their kind, then a block";
    let help = did_you_mean(word, KEYWORDS.iter().copied(), otherwise);
    let at = place.span(start, start + word.len());
    Some(Error::UnknownKeyword { word: word.to_string(), src: place.src(), at, help })
}

/// The words that begin the entries of a block, by the rule of its entries.
fn entry_words(rule: Rule) -> Option<&'static [&'static str]> {
    Some(match rule {
        Rule::pack_entry => &["source", "license", "note", "board", "scale", "cells", "step cost", "height", "opaque"],
        Rule::track_entry => &["when", "resets each"],
        Rule::condition_entry => &["lasts", "stacks", "forbids", "removes", "note"],
        Rule::relation_entry => &["one", "ends when"],
        Rule::check_entry => &[
            "reads",
            "says",
            "roll",
            "at most",
            "at least",
            "opposed by",
            "plus",
            "cards",
            "impossible",
            "inverts",
            "ignores",
            "results",
        ],
        Rule::action_entry => &["by", "takes", "says", "check", "phase", "require", "spends", "script", "note"],
        Rule::reaction_entry => &["on", "when", "script", "note"],
        Rule::turn_entry => &["lasts", "side order", "phase", "rounds by side"],
        Rule::rounds_entry => &["phase"],
        Rule::phase_entry => {
            &["script", "by", "by side", "together", "each figure", "acting side", "orders", "actions", "note"]
        }
        Rule::scenario_entry => &["map", "with", "limit", "side", "start script", "wins", "note"],
        Rule::step => &[
            "ask", "expect", "roll", "dice", "order", "place", "set", "gain", "lose", "relate", "map", "scenario",
            "seed", "play", "script", "with", "fails",
        ],
        Rule::expect => &[
            "need",
            "odds",
            "impossible",
            "modifier",
            "no modifier",
            "success",
            "failure",
            "draw",
            "margin",
            "event",
            "no event",
            "legal",
            "refused",
        ],
        _ => return None,
    })
}

fn article(block: &str) -> String {
    let vowel = block.starts_with(['a', 'e', 'i', 'o', 'u']) && block != "unit";
    format!("{} `{block}` block", if vowel { "an" } else { "a" })
}

fn unclosed_row(failure: &Failure, place: &Place) -> Option<Error> {
    let bar = failure.expected.contains(&Rule::bar);
    let in_row = failure.text[failure.entry.0..].starts_with('|');
    (bar && in_row).then(|| {
        let end = failure.text[..failure.at].trim_end().len();
        Error::UnclosedRow { src: place.src(), at: place.span(end.saturating_sub(1), end) }
    })
}

fn reserved(failure: &Failure, place: &Place) -> Option<Error> {
    let word = token(failure.text, failure.at);
    let words = [
        "and", "or", "not", "if", "then", "else", "is", "has", "in", "where", "when", "true", "false", "yes", "no",
        "none",
    ];
    let wants_name = failure.expected.iter().any(|rule| phrase(*rule) == Some("a name"));
    let wants_expr = failure.expected.iter().any(|rule| phrase(*rule) == Some("an expression"));
    (words.contains(&word) && wants_name && !wants_expr).then(|| Error::ReservedWord {
        word: word.to_string(),
        src: place.src(),
        at: place.span(failure.at, failure.at + word.len()),
    })
}

fn expected(failure: &Failure, place: &Place) -> Error {
    let phrases = phrases(failure.expected);
    // What was not expected stands behind the spaces.
    let rest = failure.text.get(failure.at..).unwrap_or("");
    let at = failure.at + rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let word = token(failure.text, at);
    let found = match word {
        "" => "the end of the file".to_string(),
        "\n" | ";" => "the end of the line".to_string(),
        word => format!("`{word}`"),
    };
    let is_end = matches!(word, "" | "\n" | ";");
    let end = if is_end { failure.at } else { at + word.len() };
    let start = if is_end { failure.text[..end].trim_end().len().saturating_sub(1) } else { at };
    let help = help(failure, &phrases);
    let expected = if phrases.is_empty() { "something else".to_string() } else { alternatives(&phrases) };
    let label = if is_end { "something is missing behind this" } else { "not expected here" };
    let label = label.to_string();
    Error::Expected { expected, found, src: place.src(), at: place.span(start, end), label, help }
}

/// What would have fitted, in the author's words: what must come, or, where the entry could end, what may come.
fn phrases(expected: &[Rule]) -> Vec<String> {
    const END: &str = "the end of the line";
    let (mut must, mut may) = (Vec::new(), Vec::new());
    for rule in expected {
        let list = if matches!(rule, Rule::title | Rule::cite) { &mut may } else { &mut must };
        let said = phrase(*rule).or_else(|| keyword(*rule)).map(|word| match word.starts_with(char::is_alphabetic) {
            true if phrase(*rule).is_none() => format!("`{word}`"),
            _ => word.to_string(),
        });
        list.extend(said.filter(|said| !matches!(said.as_str(), "`is`" | "`has`" | "`in`") && !list.contains(said)));
    }
    if must.iter().any(|said| said == "an expression") {
        must.retain(|said| !matches!(said.as_str(), "a text in quotes" | "a name" | "a number" | "`if`"));
    }
    let ends = must.iter().any(|said| said == END);
    if must.is_empty() || ends && expected.contains(&Rule::title) {
        must.extend(may);
    }
    // The end of a line is always possible behind a whole entry; say it last.
    must.sort_by_key(|said| said == END);
    must
}

/// `a, b or c`.
fn alternatives(phrases: &[String]) -> String {
    const MOST: usize = 6;
    match phrases {
        [] => String::new(),
        [one] => one.clone(),
        [.., last] if phrases.len() <= MOST => format!("{} or {last}", phrases[..phrases.len() - 1].join(", ")),
        _ => format!("{} or the like", phrases[..MOST].join(", ")),
    }
}

fn help(failure: &Failure, phrases: &[String]) -> String {
    let word = token(failure.text, failure.at);
    let is = |what: &str| phrases.iter().any(|phrase| phrase == what);
    let help = match word {
        "=" if failure.text[..failure.at].ends_with('=') => {
            "equality is written `=`, and `is` for words: `target.posture is prone`"
        }
        ":" => "no colon is needed: a name, then its value",
        "," => "a list needs a name or value on both sides of each comma",
        "{" => "this declaration or entry has no block, or something is missing before it",
        _ if is("a type") => {
            "types are `number`, `number UNIT`, `dice`, `truth`, `text`, `figure`, `one of a, b`, a `symbols` name or a kind"
        }
        _ if is("an expression") => "for example `3`, `2d6+1`, `actor.speed`, or `\"a text\"`",
        _ if is("a text in quotes") => "texts stand in double quotes: `\"like this\"`",
        _ if is("a name") => "a name is letters, digits and `_`, or any text in double quotes",
        _ if is("`=`") => "write `=` and the value",
        _ if is("the end of the line") => "begin a new line, or write `;` between two entries",
        _ => "see the reference of the language for the order of the parts",
    };
    help.to_string()
}

/// The word that a rule of the grammar stands for, `k_at_most` for `at most`.
fn keyword(rule: Rule) -> Option<&'static str> {
    super::keyword::KEYWORD_RULES.iter().find(|(known, _)| *known == rule).map(|(_, word)| *word)
}

/// What a rule is to an author; none for what is better left unsaid.
fn phrase(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name
        | Rule::plain_name
        | Rule::names
        | Rule::word
        | Rule::is_word
        | Rule::titled_word
        | Rule::state_default
        | Rule::slot_kind
        | Rule::figure_from
        | Rule::option_default
        | Rule::with_reading
        | Rule::track_by
        | Rule::property_line
        | Rule::placement
        | Rule::field
        | Rule::any_keyword
        | Rule::opposed_fact => "a name",
        Rule::text | Rule::title | Rule::string | Rule::drawing | Rule::label_only => "a text in quotes",
        Rule::expr
        | Rule::bound
        | Rule::operand
        | Rule::if_expr
        | Rule::over
        | Rule::paren
        | Rule::list
        | Rule::quantity
        | Rule::dice
        | Rule::call
        | Rule::reference
        | Rule::truth
        | Rule::none
        | Rule::unset
        | Rule::condition_of
        | Rule::modifier
        | Rule::field_value => "an expression",
        Rule::range => "a range such as `1..6`",
        Rule::type_ | Rule::type_name | Rule::type_number | Rule::one_of => "a type",
        Rule::table_key => "a key and its type",
        Rule::number | Rule::integer | Rule::unit_amount => "a number",
        Rule::coordinate | Rule::point => "a place such as `3,2`",
        Rule::row | Rule::grid => "a row `| … |`",
        Rule::bar => "`|`",
        Rule::cite => "a citation such as `@24.2`",
        Rule::row_id => "the id of a row",
        Rule::open => "`{`",
        Rule::close => "`}`",
        Rule::rparen => "`)`",
        Rule::rbracket => "`]`",
        Rule::equals | Rule::default => "`=`",
        Rule::dots => "`..`",
        Rule::ends | Rule::EOI => "the end of the line",
        Rule::legend_sign => "one character",
        Rule::stacking => "`all`, `worst`, `best` or `once`",
        Rule::direction => "`ascending` or `descending`",
        Rule::keep_side => "`highest` or `lowest`",
        Rule::option_switch => "`on` or `off`",
        Rule::declaration => "a declaration",
        Rule::lasts => "how long it lasts",
        Rule::expect => "what is expected",
        Rule::by_side | Rule::by_value => "`by`",
        Rule::together => "`together`",
        Rule::each_figure => "`each figure`",
        Rule::acting_side => "`acting side`",
        Rule::removes => "`removes`",
        Rule::r_one => "`one`",
        Rule::many => "`many`",
        _ => return None,
    })
}
