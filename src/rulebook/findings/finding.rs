//! The sentences of findings.

/// Something that loads and yet looks wrong.
#[derive(Debug, Clone, PartialEq, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "the sentence of each variant says what its fields are")]
pub enum Finding {
    #[error("table `{table}` has no {axis} for {missing}")]
    #[diagnostic(code(fray::rulebook::table_gap), severity(Warning))]
    TableGap { table: String, axis: &'static str, missing: String },
    #[error("two {axis}s of table `{table}` hold for {shared}")]
    #[diagnostic(code(fray::rulebook::table_overlap), severity(Warning))]
    TableOverlap { table: String, axis: &'static str, shared: String },
    #[error("two results of check `{check}` hold for {shared}")]
    #[diagnostic(code(fray::rulebook::results_overlap), severity(Warning))]
    ResultsOverlap { check: String, shared: String },
    #[error("{dice} never shows {key}")]
    #[diagnostic(code(fray::rulebook::results_outside), severity(Warning))]
    ResultsOutside { dice: String, key: String },
    #[error("check `{check}` never rolls {dice}")]
    #[diagnostic(code(fray::rulebook::results_of_other_dice), severity(Warning))]
    ResultsOfOtherDice { check: String, dice: String },
    #[error("the modifier `{label}` never applies")]
    #[diagnostic(code(fray::rulebook::never_applies), severity(Warning))]
    NeverApplies { label: String },
    #[error("`{text}` says nothing")]
    #[diagnostic(code(fray::rulebook::always_holds), severity(Warning))]
    AlwaysHolds { text: String },
    #[error("the modifier `{label}` {does} who rolls, and is called the contrary")]
    #[diagnostic(code(fray::rulebook::other_sign), severity(Warning))]
    OtherSign { label: String, does: &'static str },
    #[error("check `{check}` cannot fail")]
    #[diagnostic(code(fray::rulebook::cannot_fail), severity(Warning))]
    CannotFail { check: String },
    #[error("check `{check}` cannot succeed")]
    #[diagnostic(code(fray::rulebook::cannot_succeed), severity(Warning))]
    CannotSucceed { check: String },
    #[error("`{cell}` breaks the steps of table `{table}`")]
    #[diagnostic(code(fray::rulebook::breaks_steps), severity(Warning))]
    BreaksSteps { table: String, cell: String },
    #[error("nothing uses the {sort} `{name}`")]
    #[diagnostic(code(fray::rulebook::unused), severity(Warning))]
    Unused { sort: &'static str, name: String },
    #[error("nothing reads the {sort} `{name}`")]
    #[diagnostic(code(fray::rulebook::never_read), severity(Warning))]
    NeverRead { sort: &'static str, name: String },
    #[error("option `{name}` changes nothing")]
    #[diagnostic(code(fray::rulebook::option_without_effect), severity(Warning))]
    OptionWithoutEffect { name: String },
    #[error("the readings `{one}` and `{other}` of the option `{name}` do not differ")]
    #[diagnostic(code(fray::rulebook::same_readings), severity(Warning))]
    SameReadings { name: String, one: String, other: String },
    #[error("{items} not say {fields}")]
    #[diagnostic(code(fray::rulebook::missing_field), severity(Warning))]
    MissingField { items: String, fields: String },
    #[error("nothing tells the event `{name}`")]
    #[diagnostic(code(fray::rulebook::never_told), severity(Warning))]
    NeverTold { name: String },
    #[error("this expectation cannot fail")]
    #[diagnostic(code(fray::rulebook::expected_anyhow), severity(Warning))]
    ExpectedAnyhow,
    #[error("`{one}` and `{other}` begin in one cell")]
    #[diagnostic(code(fray::rulebook::crowded), severity(Warning))]
    Crowded { one: String, other: String },
    #[error("scenario `{name}` goes on until turn {turns}, whatever happens")]
    #[diagnostic(code(fray::rulebook::never_ends), severity(Warning))]
    NeverEnds { name: String, turns: u32 },
    #[error("`{text}` comes behind the last of {turns} turns")]
    #[diagnostic(code(fray::rulebook::won_too_late), severity(Warning))]
    WonTooLate { text: String, turns: u32 },
    #[error("`{who}` begins in `{what}`")]
    #[diagnostic(code(fray::rulebook::shut_in), severity(Warning))]
    ShutIn { who: String, what: String },
    #[error("an order for `{action}` does not give `{fact}`")]
    #[diagnostic(code(fray::rulebook::not_given), severity(Warning))]
    NotGiven { action: String, fact: String },
    #[error("the {sort}s `{one}` and `{other}` are said alike: `{said}`")]
    #[diagnostic(code(fray::rulebook::said_alike), severity(Warning))]
    SaidAlike { sort: &'static str, said: String, one: String, other: String },
    #[error("the test `{title}` expects nothing")]
    #[diagnostic(code(fray::rulebook::expects_nothing), severity(Warning))]
    ExpectsNothing { title: String },
    #[error("`{text}` is a number without its sign")]
    #[diagnostic(code(fray::rulebook::list_mark), severity(Warning))]
    ListMark { text: String },
    #[error("`{when}` holds from the start, and gains `{gains}`")]
    #[diagnostic(code(fray::rulebook::holds_from_start), severity(Warning))]
    HoldsFromStart { gains: String, when: String },
    #[error("the value `{value}` of everybody is that of `{fact}`")]
    #[diagnostic(code(fray::rulebook::of_another), severity(Warning))]
    OfAnother { value: String, fact: String },
    #[error("a side never has no figures")]
    #[diagnostic(code(fray::rulebook::never_empty), severity(Warning))]
    NeverEmpty,
    #[error("action `{action}` has a check and does nothing")]
    #[diagnostic(code(fray::rulebook::does_nothing), severity(Warning))]
    DoesNothing { action: String },
    #[error("nothing asks what comes of the check `{check}`")]
    #[diagnostic(code(fray::rulebook::not_asked), severity(Warning))]
    NotAsked { check: String },
    #[error("the amount `{amount}` may be less than nothing where it goes")]
    #[diagnostic(code(fray::rulebook::below_nothing), severity(Warning))]
    BelowNothing { amount: String },
    #[error("this changes nothing of the amount `{amount}`")]
    #[diagnostic(code(fray::rulebook::after_all), severity(Warning))]
    AfterAll { amount: String },
    #[error("`{track}` begins beyond `{bound}`")]
    #[diagnostic(code(fray::rulebook::begins_beyond), severity(Warning))]
    BeginsBeyond { track: String, bound: String },
    #[error("the check `{check}` does not know `{fact}`, of which the card `{card}` asks")]
    #[diagnostic(code(fray::rulebook::card_asks), severity(Warning))]
    CardAsks { check: String, fact: String, card: String },
    #[error("`{gains}` is never gained: this never comes true")]
    #[diagnostic(code(fray::rulebook::never_reached), severity(Warning))]
    NeverReached { gains: String },
    #[error("nothing {does} `{track}`: `{when}` never comes")]
    #[diagnostic(code(fray::rulebook::one_way), severity(Warning))]
    OneWay { track: String, does: &'static str, when: String },
    #[error("`{track}` never goes back: there are no rounds")]
    #[diagnostic(code(fray::rulebook::never_set_back), severity(Warning))]
    NeverSetBack { track: String },
    #[error("action `{action}` costs more than anybody can have")]
    #[diagnostic(code(fray::rulebook::never_enough), severity(Warning))]
    NeverEnough { action: String },
    #[error("nothing gives `{track}` back")]
    #[diagnostic(code(fray::rulebook::only_spent), severity(Warning))]
    OnlySpent { track: String },
    #[error("who is `{condition}` stays so for the rest of the game")]
    #[diagnostic(code(fray::rulebook::never_lost), severity(Warning))]
    NeverLost { condition: String },
    #[error("lines behind `stop` are never done")]
    #[diagnostic(code(fray::rulebook::behind_stop), severity(Warning))]
    BehindStop,
    #[error("nothing in this `for each` is about `{name}`")]
    #[diagnostic(code(fray::rulebook::same_each_time), severity(Warning))]
    SameEachTime { name: String },
    #[error("this `{label}` never counts")]
    #[diagnostic(code(fray::rulebook::never_counts), severity(Warning))]
    NeverCounts { label: String },
    #[error("the amount `{amount}` is never more than {most}")]
    #[diagnostic(code(fray::rulebook::nothing_left), severity(Warning))]
    NothingLeft { amount: String, most: String },
    #[error("`{track}` is bounded by what changes with it: {path}")]
    #[diagnostic(code(fray::rulebook::bounded_by_itself), severity(Warning))]
    BoundedByItself { track: String, path: String },
    #[error("nothing ever orders the action `{action}`")]
    #[diagnostic(code(fray::rulebook::never_ordered), severity(Warning))]
    NeverOrdered { action: String },
    #[error("`{text}` is never asked: `{before}` stands before it")]
    #[diagnostic(code(fray::rulebook::never_tried), severity(Warning))]
    NeverTried { text: String, before: String },
    #[error("the action `{action}` can never be done: `{what}` never holds")]
    #[diagnostic(code(fray::rulebook::never_allowed), severity(Warning))]
    NeverAllowed { action: String, what: String },
    #[error("`{what}` bars the action `{action}` for the rest of the game")]
    #[diagnostic(code(fray::rulebook::once_for_all), severity(Warning))]
    OnceForAll { action: String, what: String },
    #[error("whoever rolls the check `{check}` is opposed by himself")]
    #[diagnostic(code(fray::rulebook::against_oneself), severity(Warning))]
    AgainstOneself { check: String },
    #[error("`{text}` is 0, and something is divided by it")]
    #[diagnostic(code(fray::rulebook::zero_divisor), severity(Warning))]
    ZeroDivisor { text: String },
    #[error("`{label}` counts twice where both of its lines hold")]
    #[diagnostic(code(fray::rulebook::counts_twice), severity(Warning))]
    CountsTwice { label: String },
    #[error("`{text}` never holds")]
    #[diagnostic(code(fray::rulebook::never_holds), severity(Warning))]
    NeverHolds { text: String },
    #[error("nothing puts anybody into `{condition}`")]
    #[diagnostic(code(fray::rulebook::never_gained), severity(Warning))]
    NeverGained { condition: String },
    #[error("nobody ever acts in the phase `{phase}`")]
    #[diagnostic(code(fray::rulebook::no_orders), severity(Warning))]
    NoOrders { phase: String },
    #[error("scenario `{name}` has places and no map")]
    #[diagnostic(code(fray::rulebook::without_map), severity(Warning))]
    WithoutMap { name: String },
    #[error("the modifier `{label}` does not count beside `{other}`")]
    #[diagnostic(code(fray::rulebook::not_beside), severity(Warning))]
    NotBeside { label: String, other: String },
}
