//! Who may ask for what: a list of hosts against names that were bound anew, the own origin on whatever changes
//! something, the key in a cookie that no script can read, and what browsers are told to refuse.

use super::door::Door;
use super::link::TableLink;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The name of the cookie, for each port one: cookies do not tell ports apart.
pub(super) fn cookie(port: u16) -> String {
    format!("fray{port}")
}

/// What a browser may do with a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Cookies that are looked at.
const MOST_COOKIES: usize = 64;
/// Pages that may be seen without the key: they hold nothing of the game.
const OPEN: &[&str] = &["/page.css", "/page.js", "/enter"];

/// Lets a request through, or not.
pub(super) async fn gate(State(shared): State<Arc<TableLink>>, request: Request, next: Next) -> Response {
    let mut request = request;
    let door = door(&shared, request.headers());
    let refused = refused(&shared, door.is_some(), request.method(), request.uri().path(), request.headers());
    if let Some(door) = door {
        request.extensions_mut().insert(door);
    }
    let mut response = match refused {
        Some((status, why)) => (status, why).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn refused(
    shared: &TableLink,
    is_known: bool,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
) -> Option<(StatusCode, &'static str)> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(HOST).filter(|host| shared.hosts.iter().any(|own| own == host)) else {
        return Some((StatusCode::FORBIDDEN, "this name is not one of this table's\n"));
    };
    if *method == Method::POST {
        let own = format!("http://{host}");
        if text(ORIGIN) != Some(own.as_str()) {
            return Some((StatusCode::FORBIDDEN, "only the page of this table may say something\n"));
        }
        let kind = text(CONTENT_TYPE).map(|kind| kind.split(';').next().unwrap_or("").trim());
        if kind != Some("application/json") {
            return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "say it as application/json\n"));
        }
    } else if *method != Method::GET {
        return Some((StatusCode::METHOD_NOT_ALLOWED, "GET and POST only\n"));
    }
    let is_open = OPEN.contains(&path) || path == "/";
    (!is_open && !is_known).then_some((StatusCode::UNAUTHORIZED, "the key of this table is missing\n"))
}

/// By which door whoever asks has come in.
fn door(shared: &TableLink, headers: &HeaderMap) -> Option<Arc<Door>> {
    let name = cookie(shared.port);
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut own = pairs.take(MOST_COOKIES).filter(|(own, _)| *own == name);
    own.find_map(|(_, value)| shared.door_of_token(value).cloned())
}
