//! What the server can do, and the numbers and words by which the protocol knows sorts of things.

use crate::ide::{OutlineEntry, TokenSort};
use serde_json::{Value, json};

/// The kinds of tokens, by their places in the legend.
const TOKENS: &[&str] = &[
    "comment",
    "string",
    "number",
    "decorator",
    "keyword",
    "variable",
    "property",
    "parameter",
    "enumMember",
    "type",
    "function",
    "class",
];

/// What the server can do.
pub(super) fn capabilities(is_bytes: bool) -> Value {
    json!({
        "positionEncoding": if is_bytes { "utf-8" } else { "utf-16" },
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [".", "\"", "{", " ", ":"] },
        "documentFormattingProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "inlayHintProvider": true,
        "codeLensProvider": {},
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
        "executeCommandProvider": { "commands": ["fray.test", "fray.accept", "fray.winRate"] },
        "semanticTokensProvider": { "legend": { "tokenTypes": TOKENS, "tokenModifiers": [] }, "full": true },
    })
}

/// The place of a token in the legend; plain words have no color of their own.
pub(super) fn token(sort: TokenSort) -> Option<u32> {
    let name = match sort {
        TokenSort::Comment => "comment",
        TokenSort::Text => "string",
        TokenSort::Number => "number",
        TokenSort::Cite => "decorator",
        TokenSort::Keyword => "keyword",
        TokenSort::Word => return None,
        TokenSort::Property => "property",
        TokenSort::Fact => "parameter",
        TokenSort::Constant => "enumMember",
        TokenSort::Type => "type",
        TokenSort::Callable => "function",
        TokenSort::Named => "class",
    };
    TOKENS.iter().position(|known| *known == name).map(|at| at as u32)
}

/// The number of a sort of symbols.
pub(super) fn symbol(one: &OutlineEntry) -> u32 {
    match one.sort.as_str() {
        "pack" => 4,
        "kind" | "symbols" => 5,
        "check" | "action" | "deed" | "reaction" | "function" => 12,
        "card" | "turn" => 11,
        "attribute" | "track" | "note" | "value" | "slot" | "state" => 7,
        "fact" => 13,
        "setting" | "option" | "unit" => 14,
        "test" => 6,
        _ => 19,
    }
}

/// The number of a sort of completions.
pub(super) fn completion(sort: &str) -> u32 {
    match sort {
        "keyword" => 14,
        "fact" => 6,
        "function" | "table" | "check" | "action" | "deed" | "card" | "relation" => 3,
        "setting" | "option" => 21,
        "kind" | "symbols" => 7,
        "thing" | "figure" => 12,
        "attribute" | "note" | "track" | "value" | "state" | "slot" | "field" | "property" => 10,
        _ => 20,
    }
}
