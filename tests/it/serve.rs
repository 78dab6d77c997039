//! `fray serve` over HTTP: who is let in and who is not, what is said and answered, and that names stay names.

use super::program::Sandbox;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A name that would be a program on a careless page.
pub const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A table that is open, and the seat from which it is asked.
pub struct Served {
    table: Rc<OpenTable>,
    host: String,
    key: String,
    cookie: String,
}

/// The program that serves it.
struct OpenTable {
    child: RefCell<Child>,
    /// What the terminal shows first.
    shown: Vec<String>,
    _folder: Sandbox,
}

/// What was answered.
pub struct HttpAnswer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Served {
    /// Opens a table.
    pub fn open(folder: Sandbox, args: &[&str]) -> Served {
        let mut child = folder.started(&[&["serve", "--port", "0", "--seed", "3"], args].concat());
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut shown = Vec::new();
        while let Some(Ok(line)) = lines.next() {
            let is_last = line.contains("Ctrl-C closes");
            shown.push(line);
            if is_last {
                break;
            }
        }
        // Whoever sits down is told there, too.
        std::thread::spawn(move || lines.count());
        let link = shown[0].split(' ').next_back().expect("an address").to_string();
        Served::at(Rc::new(OpenTable { child: RefCell::new(child), shown, _folder: folder }), &link)
    }

    /// The seat of a link, entered.
    fn at(table: Rc<OpenTable>, link: &str) -> Served {
        let (host, key) = link.strip_prefix("http://").and_then(|rest| rest.split_once("/#")).expect("a link");
        let mut seat = Served { table, host: host.to_string(), key: key.to_string(), cookie: String::new() };
        let entered = seat.post("/enter", &format!("{{\"key\":\"{key}\"}}"));
        let cookie = entered.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        seat.cookie = cookie.split(';').next().expect("its value").to_string();
        seat
    }

    /// Another seat of the same table, by the name under which the terminal shows its link.
    pub fn seat(&self, title: &str) -> Served {
        let link = self.table.shown.iter().find_map(|line| line.strip_prefix(&format!("{title}: ")));
        Served::at(self.table.clone(), link.unwrap_or_else(|| panic!("no link of {title}: {:?}", self.table.shown)))
    }

    /// The address with the key.
    pub fn address(&self) -> String {
        format!("http://{}/#{}", self.host, self.key)
    }

    /// A request as it is written, with what browsers put in.
    fn request(&self, head: &str, body: &str) -> HttpAnswer {
        let mut stream = TcpStream::connect(self.host.as_str()).expect("it listens");
        // What never ends, as a stream does, is cut, so that a test can fail.
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let length = body.len();
        let text = format!("{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).expect("it reads");
        let (mut bytes, begun) = (Vec::new(), Instant::now());
        let mut part = [0; 1 << 16];
        while let Ok(read @ 1..) = stream.read(&mut part) {
            bytes.extend_from_slice(&part[..read]);
            assert!(begun.elapsed() < PATIENCE, "what is answered to this never ends: {head}");
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        HttpAnswer { status, head: head.to_string(), body: body.to_string() }
    }

    fn host(&self) -> String {
        self.host.clone()
    }

    pub fn cookie(&self) -> String {
        self.cookie.clone()
    }

    /// The secret of its link.
    pub fn secret(&self) -> &str {
        &self.key
    }

    pub fn port(&self) -> u16 {
        self.host.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port")
    }

    /// The links that the terminal shows.
    pub fn links(&self) -> Vec<&String> {
        self.table.shown.iter().filter(|line| line.contains("http://")).collect()
    }

    /// The same seat with another cookie.
    pub fn with_cookie(&self, cookie: &str) -> Served {
        let (table, host, key) = (self.table.clone(), self.host.clone(), self.key.clone());
        Served { table, host, key, cookie: cookie.to_string() }
    }

    /// What the page fetches by another name of the table.
    pub fn get_as(&self, host: &str, path: &str) -> HttpAnswer {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {}", self.cookie), "")
    }

    /// What a page of somebody else would say.
    pub fn post_from(&self, origin: &str, path: &str, body: &str) -> HttpAnswer {
        let (host, cookie) = (&self.host, &self.cookie);
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nCookie: {cookie}");
        self.request(&format!("{head}\r\nContent-Type: application/json"), body)
    }

    /// A page that listens.
    pub fn listens(&self) -> TcpStream {
        let mut stream = TcpStream::connect(self.host.as_str()).expect("it listens");
        let head = format!("GET /news HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n", self.host, self.cookie);
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut first = [0; 12];
        stream.read_exact(&mut first).expect("it answers");
        assert_eq!(&first, b"HTTP/1.1 200");
        stream
    }

    /// What the page fetches.
    pub fn get(&self, path: &str) -> HttpAnswer {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}", self.host(), self.cookie()), "")
    }

    /// What the page says.
    pub fn post(&self, path: &str, body: &str) -> HttpAnswer {
        let (host, cookie) = (self.host(), self.cookie());
        let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}");
        self.request(&format!("{head}\r\nContent-Type: application/json"), body)
    }

    pub fn say(&self, at: u64, line: &str) -> HttpAnswer {
        self.post("/say", &format!("{{\"at\":{at},\"line\":\"{line}\"}}"))
    }
}

impl Drop for OpenTable {
    fn drop(&mut self) {
        let _ = self.child.get_mut().kill();
        let _ = self.child.get_mut().wait();
    }
}

pub fn duel() -> Served {
    Served::open(Sandbox::new(), &["duel"])
}

const GETS: &[&str] = &[
    "/",
    "/page.css",
    "/page.js",
    "/view",
    "/news",
    "/figure?id=0",
    "/could?id=0",
    "/moment?n=1",
    "/spot?at=3,4",
    "/lab",
    "/rules",
    "/screen",
    "/replay",
    "/number?id=0&of=track.damage",
    "/weighed?at=3,4&who=0&line=show",
    "/log",
    "/nowhere",
];
const POSTS: &[&str] = &["/enter", "/say", "/preview", "/whole", "/lacking", "/branch"];

#[test]
fn a_pack_is_refused_with_its_scenarios() {
    let here = crate::cli::yard();
    for name in ["yard", "rules/yard"] {
        let seen = here.run(&["--rules", ".", "serve", name, "--port", "0"]);
        assert!(seen.code == 2 && seen.err.contains("yard/tiff"), "{name}: {}", seen.err);
    }
    let here = Sandbox::new();
    let scenario =
        |name: &str| format!("scenario {name} \"{name}\" {{ side red {{ Bruce }} side blue {{ Zorgo }} }}\n");
    here.write("two.fray", &format!("pack two extends skirmish {{ }}\n{}{}", scenario("one"), scenario("other")));
    let seen = here.run(&["serve", "two.fray", "--port", "0"]);
    assert!(seen.code == 2 && seen.err.contains("`two.fray/one`; there are one, other"), "{}", seen.err);
}

#[test]
fn a_foreign_host_is_refused_everywhere() {
    let table = duel();
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example", ""] {
        for path in GETS {
            let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {}", table.cookie());
            assert_eq!(table.request(&head, "").status, 403, "{host} asks for {path}");
        }
        for path in POSTS {
            let cookie = table.cookie();
            let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}");
            let head = format!("{head}\r\nContent-Type: application/json");
            assert_eq!(table.request(&head, "{}").status, 403, "{host} says {path}");
        }
    }
}

#[test]
fn only_its_own_page_says_something() {
    let table = duel();
    let (host, cookie, body) = (table.host(), table.cookie(), "{\"at\":1,\"line\":\"next\"}");
    let said = |more: &str| {
        let head = format!("POST /say HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}{more}");
        table.request(&head, body).status
    };
    let json = "\r\nContent-Type: application/json";
    assert_eq!(said(json), 403, "without an origin");
    assert_eq!(said(&format!("\r\nOrigin: http://evil.example{json}")), 403, "of another origin");
    assert_eq!(said(&format!("\r\nOrigin: null{json}")), 403, "of no origin");
    assert_eq!(said(&format!("\r\nOrigin: http://{host}\r\nContent-Type: text/plain")), 415, "as a form could");
    assert_eq!(said(&format!("\r\nOrigin: http://{host}{json}")), 200, "as the page does");
}

#[test]
fn without_the_key_nothing_of_the_game_is_sent() {
    let table = duel();
    let bare = |path: &str| table.request(&format!("GET {path} HTTP/1.1\r\nHost: {}", table.host()), "");
    for path in ["/view", "/news", "/figure?id=0", "/moment?n=1", "/lab", "/rules", "/screen", "/replay"] {
        assert_eq!(bare(path).status, 401, "{path}");
    }
    let page = bare("/");
    assert_eq!((page.status, page.body.contains("Bruce")), (200, false));
    assert_eq!(table.post("/enter", "{\"key\":\"0\"}").status, 401);
    let known = table.post("/enter", &format!("{{\"key\":\"{}\"}}", table.key));
    assert!(
        known.status == 204 && !known.head.contains("set-cookie"),
        "whoever is known keeps his cookie: {}",
        known.head
    );
    let entered = table.with_cookie("").post("/enter", &format!("{{\"key\":\"{}\"}}", table.key));
    assert!(entered.head.contains("HttpOnly; SameSite=Strict"), "{}", entered.head);
    assert!(table.get("/").body.contains("Bruce Corr against Zorgo"));
    let policy = "content-security-policy: default-src 'none'; script-src 'self'";
    assert!(page.head.contains(policy), "{}", page.head);
}

#[test]
fn a_line_counts_once_and_undo_cuts_it_off() {
    let table = duel();
    assert_eq!(table.say(1, "play colony").status, 200);
    assert_eq!(table.say(1, "play rebels").status, 409, "a double click");
    let view = table.get("/view").body;
    assert!(view.contains("What may Bruce do?") && view.contains("Bruce runs"), "{view}");
    let seen = table.post("/preview", "{\"line\":\"Bruce shoots Zorgo with Autopistol\"}").body;
    assert!(seen.contains("Needs <b>") && seen.contains("What does not count, and why"), "{seen}");
    assert_eq!(table.say(2, "undo").status, 200);
    let view = table.get("/view").body;
    assert!(view.contains("play colony (taken back)") && !view.contains("What may Bruce do?"), "{view}");
    assert_eq!(table.say(3, "redo").status, 200);
    let view = table.get("/view").body;
    assert!(!view.contains("play colony (taken back)") && view.contains("What may Bruce do?"), "{view}");
    assert_eq!(table.say(4, &"x".repeat(70_000)).status, 413);
}

/// A pack, a scenario, a side and a figure whose names would be programs.
pub fn hostile() -> Sandbox {
    let folder = Sandbox::new();
    let pack = format!(
        "pack house \"{HOSTILE}\" extends skirmish {{ }}\nscenario trick \"{HOSTILE}\" {{\n  map clearing\n  side colony \
         \"{HOSTILE}\" plays pistoleer {{ Bruce \"{HOSTILE}\" at 3,4 facing 0 }}\n  side rebels \"The rebels\" plays \
         rifleman {{ Zorgo at 15,4 facing 3 }}\n}}\n"
    );
    folder.write("house.fray", &pack);
    folder
}

#[test]
fn names_never_become_code() {
    let table = Served::open(hostile(), &["house.fray/trick"]);
    table.say(1, "play colony");
    table.say(2, HOSTILE);
    let rules = "/rules?sort=scenario&name=trick";
    for path in ["/", "/view", "/figure?id=0", "/moment?n=1", "/lab", "/screen", "/replay", "/rules", rules] {
        let answer = table.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert!(!answer.body.contains("<img"), "{path}: {}", answer.body);
    }
    assert!(table.get("/view").body.contains("&lt;img src=x"), "the name is shown as it is written");
    for (path, body) in [("/preview", "line"), ("/whole", "line")] {
        let answer = table.post(path, &format!("{{\"{body}\":\"{HOSTILE}\"}}"));
        assert!(!answer.body.contains("<img"), "{path}: {}", answer.body);
    }
}

#[test]
fn the_replay_of_what_was_played_is_a_file_of_its_own() {
    let table = Served::open(Sandbox::new(), &["duel", "--lan=127.0.0.2"]);
    let referee = table.seat("The referee");
    assert_eq!(referee.get("/replay").status, 404, "nothing was played");
    assert_eq!(referee.say(1, "next").status, 200);
    let answer = referee.get("/replay");
    assert_eq!(answer.status, 200);
    assert!(
        answer.head.to_lowercase().contains("content-disposition: attachment; filename=\"fight.html\""),
        "{}",
        answer.head
    );
    assert!(answer.body.contains("the initiative goes to"), "its story is in it");
    assert!(answer.body.contains("{\"schema\":\"fray.session/"), "it can be played again");
    assert_eq!(table.seat("The colony").get("/replay").status, 403, "a side may not know all of it");
}

#[test]
fn it_ends_at_once_though_pages_listen() {
    let table = duel();
    let mut stream = TcpStream::connect(table.host.as_str()).expect("it listens");
    let head = format!("GET /news HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n", table.host(), table.cookie());
    stream.write_all(head.as_bytes()).expect("it reads");
    stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a limit");
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line.starts_with("data:"))), "the stream is open");
    let begun = Instant::now();
    let id = table.table.child.borrow().id().to_string();
    let status = std::process::Command::new("kill").args(["-INT", &id]).status().expect("there is `kill`");
    assert!(status.success());
    table.table.child.borrow_mut().wait().expect("it ends");
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[test]
fn connections_are_bounded_and_the_table_goes_on() {
    let table = duel();
    // Whoever opens one after the other and says nothing is cut off at some point, and no sooner than a browser needs.
    let mut held = Vec::new();
    let mut refused = 0;
    for _ in 0..90 {
        let mut stream = TcpStream::connect(table.host.as_str()).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_millis(if held.len() < 60 { 1 } else { 300 }))).expect("a time");
        match stream.read(&mut [0; 1]) {
            Ok(0) => refused += 1,
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => refused += 1,
            _ => held.push(stream),
        }
    }
    assert!((48..=64).contains(&held.len()) && refused >= 26, "{} are held, {refused} refused", held.len());
    held.truncate(20);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(table.get("/view").status, 200, "those who are gone make room");
}

#[test]
fn each_sentence_is_a_moment_and_a_branch_leaves_nothing_behind() {
    let table = duel();
    assert_eq!(table.say(1, "play colony").status, 200);
    let view = table.get("/view").body;
    assert!(view.contains("data-moment=\\\"2\\\" data-sentence=\\\"0\\\""), "{view}");
    let early = table.get("/moment?n=2&s=0");
    assert!(early.status == 200 && !early.body.contains("Zorgo: lying"), "{}", early.body);
    let late = table.get("/moment?n=2").body;
    assert!(late.contains("Zorgo: lying") && late.contains("\"branches\":true"), "{late}");
    assert_eq!(table.get("/moment?n=2&s=900").status, 404);
    let branch = |lines: &str| table.post("/branch", &format!("{{\"n\":2,\"lines\":[{lines}]}}"));
    let seen = branch("\"what if Bruce is prone\"").body;
    assert!(seen.contains("Bruce: lying") && seen.contains("As it was") | seen.contains("as it was"), "{seen}");
    assert!(seen.contains("The colony") && seen.contains("\"wrong\":false"), "{seen}");
    let seen = branch("\"Bruce stands still\"").body;
    assert!(seen.contains("\"wrong\":false") && seen.contains("games, with other dice"), "{seen}");
    for wrong in ["\"save fight\"", "\"load fight\"", "\"open duel\"", "\"undo\"", "\"flies\""] {
        assert!(branch(wrong).body.contains("\"wrong\":true"), "{wrong}: {}", branch(wrong).body);
    }
    assert_eq!(table.get("/view").body, view, "nothing of it stays");
    assert_eq!(table.post("/branch", "{\"n\":900,\"lines\":[]}").status, 404);
}

#[test]
fn a_kept_game_is_served_turn_by_turn_and_gone_on_from() {
    let folder = Sandbox::new();
    assert_eq!(folder.run(&["run", "duel", "--seed", "4", "--save", "fight.log"]).code, 0);
    let table = Served::open(folder, &["fight.log"]);
    let view = table.get("/view").body;
    assert!(view.contains("Won by The ") && view.contains("turn 2") && view.contains("data-sentence"), "{view}");
    let moment = table.get("/moment?n=2").body;
    assert!(moment.contains("Zorgo") && moment.contains("\"turn\":1"), "{moment}");
    let seen = table.post("/branch", "{\"n\":2,\"lines\":[\"Bruce is prone\"]}").body;
    assert!(seen.contains("games, with other dice"), "{seen}");
    // Taken back, it goes on from there.
    assert_eq!(table.say(1, "undo").status, 200);
    assert!(!table.get("/view").body.contains("The fight is over"));
    assert!(table.say(2, "next").body.contains("\"wrong\":false"));
}

#[test]
fn what_if_is_asked_from_the_beginning_and_from_each_sentence_of_a_kept_game() {
    let folder = Sandbox::new();
    assert_eq!(folder.run(&["run", "duel", "--seed", "4", "--save", "fight.log"]).code, 0);
    let table = Served::open(folder, &["fight.log"]);
    let view = table.get("/view").body;
    assert!(view.contains("› the beginning"), "{view}");
    let begin = table.get("/moment?n=1").body;
    assert!(begin.contains("\"branches\":true") && begin.contains("\"turn\":0"), "{begin}");
    let seen = table.post("/branch", "{\"n\":1,\"lines\":[\"Bruce is prone\"]}").body;
    assert!(seen.contains("games, with other dice") && seen.contains("Bruce: lying"), "{seen}");
    let mut played = 0;
    for number in [2, 3] {
        let count = view.matches(&format!("data-moment=\\\"{number}\\\" data-sentence")).count();
        for at in (0..count.saturating_sub(3)).step_by(3) {
            let moment = table.get(&format!("/moment?n={number}&s={at}")).body;
            assert!(moment.contains("\"branches\":true"), "{number} {at}: {moment}");
            let lines = "[\"what if Bruce is standing\"]";
            let seen = table.post("/branch", &format!("{{\"n\":{number},\"s\":{at},\"lines\":{lines}}}")).body;
            assert!(seen.contains("\"wrong\":false"), "{number} {at}: {seen}");
            played += usize::from(seen.contains("games, with other dice"));
        }
    }
    assert!(played > 3, "{played} were played on");
    assert_eq!(table.get("/view").body, view, "nothing of it stays");
}

#[test]
fn a_mistake_is_told_without_a_box_and_takes_nothing_back() {
    let table = duel();
    let said = table.say(1, "play blue").body;
    assert!(said.contains("class=\\\"mistake\\\"") && said.contains("<mark>blue</mark>"), "{said}");
    assert_eq!(table.say(2, "play colony").status, 200);
    assert_eq!(table.say(3, "flies").status, 200);
    assert_eq!(table.say(4, "undo").status, 200);
    let view = table.get("/view").body;
    assert!(!view.contains('╭') && !view.contains("fray::"), "{view}");
    assert!(view.contains("play colony (taken back)") && !view.contains("flies (taken back)"), "{view}");
}

#[test]
fn what_was_saved_is_served_again_by_its_name_and_by_its_path() {
    let folder = Sandbox::new();
    let path = folder.path().join("evening").display().to_string();
    let table = Served::open(folder, &["duel"]);
    assert_eq!(table.say(1, "play colony").status, 200);
    assert!(table.say(2, "save evening").body.contains("saved in evening"));
    let again = Served::open(Sandbox::new(), &[&path]);
    let view = again.get("/view").body;
    assert!(view.contains("Bruce") && view.contains("You play colony"), "{view}");
    // A file that is there and cannot be read is told as that.
    let folder = Sandbox::new();
    std::fs::write(folder.path().join("broken"), [0xff, 0xfe, 0xfd]).expect("a folder");
    let wrong = folder.run(&["serve", "broken", "--port", "0"]);
    assert!(wrong.code == 2 && !wrong.err.contains("no pack or scenario"), "{wrong:?}");
}

#[test]
fn what_only_keeps_count_is_shown_where_it_is_asked_for() {
    let table = duel();
    assert_eq!(table.say(1, "play colony").status, 200);
    let view = table.get("/view").body;
    assert!(view.contains("<span class=\\\"count\\\">") && view.contains("initiative of the colony"), "{view}");
    let told = view.split("initiative of the colony").next().and_then(|head| head.rsplit("<button").next());
    assert!(told.is_some_and(|told| told.contains("count")), "{told:?}");
    assert!(!view.split("Bruce runs").next().is_some_and(|head| head.ends_with("count\\\">")), "{view}");
}

#[test]
fn whoever_is_chosen_shows_what_he_could_do() {
    let table = duel();
    assert_eq!(table.say(1, "play colony").status, 200);
    let seen = table.get("/could?id=1").body;
    assert!(
        seen.contains("What Zorgo could do") && seen.contains("data-order=\"Zorgo shoots Bruce with Duel Rifle\""),
        "{seen}"
    );
    assert!(seen.contains("class=\"odds\""), "{seen}");
    // It is looked at, and not given: somebody else is asked.
    let looked = table.post("/preview", "{\"line\":\"Zorgo shoots Bruce with Duel Rifle\"}").body;
    assert!(looked.contains("Needs <b>") && !looked.contains("id=\"give\""), "{looked}");
    assert_eq!(table.get("/could?id=900").status, 404);
}

#[test]
fn each_number_of_the_story_opens_its_reasons_and_the_referee_overrules_it() {
    let table = duel();
    let at = || {
        let view = table.get("/view").body;
        let at =
            view.split("\"at\":").nth(1).and_then(|rest| rest.split([',', '}']).next()).and_then(|at| at.parse().ok());
        at.expect("a number")
    };
    for line in ["play rebels", "next", "next"] {
        assert_eq!(table.say(at(), line).status, 200);
    }
    // What the rules refuse is offered to be allowed, and done as the referee's.
    let refused = table.say(at(), "Zorgo strikes Bruce").body;
    assert!(refused.contains("data-say=\\\"allow\\\""), "{refused}");
    assert_eq!(table.say(at(), "allow").status, 200);
    assert!(table.get("/view").body.contains("the referee allows Zorgo what the rules refuse: not a melee weapon"));
    assert_eq!(table.say(at(), "undo").status, 200);
    let preview = table.post("/preview", "{\"line\":\"Zorgo strikes Bruce\"}").body;
    assert!(preview.contains("data-say=\"allow Zorgo strikes Bruce\""), "{preview}");
    // Each roll leads to its reasons, and to what may be ruled otherwise.
    assert_eq!(table.say(at(), "Zorgo shoots Bruce with Duel Rifle").status, 200);
    let view = table.get("/view").body;
    let number = view.split("› Zorgo shoots").next().and_then(|head| head.rsplit("data-moment=\\\"").next());
    let number: usize = number.and_then(|rest| rest.split('\\').next()).and_then(|n| n.parse().ok()).expect("a moment");
    let moment = |s: usize| table.get(&format!("/moment?n={number}&s={s}")).body;
    let check = (0..20).map(moment).find(|seen| seen.contains("a success by")).expect("a check that came true");
    assert!(check.contains("Needs <b>") && check.contains("What does not count, and why"), "{check}");
    assert!(check.contains("prone target") && check.contains("-21.3 %"), "what each part is worth: {check}");
    let damage = (0..20).map(moment).find(|seen| seen.contains("Damage of Duel Rifle</h3>")).expect("its damage");
    assert!(damage.contains("4d6+1") && damage.contains("overrule dice {value}, throw "), "{damage}");
    let other =
        check.split("data-say=\\\"overrule failure").nth(1).and_then(|rest| rest.split('\\').next()).expect("a ruling");
    assert_eq!(table.say(at(), &format!("overrule failure{other}")).status, 200);
    let view = table.get("/view").body;
    assert!(view.contains("the referee: it counts as a failure, though the dice showed"), "{view}");
    assert!(view.contains("Zorgo shoots Bruce with Duel Rifle (taken back)"), "as it was at first it has not happened");
    // What has been overruled once is not overruled again where it stood.
    assert!(!(0..20).map(moment).any(|seen| seen.contains("overrule failure")));
    assert_eq!(table.say(at(), "undo").status, 200);
    assert!(!table.get("/view").body.contains("Zorgo shoots Bruce with Duel Rifle (taken back)"));
}
