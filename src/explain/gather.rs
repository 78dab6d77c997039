//! The modifiers of a check that apply, as `effect` stacks them. The short and the explained reckoning both come through
//! here, so they cannot differ.

use crate::effect;
use crate::eval::{EvalError, Fault, Scene, World};
use crate::rulebook::{self, Card, Check, Rulebook};
use crate::value::{CheckId, ModifierId, Number, Value};

/// A modifier of a check, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModifierPlace<'a> {
    pub(super) modifier: &'a rulebook::Modifier,
    pub(super) id: ModifierId,
}

/// What became of a modifier before stacking.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ModifierState {
    /// It applies; it is the next in the list.
    Applies,
    /// Its condition is false.
    False,
    /// Its amount is none, so that the check cannot be made.
    None,
    /// Its amount is none, but the check ignores it.
    Dropped,
}

/// The group of parts that stand in the check itself.
const OWN: u32 = u32::MAX;

/// Puts every modifier that applies into the list and tells `visit` of each, applying or not.
pub(super) fn gather<'a, W: World + ?Sized>(
    scene: &Scene<'a, W>,
    check_id: CheckId,
    list: &mut Vec<effect::AppliedModifier<'a>>,
    mut visit: impl FnMut(ModifierPlace<'a>, ModifierState),
) -> Result<(), EvalError> {
    let rules: &'a Rulebook = scene.rules;
    let check = &rules.checks[check_id.index()];
    for (index, modifier) in check.parts.iter().enumerate() {
        let found = add(scene, check, list, modifier, || (OWN, effect::Stacking::All, label(&check.parts, index)))?;
        visit(ModifierPlace { modifier, id: ModifierId::Check(check_id, at(index)) }, found);
    }
    for (position, id) in check.cards.iter().enumerate() {
        let card = &rules.cards[id.index()];
        for (index, modifier) in card.modifiers.iter().enumerate() {
            let found = add(scene, check, list, modifier, || group(card, position, index))?;
            visit(ModifierPlace { modifier, id: ModifierId::Card(*id, at(index)) }, found);
        }
    }
    Ok(())
}

/// A place in a list of modifiers, which no file is long enough to exceed.
fn at(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(u16::MAX)
}

fn add<'a, W: World + ?Sized>(
    scene: &Scene<'a, W>,
    check: &Check,
    list: &mut Vec<effect::AppliedModifier<'a>>,
    modifier: &'a rulebook::Modifier,
    place: impl FnOnce() -> (u32, effect::Stacking, u32),
) -> Result<ModifierState, EvalError> {
    if let Some(condition) = &modifier.condition
        && !scene.truth(condition)?
    {
        return Ok(ModifierState::False);
    }
    let Some(amount) = amount(scene, modifier)? else {
        let dropped = modifier.tags.iter().any(|tag| check.ignores.contains(tag));
        return Ok(if dropped { ModifierState::Dropped } else { ModifierState::None });
    };
    let (group, stacking, label) = place();
    let target = modifier.target;
    let tags = &modifier.tags;
    list.push(effect::AppliedModifier { target, amount, group, stacking, label, tags, fate: effect::Fate::Counts });
    Ok(ModifierState::Applies)
}

/// The amount of a modifier as written; none if it is `none`.
pub(super) fn amount<W: World + ?Sized>(
    scene: &Scene<'_, W>,
    modifier: &rulebook::Modifier,
) -> Result<Option<Number>, EvalError> {
    match scene.eval(&modifier.amount)? {
        Value::Number(number) => Ok(Some(number)),
        Value::None => Ok(None),
        other => Err(EvalError::new(Fault::WrongSort("a number", other.sort()), modifier.amount.span)),
    }
}

/// Group, stacking and label of a modifier of the card at that position of a check.
fn group(card: &Card, position: usize, index: usize) -> (u32, effect::Stacking, u32) {
    let modifier = &card.modifiers[index];
    let stacking = card.groups.get(usize::from(modifier.group)).copied().unwrap_or(effect::Stacking::All);
    let label = if stacking == effect::Stacking::Once { label(&card.modifiers, index) } else { 0 };
    let position = u32::try_from(position).unwrap_or(u32::MAX) << 16;
    (position | u32::from(modifier.group), stacking, label)
}

/// A number that is the same for the same label: the place of the first modifier that bears it.
fn label(modifiers: &[rulebook::Modifier], index: usize) -> u32 {
    let text = &modifiers[index].label.text;
    let first = modifiers.iter().position(|other| other.label.text == *text).unwrap_or(index);
    u32::try_from(first).unwrap_or(u32::MAX)
}
