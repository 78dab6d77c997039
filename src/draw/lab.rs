//! The odds lab as a page that needs no script: a form whose address holds everything, what the check needs and why, and
//! its odds over one of its facts, by two readings of an option if that is asked.

use super::curve::curve;
use super::document::{address, served_still, written};
use super::mistake::{self, mistakes};
use super::reckoning::reckoning;
use crate::diag::Diagnostics;
use crate::dice::Odds;
use crate::explain::Explanation;
use crate::repl::{LabAnswer, LabControl, LabCurve, LabField, LabQuestion, OtherReading, is_measured};
use crate::rulebook::Rulebook;
use maud::{Markup, html};

/// What a form sends besides facts: the sentence, the fact of the curve, between which numbers, the other reading.
pub(crate) const LAB_WORDS: [&str; 5] = ["ask", "curve-over", "curve-from", "curve-to", "other-reading"];

/// The page of a question that was answered.
pub(crate) fn lab(title: &str, book: &Rulebook, question: &LabQuestion, answer: &LabAnswer) -> String {
    page(
        title,
        question,
        &form(question, Some(answer)),
        &html! {
            section.panel aria-label="What it needs" {
                h2 { "What it needs" }
                @for unheard in &answer.unheard { p.refused { "Not set, for it cannot be so here: " (unheard) } }
                (reckoning(&answer.reckoning, Some(book), None))
            }
            @if let Some(other) = &answer.other { (other_reading(book, other, &answer.reckoning)) }
            @match &answer.curve {
                Some(drawn) => { (curve_panel(drawn, answer.other.as_ref())) },
                None => { section.panel aria-label="Curve" { p.note { "Nothing that can be set here makes a curve of odds." } } }
            }
        },
    )
}

/// The page of a question that could not be answered, or of none yet; `hints` are sentences that may be asked.
pub(crate) fn lab_unanswered(title: &str, question: &LabQuestion, wrong: &Diagnostics, hints: &[String]) -> String {
    page(
        title,
        question,
        &form(question, None),
        &html! {
            section.panel aria-label="Answer" {
                @if wrong.is_empty() { p { "Ask what somebody may do or try, as at the prompt." } }
                @else { (mistake::told(&mistakes(wrong))) }
                @if !hints.is_empty() {
                    h2 { "For example" }
                    ul.plain { @for hint in hints { li { a href=(asked(hint, question)) { (hint) } } } }
                }
            }
        },
    )
}

/// The address of a sentence, by the other reading that was asked for.
fn asked(sentence: &str, question: &LabQuestion) -> String {
    let other = (LAB_WORDS[4], &*question.other);
    let all = [(LAB_WORDS[0], sentence), other];
    address("/lab", if question.other.is_empty() { &all[..1] } else { &all })
}

/// The address of the lab with a sentence of the table, and with what was measured on its board.
pub(crate) fn lab_address(book: &Rulebook, line: &str, explanation: &Explanation) -> String {
    let measured = explanation.facts.iter().filter(|fact| !fact.stated && is_measured(book, &fact.name));
    let mut all = vec![("ask", line)];
    all.extend(measured.map(|fact| (&*fact.name, fact.value.split(' ').next().unwrap_or_default())));
    address("/lab", &all)
}

/// On a phone the answer stands above the long form, once there is one.
fn page(title: &str, question: &LabQuestion, form: &Markup, answer: &Markup) -> String {
    let asked = html! { section.panel.asked #asked-part tabindex="-1" aria-label="What is asked" { (form) } };
    let answered = html! { div.stack.answered { (answer) } };
    let body = html! {
        a.skip href="#asked-part" { "Go to what is asked" }
        header.bar {
            h1.grow { "Odds lab" } p { (title) }
            nav.row aria-label="Pages" { a href="/" { "The table" } a href="/screen" { "The screen" } a href="/rules" { "The rules" } }
        }
        main.two.lab {
            @if question.sentence.is_empty() { (asked) (answered) } @else { (answered) (asked) }
        }
    };
    written(served_still("Odds lab", &body))
}

fn form(question: &LabQuestion, answer: Option<&LabAnswer>) -> Markup {
    let controls = answer.map_or(&[][..], |answer| &answer.controls);
    let (near, far): (Vec<&LabControl>, Vec<&LabControl>) =
        controls.iter().partition(|control| control.matters || is_set(question, control));
    let (derived, near): (Vec<&LabControl>, Vec<&LabControl>) =
        near.into_iter().partition(|control| control.is_derived && !is_set(question, control));
    html! {
        form.lab method="get" action="/lab" {
            label for="ask" { h2 { "What is tried" } }
            input #ask.wide name="ask" value=(question.sentence) maxlength="4000" autocomplete="off" spellcheck="false"
                placeholder="a sentence, as at the prompt";
            @if !near.is_empty() {
                h2 { "What counts for it" }
                div.controls { @for control in near { (row(question, control)) } }
            }
            @if answer.is_some() { div.row { button.main { "Reckon" } } }
            (more(question, "What the rules work out from these", &derived))
            (more(question, "What changes nothing as things stand", &far))
            @if let Some(answer) = answer { (drawn_over(question, answer)) }
            div.row { button.main { "Reckon" } @if !question.sentence.is_empty() {
                a href=(address("/lab", &[("ask", &question.sentence)])) { "As the sentence says" }
            } }
            p.note { "What is left open is as it stands on the table. The address of this page holds all that is set." }
        }
    }
}

fn more(question: &LabQuestion, title: &str, controls: &[&LabControl]) -> Markup {
    html! {
        @if !controls.is_empty() {
            details { summary { (title) " (" (controls.len()) ")" }
                div.controls { @for control in controls { (row(question, control)) } } }
        }
    }
}

fn is_set(question: &LabQuestion, control: &LabControl) -> bool {
    question.set.iter().any(|(name, _)| *name == control.name)
}

/// One thing that can be set.
fn row(question: &LabQuestion, control: &LabControl) -> Markup {
    let id = format!("set-{}", control.name);
    let set = question.set.iter().rev().find(|(name, _)| *name == control.name).map(|(_, value)| value.as_str());
    let value = set.unwrap_or(&control.stated);
    html! {
        label for=(id) { (control.title) @if !control.unit.is_empty() { " " small { "in " (control.unit) } } }
        @match &control.field {
            LabField::Number(least, most) => {
                input id=(id) name=(control.name) type="number" step="any" min=[*least] max=[*most] value=(value)
                    placeholder=(control.now);
            },
            LabField::Words(words) => {
                select id=(id) name=(control.name) {
                    option value="" selected[value.is_empty()] {
                        "as it stands" @if !control.now.is_empty() { ": " (control.now) }
                    }
                    @for (name, title) in words { option value=(name) selected[name == value] { (word(name, title)) } }
                }
            }
        }
    }
}

fn word<'a>(name: &'a str, title: &'a str) -> &'a str {
    if title.is_empty() { name } else { title }
}

/// Over what the curve is drawn, and by which other reading.
fn drawn_over(question: &LabQuestion, answer: &LabAnswer) -> Markup {
    let over = answer.curve.as_ref().map_or("", |curve| &curve.over);
    let number = |number: Option<i64>| number.map(|number| number.to_string());
    html! {
        h2 { "The curve" }
        div.controls {
            label for="over" { "Over" }
            select #over name="curve-over" {
                @for control in &answer.controls {
                    option value=(control.name) selected[control.name == over] { (control.title) }
                }
            }
            label for="from" { "From" }
            input #from name="curve-from" type="number" value=[number(question.between.0)] placeholder="by itself";
            label for="to" { "To" }
            input #to name="curve-to" type="number" value=[number(question.between.1)] placeholder="by itself";
            @if !answer.options.is_empty() {
                label for="other" { "Beside it" }
                select #other name="other-reading" {
                    option value="" { "no other reading" }
                    @for option in &answer.options {
                        optgroup label={ @if !option.is_near { "Elsewhere: " } (option.title) " (now: " (option.now) ")" } {
                            @for (name, title) in &option.others {
                                @let value = format!("{}={name}", option.name);
                                option value=(value) selected[value == question.other] { (word(name, title)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn other_reading(book: &Rulebook, other: &OtherReading, own: &Explanation) -> Markup {
    html! {
        section.panel aria-label="The other reading" {
            h2 { "With " (other.name) }
            @match &other.reckoning {
                None => { p.note { "By this reading nobody can ask that." } },
                Some(then) => {
                    @if then.odds == own.odds { p { "As things are set the odds are the same." } }
                    @else { p { (percent(own.odds.as_ref())) " becomes " b { (percent(then.odds.as_ref())) } } }
                    details { summary { "What it needs then, and why" } (reckoning(then, Some(book), None)) }
                }
            }
        }
    }
}

fn curve_panel(drawn: &LabCurve, other: Option<&OtherReading>) -> Markup {
    let label = format!("How likely a success is over {}; the table below says the same", drawn.title);
    html! {
        section.panel #curve aria-label="Curve" {
            h2 { "How likely a success is over " (drawn.title) }
            @if drawn.is_number { (curve(drawn, &label)) }
            @if let Some(other) = other {
                p.note { span.key.own {} " as it is played, " span.key.other {} " with " (other.name) }
            }
            @if drawn.is_cut { p.refused { "There was no time for more: choose fewer points." } }
            @if drawn.is_number { details { summary { "The numbers" } (points(drawn, other)) } }
            @else { (points(drawn, other)) }
        }
    }
}

fn points(drawn: &LabCurve, other: Option<&OtherReading>) -> Markup {
    html! {
        div.table-scroll { table.parts {
            thead { tr {
                th scope="col" { (drawn.title) } th scope="col" { "needs" } th scope="col" { "success" }
                @if let Some(other) = other { th scope="col" { "with " (other.name) } }
            } }
            tbody { @for point in &drawn.points {
                tr aria-current=[point.is_now.then_some("true")] {
                    th scope="row" { (point.shown) @if point.is_now { " " small { "(now)" } } }
                    td { (point.need) }
                    td.amount { (percent(point.odds[0].as_ref())) (meter(point.odds[0].as_ref())) }
                    @if other.is_some() { td.amount { (percent(point.odds[1].as_ref())) (meter(point.odds[1].as_ref())) } }
                }
            } }
        } }
    }
}

fn percent(odds: Option<&Odds>) -> String {
    odds.map_or_else(|| "-".to_string(), Odds::percent)
}

fn meter(odds: Option<&Odds>) -> Markup {
    let share = odds.map_or(0.0, Odds::to_f64);
    html! {
        svg.meter viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
            rect.lost-part width="100" height="4" {}
            rect.won-part width=(format!("{:.1}", share * 100.0)) height="4" {}
        }
    }
}
