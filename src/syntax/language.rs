//! Whole files in the manner of another language: one error that knows it and shows how it is written here.

use super::error::{ShownText, SyntaxError};
use super::foreign_example::example_of;
use super::keyword::keywords;

/// A language that files come in by mistake.
struct ForeignLanguage {
    name: &'static str,
    /// Whether a file of these lines (without blank ones) is written in it.
    is: fn(&[&str]) -> bool,
    /// How what it says is written here.
    help: &'static str,
}

const FIGURE: &str = "`attribute might \"Might\" number = 10` declares a property, `figure NAME { might 12 }` a sheet";

const LANGUAGES: &[ForeignLanguage] = &[
    ForeignLanguage {
        name: "JSON",
        is: |lines| {
            let first = lines.first().map_or("", |line| line.trim());
            first.starts_with(['{', '['])
                && !is_section(first)
                && lines.iter().any(|line| line.contains("\":") || line.contains("\" :"))
        },
        help: "a name and its value stand side by side, without braces around the file, quotes or colons",
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
        help: "fray declares and does not compute: what happens is written in `does { … }` blocks or in Luau scripts",
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
        help: "fray declares and does not compute: what happens is written in `does { … }` blocks or in Luau scripts",
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
        help: "a table of things stands in a block, with bars: `tools { | name | weight |` and a line `| rope | 2 |` for each, then `}`",
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
    let is_data = matches!(language.name, "YAML" | "JSON" | "TOML or INI");
    let example = if is_data { example_of(&told) } else { None };
    let example = example.unwrap_or_else(|| FIGURE.to_string());
    let help = format!("{}; for example {example}", language.help);
    Some(SyntaxError::ForeignFile { language: language.name, src: place.src(), at, label: "so it begins", help })
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
