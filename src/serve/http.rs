//! The table over HTTP: a thread of its own with one runtime, which passes questions to the desk and news to the pages.

use super::bound::{BoundListener, OpenConnections};
use super::desk::{BranchPlace, Desk, PageQuestion, PageReply};
use super::door::Door;
use super::gate::{cookie, gate};
use super::link::{PutQuestion, TableLink};
use super::pages;
use super::seat::TableSeat;
use crate::diag::crash;
use crate::draw;
use crate::repl::{Chapter, Session};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use serde::Deserialize;
use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, mpsc};
use std::time::Duration;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// The most bytes a page may say at once.
const MOST_BYTES: usize = 64 << 10;
/// How often a stream says that it is there.
const BEAT: Duration = Duration::from_secs(10);
/// The script of the page.
const SCRIPT: &str = include_str!("page.js");

/// What is put on the table.
pub(crate) struct ServedGame {
    pub session: Session,
    /// The turns of a game that was kept.
    pub chapters: Vec<Chapter>,
}

/// Where a table is open.
pub(crate) struct TablePlaces {
    /// On this machine.
    pub own: TcpListener,
    /// In the network around it.
    pub network: Option<TcpListener>,
}

/// What is told of a table while it is open.
pub(crate) enum TableNews<'a> {
    /// It is open: the addresses with their secrets.
    Open(&'a [SeatAddress]),
    /// Somebody has opened the link of a seat: so many devices now.
    Arrived(&'a str, usize),
}

/// How a seat is reached.
pub(crate) struct SeatAddress {
    /// What the seat is called.
    pub title: String,
    pub address: String,
    /// Whether by the network around this machine.
    pub is_shared: bool,
    /// Whether whoever opens it sees and does everything.
    pub is_referees: bool,
}

/// Serves a session to the pages of this machine, and to those around it if it is open to them, for as long as the
/// program runs.
///
/// # Errors
/// When there is no runtime for it.
pub(crate) fn serve(game: ServedGame, places: TablePlaces, tell: &mut dyn FnMut(TableNews<'_>)) -> io::Result<()> {
    let ServedGame { mut session, chapters } = game;
    let port = places.own.local_addr()?.port();
    let network = places.network.as_ref().map(TcpListener::local_addr).transpose()?;
    let seats = if network.is_some() { TableSeat::all(&session) } else { vec![TableSeat::Referee] };
    if network.is_some() {
        session.share();
    }
    let (desk, questions) = mpsc::channel();
    let (told, news) = watch::channel(0);
    let link = Arc::new(TableLink::new(port, network, seats, desk, news));
    let addresses = addresses(&link, network);
    let shared = link.doors.iter().filter(|_| network.is_some()).map(|door| door.seat.title().to_string());
    let shared: Vec<String> = shared.collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listeners = [Some(places.own), places.network].into_iter().flatten();
    let listeners = listeners.map(|one| bound(&runtime, one)).collect::<io::Result<Vec<_>>>()?;
    let pages = std::thread::Builder::new().name("pages".to_string());
    pages.spawn(move || {
        let open = OpenConnections::new();
        for inner in listeners {
            let (pages, listener) = (router(link.clone()), BoundListener { inner, open: open.clone() });
            runtime.spawn(async { axum::serve(listener, pages).await });
        }
        runtime.block_on(std::future::pending::<()>());
    })?;
    tell(TableNews::Open(&addresses));
    let mut desk = Desk::new(session, &shared);
    chapters.into_iter().for_each(|chapter| desk.recall(chapter));
    for PutQuestion { seat, question, reply } in questions {
        // Nobody waits for it any more.
        if reply.is_closed() {
            continue;
        }
        if let PageQuestion::Arrived { devices } = question {
            tell(TableNews::Arrived(seat.title(), devices));
            desk.arrive(seat.title(), devices);
            let _ = reply.send(PageReply::Html(String::new()));
            told.send_if_modified(|number| std::mem::replace(number, desk.number) != desk.number);
            continue;
        }
        let answer = crash::guarded(|| desk.answer(&seat, question));
        let _ = reply.send(answer.unwrap_or_else(|bug| PageReply::Broken(broken(&seat, &bug.to_string()))));
        told.send_if_modified(|number| std::mem::replace(number, desk.number) != desk.number);
    }
    Ok(())
}

fn bound(runtime: &tokio::runtime::Runtime, listener: TcpListener) -> io::Result<tokio::net::TcpListener> {
    listener.set_nonblocking(true)?;
    let _entered = runtime.enter();
    tokio::net::TcpListener::from_std(listener)
}

/// The referee is reached on this machine; by the network everybody is.
fn addresses(link: &TableLink, network: Option<SocketAddr>) -> Vec<SeatAddress> {
    let at = |door: &Door, place: String, is_shared: bool| SeatAddress {
        title: door.seat.title().to_string(),
        address: format!("http://{place}/#{}", door.key),
        is_shared,
        is_referees: door.seat == TableSeat::Referee,
    };
    let own = link.doors.iter().filter(|door| door.seat == TableSeat::Referee);
    let own = own.map(|door| at(door, format!("127.0.0.1:{}", link.port), false));
    let shared =
        network.into_iter().flat_map(|network| link.doors.iter().map(move |door| at(door, network.to_string(), true)));
    own.chain(shared).collect()
}

/// What went wrong in fray itself is the referee's to know.
fn broken(seat: &TableSeat, bug: &str) -> String {
    if *seat == TableSeat::Referee { bug.to_string() } else { "something went wrong\n".to_string() }
}

fn router(shared: Arc<TableLink>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/page.css", get(async || ([(CONTENT_TYPE, "text/css; charset=utf-8")], draw::STYLE)))
        .route("/page.js", get(async || ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)))
        .route("/enter", post(enter))
        .route("/news", get(news))
        .route("/view", get(view))
        .route("/say", post(say))
        .route("/preview", post(preview))
        .route("/whole", post(whole))
        .route("/lacking", post(lacking))
        .route("/figure", get(figure))
        .route("/could", get(could))
        .route("/number", get(pages::number))
        .route("/weighed", get(pages::weighed))
        .route("/spot", get(spot))
        .route("/moment", get(moment))
        .route("/branch", post(branch))
        .route("/lab", get(pages::lab))
        .route("/rules", get(pages::rules))
        .route("/screen", get(pages::screen))
        .route("/replay", get(pages::replay))
        .route("/log", get(pages::log))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(shared.clone(), gate))
        .with_state(shared)
}

type TableState = State<Arc<TableLink>>;
type Asker = Extension<Arc<Door>>;

async fn view(State(shared): TableState, Extension(door): Asker) -> Response {
    shared.ask(&door, PageQuestion::View).await
}

async fn page(State(shared): TableState, door: Option<Asker>) -> Response {
    match door {
        Some(Extension(door)) => shared.ask(&door, PageQuestion::Frame).await,
        None => Html(draw::entrance()).into_response(),
    }
}

#[derive(Deserialize)]
struct Knock {
    key: String,
}

/// The secret of a link, as the address has it, is exchanged for a cookie that no script reads.
async fn enter(State(shared): TableState, known: Option<Asker>, Json(knock): Json<Knock>) -> Response {
    let Some(door) = shared.door_of_key(&knock.key).cloned() else {
        return (StatusCode::UNAUTHORIZED, "this is not the key\n").into_response();
    };
    if known.is_some_and(|Extension(known)| Arc::ptr_eq(&known, &door)) {
        return StatusCode::NO_CONTENT.into_response();
    }
    let (token, devices) = door.open();
    let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", cookie(shared.port));
    let told = shared.ask(&door, PageQuestion::Arrived { devices }).await;
    if !told.status().is_success() {
        return told;
    }
    ([(SET_COOKIE, cookie)], StatusCode::NO_CONTENT).into_response()
}

/// The number of the table whenever it changes; the page fetches the rest.
async fn news(State(shared): TableState, Extension(door): Asker) -> Response {
    let Ok(permit) = door.streams.clone().try_acquire_owned() else {
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
    // A page that does not hear it knows that its stream is lost.
    let beat = KeepAlive::new().interval(BEAT).event(Event::default().event("beat").data(""));
    Sse::new(told).keep_alive(beat)
}

#[derive(Deserialize)]
struct PostedLine {
    at: u64,
    line: String,
}

async fn say(State(shared): TableState, Extension(door): Asker, Json(said): Json<PostedLine>) -> Response {
    door.weigh();
    shared.ask(&door, PageQuestion::Say { at: said.at, line: said.line }).await
}

#[derive(Deserialize)]
struct LineForm {
    line: String,
}

async fn preview(State(shared): TableState, Extension(door): Asker, Json(asked): Json<LineForm>) -> Response {
    // Whoever asks something else has no use for what is still being computed.
    door.weigh();
    shared.ask(&door, PageQuestion::Preview { line: asked.line }).await
}

async fn whole(State(shared): TableState, Extension(door): Asker, Json(asked): Json<LineForm>) -> Response {
    let cancel = door.weigh();
    let question = PageQuestion::Whole { line: asked.line, cancel: cancel.clone() };
    match door.seat {
        TableSeat::Referee => shared.ask(&door, question).await,
        // Nobody waits long for what somebody else wants to know.
        _ => pages::within_bounds(&shared, &door, cancel, question).await,
    }
}

#[derive(Deserialize)]
struct Lacks {
    shown: String,
    place: bool,
}

async fn lacking(State(shared): TableState, Extension(door): Asker, Json(asked): Json<Lacks>) -> Response {
    shared.ask(&door, PageQuestion::Lacking { shown: asked.shown, has_place: asked.place }).await
}

#[derive(Deserialize)]
struct Id {
    id: u16,
}

async fn figure(State(shared): TableState, Extension(door): Asker, Query(asked): Query<Id>) -> Response {
    shared.ask(&door, PageQuestion::Figure { id: asked.id }).await
}

async fn could(State(shared): TableState, Extension(door): Asker, Query(asked): Query<Id>) -> Response {
    shared.ask(&door, PageQuestion::Could { id: asked.id }).await
}

#[derive(Deserialize)]
struct SpotForm {
    at: String,
    who: Option<u16>,
}

async fn spot(State(shared): TableState, Extension(door): Asker, Query(asked): Query<SpotForm>) -> Response {
    shared.ask(&door, PageQuestion::Spot { at: asked.at, who: asked.who }).await
}

#[derive(Deserialize)]
struct NumberForm {
    n: usize,
    s: Option<usize>,
}

async fn moment(State(shared): TableState, Extension(door): Asker, Query(asked): Query<NumberForm>) -> Response {
    shared.ask(&door, PageQuestion::Moment { number: asked.n, sentence: asked.s }).await
}

#[derive(Deserialize)]
struct BranchForm {
    n: usize,
    #[serde(default)]
    s: Option<usize>,
    #[serde(default)]
    instead: bool,
    lines: Vec<String>,
}

async fn branch(State(shared): TableState, Extension(door): Asker, Json(asked): Json<BranchForm>) -> Response {
    let cancel = door.weigh();
    let from = BranchPlace { number: asked.n, sentence: asked.s, is_instead: asked.instead };
    let question = PageQuestion::Branch { from, lines: asked.lines, cancel: cancel.clone() };
    pages::within_bounds(&shared, &door, cancel, question).await
}
