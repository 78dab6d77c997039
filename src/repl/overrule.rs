//! `overrule` and `allow`: the referee changes what dice showed, what came of a check, what the rules refuse. What has
//! happened since is a cut of the log: it is said again from the table as it was, with the dice that were shown, as far as
//! it still fits.

use super::answer::LineStop;
use super::line_made::{LineMade, SaidAgain};
use super::news::{ToldCourse, ToldSentence};
use super::pending::{Demand, HumanReply};
use super::refused::{refuse_out_of_fight, refused};
use super::session::{Answered, LineStep, Session};
use super::table::SessionState;
use super::table_dice::{FallenDice, RuledDice, WantedDice};
use super::thrown::{numbers, thrown};
use super::{Response, human, ordered, reckon, sentence, tracked};
use crate::dice::DiceRuling;
use crate::play::overstated;
use crate::value::FigureId;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// Throws that are listed.
const MOST_LISTED: usize = 12;
/// Changes that are gone back over to find a throw.
const MOST_BACK: usize = 60;

/// A line as it was said, which can be said again.
pub(super) fn said_again(before: &SessionState, line: &str, fell: Vec<FallenDice>, overruled: usize) -> SaidAgain {
    let ruled = before.ruled.iter().filter_map(|ruled| ruled.since(before.tosses)).collect();
    SaidAgain { line: in_itself(before, line).into(), asked: asked(before), fell, ruled, overruled }
}

/// A line that leans on no sentence before it.
fn in_itself(before: &SessionState, line: &str) -> String {
    match line.trim().strip_prefix("do").map(|rest| (rest, rest.trim())) {
        Some((_, "")) => before.last.as_ref().map_or(line.to_string(), |(last, _)| format!("do {last}")),
        Some((rest, text)) if rest.starts_with(' ') => format!("do {}", sentence::in_full(before, text)),
        _ => sentence::in_full(before, line),
    }
}

/// Who is asked, and for what.
pub(super) fn asked(table: &SessionState) -> Option<(FigureId, String)> {
    let pending = table.pending.as_ref()?;
    let what = match &pending.demand {
        Demand::Order(_) => String::new(),
        Demand::Choice(choice) => choice.title.clone(),
    };
    Some((pending.figure, what))
}

/// What was said up to a table, as far back as somebody looked.
#[derive(Default)]
pub(super) struct SaidBefore {
    /// How each table came to be, the newest first.
    made: Vec<Rc<LineMade>>,
    /// The tables of the past that were passed, the newest first.
    tables: Vec<SessionState>,
}

/// A throw that can be overruled: in which of the steps back, in which line of that, as which of its throws.
#[derive(Clone, Copy)]
struct ThrowPlace {
    step: usize,
    line: usize,
    nth: usize,
}

impl SaidBefore {
    /// Every throw, the newest first.
    fn throws(&self) -> impl Iterator<Item = (ThrowPlace, &FallenDice)> {
        self.made.iter().enumerate().flat_map(|(step, made)| {
            made.said.iter().enumerate().rev().flat_map(move |(line, said)| {
                let numbered = said.fell.iter().enumerate().rev();
                numbered.map(move |(nth, fell)| (ThrowPlace { step, line, nth }, fell))
            })
        })
    }

    /// The throw that is meant where none is named, in the last line that has thrown such dice: what was thrown by hand
    /// last, or the check of whoever was asked before it; else its last.
    fn meant(&self, is_check: bool) -> Option<ThrowPlace> {
        let (last, _) = self.throws().find(|(_, fell)| fell.is_check || !is_check)?;
        let asked = self.made[last.step].said[last.line].asked.as_ref().map(|(who, _)| *who);
        let in_line = || self.throws().filter(|(place, _)| (place.step, place.line) == (last.step, last.line));
        let by_hand = in_line().find(|(_, fell)| fell.by_hand && !is_check);
        let own = || in_line().filter(|(_, fell)| fell.is_check && asked.is_some() && fell.roller == asked).last();
        Some(by_hand.or_else(own).map_or(last, |(place, _)| place))
    }

    /// Every throw, the newest first: how many changes lie between its line and now, and its number.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, usize, &FallenDice)> {
        let back = |step: usize| self.made[..step].iter().map(|made| made.back).sum();
        self.throws().enumerate().map(move |(at, (place, fell))| (back(place.step), at + 1, fell))
    }

    /// How many changes were passed.
    pub(super) fn passed(&self) -> usize {
        self.tables.len()
    }

    /// Goes back until enough is known.
    pub(super) fn look(
        session: &mut Session,
        now: &SessionState,
        is_enough: impl Fn(&SaidBefore) -> bool,
    ) -> SaidBefore {
        let mut before = SaidBefore::default();
        let mut next = now.made.clone();
        while !next.said.is_empty() && !is_enough(&before) && before.tables.len() < MOST_BACK {
            let from = before.tables.len();
            before.tables.extend((0..next.back).map_while(|_| session.before.pop()));
            if before.tables.len() < from + next.back {
                break;
            }
            before.made.push(next);
            next = before.tables.last().map(|table| table.made.clone()).unwrap_or_default();
        }
        // They are looked at, and not taken back.
        for (at, table) in before.tables.iter().enumerate().rev() {
            let behind = at.checked_sub(1).map_or(&session.table, |at| &before.tables[at]);
            session.before.push(table.clone(), behind);
        }
        before
    }
}

/// `overrule`, `overrule dice 9`, `overrule success`, `overrule failure, throw 3`
pub(super) fn overrule(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let (what, nth) = match rest.rsplit_once(", throw ") {
        Some((what, nth)) => (what.trim(), Some(number(step, nth.trim())?)),
        None => (rest.trim(), None),
    };
    let verdict = match what {
        "" => return Ok(Response::of(listed(step)?)),
        "success" => Some(true),
        "failure" => Some(false),
        _ => None,
    };
    let Some(dice) = what.strip_prefix("dice ").or(verdict.map(|_| "")) else {
        return Err(step.line.unknown("ruling", what, ["dice", "success", "failure"]).into());
    };
    let find = |before: &SaidBefore| match nth {
        Some(nth) => before.throws().nth(nth - 1).map(|(place, _)| place),
        None => before.meant(verdict.is_some()),
    };
    let before = SaidBefore::look(step.session, &step.table, |before| find(before).is_some());
    let Some(place) = find(&before) else { return Err(nothing_fell(step, nth)) };
    let fell = &before.made[place.step].said[place.line].fell[place.nth];
    let ruling = match verdict {
        Some(_) if !fell.is_check => {
            let help = "`overrule dice 9` says what they show; `overrule` lists what was thrown";
            return Err(step.line.nothing(what, "these dice are those of no check", "not these", help).into());
        }
        Some(verdict) => DiceRuling::Verdict(verdict),
        None => DiceRuling::Shown(shown(step, dice, fell)?),
    };
    say_anew(step, before, place, ruling)
}

fn number(step: &LineStep<'_>, text: &str) -> Result<usize, LineStop> {
    let number = text.parse::<usize>().ok().filter(|nth| *nth > 0);
    number.ok_or_else(|| {
        let help = "`overrule` lists what was thrown, the last as throw 1";
        step.line.nothing(text, "this is no throw", "which one?", help).into()
    })
}

/// Dice as they are said to show.
fn shown(step: &LineStep<'_>, text: &str, fell: &FallenDice) -> Result<Vec<u16>, LineStop> {
    let Ok((dice, _)) = thrown(numbers(text), &fell.wanted(), String::new()) else {
        let what = format!("{} does not show that", fell.what.as_ref().map_or(fell.formula.to_string(), String::clone));
        let many = if fell.dice.len() == 1 { "one die".to_string() } else { format!("{} dice", fell.dice.len()) };
        let help = format!(
            "it showed {}: say {many} of {} in their order, such as `overrule dice {}`; `overrule` lists what else was \
             thrown, `, throw 3` behind it names another throw",
            in_words(&fell.dice),
            fell.formula,
            in_words(&vec![1; fell.dice.len()])
        );
        return Err(step.line.nothing(text, &what, "no such dice", &help).into());
    };
    if dice == fell.dice {
        let help = "`overrule` lists what was thrown, and what each throw decides";
        return Err(step.line.nothing(text, "that is what they show", "nothing changes", help).into());
    }
    Ok(dice)
}

/// What was thrown, the last first.
fn listed(step: &mut LineStep<'_>) -> Result<String, LineStop> {
    let before = SaidBefore::look(step.session, &step.table, |before| before.throws().count() >= MOST_LISTED);
    let state = step.table.now();
    let mut text = String::new();
    for (at, (_, fell)) in before.throws().enumerate().take(MOST_LISTED) {
        let who = fell.roller.and_then(|who| state.figures.get(who.index()));
        let who = who.map_or(String::new(), |who| format!("{}: ", who.name));
        let what = fell.what.clone().unwrap_or_else(|| fell.formula.to_string());
        let decides = if fell.decides.is_empty() { String::new() } else { format!("  ({})", fell.decides) };
        text += &format!("  throw {}  {who}{what} showed {}{decides}\n", at + 1, in_words(&fell.dice));
    }
    if text.is_empty() {
        return Err(nothing_fell(step, None));
    }
    text += "what was thrown by hand last, or for the last order, is corrected by `overrule dice` with what it shows, and\n";
    text += "counts otherwise by `overrule success`, `overrule failure`; with `, throw 3` behind it, another throw\n";
    Ok(text + "`allow` has done what was refused\n")
}

fn in_words(dice: &[u16]) -> String {
    dice.iter().map(u16::to_string).collect::<Vec<String>>().join(" ")
}

fn nothing_fell(step: &LineStep<'_>, nth: Option<usize>) -> LineStop {
    let (what, help) = match nth {
        Some(nth) => (format!("there is no throw {nth}"), "`overrule` lists what was thrown"),
        None => (
            "nothing that was done has thrown dice".to_string(),
            "`do SENTENCE` does something; `rolled N` reckons the last sentence with the sum N of other dice",
        ),
    };
    step.line.nothing(step.line.0.trim(), &what, "nothing to overrule", help).into()
}

/// What has become of the lines that are said anew.
#[derive(Default)]
struct SaidAnew {
    said: Vec<SaidAgain>,
    text: String,
    /// What is told of them sentence by sentence.
    course: Option<ToldCourse>,
    heard: Vec<(Option<Arc<str>>, Vec<ToldSentence>)>,
}

/// Says everything again since a throw, with what is ruled of it.
fn say_anew(step: &mut LineStep<'_>, before: SaidBefore, place: ThrowPlace, ruling: DiceRuling) -> Answered {
    let SaidBefore { made, mut tables } = before;
    let back: usize = made[..=place.step].iter().map(|made| made.back).sum();
    let mut script: Vec<SaidAgain> =
        made[..=place.step].iter().rev().flat_map(|made| made.said.iter().cloned()).collect();
    let at = place.line;
    // What was ruled of later dice was ruled of what came of these.
    script[at].ruled.retain(|ruled| ruled.nth < place.nth);
    script[at].ruled.push(RuledDice { nth: place.nth, ruling });
    let base = tables.swap_remove(back - 1);
    let mut further = VecDeque::from(step.dice.clone());
    let session = &mut *step.session;
    let own = session.put_aside(base);
    let anew = crate::diag::crash::guarded(|| said_anew(session, &script, at, &mut further));
    let after = session.table.clone();
    session.take_up(own);
    let anew = match anew {
        Ok(anew) => anew?,
        Err(bug) => return Err(LineStop::Wrong(vec![Box::new(bug)])),
    };
    let ruled = &anew.said[at];
    if ruled.overruled < ruled.ruled.len() {
        let help = "`overrule` lists what was thrown; `overrule dice` says what it shows";
        let what = "that has come out so already, or no dice make it come out so";
        return Err(step.line.nothing(step.line.0.trim(), what, "nothing changes", help).into());
    }
    step.session.news.course = anew.course;
    anew.heard.into_iter().for_each(|(side, told)| step.session.news.add(side, told));
    let now = &step.table;
    let (mine, own_dice, last) = (now.mine, now.own_dice.clone(), now.last.clone());
    step.table = SessionState { mine, own_dice, last, ..after };
    step.made = Some(LineMade { back: back + 1, said: anew.said });
    step.changes = true;
    Ok(Response::of(anew.text))
}

/// Says lines again at the table of a session; tells what comes of those from `from` on. The first that no longer fits is
/// the last.
fn said_anew(
    session: &mut Session,
    script: &[SaidAgain],
    from: usize,
    further: &mut VecDeque<u16>,
) -> Result<SaidAnew, LineStop> {
    let mut anew = SaidAnew::default();
    for (at, entry) in script.iter().enumerate() {
        if at > from && asked(&session.table) != entry.asked {
            let who = session.table.pending.as_ref().map(|pending| pending.who(session.table.now()).to_string());
            let who = who.map_or("nobody is asked".to_string(), |who| format!("{who} is asked"));
            anew.text += &format!("not said again: `{}`, for now {who}\n", entry.line);
            break;
        }
        session.news.forget();
        let answer = match say_again(session, entry, further) {
            Err(LineStop::Wrong(wrong)) if at > from => {
                let why = wrong.first().map_or(String::new(), ToString::to_string);
                anew.text += &format!("not said again: `{}`, for {why}\n", entry.line);
                break;
            }
            answer => answer?,
        };
        let made = session.table.made.said.first().cloned();
        anew.said.extend(made.map(|made| SaidAgain { ruled: entry.ruled.clone(), ..made }));
        if at < from {
            continue;
        }
        let question = session.question();
        let is_last = at + 1 == script.len();
        let text = if is_last { &answer.text } else { answer.text.strip_suffix(&*question).unwrap_or(&answer.text) };
        if at > from {
            anew.text += &format!("`{}`\n", entry.line);
        }
        anew.text += text;
        (anew.course, anew.heard) = (session.news.course.take(), session.news.all());
    }
    Ok(anew)
}

/// Says a line again, with the dice of the table that were given for it as long as the same are asked for, and with
/// others behind them.
pub(super) fn say_again(
    session: &mut Session,
    entry: &SaidAgain,
    further: &mut VecDeque<u16>,
) -> Result<Response, LineStop> {
    let before = session.table.clone();
    let ruled = entry.ruled.iter().map(|one| RuledDice { nth: before.tosses + one.nth, ruling: one.ruling.clone() });
    let ruled: Vec<RuledDice> = before.ruled.iter().cloned().chain(ruled).collect();
    let mut known: VecDeque<&FallenDice> = entry.fell.iter().filter(|fell| fell.by_hand).collect();
    let mut dice = Vec::new();
    loop {
        session.table = SessionState { ruled: ruled.clone(), ..before.clone() };
        let answer = session.strictly(entry.line.to_string(), dice.clone(), false, 0)?;
        let Some(waiting) = session.waiting.take() else { return Ok(answer) };
        match known.pop_front().filter(|fell| fell.wanted() == waiting.wanted) {
            Some(fell) => dice.extend(&fell.shown),
            None => {
                known.clear();
                dice.extend(more(further, waiting.wanted)?);
            }
        }
    }
}

/// Dice that were given for what is said anew; if there are none left, they are asked for.
fn more(further: &mut VecDeque<u16>, wanted: WantedDice) -> Result<Vec<u16>, LineStop> {
    let count = wanted.formula.count() as usize;
    if further.len() < count {
        return Err(LineStop::Dice { wanted, text: String::new(), told: 0 });
    }
    Ok(further.drain(..count).collect())
}

/// `allow`, `allow SENTENCE`: what the rules refuse is done all the same.
pub(super) fn allow(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let text = match rest {
        "" => {
            let help = "write `allow SENTENCE`; `overrule` changes what dice have decided";
            let line = step.line.0.trim();
            return Err(step.line.nothing(line, "nothing was refused just now", "allow what?", help).into());
        }
        text => text.strip_prefix("do ").unwrap_or(text),
    };
    let asked = sentence::this_or_last(step, text)?;
    if let Some(error) = super::lacking::of_another(step, &asked) {
        return Err(error.into());
    }
    let order = ordered::posed_order(step, &asked)?.filter(|_| asked.tweaks.is_empty());
    let Some(order) = order.filter(|_| step.table.rules.ground.is_some()) else {
        let help = "orders of figures in the fight can be allowed; how somebody is, `FIGURE is WORD` says";
        return Err(step.line.nothing(step.line.0.trim(), "this is no order", "nothing to allow", help).into());
    };
    refuse_out_of_fight(step, &reckon::posed(step, &asked)?)?;
    if let Some(reason) = overstated(step.table.book(), &order) {
        return Err(refused(step, &reason, "", "leave it out; how somebody is, `FIGURE is WORD` says").into());
    }
    let Some(pending) = step.table.pending.clone() else {
        let now = step.table.now().clone();
        let told = tracked::outside(step, now, |play| tracked::anytime_allowed(play, &order))?;
        return Ok(Response::of(told));
    };
    let is_answer = matches!(pending.demand, Demand::Order(_)) && order.actor == pending.figure;
    let reply = if is_answer { HumanReply::Allowed(order) } else { HumanReply::DoAllowed(order) };
    human::go_on(step, Some(reply))
}
