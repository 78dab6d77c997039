//! `NAME(…)`: tables, relations, tracks kept by words, and the built-in functions.

use super::arguments::Want;
use super::{RulebookError, TypedExpr, Typer, fold};
use crate::diag::did_you_mean;
use crate::rulebook::{BareSubject, Expr, FUNCTIONS, Function, Node, Quantifier, Rounding, Sort, Type, amounts};
use crate::syntax::ast::{self, OwnerDecl};
use crate::syntax::{HabitPlace, habit_of};
use crate::text::{Span, is_wordly};
use crate::value::{FunctionId, KindId, RelationId, TableId, TrackId, Value};

/// What a check can come to beside the words of its result table.
const VERDICTS: [&str; 4] = ["success", "failure", "draw", "impossible"];

/// A bare word or text.
fn word_of(expr: &ast::ExprDecl) -> Option<&str> {
    match &expr.node {
        ast::ExprNode::Name(name) => Some(&name.text),
        ast::ExprNode::Text(text) => Some(&text.text),
        _ => None,
    }
}

impl Typer<'_> {
    /// `name(arguments)`
    pub(super) fn call(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let find = |sort| self.book().names.find(sort, &name.text);
        if let Some(at) = find(Sort::Table) {
            return self.table(TableId(at), name, arguments, span);
        }
        if let Some(at) = find(Sort::Relation) {
            return self.relation(RelationId(at), name, arguments, span);
        }
        if let Some(at) = find(Sort::Track) {
            return self.track(TrackId(at), name, arguments, span);
        }
        if let Some(at) = find(Sort::Function) {
            return self.apply(FunctionId(at), None, (name, arguments), span);
        }
        let quantifier = match name.text.as_str() {
            "first" => Some(Quantifier::First),
            "any" => Some(Quantifier::Any),
            "all" => Some(Quantifier::All),
            _ => None,
        };
        if let Some(quantifier) = quantifier {
            return self.plain_quantifier(quantifier, name, arguments, span);
        }
        if name.text == "times" && self.scope.counts {
            return self.times(name, arguments, span);
        }
        if name.text == "amount" && self.scope.counts {
            return self.amount(name, arguments, span);
        }
        if name.text == "floor" {
            let [inner] = arguments else { return self.wrong_count(name, "one number", arguments.len()) };
            let (inner, r#type) = self.typed(inner, None)?;
            return self.round(Rounding::Down, inner, &r#type, span);
        }
        match FUNCTIONS.iter().find(|row| row.name == name.text) {
            Some(row) if row.function == Function::Cell && arguments.len() == 2 => {
                self.function(Function::CellAt, name, arguments, span)
            }
            Some(row) if row.function == Function::Things => self.things(name, arguments, span),
            Some(row) if row.function == Function::InPhase => self.in_phase(name, arguments, span),
            Some(row) if row.function == Function::Joined => self.join_lists(name, arguments, span),
            Some(row) if row.function == Function::Index => self.index_of(name, arguments, span),
            Some(row) => self.function(row.function, name, arguments, span),
            None => self.unknown_call(name, arguments),
        }
    }

    /// `things(KIND)`
    fn things(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let [only] = arguments else { return self.wrong_count(name, "the name of a kind", arguments.len()) };
        let Some(word) = word_of(only) else { return self.wrong_count(name, "the name of a kind", 1) };
        let book = self.book();
        let Some(kind) = book.kinds.iter().position(|kind| *kind.head.name == *word || *kind.plural == *word) else {
            self.unknown(Sort::Kind, &ast::Name { text: word.to_string(), span: only.span });
            return None;
        };
        self.lookup.note(Sort::Kind, kind as u16, only.span);
        let number = Expr::constant(Value::int(kind as i64), only.span);
        let node = Node::Call(Function::Things, vec![number]);
        Some((Expr { node, span }, Type::Thing(KindId(kind as u16)).listed()))
    }

    /// `in_phase(PHASE, …)`
    fn in_phase(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        if arguments.is_empty() {
            return self.wrong_count(name, "the names of phases", 0);
        }
        let mut phases = Vec::new();
        for argument in arguments {
            let Some(word) = word_of(argument) else {
                return self.wrong_count(name, "the names of phases", arguments.len());
            };
            let Some(phase) = self.book().names.find(Sort::Phase, word) else {
                self.unknown(Sort::Phase, &ast::Name { text: word.to_string(), span: argument.span });
                return None;
            };
            self.lookup.note(Sort::Phase, phase, argument.span);
            phases.push(Value::int(i64::from(phase)));
        }
        let node = Node::Call(Function::InPhase, vec![Expr::constant(Value::list(phases), name.span)]);
        Some((Expr { node, span }, Type::Truth))
    }

    /// `joined(list, list)`
    fn join_lists(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let [one, two] = arguments else { return self.wrong_count(name, "two lists", arguments.len()) };
        let (one, inner) = self.list_of(one)?;
        let (two, other) = self.list_of(two)?;
        let common = match (inner.bare(), other.bare()) {
            (Type::Nothing, _) => other,
            (_, Type::Nothing) => inner,
            (a, b) if a == b => inner,
            _ => {
                let found = self.words(&other);
                let wanted = inner.listed();
                self.mismatch(&wanted, &found, two.span, "both lists are of the same");
                return None;
            }
        };
        Some((Expr { node: Node::Call(Function::Joined, vec![one, two]), span }, common.listed()))
    }

    /// `index(list, member)`
    fn index_of(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let [list, member] = arguments else {
            return self.wrong_count(name, "a list and a member of it", arguments.len());
        };
        let (list, inner) = self.list_of(list)?;
        let member = self.expect(member, &inner)?;
        Some((Expr { node: Node::Call(Function::Index, vec![list, member]), span }, Type::NUMBER))
    }

    /// `times(EVENT)`, `times(CHECK)`, `times(CHECK, WORD)`: how often that happened.
    fn times(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let words: Option<Vec<&str>> = arguments.iter().map(word_of).collect();
        let (what, word) = match words.as_deref() {
            Some([what]) => (*what, None),
            Some([what, word]) => (*what, Some(*word)),
            _ => return self.wrong_count(name, "an event, or a check and what came of it", arguments.len()),
        };
        let text = |text: &str| Expr::constant(Value::text(text), span);
        let arguments = match (self.book().names.find(Sort::Check, what), word) {
            (Some(check), None) => vec![Expr::constant(Value::int(i64::from(check)), span)],
            (Some(check), Some(word)) => {
                self.known_outcome(check, word, arguments[1].span)?;
                vec![Expr::constant(Value::int(i64::from(check)), span), text(word)]
            }
            (None, None) => vec![text(what)],
            (None, Some(_)) => {
                self.unknown(Sort::Check, &ast::Name { text: what.to_string(), span: arguments[0].span });
                return None;
            }
        };
        Some((Expr { node: Node::Call(Function::Times, arguments), span }, Type::NUMBER))
    }

    /// `amount(NAME)`: what the dice or the amount that lines call so came to.
    fn amount(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let words: Option<Vec<&str>> = arguments.iter().map(word_of).collect();
        let Some([what]) = words.as_deref() else {
            return self.wrong_count(name, "the name of what lines roll or make", arguments.len());
        };
        let known = amounts(self.book());
        if known.contains(*what) {
            let arguments = vec![Expr::constant(Value::text(what), span)];
            return Some((Expr { node: Node::Call(Function::Amount, arguments), span }, Type::NUMBER));
        }
        let names = known.iter().map(|name| &**name);
        let help = did_you_mean(what, names, "lines name what they roll: `roll NAME = …`, `amount NAME { … }`");
        let error = RulebookError::UnknownName { sort: "roll or amount".to_string(), name: (*what).to_string() };
        self.report(error, arguments[0].span, "no line calls anything so", help);
        None
    }

    /// Whether a check can come to that word: a verdict, or a word of its result tables.
    fn known_outcome(&mut self, check: u16, word: &str, span: Span) -> Option<()> {
        let book = self.book();
        let check = &book.checks[usize::from(check)];
        let sets = check.fields.iter().filter_map(|field| match field.r#type.bare() {
            Type::Symbol(set) => Some(&book.sets[set.index()]),
            _ => None,
        });
        let words = sets.flat_map(|set| &set.words).map(|word| word.name.to_string());
        let all: Vec<String> = VERDICTS.iter().map(|word| (*word).to_string()).chain(words).collect();
        if all.iter().any(|known| known == word) {
            return Some(());
        }
        let otherwise = format!("it can come to {}", all.join(", "));
        let help = did_you_mean(word, all.iter().map(String::as_str), &otherwise);
        let sort = format!("outcome of `{}`", check.head.name);
        self.report(RulebookError::UnknownName { sort, name: word.to_string() }, span, "no such outcome", help);
        None
    }

    /// What is written instead of a call, with its arguments in the place of the words in large letters.
    fn filled_in(&self, right: &str, arguments: &[ast::ExprDecl]) -> Option<String> {
        let is_place = |word: &&str| word.chars().all(|letter| letter.is_ascii_uppercase());
        let count = right.split(' ').filter(is_place).count();
        let mut given = arguments.iter().map(|argument| self.scope.sources.slice(argument.span).trim());
        let words: Vec<&str> =
            right.split(' ').map(|word| if is_place(&word) { given.next().unwrap_or(word) } else { word }).collect();
        (count > 0 && count == arguments.len()).then(|| words.join(" "))
    }

    fn unknown_call(&mut self, name: &ast::Name, arguments: &[ast::ExprDecl]) -> TypedExpr {
        let book = self.book();
        let functions = FUNCTIONS.iter().filter(|row| !row.property || row.signature.contains('(')).map(|row| row.name);
        let tables =
            [Sort::Table, Sort::Relation, Sort::Function].into_iter().flat_map(|sort| book.names.visible(sort));
        let names: Vec<&str> = tables.chain(functions).collect();
        let otherwise = "declare a table or a function of this name";
        let help = match habit_of(HabitPlace::Name, &name.text) {
            Some(habit) => match self.filled_in(habit.right, arguments) {
                Some(filled) => format!("write `{filled}`"),
                None => habit.help(),
            },
            None if book.is_state_word(&name.text) => {
                let given = self.given_behind(name.span);
                format!("what a figure is stands behind `is`: `{given} is {}`", name.text)
            }
            None => {
                // `turn_number()`: what it is called is a word of that.
                let words: Vec<&str> = name.text.split('_').collect();
                let of_words = FUNCTIONS.iter().find(|row| words.contains(&row.name) && !row.property);
                let otherwise =
                    of_words.map_or(otherwise.to_string(), |row| format!("did you mean `{}`?", row.signature));
                did_you_mean(&name.text, names, &otherwise)
            }
        };
        let error = RulebookError::UnknownName { sort: "table or function".to_string(), name: name.text.clone() };
        self.report(error, name.span, "nothing of this name can be asked", help);
        None
    }

    /// What stands in the brackets behind a name.
    fn given_behind(&self, name: Span) -> String {
        let whole = &self.scope.sources.get(name.source).text;
        let behind = whole.get(name.end as usize..).and_then(|rest| rest.strip_prefix('(')).unwrap_or("");
        behind.split([')', ',', '\n']).next().unwrap_or("").trim().to_string()
    }

    fn wrong_count(&mut self, name: &ast::Name, expected: &str, found: usize) -> TypedExpr {
        let row = FUNCTIONS.iter().find(|row| row.name == name.text);
        let whole = &self.scope.sources.get(name.span.source).text;
        let given = whole.get(name.span.end as usize..).unwrap_or("").split(['\n', ')']).next().unwrap_or("");
        let help = match given.strip_prefix('(').filter(|given| given.contains(" and ")) {
            Some(given) => format!("a comma stands between them: `{}({})`", name.text, given.replace(" and ", ", ")),
            None if expected == "one list"
                && let Some(asked) = over_members(&name.text, &whole[name.span.end as usize..]) =>
            {
                asked
            }
            None => row.map_or(format!("give it {expected}"), |row| format!("it is `{}`", row.signature)),
        };
        let error = RulebookError::WrongArguments { name: name.text.clone(), expected: expected.to_string(), found };
        self.report(error, name.span, "with these", help);
        None
    }

    fn table(&mut self, id: TableId, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        self.lookup.note(Sort::Table, id.0, name.span);
        let table = &self.book().tables[id.index()];
        let (keys, result) = (table.keys.clone(), table.result.clone());
        // A table whose keys are broken has been reported.
        if keys.is_empty() {
            return None;
        }
        if arguments.len() != keys.len() {
            let names = keys.iter().map(|key| &*key.name).collect::<Vec<_>>().join(", ");
            let expected = if keys.len() == 1 { "one key" } else { "two keys" }.to_string();
            let error = RulebookError::WrongArguments { name: name.text.clone(), expected, found: arguments.len() };
            self.report(error, name.span, "with these", format!("write `{}({names})`", name.text));
            return None;
        }
        let wanted: Vec<Want> = keys.iter().map(|key| Want::Type(key.r#type.clone())).collect();
        let resolved = self.given(name, arguments, &wanted)?;
        Some((Expr { node: Node::Table(id, resolved), span }, result))
    }

    fn relation(&mut self, id: RelationId, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        self.lookup.note(Sort::Relation, id.0, name.span);
        let [from, to] = arguments else {
            return self.lacks_end(name, arguments);
        };
        let far = self.book().relations[id.index()].to.clone();
        let from = self.expect(from, &Type::Figure);
        // Things of any kind may be the far end.
        let to = match far {
            Type::Nothing => self.typed(to, None).map(|(expr, _)| expr),
            far => self.expect(to, &far),
        };
        Some((Expr { node: Node::Relation(id, Box::new(from?), Box::new(to?)), span }, Type::NUMBER))
    }

    /// `wounds(head)` of the subject, or `wounds(target, head)`.
    fn track(&mut self, id: TrackId, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        self.lookup.note(Sort::Track, id.0, name.span);
        let track = &self.book().tracks[id.index()];
        let (r#type, owner) = (track.r#type.clone(), track.owner);
        let Some(set) = track.by else {
            let help = format!("it is one number: write `{}` without brackets", name.text);
            let expected = "no arguments".to_string();
            let error = RulebookError::WrongArguments { name: name.text.clone(), expected, found: arguments.len() };
            self.report(error, name.span, "not kept by words", help);
            return None;
        };
        let whose = if owner == OwnerDecl::Side { Type::Side } else { Type::Figure };
        let of_set = Type::Symbol(set);
        let (subject, word) = match arguments {
            [word] if self.scope.subject != BareSubject::Nobody => {
                (Expr { node: Node::Subject, span }, self.expect(word, &of_set)?)
            }
            [_, _] => {
                let mut given = self.given(name, arguments, &[Want::Type(whose), Want::Type(of_set)])?.into_iter();
                (given.next()?, given.next()?)
            }
            _ => return self.lacks_owner(name, set, arguments),
        };
        let node = Node::Track(Box::new(subject), id, Some(Box::new(word)));
        Some((Expr { node, span }, r#type))
    }

    /// `first(list)` and its kin without a variable.
    fn plain_quantifier(
        &mut self,
        quantifier: Quantifier,
        name: &ast::Name,
        arguments: &[ast::ExprDecl],
        span: Span,
    ) -> TypedExpr {
        let [list] = arguments else { return self.wrong_count(name, "one list", arguments.len()) };
        let (list, inner) = self.list_of(list)?;
        let local = self.locals.len() as u8;
        let condition = (inner == Type::Truth).then(|| Box::new(Expr { node: Node::Local(local), span }));
        let r#type = if quantifier == Quantifier::First { inner.or_none() } else { Type::Truth };
        let condition = if quantifier == Quantifier::First { None } else { condition };
        let node = Node::Over { quantifier, local, list: Box::new(list), condition, body: None };
        Some((Expr { node, span }, r#type))
    }

    fn function(&mut self, function: Function, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        match function {
            Function::Min | Function::Max => self.least_or_greatest(function, name, arguments, span),
            Function::Abs => {
                let [inner] = arguments else { return self.wrong_count(name, "one number", arguments.len()) };
                let (inner, r#type) = self.number(inner)?;
                self.built(function, vec![inner], r#type, span)
            }
            Function::Clamp if arguments.len() == 3 => self.numbers(function, arguments, span),
            Function::Clamp => self.wrong_count(name, "three numbers", arguments.len()),
            Function::Sum | Function::Count => self.over_list(function, name, arguments, span),
            _ => self.signed(function, name, arguments, span),
        }
    }

    fn built(&mut self, function: Function, arguments: Vec<Expr>, r#type: Type, span: Span) -> TypedExpr {
        Some((fold::fold(Expr { node: Node::Call(function, arguments), span }, self.book()), r#type))
    }

    fn least_or_greatest(
        &mut self,
        function: Function,
        name: &ast::Name,
        arguments: &[ast::ExprDecl],
        span: Span,
    ) -> TypedExpr {
        if let [only] = arguments {
            let (list, inner) = self.list_of(only)?;
            return match inner.bare() {
                Type::Number(_) | Type::Dice => self.built(function, vec![list], inner, span),
                _ => {
                    let found = self.words(&inner);
                    self.mismatch(&Type::NUMBER, &found, list.span, "a list of numbers is needed");
                    None
                }
            };
        }
        if arguments.is_empty() {
            return self.wrong_count(name, "numbers, or a list", 0);
        }
        self.numbers(function, arguments, span)
    }

    /// Several numbers of one dimension; dice among them make dice.
    fn numbers(&mut self, function: Function, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let resolved: Vec<TypedExpr> = arguments.iter().map(|argument| self.number(argument)).collect();
        let resolved = resolved.into_iter().collect::<Option<Vec<(Expr, Type)>>>()?;
        let mut common = resolved[0].1.bare().clone();
        for (expr, r#type) in &resolved[1..] {
            common = self.same_dimension(&common, (expr, r#type))?;
        }
        self.built(function, resolved.into_iter().map(|(expr, _)| expr).collect(), common, span)
    }

    fn over_list(
        &mut self,
        function: Function,
        name: &ast::Name,
        arguments: &[ast::ExprDecl],
        span: Span,
    ) -> TypedExpr {
        let [list] = arguments else { return self.wrong_count(name, "one list", arguments.len()) };
        let (list, inner) = self.list_of(list)?;
        if function == Function::Count {
            return self.built(function, vec![list], Type::NUMBER, span);
        }
        match inner.bare() {
            Type::Number(_) | Type::Dice => {
                let r#type = inner.bare().clone();
                self.built(function, vec![list], r#type, span)
            }
            Type::Nothing => self.built(function, vec![list], Type::NUMBER, span),
            _ => {
                let found = self.words(&inner);
                self.mismatch(&Type::NUMBER, &found, list.span, "only numbers add up; `count(…)` counts anything");
                None
            }
        }
    }

    /// Functions with fixed arguments.
    fn signed(&mut self, function: Function, name: &ast::Name, arguments: &[ast::ExprDecl], span: Span) -> TypedExpr {
        let length = Type::Number(self.book().length());
        let terrain = self.book().ground.as_ref().and_then(|ground| ground.cells);
        let (wanted, result): (Vec<Want>, Type) = match function {
            Function::Dice => (vec![Want::Type(Type::NUMBER), Want::Type(Type::NUMBER)], Type::Dice),
            Function::Fewer => (vec![Want::Type(Type::Dice), Want::Type(Type::NUMBER)], Type::Dice),
            Function::Numbers => (vec![Want::Type(Type::NUMBER), Want::Type(Type::NUMBER)], Type::NUMBER.listed()),
            Function::Direction => (vec![Want::Place, Want::Place], Type::NUMBER),
            Function::Within => (vec![Want::Place, Want::Type(length)], Type::Cell.listed()),
            Function::Scatter => (vec![Want::Place, Want::Type(Type::NUMBER), Want::Type(length)], Type::Cell),
            Function::Way => (vec![Want::Type(Type::Figure), Want::Place, Want::Type(length)], Type::Cell.listed()),
            Function::Grown => (vec![Want::Type(Type::Cell.listed())], Type::Cell.listed()),
            Function::Distance => (vec![Want::Place, Want::Place], length),
            Function::Bearing => (vec![Want::Type(Type::Figure), Want::Place], Type::NUMBER),
            Function::Adjacent | Function::Sight => (vec![Want::Place, Want::Place], Type::Truth),
            Function::Between => (vec![Want::Place, Want::Place], Type::Cell.listed()),
            Function::FiguresAt => (vec![Want::Place], Type::Figure.listed()),
            Function::Near => (vec![Want::Place, Want::Type(length)], Type::Figure.listed()),
            Function::Foes | Function::Friends => (vec![Want::Type(Type::Figure)], Type::Figure.listed()),
            Function::Side => (vec![Want::Type(Type::Figure)], Type::Side),
            Function::Sides => (Vec::new(), Type::Side.listed()),
            Function::ActingSide => (Vec::new(), Type::Side.or_none()),
            Function::SideFigures => (vec![Want::Type(Type::Side)], Type::Figure.listed()),
            Function::Figures => (Vec::new(), Type::Figure.listed()),
            Function::Cell => (vec![Want::Type(Type::Figure)], Type::Cell.or_none()),
            Function::CellAt => (vec![Want::Type(Type::NUMBER), Want::Type(Type::NUMBER)], Type::Cell.or_none()),
            Function::Neighbors => (vec![Want::Place], Type::Cell.listed()),
            Function::Beyond => (vec![Want::Place, Want::Place], Type::Cell.or_none()),
            Function::OutOfPlay => (Vec::new(), Type::Figure.listed()),
            Function::Turn => (Vec::new(), Type::NUMBER),
            Function::HasBoard => (Vec::new(), Type::Truth),
            Function::Terrain => (vec![Want::Place], terrain.map_or(Type::Nothing, |kind| Type::Thing(kind).or_none())),
            Function::Height => (vec![Want::Place], length),
            Function::Facing => (vec![Want::Type(Type::Figure)], Type::NUMBER),
            Function::Removed => (vec![Want::Type(Type::Figure)], Type::Truth),
            Function::Name => (vec![Want::Anything], Type::Text),
            _ => return None,
        };
        if wanted.len() != arguments.len() {
            let expected = match wanted.len() {
                0 => "nothing".to_string(),
                1 => "one argument".to_string(),
                many => format!("{many} arguments"),
            };
            return self.wrong_count(name, &expected, arguments.len());
        }
        let resolved = self.given(name, arguments, &wanted)?;
        self.built(function, resolved, result, span)
    }
}

/// `sum(target.hand, mass)`, `count(friends(actor), is late)`: a list, and what is asked of each of it, from the bracket on.
fn over_members(name: &str, behind: &str) -> Option<String> {
    let inside = behind.strip_prefix('(')?;
    let (mut open, mut comma) = (0, None);
    let end = inside.char_indices().find_map(|(at, sign)| {
        open += i32::from(sign == '(') - i32::from(sign == ')');
        comma = comma.or_else(|| (sign == ',' && open == 0).then_some(at));
        (open < 0).then_some(at)
    })?;
    let comma = comma?;
    let (list, asked) = (inside[..comma].trim(), inside[comma + 1..end].trim());
    let is_word = asked.starts_with(char::is_alphabetic) && asked.chars().all(is_wordly);
    if list.is_empty() || list.contains('\n') || asked.contains([',', '\n']) {
        return None;
    }
    match name {
        "sum" if is_word => Some(format!("a property of a list is that of each: `sum({list}.{asked})`")),
        "count" if asked.starts_with(char::is_alphabetic) => {
            let of_each = if asked.starts_with("is ") { "one " } else { "one." };
            Some(format!("of each that is asked by a name for it: `count(one in {list} where {of_each}{asked})`"))
        }
        _ => None,
    }
}
