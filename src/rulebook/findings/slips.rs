//! What holds or counts otherwise than it looks: the mark of a list before a number, a bound from the start, whose number it is.

use super::same::{implies, same};
use super::{Examiner, Finding};
use crate::effect::Stacking;
use crate::rulebook::show::as_written;
use crate::rulebook::{
    Act, Action, Amount, Binary, Card, Each, Expr, Function, Head, Line, LinePlace, Modifier, Node, OwnerDecl,
    Quantifier, RESULT_NAMES, Recurring, Rolling, Sheet, SheetLine, Step, Threshold, Track, TurnPart, ValueRule,
};
use crate::text::Span;
use crate::value::{FactId, Number, Target, TrackId};

impl Examiner<'_> {
    pub(super) fn slips(&mut self) {
        let book = self.book;
        let is_own = |head: &Head| head.pack == book.pack.head.name;
        for (at, track) in book.tracks.iter().enumerate().filter(|(_, track)| is_own(&track.head)) {
            self.begins_beyond(track);
            self.never_set_back(track);
            self.one_way(TrackId(at as u16));
            self.bounded_by_itself(TrackId(at as u16), track);
            for threshold in &track.thresholds {
                self.never_reached(TrackId(at as u16), track, threshold);
                self.holds_at_once(TrackId(at as u16), track, threshold);
            }
        }
        book.values.iter().filter(|value| is_own(&value.head)).for_each(|value| self.of_another(value));
        book.cards.iter().filter(|card| is_own(&card.head)).for_each(|card| self.stacking(card));
        for card in book.cards.iter().filter(|card| !is_own(&card.head)) {
            let all = card.groups.iter().enumerate().filter(|(_, stacking)| **stacking == Stacking::All);
            all.for_each(|(group, _)| self.counts_twice(card, group));
        }
        let wins = book.scenarios.iter().filter(|scenario| is_own(&scenario.head)).flat_map(|one| &one.wins);
        wins.for_each(|win| win.when.walk(&mut |part| self.never_empty(part)));
        self.sheets_beyond(book.sheets.iter().filter(|sheet| is_own(&sheet.head)));
        for action in book.actions.iter().filter(|action| is_own(&action.head)) {
            self.never_paid(action);
            self.lines(&action.does, &action.does);
            self.does_nothing(action);
        }
        for deed in book.deeds.iter().filter(|deed| is_own(&deed.head)) {
            self.lines(&deed.lines, &deed.lines);
        }
        for reaction in book.reactions.iter().filter(|reaction| is_own(&reaction.head)) {
            self.lines(&reaction.does, &reaction.does);
        }
    }

    /// Sheets that say more of a track than there can be; those that are made from one another say the same once.
    fn sheets_beyond<'b>(&mut self, sheets: impl Iterator<Item = &'b Sheet>) {
        let mut said: Vec<(TrackId, Number)> = Vec::new();
        for sheet in sheets {
            for line in &sheet.lines {
                if let SheetLine::Track(track, number) = line
                    && !said.contains(&(*track, *number))
                {
                    said.push((*track, *number));
                    self.sheet_beyond(sheet, *track, *number);
                }
            }
        }
    }

    /// An action that is ordered, has a check, and does nothing.
    fn does_nothing(&mut self, action: &Action) {
        let is_empty = action.does.is_empty() && action.first.is_empty() && action.script.is_none();
        if let Some(check) = action.check.filter(|_| is_empty && !action.phases.is_empty()) {
            let check = as_written(&self.book.checks[check.index()].head.name);
            let finding = Finding::DoesNothing { action: action.head.name.to_string() };
            let help = format!("say what comes of it: `does {{ check {check} {{ on success {{ … }} }} }}`");
            self.report(finding, action.head.span, "ordered, it rolls nothing", help);
        }
    }

    /// Of a card of which only the worst or the best counts: what is never that.
    fn stacking(&mut self, card: &Card) {
        let constants = |group: usize| {
            let of_group = move |one: &&Modifier| usize::from(one.group) == group && one.target == Target::Number;
            let all = card.modifiers.iter().filter(of_group);
            all.filter_map(|one| Some((one, one.amount.as_number()?))).collect::<Vec<_>>()
        };
        for (group, stacking) in card.groups.iter().enumerate() {
            match stacking {
                Stacking::Once => self.once(card, group),
                Stacking::All => self.counts_twice(card, group),
                _ => {}
            }
            let is_less = |one: Number, other: Number| match stacking {
                Stacking::Worst => one > other,
                Stacking::Best => one < other,
                _ => false,
            };
            let all = constants(group);
            let never = all.iter().find_map(|(one, amount)| {
                let beats = |(other, more): &&(&Modifier, Number)| {
                    let is_same = match (&one.condition, &other.condition) {
                        (Some(when), Some(also)) => same(when, also),
                        _ => false,
                    };
                    is_less(*amount, *more) && (is_same || other.condition.is_none() || is_against(*amount, *more))
                };
                Some((*one, all.iter().find(beats)?.0))
            });
            // What counts the wrong way round is told as that.
            let is_turned = |one: &Modifier| self.sign_forgotten(one).is_some();
            let never = never.filter(|(one, other)| !is_turned(one) && !is_turned(other));
            if let Some((modifier, other)) = never {
                let word = if *stacking == Stacking::Worst { "worst" } else { "best" };
                let label = format!("only the {word} of this card counts");
                let help =
                    format!("let it count by itself: a card of its own, or `group {word} {{ … }}` around the others");
                let (label_of, other) = (modifier.label.text.to_string(), other.label.text.to_string());
                let finding = Finding::NotBeside { label: label_of, other };
                self.report(finding, modifier.label.span, &label, help);
            }
        }
    }

    /// Of a card in which each label counts once: what an earlier one of its label is always there before.
    fn once(&mut self, card: &Card, group: usize) {
        let of_group: Vec<&Modifier> = card.modifiers.iter().filter(|one| usize::from(one.group) == group).collect();
        for (at, one) in of_group.iter().enumerate() {
            let comes_first = |other: &&&Modifier| {
                let is_of_label = other.label.text == one.label.text && other.target == one.target;
                // What a check may pass over, or an option may take away, leaves room for those behind it.
                let is_there = other.tags == one.tags && (other.under.is_none() || other.under == one.under);
                let holds = match (&one.condition, &other.condition) {
                    (_, None) => true,
                    (Some(when), Some(also)) => implies(when, also),
                    (None, Some(_)) => false,
                };
                is_of_label && is_there && holds && !other.may_be_none
            };
            let Some(first) = of_group[..at].iter().find(comes_first) else { continue };
            let is_turned = match (&one.condition, &first.condition) {
                (Some(when), Some(also)) => !implies(also, when),
                (Some(_), None) => true,
                (None, _) => false,
            };
            let help = match is_turned {
                true => "put this one first: of each label only the first that holds counts",
                false => "take one of them away: of each label only the first that holds counts",
            };
            let finding = Finding::NeverCounts { label: one.label.text.to_string() };
            let above = (first.label.span, "this one holds whenever it does");
            self.report_two(finding, (one.label.span, "never counts"), above, help);
        }
    }

    /// `- -2 "label"`: the mark of a list before a number takes its sign away.
    pub(super) fn list_mark(&mut self, modifier: &Modifier) {
        let text = self.book.sources.slice(modifier.amount.span).trim();
        let Some(rest) = text.strip_prefix('-').filter(|rest| rest.starts_with(char::is_whitespace)) else { return };
        let rest = rest.trim_start();
        if rest.starts_with(['-', '+']) {
            let (label, amount) = (&modifier.label.text, modifier.amount.as_number());
            let counts = amount.map_or(String::new(), |amount| format!("together they are {amount:+}"));
            let help = format!("a modifier stands without the mark of a list: `{rest} \"{label}\"`");
            self.report(Finding::ListMark { text: text.to_string() }, modifier.amount.span, &counts, help);
        }
    }

    /// `= 5 min 0 max 3`.
    fn begins_beyond(&mut self, track: &Track) {
        let Some(start) = track.start.as_number() else { return };
        if let Some((word, bound)) = beyond(track, start) {
            let help = format!("begin with {bound}, or let it go on to {start}: `{word} {start}`");
            let finding =
                Finding::BeginsBeyond { track: track.head.name.to_string(), bound: format!("{word} {bound}") };
            self.report(finding, track.start.span, &format!("beyond its `{word}`"), help);
            return;
        }
        // What can never move is told where it is to be paid.
        let (least, most) = bounds(track);
        for (_, to) in track.resets.iter().filter(|_| least.is_none() || least != most) {
            let Some((number, (word, bound))) = to.as_number().and_then(|to| Some((to, beyond(track, to)?))) else {
                continue;
            };
            let help = format!("reset it to {bound}, or let it go on to {number}: `{word} {number}`");
            let (track, bound) = (track.head.name.to_string(), format!("{word} {bound}"));
            self.report(Finding::BeginsBeyond { track, bound }, to.span, &format!("reset beyond its `{word}`"), help);
        }
    }

    /// `when wounds <= STR gains dead` of a track that begins at its least, `when nerve <= 4` of one that begins with 4.
    fn holds_at_once(&mut self, id: TrackId, track: &Track, threshold: &Threshold) {
        let Node::Binary(sign, left, right) = &threshold.when.node else { return };
        let is_it = |expr: &Expr| matches!(&expr.node, Node::Track(_, other, _) if *other == id);
        let is_at_most = matches!(sign, Binary::Less | Binary::LessOrEqual);
        let is_at_least = matches!(sign, Binary::Greater | Binary::GreaterOrEqual);
        let (other, is_below) = match (is_it(left), is_it(right)) {
            (true, false) if is_at_most || is_at_least => (right, is_at_most),
            (false, true) if is_at_most || is_at_least => (left, is_at_least),
            _ => return,
        };
        let (min, max) = bounds(track);
        let bound = if is_below { min } else { max };
        let Some(start) = track.start.as_number() else { return };
        let is_strict = matches!(sign, Binary::Less | Binary::Greater);
        let holds = match other.as_number() {
            Some(other) if is_strict => {
                if is_below {
                    start < other
                } else {
                    start > other
                }
            }
            Some(other) => {
                if is_below {
                    start <= other
                } else {
                    start >= other
                }
            }
            // What is not constant is likely on the other side of where it begins.
            None => bound == Some(start),
        };
        let mut is_of_tracks = false;
        other.walk(&mut |part| is_of_tracks |= matches!(part.node, Node::Track(..)));
        if !holds || is_of_tracks {
            return;
        }
        let text = |span: Span| self.book.sources.slice(span).trim().to_string();
        let turned = if is_at_most { ">=" } else { "<=" };
        let right = format!("{} {turned} {}", text(left.span), text(right.span));
        let gains = self.book.conditions[threshold.gains.index()].head.name.to_string();
        let label = format!("{} begins with {start}", track.head.name);
        let now = format!("as it stands, the first change of anything gains `{gains}`");
        let help = match other.as_number() == Some(start) {
            true => format!("compare it with another number: {now}"),
            false => format!("write `when {right}`, if the other way round is meant: {now}"),
        };
        self.report(
            Finding::HoldsFromStart { gains, when: text(threshold.when.span) },
            threshold.when.span,
            &label,
            help,
        );
    }

    /// `when hurt > 10` of a track that goes up to 10.
    fn never_reached(&mut self, id: TrackId, track: &Track, threshold: &Threshold) {
        let Node::Binary(sign, left, right) = &threshold.when.node else { return };
        let (Node::Track(_, other, _), Some(number)) = (&left.node, right.as_number()) else { return };
        let (min, max) = bounds(track);
        let (is_beyond, word, bound, turned) = match sign {
            Binary::Greater => (max.is_some_and(|max| number >= max), "max", max, ">="),
            Binary::GreaterOrEqual => (max.is_some_and(|max| number > max), "max", max, ">="),
            Binary::Less => (min.is_some_and(|min| number <= min), "min", min, "<="),
            Binary::LessOrEqual => (min.is_some_and(|min| number < min), "min", min, "<="),
            _ => return,
        };
        if let (true, Some(bound)) = (*other == id && is_beyond, bound) {
            let gains = self.book.conditions[threshold.gains.index()].head.name.to_string();
            let help = format!("write `when {} {turned} {bound}`", self.book.sources.slice(left.span).trim());
            let label = format!("`{word} {bound}` bounds it");
            self.report(Finding::NeverReached { gains }, threshold.when.span, &label, help);
        }
    }

    /// `resets each round` where no turn has rounds.
    fn never_set_back(&mut self, track: &Track) {
        let turn = &self.book.turn;
        let is_by_side = turn.plan.iter().any(|part| matches!(part, TurnPart::EachSide(_)));
        if turn.head.is_none() || is_by_side {
            return;
        }
        if let Some((_, to)) = track.resets.iter().find(|(when, _)| *when == Recurring::Round) {
            let help = format!("write `resets each turn to {}`", self.book.sources.slice(to.span).trim());
            let finding = Finding::NeverSetBack { track: track.head.name.to_string() };
            self.report(finding, to.span, "rounds are those of `rounds by side`", help);
        }
    }

    /// A sheet with more of a track than there can be.
    fn sheet_beyond(&mut self, sheet: &Sheet, track: TrackId, number: Number) {
        let track = &self.book.tracks[track.index()];
        if let Some((word, bound)) = beyond(track, number) {
            let what = format!("{} {number} of {}", track.head.name, sheet.head.name);
            let finding = Finding::BeginsBeyond { track: what, bound: format!("{word} {bound}") };
            let help = format!("write `{} {bound}`, or let the track go on to {number}", track.head.name);
            self.report(finding, sheet.head.span, "on this sheet", help);
        }
    }

    /// `value at_hand = actor.might - …`: what everybody has is made of what one has.
    fn of_another(&mut self, value: &ValueRule) {
        if value.owner != OwnerDecl::Figure {
            return;
        }
        let mut of_self = false;
        let mut of_fact: Option<(FactId, Span)> = None;
        value.expr.walk(&mut |part| match &part.node {
            Node::Subject => of_self = true,
            Node::Attribute(whose, _) | Node::Track(whose, ..) | Node::Value(whose, _) | Node::State(whose, _) => {
                if let Node::Fact(fact) = whose.node {
                    of_fact = of_fact.or(Some((fact, whose.span)));
                }
            }
            _ => {}
        });
        let Some((fact, at)) = of_fact.filter(|_| !of_self) else { return };
        let fact = self.book.facts[fact.index()].head.name.to_string();
        let written = self.book.sources.slice(value.expr.span).trim();
        let own = written.replace(&format!("{fact}."), "");
        let help = format!("in a value the figure itself needs no name: `{own}`");
        let label = format!("that of `{fact}`, whoever is asked");
        self.report(Finding::OfAnother { value: value.head.name.to_string(), fact }, at, &label, help);
    }

    /// `count(side_figures(red)) = 0`: those who are out of play are still figures of their side.
    fn never_empty(&mut self, expr: &Expr) {
        let Node::Binary(sign @ (Binary::Equal | Binary::LessOrEqual | Binary::Less), count, number) = &expr.node
        else {
            return;
        };
        let none = if *sign == Binary::Less { Number::ONE } else { Number::ZERO };
        let list = match &count.node {
            Node::Over { quantifier: Quantifier::Count, list, condition: None, .. } => list.as_ref(),
            Node::Call(_, all) if all.len() == 1 => &all[0],
            _ => return,
        };
        let is_all = matches!(list.node, Node::Call(Function::SideFigures, _));
        if is_all && number.as_number() == Some(none) {
            let list = self.book.sources.slice(list.span).trim();
            let help = format!("count those who are in play: `count(f in {list} where not f.removed) = 0`");
            self.report(Finding::NeverEmpty, expr.span, "who is out of play is counted, too", help);
        }
    }

    /// Lines that stand together, of some that are done in one go.
    fn lines(&mut self, block: &[Line], whole: &[Line]) {
        for (at, line) in block.iter().enumerate() {
            match &line.act {
                Act::Check(rolling) if at + 1 < block.len() => self.not_asked(line, rolling, whole),
                Act::Amount(amount) => self.amount(amount, whole),
                Act::Each(each) => self.same_each_time(line, each),
                Act::Stop if line.when.is_none() && at + 1 < block.len() => {
                    let help = "take them away, or say when it stops: `stop when CONDITION`";
                    self.report(Finding::BehindStop, block[at + 1].span, "never done", help);
                }
                _ => {}
            }
            line.within().into_iter().for_each(|inner| self.lines(inner, whole));
        }
    }

    /// `for each foe in foes(actor) { change hurt + 1 }`: the one who acts is hurt each time.
    fn same_each_time(&mut self, line: &Line, each: &Each) {
        let mut is_used = reads_one(&each.lines, &|local| local == each.at);
        each.when
            .iter()
            .for_each(|when| when.walk(&mut |part| is_used |= matches!(part.node, Node::Local(at) if at == each.at)));
        let (mut is_scripted, mut of_actor) = (false, None);
        each.lines.iter().for_each(|line| {
            line.walk(&mut |line| {
                is_scripted |= matches!(line.act, Act::Script(_));
                of_actor = of_actor.or(line.needs_actor().then_some(line.span));
            });
        });
        // So many times is no list of somebody.
        let is_count = matches!(each.list.node, Node::Call(Function::Numbers, _));
        if is_used || is_scripted || is_count {
            return;
        }
        let text = self.book.sources.slice(line.span);
        let name = text.trim_start().strip_prefix("for each").and_then(|rest| rest.split_whitespace().next());
        let Some(name) = name.map(str::to_string) else { return };
        let (at, label) = match of_actor {
            Some(at) => (at, "this is about the one who acts, each time"),
            None => (line.span, "the same is done each time"),
        };
        let help = format!("say whose it is or to whom it is done: `{name}.NAME`; or do it once, without `for each`");
        self.report(Finding::SameEachTime { name }, at, label, &help);
    }

    /// A check is rolled, and whatever comes of it the lines below are done.
    fn not_asked(&mut self, line: &Line, rolling: &Rolling, whole: &[Line]) {
        let is_named = self.book.sources.slice(line.span).contains(" as ");
        let first = usize::from(rolling.at);
        let locals = first..first + RESULT_NAMES.len() + usize::from(rolling.fields);
        if is_named || !rolling.outcomes.is_empty() || reads_one(whole, &|local| locals.contains(&usize::from(local))) {
            return;
        }
        let check = as_written(&self.book.checks[rolling.check.index()].head.name);
        let finding = Finding::NotAsked { check: check.clone() };
        let help = format!("put what depends on it into its block: `check {check} {{ on success {{ … }} }}`");
        self.report(finding, line.span, "the lines below are done whatever comes of it", help);
    }

    /// `at most 0` right before an amount goes somewhere: whatever is rolled, nothing goes there.
    fn nothing_left(&mut self, amount: &Amount) -> bool {
        let mut most: Option<(Number, Span)> = None;
        for step in &amount.steps {
            match &step.step {
                Step::AtMost(expr) => {
                    most = expr.as_number().filter(|most| *most <= Number::ZERO).map(|most| (most, expr.span));
                }
                Step::Into(_) | Step::OutOf(_) => {
                    if let Some((most, at)) = most.take() {
                        let finding = Finding::NothingLeft { amount: amount.name.to_string(), most: most.to_string() };
                        let help = format!("write `at least {most}`, if it is not to be less");
                        self.report(finding, at, "nothing above this goes there", help);
                        return true;
                    }
                }
                _ => most = None,
            }
        }
        false
    }

    /// An amount that goes somewhere while it may be below nothing, or before all is said of it.
    fn amount(&mut self, amount: &Amount, whole: &[Line]) {
        if self.nothing_left(amount) {
            return;
        }
        let (mut less, mut is_bounded): (Option<Span>, bool) = (None, false);
        for step in &amount.steps {
            match &step.step {
                Step::Minus(expr) if is_bounded || expr.as_number().is_none() => less = less.or(Some(expr.span)),
                Step::AtLeast(_) => (less, is_bounded) = (None, true),
                Step::Into(LinePlace::Track(..)) => {
                    if let Some(at) = less.take() {
                        let help = "write `at least 0` behind that, before it goes there".to_string();
                        let finding = Finding::BelowNothing { amount: amount.name.to_string() };
                        self.report(finding, at, "where this is more, less than nothing is left", help);
                    }
                }
                _ => {}
            }
        }
        let is_place = |step: &Step| matches!(step, Step::Into(_) | Step::OutOf(_));
        let Some(last) = amount.steps.iter().rposition(|step| is_place(&step.step)) else { return };
        let behind = &amount.steps[last + 1..];
        let is_kept = behind.iter().any(|step| step.keep.is_some()) || reads_one(whole, &|local| local == amount.at);
        if let Some(expr) = behind.iter().find_map(|step| step.step.expr()).filter(|_| !is_kept) {
            let finding = Finding::AfterAll { amount: amount.name.to_string() };
            let help = "put the line before that with `into`, or keep what is left: `as NAME`";
            self.report(finding, expr.span, "it has gone where it goes before", help);
        }
    }
}

/// The least and the most of a track, where they are constant.
pub(super) fn bounds(track: &Track) -> (Option<Number>, Option<Number>) {
    let number = |expr: &Option<Expr>| expr.as_ref().and_then(Expr::as_number);
    (number(&track.min), number(&track.max))
}

/// The bound beyond which a number of a track lies, by its word.
fn beyond(track: &Track, number: Number) -> Option<(&'static str, Number)> {
    match bounds(track) {
        (_, Some(max)) if number > max => Some(("max", max)),
        (Some(min), _) if number < min => Some(("min", min)),
        _ => None,
    }
}

/// Whether one number helps and the other hinders.
fn is_against(one: Number, other: Number) -> bool {
    one > Number::ZERO && other < Number::ZERO || one < Number::ZERO && other > Number::ZERO
}

/// Whether any of these lines reads a local that is meant.
fn reads_one(lines: &[Line], is_meant: &dyn Fn(u8) -> bool) -> bool {
    let mut found = false;
    for line in lines {
        line.exprs(&mut |expr| {
            expr.walk(&mut |part| found |= matches!(part.node, Node::Local(local) if is_meant(local)));
        });
    }
    found
}
