//! No function of the game outlasts the budget of a script: every one is named here, with the worst that it can be given
//! where its work grows with the board, with what is in play, or with what it is given.

use crate::program::Sandbox;
use fray::play::script_rows;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Far more than a call takes on a busy machine, and far less than what it took before the calls were paid for.
const LONGEST: Duration = Duration::from_secs(20);

/// Functions whose work does not grow, or is that of the rules, which have bounds of their own.
const STEADY: &str = "cell.height cell.terrain cell.x cell.y figure.cell figure.change figure.declared figure.drop \
    figure.face figure.facing figure.foresee figure.gain figure.get figure.halt figure.has figure.hold figure.is \
    figure.legal figure.lose figure.move figure.name figure.need figure.note figure.odds figure.order figure.place \
    figure.put figure.relate figure.release figure.removed figure.set figure.side figure.take figure.title \
    figure.turn_to order.action order.actor order.cost order.fact order.legal order.with play.acting_side \
    play.adjacent play.again play.ask play.bearing play.cell play.chance play.change_cell play.check play.deed \
    play.direction play.distance play.draw play.fact play.later play.neighbors play.option play.orders play.perform \
    play.phase play.reckon play.say play.scatter play.setting play.side play.sides play.table play.tell play.thing \
    play.together play.turn play.win result.dice result.draw result.impossible result.kept result.margin result.need \
    result.opposed result.success result.total result.why side.change side.name side.note side.put thing.cell \
    thing.change thing.kind thing.left thing.name thing.place thing.remove thing.set";

/// What the others are given, again and again.
const WORST: &[(&str, &str)] = &[
    ("figure.foes", "while true do ann:foes() end"),
    ("figure.friends", "while true do bea:friends() end"),
    ("figure.related", "relate() while true do ann:related('close_to') end"),
    ("figure.relation", "relate() while true do ann:relation('close_to', bea) end"),
    ("play.at", "while true do play:at(far) end"),
    ("play.away", "while true do play:away(ann, bea, 300) end"),
    ("play.between", "while true do play:between(near, far) end"),
    ("play.figure", "while true do play:figure('Bea') end"),
    ("play.figures", "while true do play:figures() end"),
    ("play.grown", "local all = play:within(near, 45) while true do play:grown(all) end"),
    ("play.near", "while true do play:near(near, 300) end"),
    ("play.nearest", "local all = table.create(9000, far) while true do play:nearest(all, ann) end"),
    ("play.out_of_play", "while true do play:out_of_play() end"),
    ("play.path", "while true do play:path(ann, far) end"),
    ("play.pick", "local all = table.create(9999, 1) while true do play:pick(all) end"),
    ("play.pick", "local all = table.freeze(table.create(9999, 1)) while true do play:pick(all) end"),
    ("play.reach", "while true do play:reach(ann, 300) end"),
    ("play.roll", "while true do play:roll('1000d6') end"),
    ("play.shrunk", "local all = play:within(near, 45) while true do play:shrunk(all) end"),
    ("play.sight", "while true do play:sight(near, far) end"),
    ("play.things", "fog() while true do play:things() end"),
    ("play.things_at", "fog() while true do play:things_at(far) end"),
    ("play.total", "while true do play:total('1000d6') end"),
    ("play.toward", "while true do play:toward(ann, bea, 300) end"),
    ("play.within", "while true do play:within(near, 300) end"),
    ("side.figures", "while true do bea.side:figures() end"),
    ("side.standing", "while true do bea.side:standing() end"),
    ("thing.cells", "local one = fog() while true do local n = #one.cells end"),
    ("thing.spread", "local one, all = fog(), play:within(near, 45) while true do one:spread(all) end"),
];

/// A board of 200 by 200, and 300 figures on it.
fn rules() -> String {
    let mut text = "pack vast \"Vast\" { board square; scale 1 m; cells floor }
kind floor plural floors {}\nkind haze plural hazes {}\nfloors { | name |\n | sand | }\nhazes { | name |\n | Fog | }
figure Ann {}\nrelation close_to \"close to\" figure to figure\nturn { phase waiting { script wait } }
map yard { legend . sand\n"
        .to_string();
    for _ in 0..200 {
        let _ = writeln!(text, "  \"{}\"", ".".repeat(200));
    }
    text += "}\nscenario bout \"A bout\" { map yard; limit 1 turns; side red { Ann at 0,0 }; side blue { Ann \"Bea\" at 199,199";
    for at in 0..299 {
        let _ = write!(text, "; Ann \"B{at}\" at {},{}", 100 + at % 50, 100 + at / 50);
    }
    text + " }; wins last side standing }\n"
}

fn wait(body: &str) -> String {
    format!(
        "return function(play: Play)
    local ann, bea = play:figure('Ann'), play:figure('Bea')
    local near, far = play:cell(100, 100), play:cell(199, 199)
    local function relate() for _, foe in ann:foes() do ann:relate('close_to', foe) end end
    local function fog()
        local first
        for at = 1, 500 do
            local one = play:thing('Fog')
            one:place(near)
            first = first or one
        end
        return first
    end
    {body}
end
"
    )
}

#[test]
fn every_function_of_the_game_is_named() {
    let table: BTreeSet<String> =
        script_rows().map(|row| format!("{}.{}", row.owner.name().to_lowercase(), row.name)).collect();
    let named: BTreeSet<String> =
        STEADY.split_whitespace().chain(WORST.iter().map(|(name, _)| *name)).map(str::to_string).collect();
    let (more, less): (Vec<_>, Vec<_>) = (table.difference(&named).collect(), named.difference(&table).collect());
    assert!(more.is_empty() && less.is_empty(), "say what these cost: {more:?}; these are not there: {less:?}");
}

fn slow(cases: &[(&'static str, &str)]) -> Vec<(&'static str, Duration)> {
    let here = Sandbox::new();
    here.write("rules/vast/pack.fray", &rules());
    let mut slow = Vec::new();
    for (name, body) in cases {
        here.write("scripts/vast/wait.luau", &wait(body));
        let began = Instant::now();
        let seen = here.run(&["--rules", ".", "run", "vast/bout"]);
        let took = began.elapsed();
        // What is told for each call fills the log first, which has its own bound.
        let ends = ["ran for too long", "used too much memory", "the log is full"];
        let is_stopped = ends.iter().any(|end| seen.err.contains(end));
        assert!(seen.code == 2 && is_stopped, "{name}: {body}: {}", seen.err);
        if took > LONGEST {
            slow.push((*name, took));
        }
    }
    slow
}

#[test]
fn no_function_of_the_game_outlasts_the_budget() {
    let (some, others) = WORST.split_at(WORST.len() / 2);
    let slow = std::thread::scope(|scope| {
        let other = scope.spawn(|| slow(others));
        [slow(some), other.join().expect("it ends")].concat()
    });
    assert!(slow.is_empty(), "{slow:?}");
}

#[cfg(unix)]
#[test]
fn whoever_wants_an_end_does_not_wait_for_a_function() {
    let here = Sandbox::new();
    here.write("rules/vast/pack.fray", &rules());
    for (name, body) in WORST.iter().filter(|(name, _)| ["play.path", "play.pick", "play.grown"].contains(name)) {
        here.write("scripts/vast/wait.luau", &wait(body));
        let began = Instant::now();
        let seen = here.shell("timeout --foreground -s INT 0.4 fray --rules . run vast/bout; echo $?");
        let took = began.elapsed();
        assert!(took < Duration::from_secs(8), "{name}: {took:?} {}{}", seen.out, seen.err);
    }
}
