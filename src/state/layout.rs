//! Where each track lies in a figure's flat list of numbers: one place each, or one for each symbol.

use crate::rulebook::Rulebook;
use crate::value::{Symbol, TrackId};

/// The places of tracks.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    first: Vec<usize>,
    /// How many places there are in all.
    pub tracks: usize,
}

impl Layout {
    /// The layout of a rulebook.
    pub fn new(rulebook: &Rulebook) -> Layout {
        let mut layout = Layout::default();
        for track in &rulebook.tracks {
            layout.first.push(layout.tracks);
            layout.tracks += track.by.map_or(1, |set| rulebook.sets[set.index()].words.len());
        }
        layout
    }

    /// The place of a track, or of its part for a symbol.
    pub fn track(&self, id: TrackId, symbol: Option<Symbol>) -> usize {
        self.first[id.index()] + symbol.map_or(0, |symbol| usize::from(symbol.at))
    }
}
