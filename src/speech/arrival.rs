//! Those who join the fight, however it is said: `add two guards to the rebels at 5,5`, `a guard called Fred joins`.

use super::error::SpeechError;
use super::hear::{Hearing, Understanding};
use super::little::{self, is};
use super::token::{SpokenWord, words};
use crate::query::Who;
use crate::rulebook::SheetLine;
use crate::value::ItemId;

/// Verbs without which nobody comes.
const COMES: &str = "{comes}";
/// What else is said of somebody who comes, and nothing of who he is.
const COMING: &str = "{coming}";
/// Before a name.
const CALLED: &str = "{called}";
/// Verbs of putting somebody somewhere, also one who is there already.
const PUTS: &str = "{puts}";
/// Before the name of the one beside whom somebody stands.
const BESIDE: &str = "{beside}";
/// Before the name of one who has the same sheet.
const LIKE: [&str; 2] = ["like", "as"];
/// Before what somebody has on or with him.
const WEARING: [&str; 3] = ["in", "wearing", "carrying"];
/// So many words has what somebody wears at most.
const MOST_WORN: usize = 3;
/// More than so many come not at once.
const MOST_AT_ONCE: usize = 12;

/// What is said of those who come.
#[derive(Default)]
struct Arrival {
    count: usize,
    sheet: Option<String>,
    name: Option<String>,
    side: Option<String>,
    cell: Option<String>,
    beside: Option<String>,
    /// Whoever he is like.
    like: Option<String>,
    /// What he comes with: of each one of these.
    things: Vec<Vec<ItemId>>,
    /// How he is said to be for what he wears, behind his name: ` armor mail`.
    attire: Vec<String>,
}

impl Hearing<'_> {
    /// Whether a word says nothing of who comes.
    fn is_arriving(&self, word: &str) -> bool {
        self.is_of(word, COMES) || self.is_of(word, COMING)
    }

    /// Whether a word belongs to a class.
    pub(super) fn is_of(&self, word: &str, class: &str) -> bool {
        self.listener.lexicon.is_of(word, class)
    }

    /// Whoever joins the fight, and where he is put; none if anything else is said as well.
    pub(super) fn arrival(&self, line: &str) -> Option<Understanding> {
        let typed = self.listener.lexicon.spoken(line);
        self.arriving(line, &typed).or_else(|| self.arriving(line, &self.mended(line)))
    }

    fn arriving(&self, line: &str, spoken: &[SpokenWord]) -> Option<Understanding> {
        if !spoken.iter().any(|word| self.is_of(&word.text, COMES)) || self.is_of_those_there(spoken) {
            return None;
        }
        let mut coming = self.coming(line, spoken)?;
        self.fill_in(&mut coming)?;
        let mut lines = self.lines_of(&coming)?;
        Some(match lines.len() {
            1 => Understanding::Line(lines.swap_remove(0)),
            _ => Understanding::Sequence(lines),
        })
    }

    /// Whether a line begins with somebody who is there already: he is put somewhere else.
    fn is_of_those_there(&self, spoken: &[SpokenWord]) -> bool {
        let is_put = spoken.first().is_some_and(|word| self.is_of(&word.text, PUTS));
        let is_there = |at: usize| {
            let names = self.listener.state.figures.iter().map(|figure| words(&figure.name));
            let stands = |name: &[SpokenWord]| {
                name.iter()
                    .enumerate()
                    .all(|(nth, word)| spoken.get(at + nth).is_some_and(|said| said.text == word.text))
            };
            names.into_iter().any(|name| stands(&name))
        };
        is_put && is_there(1) || spoken.len() > 1 && !is_put && is_there(0)
    }

    /// What is said of those who come; none if anything else is said as well.
    fn coming(&self, line: &str, spoken: &[SpokenWord]) -> Option<Arrival> {
        let mut coming = Arrival { count: 1, ..Arrival::default() };
        let mut at = 0;
        // `Fred the guard joins`
        let is_article = |at: usize| spoken.get(at).is_some_and(|word| word.text == "the" || word.is_comma());
        if is_article(1) && self.sheet_at(spoken, 2).is_some() && !self.is_arriving(&spoken[0].text) {
            coming.name = line.get(spoken[0].at..spoken[0].at + spoken[0].length).map(str::to_string);
            at = 2;
        }
        while at < spoken.len() {
            let may_stand_before = |word: &SpokenWord| {
                let is_another = self.is_of(&word.text, COMES) && !self.is_of(&word.text, PUTS);
                let counts = word.is_number() || self.is_of(&word.text, COMING);
                is(&word.text, little::ARTICLES) || counts || is_another && !spoken[at].is_capital
            };
            let is_noun = at > 0
                && may_stand_before(&spoken[at - 1])
                && !little::is_little(&spoken[at].text)
                && (self.listener.named_at(spoken, at).is_empty() || self.side_at(&spoken[at]).is_some());
            at += match self.part(line, spoken, at, &mut coming) {
                Some(length) => length,
                // A sheet that there is not: the prompt will say which there are. One of a side is like those of it.
                None if is_noun
                    && coming.sheet.is_none()
                    && (self.is_of(&spoken[0].text, COMES) || self.side_at(&spoken[at]).is_some())
                    && spoken[at].is_word() =>
                {
                    coming.sheet = Some(spoken[at].text.clone());
                    1
                }
                None => return None,
            };
        }
        Some(coming)
    }

    /// Adds the sheet and the side that follow from what is said.
    fn fill_in(&self, coming: &mut Arrival) -> Option<()> {
        // Who comes like somebody has his sheet and comes to his side.
        if let Some(like) = &coming.like {
            let id = self.listener.figure_named(like)?;
            let sheet = self.listener.state.figure(id).sheet?;
            coming.sheet = Some(self.listener.book().sheets[sheet.index()].head.name.to_string());
            coming.side = coming.side.take().or_else(|| self.side_of(like));
        }
        // Who comes beside somebody comes to his side.
        coming.side = coming.side.take().or_else(|| self.side_of(coming.beside.as_deref()?));
        let of_side = words(coming.sheet.as_deref()?).first().and_then(|noun| self.side_at(noun));
        coming.side = coming.side.take().or(of_side);
        Some(())
    }

    /// The lines by which they join the fight.
    fn lines_of(&self, coming: &Arrival) -> Option<Vec<String>> {
        let noun = coming.sheet.as_deref()?;
        let sheet = &self.sheet_or_side(noun, coming);
        let called = if noun == sheet { sheet.clone() } else { capitalized(noun) };
        let given = coming.things.iter().filter_map(|things| Some((self.given(sheet, things)?, things)));
        let given: Vec<(String, &Vec<ItemId>)> = given.collect();
        let replaced: Vec<String> = given.iter().flat_map(|(_, things)| self.in_hand_of(sheet, things)).collect();
        let side = coming.side.as_ref().map_or(String::new(), |side| format!(" on {side}"));
        let on_side = || self.standing_on(coming.side.as_ref().filter(|_| coming.cell.is_none())?);
        let beside = coming.beside.clone().or_else(on_side);
        let is_placed = coming.cell.is_some() || beside.is_some() || !given.is_empty() || !coming.attire.is_empty();
        let mut lines = Vec::new();
        for nth in 0..coming.count {
            let Some(name) = coming.name.clone().or_else(|| is_placed.then(|| self.free_name(&called, nth))) else {
                lines.push(format!("new {sheet}{side}"));
                continue;
            };
            lines.push(format!("new {name} from {sheet}{side}"));
            lines.extend(match (&coming.cell, &beside) {
                (Some(cell), _) if nth == 0 => Some(format!("put {name} at {cell}")),
                // Only one stands in a cell.
                (Some(_), _) => Some(format!("put {name} beside {}", self.free_name(&called, 0))),
                (None, beside) => beside.as_ref().map(|other| format!("put {name} beside {other}")),
            });
            lines.extend(replaced.iter().map(|item| format!("remove {item} of {name}")));
            lines.extend(given.iter().map(|(thing, _)| format!("give {thing} to {name}")));
            lines.extend(coming.attire.iter().map(|attire| format!("{name}{attire}")));
        }
        Some(lines)
    }

    /// Takes what stands at a place; how many words it takes, none if it is nothing of this.
    fn part(&self, line: &str, spoken: &[SpokenWord], at: usize, coming: &mut Arrival) -> Option<usize> {
        let word = &spoken[at];
        let typed = |at: usize| spoken.get(at).and_then(|word| line.get(word.at..word.at + word.length));
        if self.is_of(&word.text, CALLED) {
            // `call him Fred`
            let next = at + 1 + usize::from(spoken.get(at + 1).is_some_and(|word| is(&word.text, little::PRONOUNS)));
            let name = typed(next).filter(|_| coming.name.is_none() && spoken[next].is_word())?;
            coming.name = Some(name.to_string());
            return Some(next + 1 - at);
        }
        if is(&word.text, &LIKE)
            && let Some((length, name, Who::Figure(_))) = self.listener.named_at(spoken, at + 1).into_iter().next()
        {
            coming.like = Some(name);
            return Some(1 + length);
        }
        // `another sailor, Stig, arrives`
        let is_name = word.is_capital && word.is_word() && coming.sheet.is_some() && coming.name.is_none();
        let is_known = self.is_arriving(&word.text) || little::is_little(&word.text) || self.side_at(word).is_some();
        if is_name && !is_known && self.listener.named_at(spoken, at).is_empty() && self.sheet_at(spoken, at).is_none()
        {
            coming.name = typed(at).map(str::to_string);
            return Some(1);
        }
        if word.is_cell() {
            coming.cell = Some(word.text.clone());
            return Some(1);
        }
        if word.is_number() && coming.sheet.is_none() {
            coming.count = word.text.parse().ok().filter(|count| (1..=MOST_AT_ONCE).contains(count))?;
            return Some(1);
        }
        // `with an axe and mail`, `with an axe, in mail`
        let has_some = !coming.things.is_empty() || !coming.attire.is_empty();
        let goes_on = (word.text == "and" || word.is_comma()) && has_some;
        if coming.sheet.is_some() && (word.text == "with" || is(&word.text, &WEARING) || goes_on) {
            let skipped = |word: &SpokenWord| is(&word.text, little::ARTICLES) || is(&word.text, &WEARING);
            let first = at + 1 + spoken[at + 1..].iter().take_while(|word| skipped(word)).count();
            let said = |end: usize| Some((end - at, self.things_called(spoken.get(first..end)?)));
            let found = (first + 1..=spoken.len()).rev().filter_map(said);
            match found.into_iter().find(|(_, things)| !things.is_empty()) {
                Some((length, things)) => {
                    coming.things.push(things);
                    return Some(length);
                }
                None => {
                    let most = (first + MOST_WORN).min(spoken.len());
                    let attire = |end: &usize| {
                        self.attire(line.get(spoken[first].at..spoken[end - 1].at + spoken[end - 1].length)?)
                    };
                    if let Some((end, attire)) = (first + 1..=most).rev().find_map(|end| Some((end, attire(&end)?))) {
                        coming.attire.push(attire);
                        return Some(end - at);
                    }
                    if word.text == "with" {
                        return None;
                    }
                }
            }
        }
        let is_beside = self.is_of(&word.text, BESIDE);
        if is_beside {
            let skip = at + 1 + usize::from(spoken.get(at + 1).is_some_and(|word| word.text == "to"));
            let (length, name, who) =
                (skip < spoken.len()).then(|| self.listener.named_at(spoken, skip))?.into_iter().next()?;
            let is_there = matches!(who, Who::Figure(_));
            coming.beside = is_there.then_some(name);
            return coming.beside.is_some().then_some(skip + length - at);
        }
        if coming.sheet.is_none()
            && let Some((length, sheet)) = self.sheet_at(spoken, at)
        {
            coming.sheet = Some(sheet);
            return Some(length);
        }
        if coming.sheet.is_some()
            && let Some(side) = self.side_at(word)
        {
            coming.side = Some(side);
            return Some(1 + usize::from(spoken.get(at + 1).is_some_and(|word| word.text == "side")));
        }
        let says_nothing = self.is_arriving(&word.text)
            || is(&word.text, little::ARTICLES)
            || is(&word.text, little::GLUE)
            || word.is_comma()
            || word.text == "side"
            || self.listener.lexicon.is_empty_word(word);
        says_nothing.then_some(1)
    }

    /// What is said of somebody who wears this, where that is no thing: behind his name.
    fn attire(&self, said: &str) -> Option<String> {
        let state = self.listener.state;
        let name = &state.figure(state.figure_ids().next()?).name;
        let Ok(Understanding::Line(text)) = self.line(&format!("{name} wears {said}"), 1) else { return None };
        let attire = text.strip_prefix(&**name)?.to_string();
        self.is_told(&text).then_some(attire)
    }

    /// The sheet whose name or title stands here, in whatever number.
    fn sheet_at(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, String)> {
        let stands = |name: &str| {
            let name = words(&name.replace('_', " "));
            let is_here = name.iter().enumerate().all(|(nth, word)| {
                spoken.get(at + nth).is_some_and(|said| said.text == word.text || said.stem == word.stem)
            });
            (is_here && !name.is_empty()).then_some(name.len())
        };
        let sheets = self.listener.book().sheets.iter();
        let found = sheets.filter_map(|sheet| {
            let length = stands(&sheet.head.name).or_else(|| stands(&sheet.head.title))?;
            Some((length, sheet.head.name.to_string()))
        });
        let found = found.max_by_key(|(length, _)| *length);
        found.or_else(|| Some((1, self.sheet_ending(spoken, at)?)))
    }

    /// The only sheet that a word before which something counts, or `a` stands, is the last word of: `another hound`.
    fn sheet_ending(&self, spoken: &[SpokenWord], at: usize) -> Option<String> {
        let before = spoken.get(at.checked_sub(1)?)?;
        let word = spoken.get(at).filter(|word| word.is_word() && !little::is_little(&word.text))?;
        let counts = before.is_number() || is(&before.text, little::ARTICLES) || self.is_arriving(&before.text);
        let ends = |text: &str| words(&text.replace('_', " ")).last().is_some_and(|last| last.stem == word.stem);
        let sheets =
            self.listener.book().sheets.iter().filter(|sheet| ends(&sheet.head.name) || ends(&sheet.head.title));
        let mut sheets = sheets.map(|sheet| sheet.head.name.to_string());
        let only = sheets.next().filter(|_| sheets.next().is_none());
        only.filter(|_| counts)
    }

    /// The things whose names end with these words, in whatever number.
    fn things_called(&self, said: &[SpokenWord]) -> Vec<ItemId> {
        let ends = |name: &str| {
            let name = words(name);
            let rest = name.len().checked_sub(said.len()).map(|from| &name[from..]);
            rest.is_some_and(|rest| rest.iter().zip(said).all(|(one, word)| one.stem == word.stem))
        };
        let items = self.listener.book().items.iter().enumerate();
        let mut found: Vec<ItemId> =
            items.filter(|(_, item)| ends(&item.head.name)).map(|(at, _)| ItemId(at as u16)).collect();
        // Of what is called so that is meant with which something is done, and which is called just so.
        let book = self.listener.book();
        let is_otherwise = |item: &ItemId| {
            let name = words(&book.items[item.index()].head.name);
            name.iter().rev().zip(said.iter().rev()).any(|(one, word)| one.text != word.text)
        };
        found.sort_by_key(|item| {
            let uses = self.listener.uses_of(book.items[item.index()].kind);
            (std::cmp::Reverse(uses), is_otherwise(item))
        });
        let first = found.first().map(|item| book.items[item.index()].kind);
        found.retain(|item| Some(book.items[item.index()].kind) == first);
        found
    }

    /// What is given to somebody of a sheet who comes with one of these things: nothing if he has one anyway.
    fn given(&self, sheet: &str, things: &[ItemId]) -> Option<String> {
        let book = self.listener.book();
        let own = book.sheets.iter().find(|one| *one.head.name == *sheet);
        let mut lines = own.map_or(&[][..], |sheet| &sheet.lines).iter();
        let has = lines
            .any(|line| matches!(line, SheetLine::Slot(_, items) if items.iter().any(|item| things.contains(item))));
        let first = things.first().filter(|_| !has)?;
        Some(book.items[first.index()].head.name.to_string())
    }

    /// What somebody of a sheet would have in hand of the kind of what he comes with instead.
    fn in_hand_of(&self, sheet: &str, things: &[ItemId]) -> Vec<String> {
        let book = self.listener.book();
        let Some(kind) = things.first().map(|item| book.items[item.index()].kind) else { return Vec::new() };
        // The first slot of a kind is the hand.
        let hand = book.slots.iter().position(|slot| slot.kind == Some(kind));
        let own = book.sheets.iter().find(|one| *one.head.name == *sheet);
        let lines = own.map_or(&[][..], |sheet| &sheet.lines).iter();
        let mut items = lines.filter_map(|line| match line {
            SheetLine::Slot(slot, items) if Some(slot.index()) == hand => Some(items),
            _ => None,
        });
        let name = |item: &ItemId| book.items[item.index()].head.name.to_string();
        items.next_back().map_or(Vec::new(), |items| items.iter().map(name).collect())
    }

    /// Why nobody comes with something that nothing is called.
    pub(super) fn comes_with_what_is_unknown(&self, line: &str) -> Option<SpeechError> {
        let spoken = self.listener.lexicon.spoken(line);
        let comes = spoken.first().is_some_and(|word| self.is_of(&word.text, COMES));
        let with = spoken.iter().position(|word| word.text == "with").filter(|_| comes)?;
        let is_said = |word: &&SpokenWord| !is(&word.text, little::ARTICLES);
        let thing = spoken[with + 1..].iter().find(is_said)?;
        let said = |end: usize| self.things_called(&spoken[with + 1..end]);
        if !self.mended(line).iter().any(|word| word.at == thing.at && word.text == thing.text)
            || (with + 2..=spoken.len()).any(|end| !said(end).is_empty())
        {
            return None;
        }
        let bare = line.get(..spoken[with].at)?.trim();
        self.arrival(bare)?;
        let error = SpeechError::must_be(line, &format!("{bare} (nothing here is called so)"));
        Some(error.pointed(thing.at, line.len() - thing.at))
    }

    /// A sheet; where a side is called so and no sheet, the sheet of the one beside whom he stands, or of the first there.
    fn sheet_or_side(&self, noun: &str, coming: &Arrival) -> String {
        let (state, sheets) = (self.listener.state, &self.listener.book().sheets);
        let sheet_of = |id| state.figure(id).sheet.map(|sheet| sheets[sheet.index()].head.name.to_string());
        let is_sheet = sheets.iter().any(|sheet| *sheet.head.name == *noun);
        let side = words(noun).first().filter(|_| !is_sheet).and_then(|word| self.side_at(word));
        let like = side.and_then(|side| {
            let beside = coming.beside.as_ref().and_then(|name| self.listener.figure_named(name));
            let beside = beside.filter(|id| *state.side(state.figure(*id).side).name == *side);
            beside.or_else(|| self.listener.figure_named(&self.standing_on(&side)?)).and_then(sheet_of)
        });
        like.unwrap_or_else(|| noun.to_string())
    }

    /// The side that is called so.
    fn side_at(&self, word: &SpokenWord) -> Option<String> {
        let state = self.listener.state;
        let has = |text: &str| words(text).iter().any(|one| one.stem == word.stem) && word.is_word();
        let named = |id: &crate::value::SideId| has(&state.side(*id).name) || has(&state.side(*id).title);
        // A side may be called by a way of the compass.
        let is_little = little::is_little(&word.text) && !is(&word.text, little::WAYS);
        state.side_ids().filter(|_| !is_little).find(named).map(|id| state.side(id).name.to_string())
    }

    /// Somebody of a side who stands on the board: whoever joins it stands beside him.
    fn standing_on(&self, side: &str) -> Option<String> {
        let state = self.listener.state;
        let is_his = |id: &crate::value::FigureId| {
            let figure = state.figure(*id);
            !figure.removed && figure.at.is_some() && *state.side(figure.side).name == *side
        };
        state.figure_ids().find(is_his).map(|id| state.figure(id).name.to_string())
    }

    /// The side of somebody on the board.
    fn side_of(&self, name: &str) -> Option<String> {
        let state = self.listener.state;
        let figure = state.figure(self.listener.figure_named(name)?);
        Some(state.side(figure.side).name.to_string())
    }

    /// The name of one who comes without one: that of his sheet, with a number if it is taken.
    fn free_name(&self, sheet: &str, nth: usize) -> String {
        let plain = sheet.replace('_', " ");
        let is_taken = |name: &str| self.listener.state.figures.iter().any(|figure| *figure.name == *name);
        let numbered = (2..).map(|number| format!("{plain} {number}"));
        let mut free = std::iter::once(plain.clone()).chain(numbered).filter(|name| !is_taken(name));
        free.nth(nth).unwrap_or_default()
    }
}

/// A word with a capital, as the name of one.
fn capitalized(noun: &str) -> String {
    let mut letters = noun.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
