//! What a screen beside the prompt shows of a session, as plain data: the fight, who is asked what, and what an order
//! would be. Nothing here changes the session.

use super::answer::LineStop;
use super::browse::{RuleIndex, RuleKey};
use super::error::TypedLine;
use super::orders::OrderList;
use super::pending::Demand;
use super::reckon;
use super::session::{LineStep, Session};
use super::table::SessionState;
use super::{ordered, orders, sentence};
use crate::diag::Diagnostics;
use crate::dice::Cancel;
use crate::explain::{Explanation, Refusal};
use crate::play::{Offer, Rules};
use crate::query::About;
use crate::rulebook::{Map, Sort};
use crate::state::State;
use crate::value::{FigureId, Position, SideId};
use std::rc::Rc;
use std::sync::Arc;

/// The table as it is, while it is looked at as a side sees it.
pub(crate) struct HiddenTable(SessionState);

/// Who is asked, and what.
pub(crate) enum Awaited {
    /// Nobody: `next` goes on.
    Nobody,
    /// What a figure is to do.
    Order(FigureId, OrderList),
    /// A question of the rules, with what may be answered.
    Choice(FigureId, String, Vec<Offer>),
    /// Dice of the real table.
    Dice(AskedDice),
}

/// Dice of the real table that are waited for.
pub(crate) struct AskedDice {
    pub question: String,
    /// Who throws them, if it is a figure.
    pub roller: Option<FigureId>,
    /// What they decide; empty if that is not known.
    pub decides: String,
}

/// An order before it is given.
pub(crate) struct Previewed {
    /// The title of the action or check.
    pub title: String,
    /// What its check needs, if it has one.
    pub explanation: Option<Box<Explanation>>,
    /// The action as it is written, if it has no check.
    pub written: String,
    /// What would be different, or how much something is.
    pub text: String,
    /// Why it would be refused.
    pub refused: Option<Refusal>,
    /// Who acts, if it is an order.
    pub actor: Option<FigureId>,
    /// Whom it is about.
    pub target: Option<FigureId>,
    /// The places that it leads over, from where the figure stands, or the one place that it is about.
    pub way: Vec<Position>,
}

impl Session {
    /// The rules in force.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.table.rules
    }

    /// The fight as it stands.
    pub(crate) fn fight(&self) -> &State {
        self.table.now()
    }

    /// The fight as its scenario begins it.
    pub(crate) fn beginning(&self) -> Option<State> {
        crate::state::of_scenario(&self.table.rules, self.table.scenario()?).ok()
    }

    /// The question that stands, in the words of the prompt: what a story need not repeat.
    pub(crate) fn question(&mut self) -> String {
        self.look("orders", |step| Ok(orders::question(step))).unwrap_or_default()
    }

    /// The map it is fought on.
    pub(crate) fn map(&self) -> Option<&Map> {
        let map = self.table.scenario()?.map?;
        Some(&self.table.book().maps[map.index()])
    }

    /// What is played: the scenario, or the pack.
    pub(crate) fn title(&self) -> String {
        let pack = &self.table.book().pack.head.title;
        self.table.scenario().map_or_else(|| pack.to_string(), |scenario| scenario.head.title.to_string())
    }

    /// The names of sides and figures that people play.
    pub(crate) fn personal(&self) -> &[Arc<str>] {
        &self.table.personal
    }

    /// How many changes can be taken back.
    pub(crate) fn depth(&self) -> usize {
        self.before.len()
    }

    /// The line that has made the table what it is, if a referee has allowed something by it: said whole.
    pub(crate) fn allowed(&self) -> Option<String> {
        let said = self.table.made.said.last()?;
        said.line.starts_with("allow ").then(|| said.line.to_string())
    }

    /// Whether the last line was an order that the rules refused.
    pub(crate) fn may_allow(&self) -> bool {
        self.is_refused
    }

    /// Changes that the last one takes the place of, itself among them: more than one where a referee has overruled
    /// something before it.
    pub(crate) fn back(&self) -> usize {
        self.table.made.back
    }

    /// Whether something that was taken back can be done again.
    pub(crate) fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// The line that was taken back last, if it can be done again, and how many can.
    pub(crate) fn redoable(&self) -> Option<(String, usize)> {
        Some((self.after.line()?.to_string(), self.after.len()))
    }

    /// The line that made the table as it is.
    pub(crate) fn last_change(&self) -> &str {
        &self.table.line
    }

    /// The declarations of the rules in force.
    pub(crate) fn rule_index(&mut self) -> Rc<RuleIndex> {
        let book = self.table.book().clone();
        match &self.index {
            Some(index) if Arc::ptr_eq(&index.book, &book) => index.clone(),
            _ => self.index.insert(Rc::new(RuleIndex::of(&book))).clone(),
        }
    }

    /// The same as everybody may read them who plays.
    pub(crate) fn open_rule_index(&mut self) -> Rc<RuleIndex> {
        let book = self.table.book().clone();
        match &self.open_index {
            Some(index) if Arc::ptr_eq(&index.book, &book) => index.clone(),
            _ => self.open_index.insert(Rc::new(RuleIndex::open(&book))).clone(),
        }
    }

    /// What there is to tell of a declaration whose own words alone do not tell it; nothing of others.
    pub(crate) fn told_of(&self, key: &RuleKey, width: usize) -> String {
        let book = self.table.book();
        let is_thing = book.kinds.iter().any(|kind| *kind.head.name == *key.sort);
        let is_worked_out = [Sort::Card, Sort::Sheet].iter().any(|sort| sort.words() == key.sort);
        let told = (is_thing || is_worked_out).then(|| self.desk.show(book, &[&key.sort, &key.name], width).ok());
        told.flatten().unwrap_or_default()
    }

    /// What was told before the first line.
    pub(crate) fn opening(&self) -> String {
        self.table.opening.to_string()
    }

    /// The sheet of a figure of the fight without its numbers, which [`Session::numbers_of`] tells one by one.
    pub(crate) fn sheet_of(&self, figure: FigureId, width: usize) -> String {
        self.desk.held_sheet(&self.table.view(), figure, width)
    }

    /// The sides whose rolls are asked of the real table.
    pub(crate) fn own_dice(&self) -> Vec<SideId> {
        let state = self.fight();
        let throws = |side: &SideId| self.table.mine || self.table.own_dice.contains(&state.side(*side).name);
        state.side_ids().filter(throws).collect()
    }

    /// The side whose dice are waited for, if they are a figure's.
    pub(crate) fn throwing_side(&self) -> Option<SideId> {
        let roller = self.waiting.as_ref()?.wanted.roller?;
        Some(self.fight().figures.get(roller.index())?.side)
    }

    /// Who is asked, and what.
    pub(crate) fn asked(&mut self) -> Awaited {
        if let Some(waiting) = &self.waiting {
            let wanted = &waiting.wanted;
            let (question, roller) = (wanted.question(), wanted.roller);
            return Awaited::Dice(AskedDice { question, roller, decides: wanted.decides.clone() });
        }
        let Some(pending) = self.table.pending.clone() else { return Awaited::Nobody };
        match &pending.demand {
            Demand::Choice(choice) => Awaited::Choice(pending.figure, choice.title.to_string(), choice.offers.clone()),
            Demand::Order(_) => match self.look("orders", orders::listed) {
                Ok(Some(list)) => Awaited::Order(pending.figure, list),
                _ => Awaited::Order(pending.figure, OrderList::default()),
            },
        }
    }

    /// What a figure could do, whoever is asked now, with the odds; and what it could not, and why.
    pub(crate) fn could_do(&mut self, figure: FigureId) -> Result<OrderList, Diagnostics> {
        self.look("orders", |step| orders::could_do(step, figure))
    }

    /// What an order would be.
    pub(crate) fn preview(&mut self, line: &str) -> Result<Previewed, Diagnostics> {
        self.look(line, |step| {
            let asked = sentence::this_or_last(step, line)?;
            let book = step.table.book().clone();
            let refused = reckon::refusal(step, &asked)?;
            let target = sentence::target(step, &asked)?;
            let mut seen = Previewed {
                title: String::new(),
                explanation: None,
                written: String::new(),
                text: String::new(),
                refused,
                actor: ordered::actor(step, &asked)?,
                target,
                way: sentence::way(step, &asked)?,
            };
            let check = match asked.about {
                About::Action(action) => {
                    let action = &book.actions[action.index()];
                    seen.title = action.head.title.to_string();
                    action.check
                }
                About::Check(check) => Some(check),
                About::Quantity(_) => None,
            };
            match check {
                Some(check) => {
                    if seen.title.is_empty() {
                        seen.title = book.checks[check.index()].head.title.to_string();
                    }
                    seen.explanation = Some(Box::new(reckon::reckoned(step, &asked)?));
                }
                None => match asked.about {
                    About::Action(action) => {
                        let prospect = reckon::prospected(step, &asked, action)?;
                        seen.written = prospect.headed();
                        seen.text = prospect.changes_text("", step.session.width);
                    }
                    _ => seen.text = sentence::ask(step, line, asked)?.text,
                },
            }
            Ok(seen)
        })
    }

    /// Everything that can come of an order, in words; `cancel` ends it and nothing else.
    ///
    /// # Errors
    /// When it is not understood, or takes too long.
    pub(crate) fn consequences(&mut self, line: &str, cancel: &Cancel) -> Result<String, Diagnostics> {
        let own = std::mem::replace(&mut self.cancel, cancel.clone());
        let found = self.look(line, |step| {
            let asked = sentence::this_or_last(step, line)?;
            Ok(sentence::whole(step, &asked, &[], false)?.text)
        });
        self.cancel = own;
        found
    }

    /// From now on the table is as a side sees it, or those who belong to none; the table as it is comes back by
    /// [`Session::see_again`], and nothing may change meanwhile.
    pub(crate) fn see_as(&mut self, side: Option<SideId>) -> Option<HiddenTable> {
        let seen = self.table.as_seen_by(side)?;
        Some(HiddenTable(std::mem::replace(&mut self.table, seen)))
    }

    /// The table is again what it is.
    pub(crate) fn see_again(&mut self, table: Option<HiddenTable>) {
        if let Some(HiddenTable(table)) = table {
            self.table = table;
        }
    }

    /// Finds something out about the table, which stays as it is.
    pub(super) fn look<T>(
        &mut self,
        line: &str,
        find: impl FnOnce(&mut LineStep<'_>) -> Result<T, LineStop>,
    ) -> Result<T, Diagnostics> {
        let mut table = self.table.clone();
        table.kit.cancel = self.cancel.clone();
        let mut step = LineStep {
            line: TypedLine(line),
            session: self,
            table,
            dice: Vec::new(),
            by_sum: false,
            told: 0,
            changes: false,
            asks_again: false,
            made: None,
            tosses: (Vec::new(), 0),
            happened: Vec::new(),
        };
        let found = find(&mut step);
        let engine = step.table.engine.take();
        // The Luau state is made once, whoever needed it first.
        self.table.engine = engine.or_else(|| self.table.engine.take());
        found.map_err(|stop| match stop {
            LineStop::Wrong(diagnostics) => diagnostics,
            LineStop::Dice { .. } => Vec::new(),
        })
    }
}
