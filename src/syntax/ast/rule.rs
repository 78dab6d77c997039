//! Conditions, relations, facts, cards, checks and options as written.

use super::*;
use crate::value::Target;

/// A line of a condition.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum ConditionEntry {
    /// `lasts …`
    Lasts(Lasts),
    /// `stacks never|adds|extends`
    Stacks(Name),
    /// `forbids all in PHASES except a, b "reason" @cite`
    ForbidsAll(ForbidsAllDecl, Notes),
    /// `forbids a, b "reason" @cite`
    Forbids(Vec<Name>, Notes),
    /// `removes`
    Removes,
    /// `hides`
    Hides,
    /// `note "…"`
    Note(TextDecl),
}

/// `all in PHASES except ACTIONS`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ForbidsAllDecl {
    /// The phases whose actions are meant; all if none is named.
    pub phases: Vec<Name>,
    /// The actions that stay allowed.
    pub except: Vec<Name>,
}

/// How long a condition lasts.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum Lasts {
    /// `for good`
    ForGood,
    /// `until treated`
    UntilTreated,
    /// `N turns|phases`: the number and the word (singular or plural as written).
    Count(ExprDecl, Name),
    /// `until end of turn|phase`
    UntilEnd(Name),
}

/// `relation NAME figure to figure { one; ends when E }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct RelationDecl {
    /// `figure`
    pub from: Name,
    /// `figure`, `cell` or `thing`
    pub to: Name,
    /// What stands in the block.
    pub entries: Vec<Entry<RelationEntry>>,
}

/// A line of a relation.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum RelationEntry {
    /// `one`
    One,
    /// `ends when E`
    EndsWhen(ExprDecl),
}

/// `fact NAME TYPE = E min E max E from E of FACT`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct FactDecl {
    /// Its type.
    pub r#type: TypeDecl,
    /// When nobody says.
    pub default: Option<ExprDecl>,
    /// The least that may be said.
    pub min: Option<ExprDecl>,
    /// The most that may be said.
    pub max: Option<ExprDecl>,
    /// In a game in motion.
    pub from: Option<ExprDecl>,
    /// The figure, thing or cell it is said of.
    pub of: Option<Name>,
}

/// `card NAME stacks worst { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct CardDecl {
    /// `all`, `worst`, `best`, `once`.
    pub stacks: Option<Name>,
    /// Modifiers and groups.
    pub entries: Vec<Entry<CardEntry>>,
    /// The condition at its head, for all that stands in it: each modifier has it already.
    pub when: Option<ExprDecl>,
}

/// A line of a card.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "most lines are modifiers")]
pub enum CardEntry {
    /// A modifier.
    Modifier(ModifierDecl),
    /// `group worst { … }`; what stands in a `when` block stands here as if it stood alone.
    Group(Name, Vec<Entry<ModifierDecl>>),
    /// The label alone, after `remove`.
    Label(TextDecl),
}

impl CardEntry {
    /// Puts it under the condition of one more block around it.
    pub fn put_within(&mut self, condition: Option<&ExprDecl>) {
        match self {
            CardEntry::Modifier(modifier) => modifier.put_within(condition),
            CardEntry::Group(_, members) => members.iter_mut().for_each(|member| member.node.put_within(condition)),
            CardEntry::Label(_) => {}
        }
    }
}

/// `-3 "prone target" when C @24.2 tags a, b`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ModifierDecl {
    /// What it changes.
    pub target: Target,
    /// How much.
    pub amount: ExprDecl,
    /// Label and citations.
    pub notes: Notes,
    /// When it applies.
    pub condition: Option<ExprDecl>,
    /// The conditions of the card, the group and the `when` blocks it stands in, the outermost first.
    pub within: Vec<ExprDecl>,
    /// Its tags.
    pub tags: Vec<Name>,
    /// The whole line.
    pub span: Span,
}

impl ModifierDecl {
    /// Puts it under the condition of one more block around it.
    pub fn put_within(&mut self, condition: Option<&ExprDecl>) {
        self.within.splice(..0, condition.cloned());
    }
}

/// A line of a check.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "checks are few")]
pub enum CheckEntry {
    /// `reads a, b`
    Reads(Vec<Name>),
    /// `says "…"`
    Says(TextDecl),
    /// `roll E`
    Roll(ExprDecl),
    /// `at most E "label"`
    AtMost(ExprDecl, Notes),
    /// `at least E "label"`
    AtLeast(ExprDecl, Notes),
    /// `opposed by …`
    Opposed(OpposedDecl),
    /// `plus E "label" when C`
    Plus(ModifierDecl),
    /// `cards a, b`
    Cards(Vec<Name>),
    /// `impossible when E "reason"`
    Impossible(ExprDecl, Notes),
    /// `inverts a, b`
    Inverts(Vec<Name>),
    /// `ignores a, b`
    Ignores(Vec<Name>),
    /// `results SHAPE when E { grid }`
    Results(Option<crate::value::Term>, Option<ExprDecl>, Grid),
    /// `counts as a, b`
    CountsAs(Vec<Name>),
}

/// `opposed by CHECK with FACT = E comparing totals, ties lose`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct OpposedDecl {
    /// The other side's check.
    pub check: Name,
    /// Facts of the other side.
    pub with: Vec<(Name, ExprDecl)>,
    /// `totals`, `margins` or `all margins`
    pub comparing: Name,
    /// `win`, `lose` or `draw`
    pub ties: Name,
}

/// `option NAME "…" off` or `= READING { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct OptionDecl {
    /// `on`, `off`, or the reading in force.
    pub default: Name,
    /// The readings, none for on/off.
    pub readings: Vec<WordDecl>,
}
