//! Examples of functions, said with the names that the script has.

use super::Judge;
use super::script_type::ScriptType;
use crate::rulebook::Sort;
use crate::script::ApiRow;
use crate::syntax::luau::{LuauTokenKind, tokens};
use full_moon::ast::Expression;

/// What examples call figures.
const FIGURES: [&str; 5] = ["me", "foe", "target", "actor", "figure"];

impl Judge<'_> {
    /// The example of a function: names that the script has not are those of what it has instead.
    pub(super) fn example(&self, row: &ApiRow) -> String {
        let text = row.example;
        let all = tokens(text);
        let slice = |at: usize| all.get(at).map_or("", |token| &text[token.start..token.end]);
        let figure = self.local_of(|sort| *sort == ScriptType::Figure);
        let play = self.local_of(|sort| *sort == ScriptType::Play);
        let (mut said, mut end) = (String::new(), 0);
        for (at, token) in all.iter().enumerate() {
            let word = slice(at);
            let is_member = at > 0 && matches!(slice(at - 1), "." | ":") || slice(at + 1) == "=";
            let other = match word {
                _ if token.sort != LuauTokenKind::Word || is_member || self.local(word).is_some() => None,
                "play" => play,
                word if FIGURES.contains(&word) => figure,
                _ => None,
            };
            said.push_str(&text[end..token.start]);
            said.push_str(other.unwrap_or(word));
            end = token.end;
        }
        said + &text[end..]
    }

    /// The same, where something is given already: of figures each of the rest is another.
    pub(super) fn example_without(&self, row: &ApiRow, given: &[&Expression]) -> String {
        let own: Vec<String> = given.iter().map(|one| one.to_string().trim().to_string()).collect();
        let mut others = self.locals_of(|sort| *sort == ScriptType::Figure);
        others.retain(|name| own.iter().all(|one| one != name));
        let Some((call, rest)) = row.example.split_once('(') else { return row.example.to_string() };
        let Some(inside) = rest.strip_suffix(')') else { return row.example.to_string() };
        let mut others = others.into_iter();
        let said = inside.split(", ").enumerate().map(|(at, word)| match FIGURES.contains(&word) {
            true if at >= given.len() => others.next().unwrap_or(word),
            _ => word,
        });
        format!("{call}({})", said.collect::<Vec<&str>>().join(", "))
    }

    /// What a side is given as, where its name is.
    pub(super) fn side_by_name(&self, name: &str) -> String {
        let play = self.local_of(|sort| *sort == ScriptType::Play).unwrap_or("play");
        let of_figure = self.local_of(|sort| *sort == ScriptType::Figure);
        let own = of_figure.map_or(String::new(), |figure| format!("; the side of a figure is `{figure}.side`"));
        format!("a side is asked by its name: `{play}:side({name})`{own}")
    }

    /// `figure:wounds(1)`: what changes a track or sets a state, where that is called like a function.
    pub(super) fn changed_by_call(&self, name: &str, subject: &str, given: &str) -> Option<String> {
        let given = given.trim();
        let is = |sort: Sort| self.book.names.find(sort, name).is_some();
        if given.is_empty() {
            return None;
        }
        let verb = match () {
            () if is(Sort::Track) => "change",
            () if is(Sort::State) => "set",
            () => return None,
        };
        Some(format!("write `{subject}:{verb}(\"{name}\", {given})`; read it is `{subject}.{name}`"))
    }

    /// Where a local name of the script is declared, if that is further down than it is used.
    pub(super) fn declared_below(&self, name: &str, at: usize) -> Option<String> {
        let text = &self.script.text;
        let line_of = |at: usize| 1 + text[..at].matches('\n').count();
        let behind = text.get(at..)?;
        let heads = [format!("\nlocal function {name}"), format!("\nlocal {name}")];
        let found = heads.iter().filter_map(|head| {
            let mut all = behind.match_indices(&**head);
            all.find(|(from, _)| !behind[from + head.len()..].starts_with(crate::text::is_wordly))
        });
        let (below, _) = found.min_by_key(|(from, _)| *from)?;
        let before = text.get(..at)?;
        let starts = before.match_indices('\n').map(|(end, _)| end + 1).chain([0]);
        let begins = |start: &usize| before[*start..].starts_with(|c: char| c.is_alphabetic());
        let user = starts.into_iter().filter(begins).max()?;
        Some(format!("it is declared in line {}: move it above line {}", line_of(at + below + 1), line_of(user)))
    }
}
