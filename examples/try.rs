//! Scratch.
use fray::text::Files;
struct Disk;
impl Files for Disk {
    fn list(&self, f: &str) -> Vec<String> { let mut v: Vec<String> = std::fs::read_dir(f).into_iter().flatten().filter_map(|e| e.ok()).filter(|e| e.path().is_file()).map(|e| e.file_name().into_string().unwrap()).collect(); v.sort(); v }
    fn folders(&self, f: &str) -> Vec<String> { let mut v: Vec<String> = std::fs::read_dir(f).into_iter().flatten().filter_map(|e| e.ok()).filter(|e| e.path().is_dir()).map(|e| e.file_name().into_string().unwrap()).collect(); v.sort(); v }
    fn read(&self, p: &str) -> Option<Vec<u8>> { std::fs::read(p).ok() }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    std::env::set_current_dir(&args[1]).unwrap();
    match args[2].as_str() {
        "load" => {
            let (book, d) = fray::rulebook::load(&Disk, &args[3], &fray::rulebook::Choices::none());
            for x in d { println!("{:?}", miette::Report::new_boxed(x)); }
            println!("{}", book.is_some());
        }
        "test" => {
            let mut t = fray::play::trial::Trials::new(&Disk, &args[3]);
            match t.load() {
                Err(d) => for x in d { println!("{:?}", miette::Report::new_boxed(x)); },
                Ok(kit) => {
                    let (mut ok, mut bad) = (0, 0);
                    for test in &kit.book.tests {
                        let r = t.run(&kit, test);
                        if r.is_passed() { ok += 1 } else {
                            bad += 1;
                            println!("FAIL {}", r.title);
                            for f in r.failures { println!("   {}:{} expected {} got {}", kit.book.sources.get(f.span.source).name, kit.book.sources.line(f.span), f.expected, f.got); }
                        }
                    }
                    println!("{ok} passed, {bad} failed");
                }
            }
        }
        _ => {
            let (book, d) = fray::rulebook::load(&Disk, &args[3], &fray::rulebook::Choices::none());
            for x in d { println!("{:?}", miette::Report::new_boxed(x)); }
            let kit = fray::play::Kit::new(book.unwrap());
            let i = kit.book.scenarios.iter().position(|s| *s.head.name == *args[4]).unwrap();
            let seed = args.get(5).map_or(1, |s| s.parse().unwrap());
            let mut play = match kit.play(fray::value::ScenarioId(i as u16), Box::new(fray::dice::Seeded::new(seed, 0))) { Ok(p) => p, Err(e) => { println!("{:?}", miette::Report::new_boxed(e.report(&kit.book))); return; } };
            play.log = Some(fray::event::Log::default());
            let mut state = play.state.clone();
            let r = play.run(kit.book.scenarios[i].limit);
            let mut story = fray::play::Story::default();
            for e in play.log.as_ref().unwrap() { fray::play::apply(&play.rules.book, &play.rules.layout, &mut state, &e.change); print!("{}", story.tell(&play.rules, &state, e)); }
            println!("same {}", state == play.state);
            if let Err(e) = r { println!("{:?}", miette::Report::new_boxed(e.report(&kit.book))); }
        }
    }
}
