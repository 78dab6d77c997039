//! What is refused in a sentence, because nothing counts it, changes nothing of all that can come of it where it is so.

use crate::deed_packs::{packs, read_all};
use crate::deeds::{DeedPack, PACKS};
use fray::odds::action::{ActionOdds, Bounds, whole};
use fray::query::{BoundQuery, uncounted};
use fray::rulebook::Choices;
use fray::text::Memory;
use fray::value::ActionId;
use std::path::Path;

/// Of so many things that can be said of somebody one is tried for each action.
const STRIDE: usize = 3;
/// Ways of the dice that are followed.
const WAYS: u64 = 300;
/// Scenarios of each pack on whose boards it is tried.
const BOARDS: usize = 2;

/// What was tried.
#[derive(Default)]
struct Tried {
    /// What was refused and makes a difference.
    unlike: Vec<String>,
    /// How much was refused, rightly.
    refused: usize,
    /// How much was not refused and makes a difference: this test sees one.
    counted: usize,
}

impl Tried {
    fn action(&mut self, pack: &DeedPack, id: ActionId) {
        let action = pack.action(id);
        let first = pack.sentences(id).into_iter().find_map(|asked| {
            let comes = pack.pose(&asked).and_then(|posed| comes_of(pack, &posed))?;
            Some((asked, comes))
        });
        let Some((asked, before)) = first else { return };
        let all = pack.assumed(action).into_iter().enumerate();
        for (_, (said, other)) in all.filter(|(nth, _)| nth % STRIDE == id.index() % STRIDE) {
            let Some(other) = other(&asked) else { continue };
            let Some(posed) = pack.pose(&other) else { continue };
            let Some(comes) = comes_of(pack, &posed) else { continue };
            let is_alike = before.is_alike(&comes, &|_| true);
            match uncounted(&pack.rules, &posed, &other, "") {
                Some(error) if !is_alike => {
                    self.unlike.push(format!("{} `{}`, {said}: {error}", pack.name, action.head.name));
                }
                Some(_) => self.refused += 1,
                None => self.counted += usize::from(!is_alike),
            }
        }
    }
}

/// Everything that can come of it; none if it is refused, or there is too much of it.
fn comes_of(pack: &DeedPack, posed: &BoundQuery) -> Option<ActionOdds> {
    let order = posed.order(&pack.rules).filter(|_| posed.refusal(&pack.rules).is_none())?;
    let bounds = Bounds { ways: WAYS, samples: 1, with_quiet: true, ..Bounds::default() };
    let answer = whole(&pack.rules, &pack.engine, &posed.state, &order, &bounds).ok()?;
    (!answer.sampled).then_some(answer)
}

#[test]
fn what_is_refused_changes_nothing_where_it_is_so() {
    let files = ["rules", "scripts"].iter().fold(Memory::default(), |files, at| read_all(files, Path::new(at)));
    let mut all = Tried::default();
    for name in PACKS {
        for pack in packs(&files, name, &Choices::none(), (1, BOARDS)) {
            (0..pack.book().actions.len() as u16).for_each(|at| all.action(&pack, ActionId(at)));
        }
    }
    let Tried { unlike, refused, counted } = all;
    assert!(unlike.is_empty(), "{} of {}:\n{}", unlike.len(), unlike.len() + refused, unlike.join("\n"));
    assert!(refused >= 100, "only {refused} things that are said were refused");
    assert!(counted >= 30, "only {counted} things that are said made a difference");
}
