//! The text of a script.

use std::sync::Arc;

/// One script's text.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// `shoot` for `scripts/<pack>/shoot.luau`.
    pub name: Arc<str>,
    /// The path, as authors know it.
    pub path: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}
