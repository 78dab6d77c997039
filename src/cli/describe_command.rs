//! `fray completions` and `fray man`: the command line told to shells and to `man`, by its own description.

use super::args::{CompletionsArgs, Fray, ManArgs};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::screen::Screen;
use crate::diag::did_you_mean;
use clap::CommandFactory;

/// Prints the completions of one of the shells.
pub(super) fn completions(args: &CompletionsArgs, screen: &mut Screen) -> CommandResult {
    let mut text = Vec::new();
    clap_complete::generate(args.whose, &mut Fray::command(), "fray", &mut text);
    screen.say(&String::from_utf8_lossy(&text));
    Ok(Ended::Done)
}

/// Prints the page of the manual, of fray or of one of its commands.
pub(super) fn man(args: &ManArgs, screen: &mut Screen) -> CommandResult {
    let whole = Fray::command();
    let page = match &args.command {
        None => clap_mangen::Man::new(whole),
        Some(name) => match whole.find_subcommand(name) {
            Some(command) => {
                let command = command.clone().bin_name(format!("fray {name}"));
                clap_mangen::Man::new(command).title(format!("fray-{name}"))
            }
            None => {
                let known: Vec<&str> = whole.get_subcommands().map(clap::Command::get_name).collect();
                let help = did_you_mean(name, known.iter().copied(), &format!("there are {}", known.join(", ")));
                return Err(CliError::UnknownName { sort: "command".to_string(), name: name.clone(), help }.alone());
            }
        },
    };
    let mut text = Vec::new();
    // What is written into memory is always written.
    drop(page.render(&mut text));
    screen.say(&String::from_utf8_lossy(&text));
    Ok(Ended::Done)
}
