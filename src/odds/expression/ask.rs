//! From a text to its odds.

use super::{Drawn, EmptyWorld, ExprOdds, of_expr_in};
use crate::diag::Diagnostics;
use crate::eval::{Frame, Scene, World, show};
use crate::rulebook::{Rulebook, Scope, resolve_expr};
use crate::syntax::parse_expr;
use crate::text::Sources;

/// The odds of an expression as it is typed. Every mistake is reported with its place in the text, which is called
/// `name`.
pub fn ask(rules: &Rulebook, name: &str, text: &str) -> Result<Drawn, Diagnostics> {
    ask_in(Scene { rules, world: &EmptyWorld, frame: &Frame::new() }, name, text, |scope| scope)
}

/// The same in a world with facts stated; `surround` binds the names that the caller knows.
pub fn ask_in<W: World + ?Sized>(
    scene: Scene<'_, W>,
    name: &str,
    text: &str,
    surround: impl FnOnce(Scope<'_>) -> Scope<'_>,
) -> Result<Drawn, Diagnostics> {
    let mut sources: Sources = Sources::clone(&scene.rules.sources);
    let id = sources.add(name, text);
    let read = parse_expr(&sources, id)?;
    let (expr, _) = resolve_expr(scene.rules, &read, &surround(Scope::new(&sources).random()))?;
    of_expr_in(scene, &expr).map_err(|error| vec![error.diagnostic_in(scene.rules, &sources)])
}

/// The odds of an expression as programs read them.
pub fn answer(rules: &Rulebook, name: &str, text: &str) -> Result<ExprOdds, Diagnostics> {
    let drawn = ask(rules, name, text)?;
    Ok(ExprOdds::new(text.trim(), &drawn, |value| show(value, None, rules, &EmptyWorld)))
}
