//! Pages beside the table that are asked for by their address alone.

use super::desk::PageQuestion;
use super::door::Door;
use super::link::TableLink;
use crate::dice::Cancel;
use crate::draw::{LAB_WORDS, address};
use crate::repl::{LabQuestion, RuleKey};
use axum::Extension;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// What of an address is read.
const MOST_PAIRS: usize = 400;
/// Letters of what is searched for.
const MOST_SOUGHT: usize = 200;
/// So long a curve is computed.
const PATIENCE: Duration = Duration::from_secs(3);

/// The odds lab.
pub(super) async fn lab(
    State(shared): State<Arc<TableLink>>,
    Extension(door): Extension<Arc<Door>>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Response {
    // A form without a script sends its empty fields too: they say nothing, and an address is to be read.
    if pairs.iter().any(|(_, value)| value.trim().is_empty()) {
        let said: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (name.as_str(), value.trim())).collect();
        let said: Vec<(&str, &str)> = said.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        return Redirect::to(&address("/lab", &said)).into_response();
    }
    let (question, cancel) = (lab_question(pairs), Cancel::default());
    within_bounds(&shared, &door, cancel.clone(), PageQuestion::Lab { question, cancel }).await
}

/// The referee's screen.
pub(super) async fn screen(State(shared): State<Arc<TableLink>>, Extension(door): Extension<Arc<Door>>) -> Response {
    let cancel = Cancel::default();
    within_bounds(&shared, &door, cancel.clone(), PageQuestion::Screen { cancel }).await
}

/// The fight so far as a page that stands alone, to be kept: its script may not run here.
pub(super) async fn replay(State(shared): State<Arc<TableLink>>, Extension(door): Extension<Arc<Door>>) -> Response {
    let cancel = Cancel::default();
    let mut answer = within_bounds(&shared, &door, cancel.clone(), PageQuestion::Replay { cancel }).await;
    if answer.status().is_success() {
        let kept = HeaderValue::from_static("attachment; filename=\"fight.html\"");
        answer.headers_mut().insert(header::CONTENT_DISPOSITION, kept);
    }
    answer
}

/// The fight so far event by event, to be kept for programs.
pub(super) async fn log(State(shared): State<Arc<TableLink>>, Extension(door): Extension<Arc<Door>>) -> Response {
    let cancel = Cancel::default();
    let mut answer = within_bounds(&shared, &door, cancel.clone(), PageQuestion::Log { cancel }).await;
    if answer.status().is_success() {
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl; charset=utf-8"));
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"fight.jsonl\""));
    }
    answer
}

/// The answer to a question that is cut short when it takes too long.
pub(super) async fn within_bounds(shared: &TableLink, door: &Door, cancel: Cancel, question: PageQuestion) -> Response {
    let clock = tokio::spawn(async move {
        tokio::time::sleep(PATIENCE).await;
        cancel.ask();
    });
    let answer = shared.ask(door, question).await;
    clock.abort();
    answer
}

/// Which number of a sheet is opened.
#[derive(Deserialize)]
pub(super) struct SheetNumberForm {
    id: u16,
    of: String,
}

/// What a number of a sheet is made of.
pub(super) async fn number(
    State(shared): State<Arc<TableLink>>,
    Extension(door): Extension<Arc<Door>>,
    Query(asked): Query<SheetNumberForm>,
) -> Response {
    shared.ask(&door, PageQuestion::Number { id: asked.id, of: asked.of }).await
}

/// Which chance of a place is opened.
#[derive(Deserialize)]
pub(super) struct WeighedForm {
    at: String,
    who: u16,
    line: String,
}

/// What an order would need if somebody stood at a place.
pub(super) async fn weighed(
    State(shared): State<Arc<TableLink>>,
    Extension(door): Extension<Arc<Door>>,
    Query(asked): Query<WeighedForm>,
) -> Response {
    shared.ask(&door, PageQuestion::Weighed { at: asked.at, who: asked.who, line: asked.line }).await
}

/// What of the rules is shown.
#[derive(Deserialize)]
pub(super) struct RulesForm {
    #[serde(default)]
    q: String,
    #[serde(default)]
    sort: String,
    #[serde(default)]
    name: String,
}

/// The rules.
pub(super) async fn rules(
    State(shared): State<Arc<TableLink>>,
    Extension(door): Extension<Arc<Door>>,
    Query(asked): Query<RulesForm>,
) -> Response {
    let sought: String = asked.q.trim().chars().take(MOST_SOUGHT).collect();
    let key = RuleKey { sort: asked.sort, name: asked.name };
    shared.ask(&door, PageQuestion::Rules { key, sought }).await
}

fn lab_question(pairs: Vec<(String, String)>) -> LabQuestion {
    let mut question = LabQuestion::default();
    let given = |(_, value): &(String, String)| !value.trim().is_empty();
    for (name, value) in pairs.into_iter().take(MOST_PAIRS).filter(given) {
        let value = value.trim().to_string();
        match LAB_WORDS.iter().position(|word| *word == name) {
            Some(0) => question.sentence = value,
            Some(1) => question.over = value,
            Some(2) => question.between.0 = value.parse().ok(),
            Some(3) => question.between.1 = value.parse().ok(),
            Some(_) => question.other = value,
            None => question.set.push((name, value)),
        }
    }
    question
}
