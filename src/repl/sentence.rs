//! Sentences at the prompt: reckoned and rolled, changed, compared, ranked.

use super::answer::LineStop;
use super::reckon::{self, posed, prospected, quantity_of, reckoned, refusal};
use super::refused::{refuse_out_of_fight, refused_whole};
use super::session::{Answered, LineStep};
use super::table::SessionState;
use super::table_dice::TableDice;
use super::{Response, ordered, supposed, tracked};
use crate::answer::Preview;
use crate::dice::Seen;
use crate::explain::{ExplainError, Refusal, Thrown, changes_nothing, overridden};
use crate::odds::action::{Bounds, Inquiry};
use crate::odds::plot::Diagram;
use crate::query::{About, Argument, ParsedQuery, SentenceError, amend, understand};
use crate::query::{BoundQuery, PerformedDeed, doubtful, idle, idle_of_figures, uncounted};
use crate::rulebook::{SentencePart, Type};
use crate::state::cell_text;
use crate::value::{ActionId, CheckId, FactId, FigureId, Position, Value};

/// Before clauses for the last sentence.
const SAME: &str = "same";

/// A sentence understood.
pub(super) fn read(step: &LineStep<'_>, text: &str) -> Result<ParsedQuery, SentenceError> {
    understand(step.table.book(), &step.table.cast(), text)
}

/// The last sentence, or the help to type one.
pub(super) fn last(step: &LineStep<'_>) -> Result<ParsedQuery, LineStop> {
    let Some((_, asked)) = &step.table.last else {
        let word = step.line.0.trim();
        let state = step.table.now();
        let somebody = state.figure_ids().find(|id| !state.figure(*id).removed).map(|id| &state.figure(id).name);
        let help = match somebody {
            Some(name) => format!("type one first; for example `orders {name}` lists what {name} can do"),
            None => {
                "type one first, `ACTOR does something to TARGET`; `show checks` and `show actions` list what there is"
                    .to_string()
            }
        };
        let label = "this is about the last sentence";
        return Err(step.line.nothing(word, "no sentence has been typed yet", label, &help).into());
    };
    Ok(asked.clone())
}

/// A sentence, or the last one if nothing is said.
pub(super) fn this_or_last(step: &mut LineStep<'_>, text: &str) -> Result<ParsedQuery, LineStop> {
    if text.is_empty() {
        return last(step);
    }
    if let Some(clauses) = clauses_for_the_last(text) {
        return amended(step, clauses);
    }
    let asked = read(step, text).map_err(|error| LineStop::from(Box::new(error) as crate::diag::Diagnostic))?;
    counts(step, text, &asked)?;
    Ok(asked)
}

/// The clauses of `same CLAUSES`, which may stand for a sentence behind a command.
pub(super) fn clauses_for_the_last(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(SAME)?;
    (rest.is_empty() || rest.starts_with([' ', ','])).then(|| rest.trim_start_matches([' ', ',']))
}

/// Whatever goes on with the last sentence is asked, too, as its odds were: no dice are thrown for it.
pub(super) fn odds_were_told(step: &mut LineStep<'_>) {
    step.session.odds_told = step.table.last.as_ref().map(|(text, _)| text.clone());
}

/// A sentence as it is remembered: of the last one with other clauses all of it.
pub(super) fn in_full(table: &SessionState, text: &str) -> String {
    match (clauses_for_the_last(text), &table.last) {
        (Some(""), Some((last, _))) => last.to_string(),
        (Some(clauses), Some((last, _))) => format!("{last}, {clauses}"),
        _ => text.to_string(),
    }
}

/// The last sentence with other clauses.
pub(super) fn amended(step: &mut LineStep<'_>, clauses: &str) -> Result<ParsedQuery, LineStop> {
    let before = last(step)?;
    let clauses = clauses.trim().trim_start_matches(',').trim();
    if clauses.is_empty() {
        return Ok(before);
    }
    let asked = amend(step.table.book(), &step.table.cast(), &before, clauses);
    let (line, at) = (step.line.0, step.line.at(clauses));
    // What is typed is told as it was typed, with the words before it.
    let placed = |error: crate::query::SentenceError| match at.is_empty() {
        true => error,
        false => error.within(line, at.offset(), 0),
    };
    let asked = asked.map_err(|error| LineStop::from(Box::new(placed(error)) as crate::diag::Diagnostic))?;
    counts(step, clauses, &asked)?;
    Ok(asked)
}

/// What clauses state by themselves; none if they are no clauses.
fn stated(step: &LineStep<'_>, clauses: &str) -> Option<Vec<(FactId, Argument)>> {
    let blank = ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() };
    Some(amend(step.table.book(), &step.table.cast(), &blank, clauses).ok()?.facts)
}

/// Holds clauses that are said before any sentence for the first that asks for them; none if they are no clauses.
pub(super) fn said_ahead(step: &mut LineStep<'_>, clauses: &str) -> Option<Response> {
    let said = stated(step, clauses)?;
    // What must be said of a deed itself is no circumstance.
    let is_circumstance = |(fact, said): &(FactId, Argument)| {
        let fact = &step.table.book().facts[fact.index()];
        matches!(said, Argument::Value(_)) && (fact.default.is_some() || fact.from.is_some())
    };
    if step.table.last.is_some() || said.is_empty() || !said.iter().all(is_circumstance) {
        return None;
    }
    step.session.said_ahead = Some(clauses.to_string());
    Some(Response::of(format!("for the first sentence that asks for it: {clauses}\n")))
}

/// A sentence with what was said before it, where it asks for that; with a note that it does.
pub(super) fn with_what_was_said(
    step: &mut LineStep<'_>,
    text: &str,
    asked: ParsedQuery,
) -> (String, ParsedQuery, String) {
    let ahead = step.session.said_ahead.clone();
    let with = |clauses: &String| {
        let is_said = |(fact, _): &(FactId, Argument)| asked.facts.iter().any(|(said, _)| said == fact);
        let is_new = !stated(step, clauses)?.iter().any(is_said);
        amend(step.table.book(), &step.table.cast(), &asked, clauses).ok().filter(|_| is_new)
    };
    if let Some(clauses) = ahead
        && let Some(whole) = with(&clauses)
        && counts(step, &clauses, &whole).is_ok()
    {
        step.session.said_ahead = None;
        let note = format!("note: {clauses}, as was said before\n");
        return (format!("{}, {clauses}", text.trim()), whole, note);
    }
    (text.to_string(), asked, String::new())
}

/// Refuses a fact that does not count: whoever says it thinks that it does.
pub(super) fn counts(step: &mut LineStep<'_>, text: &str, asked: &ParsedQuery) -> Result<(), LineStop> {
    let (rules, book) = (step.table.rules.clone(), step.table.book());
    let posed = BoundQuery::new(&rules, step.table.now(), asked).map_err(|error| error.report(book))?;
    let mut wrong = uncounted(&rules, &posed, asked, text);
    let doubtful = if wrong.is_none() { doubtful(&rules, &posed, asked) } else { Vec::new() };
    if !doubtful.is_empty() {
        wrong = idle(&rules, &step.table.engine()?, &posed, &doubtful, text);
    }
    match wrong {
        Some(error) => Err(LineStop::from(Box::new(error) as crate::diag::Diagnostic)),
        None => Ok(()),
    }
}

/// Whom an order is about, if that is another figure of the fight.
pub(super) fn target(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Option<FigureId>, LineStop> {
    let is_here = |id: &FigureId| id.index() < step.table.now().figures.len();
    let Some(order) = posed(step, asked)?.order(&step.table.rules) else { return Ok(None) };
    let mut others = order.facts.iter().filter_map(|(_, value)| match value {
        Value::Figure(figure) if *figure != order.actor => Some(*figure),
        _ => None,
    });
    Ok(others.find(is_here))
}

/// The places that an order leads over, from where the one who acts stands; or the place that it is about.
pub(super) fn way(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Vec<Position>, LineStop> {
    let Some(order) = posed(step, asked)?.order(&step.table.rules) else { return Ok(Vec::new()) };
    let own = step.table.now().figures.get(order.actor.index()).and_then(|figure| figure.at);
    let cells = order.facts.iter().find_map(|(_, value)| match value {
        Value::Cell(at) => Some(vec![*at]),
        Value::List(list) => {
            let cells: Vec<Position> = list.iter().filter_map(cell_of).collect();
            (!cells.is_empty() && cells.len() == list.len()).then_some(cells)
        }
        _ => None,
    });
    let cells = cells.map(|cells| own.into_iter().chain(cells).collect::<Vec<Position>>());
    Ok(cells.unwrap_or_default())
}

fn cell_of(value: &Value) -> Option<Position> {
    if let Value::Cell(at) = value { Some(*at) } else { None }
}

/// Why nothing is done to somebody who is out of the fight.
pub(super) fn out_of_fight(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Option<Refusal>, LineStop> {
    Ok(posed(step, asked)?.out_of_fight(&step.table.rules))
}

/// What an action without a check would do.
fn prospect(step: &mut LineStep<'_>, text: &str, asked: &ParsedQuery, action: ActionId) -> Answered {
    let prospect = prospected(step, asked, action)?;
    if leads_nowhere(step, asked, action, &prospect) {
        return Err(where_to(step, text, asked).into());
    }
    let told = prospect.text(text, step.session.width);
    // Whoever reads that something happens is told that it has not.
    let may_be_done = prospect.refused.is_none() && may_be_done(step);
    // What is asked once more is the last sentence.
    let last = step.table.last.as_ref().map_or("", |(text, _)| text);
    let done = if text.trim().is_empty() { last } else { text.trim() };
    let how = if may_be_done { format!("only reckoned: `do {done}` does it\n") } else { String::new() };
    Ok(Response::of(told + &how))
}

/// Whether something can be done in the fight outside its turn.
fn may_be_done(step: &LineStep<'_>) -> bool {
    let is_asked = step.table.pending.is_some() || step.table.state.outcome.is_some();
    step.table.rules.ground.is_some() && !is_asked
}

/// Whether nothing comes of an action because nobody says where it leads.
fn leads_nowhere(step: &LineStep<'_>, asked: &ParsedQuery, action: ActionId, prospect: &Preview) -> bool {
    let book = step.table.book();
    let is_place = |r#type: &Type| match r#type {
        Type::Cell => true,
        Type::List(inner) => matches!(inner.bare(), Type::Cell),
        _ => false,
    };
    let takes = &book.actions[action.index()].takes;
    let mut places = takes.iter().filter(|fact| is_place(book.facts[fact.index()].r#type.bare())).peekable();
    let is_open = places.peek().is_some() && places.all(|fact| asked.facts.iter().all(|(said, _)| said != fact));
    let whole = prospect.changes.as_ref();
    let is_idle = whole.is_some_and(|whole| whole.changes.is_empty() && whole.outcomes.is_empty());
    is_open && is_idle && prospect.refused.is_none() && asked.tweaks.is_empty()
}

/// The question where somebody goes.
fn where_to(step: &LineStep<'_>, text: &str, asked: &ParsedQuery) -> crate::repl::ReplError {
    let state = step.table.now();
    let actor = ordered::actor(step, asked).ok().flatten();
    let side = actor.map(|id| state.figure(id).side);
    let foe = state.figure_ids().find(|id| !state.figure(*id).removed && Some(state.figure(*id).side) != side);
    let place = match (foe, actor.and_then(|id| state.figure(id).at)) {
        (Some(foe), _) => format!("toward {}", state.figure(foe).name),
        (None, Some(at)) => format!("to {}", cell_text(step.table.book(), at)),
        (None, None) => "to 5,4".to_string(),
    };
    let help = format!("say it: for example `{} {place}`", text.trim());
    step.line.nothing(step.line.0.trim(), "nothing changes, for it leads nowhere", "where to?", &help)
}

/// Reckons and rolls, and remembers the sentence.
pub(super) fn ask(step: &mut LineStep<'_>, text: &str, asked: ParsedQuery) -> Answered {
    let tray = step.tray();
    ask_with(step, text, asked, tray)
}

/// Reckons and rolls with these dice, and remembers the sentence.
pub(super) fn ask_with(step: &mut LineStep<'_>, text: &str, asked: ParsedQuery, tray: TableDice) -> Answered {
    supposed::supposing(step, (text, &asked.clone()), |step| asked_of(step, text, asked, tray))
}

fn asked_of(step: &mut LineStep<'_>, text: &str, asked: ParsedQuery, tray: TableDice) -> Answered {
    counts(step, text, &asked)?;
    let book = step.table.book().clone();
    match asked.about {
        About::Quantity(quantity) => {
            let amount = quantity_of(step, &asked, quantity)?.text(step.session.width);
            let then = reckon::from_the_first_turn(&step.table, &asked).unwrap_or_default();
            step.table.last = Some((text.into(), asked));
            return Ok(Response::of(amount + &then));
        }
        About::Action(action) if book.actions[action.index()].check.is_none() => {
            let mut answer = prospect(step, text, &asked, action)?;
            if may_be_done(step) {
                answer.text.insert_str(0, &supposed::not_rolled_for(step, text));
                supposed::remember(step, text, &asked);
            }
            step.table.last = Some((text.into(), asked));
            return Ok(answer);
        }
        About::Action(_) | About::Check(_) => {}
    }
    let mut reckoning = reckoned(step, &asked)?;
    reckoning.refused = refusal_of_what_is_done(step, &asked)?;
    let is_order = matches!(asked.about, About::Action(_)) && may_be_done(step) && reckoning.refused.is_none();
    step.session.rolled_only = is_order.then(|| text.trim().to_string());
    // At whom nothing is done any more nothing is thrown.
    let is_gone = out_of_fight(step, &asked)?.is_some();
    step.table.last = Some((text.into(), asked));
    if let Some(need) = reckoning.short.need().filter(|_| !is_gone) {
        let (mut mine, mut theirs) = (Thrown::default(), Thrown::default());
        let rolled = need.roll(&book, &mut tray.clone(), Seen::Total, (&mut mine, &mut theirs));
        let rolled = rolled.map_err(|error| match error {
            ExplainError::Dice(_, error) => LineStop::from(Box::new(error) as crate::diag::Diagnostic),
            error => LineStop::from(error.diagnostic(&book)),
        });
        step.finish(&tray, rolled)?;
        let mut result = need.result(&book, &mine, Some(&theirs));
        // Of a sum nobody knows what each die showed.
        if step.by_sum {
            result.dice.clear();
            result.against.iter_mut().for_each(|against| against.dice.clear());
        }
        reckoning.result = Some(result);
    }
    let more = match (is_order, &step.table.last) {
        (true, Some((text, asked))) => supposed::rolled_in_all(step, text, asked),
        _ => String::new(),
    };
    Ok(Response::of(reckoning.text() + &more))
}

/// Why the rules refuse what is asked; where only a check is said on a board, why they refuse what is done with it.
fn refusal_of_what_is_done(step: &mut LineStep<'_>, asked: &ParsedQuery) -> Result<Option<Refusal>, LineStop> {
    if step.table.rules.ground.is_none() {
        return refusal(step, asked);
    }
    let performed = PerformedDeed::of(step.table.book(), &step.table.cast(), asked).asked;
    // Of what a check leaves open nothing is known.
    let book = step.table.book();
    let is_open = |fact: &FactId| {
        let declared = &book.facts[fact.index()];
        let is_said = performed.facts.iter().any(|(said, _)| said == fact);
        !is_said && declared.default.is_none() && declared.from.is_none()
    };
    match performed.about {
        About::Action(action) if performed != *asked && book.actions[action.index()].takes.iter().any(is_open) => {
            Ok(None)
        }
        _ => refusal(step, &performed),
    }
}

/// Everything that can come of a sentence, with bars.
pub(super) fn odds(step: &mut LineStep<'_>, asked: &ParsedQuery, sums: bool) -> Answered {
    let text = step.line.0.trim().trim_start_matches("odds").trim().to_string();
    supposed::supposing(step, (&text, asked), |step| odds_of(step, &text, asked, sums))
}

fn odds_of(step: &mut LineStep<'_>, text: &str, asked: &ParsedQuery, sums: bool) -> Answered {
    if let About::Quantity(quantity) = asked.about {
        return Ok(Response::of(crate::odds::plot::text(
            &quantity_of(step, asked, quantity)?.diagram(""),
            step.session.width,
            sums,
        )));
    }
    if let About::Action(action) = asked.about
        && step.table.book().actions[action.index()].check.is_none()
    {
        return prospect(step, text, asked, action);
    }
    let reckoning = reckoned(step, asked)?;
    let refused = refusal_of_what_is_done(step, asked)?.map_or_else(String::new, |refusal| refusal.text());
    let plot = crate::odds::plot::text(&Diagram::of_check("", &reckoning), step.session.width, sums);
    Ok(Response::of(refused + &reckoning.notes() + &plot))
}

/// What a sentence needs and why, without dice; of what has no check its odds.
pub(super) fn need(step: &mut LineStep<'_>, asked: &ParsedQuery) -> Answered {
    let has_check = match asked.about {
        About::Action(action) => step.table.book().actions[action.index()].check.is_some(),
        About::Check(_) => true,
        About::Quantity(_) => false,
    };
    if !has_check {
        return odds(step, asked, false);
    }
    let text = step.line.0.trim().to_string();
    supposed::supposing(step, (&text, asked), |step| {
        let mut reckoning = reckoned(step, asked)?;
        reckoning.refused = refusal_of_what_is_done(step, asked)?;
        Ok(Response::of(reckoning.text()))
    })
}

/// Everything an action can lead to, from the fight as it stands.
pub(super) fn whole(step: &mut LineStep<'_>, asked: &ParsedQuery, that: &[&str], with_quiet: bool) -> Answered {
    let (rules, book) = (step.table.rules.clone(), step.table.book().clone());
    let performed = PerformedDeed::of(&book, &step.table.cast(), asked);
    let posed = BoundQuery::new(&rules, step.table.now(), &performed.asked).map_err(|error| error.report(&book))?;
    let Some(order) = posed.order(&rules) else {
        let help = "a check alone has `odds`; `show actions` lists the actions";
        return Err(step.line.nothing(step.line.0.trim(), "this is no action", "nothing is performed", help).into());
    };
    refuse_out_of_fight(step, &posed)?;
    let tray = step.tray();
    let play = tracked::play_of(&mut step.table, &tray, posed.state.clone())?;
    if let Some(refusal) = play.refusal(&order).map_err(|error| error.report(&book))? {
        let is_rolled = posed.check(&rules).is_some();
        return Err(refused_whole(step, &refusal, is_rolled).into());
    }
    let inquiries = that.iter().map(|text| Inquiry::read(&rules, &posed.state, text));
    let inquiries = inquiries.collect::<Result<Vec<Inquiry>, _>>()?;
    let cancel = step.session.cancel.clone();
    let bounds = Bounds { inquiries, with_quiet, with_repeats: true, with_part: true, cancel, ..Bounds::default() };
    let answer = crate::odds::action::whole(&rules, &play.engine(), &posed.state, &order, &bounds);
    let answer = answer.map_err(|error| error.report(&book))?;
    if let Some((name, told)) = bounds.inquiries.iter().find_map(|inquiry| inquiry.unheard(&answer)) {
        return Err(step.line.unknown("event of this action", &name, told).into());
    }
    let now = step.table.now();
    let later = idle_of_figures(&rules, &play.engine(), now, &posed);
    let stated = overridden(&posed.overridden(&rules, now)) + &changes_nothing(&[posed.idle(&rules), later].concat());
    Ok(Response::of(
        performed.text()
            + &stated
            + &crate::odds::plot::text(&Diagram::of_whole("", &answer), step.session.width, false),
    ))
}

/// The word as it stands in a pattern behind the one who acts, if it stands in one.
pub(super) fn verb(step: &LineStep<'_>, word: &str) -> Option<String> {
    let book = step.table.book();
    let actions = book.actions.iter().flat_map(|action| &action.says);
    let mut says = actions.chain(book.checks.iter().flat_map(|check| &check.says));
    says.find_map(|sentence| match sentence.parts.as_slice() {
        [SentencePart::Fact(_), SentencePart::Word(verb), ..] if verb.eq_ignore_ascii_case(word) => {
            Some(verb.to_string())
        }
        _ => None,
    })
}

/// The parts of a line between a word that stands alone, outside of quotes.
pub(super) fn parted<'l>(line: &'l str, word: &str) -> Vec<&'l str> {
    let (mut parts, mut from, mut quoted) = (Vec::new(), 0, false);
    for (at, letter) in line.char_indices() {
        quoted ^= letter == '"';
        let (before, here) = (&line[..at], &line[at..]);
        let begins = before.is_empty() || before.ends_with(char::is_whitespace);
        let ends = here.strip_prefix(word).is_some_and(|after| after.starts_with(char::is_whitespace));
        if !quoted && begins && ends {
            parts.push(line[from..at].trim());
            from = at + word.len();
        }
    }
    parts.push(line[from..].trim());
    parts
}
