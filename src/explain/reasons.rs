//! A check with every reason: which modifiers count and what each is worth, which do not and why.

use super::answer::*;
use super::gather::{ModifierPlace, ModifierState, amount, gather};
use super::need::{self, filter, own_goal, rebind};
use super::why::why_false;
use super::{
    ExplainError, Impossibility, Need, Opponent, Refusal, Requirement, RequirementBuffers, RollNeed, field_lines,
};
use crate::check;
use crate::dice::{Dist, Odds};
use crate::effect::{self, Fate};
use crate::eval::{Frame, Scene, World, describe, show};
use crate::rulebook::{self, Check, Goal, Label, Opposed, Rulebook, SentencePart};
use crate::value::{CheckId, FactId, ModifierId, Number, Target, Value};
use std::sync::Arc;

/// What a check needs under these facts, with every reason.
pub fn reckon<W: World + ?Sized>(scene: &Scene<'_, W>, id: CheckId) -> Result<Explanation, ExplainError> {
    let mut reckoner = RequirementBuffers::default();
    let short = reckoner.reckon(scene, id)?;
    let check = &scene.rules.checks[id.index()];
    let mut reckoning = side(scene, id, short.clone(), &mut reckoner)?;
    if let Goal::Opposed(opposed) = &check.goal
        && short.need().is_some()
    {
        reckoning.against = Some(against(scene, opposed, &short, &mut reckoner)?);
    }
    if let Some(need) = short.need() {
        let outcomes = need.outcomes(scene.rules)?;
        reckoning.odds = need.odds(scene.rules)?;
        reckoning.draw = (outcomes.draw != Odds::NEVER).then(|| outcomes.draw.clone());
        reckoning.outcomes = outcome_lines(scene, need, &outcomes);
        let is_judged = reckoning.odds.as_ref().is_some_and(|odds| *odds != Odds::NEVER);
        if matches!(check.goal, Goal::Total) && !is_judged {
            reckoning.odds = None;
            reckoning.outcomes.iter_mut().for_each(|outcome| outcome.success = None);
            reckoning.totals = total_lines(need)?;
            let says_nothing = reckoning.outcomes.iter().all(|outcome| outcome.fields.is_empty());
            reckoning.outcomes.retain(|_| !says_nothing);
        }
    } else if matches!(own_goal(check), Goal::AtMost(..) | Goal::AtLeast(..)) || matches!(check.goal, Goal::Opposed(_))
    {
        reckoning.odds = Some(Odds::NEVER);
    }
    Ok(reckoning)
}

/// The modifiers of one side, each with its place; those that apply stand in `list` in the same order.
struct Gathered<'a> {
    places: Vec<(ModifierPlace<'a>, ModifierState)>,
    list: Vec<effect::AppliedModifier<'a>>,
}

/// One side of a check with its reasons.
fn side<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    id: CheckId,
    short: Requirement,
    reckoner: &mut RequirementBuffers,
) -> Result<Explanation, ExplainError> {
    let check = &scene.rules.checks[id.index()];
    let mut reckoning = blank(scene, check, short);
    let Requirement::Possible(need) = reckoning.short.clone() else {
        if let Requirement::Impossible(bar) = reckoning.short {
            reckoning.impossible = Some(cannot(scene, bar));
        }
        return Ok(reckoning);
    };
    let mut gathered = Gathered { places: Vec::new(), list: Vec::new() };
    gather(scene, id, &mut gathered.list, |place, found| gathered.places.push((place, found)))?;
    let stacked = effect::stack(&mut gathered.list, filter(check));
    stacked.map_err(|error| ExplainError::Effect(id, error))?;
    reckoning.base = base_line(scene, check)?;
    lines(scene, &need, &gathered, &mut reckoning, reckoner)?;
    reckoning.dice = Some(need.mine.dice.to_string());
    reckoning.need = need.number();
    reckoning.plus = match need.mine.goal {
        check::RollGoal::Sum(plus) => Some(plus),
        _ => None,
    };
    // The facts are told last: by now everything that is read has been found.
    reckoning.facts = fact_lines(scene, check);
    Ok(reckoning)
}

fn blank<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check, short: Requirement) -> Explanation {
    Explanation {
        schema: "fray.reckoning/1",
        check: check.head.name.clone(),
        title: check.head.title.clone(),
        cites: check.head.cites.clone(),
        sentence: check.says.first().map(|sentence| spoken(scene, &sentence.parts)),
        refused: None,
        overridden: Vec::new(),
        aside: Vec::new(),
        later: Vec::new(),
        idle: Vec::new(),
        undecided: None,
        off_board: Vec::new(),
        ahead: Vec::new(),
        facts: fact_lines(scene, check),
        dice: None,
        compare: match own_goal(check) {
            Goal::AtMost(..) => Compare::AtMost,
            Goal::AtLeast(..) => Compare::AtLeast,
            Goal::Opposed(_) | Goal::Total => Compare::Total,
        },
        base: None,
        modifiers: Vec::new(),
        left_out: Vec::new(),
        need: None,
        plus: None,
        impossible: None,
        odds: None,
        draw: None,
        outcomes: Vec::new(),
        totals: Vec::new(),
        against: None,
        result: None,
        short,
    }
}

/// The other side, with its facts bound anew.
fn against<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    opposed: &Opposed,
    short: &Requirement,
    reckoner: &mut RequirementBuffers,
) -> Result<Against, ExplainError> {
    let mut frame = Frame::new();
    rebind(scene, opposed, &mut frame)?;
    let theirs = Scene { rules: scene.rules, world: scene.world, frame: &frame };
    let short = match short.need().map(|need| &need.rival) {
        Some(Opponent::Rolls(stake, _)) => Requirement::Possible(Need { mine: stake.clone(), rival: Opponent::Nobody }),
        Some(Opponent::Cannot(bar)) => Requirement::Impossible(*bar),
        _ => reckoner.reckon(&theirs, opposed.check)?,
    };
    let side = side(&theirs, opposed.check, short, reckoner)?;
    Ok(Against { comparing: opposed.comparing, ties: opposed.ties, side: Box::new(side) })
}

fn base_line<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check) -> Result<Option<BaseLine>, ExplainError> {
    let Some((expr, label)) = need::base_of(check) else { return Ok(None) };
    let Some(amount) = need::base(scene, check)? else { return Ok(None) };
    let label_text = if label.text.is_empty() { describe(expr, scene.rules) } else { filled(scene, label) };
    Ok(Some(BaseLine { amount, label: label_text, cites: label.cites.clone() }))
}

fn lines<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    need: &Need,
    gathered: &Gathered<'_>,
    reckoning: &mut Explanation,
    reckoner: &mut RequirementBuffers,
) -> Result<(), ExplainError> {
    let with = need.odds(scene.rules)?;
    let mut at = 0;
    for (place, found) in &gathered.places {
        if *found != ModifierState::Applies {
            reckoning.left_out.push(not_applied(scene, place, found));
            continue;
        }
        let modifier = &gathered.list[at];
        at += 1;
        let shown = modifier.effective().unwrap_or(Number::ZERO);
        let additive = matches!(modifier.target, Target::Number | Target::Dice);
        if !modifier.counts() || (additive && shown.is_zero()) {
            let why = outdone(scene, gathered, modifier);
            reckoning.left_out.push(left_out(scene, place, Some(modifier.amount), why));
            continue;
        }
        let is_bound = matches!(modifier.target, Target::AtLeast | Target::AtMost);
        let other = match with.is_some() || is_bound {
            true => without(scene, need, gathered, at - 1, reckoner)?,
            false => None,
        };
        let worth = match (&with, &other) {
            (Some(with), Some(other)) => other.odds(scene.rules)?.map(|without| with.minus(&without)),
            (Some(with), None) => Some(with.minus(&Odds::NEVER)),
            (None, _) => None,
        };
        reckoning.modifiers.push(ModifierLine {
            id: place.id,
            target: modifier.target,
            amount: shown,
            label: label_of(scene, place.modifier),
            cites: place.modifier.label.cites.clone(),
            card: card_title(scene.rules, place.id),
            tags: modifier.tags.iter().filter_map(|tag| scene.rules.tags.get(tag.index()).cloned()).collect(),
            inverted: modifier.fate == Fate::Inverted,
            idle: is_bound && other.is_some_and(|other| other.mine.goal == need.mine.goal),
            under: place.modifier.under.clone(),
            worth,
        });
    }
    Ok(())
}

/// What is needed without one of the modifiers; none if it cannot be done then.
fn without<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    need: &Need,
    gathered: &Gathered<'_>,
    at: usize,
    reckoner: &mut RequirementBuffers,
) -> Result<Option<Need>, ExplainError> {
    let id = need.mine.check;
    let check = &scene.rules.checks[id.index()];
    let mut list = gathered.list.clone();
    list.remove(at);
    let sum = effect::stack(&mut list, filter(check)).map_err(|error| ExplainError::Effect(id, error))?;
    let mine = reckoner.settle(scene, id, &sum)?.ok();
    Ok(mine.map(|mine| Need { mine, rival: need.rival.clone() }))
}

fn not_applied<W: World + ?Sized>(scene: &Scene<'_, W>, place: &ModifierPlace<'_>, found: &ModifierState) -> LeftOut {
    let why = match (&place.modifier.condition, found) {
        (Some(condition), ModifierState::False) => why_false(scene, condition),
        (_, ModifierState::Dropped) => "this check ignores it".to_string(),
        _ => "there is none of it".to_string(),
    };
    let amount = amount(scene, place.modifier).ok().flatten();
    left_out(scene, place, amount, why)
}

fn left_out<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    place: &ModifierPlace<'_>,
    amount: Option<Number>,
    why: String,
) -> LeftOut {
    LeftOut {
        id: place.id,
        target: place.modifier.target,
        amount,
        label: label_of(scene, place.modifier),
        cites: place.modifier.label.cites.clone(),
        card: card_title(scene.rules, place.id),
        why,
    }
}

/// The title of the card on which a modifier stands; none if it is a part of a check.
fn card_title(rules: &Rulebook, id: ModifierId) -> Option<Arc<str>> {
    match id {
        ModifierId::Card(card, _) => Some(rules.cards[card.index()].head.title.clone()),
        ModifierId::Check(..) => None,
    }
}

/// Why a modifier that applies does not count.
fn outdone<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    gathered: &Gathered<'_>,
    modifier: &effect::AppliedModifier<'_>,
) -> String {
    match modifier.fate {
        Fate::Ignored => "this check ignores it".to_string(),
        Fate::Outdone(by) => {
            let mut applied = gathered.places.iter().filter(|(_, found)| *found == ModifierState::Applies);
            match applied.nth(usize::from(by)) {
                Some((place, _)) => format!("`{}` counts instead", label_of(scene, place.modifier)),
                None => "another one counts instead".to_string(),
            }
        }
        Fate::Counts | Fate::Inverted => "it comes to 0".to_string(),
    }
}

fn outcome_lines<W: World + ?Sized>(scene: &Scene<'_, W>, need: &Need, outcomes: &check::Outcomes) -> Vec<OutcomeLine> {
    let RollNeed { check: id, table, .. } = need.mine;
    let results = table.and_then(|at| scene.rules.checks[id.index()].results.get(at));
    let mut lines: Vec<OutcomeLine> = Vec::new();
    for outcome in &outcomes.all {
        let row = results.zip(outcome.row).and_then(|(results, at)| results.rows.get(usize::from(at)));
        let fields = row.map_or_else(Vec::new, |row| field_lines(scene.rules, id, &row.fields));
        let (success, draw) = (Some(outcome.success), outcome.draw);
        match lines.iter_mut().find(|line| (line.success, line.draw) == (success, draw) && line.fields == fields) {
            Some(line) => line.odds = line.odds.plus(&outcome.odds),
            None => lines.push(OutcomeLine { success, draw, fields, odds: outcome.odds.clone() }),
        }
    }
    lines
}

/// What a mere total can come to, with what is added to it.
fn total_lines(need: &Need) -> Result<Vec<TotalLine>, ExplainError> {
    let dist = Dist::of(&need.mine.dice).map_err(|error| ExplainError::Dice(need.mine.check, error))?;
    let plus = match need.mine.goal {
        check::RollGoal::Sum(plus) => plus,
        _ => 0,
    };
    let odds = |ways| Odds::new(ways, dist.total().clone());
    Ok(dist.iter().map(|(total, ways)| TotalLine { total: total.saturating_add(plus), odds: odds(ways) }).collect())
}

impl Refusal {
    /// For an action whose check cannot be made: in the words of the check.
    pub fn impossible<W: World + ?Sized>(scene: &Scene<'_, W>, bar: Impossibility) -> Refusal {
        let ImpossibleLine { why, cites } = cannot(scene, bar);
        Refusal { reason: why.into(), cites, measured: None }
    }
}

/// Why a check cannot be made, in words.
fn cannot<W: World + ?Sized>(scene: &Scene<'_, W>, bar: Impossibility) -> ImpossibleLine {
    let checks = &scene.rules.checks;
    match bar {
        Impossibility::Ruled(id, at) => {
            let (when, label) = &checks[id.index()].impossible[at];
            let why = if label.text.is_empty() { describe(when, scene.rules) } else { filled(scene, label) };
            ImpossibleLine { why, cites: label.cites.clone() }
        }
        Impossibility::NoNeed(id) => {
            let check = &checks[id.index()];
            match need::base_of(check) {
                Some((expr, label)) => none_of(scene, &describe(expr, scene.rules), label),
                None => ImpossibleLine { why: "nothing is needed".to_string(), cites: check.head.cites.clone() },
            }
        }
        Impossibility::NoAmount(id, at) => {
            let check = &checks[id.index()];
            let cards = check.cards.iter().flat_map(|card| &scene.rules.cards[card.index()].modifiers);
            match check.parts.iter().chain(cards).nth(at) {
                Some(modifier) => none_of(scene, &describe(&modifier.amount, scene.rules), &modifier.label),
                None => ImpossibleLine { why: "an amount is none".to_string(), cites: check.head.cites.clone() },
            }
        }
    }
}

fn none_of<W: World + ?Sized>(scene: &Scene<'_, W>, words: &str, label: &Label) -> ImpossibleLine {
    let why = match filled(scene, label) {
        text if text.is_empty() => format!("`{words}` is none"),
        text => format!("{text}: `{words}` is none"),
    };
    ImpossibleLine { why, cites: label.cites.clone() }
}

pub(super) fn label_of<W: World + ?Sized>(scene: &Scene<'_, W>, modifier: &rulebook::Modifier) -> String {
    if modifier.label.text.is_empty() {
        return describe(&modifier.amount, scene.rules);
    }
    filled(scene, &modifier.label)
}

/// A label with the values of the facts it names, as far as they are known.
fn filled<W: World + ?Sized>(scene: &Scene<'_, W>, label: &Label) -> String {
    let (mut out, mut from) = (String::new(), 0);
    for place in &label.places {
        out.push_str(&label.text[from..place.bytes.start]);
        match place.fact.and_then(|fact| fact_words(scene, fact)) {
            Some(words) => out.push_str(&words),
            None => out.push_str(label.text[place.bytes.clone()].trim_matches(['{', '}'])),
        }
        from = place.bytes.end;
    }
    out + &label.text[from..]
}

fn fact_words<W: World + ?Sized>(scene: &Scene<'_, W>, fact: FactId) -> Option<String> {
    let value = scene.fact(fact).ok()?;
    Some(show(&value, scene.rules.facts[fact.index()].unit, scene.rules, scene.world))
}

/// A sentence with its facts filled in.
fn spoken<W: World + ?Sized>(scene: &Scene<'_, W>, parts: &[SentencePart]) -> String {
    let words = parts.iter().map(|part| match part {
        SentencePart::Word(word) => word.to_string(),
        SentencePart::Fact(id) => {
            let name = || scene.rules.facts[id.index()].head.name.to_string();
            fact_words(scene, *id).unwrap_or_else(name)
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Every fact that the check reads and that has a value.
fn fact_lines<W: World + ?Sized>(scene: &Scene<'_, W>, check: &Check) -> Vec<FactLine> {
    let line = |id: &FactId| {
        let fact = &scene.rules.facts[id.index()];
        let value: Value = scene.fact(*id).ok()?;
        Some(FactLine {
            name: fact.head.name.clone(),
            value: show(&value, fact.unit, scene.rules, scene.world),
            stated: scene.frame.stated(*id).is_some(),
        })
    };
    check.all_reads.iter().filter_map(line).collect()
}
