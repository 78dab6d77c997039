//! `fray ask`, and `fray odds` of a sentence: a check reckoned, something of a figure, an action without a check.

use super::args::{AskArgs, ChoiceArgs, OddsArgs};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::meant::MeantSentence;
use super::packs::Packs;
use super::screen::Screen;
use super::{argument, find};
use crate::answer::{Preview, QuantityAnswer};
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Given, Seen};
use crate::explain::{ExplainError, Explanation, Need, Thrown};
use crate::odds::action::Bounds;
use crate::odds::plot::Diagram;
use crate::play::{Kit, Play, Rules};
use crate::query::{About, BoundQuery, Quantity, doubtful, idle, uncounted};
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::text::Files;
use crate::value::{ActionId, CheckId};
use std::sync::Arc;

/// Reckons a sentence; with dice, tells what comes of them.
pub(super) fn ask(args: &AskArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    in_order("ask", &args.place, &args.sentence, packs)?;
    let mut place = AskedPlace::find(&args.place, &args.choices, packs)?;
    ask_in(&mut place, args, packs, screen)
}

/// Where it is asked comes before what is asked.
pub(super) fn in_order(command: &str, place: &str, sentence: &str, packs: &Packs) -> Result<(), Diagnostics> {
    let is_place = |text: &str| find::is_pack(packs, text) || find::is_scenario(packs, text);
    let both = format!("{place}/{sentence}");
    if packs.folders("rules").iter().any(|pack| pack == place)
        && !sentence.contains(' ')
        && find::is_scenario(packs, &both)
    {
        let message = format!("`{sentence}` is a scenario of `{place}`, and no sentence");
        let help = format!("both are one name, and what is asked comes behind it: `fray {command} {both} '…'`");
        return Err(CliError::Usage { message, help }.alone());
    }
    if !place.contains(' ') || sentence.contains(' ') || is_place(place) || !is_place(sentence) {
        return Ok(());
    }
    let message = format!("`{place}` is no pack and no scenario, but a sentence");
    let help = format!("where it is asked comes first: `fray {command} {sentence} '{place}'`");
    Err(CliError::Usage { message, help }.alone())
}

/// The same in a place that is known already.
pub(super) fn ask_in(place: &mut AskedPlace, args: &AskArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let (meant, posed) = place.pose(&args.sentence)?;
    match args.json {
        true => meant.mark(screen, true),
        false => meant.tell(screen),
    }
    if meant.that.is_some() {
        no_dice(args)?;
        return whole_asked(place, &meant, args.json, screen);
    }
    match (posed.about, posed.check(&place.rules)) {
        (_, Some(check)) => of_check(place, (&meant.text, &posed), check, args, screen)?,
        (About::Quantity(quantity), None) => {
            no_dice(args)?;
            let amount = place.amount(&posed, quantity)?;
            if args.json { screen.json(&amount) } else { screen.say(&amount.text(screen.width)) }
        }
        (About::Action(action), None) => {
            no_dice(args)?;
            let prospect = place.prospect(&posed, action, packs, args)?;
            if args.json { screen.json(&prospect) } else { screen.say(&prospect.text(&meant.text, screen.width)) }
        }
        (About::Check(_), None) => {}
    }
    Ok(Ended::Done)
}

/// What is asked of all that can come of a sentence.
fn whole_asked(place: &mut AskedPlace, meant: &MeantSentence, is_json: bool, screen: &mut Screen) -> CommandResult {
    let (play, nothing) = (place.play()?, std::iter::empty());
    let Some(answer) = super::whole::comes_of(play, meant, nothing, Bounds::default(), is_json, screen)? else {
        return Ok(Ended::No);
    };
    match is_json {
        true => screen.json(&answer),
        false => screen.say(&crate::odds::plot::text(&Diagram::of_whole(&meant.text, &answer), screen.width, false)),
    }
    Ok(Ended::Done)
}

fn of_check(
    place: &mut AskedPlace,
    (sentence, posed): (&str, &BoundQuery),
    check: CheckId,
    args: &AskArgs,
    screen: &mut Screen,
) -> Result<(), Diagnostics> {
    let mut reckoning = place.reckoned(posed, check)?;
    if let Some(text) = &args.dice {
        let dice = argument::dice(text)?;
        reckoning.result = match reckoning.short.need() {
            Some(need) => Some(rolled(&place.rules.book, need, dice)?),
            None => return Err(not_rolled(&reckoning)),
        };
    }
    match (args.json, args.all) {
        (true, _) => screen.json(&reckoning),
        (false, true) => screen.say(&reckoning.text_with_reasons()),
        (false, false) => screen.say(&reckoning.text()),
    }
    // What a mere total can come to is a picture; it is known once it has been rolled.
    if !reckoning.totals.is_empty() && reckoning.result.is_none() && !args.json {
        let total = Diagram { note: None, ..Diagram::of_check(sentence, &reckoning) };
        screen.say(&crate::odds::plot::text(&total, screen.width, false));
    }
    Ok(())
}

/// Refuses dice where nothing is rolled for a check.
fn no_dice(args: &AskArgs) -> Result<(), Diagnostics> {
    if args.dice.is_none() {
        return Ok(());
    }
    let help = "dice are rolled for a check: leave them out, or ask for a check".to_string();
    Err(CliError::OutOfRange { what: "--dice".to_string(), help }.alone())
}

/// The odds of everything that can come of a sentence.
pub(super) fn odds(name: &str, sentence: &str, args: &OddsArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    in_order("odds", name, sentence, packs)?;
    odds_in(&mut AskedPlace::find(name, &args.choices, packs)?, sentence, args, screen)
}

/// The same in a place that is known already.
pub(super) fn odds_in(place: &mut AskedPlace, sentence: &str, args: &OddsArgs, screen: &mut Screen) -> CommandResult {
    let (meant, posed) = place.pose(sentence)?;
    if meant.that.is_some() {
        return super::whole::print_whole(place.play()?, &meant, args, screen);
    }
    match args.json || args.csv || args.svg {
        true => meant.mark(screen, args.json),
        false => meant.tell(screen),
    }
    let sentence = &meant.text;
    match (posed.about, posed.check(&place.rules)) {
        (_, Some(check)) => {
            let reckoning = place.reckoned(&posed, check)?;
            if !args.json && !args.csv && !args.svg {
                screen.say(&reckoning.notes());
            }
            super::form::print(&reckoning, Diagram::of_check(sentence, &reckoning), args, screen);
        }
        (About::Quantity(quantity), None) => {
            let amount = place.amount(&posed, quantity)?;
            super::form::print(&amount, amount.diagram(sentence), args, screen);
        }
        (about, None) => return Err(no_check(&place.rules, about)),
    }
    Ok(Ended::Done)
}

/// Where a sentence is asked: on the board of a scenario, or in a pack with nobody in it, which needs no scripts.
pub(super) struct AskedPlace {
    rules: Arc<Rules>,
    state: State,
    fight: Option<Play>,
    /// What the scripts of a pack without a fight are made of.
    kit: Option<Kit>,
}

impl AskedPlace {
    pub(super) fn find(name: &str, choices: &ChoiceArgs, packs: &Packs) -> Result<AskedPlace, Diagnostics> {
        if find::is_board(packs, name) {
            let play = super::opened::table(name, choices, packs)?;
            return Ok(AskedPlace {
                rules: play.rules().clone(),
                state: play.state().clone(),
                fight: Some(play),
                kit: None,
            });
        }
        let kit = crate::odds::kit(find::pack(packs, name, choices)?);
        Ok(AskedPlace { rules: kit.rules(None), state: State::default(), fight: None, kit: Some(kit) })
    }

    /// Whether it is the same however often something is asked: nobody stands in it.
    pub(super) fn is_pack(&self) -> bool {
        self.kit.is_some()
    }

    /// Forgets the play in which a script was tried.
    pub(super) fn clear(&mut self) {
        self.fight = None;
    }

    /// A sentence put to it.
    fn pose(&self, sentence: &str) -> Result<(MeantSentence, BoundQuery), Diagnostics> {
        let meant = MeantSentence::of_all(&self.rules, &self.state, sentence)?;
        let posed = BoundQuery::new(&self.rules, &self.state, &meant.asked);
        let posed = posed.map_err(|error| -> Diagnostics { vec![error.report(&self.rules.book)] })?;
        // What it is done with cannot do it: that is told, and not what would not count besides.
        if posed.unsuited(&self.rules) > 0 {
            return Ok((meant, posed));
        }
        if let Some(error) = uncounted(&self.rules, &posed, &meant.asked, &meant.text) {
            return Err(vec![Box::new(error)]);
        }
        let doubtful = doubtful(&self.rules, &posed, &meant.asked);
        if !doubtful.is_empty() {
            let made = self.kit.as_ref().map(Kit::engine).transpose();
            let made = made.map_err(|error| -> Diagnostics { vec![Box::new(error)] })?;
            let engine = made.or_else(|| self.fight.as_ref().map(Play::engine));
            if let Some(error) = engine.and_then(|engine| idle(&self.rules, &engine, &posed, &doubtful, &meant.text)) {
                return Err(vec![Box::new(error)]);
            }
        }
        Ok((meant, posed))
    }

    /// The play in which something is done.
    fn play(&mut self) -> Result<Play, Diagnostics> {
        match (self.fight.take(), &self.kit) {
            (Some(play), _) => Ok(play),
            (None, kit) => super::opened::nobody(kit.as_ref().map_or(&self.rules.book, |kit| &kit.book).clone()),
        }
    }

    /// A check explained, and whether its action would be refused.
    fn reckoned(&mut self, posed: &BoundQuery, check: CheckId) -> Result<Explanation, Diagnostics> {
        let reckoned = posed.reckoned(&self.rules, &self.state, check);
        let mut reckoning = reckoned.map_err(|error| vec![error.diagnostic(&self.rules.book)])?;
        reckoning.refused = match &mut self.fight {
            Some(play) => posed.refusal_in(play),
            None => posed.refusal(&self.rules),
        };
        Ok(reckoning)
    }

    fn amount(&self, posed: &BoundQuery, quantity: Quantity) -> Result<QuantityAnswer, Diagnostics> {
        let amount = crate::answer::amount(posed, &self.rules, &self.state, quantity);
        amount.map_err(|error| vec![error.diagnostic(&self.rules.book)])
    }

    /// What an action without a check would do: its script is wanted, also in a pack.
    fn prospect(
        &mut self,
        posed: &BoundQuery,
        action: ActionId,
        packs: &Packs,
        args: &AskArgs,
    ) -> Result<Preview, Diagnostics> {
        let play = match &mut self.fight {
            Some(play) => play,
            None => self.fight.insert(super::opened::table(&args.place, &args.choices, packs)?),
        };
        let action = &self.rules.book.actions[action.index()];
        let prospect = crate::answer::prospect(posed, &self.state, (&self.rules, action), play);
        prospect.map_err(|error| vec![error.report(&self.rules.book)])
    }
}

fn rolled(book: &Rulebook, need: &Need, dice: Vec<u16>) -> Result<crate::explain::CheckResult, Diagnostics> {
    let mut given = Given::new(dice);
    let (mut mine, mut theirs) = (Thrown::default(), Thrown::default());
    need.roll(book, &mut given, Seen::Dice, (&mut mine, &mut theirs)).map_err(|error| match error {
        // The dice are those of the command line: where the check is declared does not matter.
        ExplainError::Dice(_, error) => vec![Box::new(error) as Diagnostic],
        error => vec![error.diagnostic(book)],
    })?;
    given.finish().map_err(|error| vec![Box::new(error) as Diagnostic])?;
    Ok(need.result(book, &mine, Some(&theirs)))
}

fn no_check(rules: &Rules, about: About) -> Diagnostics {
    let name = match about {
        About::Action(action) => rules.book.actions[action.index()].head.name.to_string(),
        About::Check(check) => rules.book.checks[check.index()].head.name.to_string(),
        About::Quantity(quantity) => quantity.head(&rules.book).name.to_string(),
    };
    let help = match about {
        About::Action(_) => "`fray ask` says what it costs and changes, `fray odds … --whole` what else can come of it",
        _ => "ask for an action that has a check, or for a check itself",
    };
    let help = help.to_string();
    CliError::UnknownName { sort: "check".to_string(), name, help }.alone()
}

fn not_rolled(reckoning: &Explanation) -> Diagnostics {
    let why = reckoning.impossible.as_ref().map_or("nothing is rolled", |cannot| &cannot.why);
    CliError::OutOfRange { what: "--dice".to_string(), help: format!("it cannot be rolled: {why}") }.alone()
}
