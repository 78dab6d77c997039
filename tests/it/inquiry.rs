//! What is told apart in the odds of a whole action, what is left out of them, and what can be asked besides.

use crate::whole::kit;
use fray::dice::Given;
use fray::odds::action::{ActionOdds, Bounds, Inquiry, PartOdds, whole};
use fray::query::BoundQuery;
use fray::query::{Directory, understand};
use fray::value::ScenarioId;

const TWINS: &str = r#"
pack twins "Twins" { license "CC0"; board square; scale 1 m; cells floor }
kind floor plural floors {}
kind tool plural tools { worn number tracked = 0; drawn "" number tracked = 0 }
floors { | name |
         | sand | }
tools { | name |
        | Rope | }
tool Coil "Twine" {}
tool Cord "Twine" {}
slot hand "in hand" of tool up to 3
relation eyeing "watches" figure to figure { one }
relation counting "" figure to figure {}
track harm "harm" number = 0
track tally "" number = 0
condition cut "hurt" { lasts for good }
condition burnt "hurt" { lasts for good }
condition marked "" { lasts for good }
fact actor figure
fact target figure
fact held tool
fact shots number = 2
check aim "Aim" { reads actor; roll 1d6; at most 4; results 1d6 { | total | outcome | luck |
  | 1 | success | great | } }
outcome out "is out of it" = self is cut or harm >= 2
action toss "Toss" { by actor; takes target; says "{actor} tosses at {target}"; script toss }
map yard { legend . sand
  "....." }
figure Ann { hand Rope, Rope }
scenario bout "A bout" { map yard
  side red { Ann at 0,0 }
  side blue { Ann "Bea" at 3,0; Ann "Bee" at 4,0 } }
"#;

const TOSS: &str = r#"
return function(actor, order, play)
    local beas = actor:foes()
    local roll = play:total("1d4")
    actor:relate("eyeing", beas[if roll <= 2 then 1 else 2])
    actor:relate("counting", beas[1])
    actor:change("tally", 1)
    actor:gain("marked")
    actor.hand[2]:set("worn", 1)
    beas[1]:hold("hand", play:thing(if roll == 1 then "Coil" else "Cord"))
    beas[1]:gain(if roll == 1 then "cut" else "burnt")
    for _ = 1, 2 do
        if play:check("aim", { actor = actor }).success then
            play:tell("thud")
            beas[2]:change("harm", 1)
        end
    end
end
"#;

/// What can come of a toss among twins.
fn tossed(script: &str, with_quiet: bool, that: &[&str]) -> ActionOdds {
    let kit = kit("twins", TWINS, "toss", script);
    let play = kit.play(ScenarioId(0), Box::new(Given::default())).expect("three figures");
    let asked =
        understand(&kit.book, &Directory::of(play.state(), &kit.book), "Ann tosses at Bea").expect("a sentence");
    let mut posed = BoundQuery::new(play.rules(), play.state(), &asked).expect("all are there");
    let mut parts = (*posed.state).clone();
    parts.figures[2].name = "Bea".into();
    posed.state = parts.into();
    let order = posed.order(play.rules()).expect("an action");
    let engine = kit.engine().expect("a Luau state");
    let read = |text: &&str| match Inquiry::read(play.rules(), &posed.state, text) {
        Ok(inquiry) => inquiry,
        Err(mistakes) => panic!("{}", mistakes.iter().map(ToString::to_string).collect::<String>()),
    };
    let bounds = Bounds { inquiries: that.iter().map(read).collect(), with_quiet, ..Bounds::default() };
    whole(play.rules(), &engine, &posed.state, &order, &bounds).expect("the odds")
}

fn lines(aspects: &[PartOdds]) -> Vec<String> {
    let becomes = |aspect: &PartOdds| {
        let becomes = aspect.becomes.iter().map(|(becomes, odds)| format!("{becomes} {odds}"));
        becomes.collect::<Vec<_>>().join("; ")
    };
    aspects.iter().map(|aspect| format!("{}: {} -> {}", aspect.name, aspect.was, becomes(aspect))).collect()
}

#[test]
fn what_is_called_the_same_stays_two() {
    let answer = tossed(TOSS, false, &[]);
    assert_eq!(
        lines(&answer.changes),
        [
            "Ann: watches: nobody -> Bea (1) 1/2; Bea (2) 1/2",
            "Bea (1): hurt (burnt): no -> yes 3/4",
            "Bea (1): hurt (cut): no -> yes 1/4",
            "Bea (2): harm: 0 -> 1 4/9; 2 4/9",
            "Rope (2) of Ann: worn: 0 -> 1 1",
            "Twine (Coil): how many: 0 -> 1 1/4",
            "Twine (Cord): how many: 0 -> 1 3/4",
        ]
    );
    assert_eq!(lines(&answer.outcomes), ["Bea (1) is out of it: no -> yes 1/4", "Bea (2) is out of it: no -> yes 4/9"]);
}

#[test]
fn bookkeeping_is_quiet_unless_it_is_asked_for() {
    let script = "return function(actor, order, play)\nactor:change('tally', 1)\nactor:gain('marked')\n\
                  actor:relate('counting', actor:foes()[1])\nend";
    assert_eq!(lines(&tossed(script, false, &[]).changes), [""; 0]);
    let all = ["Ann: counting: nobody -> Bea (1) 1", "Ann: marked: no -> yes 1", "Ann: tally: 0 -> 1 1"];
    assert_eq!(lines(&tossed(script, true, &[]).changes), all);
}

#[test]
fn counts_and_conjunctions_are_asked() {
    let that = [
        "times(aim, success) >= 2",
        "times(thud) >= 1 and target is cut",
        "times(aim, success)",
        "times(aim, great) = 0",
        "any(f in side_figures(blue) where f.out)",
        "times(aim)",
    ];
    let answer = tossed(TOSS, false, &that);
    let told: Vec<String> = answer
        .asked
        .iter()
        .map(|one| match &one.odds {
            Some(odds) => odds.to_string(),
            None => one.becomes.iter().map(|(number, odds)| format!("{number} {odds}")).collect::<Vec<_>>().join("; "),
        })
        .collect();
    // Two throws hit with 2/3 each, the first twin is cut once in four, and out are he or who is hit twice.
    let expected = ["4/9", "2/9", "0 1/9; 1 4/9; 2 4/9", "25/36", "7/12", "2 1"];
    assert_eq!(told, expected);
    assert_eq!(answer.asked.iter().map(|one| one.that.as_str()).collect::<Vec<_>>(), that);
}

#[test]
fn what_was_said_is_no_question_of_what_comes_of_it() {
    let kit = kit("twins", TWINS, "toss", TOSS);
    let play = kit.play(ScenarioId(0), Box::new(Given::default())).expect("three figures");
    let is_question = |text: &str| Inquiry::read(play.rules(), play.state(), text).is_ok();
    assert!(!is_question("shots") && !is_question("shots > 1"), "nothing changes what was said");
    assert!(is_question("held.worn > 0") && is_question("Bea.harm > shots"), "what is kept count of changes");
}

#[test]
fn what_a_deed_rolls_is_asked_in_a_sentence() {
    let here = crate::program::Sandbox::new();
    let ask = |command: &str, sentence: &str| here.run(&[command, "laser-d20", sentence]);
    let seen = ask("ask", "Rifleman's effect of the hit with Assault Rifle against Thug");
    let understood = "everything that can come of Rifleman fires Assault Rifle at Thug that amount(die)";
    assert!(seen.code == 0 && seen.out.contains(understood), "{}{}", seen.out, seen.err);
    assert_eq!(ask("odds", "Rifleman's effect of the hit with Assault Rifle against Thug").out, seen.out);
    // What is asked of the check alone is not asked of all that comes of it.
    let worth = ask("worth", "Rifleman's effect of the hit with Assault Rifle against Thug");
    assert!(worth.code == 2 && worth.err.contains("--whole --that 'amount(die)'"), "{}", worth.err);
    let kill = here.run(&["ask", "duel", "how likely is Zorgo to kill Bruce?"]);
    assert!(kill.code == 0 && kill.out.contains("Bruce is dead"), "{}{}", kill.out, kill.err);
}
