//! A line of what is done, as it is written, without the block behind it.

use super::lexis::{cite_end, is_wordly, line_end, string_end};

/// The words of a line up to its block, without sections and comments, on one line. The braces of texts and of `case`
/// begin no block.
pub fn line_head(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut head, mut at, mut cases, mut depth) = (String::new(), 0, 0_usize, 0_usize);
    while let Some(byte) = bytes.get(at) {
        let end = match byte {
            b'"' => string_end(bytes, at).unwrap_or(bytes.len()),
            byte if is_wordly(*byte) => at + bytes[at..].iter().take_while(|byte| is_wordly(**byte)).count(),
            _ => at + text[at..].chars().next().map_or(1, char::len_utf8),
        };
        match byte {
            b'@' => {
                at = cite_end(bytes, at);
                continue;
            }
            b'#' => {
                at = line_end(bytes, at);
                continue;
            }
            b'{' if cases == 0 => break,
            b'{' => (cases, depth) = (cases - 1, depth + 1),
            b'}' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => break,
            _ if &text[at..end] == "case" => cases += 1,
            _ => {}
        }
        head += &text[at..end];
        at = end;
    }
    head.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::line_head;

    #[test]
    fn a_line_ends_where_its_block_begins() {
        for (text, head) in [
            ("say \"{target} falls; @once\" when far @2.1", "say \"{target} falls; @once\" when far"),
            (
                "change harm by case tool.size { small: 1,\n  else 3 } \"so\" @\"Quick draw\"",
                "change harm by case tool.size { small: 1, else 3 } \"so\"",
            ),
            ("check shot as blow with force = 2 { on success { stop } }", "check shot as blow with force = 2"),
            ("when case { far: yes, else no } { stop }", "when case { far: yes, else no }"),
            ("stop # for {now}\n", "stop"),
        ] {
            assert_eq!(line_head(text), head);
        }
    }
}
