//! What every request knows: the way to the desk, the news of it, the doors to the seats, and under which names this table
//! may be asked.

use super::desk::{PageQuestion, PageReply};
use super::door::Door;
use super::key;
use super::seat::TableSeat;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use tokio::sync::{oneshot, watch};

/// A question on its way to the desk.
pub(super) struct PutQuestion {
    pub seat: TableSeat,
    pub question: PageQuestion,
    pub reply: oneshot::Sender<PageReply>,
}

/// What all requests share.
pub(super) struct TableLink {
    desk: mpsc::Sender<PutQuestion>,
    /// The number of the table.
    pub news: watch::Receiver<u64>,
    pub doors: Vec<Arc<Door>>,
    pub port: u16,
    /// Names under which this table may be asked.
    pub hosts: Vec<String>,
}

impl TableLink {
    pub(super) fn new(
        port: u16,
        network: Option<SocketAddr>,
        seats: Vec<TableSeat>,
        desk: mpsc::Sender<PutQuestion>,
        news: watch::Receiver<u64>,
    ) -> TableLink {
        let mut hosts = ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")).to_vec();
        hosts.extend(network.map(|address| address.to_string()));
        TableLink { desk, news, doors: seats.into_iter().map(|seat| Arc::new(Door::new(seat))).collect(), port, hosts }
    }

    /// The door whose link has this secret; it takes as long whichever it is.
    pub(super) fn door_of_key(&self, said: &str) -> Option<&Arc<Door>> {
        self.only(|door| key::is_right(&door.key, said))
    }

    /// The door by which a device has come in.
    pub(super) fn door_of_token(&self, shown: &str) -> Option<&Arc<Door>> {
        self.only(|door| door.knows(shown))
    }

    fn only(&self, is_right: impl Fn(&Door) -> bool) -> Option<&Arc<Door>> {
        self.doors.iter().fold(None, |found, door| if is_right(door) { Some(door) } else { found })
    }

    /// Puts the question of a seat to the desk, and waits for the answer.
    pub(super) async fn ask(&self, door: &Door, question: PageQuestion) -> Response {
        let Ok(_permit) = door.questions.try_acquire() else {
            return (StatusCode::TOO_MANY_REQUESTS, "too many questions at a time\n").into_response();
        };
        let (reply, answer) = oneshot::channel();
        if self.desk.send(PutQuestion { seat: door.seat.clone(), question, reply }).is_err() {
            return (StatusCode::SERVICE_UNAVAILABLE, "the table is closed\n").into_response();
        }
        match answer.await {
            Ok(PageReply::Html(html)) => Html(html).into_response(),
            Ok(PageReply::Json(value)) => Json(value).into_response(),
            Ok(PageReply::Stale) => (StatusCode::CONFLICT, "the table has changed meanwhile\n").into_response(),
            Ok(PageReply::Refused) => (StatusCode::FORBIDDEN, "this is not for your seat\n").into_response(),
            Ok(PageReply::Broken(why)) => (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
            Ok(PageReply::Unknown) => (StatusCode::NOT_FOUND, "there is no such thing\n").into_response(),
            Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "no answer\n").into_response(),
        }
    }
}
