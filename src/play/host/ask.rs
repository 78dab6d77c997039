//! What a script asks those who decide for a figure: a question of the rules, with what it tells and offers.

use super::convert::unknown;
use super::given::{figure_at, text_at};
use super::{HostAnswer, ScriptCalls};
use crate::play::decision::{Put, own_choices};
use crate::rulebook::{Offers, Question};
use crate::script::{Arg, HostError};
use crate::value::{FigureId, QuestionId, Value};

/// `play:ask(figure, question, choices?, told?)`
pub(super) fn ask(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (figure, name) = (figure_at(args, 0)?, text_at(args, 1)?);
    let book = calls.play.rules().book.clone();
    let question = calls.question_named(name)?;
    let rule = &book.questions[question.index()];
    let choices = calls.choices_for(figure, (question, rule), &args[2])?;
    let given = calls.given_for(rule, &args[3])?;
    let put = Put { question, choices, given };
    Ok(calls.play.decisions().ask_choice(figure, &put).map_err(|error| calls.broken(error))?.into())
}

impl ScriptCalls<'_> {
    /// What may be chosen: what the asker offers, if the question lets it, or what the question says.
    fn choices_for(
        &self,
        figure: FigureId,
        (id, rule): (QuestionId, &Question),
        offered: &Arg,
    ) -> Result<Vec<Arg>, HostError> {
        let name = &rule.head.name;
        let (of, words) = match (&rule.choices, offered) {
            (Offers::Named { of: Some(_), .. }, Arg::Nil) => {
                let message = format!("the question `{name}` offers what its asker says");
                return Err(HostError::refused(message, "give the list of choices"));
            }
            (_, Arg::Nil) => return own_choices(self.play, figure, id).map_err(|error| self.broken(error)),
            (Offers::List { .. }, _) => {
                let message = format!("the question `{name}` computes its choices");
                return Err(HostError::refused(message, "leave them out"));
            }
            (Offers::Named { of, words }, _) => (of, words),
        };
        let Arg::List(offered) = offered else { return Err(HostError::refused("the choices are no list", "")) };
        for choice in offered {
            let word = choice.as_text().map(|text| text.as_str(self.names().texts()));
            match (of, choice) {
                _ if word.is_some_and(|word| words.iter().any(|known| *known.name == *word)) => {}
                (Some((of, unit)), choice) => {
                    let what = format_args!("a choice of `{name}`");
                    self.to_value(choice, of, *unit, &what)?;
                }
                (None, Arg::Text(text)) => {
                    let among = words.iter().map(|word| word.name.clone()).collect();
                    return Err(unknown("choice", text, self.names(), among));
                }
                (None, other) => {
                    let message = format!("a choice of `{name}` is one of its words, not {}", other.sort());
                    return Err(HostError::refused(message, ""));
                }
            }
        }
        Ok(offered.clone())
    }

    /// A value for each fact that the question tells.
    fn given_for(&self, rule: &Question, told: &Arg) -> Result<Vec<Value>, HostError> {
        let told = if let Arg::Record(record) = told { &record[..] } else { &[] };
        let texts = self.names().texts();
        if let Some((name, _)) = told.iter().find(|(name, _)| {
            let name = name.as_str(texts);
            rule.gives.iter().all(|gift| *gift.head.name != *name)
        }) {
            let among = rule.gives.iter().map(|gift| gift.head.name.clone()).collect();
            return Err(unknown("fact of this question", name, self.names(), among));
        }
        let given = rule.gives.iter().map(|gift| {
            let found = told.iter().find(|(name, _)| *name.as_str(texts) == *gift.head.name);
            let what = format_args!("`{}` of the question `{}`", gift.head.name, rule.head.name);
            self.to_value(found.map_or(&Arg::Nil, |(_, value)| value), &gift.r#type, gift.unit, &what)
        });
        given.collect()
    }
}
