//! What is wrong with a pack, and which of its files could not be read.

use super::pack_target::PackTarget;
use crate::dice::Cancel;
use crate::ide::{self, Found};

/// What is wrong and what looks wrong in one pack, or what was found of it when somebody did not want to wait any longer.
pub(super) fn examine(target: &PackTarget, cancel: &Cancel) -> Found {
    let mut found = ide::examine(&target.files, &target.pack, &|| cancel.is_asked());
    found.errors.extend(target.unread());
    found
}
