//! The commands of the prompt: one table, from which help and completion are made.

use crate::diag::suggest;
use std::fmt::Write;

/// A command.
pub(super) struct HelpEntry {
    /// Its words; none for what has no command word.
    pub word: &'static str,
    /// What is typed.
    pub usage: &'static str,
    /// What it does.
    pub what: &'static str,
}

const fn row(word: &'static str, usage: &'static str, what: &'static str) -> HelpEntry {
    HelpEntry { word, usage, what }
}

/// The words that commands begin with.
pub fn command_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty())
}

/// All commands, in the order in which they are explained.
pub(super) const COMMANDS: &[HelpEntry] = &[
    row("", "3d6+2     6 x 3d6", "roll dice"),
    row("", "FIGURE.NAME     any expression", "compute it"),
    row("", "WHAT 12 on 4d6", "roll 12 or less (`12 or more on 4d6`)"),
    row("", "a sentence", "reckon the check, and roll it"),
    row(
        "same",
        "same, CLAUSES     odds same, CLAUSES",
        "the last sentence with something else in it; before any, the first that asks for it",
    ),
    row("rolled", "rolled 11 [, SENTENCE]", "the last sentence with the dice of the table, or this one"),
    row(
        "what if",
        "what if CLAUSES",
        "old and new odds side by side, also of what is told (`what if give RIFLE to ANN`)",
    ),
    row("odds", "odds [SENTENCE or EXPRESSION]", "exact odds; of the last sentence if nothing is said"),
    row("odds sums", "odds sums [SENTENCE or EXPRESSION]", "the same added up: at most and at least each number"),
    row(
        "odds whole",
        "odds whole [SENTENCE] [that EXPRESSION …]",
        "everything an action can lead to; how likely that is",
    ),
    row("why", "why [LABEL or AMOUNT or all]", "each modifier with its section, and why others do not count"),
    row("whether", "whether NAME is WORD", "yes or no, and how he fares; also `whether EXPRESSION`"),
    row("best", "best [SENTENCE]", "what the actor carries and how it may be done, ranked by exact odds"),
    row(
        "compare",
        "compare SENTENCE or SENTENCE",
        "the odds of each, the likeliest first, and by how much; also two things, `compare sides`, and numbers",
    ),
    row("worth", "worth [SENTENCE]", "what each modifier, option, thing and condition counts, ranked"),
    row("worth all", "worth all [SENTENCE]", "the same with all that is not said and would change it"),
    row("worth whole", "worth whole [SENTENCE]", "the same for all that the action does"),
    row("show", "show [FIGURE or SORT [NAME]]", "the fight, a sheet, a page of the rules"),
    row("cards", "cards [NAME]", "the cards of modifiers"),
    row("table", "table NAME", "a table of the rules"),
    row("look up", "look up WORDS", "what the rules' text says of that, with its sections"),
    row("new", "new NAME from SHEET [on SIDE]: NAME VALUE, …", "a figure joins the fight"),
    row(
        "put",
        "put FIGURE at X,Y     put A beside B",
        "a figure stands somewhere else; `put A at B's cell`, `at B's back`",
    ),
    row("for", "for N turns FIGURE is CONDITION", "how somebody is for so long"),
    row("interchange", "interchange A with B", "each stands where the other stood"),
    row(
        "remove",
        "remove FIGURE     remove THING of FIGURE",
        "a figure is out of the fight, a thing is gone; `undo` brings it back",
    ),
    row("drop", "drop THING of FIGURE", "a thing lies where somebody stands"),
    row("give", "give THING [of A] to B", "somebody gets a thing, a new one or that of another"),
    row("set", "set FIELD of FIGURE to 3", "a number of what somebody has at hand; `to +2`, `to yes`"),
    row("face", "face FIGURE to north     face A to B", "a figure is turned"),
    row("relate", "relate A RELATION B", "somebody is so to another, as the rules have it: holds him, aims at him"),
    row("release", "release A RELATION B", "no longer"),
    row("rename", "rename FIGURE to NAME", "a figure goes by another name"),
    row("", "FIGURE TRACK 3     FIGURE is WORD", "sets a track (+3 adds), a state, a condition"),
    row("do", "do SENTENCE", "performs an action by its script"),
    row("next", "next", "what comes next in the turn; passes for the figure that is asked"),
    row("play", "play SIDE or FIGURE", "you give its orders from now on"),
    row("orders", "orders [FIGURE]", "what the figure that is asked may do, or another one, with odds"),
    row("turn", "turn", "where the fight is in its turn, and who acts when"),
    row("undo", "undo [N]", "takes the last change back, or so many; as often as you like"),
    row("redo", "redo", "does again what was taken back"),
    row(
        "overrule",
        "overrule dice 4 5 1     overrule failure",
        "what dice showed or a check came to is otherwise, and all since is played again; `, throw N` names which",
    ),
    row("allow", "allow [ORDER]", "the order is done though the rules refuse it; the last refused one"),
    row("dice", "dice mine     dice yours", "every roll becomes a question; or fray rolls again"),
    row("dice", "dice mine for SIDE", "only the rolls of one side are asked, fray rolls all else"),
    row("seed", "seed N", "where the dice begin"),
    row("options", "options", "the rulings of this pack"),
    row("with", "with OPTION[=READING]", "switches a ruling"),
    row("rules", "rules", "the declarations typed here"),
    row("keep", "keep FILE", "writes the declarations typed here as a pack"),
    row("reload", "reload", "reads the rules again and keeps the fight"),
    row("open", "open PACK or SCENARIO", "other rules"),
    row("save", "save FILE", "keeps this session"),
    row("load", "load FILE", "goes on with it"),
    row("transcript", "transcript FILE", "keeps the dialog in a file"),
    row("=", "= LUAU", "runs Luau in the sandbox"),
    row("help", "help [WORD]", "this, or what is about a word"),
    row("quit", "quit", "ends the session"),
];

/// The page of `help`, or of it what is about a word.
pub(super) fn page(word: &str) -> String {
    let about = |row: &&HelpEntry| row.word.split(' ').any(|one| one == word) || row.what.contains(word);
    let found: Vec<&HelpEntry> = COMMANDS.iter().filter(|row| word.is_empty() || about(row)).collect();
    if found.is_empty() {
        let near = suggest(word, COMMANDS.iter().map(|row| row.word).filter(|one| !one.is_empty()));
        let near = near.map_or(String::new(), |near| format!("; what is about `{near}` `help` tells"));
        return format!("nothing is about `{word}`{near}; `help` alone lists everything\n");
    }
    let rows = found;
    let column = rows.iter().map(|row| row.usage.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in &rows {
        let _ = writeln!(text, "  {:<column$}  {}", row.usage, row.what);
    }
    if rows.len() < COMMANDS.len() {
        return text;
    }
    text += "Tab completes names, Ctrl-C stops a long computation, what is typed is kept for the next session.\n";
    text += "`save! FILE`, `keep! FILE` and `transcript! FILE` replace a file that was not written here.\n";
    text += "`load! FILE` goes on with a fight that was saved under other rules, with what these know of it.\n";
    text + "Whatever can stand in a file of rules can be typed too, and holds for this session.\n"
}
