//! The board of the page in real Chromium: places pointed at, the referee's hand, sides told apart without color.

use super::browser::PageBrowser;
use super::program::Sandbox;
use super::serve::Served;
use serde_json::json;

#[test]
fn a_place_is_pointed_at_by_keyboard_and_the_referee_changes_what_stands_there() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-colony')");
    // The referee's hand: a figure is put elsewhere, hurt, and taken out, each by a form that says a line.
    page.value("document.querySelector('#figure-1').click()");
    page.until("!!document.querySelector('#change')");
    page.value("document.querySelector('#change').open = true");
    page.value("document.querySelector(\"#board .cells [data-at='13,2']\").dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    page.until("document.querySelector('#change-put').value === '13,2'");
    page.value("document.querySelector('#change-put').form.requestSubmit()");
    page.until("document.querySelector('#figure-1').innerText.includes('13,2')");
    page.until("document.body.classList.contains('busy') === false");
    for (form, says) in [("#change-track", "damage"), ("#change-word", "")] {
        page.value("document.querySelector('#figure-1').click()");
        page.until("!!document.querySelector('#change')");
        page.value(&format!(
            "(() => {{ const form = document.querySelector('{form}'), list = form.querySelector('select'); const one = \
             [...list.options].find((one) => one.text.startsWith('{says}') && '{says}'); if (one) {{ list.value = one.value; \
             form.elements.value.value = '3'; }} form.requestSubmit(); }})()"
        ));
        page.until("document.body.classList.contains('busy') === false");
        let answer = page.value("document.querySelector('#answer').className");
        assert_eq!(answer, json!(""), "{form}");
    }
    page.until("document.querySelector('#figure-1').innerText.includes('damage 3')");
    page.value("document.querySelector('#figure-1').click()");
    page.until("!!document.querySelector('#change-remove')");
    page.value("document.querySelector('#change-remove').click()");
    page.until("document.querySelector('#figure-1').innerText.includes('out of the fight')");
    page.until("document.body.classList.contains('busy') === false");
    page.value("document.querySelector('#tool-undo').click()");
    page.until("!document.querySelector('#figure-1').innerText.includes('out of the fight')");
    // What is clicked before an answer has come is no second order.
    page.until("document.body.classList.contains('busy') === false");
    page.value("document.querySelector('#play-colony').click()");
    page.until("!!document.querySelector('[data-order]')");
    page.value("document.querySelector('#figure-0').click()");
    page.until("!!document.querySelector('#board .figure.chosen[data-figure=\"0\"]')");
    page.tab_to("svg.board");
    page.press("ArrowRight");
    page.until("document.querySelector('#spot-title')?.dataset.spot === '4,4'");
    page.press("ArrowRight");
    page.until("document.querySelector('#spot-title')?.dataset.spot === '5,4'");
    page.until("document.querySelector('#news').textContent === '5,4'");
    let shown = page.value("document.querySelector('#spot').innerText");
    let shown = shown.as_str().expect("text");
    assert!(shown.contains("Bruce from there") && shown.contains("Others at Bruce there"), "{shown}");
    assert_eq!(page.value("document.querySelectorAll('#board .overlay .spot').length"), json!(1));
    // An order about that place, with the way it leads.
    page.tab_to("#spot [data-order^='Bruce walks']");
    page.press("Enter");
    page.until("!!document.querySelector('#preview-title[data-way]')");
    page.until(
        "document.querySelector('#board .overlay polyline.way')?.getAttribute('points').split(' ').length === 3",
    );
    page.press("Escape");
    page.until("!document.querySelector('#preview-title')");
    page.press("Escape");
    page.until("document.querySelector('#spot').hidden === true");
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn sides_are_told_apart_without_color() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(360, 640, true);
    page.go(&table.address());
    page.until("document.querySelectorAll('#board .figure').length === 2");
    // What is left of a figure when its colors are taken away: its outline and its letter.
    let told = "(() => { const all = [...document.querySelectorAll('#board .figure')].map((one) => { const shape = \
                one.querySelector('.shape'); return [shape.tagName + [...shape.attributes].filter((a) => a.name !== \
                'class').map((a) => a.value), one.querySelector('.letter').textContent, \
                getComputedStyle(one).visibility]; }); return all.every((one) => one[1] && one[2] === 'visible') && \
                all[0][0] !== all[1][0] && all[0][1] !== all[1][1]; })()";
    for sight in ["protanopia", "deuteranopia", "tritanopia", "achromatopsia", "none"] {
        page.ask("Emulation.setEmulatedVisionDeficiency", json!({ "type": sight }));
        assert_eq!(page.value(told), json!(true), "{sight}");
    }
    let forced = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
    page.ask("Emulation.setEmulatedMedia", forced);
    assert_eq!(page.value("matchMedia('(forced-colors: active)').matches"), json!(true));
    assert_eq!(page.value(told), json!(true), "forced colors");
    let ink = "(() => { const shape = getComputedStyle(document.querySelector('#board .figure .shape')); return \
               shape.fill !== shape.stroke; })()";
    assert_eq!(page.value(ink), json!(true), "an outline is seen on its ground");
}
