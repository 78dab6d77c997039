//! The answer of `fray sim`, which `fray merge` gives of the games of several machines.

use super::screen::Screen;
use crate::sim::{AccidentTally, Interval, KeptHead, PlayedGames, RefusedOrder, RowForm};
use crate::value::Number;
use serde_json::json;
use std::cmp::Reverse;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.sim/1";
/// Of reasons why games ended or orders were refused, so many are told.
const MOST_REASONS: usize = 5;
/// Of what was used, so much is told of each side.
const MOST_USED: usize = 12;

/// The form in which it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerForm {
    /// Rows if there are any, else text.
    Usual,
    /// For programs.
    Json,
}

/// Games, and which they are.
pub(super) struct SimAnswer<'a> {
    pub head: &'a KeptHead,
    pub played: &'a PlayedGames,
}

/// Accidents for programs.
fn accidents(befell: &AccidentTally) -> serde_json::Value {
    json!({ "orders": befell.orders, "removed": befell.removed, "effects": befell.effects })
}

impl SimAnswer<'_> {
    /// Prints it: the rows, if they were noted, else what the games come to.
    pub(super) fn print(&self, form: &AnswerForm, screen: &mut Screen) {
        match (self.head.noted.rows, form) {
            (_, AnswerForm::Json) => screen.json(&self.plain()),
            (Some((sort, form @ RowForm::Csv)), _) => screen.say(&(form.head(sort) + &self.played.rows)),
            (Some(_), _) => screen.json_lines(&self.played.rows),
            (None, _) => screen.say(&self.text()),
        }
    }

    fn text(&self) -> String {
        let tally = &self.played.tally;
        let mut text = self.wins() + &self.luck();
        let shortest = tally.shortest.unwrap_or(0);
        text += &format!("  turns: {:.1} on average, {shortest} to {}", tally.mean(tally.turns), tally.longest);
        text += &format!("; half of the games {} or fewer, 95 % {}\n", tally.length_of(0.5), tally.length_of(0.95));
        for ((_, title), standing) in self.head.sides.iter().zip(&tally.standing) {
            text += &format!("  {title}: {:.2} figures left on average\n", tally.mean(*standing));
        }
        text += &format!("  the lead changed {:.2} times in a game\n", tally.mean(tally.lead_changes));
        text + &self.whys() + &self.used() + &self.refused()
    }

    fn wins(&self) -> String {
        let (sides, tally) = (&self.head.sides, &self.played.tally);
        let won = sides.iter().enumerate().map(|(at, (_, title))| {
            let wins = tally.wins.get(at).copied().unwrap_or(0);
            (format!("won by {title}"), wins)
        });
        let mut rows: Vec<(String, u64)> = won.collect();
        rows.push(("won by nobody".to_string(), tally.draws));
        rows.push(("not over at the limit".to_string(), tally.unfinished));
        let column = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let mut text = format!("{}, {} games\n", self.head.title, tally.games);
        for (_, (name, count)) in rows.iter().enumerate().filter(|(at, (_, count))| *count > 0 || *at < sides.len()) {
            let Interval { share, low, high } = tally.share(*count);
            let (share, low, high) = (share * 100.0, low * 100.0, high * 100.0);
            text += &format!("  {name:<column$}  {share:>5.1} %   ({low:.1} to {high:.1} with 95 % confidence)\n");
        }
        text
    }

    /// The same shares, corrected for luck, and by how much that narrows the interval.
    fn luck(&self) -> String {
        if !self.head.noted.luck {
            return String::new();
        }
        let column = self.head.sides.iter().map(|(_, title)| title.chars().count()).max().unwrap_or(0) + 7;
        let mut text = String::new();
        for (at, (_, title)) in self.head.sides.iter().enumerate() {
            let Some((Interval { share, low, high }, narrower)) = self.corrected(at) else { continue };
            let (share, low, high, narrower) = (share * 100.0, low * 100.0, high * 100.0, narrower * 100.0);
            let by = if narrower > 0.0 { format!("{narrower:.0} % narrower") } else { "no narrower".to_string() };
            text += &format!("  {title:<column$}  {share:>5.1} %   ({low:.1} to {high:.1}, {by})\n");
        }
        match text.is_empty() {
            true => "  too few games to correct for luck: a side has to win 30, and not to win 30\n".to_string(),
            false => format!("  corrected for luck, by the exact chance of every roll\n{text}"),
        }
    }

    /// The share of a side corrected for luck, and how much narrower its interval is than that of the counted share.
    fn corrected(&self, side: usize) -> Option<(Interval, f64)> {
        let corrected = self.played.luck.corrected(u16::try_from(side).ok()?)?;
        let tally = &self.played.tally;
        let counted = tally.share(tally.wins.get(side).copied().unwrap_or(0));
        Some((corrected, 1.0 - corrected.width() / counted.width()))
    }

    /// Why games ended, the most frequent first.
    fn whys(&self) -> String {
        let tally = &self.played.tally;
        let mut rows: Vec<(String, u64)> = Vec::new();
        for (reason, count) in &tally.whys {
            let winner = reason.winner.and_then(|side| self.head.sides.get(usize::from(side)));
            let who = winner.map_or("nobody wins", |(_, title)| title);
            rows.push((format!("{who}: {}", reason.why), *count));
        }
        rows.sort_by_key(|(_, count)| Reverse(*count));
        let mut text = String::new();
        for (why, count) in rows.iter().take(MOST_REASONS) {
            text += &format!("    {:>5.1} %  {why}\n", tally.share(*count).share * 100.0);
        }
        if rows.is_empty() { text } else { format!("  how they ended\n{text}") }
    }

    /// What was used, and what it did, for each game; the most used first.
    fn used(&self) -> String {
        let (tally, used) = (&self.played.tally, &self.played.used);
        let mut text = String::new();
        for (side, title) in &self.head.sides {
            let mut rows: Vec<_> = used.orders.iter().filter(|(order, _)| *order.side == **side).collect();
            rows.sort_by_key(|(order, did)| (Reverse(did.times), *order));
            if !rows.is_empty() {
                text += &format!("  what {title} used in a game, and what it did to others\n");
            }
            for (order, did) in rows.iter().take(MOST_USED) {
                let with = order.with.as_ref().map_or_else(String::new, |with| format!(" with {with}"));
                text += &format!("    {:>6.2}  {}{with}", tally.mean(did.times), order.action);
                if did.checks > 0 {
                    text += &format!(", {} of {} succeed", did.successes, did.checks);
                }
                if did.removed > 0 {
                    text += &format!(", {:.2} out of play", tally.mean(did.removed));
                }
                for (effect, amount) in &did.effects {
                    let share = amount.to_f64() / tally.games.max(1) as f64;
                    text += &format!(", {effect} {share:+.2}");
                }
                text += "\n";
            }
            if rows.len() > MOST_USED {
                text += &format!("            {} more: `--json`\n", rows.len() - MOST_USED);
            }
            text += &self.accidents(side, title);
        }
        text
    }

    /// What befell a side by the dice of its own orders, for each game; what happened most often first.
    fn accidents(&self, side: &str, title: &str) -> String {
        let (tally, used) = (&self.played.tally, &self.played.used);
        let mut rows: Vec<(String, &AccidentTally)> = Vec::new();
        for (order, did) in used.orders.iter().filter(|(order, _)| *order.side == *side) {
            let with = order.with.as_ref().map_or_else(String::new, |with| format!(" with {with}"));
            let both = [("to oneself", &did.to_self), ("to the own side", &did.to_own)];
            let met = both.into_iter().filter(|(_, befell)| !befell.is_empty());
            rows.extend(met.map(|(whom, befell)| (format!("{}{with}, {whom}", order.action), befell)));
        }
        if rows.is_empty() {
            return String::new();
        }
        rows.sort_by_key(|(_, befell)| Reverse(befell.orders));
        let mut text = format!("  what befell {title} in a game by the dice of its own orders\n");
        for (what, befell) in rows.iter().take(MOST_USED) {
            let mut parts = vec![what.clone()];
            if befell.removed > 0 {
                parts.push(format!("{:.3} out of play", tally.mean(befell.removed)));
            }
            let share = |amount: &Number| amount.to_f64() / tally.games.max(1) as f64;
            parts.extend(befell.effects.iter().map(|(effect, amount)| format!("{effect} {:+.3}", share(amount))));
            text += &format!("    {:>6.3}  {}\n", tally.mean(befell.orders), parts.join(", "));
        }
        if rows.len() > MOST_USED {
            text += &format!("            {} more: `--json`\n", rows.len() - MOST_USED);
        }
        text
    }

    /// Orders that scripts gave and the rules refused: a script that does not know the rules plays badly.
    fn refused(&self) -> String {
        let tally = &self.played.tally;
        let all: u64 = tally.refused.values().sum();
        if all == 0 {
            return String::new();
        }
        let mut rows: Vec<(&RefusedOrder, &u64)> = tally.refused.iter().collect();
        rows.sort_by_key(|(_, count)| Reverse(**count));
        let mut text = format!("  orders refused: {:.2} in a game\n", tally.mean(all));
        for (refused, count) in rows.iter().take(MOST_REASONS) {
            text += &format!("    {:.2}  {}: {}\n", tally.mean(**count), refused.title, refused.reason);
        }
        text
    }

    fn plain(&self) -> serde_json::Value {
        let (head, tally) = (self.head, &self.played.tally);
        let side = |at: usize, name: &str| {
            let mut side = json!({
                "name": name, "wins": tally.wins.get(at), "odds": tally.wins.get(at).map(|wins| tally.share(*wins)),
                "standing": tally.standing.get(at).map(|sum| tally.mean(*sum)),
            });
            if head.noted.luck {
                side["corrected"] = self.corrected(at).map_or(json!(null), |(interval, narrower)| {
                    let Interval { share, low, high } = interval;
                    json!({ "share": share, "low": low, "high": high, "narrower": narrower })
                });
            }
            side
        };
        let name = |side: Option<u16>| side.and_then(|side| head.sides.get(usize::from(side))).map(|(name, _)| name);
        let mut plain = json!({
            "schema": SCHEMA, "scenario": head.scenario, "seed": head.seed, "games": tally.games, "plays": head.plays,
            "sides": head.sides.iter().enumerate().map(|(at, (name, _))| side(at, name)).collect::<Vec<_>>(),
            "draws": tally.draws, "unfinished": tally.unfinished, "lead_changes": tally.mean(tally.lead_changes),
            "ends": tally.whys.iter().map(|(reason, count)| json!({
                "winner": name(reason.winner), "why": &*reason.why, "count": count,
            })).collect::<Vec<_>>(),
            "refused": tally.refused.iter().map(|(refused, count)| json!({
                "action": refused.action, "reason": &*refused.reason, "count": count,
            })).collect::<Vec<_>>(),
            "turns": {
                "mean": tally.mean(tally.turns), "min": tally.shortest, "max": tally.longest,
                "median": tally.length_of(0.5), "p95": tally.length_of(0.95),
            },
        });
        if head.noted.used {
            let used = self.played.used.orders.iter().map(|(order, did)| {
                json!({
                    "side": order.side, "action": order.action, "with": order.with, "times": did.times,
                    "checks": did.checks, "successes": did.successes, "removed": did.removed, "effects": did.effects,
                    "to_self": accidents(&did.to_self), "to_own_side": accidents(&did.to_own),
                })
            });
            plain["used"] = used.collect();
            let modifiers = self.played.used.modifiers.iter().map(|(one, worth)| {
                json!({
                    "of": one.of, "modifier": one.label, "counted": worth.times, "rolled": worth.judged,
                    "worth": worth.mean(),
                })
            });
            plain["modifiers"] = modifiers.collect();
            plain["checks"] = self.played.used.checks.into();
        }
        plain
    }
}
