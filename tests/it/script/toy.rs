//! The smallest game a script can be run in: two figures, a few names, dice that are given.

use fray::dice::Cancel;
use fray::script::{
    ApiOwner, ApiParameter, ApiRow, ApiType, Arg, Engine, Host, HostError, HostRow, NameId, NameOf, NameOrText,
    Program, Reply, ScriptError, ScriptSource, Shape, Terms, may, must,
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

/// The toy while a script calls it.
pub struct ToyCalls<'h> {
    toy: &'h mut Toy,
    engine: &'h Engine<Toy>,
}

type ToyAnswer = Result<Reply, HostError>;

/// What scripts can call in the toy.
#[rustfmt::skip]
const ROWS: &[HostRow<Toy>] = &[
    HostRow { answer: Some(name), row: ApiRow { returns: "string", ..row(ApiOwner::Figure, Shape::Field, "name", &[]) } },
    HostRow { answer: Some(foes), row: row(ApiOwner::Figure, Shape::Method, "foes", &[]) },
    HostRow { answer: Some(change), row: ApiRow { example: "foe:change(\"harm\", 3, \"the spear\")", ..row(ApiOwner::Figure, Shape::Change, "change", &[must("track", ApiType::Name(NameOf::Track)), must("amount", ApiType::Number), may("why", ApiType::Text)]) } },
    HostRow { answer: None, row: row(ApiOwner::Cell, Shape::Field, "x", &[]) },
    HostRow { answer: None, row: row(ApiOwner::Cell, Shape::Field, "y", &[]) },
    HostRow { answer: Some(turn), row: row(ApiOwner::Play, Shape::Field, "turn", &[]) },
    HostRow { answer: Some(setting), row: row(ApiOwner::Play, Shape::Method, "setting", &[must("name", ApiType::Name(NameOf::Setting))]) },
    HostRow { answer: Some(roll), row: ApiRow { returns: "(number, {number})", ..row(ApiOwner::Play, Shape::Change, "roll", &[must("dice", ApiType::Dice), may("why", ApiType::Text)]) } },
    HostRow { answer: Some(nothing), row: row(ApiOwner::Play, Shape::Method, "distance", &[must("a", ApiType::Place), must("b", ApiType::Place)]) },
    HostRow { answer: Some(cell), row: row(ApiOwner::Play, Shape::Method, "cell", &[must("x", ApiType::Number), must("y", ApiType::Number)]) },
    HostRow { answer: Some(tell), row: row(ApiOwner::Play, Shape::Change, "tell", &[must("event", ApiType::Name(NameOf::Event)), may("fields", ApiType::Facts)]) },
    HostRow { answer: Some(say), row: row(ApiOwner::Play, Shape::Change, "say", &[must("text", ApiType::Text)]) },
    HostRow { answer: Some(nothing), row: ApiRow { example: "play:win(me.side, \"the field is held\")", ..row(ApiOwner::Play, Shape::Change, "win", &[must("side", ApiType::Side), may("why", ApiType::Text)]) } },
];

/// A row that says no more than its name and what it takes.
const fn row(owner: ApiOwner, shape: Shape, name: &'static str, parameters: &'static [ApiParameter]) -> ApiRow {
    ApiRow { owner, shape, name, parameters, returns: "any", steps: 5, sentence: "", example: "" }
}

fn name(_: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Figure(id)] = args else { return Ok(Reply::NOTHING) };
    Ok(Reply::One(Arg::name(NameId(4 + u32::from(id.0)))))
}

fn foes(_: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Figure(id)] = args else { return Ok(Reply::NOTHING) };
    Ok(Arg::List(vec![Arg::Figure(FigureId(1 - id.0))]).into())
}

fn change(calls: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Figure(id), Arg::Text(track), amount, ..] = args else { return Ok(Reply::NOTHING) };
    let track = track.as_str(calls.engine.program().names());
    if track != "harm" {
        return Err(HostError::Unknown { sort: "track", name: track.to_string(), among: vec!["harm".into()] });
    }
    calls.toy.harm[id.index()] += number(amount);
    Ok(Reply::One(amount.clone()))
}

fn turn(_: &mut ToyCalls<'_>, _: &[Arg]) -> ToyAnswer {
    Ok(Arg::int(1).into())
}

fn setting(calls: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Text(name)] = args else { return Ok(Reply::NOTHING) };
    match name.as_str(calls.engine.program().names()) {
        "halt" => Err(HostError::Halt),
        "refuse" => Err(HostError::refused("it is too late", "come earlier")),
        "dice" => Ok(Arg::Dice(Arc::new(Formula::dice(2, 6))).into()),
        other => match calls.engine.script(other) {
            Some(script) => {
                let returned = calls.engine.run(script, &[Arg::Play], calls.toy, Terms::default())?;
                Ok(Reply::One(returned.into_iter().next().unwrap_or_default()))
            }
            None => Ok(Reply::NOTHING),
        },
    }
}

fn roll(_: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Dice(dice), ..] = args else { return Ok(Reply::NOTHING) };
    let each = vec![Arg::int(3); dice.count() as usize];
    Ok(Reply::Two(Arg::int(3 * i64::from(dice.count()) + dice.plus), Arg::List(each)))
}

fn cell(_: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [x, y] = args else { return Ok(Reply::NOTHING) };
    Ok(Arg::Cell(Position { x: number(x) as i32, y: number(y) as i32 }).into())
}

fn tell(calls: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Text(event), Arg::Record(fields)] = args else { return Ok(Reply::NOTHING) };
    let names = calls.engine.program().names();
    let mut line = event.as_str(names).to_string();
    for (name, value) in fields.iter() {
        write!(line, " {}={value:?}", name.as_str(names)).expect("a text takes any text");
    }
    calls.toy.story.push(line);
    Ok(Reply::NOTHING)
}

fn say(calls: &mut ToyCalls<'_>, args: &[Arg]) -> ToyAnswer {
    let [Arg::Text(text)] = args else { return Ok(Reply::NOTHING) };
    calls.toy.story.push(text.as_str(calls.engine.program().names()).to_string());
    Ok(Reply::NOTHING)
}

fn nothing(_: &mut ToyCalls<'_>, _: &[Arg]) -> ToyAnswer {
    Ok(Reply::NOTHING)
}

fn number(arg: &Arg) -> f64 {
    if let Arg::Number(n) = arg { *n } else { 0.0 }
}

impl Host for Toy {
    type Calls<'h> = ToyCalls<'h>;

    fn rows() -> &'static [&'static [HostRow<Toy>]] {
        &[ROWS]
    }

    fn calls<'h>(&'h mut self, engine: &'h Engine<Toy>) -> ToyCalls<'h> {
        ToyCalls { toy: self, engine }
    }

    fn get(&mut self, _: &Engine<Toy>, subject: &Arg, name: &NameOrText) -> Result<Option<Arg>, HostError> {
        let figure = subject.as_figure().map(|id| id.index());
        Ok(match (figure, name) {
            (Some(index), NameOrText::Name(NameId(0))) => Some(Arg::int(10 + index as i64)),
            (Some(index), NameOrText::Name(NameId(1))) => Some(Arg::Number(self.harm[index])),
            _ => None,
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
