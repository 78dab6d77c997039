//! Rows of games written as a file of Parquet.

use super::error::{CliError, shown};
use super::screen::Screen;
use super::write::{can_stand, write_whole};
use crate::diag::Diagnostics;
use crate::repl::Replaced;
use crate::sim::{KeptHead, PlayedGames, RowForm, WRITES_PARQUET, parquet};
use std::path::Path;

/// How every file of Parquet begins: only such a file is replaced.
const MAGIC: &str = "PAR1";

/// Looks whether it can be written at all, before anything is played.
pub(super) fn can_be_written(path: &Path) -> Result<(), CliError> {
    if !WRITES_PARQUET {
        let message = "this fray was built without Parquet".to_string();
        let help = "build it with `cargo install --path . --features parquet`; or take `--rows game --csv`, which data \
                    frames read too";
        return Err(CliError::Usage { message, help: help.to_string() });
    }
    can_stand(path)
}

/// Writes the rows of games.
pub(super) fn write(
    path: &Path,
    head: &KeptHead,
    played: &PlayedGames,
    screen: &mut Screen,
) -> Result<(), Diagnostics> {
    let Some((sort, RowForm::Json)) = head.noted.rows else {
        let message = "these games were kept without rows that can be put into Parquet".to_string();
        let help = "play them with `--rows game` (or side, figure, order, effect), without `--csv`".to_string();
        return Err(CliError::Usage { message, help }.alone());
    };
    let bytes = parquet(sort, &played.rows).map_err(|why| {
        let help = "report it; `--rows game --csv` writes the same rows as a table".to_string();
        CliError::Usage { message: format!("the rows cannot be written: {why}"), help }.alone()
    })?;
    write_whole(path, &bytes, Replaced::Beginning(MAGIC), "name another file; what was written there is no Parquet")
        .map_err(CliError::alone)?;
    screen.line(&format!("{} holds {} rows of {} games", shown(path), played.rows.lines().count(), played.tally.games));
    Ok(())
}
