//! Lines of a block that amends: found again by label, or by verb and arguments, also within the blocks of other lines.

use super::RulebookError;
use super::amend::Amender;
use super::error::PlacedError;
use super::line_verbs::blocks;
use crate::diag::suggest;
use crate::syntax::ast::{Entry, ExprDecl, Far, LineDecl, LineNode, Making, Name, ThingsDecl, Verb};
use crate::text::{Sources, Span};

fn blocks_mut(line: &mut LineNode) -> Vec<&mut Vec<Entry<LineDecl>>> {
    match line {
        LineNode::When(_, then, otherwise) => vec![then, otherwise],
        LineNode::Ask(asking) => vec![&mut asking.outcomes],
        LineNode::Check(_, _, _, lines)
        | LineNode::On(_, lines)
        | LineNode::Amount(_, lines)
        | LineNode::Each(.., lines) => vec![lines],
        _ => Vec::new(),
    }
}

/// The label of a line; of one that says something, that.
fn label(line: &LineDecl) -> Option<&str> {
    match &line.node {
        LineNode::Say(said) => Some(&said.text),
        _ => line.notes.title.as_ref().map(|title| title.text.as_str()),
    }
}

/// How a line is found again.
struct Wanted {
    label: Option<String>,
    key: String,
}

impl Wanted {
    fn of(line: &LineDecl, sources: &Sources) -> Wanted {
        match &line.node {
            LineNode::Label(label) => Wanted { label: Some(label.text.clone()), key: String::new() },
            _ => Wanted { label: label(line).map(str::to_string), key: key(line, sources) },
        }
    }

    fn words(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.key)
    }
}

impl Amender<'_> {
    /// Changes lines by lines that say `add`, `replace` or `remove`.
    pub(super) fn lines(&mut self, old: &mut Vec<Entry<LineDecl>>, new: &[Entry<LineDecl>]) {
        for entry in new {
            let wanted = Wanted::of(&entry.node, self.sources);
            let found = match entry.verb {
                Verb::Add => {
                    old.push(plain(entry));
                    true
                }
                Verb::Replace => change(old, &wanted, Some(entry), self.sources),
                Verb::Remove => change(old, &wanted, None, self.sources),
                Verb::Plain => self.within(old, &wanted, entry) || self.is_restated(old, entry) || begun(old, entry),
            };
            if !found {
                let verb = if entry.verb == Verb::Plain { Verb::Replace } else { entry.verb };
                let known = all_words(old, self.sources);
                let is_near = |label: &String| suggest(label, known.iter().map(String::as_str)).is_some();
                let words = match &wanted.label {
                    Some(label) if wanted.key.is_empty() || is_near(label) => label,
                    _ => &wanted.key,
                };
                self.absent(verb, words, entry.span, known.clone());
            }
        }
    }

    /// Amends the blocks of a line whose head says nothing else than this one; whether it was there.
    fn within(&mut self, old: &mut [Entry<LineDecl>], wanted: &Wanted, entry: &Entry<LineDecl>) -> bool {
        for line in old {
            let is_meant = key(&line.node, self.sources) == wanted.key;
            if is_meant && restated(&line.node, &entry.node, self.sources).is_none() {
                let new = blocks(&entry.node.node);
                for (old, new) in blocks_mut(&mut line.node.node).into_iter().zip(new) {
                    self.lines(old, new);
                }
                return true;
            }
            if blocks_mut(&mut line.node.node).into_iter().any(|block| self.within(block, wanted, entry)) {
                return true;
            }
        }
        false
    }

    /// Reports a head that says something else than the line that it amends; whether there is such a line.
    fn is_restated(&mut self, old: &[Entry<LineDecl>], entry: &Entry<LineDecl>) -> bool {
        let head = key(&entry.node, self.sources);
        for line in old {
            if key(&line.node, self.sources) == head {
                let Some((part, at)) = restated(&line.node, &entry.node, self.sources) else { continue };
                let help = format!("leave it out, or write `replace {head} …` with all that is to stand there");
                let error = RulebookError::Restated { head: head.clone(), part };
                let label = "the head only says which lines are amended";
                self.out.push(PlacedError::new(error, self.sources, at, label, help).into());
                return true;
            }
            if blocks(&line.node.node).into_iter().any(|block| self.is_restated(block, entry)) {
                return true;
            }
        }
        false
    }
}

/// What the head of a line says beside its verb and arguments, each with its word and its place.
fn heads(line: &LineDecl) -> Vec<(&'static str, Span)> {
    let at = |expr: &Option<ExprDecl>| expr.as_ref().map(|expr| expr.span);
    let all = |list: &[(Name, ExprDecl)]| {
        list.first().zip(list.last()).map(|((first, _), (_, last))| first.span.to(last.span))
    };
    let mut said = match &line.node {
        LineNode::Each(_, _, when, _) => vec![("when", at(when))],
        LineNode::Check(_, _, with, _) => vec![("with", all(with))],
        LineNode::Ask(asking) => vec![
            ("of", at(&asking.who)),
            ("from", at(&asking.offered)),
            ("as", asking.called.as_ref().map(|called| called.span)),
            ("with", all(&asking.with)),
        ],
        _ => Vec::new(),
    };
    let cites = line.notes.cites.first().zip(line.notes.cites.last());
    said.push(("when", at(&line.condition)));
    said.push(("label", line.notes.title.as_ref().map(|title| title.span)));
    said.push(("section", cites.map(|(first, last)| first.span.to(last.span))));
    said.into_iter().filter_map(|(word, at)| Some((word, at?))).collect()
}

/// What an amending head says otherwise than the line that it means; what it leaves out stays.
fn restated(old: &LineDecl, new: &LineDecl, sources: &Sources) -> Option<(&'static str, Span)> {
    let words = |at: Span| sources.slice(at).split_whitespace().collect::<Vec<_>>().join(" ");
    let known: Vec<(&str, String)> = heads(old).into_iter().map(|(word, at)| (word, words(at))).collect();
    heads(new).into_iter().find(|(word, at)| !known.contains(&(*word, words(*at))))
}

/// What is done of an outcome of which nothing was done: begun, if it only adds.
fn begun(old: &mut Vec<Entry<LineDecl>>, entry: &Entry<LineDecl>) -> bool {
    let LineNode::On(words, lines) = &entry.node.node else { return false };
    let adds = lines.iter().all(|line| line.verb == Verb::Add);
    if adds {
        let node = LineNode::On(words.clone(), lines.iter().map(plain).collect());
        old.push(Entry { verb: Verb::Plain, node: LineDecl { node, ..entry.node.clone() }, span: entry.span });
    }
    adds
}

fn plain(entry: &Entry<LineDecl>) -> Entry<LineDecl> {
    Entry { verb: Verb::Plain, ..entry.clone() }
}

/// Replaces or removes the lines of a label, or else the first of a verb and arguments; whether there was one.
fn change(old: &mut Vec<Entry<LineDecl>>, wanted: &Wanted, new: Option<&Entry<LineDecl>>, sources: &Sources) -> bool {
    if let Some(label) = &wanted.label {
        let mut new = new.map(plain);
        let labelled = |line: &LineDecl| self::label(line) == Some(label.as_str());
        if change_each(old, &labelled, &mut new, false) {
            return true;
        }
    }
    let same = |line: &LineDecl| !wanted.key.is_empty() && key(line, sources) == wanted.key;
    change_each(old, &same, &mut new.map(plain), true)
}

fn change_each(
    old: &mut Vec<Entry<LineDecl>>,
    is_meant: &dyn Fn(&LineDecl) -> bool,
    new: &mut Option<Entry<LineDecl>>,
    first_only: bool,
) -> bool {
    let mut found = false;
    old.retain_mut(|entry| {
        if found && first_only {
            return true;
        }
        if is_meant(&entry.node) {
            found = true;
            return new.take().map(|new| *entry = new).is_some();
        }
        for block in blocks_mut(&mut entry.node.node) {
            found |= !(found && first_only) && change_each(block, is_meant, new, first_only);
        }
        true
    });
    found
}

/// What lines are called, those within others too.
fn all_words(lines: &[Entry<LineDecl>], sources: &Sources) -> Vec<String> {
    let words = |entry: &Entry<LineDecl>| {
        let own = Wanted::of(&entry.node, sources).words().to_string();
        let inner = blocks(&entry.node.node).into_iter().flat_map(|block| all_words(block, sources));
        std::iter::once(own).chain(inner).collect::<Vec<_>>()
    };
    lines.iter().flat_map(words).collect()
}

/// Verb and arguments, amounts left out.
fn key(line: &LineDecl, sources: &Sources) -> String {
    let text = |at: Span| sources.slice(at).split_whitespace().collect::<Vec<_>>().join(" ");
    let of = |expr: &ExprDecl| text(expr.span);
    let put = |things: &ThingsDecl| format!("{}{}", if things.is_new { "new " } else { "" }, of(&things.expr));
    let mover =
        |verb: &str, who: &Option<ExprDecl>| who.as_ref().map_or(verb.to_string(), |who| format!("{verb} {}", of(who)));
    match &line.node {
        LineNode::Let(name, _) => format!("let {}", name.text),
        LineNode::Gain(place, _) => format!("gain {}", of(place)),
        LineNode::Lose(place) => format!("lose {}", of(place)),
        LineNode::Change(place, _) => format!("change {}", of(place)),
        LineNode::Set(place, _) => format!("set {}", of(place)),
        LineNode::Relate(place, _) => format!("relate {}", of(place)),
        LineNode::Release(place, Far::All) => format!("release {}", of(place)),
        LineNode::Release(place, Far::To(far)) => format!("release {} to {}", of(place), of(far)),
        LineNode::Release(place, Far::Onto(far)) => format!("release {} onto {}", of(place), of(far)),
        LineNode::Hold(things, place) => format!("hold {} in {}", put(things), of(place)),
        LineNode::Drop(things) => format!("drop {}", of(things)),
        LineNode::Place(who, _) => format!("place {}", put(who)),
        LineNode::StepTo(who, _) => mover("move", who),
        LineNode::Walk(who, _) => mover("walk", who),
        LineNode::Turn(who, _) => mover("turn", who),
        LineNode::Tell(name, ..) => format!("tell {}", name.text),
        LineNode::Say(_) => "say".to_string(),
        LineNode::Do(call) => format!("do {}", call.deed.text),
        LineNode::Give(_) => "give".to_string(),
        LineNode::When(condition, ..) => format!("when {}", of(condition)),
        LineNode::Each(name, list, ..) => format!("for each {} in {}", name.text, of(list)),
        LineNode::Pick(name, _) => format!("pick {}", name.text),
        LineNode::Script(name) => format!("script {}", name.text),
        LineNode::Stop => "stop".to_string(),
        LineNode::Win(side) => format!("win {}", of(side)),
        LineNode::Draw => "draw".to_string(),
        LineNode::Halt => "halt".to_string(),
        LineNode::TakeAway(things) => format!("take away {}", of(things)),
        LineNode::Spread(thing, ..) => format!("spread {}", put(thing)),
        LineNode::Roll(name, _) => format!("roll {}", name.text),
        LineNode::Check(name, None, ..) => format!("check {}", name.text),
        LineNode::Check(name, Some(called), ..) => format!("check {} as {}", name.text, called.text),
        LineNode::Ask(asking) => format!("ask {}", asking.question.text),
        LineNode::Order(who, ..) => format!("order {}", of(who)),
        LineNode::Later(name, _) => format!("later {}", name.text),
        LineNode::On(words, _) => {
            let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            format!("on {}", words.join(", "))
        }
        LineNode::Amount(name, _) => format!("amount {}", name.text),
        LineNode::Step(step, expr, _) => match step {
            Making::Roll => "roll".to_string(),
            Making::Into => format!("into {}", of(expr)),
            Making::OutOf => format!("out of {}", of(expr)),
            _ => format!("{} {}", step.words(), of(expr)),
        },
        LineNode::Label(label) => label.text.clone(),
    }
}
