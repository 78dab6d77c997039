//! Games as rows of a table: one row a game, a side, a figure, an order, an effect.

use super::end::GameEnd;
use super::used::DoneOrders;
use crate::event::Change;
use crate::play::Play;
use crate::value::FigureId;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// What a row is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowSort {
    /// A game.
    Game,
    /// A side of a game.
    Side,
    /// A figure of a game.
    Figure,
    /// An order of a game, with what it did.
    Order,
    /// What an order of a game did to a track or condition of others.
    Effect,
}

/// A row: cells by the names of their columns, which are the same in every row of a sort.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameRow(pub Vec<(&'static str, RowCell)>);

/// A cell.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub(crate) enum RowCell {
    /// Nothing: in a table the empty cell.
    Nothing,
    /// A count.
    Count(u64),
    /// An amount, exact.
    Amount(crate::value::Number),
    /// Yes or no.
    Truth(bool),
    /// A text.
    Text(Arc<str>),
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnSort {
    /// Counts.
    Count,
    /// Exact amounts.
    Amount,
    /// Yes or no.
    Truth,
    /// Texts.
    Text,
}

/// A column: its name, and what stands in it.
type RowColumn = (&'static str, ColumnSort);

impl RowSort {
    /// The columns.
    pub(crate) fn columns(self) -> &'static [RowColumn] {
        use ColumnSort::{Amount, Count, Text, Truth};
        match self {
            RowSort::Game => &[
                ("game", Count),
                ("over", Truth),
                ("winner", Text),
                ("why", Text),
                ("turns", Count),
                ("lead_changes", Count),
                ("orders", Count),
                ("refused", Count),
            ],
            RowSort::Side => &[
                ("game", Count),
                ("side", Text),
                ("won", Truth),
                ("figures", Count),
                ("standing", Count),
                ("orders", Count),
                ("checks", Count),
                ("successes", Count),
                ("removed", Count),
                ("accidents", Count),
            ],
            RowSort::Figure => &[
                ("game", Count),
                ("side", Text),
                ("figure", Text),
                ("sheet", Text),
                ("in_play", Truth),
                ("out_in_turn", Count),
                ("orders", Count),
                ("checks", Count),
                ("successes", Count),
                ("removed", Count),
                ("accidents", Count),
            ],
            RowSort::Order => &[
                ("game", Count),
                ("side", Text),
                ("figure", Text),
                ("action", Text),
                ("with", Text),
                ("checks", Count),
                ("successes", Count),
                ("removed", Count),
                ("accidents", Count),
            ],
            RowSort::Effect => &[
                ("game", Count),
                ("side", Text),
                ("figure", Text),
                ("action", Text),
                ("with", Text),
                ("effect", Text),
                ("amount", Amount),
            ],
        }
    }
}

/// The rows of one game.
pub(super) fn rows(sort: RowSort, game: u64, play: &Play, end: &GameEnd, done: &DoneOrders) -> Vec<GameRow> {
    let told = ToldGame { game, play, end, done };
    let cells = match sort {
        RowSort::Game => vec![told.whole()],
        RowSort::Side => told.sides(),
        RowSort::Figure => told.figures(),
        RowSort::Order => told.orders(),
        RowSort::Effect => told.effects(),
    };
    let named = |cells: Vec<RowCell>| GameRow(sort.columns().iter().map(|(name, _)| *name).zip(cells).collect());
    cells.into_iter().map(named).collect()
}

/// A game with all that is known of it.
struct ToldGame<'a> {
    game: u64,
    play: &'a Play,
    end: &'a GameEnd,
    done: &'a DoneOrders,
}

type RowCells = Vec<RowCell>;

impl ToldGame<'_> {
    fn whole(&self) -> RowCells {
        let winner = self.end.winner.map(|side| self.play.state().side(side).name.clone());
        vec![
            self.game.into(),
            self.end.is_over().into(),
            winner.into(),
            self.end.why.clone().into(),
            u64::from(self.end.turns).into(),
            u64::from(self.end.lead_changes).into(),
            (self.done.orders.len() as u64).into(),
            (self.end.refused.len() as u64).into(),
        ]
    }

    fn sides(&self) -> Vec<RowCells> {
        let state = self.play.state();
        let side = |side| {
            let own = |figure: FigureId| state.figure(figure).side == side;
            let mut cells = vec![
                self.game.into(),
                state.side(side).name.clone().into(),
                (self.end.winner == Some(side)).into(),
                (state.figure_ids().filter(|figure| own(*figure)).count() as u64).into(),
                (state.standing(side).count() as u64).into(),
            ];
            cells.extend(self.sums(own));
            cells
        };
        state.side_ids().map(side).collect()
    }

    fn figures(&self) -> Vec<RowCells> {
        let state = self.play.state();
        let figure = |id: FigureId| {
            let figure = state.figure(id);
            let sheet = figure.sheet.map(|sheet| self.play.rules().book.sheets[sheet.index()].head.name.clone());
            let mut cells = self.who(id).to_vec();
            cells.extend([sheet.into(), (!figure.removed).into(), self.turn_out(id).into()]);
            cells.extend(self.sums(|other| other == id));
            cells
        };
        state.figure_ids().map(figure).collect()
    }

    /// The turn in which a figure was taken out of play for the last time, if it is out.
    fn turn_out(&self, id: FigureId) -> Option<u64> {
        if !self.play.state().figure(id).removed {
            return None;
        }
        let is_it = |change: &Change| matches!(change, Change::Removed { figure } if *figure == id);
        let mut events = self.play.log()?.iter();
        events.rfind(|event| is_it(&event.change)).map(|event| u64::from(event.turn))
    }

    fn orders(&self) -> Vec<RowCells> {
        let (book, state) = (&self.play.rules().book, self.play.state());
        let order = |order: &super::used::DoneOrder| {
            let used = order.used(book, state);
            let mut cells = self.who(order.figure).to_vec();
            cells.extend([used.action.into(), used.with.into()]);
            let did = &order.did;
            cells.extend([did.checks, did.successes, did.removed, did.accidents()].map(RowCell::from));
            cells
        };
        self.done.orders.iter().map(order).collect()
    }

    fn effects(&self) -> Vec<RowCells> {
        let (book, state) = (&self.play.rules().book, self.play.state());
        let mut all = Vec::new();
        for order in &self.done.orders {
            for (effect, amount) in &order.did.effects {
                let used = order.used(book, state);
                let mut cells = self.who(order.figure).to_vec();
                cells.extend([used.action.into(), used.with.into(), effect.clone().into()]);
                cells.push(RowCell::Amount(*amount));
                all.push(cells);
            }
        }
        all
    }

    /// The game, the side and the figure.
    fn who(&self, id: FigureId) -> [RowCell; 3] {
        let (state, figure) = (self.play.state(), self.play.state().figure(id));
        [self.game.into(), state.side(figure.side).name.clone().into(), figure.name.clone().into()]
    }

    /// Orders, checks, successes, who was removed and accidents, of some figures.
    fn sums(&self, is_meant: impl Fn(FigureId) -> bool) -> [RowCell; 5] {
        let mut sum = [0_u64; 5];
        for order in self.done.orders.iter().filter(|order| is_meant(order.figure)) {
            let did = &order.did;
            for (sum, more) in sum.iter_mut().zip([did.times, did.checks, did.successes, did.removed, did.accidents()])
            {
                *sum += more;
            }
        }
        sum.map(RowCell::from)
    }
}

impl From<u64> for RowCell {
    fn from(count: u64) -> RowCell {
        RowCell::Count(count)
    }
}

impl From<bool> for RowCell {
    fn from(truth: bool) -> RowCell {
        RowCell::Truth(truth)
    }
}

impl From<Arc<str>> for RowCell {
    fn from(text: Arc<str>) -> RowCell {
        RowCell::Text(text)
    }
}

impl<T: Into<RowCell>> From<Option<T>> for RowCell {
    fn from(cell: Option<T>) -> RowCell {
        cell.map_or(RowCell::Nothing, Into::into)
    }
}

impl Serialize for GameRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, cell)| (name, cell)))
    }
}

/// The form in which rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowForm {
    /// A JSON object a line.
    Json,
    /// A table with a head.
    Csv,
}

impl RowForm {
    /// What stands above the rows.
    pub(crate) fn head(self, sort: RowSort) -> String {
        match self {
            RowForm::Json => String::new(),
            RowForm::Csv => record(sort.columns().iter().map(|(name, _)| (*name).to_string())),
        }
    }

    /// A row with the end of its line.
    pub(crate) fn line(self, row: &GameRow) -> String {
        match self {
            RowForm::Json => serde_json::to_string(row).expect("rows are plain data with text keys") + "\n",
            RowForm::Csv => record(row.0.iter().map(|(_, cell)| cell.shown())),
        }
    }
}

fn record(cells: impl Iterator<Item = String>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).expect("a row in memory");
    let bytes = writer.into_inner().expect("a row in memory");
    String::from_utf8(bytes).expect("cells are texts")
}

impl RowCell {
    fn shown(&self) -> String {
        match self {
            RowCell::Nothing => String::new(),
            RowCell::Count(count) => count.to_string(),
            RowCell::Amount(amount) => amount.to_string(),
            RowCell::Truth(truth) => truth.to_string(),
            // What a spreadsheet would take for a formula is made a text.
            RowCell::Text(text) if text.starts_with(['=', '@', '+', '-']) => format!("'{text}"),
            RowCell::Text(text) => text.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_to_themselves() {
        let text = |text: &str| RowCell::Text(text.into());
        let row = GameRow(vec![("a", text("one, \"two\"")), ("b", text("=1+1")), ("c", RowCell::Nothing)]);
        assert_eq!(RowForm::Csv.line(&row), "\"one, \"\"two\"\"\",'=1+1,\n");
        assert_eq!(RowForm::Json.line(&row), "{\"a\":\"one, \\\"two\\\"\",\"b\":\"=1+1\",\"c\":null}\n");
        assert_eq!(RowForm::Csv.head(RowSort::Effect), "game,side,figure,action,with,effect,amount\n");
    }
}
