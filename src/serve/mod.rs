//! The table in a browser: what is asked and said there over HTTP, put to a session that plays on its own thread. It
//! listens where it is told, believes nobody without the key, and decides nothing about rules.

mod bound;
mod desk;
mod door;
mod gate;
mod http;
mod key;
mod link;
mod opened;
mod pages;
mod past;
mod replayed;
mod seat;
mod seated;

pub(crate) use desk::WIDTH;
pub(crate) use http::{SeatAddress, ServedGame, TableNews, TablePlaces, serve};
