//! What the work of a function costs a script where it grows with the board, with what is in play, or with what it is
//! given: paid for before it is done, so that no call outlasts its budget.

use super::ScriptCalls;
use crate::board::PathStep;
use crate::script::HostError;
use crate::state::{BoardView, step_costs};
use crate::value::{FigureId, Number, Position};
use std::cell::Cell;

/// So many figures or things are looked at for a step.
const LOOKED_AT_PER_STEP: usize = 16;

/// So many cells are looked at for a step.
const CELLS_PER_STEP: usize = 8;

/// So many cells of the map cost a step when they are made ready to be searched.
const READY_PER_STEP: usize = 64;

/// So many costs of steps are paid for at once.
const ASKED_AT_ONCE: u32 = 16;

/// So many costs of steps are asked for a step of the script.
const ASKED_PER_STEP: usize = 4;

impl ScriptCalls<'_> {
    /// Pays for looking at so many figures or things.
    pub(super) fn look_at(&self, count: usize) -> Result<(), HostError> {
        self.engine.pay((count / LOOKED_AT_PER_STEP) as u64)
    }

    /// Pays for looking at every figure.
    pub(super) fn look_at_figures(&self) -> Result<(), HostError> {
        self.look_at(self.play.state().figures.len())
    }

    /// Pays for looking at every thing.
    pub(super) fn look_at_things(&self) -> Result<(), HostError> {
        self.look_at(self.play.state().things.len())
    }

    /// Pays for working on so many cells, each with those around it.
    pub(super) fn work_on(&self, cells: usize) -> Result<(), HostError> {
        self.engine.pay(cells as u64)
    }

    /// Pays for looking at the cells of a line, through whatever is spread over them.
    pub(super) fn look_along(&self, a: Position, b: Position) -> Result<(), HostError> {
        let plane = self.terrain()?.plane;
        let cells = plane.steps(a, b) / plane.grain().max(1);
        let spread = 1 + self.play.state().areas.len();
        self.engine.pay((cells.unsigned_abs() as usize).saturating_mul(spread).div_ceil(CELLS_PER_STEP) as u64)
    }

    /// Pays for looking at the cells within so many grains.
    pub(super) fn look_around(&self, grains: i64) -> Result<(), HostError> {
        let plane = self.terrain()?.plane;
        let side = (grains / plane.grain().max(1)).unsigned_abs().saturating_mul(2).saturating_add(3);
        let most = u64::from(plane.columns) * u64::from(plane.rows);
        self.engine.pay(side.saturating_mul(side).min(most) / CELLS_PER_STEP as u64)
    }

    /// What steps cost a figure, paid for as they are asked for: when nothing is left, there are no ways any more.
    /// Whoever searched asks [`PaidCosts::settled`] whether that was so.
    pub(super) fn paid_costs<'c>(
        &'c self,
        terrain: BoardView<'c>,
        me: FigureId,
    ) -> Result<PaidCosts<'c, impl Fn(PathStep) -> Option<Number> + 'c>, HostError> {
        let cells = usize::from(terrain.plane.columns) * usize::from(terrain.plane.rows);
        self.engine.pay((cells / READY_PER_STEP) as u64)?;
        let each = 1 + self.play.state().figures.len() / LOOKED_AT_PER_STEP;
        let price = (ASKED_AT_ONCE as usize * each / ASKED_PER_STEP) as u64;
        let costs = step_costs(terrain, me);
        Ok(PaidCosts { calls: self, costs, price, asked: Cell::new(0), ended: Cell::new(None) })
    }
}

/// Costs of steps, and how many were asked for.
pub(super) struct PaidCosts<'c, C> {
    calls: &'c ScriptCalls<'c>,
    costs: C,
    price: u64,
    asked: Cell<u32>,
    ended: Cell<Option<HostError>>,
}

impl<C: Fn(PathStep) -> Option<Number>> PaidCosts<'_, C> {
    /// What a step costs; none where there is no way, and when the search is to end.
    pub(super) fn of(&self, step: PathStep) -> Option<Number> {
        let ended = self.ended.take();
        if ended.is_some() {
            self.ended.set(ended);
            return None;
        }
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() == ASKED_AT_ONCE {
            self.asked.set(0);
            if let Err(error) = self.calls.engine.pay(self.price) {
                self.ended.set(Some(error));
                return None;
            }
        }
        (self.costs)(step)
    }

    /// Fails if the search had to end.
    pub(super) fn settled(self) -> Result<(), HostError> {
        self.ended.take().map_or(Ok(()), Err)
    }
}
