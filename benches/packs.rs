//! The packs themselves: loading them, starting cold, one check with its odds, and whole fights, beside the same duel
//! written by hand in Rust in the same run.

#![allow(clippy::disallowed_methods, reason = "a bench reads the packs it measures and starts the program")]

use divan::{Bencher, black_box};
use fray::dice::Seeded;
use fray::explain::RequirementBuffers;
use fray::play::{Kit, Play};
use fray::query::BoundQuery;
use fray::query::{Directory, understand};
use fray::rulebook::{Choices, Rulebook, Sort, load};
use fray::state::State;
use fray::text::Memory;
use fray::value::ScenarioId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Every file under a folder, as the prompt holds the built-in ones.
fn read_folder(files: &mut Memory, root: &Path, folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_folder(files, root, &path);
        } else if let Ok(name) = path.strip_prefix(root) {
            let bytes = std::fs::read(&path).expect("the file is there");
            files.0.insert(name.to_string_lossy().replace('\\', "/"), bytes);
        }
    }
}

fn files() -> Memory {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Memory::default();
    for folder in ["rules", "scripts"] {
        read_folder(&mut files, root, &root.join(folder));
    }
    files
}

fn book(files: &Memory, pack: &str) -> Arc<Rulebook> {
    load(files, pack, &Choices::none()).0.expect("the pack loads")
}

const PACKS: [&str; 2] = ["skirmish", "laser-d20"];

#[divan::bench(args = PACKS)]
fn load_pack(bencher: Bencher<'_, '_>, pack: &str) {
    let files = files();
    bencher.bench_local(|| book(&files, black_box(pack)));
}

#[divan::bench]
fn load_all_packs(bencher: Bencher<'_, '_>) {
    let files = files();
    bencher.bench_local(|| PACKS.map(|pack| book(&files, pack)));
}

/// The whole process: start, load the pack, answer a sentence, end.
#[divan::bench]
fn cold_start_to_an_answer(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let mut fray = std::process::Command::new(env!("CARGO_BIN_EXE_fray"));
        let answer = fray.args(["ask", "skirmish", "Bruce shoots Zorgo with Autopistol, range 6"]).output();
        assert!(answer.expect("fray starts").status.success());
    });
}

mod attack_of_ten_cards {
    use super::*;

    fn with_attack(bencher: Bencher<'_, '_>, work: impl Fn(&Play, &BoundQuery, Bencher<'_, '_>)) {
        let kit = fray::odds::kit(book(&files(), "skirmish"));
        let play = play_of(&kit, "duel", 1);
        let said = "Bruce shoots Zorgo with Autopistol, range 6";
        let asked = understand(&play.rules().book, &Directory::of_sheets(&play.rules().book), said)
            .expect("the sentence is understood");
        let posed = BoundQuery::new(play.rules(), play.state(), &asked).expect("it can be put to the state");
        work(&play, &posed, bencher);
    }

    #[divan::bench]
    fn needed(bencher: Bencher<'_, '_>) {
        with_attack(bencher, |play, posed, bencher| {
            let (check, frame) = (posed.check(play.rules()).expect("an attack has a check"), posed.frame());
            let (view, mut reckoner) = (posed.view(play.rules()), RequirementBuffers::default());
            bencher.bench_local(|| {
                frame.forget();
                let scene = view.scene(black_box(&frame));
                reckoner.reckon(&scene, check).expect("it can be reckoned")
            });
        });
    }

    #[divan::bench]
    fn odds(bencher: Bencher<'_, '_>) {
        with_attack(bencher, |play, posed, bencher| {
            let (check, frame) = (posed.check(play.rules()).expect("an attack has a check"), posed.frame());
            let view = posed.view(play.rules());
            let reckoned =
                RequirementBuffers::default().reckon(&view.scene(&frame), check).expect("it can be reckoned");
            let need = reckoned.need().expect("it is possible");
            bencher.bench_local(|| need.odds(black_box(&play.rules().book)));
        });
    }
}

fn play_of(kit: &Kit, name: &str, seed: u64) -> Play {
    let scenario = kit.book.names.find(Sort::Scenario, name).expect("the scenario is there");
    kit.play(ScenarioId(scenario), Box::new(Seeded::new(seed, 0))).expect("it is set up")
}

/// One whole fight after another, as `fray sim` plays them.
fn fights(bencher: Bencher<'_, '_>, pack: &str, name: &str) {
    let book = book(&files(), pack);
    let scenario = ScenarioId(book.names.find(Sort::Scenario, name).expect("the scenario is there"));
    let book = load(&files(), pack, &book.choices_of(scenario)).0.expect("the pack loads");
    let kit = fray::odds::kit(book);
    let first = play_of(&kit, name, 1);
    let limit = kit.book.scenarios[scenario.index()].limit;
    let (rules, start, engine): (_, State, _) = (first.rules().clone(), first.state().clone(), first.engine());
    let mut stream = 0;
    bencher.bench_local(|| {
        stream += 1;
        let chance = Box::new(Seeded::new(1, stream));
        let mut play = Play::resume(Arc::clone(&rules), start.clone(), scenario, Rc::clone(&engine), chance);
        play.run(limit).expect("the fight is fought");
        play.state().turn
    });
}

#[divan::bench(sample_count = 1000, sample_size = 1)]
fn duel(bencher: Bencher<'_, '_>) {
    fights(bencher, "skirmish", "duel");
}

#[divan::bench(sample_count = 1000, sample_size = 1)]
fn duel_by_hand(bencher: Bencher<'_, '_>) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let won = (0..20_000).filter(|_| hand::duel(&mut rng) == Some(0)).count();
    assert!((12_000..19_500).contains(&won), "the first wins {won} of 20000; he is the better armored");
    bencher.bench_local(|| hand::duel(&mut rng));
}

#[divan::bench(sample_count = 300, sample_size = 1)]
fn firefight(bencher: Bencher<'_, '_>) {
    fights(bencher, "laser-d20", "ambush");
}

/// The shape of the duel by hand: initiative, further shots, automatic results, multiples, armor, wounds, magazines.
/// Nobody moves, aims or chooses, so the winner is not as often the same as in the pack.
mod hand {
    use super::*;

    struct Fighter {
        strength: i32,
        hurt: i32,
        shaken: u8,
        armor: i32,
        dice: u32,
        plus: i32,
        shots: usize,
        magazine: u32,
        rounds: u32,
        spare: u32,
        is_armed: bool,
    }

    fn d6(rng: &mut ChaCha8Rng, count: u32) -> i32 {
        (0..count).map(|_| ((u64::from(rng.next_u32()) * 6) >> 32) as i32 + 1).sum()
    }

    impl Fighter {
        fn wounds(&self) -> i32 {
            (if self.shaken > 0 { -2 } else { 0 }) + (if self.strength <= 3 { -3 } else { 0 })
        }

        fn is_out(&self) -> bool {
            self.strength <= 1
        }

        fn suffer(&mut self, damage: i32) {
            self.strength -= damage;
            self.hurt += damage;
            if self.hurt >= 5 {
                self.shaken = 3;
            }
        }
    }

    /// 12 for the attribute, +3 skill, -3 lying target, -1 range, +1 posture.
    const NEED: i32 = 12 + 3 - 3 - 1 + 1;

    fn shoot(rng: &mut ChaCha8Rng, me: &mut Fighter, foe: &mut Fighter) {
        me.rounds -= 1;
        let roll = d6(rng, 3);
        let hit = roll <= 5 || (roll < 16 && roll <= NEED + me.wounds());
        if hit {
            let times = match roll {
                3 => 3,
                4 => 2,
                _ => 1,
            };
            let damage = (d6(rng, me.dice) + me.plus) * times - foe.armor;
            foe.suffer(damage.max(0));
        }
        if roll >= 17 {
            me.is_armed = false;
        }
    }

    fn turn(rng: &mut ChaCha8Rng, both: &mut [Fighter; 2], is_first: bool) {
        let lead = loop {
            let (a, b) = if is_first { (0, 1) } else { (d6(rng, 1), d6(rng, 1)) };
            if a != b {
                break usize::from(a < b);
            }
        };
        let key = [12 + both[0].wounds(), 12 + both[1].wounds()];
        let order = if key[lead] >= key[1 - lead] { [lead, 1 - lead] } else { [1 - lead, lead] };
        for shot in 0..5 {
            for at in order {
                let (left, right) = both.split_at_mut(1);
                let (me, foe) = if at == 0 { (&mut left[0], &mut right[0]) } else { (&mut right[0], &mut left[0]) };
                if me.is_out() || foe.is_out() || !me.is_armed || me.hurt >= 8 || shot >= me.shots {
                    continue;
                }
                if me.rounds > 0 {
                    shoot(rng, me, foe);
                } else if shot == 0 && me.spare > 0 {
                    (me.spare, me.rounds) = (me.spare - 1, me.magazine);
                }
            }
        }
        for fighter in both {
            fighter.hurt = 0;
            fighter.shaken = fighter.shaken.saturating_sub(2);
        }
    }

    /// Who wins, if anybody does within 40 turns.
    pub fn duel(rng: &mut ChaCha8Rng) -> Option<usize> {
        let fighter = |armor, dice, plus, shots, magazine| Fighter {
            strength: 11,
            hurt: 0,
            shaken: 0,
            armor,
            dice,
            plus,
            shots,
            magazine,
            rounds: magazine,
            spare: 2,
            is_armed: true,
        };
        let mut both = [fighter(15, 2, 0, 5, 9), fighter(5, 4, 1, 3, 6)];
        for turn_at in 0..40 {
            turn(rng, &mut both, turn_at == 0);
            match (both[0].is_out(), both[1].is_out()) {
                (false, false) => {}
                (true, _) => return Some(1),
                (_, true) => return Some(0),
            }
        }
        None
    }
}
