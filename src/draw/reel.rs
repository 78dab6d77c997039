//! A fight told from its log, moment by moment: what stands where, what was said, who was harmed, what the dice made of it.

use super::document::written;
use super::picture::{Eyes, Fight, Picture};
use crate::diag::visible;
use crate::event::{Change, Event, GoalRecord, Holder};
use crate::play::Rules;
use crate::repl::{CountKeeper, PlayedPart};
use crate::rulebook::Map;
use crate::state::{State, View, apply};
use crate::story::{Story, harm_kept, nearness};
use crate::value::{FigureId, Number, Symbol, TrackId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most moments that are drawn; of a longer fight whole phases are one moment.
const MOST_MOMENTS: usize = 4_000;

/// One moment of a fight.
pub(crate) struct Moment {
    pub turn: u32,
    /// How many events have happened.
    pub until: usize,
    /// Who has acted or rolled since the moment before.
    pub doers: Vec<FigureId>,
    /// What they did, without what is only kept count of.
    pub deeds: Vec<MomentDeed>,
    /// What is told of it.
    pub text: String,
    /// Whether what it tells below headings only keeps count.
    pub is_count: bool,
    /// What is drawn, by the place in the pool.
    pub pieces: Vec<usize>,
    /// Whether somebody was harmed or fell.
    pub is_harm: bool,
    /// What is left of each figure in hundredths, where the rules have such a measure.
    pub left: Vec<Option<u8>>,
}

/// Something that was done: an order, what its dice showed, whom it harmed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MomentDeed {
    pub who: Option<FigureId>,
    /// The order in the words of the story.
    pub what: String,
    pub dice: Vec<String>,
    pub harms: Vec<MomentHarm>,
}

impl MomentDeed {
    /// With what was done of it later.
    pub(super) fn go_on(&mut self, later: &MomentDeed) {
        self.dice.extend_from_slice(&later.dice);
        later.harms.iter().for_each(|harm| self.harm(harm.clone()));
    }

    /// Notes harm; steps of one track are one.
    fn harm(&mut self, harm: MomentHarm) {
        let continued = self.harms.iter_mut().find_map(|known| match (&mut known.what, &harm.what) {
            (HarmSort::Track(track, _, to), HarmSort::Track(other, from, after))
                if known.figure == harm.figure && track == other && to == from =>
            {
                Some((to, *after))
            }
            _ => None,
        });
        match continued {
            Some((to, after)) => *to = after,
            None => self.harms.push(harm),
        }
    }
}

/// Harm that has come to somebody.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MomentHarm {
    pub figure: FigureId,
    what: HarmSort,
}

#[derive(Clone, Debug, PartialEq)]
enum HarmSort {
    Out,
    /// What is counted up, from what to what.
    Track(CountedHarm, Number, Number),
}

/// A track, and which part of it where it is kept by parts.
#[derive(Clone, Debug, PartialEq)]
struct CountedHarm {
    track: TrackId,
    symbol: Option<Symbol>,
    title: Arc<str>,
}

impl MomentHarm {
    /// What came to whom.
    pub(super) fn words(&self, state: &State) -> String {
        let name = &state.figure(self.figure).name;
        match &self.what {
            HarmSort::Out => format!("{name} is out of the fight"),
            HarmSort::Track(counted, from, to) => format!("{name}'s {} went from {from} to {to}", counted.title),
        }
    }
}

/// How often a figure's checks came true, beside how often they were to be expected to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fortune {
    pub checks: u32,
    pub successes: u32,
    pub expected: f64,
}

/// A whole fight.
pub(crate) struct Reel {
    pub moments: Vec<Moment>,
    /// Everything that is drawn, each once.
    pub pool: Vec<String>,
    /// By figure.
    pub fortune: Vec<Fortune>,
    /// The fight as each turn begins: the number of its first moment, and the state.
    pub turns: Vec<(usize, State)>,
    /// The fight as it ends.
    pub end: State,
    /// Whether what is left of somebody is told by conditions, as no track says when he falls.
    pub is_by_conditions: bool,
}

impl Reel {
    /// Who has acted or rolled between two moments, if it was one alone.
    pub(super) fn alone(&self, from: usize, until: usize) -> Option<FigureId> {
        let mut doers = self.moments.get(from + 1..=until)?.iter().flat_map(|moment| &moment.doers);
        let first = *doers.next()?;
        doers.all(|other| *other == first).then_some(first)
    }

    /// The moment at which so many events have happened, and nothing that comes behind them.
    pub(crate) fn moment_at(&self, events: usize) -> usize {
        let behind = self.moments.iter().position(|moment| moment.until > events);
        behind.unwrap_or(self.moments.len()).saturating_sub(1)
    }
}

/// Some of what happened, event by event.
#[derive(Clone, Copy)]
pub(crate) struct ReelPart<'a> {
    /// The fight before it.
    pub begin: &'a State,
    /// What has made it so, where no event tells of it.
    pub said: Option<&'a str>,
    pub events: &'a [Event],
}

impl<'a> From<&'a PlayedPart> for ReelPart<'a> {
    fn from(part: &'a PlayedPart) -> ReelPart<'a> {
        ReelPart { begin: &part.begin, said: part.said.as_deref(), events: &part.events }
    }
}

/// The fight after so many events.
pub(crate) fn stood_after(rules: &Arc<Rules>, parts: &[ReelPart<'_>], until: usize) -> State {
    let mut left = until;
    let mut state = State::default();
    for part in parts {
        state = part.begin.clone();
        part.events.iter().take(left).for_each(|event| apply(rules, &mut state, &event.change));
        match left.checked_sub(part.events.len()) {
            Some(more) if more > 0 => left = more,
            _ => break,
        }
    }
    state
}

/// Follows a fight from its beginning.
pub(crate) fn reel(rules: &Arc<Rules>, map: Option<&Map>, parts: &[ReelPart<'_>]) -> Reel {
    let nothing = State::default();
    let begin = parts.first().map_or(&nothing, |part| part.begin);
    let all: usize = parts.iter().map(|part| part.events.len()).sum();
    let mut maker = Maker {
        rules,
        map,
        begin,
        state: begin.clone(),
        story: Story::default(),
        known: BTreeMap::new(),
        measured: Vec::new(),
        actor: None,
        doers: Vec::new(),
        deeds: Vec::new(),
        text: String::new(),
        is_harm: false,
        is_count: false,
        keeper: CountKeeper::default(),
        passed: 0,
        all,
        reel: Reel {
            moments: Vec::new(),
            pool: Vec::new(),
            fortune: Vec::new(),
            turns: Vec::new(),
            end: begin.clone(),
            is_by_conditions: false,
        },
    };
    maker.moment("The fight begins.\n".to_string(), false);
    for part in parts {
        maker.stand(part);
        part.events.iter().for_each(|event| maker.hear(event));
    }
    maker.reel.end = maker.state.clone();
    maker.reel
}

struct Maker<'a> {
    rules: &'a Arc<Rules>,
    map: Option<&'a Map>,
    begin: &'a State,
    state: State,
    story: Story,
    /// Where in the pool a drawing is.
    known: BTreeMap<String, usize>,
    /// What was left of each figure when it was last measured, with the figure as it was.
    measured: Vec<(crate::state::Figure, Option<u8>)>,
    /// Who was given the last order.
    actor: Option<FigureId>,
    /// Who has acted or rolled since the last moment.
    doers: Vec<FigureId>,
    /// What was done since the last moment.
    deeds: Vec<MomentDeed>,
    /// What was told since then, and whether somebody was harmed.
    text: String,
    is_harm: bool,
    /// Whether that only keeps count.
    is_count: bool,
    keeper: CountKeeper,
    /// Events that have passed, of so many.
    passed: usize,
    all: usize,
    reel: Reel,
}

impl Maker<'_> {
    /// The fight stands as a part of it begins: what no event tells of is told by the line that has made it so.
    fn stand(&mut self, part: &ReelPart<'_>) {
        let Some(said) = part.said else { return };
        self.text += &self.story.rest();
        self.text += &format!("`{}`\n", visible(said));
        self.state = part.begin.clone();
        self.is_count = false;
        self.told_so_far();
    }

    fn hear(&mut self, event: &Event) {
        if matches!(event.change, Change::TurnBegan) {
            self.reel.turns.push((self.reel.moments.len(), self.state.clone()));
        }
        let harms = self.harms(&event.change);
        self.is_harm |= harms;
        self.count(&event.change);
        apply(self.rules, &mut self.state, &event.change);
        let state = self.state.clone();
        let sentence = self.story.tell(self.rules, &state, event);
        self.note_deed(&event.change, &sentence, harms);
        let counts = self.keeper.hears(&self.rules.book, &event.change);
        if !sentence.is_empty() {
            self.is_count = counts && self.text.is_empty();
        }
        self.text += &sentence;
        let at = self.passed;
        self.passed += 1;
        let is_last = self.passed == self.all;
        if is_last {
            self.text += &self.story.rest();
            self.is_count = false;
        }
        let each = self.all.div_ceil(MOST_MOMENTS).max(1);
        if !self.text.is_empty() && (at.is_multiple_of(each) || is_last || self.is_harm) {
            self.told_so_far();
        }
    }

    /// What was told since the last moment is one.
    fn told_so_far(&mut self) {
        let (text, is_harm) = (std::mem::take(&mut self.text), std::mem::take(&mut self.is_harm));
        self.moment(text, is_harm);
    }

    fn moment(&mut self, text: String, is_harm: bool) {
        let left = self.left();
        let view = View::new(self.rules, &self.state);
        let fight =
            Fight { view: &view, beginning: Some(self.begin), map: self.map, asked: self.actor, eyes: Eyes::All };
        let drawn = Picture::new(fight).map_or_else(Vec::new, |picture| picture.pieces());
        let mut pieces = Vec::with_capacity(drawn.len());
        for piece in drawn.into_iter().map(written) {
            let next = self.reel.pool.len();
            let at = *self.known.entry(piece.clone()).or_insert(next);
            if at == next {
                self.reel.pool.push(piece);
            }
            pieces.push(at);
        }
        self.reel.moments.push(Moment {
            turn: self.state.turn,
            until: self.passed,
            doers: std::mem::take(&mut self.doers),
            deeds: std::mem::take(&mut self.deeds),
            text,
            is_count: self.is_count,
            pieces,
            is_harm,
            left,
        });
    }

    /// What is left of each figure, measured anew only where the figure has changed.
    fn left(&mut self) -> Vec<Option<u8>> {
        let view = View::new(self.rules, &self.state);
        for id in self.state.figure_ids() {
            let figure = self.state.figure(id);
            if self.measured.get(id.index()).is_some_and(|(known, _)| known == figure) {
                continue;
            }
            let near = nearness(&view, id).map(|near| (near.left() * 100.0).round() as u8);
            self.reel.is_by_conditions |= near.is_none() && !figure.removed;
            let left = if figure.removed { Some(0) } else { near.or_else(|| self.by_conditions(&view, id)) };
            match self.measured.get_mut(id.index()) {
                Some(place) => *place = (figure.clone(), left),
                None => self.measured.push((figure.clone(), left)),
            }
        }
        self.measured.iter().map(|(_, left)| *left).collect()
    }

    /// What is left of a figure of which no track says when it falls: all of it, half of it with a condition that a track
    /// has brought, a third with two, where conditions of these rules can take it out at all.
    fn by_conditions(&self, view: &View<'_>, id: FigureId) -> Option<u8> {
        let book = &self.rules.book;
        book.conditions.iter().any(|condition| condition.removes).then_some(())?;
        let brought = book.tracks.iter().flat_map(|track| &track.thresholds).map(|one| one.gains);
        let brought: Vec<_> = brought.collect();
        let held = view.state.figure(id).conditions.iter().filter(|held| brought.contains(&held.condition)).count();
        u8::try_from(100 / (held + 1)).ok()
    }

    /// Whether a change harms somebody: he falls, or what somebody else does counts up a track of his that keeps harm or
    /// has thresholds.
    fn harms(&self, change: &Change) -> bool {
        match change {
            Change::Removed { .. } => true,
            Change::TrackChanged { owner: Holder::Figure(figure), track, from, to, .. } => {
                let rule = &self.rules.book.tracks[track.index()];
                let is_others = to > from && self.actor.is_some_and(|actor| actor != *figure);
                let keeps_harm = || {
                    let view = View::new(self.rules, &self.state);
                    !rule.thresholds.is_empty() || harm_kept(&view, *figure).contains(track)
                };
                is_others && !rule.head.is_quiet() && keeps_harm()
            }
            _ => false,
        }
    }

    /// Notes what was done, with what the dice showed and what came of it.
    fn note_deed(&mut self, change: &Change, told: &str, harms: bool) {
        let told = || told.lines().next_back().unwrap_or_default().trim().to_string();
        match change {
            Change::Ordered(order) => {
                let what = told();
                let what = what.split_once(": ").map_or(what.as_str(), |(_, what)| what).to_string();
                self.deeds.push(MomentDeed { who: Some(order.actor), what, ..MomentDeed::default() });
            }
            Change::Checked { actor, check, dice, thrown, need, goal, success, total, .. } if !thrown.is_empty() => {
                let title = &self.rules.book.checks[check.index()].head.title;
                // Of dice of which some are laid aside the total says what counts.
                let sum = total.map_or_else(|| thrown.iter().sum::<i64>().to_string(), |total| total.to_string());
                let needed = match (goal, need) {
                    (GoalRecord::AtMost, Some(need)) => format!(" where {need} or less was needed"),
                    (GoalRecord::AtLeast, Some(need)) => format!(" where {need} or more was needed"),
                    _ => String::new(),
                };
                let came = success.map_or("", |success| if success { ", and it succeeded" } else { ", and it failed" });
                let shown = format!("{title}, {dice} showed {sum}{needed}{came}");
                self.deed_of(*actor).dice.push(shown);
            }
            Change::Removed { figure, .. } => {
                let actor = self.actor;
                self.deed_of(actor).harm(MomentHarm { figure: *figure, what: HarmSort::Out });
            }
            Change::TrackChanged { owner: Holder::Figure(figure), track, symbol, from, to, .. } if harms => {
                let title = self.rules.book.tracks[track.index()].head.title.clone();
                let counted = CountedHarm { track: *track, symbol: *symbol, title };
                let what = HarmSort::Track(counted, *from, *to);
                let actor = self.actor;
                self.deed_of(actor).harm(MomentHarm { figure: *figure, what });
            }
            _ => {}
        }
    }

    /// The deed of somebody that is going on; one that began before the last moment goes on without its order.
    fn deed_of(&mut self, who: Option<FigureId>) -> &mut MomentDeed {
        let goes_on = self.deeds.last().is_some_and(|deed| who.is_none() || deed.who == who || deed.who == self.actor);
        if !goes_on {
            self.deeds.push(MomentDeed { who, ..MomentDeed::default() });
        }
        let last = self.deeds.len() - 1;
        &mut self.deeds[last]
    }

    /// Counts what the dice made of a check, and notes who acts.
    fn count(&mut self, change: &Change) {
        if let Change::Ordered(_) | Change::Checked { .. } = change {
            self.doers.extend(change.figure());
        }
        match change {
            Change::Ordered(order) => self.actor = Some(order.actor),
            Change::Checked { actor: Some(actor), odds: Some(odds), success: Some(success), .. } => {
                let Some(share) = chance(odds) else { return };
                if self.reel.fortune.len() <= actor.index() {
                    self.reel.fortune.resize(actor.index() + 1, Fortune::default());
                }
                let fortune = &mut self.reel.fortune[actor.index()];
                fortune.checks += 1;
                fortune.successes += u32::from(*success);
                fortune.expected += share;
            }
            _ => {}
        }
    }
}

/// `74.1 %`, as logs keep odds, as a number between 0 and 1; what is kept as beyond a bound is taken for the bound.
fn chance(text: &str) -> Option<f64> {
    let number = text.strip_suffix('%')?.trim().trim_start_matches(['<', '>', '~', '≈', ' ']);
    Some(number.parse::<f64>().ok()? / 100.0)
}
