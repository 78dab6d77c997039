//! Whoever listens knows the words of the rules, who is on the board, and what was said before.

use super::lexicon::Lexicon;
use super::little::{self, is};
use super::token::{SpokenWord, words};
use crate::eval::{Frame, Subject};
use crate::event::Spot;
use crate::play::Rules;
use crate::query::{About, Argument, Directory, ParsedQuery, Quantity, Who, understood};
use crate::rulebook::{Item, Rulebook, UnitNumber};
use crate::state::{State, Thing, View, cell_text};
use crate::value::{FigureId, ItemId, KindId, Number, Position, Value};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Shorter words of the title of a side are no name of it.
const LEAST_OF_SIDE: usize = 4;

/// What a line is heard in.
pub struct Listener<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The fight as it stands.
    pub state: &'a State,
    /// Who may be named.
    pub cast: &'a Directory,
    /// The words of the rules.
    pub lexicon: &'a Lexicon,
    /// The last sentence, if there was one.
    pub last: Option<&'a ParsedQuery>,
    /// What was told in the line before, and changed something.
    pub told: Option<&'a str>,
    /// Whether the line before has changed anything.
    pub has_changed: bool,
    /// The last line that was typed and corrects none.
    pub typed: Option<&'a str>,
    /// Who was named first in the line before.
    pub named: Option<FigureId>,
    /// Who was named second there.
    pub beside: Option<FigureId>,
    /// Who is asked for an order.
    pub acting: Option<FigureId>,
    /// Whether the last sentence is one that was only supposed, with what was said there.
    pub is_supposed: bool,
    /// Commands that may be meant.
    pub commands: &'a [&'a str],
    /// Names in their words, split when they are first asked for.
    pub names: OnceCell<KnownNames>,
}

impl Listener<'_> {
    /// Who listens to what stands behind a sentence, where nothing has been told or done since.
    pub(super) fn after<'b>(&'b self, last: Option<&'b ParsedQuery>) -> Listener<'b> {
        Listener { last, told: None, has_changed: false, typed: None, names: OnceCell::new(), ..*self }
    }
}

/// Those of the fight who are named first and second in a line.
pub fn first_named(cast: &Directory, line: &str) -> Option<(FigureId, Option<FigureId>)> {
    let ends = |at: usize| !line.get(at..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let begins = |at: usize| !line.get(..at).is_some_and(|rest| rest.ends_with(char::is_alphanumeric));
    let small = line.to_ascii_lowercase();
    // Whoever is named first may be written small; others, where nobody else is named: `Ann cuts him`, not `Cuts`.
    let place = |name: &str, is_small: bool| {
        let is_whole = |at: &usize| !name.is_empty() && begins(*at) && ends(at + name.len());
        let exact = line.match_indices(name).map(|(at, _)| at).find(is_whole);
        let name = name.to_ascii_lowercase();
        exact.or_else(|| small.match_indices(&*name).map(|(at, _)| at).find(is_whole).filter(|at| is_small || *at == 0))
    };
    let found = |is_small: bool| {
        let figures = cast.names.iter().filter_map(|(name, who)| match who {
            Who::Figure(id) => Some((place(name, is_small)?, std::cmp::Reverse(name.len()), *id)),
            Who::Sheet(_) => None,
        });
        figures.collect::<Vec<_>>()
    };
    let mut figures = found(false);
    if figures.len() < 2 {
        figures = found(true);
    }
    figures.sort_unstable();
    let (start, _, first) = figures.first()?;
    let second = figures.iter().find(|(at, _, id)| at > start && id != first).map(|(_, _, id)| *id);
    Some((*first, second))
}

/// A name, its words, and who goes by it.
type NameWords = (String, Vec<String>, Who);

/// Who may be named, word by word.
pub struct KnownNames {
    names: Vec<NameWords>,
    /// Every word of every name.
    words: BTreeSet<String>,
}

impl Listener<'_> {
    /// The rules.
    pub(super) fn book(&self) -> &Rulebook {
        &self.rules.book
    }

    /// Those who go by a name that stands here: by all of it, or by words of it that nobody else has.
    pub(super) fn named_at(&self, spoken: &[SpokenWord], at: usize) -> Vec<(usize, String, Who)> {
        let names = self.names();
        let stands = |words: &[String]| {
            words.iter().enumerate().all(|(nth, word)| spoken.get(at + nth).is_some_and(|said| said.text == *word))
        };
        // `an alien 6 inches away` is so far away, and not the sixth.
        let is_length = |words: &[String]| {
            let end = at + words.len();
            let counts = words.len() > 1 && spoken.get(end - 1).is_some_and(SpokenWord::is_number);
            // `Trooper 1 in the leg` says where.
            let is_unit = |word: &SpokenWord| self.lexicon.unit(word).is_some() && !is(&word.text, little::GLUE);
            counts && spoken.get(end).is_some_and(is_unit)
        };
        let whole = names.iter().filter(|(_, words, _)| !words.is_empty() && stands(words) && !is_length(words));
        let whole = whole.max_by_key(|(_, words, _)| words.len());
        // Those who are there come before sheets: `the sergeant` is the one on the board.
        let is_there = |(_, _, who): &&NameWords| match who {
            Who::Figure(id) => self.state.figure(*id).at.is_some(),
            Who::Sheet(_) => false,
        };
        if let Some((_, words, Who::Sheet(_))) = whole
            && let [word] = words.as_slice()
        {
            let mut titled = names.iter().filter(is_there).filter(|(_, words, _)| words.contains(word));
            if let (Some((name, _, who)), None) = (titled.next(), titled.next()) {
                return vec![(1, name.clone(), who.clone())];
            }
            let of_it = self.by_sheet(word);
            // Those who do it are all of them, if more than one is spoken of: `the rebels fall back`.
            let is_plural = spoken[at].length > word.len() && of_it.len() > 1;
            if is_plural && spoken[..at].iter().all(|word| is(&word.text, little::ARTICLES)) {
                return Vec::new();
            }
            if !of_it.is_empty() {
                return of_it;
            }
        }
        if let Some((name, words, who)) = whole {
            let name = self.name_of(who).unwrap_or_else(|| name.clone());
            return vec![(words.len(), name, who.clone())];
        }
        let Some(word) = spoken.get(at) else { return Vec::new() };
        // `rebel3` for `Rebel 3`
        if let Some((name, _, who)) = names.iter().find(|(_, all, _)| all.len() > 1 && is_joined(all, &word.text)) {
            return vec![(1, self.name_of(who).unwrap_or_else(|| name.clone()), who.clone())];
        }
        if word.text.len() < 3 || !word.is_word() || is(&word.text, little::ARTICLES) || is(&word.text, little::GLUE) {
            return Vec::new();
        }
        // What is a word of things as well names nobody: `sword` of `Swordsman with a sword`.
        if self.lexicon.is_of_things(&word.text) {
            return Vec::new();
        }
        let in_play = names.iter().filter(|(_, _, who)| matches!(who, Who::Figure(_)));
        let mut found: Vec<(usize, String, Who)> = Vec::new();
        // What says something else is no word of a title: `hides` of `One who hides in the dark`.
        let says_else = !self.lexicon.beginning(word).is_empty();
        let has_board = !self.state.figures.is_empty();
        let sheets = names.iter().filter(|(_, _, who)| matches!(who, Who::Sheet(_)) && !says_else && !has_board);
        for (name, words, who) in in_play.chain(sheets) {
            let is_new = found.iter().all(|(_, _, other)| other != who);
            let may = found.is_empty() || std::mem::discriminant(&found[0].2) == std::mem::discriminant(who);
            if words.len() > 1 && words.contains(&word.text) && is_new && may {
                let name = self.name_of(who).unwrap_or_else(|| name.clone());
                found.push((1, name, who.clone()));
            }
        }
        if found.is_empty() {
            found = self.by_sheet(&word.text);
        }
        if found.len() == 1 { found } else { Vec::new() }
    }

    /// Those in play whose sheet has this word in its title.
    fn by_sheet(&self, word: &str) -> Vec<(usize, String, Who)> {
        let sheets = self.lexicon.sheets_called(word);
        let ids = self.state.figure_ids().filter(|id| {
            let sheet = self.state.figure(*id).sheet;
            !sheets.is_empty() && sheet.is_some_and(|sheet| sheets.contains(&sheet))
        });
        let all: Vec<FigureId> = ids.collect();
        // Who is out of play is meant only where nobody else is called so.
        let there: Vec<FigureId> = all.iter().filter(|id| !self.state.figure(**id).removed).copied().collect();
        let of_it = if there.is_empty() { all } else { there };
        of_it.into_iter().map(|id| (1, self.state.figure(id).name.to_string(), Who::Figure(id))).collect()
    }

    fn names(&self) -> &[NameWords] {
        &self.known_names().names
    }

    /// Every word of every name.
    pub(super) fn name_words(&self) -> &BTreeSet<String> {
        &self.known_names().words
    }

    fn known_names(&self) -> &KnownNames {
        let split = |name: &str| words(name).into_iter().map(|word| word.text).collect();
        self.names.get_or_init(|| {
            let all = self.cast.names.iter().map(|(name, who)| (name.clone(), split(name), who.clone()));
            let names: Vec<NameWords> = all.collect();
            let sides = self.state.sides.iter().flat_map(|side| words(&side.title)).map(|word| word.text);
            let sides = sides.filter(|word| word.len() >= LEAST_OF_SIDE);
            let words = names.iter().flat_map(|(_, words, _)| words.iter().cloned()).chain(sides).collect();
            KnownNames { names, words }
        })
    }

    /// How much of something somebody has lost who has so much left, as it is added: `+4`; less than nothing if he had less.
    pub(super) fn lost(&self, who: &str, name: &str, left: i64) -> Option<String> {
        let asked = understood(self.book(), self.cast, &format!("{who}'s {name}"))?;
        let About::Quantity(Quantity::Value(value)) = asked.about else { return None };
        let Who::Figure(figure) = self.named(who)?.1 else { return None };
        let (view, frame) = (View::new(self.rules, self.state), Frame::new());
        let Value::Number(now) = view.scene(&frame).value_of(Subject::Figure(figure), value).ok()? else { return None };
        let lost = now.minus(Number::from(left))?;
        Some(if lost < Number::ZERO { lost.to_string() } else { format!("+{lost}") })
    }

    /// Whether somebody of the fight is called so and not otherwise.
    pub(super) fn is_name_of_one_word(&self, word: &str) -> bool {
        let is_it =
            |(_, words, who): &NameWords| matches!((words.as_slice(), who), ([only], Who::Figure(_)) if only == word);
        self.names().iter().any(is_it)
    }

    /// Whoever is known by this name.
    pub(super) fn named(&self, name: &str) -> Option<(String, Who)> {
        self.cast.names.iter().find(|(other, _)| other == name).cloned()
    }

    /// Whoever of the fight is known by this name.
    pub(super) fn figure_named(&self, name: &str) -> Option<FigureId> {
        match self.named(name)? {
            (_, Who::Figure(id)) => Some(id),
            _ => None,
        }
    }

    /// The name somebody is known by.
    pub(super) fn name_of(&self, who: &Who) -> Option<String> {
        self.cast.names.iter().find(|(_, other)| other == who).map(|(name, _)| name.clone())
    }

    /// Those of the last sentence, the one who acts first.
    fn before(&self) -> Vec<Who> {
        let facts = self.last.map_or(&[][..], |last| last.facts.as_slice());
        let who = |said: &Argument| match said {
            Argument::Who(who) => Some(who.clone()),
            _ => None,
        };
        facts.iter().filter_map(|(_, said)| who(said)).collect()
    }

    /// Who acts in the last sentence.
    pub(super) fn last_actor(&self) -> Option<String> {
        self.before().first().and_then(|who| self.name_of(who))
    }

    /// The thing of the last sentence.
    pub(super) fn last_thing(&self) -> Option<ItemId> {
        let facts = self.last.map_or(&[][..], |last| last.facts.as_slice());
        facts.iter().rev().find_map(|(_, said)| match said {
            Argument::Value(Value::Item(item)) => Some(*item),
            _ => None,
        })
    }

    /// Who acts if nobody is named: the one who is asked, or who acted last, or the only one there is.
    pub(super) fn actor(&self) -> Option<(String, Who)> {
        let asked = self.acting.map(Who::Figure);
        let only = || {
            let mut ids = self.state.figure_ids();
            ids.next().filter(|_| ids.next().is_none()).map(Who::Figure)
        };
        let named = self.named.map(Who::Figure);
        let who = asked.or(named).or_else(|| self.before().first().cloned()).or_else(only)?;
        Some((self.name_of(&who)?, who))
    }

    /// Anybody on the board but these, who is not of the side of the first.
    pub(super) fn anybody(&self, but: &[(String, Who)]) -> Option<(String, Who)> {
        let side = |who: &Who| match who {
            Who::Figure(id) => Some(self.state.figure(*id).side),
            _ => None,
        };
        let own = but.first().and_then(|(_, who)| side(who));
        let ids = self.state.figure_ids().filter(|id| {
            let (figure, who) = (self.state.figure(*id), Who::Figure(*id));
            !figure.removed && Some(figure.side) != own && but.iter().all(|(_, other)| *other != who)
        });
        ids.map(Who::Figure).find_map(|who| Some((self.name_of(&who)?, who)))
    }

    /// Who acts if nobody is named but those who are acted upon.
    pub(super) fn actor_beside(&self, others: &[(String, Who)]) -> Option<(String, Who)> {
        let is_other = |(_, who): &(String, Who)| others.iter().any(|(_, other)| other == who);
        let named = |who: Who| Some((self.name_of(&who)?, who));
        let before = self.before().into_iter().filter_map(named);
        let foe = || others.first().and_then(|(_, other)| self.foe_of(other)).filter(|one| !is_other(one));
        // Behind a what-if the same still acts, whoever was named in it.
        let asked = self.before().into_iter().next().filter(|_| self.is_supposed && self.acting.is_none());
        let asked = asked.and_then(|who| Some((self.name_of(&who)?, who)));
        asked.into_iter().chain(self.actor()).chain(before).find(|one| !is_other(one)).or_else(foe)
    }

    /// Who is acted upon if nobody says who: as last, a foe before a friend, or the only foe there is.
    pub(super) fn target_of(&self, actor: &Who) -> Option<(String, Who)> {
        let told = self.named_beside().filter(|_| self.named.map(Who::Figure).as_ref() == Some(actor));
        let others: Vec<Who> = self.before().into_iter().rev().filter(|who| who != actor).collect();
        let before = others.iter().find(|other| self.are_foes(actor, other)).or(others.first());
        let last = || before.and_then(|who| Some((self.name_of(who)?, who.clone())));
        told.or_else(last).or_else(|| self.foe_of(actor))
    }

    /// Whoever was named second in the line before.
    fn named_beside(&self) -> Option<(String, Who)> {
        let who = Who::Figure(self.beside?);
        Some((self.name_of(&who)?, who))
    }

    /// Whoever did something to somebody in the last sentence: it is answered.
    pub(super) fn attacker_of(&self, who: &Who) -> Option<(String, Who)> {
        let before = self.before();
        let (first, rest) = before.split_first()?;
        if first == who || !rest.contains(who) {
            return None;
        }
        Some((self.name_of(first)?, first.clone()))
    }

    /// Whoever somebody did something to in the last sentence.
    pub(super) fn attacked_by(&self, who: &Who) -> Option<(String, Who)> {
        let before = self.before();
        let (first, rest) = before.split_first()?;
        let other =
            rest.iter().find(|other| *other != first && self.are_foes(first, other)).filter(|_| first == who)?;
        Some((self.name_of(other)?, other.clone()))
    }

    /// Whether two of the fight are on different sides.
    fn are_foes(&self, one: &Who, other: &Who) -> bool {
        let side = |who: &Who| match who {
            Who::Figure(id) => Some(self.state.figure(*id).side),
            Who::Sheet(_) => None,
        };
        side(one).is_some_and(|own| side(other).is_some_and(|side| side != own))
    }

    /// The cell where somebody stands.
    pub(super) fn cell_of(&self, who: &Who) -> Option<String> {
        let Who::Figure(id) = who else { return None };
        self.state.figure(*id).at.map(|at| cell_text(self.book(), at))
    }

    /// Where a way over the board ends that leads to the ways of the compass: `2 east then 1 south`.
    pub(super) fn stepped(&self, who: &Who, way: &str) -> Option<String> {
        let plane = self.rules.ground.as_ref()?.plane;
        let mut at = self.place_of(who)?;
        for part in way.split(" then ") {
            let (count, name) = part.split_once(' ')?;
            at = plane.scatter(at, plane.compass(name)?, plane.grains(Number::from(count.parse::<i64>().ok()?))?);
        }
        plane.contains(at).then(|| cell_text(self.book(), at))
    }

    /// The foe who stands nearest.
    pub(super) fn nearest_foe(&self, who: &Who) -> Option<(String, Who)> {
        let Who::Figure(own) = who else { return None };
        let plane = self.rules.ground.as_ref()?.plane;
        let from = self.place_of(who)?;
        let foes = self.state.figure_ids().filter(|id| {
            let figure = self.state.figure(*id);
            !figure.removed && figure.side != self.state.figure(*own).side
        });
        let near = foes.filter_map(|id| Some((plane.steps(from, self.state.figure(id).at?), id)));
        let (_, id) = near.min_by_key(|(steps, _)| *steps)?;
        Some((self.state.figure(id).name.to_string(), Who::Figure(id)))
    }

    /// Whether numbers of the board are counted in what a word says.
    pub(super) fn is_unit_of_board(&self, word: &SpokenWord) -> bool {
        self.unit_of_board().is_some_and(|own| self.lexicon.unit(word) == Some(own))
    }

    /// The unit in which numbers of the board are counted.
    pub(super) fn unit_of_board(&self) -> Option<&str> {
        let scale = self.book().ground.as_ref().map(|ground| ground.scale);
        let unit = |one: UnitNumber| {
            let unit = &self.book().units[usize::from(one.unit?)];
            (unit.factor == one.amount).then(|| &*unit.head.name)
        };
        scale.and_then(unit)
    }

    pub(super) fn place_of(&self, who: &Who) -> Option<Position> {
        let Who::Figure(id) = who else { return None };
        self.state.figure(*id).at
    }

    /// Who was acted upon last.
    pub(super) fn target(&self) -> Option<(String, Who)> {
        let who = self.before().get(1).cloned()?;
        Some((self.name_of(&who)?, who))
    }

    /// Who was acted upon last, if nobody else was named since.
    pub(super) fn victim(&self) -> Option<(String, Who)> {
        let last = self.before().first().cloned();
        self.target().filter(|_| self.named.is_none_or(|named| Some(Who::Figure(named)) == last))
    }

    /// The only one who is on another side than the one who acts.
    pub(super) fn only_foe(&self) -> Option<(String, Who)> {
        let (_, actor) = self.actor()?;
        self.foe_of(&actor).or_else(|| self.target())
    }

    /// The only foe of somebody.
    pub(super) fn foe_of(&self, who: &Who) -> Option<(String, Who)> {
        let Who::Figure(id) = who else { return None };
        let own = self.state.figure(*id).side;
        let mut foes = self.state.figure_ids().filter(|id| {
            let figure = self.state.figure(*id);
            figure.side != own && !figure.removed
        });
        let foe = foes.next().filter(|_| foes.next().is_none())?;
        Some((self.state.figure(foe).name.to_string(), Who::Figure(foe)))
    }

    /// Who is meant by `he` or `I`; at the beginning the one who acts, elsewhere the one acted upon.
    pub(super) fn pronoun(&self, word: &str, begins: bool) -> Option<(String, Who)> {
        if begins || is(word, little::SPEAKER) || word.ends_with("self") {
            return self.actor();
        }
        let named = || {
            let who = self.named.map(Who::Figure)?;
            Some((self.name_of(&who)?, who))
        };
        let since = || self.named_since(None).filter(|_| self.last.is_some());
        let beside = self.named_beside().or_else(since);
        beside.or_else(|| self.target()).or_else(|| self.only_foe()).or_else(named)
    }

    /// Whoever was named in the line before, if nobody was beside him.
    pub(super) fn named_alone(&self) -> Option<(String, Who)> {
        let who = Who::Figure(self.named.filter(|_| self.beside.is_none())?);
        Some((self.name_of(&who)?, who))
    }

    /// Whoever was named alone since the last sentence, if he is none of those in it nor the one who acts now: of him it is
    /// said rather than of those.
    pub(super) fn named_since(&self, actor: Option<&(String, Who)>) -> Option<(String, Who)> {
        self.named_alone()
            .filter(|(_, who)| !self.before().contains(who) && actor.is_none_or(|(_, actor)| actor != who))
    }

    /// What somebody has of a kind, slot by slot.
    pub(super) fn has(&self, who: &Who, kind: KindId) -> Vec<Vec<ItemId>> {
        self.cast.things(self.book(), who, kind)
    }

    /// Whether somebody has one of these things.
    pub(super) fn is_had(&self, items: &[ItemId]) -> bool {
        items.iter().any(|item| {
            let kind = self.book().items[item.index()].kind;
            let has = |who: Who| self.has(&who, kind).iter().flatten().any(|one| one == item);
            self.state.figure_ids().map(Who::Figure).any(has)
        })
    }

    /// The things that lie where somebody stands, or beside him.
    pub(super) fn lying_by(&self, who: &Who) -> Vec<ItemId> {
        let (Some(ground), Some(at)) = (self.rules.ground.as_ref(), self.place_of(who)) else { return Vec::new() };
        let is_near = |place: Position| place == at || ground.plane.neighbors(at).any(|cell| cell == place);
        let lies = |thing: &&Thing| matches!(thing.place, Spot::Ground(place) if is_near(place));
        self.state.things.iter().filter(lies).map(|thing| thing.item).collect()
    }

    /// Whether somebody has all of these in one hand or another.
    pub(super) fn has_in_hand(&self, who: &Who, items: &[ItemId]) -> bool {
        self.cast.has_in_hand(self.book(), who, items)
    }

    /// The things whose names end so: `pistol` for an autopistol; and behind them those of a sort that is called so, which
    /// somebody has at hand: a saber is a sword.
    pub(super) fn items_ending(&self, word: &str) -> Vec<ItemId> {
        let singular = word.strip_suffix('s').unwrap_or(word);
        // So short a word is the end of many; a thing has it of another: the `bow` of a longbow.
        let is_word = |thing: &String| thing.split(' ').next_back() == Some(singular);
        if singular.len() < 4 && !self.lexicon.things().iter().any(is_word) {
            return Vec::new();
        }
        let is_named = |at: &usize| self.lexicon.things()[*at].ends_with(singular);
        let (named, others): (Vec<usize>, Vec<usize>) = (0..self.lexicon.things().len()).partition(is_named);
        if named.is_empty() {
            return Vec::new();
        }
        let items = &self.book().items;
        let of_sort = others.into_iter().filter(|at| self.is_of_sort(&items[*at], singular));
        named.into_iter().chain(of_sort).map(|at| ItemId(at as u16)).collect()
    }

    /// Whether a word of a thing says so: its group.
    fn is_of_sort(&self, item: &Item, singular: &str) -> bool {
        item.fields.iter().any(|field| match field {
            Value::Symbol(symbol) => {
                let name = self.book().symbol_name(*symbol);
                name.strip_suffix('s').unwrap_or(name).eq_ignore_ascii_case(singular)
            }
            _ => false,
        })
    }
}

/// Whether a word is these, written as one.
fn is_joined(words: &[String], word: &str) -> bool {
    words.iter().try_fold(word, |rest, one| rest.strip_prefix(one.as_str())) == Some("")
}
