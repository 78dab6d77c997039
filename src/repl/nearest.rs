//! What is nearest to a question that is not understood as a whole.

use super::Response;
use super::session::Session;
use crate::speech::NearSentence;

/// What the rules say of something is more than so many lines, that with which it was asked among them.
const LEAST_OF_RULES: usize = 2;

/// What nobody asked for as such is told in about so many lines: a screen, under which the question still stands.
const MOST_OF_RULES: usize = 24;

/// How lines are carried out that were understood.
type CarryOut = fn(&mut Session, Vec<String>, &[String]) -> Response;

/// What may answer a question that is not understood as a whole.
pub(super) struct AnswersNear {
    /// What of the rules it speaks of.
    pub topics: Vec<String>,
    pub sentence: Option<NearSentence>,
    /// What the source text says of it.
    pub rule_text: Option<String>,
}

/// The answer to what stands for something in a question, else what the rules say of what it is about.
pub(super) fn nearest(session: &mut Session, near: AnswersNear, carried_out: CarryOut) -> Option<Response> {
    let AnswersNear { topics, sentence, rule_text } = near;
    if let Some(close) = sentence.as_ref().filter(|near| near.is_close) {
        let answer = carried_out(session, vec![close.text.clone()], &[]);
        if answer.is_good() {
            let rules = of_topics(&topics, ", ");
            let first = format!("not understood as a whole; this is near to it{rules}:\n");
            let text = first + &answer.text + &rule_text.unwrap_or_default();
            return Some(Response { text, ..answer });
        }
    }
    let works = sentence.map(|near| format!(" (`{}` works)", near.text)).unwrap_or_default();
    if let Some(rule_text) = rule_text {
        let more = of_topics(&topics, "");
        let more = if more.is_empty() { String::new() } else { format!("({more})\n") };
        return Some(Response::of(format!("not understood as a whole{works}; {rule_text}{more}")));
    }
    topics.into_iter().find_map(|topic| {
        let answer = carried_out(session, vec![format!("show {topic}")], &[]);
        let says_something = answer.is_good() && answer.text.lines().nth(LEAST_OF_RULES).is_some();
        says_something.then(|| {
            let first = format!("not understood as a whole{works}; what the rules have of `{topic}`:\n");
            Response { text: first + &shortened(&answer.text, &topic), ..answer }
        })
    })
}

/// What shows the rules of what is spoken of; nothing where nothing is.
fn of_topics(topics: &[String], before: &str) -> String {
    let shown: Vec<String> = topics.iter().map(|topic| format!("`show {topic}`")).collect();
    if shown.is_empty() { String::new() } else { format!("{before}{} the rules", shown.join(" and ")) }
}

/// The beginning of what the rules say of something that was not asked for as such, and what shows the rest.
fn shortened(text: &str, topic: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    match lines.len().checked_sub(MOST_OF_RULES) {
        Some(left) if left > 1 => {
            format!("{}\n({left} lines more: `show {topic}`)\n", lines[..MOST_OF_RULES].join("\n"))
        }
        _ => text.to_string(),
    }
}
