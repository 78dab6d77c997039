//! Signs in names that look like others, or like nothing: spaces that do not break, and what has no width.

/// A space that does not break, as pages are full of, and its kin.
pub fn is_foreign_space(sign: char) -> bool {
    matches!(sign, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Whether nobody sees a sign, though it is one.
pub fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// The known name that is meant by one which differs from it only by such signs, and what to say of the first of them.
pub(super) fn unseen<'a>(wrong: &str, names: &[&'a str]) -> Option<(&'a str, String)> {
    let sign = wrong.chars().find(|sign| is_foreign_space(*sign) || is_invisible(*sign))?;
    let plain: String = wrong
        .chars()
        .filter(|sign| !is_invisible(*sign))
        .map(|sign| if is_foreign_space(sign) { ' ' } else { sign })
        .collect();
    let name = names.iter().find(|name| name.eq_ignore_ascii_case(plain.trim()))?;
    let code = u32::from(sign);
    let said = match (is_foreign_space(sign), wrong.split(sign).next().and_then(|text| text.split(' ').next_back())) {
        (true, Some(before)) if !before.is_empty() => {
            let behind = wrong.split(sign).nth(1).and_then(|text| text.split(' ').next()).unwrap_or("");
            format!(
                "between `{before}` and `{behind}` stands a space that does not break, U+{code:04X}: type a plain one"
            )
        }
        (true, _) => format!("a space that does not break, U+{code:04X}, stands in it: type a plain one"),
        (false, _) => format!("a sign that cannot be seen, U+{code:04X}, stands in it: type it anew"),
    };
    Some((name, said))
}

#[cfg(test)]
mod tests {
    use crate::diag::did_you_mean;

    #[test]
    fn what_looks_the_same_is_told_apart_by_its_sign() {
        let help = |wrong: &str| did_you_mean(wrong, ["long rope", "lamp"], "");
        let plain = "between `long` and `rope` stands a space that does not break, U+00A0: type a plain one";
        assert_eq!(help("long\u{a0}rope"), format!("did you mean `long rope`? {plain}"));
        let anew = "a sign that cannot be seen, U+200B, stands in it: type it anew";
        assert_eq!(help("la\u{200b}mp"), format!("did you mean `lamp`? {anew}"));
    }
}
