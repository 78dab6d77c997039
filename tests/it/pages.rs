//! The pages beside the table, over HTTP: the odds lab and the rules.

use super::program::Sandbox;
use super::serve::{Served, duel};

/// A name that would be a program on a careless page, as it is written in an address.
const HOSTILE: &str = "%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E";
const SHOT: &str = "/lab?ask=Bruce+shoots+Zorgo+with+Autopistol,+range+6,+target+prone";

/// The page at an address, which is there.
#[track_caller]
fn seen(table: &Served, path: &str) -> String {
    let answer = table.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

#[test]
fn the_lab_says_what_is_needed_and_draws_both_readings() {
    let table = duel();
    let page = seen(&table, &format!("{SHOT}&other-reading=prone_target%3Dsame"));
    assert!(page.contains("Needs <b>12 or less</b> on 3d6: <b class=\"odds\">74.1 %</b>"), "{page}");
    assert!(page.contains("74.1 % becomes <b>83.8 %</b>"), "{page}");
    assert_eq!(page.matches("<polyline class=\"middle\"").count(), 2, "{page}");
    assert!(!page.contains("<script"), "it works without a script");
    let alone = seen(&table, SHOT);
    assert_eq!(alone.matches("<polyline class=\"middle\"").count(), 1, "{alone}");
}

#[test]
fn what_is_set_in_the_lab_counts() {
    let table = duel();
    let far = seen(&table, &format!("{SHOT}&range=13&target.posture=standing"));
    assert!(far.contains("Needs <b>13 or less</b> on 3d6: <b class=\"odds\">83.8 %</b>"), "{far}");
    assert!(
        far.contains("id=\"set-range\" name=\"range\" type=\"number\" step=\"any\" min=\"0\" value=\"13\""),
        "{far}"
    );
    assert!(far.contains("<option value=\"standing\" selected>"), "{far}");
    // Over words there is a table instead of a curve.
    let weapons = seen(&table, &format!("{SHOT}&curve-over=weapon"));
    assert!(weapons.contains("success is over weapon") && !weapons.contains("svg class=\"curve\""), "{weapons}");
}

#[test]
fn the_lab_does_no_more_than_it_must_and_strangers_stay_text() {
    let table = duel();
    let wide = seen(&table, &format!("{SHOT}&curve-over=range&curve-from=-9000000000&curve-to=9000000000"));
    let points = wide.split("id=\"curve\"").nth(1).expect("a curve").matches("<tr").count();
    assert!((50..=125).contains(&points), "{points}");
    for path in [
        format!("/lab?ask={HOSTILE}"),
        format!("{SHOT}&{HOSTILE}={HOSTILE}"),
        format!("{SHOT}&range={HOSTILE}&other-reading={HOSTILE}&curve-over={HOSTILE}"),
        format!("{SHOT}&range=1e300&actor=nobody&actor.posture=flying&range.posture=prone"),
    ] {
        let page = seen(&table, &path);
        assert!(!page.contains("<img"), "{path}: {page}");
        assert!(!path.contains("range=1e300") || page.contains("cannot be so here: range 1e300"), "{page}");
    }
}

#[test]
fn an_address_holds_nothing_empty_and_no_two_controls_have_one_name() {
    let table = duel();
    let moved = table.get(&format!("{SHOT}&range=9&weapon=&manner=&curve-from="));
    assert_eq!(moved.status, 303);
    assert!(moved.head.to_lowercase().contains("range=9\r\n"), "{}", moved.head);
    let page = seen(&table, SHOT);
    let labels: Vec<&str> = page.split("<label for=\"set-").skip(1).filter_map(|one| one.split('>').nth(1)).collect();
    let apart: std::collections::BTreeSet<&str> = labels.iter().copied().collect();
    assert!(labels.len() > 5 && labels.len() == apart.len(), "{labels:?}");
}

#[test]
fn the_table_leads_to_the_lab() {
    let table = Served::open(Sandbox::new(), &["duel"]);
    table.say(1, "play colony");
    let seen_there = table.post("/preview", "{\"line\":\"Bruce shoots Zorgo with Autopistol\"}").body;
    let (_, address) = seen_there.split_once("<a href=\"").expect("a link");
    let address = address.split('"').next().expect("its end").replace("&amp;", "&");
    assert!(address.starts_with("/lab?ask=Bruce+shoots+Zorgo+with+Autopistol&range=12"), "{address}");
    let odds = seen_there.split("class=\"odds\">").nth(1).and_then(|rest| rest.split(" %").next()).expect("odds");
    let odds = odds.split('>').next_back().expect("a number");
    assert!(seen(&table, &address).contains(&format!("<b class=\"odds\">{odds} %</b>")), "{odds}");
}

#[test]
fn the_rules_are_found_by_what_they_do_and_lead_on() {
    let table = duel();
    let all = seen(&table, "/rules");
    assert!(all.contains("<a href=\"/rules?sort=card\">card</a>"), "{all}");
    let cards = seen(&table, "/rules?sort=card");
    assert!(cards.contains("<a href=\"/rules?sort=card&amp;name=concealment\">Concealment</a>"), "{cards}");
    let card = seen(&table, "/rules?sort=card&name=concealment");
    assert!(card.contains("prone target") && card.contains("Who reads it"), "{card}");
    assert!(card.contains("<a href=\"/rules?q=touches+prone\">prone</a>"), "its text leads to what it names: {card}");
    let touched = seen(&table, "/rules?q=touches+prone");
    assert!(touched.contains("-3 &quot;prone target&quot; when target is prone"), "{touched}");
    assert!(!touched.contains("Who reads it"), "{touched}");
    assert!(seen(&table, "/rules?q=@24.2").contains("name=concealment"), "a section is found");
    assert!(seen(&table, "/rules?sort=weapon&name=Autopistol").contains("Autopistol"));
    assert_eq!(table.get("/rules?sort=card&name=nothing").status, 404);
    for path in [format!("/rules?q={HOSTILE}"), format!("/rules?q=touches+{HOSTILE}"), format!("/rules?sort={HOSTILE}")]
    {
        assert!(!seen(&table, &path).contains("<img"), "{path}");
    }
}

#[test]
fn an_option_has_its_readings_beside_each_other_and_who_reads_it() {
    let table = duel();
    let page = seen(&table, "/rules?sort=option&name=prone_target");
    assert!(page.contains("Who reads it: 1") && page.contains("when prone_target is same"), "{page}");
    let readings = page.split("Its readings side by side").nth(1).expect("both").split("</section></div>").next();
    let readings = readings.expect("an end");
    let (harder, same) = readings.split_once("<section aria-label=\"same\">").expect("two");
    assert!(harder.contains("in force") && harder.contains("-3 &quot;prone target&quot;"), "{harder}");
    assert!(same.contains("replace -2 &quot;prone target&quot;") && same.contains("name=concealment"), "{same}");
    // From there the odds by it are one step away: of a sentence that has to do with it.
    let lab = seen(&table, "/lab?other-reading=prone_target%3Dsame");
    assert!(lab.contains("<h2>With prone_target=same</h2>") && lab.contains(" shoots "), "{lab}");
}

#[test]
fn a_reckoning_leads_to_the_line_of_its_rule() {
    let table = duel();
    let page = seen(&table, SHOT);
    let link = page.split("<a href=\"").find(|rest| rest.contains("\">prone target</a>")).expect("a link");
    let (path, anchor) = link.split('"').next().and_then(|link| link.split_once('#')).expect("an anchor");
    let card = seen(&table, &path.replace("&amp;", "&"));
    let line = card.split(&format!("id=\"{anchor}\">")).nth(1).and_then(|rest| rest.split("</div>").next());
    assert!(line.is_some_and(|line| line.contains("prone target")), "{line:?}");
}

#[test]
fn the_screen_has_the_needs_at_every_distance() {
    let table = duel();
    let page = seen(&table, "/screen");
    assert!(page.contains("<h2>Bruce</h2>") && page.contains("<h2>Zorgo</h2>"), "{page}");
    let (_, shots) = page.split_once(">Bruce shoots Zorgo with Autopistol</th>").expect("a shot");
    let shots = shots.split("</tbody>").next().expect("its rows");
    assert!(shots.contains("<td>0 to 6 hex</td><td>15 on 3d6</td><td class=\"amount\">95.4 %</td>"), "{shots}");
    assert!(shots.contains("<td>7 to 12 hex</td><td>14 on 3d6</td>"), "{shots}");
    assert!(page.contains("prone target"), "the cards are on it: {page}");
}

#[test]
fn the_screen_of_a_melee_names_foes_alone_and_those_alike_together() {
    let table = Served::open(Sandbox::new(), &["ww/tavern_brawl"]);
    let page = seen(&table, "/screen");
    let (names, heads) = (panels(&page), heads(&page));
    assert!(names.len() > 3 && heads.iter().any(|head| head.contains(", ")), "{heads:?}");
    // Each order is told once, and nobody is told to strike a friend.
    let mut whole = heads.clone();
    whole.dedup();
    assert_eq!(whole.len(), heads.len());
    assert!(heads.iter().any(|head| head.contains("if he were beside ")), "{heads:?}");
}

/// The names of the figures of a screen.
fn panels(page: &str) -> Vec<&str> {
    page.split("<section class=\"panel")
        .skip(1)
        .filter_map(|part| part.split("<h2>").nth(1)?.split("</h2>").next())
        .collect()
}

/// The orders of a screen.
fn heads(page: &str) -> Vec<&str> {
    let all = page.split("<th scope=\"rowgroup\"").skip(1);
    all.filter_map(|part| part.split_once('>')?.1.split("</th>").next()).collect()
}

#[test]
fn a_rule_is_worth_something_in_orders_of_the_fight_itself() {
    let table = duel();
    let page = seen(&table, "/rules?sort=card&name=concealment");
    let worth = page.split("What it is worth here").nth(2).expect("what it is worth");
    let said = worth.split("<h3>").nth(1).and_then(|rest| rest.split("</h3>").next()).expect("a sentence");
    assert!(said.contains("Bruce ") && said.contains("Zorgo"), "{said}");
    // Nothing counts as they stand: it is said with something by which it does.
    assert!(said.contains(", ") && worth.contains("<td class=\"worth\">"), "{worth}");
}

/// Where the numbers of a page lead that open what they are made of, each with its words.
fn opening(html: &str) -> Vec<(String, String)> {
    let numbers = html.split("data-opens=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let words = |rest: &str| {
        let inner = rest.split_once('>').and_then(|(_, rest)| rest.split_once("</button>")).expect("a button").0;
        inner.replace("<b>", "").replace("</b>", "").trim().to_string()
    };
    numbers.map(|(path, rest)| (path.replace("&amp;", "&"), words(rest))).collect()
}

#[test]
fn every_number_of_a_sheet_and_of_a_place_opens_what_it_is_made_of() {
    let table = duel();
    table.say(1, "play colony");
    let sheet = opening(&table.get("/figure?id=0").body);
    assert!(sheet.len() > 50, "{}", sheet.len());
    for (path, words) in &sheet {
        let opened = table.get(path);
        assert_eq!(opened.status, 200, "{path}");
        let value = words.rsplit_once(' ').map_or(words.as_str(), |(_, value)| value);
        assert!(opened.body.contains(value) || opened.body.contains("altogether"), "{words}: {}", opened.body);
    }
    let dexterity = sheet.iter().find(|(_, words)| words == "eDEX 12").expect("a value of the sheet");
    let opened = table.get(&dexterity.0).body;
    for said in ["effective DEX of Bruce", "@5.7", "DEX less armor, load and wounds", "href=\"/rules?sort=value"] {
        assert!(opened.contains(said), "{said}: {opened}");
    }
    let chances = opening(&table.get("/spot?at=5,4&who=0").body);
    assert!(chances.len() >= 4, "{chances:?}");
    for (path, chance) in chances {
        let opened = table.get(&path).body;
        assert!(opened.contains(&format!(">{chance}<")), "{path} is {chance}: {opened}");
        assert!(opened.contains("class=\"worth\"") && opened.contains("@24"), "{opened}");
    }
    for path in ["/number?id=9&of=value.eDEX", "/number?id=0&of=value", "/number?id=0&of=track.damage.leg"] {
        assert_eq!(table.get(path).status, 404, "{path}");
    }
    // What has changed it is told, with what made it so.
    let view: serde_json::Value = serde_json::from_str(&table.get("/view").body).expect("it is JSON");
    let at = view["at"].as_u64().expect("a number");
    table.say(at, "Bruce damage +3");
    let damage = table.get("/number?id=0&of=track.damage").body;
    assert!(damage.contains("before") && damage.contains("turn 1"), "{damage}");
}

#[test]
fn an_order_tells_what_else_could_have_been_done() {
    let table = duel();
    for line in ["play colony", "next", "next", "Bruce shoots Zorgo with Autopistol"] {
        let view: serde_json::Value = serde_json::from_str(&table.get("/view").body).expect("it is JSON");
        assert_eq!(table.say(view["at"].as_u64().expect("a number"), line).status, 200, "{line}");
    }
    let moment = |n: usize| -> serde_json::Value {
        serde_json::from_str(&table.get(&format!("/moment?n={n}")).body).expect("it is JSON")
    };
    let told = moment(5)["instead"].as_str().expect("a text").to_string();
    assert!(told.contains("What else could Bruce have done?"), "{told}");
    assert!(told.contains("data-instead=\"Bruce aims at Zorgo\""), "{told}");
    assert_eq!(moment(2)["instead"], "", "where nobody was asked nothing else could be done");
    let tried = table.post("/branch", "{\"n\":5,\"instead\":true,\"lines\":[\"Bruce aims at Zorgo\"]}");
    assert!(tried.body.contains("Bruce is aiming at Zorgo"), "{}", tried.body);
    let after = table.post("/branch", "{\"n\":4,\"instead\":true,\"lines\":[\"Bruce aims at Zorgo\"]}");
    assert!(after.body.contains("\"wrong\":true"), "before it that was no order: {}", after.body);
    let now: serde_json::Value = serde_json::from_str(&table.get("/view").body).expect("it is JSON");
    assert!(!now["regions"]["story"].as_str().expect("a text").contains("aims at"), "nothing of it is done");
}
