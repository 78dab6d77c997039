//! The table over HTTP: a thread of its own with one runtime, which passes questions to the desk and news to the pages.

use super::desk::{Desk, PageQuestion, PageReply};
use super::gate::{cookie, gate, has_key};
use super::key;
use super::link::TableLink;
use super::pages;
use crate::diag::crash;
use crate::dice::Cancel;
use crate::draw;
use crate::repl::Session;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::{Arc, mpsc};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// The most bytes a page may say at once.
const MOST_BYTES: usize = 64 << 10;
/// The script of the page.
const SCRIPT: &str = include_str!("page.js");

/// Serves a session to the pages of this machine, for as long as the program runs. `ready` is told the address.
///
/// # Errors
/// When there is no runtime for it.
pub(crate) fn serve(session: Session, listener: TcpListener, ready: impl FnOnce(&str)) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let (desk, questions) = mpsc::channel();
    let (told, news) = watch::channel(0);
    let weighing = Cancel::default();
    let link = Arc::new(TableLink::new(port, desk, news, weighing.clone()));
    let address = format!("http://127.0.0.1:{port}/#{}", link.key);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    listener.set_nonblocking(true)?;
    let listener = {
        let _entered = runtime.enter();
        tokio::net::TcpListener::from_std(listener)?
    };
    let pages = std::thread::Builder::new().name("pages".to_string());
    pages.spawn(move || runtime.block_on(async { axum::serve(listener, router(link)).await }))?;
    ready(&address);
    let mut desk = Desk::new(session, weighing);
    for (question, reply) in questions {
        // Nobody waits for it any more.
        if reply.is_closed() {
            continue;
        }
        let answer = crash::guarded(|| desk.answer(question));
        let _ = reply.send(answer.unwrap_or_else(|bug| PageReply::Broken(bug.to_string())));
        told.send_if_modified(|number| std::mem::replace(number, desk.number) != desk.number);
    }
    Ok(())
}

fn router(shared: Arc<TableLink>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/page.css", get(async || ([(CONTENT_TYPE, "text/css; charset=utf-8")], draw::STYLE)))
        .route("/page.js", get(async || ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)))
        .route("/enter", post(enter))
        .route("/news", get(news))
        .route("/view", get(async |State(shared): TableState| shared.ask(PageQuestion::View).await))
        .route("/say", post(say))
        .route("/preview", post(preview))
        .route("/whole", post(whole))
        .route("/lacking", post(lacking))
        .route("/figure", get(figure))
        .route("/moment", get(moment))
        .route("/lab", get(pages::lab))
        .route("/rules", get(pages::rules))
        .route("/screen", get(pages::screen))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(shared.clone(), gate))
        .with_state(shared)
}

type TableState = State<Arc<TableLink>>;

async fn page(State(shared): TableState, headers: HeaderMap) -> Response {
    if has_key(&shared, &headers) {
        shared.ask(PageQuestion::Frame).await
    } else {
        Html(draw::entrance()).into_response()
    }
}

#[derive(Deserialize)]
struct Knock {
    key: String,
}

/// The key, as the address has it, becomes a cookie that no script reads.
async fn enter(State(shared): TableState, Json(knock): Json<Knock>) -> Response {
    if !key::is_right(&shared.key, &knock.key) {
        return (StatusCode::UNAUTHORIZED, "this is not the key\n").into_response();
    }
    let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie(shared.port), shared.key);
    ([(SET_COOKIE, cookie)], StatusCode::NO_CONTENT).into_response()
}

/// The number of the table whenever it changes; the page fetches the rest.
async fn news(State(shared): TableState) -> Response {
    let Ok(permit) = shared.streams.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages listen\n").into_response();
    };
    let numbers = WatchStream::new(shared.news.clone());
    let told = numbers.map(move |number| {
        let _held = &permit;
        Ok::<Event, Infallible>(Event::default().id(number.to_string()).data(number.to_string()))
    });
    sse(told).into_response()
}

fn sse(told: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> impl IntoResponse {
    Sse::new(told).keep_alive(KeepAlive::default())
}

#[derive(Deserialize)]
struct PostedLine {
    at: u64,
    line: String,
}

async fn say(State(shared): TableState, Json(said): Json<PostedLine>) -> Response {
    shared.weighing.ask();
    shared.ask(PageQuestion::Say { at: said.at, line: said.line }).await
}

#[derive(Deserialize)]
struct LineForm {
    line: String,
}

async fn preview(State(shared): TableState, Json(asked): Json<LineForm>) -> Response {
    // Whoever asks something else has no use for what is still being computed.
    shared.weighing.ask();
    shared.ask(PageQuestion::Preview { line: asked.line }).await
}

async fn whole(State(shared): TableState, Json(asked): Json<LineForm>) -> Response {
    shared.ask(PageQuestion::Whole { line: asked.line }).await
}

#[derive(Deserialize)]
struct Lacks {
    shown: String,
    place: bool,
}

async fn lacking(State(shared): TableState, Json(asked): Json<Lacks>) -> Response {
    shared.ask(PageQuestion::Lacking { shown: asked.shown, has_place: asked.place }).await
}

#[derive(Deserialize)]
struct Id {
    id: u16,
}

async fn figure(State(shared): TableState, Query(asked): Query<Id>) -> Response {
    shared.ask(PageQuestion::Figure { id: asked.id }).await
}

#[derive(Deserialize)]
struct NumberForm {
    n: usize,
}

async fn moment(State(shared): TableState, Query(asked): Query<NumberForm>) -> Response {
    shared.ask(PageQuestion::Moment { number: asked.n }).await
}
