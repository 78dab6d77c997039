//! What is asked, and the answers of `ide/` in the words of the protocol.

use super::document::{path_of, uri_of};
use super::message::place;
use super::position::LineStarts;
use super::server::Server;
use super::shape;
use crate::ide::{
    Analysis, Entity, OutlineEntry, PlacedEdit, TestEnd, TokenSort, folds, rename, run_test, symbols, win_rate,
};
use crate::syntax::{self, TextEdit, edit_of};
use crate::text::{Files, SourceId, Span};
use gen_lsp_types::{CodeActionParams, Position, Range, TextDocumentPositionParams};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many games are played for a win rate.
const GAMES: u64 = 200;
/// So many declarations of a workspace are listed.
const MOST_SYMBOLS: usize = 500;

/// An answer; nothing if the question is not known. An error is told to whoever asked.
type LspAnswer = Option<Result<Value, String>>;

impl Server<'_> {
    pub(super) fn answer(&mut self, method: &str, params: Value) -> LspAnswer {
        let answer = match method {
            "textDocument/hover" => self.hover(&params),
            "textDocument/definition" => self.definition(&params),
            "textDocument/references" => self.references(&params),
            "textDocument/documentHighlight" => self.highlight(&params),
            "textDocument/prepareRename" => self.prepare_rename(&params),
            "textDocument/rename" => return Some(self.rename(&params)),
            "textDocument/completion" => self.completion(&params),
            "textDocument/formatting" => self.formatting(&params),
            "textDocument/documentSymbol" => self.document_symbols(&params),
            "workspace/symbol" => Some(self.workspace_symbols(&params)),
            "textDocument/foldingRange" => self.folding(&params),
            "textDocument/inlayHint" => self.hints(&params),
            "textDocument/codeLens" => self.lenses(&params),
            "textDocument/codeAction" => self.actions(params),
            "textDocument/semanticTokens/full" => self.tokens(&params),
            "workspace/executeCommand" => return Some(self.execute(&params)),
            _ => return None,
        };
        Some(Ok(answer.unwrap_or(Value::Null)))
    }

    /// The open file that a question is about, with its text.
    fn file(&self, params: &Value) -> Option<(PathBuf, Arc<str>)> {
        let path = path_of(params["textDocument"]["uri"].as_str()?)?;
        let text = match self.open.get(&path) {
            Some(held) => held.text.clone(),
            None => self.text_of(&path, self.pack(&path)?),
        };
        Some((path, text))
    }

    /// The pack of a file, open or not.
    fn pack(&self, path: &Path) -> Option<&Analysis> {
        if let Some(pack) = self.pack_of.get(path) {
            return Some(&self.packs.get(pack)?.analysis);
        }
        let shown = path.display().to_string();
        self.packs.values().map(|opened| &opened.analysis).find(|analysis| analysis.source(&shown).is_some())
    }

    /// The text in its pack, as far as the pack was read with it.
    fn source(&self, path: &Path) -> Option<(&Analysis, SourceId)> {
        let analysis = self.pack(path)?;
        let (source, _) = analysis.source(&path.display().to_string())?;
        Some((analysis, source))
    }

    /// The place that a question is about.
    fn at(&self, params: &Value) -> Option<(PathBuf, Arc<str>, usize)> {
        let asked: TextDocumentPositionParams = serde_json::from_value(params.clone()).ok()?;
        let (path, text) = self.file(params)?;
        let at = LineStarts::of(&text, self.is_bytes).byte(asked.position);
        Some((path, text, at))
    }

    fn range(&self, text: &str, bytes: std::ops::Range<usize>) -> Range {
        LineStarts::of(text, self.is_bytes).range(bytes)
    }

    fn location(&self, analysis: &Analysis, span: Span) -> Option<Value> {
        let source = analysis.sources().get(span.source);
        let path = self.home.path_of(&source.name)?;
        let range = self.range(&source.text, span.start as usize..span.end as usize);
        Some(json!({ "uri": uri_of(&path), "range": range }))
    }

    fn hover(&self, params: &Value) -> Option<Value> {
        let (path, text, at) = self.at(params)?;
        let (analysis, source) = self.source(&path)?;
        let (span, told) = analysis.hover(source, at)?;
        let range = self.range(&text, span.start as usize..span.end as usize);
        Some(json!({ "contents": { "kind": "markdown", "value": told }, "range": range }))
    }

    fn entity(&self, params: &Value) -> Option<(PathBuf, Span, Entity)> {
        let (path, _, at) = self.at(params)?;
        let (analysis, source) = self.source(&path)?;
        let (span, entity) = analysis.entity_at(source, at)?;
        Some((path, span, entity))
    }

    fn definition(&self, params: &Value) -> Option<Value> {
        let (path, _, entity) = self.entity(params)?;
        let analysis = self.pack(&path)?;
        let all = analysis.definitions(&entity).into_iter().filter_map(|span| self.location(analysis, span));
        Some(all.collect())
    }

    /// The packs that a file may be named in, each with its files.
    fn packs_around(&self, path: &Path) -> Vec<(Analysis, Box<dyn Files>)> {
        let open = self.buffers();
        let own = self.home.pack_of(path, &open);
        let beside = self.home.packs_beside(path, &open);
        let all = own.into_iter().chain(beside);
        let read = |(pack, files): (String, Box<dyn Files>)| (Analysis::of(&*files, &pack, None), files);
        let shown = path.display().to_string();
        all.map(read).filter(|(analysis, _)| analysis.source(&shown).is_some()).collect()
    }

    fn references(&self, params: &Value) -> Option<Value> {
        let (path, _, entity) = self.entity(params)?;
        let with_declaration = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
        let mut all: Vec<Value> = Vec::new();
        for (analysis, _) in self.packs_around(&path) {
            let declared = analysis.definitions(&entity);
            let places = analysis.references(&entity).into_iter();
            let wanted = places.filter(|span| with_declaration || !declared.contains(span));
            for one in wanted.filter_map(|span| self.location(&analysis, span)) {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        Some(all.into())
    }

    fn highlight(&self, params: &Value) -> Option<Value> {
        let (path, text, at) = self.at(params)?;
        let (analysis, source) = self.source(&path)?;
        let (_, entity) = analysis.entity_at(source, at)?;
        let here = analysis.references(&entity).into_iter().filter(|span| span.source == source);
        let lines = LineStarts::of(&text, self.is_bytes);
        let shown = here.map(|span| json!({ "range": lines.range(span.start as usize..span.end as usize) }));
        Some(shown.collect())
    }

    fn prepare_rename(&self, params: &Value) -> Option<Value> {
        let (path, span, entity) = self.entity(params)?;
        let (_, text) = self.file(params)?;
        let analysis = self.pack(&path)?;
        let is_own = |span: &Span| self.home.is_own(&analysis.sources().get(span.source).name);
        if !analysis.definitions(&entity).iter().all(is_own) {
            return None;
        }
        let range = self.range(&text, span.start as usize..span.end as usize);
        Some(json!({ "range": range, "placeholder": entity.name() }))
    }

    fn rename(&self, params: &Value) -> Result<Value, String> {
        let name = params["newName"].as_str().unwrap_or("");
        let (path, _, entity) = self.entity(params).ok_or("nothing that has a name stands here")?;
        let packs = self.packs_around(&path);
        let lent: Vec<(&Analysis, &dyn Files)> = packs.iter().map(|(analysis, files)| (analysis, &**files)).collect();
        let edits = rename(&lent, &entity, name, |shown| self.home.is_own(shown))?;
        let mut changes: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for PlacedEdit { source, start, end, right } in edits {
            let Some(path) = self.home.path_of(&source) else { continue };
            let text = lent.iter().find_map(|(analysis, _)| Some(analysis.source(&source)?.1.text.clone()));
            let range = self.range(&text.unwrap_or_else(|| "".into()), start..end);
            changes.entry(uri_of(&path)).or_default().push(json!({ "range": range, "newText": right }));
        }
        Ok(json!({ "changes": changes }))
    }

    fn completion(&self, params: &Value) -> Option<Value> {
        let (path, text, at) = self.at(params)?;
        let (analysis, source) = self.source(&path)?;
        let lines = LineStarts::of(&text, self.is_bytes);
        let items = analysis.completions(source, at).into_iter().map(|one| {
            let edit = json!({ "range": lines.range(one.at), "newText": one.label });
            let detail = [one.sort.as_str(), one.detail.as_str()].join("  ");
            json!({ "label": one.label, "kind": shape::completion(&one.sort), "detail": detail.trim(), "textEdit": edit })
        });
        Some(items.collect())
    }

    fn formatting(&self, params: &Value) -> Option<Value> {
        let (path, text) = self.file(params)?;
        if path.extension().is_none_or(|extension| extension != "fray") {
            return None;
        }
        let neat = syntax::format(&text).ok()?;
        if *neat == *text {
            return Some(json!([]));
        }
        Some(json!([{ "range": self.range(&text, 0..text.len()), "newText": neat }]))
    }

    fn document_symbols(&self, params: &Value) -> Option<Value> {
        let (path, text) = self.file(params)?;
        if path.extension().is_none_or(|extension| extension != "fray") {
            return None;
        }
        let lines = LineStarts::of(&text, self.is_bytes);
        Some(symbols(&text).iter().map(|one| symbol(one, &lines)).collect())
    }

    fn workspace_symbols(&self, params: &Value) -> Value {
        let wanted = params["query"].as_str().unwrap_or("").to_lowercase();
        let mut found = Vec::new();
        for opened in self.packs.values() {
            for (_, source) in opened.analysis.sources().iter().filter(|(_, source)| source.name.ends_with(".fray")) {
                let Some(path) = Some(&source.name).filter(|name| self.home.is_own(name)) else { continue };
                let Some(path) = self.home.path_of(path) else { continue };
                let lines = LineStarts::of(&source.text, self.is_bytes);
                for one in symbols(&source.text).into_iter().filter(|one| one.name.to_lowercase().contains(&wanted)) {
                    let range = lines.range(one.at.start as usize..one.at.end as usize);
                    let location = json!({ "uri": uri_of(&path), "range": range });
                    let kind = shape::symbol(&one);
                    found.push(
                        json!({ "name": one.name, "kind": kind, "location": location, "containerName": one.sort }),
                    );
                }
            }
        }
        found.truncate(MOST_SYMBOLS);
        found.into()
    }

    fn folding(&self, params: &Value) -> Option<Value> {
        let (_, text) = self.file(params)?;
        let shown = folds(&text).into_iter().map(|fold| {
            let mut shown = json!({ "startLine": fold.from, "endLine": fold.to });
            if fold.is_comment {
                shown["kind"] = json!("comment");
            }
            shown
        });
        Some(shown.collect())
    }

    fn hints(&self, params: &Value) -> Option<Value> {
        let (path, text) = self.file(params)?;
        let asked: Range = serde_json::from_value(params["range"].clone()).ok()?;
        let (analysis, source) = self.source(&path)?;
        let saved = self.pack_of.get(&path).and_then(|pack| self.packs.get(pack)?.saved.as_ref());
        let lines = LineStarts::of(&text, self.is_bytes);
        let shown = analysis.hints(source, saved).into_iter().map(|hint| (lines.position(hint.at), hint.text));
        let shown = shown.filter(|(at, _)| asked.start <= *at && *at <= asked.end);
        Some(shown.map(|(at, text)| json!({ "position": at, "label": text, "paddingLeft": true })).collect())
    }

    fn lenses(&self, params: &Value) -> Option<Value> {
        let (path, text) = self.file(params)?;
        if path.extension().is_none_or(|extension| extension != "fray") {
            return None;
        }
        let (lines, uri) = (LineStarts::of(&text, self.is_bytes), uri_of(&path));
        let mut all = Vec::new();
        for one in symbols(&text) {
            let range = lines.range(one.at.start as usize..one.at.end as usize);
            let key = (path.clone(), one.name.clone());
            if one.is_test {
                let end = self.ended.get(&key);
                let title = match end.map(|end| end.failures.len()) {
                    None => "run this test".to_string(),
                    Some(0) => "passed: run it again".to_string(),
                    Some(_) => "failed: run it again".to_string(),
                };
                all.push(lens(range, &title, "fray.test", json!([uri, one.name])));
                all.extend(end.into_iter().flat_map(|end| self.accepts(&uri, &text, end)));
            } else if one.sort == "scenario" {
                let won = self.won.get(&key).cloned().unwrap_or_else(|| "play it 200 times".to_string());
                all.push(lens(range, &won, "fray.winRate", json!([uri, one.name])));
            }
        }
        Some(all.into())
    }

    /// What failed expectations got, to be accepted where it can be written in the place of what was expected.
    fn accepts(&self, uri: &str, text: &str, end: &TestEnd) -> Vec<Value> {
        let lines = LineStarts::of(text, self.is_bytes);
        let shown = end.failures.iter().filter_map(|(_, bytes, expected, got)| {
            let step = text.get(bytes.clone())?;
            let wrong = expected.rsplit(' ').next()?;
            let right = got.rsplit(' ').next()?;
            let is_number = |word: &str| {
                word.trim_start_matches('-').chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '.' | '/'))
            };
            let at = step.rfind(wrong).filter(|_| is_number(wrong) && is_number(right))?;
            let range = lines.range(bytes.start + at..bytes.start + at + wrong.len());
            let title = format!("got {got}: accept it");
            Some(lens(lines.range(bytes.clone()), &title, "fray.accept", json!([uri, range, right])))
        });
        shown.collect()
    }

    fn execute(&mut self, params: &Value) -> Result<Value, String> {
        let given = &params["arguments"];
        let (uri, name) = (given[0].as_str().unwrap_or(""), given[1].as_str().unwrap_or("").to_string());
        let path = path_of(uri).ok_or("the first argument is the address of a file")?;
        match params["command"].as_str().unwrap_or("") {
            "fray.test" => {
                let (pack, files) = self.home.pack_of(&path, &self.buffers()).ok_or("this file belongs to no pack")?;
                let end = run_test(&*files, &pack, &name).ok_or("the pack has mistakes, or no such test")?;
                let told = match end.failures.first() {
                    None => format!("passed: {name}"),
                    Some((_, _, expected, got)) => format!("failed: {name}: expected {expected}, got {got}"),
                };
                self.ended.insert((path, name), end);
                self.redraw();
                Ok(told.into())
            }
            "fray.winRate" => {
                let analysis = self.pack(&path).ok_or("this file belongs to no pack")?;
                let won = win_rate(analysis, &name, GAMES).ok_or("it cannot be played as it is")?;
                self.won.insert((path, name), won.clone());
                self.redraw();
                Ok(won.into())
            }
            "fray.accept" => {
                let edit = json!({ "range": given[1], "newText": given[2] });
                self.request("workspace/applyEdit", json!({ "edit": { "changes": { uri: [edit] } } }));
                Ok(Value::Null)
            }
            other => Err(format!("`{other}` is no command of fray")),
        }
    }

    /// The fixes of what is wrong in a part of a text.
    fn actions(&self, params: Value) -> Option<Value> {
        let (path, text) = self.file(&params)?;
        let asked: CodeActionParams = serde_json::from_value(params).ok()?;
        let lines = LineStarts::of(&text, self.is_bytes);
        let (start, end) = (lines.byte(asked.range.start), lines.byte(asked.range.end));
        let opened = self.packs.get(self.pack_of.get(&path)?)?;
        let shown = path.display().to_string();
        let here = opened.all().filter(|one| place(one).is_some_and(|(name, _)| name == shown));
        let edits: Vec<(TextEdit, Value)> = here
            .filter_map(|one| {
                let edit = edit_of(one).filter(|edit| edit.source == shown && edit.applied(&text).is_some())?;
                Some((edit, super::message::shown(one, &lines, &uri_of(&path))))
            })
            .collect();
        let uri = uri_of(&path);
        let change = |edit: &TextEdit| json!({ "range": lines.range(edit.start..edit.end), "newText": edit.right });
        let mut all: Vec<Value> = Vec::new();
        for (edit, diagnostic) in edits.iter().filter(|(edit, _)| edit.start <= end && start <= edit.end) {
            let title = match edit.right.is_empty() {
                true => format!("take `{}` away", edit.wrong),
                false => format!("write `{}`", edit.right.trim()),
            };
            all.push(json!({
                "title": title, "kind": "quickfix", "isPreferred": edit.is_safe, "diagnostics": [diagnostic],
                "edit": { "changes": { &uri: [change(edit)] } },
            }));
        }
        let mut safe: Vec<&TextEdit> = edits.iter().map(|(edit, _)| edit).filter(|edit| edit.is_safe).collect();
        safe.sort_by_key(|edit| edit.start);
        safe.dedup_by(|later, earlier| later.start < earlier.end);
        if !safe.is_empty() {
            let changes: Vec<Value> = safe.into_iter().map(change).collect();
            all.push(json!({
                "title": "mend what is certain in this file", "kind": "source.fixAll",
                "edit": { "changes": { &uri: changes } },
            }));
        }
        Some(all.into())
    }

    fn tokens(&self, params: &Value) -> Option<Value> {
        let (path, text) = self.file(params)?;
        let (analysis, source) = self.source(&path)?;
        if path.extension().is_none_or(|extension| extension != "fray") {
            return None;
        }
        let lines = LineStarts::of(&text, self.is_bytes);
        let (mut data, mut last): (Vec<u32>, _) = (Vec::new(), Position { line: 0, character: 0 });
        for (bytes, sort) in analysis.tokens(source) {
            let Some(number) = shape::token(sort).filter(|_| sort != TokenSort::Word) else { continue };
            let Range { start, end } = lines.range(bytes);
            if start.line != end.line {
                continue;
            }
            let line = start.line - last.line;
            let character = if line == 0 { start.character - last.character } else { start.character };
            data.extend([line, character, end.character - start.character, number, 0]);
            last = start;
        }
        Some(json!({ "data": data }))
    }
}

fn lens(range: Range, title: &str, command: &str, arguments: Value) -> Value {
    json!({ "range": range, "command": { "title": title, "command": command, "arguments": arguments } })
}

fn symbol(one: &OutlineEntry, lines: &LineStarts<'_>) -> Value {
    let range = |span: Span| lines.range(span.start as usize..span.end as usize);
    let inside: Vec<Value> = one.inside.iter().map(|inner| symbol(inner, lines)).collect();
    let detail = match &one.title {
        Some(title) if *title != one.name => format!("{} {title}", one.sort),
        _ => one.sort.clone(),
    };
    json!({
        "name": one.name, "detail": detail, "kind": shape::symbol(one),
        "range": range(one.whole), "selectionRange": range(one.at), "children": inside,
    })
}
