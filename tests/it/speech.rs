//! What people say at a table, and what is heard. A file of `tests/golden/speech/` opens a scenario and holds one line
//! after the other, as somebody typed them who had never seen the grammar; the snapshot beside it says what the prompt
//! makes of each: nothing where it is read as it stands, else the line that is meant, or why it is none.

use fray::cli::{Builtin, Packs};
use fray::odds::kit;
use fray::play::Rules;
use fray::query::{Directory, ParsedQuery, understand};
use fray::rulebook::{Choices, load};
use fray::speech::{
    Lexicon, Listener, OmittedWords, PartialLine, SpeechError, Understanding, core_of, first_named, hear,
};
use fray::state::{State, of_scenario};
use fray::text::Files;
use fray::value::ScenarioId;
use std::sync::Arc;

const FOLDER: &str = "tests/golden/speech";

pub struct SpeechTable {
    pub rules: Arc<Rules>,
    pub state: State,
    pub lexicon: Lexicon,
}

impl SpeechTable {
    /// Somebody at this table to whom nothing was said before.
    pub fn listener<'a>(&'a self, cast: &'a Directory, commands: &'a [&'a str]) -> Listener<'a> {
        Listener {
            rules: &self.rules,
            state: &self.state,
            cast,
            lexicon: &self.lexicon,
            last: None,
            told: None,
            has_changed: false,
            typed: None,
            named: None,
            beside: None,
            acting: None,
            is_supposed: false,
            commands,
            names: Default::default(),
        }
    }
}

/// The board of a scenario of a pack that comes with fray.
pub fn table(pack: &str, name: &str) -> SpeechTable {
    let packs = Packs::new(Builtin);
    assert!(packs.folders("rules").iter().any(|known| known == pack), "no pack {pack}");
    let book = load(&packs, pack, &Choices::none()).0.expect("rules that load");
    let at = book.scenarios.iter().position(|one| *one.head.name == *name).expect("the scenario of the case");
    let choices = book.choices_of(ScenarioId(at as u16));
    let book = load(&packs, pack, &choices).0.expect("rules that load");
    let kit = kit(book.clone());
    let rules = kit.rules_of(ScenarioId(at as u16));
    let state = of_scenario(&rules, &book.scenarios[at]).expect("a board");
    SpeechTable { rules, state, lexicon: Lexicon::of(&book) }
}

/// What is left of a line that is not understood as a whole.
fn core(listener: &Listener<'_>, line: &str, error: &SpeechError) -> Option<PartialLine> {
    error.may_be_partial().then(|| core_of(listener, line)).flatten()
}

/// The sentences that a help offers.
fn offered(help: &str) -> Vec<&str> {
    let Some((_, rest)) = help.split_once("for example ") else { return Vec::new() };
    rest.split('`').skip(1).step_by(2).collect()
}

/// Whether a line is one that the prompt takes.
fn is_taken(listener: &Listener<'_>, line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    listener.commands.contains(&first)
        || understand(&listener.rules.book, listener.cast, line).is_ok()
        || hear(listener, line).is_ok()
        || tells_of_a_track(listener, line)
}

/// Whether a line says what a track of somebody is, or by how much it changes, `Ann wounds +1`: the prompt takes that as
/// it stands.
fn tells_of_a_track(listener: &Listener<'_>, line: &str) -> bool {
    let is_track = |word: &str| listener.rules.book.tracks.iter().any(|track| *track.head.name == *word);
    let is_change = |word: &str| word.trim_start_matches(['+', '-']).parse::<u32>().is_ok();
    let mut behind =
        listener.cast.names.iter().filter_map(|(name, _)| line.strip_prefix(name.as_str())?.strip_prefix(' '));
    behind
        .any(|rest| rest.split(' ').next().is_some_and(is_track) && rest.split(' ').next_back().is_some_and(is_change))
}

/// What is heard in each line, and what is offered instead of one and is not taken.
fn heard(pack: &str, text: &str) -> (String, Vec<String>) {
    let (head, lines) = text.split_once('\n').expect("a line that opens a scenario");
    let table = table(pack, head.strip_prefix("#! open ").expect("`#! open SCENARIO`"));
    let cast = Directory::in_fight(&table.rules, &table.state);
    let commands: Vec<&str> = fray::repl::command_words().collect();
    let (mut out, mut last): (String, Option<ParsedQuery>) = (String::new(), None);
    let (mut named, mut beside, mut refused) = (None, None, Vec::new());
    for line in lines.lines() {
        let strict = understand(&table.rules.book, &cast, line);
        let meant = match strict {
            Ok(_) => line.to_string(),
            Err(_) => {
                let listener = Listener {
                    rules: &table.rules,
                    state: &table.state,
                    cast: &cast,
                    lexicon: &table.lexicon,
                    last: last.as_ref(),
                    told: None,
                    has_changed: false,
                    typed: None,
                    named,
                    beside,
                    acting: None,
                    is_supposed: false,
                    commands: &commands,
                    names: Default::default(),
                };
                let heard = hear(&listener, line).map(|heard| heard.meant);
                match heard {
                    Ok(Understanding::Line(text)) => text,
                    Ok(Understanding::Sequence(texts)) => texts.join("; then "),
                    Ok(Understanding::Several(texts)) => format!("? {}", texts.join(" | ")),
                    Err(error) if core(&listener, line, &error).is_some() => {
                        let core = core(&listener, line, &error).expect("what was just found");
                        let told: Vec<String> = core.left_out.iter().map(OmittedWords::told).collect();
                        format!("~ {}   ({})", core.lines.join("; then "), told.join("; "))
                    }
                    Err(error) => {
                        let help = miette::Diagnostic::help(&error).map_or_else(String::new, |help| help.to_string());
                        let all = offered(&help).into_iter().filter(|offered| !is_taken(&listener, offered));
                        refused.extend(all.map(|offered| format!("{pack}: {line} -> `{offered}`")));
                        format!("! {error}: {help}")
                    }
                }
            }
        };
        out += &if meant == line { format!("{line}\n") } else { format!("{line}\n    {meant}\n") };
        if meant.starts_with('!') {
            (named, beside) = (None, None);
        } else if let Some((first, second)) = first_named(&cast, &meant) {
            (named, beside) = (Some(first), second);
        }
        last = understand(&table.rules.book, &cast, meant.strip_prefix("odds ").unwrap_or(&meant)).ok().or(last);
    }
    (out, refused)
}

#[test]
fn what_is_said_is_heard() {
    let entries = std::fs::read_dir(FOLDER).expect("the folder of what is said");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    assert!(!paths.is_empty(), "nothing is said under {FOLDER}");
    let mut refused = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let name = path.file_stem().expect("a name").to_string_lossy().to_string();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder").canonicalize().expect("it exists"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let (all, offered) = heard(&name, &text);
        refused.extend(offered);
        settings.bind(|| insta::assert_snapshot!(name.clone(), all));
    }
    assert!(refused.is_empty(), "offered and not taken:\n{}", refused.join("\n"));
}

/// Scenery and talk, as it stands behind a sentence or within it, in words that no rulebook knows.
const SCENERY: [&str; 5] = [
    " in the musty vestibule",
    ", because the plumber was yodeling",
    ", who is a trifle grumpy",
    " with a sardonic smirk",
    ", so the daffodils are trampled",
];

/// What turns a sentence into another: none of it is ever left out.
const BARRED: [&str; 4] = [
    " unless the daffodils wither",
    ", but not in the vestibule",
    " if the plumber yodels",
    " until the daffodils wither",
];

#[test]
fn scenery_is_left_out_and_what_conditions_is_not() {
    let mut wrong = Vec::new();
    for (pack, scenario, line) in [
        ("skirmish", "duel", "Bruce shoots Zorgo"),
        ("skirmish", "duel", "Bruce fires at Zorgo from 8 hexes"),
        ("laser-d20", "firefight", "Pike shoots Vane"),
        ("action-d10", "ambush_alley", "Hollis shoots Doc"),
        ("ww", "tavern_brawl", "Kit punches Grim"),
    ] {
        let table = table(pack, scenario);
        let cast = Directory::in_fight(&table.rules, &table.state);
        let commands: Vec<&str> = fray::repl::command_words().collect();
        let listener = table.listener(&cast, &commands);
        for scenery in SCENERY {
            let core = core_of(&listener, &format!("{line}{scenery}"));
            if core.as_ref().is_none_or(|core| core.line != line || core.left_out.len() != 1) {
                wrong.push(format!("{pack}: {line}{scenery} -> {core:?}"));
            }
        }
        for barred in BARRED {
            if let Some(core) = core_of(&listener, &format!("{line}{barred}")) {
                wrong.push(format!("{pack}: {line}{barred} -> {core:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// What is said behind a sentence and names something: what else is done, to whom, with what, where, how often.
const TAILS: [&str; 10] = [
    ", then yodels",
    " and reloads",
    ", then draws a knife and waits",
    " with a spatula",
    " at the plumber's spatula",
    " in the daffodils",
    ", 17 daffodils away",
    " for the plumber",
    ", not the plumber",
    " while the plumber yodels at 17",
];

#[test]
fn nothing_that_is_said_is_lost_without_a_word() {
    let mut wrong = Vec::new();
    for (pack, scenario, line) in [
        ("skirmish", "duel", "Bruce shoots Zorgo"),
        ("laser-d20", "firefight", "Pike fires at Vane"),
        ("action-d10", "ambush_alley", "Hollis fires at Doc"),
        ("maneuver-3d6", "shields", "Bero swings at Rolf"),
        ("throw-2d6", "airlock", "Ada opens fire on Ox"),
        ("ww", "tavern_brawl", "Kit punches Grim"),
    ] {
        let table = table(pack, scenario);
        let cast = Directory::in_fight(&table.rules, &table.state);
        let commands: Vec<&str> = fray::repl::command_words().collect();
        let listener = table.listener(&cast, &commands);
        let bare = match understand(&table.rules.book, &cast, line) {
            Ok(_) => Understanding::Line(line.to_string()),
            Err(_) => hear(&listener, line).expect("a sentence").meant,
        };
        for tail in TAILS {
            let said = format!("{line}{tail}");
            match hear(&listener, &said) {
                Ok(heard) if heard.meant == bare && heard.asides.is_empty() => wrong.push(format!("{pack}: {said}")),
                Err(error) if error.may_be_partial() => {
                    let core = core_of(&listener, &said);
                    wrong.extend(
                        core.filter(|core| core.left_out.is_empty() && core.lines.len() == 1)
                            .map(|_| format!("{pack}: {said} ~")),
                    );
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Phrases that lead from one way to hear a line to another.
const LEADING: [&str; 22] = [
    "do",
    "odds",
    "same",
    "what if",
    "what if do",
    "never mind",
    "scratch that",
    "no",
    "no wait",
    "wait",
    "tell me",
    "let's say",
    "if Bruce shoots",
    "if Bruce shoots, what does Zorgo need",
    "Bruce aims, aims",
    "Bruce aims",
    "can",
    "and Zorgo",
    "Bruce, Zorgo",
    "with 2 left",
    "shoot Zorgo with Bruce",
    "compare Bruce or Zorgo",
];

#[test]
fn lines_that_lead_to_one_another_end() {
    let table = table("skirmish", "duel");
    let cast = Directory::in_fight(&table.rules, &table.state);
    let commands: Vec<&str> = fray::repl::command_words().collect();
    let typed = "Bruce shoots Zorgo";
    let last = understand(&table.rules.book, &cast, typed).ok();
    for leading in LEADING {
        let line = [leading].repeat(5).join(", ") + ", " + typed;
        let plain = table.listener(&cast, &commands);
        let behind =
            Listener { last: last.as_ref(), typed: Some(typed), has_changed: true, ..table.listener(&cast, &commands) };
        for listener in [plain, behind] {
            // That it comes back is what counts; what it takes for a part of the line is less than the line.
            let is_partial = hear(&listener, &line).is_err_and(|error| error.may_be_partial());
            let core = core_of(&listener, &line).filter(|_| is_partial);
            assert!(core.is_none_or(|core| core.line.len() < line.len()), "{line}");
        }
    }
}
