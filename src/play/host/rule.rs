//! What a script asks of the rules and of the game as a whole.

use super::given::text_at;
use super::{HostAnswer, ScriptCalls};
use crate::eval::Frame;
use crate::play::{Play, PlayError, Rules};
use crate::rulebook::{Expr, Node, OptionChoice, OptionRule, Setting};
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, Constants, HostError, HostRow, NameOf, Shape, may, must};
use crate::state::{State, View};
use crate::text::Span;
use crate::value::{OptionId, SettingId, TableId};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(turn), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Field, name: "turn", parameters: &[], returns: "number", steps: 5,
        sentence: "The number of the turn; the first is 1.", example: "play.turn" } },
    HostRow { answer: Some(phase), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Field, name: "phase", parameters: &[], returns: "PhaseName?", steps: 5,
        sentence: "The phase; nil before the first turn.", example: "play.phase" } },
    HostRow { answer: Some(acting_side), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Field, name: "acting_side", parameters: &[], returns: "Side?", steps: 5,
        sentence: "The side whose round it is.", example: "play.acting_side" } },
    HostRow { answer: Some(figures), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "figures", parameters: &[], returns: "{Figure}", steps: 5,
        sentence: "All figures, in order, the removed ones too.", example: "play:figures()" } },
    HostRow { answer: Some(sides), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "sides", parameters: &[], returns: "{Side}", steps: 5,
        sentence: "All sides, in order.", example: "play:sides()" } },
    HostRow { answer: Some(side), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "side", parameters: &[must("name", ApiType::Name(NameOf::Somebody))], returns: "Side?", steps: 5,
        sentence: "The side of that name.", example: "play:side(\"red\")" } },
    HostRow { answer: Some(figure), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "figure", parameters: &[must("name", ApiType::Name(NameOf::Somebody))], returns: "Figure?", steps: 5,
        sentence: "The figure of that name.", example: "play:figure(\"Ada\")" } },
    HostRow { answer: Some(setting), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "setting", parameters: &[must("name", ApiType::Name(NameOf::Setting))], returns: "any", steps: 5,
        sentence: "A setting of the rules.", example: "play:setting(\"first_ring\")" } },
    HostRow { answer: Some(option), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "option", parameters: &[must("name", ApiType::Name(NameOf::Option))], returns: "any", steps: 5,
        sentence: "An option: true or false, or the name of the reading in force.", example: "play:option(\"bands\")" } },
    HostRow { answer: Some(table), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "table", parameters: &[must("name", ApiType::Name(NameOf::Table)), must("key", ApiType::Any), may("key2", ApiType::Any)], returns: "any", steps: 5,
        sentence: "What a table says.", example: "play:table(\"reach\", 7)" } },
];

fn turn(calls: &mut ScriptCalls<'_>, _: &[Arg]) -> HostAnswer {
    Ok(Arg::int(i64::from(calls.play.asked_turn())).into())
}

fn phase(calls: &mut ScriptCalls<'_>, _: &[Arg]) -> HostAnswer {
    let phase = calls.play.state().phase.map(|phase| &calls.book().turn.phases[phase.index()].head.name);
    Ok(phase.map_or(Arg::Nil, Arg::shared).into())
}

fn acting_side(calls: &mut ScriptCalls<'_>, _: &[Arg]) -> HostAnswer {
    Ok(calls.play.state().acting_side.map_or(Arg::Nil, Arg::Side).into())
}

fn figures(calls: &mut ScriptCalls<'_>, _: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    Ok(ScriptCalls::figure_list(calls.play.state().figure_ids()).into())
}

fn sides(calls: &mut ScriptCalls<'_>, _: &[Arg]) -> HostAnswer {
    Ok(ScriptCalls::side_list(calls.play.state().side_order.iter().copied()).into())
}

fn side(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at(calls.play.state().sides.len())?;
    let (name, state) = (text_at(args, 0)?.as_str(calls.names().texts()), calls.play.state());
    let found = state.side_ids().find(|id| &*state.side(*id).name == name);
    Ok(found.map_or(Arg::Nil, Arg::Side).into())
}

fn figure(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    let (name, state) = (text_at(args, 0)?.as_str(calls.names().texts()), calls.play.state());
    let found = state.figure_ids().find(|id| &*state.figure(*id).name == name);
    Ok(found.map_or(Arg::Nil, Arg::Figure).into())
}

fn setting(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = calls.setting_named(text_at(args, 0)?)?;
    Ok(calls.play.rules().setting(&calls.play.view(), id).map_err(|error| calls.broken(error))?.into())
}

fn option(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = calls.option_named(text_at(args, 0)?)?;
    Ok(calls.play.rules().option(id).into())
}

fn table(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = calls.table_named(text_at(args, 0)?)?;
    let table = &calls.book().tables[id.index()];
    let span = table.head.span;
    let keys: Result<Vec<Expr>, HostError> =
        (0..table.keys.len()).map(|index| calls.key(id, index, &args[index + 1], span)).collect();
    let expr = Expr { node: Node::Table(id, keys?), span };
    let value = calls.play.view().value_in(&expr, &calls.play.frame()).map_err(|error| calls.broken(error))?;
    Ok(calls.to_arg(&value, calls.play.rules().factor(&table.result, table.unit)).into())
}

impl ScriptCalls<'_> {
    fn key(&self, table: TableId, index: usize, arg: &Arg, span: Span) -> Result<Expr, HostError> {
        let table = &self.play.rules().book.tables[table.index()];
        let key = &table.keys[index];
        let what = format_args!("the key `{}` of the table `{}`", key.name, table.head.name);
        Ok(Expr::constant(self.to_value(arg, &key.r#type, key.unit, &what)?, span))
    }
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
