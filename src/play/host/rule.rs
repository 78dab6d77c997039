//! What a script asks of the rules and of the game as a whole.

use super::ScriptCalls;
use super::convert::unknown;
use crate::eval::Frame;
use crate::play::{PlayError, Rules};
use crate::rulebook::{Expr, Node, OptionChoice, OptionRule, Setting};
use crate::script::{Arg, Call, Constants, HostError, Reply};
use crate::state::{State, View};
use crate::text::Span;
use crate::value::{OptionId, SettingId, TableId};

/// Whether it is asked of the rules or the game.
pub(super) fn is_one(call: Call) -> bool {
    (Call::PlayTurn..=Call::PlayTable).contains(&call) || call == Call::PlayReckon || call == Call::PlayFact
}

impl Rules {
    fn setting(&self, view: &View<'_>, id: SettingId) -> Result<Arg, PlayError> {
        let setting = &self.book.settings[id.index()];
        let value = view.value_in(&setting.expr, &Frame::new())?;
        Ok(self.to_arg(&value, self.factor(&setting.r#type, None)))
    }

    fn option(&self, id: OptionId) -> Arg {
        match self.book.options[id.index()].chosen {
            OptionChoice::On(on) => on.into(),
            OptionChoice::Reading(symbol) => Arg::name(self.names.word(symbol)),
        }
    }

    /// What scripts may ask of these rules and is the same in every game: options, and settings that are set.
    pub(in crate::play) fn constants(&self) -> Constants {
        let state = State::default();
        let view = View::new(self, &state);
        let option = |(at, rule): (usize, &OptionRule)| (rule.head.name.clone(), self.option(OptionId(at as u16)));
        let setting = |(at, rule): (usize, &Setting)| {
            Some((rule.head.name.clone(), self.setting(&view, SettingId(at as u16)).ok()?))
        };
        let options = self.book.options.iter().enumerate().map(option).collect();
        let settings = self.book.settings.iter().enumerate().filter_map(setting).collect();
        Constants::from([("option", options), ("setting", settings)])
    }
}

impl ScriptCalls<'_> {
    pub(super) fn rule_call(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        Ok(match call {
            Call::PlayTurn => Arg::int(i64::from(self.play.asked_turn())).into(),
            Call::PlayPhase => {
                let phase =
                    self.play.state().phase.map(|phase| &self.play.rules().book.turn.phases[phase.index()].head.name);
                phase.map_or(Arg::Nil, Arg::shared).into()
            }
            Call::PlayActingSide => self.play.state().acting_side.map_or(Arg::Nil, Arg::Side).into(),
            Call::PlayFigures => ScriptCalls::figure_list(self.play.state().figure_ids()).into(),
            Call::PlaySides => ScriptCalls::side_list(self.play.state().side_order.iter().copied()).into(),
            Call::PlaySide | Call::PlayFigure => self.somebody(call, args),
            Call::PlaySetting => self.setting(args)?,
            Call::PlayOption => self.option(args)?,
            Call::PlayTable => self.table(args)?,
            Call::PlayFact => self.fact(args)?,
            _ => self.reckon_for(args)?,
        })
    }

    fn somebody(&self, call: Call, args: &[Arg]) -> Reply {
        let Some(Arg::Text(name)) = args.first() else { return Reply::NOTHING };
        let name = name.as_str(self.names().texts());
        if call == Call::PlaySide {
            let found = self.play.state().side_ids().find(|id| &*self.play.state().side(*id).name == name);
            return found.map_or(Arg::Nil, Arg::Side).into();
        }
        let found = self.play.state().figure_ids().find(|id| &*self.play.state().figure(*id).name == name);
        found.map_or(Arg::Nil, Arg::Figure).into()
    }

    fn setting(&self, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(Arg::Text(name)) = args.first() else { return Ok(Reply::NOTHING) };
        let book = &self.play.rules().book;
        let Some(id) = self.meaning(name).and_then(|meaning| meaning.setting) else {
            let among = book.settings.iter().map(|setting| setting.head.name.clone()).collect();
            return Err(unknown("setting", name, self.names(), among));
        };
        Ok(self.play.rules().setting(&self.play.view(), id).map_err(|error| self.broken(error))?.into())
    }

    fn option(&self, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(Arg::Text(name)) = args.first() else { return Ok(Reply::NOTHING) };
        let book = &self.play.rules().book;
        let Some(id) = self.meaning(name).and_then(|meaning| meaning.option) else {
            let among = book.options.iter().map(|option| option.head.name.clone()).collect();
            return Err(unknown("option", name, self.names(), among));
        };
        Ok(self.play.rules().option(id).into())
    }

    fn table(&self, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(Arg::Text(name)) = args.first() else { return Ok(Reply::NOTHING) };
        let book = &self.play.rules().book;
        let Some(id) = self.meaning(name).and_then(|meaning| meaning.table) else {
            let among = book.tables.iter().map(|table| table.head.name.clone()).collect();
            return Err(unknown("table", name, self.names(), among));
        };
        let table = &book.tables[id.index()];
        let span = table.head.span;
        let keys: Result<Vec<Expr>, HostError> =
            (0..table.keys.len()).map(|index| self.key(id, index, &args[index + 1], span)).collect();
        let expr = Expr { node: Node::Table(id, keys?), span };
        let value = self.play.view().value_in(&expr, &self.play.frame()).map_err(|error| self.broken(error))?;
        Ok(self.to_arg(&value, self.play.rules().factor(&table.result, table.unit)).into())
    }

    fn key(&self, table: TableId, index: usize, arg: &Arg, span: Span) -> Result<Expr, HostError> {
        let table = &self.play.rules().book.tables[table.index()];
        let key = &table.keys[index];
        let what = format_args!("the key `{}` of the table `{}`", key.name, table.head.name);
        Ok(Expr::constant(self.to_value(arg, &key.r#type, key.unit, &what)?, span))
    }

    /// A fact as the rules compute it from others.
    fn fact(&self, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(Arg::Text(name)) = args.first() else { return Ok(Reply::NOTHING) };
        let book = &self.play.rules().book;
        let Some(id) = self.meaning(name).and_then(|meaning| meaning.fact) else {
            let among = book.facts.iter().map(|fact| fact.head.name.clone()).collect();
            return Err(unknown("fact", name, self.names(), among));
        };
        let frame = self.play.frame_with(&self.facts(&args[1])?);
        let value = self.play.view().scene(&frame).fact(id).map_err(|error| self.broken(error))?;
        let fact = &book.facts[id.index()];
        Ok(self.to_arg(&value, self.play.rules().factor(&fact.r#type, fact.unit)).into())
    }
}
