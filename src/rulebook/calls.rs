//! Deeds that are given something and give something: what they are called with, and that they always give.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::Resolver;
use super::unfinished::DeedSignature;
use super::*;
use crate::syntax::ast;
use crate::text::Span;

impl Resolver<'_> {
    /// The lines of a deed, in which what it is given has names.
    pub(super) fn deed_lines(
        &mut self,
        parameters: &[DeedParameter],
        gives: Option<DeedParameter>,
        written: &ast::DeedDecl,
    ) -> Vec<Line> {
        let mut hand = Hand { gives, ..Hand::of_actor() };
        for ((name, _), parameter) in written.parameters.iter().zip(parameters) {
            self.new_local(name, parameter.r#type.clone(), &mut hand);
        }
        let lines = self.done(&written.lines, &mut hand);
        if let (Some(gives), Some(r#type)) = (&hand.gives, &written.gives) {
            self.always_gives(gives, &lines, r#type.span);
        }
        lines
    }

    /// That lines do not end without giving what they say they give.
    fn always_gives(&mut self, gives: &DeedParameter, lines: &[Line], at: Span) {
        let way = way_through(lines);
        if way == Ending::Gives || matches!(gives.r#type, Type::Optional(_) | Type::Nothing) {
            return;
        }
        let name = gives.name.to_string();
        let error = match lines.iter().any(gives_somewhere) {
            true => RulebookError::MayNotGive { name },
            false => RulebookError::MissingEntry { whose: format!("the deed `{name}`"), entry: "give" },
        };
        let found = self.book.type_words(&gives.r#type);
        let help = format!("end every way through its lines with `give EXPR`, or let it give {found} or none");
        let (at, label) = match way {
            Ending::Stops(stop) => (stop, "it ends here without giving anything"),
            _ => (at, "its lines may end without giving it"),
        };
        self.report(error, at, label, help);
    }

    /// `do NAME(E, …) as NAME with FACT = E, …`
    pub(super) fn do_line(&mut self, call: &ast::DeedCall, hand: &mut Hand) -> Option<Act> {
        let with = self.facts_by(&call.with, hand);
        let what = self.doing(&call.deed)?;
        let DeedSignature { parameters, gives } = match what {
            Doing::Deed(id) => self.deed_signatures[id.index()].clone(),
            Doing::Action(_) => DeedSignature::default(),
        };
        let given = self.given(call, &parameters, hand);
        let at = match &call.called {
            Some(name) => Some(self.kept(name, &call.deed, gives, hand)?),
            None => None,
        };
        Some(Act::Do(Box::new(DoCall { what, given: given?, with, at })))
    }

    /// What a deed is given, in the order of its parameters.
    fn given(&mut self, call: &ast::DeedCall, parameters: &[DeedParameter], hand: &Hand) -> Option<Vec<Expr>> {
        if call.given.len() != parameters.len() {
            let names: Vec<String> = parameters.iter().map(|one| format!("`{}`", one.name)).collect();
            let expected = if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
            let (name, found) = (call.deed.text.clone(), call.given.len());
            let error = RulebookError::WrongArguments { name, expected, found };
            let help = match parameters {
                [] => format!("write `do {}`", call.deed.text),
                _ if call.given.is_empty()
                    && parameters.iter().all(|one| matches!(one.r#type.bare(), Type::Number(_))) =>
                {
                    let ones = vec!["1"; parameters.len()].join(", ");
                    let (deed, all) = (&call.deed.text, words(parameters));
                    format!("give it {all}: `do {deed}({ones})`, or what is reckoned for it")
                }
                _ => format!("write `do {}({})`", call.deed.text, words(parameters)),
            };
            self.report(error, call.deed.span, "with these", help);
            return None;
        }
        let given = call.given.iter().zip(parameters);
        let given: Vec<Option<Expr>> =
            given.map(|(expr, one)| self.scaled_by(expr, &one.r#type, one.unit, hand)).collect();
        given.into_iter().collect()
    }

    /// The local that keeps what a deed gives.
    fn kept(
        &mut self,
        name: &ast::Name,
        deed: &ast::Name,
        gives: Option<DeedParameter>,
        hand: &mut Hand,
    ) -> Option<u8> {
        match gives {
            Some(gives) => self.new_local(name, gives.r#type, hand),
            None => {
                let error = RulebookError::UnknownWord { word: "as".to_string(), after: deed.text.clone() };
                let help =
                    format!("a deed that gives something says so: `deed {} gives TYPE {{ … give EXPR }}`", deed.text);
                self.report(error, name.span, "it gives nothing that could be kept", help);
                None
            }
        }
    }

    /// `give E`
    pub(super) fn give_line(&mut self, line: &ast::LineDecl, value: &ast::ExprDecl, hand: &Hand) -> Option<Act> {
        let Some(gives) = &hand.gives else {
            let error = RulebookError::UnknownWord { word: "give".to_string(), after: "does".to_string() };
            let help = "only a deed gives something, and says what: `deed NAME gives TYPE { … give EXPR }`";
            self.report(error, line.span, "to whom?", help);
            return None;
        };
        self.scaled_by(value, &gives.r#type, gives.unit, hand).map(Act::Give)
    }
}

/// `hits, why`
fn words(parameters: &[DeedParameter]) -> String {
    parameters.iter().map(|one| &*one.name).collect::<Vec<_>>().join(", ")
}

/// How lines end.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    /// They always give something.
    Gives,
    /// They may stop here before anything is given.
    Stops(Span),
    /// They may go on behind the last of them.
    GoesOn,
}

fn way_through(lines: &[Line]) -> Ending {
    let mut ways = lines.iter().map(|line| match &line.act {
        Act::Give(_) if line.when.is_none() => Ending::Gives,
        Act::When(_, then, otherwise) => match (way_through(then), way_through(otherwise)) {
            (Ending::Stops(stop), _) | (_, Ending::Stops(stop)) => Ending::Stops(stop),
            (Ending::Gives, Ending::Gives) if line.when.is_none() => Ending::Gives,
            _ => Ending::GoesOn,
        },
        _ => {
            let mut stop = None;
            line.walk(&mut |line| stop = stop.or(matches!(line.act, Act::Stop).then_some(line.span)));
            stop.map_or(Ending::GoesOn, Ending::Stops)
        }
    });
    ways.find(|way| *way != Ending::GoesOn).unwrap_or(Ending::GoesOn)
}

fn gives_somewhere(line: &Line) -> bool {
    let mut found = false;
    line.walk(&mut |line| found |= matches!(line.act, Act::Give(_)));
    found
}
