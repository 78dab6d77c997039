//! What the rules declare, by the name that a script says.

use super::ScriptCalls;
use super::convert::unknown;
use crate::rulebook::{Head, Rulebook};
use crate::script::{HostError, NameOrText};
use crate::value::{
    ActionId, CheckId, ConditionId, DeedId, FactId, ItemId, OptionId, PhaseId, QuestionId, RelationId, SettingId,
    SlotId, StateId, TableId,
};

impl ScriptCalls<'_> {
    pub(super) fn book(&self) -> &Rulebook {
        &self.play.rules().book
    }

    /// What was found by a name; if nothing was, the names that would have been right.
    fn declared<'b, T>(
        &self,
        (sort, name): (&'static str, &NameOrText),
        found: Option<T>,
        heads: impl Iterator<Item = &'b Head>,
    ) -> Result<T, HostError> {
        found.ok_or_else(|| unknown(sort, name, self.names(), heads.map(|head| head.name.clone()).collect()))
    }

    pub(super) fn action_named(&self, name: &NameOrText) -> Result<ActionId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.action);
        self.declared(("action", name), found, self.book().actions.iter().map(|one| &one.head))
    }

    pub(super) fn check_named(&self, name: &NameOrText) -> Result<CheckId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.check);
        self.declared(("check", name), found, self.book().checks.iter().map(|one| &one.head))
    }

    pub(super) fn relation_named(&self, name: &NameOrText) -> Result<RelationId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.relation);
        self.declared(("relation", name), found, self.book().relations.iter().map(|one| &one.head))
    }

    pub(super) fn condition_named(&self, name: &NameOrText) -> Result<ConditionId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.condition);
        self.declared(("condition", name), found, self.book().conditions.iter().map(|one| &one.head))
    }

    pub(super) fn slot_named(&self, name: &NameOrText) -> Result<SlotId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.slot);
        self.declared(("slot", name), found, self.book().slots.iter().map(|one| &one.head))
    }

    pub(super) fn state_named(&self, name: &NameOrText) -> Result<StateId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.state);
        self.declared(("state", name), found, self.book().states.iter().map(|one| &one.head))
    }

    pub(super) fn setting_named(&self, name: &NameOrText) -> Result<SettingId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.setting);
        self.declared(("setting", name), found, self.book().settings.iter().map(|one| &one.head))
    }

    pub(super) fn option_named(&self, name: &NameOrText) -> Result<OptionId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.option);
        self.declared(("option", name), found, self.book().options.iter().map(|one| &one.head))
    }

    pub(super) fn table_named(&self, name: &NameOrText) -> Result<TableId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.table);
        self.declared(("table", name), found, self.book().tables.iter().map(|one| &one.head))
    }

    pub(super) fn fact_named(&self, name: &NameOrText) -> Result<FactId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.fact);
        self.declared(("fact", name), found, self.book().facts.iter().map(|one| &one.head))
    }

    pub(super) fn deed_named(&self, name: &NameOrText) -> Result<DeedId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.deed);
        self.declared(("deed", name), found, self.book().deeds.iter().map(|one| &one.head))
    }

    pub(super) fn question_named(&self, name: &NameOrText) -> Result<QuestionId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.question);
        self.declared(("question", name), found, self.book().questions.iter().map(|one| &one.head))
    }

    pub(super) fn phase_named(&self, name: &NameOrText) -> Result<PhaseId, HostError> {
        let text = name.as_str(self.names().texts());
        let at = self.book().turn.phases.iter().position(|phase| *phase.head.name == *text);
        self.declared(
            ("phase", name),
            at.map(|at| PhaseId(at as u16)),
            self.book().turn.phases.iter().map(|one| &one.head),
        )
    }

    /// The first item of that name, of whatever kind.
    pub(super) fn item_named(&self, name: &NameOrText) -> Result<ItemId, HostError> {
        let found = self.meaning(name).and_then(|meaning| meaning.items.first()).copied();
        self.declared(("thing", name), found, self.book().items.iter().map(|one| &one.head))
    }
}
