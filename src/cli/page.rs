//! `fray cards --html`: the referee's screen as one page to be printed.

use crate::explain::{cites, modifier_words, shown, stacking};
use crate::rulebook::{Card, Rulebook};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// A card of more modifiers than this may be broken over columns.
const LONG: usize = 25;

/// The whole page.
pub(super) fn html(book: &Rulebook) -> String {
    let title = escaped(&book.pack.head.title);
    let source = book.pack.source.as_ref().map_or(String::new(), |source| escaped(source));
    let license =
        book.pack.license.as_ref().map_or(String::new(), |license| format!(". License: {}", escaped(license)));
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p class=\"from\">{source}{license}</p>\n<main>\n"
    );
    for card in shown(book) {
        text += &section(book, card);
    }
    text + "</main>\n</body>\n</html>\n"
}

fn section(book: &Rulebook, card: &Card) -> String {
    let class = if card.modifiers.len() > LONG { " class=\"long\"" } else { "" };
    let sections = cites(&card.head.cites);
    let note = format!("{} {}", escaped(&sections), escaped(stacking(card, 0).trim()));
    let mut text =
        format!("<section{class}>\n<h2>{} <small>{}</small></h2>\n<table>\n", escaped(&card.head.title), note.trim());
    let mut group = 0;
    for modifier in &card.modifiers {
        if modifier.group != group && modifier.group != 0 {
            let note = stacking(card, modifier.group);
            let _ = writeln!(text, "<tr class=\"g\"><td></td><td colspan=\"3\">{}</td></tr>", escaped(note.trim()));
        }
        group = modifier.group;
        let row = modifier_words(book, modifier);
        let _ = writeln!(
            text,
            "<tr><td class=\"n\">{}</td><td class=\"l\">{}</td><td class=\"w\">{}</td><td class=\"s\">{}</td></tr>",
            escaped(&row.amount),
            escaped(&row.label),
            escaped(&row.when),
            escaped(&row.cites)
        );
    }
    text + "</table>\n</section>\n"
}

fn escaped(text: &str) -> String {
    let safe: String = text.chars().filter(|c| !c.is_control()).collect();
    safe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
