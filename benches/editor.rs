//! How long an editor waits: from a key in a file of the largest pack to what is wrong with it, over a connection in
//! memory. Fails where half of all keys wait longer than 50 ms, or one in a hundred longer than 150 ms.

#![allow(clippy::disallowed_methods, reason = "a bench reads the packs it measures and looks at the clock")]
#![allow(clippy::disallowed_macros, reason = "a bench prints")]

use fray::cli::Workspace;
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const KEYS: usize = 200;

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/skirmish/rules/fighting/attacking.fray");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let uri = format!("file://{}", path.display());
    let (ours, theirs) = Connection::memory();
    let home = Arc::new(Workspace { rules: None, shelf: std::env::temp_dir() });
    std::thread::spawn(move || fray::lsp::serve(&theirs, home).expect("it serves"));
    let tell = |method: &str, params: Value| {
        let message = Notification { method: method.to_string(), params };
        ours.sender.send(message.into()).expect("it listens");
    };
    let start = Request { id: 1.into(), method: "initialize".to_string(), params: json!({ "capabilities": {} }) };
    ours.sender.send(start.into()).expect("it listens");
    ours.receiver.recv().expect("it answers");
    tell("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "fray", "version": 0, "text": text });
    tell("textDocument/didOpen", json!({ "textDocument": document }));
    let told = |version: usize| loop {
        if let Message::Notification(one) = ours.receiver.recv().expect("it tells")
            && one.params["version"] == version
        {
            return;
        }
    };
    told(0);
    let mut waited: Vec<Duration> = (1..=KEYS)
        .map(|key| {
            let typed = format!("{text}fact typed_{key} number = {}\n", if key % 2 == 0 { "0" } else { "" });
            let begun = Instant::now();
            let document = json!({ "uri": uri, "version": key });
            tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": typed }] }));
            told(key);
            begun.elapsed()
        })
        .collect();
    waited.sort();
    let (half, most) = (waited[KEYS / 2], waited[KEYS * 99 / 100]);
    println!("from key to diagnostics on skirmish: p50 {half:.1?}, p99 {most:.1?}, {KEYS} keys");
    let is_quick = half < Duration::from_millis(50) && most < Duration::from_millis(150);
    std::process::exit(i32::from(!is_quick));
}
