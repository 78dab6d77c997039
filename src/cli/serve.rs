//! `fray serve`: the table in a browser, on this machine.

use super::args::ServeArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::packs::Packs;
use super::screen::Screen;
use super::{file_arguments, repl};
use crate::diag::Diagnostics;
use crate::repl::Session;
use crate::rulebook::LOWEST_PACK;
use crate::serve;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

/// How the file of a session begins.
const KEPT_SESSION: &str = "{\"schema\":\"fray.session/";

/// Opens the table, and serves it until the program is ended.
pub(super) fn serve(args: &ServeArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let session = session(args, packs)?;
    let unserved = |error: std::io::Error| {
        let help = "choose another with `--port`, or `--port 0` for any that is free".to_string();
        CliError::Unserved { port: args.port, why: error.to_string(), help }.alone()
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(unserved)?;
    let ready = |address: &str| {
        screen.line(&format!("The table is open on this machine: {address}"));
        screen.line("Ctrl-C closes it; the fight is kept, and `load` goes on with it.");
        screen.flush();
    };
    serve::serve(session, listener, ready).map_err(unserved)?;
    Ok(Ended::Done)
}

/// The session that is played: of a pack or scenario, or one that was saved.
fn session(args: &ServeArgs, packs: &Packs) -> Result<Session, Diagnostics> {
    let game = args.game.as_deref();
    let saved = game.filter(|name| is_saved(name));
    let opened = if saved.is_some() { LOWEST_PACK } else { game.unwrap_or(LOWEST_PACK) };
    let mut session = repl::session(opened, args.seed, packs, serve::WIDTH)?;
    let load = saved.map(|file| format!("load {file}"));
    for line in load.into_iter().chain(args.choices.with.iter().map(|with| format!("with {with}"))) {
        let answer = session.enter(&line);
        if !answer.is_good() {
            return Err(answer.diagnostics);
        }
    }
    Ok(session)
}

fn is_saved(name: &str) -> bool {
    let path = Path::new(name);
    path.is_file() && file_arguments::text(path).is_ok_and(|text| text.starts_with(KEPT_SESSION))
}
