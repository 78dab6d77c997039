//! The smallest game a script can be run in: two figures, a few names, dice that are given.

use fray::dice::Cancel;
use fray::script::{
    Arg, Call, Engine, Host, HostError, NameId, NameOrText, Program, Reply, ScriptError, ScriptSource, Terms,
};
use fray::value::{FigureId, Formula, Position, ScriptId};
use std::fmt::Write;
use std::sync::Arc;

/// The names the toy's rules declare, by index.
pub const NAMES: &[&str] = &["might", "harm", "strike", "shaken", "Ada", "Bea"];

/// A game in which figures have might and harm.
#[derive(Default)]
pub struct Toy {
    /// What each figure has suffered.
    pub harm: [f64; 2],
    /// What was said.
    pub story: Vec<String>,
}

impl Host for Toy {
    fn get(&mut self, _: &Engine<Toy>, subject: &Arg, name: &NameOrText) -> Result<Option<Arg>, HostError> {
        let figure = subject.as_figure().map(|id| id.index());
        Ok(match (figure, name) {
            (Some(index), NameOrText::Name(NameId(0))) => Some(Arg::int(10 + index as i64)),
            (Some(index), NameOrText::Name(NameId(1))) => Some(Arg::Number(self.harm[index])),
            _ => None,
        })
    }

    fn call(&mut self, engine: &Engine<Toy>, function: Call, args: &[Arg]) -> Result<Reply, HostError> {
        let names = engine.program().names();
        let number = |arg: &Arg| if let Arg::Number(n) = arg { *n } else { 0.0 };
        Ok(match (function, args) {
            (Call::FigureName, [Arg::Figure(id)]) => Reply::One(Arg::name(NameId(4 + u32::from(id.0)))),
            (Call::FigureFoes, [Arg::Figure(id)]) => Arg::List(vec![Arg::Figure(FigureId(1 - id.0))]).into(),
            (Call::FigureChange, [Arg::Figure(id), Arg::Text(track), amount, ..]) => {
                if track.as_str(names) != "harm" {
                    let name = track.as_str(names).to_string();
                    return Err(HostError::Unknown { sort: "track", name, among: vec!["harm".into()] });
                }
                self.harm[id.index()] += number(amount);
                Reply::One(amount.clone())
            }
            (Call::PlayRoll, [Arg::Dice(dice), ..]) => {
                let each = vec![Arg::int(3); dice.count() as usize];
                Reply::Two(Arg::int(3 * i64::from(dice.count()) + dice.plus), Arg::List(each))
            }
            (Call::PlaySay, [Arg::Text(text)]) => {
                self.story.push(text.as_str(names).to_string());
                Reply::NOTHING
            }
            (Call::PlayTell, [Arg::Text(event), Arg::Record(fields)]) => {
                let mut line = event.as_str(names).to_string();
                for (name, value) in fields.iter() {
                    write!(line, " {}={value:?}", name.as_str(names)).expect("a text takes any text");
                }
                self.story.push(line);
                Reply::NOTHING
            }
            (Call::PlayCell, [x, y]) => Arg::Cell(Position { x: number(x) as i32, y: number(y) as i32 }).into(),
            (Call::PlaySetting, [Arg::Text(name)]) => match name.as_str(names) {
                "halt" => return Err(HostError::Halt),
                "refuse" => return Err(HostError::refused("it is too late", "come earlier")),
                "dice" => Arg::Dice(Arc::new(Formula::dice(2, 6))).into(),
                other => match engine.script(other) {
                    Some(script) => {
                        let returned = engine.run(script, &[Arg::Play], self, Terms::default())?;
                        Reply::One(returned.into_iter().next().unwrap_or_default())
                    }
                    None => Reply::NOTHING,
                },
            },
            (Call::PlayTurn, []) => Arg::int(1).into(),
            _ => return Err(HostError::refused(format!("the toy cannot do {function:?}"), "")),
        })
    }

    fn dice(&mut self, text: &str) -> Option<Arc<Formula>> {
        let (count, rest) = text.split_once('d')?;
        let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let formula = Formula::dice(count.parse().ok()?, sides.parse().ok()?);
        formula.adding(plus.parse().ok()?).map(Arc::new)
    }

    fn show(&mut self, subject: &Arg) -> String {
        match subject {
            Arg::Dice(formula) => formula.to_string(),
            other => other.sort().to_string(),
        }
    }

    fn properties(&mut self, subject: &Arg) -> Vec<Arc<str>> {
        if subject.as_figure().is_some() { vec!["might".into(), "harm".into()] } else { Vec::new() }
    }
}

/// The program of the scripts given as name and text; the first is run as an action by [`run`].
pub fn program(scripts: &[(&str, &str)]) -> Arc<Program> {
    let source = |(name, text): &(&str, &str)| ScriptSource {
        name: (*name).into(),
        path: format!("scripts/toy/{name}.luau").into(),
        text: (*text).into(),
    };
    let names = NAMES.iter().map(|name| Arc::from(*name)).collect();
    Arc::new(Program::new(scripts.iter().map(source).collect(), names))
}

/// An engine for those scripts.
#[track_caller]
pub fn engine(scripts: &[(&str, &str)]) -> Engine<Toy> {
    Engine::new(program(scripts), Cancel::default()).expect("the sandbox can be built")
}

/// Runs a script of an engine as an action: a figure and the play.
pub fn run(engine: &Engine<Toy>, script: u16, toy: &mut Toy) -> Result<Vec<Arg>, ScriptError> {
    let called_by = "action `strike`, rules/toy/turn.fray:12";
    let terms = Terms { read_only: false, called_by: &called_by };
    engine.run(ScriptId(script), &[Arg::Figure(FigureId(0)), Arg::Play], toy, terms)
}

/// The values as one line.
pub fn shown(values: &[Arg]) -> String {
    let one = |value: &Arg| match value {
        Arg::Text(text) => {
            let names: Vec<Arc<str>> = NAMES.iter().map(|name| Arc::from(*name)).collect();
            format!("{:?}", text.as_str(&names))
        }
        Arg::Number(n) => n.to_string(),
        Arg::Bool(truth) => truth.to_string(),
        Arg::List(list) => format!("[{}]", shown(list)),
        other => format!("{other:?}"),
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}
