//! `fray replay`: a kept game as one page that stands alone, or played again to see whether every number holds.

use super::args::ReplayArgs;
use super::argument;
use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::kept_fight::{self, KeptFight, KeptSession, played_by};
use super::packs::Packs;
use super::screen::Screen;
use super::usage::quoted;
use super::write::write_whole;
use super::{file_arguments, players};
use crate::diag::Diagnostics;
use crate::dice::{Cancel, Chance, Given, Seeded, SeededState};
use crate::draw::{
    self, BetterOrder, ChanceToWin, Eyes, Fight, OtherOrders, Reel, ReplayWords, is_shift, reel, replay as page,
    stood_after,
};
use crate::event::{Change, Event, Log, Order};
use crate::odds;
use crate::repl::Replaced;
use crate::sim::{AskedMoment, Onlooker, Onward, OnwardMoment, SearchMind, Tally, searching};
use crate::state::{View, log_text, of_scenario};
use crate::story::Story;
use std::sync::Arc;

/// How the file of a replay begins.
const REPLAY: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">";
/// Turns from which a fight is played on; of a longer one only so many, evenly.
const MOST_TURNS: usize = 24;
/// Decisions from which it is played on; of more only so many, evenly.
const MOST_ASKED: usize = 40;
/// Decisions of which it is told what else could have been done.
const MOST_TOLD: usize = 400;
/// States, ways and rolls of a fight that is followed in every way from one of its turns.
const MOST_FOLLOWED: (usize, u64, u64) = (2_000, 60_000, 400_000);
/// Other orders that are tried at a decision.
const MOST_OTHERS: usize = 10;

/// Reads a kept game, plays it again, and draws it if it is as it was.
pub(super) fn replay(args: &ReplayArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let name = shown(&args.save);
    if !args.save.is_file() && find::is_scenario(packs, &name) {
        let kept = format!("{}.log", name.rsplit('/').next().unwrap_or(&name));
        let page = args.out.as_deref().map_or("fight.html".to_string(), |out| quoted(&shown(out)));
        return Err(CliError::Usage {
            message: format!("`{name}` is a scenario, not a game that was kept"),
            help: format!("keep one: `fray run {name} --save {kept}`, then `fray replay {kept} -o {page}`"),
        }
        .alone());
    }
    let text = file_arguments::long_text(&args.save)?;
    if let Some(kept) = KeptSession::open(&args.save, &text, packs)? {
        return of_session(args, kept, packs, screen);
    }
    let (found, log) = kept_fight::read(args.of.as_deref(), (name.as_str(), text.as_str()), packs)?;
    let PlayedAgain { log: again, asked, .. } = again(&found, &log, &name, if args.check { 0 } else { MOST_OTHERS })?;
    let differs = differs(&log, &again);
    if args.check {
        return Ok(match differs {
            None => {
                screen.line(&format!("every number holds: {} events played again as they are kept", log.len()));
                Ended::Done
            }
            Some(at) => {
                screen.line(&format!("line {} of {name} is not what this fight comes to by these rules", at + 2));
                Ended::No
            }
        });
    }
    if let Some(at) = differs {
        return Err(not_played(&name, at));
    }
    let rules = found.kit.rules_of(found.scenario);
    let begin = of_scenario(&rules, &found.kit.book.scenarios[found.scenario.index()]);
    let begin = begin.map_err(|error| vec![error.diagnostic(&found.kit.book)])?;
    let text = log_text(&rules, &begin, &log);
    if args.json {
        screen.say(&text);
        return Ok(Ended::Done);
    }
    made(args, &KeptFight::of_log(found, &log, text)?, &asked, screen)
}

/// The same of a fight that people have played.
fn of_session(args: &ReplayArgs, mut kept: KeptSession, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let name = shown(&args.save);
    if args.choices > 0 {
        let message = "what else could have been ordered is told of games that scripts have played".to_string();
        return Err(CliError::Usage { message, help: "leave `--choices` out".to_string() }.alone());
    }
    if args.check {
        return Ok(match kept.say_again() {
            Ok(lines) => {
                screen.line(&format!("every number holds: {lines} lines said again come to what is kept"));
                Ended::Done
            }
            Err(wrong) => {
                screen
                    .line(&format!("`{}` in {name} comes to something else by these rules: {}", wrong.line, wrong.why));
                Ended::No
            }
        });
    }
    if args.json {
        screen.say(&kept.recorded()?);
        return Ok(Ended::Done);
    }
    made(args, &KeptFight::of_session(&mut kept, packs)?, &[], screen)
}

/// Draws it.
fn made(args: &ReplayArgs, kept: &KeptFight, asked: &[AskedMoment], screen: &mut Screen) -> CommandResult {
    let Some(out) = &args.out else {
        let help = format!("name one: `fray replay {} -o fight.html`", shown(&args.save));
        return Err(CliError::Usage { message: "the page of a replay needs a file".to_string(), help }.alone());
    };
    if out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) {
        return picture(args, kept, screen);
    }
    let html = drawn(args, kept, asked)?;
    let replaced = if args.force { Replaced::Anything } else { Replaced::Beginning(REPLAY) };
    let force = "name another file, or replace it with `--force`";
    write_whole(out, html.as_bytes(), replaced, force).map_err(CliError::alone)?;
    screen.line(&format!("{} holds the fight: any browser shows it, without a network", shown(out)));
    Ok(Ended::Done)
}

/// The board at a moment as a picture of its own.
fn picture(args: &ReplayArgs, kept: &KeptFight, screen: &mut Screen) -> CommandResult {
    let found = &kept.found;
    let (Some(out), rules) = (&args.out, found.kit.rules_of(found.scenario)) else { return Ok(Ended::No) };
    let scenario = &found.kit.book.scenarios[found.scenario.index()];
    let map = scenario.map.map(|map| &found.kit.book.maps[map.index()]);
    let parts = kept.drawn();
    let reel = reel(&rules, map, &parts);
    let at = args.at.unwrap_or(0);
    let usage = |message: String, help: String| CliError::Usage { message, help }.alone();
    let Some(moment) = reel.moments.get(at) else {
        let last = reel.moments.len().saturating_sub(1);
        return Err(usage(format!("this fight has no moment {at}"), format!("it has those from 0 to {last}")));
    };
    let state = stood_after(&rules, &parts, moment.until);
    let view = View::new(&rules, &state);
    let fight = Fight { view: &view, beginning: Some(kept.begin()), map, asked: None, eyes: Eyes::All };
    let label = format!("{}, moment {at}", scenario.head.title);
    let Some(svg) = draw::picture_alone(fight, &label) else {
        return Err(usage("this is played without a board".to_string(), "`-o FILE.html` tells it".to_string()));
    };
    let replaced = if args.force { Replaced::Anything } else { Replaced::Beginning(draw::PICTURE) };
    let force = "name another file, or replace it with `--force`";
    write_whole(out, svg.as_bytes(), replaced, force).map_err(CliError::alone)?;
    screen.line(&format!("{} shows moment {at}, turn {}", shown(out), moment.turn));
    Ok(Ended::Done)
}

/// Where two logs differ.
fn differs(log: &Log, again: &Log) -> Option<usize> {
    let differs = log.iter().zip(again.iter()).position(|(kept, played)| kept != played);
    differs.or_else(|| (log.len() != again.len()).then_some(log.len().min(again.len())))
}

fn not_played(name: &str, at: usize) -> Diagnostics {
    let help = format!("the rules have changed since, or the file has: `fray replay {name} --check` looks again");
    CliError::NotPlayed { path: name.to_string(), line: at + 2, help }.alone()
}

/// Fails unless a kept game is what its fight comes to when it is played again; where its dice stood as each turn began,
/// if they are those of a seed alone.
pub(super) fn same_again(found: &FoundScenario, log: &Log, name: &str) -> Result<Vec<SeededState>, Diagnostics> {
    let again = again(found, log, name, 0)?;
    differs(log, &again.log).map_or(Ok(again.turns), |at| Err(not_played(name, at)))
}

/// A fight that was played again.
struct PlayedAgain {
    log: Log,
    /// The decisions in it from which it can be played on.
    asked: Vec<AskedMoment>,
    /// Where its dice stood as each turn began.
    turns: Vec<SeededState>,
}

/// The fight when it is played again from its seed, or with its dice.
fn again(found: &FoundScenario, log: &Log, name: &str, most_others: usize) -> Result<PlayedAgain, Diagnostics> {
    let number = |key: &str| log.about.get(key).and_then(|number| number.parse().ok());
    let (seed, game) = (number("seed"), number("game").unwrap_or(0));
    let chance: Box<dyn Chance> = match (log.about.get("dice"), seed) {
        (Some(dice), _) => Box::new(Given::new(argument::dice(dice)?)),
        (None, Some(seed)) => Box::new(Seeded::new(seed, game)),
        (None, None) => {
            let help = "keep it again: `fray run SCENARIO --save FILE` writes down where the dice begin".to_string();
            return Err(CliError::NotPlayed { path: name.to_string(), line: 1, help }.alone());
        }
    };
    let book = &found.kit.book;
    let mut play = found.kit.play(found.scenario, chance).map_err(|error| vec![error.report(book)])?;
    play.keep_log(Log::default());
    let seats = players::seats(found, &played_by(log))?;
    let mind = SearchMind::at(&mut play, &found.kit, &searching(&seats), (seed.unwrap_or(0), game));
    let (limit, cancel) = (book.scenarios[found.scenario.index()].limit, Cancel::default());
    let (mut asked, mut turns) = (Vec::new(), Vec::new());
    // A game that broke off is kept as far as it went, and breaks off there again.
    let _ = match (mind.map_err(|error| vec![error.report(book)])?, seed) {
        (Some(mind), _) => mind.run(&mut play, limit, &cancel),
        (None, Some(seed)) if !log.about.contains_key("dice") => {
            let onlooker = Onlooker::at(&mut play, (seed, game), most_others);
            let done = onlooker.run(&mut play, limit, &cancel);
            (asked, turns) = (onlooker.moments(), onlooker.turns());
            done
        }
        (None, _) => play.run(limit),
    };
    Ok(PlayedAgain { log: play.take_log().unwrap_or_default(), asked, turns })
}

fn drawn(args: &ReplayArgs, kept: &KeptFight, asked: &[AskedMoment]) -> Result<String, Diagnostics> {
    let found = &kept.found;
    let (book, rules) = (&found.kit.book, found.kit.rules_of(found.scenario));
    let scenario = &book.scenarios[found.scenario.index()];
    let map = scenario.map.map(|map| &book.maps[map.index()]);
    let begin = kept.begin();
    let reel = reel(&rules, map, &kept.drawn());
    let games = if kept.is_playable { args.games } else { 0 };
    let chances = chances(games, found, &reel, asked)?;
    let (better, others) = others(args.choices, found, &reel, asked)?;
    let end = &reel.end;
    // Who joined on the way is in the last state; the ground is drawn as it began.
    let view = View::new(&rules, if end.figures.len() > begin.figures.len() { end } else { begin });
    let told = ReplayWords {
        title: &scenario.head.title,
        about: kept.about.clone(),
        chances: &chances,
        games,
        better: (args.choices > 0).then_some(&*better),
        others: &others,
        log: &kept.text,
    };
    Ok(page(Fight { view: &view, beginning: Some(begin), map, asked: None, eyes: Eyes::All }, &reel, &told))
}

/// Who wins how often from the beginning of each turn, and before each decision of the turns that changed that most.
fn chances(
    games: u64,
    found: &FoundScenario,
    reel: &Reel,
    asked: &[AskedMoment],
) -> Result<Vec<ChanceToWin>, Diagnostics> {
    if games == 0 {
        return Ok(Vec::new());
    }
    let step = reel.turns.len().div_ceil(MOST_TURNS).max(1);
    // Before the first turn the start of the scenario is still to run.
    let some = reel.turns.iter().skip(1).step_by(step);
    let turns = some.map(|(moment, state)| {
        (ChanceToWin { moment: *moment, turn: state.turn + 1, ..nothing() }, OnwardMoment::between_turns(state))
    });
    let mut all = played_on(games, found, turns.collect())?;
    solve(found, reel, &mut all);
    all.push(end(reel));
    let first = ChanceToWin { moment: 0, turn: 1, ..nothing() };
    let before = std::iter::once(&first).chain(&all);
    let spans = before.zip(&all).filter(|(before, after)| before.shares.is_empty() || is_shift(before, after));
    let spans: Vec<(usize, usize)> = spans.map(|(before, after)| (before.moment, after.moment)).collect();
    let within = asked.iter().map(|one| (reel.moment_at(one.events), one));
    let within = within.filter(|(at, _)| spans.iter().any(|(from, until)| from <= at && at < until));
    let within: Vec<(usize, &AskedMoment)> = within.collect();
    let step = within.len().div_ceil(MOST_ASKED).max(1);
    let decided = within.into_iter().step_by(step).map(|(moment, one)| {
        (ChanceToWin { moment, turn: one.turn, who: Some(one.figure), ..nothing() }, one.from.clone())
    });
    all.extend(played_on(games, found, decided.collect())?);
    // Of one moment that of the turn is first.
    all.sort_by_key(|one| (one.moment, one.is_end, one.who.is_some()));
    Ok(all)
}

/// What else could have been ordered at each decision; and the best of it, where it is better by more than chance explains.
fn others(
    games: u64,
    found: &FoundScenario,
    reel: &Reel,
    asked: &[AskedMoment],
) -> Result<(Vec<BetterOrder>, Vec<OtherOrders>), Diagnostics> {
    let asked: Vec<&AskedMoment> = asked.iter().filter(|one| !one.others.is_empty()).collect();
    let step = asked.len().div_ceil(MOST_ASKED).max(1);
    let onward = Onward { kit: found.kit.clone(), scenario: found.scenario, seed: 1, games };
    let (mut better, mut all) = (Vec::new(), Vec::new());
    for (at, one) in asked.into_iter().take(MOST_TOLD).enumerate() {
        let orders = one.others.iter().map(|other| {
            let told = order_words(found, one, &other.order);
            (told, other.odds.as_ref().map(crate::dice::Odds::percent))
        });
        let mut told = OtherOrders {
            moment: reel.moment_at(one.events),
            who: one.figure,
            orders: orders.collect(),
            shares: vec![None; one.others.len()],
            own: None,
        };
        if games > 0 && at % step == 0 {
            weigh(&onward, one, &mut told)?;
            better.extend(best_of(one, &told));
        }
        all.push(told);
    }
    Ok((better, all))
}

/// How likely the side of whoever decides is to win, by what was done and by what else could have been.
fn weigh(onward: &Onward, one: &AskedMoment, told: &mut OtherOrders) -> Result<(), Diagnostics> {
    let side = one.from.state.figure(one.figure).side;
    let share = |tally: &Tally| {
        let share = tally.share(tally.wins.get(side.index()).copied().unwrap_or(0));
        (share.share, share.low, share.high)
    };
    let own = onward.play(std::slice::from_ref(&one.from));
    let own = own.map_err(|error| super::played::reported(error, &onward.kit.book))?;
    told.own = own.first().map(share);
    for (other, place) in one.others.iter().zip(&mut told.shares) {
        let instead = OnwardMoment { ordered: Some(other.order.clone()), ..one.from.clone() };
        // What breaks the fight is nothing to choose.
        *place = onward.play(&[instead]).ok().and_then(|tallies| tallies.first().map(share));
    }
    Ok(())
}

/// The best of the other orders, if it is better than what was done by more than chance explains.
fn best_of(one: &AskedMoment, told: &OtherOrders) -> Option<BetterOrder> {
    let own = told.own?;
    let tried = told.shares.iter().zip(&told.orders).filter_map(|(share, (order, _))| Some(((*share)?, order)));
    let (best, order) = tried.max_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
    let gain = best.0 - own.0;
    let margin = ((own.2 - own.1).powi(2) + (best.2 - best.1).powi(2)).sqrt() / 2.0;
    let (moment, turn, who) = (told.moment, one.turn, one.figure);
    (gain > margin).then(|| BetterOrder { moment, turn, who, order: order.clone(), gain: (gain, margin) })
}

/// An order in the words of the story.
fn order_words(found: &FoundScenario, one: &AskedMoment, order: &Arc<Order>) -> String {
    let event = Event::new(one.turn, None, Change::Ordered(order.clone()));
    let told = Story::default().tell(&found.kit.rules_of(found.scenario), &one.from.state, &event);
    told.trim().split_once(": ").map_or(told.trim(), |(_, order)| order).to_string()
}

/// Puts in the exact chances, from the last turn backwards, as long as every way of the dice can be followed to the end.
fn solve(found: &FoundScenario, reel: &Reel, all: &mut [ChanceToWin]) {
    let (states, ways, rolls) = MOST_FOLLOWED;
    let size = odds::fight::Size { states, ways, rolls, ..odds::fight::Size::default() };
    for chance in all.iter_mut().rev() {
        let begun = reel.turns.iter().find(|(moment, _)| *moment == chance.moment);
        let Some((_, state)) = begun else { continue };
        let Ok(solved) = odds::fight::chain_from(&found.kit, found.scenario, Some(state), &size) else { return };
        let share = |odds: &crate::dice::Odds| (odds.to_f64(), odds.to_f64(), odds.to_f64());
        chance.shares = solved.ends().wins.iter().map(share).collect();
        chance.is_exact = true;
    }
}

fn nothing() -> ChanceToWin {
    ChanceToWin { moment: 0, turn: 0, who: None, is_end: false, shares: Vec::new(), is_exact: false }
}

/// What has come of it.
fn end(reel: &Reel) -> ChanceToWin {
    let winner = reel.end.outcome.as_ref().and_then(|outcome| outcome.winner);
    let share = |side| if winner == Some(side) { 1.0 } else { 0.0 };
    let shares = reel.end.side_ids().map(|side| (share(side), share(side), share(side))).collect();
    let moment = reel.moments.len().saturating_sub(1);
    ChanceToWin { moment, turn: reel.end.turn, is_end: true, shares, ..nothing() }
}

/// Moments, each with how often each side wins from there.
fn played_on(
    games: u64,
    found: &FoundScenario,
    moments: Vec<(ChanceToWin, OnwardMoment)>,
) -> Result<Vec<ChanceToWin>, Diagnostics> {
    let onward = Onward { kit: found.kit.clone(), scenario: found.scenario, seed: 1, games };
    let (chances, from): (Vec<ChanceToWin>, Vec<OnwardMoment>) = moments.into_iter().unzip();
    let tallies = onward.play(&from).map_err(|error| super::played::reported(error, &found.kit.book))?;
    let with_shares = |((chance, from), tally): ((ChanceToWin, &OnwardMoment), &Tally)| {
        let shares = from.state.side_ids().map(|side| {
            let share = tally.share(tally.wins.get(side.index()).copied().unwrap_or(0));
            (share.share, share.low, share.high)
        });
        ChanceToWin { shares: shares.collect(), ..chance }
    };
    Ok(chances.into_iter().zip(&from).zip(&tallies).map(with_shares).collect())
}
