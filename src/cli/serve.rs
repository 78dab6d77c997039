//! `fray serve`: the table in a browser, on this machine, and for phones around it where that is asked for.

#![allow(clippy::disallowed_methods, reason = "the entrance asks the environment")]

use super::args::ServeArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::kept_fight::{self, KEPT_SESSION};
use super::packs::Packs;
use super::qr::{self, QrInk};
use super::screen::Screen;
use super::{file_arguments, find, repl, replay};
use crate::diag::Diagnostics;
use crate::draw;
use crate::repl::{Session, is_unicode_locale};
use crate::rulebook::LOWEST_PACK;
use crate::serve::{self, SeatAddress, ServedGame, TableNews, TablePlaces};
use crate::state::of_scenario;
use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};
use std::path::Path;

/// How a kept game begins.
const KEPT_GAME: &str = "{\"schema\":\"fray.events/";

/// What is said to whoever lets others in.
const SHARED: [&str; 3] = [
    "Whoever opens a link sits in its seat: give each to one person, and the referee's to nobody.",
    "In this network others could read along: play where you trust it. Ctrl-C closes the table.",
    "If a phone shows nothing: is it in the same Wi-Fi, no guest network, and does a firewall let it in?",
];

/// Opens the table, and serves it until the program is ended.
pub(super) fn serve(args: &ServeArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let game = game(args, packs)?;
    let unserved = |error: std::io::Error| {
        let help = "choose another with `--port`, or `--port 0` for any that is free".to_string();
        CliError::Unserved { port: args.port, why: error.to_string(), help }.alone()
    };
    let own = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(unserved)?;
    let port = own.local_addr().map_err(unserved)?.port();
    let network = match args.lan {
        Some(address) => Some(in_network(address, port)?),
        None => None,
    };
    let ink = network
        .is_some()
        .then(|| if is_unicode_locale().unwrap_or(cfg!(windows)) { QrInk::Blocks } else { QrInk::Ascii });
    serve::serve(game, TablePlaces { own, network }, &mut |news| told(&news, ink, screen)).map_err(unserved)?;
    Ok(Ended::Done)
}

/// The table for those in the network around this machine: at that address of its own alone.
fn in_network(said: Option<IpAddr>, port: u16) -> Result<TcpListener, Diagnostics> {
    let unshared = |address: String, why: String| {
        let help = "say which address of this machine others reach: `--lan=192.168.1.20`; `ip address`, `ipconfig` or \
                    the settings of its Wi-Fi show it";
        CliError::Unshared { address, why, help: help.to_string() }.alone()
    };
    let Some(address) = said.or_else(own_address) else {
        return Err(unshared("no address".to_string(), "this machine is in no network".to_string()));
    };
    if address.is_unspecified() || address.is_multicast() {
        return Err(unshared(address.to_string(), "this is the address of no machine".to_string()));
    }
    TcpListener::bind((address, port)).map_err(|error| unshared(address.to_string(), error.to_string()))
}

/// By which address this machine is known where it sends to others. Nothing is sent for that.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// What is told of the table in the terminal.
fn told(news: &TableNews<'_>, ink: Option<QrInk>, screen: &mut Screen) {
    match news {
        TableNews::Open(seats) => {
            for seat in seats.iter().filter(|seat| !seat.is_shared) {
                screen.line(&format!("The table is open on this machine: {}", seat.address));
            }
            let shared = seats.iter().filter(|seat| seat.is_shared);
            let Some(ink) = ink else {
                screen.line("Ctrl-C closes it; the fight is kept, and `load` goes on with it.");
                return screen.flush();
            };
            shared.for_each(|seat| link(seat, ink, screen));
            SHARED.iter().for_each(|line| screen.line(line));
        }
        TableNews::Arrived(..) if ink.is_none() => {}
        TableNews::Arrived(seat, 1) => screen.line(&format!("{seat}: somebody has sat down")),
        TableNews::Arrived(seat, devices) => {
            screen.line(&format!("{seat}: another device has sat down, {devices} of them now"));
        }
    }
    screen.flush();
}

fn link(seat: &SeatAddress, ink: QrInk, screen: &mut Screen) {
    screen.line(&format!("\n{}: {}", seat.title, seat.address));
    // What others could photograph is for them.
    if !seat.is_referees {
        screen.say(&qr::drawn(&seat.address, ink).unwrap_or_default());
    }
}

/// What is played: a pack or scenario, a fight that was saved, or a game that was kept.
fn game(args: &ServeArgs, packs: &Packs) -> Result<ServedGame, Diagnostics> {
    let game = args.game.as_deref();
    // What fray has written itself may be long, and a file that cannot be read is told as that.
    let file = game.map(Path::new).filter(|path| path.is_file());
    let text = file.map(file_arguments::long_text).transpose()?;
    match (game, text) {
        (Some(name), Some(text)) if draw::log_in(&text).unwrap_or(&text).starts_with(KEPT_SESSION) => {
            let load = format!("load {name}");
            Ok(ServedGame { session: session(args, LOWEST_PACK, &[load], packs)?, chapters: Vec::new() })
        }
        (Some(name), Some(text)) if text.starts_with(KEPT_GAME) || draw::log_in(&text).is_some() => {
            kept(args, (name, text.as_str()), packs)
        }
        (Some(name), None) if let Some(error) = find::without_scenario(packs, name) => Err(error),
        (Some(name), Some(_)) if let Some(error) = find::one_of_several(packs, name) => Err(error),
        _ => Ok(ServedGame { session: session(args, game.unwrap_or(LOWEST_PACK), &[], packs)?, chapters: Vec::new() }),
    }
}

/// A game that `run --save` has kept, or the page of its replay.
fn kept(args: &ServeArgs, (name, text): (&str, &str), packs: &Packs) -> Result<ServedGame, Diagnostics> {
    let (found, log) = kept_fight::read(None, (name, text), packs)?;
    let dice = replay::same_again(&found, &log, name)?;
    let about = |key: &str| log.about.get(key).map_or("", String::as_str);
    let with: Vec<String> = about("with").split_whitespace().map(|with| format!("with {with}")).collect();
    let mut session = session(args, &format!("{}/{}", about("pack"), about("scenario")), &with, packs)?;
    let rules = session.rules().clone();
    let begin = of_scenario(&rules, &found.kit.book.scenarios[found.scenario.index()]);
    let begin = begin.map_err(|error| vec![error.diagnostic(&rules.book)])?;
    session.tell_all();
    let chapters = session.follow(&begin, &log, &dice);
    Ok(ServedGame { session, chapters })
}

/// A session in which lines were said first, and then the options that the command line switches.
fn session(args: &ServeArgs, opened: &str, first: &[String], packs: &Packs) -> Result<Session, Diagnostics> {
    let mut session = repl::session(opened, args.seed, packs, serve::WIDTH)?;
    let with = args.choices.with.iter().map(|with| format!("with {with}"));
    for line in first.iter().cloned().chain(with) {
        let answer = session.enter(&line);
        if !answer.is_good() {
            return Err(answer.diagnostics);
        }
    }
    Ok(session)
}
