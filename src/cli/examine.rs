//! What is wrong with a pack, and which of its files could not be read.

use super::error::CliError;
use super::pack_target::PackTarget;
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::Cancel;
use crate::ide::{self, Found};
use crate::text::Files;

/// What is wrong and what looks wrong in one pack, or what was found of it when somebody did not want to wait any longer.
pub(super) fn examine(target: &PackTarget, cancel: &Cancel) -> Found {
    let mut found = ide::examine(&target.files, &target.pack, &|| cancel.is_asked());
    found.errors.extend(unread(target));
    found
}

/// The files of a pack that were not read: what they say does not hold, and nobody would notice.
pub(super) fn unread(target: &PackTarget) -> Diagnostics {
    let folders = [format!("rules/{}", target.pack), format!("scripts/{}", target.pack)];
    let error = |(path, why): (String, String)| -> Diagnostic {
        let help = "make it a text file of the pack, or take it away".to_string();
        Box::new(CliError::Unreadable { path, why, help })
    };
    folders.iter().flat_map(|folder| target.files.unread(folder)).map(error).collect()
}
