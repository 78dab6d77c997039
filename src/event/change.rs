//! Every delta a play can undergo. Together they rebuild the state: whatever play changes is named here with what it is
//! afterwards, so a log played forwards from the start of a fight ends where the fight did.

#![warn(missing_docs)]

use super::Order;
use crate::board::Zone;
use crate::value::{
    ActionId, AttributeId, CheckId, Clock, ConditionId, FactId, FigureId, ItemId, ModifierId, Number, PhaseId,
    Position, RelationId, SideId, SlotId, StateId, Symbol, Target, ThingId, TrackId, Value,
};
use std::sync::Arc;

/// Named values, in the order told.
pub type Fields = Vec<(Arc<str>, Value)>;

/// Whose attribute or track it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A figure's.
    Figure(FigureId),
    /// A side's.
    Side(SideId),
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// Nowhere: not yet in play, or gone.
    Nowhere,
    /// In a slot of a figure.
    Slot(FigureId, SlotId),
    /// On the ground.
    Ground(Position),
    /// Spread over an area.
    Area,
}

/// A modifier that counted in a check.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CheckedModifier {
    /// What a player reads.
    pub label: Arc<str>,
    /// How much.
    pub amount: Number,
    /// What it changes.
    #[serde(default, skip_serializing_if = "Target::is_number")]
    pub target: Target,
    /// Which it is in the rulebook; none of what a need begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ModifierId>,
    /// Sections of the source text.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
    /// How much more likely a success was by it, in [`WORTH_UNIT`]s of all; only in memory, and only where somebody
    /// counts it.
    #[serde(skip)]
    pub worth: Option<i32>,
}

/// One, where it is told how much more likely something is: fine enough for a thousandth of a percent, coarse enough that
/// what thousands of millions of rolls come to is counted in integers.
pub const WORTH_UNIT: i32 = 1 << 24;

/// A step in which a number was made.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct AmountLine {
    /// What was done: `roll`, `plus`, `at most`.
    pub step: Arc<str>,
    /// By how much.
    pub amount: Number,
    /// The dice, if it was thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Arc<str>>,
    /// What they showed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thrown: Vec<i64>,
    /// What a player reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Arc<str>>,
    /// Sections of the source text.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
}

/// What the other side of a check threw.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Opposite {
    /// What was rolled.
    pub dice: Arc<str>,
    /// Every die.
    pub thrown: Vec<i64>,
    /// What they came to.
    pub total: Number,
}

/// How a check was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalRecord {
    /// The dice had to show the need or less.
    AtMost,
    /// The dice had to show the need or more.
    AtLeast,
    /// Against another roll.
    Opposed,
    /// It only made a total.
    Total,
}

/// What a referee ruled otherwise than dice or rules would have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overruling {
    /// Dice show something else than was taken for what they show.
    Dice,
    /// A check counts as a success.
    Success,
    /// A check counts as a failure.
    Failure,
    /// What the rules refuse is done.
    Allowed,
}

impl Overruling {
    /// Whether it says how a check comes out, and not what dice show.
    pub fn is_of_check(self) -> bool {
        matches!(self, Overruling::Success | Overruling::Failure)
    }
}

/// One change, or one thing worth telling.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "checks are as frequent as anything else that happens")]
#[allow(missing_docs, reason = "each variant says what happened; its fields are named after what they hold")]
pub enum Change {
    /// A turn began; its number is the event's.
    TurnBegan,
    /// A turn ended, with the generator at this word of its stream.
    TurnEnded { stream_at: u64 },
    /// A phase began.
    PhaseBegan { phase: PhaseId },
    /// A phase ended.
    PhaseEnded { phase: PhaseId },
    /// A side has the phases of its round; none when the rounds are over.
    SideActs { side: Option<SideId> },
    /// The order of sides was fixed.
    SidesLined { sides: Vec<SideId> },

    /// A figure is out of play.
    Removed { figure: FigureId },
    /// A figure is in play again.
    Returned { figure: FigureId },
    /// A figure was given an order.
    Ordered(Arc<Order>),
    /// A figure has said what it will do.
    Declared(Arc<Order>),
    /// An order, or part of one, was not to be.
    Refused { figure: FigureId, action: Option<ActionId>, reason: Arc<str> },
    /// A mover was stopped.
    Halted { figure: FigureId, why: Option<Arc<str>> },
    /// An order will be performed again when that key comes up.
    Again { figure: FigureId, action: ActionId, key: Number },
    /// What an order does was put off to the end of the moment.
    PutOff(Arc<Order>),
    /// What is assumed of an order waits for its check, which comes later in the turn.
    Pending(Arc<Order>),
    /// What was put off is done now; `nth` of all that is.
    TakenUp { figure: FigureId, action: ActionId, nth: u16 },

    /// The referee ruled otherwise than dice or rules: what the dice had shown, what counts of them, what was refused.
    Overruled {
        figure: Option<FigureId>,
        ruling: Overruling,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shown: Vec<i64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counted: Vec<i64>,
        reason: Option<Arc<str>>,
    },
    /// Dice were thrown.
    Rolled { dice: Arc<str>, thrown: Vec<i64>, total: Number, why: Option<Arc<str>> },
    /// A roll was judged.
    Checked {
        check: CheckId,
        actor: Option<FigureId>,
        facts: Vec<(FactId, Value)>,
        dice: Arc<str>,
        thrown: Vec<i64>,
        goal: GoalRecord,
        base: Option<CheckedModifier>,
        need: Option<Number>,
        odds: Option<Arc<str>>,
        total: Option<Number>,
        margin: Option<Number>,
        success: Option<bool>,
        impossible: Option<Arc<str>>,
        modifiers: Vec<CheckedModifier>,
        fields: Fields,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opposite: Option<Opposite>,
    },
    /// A running total changed.
    TrackChanged {
        owner: Holder,
        track: TrackId,
        symbol: Option<Symbol>,
        from: Number,
        to: Number,
        cut: Option<Number>,
        why: Option<Arc<str>>,
    },
    /// A note changed.
    NoteChanged { owner: Holder, note: AttributeId, from: Value, to: Value, why: Option<Arc<str>> },
    /// A state changed.
    StateChanged { figure: FigureId, state: StateId, from: Symbol, to: Symbol, why: Option<Arc<str>> },
    /// A condition began, or a second one of it.
    ConditionGained { figure: FigureId, condition: ConditionId, clock: Clock, why: Option<Arc<str>> },
    /// A condition ended; `nth` of several.
    ConditionLost { figure: FigureId, condition: ConditionId, nth: u16, why: Option<Arc<str>> },
    /// The clock of a condition moved; `nth` of several.
    ClockTicked { figure: FigureId, condition: ConditionId, nth: u16, from: Clock, to: Clock },
    /// A relation began.
    Related { figure: FigureId, relation: RelationId, to: Value },
    /// A relation has held another turn.
    RelationAged { figure: FigureId, relation: RelationId, to: Value, turns: u32 },
    /// A relation ended.
    Released { figure: FigureId, relation: RelationId, to: Value, why: Option<Arc<str>> },

    /// A figure went from one place to another; none is off the board.
    Moved { figure: FigureId, from: Option<Position>, to: Option<Position> },
    /// A figure turned.
    Turned { figure: FigureId, from: i64, to: i64 },
    /// A thing came into being, nowhere yet.
    ThingMade { thing: ThingId, item: ItemId },
    /// A thing went from one place to another.
    SlotChanged { thing: ThingId, from: Spot, to: Spot },
    /// A field of a thing changed, by its position in the kind.
    ThingChanged { thing: ThingId, field: u16, from: Value, to: Value },
    /// A thing was spread over an area, or its area changed.
    Spread { thing: ThingId, area: Arc<Zone> },
    /// The clock of an area moved.
    AreaTicked { thing: ThingId, to: Clock },
    /// A cell became something else.
    CellChanged { cell: Position, to: ItemId },

    /// A controller chose.
    Decided { figure: FigureId, question: Arc<str>, choice: Value, why: Option<Arc<str>> },
    /// A script told an event of the pack's own.
    Told { name: Arc<str>, fields: Fields, text: Option<Arc<str>> },
    /// A number was made in steps.
    Amount { name: Arc<str>, title: Arc<str>, steps: Vec<AmountLine>, total: Number },
    /// A line for the story.
    Said { text: Arc<str> },
    /// The game is won.
    Won { side: SideId, why: Arc<str> },
    /// The game is drawn.
    Drawn { why: Arc<str> },
    /// The game stopped at a limit.
    LimitReached { limit: Arc<str>, at: u64 },
}

/// The names of the changes that the program makes; rules and scripts tell events of other names.
pub const NAMES: [&str; 42] = [
    "turn_began",
    "turn_ended",
    "phase_began",
    "phase_ended",
    "side_acts",
    "sides_lined",
    "removed",
    "returned",
    "ordered",
    "declared",
    "refused",
    "halted",
    "again",
    "put_off",
    "pending",
    "taken_up",
    "overruled",
    "rolled",
    "checked",
    "track_changed",
    "note_changed",
    "state_changed",
    "condition_gained",
    "condition_lost",
    "clock_ticked",
    "related",
    "relation_aged",
    "released",
    "moved",
    "turned",
    "thing_made",
    "slot_changed",
    "thing_changed",
    "spread",
    "area_ticked",
    "cell_changed",
    "decided",
    "amount",
    "said",
    "won",
    "drawn",
    "limit_reached",
];

/// Changes that nobody plays: something is so because somebody says so, whatever it was before.
impl Change {
    pub(crate) fn track(owner: Holder, track: TrackId, symbol: Option<Symbol>, to: Number) -> Change {
        Change::TrackChanged { owner, track, symbol, from: to, to, cut: None, why: None }
    }

    pub(crate) fn note(owner: Holder, note: AttributeId, to: Value) -> Change {
        Change::NoteChanged { owner, note, from: to.clone(), to, why: None }
    }

    pub(crate) fn word(figure: FigureId, state: StateId, to: Symbol) -> Change {
        Change::StateChanged { figure, state, from: to, to, why: None }
    }

    pub(crate) fn gained(figure: FigureId, condition: ConditionId, clock: Clock) -> Change {
        Change::ConditionGained { figure, condition, clock, why: None }
    }

    pub(crate) fn lost(figure: FigureId, condition: ConditionId, nth: u16) -> Change {
        Change::ConditionLost { figure, condition, nth, why: None }
    }

    pub(crate) fn field(thing: ThingId, field: u16, to: Value) -> Change {
        Change::ThingChanged { thing, field, from: to.clone(), to }
    }

    pub(crate) fn put(thing: ThingId, to: Spot) -> Change {
        Change::SlotChanged { thing, from: to, to }
    }
}

impl Change {
    /// The name by which tests and listeners know it, `track_changed`; a told event has its own.
    pub fn name(&self) -> &str {
        match self {
            Change::TurnBegan => "turn_began",
            Change::TurnEnded { .. } => "turn_ended",
            Change::PhaseBegan { .. } => "phase_began",
            Change::PhaseEnded { .. } => "phase_ended",
            Change::SideActs { .. } => "side_acts",
            Change::SidesLined { .. } => "sides_lined",
            Change::Removed { .. } => "removed",
            Change::Returned { .. } => "returned",
            Change::Ordered(_) => "ordered",
            Change::Declared(_) => "declared",
            Change::Refused { .. } => "refused",
            Change::Halted { .. } => "halted",
            Change::Again { .. } => "again",
            Change::PutOff(_) => "put_off",
            Change::Pending(_) => "pending",
            Change::TakenUp { .. } => "taken_up",
            Change::Overruled { .. } => "overruled",
            Change::Rolled { .. } => "rolled",
            Change::Checked { .. } => "checked",
            Change::TrackChanged { .. } => "track_changed",
            Change::NoteChanged { .. } => "note_changed",
            Change::StateChanged { .. } => "state_changed",
            Change::ConditionGained { .. } => "condition_gained",
            Change::ConditionLost { .. } => "condition_lost",
            Change::ClockTicked { .. } => "clock_ticked",
            Change::Related { .. } => "related",
            Change::RelationAged { .. } => "relation_aged",
            Change::Released { .. } => "released",
            Change::Moved { .. } => "moved",
            Change::Turned { .. } => "turned",
            Change::ThingMade { .. } => "thing_made",
            Change::SlotChanged { .. } => "slot_changed",
            Change::ThingChanged { .. } => "thing_changed",
            Change::Spread { .. } => "spread",
            Change::AreaTicked { .. } => "area_ticked",
            Change::CellChanged { .. } => "cell_changed",
            Change::Decided { .. } => "decided",
            Change::Told { name, .. } => name,
            Change::Amount { .. } => "amount",
            Change::Said { .. } => "said",
            Change::Won { .. } => "won",
            Change::Drawn { .. } => "drawn",
            Change::LimitReached { .. } => "limit_reached",
        }
    }

    /// Whether it only says what time it is.
    pub fn is_of_time(&self) -> bool {
        matches!(
            self,
            Change::TurnBegan
                | Change::TurnEnded { .. }
                | Change::PhaseBegan { .. }
                | Change::PhaseEnded { .. }
                | Change::SideActs { .. }
                | Change::SidesLined { .. }
                | Change::LimitReached { .. }
        )
    }

    /// The figure it happened to, or that did it; none if it concerns no single figure.
    pub fn figure(&self) -> Option<FigureId> {
        match self {
            Change::Removed { figure }
            | Change::Returned { figure }
            | Change::Refused { figure, .. }
            | Change::Halted { figure, .. }
            | Change::Again { figure, .. }
            | Change::TakenUp { figure, .. }
            | Change::StateChanged { figure, .. }
            | Change::ConditionGained { figure, .. }
            | Change::ConditionLost { figure, .. }
            | Change::ClockTicked { figure, .. }
            | Change::Related { figure, .. }
            | Change::RelationAged { figure, .. }
            | Change::Released { figure, .. }
            | Change::Moved { figure, .. }
            | Change::Turned { figure, .. }
            | Change::Decided { figure, .. } => Some(*figure),
            Change::TrackChanged { owner: Holder::Figure(figure), .. }
            | Change::NoteChanged { owner: Holder::Figure(figure), .. } => Some(*figure),
            Change::Ordered(order) | Change::Declared(order) | Change::PutOff(order) | Change::Pending(order) => {
                Some(order.actor)
            }
            Change::Checked { actor, .. } => *actor,
            Change::Overruled { figure, .. } => *figure,
            _ => None,
        }
    }

    /// Whether it says itself why it happened, or is no change that a rule makes of its own.
    pub fn says_why(&self) -> bool {
        !matches!(
            self,
            Change::Related { .. }
                | Change::Moved { .. }
                | Change::Turned { .. }
                | Change::SlotChanged { .. }
                | Change::ThingChanged { .. }
                | Change::Spread { .. }
                | Change::CellChanged { .. }
        )
    }

    /// Roughly how many bytes of author-made text and lists it holds: what a script could make large.
    pub(super) fn weight(&self) -> usize {
        let fields = |fields: &Fields| fields.iter().map(|(name, value)| name.len() + weight(value)).sum::<usize>();
        let facts = |facts: &[(FactId, Value)]| facts.iter().map(|(_, value)| weight(value)).sum::<usize>();
        match self {
            Change::Told { name, fields: told, text } => {
                name.len() + fields(told) + text.as_ref().map_or(0, |text| text.len())
            }
            Change::Amount { steps, .. } => size_of_val(steps.as_slice()),
            Change::Said { text } => text.len(),
            Change::Ordered(order) | Change::Declared(order) | Change::PutOff(order) | Change::Pending(order) => {
                facts(&order.facts) + facts(&order.assumed)
            }
            Change::Checked { facts: given, modifiers, fields: found, .. } => {
                facts(given) + fields(found) + modifiers.len() * size_of::<CheckedModifier>()
            }
            Change::Rolled { thrown, why, .. } => size_of_val(thrown.as_slice()) + text_weight(why),
            Change::Decided { choice, why, .. } => weight(choice) + text_weight(why),
            Change::ThingChanged { from, to, .. } => weight(from) + weight(to),
            Change::NoteChanged { from, to, why, .. } => weight(from) + weight(to) + text_weight(why),
            Change::TrackChanged { why, .. }
            | Change::StateChanged { why, .. }
            | Change::ConditionGained { why, .. }
            | Change::ConditionLost { why, .. }
            | Change::Released { why, .. }
            | Change::Halted { why, .. } => text_weight(why),
            Change::Won { why, .. } | Change::Drawn { why } => why.len(),
            Change::Refused { reason, .. } => reason.len(),
            Change::Overruled { shown, counted, reason, .. } => {
                size_of_val(shown.as_slice()) + size_of_val(counted.as_slice()) + text_weight(reason)
            }
            Change::Spread { area, .. } => size_of_val(area.cells()),
            _ => 0,
        }
    }
}

fn text_weight(text: &Option<Arc<str>>) -> usize {
    text.as_ref().map_or(0, |text| text.len())
}

/// Roughly how many bytes a value holds beyond its own size.
fn weight(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::List(list) => list.iter().map(|member| size_of::<Value>() + weight(member)).sum(),
        Value::Dice(formula) => size_of_val(formula.terms.as_slice()),
        _ => 0,
    }
}
