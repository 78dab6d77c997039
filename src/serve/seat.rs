//! Who sits at the table: the referee, somebody for each side, those who only watch.

use crate::repl::Session;
use std::sync::Arc;

/// Sides that get a seat of their own.
const MOST_SIDES: usize = 12;

/// A seat at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableSeat {
    /// Sees and does everything.
    Referee,
    /// Plays a side: knows of it what is its own, and of others what happens.
    Side { name: Arc<str>, title: Arc<str> },
    /// Knows what happens, and does nothing.
    Watcher,
}

impl TableSeat {
    /// The seats of what is played.
    pub(super) fn all(session: &Session) -> Vec<TableSeat> {
        let sides = session.fight().sides.iter().take(MOST_SIDES);
        let sides = sides.map(|side| TableSeat::Side { name: side.name.clone(), title: side.title.clone() });
        [TableSeat::Referee].into_iter().chain(sides).chain([TableSeat::Watcher]).collect()
    }

    /// What it is called.
    pub(crate) fn title(&self) -> &str {
        match self {
            TableSeat::Referee => "The referee",
            TableSeat::Side { title, .. } => title,
            TableSeat::Watcher => "Looking on",
        }
    }

    /// The name of its side.
    pub(super) fn side(&self) -> Option<&str> {
        match self {
            TableSeat::Side { name, .. } => Some(name),
            TableSeat::Referee | TableSeat::Watcher => None,
        }
    }

    /// What it has said, for those who hear all.
    pub(super) fn quoted(&self, line: &str) -> String {
        match self {
            TableSeat::Referee => line.to_string(),
            other => format!("{}: {line}", other.title()),
        }
    }
}
