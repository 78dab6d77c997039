//! What the referee changes by hand: forms whose fields are put into a line of the prompt, which says it like any other.

use super::document::{address, written};
use crate::event::Holder;
use crate::repl::SheetNumber;
use crate::rulebook::{Head, OptionChoice, OptionRule, OwnerDecl, Rulebook, Sort, as_written};
use crate::state::{View, cell_text};
use crate::value::{FigureId, Number, SideId, Symbol, TrackId};
use maud::{Markup, html};

/// The sheet of a figure, with what the referee may change of it.
pub(crate) fn sheet(view: &View<'_>, id: FigureId, told: &ToldSheet) -> String {
    let (book, figure) = (&view.rules.book, view.state.figure(id));
    let who = as_written(&figure.name);
    let at = figure.at.map(|at| cell_text(book, at)).unwrap_or_default();
    written(html! {
        (could_do(id, &figure.name))
        details #change {
            summary { "Change " (figure.name) }
            (field("put", &format!("put {who} at {{value}}"), "Place", &at, "Put there"))
            (field("face", &format!("face {who} to {{value}}"), "Facing: north, a name, or a place", "", "Turn"))
            (tracks(view, id, &who))
            (held(view, id, &who))
            (words(book, &who))
            (field("rename", &format!("rename {who} to {{value}}"), "Name", &figure.name, "Rename"))
            div.row {
                @if !figure.removed {
                    button #change-remove type="button" data-say={ "remove " (who) } { "Take " (figure.name) " out of the fight" }
                }
            }
            p.note { "Each is a line at the prompt; Undo takes it back." }
        }
        (stands(view, id, told))
    })
}

/// What stands on a sheet: as text what is no number, and the numbers.
pub(crate) struct ToldSheet {
    pub text: String,
    pub numbers: [(&'static str, Vec<SheetNumber>); 3],
}

/// A sheet, of which each number opens what it is made of.
fn stands(view: &View<'_>, id: FigureId, told: &ToldSheet) -> Markup {
    let of = |number: &SheetNumber| number.of.written(&view.rules.book);
    let opens = |number: &SheetNumber| address("/number", &[("id", &id.index().to_string()), ("of", &of(number))]);
    html! {
        pre { (told.text) }
        @for (title, numbers) in told.numbers.iter().filter(|(_, numbers)| !numbers.is_empty()) {
            h4 { (title) }
            ul.numbers { @for number in numbers {
                li { button.number type="button" aria-expanded="false" data-opens=(opens(number)) {
                    (number.title) @if !number.shown.is_empty() { " " b { (number.shown) } }
                } }
            } }
        }
    }
}

/// What leads to what a figure could do.
fn could_do(id: FigureId, name: &str) -> Markup {
    html! {
        div.row { button #could type="button" data-could=(id.index()) { "What could " (name) " do?" } }
        div #could-list aria-live="polite" {}
    }
}

/// The sheet of a figure for whoever plays it.
pub(crate) fn own_sheet(view: &View<'_>, id: FigureId, told: &ToldSheet) -> String {
    written(html! { (could_do(id, &view.state.figure(id).name)) (stands(view, id, told)) })
}

/// What the referee does to the table as a whole.
pub(crate) fn handling(view: &View<'_>, own_dice: &[SideId]) -> Markup {
    let book = &view.rules.book;
    let are_thrown = !own_dice.is_empty();
    html! {
        details #handling {
            summary { "Dice, saves, who joins" }
            div.row {
                @if are_thrown {
                    button #dice-yours type="button" data-say="dice yours" { "The program throws all dice" }
                }
                @if own_dice.len() < view.state.sides.len() || view.state.sides.is_empty() {
                    button #dice-mine type="button" data-say="dice mine" { "We throw all dice" }
                }
                @for side in view.state.side_ids().filter(|_| view.state.sides.len() > 1) {
                    @let (name, title) = (as_written(&view.state.side(side).name), &view.state.side(side).title);
                    @if own_dice.contains(&side) {
                        button #{ "dice-yours-" (side.index()) } type="button" data-say={ "dice yours for " (name) } { "The program throws for " (title) }
                    } @else {
                        button #{ "dice-mine-" (side.index()) } type="button" data-say={ "dice mine for " (name) } { (title) ": dice by hand" }
                    }
                }
            }
            @if are_thrown && own_dice.len() < view.state.sides.len() {
                p.note { "By hand: " (own_dice.iter().map(|side| &*view.state.side(*side).title).collect::<Vec<&str>>().join(", ")) "; the program throws for all others." }
            }
            @if !are_thrown { p.note { "A single roll of the table goes before the program's: " code { "rolled 11" } " at the prompt." } }
            (field("save", "save {value}", "File", "", "Save"))
            p.note { a href="/log" download="fight.jsonl" { "The fight so far, event by event" } ", for programs" }
            (field("load", "load {value}", "File", "", "Go on with it"))
            (options(book))
            @if !book.sheets.is_empty() {
                form data-line={ "new {name} from {sheet} on {side}" @if view.rules.ground.is_some() { " at {place}" } } {
                    div.row {
                        label for="join-name" { "Joins" }
                        input #join-name name="name" required autocomplete="off";
                        label.sr for="join-sheet" { "as" }
                        select #join-sheet name="sheet" {
                            @for sheet in &book.sheets { option value=(as_written(&sheet.head.name)) { (sheet.head.title) } }
                        }
                        label.sr for="join-side" { "on the side of" }
                        select #join-side name="side" {
                            @for side in &view.state.sides { option value=(as_written(&side.name)) { (side.title) } }
                        }
                        @if view.rules.ground.is_some() {
                            label.sr for="join-place" { "at" }
                            input #join-place name="place" required autocomplete="off" autocapitalize="off" placeholder="at 3,4" size="5";
                        }
                        button { "Let join" }
                    }
                }
            }
        }
    }
}

/// What the rules leave open, each to be played by another reading.
fn options(book: &Rulebook) -> Markup {
    html! {
        @if !book.options.is_empty() {
            details #options {
                summary { "Options of the rules (" (book.options.len()) ")" }
                @for (at, option) in book.options.iter().enumerate() {
                    form data-line="with {value}" { div.row {
                        label for={ "option-" (at) } {
                            a href=(address("/rules", &[("sort", Sort::Option.words()), ("name", &option.head.name)])) { (option.head.told()) }
                        }
                        select #{ "option-" (at) } name="value" {
                            @for (said, title, is_chosen) in readings(book, option) { option value=(said) selected[is_chosen] { (title) } }
                        }
                        button { "Play by it" }
                    } }
                }
                p.note { "What is switched holds from now on, and Undo takes it back." }
            }
        }
    }
}

/// The readings of an option: what is said for each, what it is called, whether it is in force.
fn readings(book: &Rulebook, option: &OptionRule) -> Vec<(String, String, bool)> {
    let name = &option.head.name;
    match option.readings {
        None => [(true, "with it"), (false, "without it")]
            .map(|(on, title)| {
                let said = if on { name.to_string() } else { format!("not {name}") };
                (said, title.to_string(), option.chosen == OptionChoice::On(on))
            })
            .to_vec(),
        Some(set) => book.sets[set.index()]
            .words
            .iter()
            .enumerate()
            .map(|(at, word)| {
                let is_chosen = matches!(option.chosen, OptionChoice::Reading(chosen) if usize::from(chosen.at) == at);
                (format!("{name}={}", word.name), known(word).to_string(), is_chosen)
            })
            .collect(),
    }
}

fn field(name: &str, line: &str, label: &str, value: &str, button: &str) -> Markup {
    html! {
        form data-line=(line) {
            div.row {
                label for={ "change-" (name) } { (label) }
                input #{ "change-" (name) } name="value" value=(value) required autocomplete="off" autocapitalize="off";
                button { (button) }
            }
        }
    }
}

/// Numbers that count something of a figure.
fn tracks(view: &View<'_>, id: FigureId, who: &str) -> Markup {
    let book = &view.rules.book;
    let mut all: Vec<(String, String, Number)> = Vec::new();
    for (index, track) in book.tracks.iter().enumerate() {
        if track.owner != OwnerDecl::Figure || track.head.is_quiet() {
            continue;
        }
        let words = track.by.map_or(0, |set| book.sets[set.index()].words.len());
        let places = match track.by {
            None => vec![None],
            Some(set) => (0..words).map(|at| Some(Symbol { set, at: at as u16 })).collect(),
        };
        for place in places {
            let at = view.rules.layout.track(TrackId(index as u16), place);
            let (of, said) = place.map_or((String::new(), String::new()), |symbol| {
                let word = book.sets[symbol.set.index()].words.get(usize::from(symbol.at));
                (
                    format!(" ({})", book.symbol_title(symbol)),
                    word.map_or(String::new(), |word| format!(" {}", word.name)),
                )
            });
            let number = view.state.track(Holder::Figure(id), at);
            all.push((format!("{}{of}", track.head.title), format!("{}{said}", track.head.name), number));
        }
    }
    html! {
        @if !all.is_empty() {
            form #change-track data-line={ "{what} {value}" } {
                div.row {
                    label for="track-what" { "Sets" }
                    select #track-what name="what" { @for (title, said, number) in &all {
                        option value={ (who) " " (said) } { (title) ": " (number) }
                    } }
                    label.sr for="track-value" { "to" }
                    input #track-value name="value" size="4" required inputmode="numeric" autocomplete="off" placeholder="3 or +1";
                    button { "Set" }
                }
            }
        }
    }
}

/// Conditions that hold, each to be ended.
fn held(view: &View<'_>, id: FigureId, who: &str) -> Markup {
    let book = &view.rules.book;
    let held = view.state.figure(id).conditions.iter().map(|held| &book.conditions[held.condition.index()].head);
    html! {
        div.row { @for (at, head) in held.filter(|head| !head.is_quiet()).enumerate() {
            button #{ "end-" (at) } type="button" data-say={ (who) " is not " (head.name) } { "No longer " (head.title) }
        } }
    }
}

/// What a word is called: some have no title, because nothing is said of them.
fn known(head: &Head) -> &str {
    if head.title.is_empty() { &head.name } else { &head.title }
}

/// Conditions and words of states that somebody may be in.
fn words(book: &Rulebook, who: &str) -> Markup {
    let conditions = book.conditions.iter().map(|condition| &condition.head).filter(|head| !head.is_quiet());
    let states = book.states.iter().filter(|state| !state.head.is_quiet());
    html! {
        form #change-word data-line={ (who) " is {value}" } {
            div.row {
                label for="word-value" { "Is" }
                select #word-value name="value" {
                    @for state in states { optgroup label=(state.head.title) {
                        @for word in &book.sets[state.set.index()].words { option value=(word.name) { (known(word)) } }
                    } }
                    optgroup label="conditions" { @for head in conditions { option value=(head.name) { (known(head)) } } }
                }
                button { "Make so" }
            }
        }
    }
}
