//! `fray cards`: the referee's screen. Every card with its amounts, labels, conditions and sections.

use super::args::CardsArgs;
use super::exit::{CommandResult, Ended};
use super::find;
use super::packs::Packs;
use super::screen::Screen;
use crate::explain::{ModifierWords, cites, modifier_words, shown, stacking};
use crate::rulebook::{Card, Modifier, Rulebook};
use serde_json::json;
use std::fmt::Write;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.cards/1";

/// Prints all cards.
pub(super) fn cards(args: &CardsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let book = find::pack(packs, &args.pack, &args.choices)?;
    if args.json {
        screen.json(&json(&book));
        return Ok(Ended::Done);
    }
    if args.html {
        screen.say(&super::page::html(&book));
        return Ok(Ended::Done);
    }
    if args.md {
        screen.line(&format!("# {}\n", book.pack.head.title));
    }
    for (index, card) in shown(&book).enumerate() {
        if index > 0 {
            screen.line("");
        }
        let text = if args.md { markdown(&book, card) } else { plain(&book, card, screen.width) };
        screen.say(&text);
    }
    if shown(&book).next().is_none() {
        screen.line(&format!("`{}` has no cards", args.pack));
    }
    Ok(Ended::Done)
}

/// All cards as programs read them.
fn json(book: &Rulebook) -> serde_json::Value {
    let row = |modifier: &Modifier| {
        let words = modifier_words(book, modifier);
        let when = (!words.rule.is_empty()).then_some(words.rule);
        json!({
            "amount": words.amount, "label": words.label, "when": when, "cites": modifier.label.cites,
            "option": modifier.under, "stacking": (modifier.group != 0).then_some(modifier.group),
        })
    };
    let card = |card: &Card| {
        let stacking = card.groups.iter().map(|group| format!("{group:?}").to_lowercase()).collect::<Vec<_>>();
        json!({
            "name": card.head.name, "title": card.head.title, "cites": card.head.cites, "stacking": stacking,
            "modifiers": card.modifiers.iter().map(row).collect::<Vec<_>>(),
        })
    };
    let cards = shown(book).map(card).collect::<Vec<_>>();
    json!({ "schema": SCHEMA, "pack": book.pack.head.name, "title": book.pack.head.title, "cards": cards })
}

/// A card as lines of text.
pub(super) fn plain(book: &Rulebook, card: &Card, width: usize) -> String {
    let rows: Vec<(u16, ModifierWords)> =
        card.modifiers.iter().map(|one| (one.group, modifier_words(book, one))).collect();
    let longest = |part: fn(&ModifierWords) -> &String, most: usize| {
        rows.iter().map(|(_, row)| part(row).chars().count()).max().unwrap_or(0).min(most)
    };
    let (amount, label) = (longest(|row| &row.amount, 20), longest(|row| &row.label, 40));
    let mut text = format!("{}{}{}\n", card.head.title, spaced(&cites(&card.head.cites)), stacking(card, 0));
    let mut group = 0;
    for (own, row) in &rows {
        if *own != group && *own != 0 {
            let _ = writeln!(text, "  {}", stacking(card, *own).trim());
        }
        group = *own;
        let head = format!("  {:>amount$}  {:<label$}", row.amount, row.label);
        let tail = [row.when.as_str(), row.cites.as_str()];
        text += &filled(&head, tail.into_iter().flat_map(str::split_whitespace), width);
    }
    text
}

/// Words behind a head, wrapped below where they begin.
fn filled<'a>(head: &str, words: impl Iterator<Item = &'a str>, width: usize) -> String {
    let indent = head.chars().count() + 2;
    let mut text = head.to_string();
    let mut column = head.chars().count();
    for (index, word) in words.enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > width && indent + length < width {
            let _ = write!(text, "\n{:indent$}", "");
            column = indent;
        } else {
            let gap = if index == 0 { 2 } else { 1 };
            let _ = write!(text, "{:gap$}", "");
            column += gap;
        }
        text += word;
        column += length;
    }
    format!("{}\n", text.trim_end())
}

fn markdown(book: &Rulebook, card: &Card) -> String {
    let mut text = format!("## {}{}{}\n\n", card.head.title, spaced(&cites(&card.head.cites)), stacking(card, 0));
    text += "| amount | what | when | section |\n| ---: | --- | --- | --- |\n";
    for modifier in &card.modifiers {
        let row = modifier_words(book, modifier);
        let group = if modifier.group == 0 { String::new() } else { stacking(card, modifier.group) };
        let cell = |text: &str| text.replace('|', "\\|");
        let when = cell(row.when.trim_start_matches("when "));
        let _ = writeln!(text, "| {} | {}{} | {} | {} |", cell(&row.amount), cell(&row.label), group, when, row.cites);
    }
    text
}

fn spaced(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("  {text}") }
}
