//! What of a check holds under some facts, modifiers included that another one outdoes: two sets of facts that agree in
//! all of it are the same to whoever asks.

use super::gather::{ModifierState, gather};
use super::need::{base, rebind};
use super::{ExplainError, Requirement, RequirementBuffers};
use crate::eval::{Frame, Scene, World};
use crate::rulebook::Goal;
use crate::value::{CheckId, ModifierId, Number, Target};

/// What holds of a check and of the one that opposes it.
#[derive(Debug, PartialEq)]
pub struct Holding {
    requirement: Requirement,
    /// What each side begins with.
    bases: Vec<Option<Number>>,
    /// The modifiers that apply on either side, before they are put together.
    applied: Vec<(ModifierId, Number)>,
    /// Those that cannot be: they make the check impossible.
    absent: Vec<ModifierId>,
}

impl Holding {
    /// What holds of a check under these facts.
    pub fn of<W: World + ?Sized>(scene: &Scene<'_, W>, check: CheckId) -> Result<Holding, ExplainError> {
        let requirement = RequirementBuffers::default().reckon(scene, check)?;
        let mut holding = Holding { requirement, bases: Vec::new(), applied: Vec::new(), absent: Vec::new() };
        holding.side(scene, check)?;
        if let Goal::Opposed(opposed) = &scene.rules.checks[check.index()].goal {
            let mut frame = Frame::default();
            rebind(scene, opposed, &mut frame)?;
            holding.side(&Scene { rules: scene.rules, world: scene.world, frame: &frame }, opposed.check)?;
        }
        Ok(holding)
    }

    fn side<W: World + ?Sized>(&mut self, scene: &Scene<'_, W>, check: CheckId) -> Result<(), ExplainError> {
        let (mut list, mut ids) = (Vec::new(), Vec::new());
        gather(scene, check, &mut list, |place, state| match state {
            ModifierState::Applies => ids.push(place.id),
            ModifierState::None => self.absent.push(place.id),
            ModifierState::False | ModifierState::Dropped => {}
        })?;
        // An amount of 0 is told to nobody.
        let is_told =
            |target: Target, amount: Number| !matches!(target, Target::Number | Target::Dice) || amount != Number::ZERO;
        let applied = ids.into_iter().zip(&list).filter(|(_, one)| is_told(one.target, one.amount));
        self.applied.extend(applied.map(|(id, one)| (id, one.amount)));
        self.bases.push(base(scene, &scene.rules.checks[check.index()])?);
        Ok(())
    }
}
