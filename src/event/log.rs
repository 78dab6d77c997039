//! The log: events in order, bounded, and its stored form of one JSON object a line.

use super::{Event, EventError, NAMED_SCHEMA, SCHEMA};
use crate::text::SourceText;
use miette::NamedSource;
use std::collections::BTreeMap;

/// The most events a log holds.
pub const MAX_EVENTS: usize = 500_000;
/// The most bytes of text and lists that the events of a log hold together.
pub const MAX_BYTES: usize = 64 << 20;
/// The most bytes a stored line may have.
pub const MAX_LINE: usize = 1 << 20;

/// What happened, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What the log is about, for readers: pack, scenario, seed, options.
    pub about: BTreeMap<String, String>,
    events: Vec<Event>,
    bytes: usize,
}

/// The first line of a stored log.
#[derive(serde::Serialize, serde::Deserialize)]
struct Header {
    schema: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    about: BTreeMap<String, String>,
}

/// Puts numbers for the names in an event as it is stored; the error says which name is none.
type NumberEvent<'a> = dyn FnMut(&mut serde_json::Value) -> Result<(), String> + 'a;

impl Log {
    /// Appends an event, numbers it, and returns its number.
    pub fn push(&mut self, mut event: Event) -> Result<u32, EventError> {
        let bytes = self.bytes + event.change.weight() + event.text.as_ref().map_or(0, |text| text.len());
        if self.events.len() >= MAX_EVENTS || bytes > MAX_BYTES {
            return Err(EventError::Full { events: self.events.len() });
        }
        let seq = u32::try_from(self.events.len()).expect("MAX_EVENTS fits 32 bits");
        event.seq = seq;
        self.bytes = bytes;
        self.events.push(event);
        Ok(seq)
    }

    /// The events, the first first.
    pub fn iter(&self) -> std::slice::Iter<'_, Event> {
        self.events.iter()
    }

    /// The event of that number.
    pub fn get(&self, seq: u32) -> Option<&Event> {
        self.events.get(seq as usize)
    }

    /// The events from that number on: what has happened since.
    pub fn since(&self, seq: usize) -> &[Event] {
        self.events.get(seq..).unwrap_or(&[])
    }

    /// The last event.
    pub fn last(&self) -> Option<&Event> {
        self.events.last()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Forgets every event from that number on, as `undo` does.
    pub fn truncate(&mut self, len: usize) {
        self.events.truncate(len);
        self.bytes = self.events.iter().map(weight).sum();
    }

    /// As text with the numbers of its rulebook: a header, then one event a line.
    pub fn to_json_lines(&self) -> String {
        let mut out = self.header(SCHEMA);
        for event in &self.events {
            out.push('\n');
            out.push_str(&serde_json::to_string(event).expect("an event is plain data with text keys"));
        }
        out.push('\n');
        out
    }

    /// The same with names, where `name` puts them into each event.
    pub(crate) fn to_named_lines(&self, name: &mut dyn FnMut(&mut serde_json::Value)) -> String {
        let mut out = self.header(NAMED_SCHEMA);
        for event in &self.events {
            let mut event = serde_json::to_value(event).expect("an event is plain data with text keys");
            name(&mut event);
            out.push('\n');
            out.push_str(&in_order(&event, &["seq", "turn", "phase", "cause", "cites"]));
        }
        out.push('\n');
        out
    }

    fn header(&self, schema: &str) -> String {
        let header = Header { schema: schema.to_string(), about: self.about.clone() };
        serde_json::to_string(&header).expect("a header is plain text")
    }

    /// A log in which nothing has happened yet, about that.
    #[must_use]
    pub fn headed(about: BTreeMap<String, String>) -> Log {
        Log { about, ..Log::default() }
    }

    /// What a stored log says of itself.
    pub fn about_of(name: &str, text: &str) -> Result<BTreeMap<String, String>, EventError> {
        let reader = LogReader { name, text };
        Ok(reader.header(reader.lines().next())?.about)
    }

    /// Reads a log with the numbers of its rulebook; `name` is the path as the reader knows it.
    pub fn from_json_lines(name: &str, text: &str) -> Result<Log, EventError> {
        Log::from_named_lines(name, text, &mut |_| Err("it has names in it: its rules are needed".to_string()))
    }

    /// Reads the stored form, where `number` puts the numbers of a rulebook into each event; one that has them already is
    /// read as it is.
    pub(crate) fn from_named_lines(name: &str, text: &str, number: &mut NumberEvent<'_>) -> Result<Log, EventError> {
        let reader = LogReader { name, text };
        let mut lines = reader.lines();
        let header = reader.header(lines.next())?;
        let has_names = header.schema == NAMED_SCHEMA;
        let mut log = Log { about: header.about, ..Log::default() };
        for line in lines {
            if line.text.trim().is_empty() {
                continue;
            }
            let event = reader.event(&line, log.len(), has_names.then_some(&mut *number))?;
            log.push(event)?;
        }
        Ok(log)
    }
}

impl<'a> IntoIterator for &'a Log {
    type Item = &'a Event;
    type IntoIter = std::slice::Iter<'a, Event>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// JSON with some members first, those of a change after its type.
fn in_order(value: &serde_json::Value, first: &[&str]) -> String {
    let Some(members) = value.as_object() else { return value.to_string() };
    let early = first.iter().filter_map(|name| members.get_key_value(*name));
    let late = members.iter().filter(|(name, _)| !first.contains(&name.as_str()));
    let told = early.chain(late).map(|(name, held)| match name.as_str() {
        "change" => format!("\"change\":{}", in_order(held, &["type", "figure", "actor"])),
        _ => format!("{}:{held}", serde_json::Value::from(name.as_str())),
    });
    format!("{{{}}}", told.collect::<Vec<String>>().join(","))
}

fn weight(event: &Event) -> usize {
    event.change.weight() + event.text.as_ref().map_or(0, |text| text.len())
}

/// A stored log while it is read.
struct LogReader<'a> {
    name: &'a str,
    text: &'a str,
}

/// A line with its place.
struct PlacedLine<'a> {
    text: &'a str,
    start: usize,
    number: usize,
}

impl<'a> LogReader<'a> {
    fn lines(&self) -> impl Iterator<Item = PlacedLine<'a>> {
        let mut start = 0;
        self.text.split('\n').enumerate().map(move |(index, text)| {
            let line = PlacedLine { text, start, number: index + 1 };
            start += text.len() + 1;
            line
        })
    }

    fn src(&self) -> NamedSource<SourceText> {
        NamedSource::new(self.name, self.text.into())
    }

    fn header(&self, line: Option<PlacedLine<'_>>) -> Result<Header, EventError> {
        let line = line.unwrap_or(PlacedLine { text: "", start: 0, number: 1 });
        let at = (0, line.text.len().min(MAX_LINE)).into();
        let wrong = |why: String| EventError::NotALog { src: self.src(), at, why };
        if line.text.len() > MAX_LINE {
            return Err(wrong(format!("longer than {MAX_LINE} bytes")));
        }
        match serde_json::from_str::<Header>(line.text) {
            Ok(header) if [SCHEMA, NAMED_SCHEMA].contains(&&*header.schema) => Ok(header),
            Ok(header) => Err(wrong(format!("its schema is `{}`", header.schema))),
            Err(_) => Err(wrong("not a header".to_string())),
        }
    }

    fn event(
        &self,
        line: &PlacedLine<'_>,
        expected: usize,
        number: Option<&mut NumberEvent<'_>>,
    ) -> Result<Event, EventError> {
        let whole = (line.start, line.text.len());
        let bad = |at: (usize, usize), why: String| EventError::BadLine {
            src: self.src(),
            at: at.into(),
            why,
            line: line.number,
        };
        if line.text.len() > MAX_LINE {
            return Err(bad((line.start, 1), format!("longer than {MAX_LINE} bytes")));
        }
        let event: Event = match number {
            None => serde_json::from_str(line.text),
            Some(number) => serde_json::from_str(line.text).and_then(|mut event: serde_json::Value| {
                number(&mut event).map_err(<serde_json::Error as serde::de::Error>::custom)?;
                serde_json::from_value(event)
            }),
        }
        .map_err(|error| bad(whole, reason(&error)))?;
        let disorder =
            |why: String| EventError::OutOfOrder { src: self.src(), at: whole.into(), why, line: line.number };
        if event.seq as usize != expected {
            return Err(disorder(format!("numbered {}, expected {expected}", event.seq)));
        }
        Ok(event)
    }
}

/// What serde_json says without its line number, which is always 1 here.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(before, _)| before.to_string())
}

#[cfg(test)]
mod tests {
    use super::Log;
    use crate::event::SCHEMA;
    use crate::event::{Cause, Change, CheckedModifier, Event, GoalRecord, Holder, Spot};
    use crate::value::{
        CardId, CheckId, Clock, ConditionId, FactId, FigureId, Formula, ItemId, ModifierId, Number, PhaseId, Position,
        SetId, SideId, SlotId, StateId, Symbol, Target, ThingId, TrackId, Value,
    };
    use std::sync::Arc;

    fn sample() -> Log {
        let figure = FigureId(3);
        let word = |at| Symbol { set: SetId(2), at };
        let place = Position { x: -4, y: 7 };
        let changes = [
            Change::TurnBegan,
            Change::Rolled { dice: "3d6".into(), thrown: vec![4, 2, 5], total: Number::int(11), why: None },
            Change::Checked {
                check: CheckId(1),
                actor: Some(figure),
                facts: vec![
                    (FactId(0), Value::Figure(figure)),
                    (FactId(1), Value::Dice(Arc::new(Formula::dice(2, 6)))),
                ],
                dice: "3d6".into(),
                thrown: vec![4, 2, 5],
                goal: GoalRecord::AtMost,
                base: Some(CheckedModifier {
                    label: "skill".into(),
                    amount: Number::int(10),
                    target: Target::Number,
                    id: None,
                    cites: [].into(),
                    worth: None,
                }),
                odds: Some("20/27".into()),
                need: Some(Number::int(12)),
                total: Some(Number::int(11)),
                margin: Some(Number::ONE),
                success: Some(true),
                impossible: None,
                modifiers: vec![CheckedModifier {
                    label: "braced".into(),
                    amount: Number::int(2),
                    target: Target::Dice,
                    id: Some(ModifierId::Card(CardId(2), 3)),
                    cites: ["24.3".into()].into(),
                    worth: None,
                }],
                fields: vec![("multiply".into(), Value::int(2)), ("effect".into(), Value::Symbol(word(1)))],
                opposite: None,
            },
            Change::TrackChanged {
                owner: Holder::Figure(figure),
                track: TrackId(0),
                symbol: Some(word(0)),
                from: Number::fraction(1, 2).expect("a fraction"),
                to: Number::int(4),
                cut: None,
                why: Some("the spear".into()),
            },
            Change::StateChanged { figure, state: StateId(0), from: word(0), to: word(1), why: None },
            Change::ConditionGained { figure, condition: ConditionId(4), clock: Clock::Turns(2), why: None },
            Change::Moved { figure, from: None, to: Some(place) },
            Change::ThingMade { thing: ThingId(9), item: ItemId(2) },
            Change::SlotChanged { thing: ThingId(9), from: Spot::Slot(figure, SlotId(0)), to: Spot::Ground(place) },
            Change::Told { name: "shout".into(), fields: vec![("at".into(), Value::Cell(place))], text: None },
            Change::Won { side: SideId(0), why: "nobody \"else\"\nis left".into() },
            Change::TurnEnded { stream_at: u64::MAX },
        ];
        let mut log = Log::default();
        log.about.insert("seed".to_string(), "7".to_string());
        for (index, change) in changes.into_iter().enumerate() {
            let cause = (index > 0).then(|| Cause::Rule("phase `moves`".into()));
            let event = Event::new(1, Some(PhaseId(0)), change).because(cause);
            log.push(event).expect("a small log");
        }
        log
    }

    #[test]
    fn a_stored_log_is_read_back_as_it_was() {
        let log = sample();
        assert_eq!(Log::from_json_lines("a.log", &log.to_json_lines()).expect("what was written"), log);
    }

    #[test]
    fn forgetting_keeps_the_numbers_in_step() {
        let mut log = sample();
        log.truncate(2);
        assert_eq!(log.push(Event::new(1, None, Change::TurnBegan)).expect("room"), 2);
        assert_eq!(log.since(2).len(), 1);
    }

    #[test]
    fn a_broken_log_is_refused_with_its_line() {
        let header = format!("{{\"schema\":\"{SCHEMA}\"}}\n");
        let began = r#"{"seq":0,"turn":1,"change":{"type":"turn_began"}}"#;
        for (text, expected) in [
            (String::new(), "this is not a log of events"),
            ("{\"schema\":\"other/1\"}".to_string(), "this is not a log of events"),
            (format!("{header}{began}\n{{oops"), "line 3 of the log is not an event"),
            (
                format!("{header}{{\"turn\":1,\"change\":{{\"type\":\"sneezed\"}}}}"),
                "line 2 of the log is not an event",
            ),
            (format!("{header}{began}\n{began}"), "the events of the log are out of order at line 3"),
            (
                format!(
                    "{header}{{\"seq\":0,\"turn\":1,\"cause\":{{\"event\":0}},\"change\":{{\"type\":\"turn_began\"}}}}"
                ),
                "line 2 of the log is not an event",
            ),
        ] {
            assert_eq!(Log::from_json_lines("a.log", &text).expect_err("broken").to_string(), expected);
        }
    }

    #[test]
    fn a_log_that_grows_without_end_is_stopped() {
        let mut log = Log::default();
        let text: Arc<str> = "x".repeat(super::MAX_BYTES / 2).into();
        let say = |log: &mut Log| log.push(Event::new(1, None, Change::Said { text: text.clone() }));
        assert_eq!(say(&mut log).expect("half of it"), 0);
        assert_eq!(say(&mut log).expect("all of it"), 1);
        assert_eq!(say(&mut log).expect_err("full").to_string(), "the log is full after 2 events");
    }
}
