//! `fray.d.luau`: the types of everything scripts can call, for editors. Made from the table; a test compares the file.

use super::row::{ApiOwner, ApiRow, Shape};
use std::fmt::Write;

/// The text before the types.
const HEAD: &str = "\
-- The types of everything a fray script can call. Made from the table in `src/play/host`: do not edit.
-- Editors with luau-lsp read it as a definitions file.

-- What rules and scripts hand to one another.
export type Value = number | boolean | string | Dice | Cell | Thing | Side | Figure | Order | { any }
-- A table of facts: `{ target = foe, range = 3 }`; one that is nil is not stated.
export type Facts = { [string]: Value? }
-- Names of what the rules declare.
export type ActionName = string
export type ItemName = string
export type KindName = string
export type PhaseName = string
-- What stands for cells: a thing of the kind that the board is drawn with.
export type Terrain = Thing
export type Reckoning = { need: number?, odds: number, impossible: boolean, why: string? }
-- What an action can lead to: `events` by name, and for whatever can be different its odds and what it becomes; `mean`
-- is by how much a number changes on average. `error` is 0 if all ways were followed.
export type Outlook = { figure: Figure?, thing: Thing?, what: string, odds: number, mean: number?, becomes: { [string]: number } }
export type Foresight = { exact: boolean, error: number, ways: number, events: { [string]: number }, changes: { Outlook } }
-- What it tells beside name and choices is declared with the question.
export type Question = { name: string, choices: { any }, [string]: any }

";

/// The text behind the types.
const TAIL: &str = "\
-- Dice, as in a field of a thing; a text such as \"2d6+1\" serves wherever dice do.
declare class Dice
    function __add(self, more: number): Dice
    function __sub(self, less: number): Dice
    function __tostring(self): string
end

-- A library of the pack: `scripts/<pack>/NAME.luau`, loaded once in a call, read-only.
declare function include(name: string): any
";

/// What has functions, in the order in which it is told.
const OWNERS: [ApiOwner; 7] = [
    ApiOwner::Cell,
    ApiOwner::Thing,
    ApiOwner::Side,
    ApiOwner::Figure,
    ApiOwner::Order,
    ApiOwner::Result,
    ApiOwner::Play,
];

/// The names of the types that scripts have, those of figures and the like first.
pub fn type_names() -> Vec<String> {
    let owners = OWNERS.into_iter().rev().map(|owner| owner.name().to_string());
    let declared = HEAD.lines().chain(TAIL.lines()).filter_map(|line| {
        let rest = line.strip_prefix("export type ").or_else(|| line.strip_prefix("declare class "))?;
        rest.split([' ', '=']).next().map(str::to_string)
    });
    owners.chain(declared).collect()
}

/// The whole file, from the rows of a host.
pub fn definitions(rows: &[&ApiRow]) -> String {
    let mut text = HEAD.to_string();
    for owner in OWNERS {
        let open = has_open_properties(owner);
        writeln!(text, "declare class {}", owner.name()).expect("a text takes any text");
        for row in rows.iter().filter(|row| row.owner == owner) {
            write!(text, "    -- {}\n    {}\n", row.sentence, member(row)).expect("a text takes any text");
        }
        if open {
            text.push_str("    -- Whatever the rules declare, by its name.\n    [string]: any\n");
        }
        text.push_str("end\n\n");
    }
    text.push_str(TAIL);
    text
}

/// Whether the rules add fields of their own.
fn has_open_properties(owner: ApiOwner) -> bool {
    !matches!(owner, ApiOwner::Cell | ApiOwner::Play)
}

fn member(row: &ApiRow) -> String {
    if row.shape == Shape::Field {
        return format!("{}: {}", row.name, row.returns);
    }
    let mut line = format!("function {}(self", row.name);
    for parameter in row.parameters {
        let optional = if parameter.optional { "?" } else { "" };
        let kind = parameter.sort.luau();
        let kind = if optional == "?" && kind.contains('|') { format!("({kind})") } else { kind.to_string() };
        write!(line, ", {}: {kind}{optional}", parameter.name).expect("a text takes any text");
    }
    write!(line, "): {}", row.returns).expect("a text takes any text");
    line
}
