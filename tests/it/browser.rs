//! The page in real Chromium, over its debugging pipe: by keyboard, by touch, in the dark, on paper, offline.

use super::program::Sandbox;
use super::serve::Served;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A name that would be a program on a careless page.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";
/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A browser with one page.
pub struct PageBrowser {
    child: Child,
    to: PipeWriter,
    from: BufReader<PipeReader>,
    session: String,
    last: u64,
    /// What it told unasked.
    told: Vec<Value>,
    _folder: Sandbox,
}

impl PageBrowser {
    pub fn open(width: u32, height: u32, is_phone: bool) -> PageBrowser {
        let folder = Sandbox::new();
        let (theirs, to) = std::io::pipe().expect("a pipe");
        let (from, back) = std::io::pipe().expect("a pipe");
        // It listens at its third pipe and answers at its fourth, which a shell lays.
        let mut command = Command::new("sh");
        command.args(["-c", "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "chromium"]);
        command.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]);
        command.arg(format!("--user-data-dir={}", folder.path().display()));
        command.stdin(theirs).stdout(back).stderr(Stdio::null());
        let child = command.spawn().expect("chromium is installed, as .ci/run does");
        // What the command still holds of the pipes would keep them open.
        drop(command);
        let (session, folder) = (String::new(), folder);
        let mut browser =
            PageBrowser { child, to, from: BufReader::new(from), session, last: 0, told: Vec::new(), _folder: folder };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = browser.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("a session").to_string();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        browser.ask("Emulation.setDeviceMetricsOverride", size);
        browser.ask("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone }));
        browser
    }

    /// Asks the browser, and waits for its answer.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The same, where it may be that the page is just changing.
    #[track_caller]
    fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("it listens");
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).expect("it answers");
            assert_eq!(bytes.pop(), Some(0), "the browser has ended");
            let mut answer: Value = serde_json::from_slice(&bytes).expect("it speaks JSON");
            if answer["id"] != self.last {
                self.told.push(answer);
                continue;
            }
            return match answer["error"].take() {
                Value::Null => Ok(answer["result"].take()),
                error => Err(error),
            };
        }
    }

    /// What an expression comes to on the page.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.ask("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Another browser context beside this one, with cookies of its own: its session.
    fn beside(&mut self, width: u32, height: u32) -> String {
        let own = std::mem::take(&mut self.session);
        let context = self.ask("Target.createBrowserContext", json!({}))["browserContextId"].take();
        let target = json!({ "url": "about:blank", "browserContextId": context });
        let target = self.ask("Target.createTarget", target)["targetId"].take();
        let attached = self.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        let session = attached["sessionId"].as_str().expect("a session").to_string();
        self.session = session.clone();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.ask(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.ask("Emulation.setDeviceMetricsOverride", size);
        self.session = own;
        session
    }

    /// Does something on the page of another session.
    fn on<T>(&mut self, session: &str, does: impl FnOnce(&mut PageBrowser) -> T) -> T {
        let own = std::mem::replace(&mut self.session, session.to_string());
        let done = does(self);
        self.session = own;
        done
    }

    fn is_offline(&mut self, is_offline: bool) {
        let network = json!({ "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.ask("Network.emulateNetworkConditions", network);
    }

    pub fn go(&mut self, address: &str) {
        self.ask("Page.navigate", json!({ "url": address }));
    }

    /// Waits until something is so.
    #[track_caller]
    pub fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        let params = json!({ "expression": expression, "returnByValue": true });
        let is_so = |page: &mut PageBrowser| {
            let answer = page.try_ask("Runtime.evaluate", params.clone());
            answer.is_ok_and(|answer| answer["result"]["value"] == json!(true))
        };
        while !is_so(self) {
            assert!(
                begun.elapsed() < PATIENCE,
                "not so: {expression}\n{}",
                self.value("document.body.innerText.slice(0, 600)")
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let (text, code) = match key {
            "Enter" => ("\r", 13),
            "Tab" => ("", 9),
            "ArrowRight" => ("", 39),
            "Escape" => ("", 27),
            _ => ("", 0),
        };
        let mut params = json!({ "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            params["text"] = text.into();
        }
        self.ask("Input.dispatchKeyEvent", params.clone());
        params["type"] = "keyUp".into();
        self.ask("Input.dispatchKeyEvent", params);
    }

    /// Moves the focus with the tabulator until it is there.
    #[track_caller]
    pub fn tab_to(&mut self, selector: &str) {
        for _ in 0..200 {
            if self.value(&format!("document.activeElement.matches({})", json!(selector))) == json!(true) {
                return;
            }
            self.press("Tab");
        }
        panic!("the tabulator never comes to {selector}");
    }

    /// Says a line at the prompt of the page, by keyboard.
    #[track_caller]
    fn type_line(&mut self, line: &str) {
        self.tab_to("#line");
        self.ask("Input.insertText", json!({ "text": line }));
        self.press("Enter");
    }

    /// Messages of the console, and requests that went elsewhere.
    pub fn complaints(&mut self, own: &str) -> Vec<String> {
        self.value("1");
        let told = self.told.iter().filter_map(|one| match one["method"].as_str()? {
            "Log.entryAdded" | "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" => {
                Some(one["params"].to_string())
            }
            "Page.javascriptDialogOpening" => Some("a dialog".to_string()),
            "Network.requestWillBeSent" => {
                let address = one["params"]["request"]["url"].as_str()?;
                let is_own = address.starts_with(own) || address.starts_with("data:");
                (!is_own).then(|| format!("a request to {address}"))
            }
            _ => None,
        });
        told.collect()
    }
}

impl Drop for PageBrowser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_duel_is_played_by_keyboard_alone() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(1280, 900, false);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-colony')");
    page.tab_to("#play-colony");
    page.press("Enter");
    page.until("!!document.querySelector('[data-order]')");
    // The best order each time: tabulator, Enter, and Enter again on the button named by its effect.
    let (mut given, mut passed) = (0, 0);
    while page.value("document.querySelector('#ask').innerText.includes('The fight is over')") != json!(true) {
        assert!(given + passed < 200, "a duel without an end");
        let before = page.value("document.querySelector('#story').innerText.length");
        let can_order = page.value("!!document.querySelector('#orders [data-order]')") == json!(true);
        if can_order && given < 40 {
            page.tab_to("#orders [data-order]");
            page.press("Enter");
            page.until("document.activeElement.id === 'give'");
            page.press("Enter");
            given += 1;
        } else {
            page.tab_to("#pass, #go-on, #offer-0");
            page.press("Enter");
            passed += 1;
        }
        page.until(&format!("document.querySelector('#story').innerText.length > {before}"));
    }
    assert!(given > 2, "{given} orders were given");
    page.until("document.querySelector('#status').innerText.includes('Won by The ')");
    // Back again, and a line at the prompt.
    page.tab_to("#tool-undo");
    page.press("Enter");
    page.until("!document.querySelector('#ask').innerText.includes('The fight is over')");
    page.type_line("turn");
    page.until("document.querySelector('#answer').innerText.includes('turn')");
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn a_phone_has_room_and_taps_choose() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(360, 640, true);
    page.go(&table.address());
    page.until("!!document.querySelector('#play-colony')");
    page.value("document.querySelector('#play-colony').scrollIntoView()");
    let place = page.value("(() => { const r = document.querySelector('#play-colony').getBoundingClientRect(); return [r.x + 9, r.y + 9]; })()");
    let point = json!([{ "x": place[0], "y": place[1] }]);
    page.ask("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": point }));
    page.ask("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    page.until("!!document.querySelector('[data-order]')");
    for width in [360, 320] {
        let size = json!({ "width": width, "height": 640, "deviceScaleFactor": 1, "mobile": true });
        page.ask("Emulation.setDeviceMetricsOverride", size);
        assert_eq!(page.value("document.documentElement.scrollWidth"), json!(width));
    }
    // Every control has a name for those who do not see it.
    let tree = page.ask("Accessibility.getFullAXTree", json!({}));
    let roles = ["button", "textbox", "link"].map(|role| json!(role));
    let nodes = tree["nodes"].as_array().expect("a tree").iter();
    let controls: Vec<&Value> = nodes.filter(|node| roles.contains(&node["role"]["value"])).collect();
    assert!(controls.len() > 10, "{}", controls.len());
    for node in controls {
        assert!(node["name"]["value"].as_str().is_some_and(|name| !name.trim().is_empty()), "{node}");
    }
}

#[test]
fn a_replay_opens_from_its_file_without_a_network() {
    let folder = Sandbox::new();
    folder.write(
        "house.fray",
        &format!(
            "pack house \"House\" extends skirmish {{ }}\nscenario trick \"{HOSTILE}\" {{\n  map clearing\n  side colony \
             \"{HOSTILE}\" plays pistoleer {{ Bruce \"{HOSTILE}\" at 3,4 facing 0 }}\n  side rebels \"The rebels\" plays \
             rifleman {{ Zorgo at 15,4 facing 3 }}\n}}\n"
        ),
    );
    assert_eq!(folder.run(&["run", "house.fray/trick", "--save", "fight.log"]).code, 0);
    let made = folder.run(&["replay", "fight.log", "--of", "house.fray/trick", "-o", "fight.html", "--games", "1"]);
    assert_eq!(made.code, 0, "{made:?}");
    let mut page = PageBrowser::open(1280, 900, false);
    let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    page.ask("Network.emulateNetworkConditions", offline);
    page.go(&format!("file://{}/fight.html#t=7", folder.path().display()));
    page.until("document.querySelector('#clock')?.textContent.includes('moment 7 of') === true");
    page.press("ArrowRight");
    page.until("location.hash === '#t=8'");
    page.value("document.querySelector('#harm').click()");
    page.until("document.querySelector('.story [aria-current]').classList.contains('harm')");
    assert_eq!(page.value("document.querySelectorAll('img').length"), json!(0));
    assert_eq!(page.complaints("file://"), Vec::<String>::new());
    // Printed from the dark it is light, and its first page is not empty.
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.ask("Emulation.setEmulatedMedia", dark);
    let color = "getComputedStyle(document.documentElement).backgroundColor";
    assert_eq!(page.value(color), json!("rgb(20, 24, 28)"));
    let dark = json!({ "media": "print", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.ask("Emulation.setEmulatedMedia", dark);
    assert_eq!(page.value(color), json!("rgb(255, 255, 255)"));
    assert_eq!(page.value("getComputedStyle(document.querySelector('#time')).display === 'none' || getComputedStyle(document.querySelector('[aria-label=Timeline]')).display === 'none'"), json!(true));
}

/// A page beside the table, for one who has the key: what is asked of it is done without a script.
#[track_caller]
pub fn beside_the_table(page: &mut PageBrowser, table: &Served, path: &str) {
    page.go(&table.address());
    page.until("!!document.querySelector('#go-on')");
    page.value(&format!("location.assign({})", json!(path)));
    page.until(&format!("location.href.endsWith({})", json!(path)));
    page.until("document.readyState === 'complete'");
}

/// Every control of the page has a name for those who do not see it.
#[track_caller]
fn all_are_named(page: &mut PageBrowser) {
    let tree = page.ask("Accessibility.getFullAXTree", json!({}));
    let roles = ["button", "textbox", "searchbox", "link", "combobox", "spinbutton"].map(|role| json!(role));
    let nodes = tree["nodes"].as_array().expect("a tree").iter();
    let controls: Vec<&Value> = nodes.filter(|node| roles.contains(&node["role"]["value"])).collect();
    assert!(controls.len() > 5, "{}", controls.len());
    for node in controls {
        assert!(node["name"]["value"].as_str().is_some_and(|name| !name.trim().is_empty()), "{node}");
    }
}

#[test]
fn the_lab_is_used_by_keyboard_without_a_script_and_its_address_says_all() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(360, 640, true);
    beside_the_table(&mut page, &table, "/lab?ask=Bruce+shoots+Zorgo+with+Autopistol,+range+6");
    assert_eq!(page.value("document.scripts.length"), json!(0));
    assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    all_are_named(&mut page);
    let before = page.value("document.querySelector('.need .odds').textContent");
    page.tab_to("#set-range");
    page.value("document.activeElement.select()");
    page.ask("Input.insertText", json!({ "text": "13" }));
    page.press("Enter");
    page.until("location.search.includes('range=13') && document.readyState === 'complete'");
    let after = page.value("document.querySelector('.need .odds').textContent");
    assert_ne!(before, after);
    // Whoever opens the address again sees the same.
    let address = page.value("location.pathname + location.search");
    beside_the_table(&mut page, &table, address.as_str().expect("an address"));
    assert_eq!(page.value("document.querySelector('.need .odds').textContent"), after);
    assert_eq!(page.value("document.querySelector('#set-range').value"), json!("13"));
    assert_eq!(page.value("document.querySelectorAll('svg.curve circle').length > 10"), json!(true));
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn the_rules_are_searched_by_keyboard_and_fit_a_phone_and_paper() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(360, 640, true);
    beside_the_table(&mut page, &table, "/rules");
    page.tab_to("#q");
    page.ask("Input.insertText", json!({ "text": "touches prone" }));
    page.press("Enter");
    page.until("location.search.startsWith('?q=touches') && document.readyState === 'complete'");
    assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    all_are_named(&mut page);
    page.tab_to("a[href*='name=concealment']");
    page.press("Enter");
    page.until("!!document.querySelector('.said:target') && document.readyState === 'complete'");
    assert_eq!(page.value("document.querySelector('.said:target').textContent.includes('prone target')"), json!(true));
    assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    let dark = json!({ "media": "print", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    page.ask("Emulation.setEmulatedMedia", dark);
    let color = "getComputedStyle(document.documentElement).backgroundColor";
    assert_eq!(page.value(color), json!("rgb(255, 255, 255)"), "printed from the dark it is light");
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn the_screen_is_printed_and_its_first_page_is_not_empty() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    let mut page = PageBrowser::open(360, 640, true);
    beside_the_table(&mut page, &table, "/screen");
    assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    page.ask("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    assert_eq!(page.value("getComputedStyle(document.querySelector('header nav')).display"), json!("none"));
    // A block taller than a page that may not be broken would be pushed to the second page.
    assert_eq!(page.value("document.querySelector('main .panel').getBoundingClientRect().top < 200"), json!(true));
    let printed = page.ask("Page.printToPDF", json!({}))["data"].as_str().expect("a document").len();
    assert!(printed > 20_000, "{printed}");
    assert_eq!(page.complaints("http://127.0.0.1:"), Vec::<String>::new());
}

#[test]
fn two_phones_see_their_own_and_lose_nothing() {
    let table = Served::open(Sandbox::new(), &["duel", "--lan=127.0.0.2"]);
    let link = |title: &str| table.seat(title).address();
    let mut page = PageBrowser::open(360, 640, true);
    let rebels = page.beside(360, 640);
    page.go(&link("The colony"));
    page.until("!!document.querySelector('#sit')");
    assert_eq!(page.value("location.hash"), json!(""), "the secret does not stay in the address");
    assert_eq!(page.value("document.cookie"), json!(""), "no script reads the cookie");
    page.on(&rebels, |page| page.go(&link("The rebels")));
    page.on(&rebels, |page| page.until("!!document.querySelector('#sit')"));
    page.value("document.querySelector('#sit').click()");
    page.until("!!document.querySelector('[data-order]')");
    assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    page.on(&rebels, |page| {
        page.until("document.querySelector('#ask').innerText.includes('Waiting for The colony')");
        assert_eq!(page.value("document.documentElement.outerHTML.includes('data-order')"), json!(false));
        assert_eq!(page.value("document.documentElement.scrollWidth"), json!(360));
    });
    page.until("document.querySelector('#figures').innerText.includes('Bruce')");
    assert_eq!(page.value("document.querySelector('#figures').innerText.includes('Zorgo')"), json!(false));
    // A double click is one order.
    page.value("document.querySelector(\"[data-order^='Bruce stands still']\").click()");
    page.until("!!document.querySelector('#give')");
    page.value("(() => { const give = document.querySelector('#give'); give.click(); give.click(); })()");
    page.until("document.querySelector('#story').innerText.includes('Bruce stands still')");
    let told = "[...document.querySelectorAll('#story .asked')].filter((one) => one.innerText.includes('stands still')).length";
    assert_eq!(page.value(told), json!(1));
    page.on(&rebels, |page| page.until("document.querySelector('#story').innerText.includes('Bruce')"));
    // A phone that sleeps without a network shows the newest state when it has one again.
    page.is_offline(true);
    page.on(&rebels, |page| page.value("document.querySelector('#sit').click()"));
    page.on(&rebels, |page| page.until("!document.querySelector('#sit')"));
    page.value("dispatchEvent(new Event('online'))");
    page.until("document.querySelector('#lost').hidden === false");
    for _ in 0..4 {
        let seen = table.get("/view").body;
        let at = seen.split("\"at\":").nth(1).and_then(|rest| rest.split(',').next()).and_then(|at| at.parse().ok());
        table.say(at.expect("a number"), "next");
    }
    let shown = "['ask', 'board', 'story'].map((id) => document.getElementById(id).dataset.html).join()";
    let before = page.value(shown);
    page.is_offline(false);
    let newest = "fetch('/view').then((answer) => answer.json()).then((seen) => ['ask', 'board', 'story'].map((id) => \
                  seen.regions[id]).join())";
    let newest = page.value(newest);
    assert_ne!(before, newest, "something has happened meanwhile");
    page.until(&format!("{shown} === {newest}"));
    page.until("document.querySelector('#lost').hidden === true");
    // Opened again, without the link, it is the same seat.
    let seat = page.value("location.origin + '/'");
    page.go(seat.as_str().expect("an address"));
    page.until(
        "document.querySelector('h1')?.innerText === 'The colony' && !!document.querySelector('#figures button')",
    );
    let own = page.complaints("http://127.0.0.2:");
    let unexpected: Vec<&String> = own.iter().filter(|one| !one.contains("ERR_INTERNET_DISCONNECTED")).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}
