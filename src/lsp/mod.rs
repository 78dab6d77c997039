//! The language server: speaks the protocol and decides nothing. Every answer is made in `ide/`; here are JSON, places
//! counted as editors count them, and the one loop that reads messages.

mod document;
mod home;
mod message;
mod position;
mod request;
mod server;
mod shape;

pub use home::{Buffers, Home, Lent};
pub use server::{serve, serve_pipes};
