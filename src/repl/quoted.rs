//! Names of several words in expressions that are typed.

use crate::query::Who;

/// An expression in which names of several words are quoted, as expressions want them: `Brother Tuck is dead`.
pub(super) fn with_quoted_names(text: &str, names: &[(String, Who)]) -> String {
    let mut several: Vec<&str> =
        names.iter().map(|(name, _)| name.as_str()).filter(|name| name.contains(' ')).collect();
    several.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let (mut said, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.find('"')).map(|end| end + 2);
        let begins = !said.ends_with(char::is_alphanumeric);
        let ends = |name: &&&str| !rest[name.len()..].starts_with(char::is_alphanumeric);
        let name = several.iter().filter(|name| begins && rest.starts_with(**name)).find(ends);
        let length = quoted.or(name.map(|name| name.len())).unwrap_or(letter.len_utf8());
        match name.filter(|_| quoted.is_none()) {
            Some(name) => said += &format!("\"{name}\""),
            None => said += &rest[..length],
        }
        rest = &rest[length..];
    }
    said
}

#[cfg(test)]
mod tests {
    use super::with_quoted_names;
    use crate::query::Who;
    use crate::value::SheetId;

    #[test]
    fn names_of_several_words_are_quoted_once() {
        let names = ["Tuck", "Brother Tuck", "Brother Tuck 2"].map(|name| (name.to_string(), Who::Sheet(SheetId(0))));
        let quoted = |text: &str| with_quoted_names(text, &names);
        assert_eq!(quoted("Brother Tuck is dead"), "\"Brother Tuck\" is dead");
        assert_eq!(
            quoted("Brother Tuck 2.damage > 3 and Tuck is dead"),
            "\"Brother Tuck 2\".damage > 3 and Tuck is dead"
        );
        assert_eq!(quoted("\"Brother Tuck\" is dead"), "\"Brother Tuck\" is dead");
        assert_eq!(quoted("Brother Tucker is dead"), "Brother Tucker is dead");
    }
}
