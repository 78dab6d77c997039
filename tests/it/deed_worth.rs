//! What a sentence says counts as much in what it is said to be worth, and in the orders of tests that packs carry, as in
//! what is asked: over all packs, every action and every fact that changes its check.

use crate::deed_packs::{packs, read_all};
use crate::deeds::{DeedPack, NeedAndChance, PACKS, SaidIn};
use crate::program::Sandbox;
use fray::ablation::{Ablation, AblationCase, Metric, worth_of_stated};
use fray::dice::Cancel;
use fray::odds::action::{ActionOdds, Bounds, whole};
use fray::query::{Argument, ParsedQuery, Who, uncounted};
use fray::rulebook::{Choices, SentencePart};
use fray::text::Memory;
use fray::value::{ActionId, FactId, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Scenarios of each pack on whose boards it is tried.
const BOARDS: usize = 1;
/// Ways of the dice that are followed to everything that can come of an action.
const WAYS: u64 = 200;
/// Tries of a whole action, and of what may be said, that come to nothing.
const TRIES: usize = 2;

/// A sentence of an action, and the same with something said besides that changes its check.
struct Said<'p> {
    pack: &'p DeedPack,
    action: ActionId,
    /// What is said, in words, and its first word: the fact, or of whom.
    words: String,
    plain: ParsedQuery,
    full: ParsedQuery,
    /// Need and chance without it, with it.
    before: NeedAndChance,
    after: NeedAndChance,
}

/// Each thing that is said besides of an action's sentence and changes what is asked.
fn said(pack: &DeedPack, id: ActionId) -> Vec<Said<'_>> {
    let action = pack.action(id);
    let Some(check) = action.check else { return Vec::new() };
    let first = pack.sentences(id).into_iter().find_map(|asked| {
        let posed = pack.pose(&asked)?;
        pack.performed(&posed)?;
        Some((pack.asked(&posed)?, asked))
    });
    let Some((before, plain)) = first else { return Vec::new() };
    let all = pack.stated(&pack.book().checks[check.index()]).into_iter().chain(pack.assumed(action));
    let changed = |(words, say): (String, SaidIn)| {
        let full = say(&plain)?;
        // Another thing or figure in the same place is another sentence, and nothing said besides.
        if full.facts.len() == plain.facts.len() && full.tweaks == plain.tweaks {
            return None;
        }
        let posed = pack.pose(&full)?;
        let after = pack.asked(&posed).filter(|after| *after != before)?;
        // What the action sets itself is refused wherever it is said.
        if uncounted(&pack.rules, &posed, &full, "").is_some() {
            return None;
        }
        Some(Said { pack, action: id, words, plain: plain.clone(), full, before: before.clone(), after })
    };
    all.filter_map(changed).collect()
}

impl Said<'_> {
    fn name(&self) -> String {
        format!("{} `{}`, {}", self.pack.name, self.pack.action(self.action).head.name, self.words)
    }

    /// What it is that is said: the fact, the condition, the word of a state.
    fn what(&self) -> String {
        match self.full.facts.last().filter(|_| self.full.facts.len() > self.plain.facts.len()) {
            Some((fact, _)) => self.pack.book().facts[fact.index()].head.name.to_string(),
            None => self.words.clone(),
        }
    }

    fn worth(&self, yardstick: &Metric) -> Option<Ablation> {
        let (rules, engine, state) = (self.pack.rules.clone(), self.pack.engine.clone(), self.pack.state.clone());
        let case = AblationCase { rules, engine, state, asked: self.full.clone() };
        worth_of_stated(&case, yardstick, &Cancel::default()).ok()?
    }

    /// What is wrong with what `worth` says of the check.
    fn check_worth(&self) -> Option<String> {
        let Some(worth) = self.worth(&Metric::Check) else { return Some(format!("{}: nothing is worth", self.name())) };
        let (before, after) = (self.before.1.clone()?, self.after.1.clone()?);
        let rows: Vec<String> = worth.rows.iter().map(|row| row.odds.percent()).collect();
        let is_told = before == after || rows.contains(&before);
        (worth.odds.percent() != after || !is_told).then(|| {
            format!("{}: asked {before}, then {after}; worth {} without {rows:?}", self.name(), worth.odds.percent())
        })
    }

    fn whole(&self, asked: &ParsedQuery) -> Option<ActionOdds> {
        let rules = &self.pack.rules;
        let posed = self.pack.pose(asked)?;
        let bounds = Bounds { ways: WAYS, samples: 1, ..Bounds::default() };
        let answer = whole(rules, &self.pack.engine, &posed.state, &posed.order(rules)?, &bounds).ok()?;
        (!answer.sampled).then_some(answer)
    }

    /// Whether `worth --whole` says of it what the odds of the whole action do; none if there are too many ways, or it
    /// changes nothing.
    fn whole_worth(&self) -> Option<Result<(), String>> {
        let (before, after) = (self.whole(&self.plain)?, self.whole(&self.full)?);
        let worth = self.worth(&Metric::Whole(None))?;
        let changes = |answer: &ActionOdds| {
            let part = answer.changes.iter().find(|part| part.name == worth.of);
            part.map_or_else(|| "0.0 %".to_string(), |part| part.changes().percent())
        };
        let (before, after) = (changes(&before), changes(&after));
        let rows: Vec<String> = worth.rows.iter().map(|row| row.odds.percent()).collect();
        let is_told = before == after || rows.contains(&before);
        let told = worth.odds.percent();
        Some(match told == after && is_told {
            true => Ok(()),
            false => Err(format!("{}: whole {before}, then {after}; worth {told} without {rows:?}", self.name())),
        })
    }

    /// The sentence as it is typed; none if somebody in it is not on the board.
    fn text(&self) -> Option<String> {
        let book = self.pack.book();
        let value = |fact: FactId| self.plain.facts.iter().find(|(known, _)| *known == fact).map(|(_, said)| said);
        let word = |fact: FactId| match value(fact)? {
            Argument::Who(Who::Figure(figure)) => Some(self.pack.state.figure(*figure).name.to_string()),
            Argument::Value(Value::Item(item)) => Some(book.items[item.index()].head.name.to_string()),
            _ => None,
        };
        let sentence = self.pack.action(self.action).says.first()?;
        let mut text = String::new();
        for part in &sentence.parts {
            let word = match part {
                SentencePart::Word(word) => word.to_string(),
                SentencePart::Fact(fact) => word(*fact)?,
            };
            let _ = write!(text, "{}{word}", if text.is_empty() { "" } else { " " });
        }
        let is_in = |fact: &FactId| {
            sentence.parts.iter().any(|part| matches!(part, SentencePart::Fact(in_it) if in_it == fact))
        };
        let besides =
            self.plain.facts.iter().filter(|(fact, _)| !is_in(fact) && *fact != self.pack.action(self.action).by);
        for (fact, _) in besides {
            let _ = write!(text, ", {} {}", book.facts[fact.index()].head.name, word(*fact)?);
        }
        Some(format!("{text}, {}", self.words))
    }
}

fn all_packs() -> Vec<DeedPack> {
    let files = ["rules", "scripts"].iter().fold(Memory::default(), |files, at| read_all(files, Path::new(at)));
    PACKS.iter().flat_map(|name| packs(&files, name, &Choices::none(), (1, BOARDS))).collect()
}

fn actions(pack: &DeedPack) -> impl Iterator<Item = ActionId> {
    (0..pack.book().actions.len() as u16).map(ActionId)
}

#[test]
fn what_is_said_is_worth_what_it_changes() {
    let (mut wrong, mut checks, mut wholes) = (Vec::new(), 0, 0);
    // Of whole actions each action of a pack, and everything that may be said, is compared once, where that takes few ways.
    let mut tries: BTreeMap<String, usize> = BTreeMap::new();
    for pack in all_packs() {
        let game = pack.name.split('/').next().unwrap_or_default();
        for said in actions(&pack).flat_map(|id| said(&pack, id)) {
            checks += 1;
            wrong.extend(said.check_worth());
            let action = format!("{game} action {}", pack.action(said.action).head.name);
            let what = format!("{game} {}", said.what());
            if [&action, &what].iter().all(|one| tries.get(*one).is_some_and(|tries| *tries >= TRIES)) {
                continue;
            }
            let told = said.whole_worth();
            for one in [action, what] {
                *tries.entry(one).or_default() += if told.is_some() { TRIES } else { 1 };
            }
            if let Some(told) = told {
                wholes += 1;
                wrong.extend(told.err());
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checks} and {wholes}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checks >= 500 && wholes >= 30, "only {checks} checks, {wholes} whole actions");
}

#[test]
fn what_an_order_of_a_test_says_counts_as_it_does_when_it_is_asked() {
    let mut count = 0;
    let mut wrong = String::new();
    for pack in all_packs() {
        let Some((name, scenario)) = pack.name.split_once('/') else { continue };
        let mut tests: BTreeMap<String, String> = BTreeMap::new();
        for said in actions(&pack).flat_map(|id| said(&pack, id)) {
            let action = pack.action(said.action);
            let key = format!("{} {}", action.head.name, said.what());
            let done = pack.pose(&said.full).and_then(|posed| pack.performed(&posed));
            let (Some(text), Some((Some(need), _)), Some(check)) = (said.text(), done, action.check) else { continue };
            let check = &pack.book().checks[check.index()].head.name;
            let step = format!(
                "  scenario {scenario}\n  seed 0\n  order \"{text}\"\n  expect event checked where check = {check} and \
                 need = {need}\n"
            );
            tests.entry(key).or_insert(step);
        }
        let sandbox = Sandbox::new();
        let mut text = format!("pack said \"Said\" extends {name} {{ license \"CC0\" }}\n");
        for (key, steps) in &tests {
            let _ = write!(text, "test \"{key}\" {{\n{steps}}}\n");
        }
        sandbox.write("rules/said/pack.fray", &text);
        let tested = sandbox.run(&["--rules", ".", "test", "said"]);
        let good = format!("{} passed, 0 failed", tests.len());
        if tested.out.lines().next() != Some(&good) || tested.code != 0 {
            let _ = write!(wrong, "{}:\n{}{}", pack.name, tested.out, tested.err);
        }
        count += tests.len();
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 60, "only {count} orders");
}
