//! An option that a command does not have: one of another command or of another program, or what stands without an option.

use super::line::{TypedCommand, TypedPart, WORKS_ON, commands, is_number, option, quoted, takes_value, whole};
use super::surplus::is_list_of_numbers;
use super::value::below_zero;
use crate::diag::suggest;
use crate::rulebook::Sort;
use clap::{Arg, Command};

/// Options of other programs, and what is meant where a command has it.
const MEANT: &[(&str, &[&str])] = &[
    ("--filter", &["--only"]),
    ("--test", &["--only"]),
    ("--grep", &["--only"]),
    ("--match", &["--only"]),
    ("-k", &["--only"]),
    ("--option", &["--with"]),
    ("--options", &["--with"]),
    ("--set", &["--with"]),
    ("--choose", &["--with"]),
    ("--rule", &["--with"]),
    ("--variant", &["--with"]),
    ("--enable", &["--with"]),
    ("-D", &["--with"]),
    ("--count", &["--games", "-n", "--limit"]),
    ("--times", &["--games", "-n", "--limit"]),
    ("--number", &["--games", "-n", "--limit"]),
    ("--num", &["--games", "-n", "--limit"]),
    ("--runs", &["--games", "-n", "--limit"]),
    ("--iterations", &["--games", "-n", "--limit"]),
    ("--trials", &["--games", "-n", "--limit"]),
    ("--samples", &["--games", "-n", "--sim"]),
    ("--games", &["-n"]),
    ("--pairs", &["-n"]),
    ("-c", &["--games", "-n"]),
    ("-N", &["--games", "-n"]),
    ("--max", &["--limit"]),
    ("--output", &["--out", "--save", "--keep"]),
    ("--out", &["--save", "--keep"]),
    ("-o", &["--save", "--keep"]),
    ("-O", &["--out"]),
    ("--log", &["--save"]),
    ("--file", &["--save", "--keep", "--out"]),
    ("--write-to", &["--save", "--out"]),
    ("--threads", &["--jobs"]),
    ("--cores", &["--jobs"]),
    ("--workers", &["--jobs"]),
    ("--parallel", &["--jobs"]),
    ("-j", &["--jobs"]),
    ("-t", &["--jobs", "--only"]),
    ("--verbose", &["--all"]),
    ("-v", &["--all"]),
    ("--full", &["--all"]),
    ("--details", &["--all"]),
    ("--quiet", &["--brief"]),
    ("-q", &["--brief"]),
    ("--silent", &["--brief"]),
    ("--short", &["--brief"]),
    ("--summary", &["--brief"]),
    ("--terse", &["--brief"]),
    ("--random", &["--seed"]),
    ("--rng", &["--seed"]),
    ("-s", &["--seed"]),
    ("--roll", &["--dice"]),
    ("--rolls", &["--dice"]),
    ("--rolled", &["--dice"]),
    ("-d", &["--dice"]),
    ("--controller", &["--plays"]),
    ("--player", &["--plays"]),
    ("--players", &["--plays", "--of"]),
    ("--side", &["--plays"]),
    ("--ai", &["--plays"]),
    ("--behavior", &["--plays", "--of"]),
    ("--controllers", &["--of"]),
    ("--between", &["--of"]),
    ("--scenario", &["--fight", "--of"]),
    ("--extend", &["--extends"]),
    ("--base", &["--extends"]),
    ("--from", &["--extends"]),
    ("--parent", &["--extends"]),
    ("--inherits", &["--extends"]),
    ("--markdown", &["--md"]),
    ("--continue", &["--resume", "--from"]),
    ("--resume", &["--from"]),
    ("--moment", &["--at"]),
    ("--event", &["--at"]),
    ("--verify", &["--check"]),
    ("--dry-run", &["--check"]),
    ("--diff", &["--check"]),
    ("--overwrite", &["--force"]),
    ("-f", &["--force"]),
    ("-y", &["--force"]),
    ("--yes", &["--force"]),
    ("--autofix", &["--fix"]),
    ("--write", &["--fix"]),
    ("-w", &["--fix"]),
    ("--condition", &["--that"]),
    ("--query", &["--that"]),
    ("--host", &["--lan"]),
    ("--address", &["--lan"]),
    ("--bind", &["--lan"]),
    ("-p", &["--port", "--rules"]),
    ("--path", &["--rules"]),
    ("--dir", &["--rules"]),
    ("--folder", &["--rules"]),
    ("--packs", &["--rules"]),
];

/// What each test says for itself, by the options with which other commands say it: the words before the value.
const SAID_BY_TESTS: &[(&[&str], &str)] = &[
    (&["--with", "--option", "--options", "--set"], "with"),
    (&["--seed"], "seed"),
    (&["--dice", "--roll", "--rolls"], "dice"),
];

/// An option that says what is so anyhow, of these commands, or of all where none is named.
struct IdleOption {
    names: &'static [&'static str],
    of: &'static [&'static str],
    why: &'static str,
}

const IDLE: &[IdleOption] = &[
    IdleOption {
        names: &["--stdio", "--stdin", "--pipe"],
        of: &["lsp"],
        why: "it speaks over standard input and output anyhow",
    },
    IdleOption {
        names: &["--write", "-w", "-i", "--in-place", "--inplace", "--fix"],
        of: &["fmt"],
        why: "the files are written anyhow; `--check` only looks at them",
    },
    IdleOption {
        names: &["--strict", "--werror", "-W", "-Wall", "--warnings"],
        of: &["check"],
        why: "findings are told anyhow, and the exit code is 1 where there are any",
    },
    IdleOption { names: &["--watch"], of: &["check", "test"], why: "`fray watch` looks again after every change" },
    IdleOption {
        names: &["--verbose", "-v", "-vv", "--debug", "--trace", "--info"],
        of: &[],
        why: "everything is told anyhow",
    },
    IdleOption {
        names: &["--quiet", "-q", "--silent", "--no-progress"],
        of: &[],
        why: "what is no answer goes to standard error",
    },
    IdleOption {
        names: &["--color", "--colour", "--no-color"],
        of: &[],
        why: "colors are used where a terminal shows them, and never with `NO_COLOR=1`",
    },
    IdleOption {
        names: &["--turns", "--max-turns", "--rounds", "--limit"],
        of: &["run", "sim", "tournament", "sweep", "report"],
        why: "how long a fight lasts is said by its scenario, such as `limit 10 turns`",
    },
    IdleOption { names: &["-y", "--yes", "--no-input"], of: &[], why: "nothing is asked" },
];

/// Options that say how often something is done.
const COUNTS: &[&str] =
    &["-n", "--games", "--count", "--times", "--runs", "--trials", "--iterations", "--samples", "--number"];

/// What is said of an option that a command does not have. The parser names the option, of a few letters behind one dash
/// only the first.
pub(super) fn told(invalid: &str, line: &TypedCommand) -> (String, String) {
    if is_number(invalid)
        && let Some(told) = below_zero(invalid, line)
    {
        return told;
    }
    let fray = whole();
    let command = line.command();
    let nothing = Command::new("fray");
    let own = fray.find_subcommand(command).unwrap_or(&nothing);
    let is_it = |name: &str| name == invalid || !name.starts_with("--") && name.starts_with(invalid);
    let at = line.parts.iter().position(|part| matches!(part, TypedPart::Option { name, .. } if is_it(name)));
    let is_before = |at: usize| line.parts[at..].iter().any(|part| matches!(part, TypedPart::Command(_)));
    if let Some(at) = at.filter(|at| is_before(*at) && option(own, invalid).is_some()) {
        let mut moved = line.clone();
        let part = moved.parts.remove(at);
        moved.parts.push(part);
        let message = format!("`{invalid}` stands before the command");
        return (message, format!("options stand behind it: `{}`", moved.shown()));
    }
    let Some((at, TypedPart::Option { name, value, .. })) = at.map(|at| (at, &line.parts[at])) else {
        return (no_option(command, invalid), list(&fray, own));
    };
    let unknown = UnknownOption { line, at, name, value: value.as_deref(), fray: &fray, own };
    (no_option(command, name), unknown.help())
}

fn no_option(command: &str, name: &str) -> String {
    format!("`{}` has no option `{name}`", format!("fray {command}").trim_end())
}

fn names(arg: &Arg) -> Vec<String> {
    let long = arg.get_long().map(|long| format!("--{long}"));
    long.into_iter().chain(arg.get_short().map(|short| format!("-{short}"))).collect()
}

fn list(fray: &Command, own: &Command) -> String {
    let mut all: Vec<String> =
        own.get_arguments().flat_map(names).filter(|name| !matches!(name.as_str(), "-h" | "-V")).collect();
    all.extend(fray.get_arguments().flat_map(names).filter(|name| name != "-h" && name != "-V"));
    all.retain(|name| own.get_name() == "fray" || name != "--version");
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|name| seen.insert(name.clone()));
    format!("its options are {}", all.join(", "))
}

struct UnknownOption<'a> {
    line: &'a TypedCommand,
    at: usize,
    name: &'a str,
    value: Option<&'a str>,
    fray: &'a Command,
    own: &'a Command,
}

impl UnknownOption<'_> {
    fn help(&self) -> String {
        let steps = [
            Self::in_another_case,
            Self::thrown,
            Self::without,
            Self::word,
            Self::counted,
            Self::meant,
            Self::said_by_tests,
            Self::of_another_command,
            Self::for_print,
            Self::idle,
            Self::of_a_sort,
            Self::near,
            Self::fact,
        ];
        steps.iter().find_map(|step| step(self)).unwrap_or_else(|| list(self.fray, self.own))
    }

    /// `--with 4,2,5`: the dice that lie there, under another name.
    fn thrown(&self) -> Option<String> {
        let is_dice = self.value.is_some_and(|value| value.contains(',') && is_list_of_numbers(value));
        option(self.own, "--dice").filter(|_| is_dice && self.name != "--dice")?;
        let line = self.with("--dice").if_read()?;
        Some(format!("the dice that lie there are said by `--dice`: `{line}`"))
    }

    fn options(&self) -> Vec<String> {
        self.own
            .get_arguments()
            .chain(self.fray.get_arguments())
            .filter(|arg| !arg.is_positional())
            .flat_map(names)
            .collect()
    }

    /// The line with another option in this place, with its value where it takes one; the value of one that takes none
    /// is a word of its own.
    fn with(&self, name: &str) -> TypedCommand {
        self.with_in(self.line, name, self.own)
    }

    fn with_in(&self, line: &TypedCommand, name: &str, command: &Command) -> TypedCommand {
        let arg = option(command, name).or_else(|| option(self.fray, name));
        let is_valued = arg.is_some_and(takes_value);
        let equals = arg.is_some_and(Arg::is_require_equals_set);
        let typed = matches!(&line.parts[self.at], TypedPart::Option { is_joined: true, .. });
        let is_joined = equals || typed && name.starts_with("--");
        let name = name.to_string();
        let parts = match (is_valued, self.value) {
            (true, value) => {
                vec![TypedPart::Option {
                    name,
                    value: value.map(str::to_string),
                    is_joined: is_joined && value.is_some(),
                }]
            }
            (false, Some(value)) if !typed => {
                vec![TypedPart::Option { name, value: None, is_joined: false }, TypedPart::Word(value.to_string())]
            }
            (false, _) => vec![TypedPart::Option { name, value: None, is_joined: false }],
        };
        line.instead(self.at, parts)
    }

    /// Whether the line is read so far that this option is not what stops it.
    fn mends(&self, line: &TypedCommand) -> bool {
        line.wrong().is_none_or(|(kind, named)| kind != clap::error::ErrorKind::UnknownArgument || named != self.name)
    }

    fn did_you_mean(&self, name: &str) -> String {
        format!("did you mean `{}`?", self.with(name).shown())
    }

    /// `--n` for `-n`, `-seed` for `--seed`, `--Seed`, `--max_steps`.
    fn in_another_case(&self) -> Option<String> {
        // Of one letter the case is all there is.
        let bare = |name: &str| match name.trim_start_matches('-') {
            letter if letter.chars().count() == 1 => letter.to_string(),
            name => name.to_lowercase().replace('_', "-"),
        };
        let options = self.options();
        let other = options.iter().find(|option| bare(option) == bare(self.name))?;
        let is_short = other.starts_with("--") && !self.name.starts_with("--");
        Some(match is_short {
            true => format!("a long option has two dashes: `{}`", self.with(other).shown()),
            false => self.did_you_mean(other),
        })
    }

    fn without(&self) -> Option<String> {
        let is_off = matches!(self.name, "--without" | "--no" | "--disable" | "--off");
        if !is_off || option(self.own, "--with").is_none() {
            return None;
        }
        let value = format!("{}=off", self.value.unwrap_or("OPTION"));
        let with = TypedPart::Option { name: "--with".to_string(), value: Some(value), is_joined: false };
        let line = self.line.instead(self.at, vec![with]);
        Some(format!("an option of the rules is switched off by `--with`: `{}`", line.shown()))
    }

    /// `--card NAME`: one declaration of a pack is shown by its sort.
    fn of_a_sort(&self) -> Option<String> {
        let sort = self.name.trim_start_matches('-');
        let is_sort = Sort::ALL.into_iter().any(|one| one.words() == sort);
        let (words, name) = (self.line.words(), self.value.filter(|_| is_sort)?);
        let pack = words.first()?;
        let name = if name.contains(' ') { format!("'{name}'") } else { name.to_string() };
        Some(format!("one declaration is shown by its sort: `fray show {pack} {sort} {name}`"))
    }

    /// `--pack skirmish` where the pack stands alone.
    fn word(&self) -> Option<String> {
        let (value, bare) = (self.value?, self.name.trim_start_matches('-').to_lowercase());
        let is_called = |arg: &Arg| {
            let shown = arg.get_value_names().into_iter().flatten().map(|name| name.to_lowercase());
            let help = arg.get_help().map(|help| help.to_string().to_lowercase()).unwrap_or_default();
            let one = |word: &str| word.trim_end_matches('s') == bare.trim_end_matches('s');
            let is_of_help = || help.split(|c: char| !c.is_alphanumeric()).any(one);
            bare.len() > 2
                && (arg.get_id().as_str() == bare
                    || shown.into_iter().any(|name| name.split(' ').any(|word| word == bare))
                    || is_of_help())
        };
        self.own.get_arguments().filter(|arg| arg.is_positional()).find(|arg| is_called(arg))?;
        let line = self.line.instead(self.at, vec![TypedPart::Word(value.to_string())]);
        Some(format!("it stands without an option: `{}`", line.if_read()?))
    }

    fn meant(&self) -> Option<String> {
        let (_, meant) = MEANT.iter().find(|(said, _)| *said == self.name)?;
        let options = self.options();
        let meant = meant.iter().find(|meant| options.iter().any(|option| option == *meant))?;
        // What has no value where one must stand is something else.
        let line = self.with(meant);
        self.mends(&line).then(|| self.did_you_mean(meant))
    }

    /// `fray test skirmish --with night`: each test says which reading it is for.
    fn said_by_tests(&self) -> Option<String> {
        let (_, word) = SAID_BY_TESTS.iter().find(|(names, _)| names.contains(&self.name))?;
        if !matches!(self.own.get_name(), "test" | "mutants" | "watch") {
            return None;
        }
        let value = self.value.unwrap_or(if *word == "with" { "OPTION=READING" } else { "4,2,5" });
        let parted = if *word == "with" { value.replace('=', " = ") } else { value.replace(',', " ") };
        let line = self.line.instead(self.at, Vec::new());
        Some(format!("a test says it for itself, `{word} {parted}`, and is run without: `{}`", line.shown()))
    }

    /// `fray run duel --games 5`: `fray sim` has that.
    fn of_another_command(&self) -> Option<String> {
        let all = commands();
        let here = self.line.works_on();
        // `--n` is `-n` elsewhere too.
        let short = self.name.strip_prefix('-').filter(|name| name.len() == 2).unwrap_or(self.name);
        let name =
            if all.iter().any(|one| self.fray.find_subcommand(one).is_some_and(|one| option(one, self.name).is_some()))
            {
                self.name
            } else {
                short
            };
        let having: Vec<&String> = all
            .iter()
            .filter(|name| {
                here.iter().any(|one| WORKS_ON.iter().any(|(command, on)| command == name && on.contains(one)))
            })
            .filter(|one| self.fray.find_subcommand(one).is_some_and(|one| option(one, name).is_some()))
            .collect();
        let mut lines = having.iter().filter_map(|one| {
            let command = self.fray.find_subcommand(one)?;
            self.with_in(&self.line.as_command(one), name, command).if_read()
        });
        let line = lines.next()?;
        let command = line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        Some(format!("`{command}` has it: `{line}`"))
    }

    /// How often, where nothing is done more than once.
    fn counted(&self) -> Option<String> {
        if !COUNTS.contains(&self.name) {
            return None;
        }
        let line = self.line.instead(self.at, Vec::new());
        match (self.own.get_name(), self.line.words().as_slice()) {
            ("roll", _) => {
                let odds = line.as_command("odds").shown();
                Some(format!("dice are thrown once; how often each sum comes, exactly: `{odds}`"))
            }
            ("odds", [alone]) if !alone.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(format!("a scenario is played so often by `--sim`: `{}`", self.with("--sim").shown()))
            }
            ("odds" | "ask" | "worth", _) => Some(format!("the odds are exact, nothing is played: `{}`", line.shown())),
            _ => None,
        }
    }

    /// A file for what is for_print: the terminal puts it there.
    fn for_print(&self) -> Option<String> {
        let file = self.value.filter(|_| matches!(self.name, "-o" | "--out" | "--output" | "--file"))?;
        let line = self.line.instead(self.at, Vec::new());
        let forms = [(".html", "--html"), (".md", "--md"), (".json", "--json"), (".svg", "--svg"), (".csv", "--csv")];
        let form = forms.iter().find(|(ending, form)| file.ends_with(ending) && option(self.own, form).is_some());
        let line = form
            .filter(|(_, form)| line.at(form).is_none())
            .map_or(line.clone(), |(_, form)| line.with_option(form, None));
        Some(format!("what it prints is put into a file by the terminal: `{} > {}`", line.if_read()?, quoted(file)))
    }

    fn near(&self) -> Option<String> {
        let options = self.options();
        suggest(self.name, options.iter().map(String::as_str)).map(|near| self.did_you_mean(near))
    }

    fn idle(&self) -> Option<String> {
        let is_of = |idle: &&IdleOption| idle.of.is_empty() || idle.of.contains(&self.own.get_name());
        let why = IDLE.iter().filter(|idle| idle.names.contains(&self.name)).find(is_of)?.why;
        let whole = self.line.instead(self.at, Vec::new());
        let mut rest = Vec::new();
        rest.extend(
            self.value
                .filter(|_| !matches!(&self.line.parts[self.at], TypedPart::Option { is_joined: true, .. }))
                .map(|value| TypedPart::Word(value.to_string())),
        );
        let line = self.line.instead(self.at, rest);
        Some(format!("leave it out, {why}: `{}`", line.if_read().unwrap_or_else(|| whole.shown())))
    }

    /// How things are is said in the sentence.
    fn fact(&self) -> Option<String> {
        if !matches!(self.own.get_name(), "ask" | "odds" | "worth") {
            return None;
        }
        let bare = self.name.trim_start_matches('-').replace(['_', '-'], " ");
        let fact = format!("{bare} {}", self.value.unwrap_or("")).trim().to_string();
        let mut line = self.line.instead(self.at, Vec::new());
        let sentence = line.parts.iter_mut().rev().find_map(|part| match part {
            TypedPart::Word(word) if word.contains(' ') => Some(word),
            _ => None,
        });
        let Some(sentence) = sentence else {
            return Some(format!("how things are is said in the sentence: `'…, {fact}'`"));
        };
        *sentence = format!("{sentence}, {fact}");
        Some(format!("how things are is said in the sentence: `{}`", line.shown()))
    }
}
