//! The documents as a site: all of them are in it, the language is highlighted by the words of its grammar, and the pictures
//! are those that the program makes. `FRAY_PICTURES=write` makes them anew.

use super::browser::PageBrowser;
use super::program::Sandbox;
use super::serve::Served;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Of so many points of a screenshot that differ by more than a shade, one may: fonts are drawn a little otherwise.
const ONE_OF: f64 = 40.0;

fn picture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/pictures").join(name)
}

fn is_writing() -> bool {
    std::env::var_os("FRAY_PICTURES").is_some_and(|value| value == "write")
}

#[test]
fn every_document_is_in_the_site() {
    let summary = std::fs::read_to_string("docs/SUMMARY.md").expect("it is kept");
    let mut documents = 0;
    for entry in std::fs::read_dir("docs").expect("a folder") {
        let name = entry.expect("a file").file_name().into_string().expect("letters");
        if name.ends_with(".md") && name != "SUMMARY.md" {
            documents += 1;
            assert_eq!(summary.matches(&format!("]({name})")).count(), 1, "docs/{name} is not once in docs/SUMMARY.md");
        }
    }
    assert_eq!(summary.matches("](").count(), documents, "docs/SUMMARY.md leads to what is not there");
}

#[test]
fn the_highlighter_knows_the_words_of_the_grammar() {
    let theme = std::fs::read_to_string("docs/theme/fray.js").expect("it is kept");
    let known: Vec<&str> = theme.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let grammar = std::fs::read_to_string("grammar/declarations.pest").expect("it is kept");
    let (_, rule) = grammar.split_once("\nkeyword     = @{").expect("the rule of what begins a declaration");
    let rule = rule.split_once("\n}").expect("its end").0;
    let words: Vec<&str> = rule.split('"').skip(1).step_by(2).collect();
    assert!(words.len() > 30, "{words:?}");
    for word in words {
        assert!(known.contains(&word), "`{word}` of the grammar is not in docs/theme/fray.js");
    }
}

/// What a picture is compared with, or what it is from now on.
#[track_caller]
fn same_text(name: &str, made: &str) {
    if is_writing() {
        std::fs::write(picture(name), made).expect("a picture");
    }
    let kept = std::fs::read_to_string(picture(name)).unwrap_or_default();
    assert!(kept == made, "docs/pictures/{name} is another by now: look at it with `FRAY_PICTURES=write`");
}

#[test]
fn the_pictures_of_the_tour_are_made_by_the_program() {
    let folder = Sandbox::new();
    assert_eq!(folder.run(&["run", "duel", "--seed", "4", "--save", "duel.log"]).code, 0);
    for (name, at) in [("board.svg", "0"), ("moment.svg", "20")] {
        let made = folder.run(&["replay", "duel.log", "-o", name, "--at", at]);
        assert_eq!(made.code, 0, "{made:?}");
        same_text(name, &folder.read(name));
    }
    let plot = folder.run(&["odds", "3d6", "--svg"]);
    assert_eq!(plot.code, 0, "{plot:?}");
    same_text("odds.svg", &plot.out);
}

/// Compares a screenshot with the one that is kept, point by point, in the browser itself.
#[track_caller]
fn same_picture(page: &mut PageBrowser, name: &str) {
    let shot = page.ask("Page.captureScreenshot", json!({ "format": "png" }))["data"].take();
    let shot = shot.as_str().expect("a picture").to_string();
    if is_writing() {
        std::fs::write(picture(name), decoded(&shot)).expect("a picture");
    }
    let kept = std::fs::read(picture(name)).unwrap_or_default();
    page.go("about:blank");
    page.until("document.readyState === 'complete'");
    let compare = format!(
        "(async () => {{ const load = (data) => new Promise((done, wrong) => {{ const one = new Image(); one.onload = () => done(one); one.onerror = () => wrong(new Error('no picture')); one.src = 'data:image/png;base64,' + data; }}); const [a, b] = [await load({}), await load({})]; const points = (one) => {{ const canvas = document.createElement('canvas'); [canvas.width, canvas.height] = [one.width, one.height]; const pen = canvas.getContext('2d'); pen.drawImage(one, 0, 0); return pen.getImageData(0, 0, one.width, one.height).data; }}; if (a.width !== b.width || a.height !== b.height) return 1; const [p, q] = [points(a), points(b)]; let other = 0; for (let at = 0; at < p.length; at += 4) if (Math.abs(p[at] - q[at]) + Math.abs(p[at + 1] - q[at + 1]) + Math.abs(p[at + 2] - q[at + 2]) > 48) other++; return other / (p.length / 4); }})()",
        json!(shot),
        json!(encoded(&kept))
    );
    let other = page.value(&compare).as_f64().expect("a share");
    assert!(other < 1.0 / ONE_OF, "docs/pictures/{name}: {:.1} % of its points differ", other * 100.0);
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn encoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for at in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

fn decoded(text: &str) -> Vec<u8> {
    let digits: Vec<u32> =
        text.bytes().filter_map(|c| DIGITS.iter().position(|digit| *digit == c)).map(|at| at as u32).collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let number = four.iter().fold(0_u32, |sum, digit| sum << 6 | digit) << (6 * (4 - four.len()));
        bytes.extend(number.to_be_bytes()[1..].iter().take(four.len() - 1));
    }
    bytes
}

#[test]
fn text_of_bytes_is_read_back() {
    for bytes in [&b""[..], b"a", b"ab", b"abc", b"\x00\xff\x80\x7f"] {
        assert_eq!(decoded(&encoded(bytes)), bytes);
    }
    assert_eq!(encoded(b"light w"), "bGlnaHQgdw==");
}

#[test]
fn the_screenshots_of_the_documents_show_the_page() {
    let table = Served::open(Sandbox::new(), &["action-d10/trapped"]);
    let mut page = PageBrowser::open(1100, 760, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-guests')");
    page.value("document.querySelector('#play-guests').click()");
    page.until("!!document.querySelector('[data-order] .odds')");
    page.value("document.querySelector('[data-order] .odds').closest('button').click()");
    page.until("!!document.querySelector('#give') && !!document.querySelector('#board .overlay line')");
    let still: Value = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.ask("Emulation.setEmulatedMedia", still);
    page.value("document.activeElement.blur()");
    same_picture(&mut page, "table.png");
    let table = Served::open(Sandbox::new(), &["action-d10/trapped", "--lan=127.0.0.2"]);
    let mut page = PageBrowser::open(360, 640, true);
    page.go(&table.seat("The guest").address());
    page.until("!!document.querySelector('#sit')");
    page.value("document.querySelector('#sit').click()");
    page.until("!!document.querySelector('[data-order] .odds')");
    page.value("document.activeElement.blur()");
    same_picture(&mut page, "phone.png");
}
