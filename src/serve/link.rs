//! What every request knows: the way to the desk, the news of it, the key, and under which names this table may be asked.

use super::desk::{PageQuestion, PageReply};
use super::key;
use crate::dice::Cancel;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use std::sync::{Arc, mpsc};
use tokio::sync::{Semaphore, oneshot, watch};

/// Pages that may listen at a time.
const MOST_STREAMS: usize = 32;

/// What all requests share.
pub(super) struct TableLink {
    desk: mpsc::Sender<(PageQuestion, oneshot::Sender<PageReply>)>,
    /// The number of the table.
    pub news: watch::Receiver<u64>,
    /// How many pages may still listen.
    pub streams: Arc<Semaphore>,
    /// Ends what is computed about an order that nobody asks for any more.
    pub weighing: Cancel,
    pub key: String,
    pub port: u16,
    /// Names under which this table may be asked.
    pub hosts: Vec<String>,
}

impl TableLink {
    pub(super) fn new(
        port: u16,
        desk: mpsc::Sender<(PageQuestion, oneshot::Sender<PageReply>)>,
        news: watch::Receiver<u64>,
        weighing: Cancel,
    ) -> TableLink {
        let hosts = ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")).to_vec();
        let streams = Arc::new(Semaphore::new(MOST_STREAMS));
        TableLink { desk, news, streams, weighing, key: key::fresh(), port, hosts }
    }

    /// Puts a question to the desk, and waits for the answer.
    pub(super) async fn ask(&self, question: PageQuestion) -> Response {
        let (reply, answer) = oneshot::channel();
        if self.desk.send((question, reply)).is_err() {
            return (StatusCode::SERVICE_UNAVAILABLE, "the table is closed\n").into_response();
        }
        match answer.await {
            Ok(PageReply::Html(html)) => Html(html).into_response(),
            Ok(PageReply::Json(value)) => Json(value).into_response(),
            Ok(PageReply::Stale) => (StatusCode::CONFLICT, "the table has changed meanwhile\n").into_response(),
            Ok(PageReply::Broken(why)) => (StatusCode::INTERNAL_SERVER_ERROR, why).into_response(),
            Ok(PageReply::Unknown) => (StatusCode::NOT_FOUND, "there is no such thing\n").into_response(),
            Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "no answer\n").into_response(),
        }
    }
}
