//! How a command ends.

use crate::diag::Diagnostics;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It is done.
    Done,
    /// It is done, and the answer is no: a failed test, a finding.
    No,
    /// What it was given is wrong; what is wrong has been told.
    Wrong,
}

/// What a command returns: how it ended, or what is wrong with what it was given.
pub(super) type CommandResult = Result<Ended, Diagnostics>;
