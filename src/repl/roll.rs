//! Dice and expressions over the figures of the fight, and bare checks.

use super::answer::LineStop;
use super::session::{Answered, LineStep};
use super::{Response, error::TypedLine};
use crate::diag::Diagnostics;
use crate::dice::{Chance, Dist, Odds, Seen};
use crate::eval::{Frame, show};
use crate::odds::expression::{DiceThrow, ExprOdds, OddsError, RolledExpr, of_expr_in, roll_expr_in};
use crate::odds::plot::{Diagram, picture};
use crate::rulebook::{Expr, Node, Quantifier, Scope, Type, resolve_expr};
use crate::state::{State, View};
use crate::state::{add_figure, add_side, improvised};
use crate::syntax::{parse_expr, parse_formula};
use crate::text::{Sources, is_wordly};
use crate::value::{Formula, SheetId, Value};

/// An expression as it was typed.
pub(super) struct TypedPhrase {
    expr: Expr,
    r#type: Type,
    sources: Sources,
    /// The fight, with a figure of every sheet that is named and stands for nobody in it.
    state: State,
}

impl TypedPhrase {
    pub(super) fn expr(&self) -> &Expr {
        &self.expr
    }
}

/// Reads an expression in which the figures are known by name.
pub(super) fn phrase(step: &LineStep<'_>, text: &str) -> Result<TypedPhrase, Diagnostics> {
    let book = step.table.book();
    let mut sources = Sources::clone(&book.sources);
    let id = sources.add("prompt", text);
    let written = parse_expr(&sources, id)?;
    let mut scope = Scope::new(&sources).random();
    let state = peopled(step, text)?;
    for id in state.figure_ids() {
        scope = scope.bind(&state.figure(id).name, Value::Figure(id), Type::Figure);
    }
    for id in step.table.now().side_ids() {
        scope = scope.bind(&state.side(id).name, Value::Side(id), Type::Side);
    }
    let (expr, r#type) = resolve_expr(book, &written, &scope)?;
    Ok(TypedPhrase { expr, r#type, sources, state })
}

/// The fight with a figure of each sheet that the text names.
fn peopled(step: &LineStep<'_>, text: &str) -> Result<State, Diagnostics> {
    let (rules, book) = (&step.table.rules, step.table.book());
    let mut state = step.table.now().clone();
    // The name of somebody who is there may hold the name of a sheet.
    let in_play = step.table.now();
    let without = |text: String, id| text.replace(&format!("\"{}\"", in_play.figure(id).name), "");
    let text = in_play.figure_ids().fold(text.to_string(), without);
    let words: Vec<&str> = text.split(|c: char| !is_wordly(c)).collect();
    for (at, sheet) in book.sheets.iter().enumerate() {
        let name = &*sheet.head.name;
        if words.contains(&name) && step.table.figure(name).is_none() {
            let placement = improvised(book, SheetId(at as u16), None);
            let made = add_side(rules, &mut state, name, name, &[])
                .and_then(|side| add_figure(rules, &mut state, side, &placement, None));
            made.map_err(|error| vec![error.diagnostic(book)])?;
        }
    }
    Ok(state)
}

/// Computes an expression; its dice are rolled.
pub(super) fn roll(step: &mut LineStep<'_>, phrase: &TypedPhrase) -> Answered {
    let tray = step.tray();
    let frame = Frame::new();
    let view = View::new(&step.table.rules, &phrase.state);
    let rolled = roll_expr_in(view.scene(&frame), &phrase.expr, &mut tray.clone());
    let rolled = rolled.map_err(|error| match error {
        OddsError::Dice(error, _) => LineStop::from(Box::new(error) as crate::diag::Diagnostic),
        error => LineStop::from(error.diagnostic_in(step.table.book(), &phrase.sources)),
    });
    let rolled = step.finish(&tray, rolled)?;
    Ok(Response::of(told(step, phrase, &rolled)))
}

/// What an expression comes to, in words and as a value, where no dice are thrown for it.
pub(super) fn value(step: &LineStep<'_>, phrase: &TypedPhrase) -> Option<(String, Value)> {
    let frame = Frame::new();
    let view = View::new(&step.table.rules, &phrase.state);
    let value = view.scene(&frame).eval(&phrase.expr).ok()?;
    Some((show(&value, unit_of(step, &phrase.r#type), step.table.book(), &view), value))
}

fn told(step: &LineStep<'_>, phrase: &TypedPhrase, rolled: &RolledExpr) -> String {
    let unit = unit_of(step, &phrase.r#type);
    let view = View::new(&step.table.rules, &phrase.state);
    let value = show(&rolled.value, unit, step.table.book(), &view);
    if let (Node::Repeat(..), true) = (&phrase.expr.node, rolled.throws.len() > 1) {
        let each: Vec<String> =
            rolled.throws.iter().map(|throw| format!("  {}\n", thrown(throw, step.by_sum))).collect();
        return format!("{}  sum {value}\n", each.concat());
    }
    match rolled.throws.as_slice() {
        [] if let Some(each) = by_member(step, phrase, &rolled.value, &view) => each,
        [] if value.is_empty() => "none".to_string(),
        [] => value,
        throws => {
            let each: Vec<String> = throws.iter().map(|throw| dice_of(throw, step.by_sum)).collect();
            format!("{value}   ({})", each.join("; "))
        }
    }
}

/// What each of those is, has or comes to of whom a list is made: `Ann 3, Bo 5`; nothing where the list is of something else.
fn by_member(step: &LineStep<'_>, phrase: &TypedPhrase, found: &Value, view: &View<'_>) -> Option<String> {
    let Node::Over { quantifier: Quantifier::List, local, list, condition, body: Some(body) } = &phrase.expr.node
    else {
        return None;
    };
    let (quantifier, body_span) = (Quantifier::List, body.span);
    let node = Node::Over { quantifier, local: *local, list: list.clone(), condition: condition.clone(), body: None };
    let frame = Frame::new();
    let members = view.scene(&frame).eval(&Expr { node, span: body_span }).ok()?;
    let (Value::List(members), Value::List(found)) = (members, found) else { return None };
    let is_somebody = |value: &Value| matches!(value, Value::Figure(_) | Value::Side(_) | Value::Thing(_));
    let says_more = |value: &Value| matches!(value, Value::Number(_) | Value::Symbol(_) | Value::Truth(_));
    let fits = members.len() == found.len() && members.iter().all(is_somebody) && found.iter().all(says_more);
    let unit = unit_of(step, &phrase.r#type);
    let shown = |value: &Value| show(value, unit, step.table.book(), view);
    let each = members.iter().zip(found.iter()).map(|(member, value)| format!("{} {}", shown(member), shown(value)));
    (fits && !members.is_empty()).then(|| each.collect::<Vec<String>>().join(", "))
}

/// Quantities, and lists of them, are shown in the unit of the board if they are lengths, else in their base units.
fn unit_of(step: &LineStep<'_>, r#type: &Type) -> Option<u16> {
    let book = step.table.book();
    let dimension = match r#type.bare() {
        Type::Number(dimension) => dimension,
        Type::List(member) => return unit_of(step, member),
        _ => return None,
    };
    let scale = book.ground.as_ref().and_then(|ground| ground.scale.unit)?;
    (book.units[usize::from(scale)].dimension == *dimension).then_some(scale)
}

fn dice_of(throw: &DiceThrow, by_sum: bool) -> String {
    let dice: Vec<String> = throw.dice.iter().map(u16::to_string).collect();
    if by_sum {
        format!("{}: {}", throw.formula, throw.total)
    } else {
        format!("{}: {}", throw.formula, dice.join(" "))
    }
}

fn thrown(throw: &DiceThrow, by_sum: bool) -> String {
    let dice: Vec<String> = throw.dice.iter().map(u16::to_string).collect();
    if by_sum { throw.total.to_string() } else { format!("{:>3}   ({})", throw.total, dice.join(" ")) }
}

/// The exact odds of an expression, with a picture.
pub(super) fn odds_of(step: &LineStep<'_>, phrase: &TypedPhrase, text: &str, sums: bool) -> Answered {
    let frame = Frame::new();
    let view = View::new(&step.table.rules, &phrase.state);
    let book = step.table.book();
    let drawn = of_expr_in(view.scene(&frame), &phrase.expr);
    let drawn = drawn.map_err(|error| LineStop::from(error.diagnostic_in(book, &phrase.sources)))?;
    let answer = ExprOdds::new(text.trim(), &drawn, |value| show(value, None, book, &view));
    let width = step.session.width;
    Ok(Response::of(if sums {
        crate::odds::plot::text(&Diagram::of_answer(&answer), width, true)
    } else {
        picture(&answer, width)
    }))
}

/// `12 on 4d6`, `10 or more on 2d6`: a number and dice without any rules.
pub(super) struct Bare<'a> {
    label: &'a str,
    need: i64,
    or_more: bool,
    dice: Formula,
}

/// Reads a bare check; none if the line is none.
pub(super) fn bare(line: &str) -> Option<Bare<'_>> {
    let (left, dice) = line.rsplit_once(" on ")?;
    let dice = parse_formula(dice.trim())?;
    let left = left.trim();
    let (left, or_more) = match (left.strip_suffix("or more"), left.strip_suffix("or less")) {
        (Some(left), _) => (left.trim(), true),
        (_, Some(left)) => (left.trim(), false),
        _ => (left, false),
    };
    let (label, number) = left.rsplit_once(' ').unwrap_or(("", left));
    Some(Bare { label: label.trim(), need: number.parse().ok()?, or_more, dice })
}

/// Rolls a bare check.
pub(super) fn roll_bare(step: &mut LineStep<'_>, bare: &Bare<'_>) -> Answered {
    let dice_error = |error| LineStop::from(Box::new(error) as crate::diag::Diagnostic);
    let odds = chance_of(bare).map_err(dice_error)?;
    let tray = step.tray();
    let mut dice = Vec::new();
    let rolled = tray.clone().roll(&bare.dice, Seen::Total, &mut dice).map_err(dice_error);
    let total = step.finish(&tray, rolled)?;
    let won = if bare.or_more { total >= bare.need } else { total <= bare.need };
    let word = if bare.or_more { "more" } else { "less" };
    let label = if bare.label.is_empty() { String::new() } else { format!("{}: ", bare.label) };
    let shown: Vec<String> = dice.iter().map(u16::to_string).collect();
    let shown = if step.by_sum || shown.len() < 2 { String::new() } else { format!("{} = ", shown.join(" ")) };
    let verdict = if won { "success" } else { "failure" };
    let by = total.abs_diff(bare.need);
    Ok(Response::of(format!(
        "  {label}need {} or {word} on {}   {}\n  rolled {shown}{total}    {verdict} by {by}\n",
        bare.need,
        bare.dice,
        odds.percent()
    )))
}

fn chance_of(bare: &Bare<'_>) -> Result<Odds, crate::dice::DiceError> {
    let dist = Dist::of(&bare.dice)?;
    Ok(if bare.or_more { dist.at_least(bare.need) } else { dist.at_most(bare.need) })
}

/// Whether a line looks like arithmetic rather than like a sentence.
pub(super) fn looks_like_arithmetic(line: TypedLine<'_>) -> bool {
    let text = line.0.trim_start();
    let starts = text.starts_with(|c: char| c.is_ascii_digit() || "([-+\"".contains(c));
    let words: Vec<&str> = text.split(|c: char| !is_wordly(c)).collect();
    let is_dice = |word: &&str| {
        let mut parts = word.splitn(2, 'd');
        let number = |part: Option<&str>| part.is_some_and(|part| part.chars().all(|c| c.is_ascii_digit()));
        word.contains(|c: char| c.is_ascii_digit()) && number(parts.next()) && number(parts.next())
    };
    starts || words.iter().any(is_dice) || text.contains(['+', '*', '/', '=', '<', '>', '('])
}
