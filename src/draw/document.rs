//! The frame around a page: its head, its styles, its one script. What stands inside is made elsewhere.

use crate::diag::visible;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::borrow::Cow;
use std::sync::Arc;

/// What was drawn as text, with what is hidden in it written out: names and texts by strangers stand in it.
pub(crate) fn written(drawn: Markup) -> String {
    let text = drawn.into_string();
    match visible(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => text,
    }
}

/// The styles of every page: colors as tokens, for light, dark, paper and forced colors.
pub(crate) const STYLE: &str = include_str!("style.css");

/// A whole page that stands alone, with its styles and its one script in it. `hash` is that of the script: no other may run.
pub(super) fn alone(title: &str, script: &str, hash: &str, body: &Markup) -> String {
    let body = html! { (body) script { (PreEscaped(script)) } };
    whole("", title, &format!(" script-src '{hash}';"), &body)
}

/// How a page that stands still begins.
pub(crate) const REPORT: &str = "<!DOCTYPE html><html lang=\"en\" class=\"still\">";

/// A whole page that stands alone and runs nothing.
pub(super) fn still(title: &str, body: &Markup) -> String {
    whole("still", title, "", body)
}

/// A page that asks nobody for anything: its styles are in it, and `scripts` says in its policy what may run.
fn whole(class: &str, title: &str, scripts: &str, body: &Markup) -> String {
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:;{scripts} base-uri 'none'; form-action 'none'"
    );
    let class = (!class.is_empty()).then_some(class);
    let page = html! {
        (DOCTYPE)
        html lang="en" class=[class] {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                style { (PreEscaped(STYLE)) }
                link rel="icon" href="data:,";
                title { (title) }
            }
            body { (body) }
        }
    };
    written(page)
}

/// A whole page that is served; its styles and its script are beside it.
pub(super) fn served(title: &str, body: &Markup) -> String {
    written(served_still(title, &html! { (body) script src="/page.js" {} }))
}

/// A whole page that is served and runs nothing.
pub(super) fn served_still(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="stylesheet" href="/page.css";
                link rel="icon" href="data:,";
                title { (title) }
            }
            body { (body) }
        }
    }
}

/// An address with what it asks for, as browsers write it.
pub(crate) fn address(path: &str, asked: &[(&str, &str)]) -> String {
    let escaped = |text: &str| {
        let byte = |byte: u8| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            b' ' => "+".to_string(),
            _ => format!("%{byte:02X}"),
        };
        text.bytes().map(byte).collect::<String>()
    };
    let pairs: Vec<String> =
        asked.iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value))).collect();
    format!("{path}?{}", pairs.join("&"))
}

/// Sections of the source text.
pub(crate) fn sections(cites: &[Arc<str>]) -> Markup {
    html! { @for cite in cites { span.cite { "@" (cite) } " " } }
}
