//! The rules as pages that need no script: what there is, what is found by a word, one declaration with who reads it.

use super::document::{address, sections, served_still, written};
use super::lab::LAB_WORDS;
use crate::repl::{
    OptionReading, ReadingLine, RuleEntry, RuleIndex, RuleKey, RuleLink, RulePiece, WorthHere, WrittenRule,
};
use maud::{Markup, html};

/// How a search begins that asks for all that reads a word.
const TOUCHES: &str = "touches ";

/// What there is, by sorts; or all of one sort.
pub(crate) fn rules(title: &str, index: &RuleIndex, sort: &str) -> String {
    let of_sort: Vec<&RuleEntry> = index.entries.iter().filter(|entry| entry.key.sort == sort).collect();
    page(
        (title, index),
        "",
        &html! {
            @if of_sort.is_empty() {
                section.panel aria-label="What there is" {
                    h2 { "What there is" }
                    ul.columns { @for (sort, count) in index.sorts() {
                        li { a href=(address("/rules", &[("sort", sort)])) { (sort) } " " small { (count) } }
                    } }
                }
            } @else { (listed(&format!("{sort}: {}", of_sort.len()), &of_sort)) }
        },
    )
}

/// What is found.
pub(crate) fn rules_found(title: &str, index: &RuleIndex, sought: &str) -> String {
    let body = match sought.strip_prefix(TOUCHES) {
        Some(word) => {
            let (near, far) = index.touching(word.trim());
            html! {
                (reading(&format!("What reads “{}”: {}", word.trim(), near.len()), &near))
                @if !far.is_empty() { (reading(&format!("And what reads that: {}", far.len()), &far)) }
            }
        }
        None => {
            let found = index.search(sought);
            html! {
                p.note { a href=(address("/rules", &[("q", &format!("{TOUCHES}{sought}"))])) { "What reads “" (sought) "”" } }
                (listed(&format!("Found: {}", found.len()), &found))
            }
        }
    };
    page((title, index), sought, &body)
}

/// One declaration; `told` is what there is to tell beyond its own words, `worth` what it counts just now.
pub(crate) fn rule(title: &str, index: &RuleIndex, entry: &RuleEntry, told: &str, worth: &[WorthHere]) -> String {
    let readers = index.readers(entry);
    page(
        (title, index),
        "",
        &html! {
            section.panel aria-label=(entry.title) {
                h2 { (entry.title) }
                p.note {
                    (entry.key.sort) " " code { (entry.key.name) } ", of " (entry.pack) ". " (sections(&entry.cites))
                    a href=(address("/rules", &[("sort", &entry.key.sort)])) { "All of this sort" }
                }
                @if !told.is_empty() { pre.wide tabindex="0" { (told) } }
                @for text in index.written(entry) { (text_of(&text)) }
            }
            (worth_here(worth))
            (side_by_side(&entry.key.name, &index.readings(entry), !index.is_open()))
            (reading(&format!("Who reads it: {}", readers.len()), &readers))
        },
    )
}

/// What the modifiers of a declaration count in orders at hand, or why they do not.
fn worth_here(worth: &[WorthHere]) -> Markup {
    html! {
        @if !worth.is_empty() {
            section.panel aria-label="What it is worth here" {
                h2 { "What it is worth here" }
                @for one in worth {
                    h3 { a href=(address("/lab", &[(LAB_WORDS[0], &one.sentence)])) { (one.sentence) } }
                    @if !one.counting.is_empty() {
                        table.parts {
                            thead { tr { th scope="col" { "part" } th scope="col" { "for" } th scope="col" { "worth" } } }
                            tbody { @for (label, amount, worth) in &one.counting { tr {
                                td.amount { (amount) } th scope="row" { (label) } td.worth { (worth) }
                            } } }
                        }
                    } @else {
                        p.note { "Nothing of it counts there now:" }
                        ul { @for (label, why) in &one.idle { li { b { (label) } ": " (why) } } }
                    }
                }
            }
        }
    }
}

fn page((title, index): (&str, &RuleIndex), sought: &str, found: &Markup) -> String {
    let body = html! {
        a.skip href="#found" { "Go to what is found" }
        header.bar {
            h1.grow { "The rules" } p { (title) }
            nav.row aria-label="Pages" {
                a href="/" { "The table" }
                @if !index.is_open() { a href="/screen" { "The screen" } a href="/lab" { "Odds lab" } }
                a href="/rules" { "All rules" }
            }
        }
        main.rules {
            form.panel role="search" method="get" action="/rules" {
                label for="q" { h2 { "Find" } }
                div.row {
                    input #q name="q" type="search" value=(sought) maxlength="200" autocomplete="off" placeholder="a word, a section, touches WORD";
                    button.main { "Find" }
                }
                p.note { code { "touches WORD" } " finds all that reads a word: how somebody is, a condition, a fact, a thing." }
            }
            div.stack #found tabindex="-1" { (found) }
        }
    };
    written(served_still("The rules", &body))
}

fn href(key: &RuleKey) -> String {
    address("/rules", &[("sort", &key.sort), ("name", &key.name)])
}

fn listed(head: &str, entries: &[&RuleEntry]) -> Markup {
    html! {
        section.panel aria-label=(head) {
            h2 { (head) }
            ul.columns { @for entry in entries {
                li {
                    a href=(href(&entry.key)) { (entry.title) } " "
                    small { (entry.key.sort) @if entry.title != entry.key.name { " " (entry.key.name) } } " " (sections(&entry.cites))
                }
            } }
        }
    }
}

fn reading(head: &str, reading: &[ReadingLine]) -> Markup {
    html! {
        section.panel aria-label=(head) {
            h2 { (head) }
            ul.plain { @for line in reading {
                li {
                    @if let Some(key) = &line.key {
                        a href={ (href(key)) "#" (line.anchor) } { (line.title) } " " small { (key.sort) }
                    }
                    div.said { (line.line) }
                }
            } }
        }
    }
}

/// The readings of an option beside each other, each with what is otherwise by it.
fn side_by_side(option: &str, readings: &[OptionReading], has_lab: bool) -> Markup {
    html! {
        @if !readings.is_empty() {
            section.panel aria-label="Its readings" {
                h2 { "Its readings side by side" }
                div.readings {
                    @for one in readings {
                        section aria-label=(one.name) {
                            h3 { (one.name) @if one.is_chosen { " " small { "in force" } } }
                            @if !one.title.is_empty() && one.title != one.name { p { (one.title) } }
                            @for rule in &one.rules {
                                p.note {
                                    @if rule.is_usual { "as it stands in " }
                                    @if let Some(key) = &rule.key { a href=(href(key)) { (rule.title) } " " small { (key.sort) } }
                                }
                                pre { (rule.text) }
                            }
                            @if one.rules.is_empty() { p.note { "Nothing is written for it alone: actions and scripts may ask for it." } }
                            @if has_lab && !one.is_chosen { p { a href=(address("/lab", &[("other-reading", &format!("{option}={}", one.name))])) { "Odds by it, beside those in force" } } }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn text_of(text: &WrittenRule) -> Markup {
    html! {
        p.note { (text.place) @if !text.when.is_empty() { ": " b { (text.when) } } }
        div.source tabindex="0" role="region" aria-label={ "As it is written in " (text.place) } {
            @for (anchor, pieces) in &text.lines { div.said id=(anchor) { @for piece in pieces { (linked(piece)) } } }
        }
    }
}

fn linked((text, link): &RulePiece) -> Markup {
    html! {
        @match link {
            None => (text),
            Some(RuleLink::Declared(key)) => { a href=(href(key)) { (text) } },
            Some(RuleLink::Touched(word)) => { a href=(address("/rules", &[("q", &format!("{TOUCHES}{word}"))])) { (text) } },
        }
    }
}
