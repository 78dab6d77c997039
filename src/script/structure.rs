//! How the tokens of a Luau text lie within one another: which stand in functions, where a value begins and ends, what is
//! assigned. Enough to judge what stands outside of functions; none where it would be a guess.

use crate::syntax::luau::{LuauToken, LuauTokenKind, tokens};

/// What opens and must be closed again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Open {
    /// `(`, `{` or `[`.
    Bracket,
    /// `function`, until its `end`.
    Function,
    /// `do`, or `if` as a statement, until its `end`.
    Block,
    /// `repeat`, until its `until`.
    Repeat,
    /// `if` as a value, until its `else`, behind which the last value follows.
    Choice,
}

/// Where a token stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenPlace {
    /// The innermost opener around it.
    pub(super) inside: Option<(Open, usize)>,
    /// How many functions are around it.
    pub(super) functions: usize,
    /// Whether the token before asks for a value, so that no call and no statement begins here.
    pub(super) wants: bool,
}

/// A text as tokens and their places.
pub(super) struct Structure<'a> {
    text: &'a str,
    tokens: Vec<LuauToken>,
    places: Vec<TokenPlace>,
    closings: Vec<usize>,
}

impl<'a> Structure<'a> {
    /// The structure of a text; none if it does not fit together, or cannot be told for certain.
    pub(super) fn new(text: &'a str) -> Option<Structure<'a>> {
        let tokens = tokens(text);
        let closings = vec![0; tokens.len()];
        let mut structure = Structure { text, tokens, places: Vec::new(), closings };
        let mut open: Vec<(Open, usize)> = Vec::new();
        let (mut functions, mut wants) = (0, false);
        for at in 0..structure.tokens.len() {
            if !structure.is_plain(at) {
                return None;
            }
            let mut place = TokenPlace { inside: open.last().copied(), functions, wants };
            wants = structure.asks(at, place.inside);
            match structure.step(at, &place)? {
                Opening::Opens(what) => open.push((what, at)),
                Opening::Closes(what) => {
                    let (opened, from) = open.pop()?;
                    if !what.contains(&opened) {
                        return None;
                    }
                    structure.closings[from] = at;
                    if opened == Open::Function {
                        functions -= 1;
                    }
                    if opened != Open::Choice {
                        place = TokenPlace { inside: open.last().copied(), functions, wants: place.wants };
                    }
                }
                Opening::Stays => {}
            }
            if structure.word(at) == "function" {
                functions += 1;
            }
            structure.places.push(place);
        }
        open.is_empty().then_some(structure)
    }

    fn step(&self, at: usize, place: &TokenPlace) -> Option<Opening> {
        let inside = place.inside.map(|(open, _)| open);
        Some(match self.word(at) {
            "(" | "{" | "[" => Opening::Opens(Open::Bracket),
            ")" | "}" | "]" => Opening::Closes(&[Open::Bracket]),
            "function" => Opening::Opens(Open::Function),
            "do" => Opening::Opens(Open::Block),
            "repeat" => Opening::Opens(Open::Repeat),
            "until" => Opening::Closes(&[Open::Repeat]),
            "end" => Opening::Closes(&[Open::Function, Open::Block]),
            // Behind `>` a type may have ended, or a comparison go on.
            "if" if at > 0 && self.word(at - 1) == ">" => return None,
            "if" if place.wants => Opening::Opens(Open::Choice),
            "if" => Opening::Opens(Open::Block),
            "else" if inside == Some(Open::Choice) => Opening::Closes(&[Open::Choice]),
            _ => Opening::Stays,
        })
    }

    /// Whether a value must follow this token.
    fn asks(&self, at: usize, inside: Option<(Open, usize)>) -> bool {
        let is_choice = matches!(inside, Some((Open::Choice, _)));
        match self.word(at) {
            "." => at < 2 || !(self.touches(at, ".") && self.touches(at - 1, ".")),
            ";" => matches!(inside, Some((Open::Bracket, _))),
            "then" | "else" => is_choice,
            "and" | "or" | "not" | "return" | "in" | "until" | "while" | "if" | "elseif" => true,
            word => self.sort(at) == LuauTokenKind::Mark && !matches!(word, ")" | "}" | "]" | "?" | "@" | "!" | "$"),
        }
    }

    /// Whether the token before is this mark, with nothing between.
    pub(super) fn touches(&self, at: usize, mark: &str) -> bool {
        at > 0 && self.word(at - 1) == mark && self.tokens[at - 1].end == self.tokens[at].start
    }

    /// Whether a literal is read here as Luau reads it: texts with code in them must be simple.
    fn is_plain(&self, at: usize) -> bool {
        let word = self.word(at);
        let inner = word.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        !word.starts_with('`')
            || inner
                .is_some_and(|inner| !["`", "[[", "[=", "--", "\\", "function"].iter().any(|part| inner.contains(part)))
    }

    /// How many tokens there are.
    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The text of a token; empty behind the last.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    /// What a token is.
    pub(super) fn sort(&self, at: usize) -> LuauTokenKind {
        self.tokens.get(at).map_or(LuauTokenKind::Mark, |token| token.sort)
    }

    /// Where a token stands.
    pub(super) fn place(&self, at: usize) -> TokenPlace {
        self.places[at]
    }

    /// The first byte of a token.
    pub(super) fn start(&self, at: usize) -> usize {
        self.tokens[at].start
    }

    /// One past the last byte of a token.
    pub(super) fn end(&self, at: usize) -> usize {
        self.tokens[at].end
    }

    /// The token that closes what opens here.
    pub(super) fn closing(&self, at: usize) -> Option<usize> {
        self.closings.get(at).copied().filter(|closing| *closing > at)
    }

    /// The token behind the function that begins here.
    pub(super) fn after_function(&self, at: usize) -> Option<usize> {
        self.closing(at).map(|end| end + 1)
    }

    fn is_outside(&self, at: usize) -> bool {
        self.place(at).functions == 0 && self.place(at).inside.is_none()
    }

    /// One past the value that begins here, outside of functions: where a name stands that no operator asks for.
    pub(super) fn value_end(&self, from: usize) -> usize {
        let begins = |at: &usize| {
            let word = self.word(*at);
            let new = self.sort(*at) == LuauTokenKind::Word
                && !self.place(*at).wants
                && !matches!(word, "and" | "or" | "end");
            self.is_outside(*at) && (new || word == ";")
        };
        (from..self.len()).find(begins).unwrap_or(self.len())
    }

    /// One past the type that stands from here to the next statement, or to `=`; none if there is more than a type.
    pub(super) fn type_end(&self, from: usize, to_equals: bool) -> Option<usize> {
        let ends = |at: &usize| {
            let word = self.word(*at);
            let statement = matches!(word, "local" | "function" | "return" | "type" | "export" | ";");
            self.is_outside(*at) && if to_equals { word == "=" } else { statement && !self.place(*at).wants }
        };
        let end = (from..self.len()).find(ends).unwrap_or(self.len());
        (from..end).all(|at| self.is_of_type(at)).then_some(end)
    }

    /// Whether a token may stand in a type: no call, no statement.
    fn is_of_type(&self, at: usize) -> bool {
        let wants = self.place(at).wants;
        let word = self.word(at);
        match self.sort(at) {
            LuauTokenKind::Literal => wants,
            LuauTokenKind::Mark if word == "(" && at > 0 && self.word(at - 1) == ">" => self.touches(at - 1, "-"),
            LuauTokenKind::Mark if matches!(word, "(" | "{") => wants,
            LuauTokenKind::Mark => word != "=" && word != ";",
            LuauTokenKind::Word => {
                !matches!(word, "local" | "function" | "return" | "if" | "do" | "while" | "for" | "repeat")
            }
        }
    }

    /// Whether this token is `=` and not a part of `==`, `<=` and the like.
    pub(super) fn is_assignment(&self, at: usize) -> bool {
        let part = || ["=", "<", ">", "~"].iter().any(|mark| self.touches(at, mark));
        let first = || self.word(at + 1) == "=" && self.touches(at + 1, "=");
        self.word(at) == "=" && !part() && !first()
    }

    /// Whether what ends before this token is assigned by it: `=`, `+=`, `..=` and the like.
    fn assigns(&self, at: usize) -> bool {
        let compound = |length: usize| {
            let marks =
                (at..at + length).all(|at| "+-*/%^.".contains(self.word(at)) && self.sort(at) == LuauTokenKind::Mark);
            marks && self.word(at + length) == "=" && self.touches(at + length, self.word(at + length - 1))
        };
        at < self.len() && (self.is_assignment(at) || compound(1) || compound(2))
    }

    /// Whether the name at this token is given another value. Several names on the left of `=` are taken for that
    /// wherever they might be.
    pub(super) fn is_assigned(&self, at: usize) -> bool {
        let before = if at == 0 { "" } else { self.word(at - 1) };
        if matches!(before, "local" | "for") {
            return false;
        }
        let in_bracket = matches!(self.place(at).inside, Some((Open::Bracket, _)));
        if self.assigns(at + 1) {
            return !(in_bracket && matches!(before, "{" | "," | ";"));
        }
        self.word(at + 1) == "," && !in_bracket && !matches!(before, "return" | "=" | "in")
    }

    /// Whether something in the table at this token is given another value.
    pub(super) fn is_assigned_into(&self, at: usize) -> bool {
        let mut next = at + 1;
        loop {
            next = match self.word(next) {
                "." if self.sort(next + 1) == LuauTokenKind::Word => next + 2,
                "[" => match self.closing(next) {
                    Some(closing) => closing + 1,
                    None => return true,
                },
                _ => return next > at + 1 && self.assigns(next),
            };
        }
    }
}

/// What a token does to the openers around it.
enum Opening {
    Opens(Open),
    Closes(&'static [Open]),
    Stays,
}
