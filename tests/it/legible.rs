//! Pages that can be read: in the light and in the dark every text stands out from what is behind it, and a replay on paper
//! is the whole story.

use super::browser::{PageBrowser, beside_the_table};
use super::program::Sandbox;
use super::serve::Served;
use serde_json::json;

/// Texts of a page whose color is too near to that of what is behind them: 4.5 to 1 is what the guidelines for the web
/// ask, 3 to 1 of large letters and of what cannot be used now.
const FAINT: &str = r"(() => {
  const parts = (color) => (color.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => {
    const one = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * one(r) + 0.7152 * one(g) + 0.0722 * one(b);
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = parts(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0.9) return color;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
    if (!own || node.closest('svg, .sr, script, [hidden]') || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    const pair = [light(parts(style.color)), light(behind(node))].sort((a, b) => b - a);
    const least = node.closest(':disabled') || parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
    const much = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (much < least) faint.push(`${node.tagName} ${node.className} ${much.toFixed(1)}: ${node.textContent.trim().slice(0, 40)}`);
  }
  return [...new Set(faint)].slice(0, 10);
})()";

/// Nothing on the page is faint, in the light and in the dark.
#[track_caller]
fn is_legible(page: &mut PageBrowser, what: &str) {
    for scheme in ["light", "dark"] {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.ask("Emulation.setEmulatedMedia", features);
        let ground = page.value("getComputedStyle(document.documentElement).backgroundColor");
        let expected = if scheme == "dark" { "rgb(20, 24, 28)" } else { "rgb(251, 250, 247)" };
        assert_eq!(ground, json!(expected), "{what}, {scheme}");
        assert_eq!(page.value(FAINT), json!([]), "{what}, {scheme}");
    }
}

#[test]
fn every_text_of_the_table_stands_out_in_light_and_dark() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-colony')");
    page.value("document.querySelector('#play-colony').click()");
    page.until("!!document.querySelector('[data-order]')");
    page.value("document.querySelector('[data-order]').click()");
    page.until("!!document.querySelector('#give')");
    page.value("document.querySelector('#figure-0').click()");
    page.until("!!document.querySelector('#sheet pre')");
    page.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    is_legible(&mut page, "the table");
    page.value("document.querySelector('#give').click()");
    page.until("!!document.querySelector('#story .sentence')");
    // A moment of the past, with its banner, and a mistake.
    page.value("document.querySelector('#story [data-sentence]').click()");
    page.until("document.querySelector('#past').hidden === false");
    is_legible(&mut page, "a moment of the past");
    page.value("(() => { document.querySelector('#line').value = 'Bruce flies'; document.querySelector('#prompt').requestSubmit(); })()");
    page.until("document.querySelector('#answer').className === 'refused'");
    is_legible(&mut page, "a mistake");
    for path in
        ["/rules", "/rules?sort=card&name=concealment", "/lab?ask=Bruce+shoots+Zorgo+with+Autopistol", "/screen"]
    {
        page.value(&format!("location.assign({})", json!(path)));
        page.until(&format!("location.href.endsWith({}) && document.readyState === 'complete'", json!(path)));
        is_legible(&mut page, path);
    }
}

#[test]
fn a_replay_on_paper_is_the_whole_story_with_its_board_first() {
    let folder = Sandbox::new();
    assert_eq!(folder.run(&["run", "duel", "--seed", "3", "--save", "fight.log"]).code, 0);
    assert_eq!(folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "5"]).code, 0);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&format!("file://{}/fight.html", folder.path().display()));
    page.until("document.querySelector('#clock')?.textContent.includes('moment 0 of') === true");
    is_legible(&mut page, "the replay");
    page.ask("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let is_whole = "(() => { const story = document.querySelector('.story'); return story.scrollHeight <= story.clientHeight + 1 && \
                    story.querySelectorAll('button').length > 10; })()";
    assert_eq!(page.value(is_whole), json!(true), "on paper nothing scrolls");
    let board = page.value("document.querySelector('#board').getBoundingClientRect().top");
    assert!(board.as_f64().is_some_and(|top| top < 200.0), "{board}");
    assert_eq!(page.value("getComputedStyle(document.querySelector('[aria-label=Timeline]')).display"), json!("none"));
    let printed = page.ask("Page.printToPDF", json!({ "paperWidth": 8.27, "paperHeight": 11.69 }));
    let bytes = base64(printed["data"].as_str().expect("a document"));
    let pages = bytes.windows(11).filter(|part| *part == b"/Type /Page").count();
    // The word for all pages begins like that for one.
    let all = bytes.windows(12).filter(|part| *part == b"/Type /Pages").count();
    assert!((2..=12).contains(&(pages - all)), "{pages} - {all}");
}

/// Text as browsers send bytes.
fn base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').map(value).collect();
    let joined = letters.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0_u32, |bits, six| bits << 6 | u32::from(*six)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    joined.collect()
}

#[test]
fn a_page_beside_the_table_leads_back_to_it() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    beside_the_table(&mut page, &table, "/rules");
    // The head of the page takes one line where there is room for it.
    for path in ["/rules", "/lab", "/screen", "/"] {
        page.value(&format!("location.assign({})", json!(path)));
        page.until(&format!("location.pathname === {} && document.readyState === 'complete'", json!(path)));
        page.until("!!document.querySelector('header.bar')");
        page.until("document.querySelector('header.bar').getBoundingClientRect().height < 70");
    }
}
