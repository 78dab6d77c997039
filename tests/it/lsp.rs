//! The language server over a connection in memory: files, what is asked at `$0`, and all that is said. A message that
//! nobody has read fails the test.

use fray::cli::Workspace;
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// So long a message is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client in a folder of its own.
struct Client {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    root: PathBuf,
    next: i32,
    version: i32,
}

impl Client {
    fn new(name: &str) -> Client {
        let root = std::env::temp_dir().join(format!("fray-lsp-{}-{name}", std::process::id()));
        drop(std::fs::remove_dir_all(&root));
        std::fs::create_dir_all(&root).unwrap();
        let root = root.canonicalize().unwrap();
        let (ours, theirs) = Connection::memory();
        let shelf = root.join("shelf");
        let home = Arc::new(Workspace { rules: None, shelf });
        let server = std::thread::spawn(move || fray::lsp::serve(&theirs, home).unwrap());
        let mut client = Client { connection: ours, server: Some(server), root, next: 0, version: 0 };
        client.ask("initialize", json!({ "capabilities": {} }));
        client.tell("initialized", json!({}));
        client
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.root.join(file).display())
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn tell(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification { method: method.to_string(), params }.into()).unwrap();
    }

    fn open(&mut self, file: &str, text: &str) {
        let document = json!({ "uri": self.uri(file), "languageId": "fray", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, file: &str, text: &str) {
        self.version += 1;
        let document = json!({ "uri": self.uri(file), "version": self.version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
    }

    fn next_message(&self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("the server says something")
    }

    /// The answer to a question, with the diagnostics that came before it.
    fn ask_both(&mut self, method: &str, params: Value) -> (Vec<Value>, Value) {
        self.next += 1;
        let request = Request { id: self.next.into(), method: method.to_string(), params };
        self.connection.sender.send(request.into()).unwrap();
        let mut told = Vec::new();
        loop {
            match self.next_message() {
                Message::Response(response) => {
                    let answer = match response.response_result {
                        Ok(result) => result,
                        Err(error) => json!({ "refused": error.message }),
                    };
                    return (told, answer);
                }
                Message::Notification(one) => told.push(one.params),
                Message::Request(one) => told.push(one.params),
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.ask_both(method, params).1
    }

    /// The next diagnostics that are told of a file.
    fn diagnostics(&self, file: &str) -> Vec<String> {
        loop {
            if let Message::Notification(one) = self.next_message()
                && one.params["uri"] == self.uri(file)
            {
                return messages(&one.params);
            }
        }
    }

    /// Ends the server: nothing that was said may be left unread.
    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap();
        let left: Vec<Message> = self.connection.receiver.try_iter().collect();
        assert!(left.is_empty(), "unread: {left:?}");
        std::fs::remove_dir_all(&self.root).unwrap();
    }
}

fn messages(params: &Value) -> Vec<String> {
    let shown = |one: &Value| {
        let start = &one["range"]["start"];
        format!("{}:{} {}", start["line"], start["character"], one["message"].as_str().unwrap().replace('\n', " | "))
    };
    params["diagnostics"].as_array().unwrap().iter().map(shown).collect()
}

/// A case: files, and questions.
struct LspCase {
    files: Vec<(String, String)>,
    asked: Vec<String>,
}

fn case(text: &str) -> LspCase {
    let mut case = LspCase { files: Vec::new(), asked: Vec::new() };
    for line in text.lines() {
        match line.strip_prefix("### ") {
            Some(rest) if rest.starts_with("file ") => {
                case.files.push((rest["file ".len()..].to_string(), String::new()))
            }
            Some(rest) => case.asked.push(rest.to_string()),
            None => {
                let text = &mut case.files.last_mut().expect("a line belongs to a file").1;
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    case
}

fn played(name: &str, text: &str) -> String {
    let LspCase { files, asked } = case(text);
    let mut client = Client::new(name);
    let (mut at, mut out) = (None, String::from(text));
    for (file, text) in &files {
        let plain = text.replace("$0", "");
        if let Some(place) = text.find("$0") {
            let line = text[..place].matches('\n').count();
            let character = text[..place].rsplit('\n').next().unwrap().encode_utf16().count();
            at = Some((file.clone(), json!({ "line": line, "character": character })));
        }
        client.write(file, &plain);
    }
    let (file, position) = at.unwrap_or_else(|| (files[0].0.clone(), json!({ "line": 0, "character": 0 })));
    for (file, text) in &files {
        client.open(file, &text.replace("$0", ""));
    }
    for question in &asked {
        let (method, rest) = question.split_once(' ').unwrap_or((question, ""));
        let document = json!({ "uri": client.uri(&file) });
        let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
        let mut params = json!({ "textDocument": document, "position": position, "range": all });
        params["context"] = json!({ "includeDeclaration": true, "diagnostics": [] });
        params["newName"] = json!(rest);
        params["query"] = json!(rest);
        if let Some((command, name)) = rest.split_once(' ').filter(|_| method == "workspace/executeCommand") {
            params = json!({ "command": command, "arguments": [client.uri(&file), name] });
        }
        let (told, answer) = client.ask_both(method, params);
        out += &format!("\n=== {question}\n");
        for params in told {
            let uri = params["uri"].as_str().unwrap_or("").rsplit('/').next().unwrap().to_string();
            out += &messages(&params).iter().map(|one| format!("! {uri} {one}\n")).collect::<String>();
        }
        out += &shown(&answer, 0).replace(&format!("file://{}", client.root.display()), "");
        out = out.replace(concat!("file://", env!("CARGO_MANIFEST_DIR")), "");
    }
    client.end();
    out
}

/// An answer in short lines: places as `line:character`, lists one below the other.
fn shown(answer: &Value, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let place = |at: &Value| format!("{}:{}", at["line"], at["character"]);
    match answer {
        Value::Array(all) if all.iter().all(Value::is_number) => format!("{indent}{answer}\n"),
        Value::Array(all) => all.iter().map(|one| shown(one, depth) + &format!("{indent}-\n")).collect(),
        Value::Object(fields) if fields.contains_key("start") => {
            format!("{indent}{} to {}\n", place(&answer["start"]), place(&answer["end"]))
        }
        Value::Object(fields) if fields.contains_key("line") => format!("{indent}{}\n", place(answer)),
        Value::Object(fields) => {
            let line = |(name, value): (&String, &Value)| match value {
                Value::Object(_) | Value::Array(_) => format!("{indent}{name}\n{}", shown(value, depth + 1)),
                Value::String(text) if text.contains('\n') => {
                    let text = text.lines().map(|line| format!("{indent}  {line}").trim_end().to_string() + "\n");
                    format!("{indent}{name}\n{}", text.collect::<String>())
                }
                Value::String(text) => format!("{indent}{name} {text}\n"),
                other => format!("{indent}{name} {other}\n"),
            };
            fields.iter().map(line).collect()
        }
        Value::String(text) => format!("{indent}{text}\n"),
        other => format!("{indent}{other}\n"),
    }
}

#[test]
fn answers() {
    insta::glob!("../golden/lsp", "*.txt", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "../golden/lsp", snapshot_suffix => "", omit_expression => true }, {
            insta::assert_snapshot!(name, played(name, &text));
        });
    });
}

const GAME: &str = include_str!("../golden/lsp/game.fray");

#[test]
fn a_broken_file_costs_nothing_that_was_known() {
    let mut client = Client::new("broken");
    client.write("yard.fray", GAME);
    client.open("yard.fray", GAME);
    assert_eq!(client.diagnostics("yard.fray"), [""; 0]);
    client.change("yard.fray", &GAME.replace("at most actor.AIM", "at most actor."));
    assert!(!client.diagnostics("yard.fray").is_empty());
    let at = json!({ "textDocument": { "uri": client.uri("yard.fray") }, "position": { "line": 5, "character": 30 } });
    let answer = client.ask("textDocument/hover", at);
    assert!(answer["contents"]["value"].as_str().unwrap().contains("is worth"), "{answer}");
    client.change("yard.fray", GAME);
    assert_eq!(client.diagnostics("yard.fray"), [""; 0]);
    client.end();
}

#[test]
fn thousands_of_keys_are_one_text() {
    let mut client = Client::new("keys");
    client.write("yard.fray", GAME);
    client.open("yard.fray", GAME);
    for key in 0..2000 {
        client.change("yard.fray", &format!("{GAME}# {key}\n"));
    }
    let uri = client.uri("yard.fray");
    let (told, answer) = client.ask_both("textDocument/foldingRange", json!({ "textDocument": { "uri": uri } }));
    assert!(!answer.is_null());
    assert_eq!(told.last().unwrap()["version"], 2000);
    client.end();
}

#[test]
fn a_huge_file_and_packs_in_a_circle_are_told_and_block_nothing() {
    let mut client = Client::new("huge");
    client.write("rules/one/one.fray", "pack one \"One\" extends two\n");
    client.write("rules/two/two.fray", "pack two \"Two\" extends one\n");
    client.open("rules/one/one.fray", "pack one \"One\" extends two\n");
    let told = client.diagnostics("rules/two/two.fray");
    assert!(told.iter().any(|one| one.contains("one -> two -> one")), "{told:?}");
    let huge = format!("pack huge \"Huge\"\n{}", "fact x number\n".repeat(180_000));
    client.write("huge.fray", &huge);
    client.open("huge.fray", &huge);
    let told = client.diagnostics("huge.fray");
    assert!(told.iter().any(|one| one.contains("2 MiB")), "{told:?}");
    // What was told of the other file besides is of no interest here.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("huge.fray") } }));
    client.ask("textDocument/foldingRange", json!({ "textDocument": { "uri": client.uri("rules/one/one.fray") } }));
    client.end();
}
