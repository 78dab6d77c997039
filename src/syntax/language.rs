//! Whole files in the manner of another language: one error that knows it and shows how it is written here.

use super::error::{ShownText, SyntaxError};
use super::foreign_example::example_of;
use super::foreign_table::{head_of, table_of, thing_of};
use super::keyword::keywords;

/// A language that files come in by mistake.
struct ForeignLanguage {
    name: &'static str,
    /// Whether a file of these lines (without blank ones) is written in it.
    is: fn(&[&str]) -> bool,
    /// How what it says is written here.
    help: &'static str,
}

/// How every file begins that changes the rules of another.
const HEAD: &str = "`pack NAME \"Title\" extends PACK`";
const FIGURE: &str = "`attribute might \"Might\" number = 10` declares a property, `figure NAME { might 12 }` a sheet";

const PROGRAM: &str = "fray declares and does not compute: what counts for a roll stands in a card, `card NAME { add -1 \"label\" \
                       when CONDITION }`, what an action does in its block `does { … }` or in a Luau script";

const LANGUAGES: &[ForeignLanguage] = &[
    ForeignLanguage {
        name: "JSON",
        is: |lines| {
            let first = lines.first().map_or("", |line| line.trim());
            first.starts_with(['{', '['])
                && !is_section(first)
                && lines.iter().any(|line| line.contains("\":") || line.contains("\" :"))
        },
        help: "a name and its value stand side by side, without braces around the file and without colons, and quotes are for \
               names of several words",
    },
    ForeignLanguage {
        name: "XML",
        is: |lines| lines.first().is_some_and(|line| line.trim().starts_with('<')),
        help: "an element is a keyword, a name and a block: `figure NAME \"Title\" { might 12 }`",
    },
    ForeignLanguage {
        name: "WML",
        is: |lines| is_section(first(lines)) && lines.iter().any(|line| line.trim().starts_with("[/")),
        help: "a tag is a keyword, a name and a block: `figure NAME \"Title\" { might 12 }`, and no `=` stands before a value",
    },
    ForeignLanguage {
        name: "TOML or INI",
        is: |lines| is_section(first(lines)),
        help: "a section is a keyword, a name and a block: `figure NAME \"Title\" { might 12 }`, and no `=` stands before a value",
    },
    ForeignLanguage {
        name: "Python",
        is: |lines| {
            let begins = ["class ", "def ", "import ", "from ", "if ", "for ", "@"];
            let is_line = |line: &&&str| begins.iter().any(|word| line.trim().starts_with(word));
            lines.iter().filter(is_line).any(|line| line.trim_end().ends_with(':') || line.starts_with("import "))
        },
        help: PROGRAM,
    },
    ForeignLanguage {
        name: "Lua",
        is: |lines| {
            let begins = ["local ", "function ", "return ", "end"];
            lines.iter().any(|line| matches!(line.trim(), "end" | "end)" | "end,"))
                && lines.iter().any(|line| begins.iter().any(|word| line.starts_with(word)))
        },
        help: "scripts are files of their own, `scripts/PACK/NAME.luau`; rules declare what scripts ask for",
    },
    ForeignLanguage {
        name: "a program of the family of C",
        is: |lines| {
            let begins = [
                "#include",
                "struct ",
                "int ",
                "public ",
                "class ",
                "function ",
                "let ",
                "const ",
                "var ",
                "using ",
                "export ",
                "import ",
                "fn ",
                "enum ",
                "#define",
            ];
            lines.iter().any(|line| begins.iter().any(|word| line.starts_with(word)))
                && lines.iter().any(|line| line.trim_end().ends_with([';', '{']))
        },
        help: PROGRAM,
    },
    ForeignLanguage {
        name: "YAML",
        is: |lines| {
            let is_key = |line: &&&str| {
                let line = line.trim().trim_start_matches("- ");
                let key = line.split(':').next().unwrap_or("");
                let behind = &line[key.len()..];
                !key.contains(['{', '|', '(']) && (behind == ":" || behind.starts_with(": "))
            };
            first(lines).starts_with("---") || lines.iter().filter(is_key).count() * 2 > lines.len()
        },
        help: "a name and its value stand side by side, without a colon, and a block in braces",
    },
    ForeignLanguage {
        name: "a table of values parted by commas",
        is: |lines| {
            let columns = |line: &str, sign: char| line.matches(sign).count();
            [',', ';', '\t'].into_iter().any(|sign| {
                let wanted = columns(first(lines), sign);
                wanted > 0
                    && lines.len() > 1
                    && lines.iter().all(|line| columns(line, sign) == wanted && !line.contains('{'))
            })
        },
        help: "a table of things stands in a block, with bars and below the line of its pack",
    },
    ForeignLanguage {
        name: "Markdown",
        is: |lines| {
            let begins = ["- ", "* ", "|", "##", "# ", "```", "> ", "**", "1. "];
            let is_line = |line: &&&str| begins.iter().any(|sign| line.trim().starts_with(sign));
            let opens = |line: &&str| line.trim_end().ends_with('{') && line.starts_with(char::is_alphabetic);
            lines.iter().filter(is_line).count() * 2 > lines.len() && !lines.iter().any(opens)
        },
        help: "every line belongs to a declaration: a keyword, a name and a block; `#` begins a comment",
    },
    ForeignLanguage {
        name: "plain prose",
        is: |lines| {
            let is_prose = |line: &&&str| line.split_whitespace().count() > 3 && !line.contains(['{', '|', '=']);
            lines.iter().filter(is_prose).count() * 2 > lines.len()
        },
        help: "rules are written as declarations: a keyword, a name and a block; prose stands behind `#`, or in a `note \"…\"`",
    },
];

fn first<'t>(lines: &[&'t str]) -> &'t str {
    lines.first().map_or("", |line| line.trim())
}

/// `[word]` on a line of its own.
fn is_section(line: &str) -> bool {
    let inside = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inside
        .is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | ' ' | ':')))
}

/// The error of a file in which nothing is declared and which is plainly something else.
pub(super) fn whole_file(place: &ShownText) -> Option<SyntaxError> {
    let text = place.whole();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() || lines.iter().any(|line| declares(line)) {
        return None;
    }
    // Lines that begin with `#` may be comments: they tell nothing, unless nothing else is there.
    let told: Vec<&str> = lines.iter().copied().filter(|line| !line.starts_with("# ") && *line != "#").collect();
    let language = LANGUAGES.iter().find(|language| !told.is_empty() && (language.is)(&told))?;
    let start = text.find(told.first()?)?;
    let start = start + told[0].len() - told[0].trim_start().len();
    let at = place.span(start, start + told[0].trim().len());
    let help = format!("{}; for example {}", language.help, shown(language.name, &told));
    Some(SyntaxError::ForeignFile { language: language.name, src: place.src(), at, label: "so it begins", help })
}

/// How what the file says is written here, as far as that can be told.
fn shown(language: &str, told: &[&str]) -> String {
    match language {
        "YAML" | "JSON" | "TOML or INI" => {
            let all: Vec<String> = example_of(told).into_iter().chain(thing_of(told)).collect();
            if all.is_empty() { format!("{HEAD} at the top, then {FIGURE}") } else { all.join(", ") }
        }
        "Markdown" | "a table of values parted by commas" => match table_of(told) {
            Some(table) => format!("{HEAD} at the top, then {table}"),
            None => format!("{HEAD} at the top, then {FIGURE}"),
        },
        "plain prose" => format!("{HEAD} at the top, then {FIGURE}"),
        _ => {
            let head = head_of(told).unwrap_or_else(|| HEAD.to_string());
            match language {
                "Python" | "a program of the family of C" => format!("{head} at the top"),
                _ => format!("{head} at the top, then {FIGURE}"),
            }
        }
    }
}

/// Whether a line begins a declaration as it is written here.
fn declares(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_name = second.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '"' | '{'));
    let is_sentence = line.trim_end().ends_with([':', '.', ',', ')']) && !line.contains('{');
    let is_foreign = second.contains(['(', ':', ',']) || line.contains("\": ") || is_sentence;
    !line.starts_with(' ') && keywords().contains(&first) && is_name && !is_foreign
}

#[cfg(test)]
mod tests {
    use super::whole_file;
    use crate::syntax::error::ShownText;
    use crate::text::Sources;

    #[test]
    fn other_languages_are_known_and_rules_are_not_taken_for_one() {
        for (text, language) in [
            ("pack: yard\nattributes:\n  - name: might\n    default: 10\n", Some("YAML")),
            ("---\nname: yard\n", Some("YAML")),
            ("{\n  \"pack\": \"yard\"\n}\n", Some("JSON")),
            ("[ { \"name\": \"might\" } ]", Some("JSON")),
            ("<pack name=\"yard\"/>\n", Some("XML")),
            ("[unit]\n  id=Ann\n[/unit]\n", Some("WML")),
            ("[pack]\nname = \"yard\"\n", Some("TOML or INI")),
            ("name,might\nAnn,10\nBea,11\n", Some("a table of values parted by commas")),
            ("# The yard\n\n- **might** 10\n- **pace** 3\n", Some("Markdown")),
            ("class Ann(Figure):\n    might = 10\n", Some("Python")),
            ("struct Ann {\n  int might = 10;\n};\n", Some("a program of the family of C")),
            ("local ann = { might = 10 }\nfunction strike(a)\n  return a\nend\n", Some("Lua")),
            ("Every figure has a might of ten.\nTo strike, roll 3d6 at or under it.\n", Some("plain prose")),
            ("pack yard\nattribute might number = 10\n", None),
            ("attribut might number = 10\n", None),
            ("tools @house {\n  | name | weight |\n  | rope | 2 |\n  | hook |\n}\n", None),
            ("tools { | name |\n| rope |\n}\n", None),
            ("# only a comment\n", None),
            ("", None),
        ] {
            let mut sources = Sources::default();
            let id = sources.add("a", text);
            let found = whole_file(&ShownText::new(&sources, id)).map(|error| error.to_string());
            let wanted = language.map(|name| format!("this file is written as {name}, not in the language of fray"));
            assert_eq!(found, wanted, "{text}");
        }
    }
}
