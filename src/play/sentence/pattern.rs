//! One pattern against the words at the cursor.

use super::Said;
use super::reader::Reader;
use crate::rulebook::SentencePart;
use crate::value::FactId;

/// Reads a pattern; the cursor stands behind it if it matches. A trailing part with a preposition may be left out when
/// the fact it names has a default: `shoots Bob` for `{actor} shoots {target} with {weapon}` is then enough.
pub(super) fn read(reader: &mut Reader<'_>, parts: &[SentencePart]) -> Option<Vec<(FactId, Said)>> {
    let mut facts = Vec::new();
    let mut index = 0;
    while index < parts.len() {
        match &parts[index] {
            SentencePart::Word(word) => {
                if !reader.word(word) {
                    if rest_is_optional(reader, &parts[index..]) {
                        return Some(facts);
                    }
                    reader.want("the word", vec![word.to_string()]);
                    return None;
                }
            }
            SentencePart::Fact(fact) => {
                let book = reader.book();
                let rule = &book.facts[fact.index()];
                let title = rule.head.title.clone();
                let Some(said) = reader.value(&rule.r#type, rule.unit, &title) else {
                    return rest_is_optional(reader, &parts[index..]).then_some(facts);
                };
                facts.push((*fact, said));
            }
        }
        index += 1;
    }
    Some(facts)
}

fn rest_is_optional(reader: &Reader<'_>, parts: &[SentencePart]) -> bool {
    parts.iter().all(|part| match part {
        SentencePart::Word(_) => true,
        SentencePart::Fact(fact) => {
            let fact = &reader.book().facts[fact.index()];
            fact.default.is_some() || fact.from.is_some()
        }
    }) && parts.iter().any(|part| matches!(part, SentencePart::Fact(_)))
}
