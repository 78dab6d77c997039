//! Who is in what relation to whom, told at the prompt: `relate Ann grips Bob`, `release Ann grips Bob`.

use super::Response;
use super::answer::LineStop;
use super::fight;
use super::pending::HandDeed;
use super::session::{Answered, LineStep};
use crate::diag::did_you_mean;
use crate::rulebook::{Rulebook, Type};
use crate::value::{FigureId, RelationId};

/// What is said behind `relate` and `release`.
struct ToldRelation {
    from: FigureId,
    relation: RelationId,
    to: FigureId,
}

/// `relate FIGURE RELATION FIGURE`
pub(super) fn relate(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let ToldRelation { from, relation, to } = read(step, rest, "relate")?;
    by_hand(step, HandDeed::Relate(from, relation, to))
}

/// `release FIGURE RELATION FIGURE`
pub(super) fn release(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let ToldRelation { from, relation, to } = read(step, rest, "release")?;
    by_hand(step, HandDeed::Release(from, relation, to))
}

/// Does it and says where it has come to nothing: it holds already, or the rules end it where they stand.
fn by_hand(step: &mut LineStep<'_>, deed: HandDeed) -> Answered {
    let before = step.table.now().ties.clone();
    let answer: Response = fight::by_hand(step, deed, String::new())?;
    if step.table.now().ties == before && step.table.pending.is_none() {
        let why = "nothing changes: it is so already, or the rules end it as they stand now\n";
        return Ok(Response::of(answer.text + why));
    }
    Ok(answer)
}

/// Whether it is said of somebody on the board.
pub(super) fn is_told(step: &LineStep<'_>, rest: &str) -> bool {
    let mut blanks = rest.match_indices(' ').map(|(at, _)| at);
    blanks.any(|at| step.table.figure(rest[..at].trim()).is_some())
}

fn read(step: &LineStep<'_>, rest: &str, word: &str) -> Result<ToldRelation, LineStop> {
    let book = step.table.book();
    let names = || told_relations(book).map(|(_, name)| name);
    let usage = || match names().next() {
        Some(name) => format!("write `{word} NAME {name} OTHER`"),
        None => "nobody is in a relation to others in these rules".to_string(),
    };
    let blanks = || rest.match_indices(' ').map(|(at, _)| at);
    let parts = blanks().rev().find_map(|first| {
        let from = step.table.figure(rest[..first].trim())?;
        let behind = rest[first..].trim();
        let second = behind.match_indices(' ').map(|(at, _)| at).find_map(|at| {
            let to = step.table.figure(behind[at..].trim())?;
            Some((behind[..at].trim(), to))
        });
        second.map(|(name, to)| (from, name, to))
    });
    let Some((from, name, to)) = parts else {
        return Err(step.line.missing("two are in a relation", &usage()).into());
    };
    let Some((relation, _)) = told_relations(book).find(|(id, other)| {
        let title = &book.relations[id.index()].head.title;
        other.eq_ignore_ascii_case(name) || title.eq_ignore_ascii_case(name)
    }) else {
        let help = did_you_mean(name, names(), &usage());
        return Err(step.line.nothing(name, "no relation goes by this name", "not known here", &help).into());
    };
    if from == to {
        return Err(step.line.nothing(name, "nobody is so to himself", "name two", &usage()).into());
    }
    Ok(ToldRelation { from, relation, to })
}

/// The relations between figures that are spoken of, by their names.
fn told_relations(book: &Rulebook) -> impl Iterator<Item = (RelationId, &str)> {
    let told = book.relations.iter().enumerate().filter(|(_, one)| !one.head.is_quiet() && one.to == Type::Figure);
    told.map(|(at, one)| (RelationId(at as u16), &*one.head.name))
}
