//! Several who do the same: `everyone crouches`, `both guards fire`, `the raiders are prone`.

use super::error::SpeechError;
use super::hear::{Hearing, Understanding};
use super::little::{self, is};
use super::token::{SpokenWord, words};
use crate::query::Who;
use crate::value::FigureId;

/// All there are.
const EVERYBODY: &str = "{everybody}";
/// Before those who are meant.
const EACH: &str = "{each}";
/// Two, and no more.
const BOTH: &str = "both";
/// With what a question for somebody begins.
const ASKS_WHO: &str = "who";
/// So many lines are made of one.
const MOST_MEMBERS: usize = 12;

impl Hearing<'_> {
    /// What is said of several, once for each of them.
    pub(super) fn group(&self, line: &str) -> Option<Understanding> {
        let spoken = self.mended(line);
        let (asked, (end, members)) = match self.subject(&spoken) {
            Some(subject) => ("", subject),
            None => (little::ODDS, (self.whoever(&spoken)?, self.present().collect())),
        };
        let behind = |at: &usize| spoken.get(*at).is_some_and(|word| self.is_of(&word.text, EACH));
        let end = end + usize::from(behind(&end));
        let rest = line.get(spoken.get(end)?.at..)?.trim();
        let members = self.acting(members, &spoken[end..]);
        if members.is_empty() || members.len() > MOST_MEMBERS {
            return None;
        }
        let heard =
            |text: &str| self.line(text, 1).ok().or_else(|| self.conjugated(text)).or_else(|| self.at_each(text));
        let line_of = |id: &FigureId| match heard(&format!("{} {rest}", self.name(*id)))? {
            Understanding::Line(text) => Some(vec![format!("{asked}{text}")]),
            // Of several ways the first: the answer names it.
            Understanding::Several(texts) => texts.first().map(|text| vec![format!("{asked}{text}")]),
            Understanding::Sequence(texts) => asked.is_empty().then_some(texts),
        };
        let mut lines = members.iter().map(line_of).collect::<Option<Vec<Vec<String>>>>()?.concat();
        match lines.len() {
            1 => lines.pop().map(Understanding::Line),
            _ if self.is_of_one(line, &spoken[..end]) => Some(Understanding::Several(lines)),
            _ => Some(Understanding::Sequence(lines)),
        }
    }

    /// Whether one of several is spoken of, and not all of them: `the thug` of `The thugs`.
    fn is_of_one(&self, line: &str, subject: &[SpokenWord]) -> bool {
        let Some((noun, before)) = subject.split_last() else { return false };
        // As it was typed: it may have been taken for a slip of the plural.
        let typed = line.get(noun.at..noun.at + noun.length).map(words).unwrap_or_default();
        let [noun] = typed.as_slice() else { return false };
        // A side that has this for its name is all of it: `the crew`.
        let is_side = |id: FigureId| {
            let side = self.listener.state.side(self.listener.state.figure(id).side);
            [&side.name, &side.title].iter().any(|text| words(text).iter().any(|word| word.text == noun.text))
        };
        noun.text == noun.stem
            && before.iter().all(|word| is(&word.text, little::ARTICLES))
            && !self.called(&noun.stem).is_empty()
            && !self.present().any(is_side)
    }

    /// Why nobody does what `both` are said to do: there are more of them than two.
    pub(super) fn both_of_more(&self, line: &str) -> Option<SpeechError> {
        let spoken = self.mended(line);
        let at = spoken.iter().position(|word| word.text == BOTH)?;
        let (end, members) = self.subject(&spoken)?;
        let members = self.acting(members, &spoken[end..]);
        if end < at || members.len() <= 2 {
            return None;
        }
        let names: Vec<&str> = members.iter().map(|id| self.name(*id)).collect();
        let (last, others) = names.split_last()?;
        let rest = line.get(spoken.get(end)?.at..)?.trim();
        let why = format!("there are {}: {} and {last}", names.len(), others.join(", "));
        Some(SpeechError::must_be(line, &format!("{} and {} {rest} ({why})", names[0], names[1])))
    }

    /// Those of a group who act, where somebody is named behind: who is acted upon does not, nor does his side.
    fn acting(&self, members: Vec<FigureId>, behind: &[SpokenWord]) -> Vec<FigureId> {
        let named = self.figures_in(behind);
        let side = named.first().map(|id| self.listener.state.figure(*id).side);
        let acts = |id: &FigureId| {
            let own = self.listener.state.figure(*id).side;
            !named.contains(id) && side.is_none_or(|side| own != side)
        };
        members.into_iter().filter(acts).take(MOST_MEMBERS + 1).collect()
    }

    /// Why nothing is done where several do something to several: who to whom is not said.
    pub(super) fn each_at_his_own(&self, line: &str) -> Option<SpeechError> {
        let spoken = self.mended(line);
        let (end, doers) = self.listed(&spoken, 0)?;
        let named = |at: &usize| !self.listener.named_at(&spoken, *at).is_empty();
        let first = (end..spoken.len()).find(named).filter(|first| *first > end)?;
        let (behind, others) = self.listed(&spoken, first)?;
        let verb = line.get(spoken[end].at..spoken[first].at)?.trim();
        let rest = spoken.get(behind).map_or("", |word| line.get(word.at..).unwrap_or_default());
        let pairs = doers.iter().zip(&others).filter(|(doer, other)| doer != other);
        let each = pairs.map(|(doer, other)| {
            let text = format!("{} {verb} {} {rest}", self.name(*doer), self.name(*other));
            self.alone(text.trim()).filter(|text| self.is_strict(text))
        });
        let each = each.collect::<Option<Vec<String>>>().filter(|each| each.len() > 1)?;
        let error = SpeechError::must_be(line, &format!("{} (who does it to whom?)", each.join(" and ")));
        Some(error.pointed(spoken[first].at, line.len() - spoken[first].at))
    }

    /// `anybody shoots Zoe`: the sentence of each who can do it, if there are several.
    pub(super) fn by_each(&self, line: &str, depth: usize) -> Option<Vec<String>> {
        let spoken = self.mended(line);
        let (end, members) = self.subject(&spoken)?;
        let rest = line.get(spoken.get(end)?.at..)?.trim();
        let sentence = |id: &FigureId| {
            let text = format!("{} {rest}", self.name(*id));
            match self.line(&text, depth) {
                Ok(Understanding::Line(meant)) if self.is_strict(&meant) => Some(meant),
                _ => self.is_strict(&text).then_some(text),
            }
        };
        let texts: Vec<String> = self.acting(members, &spoken[end..]).iter().filter_map(sentence).collect();
        (texts.len() > 1).then_some(texts)
    }

    /// `who should Ann shoot at`: the odds against each foe.
    pub(super) fn target_asked(&self, line: &str) -> Option<Understanding> {
        let begins = line.get(..ASKS_WHO.len()).is_some_and(|first| first.eq_ignore_ascii_case(ASKS_WHO));
        let spoken = if begins { self.mended(line) } else { Vec::new() };
        let [first, second, third, ..] = spoken.as_slice() else { return None };
        let can = is(&second.text, &["can", "could", "may", "might", "should", "would"]);
        if !(can && is(&first.text, &["who", "whom"])) {
            return None;
        }
        let (_, name, who) = self.listener.named_at(&spoken, 2).into_iter().next()?;
        let rest = line.get(third.at..)?.trim_end_matches(['?', ' ']);
        let odds = |foe: &String| match self.line(&format!("{rest} {foe}"), 1) {
            Ok(Understanding::Line(text)) if text.starts_with(&*name) => Some(format!("odds {text}")),
            _ => None,
        };
        let lines: Vec<String> = self.listener.foes_of(&who).iter().filter_map(odds).take(MOST_MEMBERS).collect();
        (!lines.is_empty()).then_some(Understanding::Sequence(lines))
    }

    /// `who can`: where the rest of the question begins.
    fn whoever(&self, spoken: &[SpokenWord]) -> Option<usize> {
        let can = spoken.get(1).is_some_and(|word| is(&word.text, &["can", "could", "may", "might"]));
        (spoken.first()?.text == "who" && can).then_some(2)
    }

    /// Those of whom a line speaks, and where the rest of it begins.
    fn subject(&self, spoken: &[SpokenWord]) -> Option<(usize, Vec<FigureId>)> {
        let skip = |mut at: usize| {
            while spoken.get(at).is_some_and(|word| {
                word.text == "of" || is(&word.text, little::ARTICLES) || self.listener.lexicon.is_empty_word(word)
            }) {
                at += 1;
            }
            at
        };
        let first = skip(0);
        if let Some(listed) = self.listed(spoken, first) {
            return Some(listed);
        }
        let is_quantity = spoken.get(first).is_some_and(|word| self.is_of(&word.text, EACH));
        let at = skip(first + usize::from(is_quantity));
        let word = spoken.get(at)?;
        if let Some(side) = self.titled(&spoken[at..]) {
            return Some((at + side.0, side.1));
        }
        let of = self.called(&word.stem);
        if !of.is_empty() {
            return Some((at + 1, of));
        }
        // `everybody on the hill`
        if self.is_of(&word.text, EVERYBODY)
            && spoken.get(at + 1).is_some_and(|word| is(&word.text, &["on", "of", "in", "from"]))
        {
            let noun = skip(at + 2);
            let of = spoken.get(noun).map(|word| self.called(&word.stem)).unwrap_or_default();
            let is_side = |at: usize| spoken.get(at).is_some_and(|word| word.text == "side" || word.text == "'s");
            let end = (noun + 1..).find(|at| !is_side(*at)).unwrap_or(noun + 1);
            return (!of.is_empty()).then_some((end, of));
        }
        let is_them = is_quantity && is(&word.text, little::PRONOUNS);
        if is_them || self.is_of(&word.text, EVERYBODY) {
            return Some((at + 1, self.present().collect()));
        }
        is_quantity.then(|| (at, self.present().collect()))
    }

    /// Those of whom one after the other is named: `Ann, Bob and Cid`.
    fn listed(&self, spoken: &[SpokenWord], first: usize) -> Option<(usize, Vec<FigureId>)> {
        let (mut at, mut ids) = (first, Vec::new());
        while let Some((length, _, Who::Figure(id))) = self.listener.named_at(spoken, at).into_iter().next() {
            ids.push(id);
            let is_between = |word: &&SpokenWord| word.is_comma() || is(&word.text, little::AND);
            let end = at + length;
            let between = spoken[end..].iter().take_while(is_between).count();
            if between == 0 {
                return (ids.len() > 1).then_some((end, ids));
            }
            at = end + between;
        }
        None
    }

    /// Those of a side whose title of several words stands here, and of how many: `the iron guard`.
    fn titled(&self, spoken: &[SpokenWord]) -> Option<(usize, Vec<FigureId>)> {
        let state = self.listener.state;
        let found = state.side_ids().find_map(|side| {
            let title = words(&state.side(side).title);
            let title: Vec<&SpokenWord> = title.iter().skip_while(|word| is(&word.text, little::ARTICLES)).collect();
            let stands = title.iter().zip(spoken).filter(|(word, said)| word.text == said.text).count();
            (title.len() > 1 && stands == title.len()).then_some((title.len(), side))
        });
        let (length, side) = found?;
        Some((length, self.present().filter(|id| state.figure(*id).side == side).collect()))
    }

    /// Those of a side, or of a sheet, that is called so.
    pub(super) fn called(&self, stem: &str) -> Vec<FigureId> {
        let state = self.listener.state;
        let has = |text: &str| words(text).iter().any(|word| word.stem == stem);
        let of_side = |id: &FigureId| {
            let side = state.side(state.figure(*id).side);
            has(&side.name) || has(&side.title)
        };
        let sheets = &self.listener.book().sheets;
        let of_sheet = |id: &FigureId| {
            let sheet = state.figure(*id).sheet.map(|sheet| &sheets[sheet.index()].head);
            sheet.is_some_and(|head| has(&head.name) || has(&head.title))
        };
        let side: Vec<FigureId> = self.present().filter(of_side).collect();
        if side.is_empty() { self.present().filter(of_sheet).collect() } else { side }
    }

    /// The line with the whole names of those who are told apart by a number: `guard 1 and guard 2` for `guard 1 and 2`.
    pub(super) fn with_numbered_names(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        let (mut text, mut from, mut at) = (String::new(), 0, 0);
        while at < spoken.len() {
            let bare = if let Some(bare) = self.of_several_with_numbers(&spoken, at) {
                // `Guards 1 and 2` are Guard 1 and Guard 2.
                text += line.get(from..spoken[at].at)?;
                text += &bare;
                from = spoken[at].at + spoken[at].length;
                at += 2;
                bare
            } else {
                let Some((length, name, Who::Figure(_))) = self.listener.named_at(&spoken, at).into_iter().next()
                else {
                    at += 1;
                    continue;
                };
                at += length.max(1);
                match name.rsplit_once(' ').filter(|(_, number)| number.parse::<usize>().is_ok()) {
                    Some((bare, _)) => bare.to_string(),
                    None => continue,
                }
            };
            let joins = |word: &SpokenWord| word.is_comma() || is(&word.text, little::AND);
            loop {
                let next = at + spoken[at..].iter().take_while(|word| joins(word)).count();
                let Some(number) = spoken.get(next).filter(|word| next > at && word.is_number()) else { break };
                let other = format!("{bare} {}", number.text);
                let counts = spoken
                    .get(next + 1)
                    .is_some_and(|word| is(&word.text, little::CELLS) || self.listener.lexicon.unit(word).is_some());
                let is_there = |id: FigureId| self.name(id).eq_ignore_ascii_case(&other);
                if counts || !self.listener.figure_named(&other).is_some_and(is_there) {
                    break;
                }
                text += line.get(from..number.at)?;
                text += &other;
                from = number.at + number.length;
                at = next + 1;
            }
        }
        (from > 0).then(|| text + line.get(from..).unwrap_or_default())
    }

    /// What those are called of whom several are named here by a number each: `Guard` for `Guards 1`.
    fn of_several_with_numbers(&self, spoken: &[SpokenWord], at: usize) -> Option<String> {
        let (word, number) = (spoken.get(at)?, spoken.get(at + 1).filter(|word| word.is_number())?);
        self.present().find_map(|id| {
            let (bare, own) = self.name(id).rsplit_once(' ')?;
            let small = bare.to_lowercase();
            let men = small.strip_suffix("man").map(|stem| format!("{stem}men"));
            let mut plurals = [format!("{small}s"), format!("{small}es")].into_iter().chain(men);
            (own == number.text && plurals.any(|plural| plural == word.text)).then(|| bare.to_string())
        })
    }

    fn present(&self) -> impl Iterator<Item = FigureId> {
        let state = self.listener.state;
        state.figure_ids().filter(|id| !state.figure(*id).removed)
    }

    fn figures_in(&self, spoken: &[SpokenWord]) -> Vec<FigureId> {
        let named = (0..spoken.len()).filter_map(|at| self.listener.named_at(spoken, at).into_iter().next());
        let figure = |(_, _, who): (usize, String, Who)| match who {
            Who::Figure(id) => Some(id),
            Who::Sheet(_) => None,
        };
        named.filter_map(figure).collect()
    }

    fn name(&self, id: FigureId) -> &str {
        &self.listener.state.figure(id).name
    }
}
