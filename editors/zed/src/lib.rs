//! Starts `fray lsp` for Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Fray;

impl zed::Extension for Fray {
    fn new() -> Fray {
        Fray
    }

    fn language_server_command(&mut self, _: &LanguageServerId, tree: &Worktree) -> Result<Command> {
        let command = tree.which("fray").ok_or("`fray` is not on the path")?;
        Ok(Command { command, args: vec!["lsp".to_string()], env: tree.shell_env() })
    }
}

zed::register_extension!(Fray);
