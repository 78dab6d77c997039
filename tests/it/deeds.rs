//! What a sentence says counts alike for what is asked, for what is done, and for everything that can come of it: over
//! all packs, off their boards and on them, for every action with a check and every fact that this check reads.

use crate::deed_packs::{packs, read_all, readings};
use fray::dice::Seeded;
use fray::event::{Change, Log, Order};
use fray::explain::reckon;
use fray::odds::action::{Bounds, Inquiry, whole};
use fray::packtest::{choices_of_tests, orders};
use fray::play::{Play, Rules};
use fray::query::BoundQuery;
use fray::query::{About, Argument, AssumedChange, Assumption, ParsedQuery, Who, uncounted};
use fray::rulebook::{
    Action, Attribute, Check, Choices, Fact, Node, PackText, Rulebook, SentencePart, Track, Type, load,
};
use fray::script::Engine;
use fray::state::{Figure, State};
use fray::syntax::ast::OwnerDecl;
use fray::text::Memory;
use fray::value::{
    ActionId, AttributeId, CheckId, ConditionId, FactId, ItemId, Number, SheetId, StateId, Symbol, TrackId, Value,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

pub(crate) const PACKS: [&str; 6] = ["action-d10", "laser-d20", "maneuver-3d6", "skirmish", "throw-2d6", "ww"];
/// Figures that are tried as the one who acts.
const ACTORS: usize = 60;
/// Scenarios of each pack on whose boards it is tried.
const BOARDS: usize = 2;
/// Ways of the dice that are followed to everything that can come of an action.
const WAYS: u64 = 400;

/// Actions of which nothing is compared: it is only asked, for each bystander, and nobody does anything.
const NEVER_COMPARED: [&str; 2] = ["skirmish avoid_bystander", "ww avoid_bystander"];

/// What every attribute is said to be, and every track that may be so much.
const OTHERWISE: Number = Number::int(7);

/// Figures, things of a kind and cells that are named.
const NAMED: usize = 3;

/// Of so many things that are said one is followed to all that can come of it.
const FOLLOWED: usize = 3;

/// What is said besides, in words, and the sentence with it; none if it is said of somebody whom the sentence does not
/// name.
pub(crate) type SaidBesides = (String, SaidIn);
pub(crate) type SaidIn = Box<dyn Fn(&ParsedQuery) -> Option<ParsedQuery>>;

/// The need and the chance of a check.
pub(crate) type NeedAndChance = (Option<Number>, Option<String>);

pub(crate) struct DeedPack {
    /// Its name, and where it is tried.
    pub(crate) name: String,
    pub(crate) rules: Arc<Rules>,
    pub(crate) engine: Rc<Engine<Play>>,
    /// Who is there before anything is said; nobody off the board.
    pub(crate) state: State,
    /// Sentences of each action that are tried.
    pub(crate) width: usize,
}

impl DeedPack {
    pub(crate) fn book(&self) -> &Rulebook {
        &self.rules.book
    }

    /// The name of the pack.
    fn game(&self) -> &str {
        self.name.split([' ', '/']).next().unwrap_or_default()
    }

    pub(crate) fn action(&self, id: ActionId) -> &Action {
        &self.book().actions[id.index()]
    }

    pub(crate) fn pose(&self, asked: &ParsedQuery) -> Option<BoundQuery> {
        BoundQuery::new(&self.rules, &self.state, asked).ok()
    }

    /// What `ask` and `odds` say; none if it cannot be asked or is impossible.
    pub(crate) fn asked(&self, posed: &BoundQuery) -> Option<NeedAndChance> {
        let (frame, view) = (posed.frame(), posed.view(&self.rules));
        let reckoning = reckon(&view.scene(&frame), posed.check(&self.rules)?).ok()?;
        reckoning.short.need()?;
        Some((reckoning.need.map(Number::int), reckoning.odds.map(|odds| odds.percent())))
    }

    /// The mistake that the rules make of it; that a source does not say something is none.
    fn breaks(&self, posed: &BoundQuery) -> Option<String> {
        let (frame, view) = (posed.frame(), posed.view(&self.rules));
        let error = reckon(&view.scene(&frame), posed.check(&self.rules)?).err()?;
        let told = error.diagnostic(self.book()).to_string();
        (!told.ends_with("the source does not say")).then_some(told)
    }

    /// Why the order would be refused, as `ask` and as everything that performs it say it; none if that cannot be told.
    fn refused(&self, posed: &BoundQuery) -> Option<[Option<String>; 2]> {
        let order = posed.order(&self.rules)?;
        let chance = Box::new(Seeded::new(0, 0));
        let play = Play::new(self.rules.clone(), posed.state.clone(), self.engine.clone(), chance);
        let done = play.refusal(&order).ok()?.map(|refusal| refusal.reason.to_string());
        Some([posed.refusal(&self.rules).map(|refusal| refusal.reason.to_string()), done])
    }

    /// Why the check cannot be made.
    fn impossible(&self, posed: &BoundQuery) -> Option<String> {
        let (frame, view) = (posed.frame(), posed.view(&self.rules));
        let reckoning = reckon(&view.scene(&frame), posed.check(&self.rules)?).ok()?;
        reckoning.impossible.map(|cannot| cannot.why)
    }

    /// What the check is when the order is performed; none if the order is refused, or another roll decides before.
    pub(crate) fn performed(&self, posed: &BoundQuery) -> Option<NeedAndChance> {
        let (play, order, check) = self.played(posed)?;
        play.log()?.iter().find_map(|event| match &event.change {
            Change::Checked { check: found, actor, need, odds, .. } if *found == check => {
                (*actor == Some(order.actor)).then(|| (*need, odds.as_ref().map(ToString::to_string)))
            }
            _ => None,
        })
    }

    /// The order performed, with its check; none if it is refused.
    fn played(&self, posed: &BoundQuery) -> Option<(Play, Arc<Order>, CheckId)> {
        let (order, check) = (posed.order(&self.rules)?, posed.check(&self.rules)?);
        let chance = Box::new(Seeded::new(0, 0));
        let mut play = Play::new(self.rules.clone(), posed.state.clone(), self.engine.clone(), chance);
        play.keep_log(Log::default());
        let is_done = matches!(play.refusal(&order), Ok(None)) && play.perform(&order).is_ok();
        is_done.then_some((play, order, check))
    }

    /// Whether somebody else decides something before the check is rolled: nobody who asks says what.
    fn is_decided_before(&self, posed: &BoundQuery) -> bool {
        let Some((play, order, check)) = self.played(posed) else { return false };
        let mut events = play.log().into_iter().flat_map(Log::iter).map(|event| &event.change);
        let is_first = |change: &&Change| match change {
            Change::Decided { figure, .. } => *figure != order.actor,
            Change::Checked { check: found, .. } => *found == check,
            _ => false,
        };
        events.find(is_first).is_some_and(|change| matches!(change, Change::Decided { .. }))
    }

    /// The chance that the check succeeds, once at least, in everything that can come of the order; none if there are
    /// too many ways.
    fn whole(&self, posed: &BoundQuery) -> Option<String> {
        let (order, check) = (posed.order(&self.rules)?, posed.check(&self.rules)?);
        let text = format!("times({}, success) >= 1", self.book().checks[check.index()].head.name);
        let inquiries = vec![Inquiry::read(&self.rules, &posed.state, &text).ok()?];
        let bounds = Bounds { inquiries, ways: WAYS, samples: 1, ..Bounds::default() };
        let answer = whole(&self.rules, &self.engine, &posed.state, &order, &bounds).ok()?;
        let odds = answer.asked.first()?.odds.clone()?;
        (!answer.sampled).then(|| odds.percent())
    }

    /// The facts that must be said for an action, with whom and what a sheet brings along.
    pub(crate) fn sentences(&self, id: ActionId) -> Vec<ParsedQuery> {
        let action = self.action(id);
        let sheets = (0..self.book().sheets.len() as u16).map(|sheet| Who::Sheet(SheetId(sheet)));
        let here: Vec<Who> = self.state.figure_ids().map(Who::Figure).collect();
        let all: Vec<Who> = if here.is_empty() { sheets.collect() } else { here };
        all.iter().take(ACTORS).flat_map(|who| self.sentences_of(id, action, who)).collect()
    }

    /// Who may be named as somebody else: of those on the board another one, off it another one of the same sheet.
    fn others(&self, who: &Who) -> Vec<Argument> {
        let Who::Figure(me) = who else { return vec![Argument::Who(who.clone())] };
        self.state.figure_ids().filter(|other| other != me).map(|other| Argument::Who(Who::Figure(other))).collect()
    }

    fn sentences_of(&self, id: ActionId, action: &Action, who: &Who) -> Vec<ParsedQuery> {
        let facts = vec![(action.by, Argument::Who(who.clone()))];
        let alone = ParsedQuery { about: About::Action(id), facts, tweaks: vec![] };
        let Some(posed) = self.pose(&alone) else { return Vec::new() };
        let mut found = vec![alone];
        for fact in self.needed(action) {
            let rule = &self.book().facts[fact.index()];
            let said: Vec<Argument> = match rule.r#type.bare() {
                Type::Figure => self.others(who),
                Type::Thing(kind) => {
                    let is_he = |figure: &Figure| match who {
                        Who::Figure(me) => figure.name == self.state.figure(*me).name,
                        Who::Sheet(_) => true,
                    };
                    let figures = posed.state.figures.iter().filter(|figure| is_he(figure));
                    let things = figures.flat_map(|figure| figure.slots.iter().flatten());
                    let items = things.map(|thing| posed.state.thing(*thing).item);
                    let items: BTreeSet<_> =
                        items.filter(|item| self.book().items[item.index()].kind == *kind).collect();
                    items.into_iter().map(|item| Argument::Value(Value::Item(item))).collect()
                }
                _ => Vec::new(),
            };
            let longer = |asked: &ParsedQuery| {
                let asked = asked.clone();
                let said = said.clone();
                said.into_iter().map(move |said| {
                    let mut asked = asked.clone();
                    asked.facts.push((fact, said));
                    asked
                })
            };
            found = found.iter().flat_map(longer).take(8).collect();
        }
        found
    }

    /// The facts without which nothing can be asked or done.
    fn needed(&self, action: &Action) -> Vec<FactId> {
        let said = action.says.iter().flat_map(|sentence| &sentence.parts);
        let said = said.filter_map(|part| if let SentencePart::Fact(fact) = part { Some(*fact) } else { None });
        let check = action.check.iter().flat_map(|check| &self.book().checks[check.index()].reads);
        let all: BTreeSet<FactId> = action.takes.iter().chain(check).copied().chain(said).collect();
        let must = |fact: &FactId| {
            let rule = &self.book().facts[fact.index()];
            *fact != action.by && rule.default.is_none() && rule.from.is_none()
        };
        all.into_iter().filter(|fact| must(fact) && action.with.iter().all(|(with, _)| with != fact)).collect()
    }

    /// Every value of every fact that a check reads.
    pub(crate) fn stated(&self, check: &Check) -> Vec<SaidBesides> {
        let book = self.book();
        let facts = check.all_reads.iter().map(|fact| (*fact, &book.facts[fact.index()]));
        let said = facts.flat_map(|(fact, rule)| {
            self.values(rule).into_iter().map(move |value| {
                let shown = match &value {
                    Argument::Value(value) => book.show_value(value, rule.unit),
                    Argument::Who(Who::Figure(id)) => self.state.figure(*id).name.to_string(),
                    other => format!("{other:?}"),
                };
                let said = format!("{} {shown}", rule.head.name);
                let state: SaidIn = Box::new(move |asked| {
                    let mut asked = asked.clone();
                    // What is named in the sentence itself is named there otherwise; who does it is another sentence.
                    let is_doer = asked.facts.first().is_some_and(|(first, _)| *first == fact);
                    if let Argument::Value(Value::Item(_)) | Argument::Who(_) = &value {
                        asked.facts.retain(|(other, _)| *other != fact);
                    }
                    asked.facts.push((fact, value.clone()));
                    (!is_doer).then_some(asked)
                });
                (said, state)
            })
        });
        said.collect()
    }

    /// Every condition and every word of a state, and another number on every track and for every attribute, of the one
    /// who acts and of everybody else whom the action names.
    pub(crate) fn assumed(&self, action: &Action) -> Vec<SaidBesides> {
        let book = self.book();
        let named = std::iter::once(action.by).chain(action.takes.iter().copied());
        let figures: Vec<FactId> =
            named.filter(|fact| matches!(book.facts[fact.index()].r#type.bare(), Type::Figure)).collect();
        let conditions = (0..book.conditions.len() as u16).map(|at| AssumedChange::Condition(ConditionId(at), true));
        let states = book.states.iter().enumerate().flat_map(|(state, rule)| {
            let words = (0..book.sets[rule.set.index()].words.len() as u16).map(|at| Symbol { set: rule.set, at });
            words.map(move |word| AssumedChange::State(StateId(state as u16), word))
        });
        let own = |owner: OwnerDecl| owner == OwnerDecl::Figure;
        let tracks = book.tracks.iter().enumerate().filter(|(_, track)| own(track.owner) && track.by.is_none());
        let within = |track: &Track| match track.max.as_ref().map(|max| &max.node) {
            Some(Node::Const(Value::Number(most))) => OTHERWISE.min(*most),
            _ => OTHERWISE,
        };
        let tracks = tracks.map(|(at, track)| AssumedChange::Track(TrackId(at as u16), None, within(track)));
        let is_number = |attribute: &Attribute| {
            own(attribute.owner) && !attribute.is_note() && matches!(attribute.r#type, Type::Number(_))
        };
        let attributes = book.attributes.iter().enumerate().filter(|(_, attribute)| is_number(attribute));
        let attributes = attributes.map(|(at, attribute)| {
            let factor = attribute.unit.map_or(Number::ONE, |unit| book.units[usize::from(unit)].factor);
            let number = OTHERWISE.times(factor).unwrap_or(OTHERWISE);
            AssumedChange::Attribute(AttributeId(at as u16), Value::Number(number))
        });
        let changes: Vec<AssumedChange> = conditions.chain(states).chain(tracks).chain(attributes).collect();
        let said = figures.into_iter().flat_map(|role| {
            changes.clone().into_iter().map(move |what| {
                let number =
                    if matches!(what, AssumedChange::Attribute(..)) { format!(" {OTHERWISE}") } else { String::new() };
                let said = format!("{} {}{number}", book.facts[role.index()].head.name, what.words(book));
                let state: SaidIn = Box::new(move |asked| {
                    let mut asked = asked.clone();
                    let who = asked.facts.iter().find_map(|(fact, said)| match said {
                        Argument::Who(who) if *fact == role => Some(who.clone()),
                        _ => None,
                    })?;
                    asked.tweaks.push(Assumption { who, role: Some(role), what: what.clone() });
                    Some(asked)
                });
                (said, state)
            })
        });
        said.collect()
    }

    /// Other values that a sentence could state.
    fn values(&self, fact: &Fact) -> Vec<Argument> {
        let of_values = |values: Vec<Value>| values.into_iter().map(Argument::Value).collect();
        match fact.r#type.bare() {
            Type::Truth => of_values(vec![Value::Truth(true), Value::Truth(false)]),
            Type::Number(_) => {
                let factor = fact.unit.map_or(Number::ONE, |unit| self.book().units[usize::from(unit)].factor);
                let (least, most) = fact.bounds;
                let within = |number: &Number| least.is_none_or(|l| l <= *number) && most.is_none_or(|m| *number <= m);
                let numbers = [-3, 0, 1, 2, 4, 9].into_iter().filter_map(|n| Number::int(n).times(factor));
                of_values(numbers.filter(within).map(Value::Number).collect())
            }
            Type::Symbol(set) => {
                let words = self.book().sets[set.index()].words.len() as u16;
                of_values((0..words).map(|at| Value::Symbol(Symbol { set: *set, at })).collect())
            }
            Type::Figure => self.state.figure_ids().take(NAMED).map(|id| Argument::Who(Who::Figure(id))).collect(),
            Type::Thing(kind) => {
                let items = self.book().items.iter().enumerate().filter(|(_, item)| item.kind == *kind);
                of_values(items.take(NAMED).map(|(at, _)| Value::Item(ItemId(at as u16))).collect())
            }
            Type::Cell => {
                let cells = self.state.figures.iter().filter_map(|figure| figure.at);
                of_values(cells.take(NAMED).map(Value::Cell).collect())
            }
            _ => Vec::new(),
        }
    }
}

/// What was compared, and what was not alike.
#[derive(Default)]
struct Compared {
    alike: usize,
    unlike: Vec<String>,
    compared: BTreeSet<(String, String)>,
}

impl Compared {
    fn action(&mut self, pack: &DeedPack, id: ActionId) {
        if pack.action(id).check.is_some() {
            self.sentences(pack, id, pack.sentences(id));
        }
    }

    /// The first sentences of an action that can be asked and performed.
    fn sentences(&mut self, pack: &DeedPack, id: ActionId, all: Vec<ParsedQuery>) {
        let begin = all.into_iter().filter_map(|asked| {
            let posed = pack.pose(&asked)?;
            let found = pack.asked(&posed)?;
            let done = pack.performed(&posed)?;
            (found == done || !pack.is_decided_before(&posed)).then_some((asked, found, done))
        });
        for (asked, found, done) in begin.take(pack.width) {
            self.compare(pack, id, "as it is", &found, &done);
            self.compared.insert((pack.game().to_owned(), pack.action(id).head.name.to_string()));
            self.said_besides(pack, id, &asked, &found);
        }
    }

    /// A sentence with everything that may be said besides.
    fn said_besides(&mut self, pack: &DeedPack, id: ActionId, asked: &ParsedQuery, found: &NeedAndChance) {
        let action = pack.action(id);
        let Some(check) = action.check.map(|check| &pack.book().checks[check.index()]) else { return };
        // An action that rolls its check more than once has other odds as a whole.
        let whole = pack.pose(asked).and_then(|posed| pack.whole(&posed));
        let is_once = whole.is_some_and(|odds| Some(odds) == found.1);
        let said = pack.stated(check).into_iter().chain(pack.assumed(action));
        for (nth, (said, other)) in said.map(|(said, state)| (said, state(asked))).enumerate() {
            let Some(other) = other else { continue };
            let Some(posed) = pack.pose(&other) else { continue };
            let is_refused = || uncounted(&pack.rules, &posed, &other, "").is_some();
            if let Some(error) = pack.breaks(&posed).filter(|_| !is_refused()) {
                self.unlike.push(format!("{} `{}`, {said}: {error}", pack.name, action.head.name));
            }
            let Some(now) = pack.asked(&posed).filter(|now| now != found) else { continue };
            let Some(done) = pack.performed(&posed) else { continue };
            // What the action sets itself is refused wherever it is said.
            if now != done && (is_refused() || pack.is_decided_before(&posed)) {
                continue;
            }
            self.compare(pack, id, &said, &now, &done);
            // All ways of the dice are followed for some of what is said, for all where more sentences are tried.
            let is_followed = is_once && (pack.width > 1 || nth % FOLLOWED == 0);
            if let Some(whole) = is_followed.then(|| pack.whole(&posed)).flatten() {
                self.compare(pack, id, &format!("{said}, as a whole"), &now, &(now.0, Some(whole)));
            }
        }
    }

    /// The orders of a pack's own tests, for actions that nobody can do as things stand at the beginning: they want a
    /// hold, a wound, a place, an order of somebody else first, or an option.
    fn orders_of_tests(&mut self, files: &Memory, name: &str, width: usize) {
        let mut text = PackText::read(files, name);
        let mut tried: BTreeMap<ActionId, usize> = BTreeMap::new();
        let plain = fray::odds::kit(text.load(&Choices::none()).0.expect("the pack loads"));
        for choices in choices_of_tests(&plain) {
            let missed: BTreeSet<String> = self.missed(&plain.book, name).into_iter().collect();
            if missed.is_empty() {
                return;
            }
            let kit = fray::odds::kit(text.load(&choices).0.expect("the pack loads"));
            let engine = kit.engine().expect("an engine");
            for order in orders(&kit, &engine, &choices) {
                let action = &kit.book.actions[order.action.index()];
                let tried = tried.entry(order.action).or_default();
                if !missed.contains(&format!("{name} {}", action.head.name)) || *tried == width {
                    continue;
                }
                let name = format!("{name} in `{}`", order.title);
                let pack = DeedPack { name, rules: order.rules, engine: engine.clone(), state: order.state, width };
                let before = self.alike;
                self.sentences(&pack, order.action, vec![order.asked]);
                *tried += usize::from(self.alike > before + 1);
            }
        }
    }

    /// The actions of a pack that roll a check and of which nothing was compared, neither there nor in the pack that
    /// declares them.
    fn missed(&self, book: &Rulebook, name: &str) -> Vec<String> {
        let is_known =
            |pack: &str, action: &Action| self.compared.contains(&(pack.to_string(), action.head.name.to_string()));
        let is_compared = |action: &Action| is_known(name, action) || is_known(&action.head.pack, action);
        let rolled = book.actions.iter().filter(|action| action.check.is_some());
        rolled.filter(|action| !is_compared(action)).map(|action| format!("{name} {}", action.head.name)).collect()
    }

    fn compare(&mut self, pack: &DeedPack, id: ActionId, said: &str, asked: &NeedAndChance, done: &NeedAndChance) {
        if asked == done {
            self.alike += 1;
        } else {
            let action = &pack.action(id).head.name;
            self.unlike.push(format!("{} `{action}`, {said}: asked {asked:?}, done {done:?}", pack.name));
        }
    }
}

/// Sentences of one action of which the verdicts are compared.
const VERDICTS: usize = 40;

impl Compared {
    /// What is asked and what is done are refused alike; a check that cannot be made is not performed.
    fn verdicts(&mut self, pack: &DeedPack, id: ActionId) {
        let name = &pack.action(id).head.name;
        for posed in pack.sentences(id).iter().take(VERDICTS).filter_map(|asked| pack.pose(asked)) {
            let Some([asked, done]) = pack.refused(&posed) else { continue };
            let cannot = pack.impossible(&posed);
            if asked != done {
                self.unlike.push(format!("{} `{name}`: asked {asked:?}, done {done:?}", pack.name));
            } else if done.is_none() && cannot.is_some() {
                self.unlike.push(format!("{} `{name}`: impossible ({cannot:?}) and performed", pack.name));
            } else {
                self.alike += usize::from(done.is_some());
            }
        }
    }
}

#[test]
fn what_is_refused_is_refused_alike_wherever_it_is_said() {
    let files = ["rules", "scripts"].iter().fold(Memory::default(), |files, at| read_all(files, Path::new(at)));
    let mut all = Compared::default();
    for name in PACKS {
        let kit = fray::odds::kit(load(&files, name, &Choices::none()).0.expect("the pack loads"));
        let engine = kit.engine().expect("an engine");
        let off = DeedPack {
            name: name.into(),
            rules: kit.rules(None),
            engine: engine.clone(),
            state: State::default(),
            width: 1,
        };
        (0..off.book().actions.len() as u16).for_each(|at| all.verdicts(&off, ActionId(at)));
    }
    assert!(all.unlike.is_empty(), "{} of {}:\n{}", all.unlike.len(), all.alike, all.unlike.join("\n"));
    assert!(all.alike >= 20, "only {} refusals", all.alike);
}

#[test]
fn what_is_said_counts_alike_for_what_is_asked_and_what_is_done() {
    // `FRAY_DEEDS=5 cargo test --release --test it what_is_said_counts_alike` tries five sentences of each action, on all
    // boards, and under each other reading of each option.
    let width = std::env::var("FRAY_DEEDS").ok().and_then(|width| width.parse().ok());
    let files = ["rules", "scripts"].iter().fold(Memory::default(), |files, at| read_all(files, Path::new(at)));
    let (mut all, mut counts) = (Compared::default(), Vec::new());
    for name in PACKS {
        let before = all.alike;
        for choices in readings(&files, name, width.is_some()) {
            let boards = if width.is_none() { BOARDS } else { usize::MAX };
            let boards = if choices.0.is_empty() { boards } else { 0 };
            for pack in packs(&files, name, &choices, (width.unwrap_or(1), boards)) {
                (0..pack.book().actions.len() as u16).for_each(|at| all.action(&pack, ActionId(at)));
            }
        }
        all.orders_of_tests(&files, name, width.unwrap_or(1));
        counts.push((name, all.alike - before));
    }
    assert!(
        all.unlike.is_empty(),
        "{} of {}:\n{}",
        all.unlike.len(),
        all.unlike.len() + all.alike,
        all.unlike.join("\n")
    );
    let missed: Vec<String> = PACKS
        .iter()
        .flat_map(|name| all.missed(&load(&files, name, &Choices::none()).0.expect("the pack loads"), name))
        .collect();
    assert_eq!(missed, NEVER_COMPARED, "actions with a check of which nothing was compared");
    assert!(counts.iter().all(|(_, alike)| *alike >= 10), "too few comparisons: {counts:?}");
}
