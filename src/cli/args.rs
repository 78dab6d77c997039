//! What may be typed after `fray`.

pub(super) use super::games_args::{ChoiceArgs, PlayerArgs};
use super::games_args::{MergeArgs, ReportArgs, SimArgs, SweepArgs, TournamentArgs};
use crate::play::MOST_STEPS;
use clap::{Args, Parser, Subcommand};
use std::net::IpAddr;
use std::path::PathBuf;

/// An interpreter for tabletop skirmish rules. Without a command it opens the prompt.
#[derive(Parser, Debug)]
#[command(name = "fray", version, about, disable_help_subcommand = true)]
pub(super) struct Fray {
    /// A folder with `rules/` and `scripts/` of your own, laid over the packs that come with fray.
    #[arg(long, global = true, value_name = "FOLDER")]
    pub rules: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<FrayCommand>,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(super) enum FrayCommand {
    /// The prompt: rolls, sentences, odds, what-if, and a fight at a real table.
    Repl(ReplArgs),
    /// The table in a browser: the board, who may do what with which odds, the story.
    Serve(ServeArgs),
    /// Play a scenario out and tell it, blow by blow.
    Run(RunArgs),
    /// A kept game as one page that can be mailed: `fray run duel --save duel.log`, then `fray replay duel.log -o duel.html`.
    Replay(ReplayArgs),
    /// Roll dice: `fray roll '3d6+2'`.
    Roll(RollArgs),
    /// Exact odds of dice, or of a sentence in a pack: `fray odds '4d6 <= 13'`.
    Odds(OddsArgs),
    /// Reckon one check: `fray ask skirmish 'Bruce shoots Zorgo with Autopistol, range 12'`.
    Ask(AskArgs),
    /// What each modifier, option, thing or condition counts: `fray worth skirmish 'Bruce shoots Zorgo with Autopistol'`.
    Worth(WorthArgs),
    /// Play a scenario many times and count who wins.
    Sim(SimArgs),
    /// Put the games of several shards together: `fray merge shard-*.json`.
    Merge(MergeArgs),
    /// Controllers against each other, on both sides with the same dice, until it is decided who is better.
    Tournament(TournamentArgs),
    /// Set a value of the rules to one thing after another, and fight a scenario with each, with the same dice.
    Sweep(SweepArgs),
    /// Many games of a scenario, or of all of a pack, as one page: who wins, how, with what, and what is never used.
    Report(ReportArgs),
    /// Two packs, files or readings side by side: what is declared otherwise, and which sentences are answered otherwise.
    Diff(DiffArgs),
    /// Look for mistakes and findings in rules.
    Check(CheckArgs),
    /// Run the tests that rules carry.
    Test(TestArgs),
    /// Change the rules of a pack in one place at a time, and tell which changes no test notices.
    Mutants(MutantsArgs),
    /// What a mistake is, with an example and what mends it: `fray explain fray::syntax::foreign`.
    Explain(ExplainArgs),
    /// Lay rules out in the canonical way.
    Fmt(FmtArgs),
    /// Browse a pack: `fray show skirmish weapon Autopistol`.
    Show(ShowArgs),
    /// Print the cards of modifiers of a pack.
    Cards(CardsArgs),
    /// Begin a pack: `fray new my-game`, or house rules: `fray new ours --extends skirmish`.
    New(NewArgs),
    /// Check and test a pack after every change, and tell the odds that moved.
    #[command(name = "watch")]
    Again(WatchArgs),
    /// Print completions for one of the shells: `fray completions bash`.
    Completions(CompletionsArgs),
    /// Print the page of the manual: `fray man | man -l -`.
    Man(ManArgs),
    /// Serve an editor over standard input and output, by the language server protocol.
    Lsp,
}

/// `fray new`
#[derive(Args, Debug)]
pub(super) struct NewArgs {
    /// What it is called; its files are written to `rules/NAME/` and `scripts/NAME/` here.
    pub name: String,
    /// The pack on which it stands; a game of its own if none is given.
    #[arg(long, value_name = "PACK")]
    pub extends: Option<String>,
}

/// `fray watch`
#[derive(Args, Debug)]
pub(super) struct WatchArgs {
    /// A pack by name, its folder, or a file.
    #[arg(value_name = "PACK")]
    pub path: String,
    /// End after so many looks.
    #[arg(long, value_name = "LOOKS")]
    pub times: Option<u64>,
}

/// `fray completions`
#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// For which of the shells.
    #[arg(value_name = "SHELL")]
    pub whose: clap_complete::Shell,
}

/// `fray man`
#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// One command; all of fray if none is given.
    pub command: Option<String>,
}

/// `fray repl`
#[derive(Args, Debug, Default)]
pub(super) struct ReplArgs {
    /// A pack, or a scenario; only dice and numbers if none is given.
    #[arg(value_name = "PACK or SCENARIO")]
    pub game: Option<String>,
    /// Where the dice begin; by the clock if not said.
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// Tells of a fight what those who decide think, and what is only kept count of, too.
    #[arg(long)]
    pub details: bool,
}

/// `fray serve`
#[derive(Args, Debug)]
pub(super) struct ServeArgs {
    /// A scenario, a file that `save` has written at the prompt, or a game that `fray run --save` has kept.
    #[arg(value_name = "SCENARIO or SAVE")]
    pub game: Option<String>,
    /// Where on this machine it is served; 0 is any place that is free.
    #[arg(long, default_value_t = 7700)]
    pub port: u16,
    /// Lets phones in the same network join: a link for each side, for the referee and for those who watch. The address
    /// is found by itself, or said: `--lan=192.168.1.20`.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    pub lan: Option<Option<IpAddr>>,
    /// Where the dice begin; by the clock if not said.
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
}

/// `fray run`
#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// The scenario, `duel` or `skirmish/duel`; with `--from` only where the kept game does not say it.
    #[arg(required_unless_present = "from")]
    pub scenario: Option<String>,
    /// Goes on from a game that `--save` has kept, with other dice.
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["save", "dice", "with"])]
    pub from: Option<PathBuf>,
    /// As which turn began; the last that was played if it is not said.
    #[arg(long, value_name = "N", requires = "from")]
    pub turn: Option<u32>,
    /// Where the dice begin; the same seed plays the same game.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Which of the games of that seed, as `sim` and `tournament` number them.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub game: u64,
    /// The dice, in the order they are rolled: `4,2,5`.
    #[arg(long, value_name = "DICE", conflicts_with_all = ["seed", "game"])]
    pub dice: Option<String>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    #[command(flatten)]
    pub players: PlayerArgs,
    /// Steps that its scripts may take, all calls together.
    #[arg(long, default_value_t = MOST_STEPS, value_name = "N")]
    pub steps: u64,
    /// Keep the game in a file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Keep it there even if the file is something else than a kept game.
    #[arg(long, requires = "save")]
    pub force: bool,
    #[command(flatten)]
    pub told: ToldArgs,
    /// One event a line, for programs.
    #[arg(long)]
    pub json: bool,
}

/// How a fight is told.
#[derive(Args, Debug)]
pub(super) struct ToldArgs {
    /// On a page: of each turn who was harmed and by what.
    #[arg(long, conflicts_with_all = ["details", "json"])]
    pub brief: bool,
    /// What those who decide think, and what is only kept count of, too.
    #[arg(long, conflicts_with = "json")]
    pub details: bool,
    /// The board as each turn ends, with the fallen.
    #[arg(long, conflicts_with = "json")]
    pub maps: bool,
}

/// `fray replay`
#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// A game that `fray run --save` has kept, or a fight that `save` has written at a table.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Where the page is written; `FILE.svg` is a picture of the board alone.
    #[arg(short, long, value_name = "FILE.html", conflicts_with = "check")]
    pub out: Option<PathBuf>,
    /// Which moment the picture is of; the beginning if it is not said.
    #[arg(long, value_name = "N", requires = "out")]
    pub at: Option<usize>,
    /// Only play it again, and say whether every number holds.
    #[arg(long)]
    pub check: bool,
    /// The scenario it is of, if it is of a file: `house.fray/duel`.
    #[arg(long, value_name = "SCENARIO")]
    pub of: Option<String>,
    /// How often it is played on from each turn, and from the decisions that changed most, to tell who was likely to win; 0
    /// tells nothing of it.
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub games: u64,
    /// How often the fight is played on from each other order that was allowed, to tell what was a choice; 0 tells
    /// nothing of it. It takes some minutes for a long fight.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub choices: u64,
    /// All that happened, one event a line, for programs.
    #[arg(long, conflicts_with_all = ["out", "check", "choices"])]
    pub json: bool,
    /// Write the page even over something else.
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// `fray roll`
#[derive(Args, Debug)]
pub(super) struct RollArgs {
    /// Dice, with arithmetic.
    pub expr: String,
    /// Where the dice begin; by the clock if not said.
    #[arg(long)]
    pub seed: Option<u64>,
    /// The dice, as thrown on the table.
    #[arg(long, value_name = "DICE", conflicts_with = "seed")]
    pub dice: Option<String>,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray odds`
#[derive(Args, Debug)]
pub(super) struct OddsArgs {
    /// Dice with arithmetic; a sentence behind the name of a pack or scenario; or a scenario alone: how it ends.
    #[arg(required = true, num_args = 1..=2, value_name = "[PACK or SCENARIO] WHAT")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// Sums from above and below instead of single values.
    #[arg(long)]
    pub cumulative: bool,
    /// Everything the action does, script and all: damage, conditions, things. A scenario in place of the pack gives
    /// the board.
    #[arg(long)]
    pub whole: bool,
    /// Of a scenario: only the exact answer, by solving the chain of its states.
    #[arg(long, conflicts_with = "whole")]
    pub exact: bool,
    /// Of a scenario: also (with `--exact`) or only play it so many times.
    #[arg(long, value_name = "GAMES", num_args = 0..=1, default_missing_value = "10000", conflicts_with = "whole")]
    pub sim: Option<u64>,
    /// Of a scenario: steps that its scripts may take, on all ways together.
    #[arg(long, default_value_t = MOST_STEPS, value_name = "N")]
    pub steps: u64,
    /// How many ways the dice can fall are followed with `--whole` before it is sampled instead.
    #[arg(long, value_name = "WAYS", requires = "whole")]
    pub budget: Option<u64>,
    /// With `--whole`: how likely that is afterwards, any expression: `count(Ann.ready) = 0`, `times(shot, success)`.
    #[arg(long, value_name = "EXPRESSION", requires = "whole")]
    pub that: Vec<String>,
    /// With `--whole`: bookkeeping too, which has no title.
    #[arg(long, requires = "whole")]
    pub all: bool,
    /// For programs.
    #[arg(long)]
    pub json: bool,
    /// A table for spreadsheets.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// A plot: `fray odds 3d6 --svg > plot.svg`.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub svg: bool,
}

/// `fray ask`
#[derive(Args, Debug)]
pub(super) struct AskArgs {
    /// The pack, or a scenario for its board.
    #[arg(value_name = "PACK or SCENARIO")]
    pub place: String,
    /// The sentence.
    pub sentence: String,
    /// The dice thrown: the outcome is told too.
    #[arg(long, value_name = "DICE")]
    pub dice: Option<String>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// Also what does not apply, and why.
    #[arg(long)]
    pub all: bool,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray worth`
#[derive(Args, Debug)]
pub(super) struct WorthArgs {
    /// The pack, or a scenario for its board.
    #[arg(value_name = "PACK or SCENARIO")]
    pub place: String,
    /// The sentence.
    pub sentence: String,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// What they count for the whole action, script and all, instead of for its check.
    #[arg(long)]
    pub whole: bool,
    /// Of a whole action: which change, as `fray odds … --whole` names it.
    #[arg(long, value_name = "\"NAME: TITLE\"")]
    pub of: Option<String>,
    /// All that is not said and would change it, not only the greatest few.
    #[arg(long)]
    pub all: bool,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray check`
#[derive(Args, Debug)]
pub(super) struct CheckArgs {
    /// Packs by name, folders of packs, or files; everything if none is given.
    pub paths: Vec<String>,
    /// Mend what is certain in the files, and show what is a guess.
    #[arg(long, conflicts_with = "json")]
    pub fix: bool,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray explain`
#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// The code that stands above a mistake; all are listed if none is given.
    pub code: Option<String>,
}

/// `fray test`
#[derive(Args, Debug)]
pub(super) struct TestArgs {
    /// Packs by name, folders of packs, or files; everything if none is given.
    pub paths: Vec<String>,
    /// Only tests whose title, or the name of whose file, contains this.
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// List the rows of the inventory that no passing test covers.
    #[arg(long)]
    pub coverage: bool,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray mutants`
#[derive(Args, Debug)]
pub(super) struct MutantsArgs {
    /// A pack by name, its folder, or a file.
    pub path: String,
    /// Only a test that covers the row that the changed rule cites counts; rules that cite none are put to all tests.
    #[arg(long)]
    pub covers: bool,
    /// Only changes of declarations, and of files, whose name contains this: `--only 'card distance'`.
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// So many changes at most, each as likely to be among them as any other.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Which changes are among those: another number, others.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// For programs: a line for every change, then one for all of them.
    #[arg(long)]
    pub json: bool,
}

/// `fray diff`
#[derive(Args, Debug)]
pub(super) struct DiffArgs {
    /// A pack, its folder, or a file; `PACK@COMMIT` is the pack as it was committed.
    pub before: String,
    /// Another; the same under the options of `--with` if none is given.
    #[arg(required_unless_present = "with")]
    pub after: Option<String>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// A scenario of both, or `all`, fought with the same dice under each until it is decided who does better.
    #[arg(long = "fight", value_name = "SCENARIO")]
    pub fights: Vec<String>,
    /// How many pairs of games at most.
    #[arg(short = 'n', default_value_t = 2_000)]
    pub pairs: u64,
    /// How many points of the share of victories are asked for.
    #[arg(long, default_value_t = 5)]
    pub points: u8,
    /// Where the dice of the fights begin.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Everything that differs, not only what moves most.
    #[arg(long)]
    pub all: bool,
    /// As Markdown.
    #[arg(long)]
    pub md: bool,
    /// For programs.
    #[arg(long, conflicts_with = "md")]
    pub json: bool,
}

/// `fray fmt`
#[derive(Args, Debug)]
pub(super) struct FmtArgs {
    /// Files or folders.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Change nothing; say which files would change.
    #[arg(long)]
    pub check: bool,
}

/// `fray show`
#[derive(Args, Debug)]
pub(super) struct ShowArgs {
    /// The pack; all packs are listed if none is given.
    pub pack: Option<String>,
    /// What sort of declaration: `weapons`, `card`, `option`.
    pub kind: Option<String>,
    pub name: Option<String>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray cards`
#[derive(Args, Debug)]
pub(super) struct CardsArgs {
    /// The pack.
    pub pack: String,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// As Markdown.
    #[arg(long)]
    pub md: bool,
    /// As a page to be printed: `fray cards skirmish --html > screen.html`.
    #[arg(long, conflicts_with = "md")]
    pub html: bool,
    /// For programs.
    #[arg(long, conflicts_with_all = ["md", "html"])]
    pub json: bool,
}
