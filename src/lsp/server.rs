//! The loop: messages are read until none waits, then what changed is read anew and told; work that takes longer is done
//! beside it and given up at the next key.

use super::document::{Document, TypedChange, path_of, uri_of};
use super::home::{Buffers, Home};
use super::message::{identity, place, shown};
use super::position::LineStarts;
use crate::diag::{Diagnostic, Diagnostics, crash};
use crate::dice::Cancel;
use crate::ide::{Analysis, TestEnd, examine};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How often it is looked whether work beside the loop is done.
const GLANCE: Duration = Duration::from_millis(20);
/// So long nothing may be typed before the findings of all readings are looked for.
const PAUSE: Duration = Duration::from_millis(300);

/// A pack that some open file belongs to.
pub(super) struct OpenPack {
    /// A file of it that is open, by which it is found again.
    pub by: PathBuf,
    pub analysis: Analysis,
    /// The pack as it was read first, and whenever a file of it was saved.
    pub saved: Option<Analysis>,
    /// What the longer look has found.
    findings: Diagnostics,
}

impl OpenPack {
    /// All that is wrong or looks wrong. What the longer look says too is told as it says it: there proposals were tried.
    pub(super) fn all(&self) -> impl Iterator<Item = &Diagnostic> {
        let tried: BTreeMap<_, &Diagnostic> = self.findings.iter().map(|one| (identity(one), one)).collect();
        let known: BTreeSet<_> = self.analysis.diagnostics.iter().map(identity).collect();
        let first = self.analysis.diagnostics.iter().map(move |one| tried.get(&identity(one)).copied().unwrap_or(one));
        first.chain(self.findings.iter().filter(move |one| !known.contains(&identity(one))))
    }
}

/// A longer look at one pack.
struct LongLook {
    pack: String,
    stop: Cancel,
    found: Receiver<Diagnostics>,
}

/// The server.
pub(super) struct Server<'c> {
    connection: &'c Connection,
    pub home: Arc<dyn Home>,
    pub is_bytes: bool,
    /// Whether the client has lenses and hints drawn again when it is asked to.
    refreshes: (bool, bool),
    pub open: BTreeMap<PathBuf, Document>,
    pub packs: BTreeMap<String, OpenPack>,
    /// The pack of each open file.
    pub pack_of: BTreeMap<PathBuf, String>,
    /// What came of the tests that were run, by file and title.
    pub ended: BTreeMap<(PathBuf, String), TestEnd>,
    /// How often which side won, by file and scenario.
    pub won: BTreeMap<(PathBuf, String), String>,
    published: BTreeSet<PathBuf>,
    is_changed: bool,
    waiting: Vec<String>,
    look: Option<LongLook>,
    next_id: i32,
}

/// Serves over standard input and output.
///
/// # Errors
/// As [`serve`], and when a pipe breaks.
pub fn serve_pipes(home: Arc<dyn Home>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, home);
    // The threads end when nothing is left to send.
    drop(connection);
    served?;
    Ok(threads.join()?)
}

/// Serves until the client says goodbye.
///
/// # Errors
/// When the client breaks off, or does not keep to the protocol.
pub fn serve(connection: &Connection, home: Arc<dyn Home>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (id, params) = connection.initialize_start()?;
    let capabilities = &params["capabilities"];
    let encodings = capabilities["general"]["positionEncodings"].as_array();
    let is_bytes = encodings.is_some_and(|known| known.iter().any(|one| one == "utf-8"));
    let refresh = |what: &str| capabilities["workspace"][what]["refreshSupport"].as_bool().unwrap_or(false);
    let answer = json!({
        "capabilities": super::shape::capabilities(is_bytes),
        "serverInfo": { "name": "fray", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server {
        connection,
        home,
        is_bytes,
        refreshes: (refresh("codeLens"), refresh("inlayHint")),
        open: BTreeMap::new(),
        packs: BTreeMap::new(),
        pack_of: BTreeMap::new(),
        ended: BTreeMap::new(),
        won: BTreeMap::new(),
        published: BTreeSet::new(),
        is_changed: false,
        waiting: Vec::new(),
        look: None,
        next_id: 1,
    };
    server.run()
}

impl Server<'_> {
    fn run(&mut self) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let connection = self.connection;
        loop {
            let next = match () {
                () if self.is_changed => connection.receiver.try_recv().ok(),
                () if self.look.is_some() => connection.receiver.recv_timeout(GLANCE).ok(),
                () if !self.waiting.is_empty() => connection.receiver.recv_timeout(PAUSE).ok(),
                () => match connection.receiver.recv() {
                    Ok(message) => Some(message),
                    // The client is gone.
                    Err(_) => return Ok(()),
                },
            };
            match next {
                Some(Message::Request(request)) => {
                    if connection.handle_shutdown(&request)? {
                        self.stop_looking();
                        return Ok(());
                    }
                    self.refresh();
                    let response = self.answered(request);
                    self.send(response.into());
                }
                Some(Message::Notification(notification)) if notification.method == "exit" => return Ok(()),
                Some(Message::Notification(notification)) => self.told(notification),
                Some(Message::Response(_)) => {}
                None if self.is_changed => self.refresh(),
                None if self.look.is_some() => self.glance(),
                None => self.look_longer(),
            }
        }
    }

    fn answered(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match crash::guarded(|| self.answer(&method, params)) {
            Ok(Some(Ok(result))) => Response { id, response_result: Ok(result) },
            Ok(Some(Err(why))) => Response::new_err(id, ErrorCode::RequestFailed as i32, why),
            Ok(None) => {
                Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("`{method}` is not known here"))
            }
            Err(bug) => Response::new_err(id, ErrorCode::InternalError as i32, bug.to_string()),
        }
    }

    fn told(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let document = &params["textDocument"];
        let Some(path) = document["uri"].as_str().and_then(path_of) else { return };
        match method.as_str() {
            "textDocument/didOpen" => {
                let text: Arc<str> = document["text"].as_str().unwrap_or("").into();
                let version = document["version"].as_i64().unwrap_or(0) as i32;
                self.open.insert(path, Document { saved: text.clone(), text, version });
            }
            "textDocument/didChange" => {
                let changes: Vec<TypedChange> =
                    serde_json::from_value(params["contentChanges"].clone()).unwrap_or_default();
                let is_bytes = self.is_bytes;
                if let Some(held) = self.open.get_mut(&path) {
                    held.change(changes, is_bytes);
                    held.version = document["version"].as_i64().unwrap_or(0) as i32;
                }
                self.forget(&path);
            }
            "textDocument/didSave" => {
                if let Some(held) = self.open.get_mut(&path) {
                    held.saved = held.text.clone();
                }
                if let Some(pack) = self.pack_of.get(&path).and_then(|pack| self.packs.get_mut(pack)) {
                    pack.saved = None;
                }
            }
            "textDocument/didClose" => {
                self.open.remove(&path);
                self.pack_of.remove(&path);
                self.forget(&path);
            }
            _ => return,
        }
        self.stop_looking();
        self.is_changed = true;
    }

    /// What was found in a text that has changed since is at its place no more.
    fn forget(&mut self, path: &Path) {
        let shown = path.display().to_string();
        for pack in self.packs.values_mut() {
            pack.findings.retain(|one| place(one).is_none_or(|(name, _)| name != shown));
        }
        self.ended.retain(|(file, _), _| file != path);
        self.won.retain(|(file, _), _| file != path);
    }

    /// What is open, for those who read packs.
    pub(super) fn buffers(&self) -> Buffers {
        self.open.iter().map(|(path, held)| (path.clone(), held.text.clone())).collect()
    }

    /// Reads the packs of all open files anew, and tells what is wrong.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.is_changed) {
            return;
        }
        let open = self.buffers();
        let mut before = std::mem::take(&mut self.packs);
        self.pack_of.clear();
        for path in open.keys() {
            let home = self.home.clone();
            let Some((pack, files)) = home.pack_of(path, &open) else { continue };
            let key = format!("{}:{pack}", home_of(path));
            self.pack_of.insert(path.clone(), key.clone());
            if self.packs.contains_key(&key) {
                continue;
            }
            let known = before.remove(&key);
            let read = |known: Option<&Analysis>| crash::guarded(|| Analysis::of(&*files, &pack, known));
            let Ok(analysis) = read(known.as_ref().map(|known| &known.analysis)) else { continue };
            let (saved, findings) = known.map_or((None, Vec::new()), |known| (known.saved, known.findings));
            let saved = saved.or_else(|| read(None).ok());
            self.packs.insert(key.clone(), OpenPack { by: path.clone(), analysis, saved, findings });
            if !self.waiting.contains(&key) {
                self.waiting.push(key);
            }
        }
        self.publish();
    }

    /// Tells what is wrong in every file, and of those where nothing is wrong any more that.
    fn publish(&mut self) {
        let mut by_file: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for pack in self.packs.values() {
            for diagnostic in pack.all() {
                if !seen.insert(identity(diagnostic)) {
                    continue;
                }
                let found = place(diagnostic).filter(|(name, _)| self.home.is_own(name));
                let path = found.and_then(|(name, _)| self.home.path_of(&name)).unwrap_or_else(|| pack.by.clone());
                let text = self.text_of(&path, &pack.analysis);
                let one = shown(diagnostic, &LineStarts::of(&text, self.is_bytes), &uri_of(&path));
                by_file.entry(path).or_default().push(one);
            }
        }
        for ((path, _), end) in &self.ended {
            let Some(held) = self.open.get(path) else { continue };
            let lines = LineStarts::of(&held.text, self.is_bytes);
            for (_, bytes, expected, got) in &end.failures {
                let message = format!("the test `{}` fails\nexpected {expected}, got {got}", end.title);
                let range = lines.range(bytes.clone());
                by_file
                    .entry(path.clone())
                    .or_default()
                    .push(json!({ "range": range, "severity": 1, "source": "fray test", "message": message }));
            }
        }
        let gone: Vec<PathBuf> = self.published.iter().filter(|path| !by_file.contains_key(*path)).cloned().collect();
        self.published = by_file.keys().cloned().collect();
        let open: Vec<PathBuf> = self.open.keys().filter(|path| !by_file.contains_key(*path)).cloned().collect();
        for path in gone.into_iter().chain(open) {
            by_file.entry(path).or_default();
        }
        for (path, diagnostics) in by_file {
            let mut params = json!({ "uri": uri_of(&path), "diagnostics": diagnostics });
            if let Some(held) = self.open.get(&path) {
                params["version"] = json!(held.version);
            }
            self.notify("textDocument/publishDiagnostics", params);
        }
    }

    /// The text of a file as it is open, else as it was read.
    pub(super) fn text_of(&self, path: &Path, analysis: &Analysis) -> Arc<str> {
        let open = self.open.get(path).map(|held| held.text.clone());
        let shown = path.display().to_string();
        open.or_else(|| analysis.source(&shown).map(|(_, source)| source.text.clone())).unwrap_or_else(|| "".into())
    }

    /// Begins a longer look at the next pack that waits for one.
    fn look_longer(&mut self) {
        let Some(pack) = self.waiting.pop() else { return };
        let Some(by) = self.packs.get(&pack).map(|opened| opened.by.clone()) else { return };
        let (home, open, stop) = (self.home.clone(), self.buffers(), Cancel::default());
        let (sender, found) = channel();
        let stopped = stop.clone();
        let work = move || {
            let found = crash::guarded(|| {
                let (pack, files) = home.pack_of(&by, &open)?;
                let found = examine(&*files, &pack, &|| stopped.is_asked());
                Some(found.errors.into_iter().chain(found.findings).collect::<Vec<Diagnostic>>())
            });
            // Whoever gave the work up does not listen any more.
            drop(sender.send(found.ok().flatten().unwrap_or_default()));
        };
        if std::thread::Builder::new().stack_size(64 << 20).spawn(work).is_ok() {
            self.look = Some(LongLook { pack, stop, found });
        }
    }

    fn glance(&mut self) {
        let Some(look) = &self.look else { return };
        let Ok(found) = look.found.try_recv() else { return };
        let pack = look.pack.clone();
        self.look = None;
        if let Some(opened) = self.packs.get_mut(&pack) {
            opened.findings = found;
            self.publish();
        }
    }

    fn stop_looking(&mut self) {
        if let Some(look) = self.look.take() {
            look.stop.ask();
            self.waiting.push(look.pack);
        }
    }

    /// Has lenses and hints drawn again, and tells what tests came to.
    pub(super) fn redraw(&mut self) {
        self.publish();
        if self.refreshes.0 {
            self.request("workspace/codeLens/refresh", Value::Null);
        }
        if self.refreshes.1 {
            self.request("workspace/inlayHint/refresh", Value::Null);
        }
    }

    pub(super) fn request(&mut self, method: &str, params: Value) {
        let id = self.next_id.into();
        self.next_id += 1;
        self.send(Request { id, method: method.to_string(), params }.into());
    }

    pub(super) fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_string(), params }.into());
    }

    fn send(&self, message: Message) {
        // A client that is gone is noticed where the next message is read.
        drop(self.connection.sender.send(message));
    }
}

/// What tells packs of the same name apart: the folder around `rules` or `scripts`, else the file itself.
fn home_of(path: &Path) -> String {
    let is_root = |folder: &&Path| folder.file_name().is_some_and(|name| name == "rules" || name == "scripts");
    let root = path.ancestors().skip(1).find(is_root).and_then(Path::parent);
    root.unwrap_or(path).display().to_string()
}
