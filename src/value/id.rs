//! Indices of what a rulebook declares and of what stands in a play. Names become these at load; nothing is looked up
//! by text afterwards.

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// The position in its list.
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}

id! {
    /// A set of symbols: `symbols`, a state, or an inline `one of`.
    SetId
    /// A kind of thing.
    KindId
    /// A row of a kind: what a thing is an instance of.
    ItemId
    /// A look-up table.
    TableId
    /// A setting.
    SettingId
    /// An attribute of figures or sides.
    AttributeId
    /// A track of figures or sides.
    TrackId
    /// A derived value of figures or sides.
    ValueId
    /// A function, or a value with parameters.
    FunctionId
    /// A state of figures.
    StateId
    /// A condition.
    ConditionId
    /// A relation.
    RelationId
    /// A slot of figures.
    SlotId
    /// A fact.
    FactId
    /// A card.
    CardId
    /// A check.
    CheckId
    /// A question.
    QuestionId
    /// An option.
    OptionId
    /// An action.
    ActionId
    /// Named lines.
    DeedId
    /// A reaction.
    ReactionId
    /// A phase of the turn.
    PhaseId
    /// A sheet.
    SheetId
    /// A map.
    MapId
    /// A scenario.
    ScenarioId
    /// A modifier tag.
    TagId
    /// A script of the pack.
    ScriptId
    /// An expression compiled once and named by its place.
    ExprId
    /// A figure in play.
    FigureId
    /// A side in play.
    SideId
    /// A thing in play.
    ThingId
}

/// One word of a set, in the order declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Symbol {
    /// The set it belongs to.
    pub set: SetId,
    /// Its place there.
    pub at: u16,
}
