//! A link as a picture in the terminal that a phone reads.

use qrcode::{Color, EcLevel, QrCode};

/// Light fields around the picture, without which phones do not find it.
const MARGIN: i32 = 2;

/// How the picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QrInk {
    /// Two rows in each line, by half blocks.
    Blocks,
    /// One row in each line, by letters that every terminal has.
    Ascii,
}

/// The picture, light fields drawn as ink: terminals are dark, and phones read it on light ones, too. None if the text is
/// too long for one.
pub(super) fn drawn(text: &str, ink: QrInk) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let (width, colors) = (i32::try_from(code.width()).ok()?, code.to_colors());
    let is_light = |x: i32, y: i32| {
        let is_inside = (0..width).contains(&x) && (0..width).contains(&y);
        !is_inside || colors[(y * width + x) as usize] == Color::Light
    };
    let across = || -MARGIN..width + MARGIN;
    let mut picture = String::new();
    match ink {
        QrInk::Blocks => {
            for y in across().step_by(2) {
                let two = |x: i32| match (is_light(x, y), is_light(x, y + 1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                };
                picture.extend(across().map(two));
                picture.push('\n');
            }
        }
        QrInk::Ascii => {
            for y in across() {
                picture.extend(across().map(|x| if is_light(x, y) { "##" } else { "  " }));
                picture.push('\n');
            }
        }
    }
    Some(picture)
}

#[cfg(test)]
mod tests {
    use super::{QrInk, drawn};

    const LINK: &str = "http://192.168.178.120:7700/#0123456789abcdef0123456789abcdef";

    #[test]
    fn it_fits_a_terminal_and_both_inks_draw_the_same() {
        let blocks = drawn(LINK, QrInk::Blocks).expect("a picture");
        let ascii = drawn(LINK, QrInk::Ascii).expect("a picture");
        let rows: Vec<Vec<bool>> =
            ascii.lines().map(|row| row.as_bytes().chunks(2).map(|two| two == b"##").collect()).collect();
        assert!(rows.len() <= 42 && rows.iter().all(|row| row.len() == rows.len()), "{ascii}");
        assert!(ascii.is_ascii());
        for (y, line) in blocks.lines().enumerate() {
            for (x, letter) in line.chars().enumerate() {
                let below = rows.get(2 * y + 1).is_none_or(|row| row[x]);
                let expected = match (rows[2 * y][x], below) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                };
                assert_eq!(letter, expected, "at {x},{y}");
            }
        }
    }

    #[test]
    fn its_corners_are_those_by_which_phones_find_it() {
        let ascii = drawn(LINK, QrInk::Ascii).expect("a picture");
        let row = |at: usize| ascii.lines().nth(at).expect("a row")[..20].to_string();
        assert_eq!(row(0), "#".repeat(20), "a light margin");
        assert_eq!(row(2), format!("####{}##", " ".repeat(14)), "seven dark fields and a light one");
        assert_eq!(row(3), format!("####  {}  ##", "#".repeat(10)));
        assert_eq!(drawn(&"x".repeat(5_000), QrInk::Blocks), None);
    }
}
