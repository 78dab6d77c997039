//! What may be typed behind the commands that play many games, and how a game is chosen.

use clap::Args;
use std::path::PathBuf;

/// How a game is chosen.
#[derive(Args, Debug, Clone, Default)]
pub(super) struct ChoiceArgs {
    /// An option to switch: `--with NAME`, `--with NAME=READING`.
    #[arg(long = "with", value_name = "OPTION[=READING]")]
    pub with: Vec<String>,
}

/// On which dice many games are played, and by how many threads.
#[derive(Args, Debug, Clone)]
pub(super) struct DiceArgs {
    /// Where the dice begin.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads; all cores if not said. The answer is the same.
    #[arg(long)]
    pub jobs: Option<usize>,
}

/// Who plays.
#[derive(Args, Debug, Clone, Default)]
pub(super) struct PlayerArgs {
    /// Who decides for a side instead of whom the scenario names: `--plays red=archer`.
    #[arg(long, value_name = "SIDE=CONTROLLER")]
    pub plays: Vec<String>,
}

/// `fray sim`
#[derive(Args, Debug)]
pub(super) struct SimArgs {
    /// The scenario.
    pub scenario: String,
    /// How many games.
    #[arg(short = 'n', long = "games", default_value_t = 1000)]
    pub games: u64,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    #[command(flatten)]
    pub players: PlayerArgs,
    /// Also what each side used, and what it did to others.
    #[arg(long)]
    pub used: bool,
    /// Also how often each side wins, corrected for luck by the exact chance of every roll.
    #[arg(long)]
    pub luck: bool,
    /// Rows instead of the answer, one a line as JSON: of each game, side, figure, order, or effect of an order.
    #[arg(long, value_name = "SORT", value_parser = ["game", "side", "figure", "order", "effect"], conflicts_with = "json")]
    pub rows: Option<String>,
    /// The rows as a table; of games if no sort is said.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// The rows as a file of Parquet; of games if no sort is said. Only where fray was built with `--features parquet`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv", "shard"])]
    pub parquet: Option<PathBuf>,
    /// Only these of the games, for `fray merge`: `--shard 3/16`.
    #[arg(long, value_name = "N/OF")]
    pub shard: Option<String>,
    /// Keep the games in a file while they are played.
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// Go on with the games that the file holds.
    #[arg(long, requires = "keep")]
    pub resume: bool,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray merge`
#[derive(Args, Debug)]
pub(super) struct MergeArgs {
    /// What `fray sim --shard` has printed or kept.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The rows that they hold (`fray sim … --shard 3/16 --rows game`) as a file of Parquet. Only where fray was built with
    /// `--features parquet`.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub parquet: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray tournament`
#[derive(Args, Debug)]
pub(super) struct TournamentArgs {
    /// The scenarios in which it is fought.
    #[arg(required = true, value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Who takes part: controllers by name, `own` (whom the scenario names), `search` (who searches; `search:200` with
    /// so many fights for a decision). One alone plays against `own`.
    #[arg(long, required = true, value_delimiter = ',', value_name = "CONTROLLER")]
    pub of: Vec<String>,
    /// How many pairs of games at most for each two who meet.
    #[arg(short = 'n', default_value_t = 2_000)]
    pub pairs: u64,
    /// How many points above one half of all victories are asked for.
    #[arg(long, default_value_t = 5)]
    pub points: u8,
    #[command(flatten)]
    pub dice: DiceArgs,
    /// Of the games that the first has lost, for so many the command that tells them.
    #[arg(long, default_value_t = 3)]
    pub lost: usize,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray sweep`
#[derive(Args, Debug)]
pub(super) struct SweepArgs {
    /// The scenario.
    pub scenario: String,
    /// The value by its name, and what it is set to: `KIND NAME.FIELD 2d6..4d6`, `figure NAME.FIELD 8..12`,
    /// `setting NAME 1, 2, 4`, `value NAME 1..3`, `card NAME."LABEL" -3..0`, `option NAME on, off`, `side NAME.SHEET 1..6`.
    #[arg(value_name = "NAME VALUES")]
    pub value: String,
    /// How many games with each.
    #[arg(short = 'n', long = "games", default_value_t = 2000)]
    pub games: u64,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    #[command(flatten)]
    pub players: PlayerArgs,
    /// Keep what was played in a file; what is there by the same rules and seed is not played again.
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `fray report`
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// A scenario, or a pack for all of its own.
    #[arg(value_name = "PACK or SCENARIO")]
    pub place: String,
    /// Where the page is written.
    #[arg(short, long, value_name = "FILE.html")]
    pub out: PathBuf,
    /// How many games of each scenario.
    #[arg(short = 'n', long = "games", default_value_t = 1000)]
    pub games: u64,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// Write the page even over something else.
    #[arg(long)]
    pub force: bool,
}
