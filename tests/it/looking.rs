//! The page in real Chromium, looked at: by touch, without colors, hidden and shown again, on paper, at other moments.

use super::browser::{PageBrowser, beside_the_table};
use super::program::Sandbox;
use super::serve::Served;
use serde_json::{Value, json};
use std::time::Duration;

/// Taps where something is.
#[track_caller]
fn tap(page: &mut PageBrowser, selector: &str) {
    let find = json!(selector);
    page.until(&format!("!!document.querySelector({find})"));
    page.value(&format!("document.querySelector({find}).scrollIntoView({{ block: 'center' }})"));
    let middle = format!(
        "(() => {{ const r = document.querySelector({find}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
    );
    let place = page.value(&middle);
    let point = json!([{ "x": place[0], "y": place[1] }]);
    page.ask("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": point }));
    page.ask("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
}

#[test]
fn a_duel_is_played_by_touch_alone() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(360, 640, true);
    page.go(&table.address());
    tap(&mut page, "#play-colony");
    page.until("!!document.querySelector('[data-order]')");
    let mut shots = 0;
    for _ in 0..200 {
        if page.value("document.querySelector('#ask').innerText.includes('The fight is over')") == json!(true) {
            break;
        }
        let before = page.value("document.querySelector('#story').innerText.length");
        let shot = "[data-order^='Bruce shoots Zorgo']";
        if page.value(&format!("!!document.querySelector(\"{shot}\")")) == json!(true) {
            // What is tapped is only looked at; a second tap, on the button with the chance, does it.
            tap(&mut page, shot);
            page.until("document.querySelector('#give')?.innerText.includes('%') === true");
            assert_eq!(page.value("document.querySelector('#story').innerText.length"), before);
            tap(&mut page, "#give");
            shots += 1;
        } else if page.value("!!document.querySelector('#offer-0')") == json!(true) {
            tap(&mut page, "#offer-0");
        } else {
            tap(&mut page, "#pass");
        }
        page.until(&format!("document.querySelector('#story').innerText.length > {before}"));
        page.until("!document.body.classList.contains('busy')");
    }
    page.until("document.querySelector('#status').innerText.includes('Won by The ')");
    assert!(shots > 0, "nobody has shot");
    assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn a_sentence_shows_its_moment_and_what_if_is_played_on_from_any() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-colony')");
    page.value("document.querySelector('#play-colony').click()");
    page.until("!!document.querySelector('[data-order]')");
    page.value("(() => { document.querySelector('#line').value = 'Bruce stands still'; document.querySelector('#prompt').requestSubmit(); })()");
    page.until("!!document.querySelector('#story .sentence')");
    page.until("!document.body.classList.contains('busy')");
    let story = page.value("document.querySelector('#story').innerHTML");
    // A sentence leads to the board behind it.
    let lying = "[...document.querySelectorAll('#story .sentence')].find((one) => one.innerText.includes('Movement'))";
    page.value(&format!("{lying}.click()"));
    page.until("document.querySelector('#past').hidden === false");
    assert_eq!(page.value(&format!("{lying}.getAttribute('aria-current')")), json!("true"));
    page.press("Escape");
    page.until("document.querySelector('#past').hidden === true");
    // What would have been from a line on: said there, reckoned at once, played on, and nothing of it stays.
    page.value("document.querySelector('#story button.asked').click()");
    page.until("document.querySelector('#past').hidden === false && !document.querySelector('#what-if').hidden");
    page.value("document.querySelector('#supposed').focus()");
    page.ask("Input.insertText", json!({ "text": "Bruce is prone" }));
    page.press("Enter");
    page.until(
        "document.querySelector('#past').classList.contains('branch') && !!document.querySelector('#branch table')",
    );
    let told = page.value("document.querySelector('#branch').innerText");
    assert!(told.as_str().is_some_and(|told| told.contains("The colony") && told.contains('%')), "{told}");
    assert_eq!(page.value("document.querySelector('#board').innerHTML.includes('Bruce: lying')"), json!(true));
    page.press("Escape");
    page.until("document.querySelector('#past').hidden === true && !!document.querySelector('#board svg')");
    page.until("!document.querySelector('#board').innerHTML.includes('Bruce: lying')");
    assert_eq!(page.value("document.querySelector('#story').innerHTML"), story);
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn figures_are_told_apart_without_colors() {
    let table = Served::open(Sandbox::new(), &["ww/tavern_brawl"]);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#board .figure')");
    // The sides have different shapes, and each figure has a letter of its own.
    let shapes = "[...new Set([...document.querySelectorAll('#board .figure')].map((one) => one.querySelector('.shape').tagName + (one.querySelector('.shape').getAttribute('points') || '') + one.classList[1]))].length";
    assert_eq!(page.value(shapes), json!(2));
    let tags = "[...document.querySelectorAll('#board .figure')].map((one) => one.classList[1] + one.querySelector('.shape').tagName).filter((one, at, all) => all.indexOf(one) === at)";
    let tags = page.value(tags);
    assert!(tags[0].as_str().map(|tag| &tag[5..]) != tags[1].as_str().map(|tag| &tag[5..]), "{tags}");
    let letters = "[...document.querySelectorAll('#board .figure .letter')].map((one) => one.textContent)";
    let letters = page.value(letters);
    let letters = letters.as_array().expect("letters");
    let apart: std::collections::BTreeSet<&str> = letters.iter().filter_map(Value::as_str).collect();
    assert_eq!(apart.len(), 7, "{letters:?}");
    // A letter stands out against its shape for whoever sees colors otherwise: the lightness differs, not the hue alone.
    let contrast = "(() => { const light = (color) => { const [r, g, b] = color.match(/[\\d.]+/g).map((one) => { const c = one / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; return Math.min(...[...document.querySelectorAll('#board .figure')].map((one) => { const [a, b] = [getComputedStyle(one.querySelector('.shape')).fill, getComputedStyle(one.querySelector('.letter')).fill].map(light); return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); })); })()";
    for scheme in ["light", "dark"] {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.ask("Emulation.setEmulatedMedia", features);
        let seen = page.value(contrast).as_f64().expect("a number");
        assert!(seen >= 3.0, "{scheme}: {seen}");
    }
    for kind in ["achromatopsia", "deuteranopia", "protanopia", "tritanopia"] {
        page.ask("Emulation.setEmulatedVisionDeficiency", json!({ "type": kind }));
        // It is drawn so: two sides in one picture still differ where their shapes do, pixel by pixel.
        let clip = |at: usize| {
            format!(
                "(() => {{ const r = document.querySelectorAll('#figures svg.who')[{at}].getBoundingClientRect(); return {{ x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height, scale: 1 }}; }})()"
            )
        };
        let shots: Vec<Value> = [0, 3]
            .iter()
            .map(|at| {
                let clip = page.value(&clip(*at));
                page.ask("Page.captureScreenshot", json!({ "clip": clip, "captureBeyondViewport": true }))["data"]
                    .take()
            })
            .collect();
        assert_ne!(shots[0], shots[1], "{kind}");
    }
    page.ask("Emulation.setEmulatedVisionDeficiency", json!({ "type": "none" }));
    // With the colors of the system alone, shapes and letters stay.
    page.ask("Emulation.setEmulatedMedia", json!({ "features": [{ "name": "forced-colors", "value": "active" }] }));
    let fills = "[...document.querySelectorAll('#board .figure')].map((one) => getComputedStyle(one.querySelector('.shape')).fill === getComputedStyle(one.querySelector('.letter')).fill)";
    let same = page.value(fills);
    assert!(same.as_array().is_some_and(|same| same.iter().all(|one| *one == json!(false))), "{same}");
}

#[test]
fn a_long_board_is_read_in_its_frame_and_says_who_stands_beyond() {
    let table = Served::open(Sandbox::new(), &["throw-2d6/rifles"]);
    for (width, is_phone) in [(1280, false), (360, true)] {
        let mut page = PageBrowser::open(width, 640, is_phone);
        page.go(&table.address());
        page.until("!!document.querySelector('#board .figure')");
        let size = page.value("document.querySelector('#board .figure .shape').getBoundingClientRect().width");
        assert!(size.as_f64().is_some_and(|size| size >= 16.0), "{size}");
        let shown = "(() => { const a = document.querySelector('#board .board-scroll').getBoundingClientRect(), b = document.querySelector('#board .figure').getBoundingClientRect(); return b.left >= a.left && b.right <= a.right; })()";
        page.until(shown);
        page.until("document.querySelector('.beyond.right')?.innerText.includes('3') === true");
        let wide = page.value("document.documentElement.scrollWidth").as_u64();
        assert!(wide.is_some_and(|wide| wide <= u64::from(width)), "{wide:?}");
        page.value("document.querySelector('.beyond.right').click()");
        page.until("document.querySelector('.beyond.left').innerText.includes('2')");
    }
}

#[test]
fn on_a_phone_the_line_of_a_chosen_order_is_seen_with_it() {
    let table = Served::open(Sandbox::new(), &["action-d10/trapped"]);
    let mut page = PageBrowser::open(360, 640, true);
    page.go(&table.address());
    tap(&mut page, "#play-guests");
    tap(&mut page, "[data-order^='Maire fires SMG at Support']");
    page.until("!!document.querySelector('#preview .glimpse .shot')");
    let seen = "(() => { const r = document.querySelector('#preview .glimpse').getBoundingClientRect(); return r.height > 80 && r.top >= 0 && r.bottom <= innerHeight; })()";
    page.until(seen);
    // The chance stands on nobody, and whole.
    let free = "(() => { const l = document.querySelector('#board .label').getBBox(), v = document.querySelector('#board svg.board').viewBox.baseVal; const apart = [...document.querySelectorAll('#board .figure')].every((one) => { const [x, y] = one.getAttribute('transform').match(/-?[\\d.]+/g).map(Number); return x < l.x || x > l.x + l.width || y < l.y || y > l.y + l.height; }); return apart && l.x >= 0 && l.y >= 0 && l.x + l.width <= v.width; })()";
    assert_eq!(page.value(free), json!(true));
}

#[test]
fn a_page_that_was_hidden_shows_what_it_missed() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-colony')");
    let hide = |is_hidden: bool| {
        format!(
            "Object.defineProperty(document, 'hidden', {{ value: {is_hidden}, configurable: true }}); document.dispatchEvent(new Event('visibilitychange'))"
        )
    };
    page.value(&hide(true));
    assert_eq!(table.say(1, "play colony").status, 200);
    // Nobody looks, so nothing is fetched: its stream is closed.
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(page.value("document.querySelector('#ask').innerText.includes('What may Bruce do?')"), json!(false));
    page.value(&hide(false));
    page.until("document.querySelector('#ask').innerText.includes('What may Bruce do?')");
    // And it hears again: what is said elsewhere is shown.
    assert_eq!(table.say(2, "Bruce stands still").status, 200);
    page.until("document.querySelector('#story').innerText.includes('Bruce stands still')");
}

#[test]
fn what_is_printed_has_its_pages_and_the_first_is_not_empty() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    for path in ["/screen", "/", "/lab?ask=Bruce+shoots+Zorgo+with+Autopistol,+range+6"] {
        beside_the_table(&mut page, &table, path);
        page.until("document.readyState === 'complete' && document.body.innerText.length > 50");
        let printed = page.ask("Page.printToPDF", json!({ "printBackground": true }))["data"].take();
        let printed = printed.as_str().expect("a document").to_string();
        // The browser reads its own document: how many pages, and how much is drawn on the first.
        let read = format!(
            "(async () => {{ const bytes = Uint8Array.from(atob({}), (c) => c.charCodeAt(0)); const text = new TextDecoder('latin1').decode(bytes); const pages = (text.match(/\\/Type\\s*\\/Page\\b/g) || []).length; const parts = [...text.matchAll(/stream\\r?\\n/g)].map((one) => one.index + one[0].length); const drawn = []; for (const at of parts) {{ const end = text.indexOf('endstream', at); try {{ const opened = new Blob([bytes.slice(at, end - 1)]).stream().pipeThrough(new DecompressionStream('deflate')); drawn.push((await new Response(opened).text())); }} catch (wrong) {{ drawn.push(''); }} }} const shown = drawn.filter((one) => /\\bTj|\\bTJ/.test(one)).map((one) => (one.match(/\\bT[jJ]\\b/g) || []).length); return [pages, pages === 1 ? Math.max(0, ...shown) : shown[0] || 0]; }})()",
            json!(printed)
        );
        let seen = page.value(&read);
        let (pages, first) = (seen[0].as_u64().expect("pages"), seen[1].as_u64().expect("texts"));
        assert!((1..=12).contains(&pages), "{path}: {pages} pages");
        assert!(first > 10, "{path}: the first page holds {first} texts");
    }
}
